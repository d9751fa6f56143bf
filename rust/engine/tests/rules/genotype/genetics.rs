//! T1 to T4: genotypes, Punnett squares, dice, odds.

use boardwright::genotype::genetics::odds::{Chance, POOL_DENOMINATOR, Wish, chance};
use boardwright::genotype::genetics::{Parent, Square};
use boardwright::genotype::pieces::GENOTYPES;

use super::support::{PLANTS, peas, words};

#[test]
fn t1_three_genotypes_for_each_of_four_colours() {
    assert_eq!(GENOTYPES.join(" "), "RR Rr rr GG Gg gg FF Ff ff TT Tt tt");
    for text in PLANTS {
        assert!(words(text).iter().all(|name| GENOTYPES.contains(name)), "{text}");
    }
}

#[test]
fn t1_only_uncovered_traits_are_validated() {
    // Plant 6 is Rr Gg Ff Tt.
    let table = peas(2).plots(0, "0:6G 1:8").coins(0, 2).table().play("university-1");
    assert_eq!(table.listed(), "@0R @0F @0T @1F @1T");
    let next = table.play("@0F");
    assert_eq!(next.plots(0), "0:6GF 1:8");
    assert_eq!(table.forbids("@0G", "T26"), "the trait Gg of plant 6 (Rr Gg Ff Tt) is covered already");
    assert_eq!(table.forbids("@1R", "T26"), "plant 8 (Ff Tt) on plot 1 has no trait of R");
    assert_eq!(table.forbids("@2R", "T26"), "plot 2 has no plant");
    assert_eq!(next.dict()["phase"]["name"], "work");
}

#[test]
fn t2_the_faces_are_read_row_by_row() {
    // What I, II, III, IV mean: 0 dominant, 1 mixed, 2 recessive.
    let mean = |left, top| [0, 1, 2, 3].map(|face| Square { left, top }.outcome(face));
    let [mixed, dominant, recessive] = [Parent::Mixed, Parent::Dominant, Parent::Recessive];
    assert_eq!(mean(mixed, mixed), [0, 1, 1, 2]);
    assert_eq!(mean(dominant, mixed), [0, 1, 0, 1]);
    assert_eq!(mean(recessive, mixed), [1, 2, 1, 2]);
    assert_eq!(mean(mixed, dominant), [0, 0, 1, 1]);
    assert_eq!(mean(mixed, recessive), [1, 1, 2, 2]);
    assert_eq!(mean(dominant, dominant), [0; 4]);
    assert_eq!(mean(dominant, recessive), [1; 4]);
    assert_eq!(mean(recessive, dominant), [1; 4]);
    assert_eq!(mean(recessive, recessive), [2; 4]);
}

#[test]
fn t2_a_tile_is_added_or_removed_or_neither() {
    let table = peas(2).table().play("genes-G");
    assert_eq!(table.turn(), ("tile".to_owned(), Some(0)));
    assert_eq!(table.listed(), "left-dominant left-recessive top-dominant top-recessive leave");
    assert_eq!(table.play("left-dominant").at("tiles/G"), "[dominant,null]");
    assert_eq!(
        table.why("left-dominant"),
        "a gene tile makes the Left parent GG; I to IV show GG, Gg, GG, Gg [T2]"
    );
    assert_eq!(
        table.why("top-recessive"),
        "a gene tile makes the Top parent gg; I to IV show Gg, Gg, gg, gg [T2]"
    );
    assert_eq!(table.why("leave"), "leaves the gene tiles of G as they are [T2]");
    assert_eq!(table.play("left-recessive").at("tiles/G"), "[recessive,null]");
    assert_eq!(table.play("top-dominant").at("tiles/G"), "[null,dominant]");
    assert_eq!(table.play("top-recessive").at("tiles/G"), "[null,recessive]");
    assert_eq!(table.play("leave").at("tiles/G"), "[null,null]");
    let after = table.play("left-dominant");
    assert_eq!((after.at("tiles/R"), after.turn()), ("[null,null]".to_owned(), ("work".to_owned(), Some(1))));
    assert_eq!(table.forbids("remove-left", "T2"), "no gene tile lies on the Left parent of G");
    table.forbids_all("remove-top done", "T2");
    table.forbids("pass", "T41");
}

#[test]
fn t2_anyone_removes_a_tile_and_nobody_turns_it_over() {
    // It does not say who put it there: seat 1 removes it.
    let table = peas(2).entry("tiles", serde_json::json!({"F": ["dominant", "recessive"]})).table();
    let table = table.play("second genes-F");
    assert_eq!((table.seat(), table.listed()), (Some(1), "remove-left remove-top leave".to_owned()));
    table.forbids_all("left-dominant left-recessive top-dominant top-recessive", "T2");
    assert_eq!(table.play("remove-left").at("tiles/F"), "[null,recessive]");
    assert_eq!(
        table.why("remove-left"),
        "removes the gene tile of the Left parent of F; I to IV show Ff, Ff, ff, ff [T2]"
    );
    assert_eq!(table.play("remove-top").at("tiles/F"), "[dominant,null]");
    assert_eq!(table.play("leave").at("tiles/F"), "[dominant,recessive]");
    assert_eq!(
        peas(2).table().forbids("left-dominant", "T2").split(';').next(),
        Some("gene tiles are moved in a Parent Genes action")
    );
}

#[test]
fn t2_tiles_say_what_the_dice_mean() {
    let tiles = serde_json::json!({"R": ["dominant", "dominant"], "G": [null, "recessive"]});
    let table = peas(2).entry("tiles", tiles).breeding().table();
    let table = table.play("I II III IV new I II III IV new");
    assert_eq!(table.at("dice"), "[[4,0,0,1],[0,2,2,1],[0,0,0,0],[0,0,0,0]]");
}

#[test]
fn t3_five_dice_a_colour_with_the_mutation_rolled_again() {
    let mut table = peas(2).breeding().table();
    for _ in 0..20 {
        assert_eq!(table.turn(), ("die".to_owned(), None));
        assert_eq!(table.chances(), "I:2 II:2 III:2 IV:2 new:1");
        table.forbids("=RR", "T40");
        table = table.play("II");
    }
    // Nobody has plants, so nobody picks.
    assert_eq!(
        (table.is_past_breeding(), table.at("dice")),
        (true, "[[0,5,0,0],[0,5,0,0],[0,5,0,0],[0,5,0,0]]".to_owned())
    );
}

#[test]
fn t3_a_second_mutation_stays() {
    let table = peas(2).breeding().table().play("new new I I I");
    assert_eq!(table.at("dice/0"), "[3,0,0,2]");
    assert_eq!(table.why("new"), "a die of G stays a De Novo mutation [T3]");
    assert_eq!(table.why("IV"), "a die of G shows IV: gg [T2, T40]");
}

#[test]
fn t4_odds_are_exact() {
    let nine = 9_u32.pow(5);
    assert_eq!(POOL_DENOMINATOR, nine);
    let pool = Square::default().pool();
    // None of five dice is recessive with (7/9)^5; none is mixed with (5/9)^5; none De Novo with (8/9)^5.
    let at_least = |dice, least| pool.odds(&[Wish { dice, least, most: 5 }]);
    assert_eq!(at_least(0b0100, 1), nine - 7_u32.pow(5));
    assert_eq!(at_least(0b0010, 1), nine - 5_u32.pow(5));
    assert_eq!(at_least(0b1000, 1), nine - 8_u32.pow(5));
    // At least one that is dominant or mixed: 6/9 a die.
    assert_eq!(at_least(0b0011, 1), nine - 3_u32.pow(5));
    // Four or five mixed: 5 * 4^4 * 5 + 4^5.
    assert_eq!(at_least(0b0010, 4), 5 * 256 * 5 + 1024);
    // Changed parents: with a recessive Top parent nothing is dominant, mixed and recessive have 4/9 each.
    let changed = Square { left: Parent::Mixed, top: Parent::Recessive }.pool();
    let wish = |dice, least| changed.odds(&[Wish { dice, least, most: 5 }]);
    assert_eq!((wish(0b0001, 1), wish(0b0010, 1)), (0, nine - 5_u32.pow(5)));
    assert_eq!(wish(0b1111, 5), nine);
}

#[test]
fn t4_odds_across_colours() {
    // An RR die and a gg die: (9^5 - 7^5)^2 of 9^10.
    let wishes = [Wish { dice: 0b0001, least: 1, most: 5 }, Wish { dice: 0b0100 << 4, least: 1, most: 5 }];
    let one = 9_u64.pow(5) - 7_u64.pow(5);
    let both = Chance { numerator: one * one, denominator: 9_u64.pow(10) };
    assert_eq!(chance(&[Square::default(); 4], &wishes), both);
    // Either of two genotypes is one wish.
    let either = [Wish { dice: 0b0001 | 0b0100 << 4, least: 1, most: 10 }];
    let missed = Chance { numerator: 9_u64.pow(10) - 7_u64.pow(10), denominator: 9_u64.pow(10) };
    assert_eq!(chance(&[Square::default(); 4], &either), missed);
}

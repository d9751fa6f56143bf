//! M65: the pawn just placed moves to an adjacent free cell.

use serde_json::json;

use super::support::{Setup, lawn};

/// The Viruses can shift. Around 15 they have v0 in 9; the Anticorps have a0 in 21, a1 in 16, a2 in 14. v1 is in 20.
fn shift(rules: &str) -> Setup {
    lawn().rules(rules).mutations("shift", "majority").pawns(&[9, 20, 30], &[21, 16, 14])
}

#[test]
fn m65_the_pawn_moves_to_a_free_neighbour() {
    let table = shift("C").table().play("8");
    assert_eq!(table.deeds(), "shift end");
    let aim = table.play("shift");
    assert_eq!((aim.phase(), aim.seat(), aim.listed()), ("mutate".into(), Some(0), ">2 >7".into()));
    aim.forbids_all(">9 >14", "M65"); // occupied
    aim.forbids_all(">1 >13 >35", "M65"); // not adjacent
    aim.forbids_all("end a2 v0 2", "M65");
    let done = aim.play(">7");
    assert_eq!((done.cell_of("v3"), done.entry("mutation_tokens")), (7, "[1,0]".to_owned()));
    assert_eq!(done.places(), [1, 6, 8, 13], "the next turn is next to 7");
}

#[test]
fn m65_once_a_turn_after_placing_while_tokens_last() {
    shift("C").table().forbids("shift", "M65");
    let once = shift("C").hands("double", "").table().play("8 shift >7");
    assert_eq!(once.deeds(), "double end");
    once.forbids("shift", "M65");
    let spent = shift("C").hands("double", "").entry("mutation_tokens", json!([0, 0])).table().play("8");
    spent.forbids("shift", "M65");
    // All neighbours of 15 are occupied.
    let stuck = shift("C").hands("double", "").table().play("15");
    assert_eq!(stuck.deeds(), "double end");
    stuck.forbids("shift", "M65");
}

#[test]
fn m65_placing_points_count_around_the_new_cell() {
    // 8 is next to v0 in 9; 7 and 2 are not. 13 is next to none; 19 is next to v1 in 20.
    assert_eq!(shift("C").table().after("8 end"), (1, 0));
    assert_eq!(shift("C").table().after("8 shift >7"), (0, 0));
    assert_eq!(shift("C").table().after("13 shift >19"), (1, 0));
    let genes = |gene: &str| shift("C").hands(gene, "").table().after(&format!("13 {gene} shift >19"));
    assert_eq!((genes("double"), genes("opponent")), ((2, 0), (0, 0)), "none of the Anticorps is next to 19");
    let order = |gene: &str| shift("C").hands(gene, "").table().after(&format!("13 shift >19 {gene}"));
    assert_eq!((order("double"), order("opponent")), ((2, 0), (0, 0)));
}

#[test]
fn m65_a_token_there_is_taken_by_nobody() {
    let table = shift("C").tokens(&[13]).pawns(&[9, 20, 30], &[21, 16, 8]).table().play("7 shift >13");
    assert_eq!((table.entry("genes"), table.entry("hands")), ("[13]".to_owned(), "[[],[]]".to_owned()));
    // Whoever is placed on top of the pawn later takes it.
    let later = lawn().pawns(&[13, 30, 14], &[31, 1]).tokens(&[13]).hands("", "occupied").table();
    assert_eq!(later.play("occupied 13").phase(), "token");
    // Where the pawn was placed it takes the token as ever.
    let taken = shift("C").tokens(&[13]).table().play("13 +flip shift >12");
    assert_eq!((taken.entry("genes"), taken.entry("hands")), ("[]".to_owned(), "[[flip],[]]".to_owned()));
}

#[test]
fn m65_flip_and_shift() {
    let table = shift("C").hands("flip", "").table();
    // a2 in 14 is next to 13, not next to 19; nobody of the Anticorps is.
    assert_eq!(table.play("13 flip a2 shift >19").entry("flipped"), "[[],[2]]");
    table.play("13 shift >19").forbids("flip", "M29");
    let nearest = lawn().rules("C").mutations("shift", "majority").pawns(&[31], &[14]).hands("flip", "");
    assert_eq!(nearest.table().play("8 flip a0 shift >7").entry("flipped"), "[[],[0]]");
}

#[test]
fn m65_radiation_goes_with_the_pawn() {
    let table = shift("C").hands("radiation", "").table();
    // From nervous 8 to mucous 2: laid before or after it.
    for turn in ["8 radiation shift >2", "8 shift >2 radiation"] {
        let done = table.play(turn);
        assert_eq!(
            (done.entry("radiation"), done.tissue(2), done.tissue(8)),
            ("[[3],[]]".into(), "v0".into(), "v5".into())
        );
    }
}

#[test]
fn m65_a_pawn_leaves_its_stack_alone() {
    let table = shift("C").hands("occupied", "").table().play("occupied 20 shift >26");
    assert_eq!(table.entry("pawns"), "[[9,20,30,26],[21,16,14]]");
    assert_eq!(table.points(), (1, 0), "v1 in 20 is next to 26");
}

#[test]
fn m65_with_genes_before_placing() {
    // In 7, 12 and 14 the pawn is next to the moved one, which stands in 8 or 13.
    let with = |turn: &str| shift("C").hands("move", "").table().play(turn).listed();
    assert_eq!(with("move >8 7 shift"), ">1 >6 >13");
    assert_eq!(with("move >13 12 shift"), ">6 >18");
    assert_eq!(with("move >13 14 shift"), ">8 >15");
    let far = shift("C").hands("anywhere", "").table().play("anywhere 35 shift >34");
    assert_eq!(far.cell_of("v3"), 34);
}

#[test]
fn m65_a_blocked_player_may_shift() {
    let table = lawn().rules("C").mutations("majority", "shift").pawns(&[9, 20, 30], &[21, 16, 14]);
    let table = table.hands("block", "double").table().play("8 block").play("7");
    assert_eq!(table.deeds(), "shift end");
    assert_eq!(table.after("shift >13"), (1, 0), "a2 in 14 is next to 13, but the turn is blocked");
}

#[test]
fn m65_target_and_shift() {
    // The chain 3, 9, 15, 21, 20, 19, 18: the Viruses place in 13 and shift to 19.
    let table = lawn().rules("BC").target("chain-of-cells").mutations("shift", "majority");
    let table = table.pawns(&[3, 9, 15, 21, 20, 18], &[0, 5, 29, 35, 30, 14]).table();
    let linked = table.play("13 shift >19");
    assert_eq!(
        (linked.entry("target_by"), linked.points()),
        ("0".to_owned(), (2 + 5, 0)),
        "18 and 20, and 5"
    );
}

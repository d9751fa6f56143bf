//! M20, M22 to M24, M27: gene powers that are used after placing.

use serde_json::json;

use super::support::{Setup, Table, lawn};

/// Around 15 the Viruses have one pawn, v0 in 9, and the Anticorps three: a0 in 21, a1 in 16, a2 in 14. Around
/// 8 there are v0 and a2, around 13 there is a2 only.
fn crowd() -> Setup {
    lawn().pawns(&[9, 20, 30], &[21, 16, 14])
}

fn fight(hand: &str) -> Table {
    crowd().hands(hand, "").table()
}

#[test]
fn m20_flips_an_adjacent_pawn_of_the_opponent() {
    let table = fight("flip").play("15 flip");
    assert_eq!(
        (table.phase(), table.seat(), table.listed()),
        ("flip".to_owned(), Some(0), "a0 a1 a2".to_owned())
    );
    table.forbids_all("v0 v1 v3", "M20"); // own ones
    table.forbids_all("a3 a13", "M20"); // not on the board
    table.forbids_all("end 8 flip >8", "M20"); // it flips first
    let flipped = table.play("a1");
    assert_eq!(
        (flipped.entry("flipped"), flipped.entry("used")),
        ("[[],[1]]".to_owned(), "[[flip],[]]".to_owned())
    );
    assert_eq!(flipped.points(), (1, 0));
    let few = fight("flip").play("13 flip");
    assert_eq!(few.listed(), "a2");
    few.forbids_all("a0 a1", "M20"); // not adjacent to 13
}

#[test]
fn m20_is_used_after_placing() {
    let table = fight("flip");
    assert_eq!(table.deeds(), "");
    table.forbids("flip", "M20");
}

#[test]
fn m20_a_flipped_pawn_counts_until_the_end() {
    let flipped = fight("flip").play("15 flip a1");
    // All neighbours of 15 are occupied, so the Anticorps go where they like.
    flipped.forbids("16", "M12"); // there the flipped pawn stands
    assert_eq!(flipped.after("10"), (1, 1), "16 is next to 10");
    // The tissue {5, 10, 11, 16} has no pawn that will count.
    assert_eq!((fight("").play("15").tissue(16), flipped.tissue(16)), ("a4".to_owned(), "-0".to_owned()));
}

#[test]
fn m20_a_flipped_pawn_is_not_flipped_again() {
    let table = crowd().used("", "flip").entry("flipped", json!([[], [1]])).hands("copy", "").table();
    let again = table.play("15 copy");
    assert_eq!(again.listed(), "a0 a2");
    again.forbids("a1", "M20");
    let own = crowd().used("flip", "").entry("flipped", json!([[], [2]])).hands("copy", "").table();
    own.play("13").forbids("copy", "M29"); // a2 is the only one next to 13
}

#[test]
fn m20_in_a_stack_one_pawn_is_flipped() {
    // a1 and a2 are both in 14.
    let stack = lawn().pawns(&[9, 20, 30], &[21, 14, 14]).used("", "occupied").hands("flip", "").table();
    let table = stack.play("15 flip");
    assert_eq!(table.listed(), "a0 a1 a2");
    // Muscular: v1 in 20 against a0 in 21 and the two in 14; with one of them flipped it is 1 to 2.
    assert_eq!(table.play("a1").tissue(14), "a7");
    let two = lawn().pawns(&[9, 20, 30], &[31, 14, 14]).used("", "occupied").hands("flip", "").table();
    assert_eq!(two.play("15 flip a1").tissue(14), "-0", "one against one");
}

#[test]
fn m22_two_points_for_each_own_pawn() {
    for (cell, points) in [("15", 2), ("8", 2), ("13", 0)] {
        assert_eq!(fight("double").after(&format!("{cell} double")), (points, 0), "{cell}");
    }
    fight("double").forbids("double", "M22");
    let stack = lawn().pawns(&[8, 20, 20], &[30, 31, 15]).used("occupied", "").hands("double", "").table();
    assert_eq!(stack.after("14 double"), (6, 0), "three own pawns in 8 and 20");
}

#[test]
fn m22_only_placing_points_are_doubled() {
    // 15 is nervous: 1 by rule E. One own pawn is adjacent.
    let table = crowd().rules("E").hands("double", "").table();
    assert_eq!(table.after("15 double"), (3, 0));
}

#[test]
fn m23_pawns_of_the_opponent_instead_of_own_ones() {
    for (cell, points) in [("15", 3), ("8", 1), ("13", 1)] {
        assert_eq!(fight("opponent").after(&format!("{cell} opponent")), (points, 0), "{cell}");
    }
    fight("opponent").forbids("opponent", "M23");
    // A flipped pawn counts, and so does every pawn of a stack.
    let flipped = crowd().used("flip", "").entry("flipped", json!([[], [1]])).hands("opponent", "").table();
    assert_eq!(flipped.after("15 opponent"), (3, 0));
    let stack = lawn().pawns(&[9, 20, 30], &[31, 14, 14]).used("", "occupied").hands("opponent", "").table();
    assert_eq!(stack.after("15 opponent"), (2, 0));
}

#[test]
fn m22_m23_together_two_points_for_each_pawn_of_the_opponent() {
    let table = crowd().rules("A").hands("double opponent", "").table();
    for order in ["double opponent", "opponent double"] {
        assert_eq!(table.after(&format!("15 {order}")), (6, 0));
        assert_eq!(table.after(&format!("13 {order}")), (2, 0));
    }
    // The same power twice does not stack.
    let copies = crowd().rules("A").hands("double opponent copy", "").table();
    assert_eq!(copies.after("15 double copy"), (2, 0));
    assert_eq!(copies.after("15 opponent copy"), (3, 0));
}

/// The Viruses have placed in 8, next to a0 in 1 across 2 and 7; they hold block.
fn siege(rules: &str) -> Setup {
    lawn().rules(rules).pawns(&[9, 20, 30], &[1, 16, 14]).hands("block", "anywhere double")
}

#[test]
fn m24_the_opponent_uses_no_gene_and_gets_no_placing_points() {
    let free = siege("").table().play("8 end");
    assert_eq!((free.places(), free.deeds()), (vec![2, 7], "anywhere".to_owned()));
    assert_eq!(free.after("7 end"), (1, 1));
    let blocked = siege("").table().play("8 block");
    assert_eq!((blocked.places(), blocked.deeds()), (vec![2, 7], String::new()));
    blocked.forbids_all("anywhere double", "M24");
    assert_eq!(blocked.after("7"), (1, 0), "no question after placing, either");
    // It is over after that turn: the Viruses go from 7 to 6; the Anticorps use a gene and score for a0 in 1.
    let later = blocked.play("7").play("6");
    assert_eq!(later.deeds(), "anywhere");
    assert_eq!(later.after("0 double"), (1, 2));
}

#[test]
fn m24_is_used_after_placing_and_the_own_turn_scores() {
    siege("").table().forbids("block", "M24");
    assert_eq!(siege("").table().after("8 block"), (1, 0), "9 is next to 8");
    // A token that is taken in the blocked turn can't be used in it: the turn is over.
    let token = lawn().pawns(&[30, 31], &[1, 7]).tokens(&[9]).hands("block", "").table().play("8 block");
    let token = token.play("9 +flip");
    assert_eq!((token.entry("hands"), token.seat()), ("[[],[flip]]".to_owned(), Some(0)));
}

#[test]
fn m24_bonuses_still_count() {
    // The nervous tissue {3, 4, 8, 9, 15}: 3, 4 and 15 are occupied. 8 scores 1 by rule E; then 9 is the last
    // one: 1 by rule E, 2 by rule F, and nothing for a1 in 15 next to it.
    let setup = |rules: &str| lawn().rules(rules).pawns(&[3, 20, 30], &[4, 15, 14]).hands("block", "");
    assert_eq!(setup("EF").table().play("8 end").after("9"), (1, 4));
    assert_eq!(setup("EF").table().play("8 block").after("9"), (1, 3));
    // M60: 3 points are 2 or more.
    let mutant = setup("CEF").mutations("majority", "bonus").table();
    assert_eq!(mutant.play("8 block").after("9"), (1, 4));
    // Target and rule D: the same turn takes the marker from 7 to 10, then to 12.
    let track = setup("BDEF").target("15-points").points(0, 7).entry("leftovers", 0).table();
    let track = track.play("8 block").play("9");
    assert_eq!((track.points(), track.entry("ten_by")), ((1, 12), "1".to_owned()));
    let target = setup("BEF").target("15-points").points(0, 12).table().play("8 block").play("9");
    assert_eq!((target.points(), target.entry("target_by")), ((1, 20), "1".to_owned()));
}

#[test]
fn m24_mutations_stay_usable() {
    let table = siege("C").mutations("majority", "shift").table().play("8 block").play("7");
    assert_eq!(table.deeds(), "shift end");
    // From 7 to 6: a0 in 1 is not next to 6, and there are no placing points anyway.
    assert_eq!(table.after("shift >6"), (1, 0));
}

#[test]
fn m24_two_blocks_are_one() {
    let table = siege("A").hands("block copy", "anywhere").table().play("8 block copy");
    table.forbids("anywhere", "M24");
    assert_eq!(table.play("7").play("13").deeds(), "anywhere");
}

#[test]
fn m27_the_tissue_scores_nothing_in_the_end() {
    let table = fight("radiation");
    assert_eq!(table.play("15 end").tissue(15), "v5", "9 and 15 against nobody");
    let marked = table.play("15 radiation");
    assert_eq!((marked.entry("radiation"), marked.tissue(15)), ("[[3],[]]".to_owned(), "v0".to_owned()));
    assert_eq!(marked.entry("used"), "[[radiation],[]]");
    assert_eq!(marked.points(), (1, 0), "it changes no placing points");
    table.forbids("radiation", "M27");
}

#[test]
fn m27_the_token_goes_with_its_pawn() {
    // The Anticorps move v3, with its token, from nervous 8 to mucous 2.
    let table = crowd().hands("radiation", "move").table().play("8 radiation");
    assert_eq!((table.tissue(8), table.tissue(2)), ("v0".to_owned(), "-0".to_owned()));
    let moved = table.play("move >2 3");
    assert_eq!(moved.entry("radiation"), "[[3],[]]");
    assert_eq!((moved.tissue(8), moved.tissue(2)), ("-0".to_owned(), "v0".to_owned()));
}

#[test]
fn m27_the_token_stays_when_its_pawn_is_removed() {
    // v3 in 15 is flipped: without it v0 in 9 has the majority of the nervous tissue, which still scores nothing.
    let table = crowd().hands("radiation", "flip").table().play("15 radiation");
    let flipped = table.play("10 flip v0");
    assert_eq!(flipped.tissue(15), "v0");
    let other = crowd().pawns(&[9, 20, 3], &[21, 16, 14]).hands("radiation", "flip").table();
    let other = other.play("8 radiation").play("7 flip v3");
    assert_eq!((other.entry("flipped"), other.tissue(8)), ("[[3],[]]".to_owned(), "v0".to_owned()));
}

#[test]
fn m27_two_tokens_by_copy() {
    let table = crowd().rules("A").hands("radiation copy", "").table();
    assert_eq!(table.play("15 radiation copy").entry("radiation"), "[[3],[]]", "both on the same pawn");
    let later = lawn().pawns(&[9, 20, 30, 15], &[21, 16, 14, 10]).used("radiation", "").hands("copy", "");
    let later = later.entry("radiation", json!([[3], []])).table().play("4 copy");
    assert_eq!(later.entry("radiation"), "[[3,4],[]]");
}

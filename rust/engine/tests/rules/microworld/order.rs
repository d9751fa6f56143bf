//! M17: the order of a turn, and what its end settles until nothing changes.

use super::support::{Setup, lawn};

/// Around 15 the Viruses have v0 in 9; the Anticorps have a0 in 21, a1 in 16, a2 in 14.
fn crowd() -> Setup {
    lawn().pawns(&[9, 20, 30], &[21, 16, 14])
}

/// Placing in 15 scores 2 for the Viruses, by 9 and 21.
fn pair() -> Setup {
    lawn().pawns(&[9, 21, 30], &[20, 16, 14])
}

#[test]
fn m17_genes_before_then_the_pawn_then_the_token_then_genes_after() {
    let table = pair().rules("A").tokens(&[9, 16, 13]).hands("move double", "").table();
    let table = table.play("move >13").play("12");
    assert_eq!(table.phase(), "after");
    // A token that is taken is looked at before anything else, and can be used in the same turn.
    let token = pair().rules("A").tokens(&[13]).hands("double", "").table().play("13");
    assert_eq!((token.phase(), token.seat()), ("token".to_owned(), None));
    assert_eq!(token.play("+flip").deeds(), "flip double end");
    token.forbids("double", "M14");
}

#[test]
fn m17_points_come_at_the_end_of_the_turn() {
    let table = pair().rules("AE").hands("double flip", "").table().play("15 double");
    assert_eq!((table.points(), table.phase()), ((0, 0), "after".to_owned()));
    assert_eq!(table.play("flip a1").points(), (5, 0), "4 by two own pawns, 1 by rule E");
}

#[test]
fn m17_genes_and_the_mutation_come_in_any_order() {
    let table = crowd().rules("C").mutations("shift", "bonus").hands("flip", "").table();
    let first = table.play("8 flip a2 shift >2");
    let last = table.play("8 shift >7");
    assert_eq!(last.deeds(), "end", "none of the Anticorps is next to 7");
    assert_eq!((first.entry("flipped"), first.cell_of("v3")), ("[[],[2]]".to_owned(), 2));
    let both = table.play("8");
    assert_eq!(both.deeds(), "flip shift end");
    // In 13 there is a2 to flip, in 12 there is nobody.
    assert_eq!(table.play("13").deeds(), "flip shift end");
    assert_eq!(table.play("13 shift >12").deeds(), "end");
}

#[test]
fn m17_placing_points_count_where_the_pawn_stands_in_the_end() {
    let table = crowd().rules("C").mutations("shift", "bonus").table();
    // In 8 it is next to v0 in 9; in 2 and 7 it is not.
    assert_eq!(table.after("8 end"), (1, 0));
    assert_eq!(table.after("8 shift >2"), (0, 0));
    // From 13, next to none, to 19, next to v1 in 20.
    assert_eq!(table.after("13 shift >19"), (1, 0));
}

#[test]
fn m17_the_bonus_counts_points_of_rules_e_and_f() {
    // Viruses: M60. In 15 v0 scores 1, and rule E 1: together 2, so 1 more.
    let table = crowd().rules("CE").mutations("bonus", "majority").table();
    assert_eq!(table.after("15"), (3, 0));
    assert_eq!(table.after("8"), (3, 0), "8 is nervous and next to 9, too");
    assert_eq!(table.after("13"), (0, 0));
}

#[test]
fn m17_the_target_is_checked_at_the_end_of_the_turn() {
    // The fourth gene is used while the turn goes on.
    let table =
        crowd().rules("AB").target("four-genes").used("opponent anywhere move", "").hands("flip double", "");
    let table = table.table().play("15 flip a0");
    assert_eq!(
        (table.phase(), table.entry("target_by"), table.points()),
        ("after".into(), "null".into(), (0, 0))
    );
    let over = table.play("end");
    assert_eq!((over.entry("target_by"), over.points()), ("0".to_owned(), (6, 0)));
}

#[test]
fn m17_a_chain_that_is_broken_again_in_the_turn_does_not_count() {
    // From the rim in the upper right to the rim in the lower left: 3, 9, 15, 14, 20, 19, 18.
    let links = [3, 9, 14, 20, 19, 18];
    let table = lawn().rules("BC").target("chain-of-cells").mutations("shift", "bonus");
    let table = table.pawns(&links, &[0, 5, 29, 35, 30, 16]).table();
    let stays = table.play("15 end");
    assert_eq!((stays.entry("target_by"), stays.points()), ("0".to_owned(), (7, 0)), "2 by 9 and 14, and 5");
    let leaves = table.play("15 shift >21");
    assert_eq!((leaves.entry("target_by"), leaves.points()), ("null".to_owned(), (1, 0)), "20 is next to 21");
}

#[test]
fn m17_rule_d_lifts_to_the_target_of_15_points() {
    // 9 and 4 by double are 13; 2 by rule D make 15; the target gives 5.
    let track = || pair().rules("BD").target("15-points").points(9, 3).hands("double", "");
    let table = track().table().play("15 double");
    assert_eq!((table.phase(), table.points()), ("ten".to_owned(), (13, 3)), "the token is drawn first");
    assert_eq!(table.this_turn("gained"), "4");
    let settled = table.play("+flip");
    assert_eq!((settled.points(), settled.seat()), ((20, 3), Some(1)));
    assert_eq!((settled.entry("ten_by"), settled.entry("target_by")), ("0".to_owned(), "0".to_owned()));
    // With no token left over the 2 points come all the same.
    let none = track().entry("leftovers", 0).table().play("15 double");
    assert_eq!((none.points(), none.seat()), ((20, 3), Some(1)));
}

#[test]
fn m17_the_target_lifts_to_10_points() {
    // 4 and 1 by v0 are 5; four osseous cells give 5, which makes 10; 2 by rule D.
    let table = lawn().rules("BD").target("bone-lover").pawns(&[7, 30, 31, 14], &[0, 5, 35, 12]);
    let table = table.points(4, 0).entry("leftovers", 0).table();
    assert_eq!(table.after("13"), (4 + 2 + 5 + 2, 0), "13 is next to 7 and 14");
}

#[test]
fn m17_the_bonus_comes_after_target_or_rule_d_too_and_once() {
    let mutant = |rules: &str| crowd().rules(rules).mutations("bonus", "majority").entry("leftovers", 0);
    // The target alone: 0 by placing in 13, 5 by four osseous cells, 1 more.
    let bones = mutant("BC").target("bone-lover").entry("bones", serde_json::json!([[5, 7, 10], []]));
    assert_eq!(bones.table().after("13"), (6, 0));
    // Rule D: 9 and 1 are 10, and 2; that is 3 in the turn, so 1 more.
    assert_eq!(mutant("CD").points(9, 0).table().after("15"), (13, 0));
    // Rule D and the target: 12 + 1 are 13, 2 by rule D make 15, 5 by the target, and the bonus once.
    let both = mutant("BCD").target("15-points").points(12, 0).table();
    assert_eq!(both.after("15"), (21, 0));
    // The bonus before them: 2 by 9 and 21, 1 more; the target after it brings no second one.
    let before = pair().rules("BC").mutations("bonus", "majority").target("15-points").points(13, 0).table();
    assert_eq!(before.after("15"), (21, 0), "13 + 2 + 1 are 16, and 5");
}

#[test]
fn m17_the_bonus_lifts_to_10_and_to_15_points() {
    let mutant = |rules: &str| pair().rules(rules).mutations("bonus", "majority").entry("leftovers", 0);
    // 7 and 2 are 9, the bonus makes 10, rule D 12; 8 would do without it.
    assert_eq!(mutant("CD").points(7, 0).table().after("15"), (12, 0));
    assert_eq!(pair().rules("D").points(7, 0).entry("leftovers", 0).table().after("15"), (9, 0));
    // 12 and 2 are 14, the bonus makes 15.
    assert_eq!(mutant("BC").target("15-points").points(12, 0).table().after("15"), (20, 0));
}

/// The Anticorps lack 18 to link the rims of the upper right and the lower left: 3, 9, 15, 21, 20, 19.
fn nearly_linked(rules: &str) -> Setup {
    lawn().rules(rules).pawns(&[0, 1, 2, 6, 7, 12, 35], &[3, 9, 15, 21, 20, 19, 24])
}

#[test]
fn m17_the_other_player_can_reach_the_target_in_a_turn() {
    // The Viruses move the last pawn from 24 to 18 themselves.
    let table = nearly_linked("B").target("chain-of-cells").hands("move", "").table();
    let linked = table.play("move >18 24");
    assert_eq!((linked.points(), linked.entry("target_by")), ((0, 5), "1".to_owned()));
    // The 5 points are the Anticorps', so they bring the Viruses no bonus.
    let mutant =
        nearly_linked("BC").target("chain-of-cells").mutations("bonus", "majority").hands("move", "");
    assert_eq!(mutant.table().after("move >18 24"), (0, 5));
    // Nor do the Anticorps get one for points in a turn that is not theirs.
    let other = nearly_linked("BC").target("chain-of-cells").mutations("majority", "bonus").hands("move", "");
    assert_eq!(other.table().after("move >18 24"), (0, 5));
    // Rule D follows from it: 5 and 5 are 10.
    let ten = nearly_linked("BD").target("chain-of-cells").hands("move", "").points(0, 5).table();
    let ten = ten.play("move >18 24");
    assert_eq!((ten.phase(), ten.points(), ten.entry("ten_by")), ("ten".to_owned(), (0, 10), "1".to_owned()));
    let drawn = ten.play("+flip");
    assert_eq!(
        (drawn.points(), drawn.entry("hands"), drawn.seat()),
        ((0, 12), "[[],[flip]]".to_owned(), Some(1))
    );
}

#[test]
fn m17_of_two_players_who_reach_something_the_mover_is_first() {
    // Positions of one's own, in which the Anticorps are at the mark already.
    let ten = |viruses: u16| pair().rules("D").points(viruses, 10).entry("leftovers", 0).table();
    assert_eq!(ten(8).after("15"), (12, 10));
    assert_eq!(ten(7).after("15"), (9, 12), "the mover is not there yet");
    let target = |viruses: u16| pair().rules("B").target("15-points").points(viruses, 15).table();
    assert_eq!(target(13).after("15"), (20, 15));
    assert_eq!(target(12).after("15"), (14, 20));
    // The same with the Anticorps to move, who score 2 in 15 by 9 and 21.
    let other =
        |rules: &str| lawn().rules(rules).pawns(&[31, 20, 16, 14], &[9, 21, 30]).entry("leftovers", 0);
    assert_eq!(other("D").points(10, 8).table().after("15"), (10, 12));
    assert_eq!(other("D").points(10, 7).table().after("15"), (12, 9));
    assert_eq!(other("B").target("15-points").points(15, 13).table().after("15"), (15, 20));
}

#[test]
fn m17_both_players_may_get_something_in_one_turn() {
    // The Viruses come to 10 by themselves; the Anticorps get the chain.
    let table = nearly_linked("BD").target("chain-of-cells").hands("move", "").points(10, 0);
    let table = table.entry("leftovers", 0).table();
    assert_eq!(table.after("move >18 24"), (12, 5));
}

#[test]
fn m17_nothing_is_settled_twice() {
    let table = pair().rules("BD").target("15-points").points(9, 3).hands("double", "").table();
    let settled = table.play("15 double +flip");
    // The Anticorps come to 10 and to 15 later: there is nothing left for them.
    let later = lawn().rules("BD").target("15-points").pawns(&[9, 21, 30, 15], &[20, 16, 14]);
    let later = later.points(20, 14).entry("target_by", 0).entry("ten_by", 0).table();
    assert_eq!(settled.points(), (20, 3));
    assert_eq!(later.after("10"), (20, 15), "16 is next to 10");
}

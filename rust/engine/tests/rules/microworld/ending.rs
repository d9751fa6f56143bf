//! M30, M31, and what changes the final scoring: M46, M47, M61.

use serde_json::{Value, json};

use super::support::{Setup, lawn};

/// The Anticorps place their last pawn next to v13 in 21: in 15, 22 or 27. v6 in 16 is flipped; v8 in 20
/// carries a radiation token; two pawns of the Anticorps are in 19.
///
/// ```text
///  v  v  a  v  v  a     m m m n n o
///  v  a  a  a  a  v     m o n n o o
///  a  a  v  . (v) a     m o u n o u
///  v aa  v! v  .  .     n n u u u u
///  .  v  v  .  .  .     n m m o u m
///  v  .  .  .  a  a     o o m o m m
/// ```
fn last_turn() -> Setup {
    let viruses = [0, 1, 6, 3, 4, 11, 16, 14, 20, 18, 25, 26, 30, 21];
    let anticorps = [2, 12, 7, 13, 8, 9, 5, 10, 17, 19, 19, 35, 34];
    lawn()
        .pawns(&viruses, &anticorps)
        .used("radiation", "flip occupied")
        .entry("flipped", json!([[6], []]))
        .entry("radiation", json!([[8], []]))
}

/// After the last pawn in 27: the lowest cell of each tissue, its size and who has it.
///
/// mucous 0 (5): 3 to 2. Nervous 3 (5): 3, 4 against 8, 9, a tie. Osseous 5 (4): 11 against 5, 10, as 16 is
/// removed. Osseous 7 (2): 0 to 2. Muscular 14 (7): 3 to 1, radiation. Nervous 18 (3): 1 against the two in 19.
/// Mucous 25 (3): 2 to 0. Osseous 27 (2): 0 to 1. Mucous 29 (3): 0 to 2. Osseous 30 (2): 1 to 0.
const BY_HAND: [(u8, &str); 10] = [
    (0, "v5"),
    (3, "-0"),
    (5, "a4"),
    (7, "a2"),
    (14, "v0"),
    (18, "a3"),
    (25, "v3"),
    (27, "a2"),
    (29, "a3"),
    (30, "v2"),
];

#[test]
fn m30_the_majority_scores_the_number_of_cells() {
    let over = last_turn().points(6, 3).table().play("27");
    assert_eq!(over.phase(), "over");
    for (cell, score) in BY_HAND {
        assert_eq!(over.tissue(cell), score, "the tissue of {cell}");
    }
    // Viruses 5 + 3 + 2, Anticorps 4 + 2 + 3 + 2 + 3; nothing for placing in 27.
    assert_eq!((over.tissues(), over.points()), ((10, 14), (16, 17)));
    assert_eq!(over.winners(), [1]);
    assert_eq!(over.returns(), [-1.0, 1.0]);
}

#[test]
fn m30_the_breakdown_can_be_checked_by_hand() {
    let tissues = last_turn().table().play("27").analysis("tissues");
    let row = |index: usize, key: &str| tissues[index][key].clone();
    assert_eq!(
        (row(0, "pawns"), row(0, "flipped"), row(0, "winner")),
        (json!([3, 2]), json!([0, 0]), json!(0))
    );
    assert_eq!((row(1, "pawns"), row(1, "leader"), row(1, "free")), (json!([2, 2]), Value::Null, json!(1)));
    assert_eq!(
        (row(2, "pawns"), row(2, "flipped"), row(2, "winner")),
        (json!([1, 2]), json!([1, 0]), json!(1))
    );
    assert_eq!(
        (row(4, "pawns"), row(4, "radiation"), row(4, "leader")),
        (json!([3, 1]), json!(true), json!(0))
    );
    assert_eq!((row(4, "points"), row(4, "winner")), (json!(0), Value::Null));
    assert_eq!((row(5, "pawns"), row(5, "winner")), (json!([1, 2]), json!(1)));
}

#[test]
fn m30_the_last_pawn_scores_as_ever() {
    // 15 is next to a5 in 9: 1. Nervous 3 is then 2 to 3 and goes to the Anticorps, osseous 27 to nobody.
    let over = last_turn().points(6, 3).table().play("15");
    assert_eq!((over.tissues(), over.points()), ((10, 4 + 2 + 3 + 3 + 5), (16, 3 + 1 + 17)));
    // In 22 it makes 3 to 2 in a tissue that scores nothing.
    let other = last_turn().points(6, 3).table().play("22");
    assert_eq!((other.points(), other.winners()), ((16, 15), vec![0]));
}

#[test]
fn m30_flipped_pawns_are_removed_first() {
    // Without the flip osseous 5 is a tie of 2 to 2.
    let over = last_turn().entry("flipped", json!([[], []])).table().play("27");
    assert_eq!((over.tissue(5), over.tissues()), ("-0".to_owned(), (10, 10)));
    // If all pawns of a tissue are removed nobody has it: 30.
    let empty = last_turn().entry("flipped", json!([[12], []])).table().play("27");
    assert_eq!((empty.tissue(30), empty.tissue(5)), ("-0".to_owned(), "-0".to_owned()));
    // Of a stack one pawn may be removed: nervous 18 is then 1 to 1.
    let stack = last_turn().used("radiation flip", "occupied").entry("flipped", json!([[], [9]])).table();
    assert_eq!(stack.play("27").tissue(18), "-0");
}

#[test]
fn m30_a_removed_pawn_leaves_its_radiation_token() {
    let over = last_turn().entry("flipped", json!([[8], []])).table().play("27");
    assert_eq!(over.tissue(14), "v0", "14 and 21 against 17, but the token is still in 20");
    assert_eq!(over.tissues(), (10, 10), "osseous 5 is a tie without the flip in 16");
}

#[test]
fn m30_radiation_takes_the_points_of_whoever_leads() {
    let none = last_turn().entry("radiation", json!([[], []])).table().play("27");
    assert_eq!((none.tissue(14), none.tissues()), ("v7".to_owned(), (17, 14)));
    let other = last_turn().entry("radiation", json!([[9], []])).table().play("27");
    assert_eq!((other.tissue(18), other.tissues()), ("a0".to_owned(), (17, 11)));
}

#[test]
fn m30_final_points_bring_nothing_but_themselves() {
    // 9 points and rule D, 14 and the target: the tissues lift nobody to a reward.
    let ten = last_turn().rules("D").points(9, 9).table().play("27");
    assert_eq!((ten.points(), ten.entry("ten_by")), ((19, 23), "null".to_owned()));
    let target = last_turn().rules("B").target("15-points").points(14, 14).table().play("27");
    assert_eq!((target.points(), target.entry("target_by")), ((24, 28), "null".to_owned()));
    // M60 is about turns: 1 for placing in 15 and 17 for tissues are no reason for it.
    let bonus = last_turn().rules("C").mutations("barrier", "bonus").table().play("15");
    assert_eq!(bonus.points(), (10, 18));
}

#[test]
fn m31_most_points_win() {
    let won = |viruses: u16, anticorps: u16| {
        let over = last_turn().points(viruses, anticorps).hands("", "double block").table().play("27 end");
        (over.winners(), over.points())
    };
    assert_eq!(won(7, 2), (vec![0], (17, 16)));
    assert_eq!(won(5, 2), (vec![1], (15, 16)));
}

#[test]
fn m31_then_most_unused_gene_tokens() {
    // 6 and 10, 2 and 14: 16 each.
    let even = |viruses: &str, anticorps: &str| {
        let table = last_turn().points(6, 2).hands(viruses, anticorps).table();
        let last = if anticorps.is_empty() { "27" } else { "27 end" };
        let over = table.play(last);
        assert_eq!(over.points(), (16, 16));
        over.winners()
    };
    assert_eq!(even("double", ""), [0]);
    assert_eq!(even("", "double"), [1]);
    assert_eq!(even("double block", "opponent"), [0]);
    assert_eq!(even("double", "opponent move"), [1]);
    // Used ones, of which the Anticorps have two and the Viruses one, do not count.
    assert_eq!(even("double", "opponent"), [0, 1]);
}

#[test]
fn m31_then_nobody_is_ahead() {
    let over = last_turn().points(6, 2).table().play("27");
    assert_eq!((over.winners(), over.returns()), (vec![0, 1], vec![0.0, 0.0]));
}

#[test]
fn m46_mucous_tissues_score_nothing() {
    let over = last_turn().rules("G").table().play("27");
    for (cell, score) in [(0, "v0"), (25, "v0"), (29, "a0"), (30, "v2"), (5, "a4")] {
        assert_eq!(over.tissue(cell), score, "the tissue of {cell}");
    }
    assert_eq!(over.tissues(), (2, 11));
    // It is no matter while playing: 1 for each adjacent pawn, as ever. 29 is next to 35.
    let table = lawn().rules("G").pawns(&[35, 30], &[0, 23]).table();
    assert_eq!(table.after("29"), (1, 0));
}

#[test]
fn m47_muscular_tissues_score_double() {
    let over = last_turn().rules("H").entry("radiation", json!([[], []])).table().play("27");
    assert_eq!((over.tissue(14), over.tissues()), ("v14".to_owned(), (24, 14)));
    // Twice nothing is nothing.
    let radiation = last_turn().rules("H").table().play("27");
    assert_eq!((radiation.tissue(14), radiation.tissues()), ("v0".to_owned(), (10, 14)));
    // Placing is not doubled.
    let table = lawn().rules("H").pawns(&[20, 30], &[0, 15]).table();
    assert_eq!(table.after("21"), (1, 0));
}

#[test]
fn m46_m47_go_together() {
    let over = last_turn().rules("GH").entry("radiation", json!([[], []])).table().play("27");
    assert_eq!(over.tissues(), (14 + 2, 11));
}

#[test]
fn m61_a_point_for_each_tissue_that_scores() {
    let with =
        |rules: &str, viruses: &str, anticorps: &str| last_turn().rules(rules).mutations(viruses, anticorps);
    // The Viruses score for three tissues, the Anticorps for five; the tie and radiation bring none.
    assert_eq!(with("C", "majority", "steal").table().play("27").tissues(), (13, 14));
    assert_eq!(with("C", "steal", "majority").table().play("27").tissues(), (10, 19));
    assert_eq!(with("C", "majority", "steal").table().play("27").tissue(14), "v0");
    // Rule G: of the three, two are mucous.
    let mucous = with("CG", "majority", "steal").table().play("27");
    assert_eq!((mucous.tissue(0), mucous.tissues()), ("v0".to_owned(), (3, 11)));
    // Rule H: the point is not doubled.
    let muscular = with("CH", "majority", "steal").entry("radiation", json!([[], []])).table().play("27");
    assert_eq!((muscular.tissue(14), muscular.tissues()), ("v15".to_owned(), (14 + 10 + 4, 14)));
}

#[test]
fn m61_flips_and_stacks_decide_majorities() {
    let mutant = || last_turn().rules("C").mutations("steal", "majority");
    assert_eq!(mutant().table().play("27").tissue(5), "a5", "by the flip in 16");
    assert_eq!(mutant().entry("flipped", json!([[], []])).table().play("27").tissue(5), "-0");
    assert_eq!(mutant().table().play("27").tissue(18), "a4", "by the stack in 19");
    let other = mutant().used("radiation flip", "occupied").entry("flipped", json!([[], [10]])).table();
    assert_eq!(other.play("27").tissue(18), "-0");
}

#[test]
fn m61_works_by_itself() {
    let table = last_turn().rules("C").mutations("steal", "majority").table();
    assert_eq!(table.deeds(), "");
    table.forbids("steal", "M63");
    let shown =
        lawn().rules("C").mutations("majority", "steal").pawns(&[20], &[14]).hands("double", "").table();
    assert_eq!(shown.play("8").deeds(), "double end");
    assert_eq!(shown.after("8 end"), (0, 0));
}

//! M28: copy, and the gene arrow. M29: genes that need a target.

use serde_json::json;

use super::support::{Setup, lawn};

/// Around 15 the Viruses have v0 in 9; the Anticorps have a0 in 21, a1 in 16, a2 in 14.
fn crowd() -> Setup {
    lawn().pawns(&[9, 20, 30], &[21, 16, 14])
}

#[test]
fn m28_nothing_to_copy_before_any_power_was_used() {
    let table = crowd().hands("copy", "").table();
    assert_eq!((table.entry("arrow"), table.deeds()), ("null".to_owned(), String::new()));
    table.forbids("copy", "M28");
    let placed = table.play("15");
    assert_eq!(placed.deeds(), "end");
    placed.forbids("copy", "M28");
}

#[test]
fn m28_the_arrow_shows_the_power_used_last_by_anybody() {
    let table = crowd().hands("double copy", "radiation").table().play("15 double");
    assert_eq!(table.entry("arrow"), "double");
    let table = table.play("10 radiation");
    assert_eq!(table.entry("arrow"), "radiation");
    // Copy is radiation now.
    let table = table.play("4 copy");
    assert_eq!(table.entry("radiation"), "[[4],[3]]");
    assert_eq!(table.entry("arrow"), "radiation", "the arrow stays");
    assert_eq!(table.entry("used"), "[[double,copy],[radiation]]");
}

#[test]
fn m28_a_power_used_earlier_in_the_turn_will_do() {
    let table = crowd().rules("A").hands("flip copy", "").table().play("15 flip a1 copy");
    assert_eq!((table.phase(), table.listed()), ("flip".to_owned(), "a0 a2".to_owned()));
    assert_eq!(table.play("a0").entry("flipped"), "[[],[0,1]]");
    // The power used last counts, not the one before it.
    let moved = crowd().rules("A").used("", "flip").hands("radiation copy", "").table();
    assert_eq!(moved.play("15 radiation copy").entry("flipped"), "[[],[]]");
}

#[test]
fn m28_a_copied_radiation_puts_the_copy_token_on_the_board() {
    let table = crowd().used("", "radiation").entry("radiation", json!([[], [0]])).hands("copy", "").table();
    let marked = table.play("8 copy");
    assert_eq!(
        (marked.entry("radiation"), marked.entry("used")),
        ("[[3],[0]]".to_owned(), "[[copy],[radiation]]".to_owned())
    );
    // Muscular by a0 in 21, nervous by v3 in 8.
    assert_eq!((marked.tissue(21), marked.tissue(8)), ("a0".to_owned(), "v0".to_owned()));
}

#[test]
fn m28_copy_is_a_use_like_any_other() {
    let table = crowd().used("", "double").hands("copy opponent", "").table();
    assert_eq!(table.after("15 copy"), (2, 0));
    assert_eq!(table.play("15 copy").seat(), Some(1), "one gene a turn");
}

#[test]
fn m28_the_arrow_of_a_position_shows_a_power_that_was_used() {
    assert_eq!(crowd().used("double", "").arrow("flip").faults(), ["M28"]);
    assert_eq!(crowd().arrow("flip").faults(), ["M28"]);
    assert_eq!(crowd().used("double", "").entry("arrow", json!(null)).faults(), ["M28"]);
    assert_eq!(crowd().used("double copy", "").arrow("copy").faults(), ["M28"]);
    assert_eq!(crowd().used("double", "flip").arrow("double").table().entry("arrow"), "double");
}

#[test]
fn m28_copy_can_t_be_the_only_gene_that_was_used() {
    assert_eq!(crowd().used("copy", "").faults(), ["M28"]);
}

#[test]
fn m29_flip_needs_an_adjacent_pawn_of_the_opponent() {
    let table = lawn().pawns(&[20], &[14]).hands("flip", "").table();
    table.play("8 flip a0"); // 14 is next to 8
    // After 0, whose neighbours are occupied, the Viruses may place in 35, far from everybody.
    let corner = lawn().pawns(&[1, 30], &[6, 0]).hands("flip", "").table();
    let alone = corner.play("35");
    assert_eq!(alone.deeds(), "end");
    alone.forbids("flip", "M29");
    let copy = lawn().pawns(&[1, 30], &[6, 0]).used("", "flip").hands("copy", "").table().play("35");
    copy.forbids("copy", "M29");
}

#[test]
fn m29_place_in_occupied_needs_an_occupied_cell_there() {
    let table = lawn().pawns(&[31], &[14]).hands("occupied", "").table();
    assert_eq!(table.deeds(), "");
    table.forbids("occupied", "M29");
    lawn().pawns(&[31], &[14]).used("", "occupied").hands("copy", "").table().forbids("copy", "M29");
    assert_eq!(lawn().pawns(&[20], &[14]).hands("occupied", "").table().deeds(), "occupied");
    // After a move there may be one: 7 is next to 13.
    let moved = lawn().rules("A").pawns(&[7], &[14]).hands("occupied move", "").table();
    moved.forbids("occupied", "M29");
    assert_eq!(moved.play("move >13 occupied").places(), [7, 12, 14, 19]);
}

#[test]
fn m29_move_needs_a_free_cell_there() {
    let table = lawn().pawns(&[1, 20], &[6, 0]).hands("move", "").table();
    assert_eq!(table.deeds(), "");
    table.forbids("move", "M29");
    lawn().pawns(&[1, 20], &[6, 0]).used("move", "").hands("copy", "").table().forbids("copy", "M29");
}

#[test]
fn m29_other_genes_can_always_be_used_at_their_time() {
    // Nobody is next to 35.
    let setup = || lawn().pawns(&[1, 20], &[6, 0]);
    for gene in ["double", "opponent", "block", "radiation"] {
        assert_eq!(setup().hands(gene, "").table().after(&format!("35 {gene}")), (0, 0));
        let copy = setup().hands("copy", "").used("", gene).table();
        assert_eq!(copy.after("35 copy"), (0, 0));
    }
    // Every free cell is open already, since none is adjacent to the last pawn.
    assert_eq!(setup().hands("anywhere", "").table().after("anywhere 35"), (0, 0));
}

#[test]
fn m29_a_target_is_named_when_it_is_asked_for() {
    let table = crowd().hands("flip move", "").table();
    table.forbids_all(">8 a2 v0", "M29");
    table.play("15").forbids_all(">8 a2", "M29");
}

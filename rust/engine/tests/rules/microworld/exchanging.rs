//! M64: the pawn just placed and an adjacent one of the opponent change places.

use serde_json::json;

use super::support::{Setup, lawn};

/// The Viruses can exchange. Around 15 they have v0 in 9; the Anticorps have a0 in 21, a1 in 16, a2 in 14. Around 8
/// are v0 in 9 and a2; v1 is in 20, next to 14.
fn swap(rules: &str) -> Setup {
    lawn().rules(rules).mutations("exchange", "majority").pawns(&[9, 20, 30], &[21, 16, 14])
}

#[test]
fn m64_two_pawns_change_places() {
    let table = swap("C").table().play("15");
    assert_eq!(table.deeds(), "exchange end");
    let aim = table.play("exchange");
    assert_eq!((aim.phase(), aim.seat(), aim.listed()), ("mutate".into(), Some(0), "a0 a1 a2".into()));
    let done = aim.play("a1");
    assert_eq!((done.cell_of("v3"), done.cell_of("a1")), (16, 15));
    assert_eq!((done.entry("mutation_tokens"), done.seat()), ("[1,0]".to_owned(), Some(1)));
    assert_eq!(done.entry("pawns"), "[[9,20,30,16],[21,15,14]]");
}

#[test]
fn m64_only_with_an_adjacent_pawn_of_the_opponent() {
    let aim = swap("C").table().play("8 exchange");
    assert_eq!(aim.listed(), "a2");
    aim.forbids_all("a0 a1 a3 v0 v3", "M64");
    aim.forbids_all(">2 >14", "M64");
    aim.forbids_all("end 8 flip", "M64");
    // With nobody there it can't be used: 35 is far from all.
    let alone =
        lawn().rules("C").mutations("exchange", "majority").pawns(&[1, 20], &[6, 0]).hands("double", "");
    let alone = alone.table().play("35");
    assert_eq!(alone.deeds(), "double end");
    alone.forbids("exchange", "M64");
    swap("C").table().forbids("exchange", "M64"); // after placing
}

#[test]
fn m64_once_a_turn_while_tokens_last() {
    let once = swap("C").hands("double", "").table().play("15 exchange a1");
    assert_eq!(once.deeds(), "double end");
    once.forbids("exchange", "M64");
    let spent = swap("C").hands("double", "").entry("mutation_tokens", json!([0, 0])).table().play("15");
    assert_eq!(spent.deeds(), "double end");
    spent.forbids("exchange", "M64");
}

#[test]
fn m64_placing_points_count_around_the_new_cell() {
    // In 14 v3 has v1 in 20 beside it, and a2 is in 8.
    assert_eq!(swap("C").table().after("13 exchange a2"), (1, 0), "13: none");
    // In 16 there is nobody of the Viruses around.
    assert_eq!(swap("C").table().after("15 exchange a1"), (0, 0));
    assert_eq!(swap("C").table().after("15 end"), (1, 0));
    // In 21 there is v1 in 20; of the Anticorps a0, now in 15.
    let genes = |gene: &str| swap("C").hands(gene, "").table().after(&format!("15 exchange a0 {gene}"));
    assert_eq!((genes("double"), genes("opponent")), ((2, 0), (1, 0)));
    let order = |gene: &str| swap("C").hands(gene, "").table().after(&format!("15 {gene} exchange a0"));
    assert_eq!((order("double"), order("opponent")), ((2, 0), (1, 0)));
}

#[test]
fn m64_the_next_turn_is_next_to_the_new_cell() {
    // v3 is in 14, a2 in 13: 8, 15 are free there, 20 and 13 are not.
    assert_eq!(swap("C").table().play("13 exchange a2").places(), [8, 15]);
}

#[test]
fn m64_flip_and_exchange() {
    let table = swap("C").hands("flip", "").table();
    // a1 is flipped in 16 and goes to 15 as it is: v0 alone counts among the nervous cells.
    let first = table.play("15 flip a1 exchange a1");
    assert_eq!((first.entry("flipped"), first.cell_of("a1")), ("[[],[1]]".to_owned(), 15));
    assert_eq!((first.tissue(15), first.tissue(16)), ("v5".to_owned(), "v4".to_owned()));
    // After the exchange those around the new cell 16 can be flipped: a1, now in 15.
    let then = table.play("15 exchange a1 flip");
    assert_eq!(then.listed(), "a1");
    then.forbids("a0", "M20");
    assert_eq!(then.play("a1").tissue(15), "v5");
}

#[test]
fn m64_radiation_goes_with_its_pawn() {
    let table = swap("C").hands("radiation", "").table();
    // v3 takes the token from nervous 15 to osseous 16; or it is laid there after the exchange.
    for turn in ["15 radiation exchange a1", "15 exchange a1 radiation"] {
        let done = table.play(turn);
        assert_eq!(
            (done.entry("radiation"), done.tissue(16), done.tissue(15)),
            ("[[3],[]]".into(), "v0".into(), "-0".into())
        );
    }
    // A token on the pawn of the Anticorps comes to 15 with it.
    let other = swap("C").used("", "radiation").entry("radiation", json!([[], [1]])).table();
    let done = other.play("15 exchange a1");
    assert_eq!((done.tissue(15), done.tissue(16)), ("-0".to_owned(), "v4".to_owned()));
    assert_eq!(other.play("15 end").tissue(15), "v5");
}

#[test]
fn m64_one_pawn_of_a_stack_changes_places() {
    // a1 and a2 are both in 14; v3 goes in for a1.
    let stack = swap("C").pawns(&[9, 20, 30], &[21, 14, 14]).used("", "occupied").table();
    let done = stack.play("15 exchange a1");
    assert_eq!(done.entry("pawns"), "[[9,20,30,14],[21,15,14]]");
    assert_eq!(done.points(), (1, 0), "v1 in 20; a2 in the same cell is not adjacent");
    // v3 itself is on a stack with v1, in 20.
    let own = swap("C").hands("occupied", "").table().play("occupied 20 exchange a2");
    assert_eq!(own.entry("pawns"), "[[9,20,30,14],[21,16,20]]");
    // Pawns in the same cell are not adjacent, so the one below is no target.
    let below = swap("C").pawns(&[9, 19, 30], &[21, 20, 14]).hands("occupied", "").table();
    let aim = below.play("occupied 20 exchange");
    assert_eq!(aim.listed(), "a0 a2");
    aim.forbids("a1", "M64");
}

#[test]
fn m64_move_anywhere_and_exchange() {
    // a2 is moved to 13, v3 goes to 14 and takes 13 back.
    let table = swap("C").hands("move", "").table().play("move >13 14 exchange a2");
    assert_eq!((table.cell_of("v3"), table.cell_of("a2")), (13, 14));
    let far = swap("C").hands("anywhere", "").table().play("anywhere 10 exchange a1");
    assert_eq!((far.cell_of("v3"), far.cell_of("a1")), (16, 10));
}

#[test]
fn m64_a_blocked_player_may_exchange() {
    let table = lawn().rules("C").mutations("majority", "exchange").pawns(&[9, 20, 30], &[21, 16, 14]);
    let table = table.hands("block", "double").table().play("8 block").play("2");
    assert_eq!(table.deeds(), "exchange end");
    let done = table.play("exchange v3");
    assert_eq!((done.cell_of("a3"), done.cell_of("v3"), done.points()), (8, 2, (1, 0)));
}

#[test]
fn m64_fills_nothing_and_places_nowhere() {
    // {7, 13}: 7 is occupied by a1. v3 is placed in 12 and changes places with a2 in 13: rule F says nothing.
    let table =
        lawn().rules("CEF").mutations("exchange", "majority").pawns(&[31, 20, 30], &[21, 7, 13]).table();
    assert_eq!(table.after("12 exchange a2"), (0, 0));
    // 14 to nervous 15: rule E says nothing.
    let nervous = lawn().rules("CE").mutations("exchange", "majority").pawns(&[31, 30], &[13, 15]).table();
    assert_eq!(nervous.after("14 exchange a1"), (0, 0));
    // A token on the ground is taken by nobody: one lies under a2 in 16.
    let token = swap("C").pawns(&[9, 20, 30], &[21, 14, 16]).tokens(&[16]).table().play("15 exchange a2");
    assert_eq!((token.entry("genes"), token.entry("hands")), ("[16]".to_owned(), "[[],[]]".to_owned()));
}

#[test]
fn m64_may_give_the_opponent_the_chain() {
    // 3, 9, 15, 21, 20, 19 are the Anticorps', 18 is missing and 24 is their last pawn. The Viruses place in 18 and
    // change places with it.
    let table = lawn().rules("BC").target("chain-of-cells").mutations("exchange", "bonus");
    let table = table.pawns(&[0, 1, 2, 6, 7, 12, 35], &[3, 9, 15, 21, 20, 19, 24]).table();
    let linked = table.play("18 exchange a6");
    assert_eq!((linked.entry("target_by"), linked.points()), ("1".to_owned(), (0, 5)), "30 and 25 are empty");
    assert_eq!(table.play("18 end").entry("target_by"), "null");
    // Or break one: the Viruses complete theirs by placing, and leave it.
    let own = lawn().rules("BC").target("chain-of-cells").mutations("exchange", "bonus");
    let own = own.pawns(&[3, 9, 14, 20, 19, 18], &[0, 5, 29, 35, 30, 16]).table();
    assert_eq!(own.play("15 end").entry("target_by"), "0");
    assert_eq!(own.play("15 exchange a5").entry("target_by"), "null");
}

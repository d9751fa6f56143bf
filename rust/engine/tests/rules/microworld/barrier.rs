//! M62: a mutation token shuts a cell for the opponent's next turn.

use serde_json::json;

use super::support::{Setup, lawn, on, rows};

/// All cells of the lawn but some.
fn all_but(cells: &[u8]) -> Vec<u8> {
    (0..36).filter(|cell| !cells.contains(cell)).collect()
}

/// The Viruses have the barrier; the last pawn of the Anticorps is in 14.
fn barrier() -> Setup {
    lawn().rules("C").mutations("barrier", "bonus").pawns(&[20], &[14])
}

#[test]
fn m62_the_opponent_can_t_place_there_next_turn() {
    let table = barrier().table().play("8");
    assert_eq!(table.deeds(), "barrier end");
    let aim = table.play("barrier");
    assert_eq!((aim.phase(), aim.seat()), ("mutate".to_owned(), Some(0)));
    let blocked = aim.play(">7");
    assert_eq!(
        (blocked.entry("barrier"), blocked.entry("mutation_tokens")),
        ("7".to_owned(), "[2,0]".to_owned())
    );
    assert_eq!(blocked.places(), [2, 9]);
    blocked.forbids("7", "M62");
    assert_eq!(table.play("end").places(), [2, 7, 9]);
}

#[test]
fn m62_any_free_cell_can_be_shut() {
    let aim = barrier().table().play("8 barrier");
    let free: Vec<String> = all_but(&[8, 14, 20]).iter().map(|cell| format!(">{cell}")).collect();
    assert_eq!(aim.listed(), free.join(" "));
    aim.forbids_all(">8 >14 >20", "M62");
    aim.forbids_all("end a0 v0 8 flip", "M62");
    // One with a gene token, too; it stays there.
    let token = barrier().tokens(&[9]).table().play("8 barrier >9");
    assert_eq!((token.entry("genes"), token.places()), ("[9]".to_owned(), vec![2, 7]));
}

#[test]
fn m62_once_a_turn_after_placing_while_tokens_last() {
    let table = barrier().table();
    table.forbids("barrier", "M62");
    let once = barrier().hands("double", "").table().play("8 barrier >7");
    assert_eq!(once.deeds(), "double end");
    once.forbids("barrier", "M62");
    let spent = barrier().pawns(&[20, 30, 31], &[35, 34, 14]).hands("double", "");
    let spent = spent.entry("mutation_tokens", json!([0, 0])).table().play("8");
    assert_eq!(spent.deeds(), "double end");
    spent.forbids("barrier", "M62");
    // Three tokens, three turns: 8, 2, 0 and the Anticorps in 9, 1, 6.
    let three = table.play("8 barrier >7").play("2").play("1 barrier >35").play("0").play("6 barrier >35");
    assert_eq!((three.entry("mutation_tokens"), three.seat()), ("[0,0]".to_owned(), Some(1)));
    let after = three.play("7").play("13");
    assert_eq!(
        (after.seat(), after.entry("barrier")),
        (Some(1), "null".to_owned()),
        "the turn ended by itself"
    );
}

#[test]
fn m62_the_token_is_discarded_at_the_own_next_turn() {
    let table = barrier().table().play("8 barrier >3").play("2");
    assert_eq!((table.entry("barrier"), table.seat()), ("null".to_owned(), Some(0)));
    assert_eq!(table.places(), [1, 3], "8 is occupied");
    assert_eq!(table.entry("mutation_tokens"), "[2,0]", "it does not come back");
    assert_eq!(
        barrier().table().play("8 barrier >3").play("9").play("10 end").places(),
        [4, 11, 16],
        "for one turn"
    );
}

#[test]
fn m62_holds_against_place_anywhere() {
    let table = barrier().hands("", "anywhere").table().play("8 barrier >7 anywhere");
    assert_eq!(table.places(), all_but(&[7, 8, 14, 20]));
    table.forbids("7", "M62");
    let far = barrier().hands("", "anywhere").table().play("8 barrier >35 anywhere");
    assert_eq!(far.places(), all_but(&[8, 14, 20, 35]));
    far.forbids("35", "M62");
}

#[test]
fn m62_holds_where_nothing_adjacent_is_free() {
    // The corner 0 has neighbours 1 and 6. If 6 is shut, any other free cell will do.
    let table = barrier().pawns(&[20], &[1]).table().play("0 barrier >6");
    assert_eq!(table.places(), all_but(&[0, 1, 6, 20]));
    table.forbids("6", "M62");
    // If both are occupied and another one is shut, any but that.
    let full = barrier().pawns(&[20, 6, 30], &[31, 14, 1]).table().play("0 barrier >35");
    assert_eq!(full.places(), all_but(&[0, 1, 6, 14, 20, 30, 31, 35]));
}

#[test]
fn m62_forbids_placing_and_not_moving() {
    // With the gene move the Anticorps may push v1 from 8 into the shut cell 7.
    let table = barrier().hands("", "move").table().play("8 barrier >7 move");
    assert_eq!(table.listed(), ">2 >7 >9");
    let moved = table.play(">7");
    assert_eq!((moved.cell_of("v1"), moved.entry("barrier")), (7, "7".to_owned()));
    assert_eq!(moved.places(), [1, 6, 8, 13]);
    // With the shift they may go there themselves after placing beside it.
    let shift = lawn().rules("C").mutations("barrier", "shift").pawns(&[20], &[14]).table();
    let shift = shift.play("8 barrier >7 2 shift");
    assert_eq!(shift.listed(), ">1 >3");
    let beside = lawn().rules("C").mutations("barrier", "shift").pawns(&[20], &[14]).table();
    assert_eq!(beside.play("8 barrier >3 2 shift >3").cell_of("a1"), 3);
}

#[test]
fn m62_a_shut_cell_is_never_one_to_stack_on() {
    // Only the last pawn of the Viruses can come into the shut cell before the Anticorps place, and nobody is
    // placed on top of that one: its own cell is not adjacent to it.
    let table = lawn().rules("AC").mutations("barrier", "bonus").pawns(&[9, 30], &[31, 14]);
    let moved = table.hands("", "move occupied").table().play("8 barrier >2 move >2");
    moved.forbids("occupied", "M29"); // 1, 3 and 8 around 2 are free
    let open = lawn().rules("AC").mutations("barrier", "bonus").pawns(&[3, 30], &[31, 14]);
    let open = open.hands("", "move occupied").table().play("8 barrier >2 move >2 occupied");
    assert_eq!(open.places(), [1, 3, 8]);
    open.forbids("2", "M62");
    // In a position it lies in a free cell.
    let occupied = lawn().rules("C").mutations("bonus", "barrier").pawns(&[20, 15], &[31, 14]);
    assert_eq!(occupied.entry("mutation_tokens", json!([0, 2])).entry("barrier", 20).faults(), ["M62"]);
}

#[test]
fn m62_a_shut_cell_is_still_free_for_rule_f() {
    // {7, 13}: the Anticorps place in 13, next to 14. While 7 is free, shut or not, nothing is filled.
    let free = lawn().rules("CF").mutations("barrier", "majority").pawns(&[31, 30], &[35, 20]).table();
    assert_eq!(free.play("14 barrier >7").after("13"), (0, 0));
    assert_eq!(free.play("14 end").after("13"), (0, 0));
    let full = lawn().rules("CF").mutations("barrier", "majority").pawns(&[31, 7], &[35, 20]).table();
    assert_eq!(full.play("14 barrier >0").after("13"), (0, 2));
}

#[test]
fn m62_works_with_genes_of_the_same_turn_and_on_the_first_one() {
    let table = barrier().hands("block", "anywhere").table().play("8 block barrier >7");
    table.forbids("anywhere", "M24");
    assert_eq!(table.places(), [2, 9]);
    let first =
        lawn().rules("C").option("mutations", json!(["barrier", "bonus"])).start().play("13 barrier >12");
    assert_eq!(first.places(), [7, 14, 19]);
}

#[test]
fn m62_the_last_pawns_always_have_a_cell() {
    // Every cell of 29 is occupied but 27 and 28: the Viruses shut one of them, the other is left.
    let board = rows(&"mnou".repeat(8)[..29], &[0]);
    let viruses: Vec<u8> = (0..13).collect();
    let anticorps: Vec<u8> = (13..26).collect();
    let table = on(board).rules("C").mutations("barrier", "bonus").pawns(&viruses, &anticorps).table();
    let shut = table.play("26 barrier");
    assert_eq!(shut.listed(), ">27 >28");
    assert_eq!(shut.play(">27").places(), [28]);
    assert_eq!(shut.play(">28 27").phase(), "over");
}

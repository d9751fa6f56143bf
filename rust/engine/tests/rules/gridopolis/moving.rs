//! G20 to G24: steps and directions.

use super::support::{Table, matrix, on};

#[test]
fn g20_a_step_goes_to_a_neighbouring_empty_active_pad() {
    let table =
        matrix().pawn(0, "1.1.1").pawn(0, "0.1.1").pawn(1, "2.1.1").pawn(1, "1.4.2").blocked("1.2.1").table();
    let moved = table.play("1.1.1>1.2.2");
    assert_eq!((moved.at("1.1.1"), moved.at("1.2.2")), ("-".to_owned(), "0p".to_owned()));
    assert_eq!(moved.seat(), Some(1));
    table.forbids_all("1.1.1>0.1.1 1.1.1>2.1.1", "G20"); // occupied
    table.forbids("1.1.1>1.2.1", "G61"); // blocked
    table.forbids_all("1.1.1>1.3.1 1.1.1>0.2.3 1.1.1>1.1.3", "G20"); // not adjacent
    table.forbids("1.1.1>1.1.0", "G20"); // no pad
    assert_eq!(table.after("1.1.1>"), "0.1.2 0.2.1 0.2.2 1.1.2 1.2.2 2.1.2 2.2.1 2.2.2");
}

#[test]
fn g20_a_step_ends_the_move() {
    // After a step there is no capture in the same move, and no second step.
    let table = matrix().pawn(0, "1.0.1").pawn(1, "1.1.1").pawn(1, "0.4.2").table();
    assert_eq!(table.turn_texts("1.0.1>1.0.2"), ["1.0.1>1.0.2"]);
    let chain = matrix().king(0, "0.0.2").pawn(1, "1.0.2").pawn(1, "2.1.2").table();
    chain.play("0.0.2x2.0.2").forbids(">2.0.1", "G20");
}

#[test]
fn g21_a_pawn_never_goes_backward() {
    let around = |table: &Table| table.after("1.1.2>").split(' ').count();
    let south = matrix().players(4).pawn(0, "1.1.2").pawn(1, "-2.1.2").table();
    assert_eq!(around(&south), 17, "26 without the 9 behind");
    south.forbids_all("1.1.2>1.0.2 1.1.2>0.0.1 1.1.2>2.0.3 1.1.2>1.0.1", "G21");
    south.play("1.1.2>0.1.2"); // sideways
    south.play("1.1.2>1.1.3"); // straight up
    south.play("1.1.2>1.1.1"); // straight down
    south.play("1.1.2>2.1.3"); // a mixture
    for (seat, behind, beside) in [(1, "0.1.2", "1.0.2"), (2, "1.2.2", "0.1.2"), (3, "2.1.2", "1.0.2")] {
        let table = matrix().players(4).pawn(seat, "1.1.2").pawn(0, "0.-2.2").turn_of(seat).table();
        assert_eq!(around(&table), 17);
        table.forbids(&format!("1.1.2>{behind}"), "G21");
        table.play(&format!("1.1.2>{beside}"));
    }
}

#[test]
fn g21_forward_may_be_up_or_down() {
    let base = on("spire").pawn(0, "1.1.3").pawn(1, "1.1.6").table();
    base.forbids_all("1.1.3>1.1.2 1.1.3>2.2.2 1.1.3>0.1.2", "G21");
    base.play("1.1.3>1.0.3");
    base.play("1.1.3>1.0.4");
    let crown = on("spire").pawn(0, "1.1.1").pawn(1, "1.1.3").turn_of(1).table();
    crown.forbids_all("1.1.3>1.1.4 1.1.3>2.1.4", "G21");
    crown.play("1.1.3>1.0.3");
    crown.play("1.1.3>1.1.2");
}

#[test]
fn g21_binds_hops_captures_and_kamikazes() {
    let table = matrix().pawn(0, "1.2.3").pawn(0, "1.1.3").pawn(1, "1.1.2").pawn(1, "0.4.2").table();
    table.forbids("1.2.3^1.0.3", "G21");
    table.forbids("1.2.3x1.0.1", "G21");
    table.forbids("1.2.3>1.1.1", "G20");
    let edge = matrix().pawn(0, "1.-1.2").pawn(1, "1.-2.2").pawn(1, "0.-1.2").table();
    edge.forbids("1.-1.2!1.-2.2", "G21");
    edge.play("1.-1.2!0.-1.2"); // sideways
}

#[test]
fn g22_no_sideways_on_own_home_row() {
    let table = matrix().pawn(0, "1.-2.2").pawn(1, "1.4.2").table();
    table.forbids_all("1.-2.2>0.-2.2 1.-2.2>2.-2.2", "G22");
    assert_eq!(table.after("1.-2.2>"), "0.-1.2 1.-1.2 2.-1.2");
    // On the front row of the section sideways is fine.
    matrix().pawn(0, "1.-1.2").pawn(1, "1.4.2").table().play("1.-1.2>0.-1.2");
}

#[test]
fn g22_binds_hops_captures_and_kamikazes() {
    let hop = matrix().pawn(0, "0.-2.2").pawn(0, "1.-2.2").pawn(1, "1.4.2").table();
    hop.forbids("0.-2.2^2.-2.2", "G22");
    let hop = matrix().pawn(0, "0.-2.2").pawn(0, "1.-1.2").pawn(1, "1.4.2").table();
    hop.play("0.-2.2^2.0.2");
    let capture = matrix().pawn(0, "0.-2.2").pawn(1, "1.-2.2").pawn(1, "0.-1.2").table();
    capture.forbids("0.-2.2x2.-2.2", "G22");
    capture.play("0.-2.2x0.0.2");
    let kamikaze = matrix().pawn(0, "1.-2.2").pawn(1, "2.-2.2").pawn(1, "2.-1.2").table();
    kamikaze.forbids("1.-2.2!2.-2.2", "G22");
    kamikaze.play("1.-2.2!2.-1.2"); // forward, to where 3.0.2 would be
}

#[test]
fn g22_is_about_kingerizers_not_about_levels() {
    // In Spire the whole lowest level is Base's start, but only five of its pads have kingerizers.
    let table = on("spire").pawn(0, "0.0.1").pawn(0, "1.1.1").pawn(1, "1.1.6").table();
    table.play("0.0.1>1.0.1");
    table.forbids_all("1.1.1>2.1.1 1.1.1>0.2.1", "G22");
    table.play("1.1.1>2.1.2");
}

#[test]
fn g22_binds_a_chain_that_a_teleport_brought_home() {
    let setup = on("airlock").pawn(0, "2.1.2").pawn(1, "1.1.2").pawn(1, "0.-2.1").fresh(1, "0.4.1");
    let home = "2.1.2x0.1.2~1.-2.1";
    let chain = setup.clone().pawn(1, "1.-1.1").table().play(home);
    chain.forbids("!0.-2.1", "G22");
    assert_eq!(chain.after(""), ". x1.0.1");
    // Without a capture in front the turn is over: the sideways kamikaze does not count.
    assert_eq!(setup.table().play(home).seat(), Some(1));
}

#[test]
fn g23_the_first_move_of_a_marker_goes_forward() {
    let table = matrix().fresh(0, "1.-1.2").pawn(0, "2.-1.2").fresh(0, "0.-2.2").pawn(1, "1.4.2").table();
    table.forbids("1.-1.2>0.-1.2", "G23");
    table.forbids_all("1.-1.2>1.-2.2 1.-1.2>2.-2.2", "G21");
    table.forbids("0.-2.2>1.-2.2", "G22");
    assert_eq!(table.after("1.-1.2>").split(' ').count(), 9, "three pads on each of three levels");
    table.play("1.-1.2>1.0.3");
    table.play("2.-1.2^0.-1.2"); // has moved before
    table.forbids("1.-1.2^3.-1.2", "G26");
}

#[test]
fn g23_binds_hops_captures_and_kamikazes() {
    let table = matrix()
        .fresh(0, "0.-1.2")
        .pawn(0, "1.-1.2")
        .fresh(0, "2.1.3")
        .pawn(1, "1.1.3")
        .fresh(0, "0.2.2")
        .pawn(1, "0.1.1")
        .fresh(0, "1.0.1")
        .pawn(1, "2.0.1")
        .table();
    table.forbids("0.-1.2^2.-1.2", "G23");
    table.forbids("2.1.3x0.1.3", "G23");
    table.forbids("1.0.1!2.0.1", "G23");
    let moved = matrix()
        .pawn(0, "0.-1.2")
        .pawn(0, "1.-1.2")
        .pawn(0, "2.1.3")
        .pawn(1, "1.1.3")
        .pawn(0, "1.0.1")
        .pawn(1, "2.0.1")
        .table();
    moved.play("0.-1.2^2.-1.2");
    moved.play("2.1.3x0.1.3");
    moved.play("1.0.1!2.0.1");
}

#[test]
fn g23_later_jumps_of_the_first_move_need_only_be_not_backward() {
    let table = matrix()
        .fresh(0, "0.-1.2")
        .pawn(1, "0.0.2")
        .pawn(1, "1.1.2")
        .pawn(1, "1.0.2")
        .pawn(1, "2.4.2")
        .table();
    let chain = table.play("0.-1.2x0.1.2");
    assert_eq!((chain.phase(), chain.at("0.1.2")), ("chain".to_owned(), "0p".to_owned()));
    chain.forbids("x2.-1.2", "G21");
    assert_eq!(chain.after(""), ". x2.1.2");
    assert_eq!(chain.play("x2.1.2").seat(), Some(1));
}

#[test]
fn g23_a_marker_that_has_moved_may_go_sideways() {
    let start = matrix().start();
    assert_eq!(start.at("1.-1.2"), "0f");
    let table = start.play("1.-1.2>1.0.2").play("1.3.2>1.2.2");
    assert_eq!((table.at("1.0.2"), table.at("0.-1.2")), ("0p".to_owned(), "0f".to_owned()));
    table.play("1.0.2>0.0.2");
    table.forbids("0.-1.2>1.-1.2", "G23");
    assert_eq!(matrix().pawn(1, "1.4.2").king(0, "1.1.1").table().at("1.1.1"), "0k");
}

#[test]
fn g24_a_king_has_no_direction_limits() {
    let home = matrix().king(0, "1.-2.2").pawn(1, "1.4.2").table();
    home.play("1.-2.2>0.-2.2>1.-2.2"); // sideways on the own home-row
    let back = matrix().king(0, "1.1.2").pawn(1, "1.4.2").table();
    assert_eq!(back.after("1.1.2>").split(' ').count(), 26);
    let jumps = matrix().king(0, "1.2.3").pawn(0, "1.1.3").pawn(1, "1.1.2").pawn(1, "0.4.2").table();
    jumps.play("1.2.3^1.0.3.");
    assert_eq!(jumps.play("1.2.3x1.0.1.").captured(0), (1, 0));
    let kamikaze = matrix().king(0, "1.-1.2").pawn(1, "1.-2.2").pawn(1, "1.4.2").pawn(0, "1.1.1").table();
    assert_eq!(kamikaze.play("1.-1.2!1.-2.2").captured(1), (0, 1));
}

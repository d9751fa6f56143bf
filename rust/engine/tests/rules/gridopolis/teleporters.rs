//! G50 to G53: teleporters. Those of Matrix: 0.0.1, 2.2.1, 1.1.2, 2.0.3, 0.2.3.

use super::support::{Table, matrix, on};

/// South can land on the middle teleporter by a step, a hop and a capture.
fn landings() -> Table {
    matrix()
        .pawn(0, "0.0.2")
        .pawn(0, "1.-1.2")
        .pawn(0, "1.0.2")
        .pawn(0, "0.1.1")
        .pawn(0, "2.-1.2")
        .pawn(1, "1.2.3")
        .pawn(1, "1.4.2")
        .table()
}

#[test]
fn g50_landing_by_step_hop_or_capture_leads_to_a_teleport() {
    for (landing, kind) in [("0.0.2>1.1.2", "step"), ("1.-1.2^1.1.2", "hop")] {
        let table = landings().play(landing);
        assert_eq!((table.phase(), table.mover()), ("teleport".to_owned(), "1.1.2".to_owned()));
        assert_eq!(table.dict()["phase"]["kind"], kind);
        assert_eq!(table.after(""), "~0.0.1 ~0.2.3 ~2.0.3 ~2.2.1");
        assert_eq!(table.seat(), Some(0));
    }
    let capture = matrix().pawn(0, "1.-1.2").pawn(1, "1.0.2").pawn(1, "1.4.2").table();
    let capture = capture.play("1.-1.2x1.1.2");
    assert_eq!(capture.dict()["phase"]["kind"], "capture");
    assert_eq!(capture.after(""), "~0.0.1 ~0.2.3 ~2.0.3 ~2.2.1");
}

#[test]
fn g50_the_teleport_is_compulsory_and_the_player_chooses() {
    let table = landings().play("0.0.2>1.1.2");
    table.forbids_all(". >1.2.2 >1.1.3 ^1.-1.2 #2.1.1 +3.1.2 2.-1.2>2.0.2", "G50");
    table.forbids("-", "G12");
    for to in ["0.0.1", "2.2.1", "2.0.3", "0.2.3"] {
        let after = table.play(&format!("~{to}"));
        assert_eq!((after.at(to), after.at("1.1.2")), ("0p".to_owned(), "-".to_owned()));
        assert_eq!((after.seat(), after.number("turn")), (Some(1), 1), "part of the same move");
    }
}

#[test]
fn g50_only_to_another_unoccupied_teleporter() {
    let setup = matrix().pawn(0, "0.0.2").pawn(0, "2.2.1").pawn(1, "2.0.3").pawn(1, "1.4.2");
    let table = setup.table().play("0.0.2>1.1.2");
    assert_eq!(table.after(""), "~0.0.1 ~0.2.3");
    table.forbids_all("~2.2.1 ~2.0.3 ~1.1.2 ~1.2.2 ~5.5.5", "G50");
    table.forbids("1.4.2~0.0.1", "G50");
    assert_eq!(table.rule_against(1664 + table.pad("2.2.1")), "G50");
}

#[test]
fn g50_with_no_teleporter_free_the_marker_stays() {
    let setup = || matrix().pawn(0, "0.0.1").pawn(0, "2.2.1").pawn(1, "2.0.3").pawn(1, "1.4.2");
    let full = setup().pawn(1, "0.2.3").pawn(0, "1.0.2").table().play("1.0.2>1.1.2");
    assert_eq!((full.at("1.1.2"), full.seat(), full.phase()), ("0p".into(), Some(1), "turn".into()));
    let one = setup().pawn(0, "1.0.2").table().play("1.0.2>1.1.2");
    assert_eq!(one.after(""), "~0.2.3");
    // A king goes on to its second move.
    let king = setup().pawn(1, "0.2.3").king(0, "1.0.2").table().play("1.0.2>1.1.2");
    assert_eq!(king.phase(), "second");
}

#[test]
fn g50_direction_limits_do_not_bind_a_teleport() {
    let table = matrix().fresh(0, "1.-1.2").pawn(0, "1.2.1").pawn(1, "1.4.2").table();
    let back = table.play("1.2.1>2.2.1~0.0.1");
    assert_eq!(back.at("0.0.1"), "0p", "two rows back");
    table.forbids("1.2.1>1.1.1", "G21");
    let home = on("airlock").pawn(0, "1.1.2").pawn(1, "0.3.1").table();
    assert_eq!(home.play("1.1.2>0.1.2~1.-2.1").at("1.-2.1"), "0p");
}

#[test]
fn g50_arriving_does_not_teleport_again() {
    let table = landings().play("0.0.2>1.1.2~2.2.1");
    assert_eq!((table.at("2.2.1"), table.phase()), ("0p".to_owned(), "turn".to_owned()));
    let king = matrix().king(0, "1.0.2").pawn(1, "1.4.2").table().play("1.0.2>1.1.2~2.2.1");
    assert_eq!(king.phase(), "second");
    king.forbids("~0.0.1", "G50");
}

#[test]
fn g50_a_teleport_costs_no_move() {
    let king = matrix().king(0, "1.0.2").pawn(1, "2.2.2").pawn(1, "1.4.2").table();
    assert_eq!(king.play("1.0.2>1.1.2~2.2.1x2.2.3").captured(0), (1, 0));
    let second = king.play("1.0.2>1.0.1>0.0.1");
    assert_eq!((second.phase(), second.seat()), ("teleport".to_owned(), Some(0)));
    assert_eq!(second.play("~2.2.1").seat(), Some(1), "it was the second move");
}

#[test]
fn g50_a_null_turn_is_legal_and_quiet() {
    let setup = matrix().pawn(0, "1.1.2").pawn(1, "1.4.2").entry("quiet", 3).entry("turn", 4);
    let table = setup.table();
    let same = table.play("1.1.2>2.2.1~1.1.2");
    assert_eq!((same.at("1.1.2"), same.number("quiet"), same.number("turn")), ("0p".into(), 4, 5));
    assert_eq!(same.dict()["markers"], table.dict()["markers"]);
    assert_eq!(same.seat(), Some(1));
}

#[test]
fn g50_a_marker_teleports_only_when_it_has_just_landed() {
    let table = landings();
    table.forbids_all("0.0.2~0.0.1 ~0.0.1", "G50");
    assert_eq!(table.rule_against(1664 + table.pad("0.0.1")), "G50");
}

#[test]
fn g51_a_marker_must_leave_and_land_again() {
    let table = matrix().pawn(0, "1.1.2").pawn(1, "1.4.2").table();
    table.forbids("1.1.2~0.0.1", "G50");
    assert!(!table.texts().iter().any(|text| text.contains('~')));
    let off = table.play("1.1.2>1.2.2");
    assert_eq!((off.at("1.2.2"), off.seat()), ("0p".to_owned(), Some(1)));
    let other = table.play("1.1.2>2.2.1");
    assert_eq!(other.phase(), "teleport", "from teleporter to teleporter");
    // A king leaves with one move and comes back with the other.
    let king = matrix().king(0, "1.1.2").pawn(1, "1.4.2").table().play("1.1.2>1.1.1>1.1.2");
    assert_eq!(king.after(""), "~0.0.1 ~0.2.3 ~2.0.3 ~2.2.1");
    assert_eq!(king.play("~0.2.3").seat(), Some(1));
}

#[test]
fn g51_jumping_over_a_teleporter_is_not_landing() {
    let table = matrix()
        .pawn(0, "1.0.2")
        .pawn(0, "1.1.2")
        .pawn(1, "2.2.1")
        .king(0, "2.1.1")
        .pawn(1, "1.4.2")
        .built("2.3.1")
        .table();
    let hop = table.play("1.0.2^1.2.2");
    assert_eq!((hop.at("1.2.2"), hop.at("1.1.2"), hop.seat()), ("0p".into(), "0p".into(), Some(1)));
    let capture = table.play("2.1.1x2.3.1");
    assert_eq!((capture.at("2.3.1"), capture.phase()), ("0k".to_owned(), "second".to_owned()));
}

#[test]
fn g52_after_a_teleport_a_capture_chain_may_go_on() {
    let setup = matrix().pawn(0, "1.-1.2").pawn(1, "1.0.2").pawn(1, "1.1.1").pawn(1, "1.4.2");
    let chain = setup.table().play("1.-1.2x1.1.2~0.0.1");
    assert_eq!((chain.phase(), chain.mover()), ("chain".to_owned(), "0.0.1".to_owned()));
    assert_eq!(chain.after(""), ". x2.2.1");
    let again = chain.play("x2.2.1");
    assert_eq!(again.phase(), "teleport", "landing on a teleporter again");
    assert_eq!(again.play("~1.1.2").captured(0), (2, 0));
    assert_eq!(chain.play(".").seat(), Some(1));
    chain.forbids(">0.1.1", "G20");
    chain.forbids("~2.0.3", "G50");
}

#[test]
fn g52_after_a_teleport_a_line_of_hops_is_broken() {
    // From 2.0.3 the line would go on over 2.1.3.
    let line = |free: bool| {
        let setup = matrix()
            .pawn(0, "1.-1.2")
            .pawn(0, "1.0.2")
            .pawn(0, "1.2.2")
            .pawn(0, "2.1.3")
            .pawn(0, "0.0.1")
            .pawn(1, "2.2.1")
            .pawn(1, "0.2.3")
            .pawn(1, "1.4.2");
        if free { setup.table() } else { setup.pawn(1, "2.0.3").table() }
    };
    let broken = line(true).play("1.-1.2^1.1.2~2.0.3");
    assert_eq!((broken.phase(), broken.seat()), ("turn".to_owned(), Some(1)));
    // With none free the marker stays, and the line goes on.
    let on = line(false).play("1.-1.2^1.1.2");
    assert_eq!((on.phase(), on.after("")), ("chain".to_owned(), ". ^1.3.2".to_owned()));
    assert_eq!(on.play("^1.3.2").at("1.3.2"), "0p");
}

#[test]
fn g52_a_king_may_go_on_with_its_second_move() {
    let table = matrix().king(0, "1.-1.2").pawn(0, "1.0.2").pawn(0, "2.1.3").pawn(1, "1.4.2").table();
    let second = table.play("1.-1.2^1.1.2~2.0.3");
    assert_eq!(second.phase(), "second");
    assert_eq!(second.play("^2.2.3").seat(), Some(1), "a new move, so any direction");
}

#[test]
fn g53_the_teleporter_just_left_is_free() {
    let table = matrix().pawn(0, "1.1.2").pawn(1, "1.4.2").table().play("1.1.2>2.2.1");
    assert_eq!(table.after(""), "~0.0.1 ~0.2.3 ~1.1.2 ~2.0.3");
    // Even if it is the only one.
    let full = matrix().pawn(0, "1.1.2").pawn(1, "0.0.1").pawn(1, "2.0.3").pawn(1, "0.2.3").table();
    assert_eq!(full.play("1.1.2>2.2.1").after(""), "~1.1.2");
}

#[test]
fn g53_the_teleporter_of_a_captured_marker_is_free() {
    let table = matrix().king(0, "2.2.3").pawn(1, "1.1.2").pawn(0, "2.0.3").pawn(0, "0.2.3");
    let table = table.pawn(0, "2.2.1").pawn(1, "1.4.2").table().play("2.2.3x0.0.1");
    assert_eq!(table.after(""), "~1.1.2", "its marker was captured a moment ago");
    // Also if it was captured earlier in the chain; so is the one where the chain began.
    let chain = matrix().king(0, "0.0.1").pawn(1, "1.1.2").pawn(1, "2.1.3").pawn(0, "2.2.1");
    let chain = chain.pawn(0, "0.2.3").pawn(1, "1.4.2").table().play("0.0.1x2.2.3x2.0.3");
    assert_eq!(chain.after(""), "~0.0.1 ~1.1.2");
}

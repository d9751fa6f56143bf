//! G30 to G36: captures, chains, kamikazes.

use boardwright::Game;
use boardwright::gridopolis::Gridopolis;
use boardwright::gridopolis::blueprint::BLUEPRINTS;
use serde_json::{Value, json};

use super::support::{matrix, on};

#[test]
fn g30_a_capture_is_three_pads_in_a_straight_line() {
    // Over a marker in the middle of Matrix, in all 26 directions.
    for n in (0..27).filter(|n| *n != 13) {
        let (x, y, level) = (n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1);
        let from = format!("{}.{}.{}", 1 - x, 1 - y, 2 - level);
        let to = format!("{}.{}.{}", 1 + x, 1 + y, 2 + level);
        let table = matrix().king(0, &from).pawn(1, "1.1.2").pawn(1, "0.4.2").table();
        let after = table.play(&format!("{from}x{to}"));
        assert_eq!((after.at("1.1.2"), after.at(&to)), ("-".to_owned(), "0k".to_owned()), "{from}");
        assert_eq!((after.at(&from), after.captured(0)), ("-".to_owned(), (1, 0)));
    }
}

#[test]
fn g30_pawns_and_kings_capture_each_other() {
    let table = |mine: bool, theirs: bool| {
        let setup = matrix().pawn(1, "1.4.2");
        let setup = if mine { setup.king(0, "1.0.1") } else { setup.pawn(0, "1.0.1") };
        if theirs { setup.king(1, "1.1.1").table() } else { setup.pawn(1, "1.1.1").table() }
    };
    assert_eq!(table(false, false).play("1.0.1x1.2.1").captured(0), (1, 0));
    assert_eq!(table(true, false).play("1.0.1x1.2.1").captured(0), (1, 0));
    assert_eq!(table(false, true).play("1.0.1x1.2.1").captured(0), (0, 1));
    let king = table(true, true).play("1.0.1x1.2.1");
    assert_eq!((king.captured(0), king.markers(1), king.at("1.2.1")), ((0, 1), 1, "0k".to_owned()));
}

#[test]
fn g30_the_pad_behind_must_be_there_empty_and_active() {
    let behind = |what: &str| {
        let setup = matrix().king(0, "1.0.1").pawn(1, "1.1.1").pawn(1, "1.4.2");
        match what {
            "own" => setup.pawn(0, "1.2.1").table(),
            "theirs" => setup.pawn(1, "1.2.1").table(),
            "blocker" => setup.blocked("1.2.1").table(),
            _ => setup.table(),
        }
    };
    behind("nothing").play("1.0.1x1.2.1");
    behind("own").forbids("1.0.1x1.2.1", "G30");
    behind("theirs").forbids("1.0.1x1.2.1", "G30");
    behind("blocker").forbids("1.0.1x1.2.1", "G61");
    // No pad: up out of the cube there is nothing to land on, until somebody builds it.
    let top = matrix().king(0, "1.1.2").pawn(1, "1.1.3").pawn(1, "1.4.2");
    top.clone().table().forbids("1.1.2x1.1.4", "G30");
    assert_eq!(top.built("1.1.4").table().play("1.1.2x1.1.4.").at("1.1.4"), "0k");
    let flat = matrix().king(0, "1.0.1").pawn(1, "2.0.1").pawn(1, "1.4.2").table();
    flat.forbids("1.0.1x3.0.1", "G30");
}

#[test]
fn g30_a_jump_turns_no_corner_and_goes_no_further() {
    let table = matrix().king(0, "0.0.1").pawn(1, "1.1.1").pawn(1, "0.1.2").pawn(0, "1.0.1").table();
    table.play("0.0.1x2.2.1");
    table.forbids_all("0.0.1x2.1.1 0.0.1x2.2.2 0.0.1x2.2.3 0.0.1x1.1.1 0.0.1x0.3.1", "G30");
    table.forbids("0.0.1x2.0.1", "G30"); // over an own marker
    table.forbids("0.0.1x0.2.1", "G30"); // over nobody
    let dict = json!({"type": "capture", "from": [0, 0, 1], "over": [1, 0, 1], "to": [2, 2, 1]});
    let error = table.game.event_from_json(&table.state, &dict).expect_err("another line");
    assert!(error.to_string().ends_with("[G30]"), "{error}");
}

#[test]
fn g31_captures_are_never_compulsory() {
    let table = matrix().pawn(0, "1.0.1").pawn(0, "0.0.3").pawn(1, "1.1.1").pawn(1, "1.4.2").table();
    assert!(table.texts().contains(&"1.0.1x1.2.1".to_owned()));
    for other in ["1.0.1>0.0.2", "0.0.3>0.1.3", "#2.2.3", "+3.1.2"] {
        assert_eq!(table.play(other).markers(1), 2, "{other}");
    }
}

#[test]
fn g31_going_on_with_a_chain_is_not_compulsory() {
    let table = matrix().pawn(0, "0.0.2").pawn(1, "1.0.2").pawn(1, "2.1.2").pawn(1, "1.4.2").table();
    assert_eq!(table.turn_texts("0.0.2x2"), ["0.0.2x2.0.2.", "0.0.2x2.0.2x2.2.2"]);
    let stopped = table.play("0.0.2x2.0.2.");
    assert_eq!((stopped.markers(1), stopped.seat()), (2, Some(1)));
}

#[test]
fn g32_a_chain_may_turn_and_has_no_limit() {
    let table = on("plaza")
        .pawn(0, "0.1.1")
        .pawn(1, "1.1.1")
        .pawn(1, "2.2.1")
        .king(1, "3.3.1")
        .pawn(1, "3.4.1")
        .pawn(1, "0.0.1")
        .table();
    let chain = table.play("0.1.1x2.1.1x2.3.1x4.3.1");
    assert_eq!((chain.phase(), chain.captured(0)), ("chain".to_owned(), (2, 1)));
    let done = chain.play("x2.5.1");
    assert_eq!((done.captured(0), done.markers(1), done.seat()), ((3, 1), 1, Some(1)));
    assert_eq!(done.at("2.5.1"), "0p");
}

#[test]
fn g32_in_a_chain_pawns_never_go_backward_and_only_this_marker_moves() {
    let setup = || matrix().pawn(1, "1.1.2").pawn(1, "2.1.2").pawn(1, "1.4.2").pawn(0, "1.-1.2");
    let pawn = setup().pawn(0, "0.2.2").pawn(1, "1.2.2").blocked("2.0.1").table();
    assert_eq!(pawn.play("0.2.2x2.2.2").seat(), Some(1), "what is left lies behind");
    let king = setup().king(0, "0.2.2").pawn(1, "1.2.2").table().play("0.2.2x2.2.2");
    assert_eq!(king.after(""), ". x0.0.2 x2.0.2");
    king.forbids("1.-1.2>1.0.2", "G10");
    king.play("x2.0.2");
    // Levels, too.
    let up = matrix().king(0, "0.0.2").pawn(1, "1.0.2").pawn(1, "1.0.3").pawn(1, "1.0.1").table();
    let up = up.play("0.0.2x2.0.2");
    up.forbids_all("x0.0.4 x0.0.0 x2.0.4", "G30");
    assert_eq!(up.phase(), "second");
}

#[test]
fn g32_a_chain_may_climb_and_descend() {
    let table =
        matrix().pawn(0, "1.0.1").pawn(1, "1.0.2").pawn(1, "1.1.2").king(1, "1.2.2").pawn(1, "1.4.2").table();
    let after = table.play("1.0.1x1.0.3x1.2.1x1.2.3");
    assert_eq!((after.captured(0), after.at("1.2.3"), after.seat()), ((2, 1), "0p".into(), Some(1)));
}

#[test]
fn g33_a_jumped_marker_leaves_at_once() {
    let table = matrix().king(0, "0.0.2").pawn(1, "1.0.2").pawn(1, "1.4.2").table();
    let after = table.play("0.0.2x2.0.2");
    assert_eq!((after.at("1.0.2"), after.phase()), ("-".to_owned(), "second".to_owned()));
    after.forbids("x0.0.2", "G30"); // not twice
    after.play(">1.0.2"); // the pad is empty
}

#[test]
fn g33_the_pad_of_a_jumped_marker_is_empty_for_the_rest_of_the_chain() {
    let (_, text) = BLUEPRINTS.iter().find(|(name, _)| *name == "plaza").expect("shipped");
    let mut plaza: Value = Gridopolis::check_blueprint(text).expect("sound");
    plaza["teleporters"] = json!([[2, 0, 1], [1, 4, 1]]);
    let setup = matrix().option("blueprint", plaza).king(0, "0.0.1");
    let setup = setup.pawn(1, "1.0.1").pawn(1, "1.3.1").pawn(1, "1.1.1").pawn(1, "3.6.1");
    let chain = setup.table().play("0.0.1x2.0.1~1.4.1x1.2.1");
    assert_eq!(chain.after(""), ". x1.0.1");
    assert_eq!(chain.play("x1.0.1.").at("1.0.1"), "0k");
}

#[test]
fn g33_the_pad_where_the_jumper_started_is_empty_too() {
    let table = on("plaza")
        .king(0, "1.1.1")
        .pawn(1, "2.1.1")
        .pawn(1, "3.2.1")
        .pawn(1, "2.3.1")
        .pawn(1, "1.2.1")
        .pawn(1, "1.6.1")
        .table();
    let round = table.play("1.1.1x3.1.1x3.3.1x1.3.1x1.1.1");
    assert_eq!((round.at("1.1.1"), round.captured(0)), ("0k".to_owned(), (4, 0)));
    assert_eq!(round.phase(), "second", "a move that captures four leaves the second one");
    assert_eq!(round.play(">1.2.1").number("turn"), 1);
}

#[test]
fn g34_a_kamikaze_takes_both_markers_off() {
    let table = matrix().pawn(0, "1.0.1").pawn(0, "1.1.3").pawn(1, "2.0.1").pawn(1, "1.4.2").table();
    let after = table.play("1.0.1!2.0.1");
    assert_eq!((after.at("1.0.1"), after.at("2.0.1")), ("-".to_owned(), "-".to_owned()));
    assert_eq!((after.markers(0), after.markers(1), after.seat()), (1, 1, Some(1)));
    let diagonal = matrix().pawn(0, "1.1.1").pawn(0, "1.1.3").pawn(1, "2.2.1").pawn(1, "1.4.2").table();
    diagonal.play("1.1.1!2.2.1");
}

#[test]
fn g34_only_an_adjacent_opponent_on_the_same_level() {
    let table = matrix()
        .king(0, "1.1.2")
        .pawn(0, "1.0.1")
        .pawn(0, "2.0.1")
        .pawn(1, "1.1.3")
        .pawn(1, "2.2.3")
        .pawn(1, "0.0.1")
        .pawn(1, "1.4.2")
        .table();
    table.forbids_all("1.1.2!1.1.3 1.1.2!2.2.3 1.1.2!0.0.1", "G34");
    table.forbids("1.0.1!2.0.1", "G34"); // an own marker
    table.forbids("1.0.1!1.1.1", "G34"); // nobody
    table.forbids("1.1.2!1.4.2", "G34"); // not adjacent
    table.forbids("1.0.1^3.0.1", "G26");
    table.play("1.0.1!0.0.1");
}

#[test]
fn g34_no_kamikaze_where_a_pad_lies_behind_even_a_blocked_one() {
    let edge = |built: &str, blocked: &str| {
        let setup = matrix().pawn(0, "1.0.2").pawn(0, "1.1.3").pawn(1, "2.0.2").pawn(1, "1.4.2");
        setup.built(built).blocked(blocked).table()
    };
    edge("", "").play("1.0.2!2.0.2");
    edge("", "").forbids("1.0.2x3.0.2", "G30");
    edge("3.0.2", "").forbids("1.0.2!2.0.2", "G34");
    edge("3.0.2", "").play("1.0.2x3.0.2");
    edge("3.0.2", "3.0.2").forbids("1.0.2!2.0.2", "G34");
    edge("3.0.2", "3.0.2").forbids("1.0.2x3.0.2", "G61");
    let occupied = matrix().pawn(0, "1.0.2").pawn(1, "2.0.2").pawn(1, "3.0.2").built("3.0.2").table();
    occupied.forbids("1.0.2!2.0.2", "G34");
    occupied.forbids("1.0.2x3.0.2", "G30");
}

#[test]
fn g34_any_number_of_kamikazes_a_game() {
    let table = matrix()
        .pawn(0, "1.0.1")
        .pawn(0, "1.1.1")
        .pawn(0, "1.1.3")
        .pawn(1, "2.0.1")
        .pawn(1, "2.1.1")
        .pawn(1, "2.1.3")
        .pawn(1, "1.4.2")
        .table();
    let table = table.play("1.0.1!2.0.1").play("1.4.2>1.3.2");
    let table = table.play("1.1.1!2.1.1").play("1.3.2>1.2.2");
    assert_eq!(table.play("1.1.3!2.1.3").captured(0), (3, 0));
}

#[test]
fn g35_a_kamikaze_may_end_a_chain() {
    let table = matrix().pawn(0, "0.1.1").pawn(0, "1.1.3").pawn(1, "1.1.1").pawn(1, "2.2.1").pawn(1, "1.4.2");
    let table = table.table();
    assert_eq!(
        table.turn_texts("0.1.1x"),
        ["0.1.1x2.1.1!2.2.1", "0.1.1x2.1.1."],
        "with the capture, then the kamikaze or a stop"
    );
    let after = table.play("0.1.1x2.1.1!2.2.1");
    assert_eq!((after.captured(0), after.captured(1), after.seat()), ((2, 0), (1, 0), Some(1)));
}

#[test]
fn g35_a_kamikaze_may_be_either_move_of_a_king() {
    let table = matrix().king(0, "1.0.1").pawn(0, "1.1.3").pawn(1, "2.0.1").pawn(1, "1.4.2").table();
    assert_eq!(table.turn_texts("1.0.1!"), ["1.0.1!2.0.1"], "first, and the turn is over");
    let first = table.play("1.0.1!2.0.1");
    assert_eq!((first.seat(), first.phase()), (Some(1), "turn".to_owned()));
    let table = matrix().king(0, "0.0.2").pawn(0, "1.1.3").pawn(1, "2.0.1").pawn(1, "1.4.2").table();
    assert_eq!(table.play("0.0.2>1.0.1!2.0.1").captured(1), (0, 1), "second");
    let chain = matrix().king(0, "0.1.2").pawn(0, "1.1.3").pawn(1, "1.1.1").pawn(1, "2.2.1");
    let chain = chain.pawn(1, "1.4.2").table().play("0.1.2>0.1.1x2.1.1!2.2.1");
    assert_eq!((chain.captured(0), chain.seat()), ((2, 0), Some(1)), "at the end of the second");
}

#[test]
fn g36_a_kamikaze_gives_each_side_the_marker_of_the_other() {
    let table = |mine: bool, theirs: bool| {
        let setup = matrix().points().pawn(0, "1.1.3").pawn(1, "1.4.2");
        let setup = if mine { setup.king(0, "1.0.1") } else { setup.pawn(0, "1.0.1") };
        let setup = if theirs { setup.king(1, "2.0.1") } else { setup.pawn(1, "2.0.1") };
        setup.table().play("1.0.1!2.0.1")
    };
    for (mine, theirs, scores) in [
        (false, false, [1 + 3, 1 + 3]),
        (true, false, [1 + 3, 1 + 4]),
        (false, true, [1 + 4, 1 + 3]),
        (true, true, [1 + 4, 1 + 4]),
    ] {
        let after = table(mine, theirs);
        let kind = |king: bool| if king { (0, 1) } else { (1, 0) };
        assert_eq!((after.captured(0), after.captured(1)), (kind(theirs), kind(mine)));
        assert_eq!(after.scores(), scores);
    }
}

#[test]
fn g36_in_a_chain_the_kamikaze_decides_who_gets_the_jumper() {
    let table = matrix()
        .players(3)
        .points()
        .king(0, "0.1.1")
        .pawn(0, "1.1.3")
        .pawn(1, "1.1.1")
        .pawn(1, "-2.1.2")
        .pawn(2, "2.2.1")
        .pawn(2, "1.4.2")
        .table();
    let after = table.play("0.1.1x2.1.1!2.2.1");
    assert_eq!([0, 1, 2].map(|seat| after.captured(seat)), [(2, 0), (0, 0), (0, 1)]);
    assert_eq!(after.scores(), [7, 1, 5]);
}

#[test]
fn g36_tallies_are_kept_under_option_1_too() {
    let table = matrix().pawn(0, "1.0.1").pawn(0, "1.1.3").king(1, "2.0.1").pawn(1, "1.4.2").table();
    let after = table.play("1.0.1!2.0.1");
    assert_eq!((after.captured(0), after.captured(1)), ((0, 1), (1, 0)));
    assert_ne!(after.state, table.state);
}

//! G25 to G27: a king's two moves, hops, and where a move may stop.

use boardwright::Game;

use super::support::matrix;

#[test]
fn g25_a_king_gets_two_moves_a_turn() {
    let table = matrix().king(0, "1.1.1").pawn(1, "1.4.2").table();
    let second = table.play("1.1.1>1.0.1");
    assert_eq!((second.phase(), second.seat(), second.number("turn")), ("second".into(), Some(0), 0));
    let done = second.play(">1.0.2");
    assert_eq!((done.at("1.0.2"), done.seat(), done.number("turn")), ("0k".into(), Some(1), 1));
    assert_eq!(second.play(">1.1.1").at("1.1.1"), "0k", "there and back");
    // A pawn has one.
    assert_eq!(matrix().pawn(0, "1.1.1").pawn(1, "1.4.2").table().play("1.1.1>1.2.2").seat(), Some(1));
}

#[test]
fn g25_the_second_move_is_optional() {
    let second = matrix().king(0, "1.1.1").pawn(1, "1.4.2").table().play("1.1.1>1.0.1");
    let done = second.play(".");
    assert_eq!((done.at("1.0.1"), done.seat()), ("0k".to_owned(), Some(1)));
    done.forbids(".", "G25");
}

#[test]
fn g25_both_moves_are_by_the_same_king_and_no_building() {
    let table = matrix().king(0, "1.1.1").king(0, "2.2.3").pawn(0, "1.-1.2").pawn(1, "1.4.2").table();
    let second = table.play("1.1.1>1.0.1");
    second.forbids_all("2.2.3>1.2.3 1.-1.2>1.0.2 #0.1.1 +3.1.2", "G25");
    second.forbids("1.4.2>1.3.2", "G10");
    assert_eq!(second.game.parse_event(&second.state, "1.0.1>1.1.1").expect("legal").1, 11);
}

#[test]
fn g25_there_is_no_third_move() {
    let table = matrix().king(0, "0.0.2").pawn(1, "1.0.2").pawn(1, "1.4.2").table();
    let second = table.play("0.0.2>0.1.2>0.0.2");
    assert_eq!(second.seat(), Some(1));
    let chain = matrix().king(0, "0.1.2").pawn(1, "1.0.2").pawn(1, "2.1.2").pawn(1, "1.4.2").table();
    let chain = chain.play("0.1.2>0.0.2x2.0.2");
    assert_eq!((chain.phase(), &chain.dict()["phase"]["second"]), ("chain".into(), &true.into()));
    assert_eq!(chain.play(".").seat(), Some(1), "one stop ends the turn");
    assert_eq!(chain.play("x2.2.2").seat(), Some(1));
}

#[test]
fn g25_a_chain_and_two_captures_are_different_turns() {
    let table = matrix().king(0, "0.0.2").pawn(1, "1.0.2").pawn(1, "2.1.2").pawn(1, "1.4.2").table();
    let turns = table.turn_texts("0.0.2x2.0.2");
    let has = |text: &str| turns.iter().any(|turn| turn == text);
    assert!(has("0.0.2x2.0.2x2.2.2."), "a chain; the second move is declined");
    assert!(has("0.0.2x2.0.2x2.2.2>1.2.1"), "a chain, then a second move");
    assert!(has("0.0.2x2.0.2.x2.2.2"), "one capture a move, so the turn is over");
    assert!(has("0.0.2x2.0.2.."), "stops after the first capture, declines the second move");
    assert!(!has("0.0.2x2.0.2x2.2.2") && !has("0.0.2x2.0.2.x2.2.2."));
    let (chain, two) = (table.play("0.0.2x2.0.2x2.2.2."), table.play("0.0.2x2.0.2.x2.2.2"));
    assert_eq!(chain.dict(), two.dict(), "the same position in the end");
}

#[test]
fn g25_each_move_may_be_of_any_kind() {
    let table = matrix()
        .king(0, "0.0.2")
        .pawn(0, "1.0.2")
        .pawn(1, "2.1.2")
        .pawn(1, "2.-1.2")
        .pawn(1, "0.-1.2")
        .pawn(1, "1.4.2")
        .table();
    for turn in [
        "0.0.2^2.0.2x2.2.2",   // hop, capture
        "0.0.2>0.0.3>1.0.3",   // step, step
        "0.0.2x0.-2.2>1.-2.2", // capture, step
        "0.0.2^2.0.2^0.0.2",   // hop, hop back
        "0.0.2^2.0.2>2.0.1",   // hop, step
        "0.0.2>1.-1.2!2.-1.2", // step, kamikaze
    ] {
        let after = table.play(turn);
        assert_eq!((after.seat(), after.phase()), (Some(1), "turn".to_owned()), "{turn}");
    }
    let capture_then_hop = matrix().king(0, "0.1.2").pawn(1, "1.1.2").pawn(0, "2.1.3").pawn(1, "1.4.2");
    let table = capture_then_hop.pawn(0, "2.0.2").table().play("0.1.2x2.1.2^2.-1.2");
    assert_eq!((table.seat(), table.at("2.-1.2")), (Some(1), "0k".to_owned()));
}

#[test]
fn g25_a_kamikaze_ends_the_turn_whichever_move_it_is() {
    let table = matrix().king(0, "1.0.1").pawn(0, "1.1.3").pawn(1, "2.0.1").pawn(1, "1.4.2").table();
    let first = table.play("1.0.1!2.0.1");
    assert_eq!((first.seat(), first.phase(), first.number("turn")), (Some(1), "turn".into(), 1));
    let second = table.play("1.0.1>1.1.1>1.0.1");
    assert_eq!(second.seat(), Some(1));
    let second = matrix().king(0, "1.1.1").pawn(0, "1.1.3").pawn(1, "2.0.1").pawn(1, "1.4.2").table();
    assert_eq!(second.play("1.1.1>1.0.1!2.0.1").seat(), Some(1));
}

#[test]
fn g25_stop_exists_only_where_something_else_is_legal() {
    let start = matrix().king(0, "1.1.1").pawn(1, "1.4.2").table();
    start.forbids(".", "G25");
    // A capture that can't go on ends the pawn's turn by itself.
    let setup = || matrix().pawn(0, "0.1.1").pawn(1, "1.1.1").pawn(1, "1.4.2");
    let alone = setup().table().play("0.1.1x2.1.1");
    assert_eq!((alone.seat(), alone.phase()), (Some(1), "turn".to_owned()));
    // A possible kamikaze is something to go on with.
    let edge = setup().pawn(1, "2.2.1").table().play("0.1.1x2.1.1");
    assert_eq!(edge.after(""), "!2.2.1 .");
    assert_eq!(edge.play(".").at("2.1.1"), "0p");
    // So is a capture.
    let row = matrix().pawn(0, "0.0.2").pawn(1, "1.1.2").pawn(1, "2.3.2").pawn(1, "1.4.2").table();
    assert_eq!(row.play("0.0.2x2.2.2").after(""), ". x2.4.2");
}

#[test]
fn g25_a_king_that_cannot_move_again_has_no_second_move() {
    // The king teleports into a corner where every way out is shut.
    let corner = |walls: &str| {
        matrix()
            .no_reserves()
            .king(0, "1.2.1")
            .pawn(0, "0.-1.2")
            .pawn(0, "1.-1.2")
            .pawn(0, "1.1.2")
            .pawn(1, "2.2.3")
            .blocked(walls)
            .table()
            .play("1.2.1>2.2.1~0.0.1")
    };
    let shut = corner("1.0.1 0.1.1 1.1.1 0.0.2 1.0.2 0.1.2");
    assert_eq!((shut.phase(), shut.seat()), ("turn".to_owned(), Some(1)));
    let open = corner("1.0.1 0.1.1 1.1.1 0.0.2 1.0.2");
    assert_eq!((open.phase(), open.after("")), ("second".to_owned(), ". >0.1.2".to_owned()));
}

#[test]
fn g26_a_hop_goes_over_one_own_marker_to_the_pad_behind() {
    let table = matrix()
        .pawn(0, "1.0.1")
        .king(0, "1.1.1")
        .pawn(0, "0.0.1")
        .pawn(0, "0.1.1")
        .pawn(0, "0.2.1")
        .pawn(1, "2.1.2")
        .table();
    let hopped = table.play("1.0.1^1.2.1");
    assert_eq!((hopped.at("1.2.1"), hopped.at("1.1.1")), ("0p".to_owned(), "0k".to_owned()));
    assert_eq!((hopped.at("1.0.1"), hopped.markers(0)), ("-".to_owned(), 5), "nobody is captured");
    table.forbids("0.0.1^0.2.1", "G26"); // two in a row
    table.forbids("1.0.1^1.0.3", "G26"); // nobody to hop over
    table.forbids("1.0.1^2.2.3", "G26"); // not in line
    table.forbids("1.0.1^-1.2.1", "G26"); // no pad behind
    table.forbids("1.0.1x1.2.1", "G30"); // not a capture
    assert_eq!(table.rule_against(table.pad("0.0.1") * 26 + 15), "G26");
    let shut = matrix().pawn(0, "1.0.1").pawn(0, "1.1.1").blocked("1.2.1").pawn(1, "1.4.2").table();
    shut.forbids("1.0.1^1.2.1", "G61");
    let other = matrix().pawn(0, "1.0.1").pawn(1, "1.1.1").pawn(1, "1.4.2").table();
    other.forbids("1.0.1^1.2.1", "G26"); // an opponent's
    other.play("1.0.1x1.2.1");
}

#[test]
fn g26_several_hops_in_one_move_keep_the_direction() {
    let table = matrix()
        .pawn(0, "1.-2.2")
        .pawn(0, "1.-1.2")
        .pawn(0, "1.1.2")
        .pawn(0, "0.1.2")
        .pawn(1, "1.4.2")
        .table();
    let chain = table.play("1.-2.2^1.0.2");
    assert_eq!((chain.phase(), chain.after("")), ("chain".to_owned(), ". ^1.2.2".to_owned()));
    chain.forbids("^-1.2.2", "G26");
    let corner = matrix()
        .king(0, "1.-2.2")
        .pawn(0, "1.-1.2")
        .pawn(0, "1.1.2")
        .pawn(0, "2.0.1")
        .pawn(0, "0.0.2")
        .pawn(0, "0.1.2")
        .built("-1.0.2 -1.1.2 -1.2.2")
        .pawn(1, "1.4.2")
        .table()
        .play("1.-2.2^1.0.2");
    corner.forbids_all("^-1.0.2 ^-1.2.2 ^1.-2.2", "G26");
    corner.forbids("^3.0.0", "G26");
    // A stop ends this move; with the second one the king may turn.
    corner.play(".^-1.2.2");
    corner.play("^1.2.2>1.2.1");
    assert_eq!(chain.play(".").at("1.0.2"), "0p");
    assert_eq!(chain.play("^1.2.2").seat(), Some(1), "and no third marker to hop over");
}

#[test]
fn g26_a_hop_may_climb_and_descend() {
    let table = matrix().pawn(0, "2.0.1").pawn(0, "2.0.2").pawn(0, "1.0.1").pawn(0, "1.1.2");
    let table = table.pawn(1, "1.4.2").table();
    assert_eq!(table.play("2.0.1^2.0.3~0.0.1").at("0.0.1"), "0p");
    assert_eq!(table.play("1.0.1^1.2.3").at("1.2.3"), "0p");
    table.forbids("2.0.2^2.0.0", "G26"); // no pad there
    let down = matrix().king(0, "1.2.3").pawn(0, "1.1.2").pawn(1, "1.4.2");
    assert_eq!(down.table().play("1.2.3^1.0.1.").at("1.0.1"), "0k");
}

#[test]
fn g27_hops_and_captures_do_not_mix_in_one_move() {
    let hop = matrix()
        .pawn(0, "0.-2.2")
        .pawn(0, "0.-1.2")
        .pawn(0, "0.1.2")
        .pawn(1, "1.1.2")
        .pawn(1, "1.0.2")
        .pawn(1, "1.4.2")
        .built("-1.0.2")
        .table()
        .play("0.-2.2^0.0.2");
    assert_eq!(hop.after(""), ". ^0.2.2");
    hop.forbids_all("x2.2.2 x2.0.2", "G27");
    let edge = matrix().pawn(0, "0.-2.2").pawn(0, "1.-1.2").pawn(0, "3.1.2").pawn(1, "3.0.2");
    let edge = edge.built("3.0.2 3.1.2 4.2.2 3.2.2").pawn(1, "1.4.2").table().play("0.-2.2^2.0.2");
    edge.forbids("!3.0.2", "G27");
    assert_eq!(edge.after(""), ". ^4.2.2");
    let capture = matrix()
        .pawn(0, "0.0.2")
        .pawn(1, "1.0.2")
        .pawn(0, "2.1.2")
        .pawn(1, "1.1.2")
        .pawn(1, "1.4.2")
        .table()
        .play("0.0.2x2.0.2");
    assert_eq!(capture.after(""), ". x0.2.2");
    capture.forbids("^2.2.2", "G27");
}

#[test]
fn g27_a_king_may_hop_with_one_move_and_capture_with_the_other() {
    let table = matrix().king(0, "0.0.2").pawn(0, "1.0.2").pawn(1, "2.1.2").pawn(1, "1.4.2").table();
    assert_eq!(table.turn_texts("0.0.2^2.0.2x"), ["0.0.2^2.0.2x2.2.2"]);
    let table = matrix().king(0, "0.0.2").pawn(1, "1.0.2").pawn(0, "2.1.2").pawn(1, "1.4.2").table();
    assert_eq!(table.turn_texts("0.0.2x2.0.2^"), ["0.0.2x2.0.2^2.2.2"]);
}

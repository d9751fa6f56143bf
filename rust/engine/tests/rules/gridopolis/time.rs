//! G72: playing for points.

use super::ending::{apart, shuffle, taken};
use super::support::{Setup, matrix};

#[test]
fn g72_points_are_4_3_2_1() {
    let setup = matrix().points().king(0, "1.0.1").pawn(0, "1.0.2").pawn(0, "0.0.2").king(1, "1.4.2");
    let table = setup.entry("captured", taken(&[(2, 1), (3, 0)])).table();
    assert_eq!(table.scores(), [4 + 2 * 3 + 2 + 2, 3 * 3 + 2]);
}

#[test]
fn g72_the_game_ends_after_so_many_rounds() {
    let table = apart(3).points().option("rounds", 2).table();
    let table = shuffle(&table, 5);
    assert_eq!((table.phase(), table.number("round"), table.number("turns_in_round")), ("turn".into(), 1, 2));
    let over = shuffle(&table, 1);
    assert_eq!((over.phase(), over.number("turn")), ("over: time".to_owned(), 6));
    assert_eq!((over.winners(), over.returns()), (vec![0, 1, 2], vec![0.0; 3]));
    over.forbids("time", "G72");
}

#[test]
fn g72_time_called_within_a_round_finishes_it() {
    let table = apart(3).points().table();
    let one = shuffle(&table, 1).play("time");
    assert_eq!((one.phase(), one.seat(), &one.dict()["time_called"]), ("turn".into(), Some(1), &true.into()));
    one.forbids("time", "G72"); // only once
    let two = shuffle(&one, 1);
    assert_eq!((two.phase(), two.seat()), ("turn".to_owned(), Some(2)));
    let over = shuffle(&two, 1);
    assert_eq!((over.phase(), over.number("turn"), over.number("round")), ("over: time".into(), 3, 1));
    // In the middle of the first turn of a round, too.
    let begun = table.play("0.-1.2>0.0.2").play("time");
    assert_eq!((begun.phase(), begun.seat()), ("second".to_owned(), Some(0)));
    assert_eq!(shuffle(&begun.play("."), 2).phase(), "over: time");
}

#[test]
fn g72_time_called_between_rounds_ends_the_game_at_once() {
    let table = apart(2).points().table();
    let first = table.play("time");
    assert_eq!((first.phase(), first.number("turn")), ("over: time".to_owned(), 0));
    let between = shuffle(&table, 2).play("time");
    assert_eq!((between.phase(), between.number("turn")), ("over: time".to_owned(), 2));
    assert_eq!(between.number("seat"), 0, "who would have been next");
    apart(2).table().forbids("time", "G72"); // option 1 has no clock
}

#[test]
fn g72_rounds_follow_the_seat_that_started() {
    let table = apart(3).points().option("rounds", 1).option("first_seat", 1);
    let table = table.entry("first_seat", 1).turn_of(1).table();
    let late = shuffle(&table, 2);
    assert_eq!((late.seat(), late.number("round")), (Some(0), 0));
    assert_eq!(shuffle(&late, 1).phase(), "over: time");
}

#[test]
fn g72_rounds_follow_the_starting_seat_also_when_it_is_out() {
    let setup = matrix().players(3).points().option("rounds", 1).king(1, "-1.1.2").king(2, "2.3.2");
    let table = setup.turn_of(1).table();
    let west = shuffle(&table, 1);
    assert_eq!((west.seat(), west.number("round")), (Some(2), 0));
    let over = shuffle(&west, 1);
    assert_eq!((over.phase(), over.number("round")), ("over: time".to_owned(), 1));
    // Time called while the others finish the round.
    let called = matrix().players(3).points().king(1, "-1.1.2").king(2, "2.3.2").turn_of(2);
    let called = called.entry("turns_in_round", 2).entry("turn", 2).table().play("time");
    assert_eq!(called.seat(), Some(2));
    assert_eq!(shuffle(&called, 1).phase(), "over: time");
}

#[test]
fn g72_players_who_are_out_may_win() {
    let setup = matrix().players(3).points().king(1, "-1.1.2").king(2, "2.3.2").turn_of(1);
    let over = setup.entry("captured", taken(&[(0, 1), (0, 0), (0, 0)])).table().play("time");
    assert_eq!((over.phase(), over.scores()), ("over: time".to_owned(), vec![4, 2, 2]));
    assert_eq!((over.winners(), over.returns()), (vec![0], vec![1.0, -0.5, -0.5]));
}

#[test]
fn g72_it_also_ends_when_one_player_is_left() {
    let table = matrix().points().pawn(0, "1.0.1").pawn(1, "1.1.1");
    let table = table.entry("captured", taken(&[(0, 0), (2, 0)])).table();
    let over = table.play("1.0.1x1.2.1");
    assert_eq!((over.phase(), over.scores()), ("over: last player".to_owned(), vec![4, 6]));
    assert_eq!(over.winners(), [1], "the points decide, not who is left");
}

#[test]
fn g72_rounds_need_option_2() {
    let faults = |setup: Setup| setup.faults();
    assert_eq!(faults(matrix().option("rounds", 5)), ["G72"]);
    let called = |setup: Setup| {
        setup.turn_of(1).entry("time_called", true).entry("turns_in_round", 1).entry("turn", 1)
    };
    assert_eq!(faults(called(apart(2))), ["G72"]);
    called(apart(2).points()).table();
    let round = apart(2).points().option("rounds", 3).entry("round", 3).entry("turn", 6);
    assert_eq!(round.faults(), ["G72"]);
}

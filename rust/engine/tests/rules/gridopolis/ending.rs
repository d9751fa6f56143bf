//! G70, G71 and G73: how games end, and who wins. G72 is in `time.rs`.

use serde_json::{Value, json};

use super::support::{Setup, Table, matrix};

pub(crate) fn taken(tallies: &[(u64, u64)]) -> Value {
    tallies.iter().map(|(pawns, kings)| json!({"pawns": pawns, "kings": kings})).collect()
}

/// Kings of two or three players, far from each other.
pub(crate) fn apart(players: u8) -> Setup {
    let setup =
        matrix().players(players).king(0, "0.-1.2").king(1, if players == 2 { "0.3.2" } else { "-1.1.2" });
    if players == 2 { setup } else { setup.king(2, "2.3.2") }
}

/// The position after so many quiet turns: each time a king makes some step and no second one.
pub(crate) fn shuffle(table: &Table, turns: usize) -> Table {
    let mut table = table.clone();
    for _ in 0..turns {
        let quiet = table.turn_texts("").into_iter().find(|turn| turn.contains('>') && turn.ends_with('.'));
        table = table.play(&quiet.expect("a step and a stop"));
    }
    table
}

#[test]
fn g70_the_last_player_with_markers_wins() {
    let table = matrix().pawn(0, "1.0.1").pawn(1, "1.1.1").table();
    let over = table.play("1.0.1x1.2.1");
    assert_eq!((over.phase(), over.seat()), ("over: last player".to_owned(), None));
    assert_eq!((over.winners(), over.returns()), (vec![0], vec![1.0, -1.0]));
    assert_eq!((over.number("turn"), over.number("seat")), (1, 0));
    assert!(over.texts().is_empty());
    over.forbids_all(". - 1.2.1>1.2.2 +3.1.2", "G70");
    assert_eq!(table.play("1.0.1>1.0.2").winners(), [0; 0], "nobody has won yet");
    assert_eq!(table.play("1.0.1>1.0.2").returns(), [0.0, 0.0]);
}

#[test]
fn g70_with_three_players_the_game_goes_on_until_one_is_left() {
    let table = matrix().players(3).king(0, "0.1.2").pawn(1, "1.1.2").pawn(2, "2.1.3").table();
    let two = table.play("0.1.2x2.1.2");
    assert_eq!((two.phase(), two.markers(1)), ("second".to_owned(), 0));
    assert_eq!(two.winners(), [0; 0]);
    let north = two.play(".");
    assert_eq!((north.phase(), north.seat()), ("turn".to_owned(), Some(2)));
    let over = north.play("2.1.3x2.1.1");
    assert_eq!((over.phase(), over.winners()), ("over: last player".to_owned(), vec![2]));
    assert_eq!(over.returns(), [-0.5, -0.5, 1.0]);
}

#[test]
fn g70_the_loser_of_a_kamikaze_may_be_the_jumper() {
    let table = matrix().pawn(0, "1.0.1").pawn(1, "2.0.1").pawn(1, "1.4.2").table();
    let over = table.play("1.0.1!2.0.1");
    assert_eq!((over.phase(), over.winners()), ("over: last player".to_owned(), vec![1]));
    assert_eq!(over.returns(), [-1.0, 1.0]);
}

#[test]
fn g70_a_position_with_one_player_left_is_over() {
    assert_eq!(matrix().pawn(0, "1.1.1").faults(), ["G70"]);
    let over = json!({"name": "over", "reason": "last player"});
    assert_eq!(matrix().pawn(0, "1.1.1").entry("phase", over.clone()).table().winners(), [0]);
    assert_eq!(matrix().pawn(0, "1.1.1").pawn(1, "1.1.3").entry("phase", over).faults(), ["G70"]);
}

#[test]
fn g71_the_last_two_markers_go_and_the_jumper_wins_in_option_1() {
    for jumper in [0, 1] {
        let table = matrix().king(jumper, "1.0.1").king(1 - jumper, "2.0.1").turn_of(jumper).table();
        let over = table.play("1.0.1!2.0.1");
        assert_eq!((over.phase(), over.winners()), ("over: last player".to_owned(), vec![jumper]));
        assert_eq!((over.markers(0), over.markers(1)), (0, 0));
    }
}

#[test]
fn g71_in_option_2_points_decide() {
    let table = |mine: u64, theirs: u64, king: bool| {
        let setup = matrix().points().entry("captured", taken(&[(mine, 0), (theirs, 0)]));
        let setup = if king { setup.king(0, "1.0.1") } else { setup.pawn(0, "1.0.1") };
        setup.pawn(1, "2.0.1").table().play("1.0.1!2.0.1")
    };
    let lost = table(0, 1, false);
    assert_eq!((lost.scores(), lost.winners()), (vec![3, 6], vec![1]), "the jumper loses");
    assert_eq!(table(0, 0, false).winners(), [0, 1], "equal points share the win");
    assert_eq!(table(0, 0, true).winners(), [1], "a king is worth more");
    assert_eq!(table(1, 0, false).winners(), [0]);
}

#[test]
fn g71_with_a_third_player_in_that_player_wins() {
    let setup = || matrix().players(3).pawn(0, "1.0.1").pawn(1, "2.0.1");
    let over = setup().pawn(2, "1.4.2").table().play("1.0.1!2.0.1");
    assert_eq!((over.phase(), over.winners()), ("over: last player".to_owned(), vec![2]));
    assert_eq!(over.returns(), [-0.5, -0.5, 1.0]);
    assert_eq!(over.number("seat"), 0, "of the player who made the last turn");
    // With more than one other player in, the game goes on.
    let setup = matrix().players(4).pawn(0, "1.0.1").pawn(1, "2.0.1").pawn(2, "1.4.2").pawn(3, "4.1.2");
    let on = setup.table().play("1.0.1!2.0.1");
    assert_eq!((on.phase(), on.seat()), ("turn".to_owned(), Some(2)));
}

#[test]
fn g71_crowning_is_still_done_but_nothing_follows() {
    let crowned = matrix().pawn(0, "1.2.2").pawn(1, "1.3.2").table().play("1.2.2x1.4.2");
    assert_eq!((crowned.phase(), crowned.at("1.4.2")), ("over: last player".into(), "0k".into()));
    let teleporter = matrix().king(0, "1.-1.2").pawn(1, "1.0.2").table().play("1.-1.2x1.1.2");
    assert_eq!((teleporter.phase(), teleporter.at("1.1.2")), ("over: last player".into(), "0k".into()));
    assert_eq!((teleporter.number("turn"), teleporter.number("quiet")), (1, 0));
    let both = super::support::on("airlock").points().pawn(0, "1.2.1").pawn(1, "1.3.1").table();
    let both = both.play("1.2.1x1.4.1");
    assert_eq!((both.phase(), both.scores()), ("over: last player".to_owned(), vec![5, 0]));
}

#[test]
fn g73_a_row_of_quiet_turns_is_a_draw() {
    let table = apart(2).option("quiet_limit", 2).table();
    let three = shuffle(&table, 3);
    assert_eq!((three.phase(), three.number("quiet")), ("turn".to_owned(), 3));
    let over = shuffle(&three, 1);
    assert_eq!((over.phase(), over.winners()), ("over: quiet".to_owned(), vec![0, 1]));
    over.forbids("-", "G73");
    // 20 for each player who has markers, by default.
    let table = apart(3).entry("quiet", 59).entry("turn", 59).table();
    assert_eq!(shuffle(&table, 1).phase(), "over: quiet");
    let table = apart(3).entry("quiet", 58).entry("turn", 58).table();
    assert_eq!(shuffle(&table, 1).phase(), "turn");
    let two_of_three = matrix().players(3).king(0, "0.-1.2").king(2, "2.3.2");
    let over = shuffle(&two_of_three.entry("quiet", 39).entry("turn", 39).table(), 1);
    assert_eq!((over.phase(), over.winners()), ("over: quiet".to_owned(), vec![0, 2]));
    assert_eq!(over.returns(), [0.25, -0.5, 0.25]);
}

#[test]
fn g73_captures_builds_and_crownings_are_not_quiet() {
    let setup = matrix().pawn(0, "1.3.2").king(0, "1.0.1").pawn(1, "1.1.1").king(1, "2.0.1").pawn(1, "2.2.3");
    let table = setup.entry("quiet", 39).entry("turn", 39).table();
    for turn in ["1.0.1x1.2.1.", "1.0.1!2.0.1", "+3.1.2", "+|1.1.4", "#0.1.1", "1.3.2>1.4.2"] {
        let after = table.play(turn);
        assert_eq!((after.phase(), after.number("quiet")), ("turn".to_owned(), 0), "{turn}");
    }
    for turn in ["1.0.1>1.0.2.", "1.3.2>0.3.2", "1.0.1>0.0.1~2.2.1."] {
        assert_eq!(table.play(turn).phase(), "over: quiet", "{turn}");
    }
    // A capture in the first move counts for the whole turn.
    assert_eq!(table.play("1.0.1x1.2.1>1.1.1").number("quiet"), 0);
}

#[test]
fn g73_passes_are_quiet() {
    let table = matrix()
        .no_reserves()
        .fresh(0, "0.-2.2")
        .king(1, "1.1.1")
        .blocked("0.-1.2 1.-1.2")
        .entry("quiet", 39)
        .entry("turn", 39)
        .table();
    assert_eq!(table.texts(), ["-"]);
    assert_eq!(table.play("-").phase(), "over: quiet");
}

#[test]
fn g73_the_quiet_draw_can_be_turned_off_and_is_not_for_option_2() {
    let off = apart(2).option("quiet_limit", 0).entry("quiet", 5000).entry("turn", 5000).table();
    assert_eq!(shuffle(&off, 1).phase(), "turn");
    let points = apart(2).points().entry("quiet", 500).entry("turn", 500).table();
    assert_eq!(shuffle(&points, 1).number("quiet"), 501);
    assert_eq!(apart(2).entry("quiet", 40).entry("turn", 40).faults(), ["G73"]);
}

#[test]
fn g73_the_turn_cap_always_stands() {
    let table = apart(2).option("turn_cap", 3).option("quiet_limit", 0).table();
    let over = shuffle(&table, 3);
    assert_eq!((over.phase(), over.winners()), ("over: turn cap".to_owned(), vec![0, 1]));
    assert_eq!(shuffle(&table, 2).phase(), "turn");
    let default = apart(2).option("quiet_limit", 0).entry("turn", 9999).table();
    assert_eq!(shuffle(&default, 1).phase(), "over: turn cap");
    let points = apart(2).points().option("turn_cap", 3).pawn(1, "2.3.2").table();
    let over = shuffle(&points, 3);
    assert_eq!((over.phase(), over.winners()), ("over: turn cap".to_owned(), vec![1]));
    assert_eq!(over.returns(), [-1.0, 1.0]);
    assert_eq!(apart(2).option("turn_cap", 3).entry("turn", 3).faults(), ["G73"]);
}

#[test]
fn g73_when_several_endings_fall_together_the_first_one_counts() {
    // Passes come before quiet turns, quiet turns and time before the cap.
    let stuck = matrix()
        .no_reserves()
        .option("quiet_limit", 1)
        .option("turn_cap", 2)
        .fresh(0, "0.-2.2")
        .fresh(1, "0.4.2")
        .blocked("0.-1.2 1.-1.2 0.3.2 1.3.2");
    assert_eq!(stuck.table().play("-").play("-").phase(), "over: passes");
    let quiet = apart(2).option("quiet_limit", 1).option("turn_cap", 2).table();
    assert_eq!(shuffle(&quiet, 2).phase(), "over: quiet");
    let time = apart(2).points().option("rounds", 1).option("turn_cap", 2).table();
    assert_eq!(shuffle(&time, 2).phase(), "over: time");
    let last = matrix().option("turn_cap", 1).pawn(0, "1.0.1").pawn(1, "1.1.1").table();
    assert_eq!(last.play("1.0.1x1.2.1").phase(), "over: last player");
}

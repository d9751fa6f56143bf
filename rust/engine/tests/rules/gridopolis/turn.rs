//! G10 to G12: what a turn is.

use super::support::{Table, matrix, on};

#[test]
fn g10_a_turn_is_one_move_or_one_pad_or_one_blocker_box() {
    let start = matrix().start();
    for deed in ["1.-1.2>1.0.2", "+3.1.2", "#1.1.3"] {
        let table = start.play(deed);
        assert_eq!((table.seat(), table.number("turn")), (Some(1), 1), "after {deed}");
        // The next player has the same three choices.
        for reply in ["1.3.2>1.2.2", "+-1.0.3", "#2.1.1"] {
            assert_eq!(table.play(reply).seat(), Some(0), "after {deed} {reply}");
        }
    }
    start.forbids("-", "G12");
}

#[test]
fn g10_only_own_markers_move() {
    let start = matrix().start();
    start.forbids_all("1.3.2>1.2.2 1.3.2>0.2.2", "G10");
    start.forbids("1.1.2>1.2.2", "G10"); // nobody there
    start.forbids(">1.0.2", "G10"); // which marker?
    start.play("1.-1.2>1.0.2").forbids("1.0.2>1.1.2", "G10");
    assert!(start.texts().iter().all(|text| !text.starts_with("1.3.2")));
}

#[test]
fn g10_a_move_that_has_begun_is_finished_before_anything_else() {
    let chain = matrix()
        .pawn(0, "1.-1.2")
        .pawn(0, "2.-1.2")
        .pawn(1, "0.0.2")
        .pawn(1, "0.2.2")
        .built("-1.1.2")
        .table();
    let table = chain.play("1.-1.2x-1.1.2");
    assert_eq!((table.phase(), table.seat()), ("chain".to_owned(), Some(0)));
    table.forbids_all("2.-1.2>2.0.2 #1.1.1 +3.1.2", "G10");
    table.forbids("-", "G12");
    assert_eq!(table.after(""), ". x1.3.2");
}

#[test]
fn g11_a_player_without_markers_gets_no_more_turns() {
    let table =
        matrix().players(3).pawn(0, "1.-1.2").pawn(1, "1.0.2").blocked("0.1.2").pawn(2, "1.4.2").table();
    assert_eq!(table.play("1.-1.2>2.-1.2").seat(), Some(1), "still in");
    let out = table.play("1.-1.2x1.1.2~0.0.1");
    assert_eq!((out.markers(1), out.seat()), (0, Some(2)));
    let round = out.play("1.4.2>1.3.2");
    assert_eq!(round.seat(), Some(0), "West is passed over for good");
    assert_eq!(round.play("0.0.1>0.1.1").seat(), Some(2));
}

#[test]
fn g11_what_a_player_built_stays_and_so_do_the_kingerizers() {
    let table = matrix()
        .players(3)
        .pawn(0, "1.-1.2")
        .king(0, "-1.0.2")
        .pawn(1, "1.0.2")
        .built("3.1.2")
        .blocked("0.1.1")
        .pawn(2, "1.4.2")
        .table();
    let out = table.play("1.-1.2x1.1.2~0.0.1");
    let dict = out.dict();
    assert_eq!(dict["built"], serde_json::json!([[3, 1, 2]]));
    assert_eq!(dict["blocked"], serde_json::json!([[0, 1, 1]]));
    assert_eq!(out.reserve(1), [3, 3, 2, 2], "nobody inherits the reserve");
    let later = out.play("1.4.2>1.3.2");
    later.forbids("#-2.0.2", "G61"); // a kingerizer of West is still a kingerizer
    later.play("#-1.2.2");
}

#[test]
fn g11_a_position_where_a_player_without_markers_is_to_move_is_refused() {
    let setup = matrix().players(3).pawn(0, "1.1.1").pawn(2, "1.4.2");
    assert_eq!(setup.clone().turn_of(1).faults(), ["G11"]);
    assert_eq!(setup.turn_of(2).table().seat(), Some(2));
}

/// South and North each have one pawn on their home-row, with blocker-boxes in front.
fn stuck() -> super::support::Setup {
    matrix().no_reserves().fresh(0, "0.-2.2").fresh(1, "0.4.2").blocked("0.-1.2 1.-1.2 0.3.2 1.3.2")
}

#[test]
fn g12_pass_exists_only_when_nothing_else_does() {
    let table = stuck().table();
    assert_eq!(table.texts(), ["-"]);
    assert_eq!(table.turn_texts(""), ["-"]);
    table.forbids("0.-2.2>0.-1.2", "G61");
    table.forbids_all("#1.1.1 +3.1.2 +|1.1.4", "G7");
}

#[test]
fn g12_a_pad_a_blocker_box_or_a_move_rules_out_a_pass() {
    let reserves = |pads: u8, blockers: u8| {
        let mine = serde_json::json!({"pads": pads, "links": pads, "posts": 0, "blockers": blockers});
        let none = serde_json::json!({"pads": 0, "links": 0, "posts": 0, "blockers": 0});
        stuck().entry("reserves", serde_json::json!([mine, none])).table()
    };
    reserves(0, 0).play("-");
    for (table, other) in [(reserves(1, 0), "+3.1.2"), (reserves(0, 1), "#1.1.1")] {
        table.forbids("-", "G12");
        table.play(other);
    }
    let free = stuck().pawn(0, "1.1.1").table();
    free.forbids("-", "G12");
    free.play("1.1.1>1.2.1");
}

#[test]
fn g12_a_kamikaze_is_a_move_that_rules_out_a_pass() {
    let corner = |wall: &str| {
        matrix()
            .no_reserves()
            .pawn(0, "3.2.2")
            .pawn(1, "3.3.2")
            .pawn(1, "2.2.1")
            .built(&format!("3.2.2 3.3.2 {wall}"))
            .blocked(&format!("2.2.2 2.2.3 2.3.2 {wall}"))
            .table()
    };
    assert_eq!(corner("").texts(), ["3.2.2!3.3.2"]);
    assert_eq!(corner("3.4.2").texts(), ["-"], "with a pad behind there is no kamikaze");
}

#[test]
fn g12_passes_of_all_players_in_a_row_are_a_draw_in_option_1() {
    let one = stuck().table().play("-");
    assert_eq!((one.phase(), one.seat(), one.number("passes")), ("turn".into(), Some(1), 1));
    let two = one.play("-");
    assert_eq!((two.phase(), two.seat()), ("over: passes".to_owned(), None));
    assert_eq!((two.winners(), two.number("turn")), (vec![0, 1], 2));
    assert_eq!(two.returns(), [0.0, 0.0]);
    two.forbids("-", "G12");
    assert!(two.texts().is_empty());
}

#[test]
fn g12_passes_of_all_players_in_a_row_end_option_2_by_points() {
    let taken = serde_json::json!([{"pawns": 0, "kings": 0}, {"pawns": 1, "kings": 0}]);
    let table = stuck().points().entry("captured", taken).table();
    let over = table.play("-").play("-");
    assert_eq!((over.phase(), over.scores()), ("over: passes".to_owned(), vec![1, 4]));
    assert_eq!(over.winners(), [1]);
    assert_eq!(stuck().points().table().play("-").play("-").winners(), [0, 1]);
}

#[test]
fn g12_any_other_turn_breaks_the_row_of_passes() {
    let table = stuck().pawn(1, "1.1.1").turn_of(0).table();
    let table = table.play("-").play("1.1.1>0.1.1");
    assert_eq!((table.phase(), table.number("passes")), ("turn".to_owned(), 0));
    let table = table.play("-");
    assert_eq!((table.phase(), table.number("passes")), ("turn".to_owned(), 1));
}

#[test]
fn g12_only_players_with_markers_count_in_the_row_of_passes() {
    let three = |west: bool| -> Table {
        let setup = matrix()
            .players(3)
            .no_reserves()
            .fresh(0, "0.-2.2")
            .fresh(2, "0.4.2")
            .blocked("0.-1.2 1.-1.2 0.3.2 1.3.2 -1.0.2 -1.1.2");
        if west { setup.fresh(1, "-2.0.2").table() } else { setup.table() }
    };
    let two_left = three(false).play("-").play("-");
    assert_eq!((two_left.phase(), two_left.winners()), ("over: passes".to_owned(), vec![0, 2]));
    assert_eq!(two_left.returns(), [0.25, -0.5, 0.25], "a draw among the players left");
    let all_in = three(true).play("-").play("-");
    assert_eq!((all_in.phase(), all_in.seat()), ("turn".to_owned(), Some(2)));
    assert_eq!(all_in.play("-").winners(), [0, 1, 2]);
}

#[test]
fn g12_a_pass_ends_no_turn_that_has_begun() {
    let table = on("plaza").king(0, "2.2.1").pawn(1, "2.6.1").table().play("2.2.1>2.3.1");
    assert_eq!(table.phase(), "second");
    table.forbids("-", "G12");
}

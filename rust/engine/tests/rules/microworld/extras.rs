//! Additional rules A, D, E and F (M40, M43 to M45) and the scenario presets (M48).

use boardwright::Game;
use boardwright::game::Viewer;
use boardwright::microworld::{Microworld, SCENARIOS};
use serde_json::json;

use super::support::{Setup, lawn, on, rows};

#[test]
fn m40_each_player_draws_a_left_over_token() {
    let start = lawn().rules("A").start();
    assert_eq!(
        (start.phase(), start.seat(), start.entry("leftovers")),
        ("leftover".into(), None, "2".into())
    );
    assert_eq!(start.chances(), "+flip +anywhere +double +opponent +block +occupied +move +radiation +copy");
    start.forbids_all("13 end tile=bonus", "M40");
    let second = start.play("+copy");
    assert_eq!(second.chances(), "+flip +anywhere +double +opponent +block +occupied +move +radiation");
    second.forbids("+copy", "M10");
    let ready = second.play("+flip");
    assert_eq!((ready.phase(), ready.seat()), ("before".to_owned(), Some(0)));
    assert_eq!(
        (ready.entry("hands"), ready.entry("leftovers")),
        ("[[copy],[flip]]".to_owned(), "0".to_owned())
    );
    assert_eq!(ready.entry("genes"), "[1,9,13,16,21,24,34]", "those on the board stay");
    assert_eq!(lawn().start().phase(), "before", "not without the rule");
}

#[test]
fn m40_the_drawn_token_is_seen_by_its_owner_only() {
    let ready = lawn().rules("A").start().play("+copy +flip");
    assert_eq!(ready.seen("hands", Viewer::Seat(0)), json!([["copy"], ["?"]]));
    assert_eq!(ready.seen("hands", Viewer::Seat(1)), json!([["?"], ["flip"]]));
    assert_eq!(ready.seen("hands", Viewer::Spectator), json!([["?"], ["?"]]));
}

#[test]
fn m40_two_genes_may_be_used_in_a_turn() {
    let table = lawn().rules("A").pawns(&[9, 20, 30], &[21, 16, 14]).hands("double flip", "").table();
    let played = table.play("15 flip a0 double");
    assert_eq!((played.points(), played.entry("used")), ((2, 0), "[[flip,double],[]]".to_owned()));
    let one = table.play("15 double");
    assert_eq!((one.phase(), one.deeds()), ("after".to_owned(), "flip end".to_owned()));
    assert_eq!(one.after("end"), (2, 0), "one is enough");
    assert_eq!(table.after("15 end"), (1, 0), "so is none");
}

/// The Viruses score 2 by placing in 15, next to 9 and 21.
fn track(viruses: u16, anticorps: u16) -> Setup {
    lawn().rules("D").pawns(&[9, 21, 30], &[20, 16, 14]).points(viruses, anticorps)
}

#[test]
fn m43_the_first_with_10_points_draws_a_token_and_scores_2() {
    let reached = track(8, 0).table().play("15");
    assert_eq!((reached.phase(), reached.seat(), reached.points()), ("ten".to_owned(), None, (10, 0)));
    assert_eq!(
        reached.chances(),
        "+flip +anywhere +double +opponent +block +occupied +move +radiation +copy"
    );
    reached.forbids_all("end 8 tile=bonus", "M43");
    let drawn = reached.play("+anywhere");
    assert_eq!((drawn.points(), drawn.entry("ten_by"), drawn.seat()), ((12, 0), "0".to_owned(), Some(1)));
    assert_eq!(
        (drawn.entry("hands"), drawn.entry("leftovers")),
        ("[[anywhere],[]]".to_owned(), "1".to_owned())
    );
    assert_eq!(drawn.seen("hands", Viewer::Seat(1)), json!([["?"], []]));
    // It may be used in a later turn.
    assert_eq!(drawn.play("8").deeds(), "anywhere");
    assert_eq!(track(7, 0).table().after("15"), (9, 0), "not yet");
    assert_eq!(track(9, 0).table().play("15 +flip").points(), (13, 0), "reached or passed");
}

#[test]
fn m43_with_no_token_left_the_points_come_all_the_same() {
    let none = track(8, 0).entry("leftovers", 0).table();
    assert_eq!((none.after("15"), none.play("15").entry("hands")), ((12, 0), "[[],[]]".to_owned()));
    // Rule A has given both of them away.
    let both = lawn().rules("AD").start().play("+flip +copy");
    assert_eq!(both.entry("leftovers"), "0");
}

#[test]
fn m43_only_the_first_one_gets_it() {
    let second = track(8, 10).entry("ten_by", 1).table();
    assert_eq!(second.after("15"), (10, 10));
    let without = lawn().pawns(&[9, 21, 30], &[20, 16, 14]).points(8, 0).table();
    assert_eq!(without.after("15"), (10, 0), "not without the rule");
}

#[test]
fn m44_a_point_for_placing_in_a_nervous_cell() {
    let table = lawn().rules("E").pawns(&[9, 20, 30], &[21, 16, 14]).table();
    assert_eq!(table.after("15"), (2, 0), "nervous; 9 is adjacent");
    assert_eq!(table.after("8"), (2, 0), "so it is here");
    assert_eq!(table.after("13"), (0, 0), "osseous");
    // Even if nothing else is scored: 3 is nervous, and nobody is next to it.
    let alone = lawn().rules("E").pawns(&[20], &[2]).table();
    assert_eq!(alone.after("3"), (1, 0));
    // In an occupied cell, too: a pawn is placed there.
    let stack = lawn().rules("E").pawns(&[15, 30], &[20, 14]).hands("occupied", "").table();
    assert_eq!(stack.after("occupied 15"), (1, 0));
    let first = lawn().rules("E").start();
    assert_eq!((first.after("9"), first.after("13")), ((1, 0), (0, 0)));
}

#[test]
fn m44_points_for_placing_not_for_being_there() {
    // 13 is osseous; from there the pawn is moved to nervous 19. And from nervous 8 to mucous 2.
    let table = lawn().rules("CE").mutations("shift", "exchange").pawns(&[31], &[14]).table();
    assert_eq!(table.after("13 shift >19"), (0, 0));
    assert_eq!(table.after("8 shift >2"), (1, 0));
    // The gene moves a pawn of the Anticorps to nervous 8.
    let moved = lawn().rules("E").pawns(&[31], &[14]).hands("move", "").table();
    assert_eq!(moved.after("move >8 7"), (0, 0));
    // Exchanged with the pawn in nervous 15.
    let exchange = lawn().rules("CE").mutations("exchange", "bonus").pawns(&[31, 30], &[15, 14]).table();
    assert_eq!(exchange.after("8 exchange a1"), (1, 0), "8 is nervous, 14 is not");
    assert_eq!(exchange.after("13 exchange a1"), (0, 0));
}

#[test]
fn m45_two_points_for_the_last_free_cell_of_a_tissue() {
    // Osseous 7 and 13 are a tissue. 13 is the last one; 8 is one of five.
    let table = lawn().rules("F").pawns(&[31, 30], &[7, 14]).table();
    assert_eq!(table.after("13"), (2, 0), "even if nothing else is scored");
    assert_eq!(table.after("8"), (0, 0));
    // Whoever filled the rest.
    let own = lawn().rules("F").pawns(&[7, 30], &[31, 14]).table();
    assert_eq!(own.after("13"), (3, 0), "7 is adjacent");
    // A tissue of one cell is full at once.
    let kinds = "mmmnno monnoo mouuou nnuuuu nmmoum oomonm";
    let one = on(rows(kinds, &[1])).rules("F").pawns(&[20], &[28]).table();
    assert_eq!(one.after("34"), (2, 0));
}

#[test]
fn m45_no_points_for_an_occupied_cell() {
    let table = lawn().rules("F").pawns(&[13, 30], &[7, 14]).hands("occupied", "").table();
    assert_eq!(table.after("occupied 13"), (0, 0), "the tissue was full before");
    // The free cell 13 fills it; that two pawns are in 7 does not matter.
    let stack = lawn().rules("F").pawns(&[7, 7], &[31, 14]).used("occupied", "").table();
    assert_eq!(stack.after("13"), (4, 0));
}

#[test]
fn m45_depends_on_the_moment_of_placing() {
    // The gene moves the last pawn out of the tissue {7, 13}, or into it.
    let out = lawn().rules("F").pawns(&[30, 7], &[31, 13]).hands("move", "").table();
    assert_eq!(out.after("move >14 13"), (3, 0), "13 is the last one again; 7 is adjacent");
    let into = lawn().rules("F").pawns(&[30, 31], &[7, 14]).hands("move", "").table();
    assert_eq!(into.after("move >13 12"), (0, 0));
    // A pawn that leaves after placing takes nothing back, and one that comes in fills nothing.
    let shift = lawn().rules("CF").mutations("shift", "bonus").pawns(&[31, 30], &[7, 14]).table();
    assert_eq!(shift.after("13 shift >19"), (2, 0));
    let other = lawn().rules("CF").mutations("shift", "bonus").pawns(&[31, 30], &[7, 18]).table();
    assert_eq!(other.after("19 shift >13"), (0, 0));
}

#[test]
fn m44_m45_go_together() {
    // Nervous 18, 19, 24: the last one is 19, next to v1 in 20.
    let table = lawn().rules("EF").pawns(&[18, 20], &[24, 13]).table();
    assert_eq!(table.after("19"), (2 + 1 + 2, 0));
}

#[test]
fn m48_ten_presets_in_order_of_complexity() {
    assert_eq!(SCENARIOS.len(), 10);
    let count = |letters: &str| letters.len();
    assert_eq!((count(SCENARIOS[0].rules), SCENARIOS[9].rules), (1, "ABCDEFGH"));
    for preset in SCENARIOS {
        let game = Microworld::new(&json!({"scenario": preset.name})).expect("a preset");
        let options = game.options();
        assert_eq!((&options["scenario"], &options["rules"]), (&json!(preset.name), &json!(preset.rules)));
        assert_eq!(options["target"], json!(preset.target));
        assert_eq!(Microworld::new(options).expect("the same game").options(), options);
        // A target without rule B would be none; a preset with rule B draws or names one.
        assert!(preset.target.is_none() || preset.rules.contains('B'), "{}", preset.name);
    }
    let mut names: Vec<&str> = SCENARIOS.iter().map(|preset| preset.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), 10);
}

#[test]
fn m48_a_preset_goes_with_its_own_rules_only() {
    let sprint = || lawn().option("scenario", "sprint");
    assert!(sprint().rules("BDF").option("target", "15-points").is_playable());
    assert!(sprint().rules("BDF").is_playable());
    assert_eq!(sprint().rules("BD").faults(), ["M48"]);
    assert_eq!(sprint().option("target", "bone-lover").faults(), ["M48"]);
    assert!(
        lawn().option("scenario", "outbreak").option("mutations", json!(["bonus", "steal"])).is_playable()
    );
}

#[test]
fn m40_m41_m42_set_up_in_order() {
    let start = lawn().rules("ABC").start();
    let ready = start.play("+flip +copy target=four-genes tile=bonus tile=steal tile=shift tile=barrier");
    let ready = ready.play("keep=steal keep=shift shown=steal shown=shift");
    assert_eq!((ready.phase(), ready.seat()), ("before".to_owned(), Some(0)));
    assert_eq!(ready.entry("mutations"), "[steal,shift]");
    // Each step only at its time.
    for (at, next) in
        ["+flip", "target=four-genes", "tile=bonus", "keep=bonus", "shown=bonus", "13"].iter().enumerate()
    {
        let done = ["", "+flip +copy", "target=four-genes", "tile=bonus tile=steal tile=shift tile=barrier"];
        let now = start.play(&done[..done.len().min(at + 1)].join(" "));
        assert_eq!(now.game.parse_event(&now.state, next).is_ok(), at < 4, "{next}");
    }
}

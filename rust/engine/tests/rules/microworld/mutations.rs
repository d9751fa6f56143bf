//! M42: mutations are dealt and chosen. M60: the bonus.

use boardwright::game::{UNKNOWN, Viewer};
use boardwright::{Event, Game};
use serde_json::json;

use super::support::{Setup, Table, lawn};

/// All four tiles are dealt: bonus and steal to the Viruses, shift and barrier to the Anticorps.
fn dealt() -> Table {
    lawn().rules("C").start().play("tile=bonus tile=steal tile=shift tile=barrier")
}

#[test]
fn m42_two_tiles_each_are_dealt() {
    let start = lawn().rules("C").start();
    assert_eq!((start.phase(), start.seat()), ("tile".to_owned(), None));
    assert_eq!(start.chances(), "tile=bonus tile=majority tile=barrier tile=steal tile=exchange tile=shift");
    start.forbids_all("13 end +flip keep=bonus", "M42");
    let one = start.play("tile=steal");
    assert_eq!(one.chances(), "tile=bonus tile=majority tile=barrier tile=exchange tile=shift");
    one.forbids("tile=steal", "M42");
    let other = one.play("tile=bonus");
    assert_eq!((other.entry("tiles"), other.phase()), ("[[bonus,steal],[]]".to_owned(), "tile".to_owned()));
    assert_eq!(other.dict()["phase"]["seat"], 1);
    let last = other.play("tile=shift");
    assert_eq!(last.chances(), "tile=majority tile=barrier tile=exchange");
    assert_eq!(last.play("tile=barrier").seat(), Some(0));
}

#[test]
fn m42_each_keeps_one_and_both_are_shown_then() {
    let keep = dealt();
    assert_eq!((keep.phase(), keep.listed()), ("keep".to_owned(), "keep=bonus keep=steal".to_owned()));
    keep.forbids_all("keep=shift keep=barrier keep=majority 13 end", "M42");
    let second = keep.play("keep=steal");
    assert_eq!((second.seat(), second.listed()), (Some(1), "keep=barrier keep=shift".to_owned()));
    second.forbids("keep=bonus", "M42");
    let chosen = second.play("keep=barrier");
    assert_eq!(
        (chosen.phase(), chosen.seat(), chosen.chances()),
        ("reveal".into(), None, "shown=steal".into())
    );
    chosen.forbids_all("shown=bonus shown=barrier", "M42");
    assert_eq!(chosen.entry("mutation_tokens"), "[0,0]");
    let shown = chosen.play("shown=steal shown=barrier");
    assert_eq!(
        (shown.phase(), shown.entry("mutations")),
        ("before".to_owned(), "[steal,barrier]".to_owned())
    );
    assert_eq!(
        (shown.entry("tiles"), shown.entry("mutation_tokens")),
        ("[[bonus],[shift]]".into(), "[1,3]".into())
    );
}

#[test]
fn m42_choices_are_secret_until_both_are_made() {
    let keep = dealt();
    let choice = keep.game.parse_event(&keep.state, "keep=steal").expect("legal").0;
    assert_eq!(keep.game.seen(&keep.state, choice, Viewer::Seat(1)), Event::Act(UNKNOWN));
    assert_eq!(keep.game.seen(&keep.state, choice, Viewer::Seat(0)), choice);
    let second = keep.play("keep=steal");
    assert_eq!(second.seen("mutations", Viewer::Seat(0)), json!(["steal", null]));
    assert_eq!(second.seen("mutations", Viewer::Seat(1)), json!(["?", null]));
    assert_eq!(second.seen("tiles", Viewer::Seat(1)), json!([["?"], ["barrier", "shift"]]));
    assert_eq!(second.seen("tiles", Viewer::Spectator), json!([["?"], ["?", "?"]]));
    let chosen = second.play("keep=barrier");
    assert_eq!(chosen.seen("mutations", Viewer::Spectator), json!(["?", "?"]));
    let half = chosen.play("shown=steal");
    assert_eq!(half.seen("mutations", Viewer::Seat(0)), json!(["steal", "?"]));
    assert_eq!(half.play("shown=barrier").seen("mutations", Viewer::Seat(0)), json!(["steal", "barrier"]));
}

#[test]
fn m42_the_tiles_not_kept_go_back_unseen() {
    let shown = dealt().play("keep=steal keep=barrier shown=steal shown=barrier");
    assert_eq!(shown.seen("tiles", Viewer::Seat(0)), json!([["bonus"], ["?"]]));
    assert_eq!(shown.seen("tiles", Viewer::Seat(1)), json!([["?"], ["shift"]]));
    // What is dealt is seen by its owner only.
    let start = lawn().rules("C").start();
    let tile = Event::Chance(9);
    assert_eq!(start.game.seen(&start.state, tile, Viewer::Seat(0)), tile);
    assert_eq!(start.game.seen(&start.state, tile, Viewer::Seat(1)), Event::Chance(UNKNOWN));
}

#[test]
fn m42_mutations_may_be_given_and_have_their_tokens() {
    for (name, tokens) in
        [("bonus", 0), ("majority", 0), ("barrier", 3), ("steal", 1), ("exchange", 2), ("shift", 2)]
    {
        let other = if name == "bonus" { "majority" } else { "bonus" };
        let start = lawn().rules("C").option("mutations", json!([other, name])).start();
        assert_eq!(start.phase(), "before");
        assert_eq!(start.entry("mutation_tokens"), format!("[0,{tokens}]"), "{name}");
    }
    let given = |rules: &str, names: serde_json::Value| lawn().rules(rules).option("mutations", names);
    assert_eq!(given("", json!(["bonus", "shift"])).faults(), ["M42"], "it needs rule C");
    assert_eq!(given("C", json!(["shift", "shift"])).faults(), ["M42"], "there is one tile of each");
    assert_eq!(given("C", json!(["shift"])).faults(), ["M42"]);
    assert_eq!(given("C", json!(["shift", "flight"])).faults(), ["M42"]);
}

#[test]
fn m42_who_has_no_mutation_uses_none() {
    let table = lawn().pawns(&[20], &[14]).hands("double", "").table().play("8");
    assert!(table.game.check(&table.state, Event::Act(171)).is_err_and(|illegal| illegal.rule == "M42"));
    let other = lawn().rules("C").mutations("bonus", "shift").pawns(&[20], &[14]).hands("double", "").table();
    let other = other.play("8");
    other.forbids("shift", "M65");
    other.forbids("exchange", "M64");
    other.forbids("barrier", "M62");
    let own = other.game.check(&other.state, Event::Act(171));
    assert!(own.is_err_and(|illegal| illegal.rule == "M60"), "the bonus works by itself");
}

/// Viruses with the bonus. Placing in 15 scores 1 by v0 in 9, or 3 by a0 in 21, a1 in 16, a2 in 14.
fn bonus(rules: &str) -> Setup {
    lawn().rules(rules).mutations("bonus", "majority").pawns(&[9, 20, 30], &[21, 16, 14])
}

#[test]
fn m60_a_point_more_for_2_or_more() {
    assert_eq!(bonus("C").table().after("15"), (1, 0), "1 is not enough");
    assert_eq!(bonus("C").pawns(&[9, 21, 30], &[20, 16, 14]).table().after("15"), (3, 0), "2 and 1");
    assert_eq!(bonus("C").pawns(&[9, 21, 30, 16], &[20, 0, 35, 14]).table().after("15"), (4, 0), "3 and 1");
    // The others' points are the others'.
    let anticorps =
        lawn().rules("C").mutations("majority", "bonus").pawns(&[9, 21, 30], &[20, 16, 14]).table();
    assert_eq!(anticorps.after("15"), (2, 0));
}

#[test]
fn m60_points_by_genes_count() {
    let with = |gene: &str| bonus("C").hands(gene, "").table().after(&format!("15 {gene}"));
    assert_eq!(with("double"), (3, 0), "2 and 1");
    assert_eq!(with("opponent"), (4, 0), "3 and 1");
    assert_eq!(with("block"), (1, 0));
    let both = bonus("AC").hands("double opponent", "").table();
    assert_eq!(both.after("15 double opponent"), (7, 0), "6 and 1");
    // The opponent's block takes the 2 points of placing away, and with them the bonus.
    let blocked = lawn().rules("C").mutations("majority", "bonus").pawns(&[9, 20, 30], &[1, 6, 14]);
    let blocked = blocked.hands("block", "").table();
    assert_eq!(blocked.play("8 end").after("7"), (1, 3), "1 and 6 are next to 7");
    assert_eq!(blocked.play("8 block").after("7"), (1, 0));
}

#[test]
fn m60_points_by_rules_e_and_f_count() {
    assert_eq!(bonus("CE").table().after("15"), (3, 0), "1, 1 and 1");
    // F alone: 13 is the last free cell of {7, 13}.
    let filled = bonus("CF").pawns(&[9, 20, 30], &[21, 7, 14]).table();
    assert_eq!(filled.after("13"), (3, 0), "2 and 1");
    // E alone: nobody of the Viruses is next to nervous 8.
    let nervous = bonus("CE").pawns(&[31, 20, 30], &[21, 16, 14]).table();
    assert_eq!(nervous.after("8"), (1, 0));
}

#[test]
fn m60_points_by_target_and_rule_d_count() {
    let target = bonus("BC").target("bone-lover").entry("bones", json!([[5, 7, 10], []])).table();
    assert_eq!(target.after("13"), (6, 0), "5 and 1");
    let ten = bonus("CD").points(9, 0).entry("leftovers", 0).table();
    assert_eq!(ten.after("15"), (13, 0), "1, 2 and 1");
    // While the token of rule D is drawn the turn has scored 1; the bonus follows.
    let drawn = bonus("CD").points(9, 0).table().play("15");
    assert_eq!(
        (drawn.phase(), drawn.this_turn("gained"), drawn.this_turn("bonus")),
        ("ten".into(), "1".into(), "false".into())
    );
    assert_eq!(drawn.play("+flip").points(), (13, 0));
}

#[test]
fn m60_once_a_turn() {
    // 2 by double, the bonus, 5 by the target: no second bonus.
    let table = bonus("BC").target("bone-lover").entry("bones", json!([[5, 7, 10], []]));
    let table = table.pawns(&[7, 20, 30], &[21, 16, 14]).hands("double", "").table();
    assert_eq!(table.after("13 double"), (2 + 1 + 5, 0));
    // In the next turn it is there again: 9 and 21 are next to 15, 5 and 17 to 11.
    let next = bonus("C").pawns(&[9, 21, 5, 17], &[20, 0, 16, 14]).table().play("15").play("10");
    assert_eq!(next.points(), (3, 1));
    assert_eq!(next.after("11"), (6, 1));
}

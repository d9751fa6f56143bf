//! M10 to M16, M18: set-up, where to place, taking tokens, what placing scores.

use boardwright::game::{Outcomes, UNKNOWN, Viewer};
use boardwright::{Event, Game, Rng};
use serde_json::json;

use super::support::{SPACES, Table, lawn, on};

/// All cells of the lawn but some.
fn all_but(cells: &[u8]) -> Vec<u8> {
    (0..36).filter(|cell| !cells.contains(cell)).collect()
}

#[test]
fn m10_players_take_turns_until_each_has_placed_14_pawns() {
    for seed in 0..20 {
        let mut rng = Rng::new(seed);
        let mut table = on("2b 1a 4b 3a").rules("ABCDEFGH").start();
        let scratch = &mut Vec::new();
        while table.phase() != "over" {
            let event = match table.seat() {
                Some(_) => Event::Act(table.game.sample_action(&table.state, &mut rng, scratch)),
                None => Event::Chance(table.game.sample_outcome(&table.state, &mut rng, &mut Vec::new())),
            };
            let dict = table.dict();
            assert_eq!(dict["seat"].as_u64(), Some(dict["turn"].as_u64().expect("a number") % 2));
            table.game.step(&mut table.state, event);
        }
        let dict = table.dict();
        for seat in 0..2 {
            assert_eq!(dict["pawns"][seat].as_array().map(Vec::len), Some(14));
        }
        assert_eq!(dict["turn"], 28);
    }
}

#[test]
fn m10_seven_of_nine_tokens_lie_on_the_board() {
    for board in [json!("1a 2a 3a 4a"), json!("4b 3a 1b 2b")] {
        let start = on(board).start().dict();
        assert_eq!(start["genes"].as_array().map(Vec::len), Some(7));
        assert_eq!((&start["leftovers"], &start["hands"]), (&json!(2), &json!([[], []])));
        assert_eq!(start["pawns"], json!([[], []]));
    }
}

#[test]
fn m10_every_token_that_nobody_has_seen_is_equally_likely() {
    // 9 is a gene space next to 15. The first token, from 13, is put away unseen: it may be any of the nine.
    let table = lawn().start().play("13 14 15 9");
    assert_eq!((table.phase(), table.seat()), ("token".to_owned(), None));
    assert_eq!(table.chances(), "+flip +anywhere +double +opponent +block +occupied +move +radiation +copy");
    // The next one, on 16, can't be the one that was seen.
    let next = table.play("+block end 10 16");
    assert_eq!(next.chances(), "+flip +anywhere +double +opponent +occupied +move +radiation +copy");
    next.forbids("+block", "M10");
    // The Viruses have not seen it, so for them it may be that one.
    let mut outcomes = Outcomes::new();
    next.game.outcomes(next.view(Viewer::Seat(0)).state(), &mut outcomes);
    assert_eq!(outcomes, (0..9).map(|gene| (gene, 1)).collect::<Vec<_>>());
    // Used tokens are seen by all.
    let used =
        lawn().pawns(&[20, 30], &[31, 15]).tokens(&[9]).used("double", "move").hands("copy", "").table();
    assert_eq!(used.play("9").chances(), "+flip +anywhere +opponent +block +occupied +radiation");
}

#[test]
fn m10_what_a_player_does_not_know_may_be_any_unseen_token() {
    // The Viruses have double; the Anticorps used move and hold two more, of which the Viruses know nothing.
    let table = lawn().pawns(&[20], &[14]).hands("double", "flip copy").used("", "move").table();
    let view = table.view(Viewer::Seat(0));
    let mut rng = Rng::new(3);
    let mut seen = std::collections::BTreeMap::new();
    for _ in 0..2100 {
        let state = table.game.complete(&view, &mut rng);
        let hand = Table { game: table.game.clone(), state }.dict()["hands"][1].to_string();
        *seen.entry(hand).or_insert(0) += 1;
    }
    // Seven tokens are unseen: 21 pairs, each about 100 times.
    assert_eq!(seen.len(), 21, "{seen:?}");
    assert!(seen.values().all(|times| (60..150).contains(times)), "{seen:?}");
    assert!(seen.keys().all(|hand| !hand.contains("double") && !hand.contains("move")));
}

#[test]
fn m10_what_comes_first_comes_first() {
    let token = lawn().pawns(&[20], &[15]).tokens(&[9]).table().play("9");
    token.forbids_all("end 10 flip >10 a0", "M14");
    assert!(token.game.check(&token.state, Event::Act(175)).is_err_and(|illegal| illegal.rule == "M10"));
    assert!(token.game.check(&token.state, Event::Chance(19)).is_err_and(|illegal| illegal.rule == "M10"));
}

#[test]
fn m11_the_first_pawn_goes_on_a_gene_space_and_its_token_is_put_away() {
    let start = lawn().start();
    assert_eq!(start.places(), SPACES);
    start.forbids_all("0 2 14 35", "M11");
    start.forbids("end", "M12");
    let next = start.play("13");
    assert_eq!((next.phase(), next.seat()), ("before".to_owned(), Some(1)), "nobody looks at it");
    assert_eq!(next.entry("genes"), "[1,9,16,21,24,34]");
    assert_eq!((next.entry("hands"), next.entry("leftovers")), ("[[],[]]".to_owned(), "2".to_owned()));
}

#[test]
fn m11_no_gene_before_placing_on_the_first_turn() {
    // With rule A there are genes in hand from the start.
    for gene in ["anywhere", "occupied", "move", "copy", "double"] {
        let start = lawn().rules("A").start().play(&format!("+{gene} +flip"));
        assert_eq!(start.deeds(), "");
        start.forbids(gene, "M11");
    }
    // After placing one may be used, and the Anticorps may use one before placing.
    let start = lawn().rules("A").start().play("+double +anywhere");
    let next = start.play("13 double");
    assert_eq!((next.entry("used"), next.points()), ("[[double],[]]".to_owned(), (0, 0)));
    assert_eq!(next.deeds(), "anywhere");
    assert_eq!(next.play("anywhere").places(), all_but(&[13]));
}

#[test]
fn m12_a_pawn_goes_in_a_free_cell_adjacent_to_the_last_pawn_of_the_opponent() {
    let table = lawn().pawns(&[20, 30], &[2, 14]).table();
    assert_eq!(table.places(), [8, 13, 15], "14 has a fourth neighbour, 20, which is occupied");
    table.forbids("20", "M12");
    table.forbids("14", "M12");
    table.forbids_all("26 19", "M12"); // adjacent to the own pawn in 20
    table.forbids_all("1 3", "M12"); // adjacent to an older pawn of the opponent
    table.forbids_all("7 9 35", "M12");
    let anticorps = lawn().pawns(&[20, 30], &[2]).table();
    assert_eq!(anticorps.places(), [24, 31]);
}

#[test]
fn m12_with_no_free_cell_there_any_free_cell_will_do() {
    // The corner 0 has neighbours 1 and 6.
    let table = lawn().pawns(&[1, 20], &[6, 0]).table();
    assert_eq!(table.places(), all_but(&[0, 1, 6, 20]));
    table.forbids_all("0 1 6 20", "M12");
    let open = lawn().pawns(&[1, 20], &[35, 0]).table();
    assert_eq!(open.places(), [6], "one free cell there is enough");
}

#[test]
fn m12_one_pawn_a_turn_and_never_none() {
    let table = lawn().pawns(&[20], &[14]).hands("double", "").table();
    table.forbids("end", "M12");
    table.play("8").forbids_all("13 15", "M12");
}

#[test]
fn m13_a_pawn_that_was_moved_counts_where_it_stands() {
    // Shifted from 8 to 2: the Anticorps place next to 2, and 8 is free again.
    let shift = lawn().rules("C").mutations("shift", "bonus").pawns(&[20], &[14]).table();
    assert_eq!(shift.play("8 shift >2").places(), [1, 3, 8]);
    // Exchanged with the pawn in 14: the Anticorps place next to 14, where 8 and 20 are occupied.
    let exchange = lawn().rules("C").mutations("exchange", "bonus").pawns(&[20], &[14]).table();
    assert_eq!(exchange.play("8 exchange a0").places(), [13, 15]);
    // The gene moves it to 13.
    let moved = lawn().pawns(&[20], &[14]).hands("move", "").table();
    assert_eq!(moved.play("move >13").places(), [7, 12, 14, 19]);
}

#[test]
fn m13_a_blocked_cell_is_not_available() {
    let table = lawn().rules("C").mutations("barrier", "bonus").pawns(&[20], &[1]).table();
    // From 2, the neighbours are 1 (occupied), 3 and 8.
    let one = table.play("2 barrier >3");
    assert_eq!(one.places(), [8]);
    one.forbids("3", "M62");
    // From 0 they are 1 (occupied) and 6: if that is blocked, any other free cell will do.
    let none = table.play("0 barrier >6");
    assert_eq!(none.places(), all_but(&[0, 1, 6, 20]));
    none.forbids("6", "M62");
}

#[test]
fn m14_a_gene_token_is_taken_and_may_be_used_at_once_or_later() {
    let table = lawn().pawns(&[20], &[15]).tokens(&[9, 34]).table();
    let taken = table.play("9 +flip");
    assert_eq!((taken.phase(), taken.entry("genes")), ("after".to_owned(), "[34]".to_owned()));
    assert_eq!(taken.entry("hands"), "[[flip],[]]");
    assert_eq!(taken.deeds(), "flip end");
    assert_eq!(taken.play("flip a0").entry("used"), "[[flip],[]]");
    // The Anticorps go from 9 to 10, and 16 is adjacent to that one.
    let later = taken.play("end 10 16");
    assert_eq!(later.deeds(), "flip end");
    assert_eq!(later.play("flip a1").entry("flipped"), "[[],[1]]");
    // Without a token nothing is taken.
    assert_eq!(table.play("14").entry("hands"), "[[],[]]");
}

#[test]
fn m14_only_the_own_tokens_can_be_used() {
    let table = lawn().pawns(&[20], &[15]).hands("double", "opponent").table().play("9");
    table.forbids_all("opponent flip radiation", "M14");
    table.forbids("anywhere", "M14");
    let used = lawn().pawns(&[20], &[15]).hands("double", "").used("block", "").table().play("9");
    used.forbids("block", "M14"); // it lies face-up
}

#[test]
fn m14_the_opponent_does_not_see_the_token() {
    let before = lawn().pawns(&[20], &[15]).tokens(&[9]).table().play("9");
    let draw = Event::Chance(0);
    for (viewer, event) in [
        (Viewer::Seat(0), draw),
        (Viewer::Everything, draw),
        (Viewer::Seat(1), Event::Chance(UNKNOWN)),
        (Viewer::Spectator, Event::Chance(UNKNOWN)),
    ] {
        assert_eq!(before.game.seen(&before.state, draw, viewer), event, "{viewer:?}");
    }
    let after = before.play("+flip");
    assert_eq!(after.seen("hands", Viewer::Seat(0)), json!([["flip"], []]));
    assert_eq!(after.seen("hands", Viewer::Seat(1)), json!([["?"], []]));
    assert_eq!(after.seen("hands", Viewer::Spectator), json!([["?"], []]));
    // What may be asked now is the same whatever it is: both may use a gene or end the turn.
    let other = before.play("+anywhere");
    assert_eq!((after.phase(), other.phase()), ("after".to_owned(), "after".to_owned()));
    assert_eq!(other.deeds(), "end");
    assert_eq!(after.view(Viewer::Seat(1)).state(), other.view(Viewer::Seat(1)).state());
}

/// The Viruses have one pawn around 15 (in 9), the Anticorps three (21, 16, 14).
fn fight() -> Table {
    lawn().pawns(&[9, 20, 30], &[21, 16, 14]).table()
}

#[test]
fn m15_a_point_for_each_own_pawn_next_to_the_cell() {
    // 15: 9 is own. 8: 9 is own. 13: neither 7, 12, 14 nor 19; 20 lies across the corner.
    for (cell, points) in [("15", 1), ("8", 1), ("13", 0)] {
        assert_eq!(fight().after(cell), (points, 0), "{cell}");
    }
    let three = lawn().pawns(&[8, 13, 20], &[30, 31, 15]).points(4, 2).table();
    assert_eq!(three.after("14"), (7, 2));
}

#[test]
fn m15_every_pawn_of_a_stack_counts() {
    // Two own pawns lie in 20, one is in 8.
    let stack = lawn().pawns(&[8, 20, 20], &[30, 31, 15]).used("occupied", "").table();
    assert_eq!(stack.after("14"), (3, 0));
}

#[test]
fn m16_one_gene_a_turn() {
    let table = lawn().pawns(&[9, 20, 30], &[21, 16, 14]).hands("anywhere move double", "").table();
    table.play("anywhere").forbids("move", "M16");
    // With the one use spent the turn ends by itself after placing.
    assert_eq!(table.play("anywhere 15").seat(), Some(1));
    assert_eq!(table.play("15 double").seat(), Some(1));
    let mutant = lawn().rules("C").mutations("shift", "bonus").pawns(&[20], &[14]);
    let spent = mutant.hands("double opponent", "").table().play("8 double");
    assert_eq!(spent.deeds(), "shift end");
    spent.forbids("opponent", "M16");
}

#[test]
fn m18_the_game_ends_when_the_anticorps_have_placed_their_last_pawn() {
    let viruses: Vec<u8> = (0..14).collect();
    let anticorps: Vec<u8> = (20..33).collect();
    let before = lawn().pawns(&viruses[..13], &anticorps).table();
    // The last pawn of the Anticorps is in 32, whose free neighbour is 33.
    let last = before.play("33");
    assert_eq!((last.phase(), last.seat()), ("before".to_owned(), Some(1)), "one pawn is left");
    let over = last.play("34");
    assert_eq!((over.phase(), over.seat()), ("over".to_owned(), None));
    assert!(!over.winners().is_empty());
    assert_eq!((over.listed(), over.chances()), (String::new(), String::new()));
    over.forbids_all("35 end flip a0 >35 steal allow keep=bonus", "M18");
    over.forbids_all("+flip tile=bonus shown=bonus target=15-points", "M18");
    let outside = before.game.check(&before.state, Event::Referee(0));
    assert!(outside.is_err_and(|illegal| illegal.rule == "M18"), "nobody calls an end");
}

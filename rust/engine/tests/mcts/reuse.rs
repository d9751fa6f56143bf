//! Trees that are kept from one search to the next.

use std::sync::Arc;

use boardwright::fixture::Fixture;
use boardwright::game::{Actor, Event, Scratch, Viewer, never};
use boardwright::genotype::Genotype;
use boardwright::gridopolis::Gridopolis;
use boardwright::microworld::Microworld;
use boardwright::search::mcts::{Searcher, Settings, mcts};
use boardwright::search::report::Report;
use boardwright::{Game, Rng, View};
use serde_json::json;

use crate::tiny::ladder;
use crate::{of_all_games, request, timeless, try_played, view_of};

/// A game in which seat 0 searches with what it kept; gives its reports, and how many began with something.
fn play<G: Game + Clone>(game: &G, settings: Settings, decisions: usize) -> (Vec<Report>, usize) {
    let mut searcher = Searcher::new(Arc::new(game.clone()));
    let (mut state, mut rng, mut reports, mut kept) = (game.start(), Rng::new(5), Vec::new(), 0);
    while reports.len() < decisions {
        let own = View::of(game, &state, Viewer::Seat(0));
        let event = match game.actor(&state) {
            Actor::Over => break,
            Actor::Chance => {
                Event::Chance(game.sample_outcome(&state, &mut rng, &mut Scratch::default().outcomes))
            }
            Actor::Seat(0) => {
                let request = request(150, reports.len() as u64, 1, settings);
                let report =
                    searcher.search(&own, settings, &request, &mut never).expect("no limit").expect("a seat");
                let visits: u64 = report.lines.iter().map(|line| line.visits).sum();
                assert!(visits >= report.simulations);
                kept += usize::from(visits > report.simulations);
                let event = report.lines[0].events[0];
                reports.push(timeless(report));
                event
            }
            // Others choose with a short search of their own.
            Actor::Seat(_) => {
                let request = request(60, reports.len() as u64, 1, settings);
                let report = mcts(game, &view_of(game, &state), settings, &request, &mut never);
                report.expect("no limit").expect("a seat").lines[0].events[0]
            }
        };
        assert_eq!(game.check(&state, event), Ok(()));
        searcher.advance(&own, game.seen(&state, event, Viewer::Seat(0)));
        game.step(&mut state, event);
    }
    (reports, kept)
}

#[test]
fn what_was_found_is_kept() {
    fn check<G: Game + Clone>(game: &G, _: u32) {
        for chance in [false, true] {
            let settings = Settings { trees: Some(2), chance, ..Settings::of::<G>() };
            let (one, kept) = play(game, settings, 12);
            let (other, _) = play(game, settings, 12);
            assert_eq!(one, other, "the same again");
            assert!(kept > 0 || game.spec().name == "fixture", "nothing was kept");
        }
    }
    of_all_games!(check);
}

#[test]
fn what_was_proven_before_time_was_called_holds_no_more() {
    let options = json!({"blueprint": ladder(), "win": "points", "rounds": 4, "reserves": 0});
    let game = Gridopolis::new(&options).expect("options");
    let time = Event::Referee(0);
    let mut proofs = 0;
    for seed in 0..20 {
        let Some(before) = try_played(&game, 3, seed) else { continue };
        let mut after = before;
        game.step(&mut after, time);
        if game.actor(&after) == Actor::Over {
            continue;
        }
        let settings = Settings { trees: Some(1), ..Settings::of::<Gridopolis>() };
        let request = request(4000, seed, 1, settings);
        let mut searcher = Searcher::new(Arc::new(game.clone()));
        let mut search = |state| {
            let report = searcher.search(&view_of(&game, state), settings, &request, &mut never);
            let report = report.expect("no limit").expect("a seat");
            if *state == before {
                searcher.advance(&view_of(&game, state), time);
            }
            timeless(report)
        };
        proofs += u32::from(search(&before).lines[0].proven.is_some());
        let anew = mcts(&game, &view_of(&game, &after), settings, &request, &mut never);
        let anew = anew.expect("no limit").expect("a seat");
        let values = |report: Report| -> Vec<_> {
            report.lines.into_iter().map(|line| (line.events, line.proven, line.values)).collect()
        };
        let (kept, anew) = (values(search(&after)), values(anew));
        for (events, proven, values) in anew.iter().filter(|(_, proven, _)| proven.is_some()) {
            let known = kept.iter().find(|(other, ..)| other == events).expect("the same actions");
            if known.1.is_some() {
                assert_eq!((known.1, known.2), (*proven, *values));
            }
        }
    }
    assert!(proofs > 3, "{proofs}");
}

#[test]
fn what_is_kept_obeys_the_memory_of_the_next_search() {
    let game = Gridopolis::new(&json!({})).expect("options");
    let settings = Settings { trees: Some(1), ..Settings::of::<Gridopolis>() };
    let state = crate::played(&game, 20, 1);
    let mut searcher = Searcher::new(Arc::new(game.clone()));
    let mut request = request(4000, 1, 1, settings);
    request.budget.memory = 100_000;
    let view = view_of(&game, &state);
    let small = searcher.search(&view, settings, &request, &mut never).expect("no limit").expect("a seat");
    assert!(small.bytes < 200_000);
    searcher.advance(&view, small.lines[0].events[0]);
    let mut next = view;
    next.step(&game, small.lines[0].events[0]);
    request.budget.memory = 1 << 30;
    let large = searcher.search(&next, settings, &request, &mut never).expect("no limit").expect("a seat");
    assert!(large.bytes > 200_000, "{}", large.bytes);
}

#[test]
fn another_position_begins_anew() {
    let game = Microworld::new(&json!({})).expect("options");
    let settings = Settings::of::<Microworld>();
    let mut searcher = Searcher::new(Arc::new(game.clone()));
    for seed in 0..3 {
        let view = view_of(&game, &crate::played(&game, 20, seed));
        let request = request(200, seed, 1, settings);
        let found =
            searcher.search(&view, settings, &request, &mut never).expect("no limit").expect("a seat");
        let alone = mcts(&game, &view, settings, &request, &mut never).expect("no limit").expect("a seat");
        assert_eq!(timeless(found), timeless(alone));
    }
}

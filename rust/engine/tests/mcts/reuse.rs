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

use crate::{of_all_games, request, timeless, view_of};

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

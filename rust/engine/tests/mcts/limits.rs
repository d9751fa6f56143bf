//! Memory, interruption, time.

use std::time::Duration;

use boardwright::Game;
use boardwright::error::Halt;
use boardwright::fixture::Fixture;
use boardwright::genotype::Genotype;
use boardwright::gridopolis::Gridopolis;
use boardwright::microworld::Microworld;
use boardwright::search::budget::Budget;
use boardwright::search::mcts::{Settings, mcts};
use serde_json::json;

use crate::{of_all_games, played, request, run, view_of};

#[test]
fn memory_is_kept_to() {
    fn check<G: Game>(game: &G, events: u32) {
        let state = played(game, events, 2);
        for (memory, trees) in [(200_000, 1), (200_000, 4), (1, 1)] {
            for chance in [false, true] {
                let settings = Settings { trees: Some(trees), chance, ..Settings::of::<G>() };
                let mut request = request(4000, 3, 1, settings);
                request.budget.memory = memory;
                let small = run(game, &state, settings, &request);
                // The roots are there in any case, and what is begun is finished.
                assert!(small.bytes < memory + 60_000 * u64::from(trees), "{} of {memory}", small.bytes);
                assert!(small.simulations == 4000 || small.lines[0].proven.is_some());
                if memory == 1 {
                    assert!(small.depth <= 1);
                }
            }
        }
    }
    of_all_games!(check);
}

#[test]
fn a_stopped_search_gives_what_it_found_or_nothing() {
    fn check<G: Game>(game: &G, events: u32) {
        let (state, trees) = (played(game, events, 2), 4);
        let settings = Settings { trees: Some(trees), ..Settings::of::<G>() };
        let view = view_of(game, &state);
        for threads in [1, 2] {
            let mut request = request(u64::MAX / 2, 3, threads, settings);
            for keep in [false, true] {
                request.keep = keep;
                let mut poll = |done: u64| if done >= 300 { Err(Halt::Stopped) } else { Ok(()) };
                let found = mcts(game, &view, settings, &request, &mut poll);
                match found {
                    Err(halt) => assert!(!keep && halt == Halt::Stopped),
                    Ok(report) => {
                        let report = report.expect("a seat is to act");
                        // A small game may be proven before.
                        assert!(keep || report.lines[0].proven.is_some());
                        assert!(!report.lines.is_empty());
                    }
                }
                // Nothing was found before the first simulation.
                let nothing = mcts(game, &view, settings, &request, &mut |_| Err(Halt::Stopped));
                assert_eq!(nothing.err(), Some(Halt::Stopped));
            }
        }
    }
    of_all_games!(check);
}

#[test]
fn a_stopped_search_gives_the_few_simulations_that_it_made() {
    let game = Microworld::new(&json!({})).expect("options");
    let settings = Settings { trees: Some(2), ..Settings::of::<Microworld>() };
    let mut request = request(20, 1, 1, settings);
    request.keep = true;
    // Asked at the beginning and before each tree.
    let mut polls = 0;
    let mut poll = |_| {
        polls += 1;
        if polls > 2 { Err(Halt::Stopped) } else { Ok(()) }
    };
    let report = mcts(&game, &view_of(&game, &played(&game, 20, 1)), settings, &request, &mut poll);
    assert_eq!(report.expect("some were made").expect("a seat is to act").simulations, 10);
}

#[test]
fn polls_come_often() {
    fn check<G: Game>(game: &G, events: u32) {
        let settings = Settings { trees: Some(1), ..Settings::of::<G>() };
        let view = view_of(game, &played(game, events, 2));
        let (mut polls, mut last) = (0_u64, 0);
        let mut poll = |done| {
            polls += 1;
            last = done;
            Ok(())
        };
        let report = mcts(game, &view, settings, &request(2000, 1, 1, settings), &mut poll);
        let report = report.expect("no limit").expect("a seat is to act");
        assert!(polls >= report.simulations / 32 && last <= report.simulations);
    }
    of_all_games!(check);
}

#[test]
fn time_is_kept_to() {
    let game = Microworld::new(&json!({})).expect("options");
    let settings = Settings::of::<Microworld>();
    let state = played(&game, 20, 1);
    let mut request = request(u64::MAX / 2, 3, 2, settings);
    request.budget = Budget { time: Some(Duration::from_millis(30)), ..Budget::default() };
    let report = run(&game, &state, settings, &request);
    assert!(report.simulations > 0 && report.seconds >= 0.03);
}

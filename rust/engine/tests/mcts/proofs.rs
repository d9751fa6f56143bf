//! What is certain is found, and is true.

use boardwright::game::never;
use boardwright::gridopolis::Gridopolis;
use boardwright::search::budget::Budget;
use boardwright::search::evaluate::{Leaf, Policy};
use boardwright::search::exact;
use boardwright::search::mcts::Settings;
use serde_json::{Value, json};

use crate::tiny::{corner, ladder};
use crate::{request, run, try_played, view_of};

/// Compares proofs of the search with solutions; gives how many results it proved, won, drawn or lost.
fn compare(options: &Value, events: u32, games: u64) -> [u32; 3] {
    let game = Gridopolis::new(options).expect("options");
    let leaf = Leaf { policy: Policy::Random, turns: None };
    let mut proofs = [0; 3];
    for seed in 0..games {
        let Some(state) = try_played(&game, events, seed) else { continue };
        for priors in [false, true] {
            let settings = Settings { leaf, priors, trees: Some(2), ..Settings::of::<Gridopolis>() };
            let report = run(&game, &state, settings, &request(6000, seed, 1, settings));
            let proven = report.lines.iter().filter_map(|line| Some((line, line.proven?)));
            let mut next: Vec<_> = proven.collect();
            if next.is_empty() {
                continue;
            }
            let budget = Budget { nodes: Some(3_000_000), ..Budget::default() };
            let Ok(solution) = exact::solve(
                &game,
                &view_of(&game, &state),
                &budget,
                exact::Settings::default(),
                1,
                &mut never,
            ) else {
                continue;
            };
            for (line, proven) in next.drain(..) {
                let true_line =
                    solution.lines.iter().find(|other| other.events == line.events).expect("an action");
                let seats = usize::from(report.seats);
                for seat in 0..seats {
                    assert!(
                        (line.values[seat] - true_line.values[seat]).abs() < 1e-6,
                        "{line:?} {true_line:?}"
                    );
                }
                proofs[(proven.result + 1) as usize] += 1;
            }
            // A sure win is played, a sure loss only where there is nothing else.
            let own = usize::from(report.seat);
            if report.lines[0].proven.is_some_and(|proven| proven.result < 0) {
                assert!(solution.lines.iter().all(|line| line.values[own] < 0.0 || report.lines.len() == 1));
            }
        }
    }
    proofs
}

#[test]
fn proofs_for_two_are_true() {
    let options = json!({"blueprint": ladder(), "win": "points", "rounds": 4, "reserves": 0});
    let proofs = compare(&options, 2, 40);
    assert!(proofs.iter().all(|count| *count > 10), "{proofs:?}");
}

#[test]
fn proofs_for_three_are_true() {
    let proofs = compare(&json!({"blueprint": corner(), "players": 3, "turn_cap": 9}), 3, 60);
    assert!(proofs.iter().sum::<u32>() > 30, "{proofs:?}");
}

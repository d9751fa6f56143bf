//! Exact endings against a plain walk through all that can follow, written here once more.

mod deals;
mod limits;
mod solved;
#[path = "../tiny/mod.rs"]
mod tiny;

use boardwright::game::{Actor, Event, Scratch, Viewer, never};
use boardwright::search::budget::Budget;
use boardwright::search::exact::{Settings, solve, try_solve};
use boardwright::search::greedy::greedy_turn;
use boardwright::search::report::Report;
use boardwright::{Game, Rng, View};
use serde_json::Value;

/// What each seat gets if every seat takes what is best for itself, the first among equals; `None` if that takes more
/// positions than `left`.
pub(crate) fn walk<G: Game>(game: &G, state: &G::State, left: &mut u64) -> Option<Vec<f64>> {
    *left = left.checked_sub(1)?;
    let after = |event| {
        let mut next = *state;
        game.step(&mut next, event);
        next
    };
    match game.actor(state) {
        Actor::Over => Some(game.returns(state)),
        Actor::Seat(seat) => {
            let mut actions = Vec::new();
            game.actions(state, &mut actions);
            let own = usize::from(seat);
            let mut best: Option<Vec<f64>> = None;
            for id in actions {
                let values = walk(game, &after(Event::Act(id)), left)?;
                if best.as_ref().is_none_or(|best| values[own] > best[own] + 1e-9) {
                    best = Some(values);
                }
            }
            best
        }
        Actor::Chance => {
            let mut outcomes = Vec::new();
            game.outcomes(state, &mut outcomes);
            let all: u32 = outcomes.iter().map(|(_, weight)| weight).sum();
            let mut mean = vec![0.0; usize::from(game.spec().seats)];
            for (id, weight) in outcomes {
                let values = walk(game, &after(Event::Chance(id)), left)?;
                for (sum, value) in mean.iter_mut().zip(values) {
                    *sum += value * f64::from(weight) / f64::from(all);
                }
            }
            Some(mean)
        }
    }
}

/// The values of every action, by id.
pub(crate) fn walk_actions<G: Game>(
    game: &G,
    state: &G::State,
    left: &mut u64,
) -> Option<Vec<(u16, Vec<f64>)>> {
    let mut actions = Vec::new();
    game.actions(state, &mut actions);
    actions
        .into_iter()
        .map(|id| {
            let mut next = *state;
            game.step(&mut next, Event::Act(id));
            Some((id, walk(game, &next, left)?))
        })
        .collect()
}

pub(crate) fn unlimited() -> Budget {
    Budget::default()
}

pub(crate) fn at_most(nodes: u64) -> Budget {
    Budget { nodes: Some(nodes), ..Budget::default() }
}

pub(crate) fn view_of<G: Game>(game: &G, state: &G::State) -> View<G::State> {
    let Actor::Seat(seat) = game.actor(state) else { panic!("no seat is to act") };
    View::of(game, state, Viewer::Seat(seat))
}

pub(crate) fn close(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-9
}

/// The lines of a report hold every action with these values, the best first.
pub(crate) fn check_lines(report: &Report, expected: &[(u16, Vec<f64>)], context: &Value) {
    let own = usize::from(report.seat);
    assert_eq!(report.lines.len(), expected.len(), "{context}");
    for line in &report.lines {
        let (_, values) =
            expected.iter().find(|(id, _)| line.events == [Event::Act(*id)]).expect("an action");
        for (seat, value) in values.iter().enumerate() {
            assert!(close(line.values[seat], *value), "{line:?} {values:?} {context}");
        }
    }
    assert!(
        report.lines.windows(2).all(|pair| pair[0].values[own] >= pair[1].values[own] - 1e-9),
        "{context}"
    );
    assert_eq!(report.pv.first(), report.lines.first().map(|line| &line.events[0]));
}

/// The principal variation leads to what the best line says, as far as it goes.
pub(crate) fn check_pv<G: Game>(game: &G, state: &G::State, report: &Report) {
    let mut state = *state;
    for event in &report.pv {
        assert_eq!(game.check(&state, *event), Ok(()));
        game.step(&mut state, *event);
    }
    let own = usize::from(report.seat);
    if let Some(values) = walk(game, &state, &mut 2_000_000) {
        assert!(close(values[own], report.lines[0].values[own]), "{:?}", report.pv);
    }
}

#[derive(Debug, Default)]
pub(crate) struct Count {
    pub(crate) positions: usize,
    pub(crate) exact: usize,
    pub(crate) longest: usize,
    /// Positions where the actions are not all worth the same.
    pub(crate) choices: usize,
}

/// Games half at random; solves what lies at most `late` decisions before the end, as far as a plain walk takes at most
/// `walks` positions.
pub(crate) fn check_random<G: Game>(game: &G, seeds: std::ops::Range<u64>, late: usize, walks: u64) -> Count {
    check_changed(game, seeds, late, walks, |state| *state)
}

/// Likewise, after a change of each position.
pub(crate) fn check_changed<G: Game>(
    game: &G,
    seeds: std::ops::Range<u64>,
    late: usize,
    walks: u64,
    change: impl Fn(&G::State) -> G::State,
) -> Count {
    let mut count = Count::default();
    for seed in seeds {
        let mut rng = Rng::new(seed);
        let mut state = game.start();
        let mut states = Vec::new();
        loop {
            if let Actor::Seat(_) = game.actor(&state) {
                states.push(state);
            }
            // Players who want something come to positions where something can be won.
            let turn =
                if rng.below(2) == 0 { greedy_turn(game, &state, &mut rng, &mut never) } else { Ok(None) };
            match turn.expect("never stopped") {
                Some(turn) => state = turn.end,
                None if game.step_randomly(&mut state, &mut rng, &mut Scratch::default()) => {}
                None => break,
            }
        }
        for state in states.iter().rev().take(late) {
            let state = &change(state);
            let view = view_of(game, state);
            if game.has_unknowns(&game.essence(view.state())) {
                continue;
            }
            let Some(expected) = walk_actions(game, state, &mut walks.clone()) else { break };
            let context = game.to_json(&View::of(game, state, Viewer::Everything));
            let report = solve(game, &view, &unlimited(), Settings::default(), 1, &mut never).expect("small");
            check_lines(&report, &expected, &context);
            check_pv(game, state, &report);
            assert!(report.exact != report.estimate && report.deals == 1);
            count.positions += 1;
            count.exact += usize::from(report.exact);
            count.longest = count.longest.max(report.pv.len());
            let own = usize::from(report.seat);
            let worst = report.lines.last().expect("an action").values[own];
            count.choices += usize::from(report.lines[0].values[own] > worst + 1e-9);
            check_best_only(game, &view, &report);
        }
    }
    count
}

/// With the best action alone asked for, the same one is worth as much, and what else is given is right.
pub(crate) fn check_best_only<G: Game>(game: &G, view: &View<G::State>, report: &Report) {
    let own = usize::from(report.seat);
    let settings = Settings { all: false, ..Settings::default() };
    let best = solve(game, view, &unlimited(), settings, 1, &mut never).expect("small");
    assert!(close(best.lines[0].values[own], report.lines[0].values[own]));
    let tried =
        try_solve(game, view, &at_most(report.simulations * 3 + 1000), &mut never).expect("never stopped");
    assert_eq!(tried.is_some(), best.exact, "an estimate is not for bots");
    for quick in tried.iter().chain([&best]) {
        for line in &quick.lines {
            let same = report.lines.iter().find(|other| other.events == line.events).expect("an action");
            assert!((0..usize::from(report.seats)).all(|seat| close(line.values[seat], same.values[seat])));
        }
    }
}

//! Random boards and graphs, every set of rules, targets and mutations of Microworld.

use std::time::Instant;

use boardwright::Rng;
use boardwright::game::{Actions, Actor, Event, Game, Outcomes, Seat, View, Viewer};
use boardwright::microworld::actions::ACTIONS;
use boardwright::microworld::{Microworld, State};
use serde_json::Value;

use crate::made_up;

/// Every so many plies the dict forms of the state and of all views are written and read, and every id is
/// asked for.
const FULL_EVERY: u64 = 211;
/// Games on each board.
const GAMES: u64 = 20;
/// No turn scores more: 28 for pawns, 1 by rule E, 2 by F, 5 by B, 2 by D, 1 by the bonus.
const MOST_A_TURN: f32 = 39.0;

const COLUMNS: usize = 45;
const ROWS: usize = 64;
/// Where the opponent's pawns by number begin in the columns.
const PAWNS_AT: usize = 31;
/// Where the rows of genes begin in the facts.
const GENES_AT: usize = 33 + 8 + 4;

/// The numbers of columns and facts below are those of these names.
fn check_places(game: &Microworld) {
    let [cells, facts] = game.spec().tensor.as_slice() else { panic!("two parts") };
    assert_eq!(cells.shape, [ROWS, COLUMNS]);
    let names = |at: [usize; 8]| at.map(|at| cells.features[at].as_str());
    assert_eq!(
        names([5, 14, 15, 18, 19, 21, 25, PAWNS_AT]),
        [
            "gene token",
            "own pawns",
            "opponent pawns",
            "radiation",
            "own pawn placed last",
            "mutation token",
            "can be placed in",
            "opponent pawn 0"
        ]
    );
    assert_eq!(facts.features[16], "own points / 40");
    assert_eq!(facts.features[31], "own mutation tokens / 3");
    assert!(facts.features[GENES_AT].ends_with(" flip"));
}

/// What can be counted in the observation of a state.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Count {
    cells: u32,
    tokens: u32,
    pawns: [u32; 2],
    stacked: u32,
    flipped: u32,
    radiated: u32,
    last: [u32; 2],
    barriers: u32,
    points: [f32; 2],
    hands: [u32; 2],
    leftovers: u32,
    used: [u32; 2],
    powers: u32,
    uses: u32,
    mutation_tokens: [u32; 2],
}

fn count(game: &Microworld, state: &State, tensor: &mut [f32]) -> Count {
    let view = View::of(game, state, Viewer::Everything);
    game.encode(&view, 0, tensor);
    let (rows, facts) = tensor.split_at(ROWS * COLUMNS);
    let mut found = Count::default();
    for row in rows.chunks_exact(COLUMNS) {
        let is = |column: usize| u32::from(row[column] > 0.5);
        if is(0) == 0 {
            assert!(row.iter().all(|value| *value == 0.0), "no cell, no facts");
            continue;
        }
        assert_eq!([1, 2, 3, 4].map(is).iter().sum::<u32>(), 1, "a cell is of one kind");
        let pawns = [row[14] as u32, row[15] as u32];
        assert!(pawns[0] + pawns[1] <= 3, "no four pawns in a cell");
        assert!(row[16] <= row[14] && row[17] <= row[15], "flipped pawns are pawns");
        assert_eq!(row[PAWNS_AT..].iter().sum::<f32>() as u32, pawns[1], "each pawn has its number");
        assert!(is(25) == 0 || is(21) == 0, "no pawn is placed on a mutation token");
        assert!((is(26) == 0 || pawns == [0, 0]) && (is(27) == 0 || pawns != [0, 0]), "targets");
        found.cells += 1;
        found.tokens += is(5);
        found.pawns[0] += pawns[0];
        found.pawns[1] += pawns[1];
        found.stacked += (pawns[0] + pawns[1]).saturating_sub(1);
        found.flipped += row[16] as u32 + row[17] as u32;
        found.radiated += is(18);
        found.last[0] += is(19);
        found.last[1] += is(20);
        found.barriers += is(21);
    }
    let whole = |at: usize, unit: f32| (facts[at] * unit).round() as u32;
    let set =
        |row: usize| facts[GENES_AT + 9 * row..][..9].iter().filter(|value| **value > 0.5).count() as u32;
    found.points = [facts[16] * 40.0, facts[17] * 40.0];
    found.hands = [whole(20, 9.0), whole(21, 9.0)];
    found.leftovers = whole(22, 9.0);
    found.uses = whole(23, 2.0);
    found.mutation_tokens = [whole(31, 3.0), whole(32, 3.0)];
    found.used = [set(2), set(3)];
    found.powers = set(5);
    assert_eq!([set(0), set(1)], found.hands, "who sees all sees all tokens");
    assert!(set(4) <= 1 && set(6) <= 1);
    found
}

/// What must hold of one state, and between it and the start of the game.
fn hold(game: &Microworld, state: &State, start: &Count, now: &Count, phase: usize) {
    assert_eq!(now.cells, start.cells);
    let placed = now.pawns[0] + now.pawns[1];
    assert!(now.pawns[0] == now.pawns[1] || now.pawns[0] == now.pawns[1] + 1, "players take turns");
    assert!(placed.abs_diff(game.turn(state)) <= 1);
    assert_eq!(now.last, now.pawns.map(|pawns| u32::from(pawns > 0)), "each has one pawn placed last");
    // The nine tokens: one is out of the game after the first pawn, one may be on its way to a hand.
    let on_its_way = u32::from(phase == TOKEN);
    let all = now.tokens
        + now.leftovers
        + now.hands.iter().sum::<u32>()
        + now.used.iter().sum::<u32>()
        + u32::from(placed > 0)
        + on_its_way;
    assert_eq!(all, 9, "nine gene tokens");
    assert!(now.stacked <= 2 && now.flipped <= 2 && now.radiated <= 2, "a gene and a copy of it");
    assert!(now.barriers <= 1 && now.powers <= now.uses && now.uses <= 2);
    assert!(now.mutation_tokens[0] + now.mutation_tokens[1] <= 5, "those of the two that have most");
}

const TOKEN: usize = 8;
const OVER: usize = 13;

/// The number of the phase.
fn phase(tensor: &[f32]) -> usize {
    let facts = &tensor[ROWS * COLUMNS..];
    let found: Vec<usize> = (0..14).filter(|name| facts[2 + name] > 0.5).collect();
    assert_eq!(found.len(), 1);
    found[0]
}

/// What may change within one event.
fn compare(before: &Count, now: &Count, phase: usize) {
    for seat in 0..2 {
        let more = now.points[seat] - before.points[seat];
        let last = if phase == OVER { 3.0 * now.cells as f32 } else { 0.0 };
        assert!((-0.01..=MOST_A_TURN + last + 0.01).contains(&more), "points only grow");
        assert!(now.used[seat] >= before.used[seat] && now.pawns[seat] >= before.pawns[seat]);
    }
    assert!(now.flipped >= before.flipped && now.leftovers <= before.leftovers);
    let (pawns, was) = (now.pawns.iter().sum::<u32>(), before.pawns.iter().sum::<u32>());
    assert!(pawns - was <= 1);
    let taken = before.tokens - now.tokens;
    assert!(taken <= pawns - was, "a token is taken by the pawn that is placed on it");
    assert!(was > 0 || taken == pawns, "the first pawn takes one");
    assert!(now.stacked <= before.stacked + 1);
}

/// Everything that the dict forms tell, and that they give state and views back; and every id.
fn full_check(game: &Microworld, state: &State) {
    for viewer in [Viewer::Everything, Viewer::Spectator, Viewer::Seat(0), Viewer::Seat(1)] {
        let view = View::of(game, state, viewer);
        let dict = game.to_json(&view);
        assert_eq!(
            game.from_json(&dict).as_ref(),
            Ok(view.state()),
            "the tables of {dict} are those computed afresh"
        );
        assert!(!game.describe(&view).is_empty() && game.layout(&view).is_object());
        for what in ["tissues", "placements", "standing"] {
            assert!(game.analyse(&view, what).is_some_and(|value| !value.is_null()));
        }
    }
    let (mut actions, mut outcomes) = (Actions::new(), Outcomes::new());
    game.actions(state, &mut actions);
    game.outcomes(state, &mut outcomes);
    for id in 0..=ACTIONS {
        let event = Event::Act(id);
        let legal = actions.binary_search(&id).is_ok();
        assert_eq!(game.check(state, event).is_ok(), legal, "{event:?}");
        // The rules are written twice: fast, and as explanations.
        let read = game.event_from_json(state, &game.event_to_json(state, event));
        assert!(!legal || read == Ok(event), "{event:?}: {read:?}");
        assert!(legal || read.is_err() || read != Ok(event), "{event:?}: {read:?}");
    }
    for (id, _) in outcomes {
        let text = game.event_text(state, Event::Chance(id));
        assert_eq!(game.parse_event(state, &text), Ok((Event::Chance(id), text.len())));
    }
}

/// Plays one game to its end or until `budget` is used up; gives the numbers of plies and full checks.
fn play(game: &Microworld, rng: &mut Rng, first: u64, budget: u64, tensor: &mut [f32]) -> (u64, u64) {
    let spec = game.spec();
    let mut state = game.start();
    let start = count(game, &state, tensor);
    let mut now = start;
    let mut views = [0, 1].map(|seat: Seat| View::of(game, &state, Viewer::Seat(seat)));
    let (mut actions, mut outcomes) = (Actions::new(), Outcomes::new());
    let (mut plies, mut full) = (0, 0);
    while plies < budget {
        let before = now;
        now = count(game, &state, tensor);
        let phase = phase(tensor);
        let actor = game.actor(&state);
        hold(game, &state, &start, &now, phase);
        compare(&before, &now, phase);
        assert_eq!((phase == OVER, game.winners(&state) != 0), (actor == Actor::Over, actor == Actor::Over));
        if (first + plies).is_multiple_of(FULL_EVERY) || actor == Actor::Over && rng.below(16) == 0 {
            full_check(game, &state);
            full += 1;
        }
        let event = match actor {
            Actor::Over => {
                assert_eq!(now.pawns, [14, 14]);
                assert!(game.returns(&state).iter().sum::<f64>().abs() < 1e-9, "what one wins another loses");
                return (plies, full);
            }
            Actor::Chance => Event::Chance(game.sample_outcome(&state, rng, &mut outcomes)),
            Actor::Seat(seat) => {
                assert!(seat < spec.seats);
                Event::Act(game.sample_action(&state, rng, &mut actions))
            }
        };
        assert_eq!(game.check(&state, event), Ok(()), "what is drawn is possible");
        let turn = game.turn(&state);
        for view in &mut views {
            let seen = game.seen(&state, event, view.viewer());
            assert_eq!(game.check(view.state(), seen), Ok(()), "who sees it takes it");
            view.step(game, seen);
        }
        game.step(&mut state, event);
        for view in &views {
            assert_eq!(
                *view,
                View::of(game, &state, view.viewer()),
                "who watches knows as much as who looks"
            );
        }
        assert!(game.turn(&state) - turn <= 1, "an event ends one turn at most");
        plies += 1;
        assert!(plies <= spec.max_events);
    }
    (plies, full)
}

#[test]
fn long_random_play_of_microworld_keeps_everything_in_bounds() {
    let wanted = crate::wanted();
    let root = Rng::new(2025);
    let begin = Instant::now();
    let (mut plies, mut games, mut full, mut kinds, mut graphs) = (0, 0, 0, 0, 0);
    let mut game = None;
    let mut tensor = Vec::new();
    while plies < wanted {
        if games % GAMES == 0 {
            // A stride that is odd, so that a short run meets all sorts.
            let options = made_up::options(kinds * 97);
            graphs += u64::from(!matches!(options["board"], Value::String(_)));
            let made = Microworld::new(&options).unwrap_or_else(|error| panic!("{error}: {options}"));
            tensor.resize(made.spec().tensor_len(), 0.0);
            check_places(&made);
            game = Some(made);
            kinds += 1;
        }
        let game = game.as_ref().expect("made for the first game");
        let (played, checked) = play(game, &mut root.split(games), plies, wanted - plies, &mut tensor);
        plies += played;
        full += checked;
        games += 1;
    }
    let seconds = begin.elapsed().as_secs_f64();
    println!(
        "endurance of Microworld: {plies} plies, {games} games, {kinds} kinds of game ({graphs} on graphs), {full} full checks, {seconds:.1} s"
    );
    assert_eq!(plies, wanted);
}

//! All blueprints, numbers of players and options of Gridopolis.

use std::time::Instant;

use boardwright::Rng;
use boardwright::game::{Actor, Event, Game, View, Viewer};
use boardwright::gridopolis::blueprint::BLUEPRINTS;
use boardwright::gridopolis::{Gridopolis, State};
use serde_json::{Value, json};

/// Every so many plies the dict form is written and read, which recomputes all derived tables.
const FULL_EVERY: u64 = 211;

/// One kind of game, with how often time is called in it (once in so many plies, 0: never).
struct Kind {
    game: Gridopolis,
    time: u64,
}

/// The largest equal reserves that the box has room for.
fn big_reserves(options: &Value, players: u64) -> Value {
    for pads in (1..=16 / players).rev() {
        for posts in (0..=16 / players).rev() {
            let reserve = json!({"pads": pads, "links": pads, "posts": posts, "blockers": 8 / players});
            let mut tried = options.clone();
            tried["reserves"] = reserve.clone();
            if Gridopolis::new(&tried).is_ok() {
                return reserve;
            }
        }
    }
    json!({"pads": 0, "links": 0, "posts": 0, "blockers": 8 / players})
}

/// Every blueprint and number of players, with each way to win, rule option and size of reserves.
fn kinds() -> Vec<Kind> {
    let mut kinds = Vec::new();
    let ends = [
        json!({"win": "last"}),
        json!({"win": "last", "quiet_limit": 3}),
        json!({"win": "last", "quiet_limit": 0, "turn_cap": 400}),
        json!({"win": "points", "rounds": 40}),
        json!({"win": "points", "turn_cap": 900}),
    ];
    for (name, _) in BLUEPRINTS {
        for players in 2..=4_u64 {
            let plain = json!({"blueprint": name, "players": players});
            if Gridopolis::new(&plain).is_err() {
                continue;
            }
            let big = big_reserves(&plain, players);
            for (number, end) in ends.iter().enumerate() {
                for supported in [false, true] {
                    for reserves in [Value::Null, json!(0), big.clone()] {
                        let mut options = plain.clone();
                        for (key, value) in end.as_object().expect("an object") {
                            options[key] = value.clone();
                        }
                        options["supported_pads"] = json!(supported);
                        options["reserves"] = reserves;
                        options["first_seat"] = json!(kinds.len() as u64 % players);
                        let game = Gridopolis::new(&options).expect("possible options");
                        let time = if number == 3 { 400 } else { 150 * u64::from(supported) };
                        kinds.push(Kind { game, time });
                    }
                }
            }
        }
    }
    kinds
}

/// What can be counted in the observation of a state.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Count {
    pads: u32,
    built: u32,
    pawns: u32,
    kings: u32,
    blocked: u32,
    /// Pads, links, posts, blocker-boxes in all reserves.
    reserves: [u32; 4],
    /// 4 for each king taken, 3 for each pawn.
    taken: u32,
    quiet: f32,
    turn_begins: bool,
}

const COLUMNS: usize = 24;
const ROWS: usize = 64;

fn count(game: &Gridopolis, state: &State, tensor: &mut [f32]) -> Count {
    let view = View::of(game, state, Viewer::Everything);
    game.encode(&view, 0, tensor);
    let (rows, facts) = tensor.split_at(ROWS * COLUMNS);
    let mut found = Count { quiet: facts[12], turn_begins: facts[4] > 0.5, ..Count::default() };
    for row in rows.chunks_exact(COLUMNS) {
        let is = |column: usize| u32::from(row[column] > 0.5);
        let pawns: u32 = [4, 6, 8, 10].map(is).iter().sum();
        let kings: u32 = [5, 7, 9, 11].map(is).iter().sum();
        assert!(pawns + kings <= is(0), "one marker at most, and only on a pad");
        assert!(is(13) + pawns + kings <= 1, "no marker stands on a blocker-box");
        assert!(is(13) == 0 || is(14) + [15, 16, 17, 18].map(is).iter().sum::<u32>() == 0);
        assert!(is(23) == is(0) - is(13) - pawns - kings, "a pad is free, or it is not");
        found.pads += is(0);
        found.built += is(19);
        found.pawns += pawns;
        found.kings += kings;
        found.blocked += is(13);
    }
    for seat in 0..usize::from(game.spec().seats) {
        for part in 0..4 {
            found.reserves[part] += facts[17 + 4 * seat + part] as u32;
        }
        found.taken += (facts[33 + seat] * 50.0).round() as u32;
    }
    found.taken -= found.pawns + 2 * found.kings;
    found
}

/// What must hold between the start of a game and any later state of it.
fn hold(start: &Count, now: &Count, limits: &Limits, state: &Seen) {
    let gone = start.pawns + start.kings - now.pawns - now.kings;
    assert!((3 * gone..=4 * gone).contains(&now.taken), "a marker is on the grid-set or taken");
    assert_eq!(now.pads, start.pads + now.built);
    assert_eq!(start.reserves[0] - now.reserves[0], now.built, "a pad built is one less in reserve");
    assert_eq!(start.reserves[1] - now.reserves[1], now.built, "so is its link");
    assert!(start.reserves[2] - now.reserves[2] <= now.built, "not every pad has a post");
    assert_eq!(start.reserves[3] - now.reserves[3], now.blocked);
    // In the middle of a turn a capture may have put a player out, which lowers the limit at once.
    assert!(!now.turn_begins || now.quiet < 1.0, "too many quiet turns end a game");
    assert!(state.turn <= limits.turn_cap && (state.over || state.turn < limits.turn_cap));
    assert!(state.plies <= limits.max_events);
}

struct Limits {
    turn_cap: u32,
    max_events: u64,
}

struct Seen {
    turn: u32,
    plies: u64,
    over: bool,
}

/// Everything that the dict form tells, and that it gives the same state back.
fn full_check(game: &Gridopolis, state: &State, markers: usize) {
    let dict = game.to_json(&View::of(game, state, Viewer::Everything));
    assert_eq!(game.from_json(&dict).as_ref(), Ok(state), "the tables of {dict} are those computed afresh");
    let taken: u64 = dict["captured"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|tally| tally["pawns"].as_u64().expect("a number") + tally["kings"].as_u64().expect("a number"))
        .sum();
    let standing = dict["markers"].as_array().expect("a list").len();
    assert_eq!(standing + taken as usize, markers, "in {dict}");
}

/// Plays one game, `first` plies into the run, to its end or until `budget` is used up; gives the
/// numbers of plies and full checks.
fn play(kind: &Kind, rng: &mut Rng, first: u64, budget: u64, tensor: &mut [f32]) -> (u64, u64) {
    let game = &kind.game;
    let spec = game.spec();
    let limits = Limits {
        turn_cap: game.options()["turn_cap"].as_u64().expect("a number") as u32,
        max_events: spec.max_events,
    };
    let mut state = game.start();
    let start = count(game, &state, tensor);
    let markers = (start.pawns + start.kings) as usize;
    let mut scratch = Vec::new();
    let (mut plies, mut full) = (0, 0);
    while plies < budget {
        let actor = game.actor(&state);
        let over = actor == Actor::Over;
        hold(&start, &count(game, &state, tensor), &limits, &Seen { turn: game.turn(&state), plies, over });
        assert_eq!(game.winners(&state) != 0, over);
        if (first + plies).is_multiple_of(FULL_EVERY) || over {
            full_check(game, &state, markers);
            full += 1;
        }
        let Actor::Seat(seat) = actor else {
            let sum: f64 = game.returns(&state).iter().sum();
            assert!(sum.abs() < 1e-9, "what one wins another loses");
            return (plies, full);
        };
        assert!(seat < spec.seats);
        let time = Event::Referee(0);
        let called = kind.time > 0 && rng.below(kind.time) == 0 && game.check(&state, time).is_ok();
        let event = if called { time } else { Event::Act(game.sample_action(&state, rng, &mut scratch)) };
        let turn = game.turn(&state);
        game.step(&mut state, event);
        assert!(game.turn(&state) - turn <= u32::from(!called), "an action ends one turn at most");
        plies += 1;
    }
    (plies, full)
}

#[test]
fn long_random_play_of_gridopolis_keeps_everything_in_bounds() {
    let wanted = crate::wanted();
    let kinds = kinds();
    let mut tensor = vec![0.0; kinds[0].game.spec().tensor_len()];
    let root = Rng::new(2024);
    let begin = Instant::now();
    let (mut plies, mut games, mut full) = (0, 0, 0);
    while plies < wanted {
        let mut rng = root.split(games);
        // A stride that shares no factor with the number of kinds, so that a short run meets all sorts.
        let kind = &kinds[(games as usize).wrapping_mul(97) % kinds.len()];
        let (played, checked) = play(kind, &mut rng, plies, wanted - plies, &mut tensor);
        plies += played;
        full += checked;
        games += 1;
    }
    let seconds = begin.elapsed().as_secs_f64();
    println!(
        "endurance of Gridopolis: {plies} plies, {games} games, {} kinds of game, {full} full checks, {seconds:.1} s",
        kinds.len()
    );
    assert_eq!(plies, wanted);
}

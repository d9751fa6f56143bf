//! Positions of Gridopolis: their proofs, and who finds them.

use std::collections::HashSet;

use boardwright::game::{Actor, Event, Game, Seat, View, Viewer, never, turns};
use boardwright::gridopolis::{Gridopolis, State};
use boardwright::search::report::Report;
use boardwright::search::request::Request;
use boardwright::search::search;
use serde_json::{Value, json};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/tactics/gridopolis.json");

/// A game won at once; each turn until then costs one.
const WON: i32 = 1_000_000;

struct Position {
    name: String,
    game: Gridopolis,
    state: State,
    /// The ends of the best turns.
    best: HashSet<State>,
    data: Value,
}

fn positions() -> Vec<Position> {
    let text = std::fs::read_to_string(FILE).expect("the data file");
    let data: Value = serde_json::from_str(&text).expect("JSON");
    let list = data["positions"].as_array().expect("a list").clone();
    let read = |data: Value| {
        let game = Gridopolis::new(&data["state"]["options"]).expect("possible options");
        let state = game.from_json(&data["state"]).expect("a possible position");
        let texts = data["best"].as_array().expect("turns").iter();
        let best = texts.map(|text| play(&game, &state, text.as_str().expect("a text"))).collect();
        let name = data["name"].as_str().expect("a name").to_owned();
        Position { name, game, state, best, data }
    };
    list.into_iter().map(read).collect()
}

/// The state after a turn in notation.
fn play(game: &Gridopolis, state: &State, text: &str) -> State {
    let (mut end, mut rest) = (*state, text);
    while !rest.is_empty() {
        let (event, read) = game.parse_event(&end, rest).expect("a legal action");
        game.step(&mut end, event);
        rest = &rest[read..];
    }
    assert_ne!(game.turn(&end), game.turn(state), "{text} is a whole turn");
    end
}

/// A score as the file has it.
fn score(value: &Value) -> i32 {
    let (kind, number) = value.as_object().and_then(|map| map.iter().next()).expect("one key");
    let number = number.as_i64().expect("a number") as i32;
    match kind.as_str() {
        "won" => WON - number,
        "lost" => number - WON,
        "points" => number,
        _ => panic!("{kind}"),
    }
}

/// Alpha-beta as in the books, over whole turns: the score for the seat that just moved.
fn after(game: &Gridopolis, end: &State, seat: Seat, depth: u32, gone: i32, alpha: i32, beta: i32) -> i32 {
    let returns = game.returns(end)[usize::from(seat)];
    match game.actor(end) {
        Actor::Seat(mover) if depth > 0 => {
            let (mut alpha, beta) = (-beta, -alpha);
            let mut known = HashSet::new();
            for turn in turns(game, end, &mut never).expect("not too many turns") {
                if known.insert(turn.end) {
                    alpha = alpha.max(after(game, &turn.end, mover, depth - 1, gone + 1, alpha, beta));
                    if alpha >= beta {
                        break;
                    }
                }
            }
            -alpha
        }
        Actor::Over if returns != 0.0 => returns.signum() as i32 * (WON - gone),
        Actor::Over => 0,
        _ => game.score(end, seat) - game.score(end, 1 - seat),
    }
}

fn mover(position: &Position) -> Seat {
    match position.game.actor(&position.state) {
        Actor::Seat(seat) => seat,
        _ => panic!("{}: a seat is to act", position.name),
    }
}

/// The best turns have the score that is said, all others at most the next one.
fn prove(position: &Position) {
    let Position { name, game, state, best, data } = position;
    let proof = &data["proof"];
    let depth = proof["depth"].as_u64().expect("a depth") as u32 - 1;
    let (first, next) = (score(&proof["score"]), score(&proof["next"]));
    assert!(next + 1 < first, "{name}: by at least two points");
    let mut known = HashSet::new();
    let mut reached = false;
    for turn in turns(game, state, &mut never).expect("not too many turns") {
        if !known.insert(turn.end) {
            continue;
        }
        let seat = mover(position);
        let scores = |alpha, beta| after(game, &turn.end, seat, depth, 1, alpha, beta);
        if best.contains(&turn.end) {
            assert_eq!(scores(first - 1, first + 1), first, "{name}: {:?}", turn.events);
        } else {
            let score = scores(next - 1, next + 1);
            assert!(score <= next, "{name}: {:?}", turn.events);
            reached |= score == next;
        }
    }
    assert!(reached && best.is_subset(&known), "{name}");
}

fn ask(position: &Position, request: &Value) -> Report {
    let Position { game, state, .. } = position;
    let view = View::of(game, state, Viewer::Everything);
    let request = Request::from_json::<Gridopolis>(request).expect("a possible request");
    search(game, &view, &request, &mut never).expect("a report")
}

/// What the first actions of the best turns are, whatever way they are played.
fn first_actions(position: &Position) -> HashSet<Event> {
    let all = turns(&position.game, &position.state, &mut never).expect("not too many turns");
    all.into_iter().filter(|turn| position.best.contains(&turn.end)).map(|turn| turn.events[0]).collect()
}

#[test]
fn there_are_positions_of_every_theme() {
    let positions = positions();
    let themes =
        ["multi-jump", "kamikaze", "crowning", "teleport", "building", "two moves", "ending", "defence"];
    for theme in themes {
        let count = positions.iter().filter(|position| position.data["theme"] == theme).count();
        assert!(count >= 6, "{theme}: {count}");
    }
    assert!(
        positions.iter().all(|position| themes.contains(&position.data["theme"].as_str().expect("a theme")))
    );
    let names: HashSet<&String> = positions.iter().map(|position| &position.name).collect();
    let states: HashSet<&State> = positions.iter().map(|position| &position.state).collect();
    assert!(positions.len() >= 50 && names.len() == positions.len() && states.len() == positions.len());
}

#[test]
fn the_answers_are_proven() {
    // The few proofs to depth 5 take as long as all others together.
    let deepest = if std::env::var("BOARDWRIGHT_POSITIONS").is_ok() { 5 } else { 3 };
    let mut proven = 0;
    for position in
        positions().iter().filter(|position| position.data["proof"]["depth"].as_u64() <= Some(deepest))
    {
        prove(position);
        proven += 1;
    }
    assert!(proven >= 50, "{proven}");
}

#[test]
fn alpha_beta_finds_the_best_turn() {
    for position in positions() {
        let depth = position.data["proof"]["depth"].as_u64().expect("a depth");
        // As it is, one turn deeper, and as plain minimax, which must find the score, too.
        for (depth, plain) in [(depth, false), (depth + 1, false), (depth, true)] {
            let request = json!({
                "method": "alphabeta", "depth": depth, "reductions": !plain, "quiescence": !plain,
            });
            let report = ask(&position, &request);
            let mut end = position.state;
            report.lines[0].events.iter().for_each(|event| position.game.step(&mut end, *event));
            assert!(position.best.contains(&end), "{}: {:?}", position.name, report.lines[0]);
            if plain {
                let line = &report.lines[0];
                let found = match line.proven {
                    Some(proven) if proven.result > 0 => json!({"won": proven.turns}),
                    Some(proven) => json!({"lost": proven.turns}),
                    None => json!({"points": line.score}),
                };
                assert_eq!(found, position.data["proof"]["score"], "{}", position.name);
            }
        }
    }
}

#[test]
fn monte_carlo_tree_search_finds_the_action_where_marked() {
    let mut found = 0;
    for position in positions() {
        let Some(simulations) = position.data["mcts"].as_u64() else { continue };
        // Some more than it took, so that little changes of the search don't matter.
        let request = json!({"method": "mcts", "simulations": 4 * simulations, "seed": 1});
        let report = ask(&position, &request);
        let first = report.lines[0].events[0];
        assert!(first_actions(&position).contains(&first), "{}: {first:?}", position.name);
        found += 1;
    }
    assert!(found >= 50, "{found}");
}

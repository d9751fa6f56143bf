//! Options, and the state that a game starts from: everything is checked, all faults are reported at once.

use serde_json::{Value, json};

use super::blueprint::{Blueprint, GridSet, MAX_BUILT, Reserve, parts};
use super::board::Board;
use super::building::{Built, Grid, open_sides};
use super::site::bit;
use super::state::{Phase, State, Tally};
use crate::error::SetupError;
use crate::fields::{Fields, kind, quote};

/// The options that the rules look at while playing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    pub(crate) players: u8,
    pub(crate) first_seat: u8,
    /// Whether points decide (option 2, G72).
    pub(crate) points: bool,
    /// `u32::MAX` if there is no limit.
    pub(crate) rounds: u32,
    /// For each player who has markers; `u32::MAX` if there is no limit (G73).
    pub(crate) quiet_limit: u32,
    pub(crate) turn_cap: u32,
    pub(crate) supported_pads: bool,
    pub(crate) reserve: Reserve,
}

const OPTIONS: [&str; 9] = [
    "players",
    "blueprint",
    "win",
    "rounds",
    "quiet_limit",
    "turn_cap",
    "first_seat",
    "supported_pads",
    "reserves",
];

/// Reads the options; gives them in full, too.
pub(super) fn read_options(value: &Value) -> Result<(Blueprint, Rules, Value), SetupError> {
    let mut error = SetupError::default();
    let fields = Fields::open(value, "", &OPTIONS, &mut error);
    let blueprint = read_blueprint(&fields, &mut error);
    let players = fields.int("players", 2..=4, Some(2), &mut error);
    let first_seat = fields.int("first_seat", 0..=players - 1, Some(0), &mut error);
    let win = fields.word("win", &["last", "points"], &mut error);
    let rounds = fields.get("rounds").map(|_| fields.int("rounds", 1..=100_000, None, &mut error));
    let quiet_limit = fields.int("quiet_limit", 0..=10_000, Some(20), &mut error);
    let turn_cap = fields.int("turn_cap", 1..=1_000_000, Some(10_000), &mut error);
    let supported_pads = fields.bool("supported_pads", false, &mut error);
    let reserve = match fields.get("reserves") {
        None => None,
        Some(zero) if zero.as_i64() == Some(0) => Some(Reserve::default()),
        Some(object @ Value::Object(_)) => Some(Reserve::read(object, "reserves", &mut error)),
        Some(other) => {
            let message = format!("must be 0 or an object of parts, not {}", kind(other));
            error.add("reserves", message, Some("G7"));
            None
        }
    };
    let Some(blueprint) = blueprint else { return Err(error) };
    let points = win.map_or(blueprint.points, |word| word == 1);
    if rounds.is_some() && !points {
        let message = "rounds end a game for points only: give win=\"points\" too";
        error.add("rounds", message, Some("G72"));
    }
    let each = reserve.unwrap_or(blueprint.reserve);
    match grid_set(&blueprint, players as usize) {
        Err(faults) => error.problems.extend(faults.problems),
        Ok(grid) => {
            let all = |part: u8| usize::from(part) * players as usize;
            for (part, used, have) in [
                ("pads", grid.pads.len() + all(each.pads), parts::PADS),
                ("pads to build", all(each.pads), MAX_BUILT),
                ("links", grid.links + all(each.links), parts::LINKS),
                ("posts", grid.posts + all(each.posts), parts::POSTS),
                ("blocker-boxes", all(each.blockers), parts::BLOCKERS),
            ] {
                if used > have {
                    let message = format!("needs {used} {part}; there are {have}");
                    error.add("reserves", message, Some("G8"));
                }
            }
        }
    }
    error.into_result()?;
    let rules = Rules {
        players: players as u8,
        first_seat: first_seat as u8,
        points,
        rounds: rounds.map_or(u32::MAX, |rounds| rounds as u32),
        quiet_limit: if points || quiet_limit == 0 { u32::MAX } else { quiet_limit as u32 },
        turn_cap: turn_cap as u32,
        supported_pads,
        reserve: each,
    };
    let named = fields.get("blueprint").is_none_or(Value::is_string);
    let full = json!({
        "players": players,
        "blueprint": if named { json!(blueprint.name) } else { blueprint.source.clone() },
        "win": if points { "points" } else { "last" },
        "rounds": rounds,
        "quiet_limit": quiet_limit,
        "turn_cap": turn_cap,
        "first_seat": first_seat,
        "supported_pads": supported_pads,
        "reserves": match reserve {
            None => Value::Null,
            Some(reserve) if reserve == Reserve::default() => json!(0),
            Some(reserve) => reserve.to_json(),
        },
    });
    Ok((blueprint, rules, full))
}

/// The grid-set of a blueprint for a number of players.
pub(super) fn grid_set(blueprint: &Blueprint, players: usize) -> Result<&GridSet, SetupError> {
    blueprint.grid(players).ok_or_else(|| {
        let seats: Vec<String> = blueprint.grids.iter().map(|grid| grid.seats.len().to_string()).collect();
        let mut error = SetupError::default();
        let message = format!(
            "the blueprint {} seats {} players, not {players}",
            quote(&blueprint.name),
            seats.join(" or ")
        );
        error.add("players", message, Some("G8"));
        error
    })
}

fn read_blueprint(fields: &Fields, error: &mut SetupError) -> Option<Blueprint> {
    match fields.get("blueprint") {
        None => Blueprint::shipped("matrix"),
        Some(Value::String(name)) => {
            let found = Blueprint::shipped(name);
            if found.is_none() {
                let known: Vec<&str> = super::blueprint::BLUEPRINTS.iter().map(|(name, _)| *name).collect();
                let message =
                    format!("there is no blueprint {}; shipped are {}", quote(name), known.join(", "));
                error.add("blueprint", message, None);
            }
            found
        }
        Some(object) => match Blueprint::read(object) {
            Ok(blueprint) => Some(blueprint),
            Err(faults) => {
                error.merge("blueprint", faults);
                None
            }
        },
    }
}

/// The state at the start of a game (G2-G7).
pub(super) fn start(grid: &GridSet, board: &Board, rules: &Rules) -> State {
    let mut state = State {
        markers: [0; 4],
        kings: 0,
        moved: 0,
        blocked: 0,
        open: [0; 5],
        built: Built::NOTHING,
        reserves: [Reserve::default(); 4],
        captured: [Tally::default(); 4],
        turn: 0,
        round: 0,
        quiet: 0,
        turns_in_round: 0,
        passes: 0,
        seat: rules.first_seat,
        first_seat: rules.first_seat,
        time_called: false,
        progress: false,
        phase: Phase::Turn,
    };
    for (seat, section) in grid.seats.iter().enumerate() {
        state.markers[seat] = section.markers.iter().map(|site| bit(board.pad_at(*site))).sum();
        state.reserves[seat] = rules.reserve;
    }
    let built = state.built;
    state.open = open_sides(&Grid::new(board, &built), rules.supported_pads);
    state
}

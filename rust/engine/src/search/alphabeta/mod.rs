//! Alpha-beta search for games without chance and secrets whose turns are one seat's.
//!
//! Depth is counted in whole turns; the score at that depth is the lead in points ([`Game::prospect`]), as an integer. For
//! two players it is principal variation search (Marsland and Campbell 1982) with iterative deepening, aspiration
//! windows, a transposition table, killer and history ordering, late move reductions, and quiescence over turns that
//! change points. Without quiescence and reductions the result is that of plain minimax, to the last point. For more
//! players it is max^n, see `many.rs`.
//!
//! A node is a position that an action leads to, also one in the middle of a turn. Searching over actions instead of
//! listing whole turns at each node took from 0.4 to 0.9 of the time in Gridopolis (depths 4 to 6, several blueprints):
//! a refutation is found before the other ways to end the turn are listed.
//!
//! Quiet actions, such as building, are pruned where that is sound:
//! - Things built in another order are the same position, so the transposition table knows it. Its keys leave counters out
//!   where these can't matter ([`Game::gist`]).
//! - One turn before the end of the search a quiet turn leaves the points as they are, and what the opponent wins after it
//!   only takes away. So no quiet turn there is worth more than the points as they stand: if that is too little, none is
//!   looked at, and once one keeps them, no other.
//!
//! One thread does all; [`Request::threads`] is not looked at. The result depends on the budget of nodes or depth only.
//!
//! [`Request::threads`]: super::request::Request::threads

mod choice;
mod deepen;
mod limit;
mod many;
mod order;
mod pair;
mod quiet;
mod score;
mod table;

use self::choice::Choice;
use self::limit::{Limit, Stop};
use super::budget::Budget;
use super::report::Report;
use crate::error::{Error, SetupError};
use crate::fields::Fields;
use crate::game::{Actor, Game, Poll, Seat, View};

/// How to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Whether positions that are met again are remembered, in the budget's memory. The result is the same
    /// without, but for [`Settings::reductions`].
    pub table: bool,
    /// Whether turns that change points are looked at beyond the depth. `None`: with two players; with more too
    /// little of it can be pruned.
    pub quiescence: Option<bool>,
    /// Whether quiet actions late in the order are searched less deep first; with two players.
    pub reductions: bool,
}

impl Settings {
    pub(super) fn from_fields(fields: &Fields, error: &mut SetupError) -> Self {
        let defaults = Settings::default();
        Settings {
            table: fields.bool("table", defaults.table, error),
            quiescence: fields.get("quiescence").map(|_| fields.bool("quiescence", true, error)),
            reductions: fields.bool("reductions", defaults.reductions, error),
        }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Settings { table: true, quiescence: None, reductions: true }
    }
}

/// No search goes deeper, in whole turns.
pub const MAX_DEPTH: u32 = 100;
/// How many positions a search looks at that nothing limits.
pub const POSITIONS: u64 = 1_000_000;

/// Searches the position of a view for its seat to act. Without a limit of nodes, depth or time it looks at [`POSITIONS`].
///
/// # Errors
/// [`Error::Search`] for a game that it is not for, and for a depth beyond [`MAX_DEPTH`]. What the poll says; with
/// `keep`, a halted search gives what it found so far instead, unless not even the turns were listed.
///
/// ```
/// use boardwright::game::{Game, View, Viewer, never};
/// use boardwright::gridopolis::Gridopolis;
/// use boardwright::search::{alphabeta::{Settings, alphabeta}, budget::Budget};
/// let game = Gridopolis::new(&serde_json::json!({"reserves": 0})).unwrap();
/// let view = View::of(&game, &game.start(), Viewer::Everything);
/// let budget = Budget { depth: Some(3), ..Budget::default() };
/// let report = alphabeta(&game, &view, &budget, Settings::default(), false, &mut never).unwrap();
/// assert_eq!(report.lines[0].score, Some(0));
/// ```
pub fn alphabeta<G: Game>(
    game: &G,
    view: &View<G::State>,
    budget: &Budget,
    settings: Settings,
    keep: bool,
    poll: &mut Poll,
) -> Result<Report, Error> {
    let spec = game.spec();
    let lacks = [
        (!G::WHOLE_TURNS, "its turns are not said to be one seat's (Game::WHOLE_TURNS)"),
        (G::SECRETS, "players may have secrets (Game::SECRETS)"),
        (spec.chances > 0, "it has chance"),
        (spec.seats < 2, "it is for one player"),
    ];
    let lacks: Vec<&str> = lacks.into_iter().filter(|(lacks, _)| *lacks).map(|(_, what)| what).collect();
    if !lacks.is_empty() {
        return Err(Error::Search(format!(
            "alphabeta is for games of two and more players without secrets and chance, such as Gridopolis, not for {}: {}",
            spec.title,
            lacks.join(", ")
        )));
    }
    let state = view.state();
    let Actor::Seat(seat) = game.actor(state) else {
        return Err(Error::Search("no seat is to act here".to_owned()));
    };
    let budget = &budget.or_nodes(POSITIONS);
    let depth = budget.depth.unwrap_or(MAX_DEPTH);
    if depth > MAX_DEPTH {
        return Err(Error::Search(format!("alphabeta searches at most {MAX_DEPTH} turns deep")));
    }
    let quiescence = settings.quiescence.unwrap_or(spec.seats == 2);
    let settings = Settings { quiescence: Some(quiescence), ..settings };
    let mut limit = Limit::new(budget, poll);
    let choices = choice::list(game, state, seat, &mut limit)?;
    let task = Task { game, state, seat, settings, bytes: budget.memory, choices, depth };
    let (stop, report) =
        if spec.seats == 2 { deepen::search(task, limit) } else { many::search(task, limit) };
    match stop {
        Some(Stop::Halt(halt)) if !keep => Err(halt.into()),
        _ => Ok(report),
    }
}

/// What is to be searched.
struct Task<'a, G: Game> {
    game: &'a G,
    state: &'a G::State,
    seat: Seat,
    settings: Settings,
    /// What the table may take.
    bytes: u64,
    /// The turns of the position.
    choices: Vec<Choice<G::State>>,
    /// How many turns deep.
    depth: u32,
}

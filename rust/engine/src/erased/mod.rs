//! One object-safe face for all games. Bindings, records and the protocol meet games only here.
//! Whole searches and playouts run behind it, so that single moves never pay for it.

mod batch;
mod contract;
mod searcher;
mod state;

use std::sync::{Arc, Mutex};

use serde_json::Value;

pub use batch::AnyBatch;
pub use contract::{AnyState, AnyTurn, BoxedState, Explanation};
pub use searcher::AnySearcher;
use state::Erased;

use crate::error::{Error, SetupError};
use crate::fixture::Fixture;
use crate::game::{Game, Viewer};
use crate::genotype::Genotype;
use crate::gridopolis::Gridopolis;
use crate::microworld::Microworld;

/// The games, by name, in the order of the documentation. The fixture game is not among them, but
/// [`start`] knows it.
pub const GAMES: [&str; 3] = ["gridopolis", "microworld", "genotype"];

/// The first state of a game.
///
/// # Errors
/// No such game, or everything that is wrong with the options.
///
/// ```
/// use boardwright::erased::start;
/// let state = start("gridopolis", &serde_json::json!({"players": 2})).unwrap();
/// let next = state.play(&state.parse("1.-1.2>1.0.2").unwrap()).unwrap();
/// assert_eq!(next.turn(), 1);
/// ```
pub fn start(name: &str, options: &Value) -> Result<BoxedState, Error> {
    // Reading and checking options costs far more than a copy, and states come back from pickles and
    // records in thousands, mostly of few games: so the latest ones are kept.
    static RECENT: Mutex<Vec<(String, BoxedState)>> = Mutex::new(Vec::new());
    const KEPT: usize = 8;
    let key = format!("{name} {options}");
    // Only if nobody else is at it: a process forked in that moment would wait for ever.
    let known = RECENT
        .try_lock()
        .ok()
        .and_then(|recent| recent.iter().find(|(known, _)| *known == key).map(|(_, state)| state.boxed()));
    if let Some(state) = known {
        return Ok(state);
    }
    let state = start_anew(name, options)?;
    if let Ok(mut recent) = RECENT.try_lock() {
        if recent.len() == KEPT {
            recent.remove(0);
        }
        recent.push((key, state.boxed()));
    }
    Ok(state)
}

/// Something that is done with a game, whichever it is.
pub(crate) trait Visitor {
    /// What comes of it.
    type Result;
    /// Does it.
    fn visit<G: Game>(self, game: G) -> Self::Result;
}

/// Does something with the game of this name: the registry.
pub(crate) fn with_game<V: Visitor>(name: &str, options: &Value, visitor: V) -> Result<V::Result, Error> {
    match name {
        "gridopolis" => Ok(visitor.visit(Gridopolis::new(options)?)),
        "microworld" => Ok(visitor.visit(Microworld::new(options)?)),
        "genotype" => Ok(visitor.visit(Genotype::new(options)?)),
        "fixture" => Ok(visitor.visit(Fixture::new(options)?)),
        _ => Err(Error::UnknownGame { name: name.chars().take(60).collect(), known: GAMES.to_vec() }),
    }
}

/// The first state of a game of your own. Such a game has no name that [`start`] knows: its dict forms are read by
/// [`from_json_of`], its records by [`Record::parse_of`](crate::record::Record::parse_of).
pub fn erase<G: Game>(game: G) -> BoxedState {
    let state = game.start();
    Box::new(Erased::new(Arc::new(game), state, Viewer::Everything))
}

fn start_anew(name: &str, options: &Value) -> Result<BoxedState, Error> {
    struct Erase;
    impl Visitor for Erase {
        type Result = BoxedState;
        fn visit<G: Game>(self, game: G) -> BoxedState {
            erase(game)
        }
    }
    with_game(name, options, Erase)
}

/// The state of a dict form, which names its game, options and viewer.
///
/// # Errors
/// Everything that is wrong with it.
pub fn from_json(value: &Value) -> Result<BoxedState, Error> {
    let Some(name) = value.get("game").and_then(Value::as_str) else {
        return Err(SetupError::one("game", "must name a game").into());
    };
    if value.get("format").and_then(Value::as_i64) != Some(1) {
        return Err(SetupError::one("format", "must be 1").into());
    }
    let none = Value::Object(serde_json::Map::new());
    let options = value.get("options").unwrap_or(&none);
    let fresh = start(name, options).map_err(|error| match error {
        Error::Setup(faults) => {
            let mut within = SetupError::default();
            within.merge("options", faults);
            Error::Setup(within)
        }
        other => other,
    })?;
    Ok(within(&*fresh, value)?)
}

/// The state of a dict form of a game that has no name here, such as one of your own ([`erase`]): `game` is any state of
/// it.
///
/// # Errors
/// Everything that is wrong with it; another game or other options.
pub fn from_json_of(game: &dyn AnyState, value: &Value) -> Result<BoxedState, SetupError> {
    let mut error = SetupError::default();
    if value.get("game").and_then(Value::as_str) != Some(game.spec().name) {
        error.add("game", format!("must be {:?}", game.spec().name), None);
    }
    if value.get("format").and_then(Value::as_i64) != Some(1) {
        error.add("format", "must be 1", None);
    }
    if value.get("options").is_some_and(|options| options != game.options()) {
        error.add("options", format!("must be those of the game: {}", game.options()), None);
    }
    error.into_result()?;
    within(game, value)
}

/// The state of a dict form of this game, which names its viewer.
fn within(game: &dyn AnyState, value: &Value) -> Result<BoxedState, SetupError> {
    let viewer = match value.get("viewer") {
        None => Viewer::Everything,
        Some(viewer) => {
            let read = viewer.as_str().and_then(|text| viewer_from_text(text, game.spec().seats));
            read.ok_or_else(|| SetupError::one("viewer", "must be everything, spectator or seat N"))?
        }
    };
    let mut plain = value.clone();
    if let Some(map) = plain.as_object_mut() {
        map.shift_remove("viewer");
    }
    game.with_json(&plain, viewer)
}

/// `everything`, `spectator`, `seat N`.
pub fn viewer_text(viewer: Viewer) -> String {
    match viewer {
        Viewer::Seat(seat) => format!("seat {seat}"),
        Viewer::Spectator => "spectator".to_owned(),
        Viewer::Everything => "everything".to_owned(),
    }
}

/// The viewer of such a text, if there is one in a game of `seats`.
pub fn viewer_from_text(text: &str, seats: u8) -> Option<Viewer> {
    match text {
        "everything" => Some(Viewer::Everything),
        "spectator" => Some(Viewer::Spectator),
        _ => {
            let seat = text.strip_prefix("seat ")?.parse().ok()?;
            (seat < seats).then_some(Viewer::Seat(seat))
        }
    }
}

//! What is asked of searches with an evaluator of the caller, and reading it from JSON.

use serde_json::Value;

use super::super::budget::MEMORY;
use super::super::evaluate::{Leaf, Policy};
use super::super::mcts;
use super::super::request::{MAX_SIMULATIONS, number, seed};
use crate::error::SetupError;
use crate::fields::Fields;

/// How each of the searches goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// How many simulations, at least 2: the first one judges the root.
    pub simulations: u64,
    /// How many simulations of one search may wait for their values at the same time.
    pub leaves: u32,
    /// How much is explored (PUCT's c).
    pub exploration: f64,
    /// Whether trees branch by what chance brings, too; if not, chance is drawn again on the way (open loop).
    pub chance: bool,
    /// Memory of one search, in bytes; when it is full, what is there is searched on.
    pub memory: u64,
    /// The share of noise in the priors of the root, 0 to 1.
    pub noise: f64,
    /// The concentration of the noise (Dirichlet's alpha); `None`: 10 / number of actions.
    pub alpha: Option<f64>,
    /// All chance comes from it.
    pub seed: u64,
}

/// How games of a search against itself go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SelfPlaySettings {
    /// How each action is searched for.
    pub search: Settings,
    /// How many games.
    pub games: u64,
    /// How many of them at a time.
    pub parallel: u32,
    /// Actions are drawn by visits to the power of 1 / temperature; 0: the most visited one is played.
    pub temperature: f64,
    /// From this decision of the game on, the most visited one is played.
    pub drop: u32,
}

/// No batch has more leaves, and no more games are played at a time.
pub const MAX_BATCH: i64 = 65_536;
const SEARCH_KEYS: [&str; 8] =
    ["simulations", "leaves", "exploration", "chance", "memory", "noise", "noise_alpha", "seed"];
const SELF_PLAY_KEYS: [&str; 4] = ["games", "parallel", "temperature", "temperature_drop"];

impl Settings {
    /// Reads what is asked for; what is left out has its default.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn from_json(value: &Value) -> Result<Self, SetupError> {
        let mut error = SetupError::default();
        let fields = Fields::open(value, "", &SEARCH_KEYS, &mut error);
        let settings = Self::read(&fields, 0.0, &mut error);
        error.into_result()?;
        Ok(settings)
    }

    fn read(fields: &Fields, noise: f64, e: &mut SetupError) -> Self {
        Settings {
            simulations: fields.int("simulations", 2..=MAX_SIMULATIONS, Some(200), e) as u64,
            leaves: fields.int("leaves", 1..=MAX_BATCH, Some(1), e) as u32,
            exploration: number(fields, "exploration", (0.0, 1e6), e).unwrap_or(1.0),
            chance: fields.bool("chance", true, e),
            memory: fields.int("memory", 1..=i64::MAX, Some(MEMORY as i64), e) as u64,
            noise: number(fields, "noise", (0.0, 1.0), e).unwrap_or(noise),
            alpha: number(fields, "noise_alpha", (1e-6, 1e6), e),
            seed: seed(fields, e),
        }
    }

    /// The same for the trees: they judge nothing themselves.
    pub(super) fn of_trees(&self) -> mcts::Settings {
        mcts::Settings {
            exploration: self.exploration,
            leaf: Leaf { policy: Policy::Random, turns: None },
            priors: false,
            chance: self.chance,
            deals: true,
            trees: Some(1),
            widening: 0.0,
        }
    }
}

impl SelfPlaySettings {
    /// Reads what is asked for; what is left out has its default.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn from_json(value: &Value) -> Result<Self, SetupError> {
        let mut error = SetupError::default();
        let e = &mut error;
        let keys = [&SEARCH_KEYS[..], &SELF_PLAY_KEYS[..]].concat();
        let fields = Fields::open(value, "", &keys, e);
        let settings = SelfPlaySettings {
            search: Settings::read(&fields, 0.25, e),
            games: fields.int("games", 1..=i64::MAX, Some(1), e) as u64,
            parallel: fields.int("parallel", 1..=MAX_BATCH, Some(1), e) as u32,
            temperature: number(&fields, "temperature", (0.0, 1e6), e).unwrap_or(1.0),
            drop: fields.int("temperature_drop", 0..=i64::from(u32::MAX), Some(20), e) as u32,
        };
        error.into_result()?;
        Ok(settings)
    }
}

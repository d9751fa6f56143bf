//! What is asked of a search, and reading it from JSON.

use std::time::Duration;

use serde_json::Value;

use super::alphabeta;
use super::budget::{Budget, MEMORY};
use super::evaluate::{Leaf, Policy};
use super::{exact, mcts};
use crate::error::SetupError;
use crate::fields::{Fields, kind};
use crate::game::Game;

/// How actions are chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Method {
    /// Monte Carlo tree search ([`mcts`]).
    Mcts(mcts::Settings),
    /// Alpha-beta search ([`alphabeta`]).
    AlphaBeta(alphabeta::Settings),
    /// To the end of the game ([`exact`]).
    Exact(exact::Settings),
}

/// What is asked of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Request {
    /// How.
    pub method: Method,
    /// How long.
    pub budget: Budget,
    /// All chance comes from it.
    pub seed: u64,
    /// How many threads share the work; the result does not depend on it unless time is limited.
    pub threads: usize,
    /// Whether a search that is stopped gives what it found so far. Nothing of a solution is known before it is found.
    pub keep: bool,
    /// A search by other methods first tries to solve the position with at most so many positions, and no more than it may
    /// take itself; 0: it does not.
    pub endings: u64,
}

/// [`Request::endings`] unless said otherwise.
pub const ENDINGS: u64 = 10_000;

/// No search uses more threads.
pub const MAX_THREADS: i64 = 256;
/// No search makes more.
pub(super) const MAX_SIMULATIONS: i64 = 1_000_000_000;
const MAX_DEPTH: i64 = 1000;
/// How positions are played on, by name.
const POLICIES: [(&str, Policy); 2] = [("random", Policy::Random), ("light", Policy::Light)];
/// What every method can be asked.
const COMMON: [&str; 6] = ["method", "milliseconds", "memory", "seed", "threads", "keep"];

/// Names of the methods.
pub const METHODS: [&str; 3] = ["mcts", "alphabeta", "exact"];

/// What each method can be asked beside [`COMMON`].
const OWN: [&[&str]; METHODS.len()] = [
    &[
        "simulations",
        "exploration",
        "policy",
        "turns",
        "priors",
        "chance",
        "deals",
        "trees",
        "widening",
        "endings",
    ],
    &["nodes", "depth", "table", "quiescence", "reductions"],
    &["nodes", "depth", "all", "samples"],
];

impl Request {
    /// Reads a request for a game; what is left out has its default.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn from_json<G: Game>(value: &Value) -> Result<Self, SetupError> {
        let defaults = mcts::Settings::of::<G>();
        let mut error = SetupError::default();
        let e = &mut error;
        let fields = Fields::open(value, "", &keys(None), e);
        let named = fields.word("method", &METHODS, e);
        let method = named.unwrap_or(0);
        let possible = keys(if fields.get("method").is_some() { named } else { Some(0) });
        for key in keys(None) {
            if fields.get(key).is_some() && !possible.contains(&key) {
                e.add(key, format!("this is not a setting of {}", METHODS[method]), None);
            }
        }
        let deepest = if method == 1 { i64::from(alphabeta::MAX_DEPTH) } else { MAX_DEPTH };
        let some = |key: &str, max: i64, e: &mut SetupError| {
            fields.get(key).map(|_| fields.int(key, 1..=max, None, e).unsigned_abs())
        };
        let budget = Budget {
            nodes: some("simulations", MAX_SIMULATIONS, e).or(some("nodes", i64::MAX, e)),
            depth: some("depth", deepest, e).map(|depth| depth as u32),
            time: some("milliseconds", i64::from(u32::MAX), e).map(Duration::from_millis),
            memory: some("memory", i64::MAX, e).unwrap_or(MEMORY),
        };
        let policy = fields.word("policy", &POLICIES.map(|(name, _)| name), e);
        let policy = policy.map_or(defaults.leaf.policy, |place| POLICIES[place].1);
        let turns = match fields.get("turns") {
            None => defaults.leaf.turns,
            // 0 turns: played to the end of the game.
            Some(_) => Some(fields.int("turns", 0..=100_000, None, e) as u32).filter(|turns| *turns > 0),
        };
        let settings = mcts::Settings {
            exploration: number(&fields, "exploration", (0.0, 1e6), e).unwrap_or(defaults.exploration),
            leaf: Leaf { policy, turns },
            priors: fields.bool("priors", defaults.priors, e),
            chance: fields.bool("chance", defaults.chance, e),
            deals: fields.bool("deals", defaults.deals, e),
            trees: some("trees", 1024, e).map(|trees| trees as u32),
            widening: number(&fields, "widening", (0.0, 1e6), e).unwrap_or(defaults.widening),
        };
        let solve = exact::Settings {
            all: fields.bool("all", exact::Settings::default().all, e),
            samples: some("samples", 1_000_000, e).map_or(exact::Settings::default().samples, |n| n as u32),
        };
        let request = Request {
            method: match method {
                1 => Method::AlphaBeta(alphabeta::Settings::from_fields(&fields, e)),
                2 => Method::Exact(solve),
                _ => Method::Mcts(settings),
            },
            budget,
            seed: seed(&fields, e),
            threads: fields.int("threads", 1..=MAX_THREADS, Some(1), e) as usize,
            keep: fields.bool("keep", false, e),
            endings: fields.int("endings", 0..=i64::MAX, Some(ENDINGS as i64), e) as u64,
        };
        error.into_result()?;
        Ok(request)
    }
}

/// The keys that a request may have: for the method of this number in [`METHODS`], or for any.
pub fn keys(method: Option<usize>) -> Vec<&'static str> {
    let mut keys = COMMON.to_vec();
    for own in method.map_or(&OWN[..], |method| &OWN[method..=method]) {
        let new: Vec<_> = own.iter().filter(|key| !keys.contains(key)).collect();
        keys.extend(new);
    }
    keys
}

/// A number within a range; `None` if the key is absent or the value is wrong, which is noted.
pub(super) fn number(fields: &Fields, key: &str, (low, high): (f64, f64), e: &mut SetupError) -> Option<f64> {
    let value = fields.get(key)?;
    let found = value.as_f64().filter(|number| (low..=high).contains(number));
    if found.is_none() {
        e.add(key, format!("must be a number from {low} to {high}, not {}", kind(value)), None);
    }
    found
}

/// The seed, 0 if the key is absent.
pub(super) fn seed(fields: &Fields, e: &mut SetupError) -> u64 {
    let Some(value) = fields.get("seed") else { return 0 };
    value.as_u64().unwrap_or_else(|| {
        e.add("seed", format!("must be a whole number from 0 to 2**64 - 1, not {}", kind(value)), None);
        0
    })
}

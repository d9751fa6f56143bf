#![doc = include_str!("../README.md")]

pub mod batch;
mod bits;
pub mod data;
pub mod erased;
pub mod error;
mod fields;
pub mod fixture;
pub mod game;
pub mod genotype;
pub mod gridopolis;
pub mod laws;
pub mod microworld;
pub mod perft;
pub mod record;
mod rng;
pub mod search;
mod threads;

pub use error::{Error, Halt, Illegal, PlayError, SetupError};
pub use game::{Event, Game, View};
pub use rng::{Rng, VERSION as RNG_VERSION};

#![doc = include_str!("../README.md")]

pub mod error;
mod fields;
pub mod game;
pub mod gridopolis;
pub mod perft;
mod rng;

pub use error::{Error, Halt, Illegal, PlayError, SetupError};
pub use game::{Event, Game, View};
pub use rng::{Rng, VERSION as RNG_VERSION};

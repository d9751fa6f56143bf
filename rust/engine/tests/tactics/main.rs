//! Tactical positions with proven answers (`tests/data/tactics/`): the proofs hold, and the searches find the answers.

mod endings;
mod gridopolis;

//! Choosing actions.

pub mod greedy;
pub mod playout;

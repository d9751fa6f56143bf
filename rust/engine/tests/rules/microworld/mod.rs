//! The rules of Microworld, one or more tests a rule: the name of a test starts with the id of its
//! rule, as on the rules page of the documentation (docs/games/microworld.md).

mod after;
mod barrier;
mod before;
mod board;
mod copying;
mod ending;
mod exchanging;
mod extras;
mod graph;
mod mutations;
mod order;
mod pairs;
mod positions;
mod shifting;
mod stealing;
mod support;
mod targets;
mod turn;

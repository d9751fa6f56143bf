//! The rules of Gridopolis, one or more tests a rule: the name of a test starts with the id of its
//! rule, as on the rules page of the documentation (docs/games/gridopolis.md).

mod building;
mod capturing;
mod chains;
mod ending;
mod grid;
mod kings;
mod moving;
mod support;
mod teleporters;
mod time;
mod turn;

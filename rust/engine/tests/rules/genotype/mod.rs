//! The rules of Genotype, one or more tests a rule: the name of a test starts with the id of its rule, as on
//! the rules page of the documentation (docs/games/genotype.md).

mod automa_phase;
mod breeding;
mod buying;
mod genetics;
mod hard;
mod johann;
mod plays;
mod rounds;
mod setup;
mod shifts;
mod support;
mod upgrades;
mod wild;
mod working;

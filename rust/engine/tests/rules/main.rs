//! The rules of the games: one or more tests a rule, named after its id.

mod genotype;
mod gridopolis;
mod microworld;

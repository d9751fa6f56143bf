//! Long random play over all boards and options: what must hold, held at every single ply.
//!
//! `BOARDWRIGHT_PLIES` sets how many events each game plays. A long run with overflow checks:
//! `BOARDWRIGHT_PLIES=100000000 cargo test --profile checked -p boardwright --test endurance -- --nocapture`
//! The name of a game behind `--` plays only that one.

mod genotype;
mod gridopolis;
#[path = "../made_up/mod.rs"]
mod made_up;
mod microworld;

/// How many events are to be played.
fn wanted() -> u64 {
    std::env::var("BOARDWRIGHT_PLIES").map_or(1_000_000, |text| text.parse().expect("a number"))
}

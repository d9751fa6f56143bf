//! Whatever notation reads in Genotype is legal, and what it writes reads back, for views too.
//!
//! The first byte says which game and who looks, the second how many random events come before the text.
#![no_main]

use std::sync::LazyLock;

use boardwright::erased::{BoxedState, start};
use boardwright::game::Viewer;
use boardwright_fuzz::{genotype_options, notation, walk};
use libfuzzer_sys::fuzz_target;

static STARTS: LazyLock<Vec<BoxedState>> = LazyLock::new(|| {
    (0..8).map(|which| start("genotype", &genotype_options(which)).expect("possible options")).collect()
});

fuzz_target!(|input: (u8, u8, &str)| {
    let (which, events, text) = input;
    let start = &*STARTS[usize::from(which) % STARTS.len()];
    let state = walk(start, u64::from(which), events);
    // Seat 1 is not there in a solo game.
    let viewer = match which / 8 % 4 {
        seat @ 0..2 => Viewer::Seat(seat.min(start.spec().seats - 1)),
        2 => Viewer::Spectator,
        _ => Viewer::Everything,
    };
    notation(&*state.view(viewer).expect("it sees everything"), text);
});

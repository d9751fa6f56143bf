//! Whatever notation reads in Microworld is legal, and what it writes reads back, for views too.
//!
//! The first byte says which game and who looks, the second how many random events come before the text.
#![no_main]

use std::sync::LazyLock;

use boardwright::erased::{BoxedState, start};
use boardwright::game::Viewer;
use boardwright_fuzz::{microworld_options, notation, walk};
use libfuzzer_sys::fuzz_target;

static STARTS: LazyLock<Vec<BoxedState>> = LazyLock::new(|| {
    (0..8).map(|which| start("microworld", &microworld_options(which)).expect("possible options")).collect()
});

fuzz_target!(|input: (u8, u8, &str)| {
    let (which, events, text) = input;
    let state = walk(&*STARTS[usize::from(which) % STARTS.len()], u64::from(which), events);
    let viewer = match which / 8 % 4 {
        seat @ 0..2 => Viewer::Seat(seat),
        2 => Viewer::Spectator,
        _ => Viewer::Everything,
    };
    notation(&*state.view(viewer).expect("it sees everything"), text);
});

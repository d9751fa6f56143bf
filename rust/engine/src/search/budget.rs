//! How long a search goes on.

use std::time::{Duration, Instant};

/// Limits of a search; it ends at the first one reached. Without any, Alpha-beta goes
/// [`DEPTH`](super::alphabeta::DEPTH) turns deep, solutions look at [`POSITIONS`](super::exact::POSITIONS), and tree search
/// goes on until the poll ends it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Simulations, or for Alpha-beta and exact solutions positions.
    pub nodes: Option<u64>,
    /// Depth in turns (Alpha-beta and exact solutions).
    pub depth: Option<u32>,
    /// Time. What is found then depends on the machine.
    pub time: Option<Duration>,
    /// Memory of the tree or table, in bytes; when it is full, what is there is searched on.
    pub memory: u64,
}

/// Memory of a tree unless said otherwise: 512 MB.
pub const MEMORY: u64 = 512 << 20;

impl Default for Budget {
    fn default() -> Self {
        Budget { nodes: None, depth: None, time: None, memory: MEMORY }
    }
}

/// A clock that is looked at now and then.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    begun: Instant,
    end: Option<Instant>,
}

impl Clock {
    pub(crate) fn start(budget: &Budget) -> Self {
        let begun = Instant::now();
        Clock { begun, end: budget.time.and_then(|time| begun.checked_add(time)) }
    }

    pub(crate) fn is_up(&self) -> bool {
        self.end.is_some_and(|end| Instant::now() >= end)
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    pub(crate) fn seconds(&self) -> f64 {
        self.elapsed().as_secs_f64()
    }
}

//! How long a search goes on.

use std::time::{Duration, Instant};

use super::mcts::SIMULATIONS;

/// Limits of a search; it ends at the first one reached. Without nodes, depth and time it has the nodes that are usual for
/// its method ([`Method::default_nodes`](super::request::Method::default_nodes)), so that no search is endless; one that
/// shall go on until the poll ends it asks for `u64::MAX` of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Simulations, or for Alpha-beta and exact solutions positions.
    pub nodes: Option<u64>,
    /// Depth in turns (Alpha-beta and exact solutions; trees do not look at it).
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

impl Budget {
    /// With so many nodes if nothing else limits the search.
    pub(super) fn or_nodes(self, nodes: u64) -> Self {
        let limited = self.nodes.is_some() || self.depth.is_some() || self.time.is_some();
        if limited { self } else { Budget { nodes: Some(nodes), ..self } }
    }

    /// The same for tree search, which knows no depth.
    pub(super) fn or_simulations(self) -> Self {
        Budget { depth: None, ..self }.or_nodes(SIMULATIONS)
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

//! When a search ends before its depth.

use crate::error::Halt;
use crate::game::{POLL_EVERY, Poll};
use crate::search::budget::{Budget, Clock};

/// Why a search was cut off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// The budget is used up.
    Budget,
    /// The poll said so.
    Halt(Halt),
}

/// Counts positions, and looks at clock and poll now and then.
pub(super) struct Limit<'p, 'f> {
    pub(super) nodes: u64,
    most: u64,
    pub(super) clock: Clock,
    pub(super) poll: &'p mut Poll<'f>,
}

impl<'p, 'f> Limit<'p, 'f> {
    pub(super) fn new(budget: &Budget, poll: &'p mut Poll<'f>) -> Self {
        Limit { nodes: 0, most: budget.nodes.unwrap_or(u64::MAX), clock: Clock::start(budget), poll }
    }

    /// One more position; says whether it is time to [`Limit::look`].
    #[inline]
    pub(super) fn count(&mut self) -> bool {
        self.nodes += 1;
        self.nodes.is_multiple_of(POLL_EVERY) || self.nodes >= self.most
    }

    /// Looks at budget, clock and poll.
    pub(super) fn look(&mut self) -> Result<(), Stop> {
        (self.poll)(self.nodes).map_err(Stop::Halt)?;
        if self.nodes >= self.most || self.clock.is_up() { Err(Stop::Budget) } else { Ok(()) }
    }
}

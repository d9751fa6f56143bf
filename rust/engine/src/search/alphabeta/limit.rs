//! When a search ends before its depth.

use super::table::Table;
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

    /// One more position. Now and then budget, clock and poll are looked at, and the table may grow.
    #[inline]
    pub(super) fn count<S: Copy + Default>(&mut self, table: &mut Table<S>) -> Result<(), Stop> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL_EVERY) || self.nodes >= self.most {
            self.pause(table)
        } else {
            Ok(())
        }
    }

    #[cold]
    fn pause<S: Copy + Default>(&mut self, table: &mut Table<S>) -> Result<(), Stop> {
        (self.poll)(self.nodes).map_err(Stop::Halt)?;
        if self.nodes >= self.most || self.clock.is_up() {
            return Err(Stop::Budget);
        }
        table.grow(self.poll, self.nodes).map_err(Stop::Halt)
    }
}

//! The order in which actions are looked at: what was best before, what wins most, what refuted other positions.

use crate::game::Seat;

/// No action.
pub(super) const NONE: u16 = u16::MAX;

/// An action with its place in the order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) rank: i32,
    pub(super) action: u16,
}

/// The best of the candidates from `from` on is moved there; equal ranks go by action.
#[inline]
pub(super) fn pick(candidates: &mut [Candidate], from: usize) -> Candidate {
    let mut best = from;
    for index in from + 1..candidates.len() {
        let (a, b) = (candidates[index], candidates[best]);
        if a.rank > b.rank || a.rank == b.rank && a.action < b.action {
            best = index;
        }
    }
    candidates.swap(from, best);
    candidates[from]
}

/// Quiet actions that were good elsewhere.
#[derive(Debug)]
pub(super) struct Order {
    /// For each seat and action, how often and how deep it refuted a position.
    history: Vec<i32>,
    actions: usize,
    /// For each turn after the root, two actions that refuted a position there.
    killers: Vec<[u16; 2]>,
}

/// Ranks of killers, above every history.
pub(super) const KILLER: i32 = 1 << 28;
const MAX_HISTORY: i32 = 1 << 24;

impl Order {
    pub(super) fn new(seats: u8, actions: u16) -> Self {
        let actions = usize::from(actions);
        Order { history: vec![0; usize::from(seats) * actions], actions, killers: Vec::new() }
    }

    /// The rank of a quiet action, so many turns after the root.
    #[inline]
    pub(super) fn rank(&self, seat: Seat, turns: usize, action: u16) -> i32 {
        let killers = self.killers.get(turns).copied().unwrap_or([NONE; 2]);
        if action == killers[0] {
            KILLER + 1
        } else if action == killers[1] {
            KILLER
        } else {
            self.history[usize::from(seat) * self.actions + usize::from(action)]
        }
    }

    /// A quiet action refuted a position, searched so deep.
    pub(super) fn refuted(&mut self, seat: Seat, turns: usize, action: u16, depth: u32) {
        let gain = (depth * depth) as i32;
        let history = &mut self.history[usize::from(seat) * self.actions + usize::from(action)];
        *history = (*history + gain).min(MAX_HISTORY);
        if self.killers.len() <= turns {
            self.killers.resize(turns + 1, [NONE; 2]);
        }
        let killers = &mut self.killers[turns];
        if killers[0] != action {
            *killers = [action, killers[0]];
        }
    }

    /// What was good before counts less from now on.
    pub(super) fn age(&mut self) {
        self.history.iter_mut().for_each(|history| *history /= 4);
    }
}

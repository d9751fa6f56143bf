//! The transposition table: what is known of positions that were met before.

use crate::error::Halt;
use crate::game::{Game, Poll};
use crate::rng::mix;
use crate::search::report::Bound;

/// What is known of a position: scores of whatever kind.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Known<S> {
    /// Results count turns from this position on.
    pub(super) score: S,
    /// The best action.
    pub(super) action: u16,
    /// How deep it was searched, in whole turns.
    pub(super) depth: u8,
    /// In the lowest two bits how the score is meant, above them when it was kept, 0 to [`GENERATIONS`] - 1.
    tag: u8,
}

impl<S> Known<S> {
    pub(super) fn new(score: S, action: u16, depth: u32, bound: Bound) -> Self {
        Known { score, action, depth: depth as u8, tag: bound as u8 }
    }

    /// How the score is meant.
    pub(super) fn bound(&self) -> Bound {
        match self.tag & 3 {
            tag if tag == Bound::AtLeast as u8 => Bound::AtLeast,
            tag if tag == Bound::AtMost as u8 => Bound::AtMost,
            _ => Bound::Exact,
        }
    }

    fn generation(&self) -> u8 {
        self.tag >> 2
    }

    fn of_generation(self, generation: u8) -> Self {
        Known { tag: self.tag & 3 | generation << 2, ..self }
    }
}

/// Generations are counted up to here, then from 0 again.
const GENERATIONS: u8 = 64;

/// The key of a position: counters are left out of it where they can't matter ([`Game::gist`]).
pub(super) fn key<G: Game>(game: &G, state: &G::State, may_run_out: bool) -> u64 {
    let gist = game.gist(state);
    if may_run_out { gist ^ mix(game.hash(state)) } else { gist }
}

/// Of an empty slot the key is 0.
#[derive(Clone, Copy, Debug, Default)]
struct Slot<S> {
    key: u64,
    known: Known<S>,
}

const WAYS: usize = 4;

/// The places where a position's entry can stand.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
struct Bucket<S>([Slot<S>; WAYS]);

/// A table that grows as it fills.
#[derive(Debug)]
pub(super) struct Table<S> {
    /// A power of two of them, or none.
    buckets: Vec<Bucket<S>>,
    most: usize,
    used: u64,
    generation: u8,
}

/// A table begins with so many buckets, so that small searches cost little.
const FIRST: usize = 1 << 12;
/// When half of the slots are used it becomes so many times larger.
const GROWTH: usize = 4;
/// So many buckets are moved between two looks at the poll.
const MOVED_AT_ONCE: usize = 1 << 14;

impl<S: Copy + Default> Table<S> {
    /// A table of at most so many bytes.
    pub(super) fn new(bytes: u64) -> Self {
        let most = usize::try_from(bytes / size_of::<Bucket<S>>() as u64).unwrap_or(usize::MAX);
        let most = if most == 0 { 0 } else { 1 << most.ilog2() };
        Table { buckets: vec![Bucket::default(); most.min(FIRST)], most, used: 0, generation: 0 }
    }

    /// Grows if it is half full and may; `poll` can end that early.
    pub(super) fn grow(&mut self, poll: &mut Poll, nodes: u64) -> Result<(), Halt> {
        let count = self.buckets.len();
        if self.used < (count * WAYS / 2) as u64 || count >= self.most {
            return Ok(());
        }
        let more = (count * GROWTH).min(self.most);
        let mut larger: Vec<Bucket<S>> = Vec::new();
        if larger.try_reserve_exact(more).is_err() {
            // Without the memory the table stays as it is.
            self.most = count;
            return Ok(());
        }
        while larger.len() < more {
            poll(nodes)?;
            larger.resize((larger.len() + MOVED_AT_ONCE).min(more), Bucket::default());
        }
        let old = std::mem::replace(&mut self.buckets, larger);
        for (index, bucket) in old.iter().enumerate() {
            if index.is_multiple_of(MOVED_AT_ONCE) {
                poll(nodes)?;
            }
            for slot in bucket.0.iter().filter(|slot| slot.key != 0) {
                let place = self.place(slot.key);
                // All that meet here come from one bucket, so there is room.
                if let Some(empty) = self.buckets[place].0.iter_mut().find(|slot| slot.key == 0) {
                    *empty = *slot;
                }
            }
        }
        Ok(())
    }

    /// Entries in it.
    pub(super) fn used(&self) -> u64 {
        self.used
    }

    /// Its size.
    pub(super) fn bytes(&self) -> u64 {
        (self.buckets.len() * size_of::<Bucket<S>>()) as u64
    }

    /// From now on entries of before are the first to be overwritten.
    pub(super) fn age(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        key as usize & (self.buckets.len() - 1)
    }

    /// What is known of the position with this key.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<Known<S>> {
        if self.buckets.is_empty() {
            return None;
        }
        let key = key.max(1);
        let bucket = &self.buckets[self.place(key)];
        bucket.0.iter().find(|slot| slot.key == key).map(|slot| slot.known)
    }

    /// Keeps what was found: in the place of the same position, or of the least deep entry.
    #[inline]
    pub(super) fn put(&mut self, key: u64, known: Known<S>) {
        if self.buckets.is_empty() {
            return;
        }
        let key = key.max(1);
        let (place, generation) = (self.place(key), self.generation);
        let bucket = &mut self.buckets[place].0;
        let worth = |slot: &Slot<S>| (slot.key != 0, slot.known.generation() == generation, slot.known.depth);
        let mut least = 0;
        for way in 0..WAYS {
            if bucket[way].key == key {
                least = way;
                break;
            }
            if worth(&bucket[way]) < worth(&bucket[least]) {
                least = way;
            }
        }
        self.used += u64::from(bucket[least].key == 0);
        bucket[least] = Slot { key, known: known.of_generation(generation) };
    }
}

//! The transposition table: what is known of positions that were met before.

use crate::error::Halt;
use crate::game::Poll;

/// How an entry's score is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Exact = 1,
    AtLeast = 2,
    AtMost = 3,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// Results count turns from this position on.
    pub(super) score: i32,
    /// The best action.
    pub(super) action: u16,
    /// In whole turns.
    pub(super) depth: u32,
    pub(super) kind: Kind,
}

/// Key and packed entry; of an empty slot the entry is 0.
type Slot = [u64; 2];
const WAYS: usize = 4;

/// The places where a position's entry can stand: one cache line.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
struct Bucket([Slot; WAYS]);

/// A table that grows as it fills.
#[derive(Debug)]
pub(super) struct Table {
    /// A power of two of them, or none.
    buckets: Vec<Bucket>,
    most: usize,
    used: u64,
    generation: u64,
}

const DEPTH_BITS: u32 = 10;
const GENERATION_AT: u32 = 48 + DEPTH_BITS + 2;
const GENERATIONS: u64 = 16;
/// A table begins with so many buckets, so that small searches cost little.
const FIRST: usize = 1 << 12;
/// When half of the slots are used it becomes so many times larger.
const GROWTH: usize = 4;
/// So many buckets are moved between two looks at the poll.
const MOVED_AT_ONCE: usize = 1 << 14;

impl Table {
    /// A table of at most so many bytes.
    pub(super) fn new(bytes: u64) -> Self {
        let most = usize::try_from(bytes / size_of::<Bucket>() as u64).unwrap_or(usize::MAX);
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
        let mut larger: Vec<Bucket> = Vec::new();
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
            for slot in bucket.0.iter().filter(|slot| slot[1] != 0) {
                let place = self.place(slot[0]);
                // All that meet here come from one bucket, so there is room.
                if let Some(empty) = self.buckets[place].0.iter_mut().find(|slot| slot[1] == 0) {
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
        (self.buckets.len() * size_of::<Bucket>()) as u64
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
    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        if self.buckets.is_empty() {
            return None;
        }
        let bucket = &self.buckets[self.place(key)];
        let found = bucket.0.iter().find(|slot| slot[0] == key && slot[1] != 0)?;
        Some(unpack(found[1]))
    }

    /// Keeps what was found: in the place of the same position, or of the least deep entry.
    #[inline]
    pub(super) fn put(&mut self, key: u64, entry: Entry) {
        if self.buckets.is_empty() {
            return;
        }
        let generation = self.generation;
        let place = self.place(key);
        let worth = |slot: &Slot| match slot {
            [_, 0] => 0,
            [other, _] if *other == key => 0,
            [_, data] if data >> GENERATION_AT != generation => 1 + depth_of(*data),
            [_, data] => 1 + (1 << DEPTH_BITS) + depth_of(*data),
        };
        let bucket = &mut self.buckets[place].0;
        let mut least = 0;
        for way in 0..WAYS {
            if bucket[way][0] == key && bucket[way][1] != 0 {
                least = way;
                break;
            }
            if worth(&bucket[way]) < worth(&bucket[least]) {
                least = way;
            }
        }
        self.used += u64::from(bucket[least][1] == 0);
        bucket[least] = [key, pack(entry) | generation << GENERATION_AT];
    }
}

/// Score 32 bits, action 16, depth 10, kind 2; the generation takes the last 4.
fn pack(entry: Entry) -> u64 {
    u64::from(entry.score as u32)
        | u64::from(entry.action) << 32
        | u64::from(entry.depth) << 48
        | (entry.kind as u64) << (48 + DEPTH_BITS)
}

fn depth_of(data: u64) -> u32 {
    (data >> 48) as u32 & ((1 << DEPTH_BITS) - 1)
}

fn unpack(data: u64) -> Entry {
    Entry {
        score: data as u32 as i32,
        action: (data >> 32) as u16,
        depth: depth_of(data),
        kind: match data >> (48 + DEPTH_BITS) & 3 {
            1 => Kind::Exact,
            2 => Kind::AtLeast,
            _ => Kind::AtMost,
        },
    }
}

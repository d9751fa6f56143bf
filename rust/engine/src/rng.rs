//! One seeded stream of random numbers, split per purpose; the same on every machine, for ever.
//!
//! The raw stream is xoshiro256++ seeded through `SplitMix64`; the key of a split is SHA-256 of key and
//! label (all fixed algorithms). The bounded draw and the shuffle are our own, so that no change of
//! another crate can change a game. Golden vectors in `tests/rng.rs` guard all of it.

use rand_core::{Rng as _, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// The version of the algorithms below. It would only ever change with a new major version.
pub const VERSION: u32 = 1;

/// A seeded generator. There is no global one: every game, worker and bot gets its own.
///
/// ```
/// use boardwright::Rng;
/// let mut a = Rng::new(7);
/// let mut b = Rng::new(7);
/// assert_eq!(a.below(6), b.below(6));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng {
    key: u64,
    stream: Xoshiro256PlusPlus,
}

impl Rng {
    /// The generator of a seed.
    pub fn new(seed: u64) -> Self {
        Rng { key: seed, stream: Xoshiro256PlusPlus::seed_from_u64(seed) }
    }

    /// A generator of its own for one purpose (a seat, an episode, a worker). It depends on the seed
    /// and `label` only, never on how much was drawn before. It tells nothing about the generator that it
    /// comes from, or about other splits: a bot that knows its own can't work out the dice, unless the seed
    /// is so small that all can be tried.
    #[must_use]
    pub fn split(&self, label: u64) -> Self {
        let mut hash = Sha256::new();
        hash.update(self.key.to_le_bytes());
        hash.update(label.to_le_bytes());
        let mut key = [0; 8];
        key.copy_from_slice(&hash.finalize()[..8]);
        Rng::new(u64::from_le_bytes(key))
    }

    /// A generator of its own that starts from the next draw of this one.
    #[must_use]
    pub fn fork(&mut self) -> Self {
        Rng::new(self.bits())
    }

    /// The seed that makes this generator from the start.
    pub fn seed(&self) -> u64 {
        self.key
    }

    /// The generator with its place in the stream, as JSON; [`Rng::from_json`] reads it.
    pub fn to_json(&self) -> Value {
        let stream = serde_json::to_value(&self.stream).unwrap_or_default();
        json!({"version": VERSION, "key": self.key, "state": stream["s"]})
    }

    /// The generator of [`Rng::to_json`]; `None` if the value is none.
    pub fn from_json(value: &Value) -> Option<Self> {
        if value["version"].as_u64() != Some(u64::from(VERSION)) {
            return None;
        }
        let state: Vec<u64> = value["state"].as_array()?.iter().map(Value::as_u64).collect::<Option<_>>()?;
        // All zeros is no state of the algorithm: it would give zeros for ever.
        if state.len() != 4 || state == [0; 4] {
            return None;
        }
        let stream = serde_json::from_value(json!({"s": state})).ok()?;
        Some(Rng { key: value["key"].as_u64()?, stream })
    }

    /// The next 64 raw bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.stream.next_u64()
    }

    /// A number in `0..n`, each equally likely (Lemire 2019, with rejection).
    ///
    /// # Panics
    /// If `n` is 0.
    #[inline]
    pub fn below(&mut self, n: u64) -> u64 {
        assert!(n > 0, "a draw needs at least one outcome");
        let mut wide = u128::from(self.bits()) * u128::from(n);
        if (wide as u64) < n {
            let threshold = n.wrapping_neg() % n;
            while (wide as u64) < threshold {
                wide = u128::from(self.bits()) * u128::from(n);
            }
        }
        (wide >> 64) as u64
    }

    /// An index of `weights`, drawn in proportion to its integer weight.
    ///
    /// # Panics
    /// If all weights are 0.
    pub fn weighted(&mut self, weights: impl Iterator<Item = u32> + Clone) -> usize {
        let mut left = self.below(weights.clone().map(u64::from).sum());
        for (index, weight) in weights.enumerate() {
            if left < u64::from(weight) {
                return index;
            }
            left -= u64::from(weight);
        }
        unreachable!("the draw is below the sum of the weights")
    }

    /// Shuffles in place (Fisher-Yates, from the back).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u64 + 1) as usize);
        }
    }
}

/// The finaliser of `SplitMix64`: every input bit reaches every output bit.
pub(crate) const fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// Folds the words of a state into its 64-bit hash: fixed for ever, the same on every machine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WordHash(u64);

impl Default for WordHash {
    fn default() -> Self {
        WordHash(0x6A09_E667_F3BC_C908)
    }
}

impl WordHash {
    /// Adds one word.
    #[inline]
    pub(crate) fn word(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 ^= self.0 >> 29;
    }

    /// The hash of the words so far.
    #[inline]
    pub(crate) fn finish(self) -> u64 {
        mix(self.0)
    }
}

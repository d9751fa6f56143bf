//! What is known of positions that were met before.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};

use crate::rng::mix;

/// A fingerprint of a position: 128 bits, so that two positions among a thousand million share one with odds below
/// 1 in 10^20.
pub(super) type Key = u128;

/// The fingerprint of a value, the same on every machine.
pub(super) fn key<S: Hash>(state: &S) -> Key {
    let mut hasher = Wide::default();
    state.hash(&mut hasher);
    hasher.flush();
    Key::from(mix(hasher.one)) << 64 | Key::from(mix(hasher.other))
}

/// Two hashes side by side; small fields are gathered into words first.
struct Wide {
    one: u64,
    other: u64,
    word: u64,
    bytes: u32,
}

impl Default for Wide {
    fn default() -> Self {
        Wide { one: 0x6A09_E667_F3BC_C908, other: 0xBB67_AE85_84CA_A73B, word: 0, bytes: 0 }
    }
}

impl Wide {
    fn add(&mut self, word: u64) {
        self.one = (self.one.rotate_left(23) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.one ^= self.one >> 29;
        self.other = (self.other.rotate_left(31) ^ word).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        self.other ^= self.other >> 32;
    }

    fn flush(&mut self) {
        if self.bytes > 0 {
            // How long it is counts, too: one byte is not a whole word of the same value.
            self.one ^= u64::from(self.bytes);
            self.other ^= u64::from(self.bytes);
            self.add(self.word);
            (self.word, self.bytes) = (0, 0);
        }
    }
}

impl Hasher for Wide {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u8(*byte);
        }
    }
    fn write_u8(&mut self, byte: u8) {
        self.word |= u64::from(byte) << (8 * self.bytes);
        self.bytes += 1;
        if self.bytes == 8 {
            self.flush();
        }
    }
    fn write_u64(&mut self, word: u64) {
        self.flush();
        self.add(word);
    }
    fn finish(&self) -> u64 {
        self.one
    }
}

/// Fingerprints are spread evenly already.
#[derive(Default)]
pub(super) struct LowBits(u64);

impl Hasher for LowBits {
    fn write(&mut self, _: &[u8]) {}
    fn write_u128(&mut self, key: Key) {
        self.0 = key as u64;
    }
    fn finish(&self) -> u64 {
        self.0
    }
}

/// Each of so many parts grows by itself: to move all at once would keep Ctrl-C and the clock waiting.
const PARTS: usize = 256;

/// What is known, by fingerprint; when it is full, nothing new is added.
pub(super) struct Table<T> {
    /// By the highest byte; the map of a part looks at the lower half only.
    parts: Vec<HashMap<Key, T, BuildHasherDefault<LowBits>>>,
    len: usize,
    room: usize,
}

impl<T: Copy> Table<T> {
    /// Bytes of an entry; hash tables are a good half full on average.
    const BYTES: u64 = 2 * size_of::<(Key, T)>() as u64;

    pub(super) fn new(memory: u64) -> Self {
        let parts = (0..PARTS).map(|_| HashMap::default()).collect();
        Table { parts, len: 0, room: usize::try_from(memory / Self::BYTES).unwrap_or(usize::MAX) }
    }

    fn part(key: Key) -> usize {
        (key >> 120) as usize
    }

    pub(super) fn get(&self, key: Key) -> Option<T> {
        self.parts[Self::part(key)].get(&key).copied()
    }

    pub(super) fn put(&mut self, key: Key, value: T) {
        let part = &mut self.parts[Self::part(key)];
        if self.len < self.room {
            self.len += usize::from(part.insert(key, value).is_none());
        } else if let Some(known) = part.get_mut(&key) {
            *known = value;
        }
    }

    pub(super) fn len(&self) -> u64 {
        self.len as u64
    }

    pub(super) fn bytes(&self) -> u64 {
        self.len() * Self::BYTES
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_of_all_sizes_count() {
        let keys = [
            key(&(1_u8, 2_u64)),
            key(&(2_u8, 1_u64)),
            key(&(1_u8, 2_u64, 0_u8)),
            key(&(0_u8, 1_u8, 2_u64)),
            key(&(1_u64, 2_u8)),
            key(&[1_u8, 2]),
            key(&[1_u8, 2, 0]),
        ];
        for (place, key) in keys.iter().enumerate() {
            assert_eq!(keys.iter().position(|other| other == key), Some(place));
        }
    }

    #[test]
    fn a_full_table_keeps_what_it_has() {
        let mut table = Table::new(3 * Table::<u8>::BYTES);
        for number in 0..5 {
            table.put(number, number as u8);
        }
        table.put(1, 9);
        assert_eq!(
            (0..5).map(|number| table.get(number)).collect::<Vec<_>>(),
            [Some(0), Some(9), Some(2), None, None]
        );
        assert_eq!(table.len(), 3);
    }
}

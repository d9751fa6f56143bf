//! Sets of small numbers, by the bits of a word.

/// The numbers in a set, ascending.
#[inline]
pub(crate) fn members(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let first = set.trailing_zeros() as u8;
        (set != 0).then(|| {
            set &= set - 1;
            first
        })
    })
}

/// The `n`-th member of a set, counted from 0; the set must have so many.
#[inline]
pub(crate) fn nth(mut set: u64, n: u32) -> u8 {
    let mut left = n;
    loop {
        // Four at a time without branches: how many are passed over is random, so no branch is foreseen.
        for _ in 0..4 {
            let pass = left > 0;
            let rest = set & set.wrapping_sub(1);
            set = if pass { rest } else { set };
            left -= u32::from(pass);
        }
        if left == 0 {
            return set.trailing_zeros() as u8;
        }
    }
}

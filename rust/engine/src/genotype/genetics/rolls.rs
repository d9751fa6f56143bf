//! Dice by the million.
//!
//! One draw of the generator serves fifteen dice, three pools: a number below 9^15 has fifteen digits to base 9,
//! and two digits stand for each of I to IV, one for De Novo (T3). However the dice are asked for, those of a seed
//! are the same ones.

use super::{DICE, KINDS, Square};
use crate::error::Halt;
use crate::game::Poll;
use crate::rng::Rng;

/// Dice of one draw.
const AT_ONCE: usize = 15;
/// 9^15.
const NUMBERS: u64 = 205_891_132_094_649;
/// A pool is five digits: one of so many numbers.
const POOLS: usize = 59_049;
/// For fewer dice than this, a table of all pools costs more than it saves.
const MANY: u64 = 1 << 18;
/// How many dice are rolled between two calls of the poll.
const POLL_EVERY: usize = AT_ONCE << 18;

/// The faces of a number's lowest digits.
fn faces(mut number: u64) -> impl Iterator<Item = u8> {
    std::iter::repeat_with(move || {
        let face = (number % 9 / 2) as u8;
        number /= 9;
        face
    })
}

/// How many of `n` dice show each of the faces I, II, III, IV, De Novo.
///
/// ```
/// use boardwright::Rng;
/// use boardwright::game::never;
/// use boardwright::genotype::genetics::rolls::roll;
/// assert_eq!(roll(9, &mut Rng::new(7), &mut never)?.iter().sum::<u64>(), 9);
/// # Ok::<(), boardwright::Halt>(())
/// ```
///
/// # Errors
/// If the poll, which is given the number of dice so far, asks to stop.
pub fn roll(n: u64, rng: &mut Rng, poll: &mut Poll) -> Result<[u64; 5], Halt> {
    let mut counts = [0; 5];
    let mut left = n;
    if n >= MANY {
        // How often each of the pools came; what they show is counted once at the end.
        let mut pools = vec![0_u64; POOLS];
        while left >= AT_ONCE as u64 {
            let draws = left.min(POLL_EVERY as u64) / AT_ONCE as u64;
            for _ in 0..draws {
                let mut draw = rng.below(NUMBERS);
                for _ in 0..AT_ONCE / usize::from(DICE) {
                    pools[(draw % POOLS as u64) as usize] += 1;
                    draw /= POOLS as u64;
                }
            }
            left -= draws * AT_ONCE as u64;
            poll(n - left)?;
        }
        for (number, times) in pools.into_iter().enumerate() {
            faces(number as u64).take(usize::from(DICE)).for_each(|face| counts[usize::from(face)] += times);
        }
    }
    while left > 0 {
        let dice = left.min(AT_ONCE as u64);
        faces(rng.below(NUMBERS)).take(dice as usize).for_each(|face| counts[usize::from(face)] += 1);
        left -= dice;
    }
    Ok(counts)
}

/// Fills `out` with a face a die: 0 to 3 for I to IV, 4 for De Novo.
///
/// # Errors
/// If the poll, which is given the number of dice so far, asks to stop.
pub fn roll_faces(out: &mut [u8], rng: &mut Rng, poll: &mut Poll) -> Result<(), Halt> {
    let mut done = 0;
    for part in out.chunks_mut(POLL_EVERY) {
        for dice in part.chunks_mut(AT_ONCE) {
            for (die, face) in dice.iter_mut().zip(faces(rng.below(NUMBERS))) {
                *die = face;
            }
        }
        done += part.len() as u64;
        poll(done)?;
    }
    Ok(())
}

/// Fills `out` with pools of five dice, four numbers each: how many show dominant, mixed, recessive, De Novo.
///
/// # Errors
/// If the poll, which is given the number of dice so far, asks to stop.
pub fn roll_pools(
    square: Square,
    out: &mut [[u8; KINDS]],
    rng: &mut Rng,
    poll: &mut Poll,
) -> Result<(), Halt> {
    let outcomes = [0, 1, 2, 3, 4].map(|face| usize::from(square.outcome(face)));
    let mut done = 0;
    for part in out.chunks_mut(POLL_EVERY / usize::from(DICE)) {
        for pools in part.chunks_mut(AT_ONCE / usize::from(DICE)) {
            let mut faces = faces(rng.below(NUMBERS));
            for pool in pools {
                *pool = [0; KINDS];
                for face in faces.by_ref().take(usize::from(DICE)) {
                    pool[outcomes[usize::from(face)]] += 1;
                }
            }
        }
        done += part.len() as u64 * u64::from(DICE);
        poll(done)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::Parent;
    use super::*;
    use crate::game::{Event, Game, Outcomes, Scratch, never};
    use crate::genotype::Genotype;
    use crate::genotype::phase::Phase;

    #[test]
    fn dice_of_a_seed_are_the_same_however_asked_for() {
        for n in [
            0,
            1,
            4,
            15,
            16,
            29,
            1_000,
            MANY as usize - 1,
            MANY as usize,
            MANY as usize + 7,
            2 * POLL_EVERY + 8,
        ] {
            let mut each = vec![9; n];
            roll_faces(&mut each, &mut Rng::new(5), &mut never).expect("never stopped");
            let mut counts = [0; 5];
            for face in &each {
                counts[usize::from(*face)] += 1;
            }
            assert_eq!(roll(n as u64, &mut Rng::new(5), &mut never), Ok(counts), "{n} dice");
            let mut pools = vec![[9; KINDS]; n / 5];
            for square in [Square::default(), Square { left: Parent::Dominant, ..Square::default() }] {
                roll_pools(square, &mut pools, &mut Rng::new(5), &mut never).expect("never stopped");
                for (pool, dice) in pools.iter().zip(each.chunks_exact(5)) {
                    let mut faces = [0; 5];
                    for face in dice {
                        faces[usize::from(*face)] += 1;
                    }
                    assert_eq!(pool.map(u64::from), square.sort(faces));
                }
            }
        }
    }

    /// These may never change: a seed gives the same dice for ever.
    #[test]
    fn golden() {
        let mut dice = [0; 20];
        roll_faces(&mut dice, &mut Rng::new(1), &mut never).expect("never stopped");
        assert_eq!(dice, [3, 0, 1, 1, 1, 2, 0, 3, 4, 3, 4, 2, 3, 1, 3, 0, 0, 1, 4, 0]);
        assert_eq!(
            roll(1_000_000, &mut Rng::new(1), &mut never),
            Ok([221_860, 221_505, 222_855, 222_450, 111_330])
        );
    }

    /// Chi-square of counts against odds.
    fn statistic(counts: &[u64], weights: &[u32]) -> f64 {
        let (all, whole) = (counts.iter().sum::<u64>() as f64, f64::from(weights.iter().sum::<u32>()));
        let expected = weights.iter().map(|weight| all * f64::from(*weight) / whole);
        counts.iter().zip(expected).map(|(count, e)| (*count as f64 - e).powi(2) / e).sum()
    }

    /// What chi-square stays below in 999 of 1,000 cases (Wilson and Hilferty).
    fn limit(freedom: usize) -> f64 {
        let part = 2.0 / (9.0 * freedom as f64);
        freedom as f64 * (1.0 - part + 3.09 * part.sqrt()).powi(3)
    }

    /// Checks that pools came as often as their odds say; rare outcomes are taken together, as the test asks for.
    fn check_pools(square: Square, pools: &[[u8; KINDS]]) {
        let (mut seen, mut wanted) = (vec![0], vec![0]);
        for (counts, weight) in square.pool().outcomes() {
            let times = pools.iter().filter(|pool| *pool == counts).count() as u64;
            if u64::from(*weight) * (pools.len() as u64) < 5 * POOLS as u64 {
                seen[0] += times;
                wanted[0] += weight;
            } else {
                seen.push(times);
                wanted.push(*weight);
            }
        }
        assert_eq!(seen.iter().sum::<u64>(), pools.len() as u64, "only possible pools");
        let from = usize::from(wanted[0] == 0);
        let found = statistic(&seen[from..], &wanted[from..]);
        assert!(found < limit(seen.len() - from - 1), "{square:?}: {found}");
    }

    #[test]
    fn frequencies_are_the_exact_odds() {
        let weights = [2, 2, 2, 2, 1];
        let bulk = roll(10_000_000, &mut Rng::new(11), &mut never).expect("never stopped");
        assert!(statistic(&bulk, &weights) < limit(4));
        // One in 2,000 more of one face would show.
        let off = [bulk[0] + 5_000, bulk[1], bulk[2], bulk[3], bulk[4] - 5_000];
        assert!(statistic(&off, &weights) > limit(4));
        for (seed, square) in Square::all().enumerate() {
            let mut pools = vec![[0; KINDS]; 100_000];
            roll_pools(square, &mut pools, &mut Rng::new(seed as u64), &mut never).expect("never stopped");
            check_pools(square, &pools);
        }
    }

    /// The game draws its dice one at a time, by its own short way or by the listed weights: the same odds.
    #[test]
    fn the_game_rolls_with_the_same_odds() {
        let game = Genotype::new(&json!({})).expect("sound options");
        let (mut rng, mut scratch) = (Rng::new(3), Scratch::default());
        let mut state = game.start();
        while !matches!(state.phase, Phase::Die(_)) {
            game.step_randomly(&mut state, &mut rng, &mut scratch);
        }
        let mut outcomes = Outcomes::new();
        game.outcomes(&state, &mut outcomes);
        let weights: Vec<u32> = outcomes.iter().map(|(_, weight)| *weight).collect();
        assert_eq!(weights, [2, 2, 2, 2, 1]);
        let [mixed, dominant, recessive] = Parent::ALL;
        state.squares = [
            Square { left: mixed, top: mixed },
            Square { left: dominant, top: mixed },
            Square { left: mixed, top: recessive },
            Square { left: recessive, top: dominant },
        ];
        for by_list in [false, true] {
            let mut faces = [0; 5];
            let mut pools = vec![Vec::new(); 4];
            for _ in 0..20_000 {
                let mut next = state;
                while matches!(next.phase, Phase::Die(_)) {
                    let id = if by_list {
                        outcomes[rng.weighted(weights.iter().copied())].0
                    } else {
                        game.sample_outcome(&next, &mut rng, &mut scratch.outcomes)
                    };
                    faces[usize::from(id - outcomes[0].0)] += 1;
                    game.step(&mut next, Event::Chance(id));
                }
                next.dice.into_iter().zip(&mut pools).for_each(|(dice, pools)| pools.push(dice));
            }
            assert!(statistic(&faces, &weights) < limit(4), "{faces:?}");
            for (square, pools) in state.squares.iter().zip(&pools) {
                check_pools(*square, pools);
            }
        }
    }
}

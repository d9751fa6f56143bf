//! Exact odds (T4).
//!
//! A die shows I to IV with one face each and the mutation with two, and a mutation is rolled once
//! again. So each of I to IV has 1/6 + 1/3 * 1/6 = 2/9, and a De Novo mutation stays with 1/3 * 1/3 = 1/9: weights
//! 2, 2, 2, 2, 1. The five dice of a colour are independent, so their counts are multinomial, and all odds are whole
//! numbers over 9^5 = 59,049; those of all twenty dice are over 9^20, which fits 64 bits.

use std::sync::LazyLock;

use super::{DICE, KINDS, Square};

/// Odds of one die are ninths.
pub const DIE_DENOMINATOR: u32 = 9;
/// Odds of the five dice of a colour are parts of this.
pub const POOL_DENOMINATOR: u32 = 59_049;
/// A question has at most so many wishes.
pub const MAX_WISHES: usize = 12;

/// How many dice of a pool show dominant, mixed, recessive, De Novo, with their odds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pool {
    outcomes: Vec<([u8; KINDS], u32)>,
}

/// There are only nine squares, so their pools are worked out once.
static POOLS: LazyLock<[Pool; 9]> =
    LazyLock::new(|| std::array::from_fn(|index| Pool::of(Square::all().nth(index).unwrap_or_default())));

impl Square {
    /// The exact distribution of the counts of the five dice.
    pub fn pool(&self) -> &'static Pool {
        &POOLS[3 * self.left as usize + self.top as usize]
    }
}

fn factorial(n: u8) -> u32 {
    (1..=u32::from(n)).product()
}

impl Pool {
    /// Multinomial: 5! / (a! b! c! d!) * p^a q^b r^c s^d (T4).
    fn of(square: Square) -> Self {
        let weights = square.weights();
        let mut outcomes = Vec::with_capacity(56);
        for dominant in 0..=DICE {
            for mixed in 0..=DICE - dominant {
                for recessive in 0..=DICE - dominant - mixed {
                    let counts = [dominant, mixed, recessive, DICE - dominant - mixed - recessive];
                    let ways = counts.iter().fold(factorial(DICE), |ways, count| ways / factorial(*count));
                    let weight = counts
                        .iter()
                        .zip(weights)
                        .fold(ways, |weight, (count, w)| weight * w.pow(u32::from(*count)));
                    if weight > 0 {
                        outcomes.push((counts, weight));
                    }
                }
            }
        }
        Pool { outcomes }
    }

    /// Counts, and their odds in parts of [`POOL_DENOMINATOR`]; impossible ones are left out.
    pub fn outcomes(&self) -> &[([u8; KINDS], u32)] {
        &self.outcomes
    }

    /// The odds of at least 0, 1, ... 5 dice of a kind, in parts of [`POOL_DENOMINATOR`].
    ///
    /// # Panics
    /// If the kind is not below [`KINDS`].
    pub fn at_least(&self, kind: usize) -> [u32; DICE as usize + 1] {
        let mut odds = [0; DICE as usize + 1];
        for (counts, weight) in &self.outcomes {
            for found in &mut odds[..=usize::from(counts[kind])] {
                *found += weight;
            }
        }
        odds
    }

    /// The odds that all wishes are met at once, in parts of [`POOL_DENOMINATOR`]; they are about the dice of this
    /// pool, by the four lowest bits.
    ///
    /// ```
    /// use boardwright::genotype::genetics::Square;
    /// use boardwright::genotype::genetics::odds::{POOL_DENOMINATOR, Wish};
    /// let pool = Square::default().pool();
    /// // At least one dominant die of five: 1 - (7/9)^5.
    /// let odds = pool.odds(&[Wish { dice: 0b0001, least: 1, most: 5 }]);
    /// assert_eq!(odds, POOL_DENOMINATOR - 7u32.pow(5));
    /// ```
    pub fn odds(&self, wishes: &[Wish]) -> u32 {
        let met = |counts: &[u8; KINDS]| {
            wishes.iter().all(|wish| (wish.least..=wish.most).contains(&wish.count(0, *counts)))
        };
        self.outcomes.iter().filter(|(counts, _)| met(counts)).map(|(_, weight)| weight).sum()
    }
}

/// A wish for the pools: how many dice show any of some kinds, counted together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wish {
    /// The kinds, by bits: 4 * colour + kind, as [`super::DIE_NAMES`] goes.
    pub dice: u16,
    /// So many at least.
    pub least: u8,
    /// So many at most.
    pub most: u8,
}

impl Wish {
    /// The kinds of a colour, by bits.
    fn kinds(self, colour: usize) -> u16 {
        self.dice >> (KINDS * colour) & 0b1111
    }

    /// How many dice of a colour's pool count.
    fn count(self, colour: usize, counts: [u8; KINDS]) -> u8 {
        let kinds = self.kinds(colour);
        (0..KINDS).filter(|kind| kinds >> kind & 1 == 1).map(|kind| counts[kind]).sum()
    }
}

/// The exact chance of something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chance {
    /// In so many cases,
    pub numerator: u64,
    /// of so many equally likely ones: 9 to the power of the dice that matter.
    pub denominator: u64,
}

impl Chance {
    /// As a number from 0 to 1.
    pub fn to_f64(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }
}

/// Counts of up to [`MAX_WISHES`] wishes in one number; none is above 20, so five bits each.
const COUNT_BITS: usize = 5;

/// The chance that the pools of the four colours meet all wishes at once; colours that no wish is about are left
/// out of it.
///
/// ```
/// use boardwright::genotype::genetics::Square;
/// use boardwright::genotype::genetics::odds::{Chance, chance};
/// use boardwright::genotype::genetics::question::parse;
/// let wishes = parse("at least one rr and at least one gg", None)?;
/// let missed = 7u64.pow(5);
/// let one = 9u64.pow(5) - missed;
/// let expected = Chance { numerator: one * one, denominator: 9u64.pow(10) };
/// assert_eq!(chance(&[Square::default(); 4], &wishes), expected);
/// # Ok::<(), boardwright::error::ParseError>(())
/// ```
///
/// # Panics
/// If there are more than [`MAX_WISHES`].
pub fn chance(squares: &[Square; 4], wishes: &[Wish]) -> Chance {
    assert!(wishes.len() <= MAX_WISHES, "a question has at most {MAX_WISHES} wishes");
    let asked = |colour: usize| wishes.iter().any(|wish| wish.kinds(colour) != 0);
    // How the counts of the wishes stand after the colours so far, with the number of cases.
    let (mut cases, mut denominator) = (vec![(0_u64, 1_u64)], 1);
    if wishes.iter().any(|wish| wish.dice == 0 && wish.least > 0) {
        cases.clear();
    }
    for colour in (0..squares.len()).filter(|colour| asked(*colour)) {
        denominator *= u64::from(POOL_DENOMINATOR);
        let steps: Vec<(u64, u64)> = squares[colour]
            .pool()
            .outcomes()
            .iter()
            .map(|(counts, weight)| {
                let found = wishes.iter().enumerate();
                let packed =
                    found.map(|(i, wish)| u64::from(wish.count(colour, *counts)) << (COUNT_BITS * i));
                (packed.sum(), u64::from(*weight))
            })
            .collect();
        let steps = merge(steps);
        // A wish whose last colour this is is settled here: its count is needed no more.
        let settled = |wish: &Wish| wish.kinds(colour) != 0 && wish.dice >> (KINDS * colour) <= 0b1111;
        let mut next = Vec::new();
        for (counts, number) in &cases {
            for (step, weight) in &steps {
                let mut packed = counts + step;
                let mut met = true;
                for (i, wish) in wishes.iter().enumerate().filter(|(_, wish)| settled(wish)) {
                    let count = packed >> (COUNT_BITS * i) & ((1 << COUNT_BITS) - 1);
                    met &= (u64::from(wish.least)..=u64::from(wish.most)).contains(&count);
                    packed &= !(((1 << COUNT_BITS) - 1) << (COUNT_BITS * i));
                }
                if met {
                    next.push((packed, number * weight));
                }
            }
        }
        cases = merge(next);
    }
    Chance { numerator: cases.iter().map(|(_, number)| number).sum(), denominator }
}

/// Adds up the numbers of cases that stand alike.
fn merge(mut cases: Vec<(u64, u64)>) -> Vec<(u64, u64)> {
    cases.sort_unstable();
    cases.dedup_by(|later, earlier| {
        let alike = later.0 == earlier.0;
        if alike {
            earlier.1 += later.1;
        }
        alike
    });
    cases
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same, by listing every way in which six-sided dice with their second rolls can fall.
    fn listed(square: Square, wishes: &[Wish]) -> u64 {
        // A face twice, 36 cases a die: I to IV whatever follows, else what the second roll shows.
        let mut kinds = [0_u64; KINDS];
        for first in 0..6_u8 {
            for second in 0..6_u8 {
                let face = if first < 4 { first } else { second.min(4) };
                kinds[usize::from(square.outcome(face))] += 1;
            }
        }
        let mut sum = 0;
        for way in 0..4_usize.pow(5) {
            let dice: Vec<usize> = (0..5).map(|die| way / 4_usize.pow(die) % 4).collect();
            let mut counts = [0; KINDS];
            for kind in &dice {
                counts[*kind] += 1;
            }
            if wishes.iter().all(|wish| (wish.least..=wish.most).contains(&wish.count(0, counts))) {
                sum += dice.iter().map(|kind| kinds[*kind]).product::<u64>();
            }
        }
        sum
    }

    #[test]
    fn odds_are_those_of_all_cases() {
        for square in Square::all() {
            let whole: u32 = square.pool().outcomes().iter().map(|(_, weight)| weight).sum();
            assert_eq!(whole, POOL_DENOMINATOR);
            for dice in 1..16 {
                for least in 0..=5 {
                    let wishes = [
                        Wish { dice, least, most: 5 },
                        Wish { dice: 16 - dice, least: 0, most: 5 - least / 2 },
                    ];
                    let odds = u64::from(square.pool().odds(&wishes));
                    // 36^5 cases there, 9^5 here.
                    assert_eq!(odds * 4_u64.pow(5), listed(square, &wishes));
                    let Chance { numerator, denominator } = chance(&[square; 4], &wishes);
                    assert_eq!((numerator, denominator), (odds, u64::from(POOL_DENOMINATOR)));
                }
            }
        }
    }

    #[test]
    fn at_least_so_many() {
        for square in Square::all() {
            for kind in 0..KINDS {
                let wish = |least| [Wish { dice: 1 << kind, least, most: DICE }];
                assert_eq!(
                    square.pool().at_least(kind),
                    [0, 1, 2, 3, 4, 5].map(|k| square.pool().odds(&wish(k)))
                );
            }
        }
    }

    /// Wishes across colours against a plain sum over the outcomes of two pools.
    #[test]
    fn wishes_across_colours() {
        let squares = [
            Square { left: super::super::Parent::Dominant, top: super::super::Parent::Mixed },
            Square::default(),
            Square::default(),
            Square { left: super::super::Parent::Mixed, top: super::super::Parent::Recessive },
        ];
        // At least three of RR, Rr, tt; at most two of tt, T*; exactly one Rr.
        let wishes = [
            Wish { dice: 0b0011 | 1 << 14, least: 3, most: 10 },
            Wish { dice: 0b11 << 14, least: 0, most: 2 },
            Wish { dice: 0b0010, least: 1, most: 1 },
        ];
        let mut sum = 0;
        for (first, a) in squares[0].pool().outcomes() {
            for (last, b) in squares[3].pool().outcomes() {
                let met = first[0] + first[1] + last[2] >= 3 && last[2] + last[3] <= 2 && first[1] == 1;
                sum += if met { u64::from(*a) * u64::from(*b) } else { 0 };
            }
        }
        assert_eq!(chance(&squares, &wishes), Chance { numerator: sum, denominator: 9_u64.pow(10) });
    }

    #[test]
    fn no_question_takes_long_or_overflows() {
        // Each wish is about other dice of all colours, so hardly any cases stand alike.
        let wishes: Vec<Wish> = (0..MAX_WISHES)
            .map(|i| Wish { dice: 0x8421_u16.rotate_left(i as u32) | 1 << i, least: 0, most: 20 })
            .collect();
        let Chance { numerator, denominator } = chance(&[Square::default(); 4], &wishes);
        assert_eq!((numerator, denominator), (9_u64.pow(20), 9_u64.pow(20)));
        let chance = |wishes: &[Wish]| chance(&[Square::default(); 4], wishes);
        assert_eq!(chance(&[]), Chance { numerator: 1, denominator: 1 });
        assert_eq!(chance(&[Wish { dice: 0, least: 1, most: 5 }]), Chance { numerator: 0, denominator: 1 });
    }
}

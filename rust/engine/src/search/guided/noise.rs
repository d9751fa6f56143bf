//! What a search that learns from itself draws at random: noise for the priors of its root, and its moves.
//!
//! All functions of real numbers are those of the crate `libm`, so that the draws are the same on every machine.

use crate::rng::Rng;

/// A number in (0, 1), each of 2^53 equally likely.
fn uniform(rng: &mut Rng) -> f64 {
    const STEP: f64 = 1.0 / (1_u64 << 53) as f64;
    ((rng.bits() >> 11) as f64 + 0.5) * STEP
}

/// A draw of the standard normal distribution (the polar method: Marsaglia, Bray 1964).
fn normal(rng: &mut Rng) -> f64 {
    loop {
        let (x, y) = (2.0 * uniform(rng) - 1.0, 2.0 * uniform(rng) - 1.0);
        let square = x * x + y * y;
        if square > 0.0 && square < 1.0 {
            return x * (-2.0 * libm::log(square) / square).sqrt();
        }
    }
}

/// The logarithm of a draw of the gamma distribution of this shape and of scale 1 (Marsaglia, Tsang 2000; for shapes
/// below 1 with their boost). Draws of small shapes are so close to 0 that only their logarithms can be told apart.
fn log_gamma_draw(shape: f64, rng: &mut Rng) -> f64 {
    let boost = if shape < 1.0 { libm::log(uniform(rng)) / shape } else { 0.0 };
    let d = if shape < 1.0 { shape + 1.0 } else { shape } - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let x = normal(rng);
        let v = 1.0 + c * x;
        if v <= 0.0 {
            continue;
        }
        let v = v * v * v;
        if libm::log(uniform(rng)) < 0.5 * x * x + d - d * v + d * libm::log(v) {
            return libm::log(d * v) + boost;
        }
    }
}

/// Shares of 1, drawn from the symmetric Dirichlet distribution.
pub(super) fn dirichlet(concentration: f64, len: usize, rng: &mut Rng) -> Vec<f32> {
    let logs: Vec<f64> = (0..len).map(|_| log_gamma_draw(concentration, rng)).collect();
    softmax(&logs)
}

/// Shares of 1 in proportion to the exponentials.
pub(super) fn softmax(logits: &[f64]) -> Vec<f32> {
    let most = logits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weights: Vec<f64> = logits.iter().map(|logit| libm::exp(logit - most)).collect();
    let total: f64 = weights.iter().sum();
    weights.iter().map(|weight| (weight / total) as f32).collect()
}

/// An index, drawn in proportion to `visits` to the power of `1 / temperature`.
pub(super) fn draw(visits: &[u32], temperature: f64, rng: &mut Rng) -> usize {
    let most = f64::from(visits.iter().copied().max().unwrap_or(1));
    let weights: Vec<f64> =
        visits.iter().map(|visits| libm::pow(f64::from(*visits) / most, 1.0 / temperature)).collect();
    let mut left = uniform(rng) * weights.iter().sum::<f64>();
    for (index, weight) in weights.iter().enumerate() {
        left -= weight;
        if left < 0.0 {
            return index;
        }
    }
    // Only rounding leads here.
    weights.iter().rposition(|weight| *weight > 0.0).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const DRAWS: usize = 20_000;

    /// Mean and variance of the first share, against those of the Dirichlet distribution.
    #[test]
    fn shares_have_the_moments_of_the_distribution() {
        for (concentration, len) in [(0.03, 10), (0.3, 4), (1.0, 3), (2.5, 5)] {
            let mut rng = Rng::new(7);
            let (mut sum, mut squares) = (0.0, 0.0);
            for _ in 0..DRAWS {
                let shares = dirichlet(concentration, len, &mut rng);
                let total: f32 = shares.iter().sum();
                assert!((total - 1.0).abs() < 1e-5);
                sum += f64::from(shares[0]);
                squares += f64::from(shares[0]).powi(2);
            }
            let (mean, n) = (sum / DRAWS as f64, len as f64);
            let variance = squares / DRAWS as f64 - mean * mean;
            let expected = (n - 1.0) / (n * n * (n * concentration + 1.0));
            // Six standard errors of the mean, and a tenth for the variance.
            assert!(
                (mean - 1.0 / n).abs() < 6.0 * (expected / DRAWS as f64).sqrt(),
                "{concentration}: {mean}"
            );
            assert!((variance / expected - 1.0).abs() < 0.1, "{concentration}: {variance}, not {expected}");
        }
    }

    #[test]
    fn tiny_concentrations_give_no_nan() {
        let mut rng = Rng::new(1);
        for _ in 0..1000 {
            assert!(dirichlet(1e-6, 200, &mut rng).iter().all(|share| share.is_finite()));
        }
    }

    /// The same numbers on every machine, for ever.
    #[test]
    fn draws_are_golden() {
        let shares = dirichlet(0.3, 3, &mut Rng::new(42));
        assert_eq!(shares.iter().map(|share| share.to_bits()).collect::<Vec<_>>(), GOLDEN);
    }
    const GOLDEN: [u32; 3] = [1_061_086_595, 983_703_192, 1_048_679_131];

    #[test]
    fn moves_are_drawn_by_their_visits() {
        let mut rng = Rng::new(3);
        let visits = [0, 10, 30];
        for (temperature, share) in [(1.0, 0.25), (0.5, 0.1), (2.0, 1.0 / (1.0 + 3_f64.sqrt()))] {
            let mut counts = [0; 3];
            for _ in 0..DRAWS {
                counts[draw(&visits, temperature, &mut rng)] += 1;
            }
            assert_eq!(counts[0], 0);
            let found = f64::from(counts[1]) / DRAWS as f64;
            assert!((found - share).abs() < 0.02, "{temperature}: {found}, not {share}");
        }
    }
}

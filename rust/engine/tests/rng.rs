//! The random numbers are fixed for ever, and every draw made from them is fair.
//!
//! The literals come from a separate implementation of xoshiro256++ (Blackman and Vigna), seeded by
//! `SplitMix64`, with draws by the definition of Lemire's method; a split's key is the first eight
//! bytes of SHA-256 of key and label. A change of any of them would change recorded games.

use boardwright::game::{Actor, Event, Game, View, Viewer};
use boardwright::gridopolis::{Gridopolis, State};
use boardwright::search::playout::playout;
use boardwright::{RNG_VERSION, Rng, game};
use serde_json::{Value, json};

#[test]
fn raw_bits_are_golden() {
    assert_eq!(RNG_VERSION, 1);
    let golden: [(u64, [u64; 6]); 3] = [
        (
            0,
            [
                0x5317_5D61_490B_23DF,
                0x61DA_6F3D_C380_D507,
                0x5C0F_DF91_EC9A_7BFC,
                0x02EE_BF8C_3BBE_5E1A,
                0x7ECA_04EB_AF4A_5EEA,
                0x0543_C377_57F0_8D9A,
            ],
        ),
        (
            1,
            [
                0xCFC5_D07F_6F03_C29B,
                0xBF42_4132_963F_E08D,
                0x19A3_7D57_57AA_F520,
                0xBF08_119F_05CD_56D6,
                0x2F47_184B_8618_6FA4,
                0x9729_9FCA_E720_2345,
            ],
        ),
        (
            u64::MAX,
            [
                0x56CC_F8CE_948E_27B2,
                0xE685_8843_2E5A_5B90,
                0xE3E9_B5A4_8119_CA8B,
                0x460F_1949_5532_AE73,
                0xA7D6_2040_EA92_63E1,
                0x66F1_FB2A_C940_2C14,
            ],
        ),
    ];
    for (seed, bits) in golden {
        let mut rng = Rng::new(seed);
        assert_eq!(rng.seed(), seed);
        assert_eq!(std::array::from_fn(|_| rng.bits()), bits, "seed {seed}");
    }
}

#[test]
fn bounded_draws_are_golden() {
    let golden: [(u64, [u64; 12]); 6] = [
        (1, [0; 12]),
        (2, [0, 0, 1, 0, 1, 0, 1, 0, 1, 0, 0, 0]),
        (6, [0, 1, 4, 2, 5, 2, 4, 1, 5, 0, 0, 1]),
        (10, [0, 1, 7, 4, 9, 4, 7, 3, 9, 0, 1, 1]),
        (52, [2, 8, 37, 22, 50, 24, 37, 17, 51, 3, 5, 8]),
        (1000, [55, 172, 717, 427, 963, 465, 723, 329, 982, 73, 114, 171]),
    ];
    for (n, draws) in golden {
        let mut rng = Rng::new(7);
        assert_eq!(std::array::from_fn(|_| rng.below(n)), draws, "below {n}");
    }
    // Of these, half of all raw bits are rejected for the second one: two in these four draws.
    let large: [(u64, [u64; 4]); 3] = [
        ((1 << 32) + 1, [237_771_264, 739_231_966, 3_081_966_004, 1_834_852_202]),
        (
            (1 << 63) + 1,
            [
                510_609_901_762_332_830,
                6_618_471_596_617_772_089,
                8_888_190_287_168_176_571,
                4_295_358_383_878_398_532,
            ],
        ),
        (
            u64::MAX,
            [
                1_021_219_803_524_665_660,
                3_174_977_118_032_272_915,
                13_236_943_193_235_544_177,
                7_880_630_202_246_103_355,
            ],
        ),
    ];
    for (n, draws) in large {
        let mut rng = Rng::new(7);
        assert_eq!(std::array::from_fn(|_| rng.below(n)), draws, "below {n}");
    }
}

#[test]
fn weighted_draws_and_shuffles_are_golden() {
    let mut rng = Rng::new(7);
    let weights = [1, 2, 3, 0, 4];
    let drawn: [usize; 20] = std::array::from_fn(|_| rng.weighted(weights.into_iter()));
    assert_eq!(drawn, [0, 1, 4, 2, 4, 2, 4, 2, 4, 0, 1, 1, 4, 1, 2, 0, 1, 1, 1, 4]);
    let mut rng = Rng::new(7);
    let mut items: [u8; 12] = std::array::from_fn(|n| n as u8);
    rng.shuffle(&mut items);
    assert_eq!(items, [5, 2, 11, 6, 10, 4, 8, 9, 3, 7, 1, 0]);
    assert_eq!(rng.bits(), 0x2C06_1AA4_1969_AE7E, "a shuffle of 12 takes 11 draws");
    let mut none: [u8; 0] = [];
    rng.shuffle(&mut none);
    rng.shuffle(&mut [1]);
    assert_eq!(rng.clone(), rng);
}

#[test]
fn splits_are_golden() {
    let golden: [(u64, u64, u64, u64); 6] = [
        (0, 0, 0xD59D_71F7_FF08_4737, 0x638D_FD80_115A_4167),
        (0, 1, 0x77E7_1FBD_9F14_349D, 0x72B7_8127_D0E4_CFCE),
        (0, u64::MAX, 0x9AD7_786A_EE79_7978, 0x46C8_3AB7_8D15_E7ED),
        (7, 0, 0xD7C2_6D39_848F_1076, 0x8D68_97B8_3F7D_8FA2),
        (7, 1, 0x7B2B_333B_FED0_BE70, 0xF296_0A3D_9455_B3E2),
        (7, u64::MAX, 0x204C_B3CF_7C39_E457, 0x309A_D85B_5FB9_BCF7),
    ];
    for (seed, label, key, first) in golden {
        let mut part = Rng::new(seed).split(label);
        assert_eq!((part.seed(), part.bits()), (key, first), "split {label} of {seed}");
    }
    assert_eq!(Rng::new(7).split(1).split(2).bits(), 0x3687_0952_569B_5B8C);
    let mut rng = Rng::new(7);
    let mut fork = rng.fork();
    assert_eq!((fork.seed(), fork.bits()), (0x0E2C_1A00_2AAE_913D, 0xDF21_12AA_1190_4C98));
    assert_eq!(rng.bits(), 0x2C0F_C8DD_FA4E_9E14, "a fork takes one draw");
}

#[test]
fn a_split_depends_on_nothing_that_was_drawn() {
    let fresh = Rng::new(99);
    let mut used = fresh.clone();
    for n in 1..500 {
        used.below(n);
    }
    used.shuffle(&mut [0; 30]);
    for label in [0, 1, 2, 1 << 40, u64::MAX] {
        assert_eq!(fresh.split(label), used.split(label));
    }
    let before = used.clone();
    let _ = used.split(3);
    assert_eq!(used, before, "and it draws nothing itself");
    let mut seen: Vec<u64> = (0..1000).map(|label| fresh.split(label).bits()).collect();
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen.len(), 1000, "other labels, other streams");
}

/// The sum of (observed - expected)^2 / expected.
fn chi_square(observed: &[u64], expected: &[f64]) -> f64 {
    let terms = observed.iter().zip(expected).map(|(o, e)| (*o as f64 - e).powi(2) / e);
    terms.sum()
}

/// What a fair draw stays below in 999 of 1,000 cases (Wilson and Hilferty's formula).
fn bound(degrees: usize) -> f64 {
    let part = 2.0 / (9.0 * degrees as f64);
    degrees as f64 * (1.0 - part + 3.0902 * part.sqrt()).powi(3)
}

#[test]
fn the_bound_is_the_one_of_the_tables() {
    assert!((bound(5) - 20.515).abs() < 0.3 && (bound(100) - 149.449).abs() < 0.1);
}

#[test]
fn dice_are_fair() {
    let mut rng = Rng::new(1);
    let mut seen = [0; 6];
    for _ in 0..60_000 {
        seen[rng.below(6) as usize] += 1;
    }
    let found = chi_square(&seen, &[10_000.0; 6]);
    assert!(found < bound(5), "{found}: {seen:?}");
    let mut seen = [0; 3];
    for _ in 0..60_000 {
        seen[rng.weighted([1_u32, 2, 3].into_iter())] += 1;
    }
    let found = chi_square(&seen, &[10_000.0, 20_000.0, 30_000.0]);
    assert!(found < bound(2), "{found}: {seen:?}");
}

/// A state that random play meets, at the start of a turn unless said otherwise.
fn find(game: &Gridopolis, wanted: impl Fn(&Value, usize) -> bool) -> State {
    for seed in 0..1000 {
        let mut rng = Rng::new(seed);
        let mut state = game.start();
        for _ in 0..400 {
            let mut actions = Vec::new();
            game.actions(&state, &mut actions);
            if actions.is_empty() {
                break;
            }
            let dict = game.to_json(&View::of(game, &state, Viewer::Everything));
            if wanted(&dict, actions.len()) {
                return state;
            }
            game.step(&mut state, Event::Act(actions[rng.below(actions.len() as u64) as usize]));
        }
    }
    panic!("no such state in 1,000 games");
}

/// How often a marker, or a built pad, is listed.
fn number(dict: &Value, key: &str, counts: impl Fn(&Value) -> bool) -> usize {
    dict[key].as_array().expect("a list").iter().filter(|item| counts(item)).count()
}

fn check_fair(name: &str, game: &Gridopolis, state: &State) {
    let mut actions = Vec::new();
    game.actions(state, &mut actions);
    let mut seen = vec![0; actions.len()];
    let (mut rng, mut scratch) = (Rng::new(5), Vec::new());
    for _ in 0..400 * actions.len() {
        let id = game.sample_action(state, &mut rng, &mut scratch);
        seen[actions.binary_search(&id).expect("a legal action")] += 1;
    }
    let found = chi_square(&seen, &vec![400.0; actions.len()]);
    assert!(found < bound(actions.len() - 1), "{name}: {found} with {} actions: {seen:?}", actions.len());
}

#[test]
fn sampled_actions_are_uniform() {
    let matrix = Gridopolis::new(&json!({})).expect("possible options");
    let four = Gridopolis::new(&json!({"players": 4, "supported_pads": true})).expect("possible options");
    let poor = Gridopolis::new(&json!({"blueprint": "airlock", "reserves": 0})).expect("possible options");
    let begins = |dict: &Value| dict["phase"]["name"] == "turn";
    check_fair("start", &matrix, &matrix.start());
    check_fair("start of four", &four, &four.start());
    let built = find(&matrix, |dict, _| begins(dict) && number(dict, "built", |_| true) >= 4);
    check_fair("built pads", &matrix, &built);
    let built = find(&four, |dict, _| begins(dict) && number(dict, "built", |_| true) >= 3);
    check_fair("supported pads", &four, &built);
    let kings = |dict: &Value| number(dict, "markers", |marker| marker["king"] == true);
    let crowned = find(&matrix, |dict, _| begins(dict) && kings(dict) >= 2);
    check_fair("kings", &matrix, &crowned);
    for phase in ["chain", "second", "teleport"] {
        let state = find(&matrix, |dict, actions| dict["phase"]["name"] == phase && actions >= 2);
        check_fair(phase, &matrix, &state);
    }
    // Few legal actions among many directions: here drawing again and again gives way to listing.
    let mut dict = poor.to_json(&View::of(&poor, &poor.start(), Viewer::Everything));
    let sites = [([0, -2, 1], 0), ([0, 4, 1], 0), ([1, 4, 1], 0), ([2, 4, 1], 0), ([2, 3, 1], 1)];
    dict["markers"] = sites.map(|(site, seat)| json!({"site": site, "seat": seat})).into();
    let tight = poor.from_json(&dict).expect("a possible position");
    let mut actions = Vec::new();
    poor.actions(&tight, &mut actions);
    assert_eq!(actions.len(), 2);
    check_fair("tight", &poor, &tight);
}

/// Ends of random games: by winners, and by length in steps of 20 turns.
fn tally(games: u64, mut end: impl FnMut(&mut Rng) -> (u8, u32)) -> [Vec<u64>; 2] {
    let (mut winners, mut lengths) = (vec![0; 4], vec![0; 12]);
    for number in 0..games {
        let (won, turns) = end(&mut Rng::new(77).split(number));
        winners[usize::from(won)] += 1;
        lengths[(turns as usize / 20).min(11)] += 1;
    }
    [winners, lengths]
}

#[test]
fn playouts_draw_like_the_list() {
    let game = Gridopolis::new(&json!({"blueprint": "airlock"})).expect("possible options");
    let start = game.start();
    let sampled = tally(2000, |rng| {
        let end = playout(&game, &start, rng, &mut game::never).expect("nobody stops it");
        (game.winners(&end), game.turn(&end))
    });
    let listed = tally(2000, |rng| {
        let (mut state, mut actions) = (start, Vec::new());
        while game.actor(&state) != Actor::Over {
            actions.clear();
            game.actions(&state, &mut actions);
            game.step(&mut state, Event::Act(actions[rng.below(actions.len() as u64) as usize]));
        }
        (game.winners(&state), game.turn(&state))
    });
    for (one, two) in sampled.iter().zip(&listed) {
        // Two samples of the same size: the test statistic is the sum of (a - b)^2 / (a + b).
        let met: Vec<(u64, u64)> =
            one.iter().copied().zip(two.iter().copied()).filter(|(a, b)| a + b >= 10).collect();
        let found: f64 = met.iter().map(|(a, b)| (*a as f64 - *b as f64).powi(2) / (a + b) as f64).sum();
        assert!(met.len() >= 2 && found < bound(met.len() - 1), "{found}: {one:?} {two:?}");
    }
}

#[test]
fn playouts_end_and_repeat() {
    for options in [json!({}), json!({"players": 3, "win": "points"}), json!({"blueprint": "spire"})] {
        let game = Gridopolis::new(&options).expect("possible options");
        let mut ends = (0..2).map(|_| {
            let end = playout(&game, &game.start(), &mut Rng::new(3), &mut game::never);
            end.expect("nobody stops it")
        });
        let (one, two) = (ends.next(), ends.next());
        assert_eq!(one, two);
        assert_eq!(one.map(|end| game.actor(&end)), Some(Actor::Over));
    }
}

#[test]
fn the_written_form_keeps_the_place_in_the_stream() {
    let mut rng = Rng::new(7);
    rng.bits();
    let written = rng.to_json();
    let mut twin = Rng::from_json(&written).expect("what was written is read");
    assert_eq!(twin, rng);
    assert_eq!(twin.bits(), rng.bits());
    for fault in [
        serde_json::json!({"version": 1, "key": 1, "state": [0, 0, 0, 0]}),
        serde_json::json!({"version": 1, "key": 1, "state": [1, 2, 3]}),
        serde_json::json!({"version": 2, "key": 1, "state": [1, 2, 3, 4]}),
        serde_json::json!({"version": 1, "state": [1, 2, 3, 4]}),
        serde_json::json!(7),
    ] {
        assert_eq!(Rng::from_json(&fault), None, "{fault}");
    }
}

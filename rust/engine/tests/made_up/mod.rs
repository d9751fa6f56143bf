//! Options of games made up from a seed. Of Microworld: boards, graphs, every set of rules, targets, mutations.

pub(crate) mod genotype;

use boardwright::Rng;
use boardwright::microworld::pieces::{KINDS, MUTATIONS, TARGETS};
use boardwright::microworld::random_board;
use serde_json::{Value, json};

/// All sets of additional rules.
pub(crate) const RULE_SETS: u64 = 256;

/// The letters of a set of rules.
fn letters(set: u64) -> String {
    (0..8).zip("ABCDEFGH".chars()).filter(|(bit, _)| set >> bit & 1 == 1).map(|(_, letter)| letter).collect()
}

/// Cells that are adjacent in one of several ways: not at all, each with each, in a ring, in a row of stars, at
/// random.
fn neighbours(cells: usize, rng: &mut Rng) -> Vec<Vec<usize>> {
    let mut adjacent = vec![Vec::new(); cells];
    let shape = rng.below(12);
    let dense = 1 + rng.below(7);
    for a in 0..cells {
        for b in 0..a {
            let joined = match shape {
                0 => false,
                1 => true,
                2 => a - b == 1 || a - b == cells - 1,
                3 => b == a / 6 * 6,
                _ => rng.below(cells as u64) < dense,
            };
            if joined {
                adjacent[a].push(b);
                adjacent[b].push(a);
            }
        }
    }
    adjacent
}

/// A board as a graph of so many cells or more.
fn graph(fewest: u64, rng: &mut Rng) -> Value {
    let cells = match rng.below(4) {
        0 => fewest,
        1 => 64,
        _ => fewest + rng.below(65 - fewest),
    } as usize;
    let mut spaces: Vec<usize> = (0..cells).collect();
    rng.shuffle(&mut spaces);
    spaces.truncate(1 + rng.below(7) as usize);
    let adjacent = neighbours(cells, rng);
    let patches = 1 + rng.below(8) as usize;
    let cell = |(index, adjacent): (usize, Vec<usize>)| {
        let kind = if patches == 8 { rng.below(4) as usize } else { index / patches % 4 };
        // A chain of cells needs two rims that face each other: these.
        let (rim, quarter) = match index {
            0 | 1 => (true, json!(2 * index)),
            _ => (
                rng.below(2) == 0,
                [json!(null), json!(0), json!(1), json!(2), json!(3)][rng.below(5) as usize].clone(),
            ),
        };
        let at = if index % 2 == 0 { json!([rng.below(1000) as f64 / 7.0, index]) } else { Value::Null };
        json!({
            "kind": KINDS[kind], "adjacent": adjacent, "gene": spaces.contains(&index), "rim": rim,
            "quarter": quarter, "at": at,
        })
    };
    json!({"format": 1, "name": "made up", "cells": adjacent.into_iter().enumerate().map(cell).collect::<Vec<_>>()})
}

/// The options of a number: the rules are those of its last 8 bits, the rest is made up from all of it.
pub(crate) fn options(number: u64) -> Value {
    let mut rng = Rng::new(number);
    let rules = letters(number % RULE_SETS);
    let mut options = json!({"rules": rules});
    if rules.contains('B') && rng.below(2) == 0 {
        options["target"] = json!(TARGETS[rng.below(4) as usize]);
    }
    if rules.contains('C') && rng.below(2) == 0 {
        let mut mutations = MUTATIONS;
        rng.shuffle(&mut mutations);
        options["mutations"] = json!(mutations[..2]);
    }
    let fewest = if rules.contains('C') { 29 } else { 28 };
    options["board"] =
        if rng.below(2) == 0 { json!(random_board(&mut rng)) } else { graph(fewest, &mut rng) };
    options
}

//! The laws of the contract on the fixture game and on all games.

use boardwright::Rng;
use boardwright::erased;
use boardwright::game::never;
use boardwright::genotype::pieces::TOOLS;
use boardwright::gridopolis::blueprint::BLUEPRINTS;
use boardwright::laws::{Report, check_named, check_records};
use boardwright::microworld::pieces::{KINDS, MUTATIONS, TARGETS};
use boardwright::microworld::random_board;
use serde_json::{Value, json};

fn hold(name: &str, options: &Value, games: u64) -> Report {
    let report = check_named(name, options, games, 1, &mut never).unwrap_or_else(|e| panic!("{e}"));
    let start = erased::start(name, options).expect("the laws held");
    check_records(&*start, games.min(3), 2, &mut never).unwrap_or_else(|e| panic!("{e}"));
    report
}

#[test]
fn fixture_keeps_the_laws() {
    for players in 1..=5 {
        assert_eq!(hold("fixture", &json!({"players": players}), 40).games, 40);
    }
}

#[test]
fn gridopolis_keeps_the_laws_on_every_blueprint() {
    for (name, text) in BLUEPRINTS {
        for players in 2..=4 {
            if text.contains(&format!("\n{players} = [")) {
                hold("gridopolis", &json!({"blueprint": name, "players": players}), 3);
            }
        }
    }
}

#[test]
fn gridopolis_keeps_the_laws_under_every_option() {
    for options in [
        json!({"win": "points", "rounds": 30, "players": 3}),
        json!({"win": "points", "turn_cap": 60, "players": 4, "first_seat": 2}),
        json!({"supported_pads": true, "players": 4}),
        json!({"reserves": 0, "quiet_limit": 5}),
        json!({"reserves": {"pads": 4, "links": 4, "posts": 4, "blockers": 4}, "first_seat": 1}),
        json!({"quiet_limit": 0, "turn_cap": 300}),
    ] {
        hold("gridopolis", &options, 3);
    }
}

#[test]
fn gridopolis_keeps_the_laws_where_both_players_look_up() {
    let section =
        |x: i8| json!({"forward": "+level", "home_row": [[x, 0, 1]], "markers": [[x, 0, 1], [x, 1, 1]]});
    let blueprint = json!({
        "format": 1, "name": "twins", "title": "Twins",
        "pads": [{"x": [0, 2], "y": [0, 1], "level": [1, 3]}],
        "posts": [
            [[0, 0, 1], [1, 0, 1]], [[1, 1, 1], [2, 1, 1]], [[0, 0, 2], [1, 0, 2]], [[1, 1, 2], [2, 1, 2]],
        ],
        "reserve": {"pads": 2, "links": 2, "posts": 1, "blockers": 1},
        "players": {"2": ["West", "East"]},
        "sections": {"West": section(0), "East": section(2)},
    });
    hold("gridopolis", &json!({"blueprint": blueprint}), 5);
}

#[test]
fn microworld_keeps_the_laws_on_every_board() {
    for seed in 0..12 {
        let board = random_board(&mut Rng::new(seed));
        hold("microworld", &json!({"board": board}), 3);
    }
}

#[test]
fn microworld_keeps_the_laws_under_every_rule() {
    let mut rules = vec![String::new(), "ABCDEFGH".to_owned(), "AC".to_owned(), "ACD".to_owned()];
    rules.extend("ABCDEFGH".chars().map(String::from));
    for rules in rules {
        hold("microworld", &json!({"rules": rules, "board": "1b 3a 2b 4a"}), 6);
    }
}

#[test]
fn microworld_keeps_the_laws_with_every_target_and_mutation() {
    for target in TARGETS {
        hold("microworld", &json!({"rules": "ABD", "target": target}), 4);
    }
    for (number, one) in MUTATIONS.iter().enumerate() {
        for other in &MUTATIONS[number + 1..] {
            hold("microworld", &json!({"rules": "ACDF", "mutations": [one, other]}), 3);
            hold("microworld", &json!({"rules": "AC", "mutations": [other, one]}), 2);
        }
    }
}

#[test]
fn microworld_keeps_the_laws_on_a_graph() {
    // A ring of 30 cells: most pawns have no free neighbour soon.
    let cell = |n: usize| {
        let kind = KINDS[n / 3 % 4];
        json!({
            "kind": kind, "gene": n.is_multiple_of(6),
            "adjacent": [(n + 29) % 30, (n + 1) % 30], "rim": true, "quarter": n / 8,
        })
    };
    let board = json!({"format": 1, "name": "ring", "cells": (0..30).map(cell).collect::<Vec<_>>()});
    hold("microworld", &json!({"board": board, "rules": "ABCDEFGH"}), 6);
}

#[test]
fn genotype_keeps_the_laws_with_all_numbers_of_players() {
    for players in 2..=5 {
        hold("genotype", &json!({"players": players, "first_seat": "random"}), 3);
        hold("genotype", &json!({"players": players, "first_seat": players - 1}), 3);
    }
}

#[test]
fn genotype_keeps_the_laws_against_johann() {
    for difficulty in ["easy", "standard", "hard"] {
        hold("genotype", &json!({"players": 1, "difficulty": difficulty}), 4);
    }
    for johann in ["elisabeth", "omari", "franz", "maria", "leopold", "may"] {
        hold("genotype", &json!({"players": 1, "difficulty": "hard", "johann": johann}), 3);
    }
}

/// Tools of few kinds, so that what is rare comes up.
fn tools(counts: &[(&str, u8)]) -> Value {
    let count = |tool: &str| counts.iter().find(|(name, _)| *name == tool).map_or(0, |(_, count)| *count);
    let all: serde_json::Map<String, Value> =
        TOOLS.iter().map(|tool| ((*tool).to_owned(), json!(count(tool)))).collect();
    json!({"format": 1, "status": "own", "counts": all})
}

#[test]
fn genotype_keeps_the_laws_with_tools_of_few_kinds() {
    // Cheap upgrades, so that Grants and assistants come up.
    let prices = json!({
        "format": 1, "status": "own",
        "prices": {"plot": [0, 1, 3], "slot": [0, 1, 3], "marker": [1, 2, 4], "hire": [0, 1, 2]}
    });
    for (number, counts) in [
        &[("graft-knife", 15), ("rake", 10)][..],
        &[("graft-knife", 10), ("pollen-brush", 10), ("rake", 5)],
        &[("grant", 15), ("garden-line", 4), ("hand-lens", 3), ("pocket-watch", 3)],
        &[("seed-bag", 15), ("watering-funnel", 10)],
        &[("seed-bag", 13), ("flower-pot", 2), ("grant", 5), ("dissertation", 5)],
        &[("watering-funnel", 15), ("rake", 5), ("grant", 5)],
        &[("flower-pot", 15), ("graft-knife", 5), ("seed-bag", 5)],
    ]
    .into_iter()
    .enumerate()
    {
        let players = number % 5 + 1;
        hold("genotype", &json!({"players": players, "tools": tools(counts), "prices": prices}), 3);
    }
}

//! Random late positions of every game.

use boardwright::fixture::Fixture;
use boardwright::game::Viewer;
use boardwright::genotype::Genotype;
use boardwright::gridopolis::Gridopolis;
use boardwright::microworld::Microworld;
use boardwright::{Game, View};
use serde_json::{Value, json};

use crate::tiny::{corner, ladder};
use crate::{Count, check_changed, check_random};

#[test]
fn the_fixture_is_solved_as_by_a_plain_walk() {
    for players in [1, 2, 3] {
        let game = Fixture::new(&json!({"players": players})).expect("possible options");
        let count = check_random(&game, 0..40, 3, 100_000);
        // Alone all is known. With others the last doubling comes when all choices are shown, but no token.
        assert!(count.positions >= if players == 1 { 100 } else { 0 }, "{players} {count:?}");
        assert!(players > 1 || count.exact == count.positions && count.choices > 20, "{count:?}");
    }
}

#[test]
fn the_last_turns_of_microworld_are_solved_as_by_a_plain_walk() {
    let mut all = 0;
    for (number, rules) in ["", "E", "EFGH", "A", "AD", "BC", "ABCDEFGH"].iter().enumerate() {
        let game =
            Microworld::new(&json!({"rules": rules, "board": "1a 3b 2a 4b"})).expect("possible options");
        let count = check_random(&game, 100 * number as u64..100 * number as u64 + 40, 10, 60_000);
        assert!(count.positions > 50 && count.exact > 25 && count.longest > 3, "{rules} {count:?}");
        assert!(count.choices > 10, "{rules} {count:?}");
        all += count.positions;
    }
    assert!(all > 600, "{all}");
}

#[test]
fn small_endings_of_gridopolis_are_solved_as_by_a_plain_walk() {
    let mut all = Count::default();
    for options in [
        json!({"blueprint": ladder(), "reserves": 0, "quiet_limit": 1}),
        json!({"blueprint": ladder(), "quiet_limit": 1}),
        json!({"blueprint": ladder(), "turn_cap": 12, "reserves": 0}),
        json!({"blueprint": ladder(), "win": "points", "rounds": 5, "reserves": 0}),
    ] {
        let game = Gridopolis::new(&options).expect("possible options");
        let count = check_random(&game, 0..100, 6, 100_000);
        println!("{options} {count:?}");
        assert!(count.positions > 100 && count.exact == count.positions, "{options} {count:?}");
        all.positions += count.positions;
        all.choices += count.choices;
    }
    assert!(all.positions > 600 && all.choices > 200, "{all:?}");
}

#[test]
fn three_players_take_the_first_of_equal_actions() {
    let blueprint = corner();
    for more in [json!({"turn_cap": 9}), json!({"win": "points", "rounds": 3})] {
        let mut options = json!({"blueprint": blueprint, "players": 3});
        options.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        let game = Gridopolis::new(&options).expect("possible options");
        let count = check_random(&game, 0..60, 5, 60_000);
        println!("{count:?}");
        assert!(count.positions > 100 && count.exact == count.positions && count.choices > 10, "{count:?}");
    }
}

/// Random games of Genotype up to the last picks.
fn check_genotype(options: &Value, seeds: std::ops::Range<u64>) -> Count {
    let game = Genotype::new(options).expect("possible options");
    // Coins even out the points, so that the last picks decide.
    let level = |state: &boardwright::genotype::State| {
        let everything = View::of(&game, state, Viewer::Everything);
        let points = game.analyse(&everything, "points").expect("an analysis");
        let totals: Vec<i64> = points
            .as_array()
            .expect("a list")
            .iter()
            .map(|one| one["total"].as_i64().expect("a number"))
            .collect();
        let most = totals.iter().max().expect("a player");
        let mut value = game.to_json(&everything);
        for (seat, total) in totals.iter().enumerate() {
            let side = match value["players"].get(seat) {
                Some(_) => &mut value["players"][seat],
                None => &mut value["johann"],
            };
            side["coins"] = json!(side["coins"].as_i64().expect("a number") + most - total);
        }
        game.from_json(&value).unwrap_or_else(|error| panic!("{error}: {value}"))
    };
    check_changed(&game, seeds, 12, 60_000, level)
}

#[test]
fn the_last_picks_of_genotype_are_solved_as_by_a_plain_walk() {
    let alone = check_genotype(&json!({"players": 1}), 0..30);
    assert!(alone.positions > 60 && alone.exact == alone.positions, "{alone:?}");
    let two = check_genotype(&json!({"players": 2}), 0..40);
    assert!(two.positions > 100 && two.exact > 20 && two.longest > 3, "{two:?}");
    let three = check_genotype(&json!({"players": 3}), 0..24);
    assert!(three.positions > 60, "{three:?}");
    println!("{alone:?} {two:?} {three:?}");
    assert!(alone.choices + two.choices + three.choices > 30, "{alone:?} {two:?} {three:?}");
}

//! Counts of turns and states against committed numbers that do not come from this engine.

use boardwright::Game;
use boardwright::erased;
use boardwright::game::never;
use boardwright::gridopolis::Gridopolis;
use boardwright::perft::{divide, perft, perft_distinct};
use serde_json::{Value, json};

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data");

/// What a list of a data file holds.
fn entries(file: &str, list: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(format!("{DATA}/{file}")).expect("the data file");
    let data: Value = serde_json::from_str(&text).expect("JSON");
    data[list].as_array().expect("a list").clone()
}

fn records() -> Vec<Value> {
    entries("perft.json", "counts")
}

/// Checks all records with this number of players; gives how many there were.
fn check(players: u64) -> usize {
    let records = records();
    let mine: Vec<&Value> = records.iter().filter(|record| record["players"] == json!(players)).collect();
    for record in &mine {
        let keys = ["blueprint", "players", "reserves"];
        let options: Value = keys.iter().map(|key| ((*key).to_owned(), record[*key].clone())).collect();
        let game = Gridopolis::new(&options).expect("possible options");
        let depth = record["depth"].as_u64().expect("a depth") as u32;
        let start = game.start();
        let count = if record["distinct"].as_bool().expect("true or false") {
            perft_distinct(&game, &start, depth, &mut never)
        } else {
            perft(&game, &start, depth, &mut never)
        };
        assert_eq!(count.map(Value::from), Ok(record["count"].clone()), "{record}");
    }
    mine.len()
}

#[test]
fn perft_of_two_players() {
    assert_eq!(check(2), 10);
}

#[test]
fn perft_of_three_players() {
    assert_eq!(check(3), 10);
}

#[test]
fn perft_of_four_players() {
    assert_eq!(check(4), 10);
}

#[test]
fn every_record_is_checked() {
    assert_eq!(records().len(), 30);
}

#[test]
fn the_counts_behind_the_first_turns_add_up() {
    let game = Gridopolis::new(&json!({})).expect("the default options");
    let parts = divide(&game, &game.start(), 2, &mut never).expect("a few turns");
    assert_eq!(parts.len(), 119);
    assert_eq!(parts.iter().map(|(_, count)| count).sum::<u64>(), 14165);
}

/// Where every game is over nothing is left, however deep one counts.
#[test]
fn counting_goes_no_deeper_than_games_do() {
    let start = erased::start("gridopolis", &json!({"turn_cap": 1})).expect("possible options");
    for distinct in [false, true] {
        let mut polls = 0;
        let mut poll = |_| {
            polls += 1;
            Ok(())
        };
        assert!(start.perft(1, distinct, &mut poll).expect("never stopped") > 0);
        assert_eq!(start.perft(u32::MAX, distinct, &mut poll), Ok(0));
        assert!(polls < 10);
    }
}

/// Microworld is counted by events, from the start of a game and after some moves.
#[test]
fn perft_of_microworld() {
    let positions = entries("perft-microworld.json", "positions");
    assert_eq!(positions.len(), 24);
    for position in positions {
        let mut state = erased::start("microworld", &position["options"]).expect("possible options");
        for text in position["moves"].as_str().expect("a text").split_whitespace() {
            state = state.play(&state.parse(text).expect(text)).expect(text);
        }
        for (list, distinct) in [("counts", false), ("distinct", true)] {
            let counts = position[list].as_array().expect("a list");
            assert!(counts.len() >= 3);
            for (depth, count) in (1..).zip(counts) {
                let found = state.perft(depth, distinct, &mut never).map(Value::from);
                assert_eq!(found.as_ref(), Ok(count), "{list} of depth {depth}: {position}");
            }
        }
    }
}

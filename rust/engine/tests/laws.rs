//! The laws of the contract on the fixture game and on Gridopolis.

use boardwright::erased;
use boardwright::game::never;
use boardwright::gridopolis::blueprint::BLUEPRINTS;
use boardwright::laws::{Report, check_named, check_records};
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

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

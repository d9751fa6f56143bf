//! Gridopolis: blueprints, positions, notation, records.

use std::sync::LazyLock;

use boardwright::Rng;
use boardwright::erased;
use boardwright::game::{Actor, Event, Game};
use boardwright::gridopolis::blueprint::BLUEPRINTS;
use boardwright::gridopolis::{Gridopolis, State};
use boardwright::record::Record;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::json;

use super::{changed, changes, config, dict, edited, edits, is_rule, read_at, read_position, read_record};

/// Words of dict forms.
const WORDS: [&str; 11] =
    ["turn", "chain", "teleport", "second", "over", "capture", "hop", "step", "quiet", "time", "passes"];

/// Games of every sort, short so that playing to the end costs little.
static GAMES: LazyLock<Vec<Gridopolis>> = LazyLock::new(|| {
    [
        json!({"quiet_limit": 3}),
        json!({"players": 3, "quiet_limit": 2, "first_seat": 1}),
        json!({"players": 4, "win": "points", "rounds": 30, "supported_pads": true}),
        json!({"win": "points", "turn_cap": 60}),
        json!({"blueprint": "airlock", "quiet_limit": 4}),
        json!({"blueprint": "spire", "quiet_limit": 0, "turn_cap": 80}),
        json!({"blueprint": "tripod", "players": 3, "reserves": 0}),
        json!({"blueprint": "plaza", "supported_pads": true, "turn_cap": 200}),
    ]
    .iter()
    .map(|options| Gridopolis::new(options).expect("possible options"))
    .collect()
});

/// A position that random play meets: which game, how many actions, with which seed.
fn place() -> impl Strategy<Value = (&'static Gridopolis, State)> {
    (any::<Index>(), 0..250_u32, any::<u64>()).prop_map(|(which, plies, seed)| {
        let game = which.get(&GAMES);
        let (mut state, mut rng, mut scratch) = (game.start(), Rng::new(seed), Vec::new());
        for _ in 0..plies {
            if game.actor(&state) == Actor::Over {
                break;
            }
            let id = game.sample_action(&state, &mut rng, &mut scratch);
            game.step(&mut state, Event::Act(id));
        }
        (game, state)
    })
}

/// Text made of what notation is made of.
fn pieces() -> impl Strategy<Value = String> {
    const WORDS: [&str; 30] = [
        "0", "1", "2", "-1", "-", "4", "99", "127", "128", "1000", ".", ".", ".", ".", ">", "^", "x", "!",
        "~", "+", "+|", "#", "time", " ", "1.1.2", "0.-1.2", "1.0.2", "é", "\u{2003}", "\0",
    ];
    prop::collection::vec(select(&WORDS[..]), 0..12).prop_map(|words| words.concat())
}

fn read_blueprint(text: &str) {
    match Gridopolis::check_blueprint(text) {
        Ok(value) => assert_eq!(Gridopolis::check_blueprint(&value.to_string()), Ok(value)),
        Err(error) => assert!(!error.problems.is_empty() && error.to_string().len() < 100_000),
    }
}

proptest! {
    #![proptest_config(config(1000))]

    #[test]
    fn notation_is_read_or_refused((game, state) in place(), any_text: String, text in pieces()) {
        read_at(game, &state, &any_text);
        read_at(game, &state, &text);
    }

    #[test]
    fn changed_notation_is_read_or_refused((game, state) in place(), which: Index, edits in edits()) {
        let mut actions = Vec::new();
        game.actions(&state, &mut actions);
        if !actions.is_empty() {
            let text = game.event_text(&state, Event::Act(*which.get(&actions)));
            read_at(game, &state, &edited(&text, &edits));
        }
    }

    #[test]
    fn any_text_is_no_record(text: String, parts in pieces()) {
        for text in [&text, &parts, &format!("[Game \"gridopolis\"]\n{parts}"), &format!("{{{text}")] {
            read_record(text);
        }
    }

    #[test]
    fn any_text_is_no_blueprint(text: String, parts in pieces()) {
        for text in [&text, &parts, &format!("{{{text}"), &format!("pads = {parts}")] {
            read_blueprint(text);
        }
    }

    #[test]
    fn changed_blueprints_are_read_or_refused(which in select(&BLUEPRINTS[..]), edits in edits()) {
        read_blueprint(&edited(which.1, &edits));
    }

    #[test]
    fn an_id_is_legal_iff_listed((game, state) in place(), ids in prop::collection::vec(any::<u16>(), 40)) {
        let mut actions = Vec::new();
        game.actions(&state, &mut actions);
        let before = (state, game.hash(&state));
        let near = ids.iter().map(|id| id % game.spec().actions);
        for id in ids.iter().copied().chain(near).chain(actions.iter().copied()) {
            match game.check(&state, Event::Act(id)) {
                Ok(()) => prop_assert!(actions.contains(&id)),
                Err(illegal) => {
                    prop_assert!(!actions.contains(&id) && is_rule(illegal.rule), "{illegal}");
                    prop_assert!(!illegal.message.is_empty());
                }
            }
            for event in [Event::Chance(id), Event::Referee(id)] {
                let verdict = game.check(&state, event);
                prop_assert!(verdict.is_ok_and(|()| id == 0) || verdict_rule(game, &state, event));
            }
        }
        prop_assert_eq!((state, game.hash(&state)), before);
    }

    #[test]
    fn dicts_give_their_state_back((game, state) in place()) {
        let value = dict(game, &state);
        prop_assert_eq!(game.from_json(&value), Ok(state));
        let erased = erased::from_json(&value).expect("what is written reads back");
        prop_assert_eq!(erased.to_json(), value);
    }
}

fn verdict_rule(game: &Gridopolis, state: &State, event: Event) -> bool {
    game.check(state, event).is_err_and(|illegal| is_rule(illegal.rule))
}

proptest! {
    #![proptest_config(config(1000))]

    #[test]
    fn changed_records_are_read_or_refused(which: Index, seed: u64, plies in 0..60_usize, edits in edits()) {
        let game = which.get(&GAMES);
        let start = erased::start("gridopolis", game.options()).expect("possible options");
        let mut record = Record::new(start, &[], Some(seed), &[]).expect("nothing to refuse");
        let mut rng = Rng::new(seed);
        for _ in 0..plies {
            let Some(event) = record.state().random_action(&mut rng) else { break };
            record.push(&[event]).expect("it was listed");
        }
        read_record(&edited(&record.to_text(), &edits));
        read_record(&edited(&record.to_json().to_string(), &edits));
        let hashless: Vec<String> =
            record.to_text().lines().map(|line| line.split('{').next().unwrap_or("").to_owned()).collect();
        read_record(&edited(&hashless.join("\n"), &edits));
    }

    #[test]
    fn changed_positions_are_refused_or_sound((game, state) in place(), changes in changes()) {
        read_position(&changed(dict(game, &state), &changes, &WORDS, "site"));
    }

    #[test]
    fn dict_texts_are_read_or_refused((game, state) in place(), edits in edits()) {
        if let Ok(value) = serde_json::from_str(&edited(&dict(game, &state).to_string(), &edits)) {
            read_position(&value);
        }
    }
}

/// A capture in the middle of a turn may put a player out, and so lower what ends the game for good.
#[test]
fn counts_that_start_anew_may_be_over_their_limit() {
    let value = json!({
        "game": "gridopolis", "format": 1,
        "options": {"players": 3, "quiet_limit": 2, "reserves": 0},
        "markers": [
            {"site": [1, 0, 1], "seat": 0, "moved": true},
            {"site": [1, 1, 1], "seat": 1},
            {"site": [1, 2, 2], "seat": 2},
            {"site": [0, 0, 3], "seat": 2},
        ],
        "seat": 0, "turn": 9, "round": 3, "quiet": 5,
    });
    let start = erased::from_json(&value).expect("a possible position");
    let state = start.play(&start.parse("1.0.1x1.2.1").expect("legal")).expect("legal");
    assert_eq!(state.to_json()["phase"]["name"], "chain");
    read_position(&state.to_json());
}

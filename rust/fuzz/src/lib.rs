//! What the targets check, whichever game they are about.

use boardwright::erased::{AnyState, BoxedState, from_json};
use boardwright::game::{Actor, Event, never};
use boardwright::record::Record;
use boardwright::{Error, PlayError, Rng};
use serde_json::Value;

/// Plays a random event: an action, or an outcome of chance.
pub fn play_on(state: &dyn AnyState, rng: &mut Rng) -> Option<BoxedState> {
    let event = state.random_action(rng).or_else(|| state.draw(rng))?;
    Some(
        state
            .play(&[event])
            .unwrap_or_else(|error| panic!("{error}: {event:?} was drawn at {}", state.to_json())),
    )
}

/// The state after so many random events, or the end of the game.
pub fn walk(start: &dyn AnyState, seed: u64, events: u8) -> BoxedState {
    let (mut state, mut rng) = (start.boxed(), Rng::new(seed));
    for _ in 0..events {
        let Some(next) = play_on(&*state, &mut rng) else { break };
        state = next;
    }
    state
}

/// Whatever notation reads is legal, and what it writes reads back; an error names its place or rule.
pub fn notation(state: &dyn AnyState, text: &str) {
    let before = state.to_json();
    let explained = state.explain(text);
    match state.parse(text) {
        Ok(events) => {
            assert!(explained.legal, "{}", explained.message);
            assert!(!events.is_empty());
            let end = state.play(&events).unwrap_or_else(|error| panic!("{error}: {text:?} was read"));
            let written = state.events_text(&events);
            assert_eq!(state.parse(&written), Ok(events));
            assert!(end.turn() - state.turn() <= 1);
        }
        Err(error) => {
            assert!(!explained.legal);
            assert_eq!(explained.message, error.to_string());
            match error {
                PlayError::Parse(fault) => {
                    assert!((1..=text.chars().count() + 1).contains(&fault.column), "{fault}: {text:?}");
                }
                PlayError::Illegal(illegal) => {
                    let number = illegal.rule.strip_prefix(['G', 'M', 'T']);
                    // A viewer who knows what ? stands for offends no rule of the game.
                    let is_rule =
                        number.map_or(illegal.rule == "view", |number| number.parse::<u8>().is_ok());
                    assert!(is_rule, "{illegal}");
                }
                PlayError::Ambiguous(_) => {}
            }
        }
    }
    assert_eq!(state.to_json(), before);
}

fn round_trip(state: &dyn AnyState) {
    let dict = state.to_json();
    let back = from_json(&dict).unwrap_or_else(|error| panic!("{error}: {dict}"));
    assert!(back.same(state), "{dict}");
    assert_eq!(back.to_json(), dict);
    assert_eq!(back.hash(), state.hash());
}

/// A position that is accepted reads back from its own dict form, and so does whatever follows.
pub fn position(value: &Value) {
    let mut state = match from_json(value) {
        Ok(state) => state,
        Err(Error::Setup(error)) => {
            assert!(!error.problems.is_empty());
            return;
        }
        Err(_) => return,
    };
    round_trip(&*state);
    assert!(!state.describe().is_empty());
    let mut rng = Rng::new(state.hash());
    // What is unknown is drawn, and fits.
    let end = state.playout(&mut rng.fork(), &mut never).expect("never stopped");
    assert_eq!(end.actor(), Actor::Over);
    for _ in 0..50 {
        let mut ids = Vec::new();
        state.actions(&mut ids);
        assert_eq!(ids.is_empty(), !matches!(state.actor(), Actor::Seat(_)));
        for id in &ids {
            let next = state.play(&[Event::Act(*id)]).expect("it was listed");
            assert!(next.turn() - state.turn() <= 1);
        }
        for what in state.spec().analyses {
            assert!(state.analyse(what).is_some());
        }
        let Some(next) = play_on(&*state, &mut rng) else { break };
        state = next;
        round_trip(&*state);
    }
}

/// A record that is read writes itself down again, in both forms, and stays the same.
pub fn record(text: &str) {
    let record = match Record::parse(text) {
        Ok(record) => record,
        Err(error) => {
            assert!(!error.message.is_empty());
            assert!(error.line <= text.lines().count() + 1, "{error} in {text:?}");
            return;
        }
    };
    let written = record.to_text();
    let again = Record::parse(&written).unwrap_or_else(|error| panic!("{error} in {written}"));
    assert_eq!(again.to_text(), written);
    assert_eq!(again.events(), record.events());
    assert!(again.state().same(record.state()));
    let json = record.to_json();
    let again = Record::parse(&json.to_string()).unwrap_or_else(|error| panic!("{error} in {json}"));
    assert_eq!(again.to_json(), json);
    assert_eq!(again.to_text(), written);
}

/// Options of Microworld of every sort, not more than the engine keeps at hand; the first byte of an input says
/// which.
pub fn microworld_options(which: u8) -> Value {
    let texts: [&str; 8] = [
        r#"{}"#,
        r#"{"board":"1b 3a 2b 4a","rules":"ABCDEFGH"}"#,
        r#"{"rules":"AC","mutations":["steal","barrier"]}"#,
        r#"{"rules":"ACF","mutations":["shift","steal"]}"#,
        r#"{"rules":"ABCD","mutations":["exchange","bonus"],"target":"chain-of-cells"}"#,
        r#"{"rules":"BD","target":"15-points"}"#,
        r#"{"rules":"ABEF","target":"bone-lover"}"#,
        RING,
    ];
    serde_json::from_str(texts[usize::from(which) % texts.len()]).expect("it is JSON")
}

/// Options of Genotype of every sort, not more than the engine keeps at hand; the first byte of an input says
/// which.
pub fn genotype_options(which: u8) -> Value {
    let low = r#""prices":{"format":1,"status":"own","prices":{"plot":[0,1,3],"slot":[0,1,3],"marker":[1,2,4],"hire":[0,1,2]}}"#;
    // Tools of which at most 15 of a kind are there, so that what is rare comes up.
    let tools = |counts: &str| {
        let names = [
            "seed-bag",
            "watering-funnel",
            "dissertation",
            "flower-pot",
            "graft-knife",
            "rake",
            "pollen-brush",
            "hand-lens",
            "pocket-watch",
            "garden-line",
            "grant",
        ];
        let count = |name: &&str| {
            let found = counts.split(' ').find_map(|part| part.strip_prefix(&format!("{name}=")));
            format!("\"{name}\":{}", found.unwrap_or("0"))
        };
        let counts: Vec<String> = names.iter().map(count).collect();
        format!(r#""tools":{{"format":1,"status":"own","counts":{{{}}}}}"#, counts.join(","))
    };
    let text = match which % 8 {
        0 => r#"{"players":2}"#.to_owned(),
        1 => r#"{"players":1}"#.to_owned(),
        2 => r#"{"players":1,"difficulty":"hard"}"#.to_owned(),
        3 => format!(r#"{{"players":1,"difficulty":"hard","johann":"omari",{low}}}"#),
        4 => format!(
            r#"{{"players":3,"first_seat":"random",{}}}"#,
            tools("graft-knife=15 rake=5 pollen-brush=5")
        ),
        5 => r#"{"players":5,"first_seat":3}"#.to_owned(),
        6 => format!(r#"{{"players":4,{low},{}}}"#, tools("seed-bag=8 flower-pot=2 dissertation=5 grant=10")),
        _ => format!(r#"{{"players":2,{low},{}}}"#, tools("watering-funnel=10 rake=5 grant=5 hand-lens=5")),
    };
    serde_json::from_str(&text).expect("it is JSON")
}

/// Thirty cells in a ring: after some turns there is no free cell next to the last pawn.
const RING: &str = include_str!("ring.json");

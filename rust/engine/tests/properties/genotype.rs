//! Genotype: options and data files, positions and views, notation, records.

use std::collections::HashSet;
use std::sync::LazyLock;

use boardwright::erased;
use boardwright::game::{Actions, Actor, Event, Game, Outcomes, UNKNOWN, View, Viewer, never};
use boardwright::genotype::pieces::{ASSISTANTS, COLOURS, GENOTYPES, SPACES, TOOLS};
use boardwright::genotype::{Genotype, State};
use boardwright::laws::check_from;
use boardwright::record::Record;
use boardwright::{Error, Rng};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::{Map, Value, json};

use super::made_up::genotype as made_up;
use super::{changed, changes, config, dict, edited, edits, is_rule, read_at, read_position, read_record};

/// Words of dict forms, beside names of cards, spaces and genotypes.
const PLAIN: [&str; 40] = [
    "?",
    "plants",
    "tools",
    "any",
    "assistants",
    "display",
    "hand",
    "seeds",
    "plot",
    "garden",
    "deal",
    "work",
    "card",
    "tile",
    "goal",
    "validate",
    "draw",
    "source",
    "discard",
    "harvest",
    "roll",
    "any",
    "copies",
    "rest",
    "die",
    "pick",
    "use",
    "pair",
    "knife",
    "upgrade",
    "automa",
    "over",
    "first",
    "turn",
    "shift",
    "support",
    "random",
    "assumed",
    "seat 0",
    "spectator",
];

/// Keys of dict forms and data files.
const KEYS: [&str; 34] = [
    "game",
    "format",
    "options",
    "viewer",
    "round",
    "first",
    "players",
    "display",
    "discards",
    "spaces",
    "own_spaces",
    "coins",
    "tiles",
    "dice",
    "goals",
    "prices",
    "stock",
    "phase",
    "johann",
    "turn",
    "epochs",
    "name",
    "seat",
    "plant",
    "plot",
    "colour",
    "type",
    "cards",
    "counts",
    "traits",
    "points",
    "kind",
    "of",
    "left",
];

static WORDS: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    PLAIN.into_iter().chain(SPACES).chain(TOOLS).chain(ASSISTANTS).chain(GENOTYPES).chain(COLOURS).collect()
});

/// Games of every sort.
static GAMES: LazyLock<Vec<Genotype>> = LazyLock::new(|| {
    let plain = (1..=5).map(|players| json!({"players": players}));
    let options = plain.chain((0..40).map(|number| made_up::options(number * 3)));
    options
        .map(|options| Genotype::new(&options).unwrap_or_else(|error| panic!("{error}: {options}")))
        .collect()
});

/// Carries out a random event; `false` in a finished game.
fn step(game: &Genotype, state: &mut State, rng: &mut Rng) -> bool {
    let event = match game.actor(state) {
        Actor::Over => return false,
        Actor::Chance => Event::Chance(game.sample_outcome(state, rng, &mut Vec::new())),
        Actor::Seat(_) => Event::Act(game.sample_action(state, rng, &mut Vec::new())),
    };
    game.step(state, event);
    true
}

/// A position that random play meets: which game, how many events, with which seed.
fn place() -> impl Strategy<Value = (&'static Genotype, State)> {
    (any::<Index>(), 0..600_u32, any::<u64>()).prop_map(|(which, plies, seed)| {
        let game = which.get(&GAMES);
        let (mut state, mut rng) = (game.start(), Rng::new(seed));
        for _ in 0..plies {
            if !step(game, &mut state, &mut rng) {
                break;
            }
        }
        (game, state)
    })
}

/// Somebody who looks; of seats that are not there the first.
fn viewer() -> impl Strategy<Value = Viewer> {
    select(&[Viewer::Seat(0), Viewer::Seat(1), Viewer::Spectator, Viewer::Everything][..])
}

fn of_game(game: &Genotype, viewer: Viewer) -> Viewer {
    match viewer {
        Viewer::Seat(seat) if seat >= game.spec().seats => Viewer::Seat(0),
        viewer => viewer,
    }
}

/// The dict form of what a viewer knows, as the erased face writes it.
fn seen_dict(game: &Genotype, state: &State, viewer: Viewer) -> Value {
    let viewer = of_game(game, viewer);
    let mut value = game.to_json(&View::of(game, state, viewer));
    if viewer != Viewer::Everything {
        value["viewer"] = json!(erased::viewer_text(viewer));
    }
    value
}

/// Text made of what notation is made of.
fn pieces() -> impl Strategy<Value = String> {
    const PIECES: [&str; 40] = [
        "genes-R",
        "first-T",
        "second",
        "goal-2",
        "omari",
        "slot",
        "<plants",
        "<tools",
        "0",
        "4",
        "5",
        "p",
        "p17",
        "p50",
        "p?",
        "p017",
        "@0R",
        "@9T",
        "@",
        "=",
        "=Rr",
        "=R*",
        "*gg",
        "*",
        "goal=",
        "goal=r",
        "left-dominant",
        "leave",
        "buy-plot",
        "pay",
        "done",
        "pass",
        "+",
        "+p3",
        "+rake",
        "+?",
        "shown=p3",
        "IV",
        "automa3",
        " ",
    ];
    prop::collection::vec(select(&PIECES[..]), 0..6).prop_map(|words| words.concat())
}

/// Any JSON whatever, with many of the keys and words that mean something.
fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-3..70_i64).prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        select(&WORDS[..]).prop_map(Value::from),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 60, 8, |inner| {
        let key = prop_oneof![4 => select(&KEYS[..]).prop_map(str::to_owned), 1 => any::<String>()];
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..8).prop_map(Value::from),
            prop::collection::vec((key, inner), 0..8)
                .prop_map(|entries| Value::from(entries.into_iter().collect::<Map<String, Value>>())),
        ]
    })
}

/// A plant, tool or assistant that stands nowhere in a dict form, if it is found at once.
fn spare(names: &[&str], value: &Value, rng: &mut Rng) -> Option<Value> {
    let text = value.to_string();
    let name = names[rng.below(names.len() as u64) as usize];
    (!text.contains(&format!("\"{name}\""))).then(|| json!(name))
}

fn push(value: &mut Value, item: Value) {
    if let Value::Array(items) = value {
        items.push(item);
    }
}

/// Changes what may be whatever there can be: coins, cards, upgrades, goals, prices, Trait Markers.
fn rearrange(value: &mut Value, rng: &mut Rng) {
    let seats = value["players"].as_array().map_or(1, Vec::len);
    let seat = rng.below(seats as u64) as usize;
    let assistant = spare(&ASSISTANTS, &value["players"], rng).filter(|name| {
        ["display", "discards", "johann"]
            .iter()
            .all(|part| !value[*part].to_string().contains(&name.to_string()))
    });
    let tool = json!(TOOLS[rng.below(TOOLS.len() as u64) as usize]);
    let (few, any) = (rng.below(4), rng.below(201));
    let player = &mut value["players"][seat];
    match rng.below(16) {
        0 => player["coins"] = json!(if few == 0 { any } else { few }),
        1 | 2 => push(&mut player["tools"], tool),
        3 => player["tools"] = json!([]),
        4 => {
            push(&mut player["known_tools"], tool.clone());
            push(&mut player["tools"], tool);
        }
        5 | 6 => {
            if let Some(name) = assistant {
                push(&mut player["assistants"], name);
            }
        }
        7 => player["used"] = json!([]),
        8 => {
            let own = player["assistants"].clone();
            player["used"] = own;
        }
        9 | 10 => {
            let plots = player["plots"].as_array().map_or(0, Vec::len) as u64;
            if plots > 0 {
                let covered = &mut player["plots"][rng.below(plots) as usize]["covered"];
                *covered = if few == 0 { json!([]) } else { json!([COLOURS[rng.below(4) as usize]]) };
            }
        }
        11 => player["dice"] = json!(few),
        12 => player["hand"] = json!([]),
        13 => {
            let goal = rng.below(8) as usize;
            value["goals"][goal] = if few == 0 { Value::Null } else { json!(seat) };
        }
        14 => value["discards"]["plants"] = json!([]),
        _ => {
            let (from, other) = (rng.below(5), rng.below(4) as usize);
            value["dice"][other] = json!([from, 5 - from, 0, 0]);
        }
    }
}

/// Replaces what a viewer may not know by `?`.
fn hide(value: &mut Value, rng: &mut Rng) {
    let seats = value["players"].as_array().map_or(1, Vec::len);
    for seat in 0..seats {
        let own = &mut value["players"][seat];
        for (key, known) in [("hand", "known"), ("tools", "known_tools")] {
            let known = own[known].as_array().cloned().unwrap_or_default();
            let mut rest = own[key].as_array().cloned().unwrap_or_default();
            for item in &known {
                if let Some(at) = rest.iter().position(|other| other == item) {
                    rest.remove(at);
                }
            }
            let hidden = rest.iter().map(|_| json!("?"));
            own[key] = known.iter().cloned().chain(hidden).collect();
        }
    }
    if let Some(phase) = value["phase"].as_object_mut() {
        phase.remove("seeds");
    }
    if let Some(map) = value.as_object_mut() {
        map.remove("epochs");
    }
    value["viewer"] = json!(if rng.below(4) == 0 { "seat 0" } else { "spectator" });
}

/// Whether a dict is a position; then all laws hold in a game from there.
fn keeps_the_laws(value: &Value) -> bool {
    let state = match erased::from_json(value) {
        Ok(state) => state,
        Err(Error::Setup(error)) => {
            let places: Vec<String> = error.problems.iter().map(ToString::to_string).collect();
            assert_eq!(places.iter().collect::<HashSet<_>>().len(), places.len(), "told twice: {error}");
            assert!(error.problems.iter().all(|problem| problem.rule.is_none_or(is_rule)));
            return false;
        }
        Err(_) => return false,
    };
    if state.viewer() != Viewer::Everything || state.spec().name != "genotype" {
        return false;
    }
    let game = Genotype::new(state.options()).expect("options of a state");
    let start = game.from_json(&state.to_json()).expect("it was read before");
    if let Err(error) = check_from(&game, &start, 1, state.hash(), &mut never) {
        panic!("{error}: from {value}");
    }
    true
}

proptest! {
    #![proptest_config(config(600))]

    #[test]
    fn notation_is_read_or_refused((game, state) in place(), viewer in viewer(), any_text: String, text in pieces()) {
        let view = *View::of(game, &state, of_game(game, viewer)).state();
        for text in [&any_text, &text] {
            read_at(game, &view, text);
        }
    }

    #[test]
    fn changed_notation_is_read_or_refused((game, state) in place(), which: Index, edits in edits()) {
        let (mut actions, mut outcomes) = (Actions::new(), Outcomes::new());
        game.actions(&state, &mut actions);
        game.outcomes(&state, &mut outcomes);
        let events = actions.into_iter().map(Event::Act).chain(outcomes.into_iter().map(|(id, _)| Event::Chance(id)));
        let events: Vec<Event> = events.collect();
        if !events.is_empty() {
            let text = game.event_text(&state, *which.get(&events));
            read_at(game, &state, &edited(&text, &edits));
        }
    }

    #[test]
    fn any_text_is_no_record(text: String, parts in pieces()) {
        for text in [&text, &parts, &format!("[Game \"genotype\"]\n{parts}"), &format!("[Game \"genotype\"]\n1. 0 {parts}")] {
            read_record(text);
        }
    }

    #[test]
    fn any_json_is_read_or_refused(value in any_json(), (game, state) in place()) {
        read_position(&value);
        let _ = game.from_json(&value).is_ok_and(|state| game.hash(&state) == 0);
        let _ = Genotype::new(&value);
        let _ = erased::start("genotype", &json!({"plants": value, "tools": value, "prices": value, "automa": value}));
        if let Ok(event) = game.event_from_json(&state, &value) {
            prop_assert!(event.id() == UNKNOWN || game.check(&state, event).is_ok(), "{}", value);
        }
    }

    #[test]
    fn any_json_within_a_position(value in any_json(), key in select(&KEYS[..]), (game, state) in place(), viewer in viewer()) {
        let mut within = seen_dict(game, &state, viewer);
        within[key] = value;
        read_position(&within);
    }

    #[test]
    fn changed_events_are_read_or_refused((game, state) in place(), which: Index, changes in changes()) {
        let mut actions = Actions::new();
        game.actions(&state, &mut actions);
        if !actions.is_empty() {
            let value = game.event_to_json(&state, Event::Act(*which.get(&actions)));
            if let Ok(event) = game.event_from_json(&state, &changed(value, &changes, &WORDS, "plant")) {
                prop_assert!(event.id() == UNKNOWN || game.check(&state, event).is_ok());
            }
        }
    }

    #[test]
    fn an_id_is_legal_iff_listed((game, state) in place(), viewer in viewer(), ids in prop::collection::vec(any::<u16>(), 40)) {
        let state = *View::of(game, &state, of_game(game, viewer)).state();
        let (mut actions, mut outcomes) = (Actions::new(), Outcomes::new());
        game.actions(&state, &mut actions);
        game.outcomes(&state, &mut outcomes);
        let before = (state, game.hash(&state));
        let near = ids.iter().map(|id| id % 210);
        for id in ids.iter().copied().chain(near).chain(actions.iter().copied()).chain([UNKNOWN]) {
            for (event, listed) in [
                (Event::Act(id), actions.contains(&id)),
                (Event::Chance(id), outcomes.iter().any(|(outcome, _)| *outcome == id)),
                (Event::Referee(id), false),
            ] {
                match game.check(&state, event) {
                    Ok(()) if id == UNKNOWN => {
                        let mut next = state;
                        game.step(&mut next, event);
                    }
                    Ok(()) => prop_assert!(listed, "{:?}", event),
                    Err(illegal) => {
                        prop_assert!(!listed && is_rule(illegal.rule), "{}", illegal);
                        prop_assert!(!illegal.message.is_empty());
                    }
                }
            }
        }
        prop_assert_eq!((state, game.hash(&state)), before);
    }

    #[test]
    fn dicts_give_their_state_back((game, state) in place(), viewer in viewer()) {
        let value = seen_dict(game, &state, viewer);
        let erased = erased::from_json(&value).expect("what is written reads back");
        prop_assert_eq!(erased.to_json(), value);
    }
}

proptest! {
    #![proptest_config(config(400))]

    #[test]
    fn changed_data_are_read_or_refused(number: u64, changes in changes()) {
        let options = made_up::options(number);
        if let Ok(game) = Genotype::new(&changed(options, &changes, &WORDS, "points")) {
            let (mut state, mut rng) = (game.start(), Rng::new(number));
            while step(&game, &mut state, &mut rng) {}
            prop_assert_eq!(game.from_json(&dict(&game, &state)), Ok(state));
        }
    }

    #[test]
    fn changed_records_are_read_or_refused(which: Index, seed: u64, plies in 0..80_usize, edits in edits()) {
        let game = which.get(&GAMES);
        let start = erased::start("genotype", game.options()).expect("possible options");
        let mut record = Record::new(start, &[], Some(seed), &[]).expect("nothing to refuse");
        let mut rng = Rng::new(seed);
        for _ in 0..plies {
            let event = record.state().random_action(&mut rng).or_else(|| record.state().draw(&mut rng));
            let Some(event) = event else { break };
            record.push(&[event]).expect("it was listed");
        }
        let seen = record.redact(of_game(game, Viewer::Seat((seed % 2) as u8))).expect("a full record");
        for record in [record, seen] {
            read_record(&edited(&record.to_text(), &edits));
            read_record(&edited(&record.to_json().to_string(), &edits));
            let hashless: Vec<String> =
                record.to_text().lines().map(|line| line.split(" {").next().unwrap_or("").to_owned()).collect();
            read_record(&edited(&hashless.join("\n"), &edits));
        }
    }

    #[test]
    fn changed_positions_are_refused_or_sound((game, state) in place(), viewer in viewer(), changes in changes()) {
        read_position(&changed(seen_dict(game, &state, viewer), &changes, &WORDS, "plant"));
    }

    #[test]
    fn changed_positions_are_refused_or_keep_the_laws((game, state) in place(), changes in changes()) {
        // Data and options stay: what is changed is the position.
        let mut value = dict(game, &state);
        let options = value["options"].take();
        let mut value = changed(value, &changes, &WORDS, "plant");
        if let Some(entry) = value.get_mut("options") {
            *entry = options;
        }
        keeps_the_laws(&value);
    }

    #[test]
    fn rearranged_positions_are_refused_or_sound((game, state) in place(), seed: u64, changes in 1..8_u32, hidden: bool) {
        let mut rng = Rng::new(seed);
        let mut value = dict(game, &state);
        (0..changes).for_each(|_| rearrange(&mut value, &mut rng));
        if hidden {
            hide(&mut value, &mut rng);
        }
        if hidden || !keeps_the_laws(&value) {
            read_position(&value);
        }
    }

    #[test]
    fn dict_texts_are_read_or_refused((game, state) in place(), edits in edits()) {
        if let Ok(value) = serde_json::from_str(&edited(&dict(game, &state).to_string(), &edits)) {
            read_position(&value);
        }
    }
}

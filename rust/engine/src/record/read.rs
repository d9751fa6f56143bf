//! Reading records, and replaying what they say.

use serde_json::{Map, Value};

use super::{FORMAT, MAX_LINE, MAX_TAGS, OWN_TAGS, Record, is_own, is_tag_name, no_line, result_text};
use crate::erased::{self, AnyState, BoxedState, viewer_from_text};
use crate::error::{Error, PlayError, RecordError};
use crate::fields::{kind, quote};
use crate::game::{Actor, Poll, Viewer};

pub(super) fn fault(line: usize, column: usize, message: impl Into<String>) -> RecordError {
    // JSON is told no lines.
    let column = if line == 0 { 0 } else { column };
    RecordError { line, column, message: message.into(), rule: None }
}

/// One turn as given: where it stands, and what it says.
#[derive(Default)]
struct GivenTurn<'a> {
    /// From 1; 0 in JSON.
    line: usize,
    /// The columns of its number, seat and text, from 1.
    number_at: usize,
    seat_at: usize,
    text_at: usize,
    number: Option<u64>,
    seat: Option<u64>,
    text: &'a str,
    hash: Option<&'a str>,
    /// In JSON, the dict forms of its events.
    events: Option<&'a Value>,
}

pub(super) fn text(text: &str, game: Option<&dyn AnyState>, poll: &mut Poll) -> Result<Record, Error> {
    let mut tags: Vec<(String, String, usize)> = Vec::new();
    let mut turns = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        if line.len() > MAX_LINE {
            return Err(fault(number, 1, format!("a line may have {MAX_LINE} bytes")).into());
        }
        let trimmed = line.trim();
        if trimmed.is_empty() || trimmed.starts_with(';') {
            continue;
        }
        let column = line.chars().take_while(|c| c.is_whitespace()).count() + 1;
        if trimmed.starts_with('[') {
            if !turns.is_empty() {
                return Err(fault(number, column, "tags come before the first turn").into());
            }
            let (key, value) = read_tag(trimmed).map_err(|(at, m)| fault(number, column + at, m))?;
            if tags.iter().any(|(other, _, _)| *other == key) {
                return Err(fault(number, column, format!("the tag {key} stands there twice")).into());
            }
            if tags.len() == MAX_TAGS {
                return Err(fault(number, column, format!("a record has at most {MAX_TAGS} tags")).into());
            }
            tags.push((key, value, number));
        } else {
            turns.push(read_turn(line, number)?);
        }
    }
    build(&tags, &turns, game, poll)
}

/// `[Key "value"]`
fn read_tag(text: &str) -> Result<(String, String), (usize, String)> {
    let inner = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
    let inner = inner.ok_or((0, "a tag looks like [Key \"value\"]".to_owned()))?;
    let (key, quoted) = inner.split_once(' ').ok_or((1, "a tag looks like [Key \"value\"]".to_owned()))?;
    if !is_tag_name(key) {
        return Err((1, "a tag's name has up to 40 letters, digits and _".to_owned()));
    }
    let at = 2 + key.len();
    let quoted = quoted.trim();
    let body = quoted.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    let body = body.filter(|_| quoted.len() >= 2).ok_or((at, "a tag's value stands in quotes".to_owned()))?;
    let mut value = String::new();
    let mut chars = body.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some(next @ ('\\' | '"')) => value.push(next),
                _ => return Err((at, "only \\\\ and \\\" may follow a backslash".to_owned())),
            },
            '"' => return Err((at, "a quote within a value is written \\\"".to_owned())),
            c => value.push(c),
        }
    }
    Ok((key.to_owned(), value))
}

/// `12. 0 1.0.2x1.2.2 {0123456789abcdef}`
fn read_turn(line: &str, number: usize) -> Result<GivenTurn<'_>, RecordError> {
    let column = |rest: &str| line[..line.len() - rest.len()].chars().count() + 1;
    let form = "a turn looks like: 12. 0 1.0.2>1.1.2 {0123456789abcdef}";
    let mut rest = line.trim_start();
    let number_at = column(rest);
    let (turn, after) = rest.split_once(". ").ok_or_else(|| fault(number, number_at, form))?;
    let turn = turn.parse().map_err(|_| fault(number, number_at, form))?;
    rest = after.trim_start();
    let seat_at = column(rest);
    let (seat, after) = rest.split_once(' ').ok_or_else(|| fault(number, seat_at, form))?;
    let seat =
        seat.parse().map_err(|_| fault(number, seat_at, "after the turn's number, the seat is expected"))?;
    rest = after.trim_start();
    let text_at = column(rest);
    let mut text = rest.trim_end();
    let mut hash = None;
    if let Some((before, open)) = text.split_once('{') {
        let at = text_at + before.chars().count();
        let closed = open.strip_suffix('}').filter(|inside| !inside.contains(['{', '}']));
        hash = Some(closed.ok_or_else(|| fault(number, at, "a hash looks like {0123456789abcdef}"))?);
        text = before.trim_end();
    }
    Ok(GivenTurn {
        line: number,
        number_at,
        seat_at,
        text_at,
        number: Some(turn),
        seat: Some(seat),
        text,
        hash,
        events: None,
    })
}

/// The first key of an object that is not known, in quotes.
fn only_keys(value: &Value, known: &[&str]) -> Result<(), String> {
    let keys = value.as_object().into_iter().flat_map(Map::keys);
    match keys.into_iter().find(|key| !known.contains(&key.as_str())) {
        Some(key) => Err(quote(key)),
        None => Ok(()),
    }
}

/// The value of a key of a turn, if it is there; of another type it is a fault.
fn given<'a, T>(
    turn: &'a Value,
    index: usize,
    key: &str,
    read: impl Fn(&'a Value) -> Option<T>,
) -> Result<Option<T>, RecordError> {
    match turn.get(key) {
        None => Ok(None),
        Some(value) => match read(value) {
            Some(value) => Ok(Some(value)),
            None => Err(fault(0, 0, format!("turns[{index}].{key} can't be {}", kind(value)))),
        },
    }
}

pub(super) fn json(text: &str, game: Option<&dyn AnyState>, poll: &mut Poll) -> Result<Record, Error> {
    let value: Value = serde_json::from_str(text)
        .map_err(|error| fault(error.line(), error.column(), format!("not JSON: {error}")))?;
    if value.get("boardwright").and_then(Value::as_u64) != Some(u64::from(FORMAT)) {
        return Err(fault(0, 0, format!("\"boardwright\" must be {FORMAT}")).into());
    }
    only_keys(&value, &["boardwright", "tags", "turns"])
        .map_err(|key| fault(0, 0, format!("unknown key {key}")))?;
    let Some(map) = value.get("tags").and_then(Value::as_object) else {
        return Err(fault(0, 0, "\"tags\" must be an object").into());
    };
    if map.len() > MAX_TAGS {
        return Err(fault(0, 0, format!("a record has at most {MAX_TAGS} tags")).into());
    }
    let mut tags = Vec::new();
    for (key, value) in map {
        let text =
            value.as_str().ok_or_else(|| fault(0, 0, format!("the tag {} must be a text", quote(key))))?;
        if !is_tag_name(key) {
            return Err(fault(0, 0, format!("{} is no tag's name", quote(key))).into());
        }
        tags.push((key.clone(), text.to_owned(), 0));
    }
    let Some(list) = value.get("turns").and_then(Value::as_array) else {
        return Err(fault(0, 0, "\"turns\" must be a list").into());
    };
    let mut turns = Vec::new();
    for (index, turn) in list.iter().enumerate() {
        let text = turn.get("text").and_then(Value::as_str);
        let text = text.ok_or_else(|| fault(0, 0, format!("turns[{index}].text must be a text")))?;
        let known = ["turn", "seat", "text", "events", "hash"];
        only_keys(turn, &known).map_err(|key| fault(0, 0, format!("turns[{index}]: unknown key {key}")))?;
        turns.push(GivenTurn {
            number: given(turn, index, "turn", Value::as_u64)?,
            seat: given(turn, index, "seat", Value::as_u64)?,
            text,
            hash: given(turn, index, "hash", Value::as_str)?,
            events: turn.get("events"),
            ..GivenTurn::default()
        });
    }
    build(&tags, &turns, game, poll)
}

fn build(
    tags: &[(String, String, usize)],
    turns: &[GivenTurn],
    game: Option<&dyn AnyState>,
    poll: &mut Poll,
) -> Result<Record, Error> {
    let find = |key: &str| tags.iter().find(|(tag, _, _)| tag == key);
    let start = read_start(&find, game)?;
    let seats = usize::from(start.spec().seats);
    let seed = match find("Seed") {
        None => None,
        Some((_, seed, line)) => {
            Some(seed.parse().map_err(|_| fault(*line, 1, "the seed must be a number below 2^64"))?)
        }
    };
    let players: Vec<String> = (0..seats)
        .map(|seat| find(&format!("Seat{seat}")).map_or("?".to_owned(), |(_, name, _)| name.clone()))
        .collect();
    for (key, value, line) in tags {
        let seat = key.strip_prefix("Seat").and_then(|seat| seat.parse::<usize>().ok());
        if seat.is_some_and(|seat| seat >= seats) {
            return Err(fault(*line, 1, format!("there is no seat for {key}")).into());
        }
        if !OWN_TAGS.contains(&key.as_str()) && no_line(value) {
            return Err(fault(*line, 1, format!("the value of {key} does not fit a line")).into());
        }
    }
    let users = tags.iter().filter(|(key, _, _)| !is_own(key));
    let own: Vec<(String, String)> = users.map(|(key, value, _)| (key.clone(), value.clone())).collect();
    let mut record = Record::new(start, &players, seed, &own).map_err(|error| {
        let line = tags.first().map_or(1, |(_, _, line)| *line);
        fault(line, 1, error.to_string())
    })?;
    for (replayed, turn) in turns.iter().enumerate() {
        if replayed.is_multiple_of(64) {
            poll(replayed as u64)?;
        }
        replay(&mut record, turn)?;
    }
    if let Some((_, result, line)) = find("Result") {
        let found = result_text(record.state());
        if *result != found {
            let message = format!("the result is {}, but the turns lead to {found}", quote(result));
            return Err(fault(*line, 1, message).into());
        }
    }
    Ok(record)
}

fn read_start<'a>(
    find: &impl Fn(&str) -> Option<&'a (String, String, usize)>,
    own: Option<&dyn AnyState>,
) -> Result<BoxedState, RecordError> {
    if let Some((_, format, line)) = find("Boardwright")
        && *format != FORMAT.to_string()
    {
        let message = format!("this is format {}; formats up to {FORMAT} can be read", quote(format));
        return Err(fault(*line, 1, message));
    }
    let (_, game, game_line) = find("Game").ok_or_else(|| fault(1, 1, "the tag Game is missing"))?;
    let as_json = |key: &str| match find(key) {
        None => Ok((Value::Object(Map::new()), *game_line)),
        Some((_, text, line)) => serde_json::from_str::<Value>(text)
            .map(|value| (value, *line))
            .map_err(|error| fault(*line, 1, format!("{key} is not JSON: {error}"))),
    };
    let (options, options_line) = as_json("Options")?;
    let fresh = match own {
        None => erased::start(game, &options).map_err(|error| match error {
            Error::UnknownGame { .. } => fault(*game_line, 1, error.to_string()),
            _ => fault(options_line, 1, error.to_string()),
        })?,
        Some(own) => {
            let name = own.spec().name;
            if game != name {
                return Err(fault(*game_line, 1, format!("a record of {}, not of {name}", quote(game))));
            }
            if find("Options").is_some() && options != *own.options() {
                return Err(fault(options_line, 1, format!("the options are not {}", own.options())));
            }
            own.first()
        }
    };
    let spec = fresh.spec();
    if let Some((_, rules, line)) = find("Rules")
        && *rules != spec.rules_version.to_string()
    {
        let message = format!(
            "played by version {} of the rules; this is version {}",
            quote(rules),
            spec.rules_version
        );
        return Err(fault(*line, 1, message));
    }
    if let Some((_, data, line)) = find("Data") {
        let own = format!("{:016x}", spec.fingerprint);
        if *data != own {
            let message = format!("played with other data files (fingerprint {}, here {own})", quote(data));
            return Err(fault(*line, 1, message));
        }
    }
    if let Some((_, assumed, line)) = find("Assumed") {
        let own = if spec.assumed.is_empty() { "no" } else { "yes" };
        if assumed != own {
            return Err(fault(*line, 1, format!("whether data is assumed: {own}, not {}", quote(assumed))));
        }
    }
    let viewer = match find("Viewer") {
        None => Viewer::Everything,
        Some((_, text, line)) => viewer_from_text(text, spec.seats)
            .ok_or_else(|| fault(*line, 1, "the viewer must be everything, spectator or seat N"))?,
    };
    let Some((_, _, line)) = find("Start") else {
        return fresh.view(viewer).map_err(|error| fault(*game_line, 1, error.to_string()));
    };
    let (mut value, _) = as_json("Start")?;
    if value.get("game").and_then(Value::as_str) != Some(game)
        || value.get("options") != Some(fresh.options())
    {
        return Err(fault(*line, 1, "Start must be a state of the same game and options"));
    }
    if let Some(map) = value.as_object_mut() {
        map.shift_remove("viewer");
    }
    fresh.with_json(&value, viewer).map_err(|error| fault(*line, 1, error.to_string()))
}

fn replay(record: &mut Record, turn: &GivenTurn) -> Result<(), RecordError> {
    let state = record.state();
    let number = state.turn() + 1;
    let place = |column: usize, message: String| {
        let prefix = if turn.line == 0 { format!("turn {number}: ") } else { String::new() };
        fault(turn.line, if turn.line == 0 { 0 } else { column }, prefix + &message)
    };
    if state.actor() == Actor::Over {
        return Err(place(turn.number_at, "the game is over; nothing can follow".to_owned()));
    }
    if let Some(given) = turn.number.filter(|given| *given != u64::from(number)) {
        return Err(place(turn.number_at, format!("turn {number} comes next, not {given}")));
    }
    let events = state.parse(turn.text).map_err(|error| match &error {
        PlayError::Parse(parse) => {
            place(turn.text_at + parse.column.saturating_sub(1), parse.message.clone())
        }
        PlayError::Illegal(illegal) => {
            RecordError { rule: Some(illegal.rule), ..place(turn.text_at, error.to_string()) }
        }
        PlayError::Ambiguous(_) => place(turn.text_at, error.to_string()),
    })?;
    let first = record.events().len();
    record.push(&events).map_err(|illegal| RecordError {
        rule: Some(illegal.rule),
        ..place(turn.text_at, illegal.to_string())
    })?;
    let played = record.events().len();
    let seat = record.states()[played.max(first + 1) - 1].turn_seat();
    if let Some(given) = turn.seat.filter(|given| *given != u64::from(seat)) {
        return Err(place(turn.seat_at, format!("it is the turn of seat {seat}, not {given}")));
    }
    if let Some(given) = turn.events {
        let forms =
            (first..played).map(|at| record.states()[at].event_to_json(record.events()[at])).collect();
        if *given != Value::Array(forms) {
            return Err(place(turn.text_at, "its events are not those of its text".to_owned()));
        }
    }
    let found = format!("{:016x}", record.state().hash());
    match turn.hash {
        Some(given) if given != found => {
            let message = format!("after this turn the state's hash is {found}, not {}", quote(given));
            Err(place(turn.text_at + turn.text.chars().count() + 1, message))
        }
        _ => Ok(()),
    }
}

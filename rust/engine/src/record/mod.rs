//! Games as text: tags, then one line a turn, with chance outcomes among the actions, so that a
//! record replays without any generator. The same as JSON. See `docs/records.md`.

mod read;

use std::collections::HashSet;
use std::sync::Arc;

use serde_json::{Map, Value, json};

use self::read::fault;
use crate::erased::{AnyState, BoxedState, viewer_text};
use crate::error::{Error, Halt, Illegal, RecordError, SetupError};
use crate::fields::quote;
use crate::game::{Actor, Event, Poll, Viewer, never};

/// The format written; older ones stay readable.
pub const FORMAT: u32 = 1;
/// A record may be this long, in bytes.
pub const MAX_BYTES: usize = 64 * 1024 * 1024;
/// And in JSON this long: it takes far more memory than text while it is read.
pub const MAX_JSON_BYTES: usize = 16 * 1024 * 1024;
/// A line may be this long, in bytes (options may hold a whole blueprint).
const MAX_LINE: usize = 1024 * 1024;

/// A record may have so many tags.
const MAX_TAGS: usize = 200;
/// A user's tag or a player's name may have so many characters.
const MAX_VALUE: usize = 200;

/// In long records, how many turns pass between two polls.
const POLL_LINES: usize = 256;

/// Tags that say what the record is; the rest are the user's.
const OWN_TAGS: [&str; 10] =
    ["Boardwright", "Game", "Rules", "Options", "Data", "Assumed", "Viewer", "Seed", "Start", "Result"];

/// A game as it happened. A copy shares the states.
#[derive(Clone, Debug)]
pub struct Record {
    /// The users' tags, in order.
    tags: Vec<(String, String)>,
    players: Vec<String>,
    seed: Option<u64>,
    /// The state before each event, and the last one.
    states: Vec<Arc<dyn AnyState>>,
    events: Vec<Event>,
}

/// One line of a record.
#[derive(Debug)]
pub struct Line {
    /// The turn's number, from 1.
    pub number: u32,
    /// Whose turn it is. Before a turn's last event that is sure: in some games what is drawn first belongs to nobody.
    pub seat: u8,
    /// The events' notation.
    pub text: String,
    /// The index of the turn's first event.
    pub first: usize,
    /// The index after the turn's last event: that of the state after it.
    pub end: usize,
}

impl Record {
    /// An empty record from a state on. `players` are names by seat, all or none.
    ///
    /// # Errors
    /// A tag's or player's name that no line can hold, a tag that is there twice or that a record has anyway (game,
    /// options, ...), or another number of players.
    pub fn new(
        start: BoxedState,
        players: &[String],
        seed: Option<u64>,
        tags: &[(String, String)],
    ) -> Result<Self, SetupError> {
        let seats = usize::from(start.spec().seats);
        let mut error = SetupError::default();
        if !players.is_empty() && players.len() != seats {
            error.add("players", format!("{} names for {seats} seats", players.len()), None);
        }
        for (seat, name) in players.iter().enumerate().filter(|(_, name)| no_line(name)) {
            error.add(format!("players[{seat}]"), format!("{} does not fit a line", quote(name)), None);
        }
        if tags.len() > MAX_TAGS - OWN_TAGS.len() - seats {
            error.add("tags", format!("{} tags; a record has at most {MAX_TAGS}", tags.len()), None);
        }
        let mut known = HashSet::new();
        for (key, value) in tags {
            if !known.insert(key) {
                error.add(format!("tags.{}", quote(key)), "stands there twice", None);
            } else if !is_tag_name(key) {
                let message = "a tag's name has up to 40 letters, digits and _";
                error.add(format!("tags.{}", quote(key)), message, None);
            } else if is_own(key) {
                error.add(format!("tags.{key}"), "every record has this tag of its own", None);
            } else if no_line(value) {
                error.add(format!("tags.{key}"), format!("{} does not fit a line", quote(value)), None);
            }
        }
        error.into_result()?;
        Ok(Record {
            players: (0..seats)
                .map(|seat| players.get(seat).map_or("?", String::as_str).to_owned())
                .collect(),
            tags: tags.to_vec(),
            seed: if start.viewer() == Viewer::Everything { seed } else { None },
            states: vec![start.into()],
            events: Vec::new(),
        })
    }

    /// Plays on.
    ///
    /// # Errors
    /// The rule that forbids one of the events; nothing is added then.
    pub fn push(&mut self, events: &[Event]) -> Result<(), Illegal> {
        let mut added: Vec<Arc<dyn AnyState>> = Vec::with_capacity(events.len());
        let mut seen = Vec::with_capacity(events.len());
        for event in events {
            let last = added.last().unwrap_or(&self.states[self.states.len() - 1]);
            let next = last.play(&[*event])?;
            // The record of a view holds what its viewer saw.
            seen.push(last.seen(*event, last.viewer()));
            added.push(next.into());
        }
        self.states.append(&mut added);
        self.events.extend(seen);
        Ok(())
    }

    /// The state before the first event.
    pub fn start(&self) -> &dyn AnyState {
        &*self.states[0]
    }

    /// The state after the last event.
    pub fn state(&self) -> &dyn AnyState {
        &*self.states[self.states.len() - 1]
    }

    /// The state before each event, and the last one.
    pub fn states(&self) -> &[Arc<dyn AnyState>] {
        &self.states
    }

    /// The events.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// Names by seat.
    pub fn players(&self) -> &[String] {
        &self.players
    }

    /// All tags, in order.
    pub fn tags(&self) -> Vec<(String, String)> {
        let (start, end) = (self.start(), self.state());
        let spec = start.spec();
        let mut tags: Vec<(String, String)> = Vec::new();
        let mut tag = |key: &str, value: String| tags.push((key.to_owned(), value));
        tag("Boardwright", FORMAT.to_string());
        tag("Game", spec.name.to_owned());
        tag("Rules", spec.rules_version.to_string());
        tag("Options", start.options().to_string());
        tag("Data", format!("{:016x}", spec.fingerprint));
        tag("Assumed", if spec.assumed.is_empty() { "no" } else { "yes" }.to_owned());
        tag("Viewer", viewer_text(start.viewer()));
        if let Some(seed) = self.seed {
            tag("Seed", seed.to_string());
        }
        let first = start.first().view(start.viewer());
        if !first.is_ok_and(|first| first.same(start)) {
            tag("Start", start.to_json().to_string());
        }
        for (seat, name) in self.players.iter().enumerate() {
            tag(&format!("Seat{seat}"), name.clone());
        }
        tag("Result", result_text(end));
        for (key, value) in &self.tags {
            tag(key, value.clone());
        }
        tags
    }

    /// The turns, one a line.
    pub fn lines(&self) -> Vec<Line> {
        sure(self.lines_polled(&mut never))
    }

    fn lines_polled(&self, poll: &mut Poll) -> Result<Vec<Line>, Halt> {
        let mut lines = Vec::new();
        let mut first = 0;
        for end in 1..=self.events.len() {
            let last = end == self.events.len();
            if last || self.states[end].turn() != self.states[first].turn() {
                if lines.len().is_multiple_of(POLL_LINES) {
                    poll(lines.len() as u64)?;
                }
                let state = &self.states[first];
                lines.push(Line {
                    number: state.turn() + 1,
                    seat: self.states[end - 1].turn_seat(),
                    text: state.events_text(&self.events[first..end]),
                    first,
                    end,
                });
                first = end;
            }
        }
        Ok(lines)
    }

    /// The record as a viewer saw the game: without seed and secrets, with hashes of that view.
    ///
    /// # Errors
    /// A record that is already a view can't show more.
    pub fn redact(&self, viewer: Viewer) -> Result<Record, Error> {
        self.redact_polled(viewer, &mut never)
    }

    /// [`Record::redact`] for long records.
    ///
    /// # Errors
    /// As there, or what `poll` says.
    pub fn redact_polled(&self, viewer: Viewer, poll: &mut Poll) -> Result<Record, Error> {
        let events = self.states.iter().zip(&self.events).map(|(state, event)| state.seen(*event, viewer));
        let mut states: Vec<Arc<dyn AnyState>> = Vec::with_capacity(self.states.len());
        for state in &self.states {
            if states.len().is_multiple_of(POLL_LINES) {
                poll(states.len() as u64)?;
            }
            states.push(state.view(viewer)?.into());
        }
        Ok(Record {
            // A tag of the user's may tell anything, so it stays with who sees all.
            tags: if viewer == Viewer::Everything { self.tags.clone() } else { Vec::new() },
            players: self.players.clone(),
            seed: if viewer == Viewer::Everything { self.seed } else { None },
            events: events.collect(),
            states,
        })
    }

    /// Whether both hold the same: tags, players, seed, first state and events.
    pub fn same(&self, other: &Record) -> bool {
        self.tags == other.tags
            && self.players == other.players
            && self.seed == other.seed
            && self.events == other.events
            && self.start().same(other.start())
    }

    /// The text form.
    pub fn to_text(&self) -> String {
        sure(self.to_text_polled(&mut never))
    }

    /// [`Record::to_text`] for long records.
    ///
    /// # Errors
    /// What `poll` says.
    pub fn to_text_polled(&self, poll: &mut Poll) -> Result<String, Halt> {
        let mut text = String::new();
        for (key, value) in self.tags() {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            text.push_str(&format!("[{key} \"{value}\"]\n"));
        }
        text.push('\n');
        for line in self.lines_polled(poll)? {
            let hash = self.states[line.end].hash();
            text.push_str(&format!("{}. {} {} {{{hash:016x}}}\n", line.number, line.seat, line.text));
        }
        Ok(text)
    }

    /// The JSON form: `{"boardwright": 1, "tags": {...}, "turns": [...]}`.
    pub fn to_json(&self) -> Value {
        sure(self.to_json_polled(&mut never))
    }

    /// [`Record::to_json`] for long records.
    ///
    /// # Errors
    /// What `poll` says.
    pub fn to_json_polled(&self, poll: &mut Poll) -> Result<Value, Halt> {
        let tags: Map<String, Value> =
            self.tags().into_iter().map(|(key, value)| (key, value.into())).collect();
        let mut turns: Vec<Value> = Vec::new();
        for line in self.lines_polled(poll)? {
            if turns.len().is_multiple_of(POLL_LINES) {
                poll(turns.len() as u64)?;
            }
            let events: Vec<Value> =
                (line.first..line.end).map(|at| self.states[at].event_to_json(self.events[at])).collect();
            turns.push(json!({
                "turn": line.number,
                "seat": line.seat,
                "text": line.text,
                "events": events,
                "hash": format!("{:016x}", self.states[line.end].hash()),
            }));
        }
        Ok(json!({"boardwright": FORMAT, "tags": tags, "turns": turns}))
    }

    /// Reads either form and replays it; each given hash and the result are verified.
    ///
    /// # Errors
    /// The first fault, with its line and column (of the text form; for JSON, line 0 and the turn).
    pub fn parse(text: &str) -> Result<Self, RecordError> {
        match Self::parse_polled(text, &mut never) {
            Ok(record) => Ok(record),
            Err(Error::Record(error)) => Err(error),
            Err(other) => Err(fault(0, 0, other.to_string())),
        }
    }

    /// [`Record::parse`] for long records: `poll` is called with the number of turns replayed.
    ///
    /// # Errors
    /// As [`Record::parse`], or what `poll` says.
    pub fn parse_polled(text: &str, poll: &mut Poll) -> Result<Self, Error> {
        Self::read(text, None, poll)
    }

    /// [`Record::parse_polled`] for a game that has no name here, such as one of your own
    /// ([`erase`](crate::erased::erase)): `game` is any state of it. The record must be of that game, with those options.
    ///
    /// # Errors
    /// As [`Record::parse_polled`].
    pub fn parse_of(game: &dyn AnyState, text: &str, poll: &mut Poll) -> Result<Self, Error> {
        Self::read(text, Some(game), poll)
    }

    fn read(text: &str, game: Option<&dyn AnyState>, poll: &mut Poll) -> Result<Self, Error> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let json = text.trim_start().starts_with('{');
        let most = if json { MAX_JSON_BYTES } else { MAX_BYTES };
        if text.len() > most {
            let message = format!("the record has {} bytes; at most {most} are possible", text.len());
            return Err(fault(0, 0, message).into());
        }
        if json { read::json(text, game, poll) } else { read::text(text, game, poll) }
    }
}

/// What a computation gives whose poll never stops it.
fn sure<T>(result: Result<T, Halt>) -> T {
    result.unwrap_or_else(|halt| unreachable!("{halt}"))
}

/// Whether a text is no value of a user's tag, or no name of a player.
fn no_line(text: &str) -> bool {
    text.chars().any(char::is_control) || text.chars().count() > MAX_VALUE
}

fn is_tag_name(key: &str) -> bool {
    !key.is_empty() && key.len() <= 40 && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

fn is_own(key: &str) -> bool {
    let seat = key.strip_prefix("Seat").is_some_and(|seat| seat.parse::<usize>().is_ok());
    OWN_TAGS.contains(&key) || seat
}

fn result_text(end: &dyn AnyState) -> String {
    if end.actor() != Actor::Over {
        return "*".to_owned();
    }
    let returns: Vec<String> = end.returns().iter().map(|value| format!("{value}")).collect();
    returns.join(" ")
}

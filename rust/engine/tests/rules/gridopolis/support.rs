//! Positions from a few markers, and questions about them.

use boardwright::error::Illegal;
use boardwright::game::{self, Actions, Actor, Viewer};
use boardwright::gridopolis::{Gridopolis, State};
use boardwright::{Event, Game, PlayError, SetupError, View};
use serde_json::{Map, Value, json};

/// A position in the making: options, markers, and other entries of the dict form.
#[derive(Clone, Debug, Default)]
pub(crate) struct Setup {
    options: Map<String, Value>,
    entries: Map<String, Value>,
    markers: Vec<Value>,
}

/// Matrix for two players, empty.
pub(crate) fn matrix() -> Setup {
    Setup::default().entry("seat", 0)
}

/// Another shipped blueprint for two players, empty.
pub(crate) fn on(blueprint: &str) -> Setup {
    matrix().option("blueprint", blueprint)
}

impl Setup {
    /// Sets an option of the game.
    pub(crate) fn option(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.options.insert(key.to_owned(), value.into());
        self
    }

    /// Sets an entry of the dict form.
    pub(crate) fn entry(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.entries.insert(key.to_owned(), value.into());
        self
    }

    /// For so many players.
    pub(crate) fn players(self, players: u8) -> Self {
        self.option("players", players)
    }

    /// Nobody can build or block.
    pub(crate) fn no_reserves(self) -> Self {
        self.option("reserves", 0)
    }

    /// Win option 2.
    pub(crate) fn points(self) -> Self {
        self.option("win", "points")
    }

    /// The seat whose turn it is (0 otherwise).
    pub(crate) fn turn_of(self, seat: u8) -> Self {
        self.entry("seat", seat)
    }

    /// Pads added in play.
    pub(crate) fn built(self, sites: &str) -> Self {
        self.entry("built", all_sites(sites))
    }

    /// Pads with a blocker-box.
    pub(crate) fn blocked(self, sites: &str) -> Self {
        self.entry("blocked", all_sites(sites))
    }

    /// A pawn that has moved before.
    pub(crate) fn pawn(self, seat: u8, at: &str) -> Self {
        self.marker(seat, at, false, true)
    }

    /// A pawn that has not moved yet.
    pub(crate) fn fresh(self, seat: u8, at: &str) -> Self {
        self.marker(seat, at, false, false)
    }

    /// A king.
    pub(crate) fn king(self, seat: u8, at: &str) -> Self {
        self.marker(seat, at, true, true)
    }

    fn marker(mut self, seat: u8, at: &str, king: bool, moved: bool) -> Self {
        self.markers.push(json!({"site": site(at), "seat": seat, "king": king, "moved": moved}));
        self
    }

    /// The position, or what is wrong with it.
    pub(crate) fn read(self) -> Result<Table, SetupError> {
        let game = Gridopolis::new(&Value::Object(self.options))?;
        let mut dict = self.entries;
        dict.insert("markers".to_owned(), Value::Array(self.markers));
        let state = game.from_json(&Value::Object(dict))?;
        Ok(Table { game, state })
    }

    /// The position, which must be possible.
    pub(crate) fn table(self) -> Table {
        self.read().expect("a possible position")
    }

    /// The rules that an impossible position offends.
    pub(crate) fn faults(self) -> Vec<&'static str> {
        let error = self.read().expect_err("an impossible position");
        error.problems.iter().filter_map(|problem| problem.rule).collect()
    }

    /// The start of a game with these options, without the markers of this setup.
    pub(crate) fn start(self) -> Table {
        let game = Gridopolis::new(&Value::Object(self.options)).expect("possible options");
        let state = game.start();
        Table { game, state }
    }
}

/// A site from its text.
pub(crate) fn site(text: &str) -> Value {
    let parts: Vec<i64> = text.split('.').map(|part| part.parse().expect("a number")).collect();
    assert_eq!(parts.len(), 3, "{text} is no site");
    json!(parts)
}

/// Sites from their texts, with spaces between them.
pub(crate) fn all_sites(text: &str) -> Value {
    text.split_whitespace().map(site).collect()
}

fn text_of(site: &Value) -> String {
    let parts: Vec<String> = site.as_array().expect("a site").iter().map(Value::to_string).collect();
    parts.join(".")
}

/// A game at some position.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) game: Gridopolis,
    pub(crate) state: State,
}

impl Table {
    /// The dict form.
    pub(crate) fn dict(&self) -> Value {
        self.game.to_json(&self.view())
    }

    fn view(&self) -> View<State> {
        View::of(&self.game, &self.state, Viewer::Everything)
    }

    /// An entry of what a drawing needs to know.
    pub(crate) fn layout(&self, key: &str) -> Value {
        self.game.layout(&self.view())[key].clone()
    }

    /// All legal actions.
    pub(crate) fn texts(&self) -> Vec<String> {
        let mut actions = Actions::new();
        self.game.actions(&self.state, &mut actions);
        let text = |id: &u16| self.game.event_text(&self.state, Event::Act(*id));
        actions.iter().map(text).collect()
    }

    /// The legal actions that start with `start`, without it, sorted, with spaces between them.
    pub(crate) fn after(&self, start: &str) -> String {
        let texts = self.texts();
        let mut rest: Vec<&str> = texts.iter().filter_map(|text| text.strip_prefix(start)).collect();
        rest.sort_unstable();
        rest.join(" ")
    }

    /// All whole turns.
    pub(crate) fn turns(&self) -> Vec<(String, Table)> {
        let turns = game::turns(&self.game, &self.state, &mut game::never).expect("a few turns");
        turns
            .into_iter()
            .map(|turn| {
                let mut state = self.state;
                let mut text = String::new();
                for event in turn.events {
                    text += &self.game.event_text(&state, event);
                    self.game.step(&mut state, event);
                }
                assert_eq!(state, turn.end, "{text}");
                (text, Table { game: self.game.clone(), state })
            })
            .collect()
    }

    /// The whole turns as texts, those only that start with `start`, sorted.
    pub(crate) fn turn_texts(&self, start: &str) -> Vec<String> {
        let all = self.turns().into_iter().map(|(text, _)| text);
        let mut texts: Vec<String> = all.filter(|text| text.starts_with(start)).collect();
        texts.sort_unstable();
        texts
    }

    /// The position after some actions, each of which must be legal and written as the engine
    /// writes it. After each, the dict form must give the same position again.
    pub(crate) fn play(&self, text: &str) -> Table {
        let mut table = self.clone();
        let mut rest = text;
        while !rest.is_empty() {
            let (event, read) = match table.game.parse_event(&table.state, rest) {
                Ok(found) => found,
                Err(error) => panic!("{rest} of {text}: {error}"),
            };
            assert_eq!(table.game.check(&table.state, event), Ok(()), "{rest} of {text}");
            let written = table.game.event_text(&table.state, event);
            assert_eq!(written, &rest[..read], "written as {written}");
            if let Event::Act(_) = event {
                assert!(table.texts().contains(&written), "{written} is not listed");
            }
            let dict = table.game.event_to_json(&table.state, event);
            let again = table.game.event_from_json(&table.state, &dict);
            assert_eq!(again, Ok(event), "{written} as {dict}");
            table.game.step(&mut table.state, event);
            let read_back = table.game.from_json(&table.dict());
            assert_eq!(read_back.as_ref(), Ok(&table.state), "after {written} of {text}");
            rest = &rest[read..];
        }
        table
    }

    /// Asserts that one action is illegal by this rule, as text and as dict, and not listed.
    pub(crate) fn forbids(&self, text: &str, rule: &str) {
        let error = self.game.parse_event(&self.state, text).expect_err(text);
        let PlayError::Illegal(Illegal { rule: found, message }) = error else { panic!("{text}: {error}") };
        assert_eq!(found, rule, "{text}: {message}");
        assert!(!self.texts().iter().any(|listed| listed == text), "{text} is listed");
        let Some(dict) = self.dict_of(text) else {
            return;
        };
        match self.game.event_from_json(&self.state, &dict) {
            Err(PlayError::Illegal(illegal)) => assert_eq!(illegal.rule, rule, "{dict}: {illegal}"),
            other => panic!("{dict}: {other:?}"),
        }
    }

    /// Several illegal actions, with spaces between them.
    pub(crate) fn forbids_all(&self, texts: &str, rule: &str) {
        for text in texts.split_whitespace() {
            self.forbids(text, rule);
        }
    }

    /// The rule by which an action id is illegal.
    pub(crate) fn rule_against(&self, id: u16) -> &'static str {
        let mut actions = Actions::new();
        self.game.actions(&self.state, &mut actions);
        assert!(!actions.contains(&id), "{id} is listed");
        self.game.check(&self.state, Event::Act(id)).expect_err("an illegal action").rule
    }

    /// The id of the pad on a site.
    pub(crate) fn pad(&self, at: &str) -> u16 {
        let pads = self.layout("pads");
        let pads = pads.as_array().expect("a list of pads");
        pads.iter().position(|pad| *pad == site(at)).expect("a pad") as u16
    }

    /// The dict form of a text that need not be legal.
    fn dict_of(&self, text: &str) -> Option<Value> {
        let mover = &self.dict()["phase"]["site"];
        if let Some(at) = text.strip_prefix('#') {
            return Some(json!({"type": "block", "site": site(at)}));
        }
        match text {
            "." => return Some(json!({"type": "stop"})),
            "-" => return Some(json!({"type": "pass"})),
            "time" => return Some(json!({"type": "time"})),
            _ => {}
        }
        let (from, sign, to) = text.char_indices().find_map(|(at, sign)| {
            "^x!~>".contains(sign).then(|| (&text[..at], sign, site(&text[at + 1..])))
        })?;
        let from = if from.is_empty() { mover.clone() } else { site(from) };
        if from.is_null() {
            return None;
        }
        Some(match sign {
            '>' => json!({"type": "step", "from": from, "to": to}),
            '^' => json!({"type": "hop", "from": from, "to": to}),
            'x' => json!({"type": "capture", "from": from, "to": to}),
            '!' => json!({"type": "kamikaze", "from": from, "over": to}),
            _ => json!({"type": "teleport", "from": from, "to": to}),
        })
    }

    /// The marker on a site: its seat, then `p` (pawn), `f` (pawn that has not moved) or `k`.
    pub(crate) fn at(&self, at: &str) -> String {
        let dict = self.dict();
        let markers = dict["markers"].as_array().expect("markers");
        let Some(marker) = markers.iter().find(|marker| marker["site"] == site(at)) else {
            return "-".to_owned();
        };
        let letter = match (&marker["king"], &marker["moved"]) {
            (Value::Bool(true), _) => 'k',
            (_, Value::Bool(true)) => 'p',
            _ => 'f',
        };
        format!("{}{letter}", marker["seat"])
    }

    /// The number of markers of a seat.
    pub(crate) fn markers(&self, seat: u8) -> usize {
        let dict = self.dict();
        let markers = dict["markers"].as_array().expect("markers");
        markers.iter().filter(|marker| marker["seat"] == json!(seat)).count()
    }

    /// The name of the phase; for a game that is over, why.
    pub(crate) fn phase(&self) -> String {
        let phase = &self.dict()["phase"];
        let name = phase["name"].as_str().expect("a name");
        match phase["reason"].as_str() {
            Some(reason) => format!("over: {reason}"),
            None => name.to_owned(),
        }
    }

    /// Where the marker in the middle of its turn stands.
    pub(crate) fn mover(&self) -> String {
        text_of(&self.dict()["phase"]["site"])
    }

    /// A number of the dict form.
    pub(crate) fn number(&self, key: &str) -> u64 {
        self.dict()[key].as_u64().expect("a number")
    }

    /// The seat that acts; `None` in a finished game.
    pub(crate) fn seat(&self) -> Option<u8> {
        match self.game.actor(&self.state) {
            Actor::Seat(seat) => Some(seat),
            Actor::Chance | Actor::Over => None,
        }
    }

    /// What a seat captured: pawns and kings.
    pub(crate) fn captured(&self, seat: usize) -> (u64, u64) {
        let taken = &self.dict()["captured"][seat];
        (taken["pawns"].as_u64().expect("pawns"), taken["kings"].as_u64().expect("kings"))
    }

    /// What a seat has left to build with: pads, links, posts, blocker-boxes.
    pub(crate) fn reserve(&self, seat: usize) -> [u64; 4] {
        let reserve = &self.dict()["reserves"][seat];
        ["pads", "links", "posts", "blockers"].map(|part| reserve[part].as_u64().expect("a number"))
    }

    /// The seats that won.
    pub(crate) fn winners(&self) -> Vec<u8> {
        let winners = self.game.winners(&self.state);
        (0..8).filter(|seat| winners >> seat & 1 == 1).collect()
    }

    /// The points of all seats.
    pub(crate) fn scores(&self) -> Vec<i32> {
        let seats = 0..self.game.spec().seats;
        seats.map(|seat| self.game.score(&self.state, seat)).collect()
    }

    /// The returns of all seats.
    pub(crate) fn returns(&self) -> Vec<f64> {
        self.game.returns(&self.state)
    }
}

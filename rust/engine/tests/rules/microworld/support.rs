//! Positions from a few pawns on a board that is easy to count on, and questions about them.

use boardwright::error::Illegal;
use boardwright::game::{Actions, Actor, Outcomes, UNKNOWN, Viewer};
use boardwright::microworld::actions::{ALLOW, CELL, END, GENE, KEEP, MUTATE, PAWN, PLACE, STEAL, chance};
use boardwright::microworld::pieces::{GENES, MUTATIONS, TARGETS};
use boardwright::microworld::{Microworld, State};
use boardwright::{Event, Game, PlayError, SetupError, View};
use serde_json::{Map, Value, json};

/// The lawn: six rows of six cells; cell 6 * row + column is adjacent to those beside, above and below it.
///
/// ```text
///  0  1* 2  3  4  5     m m m n n o     m mucous, n nervous, o osseous, u muscular
///  6  7  8  9*10 11     m o n n o o
/// 12 13*14 15 16*17     m o u n o u     * a gene space
/// 18 19 20 21*22 23     n n u u u u
/// 24*25 26 27 28 29     n m m o u m
/// 30 31 32 33 34*35     o o m o m m
/// ```
///
/// Its quarters are blocks of three by three, its rim the cells at the edge. It has ten tissues.
pub(crate) const LAWN: &str = "mmmnno monnoo mounou nnuuuu nmmoum oomomm";

/// The gene spaces of the lawn.
pub(crate) const SPACES: [u8; 7] = [1, 9, 13, 16, 21, 24, 34];

/// The tissues of the lawn: kind and cells, by their lowest cell.
pub(crate) const TISSUES: [(&str, &[u8]); 10] = [
    ("mucous", &[0, 1, 2, 6, 12]),
    ("nervous", &[3, 4, 8, 9, 15]),
    ("osseous", &[5, 10, 11, 16]),
    ("osseous", &[7, 13]),
    ("muscular", &[14, 17, 20, 21, 22, 23, 28]),
    ("nervous", &[18, 19, 24]),
    ("mucous", &[25, 26, 32]),
    ("osseous", &[27, 33]),
    ("mucous", &[29, 34, 35]),
    ("osseous", &[30, 31]),
];

/// A board of rows of six cells, from the first letters of their kinds (`u` is muscular), as a dict.
pub(crate) fn rows(kinds: &str, spaces: &[u8]) -> Value {
    let rows: Vec<Vec<char>> = kinds.split_whitespace().map(|row| row.chars().collect()).collect();
    let (height, width) = (rows.len(), rows[0].len());
    let cell = |index: usize| {
        let (row, column) = (index / width, index % width);
        let mut adjacent = Vec::new();
        if row > 0 {
            adjacent.push(index - width);
        }
        if column > 0 {
            adjacent.push(index - 1);
        }
        if column + 1 < width {
            adjacent.push(index + 1);
        }
        if row + 1 < height {
            adjacent.push(index + width);
        }
        let kind = match rows[row][column] {
            'm' => "mucous",
            'n' => "nervous",
            'o' => "osseous",
            _ => "muscular",
        };
        let quarter = match (row * 2 < height, column * 2 < width) {
            (true, false) => 0,
            (false, false) => 1,
            (false, true) => 2,
            (true, true) => 3,
        };
        json!({
            "kind": kind, "adjacent": adjacent, "gene": spaces.contains(&(index as u8)),
            "rim": row == 0 || column == 0 || row + 1 == height || column + 1 == width, "quarter": quarter,
        })
    };
    json!({"format": 1, "name": "rows", "cells": (0..width * height).map(cell).collect::<Vec<_>>()})
}

/// A position in the making: options and entries of the dict form.
#[derive(Clone, Debug)]
pub(crate) struct Setup {
    options: Map<String, Value>,
    entries: Map<String, Value>,
}

/// The lawn, empty; no gene token lies on it unless asked for.
pub(crate) fn lawn() -> Setup {
    on(rows(LAWN, &SPACES))
}

/// Another board, empty, without gene tokens.
pub(crate) fn on(board: impl Into<Value>) -> Setup {
    let setup = Setup { options: Map::new(), entries: Map::new() };
    setup.option("board", board).entry("pawns", json!([[], []])).entry("genes", json!([]))
}

fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
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

    /// The additional rules.
    pub(crate) fn rules(self, letters: &str) -> Self {
        self.option("rules", letters)
    }

    /// The target (rule B must be there).
    pub(crate) fn target(self, name: &str) -> Self {
        self.option("target", name).entry("target", name)
    }

    /// The mutations (rule C must be there).
    pub(crate) fn mutations(self, viruses: &str, anticorps: &str) -> Self {
        let both = json!([viruses, anticorps]);
        self.option("mutations", both.clone()).entry("mutations", both)
    }

    /// The cells of the pawns, in the order of placing. Whose turn it is follows from it.
    pub(crate) fn pawns(self, viruses: &[u8], anticorps: &[u8]) -> Self {
        self.entry("pawns", json!([viruses, anticorps]))
    }

    /// The cells with a gene token.
    pub(crate) fn tokens(self, cells: &[u8]) -> Self {
        self.entry("genes", json!(cells))
    }

    /// The gene tokens in the hands.
    pub(crate) fn hands(self, viruses: &str, anticorps: &str) -> Self {
        self.entry("hands", json!([words(viruses), words(anticorps)]))
    }

    /// The gene tokens used; the arrow shows the last one named that is not copy.
    pub(crate) fn used(self, viruses: &str, anticorps: &str) -> Self {
        let all = [words(viruses), words(anticorps)];
        let last = all.concat().into_iter().rfind(|gene| *gene != "copy");
        self.entry("used", json!(all)).entry("arrow", last.map_or(Value::Null, Value::from))
    }

    /// The power that the arrow shows.
    pub(crate) fn arrow(self, gene: &str) -> Self {
        self.entry("arrow", gene)
    }

    /// The points so far.
    pub(crate) fn points(self, viruses: u16, anticorps: u16) -> Self {
        self.entry("points", json!([viruses, anticorps]))
    }

    /// The position, or what is wrong with it.
    pub(crate) fn read(self) -> Result<Table, SetupError> {
        let game = Microworld::new(&Value::Object(self.options))?;
        let state = game.from_json(&Value::Object(self.entries))?;
        Ok(Table { game, state })
    }

    /// The position, which must be possible.
    pub(crate) fn table(self) -> Table {
        match self.read() {
            Ok(table) => table,
            Err(error) => panic!("an impossible position: {error}"),
        }
    }

    /// The rules that options or position offend.
    pub(crate) fn faults(self) -> Vec<&'static str> {
        let Err(error) = self.read() else { panic!("the position is taken") };
        error.problems.iter().map(|problem| problem.rule.unwrap_or("-")).collect()
    }

    /// Whether a game with these options can start.
    pub(crate) fn is_playable(self) -> bool {
        Microworld::new(&Value::Object(self.options)).is_ok()
    }

    /// The start of a game with these options, tokens on all gene spaces.
    pub(crate) fn start(self) -> Table {
        let game = match Microworld::new(&Value::Object(self.options)) {
            Ok(game) => game,
            Err(error) => panic!("impossible options: {error}"),
        };
        let state = game.start();
        Table { game, state }
    }
}

/// A game at some position.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) game: Microworld,
    pub(crate) state: State,
}

impl Table {
    /// What a viewer knows of the position.
    pub(crate) fn view(&self, viewer: Viewer) -> View<State> {
        View::of(&self.game, &self.state, viewer)
    }

    /// The dict form.
    pub(crate) fn dict(&self) -> Value {
        self.game.to_json(&self.view(Viewer::Everything))
    }

    /// An entry of the dict form as a viewer knows it.
    pub(crate) fn seen(&self, key: &str, viewer: Viewer) -> Value {
        self.game.to_json(&self.view(viewer))[key].clone()
    }

    /// An entry of the dict form, as text without quotes.
    pub(crate) fn entry(&self, key: &str) -> String {
        self.dict()[key].to_string().replace('"', "")
    }

    /// An entry of `this_turn`.
    pub(crate) fn this_turn(&self, key: &str) -> String {
        self.dict()["this_turn"][key].to_string().replace('"', "")
    }

    /// The texts of all legal actions, in the order of their ids, with spaces between them.
    pub(crate) fn listed(&self) -> String {
        let mut actions = Actions::new();
        self.game.actions(&self.state, &mut actions);
        let texts: Vec<String> =
            actions.iter().map(|id| self.game.event_text(&self.state, Event::Act(*id))).collect();
        texts.join(" ")
    }

    /// The cells that can be placed in.
    pub(crate) fn places(&self) -> Vec<u8> {
        self.listed().split_whitespace().filter_map(|text| text.parse().ok()).collect()
    }

    /// The legal actions that are no placing.
    pub(crate) fn deeds(&self) -> String {
        let listed = self.listed();
        let rest: Vec<&str> = listed.split_whitespace().filter(|text| text.parse::<u8>().is_err()).collect();
        rest.join(" ")
    }

    /// The texts of all outcomes of chance, which must be equally likely.
    pub(crate) fn chances(&self) -> String {
        let mut outcomes = Outcomes::new();
        self.game.outcomes(&self.state, &mut outcomes);
        assert!(outcomes.iter().all(|(_, weight)| *weight == 1), "{outcomes:?}");
        let text = |id: u16| self.game.event_text(&self.state, Event::Chance(id));
        let texts: Vec<String> = outcomes.iter().map(|(id, _)| text(*id)).collect();
        texts.join(" ")
    }

    /// The position after some events, each of which must be legal and written as the engine writes it.
    /// After each, the dict form must give the same position again.
    pub(crate) fn play(&self, text: &str) -> Table {
        let mut table = self.clone();
        for word in text.split_whitespace() {
            let event = match table.game.parse_event(&table.state, word) {
                Ok((event, read)) => {
                    assert_eq!(read, word.len(), "{word} of {text}");
                    event
                }
                Err(error) => panic!("{word} of {text}: {error}"),
            };
            assert_eq!(table.game.check(&table.state, event), Ok(()), "{word} of {text}");
            assert_eq!(table.game.event_text(&table.state, event), word, "of {text}");
            if event.id() != UNKNOWN {
                let listed = if let Event::Act(_) = event { table.listed() } else { table.chances() };
                assert!(listed.split(' ').any(|listed| listed == word), "{word} is not listed: {listed}");
            }
            let dict = table.game.event_to_json(&table.state, event);
            let again = table.game.event_from_json(&table.state, &dict);
            assert_eq!(again, Ok(event), "{word} as {dict}");
            table.game.step(&mut table.state, event);
            let read_back = table.game.from_json(&table.dict());
            assert_eq!(read_back.as_ref(), Ok(&table.state), "after {word} of {text}");
        }
        table
    }

    /// What a word stands for, legal or not: the event and its dict form. `None` if only text can say it.
    fn meaning(&self, word: &str) -> Option<(Event, Value)> {
        let index = |names: &[&str], name: &str| names.iter().position(|known| *known == name);
        let act = |first: u16, number: usize, dict| Some((Event::Act(first + number as u16), dict));
        let happen = |first: u16, number: usize, dict| Some((Event::Chance(first + number as u16), dict));
        if let Ok(cell) = word.parse::<usize>() {
            return act(PLACE, cell, json!({"type": "place", "cell": cell}));
        }
        if let Some(number) = index(&GENES, word) {
            return act(GENE, number, json!({"type": "gene", "gene": word}));
        }
        if let Some(cell) = word.strip_prefix('>') {
            let cell = cell.parse().expect("a cell");
            return act(CELL, cell, json!({"type": "cell", "cell": cell}));
        }
        if let Some(gene) = word.strip_prefix('+') {
            return happen(0, index(&GENES, gene)?, json!({"type": "draw", "gene": gene}));
        }
        for (seat, letter) in ["v", "a"].into_iter().enumerate() {
            if let Some(pawn) = word.strip_prefix(letter).and_then(|rest| rest.parse::<usize>().ok()) {
                return act(PAWN, 14 * seat + pawn, json!({"type": "pawn", "seat": seat, "pawn": pawn}));
            }
        }
        if let Some((key, name)) = word.split_once('=') {
            return match key {
                "keep" => act(KEEP, index(&MUTATIONS, name)?, json!({"type": "keep", "mutation": name})),
                "target" => {
                    happen(chance::TARGET, index(&TARGETS, name)?, json!({"type": "target", "target": name}))
                }
                _ => {
                    let kind = if key == "tile" { "tile" } else { "reveal" };
                    let dict = json!({"type": kind, "mutation": name});
                    happen(chance::MUTATION, index(&MUTATIONS, name)?, dict)
                }
            };
        }
        let own = self.dict()["mutations"][self.dict()["seat"].as_u64().expect("a seat") as usize].clone();
        match word {
            "steal" => act(STEAL, 0, json!({"type": "steal"})),
            "allow" => act(ALLOW, 0, json!({"type": "allow"})),
            "end" => act(END, 0, json!({"type": "end"})),
            _ if own == word => act(MUTATE, 0, json!({"type": "mutation"})),
            _ => None,
        }
    }

    /// Asserts that one event is illegal by this rule: as text, as a number, and as a dict.
    pub(crate) fn forbids(&self, word: &str, rule: &str) {
        match self.game.parse_event(&self.state, word) {
            Err(PlayError::Illegal(Illegal { rule: found, message })) => {
                assert_eq!(found, rule, "{word}: {message}");
            }
            other => panic!("{word}: {other:?}"),
        }
        let listed = format!("{} {}", self.listed(), self.chances());
        assert!(!listed.split(' ').any(|listed| listed == word), "{word} is listed: {listed}");
        let Some((event, dict)) = self.meaning(word) else { return };
        match self.game.check(&self.state, event) {
            Err(illegal) => assert_eq!(illegal.rule, rule, "{event:?}: {illegal}"),
            Ok(()) => panic!("{event:?} is legal, {word} is not"),
        }
        match self.game.event_from_json(&self.state, &dict) {
            Err(PlayError::Illegal(illegal)) => assert_eq!(illegal.rule, rule, "{dict}: {illegal}"),
            other => panic!("{dict}: {other:?}"),
        }
    }

    /// Several illegal events, with spaces between them.
    pub(crate) fn forbids_all(&self, texts: &str, rule: &str) {
        for word in texts.split_whitespace() {
            self.forbids(word, rule);
        }
    }

    /// The name of the phase.
    pub(crate) fn phase(&self) -> String {
        self.dict()["phase"]["name"].as_str().expect("a name").to_owned()
    }

    /// The seat that acts; `None` if chance does, or nobody.
    pub(crate) fn seat(&self) -> Option<u8> {
        match self.game.actor(&self.state) {
            Actor::Seat(seat) => Some(seat),
            Actor::Chance | Actor::Over => None,
        }
    }

    /// The points of both.
    pub(crate) fn points(&self) -> (i32, i32) {
        (self.game.score(&self.state, 0), self.game.score(&self.state, 1))
    }

    /// The points of both after a turn, which must be over with it.
    pub(crate) fn after(&self, text: &str) -> (i32, i32) {
        let next = self.play(text);
        assert_eq!(next.game.turn(&next.state), self.game.turn(&self.state) + 1, "{text} is no whole turn");
        next.points()
    }

    /// The cell of a pawn such as `v3`.
    pub(crate) fn cell_of(&self, pawn: &str) -> u64 {
        let seat = usize::from(pawn.starts_with('a'));
        let number: usize = pawn[1..].parse().expect("a number");
        self.dict()["pawns"][seat][number].as_u64().expect("a cell")
    }

    /// An analysis of the position.
    pub(crate) fn analysis(&self, what: &str) -> Value {
        self.game.analyse(&self.view(Viewer::Everything), what).expect("a known analysis")
    }

    /// What the final scoring would give or has given for the tissue of a cell: leader (`v`, `a`, `-`), points.
    pub(crate) fn tissue(&self, cell: u8) -> String {
        let tissues = self.analysis("tissues");
        let tissues = tissues.as_array().expect("a list");
        let mut sums = [0, 0];
        for tissue in tissues {
            if let Some(winner) = tissue["winner"].as_u64() {
                sums[winner as usize] += tissue["points"].as_i64().expect("a number");
            }
        }
        assert_eq!((sums[0], sums[1]), self.tissues(), "the tissues do not add up");
        let holds =
            |tissue: &&Value| tissue["cells"].as_array().is_some_and(|cells| cells.contains(&json!(cell)));
        let found = tissues.iter().find(holds).expect("a tissue");
        let leader = match found["leader"].as_u64() {
            Some(0) => "v",
            Some(_) => "a",
            None => "-",
        };
        format!("{leader}{}", found["points"])
    }

    /// What the final scoring would add now, or has added.
    pub(crate) fn tissues(&self) -> (i64, i64) {
        let standing = self.analysis("standing");
        let of = |seat: usize| standing["tissues"][seat].as_i64().expect("a number");
        (of(0), of(1))
    }

    /// The seats that won.
    pub(crate) fn winners(&self) -> Vec<u8> {
        let winners = self.game.winners(&self.state);
        (0..8).filter(|seat| winners >> seat & 1 == 1).collect()
    }

    /// The returns of both.
    pub(crate) fn returns(&self) -> Vec<f64> {
        self.game.returns(&self.state)
    }
}

//! Positions from a few entries of the dict form, with plants that are easy to remember, and questions about them.

use boardwright::error::Illegal;
use boardwright::game::{Actions, Actor, Outcomes, UNKNOWN, Viewer};
use boardwright::genotype::actions::{
    ASSISTANT, DIE, DONE, GOAL, PAIR, PASS, PAY, PLANT, PLANT_SLOT, SPACE, TILE, TOOL, TOOL_SLOT, TRAIT,
    UPGRADE,
};
use boardwright::genotype::pieces::{ASSISTANTS, COLOURS, GENOTYPES, GOALS, SPACES, TILES, TOOLS};
use boardwright::genotype::{Genotype, State};
use boardwright::{Event, Game, PlayError, SetupError, View};
use serde_json::{Map, Value, json};

/// The traits of the first plants. A plant gives as many points as its number says, plant 0 gives 1. From 16 on
/// they are `GG ff`, `RR tt`, `FF tt`, `gg TT`, again and again.
pub(crate) const PLANTS: [&str; 16] = [
    "Rr Gg",
    "Rr GG",
    "RR Gg",
    "Rr Ff",
    "RR GG",
    "Rr Gg Ff",
    "Rr Gg Ff Tt",
    "FF TT",
    "Ff Tt",
    "rr gg",
    "Gg Tt",
    "RR Ff Tt",
    "RR GG FF TT",
    "rr gg ff tt",
    "Rr Tt",
    "Gg Ff",
];

/// The plants as a data file.
fn plants() -> Value {
    let traits = |number: usize| match PLANTS.get(number) {
        Some(text) => *text,
        None => ["GG ff", "RR tt", "FF tt", "gg TT"][number % 4],
    };
    let card = |number: usize| json!({"traits": words(traits(number)), "points": number.max(1)});
    json!({"format": 1, "status": "own", "cards": (0..50).map(card).collect::<Vec<_>>()})
}

/// A position in the making: options and entries of the dict form.
#[derive(Clone, Debug)]
pub(crate) struct Setup {
    options: Map<String, Value>,
    entries: Map<String, Value>,
    players: Vec<Map<String, Value>>,
    own_spaces: Vec<Vec<String>>,
    johann_placed: usize,
}

/// A game with so many players, before the first marker of round 1: nobody has anything but a coin and markers, and
/// the display is empty.
pub(crate) fn peas(players: usize) -> Setup {
    let setup = Setup {
        options: Map::new(),
        entries: Map::new(),
        players: vec![Map::new(); players],
        own_spaces: vec![Vec::new(); if players == 1 { 2 } else { players }],
        johann_placed: 0,
    };
    setup.option("players", players).option("plants", plants())
}

/// The solo game.
pub(crate) fn solo(difficulty: &str) -> Setup {
    peas(1).option("difficulty", difficulty)
}

/// The solo game in which Johann has an assistant from the start.
pub(crate) fn hard(assistant: &str) -> Setup {
    solo("hard").option("johann", assistant).johann(json!({"special": assistant, "assistants": [assistant]}))
}

pub(crate) fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

/// Plots with plants from a text: `0:6` is plant 6 on plot 0, `0:6RG` with markers on R and G.
fn plots(text: &str) -> Value {
    let plot = |word: &str| {
        let (plot, rest) = word.split_once(':').expect("plot:plant");
        let digits = rest.trim_end_matches(|letter: char| letter.is_ascii_uppercase());
        let covered: Vec<String> = rest[digits.len()..].chars().map(String::from).collect();
        let (plot, plant): (u8, u8) = (plot.parse().expect("a plot"), digits.parse().expect("a plant"));
        json!({"plot": plot, "plant": plant, "covered": covered})
    };
    words(text).into_iter().map(plot).collect()
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

    /// Sets an entry of a player.
    pub(crate) fn player(mut self, seat: usize, key: &str, value: impl Into<Value>) -> Self {
        self.players[seat].insert(key.to_owned(), value.into());
        self
    }

    /// What a player has on the plots, such as `0:6RG 1:3`.
    pub(crate) fn plots(self, seat: usize, text: &str) -> Self {
        self.player(seat, "plots", plots(text))
    }

    pub(crate) fn coins(self, seat: usize, coins: u8) -> Self {
        self.player(seat, "coins", coins)
    }

    /// The plants in a hand.
    pub(crate) fn hand(self, seat: usize, hand: &[u8]) -> Self {
        self.player(seat, "hand", json!(hand))
    }

    /// The tools in a hand.
    pub(crate) fn tools(self, seat: usize, text: &str) -> Self {
        self.player(seat, "tools", json!(words(text)))
    }

    pub(crate) fn assistants(self, seat: usize, text: &str) -> Self {
        self.player(seat, "assistants", json!(words(text)))
    }

    /// The display; `-` is an empty slot.
    pub(crate) fn display(self, plants: &str, tools: &str, assistants: &str) -> Self {
        let word = |word: &&str| if *word == "-" { Value::Null } else { json!(word) };
        let number = |word: &&str| word.parse::<u8>().map_or(Value::Null, |plant| json!(plant));
        let plants: Vec<Value> = words(plants).iter().map(number).collect();
        let [tools, assistants]: [Vec<Value>; 2] =
            [tools, assistants].map(|text| words(text).iter().map(word).collect());
        self.entry("display", json!({"plants": plants, "tools": tools, "assistants": assistants}))
    }

    /// Johann's entries; those that were set before stay.
    pub(crate) fn johann(self, more: Value) -> Self {
        let mut all = self.entries.get("johann").cloned().unwrap_or_else(|| json!({}));
        let (Value::Object(old), Value::Object(new)) = (&mut all, more) else { panic!("objects") };
        old.extend(new);
        self.entry("johann", all)
    }

    /// It is Johann's turn in the working phase.
    pub(crate) fn johanns_turn(self) -> Self {
        self.entry("phase", json!({"name": "automa", "for": "action", "mover": 1}))
    }

    /// Johann's garden from the bottom to the top, such as `6RG 3`.
    pub(crate) fn garden(self, text: &str) -> Self {
        let text: String = words(text).iter().map(|word| format!("0:{word} ")).collect();
        let garden: Vec<Value> = plots(&text)
            .as_array()
            .expect("a list")
            .iter()
            .map(|plot| json!({"plant": plot["plant"], "covered": plot["covered"]}))
            .collect();
        self.johann(json!({"garden": garden}))
    }

    /// Markers on spaces: `second:0 second:1 gardening:0`. In the solo game seat 1 is Johann.
    pub(crate) fn markers(mut self, text: &str) -> Self {
        let mut spaces = match self.entries.get("spaces") {
            Some(Value::Object(spaces)) => spaces.clone(),
            _ => Map::new(),
        };
        for word in words(text) {
            let (space, seat) = word.split_once(':').expect("space:seat");
            let seat: usize = seat.parse().expect("a seat");
            if matches!(space, "gardening" | "slot" | "omari") {
                self.own_spaces[seat].push(space.to_owned());
            } else {
                let list = spaces.entry(space).or_insert_with(|| json!([]));
                list.as_array_mut().expect("a list").push(json!(seat));
            }
            if seat < self.players.len() {
                let placed = self.placed(seat) + 1;
                self.players[seat].insert("placed".to_owned(), json!(placed));
            } else {
                self.johann_placed += 1;
            }
        }
        let placed = self.johann_placed;
        let own = json!(self.own_spaces);
        let setup = self.entry("spaces", spaces).entry("own_spaces", own);
        if placed > 0 { setup.johann(json!({"placed": placed})) } else { setup }
    }

    fn placed(&self, seat: usize) -> u64 {
        self.players[seat].get("placed").map_or(0, |placed| placed.as_u64().expect("a number"))
    }

    /// All markers that are not placed yet lie where they change nothing, and the dice are to be rolled.
    pub(crate) fn breeding(self) -> Self {
        let mut setup = self;
        let idle =
            ["gardening", "university-1", "university-2", "tool-shed", "nursery", "treasury", "goal-2"];
        let mut spaces: Vec<&str> = idle[1..]
            .iter()
            .chain(&["goal-3", "genes-R", "genes-G", "genes-F", "genes-T"])
            .copied()
            .collect();
        let is_free = |setup: &Setup, space: &str| {
            setup.entries.get("spaces").is_none_or(|all| all.get(space).is_none())
        };
        for seat in 0..setup.own_spaces.len() {
            let said = if seat < setup.players.len() {
                setup.players[seat].get("markers")
            } else {
                setup.entries.get("johann").and_then(|johann| johann.get("markers"))
            };
            let markers = said.map_or(3, |markers| markers.as_u64().expect("a number"));
            let done = |setup: &Setup| {
                if seat < setup.players.len() { setup.placed(seat) } else { setup.johann_placed as u64 }
            };
            if done(&setup) < markers && !setup.own_spaces[seat].iter().any(|space| space == "gardening") {
                setup = setup.markers(&format!("gardening:{seat}"));
            }
            while done(&setup) < markers {
                let space = spaces.remove(0);
                if is_free(&setup, space) {
                    setup = setup.markers(&format!("{space}:{seat}"));
                }
            }
        }
        setup.entry("phase", json!({"name": "die"}))
    }

    /// All dice have been rolled and nobody can take one: the upgrade phase begins. Nobody may have an uncovered trait.
    pub(crate) fn upgrades(self) -> Table {
        self.breeding().table().roll("")
    }

    /// The position, or what is wrong with it.
    pub(crate) fn read(mut self) -> Result<Table, SetupError> {
        let game = Genotype::new(&Value::Object(self.options))?;
        self.entries.insert("players".to_owned(), json!(self.players));
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

    /// The start of a game with these options.
    pub(crate) fn start(self) -> Table {
        let game = match Genotype::new(&Value::Object(self.options)) {
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
    pub(crate) game: Genotype,
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

    /// An entry of the dict form as a viewer knows it, by its path such as `players/0/coins`, as text without quotes.
    pub(crate) fn seen(&self, path: &str, viewer: Viewer) -> String {
        let dict = self.game.to_json(&self.view(viewer));
        let Some(value) = dict.pointer(&format!("/{path}")) else { panic!("no {path} in {dict}") };
        value.to_string().replace('"', "")
    }

    /// An entry of the dict form by its path, as text without quotes.
    pub(crate) fn at(&self, path: &str) -> String {
        self.seen(path, Viewer::Everything)
    }

    pub(crate) fn coins(&self, seat: usize) -> u64 {
        self.dict()["players"][seat]["coins"].as_u64().expect("a number")
    }

    /// What a player has on the plots, such as `0:6RG 1:3`.
    pub(crate) fn plots(&self, seat: usize) -> String {
        let list = self.dict()["players"][seat]["plots"].clone();
        let plot = |plot: &Value| format!("{}:{}{}", plot["plot"], plot["plant"], covered(plot));
        list.as_array().expect("a list").iter().map(plot).collect::<Vec<_>>().join(" ")
    }

    /// Johann's garden from the bottom to the top, such as `6RG 3`.
    pub(crate) fn garden(&self) -> String {
        let list = self.dict()["johann"]["garden"].clone();
        let plant = |plant: &Value| format!("{}{}", plant["plant"], covered(plant));
        list.as_array().expect("a list").iter().map(plant).collect::<Vec<_>>().join(" ")
    }

    /// The texts of all legal actions, in the order of their ids, with spaces between them.
    pub(crate) fn listed(&self) -> String {
        let mut actions = Actions::new();
        self.game.actions(&self.state, &mut actions);
        let texts: Vec<String> =
            actions.iter().map(|id| self.game.event_text(&self.state, Event::Act(*id))).collect();
        texts.join(" ")
    }

    /// Whether an action is listed.
    pub(crate) fn lists(&self, word: &str) -> bool {
        self.listed().split(' ').any(|listed| listed == word)
    }

    /// The texts of all outcomes of chance, with their weights if they differ: `I:2`.
    pub(crate) fn chances(&self) -> String {
        let mut outcomes = Outcomes::new();
        self.game.outcomes(&self.state, &mut outcomes);
        let alike = outcomes.iter().all(|(_, weight)| *weight == 1);
        let text = |(id, weight): &(u16, u32)| {
            let text = self.game.event_text(&self.state, Event::Chance(*id));
            if alike { text } else { format!("{text}:{weight}") }
        };
        outcomes.iter().map(text).collect::<Vec<_>>().join(" ")
    }

    /// The event of a word, which must be legal and written as the engine writes it.
    fn event(&self, word: &str) -> Event {
        let event = match self.game.parse_event(&self.state, word) {
            Ok((event, read)) => {
                assert_eq!(read, word.len(), "{word}");
                event
            }
            Err(error) => panic!("{word}: {error}"),
        };
        assert_eq!(self.game.check(&self.state, event), Ok(()), "{word}");
        assert_eq!(self.game.event_text(&self.state, event), word);
        let mut outcomes = Outcomes::new();
        self.game.outcomes(&self.state, &mut outcomes);
        match event {
            Event::Act(id) if id != UNKNOWN => assert!(self.lists(word), "{word}: {}", self.listed()),
            Event::Chance(id) if id != UNKNOWN => {
                assert!(outcomes.iter().any(|(outcome, _)| *outcome == id), "{word}: {}", self.chances());
            }
            _ => {}
        }
        event
    }

    /// The position after some events, each of which must be legal. After each, the dict form must give the same
    /// position again.
    pub(crate) fn play(&self, text: &str) -> Table {
        let mut table = self.clone();
        for word in text.split_whitespace() {
            let event = table.event(word);
            let dict = table.game.event_to_json(&table.state, event);
            let again = table.game.event_from_json(&table.state, &dict);
            assert_eq!(again, Ok(event), "{word} as {dict}");
            table.game.step(&mut table.state, event);
            let read_back = table.game.from_json(&table.dict());
            assert_eq!(read_back.as_ref(), Ok(&table.state), "after {word} of {text}: {}", table.dict());
        }
        table
    }

    /// Rolls all dice: those named, such as `Rr R*`, and recessive ones for the rest. The parents must be mixed.
    pub(crate) fn roll(&self, text: &str) -> Table {
        let mut faces = Vec::new();
        for (colour, letter) in COLOURS.iter().enumerate() {
            let own = GENOTYPES[3 * colour..3 * colour + 3].to_vec();
            let mut dice: Vec<&str> = Vec::new();
            for word in text.split_whitespace() {
                match own.iter().position(|name| *name == word) {
                    Some(kind) => dice.push(["I", "II", "IV"][kind]),
                    None if word.strip_suffix('*') == Some(*letter) => dice.push("new"),
                    None => {}
                }
            }
            assert!(dice.len() <= 5, "{text}");
            dice.resize(5, "IV");
            faces.extend(dice);
        }
        self.play(&faces.join(" "))
    }

    /// What is said of a legal event.
    pub(crate) fn why(&self, word: &str) -> String {
        self.game.reason(&self.state, self.event(word))
    }

    /// What a word stands for, legal or not: its action, and its dict form.
    fn meaning(&self, word: &str) -> Option<(Event, Value)> {
        let index = |names: &[&str], name: &str| names.iter().position(|known| *known == name);
        let act = |first: u16, number: usize, dict| Some((Event::Act(first + number as u16), dict));
        let die = |text: &str| match text.strip_suffix('*') {
            Some(letter) => index(&COLOURS, letter).map(|colour| (4 * colour + 3, letter.to_owned(), "new")),
            None => index(&GENOTYPES, text)
                .map(|id| (4 * (id / 3) + id % 3, COLOURS[id / 3].to_owned(), GENOTYPES[id])),
        };
        match word {
            "done" => return act(DONE, 0, json!({"type": "done"})),
            "pass" => return act(PASS, 0, json!({"type": "pass"})),
            "pay" => return act(PAY, 0, json!({"type": "pay"})),
            _ => {}
        }
        for (deck, first) in [("plants", PLANT_SLOT), ("tools", TOOL_SLOT)] {
            if let Some(slot) = word.strip_prefix(&format!("<{deck}")) {
                let number = slot.parse::<usize>().unwrap_or(5);
                let dict = json!({"type": "source", "deck": deck, "slot": slot.parse::<u8>().ok()});
                return act(first, number, dict);
            }
        }
        if let Some(text) = word.strip_prefix('=') {
            let (number, colour, name) = die(text)?;
            return act(DIE, number, json!({"type": "die", "colour": colour, "die": name}));
        }
        if let Some(text) = word.strip_prefix('*') {
            let (number, colour, name) = die(text)?;
            return act(PAIR, number, json!({"type": "pair", "colour": colour, "with": name}));
        }
        if let Some(text) = word.strip_prefix('@') {
            let (plot, colour) = (text[..1].parse::<usize>().ok()?, index(&COLOURS, &text[1..])?);
            let dict = json!({"type": "trait", "plot": plot, "colour": COLOURS[colour]});
            return act(TRAIT, 4 * plot + colour, dict);
        }
        if let Some(name) = word.strip_prefix("goal=") {
            return act(GOAL, index(&GOALS, name)?, json!({"type": "goal", "goal": name}));
        }
        if let Some(name) = word.strip_prefix("buy-") {
            let number = index(&["plot", "slot", "marker"], name)?;
            return act(UPGRADE, number, json!({"type": "upgrade", "upgrade": name}));
        }
        if let Some(plant) = word.strip_prefix('p').and_then(|rest| rest.parse::<usize>().ok()) {
            return act(PLANT, plant, json!({"type": "plant", "plant": plant}));
        }
        if word == "omari" {
            return None; // the space or the assistant, by the phase
        }
        None.or_else(|| {
            index(&SPACES, word).and_then(|id| act(SPACE, id, json!({"type": "space", "space": word})))
        })
        .or_else(|| index(&TOOLS, word).and_then(|id| act(TOOL, id, json!({"type": "tool", "tool": word}))))
        .or_else(|| {
            let dict = json!({"type": "assistant", "assistant": word});
            index(&ASSISTANTS, word).and_then(|id| act(ASSISTANT, id, dict))
        })
        .or_else(|| index(&TILES, word).and_then(|id| act(TILE, id, json!({"type": "tile", "tile": word}))))
    }

    /// Asserts that one event is illegal by this rule: as text, as a number, and as a dict; gives the words.
    pub(crate) fn forbids(&self, word: &str, rule: &str) -> String {
        let message = match self.game.parse_event(&self.state, word) {
            Err(PlayError::Illegal(Illegal { rule: found, message })) => {
                assert_eq!(found, rule, "{word}: {message}");
                message
            }
            other => panic!("{word}: {other:?}"),
        };
        assert!(!self.lists(word), "{word} is listed: {}", self.listed());
        let Some((event, dict)) = self.meaning(word) else { return message };
        match self.game.check(&self.state, event) {
            Err(illegal) => assert_eq!((illegal.rule, &illegal.message), (rule, &message), "{event:?}"),
            Ok(()) => panic!("{event:?} is legal, {word} is not"),
        }
        match self.game.event_from_json(&self.state, &dict) {
            Err(PlayError::Illegal(illegal)) => assert_eq!(illegal.rule, rule, "{dict}: {illegal}"),
            other => panic!("{dict}: {other:?}"),
        }
        message
    }

    /// Several illegal events, with spaces between them.
    pub(crate) fn forbids_all(&self, texts: &str, rule: &str) {
        for word in texts.split_whitespace() {
            self.forbids(word, rule);
        }
    }

    /// Whether all have passed in the breeding phase: somebody buys, or cards are dealt for the next round.
    pub(crate) fn is_past_breeding(&self) -> bool {
        matches!(&*self.phase(), "upgrade" | "card")
    }

    /// The name of the phase.
    pub(crate) fn phase(&self) -> String {
        self.at("phase/name")
    }

    /// The seat that acts; `None` if chance does, or nobody.
    pub(crate) fn seat(&self) -> Option<u8> {
        match self.game.actor(&self.state) {
            Actor::Seat(seat) => Some(seat),
            Actor::Chance | Actor::Over => None,
        }
    }

    /// Phase and seat in one.
    pub(crate) fn turn(&self) -> (String, Option<u8>) {
        (self.phase(), self.seat())
    }

    /// The points of a seat.
    pub(crate) fn points(&self, seat: u8) -> i32 {
        self.game.score(&self.state, seat)
    }

    /// The seats that won.
    pub(crate) fn winners(&self) -> Vec<u8> {
        let winners = self.game.winners(&self.state);
        (0..8).filter(|seat| winners >> seat & 1 == 1).collect()
    }
}

/// The letters of the covered traits.
fn covered(plant: &Value) -> String {
    let list = plant["covered"].as_array().expect("a list");
    list.iter().map(|letter| letter.as_str().expect("a letter")).collect()
}

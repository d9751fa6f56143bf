//! A game of one's own: three in a row, with all that [`Game`] asks for. What it need not say has a default; the fixture game
//! (`src/fixture.rs`) has the rest, chance and secrets.
//!
//! `cargo run --release --example own_game`: checks it against the laws of the contract, and plays it out with tree search.

use boardwright::erased::erase;
use boardwright::error::{Error, Illegal, ParseError, PlayError, SetupError};
use boardwright::game::{Actions, Actor, Seat, Spec, TensorPart, Viewer, never};
use boardwright::{Event, Game, View, laws};
use serde_json::{Value, json};

/// The rules, and facts about them.
pub struct ThreeInARow {
    spec: Spec,
    options: Value,
}

/// A position: who has marked each cell, row by row; 0: nobody, else the seat from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    cells: [u8; 9],
}

const ROWS: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

impl Default for ThreeInARow {
    fn default() -> Self {
        let features = vec!["own".to_owned(), "other".to_owned()];
        let spec = Spec {
            name: "three-in-a-row",
            title: "Three in a row",
            rules_version: 1,
            seats: 2,
            seat_names: vec!["X".to_owned(), "O".to_owned()],
            actions: 9,
            chances: 0,
            referee: &[],
            max_events: 9,
            return_range: (-1.0, 1.0),
            return_sum: Some(0.0),
            tensor: vec![TensorPart { name: "cells", shape: vec![9, 2], features }],
            separator: " ",
            analyses: &[],
            assumed: Vec::new(),
            fingerprint: 0,
        };
        ThreeInARow { spec, options: json!({}) }
    }
}

impl ThreeInARow {
    fn marks(position: &Position) -> u8 {
        position.cells.iter().filter(|cell| **cell > 0).count() as u8
    }

    /// The seat that has three in a row.
    fn winner(position: &Position) -> Option<Seat> {
        let has_row =
            |seat: &Seat| ROWS.iter().any(|row| row.iter().all(|at| position.cells[*at] == seat + 1));
        (0..2).find(has_row)
    }
}

fn unreadable(message: &str) -> PlayError {
    ParseError { message: message.to_owned(), column: 0 }.into()
}

impl Game for ThreeInARow {
    type State = Position;

    // Nobody but the seat of a turn acts within it, and nobody knows what another does not: so alpha-beta can search it.
    const WHOLE_TURNS: bool = true;
    const SECRETS: bool = false;
    // A lead of one point is all there is.
    const LEAD: f64 = 1.0;

    fn spec(&self) -> &Spec {
        &self.spec
    }
    fn options(&self) -> &Value {
        &self.options
    }
    fn start(&self) -> Position {
        Position { cells: [0; 9] }
    }

    fn actor(&self, position: &Position) -> Actor {
        let marks = Self::marks(position);
        if Self::winner(position).is_some() || marks == 9 { Actor::Over } else { Actor::Seat(marks % 2) }
    }
    fn turn_seat(&self, position: &Position) -> Seat {
        let marks = Self::marks(position);
        // After the end the last turn is still whose it was.
        if self.actor(position) == Actor::Over { (marks + 1) % 2 } else { marks % 2 }
    }
    fn turn(&self, position: &Position) -> u32 {
        u32::from(Self::marks(position))
    }
    fn actions(&self, position: &Position, out: &mut Actions) {
        if self.actor(position) != Actor::Over {
            out.extend((0..9).filter(|cell| position.cells[usize::from(*cell)] == 0));
        }
    }
    fn check(&self, position: &Position, event: Event) -> Result<(), Illegal> {
        match event {
            _ if self.actor(position) == Actor::Over => Err(Illegal::new("R3", "the game is over")),
            Event::Act(cell) => match position.cells.get(usize::from(cell)) {
                Some(0) => Ok(()),
                Some(_) => Err(Illegal::new("R2", "the cell is marked already")),
                None => Err(Illegal::new("R1", "there are nine cells")),
            },
            _ => Err(Illegal::new("R1", "there is neither chance nor a referee")),
        }
    }
    fn step(&self, position: &mut Position, event: Event) {
        position.cells[usize::from(event.id())] = Self::marks(position) % 2 + 1;
    }

    fn score(&self, position: &Position, seat: Seat) -> i32 {
        i32::from(Self::winner(position) == Some(seat))
    }
    fn winners(&self, position: &Position) -> u8 {
        match (self.actor(position), Self::winner(position)) {
            (Actor::Over, Some(seat)) => 1 << seat,
            (Actor::Over, None) => 0b11,
            _ => 0,
        }
    }
    fn ending(&self, position: &Position) -> Option<String> {
        let over = self.actor(position) == Actor::Over;
        let how =
            if Self::winner(position).is_some() { "three in a row [R3]" } else { "no cell is left [R3]" };
        over.then(|| how.to_owned())
    }
    fn hash(&self, position: &Position) -> u64 {
        // Fixed for ever: no hasher of the standard library promises that.
        position.cells.iter().fold(0, |hash, cell| hash * 3 + u64::from(*cell))
    }

    fn encode(&self, view: &View<Position>, seat: Seat, out: &mut [f32]) {
        for (cell, pair) in view.state().cells.iter().zip(out.chunks_exact_mut(2)) {
            pair[0] = f32::from(u8::from(*cell == seat + 1));
            pair[1] = f32::from(u8::from(*cell == 2 - seat));
        }
    }
    fn describe(&self, view: &View<Position>) -> String {
        let row =
            |cells: &[u8]| cells.iter().map(|cell| ['.', 'X', 'O'][usize::from(*cell)]).collect::<String>();
        view.state().cells.chunks(3).map(row).collect::<Vec<_>>().join("\n")
    }
    fn layout(&self, _view: &View<Position>) -> Value {
        json!({})
    }

    // A dict form names its game, format and options, so that it can be read back.
    fn to_json(&self, view: &View<Position>) -> Value {
        json!({"game": self.spec.name, "format": 1, "options": self.options, "cells": view.state().cells})
    }
    fn from_json(&self, value: &Value) -> Result<Position, SetupError> {
        let fault = |message: &str| SetupError::one("cells", message);
        let list = value["cells"].as_array().ok_or_else(|| fault("must be a list"))?;
        let read = |cell: &Value| cell.as_u64().filter(|cell| *cell < 3).map(|cell| cell as u8);
        let cells: Option<Vec<u8>> = list.iter().map(read).collect();
        let cells = cells.and_then(|cells| cells.try_into().ok());
        let position = Position { cells: cells.ok_or_else(|| fault("must be nine numbers from 0 to 2"))? };
        let of_first: usize = position.cells.iter().map(|cell| usize::from(*cell == 1)).sum();
        if of_first != usize::from(Self::marks(&position)).div_ceil(2) {
            return Err(fault("X begins, and then they take turns"));
        }
        Ok(position)
    }
    fn event_to_json(&self, _position: &Position, event: Event) -> Value {
        json!({"cell": event.id()})
    }
    fn event_from_json(&self, position: &Position, value: &Value) -> Result<Event, PlayError> {
        let cell = value["cell"].as_u64().and_then(|cell| u16::try_from(cell).ok());
        let event = Event::Act(cell.ok_or_else(|| unreadable("\"cell\" must be the number of a cell"))?);
        self.check(position, event)?;
        Ok(event)
    }

    fn event_text(&self, _position: &Position, event: Event) -> String {
        event.id().to_string()
    }
    fn parse_event(&self, position: &Position, text: &str) -> Result<(Event, usize), PlayError> {
        let cell = text.chars().next().and_then(|digit| digit.to_digit(10));
        let event = Event::Act(cell.ok_or_else(|| unreadable("a cell is a digit from 0 to 8"))? as u16);
        self.check(position, event)?;
        Ok((event, 1))
    }
    fn reason(&self, _position: &Position, event: Event) -> String {
        format!("cell {} is free [R2]", event.id())
    }
}

/// Checks the game, and plays it; gives the text to print.
pub fn run() -> Result<String, Box<dyn std::error::Error>> {
    // The laws say what is wrong, and where.
    let report = laws::check(&ThreeInARow::default(), 20, 1, &mut never)?;
    // Its face for all games: records, search by any method, batches.
    let mut state = erase(ThreeInARow::default());
    laws::check_records(&*state, 3, 1, &mut never)?;
    let mut text = format!("the laws hold on {} positions\n", report.positions);
    while let Actor::Seat(seat) = state.actor() {
        let view = state.view(Viewer::Seat(seat))?;
        let found = view.search(&json!({"simulations": 2000, "seed": 1}), &mut never)?;
        state = state.play(&found.lines[0].events).map_err(Error::from)?;
    }
    text += &format!("{}\n{}", state.describe(), state.ending().unwrap_or_default());
    Ok(text)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("{}", run()?);
    Ok(())
}

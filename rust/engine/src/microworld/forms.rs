//! Dict forms of states and events, and the text diagram.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::Microworld;
use super::actions::CELL;
use super::notation::Intent;
use super::pieces::{
    Cells, GENES, HIDDEN, MAX_CELLS, MUTATIONS, NONE, PAWNS, TARGETS, bit, gene_name, members, mutation_name,
    target_name,
};
use super::state::{Phase, State};
use crate::error::{ParseError, PlayError, SetupError};
use crate::fields::{Fields, quote};
use crate::game::{Actor, Event, Game, Seat};

/// A seat, cell or other number; null if it is [`NONE`].
fn number(value: u8) -> Value {
    if value == NONE { Value::Null } else { json!(value) }
}

/// A name of a list; null if the id is [`NONE`], `?` if it is not known.
fn name(list: &[&str], id: u8) -> Value {
    match id {
        NONE => Value::Null,
        _ => json!(list.get(usize::from(id)).copied().unwrap_or("?")),
    }
}

/// Ids of gene tokens or tiles in a set, with `?` for each one that is hidden.
fn names(set: u64, hidden: u8, name: fn(u8) -> &'static str) -> Vec<&'static str> {
    members(set).map(name).chain((0..hidden).map(|_| "?")).collect()
}

fn cells(set: Cells) -> Vec<u8> {
    members(set).collect()
}

impl Microworld {
    pub(super) fn state_json(&self, state: &State) -> Value {
        let both = |each: &dyn Fn(usize) -> Value| json!([each(0), each(1)]);
        json!({
            "game": "microworld",
            "format": 1,
            "options": self.options,
            "pawns": both(&|seat| state.pawns(seat as u8).map(|(_, cell)| cell).collect()),
            "flipped": both(&|seat| json!(cells(u64::from(state.flipped[seat])))),
            "radiation": both(&|seat| json!(cells(u64::from(state.radiation[seat])))),
            "genes": cells(state.genes),
            "hands": both(&|seat| json!(names(u64::from(state.hands[seat]), state.hidden[seat], gene_name))),
            "known": names(u64::from(state.known), 0, gene_name),
            "used": both(&|seat| json!(names(u64::from(state.used[seat]), 0, gene_name))),
            "leftovers": state.leftovers,
            "arrow": name(&GENES, state.arrow),
            "points": state.points,
            "target": name(&TARGETS, state.target),
            "target_by": number(state.target_by),
            "bones": both(&|seat| json!(cells(state.bones[seat]))),
            "ten_by": number(state.ten_by),
            "mutations": both(&|seat| name(&MUTATIONS, state.mutations[seat])),
            "tiles": both(&|seat| {
                json!(names(u64::from(state.tiles[seat]), state.tiles_hidden[seat], mutation_name))
            }),
            "mutation_tokens": state.tokens,
            "barrier": number(state.barrier),
            "seat": state.seat,
            "turn": state.turns(),
            "this_turn": {
                "uses": state.turn.uses,
                "powers": names(u64::from(state.turn.powers), 0, gene_name),
                "blocked": state.turn.blocked,
                "mutated": state.turn.mutated,
                "cell": number(state.turn.cell),
                "filled": state.turn.filled,
                "gained": state.turn.gained,
                "bonus": state.turn.bonus,
            },
            "phase": phase_json(state.phase),
        })
    }

    pub(super) fn deed_json(&self, state: &State, event: Event) -> Value {
        match self.intent_of(state, event) {
            Intent::Place(cell) => json!({"type": "place", "cell": cell}),
            Intent::Gene(token) => json!({"type": "gene", "gene": gene_name(token)}),
            Intent::Keep(tile) => json!({"type": "keep", "mutation": mutation_name(tile)}),
            Intent::Pawn(seat, pawn) => json!({"type": "pawn", "seat": seat, "pawn": pawn}),
            Intent::Cell(cell) => json!({"type": "cell", "cell": cell}),
            Intent::Mutate(_) => json!({"type": "mutation"}),
            Intent::Steal => json!({"type": "steal"}),
            Intent::Allow => json!({"type": "allow"}),
            Intent::End => json!({"type": "end"}),
            Intent::Draw(token) => json!({"type": "draw", "gene": gene_name(token)}),
            Intent::Tile(tile) => json!({"type": "tile", "mutation": mutation_name(tile)}),
            Intent::Reveal(tile) => json!({"type": "reveal", "mutation": mutation_name(tile)}),
            Intent::Target(target) => {
                json!({"type": "target", "target": target_name(target)})
            }
        }
    }

    /// The event of a dict form.
    pub(super) fn read_deed(&self, state: &State, value: &Value) -> Result<Event, PlayError> {
        let intent = read_intent(value)
            .map_err(|error| ParseError { message: format!("not an event: {error}"), column: 0 })?;
        Ok(self.resolve(state, intent)?)
    }

    pub(super) fn layout_json(&self, state: &State) -> Value {
        let winners = self.winners(state);
        let placing = state.phase == Phase::Before;
        let (targets, at_cells) = self.aims(state);
        let aims = |wanted: bool| if at_cells == wanted { cells(targets) } else { Vec::new() };
        json!({
            "board": self.board.to_json(),
            "seats": self.spec.seat_names,
            "last": [number(state.last_of(0)), number(state.last_of(1))],
            "placements": if placing { cells(self.placements(state)) } else { Vec::new() },
            "target_cells": aims(true),
            "target_pawns": aims(false),
            "actor": match self.actor(state) {
                Actor::Seat(seat) => json!(seat),
                Actor::Chance => json!("chance"),
                Actor::Over => Value::Null,
            },
            "to_do": self.now(state).1,
            "tissues": self.tissues_json(state),
            "pawns_left": state.placed.map(|placed| PAWNS as u8 - placed),
            "hand_sizes": [state.hand_size(0), state.hand_size(1)],
            "winners": (0..2).filter(|seat| winners >> seat & 1 == 1).collect::<Vec<_>>(),
            "ending": self.ending(state),
        })
    }

    /// Cells that the gene or mutation in use can be aimed at, and those of pawns that it can.
    pub(super) fn aimed_cells(&self, state: &State) -> (Cells, Cells) {
        match self.aims(state) {
            (set, true) => (set, 0),
            (set, false) => {
                (0, members(set).fold(0, |all, pawn| all | bit(state.cell_of(state.seat ^ 1, pawn))))
            }
        }
    }

    /// What the gene or mutation in use can be aimed at, and whether it is cells (else opponent pawns).
    fn aims(&self, state: &State) -> (u64, bool) {
        match state.phase {
            Phase::Move | Phase::Flip | Phase::Mutate => {
                let (set, first) = self.targets(state);
                (set, first == CELL)
            }
            _ => (0, true),
        }
    }

    /// The cells in columns, one a quarter: number, kind, `*` a gene token, the pawns (`v` viruses, `a`
    /// anticorps, in brackets if flipped, `!` with radiation, `<` placed last), `#` a mutation token.
    pub(super) fn diagram(&self, state: &State) -> String {
        let columns = self.columns();
        let rows = columns.iter().map(|(_, cells)| cells.len()).max().unwrap_or(0);
        let mut lines = vec![String::new(); rows + 1];
        for (title, cells) in &columns {
            let texts: Vec<String> = cells.iter().map(|cell| self.cell_text(state, *cell)).collect();
            let width = texts.iter().map(String::len).chain([title.len()]).max().unwrap_or(0) + 2;
            let _ = write!(lines[0], "{title:width$}");
            for (row, line) in lines[1..].iter_mut().enumerate() {
                let text = texts.get(row).map_or("", String::as_str);
                let _ = write!(line, "{text:width$}");
            }
        }
        let mut text = format!("{}{}\n", self.board.title, self.rules_text(state));
        for line in lines {
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text.push_str(&self.status_text(state));
        text
    }

    /// Cells that are listed under each other.
    fn columns(&self) -> Vec<(&'static str, Vec<u8>)> {
        const TITLES: [&str; 4] = ["upper right", "lower right", "lower left", "upper left"];
        let in_quarters = self.board.quarters.iter().fold(0, |all, quarter| all | quarter);
        if in_quarters == self.board.all {
            return TITLES.into_iter().zip(self.board.quarters.map(cells)).collect();
        }
        let all = cells(self.board.all);
        all.chunks(all.len().div_ceil(4)).map(|part| ("cells", part.to_vec())).collect()
    }

    fn cell_text(&self, state: &State, cell: u8) -> String {
        let here = bit(cell);
        let mut text =
            format!("{cell:>2} {}{} ", self.board.kind(cell).name(), mark(state.genes & here != 0, "*"));
        for seat in 0..2 {
            for (pawn, _) in state.pawns(seat).filter(|(_, at)| *at == cell) {
                let has = |set: [u16; 2]| set[usize::from(seat)] >> pawn & 1 == 1;
                let letter = ["v", "a"][usize::from(seat)];
                let pawn_text = if has(state.flipped) { format!("({letter})") } else { letter.to_owned() };
                let last = pawn + 1 == state.placed[usize::from(seat)];
                let _ = write!(text, "{pawn_text}{}{}", mark(has(state.radiation), "!"), mark(last, "<"));
            }
        }
        if state.barrier == cell {
            text.push('#');
        } else if state.occupied() & here == 0 {
            text.push('.');
        }
        text
    }

    fn rules_text(&self, state: &State) -> String {
        let mut text = String::new();
        if self.rules.set.0 != 0 {
            let _ = write!(text, ", rules {}", self.rules.set.text());
        }
        if let Some(target) = TARGETS.get(usize::from(state.target)) {
            let _ = write!(text, ", target {target}");
            if let Some(name) = self.spec.seat_names.get(usize::from(state.target_by)) {
                let _ = write!(text, " (reached by {name})");
            }
        }
        if let Some(gene) = GENES.get(usize::from(state.arrow)) {
            let _ = write!(text, ", arrow on {gene}");
        }
        if state.leftovers > 0 {
            let _ = write!(text, ", {} left-over genes", state.leftovers);
        }
        text
    }

    fn status_text(&self, state: &State) -> String {
        let mut text = String::new();
        for seat in 0..2_u8 {
            let own = usize::from(seat);
            let list = |set: u16, hidden| {
                let names = names(u64::from(set), hidden, gene_name);
                if names.is_empty() { "none".to_owned() } else { names.join(", ") }
            };
            let _ = write!(
                text,
                "{} {} ({}): {}; {} left; genes {}; used {}",
                if seat == state.seat && state.phase != Phase::Over { '>' } else { ' ' },
                self.spec.seat_names[own],
                ["v", "a"][own],
                count(u32::from(state.points[own]), "point"),
                count(u32::from(PAWNS as u8 - state.placed[own]), "pawn"),
                list(state.hands[own], state.hidden[own]),
                list(state.used[own], 0),
            );
            if state.mutations[own] != NONE {
                let _ = write!(
                    text,
                    "; mutation {} with {}",
                    mutation_name(state.mutations[own]),
                    count(u32::from(state.tokens[own]), "token")
                );
            }
            let tiles = names(u64::from(state.tiles[own]), state.tiles_hidden[own], mutation_name);
            if !tiles.is_empty() {
                let _ = write!(text, "; tiles {}", tiles.join(", "));
            }
            text.push('\n');
        }
        text.push_str(&self.turn_text(state));
        match self.ending(state) {
            Some(ending) => {
                let _ = writeln!(text, "over: {ending}");
            }
            None => {
                let _ = writeln!(text, "turn {}: {}", state.turns() + 1, self.now(state).1);
            }
        }
        text
    }
}

impl Microworld {
    /// What the turn has come to so far; nothing at its start.
    fn turn_text(&self, state: &State) -> String {
        let mut facts: Vec<String> = Vec::new();
        if state.turn.blocked {
            facts.push("no gene and no points for adjacent pawns".to_owned());
        }
        let powers = names(u64::from(state.turn.powers), 0, gene_name);
        if !powers.is_empty() {
            facts.push(format!("in effect {}", powers.join(", ")));
        }
        if state.turn.cell != NONE {
            facts.push(format!("placed in {}", state.turn.cell));
        }
        if let Phase::Steal(gene) = state.phase {
            facts.push(format!("announced {}", gene_name(gene)));
        }
        if facts.is_empty() { String::new() } else { format!("this turn: {}\n", facts.join("; ")) }
    }
}

/// A number of things, such as "1 point" and "2 points".
pub(super) fn count(number: u32, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

fn mark(present: bool, sign: &'static str) -> &'static str {
    if present { sign } else { "" }
}

fn phase_json(phase: Phase) -> Value {
    let mut value = json!({"name": phase.name()});
    match phase {
        Phase::Leftover(seat)
        | Phase::Tile(seat)
        | Phase::Keep(seat)
        | Phase::Reveal(seat)
        | Phase::Ten(seat) => {
            value["seat"] = json!(seat);
        }
        Phase::Steal(gene) => value["gene"] = json!(gene_name(gene)),
        _ => {}
    }
    value
}

/// What a dict asks for.
fn read_intent(value: &Value) -> Result<Intent, SetupError> {
    const TYPES: [&str; 13] = [
        "place", "gene", "keep", "pawn", "cell", "mutation", "steal", "allow", "end", "draw", "tile",
        "reveal", "target",
    ];
    let mut error = SetupError::default();
    let keys = ["type", "cell", "gene", "mutation", "seat", "pawn", "target"];
    let fields = Fields::open(value, "", &keys, &mut error);
    fields.need("type", &mut error);
    let kind = fields.word("type", &TYPES, &mut error).map(|index| TYPES[index]);
    let wanted: &[&str] = match kind {
        Some("place" | "cell") => &["cell"],
        Some("gene" | "draw") => &["gene"],
        Some("keep" | "tile" | "reveal") => &["mutation"],
        Some("pawn") => &["seat", "pawn"],
        Some("target") => &["target"],
        _ => &[],
    };
    for key in keys.iter().skip(1).filter(|key| kind.is_some() && !wanted.contains(*key)) {
        if fields.get(key).is_some() {
            error.add(*key, format!("does not belong to {}", quote(kind.unwrap_or_default())), None);
        }
    }
    let mut word = |key: &str, names: &[&str], unknown: bool| -> u8 {
        let value = fields.need(key, &mut error);
        if unknown && value.and_then(Value::as_str) == Some("?") {
            return HIDDEN;
        }
        fields.word(key, names, &mut error).map_or(0, |id| id as u8)
    };
    let intent = match kind {
        Some("gene") => Intent::Gene(word("gene", &GENES, false)),
        Some("draw") => Intent::Draw(word("gene", &GENES, true)),
        Some("keep") => Intent::Keep(word("mutation", &MUTATIONS, true)),
        Some("tile") => Intent::Tile(word("mutation", &MUTATIONS, true)),
        Some("reveal") => Intent::Reveal(word("mutation", &MUTATIONS, false)),
        Some("target") => Intent::Target(word("target", &TARGETS, false)),
        Some("mutation") => Intent::Mutate(None),
        Some("steal") => Intent::Steal,
        Some("allow") => Intent::Allow,
        Some("place" | "cell") => {
            let cell = fields.int("cell", 0..=MAX_CELLS as i64 - 1, None, &mut error) as u8;
            if kind == Some("place") { Intent::Place(cell) } else { Intent::Cell(cell) }
        }
        Some("pawn") => {
            let seat = fields.int("seat", 0..=1, None, &mut error) as Seat;
            Intent::Pawn(seat, fields.int("pawn", 0..=PAWNS as i64 - 1, None, &mut error) as u8)
        }
        _ => Intent::End,
    };
    error.into_result()?;
    Ok(intent)
}

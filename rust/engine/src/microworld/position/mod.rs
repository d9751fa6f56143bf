//! Positions from dicts: every fault is reported at once, and none twice.
//!
//! First each entry is read by itself: its type, its range, what the options allow. If all are sound, `check`
//! compares them with each other, and last with the phase. What the past has left behind, such as points and
//! tokens that are gone, may be whatever there can be; what goes on in the turn must be exact, since the rules
//! go on from there.

mod check;

use serde_json::Value;

use super::Microworld;
use super::pieces::{
    Cells, GENES, Genes, HIDDEN, Kind, MAX_CELLS, MUTATIONS, NONE, PAWNS, TARGETS, bit, gene, gene_name,
    members, mutation, mutation_name, target,
};
use super::state::{NAMES, Phase, State, Turn};
use crate::error::SetupError;
use crate::fields::{Fields, int, kind, list, quote};
use crate::game::Seat;

const KEYS: [&str; 25] = [
    "game",
    "format",
    "options",
    "pawns",
    "flipped",
    "radiation",
    "genes",
    "hands",
    "known",
    "used",
    "leftovers",
    "arrow",
    "points",
    "target",
    "target_by",
    "bones",
    "ten_by",
    "mutations",
    "tiles",
    "mutation_tokens",
    "barrier",
    "seat",
    "turn",
    "this_turn",
    "phase",
];

/// No game comes near so many points.
const MAX_POINTS: i64 = 1000;
/// Nor a turn near so many.
const MAX_GAINED: i64 = 100;

/// Ids in a list of names, and how many are unknown.
#[derive(Clone, Copy, Default)]
struct Named {
    set: u64,
    hidden: u8,
}

impl Microworld {
    /// Reads the dict form of a position and checks it.
    pub(super) fn read_state(&self, value: &Value) -> Result<State, SetupError> {
        let mut error = SetupError::default();
        let fields = Fields::open(value, "", &KEYS, &mut error);
        let mut state = self.start;
        self.read_pawns(&fields, &mut state, &mut error);
        self.read_tokens(&fields, &mut state, &mut error);
        self.read_scores(&fields, &mut state, &mut error);
        self.read_mutations(&fields, &mut state, &mut error);
        state.barrier = self.read_cell(&fields, "barrier", &mut error);
        let seat = fields.get("seat").map(|_| fields.int("seat", 0..=1, None, &mut error));
        let turn = fields.get("turn").map(|_| fields.int("turn", 0..=2 * PAWNS as i64, None, &mut error));
        self.read_turn(&fields, &mut state, &mut error);
        read_phase(&fields, &mut state, &mut error);
        error.into_result()?;
        check::order(&state)?;
        self.fill_in(&fields, &mut state);
        self.check(&mut state, seat, turn)?;
        Ok(state)
    }

    fn cell(&self, value: &Value, path: &str, error: &mut SetupError) -> Option<u8> {
        let most = i64::from(self.board.count) - 1;
        match value.as_i64() {
            Some(cell) if !(0..=most).contains(&cell) => {
                error.add(path, format!("there is no cell {cell}; cells go from 0 to {most}"), Some("M1"));
                None
            }
            _ => int(value, path, 0..=most, error).map(|cell| cell as u8),
        }
    }

    fn read_cell(&self, fields: &Fields, key: &str, error: &mut SetupError) -> u8 {
        fields.get(key).and_then(|value| self.cell(value, &fields.path(key), error)).unwrap_or(NONE)
    }

    fn read_cells(&self, value: &Value, path: &str, error: &mut SetupError) -> Cells {
        let mut set = 0;
        for (index, value) in list(value, path, MAX_CELLS, error).iter().enumerate() {
            let path = format!("{path}[{index}]");
            let Some(cell) = self.cell(value, &path, error) else { continue };
            if set & bit(cell) != 0 {
                error.add(path, format!("cell {cell} stands there twice"), None);
            }
            set |= bit(cell);
        }
        set
    }

    fn read_pawns(&self, fields: &Fields, state: &mut State, error: &mut SetupError) {
        fields.need("pawns", error);
        for (seat, value) in per_seat(fields, "pawns", error) {
            let path = format!("pawns[{seat}]");
            for (index, value) in list(value, &path, PAWNS, error).iter().enumerate() {
                let path = format!("{path}[{index}]");
                let Some(cell) = self.cell(value, &path, error) else { continue };
                if state.count(0, bit(cell)) + state.count(1, bit(cell)) == 3 {
                    error.add(path, format!("more than three pawns in cell {cell}"), Some("M25"));
                    continue;
                }
                let own = usize::from(seat);
                state.cells[own][usize::from(state.placed[own])] = cell;
                state.placed[own] += 1;
                state.add_pawn(seat, cell);
            }
        }
        for (seat, value) in per_seat(fields, "flipped", error) {
            state.flipped[usize::from(seat)] = read_numbers(value, &format!("flipped[{seat}]"), error);
        }
        for (seat, value) in per_seat(fields, "radiation", error) {
            state.radiation[usize::from(seat)] = read_numbers(value, &format!("radiation[{seat}]"), error);
        }
    }

    fn read_tokens(&self, fields: &Fields, state: &mut State, error: &mut SetupError) {
        if let Some(value) = fields.get("genes") {
            state.genes = self.read_cells(value, "genes", error);
        }
        for cell in members(state.genes & !self.board.genes) {
            error.add("genes", format!("cell {cell} is no gene space"), Some("M10"));
        }
        let mut seen: u64 = 0;
        for key in ["hands", "used"] {
            for (seat, value) in per_seat(fields, key, error) {
                let path = format!("{key}[{seat}]");
                let named = read_names(value, &path, &GENES, key == "hands", error);
                for id in members(named.set & seen) {
                    let message =
                        format!("there is one gene {}, and it stands elsewhere already", gene_name(id));
                    error.add(&path, message, Some("M10"));
                }
                seen |= named.set;
                let seat = usize::from(seat);
                if key == "hands" {
                    state.hands[seat] = named.set as Genes;
                    state.hidden[seat] = named.hidden;
                } else {
                    state.used[seat] = named.set as Genes;
                }
            }
        }
        if let Some(value) = fields.get("known") {
            state.known = read_names(value, "known", &GENES, false, error).set as Genes;
        }
        let most = i64::from(self.start.leftovers);
        state.leftovers = fields.int("leftovers", 0..=most, Some(most), error) as u8;
        state.arrow = fields.word("arrow", &GENES, error).map_or(NONE, |id| id as u8);
    }

    fn read_scores(&self, fields: &Fields, state: &mut State, error: &mut SetupError) {
        for (seat, value) in per_seat(fields, "points", error) {
            let path = format!("points[{seat}]");
            state.points[usize::from(seat)] = int(value, &path, 0..=MAX_POINTS, error).unwrap_or(0) as u16;
        }
        let rules = &self.rules;
        if let Some(id) = fields.word("target", &TARGETS, error) {
            state.target = id as u8;
            if !rules.set.has(b'B') {
                error.add("target", "a target needs rule B", Some("M41"));
            } else if !rules.may_aim_at(state.target) {
                error.add("target", "the options name another target", Some("M41"));
            }
        }
        state.target_by = read_seat(fields, "target_by", error);
        if state.target_by != NONE && !rules.set.has(b'B') {
            error.add("target_by", "this needs rule B", Some("M41"));
        }
        state.ten_by = read_seat(fields, "ten_by", error);
        if state.ten_by != NONE && !rules.set.has(b'D') {
            error.add("ten_by", "this needs rule D", Some("M43"));
        }
        for (seat, value) in per_seat(fields, "bones", error) {
            let path = format!("bones[{seat}]");
            let set = self.read_cells(value, &path, error);
            for cell in members(set & !self.board.kinds[Kind::Osseous as usize]) {
                error.add(&path, format!("cell {cell} is not osseous"), Some("M41"));
            }
            state.bones[usize::from(seat)] = set;
        }
    }

    fn read_mutations(&self, fields: &Fields, state: &mut State, error: &mut SetupError) {
        let mut seen: u64 = 0;
        for (seat, value) in per_seat(fields, "mutations", error) {
            let path = format!("mutations[{seat}]");
            let chosen = self.rules.mutations[usize::from(seat)];
            let id = read_mutation(value, &path, error);
            if id < HIDDEN && !self.rules.set.has(b'C') {
                error.add(&path, "a mutation needs rule C", Some("M42"));
            } else if id < HIDDEN && chosen != NONE && id != chosen {
                let message = format!("the options give this seat the mutation {}", mutation_name(chosen));
                error.add(&path, message, Some("M42"));
            } else if id < HIDDEN && seen >> id & 1 == 1 {
                error.add(&path, "there is one tile of each mutation", Some("M42"));
            }
            seen |= if id < HIDDEN { 1 << id } else { 0 };
            state.mutations[usize::from(seat)] = id;
        }
        for (seat, value) in per_seat(fields, "tiles", error) {
            let path = format!("tiles[{seat}]");
            let named = read_names(value, &path, &MUTATIONS, true, error);
            for id in members(named.set & seen) {
                let message =
                    format!("there is one tile {}, and it stands elsewhere already", mutation_name(id));
                error.add(&path, message, Some("M42"));
            }
            seen |= named.set;
            state.tiles[usize::from(seat)] = named.set as u8;
            state.tiles_hidden[usize::from(seat)] = named.hidden;
        }
        for (seat, value) in per_seat(fields, "mutation_tokens", error) {
            let path = format!("mutation_tokens[{seat}]");
            state.tokens[usize::from(seat)] = int(value, &path, 0..=3, error).unwrap_or(0) as u8;
        }
    }

    fn read_turn(&self, fields: &Fields, state: &mut State, error: &mut SetupError) {
        let Some(value) = fields.get("this_turn") else { return };
        let keys = ["uses", "powers", "blocked", "mutated", "cell", "filled", "gained", "bonus"];
        let turn = Fields::open(value, "this_turn", &keys, error);
        let most = i64::from(self.rules.gene_uses());
        let powers = turn
            .get("powers")
            .map_or(Named::default(), |value| read_names(value, "this_turn.powers", &GENES, false, error));
        for id in members(powers.set & !u64::from(gene::LASTING)) {
            error.add("this_turn.powers", format!("{} does not last", gene_name(id)), Some("M17"));
        }
        state.turn = Turn {
            uses: turn.int("uses", 0..=most, Some(0), error) as u8,
            powers: powers.set as Genes & gene::LASTING,
            blocked: turn.bool("blocked", false, error),
            mutated: turn.bool("mutated", false, error),
            cell: self.read_cell(&turn, "cell", error),
            filled: turn.bool("filled", false, error),
            gained: turn.int("gained", 0..=MAX_GAINED, Some(0), error) as u8,
            bonus: turn.bool("bonus", false, error),
        };
        if state.turn.filled && !self.rules.set.has(b'F') {
            error.add("this_turn.filled", "this needs rule F", Some("M45"));
        }
    }

    /// What is left out and follows from the rest.
    fn fill_in(&self, fields: &Fields, state: &mut State) {
        let left_out = |key: &str| fields.get(key).is_none();
        if left_out("genes") {
            state.genes = self.board.genes & !state.occupied();
        }
        if left_out("bones") && state.target == target::BONES {
            let osseous = self.board.kinds[Kind::Osseous as usize];
            state.bones = [0, 1].map(|seat| state.own(seat) & osseous);
        }
        if left_out("phase") {
            let all = state.placed == [PAWNS as u8; 2] && state.turn.cell == NONE;
            state.phase = if all { Phase::Over } else { Phase::Before };
        }
        if left_out("mutation_tokens") {
            state.lay_out_tokens();
            let mover = (state.turns() % 2) as usize;
            for seat in 0..2 {
                let own = state.mutations[seat];
                let laid = own == mutation::BARRIER && state.barrier != NONE;
                let stolen = own == mutation::STEAL && state.known & state.hands[seat] != 0;
                let spent = laid || stolen || state.turn.mutated && seat == mover;
                let tokens = state.tokens[seat].saturating_sub(u8::from(spent));
                state.tokens[seat] = if state.phase.is_choice() { 0 } else { tokens };
            }
        }
        if left_out("points") && state.phase == Phase::Over {
            state.points = self.final_points(state);
        }
    }
}

/// The values of a list with one entry a seat; nothing if it is absent or another list.
fn per_seat<'a>(fields: &Fields<'a>, key: &str, error: &mut SetupError) -> Vec<(Seat, &'a Value)> {
    let Some(value) = fields.get(key) else { return Vec::new() };
    match value.as_array() {
        Some(values) if values.len() == 2 => (0..).zip(values).collect(),
        _ => {
            let message = format!("must be a list of two entries, one a seat, not {}", kind(value));
            error.add(fields.path(key), message, None);
            Vec::new()
        }
    }
}

fn read_seat(fields: &Fields, key: &str, error: &mut SetupError) -> u8 {
    let value = fields.get(key).and_then(|value| int(value, &fields.path(key), 0..=1, error));
    value.map_or(NONE, |seat| seat as u8)
}

/// Numbers of pawns, as bits.
fn read_numbers(value: &Value, path: &str, error: &mut SetupError) -> u16 {
    let mut set = 0;
    for (index, value) in list(value, path, PAWNS, error).iter().enumerate() {
        let path = format!("{path}[{index}]");
        let Some(pawn) = int(value, &path, 0..=PAWNS as i64 - 1, error) else { continue };
        if set >> pawn & 1 == 1 {
            error.add(path, format!("pawn {pawn} stands there twice"), None);
        }
        set |= 1 << pawn;
    }
    set
}

/// A list of names without doubles; `?` for what is not known, where that can be.
fn read_names(value: &Value, path: &str, names: &[&str], unknown: bool, error: &mut SetupError) -> Named {
    let mut named = Named::default();
    for (index, value) in list(value, path, names.len(), error).iter().enumerate() {
        let path = format!("{path}[{index}]");
        let id = value.as_str().and_then(|text| names.iter().position(|name| *name == text));
        match (id, value.as_str()) {
            (Some(id), _) if named.set >> id & 1 == 1 => {
                error.add(path, format!("{} stands there twice", names[id]), None);
            }
            (Some(id), _) => named.set |= 1 << id,
            (None, Some("?")) if unknown => named.hidden += 1,
            _ => error.add(path, format!("must be one of {}, not {}", names.join(", "), kind(value)), None),
        }
    }
    named
}

/// The mutation of a seat: [`NONE`] if it has none, [`HIDDEN`] if it is not known.
fn read_mutation(value: &Value, path: &str, error: &mut SetupError) -> u8 {
    let name = match value {
        Value::Null => return NONE,
        Value::String(name) if name == "?" => return HIDDEN,
        Value::String(name) => name,
        other => {
            error.add(path, format!("must be the name of a mutation, not {}", kind(other)), None);
            return NONE;
        }
    };
    let id = MUTATIONS.iter().position(|known| known == name);
    if id.is_none() {
        let message = format!("must be one of {}, not {}", MUTATIONS.join(", "), quote(name));
        error.add(path, message, None);
    }
    id.map_or(NONE, |id| id as u8)
}

fn read_phase(fields: &Fields, state: &mut State, error: &mut SetupError) {
    let Some(value) = fields.get("phase") else { return };
    let phase = Fields::open(value, "phase", &["name", "seat", "gene"], error);
    phase.need("name", error);
    let Some(index) = phase.word("name", &NAMES, error) else { return };
    let seated = matches!(NAMES[index], "leftover" | "tile" | "keep" | "reveal" | "ten");
    let seat = if seated { phase.int("seat", 0..=1, None, error) as Seat } else { 0 };
    let is_steal = NAMES[index] == "steal";
    let gene = if is_steal {
        phase.need("gene", error);
        phase.word("gene", &GENES, error).map_or(0, |id| id as u8)
    } else {
        0
    };
    for (key, belongs) in [("seat", seated), ("gene", is_steal)] {
        if !belongs && phase.get(key).is_some() {
            error.add(phase.path(key), format!("does not belong to {}", NAMES[index]), None);
        }
    }
    state.phase = match NAMES[index] {
        "leftover" => Phase::Leftover(seat),
        "target" => Phase::Target,
        "tile" => Phase::Tile(seat),
        "keep" => Phase::Keep(seat),
        "reveal" => Phase::Reveal(seat),
        "before" => Phase::Before,
        "steal" => Phase::Steal(gene),
        "move" => Phase::Move,
        "token" => Phase::Token,
        "after" => Phase::After,
        "flip" => Phase::Flip,
        "mutate" => Phase::Mutate,
        "ten" => Phase::Ten(seat),
        _ => Phase::Over,
    };
}

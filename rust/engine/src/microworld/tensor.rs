//! The observation tensor of a seat; the rules page of forms lists it index by index.

use super::Microworld;
use super::pieces::{GENES, Kind, MAX_CELLS, MUTATIONS, NONE, PAWNS, RuleSet, TARGETS, bit, gene, members};
use super::state::{Phase, State};
use crate::game::TensorPart;

const CELLS: [&str; 45] = [
    "is a cell",
    "mucous",
    "nervous",
    "osseous",
    "muscular",
    "gene token",
    "external",
    "quarter 0",
    "quarter 1",
    "quarter 2",
    "quarter 3",
    "adjacent cells / 8",
    "cells of the tissue / 8",
    "free cells of the tissue / 8",
    "own pawns",
    "opponent pawns",
    "own flipped pawns",
    "opponent flipped pawns",
    "radiation",
    "own pawn placed last",
    "opponent pawn placed last",
    "mutation token",
    "own adjacent pawns / 8",
    "opponent adjacent pawns / 8",
    "own lead in the tissue / 8",
    "can be placed in",
    "can be a target",
    "holds a pawn that can be a target",
    "placed in this turn",
    "own target cell of bone-lover",
    "opponent's target cell of bone-lover",
    "opponent pawn 0",
    "opponent pawn 1",
    "opponent pawn 2",
    "opponent pawn 3",
    "opponent pawn 4",
    "opponent pawn 5",
    "opponent pawn 6",
    "opponent pawn 7",
    "opponent pawn 8",
    "opponent pawn 9",
    "opponent pawn 10",
    "opponent pawn 11",
    "opponent pawn 12",
    "opponent pawn 13",
];

/// Where the opponent's pawns by number begin: ids of actions name them.
const PAWN_COLUMNS: usize = 31;

/// Names of the facts, in the order in which they are written.
fn fact_names() -> Vec<String> {
    let mut names: Vec<String> = FACTS.iter().map(|name| (*name).to_owned()).collect();
    names.extend(RuleSet::LETTERS.chars().map(|letter| format!("rule {letter}")));
    names.extend(TARGETS.iter().map(|target| format!("target {target}")));
    for row in GENE_ROWS {
        names.extend(GENES.iter().map(|gene| format!("{row} {gene}")));
    }
    for row in MUTATION_ROWS {
        names.extend(MUTATIONS.iter().map(|mutation| format!("{row} {mutation}")));
    }
    names
}

/// The facts that stand alone; rules, targets, genes and mutations follow.
const FACTS: [&str; 33] = [
    "own turn",
    "own decision",
    "phase leftover",
    "phase target",
    "phase tile",
    "phase keep",
    "phase reveal",
    "phase before",
    "phase steal",
    "phase move",
    "phase token",
    "phase after",
    "phase flip",
    "phase mutate",
    "phase ten",
    "phase over",
    "own points / 40",
    "opponent points / 40",
    "own pawns placed / 14",
    "opponent pawns placed / 14",
    "own gene tokens / 9",
    "opponent gene tokens / 9",
    "left-over gene tokens / 9",
    "gene uses in the turn / 2",
    "blocked",
    "mutation used in the turn",
    "last free cell of a tissue filled",
    "target reached by own seat",
    "target reached by opponent",
    "10 points reached first by own seat",
    "10 points reached first by opponent",
    "own mutation tokens / 3",
    "opponent mutation tokens / 3",
];

/// What is said of each gene, and of each mutation.
const GENE_ROWS: [&str; 7] = [
    "own hand:",
    "opponent's hand:",
    "own used:",
    "opponent's used:",
    "arrow on",
    "in effect:",
    "announced:",
];
const MUTATION_ROWS: [&str; 3] = ["own mutation:", "opponent's mutation:", "own tile:"];

pub(super) fn parts() -> Vec<TensorPart> {
    let facts = fact_names();
    vec![
        TensorPart {
            name: "cells",
            shape: vec![MAX_CELLS, CELLS.len()],
            features: CELLS.map(String::from).to_vec(),
        },
        TensorPart { name: "facts", shape: vec![facts.len()], features: facts },
    ]
}

fn yes(is: bool) -> f32 {
    f32::from(u8::from(is))
}

impl Microworld {
    pub(super) fn fill_tensor(&self, state: &State, seat: u8, out: &mut [f32]) {
        out.fill(0.0);
        let (rows, facts) = out.split_at_mut(MAX_CELLS * CELLS.len());
        let other = seat ^ 1;
        let placements = if state.phase == Phase::Before { self.placements(state) } else { 0 };
        let (aims, pawns) = self.aimed_cells(state);
        let radiated = self.radiated(state);
        for tissue in &self.board.tissues {
            let own = state.count(seat, tissue.cells) as f32 - state.count(other, tissue.cells) as f32;
            let size = tissue.cells.count_ones() as f32;
            let free = (tissue.cells & self.free(state)).count_ones() as f32;
            for cell in members(tissue.cells) {
                let row = &mut rows[usize::from(cell) * CELLS.len()..][..CELLS.len()];
                row[12] = size / 8.0;
                row[13] = free / 8.0;
                row[24] = own / 8.0;
            }
        }
        for cell in 0..self.board.count {
            let row = &mut rows[usize::from(cell) * CELLS.len()..][..CELLS.len()];
            let has = |set: u64| yes(set & bit(cell) != 0);
            let near = self.adjacent(cell);
            row[0] = 1.0;
            for kind in Kind::ALL {
                row[1 + kind as usize] = has(self.board.kinds[kind as usize]);
            }
            row[5] = has(state.genes);
            row[6] = has(self.board.rim);
            for (quarter, cells) in self.board.quarters.into_iter().enumerate() {
                row[7 + quarter] = has(cells);
            }
            row[11] = near.count_ones() as f32 / 8.0;
            row[14] = state.count(seat, bit(cell)) as f32;
            row[15] = state.count(other, bit(cell)) as f32;
            row[18] = has(radiated);
            row[19] = yes(state.last_of(seat) == cell);
            row[20] = yes(state.last_of(other) == cell);
            row[21] = yes(state.barrier == cell);
            row[22] = state.count(seat, near) as f32 / 8.0;
            row[23] = state.count(other, near) as f32 / 8.0;
            row[25] = has(placements);
            row[26] = has(aims);
            row[27] = has(pawns);
            row[28] = yes(state.turn.cell == cell);
            row[29] = has(state.bones[usize::from(seat & 1)]);
            row[30] = has(state.bones[usize::from(other & 1)]);
        }
        for (pawn, cell) in state.pawns(other) {
            rows[usize::from(cell) * CELLS.len() + PAWN_COLUMNS + usize::from(pawn)] = 1.0;
        }
        for (place, owner) in [(16, seat), (17, other)] {
            for (pawn, cell) in state.pawns(owner) {
                if state.flipped[usize::from(owner & 1)] >> pawn & 1 == 1 {
                    rows[usize::from(cell) * CELLS.len() + place] += 1.0;
                }
            }
        }
        self.fill_facts(state, seat, facts);
    }

    fn fill_facts(&self, state: &State, seat: u8, facts: &mut [f32]) {
        let (own, other) = (usize::from(seat & 1), usize::from(seat & 1 ^ 1));
        let turn = &state.turn;
        let decides = self.who_acts(state) == crate::game::Actor::Seat(seat);
        let mut at = 0;
        let mut put = |value: f32| {
            facts[at] = value;
            at += 1;
        };
        put(yes(state.seat == seat));
        put(yes(decides));
        for name in super::state::NAMES {
            put(yes(name == state.phase.name()));
        }
        for value in [
            f32::from(state.points[own]) / 40.0,
            f32::from(state.points[other]) / 40.0,
            f32::from(state.placed[own]) / PAWNS as f32,
            f32::from(state.placed[other]) / PAWNS as f32,
            state.hand_size(seat) as f32 / 9.0,
            state.hand_size(seat ^ 1) as f32 / 9.0,
            f32::from(state.leftovers) / 9.0,
            f32::from(turn.uses) / 2.0,
            yes(turn.blocked),
            yes(turn.mutated),
            yes(turn.filled),
            yes(state.target_by == seat),
            yes(state.target_by == seat ^ 1),
            yes(state.ten_by == seat),
            yes(state.ten_by == seat ^ 1),
            f32::from(state.tokens[own]) / 3.0,
            f32::from(state.tokens[other]) / 3.0,
        ] {
            put(value);
        }
        for letter in RuleSet::LETTERS.bytes() {
            put(yes(self.rules.set.has(letter)));
        }
        for target in 0..TARGETS.len() {
            put(yes(usize::from(state.target) == target));
        }
        let announced = if let Phase::Steal(token) = state.phase { 1 << token } else { 0 };
        let arrow = if state.arrow == NONE { 0 } else { 1 << state.arrow };
        for set in [
            state.hands[own],
            state.hands[other],
            state.used[own],
            state.used[other],
            arrow,
            turn.powers & gene::ALL,
            announced,
        ] {
            for token in 0..GENES.len() {
                put(yes(set >> token & 1 == 1));
            }
        }
        let tile = |id: u8| if usize::from(id) < MUTATIONS.len() { 1 << id } else { 0 };
        for set in [tile(state.mutations[own]), tile(state.mutations[other]), state.tiles[own]] {
            for id in 0..MUTATIONS.len() {
                put(yes(set >> id & 1 == 1));
            }
        }
    }
}

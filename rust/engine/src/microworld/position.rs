//! Positions from dicts: everything is checked, all faults are reported at once.

use serde_json::Value;

use super::Microworld;
use super::pieces::{
    Cells, GENES, Genes, HIDDEN, Kind, MAX_CELLS, MUTATIONS, NONE, PAWNS, TARGETS, bit, gene, members,
    mutation, target,
};
use super::state::{NAMES, Phase, State, Turn, gene_name, mutation_name};
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
        self.read_turn(&fields, &mut state, &mut error);
        read_phase(&fields, &mut state, &mut error);
        if error.problems.is_empty() {
            self.check_tokens(&state, &mut error);
            self.check_mutations(&state, &mut error);
            self.check_turn(&fields, &mut state, &mut error);
        }
        if error.problems.is_empty() {
            self.check_phase(&state, &mut error);
        }
        error.into_result()?;
        Ok(state)
    }

    fn cell(&self, value: &Value, path: &str, error: &mut SetupError) -> Option<u8> {
        let cell = int(value, path, 0..=MAX_CELLS as i64 - 1, error)? as u8;
        if cell >= self.board.count {
            let message = format!("there is no cell {cell}; cells go from 0 to {}", self.board.count - 1);
            error.add(path, message, Some("M1"));
            return None;
        }
        Some(cell)
    }

    fn read_cell(&self, fields: &Fields, key: &str, error: &mut SetupError) -> u8 {
        fields.get(key).and_then(|value| self.cell(value, &fields.path(key), error)).unwrap_or(NONE)
    }

    fn read_cells(&self, values: &[Value], path: &str, error: &mut SetupError) -> Cells {
        let mut set = 0;
        for (index, value) in values.iter().enumerate() {
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
                let Some(cell) = self.cell(value, &format!("{path}[{index}]"), error) else { continue };
                let stack = state.count(0, bit(cell)) + state.count(1, bit(cell));
                if stack == 3 {
                    error.add(&path, format!("more than three pawns in cell {cell}"), Some("M25"));
                    continue;
                }
                state.cells[usize::from(seat)][usize::from(state.placed[usize::from(seat)])] = cell;
                state.placed[usize::from(seat)] += 1;
                state.add_pawn(seat, cell);
            }
        }
        for key in ["flipped", "radiation"] {
            for (seat, value) in per_seat(fields, key, error) {
                let path = format!("{key}[{seat}]");
                let placed = state.placed[usize::from(seat)];
                for value in list(value, &path, PAWNS, error) {
                    let Some(pawn) = int(value, &path, 0..=PAWNS as i64 - 1, error) else { continue };
                    if pawn >= i64::from(placed) {
                        let rule = if key == "flipped" { "M20" } else { "M27" };
                        let message = format!("pawn {pawn} is not on the board; {placed} pawns are");
                        error.add(&path, message, Some(rule));
                        continue;
                    }
                    let set = if key == "flipped" { &mut state.flipped } else { &mut state.radiation };
                    set[usize::from(seat)] |= 1 << pawn;
                }
            }
        }
    }

    fn read_tokens(&self, fields: &Fields, state: &mut State, error: &mut SetupError) {
        state.genes = match fields.get("genes") {
            None => self.board.genes & !state.occupied(),
            Some(_) => self.read_cells(fields.list("genes", MAX_CELLS, error), "genes", error),
        };
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
        for id in members(u64::from(state.known & !(state.hands[0] | state.hands[1]))) {
            error.add("known", format!("the gene {} is in no hand", gene_name(id)), Some("M63"));
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
        if fields.get("target").is_some() {
            state.target = fields.word("target", &TARGETS, error).map_or(NONE, |id| id as u8);
        }
        let rules = &self.rules;
        if state.target != NONE && !rules.may_aim_at(state.target) {
            let message =
                if rules.set.has(b'B') { "the options name another target" } else { "a target needs rule B" };
            error.add("target", message, Some("M41"));
        }
        state.target_by = read_seat(fields, "target_by", error);
        if state.target_by != NONE && state.target == NONE {
            error.add("target_by", "there is no target", Some("M41"));
        }
        state.ten_by = read_seat(fields, "ten_by", error);
        if state.ten_by != NONE && !rules.set.has(b'D') {
            error.add("ten_by", "this needs rule D", Some("M43"));
        }
        let osseous = self.board.kinds[Kind::Osseous as usize];
        if state.target == target::BONES && fields.get("bones").is_none() {
            state.bones = [0, 1].map(|seat| state.own(seat) & osseous);
        }
        for (seat, value) in per_seat(fields, "bones", error) {
            let path = format!("bones[{seat}]");
            let set = self.read_cells(list(value, &path, MAX_CELLS, error), &path, error);
            let own = usize::from(seat);
            if set != 0 && state.target != target::BONES {
                error.add(&path, "these are kept for the target bone-lover only", Some("M41"));
            } else if set & !osseous != 0 {
                error.add(&path, "holds cells that are not osseous", Some("M41"));
            } else if set.count_ones() > u32::from(state.placed[own]) {
                error.add(&path, "more cells than pawns placed", Some("M41"));
            }
            state.bones[own] = set;
        }
    }

    fn read_mutations(&self, fields: &Fields, state: &mut State, error: &mut SetupError) {
        let mut seen: u64 = 0;
        for (seat, value) in per_seat(fields, "mutations", error) {
            let path = format!("mutations[{seat}]");
            let id = match value {
                Value::Null => NONE,
                Value::String(name) if name == "?" => HIDDEN,
                Value::String(name) => match MUTATIONS.iter().position(|known| known == name) {
                    Some(id) => id as u8,
                    None => {
                        let message = format!("must be one of {}, not {}", MUTATIONS.join(", "), quote(name));
                        error.add(&path, message, None);
                        NONE
                    }
                },
                other => {
                    error.add(&path, format!("must be the name of a mutation, not {}", kind(other)), None);
                    NONE
                }
            };
            if id < HIDDEN && !self.rules.may_have(id) {
                error.add(&path, "the options rule this mutation out", Some("M42"));
            }
            if id < HIDDEN && seen >> id & 1 == 1 {
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
        state.lay_out_tokens();
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
            gained: turn.int("gained", 0..=200, Some(0), error) as u8,
            bonus: turn.bool("bonus", false, error),
        };
    }

    /// The tokens must be the nine of the box, and pawns bear the marks of used genes only.
    fn check_tokens(&self, state: &State, error: &mut SetupError) {
        let hands = state.hand_size(0) + state.hand_size(1);
        let used = state.used[0] | state.used[1];
        let taken = u32::from(state.phase == Phase::Token) + u32::from(!state.is_first_turn());
        let all = state.genes.count_ones() + u32::from(state.leftovers) + hands + used.count_ones() + taken;
        if all > GENES.len() as u32 {
            let message =
                format!("{all} gene tokens, with the first one that is out of the game; there are 9");
            error.add("genes", message, Some("M10"));
        }
        let copied = used >> gene::COPY & 1;
        let uses = |power: u8| u32::from((used >> power & 1) + copied);
        let pawns = u32::from(state.placed[0] + state.placed[1]);
        let stacked = pawns - state.occupied().count_ones();
        let pending = u32::from(state.turn.has(gene::OCCUPIED) && self.is_before(state));
        if stacked + pending > uses(gene::OCCUPIED) {
            let message =
                format!("{stacked} pawns on top of others; for each the gene occupied, or copy, is used");
            error.add("pawns", message, Some("M25"));
        }
        for (key, sets, power, rule) in [
            ("flipped", state.flipped, gene::FLIP, "M20"),
            ("radiation", state.radiation, gene::RADIATION, "M27"),
        ] {
            let marked = sets[0].count_ones() + sets[1].count_ones();
            if marked > uses(power) {
                let message =
                    format!("{marked} pawns; for each the gene {}, or copy, is used", gene_name(power));
                error.add(key, message, Some(rule));
            }
        }
        let plain = used & !(1 << gene::COPY);
        if state.arrow == NONE && plain != 0 || state.arrow != NONE && plain >> state.arrow & 1 == 0 {
            error.add("arrow", "the arrow shows a power that was used", Some("M28"));
        }
    }

    fn check_mutations(&self, state: &State, error: &mut SetupError) {
        for seat in 0..2 {
            let (own, tokens) = (state.mutations[seat], state.tokens[seat]);
            let most = mutation::TOKENS.get(usize::from(own)).copied().unwrap_or(0);
            let most = if state.is_secret(seat as u8) { 0 } else { most };
            if tokens > most {
                let message = format!("{tokens} tokens; the mutation has {most}");
                error.add(format!("mutation_tokens[{seat}]"), message, Some("M42"));
            }
            let tiles = state.tiles[seat].count_ones() + u32::from(state.tiles_hidden[seat]);
            let dealt = self.rules.set.has(b'C') && self.rules.mutations[0] == NONE;
            // In play a dealt player has one tile that was not kept; in own positions it may be left out.
            let fits = match state.phase {
                Phase::Leftover(_) | Phase::Target => tiles == 0,
                Phase::Tile(next) => match (seat as u8).cmp(&next) {
                    std::cmp::Ordering::Less => tiles == 2,
                    std::cmp::Ordering::Equal => tiles < 2,
                    std::cmp::Ordering::Greater => tiles == 0,
                },
                Phase::Keep(next) => tiles == if (seat as u8) < next { 1 } else { 2 },
                Phase::Reveal(_) => tiles == 1,
                _ => tiles <= 1,
            };
            if !fits || tiles > 0 && !dealt {
                error.add(
                    format!("tiles[{seat}]"),
                    format!("{tiles} tiles do not fit the phase"),
                    Some("M42"),
                );
            }
            let chosen = match state.phase {
                Phase::Leftover(_) | Phase::Target => !dealt,
                Phase::Tile(_) => false,
                Phase::Keep(next) => (seat as u8) < next,
                _ => true,
            };
            let open = own < HIDDEN;
            let fits = match (self.rules.set.has(b'C'), chosen) {
                (true, true) => open || own == HIDDEN && state.is_secret(seat as u8),
                _ => own == NONE,
            };
            if !fits {
                let message = if chosen {
                    "with rule C each player has a mutation, face-up in play"
                } else {
                    "no mutation is chosen yet"
                };
                error.add(format!("mutations[{seat}]"), message, Some("M42"));
            }
        }
        let hidden = u32::from(state.tiles_hidden[0] + state.tiles_hidden[1])
            + state.mutations.iter().filter(|kept| **kept == HIDDEN).count() as u32;
        if hidden > state.unseen_tiles().count_ones() {
            error.add("tiles", "more unknown tiles than there are others", Some("M42"));
        }
        if state.barrier != NONE && !state.mutations.contains(&mutation::BARRIER) {
            error.add("barrier", "nobody has the mutation barrier", Some("M62"));
        }
    }

    /// Whose turn it is follows from the pawns.
    fn check_turn(&self, fields: &Fields, state: &mut State, error: &mut SetupError) {
        let pawns = u32::from(state.placed[0] + state.placed[1]);
        if state.placed[0] != state.placed[1] && state.placed[0] != state.placed[1] + 1 {
            let message = format!(
                "{} and {} pawns; players take turns, the Viruses begin",
                state.placed[0], state.placed[1]
            );
            error.add("pawns", message, Some("M10"));
            return;
        }
        if state.turn.cell != NONE && pawns == 0 {
            error.add("this_turn.cell", "no pawn is placed", Some("M12"));
            return;
        }
        let turns = state.turns();
        state.seat = if state.phase == Phase::Over { 1 } else { (turns % 2) as Seat };
        let given = fields.int("seat", 0..=1, Some(i64::from(state.seat)), error);
        if given != i64::from(state.seat) {
            error.add("seat", format!("with these pawns it is the turn of seat {}", state.seat), Some("M12"));
        }
        let given = fields.int("turn", 0..=2 * PAWNS as i64, Some(i64::from(turns)), error);
        if given != i64::from(turns) {
            error.add("turn", format!("with these pawns {turns} turns are completed"), Some("M12"));
        }
        let turn = &state.turn;
        let mut wrong = |key: &str, wrong: bool, message: &str, rule| {
            if wrong {
                error.add(format!("this_turn.{key}"), message, Some(rule));
            }
        };
        let before = turn.cell == NONE;
        wrong(
            "powers",
            before && turn.powers & !gene::BEFORE != 0,
            "one of them is used after placing",
            "M17",
        );
        wrong("uses", turn.powers != 0 && turn.uses == 0, "powers come from genes used", "M16");
        wrong(
            "blocked",
            turn.blocked && (turn.uses > 0 || turns == 0),
            "a blocked player uses no gene",
            "M24",
        );
        wrong("mutated", turn.mutated && before, "the mutation is used after placing", "M62");
        wrong(
            "filled",
            turn.filled && (before || !self.rules.set.has(b'F')),
            "needs rule F and a pawn placed",
            "M45",
        );
        wrong(
            "gained",
            turn.gained > 0 && !matches!(state.phase, Phase::Ten(_)),
            "points come at the end of a turn",
            "M17",
        );
        wrong("bonus", turn.bonus && turn.gained < 3, "needs 2 points before it", "M60");
    }

    fn check_phase(&self, state: &State, error: &mut SetupError) {
        let mut need = |fits: bool, message: &str, rule: &'static str| {
            if !fits {
                error.add("phase", format!("{}: {message}", state.phase.name()), Some(rule));
            }
        };
        let before = self.is_before(state);
        let in_setup = matches!(
            state.phase,
            Phase::Leftover(_) | Phase::Target | Phase::Tile(_) | Phase::Keep(_) | Phase::Reveal(_)
        );
        if in_setup {
            need(
                state.is_first_turn() && state.turn == Turn::NEW,
                "set-up comes before the first turn",
                "M10",
            );
            need(
                state.genes == self.board.genes && state.points == [0, 0],
                "set-up comes before the first turn",
                "M10",
            );
        }
        let drawn = state.target != NONE;
        let aims = self.rules.set.has(b'B');
        match state.phase {
            Phase::Leftover(_) | Phase::Target => {
                need(drawn == (aims && self.rules.target != NONE), "the target is not drawn yet", "M41")
            }
            _ => need(drawn == aims, "with rule B there is a target", "M41"),
        }
        if !matches!(state.phase, Phase::Over) {
            need(!before || state.placed[1] < PAWNS as u8, "both players have placed all their pawns", "M18");
        }
        match state.phase {
            Phase::Leftover(seat) => {
                let drawn = [u32::from(seat), 0];
                let hands = [0, 1].map(|seat| state.hand_size(seat));
                let left = self.start.leftovers - seat;
                need(
                    self.rules.set.has(b'A') && hands == drawn && state.leftovers == left,
                    "needs rule A, and hands and left-overs that fit",
                    "M40",
                );
            }
            Phase::Target => {
                need(aims && self.rules.target == NONE, "needs rule B and no target in the options", "M41")
            }
            Phase::Tile(_) | Phase::Keep(_) | Phase::Reveal(_) => need(
                self.rules.set.has(b'C') && self.rules.mutations[0] == NONE,
                "needs rule C and no mutations in the options",
                "M42",
            ),
            Phase::Before => {
                need(before, "a pawn is placed already", "M12");
                need(!state.is_first_turn() || state.genes != 0, "the first pawn needs a gene token", "M11");
            }
            Phase::Steal(token) => {
                let announced = state.known >> token & 1 == 1 && self.usable_genes(state) >> token & 1 == 1;
                need(
                    announced && self.can_steal(state),
                    "needs an announced gene and a player who can steal it",
                    "M63",
                );
            }
            Phase::Move => {
                need(
                    before && state.turn.uses > 0 && self.escapes(state) != 0,
                    "needs a gene in use and a cell to move to",
                    "M26",
                );
            }
            Phase::Token => {
                let here = bit(state.turn.cell);
                let taken = here & self.board.genes != 0 && here & state.genes == 0 && state.turns() > 0;
                need(taken && state.unseen() != 0, "needs a pawn just placed on a gene space", "M14");
            }
            Phase::After => need(
                !before && (self.may_use_gene(state) || self.mutation_targets(state) != 0),
                "needs a pawn just placed, and a gene or mutation to use",
                "M17",
            ),
            Phase::Flip => {
                need(
                    !before && state.turn.uses > 0 && self.flippable(state) != 0,
                    "needs a gene in use and a pawn to flip",
                    "M20",
                );
            }
            Phase::Mutate => need(self.mutation_targets(state) != 0, "needs a mutation with a target", "M42"),
            Phase::Ten(seat) => {
                let reached = state.ten_by == seat && state.points[usize::from(seat)] >= 10;
                need(
                    !before && reached && state.leftovers > 0,
                    "needs rule D, 10 points and a left-over token",
                    "M43",
                );
            }
            Phase::Over => {
                need(
                    state.placed == [PAWNS as u8; 2] && state.turn == Turn::NEW,
                    "needs all pawns placed",
                    "M18",
                );
            }
        }
        let hidden = u32::from(state.hidden[0] + state.hidden[1]);
        let open = u32::from(matches!(state.phase, Phase::Token));
        need(hidden + open <= state.unseen().count_ones(), "more unknown genes than there are others", "M10");
    }
}

/// The values of a list with one entry a seat.
fn per_seat<'a>(fields: &Fields<'a>, key: &str, error: &mut SetupError) -> Vec<(Seat, &'a Value)> {
    let values = fields.list(key, 2, error);
    if fields.get(key).is_some() && values.len() != 2 {
        error.add(fields.path(key), "must have two entries, one a seat", None);
    }
    (0..).zip(values).collect()
}

fn read_seat(fields: &Fields, key: &str, error: &mut SetupError) -> u8 {
    if fields.get(key).is_none() { NONE } else { fields.int(key, 0..=1, None, error) as u8 }
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

fn read_phase(fields: &Fields, state: &mut State, error: &mut SetupError) {
    let Some(value) = fields.get("phase") else {
        let all = state.placed == [PAWNS as u8; 2] && state.turn.cell == NONE;
        state.phase = if all { Phase::Over } else { Phase::Before };
        return;
    };
    let phase = Fields::open(value, "phase", &["name", "seat", "gene"], error);
    phase.need("name", error);
    let Some(index) = phase.word("name", &NAMES, error) else { return };
    let seated = matches!(NAMES[index], "leftover" | "tile" | "keep" | "reveal" | "ten");
    let seat = if seated { phase.int("seat", 0..=1, None, error) as Seat } else { 0 };
    let is_steal = NAMES[index] == "steal";
    if is_steal {
        phase.need("gene", error);
    }
    for (key, belongs) in [("seat", seated), ("gene", is_steal)] {
        if !belongs && phase.get(key).is_some() {
            error.add(phase.path(key), format!("does not belong to {}", NAMES[index]), None);
        }
    }
    let gene = phase.word("gene", &GENES, error).map_or(0, |id| id as u8);
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

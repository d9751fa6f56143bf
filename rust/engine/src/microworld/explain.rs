//! Finding the event that a text, dict or id asks for, or the rule that forbids it, in words.
//!
//! Written from the rules, apart from `actions.rs`, which finds the same answers fast; the laws
//! compare the two on every position they meet.

use super::Microworld;
use super::actions::{ACTIONS, ALLOW, CELL, END, GENE, KEEP, MUTATE, PAWN, PLACE, STEAL, chance};
use super::notation::{Intent, pawn_text, read_word};
use super::pieces::{
    Cells, HIDDEN, NONE, PAWNS, bit, gene, gene_name, members, mutation, mutation_name, mutation_rule,
    target_name,
};
use super::state::{Phase, State};
use super::views;
use crate::error::Illegal;
use crate::game::{Event, Seat, UNKNOWN};

type Verdict<T = ()> = Result<T, Illegal>;

fn no<T>(rule: &'static str, message: impl Into<String>) -> Verdict<T> {
    Err(Illegal::new(rule, message))
}

/// The rule of each power, by id.
const POWER_RULES: [&str; 9] = ["M20", "M21", "M22", "M23", "M24", "M25", "M26", "M27", "M28"];

/// What a mutation does, with its rule.
fn what_mutation(id: u8) -> String {
    let what = match id {
        mutation::BONUS => "1 point more in a turn of 2 or more",
        mutation::MAJORITY => "1 point more for each tissue won in the end",
        mutation::BARRIER => "a free cell that the opponent can't place in next turn",
        mutation::STEAL => "a gene that the opponent uses has no effect, and is yours",
        mutation::EXCHANGE => "the pawn just placed changes places with an adjacent one of the opponent",
        _ => "the pawn just placed moves to an adjacent free cell",
    };
    let tokens = match mutation::TOKENS.get(usize::from(id)) {
        None | Some(0) => String::new(),
        Some(1) => ", once".to_owned(),
        Some(tokens) => format!(", {tokens} times"),
    };
    format!("{what}{tokens} [{}]", mutation_rule(id))
}

/// Some cells in words.
fn cell_list(cells: Cells) -> String {
    let numbers: Vec<String> = members(cells).map(|cell| cell.to_string()).collect();
    numbers.join(", ")
}

impl Microworld {
    /// Whether an event can happen; if not, why.
    pub(super) fn check_event(&self, state: &State, event: Event) -> Verdict {
        let possible = match event {
            _ if event.id() == UNKNOWN => views::takes_unknown(state, event),
            Event::Act(id) => self.is_legal(state, id),
            Event::Chance(id) => self.is_possible(state, id),
            Event::Referee(_) => return no("M18", "no referee has a say in Microworld"),
        };
        if possible {
            return Ok(());
        }
        let known = match event {
            Event::Act(id) => id < ACTIONS || id == UNKNOWN,
            _ => event.id() < chance::COUNT || event.id() == UNKNOWN,
        };
        if !known {
            return no("M10", format!("there is no event with the number {}", event.id()));
        }
        let verdict = self.resolve(state, self.intent_of(state, event)).map(|_| ());
        // A number may stand for something that is legal under another number only.
        verdict.and_then(|()| no(self.now(state).0, format!("first {}", self.now(state).1)))
    }

    /// The event that an intent stands for now, or why it is illegal.
    pub(super) fn resolve(&self, state: &State, intent: Intent) -> Verdict<Event> {
        match (state.phase, intent) {
            (Phase::Over, _) => no("M18", "the game is over: both players have placed all their pawns"),
            (Phase::Before, Intent::Place(cell)) => self.resolve_place(state, cell),
            (Phase::After, Intent::Place(_)) => no("M12", "the pawn of this turn is placed already"),
            (Phase::Before | Phase::After, Intent::Gene(token)) => self.resolve_gene(state, token),
            (Phase::Before | Phase::After, Intent::Mutate(mutation)) => self.resolve_mutate(state, mutation),
            (Phase::After, Intent::End) => Ok(Event::Act(END)),
            (Phase::Before, Intent::End) => no("M12", "a pawn must be placed before the turn ends"),
            (Phase::Before | Phase::After, Intent::Pawn(..) | Intent::Cell(_)) => {
                no("M29", "nothing asks for a target now: name the gene or mutation first")
            }
            (Phase::Steal(_), Intent::Steal) => Ok(Event::Act(STEAL)),
            (Phase::Steal(_), Intent::Allow) => Ok(Event::Act(ALLOW)),
            (_, Intent::Steal | Intent::Allow) => no(
                "M63",
                "there is nothing to steal or allow: no gene is announced to a player with the mutation",
            ),
            (Phase::Move, Intent::Cell(cell)) => self.resolve_move(state, cell),
            (Phase::Flip, Intent::Pawn(seat, pawn)) => self.resolve_flip(state, seat, pawn),
            (Phase::Mutate, Intent::Cell(cell)) => self.resolve_mutation_cell(state, cell),
            (Phase::Mutate, Intent::Pawn(seat, pawn)) => self.resolve_exchange(state, seat, pawn),
            (Phase::Keep(seat), Intent::Keep(tile)) => self.resolve_keep(state, seat, tile),
            (Phase::Leftover(_) | Phase::Token | Phase::Ten(_), Intent::Draw(token)) => {
                self.resolve_draw(state, token)
            }
            (Phase::Target, Intent::Target(target)) => Ok(Event::Chance(chance::TARGET + u16::from(target))),
            (Phase::Tile(_), Intent::Tile(tile)) => self.resolve_tile(state, tile),
            (Phase::Reveal(seat), Intent::Reveal(tile)) => self.resolve_reveal(state, seat, tile),
            _ => {
                let (rule, next) = self.now(state);
                no(rule, format!("that does not come now; first {next}"))
            }
        }
    }

    /// What comes next, in words, and its rule.
    pub(super) fn now(&self, state: &State) -> (&'static str, String) {
        let name = |seat: Seat| &self.spec.seat_names[usize::from(seat & 1)];
        let mover = name(state.seat);
        match state.phase {
            Phase::Leftover(seat) => ("M40", format!("{} draw a left-over gene token", name(seat))),
            Phase::Target => ("M41", "the target is drawn".to_owned()),
            Phase::Tile(seat) => ("M42", format!("a mutation tile is dealt to {}", name(seat))),
            Phase::Keep(seat) => ("M42", format!("{} choose which mutation tile to keep", name(seat))),
            Phase::Reveal(seat) => ("M42", format!("the mutation of {} is turned face-up", name(seat))),
            Phase::Before if state.is_first_turn() => {
                ("M11", format!("{mover} place in a cell with a gene token"))
            }
            Phase::Before => ("M12", format!("{mover} place a pawn")),
            Phase::Steal(gene) => {
                ("M63", format!("{} steal or allow the gene {}", name(state.seat ^ 1), gene_name(gene)))
            }
            Phase::Move => {
                ("M26", format!("{mover} choose the cell to which pawn {} moves", self.last_pawn(state)))
            }
            Phase::Token => ("M14", format!("{mover} look at the gene token taken")),
            Phase::After => ("M17", format!("{mover} use a gene or mutation, or end the turn")),
            Phase::Flip => ("M20", format!("{mover} choose the pawn to flip")),
            Phase::Mutate => {
                let mutation = state.mutations[usize::from(state.seat & 1)];
                (
                    mutation_rule(mutation),
                    format!("{mover} choose the target of the mutation {}", mutation_name(mutation)),
                )
            }
            Phase::Ten(seat) => ("M43", format!("{} draw a left-over gene token for 10 points", name(seat))),
            Phase::Over => ("M18", "nothing: the game is over".to_owned()),
        }
    }

    /// The pawn that the opponent placed last.
    fn last_pawn(&self, state: &State) -> String {
        let other = state.seat ^ 1;
        pawn_text(other, state.placed[usize::from(other & 1)].saturating_sub(1))
    }

    fn on_board(&self, cell: u8) -> Verdict {
        if cell >= self.board.count {
            return no("M1", format!("there is no cell {cell}; cells go from 0 to {}", self.board.count - 1));
        }
        Ok(())
    }

    fn resolve_place(&self, state: &State, cell: u8) -> Verdict<Event> {
        self.on_board(cell)?;
        let place = Ok(Event::Act(PLACE + u16::from(cell)));
        let here = bit(cell);
        if state.is_first_turn() {
            if state.genes & here == 0 {
                let message =
                    format!("the first pawn goes in a cell with a gene token: {}", cell_list(state.genes));
                return no("M11", message);
            }
            return place;
        }
        if state.barrier == cell {
            return no("M62", format!("a mutation token blocks cell {cell} in this turn"));
        }
        let last = state.last_of(state.seat ^ 1);
        let is_near = |cell: u8| self.board.adjacent[usize::from(last)] & bit(cell) != 0;
        if state.occupied() & here != 0 {
            if !state.turn.has(gene::OCCUPIED) {
                return no("M12", format!("cell {cell} is occupied"));
            }
            if !is_near(cell) {
                let message = format!(
                    "cell {cell} is occupied, and not adjacent to the pawn placed last, in cell {last}"
                );
                return no("M25", message);
            }
            return place;
        }
        if is_near(cell) || state.turn.has(gene::ANYWHERE) {
            return place;
        }
        let open = |cell: &u8| state.occupied() & bit(*cell) == 0 && state.barrier != *cell && is_near(*cell);
        let open: Cells = (0..self.board.count).filter(open).map(bit).sum();
        if open != 0 {
            // M13: it counts where that pawn stands now, if it was moved.
            return no(
                "M12",
                format!(
                    "cell {cell} is not adjacent to the pawn that the opponent placed last, in cell {last}; free there: {}",
                    cell_list(open)
                ),
            );
        }
        place
    }

    fn resolve_gene(&self, state: &State, token: u8) -> Verdict<Event> {
        let name = gene_name(token);
        if state.turn.blocked {
            return no("M24", "the opponent has blocked genes in this turn");
        }
        let placed = state.turn.cell != NONE;
        if state.is_first_turn() && !placed {
            return no("M11", "on the first turn of the game no gene is used before placing");
        }
        if state.possible_hand(state.seat) >> token & 1 == 0 {
            return no(
                "M14",
                format!("{} have no gene {name} in hand", self.spec.seat_names[usize::from(state.seat & 1)]),
            );
        }
        let most = if self.rules.set.has(b'A') { 2 } else { 1 };
        if state.turn.uses >= most {
            let rule = if most == 2 { "M40" } else { "M16" };
            let times = if most == 2 { "two genes are" } else { "one gene is" };
            return no(rule, format!("{times} used already in this turn"));
        }
        let power = if token == gene::COPY { state.arrow } else { token };
        if power == NONE {
            return no("M28", "there is nothing to copy: no power was used before");
        }
        let rule = POWER_RULES[usize::from(power)];
        let before = matches!(power, gene::ANYWHERE | gene::OCCUPIED | gene::MOVE);
        if before && placed {
            return no(rule, format!("{} is used before placing", gene_name(power)));
        }
        if !before && !placed {
            return no(rule, format!("{} is used after placing", gene_name(power)));
        }
        let other = state.seat ^ 1;
        let last = usize::from(state.last_of(other));
        let around = |cell: usize| members(self.board.adjacent[cell]);
        let is_free = |cell: &u8| state.occupied() & bit(*cell) == 0;
        let missing = match power {
            gene::FLIP => {
                let here = self.board.adjacent[usize::from(state.last_of(state.seat))];
                let flipped = |pawn: u8| state.flipped[usize::from(other & 1)] >> pawn & 1 == 1;
                let found = state.pawns(other).any(|(pawn, cell)| here & bit(cell) != 0 && !flipped(pawn));
                (!found).then_some("no adjacent pawn of the opponent can be flipped")
            }
            gene::OCCUPIED => {
                let found = around(last).any(|cell| !is_free(&cell) && cell != state.barrier);
                (!found).then_some("no occupied cell is adjacent to the pawn placed last")
            }
            gene::MOVE => {
                let found = around(last).any(|cell| is_free(&cell));
                (!found).then_some("the opponent's pawn has no free cell to move to")
            }
            _ => None,
        };
        match missing {
            Some(message) => no("M29", message),
            None => Ok(Event::Act(GENE + u16::from(token))),
        }
    }

    fn resolve_mutate(&self, state: &State, asked: Option<u8>) -> Verdict<Event> {
        let seat = usize::from(state.seat & 1);
        let own = state.mutations[seat];
        let mutation = asked.unwrap_or(own);
        let Some(rule) = mutation::RULES.get(usize::from(mutation)).copied() else {
            return no("M42", "there is no mutation to use");
        };
        let name = mutation_name(mutation);
        if own != mutation {
            return no(rule, format!("{} do not have the mutation {name}", self.spec.seat_names[seat]));
        }
        if !matches!(mutation, mutation::BARRIER | mutation::EXCHANGE | mutation::SHIFT) {
            return no(rule, format!("the mutation {name} works by itself"));
        }
        if state.turn.cell == NONE {
            return no(rule, format!("the mutation {name} is used after placing"));
        }
        if state.turn.mutated {
            return no(rule, "the mutation is used once a turn");
        }
        if state.tokens[seat] == 0 {
            return no(rule, "no mutation token is left");
        }
        let here = self.board.adjacent[usize::from(state.last_of(state.seat))];
        let free = self.board.all & !state.occupied();
        let (found, message) = match mutation {
            mutation::BARRIER => (free != 0, "there is no free cell"),
            mutation::SHIFT => (free & here != 0, "no free cell is adjacent to the pawn just placed"),
            _ => (
                here & state.own(state.seat ^ 1) != 0,
                "no opponent pawn is adjacent to the pawn just placed",
            ),
        };
        if found { Ok(Event::Act(MUTATE)) } else { no(rule, message) }
    }

    fn resolve_move(&self, state: &State, cell: u8) -> Verdict<Event> {
        self.on_board(cell)?;
        let from = state.last_of(state.seat ^ 1);
        if self.board.adjacent[usize::from(from)] & bit(cell) == 0 {
            return no("M26", format!("cell {cell} is not adjacent to cell {from}, where the pawn stands"));
        }
        if state.occupied() & bit(cell) != 0 {
            return no("M26", format!("cell {cell} is occupied; the pawn moves to a free cell"));
        }
        Ok(Event::Act(CELL + u16::from(cell)))
    }

    /// An opponent pawn adjacent to the pawn just placed.
    fn adjacent_opponent(&self, state: &State, seat: Seat, pawn: u8, rule: &'static str) -> Verdict<Event> {
        let name = pawn_text(seat, pawn);
        if seat == state.seat {
            return no(rule, format!("{name} is an own pawn"));
        }
        let cell = state.cell_of(seat, pawn);
        if cell == NONE {
            return no(rule, format!("{name} is not on the board"));
        }
        let last = state.last_of(state.seat);
        if self.board.adjacent[usize::from(last)] & bit(cell) == 0 {
            return no(
                rule,
                format!("{name} in cell {cell} is not adjacent to the pawn just placed, in cell {last}"),
            );
        }
        Ok(Event::Act(PAWN + PAWNS as u16 * u16::from(seat) + u16::from(pawn)))
    }

    fn resolve_flip(&self, state: &State, seat: Seat, pawn: u8) -> Verdict<Event> {
        let event = self.adjacent_opponent(state, seat, pawn, "M20")?;
        if state.flipped[usize::from(seat & 1)] >> pawn & 1 == 1 {
            return no("M20", format!("{} is flipped already", pawn_text(seat, pawn)));
        }
        Ok(event)
    }

    fn resolve_exchange(&self, state: &State, seat: Seat, pawn: u8) -> Verdict<Event> {
        if !state.has_mutation(state.seat, mutation::EXCHANGE) {
            let (rule, next) = self.now(state);
            return no(rule, format!("a cell is asked for, not a pawn: first {next}"));
        }
        self.adjacent_opponent(state, seat, pawn, "M64")
    }

    fn resolve_mutation_cell(&self, state: &State, cell: u8) -> Verdict<Event> {
        self.on_board(cell)?;
        let own = state.mutations[usize::from(state.seat & 1)];
        if own == mutation::EXCHANGE {
            return no("M64", "a pawn is asked for, not a cell");
        }
        let rule = if own == mutation::BARRIER { "M62" } else { "M65" };
        if state.occupied() & bit(cell) != 0 {
            return no(rule, format!("cell {cell} is occupied"));
        }
        let last = state.last_of(state.seat);
        if own == mutation::SHIFT && self.board.adjacent[usize::from(last)] & bit(cell) == 0 {
            return no(rule, format!("cell {cell} is not adjacent to the pawn just placed, in cell {last}"));
        }
        Ok(Event::Act(CELL + u16::from(cell)))
    }

    fn resolve_keep(&self, state: &State, seat: Seat, tile: u8) -> Verdict<Event> {
        let own = usize::from(seat & 1);
        if tile == HIDDEN && state.tiles_hidden[own] == 0 {
            return no("M42", format!("the tiles of {} are known: say which", self.spec.seat_names[own]));
        }
        if tile == HIDDEN {
            return Ok(Event::Act(UNKNOWN));
        }
        let hidden = if state.tiles_hidden[own] > 0 { state.unseen_tiles() } else { 0 };
        if (state.tiles[own] | hidden) >> tile & 1 == 0 {
            let message =
                format!("{} were not dealt the tile {}", self.spec.seat_names[own], mutation_name(tile));
            return no("M42", message);
        }
        Ok(Event::Act(KEEP + u16::from(tile)))
    }

    fn resolve_draw(&self, state: &State, token: u8) -> Verdict<Event> {
        if token == HIDDEN {
            return Ok(Event::Chance(UNKNOWN));
        }
        if state.unseen() >> token & 1 == 0 {
            return no(
                "M10",
                format!("the gene {} was seen elsewhere: there is one of each", gene_name(token)),
            );
        }
        Ok(Event::Chance(u16::from(token)))
    }

    fn resolve_tile(&self, state: &State, tile: u8) -> Verdict<Event> {
        if tile == HIDDEN {
            return Ok(Event::Chance(UNKNOWN));
        }
        if state.unseen_tiles() >> tile & 1 == 0 {
            return no(
                "M42",
                format!("the tile {} is dealt already: there is one of each", mutation_name(tile)),
            );
        }
        Ok(Event::Chance(chance::MUTATION + u16::from(tile)))
    }

    fn resolve_reveal(&self, state: &State, seat: Seat, tile: u8) -> Verdict<Event> {
        let kept = state.mutations[usize::from(seat & 1)];
        let possible = if kept == HIDDEN { state.unseen_tiles() >> tile & 1 == 1 } else { kept == tile };
        if !possible {
            let message = format!(
                "{} did not keep {}",
                self.spec.seat_names[usize::from(seat & 1)],
                mutation_name(tile)
            );
            return no("M42", message);
        }
        Ok(Event::Chance(chance::MUTATION + u16::from(tile)))
    }

    /// What a legal event does and the rule that allows it.
    pub(super) fn why(&self, state: &State, event: Event) -> String {
        let mover = &self.spec.seat_names[usize::from(state.seat & 1)];
        match self.intent_of(state, event) {
            Intent::Place(cell) => self.why_place(state, cell),
            Intent::Gene(token) => self.why_gene(state, token),
            Intent::Keep(tile) if tile == HIDDEN => "a tile is kept in secret [M42]".to_owned(),
            Intent::Keep(tile) => {
                format!("the tile {} is kept in secret [M42]: {}", mutation_name(tile), what_mutation(tile))
            }
            Intent::Pawn(seat, pawn) if state.phase == Phase::Flip => {
                format!(
                    "{} is flipped: it counts until the end, and is removed then [M20]",
                    pawn_text(seat, pawn)
                )
            }
            Intent::Pawn(seat, pawn) => {
                format!("{} and the pawn just placed change places [M64]", pawn_text(seat, pawn))
            }
            Intent::Cell(cell) if state.phase == Phase::Move => {
                format!("{} moves to cell {cell} [M26]", self.last_pawn(state))
            }
            Intent::Cell(cell) if state.has_mutation(state.seat, mutation::BARRIER) => {
                format!("cell {cell} can't be placed in next turn [M62]")
            }
            Intent::Cell(cell) => format!("the pawn just placed moves to cell {cell} [M65]"),
            Intent::Mutate(_) => {
                let mutation = state.mutations[usize::from(state.seat & 1)];
                format!("{mover} use the mutation {}: {}", mutation_name(mutation), what_mutation(mutation))
            }
            Intent::Steal => "the gene has no effect and changes hands [M63]".to_owned(),
            Intent::Allow => "the gene works [M63]".to_owned(),
            Intent::End => self.why_end(state),
            Intent::Draw(token) => {
                let rule = self.now(state).0;
                if token == HIDDEN {
                    format!("a gene token is drawn unseen [{rule}]")
                } else {
                    format!("the gene token drawn is {} [{rule}]", gene_name(token))
                }
            }
            Intent::Tile(tile) if tile == HIDDEN => "a mutation tile is dealt unseen [M42]".to_owned(),
            Intent::Tile(tile) => format!("the mutation tile {} is dealt [M42]", mutation_name(tile)),
            Intent::Reveal(tile) => format!("the mutation {} is turned face-up [M42]", mutation_name(tile)),
            Intent::Target(target) => {
                format!("the target {} is drawn [M41]", target_name(target))
            }
        }
    }

    /// Why a gene or mutation can't follow the event that ended the turn: the rule that would forbid it if
    /// the turn went on.
    pub(super) fn why_no_more(&self, before: &State, event: Event, text: &str) -> Option<Illegal> {
        let mut after = *before;
        match self.intent_of(before, event) {
            Intent::Place(cell) => self.put(&mut after, cell),
            Intent::Gene(_) => after.turn.uses += 1,
            Intent::Cell(_) | Intent::Pawn(..) if before.phase == Phase::Mutate => after.turn.mutated = true,
            Intent::Pawn(..) | Intent::Draw(_) | Intent::Steal | Intent::Allow => {}
            _ => return None,
        }
        after.phase = Phase::After;
        let intent = read_word(text.split_whitespace().next().unwrap_or_default()).ok()?;
        match (intent, self.resolve(&after, intent)) {
            (Intent::Gene(_) | Intent::Mutate(_), Err(illegal)) => Some(illegal),
            (Intent::End, _) => {
                Some(Illegal::new("M17", "the turn has ended by itself: nothing could follow"))
            }
            _ => None,
        }
    }

    fn why_place(&self, state: &State, cell: u8) -> String {
        let here = bit(cell);
        if state.is_first_turn() {
            return format!("the first pawn goes in cell {cell}; its gene token is put away unseen [M11]");
        }
        let near = self.board.adjacent[usize::from(state.last_of(state.seat ^ 1))] & here != 0;
        let (how, rule) = if state.occupied() & here != 0 {
            ("occupied, and adjacent to the pawn placed last", "M25")
        } else if near {
            ("free, and adjacent to the pawn that the opponent placed last", "M12")
        } else if state.turn.has(gene::ANYWHERE) {
            ("free", "M21")
        } else {
            ("free, and no free cell is adjacent to the pawn that the opponent placed last", "M12")
        };
        let token = if state.genes & here != 0 { "; the gene token there is taken [M14]" } else { "" };
        format!("cell {cell} is {how} [{rule}]{token}")
    }

    fn why_gene(&self, state: &State, token: u8) -> String {
        let power = self.power(state, token);
        let rule = POWER_RULES.get(usize::from(power)).copied().unwrap_or("M28");
        let copied = if token == gene::COPY {
            format!("copy works as {} [M28]: ", gene_name(power))
        } else {
            String::new()
        };
        let what = match power {
            gene::FLIP => "an adjacent pawn of the opponent is flipped",
            gene::ANYWHERE => "the pawn may go in any free cell",
            gene::DOUBLE => "2 points for each adjacent pawn that counts",
            gene::OPPONENT => "adjacent pawns of the opponent count instead of own ones",
            gene::BLOCK => {
                "the opponent uses no gene in the next turn, and scores nothing for adjacent pawns"
            }
            gene::OCCUPIED => "the pawn may also go in an occupied cell adjacent to the pawn placed last",
            gene::MOVE => "the pawn that the opponent placed last moves to an adjacent free cell",
            _ => "the tissue of the pawn just placed scores nothing in the end",
        };
        let steal = if self.can_steal(state) { "; the other player may steal it [M63]" } else { "" };
        format!("{copied}{what} [{rule}]{steal}")
    }

    fn why_end(&self, state: &State) -> String {
        let turn = &state.turn;
        let rule = if turn.blocked {
            "M24"
        } else if turn.has(gene::OPPONENT) {
            "M23"
        } else if turn.has(gene::DOUBLE) {
            "M22"
        } else {
            "M15"
        };
        let mut text = format!("{} for adjacent pawns [{rule}]", self.placing_points(state));
        for (points, rule) in [(self.nervous_points(state), "M44"), (self.filled_points(state), "M45")] {
            if points > 0 {
                text.push_str(&format!(", {points} [{rule}]"));
            }
        }
        format!("the turn ends: {text}")
    }

    /// Why the game is over, in words.
    pub(super) fn ending_text(&self, state: &State) -> String {
        let [viruses, anticorps] = state.points;
        let equal = viruses == anticorps;
        let [own, other] = [0, 1].map(|seat| state.hand_size(seat));
        let decided = match (equal, own == other) {
            (false, _) => "most points win",
            (true, false) => "points are equal, most unused gene tokens win",
            (true, true) => "points and unused gene tokens are equal",
        };
        format!("all pawns are placed: {viruses} to {anticorps}, {decided} [M31]")
    }
}

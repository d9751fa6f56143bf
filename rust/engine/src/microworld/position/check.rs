//! What the entries of a position ask of each other.

use crate::error::SetupError;
use crate::game::Seat;
use crate::microworld::Microworld;
use crate::microworld::pieces::{
    GENES, Genes, HIDDEN, NONE, PAWNS, bit, gene, gene_name, members, mutation, mutation_name, mutation_rule,
    target,
};
use crate::microworld::state::{Phase, State, Turn};

/// Notes a fault unless something holds.
fn need(holds: bool, path: &str, message: &str, rule: &'static str, error: &mut SetupError) {
    if !holds {
        error.add(path, message, Some(rule));
    }
}

/// Players take turns (M10): all else depends on it.
pub(super) fn order(state: &State) -> Result<(), SetupError> {
    let mut error = SetupError::default();
    let [own, other] = state.placed;
    if own != other && own != other + 1 {
        let message = format!("{own} and {other} pawns; players take turns, the Viruses begin");
        error.add("pawns", message, Some("M10"));
    } else if state.turn.cell != NONE && own == 0 {
        error.add("this_turn.cell", "no pawn is placed", Some("M12"));
    }
    error.into_result()
}

impl Microworld {
    /// Compares everything with everything else; whose turn it is follows from the pawns.
    pub(super) fn check(
        &self,
        state: &mut State,
        seat: Option<i64>,
        turn: Option<i64>,
    ) -> Result<(), SetupError> {
        let mut error = SetupError::default();
        let turns = state.turns();
        state.seat = if state.phase == Phase::Over { 1 } else { (turns % 2) as Seat };
        if seat.is_some_and(|seat| seat != i64::from(state.seat)) {
            error.add("seat", format!("with these pawns it is the turn of seat {}", state.seat), Some("M12"));
        }
        if turn.is_some_and(|turn| turn != i64::from(turns)) {
            error.add("turn", format!("with these pawns {turns} turns are completed"), Some("M12"));
        }
        self.check_tokens(state, &mut error);
        self.check_marks(state, &mut error);
        self.check_scores(state, &mut error);
        self.check_mutations(state, &mut error);
        self.check_barrier(state, &mut error);
        self.check_turn(state, &mut error);
        if error.problems.is_empty() {
            self.check_phase(state, &mut error);
        }
        error.into_result()
    }

    /// The tokens must be the nine of the box (M10, M11), and what both players know was stolen (M63).
    fn check_tokens(&self, state: &State, error: &mut SetupError) {
        let hands = [0, 1].map(|seat| state.hand_size(seat));
        let used = state.used[0] | state.used[1];
        let first = state.is_first_turn();
        let taken = u32::from(state.phase == Phase::Token) + u32::from(!first);
        let rest = u32::from(state.leftovers) + hands[0] + hands[1] + used.count_ones() + taken;
        let all = state.genes.count_ones() + rest;
        if !first && state.genes == self.board.genes {
            error.add("genes", "the first pawn takes a gene token from the board", Some("M11"));
        } else if all > GENES.len() as u32 {
            let message =
                format!("{all} gene tokens, with the first one that is out of the game; there are 9");
            error.add("genes", message, Some("M10"));
        }
        let drawn = u32::from(self.rules.set.has(b'A'));
        if first && (used != 0 || hands.iter().any(|size| *size > drawn)) {
            let message = "before the first pawn no gene is used, and only rule A gives each player one";
            error.add("hands", message, Some("M11"));
        }
        let plain = used & !(1 << gene::COPY);
        if used >> gene::COPY & 1 == 1 && plain == 0 {
            error.add("used", "copy can't be the only gene used: it copies another one", Some("M28"));
        }
        if state.arrow == NONE && plain != 0 || state.arrow != NONE && plain >> state.arrow & 1 == 0 {
            error.add("arrow", "the arrow shows a power that was used", Some("M28"));
        }
        let strange = state.known & !(state.hands[0] | state.hands[1]);
        for id in members(u64::from(strange)) {
            error.add("known", format!("the gene {} is in no hand", gene_name(id)), Some("M63"));
        }
        let thief = |seat: u8| {
            let own = usize::from(seat);
            state.has_mutation(seat, mutation::STEAL)
                && state.tokens[own] == 0
                && state.known & !state.hands[own] == 0
        };
        let announced = matches!(state.phase, Phase::Steal(_));
        if state.known != 0 && strange == 0 && !announced {
            let stolen = state.known.is_power_of_two() && (thief(0) || thief(1));
            let message = "only a stolen gene is known: its seat has spent the token of the mutation steal";
            need(stolen, "known", message, "M63", error);
        }
    }

    /// Stacks, flipped pawns and radiation come from genes used, or from copy, which stands for one power.
    fn check_marks(&self, state: &State, error: &mut SetupError) {
        for (key, sets, rule) in [("flipped", state.flipped, "M20"), ("radiation", state.radiation, "M27")] {
            for seat in 0..2 {
                let placed = state.placed[seat];
                for pawn in members(u64::from(sets[seat]) >> placed << placed) {
                    let message = format!("pawn {pawn} is not on the board; {placed} pawns are");
                    error.add(format!("{key}[{seat}]"), message, Some(rule));
                }
            }
        }
        let used = state.used[0] | state.used[1];
        let pawns = u32::from(state.placed[0] + state.placed[1]);
        let count = |sets: [u16; 2]| sets[0].count_ones() + sets[1].count_ones();
        let pending = |is: bool| u32::from(is);
        let stacked = pawns - state.occupied().count_ones();
        let stacks = stacked + pending(state.turn.has(gene::OCCUPIED) && !state.has_placed());
        let flips = count(state.flipped) + pending(state.phase == Phase::Flip);
        let mut copies = u32::from(used >> gene::COPY & 1);
        for (key, found, power, rule) in [
            ("pawns", stacks, gene::OCCUPIED, "M25"),
            ("flipped", flips, gene::FLIP, "M20"),
            ("radiation", count(state.radiation), gene::RADIATION, "M27"),
        ] {
            let own = u32::from(used >> power & 1);
            // Copy works as a power that was used before.
            let more = found.saturating_sub(own);
            if more > copies * own {
                let what = if key == "pawns" { "on top of others" } else { "in all" };
                let name = gene_name(power);
                let message = format!("{found} {what}; for each the gene {name} is used, or copy as {name}");
                error.add(key, message, Some(rule));
            }
            copies = copies.saturating_sub(more);
        }
    }

    fn check_scores(&self, state: &State, error: &mut SetupError) {
        let aims = self.rules.set.has(b'B');
        let drawn = state.target != NONE;
        if matches!(state.phase, Phase::Leftover(_) | Phase::Target) {
            let named = self.rules.target != NONE;
            need(drawn == named, "target", "the target is not drawn yet", "M41", error);
        } else {
            need(drawn == aims, "target", "with rule B there is a target", "M41", error);
        }
        need(state.target_by == NONE || drawn, "target_by", "there is no target", "M41", error);
        for seat in 0..2 {
            let (path, cells) = (format!("bones[{seat}]"), state.bones[seat].count_ones());
            if cells > 0 && state.target != target::BONES {
                error.add(path, "these are kept for the target bone-lover only", Some("M41"));
            } else if cells > u32::from(state.placed[seat]) {
                error.add(path, "more cells than pawns placed", Some("M41"));
            }
        }
        if state.turns() == 0 {
            let message = "nobody has completed a turn";
            need(state.points == [0, 0], "points", message, "M17", error);
            need(state.target_by == NONE, "target_by", message, "M41", error);
            need(state.ten_by == NONE, "ten_by", message, "M43", error);
        }
        let by = usize::from(state.ten_by);
        let reached = state.points.get(by).is_none_or(|points| *points >= 10);
        need(reached, "ten_by", "this seat has no 10 points", "M43", error);
        if state.phase == Phase::Over {
            let last = self.final_points(state);
            let holds = (0..2).all(|seat| state.points[seat] >= last[seat]);
            need(holds, "points", "in a finished game the final scoring is part of them", "M30", error);
        }
    }

    fn check_mutations(&self, state: &State, error: &mut SetupError) {
        let dealt = self.rules.set.has(b'C') && self.rules.mutations[0] == NONE;
        for seat in 0..2 {
            let (own, tokens, secret) =
                (state.mutations[seat], state.tokens[seat], state.is_secret(seat as Seat));
            let most = mutation::TOKENS.get(usize::from(own)).copied().unwrap_or(0);
            let most = if state.phase.is_choice() { 0 } else { most };
            // One a turn: that of M63 in a turn of the other seat, the others after placing in an own one.
            let [own_pawns, pawns] = [state.placed[seat], state.placed[0] + state.placed[1]];
            // In the turn under way it may not have been used yet.
            let open = is_mover(state, seat) && state.has_placed() && !state.turn.mutated;
            let spent = if own == mutation::STEAL { pawns } else { own_pawns - u8::from(open) };
            if tokens > most || most - tokens > spent {
                let message = if tokens > most {
                    format!("{tokens} left; the mutation starts with {most}")
                } else {
                    format!("{tokens} left of {most}; with these pawns at most {spent} can be spent")
                };
                error.add(format!("mutation_tokens[{seat}]"), message, Some("M42"));
            }
            self.check_tiles(state, seat, dealt, error);
            let chosen = match state.phase {
                Phase::Leftover(_) | Phase::Target => !dealt,
                Phase::Tile(_) => false,
                Phase::Keep(next) => seat < usize::from(next),
                _ => true,
            };
            let fits = match (self.rules.set.has(b'C'), chosen) {
                (true, true) => own < HIDDEN || own == HIDDEN && secret,
                _ => own == NONE,
            };
            let message = match (self.rules.set.has(b'C'), chosen) {
                (false, _) => "a mutation needs rule C",
                (true, true) => "with rule C each player has a mutation, face-up in play",
                (true, false) => "no mutation is chosen yet",
            };
            need(fits, &format!("mutations[{seat}]"), message, "M42", error);
        }
        let hidden = u32::from(state.tiles_hidden[0] + state.tiles_hidden[1])
            + u32::from(state.mutations[0] == HIDDEN)
            + u32::from(state.mutations[1] == HIDDEN);
        if hidden > state.unseen_tiles().count_ones() {
            error.add("tiles", "more unknown tiles than there are others", Some("M42"));
        }
    }

    fn check_tiles(&self, state: &State, seat: usize, dealt: bool, error: &mut SetupError) {
        let path = format!("tiles[{seat}]");
        let tiles = state.tiles[seat].count_ones() + u32::from(state.tiles_hidden[seat]);
        if !dealt {
            need(tiles == 0, &path, "needs rule C and no mutations in the options", "M42", error);
            return;
        }
        // In play a dealt player has one tile that was not kept; in own positions it may be left out.
        let fits = match state.phase {
            Phase::Leftover(_) | Phase::Target => tiles == 0,
            Phase::Tile(next) => match (seat as Seat).cmp(&next) {
                std::cmp::Ordering::Less => tiles == 2,
                std::cmp::Ordering::Equal => tiles < 2,
                std::cmp::Ordering::Greater => tiles == 0,
            },
            Phase::Keep(next) => tiles == if (seat as Seat) < next { 1 } else { 2 },
            Phase::Reveal(_) => tiles == 1,
            _ => tiles <= 1,
        };
        if !fits {
            let message = format!("{tiles} of them do not fit the phase {}", state.phase.name());
            error.add(path, message, Some("M42"));
        }
    }

    /// M62: who has laid the token on the board, and when.
    fn check_barrier(&self, state: &State, error: &mut SetupError) {
        let owner = (0..2).find(|seat| state.has_mutation(*seat, mutation::BARRIER));
        let (laid, over) = (state.barrier != NONE, state.phase == Phase::Over);
        let Some(owner) = owner else {
            return need(!laid, "barrier", "nobody has the mutation barrier", "M62", error);
        };
        let own = owner == state.seat;
        if own && !over {
            let message = "it lies there in the owner's turn if, and only if, the mutation was used in it";
            need(laid == state.turn.mutated, "barrier", message, "M62", error);
        }
        if !laid {
            return;
        }
        let used = state.turns() > 0 || state.turn.mutated;
        need(used, "barrier", "nobody has placed a pawn and used the mutation yet", "M62", error);
        let most = mutation::TOKENS[usize::from(mutation::BARRIER)];
        let spent = state.tokens[usize::from(owner)] < most;
        need(spent, "barrier", "the token that lies there is one of the owner's three", "M62", error);
        let occupied = state.occupied() & bit(state.barrier) != 0;
        let moved = !own && (state.turn.uses > 0 || state.turn.mutated);
        let message = "it is laid in a free cell, and no pawn was moved there";
        need(over || !occupied || moved, "barrier", message, "M62", error);
    }

    /// What is said of the turn itself.
    fn check_turn(&self, state: &State, error: &mut SetupError) {
        let turn = &state.turn;
        let (own, other) = (usize::from(state.seat), usize::from(state.seat ^ 1));
        let before = turn.cell == NONE;
        let used = state.used[0] | state.used[1];
        let mut fits = |key: &str, fits: bool, message: &str, rule| {
            need(fits, &format!("this_turn.{key}"), message, rule, error);
        };
        let late = turn.powers & !gene::BEFORE;
        fits("powers", !before || late == 0, "one of them is used after placing", "M17");
        // Those whose token somebody else has used work by copy, which there is once.
        let copied = turn.powers & !state.used[own];
        let copy = state.used[own] >> gene::COPY & 1 == 1;
        let from_genes = copied == 0 || copy && copied.is_power_of_two() && copied & !used == 0;
        fits("powers", from_genes, "each comes from a gene that the player has used, or from copy", "M16");
        let pending = u32::from(matches!(state.phase, Phase::Move | Phase::Flip));
        let enough = turn.powers.count_ones() + pending <= u32::from(turn.uses);
        fits("uses", enough, "less than there are powers", "M16");
        let stolen = state.has_mutation(other as Seat, mutation::STEAL) && state.tokens[other] == 0;
        let tokens = state.used[own].count_ones() + u32::from(stolen);
        fits("uses", u32::from(turn.uses) <= tokens, "the player has used fewer genes", "M16");
        let block = 1 << gene::BLOCK;
        let blocks = block | 1 << gene::COPY;
        let can_block = used & block != 0 && state.used[other] & blocks != 0;
        fits("blocked", !turn.blocked || can_block, "the opponent has not used the gene block", "M24");
        fits("blocked", !turn.blocked || turn.uses == 0, "a blocked player uses no gene", "M24");
        self.check_placed(state, error);
    }

    /// What is said of the pawn placed in the turn, and of what came after it.
    fn check_placed(&self, state: &State, error: &mut SetupError) {
        let turn = &state.turn;
        let (own, other) = (usize::from(state.seat), state.seat ^ 1);
        let before = turn.cell == NONE;
        let mutation = if turn.mutated { state.mutations[own] } else { NONE };
        let mut fits = |key: &str, fits: bool, message: &str, rule| {
            need(fits, &format!("this_turn.{key}"), message, rule, error);
        };
        let most = mutation::TOKENS.get(usize::from(mutation)).copied().unwrap_or(0);
        let is_used = matches!(mutation, mutation::BARRIER | mutation::EXCHANGE | mutation::SHIFT);
        let spent = !before && is_used && state.tokens[own] < most;
        fits("mutated", !turn.mutated || spent, "needs a pawn placed and a token spent", "M42");
        let (last, near) = (state.last_of(state.seat), self.adjacent(turn.cell));
        let stands = match mutation {
            _ if before => true,
            mutation::SHIFT => near & bit(last) != 0,
            mutation::EXCHANGE => near & bit(last) != 0 && state.own(other) & bit(turn.cell) != 0,
            _ => last == turn.cell,
        };
        fits("cell", stands, "the pawn placed last does not stand there", "M12");
        if !before && self.rules.set.has(b'F') {
            let tissue = self.board.tissue_of[usize::from(turn.cell & 63)];
            let here = bit(turn.cell);
            let free = tissue & self.free(state) & if mutation == mutation::SHIFT { !here } else { !0 };
            let alone = state.count(0, here) + state.count(1, here) == 1;
            fits("filled", !turn.filled || free == 0, "a cell of the tissue is free", "M45");
            let filled = !turn.mutated && free == 0 && alone;
            fits("filled", turn.filled || !filled, "it was the last free cell of its tissue", "M45");
        } else {
            fits("filled", !turn.filled, "no pawn is placed", "M45");
        }
        let ten = matches!(state.phase, Phase::Ten(_));
        fits("gained", turn.gained == 0 || ten, "points come at the end of a turn", "M17");
        let scored = u16::from(turn.gained) <= state.points[own];
        fits("gained", scored, "more than the points of the player", "M17");
        let bonus = state.has_mutation(state.seat, mutation::BONUS) && turn.gained >= 3;
        fits("bonus", !turn.bonus || bonus, "needs the mutation bonus, and 2 points before it", "M60");
    }

    fn check_phase(&self, state: &State, error: &mut SetupError) {
        let mut need = |fits: bool, message: &str, rule: &'static str| {
            need(fits, "phase", &format!("{}: {message}", state.phase.name()), rule, error);
        };
        let before = !state.has_placed();
        let rules = self.rules.set;
        let aimed = |power: u8| {
            let tokens: Genes = 1 << power | 1 << gene::COPY;
            state.arrow == power && state.used[usize::from(state.seat)] & tokens != 0
        };
        let hands = [0, 1].map(|seat| state.hand_size(seat));
        let draws = u8::from(rules.has(b'A'));
        let dealt = hands == [u32::from(draws); 2] && state.leftovers == self.start.leftovers - 2 * draws;
        let in_setup = matches!(
            state.phase,
            Phase::Leftover(_) | Phase::Target | Phase::Tile(_) | Phase::Keep(_) | Phase::Reveal(_)
        );
        if in_setup {
            let new = state.is_first_turn() && state.turn == Turn::NEW && state.genes == self.board.genes;
            need(new, "set-up comes before the first turn", "M10");
        } else if state.phase != Phase::Over {
            let left = !before || state.placed[1] < PAWNS as u8;
            need(left, "both players have placed all their pawns", "M18");
        }
        match state.phase {
            Phase::Leftover(seat) => {
                let drawn = hands == [u32::from(seat), 0] && state.leftovers == self.start.leftovers - seat;
                need(rules.has(b'A') && drawn, "needs rule A, and hands and left-overs that fit", "M40");
            }
            Phase::Target => {
                let open = rules.has(b'B') && self.rules.target == NONE;
                need(open, "needs rule B and no target in the options", "M41");
                need(dealt, "with rule A each player has drawn one of the left-overs", "M40");
            }
            Phase::Tile(_) | Phase::Keep(_) | Phase::Reveal(_) => {
                let open = rules.has(b'C') && self.rules.mutations[0] == NONE;
                need(open, "needs rule C and no mutations in the options", "M42");
                need(dealt, "with rule A each player has drawn one of the left-overs", "M40");
            }
            Phase::Before => {
                need(before, "a pawn is placed already", "M12");
                need(!state.is_first_turn() || state.genes != 0, "the first pawn needs a gene token", "M11");
            }
            Phase::Steal(token) => {
                let announced = state.known == 1 << token && self.usable_genes(state) >> token & 1 == 1;
                let message = "needs an announced gene, the only known one, and a player who can steal it";
                need(announced && self.can_steal(state), message, "M63");
            }
            Phase::Move => {
                let moves = before && aimed(gene::MOVE) && self.escapes(state) != 0;
                need(moves, "needs the gene in use and a cell to move to", "M26");
            }
            Phase::Token => {
                let here = bit(state.turn.cell);
                let taken = here & self.board.genes != 0 && here & state.genes == 0 && state.turns() > 0;
                let next = !state.turn.mutated && state.turn.powers & !gene::BEFORE == 0;
                need(taken && next, "needs a pawn just placed on a gene space", "M14");
            }
            Phase::After => {
                let more = self.may_use_gene(state) || self.mutation_targets(state) != 0;
                need(!before && more, "needs a pawn just placed, and a gene or mutation to use", "M17");
            }
            Phase::Flip => {
                let flips = !before && aimed(gene::FLIP) && self.flippable(state) != 0;
                need(flips, "needs the gene in use and a pawn to flip", "M20");
            }
            Phase::Mutate => {
                let own = state.mutations[usize::from(state.seat)];
                let rule = mutation_rule(own);
                let message = format!("the mutation {} has no target", mutation_name(own));
                need(self.mutation_targets(state) != 0, &message, rule);
            }
            Phase::Ten(seat) => {
                let reached = state.ten_by == seat && state.points[usize::from(seat)] >= 10;
                let message = "needs rule D, 10 points and a left-over token";
                need(!before && reached && state.leftovers > 0, message, "M43");
            }
            Phase::Over => {
                let over = state.placed == [PAWNS as u8; 2] && state.turn == Turn::NEW;
                need(over, "needs all pawns placed", "M18");
            }
        }
        let hidden = u32::from(state.hidden[0] + state.hidden[1]);
        let open = u32::from(matches!(state.phase, Phase::Token));
        need(hidden + open <= state.unseen().count_ones(), "more unknown genes than there are others", "M10");
    }
}

/// Whether the turn is a seat's.
fn is_mover(state: &State, seat: usize) -> bool {
    usize::from(state.seat) == seat
}

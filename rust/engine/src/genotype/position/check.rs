//! What the entries of a position ask of each other, whatever goes on.

use super::{OMARI_BIT, Reader, SLOT_BIT, STOCK, need};
use crate::error::SetupError;
use crate::game::{Actions, Actor, Outcomes};
use crate::genotype::Genotype;
use crate::genotype::phase::{Draw, Phase};
use crate::genotype::pieces::{
    COLOURS, EDUARD_PLOT, FIRST_POT, GENOTYPES, HIDDEN, NONE, TOOLS, assistant, tool,
};
use crate::genotype::state::{EPOCHS, GOALS_EACH, JOHANN, State, is_some};

impl Reader<'_> {
    /// Compares what is said with what follows from other entries.
    pub(super) fn compare(&self, state: &mut State) -> Result<(), SetupError> {
        let mut error = SetupError::default();
        let solo = self.game.rules.players == 1;
        for seat in 0..self.game.rules.players {
            let own = usize::from(seat);
            let spaces = state.players[own].spaces;
            let found = self.game.shared_markers(state, seat) + spaces.count_ones() as u8;
            let path = format!("players[{seat}]");
            self.compare_markers(own, &path, found, state.players[own].markers, &mut error);
            state.players[own].placed = found;
            let taken = spaces & SLOT_BIT != 0;
            if self.temporary[own].is_some_and(|said| said != taken) {
                let message = "is true if, and only if, a marker lies on the own space slot";
                error.add(format!("{path}.temporary"), message, Some("T28"));
            }
        }
        if solo {
            let omari = self.johann_spaces & OMARI_BIT != 0;
            let found =
                self.game.shared_markers(state, JOHANN) + u8::from(state.johann.gardened) + u8::from(omari);
            self.compare_markers(1, "johann", found, state.johann.markers, &mut error);
            state.johann.placed = found;
        }
        let bought = self.game.bought_of(state);
        for (index, (key, what)) in [("plots", "New Plots"), ("slots", "Dice Slots")].into_iter().enumerate()
        {
            let (most, found) = (STOCK[index], bought[index]);
            let left = most.saturating_sub(found);
            *(if index == 0 { &mut state.plots_left } else { &mut state.slots_left }) = left;
            if found > most {
                error.add("", format!("{found} {what} bought; there are {most}"), Some("T14"));
            } else if self.stock[index].is_some_and(|said| said != left) {
                let message = format!("must be {left}: of {most} {what}, {found} bought");
                error.add(format!("stock.{key}"), message, Some("T14"));
            }
        }
        error.into_result()
    }

    fn compare_markers(&self, seat: usize, path: &str, found: u8, markers: u8, error: &mut SetupError) {
        if let Some(said) = self.placed[seat].filter(|said| *said != found) {
            let message = format!("{said}, but markers on spaces: {found}");
            error.add(format!("{path}.placed"), message, Some("T20"));
        } else if found > markers {
            let message = format!("{found} of them lie on spaces; there are {markers}");
            error.add(format!("{path}.markers"), message, Some("T20"));
        }
    }
}

impl Genotype {
    /// Compares everything with everything else.
    pub(super) fn check(&self, state: &State) -> Result<(), SetupError> {
        let mut error = SetupError::default();
        let first = self.first_of_round(state.round.max(1));
        if self.rules.first != NONE && state.first != first {
            let message = format!("in round {} seat {first} is first", state.round.max(1));
            error.add("first", message, Some("T51"));
        }
        self.check_tools(state, &mut error);
        self.check_unknowns(state, &mut error);
        for seat in 0..self.rules.players {
            self.check_player(state, seat, &mut error);
        }
        self.check_board(state, &mut error);
        self.check_johann(state, &mut error);
        error.into_result()?;
        if state.round == 0 { self.check_start(state) } else { self.check_now(state) }?;
        self.check_choice(state)
    }

    /// Whoever acts has something to do, and chance something to draw: nothing could go on else.
    fn check_choice(&self, state: &State) -> Result<(), SetupError> {
        let mut error = SetupError::default();
        let goes_on = match self.who_acts(state) {
            Actor::Seat(_) => {
                let mut actions = Actions::new();
                self.list(state, &mut actions);
                !actions.is_empty()
            }
            Actor::Chance => {
                let mut outcomes = Outcomes::new();
                self.list_outcomes(state, &mut outcomes);
                !outcomes.is_empty()
            }
            Actor::Over => true,
        };
        need(goes_on, "phase", "there is nothing to do or to draw", "T31", &mut error);
        error.into_result()
    }

    /// T13: of each kind no more than there are; unknown ones can't be Watering Funnels.
    fn check_tools(&self, state: &State, error: &mut SetupError) {
        let (mut known, mut others) = ([0_u8; TOOLS.len()], 0);
        let hands = state.players.iter().flat_map(|player| [player.tools, player.known_tools]);
        for tools in hands.chain([state.tool_discards]) {
            (0..).zip(&mut known).for_each(|(kind, count)| *count += tools.count(kind));
        }
        for kind in state.tools.iter().filter(|kind| is_some(**kind)) {
            known[usize::from(*kind)] += 1;
        }
        known[usize::from(tool::FLOWER_POT)] += state.players.iter().map(|player| player.pots).sum::<u8>();
        for (kind, name) in TOOLS.iter().enumerate() {
            let (found, all) = (known[kind], self.cards.tools[kind]);
            if found > all {
                error.add("", format!("cards of {name}: {found}; there are {all}"), Some("T13"));
            } else if kind != usize::from(tool::FUNNEL) {
                others += all - found;
            }
        }
        let hidden: u8 = state.players.iter().map(|player| player.hidden_tools).sum();
        if hidden > others {
            let message = format!("unknown tools: {hidden}; others that can be in a hand: {others}");
            error.add("players", message, Some("T27"));
        }
    }

    /// Plants that are not known: in hands, and chosen in secret.
    fn check_unknowns(&self, state: &State, error: &mut SetupError) {
        let now = usize::from(state.epoch);
        let hidden =
            |epoch: usize| state.players.iter().map(|player| u32::from(player.hidden[epoch])).sum::<u32>();
        for epoch in 0..EPOCHS.min(now) {
            let (pool, hidden) = (state.pool[epoch].count_ones(), hidden(epoch));
            if pool != hidden {
                let message =
                    format!("plants: {pool}; unknown ones in hands, drawn after reshuffle {epoch}: {hidden}");
                error.add(format!("epochs.pools[{epoch}]"), message, Some("T27"));
            }
        }
        let chosen = state.planting.iter().chain(&state.discarding).filter(|plant| **plant == HIDDEN).count();
        let (unknown, others) = (hidden(now) + chosen as u32, self.unseen_plants(state).count_ones());
        if unknown > others {
            let message = format!("unknown plants: {unknown}; others: {others}");
            error.add("players", message, Some("T12"));
        }
    }

    fn check_player(&self, state: &State, seat: u8, error: &mut SetupError) {
        let player = &state.players[usize::from(seat)];
        let path = format!("players[{seat}]");
        let plots = format!("{path}.plots");
        for (plot, _) in player.planted() {
            if (2 + player.new_plots..EDUARD_PLOT).contains(&plot) {
                let message = format!("plot {plot} is a New Plot that was not bought");
                error.add(&plots, message, Some("T11"));
            } else if plot == EDUARD_PLOT && !player.has(assistant::EDUARD) {
                error.add(&plots, "plot 7 is Eduard's, who is not there", Some("T30"));
            }
        }
        let planted = player.plots[usize::from(FIRST_POT)..].iter().filter(|plant| is_some(**plant)).count();
        let filled = match state.phase {
            Phase::Source(plot) | Phase::Card(Draw::Plot(plot)) => plot >= FIRST_POT && seat == state.mover,
            _ => false,
        };
        let pots = planted + usize::from(filled);
        if usize::from(player.pots) != pots {
            let message = format!("{}; Flower Pots with a plant, or just played: {pots}", player.pots);
            error.add(format!("{path}.pots"), message, Some("T30"));
        }
        let slots = self.all_slots(player);
        if player.dice > slots {
            let message = format!("{} dice; there are {slots} slots", player.dice);
            error.add(format!("{path}.dice"), message, Some("T41"));
        }
        let shown = state.round == 0 || player.known_tools.count(tool::FUNNEL) == 0;
        if !shown || player.tools.count(tool::FUNNEL) > 0 {
            let message = "a Watering Funnel is shown and used at once";
            error.add(format!("{path}.tools"), message, Some("T27"));
        }
    }

    /// How many tools a seat has in hand.
    pub(super) fn tools_of(&self, state: &State, seat: u8) -> u8 {
        let player = &state.players[usize::from(seat)];
        player.known_tools.len() + player.tools.len() + player.hidden_tools
    }

    fn check_board(&self, state: &State, error: &mut SetupError) {
        for seat in 0..self.marker_seats() {
            let own = state.goals_of(seat);
            if own > GOALS_EACH {
                let message = format!("seat {seat} has {own}; each has {GOALS_EACH} research markers");
                error.add("goals", message, Some("T24"));
            }
        }
        // In his automa phase Johann's markers leave the squares.
        let left = self.rules.players == 1 && state.second.contains(&JOHANN);
        for colour in 0..4_u8 {
            let (there, visited) = (state.coins >> colour & 1 == 1, self.is_visited(state, colour));
            let path = format!("coins[{colour}]");
            need(!(there && visited), &path, "the first marker at the square took it", "T22", error);
            need(
                there || visited || left,
                &path,
                "no marker lies at the square to have taken it",
                "T22",
                error,
            );
            let weights = state.squares[usize::from(colour)].weights();
            for kind in (0..3).filter(|kind| weights[*kind] == 0) {
                if state.dice[usize::from(colour)][kind] > 0 {
                    let name = GENOTYPES[3 * usize::from(colour) + kind];
                    let message =
                        format!("with its gene tiles no die of {} is {name}", COLOURS[usize::from(colour)]);
                    error.add(format!("dice[{colour}][{kind}]"), message, Some("T2"));
                }
            }
        }
        let taken: u8 = state.players.iter().map(|player| player.dice).sum();
        let pools: u8 = state.dice.iter().flatten().sum();
        if taken + pools > super::super::breeding::ALL_DICE {
            let message = format!("{pools} in the pools and {taken} in slots; there are 20");
            error.add("dice", message, Some("T3"));
        }
    }

    fn check_johann(&self, state: &State, error: &mut SetupError) {
        if self.rules.players > 1 {
            return;
        }
        let johann = &state.johann;
        let hard = self.rules.difficulty == super::super::setup::Difficulty::Hard;
        let special = johann.special != NONE || !hard || state.phase == Phase::Johann;
        need(
            special,
            "johann.special",
            "in the hard game he has an assistant with a special rule",
            "T66",
            error,
        );
        let franz = !johann.paid || johann.special == assistant::FRANZ;
        need(franz, "johann.paid", "only with Franz he pays for research shifts", "T66", error);
        let shifts = self.shifts(state);
        if johann.shifts > shifts {
            let message = format!("{}; he has {shifts} research shifts", johann.shifts);
            error.add("johann.shifts", message, Some("T60"));
        }
        let purchases = self.purchases(state);
        if johann.bought > purchases {
            let message = format!("{}; he buys at most {purchases}", johann.bought);
            error.add("johann.bought", message, Some("T60"));
        }
    }
}

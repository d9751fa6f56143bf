//! Positions of the set-up: nothing is left open, since it always goes the same way (T10, T16).

use super::need;
use crate::error::SetupError;
use crate::genotype::Genotype;
use crate::genotype::phase::{Automa, Draw, Phase};
use crate::genotype::pieces::{NONE, assistant, tool};
use crate::genotype::state::{JOHANN, Johann, Player, State, Tools, is_some};

/// How far a seat has come.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Done {
    /// So many plants dealt.
    Plants(u32),
    Tool,
    /// What to plant is chosen, then what to discard.
    Planting,
    Discarding,
    /// What is planted is shown, then what is discarded.
    Planted,
    All,
    /// A dealt Watering Funnel is used up, or about to be.
    Watered,
}

impl Genotype {
    pub(super) fn check_start(&self, state: &State) -> Result<(), SetupError> {
        let mut error = SetupError::default();
        let blank = State {
            prices: self.cards.prices.map(|[_, start, _]| start),
            players: state.players,
            johann: state.johann,
            plants: state.plants,
            tools: state.tools,
            assistants: state.assistants,
            plant_discards: state.plant_discards,
            tool_discards: state.tool_discards,
            goals: state.goals,
            first: state.first,
            mover: state.mover,
            planting: state.planting,
            discarding: state.discarding,
            phase: state.phase,
            back: state.back,
            ..State::blank()
        };
        self.check_dealt(state, &mut error);
        for seat in 0..self.rules.players {
            self.check_new_player(state, seat, &mut error);
        }
        self.check_shown(state, &mut error);
        self.check_new_johann(state, &mut error);
        let first = match state.phase {
            Phase::First => self.rules.first == NONE,
            Phase::Johann => self.rules.first != NONE && self.draws_special(),
            _ => true,
        };
        need(first, "phase", "the options leave nothing to draw here", "T16", &mut error);
        let mover = if let Phase::Funnel(seat) = state.phase { seat } else { 0 };
        need(
            state.mover == mover,
            "phase.mover",
            "must be seat 0, or who has a Watering Funnel",
            "T16",
            &mut error,
        );
        if *state != blank && error.problems.is_empty() {
            let message =
                "in the set-up no turn is done, no marker lies on a space and no card was discarded";
            error.add("phase", message, Some("T10"));
        }
        error.into_result()
    }

    /// The display is dealt first, slot by slot.
    fn check_dealt(&self, state: &State, error: &mut SetupError) {
        match state.phase {
            Phase::Card(draw @ (Draw::PlantSlot(_) | Draw::ToolSlot(_) | Draw::AssistantSlot(_))) => {
                self.check_display(state, draw, error);
            }
            Phase::First | Phase::Johann => {
                let first = Draw::PlantSlot(0);
                self.check_display(state, first, error);
            }
            _ => {
                let slots = usize::from(self.slots);
                let full = state.plants[..slots].iter().chain(&state.tools[..slots]).chain(&state.assistants);
                let full = full.into_iter().all(|card| is_some(*card));
                need(full, "display", "the display is dealt before the hands", "T10", error);
            }
        }
        if let Phase::Card(Draw::Deal(seat, number)) = state.phase {
            let path = format!("players[{seat}].hand");
            need(number < 3, &path, "each seat is dealt three plants", "T10", error);
        }
    }

    /// Whether Johann's assistant is drawn (T66).
    fn draws_special(&self) -> bool {
        self.rules.players == 1
            && self.rules.difficulty == crate::genotype::setup::Difficulty::Hard
            && self.rules.special == NONE
    }

    fn progress(&self, state: &State, seat: u8) -> Done {
        use std::cmp::Ordering::{Equal, Greater, Less};
        match state.phase {
            Phase::First | Phase::Johann => Done::Plants(0),
            Phase::Card(Draw::Deal(next, _)) => match seat.cmp(&next) {
                Less => Done::Tool,
                Equal => Done::Plants(state.players[usize::from(seat)].hand_size()),
                Greater => Done::Plants(0),
            },
            Phase::Card(Draw::DealTool(next)) => match seat.cmp(&next) {
                Less => Done::Tool,
                Equal => Done::Plants(3),
                Greater => Done::Plants(0),
            },
            Phase::Card(Draw::Garden) | Phase::Automa(_) => Done::Tool,
            Phase::Card(_) => Done::Plants(0),
            Phase::Plant(next) if seat < next => Done::Discarding,
            Phase::Plant(_) => Done::Tool,
            Phase::Keep(next) => match seat.cmp(&next) {
                Less => Done::Discarding,
                Equal => Done::Planting,
                Greater => Done::Tool,
            },
            Phase::ShowPlanted(next) if seat < next => Done::All,
            Phase::ShowPlanted(_) => Done::Discarding,
            Phase::ShowDiscarded(next) => match seat.cmp(&next) {
                Less => Done::All,
                Equal => Done::Planted,
                Greater => Done::Discarding,
            },
            Phase::Funnel(next) if seat <= next => Done::Watered,
            _ => Done::All,
        }
    }

    fn check_new_player(&self, state: &State, seat: u8, error: &mut SetupError) {
        let own = usize::from(seat);
        let player = &state.players[own];
        let path = format!("players[{seat}]");
        let done = self.progress(state, seat);
        let hand = match done {
            Done::Plants(plants) => plants,
            Done::Tool => 3,
            Done::Planting => 2,
            _ => 1,
        };
        let planting = matches!(done, Done::Planting | Done::Discarding);
        let discarding = matches!(done, Done::Discarding | Done::Planted);
        let planted = matches!(done, Done::Planted | Done::All | Done::Watered);
        if player.hand_size() != hand {
            let message = format!("plants: {}; at this point: {hand}", player.hand_size());
            error.add(format!("{path}.hand"), message, Some("T10"));
        }
        let chosen = [(state.planting[own], planting), (state.discarding[own], discarding)];
        if let Some((_, there)) = chosen.iter().find(|(plant, there)| (*plant != NONE) != *there) {
            let message =
                if *there { "a plant is chosen at this point" } else { "nothing is chosen at this point" };
            error.add(format!("phase.chosen[{seat}]"), message, Some("T16"));
        }
        let there = is_some(player.plots[0]);
        if there != planted {
            let message = if planted { "plot 0 holds the plant chosen" } else { "nothing is planted yet" };
            error.add(format!("{path}.plots"), message, Some("T16"));
        }
        let tools = self.tools_of(state, seat);
        let funnel = player.known_tools.count(tool::FUNNEL);
        let watered = done == Done::Watered && tools == 0;
        let fits = match done {
            Done::Plants(_) => tools == 0,
            Done::Watered => tools <= 1 && funnel == 0 && (watered || state.phase != Phase::Funnel(seat)),
            _ => tools == 1,
        };
        let only_funnels = player.known_tools.len() == funnel;
        if !fits || !only_funnels {
            let message = "each seat is dealt one tool, secret but for a Watering Funnel";
            error.add(format!("{path}.tools"), message, Some("T10"));
        }
        let covered = player.covered[0].count_ones();
        let used = u32::from(watered && state.phase != Phase::Funnel(seat));
        if covered != used {
            let message =
                if used == 1 { "the Watering Funnel covered a trait" } else { "no trait is covered yet" };
            error.add(format!("{path}.plots[0].covered"), message, Some("T16"));
        }
        let new = Player {
            hand: player.hand,
            hidden: player.hidden,
            tools: player.tools,
            known_tools: player.known_tools,
            hidden_tools: player.hidden_tools,
            plots: player.plots,
            covered: player.covered,
            ..Player::NEW
        };
        let more = player.plots[1..].iter().any(|plant| is_some(*plant));
        if *player != new || more {
            error.add(path, "a player has nothing else yet, but one coin and three markers", Some("T10"));
        }
    }

    /// What is in the discards: plants that were shown, and Watering Funnels.
    fn check_shown(&self, state: &State, error: &mut SetupError) {
        let done: Vec<Done> = (0..self.rules.players).map(|seat| self.progress(state, seat)).collect();
        let shown = done.iter().filter(|done| **done >= Done::All).count() as u32;
        if state.plant_discards.count_ones() != shown {
            let message = format!(
                "plants: {}; seats that have shown theirs: {shown}",
                state.plant_discards.count_ones()
            );
            error.add("discards.plants", message, Some("T16"));
        }
        let used = (0..self.rules.players)
            .filter(|seat| done[usize::from(*seat)] == Done::Watered && self.tools_of(state, *seat) == 0)
            .count();
        let mut funnels = Tools::default();
        (0..used.min(15)).for_each(|_| funnels.add(tool::FUNNEL));
        let message = "only the Watering Funnels of seats without a tool are there";
        need(state.tool_discards == funnels, "discards.tools", message, "T16", error);
        if let Phase::Funnel(seat) = state.phase {
            let open = self.uncovered(&state.players[usize::from(seat)]) != 0;
            need(
                open || !error.problems.is_empty(),
                "phase",
                "funnel: there is no uncovered trait",
                "T16",
                error,
            );
        }
    }

    fn check_new_johann(&self, state: &State, error: &mut SetupError) {
        let johann = &state.johann;
        let solo = self.rules.players == 1;
        let size = self.garden_size(state);
        let there = match state.phase {
            Phase::Card(Draw::Garden) => size < 2 && solo,
            Phase::Automa(_) | Phase::Plant(_) | Phase::Keep(_) => size == if solo { 2 } else { 0 },
            Phase::ShowPlanted(_) | Phase::ShowDiscarded(_) | Phase::Funnel(_) => {
                size == if solo { 2 } else { 0 }
            }
            _ => size == 0,
        };
        need(there, "johann.garden", "two plants are dealt to Johann, after the player's", "T60", error);
        let elisabeth = johann.special == assistant::ELISABETH;
        let goals = state.goals.iter().filter(|owner| is_some(**owner)).count();
        let his = state.goals_of(JOHANN);
        let drawn = elisabeth
            && !matches!(state.phase, Phase::Card(_) | Phase::First | Phase::Johann | Phase::Automa(_));
        let fits = goals == his && his == usize::from(drawn);
        need(fits, "goals", "none is taken, but one of Johann's once Elisabeth has drawn it", "T66", error);
        let automa =
            state.phase != Phase::Automa(Automa::Elisabeth) || elisabeth && self.automa_deck(state) != 0;
        need(automa, "phase", "automa: Elisabeth draws a card, and one must be left", "T66", error);
        let out = johann.out == 0 || elisabeth && (drawn || matches!(state.phase, Phase::Automa(_)));
        need(
            out && (johann.out != 0 || !drawn),
            "johann.out",
            "only Elisabeth draws automa cards",
            "T66",
            error,
        );
        let special = johann.special == NONE || state.phase != Phase::Johann;
        need(special, "johann.special", "his assistant is not drawn yet", "T66", error);
        let new = Johann {
            garden: johann.garden,
            special: johann.special,
            assistants: if johann.special == NONE { 0 } else { 1 << johann.special },
            out: johann.out,
            ..Johann::NEW
        };
        need(
            *johann == new,
            "johann",
            "he has nothing else yet, but one coin and three markers",
            "T60",
            error,
        );
    }
}

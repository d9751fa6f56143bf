//! Decks as sets: which cards can be drawn, what a draw does, and decks made again from their discards
//! (T27, T51).

use super::Genotype;
use super::phase::{Deck, Draw, Phase};
use super::pieces::{EDUARD_PLOT, HIDDEN, NONE, TOOLS, tool};
use super::state::{ALL_ASSISTANTS, ALL_PLANTS, EPOCHS, JOHANN, Plants, State, Tools, is_some, plant_set};
use crate::game::{Seat, UNKNOWN};

impl Genotype {
    /// Plant cards that the viewer has seen, wherever they are, and those of earlier epochs in hands.
    fn seen_plants(&self, state: &State) -> Plants {
        let mut set = state.plant_discards | state.johann.harvested;
        for player in &state.players[..usize::from(self.rules.players)] {
            set |= player.known_hand() | player.harvested | player.planted_set();
        }
        set |= plant_set(&state.plants) | plant_set(&state.johann.garden);
        if state.is_choosing() {
            set |= plant_set(&state.planting) | plant_set(&state.discarding);
        }
        state.pool.iter().fold(set, |set, part| set | part)
    }

    /// Plant cards that a draw can give: in a view, also those that others drew since the last reshuffle.
    pub(super) fn unseen_plants(&self, state: &State) -> Plants {
        ALL_PLANTS & !self.seen_plants(state)
    }

    /// How many cards the plant deck has: everybody knows it.
    pub(super) fn plant_deck(&self, state: &State) -> u32 {
        let hidden: u32 =
            state.players.iter().map(|player| u32::from(player.hidden[usize::from(state.epoch)])).sum();
        let secret = if state.is_choosing() {
            state.planting.iter().chain(&state.discarding).filter(|plant| **plant == HIDDEN).count()
        } else {
            0
        };
        self.unseen_plants(state).count_ones().saturating_sub(hidden + secret as u32)
    }

    /// Whether the plant deck, or its discards, hold a card.
    pub(super) fn has_plant_cards(&self, state: &State) -> bool {
        state.plant_discards != 0 || self.plant_deck(state) > 0
    }

    /// Tool cards that a draw can give: in a view, also those in hands that the viewer does not know.
    pub(super) fn unseen_tools(&self, state: &State) -> Tools {
        let mut all = self.cards.all_tools.minus(state.tool_discards);
        for player in &state.players[..usize::from(self.rules.players)] {
            let pots = Tools::some(tool::FLOWER_POT, player.pots);
            all = all.minus(player.tools).minus(player.known_tools).minus(pots);
        }
        // No branch: what is no tool is none of any kind.
        let some = |tool: u8| Tools::some(tool & 15, u8::from(is_some(tool)));
        state.tools.iter().fold(all, |all, tool| all.minus(some(*tool)))
    }

    /// How many cards the tool deck has.
    pub(super) fn tool_deck(&self, state: &State) -> u8 {
        self.unseen_tools(state).len().saturating_sub(self.hidden_tools(state))
    }

    /// Tools in hands that the viewer does not know.
    pub(super) fn hidden_tools(&self, state: &State) -> u8 {
        state.players.iter().map(|player| player.hidden_tools).sum()
    }

    /// Whether the tool deck, or its discards, hold a card.
    pub(super) fn has_tool_cards(&self, state: &State) -> bool {
        !state.tool_discards.is_empty() || self.tool_deck(state) > 0
    }

    /// Assistants in their deck.
    pub(super) fn assistant_deck(&self, state: &State) -> u16 {
        let taken = state.players.iter().fold(state.johann.assistants, |set, player| set | player.assistants);
        let open = state.assistants.iter().filter(|id| is_some(**id)).fold(0, |set, id| set | 1 << id);
        ALL_ASSISTANTS & !(taken | open | state.assistant_discards)
    }

    /// Asks chance for a card; an empty deck is made again first (T27).
    pub(super) fn ask_card(&self, state: &mut State, draw: Draw) {
        match draw {
            _ if draw.deck() == Deck::Tools => {
                if self.tool_deck(state) == 0 {
                    state.tool_discards = Tools(0);
                }
            }
            Draw::AssistantSlot(_) => {
                if self.assistant_deck(state) == 0 {
                    state.assistant_discards = 0;
                }
            }
            _ => {
                if self.plant_deck(state) == 0 {
                    self.reshuffle_plants(state);
                }
            }
        }
        state.phase = Phase::Card(draw);
    }

    /// What nobody showed is in hands; it can't be among the cards that are shuffled now (T27).
    fn reshuffle_plants(&self, state: &mut State) {
        let epoch = usize::from(state.epoch);
        if epoch + 1 < EPOCHS {
            let hidden = state.players.iter().any(|player| player.hidden[epoch] > 0);
            if hidden {
                state.pool[epoch] = self.unseen_plants(state);
            }
            state.epoch += 1;
        }
        state.plant_discards = 0;
    }

    /// A plant comes to the hand of a seat, seen by the viewer or not.
    fn plant_to_hand(&self, state: &mut State, seat: Seat, id: u16) {
        let epoch = usize::from(state.epoch);
        let player = &mut state.players[usize::from(seat)];
        if id == UNKNOWN {
            player.hidden[epoch] += 1;
        } else {
            player.hand[epoch] |= 1 << id;
        }
    }

    /// What a drawn card does.
    pub(super) fn take_card(&self, state: &mut State, draw: Draw, id: u16) {
        let tool_id = id.wrapping_sub(super::actions::chance::TOOL) as u8;
        match draw {
            Draw::PlantSlot(slot) => {
                state.plants[usize::from(slot)] = id as u8;
                self.deal_display(state, Draw::PlantSlot(slot + 1));
            }
            Draw::ToolSlot(slot) => {
                state.tools[usize::from(slot)] = tool_id;
                self.deal_display(state, Draw::ToolSlot(slot + 1));
            }
            Draw::AssistantSlot(slot) => {
                state.assistants[usize::from(slot)] = (id - super::actions::chance::ASSISTANT) as u8;
                self.deal_display(state, Draw::AssistantSlot(slot + 1));
            }
            Draw::Deal(seat, number) => {
                self.plant_to_hand(state, seat, id);
                if number < 2 {
                    self.ask_card(state, Draw::Deal(seat, number + 1));
                } else {
                    self.ask_card(state, Draw::DealTool(seat));
                }
            }
            Draw::DealTool(seat) => {
                self.tool_to_hand(state, seat, id);
                self.deal_next(state, seat);
            }
            Draw::Hand => {
                let mover = state.mover;
                self.plant_to_hand(state, mover, id);
                self.resume(state);
            }
            Draw::Tool => self.receive_tool(state, id),
            Draw::Seeds(left) => {
                let mover = state.mover;
                if id != UNKNOWN {
                    state.seeds |= 1 << id;
                }
                self.plant_to_hand(state, mover, id);
                self.go_on_seeding(state, left - 1);
            }
            Draw::Plot(plot) => {
                self.mover_mut(state).plots[usize::from(plot)] = id as u8;
                self.resume(state);
            }
            Draw::Garden => self.grow(state, id as u8),
        }
    }

    /// A tool comes to the hand of a seat; a Watering Funnel is shown to all (T16, T27).
    fn tool_to_hand(&self, state: &mut State, seat: Seat, id: u16) {
        let player = &mut state.players[usize::from(seat)];
        if id == UNKNOWN {
            player.hidden_tools += 1;
            return;
        }
        let tool = (id - super::actions::chance::TOOL) as u8;
        if self.is_funnel(tool) { player.known_tools.add(tool) } else { player.tools.add(tool) }
    }

    /// The mover draws a tool from the deck (T27).
    fn receive_tool(&self, state: &mut State, id: u16) {
        let mover = state.mover;
        self.tool_to_hand(state, mover, id);
        self.water(state, mover);
    }

    /// A funnel in hand is used at once, or discarded if there is nothing to validate (T32, T27).
    pub(super) fn water(&self, state: &mut State, seat: Seat) {
        let player = &mut state.players[usize::from(seat)];
        if player.known_tools.count(tool::FUNNEL) == 0 {
            return self.resume(state);
        }
        player.known_tools.take(tool::FUNNEL);
        state.tool_discards.add(tool::FUNNEL);
        if self.uncovered(&state.players[usize::from(seat)]) == 0 {
            return self.resume(state);
        }
        state.phase = Phase::Funnel(seat);
    }

    /// How likely each kind of tool is to be drawn, as weights. In a view: all Watering Funnels that are not seen are
    /// in the deck, of the others those that are not in hands, each as likely (T27).
    pub(super) fn tool_weights(&self, state: &State) -> [u32; TOOLS.len()] {
        let tools = self.unseen_tools(state);
        let hidden = u32::from(self.hidden_tools(state));
        let others = u32::from(tools.len() - tools.count(tool::FUNNEL));
        std::array::from_fn(|kind| {
            let count = u32::from(tools.count(kind as u8));
            match (hidden, kind as u8) {
                (0, _) => count,
                (_, tool::FUNNEL) => count * others,
                _ => count * others.saturating_sub(hidden),
            }
        })
    }

    /// Deals the display on from a slot; a slot without a card stays empty (T10, T51).
    pub(super) fn deal_display(&self, state: &mut State, from: Draw) {
        let slots = self.slots;
        let mut draw = from;
        loop {
            let possible = match draw {
                Draw::PlantSlot(slot) if slot < slots => self.has_plant_cards(state),
                Draw::PlantSlot(_) => {
                    draw = Draw::ToolSlot(0);
                    continue;
                }
                Draw::ToolSlot(slot) if slot < slots => self.has_tool_cards(state),
                Draw::ToolSlot(_) => {
                    draw = Draw::AssistantSlot(0);
                    continue;
                }
                Draw::AssistantSlot(slot) if slot < 3 => {
                    self.assistant_deck(state) != 0 || state.assistant_discards != 0
                }
                _ => return self.after_display(state),
            };
            if possible {
                return self.ask_card(state, draw);
            }
            draw = match draw {
                Draw::PlantSlot(slot) => Draw::PlantSlot(slot + 1),
                Draw::ToolSlot(slot) => Draw::ToolSlot(slot + 1),
                Draw::AssistantSlot(slot) => Draw::AssistantSlot(slot + 1),
                other => other,
            };
        }
    }

    /// The mover takes a card from a display slot or a deck (T27).
    pub(super) fn take_from(&self, state: &mut State, source: u16) {
        use super::actions::{PLANT_DECK, PLANT_SLOT, TOOL_DECK, TOOL_SLOT};
        if let Phase::Draw(left, deck) = state.phase {
            state.back = Phase::Draw(left - 1, deck);
        }
        let plot = if let Phase::Source(plot) = state.phase { Some(plot) } else { None };
        match source {
            PLANT_SLOT..PLANT_DECK => {
                let plant = std::mem::replace(&mut state.plants[usize::from(source - PLANT_SLOT)], NONE);
                let player = self.mover_mut(state);
                match plot {
                    Some(plot) => player.plots[usize::from(plot)] = plant,
                    None => player.known |= 1 << plant,
                }
                self.resume(state);
            }
            PLANT_DECK => self.ask_card(state, plot.map_or(Draw::Hand, Draw::Plot)),
            TOOL_SLOT..TOOL_DECK => {
                let tool = std::mem::replace(&mut state.tools[usize::from(source - TOOL_SLOT)], NONE);
                let mover = state.mover;
                self.mover_mut(state).known_tools.add(tool);
                self.water(state, mover);
            }
            _ => self.ask_card(state, Draw::Tool),
        }
    }

    /// Eduard's plot is filled if it is empty and there is a plant (T30).
    pub(super) fn fill_eduard(&self, state: &mut State, back: Phase) {
        if self.mover(state).wants_eduard() && self.has_plants(state) {
            state.back = back;
            state.phase = Phase::Source(EDUARD_PLOT);
        } else {
            self.enter(state, back);
        }
    }

    /// Whether a seat is the automaton's.
    pub(super) fn is_johann(&self, seat: Seat) -> bool {
        self.rules.players == 1 && seat == JOHANN
    }
}

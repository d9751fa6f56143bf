//! Each phase has something to decide or to draw, and what it needs is there.

use std::cmp::Ordering;

use super::OMARI_BIT;
use super::now::Faults;
use crate::error::SetupError;
use crate::fields::quote;
use crate::genotype::Genotype;
use crate::genotype::breeding::ALL_DICE;
use crate::genotype::genetics::DICE;
use crate::genotype::phase::{Automa, Draw, Kind, Paid, Phase};
use crate::genotype::pieces::{EDUARD_PLOT, NONE, TOOLS, UPGRADES, assistant, die, space, tool};
use crate::genotype::state::{GARDEN, JOHANN, State, is_some};
use crate::genotype::upgrading::HIRE;

impl Genotype {
    /// Each phase asks for something to decide or to draw.
    pub(super) fn check_phase(&self, state: &State, faults: &mut Faults) {
        let player = self.mover(state);
        let open = self.uncovered(player);
        let plays = self.may_play(state);
        let played = |kind: u8| state.tool_discards.count(kind) > 0;
        match state.phase {
            Phase::Card(draw) => self.check_card(state, draw, faults),
            Phase::Funnel(_) => {
                let used = played(tool::FUNNEL) && open != 0;
                faults.need(
                    used,
                    "a Watering Funnel in the discards, and an uncovered trait, are needed",
                    "T27",
                );
            }
            Phase::Tile(colour) => {
                let there = state.space == space::GENES + colour;
                faults.need(there, "needs a marker just placed on Parent Genes of this colour", "T2");
            }
            Phase::Goal => {
                let action =
                    (space::GOAL..space::TREASURY).contains(&state.space) && state.back == Phase::Rest;
                let paid = action || played(tool::DISSERTATION);
                faults.need(paid, "needs a marker on Set Goal, or a Dissertation in the discards", "T24");
                let message = "needs a research marker left and an unoccupied goal";
                faults.need(self.can_set_goal(state), message, "T24");
            }
            Phase::Validate(paid) => {
                let (ability, wanted) = match paid {
                    Paid::University => (NONE, u16::MAX),
                    Paid::Anna => (assistant::ANNA, u16::MAX),
                    Paid::Elisabeth => (assistant::ELISABETH, self.goal_genotypes(state, state.mover)),
                };
                let used = ability == NONE || player.used >> ability & 1 == 1;
                faults.need(used, "the ability is not among those used", "T31");
                faults.need(open & wanted != 0, "needs an uncovered trait that fits", "T26");
            }
            Phase::Draw(_, deck) => {
                let fits = self.fits_space(state, state.phase, 1, 0);
                faults.need(fits, "does not fit the space of the turn", "T27");
                faults.need(self.can_draw(state, deck), "there is no card to draw", "T27");
            }
            Phase::Source(plot) => self.check_plot(state, plot, self.has_plants(state), faults),
            Phase::Discard(left) => self.check_seeds(state, left + 2, faults),
            Phase::Harvest | Phase::Sow | Phase::Omari(_) | Phase::Rest => {
                let fits = self.fits_space(state, state.phase, 1, 0);
                faults.need(fits, "does not fit the space of the turn", "T20");
                let more = match state.phase {
                    Phase::Sow => player.hand_size() > 0 && player.free_plot().is_some(),
                    Phase::Omari(colour) => {
                        let kind = state.rolled[usize::from(colour)];
                        open >> (3 * colour + kind.min(3)) & 1 == 1 || player.can_use(assistant::MARIA)
                    }
                    _ => false,
                };
                faults.need(plays || more, "there is nothing to do, so the turn has gone on", "T31");
            }
            Phase::Roll(_) => {
                let own = state.space == space::OMARI;
                let his = self.is_johann(state.mover) && self.johann_spaces(state) & OMARI_BIT != 0;
                faults.need(own || his, "needs a marker just placed on Omari's card", "T29");
            }
            Phase::Any(colour) => {
                let there = open >> (3 * colour) & 0b111 != 0;
                faults.need(there, "needs an uncovered trait of the colour", "T42");
            }
            Phase::Copies(genotype) => {
                let asked = player.has_tools() || player.has(assistant::MAY);
                faults.need(asked, "needs a tool in hand, or May", "T42");
                let there = open >> genotype & 1 == 1;
                faults.need(there, "needs another uncovered trait of the genotype", "T42");
                self.check_after_pick(state, faults);
            }
            Phase::Work => faults.need(state.space == NONE, "the action of the turn is done", "T20"),
            Phase::Die(number) => self.check_dice(state, number, faults),
            Phase::Pick { kind, knife } => self.check_pick(state, kind, knife, faults),
            Phase::Use(colour, kind) => {
                self.check_after_pick(state, faults);
                let wild = player.has_tools() || player.can_use(assistant::MARIA);
                let set = if kind == die::NEW { 0 } else { self.traits_in(player, 1 << (3 * colour + kind)) };
                let asked = wild || kind != die::NEW && set.count_ones() > 1;
                faults.need(asked, "there is one thing to do, so it is done", "T41");
            }
            Phase::Pair(colour) => {
                self.check_after_pick(state, faults);
                let there = open >> (3 * colour) & 0b111 != 0;
                faults.need(there, "needs an uncovered trait of the colour", "T41");
            }
            Phase::Knife => {
                self.check_after_pick(state, faults);
                let more = player.has_tools() && !self.knife_picks(state, true).is_empty();
                faults.need(more, "needs a tool in hand and something to take with one slot more", "T42");
            }
            Phase::Upgrade(grants) => self.check_upgrade(state, grants, faults),
            Phase::Automa(why) => self.check_automa(state, why, faults),
            Phase::Over => {
                for seat in 0..self.rules.players {
                    let player = &state.players[usize::from(seat)];
                    let complete = player.planted().any(|(plot, plant)| {
                        player.covered[usize::from(plot)] == self.cards.plants[usize::from(plant)].colours()
                    });
                    let path = format!("players[{seat}].plots");
                    faults.at(!complete, &path, "the last harvest took every complete plant", "T52");
                }
            }
            _ => {}
        }
    }

    fn check_card(&self, state: &State, draw: Draw, faults: &mut Faults) {
        let left = match draw {
            Draw::ToolSlot(_) | Draw::Tool | Draw::DealTool(_) => self.tool_deck(state) > 0,
            Draw::AssistantSlot(_) => self.assistant_deck(state) != 0,
            _ => self.plant_deck(state) > 0,
        };
        faults.need(left, "the deck is empty; it is made again before a card is drawn from it", "T27");
        match draw {
            Draw::PlantSlot(_) | Draw::ToolSlot(_) | Draw::AssistantSlot(_) => {
                self.check_display(state, draw, &mut faults.error);
            }
            Draw::Seeds(left) => self.check_seeds(state, 5 - left, faults),
            Draw::Plot(plot) => self.check_plot(state, plot, true, faults),
            Draw::Garden => {
                let room = self.garden_size(state) < GARDEN;
                faults.need(room, "Johann's garden is full: he validates instead", "T60");
                let most = if state.in_automa_phase { 1 + state.johann.new_plots } else { 1 };
                let message = format!("{}; at most {most} can come", state.growing);
                faults.at(state.growing <= most, "phase.left", &message, "T60");
                let placed = state.in_automa_phase
                    || state.johann.gardened
                    || state.spaces[usize::from(space::NURSERY)][0] == JOHANN;
                faults.need(placed, "he has no marker on Gardening or the Nursery", "T60");
            }
            _ => {}
        }
    }

    /// The display is dealt slot by slot: plants, tools, assistants.
    pub(super) fn check_display(&self, state: &State, draw: Draw, error: &mut SetupError) {
        let slots = self.slots;
        let (kind, slot) = match draw {
            Draw::PlantSlot(slot) => (0, slot),
            Draw::ToolSlot(slot) => (1, slot),
            Draw::AssistantSlot(slot) => (2, slot),
            _ => return,
        };
        let most = if kind == 2 { 3 } else { slots };
        if slot >= most {
            error.add("phase.slot", format!("there are {most} slots, from 0"), Some("T10"));
            return;
        }
        let (wide, empty) =
            (usize::from(slots), [!self.has_plant_cards(state), !self.has_tool_cards(state), true]);
        let rows = [
            ("plants", &state.plants[..wide]),
            ("tools", &state.tools[..wide]),
            ("assistants", &state.assistants[..]),
        ];
        for (index, (key, cards)) in rows.into_iter().enumerate() {
            let dealt = cards.iter().take_while(|card| is_some(**card)).count();
            let prefix = cards[dealt..].iter().all(|card| !is_some(*card));
            let (fits, message) = match index.cmp(&kind) {
                // A slot stays empty only if there is no card (T51).
                Ordering::Less => (
                    prefix && (dealt == cards.len() || empty[index]),
                    "all slots are dealt at this point".to_owned(),
                ),
                Ordering::Equal => {
                    (prefix && dealt == usize::from(slot), format!("slots dealt at this point: {slot}"))
                }
                Ordering::Greater => (prefix && dealt == 0, "nothing is dealt at this point".to_owned()),
            };
            if !fits {
                error.add(format!("display.{key}"), message, Some("T10"));
            }
        }
    }

    fn check_plot(&self, state: &State, plot: u8, plants: bool, faults: &mut Faults) {
        let player = self.mover(state);
        let free =
            if plot == EDUARD_PLOT { player.wants_eduard() } else { player.plots[usize::from(plot)] == NONE };
        faults.need(free, "the plot must be there and free", "T30");
        faults.need(plants, "there is no plant to take", "T27");
    }

    /// Plants drawn by a Seed Bag and not discarded yet.
    fn check_seeds(&self, state: &State, drawn: u8, faults: &mut Faults) {
        let used = state.tool_discards.count(tool::SEED_BAG) > 0;
        faults.need(used, "needs a Seed Bag in the discards", "T27");
        let (now, player) = (usize::from(state.epoch), self.mover(state));
        // They are in hand; a reshuffle can lie between two of them, not more.
        let of = |epoch: usize| player.hand[epoch].count_ones() + u32::from(player.hidden[epoch]);
        let before = now.checked_sub(1);
        let all = of(now) + before.map_or(0, of);
        faults.need(all >= u32::from(drawn), "the plants drawn must be in hand", "T27");
        if state.seeds == 0 {
            return;
        }
        let old = before.map_or(0, |before| player.hand[before]);
        let recent = player.hand[now];
        let from_old = state.seeds & old != 0;
        let fits = state.seeds.count_ones() == u32::from(drawn)
            && state.seeds & !(recent | old) == 0
            && (!from_old || recent & !state.seeds == 0);
        let message = format!("must be the {drawn} plants in hand that were drawn last");
        faults.at(fits, "phase.seeds", &message, "T27");
    }

    /// T40: five dice of a colour, one colour after the other.
    fn check_dice(&self, state: &State, number: u8, faults: &mut Faults) {
        faults.need(number < ALL_DICE, "all dice are rolled", "T40");
        for (colour, pool) in state.dice.iter().enumerate() {
            let wanted = number.saturating_sub(DICE * colour as u8).min(DICE);
            let found: u8 = pool.iter().sum();
            if found != wanted {
                let message = format!("dice: {found}; the colours are rolled one after the other");
                faults.at(false, &format!("dice[{colour}]"), &message, "T40");
            }
        }
    }

    /// Whether the mover can be at picks of a kind.
    fn check_kind(&self, state: &State, kind: Kind, faults: &mut Faults) {
        let mover = state.mover;
        match kind {
            Kind::First(colours) => {
                let own = self.first_shifts_of(state, mover);
                let fits = colours & !own == 0;
                faults.at(fits, "phase.colours", "a 1st Shift needs a marker at the square", "T41");
            }
            Kind::Anton => {
                let there = self.mover(state).has(assistant::ANTON);
                faults.need(there, "needs Father Anton", "T40");
            }
            Kind::Second(place) => {
                let own = state.second.get(usize::from(place)) == Some(&mover);
                faults.at(own, "phase.place", "there is no marker of this seat in the 2nd Shift", "T23");
            }
            Kind::Turn => {}
        }
    }

    fn first_shifts_of(&self, state: &State, seat: u8) -> u8 {
        (0..4_u8)
            .filter(|colour| state.spaces[usize::from(space::FIRST + colour)][0] == seat)
            .fold(0, |set, colour| set | 1 << colour)
    }

    /// A pick is done, and its colour is known: in a 1st Shift it is used up.
    fn check_after_pick(&self, state: &State, faults: &mut Faults) {
        if state.phase.interrupts() && state.back != Phase::Knife {
            return;
        }
        self.check_kind(state, state.pick, faults);
        if let Kind::First(left) = state.pick {
            let own = self.first_shifts_of(state, state.mover);
            let used = own & !left & 1 << state.colour != 0;
            faults.at(used, "phase.colour", "must be the colour of a 1st Shift that is used up", "T41");
        }
    }

    fn check_pick(&self, state: &State, kind: Kind, knife: bool, faults: &mut Faults) {
        self.check_kind(state, kind, faults);
        faults.at(kind != Kind::First(0), "phase.colours", "must name a 1st Shift that is left", "T41");
        if faults.any() {
            return; // nothing can be said of what there is to take
        }
        let player = self.mover(state);
        let thinkable = player.has_tools() || player.can_use(assistant::MARIA);
        if !knife {
            let asked = self.picks(state, kind, self.free_slots(player), thinkable);
            let asked = !asked.is_empty() || self.can_pay(state, kind, knife, thinkable);
            faults.need(asked, "there is nothing to take, so it is passed over", "T41");
            return;
        }
        let played = state.tool_discards.count(tool::KNIFE) > 0;
        faults.need(played, "needs a Graft Knife in the discards", "T42");
        if state.for_pair {
            let one = self.free_slots(player) == 1;
            faults.need(one, "for a pair with a Graft Knife just one slot is free", "T43");
        } else {
            self.check_after_pick(state, faults);
            let wanted = self.knife_kind(state);
            faults.at(kind == wanted, "phase.kind", "a Graft Knife goes on with the pick before it", "T42");
        }
        if faults.any() {
            return;
        }
        let picks = self.picks_now(state, kind, true, true);
        faults.need(!picks.is_empty(), "a Graft Knife that was played must be used", "T43");
    }

    fn check_upgrade(&self, state: &State, grants: u8, faults: &mut Faults) {
        let player = self.mover(state);
        let played = state.tool_discards.count(tool::GRANT) >= grants;
        faults.at(played, "phase.discount", "each Grant played lies in the discards", "T50");
        let all = grants.saturating_add(self.tools_of(state, state.mover));
        let possible = (0..UPGRADES.len() as u8).any(|upgrade| {
            self.is_for_sale(state, upgrade) && self.price(state, upgrade, all) <= player.coins
        });
        faults.need(possible, "nothing can be bought, so it is passed over", "T50");
    }

    fn check_automa(&self, state: &State, why: Automa, faults: &mut Faults) {
        let johann = &state.johann;
        faults.need(self.automa_deck(state) != 0, "there is no automa card to draw", "T62");
        match why {
            Automa::Elisabeth => faults.need(false, "Elisabeth draws in the set-up", "T66"),
            Automa::Action => {
                let omari = johann.special == assistant::OMARI && johann.placed + 1 == johann.markers;
                faults.need(!omari, "with Omari no card is drawn for the last marker", "T66");
            }
            Automa::Support => {
                let valid = is_some(johann.action) && self.is_valid_action(state, johann.action);
                faults.at(valid, "johann.action", "must be a card that can be carried out", "T62");
            }
            Automa::Shift => {
                let kind = matches!(state.pick, Kind::Second(_) | Kind::Turn);
                faults.at(kind, "phase.kind", "must be second or turn", "T64");
                self.check_kind(state, state.pick, faults);
                faults.need(johann.shifts < self.shifts(state), "all his research shifts are done", "T60");
                let size = self.garden_size(state);
                let room = size == 0 || johann.beside[..size].contains(&NONE);
                faults.at(
                    room,
                    "johann.beside",
                    "when a card lies beside each plant, all go out first",
                    "T64",
                );
            }
            Automa::Upgrade => {
                let more = johann.bought < self.purchases(state) && self.johann_can_buy_any(state);
                faults.need(more, "he can buy nothing more", "T65");
            }
            Automa::Hire => {
                let hires =
                    is_some(johann.action) && self.cards.automa[usize::from(johann.action)].double == HIRE;
                faults.at(hires, "johann.action", "must be the card that chose to hire", "T67");
                let there = state.assistants.iter().any(|id| is_some(*id));
                faults.need(there && johann.bought > 0, "needs a purchase, and an assistant face up", "T65");
            }
        }
    }

    /// What a hand must hold for the turn to be able to go on: unknown tools can be it, known ones must.
    pub(super) fn check_secrets(&self, state: &State, faults: &mut Faults) {
        let Some(needed) = self.needed_tools(state) else {
            faults.need(false, "no tool could make a purchase possible", "T50");
            return;
        };
        let (kind, count) = needed;
        let hidden = self.mover(state).hidden_tools.min(self.unseen_tools(state).count(kind));
        if count > hidden {
            let message = format!("can go on only with {} in hand", quote(TOOLS[usize::from(kind)]));
            faults.need(false, &message, if kind == tool::GRANT { "T50" } else { "T42" });
        }
    }
}

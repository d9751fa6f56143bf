//! Why an action is not possible.

use super::{Refusal, and, assistant_name, colour_name, count, die_words, plant_list, tool_name};
use crate::game::{Actor, UNKNOWN};
use crate::genotype::Genotype;
use crate::genotype::actions::{
    ACTIONS, ASSISTANT, DIE, DONE, GOAL, PAIR, PASS, PAY, PLANT, PLANT_DECK, PLANT_SLOT, SPACE, TILE, TOOL,
    TOOL_DECK, TOOL_SLOT, TRAIT, UPGRADE,
};
use crate::genotype::genetics::Parent;
use crate::genotype::phase::{Deck, Paid, Phase};
use crate::genotype::pieces::{
    ASSISTANTS, GENOTYPES, GOALS, NONE, ORDINARY_PLOTS, SPACES, TILES, assistant, die, space, tool,
};
use crate::genotype::state::{Player, State, is_some};
use crate::genotype::upgrading::HIRE;

/// What the upgrades are called, by id.
pub(super) const UPGRADE_NAMES: [&str; 4] = ["a New Plot", "a Dice Slot", "an Action Marker", "an assistant"];

/// The rule of what an assistant does, by id.
pub(super) const ABILITY_RULES: [&str; ASSISTANTS.len()] =
    ["T21", "T31", "T26", "T29", "T40", "T42", "T42", "T50", "T42", "T30"];

/// A refusal in the words given.
pub(super) fn no(rule: &'static str, message: impl Into<String>) -> Refusal {
    (rule, message.into())
}

impl Genotype {
    /// Why an action that is not listed is not possible.
    pub(super) fn refuse_act(&self, state: &State, id: u16) -> Refusal {
        if id != UNKNOWN && (id >= ACTIONS || (SPACES.len() as u16..PLANT_SLOT).contains(&id)) {
            return no("T20", format!("there is no action with the number {id}"));
        }
        match self.who_acts(state) {
            Actor::Over => return self.now(state),
            Actor::Chance => {
                let (rule, now) = self.now(state);
                return no(rule, format!("nobody chooses now: {now}"));
            }
            Actor::Seat(_) => {}
        }
        let die = |first: u16| (((id - first) / 4) as u8, ((id - first) % 4) as u8);
        match id {
            SPACE..PLANT_SLOT => self.refuse_space(state, id as u8),
            PLANT_SLOT..PLANT_DECK => self.refuse_source(state, true, Some((id - PLANT_SLOT) as u8)),
            PLANT_DECK => self.refuse_source(state, true, None),
            TOOL_SLOT..TOOL_DECK => self.refuse_source(state, false, Some((id - TOOL_SLOT) as u8)),
            TOOL_DECK => self.refuse_source(state, false, None),
            PLANT..TOOL => self.refuse_plant(state, (id - PLANT) as u8),
            TOOL..ASSISTANT => self.refuse_tool(state, (id - TOOL) as u8),
            ASSISTANT..TRAIT => self.refuse_assistant(state, (id - ASSISTANT) as u8),
            TRAIT..DIE => self.refuse_trait(state, die(TRAIT).0, die(TRAIT).1),
            DIE..PAIR => self.refuse_die(state, die(DIE).0, die(DIE).1),
            PAIR..GOAL => self.refuse_pair(state, die(PAIR).0, die(PAIR).1),
            GOAL..TILE => self.refuse_goal(state, (id - GOAL) as u8),
            TILE..UPGRADE => self.refuse_tile(state, (id - TILE) as u8),
            UPGRADE..PAY => self.refuse_upgrade(state, (id - UPGRADE) as u8),
            PAY => self.refuse_pay(state),
            DONE => self.refuse_done(state),
            PASS => self.refuse_pass(state),
            _ => match state.phase {
                Phase::Plant(_) | Phase::Keep(_) => no("T16", "the cards are known: say which plant"),
                _ => self.not_now(state, "T16", "only starting plants are chosen in secret"),
            },
        }
    }

    /// Something that has its time, which is not now.
    pub(super) fn not_now(&self, state: &State, rule: &'static str, when: &str) -> Refusal {
        (rule, format!("{when}; now: {}", self.now(state).1))
    }

    /// What is not asked for in this phase.
    fn first(&self, state: &State) -> Refusal {
        let (rule, now) = self.now(state);
        (rule, format!("that does not come now: {now}"))
    }

    /// What a cost comes to for the mover, and that it is too much; `None` if it can be paid.
    fn too_dear(&self, player: &Player, what: &str, cost: u8) -> Option<String> {
        let lowered = self.cost(player, cost);
        let with = if lowered < cost { " with Brother Leopold" } else { "" };
        let coins = player.coins;
        (coins < lowered).then(|| format!("{what} costs {}{with}; you have {coins}", count(lowered, "coin")))
    }

    fn refuse_space(&self, state: &State, id: u8) -> Refusal {
        let name = SPACES[usize::from(id)];
        if state.phase != Phase::Work {
            return match SPACES.get(usize::from(state.space)) {
                Some(own) => self.not_now(state, "T20", &format!("the marker of this turn lies on {own}")),
                None if state.back == Phase::Work => self.first(state),
                None => self.not_now(state, "T20", "markers are placed in the working phase"),
            };
        }
        let player = self.mover(state);
        if id >= space::GARDENING {
            if id == space::OMARI && !player.has(assistant::OMARI) {
                return no("T29", "you have not hired Father Omari");
            }
            if player.spaces >> (id - space::GARDENING) & 1 == 1 {
                return no("T20", format!("your marker lies on {name} already in this round"));
            }
            return no("T33", "no trait of your plants is uncovered: Father Omari's dice would be of no use");
        }
        let taken: Vec<String> = state.spaces[usize::from(id)]
            .iter()
            .filter(|seat| is_some(**seat))
            .map(|seat| self.name_of(*seat).to_owned())
            .collect();
        if taken.len() >= self.room(id) {
            return no("T20", format!("{name} is taken, by {}", and(&taken)));
        }
        if (space::GOAL..space::TREASURY).contains(&id) {
            return match self.too_dear(player, name, id - space::GOAL + 2) {
                Some(message) => no("T24", message),
                None => self.refuse_research(state),
            };
        }
        match self.too_dear(player, name, id.saturating_sub(space::UNIVERSITY) + 1) {
            Some(message) => no("T26", message),
            None => no("T26", "no trait of your plants is uncovered: there is nothing to validate"),
        }
    }

    /// Why no research goal can be set.
    fn refuse_research(&self, state: &State) -> Refusal {
        if !self.has_research_marker(state, state.mover) {
            return no("T24", "your three research markers are placed");
        }
        no("T24", "all eight research goals are occupied")
    }

    fn refuse_source(&self, state: &State, plants: bool, slot: Option<u8>) -> Refusal {
        match state.phase {
            Phase::Draw(_, Deck::Tools) if plants => {
                return no("T27", "the Tool Shed gives tools, no plants");
            }
            Phase::Draw(_, Deck::Plants) if !plants => {
                return no("T27", "the Nursery gives plants, no tools");
            }
            Phase::Source(_) if !plants => return no("T30", "a plant is asked for, no tool"),
            Phase::Draw(..) | Phase::Source(_) => {}
            _ => return self.not_now(state, "T27", "cards are taken when an action or a card says so"),
        }
        let kind = if plants { "plant" } else { "tool" };
        match slot {
            Some(slot) if slot >= self.slots => {
                no("T10", format!("the display has {} {kind}s, in slots 0 to {}", self.slots, self.slots - 1))
            }
            Some(slot) => no(
                "T27",
                format!("slot {slot} of the {kind}s is empty; it is refilled at the end of the round"),
            ),
            None => no("T27", format!("no {kind} is left, neither in the deck nor in its discards")),
        }
    }

    fn refuse_plant(&self, state: &State, plant: u8) -> Refusal {
        match state.phase {
            Phase::Plant(seat) | Phase::Keep(seat) => {
                let player = &state.players[usize::from(seat)];
                let dealt = if player.hidden == [0; crate::genotype::state::EPOCHS] {
                    format!(": there are {}", plant_list(player.known_hand()))
                } else {
                    String::new()
                };
                no("T16", format!("plant {plant} was not dealt to {}{dealt}", self.name_of(seat)))
            }
            Phase::Discard(_) if state.seeds == 0 => {
                no("T27", format!("the Seed Bag can't have drawn plant {plant}: it is elsewhere"))
            }
            Phase::Discard(_) => no(
                "T27",
                format!("of the Seed Bag's plants are left {}: not {plant}", plant_list(state.seeds)),
            ),
            Phase::Sow if self.possible_hand(state) >> plant & 1 == 0 => {
                no("T21", format!("plant {plant} is not in hand"))
            }
            Phase::Sow => {
                let plots = (2 + self.mover(state).new_plots).min(ORDINARY_PLOTS);
                let message =
                    format!("no plot is free: {plots} of {plots} have a plant, and no other plot is sown on");
                no("T33", message)
            }
            _ => self.not_now(state, "T21", "plants are sown in Gardening, after the harvest"),
        }
    }

    fn refuse_tool(&self, state: &State, id: u8) -> Refusal {
        let name = tool_name(id);
        if id == tool::FUNNEL {
            return no("T27", "a Watering Funnel is used as soon as it is drawn: it is in no hand");
        }
        if let Phase::Plant(_) | Phase::Keep(_) = state.phase {
            return self.first(state);
        }
        if !self.may_hold(state, id) {
            return no("T31", format!("{name} is not in hand"));
        }
        let player = self.mover(state);
        let free = Self::takes_free_plays(state.phase);
        match (id, state.phase) {
            (tool::FLOWER_POT, _) if free && player.free_pot().is_none() => {
                no("T30", "two Flower Pots lie in play already, each with its plant")
            }
            (tool::SEED_BAG | tool::FLOWER_POT, _) if free => {
                no("T32", format!("{name} would have no effect: no plant is left to take"))
            }
            (tool::DISSERTATION, _) if free => match self.too_dear(player, name, 1) {
                Some(message) => no("T24", message),
                None => self.refuse_research(state),
            },
            (tool::SEED_BAG | tool::FLOWER_POT | tool::DISSERTATION, _) => {
                let when = format!(
                    "{name} is played in one's own working turn, before or after a step of the action"
                );
                self.not_now(state, "T31", &when)
            }
            (tool::LENS | tool::WATCH | tool::LINE, _) => {
                let action = match id {
                    tool::LENS => "Parent Genes",
                    tool::WATCH => "1st Shift",
                    _ => "2nd Shift",
                };
                self.not_now(state, "T31", &format!("{name} is played at the end of a {action} action"))
            }
            (tool::KNIFE, _) => self.refuse_knife(state),
            (tool::RAKE, Phase::Use(colour, _) | Phase::Omari(colour)) => {
                no("T32", format!("no trait of {} is uncovered for Rake", colour_name(colour)))
            }
            (tool::RAKE, _) => self.not_now(state, "T42", "Rake is played when a die is taken"),
            (tool::BRUSH, _) => {
                let when = "Pollen Brush is played when a trait is validated that has another uncovered copy";
                self.not_now(state, "T42", when)
            }
            (_, Phase::Upgrade(grants)) => self.refuse_grant(state, grants),
            _ => self.not_now(state, "T50", "Grant is played when an upgrade is bought"),
        }
    }

    fn refuse_grant(&self, state: &State, grants: u8) -> Refusal {
        let open: Vec<u8> = (0..=HIRE).filter(|upgrade| self.is_for_sale(state, *upgrade)).collect();
        match open.iter().map(|upgrade| self.price(state, *upgrade, grants)).min() {
            None => no("T32", "nothing is for sale"),
            Some(0) if open.iter().all(|upgrade| self.price(state, *upgrade, grants) == 0) => {
                no("T32", "every upgrade is free already: another Grant would have no effect")
            }
            Some(price) => {
                let coins = self.mover(state).coins;
                no(
                    "T32",
                    format!("all Grants in hand are too few: the lowest price is {price}, you have {coins}"),
                )
            }
        }
    }

    fn refuse_assistant(&self, state: &State, id: u8) -> Refusal {
        let name = assistant_name(id);
        let rule = ABILITY_RULES[usize::from(id)];
        if let Phase::Plant(_) | Phase::Keep(_) = state.phase {
            return self.first(state);
        }
        let player = self.mover(state);
        if let Phase::Upgrade(grants) = state.phase {
            if !state.assistants.contains(&id) {
                let whose = if player.has(id) { "works for you already" } else { "is not face up" };
                return no("T50", format!("{name} {whose}"));
            }
            let (price, coins) = (self.price(state, HIRE, grants), player.coins);
            return no("T50", format!("an assistant costs {}; you have {coins}", count(price, "coin")));
        }
        if !player.has(id) {
            return no(rule, format!("you have not hired {name}"));
        }
        let used = !player.can_use(id);
        match id {
            assistant::ELISABETH | assistant::ANNA | assistant::MARIA if used => {
                no(rule, format!("{name} is used already in this round"))
            }
            assistant::ELISABETH | assistant::ANNA if !Self::takes_free_plays(state.phase) => {
                let when =
                    format!("{name} is used in one's own working turn, before or after a step of the action");
                self.not_now(state, "T31", &when)
            }
            assistant::ELISABETH => {
                no("T32", "none of your uncovered traits matches one of your research goals")
            }
            assistant::ANNA => match self.too_dear(player, "Sister Anna's ability", 1) {
                Some(message) => no("T26", message),
                None => no("T26", "no trait of your plants is uncovered: there is nothing to validate"),
            },
            assistant::MARIA => match state.phase {
                Phase::Use(colour, _) | Phase::Omari(colour) => {
                    no("T32", format!("no trait of {} is uncovered for Sister Maria", colour_name(colour)))
                }
                _ => self.not_now(state, rule, "Sister Maria is used when a die is taken"),
            },
            assistant::MAY => {
                let when = "Sister May is used when a trait is validated that has another uncovered copy";
                self.not_now(state, rule, when)
            }
            assistant::OMARI => no(rule, "Father Omari is used by a marker on his card: the space omari"),
            assistant::FRANZ => {
                self.not_now(state, rule, "Brother Franz's slots are opened by paying, at a pick")
            }
            _ => no(rule, format!("{name} works by himself")),
        }
    }

    fn refuse_trait(&self, state: &State, plot: u8, colour: u8) -> Refusal {
        let rule = match state.phase {
            Phase::Funnel(_)
            | Phase::Validate(_)
            | Phase::Omari(_)
            | Phase::Any(_)
            | Phase::Use(..)
            | Phase::Pair(_) => self.now(state).0,
            _ => return self.first(state),
        };
        let seat = if let Phase::Funnel(seat) = state.phase { seat } else { state.mover };
        let player = &state.players[usize::from(seat)];
        let plant = player.plots[usize::from(plot)];
        if plant == NONE {
            return no(rule, format!("plot {plot} has no plant"));
        }
        let (text, name) = (self.plant_text(plant), self.trait_name(plant, colour));
        if self.cards.plants[usize::from(plant)].traits[usize::from(colour)] == NONE {
            return no(rule, format!("{text} on plot {plot} has no trait of {}", colour_name(colour)));
        }
        if player.covered[usize::from(plot)] >> colour & 1 == 1 {
            return no(rule, format!("the trait {name} of {text} is covered already"));
        }
        match state.phase {
            Phase::Validate(Paid::Elisabeth) => {
                no(rule, format!("{name} matches none of your research goals"))
            }
            Phase::Use(of, die::NEW) if of == colour => {
                no(rule, "a De Novo die alone gives a coin; with Rake or Sister Maria it validates any trait")
            }
            Phase::Use(of, kind) => no(rule, format!("the {} does not validate {name}", die_words(of, kind))),
            Phase::Omari(of) => {
                let rolled = GENOTYPES[usize::from(3 * of + state.rolled[usize::from(of)].min(2))];
                no(rule, format!("Father Omari's die shows {rolled}; it does not validate {name}"))
            }
            Phase::Any(of) | Phase::Pair(of) => {
                no(rule, format!("a trait of {} is asked for; {name} is none", colour_name(of)))
            }
            _ => self.first(state),
        }
    }

    fn refuse_goal(&self, state: &State, goal: u8) -> Refusal {
        if state.phase != Phase::Goal {
            return self.not_now(state, "T24", "goals are set on goal-2 and goal-3, and with Dissertation");
        }
        let owner = self.name_of(state.goals[usize::from(goal)]);
        no("T24", format!("the goal {} is occupied, by {owner}", GOALS[usize::from(goal)]))
    }

    fn refuse_tile(&self, state: &State, way: u8) -> Refusal {
        let Phase::Tile(colour) = state.phase else {
            return self.not_now(state, "T2", "gene tiles are moved in a Parent Genes action");
        };
        let square = state.squares[usize::from(colour)];
        let left = matches!(way, 0 | 1 | 4);
        let (side, parent) = if left { ("Left", square.left) } else { ("Top", square.top) };
        debug_assert!(usize::from(way) < TILES.len());
        if parent == Parent::Mixed {
            return no("T2", format!("no gene tile lies on the {side} parent of {}", colour_name(colour)));
        }
        no(
            "T2",
            format!(
                "a gene tile lies on the {side} parent of {}: it can be removed, not changed",
                colour_name(colour)
            ),
        )
    }

    fn refuse_upgrade(&self, state: &State, upgrade: u8) -> Refusal {
        let Phase::Upgrade(grants) = state.phase else {
            let when = if matches!(state.back, Phase::Upgrade(_)) {
                "one purchase a turn"
            } else {
                "upgrades are bought in the upgrade phase of rounds 1 to 4"
            };
            return self.not_now(state, "T50", when);
        };
        let name = UPGRADE_NAMES[usize::from(upgrade)];
        if !self.is_for_sale(state, upgrade) {
            let why = if upgrade == 2 { "you have all five Action Markers" } else { "none is left in stock" };
            return no("T50", format!("{name} is not for sale: {why}"));
        }
        let (price, coins) = (self.price(state, upgrade, grants), self.mover(state).coins);
        no("T50", format!("the price of {name} is {price}, you have {}", count(coins, "coin")))
    }

    fn refuse_done(&self, state: &State) -> Refusal {
        match state.phase {
            Phase::Work => no("T20", "a player with a marker left must place it"),
            Phase::Use(..) => no("T41", "a die is taken to be used: it must validate a trait"),
            Phase::Pick { .. } => no("T41", "a pick is passed, or a die is taken"),
            Phase::Upgrade(_) => no("T50", "an upgrade is bought, or the player passes"),
            _ => self.first(state),
        }
    }
}

//! What a possible event does, in a line for a player, with the rule that allows it.

use super::acts::{ABILITY_RULES, UPGRADE_NAMES};
use super::{a_die, and, assistant_name, colour_name, count, plant_list, tool_name};
use crate::game::{Event, UNKNOWN};
use crate::genotype::Genotype;
use crate::genotype::actions::{
    ASSISTANT, DIE, DONE, GOAL, PAIR, PASS, PAY, PLANT, PLANT_DECK, PLANT_SLOT, SPACE, TILE, TOOL, TOOL_DECK,
    TOOL_SLOT, TRAIT, UPGRADE, chance,
};
use crate::genotype::phase::{Draw, Kind, Paid, Phase};
use crate::genotype::pieces::{
    EDUARD_PLOT, FACES, GENOTYPES, GOALS, PLOTS, SPACES, UPGRADES, assistant, die, space, tool,
};
use crate::genotype::state::{Plants, Player, State};
use crate::genotype::upgrading::HIRE;

/// What an assistant does, by id.
const ABILITIES: [&str; 10] = [
    "one more card in Gardening",
    "once a working phase a trait that matches an own research goal",
    "once a working phase any trait for 1 coin",
    "a space of your own for a die of each colour",
    "a pick before the 2nd Shift",
    "two more dice slots for 1 coin a round",
    "once a breeding phase a die that validates any trait of its colour",
    "every cost is 1 coin less, but at least 1",
    "every copy of a trait that is validated",
    "a plot of his own that is refilled at once",
];

impl Genotype {
    /// What a legal event does and the rule that allows it.
    pub(in crate::genotype) fn why(&self, state: &State, event: Event) -> String {
        let mut scratch = *state;
        let harvest = self.tell_harvest(state, event);
        let mut text = match event {
            Event::Act(id) => self.why_act(state, id),
            Event::Chance(id) => self.why_chance(&mut scratch, id),
            Event::Referee(_) => String::new(),
        };
        text.push_str(&harvest);
        if self.ends_johanns_work(state, event) {
            text.push_str(&self.tell_automa_phase(&mut scratch));
        }
        text
    }

    /// The harvest of a Gardening that comes with no choice before it: T21 goes on to it by itself.
    fn tell_harvest(&self, state: &State, event: Event) -> String {
        let by_itself = state.space == space::GARDENING && state.phase != Phase::Harvest;
        if !by_itself || event.id() == UNKNOWN {
            return String::new();
        }
        let mut after = *state;
        match event {
            Event::Act(id) => self.act(&mut after, id),
            Event::Chance(id) => self.happen(&mut after, id),
            Event::Referee(_) => return String::new(),
        }
        let harvested = |state: &State| state.players[usize::from(state.mover)].harvested;
        after.mover = state.mover;
        match harvested(&after) & !harvested(state) {
            0 => String::new(),
            set => format!("; {}", harvests(set)),
        }
    }

    fn why_act(&self, state: &State, id: u16) -> String {
        let two = |first: u16| (((id - first) / 4) as u8, ((id - first) % 4) as u8);
        match id {
            SPACE..PLANT_SLOT => self.why_space(state, id as u8),
            PLANT_SLOT..PLANT => self.why_source(state, id),
            PLANT..TOOL => self.why_plant(state, (id - PLANT) as u8),
            TOOL..ASSISTANT => self.why_tool(state, (id - TOOL) as u8),
            ASSISTANT..TRAIT => self.why_assistant(state, (id - ASSISTANT) as u8),
            TRAIT..DIE => self.why_trait(state, two(TRAIT).0, two(TRAIT).1),
            DIE..PAIR => self.why_die(state, two(DIE).0, two(DIE).1),
            PAIR..GOAL => self.why_pair(state, two(PAIR).0, two(PAIR).1),
            GOAL..TILE => {
                let (colour, recessive) = (usize::from((id - GOAL) / 2), (id - GOAL) % 2 == 1);
                let name = GOALS[usize::from(id - GOAL)];
                let fitting = if recessive {
                    GENOTYPES[3 * colour + 2].to_owned()
                } else {
                    format!("{} or {}", GENOTYPES[3 * colour], GENOTYPES[3 * colour + 1])
                };
                let points = if recessive { 3 } else { 2 };
                format!(
                    "sets the goal {name} [T24]: {points} points for each harvested plant with {fitting} [T15]"
                )
            }
            TILE..UPGRADE => self.why_tile(state, (id - TILE) as u8),
            UPGRADE..PAY => {
                let upgrade = (id - UPGRADE) as u8;
                let name = UPGRADE_NAMES[usize::from(upgrade)];
                format!("buys {name} for {} [T50]", self.price_text(state, upgrade))
            }
            PAY => {
                let cost = self.cost(self.mover(state), 1);
                format!("pays {} for Brother Franz's two dice slots in this round [T42]", count(cost, "coin"))
            }
            DONE => self.why_done(state),
            PASS => match state.phase {
                Phase::Pick { kind: Kind::First(_), .. } => {
                    "passes what is left of the 1st Shift [T41]".to_owned()
                }
                Phase::Pick { kind: Kind::Anton, .. } => "passes Father Anton's pick [T41]".to_owned(),
                Phase::Pick { .. } => "passes for the rest of the breeding phase [T41]".to_owned(),
                _ => "buys nothing more in this round [T50]".to_owned(),
            },
            _ => "a plant is chosen in secret [T16]".to_owned(),
        }
    }

    fn price_text(&self, state: &State, upgrade: u8) -> String {
        let Phase::Upgrade(grants) = state.phase else { return String::new() };
        let price = self.price(state, upgrade, grants);
        let mut after = *state;
        self.raise_price(&mut after, upgrade);
        format!("{}; the price becomes {}", count(price, "coin"), after.prices[usize::from(upgrade)])
    }

    fn why_space(&self, state: &State, id: u8) -> String {
        let name = SPACES[usize::from(id)];
        let player = self.mover(state);
        let cost = |cost: u8| count(self.cost(player, cost), "coin");
        let what = match id {
            space::GENES..space::FIRST => {
                let colour = colour_name(id - space::GENES);
                format!("a gene tile of {colour} may be added or removed [T22]")
            }
            space::FIRST..space::SECOND => {
                format!("a first pick of the dice of {} [T22]", colour_name(id - space::FIRST))
            }
            space::SECOND => {
                let place =
                    state.second.iter().filter(|seat| crate::genotype::state::is_some(**seat)).count() + 1;
                format!("an early pick of any die, as number {place} [T23]")
            }
            space::GOAL..space::TREASURY => {
                format!("a research goal for {} [T24]", cost(id - space::GOAL + 2))
            }
            space::TREASURY => "2 coins [T25]".to_owned(),
            space::UNIVERSITY..space::NURSERY => {
                format!("any trait is validated for {} [T26]", cost(id - space::UNIVERSITY + 1))
            }
            space::NURSERY => "two plants are drawn [T27]".to_owned(),
            space::TOOL_SHED => "a tool is drawn [T27]".to_owned(),
            space::GARDENING => {
                let draws = if player.has(assistant::ALIPIUS) { "two cards" } else { "a card" };
                format!("draws {draws}, harvests and sows [T21]")
            }
            space::SLOT => "one more dice slot in this round [T28]".to_owned(),
            _ => "a die of each colour is rolled [T29]".to_owned(),
        };
        let coin = id < space::SECOND && state.coins >> (id % 4) & 1 == 1;
        let coin = if coin { "; takes the coin at the square [T22]" } else { "" };
        format!("places a marker on {name}: {what}{coin}")
    }

    fn why_source(&self, state: &State, id: u16) -> String {
        let (rule, goal) = match state.phase {
            Phase::Source(EDUARD_PLOT) => ("T30", " for Brother Eduard"),
            Phase::Source(_) => ("T30", " for the Flower Pot"),
            _ => ("T27", ""),
        };
        match id {
            PLANT_SLOT..PLANT_DECK => {
                let plant = state.plants[usize::from(id - PLANT_SLOT)];
                format!("takes {} from the display{goal} [{rule}]", self.plant_text(plant))
            }
            PLANT_DECK => {
                let again = self.plant_deck(state) == 0;
                let again = if again { ", which is made again from its discards" } else { "" };
                format!("draws a plant from the deck{again}{goal} [{rule}]")
            }
            TOOL_SLOT..TOOL_DECK => {
                let id = state.tools[usize::from(id - TOOL_SLOT)];
                let at_once = if id == tool::FUNNEL { ", which is used at once" } else { "" };
                format!("takes {} from the display{at_once} [T27]", tool_name(id))
            }
            _ => {
                let again = self.tool_deck(state) == 0;
                let again = if again { ", which is made again from its discards" } else { "" };
                format!("draws a tool from the deck{again} [T27]")
            }
        }
    }

    fn why_plant(&self, state: &State, plant: u8) -> String {
        let text = self.plant_text(plant);
        // Alone there is nobody to hide it from.
        let secret = if self.rules.players == 1 { "" } else { ", in secret for now" };
        match state.phase {
            Phase::Plant(_) => format!("plants {text}{secret} [T16]"),
            Phase::Keep(_) => format!("keeps {text} and discards the other one{secret} [T16]"),
            Phase::Discard(_) => format!("discards {text} from the Seed Bag [T27]"),
            _ => {
                let plot = self.mover(state).free_plot().unwrap_or(0);
                format!("sows {text} on plot {plot} [T21]")
            }
        }
    }

    fn why_tool(&self, state: &State, id: u8) -> String {
        let name = tool_name(id);
        match (id, state.phase) {
            (tool::SEED_BAG, _) => format!("{name}: draws five plants and keeps two [T27]"),
            (tool::DISSERTATION, _) => {
                let cost = self.cost(self.mover(state), 1);
                format!("{name}: a research goal for {} [T24]", count(cost, "coin"))
            }
            (tool::FLOWER_POT, _) => {
                format!("{name}: one more plot, with a plant at once, until its harvest [T30]")
            }
            (tool::KNIFE, Phase::Pick { .. }) => {
                format!("{name}: the second slot for a pair, which must be taken [T42]")
            }
            (tool::KNIFE, _) => format!("{name}: one more die, which must be taken [T42]"),
            (tool::RAKE, Phase::Omari(colour) | Phase::Use(colour, _)) => {
                format!("{name}: the die validates any trait of {} [T42]", colour_name(colour))
            }
            (tool::BRUSH, _) => format!("{name}: {}", self.copies_text(state)),
            (tool::GRANT, _) => format!("{name}: the purchase of this turn costs 2 coins less [T50]"),
            _ => format!("{name}: 2 coins with the action of this turn [T31]"),
        }
    }

    /// What Pollen Brush or May validates.
    fn copies_text(&self, state: &State) -> String {
        let Phase::Copies(genotype) = state.phase else { return String::new() };
        let set = self.traits_in(self.mover(state), 1 << genotype);
        let plots: Vec<String> =
            (0..PLOTS).filter(|plot| set >> (4 * plot) & 0b1111 != 0).map(|plot| plot.to_string()).collect();
        let noun = if plots.len() == 1 { "plot" } else { "plots" };
        let name = GENOTYPES[usize::from(genotype)];
        format!("validates every other copy of {name}, on {noun} {} [T42]", and(&plots))
    }

    fn why_assistant(&self, state: &State, id: u8) -> String {
        let name = assistant_name(id);
        match (id, state.phase) {
            (_, Phase::Upgrade(_)) => {
                let (ability, rule) = (ABILITIES[usize::from(id)], ABILITY_RULES[usize::from(id)]);
                format!("hires {name} for {} [T50]: {ability} [{rule}]", self.price_text(state, HIRE))
            }
            (assistant::MAY, _) => format!("{name}: {}", self.copies_text(state)),
            (_, Phase::Omari(colour) | Phase::Use(colour, _)) if id == assistant::MARIA => {
                format!("{name}: the die validates any trait of {} [T42]", colour_name(colour))
            }
            (assistant::ANNA, _) => {
                let cost = self.cost(self.mover(state), 1);
                format!("{name}: any trait is validated for {} [T26]", count(cost, "coin"))
            }
            _ => format!("{name}: a trait that matches an own research goal is validated [T31]"),
        }
    }

    fn why_trait(&self, state: &State, plot: u8, colour: u8) -> String {
        let seat = if let Phase::Funnel(seat) = state.phase { seat } else { state.mover };
        let (how, rule) = match state.phase {
            Phase::Funnel(_) => (" with the Watering Funnel", if state.round == 0 { "T16" } else { "T27" }),
            Phase::Validate(Paid::University) => (" at the University", "T26"),
            Phase::Validate(Paid::Anna) => (" with Sister Anna", "T26"),
            Phase::Validate(Paid::Elisabeth) => (" with Sister Elisabeth", "T31"),
            Phase::Omari(_) => (" with Father Omari's die", "T29"),
            Phase::Any(_) => ("", "T42"),
            Phase::Pair(_) => (" with the pair", "T41"),
            _ => ("", "T41"),
        };
        self.validates(&state.players[usize::from(seat)], plot, colour, &format!("{how} [{rule}]"))
    }

    /// Which trait is validated, and whether the plant is complete then.
    fn validates(&self, player: &Player, plot: u8, colour: u8, how: &str) -> String {
        let plant = player.plots[usize::from(plot)];
        let name = self.trait_name(plant, colour);
        let card = self.cards.plants.get(usize::from(plant));
        let complete =
            card.is_some_and(|card| player.covered[usize::from(plot)] | 1 << colour == card.colours());
        let complete = if complete { "; the plant is complete" } else { "" };
        format!("validates the trait {name} of plant {plant} on plot {plot}{how}{complete}")
    }

    fn why_die(&self, state: &State, colour: u8, kind: u8) -> String {
        let on_knife = matches!(state.phase, Phase::Pick { knife: true, .. });
        let (place, rule) = if on_knife { ("onto the Graft Knife", "T42") } else { ("into a slot", "T41") };
        let player = self.mover(state);
        // What `take_die` does at once, if nobody could think of anything else.
        let asked = player.has_tools() || player.can_use(assistant::MARIA);
        let set = if kind == die::NEW { 0 } else { self.traits_in(player, 1 << (3 * colour + kind)) };
        let text = format!("takes {} {place}", a_die(colour, kind));
        let letter = colour_name(colour);
        let wild = wild_cards(player).filter(|_| self.traits_in(player, 0b111 << (3 * colour)) != 0);
        match (asked, kind == die::NEW, set.count_ones()) {
            (false, false, 1) => {
                let at = set.trailing_zeros() as u8;
                format!("{text} and {}", self.validates(player, at / 4, at % 4, &format!(" [{rule}]")))
            }
            (_, true, _) => match wild {
                Some(cards) => {
                    format!("{text} for a coin, or with {cards} for any trait of {letter} [{rule}]")
                }
                None => format!("{text} for a coin [{rule}]"),
            },
            (_, false, 0) => {
                let cards = wild.unwrap_or("a card");
                format!("{text}, which fits no trait, but with {cards} any of {letter} [{rule}]")
            }
            _ => format!("{text} for {} [{rule}]", self.fitting(player, set)),
        }
    }

    /// Traits of one genotype that a die fits, by plant.
    fn fitting(&self, player: &Player, set: u64) -> String {
        let at = set.trailing_zeros() as u8;
        let name = self.trait_name(player.plots[usize::from(at / 4)], at % 4);
        let plants = (0..PLOTS).filter(|plot| set >> (4 * plot) & 0b1111 != 0);
        let plants: Vec<String> = plants.map(|plot| player.plots[plot].to_string()).collect();
        format!("{name} of plant {}", plants.join(" or "))
    }

    fn why_pair(&self, state: &State, colour: u8, kind: u8) -> String {
        let letter = colour_name(colour);
        let dice = if kind == die::NEW {
            format!("two De Novo dice of {letter}")
        } else {
            format!("{} and {}", a_die(colour, die::NEW), a_die(colour, kind))
        };
        let on_knife = matches!(state.phase, Phase::Pick { knife: true, .. });
        let (place, rule) =
            if on_knife { ("onto the Graft Knife and a slot", "T42") } else { ("into two slots", "T41") };
        format!("takes {dice} {place}, for any trait of {letter} [{rule}]")
    }

    fn why_tile(&self, state: &State, way: u8) -> String {
        let Phase::Tile(colour) = state.phase else { return String::new() };
        let letter = colour_name(colour);
        let pair = |kind: u8| GENOTYPES[usize::from(3 * colour + kind)];
        let deed = match way {
            0 => format!("a gene tile makes the Left parent {}", pair(0)),
            1 => format!("a gene tile makes the Left parent {}", pair(2)),
            2 => format!("a gene tile makes the Top parent {}", pair(0)),
            3 => format!("a gene tile makes the Top parent {}", pair(2)),
            4 => format!("removes the gene tile of the Left parent of {letter}"),
            5 => format!("removes the gene tile of the Top parent of {letter}"),
            _ => return format!("leaves the gene tiles of {letter} as they are [T2]"),
        };
        let square = state.squares[usize::from(colour)].after(way);
        let shown = [0, 1, 2, 3].map(|face| pair(square.outcome(face)));
        format!("{deed}; I to IV show {} [T2]", shown.join(", "))
    }

    fn why_done(&self, state: &State) -> String {
        match state.phase {
            Phase::Harvest => {
                let player = self.mover(state);
                let complete = player.planted().filter(|(plot, plant)| {
                    player.covered[usize::from(*plot)] == self.cards.plants[usize::from(*plant)].colours()
                });
                match complete.fold(0_u64, |set, (_, plant)| set | 1 << plant) {
                    0 => "there is nothing to harvest [T21]".to_owned(),
                    set => harvests(set),
                }
            }
            Phase::Sow => "sows no more [T21]".to_owned(),
            Phase::Omari(colour) => {
                format!("gives up Father Omari's die of {} [T33]", colour_name(colour))
            }
            Phase::Copies(genotype) => {
                format!("leaves the other copies of {} [T42]", GENOTYPES[usize::from(genotype)])
            }
            Phase::Use(..) => "the De Novo die gives a coin [T41]".to_owned(),
            Phase::Knife => "takes no more with this pick [T42]".to_owned(),
            _ => "ends the turn [T31]".to_owned(),
        }
    }

    fn why_chance(&self, scratch: &mut State, id: u16) -> String {
        match scratch.phase {
            Phase::First => format!("{} starts [T16]", self.name_of((id - chance::SEAT) as u8)),
            Phase::Johann => {
                let name = assistant_name((id - chance::ASSISTANT) as u8);
                format!("Brother Johann starts with {name} [T66]")
            }
            Phase::Card(Draw::Garden) => self.tell_garden_card(scratch, id as u8),
            Phase::Card(draw) => self.why_card(scratch, draw, id),
            Phase::ShowPlanted(seat) => {
                format!("{} planted {} [T16]", self.name_of(seat), self.plant_text(id as u8))
            }
            Phase::ShowDiscarded(seat) => {
                format!("{} discarded {} [T16]", self.name_of(seat), self.plant_text(id as u8))
            }
            Phase::Roll(colour) => {
                let face = (id - chance::FACE) as u8;
                let kind = scratch.squares[usize::from(colour)].outcome(face);
                let name = GENOTYPES[usize::from(3 * colour + kind.min(2))];
                let text = format!(
                    "Father Omari's die of {} shows {}: {name} [T29]",
                    colour_name(colour),
                    FACES[usize::from(face)]
                );
                scratch.rolled[usize::from(colour)] = kind;
                if colour == 3 && self.is_johann(scratch.mover) {
                    return format!("{text}{}", self.tell_omari(scratch));
                }
                text
            }
            Phase::Die(number) => {
                let (colour, face) = (number / 5, (id - chance::FACE) as u8);
                let kind = scratch.squares[usize::from(colour % 4)].outcome(face);
                if kind == die::NEW {
                    return format!("a die of {} stays a De Novo mutation [T3]", colour_name(colour));
                }
                let name = GENOTYPES[usize::from(3 * colour + kind)];
                format!(
                    "a die of {} shows {}: {name} [T2, T40]",
                    colour_name(colour),
                    FACES[usize::from(face)]
                )
            }
            Phase::Automa(why) => self.tell_automa(scratch, why, (id - chance::AUTOMA) as u8),
            _ => String::new(),
        }
    }

    fn why_card(&self, state: &State, draw: Draw, id: u16) -> String {
        let rule = Self::rule_of_draw(state, draw);
        let who = self.name_of(state.mover);
        let plant = |id: u16| if id == UNKNOWN { "a plant".to_owned() } else { self.plant_text(id as u8) };
        let tool =
            |id: u16| if id == UNKNOWN { "a tool" } else { tool_name((id - chance::TOOL) as u8) }.to_owned();
        match draw {
            Draw::PlantSlot(slot) => format!("{} comes to slot {slot} [{rule}]", plant(id)),
            Draw::ToolSlot(slot) => format!("{} comes to slot {slot} of the tools [{rule}]", tool(id)),
            Draw::AssistantSlot(slot) => {
                let name = assistant_name((id - chance::ASSISTANT) as u8);
                format!("{name} comes to slot {slot} of the assistants [{rule}]")
            }
            Draw::Deal(seat, _) => format!("{} is dealt to {} [{rule}]", plant(id), self.name_of(seat)),
            Draw::DealTool(seat) => format!("{} is dealt to {} [{rule}]", tool(id), self.name_of(seat)),
            Draw::Hand => format!("{who} draws {} [{rule}]", plant(id)),
            Draw::Seeds(_) => format!("the Seed Bag draws {} [{rule}]", plant(id)),
            Draw::Tool => {
                let at_once = id == chance::TOOL + u16::from(tool::FUNNEL);
                let at_once = if at_once { ", which is used at once" } else { "" };
                format!("{who} draws {}{at_once} [{rule}]", tool(id))
            }
            Draw::Plot(EDUARD_PLOT) => format!("{} comes to Brother Eduard [{rule}]", plant(id)),
            Draw::Plot(_) | Draw::Garden => format!("{} comes to the Flower Pot [{rule}]", plant(id)),
        }
    }
}

/// What can make a die fit any trait of its colour (T42), or could as far as is known.
fn wild_cards(player: &Player) -> Option<&'static str> {
    let rake = player.holds(tool::RAKE) || player.hidden_tools > 0;
    match (rake, player.can_use(assistant::MARIA)) {
        (true, true) => Some("Rake or Sister Maria"),
        (false, true) => Some("Sister Maria"),
        (true, false) => Some("Rake"),
        (false, false) => None,
    }
}

fn harvests(plants: Plants) -> String {
    let noun = if plants.is_power_of_two() { "plant" } else { "plants" };
    format!("harvests {noun} {} [T21]", plant_list(plants))
}

/// The upgrades as Johann's rows name them, by id (T82).
pub(super) fn upgrade_name(upgrade: u8) -> &'static str {
    const NAMES: [&str; UPGRADES.len()] = ["New Plot", "Dice Slot", "Action Marker", "Hire Assistant"];
    NAMES.get(usize::from(upgrade)).copied().unwrap_or("?")
}

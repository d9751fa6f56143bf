//! Dict forms of states and events.

use serde_json::{Map, Value, json};

use super::Genotype;
use super::actions::{
    ASSISTANT, DIE, DONE, GOAL, PAIR, PASS, PAY, PLANT, PLANT_DECK, PLANT_SLOT, SPACE, TILE, TOOL, TOOL_DECK,
    TOOL_SLOT, TRAIT, UPGRADE, chance,
};
use super::phase::{Automa, Draw, Kind, Phase};
use super::pieces::{
    ASSISTANTS, COLOURS, EDUARD_PLOT, FACES, GENOTYPES, GOALS, HIDDEN, NONE, SPACES, TILES, TOOLS, UPGRADES,
    space,
};
use super::state::{EPOCHS, JOHANN, Player, State, Tools, is_some};
use super::upgrading::GRANT;
use crate::bits::members;
use crate::game::{Event, UNKNOWN};

/// Words of phases, as they are written and read; each list is in the order of ids.
pub(super) mod words {
    /// Where a drawn card goes.
    pub(crate) const TO: [&str; 6] = ["display", "deal", "hand", "seeds", "plot", "garden"];
    /// Kinds of cards.
    pub(crate) const OF: [&str; 4] = ["plants", "tools", "any", "assistants"];
    /// What a University action or an ability is paid by.
    pub(crate) const BY: [&str; 3] = ["university", "anna", "elisabeth"];
    /// Plots that are filled at once.
    pub(crate) const FOR: [&str; 2] = ["flower-pot", "eduard"];
    /// What is shown after the choice of the starting plants.
    pub(crate) const WHAT: [&str; 2] = ["planted", "discarded"];
    /// Picks of the breeding phase.
    pub(crate) const KINDS: [&str; 4] = ["first", "anton", "second", "turn"];
    /// What an automa card is drawn for.
    pub(crate) const AUTOMA: [&str; 6] = ["elisabeth", "action", "support", "shift", "upgrade", "hire"];
}

fn sorted(set: u64) -> Vec<u8> {
    members(set).collect()
}

fn number(value: u8) -> Value {
    match value {
        NONE => Value::Null,
        HIDDEN => json!("?"),
        _ => json!(value),
    }
}

fn name(list: &[&str], id: u8) -> Value {
    list.get(usize::from(id)).map_or(Value::Null, |name| json!(name))
}

fn names(list: &[&str], set: u64) -> Vec<Value> {
    members(set).map(|id| name(list, id)).collect()
}

fn tool_names(tools: Tools) -> Vec<Value> {
    let repeat =
        |tool: u8| std::iter::repeat_n(json!(TOOLS[usize::from(tool)]), usize::from(tools.count(tool)));
    tools.kinds().flat_map(repeat).collect()
}

fn colours(set: u8) -> Vec<Value> {
    names(&COLOURS, u64::from(set))
}

impl Genotype {
    pub(super) fn state_json(&self, state: &State) -> Value {
        let players: Vec<Value> =
            (0..self.rules.players).map(|seat| player_json(&state.players[usize::from(seat)])).collect();
        let slots = usize::from(self.slots);
        let mut tiles = Map::new();
        for (colour, square) in COLOURS.iter().zip(state.squares) {
            tiles.insert((*colour).to_owned(), json!([square.left.to_json(), square.top.to_json()]));
        }
        let mut spaces = Map::new();
        for id in 0..space::GARDENING {
            let seats: Vec<u8> = if id == space::SECOND {
                state.second.into_iter().filter(|seat| is_some(*seat)).collect()
            } else {
                state.spaces[usize::from(id)].into_iter().filter(|seat| is_some(*seat)).collect()
            };
            if !seats.is_empty() {
                spaces.insert(SPACES[usize::from(id)].to_owned(), json!(seats));
            }
        }
        let own: Vec<Vec<Value>> = (0..self.rules.players)
            .map(|seat| state.players[usize::from(seat)].spaces)
            .chain((self.rules.players == 1).then(|| self.johann_spaces(state)))
            .map(|taken| names(&SPACES, u64::from(taken) << space::GARDENING))
            .collect();
        let mut value = json!({
            "game": "genotype",
            "format": 1,
            "options": self.options,
            "round": state.round.max(1),
            "first": state.first,
            "players": players,
            "display": {
                "plants": state.plants[..slots].iter().map(|plant| number(*plant)).collect::<Vec<_>>(),
                "tools": state.tools[..slots].iter().map(|tool| name(&TOOLS, *tool)).collect::<Vec<_>>(),
                "assistants": state.assistants.iter().map(|id| name(&ASSISTANTS, *id)).collect::<Vec<_>>(),
            },
            "discards": {
                "plants": sorted(state.plant_discards),
                "tools": tool_names(state.tool_discards),
                "assistants": names(&ASSISTANTS, u64::from(state.assistant_discards)),
            },
            "spaces": spaces,
            "own_spaces": own,
            "coins": (0..4).map(|colour| state.coins >> colour & 1 == 1).collect::<Vec<_>>(),
            "tiles": tiles,
            "dice": state.dice,
            "goals": state.goals.map(number),
            "prices": state.prices,
            "stock": {"plots": state.plots_left, "slots": state.slots_left},
            "phase": self.phase_now(state),
            "johann": Value::Null,
            "turn": state.turns,
        });
        if self.rules.players == 1 {
            value["johann"] = self.johann_json(state);
        }
        if state.epoch > 0 {
            value["epochs"] = self.epochs_json(state);
        }
        value
    }

    /// Johann's markers on spaces that are each player's own: Gardening, and Omari's card in the hard game.
    pub(super) fn johann_spaces(&self, state: &State) -> u8 {
        let gardened = u8::from(state.johann.gardened);
        let shared =
            state.spaces.iter().flatten().chain(&state.second).filter(|seat| **seat == JOHANN).count();
        let omari = u8::from(usize::from(state.johann.placed) > shared + usize::from(gardened));
        gardened | omari << (space::OMARI - space::GARDENING)
    }

    /// What is known of plants in hands from the reshuffles of their deck: of each card in hand after which
    /// reshuffle it was drawn; in a view, which cards of earlier ones are in hands that it does not know.
    fn epochs_json(&self, state: &State) -> Value {
        let hands: Vec<Vec<Value>> = state.players[..usize::from(self.rules.players)]
            .iter()
            .map(|player| {
                let of = |plant: u8| player.hand.iter().position(|part| part >> plant & 1 == 1);
                let known = members(player.known_hand()).map(|plant| json!(of(plant)));
                let unknown =
                    (0..EPOCHS).flat_map(|epoch| (0..player.hidden[epoch]).map(move |_| json!(epoch)));
                known.chain(unknown).collect()
            })
            .collect();
        let mut value = json!({"reshuffles": state.epoch, "hands": hands});
        if state.pool != [0; EPOCHS] {
            let pools = &state.pool[..usize::from(state.epoch)];
            value["pools"] = pools.iter().map(|pool| json!(sorted(*pool))).collect();
        }
        value
    }

    fn johann_json(&self, state: &State) -> Value {
        let johann = &state.johann;
        let size = self.garden_size(state);
        let garden: Vec<Value> = (0..size)
            .map(|place| json!({"plant": johann.garden[place], "covered": colours(johann.covered[place])}))
            .collect();
        json!({
            "coins": johann.coins,
            "markers": johann.markers,
            "placed": johann.placed,
            "garden": garden,
            "beside": johann.beside[..size].iter().map(|card| number(*card)).collect::<Vec<_>>(),
            "harvested": sorted(johann.harvested),
            "assistants": names(&ASSISTANTS, u64::from(johann.assistants)),
            "special": name(&ASSISTANTS, johann.special),
            "new_plots": johann.new_plots,
            "new_slots": johann.new_slots,
            "action": number(johann.action),
            "out": sorted(u64::from(johann.out)),
            "shifts": johann.shifts,
            "bought": johann.bought,
            "paid": johann.paid,
            "passed": johann.passed,
        })
    }

    pub(super) fn deed_json(&self, state: &State, event: Event) -> Value {
        let die =
            |place: u16| (COLOURS[usize::from(place / 4)], die_name((place / 4) as u8, (place % 4) as u8));
        match event {
            Event::Act(id) => match id {
                SPACE..PLANT_SLOT => json!({"type": "space", "space": name(&SPACES, id as u8)}),
                PLANT_SLOT..PLANT_DECK => {
                    json!({"type": "source", "deck": "plants", "slot": id - PLANT_SLOT})
                }
                PLANT_DECK => json!({"type": "source", "deck": "plants", "slot": Value::Null}),
                TOOL_SLOT..TOOL_DECK => json!({"type": "source", "deck": "tools", "slot": id - TOOL_SLOT}),
                TOOL_DECK => json!({"type": "source", "deck": "tools", "slot": Value::Null}),
                PLANT..TOOL => json!({"type": "plant", "plant": id - PLANT}),
                TOOL..ASSISTANT => json!({"type": "tool", "tool": TOOLS[usize::from(id - TOOL)]}),
                ASSISTANT..TRAIT => {
                    json!({"type": "assistant", "assistant": ASSISTANTS[usize::from(id - ASSISTANT)]})
                }
                TRAIT..DIE => {
                    json!({"type": "trait", "plot": (id - TRAIT) / 4, "colour": COLOURS[usize::from((id - TRAIT) % 4)]})
                }
                DIE..PAIR => json!({"type": "die", "colour": die(id - DIE).0, "die": die(id - DIE).1}),
                PAIR..GOAL => json!({"type": "pair", "colour": die(id - PAIR).0, "with": die(id - PAIR).1}),
                GOAL..TILE => json!({"type": "goal", "goal": GOALS[usize::from(id - GOAL)]}),
                TILE..UPGRADE => json!({"type": "tile", "tile": TILES[usize::from(id - TILE)]}),
                UPGRADE..PAY => json!({"type": "upgrade", "upgrade": UPGRADES[usize::from(id - UPGRADE)]}),
                PAY => json!({"type": "pay"}),
                DONE => json!({"type": "done"}),
                PASS => json!({"type": "pass"}),
                _ => json!({"type": "plant", "plant": "?"}),
            },
            Event::Chance(UNKNOWN) => match state.phase {
                Phase::Card(Draw::DealTool(_) | Draw::Tool) => json!({"type": "card", "tool": "?"}),
                _ => json!({"type": "card", "plant": "?"}),
            },
            Event::Chance(id) => match id {
                0..chance::TOOL if matches!(state.phase, Phase::ShowPlanted(_) | Phase::ShowDiscarded(_)) => {
                    json!({"type": "shown", "plant": id})
                }
                0..chance::TOOL => json!({"type": "card", "plant": id}),
                chance::TOOL..chance::ASSISTANT => {
                    json!({"type": "card", "tool": TOOLS[usize::from(id - chance::TOOL)]})
                }
                chance::ASSISTANT..chance::FACE => {
                    json!({"type": "card", "assistant": ASSISTANTS[usize::from(id - chance::ASSISTANT)]})
                }
                chance::FACE..chance::AUTOMA => {
                    json!({"type": "face", "face": FACES[usize::from(id - chance::FACE)]})
                }
                chance::AUTOMA..chance::SEAT => json!({"type": "automa", "card": id - chance::AUTOMA}),
                _ => json!({"type": "first", "seat": id - chance::SEAT}),
            },
            Event::Referee(_) => json!({"type": "?"}),
        }
    }
}

fn player_json(player: &Player) -> Value {
    let plots: Vec<Value> = player
        .planted()
        .map(|(plot, plant)| {
            json!({"plot": plot, "plant": plant, "covered": colours(player.covered[usize::from(plot)])})
        })
        .collect();
    let unknown: u8 = player.hidden.iter().sum();
    let mut hand: Vec<Value> = members(player.known_hand()).map(|plant| json!(plant)).collect();
    hand.extend((0..unknown).map(|_| json!("?")));
    let mut tools = tool_names(player.tools.plus(player.known_tools));
    tools.extend((0..player.hidden_tools).map(|_| json!("?")));
    json!({
        "coins": player.coins,
        "markers": player.markers,
        "placed": player.placed,
        "plots": plots,
        "hand": hand,
        "known": sorted(player.known),
        "tools": tools,
        "known_tools": tool_names(player.known_tools),
        "assistants": names(&ASSISTANTS, u64::from(player.assistants)),
        "used": names(&ASSISTANTS, u64::from(player.used)),
        "harvested": sorted(player.harvested),
        "new_plots": player.new_plots,
        "new_slots": player.new_slots,
        "pots": player.pots,
        "temporary": player.spaces >> (space::SLOT - space::GARDENING) & 1 == 1,
        "dice": player.dice,
        "passed": player.passed,
    })
}

impl Genotype {
    /// The phase with all that belongs to what goes on.
    fn phase_now(&self, state: &State) -> Value {
        let mut value = phase_json(state, state.phase);
        value["mover"] = json!(state.mover);
        if state.space != NONE {
            value["space"] = name(&SPACES, state.space);
        }
        let rolled: Vec<&str> = (0..4)
            .filter(|colour| is_some(state.rolled[*colour]))
            .map(|colour| GENOTYPES[3 * colour + usize::from(state.rolled[colour])])
            .collect();
        if !rolled.is_empty() {
            value["rolled"] = json!(rolled);
        }
        if state.seeds != 0 {
            value["seeds"] = json!(sorted(state.seeds));
        }
        let seats = 0..usize::from(self.rules.players);
        if seats.clone().any(|seat| state.planting[seat] != NONE || state.discarding[seat] != NONE) {
            let chosen =
                seats.map(|seat| json!([number(state.planting[seat]), number(state.discarding[seat])]));
            value["chosen"] = chosen.collect();
        }
        let after_knife = matches!(state.phase, Phase::Pick { knife: true, .. }) && !state.for_pair;
        if after_knife {
            value["step"] = phase_json(state, Phase::Knife);
        } else if state.back != state.phase && state.back != SET_UP {
            value["step"] = phase_json(state, state.back);
        }
        value
    }
}

/// What a Watering Funnel of the set-up comes back to: it needs no words.
pub(super) const SET_UP: Phase = Phase::Automa(Automa::Elisabeth);

/// The fields of picks.
fn add_kind(value: &mut Value, kind: Kind) {
    value["kind"] = json!(words::KINDS[usize::from(kind.bytes()[0])]);
    match kind {
        Kind::First(left) => value["colours"] = json!(colours(left)),
        Kind::Second(place) => value["place"] = json!(place),
        _ => {}
    }
}

fn card_json(state: &State, draw: Draw) -> Value {
    let to = |to: usize, of: usize| json!({"name": "card", "to": words::TO[to], "of": words::OF[of]});
    let mut value = match draw {
        Draw::PlantSlot(_) => to(0, 0),
        Draw::ToolSlot(_) => to(0, 1),
        Draw::AssistantSlot(_) => to(0, 3),
        Draw::Deal(..) => to(1, 0),
        Draw::DealTool(_) => to(1, 1),
        Draw::Hand => to(2, 0),
        Draw::Tool => to(2, 1),
        Draw::Seeds(_) => to(3, 0),
        Draw::Plot(_) => to(4, 0),
        Draw::Garden => to(5, 0),
    };
    match draw {
        Draw::PlantSlot(slot) | Draw::ToolSlot(slot) | Draw::AssistantSlot(slot) => {
            value["slot"] = json!(slot);
        }
        Draw::Deal(seat, _) | Draw::DealTool(seat) => value["seat"] = json!(seat),
        Draw::Seeds(left) => value["left"] = json!(left),
        Draw::Plot(plot) => value["for"] = json!(words::FOR[usize::from(plot == EDUARD_PLOT)]),
        Draw::Garden if state.growing > 0 => {
            value["left"] = json!(state.growing);
            value["automa"] = json!(state.in_automa_phase);
        }
        _ => {}
    }
    value
}

/// A phase, or what the turn comes back to.
fn phase_json(state: &State, phase: Phase) -> Value {
    let colour = |id: u8| name(&COLOURS, id);
    let named = |name: &str| json!({"name": name});
    match phase {
        Phase::First => named("first"),
        Phase::Johann => named("johann"),
        Phase::Card(draw) => card_json(state, draw),
        Phase::Plant(seat) => json!({"name": "plant", "seat": seat}),
        Phase::Keep(seat) => json!({"name": "keep", "seat": seat}),
        Phase::ShowPlanted(seat) => json!({"name": "shown", "seat": seat, "what": words::WHAT[0]}),
        Phase::ShowDiscarded(seat) => json!({"name": "shown", "seat": seat, "what": words::WHAT[1]}),
        Phase::Funnel(seat) => json!({"name": "funnel", "seat": seat}),
        Phase::Work => named("work"),
        Phase::Tile(id) => json!({"name": "tile", "colour": colour(id)}),
        Phase::Goal => named("goal"),
        Phase::Validate(paid) => json!({"name": "validate", "by": words::BY[paid as usize]}),
        Phase::Draw(left, deck) => json!({"name": "draw", "left": left, "of": words::OF[deck as usize]}),
        Phase::Source(plot) => {
            json!({"name": "source", "for": words::FOR[usize::from(plot == EDUARD_PLOT)]})
        }
        Phase::Discard(left) => json!({"name": "discard", "left": left}),
        Phase::Harvest => named("harvest"),
        Phase::Sow => named("sow"),
        Phase::Roll(id) => json!({"name": "roll", "colour": colour(id)}),
        Phase::Omari(id) => json!({"name": "omari", "colour": colour(id)}),
        Phase::Any(id) => json!({"name": "any", "colour": colour(id)}),
        Phase::Copies(genotype) => json!({"name": "copies", "genotype": name(&GENOTYPES, genotype)}),
        Phase::Rest => named("rest"),
        Phase::Die(_) => named("die"),
        Phase::Pick { kind, knife } => {
            let mut value = named("pick");
            add_kind(&mut value, kind);
            value["knife"] = json!(knife);
            if state.for_pair {
                value["pair"] = json!(true);
            }
            value
        }
        Phase::Use(id, die) => json!({"name": "use", "colour": colour(id), "die": die_name(id, die)}),
        Phase::Pair(id) => json!({"name": "pair", "colour": colour(id)}),
        Phase::Knife => {
            let mut value = named("knife");
            add_kind(&mut value, state.pick);
            value["colour"] = colour(state.colour);
            value
        }
        Phase::Upgrade(u8::MAX) => named("upgrade"),
        Phase::Upgrade(grants) => json!({"name": "upgrade", "discount": GRANT * grants}),
        Phase::Automa(why) => {
            let mut value = json!({"name": "automa", "for": words::AUTOMA[why as usize]});
            if why == Automa::Shift {
                add_kind(&mut value, state.pick);
            }
            value
        }
        Phase::Over => named("over"),
    }
}

/// A die: its genotype, or `new`.
fn die_name(colour: u8, kind: u8) -> &'static str {
    if kind == super::pieces::die::NEW { "new" } else { GENOTYPES[usize::from(3 * colour + kind)] }
}

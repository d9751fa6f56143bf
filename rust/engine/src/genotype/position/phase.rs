//! The phase: what goes on, and what the turn comes back to.

use super::players::read_genotype;
use super::{Reader, entries, read_names, several};
use crate::error::SetupError;
use crate::fields::{Fields, int, kind, list, quote};
use crate::genotype::forms::{SET_UP, words};
use crate::genotype::phase::{Automa, Deck, Draw, Kind, Paid, Phase};
use crate::genotype::pieces::{COLOURS, EDUARD_PLOT, HIDDEN, NONE, PLANTS, SPACES, die};
use crate::genotype::state::{DISPLAY, MAX_SHIFTS, State};
use crate::genotype::upgrading::GRANT;

/// Keys that a phase of any name may have, and then those of some.
const KEYS: [&str; 24] = [
    "name", "mover", "space", "rolled", "seeds", "chosen", "step", "seat", "what", "to", "of", "slot",
    "left", "automa", "for", "by", "colour", "genotype", "die", "kind", "colours", "place", "knife", "pair",
];
const COMMON: usize = 7;
const STEP_KEYS: [&str; 7] = ["name", "left", "of", "colour", "kind", "colours", "place"];

/// Names of phases, and the keys of each.
const PHASES: [(&str, &[&str]); 29] = [
    ("first", &[]),
    ("johann", &[]),
    ("card", &["to", "of", "slot", "seat", "left", "automa", "for"]),
    ("plant", &["seat"]),
    ("keep", &["seat"]),
    ("shown", &["seat", "what"]),
    ("funnel", &["seat"]),
    ("work", &[]),
    ("tile", &["colour"]),
    ("goal", &[]),
    ("validate", &["by"]),
    ("draw", &["left", "of"]),
    ("source", &["for"]),
    ("discard", &["left"]),
    ("harvest", &[]),
    ("sow", &[]),
    ("roll", &["colour"]),
    ("omari", &["colour"]),
    ("any", &["colour"]),
    ("copies", &["genotype"]),
    ("rest", &[]),
    ("die", &[]),
    ("pick", &["kind", "colours", "place", "knife", "pair"]),
    ("use", &["colour", "die"]),
    ("pair", &["colour"]),
    ("knife", &["kind", "colours", "place", "colour"]),
    ("upgrade", &["discount"]),
    ("automa", &["for", "kind", "place"]),
    ("over", &[]),
];
/// Phases that another one can come back to.
const STEPS: [&str; 8] = ["work", "draw", "harvest", "sow", "omari", "rest", "knife", "upgrade"];

impl Reader<'_> {
    pub(super) fn phase(&mut self, fields: &Fields, state: &mut State, error: &mut SetupError) {
        state.mover = self.next_worker(state);
        state.phase = Phase::Work;
        state.back = Phase::Work;
        let Some(value) = fields.get("phase") else { return };
        let keys: Vec<&str> = KEYS.into_iter().chain(["discount"]).collect();
        let phase = Fields::open(value, "phase", &keys, error);
        phase.need("name", error);
        let names = PHASES.map(|(name, _)| name);
        let name = phase.word("name", &names, error);
        if phase.get("mover").is_some() {
            let last = i64::from(self.game.marker_seats()) - 1;
            state.mover = phase.int("mover", 0..=last, None, error) as u8;
        }
        state.space = phase.word("space", &SPACES, error).map_or(NONE, |id| id as u8);
        read_rolled(&phase, state, error);
        read_seeds(&phase, state, error);
        self.chosen(&phase, state, error);
        let Some(name) = name else { return };
        let (name, allowed) = PHASES[name];
        for key in keys.iter().skip(COMMON).filter(|key| !allowed.contains(*key)) {
            if phase.get(key).is_some() {
                error.add(phase.path(key), format!("does not belong to {name}"), None);
            }
        }
        let Some(found) = self.body(&phase, name, state, error) else { return };
        state.phase = found;
        state.back = found;
        self.step(&phase, name, state, error);
        if let (Phase::Funnel(seat), None) = (state.phase, phase.get("mover")) {
            state.mover = seat;
        }
        if is_set_up(state) {
            if phase.get("mover").is_none() && !matches!(state.phase, Phase::Funnel(_)) {
                state.mover = 0;
            }
            if state.round != 1 {
                error.add("round", "the set-up comes before the first round", Some("T10"));
            }
            state.round = 0;
        }
    }

    /// Whose turn of the working phase is next, going by the markers placed (T20).
    fn next_worker(&self, state: &State) -> u8 {
        let seats = self.game.marker_seats();
        let order = (0..seats).map(|step| (state.first + step) % seats);
        let placed = |seat: u8| {
            let own = state.players[usize::from(seat)].spaces.count_ones() as u8;
            self.game.shared_markers(state, seat) + own
        };
        let open = order.filter(|seat| {
            !self.game.is_johann(*seat) && placed(*seat) < state.players[usize::from(*seat)].markers
        });
        open.min_by_key(|seat| placed(*seat)).unwrap_or(state.first)
    }

    fn chosen(&mut self, phase: &Fields, state: &mut State, error: &mut SetupError) {
        let seats = usize::from(self.game.rules.players);
        for (seat, value) in several(phase, "chosen", seats, "one a seat", error) {
            let path = format!("phase.chosen[{seat}]");
            for (index, value) in entries(value, &path, 2, "what is planted and discarded", error) {
                let plant = self.plant_or(value, &format!("{path}[{index}]"), HIDDEN, error);
                *(if index == 0 { &mut state.planting[seat] } else { &mut state.discarding[seat] }) = plant;
            }
        }
    }

    /// What the phase comes back to, and what belongs to it.
    fn step(&mut self, phase: &Fields, name: &str, state: &mut State, error: &mut SetupError) {
        let after_knife = matches!(state.phase, Phase::Pick { knife: true, .. }) && !state.for_pair;
        let interrupts = after_knife || state.phase.interrupts();
        let Some(value) = phase.get("step") else {
            if matches!(state.phase, Phase::Funnel(_)) {
                state.back = SET_UP;
            } else if interrupts {
                phase.need("step", error);
            }
            return;
        };
        if !interrupts {
            error.add("phase.step", format!("{name} comes back to nothing"), None);
            return;
        }
        let step = Fields::open(value, "phase.step", &STEP_KEYS, error);
        step.need("name", error);
        let Some(index) = step.word("name", &STEPS, error) else { return };
        let name = STEPS[index];
        let allowed = PHASES.iter().find(|(known, _)| *known == name).map_or(&[][..], |(_, keys)| keys);
        for key in STEP_KEYS.iter().skip(1).filter(|key| !allowed.contains(*key)) {
            if step.get(key).is_some() {
                error.add(step.path(key), format!("does not belong to {name}"), None);
            }
        }
        let found = match name {
            "upgrade" => Some(Phase::Upgrade(u8::MAX)),
            // After the last die.
            "omari" if step.get("colour").is_none() => Some(Phase::Omari(4)),
            _ => self.body(&step, name, state, error),
        };
        match found {
            Some(Phase::Knife) if after_knife => {}
            Some(_) if after_knife => {
                error.add("phase.step.name", "a Graft Knife is played after a pick: knife", Some("T42"));
            }
            Some(found) => state.back = found,
            None => {}
        }
    }

    /// The phase of a name, or of a step, with its fields.
    fn body(&self, fields: &Fields, name: &str, state: &mut State, error: &mut SetupError) -> Option<Phase> {
        let seat = |error: &mut SetupError| {
            fields.int("seat", 0..=i64::from(self.game.rules.players) - 1, None, error) as u8
        };
        let left = |range, error: &mut SetupError| fields.int("left", range, None, error) as u8;
        Some(match name {
            "first" => Phase::First,
            "johann" => Phase::Johann,
            "card" => Phase::Card(self.card(fields, state, error)?),
            "plant" => Phase::Plant(seat(error)),
            "keep" => Phase::Keep(seat(error)),
            "shown" => {
                let seat = seat(error);
                let what = needed(fields, "what", &words::WHAT, error)?;
                if what == 0 { Phase::ShowPlanted(seat) } else { Phase::ShowDiscarded(seat) }
            }
            "funnel" => Phase::Funnel(seat(error)),
            "work" => Phase::Work,
            "tile" => Phase::Tile(colour(fields, error)?),
            "goal" => Phase::Goal,
            "validate" => Phase::Validate(match needed(fields, "by", &words::BY, error)? {
                0 => Paid::University,
                1 => Paid::Anna,
                _ => Paid::Elisabeth,
            }),
            "draw" => {
                let left = left(0..=2, error);
                Phase::Draw(
                    left,
                    match needed(fields, "of", &words::OF[..3], error)? {
                        0 => Deck::Plants,
                        1 => Deck::Tools,
                        _ => Deck::Any,
                    },
                )
            }
            "source" => Phase::Source(self.plot(fields, state, error)?),
            "discard" => Phase::Discard(left(1..=3, error)),
            "harvest" => Phase::Harvest,
            "sow" => Phase::Sow,
            "roll" => Phase::Roll(colour(fields, error)?),
            "omari" => Phase::Omari(colour(fields, error)?),
            "any" => Phase::Any(colour(fields, error)?),
            "copies" => {
                let value = fields.need("genotype", error)?;
                Phase::Copies(read_genotype(value, &fields.path("genotype"), error)?)
            }
            "rest" => Phase::Rest,
            "die" => Phase::Die(state.dice.iter().flatten().sum()),
            "pick" => {
                let kind = read_kind(fields, error)?;
                let knife = fields.bool("knife", false, error);
                state.for_pair = fields.bool("pair", false, error);
                if state.for_pair && !knife {
                    error.add("phase.pair", "is for a Graft Knife only", Some("T43"));
                }
                Phase::Pick { kind, knife }
            }
            "use" => {
                let (colour, value) = (colour(fields, error), fields.need("die", error));
                let (colour, value, path) = (colour?, value?, fields.path("die"));
                if value.as_str() == Some("new") {
                    return Some(Phase::Use(colour, die::NEW));
                }
                let genotype = read_genotype(value, &path, error)?;
                if genotype / 3 != colour {
                    let message = format!("{} is no die of {}", kind(value), COLOURS[usize::from(colour)]);
                    error.add(path, message, Some("T1"));
                }
                Phase::Use(colour, genotype % 3)
            }
            "pair" => Phase::Pair(colour(fields, error)?),
            "knife" => {
                state.pick = read_kind(fields, error)?;
                state.colour = colour(fields, error)?;
                Phase::Knife
            }
            "upgrade" => {
                let discount = fields.int("discount", 0..=50, Some(0), error) as u8;
                if !discount.is_multiple_of(GRANT) {
                    error.add("phase.discount", format!("{discount}; each Grant takes off 2"), Some("T50"));
                }
                Phase::Upgrade(discount / GRANT)
            }
            "automa" => Phase::Automa(match needed(fields, "for", &words::AUTOMA, error)? {
                0 => Automa::Elisabeth,
                1 => Automa::Action,
                2 => Automa::Support,
                3 => {
                    state.pick = read_kind(fields, error)?;
                    Automa::Shift
                }
                4 => Automa::Upgrade,
                _ => Automa::Hire,
            }),
            _ => Phase::Over,
        })
    }

    fn card(&self, fields: &Fields, state: &mut State, error: &mut SetupError) -> Option<Draw> {
        let to = needed(fields, "to", &words::TO, error)?;
        let wanted: &[&str] = match to {
            0 => &["of", "slot"],
            1 => &["of", "seat"],
            3 => &["of", "left"],
            4 => &["of", "for"],
            5 => &["of", "left", "automa"],
            _ => &["of"],
        };
        for key in ["slot", "seat", "left", "automa", "for"] {
            if fields.get(key).is_some() && !wanted.contains(&key) {
                error.add(fields.path(key), format!("does not belong to {}", words::TO[to]), None);
            }
        }
        let kinds: &[&str] = match to {
            0 => &["plants", "tools", "assistants"],
            1 | 2 => &["plants", "tools"],
            _ => &["plants"],
        };
        let of = match (to, fields.get("of")) {
            (3.., None) => 0,
            _ => needed(fields, "of", kinds, error)?,
        };
        Some(match (to, of) {
            (0, _) => {
                let slot = fields.int("slot", 0..=DISPLAY as i64 - 1, None, error) as u8;
                [Draw::PlantSlot, Draw::ToolSlot, Draw::AssistantSlot][of](slot)
            }
            (1, of) => {
                let seat = fields.int("seat", 0..=i64::from(self.game.rules.players) - 1, None, error) as u8;
                let dealt = self.hands.get(usize::from(seat)).map_or(0, Vec::len);
                if of == 0 { Draw::Deal(seat, dealt as u8) } else { Draw::DealTool(seat) }
            }
            (2, 0) => Draw::Hand,
            (2, _) => Draw::Tool,
            (3, _) => Draw::Seeds(fields.int("left", 1..=5, None, error) as u8),
            (4, _) => Draw::Plot(self.plot(fields, state, error)?),
            _ => {
                state.growing = fields.int("left", 1..=6, Some(0), error) as u8;
                state.in_automa_phase = fields.bool("automa", false, error);
                Draw::Garden
            }
        })
    }

    /// A plot that is filled: Eduard's, or the next Flower Pot.
    fn plot(&self, fields: &Fields, state: &State, error: &mut SetupError) -> Option<u8> {
        if needed(fields, "for", &words::FOR, error)? == 1 {
            return Some(EDUARD_PLOT);
        }
        let pot = state.players[usize::from(state.mover)].free_pot();
        if pot.is_none() {
            error.add(fields.path("for"), "both Flower Pots hold a plant", Some("T30"));
        }
        pot
    }
}

/// A word that must be there.
fn needed(fields: &Fields, key: &str, words: &[&str], error: &mut SetupError) -> Option<usize> {
    fields.need(key, error)?;
    fields.word(key, words, error)
}

fn colour(fields: &Fields, error: &mut SetupError) -> Option<u8> {
    needed(fields, "colour", &COLOURS, error).map(|id| id as u8)
}

/// Which picks are under way.
fn read_kind(fields: &Fields, error: &mut SetupError) -> Option<Kind> {
    let kind = needed(fields, "kind", &words::KINDS, error)?;
    for (key, of) in [("colours", 0), ("place", 2)] {
        if kind != of && fields.get(key).is_some() {
            error.add(fields.path(key), format!("does not belong to {}", quote(words::KINDS[kind])), None);
        }
    }
    Some(match kind {
        0 => {
            let value = fields.need("colours", error)?;
            Kind::First(read_names(value, &fields.path("colours"), &COLOURS, error) as u8)
        }
        1 => Kind::Anton,
        2 => Kind::Second(fields.int("place", 0..=MAX_SHIFTS as i64 - 1, None, error) as u8),
        _ => Kind::Turn,
    })
}

/// Omari's dice so far, in the order of colours.
fn read_rolled(phase: &Fields, state: &mut State, error: &mut SetupError) {
    for (colour, value) in phase.list("rolled", COLOURS.len(), error).iter().enumerate() {
        let path = format!("phase.rolled[{colour}]");
        let Some(genotype) = read_genotype(value, &path, error) else { continue };
        if usize::from(genotype / 3) != colour {
            let message = format!("{} is no die of {}", kind(value), COLOURS[colour]);
            error.add(path, message, Some("T29"));
        }
        state.rolled[colour] = genotype % 3;
    }
}

/// Plants that a Seed Bag drew and that are not discarded yet.
fn read_seeds(phase: &Fields, state: &mut State, error: &mut SetupError) {
    let Some(value) = phase.get("seeds") else { return };
    for (index, value) in list(value, "phase.seeds", 5, error).iter().enumerate() {
        let path = format!("phase.seeds[{index}]");
        let Some(plant) = int(value, &path, 0..=PLANTS as i64 - 1, error) else { continue };
        if state.seeds >> plant & 1 == 1 {
            error.add(path, format!("plant {plant} stands there twice"), None);
        }
        state.seeds |= 1 << plant;
    }
}

/// Whether a phase comes before the first round.
fn is_set_up(state: &State) -> bool {
    match state.phase {
        Phase::First
        | Phase::Johann
        | Phase::Plant(_)
        | Phase::Keep(_)
        | Phase::ShowPlanted(_)
        | Phase::ShowDiscarded(_)
        | Phase::Automa(Automa::Elisabeth)
        | Phase::Card(Draw::Deal(..) | Draw::DealTool(_)) => true,
        Phase::Card(Draw::PlantSlot(_) | Draw::ToolSlot(_) | Draw::AssistantSlot(_)) => state.round == 1,
        Phase::Card(Draw::Garden) => state.growing == 0,
        Phase::Funnel(_) => state.back == SET_UP,
        _ => false,
    }
}

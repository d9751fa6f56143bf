//! What goes on must fit the rest: who acts, which markers lie where, what the turn comes back to, and that there is
//! something to do. The rules go on from here, so it is exact.

use super::need;
use crate::error::SetupError;
use crate::genotype::Genotype;
use crate::genotype::phase::{Automa, Deck, Draw, Kind, Paid, Phase};
use crate::genotype::pieces::{FIRST_POT, NONE, SPACES, assistant, space};
use crate::genotype::rounds::ROUNDS;
use crate::genotype::state::{GARDEN, JOHANN, State, is_some};

/// The part of a round that a phase belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Working,
    /// Johann's automa phase.
    Automa,
    Breeding,
    Upgrades,
    /// The display is dealt for the next round.
    Deal,
    Over,
}

/// Faults of the phase, each with the phase's name.
pub(super) struct Faults<'a> {
    name: &'a str,
    pub(super) error: SetupError,
}

impl Faults<'_> {
    /// Whether there are any.
    pub(super) fn any(&self) -> bool {
        !self.error.problems.is_empty()
    }

    pub(super) fn need(&mut self, holds: bool, message: &str, rule: &'static str) {
        if !holds {
            self.error.add("phase", format!("{}: {message}", self.name), Some(rule));
        }
    }

    pub(super) fn at(&mut self, holds: bool, path: &str, message: &str, rule: &'static str) {
        need(holds, path, message, rule, &mut self.error);
    }
}

/// The part of the round.
fn part(state: &State) -> Part {
    let after_pick = state.back == Phase::Knife;
    match state.phase {
        Phase::Over => Part::Over,
        Phase::Card(Draw::PlantSlot(_) | Draw::ToolSlot(_) | Draw::AssistantSlot(_)) => Part::Deal,
        Phase::Card(Draw::Garden) if state.in_automa_phase => Part::Automa,
        Phase::Die(_) | Phase::Pick { .. } | Phase::Use(..) | Phase::Pair(_) | Phase::Knife => Part::Breeding,
        Phase::Any(_) | Phase::Copies(_) if after_pick => Part::Breeding,
        Phase::Automa(Automa::Shift) => Part::Breeding,
        Phase::Automa(Automa::Upgrade | Automa::Hire) | Phase::Upgrade(_) => Part::Upgrades,
        Phase::Source(_) | Phase::Card(Draw::Plot(_)) if state.back == Phase::Upgrade(u8::MAX) => {
            Part::Upgrades
        }
        _ => Part::Working,
    }
}

/// The name of a phase.
fn name(phase: Phase) -> &'static str {
    match phase {
        Phase::First => "first",
        Phase::Johann => "johann",
        Phase::Card(_) => "card",
        Phase::Plant(_) => "plant",
        Phase::Keep(_) => "keep",
        Phase::ShowPlanted(_) | Phase::ShowDiscarded(_) => "shown",
        Phase::Funnel(_) => "funnel",
        Phase::Work => "work",
        Phase::Tile(_) => "tile",
        Phase::Goal => "goal",
        Phase::Validate(_) => "validate",
        Phase::Draw(..) => "draw",
        Phase::Source(_) => "source",
        Phase::Discard(_) => "discard",
        Phase::Harvest => "harvest",
        Phase::Sow => "sow",
        Phase::Roll(_) => "roll",
        Phase::Omari(_) => "omari",
        Phase::Any(_) => "any",
        Phase::Copies(_) => "copies",
        Phase::Rest => "rest",
        Phase::Die(_) => "die",
        Phase::Pick { .. } => "pick",
        Phase::Use(..) => "use",
        Phase::Pair(_) => "pair",
        Phase::Knife => "knife",
        Phase::Upgrade(_) => "upgrade",
        Phase::Automa(_) => "automa",
        Phase::Over => "over",
    }
}

impl Genotype {
    /// Checks all that goes on after the set-up.
    pub(super) fn check_now(&self, state: &State) -> Result<(), SetupError> {
        let mut faults = Faults { name: name(state.phase), error: SetupError::default() };
        let part = part(state);
        self.check_mover(state, part, &mut faults);
        let sure = !faults.any();
        self.check_part(state, part, &mut faults);
        self.check_left_over(state, part, &mut faults);
        if part == Part::Working && sure {
            self.check_order(state, &mut faults);
        }
        std::mem::take(&mut faults.error).into_result()?;
        self.check_step(state, part, &mut faults);
        std::mem::take(&mut faults.error).into_result()?;
        self.check_phase(state, &mut faults);
        std::mem::take(&mut faults.error).into_result()?;
        self.check_secrets(state, &mut faults);
        faults.error.into_result()
    }

    /// Whether Johann, or a player, can be at it.
    fn check_mover(&self, state: &State, part: Part, faults: &mut Faults) {
        let johann = self.is_johann(state.mover);
        let fits = match state.phase {
            // Nobody acts: whoever was at it last.
            Phase::Die(_) | Phase::Over => true,
            Phase::Card(Draw::Garden) => self.rules.players == 1 && (johann || state.in_automa_phase),
            Phase::Card(_) if part == Part::Deal => true,
            Phase::Roll(_) => true,
            Phase::Automa(_) => johann,
            Phase::Funnel(seat) => seat == state.mover,
            _ => !johann,
        };
        faults.at(fits, "phase.mover", "this is another's to do", "T20");
    }

    /// What the part of the round asks for.
    fn check_part(&self, state: &State, part: Part, faults: &mut Faults) {
        let seats = usize::from(self.rules.players);
        let johann = &state.johann;
        let breeding = matches!(part, Part::Breeding | Part::Upgrades | Part::Deal | Part::Over);
        let rolled = breeding && !matches!(state.phase, Phase::Die(_));
        for (seat, player) in state.players[..seats].iter().enumerate() {
            let path = |key: &str| format!("players[{seat}].{key}");
            let all = player.placed == player.markers;
            let placed = match part {
                Part::Working => true,
                Part::Automa | Part::Breeding | Part::Over => all,
                // Up to two more were bought.
                Part::Upgrades | Part::Deal => player.placed >= 3,
            };
            faults.at(placed, &path("placed"), "all markers are placed at this point", "T20");
            faults.at(rolled || player.dice == 0, &path("dice"), "no die is taken yet", "T40");
            let paid = player.used >> assistant::FRANZ & 1 == 1;
            faults.at(rolled || !paid, &path("used"), "Franz is paid after the dice are rolled", "T42");
            let passing = match (part, state.phase) {
                (_, Phase::Die(_)) => false,
                (Part::Breeding, _) => !matches!(self.kind(state), Kind::First(_) | Kind::Anton),
                (part, _) => part == Part::Upgrades,
            };
            faults.at(passing || !player.passed, &path("passed"), "nobody has passed yet", "T41");
        }
        let acting =
            matches!(part, Part::Breeding | Part::Upgrades) && !self.is_johann(state.mover) && rolled;
        let path = format!("players[{}].passed", state.mover);
        let open = !(acting && state.players[usize::from(state.mover)].passed);
        faults.at(open, &path, "who has passed does nothing more in the phase", "T41");
        let dice = breeding || state.dice == [[0; 4]; 4];
        faults.at(dice, "dice", "they are rolled after the working phase", "T40");
        if part == Part::Upgrades {
            faults.at(state.round < ROUNDS, "round", "there are no upgrades after the last round", "T50");
        }
        if part == Part::Deal {
            faults.at(state.round > 1, "round", "the display is dealt before the next round", "T51");
        }
        if part == Part::Over {
            faults.at(state.round == ROUNDS, "round", "the game ends after round 5", "T52");
        }
        if seats > 1 {
            return;
        }
        let all = match part {
            Part::Working => true,
            Part::Upgrades | Part::Deal => johann.placed >= 3,
            _ => johann.placed == johann.markers,
        };
        faults.at(all, "johann.placed", "all markers are placed at this point", "T60");
        let squares = (0..4).any(|colour| state.spaces[usize::from(space::FIRST + colour)][0] == JOHANN);
        let moved = part == Part::Working || !squares;
        faults.at(moved, "spaces", "Johann's 1st Shifts have gone to the back of the 2nd Shift", "T60");
        let omari = self.johann_spaces(state) & super::OMARI_BIT != 0;
        let wanted =
            johann.special == assistant::OMARI && (part != Part::Working || johann.placed == johann.markers);
        let message = "with Omari his last marker of the round, and no other, lies on the card";
        faults.at(omari == wanted, "own_spaces[1]", message, "T66");
        faults.at(rolled || johann.shifts == 0, "johann.shifts", "no die is taken yet", "T60");
        faults.at(rolled || !johann.paid, "johann.paid", "Franz is paid before the first shift", "T66");
        let passed = johann.passed && (!rolled || matches!(state.phase, Phase::Automa(_)));
        faults.at(!passed, "johann.passed", "he has not passed yet", "T60");
        let bought = matches!(part, Part::Upgrades | Part::Deal) || johann.bought == 0;
        faults.at(bought, "johann.bought", "upgrades come after breeding", "T60");
        let beside = matches!(part, Part::Breeding | Part::Over) || johann.beside == [NONE; GARDEN];
        faults.at(beside, "johann.beside", "cards lie there in the breeding phase only", "T60");
        let action =
            johann.action == NONE || matches!(state.phase, Phase::Automa(Automa::Support | Automa::Hire));
        faults.at(action, "johann.action", "no card is in use", "T62");
    }

    /// What belongs to some phases only.
    fn check_left_over(&self, state: &State, part: Part, faults: &mut Faults) {
        let seeding = matches!(state.phase, Phase::Card(Draw::Seeds(_)) | Phase::Discard(_));
        faults.at(seeding || state.seeds == 0, "phase.seeds", "no Seed Bag is under way", "T27");
        let chosen = state.planting.iter().chain(&state.discarding).any(|plant| *plant != NONE);
        faults.at(!chosen, "phase.chosen", "the set-up is over", "T16");
        let working = part == Part::Working && !self.is_johann(state.mover);
        faults.at(working || state.space == NONE, "phase.space", "no player is in a turn", "T20");
        let count = match (state.phase, state.back) {
            (Phase::Roll(colour), _) => usize::from(colour),
            (Phase::Omari(_), _) | (_, Phase::Omari(_)) => 4,
            _ => 0,
        };
        let rolled = state.rolled.iter().filter(|kind| is_some(**kind)).count();
        if rolled != count {
            let message = format!("dice: {rolled}; rolled at this point: {count}");
            faults.at(false, "phase.rolled", &message, "T29");
        }
        for (colour, kind) in state.rolled.iter().enumerate().filter(|(_, kind)| is_some(**kind)) {
            let possible = state.squares[colour].weights()[usize::from(*kind)] > 0;
            let path = format!("phase.rolled[{colour}]");
            faults.at(possible, &path, "can't be rolled with these gene tiles", "T2");
        }
    }

    /// T20: one marker at a time, clockwise; who has none left is passed over.
    fn check_order(&self, state: &State, faults: &mut Faults) {
        let solo = self.rules.players == 1;
        let seats = self.marker_seats();
        let markers = |seat: u8| {
            let player = &state.players[usize::from(seat)];
            if solo && seat == JOHANN {
                ("johann".to_owned(), state.johann.placed, state.johann.markers)
            } else {
                (format!("players[{seat}]"), player.placed, player.markers)
            }
        };
        let acted = if self.is_johann(state.mover) {
            matches!(state.phase, Phase::Roll(_) | Phase::Card(_))
        } else {
            state.space != NONE
        };
        let (path, placed, all) = markers(state.mover);
        if acted && placed == 0 {
            faults.at(false, &format!("{path}.placed"), "the marker of this turn lies on no space", "T20");
            return;
        }
        if !acted && placed == all {
            faults.at(false, &format!("{path}.placed"), "there is no marker left for this turn", "T20");
            return;
        }
        let turn = placed - u8::from(acted);
        let mut before = true;
        for step in 0..seats {
            let seat = (state.first + step) % seats;
            if seat == state.mover {
                before = false;
                continue;
            }
            let (path, placed, all) = markers(seat);
            let wanted = all.min(turn + u8::from(before));
            if placed != wanted {
                let message =
                    format!("{placed}; must be {wanted} when it is the turn of seat {}", state.mover);
                faults.at(false, &format!("{path}.placed"), &message, "T20");
            }
        }
        if acted && !self.is_johann(state.mover) {
            self.check_space(state, faults);
        }
    }

    /// The marker of the turn lies on the space.
    fn check_space(&self, state: &State, faults: &mut Faults) {
        let (mover, id) = (state.mover, state.space);
        let lies = match id {
            space::SECOND => state.second.iter().rev().find(|seat| **seat != NONE) == Some(&mover),
            space::GARDENING.. => {
                state.players[usize::from(mover)].spaces >> (id - space::GARDENING) & 1 == 1
            }
            _ => state.spaces[usize::from(id)].contains(&mover),
        };
        let message = format!("the marker of seat {mover} does not lie on {}", SPACES[usize::from(id)]);
        faults.at(lies, "phase.space", &message, "T20");
    }

    /// What the turn comes back to fits the phase and the space of the action.
    fn check_step(&self, state: &State, part: Part, faults: &mut Faults) {
        if !state.phase.interrupts() {
            return;
        }
        let back = state.back;
        let free = |least: u8| self.fits_space(state, back, least, 0);
        let fits = match state.phase {
            Phase::Card(Draw::Hand) => {
                matches!(back, Phase::Draw(_, Deck::Plants | Deck::Any)) && self.fits_space(state, back, 0, 1)
            }
            Phase::Card(Draw::Tool) | Phase::Funnel(_) => {
                matches!(back, Phase::Draw(_, Deck::Tools | Deck::Any)) && self.fits_space(state, back, 0, 1)
            }
            Phase::Goal | Phase::Card(Draw::Seeds(_)) | Phase::Discard(_) => free(1),
            Phase::Validate(Paid::University) => {
                back == Phase::Rest && (space::UNIVERSITY..space::NURSERY).contains(&state.space)
            }
            Phase::Validate(_) => free(1),
            Phase::Source(plot) | Phase::Card(Draw::Plot(plot)) if plot >= FIRST_POT => free(1),
            Phase::Source(_) | Phase::Card(_) => match back {
                Phase::Work => state.space == NONE,
                Phase::Sow => state.space == space::GARDENING,
                _ => part == Part::Upgrades,
            },
            Phase::Any(colour) => match back {
                Phase::Omari(from) => from == colour && state.space == space::OMARI,
                _ => part == Part::Breeding && state.colour == colour,
            },
            Phase::Copies(genotype) => match back {
                Phase::Knife => state.colour == genotype / 3,
                Phase::Omari(_) => state.space == space::OMARI,
                _ => free(0),
            },
            Phase::Use(colour, _) | Phase::Pair(colour) => back == Phase::Knife && state.colour == colour,
            _ => true,
        };
        faults.at(fits, "phase.step", "does not fit the phase and the space of the turn", "T31");
    }

    /// Whether a step can be there after the action on the space: `least` draws left, or more, and `fewer` than at most.
    pub(super) fn fits_space(&self, state: &State, step: Phase, least: u8, fewer: u8) -> bool {
        match step {
            Phase::Work => state.space == NONE,
            Phase::Draw(left, deck) => {
                let most = match (state.space, deck) {
                    (space::NURSERY, Deck::Plants) => 2,
                    (space::TOOL_SHED, Deck::Tools) => 1,
                    (space::GARDENING, Deck::Any) => 1 + u8::from(self.mover(state).has(assistant::ALIPIUS)),
                    _ => return false,
                };
                (least..=most - fewer).contains(&left)
            }
            Phase::Harvest | Phase::Sow => state.space == space::GARDENING,
            Phase::Omari(colour) => state.space == space::OMARI && colour < 4,
            Phase::Rest => state.space != NONE,
            _ => false,
        }
    }

    /// The picks that a phase of breeding belongs to.
    fn kind(&self, state: &State) -> Kind {
        if let Phase::Pick { kind, .. } = state.phase { kind } else { state.pick }
    }
}

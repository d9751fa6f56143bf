//! The plant breeding phase: rolling, picks, what a die does (T40-T43).

use super::Genotype;
use super::cards::colours_of;
use super::phase::{Kind, Phase};
use super::pieces::{NONE, assistant, space, tool};
use super::state::{MAX_SHIFTS, Player, State};
use crate::game::Seat;

/// Slots on the mat (T11).
pub(super) const SLOTS: u8 = 3;
/// Dice in all: five of each colour.
pub(super) const ALL_DICE: u8 = 20;

/// What a pick could take: dice by bits 4 * colour + kind, and pairs likewise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Picks {
    /// Plainly usable ones (T41): they force a pick.
    pub(super) dice: u16,
    pub(super) pairs: u16,
    /// Dice that Rake or Maria make usable; they force nobody (T43).
    pub(super) wild: u16,
}

/// The De Novo dice of all colours, by bits 4 * colour + kind.
const NEW_DICE: u16 = 0x8888;

/// The dice of a set of colours, by bits 4 * colour + kind.
#[inline]
fn dice_of_colours(colours: u8) -> u16 {
    let set = u16::from(colours);
    (set & 1 | (set & 2) << 3 | (set & 4) << 6 | (set & 8) << 9) * 15
}

/// The dice of a set of genotypes, by bits 4 * colour + kind.
#[inline]
fn dice_of_genotypes(set: u16) -> u16 {
    set & 0o7 | (set & 0o70) << 1 | (set & 0o700) << 2 | (set & 0o7000) << 3
}

impl Picks {
    pub(super) fn is_empty(self) -> bool {
        self.dice | self.pairs | self.wild == 0
    }

    pub(super) fn force(self) -> bool {
        self.dice | self.pairs != 0
    }
}

impl Genotype {
    /// The working phase is over (T40); alone, the automa phase comes first (T60).
    pub(super) fn start_breeding(&self, state: &mut State) {
        if self.rules.players == 1 {
            return self.automa_phase(state);
        }
        self.roll_dice(state);
    }

    /// The dice are to be rolled (T40).
    pub(super) fn roll_dice(&self, state: &mut State) {
        state.dice = [[0; 4]; 4];
        state.phase = Phase::Die(0);
    }

    /// A die comes to its pool (T3, T40).
    pub(super) fn sort_die(&self, state: &mut State, number: u8, face: u8) {
        let colour = usize::from(number / 5);
        let kind = state.squares[colour].outcome(face);
        state.dice[colour][usize::from(kind)] += 1;
        if number + 1 < ALL_DICE {
            state.phase = Phase::Die(number + 1);
        } else {
            self.first_shifts(state, state.first, 0);
        }
    }

    /// 1st Shifts, seat by seat from the first player (T41, T40).
    fn first_shifts(&self, state: &mut State, from: Seat, done: u8) {
        let players = self.rules.players;
        let mut seat = from;
        for _ in done..players {
            let colours = (0..4_u8)
                .filter(|colour| state.spaces[usize::from(space::FIRST + colour)][0] == seat)
                .fold(0, |set, colour| set | 1 << colour);
            if colours != 0 {
                state.mover = seat;
                return self.ask_pick(state, Kind::First(colours), false);
            }
            seat = (seat + 1) % players;
        }
        self.anton_pick(state);
    }

    /// Father Anton's pick (T40).
    fn anton_pick(&self, state: &mut State) {
        let anton =
            (0..self.rules.players).find(|seat| state.players[usize::from(*seat)].has(assistant::ANTON));
        match anton {
            Some(seat) => {
                state.mover = seat;
                self.ask_pick(state, Kind::Anton, false);
            }
            None => self.second_shift(state, 0),
        }
    }

    /// The 2nd Shift, in the order of its markers (T23, T40).
    fn second_shift(&self, state: &mut State, place: u8) {
        let seat = state.second.get(usize::from(place)).copied().unwrap_or(NONE);
        if usize::from(place) >= MAX_SHIFTS || seat == NONE {
            return self.first_turn(state);
        }
        if self.is_johann(seat) {
            return self.johann_shift(state, Kind::Second(place));
        }
        if state.players[usize::from(seat)].passed {
            return self.second_shift(state, place + 1);
        }
        state.mover = seat;
        self.ask_pick(state, Kind::Second(place), false);
    }

    /// Turns from the first player on (T40).
    fn first_turn(&self, state: &mut State) {
        let players = self.rules.players;
        state.mover = if players == 1 { super::state::JOHANN } else { (state.first + players - 1) % players };
        self.next_turn_of_picks(state);
    }

    /// The next who has not passed, or the end of the phase (T40).
    fn next_turn_of_picks(&self, state: &mut State) {
        if self.rules.players == 1 {
            return self.next_picker_of_two(state);
        }
        let players = self.rules.players;
        for step in 1..=players {
            let seat = (state.mover + step) % players;
            if !state.players[usize::from(seat)].passed {
                state.mover = seat;
                return self.ask_pick(state, Kind::Turn, false);
            }
        }
        self.end_breeding(state);
    }

    /// After a pick, or in the place of one (T40).
    pub(super) fn after_pick(&self, state: &mut State, kind: Kind) {
        match kind {
            Kind::First(0) => {
                let players = self.rules.players;
                let done = (state.mover + players - state.first) % players + 1;
                self.first_shifts(state, (state.mover + 1) % players, done);
            }
            Kind::First(colours) => self.ask_pick(state, Kind::First(colours), false),
            Kind::Anton => self.second_shift(state, 0),
            Kind::Second(place) => self.second_shift(state, place + 1),
            Kind::Turn => self.next_turn_of_picks(state),
        }
    }

    /// Free slots of a player: Franz's two if they are paid for (T11, T42).
    pub(super) fn free_slots(&self, player: &Player) -> u8 {
        self.all_slots(player).saturating_sub(player.dice)
    }

    /// All slots of a player, free or not (T11, T28, T42).
    pub(super) fn all_slots(&self, player: &Player) -> u8 {
        let franz = player.has(assistant::FRANZ) && player.used >> assistant::FRANZ & 1 == 1;
        let temporary = player.spaces >> (space::SLOT - space::GARDENING) & 1;
        SLOTS + player.new_slots + temporary + 2 * u8::from(franz)
    }

    /// Colours that a pick may take (T40).
    fn pick_colours(kind: Kind) -> u8 {
        if let Kind::First(colours) = kind { colours } else { 0b1111 }
    }

    /// What the mover could take with so many free slots; `wild`: whether Rake or Maria count (T41-T43).
    pub(super) fn picks(&self, state: &State, kind: Kind, slots: u8, wild: bool) -> Picks {
        if slots == 0 {
            return Picks::default();
        }
        let open = self.uncovered(self.mover(state));
        let dice = state.dice_of_at_least(1) & dice_of_colours(Self::pick_colours(kind));
        // Dice of colours with an uncovered trait.
        let useful = dice & dice_of_colours(colours_of(open));
        // Beside a De Novo die another one must lie, beside other dice any.
        let beside_new = ((dice & NEW_DICE) / 8 * 7) | state.dice_of_at_least(2) & NEW_DICE;
        Picks {
            dice: dice & (dice_of_genotypes(open) | NEW_DICE),
            pairs: if slots >= 2 { useful & beside_new } else { 0 },
            wild: if wild { useful } else { 0 },
        }
    }

    /// Whether the mover can use Rake, or Maria, as far as the viewer knows.
    pub(super) fn has_wild(&self, state: &State) -> bool {
        let player = self.mover(state);
        self.may_hold(state, tool::RAKE) || player.can_use(assistant::MARIA)
    }

    /// [`Genotype::has_wild`] once a Graft Knife is played: of unknown tools one may have been it.
    pub(super) fn has_wild_beside_knife(&self, state: &State) -> bool {
        let player = self.mover(state);
        let spare = player.hidden_tools > u8::from(!player.holds(tool::KNIFE));
        self.has_wild(state) && (spare || player.can_use(assistant::MARIA) || player.holds(tool::RAKE))
    }

    /// Whether the mover may have a tool in hand, as far as the viewer knows.
    pub(super) fn may_hold(&self, state: &State, id: u8) -> bool {
        let player = self.mover(state);
        player.holds(id) || player.hidden_tools > 0 && self.unseen_tools(state).count(id) > 0
    }

    /// Whether the mover can pay for Franz's slots, and they would serve (T42).
    pub(super) fn can_pay(&self, state: &State, kind: Kind, knife: bool, wild: bool) -> bool {
        let player = self.mover(state);
        if !player.can_use(assistant::FRANZ) || player.coins < self.cost(player, 1) {
            return false;
        }
        let slots = self.free_slots(player) + u8::from(knife);
        let (now, then) = (self.picks(state, kind, slots, wild), self.picks(state, kind, slots + 2, wild));
        now != then
    }

    /// Asks for a pick, or passes it over if there is nothing that anybody could think of (T41).
    pub(super) fn ask_pick(&self, state: &mut State, kind: Kind, knife: bool) {
        let player = self.mover(state);
        let slots = self.free_slots(player) + u8::from(knife);
        let thinkable = player.has_tools() || player.can_use(assistant::MARIA);
        let asked = self.picks(state, kind, slots, thinkable);
        if asked.is_empty() && !self.can_pay(state, kind, knife, thinkable) {
            return self.pass_pick(state, kind);
        }
        state.phase = Phase::Pick { kind, knife };
        state.back = state.phase;
    }

    /// A player takes none (T41).
    pub(super) fn pass_pick(&self, state: &mut State, kind: Kind) {
        match kind {
            Kind::First(_) => self.after_pick(state, Kind::First(0)),
            // T41: who can't take a die where every die is free to take is out for the phase.
            Kind::Turn | Kind::Second(_) => {
                self.mover_mut(state).passed = true;
                self.after_pick(state, kind);
            }
            Kind::Anton => self.after_pick(state, kind),
        }
    }

    /// A pick of the colour of a 1st Shift uses it up (T41).
    pub(super) fn used_up(kind: Kind, colour: u8) -> Kind {
        match kind {
            Kind::First(colours) => Kind::First(colours & !(1 << colour)),
            other => other,
        }
    }

    /// The end of the phase: upgrades, or the end of the game (T50, T52).
    pub(super) fn end_breeding(&self, state: &mut State) {
        for player in &mut state.players {
            player.passed = false;
        }
        if state.round == super::rounds::ROUNDS { self.finish(state) } else { self.start_upgrades(state) }
    }
}

//! The state: a small plain value, without deck orders: a deck is a set of cards, and which one comes is
//! drawn when it is drawn.

use wide::u8x16;

use super::pieces::{ASSISTANTS, EDUARD_PLOT, FIRST_POT, HIDDEN, NONE, ORDINARY_PLOTS, PLANTS, PLOTS, TOOLS};
use crate::bits::members;
use crate::game::Seat;
use crate::rng::WordHash;

/// No game seats more.
pub(crate) const MAX_PLAYERS: usize = 5;
/// Reshuffles of the plant deck that are told apart; later ones count as the last of these.
pub(crate) const EPOCHS: usize = 4;
/// No display is longer.
pub(crate) const DISPLAY: usize = 5;
/// Johann's garden holds so many plants (T60).
pub(crate) const GARDEN: usize = 4;
/// All markers could lie in the 2nd Shift.
pub(crate) const MAX_SHIFTS: usize = 26;

/// Nobody has more coins: no game comes near, since a round brings 26 at most (5 markers that lead to 4 coins and 4
/// tools worth 2 each, and 14 De Novo dice).
pub(crate) const MAX_COINS: u8 = 200;

/// No game has so many turns.
pub(crate) const MAX_TURNS: u16 = 9_999;

/// Adds coins to some.
#[inline]
pub(crate) fn earn(coins: &mut u8, more: u8) {
    *coins = (*coins + more).min(MAX_COINS);
}

/// A set of plant cards, by bits.
pub(crate) type Plants = u64;

/// A multiset of tools: four bits a kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Tools(pub(crate) u64);

impl Tools {
    #[inline]
    pub(crate) fn count(self, tool: u8) -> u8 {
        (self.0 >> (4 * tool) & 15) as u8
    }

    #[inline]
    pub(crate) fn add(&mut self, tool: u8) {
        self.0 += 1 << (4 * tool);
    }

    #[inline]
    pub(crate) fn take(&mut self, tool: u8) {
        self.0 -= 1 << (4 * tool);
    }

    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// So many of a kind.
    #[inline]
    pub(crate) fn some(tool: u8, count: u8) -> Tools {
        Tools(u64::from(count) << (4 * tool))
    }

    #[inline]
    pub(crate) fn len(self) -> u8 {
        // Pairs of counts in bytes, and their sum in the highest byte.
        let pairs = (self.0 & 0x0F0F_0F0F_0F0F_0F0F) + (self.0 >> 4 & 0x0F0F_0F0F_0F0F_0F0F);
        (pairs.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u8
    }

    /// The kinds of which there is one.
    pub(crate) fn kinds(self) -> impl Iterator<Item = u8> {
        (0..TOOLS.len() as u8).filter(move |tool| self.count(*tool) > 0)
    }

    /// All of both; no count may pass 15.
    pub(crate) fn plus(self, other: Tools) -> Tools {
        Tools(self.0 + other.0)
    }

    /// All but these, which must be there.
    pub(crate) fn minus(self, other: Tools) -> Tools {
        Tools(self.0 - other.0)
    }

    /// Each kind so often as given.
    pub(crate) fn of(counts: &[u8; TOOLS.len()]) -> Tools {
        Tools((0..).zip(counts).map(|(tool, count)| u64::from(*count) << (4 * tool)).sum())
    }
}

/// What a player has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Player {
    /// Plants in hand that the viewer knows, by the reshuffle after which they were drawn, and how many
    /// more there are.
    pub(crate) hand: [Plants; EPOCHS],
    pub(crate) hidden: [u8; EPOCHS],
    /// Plants in hand that everybody saw being taken.
    pub(crate) known: Plants,
    /// Tools in hand that everybody knows; those that only the viewer knows; and how many more there are.
    pub(crate) known_tools: Tools,
    pub(crate) tools: Tools,
    pub(crate) hidden_tools: u8,
    pub(crate) harvested: Plants,
    /// The plant on each plot, and the colours covered.
    pub(crate) plots: [u8; PLOTS],
    pub(crate) covered: [u8; PLOTS],
    pub(crate) coins: u8,
    pub(crate) markers: u8,
    pub(crate) placed: u8,
    pub(crate) assistants: u16,
    pub(crate) used: u16,
    pub(crate) new_plots: u8,
    pub(crate) new_slots: u8,
    pub(crate) pots: u8,
    /// Own spaces taken: gardening, slot, Omari, by bits.
    pub(crate) spaces: u8,
    /// Dice slots filled in this round.
    pub(crate) dice: u8,
    pub(crate) passed: bool,
}

impl Player {
    pub(crate) const NEW: Player = Player {
        hand: [0; EPOCHS],
        hidden: [0; EPOCHS],
        known: 0,
        known_tools: Tools(0),
        tools: Tools(0),
        hidden_tools: 0,
        harvested: 0,
        plots: [NONE; PLOTS],
        covered: [0; PLOTS],
        coins: 1,
        markers: 3,
        placed: 0,
        assistants: 0,
        used: 0,
        new_plots: 0,
        new_slots: 0,
        pots: 0,
        spaces: 0,
        dice: 0,
        passed: false,
    };

    /// Whether the player has an assistant.
    #[inline]
    pub(crate) fn has(&self, assistant: u8) -> bool {
        self.assistants >> assistant & 1 == 1
    }

    /// Whether the assistant is there and not used in this round.
    #[inline]
    pub(crate) fn can_use(&self, assistant: u8) -> bool {
        (self.assistants & !self.used) >> assistant & 1 == 1
    }

    /// All plants in hand that the viewer knows.
    pub(crate) fn known_hand(&self) -> Plants {
        self.hand.iter().fold(self.known, |all, part| all | part)
    }

    /// How many plants are in hand: everybody knows it.
    pub(crate) fn hand_size(&self) -> u32 {
        self.known_hand().count_ones() + self.hidden.iter().map(|count| u32::from(*count)).sum::<u32>()
    }

    /// Whether any tool is in hand: everybody knows it.
    #[inline]
    pub(crate) fn has_tools(&self) -> bool {
        self.hidden_tools > 0 || !self.known_tools.is_empty() || !self.tools.is_empty()
    }

    /// Whether a tool of a kind is in hand, as far as the viewer knows for sure.
    #[inline]
    pub(crate) fn holds(&self, tool: u8) -> bool {
        self.known_tools.count(tool) + self.tools.count(tool) > 0
    }

    /// Plots with a plant.
    #[inline]
    pub(crate) fn planted(&self) -> impl Iterator<Item = (u8, u8)> + '_ {
        let taken =
            (0..).zip(self.plots).fold(0, |set, (plot, plant)| set | u64::from(plant != NONE) << plot);
        members(taken).map(|plot| (plot, self.plots[usize::from(plot)]))
    }

    /// The plants on plots.
    #[inline]
    pub(crate) fn planted_set(&self) -> Plants {
        plant_set(&self.plots)
    }

    /// The lowest free ordinary plot (T33).
    pub(crate) fn free_plot(&self) -> Option<u8> {
        (0..(2 + self.new_plots).min(ORDINARY_PLOTS)).find(|plot| self.plots[usize::from(*plot)] == NONE)
    }

    /// The lowest Flower Pot without a plant.
    pub(crate) fn free_pot(&self) -> Option<u8> {
        (FIRST_POT..PLOTS as u8).find(|plot| self.plots[usize::from(*plot)] == NONE)
    }

    /// Whether Eduard is there without a plant.
    pub(crate) fn wants_eduard(&self) -> bool {
        self.has(super::pieces::assistant::EDUARD) && self.plots[usize::from(EDUARD_PLOT)] == NONE
    }
}

/// The automaton of the solo game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Johann {
    /// From the bottom to the top.
    pub(crate) garden: [u8; GARDEN],
    pub(crate) covered: [u8; GARDEN],
    /// The automa card beside each plant.
    pub(crate) beside: [u8; GARDEN],
    pub(crate) harvested: Plants,
    pub(crate) coins: u8,
    pub(crate) markers: u8,
    pub(crate) placed: u8,
    pub(crate) assistants: u16,
    pub(crate) special: u8,
    pub(crate) new_plots: u8,
    pub(crate) new_slots: u8,
    /// The card that lies in use, and those drawn since the last shuffle.
    pub(crate) action: u8,
    pub(crate) out: u16,
    pub(crate) gardened: bool,
    pub(crate) paid: bool,
    pub(crate) shifts: u8,
    pub(crate) bought: u8,
    pub(crate) passed: bool,
}

impl Johann {
    pub(crate) const NEW: Johann = Johann {
        garden: [NONE; GARDEN],
        covered: [0; GARDEN],
        beside: [NONE; GARDEN],
        harvested: 0,
        coins: 1,
        markers: 3,
        placed: 0,
        assistants: 0,
        special: NONE,
        new_plots: 0,
        new_slots: 0,
        action: NONE,
        out: 0,
        gardened: false,
        paid: false,
        shifts: 0,
        bought: 0,
        passed: false,
    };
}

/// Which assistants exist, by bits.
pub(crate) const ALL_ASSISTANTS: u16 = (1 << ASSISTANTS.len()) - 1;
/// All plant cards, by bits.
pub(crate) const ALL_PLANTS: Plants = (1 << PLANTS) - 1;

/// The plants in some places.
#[inline]
pub(crate) fn plant_set(places: &[u8]) -> Plants {
    // No branch: what is no plant is beyond the cards.
    places.iter().fold(0, |set, plant| set | (u64::from(*plant < PLANTS as u8) << (plant & 63)))
}

/// Whether a number is a real one, not [`NONE`] or [`HIDDEN`].
#[inline]
pub(crate) fn is_some(value: u8) -> bool {
    value < HIDDEN
}

/// The seat that stands for Johann on the board.
pub(crate) const JOHANN: Seat = 1;

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub(crate) players: [Player; MAX_PLAYERS],
    pub(crate) johann: Johann,
    /// Face-up cards by slot; [`NONE`] where there is none.
    pub(crate) plants: [u8; DISPLAY],
    pub(crate) tools: [u8; DISPLAY],
    pub(crate) assistants: [u8; 3],
    pub(crate) plant_discards: Plants,
    pub(crate) tool_discards: Tools,
    pub(crate) assistant_discards: u16,
    /// How often the plant deck was made again from its discards, at most the last epoch; and in a view,
    /// for each earlier epoch the cards in hands of others that nobody showed.
    pub(crate) epoch: u8,
    pub(crate) pool: [Plants; EPOCHS],
    /// Up to two seats on each shared space before the 2nd Shift and after it; the 2nd Shift in order.
    pub(crate) spaces: [[u8; 2]; 16],
    pub(crate) second: [u8; MAX_SHIFTS],
    /// Coins at the squares, by bits.
    pub(crate) coins: u8,
    /// Gene tiles: per colour Left and Top.
    pub(crate) squares: [super::genetics::Square; 4],
    /// Dice in the pools: per colour dominant, mixed, recessive, De Novo.
    pub(crate) dice: [[u8; 4]; 4],
    pub(crate) goals: [u8; 8],
    pub(crate) prices: [u8; 4],
    pub(crate) plots_left: u8,
    pub(crate) slots_left: u8,
    pub(crate) round: u8,
    pub(crate) first: Seat,
    pub(crate) mover: Seat,
    pub(crate) turns: u16,
    /// The space of the action, for Hand Lens and the like; [`NONE`] before it.
    pub(crate) space: u8,
    /// Omari's results, per colour 0 to 2; [`NONE`] if not rolled.
    pub(crate) rolled: [u8; 4],
    /// Plants drawn by a Seed Bag and not discarded yet, that the viewer knows.
    pub(crate) seeds: Plants,
    /// Starting plants: what each seat plants and discards, secret until all have chosen.
    pub(crate) planting: [u8; MAX_PLAYERS],
    pub(crate) discarding: [u8; MAX_PLAYERS],
    /// The Graft Knife in play is the second slot of a pair.
    pub(crate) for_pair: bool,
    /// The pick under way, and the colour taken last (for Graft Knife).
    pub(crate) pick: super::phase::Kind,
    pub(crate) colour: u8,
    /// Johann: plants that are still to come from the deck, and whether it is his automa phase.
    pub(crate) growing: u8,
    pub(crate) in_automa_phase: bool,
    pub(crate) phase: super::phase::Phase,
    /// Where an interruption comes back to.
    pub(crate) back: super::phase::Phase,
}

/// A player has so many research markers (T10).
pub(crate) const GOALS_EACH: usize = 3;

impl State {
    /// A turn is completed. At the end of all numbers, where only positions of one's own can be, the last two take
    /// turns, so that a turn still ends with another number.
    pub(crate) fn count_turn(&mut self) {
        self.turns = if self.turns < MAX_TURNS { self.turns + 1 } else { MAX_TURNS - 1 };
    }

    /// The dice of which so many lie in their pools, by bits 4 * colour + kind.
    #[inline]
    pub(crate) fn dice_of_at_least(&self, count: u8) -> u16 {
        let mut dice = [0; 16];
        dice.copy_from_slice(self.dice.as_flattened());
        u8x16::from(dice).simd_ge(u8x16::splat(count)).to_bitmask() as u16
    }

    /// Whether plants were chosen that are not shown yet, in the deal of the start.
    #[inline]
    pub(crate) fn is_choosing(&self) -> bool {
        self.planting != [NONE; MAX_PLAYERS] || self.discarding != [NONE; MAX_PLAYERS]
    }

    /// How many goals a seat has.
    pub(crate) fn goals_of(&self, seat: Seat) -> usize {
        self.goals.into_iter().filter(|owner| *owner == seat).count()
    }

    /// A state that nothing is in yet.
    pub(crate) fn blank() -> Self {
        use super::genetics::Square;
        use super::phase::{Kind, Phase};
        State {
            players: [Player::NEW; MAX_PLAYERS],
            johann: Johann::NEW,
            plants: [NONE; DISPLAY],
            tools: [NONE; DISPLAY],
            assistants: [NONE; 3],
            plant_discards: 0,
            tool_discards: Tools::default(),
            assistant_discards: 0,
            epoch: 0,
            pool: [0; EPOCHS],
            spaces: [[NONE; 2]; 16],
            second: [NONE; MAX_SHIFTS],
            coins: 0b1111,
            squares: [Square::default(); 4],
            dice: [[0; 4]; 4],
            goals: [NONE; 8],
            prices: [0; 4],
            plots_left: 5,
            slots_left: 8,
            round: 0,
            first: 0,
            mover: 0,
            turns: 0,
            space: NONE,
            rolled: [NONE; 4],
            seeds: 0,
            planting: [NONE; MAX_PLAYERS],
            discarding: [NONE; MAX_PLAYERS],
            for_pair: false,
            pick: Kind::Turn,
            colour: NONE,
            growing: 0,
            in_automa_phase: false,
            phase: Phase::First,
            back: Phase::Work,
        }
    }
}

impl State {
    /// Forgets what the phase has no use for, so that equal positions are equal values.
    #[inline]
    pub(crate) fn tidy(&mut self) {
        use super::phase::{Automa, Kind, Phase};
        if !self.phase.interrupts() {
            self.back = self.phase;
        }
        let knife = matches!(self.phase, Phase::Pick { knife: true, .. });
        if !(knife || matches!(self.back, Phase::Knife)) {
            self.colour = NONE;
            if !matches!(self.phase, Phase::Automa(Automa::Shift)) {
                self.pick = Kind::Turn;
            }
        }
        self.for_pair &= knife;
    }

    /// A hash of all there is in a state, fixed for ever.
    pub(crate) fn hash(&self) -> u64 {
        let mut hash = Bytes::default();
        for player in &self.players {
            player.hash(&mut hash);
        }
        self.johann.hash(&mut hash);
        for bytes in [
            &self.plants[..],
            &self.tools,
            &self.assistants,
            &self.coins_and_counts(),
            &self.goals,
            &self.prices,
        ] {
            hash.bytes(bytes);
        }
        for word in
            [self.plant_discards, self.tool_discards.0, u64::from(self.assistant_discards), self.seeds]
        {
            hash.word(word);
        }
        self.pool.iter().for_each(|part| hash.word(*part));
        self.spaces.iter().for_each(|places| hash.bytes(places));
        hash.bytes(&self.second);
        self.squares.iter().for_each(|square| hash.bytes(&[square.left as u8, square.top as u8]));
        self.dice.iter().for_each(|pool| hash.bytes(pool));
        for bytes in
            [&self.rolled[..], &self.planting, &self.discarding, &self.phase.bytes(), &self.back.bytes()]
        {
            hash.bytes(bytes);
        }
        hash.bytes(&self.pick.bytes());
        hash.finish()
    }

    fn coins_and_counts(&self) -> [u8; 13] {
        let turns = self.turns.to_le_bytes();
        [
            self.coins,
            self.epoch,
            self.plots_left,
            self.slots_left,
            self.round,
            self.first,
            self.mover,
            turns[0],
            turns[1],
            self.space,
            u8::from(self.for_pair),
            self.colour,
            self.growing | u8::from(self.in_automa_phase) << 7,
        ]
    }
}

impl Player {
    fn hash(&self, hash: &mut Bytes) {
        let words = [self.known, self.known_tools.0, self.tools.0, self.harvested];
        self.hand.iter().chain(&words).for_each(|word| hash.word(*word));
        hash.word(u64::from(self.assistants) << 16 | u64::from(self.used));
        hash.bytes(&self.plots);
        hash.bytes(&self.covered);
        hash.bytes(&self.hidden);
        hash.bytes(&[
            self.hidden_tools,
            self.coins,
            self.markers,
            self.placed,
            self.new_plots,
            self.new_slots,
            self.pots,
            self.spaces,
            self.dice,
            u8::from(self.passed),
        ]);
    }
}

impl Johann {
    fn hash(&self, hash: &mut Bytes) {
        for bytes in [&self.garden, &self.covered, &self.beside] {
            hash.bytes(bytes);
        }
        hash.word(self.harvested);
        hash.word(u64::from(self.assistants) << 16 | u64::from(self.out));
        hash.bytes(&[
            self.coins,
            self.markers,
            self.placed,
            self.special,
            self.new_plots,
            self.new_slots,
            self.action,
            self.shifts,
            self.bought,
            u8::from(self.gardened) | u8::from(self.paid) << 1 | u8::from(self.passed) << 2,
        ]);
    }
}

/// Bytes and words into a hash, eight bytes at a time.
#[derive(Default)]
struct Bytes(WordHash);

impl Bytes {
    fn word(&mut self, word: u64) {
        self.0.word(word);
    }

    fn bytes(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.0.word(u64::from_le_bytes(word));
        }
    }

    fn finish(self) -> u64 {
        self.0.finish()
    }
}

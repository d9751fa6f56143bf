//! Which events are possible.

use super::Genotype;
use super::breeding::Picks;
use super::phase::{Deck, Draw, Kind, Paid, Phase};
use super::pieces::{HIDDEN, NONE, TOOLS, UPGRADES, assistant, die, tool};
use super::state::{Plants, State, is_some};
use super::upgrading::HIRE;
use super::working::SEEDS_KEPT;
use crate::bits::{members, nth};
use crate::game::{Actions, Actor, Outcomes, Seat};
use crate::rng::Rng;

/// `SPACE + space`.
pub const SPACE: u16 = 0;
/// `PLANT_SLOT + slot`, then the plant deck.
pub const PLANT_SLOT: u16 = 24;
/// The plant deck.
pub const PLANT_DECK: u16 = 29;
/// `TOOL_SLOT + slot`, then the tool deck.
pub const TOOL_SLOT: u16 = 30;
/// The tool deck.
pub const TOOL_DECK: u16 = 35;
/// `PLANT + card`.
pub const PLANT: u16 = 36;
/// `TOOL + tool`.
pub const TOOL: u16 = 86;
/// `ASSISTANT + assistant`.
pub const ASSISTANT: u16 = 97;
/// `TRAIT + 4 * plot + colour`.
pub const TRAIT: u16 = 107;
/// `DIE + 4 * colour + kind`.
pub const DIE: u16 = 147;
/// `PAIR + 4 * colour + kind`.
pub const PAIR: u16 = 163;
/// `GOAL + goal`.
pub const GOAL: u16 = 179;
/// `TILE + way`.
pub const TILE: u16 = 187;
/// `UPGRADE + upgrade`.
pub const UPGRADE: u16 = 194;
/// Pay for Franz's slots.
pub const PAY: u16 = 197;
/// Go on.
pub const DONE: u16 = 198;
/// Take no part any more.
pub const PASS: u16 = 199;
/// Ids are below this.
pub const ACTIONS: u16 = 200;

/// Ids of chance: plants from 0, then these.
pub mod chance {
    /// `TOOL + tool`.
    pub const TOOL: u16 = 50;
    /// `ASSISTANT + assistant`.
    pub const ASSISTANT: u16 = 61;
    /// `FACE + face`.
    pub const FACE: u16 = 71;
    /// `AUTOMA + card`.
    pub const AUTOMA: u16 = 76;
    /// `SEAT + seat`.
    pub const SEAT: u16 = 85;
    /// Ids are below this.
    pub const COUNT: u16 = 90;
}

impl Genotype {
    pub(super) fn who_acts(&self, state: &State) -> Actor {
        match state.phase {
            Phase::Over => Actor::Over,
            Phase::First
            | Phase::Johann
            | Phase::Card(_)
            | Phase::ShowPlanted(_)
            | Phase::ShowDiscarded(_)
            | Phase::Roll(_)
            | Phase::Die(_)
            | Phase::Automa(_) => Actor::Chance,
            Phase::Plant(seat) | Phase::Keep(seat) | Phase::Funnel(seat) => Actor::Seat(seat),
            _ => Actor::Seat(state.mover),
        }
    }

    pub(super) fn list(&self, state: &State, out: &mut Actions) {
        let player = self.mover(state);
        let push = |out: &mut Actions, set: u64, first: u16| {
            out.extend(members(set).map(|bit| first + u16::from(bit)));
        };
        match state.phase {
            Phase::Plant(seat) | Phase::Keep(seat) => push(out, self.possible_deal(state, seat), PLANT),
            Phase::Funnel(seat) => {
                let own = &state.players[usize::from(seat)];
                push(out, self.traits_in(own, self.uncovered(own)), TRAIT);
            }
            Phase::Work => {
                push(out, self.open_spaces(state), SPACE);
                self.list_free_plays(state, out);
            }
            Phase::Tile(colour) => push(out, self.tile_ways(state, colour), TILE),
            Phase::Goal => {
                let free =
                    (0..8).filter(|goal| state.goals[*goal] == NONE).fold(0, |set, goal| set | 1 << goal);
                push(out, free, GOAL);
            }
            Phase::Validate(paid) => {
                let goals = self.goal_genotypes(state, state.mover);
                let wanted = if paid == Paid::Elisabeth { goals } else { u16::MAX };
                push(out, self.traits_in(player, wanted), TRAIT);
            }
            Phase::Draw(_, deck) => {
                self.list_sources(state, deck, out);
                self.list_free_plays(state, out);
            }
            Phase::Source(_) => self.list_sources(state, Deck::Plants, out),
            Phase::Discard(_) => push(out, self.possible_seeds(state), PLANT),
            Phase::Harvest | Phase::Rest => {
                self.list_free_plays(state, out);
                out.push(DONE);
            }
            Phase::Sow => {
                if self.can_sow(state) {
                    push(out, self.possible_hand(state), PLANT);
                }
                self.list_free_plays(state, out);
                out.push(DONE);
            }
            Phase::Omari(colour) => self.list_omari(state, colour, out),
            Phase::Any(colour) | Phase::Pair(colour) => {
                push(out, self.traits_in(player, 0b111 << (3 * colour)), TRAIT);
            }
            Phase::Copies(_) => {
                self.list_tool(state, tool::BRUSH, out);
                if player.has(assistant::MAY) {
                    out.push(ASSISTANT + u16::from(assistant::MAY));
                }
                out.push(DONE);
            }
            Phase::Pick { kind, knife } => self.list_picks(state, kind, knife, out),
            Phase::Use(colour, kind) => self.list_uses(state, colour, kind, out),
            Phase::Knife => {
                if !self.knife_picks(state, self.has_wild_beside_knife(state)).is_empty() {
                    self.list_tool(state, tool::KNIFE, out);
                }
                out.push(DONE);
            }
            Phase::Upgrade(grants) => self.list_upgrades(state, grants, out),
            _ => {}
        }
    }

    fn list_tool(&self, state: &State, id: u8, out: &mut Actions) {
        if self.may_hold(state, id) {
            out.push(TOOL + u16::from(id));
        }
    }

    /// Tools and abilities that can be played freely now (T31-T33).
    fn list_free_plays(&self, state: &State, out: &mut Actions) {
        let player = self.mover(state);
        if player.has_tools() {
            for id in (0..TOOLS.len() as u8).filter(|id| self.is_free_play(state, *id)) {
                self.list_tool(state, id, out);
            }
        }
        for id in [assistant::ELISABETH, assistant::ANNA] {
            if self.can_use_ability(state, player, id) {
                out.push(ASSISTANT + u16::from(id));
            }
        }
    }

    /// Where a card can be taken from (T27).
    fn list_sources(&self, state: &State, deck: Deck, out: &mut Actions) {
        if deck != Deck::Tools {
            out.extend(
                (0..5).filter(|slot| is_some(state.plants[*slot])).map(|slot| PLANT_SLOT + slot as u16),
            );
            if self.has_plant_cards(state) {
                out.push(PLANT_DECK);
            }
        }
        if deck != Deck::Plants {
            out.extend((0..5).filter(|slot| is_some(state.tools[*slot])).map(|slot| TOOL_SLOT + slot as u16));
            if self.has_tool_cards(state) {
                out.push(TOOL_DECK);
            }
        }
    }

    /// Omari's die: its traits, Rake, Maria, free plays, or done (T29, T33).
    fn list_omari(&self, state: &State, colour: u8, out: &mut Actions) {
        let player = self.mover(state);
        let traits = self.uncovered(player) >> (3 * colour) & 0b111;
        let kind = state.rolled[usize::from(colour)];
        let mut free = Actions::new();
        self.list_free_plays(state, &mut free);
        if traits != 0 {
            self.list_tool(state, tool::RAKE, &mut free);
            if player.can_use(assistant::MARIA) {
                free.push(ASSISTANT + u16::from(assistant::MARIA));
            }
        }
        free.sort_unstable();
        out.extend(free);
        let set = self.traits_in(player, 1 << (3 * colour + kind));
        out.extend(members(set).map(|place| TRAIT + u16::from(place)));
        out.push(DONE);
    }

    /// What a pick may be, with the slots that are free now (T41-T43).
    fn list_picks(&self, state: &State, kind: Kind, knife: bool, out: &mut Actions) {
        let wild = self.has_wild(state);
        let picks = self.picks_now(state, kind, knife, wild);
        if !knife && self.knife_makes_pair(state, kind) {
            self.list_tool(state, tool::KNIFE, out);
        }
        out.extend(members(u64::from(picks.dice | picks.wild)).map(|bit| DIE + u16::from(bit)));
        out.extend(members(u64::from(picks.pairs)).map(|bit| PAIR + u16::from(bit)));
        // Not with the half of a pair that lies on a knife: more slots change nothing then.
        if !state.for_pair && self.can_pay(state, kind, knife, wild) {
            out.push(PAY);
        }
        if !knife && (kind == Kind::Anton || !picks.force()) {
            out.push(PASS);
        }
    }

    /// What can be taken now. A knife that is the second slot of a pair is for pairs only (T42, T43).
    pub(super) fn picks_now(&self, state: &State, kind: Kind, knife: bool, wild: bool) -> Picks {
        let slots = self.free_slots(self.mover(state));
        if !knife {
            return self.picks(state, kind, slots, wild);
        }
        let mut picks = self.picks(state, kind, slots + 1, wild);
        if state.for_pair {
            picks.dice = 0;
            picks.wild = 0;
        }
        picks
    }

    /// What a die can be used for (T41-T43).
    fn list_uses(&self, state: &State, colour: u8, kind: u8, out: &mut Actions) {
        let player = self.mover(state);
        if self.uncovered(player) >> (3 * colour) & 0b111 != 0 {
            self.list_tool(state, tool::RAKE, out);
            if player.can_use(assistant::MARIA) {
                out.push(ASSISTANT + u16::from(assistant::MARIA));
            }
        }
        if kind == die::NEW {
            out.push(DONE);
        } else {
            let set = self.traits_in(player, 1 << (3 * colour + kind));
            out.extend(members(set).map(|place| TRAIT + u16::from(place)));
        }
    }

    /// What can be bought, and whether a Grant can be played (T50).
    fn list_upgrades(&self, state: &State, grants: u8, out: &mut Actions) {
        let player = self.mover(state);
        let hidden = player.hidden_tools.min(self.unseen_tools(state).count(tool::GRANT));
        let held = player.known_tools.count(tool::GRANT) + player.tools.count(tool::GRANT) + hidden;
        // A Grant must make something cheaper that can be bought then, perhaps with more of them (T32).
        let helps = (0..UPGRADES.len() as u8).any(|upgrade| {
            self.price(state, upgrade, grants) > 0
                && self.can_buy(state, upgrade, grants.saturating_add(held))
        });
        if helps {
            self.list_tool(state, tool::GRANT, out);
        }
        if self.can_buy(state, HIRE, grants) {
            let mut open: Vec<u16> = state
                .assistants
                .iter()
                .filter(|id| is_some(**id))
                .map(|id| ASSISTANT + u16::from(*id))
                .collect();
            open.sort_unstable();
            out.extend(open);
        }
        out.extend(
            (0..HIRE)
                .filter(|upgrade| self.can_buy(state, *upgrade, grants))
                .map(|upgrade| UPGRADE + u16::from(upgrade)),
        );
        if grants == 0 {
            out.push(PASS);
        }
    }

    /// Plants that the mover may have in hand, as far as the viewer knows.
    pub(super) fn possible_hand(&self, state: &State) -> Plants {
        let player = self.mover(state);
        let mut set = player.known_hand();
        for (epoch, hidden) in player.hidden.iter().enumerate().filter(|(_, hidden)| **hidden > 0) {
            debug_assert!(*hidden > 0);
            set |=
                if epoch == usize::from(state.epoch) { self.unseen_plants(state) } else { state.pool[epoch] };
        }
        set
    }

    /// Plants that a seat may have been dealt.
    fn possible_deal(&self, state: &State, seat: Seat) -> Plants {
        let player = &state.players[usize::from(seat)];
        let hidden = player.hidden[usize::from(state.epoch)] > 0;
        player.known_hand() | if hidden { self.unseen_plants(state) } else { 0 }
    }

    /// Plants that a Seed Bag may have drawn.
    fn possible_seeds(&self, state: &State) -> Plants {
        if state.seeds != 0 {
            return state.seeds;
        }
        // Somebody else's: those that were drawn last, perhaps some before a reshuffle between two of its draws.
        let Phase::Discard(left) = state.phase else { return 0 };
        let (now, hidden) = (usize::from(state.epoch), self.mover(state).hidden);
        let mut set = if hidden[now] > 0 { self.unseen_plants(state) } else { 0 };
        if now > 0 && hidden[now] < left + SEEDS_KEPT && hidden[now - 1] > 0 {
            set |= state.pool[now - 1];
        }
        set
    }

    pub(super) fn list_outcomes(&self, state: &State, out: &mut Outcomes) {
        match state.phase {
            // T3: I to IV with 2/9 each, De Novo with 1/9.
            Phase::Die(_) => {
                out.extend((0..5).map(|face| (chance::FACE + face, if face == 4 { 1 } else { 2 })));
            }
            Phase::Card(draw) if draw.deck() == Deck::Tools => {
                let weights = (chance::TOOL..).zip(self.tool_weights(state));
                out.extend(weights.filter(|(_, weight)| *weight > 0));
            }
            _ => {
                let (set, first) = self.even_outcomes(state);
                out.extend(members(set).map(|bit| (first + u16::from(bit), 1)));
            }
        }
    }

    /// An outcome by its weight, without listing them all.
    #[inline]
    pub(super) fn sample_chance(&self, state: &State, rng: &mut Rng) -> u16 {
        match state.phase {
            // Ninths: two for each of I to IV, one for De Novo.
            Phase::Die(_) => chance::FACE + rng.below(9) as u16 / 2,
            Phase::Card(draw) if draw.deck() == Deck::Tools => {
                chance::TOOL + rng.weighted(self.tool_weights(state).into_iter()) as u16
            }
            _ => {
                let (set, first) = self.even_outcomes(state);
                first + u16::from(nth(set, rng.below(u64::from(set.count_ones())) as u32))
            }
        }
    }

    /// Outcomes of which each is as likely, as a set, and the id of the first one; none if chance is not to act, or
    /// has others.
    #[inline]
    fn even_outcomes(&self, state: &State) -> (u64, u16) {
        match state.phase {
            Phase::First => ((1 << self.rules.players) - 1, chance::SEAT),
            Phase::Johann => (u64::from(Self::hard_assistants()), chance::ASSISTANT),
            Phase::Card(Draw::AssistantSlot(_)) => (u64::from(self.assistant_deck(state)), chance::ASSISTANT),
            Phase::Card(draw) if draw.deck() == Deck::Plants => (self.unseen_plants(state), 0),
            Phase::ShowPlanted(seat) => (self.shown(state, state.planting[usize::from(seat)]), 0),
            Phase::ShowDiscarded(seat) => (self.shown(state, state.discarding[usize::from(seat)]), 0),
            Phase::Roll(_) => (0b1111, chance::FACE),
            Phase::Automa(_) => (u64::from(self.automa_deck(state)), chance::AUTOMA),
            _ => (0, 0),
        }
    }

    fn shown(&self, state: &State, plant: u8) -> Plants {
        if plant == HIDDEN { self.unseen_plants(state) } else { 1 << plant }
    }

    /// Whether a draw gives cards that its taker alone sees.
    pub(super) fn is_secret(draw: Draw) -> bool {
        matches!(draw, Draw::Deal(..) | Draw::DealTool(_) | Draw::Hand | Draw::Tool | Draw::Seeds(_))
    }
}

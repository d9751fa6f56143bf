//! Who knows what: hands, starting plants that are chosen in secret, Seed Bags.

use super::Genotype;
use super::actions::chance;
use super::phase::{Draw, Phase};
use super::pieces::{HIDDEN, NONE, UPGRADES, assistant, die, tool};
use super::state::{EPOCHS, MAX_PLAYERS, State, Tools, is_some};
use super::working::{SEEDS, SEEDS_KEPT};
use crate::bits::nth;
use crate::game::{Event, Seat, UNKNOWN, Viewer};
use crate::rng::Rng;

impl Genotype {
    /// `event` as `by` sees it happen.
    pub(super) fn seen_event(&self, state: &State, event: Event, by: Viewer) -> Event {
        let hidden_from = |seat: Seat| by != Viewer::Everything && by != Viewer::Seat(seat);
        let funnel = event == Event::Chance(chance::TOOL + u16::from(tool::FUNNEL));
        match (state.phase, event) {
            (Phase::Card(draw), Event::Chance(_)) if Self::is_secret(draw) && !funnel => {
                let taker = match draw {
                    Draw::Deal(seat, _) | Draw::DealTool(seat) => seat,
                    _ => state.mover,
                };
                if hidden_from(taker) { Event::Chance(UNKNOWN) } else { event }
            }
            (Phase::Plant(seat) | Phase::Keep(seat), Event::Act(_)) if hidden_from(seat) => {
                Event::Act(UNKNOWN)
            }
            _ => event,
        }
    }

    /// Whether an event of unknown content can happen now.
    pub(super) fn takes_unknown(&self, state: &State, event: Event) -> bool {
        match (state.phase, event) {
            // If only Watering Funnels can be left in the deck, the next card is shown.
            (Phase::Card(Draw::DealTool(_) | Draw::Tool), Event::Chance(_)) => {
                self.unseen_hands(state).len() > self.hidden_tools(state)
            }
            (Phase::Card(draw), Event::Chance(_)) => Self::is_secret(draw),
            // Where the cards are known, so is the choice.
            (Phase::Plant(seat) | Phase::Keep(seat), Event::Act(_)) => {
                state.players[usize::from(seat)].hidden != [0; EPOCHS]
            }
            _ => false,
        }
    }

    /// Overwrites what `by` does not know.
    pub(super) fn redact_state(&self, state: &mut State, by: Viewer) {
        if by == Viewer::Everything {
            return;
        }
        for seat in (0..MAX_PLAYERS).filter(|seat| by != Viewer::Seat(*seat as u8)) {
            let player = &mut state.players[seat];
            for epoch in 0..EPOCHS {
                let cards = std::mem::take(&mut player.hand[epoch]);
                player.hidden[epoch] += cards.count_ones() as u8;
                if epoch < usize::from(state.epoch) {
                    state.pool[epoch] |= cards;
                }
            }
            player.hidden_tools += std::mem::take(&mut player.tools).len();
            for chosen in [&mut state.planting[seat], &mut state.discarding[seat]] {
                if *chosen != NONE {
                    *chosen = HIDDEN;
                }
            }
        }
        if by != Viewer::Seat(state.mover) {
            state.seeds = 0;
        }
    }

    /// A full state that fits: cards of early reshuffles first, whose places are fewest (the sets are
    /// nested, so this is uniform).
    pub(super) fn complete_state(&self, view: &State, rng: &mut Rng) -> State {
        let mut state = *view;
        for epoch in 0..EPOCHS {
            for seat in 0..MAX_PLAYERS {
                for _ in 0..std::mem::take(&mut state.players[seat].hidden[epoch]) {
                    let now = epoch == usize::from(state.epoch);
                    let set = if now { self.unseen_plants(&state) } else { state.pool[epoch] };
                    let plant = pick(set, rng);
                    state.pool[epoch] &= !(1 << plant);
                    state.players[seat].hand[epoch] |= 1 << plant;
                }
            }
        }
        state.pool = [0; EPOCHS];
        self.complete_tools(&mut state, rng);
        for seat in 0..MAX_PLAYERS {
            if state.planting[seat] == HIDDEN {
                state.planting[seat] = pick(self.unseen_plants(&state), rng);
            }
            if state.discarding[seat] == HIDDEN {
                state.discarding[seat] = pick(self.unseen_plants(&state), rng);
            }
        }
        if unknown_seeds(&state) > 0 {
            complete_seeds(&mut state, rng);
        }
        state
    }

    /// Tools in hands that are not known. The mover's turn may show that some are among them: how many there are
    /// is drawn first, as if all hands were drawn until they fit.
    fn complete_tools(&self, state: &mut State, rng: &mut Rng) {
        let (needed, least) = self.needed_tools(state).unwrap_or((tool::GRANT, 0));
        let mover = usize::from(state.mover);
        if least > 0 {
            let hand = std::mem::take(&mut state.players[mover].hidden_tools);
            let unseen = self.unseen_hands(state);
            let (some, others) = (unseen.count(needed), unseen.len() - unseen.count(needed));
            let weights = (0..=hand).map(|count| {
                let ways = choices(some, count) * choices(others, hand - count);
                if count < least { 0 } else { ways }
            });
            let count = rng.weighted(weights) as u8;
            (0..count).for_each(|_| state.players[mover].tools.add(needed));
            let mut rest = unseen;
            (0..some).for_each(|_| rest.take(needed));
            for _ in count..hand {
                let kind = pick_tool(rest, rng);
                rest.take(kind);
                state.players[mover].tools.add(kind);
            }
        }
        for seat in 0..MAX_PLAYERS {
            for _ in 0..std::mem::take(&mut state.players[seat].hidden_tools) {
                let kind = pick_tool(self.unseen_hands(state), rng);
                state.players[seat].tools.add(kind);
            }
        }
    }

    /// Tools that can be in hands without being known: never a Watering Funnel, which is shown at once (T27).
    pub(super) fn unseen_hands(&self, state: &State) -> Tools {
        let mut unseen = self.unseen_tools(state);
        (0..unseen.count(tool::FUNNEL)).for_each(|_| unseen.take(tool::FUNNEL));
        unseen
    }

    /// The tool of which the mover must hold so many that are not known, since the turn could not go on without
    /// them; `None` if no number of them would do.
    pub(super) fn needed_tools(&self, state: &State) -> Option<(u8, u8)> {
        let player = self.mover(state);
        let wild = player.can_use(assistant::MARIA) || player.holds(tool::RAKE);
        Some(match state.phase {
            // A Grant is played only if, perhaps with more of them, something can be bought (T50).
            Phase::Upgrade(grants) if grants > 0 && grants < u8::MAX => {
                let can_buy = |more: u8| {
                    (0..UPGRADES.len() as u8).any(|upgrade| self.can_buy(state, upgrade, grants + more))
                };
                let more = (0..=TOOL_CARDS).find(|more| can_buy(*more))?;
                let held = player.known_tools.count(tool::GRANT) + player.tools.count(tool::GRANT);
                (tool::GRANT, more.saturating_sub(held))
            }
            // A Graft Knife must be used (T43), and a die that fits no trait needs Rake or Maria.
            Phase::Pick { kind, knife: true } => {
                let usable = !self.picks_now(state, kind, true, wild).is_empty();
                (tool::RAKE, u8::from(!usable))
            }
            Phase::Use(colour, kind) => {
                let usable =
                    wild || kind == die::NEW || self.uncovered(player) >> (3 * colour + kind) & 1 == 1;
                (tool::RAKE, u8::from(!usable))
            }
            _ => (tool::RAKE, 0),
        })
    }
}

/// Tool cards of all kinds (T13).
const TOOL_CARDS: u8 = 25;

/// How many plants of somebody else's Seed Bag are in hand, unknown which.
fn unknown_seeds(state: &State) -> u8 {
    match state.phase {
        _ if state.seeds != 0 => 0,
        Phase::Card(Draw::Seeds(left)) => SEEDS - left,
        Phase::Discard(left) => left + SEEDS_KEPT,
        _ => 0,
    }
}

/// Which of the cards in hand a Seed Bag drew: the last ones. If the deck was made again meanwhile, all that were
/// drawn since are among them.
fn complete_seeds(state: &mut State, rng: &mut Rng) {
    let player = &state.players[usize::from(state.mover)];
    let now = usize::from(state.epoch);
    let mut left = unknown_seeds(state);
    for epoch in [Some(now), now.checked_sub(1)].into_iter().flatten() {
        let mut hand = player.hand[epoch];
        while left > 0 && hand != 0 {
            let plant = pick(hand, rng);
            hand &= !(1 << plant);
            state.seeds |= 1 << plant;
            left -= 1;
        }
    }
}

/// In how many ways `count` of `many` can be chosen.
pub(super) fn choices(many: u8, count: u8) -> u32 {
    if count > many {
        return 0;
    }
    (0..u32::from(count)).fold(1, |ways, taken| ways * (u32::from(many) - taken) / (taken + 1))
}

/// A member of a set, each as likely.
fn pick(set: u64, rng: &mut Rng) -> u8 {
    debug_assert!(set != 0, "positions with more unknowns than there can be are refused");
    nth(set, rng.below(u64::from(set.count_ones().max(1))) as u32)
}

fn pick_tool(tools: Tools, rng: &mut Rng) -> u8 {
    let mut draw = rng.below(u64::from(tools.len().max(1))) as u8;
    for kind in tools.kinds() {
        if draw < tools.count(kind) {
            return kind;
        }
        draw -= tools.count(kind);
    }
    tool::GRANT
}

/// Whether anything is unknown.
pub(super) fn has_unknowns(state: &State) -> bool {
    let chosen =
        state.planting.iter().chain(&state.discarding).any(|plant| *plant != NONE && !is_some(*plant));
    let unknown = |player: &super::state::Player| player.hidden != [0; EPOCHS] || player.hidden_tools > 0;
    chosen || state.players.iter().any(unknown) || unknown_seeds(state) > 0
}

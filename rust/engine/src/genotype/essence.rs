//! What still matters in the last round, and all hands of tools that fit a view then.

use super::Genotype;
use super::genetics::Square;
use super::phase::{Automa, Phase};
use super::pieces::{NONE, tool};
use super::rounds::ROUNDS;
use super::state::{DISPLAY, EPOCHS, GARDEN, State, Tools};
use super::views::choices;
use crate::rng::Rng;

/// Tools that can be played in a breeding phase.
const BREEDING_TOOLS: [u8; 3] = [tool::KNIFE, tool::RAKE, tool::BRUSH];

impl Genotype {
    /// The state without what can't change a result: in the last round what only upgrades need, in its breeding phase
    /// hands, decks and display, too, and dice that nobody can use.
    pub(super) fn essence_of(&self, state: &State) -> State {
        let mut essence = *state;
        if state.round != ROUNDS || state.phase == Phase::Over {
            return essence;
        }
        essence.turns = 0;
        essence.prices = [0; 4];
        essence.plots_left = 0;
        essence.slots_left = 0;
        essence.assistants = [NONE; 3];
        essence.assistant_discards = 0;
        if !is_breeding(state) {
            return essence;
        }
        for player in &mut essence.players {
            player.hand = [0; EPOCHS];
            player.hidden = [0; EPOCHS];
            player.known = 0;
            player.known_tools = useful(player.known_tools);
            player.tools = useful(player.tools);
        }
        essence.plants = [NONE; DISPLAY];
        essence.tools = [NONE; DISPLAY];
        essence.plant_discards = 0;
        essence.tool_discards = Tools(0);
        essence.epoch = 0;
        essence.pool = [0; EPOCHS];
        essence.coins = 0;
        if !matches!(state.phase, Phase::Die(_)) {
            essence.squares = [Square::default(); 4];
        }
        for colour in 0..4 {
            self.forget_dice(&mut essence, colour);
        }
        essence
    }

    /// Dice of kinds that fit no trait are alike, and of use only to a trait of their colour that is open.
    fn forget_dice(&self, state: &mut State, colour: u8) {
        let alone = self.rules.players == 1;
        let mut open = [0_u8; 3];
        for player in &state.players[..usize::from(self.rules.players)] {
            for (plot, plant) in player.planted() {
                self.count_open(plant, player.covered[usize::from(plot)], colour, &mut open);
            }
        }
        let of_players: u8 = open.iter().sum();
        for place in (0..GARDEN).filter(|place| alone && state.johann.garden[*place] != NONE) {
            self.count_open(state.johann.garden[place], state.johann.covered[place], colour, &mut open);
        }
        let dice = &mut state.dice[usize::from(colour)];
        let mut others = 0;
        let mut first = None;
        for kind in 0..3 {
            if open[kind] == 0 {
                first = first.or(Some(kind));
                others += std::mem::take(&mut dice[kind]);
            } else if !alone {
                // Each die taken covers one of them at least. Johann takes dice that cover nothing.
                dice[kind] = dice[kind].min(of_players);
            }
        }
        if let Some(kind) = first {
            dice[kind] = others.min(of_players);
        }
    }

    fn count_open(&self, plant: u8, covered: u8, colour: u8, open: &mut [u8; 3]) {
        let kind = self.cards.plants[usize::from(plant)].traits[usize::from(colour)];
        if kind != NONE && covered >> colour & 1 == 0 {
            open[usize::from(kind)] += 1;
        }
    }

    /// In the last breeding phase: tools that may be in hands, by what can be done with them. Plants in hands do not
    /// matter then.
    pub(super) fn deals_of(&self, view: &State, limit: usize) -> Option<Vec<(State, u64)>> {
        let (_, least) = self.needed_tools(view)?;
        if view.round != ROUNDS || !is_breeding(view) || least > 0 {
            return None;
        }
        let mut deals = vec![(*view, 1)];
        for seat in 0..usize::from(self.rules.players) {
            for (mut state, weight) in std::mem::take(&mut deals) {
                let hidden = std::mem::take(&mut state.players[seat].hidden_tools);
                for (hand, ways) in hands(self.unseen_hands(&state), hidden) {
                    let mut deal = state;
                    deal.players[seat].tools = deal.players[seat].tools.plus(hand);
                    deals.push((deal, weight * ways));
                    if deals.len() > limit {
                        return None;
                    }
                }
            }
        }
        let mut rng = Rng::new(0);
        Some(deals.into_iter().map(|(deal, weight)| (self.complete_state(&deal, &mut rng), weight)).collect())
    }
}

/// Whether the dice are being rolled or used.
fn is_breeding(state: &State) -> bool {
    let picking = |phase: Phase| {
        matches!(
            phase,
            Phase::Die(_)
                | Phase::Pick { .. }
                | Phase::Use(..)
                | Phase::Pair(_)
                | Phase::Knife
                | Phase::Automa(Automa::Shift)
        )
    };
    picking(state.phase) || state.phase.interrupts() && picking(state.back)
}

/// Those tools that can be played in a breeding phase.
fn useful(tools: Tools) -> Tools {
    let mut left = Tools(0);
    for kind in BREEDING_TOOLS {
        (0..tools.count(kind)).for_each(|_| left.add(kind));
    }
    left
}

/// Hands of so many tools, one for each number of those that can be played, with the ways in which it can be drawn.
fn hands(unseen: Tools, size: u8) -> Vec<(Tools, u64)> {
    let of = BREEDING_TOOLS.map(|kind| unseen.count(kind));
    let others = unseen.minus(useful(unseen));
    let mut hands = Vec::new();
    for first in 0..=of[0].min(size) {
        for second in 0..=of[1].min(size - first) {
            for third in 0..=of[2].min(size - first - second) {
                let rest = size - first - second - third;
                let counts = [first, second, third];
                let ways = (0..3).map(|place| u64::from(choices(of[place], counts[place]))).product::<u64>()
                    * u64::from(choices(others.len(), rest));
                if ways == 0 {
                    continue;
                }
                let mut hand = Tools(0);
                for (kind, count) in BREEDING_TOOLS.into_iter().zip(counts) {
                    (0..count).for_each(|_| hand.add(kind));
                }
                let all = others
                    .kinds()
                    .flat_map(|kind| std::iter::repeat_n(kind, usize::from(others.count(kind))));
                all.take(usize::from(rest)).for_each(|kind| hand.add(kind));
                hands.push((hand, ways));
            }
        }
    }
    hands
}

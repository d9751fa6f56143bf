//! Validating traits, and the copies that Pollen Brush and May add (T1, T31, T42).

use super::Genotype;
use super::cards::colours_of;
use super::phase::Phase;
use super::pieces::{NONE, PLOTS, assistant};
use super::state::{Player, State};
use crate::game::Seat;

impl Genotype {
    /// The trait on a plot: its genotype's number, if it is uncovered (T1).
    pub(super) fn open_trait(&self, player: &Player, plot: u8, colour: u8) -> Option<u8> {
        let plant = player.plots.get(usize::from(plot)).copied().filter(|plant| *plant != NONE)?;
        let kind = self.cards.plants[usize::from(plant)].traits[usize::from(colour)];
        let open = kind != NONE && player.covered[usize::from(plot)] >> colour & 1 == 0;
        open.then(|| 3 * colour + kind)
    }

    /// Uncovered traits of a player whose genotypes are in a set, as bits 4 * plot + colour.
    pub(super) fn traits_in(&self, player: &Player, genotypes: u16) -> u64 {
        player.planted().fold(0, |set, (plot, plant)| {
            let open = self.cards.plants[usize::from(plant)].open(player.covered[usize::from(plot)]);
            set | u64::from(colours_of(open & genotypes)) << (4 * plot)
        })
    }

    /// Covers a trait of a seat; then its copies may be asked for, and the turn goes on where it was (T1, T42).
    pub(super) fn validate(&self, state: &mut State, seat: Seat, plot: u8, colour: u8) {
        let player = &mut state.players[usize::from(seat)];
        let Some(genotype) = self.open_trait(player, plot, colour) else { return };
        player.covered[usize::from(plot)] |= 1 << colour;
        let player = &state.players[usize::from(seat)];
        let copies = self.uncovered(player) >> genotype & 1 == 1;
        if copies && (player.has_tools() || player.has(assistant::MAY)) {
            state.phase = Phase::Copies(genotype);
        } else {
            self.resume(state);
        }
    }

    /// Covers all copies of a genotype (T42).
    pub(super) fn validate_all(&self, state: &mut State, genotype: u8) {
        let player = self.mover_mut(state);
        let set = self.traits_in(player, 1 << genotype);
        for place in 0..4 * PLOTS as u8 {
            if set >> place & 1 == 1 {
                player.covered[usize::from(place / 4)] |= 1 << (place % 4);
            }
        }
        self.resume(state);
    }
}

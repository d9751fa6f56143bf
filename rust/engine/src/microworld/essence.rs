//! What still matters: secrets that nobody can use any more do not. And all deals that fit a view.

use super::Microworld;
use super::pieces::{Genes, NONE, PAWNS, gene, members, mutation};
use super::state::{Phase, State};
use crate::game::Seat;
use crate::rng::Rng;

impl Microworld {
    /// The state without what can't change a result: mutation tiles that were put away, and of tokens in a hand that will
    /// never be used all but their number, which counts (M31).
    pub(super) fn essence_of(&self, state: &State) -> State {
        let mut essence = *state;
        if !in_play(state) {
            return essence;
        }
        essence.tiles = [0, 0];
        essence.tiles_hidden = [0, 0];
        let can_steal =
            |seat: Seat| state.has_mutation(seat, mutation::STEAL) && state.tokens[usize::from(seat)] > 0;
        if matches!(state.phase, Phase::Steal(_)) || can_steal(0) || can_steal(1) || self.draw_matters(state)
        {
            return essence;
        }
        let idle = [0, 1].map(|seat| !self.may_ever_use_gene(state, seat));
        // What one seat holds tells what another one can't hold.
        if (0..2).any(|seat| !idle[seat] && state.hidden[seat] > 0) {
            return essence;
        }
        for seat in (0..2).filter(|seat| idle[*seat]) {
            essence.known &= !essence.hands[seat];
            essence.hands[seat] = 0;
            essence.hidden[seat] = 0;
        }
        for seat in (0..2).filter(|seat| idle[*seat]) {
            for _ in 0..state.hand_size(seat as Seat) {
                let token = essence.unseen() & essence.unseen().wrapping_neg();
                essence.hands[seat] |= token;
                essence.known |= token;
            }
        }
        essence
    }

    /// Whether a seat may use a gene in this turn or in a later one, if it has or draws one (M16, M24).
    fn may_ever_use_gene(&self, state: &State, seat: Seat) -> bool {
        let own_turn = state.seat == seat;
        let now = own_turn && !state.turn.blocked && state.turn.uses < self.rules.gene_uses();
        let mut later = PAWNS as u8 - state.placed[usize::from(seat)];
        if own_turn && !state.has_placed() {
            later -= 1;
        }
        if !own_turn && state.turn.has(gene::BLOCK) {
            later = later.saturating_sub(1);
        }
        now || later > 0
    }

    /// Whether a token may still be drawn that somebody could use.
    fn draw_matters(&self, state: &State) -> bool {
        let places = |seat: Seat| {
            let here = state.seat == seat && !state.has_placed();
            here || state.placed[usize::from(seat)] < PAWNS as u8
        };
        let may_use = |seat: Seat| self.may_ever_use_gene(state, seat);
        let from_board = state.genes != 0 && (0..2).any(|seat| places(seat) && may_use(seat));
        let drawing = matches!(state.phase, Phase::Token | Phase::Ten(_));
        let leftover = self.rules.set.has(b'D') && state.ten_by == NONE && state.leftovers > 0;
        from_board || (drawing || leftover) && (0..2).any(may_use)
    }

    /// All hands that fit a view, each as likely; `None` if they are more than `limit`, or during the set-up.
    pub(super) fn deals_of(&self, view: &State, limit: usize) -> Option<Vec<(State, u64)>> {
        if !in_play(view) {
            return None;
        }
        let mut deals = vec![*view];
        for seat in 0..2 {
            for state in std::mem::take(&mut deals) {
                let unseen: Vec<Genes> = members(u64::from(state.unseen())).map(|token| 1 << token).collect();
                for hand in subsets(&unseen, usize::from(state.hidden[seat])) {
                    let mut deal = state;
                    deal.hands[seat] |= hand;
                    deal.hidden[seat] = 0;
                    deals.push(deal);
                    if deals.len() > limit {
                        return None;
                    }
                }
            }
        }
        // Tiles that were put away stay unseen: any will do.
        let mut rng = Rng::new(0);
        Some(deals.into_iter().map(|deal| (super::views::complete(&deal, &mut rng), 1)).collect())
    }
}

/// Whether the set-up is over and the game is not.
fn in_play(state: &State) -> bool {
    let setting_up = matches!(state.phase, Phase::Leftover(_) | Phase::Target | Phase::Tile(_));
    !setting_up && !state.phase.is_choice() && state.phase != Phase::Over
}

/// All sets of `count` of some tokens.
fn subsets(tokens: &[Genes], count: usize) -> Vec<Genes> {
    if count == 0 {
        return vec![0];
    }
    let with = |place: usize| {
        let rest = subsets(&tokens[place + 1..], count - 1);
        rest.into_iter().map(move |set| set | tokens[place])
    };
    (0..tokens.len()).flat_map(with).collect()
}

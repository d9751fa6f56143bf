//! Which action a simulation tries (PUCT: Rosin 2011, Silver et al. 2017).

use super::node::each;
use super::tree::Forest;
use crate::game::{Game, Seat};

/// What an action that was never tried is thought to fall short of the mean, once all others were: less as long as little of
/// what could be tried was.
const FIRST_PLAY: f32 = 0.2;
/// Strengths of a node never count as less in sum: they are divided by it.
const LEAST_TOTAL: f32 = 1e-30;
/// Values of certain results are set so far apart from others that they always come first, or last.
const CERTAIN: f32 = 1000.0;

impl<G: Game> Forest<G> {
    /// The action to be tried at a node; `None` if none is known, and there is no room for more.
    pub(super) fn select(
        &mut self,
        game: &G,
        state: &G::State,
        tree: usize,
        place: usize,
        seat: Seat,
    ) -> Option<u16> {
        if self.provable && !self.trees[tree][place].order.is_empty() {
            return Some(self.select_tried(tree, place, usize::from(seat)));
        }
        let mut actions = std::mem::take(&mut self.actions);
        actions.clear();
        game.actions(state, &mut actions);
        if place == 0 || !self.is_full() {
            self.meet(game, state, (tree, place), seat, &actions);
        }
        let node = &mut self.trees[tree][place];
        let own = usize::from(seat);
        let (least, most) = self.range;
        let (mut total, mut tried, mut count, mut visits, mut sum) = (0.0, 0.0, 0, 0.0, 0.0);
        each(&mut node.edges, &actions, |_, edge| {
            total += edge.strength;
            if edge.visits + edge.pending > 0 {
                tried += edge.strength;
                count += 1;
            }
            visits += edge.visits as f32;
            sum += edge.means[own] * edge.visits as f32;
        });
        // An evaluator may give all that is legal in this deal no chance at all.
        let total = total.max(LEAST_TOTAL);
        let unknown = if visits == 0.0 { 0.0 } else { sum / visits - FIRST_PLAY * (tried / total).sqrt() };
        // Progressive widening (Coulom 2007): in the order of their priors, more and more actions are tried.
        let wide = self.settings.widening as f32 * (visits + 1.0).sqrt();
        let closed = self.settings.widening > 0.0 && count as f32 >= wide && count > 0;
        let exploration = self.settings.exploration as f32 / total;
        let (mut best, mut best_score) = (None, f32::NEG_INFINITY);
        each(&mut node.edges, &actions, |place, edge| {
            edge.available += 1;
            // What waits counts as a visit, but says nothing yet (WU-UCT: Liu et al. 2020).
            let visits = (edge.visits + edge.pending) as f32;
            let mean = if edge.visits == 0 { unknown } else { edge.means[own] };
            let mut score =
                mean + exploration * edge.strength * (edge.available as f32).sqrt() / (1.0 + visits);
            if edge.proven && edge.means[own] >= most {
                score = CERTAIN;
            } else if edge.proven && edge.means[own] <= least {
                score = -CERTAIN;
            } else if closed && visits == 0.0 {
                score = -2.0 * CERTAIN;
            }
            if score > best_score {
                (best, best_score) = (Some(place), score);
            }
        });
        self.actions = actions;
        let edge = &mut node.edges[best?];
        edge.pending += 1;
        Some(edge.event.id())
    }

    /// The same where a node's actions are always the same: of those that were never tried, only the strongest can be the
    /// one.
    fn select_tried(&mut self, tree: usize, place: usize, own: usize) -> u16 {
        let node = &mut self.trees[tree][place];
        let (least, most) = self.range;
        let (mut strength, mut visits, mut waiting, mut sum) = (0.0, 0.0, 0, 0.0);
        let tried = &node.order[..usize::from(node.tried)];
        for edge in tried.iter().map(|place| &node.edges[usize::from(*place)]) {
            strength += edge.strength;
            visits += edge.visits as f32;
            waiting += edge.pending;
            sum += edge.means[own] * edge.visits as f32;
        }
        let unknown =
            if visits == 0.0 { 0.0 } else { sum / visits - FIRST_PLAY * (strength / node.total).sqrt() };
        let wide = self.settings.widening as f32 * (visits + 1.0).sqrt();
        let closed = self.settings.widening > 0.0 && f32::from(node.tried) >= wide && node.tried > 0;
        let exploration =
            self.settings.exploration as f32 / node.total * (visits + waiting as f32 + 1.0).sqrt();
        let (mut best, mut best_score) = (0, f32::NEG_INFINITY);
        for place in tried {
            let edge = &node.edges[usize::from(*place)];
            let visits = (edge.visits + edge.pending) as f32;
            let mean = if edge.visits == 0 { unknown } else { edge.means[own] };
            let score = match edge.means[own] {
                mean if edge.proven && mean >= most => CERTAIN,
                mean if edge.proven && mean <= least => -CERTAIN,
                _ => mean + exploration * edge.strength / (1.0 + visits),
            };
            if score > best_score {
                (best, best_score) = (usize::from(*place), score);
            }
        }
        if let Some(place) =
            node.order.get(usize::from(node.tried)).filter(|_| !closed || best_score <= -CERTAIN)
        {
            let place = usize::from(*place);
            if unknown + exploration * node.edges[place].strength > best_score {
                best = place;
                node.tried += 1;
            }
        }
        let edge = &mut node.edges[best];
        edge.pending += 1;
        edge.event.id()
    }
}

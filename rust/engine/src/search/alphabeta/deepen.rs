//! Two players at the root: iterative deepening with aspiration windows.

use super::Task;
use super::choice::{Choice, lines};
use super::limit::{Limit, Stop};
use super::pair::{Pair, Window};
use super::score::{BEYOND, is_result};
use crate::game::{Event, Game, Seat};
use crate::search::report::{Bound, Report};

/// How far from the last iteration's score the next one's is expected, in points.
const ASPIRATION: i32 = 2;
/// How much wider the window becomes where it was too narrow.
const WIDER: i32 = 4;

/// Searches the turns of a position to a depth; also says what stopped it.
pub(super) fn search<G: Game>(task: Task<'_, G>, limit: Limit<'_, '_>) -> (Option<Stop>, Report) {
    let Task { game, state, seat, settings, bytes, choices, depth } = task;
    let line = choices[0].events.clone();
    let pair = Pair::new(game, settings, limit, bytes, game.turn(state));
    let mut root = Root { pair, seat, choices, line, depth: 0 };
    let stop = root.deepen(depth).err();
    (stop, root.report())
}

struct Root<'a, 'p, 'f, G: Game> {
    pair: Pair<'a, 'p, 'f, G>,
    seat: Seat,
    /// The best one first.
    choices: Vec<Choice<G::State>>,
    /// The best turn and what is expected after it.
    line: Vec<Event>,
    /// The last depth that was finished.
    depth: u32,
}

impl<G: Game> Root<'_, '_, '_, G> {
    fn score(&self) -> i32 {
        self.choices[0].scores[usize::from(self.seat)]
    }

    /// Searches deeper and deeper; when it stops, what is known stands in `choices`.
    fn deepen(&mut self, depth: u32) -> Result<(), Stop> {
        for depth in 1..=depth {
            let last = self.score();
            let mut width = ASPIRATION;
            let (mut alpha, mut beta) =
                if is_result(last) { (-BEYOND, BEYOND) } else { (last - width, last + width) };
            loop {
                self.iterate(depth, alpha, beta)?;
                let score = self.score();
                if alpha < score && score < beta {
                    break;
                }
                width *= WIDER;
                if score <= alpha {
                    alpha = if is_result(score) { -BEYOND } else { score - width };
                } else {
                    beta = if is_result(score) { BEYOND } else { score + width };
                }
            }
            self.depth = depth;
            // Deeper there is nothing new.
            if is_result(self.score()) {
                break;
            }
            self.pair.table.age();
            self.pair.order.age();
        }
        Ok(())
    }

    /// Searches all turns, the best one so far first.
    fn iterate(&mut self, depth: u32, alpha: i32, beta: i32) -> Result<(), Stop> {
        let seat = self.seat;
        let (own, other) = (usize::from(seat), usize::from(1 - seat));
        let mut best = alpha;
        for index in 0..self.choices.len() {
            let before = self.pair.limit.nodes;
            let end = self.choices[index].end;
            let wide = Window { depth: depth - 1, alpha: best, beta };
            let mut score = BEYOND;
            if index > 0 {
                score = self.pair.score(&end, seat, Window { beta: best + 1, ..wide }, 0)?;
            }
            if index == 0 || score > best && score < beta {
                score = self.pair.score(&end, seat, wide, 0)?;
            }
            let choice = &mut self.choices[index];
            choice.scores[own] = score;
            choice.scores[other] = -score;
            choice.depth = depth;
            choice.nodes = self.pair.limit.nodes - before;
            choice.bound = if score >= beta {
                Bound::AtLeast
            } else if score <= best {
                Bound::AtMost
            } else {
                Bound::Exact
            };
            if score > best {
                best = score;
                self.line.clear();
                self.line.extend_from_slice(&choice.events);
                let after = self.pair.lines.first().into_iter().flatten();
                self.line.extend(after.map(|action| Event::Act(*action)));
                self.choices[..=index].rotate_right(1);
                if score >= beta {
                    break;
                }
            }
        }
        Ok(())
    }

    fn report(self) -> Report {
        let Root { pair, seat, choices, line, depth } = self;
        Report {
            seat,
            seats: pair.game.spec().seats,
            lines: lines(pair.game, seat, choices),
            pv: line,
            simulations: pair.limit.nodes,
            nodes: pair.table.used(),
            depth,
            bytes: pair.table.bytes(),
            seed: 0,
            seconds: pair.limit.clock.seconds(),
            exact: false,
            estimate: false,
            deals: 0,
        }
    }
}

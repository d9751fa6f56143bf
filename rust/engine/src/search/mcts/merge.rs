//! One report from many trees.

use super::super::budget::Clock;
use super::super::evaluate::ended;
use super::super::report::{Line, Proven, Report};
use super::Forest;
use super::node::Edge;
use crate::game::{Actions, Game, Seat};

/// What trees found together of a state, or of what a seat knows of it.
pub(crate) fn report<G: Game>(
    game: &G,
    state: &G::State,
    seat: Seat,
    forests: &[Forest<G>],
    seed: u64,
    clock: &Clock,
) -> Report {
    let seats = game.spec().seats;
    let (least, most) = game.spec().return_range;
    let (least, most) = (least as f32, most as f32);
    let mut lines: Vec<Line> = Vec::new();
    let mut certain = Vec::new();
    let mut legal = Actions::new();
    game.actions(state, &mut legal);
    // A tree that was kept may know actions that other outcomes of chance would have allowed.
    let is_legal = |edge: &&Edge| legal.binary_search(&edge.event.id()).is_ok();
    for edge in forests.iter().flat_map(Forest::root).filter(is_legal).filter(|edge| edge.visits > 0) {
        let place = lines.iter().position(|line| line.events == [edge.event]).unwrap_or_else(|| {
            lines.push(Line::new(vec![edge.event]));
            lines.len() - 1
        });
        let (line, visits) = (&mut lines[place], u64::from(edge.visits));
        line.visits += visits;
        if edge.proven {
            let result = edge.means[usize::from(seat)];
            let result = if result >= most {
                1
            } else if result > least {
                0
            } else {
                -1
            };
            line.proven = Some(Proven { result, turns: None });
            certain.push((place, edge.means));
        }
        for (sum, mean) in line.values.iter_mut().zip(&edge.means) {
            *sum += f64::from(*mean) * visits as f64;
        }
    }
    for line in &mut lines {
        let visits = line.visits as f64;
        line.values.iter_mut().for_each(|value| *value /= visits);
    }
    // What one tree has proven holds, whatever others think of it.
    for (place, means) in certain {
        lines[place].values = means.map(f64::from);
    }
    let own = usize::from(seat);
    let solved = forests.iter().any(|forest| forest.solved);
    let rank = |line: &Line| line.proven.map_or(0, |proven| proven.result);
    let value = |line: &Line| line.values[own];
    // What is certainly won first, what is certainly lost last; else most looked at first, or if all is certain the best
    // one; among equals the lower id.
    lines.sort_by(|a, b| {
        let order = if solved { value(b).total_cmp(&value(a)) } else { b.visits.cmp(&a.visits) };
        let order = rank(b).cmp(&rank(a)).then(order).then(b.visits.cmp(&a.visits));
        order.then(value(b).total_cmp(&value(a))).then(a.events.cmp(&b.events))
    });
    // Trees prove nothing where there is chance or a secret; an end at once is certain there, too.
    for line in &mut lines {
        line.proven = ended(game, state, seat, &line.events).or(line.proven);
    }
    let best = lines.first().map(|line| line.events[0]);
    let pv = forests.iter().map(|forest| forest.line(game)).find(|line| line.first().copied() == best);
    Report {
        seat,
        seats,
        pv: pv.unwrap_or_else(|| best.into_iter().collect()),
        lines,
        simulations: forests.iter().map(|forest| forest.simulations).sum(),
        nodes: forests.iter().map(|forest| forest.nodes).sum(),
        depth: forests.iter().map(|forest| forest.deepest as u32).max().unwrap_or(0),
        bytes: forests.iter().map(|forest| forest.bytes).sum(),
        seed,
        seconds: clock.seconds(),
        exact: false,
        estimate: false,
        deals: 0,
    }
}

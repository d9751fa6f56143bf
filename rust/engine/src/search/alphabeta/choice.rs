//! The turns at the root.

use std::collections::HashMap;

use super::limit::Limit;
use super::score::{Scores, is_result, leaf, proven, value};
use crate::error::Halt;
use crate::game::{Event, Game, Seat, for_each_turn};
use crate::search::report::{Bound, Line};

/// A turn at the root, with what is known of it.
pub(super) struct Choice<S> {
    pub(super) events: Vec<Event>,
    pub(super) end: S,
    pub(super) scores: Scores,
    /// How the score of the seat that is searched for is meant.
    pub(super) bound: Bound,
    /// How deep it was searched; 0: only the points after it were counted.
    pub(super) depth: u32,
    /// Positions searched behind it.
    pub(super) nodes: u64,
}

/// All turns, those that win most points first, among these the ones that come furthest ([`Game::progress`]); of turns with
/// the same end only the first.
pub(super) fn list<G: Game>(
    game: &G,
    state: &G::State,
    seat: Seat,
    limit: &mut Limit,
) -> Result<Vec<Choice<G::State>>, Halt> {
    let mut choices: Vec<Choice<G::State>> = Vec::new();
    // Only looked into, never gone through: its order does not matter.
    let mut known: HashMap<u64, Vec<usize>> = HashMap::new();
    for_each_turn(game, state, limit.poll, &mut |events, end| {
        let same = known.entry(game.hash(end)).or_default();
        if same.iter().any(|index| choices[*index].end == *end) {
            return Ok(());
        }
        same.push(choices.len());
        let scores = leaf(game, end, 1);
        choices.push(Choice {
            events: events.to_vec(),
            end: *end,
            scores,
            bound: Bound::Exact,
            depth: 0,
            nodes: 1,
        });
        Ok(())
    })?;
    let own = usize::from(seat);
    choices.sort_by_cached_key(|choice| (-choice.scores[own], -game.progress(&choice.end, seat)));
    limit.nodes = choices.len() as u64;
    Ok(choices)
}

/// The turns as a report has them, the first one first, the others by their score.
pub(super) fn lines<G: Game>(game: &G, seat: Seat, choices: Vec<Choice<G::State>>) -> Vec<Line> {
    let seats = usize::from(game.spec().seats);
    let own = usize::from(seat);
    let mut lines = Vec::new();
    for choice in choices {
        let mut line = Line::new(choice.events);
        let score = choice.scores[own];
        line.visits = choice.nodes;
        line.bound = choice.bound;
        line.depth = Some(choice.depth);
        line.score = (!is_result(score)).then_some(score);
        for other in 0..seats {
            line.values[other] = value::<G>(choice.scores[other]);
        }
        // With more than two players only an end at once is certain: later ones hang on what others prefer.
        line.proven = proven(score).filter(|proven| seats == 2 || proven.turns == Some(1));
        lines.push((score, line));
    }
    if let Some((_, others)) = lines.split_first_mut() {
        others.sort_by_key(|(score, _)| -score);
    }
    lines.into_iter().map(|(_, line)| line).collect()
}

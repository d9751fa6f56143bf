//! Looking one turn ahead (one action in games without whole turns), at points only.

use crate::error::Halt;
use crate::game::{Actor, Event, Game, MAX_TURNS, Poll, Turn, for_each_turn};
use crate::perft::plies;
use crate::rng::Rng;

/// The turn after which the seat to act is best off: a won game first, then the largest lead in
/// points over the best other seat, a lost game last. Ties are drawn. `None` if no seat is to act.
pub fn greedy_turn<G: Game>(
    game: &G,
    state: &G::State,
    rng: &mut Rng,
    poll: &mut Poll,
) -> Result<Option<Turn<G::State>>, Halt> {
    let Actor::Seat(seat) = game.actor(state) else { return Ok(None) };
    let lead = |end: &G::State| {
        let others = (0..game.spec().seats).filter(|other| *other != seat);
        let best_other = others.map(|other| game.score(end, other)).max().unwrap_or(0);
        game.score(end, seat) - best_other
    };
    let worth = |end: &G::State| {
        let result = match game.actor(end) {
            Actor::Over => (game.returns(end)[usize::from(seat)] * 1000.0) as i32,
            _ => 0,
        };
        (result, lead(end))
    };
    let mut best: Vec<Turn<G::State>> = Vec::new();
    let mut best_worth = (i32::MIN, i32::MIN);
    let mut look = |events: &[Event], end: &G::State| {
        let worth = worth(end);
        if worth > best_worth {
            best_worth = worth;
            best.clear();
        }
        // Among very many equal turns the first ones stand for all.
        if worth == best_worth && best.len() < MAX_TURNS {
            best.push(Turn { events: events.to_vec(), end: *end });
        }
        Ok(())
    };
    if G::WHOLE_TURNS {
        for_each_turn(game, state, poll, &mut look)?;
    } else {
        for ply in plies(game, state, poll)? {
            look(&ply.events, &ply.end)?;
        }
    }
    if best.is_empty() {
        return Ok(None);
    }
    let index = rng.below(best.len() as u64) as usize;
    Ok(Some(best.swap_remove(index)))
}

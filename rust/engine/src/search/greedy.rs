//! Looking one turn ahead, at points only.

use crate::error::Halt;
use crate::game::{Actor, Event, Game, MAX_TURNS, POLL_EVERY, Poll, Seat, Turn, for_each_turn};
use crate::perft::plies;
use crate::rng::Rng;

/// In games whose turns hold chance or other seats' decisions: after so many positions the rest of a turn
/// is not looked at any more.
const MAX_POSITIONS: u64 = 50_000;
/// Chance, and decisions of others, with more ways to go on are not looked through: the position before is judged.
const MAX_BRANCHES: usize = 16;

/// The turn after which the seat to act is best off: a won game first, then the largest lead in
/// points over the best other seat as [`Game::outlook`] has it, a lost game last. Ties are drawn. `None` if no
/// seat is to act.
///
/// In games whose turns are more than one seat's actions it is one action: the one that is best if the
/// seat goes on as well as it can until the turn ends, the others as badly for it as they can, and
/// chance as its weights say (Expectimax, Michie 1966); a draw from a whole deck is not looked through.
pub fn greedy_turn<G: Game>(
    game: &G,
    state: &G::State,
    rng: &mut Rng,
    poll: &mut Poll,
) -> Result<Option<Turn<G::State>>, Halt> {
    let Actor::Seat(seat) = game.actor(state) else { return Ok(None) };
    let mut best: Vec<Turn<G::State>> = Vec::new();
    let mut best_worth = f64::NEG_INFINITY;
    let mut look = |events: &[Event], end: &G::State, worth: f64| {
        if worth > best_worth {
            best_worth = worth;
            best.clear();
        }
        // Among very many equal turns the first ones stand for all.
        if worth >= best_worth && best.len() < MAX_TURNS {
            best.push(Turn { events: events.to_vec(), end: *end });
        }
    };
    if G::WHOLE_TURNS {
        for_each_turn(game, state, poll, &mut |events, end| {
            look(events, end, worth(game, end, seat));
            Ok(())
        })?;
    } else {
        let mut turn = TurnAhead { game, seat, turn: game.turn(state), positions: 0 };
        for ply in plies(game, state, poll)? {
            let worth = turn.worth(&ply.end, poll)?;
            look(&ply.events, &ply.end, worth);
        }
    }
    if best.is_empty() {
        return Ok(None);
    }
    let index = rng.below(best.len() as u64) as usize;
    Ok(Some(best.swap_remove(index)))
}

/// What a position is worth to a seat: the result outweighs every lead in points.
fn worth<G: Game>(game: &G, state: &G::State, seat: Seat) -> f64 {
    let others = (0..game.spec().seats).filter(|other| *other != seat);
    let best_other = others.map(|other| game.outlook(state, other)).max_by(f64::total_cmp).unwrap_or(0.0);
    let lead = game.outlook(state, seat) - best_other;
    match game.actor(state) {
        Actor::Over => game.returns(state)[usize::from(seat)] * 1e9 + lead,
        _ => lead,
    }
}

struct TurnAhead<'a, G: Game> {
    game: &'a G,
    seat: Seat,
    turn: u32,
    positions: u64,
}

impl<G: Game> TurnAhead<'_, G> {
    fn worth(&mut self, state: &G::State, poll: &mut Poll) -> Result<f64, Halt> {
        let (game, seat, actor) = (self.game, self.seat, self.game.actor(state));
        self.positions += 1;
        if self.positions.is_multiple_of(POLL_EVERY) {
            poll(self.positions)?;
        }
        let ended = actor == Actor::Over || game.turn(state) != self.turn;
        if ended || self.positions > MAX_POSITIONS {
            return Ok(worth(game, state, seat));
        }
        let mut after = |event| {
            let mut next = *state;
            game.step(&mut next, event);
            self.worth(&next, poll)
        };
        if actor == Actor::Chance {
            let mut outcomes = Vec::new();
            game.outcomes(state, &mut outcomes);
            if outcomes.len() > MAX_BRANCHES {
                return Ok(worth(game, state, seat));
            }
            let (mut sum, mut weights) = (0.0, 0.0);
            for (id, weight) in outcomes {
                sum += f64::from(weight) * after(Event::Chance(id))?;
                weights += f64::from(weight);
            }
            return Ok(sum / weights);
        }
        let own = actor == Actor::Seat(seat);
        let mut actions = Vec::new();
        game.actions(state, &mut actions);
        if !own && actions.len() > MAX_BRANCHES {
            return Ok(worth(game, state, seat));
        }
        let mut best = if own { f64::NEG_INFINITY } else { f64::INFINITY };
        for id in actions {
            let worth = after(Event::Act(id))?;
            best = if own { best.max(worth) } else { best.min(worth) };
        }
        Ok(best)
    }
}

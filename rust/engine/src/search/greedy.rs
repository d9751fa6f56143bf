//! Looking one turn ahead, at points only.

use std::collections::HashMap;

use crate::error::Halt;
use crate::game::{Actor, Event, Game, MAX_TURNS, POLL_EVERY, Poll, Seat, Turn, for_each_turn};
use crate::perft::{Fixed, plies};
use crate::rng::Rng;

/// In games whose turns hold chance or other seats' decisions: after so many positions the rest of a turn
/// is not looked at any more.
const MAX_POSITIONS: u64 = 50_000;
/// So many different positions of them are remembered.
const MAX_KNOWN: usize = 16_384;
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
        let mut turn = TurnAhead::new(game, state, seat, MAX_KNOWN);
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

/// What each action of the seat to act is worth if its turn goes on as in [`greedy_turn`].
pub(crate) fn action_worths<G: Game>(
    game: &G,
    state: &G::State,
    seat: Seat,
    poll: &mut Poll,
) -> Result<Vec<(u16, f64)>, Halt> {
    let mut turn = TurnAhead::new(game, state, seat, MAX_KNOWN);
    let mut actions = Vec::new();
    game.actions(state, &mut actions);
    let mut worths = Vec::new();
    for id in actions {
        let mut next = *state;
        game.step(&mut next, Event::Act(id));
        worths.push((id, turn.worth(&next, poll)?));
    }
    Ok(worths)
}

/// What a position is worth to a seat: the result outweighs every lead in points.
fn worth<G: Game>(game: &G, state: &G::State, seat: Seat) -> f64 {
    let lead = game.lead(state, seat);
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
    /// By [`Game::hash`]: many orders of the same actions lead to the same position.
    known: HashMap<u64, Known<G::State>, Fixed>,
    /// At most so many of them.
    memory: usize,
}

/// A position that was looked at.
struct Known<S> {
    state: S,
    worth: f64,
    /// How many positions that took.
    positions: u64,
}

impl<'a, G: Game> TurnAhead<'a, G> {
    fn new(game: &'a G, state: &G::State, seat: Seat, memory: usize) -> Self {
        TurnAhead { game, seat, turn: game.turn(state), positions: 0, known: HashMap::default(), memory }
    }

    /// What a position is worth if the turn goes on from it. A known one counts as if it were looked at again, so
    /// that remembering it changes nothing but the time.
    fn worth(&mut self, state: &G::State, poll: &mut Poll) -> Result<f64, Halt> {
        let (hash, before) = (self.game.hash(state), self.positions);
        if let Some(known) = self.known.get(&hash)
            && known.state == *state
            && before + known.positions <= MAX_POSITIONS
        {
            let worth = known.worth;
            self.count(known.positions, poll)?;
            return Ok(worth);
        }
        let worth = self.look(state, poll)?;
        if self.positions <= MAX_POSITIONS && self.known.len() < self.memory {
            self.known.insert(hash, Known { state: *state, worth, positions: self.positions - before });
        }
        Ok(worth)
    }

    /// Counts positions that are looked at.
    fn count(&mut self, positions: u64, poll: &mut Poll) -> Result<(), Halt> {
        let polls = self.positions / POLL_EVERY;
        self.positions += positions;
        if self.positions / POLL_EVERY > polls { poll(self.positions) } else { Ok(()) }
    }

    fn look(&mut self, state: &G::State, poll: &mut Poll) -> Result<f64, Halt> {
        let (game, seat, actor) = (self.game, self.seat, self.game.actor(state));
        self.count(1, poll)?;
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{MAX_KNOWN, MAX_POSITIONS, TurnAhead};
    use crate::game::{Actor, Game, Scratch, never};
    use crate::genotype::Genotype;
    use crate::perft::plies;
    use crate::rng::Rng;

    #[test]
    fn memory_changes_nothing() {
        let game = Genotype::new(&json!({"players": 4})).unwrap();
        let (mut state, mut rng, mut scratch) = (game.start(), Rng::new(1), Scratch::default());
        let (mut beyond, mut again) = (0, 0);
        loop {
            if let Actor::Seat(seat) = game.actor(&state) {
                let mut looks = [0, 100, MAX_KNOWN].map(|memory| TurnAhead::new(&game, &state, seat, memory));
                for ply in plies(&game, &state, &mut never).unwrap() {
                    let [plain, little, much] = looks.each_mut().map(|look| {
                        let worth = look.worth(&ply.end, &mut never).unwrap();
                        (worth.to_bits(), look.positions)
                    });
                    assert_eq!([little, much], [plain; 2]);
                }
                beyond += u32::from(looks[2].positions > MAX_POSITIONS);
                again += u32::from(looks[2].positions > 2 * looks[2].known.len() as u64);
            }
            if !game.step_randomly(&mut state, &mut rng, &mut scratch) {
                break;
            }
        }
        assert!(
            beyond > 0 && again > 20,
            "{beyond} turns too long to be looked at in full, {again} with repeats"
        );
    }
}

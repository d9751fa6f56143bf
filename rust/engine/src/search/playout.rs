//! Random play to the end of a game.

use crate::error::Halt;
use crate::game::{Actor, Event, Game, POLL_EVERY, Poll};
use crate::rng::Rng;

/// Plays random actions, each equally likely among all legal ones, and draws chance by its weights,
/// until the game is over; gives the last state.
pub fn playout<G: Game>(
    game: &G,
    state: &G::State,
    rng: &mut Rng,
    poll: &mut Poll,
) -> Result<G::State, Halt> {
    let mut state = *state;
    let (mut actions, mut outcomes) = (Vec::new(), Vec::new());
    let mut steps = 0;
    loop {
        let event = match game.actor(&state) {
            Actor::Over => return Ok(state),
            Actor::Seat(_) => Event::Act(game.sample_action(&state, rng, &mut actions)),
            Actor::Chance => Event::Chance(game.sample_outcome(&state, rng, &mut outcomes)),
        };
        game.step(&mut state, event);
        steps += 1;
        if u64::is_multiple_of(steps, POLL_EVERY) {
            poll(steps)?;
        }
    }
}

//! Random play to the end of a game.

use crate::error::Halt;
use crate::game::{Game, POLL_EVERY, Poll, Scratch};
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
    let mut scratch = Scratch::default();
    let mut steps = 0;
    while game.step_randomly(&mut state, rng, &mut scratch) {
        steps += 1;
        if u64::is_multiple_of(steps, POLL_EVERY) {
            poll(steps)?;
        }
    }
    Ok(state)
}

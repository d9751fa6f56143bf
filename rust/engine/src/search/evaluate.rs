//! What a position is worth: by random play, or by the points expected.

use crate::game::{Actor, Game, MAX_SEATS, Scratch, Seat};
use crate::rng::Rng;

/// A value for each seat, -1 to 1.
pub type Values = [f64; MAX_SEATS];

/// How a position that is not searched further is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// How it is played on.
    pub policy: Policy,
    /// After how many stages ([`Game::stage`]: turns, or what a game has in their place) play is cut and judged by what is
    /// expected ([`Game::forecast`]); `None`: at the end of the game.
    pub turns: Option<u32>,
}

/// How positions are played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// Every action equally likely.
    Random,
    /// The action after which the seat leads by most; now and then another one.
    Light,
}

/// How many of `LIGHT_OF` actions of [`Policy::Light`] are random.
const LIGHT_RANDOM: u64 = 1;
const LIGHT_OF: u64 = 8;

/// The result of a finished game.
pub(crate) fn results<G: Game>(game: &G, state: &G::State) -> Values {
    let mut values = [0.0; MAX_SEATS];
    for (value, result) in values.iter_mut().zip(game.returns(state)) {
        *value = result;
    }
    values
}

/// What is expected of a position: leads in points, pressed between -1 and 1.
pub(crate) fn expected<G: Game>(game: &G, state: &G::State) -> Values {
    let mut values = [0.0; MAX_SEATS];
    let seats = usize::from(game.spec().seats);
    let mut worths = [0.0; MAX_SEATS];
    for seat in 0..seats {
        worths[seat] = game.forecast(state, seat as Seat);
    }
    for seat in 0..seats {
        let others = (0..seats).filter(|other| *other != seat).map(|other| worths[other]);
        let best = others.max_by(f64::total_cmp).unwrap_or(0.0);
        values[seat] = press(worths[seat] - best, G::LEAD);
    }
    values
}

/// A lead as a value: `scale` is worth half a win.
pub(crate) fn press(lead: f64, scale: f64) -> f64 {
    lead / (scale + lead.abs())
}

/// Judges a position.
pub(crate) fn judge<G: Game>(
    game: &G,
    state: &G::State,
    leaf: Leaf,
    rng: &mut Rng,
    scratch: &mut Scratch,
) -> Values {
    let mut state = *state;
    let last = leaf.turns.map_or(u32::MAX, |turns| game.stage(&state).saturating_add(turns));
    let mut worths = Vec::new();
    loop {
        if game.stage(&state) >= last && game.actor(&state) != Actor::Over {
            return expected(game, &state);
        }
        if leaf.policy == Policy::Light
            && let Actor::Seat(seat) = game.actor(&state)
            && rng.below(LIGHT_OF) >= LIGHT_RANDOM
        {
            scratch.actions.clear();
            game.actions(&state, &mut scratch.actions);
            strengths(game, &state, seat, &scratch.actions, &mut worths);
            let best = (0..worths.len()).max_by(|a, b| worths[*a].total_cmp(&worths[*b])).unwrap_or(0);
            game.step(&mut state, crate::game::Event::Act(scratch.actions[best]));
            continue;
        }
        if !game.step_randomly(&mut state, rng, scratch) {
            return results(game, &state);
        }
    }
}

/// What a seat thinks of each of its actions, before any search: by how many points it leads after it; a won game
/// counts as ten times [`Game::LEAD`].
pub(crate) fn strengths<G: Game>(
    game: &G,
    state: &G::State,
    seat: Seat,
    actions: &[u16],
    out: &mut Vec<f64>,
) {
    out.clear();
    for id in actions {
        let mut next = *state;
        game.step(&mut next, crate::game::Event::Act(*id));
        let worth = match game.actor(&next) {
            Actor::Over => game.returns(&next)[usize::from(seat)] * 10.0 * G::LEAD,
            _ => game.lead(&next, seat),
        };
        out.push(worth);
    }
}

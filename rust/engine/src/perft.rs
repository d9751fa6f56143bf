//! Counting: the classic test of a rules engine.

use std::collections::HashSet;
use std::hash::{BuildHasher, BuildHasherDefault, Hash, Hasher};

use crate::error::Halt;
use crate::game::{Actor, Event, Game, Outcomes, POLL_EVERY, Poll, Turn, for_each_turn, turns};

/// At most so many different states are kept in memory ([`Halt::TooMany`] beyond it).
pub const MAX_DISTINCT: usize = 3_000_000;

/// The number of sequences of `depth` plies from `state`. A ply is a whole turn where the game has
/// them ([`Game::WHOLE_TURNS`]), else an event (each outcome of chance counts once). Sequences that
/// end before `depth` plies do not count. Every ply is carried out, the last one too.
///
/// ```
/// use boardwright::{Game, game::never, perft::perft, gridopolis::Gridopolis};
/// let game = Gridopolis::new(&serde_json::json!({"players": 2})).unwrap();
/// assert_eq!(perft(&game, &game.start(), 1, &mut never), Ok(119));
/// ```
pub fn perft<G: Game>(game: &G, state: &G::State, depth: u32, poll: &mut Poll) -> Result<u64, Halt> {
    if depth == 0 {
        return Ok(1);
    }
    if G::WHOLE_TURNS {
        let last_turn = game.turn(state).saturating_add(depth);
        count(game, state, poll, |end, _| game.turn(end) == last_turn)
    } else {
        count(game, state, poll, |_, events| events == depth as usize)
    }
}

/// A state whose successors are being counted.
struct Frame<S> {
    state: S,
    /// Whether its events are outcomes of chance, or actions.
    chance: bool,
    /// Where its ids begin in the common list, and the next one to be played.
    first: usize,
    next: usize,
}

/// Plays everything from `state` until `done` (given the state and the number of events behind it), and
/// counts how often it is. With an own stack instead of recursion: threads may have small ones.
fn count<G: Game>(
    game: &G,
    state: &G::State,
    poll: &mut Poll,
    done: impl Fn(&G::State, usize) -> bool,
) -> Result<u64, Halt> {
    let mut ids: Vec<u16> = Vec::new();
    let mut outcomes = Outcomes::new();
    let mut list = |state: &G::State, ids: &mut Vec<u16>| -> bool {
        let chance = game.actor(state) == Actor::Chance;
        if chance {
            outcomes.clear();
            game.outcomes(state, &mut outcomes);
            ids.extend(outcomes.iter().map(|(id, _)| *id));
        } else {
            game.actions(state, ids);
        }
        chance
    };
    let chance = list(state, &mut ids);
    let mut stack = vec![Frame { state: *state, chance, first: 0, next: 0 }];
    let (mut sum, mut steps, mut last_poll) = (0, 0, 0);
    while let Some(frame) = stack.last() {
        let Frame { chance, first, next: begin, .. } = *frame;
        let depth = stack.len();
        let mut next = frame.state;
        let mut place = begin;
        let mut deeper = false;
        // The ids of the last frame end where the list ends.
        while let Some(id) = ids.get(place) {
            place += 1;
            next = frame.state;
            game.step(&mut next, if chance { Event::Chance(*id) } else { Event::Act(*id) });
            if !done(&next, depth) {
                deeper = true;
                break;
            }
        }
        let played = place - begin;
        sum += (played - usize::from(deeper)) as u64;
        steps += played as u64;
        if steps - last_poll >= POLL_EVERY {
            last_poll = steps;
            poll(steps)?;
        }
        if deeper {
            stack[depth - 1].next = place;
            let first = ids.len();
            let chance = list(&next, &mut ids);
            stack.push(Frame { state: next, chance, first, next: first });
        } else {
            ids.truncate(first);
            stack.pop();
        }
    }
    Ok(sum)
}

/// The plies from `state`: whole turns, or events.
pub fn plies<G: Game>(game: &G, state: &G::State, poll: &mut Poll) -> Result<Vec<Turn<G::State>>, Halt> {
    if G::WHOLE_TURNS {
        return turns(game, state, poll);
    }
    let (mut actions, mut outcomes) = (Vec::new(), Vec::new());
    game.actions(state, &mut actions);
    game.outcomes(state, &mut outcomes);
    let acts = actions.into_iter().map(Event::Act);
    let chances = outcomes.into_iter().map(|(id, _)| Event::Chance(id));
    Ok(acts
        .chain(chances)
        .map(|event| {
            let mut end = *state;
            game.step(&mut end, event);
            Turn { events: vec![event], end }
        })
        .collect())
}

/// Plies, each with what was counted behind it.
pub type Divided<S> = Vec<(Turn<S>, u64)>;

/// For each ply from `state`, the perft of `depth - 1` behind it (`depth` at least 1).
pub fn divide<G: Game>(
    game: &G,
    state: &G::State,
    depth: u32,
    poll: &mut Poll,
) -> Result<Divided<G::State>, Halt> {
    let mut done = 0;
    let mut result = Vec::new();
    for ply in plies(game, state, poll)? {
        poll(done)?;
        let over = game.actor(&ply.end) == Actor::Over;
        let count = if over && depth > 1 {
            0
        } else {
            perft(game, &ply.end, depth.saturating_sub(1), &mut |steps| poll(done + steps))?
        };
        done += count;
        result.push((ply, count));
    }
    Ok(result)
}

/// The number of different states after exactly `depth` plies.
pub fn perft_distinct<G: Game>(game: &G, state: &G::State, depth: u32, poll: &mut Poll) -> Result<u64, Halt> {
    let mut layer = Layer::new();
    layer.insert(*state)?;
    let mut steps = 0;
    for _ in 0..depth {
        if layer.len == 0 {
            break; // every game is over: nothing is left, however deep
        }
        let mut next = Layer::new();
        for state in layer.states() {
            steps += 1;
            if u64::is_multiple_of(steps, POLL_EVERY / 64) {
                poll(steps)?;
            }
            if G::WHOLE_TURNS {
                for_each_turn(game, state, poll, &mut |_, end| next.insert(*end))?;
            } else {
                for ply in plies(game, state, poll)? {
                    next.insert(ply.end)?;
                }
            }
        }
        layer = next;
    }
    Ok(layer.len as u64)
}

/// Different states, in many small sets: growing one of them is quick, so polls are never far apart.
struct Layer<S> {
    sets: Vec<HashSet<S, Fixed>>,
    len: usize,
}

impl<S: Eq + Hash> Layer<S> {
    const SETS: u64 = 256;

    fn new() -> Self {
        Layer { sets: (0..Self::SETS).map(|_| HashSet::default()).collect(), len: 0 }
    }

    fn insert(&mut self, state: S) -> Result<(), Halt> {
        // Bits from the middle: the sets themselves go by the lowest and highest ones.
        let hash = Fixed::default().hash_one(&state);
        let set = &mut self.sets[((hash >> 32) % Self::SETS) as usize];
        // Memory that is not there is an error, not the end of the process.
        set.try_reserve(1).map_err(|_| Halt::TooMany(self.len))?;
        self.len += usize::from(set.insert(state));
        if self.len > MAX_DISTINCT { Err(Halt::TooMany(MAX_DISTINCT)) } else { Ok(()) }
    }

    fn states(&self) -> impl Iterator<Item = &S> {
        self.sets.iter().flatten()
    }
}

/// Makes hashers without a random key.
pub(crate) type Fixed = BuildHasherDefault<FoldHasher>;

/// A hasher without a random key: memory use and speed are the same in every run.
#[derive(Default)]
pub(crate) struct FoldHasher(crate::rng::WordHash);

impl Hasher for FoldHasher {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.0.word(u64::from_le_bytes(word));
        }
    }
    fn write_u64(&mut self, word: u64) {
        self.0.word(word);
    }
    fn finish(&self) -> u64 {
        self.0.finish()
    }
}

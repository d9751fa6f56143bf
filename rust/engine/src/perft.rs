//! Counting: the classic test of a rules engine.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

use crate::error::Halt;
use crate::game::{Actions, Actor, Event, Game, Outcomes, POLL_EVERY, Poll, Turn, turns};

/// At most so many different states are kept in memory ([`Halt::TooMany`] beyond it).
pub const MAX_DISTINCT: usize = 20_000_000;

/// The number of sequences of `depth` plies from `state`. A ply is a whole turn where the game has
/// them ([`Game::WHOLE_TURNS`]), else an event (each outcome of chance counts once). Sequences that
/// end before `depth` plies do not count. Every ply is carried out, the last one too.
///
/// ```
/// use boardwright::{Game, game::never, perft::perft, gridopolis::Gridopolis};
/// let game = Gridopolis::new(&serde_json::json!({"reserves": 0})).unwrap();
/// let start = game.start();
/// assert_eq!(perft(&game, &start, 1, &mut never), Ok(game_turns(&game, &start)));
/// # fn game_turns(g: &Gridopolis, s: &<Gridopolis as Game>::State) -> u64 {
/// #     boardwright::game::turns(g, s, &mut never).unwrap().len() as u64
/// # }
/// ```
pub fn perft<G: Game>(game: &G, state: &G::State, depth: u32, poll: &mut Poll) -> Result<u64, Halt> {
    let mut count = Counter { game, actions: Vec::new(), outcomes: Vec::new(), steps: 0, poll };
    if depth == 0 {
        return Ok(1);
    }
    if G::WHOLE_TURNS { count.turns(state, game.turn(state) + depth) } else { count.events(state, depth) }
}

struct Counter<'a, 'p, G: Game> {
    game: &'a G,
    actions: Actions,
    outcomes: Outcomes,
    steps: u64,
    poll: &'a mut Poll<'p>,
}

impl<G: Game> Counter<'_, '_, G> {
    #[inline]
    fn tick(&mut self) -> Result<(), Halt> {
        self.steps += 1;
        if self.steps.is_multiple_of(POLL_EVERY) { (self.poll)(self.steps) } else { Ok(()) }
    }

    fn turns(&mut self, state: &G::State, last_turn: u32) -> Result<u64, Halt> {
        let first = self.actions.len();
        self.game.actions(state, &mut self.actions);
        let mut sum = 0;
        for index in first..self.actions.len() {
            self.tick()?;
            let mut next = *state;
            self.game.step(&mut next, Event::Act(self.actions[index]));
            sum += if self.game.turn(&next) == last_turn { 1 } else { self.turns(&next, last_turn)? };
        }
        self.actions.truncate(first);
        Ok(sum)
    }

    fn events(&mut self, state: &G::State, depth: u32) -> Result<u64, Halt> {
        if depth == 0 {
            return Ok(1);
        }
        self.tick()?;
        let (first, first_outcome) = (self.actions.len(), self.outcomes.len());
        self.game.actions(state, &mut self.actions);
        self.game.outcomes(state, &mut self.outcomes);
        let mut sum = 0;
        for index in first..self.actions.len() {
            let mut next = *state;
            self.game.step(&mut next, Event::Act(self.actions[index]));
            sum += self.events(&next, depth - 1)?;
        }
        for index in first_outcome..self.outcomes.len() {
            let mut next = *state;
            self.game.step(&mut next, Event::Chance(self.outcomes[index].0));
            sum += self.events(&next, depth - 1)?;
        }
        self.actions.truncate(first);
        self.outcomes.truncate(first_outcome);
        Ok(sum)
    }
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
    let mut layer: HashSet<G::State, Fixed> = HashSet::default();
    layer.insert(*state);
    let mut steps = 0;
    for _ in 0..depth {
        let mut next: HashSet<G::State, Fixed> = HashSet::default();
        for state in &layer {
            for ply in plies(game, state, poll)? {
                steps += 1;
                if u64::is_multiple_of(steps, POLL_EVERY / 8) {
                    poll(steps)?;
                }
                next.insert(ply.end);
                if next.len() > MAX_DISTINCT {
                    return Err(Halt::TooMany(MAX_DISTINCT));
                }
            }
        }
        layer = next;
    }
    Ok(layer.len() as u64)
}

type Fixed = BuildHasherDefault<FoldHasher>;

/// A hasher without a random key: memory use and speed are the same in every run.
#[derive(Default)]
struct FoldHasher(crate::rng::WordHash);

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

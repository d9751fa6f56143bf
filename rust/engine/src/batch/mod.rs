//! Many games of one kind at once, for programs that learn: chance is drawn inside, and games that end begin again.
//!
//! Every game has its own generator, split from the seed by its number and by how many games it has begun. So
//! a game does not depend on how many there are beside it, nor on the number of threads.
//!
//! ```
//! use std::sync::Arc;
//!
//! use boardwright::Game;
//! use boardwright::batch::{Batch, Choices, Out, Rules};
//! use boardwright::microworld::Microworld;
//!
//! let game = Arc::new(Microworld::new(&serde_json::json!({}))?);
//! let (count, spec) = (8, game.spec().clone());
//! let mut observations = vec![0.0; count * spec.tensor_len()];
//! let mut masks = vec![0; count * usize::from(spec.actions)];
//! let mut seats = vec![0; count];
//! let mut rewards = vec![0.0; count * usize::from(spec.seats)];
//! let (mut terminated, mut truncated) = (vec![0; count], vec![0; count]);
//! let mut out = Out {
//!     observations: &mut observations,
//!     masks: &mut masks,
//!     seats: &mut seats,
//!     rewards: &mut rewards,
//!     terminated: &mut terminated,
//!     truncated: &mut truncated,
//! };
//!
//! let rules = Rules { max_steps: 1000, own: None };
//! let mut batch = Batch::new(game, count, 7, rules, 2)?;
//! batch.observe(&mut out);
//! // One legal action in each game, the first one: a network would choose by `out.observations`.
//! let size = usize::from(spec.actions);
//! let first = |mask: &[u8]| mask.iter().position(|legal| *legal == 1).unwrap() as i64;
//! let actions: Vec<i64> = out.masks.chunks(size).map(first).collect();
//! batch.step(Choices::Given(&actions), &mut out).expect("they are legal");
//! assert!(out.seats.iter().all(|seat| *seat == 0 || *seat == 1));
//! # Ok::<(), boardwright::SetupError>(())
//! ```

mod lane;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};

use self::lane::Lane;
use crate::error::SetupError;
use crate::game::{Game, Scratch, Seat, Spec};
use crate::rng::Rng;
use crate::threads::{Crew, at_once};

/// What stands in the place of the seat to act where a game is over.
pub const NOBODY: i8 = -1;

/// So many jobs a thread are made of a step.
const JOBS: usize = 4;

/// Arrays that a step fills, each for all games one after the other. Only [`Out::seats`] must be there; a part of
/// length 0 is not wanted and left alone.
#[derive(Debug)]
pub struct Out<'a> {
    /// Observations of the seats to act, each of [`crate::game::Spec::tensor_len`] values; where a game is over, of the
    /// only seat that is asked ([`Rules::own`]), or else of the seat whose turn it was.
    pub observations: &'a mut [f32],
    /// For each action 1 if it is legal, else 0; each of [`crate::game::Spec::actions`] values.
    pub masks: &'a mut [u8],
    /// The seats to act, [`NOBODY`] where a game is over.
    pub seats: &'a mut [i8],
    /// Returns of all seats where a game has just ended, else 0.
    pub rewards: &'a mut [f32],
    /// 1 where a game has just ended by its rules.
    pub terminated: &'a mut [u8],
    /// 1 where a game has just been broken off.
    pub truncated: &'a mut [u8],
}

/// What is played in the games of a batch.
#[derive(Clone, Copy, Debug)]
pub enum Choices<'a> {
    /// These actions, one for each game.
    Given(&'a [i64]),
    /// Legal actions, each equally likely.
    Random,
}

/// Why a batch can't be stepped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadActions {
    /// There are so many actions, and not as many as games.
    Count(usize),
    /// In the game of this number this action can't be played.
    Illegal {
        /// The number of the game, the first such.
        game: usize,
        /// The action.
        action: i64,
    },
}

/// Many games at once.
#[derive(Debug)]
pub struct Batch<G: Game> {
    game: Arc<G>,
    lanes: Vec<Lane<G::State>>,
    rules: Rules,
    stepping: Crew,
    checking: Crew,
}

/// How the games of a batch go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Each game is broken off after so many actions of those who are asked, at least 1.
    pub max_steps: u32,
    /// The only seat that is asked, if not all are: the others play random legal actions, each equally likely.
    pub own: Option<Seat>,
}

impl Rules {
    fn check(self, seats: u8) -> Result<(), SetupError> {
        let mut error = SetupError::default();
        if self.max_steps == 0 {
            error.add("max_steps", "must be at least 1", None);
        }
        if let Some(own) = self.own.filter(|own| *own >= seats) {
            error.add("own", format!("there is no seat {own}, only 0 to {}", seats - 1), None);
        }
        error.into_result()
    }
}

// Not derived: the rules are shared, and need not be copied for it.
impl<G: Game> Clone for Batch<G> {
    fn clone(&self) -> Self {
        let crew = || Crew::new(self.stepping.threads());
        let (game, lanes) = (self.game.clone(), self.lanes.clone());
        Batch { game, lanes, rules: self.rules, stepping: crew(), checking: crew() }
    }
}

impl<G: Game> Batch<G> {
    /// `count` games, which up to so many threads share, or as many as run at the same time.
    ///
    /// # Errors
    /// Rules that can't be: a seat that is not there, or games of no step.
    pub fn new(
        game: Arc<G>,
        count: usize,
        seed: u64,
        rules: Rules,
        threads: usize,
    ) -> Result<Self, SetupError> {
        rules.check(game.spec().seats)?;
        let root = Rng::new(seed);
        let lanes = (0..count as u64)
            .map(|number| Lane {
                state: game.start(),
                rng: Rng::new(0),
                root: root.split(number),
                games: 0,
                steps: 0,
                ended: true,
                legal: Vec::new(),
            })
            .collect();
        let crew = || Crew::new(at_once(threads));
        let mut batch = Batch { game, lanes, rules, stepping: crew(), checking: crew() };
        batch.reset();
        Ok(batch)
    }

    /// The rules.
    pub fn game(&self) -> &Arc<G> {
        &self.game
    }

    /// Begins a new game everywhere.
    pub fn reset(&mut self) {
        let mut scratch = Scratch::default();
        for lane in &mut self.lanes {
            lane.begin(&*self.game, self.rules, &mut scratch);
        }
    }

    /// How its games go.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The number of games.
    pub fn len(&self) -> usize {
        self.lanes.len()
    }

    /// Whether there are no games.
    pub fn is_empty(&self) -> bool {
        self.lanes.is_empty()
    }

    /// The state of a game; `None` if there is no such number.
    pub fn state(&self, number: usize) -> Option<&G::State> {
        self.lanes.get(number).map(|lane| &lane.state)
    }

    /// All of it but the rules of the game, as JSON; [`Batch::restore`] reads it.
    pub fn to_json(&self) -> Value {
        let games: Vec<Value> = self.lanes.iter().map(|lane| lane.to_json(&*self.game)).collect();
        json!({"max_steps": self.rules.max_steps, "own": self.rules.own, "games": games})
    }

    /// The text of [`Batch::to_json`], written game by game: that takes a small part of the memory.
    pub fn to_json_text(&self) -> String {
        let mut text =
            json!({"max_steps": self.rules.max_steps, "own": self.rules.own, "games": []}).to_string();
        text.truncate(text.len() - "]}".len());
        for (number, lane) in self.lanes.iter().enumerate() {
            if number > 0 {
                text.push(',');
            }
            text += &lane.to_json(&*self.game).to_string();
        }
        text + "]}"
    }

    /// Goes back to what [`Batch::to_json`] gave, of this batch or of another one of as many games.
    ///
    /// # Errors
    /// What is wrong with it; nothing has changed then.
    pub fn restore(&mut self, value: &Value) -> Result<(), SetupError> {
        let max_steps = value["max_steps"].as_u64().and_then(|steps| u32::try_from(steps).ok());
        let max_steps = max_steps.ok_or_else(|| SetupError::one("max_steps", "must be a whole number"))?;
        let own = match &value["own"] {
            Value::Null => None,
            own => {
                let seat = own.as_u64().filter(|own| *own < u64::from(self.game.spec().seats));
                Some(seat.ok_or_else(|| SetupError::one("own", "must be a seat"))? as Seat)
            }
        };
        let games = value["games"].as_array().filter(|games| games.len() == self.lanes.len());
        let games = games
            .ok_or_else(|| SetupError::one("games", format!("must be a list of {}", self.lanes.len())))?;
        let rules = Rules { max_steps, own };
        rules.check(self.game.spec().seats)?;
        let mut error = SetupError::default();
        let mut lanes = Vec::with_capacity(games.len());
        for (number, game) in games.iter().enumerate() {
            match Lane::read(&*self.game, rules, game) {
                Ok(lane) => lanes.push(lane),
                Err(faults) => error.merge(&format!("games[{number}]"), faults),
            }
        }
        error.into_result()?;
        (self.lanes, self.rules) = (lanes, rules);
        Ok(())
    }

    /// Plays one action in each game, and chance after it; a game that ended at the last step begins again
    /// instead. Where others end a game before the only seat that is asked ever was, the step after tells of the end.
    ///
    /// # Errors
    /// What is wrong with the actions; then nothing has happened anywhere.
    ///
    /// # Panics
    /// If an array that is wanted has another length than [`Out`] says; nothing has happened then, either.
    pub fn step(&mut self, choices: Choices<'_>, out: &mut Out<'_>) -> Result<(), BadActions> {
        self.fit(out);
        if let Choices::Given(actions) = choices {
            self.check(actions)?;
        }
        let rules = self.rules;
        self.each(out, |game, number, lane, part, scratch| {
            if lane.ended {
                lane.begin(game, rules, scratch);
            } else if lane.legal.is_empty() {
                // Others ended it before the own seat was asked.
                lane.close(game, rules, part);
            } else {
                let action = match choices {
                    Choices::Given(actions) => actions[number] as u16,
                    Choices::Random => lane.legal[lane.rng.below(lane.legal.len() as u64) as usize],
                };
                lane.act(game, action, rules, scratch, part);
            }
            lane.show(game, rules, part);
        });
        Ok(())
    }

    /// Fills the arrays without playing.
    ///
    /// # Panics
    /// As [`Batch::step`].
    pub fn observe(&mut self, out: &mut Out<'_>) {
        self.fit(out);
        let rules = self.rules;
        self.each(out, |game, _, lane, part, _| lane.show(game, rules, part));
    }

    /// Refuses arrays of which a part would silently stay as it was.
    fn fit(&self, out: &Out<'_>) {
        let (n, sizes) = (self.lanes.len(), Sizes::of(self.game.spec()));
        let fit = |name: &str, len: usize, wanted: usize, is_needed: bool| {
            assert!(len == wanted || len == 0 && !is_needed, "{name}: {len} values instead of {wanted}");
        };
        fit("seats", out.seats.len(), n, true);
        fit("observations", out.observations.len(), n * sizes.observation, false);
        fit("masks", out.masks.len(), n * sizes.mask, false);
        fit("rewards", out.rewards.len(), n * sizes.rewards, false);
        fit("terminated", out.terminated.len(), n, false);
        fit("truncated", out.truncated.len(), n, false);
    }

    fn check(&mut self, actions: &[i64]) -> Result<(), BadActions> {
        if actions.len() != self.lanes.len() {
            return Err(BadActions::Count(actions.len()));
        }
        let bad = AtomicUsize::new(usize::MAX);
        let share = self.share();
        let jobs = self.lanes.chunks(share).zip(actions.chunks(share)).enumerate().collect();
        self.checking.share(jobs, |(job, (lanes, actions))| {
            let fits = |(lane, action): (&Lane<G::State>, &i64)| {
                lane.is_not_asked()
                    || u16::try_from(*action).is_ok_and(|action| lane.legal.binary_search(&action).is_ok())
            };
            if let Some(index) = lanes.iter().zip(actions).position(|pair| !fits(pair)) {
                bad.fetch_min(job * share + index, Ordering::Relaxed);
            }
        });
        match bad.into_inner() {
            usize::MAX => Ok(()),
            game => Err(BadActions::Illegal { game, action: actions[game] }),
        }
    }

    /// How many games one job takes: a thread that is held up leaves some to the others.
    fn share(&self) -> usize {
        let jobs = match self.stepping.threads() {
            1 => 1,
            threads => threads * JOBS,
        };
        self.lanes.len().div_ceil(jobs).max(1)
    }

    /// Does something with every game and its part of the arrays, given its number.
    fn each(
        &mut self,
        out: &mut Out<'_>,
        work: impl Fn(&G, usize, &mut Lane<G::State>, &mut Out<'_>, &mut Scratch) + Sync,
    ) {
        let game = &*self.game;
        let sizes = Sizes::of(game.spec());
        let share = self.share();
        let mut rest = out.reborrow();
        let chunks = self.lanes.chunks_mut(share).enumerate();
        let jobs: Vec<_> = chunks
            .map(|(index, lanes)| (index * share, sizes.split(&mut rest, lanes.len()), lanes))
            .collect();
        self.stepping.share(jobs, |(first, mut out, lanes)| {
            let mut scratch = Scratch::default();
            for (index, lane) in lanes.iter_mut().enumerate() {
                let mut part = sizes.split(&mut out, 1);
                part.clear();
                work(game, first + index, lane, &mut part, &mut scratch);
            }
        });
    }
}

/// How many values one game has in each array.
#[derive(Clone, Copy)]
struct Sizes {
    observation: usize,
    mask: usize,
    rewards: usize,
}

impl Sizes {
    fn of(spec: &Spec) -> Self {
        Sizes {
            observation: spec.tensor_len(),
            mask: usize::from(spec.actions),
            rewards: usize::from(spec.seats),
        }
    }

    /// Takes the parts of the next `count` games off; what is not wanted is empty.
    fn split<'a>(self, out: &mut Out<'a>, count: usize) -> Out<'a> {
        Out {
            observations: out.observations.split_off_mut(..count * self.observation).unwrap_or_default(),
            masks: out.masks.split_off_mut(..count * self.mask).unwrap_or_default(),
            seats: out.seats.split_off_mut(..count).unwrap_or_default(),
            rewards: out.rewards.split_off_mut(..count * self.rewards).unwrap_or_default(),
            terminated: out.terminated.split_off_mut(..count).unwrap_or_default(),
            truncated: out.truncated.split_off_mut(..count).unwrap_or_default(),
        }
    }
}

impl Out<'_> {
    /// Sets all to 0 but the observations and the seats, which are always written.
    fn clear(&mut self) {
        self.masks.fill(0);
        self.rewards.fill(0.0);
        self.terminated.fill(0);
        self.truncated.fill(0);
    }

    fn reborrow(&mut self) -> Out<'_> {
        Out {
            observations: &mut *self.observations,
            masks: &mut *self.masks,
            seats: &mut *self.seats,
            rewards: &mut *self.rewards,
            terminated: &mut *self.terminated,
            truncated: &mut *self.truncated,
        }
    }
}

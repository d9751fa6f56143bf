//! One game of a batch: how it begins, goes on and ends, and what is seen of it.

use serde_json::{Value, json};

use super::{NOBODY, Out, Rules};
use crate::error::SetupError;
use crate::game::{Actor, Event, Game, Scratch, View, Viewer};
use crate::rng::Rng;

/// One game of a batch.
#[derive(Clone, Debug)]
pub(super) struct Lane<S> {
    pub(super) state: S,
    pub(super) rng: Rng,
    /// Splits the generator of each of its games.
    pub(super) root: Rng,
    pub(super) games: u64,
    /// Actions of the game so far.
    pub(super) steps: u32,
    /// The next step begins a new game.
    pub(super) ended: bool,
    /// What can be played; nothing where the game is over.
    pub(super) legal: Vec<u16>,
}

impl<S: Copy> Lane<S> {
    pub(super) fn to_json<G: Game<State = S>>(&self, game: &G) -> Value {
        let view = View::of(game, &self.state, Viewer::Everything);
        json!({
            "state": game.to_json(&view), "rng": self.rng.to_json(), "root": self.root.seed(),
            "games": self.games, "steps": self.steps, "ended": self.ended,
        })
    }

    /// The game of such a JSON form, if a batch could have come to it.
    pub(super) fn read<G: Game<State = S>>(
        game: &G,
        rules: Rules,
        value: &Value,
    ) -> Result<Self, SetupError> {
        let number = |key: &str| {
            value[key].as_u64().ok_or_else(|| SetupError::one(key, "must be a whole number from 0"))
        };
        let form = &value["state"];
        if form["game"] != game.spec().name || form["options"] != *game.options() {
            return Err(SetupError::one("state", "must be of the same game, with the same options"));
        }
        let state = game.from_json(form)?;
        let rng = Rng::from_json(&value["rng"]).ok_or_else(|| SetupError::one("rng", "is no generator"))?;
        let (root, games) = (Rng::new(number("root")?), number("games")?);
        let steps = u32::try_from(number("steps")?)
            .map_err(|_| SetupError::one("steps", "must be below 4,294,967,296"))?;
        let ended = value["ended"].as_bool();
        let ended = ended.ok_or_else(|| SetupError::one("ended", "must be true or false"))?;
        if !ended && steps >= rules.max_steps {
            return Err(SetupError::one("steps", "must be below max_steps in a game that has not ended"));
        }
        let goes_on = match game.actor(&state) {
            Actor::Seat(seat) => rules.own.is_none_or(|own| own == seat),
            Actor::Over => ended || steps == 0,
            Actor::Chance => false,
        };
        if !goes_on || game.has_unknowns(&state) {
            let message = "must be a full state in which a seat is asked, or an end that a batch comes to";
            return Err(SetupError::one("state", message));
        }
        let mut legal = Vec::new();
        game.actions(&state, &mut legal);
        Ok(Lane { state, rng, root, games, steps, ended, legal })
    }

    pub(super) fn begin<G: Game<State = S>>(&mut self, game: &G, rules: Rules, scratch: &mut Scratch) {
        self.rng = self.root.split(self.games);
        self.games = self.games.wrapping_add(1);
        self.steps = 0;
        self.state = game.start();
        self.ended = false;
        self.settle(game, rules, scratch);
    }

    /// Whether the next step does not look at its action: it begins a new game, or tells of an end that came before
    /// anybody was asked.
    pub(super) fn is_not_asked(&self) -> bool {
        self.ended || self.legal.is_empty()
    }

    /// Draws chance, and what others do, until somebody is to be asked, and lists the actions.
    fn settle<G: Game<State = S>>(&mut self, game: &G, rules: Rules, scratch: &mut Scratch) {
        loop {
            match game.actor(&self.state) {
                Actor::Over => break,
                Actor::Seat(seat) if rules.own.is_none_or(|own| own == seat) => break,
                _ => game.step_randomly(&mut self.state, &mut self.rng, scratch),
            };
        }
        self.legal.clear();
        game.actions(&self.state, &mut self.legal);
    }

    pub(super) fn act<G: Game<State = S>>(
        &mut self,
        game: &G,
        action: u16,
        rules: Rules,
        scratch: &mut Scratch,
        out: &mut Out<'_>,
    ) {
        game.step(&mut self.state, Event::Act(action));
        self.steps += 1;
        self.settle(game, rules, scratch);
        self.close(game, rules, out);
    }

    /// Notes whether the game has ended now, and how.
    pub(super) fn close<G: Game<State = S>>(&mut self, game: &G, rules: Rules, out: &mut Out<'_>) {
        let over = game.actor(&self.state) == Actor::Over;
        let broken = !over && self.steps >= rules.max_steps;
        self.ended = over || broken;
        out.terminated.fill(u8::from(over));
        out.truncated.fill(u8::from(broken));
        if over {
            for (reward, result) in out.rewards.iter_mut().zip(game.returns(&self.state)) {
                *reward = result as f32;
            }
        }
    }

    /// What is to be seen of the game now.
    pub(super) fn show<G: Game<State = S>>(&self, game: &G, rules: Rules, out: &mut Out<'_>) {
        let seat = match game.actor(&self.state) {
            Actor::Seat(seat) => Some(seat),
            _ => None,
        };
        out.seats.fill(seat.map_or(NOBODY, |seat| seat as i8));
        if !out.masks.is_empty() {
            for action in &self.legal {
                out.masks[usize::from(*action)] = 1;
            }
        }
        if !out.observations.is_empty() {
            // Not even at the end does the own seat see what another one sees.
            let eye = seat.or(rules.own).unwrap_or_else(|| game.turn_seat(&self.state));
            let view = View::of(game, &self.state, Viewer::Seat(eye));
            game.encode(&view, eye, out.observations);
        }
    }
}

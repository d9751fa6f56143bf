//! The contract every game fulfils, and what follows from it for all games alike.
//!
//! A game is a value with rules, options and immutable tables ([`Game`]); a state is a small plain
//! value without history, generator or pointers ([`Game::State`]). Everything that happens is an
//! [`Event`] with a fixed, documented id. Whatever leaves the engine for a player goes through a
//! [`View`], in which that player's unknowns are overwritten.

use std::fmt::Debug;
use std::hash::Hash;

use serde_json::Value;

use crate::error::{Halt, Illegal, PlayError, SetupError};
use crate::rng::Rng;

/// A seat, from 0. At most [`MAX_SEATS`].
pub type Seat = u8;

/// No game seats more players.
pub const MAX_SEATS: usize = 5;

/// The id of an event whose content the viewer does not know.
pub const UNKNOWN: u16 = u16::MAX;

/// A list of action ids, ascending.
pub type Actions = Vec<u16>;

/// The outcomes of a chance node, ascending, each with an integer weight above 0.
pub type Outcomes = Vec<(u16, u32)>;

/// One thing that happens: an action of the seat to act, an outcome of chance, or something from
/// outside the game such as a call of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Event {
    /// An action.
    Act(u16),
    /// One die, one card: an outcome of chance.
    Chance(u16),
    /// An event from outside.
    Referee(u16),
}

impl Event {
    /// The id, whatever the kind.
    pub fn id(self) -> u16 {
        match self {
            Event::Act(id) | Event::Chance(id) | Event::Referee(id) => id,
        }
    }

    /// The kind as a word: `act`, `chance`, `referee`.
    pub fn kind(self) -> &'static str {
        match self {
            Event::Act(_) => "act",
            Event::Chance(_) => "chance",
            Event::Referee(_) => "referee",
        }
    }

    /// The event of a kind and id; `None` if there is no such kind.
    pub fn of_kind(kind: &str, id: u16) -> Option<Event> {
        [Event::Act(id), Event::Chance(id), Event::Referee(id)].into_iter().find(|event| event.kind() == kind)
    }
}

/// Lists that are filled again and again, so that no step needs new memory.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    /// Actions.
    pub actions: Actions,
    /// Outcomes of chance.
    pub outcomes: Outcomes,
}

/// Who acts next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Actor {
    /// A player.
    Seat(Seat),
    /// Chance.
    Chance,
    /// Nobody: the game is over.
    Over,
}

/// Whose knowledge a view holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Viewer {
    /// A player, below [`Spec::seats`].
    Seat(Seat),
    /// Somebody who sees what everybody sees.
    Spectator,
    /// Somebody who sees all.
    Everything,
}

/// One part of the observation tensor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TensorPart {
    /// Its name.
    pub name: &'static str,
    /// Its shape; values follow in row-major order.
    pub shape: Vec<usize>,
    /// Names of the last axis, in order; each once.
    pub features: Vec<String>,
}

/// The facts about a game, options included, that hosts need.
#[derive(Clone, Debug)]
pub struct Spec {
    /// The name in the registry.
    pub name: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// Changes when the same events lead to another state.
    pub rules_version: u32,
    /// The number of players.
    pub seats: u8,
    /// Names of the seats.
    pub seat_names: Vec<String>,
    /// Action ids are below this.
    pub actions: u16,
    /// Chance ids are below this.
    pub chances: u16,
    /// Names of the referee's events, by id.
    pub referee: &'static [&'static str],
    /// No game has more events.
    pub max_events: u64,
    /// Returns lie between these.
    pub return_range: (f64, f64),
    /// The sum of all returns, if it is always the same.
    pub return_sum: Option<f64>,
    /// The parts of the observation tensor, in order.
    pub tensor: Vec<TensorPart>,
    /// Stands between the events of a turn in notation.
    pub separator: &'static str,
    /// What [`Game::analyse`] knows about positions, by name.
    pub analyses: &'static [&'static str],
    /// What the data files assume.
    pub assumed: Vec<String>,
    /// The fingerprint of the data files used.
    pub fingerprint: u64,
}

impl Spec {
    /// The number of values in the observation tensor.
    pub fn tensor_len(&self) -> usize {
        self.tensor.iter().map(|part| part.shape.iter().product::<usize>()).sum()
    }
}

/// A state as one viewer knows it: secrets are overwritten. Only [`View::of`] makes one, so what
/// takes a view cannot leak what is not in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct View<S> {
    state: S,
    viewer: Viewer,
}

impl<S: Copy> View<S> {
    /// What `viewer` knows of `state`.
    pub fn of<G: Game<State = S>>(game: &G, state: &S, viewer: Viewer) -> Self {
        let mut state = *state;
        game.redact(&mut state, viewer);
        View { state, viewer }
    }

    /// What a seat knows of it, if that is not more than this viewer knows.
    pub(crate) fn of_seat<G: Game<State = S>>(&self, game: &G, seat: Seat) -> Self {
        match self.viewer {
            Viewer::Everything => View::of(game, &self.state, Viewer::Seat(seat)),
            _ => *self,
        }
    }

    /// The state with unknowns in it; the rules run on it too.
    pub fn state(&self) -> &S {
        &self.state
    }

    /// Whose view it is.
    pub fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// The view after `event`, given as the viewer saw it ([`Game::seen`]).
    pub fn step<G: Game<State = S>>(&mut self, game: &G, event: Event) {
        game.step(&mut self.state, event);
        game.redact(&mut self.state, self.viewer);
    }
}

/// Rules, options and tables of a game.
///
/// What was hidden becomes known by an outcome of chance: in the full state it has one possible value,
/// in the view of somebody who does not know it all values that fit.
///
/// # Panics
/// What is not legal need not be checked again where a game is played fast. So all methods may panic, or give anything, for
/// a seat that is not below [`Spec::seats`], an event that can't happen in the state, a symmetry that is not below
/// [`Game::symmetries`], an array of another length than [`Spec::tensor_len`], and a state of another game or of other
/// options. Only [`Game::check`] and the methods that read text or JSON take whatever there is.
///
/// Methods that take a state also work on the state of a view; there, an action of another seat may
/// have the id [`UNKNOWN`] where its content is hidden, and the list of another seat's actions holds
/// whatever could be legal as far as the viewer knows.
pub trait Game: Send + Sync + 'static {
    /// A position: small, plain, without history.
    type State: Copy + Eq + Hash + Debug + Send + Sync + 'static;

    /// Whether games of this kind are counted and searched in whole turns ([`turns`], [`crate::perft`]).
    /// Only for games in which nobody but the seat of the turn acts within a turn, not even chance.
    const WHOLE_TURNS: bool = false;

    /// Whether some player may ever know what another does not.
    const SECRETS: bool = true;

    /// A lead in points ([`Game::lead`]) that is worth about half a win: the scale on which searches judge
    /// positions.
    const LEAD: f64 = 10.0;

    /// After how many stages ([`Game::stage`]) the playouts of a search are cut off and judged by [`Game::forecast`] unless
    /// it is told otherwise; `None`: they go on to the end of the game.
    const CUT: Option<u32> = None;

    /// How much a Monte Carlo tree search explores unless it is told otherwise
    /// ([`exploration`](crate::search::mcts::Settings::exploration)).
    const EXPLORATION: f64 = 1.0;

    /// How many actions its nodes try ([`widening`](crate::search::mcts::Settings::widening)).
    const WIDENING: f64 = 0.0;

    /// The facts about this game.
    fn spec(&self) -> &Spec;
    /// The options in full, as a JSON object that makes the same game again.
    fn options(&self) -> &Value;
    /// The state before the first event.
    fn start(&self) -> Self::State;

    /// Who acts.
    fn actor(&self, state: &Self::State) -> Actor;
    /// Whose turn it is: a turn may hold actions of other seats and chance.
    fn turn_seat(&self, state: &Self::State) -> Seat;
    /// The name of whoever's turn it is: that of the seat, or of an automaton that has none.
    fn turn_name(&self, state: &Self::State) -> &str {
        &self.spec().seat_names[usize::from(self.turn_seat(state))]
    }
    /// How many turns are completed; a game's last turn counts as completed.
    fn turn(&self, state: &Self::State) -> u32;
    /// How many stages are completed: between stages a position can be judged well, and playouts of a search are cut off
    /// there. Turns, unless a game has something better.
    fn stage(&self, state: &Self::State) -> u32 {
        self.turn(state)
    }
    /// Appends the legal actions, ascending; nothing if no seat is to act.
    fn actions(&self, state: &Self::State, out: &mut Actions);
    /// Appends the outcomes, ascending; nothing if chance is not to act.
    fn outcomes(&self, _state: &Self::State, _out: &mut Outcomes) {}
    /// Whether `event` can happen now; if not, the rule that forbids it.
    fn check(&self, state: &Self::State, event: Event) -> Result<(), Illegal>;
    /// Carries out an event that [`Game::check`] accepts or that comes from the lists above.
    fn step(&self, state: &mut Self::State, event: Event);

    /// `event` as `by` sees it happen.
    fn seen(&self, _state: &Self::State, event: Event, _by: Viewer) -> Event {
        event
    }
    /// Overwrites what `by` does not know.
    fn redact(&self, _state: &mut Self::State, _by: Viewer) {}
    /// A full state that fits the view, each equally likely.
    fn complete(&self, view: &View<Self::State>, _rng: &mut Rng) -> Self::State {
        *view.state()
    }

    /// The state without what can't change a result from here on, such as secrets that nobody can use any more:
    /// two states with equal essences are worth the same to every seat. It is compared and asked who knows it, never played on.
    fn essence(&self, state: &Self::State) -> Self::State {
        *state
    }
    /// Full states that fit the view, at least one for each [`Game::essence`] that does, each with a weight: how likely
    /// [`Game::complete`] gives such a one. `None` if there are more than `limit`, or if the game can't list them.
    fn deals(&self, view: &View<Self::State>, _limit: usize) -> Option<Vec<(Self::State, u64)>> {
        (!self.has_unknowns(view.state())).then(|| vec![(*view.state(), 1)])
    }

    /// The score of a seat so far, in the game's points.
    fn score(&self, state: &Self::State, seat: Seat) -> i32;
    /// What [`Game::score`] would be if the game ended now: the same, in games that score nothing at the
    /// end.
    fn prospect(&self, state: &Self::State, seat: Seat) -> i32 {
        self.score(state, seat)
    }
    /// What a seat may expect to have in the end, in points: an estimate for bots that look no further than
    /// their turn. In games that are won by what is on the board now, [`Game::prospect`].
    fn outlook(&self, state: &Self::State, seat: Seat) -> f64 {
        f64::from(self.prospect(state, seat))
    }
    /// By how much a seat is ahead of the best of its opponents in what it may expect.
    fn lead(&self, state: &Self::State, seat: Seat) -> f64 {
        let others = (0..self.spec().seats).filter(|other| *other != seat);
        let best_other = others.map(|other| self.outlook(state, other)).max_by(f64::total_cmp).unwrap_or(0.0);
        self.outlook(state, seat) - best_other
    }
    /// Whether a seat can't win any more while others play on.
    fn is_out(&self, _state: &Self::State, _seat: Seat) -> bool {
        false
    }
    /// Appends the loud actions, ascending: those after which the points ([`Game::prospect`]) of some seat may differ at
    /// the end of this turn from what they are now. None of them may be missing; quiet ones may be among them.
    /// For games with [`Game::WHOLE_TURNS`].
    fn loud_actions(&self, state: &Self::State, out: &mut Actions) {
        self.actions(state, out);
    }
    /// What a legal action gains at once, in points, roughly: searches look at the largest first.
    fn promise(&self, _state: &Self::State, _action: u16) -> i32 {
        0
    }
    /// How far a seat has come on its way, apart from points: larger is better. Searches that count in points choose
    /// by it between turns that win the same.
    fn progress(&self, _state: &Self::State, _seat: Seat) -> i32 {
        0
    }
    /// Whether counters (of turns, say) may end the game within so many turns and whatever loud turns can follow
    /// them.
    fn may_run_out(&self, _state: &Self::State, _turns: u32) -> bool {
        true
    }
    /// A hash of what matters where [`Game::may_run_out`] is false: the counters are left out. Unlike
    /// [`Game::hash`] it may change from version to version.
    fn gist(&self, state: &Self::State) -> u64 {
        self.hash(state)
    }
    /// What a seat may expect to have in the end, in points, where playouts of a search are cut off: at the beginning
    /// of a stage ([`Game::stage`]); for a sole player, by how much that is more than what it has to beat.
    /// [`Game::outlook`], unless a game knows better.
    fn forecast(&self, state: &Self::State, seat: Seat) -> f64 {
        self.outlook(state, seat)
    }
    /// The winners as a set of bits; empty while the game goes on, and never empty after it but for a
    /// sole player's loss. Several share the win.
    fn winners(&self, state: &Self::State) -> u8;
    /// Returns by seat, all 0 while the game goes on. A winner's share is 1 / number of winners, and
    /// the return (n * share - 1) / (n - 1): 1 for a sole win, -1 / (n - 1) for a loss, 0 for a draw
    /// of all. A sole player gets 1 for a win, -1 for a loss; a solo game
    /// that can be shared with its automatic opponent overrides this.
    fn returns(&self, state: &Self::State) -> Vec<f64> {
        let seats = self.spec().seats;
        let winners = self.winners(state);
        let share = 1.0 / f64::from(winners.count_ones().max(1));
        let n = f64::from(seats);
        (0..seats)
            .map(|seat| match (self.actor(state), winners >> seat & 1 == 1) {
                (Actor::Over, wins) if seats == 1 => {
                    if wins {
                        1.0
                    } else {
                        -1.0
                    }
                }
                (Actor::Over, wins) => (n * if wins { share } else { 0.0 } - 1.0) / (n - 1.0),
                _ => 0.0,
            })
            .collect()
    }
    /// Why the game is over, in words.
    fn ending(&self, state: &Self::State) -> Option<String>;
    /// A hash that depends on the state only, fixed for ever.
    fn hash(&self, state: &Self::State) -> u64;

    /// Fills the observation of `seat`; `out` has the length [`Spec::tensor_len`].
    fn encode(&self, view: &View<Self::State>, seat: Seat, out: &mut [f32]);
    /// A diagram in plain text.
    fn describe(&self, view: &View<Self::State>) -> String;
    /// What a drawing needs to know beside the dict form.
    fn layout(&self, view: &View<Self::State>) -> Value;
    /// Figures about a position for people who study it; `what` is one of [`Spec::analyses`].
    fn analyse(&self, _view: &View<Self::State>, _what: &str) -> Option<Value> {
        None
    }
    /// The dict form of a state: an object that holds `"game"`: [`Spec::name`], `"format"`: 1 and `"options"`:
    /// [`Game::options`] beside the position, so that it can be read back; not `"viewer"`, which is added where it leaves
    /// ([`AnyState::to_json`](crate::erased::AnyState::to_json)).
    fn to_json(&self, view: &View<Self::State>) -> Value;
    /// The state of a dict form that [`Game::to_json`] gives (whose game and options are those of this game already); the
    /// error lists every reason why there is none.
    fn from_json(&self, value: &Value) -> Result<Self::State, SetupError>;
    /// Whether anything in a state is unknown, so that it can only be somebody's view.
    fn has_unknowns(&self, _state: &Self::State) -> bool {
        false
    }
    /// The dict form of an event.
    fn event_to_json(&self, state: &Self::State, event: Event) -> Value;
    /// The event of a dict form.
    fn event_from_json(&self, state: &Self::State, value: &Value) -> Result<Event, PlayError>;
    /// The notation of an event, without white space and braces. Followed by [`Spec::separator`] and
    /// another event's text, [`Game::parse_event`] must read just this one.
    fn event_text(&self, state: &Self::State, event: Event) -> String;
    /// Reads one legal event from the start of `text`; also gives the number of bytes read.
    fn parse_event(&self, state: &Self::State, text: &str) -> Result<(Event, usize), PlayError>;

    /// What a legal event does and the rule that allows it, in words for a player.
    fn reason(&self, state: &Self::State, event: Event) -> String;

    /// Why `text` can't follow `event`, after which the turn has ended by itself: the rule that would have
    /// forbidden it in this turn. `None` where a turn ends only as its player says.
    fn why_turn_ended(&self, _before: &Self::State, _event: Event, _text: &str) -> Option<Illegal> {
        None
    }

    /// A legal action, each equally likely, without listing them where the game knows how.
    fn sample_action(&self, state: &Self::State, rng: &mut Rng, scratch: &mut Actions) -> u16 {
        scratch.clear();
        self.actions(state, scratch);
        scratch[rng.below(scratch.len() as u64) as usize]
    }

    /// An outcome of chance, drawn by its weight, without listing them where the game knows how.
    fn sample_outcome(&self, state: &Self::State, rng: &mut Rng, scratch: &mut Outcomes) -> u16 {
        scratch.clear();
        self.outcomes(state, scratch);
        scratch[rng.weighted(scratch.iter().map(|(_, weight)| *weight))].0
    }

    /// Carries out a random event: an action of [`Game::sample_action`], or an outcome of
    /// [`Game::sample_outcome`]; `false` in a finished game, where nothing
    /// happens. A game that overrides this to save time draws the same.
    #[inline]
    fn step_randomly(&self, state: &mut Self::State, rng: &mut Rng, scratch: &mut Scratch) -> bool {
        let event = match self.actor(state) {
            Actor::Over => return false,
            Actor::Seat(_) => Event::Act(self.sample_action(state, rng, &mut scratch.actions)),
            Actor::Chance => Event::Chance(self.sample_outcome(state, rng, &mut scratch.outcomes)),
        };
        self.step(state, event);
        true
    }

    /// How many symmetries the game has, the identity (number 0) included; `k` in the methods below is less.
    fn symmetries(&self) -> usize {
        1
    }
    /// The mirror image of a state under symmetry `k`.
    fn mirror(&self, _k: usize, state: &Self::State) -> Self::State {
        *state
    }
    /// The event that corresponds to `event` in the mirror image of `state`.
    fn mirror_event(&self, _k: usize, _state: &Self::State, event: Event) -> Event {
        event
    }
    /// The seat that corresponds to `seat`.
    fn mirror_seat(&self, _k: usize, seat: Seat) -> Seat {
        seat
    }
    /// Where each value of the observation tensor of `state` stands in that of its mirror image.
    fn mirror_tensor(&self, _k: usize, _state: &Self::State) -> Vec<usize> {
        (0..self.spec().tensor_len()).collect()
    }
}

/// The least and the most that [`Game::returns`] gives with so many seats: for a loss, and for a sole win.
pub(crate) fn return_range(seats: Seat) -> (f64, f64) {
    (-1.0 / f64::from(seats.max(2) - 1), 1.0)
}

/// A closure that long computations call again and again, with the work done so far: tree searches every 16 simulations,
/// the others every few hundred or thousand steps. It carries limits, progress and interruption: an error ends the
/// computation. It should be quick, such as a look at a clock.
pub type Poll<'a> = dyn FnMut(u64) -> Result<(), Halt> + 'a;

/// A poll that never stops.
pub fn never(_: u64) -> Result<(), Halt> {
    Ok(())
}

/// How many steps pass between two calls of a poll.
pub(crate) const POLL_EVERY: u64 = 4096;

/// A whole turn: its events, and the state after them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn<S> {
    /// The events in order.
    pub events: Vec<Event>,
    /// The state after the last one.
    pub end: S,
}

/// At most so many turns are listed ([`Halt::TooMany`] beyond it).
pub const MAX_TURNS: usize = 100_000;

/// Every way in which the seat to act can go on until its turn ends, or until somebody else or
/// chance is to act, in ascending order of action ids. Two turns with the same end but other paths
/// are different turns.
pub fn turns<G: Game>(game: &G, state: &G::State, poll: &mut Poll) -> Result<Vec<Turn<G::State>>, Halt> {
    let mut found = Vec::new();
    for_each_turn(game, state, poll, &mut |events, end| {
        if found.len() == MAX_TURNS {
            return Err(Halt::TooMany(MAX_TURNS));
        }
        found.push(Turn { events: events.to_vec(), end: *end });
        Ok(())
    })?;
    Ok(found)
}

/// What [`for_each_turn`] calls with the events of a turn and the state after it.
pub type EachTurn<'a, S> = dyn FnMut(&[Event], &S) -> Result<(), Halt> + 'a;

/// Calls `each` for every turn that [`turns`] would list, however many there are.
pub fn for_each_turn<G: Game>(
    game: &G,
    state: &G::State,
    poll: &mut Poll,
    each: &mut EachTurn<G::State>,
) -> Result<(), Halt> {
    let (actor, turn) = (game.actor(state), game.turn(state));
    let mut search = TurnSearch { game, actor, turn, path: Vec::new(), actions: Vec::new(), steps: 0 };
    search.extend(state, poll, each)
}

struct TurnSearch<'a, G: Game> {
    game: &'a G,
    actor: Actor,
    turn: u32,
    path: Vec<Event>,
    actions: Actions,
    steps: u64,
}

impl<G: Game> TurnSearch<'_, G> {
    fn extend(
        &mut self,
        state: &G::State,
        poll: &mut Poll,
        each: &mut EachTurn<G::State>,
    ) -> Result<(), Halt> {
        let first = self.actions.len();
        self.game.actions(state, &mut self.actions);
        for index in first..self.actions.len() {
            self.steps += 1;
            if self.steps.is_multiple_of(POLL_EVERY / 8) {
                poll(self.steps)?;
            }
            let event = Event::Act(self.actions[index]);
            let mut next = *state;
            self.game.step(&mut next, event);
            self.path.push(event);
            if self.game.turn(&next) != self.turn || self.game.actor(&next) != self.actor {
                each(&self.path, &next)?;
            } else {
                self.extend(&next, poll, each)?;
            }
            self.path.pop();
        }
        self.actions.truncate(first);
        Ok(())
    }
}

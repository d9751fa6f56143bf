//! The laws of the contract, checked on every position that random games meet. Any game can be put
//! to the test: [`check`] for your own [`Game`], [`check_named`] for the shipped ones.

mod records;

use std::collections::HashSet;

use serde_json::Value;
use thiserror::Error;

use crate::erased::{self, Visitor, with_game};
use crate::error::{Error, Halt, SetupError};
use crate::game::{
    Actions, Actor, Event, Game, Outcomes, Poll, Scratch, UNKNOWN, View, Viewer, never, turns,
};
use crate::perft::perft;
use crate::rng::Rng;
pub use records::check_records;

/// A law that does not hold, where, and what was found.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the law of {law} does not hold: {detail}, in game {game} after {events} events, at {state}")]
pub struct Breach {
    /// The law's name.
    pub law: &'static str,
    /// What was found.
    pub detail: String,
    /// The game, counted from 0.
    pub game: u64,
    /// How many events it had.
    pub events: u64,
    /// The dict form of the state.
    pub state: String,
}

/// Why a check ended early.
#[derive(Debug, Error)]
pub enum CheckError {
    /// A law does not hold.
    #[error(transparent)]
    Breach(#[from] Box<Breach>),
    /// The check was stopped.
    #[error(transparent)]
    Halt(#[from] Halt),
    /// There is no such game.
    #[error(transparent)]
    Start(#[from] Error),
}

impl From<SetupError> for CheckError {
    fn from(error: SetupError) -> Self {
        CheckError::Start(error.into())
    }
}

/// What was checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Games played to their end.
    pub games: u64,
    /// Events played.
    pub events: u64,
    /// Positions at which every law was checked.
    pub positions: u64,
}

/// In long games the costly laws look at every n-th position only, so that a game costs at most about
/// this many full checks.
const FULL_CHECKS: u64 = 60;

/// Plays `games` random games of a shipped game and checks every law.
///
/// # Errors
/// The first law that does not hold.
pub fn check_named(
    name: &str,
    options: &Value,
    games: u64,
    seed: u64,
    poll: &mut Poll,
) -> Result<Report, CheckError> {
    struct Check<'a, 'p>(u64, u64, &'a mut Poll<'p>);
    impl Visitor for Check<'_, '_> {
        type Result = Result<Report, CheckError>;
        fn visit<G: Game>(self, game: G) -> Self::Result {
            check(&game, self.0, self.1, self.2)
        }
    }
    with_game(name, options, Check(games, seed, poll))?
}

/// Plays `games` random games and checks every law on the positions met.
///
/// # Errors
/// The first law that does not hold.
///
/// ```
/// use boardwright::{fixture::Fixture, game::never, laws::check};
/// let game = Fixture::new(&serde_json::json!({"players": 3})).unwrap();
/// assert_eq!(check(&game, 5, 1, &mut never).unwrap().games, 5);
/// ```
pub fn check<G: Game>(game: &G, games: u64, seed: u64, poll: &mut Poll) -> Result<Report, CheckError> {
    check_from(game, &game.start(), games, seed, poll)
}

/// [`check`] for games that begin at some position.
///
/// # Errors
/// The first law that does not hold.
pub fn check_from<G: Game>(
    game: &G,
    start: &G::State,
    games: u64,
    seed: u64,
    poll: &mut Poll,
) -> Result<Report, CheckError> {
    let root = Rng::new(seed);
    let mut report = Report::default();
    let mut spacing = 1;
    for number in 0..games {
        let mut walk = Walk { game, state: *start, rng: root.split(number), number, events: 0 };
        let views = walk.viewers().map(|viewer| View::of(game, &walk.state, viewer)).collect();
        walk.play(views, spacing, &mut report, poll)?;
        // The length of the last game says how dense the next one is checked.
        spacing = (walk.events / FULL_CHECKS).max(1);
        report.games += 1;
    }
    Ok(report)
}

struct Walk<'a, G: Game> {
    game: &'a G,
    state: G::State,
    rng: Rng,
    number: u64,
    events: u64,
}

type Checked = Result<(), CheckError>;

impl<G: Game> Walk<'_, G> {
    fn viewers(&self) -> impl Iterator<Item = Viewer> + use<G> {
        let seats = (0..self.game.spec().seats).map(Viewer::Seat);
        seats.chain([Viewer::Spectator, Viewer::Everything])
    }

    fn hold(&self, law: &'static str, holds: bool, detail: impl FnOnce() -> String) -> Checked {
        if holds {
            return Ok(());
        }
        let view = View::of(self.game, &self.state, Viewer::Everything);
        let state = self.game.to_json(&view).to_string();
        let breach = Breach { law, detail: detail(), game: self.number, events: self.events, state };
        Err(Box::new(breach).into())
    }

    fn play(
        &mut self,
        mut views: Vec<View<G::State>>,
        spacing: u64,
        report: &mut Report,
        poll: &mut Poll,
    ) -> Checked {
        let game = self.game;
        let mut scratch = Vec::new();
        loop {
            let over = game.actor(&self.state) == Actor::Over;
            if self.events.is_multiple_of(spacing) || over {
                self.full_check()?;
                report.positions += 1;
            }
            self.light_check()?;
            if over {
                return Ok(());
            }
            poll(report.events)?;
            let event = self.next_event(&mut scratch)?;
            let before = self.state;
            for view in &mut views {
                let seen = game.seen(&before, event, view.viewer());
                self.hold("views take seen events", game.check(view.state(), seen).is_ok(), || {
                    format!("{:?} can't take {seen:?}", view.viewer())
                })?;
                view.step(game, seen);
            }
            game.step(&mut self.state, event);
            self.events += 1;
            report.events += 1;
            for view in &views {
                let fresh = View::of(game, &self.state, view.viewer());
                self.hold("stepped views equal fresh views", *view == fresh, || {
                    format!(
                        "{:?} after {event:?}: {:?}, fresh {:?}",
                        view.viewer(),
                        view.state(),
                        fresh.state()
                    )
                })?;
            }
            let within = self.events <= game.spec().max_events;
            self.hold("the bound on events", within, || "more events than max_events".to_owned())?;
        }
    }

    /// The next event: mostly actions and chance, now and then the referee's.
    fn next_event(&mut self, scratch: &mut Actions) -> Result<Event, CheckError> {
        let game = self.game;
        let referee = game.spec().referee.len() as u64;
        if referee > 0 && self.rng.below(50) == 0 {
            let event = Event::Referee(self.rng.below(referee) as u16);
            if game.check(&self.state, event).is_ok() {
                return Ok(event);
            }
        }
        if game.actor(&self.state) == Actor::Chance {
            let id = game.sample_outcome(&self.state, &mut self.rng, &mut Vec::new());
            let event = Event::Chance(id);
            self.hold("drawn outcomes are possible", game.check(&self.state, event).is_ok(), || {
                format!("outcome {id}")
            })?;
            return Ok(event);
        }
        let id = game.sample_action(&self.state, &mut self.rng, scratch);
        let event = Event::Act(id);
        self.hold("sampled actions are legal", game.check(&self.state, event).is_ok(), || {
            format!("action {id}")
        })?;
        Ok(event)
    }

    /// Laws that cost little.
    fn light_check(&self) -> Checked {
        let (game, state, spec) = (self.game, &self.state, self.game.spec());
        let (mut actions, mut outcomes) = (Actions::new(), Outcomes::new());
        game.actions(state, &mut actions);
        game.outcomes(state, &mut outcomes);
        let (acts, chances) = match game.actor(state) {
            Actor::Seat(seat) => (seat < spec.seats, false),
            Actor::Chance => (false, true),
            Actor::Over => (false, false),
        };
        let lists = actions.is_empty() != acts && outcomes.is_empty() != chances;
        self.hold("lists are empty iff nobody needs them", lists, || {
            format!("{:?}, {} actions, {} outcomes", game.actor(state), actions.len(), outcomes.len())
        })?;
        let rising = actions.windows(2).all(|pair| pair[0] < pair[1])
            && outcomes.windows(2).all(|pair| pair[0].0 < pair[1].0)
            && actions.last().is_none_or(|id| *id < spec.actions)
            && outcomes.last().is_none_or(|(id, _)| *id < spec.chances);
        self.hold("ids ascend within their range", rising, || format!("{actions:?} {outcomes:?}"))?;
        let weighed = outcomes.iter().all(|(_, weight)| *weight > 0);
        self.hold("weights are above 0", weighed, || format!("{outcomes:?}"))?;
        if G::WHOLE_TURNS {
            let alone = match game.actor(state) {
                Actor::Seat(seat) => seat == game.turn_seat(state),
                Actor::Chance => false,
                Actor::Over => true,
            };
            self.hold("in whole turns nobody else acts", alone, || format!("{:?}", game.actor(state)))?;
        }
        let over = game.actor(state) == Actor::Over;
        let winners = game.winners(state);
        let won = !over || winners != 0 || spec.seats == 1;
        self.hold("a finished game has a winner", won, String::new)?;
        let ended = game.ending(state).is_some() == over && (over || winners == 0);
        self.hold("only a finished game has an ending", ended, || format!("winners {winners:b}"))?;
        let final_scores =
            !over || (0..spec.seats).all(|seat| game.prospect(state, seat) == game.score(state, seat));
        self.hold("a finished game has no other prospect than its scores", final_scores, String::new)?;
        let returns = game.returns(state);
        let (low, high) = spec.return_range;
        let inside = returns.iter().all(|value| (low - 1e-9..=high + 1e-9).contains(value))
            && spec.return_sum.is_none_or(|sum| (returns.iter().sum::<f64>() - sum).abs() < 1e-9);
        self.hold("returns keep their range and sum", inside, || format!("{returns:?}"))
    }

    /// Every other law.
    fn full_check(&mut self) -> Checked {
        self.check_legality()?;
        self.check_random_steps()?;
        self.check_texts()?;
        self.check_round_trips()?;
        self.check_views()?;
        self.check_symmetries()?;
        self.check_turns()
    }

    fn check_legality(&self) -> Checked {
        let (game, state, spec) = (self.game, &self.state, self.game.spec());
        let mut actions = Actions::new();
        game.actions(state, &mut actions);
        for id in (0..spec.actions).chain([spec.actions, UNKNOWN - 1]) {
            let listed = actions.binary_search(&id).is_ok();
            let legal = game.check(state, Event::Act(id));
            self.hold("legal iff listed", listed == legal.is_ok(), || format!("action {id}: {legal:?}"))?;
        }
        let mut outcomes = Outcomes::new();
        game.outcomes(state, &mut outcomes);
        for id in 0..=spec.chances {
            let listed = outcomes.iter().any(|(outcome, _)| *outcome == id);
            let legal = game.check(state, Event::Chance(id));
            self.hold("possible iff listed", listed == legal.is_ok(), || format!("outcome {id}: {legal:?}"))?;
        }
        Ok(())
    }

    fn check_random_steps(&self) -> Checked {
        let game = self.game;
        let (mut stepped, mut rng) = (self.state, self.rng.clone());
        let goes_on = game.step_randomly(&mut stepped, &mut rng, &mut Scratch::default());
        let (mut sampled, mut same) = (self.state, self.rng.clone());
        let event = match game.actor(&sampled) {
            Actor::Over => None,
            Actor::Seat(_) => Some(Event::Act(game.sample_action(&sampled, &mut same, &mut Vec::new()))),
            Actor::Chance => Some(Event::Chance(game.sample_outcome(&sampled, &mut same, &mut Vec::new()))),
        };
        if let Some(event) = event {
            game.step(&mut sampled, event);
        }
        let alike = goes_on == event.is_some() && stepped == sampled && rng == same;
        self.hold("random steps are what is sampled", alike, || format!("{event:?}"))
    }

    /// Every event that can happen now.
    fn possible(&self) -> Vec<Event> {
        let (mut actions, mut outcomes) = (Actions::new(), Outcomes::new());
        self.game.actions(&self.state, &mut actions);
        self.game.outcomes(&self.state, &mut outcomes);
        let acts = actions.into_iter().map(Event::Act);
        let chances = outcomes.into_iter().map(|(id, _)| Event::Chance(id));
        let referee = (0..self.game.spec().referee.len() as u16).map(Event::Referee);
        let referee = referee.filter(|event| self.game.check(&self.state, *event).is_ok());
        acts.chain(chances).chain(referee).collect()
    }

    fn check_texts(&self) -> Checked {
        let (game, state) = (self.game, &self.state);
        let mut texts = HashSet::new();
        for event in self.possible() {
            let text = game.event_text(state, event);
            let plain = !text.is_empty() && !text.contains(|c: char| c.is_whitespace() || "{}".contains(c));
            self.hold("notation has no white space or braces", plain, || format!("{text:?}"))?;
            let back = game.parse_event(state, &text);
            self.hold("notation round trip", back == Ok((event, text.len())), || {
                format!("{event:?} is {text:?} is {back:?}")
            })?;
            let value = game.event_to_json(state, event);
            let back = game.event_from_json(state, &value);
            self.hold("dict round trip of events", back == Ok(event), || format!("{value} is {back:?}"))?;
            self.hold("one text, one event", texts.insert(text.clone()), || text)?;
        }
        Ok(())
    }

    fn check_round_trips(&self) -> Checked {
        let (game, state, spec) = (self.game, &self.state, self.game.spec());
        let view = View::of(game, state, Viewer::Everything);
        self.hold("who sees all sees the state", view.state() == state, String::new)?;
        let value = game.to_json(&view);
        let named = value["game"] == spec.name && value["format"] == 1 && value["options"] == *game.options();
        self.hold(
            "dict forms name game, format and options",
            named && value.get("viewer").is_none(),
            || format!("must hold \"game\": {:?}, \"format\": 1, \"options\": {}", spec.name, game.options()),
        )?;
        let back = game.from_json(&value);
        self.hold("dict round trip of states", back.as_ref() == Ok(state), || format!("{back:?}"))?;
        let same = back.is_ok_and(|back| game.hash(&back) == game.hash(state));
        self.hold("equal states have equal hashes", same, String::new)?;
        let erased = erased::from_json(&value);
        // A game of one's own has no name there; `check_records` looks at its erased face.
        if let Ok(erased) = erased {
            let alike = erased.actor() == game.actor(state)
                && erased.hash() == game.hash(state)
                && erased.describe() == game.describe(&view)
                && erased.returns() == game.returns(state);
            self.hold("the erased face equals the game", alike, || erased.describe())?;
        }
        let mut tensor = vec![f32::NAN; spec.tensor_len()];
        for seat in 0..spec.seats {
            let view = View::of(game, state, Viewer::Seat(seat));
            game.encode(&view, seat, &mut tensor);
            let filled = tensor.iter().all(|value| value.is_finite());
            self.hold("tensors are filled", filled, || format!("seat {seat}"))?;
        }
        Ok(())
    }

    fn check_views(&mut self) -> Checked {
        let (game, state, spec) = (self.game, self.state, self.game.spec());
        for viewer in self.viewers() {
            let view = View::of(game, &state, viewer);
            let full = game.complete(&view, &mut self.rng);
            let again = View::of(game, &full, viewer);
            self.hold("a completion fits its view", again == view, || format!("{viewer:?}: {full:?}"))?;
            let same = |a: &G::State, b: &G::State| {
                game.actor(a) == game.actor(b)
                    && game.turn_seat(a) == game.turn_seat(b)
                    && game.turn(a) == game.turn(b)
            };
            let public = same(&state, view.state()) && same(&state, &full);
            self.hold("whose decision it is depends on what is public", public, || format!("{viewer:?}"))?;
            if let (Viewer::Seat(seat), Actor::Seat(actor)) = (viewer, game.actor(&state))
                && seat == actor
            {
                let [mut own, mut seen, mut other] = [Actions::new(), Actions::new(), Actions::new()];
                game.actions(&state, &mut own);
                game.actions(view.state(), &mut seen);
                game.actions(&full, &mut other);
                self.hold("a seat knows its actions", own == seen && own == other, || {
                    format!("{own:?} {seen:?} {other:?}")
                })?;
            }
            let result = |state: &G::State| (game.winners(state), game.ending(state), game.returns(state));
            self.hold("results are public", result(&state) == result(view.state()), || {
                format!("{viewer:?}")
            })?;
            let back = game.from_json(&game.to_json(&view));
            self.hold("dict round trip of views", back.as_ref() == Ok(view.state()), || {
                format!("{viewer:?}: {back:?}")
            })?;
            self.check_lists_of_view(&view)?;
            let figures =
                |view| spec.analyses.iter().map(|what| game.analyse(view, what)).collect::<Vec<_>>();
            let known = figures(&view);
            self.hold(
                "figures are what was promised, and public",
                known.iter().all(Option::is_some),
                String::new,
            )?;
            self.hold("equal views have equal figures", known == figures(&again), || format!("{viewer:?}"))?;
            // Texts and tensors take views, so they can differ only if the views do.
            let length = spec.tensor_len();
            let (mut a, mut b) = (vec![0.0; length], vec![0.0; length]);
            let seat = if let Viewer::Seat(seat) = viewer { seat } else { 0 };
            game.encode(&view, seat, &mut a);
            game.encode(&again, seat, &mut b);
            let texts =
                game.describe(&view) == game.describe(&again) && game.to_json(&view) == game.to_json(&again);
            self.hold("equal views look equal", a == b && texts, || format!("{viewer:?}"))?;
        }
        Ok(())
    }

    /// What a view says can happen must hold what happens, as it is seen.
    fn check_lists_of_view(&self, view: &View<G::State>) -> Checked {
        let game = self.game;
        let (mut actions, mut outcomes) = (Actions::new(), Outcomes::new());
        game.actions(view.state(), &mut actions);
        game.outcomes(view.state(), &mut outcomes);
        for event in self.possible() {
            let seen = game.seen(&self.state, event, view.viewer());
            let listed = match event {
                Event::Act(id) => actions.binary_search(&id).is_ok(),
                Event::Chance(id) => outcomes.iter().any(|(other, _)| *other == id),
                Event::Referee(_) => true,
            };
            let legal = game.check(view.state(), seen).is_ok();
            let again = game.seen(view.state(), seen, view.viewer()) == seen;
            self.hold("views list what can happen", listed && legal && again, || {
                format!("{:?}: {event:?} seen as {seen:?}", view.viewer())
            })?;
            let text = game.event_text(view.state(), seen);
            let back = game.parse_event(view.state(), &text);
            self.hold("notation round trip on views", back == Ok((seen, text.len())), || {
                format!("{:?}: {text:?} is {back:?}", view.viewer())
            })?;
        }
        Ok(())
    }

    fn check_symmetries(&self) -> Checked {
        let (game, state) = (self.game, &self.state);
        for k in 0..game.symmetries() {
            let image = game.mirror(k, state);
            self.hold("symmetry 0 is the identity", k > 0 || image == *state, String::new)?;
            for event in self.possible() {
                let mapped = game.mirror_event(k, state, event);
                let (mut one, mut two) = (*state, image);
                let legal = game.check(&two, mapped).is_ok();
                self.hold("symmetries keep legality", legal, || format!("{k}: {event:?} {mapped:?}"))?;
                game.step(&mut one, event);
                game.step(&mut two, mapped);
                self.hold("symmetries commute with steps", game.mirror(k, &one) == two, || {
                    format!("{k}: {event:?} {mapped:?}")
                })?;
            }
            let length = game.spec().tensor_len();
            let places = game.mirror_tensor(k, state);
            for seat in 0..game.spec().seats {
                let (mut a, mut b) = (vec![0.0; length], vec![0.0; length]);
                let image_seat = game.mirror_seat(k, seat);
                game.encode(&View::of(game, state, Viewer::Seat(seat)), seat, &mut a);
                game.encode(&View::of(game, &image, Viewer::Seat(image_seat)), image_seat, &mut b);
                let equal = (0..length).all(|at| a[at].to_bits() == b[places[at]].to_bits());
                self.hold("symmetric positions have symmetric tensors", equal, || format!("{k}, {seat}"))?;
            }
        }
        Ok(())
    }

    fn check_turns(&self) -> Checked {
        let (game, state) = (self.game, &self.state);
        if !G::WHOLE_TURNS {
            return Ok(());
        }
        let found = turns(game, state, &mut never)?;
        let count = perft(game, state, 1, &mut never)?;
        self.hold("perft(1) is the number of whole turns", count == found.len() as u64, || {
            format!("{count}, {}", found.len())
        })?;
        let paths: HashSet<_> = found.iter().map(|turn| &turn.events).collect();
        self.hold("turns differ", paths.len() == found.len(), String::new)?;
        let points = |state: &G::State| -> Vec<i32> {
            (0..game.spec().seats).map(|seat| game.prospect(state, seat)).collect()
        };
        let may_run_out = game.may_run_out(state, 1);
        for turn in &found {
            let same = points(state) == points(&turn.end);
            let goes_on = game.actor(&turn.end) != Actor::Over || !same || may_run_out;
            self.hold("only counters end a game in a quiet turn", goes_on, || format!("{:?}", turn.events))?;
            let mut end = *state;
            for event in &turn.events {
                let mut loud = Actions::new();
                game.loud_actions(&end, &mut loud);
                let rising = loud.windows(2).all(|pair| pair[0] < pair[1])
                    && loud.iter().all(|id| game.check(&end, Event::Act(*id)).is_ok());
                self.hold("loud actions are legal and ascend", rising, || format!("{loud:?}"))?;
                let known = loud.contains(&event.id()) || points(&end) == points(&turn.end);
                self.hold("points change after loud actions only", known, || {
                    format!("{event:?} in {:?}, not in {loud:?}", turn.events)
                })?;
                let legal = game.check(&end, *event).is_ok();
                self.hold("turns are made of legal actions", legal, || format!("{:?}", turn.events))?;
                game.step(&mut end, *event);
            }
            self.hold("turns end where they say", end == turn.end, || format!("{:?}", turn.events))?;
        }
        Ok(())
    }
}

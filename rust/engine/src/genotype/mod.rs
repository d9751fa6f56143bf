//! Genotype: Mendelian genetics. Players place workers, set parents, roll and draft dice, and validate the
//! traits of their pea plants; alone, against Brother Johann.

pub mod actions;
mod analysis;
mod automa;
mod breeding;
mod cards;
mod decks;
mod diagram;
mod dice;
mod essence;
mod explain;
mod flow;
mod forecast;
mod forms;
pub mod genetics;
mod layout;
mod notation;
mod outlook;
mod phase;
pub mod pieces;
mod position;
mod rounds;
mod setup;
mod state;
mod tensor;
mod turns;
mod upgrading;
mod validate;
mod views;
mod words;
mod working;

use serde_json::Value;

use self::cards::Cards;
use self::phase::Phase;
use self::setup::Rules;
pub use self::state::State;
use crate::error::{Illegal, PlayError, SetupError};
use crate::game::{Actions, Actor, Event, Game, Outcomes, Seat, Spec, View, Viewer, return_range};
use crate::rng::Rng;

/// No game has more events, by far. A working turn places one of at most 5 markers of 5 players in 5 rounds, and brings at
/// most two tools: 125 turns, 255 tools. A tool takes at most 12 events (a Seed Bag: the card, 5 draws, 3 discards, and 2 plants sown), a turn at most 46 beside its tools, the 20 dice of a round at most 5 each, its picks that pass and Franz
/// at most 10 a player; upgrades 33 in all, each with a plant for Eduard, and 5 that pass a round; a deal 13 cards. Johann draws at
/// most two rounds of his nine cards for each card he needs, at most 5 turns with 2, 16 shifts and 3 upgrades with 2 a round.
const MAX_EVENTS: u64 = 125 * 46 + 255 * 12 + 5 * (100 + 50 + 25 + 13) + 33 * 3 + 40 + 5 * 18 * (10 + 16 + 6);

/// Genotype with data and options.
#[derive(Clone, Debug)]
pub struct Genotype {
    cards: Cards,
    rules: Rules,
    /// Slots of the display for plants, and for tools (T10).
    slots: u8,
    start: State,
    options: Value,
    spec: Spec,
}

impl Genotype {
    /// The game with these options (a JSON object; what is missing takes its default).
    ///
    /// # Errors
    /// Everything that is wrong with options or data, at once.
    ///
    /// ```
    /// use boardwright::genotype::Genotype;
    /// assert!(Genotype::new(&serde_json::json!({"players": 1, "difficulty": "hard"})).is_ok());
    /// let error = Genotype::new(&serde_json::json!({"players": 3, "johann": "may"})).unwrap_err();
    /// assert_eq!(error.problems[0].rule, Some("T66"));
    /// ```
    pub fn new(options: &Value) -> Result<Self, SetupError> {
        let (cards, rules, options) = setup::read_options(options)?;
        let slots = match rules.players {
            1 | 2 => 3,
            3 => 4,
            _ => 5,
        };
        let seats = rules.players;
        let spec = Spec {
            name: "genotype",
            title: "Genotype",
            rules_version: 1,
            seats,
            seat_names: (1..=seats).map(|number| format!("Scientist {number}")).collect(),
            actions: actions::ACTIONS,
            chances: actions::chance::COUNT,
            referee: &[],
            max_events: MAX_EVENTS,
            return_range: return_range(seats),
            return_sum: if seats == 1 { None } else { Some(0.0) },
            tensor: tensor::parts(seats),
            separator: " ",
            analyses: &analysis::NAMES,
            assumed: cards.assumed.clone(),
            fingerprint: cards.fingerprint,
        };
        let mut game = Genotype { cards, rules, slots, start: State::blank(), options, spec };
        game.start = game.first_state();
        Ok(game)
    }
}

impl Game for Genotype {
    type State = State;

    const CUT: Option<u32> = Some(1);
    const EXPLORATION: f64 = 1.4;
    const WIDENING: f64 = 2.0;

    fn spec(&self) -> &Spec {
        &self.spec
    }

    fn options(&self) -> &Value {
        &self.options
    }

    fn start(&self) -> State {
        self.start
    }

    #[inline]
    fn actor(&self, state: &State) -> Actor {
        self.who_acts(state)
    }

    /// Johann's turns count as those of his opponent: he has no seat.
    #[inline]
    fn turn_seat(&self, state: &State) -> Seat {
        if self.is_johann(state.mover) { 0 } else { state.mover }
    }

    fn turn_name(&self, state: &State) -> &str {
        self.name_of(state.mover)
    }

    #[inline]
    fn turn(&self, state: &State) -> u32 {
        u32::from(state.turns)
    }

    /// Rounds: between them nothing is left half done.
    #[inline]
    fn stage(&self, state: &State) -> u32 {
        u32::from(state.round)
    }

    #[inline]
    fn actions(&self, state: &State, out: &mut Actions) {
        self.list(state, out);
    }

    #[inline]
    fn outcomes(&self, state: &State, out: &mut Outcomes) {
        self.list_outcomes(state, out);
    }

    #[inline]
    fn sample_outcome(&self, state: &State, rng: &mut Rng, _scratch: &mut Outcomes) -> u16 {
        self.sample_chance(state, rng)
    }

    fn check(&self, state: &State, event: Event) -> Result<(), Illegal> {
        self.check_event(state, event)
    }

    #[inline]
    fn step(&self, state: &mut State, event: Event) {
        match event {
            Event::Act(id) => self.act(state, id),
            Event::Chance(id) => self.happen(state, id),
            Event::Referee(_) => {}
        }
        state.tidy();
    }

    fn seen(&self, state: &State, event: Event, by: Viewer) -> Event {
        self.seen_event(state, event, by)
    }

    fn redact(&self, state: &mut State, by: Viewer) {
        self.redact_state(state, by);
    }

    fn complete(&self, view: &View<State>, rng: &mut Rng) -> State {
        self.complete_state(view.state(), rng)
    }

    fn essence(&self, state: &State) -> State {
        self.essence_of(state)
    }

    fn deals(&self, view: &View<State>, limit: usize) -> Option<Vec<(State, u64)>> {
        self.deals_of(view.state(), limit)
    }

    fn score(&self, state: &State, seat: Seat) -> i32 {
        self.points(state, seat)
    }

    fn outlook(&self, state: &State, seat: Seat) -> f64 {
        self.expected_points(state, seat)
    }

    fn forecast(&self, state: &State, seat: Seat) -> f64 {
        self.forecast_lead(state, seat)
    }

    fn winners(&self, state: &State) -> u8 {
        if state.phase == Phase::Over { self.leaders(state) } else { 0 }
    }

    /// With Johann a tie is shared: 0 (T52, T66).
    fn returns(&self, state: &State) -> Vec<f64> {
        self.final_returns(state)
    }

    fn ending(&self, state: &State) -> Option<String> {
        (state.phase == Phase::Over).then(|| self.ending_text(state))
    }

    fn hash(&self, state: &State) -> u64 {
        state.hash()
    }

    fn encode(&self, view: &View<State>, seat: Seat, out: &mut [f32]) {
        self.fill_tensor(view.state(), seat, out);
    }

    fn describe(&self, view: &View<State>) -> String {
        self.diagram(view.state())
    }

    fn layout(&self, view: &View<State>) -> Value {
        self.layout_json(view.state())
    }

    fn analyse(&self, view: &View<State>, what: &str) -> Option<Value> {
        self.analysis(view.state(), what)
    }

    fn to_json(&self, view: &View<State>) -> Value {
        self.state_json(view.state())
    }

    fn from_json(&self, value: &Value) -> Result<State, SetupError> {
        self.read_state(value)
    }

    fn has_unknowns(&self, state: &State) -> bool {
        views::has_unknowns(state)
    }

    fn event_to_json(&self, state: &State, event: Event) -> Value {
        self.deed_json(state, event)
    }

    fn event_from_json(&self, state: &State, value: &Value) -> Result<Event, PlayError> {
        self.read_deed(state, value)
    }

    fn event_text(&self, state: &State, event: Event) -> String {
        self.write(state, event)
    }

    fn parse_event(&self, state: &State, text: &str) -> Result<(Event, usize), PlayError> {
        self.read(state, text)
    }

    fn reason(&self, state: &State, event: Event) -> String {
        self.why(state, event)
    }

    fn why_turn_ended(&self, before: &State, event: Event, text: &str) -> Option<Illegal> {
        self.why_no_more(before, event, text)
    }
}

//! Microworld: two players fill a round board of tissues; what one places says where the other may.
//!
//! Rule ids (M..) are explained on the rules page of the documentation. The files: `pieces` (kinds, genes,
//! mutations, targets), `element` (shapes as data), `graph` (boards as plain graphs) and `board` (their tables), `setup` (options, scenarios) and
//! `position` (positions from dicts), `state`, `actions` (what is possible), `powers` (genes and
//! mutations), `turns` (what an event leads to), `scoring`, `views` (who knows what), `essence` (which secrets still matter), `analysis` (figures for
//! people), `explain` (what forbids an action), `notation`, `forms` (dicts, diagram), `tensor`.

pub mod actions;
mod analysis;
mod board;
mod element;
mod essence;
mod explain;
mod forms;
mod graph;
mod notation;
pub mod pieces;
mod position;
mod powers;
mod scoring;
mod setup;
mod state;
mod tensor;
mod turns;
mod views;

use serde_json::Value;

use self::board::Board;
pub use self::board::{ELEMENTS, random_board};
use self::pieces::{Cells, Kind, PAWNS};
use self::setup::Rules;
pub use self::setup::{SCENARIOS, Scenario};
use self::state::Phase;
pub use self::state::State;
use crate::error::{Illegal, PlayError, SetupError};
use crate::game::{Actions, Actor, Event, Game, Outcomes, Scratch, Seat, Spec, View, Viewer, return_range};
use crate::rng::Rng;

/// Set-up has fewer events: two left-overs, a target, four tiles, two choices, two reveals.
const MAX_SETUP_EVENTS: u64 = 12;
/// A turn has fewer events: two genes, each announced, allowed and aimed; placing and its token; the
/// mutation and its target; the end; the token for 10 points.
const MAX_EVENTS_A_TURN: u64 = 13;

/// Microworld with a board and options.
#[derive(Clone, Debug)]
pub struct Microworld {
    board: Board,
    rules: Rules,
    /// The cells that score 1 for placing in them: none without rule E (M44).
    nervous: Cells,
    start: State,
    spec: Spec,
    options: Value,
}

impl Microworld {
    /// The game with these options (a JSON object; what is missing takes its default).
    ///
    /// # Errors
    /// Everything that is wrong with the options or the board, at once.
    ///
    /// ```
    /// use boardwright::microworld::Microworld;
    /// let game = Microworld::new(&serde_json::json!({"board": "1a 3b 2a 4b", "rules": "AEF"}));
    /// assert!(game.is_ok());
    /// let error = Microworld::new(&serde_json::json!({"board": "1a 1b 2a 4b", "rules": "X"})).unwrap_err();
    /// assert_eq!(error.problems.len(), 2);
    /// ```
    pub fn new(options: &Value) -> Result<Self, SetupError> {
        let (board, rules, options) = setup::read_options(options)?;
        let start = setup::start(&board, rules);
        let spec = Spec {
            name: "microworld",
            title: "Microworld",
            rules_version: 1,
            seats: 2,
            seat_names: vec!["Viruses".to_owned(), "Anticorps".to_owned()],
            actions: actions::ACTIONS,
            chances: actions::chance::COUNT,
            referee: &[],
            max_events: MAX_SETUP_EVENTS + 2 * PAWNS as u64 * MAX_EVENTS_A_TURN,
            return_range: return_range(2),
            return_sum: Some(0.0),
            tensor: tensor::parts(),
            separator: " ",
            analyses: &analysis::NAMES,
            assumed: board.assumed.clone(),
            fingerprint: board.fingerprint,
        };
        let nervous = if rules.set.has(b'E') { board.kinds[Kind::Nervous as usize] } else { 0 };
        Ok(Microworld { board, rules, nervous, start, spec, options })
    }

    /// Checks a board: a text such as `1a 2b 3a 4b`, a graph or four quarters as a JSON value. Gives its
    /// cells with their kinds, neighbours, tissues and shapes.
    ///
    /// # Errors
    /// Every fault of the board at once.
    pub fn check_board(value: &Value) -> Result<Value, SetupError> {
        Ok(Board::read(value)?.to_json())
    }

    /// Checks an element, as TOML or JSON text; gives it as JSON.
    ///
    /// # Errors
    /// Every fault of the element at once.
    pub fn check_element(text: &str) -> Result<Value, SetupError> {
        Ok(element::Element::parse(text)?.source)
    }
}

impl Game for Microworld {
    type State = State;

    // Deals differ, and so do the values of what is played in them.
    const EXPLORATION: f64 = 2.0;

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

    #[inline]
    fn turn_seat(&self, state: &State) -> Seat {
        state.seat
    }

    #[inline]
    fn turn(&self, state: &State) -> u32 {
        state.turns()
    }

    #[inline]
    fn actions(&self, state: &State, out: &mut Actions) {
        self.list(state, out);
    }

    fn outcomes(&self, state: &State, out: &mut Outcomes) {
        self.list_outcomes(state, out);
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
    }

    fn seen(&self, state: &State, event: Event, by: Viewer) -> Event {
        views::seen(state, event, by)
    }

    fn redact(&self, state: &mut State, by: Viewer) {
        views::redact(state, by);
    }

    fn complete(&self, view: &View<State>, rng: &mut Rng) -> State {
        views::complete(view.state(), rng)
    }

    fn essence(&self, state: &State) -> State {
        self.essence_of(state)
    }

    fn deals(&self, view: &View<State>, limit: usize) -> Option<Vec<(State, u64)>> {
        self.deals_of(view.state(), limit)
    }

    fn score(&self, state: &State, seat: Seat) -> i32 {
        i32::from(state.points[usize::from(seat & 1)])
    }

    fn prospect(&self, state: &State, seat: Seat) -> i32 {
        let last = if state.phase == Phase::Over { [0, 0] } else { self.final_points(state) };
        self.score(state, seat) + i32::from(last[usize::from(seat & 1)])
    }

    fn winners(&self, state: &State) -> u8 {
        if state.phase == Phase::Over { self.leaders(state) } else { 0 }
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

    #[inline]
    fn sample_action(&self, state: &State, rng: &mut Rng, _scratch: &mut Actions) -> u16 {
        self.sample(state, rng)
    }

    #[inline]
    fn step_randomly(&self, state: &mut State, rng: &mut Rng, scratch: &mut Scratch) -> bool {
        self.play_on(state, rng, scratch)
    }

    #[inline]
    fn sample_outcome(&self, state: &State, rng: &mut Rng, _scratch: &mut Outcomes) -> u16 {
        self.sample_chance(state, rng)
    }
}

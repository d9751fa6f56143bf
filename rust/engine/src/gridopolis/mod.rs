//! Gridopolis: draughts in a three-dimensional grid that the players build while they play.
//!
//! Rule ids (G..) are explained on the rules page of the documentation. The files:
//! `site` (places and directions), `blueprint` (grid-sets as data) and `board` (their tables), `setup` (options) and
//! `position` (positions from dicts), `state`, `building` (pads added in play), `actions` (what is legal), `turns` (what an
//! action leads to), `tactics` (what searches ask), `explain` (what forbids it), `notation`, `forms` (dicts, diagram), `tensor`,
//! `symmetry`.

pub mod actions;
pub mod blueprint;
mod board;
mod building;
mod explain;
mod forms;
mod notation;
mod position;
mod setup;
mod site;
mod state;
mod symmetry;
mod tactics;
mod tensor;
mod turns;

use serde_json::Value;

use self::blueprint::Blueprint;
use self::board::Board;
use self::setup::Rules;
pub use self::site::{DIRECTION, Site};
pub use self::state::State;
use self::state::{Ending, Phase, Tally};
use crate::data::text;
use crate::error::{Illegal, PlayError, SetupError};
use crate::game::{Actions, Actor, Event, Game, Seat, Spec, View, return_range};
use crate::rng::Rng;

/// A turn has fewer actions than this: at most 24 captures, each with a teleport, a stop after
/// each of a king's two moves.
const MAX_ACTIONS_A_TURN: u64 = 128;

/// Gridopolis with a blueprint and options.
#[derive(Clone, Debug)]
pub struct Gridopolis {
    board: Board,
    /// For each seat, the directions that are not backward.
    pawn_directions: [[u8; actions::PAWN_DIRECTIONS as usize]; 4],
    rules: Rules,
    start: State,
    spec: Spec,
    options: Value,
    blueprint_title: String,
    /// Links and posts of the blueprint, for the count against the box.
    links: usize,
    posts: usize,
    /// Twice the middle of the blueprint.
    centre: [i32; 2],
    backdrops: tensor::Backdrops,
    turnings: Vec<symmetry::Turning>,
}

impl Gridopolis {
    /// The game with these options (a JSON object; what is missing takes its default).
    ///
    /// # Errors
    /// Everything that is wrong with the options or the blueprint, at once.
    ///
    /// ```
    /// use boardwright::gridopolis::Gridopolis;
    /// let game = Gridopolis::new(&serde_json::json!({"players": 3, "win": "points", "rounds": 20}));
    /// assert!(game.is_ok());
    /// let error = Gridopolis::new(&serde_json::json!({"players": 9, "colour": "red"})).unwrap_err();
    /// assert_eq!(error.problems.len(), 2);
    /// ```
    pub fn new(options: &Value) -> Result<Self, SetupError> {
        let (blueprint, rules, options) = setup::read_options(options)?;
        let grid = setup::grid_set(&blueprint, usize::from(rules.players))?;
        let board = Board::new(grid);
        let start = setup::start(grid, &board, &rules);
        let players = rules.players;
        let spec = Spec {
            name: "gridopolis",
            title: "Gridopolis",
            rules_version: 1,
            seats: players,
            seat_names: grid.seats.iter().map(|section| section.name.clone()).collect(),
            actions: actions::ACTIONS,
            chances: 0,
            referee: &["time"],
            max_events: u64::from(rules.turn_cap) * MAX_ACTIONS_A_TURN + 1,
            return_range: return_range(players),
            return_sum: Some(0.0),
            tensor: tensor::parts(),
            separator: "",
            analyses: &[],
            assumed: blueprint.assumed.clone(),
            fingerprint: text::fingerprint(&blueprint.source),
        };
        let turnings = symmetry::symmetries(&board, &start, players);
        let pawn_directions = board.not_backward.map(|set| {
            let mut list = (0..26).filter(|direction| set >> direction & 1 == 1);
            std::array::from_fn(|_| list.next().unwrap_or(0))
        });
        let centre = symmetry::centre(&board.sites);
        Ok(Gridopolis {
            pawn_directions,
            centre,
            backdrops: tensor::Backdrops::new(&board, centre, players),
            board,
            rules,
            start,
            spec,
            options,
            blueprint_title: blueprint.title.clone(),
            links: grid.links,
            posts: grid.posts,
            turnings,
        })
    }

    /// Checks a blueprint, as TOML or JSON text, for all its numbers of players; gives it as JSON.
    ///
    /// # Errors
    /// Every fault of the blueprint at once.
    pub fn check_blueprint(text: &str) -> Result<Value, SetupError> {
        Ok(Blueprint::parse(text)?.source)
    }
}

impl Game for Gridopolis {
    type State = State;
    const WHOLE_TURNS: bool = true;
    const SECRETS: bool = false;
    const CUT: Option<u32> = Some(2);

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
        match state.phase {
            Phase::Over(_) => Actor::Over,
            _ => Actor::Seat(state.seat),
        }
    }

    #[inline]
    fn turn_seat(&self, state: &State) -> Seat {
        state.seat
    }

    #[inline]
    fn turn(&self, state: &State) -> u32 {
        state.turn
    }

    #[inline]
    fn actions(&self, state: &State, out: &mut Actions) {
        self.list(state, out);
    }

    fn check(&self, state: &State, event: Event) -> Result<(), Illegal> {
        match event {
            Event::Act(id) if self.is_legal(state, id) => Ok(()),
            Event::Act(id) => Err(self.why_not(state, id)),
            Event::Referee(0) => self.resolve(state, notation::Intent::Time).map(|_| ()),
            Event::Referee(id) => {
                Err(Illegal::new("G72", format!("the referee has only event 0, time; not {id}")))
            }
            Event::Chance(_) => Err(Illegal::new("G10", "there is no chance in Gridopolis")),
        }
    }

    // Measured: searches and counts that take it in are a tenth faster.
    #[allow(clippy::inline_always)]
    #[inline(always)]
    fn step(&self, state: &mut State, event: Event) {
        match event {
            Event::Act(id) => self.act(state, id),
            Event::Referee(_) => self.call_time(state),
            Event::Chance(_) => {}
        }
    }

    /// Without points nobody asks how long the game has lasted, unless the cap on turns may come (G73).
    fn essence(&self, state: &State) -> State {
        let mut essence = *state;
        if !self.rules.points
            && self
                .turns_left(state)
                .is_some_and(|left| state.turn.saturating_add(left) < self.rules.turn_cap)
        {
            essence.turn = 0;
            essence.round = 0;
            essence.turns_in_round = 0;
            essence.captured = [Tally::default(); 4];
        }
        essence
    }

    fn score(&self, state: &State, seat: Seat) -> i32 {
        state.points(seat)
    }

    fn is_out(&self, state: &State, seat: Seat) -> bool {
        !self.rules.points && state.own(seat) == 0 // G70
    }

    fn loud_actions(&self, state: &State, out: &mut Actions) {
        self.list_loud(state, out);
    }

    fn promise(&self, state: &State, action: u16) -> i32 {
        self.gain(state, action)
    }

    fn progress(&self, state: &State, seat: Seat) -> i32 {
        self.way_made(state, seat)
    }

    fn may_run_out(&self, state: &State, turns: u32) -> bool {
        self.counts_down(state, turns)
    }

    fn gist(&self, state: &State) -> u64 {
        state.gist()
    }

    fn winners(&self, state: &State) -> u8 {
        let Phase::Over(ending) = state.phase else { return 0 };
        if self.rules.points {
            // G72: players who are out keep what they captured and may win.
            let best = (0..self.rules.players).map(|seat| state.points(seat)).max();
            let wins = |seat: &u8| Some(state.points(*seat)) == best;
            return (0..self.rules.players).filter(wins).map(|seat| 1 << seat).sum();
        }
        match (ending, state.players_in()) {
            (Ending::LastPlayer, 0) => 1 << state.seat, // G71
            (_, players_in) => players_in,              // G70; a draw among them (G12, G73)
        }
    }

    fn ending(&self, state: &State) -> Option<String> {
        let Phase::Over(ending) = state.phase else { return None };
        Some(format!("{} [{}]", ending.words(), ending.rule()))
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

    fn to_json(&self, view: &View<State>) -> Value {
        self.state_json(view.state())
    }

    fn from_json(&self, value: &Value) -> Result<State, SetupError> {
        self.read_state(value)
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

    #[inline]
    fn sample_action(&self, state: &State, rng: &mut Rng, scratch: &mut Actions) -> u16 {
        self.sample(state, rng, scratch)
    }

    fn symmetries(&self) -> usize {
        self.turnings.len()
    }

    fn mirror(&self, k: usize, state: &State) -> State {
        self.turn_state(&self.turnings[k], state)
    }

    fn mirror_event(&self, k: usize, state: &State, event: Event) -> Event {
        self.turn_event(&self.turnings[k], state, event)
    }

    fn mirror_seat(&self, k: usize, seat: Seat) -> Seat {
        self.turned_seat(&self.turnings[k], seat)
    }

    fn mirror_tensor(&self, k: usize, state: &State) -> Vec<usize> {
        self.turn_tensor(&self.turnings[k], state)
    }
}

//! Options, scenario presets, and the state that a game starts from (M10, M40-M48).

use serde_json::{Value, json};

use super::board::{Board, MIN_CELLS};
use super::pieces::{GENES, MUTATIONS, NONE, PAWN_PLACES, RuleSet, TARGETS, mutation, target};
use super::state::{Phase, State, Turn};
use crate::error::SetupError;
use crate::fields::{Fields, kind, quote};

/// A scenario preset (M48): a name, what rules and target it has, and what it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// Its name.
    pub name: &'static str,
    /// The letters of its rules.
    pub rules: &'static str,
    /// Its target, if it is not drawn.
    pub target: Option<&'static str>,
    /// In a line.
    pub about: &'static str,
}

const fn scenario(
    name: &'static str,
    rules: &'static str,
    target: Option<&'static str>,
    about: &'static str,
) -> Scenario {
    Scenario { name, rules, target, about }
}

/// Ten presets in order of complexity. Those of the printed sheet are lost: these are assumed (M48).
pub const SCENARIOS: [Scenario; 10] = [
    scenario("nerves", "E", None, "a point for every pawn in a nervous cell"),
    scenario("strong-muscles", "H", None, "muscular tissues are worth double"),
    scenario("barren-mucus", "GH", None, "mucous tissues are worth nothing, muscular ones double"),
    scenario("full-house", "EF", None, "filling a tissue pays"),
    scenario("head-start", "AD", None, "a gene each from the start, two a turn, and one more for 10 points"),
    scenario("bone-lover", "BE", Some("bone-lover"), "who is first in four osseous cells?"),
    scenario("sprint", "BDF", Some("15-points"), "who is first at 10 and at 15 points?"),
    scenario("the-chain", "ABG", Some("chain-of-cells"), "who links two opposite sides of the board?"),
    scenario("mutants", "CFH", None, "each player has a mutation"),
    scenario("outbreak", "ABCDEFGH", None, "everything at once"),
];

/// The options that the rules look at while playing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    pub(crate) set: RuleSet,
    /// Rule B: the target, or [`NONE`] if it is drawn.
    pub(crate) target: u8,
    /// Rule C: the mutations, or [`NONE`] if they are dealt.
    pub(crate) mutations: [u8; 2],
}

impl Rules {
    /// How many genes a player may use in a turn (M16, M40).
    #[inline]
    pub(crate) fn gene_uses(self) -> u8 {
        if self.set.has(b'A') { 2 } else { 1 }
    }

    /// Whether a mutation can come into play.
    pub(crate) fn may_have(self, mutation: u8) -> bool {
        self.set.has(b'C') && (self.mutations[0] == NONE || self.mutations.contains(&mutation))
    }

    /// Whether a target can come into play.
    pub(crate) fn may_aim_at(self, target: u8) -> bool {
        self.set.has(b'B') && (self.target == NONE || self.target == target)
    }
}

const OPTIONS: [&str; 5] = ["board", "scenario", "rules", "target", "mutations"];
const DEFAULT_BOARD: &str = "1a 2a 3a 4a";

/// Reads the options; gives them in full, too.
pub(super) fn read_options(value: &Value) -> Result<(Board, Rules, Value), SetupError> {
    let mut error = SetupError::default();
    let fields = Fields::open(value, "", &OPTIONS, &mut error);
    let board = Board::read(fields.get("board").unwrap_or(&json!(DEFAULT_BOARD)));
    let scenario = read_scenario(&fields, &mut error);
    // What is wrong with one option is not reported again for another: what can't be told is `None`.
    let set = read_rules(&fields, scenario, &mut error);
    let aim = read_target(&fields, scenario, &mut error);
    if let (Some(set), Some(aim)) = (set, aim) {
        check_options(&fields, scenario, set, aim, &mut error);
    }
    let mutations = read_mutations(&fields, set, &mut error);
    let is_told = set.is_some() && aim.is_some();
    let (set, aim) = (set.unwrap_or(RuleSet(0)), aim.unwrap_or(NONE));
    let rules = Rules { set, target: aim, mutations };
    let board = match board {
        Ok(board) => {
            if is_told {
                check_board(&board, rules, &mut error);
            }
            Some(board)
        }
        Err(faults) => {
            error.merge("board", faults);
            None
        }
    };
    let Some(board) = board else { return Err(error) };
    error.into_result()?;
    let full = json!({
        "board": board.option,
        "scenario": scenario.map(|scenario| scenario.name),
        "rules": set.text(),
        "target": TARGETS.get(usize::from(aim)),
        "mutations": if mutations[0] == NONE {
            Value::Null
        } else {
            json!(mutations.map(|mutation| MUTATIONS[usize::from(mutation)]))
        },
    });
    Ok((board, rules, full))
}

fn read_scenario(fields: &Fields, error: &mut SetupError) -> Option<&'static Scenario> {
    let names = SCENARIOS.map(|scenario| scenario.name);
    fields.word("scenario", &names, error).map(|index| &SCENARIOS[index])
}

/// The additional rules: those given, or those of the scenario.
fn read_rules(fields: &Fields, scenario: Option<&Scenario>, error: &mut SetupError) -> Option<RuleSet> {
    let letters = match fields.get("rules") {
        None if scenario.is_none() && fields.get("scenario").is_some() => return None,
        None => scenario.map_or("", |scenario| scenario.rules),
        Some(Value::String(letters)) => letters,
        Some(other) => {
            error.add("rules", format!("must be letters such as \"ABE\", not {}", kind(other)), None);
            return None;
        }
    };
    let set = RuleSet::parse(letters);
    if set.is_none() {
        let all = RuleSet::LETTERS;
        let message = format!("must be letters of {all}, each once, in order, not {}", quote(letters));
        error.add("rules", message, None);
    }
    set
}

/// The target given, or that of the scenario, or [`NONE`].
fn read_target(fields: &Fields, scenario: Option<&Scenario>, error: &mut SetupError) -> Option<u8> {
    if fields.get("target").is_some() {
        return fields.word("target", &TARGETS, error).map(|index| index as u8);
    }
    let name = scenario.and_then(|scenario| scenario.target);
    Some(TARGETS.iter().position(|known| Some(*known) == name).map_or(NONE, |index| index as u8))
}

/// Whether scenario, rules and target go together (M41, M48).
fn check_options(
    fields: &Fields,
    scenario: Option<&Scenario>,
    set: RuleSet,
    aim: u8,
    error: &mut SetupError,
) {
    match scenario {
        Some(scenario) => {
            let target = TARGETS.get(usize::from(aim)).copied();
            if set.text() != scenario.rules || target.is_some() && target != scenario.target {
                let wanted = scenario.target.map_or(String::new(), |target| format!(" and target {target}"));
                let message = format!(
                    "{} has rules {}{wanted}; leave the scenario out to choose others",
                    quote(scenario.name),
                    scenario.rules
                );
                error.add("scenario", message, Some("M48"));
            }
        }
        None if fields.get("scenario").is_none() && aim != NONE && !set.has(b'B') => {
            error.add("target", "a target needs rule B: give rules=\"B\" too", Some("M41"));
        }
        None => {}
    }
}

fn read_mutations(fields: &Fields, set: Option<RuleSet>, error: &mut SetupError) -> [u8; 2] {
    let Some(value) = fields.get("mutations") else { return [NONE; 2] };
    let id = |value: &Value| {
        let name = value.as_str()?;
        MUTATIONS.iter().position(|known| *known == name).map(|id| id as u8)
    };
    let found = match value.as_array().map(Vec::as_slice) {
        Some([a, b]) => id(a).zip(id(b)),
        _ => None,
    };
    match found {
        _ if set.is_some_and(|set| !set.has(b'C')) => {
            error.add("mutations", "mutations need rule C: give rules=\"C\" too", Some("M42"));
        }
        None => {
            let given = match value.as_array().map(Vec::as_slice) {
                Some([a, b]) => format!("{} and {}", kind(a), kind(b)),
                _ => kind(value),
            };
            let message = format!("must be two of {}, not {given}", MUTATIONS.join(", "));
            error.add("mutations", message, Some("M42"));
        }
        Some((a, b)) if a == b => {
            error.add("mutations", "there is one tile of each mutation", Some("M42"));
        }
        Some((a, b)) => return [a, b],
    }
    [NONE; 2]
}

/// What the rules ask of a board (M6).
fn check_board(board: &Board, rules: Rules, error: &mut SetupError) {
    if usize::from(board.count) == MIN_CELLS && rules.may_have(mutation::BARRIER) {
        let message =
            format!("{MIN_CELLS} cells; with the mutation barrier the last pawn needs {}", MIN_CELLS + 1);
        error.add("board", message, Some("M6"));
    }
    if rules.may_aim_at(target::CHAIN) && !board.has_opposite_rims() {
        let message = "a chain of cells needs rim cells in two opposite quarters";
        error.add("board", message, Some("M6"));
    }
}

/// The state at the start of a game (M10).
pub(super) fn start(board: &Board, rules: Rules) -> State {
    let mut state = State {
        ones: [0; 2],
        twos: [0; 2],
        genes: board.genes,
        bones: [0; 2],
        cells: [[NONE; PAWN_PLACES]; 2],
        placed: [0; 2],
        flipped: [0; 2],
        radiation: [0; 2],
        hands: [0; 2],
        hidden: [0; 2],
        known: 0,
        used: [0; 2],
        leftovers: GENES.len() as u8 - board.genes.count_ones() as u8,
        arrow: NONE,
        points: [0; 2],
        target: rules.target,
        target_by: NONE,
        ten_by: NONE,
        mutations: rules.mutations,
        tiles: [0; 2],
        tiles_hidden: [0; 2],
        tokens: [0; 2],
        barrier: NONE,
        seat: 0,
        turn: Turn::NEW,
        phase: Phase::Before,
    };
    state.lay_out_tokens();
    state.phase = if rules.set.has(b'A') { Phase::Leftover(0) } else { rules.after_leftovers() };
    state
}

impl Rules {
    /// The part of the set-up after the draws of rule A.
    pub(super) fn after_leftovers(self) -> Phase {
        if self.set.has(b'B') && self.target == NONE { Phase::Target } else { self.after_target() }
    }

    /// The part of the set-up after rule B.
    pub(super) fn after_target(self) -> Phase {
        if self.set.has(b'C') && self.mutations[0] == NONE { Phase::Tile(0) } else { Phase::Before }
    }
}

impl State {
    /// The mutation tokens that face-up mutations start with.
    pub(super) fn lay_out_tokens(&mut self) {
        for seat in 0..2 {
            let known = mutation::TOKENS.get(usize::from(self.mutations[seat]));
            self.tokens[seat] = known.copied().unwrap_or(0);
        }
    }
}

//! What a search found, as data.

use serde_json::{Value, json};

use crate::game::{Event, MAX_SEATS, Seat};

/// How a value is meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bound {
    /// As it is.
    #[default]
    Exact,
    /// The true one may be larger: the search knew enough.
    AtLeast,
    /// The true one may be smaller: the line was not worth a closer look.
    AtMost,
}

/// A result that is certain, whatever the others play; of a game that is lost, if they play well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proven {
    /// For the seat that was searched for: 1 won, 0 drawn or shared, -1 lost.
    pub result: i8,
    /// After how many whole turns of all seats the game is over, if all play as well as they can; the turn that is
    /// searched is the first.
    pub turns: Option<u32>,
}

/// A way to go on from the root, with what it is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// An action, or a whole turn.
    pub events: Vec<Event>,
    /// How often it was looked at; of Alpha-beta: the positions searched behind it in the last iteration.
    pub visits: u64,
    /// The value (of simulations: the mean) for each seat, -1 (lost) to 1 (won).
    pub values: [f64; MAX_SEATS],
    /// How the value of the seat that was searched for, and its score, are meant.
    pub bound: Bound,
    /// How deep it was searched, in whole turns, where a search knows; 0: only what stands after it was counted.
    pub depth: Option<u32>,
    /// The points by which the seat will lead, where a search counts in points and no result is proven.
    pub score: Option<i32>,
    /// The result, if it is certain and the search knows it: an end at once, what Alpha-beta and tree search have proven, and
    /// of exact solutions for one or two seats wins, losses and, where there is no chance, all else. `None` where chance
    /// or what a third seat prefers may still decide, also if [`Report::exact`] says that the value is the true one.
    pub proven: Option<Proven>,
}

impl Line {
    /// A line that nothing is known of.
    pub fn new(events: Vec<Event>) -> Self {
        Line {
            events,
            visits: 0,
            values: [0.0; MAX_SEATS],
            bound: Bound::Exact,
            depth: None,
            score: None,
            proven: None,
        }
    }
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The seat that was searched for.
    pub seat: Seat,
    /// How many seats there are.
    pub seats: u8,
    /// Ways to go on, the best one first.
    pub lines: Vec<Line>,
    /// What is expected to follow.
    pub pv: Vec<Event>,
    /// Simulations, or positions searched.
    pub simulations: u64,
    /// Nodes and edges, or entries of the transposition table, in memory.
    pub nodes: u64,
    /// The longest way from the root in the tree, in actions; of Alpha-beta: the depth that was searched in full, in whole
    /// turns.
    pub depth: u32,
    /// Memory of the tree, about.
    pub bytes: u64,
    /// The seed.
    pub seed: u64,
    /// How long it took.
    pub seconds: f64,
    /// Whether the values are those of perfect play to the end, and nothing that a seat could not know played a part.
    pub exact: bool,
    /// Whether the values are averages over deals, each solved as if everybody saw it.
    pub estimate: bool,
    /// Over how many deals; 0 where no deal was solved.
    pub deals: u32,
}

impl Line {
    /// The line as JSON; see [`Report::to_json`].
    fn to_json(&self, seats: u8) -> Value {
        json!({
            "events": events_to_json(&self.events),
            "visits": self.visits,
            "values": &self.values[..usize::from(seats)],
            "bound": match self.bound {
                Bound::Exact => "exact",
                Bound::AtLeast => "at least",
                Bound::AtMost => "at most",
            },
            "score": self.score,
            "proven": self.proven.map(|proven| json!({"result": proven.result, "turns": proven.turns})),
        })
    }
}

impl Report {
    /// The report as JSON: fields by name, values one a seat, events as kind (`act`, `chance`, `referee`) and id.
    pub fn to_json(&self) -> Value {
        json!({
            "seat": self.seat,
            "lines": self.lines.iter().map(|line| line.to_json(self.seats)).collect::<Vec<_>>(),
            "pv": events_to_json(&self.pv),
            "simulations": self.simulations,
            "nodes": self.nodes,
            "depth": self.depth,
            "bytes": self.bytes,
            "seed": self.seed,
            "seconds": self.seconds,
            "exact": self.exact,
            "estimate": self.estimate,
            "deals": self.deals,
        })
    }
}

fn events_to_json(events: &[Event]) -> Value {
    events.iter().map(|event| json!([event.kind(), event.id()])).collect()
}

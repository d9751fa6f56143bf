//! Elements: quarters of the board as exact shapes, read from TOML and checked (M1, M2).
//!
//! A part of a cell is an annular sector between whole radii and whole degrees, so areas compare
//! exactly: that of a sector is (r1^2 - r0^2) * (a1 - a0), up to a common factor.

use serde_json::Value;

use super::pieces::{KINDS, Kind, MAX_CELLS, bit, members};
use crate::data::text;
use crate::error::SetupError;
use crate::fields::{Fields, int, kind, list};

/// The radius of the board.
pub(crate) const RADIUS: i64 = 24;
/// The angle of a quarter, in degrees.
pub(crate) const QUARTER: i64 = 90;
/// A cell has at most so many parts.
const MAX_PARTS: usize = 16;

/// An annular sector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    /// From the centre: inner and outer radius.
    pub(crate) radii: [i64; 2],
    /// Clockwise from where the quarter begins, in degrees.
    pub(crate) angles: [i64; 2],
}

/// A cell of a side of an element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cell {
    /// Its kind.
    pub(crate) kind: Kind,
    /// Whether it is a gene space.
    pub(crate) gene: bool,
    /// Its shape.
    pub(crate) parts: Vec<Part>,
}

/// How long two intervals run together; 0 or less if they do not.
fn common(a: [i64; 2], b: [i64; 2]) -> i64 {
    a[1].min(b[1]) - a[0].max(b[0])
}

impl Part {
    fn area(&self) -> i64 {
        let [r0, r1] = self.radii;
        (r1 * r1 - r0 * r0) * (self.angles[1] - self.angles[0])
    }

    fn overlaps(&self, other: &Part) -> bool {
        common(self.radii, other.radii) > 0 && common(self.angles, other.angles) > 0
    }

    /// Whether they share a border of some length within a quarter (M2, M3).
    fn touches(&self, other: &Part) -> bool {
        let meet = |a: [i64; 2], b: [i64; 2]| a[1] == b[0] || b[1] == a[0];
        let arc = meet(self.radii, other.radii) && common(self.angles, other.angles) > 0;
        let line = meet(self.angles, other.angles) && common(self.radii, other.radii) > 0;
        arc || line
    }

    /// Whether they share a border across the line from this quarter to the next one (M2).
    fn touches_next(&self, next: &Part) -> bool {
        self.angles[1] == QUARTER && next.angles[0] == 0 && common(self.radii, next.radii) > 0
    }
}

impl Cell {
    /// Whether two cells of a quarter are adjacent (M3).
    pub(crate) fn touches(&self, other: &Cell) -> bool {
        self.parts.iter().any(|a| other.parts.iter().any(|b| a.touches(b)))
    }

    /// Whether it is adjacent to a cell of the next quarter clockwise (M2, M3).
    pub(crate) fn touches_next(&self, next: &Cell) -> bool {
        self.parts.iter().any(|a| next.parts.iter().any(|b| a.touches_next(b)))
    }

    /// Whether it reaches the rim of the board (M5).
    pub(crate) fn is_external(&self) -> bool {
        self.parts.iter().any(|part| part.radii[1] == RADIUS)
    }

    fn is_central(&self) -> bool {
        self.parts.iter().any(|part| part.radii[0] == 0)
    }

    fn is_connected(&self) -> bool {
        let mut reached = vec![false; self.parts.len()];
        let mut open = vec![0];
        while let Some(at) = open.pop() {
            if !std::mem::replace(&mut reached[at], true) {
                let next = (0..self.parts.len()).filter(|other| self.parts[at].touches(&self.parts[*other]));
                open.extend(next);
            }
        }
        reached.iter().all(|reached| *reached)
    }

    fn read(value: &Value, path: &str, error: &mut SetupError) -> Option<Self> {
        let fields = Fields::open(value, path, &["kind", "gene", "parts"], error);
        fields.need("kind", error);
        let kind = fields.word("kind", &KINDS, error).map(|index| Kind::ALL[index]);
        let gene = fields.bool("gene", false, error);
        fields.need("parts", error);
        let mut parts = Vec::new();
        for (index, value) in fields.list("parts", MAX_PARTS, error).iter().enumerate() {
            parts.extend(read_part(value, &format!("{path}.parts[{index}]"), error));
        }
        if fields.get("parts").and_then(Value::as_array).is_some_and(Vec::is_empty) {
            error.add(fields.path("parts"), "a cell has at least one part", Some("M2"));
        }
        Some(Cell { kind: kind?, gene, parts })
    }
}

fn read_part(value: &Value, path: &str, error: &mut SetupError) -> Option<Part> {
    let fields = Fields::open(value, path, &["r", "angle"], error);
    let mut range = |key, most| -> Option<[i64; 2]> {
        let value = fields.need(key, error)?;
        let path = fields.path(key);
        let Some([low, high]) = value.as_array().map(Vec::as_slice) else {
            error.add(path, format!("must be two numbers, [from, to], not {}", self::kind(value)), None);
            return None;
        };
        let low = int(low, &path, 0..=most, error);
        let high = int(high, &path, 0..=most, error);
        let (low, high) = (low?, high?);
        if low >= high {
            error.add(path, "the second number must be the larger one", None);
            return None;
        }
        Some([low, high])
    };
    let (radii, angles) = (range("r", RADIUS), range("angle", QUARTER));
    Some(Part { radii: radii?, angles: angles? })
}

/// Reads the cells of one side, and checks that they fill the quarter disc: no overlap, no gap, one
/// cell at the centre (M2).
pub(crate) fn read_side(value: &Value, path: &str, error: &mut SetupError) -> Vec<Cell> {
    let before = error.problems.len();
    let mut cells = Vec::new();
    for (index, value) in list(value, path, MAX_CELLS, error).iter().enumerate() {
        cells.extend(Cell::read(value, &format!("{path}[{index}]"), error));
    }
    if error.problems.len() > before {
        return cells; // what is missing would only be reported again
    }
    let mut covered = 0;
    for (index, cell) in cells.iter().enumerate() {
        covered += cell.parts.iter().map(Part::area).sum::<i64>();
        if !cell.is_connected() {
            error.add(format!("{path}[{index}]"), "its parts do not hang together", Some("M2"));
        }
    }
    let parts: Vec<(usize, &Part)> = cells
        .iter()
        .enumerate()
        .flat_map(|(cell, own)| own.parts.iter().map(move |part| (cell, part)))
        .collect();
    // Cells that each cell overlaps, each pair once.
    let mut overlaps = [0; MAX_CELLS];
    for (place, (cell, part)) in parts.iter().enumerate() {
        for (other, _) in parts[place + 1..].iter().filter(|(_, other)| part.overlaps(other)) {
            overlaps[*cell] |= bit(*other as u8);
        }
    }
    for (cell, others) in overlaps.into_iter().enumerate() {
        for other in members(others) {
            let message = if usize::from(other) == cell {
                format!("parts of cell {cell} overlap")
            } else {
                format!("cells {cell} and {other} overlap")
            };
            error.add(path, message, Some("M2"));
        }
    }
    let all = RADIUS * RADIUS * QUARTER;
    if overlaps == [0; MAX_CELLS] && covered != all {
        let percent = 100.0 * (all - covered) as f64 / all as f64;
        error.add(path, format!("there is a gap: {percent:.3} % of the quarter has no cell"), Some("M2"));
    }
    // Where none touches it, there is a gap or a wrong number already.
    let central = cells.iter().filter(|cell| cell.is_central()).count();
    if central > 1 {
        error.add(path, format!("{central} cells touch the centre; it must be one"), Some("M2"));
    }
    cells
}

/// A checked element: its two sides.
#[derive(Clone, Debug)]
pub(crate) struct Element {
    pub(crate) assumed: Vec<String>,
    pub(crate) sides: [Vec<Cell>; 2],
    /// The data as given.
    pub(crate) source: Value,
}

impl Element {
    /// Reads TOML or JSON text.
    pub(crate) fn parse(text: &str) -> Result<Self, SetupError> {
        Self::read(&text::parse(text)?)
    }

    /// Reads and checks the data; the error lists every fault.
    pub(crate) fn read(value: &Value) -> Result<Self, SetupError> {
        let mut error = SetupError::default();
        let keys = ["format", "name", "title", "description", "status", "assumed", "sides"];
        let fields = Fields::open(value, "", &keys, &mut error);
        fields.int("format", 1..=1, None, &mut error);
        fields.text("name", 40, &mut error);
        fields.text("title", 80, &mut error);
        fields.text("description", 2000, &mut error);
        fields.word("status", &["printed", "own"], &mut error);
        let assumed = fields.texts("assumed", &mut error);
        let sides = match fields.need("sides", &mut error) {
            Some(value) => {
                let sides = Fields::open(value, "sides", &["a", "b"], &mut error);
                ["a", "b"].map(|side| read_named_side(&sides, side, &mut error))
            }
            None => [Vec::new(), Vec::new()],
        };
        let genes = sides.each_ref().map(|side| side.iter().filter(|cell| cell.gene).count());
        if sides.iter().all(|side| !side.is_empty()) && genes[0] != genes[1] {
            let message = format!("{} gene spaces on side a, {} on side b", genes[0], genes[1]);
            error.add("sides", message, Some("M2"));
        }
        error.into_result()?;
        Ok(Element { assumed, sides, source: value.clone() })
    }
}

fn read_named_side(sides: &Fields, name: &str, error: &mut SetupError) -> Vec<Cell> {
    let Some(side) = sides.need(name, error) else { return Vec::new() };
    let path = format!("sides.{name}");
    let fields = Fields::open(side, &*path, &["cells"], error);
    let Some(cells) = fields.need("cells", error) else { return Vec::new() };
    let before = error.problems.len();
    let cells = read_side(cells, &format!("{path}.cells"), error);
    for kind in Kind::ALL {
        if error.problems.len() == before && !cells.iter().any(|cell| cell.kind == kind) {
            error.add(&path, format!("has no {} cell", kind.name()), Some("M2"));
        }
    }
    cells
}

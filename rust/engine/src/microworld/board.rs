//! Boards: four elements, four quarters with shapes, or a plain graph (M1-M6); and what follows from one.

use std::sync::LazyLock;

use serde_json::{Value, json};

use super::element::{Cell, Element, Part, QUARTER, RADIUS, read_side};
use super::graph::read_graph;
use super::pieces::{Cells, Kind, MAX_CELLS, MAX_GENE_SPACES, PAWNS, bit, members};
use crate::data::text;
use crate::error::SetupError;
use crate::fields::{Fields, kind, quote};
use crate::rng::Rng;

/// The four elements, as TOML text.
pub const ELEMENTS: [(&str, &str); 4] = [
    ("1", include_str!("../../data/elements/1.toml")),
    ("2", include_str!("../../data/elements/2.toml")),
    ("3", include_str!("../../data/elements/3.toml")),
    ("4", include_str!("../../data/elements/4.toml")),
];

/// The four elements, read: that takes far longer than all that is done with them.
static SHIPPED: LazyLock<[Element; 4]> =
    LazyLock::new(|| ELEMENTS.map(|(_, text)| Element::parse(text).expect("shipped elements are sound")));

/// Every player places 14 pawns, so a board needs so many cells (M6).
pub(crate) const MIN_CELLS: usize = 2 * PAWNS;

/// A group of cells that scores together (M4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tissue {
    pub(crate) cells: Cells,
    pub(crate) kind: Kind,
}

/// What the cells look like.
#[derive(Clone, Debug)]
pub(crate) enum Shapes {
    /// For each cell its parts, with angles clockwise from 12 o'clock.
    Sectors(Vec<Vec<Part>>),
    /// For each cell where to draw it, if the data say so.
    Points(Vec<Option<[f64; 2]>>),
}

/// A board with its tables.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    pub(crate) title: String,
    pub(crate) count: u8,
    pub(crate) all: Cells,
    /// The cells adjacent to each cell (M3).
    pub(crate) adjacent: [Cells; MAX_CELLS],
    /// The cells of each kind.
    pub(crate) kinds: [Cells; 4],
    /// The tissues, by their lowest cell (M4).
    pub(crate) tissues: Vec<Tissue>,
    /// The cells of the tissue of each cell.
    pub(crate) tissue_of: [Cells; MAX_CELLS],
    /// External cells (M5).
    pub(crate) rim: Cells,
    pub(crate) quarters: [Cells; 4],
    /// Gene spaces.
    pub(crate) genes: Cells,
    pub(crate) shapes: Shapes,
    pub(crate) assumed: Vec<String>,
    pub(crate) fingerprint: u64,
    /// What makes the same board again, as the option.
    pub(crate) option: Value,
}

/// What is known of one cell before the tables are made.
#[derive(Clone, Debug)]
pub(super) struct Site {
    pub(super) kind: Kind,
    pub(super) gene: bool,
    pub(super) rim: bool,
    pub(super) quarter: Option<u8>,
}

/// One quarter: its cells.
type Side = Vec<Cell>;

impl Board {
    /// The board of an option: `"1a 2b 3a 4b"`, a graph, or four quarters.
    pub(crate) fn read(value: &Value) -> Result<Self, SetupError> {
        match value {
            Value::String(text) => Self::of_elements(text),
            Value::Object(_) => Self::of_data(value),
            other => {
                let message = format!(
                    "must be a text such as \"1a 2b 3a 4b\", or an object of cells or quarters, not {}",
                    kind(other)
                );
                Err(SetupError::one("", message))
            }
        }
    }

    /// The board of four elements, clockwise from the upper right (M1).
    fn of_elements(text: &str) -> Result<Self, SetupError> {
        let no = |message: String| {
            let mut error = SetupError::default();
            error.add("", message, Some("M1"));
            Err(error)
        };
        let words: Vec<&str> = text.split_whitespace().take(6).collect();
        if words.len() != 4 {
            return no(format!(
                "must be four sides, clockwise from the upper right, such as \"1a 2b 3a 4b\", not {}",
                quote(text)
            ));
        }
        let mut seen = [false; 4];
        let mut sides = Vec::new();
        for word in &words {
            let (element, side) = match word.as_bytes() {
                [element @ b'1'..=b'4', side @ (b'a' | b'b')] => (usize::from(element - b'1'), side - b'a'),
                _ => {
                    return no(format!(
                        "there is no side {}: elements are 1 to 4, sides a and b",
                        quote(word)
                    ));
                }
            };
            if std::mem::replace(&mut seen[element], true) {
                return no(format!("element {} is there twice", element + 1));
            }
            sides.push((element, usize::from(side)));
        }
        let elements = &*SHIPPED;
        let quarters: Vec<Side> =
            sides.iter().map(|(element, side)| elements[*element].sides[*side].clone()).collect();
        let mut board = Self::of_quarters(&quarters)?;
        board.title = format!("Board {}", words.join(" "));
        board.option = json!(words.join(" "));
        board.assumed = Vec::new();
        for assumed in elements.iter().flat_map(|element| &element.assumed) {
            if !board.assumed.contains(assumed) {
                board.assumed.push(assumed.clone());
            }
        }
        let sources: Vec<&Value> = elements.iter().map(|element| &element.source).collect();
        board.fingerprint = text::fingerprint(&json!([words, sources]));
        Ok(board)
    }

    fn of_data(value: &Value) -> Result<Self, SetupError> {
        let mut error = SetupError::default();
        let keys = ["format", "name", "title", "description", "status", "assumed", "cells", "quarters"];
        let fields = Fields::open(value, "", &keys, &mut error);
        fields.int("format", 1..=1, None, &mut error);
        let name = fields.text("name", 40, &mut error);
        let title = fields.text("title", 80, &mut error);
        fields.text("description", 2000, &mut error);
        fields.word("status", &["printed", "own"], &mut error);
        let assumed = fields.texts("assumed", &mut error);
        let shaped = fields.get("quarters").is_some();
        if shaped == fields.get("cells").is_some() {
            error.add("", "needs either cells (a graph) or quarters (shapes)", Some("M6"));
            return Err(error);
        }
        let board = if shaped {
            let quarters = read_quarters(&fields, &mut error);
            if error.problems.is_empty() { Self::of_quarters(&quarters) } else { Err(SetupError::default()) }
        } else {
            let (sites, adjacent, points) = read_graph(&fields, &mut error);
            if error.problems.is_empty() {
                Self::of_sites(&sites, &adjacent, Shapes::Points(points))
            } else {
                Err(SetupError::default())
            }
        };
        match board {
            Ok(mut board) if error.problems.is_empty() => {
                let named = if title.is_empty() { name } else { title };
                board.title = if named.is_empty() { "An own board".to_owned() } else { named };
                board.assumed = assumed;
                board.fingerprint = text::fingerprint(value);
                board.option = value.clone();
                Ok(board)
            }
            Ok(_) => Err(error),
            Err(faults) => {
                error.merge("", faults);
                Err(error)
            }
        }
    }

    /// Adjacency from the shapes, also across the lines between quarters (M2, M3).
    fn of_quarters(quarters: &[Side]) -> Result<Self, SetupError> {
        let mut cells: Vec<(u8, &Cell)> = Vec::new();
        for (quarter, side) in quarters.iter().enumerate() {
            cells.extend(side.iter().map(|cell| (quarter as u8, cell)));
        }
        if cells.len() > MAX_CELLS {
            let message = format!("has {} cells; at most {MAX_CELLS} are possible", cells.len());
            return Err(SetupError::one("quarters", message));
        }
        let mut adjacent = vec![0; cells.len()];
        for (a, (quarter, cell)) in cells.iter().enumerate() {
            for (b, (other_quarter, other)) in cells.iter().enumerate() {
                let touch = if quarter == other_quarter {
                    a < b && cell.touches(other)
                } else {
                    // M3: at the centre, too, neighbours share a line; opposite quarters share none.
                    (quarter + 1) % 4 == *other_quarter && cell.touches_next(other)
                };
                if touch {
                    adjacent[a] |= bit(b as u8);
                    adjacent[b] |= bit(a as u8);
                }
            }
        }
        let sites: Vec<Site> = cells
            .iter()
            .map(|(quarter, cell)| Site {
                kind: cell.kind,
                gene: cell.gene,
                rim: cell.is_external(),
                quarter: Some(*quarter),
            })
            .collect();
        let turned = |(quarter, cell): &(u8, &Cell)| {
            let from = i64::from(*quarter) * QUARTER;
            let turn =
                |part: &Part| Part { radii: part.radii, angles: part.angles.map(|angle| angle + from) };
            cell.parts.iter().map(turn).collect()
        };
        let shapes = Shapes::Sectors(cells.iter().map(turned).collect());
        Self::of_sites(&sites, &adjacent, shapes)
    }

    fn of_sites(sites: &[Site], adjacency: &[Cells], shapes: Shapes) -> Result<Self, SetupError> {
        let mut error = SetupError::default();
        let set = |belongs: &dyn Fn(&Site) -> bool| -> Cells {
            (0..).zip(sites).filter(|(_, site)| belongs(site)).map(|(cell, _)| bit(cell)).sum()
        };
        let genes = set(&|site| site.gene);
        let shaped = matches!(shapes, Shapes::Sectors(_));
        let place = if shaped { "quarters" } else { "cells" };
        if sites.len() < MIN_CELLS {
            let message = format!("{} cells; {MIN_CELLS} pawns need as many at least", sites.len());
            error.add(place, message, Some("M6"));
        }
        if genes == 0 && !sites.is_empty() {
            error.add(place, "there is no gene space; the first pawn needs one", Some("M6"));
        } else if genes.count_ones() as usize > MAX_GENE_SPACES {
            let message =
                format!("{} gene spaces; at most {MAX_GENE_SPACES} tokens are laid out", genes.count_ones());
            error.add(place, message, Some("M10"));
        }
        error.into_result()?;
        let mut adjacent = [0; MAX_CELLS];
        adjacent[..adjacency.len()].copy_from_slice(adjacency);
        let kinds = Kind::ALL.map(|kind| set(&|site| site.kind == kind));
        let mut board = Board {
            title: String::new(),
            count: sites.len() as u8,
            all: set(&|_| true),
            adjacent,
            kinds,
            tissues: Vec::new(),
            tissue_of: [0; MAX_CELLS],
            rim: set(&|site| site.rim),
            quarters: [0, 1, 2, 3].map(|quarter| set(&|site| site.quarter == Some(quarter))),
            genes,
            shapes,
            assumed: Vec::new(),
            fingerprint: 0,
            option: Value::Null,
        };
        for kind in Kind::ALL {
            let mut left = kinds[kind as usize];
            while left != 0 {
                let cells = board.spread(bit(left.trailing_zeros() as u8), left);
                left &= !cells;
                board.tissues.push(Tissue { cells, kind });
                for cell in members(cells) {
                    board.tissue_of[usize::from(cell)] = cells;
                }
            }
        }
        board.tissues.sort_by_key(|tissue| tissue.cells.trailing_zeros());
        Ok(board)
    }

    /// All cells of `within` that hang together with those of `from`.
    pub(crate) fn spread(&self, from: Cells, within: Cells) -> Cells {
        let (mut reached, mut edge) = (from & within, from & within);
        while edge != 0 {
            let next = members(edge).fold(0, |all, cell| all | self.adjacent[usize::from(cell)]);
            edge = next & within & !reached;
            reached |= edge;
        }
        reached
    }

    pub(crate) fn kind(&self, cell: u8) -> Kind {
        let found = Kind::ALL.into_iter().find(|kind| self.kinds[*kind as usize] & bit(cell) != 0);
        found.unwrap_or(Kind::Mucous)
    }

    /// Whether a chain of cells could ever link two opposite quarters from rim to rim (M6).
    pub(crate) fn has_opposite_rims(&self) -> bool {
        let rim = |quarter: usize| self.rim & self.quarters[quarter] != 0;
        rim(0) && rim(2) || rim(1) && rim(3)
    }

    /// Adjacent pairs whose cells lie in different quarters.
    pub(crate) fn seam_links(&self) -> u32 {
        let in_quarters = self.quarters.iter().fold(0, |all, quarter| all | quarter);
        let ends = |quarter: &Cells| -> u32 {
            let others = in_quarters & !quarter;
            members(*quarter).map(|cell| (self.adjacent[usize::from(cell)] & others).count_ones()).sum()
        };
        self.quarters.iter().map(ends).sum::<u32>() / 2
    }

    /// The board as data: cells with kind, neighbours, tissue; tissues; and how it is put together.
    pub(crate) fn to_json(&self) -> Value {
        let list = |set: Cells| members(set).collect::<Vec<u8>>();
        let cells: Vec<Value> = (0..self.count)
            .map(|cell| {
                let has = |set: Cells| set & bit(cell) != 0;
                let tissue = self.tissues.iter().position(|tissue| has(tissue.cells));
                let quarter = self.quarters.iter().position(|quarter| has(*quarter));
                let mut value = json!({
                    "kind": self.kind(cell).name(),
                    "adjacent": list(self.adjacent[usize::from(cell)]),
                    "gene": has(self.genes),
                    "rim": has(self.rim),
                    "quarter": quarter,
                    "tissue": tissue,
                });
                match &self.shapes {
                    Shapes::Sectors(parts) => {
                        let part = |part: &Part| json!({"r": part.radii, "angle": part.angles});
                        value["parts"] = parts[usize::from(cell)].iter().map(part).collect();
                    }
                    Shapes::Points(points) => value["at"] = json!(points[usize::from(cell)]),
                }
                value
            })
            .collect();
        let tissues: Vec<Value> = self
            .tissues
            .iter()
            .map(|tissue| json!({"kind": tissue.kind.name(), "cells": list(tissue.cells)}))
            .collect();
        json!({
            "board": self.option,
            "title": self.title,
            "radius": if matches!(self.shapes, Shapes::Sectors(_)) { Some(RADIUS) } else { None },
            "cells": cells,
            "tissues": tissues,
            "seam_links": self.seam_links(),
            "assumed": self.assumed,
        })
    }
}

fn read_quarters(fields: &Fields, error: &mut SetupError) -> Vec<Side> {
    let sides = match fields.get("quarters").and_then(Value::as_array) {
        Some(sides) if sides.len() != 4 => {
            error.add("quarters", format!("{} quarters; a board has four", sides.len()), Some("M1"));
            return Vec::new();
        }
        _ => fields.list("quarters", 4, error),
    };
    (0..).zip(sides).map(|(index, side)| read_side(side, &format!("quarters[{index}]"), error)).collect()
}

/// One of the 384 boards that the four elements make, each equally likely (M1), such as `1a 3b 2a 4a`.
///
/// ```
/// use boardwright::{Rng, microworld::random_board};
/// assert_eq!(random_board(&mut Rng::new(1)).len(), 11);
/// ```
pub fn random_board(rng: &mut Rng) -> String {
    let mut elements = [1, 2, 3, 4];
    rng.shuffle(&mut elements);
    elements.map(|element| format!("{element}{}", ["a", "b"][rng.below(2) as usize])).join(" ")
}

//! Boards as plain graphs, read and checked (M6).

use serde_json::Value;

use super::board::Site;
use super::pieces::{Cells, KINDS, Kind, MAX_CELLS, bit, members};
use crate::error::SetupError;
use crate::fields::{Fields, int, kind};

/// A drawing of a graph reaches at most so far.
const MAX_COORDINATE: f64 = 1e6;

/// Cells, the cells adjacent to each, and where to draw them.
type Graph = (Vec<Site>, Vec<Cells>, Vec<Option<[f64; 2]>>);

pub(super) fn read_graph(fields: &Fields, error: &mut SetupError) -> Graph {
    let before = error.problems.len();
    let values = fields.list("cells", MAX_CELLS, error);
    let (mut sites, mut adjacent, mut points) = (Vec::new(), Vec::new(), Vec::new());
    for (index, value) in values.iter().enumerate() {
        let path = format!("cells[{index}]");
        let keys = ["kind", "adjacent", "gene", "rim", "quarter", "at"];
        let cell = Fields::open(value, &*path, &keys, error);
        cell.need("kind", error);
        let kind = cell.word("kind", &KINDS, error).map_or(Kind::Mucous, |index| Kind::ALL[index]);
        let gene = cell.bool("gene", false, error);
        let rim = cell.bool("rim", false, error);
        let quarter = cell.get("quarter").map(|_| cell.int("quarter", 0..=3, None, error) as u8);
        sites.push(Site { kind, gene, rim, quarter });
        cell.need("adjacent", error);
        let mut set = 0;
        for (place, value) in cell.list("adjacent", MAX_CELLS, error).iter().enumerate() {
            let path = format!("{}[{place}]", cell.path("adjacent"));
            let Some(other) = int(value, &path, 0..=values.len() as i64 - 1, error) else { continue };
            if other as usize == index {
                error.add(path, "a cell is not adjacent to itself", Some("M6"));
            } else if set & bit(other as u8) != 0 {
                error.add(path, format!("cell {other} stands there twice"), Some("M6"));
            }
            set |= bit(other as u8);
        }
        adjacent.push(set);
        points.push(cell.get("at").and_then(|value| read_point(value, &cell.path("at"), error)));
    }
    if error.problems.len() > before {
        return (sites, adjacent, points); // a neighbour that can't be read would be missed on the other side
    }
    for (a, set) in adjacent.iter().enumerate() {
        for b in members(*set).filter(|b| adjacent[usize::from(*b)] & bit(a as u8) == 0) {
            let message = format!("cell {a} is adjacent to {b}, but {b} not to {a}");
            error.add(format!("cells[{a}].adjacent"), message, Some("M6"));
        }
    }
    (sites, adjacent, points)
}

fn read_point(value: &Value, path: &str, error: &mut SetupError) -> Option<[f64; 2]> {
    let number = |value: &Value| value.as_f64().filter(|number| number.abs() <= MAX_COORDINATE);
    if let Some([x, y]) = value.as_array().map(Vec::as_slice)
        && let Some(point) = number(x).zip(number(y))
    {
        return Some(point.into());
    }
    let message = format!("must be [x, y], two numbers up to {MAX_COORDINATE:e}, not {}", kind(value));
    error.add(path, message, None);
    None
}

//! Punnett squares, gene tiles and dice (T1-T3), with the exact odds of [`odds`] (T4), questions about them as
//! text in [`question`], and dice by the million in [`rolls`].

pub mod odds;
pub mod question;
pub mod rolls;

use serde_json::{Map, Value, json};

use self::odds::{DIE_DENOMINATOR, POOL_DENOMINATOR};
use super::pieces::{COLOURS, GENOTYPES, TILES};
use crate::error::{Illegal, ParseError, PlayError, SetupError};
use crate::fields::{Fields, kind, quote};

/// Dice of a colour (T3).
pub const DICE: u8 = 5;
/// Kinds of dice of a colour: dominant, mixed, recessive, De Novo.
pub const KINDS: usize = 4;

/// A characteristic of the peas (T1): what its genes decide, and the two looks of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Characteristic {
    /// What it is, such as `seed shape`.
    pub title: &'static str,
    /// How a plant with a dominant gene looks.
    pub dominant: &'static str,
    /// How a plant without one looks.
    pub recessive: &'static str,
}

/// The characteristics, in the order of [`COLOURS`] (T1).
pub const CHARACTERISTICS: [Characteristic; 4] = [
    Characteristic { title: "seed shape", dominant: "round", recessive: "wrinkled" },
    Characteristic { title: "pod colour", dominant: "green", recessive: "yellow" },
    Characteristic { title: "flower colour", dominant: "purple", recessive: "white" },
    Characteristic { title: "height", dominant: "tall", recessive: "short" },
];

/// What the dice of the pools show, by number: 4 * colour + kind. A star is a De Novo mutation.
pub const DIE_NAMES: [&str; 16] =
    ["RR", "Rr", "rr", "R*", "GG", "Gg", "gg", "G*", "FF", "Ff", "ff", "F*", "TT", "Tt", "tt", "T*"];

/// A parent's genes: as printed, mixed; a gene tile makes them all dominant or all recessive (T2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Parent {
    /// One gene of each.
    #[default]
    Mixed,
    /// Dominant twice.
    Dominant,
    /// Recessive twice.
    Recessive,
}

impl Parent {
    /// All of them.
    pub const ALL: [Parent; 3] = [Parent::Mixed, Parent::Dominant, Parent::Recessive];

    /// The two genes: whether each is recessive.
    const fn genes(self) -> [u8; 2] {
        match self {
            Parent::Mixed => [0, 1],
            Parent::Dominant => [0, 0],
            Parent::Recessive => [1, 1],
        }
    }

    /// Its genotype within a colour: 0 dominant, 1 mixed, 2 recessive.
    const fn genotype(self) -> usize {
        let [one, other] = self.genes();
        (one + other) as usize
    }

    /// The gene tile on it, in the dict forms; null without one.
    pub fn to_json(self) -> Value {
        match self {
            Parent::Mixed => Value::Null,
            Parent::Dominant => json!("dominant"),
            Parent::Recessive => json!("recessive"),
        }
    }

    /// The parent of a dict form.
    fn read(value: &Value, path: &str, error: &mut SetupError) -> Self {
        match value {
            Value::Null => Parent::Mixed,
            Value::String(word) if word == "dominant" => Parent::Dominant,
            Value::String(word) if word == "recessive" => Parent::Recessive,
            other => {
                let message = format!(
                    "must be \"dominant\" or \"recessive\", the side of the gene tile, or null for no tile, not {}",
                    kind(other)
                );
                error.add(path, message, Some("T2"));
                Parent::Mixed
            }
        }
    }
}

/// The Punnett square of a colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Square {
    /// The row parent.
    pub left: Parent,
    /// The column parent.
    pub top: Parent,
}

impl Square {
    /// All nine, those of a row parent together.
    pub fn all() -> impl Iterator<Item = Square> {
        Parent::ALL.into_iter().flat_map(|left| Parent::ALL.into_iter().map(move |top| Square { left, top }))
    }

    /// What a face means: 0 dominant, 1 mixed, 2 recessive for I to IV (0 to 3), which go row by row (T2);
    /// 3 for a De Novo mutation (4).
    #[inline]
    pub const fn outcome(&self, face: u8) -> u8 {
        if face >= 4 {
            return 3;
        }
        self.left.genes()[(face / 2) as usize] + self.top.genes()[(face % 2) as usize]
    }

    /// Ninths of a die for dominant, mixed, recessive, De Novo (T3, T4).
    pub fn weights(&self) -> [u32; KINDS] {
        let mut weights = [0, 0, 0, 1];
        for face in 0..4 {
            weights[usize::from(self.outcome(face))] += 2;
        }
        weights
    }

    /// Quarters of a die of Father Omari, which shows only I to IV (T29).
    pub fn omari_weights(&self) -> [u32; 3] {
        let mut weights = [0; 3];
        for face in 0..4 {
            weights[usize::from(self.outcome(face))] += 1;
        }
        weights
    }

    /// Sorts counts of the faces I, II, III, IV, De Novo into dominant, mixed, recessive, De Novo.
    pub fn sort(&self, faces: [u64; 5]) -> [u64; KINDS] {
        let mut sorted = [0; KINDS];
        for (face, count) in faces.into_iter().enumerate() {
            sorted[usize::from(self.outcome(face as u8))] += count;
        }
        sorted
    }

    /// What can be done with the gene tiles, by bits of [`TILES`]: add one where there is none, take one away, or
    /// leave them; a tile is never turned over in place (T2).
    pub fn tile_ways(&self) -> u64 {
        let left = if self.left == Parent::Mixed { 0b0_000_011 } else { 0b0_010_000 };
        let top = if self.top == Parent::Mixed { 0b0_001_100 } else { 0b0_100_000 };
        left | top | 0b1_000_000
    }

    /// The square after one of [`TILES`], by its number.
    #[must_use]
    pub fn after(mut self, way: u8) -> Self {
        match way {
            0 => self.left = Parent::Dominant,
            1 => self.left = Parent::Recessive,
            2 => self.top = Parent::Dominant,
            3 => self.top = Parent::Recessive,
            4 => self.left = Parent::Mixed,
            5 => self.top = Parent::Mixed,
            _ => {}
        }
        self
    }

    /// The square after what is done with a gene tile, such as `left-dominant` (T2).
    ///
    /// # Errors
    /// If there is no such thing to do, or the tiles that lie there forbid it.
    pub fn with_tile(self, tile: &str) -> Result<Self, PlayError> {
        let Some(way) = TILES.iter().position(|known| *known == tile) else {
            let message = format!("{} is none of {}", quote(tile), TILES.join(", "));
            return Err(ParseError { message, column: 0 }.into());
        };
        if self.tile_ways() >> way & 1 == 0 {
            let side = if tile.contains("left") { "left" } else { "top" };
            let message = if way < 4 {
                format!(
                    "a gene tile lies on the {side} parent already; remove it first, in an action of its own"
                )
            } else {
                format!("no gene tile lies on the {side} parent")
            };
            return Err(Illegal::new("T2", message).into());
        }
        Ok(self.after(way as u8))
    }

    /// The square of a dict form: the gene tiles on the left and the top parent, each possibly null.
    fn read(value: &Value, path: &str, error: &mut SetupError) -> Self {
        let Some(items) = value.as_array().filter(|items| items.len() == 2) else {
            let message =
                format!("must be the tile of the left parent and that of the top one, not {}", kind(value));
            error.add(path, message, Some("T2"));
            return Square::default();
        };
        let mut side = |place: usize| Parent::read(&items[place], &format!("{path}[{place}]"), error);
        Square { left: side(0), top: side(1) }
    }
}

/// The squares of all colours, from the `tiles` of a dict form; those of colours that are not there are as
/// printed.
///
/// # Errors
/// Every fault at once.
pub fn read_squares(tiles: &Value) -> Result<[Square; 4], SetupError> {
    let mut error = SetupError::default();
    let fields = Fields::open(tiles, "", &COLOURS, &mut error);
    let squares = COLOURS.map(|colour| match fields.get(colour) {
        Some(value) => Square::read(value, colour, &mut error),
        None => Square::default(),
    });
    error.into_result()?;
    Ok(squares)
}

/// The colour of a name, and the square of two tiles (`dominant`, `recessive`, or none).
///
/// # Errors
/// Every fault at once.
pub fn read_square(
    colour: &str,
    left: Option<&str>,
    top: Option<&str>,
) -> Result<(usize, Square), SetupError> {
    let mut error = SetupError::default();
    let found = COLOURS.iter().position(|known| *known == colour);
    if found.is_none() {
        let message = format!("must be one of {}, not {}", COLOURS.join(", "), quote(colour));
        error.add("colour", message, Some("T1"));
    }
    let mut side = |tile: Option<&str>, path| Parent::read(&json!(tile), path, &mut error);
    let square = Square { left: side(left, "left"), top: side(top, "top") };
    error.into_result()?;
    Ok((found.unwrap_or_default(), square))
}

/// All that is to be known about the dice of a colour, for tables and drawings: parents, square, weights of one
/// die, of the pool, of at least so many, and every change of a tile that is possible.
///
/// # Panics
/// If there is no colour of this number in [`COLOURS`].
pub fn describe(colour: usize, square: Square) -> Value {
    let names = &DIE_NAMES[KINDS * colour..][..KINDS];
    let genotype = |kind: usize| GENOTYPES[3 * colour + kind];
    let genes = |parent: Parent| -> Vec<String> {
        let word = genotype(parent.genotype());
        word.chars().map(String::from).collect()
    };
    let pool = square.pool();
    let tiles: Map<String, Value> = (0..TILES.len() - 1)
        .filter(|way| square.tile_ways() >> way & 1 == 1)
        .map(|way| {
            let after = square.after(way as u8);
            (TILES[way].to_owned(), json!([after.left.to_json(), after.top.to_json()]))
        })
        .collect();
    let Characteristic { title, dominant, recessive } = CHARACTERISTICS[colour];
    json!({
        "colour": COLOURS[colour],
        "title": title,
        "phenotypes": [dominant, recessive],
        "left": square.left.to_json(),
        "top": square.top.to_json(),
        "genes": {"left": genes(square.left), "top": genes(square.top)},
        "names": names,
        "square": (0..4).map(|face| names[usize::from(square.outcome(face))]).collect::<Vec<_>>(),
        "outcomes": (0..5).map(|face| square.outcome(face)).collect::<Vec<_>>(),
        "die": square.weights(),
        "die_denominator": DIE_DENOMINATOR,
        "omari": square.omari_weights(),
        "pool": pool.outcomes(),
        "at_least": (0..KINDS).map(|kind| pool.at_least(kind)).collect::<Vec<_>>(),
        "pool_denominator": POOL_DENOMINATOR,
        "tiles": tiles,
    })
}

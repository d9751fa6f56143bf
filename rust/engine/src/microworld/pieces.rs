//! Kinds of cells, genes, mutations and targets, with their names and ids.

pub(crate) use crate::bits::{members, nth};

/// A set of cells, by bits.
pub(crate) type Cells = u64;
/// A set of gene tokens, by bits.
pub(crate) type Genes = u16;

/// No cell, seat, gene, ... at all.
pub(crate) const NONE: u8 = u8::MAX;
/// There, but not known to the viewer.
pub(crate) const HIDDEN: u8 = u8::MAX - 1;

/// No board has more cells.
pub(crate) const MAX_CELLS: usize = 64;
/// Pawns of a player (M10).
pub(crate) const PAWNS: usize = 14;
/// Places for pawns of a player: a power of two, so that a masked index needs no check.
pub(crate) const PAWN_PLACES: usize = 16;
/// No board has more gene spaces: two of the nine tokens are left over (M10).
pub(crate) const MAX_GENE_SPACES: usize = 7;

/// Kinds of cells (M1), in the order of [`Kind`].
pub const KINDS: [&str; 4] = ["mucous", "nervous", "osseous", "muscular"];

/// What a cell is made of (M1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Green.
    Mucous,
    /// Blue.
    Nervous,
    /// Grey.
    Osseous,
    /// Red.
    Muscular,
}

impl Kind {
    pub(crate) const ALL: [Kind; 4] = [Kind::Mucous, Kind::Nervous, Kind::Osseous, Kind::Muscular];

    /// Its name.
    pub fn name(self) -> &'static str {
        KINDS[self as usize]
    }
}

/// Gene tokens, one of each (M10), by id.
pub const GENES: [&str; 9] =
    ["flip", "anywhere", "double", "opponent", "block", "occupied", "move", "radiation", "copy"];

/// Ids of gene tokens, which are those of their powers too.
pub(crate) mod gene {
    pub(crate) const FLIP: u8 = 0;
    pub(crate) const ANYWHERE: u8 = 1;
    pub(crate) const DOUBLE: u8 = 2;
    pub(crate) const OPPONENT: u8 = 3;
    pub(crate) const BLOCK: u8 = 4;
    pub(crate) const OCCUPIED: u8 = 5;
    pub(crate) const MOVE: u8 = 6;
    pub(crate) const RADIATION: u8 = 7;
    pub(crate) const COPY: u8 = 8;

    /// All tokens.
    pub(crate) const ALL: super::Genes = (1 << super::GENES.len()) - 1;
    /// Powers that are used before placing (M21, M25, M26).
    pub(crate) const BEFORE: super::Genes = 1 << ANYWHERE | 1 << OCCUPIED | 1 << MOVE;
    /// Powers that last until the turn is scored.
    pub(crate) const LASTING: super::Genes =
        1 << ANYWHERE | 1 << DOUBLE | 1 << OPPONENT | 1 << BLOCK | 1 << OCCUPIED;
}

/// Mutations (M60-M65), by id.
pub const MUTATIONS: [&str; 6] = ["bonus", "majority", "barrier", "steal", "exchange", "shift"];

/// Ids of mutations.
pub(crate) mod mutation {
    pub(crate) const BONUS: u8 = 0;
    pub(crate) const MAJORITY: u8 = 1;
    pub(crate) const BARRIER: u8 = 2;
    pub(crate) const STEAL: u8 = 3;
    pub(crate) const EXCHANGE: u8 = 4;
    pub(crate) const SHIFT: u8 = 5;

    /// All tiles.
    pub(crate) const ALL: u8 = (1 << super::MUTATIONS.len()) - 1;
    /// How many tokens a player with the mutation starts with.
    pub(crate) const TOKENS: [u8; 6] = [0, 0, 3, 1, 2, 2];
    /// The rule of each.
    pub(crate) const RULES: [&str; 6] = ["M60", "M61", "M62", "M63", "M64", "M65"];
}

/// Targets of rule B (M41), by id.
pub const TARGETS: [&str; 4] = ["bone-lover", "15-points", "chain-of-cells", "four-genes"];

/// Ids of targets.
pub(crate) mod target {
    pub(crate) const BONES: u8 = 0;
    pub(crate) const POINTS: u8 = 1;
    pub(crate) const CHAIN: u8 = 2;
    pub(crate) const GENES: u8 = 3;
}

/// The additional rules in play (M40-M47).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct RuleSet(pub(crate) u8);

impl RuleSet {
    pub(crate) const LETTERS: &'static str = "ABCDEFGH";

    #[inline]
    pub(crate) const fn has(self, letter: u8) -> bool {
        self.0 >> (letter - b'A') & 1 == 1
    }

    /// The letters, in order.
    pub(crate) fn text(self) -> String {
        Self::LETTERS.bytes().filter(|letter| self.has(*letter)).map(char::from).collect()
    }

    /// The rules of a text of letters, each at most once, in order.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let mut set = 0;
        for letter in text.chars() {
            let bit = 1 << Self::LETTERS.find(letter)?;
            if set >= bit {
                return None;
            }
            set |= bit;
        }
        Some(RuleSet(set as u8))
    }
}

/// The bit of a cell; of [`NONE`], none.
#[inline]
pub(crate) const fn bit(cell: u8) -> Cells {
    if cell < MAX_CELLS as u8 { 1 << cell } else { 0 }
}

/// The name of an id in a list; `?` for what the viewer does not know.
fn name(list: &[&'static str], id: u8) -> &'static str {
    list.get(usize::from(id)).copied().unwrap_or("?")
}

/// The name of a gene.
pub(crate) fn gene_name(id: u8) -> &'static str {
    name(&GENES, id)
}

/// The name of a mutation.
pub(crate) fn mutation_name(id: u8) -> &'static str {
    name(&MUTATIONS, id)
}

/// The name of a target.
pub(crate) fn target_name(id: u8) -> &'static str {
    name(&TARGETS, id)
}

/// The rule of a mutation; that of the choice among them if it is not known.
pub(crate) fn mutation_rule(id: u8) -> &'static str {
    mutation::RULES.get(usize::from(id)).copied().unwrap_or("M42")
}

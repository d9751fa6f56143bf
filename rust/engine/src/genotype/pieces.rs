//! Names and ids: colours, genotypes, tools, assistants, spaces, goals, gene tiles, upgrades.

/// No card, seat, plot, ... at all.
pub(crate) const NONE: u8 = u8::MAX;
/// There, but not known to the viewer.
pub(crate) const HIDDEN: u8 = u8::MAX - 1;

/// The four characteristics (T1): seed shape, pod colour, flower colour, height.
pub const COLOURS: [&str; 4] = ["R", "G", "F", "T"];
/// Genotypes, three a colour: dominant, mixed, recessive (T1).
pub const GENOTYPES: [&str; 12] = ["RR", "Rr", "rr", "GG", "Gg", "gg", "FF", "Ff", "ff", "TT", "Tt", "tt"];
/// Tool cards (T13), by id.
pub const TOOLS: [&str; 11] = [
    "seed-bag",
    "watering-funnel",
    "dissertation",
    "flower-pot",
    "graft-knife",
    "rake",
    "pollen-brush",
    "hand-lens",
    "pocket-watch",
    "garden-line",
    "grant",
];
/// Assistants, by id.
pub const ASSISTANTS: [&str; 10] =
    ["alipius", "elisabeth", "anna", "omari", "anton", "franz", "maria", "leopold", "may", "eduard"];
/// Spaces (T20), by id. Those from `gardening` on are each player's own.
pub const SPACES: [&str; 19] = [
    "genes-R",
    "genes-G",
    "genes-F",
    "genes-T",
    "first-R",
    "first-G",
    "first-F",
    "first-T",
    "second",
    "goal-2",
    "goal-3",
    "treasury",
    "university-1",
    "university-2",
    "nursery",
    "tool-shed",
    "gardening",
    "slot",
    "omari",
];
/// Phenotype goals (T15), by id: dominant and recessive of each colour.
pub const GOALS: [&str; 8] = ["R", "r", "G", "g", "F", "f", "T", "t"];
/// What can be done with gene tiles (T2).
pub const TILES: [&str; 7] = [
    "left-dominant",
    "left-recessive",
    "top-dominant",
    "top-recessive",
    "remove-left",
    "remove-top",
    "leave",
];
/// Research upgrades (T50), in the order of the abacus.
pub const UPGRADES: [&str; 4] = ["plot", "slot", "marker", "hire"];
/// Faces of dice: four results and the De Novo mutation that a second mutation leaves (T3).
pub const FACES: [&str; 5] = ["I", "II", "III", "IV", "new"];

/// Ids of tools.
pub(crate) mod tool {
    pub(crate) const SEED_BAG: u8 = 0;
    pub(crate) const FUNNEL: u8 = 1;
    pub(crate) const DISSERTATION: u8 = 2;
    pub(crate) const FLOWER_POT: u8 = 3;
    pub(crate) const KNIFE: u8 = 4;
    pub(crate) const RAKE: u8 = 5;
    pub(crate) const BRUSH: u8 = 6;
    pub(crate) const LENS: u8 = 7;
    pub(crate) const WATCH: u8 = 8;
    pub(crate) const LINE: u8 = 9;
    pub(crate) const GRANT: u8 = 10;
}

/// Ids of assistants.
pub(crate) mod assistant {
    pub(crate) const ALIPIUS: u8 = 0;
    pub(crate) const ELISABETH: u8 = 1;
    pub(crate) const ANNA: u8 = 2;
    pub(crate) const OMARI: u8 = 3;
    pub(crate) const ANTON: u8 = 4;
    pub(crate) const FRANZ: u8 = 5;
    pub(crate) const MARIA: u8 = 6;
    pub(crate) const LEOPOLD: u8 = 7;
    pub(crate) const MAY: u8 = 8;
    pub(crate) const EDUARD: u8 = 9;
}

/// Ids of spaces.
pub(crate) mod space {
    pub(crate) const GENES: u8 = 0;
    pub(crate) const FIRST: u8 = 4;
    pub(crate) const SECOND: u8 = 8;
    pub(crate) const GOAL: u8 = 9;
    pub(crate) const TREASURY: u8 = 11;
    pub(crate) const UNIVERSITY: u8 = 12;
    pub(crate) const NURSERY: u8 = 14;
    pub(crate) const TOOL_SHED: u8 = 15;
    pub(crate) const GARDENING: u8 = 16;
    pub(crate) const SLOT: u8 = 17;
    pub(crate) const OMARI: u8 = 18;
}

/// Kinds of dice in a pool.
pub(crate) mod die {
    pub(crate) const NEW: u8 = 3;
}

/// How many plant cards there are (T12).
pub const PLANTS: usize = 50;
/// Plots of a player: 2 on the mat, 5 New Plots, Eduard's, 2 Flower Pots (T11, T30).
pub const PLOTS: usize = 10;
pub(crate) const ORDINARY_PLOTS: u8 = 7;
pub(crate) const EDUARD_PLOT: u8 = 7;
pub(crate) const FIRST_POT: u8 = 8;

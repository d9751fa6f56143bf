//! Sites, directions, and the tables of a blueprint as it stands at the start (G1-G5).

use super::blueprint::{Axis, GridSet};

/// A place in space: x, y, level (G1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Site {
    /// West to east.
    pub x: i8,
    /// South to north.
    pub y: i8,
    /// From below.
    pub level: i8,
}

// By level, then y, then x: the order of pad ids.
impl Ord for Site {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.key().cmp(&other.key())
    }
}

impl PartialOrd for Site {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Site {
    /// The site at these coordinates.
    pub const fn new(x: i8, y: i8, level: i8) -> Self {
        Site { x, y, level }
    }

    #[inline]
    pub(crate) const fn key(self) -> i32 {
        ((self.level as i32) << 16) + ((self.y as i32) << 8) + self.x as i32
    }

    #[inline]
    pub(crate) const fn plus(self, step: Site) -> Site {
        Site::new(
            self.x.wrapping_add(step.x),
            self.y.wrapping_add(step.y),
            self.level.wrapping_add(step.level),
        )
    }

    #[inline]
    pub(crate) const fn minus(self, other: Site) -> Site {
        Site::new(
            self.x.wrapping_sub(other.x),
            self.y.wrapping_sub(other.y),
            self.level.wrapping_sub(other.level),
        )
    }
}

impl std::fmt::Display for Site {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}.{}", self.x, self.y, self.level)
    }
}

/// A set of pads: bit `n` is the pad with id `n`.
pub(super) type Pads = u64;

/// A set of directions, as bits by id.
pub(crate) type Directions = u32;

/// No pad, no direction.
pub(crate) const NONE: u8 = u8::MAX;

/// The number of directions (G1).
pub(super) const DIRECTIONS: usize = 26;

/// The 26 directions, by id: ascending by level, y, x.
pub const DIRECTION: [Site; DIRECTIONS] = {
    let mut all = [Site::new(0, 0, 0); DIRECTIONS];
    let mut index = 0;
    let mut code = 0;
    while code < 27 {
        let step = Site::new(code % 3 - 1, code / 3 % 3 - 1, code / 9 - 1);
        if code != 13 {
            all[index] = step;
            index += 1;
        }
        code += 1;
    }
    all
};

/// The direction ids of steps on one level, as bits.
pub(crate) const LEVEL_DIRECTIONS: Directions = {
    let (mut set, mut d) = (0, 0);
    while d < DIRECTIONS {
        if DIRECTION[d].level == 0 {
            set |= 1 << d;
        }
        d += 1;
    }
    set
};

/// The id of the direction of one step; [`NONE`] if it is not one.
#[inline]
pub(crate) const fn direction_of(step: Site) -> u8 {
    let (x, y, level) = (step.x + 1, step.y + 1, step.level + 1);
    if x < 0 || x > 2 || y < 0 || y > 2 || level < 0 || level > 2 {
        return NONE;
    }
    let code = (level * 9 + y * 3 + x) as u8;
    match code {
        13 => NONE,
        0..13 => code,
        _ => code - 1,
    }
}

/// The four sides on which a pad can be added, then up (G60).
pub(crate) const SIDES: [Site; 5] =
    [Site::new(1, 0, 0), Site::new(-1, 0, 0), Site::new(0, 1, 0), Site::new(0, -1, 0), Site::new(0, 0, 1)];

/// The side number of "up".
pub(crate) const UP: usize = 4;

/// The bits of a set, lowest first.
#[inline]
pub(crate) fn pads_of(mut set: Pads) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let pad = set.trailing_zeros() as u8;
            set &= set - 1;
            pad
        })
    })
}

#[inline]
pub(crate) const fn bit(pad: u8) -> Pads {
    1 << pad
}

/// What the blueprint holds at and around one site of the window.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cell {
    /// The pad there.
    pub(crate) pad: u8,
    /// The pads on the four sides, above and below.
    pub(crate) sides: [u8; 6],
    /// The directions in which a pad is next to it.
    pub(crate) exits: Directions,
}

/// A site with nothing around it.
const NOTHING: Cell = Cell { pad: NONE, sides: [NONE; 6], exits: 0 };

/// The immutable tables of a grid-set at the start of a game: pads with ids 0 to `count - 1`.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    pub(crate) sites: Vec<Site>,
    pub(crate) all: Pads,
    /// The next pad, or [`NONE`], by `pad * 26 + direction`, as in action ids.
    pub(crate) next: Vec<u8>,
    /// For each pad, the directions in which a pad is next to it.
    pub(crate) exits: [Directions; 64],
    pub(crate) axes: Vec<Axis>,
    /// For each seat, directions that are not backward (G21), and those with a forward component
    /// (G22, G23), as bits.
    pub(crate) not_backward: [Directions; 4],
    pub(crate) forward: [Directions; 4],
    /// For each seat, its home-row (G4), and those of its opponents (G40).
    pub(crate) home_rows: [Pads; 4],
    pub(crate) crown_rows: [Pads; 4],
    /// Pads that never take a blocker-box: kingerizers and teleporters (G61).
    pub(crate) nodes: Pads,
    pub(crate) teleporters: Pads,
    pub(crate) lowest_level: i8,
    window_from: Site,
    window_size: [i32; 3],
    window: Vec<Cell>,
}

impl Board {
    pub(crate) fn new(grid: &GridSet) -> Self {
        let sites = grid.pads.clone();
        let (window_from, window_size) = window_around(&sites);
        let set = |members: &[Site]| -> Pads {
            sites.iter().enumerate().filter(|(_, s)| members.contains(s)).map(|(n, _)| 1 << n).sum()
        };
        let mut board = Board {
            all: (1u64 << sites.len()) - 1,
            exits: [0; 64],
            next: vec![NONE; 64 * DIRECTIONS],
            axes: grid.seats.iter().map(|seat| seat.forward).collect(),
            not_backward: [0; 4],
            forward: [0; 4],
            home_rows: [0; 4],
            crown_rows: [0; 4],
            nodes: 0,
            teleporters: set(&grid.teleporters),
            lowest_level: sites.iter().map(|s| s.level).min().unwrap_or(1),
            window_from,
            window_size,
            window: Vec::new(),
            sites: Vec::new(),
        };
        for (seat, section) in grid.seats.iter().enumerate() {
            board.home_rows[seat] = set(&section.home_row);
            for (direction, step) in DIRECTION.iter().enumerate() {
                let gain = section.forward.along(*step);
                board.not_backward[seat] |= u32::from(gain >= 0) << direction;
                board.forward[seat] |= u32::from(gain > 0) << direction;
            }
        }
        let rows = board.home_rows.iter().fold(0, |rows, row| rows | row);
        board.crown_rows = board.home_rows.map(|own| rows & !own);
        board.nodes = board.teleporters | rows;
        for (p, from) in sites.iter().enumerate() {
            for (q, to) in sites.iter().enumerate() {
                let direction = direction_of(to.minus(*from));
                if direction != NONE {
                    board.exits[p] |= 1 << direction;
                    board.next[p * DIRECTIONS + usize::from(direction)] = q as u8;
                }
            }
        }
        board.window = cells(&sites, window_from, window_size);
        board.sites = sites;
        board
    }

    /// What the blueprint holds at and around a site.
    #[inline]
    pub(crate) fn cell(&self, site: Site) -> &Cell {
        let x = i32::from(site.x) - i32::from(self.window_from.x);
        let y = i32::from(site.y) - i32::from(self.window_from.y);
        let level = i32::from(site.level) - i32::from(self.window_from.level);
        let [width, depth, height] = self.window_size;
        if (x as u32) < width as u32 && (y as u32) < depth as u32 && (level as u32) < height as u32 {
            &self.window[((level * depth + y) * width + x) as usize]
        } else {
            &NOTHING
        }
    }

    /// The blueprint's pad on a site.
    #[inline]
    pub(crate) fn pad_at(&self, site: Site) -> u8 {
        self.cell(site).pad
    }
}

/// A box two sites wider than the pads, so that whatever touches a pad lies inside.
fn window_around(sites: &[Site]) -> (Site, [i32; 3]) {
    let range = |along: fn(&Site) -> i8| {
        let low = sites.iter().map(along).min().unwrap_or(0);
        let high = sites.iter().map(along).max().unwrap_or(0);
        (low - 2, i32::from(high) - i32::from(low) + 5)
    };
    let ((x, width), (y, depth), (level, height)) = (range(|s| s.x), range(|s| s.y), range(|s| s.level));
    (Site::new(x, y, level), [width, depth, height])
}

fn cells(sites: &[Site], from: Site, [width, depth, height]: [i32; 3]) -> Vec<Cell> {
    let mut window = Vec::with_capacity((width * depth * height) as usize);
    for level in 0..height {
        for y in 0..depth {
            for x in 0..width {
                let site = from.plus(Site::new(x as i8, y as i8, level as i8));
                let at = |site: Site| sites.iter().position(|s| *s == site).map_or(NONE, |p| p as u8);
                let down = Site::new(0, 0, -1);
                let [e, w, n, s, up] = SIDES.map(|side| at(site.plus(side)));
                let sides = [e, w, n, s, up, at(site.plus(down))];
                let exits = sites
                    .iter()
                    .map(|other| direction_of(other.minus(site)))
                    .filter(|direction| *direction != NONE)
                    .map(|direction| 1 << direction)
                    .sum();
                window.push(Cell { pad: at(site), sides, exits });
            }
        }
    }
    window
}

//! The tables of a blueprint as it stands at the start (G2-G5).

use super::blueprint::{Axis, GridSet};
use super::site::{DIRECTION, Directions, NONE, Pads, SIDES, Site, direction_of};

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
    /// The next pad in a direction, or [`NONE`]. Rows of 32, so that indices can be masked.
    pub(crate) next: [[u8; 32]; 64],
    /// For each pad, the directions in which a pad is next to it.
    pub(crate) exits: [Directions; 64],
    /// For each pad, the pads next to it.
    pub(crate) near: [Pads; 64],
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
            near: [0; 64],
            next: [[NONE; 32]; 64],
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
                    board.near[p] |= 1 << q;
                    board.next[p][usize::from(direction)] = q as u8;
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

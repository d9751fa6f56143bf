//! Pads added in play: where they stand, what they touch, and where the next one fits (G60-G63).

use wide::i8x16;

use super::blueprint::MAX_BUILT;
use super::board::Board;
use super::site::{DIRECTION, Directions, NONE, Pads, SIDES, Site, UP, bit, direction_of, pads_of};
use super::state::State;

/// An unused place: farther from every site than any step or line reaches.
const FAR: i8 = 127;

/// The pads added in play, sorted by site, so that equal grid-sets are equal values whatever order
/// they were built in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Built {
    pub(crate) x: [i8; MAX_BUILT],
    pub(crate) y: [i8; MAX_BUILT],
    pub(crate) level: [i8; MAX_BUILT],
    pub(crate) count: u8,
}

impl Built {
    pub(crate) const NOTHING: Built =
        Built { x: [FAR; MAX_BUILT], y: [FAR; MAX_BUILT], level: [FAR; MAX_BUILT], count: 0 };

    /// The pads on these sites, at most [`MAX_BUILT`].
    pub(crate) fn of(sites: &mut [Site]) -> Self {
        sites.sort();
        let mut built = Built::NOTHING;
        for (index, site) in sites.iter().enumerate() {
            (built.x[index], built.y[index], built.level[index]) = (site.x, site.y, site.level);
            built.count += 1;
        }
        built
    }

    #[inline]
    pub(crate) fn site(&self, index: u8) -> Site {
        let index = usize::from(index) & (MAX_BUILT - 1);
        Site::new(self.x[index], self.y[index], self.level[index])
    }

    pub(crate) fn sites(&self) -> impl Iterator<Item = Site> + '_ {
        (0..self.count).map(|index| self.site(index))
    }

    /// The index of the pad on a site.
    #[inline]
    pub(crate) fn at(&self, site: Site) -> Option<u8> {
        let here = i8x16::from(self.x).simd_eq(i8x16::splat(site.x))
            & i8x16::from(self.y).simd_eq(i8x16::splat(site.y))
            & i8x16::from(self.level).simd_eq(i8x16::splat(site.level));
        let mask = here.to_bitmask() & ((1 << self.count) - 1);
        (mask != 0).then(|| mask.trailing_zeros() as u8)
    }

    /// The pads within `reach` of a site in x and y, and within one level; the site itself counts.
    #[inline]
    fn within(&self, site: Site, reach: i8) -> Pads {
        let close = |all: [i8; MAX_BUILT], here: i8, reach: i8| {
            let all = i8x16::from(all);
            all.simd_gt(i8x16::splat(here - reach - 1)) & all.simd_lt(i8x16::splat(here + reach + 1))
        };
        let near =
            close(self.x, site.x, reach) & close(self.y, site.y, reach) & close(self.level, site.level, 1);
        u64::from(near.to_bitmask())
    }

    /// Adds a pad and gives its index; the later ones move up by one.
    fn insert(&mut self, site: Site) -> u8 {
        let mut place = usize::from(self.count);
        while place > 0 && self.site(place as u8 - 1).key() > site.key() {
            self.x[place] = self.x[place - 1];
            self.y[place] = self.y[place - 1];
            self.level[place] = self.level[place - 1];
            place -= 1;
        }
        (self.x[place], self.y[place], self.level[place]) = (site.x, site.y, site.level);
        self.count += 1;
        place as u8
    }
}

/// The grid-set as it stands now: blueprint and added pads together.
#[derive(Clone, Copy)]
pub(crate) struct Grid<'a> {
    pub(crate) board: &'a Board,
    pub(crate) built: &'a Built,
    /// The id of the first added pad.
    first: u8,
}

impl<'a> Grid<'a> {
    #[inline]
    pub(crate) fn new(board: &'a Board, built: &'a Built) -> Self {
        Grid { board, built, first: board.sites.len() as u8 }
    }

    /// The number of pads.
    pub(crate) fn count(&self) -> u8 {
        self.first + self.built.count
    }

    /// All pads.
    #[inline]
    pub(crate) fn all(&self) -> Pads {
        self.board.all | (((1 << self.built.count) - 1) << self.first)
    }

    #[inline]
    pub(crate) fn site(&self, pad: u8) -> Site {
        match self.board.sites.get(usize::from(pad)) {
            Some(site) => *site,
            None => self.built.site(pad - self.first),
        }
    }

    /// The pad on a site, or [`NONE`].
    #[inline]
    pub(crate) fn pad_at(&self, site: Site) -> u8 {
        let pad = self.board.pad_at(site);
        if pad != NONE || self.built.count == 0 {
            return pad;
        }
        self.built.at(site).map_or(NONE, |index| self.first + index)
    }

    /// The directions in which a pad is next to this one.
    #[inline]
    pub(crate) fn exits(&self, pad: u8) -> Directions {
        let old = self.board.exits[usize::from(pad & 63)];
        if self.built.count == 0 { old } else { self.exits_built(pad) }
    }

    /// [`Grid::exits`] where pads were added in play.
    fn exits_built(&self, pad: u8) -> Directions {
        let site = self.site(pad);
        let mut exits = self.board.cell(site).exits;
        for index in pads_of(self.built.within(site, 1)) {
            let direction = direction_of(self.built.site(index).minus(site));
            exits |= if direction == NONE { 0 } else { 1 << direction };
        }
        exits
    }

    /// The pad one step away, or [`NONE`].
    // Measured: a call here costs perft without building a tenth of its speed.
    #[allow(clippy::inline_always)]
    #[inline(always)]
    pub(crate) fn next(&self, pad: u8, direction: u8) -> u8 {
        let next = self.board.next[usize::from(pad & 63)][usize::from(direction & 31)];
        if next != NONE || self.built.count == 0 { next } else { self.next_built(pad, direction) }
    }

    /// [`Grid::next`] where one of the two pads was added in play.
    #[inline(never)]
    fn next_built(&self, pad: u8, direction: u8) -> u8 {
        let site = self.site(pad).plus(DIRECTION[usize::from(direction)]);
        // Next to a blueprint pad the blueprint has none there, or the table would have known it.
        let old = if pad < self.first { NONE } else { self.board.pad_at(site) };
        if old == NONE { self.built.at(site).map_or(NONE, |index| self.first + index) } else { old }
    }
}

/// Where pads can be added: for each side, the pads that are the anchor of an open site there. Each
/// open site has exactly one anchor: of its neighbours on the level the lowest id, else the pad
/// below it (G60).
pub(crate) type OpenSides = [Pads; 5];

/// The open sides of a grid-set, computed anew. `supported`: rule option of G62.
pub(crate) fn open_sides(grid: &Grid, supported: bool) -> OpenSides {
    let mut open = [0; 5];
    for pad in pads_of(grid.all()) {
        for (side, step) in SIDES.iter().enumerate() {
            let site = grid.site(pad).plus(*step);
            if grid.pad_at(site) == NONE && anchor(grid, site, supported) == Some((pad, side)) {
                open[side] |= bit(pad);
            }
        }
    }
    open
}

/// The anchor and side of the pad that could be added on an empty site.
pub(crate) fn anchor(grid: &Grid, site: Site, supported: bool) -> Option<(u8, usize)> {
    let below = grid.pad_at(site.plus(Site::new(0, 0, -1)));
    if !supported || below != NONE {
        // Seen from the site, an anchor to its east has the site on its west side.
        let beside = (0..UP).map(|side| (grid.pad_at(site.plus(SIDES[side ^ 1])), side));
        if let Some(found) = beside.filter(|(pad, _)| *pad != NONE).min() {
            return Some(found);
        }
    }
    (below != NONE).then_some((below, UP))
}

/// Adds the pad on the open `side` of `anchor`: renumbers the pads behind it and opens its own
/// sides. Reserves are the caller's.
pub(crate) fn add_pad(board: &Board, supported: bool, state: &mut State, anchor: u8, side: usize) {
    let site = Grid::new(board, &state.built).site(anchor).plus(SIDES[side]);
    state.open[side] &= !bit(anchor);
    let id = board.sites.len() as u8 + state.built.insert(site);
    if id + 1 < board.sites.len() as u8 + state.built.count {
        let shift = |set: &mut Pads| {
            let below = *set & (bit(id) - 1);
            *set = below | (*set ^ below) << 1;
        };
        state.markers.iter_mut().for_each(shift);
        state.open.iter_mut().for_each(shift);
        [&mut state.kings, &mut state.moved, &mut state.blocked].into_iter().for_each(shift);
    }
    open_around(board, supported, state, site, id);
}

/// Updates the open sides after the pad `id` was added on `site`.
fn open_around(board: &Board, supported: bool, state: &mut State, site: Site, id: u8) {
    let first = board.sites.len() as u8;
    let built = state.built;
    let alone = built.within(site, 2).is_power_of_two();
    // The pad on a side of `at`, of which the blueprint holds `old`.
    let on = |at: Site, old: u8| {
        if old != NONE || alone {
            return old;
        }
        built.at(at).map_or(NONE, |index| first + index)
    };
    for side in 0..UP {
        let target = site.plus(SIDES[side]);
        let cell = board.cell(target);
        if on(target, cell.pad) != NONE {
            continue;
        }
        let below = on(target.plus(Site::new(0, 0, -1)), cell.sides[5]);
        if supported && below == NONE {
            continue;
        }
        // The other neighbours of the target; the new pad lies on its side `side ^ 1`.
        let (mut lowest, mut from) = (NONE, 0);
        for other in (0..UP).filter(|other| *other != side ^ 1) {
            let pad = on(target.plus(SIDES[other]), cell.sides[other]);
            if pad < lowest {
                (lowest, from) = (pad, other ^ 1);
            }
        }
        if lowest < id {
            continue;
        }
        if lowest != NONE {
            state.open[from] &= !bit(lowest);
        } else if below != NONE {
            state.open[UP] &= !bit(below);
        }
        state.open[side] |= bit(id);
    }
    let above = site.plus(SIDES[UP]);
    let cell = board.cell(above);
    if on(above, cell.pad) == NONE {
        let beside = (0..UP).map(|side| (on(above.plus(SIDES[side ^ 1]), cell.sides[side ^ 1]), side));
        match beside.filter(|(pad, _)| *pad != NONE).min() {
            None => state.open[UP] |= bit(id),
            Some((pad, side)) if supported => state.open[side] |= bit(pad),
            Some(_) => {}
        }
    }
}

//! Quarter turns of the grid-set that map a blueprint and its seats onto themselves (G5).

use super::Gridopolis;
use super::blueprint::Axis;
use super::board::Board;
use super::building::{Built, Grid, open_sides};
use super::notation::{Deed, Intent};
use super::site::{NONE, Pads, Site, bit, pads_of};
use super::state::{Landing, Phase, State};
use super::tensor::ROWS;
use crate::game::Event;

/// A turn about the vertical axis through the middle of the blueprint.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turning {
    quarters: u8,
    /// Twice the middle, so that it is whole.
    centre: [i32; 2],
    /// What is added to a seat (seats are counted clockwise, G3).
    seats: u8,
}

impl Turning {
    fn site(&self, site: Site) -> Site {
        let [cx, cy] = self.centre;
        let (mut x, mut y) = (2 * i32::from(site.x) - cx, 2 * i32::from(site.y) - cy);
        for _ in 0..self.quarters {
            (x, y) = (y, -x); // clockwise from above
        }
        Site::new(i32::midpoint(x, cx) as i8, i32::midpoint(y, cy) as i8, site.level)
    }

    fn step(&self, step: Site) -> Site {
        Turning { centre: [0, 0], ..*self }.site(step)
    }
}

/// Twice the middle of the pads.
pub(super) fn centre(sites: &[Site]) -> [i32; 2] {
    let middle = |along: fn(&Site) -> i8| {
        let low = sites.iter().map(along).min().unwrap_or(0);
        let high = sites.iter().map(along).max().unwrap_or(0);
        i32::from(low) + i32::from(high)
    };
    [middle(|s| s.x), middle(|s| s.y)]
}

/// All symmetries, the identity first.
pub(super) fn symmetries(board: &Board, start: &State, seats: u8) -> Vec<Turning> {
    let centre = centre(&board.sites);
    let mut found = Vec::new();
    for quarters in 0..4 {
        // A quarter turn needs a middle that it maps sites to sites about.
        if quarters % 2 == 1 && (centre[0] + centre[1]) % 2 != 0 {
            continue;
        }
        for shift in 0..seats {
            let turning = Turning { quarters, centre, seats: shift };
            if (quarters == 0) == (shift == 0) && fits(board, start, seats, &turning) {
                found.push(turning);
            }
        }
    }
    found
}

fn fits(board: &Board, start: &State, seats: u8, turning: &Turning) -> bool {
    // A seat that looks up or down has no right-hand side that would turn with it.
    let level = |axis: &Axis| matches!(axis, Axis::Up | Axis::Down);
    if turning.quarters != 0 && board.axes.iter().any(level) {
        return false;
    }
    let maps = |from: Pads, to: Pads| {
        from.count_ones() == to.count_ones()
            && pads_of(from).all(|pad| {
                let image = board.pad_at(turning.site(board.sites[usize::from(pad)]));
                image != NONE && to & bit(image) != 0
            })
    };
    maps(board.all, board.all)
        && maps(board.teleporters, board.teleporters)
        && (0..seats).all(|seat| {
            let (from, to) = (usize::from(seat), usize::from((seat + turning.seats) % seats));
            let forward = [Site::new(1, 0, 0), Site::new(0, 1, 0), Site::new(0, 0, 1)];
            maps(board.home_rows[from], board.home_rows[to])
                && maps(start.markers[from], start.markers[to])
                && forward
                    .iter()
                    .all(|step| board.axes[from].along(*step) == board.axes[to].along(turning.step(*step)))
        })
}

impl Gridopolis {
    pub(super) fn turn_state(&self, turning: &Turning, state: &State) -> State {
        let grid = self.grid(state);
        let mut sites: Vec<Site> = state.built.sites().map(|site| turning.site(site)).collect();
        let built = Built::of(&mut sites);
        let image = Grid::new(&self.board, &built);
        let pad = |pad: u8| image.pad_at(turning.site(grid.site(pad)));
        let set = |set: Pads| pads_of(set).map(|p| bit(pad(p))).sum();
        let seats = self.rules.players;
        let seat = |seat: u8| (seat + turning.seats) % seats;
        let mut next = *state;
        for from in 0..seats {
            let (from, to) = (usize::from(from), usize::from(seat(from)));
            next.markers[to] = set(state.markers[from]);
            next.reserves[to] = state.reserves[from];
            next.captured[to] = state.captured[from];
        }
        next.kings = set(state.kings);
        next.moved = set(state.moved);
        next.blocked = set(state.blocked);
        next.seat = seat(state.seat);
        next.first_seat = seat(state.first_seat);
        next.open = open_sides(&image, self.rules.supported_pads);
        next.phase = match state.phase {
            Phase::Chain { pad: p, landing, second } => {
                let landing = match landing {
                    Landing::Hop(direction) => {
                        let step = super::site::DIRECTION[usize::from(direction)];
                        Landing::Hop(super::site::direction_of(turning.step(step)))
                    }
                    other => other,
                };
                Phase::Chain { pad: pad(p), landing, second }
            }
            Phase::Teleport { pad: p, landing, second, crowned } => {
                Phase::Teleport { pad: pad(p), landing, second, crowned }
            }
            Phase::Second { pad: p } => Phase::Second { pad: pad(p) },
            other => other,
        };
        next.built = built;
        next
    }

    pub(super) fn turn_event(&self, turning: &Turning, state: &State, event: Event) -> Event {
        let site = |site| turning.site(site);
        let intent = match self.deed(state, event) {
            Deed::Go { kind, from, over, to } => Intent::Go {
                from: Some(site(from)),
                kind,
                over: over.map(site),
                to: site(to.or(over).unwrap_or(from)),
            },
            Deed::Build { site: at, .. } => Intent::Build { site: site(at), post: None },
            Deed::Block(at) => Intent::Block(site(at)),
            Deed::Stop | Deed::Pass | Deed::Time => return event,
        };
        self.resolve(&self.turn_state(turning, state), intent).unwrap_or(event)
    }

    pub(super) fn turn_tensor(&self, turning: &Turning, state: &State) -> Vec<usize> {
        let grid = self.grid(state);
        let image = self.turn_state(turning, state);
        let image = self.grid(&image);
        let len = self.spec.tensor_len();
        let features = self.spec.tensor[0].shape[1];
        let mut rows: Vec<usize> = (0..ROWS).collect();
        for pad in pads_of(grid.all()) {
            rows[usize::from(pad)] = usize::from(image.pad_at(turning.site(grid.site(pad))));
        }
        (0..len)
            .map(|at| if at < ROWS * features { rows[at / features] * features + at % features } else { at })
            .collect()
    }

    pub(super) fn turned_seat(&self, turning: &Turning, seat: u8) -> u8 {
        (seat + turning.seats) % self.rules.players
    }
}

//! The observation tensor: a row for each pad id, and one of facts about the whole position, both
//! from the seat that looks (own axis forward, seats counted on from the own one).

use super::Gridopolis;
use super::blueprint::Axis;
use super::board::Board;
use super::building::{Built, Grid};
use super::site::{NONE, SIDES, Site, UP, bit, pads_of};
use super::state::{Landing, Phase, State};
use crate::game::TensorPart;

/// Rows of the part `pads`: one for each possible pad id.
pub(super) const ROWS: usize = 64;

const PADS: [&str; 24] = [
    "is a pad",
    "forward",
    "right",
    "level",
    "own pawn",
    "own king",
    "next pawn",
    "next king",
    "second next pawn",
    "second next king",
    "third next pawn",
    "third next king",
    "pawn that has not moved",
    "blocker-box",
    "teleporter",
    "own home-row",
    "next home-row",
    "second next home-row",
    "third next home-row",
    "added in play",
    "marker in the middle of its turn",
    "open sides / 4",
    "open top",
    "empty and active",
];

const FACTS: [&str; 37] = [
    "own turn",
    "next turn",
    "second next turn",
    "third next turn",
    "phase turn",
    "phase chain of captures",
    "phase chain of hops",
    "phase teleport",
    "phase second move",
    "over",
    "in a second move",
    "just crowned",
    "quiet / limit",
    "rounds left / 100",
    "time called",
    "win by points",
    "supported pads",
    "own pads",
    "own links",
    "own posts",
    "own blockers",
    "next pads",
    "next links",
    "next posts",
    "next blockers",
    "second next pads",
    "second next links",
    "second next posts",
    "second next blockers",
    "third next pads",
    "third next links",
    "third next posts",
    "third next blockers",
    "own points / 50",
    "next points / 50",
    "second next points / 50",
    "third next points / 50",
];

pub(super) fn parts() -> Vec<TensorPart> {
    vec![
        TensorPart { name: "pads", shape: vec![ROWS, PADS.len()], features: PADS.map(String::from).to_vec() },
        TensorPart { name: "facts", shape: vec![FACTS.len()], features: FACTS.map(String::from).to_vec() },
    ]
}

/// A site in the frame of a seat, with the middle of the grid-set as origin: forward, right, level.
fn own_frame(axis: Axis, site: [f32; 3]) -> [f32; 3] {
    let [x, y, level] = site;
    match axis {
        Axis::North => [y, x, level],
        Axis::South => [-y, -x, level],
        Axis::East => [x, -y, level],
        Axis::West => [-x, y, level],
        // Forward is the level itself; there is no own right, so x and y stand for it together.
        Axis::Up => [level, x, y],
        Axis::Down => [-level, -x, y],
    }
}

/// The rows of the blueprint's pads as each seat sees them where nothing stands on them and nothing was added: most of a
/// tensor, copied for every state.
#[derive(Clone, Debug)]
pub(super) struct Backdrops(Vec<Vec<f32>>);

impl Backdrops {
    pub(super) fn new(board: &Board, centre: [i32; 2], players: u8) -> Self {
        let nothing = Built::NOTHING;
        let grid = Grid::new(board, &nothing);
        let rows_of = |seat: u8| {
            let mut rows = vec![0.0; ROWS * PADS.len()];
            for (pad, row) in rows.chunks_exact_mut(PADS.len()).enumerate().take(board.sites.len()) {
                fill_place(row, &grid, pad as u8, board.axes[usize::from(seat)], centre);
                let set = |sets: u64| f32::from(u8::from(sets >> pad & 1 == 1));
                row[14] = set(board.teleporters);
                for other in 0..players {
                    let relative = usize::from((other + players - seat) % players);
                    row[15 + relative] = set(board.home_rows[usize::from(other)]);
                }
            }
            rows
        };
        Backdrops((0..players).map(rows_of).collect())
    }
}

/// Fills what a row says of the place of a pad, and of what is around it.
fn fill_place(row: &mut [f32], grid: &Grid, pad: u8, axis: Axis, centre: [i32; 2]) {
    let site = grid.site(pad);
    row[0] = 1.0;
    // + 0.0: no negative zeros, so that equal places are equal values.
    row[1..4].copy_from_slice(&own_frame(axis, from_centre(centre, site)).map(|along| along / 8.0 + 0.0));
    let open = |side: &Site| grid.pad_at(site.plus(*side)) == NONE;
    row[21] = SIDES[..UP].iter().filter(|side| open(side)).count() as f32 / 4.0;
    row[22] = f32::from(u8::from(open(&SIDES[UP])));
}

/// A site's distance from the middle of the blueprint's pads, along x and y; levels from 0.
fn from_centre(centre: [i32; 2], site: Site) -> [f32; 3] {
    let [x, y] = centre.map(|twice| twice as f32);
    [(f32::from(site.x) * 2.0 - x) / 2.0, (f32::from(site.y) * 2.0 - y) / 2.0, f32::from(site.level)]
}

impl Gridopolis {
    pub(super) fn fill_tensor(&self, state: &State, seat: u8, out: &mut [f32]) {
        let (rows, facts) = out.split_at_mut(ROWS * PADS.len());
        let players = self.rules.players;
        let relative = |other: u8| usize::from((other + players - seat) % players);
        rows.copy_from_slice(&self.backdrops.0[usize::from(seat)]);
        facts.fill(0.0);
        let grid = self.grid(state);
        for added in 0..state.built.count {
            self.fill_added(rows, &grid, self.board.sites.len() as u8 + added, seat);
        }
        let mut mark = |pads: u64, column: usize| {
            for pad in pads_of(pads) {
                rows[usize::from(pad) * PADS.len() + column] = 1.0;
            }
        };
        for owner in 0..players {
            let (own, column) = (state.own(owner), 4 + 2 * relative(owner));
            mark(own & !state.kings, column);
            mark(own & state.kings, column + 1);
        }
        mark(state.occupied() & !state.moved, 12);
        mark(state.blocked, 13);
        mark(self.mover(state).map_or(0, bit), 20);
        mark(self.free(state), 23);
        facts[relative(state.seat)] = 1.0;
        let (phase, second, crowned) = match state.phase {
            Phase::Turn => (4, false, false),
            Phase::Chain { landing: Landing::Hop(_), second, .. } => (6, second, false),
            Phase::Chain { second, .. } => (5, second, false),
            Phase::Teleport { second, crowned, .. } => (7, second, crowned),
            Phase::Second { .. } => (8, true, false),
            Phase::Over(_) => (9, false, false),
        };
        facts[phase] = 1.0;
        facts[10] = f32::from(u8::from(second));
        facts[11] = f32::from(u8::from(crowned));
        if let Some(end) = self.quiet_end(state) {
            // A capture that puts a player out lowers the limit before the turn ends.
            facts[12] = (state.quiet as f32 / end.max(1) as f32).min(1.0);
        }
        if self.rules.rounds < u32::MAX {
            facts[13] = self.rules.rounds.saturating_sub(state.round) as f32 / 100.0;
        }
        facts[14] = f32::from(u8::from(state.time_called));
        facts[15] = f32::from(u8::from(self.rules.points));
        facts[16] = f32::from(u8::from(self.rules.supported_pads));
        for other in 0..players {
            let reserve = state.reserves[usize::from(other)];
            let parts = [reserve.pads, reserve.links, reserve.posts, reserve.blockers];
            let at = 17 + 4 * relative(other);
            facts[at..at + 4].copy_from_slice(&parts.map(f32::from));
            facts[33 + relative(other)] = state.points(other) as f32 / 50.0;
        }
    }

    /// Fills the row of a pad added in play, and closes the sides of the blueprint's pads around it.
    fn fill_added(&self, rows: &mut [f32], grid: &Grid, pad: u8, seat: u8) {
        let start_of = |pad: u8| usize::from(pad) * PADS.len();
        let row = &mut rows[start_of(pad)..][..PADS.len()];
        fill_place(row, grid, pad, self.board.axes[usize::from(seat)], self.centre);
        row[19] = 1.0;
        let around = self.board.cell(grid.site(pad)).sides;
        for beside in around[..UP].iter().filter(|beside| **beside != NONE) {
            rows[start_of(*beside) + 21] -= 0.25;
        }
        let below = around[UP + 1];
        if below != NONE {
            rows[start_of(below) + 22] = 0.0;
        }
    }
}

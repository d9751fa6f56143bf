//! The observation tensor: a row for each pad id, and one of facts about the whole position, both
//! from the seat that looks (own axis forward, seats counted on from the own one).

use super::Gridopolis;
use super::blueprint::Axis;
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

impl Gridopolis {
    pub(super) fn fill_tensor(&self, state: &State, seat: u8, out: &mut [f32]) {
        out.fill(0.0);
        let (rows, facts) = out.split_at_mut(ROWS * PADS.len());
        let players = self.rules.players;
        let relative = |other: u8| usize::from((other + players - seat) % players);
        let grid = self.grid(state);
        let free = self.free(state);
        let axis = self.board.axes[usize::from(seat)];
        for pad in pads_of(grid.all()) {
            let row = &mut rows[usize::from(pad) * PADS.len()..][..PADS.len()];
            let set = |sets: u64| f32::from(u8::from(sets & bit(pad) != 0));
            row[0] = 1.0;
            let place = own_frame(axis, self.from_centre(grid.site(pad)));
            // + 0.0: no negative zeros, so that equal places are equal values.
            row[1..4].copy_from_slice(&place.map(|along| along / 8.0 + 0.0));
            if let Some(owner) = state.owner(pad) {
                let king = state.kings & bit(pad) != 0;
                row[4 + 2 * relative(owner) + usize::from(king)] = 1.0;
            }
            row[12] = set(state.occupied() & !state.moved);
            row[13] = set(state.blocked);
            row[14] = set(self.board.teleporters);
            for other in 0..players {
                row[15 + relative(other)] = set(self.board.home_rows[usize::from(other)]);
            }
            row[19] = f32::from(u8::from(usize::from(pad) >= self.board.sites.len()));
            row[20] = f32::from(u8::from(self.mover(state) == Some(pad)));
            let open = |side: &Site| grid.pad_at(grid.site(pad).plus(*side)) == NONE;
            row[21] = SIDES[..UP].iter().filter(|side| open(side)).count() as f32 / 4.0;
            row[22] = f32::from(u8::from(open(&SIDES[UP])));
            row[23] = set(free);
        }
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

    /// A site's distance from the middle of the blueprint's pads, along x and y; levels from 0.
    fn from_centre(&self, site: Site) -> [f32; 3] {
        let [x, y] = self.centre.map(|twice| twice as f32);
        [(f32::from(site.x) * 2.0 - x) / 2.0, (f32::from(site.y) * 2.0 - y) / 2.0, f32::from(site.level)]
    }
}

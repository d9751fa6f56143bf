//! Positions from dicts: everything is checked, all faults are reported at once.

use serde_json::Value;

use super::Gridopolis;
use super::blueprint::{MAX_BUILT, Reserve, parts, site};
use super::building::{Built, Grid, open_sides};
use super::explain::ENDINGS;
use super::site::{NONE, Site, bit, direction_of};
use super::state::{Landing, Phase, State, Tally};
use crate::error::SetupError;
use crate::fields::Fields;

const STATE_KEYS: [&str; 18] = [
    "game",
    "format",
    "options",
    "built",
    "blocked",
    "markers",
    "reserves",
    "captured",
    "seat",
    "turn",
    "round",
    "turns_in_round",
    "quiet",
    "passes",
    "time_called",
    "progress",
    "first_seat",
    "phase",
];

impl Gridopolis {
    /// Reads the dict form of a position and checks it.
    pub(super) fn read_state(&self, value: &Value) -> Result<State, SetupError> {
        let mut error = SetupError::default();
        let fields = Fields::open(value, "", &STATE_KEYS, &mut error);
        let players = i64::from(self.rules.players);
        let mut state = self.start;
        state.markers = [0; 4];
        state.built = self.read_built(&fields, &mut error);
        let built = state.built;
        // Pads beyond the box have no bit, so nothing further can be read.
        if self.board.sites.len() + usize::from(built.count) > parts::PADS {
            error.add("built", format!("more than {} pads", parts::PADS), Some("G8"));
            return Err(error);
        }
        let grid = Grid::new(&self.board, &built);
        state.open = open_sides(&grid, self.rules.supported_pads);
        self.read_markers(&fields, &grid, &mut state, &mut error);
        self.read_blocked(&fields, &grid, &mut state, &mut error);
        let count = i64::from(u32::MAX / 2);
        state.first_seat =
            fields.int("first_seat", 0..=players - 1, Some(i64::from(self.rules.first_seat)), &mut error)
                as u8;
        state.seat = fields.int("seat", 0..=players - 1, None, &mut error) as u8;
        state.turn = fields.int("turn", 0..=1_000_000, Some(0), &mut error) as u32;
        state.round = fields.int("round", 0..=1_000_000, Some(0), &mut error) as u32;
        state.turns_in_round = fields.int("turns_in_round", 0..=players, Some(0), &mut error) as u8;
        state.quiet = fields.int("quiet", 0..=count, Some(0), &mut error) as u32;
        state.passes = fields.int("passes", 0..=players, Some(0), &mut error) as u8;
        state.time_called = fields.bool("time_called", false, &mut error);
        state.progress = fields.bool("progress", false, &mut error);
        self.read_seats(&fields, &mut state, &mut error);
        self.read_phase(&fields, &grid, &mut state, &mut error);
        if error.problems.is_empty() {
            self.check_state(&state, &mut error);
        }
        error.into_result()?;
        Ok(state)
    }

    fn read_built(&self, fields: &Fields, error: &mut SetupError) -> Built {
        let mut sites: Vec<Site> = Vec::new();
        for (index, value) in fields.list("built", MAX_BUILT, error).iter().enumerate() {
            let path = format!("built[{index}]");
            let Some(site) = site(value, &path, error) else { continue };
            if self.board.pad_at(site) != NONE || sites.contains(&site) {
                error.add(path, format!("there is already a pad on {site}"), Some("G60"));
                continue;
            }
            sites.push(site);
        }
        let built = Built::of(&mut sites);
        for site in self.unreachable(&sites) {
            let message = format!("{site} can't have been built: it joins no other pad");
            error.add("built", message, Some("G60"));
        }
        built
    }

    /// Added pads that no order of building explains.
    fn unreachable(&self, sites: &[Site]) -> Vec<Site> {
        let supported = self.rules.supported_pads;
        let mut standing: Vec<Site> = Vec::new();
        loop {
            let before = standing.len();
            for site in sites {
                let is_pad = |at: Site| self.board.pad_at(at) != NONE || standing.contains(&at);
                let below = is_pad(site.plus(Site::new(0, 0, -1)));
                let beside = super::site::SIDES[..4].iter().any(|side| is_pad(site.plus(*side)));
                if !standing.contains(site) && (below || beside && !supported) {
                    standing.push(*site);
                }
            }
            if standing.len() == before {
                return sites.iter().filter(|site| !standing.contains(site)).copied().collect();
            }
        }
    }

    fn read_markers(&self, fields: &Fields, grid: &Grid, state: &mut State, error: &mut SetupError) {
        fields.need("markers", error);
        for (index, value) in fields.list("markers", parts::MARKERS, error).iter().enumerate() {
            let path = format!("markers[{index}]");
            let marker = Fields::open(value, &path, &["site", "seat", "king", "moved"], error);
            let seat = marker.int("seat", 0..=i64::from(self.rules.players) - 1, None, error);
            let king = marker.bool("king", false, error);
            let moved = marker.bool("moved", king, error);
            if king && !moved {
                error.add(&path, "a king has always moved", Some("G23"));
            }
            let Some(at) = marker.need("site", error) else { continue };
            let Some(at) = site(at, &marker.path("site"), error) else { continue };
            let pad = grid.pad_at(at);
            if pad == NONE {
                error.add(&path, format!("there is no pad on {at}"), Some("G1"));
                continue;
            }
            if state.occupied() & bit(pad) != 0 {
                error.add(&path, format!("there is already a marker on {at}"), Some("G20"));
                continue;
            }
            state.markers[seat as usize] |= bit(pad);
            state.kings |= if king { bit(pad) } else { 0 };
            state.moved |= if moved { bit(pad) } else { 0 };
        }
    }

    fn read_blocked(&self, fields: &Fields, grid: &Grid, state: &mut State, error: &mut SetupError) {
        for (index, value) in fields.list("blocked", parts::BLOCKERS, error).iter().enumerate() {
            let path = format!("blocked[{index}]");
            let Some(at) = site(value, &path, error) else { continue };
            let pad = grid.pad_at(at);
            if pad == NONE {
                error.add(path, format!("there is no pad on {at}"), Some("G61"));
            } else if self.board.nodes & bit(pad) != 0 {
                error.add(path, format!("{at} has a kingerizer or teleporter"), Some("G61"));
            } else if state.occupied() & bit(pad) != 0 {
                error.add(path, format!("there is a marker on {at}"), Some("G61"));
            } else if state.blocked & bit(pad) != 0 {
                error.add(path, "stands there twice", Some("G61"));
            } else {
                state.blocked |= bit(pad);
            }
        }
    }

    fn read_seats(&self, fields: &Fields, state: &mut State, error: &mut SetupError) {
        let players = usize::from(self.rules.players);
        for (key, needed) in [("reserves", "parts"), ("captured", "markers taken")] {
            let list = fields.list(key, 4, error);
            if fields.get(key).is_some() && list.len() != players {
                let message = format!("{} entries of {needed} for {players} players", list.len());
                error.add(key, message, None);
                continue;
            }
            for (seat, value) in list.iter().enumerate() {
                let path = format!("{key}[{seat}]");
                if key == "reserves" {
                    state.reserves[seat] = Reserve::read(value, &path, error);
                } else {
                    let taken = Fields::open(value, &path, &["pawns", "kings"], error);
                    let most = parts::MARKERS as i64;
                    state.captured[seat] = Tally {
                        pawns: taken.int("pawns", 0..=most, None, error) as u8,
                        kings: taken.int("kings", 0..=most, None, error) as u8,
                    };
                }
            }
        }
        let sum = |part: fn(&Reserve) -> u8| -> usize {
            state.reserves.iter().map(|reserve| usize::from(part(reserve))).sum()
        };
        let built = usize::from(state.built.count);
        let taken: u8 = state.captured.iter().map(|tally| tally.pawns + tally.kings).sum();
        let markers = state.occupied().count_ones() as usize;
        for (what, used, have) in [
            ("pads", self.board.sites.len() + built + sum(|r| r.pads), parts::PADS),
            ("pads to build", built + sum(|r| r.pads), MAX_BUILT),
            ("links", self.links + built + sum(|r| r.links), parts::LINKS),
            ("posts", self.posts + sum(|r| r.posts), parts::POSTS),
            ("blocker-boxes", state.blocked.count_ones() as usize + sum(|r| r.blockers), parts::BLOCKERS),
            ("markers", markers + usize::from(taken), parts::MARKERS),
        ] {
            if used > have {
                error.add("", format!("uses {used} {what}; there are {have}"), Some("G8"));
            }
        }
    }

    fn read_phase(&self, fields: &Fields, grid: &Grid, state: &mut State, error: &mut SetupError) {
        let Some(value) = fields.get("phase") else { return };
        let keys = ["name", "site", "kind", "direction", "second", "crowned", "reason"];
        let phase = Fields::open(value, "phase", &keys, error);
        phase.need("name", error);
        let names = ["turn", "chain", "teleport", "second", "over"];
        let Some(name) = phase.word("name", &names, error) else { return };
        if name == 0 {
            return;
        }
        if name == 4 {
            phase.need("reason", error);
            let reasons = ENDINGS.map(|(name, _)| name);
            if let Some(reason) = phase.word("reason", &reasons, error) {
                state.phase = Phase::Over(ENDINGS[reason].1);
            }
            return;
        }
        let Some(at) = phase.need("site", error) else { return };
        let Some(at) = site(at, "phase.site", error) else { return };
        let pad = grid.pad_at(at);
        if pad == NONE || state.own(state.seat) & bit(pad) == 0 {
            let message = format!("the seat to act has no marker on {at}");
            error.add("phase.site", message, Some("G10"));
            return;
        }
        let second = phase.bool("second", false, error);
        let kinds: &[&str] = if name == 1 { &["hop", "capture"] } else { &["hop", "capture", "step"] };
        let landing = if name == 3 {
            Landing::Step
        } else {
            phase.need("kind", error);
            match phase.word("kind", kinds, error) {
                Some(0) if name == 1 => Landing::Hop(read_direction(&phase, error)),
                Some(0) => Landing::Hop(NONE),
                Some(1) => Landing::Capture,
                _ => Landing::Step,
            }
        };
        state.phase = match name {
            1 => Phase::Chain { pad, landing, second },
            2 => Phase::Teleport { pad, landing, second, crowned: phase.bool("crowned", false, error) },
            _ => Phase::Second { pad },
        };
    }

    /// What must hold between the parts of a position.
    fn check_state(&self, state: &State, error: &mut SetupError) {
        let players_in = state.players_in();
        let mover = self.mover(state);
        let mut fault = |path: &str, message: &str, rule| error.add(path, message, Some(rule));
        if let Phase::Over(ending) = state.phase {
            let last = ending.name() == "last player";
            if last != (players_in.count_ones() <= 1) {
                fault(
                    "phase",
                    "\"last player\" ends a game exactly when at most one player has markers",
                    "G70",
                );
            }
            if ending.name() == "time" && !self.rules.points {
                fault("phase", "time ends a game for points only", "G72");
            }
            if ending.name() == "quiet" && self.rules.points {
                fault("phase", "quiet turns end no game for points", "G73");
            }
            if ending.name() == "passes" && u32::from(state.passes) < players_in.count_ones() {
                fault("passes", "not all players passed", "G12");
            }
            if state.progress {
                fault("progress", "belongs to a turn that has begun", "G73");
            }
            return;
        }
        if players_in.count_ones() <= 1 {
            fault("markers", "at most one player has markers, so the game is over", "G70");
        }
        if players_in >> state.seat & 1 == 0 {
            fault("seat", "this player has no markers, so no turn", "G11");
        }
        if state.turn >= self.rules.turn_cap {
            fault("turn", "the cap on turns is reached, so the game is over", "G73");
        }
        // A capture in this turn may have put a player out, but it also makes both counts start anew.
        if u32::from(state.passes) >= players_in.count_ones().max(1) && !state.progress {
            fault("passes", "all players passed, so the game is over", "G12");
        }
        let limit = self.rules.quiet_limit.saturating_mul(players_in.count_ones());
        if state.quiet >= limit && !state.progress {
            fault("quiet", "so many quiet turns end the game", "G73");
        }
        if self.rules.points && state.round >= self.rules.rounds {
            fault("round", "the rounds are played, so the game is over", "G72");
        }
        if state.time_called && !self.rules.points {
            fault("time_called", "time is called in a game for points only", "G72");
        }
        if state.time_called && state.turns_in_round == 0 && state.phase == Phase::Turn {
            fault("time_called", "between rounds that ends the game", "G72");
        }
        // Who had a turn in this round sits between the first seat and the one to act.
        let place = (state.seat + self.rules.players - state.first_seat) % self.rules.players;
        if state.turns_in_round > place {
            fault("turns_in_round", "more turns than seats before this one in the round", "G72");
        }
        if u64::from(state.round) + u64::from(state.turns_in_round) > u64::from(state.turn) {
            fault("round", "each round has a turn at least", "G72");
        }
        if u64::from(state.quiet) > u64::from(state.turn) || u32::from(state.passes) > state.quiet {
            fault("quiet", "passes <= quiet <= turn must hold", "G73");
        }
        let Some(pad) = mover else {
            if state.progress {
                fault("progress", "belongs to a turn that has begun", "G73");
            }
            return;
        };
        if state.moved & bit(pad) == 0 {
            fault("phase", "the marker in the middle of its turn has moved", "G23");
        }
        let king = state.kings & bit(pad) != 0;
        let (second, captured, crowned) = match state.phase {
            Phase::Chain { landing, second, .. } => (second, landing == Landing::Capture, false),
            Phase::Teleport { landing, second, crowned, .. } => {
                (second, landing == Landing::Capture, crowned)
            }
            _ => (false, false, false),
        };
        if second && !king {
            fault("phase.second", "only a king makes a second move", "G25");
        }
        if crowned && (!king || second) {
            fault("phase.crowned", "a marker that was just crowned is a king in its first move", "G40");
        }
        if (captured || crowned) && !state.progress {
            fault("progress", "a capture or crowning in this turn makes it true", "G73");
        }
        let teleport = matches!(state.phase, Phase::Teleport { .. });
        if matches!(state.phase, Phase::Second { .. }) && !king {
            fault("phase", "only a king makes a second move", "G25");
        }
        if teleport && self.board.teleporters & bit(pad) == 0 {
            fault("phase.site", "there is no teleporter", "G50");
        }
        if !teleport && !self.can_go_on(state) {
            fault("phase", "the marker has nothing to go on with, so its move is over", "G25");
        }
        if teleport && self.free_teleporters(state, pad) == 0 {
            fault("phase", "no teleporter is free, so the marker stays", "G50");
        }
    }

    /// Whether more than a stop is legal in the middle of a turn.
    fn can_go_on(&self, state: &State) -> bool {
        match state.phase {
            Phase::Chain { pad, landing: Landing::Hop(direction), .. } => self.can_hop(state, pad, direction),
            Phase::Chain { pad, .. } => self.can_capture(state, pad),
            Phase::Second { pad } => self.can_move(state, pad),
            _ => true,
        }
    }
}

fn read_direction(phase: &Fields, error: &mut SetupError) -> u8 {
    let direction = phase
        .need("direction", error)
        .and_then(|value| site(value, "phase.direction", error))
        .filter(|step| [step.x, step.y, step.level].iter().all(|part| part.abs() <= 1))
        .map_or(NONE, direction_of);
    if direction == NONE {
        error.add("phase.direction", "must be three numbers from -1 to 1, not all 0", Some("G1"));
        return 0;
    }
    direction
}

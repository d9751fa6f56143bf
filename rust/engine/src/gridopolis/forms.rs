//! Dict forms of states and actions, and the text diagram.

use serde_json::{Value, json};

use super::Gridopolis;
use super::notation::{Deed, Intent, Move};
use super::site::{NONE, Site, bit, pads_of};
use super::state::{Landing, Phase, State};
use crate::error::{ParseError, PlayError, SetupError};
use crate::fields::{Fields, kind};
use crate::game::{Event, Game};

pub(super) fn site_json(site: Site) -> Value {
    json!([site.x, site.y, site.level])
}

impl Gridopolis {
    pub(super) fn state_json(&self, state: &State) -> Value {
        let grid = self.grid(state);
        let site = |pad| site_json(grid.site(pad));
        let mut markers: Vec<(Site, Value)> = pads_of(state.occupied())
            .map(|pad| {
                let value = json!({
                    "site": site(pad),
                    "seat": state.owner(pad),
                    "king": state.kings & bit(pad) != 0,
                    "moved": state.moved & bit(pad) != 0,
                });
                (grid.site(pad), value)
            })
            .collect();
        markers.sort_by_key(|(site, _)| *site);
        let mut blocked: Vec<Site> = pads_of(state.blocked).map(|pad| grid.site(pad)).collect();
        blocked.sort();
        let seats = 0..usize::from(self.rules.players);
        json!({
            "game": "gridopolis",
            "format": 1,
            "options": self.options,
            "built": state.built.sites().map(site_json).collect::<Vec<_>>(),
            "blocked": blocked.into_iter().map(site_json).collect::<Vec<_>>(),
            "markers": markers.into_iter().map(|(_, value)| value).collect::<Vec<_>>(),
            "reserves": seats.clone().map(|seat| state.reserves[seat].to_json()).collect::<Vec<_>>(),
            "captured": seats.map(|seat| {
                json!({"pawns": state.captured[seat].pawns, "kings": state.captured[seat].kings})
            }).collect::<Vec<_>>(),
            "seat": state.seat,
            "turn": state.turn,
            "round": state.round,
            "turns_in_round": state.turns_in_round,
            "quiet": state.quiet,
            "passes": state.passes,
            "time_called": state.time_called,
            "progress": state.progress,
            "first_seat": state.first_seat,
            "phase": self.phase_json(state),
        })
    }

    fn phase_json(&self, state: &State) -> Value {
        let grid = self.grid(state);
        let site = |pad| site_json(grid.site(pad));
        let name = |landing| match landing {
            Landing::Step => "step",
            Landing::Hop(_) => "hop",
            Landing::Capture => "capture",
        };
        match state.phase {
            Phase::Turn => json!({"name": "turn"}),
            Phase::Chain { pad, landing, second } => {
                let mut value = json!({
                    "name": "chain", "site": site(pad), "kind": name(landing), "second": second
                });
                if let Landing::Hop(direction) = landing {
                    let step = super::site::DIRECTION[usize::from(direction)];
                    value["direction"] = site_json(step);
                }
                value
            }
            Phase::Teleport { pad, landing, second, crowned } => json!({
                "name": "teleport", "site": site(pad), "kind": name(landing),
                "second": second, "crowned": crowned
            }),
            Phase::Second { pad } => json!({"name": "second", "site": site(pad)}),
            Phase::Over(ending) => json!({"name": "over", "reason": ending.name()}),
        }
    }

    pub(super) fn deed_json(&self, state: &State, event: Event) -> Value {
        match self.deed(state, event) {
            Deed::Go { kind, from, over, to } => {
                let mut value = json!({"type": kind.name(), "from": site_json(from)});
                if let Some(over) = over {
                    value["over"] = site_json(over);
                }
                if let Some(to) = to {
                    value["to"] = site_json(to);
                }
                value
            }
            Deed::Build { site, .. } => json!({"type": "build", "site": site_json(site)}),
            Deed::Block(site) => json!({"type": "block", "site": site_json(site)}),
            Deed::Stop => json!({"type": "stop"}),
            Deed::Pass => json!({"type": "pass"}),
            Deed::Time => json!({"type": "time"}),
        }
    }

    /// The event of a dict form.
    pub(super) fn read_deed(&self, state: &State, value: &Value) -> Result<Event, PlayError> {
        let intent = read_intent(value)
            .map_err(|error| ParseError { message: format!("not an action: {error}"), column: 0 })?;
        Ok(self.resolve(state, intent)?)
    }

    pub(super) fn layout_json(&self, state: &State) -> Value {
        let grid = self.grid(state);
        let sites = |set| pads_of(set).map(|pad| site_json(grid.site(pad))).collect::<Vec<_>>();
        let seats = 0..usize::from(self.rules.players);
        let winners = self.winners(state);
        json!({
            "title": self.blueprint_title,
            "pads": sites(grid.all()),
            "teleporters": sites(self.board.teleporters),
            "home_rows": seats.clone().map(|seat| sites(self.board.home_rows[seat])).collect::<Vec<_>>(),
            "forward": seats.clone().map(|seat| self.board.axes[seat].name()).collect::<Vec<_>>(),
            "sections": self.spec.seat_names,
            "points": seats.map(|seat| state.points(seat as u8)).collect::<Vec<_>>(),
            "winners": (0..self.rules.players).filter(|seat| winners >> seat & 1 == 1).collect::<Vec<_>>(),
            "draw": matches!(state.phase, Phase::Over(ending) if self.is_draw(ending)),
            "ending": if let Phase::Over(ending) = state.phase { Some(ending.words()) } else { None },
            "quiet_end": self.quiet_end(state),
            "ways": self.ways(state),
        })
    }

    /// What the seat to act can begin its turn with; nothing within a turn.
    fn ways(&self, state: &State) -> Vec<&'static str> {
        if state.phase != Phase::Turn {
            return Vec::new();
        }
        let moves = pads_of(state.own(state.seat)).any(|pad| self.can_move(state, pad));
        let builds = self.buildable(state) != [0; 5];
        let blocks = self.blockable(state, self.free(state)) != 0;
        let ways = [("move", moves), ("build", builds), ("block", blocks)];
        let ways: Vec<_> = ways.into_iter().filter(|(_, can)| *can).map(|(way, _)| way).collect();
        if ways.is_empty() { vec!["pass"] } else { ways }
    }

    /// Levels side by side from above, north up. A pad shows its marker (small letter: pawn, capital:
    /// king) or `.`, or `#` for a blocker-box; behind it `=` a kingerizer, `*` a teleporter, `+` added in play.
    pub(super) fn diagram(&self, state: &State) -> String {
        let grid = self.grid(state);
        let sites: Vec<Site> = pads_of(grid.all()).map(|pad| grid.site(pad)).collect();
        let bounds = |along: fn(&Site) -> i8| {
            let low = sites.iter().map(along).min().unwrap_or(0);
            let high = sites.iter().map(along).max().unwrap_or(0);
            low..=high
        };
        let (xs, ys, levels) = (bounds(|s| s.x), bounds(|s| s.y), bounds(|s| s.level));
        let per_row = (96 / (xs.clone().count() * 3 + 6)).max(1);
        let levels: Vec<i8> = levels.collect();
        let mut text = String::new();
        for row in levels.chunks(per_row) {
            let width = xs.clone().count() * 3;
            let mut lines = vec![String::new(); ys.clone().count() + 2];
            for level in row {
                lines[0].push_str(&format!("     {:width$} ", format!("level {level}")));
                for (line, y) in ys.clone().rev().enumerate() {
                    let cells: String =
                        xs.clone().map(|x| self.cell_text(state, Site::new(x, y, *level))).collect();
                    lines[line + 1].push_str(&format!("{y:>4} {cells} "));
                }
                let feet: String = xs.clone().map(|x| format!("{x:>2} ")).collect();
                lines[ys.clone().count() + 1].push_str(&format!("     {feet} "));
            }
            for line in lines {
                text.push_str(line.trim_end());
                text.push('\n');
            }
        }
        text.push_str(&self.status_text(state));
        text
    }

    fn cell_text(&self, state: &State, site: Site) -> String {
        let grid = self.grid(state);
        let pad = grid.pad_at(site);
        if pad == NONE {
            return "   ".to_owned();
        }
        let here = bit(pad);
        let piece = match state.owner(pad) {
            Some(seat) if state.kings & here != 0 => self.letter(seat).to_ascii_uppercase(),
            Some(seat) => self.letter(seat),
            None if state.blocked & here != 0 => '#',
            None => '.',
        };
        let mark = if self.board.teleporters & here != 0 {
            '*'
        } else if self.board.nodes & here != 0 {
            '='
        } else if pad >= self.board.sites.len() as u8 {
            '+'
        } else {
            ' '
        };
        format!(" {piece}{mark}")
    }

    /// A letter for each seat: that of its name, or its number where names share one.
    fn letter(&self, seat: u8) -> char {
        let first =
            |seat: usize| self.spec.seat_names[seat].chars().next().unwrap_or('?').to_ascii_lowercase();
        let seat = usize::from(seat);
        let seats = 0..self.spec.seat_names.len();
        let own = first(seat);
        if own.is_ascii_alphabetic() && seats.filter(|other| first(*other) == own).count() == 1 {
            own
        } else {
            (b'a' + seat as u8) as char
        }
    }

    fn status_text(&self, state: &State) -> String {
        let mut text = String::new();
        for seat in 0..self.rules.players {
            let reserve = state.reserves[usize::from(seat)];
            let own = state.own(seat);
            text.push_str(&format!(
                "{} {} ({}): {} markers, {} of them kings; {} points; reserve {} pads {} links {} posts {} blockers\n",
                if seat == state.seat { '>' } else { ' ' },
                self.seat_name(seat),
                self.letter(seat),
                own.count_ones(),
                (own & state.kings).count_ones(),
                state.points(seat),
                reserve.pads,
                reserve.links,
                reserve.posts,
                reserve.blockers,
            ));
        }
        let grid = self.grid(state);
        let to_do = match state.phase {
            Phase::Turn => "to move, build or block".to_owned(),
            Phase::Chain { pad, .. } => format!("may jump on from {}, or stop", grid.site(pad)),
            Phase::Teleport { pad, .. } => format!("must teleport from {}", grid.site(pad)),
            Phase::Second { pad } => {
                format!("may make the second move of the king on {}, or stop", grid.site(pad))
            }
            Phase::Over(ending) => {
                return format!("{text}turn {}: over, {}\n", state.turn, ending.words());
            }
        };
        text.push_str(&format!("turn {}: {} {to_do}\n", state.turn + 1, self.seat_name(state.seat)));
        text
    }

    pub(super) fn seat_name(&self, seat: u8) -> &str {
        self.spec.seat_names.get(usize::from(seat)).map_or("nobody", String::as_str)
    }
}

/// What a dict asks for.
fn read_intent(value: &Value) -> Result<Intent, SetupError> {
    const TYPES: [&str; 10] =
        ["step", "hop", "capture", "kamikaze", "teleport", "build", "block", "stop", "pass", "time"];
    let mut error = SetupError::default();
    let fields = Fields::open(value, "", &["type", "from", "over", "to", "site"], &mut error);
    fields.need("type", &mut error);
    let name = fields.word("type", &TYPES, &mut error);
    let mut site = |key: &str, needed: bool| {
        if needed {
            fields.need(key, &mut error);
        }
        let value = fields.get(key)?;
        super::blueprint::site(value, key, &mut error)
    };
    let intent = match name {
        Some(index @ 0..5) => {
            let kinds = [Move::Step, Move::Hop, Move::Capture, Move::Kamikaze, Move::Teleport];
            let kind = kinds[index];
            let from = site("from", kind != Move::Teleport);
            let jump = matches!(kind, Move::Hop | Move::Capture | Move::Kamikaze);
            let over = if jump { site("over", kind == Move::Kamikaze) } else { None };
            let to = if kind == Move::Kamikaze { over } else { site("to", true) };
            to.map(|to| Intent::Go { from, kind, over, to })
        }
        Some(5) => site("site", true).map(|site| Intent::Build { site, post: None }),
        Some(6) => site("site", true).map(Intent::Block),
        Some(7) => Some(Intent::Stop),
        Some(8) => Some(Intent::Pass),
        Some(9) => Some(Intent::Time),
        _ => None,
    };
    error.into_result()?;
    intent.ok_or_else(|| SetupError::one("type", format!("not an action: {}", kind(value))))
}

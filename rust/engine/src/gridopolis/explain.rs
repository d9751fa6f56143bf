//! Finding the event that a text, dict or id asks for, or the rule that forbids it, in words.
//!
//! Written from the rules, apart from `actions.rs`, which finds the same answers fast; the laws
//! compare the two on every position they meet.

use super::Gridopolis;
use super::actions::{ACTIONS, BLOCK, BUILD, PASS, STOP, TELEPORT};
use super::building::anchor;
use super::notation::{Deed, Intent, Move};
use super::site::{DIRECTION, NONE, SIDES, Site, UP, bit, direction_of};
use super::state::{Ending, Landing, Phase, State};
use crate::error::Illegal;
use crate::game::Event;

type Verdict<T = ()> = Result<T, Illegal>;

fn no<T>(rule: &'static str, message: impl Into<String>) -> Verdict<T> {
    Err(Illegal::new(rule, message))
}

impl Gridopolis {
    /// The event that an intent stands for now, or why it is illegal.
    pub(super) fn resolve(&self, state: &State, intent: Intent) -> Verdict<Event> {
        if let Phase::Over(ending) = state.phase {
            return no(ending.rule(), format!("the game is over: {}", ending.words()));
        }
        match intent {
            Intent::Time => self.resolve_time(state),
            Intent::Go { from, kind: Move::Teleport, to, .. } => self.resolve_teleport(state, from, to),
            Intent::Go { from, kind, over, to } => self.resolve_move(state, from, kind, over, to),
            Intent::Build { site, post } => self.resolve_build(state, site, post),
            Intent::Block(site) => self.resolve_block(state, site),
            Intent::Stop => match state.phase {
                Phase::Chain { .. } | Phase::Second { .. } => Ok(Event::Act(STOP)),
                Phase::Teleport { .. } => {
                    no("G50", "a marker on a teleporter must teleport; it can't stop there")
                }
                _ => no(
                    "G25",
                    "there is nothing to stop: a stop ends a chain of jumps or declines a king's second move",
                ),
            },
            Intent::Pass => self.resolve_pass(state),
        }
    }

    /// Why the action with this id is illegal.
    pub(super) fn why_not(&self, state: &State, id: u16) -> Illegal {
        let intent = match self.intent_of(state, id) {
            Ok(intent) => intent,
            Err(illegal) => return illegal,
        };
        match self.resolve(state, intent) {
            Err(illegal) => illegal,
            // The text of the intent is legal, but under another id: only a build has two.
            Ok(_) => Illegal::new("G60", "a pad is built from the neighbour with the lowest id"),
        }
    }

    /// What a legal event does, with the rule that allows it.
    pub(super) fn why(&self, state: &State, event: Event) -> String {
        match self.deed(state, event) {
            Deed::Go { kind: Move::Step, to: Some(to), .. } => {
                format!("a step to the free neighbouring pad {to} [G20]")
            }
            Deed::Go { kind: Move::Hop, over: Some(over), .. } => {
                format!("a hop over the own marker on {over} [G26]")
            }
            Deed::Go { kind: Move::Capture, over: Some(over), .. } => {
                format!("a capture of the marker on {over} [G30]")
            }
            Deed::Go { kind: Move::Kamikaze, over: Some(over), .. } => {
                format!("a kamikaze: the jumper and the marker on {over} both leave [G34]")
            }
            Deed::Go { to, .. } => {
                format!("a teleport to {} [G50]", to.map_or(String::new(), |to| to.to_string()))
            }
            Deed::Build { site, post: false } => format!("a pad with a link on {site} [G60]"),
            Deed::Build { site, post: true } => format!("a pad with a link and a post on {site} [G60]"),
            Deed::Block(site) => format!("a blocker-box on {site} [G61]"),
            Deed::Stop if matches!(state.phase, Phase::Second { .. }) => {
                "the king's second move is declined [G25]".to_owned()
            }
            Deed::Stop => "the chain of jumps ends by choice [G31]".to_owned(),
            Deed::Pass => "nothing else is possible [G12]".to_owned(),
            Deed::Time => "time is called [G72]".to_owned(),
        }
    }

    /// What an id asks for, legal or not.
    fn intent_of(&self, state: &State, id: u16) -> Verdict<Intent> {
        let grid = self.grid(state);
        let site = |pad: u16| {
            if pad < u16::from(grid.count()) {
                Ok(grid.site(pad as u8))
            } else {
                no("G1", format!("there is no pad with id {pad}"))
            }
        };
        Ok(match id {
            0..TELEPORT => {
                let from = site(id / 26)?;
                let step = DIRECTION[usize::from(id % 26)];
                let middle = from.plus(step);
                let behind = middle.plus(step);
                let pad = grid.pad_at(middle);
                let go = |kind, over, to| Intent::Go { from: Some(from), kind, over, to };
                if pad == NONE || state.occupied() & bit(pad) == 0 {
                    go(Move::Step, None, middle)
                } else if state.own(state.seat) & bit(pad) != 0 {
                    go(Move::Hop, Some(middle), behind)
                } else if grid.pad_at(behind) == NONE {
                    go(Move::Kamikaze, Some(middle), middle)
                } else {
                    go(Move::Capture, Some(middle), behind)
                }
            }
            TELEPORT..BUILD => {
                Intent::Go { from: None, kind: Move::Teleport, over: None, to: site(id - TELEPORT)? }
            }
            BUILD..BLOCK => {
                let side = usize::from((id - BUILD) % 5);
                let site = site((id - BUILD) / 5)?.plus(SIDES[side]);
                Intent::Build { site, post: Some(side == UP) }
            }
            BLOCK..STOP => Intent::Block(site(id - BLOCK)?),
            STOP => Intent::Stop,
            PASS => Intent::Pass,
            _ => return no("G10", format!("action ids are below {ACTIONS}; {id} is none")),
        })
    }

    fn resolve_time(&self, state: &State) -> Verdict<Event> {
        if !self.rules.points {
            return no("G72", "time can be called only in a game for points");
        }
        if state.time_called {
            return no("G72", "time was already called");
        }
        Ok(Event::Referee(0))
    }

    fn resolve_pass(&self, state: &State) -> Verdict<Event> {
        if state.phase != Phase::Turn {
            return no("G12", "a turn that has begun is ended by a stop, not by a pass");
        }
        if self.is_legal(state, PASS) {
            return Ok(Event::Act(PASS));
        }
        no("G12", "a player who can move, build or place a blocker-box can't pass")
    }

    /// Nothing but the marker in the middle of its turn may act.
    fn only_mover(&self, state: &State, what: &str) -> Verdict {
        match state.phase {
            Phase::Turn | Phase::Over(_) => Ok(()),
            Phase::Teleport { pad, .. } => {
                let site = self.grid(state).site(pad);
                no("G50", format!("the marker on {site} must teleport first, so {what} is not possible"))
            }
            Phase::Chain { pad, .. } => {
                let site = self.grid(state).site(pad);
                no(
                    "G10",
                    format!(
                        "the marker on {site} is jumping: go on or stop; {what} is not possible in the same turn"
                    ),
                )
            }
            Phase::Second { pad } => {
                let site = self.grid(state).site(pad);
                no(
                    "G25",
                    format!("the king on {site} may make its second move or stop; {what} is not possible"),
                )
            }
        }
    }

    /// The pad of the marker that is to move from a site (or the one in the middle of its turn).
    fn resolve_mover(&self, state: &State, from: Option<Site>) -> Verdict<u8> {
        let grid = self.grid(state);
        let mover = self.mover(state);
        let Some(from) = from else {
            return match mover {
                Some(pad) => Ok(pad),
                None => no("G10", "at the start of a turn, say which marker moves: its site comes first"),
            };
        };
        let pad = grid.pad_at(from);
        if pad == NONE {
            return no("G1", format!("there is no pad on {from}"));
        }
        match state.owner(pad) {
            None => return no("G10", format!("there is no marker on {from}")),
            Some(owner) if owner != state.seat => {
                return no("G10", format!("the marker on {from} belongs to {}", self.seat_name(owner)));
            }
            Some(_) => {}
        }
        if mover.is_some_and(|mover| mover != pad) {
            self.only_mover(state, &format!("a move of the marker on {from}"))?;
        }
        Ok(pad)
    }

    fn resolve_move(
        &self,
        state: &State,
        from: Option<Site>,
        kind: Move,
        over: Option<Site>,
        to: Site,
    ) -> Verdict<Event> {
        if let Phase::Teleport { .. } = state.phase {
            self.only_mover(state, "another move")?;
        }
        let pad = self.resolve_mover(state, from)?;
        let start = self.grid(state).site(pad);
        let direction = line(start, kind, to)?;
        let step = DIRECTION[usize::from(direction)];
        let middle = start.plus(step);
        if let Some(over) = over.filter(|over| *over != middle) {
            return no("G30", format!("{over} does not lie on the line from {start} to {to}"));
        }
        self.fits_phase(state, kind, direction)?;
        match kind {
            Move::Step => self.landing_free(state, middle, "G20")?,
            Move::Hop => self.jump_hop(state, middle, middle.plus(step))?,
            Move::Capture => self.jump_capture(state, middle, middle.plus(step))?,
            _ => self.jump_kamikaze(state, step, middle)?,
        }
        self.right_way(state, pad, step)?;
        Ok(Event::Act(u16::from(pad) * 26 + u16::from(direction)))
    }

    /// Whether this kind of move can come now in the turn (G25-G27, G32, G35).
    fn fits_phase(&self, state: &State, kind: Move, direction: u8) -> Verdict {
        let Phase::Chain { landing, .. } = state.phase else { return Ok(()) };
        match (landing, kind) {
            (Landing::Capture, Move::Capture | Move::Kamikaze) => Ok(()),
            (Landing::Hop(line), Move::Hop) if line == direction => Ok(()),
            (Landing::Hop(_), Move::Hop) => {
                no("G26", "hops in one move go on in a straight line, without corners")
            }
            (_, Move::Step) => no(
                "G20",
                "a step is a move of its own; after a jump only further jumps are possible, or a stop",
            ),
            _ => no("G27", "hops over own markers and captures don't mix in one move"),
        }
    }

    fn jump_hop(&self, state: &State, middle: Site, behind: Site) -> Verdict {
        match self.marker_on(state, middle) {
            Some(owner) if owner == state.seat => self.landing_free(state, behind, "G26"),
            Some(_) => no(
                "G26",
                format!("the marker on {middle} is an opponent's: jumping it is a capture, written x"),
            ),
            None => no("G26", format!("there is no own marker on {middle} to hop over")),
        }
    }

    fn jump_capture(&self, state: &State, middle: Site, behind: Site) -> Verdict {
        match self.marker_on(state, middle) {
            Some(owner) if owner != state.seat => {}
            Some(_) => {
                return no(
                    "G30",
                    format!("the marker on {middle} is your own: jumping it is a hop, written ^"),
                );
            }
            None => return no("G30", format!("there is no opponent's marker on {middle} to capture")),
        }
        if self.grid(state).pad_at(behind) == NONE {
            let hint = if behind.level == middle.level {
                "; on the same level a kamikaze is possible, written ! with the site jumped"
            } else {
                ""
            };
            return no(
                "G30",
                format!("a capture lands on a pad straight behind, and there is none on {behind}{hint}"),
            );
        }
        self.landing_free(state, behind, "G30")
    }

    fn jump_kamikaze(&self, state: &State, step: Site, middle: Site) -> Verdict {
        match self.marker_on(state, middle) {
            Some(owner) if owner != state.seat => {}
            _ => return no("G34", format!("there is no opponent's marker on {middle} to jump")),
        }
        if step.level != 0 {
            return no("G34", "a kamikaze jumps a marker on the same level only");
        }
        let behind = middle.plus(step);
        if self.grid(state).pad_at(behind) != NONE {
            return no("G34", format!("a kamikaze leaves the grid-set, but there is a pad on {behind}"));
        }
        Ok(())
    }

    fn marker_on(&self, state: &State, site: Site) -> Option<u8> {
        let pad = self.grid(state).pad_at(site);
        if pad == NONE { None } else { state.owner(pad) }
    }

    fn landing_free(&self, state: &State, site: Site, rule: &'static str) -> Verdict {
        let pad = self.grid(state).pad_at(site);
        if pad == NONE {
            return no(rule, format!("there is no pad on {site}"));
        }
        if state.blocked & bit(pad) != 0 {
            return no("G61", format!("the pad on {site} has a blocker-box: nobody lands there"));
        }
        if state.occupied() & bit(pad) != 0 {
            return no(rule, format!("the pad on {site} is occupied"));
        }
        Ok(())
    }

    /// The direction limits of pawns (G21-G24).
    fn right_way(&self, state: &State, pad: u8, step: Site) -> Verdict {
        if state.kings & bit(pad) != 0 {
            return Ok(());
        }
        let axis = self.board.axes[usize::from(state.seat)];
        let gain = axis.along(step);
        let forward = axis.name();
        if gain < 0 {
            return no("G21", format!("a pawn never goes backward; forward is {forward}"));
        }
        if gain > 0 {
            return Ok(());
        }
        if self.board.home_rows[usize::from(state.seat)] & bit(pad) != 0 {
            return no("G22", format!("a pawn on its own home-row may only go forward ({forward})"));
        }
        if state.moved & bit(pad) == 0 {
            return no("G23", format!("a marker's first move must go forward ({forward})"));
        }
        Ok(())
    }

    fn resolve_teleport(&self, state: &State, from: Option<Site>, to: Site) -> Verdict<Event> {
        let grid = self.grid(state);
        let Phase::Teleport { pad, .. } = state.phase else {
            return no("G50", "a marker teleports only when it has just landed on a teleporter");
        };
        if let Some(from) = from.filter(|from| *from != grid.site(pad)) {
            return no(
                "G50",
                format!("it is the marker on {} that teleports, not one on {from}", grid.site(pad)),
            );
        }
        let target = grid.pad_at(to);
        if target == NONE || self.board.teleporters & bit(target) == 0 {
            return no("G50", format!("there is no teleporter on {to}"));
        }
        if target == pad {
            return no("G50", "it must teleport to another teleporter");
        }
        if state.occupied() & bit(target) != 0 {
            return no("G50", format!("the teleporter on {to} is occupied"));
        }
        Ok(Event::Act(TELEPORT + u16::from(target)))
    }

    fn resolve_build(&self, state: &State, site: Site, post: Option<bool>) -> Verdict<Event> {
        self.only_mover(state, "adding a pad")?;
        let grid = self.grid(state);
        if grid.pad_at(site) != NONE {
            return no("G60", format!("there is already a pad on {site}"));
        }
        let reserve = state.reserves[usize::from(state.seat)];
        if reserve.pads == 0 || reserve.links == 0 {
            return no("G7", "no pad and link are left in the reserve");
        }
        let supported = self.rules.supported_pads;
        let Some((pad, side)) = anchor(&grid, site, supported) else {
            if site.level < self.board.lowest_level {
                return no("G63", format!("nothing is built below level {}", self.board.lowest_level));
            }
            if supported && anchor(&grid, site, false).is_some() {
                return no("G62", format!("with supported pads, {site} needs a pad directly below it"));
            }
            return no("G60", format!("{site} is neither beside a pad on its level nor directly above one"));
        };
        match post {
            Some(true) if side != UP => {
                return no("G60", format!("{site} is beside a pad, so it is built without a post: +{site}"));
            }
            Some(false) if side == UP => {
                return no(
                    "G60",
                    format!("{site} is beside no pad on its level, so it needs a post: +|{site}"),
                );
            }
            _ => {}
        }
        if side == UP && reserve.posts == 0 {
            return no("G7", "no post is left in the reserve");
        }
        Ok(Event::Act(BUILD + u16::from(pad) * 5 + side as u16))
    }

    fn resolve_block(&self, state: &State, site: Site) -> Verdict<Event> {
        self.only_mover(state, "placing a blocker-box")?;
        let pad = self.grid(state).pad_at(site);
        if pad == NONE {
            return no("G61", format!("there is no pad on {site}"));
        }
        if state.reserves[usize::from(state.seat)].blockers == 0 {
            return no("G7", "no blocker-box is left in the reserve");
        }
        if self.board.teleporters & bit(pad) != 0 {
            return no("G61", format!("the pad on {site} has a teleporter"));
        }
        if self.board.nodes & bit(pad) != 0 {
            return no("G61", format!("the pad on {site} has a kingerizer"));
        }
        self.landing_free(state, site, "G61")?;
        Ok(Event::Act(BLOCK + u16::from(pad)))
    }
}

/// The direction of a move from its sites (G1, G20, G30).
fn line(start: Site, kind: Move, to: Site) -> Verdict<u8> {
    // Sites from a text may lie far apart; the difference must not wrap into a small one.
    let apart = |from: fn(Site) -> i8| i32::from(from(to)) - i32::from(from(start));
    let gap = [apart(|s| s.x), apart(|s| s.y), apart(|s| s.level)];
    let neighbour = gap.iter().all(|d| d.abs() <= 1) && gap != [0, 0, 0];
    let jump = gap.iter().all(|d| *d == 0 || d.abs() == 2) && gap != [0, 0, 0];
    match kind {
        Move::Step if neighbour => Ok(direction_of(to.minus(start))),
        Move::Step if jump => no(
            "G20",
            format!(
                "a step goes to a neighbouring pad; from {start} to {to} is a jump, written ^ over an own marker or x over an opponent's"
            ),
        ),
        Move::Step => {
            no("G20", format!("a step goes to a neighbouring pad, and {to} is no neighbour of {start}"))
        }
        Move::Kamikaze if neighbour => Ok(direction_of(to.minus(start))),
        Move::Kamikaze => {
            no("G34", format!("a kamikaze jumps an adjacent marker, and {to} is not adjacent to {start}"))
        }
        _ if jump => {
            let step = Site::new((gap[0] / 2) as i8, (gap[1] / 2) as i8, (gap[2] / 2) as i8);
            Ok(direction_of(step))
        }
        _ => {
            let rule = if kind == Move::Hop { "G26" } else { "G30" };
            no(rule, format!("a jump goes two places in a straight line; {start} to {to} does not"))
        }
    }
}

impl Ending {
    pub(super) fn rule(self) -> &'static str {
        match self {
            Ending::LastPlayer => "G70",
            Ending::Passes => "G12",
            Ending::Quiet | Ending::TurnCap => "G73",
            Ending::Time => "G72",
        }
    }

    /// Why the game is over, for people.
    pub(super) fn words(self) -> &'static str {
        match self {
            Ending::LastPlayer => "at most one player has markers left",
            Ending::Passes => "all players passed in a row",
            Ending::Quiet => "too many quiet turns in a row",
            Ending::Time => "time is up",
            Ending::TurnCap => "the cap on turns is reached",
        }
    }

    /// The name in dict forms.
    pub(super) fn name(self) -> &'static str {
        ENDINGS[self as usize].0
    }
}

/// All endings with their names in dict forms.
pub(super) const ENDINGS: [(&str, Ending); 5] = [
    ("last player", Ending::LastPlayer),
    ("passes", Ending::Passes),
    ("quiet", Ending::Quiet),
    ("time", Ending::Time),
    ("turn cap", Ending::TurnCap),
];

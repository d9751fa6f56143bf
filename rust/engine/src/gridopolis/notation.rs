//! Actions as text: `1.-1.2>1.0.2` and so on. Reading is in two steps: text to [`Intent`] (syntax
//! only), then `explain.rs` finds the event or the rule that forbids it.

use super::Gridopolis;
use super::actions::{BLOCK, BUILD, PASS, STOP, TELEPORT};
use super::site::{DIRECTION, SIDES, Site, UP, bit};
use super::state::{Phase, State};
use crate::error::{ParseError, PlayError};
use crate::game::Event;

/// What a marker does, by its sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Move {
    Step,
    Hop,
    Capture,
    Kamikaze,
    Teleport,
}

impl Move {
    const SIGNS: [(char, Move); 5] = [
        ('>', Move::Step),
        ('^', Move::Hop),
        ('x', Move::Capture),
        ('!', Move::Kamikaze),
        ('~', Move::Teleport),
    ];

    pub(super) fn sign(self) -> char {
        Self::SIGNS.iter().find(|(_, kind)| *kind == self).map_or('?', |(sign, _)| *sign)
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Move::Step => "step",
            Move::Hop => "hop",
            Move::Capture => "capture",
            Move::Kamikaze => "kamikaze",
            Move::Teleport => "teleport",
        }
    }
}

/// What a text or dict asks for, legal or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Intent {
    /// `to` is the landing site; of a kamikaze, the site jumped. `over`: the site jumped, if given.
    Go {
        from: Option<Site>,
        kind: Move,
        over: Option<Site>,
        to: Site,
    },
    /// `post`: whether it asks for a post (`None`: whatever fits).
    Build {
        site: Site,
        post: Option<bool>,
    },
    Block(Site),
    Stop,
    Pass,
    Time,
}

/// What a legal event does, with its sites.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Deed {
    Go { kind: Move, from: Site, over: Option<Site>, to: Option<Site> },
    Build { site: Site, post: bool },
    Block(Site),
    Stop,
    Pass,
    Time,
}

/// No site has longer numbers.
const DIGITS: usize = 3;

impl Gridopolis {
    /// What an event does; the event must be legal.
    pub(super) fn deed(&self, state: &State, event: Event) -> Deed {
        let grid = self.grid(state);
        let Event::Act(id) = event else { return Deed::Time };
        match id {
            0..TELEPORT => {
                let (pad, direction) = ((id / 26) as u8, (id % 26) as u8);
                let from = grid.site(pad);
                let middle = from.plus(DIRECTION[usize::from(direction)]);
                let behind = middle.plus(DIRECTION[usize::from(direction)]);
                let on_middle = bit(grid.next(pad, direction) & 63);
                let (kind, over, to) = if state.occupied() & on_middle == 0 {
                    (Move::Step, None, Some(middle))
                } else if state.own(state.seat) & on_middle != 0 {
                    (Move::Hop, Some(middle), Some(behind))
                } else if grid.pad_at(behind) == super::site::NONE {
                    (Move::Kamikaze, Some(middle), None)
                } else {
                    (Move::Capture, Some(middle), Some(behind))
                };
                Deed::Go { kind, from, over, to }
            }
            TELEPORT..BUILD => {
                let from = self.mover(state).map_or(Site::new(0, 0, 0), |pad| grid.site(pad));
                let to = Some(grid.site((id - TELEPORT) as u8));
                Deed::Go { kind: Move::Teleport, from, over: None, to }
            }
            BUILD..BLOCK => {
                let (anchor, side) = (((id - BUILD) / 5) as u8, usize::from((id - BUILD) % 5));
                Deed::Build { site: grid.site(anchor).plus(SIDES[side]), post: side == UP }
            }
            BLOCK..STOP => Deed::Block(grid.site((id - BLOCK) as u8)),
            STOP => Deed::Stop,
            _ => {
                debug_assert_eq!(id, PASS);
                Deed::Pass
            }
        }
    }

    /// The pad of the marker that is in the middle of its turn.
    pub(super) fn mover(&self, state: &State) -> Option<u8> {
        match state.phase {
            Phase::Chain { pad, .. } | Phase::Teleport { pad, .. } | Phase::Second { pad } => Some(pad),
            Phase::Turn | Phase::Over(_) => None,
        }
    }

    pub(super) fn write(&self, state: &State, event: Event) -> String {
        match self.deed(state, event) {
            Deed::Go { kind, from, over, to } => {
                let target = to.or(over).unwrap_or(from);
                let sign = kind.sign();
                match self.mover(state) {
                    Some(_) => format!("{sign}{target}"),
                    None => format!("{from}{sign}{target}"),
                }
            }
            Deed::Build { site, post } => format!("{}{site}", if post { "+|" } else { "+" }),
            Deed::Block(site) => format!("#{site}"),
            Deed::Stop => ".".to_owned(),
            Deed::Pass => "-".to_owned(),
            Deed::Time => "time".to_owned(),
        }
    }

    /// Reads one piece of notation; also gives the number of bytes read.
    pub(super) fn read(&self, state: &State, text: &str) -> Result<(Event, usize), PlayError> {
        let mut reader = Reader { text, at: 0 };
        let intent = reader.intent()?;
        Ok((self.resolve(state, intent)?, reader.at))
    }
}

/// Reads the syntax of notation.
struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn fail(&self, message: &str) -> ParseError {
        let column = self.text[..self.at].chars().count() + 1;
        ParseError { message: message.to_owned(), column }
    }

    fn take(&mut self, word: &str) -> bool {
        let found = self.rest().starts_with(word);
        self.at += if found { word.len() } else { 0 };
        found
    }

    fn intent(&mut self) -> Result<Intent, ParseError> {
        let starts_site = |text: &str| {
            let text = text.strip_prefix('-').unwrap_or(text);
            text.starts_with(|c: char| c.is_ascii_digit())
        };
        if starts_site(self.rest()) {
            let from = self.site()?;
            return match self.sign() {
                Some(kind) => self.go(Some(from), kind),
                None => Err(self.fail("after a site, one of > ^ x ! ~ and a second site must follow")),
            };
        }
        if let Some(kind) = self.sign() {
            return self.go(None, kind);
        }
        if self.take("+|") {
            return Ok(Intent::Build { site: self.site()?, post: Some(true) });
        }
        if self.take("+") {
            return Ok(Intent::Build { site: self.site()?, post: Some(false) });
        }
        if self.take("#") {
            return Ok(Intent::Block(self.site()?));
        }
        for (word, intent) in [(".", Intent::Stop), ("-", Intent::Pass), ("time", Intent::Time)] {
            if self.take(word) {
                return Ok(intent);
            }
        }
        let message = if self.rest().is_empty() {
            "an action was expected, such as 1.-1.2>1.0.2"
        } else {
            "no action starts like this; an action looks like 1.-1.2>1.0.2 (also ^ x ! ~), +3.1.2, +|1.1.4, #1.1.3, . or -"
        };
        Err(self.fail(message))
    }

    fn sign(&mut self) -> Option<Move> {
        let first = self.rest().chars().next()?;
        let (_, kind) = Move::SIGNS.iter().find(|(sign, _)| *sign == first)?;
        self.at += 1;
        Some(*kind)
    }

    fn go(&mut self, from: Option<Site>, kind: Move) -> Result<Intent, ParseError> {
        Ok(Intent::Go { from, kind, over: None, to: self.site()? })
    }

    /// `x.y.level`
    fn site(&mut self) -> Result<Site, ParseError> {
        let x = self.number()?;
        self.dot()?;
        let y = self.number()?;
        self.dot()?;
        let level = self.number()?;
        Ok(Site::new(x, y, level))
    }

    fn dot(&mut self) -> Result<(), ParseError> {
        if self.take(".") {
            Ok(())
        } else {
            Err(self.fail("a site is three numbers, x.y.level; here a point was expected"))
        }
    }

    fn number(&mut self) -> Result<i8, ParseError> {
        let start = self.at;
        self.take("-");
        let digits = self.rest().chars().take_while(char::is_ascii_digit).count();
        if digits == 0 {
            return Err(self.fail("a site is three numbers, x.y.level; here a number was expected"));
        }
        if digits > DIGITS {
            return Err(self.fail("no coordinate has so many digits"));
        }
        self.at += digits;
        let number = self.text[start..self.at].parse();
        number.map_err(|_| ParseError {
            message: "no coordinate is that large".to_owned(),
            column: self.text[..start].chars().count() + 1,
        })
    }
}

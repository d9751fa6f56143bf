//! Blueprints: grid-sets as data, read from TOML or JSON and checked against the box (G8).

use serde_json::Value;

use super::site::{SIDES, Site, UP};
use crate::data::text;
use crate::error::SetupError;
use crate::fields::{Fields, int, kind, list, quote};

/// The parts in one box (G8).
pub mod parts {
    /// Pads.
    pub const PADS: usize = 63;
    /// Links.
    pub const LINKS: usize = 88;
    /// Posts.
    pub const POSTS: usize = 16;
    /// Markers.
    pub const MARKERS: usize = 24;
    /// Kingerizers.
    pub const KINGERIZERS: usize = 12;
    /// Teleporters.
    pub const TELEPORTERS: usize = 6;
    /// Blocker-boxes.
    pub const BLOCKERS: usize = 8;
}

/// At most so many pads can be added in a game.
pub(crate) const MAX_BUILT: usize = 16;
/// x and y of a blueprint's sites lie within this distance of 0.
const MAX_COORDINATE: i64 = 30;
/// Levels of a blueprint lie between 1 and this.
const MAX_LEVEL: i64 = 30;

/// The names of the shipped blueprints, with their TOML text.
pub const BLUEPRINTS: [(&str, &str); 5] = [
    ("matrix", include_str!("../../data/blueprints/matrix.toml")),
    ("plaza", include_str!("../../data/blueprints/plaza.toml")),
    ("spire", include_str!("../../data/blueprints/spire.toml")),
    ("tripod", include_str!("../../data/blueprints/tripod.toml")),
    ("airlock", include_str!("../../data/blueprints/airlock.toml")),
];

/// A player's forward axis (G21).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// +x
    East,
    /// -x
    West,
    /// +y
    North,
    /// -y
    South,
    /// +level
    Up,
    /// -level
    Down,
}

const AXES: [&str; 6] = ["+x", "-x", "+y", "-y", "+level", "-level"];

impl Axis {
    const ALL: [Axis; 6] = [Axis::East, Axis::West, Axis::North, Axis::South, Axis::Up, Axis::Down];

    /// How far along the axis a site lies.
    #[inline]
    pub(crate) const fn along(self, site: Site) -> i8 {
        match self {
            Axis::East => site.x,
            Axis::West => -site.x,
            Axis::North => site.y,
            Axis::South => -site.y,
            Axis::Up => site.level,
            Axis::Down => -site.level,
        }
    }

    /// The name in blueprints.
    pub fn name(self) -> &'static str {
        AXES[self as usize]
    }
}

/// What one player can build with, or what one player starts with (G7).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Reserve {
    /// Pads.
    pub pads: u8,
    /// Links.
    pub links: u8,
    /// Posts.
    pub posts: u8,
    /// Blocker-boxes.
    pub blockers: u8,
}

impl Reserve {
    /// Reads `{pads, links, posts, blockers}`.
    pub(crate) fn read(value: &Value, path: &str, error: &mut SetupError) -> Self {
        let fields = Fields::open(value, path, &["pads", "links", "posts", "blockers"], error);
        let mut part = |key, most: usize| fields.int(key, 0..=most as i64, None, error) as u8;
        Reserve {
            pads: part("pads", MAX_BUILT),
            links: part("links", parts::LINKS),
            posts: part("posts", parts::POSTS),
            blockers: part("blockers", parts::BLOCKERS),
        }
    }

    pub(crate) fn to_json(self) -> Value {
        serde_json::json!({
            "pads": self.pads, "links": self.links, "posts": self.posts, "blockers": self.blockers
        })
    }
}

/// One player's part of a grid-set.
#[derive(Clone, Debug)]
pub(crate) struct Section {
    pub(crate) name: String,
    pub(crate) forward: Axis,
    pub(crate) pads: Vec<Site>,
    pub(crate) home_row: Vec<Site>,
    pub(crate) markers: Vec<Site>,
}

/// A blueprint for one number of players: what a game starts from.
#[derive(Clone, Debug)]
pub(crate) struct GridSet {
    /// All pads, by level, y, x.
    pub(crate) pads: Vec<Site>,
    pub(crate) teleporters: Vec<Site>,
    pub(crate) links: usize,
    pub(crate) posts: usize,
    pub(crate) seats: Vec<Section>,
}

/// A checked blueprint.
#[derive(Clone, Debug)]
pub(crate) struct Blueprint {
    pub(crate) name: String,
    pub(crate) title: String,
    pub(crate) assumed: Vec<String>,
    pub(crate) points: bool,
    pub(crate) reserve: Reserve,
    /// For each possible number of players, its grid-set.
    pub(crate) grids: Vec<GridSet>,
    /// The data as given.
    pub(crate) source: Value,
}

const KEYS: [&str; 14] = [
    "format",
    "name",
    "title",
    "description",
    "status",
    "assumed",
    "win",
    "pads",
    "teleporters",
    "posts",
    "links",
    "reserve",
    "players",
    "sections",
];

impl Blueprint {
    /// Reads a shipped blueprint by name, or `None`.
    pub(crate) fn shipped(name: &str) -> Option<Self> {
        let (_, text) = BLUEPRINTS.iter().find(|(known, _)| *known == name)?;
        Some(Self::parse(text).expect("shipped blueprints are sound"))
    }

    /// Reads TOML or JSON text.
    pub(crate) fn parse(text: &str) -> Result<Self, SetupError> {
        Self::read(&text::parse(text)?)
    }

    /// Reads and checks the data; the error lists every fault.
    pub(crate) fn read(value: &Value) -> Result<Self, SetupError> {
        let mut error = SetupError::default();
        let fields = Fields::open(value, "", &KEYS, &mut error);
        fields.int("format", 1..=1, None, &mut error);
        let name = fields.text("name", 40, &mut error);
        fields.need("name", &mut error);
        let letters = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if fields.get("name").is_some() && (name.is_empty() || !name.chars().all(letters)) {
            error.add("name", "must be lower case letters, digits and -", None);
        }
        let mut title = fields.text("title", 80, &mut error);
        if title.is_empty() {
            title.clone_from(&name);
        }
        fields.text("description", 2000, &mut error);
        fields.word("status", &["printed", "own"], &mut error);
        let points = fields.word("win", &["last", "points"], &mut error) == Some(1);
        let assumed = fields.texts("assumed", &mut error);
        let core = sites(&fields, "pads", &mut error);
        let teleporters = sites(&fields, "teleporters", &mut error);
        let posts = pairs(&fields, "posts", &mut error);
        let links = fields.get("links").map(|_| pairs(&fields, "links", &mut error));
        let reserve = match fields.get("reserve") {
            Some(value) => Reserve::read(value, "reserve", &mut error),
            None => Reserve::default(),
        };
        let sections = sections(&fields, &mut error);
        let seatings = seatings(&fields, &sections, &mut error);
        let mut grids = Vec::new();
        for (players, seats) in seatings {
            let check = GridCheck { core: &core, teleporters: &teleporters, posts: &posts, links: &links };
            grids.push(check.grid(players, seats, reserve, &mut error));
        }
        error.into_result()?;
        Ok(Blueprint { name, title, assumed, points, reserve, grids, source: value.clone() })
    }

    pub(crate) fn grid(&self, players: usize) -> Option<&GridSet> {
        self.grids.iter().find(|grid| grid.seats.len() == players)
    }
}

/// A site, `[x, y, level]`.
pub(crate) fn site(value: &Value, path: &str, error: &mut SetupError) -> Option<Site> {
    if let Some([x, y, level]) = value.as_array().map(Vec::as_slice) {
        // Sites of positions may lie as far out as a line of built pads reaches.
        let reach = MAX_COORDINATE + MAX_BUILT as i64;
        let x = int(x, path, -reach..=reach, error)?;
        let y = int(y, path, -reach..=reach, error)?;
        let level = int(level, path, -reach..=reach, error)?;
        Some(Site::new(x as i8, y as i8, level as i8))
    } else {
        error.add(path, format!("must be a site [x, y, level], not {}", kind(value)), None);
        None
    }
}

/// A list of sites and blocks of sites, sorted; doubles are reported.
fn sites(fields: &Fields, key: &str, error: &mut SetupError) -> Vec<Site> {
    let mut found: Vec<Site> = Vec::new();
    for (index, value) in fields.list(key, 200, error).iter().enumerate() {
        let path = format!("{}[{index}]", fields.path(key));
        if value.is_object() {
            block(value, &path, &mut found, error);
        } else if let Some(site) = site(value, &path, error) {
            found.push(site);
        }
    }
    for site in &found {
        let far = |c: i8| i64::from(c).abs() > MAX_COORDINATE;
        if far(site.x) || far(site.y) || site.level < 1 || i64::from(site.level) > MAX_LEVEL {
            let message = format!(
                "{site} lies outside: x and y go from -{MAX_COORDINATE} to {MAX_COORDINATE}, levels from 1 to {MAX_LEVEL}"
            );
            error.add(fields.path(key), message, Some("G1"));
        }
    }
    if found.len() > parts::PADS {
        let message = format!("{} sites; the box has {} pads", found.len(), parts::PADS);
        error.add(fields.path(key), message, Some("G8"));
        found.truncate(parts::PADS);
    }
    found.sort();
    for pair in found.windows(2).filter(|pair| pair[0] == pair[1]) {
        error.add(fields.path(key), format!("{} stands there twice", pair[0]), None);
    }
    found.dedup();
    found
}

fn block(value: &Value, path: &str, found: &mut Vec<Site>, error: &mut SetupError) {
    let fields = Fields::open(value, path, &["x", "y", "level"], error);
    let mut range = |key| -> Option<(i64, i64)> {
        let value = fields.need(key, error)?;
        let path = fields.path(key);
        let limit = -MAX_COORDINATE..=MAX_COORDINATE;
        if let Some([low, high]) = value.as_array().map(Vec::as_slice) {
            let low = int(low, &path, limit.clone(), error)?;
            let high = int(high, &path, limit, error)?;
            if low > high {
                error.add(path, "the lower end comes first", None);
                return None;
            }
            return Some((low, high));
        }
        int(value, &path, limit, error).map(|n| (n, n))
    };
    let (Some(x), Some(y), Some(level)) = (range("x"), range("y"), range("level")) else { return };
    let size = (x.1 - x.0 + 1) * (y.1 - y.0 + 1) * (level.1 - level.0 + 1);
    if size > parts::PADS as i64 {
        let message = format!("a block of {size} sites; the box has {} pads", parts::PADS);
        error.add(path, message, Some("G8"));
        return;
    }
    for l in level.0..=level.1 {
        for y in y.0..=y.1 {
            found.extend((x.0..=x.1).map(|x| Site::new(x as i8, y as i8, l as i8)));
        }
    }
}

/// A list of pairs of sites.
fn pairs(fields: &Fields, key: &str, error: &mut SetupError) -> Vec<(Site, Site)> {
    let mut result: Vec<(Site, Site)> = Vec::new();
    for (index, value) in fields.list(key, 200, error).iter().enumerate() {
        let path = format!("{key}[{index}]");
        match value.as_array().map(Vec::as_slice) {
            Some([a, b]) => {
                if let (Some(a), Some(b)) = (site(a, &path, error), site(b, &path, error)) {
                    let pair = (a.min(b), a.max(b));
                    if result.contains(&pair) {
                        error.add(path, "stands there twice", None);
                    } else {
                        result.push(pair);
                    }
                }
            }
            _ => error.add(path, "must be a link: a pair of sites", None),
        }
    }
    result
}

fn sections(fields: &Fields, error: &mut SetupError) -> Vec<Section> {
    let Some(value) = fields.need("sections", error) else { return Vec::new() };
    let Some(map) = value.as_object() else {
        error.add("sections", "must be an object of sections by name", None);
        return Vec::new();
    };
    if map.len() > 16 {
        error.add("sections", format!("{} sections; at most 16 are possible", map.len()), None);
        return Vec::new();
    }
    let mut result = Vec::new();
    for (name, value) in map {
        let path = format!("sections.{}", quote(name).trim_matches('"'));
        if name.is_empty() || name.chars().count() > 20 || name.chars().any(char::is_control) {
            error.add(&path, "a section's name has 1 to 20 characters", None);
        }
        let keys = ["forward", "pads", "home_row", "markers"];
        let section = Fields::open(value, &path, &keys, error);
        section.need("forward", error);
        let forward = section.word("forward", &AXES, error).map_or(Axis::North, |n| Axis::ALL[n]);
        let pads = sites(&section, "pads", error);
        let home_row = sites(&section, "home_row", error);
        let markers = sites(&section, "markers", error);
        if home_row.is_empty() {
            error.add(section.path("home_row"), "a home-row needs at least one pad", Some("G4"));
        }
        if markers.is_empty() {
            error.add(section.path("markers"), "a player needs at least one marker", Some("G6"));
        }
        result.push(Section { name: name.clone(), forward, pads, home_row, markers });
    }
    result
}

fn seatings<'a>(
    fields: &Fields,
    sections: &'a [Section],
    error: &mut SetupError,
) -> Vec<(usize, Vec<&'a Section>)> {
    let Some(value) = fields.need("players", error) else { return Vec::new() };
    let players = Fields::open(value, "players", &["2", "3", "4"], error);
    let mut result = Vec::new();
    for count in 2..=4 {
        let key = count.to_string();
        let Some(value) = players.get(&key) else { continue };
        let path = players.path(&key);
        let names = list(value, &path, 4, error);
        if names.len() != count {
            error.add(path, format!("{} sections for {count} players", names.len()), None);
            continue;
        }
        let mut seats: Vec<&Section> = Vec::new();
        for name in names {
            match sections.iter().find(|section| name.as_str() == Some(&section.name)) {
                Some(section) if seats.iter().any(|other| other.name == section.name) => {
                    error.add(&path, format!("{} is seated twice", quote(&section.name)), None);
                }
                Some(section) => seats.push(section),
                None => error.add(&path, format!("there is no section {}", kind(name)), None),
            }
        }
        if seats.len() == count {
            result.push((count, seats));
        }
    }
    if result.is_empty() && players.exists() {
        error.add("players", "seats nobody: give a list of sections for 2, 3 or 4 players", None);
    }
    result
}

/// The data of a blueprint that all numbers of players share.
struct GridCheck<'a> {
    core: &'a [Site],
    teleporters: &'a [Site],
    posts: &'a [(Site, Site)],
    links: &'a Option<Vec<(Site, Site)>>,
}

impl GridCheck<'_> {
    /// The grid-set for one number of players, with every fault noted (G8).
    fn grid(
        &self,
        players: usize,
        seats: Vec<&Section>,
        reserve: Reserve,
        error: &mut SetupError,
    ) -> GridSet {
        let path = format!("players.{players}");
        let mut fault = |message: String| error.add(&path, message, Some("G8"));
        let mut pads = self.core.to_vec();
        pads.extend(seats.iter().flat_map(|section| &section.pads));
        pads.sort();
        for pair in pads.windows(2).filter(|pair| pair[0] == pair[1]) {
            fault(format!("two pads on {}", pair[0]));
        }
        pads.dedup();
        let is_pad = |site: &Site| pads.binary_search(site).is_ok();
        for site in self.teleporters.iter().filter(|site| !is_pad(site)) {
            fault(format!("a teleporter on {site}, where no pad is"));
        }
        if self.teleporters.len() == 1 {
            fault("one teleporter leads nowhere".to_owned());
        }
        let mut taken: Vec<(Site, &str)> = Vec::new();
        for section in &seats {
            for site in section.home_row.iter().filter(|site| !is_pad(site)) {
                fault(format!("a kingerizer of {} on {site}, where no pad is", section.name));
            }
            for site in &section.markers {
                if !is_pad(site) {
                    fault(format!("a marker of {} on {site}, where no pad is", section.name));
                }
                if let Some((_, other)) = taken.iter().find(|(pad, _)| pad == site) {
                    fault(format!("markers of {other} and {} both on {site}", section.name));
                }
                taken.push((*site, &section.name));
            }
            for other in seats.iter().filter(|other| other.name < section.name) {
                for site in section.home_row.iter().filter(|site| other.home_row.contains(site)) {
                    fault(format!("kingerizers of {} and {} both on {site}", other.name, section.name));
                }
            }
        }
        let links = self.links_in_play(&pads, &mut fault);
        let posts = self.posts_in_play(&links, &mut fault);
        if pads.is_empty() {
            fault("there are no pads".to_owned());
        } else if pads.len() <= parts::PADS {
            for site in loose_pads(&pads, &links, &posts) {
                fault(format!("the pad on {site} is joined to the rest by no link or post"));
            }
        }
        let count = |each: fn(&&Section) -> usize| seats.iter().map(each).sum::<usize>();
        let each = |part: u8| usize::from(part) * players;
        for (part, used, have) in [
            ("pads", pads.len() + each(reserve.pads), parts::PADS),
            ("links", links.len() + each(reserve.links), parts::LINKS),
            ("posts", posts.len() + each(reserve.posts), parts::POSTS),
            ("markers", count(|s| s.markers.len()), parts::MARKERS),
            ("kingerizers", count(|s| s.home_row.len()), parts::KINGERIZERS),
            ("teleporters", self.teleporters.len(), parts::TELEPORTERS),
            ("blocker-boxes", each(reserve.blockers), parts::BLOCKERS),
            ("pads to build", each(reserve.pads), MAX_BUILT),
        ] {
            if used > have {
                fault(format!("needs {used} {part}; there are {have}"));
            }
        }
        GridSet {
            pads,
            teleporters: self.teleporters.to_vec(),
            links: links.len(),
            posts: posts.len(),
            seats: seats.into_iter().cloned().collect(),
        }
    }

    fn links_in_play(&self, pads: &[Site], fault: &mut impl FnMut(String)) -> Vec<(Site, Site)> {
        let is_pad = |site: &Site| pads.binary_search(site).is_ok();
        if let Some(links) = self.links {
            for (a, b) in links {
                if !SIDES[..UP].contains(&b.minus(*a)) {
                    fault(format!("a link from {a} to {b}, which are no neighbours on a level"));
                }
            }
            // A link to a section that is not in play lies in the box.
            return links.iter().filter(|(a, b)| is_pad(a) && is_pad(b)).copied().collect();
        }
        let mut links = Vec::new();
        for pad in pads {
            for side in [SIDES[0], SIDES[2]] {
                if is_pad(&pad.plus(side)) {
                    links.push((*pad, pad.plus(side)));
                }
            }
        }
        links
    }

    fn posts_in_play(&self, links: &[(Site, Site)], fault: &mut impl FnMut(String)) -> Vec<(Site, Site)> {
        let up = SIDES[UP];
        for (a, b) in self.posts {
            if !links.contains(&(*a, *b)) {
                fault(format!(
                    "a post stands on a link between neighbours on a level; from {a} to {b} there is none"
                ));
            } else if !links.contains(&(a.plus(up), b.plus(up))) {
                fault(format!("the post on the link from {a} to {b} carries no link"));
            }
        }
        self.posts.to_vec()
    }
}

/// The pads that hang together with the first one by links and posts are fine; the others are given.
fn loose_pads(pads: &[Site], links: &[(Site, Site)], posts: &[(Site, Site)]) -> Vec<Site> {
    let up = SIDES[UP];
    let mut joined: Vec<Site> = pads.iter().take(1).copied().collect();
    let mut next = 0;
    while let Some(site) = joined.get(next).copied() {
        next += 1;
        let mut reach: Vec<Site> = Vec::new();
        for (a, b) in links {
            reach.extend((site == *a).then_some(*b));
            reach.extend((site == *b).then_some(*a));
        }
        for (a, b) in posts {
            if [*a, *b].contains(&site) {
                reach.extend([a.plus(up), b.plus(up)]);
            }
            if [a.plus(up), b.plus(up)].contains(&site) {
                reach.extend([*a, *b]);
            }
        }
        for site in reach {
            if pads.contains(&site) && !joined.contains(&site) {
                joined.push(site);
            }
        }
    }
    pads.iter().filter(|site| !joined.contains(site)).copied().collect()
}

//! Sites, directions, and sets of pads and directions as bits (G1).

/// A place in space: x, y, level (G1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Site {
    /// West to east.
    pub x: i8,
    /// South to north.
    pub y: i8,
    /// From below.
    pub level: i8,
}

// By level, then y, then x: the order of pad ids.
impl Ord for Site {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.key().cmp(&other.key())
    }
}

impl PartialOrd for Site {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Site {
    /// The site at these coordinates.
    pub const fn new(x: i8, y: i8, level: i8) -> Self {
        Site { x, y, level }
    }

    #[inline]
    pub(crate) const fn key(self) -> i32 {
        ((self.level as i32) << 16) + ((self.y as i32) << 8) + self.x as i32
    }

    #[inline]
    pub(crate) const fn plus(self, step: Site) -> Site {
        Site::new(
            self.x.wrapping_add(step.x),
            self.y.wrapping_add(step.y),
            self.level.wrapping_add(step.level),
        )
    }

    #[inline]
    pub(crate) const fn minus(self, other: Site) -> Site {
        Site::new(
            self.x.wrapping_sub(other.x),
            self.y.wrapping_sub(other.y),
            self.level.wrapping_sub(other.level),
        )
    }
}

impl std::fmt::Display for Site {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}.{}", self.x, self.y, self.level)
    }
}

/// A set of pads: bit `n` is the pad with id `n`.
pub(super) type Pads = u64;

/// A set of directions, as bits by id.
pub(crate) type Directions = u32;

/// No pad, no direction.
pub(crate) const NONE: u8 = u8::MAX;

/// The number of directions (G1).
pub(super) const DIRECTIONS: usize = 26;

/// The 26 directions, by id: ascending by level, y, x.
pub const DIRECTION: [Site; DIRECTIONS] = {
    let mut all = [Site::new(0, 0, 0); DIRECTIONS];
    let mut index = 0;
    let mut code = 0;
    while code < 27 {
        let step = Site::new(code % 3 - 1, code / 3 % 3 - 1, code / 9 - 1);
        if code != 13 {
            all[index] = step;
            index += 1;
        }
        code += 1;
    }
    all
};

/// The direction ids of steps on one level, as bits.
pub(crate) const LEVEL_DIRECTIONS: Directions = {
    let (mut set, mut d) = (0, 0);
    while d < DIRECTIONS {
        if DIRECTION[d].level == 0 {
            set |= 1 << d;
        }
        d += 1;
    }
    set
};

/// The id of the direction of one step; [`NONE`] if it is not one.
#[inline]
pub(crate) const fn direction_of(step: Site) -> u8 {
    let (x, y, level) = (step.x + 1, step.y + 1, step.level + 1);
    if x < 0 || x > 2 || y < 0 || y > 2 || level < 0 || level > 2 {
        return NONE;
    }
    let code = (level * 9 + y * 3 + x) as u8;
    match code {
        13 => NONE,
        0..13 => code,
        _ => code - 1,
    }
}

/// The four sides on which a pad can be added, then up (G60).
pub(crate) const SIDES: [Site; 5] =
    [Site::new(1, 0, 0), Site::new(-1, 0, 0), Site::new(0, 1, 0), Site::new(0, -1, 0), Site::new(0, 0, 1)];

/// The side number of "up".
pub(crate) const UP: usize = 4;

/// The bits of a set, lowest first.
#[inline]
pub(crate) fn pads_of(mut set: Pads) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let pad = set.trailing_zeros() as u8;
            set &= set - 1;
            pad
        })
    })
}

#[inline]
pub(crate) const fn bit(pad: u8) -> Pads {
    1 << pad
}

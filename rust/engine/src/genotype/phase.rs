//! What comes next: every decision and every draw is a phase, and what interrupts another one comes back
//! to it.

use crate::game::Seat;

/// Which picks of the breeding phase are under way (T40).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    /// 1st Shift: of the colours of the own markers that are left, by bits.
    First(u8),
    /// Father Anton's.
    Anton,
    /// 2nd Shift: the marker at this place.
    Second(u8),
    /// In turn order, until all have passed.
    Turn,
}

/// Why a card is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Draw {
    /// Display slots: plants, tools, assistants.
    PlantSlot(u8),
    ToolSlot(u8),
    AssistantSlot(u8),
    /// The deal: the n-th plant of a seat, and its tool.
    Deal(Seat, u8),
    DealTool(Seat),
    /// The mover's draw.
    Hand,
    Tool,
    /// Seed Bag: so many more.
    Seeds(u8),
    /// On a plot of the mover: Eduard's, or a Flower Pot.
    Plot(u8),
    /// Johann: his garden at the start, or in play.
    Garden,
}

/// Why an automa card is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Automa {
    Elisabeth,
    Action,
    Support,
    Shift,
    Upgrade,
    Hire,
}

/// What comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Phase {
    First,
    Johann,
    Card(Draw),
    /// Set-up: a seat plants one of three, and keeps one of two.
    Plant(Seat),
    Keep(Seat),
    ShowPlanted(Seat),
    ShowDiscarded(Seat),
    /// A Watering Funnel of a seat.
    Funnel(Seat),
    /// Before the action.
    Work,
    Tile(u8),
    Goal,
    Validate(Paid),
    /// So many draws are left, of a kind of card.
    Draw(u8, Deck),
    /// Where the plant for a plot comes from.
    Source(u8),
    /// Seed Bag: so many are to be discarded.
    Discard(u8),
    Harvest,
    Sow,
    /// Omari: rolling, and using, the die of a colour.
    Roll(u8),
    Omari(u8),
    /// Any trait of a colour: with Maria, or Rake.
    Any(u8),
    /// Copies of a genotype.
    Copies(u8),
    Rest,
    /// Breeding: the next of the twenty dice.
    Die(u8),
    Pick {
        kind: Kind,
        knife: bool,
    },
    /// The die taken: colour and kind.
    Use(u8, u8),
    Pair(u8),
    Knife,
    Upgrade(u8),
    Automa(Automa),
    Over,
}

/// What was paid for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Paid {
    University,
    Anna,
    Elisabeth,
}

/// Which cards a draw may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Deck {
    Plants,
    Tools,
    Any,
}

impl Kind {
    /// A number of its own for each value.
    pub(crate) fn bytes(self) -> [u8; 2] {
        match self {
            Kind::First(colours) => [0, colours],
            Kind::Anton => [1, 0],
            Kind::Second(place) => [2, place],
            Kind::Turn => [3, 0],
        }
    }
}

impl Draw {
    /// The deck it is from; that of the assistants is neither.
    #[inline]
    pub(crate) fn deck(self) -> Deck {
        match self {
            Draw::ToolSlot(_) | Draw::DealTool(_) | Draw::Tool => Deck::Tools,
            Draw::AssistantSlot(_) => Deck::Any,
            _ => Deck::Plants,
        }
    }

    fn bytes(self) -> [u8; 3] {
        match self {
            Draw::PlantSlot(slot) => [0, slot, 0],
            Draw::ToolSlot(slot) => [1, slot, 0],
            Draw::AssistantSlot(slot) => [2, slot, 0],
            Draw::Deal(seat, number) => [3, seat, number],
            Draw::DealTool(seat) => [4, seat, 0],
            Draw::Hand => [5, 0, 0],
            Draw::Tool => [6, 0, 0],
            Draw::Seeds(left) => [7, left, 0],
            Draw::Plot(plot) => [8, plot, 0],
            Draw::Garden => [9, 0, 0],
        }
    }
}

impl Phase {
    /// Whether it interrupts another phase, and comes back to it.
    pub(crate) fn interrupts(self) -> bool {
        match self {
            Phase::Card(draw) => matches!(draw, Draw::Hand | Draw::Tool | Draw::Seeds(_) | Draw::Plot(_)),
            Phase::Funnel(_)
            | Phase::Goal
            | Phase::Validate(_)
            | Phase::Source(_)
            | Phase::Discard(_)
            | Phase::Any(_)
            | Phase::Copies(_)
            | Phase::Use(..)
            | Phase::Pair(_) => true,
            _ => false,
        }
    }

    /// Bytes of its own for each value.
    pub(crate) fn bytes(self) -> [u8; 4] {
        let one = |number: u8, value: u8| [number, value, 0, 0];
        match self {
            Phase::First => one(0, 0),
            Phase::Johann => one(1, 0),
            Phase::Card(draw) => {
                let [kind, a, b] = draw.bytes();
                [2, kind, a, b]
            }
            Phase::Plant(seat) => one(3, seat),
            Phase::Keep(seat) => one(4, seat),
            Phase::ShowPlanted(seat) => one(5, seat),
            Phase::ShowDiscarded(seat) => one(6, seat),
            Phase::Funnel(seat) => one(7, seat),
            Phase::Work => one(8, 0),
            Phase::Tile(colour) => one(9, colour),
            Phase::Goal => one(10, 0),
            Phase::Validate(paid) => one(11, paid as u8),
            Phase::Draw(left, deck) => [12, left, deck as u8, 0],
            Phase::Source(plot) => one(13, plot),
            Phase::Discard(left) => one(14, left),
            Phase::Harvest => one(15, 0),
            Phase::Sow => one(16, 0),
            Phase::Roll(colour) => one(17, colour),
            Phase::Omari(colour) => one(18, colour),
            Phase::Any(colour) => one(19, colour),
            Phase::Copies(genotype) => one(20, genotype),
            Phase::Rest => one(21, 0),
            Phase::Die(number) => one(22, number),
            Phase::Pick { kind, knife } => {
                let [kind, value] = kind.bytes();
                [23, kind, value, u8::from(knife)]
            }
            Phase::Use(colour, die) => [24, colour, die, 0],
            Phase::Pair(colour) => one(25, colour),
            Phase::Knife => one(26, 0),
            Phase::Upgrade(grants) => one(27, grants),
            Phase::Automa(why) => one(28, why as u8),
            Phase::Over => one(29, 0),
        }
    }
}

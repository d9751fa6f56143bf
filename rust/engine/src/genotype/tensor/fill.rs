//! The values of the tensor, part by part and row by row.

use super::super::Genotype;
use super::super::phase::{Automa, Deck, Draw, Kind, Paid, Phase};
use super::super::pieces::{
    ASSISTANTS, COLOURS, EDUARD_PLOT, GENOTYPES, GOALS, NONE, PLANTS, PLOTS, SPACES, TOOLS, assistant, space,
};
use super::super::setup::Difficulty;
use super::super::state::{EPOCHS, GARDEN, JOHANN, Plants, Player, State, Tools, is_some, plant_set};
use super::{ACTIONS, CARDS, DRAWS, MARKERS, PHASES};
use crate::game::{Actor, Seat};

/// Values of a part, put one after the other.
struct Row<'a> {
    out: &'a mut [f32],
    at: usize,
}

fn number_of(is: bool) -> f32 {
    f32::from(u8::from(is))
}

fn part_of(value: impl Into<f64>, whole: u8) -> f32 {
    (value.into() / f64::from(whole)) as f32
}

impl Row<'_> {
    /// The next so many values: bounds are looked at once for all of them.
    fn take(&mut self, count: usize) -> &mut [f32] {
        let part = &mut self.out[self.at..self.at + count];
        self.at += count;
        part
    }

    fn put(&mut self, value: f32) {
        self.take(1)[0] = value;
    }

    fn yes(&mut self, is: bool) {
        self.put(number_of(is));
    }

    fn share(&mut self, value: impl Into<f64>, whole: u8) {
        self.put(part_of(value, whole));
    }

    fn answers<I: IntoIterator<Item = bool, IntoIter: ExactSizeIterator>>(&mut self, answers: I) {
        let answers = answers.into_iter();
        for (value, is) in self.take(answers.len()).iter_mut().zip(answers) {
            *value = number_of(is);
        }
    }

    fn shares<V: Into<f64>, I: IntoIterator<Item = V, IntoIter: ExactSizeIterator>>(
        &mut self,
        shares: I,
        whole: u8,
    ) {
        let shares = shares.into_iter();
        for (value, share) in self.take(shares.len()).iter_mut().zip(shares) {
            *value = part_of(share, whole);
        }
    }

    /// A value for each of so many bits.
    fn bits(&mut self, set: u64, count: usize) {
        self.answers((0..count).map(|bit| set >> bit & 1 == 1));
    }

    /// 1 at one place of so many, or nowhere.
    fn one_of(&mut self, place: usize, count: usize) {
        self.answers((0..count).map(|other| other == place));
    }
}

/// How many steps of a phase are left, the current one included.
fn left(phase: Phase) -> u8 {
    match phase {
        Phase::Draw(left, _) | Phase::Discard(left) | Phase::Card(Draw::Seeds(left)) => left,
        _ => 0,
    }
}

/// The colour that a phase is about.
fn colour(phase: Phase) -> u8 {
    match phase {
        Phase::Tile(colour)
        | Phase::Roll(colour)
        | Phase::Omari(colour)
        | Phase::Any(colour)
        | Phase::Use(colour, _)
        | Phase::Pair(colour) => colour,
        Phase::Die(number) => number / 5,
        Phase::Copies(genotype) => genotype / 3,
        _ => NONE,
    }
}

/// The name's number of a phase.
fn number(phase: Phase) -> usize {
    usize::from(phase.bytes()[0])
}

/// How often a value is in a list.
fn count_of(list: &[u8], value: u8) -> u8 {
    list.iter().map(|other| u8::from(*other == value)).sum()
}

impl Genotype {
    pub(in super::super) fn fill_tensor(&self, state: &State, seat: Seat, out: &mut [f32]) {
        let seats = self.rules.players;
        let mut order: Vec<Seat> = (0..seats).map(|step| (seat + step) % seats).collect();
        if seats == 1 {
            order.push(JOHANN);
        }
        let players = &order[..usize::from(seats)];
        let mut row = Row { out, at: 0 };
        let sets = self.sets_of_cards(state, &order);
        for plant in 0..PLANTS as u8 {
            self.fill_card(plant, &sets, &mut row);
        }
        for slot in 0..usize::from(self.slots) {
            let plant = state.plants[slot];
            row.yes(is_some(plant));
            row.bits(u64::from(self.traits_of(plant, 0)), GENOTYPES.len());
            row.share(self.points_of(plant), 10);
            row.one_of(usize::from(state.tools[slot]), TOOLS.len());
        }
        let unseen = self.unseen_tools(state);
        for tool in 0..TOOLS.len() as u8 {
            self.fill_tool(state, tool, unseen, players, &mut row);
        }
        let deck = self.assistant_deck(state);
        for id in 0..ASSISTANTS.len() as u8 {
            self.fill_assistant(state, id, deck, &order, &mut row);
        }
        for seat in players {
            for plot in 0..PLOTS as u8 {
                self.fill_plot(state, *seat, plot, &mut row);
            }
        }
        for seat in players {
            self.fill_player(state, *seat, &mut row);
        }
        for colour in 0..COLOURS.len() as u8 {
            self.fill_colour(state, colour, &order, &mut row);
        }
        for id in 0..SPACES.len() as u8 {
            self.fill_space(state, id, &order, &mut row);
        }
        let picks =
            if let Phase::Pick { kind: Kind::Second(place), .. } = state.phase { place } else { NONE };
        for place in 0..MARKERS * order.len() {
            let owner = state.second.get(place).copied().unwrap_or(NONE);
            row.answers(order.iter().map(|seat| owner == *seat));
            row.yes(usize::from(picks) == place);
        }
        self.fill_facts(state, seat, &mut row);
        if seats == 1 {
            for place in 0..GARDEN {
                self.fill_garden(state, place, &mut row);
            }
            for card in 0..CARDS as u8 {
                self.fill_automa(state, card, &mut row);
            }
            self.fill_johann(state, &mut row);
        }
        debug_assert_eq!(row.at, row.out.len(), "each column has its value");
    }

    /// Genotypes of a plant's traits but those of some colours, by bits; none if there is no plant.
    fn traits_of(&self, plant: u8, but: u8) -> u16 {
        let Some(card) = self.cards.plants.get(usize::from(plant)) else { return 0 };
        let here = |colour: &u8| card.traits[usize::from(*colour)] != NONE && but >> colour & 1 == 0;
        (0..4_u8)
            .filter(here)
            .fold(0, |set, colour| set | 1 << (3 * colour + card.traits[usize::from(colour)]))
    }

    fn points_of(&self, plant: u8) -> u8 {
        self.cards.plants.get(usize::from(plant)).map_or(0, |card| card.points)
    }

    /// The sets of plants that have a column each after a card's own ones, in their order; one is added for each seat.
    fn sets_of_cards(&self, state: &State, order: &[Seat]) -> Vec<Plants> {
        let of = |seat: Seat| &state.players[usize::from(seat)];
        let (own, place) = (of(order[0]), usize::from(order[0]));
        let mut sets = vec![own.known_hand(), own.known, state.seeds];
        sets.extend([state.planting[place], state.discarding[place]].map(|plant| plant_set(&[plant])));
        let others = order[1..].iter().filter(|seat| !self.is_johann(**seat));
        sets.extend(others.map(|seat| of(*seat).known_hand()));
        let johann = &state.johann;
        sets.extend(
            order.iter().map(
                |seat| {
                    if self.is_johann(*seat) { johann.harvested } else { of(*seat).harvested }
                },
            ),
        );
        sets.extend(order.iter().map(|seat| {
            if self.is_johann(*seat) { plant_set(&johann.garden) } else { of(*seat).planted_set() }
        }));
        let pool = state.pool.iter().fold(0, |all, part| all | part);
        sets.extend([plant_set(&state.plants), state.plant_discards, self.unseen_plants(state), pool]);
        sets
    }

    fn fill_card(&self, plant: u8, sets: &[Plants], row: &mut Row) {
        row.bits(u64::from(self.traits_of(plant, 0)), GENOTYPES.len());
        row.share(self.points_of(plant), 10);
        row.answers(sets.iter().map(|set| set >> plant & 1 == 1));
    }

    fn fill_tool(&self, state: &State, tool: u8, unseen: Tools, players: &[Seat], row: &mut Row) {
        let own = &state.players[usize::from(players[0])];
        row.share(own.tools.count(tool) + own.known_tools.count(tool), 3);
        row.share(own.known_tools.count(tool), 3);
        for seat in &players[1..] {
            row.share(state.players[usize::from(*seat)].known_tools.count(tool), 3);
        }
        row.share(count_of(&state.tools, tool), 3);
        row.share(state.tool_discards.count(tool), 3);
        row.share(unseen.count(tool), 3);
    }

    fn fill_assistant(&self, state: &State, id: u8, deck: u16, order: &[Seat], row: &mut Row) {
        row.answers(state.assistants.map(|shown| shown == id));
        let sets = |seat: Seat| {
            let player = &state.players[usize::from(seat)];
            if self.is_johann(seat) { (state.johann.assistants, 0) } else { (player.assistants, player.used) }
        };
        row.answers(order.iter().map(|seat| sets(*seat).0 >> id & 1 == 1));
        for seat in order.iter().filter(|seat| !self.is_johann(**seat)) {
            row.yes(sets(*seat).1 >> id & 1 == 1);
        }
        row.yes(state.assistant_discards >> id & 1 == 1);
        row.yes(deck >> id & 1 == 1);
    }

    fn fill_plot(&self, state: &State, seat: Seat, plot: u8, row: &mut Row) {
        let player = &state.players[usize::from(seat)];
        let (plant, covered) = (player.plots[usize::from(plot)], player.covered[usize::from(plot)]);
        let asked = match state.phase {
            Phase::Source(asked) | Phase::Card(Draw::Plot(asked)) => asked,
            _ => NONE,
        };
        let is_asked = state.mover == seat && asked == plot;
        let is_there = match plot {
            0..EDUARD_PLOT => plot < 2 + player.new_plots,
            EDUARD_PLOT => player.has(assistant::EDUARD),
            _ => plant != NONE || is_asked,
        };
        row.yes(is_there);
        row.yes(is_asked);
        row.yes(plant != NONE);
        row.bits(u64::from(self.traits_of(plant, covered)), GENOTYPES.len());
        row.bits(u64::from(self.traits_of(plant, !covered)), GENOTYPES.len());
        row.share(self.points_of(plant), 10);
    }

    fn fill_player(&self, state: &State, seat: Seat, row: &mut Row) {
        let player = &state.players[usize::from(seat)];
        let now = usize::from(state.epoch);
        let unknown: u8 = player.hidden.iter().sum();
        let tools = player.tools.len() + player.known_tools.len() + player.hidden_tools;
        let goals = count_of(&state.goals, seat);
        let harvested: u32 = self.sum_of_points(player.harvested);
        row.share(player.coins, 20);
        row.share(player.markers, 5);
        row.share(player.markers.saturating_sub(player.placed), 5);
        row.share(player.hand_size(), 10);
        row.share(player.hidden[now.min(EPOCHS - 1)], 10);
        row.share(unknown - player.hidden[now.min(EPOCHS - 1)], 10);
        row.share(tools, 5);
        row.share(player.hidden_tools, 5);
        row.share(player.harvested.count_ones(), 10);
        row.share(harvested, 50);
        row.share(self.points(state, seat), 60);
        row.share(goals, 3);
        row.share(player.new_plots, 5);
        row.share(player.new_slots, 8);
        row.share(player.pots, 2);
        row.share(player.dice, 10);
        row.share(self.free_slots(player), 10);
        row.yes(player.passed);
        row.yes(state.first == seat);
        row.yes(state.mover == seat);
        row.yes(self.who_acts(state) == Actor::Seat(seat));
        row.yes(state.planting[usize::from(seat)] != NONE);
        row.shares(self.open_counts(player), 3);
    }

    /// How many uncovered traits of each genotype are on a player's plots.
    fn open_counts(&self, player: &Player) -> [u8; GENOTYPES.len()] {
        let mut counts = [0; GENOTYPES.len()];
        for (plot, plant) in player.planted() {
            let open = self.traits_of(plant, player.covered[usize::from(plot)]);
            for (genotype, count) in counts.iter_mut().enumerate() {
                *count += (open >> genotype & 1) as u8;
            }
        }
        counts
    }

    fn sum_of_points(&self, plants: u64) -> u32 {
        (0..PLANTS as u8)
            .filter(|plant| plants >> plant & 1 == 1)
            .map(|plant| u32::from(self.points_of(plant)))
            .sum()
    }

    fn fill_colour(&self, state: &State, id: u8, order: &[Seat], row: &mut Row) {
        let place = usize::from(id);
        let square = state.squares[place];
        row.one_of(square.left as usize, 3);
        row.one_of(square.top as usize, 3);
        row.shares(square.weights(), 9);
        row.shares(state.dice[place], 5);
        row.yes(state.coins >> id & 1 == 1);
        for goal in [2 * place, 2 * place + 1] {
            row.answers(order.iter().map(|seat| state.goals[goal] == *seat));
        }
        row.one_of(usize::from(state.rolled[place]), 3);
        let used = if let Phase::Use(colour, die) = state.phase { (colour, die) } else { (NONE, NONE) };
        row.one_of(if used.0 == id { usize::from(used.1) } else { usize::MAX }, 4);
        let copied = if let Phase::Copies(genotype) = state.phase { genotype } else { NONE };
        row.one_of(if copied / 3 == id { usize::from(copied % 3) } else { usize::MAX }, 3);
        row.yes(colour(state.phase) == id);
        row.yes(state.back != state.phase && colour(state.back) == id);
        let pick = match state.phase {
            Phase::Pick { kind, .. } => Some(kind),
            Phase::Knife => Some(self.knife_kind(state)),
            _ => None,
        };
        row.yes(match pick {
            Some(Kind::First(colours)) => colours >> id & 1 == 1,
            Some(_) => true,
            None => false,
        });
        row.yes(state.colour == id);
    }

    fn fill_space(&self, state: &State, id: u8, order: &[Seat], row: &mut Row) {
        let markers = |seat: Seat| -> u8 {
            match id {
                space::SECOND => count_of(&state.second, seat),
                space::GARDENING.. if self.is_johann(seat) => {
                    u8::from(id == space::GARDENING && state.johann.gardened)
                }
                space::GARDENING.. => state.players[usize::from(seat)].spaces >> (id - space::GARDENING) & 1,
                _ => count_of(&state.spaces[usize::from(id)], seat),
            }
        };
        row.shares(order.iter().map(|seat| markers(*seat)), 5);
        let room = 1 + u8::from(
            self.rules.players >= 4 && matches!(id, space::TREASURY | space::NURSERY | space::TOOL_SHED),
        );
        let all: u8 = order.iter().map(|seat| markers(*seat)).sum();
        row.yes(match id {
            space::SECOND => false,
            space::GARDENING.. => markers(order[0]) > 0,
            _ => all >= room,
        });
        row.yes(state.space == id);
    }

    fn fill_facts(&self, state: &State, seat: Seat, row: &mut Row) {
        let own = &state.players[usize::from(seat)];
        let bytes = state.phase.bytes();
        row.one_of(usize::from(state.round.max(1)) - 1, 5);
        row.one_of(number(state.phase), PHASES.len());
        let interrupted = if state.back == state.phase { usize::MAX } else { number(state.back) };
        row.one_of(interrupted, PHASES.len());
        let draw = if let Phase::Card(_) = state.phase { usize::from(bytes[1]) } else { usize::MAX };
        row.one_of(draw, DRAWS.len());
        let picking = match state.phase {
            Phase::Pick { kind, .. } => Some(kind),
            Phase::Knife => Some(state.pick),
            _ => None,
        };
        row.one_of(picking.map_or(usize::MAX, |kind| usize::from(kind.bytes()[0])), 4);
        row.yes(matches!(state.phase, Phase::Pick { knife: true, .. }));
        row.yes(state.for_pair);
        let deck = if let Phase::Draw(_, deck) = state.phase { Some(deck) } else { None };
        row.answers([Deck::Plants, Deck::Tools, Deck::Any].map(|kind| deck == Some(kind)));
        let paid = if let Phase::Validate(paid) = state.phase { Some(paid) } else { None };
        row.answers([Paid::University, Paid::Anna, Paid::Elisabeth].map(|kind| paid == Some(kind)));
        row.share(left(state.phase), 5);
        row.share(if state.back == state.phase { 0 } else { left(state.back) }, 5);
        row.share(if let Phase::Die(number) = state.phase { number } else { 0 }, 20);
        let grants = if let Phase::Upgrade(grants) = state.phase { grants } else { 0 };
        let own_grants = if state.mover == seat { grants } else { 0 };
        row.shares(state.prices, 10);
        row.shares(
            state.prices.map(|price| self.cost(own, price).saturating_sub(own_grants.saturating_mul(2))),
            10,
        );
        row.share(grants, 3);
        row.share(state.plots_left, 5);
        row.share(state.slots_left, 8);
        row.share(self.plant_deck(state), 50);
        row.share(self.tool_deck(state), 25);
        row.share(state.epoch, 3);
    }

    fn fill_garden(&self, state: &State, place: usize, row: &mut Row) {
        let (plant, covered) = (state.johann.garden[place], state.johann.covered[place]);
        row.yes(plant != NONE);
        row.bits(u64::from(self.traits_of(plant, covered)), GENOTYPES.len());
        row.bits(u64::from(self.traits_of(plant, !covered)), GENOTYPES.len());
        row.share(self.points_of(plant), 10);
        row.one_of(usize::from(state.johann.beside[place]), CARDS);
    }

    fn fill_automa(&self, state: &State, id: u8, row: &mut Row) {
        let card = &self.cards.automa[usize::from(id)];
        let letter = if card.letter == NONE { GOALS.len() } else { usize::from(card.letter) };
        row.one_of(card.deed as usize, ACTIONS.len());
        row.one_of(letter, GOALS.len() + 1);
        row.share(card.pips, 3);
        row.one_of(usize::from(card.single), COLOURS.len());
        row.one_of(usize::from(card.double), COLOURS.len());
        row.one_of(usize::from(card.new), COLOURS.len());
        row.yes(state.johann.action == id);
        row.yes(state.johann.out >> id & 1 == 1);
        row.yes(self.automa_deck(state) >> id & 1 == 1);
    }

    fn fill_johann(&self, state: &State, row: &mut Row) {
        let johann = &state.johann;
        let goals = count_of(&state.goals, JOHANN);
        row.share(johann.coins, 20);
        row.share(johann.markers, 5);
        row.share(johann.markers.saturating_sub(johann.placed), 5);
        row.share(johann.harvested.count_ones(), 10);
        row.share(self.sum_of_points(johann.harvested), 50);
        row.share(self.johann_points(state), 60);
        row.share(goals, 3);
        row.share(johann.new_plots, 5);
        row.share(johann.new_slots, 8);
        row.share(johann.shifts, 10);
        row.share(johann.bought, 3);
        row.one_of(usize::from(johann.special), ASSISTANTS.len());
        row.yes(johann.gardened);
        row.yes(johann.paid);
        row.yes(johann.passed);
        row.yes(state.mover == JOHANN);
        row.yes(state.in_automa_phase);
        row.share(state.growing, 6);
        let why = if let Phase::Automa(why) = state.phase { why as usize } else { usize::MAX };
        row.one_of(why, Automa::Hire as usize + 1);
        let levels = [Difficulty::Easy, Difficulty::Standard, Difficulty::Hard];
        row.answers(levels.map(|level| self.rules.difficulty == level));
    }
}

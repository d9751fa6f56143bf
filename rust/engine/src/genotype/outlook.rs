//! What a seat may expect to have in the end: points as they are, and what plants, goals, upgrades and cards
//! promise. An estimate for bots that look no further than their own turn; no rule depends on it.

use super::Genotype;
use super::breeding::SLOTS;
use super::phase::{Draw, Phase};
use super::pieces::{ASSISTANTS, NONE, TOOLS, assistant, space};
use super::rounds::ROUNDS;
use super::state::{Player, State};
use crate::bits::members;
use crate::game::Seat;

/// Points that a round with each assistant brings, and each tool once, as found in games of bots.
const ASSISTANT_WORTH: [f64; ASSISTANTS.len()] = [0.5, 0.9, 0.8, 1.6, 0.7, 0.9, 1.0, 0.6, 0.9, 1.6];
const TOOL_WORTH: [f64; TOOLS.len()] = [1.0, 2.0, 1.5, 2.0, 1.5, 1.8, 1.2, 1.6, 1.6, 1.6, 1.6];
/// A tool that the viewer does not know.
const ANY_TOOL: f64 = 1.5;
/// What a marker more brings in a round, and a coin more that can still be spent.
const MARKER_WORTH: f64 = 1.6;
const COIN_WORTH: f64 = 0.25;
/// What share of the slots is filled with dice that serve, and how many traits a plot takes in a round.
const SLOT_USE: f64 = 0.8;
const PLOT_USE: f64 = 1.3;
/// What is left of a plant's worth while it is in hand, or not drawn yet.
const IN_HAND: f64 = 0.6;
const TO_DRAW: f64 = 1.2;
/// What a goal brings for plants that are not there yet, a round.
const GOAL_WORTH: f64 = 0.5;

/// A plant that may be completed.
#[derive(Clone, Copy)]
struct Hope {
    /// Points, those of goals included.
    points: f64,
    covered: f64,
    /// Traits left after this round's dice, on average; the odds that none is; and what its place makes of its worth.
    left: f64,
    done: f64,
    share: f64,
}

impl Genotype {
    /// Expected points of a seat at the end (T52), as an estimate.
    pub(super) fn expected_points(&self, state: &State, seat: Seat) -> f64 {
        if state.phase == Phase::Over {
            return f64::from(self.points(state, seat));
        }
        let player = &state.players[usize::from(seat)];
        let round = state.round.max(1);
        let dice_now = self.dice_to_come(state, player);
        let later = f64::from(ROUNDS - round);
        let rounds = later + f64::from(u8::from(dice_now));
        let slots = f64::from(SLOTS + player.new_slots);
        let eduard = u8::from(player.has(assistant::EDUARD));
        let plots = f64::from(2 + player.new_plots + eduard);
        let mut hopes = self.hopes(state, seat, dice_now);
        // What can be completed first comes first.
        hopes.sort_by(|a, b| (a.left / a.points).total_cmp(&(b.left / b.points)));
        let mut room = later * (slots * SLOT_USE).min(plots * PLOT_USE);
        let mut worth = f64::from(player.coins) + self.harvest_and_goals(state, seat);
        for hope in hopes {
            let reach = if hope.left <= 0.0 { 1.0 } else { (room / hope.left).min(1.0) * 0.95 };
            room = (room - hope.left).max(0.0);
            let complete = hope.done + (1.0 - hope.done) * reach;
            let marks = hope.covered + (1.0 - complete) * 0.5;
            worth += hope.share * (complete * hope.points + (1.0 - complete) * marks);
        }
        // Room that is left will be used by plants to come.
        worth += room * 0.5;
        worth += state.goals_of(seat) as f64 * GOAL_WORTH * rounds;
        worth += MARKER_WORTH * later * (f64::from(player.markers) - 3.0);
        worth += COIN_WORTH * f64::from(player.coins.min(8)) * later.min(1.0);
        let assistants = (0..ASSISTANTS.len() as u8).filter(|id| player.has(*id));
        worth += later * assistants.map(|id| ASSISTANT_WORTH[usize::from(id)]).sum::<f64>();
        worth + self.cards_worth(state, seat, rounds)
    }

    /// Whether dice of this round can still come to a player.
    fn dice_to_come(&self, state: &State, player: &Player) -> bool {
        match state.phase {
            Phase::Upgrade(_) | Phase::Automa(super::phase::Automa::Upgrade | super::phase::Automa::Hire) => {
                false
            }
            Phase::Source(_) if state.back == Phase::Upgrade(u8::MAX) => false,
            Phase::Card(Draw::PlantSlot(_) | Draw::ToolSlot(_) | Draw::AssistantSlot(_)) => false,
            _ => !player.passed,
        }
    }

    fn harvest_and_goals(&self, state: &State, seat: Seat) -> f64 {
        let plants = state.players[usize::from(seat)].harvested;
        f64::from(self.plant_points(plants) + self.goal_points(state, seat, plants))
    }

    /// Tools in hand, and cards about to be drawn.
    fn cards_worth(&self, state: &State, seat: Seat, rounds: f64) -> f64 {
        let player = &state.players[usize::from(seat)];
        let known = (0..TOOLS.len() as u8).map(|tool| {
            f64::from(player.known_tools.count(tool) + player.tools.count(tool))
                * TOOL_WORTH[usize::from(tool)]
        });
        let mut worth = known.sum::<f64>() + ANY_TOOL * f64::from(player.hidden_tools);
        if state.mover == seat {
            worth += match state.phase {
                Phase::Draw(left, _) => f64::from(left) * TO_DRAW,
                Phase::Card(Draw::Hand) => TO_DRAW,
                Phase::Card(Draw::Tool) => ANY_TOOL,
                Phase::Card(Draw::Plot(_)) => 2.0 * TO_DRAW,
                Phase::Card(Draw::Seeds(_)) => 2.0 * TO_DRAW,
                _ => 0.0,
            };
        }
        worth * (rounds / 2.0).min(1.0)
    }

    /// Plants on plots and in hand.
    fn hopes(&self, state: &State, seat: Seat, dice_now: bool) -> Vec<Hope> {
        let player = &state.players[usize::from(seat)];
        let goals = self.goal_genotypes(state, seat);
        let mut hopes = Vec::with_capacity(8);
        let worth = |plant: u8| {
            let card = &self.cards.plants[usize::from(plant)];
            let extra = (0..4_usize).filter(|colour| card.traits[*colour] != NONE).map(|colour| {
                let kind = card.traits[colour];
                let matches = goals >> (3 * colour as u16 + u16::from(kind)) & 1 == 1;
                if matches { if kind == 2 { 3.0 } else { 2.0 } } else { 0.0 }
            });
            f64::from(card.points) + extra.sum::<f64>()
        };
        let mut odds = if dice_now { self.trait_odds(state, seat) } else { [[0.0; 3]; 4] };
        // More good dice than slots: each is the less likely.
        let slots = f64::from(self.free_slots(player));
        let all: f64 = player
            .planted()
            .flat_map(|(plot, plant)| self.open_traits(player, plot, plant))
            .map(|(colour, kind)| odds[colour][usize::from(kind)])
            .sum();
        if all > slots {
            odds.iter_mut().flatten().for_each(|chance| *chance *= slots / all);
        }
        for (plot, plant) in player.planted() {
            let open: Vec<f64> = self
                .open_traits(player, plot, plant)
                .map(|(colour, kind)| odds[colour][usize::from(kind)])
                .collect();
            hopes.push(Hope {
                points: worth(plant),
                covered: f64::from(player.covered[usize::from(plot)].count_ones()),
                left: open.iter().map(|chance| 1.0 - chance).sum(),
                done: open.iter().product(),
                share: 1.0,
            });
        }
        let in_hand = player.known_hand();
        for plant in members(in_hand) {
            let traits = f64::from(self.cards.plants[usize::from(plant)].colours().count_ones());
            hopes.push(Hope { points: worth(plant), covered: 0.0, left: traits, done: 0.0, share: IN_HAND });
        }
        hopes
    }

    /// Colours and kinds of the uncovered traits of a plant.
    fn open_traits<'a>(
        &'a self,
        player: &'a Player,
        plot: u8,
        plant: u8,
    ) -> impl Iterator<Item = (usize, u8)> + 'a {
        let traits = self.cards.plants[usize::from(plant)].traits;
        let covered = player.covered[usize::from(plot)];
        (0..4)
            .filter(move |colour| traits[*colour] != NONE && covered >> colour & 1 == 0)
            .map(move |c| (c, traits[c]))
    }

    /// The odds that a seat gets a die of each genotype in this round.
    fn trait_odds(&self, state: &State, seat: Seat) -> [[f64; 3]; 4] {
        let rolled =
            matches!(state.phase, Phase::Pick { .. } | Phase::Use(..) | Phase::Pair(_) | Phase::Knife)
                || matches!(state.back, Phase::Knife);
        let others = f64::from(self.rules.players.max(2) - 1);
        let second = state.second.contains(&seat);
        let mut odds = [[0.0; 3]; 4];
        for (colour, odds) in odds.iter_mut().enumerate() {
            let first = state.spaces[usize::from(space::FIRST) + colour][0] == seat;
            // How likely it is that others leave a die.
            let access = match (first, second) {
                (true, _) => 0.95,
                (false, true) => 0.9 - 0.05 * others,
                (false, false) => 0.8 - 0.1 * others,
            };
            let weights = state.squares[colour].weights();
            for (kind, odds) in odds.iter_mut().enumerate() {
                *odds = if rolled {
                    let dice = f64::from(state.dice[colour][kind].min(2))
                        + 0.3 * f64::from(state.dice[colour][3].min(1));
                    access * (dice * 0.6).min(1.0)
                } else {
                    let miss = 1.0 - f64::from(weights[kind]) / 9.0;
                    access * (1.0 - miss * miss * miss * miss * miss)
                };
            }
        }
        odds
    }
}

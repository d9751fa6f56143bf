//! Games of a search against itself, many at a time, as data to learn from.

use std::collections::VecDeque;
use std::sync::Arc;

use super::noise::draw;
use super::{Leaves, Search, SelfPlaySettings, Table, mark, relative};
use crate::error::{Error, Halt};
use crate::game::{Actor, Event, Game, MAX_SEATS, Poll, Scratch, Seat, View, Viewer};
use crate::rng::Rng;
use crate::search::evaluate::{Values, results};

/// A finished game: one row for each decision of a seat.
#[derive(Clone, Debug, PartialEq)]
pub struct Episode {
    /// Which game it is, from 0.
    pub number: u64,
    /// All events from the start on.
    pub events: Vec<Event>,
    /// Who decided.
    pub seats: Vec<Seat>,
    /// What the seat saw: rows of [`crate::game::Spec::tensor_len`] values.
    pub observations: Vec<f32>,
    /// 1 for ids of legal actions, else 0.
    pub legal: Vec<u8>,
    /// The share of the visits that each action had.
    pub policy: Vec<f32>,
    /// What each seat got in the end: the deciding one first, then those after it in order.
    pub values: Vec<f32>,
    /// What the search expected them to get, in the same order; where there was only one action to choose, nothing was
    /// searched, and the result stands here too.
    pub estimates: Vec<f32>,
}

/// Games of a search against itself.
pub trait SelfPlay: Leaves {
    /// A game that was finished; `None` if there is none at the moment. All is done when there is none, and nothing to
    /// judge.
    fn finished(&mut self) -> Option<Episode>;
}

/// A choice: the position, who chose, and how often each action was visited.
struct Decision<S> {
    state: S,
    seat: Seat,
    visits: Vec<(u16, u32)>,
    estimate: Option<Values>,
}

/// A game that is being played.
struct Playing<G: Game> {
    number: u64,
    state: G::State,
    rng: Rng,
    chance: Rng,
    events: Vec<Event>,
    decisions: Vec<Decision<G::State>>,
}

impl<G: Game> Playing<G> {
    fn step(&mut self, game: &G, event: Event) {
        game.step(&mut self.state, event);
        self.events.push(event);
    }

    fn decide(&mut self, game: &G, seat: Seat, visits: Vec<(u16, u32)>, estimate: Option<Values>, id: u16) {
        self.decisions.push(Decision { state: self.state, seat, visits, estimate });
        self.step(game, Event::Act(id));
    }

    /// Plays what a search chose.
    fn play(&mut self, game: &G, search: &Search<G>, settings: &SelfPlaySettings) {
        let lines = search.report(game).lines;
        let visits: Vec<(u16, u32)> =
            lines.iter().map(|line| (line.events[0].id(), line.visits as u32)).collect();
        let mut estimate = [0.0; MAX_SEATS];
        let total: f64 = lines.iter().map(|line| line.visits as f64).sum();
        for line in &lines {
            for (sum, value) in estimate.iter_mut().zip(line.values) {
                *sum += value * line.visits as f64 / total;
            }
        }
        let plain = settings.temperature == 0.0 || self.decisions.len() >= settings.drop as usize;
        let place = if plain {
            0
        } else {
            let counts: Vec<u32> = visits.iter().map(|(_, count)| *count).collect();
            draw(&counts, settings.temperature, &mut self.rng)
        };
        let id = visits[place].0;
        self.decide(game, search.seat, visits, Some(estimate), id);
    }

    /// Goes on to the next choice among several actions; `None` at the end of the game.
    fn next_search(
        &mut self,
        game: &G,
        settings: &SelfPlaySettings,
        scratch: &mut Scratch,
    ) -> Option<Search<G>> {
        loop {
            match game.actor(&self.state) {
                Actor::Over => return None,
                Actor::Chance => {
                    let id = game.sample_outcome(&self.state, &mut self.chance, &mut scratch.outcomes);
                    self.step(game, Event::Chance(id));
                }
                Actor::Seat(seat) => {
                    scratch.actions.clear();
                    game.actions(&self.state, &mut scratch.actions);
                    if let [id] = scratch.actions[..] {
                        self.decide(game, seat, vec![(id, 1)], None, id);
                        continue;
                    }
                    let view = View::of(game, &self.state, Viewer::Seat(seat));
                    let rng = self.rng.split(self.events.len() as u64);
                    return Some(Search::new(game, &view, seat, settings.search, &rng));
                }
            }
        }
    }

    fn episode(self, game: &G) -> Episode {
        let spec = game.spec();
        let (rows, seats) = (self.decisions.len(), usize::from(spec.seats));
        let (width, actions) = (spec.tensor_len(), usize::from(spec.actions));
        let mut episode = Episode {
            number: self.number,
            events: self.events,
            seats: Vec::with_capacity(rows),
            observations: vec![0.0; rows * width],
            legal: vec![0; rows * actions],
            policy: vec![0.0; rows * actions],
            values: Vec::with_capacity(rows * seats),
            estimates: Vec::with_capacity(rows * seats),
        };
        let returns = results(game, &self.state);
        for (row, decision) in self.decisions.iter().enumerate() {
            let seat = decision.seat;
            let view = View::of(game, &decision.state, Viewer::Seat(seat));
            game.encode(&view, seat, &mut episode.observations[row * width..][..width]);
            let mut legal = Vec::new();
            game.actions(&decision.state, &mut legal);
            mark(&legal, &mut episode.legal[row * actions..][..actions]);
            let total: u32 = decision.visits.iter().map(|(_, visits)| visits).sum();
            for (id, visits) in &decision.visits {
                episode.policy[row * actions + usize::from(*id)] = *visits as f32 / total as f32;
            }
            episode.seats.push(seat);
            episode.values.extend(relative(&returns, seat, seats));
            episode.estimates.extend(relative(&decision.estimate.unwrap_or(returns), seat, seats));
        }
        episode
    }
}

struct Games<G: Game> {
    table: Table<G>,
    rest: Rest<G>,
}

/// What goes on around the searches.
struct Rest<G: Game> {
    start: G::State,
    settings: SelfPlaySettings,
    begun: u64,
    playing: Vec<Option<Playing<G>>>,
    finished: VecDeque<Episode>,
    scratch: Scratch,
}

impl<G: Game> Rest<G> {
    /// Plays what the search of a place found, and begins the next one there, in a new game if need be.
    fn renew(&mut self, game: &G, place: usize, slot: &mut Option<Search<G>>) -> bool {
        if let Some(search) = slot.take()
            && let Some(playing) = &mut self.playing[place]
        {
            playing.play(game, &search, &self.settings);
        }
        let Some(mut playing) = self.playing[place].take().or_else(|| self.begin()) else { return false };
        *slot = playing.next_search(game, &self.settings, &mut self.scratch);
        if slot.is_none() {
            // The next game begins with the next batch, so that a game that is over soon is not followed by many.
            self.finished.push_back(playing.episode(game));
            return false;
        }
        self.playing[place] = Some(playing);
        true
    }

    fn begin(&mut self) -> Option<Playing<G>> {
        if self.begun == self.settings.games {
            return None;
        }
        let number = self.begun;
        self.begun += 1;
        let rng = Rng::new(self.settings.search.seed).split(number);
        let chance = rng.split(u64::MAX);
        let (events, decisions) = (Vec::new(), Vec::new());
        Some(Playing { number, state: self.start, rng, chance, events, decisions })
    }
}

impl<G: Game> Leaves for Games<G> {
    fn collect(
        &mut self,
        observations: &mut [f32],
        legal: &mut [u8],
        poll: &mut Poll,
    ) -> Result<usize, Halt> {
        let Games { table, rest } = self;
        let game = table.game.clone();
        table.collect(observations, legal, poll, &mut |place, slot| rest.renew(&game, place, slot))
    }

    fn supply(&mut self, policy: &[f32], values: &[f32]) -> Result<(), Error> {
        self.table.supply(policy, values)
    }

    fn done(&self) -> u64 {
        self.table.done
    }
}

impl<G: Game> SelfPlay for Games<G> {
    fn finished(&mut self) -> Option<Episode> {
        self.rest.finished.pop_front()
    }
}

/// Games from a state on, which must be a full one. All chance of game `n` comes from `Rng::new(seed).split(n)`.
pub fn self_play<G: Game>(game: &Arc<G>, start: &G::State, settings: SelfPlaySettings) -> Box<dyn SelfPlay> {
    let places = u64::from(settings.parallel.max(1)).min(settings.games) as usize;
    let empty = |_| None;
    let table = Table::new(game.clone(), (0..places).map(empty).collect());
    let rest = Rest {
        start: *start,
        settings,
        begun: 0,
        playing: (0..places).map(|_| None).collect(),
        finished: VecDeque::new(),
        scratch: Scratch::default(),
    };
    Box::new(Games { table, rest })
}

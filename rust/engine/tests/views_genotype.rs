//! What is unknown in a view of Genotype is drawn among all deals of cards that fit, each equally likely:
//! small cases are counted one by one, going by the dict form alone.

use std::collections::HashMap;

use boardwright::game::{Actor, Event, Scratch, Viewer};
use boardwright::genotype::{Genotype, State};
use boardwright::{Game, Rng, View};
use serde_json::{Value, json};

const TOOLS: [&str; 11] = [
    "seed-bag",
    "watering-funnel",
    "dissertation",
    "flower-pot",
    "graft-knife",
    "rake",
    "pollen-brush",
    "hand-lens",
    "pocket-watch",
    "garden-line",
    "grant",
];
const FUNNEL: usize = 1;
const FLOWER_POT: usize = 3;
const RAKE: usize = 5;
const PLANTS: u64 = (1 << 50) - 1;

/// Views that can be completed in more ways are not counted.
const MOST: f64 = 500.0;
/// How often each way comes up, on average.
const DRAWS: f64 = 30.0;

/// Tools by kind.
type Counts = [u8; 11];

fn entries(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// The plants of a list, as bits.
fn plants<'a>(list: impl IntoIterator<Item = &'a Value>) -> u64 {
    list.into_iter().filter_map(Value::as_u64).fold(0, |set, plant| set | 1 << plant)
}

fn members(set: u64) -> impl Iterator<Item = u8> {
    (0..64).filter(move |bit| set >> bit & 1 == 1)
}

/// In how many ways `count` of `many` can be taken.
fn choices(many: u32, count: u32) -> f64 {
    (0..count).fold(1.0, |ways, taken| ways * f64::from(many.saturating_sub(taken)) / f64::from(taken + 1))
}

/// Every set of `count` members of a set.
fn subsets(set: u64, count: u32) -> Vec<u64> {
    let mut found = Vec::new();
    let mut open = vec![(set, count, 0)];
    while let Some((mut rest, count, taken)) = open.pop() {
        if count == 0 {
            found.push(taken);
            continue;
        }
        while rest.count_ones() >= count {
            let lowest = rest & rest.wrapping_neg();
            rest &= !lowest;
            open.push((rest, count - 1, taken | lowest));
        }
    }
    found
}

/// Every way to take `count` tools, with the number of ways in which cards make it.
fn draws(tools: &Counts, count: u8) -> Vec<(Counts, f64)> {
    let mut found = vec![([0; 11], 1.0)];
    for kind in 0..tools.len() {
        found = found
            .into_iter()
            .flat_map(|(taken, ways)| {
                (0..=tools[kind]).map(move |more| {
                    let mut taken = taken;
                    taken[kind] = more;
                    (taken, ways * choices(u32::from(tools[kind]), u32::from(more)))
                })
            })
            .filter(|(taken, _)| taken.iter().sum::<u8>() <= count)
            .collect();
    }
    found.retain(|(taken, _)| taken.iter().sum::<u8>() == count);
    found
}

/// What is unknown in a view, filled in one after the other.
#[derive(Clone, Default)]
struct Fill {
    /// By epoch, the plants that are left; by kind, the tools.
    plants: [u64; 4],
    tools: Counts,
    /// Plants of a seat that were drawn in an epoch.
    hands: Vec<(usize, usize, u64)>,
    /// Starting plants: seat, planted or discarded, plant.
    chosen: Vec<(usize, usize, u8)>,
    /// Tools of a seat.
    held: Vec<(usize, Counts)>,
    seeds: Option<u64>,
    /// In how many ways cards make this.
    ways: f64,
}

/// Every way to fill in what a view does not know; `None` if there are too many.
fn fills(view: &Value, tools: &Counts) -> Option<Vec<Fill>> {
    let now = view["epochs"]["reshuffles"].as_u64().unwrap_or(0) as usize;
    let mut first = Fill { tools: *tools, ways: 1.0, ..Fill::default() };
    let mut open =
        plants(entries(&view["display"]["plants"]).iter().chain(entries(&view["discards"]["plants"])));
    let mut shown: Vec<&Value> =
        entries(&view["display"]["tools"]).iter().chain(entries(&view["discards"]["tools"])).collect();
    for player in entries(&view["players"]) {
        let plots = entries(&player["plots"]).iter().map(|plot| &plot["plant"]);
        open |= plants(entries(&player["hand"]).iter().chain(entries(&player["harvested"])).chain(plots));
        shown.extend(entries(&player["tools"]));
        first.tools[FLOWER_POT] -= player["pots"].as_u64().unwrap_or(0) as u8;
    }
    open |= plants(entries(&view["phase"]["chosen"]).iter().flat_map(entries));
    for name in shown {
        TOOLS.iter().position(|tool| name == tool).into_iter().for_each(|kind| first.tools[kind] -= 1);
    }
    // Who has a Watering Funnel has shown it.
    first.tools[FUNNEL] = 0;
    for (epoch, pool) in entries(&view["epochs"]["pools"]).iter().enumerate() {
        first.plants[epoch] = plants(entries(pool));
    }
    first.plants[now] = PLANTS & !first.plants.iter().fold(open, |set, pool| set | pool);

    let mut found = vec![first];
    for seat in 0..entries(&view["players"]).len() {
        let hand = entries(&view["players"][seat]["hand"]);
        for epoch in 0..=now {
            let drawn =
                |index: &usize| view["epochs"]["hands"][seat][*index].as_u64().unwrap_or(0) == epoch as u64;
            let places = (0..hand.len()).filter(|index| hand[*index] == "?").filter(drawn).count() as u32;
            if places > 0 {
                found = extend(&found, choices(found[0].plants[epoch].count_ones(), places), |fill| {
                    let sets = subsets(fill.plants[epoch], places);
                    sets.into_iter().map(|set| fill.with_plants(seat, epoch, set)).collect()
                })?;
            }
        }
        for place in 0..2 {
            if view["phase"]["chosen"][seat][place] == "?" {
                found = extend(&found, f64::from(found[0].plants[now].count_ones()), |fill| {
                    let cards = members(fill.plants[now]);
                    cards.map(|plant| fill.with_choice(now, (seat, place, plant))).collect()
                })?;
            }
        }
        let places = entries(&view["players"][seat]["tools"]).iter().filter(|tool| **tool == "?").count();
        if places > 0 {
            found = extend(&found, 1.0, |fill| {
                let draws = draws(&fill.tools, places as u8);
                draws.into_iter().map(|(taken, ways)| fill.with_tools(seat, &taken, ways)).collect()
            })?;
        }
    }
    let count = match view["phase"]["name"].as_str() {
        _ if view["phase"]["seeds"].is_array() => 0,
        Some("discard") => view["phase"]["left"].as_u64().unwrap_or(0) + 2,
        Some("card") if view["phase"]["to"] == "seeds" => 5 - view["phase"]["left"].as_u64().unwrap_or(0),
        _ => 0,
    };
    if count > 0 {
        let mover = view["phase"]["mover"].as_u64().unwrap_or(0) as usize;
        found = extend(&found, 1.0, |fill| fill.with_seeds(mover, now, count as u32))?;
    }
    Some(found)
}

/// Fills in one thing more; `None` if there are too many ways, of which there are `each` at least for a fill.
fn extend(fills: &[Fill], each: f64, more: impl Fn(&Fill) -> Vec<Fill>) -> Option<Vec<Fill>> {
    if fills.len() as f64 * each > MOST {
        return None;
    }
    let found: Vec<Fill> = fills.iter().flat_map(more).take(MOST as usize + 1).collect();
    (found.len() as f64 <= MOST).then_some(found)
}

impl Fill {
    fn with_plants(&self, seat: usize, epoch: usize, set: u64) -> Fill {
        let mut fill = self.clone();
        fill.plants[epoch] &= !set;
        fill.hands.push((seat, epoch, set));
        fill
    }

    fn with_choice(&self, now: usize, choice: (usize, usize, u8)) -> Fill {
        let mut fill = self.clone();
        fill.plants[now] &= !(1 << choice.2);
        fill.chosen.push(choice);
        fill
    }

    fn with_tools(&self, seat: usize, taken: &Counts, ways: f64) -> Fill {
        let mut fill = self.clone();
        fill.tools.iter_mut().zip(taken).for_each(|(left, taken)| *left -= taken);
        fill.held.push((seat, *taken));
        fill.ways *= ways;
        fill
    }

    /// What a Seed Bag drew: the last cards that came to the hand, and all of those that came after a reshuffle
    /// if it needed some from before it.
    fn with_seeds(&self, mover: usize, now: usize, count: u32) -> Vec<Fill> {
        let drawn = |wanted: usize| {
            let hands = self.hands.iter().filter(|(seat, epoch, _)| (*seat, *epoch) == (mover, wanted));
            hands.fold(0, |set, (_, _, plants)| set | plants)
        };
        let late = drawn(now);
        let sets: Vec<u64> = if late.count_ones() >= count {
            subsets(late, count)
        } else {
            let early = subsets(drawn(now - 1), count - late.count_ones());
            early.into_iter().map(|set| set | late).collect()
        };
        sets.into_iter().map(|set| Fill { seeds: Some(set), ..self.clone() }).collect()
    }

    /// The dict form of the view with all that was filled in.
    fn dict(&self, view: &Value) -> Value {
        let mut value = view.clone();
        // Which of the cards in hands came before a reshuffle is in their epochs then.
        if let Some(epochs) = value["epochs"].as_object_mut() {
            epochs.remove("pools");
        }
        for seat in 0..entries(&view["players"]).len() {
            // Plants in ascending order, each with its epoch.
            let known = entries(&view["players"][seat]["hand"]).iter().enumerate();
            let epochs = &view["epochs"]["hands"][seat];
            let mut hand: Vec<(u64, Value)> =
                known.filter_map(|(at, plant)| Some((plant.as_u64()?, epochs[at].clone()))).collect();
            for (_, epoch, set) in self.hands.iter().filter(|(owner, _, _)| *owner == seat) {
                hand.extend(members(*set).map(|plant| (u64::from(plant), json!(epoch))));
            }
            hand.sort_by_key(|(plant, _)| *plant);
            let (cards, drawn): (Vec<u64>, Vec<Value>) = hand.into_iter().unzip();
            value["players"][seat]["hand"] = json!(cards);
            if epochs.is_array() {
                value["epochs"]["hands"][seat] = json!(drawn);
            }
        }
        for (seat, taken) in &self.held {
            let known = entries(&view["players"][*seat]["tools"]);
            let names = TOOLS.iter().enumerate().flat_map(|(kind, name)| {
                let count = known.iter().filter(|tool| tool == name).count() + usize::from(taken[kind]);
                std::iter::repeat_n(*name, count)
            });
            value["players"][*seat]["tools"] = names.collect();
        }
        for (seat, place, plant) in &self.chosen {
            value["phase"]["chosen"][*seat][*place] = json!(plant);
        }
        if let Some(seeds) = self.seeds {
            value["phase"]["seeds"] = members(seeds).collect();
        }
        value
    }
}

/// By how many standard deviations chi-square is larger than expected (its cube root is nearly normal:
/// Wilson and Hilferty).
fn deviations(chi: f64, cells: usize) -> f64 {
    let free = cells.max(2) as f64 - 1.0;
    let spread = 2.0 / (9.0 * free);
    ((chi / free).cbrt() - (1.0 - spread)) / spread.sqrt()
}

/// Completes a view again and again, and compares what comes with all that fits; gives how much fits.
fn check(game: &Genotype, view: &View<State>, tools: &Counts, rng: &mut Rng) -> Option<usize> {
    let shown = game.to_json(view);
    let mut wanted: HashMap<State, f64> = HashMap::new();
    for fill in fills(&shown, tools)? {
        // What can't have come about is refused: who plays a Graft Knife, say, has a use for it.
        if let Ok(state) = game.from_json(&fill.dict(&shown)) {
            assert_eq!(View::of(game, &state, view.viewer()), *view, "{shown}");
            assert!(!game.has_unknowns(&state));
            *wanted.entry(state).or_default() += fill.ways;
        }
    }
    assert!(!wanted.is_empty(), "nothing fits {shown}");
    let all: f64 = wanted.values().sum();
    let draws = wanted.len() as f64 * DRAWS;
    let mut found: HashMap<State, f64> = HashMap::new();
    for _ in 0..draws as usize {
        *found.entry(game.complete(view, rng)).or_default() += 1.0;
    }
    let mut chi = 0.0;
    for (state, ways) in &wanted {
        let expected = draws * ways / all;
        let count = found.remove(state).unwrap_or_default();
        chi += (count - expected).powi(2) / expected;
    }
    let strange: Vec<Value> =
        found.keys().map(|state| game.to_json(&View::of(game, state, Viewer::Everything))).collect();
    assert!(strange.is_empty(), "{:?} can't be {} if it looks like {shown}", view.viewer(), strange[0]);
    let distance = deviations(chi, wanted.len());
    assert!(distance < 5.0, "{:?}: {distance:.1} deviations too uneven: {shown}", view.viewer());
    Some(wanted.len())
}

/// What was met in the views that were checked.
#[derive(Default, Debug)]
struct Met {
    views: usize,
    hidden_plants: usize,
    hidden_tools: usize,
    seeds: usize,
    /// Plants that were drawn before a reshuffle and are not known.
    pools: usize,
    /// Hands of different epochs at once.
    mixed: usize,
    most: usize,
}

impl Met {
    fn count(&mut self, shown: &Value, fits: usize) {
        let has = |list: &Value| entries(list).iter().any(|entry| entry == "?");
        let players = entries(&shown["players"]);
        self.views += 1;
        self.hidden_plants += usize::from(players.iter().any(|player| has(&player["hand"])));
        self.hidden_tools += usize::from(players.iter().any(|player| has(&player["tools"])));
        let seeding = shown["phase"]["name"] == "discard" || shown["phase"]["to"] == "seeds";
        self.seeds += usize::from(seeding && shown["phase"]["seeds"].is_null());
        self.pools += usize::from(shown["epochs"]["pools"].is_array());
        let now = shown["epochs"]["reshuffles"].as_u64().unwrap_or(0);
        let late = players.iter().enumerate().any(|(seat, player)| {
            let epochs = entries(&shown["epochs"]["hands"][seat]);
            entries(&player["hand"]).iter().zip(epochs).any(|(plant, epoch)| plant == "?" && *epoch == now)
        });
        self.mixed += usize::from(shown["epochs"]["pools"].is_array() && late);
        self.most = self.most.max(fits);
    }
}

/// Checks views of random games, a few of each kind.
fn check_games(options: &Value, tools: &Counts, games: usize, seed: u64) -> Met {
    let game = Genotype::new(options).expect("possible options");
    let (mut rng, mut scratch, mut met) = (Rng::new(seed), Scratch::default(), Met::default());
    let mut kinds: HashMap<(usize, usize, bool, bool), usize> = HashMap::new();
    for _ in 0..games {
        let mut state = game.start();
        while game.actor(&state) != Actor::Over {
            // A Seed Bag is at work where nothing but plants can be chosen.
            scratch.actions.clear();
            game.actions(&state, &mut scratch.actions);
            let seeding = !scratch.actions.is_empty() && scratch.actions.iter().all(|id| is_plant(*id));
            for viewer in (0..game.spec().seats).map(Viewer::Seat).chain([Viewer::Spectator]) {
                let view = View::of(&game, &state, viewer);
                if !game.has_unknowns(view.state()) || !seeding && rng.below(8) > 0 {
                    continue;
                }
                let shown = game.to_json(&view);
                let hidden = |key: &str| {
                    let cards = entries(&shown["players"]).iter().flat_map(|player| entries(&player[key]));
                    cards.filter(|card| **card == "?").count()
                };
                let (plants, tools_hidden) = (hidden("hand"), hidden("tools"));
                let kind = (plants, tools_hidden, shown["epochs"]["pools"].is_array(), seeding);
                let times = kinds.entry(kind).or_default();
                if plants > 12 || *times > 2 {
                    continue;
                }
                if let Some(fits) = check(&game, &view, tools, &mut rng) {
                    *times += 1;
                    met.count(&shown, fits);
                }
            }
            step(&game, &mut state, &mut rng, &mut scratch);
        }
    }
    met
}

/// Whether this is the id of an action with a plant.
fn is_plant(id: u16) -> bool {
    (36..86).contains(&id)
}

/// A random event; who can sow or discard mostly does so.
fn step(game: &Genotype, state: &mut State, rng: &mut Rng, scratch: &mut Scratch) {
    if let Actor::Seat(_) = game.actor(state) {
        scratch.actions.clear();
        game.actions(state, &mut scratch.actions);
        scratch.actions.retain(|id| is_plant(*id));
        if !scratch.actions.is_empty() && rng.below(10) > 0 {
            let id = scratch.actions[rng.below(scratch.actions.len() as u64) as usize];
            return game.step(state, Event::Act(id));
        }
    }
    game.step_randomly(state, rng, scratch);
}

fn counts(tools: &[(usize, u8)]) -> Counts {
    let mut counts = [0; 11];
    for (kind, count) in tools {
        counts[*kind] = *count;
    }
    counts
}

fn with_tools(players: u8, counts: &Counts) -> Value {
    let named: serde_json::Map<String, Value> =
        TOOLS.iter().zip(counts).map(|(name, count)| ((*name).to_owned(), json!(count))).collect();
    json!({"players": players, "tools": {"format": 1, "status": "own", "counts": named}})
}

const SHIPPED: Counts = [3, 3, 2, 2, 2, 2, 2, 2, 2, 2, 3];

#[test]
fn every_deal_that_fits_is_equally_likely() {
    let met = check_games(&json!({"players": 2}), &SHIPPED, 6, 1);
    assert!(met.views > 3, "{met:?}");
    let met = check_games(&json!({"players": 5}), &SHIPPED, 12, 2);
    assert!(met.hidden_tools > 20 && met.pools > 20, "{met:?}");
}

#[test]
fn what_was_drawn_before_a_reshuffle_is_not_among_what_was_reshuffled() {
    let seeds = counts(&[(0, 15), (FUNNEL, 10)]);
    let met = check_games(&with_tools(5, &seeds), &seeds, 12, 3);
    assert!(met.pools > 10 && met.mixed > 3 && met.seeds > 2, "{met:?}");
}

#[test]
fn tools_in_hands_are_drawn_as_cards_and_not_as_kinds() {
    let rakes = counts(&[(RAKE, 12), (4, 11), (10, 1), (6, 1)]);
    let met = check_games(&with_tools(3, &rakes), &rakes, 8, 5);
    assert!(met.hidden_tools > 5, "{met:?}");
}

#[test]
fn starting_plants_that_are_chosen_in_secret_can_be_any() {
    let game = Genotype::new(&json!({})).expect("possible options");
    let (mut rng, mut scratch, mut state) = (Rng::new(7), Scratch::default(), game.start());
    let dict = |state: &State, viewer| game.to_json(&View::of(&game, state, viewer));
    while dict(&state, Viewer::Everything)["phase"]["name"] != "shown" {
        game.step_randomly(&mut state, &mut rng, &mut scratch);
    }
    // Seat 0 has seen the display and its own three plants.
    let view = View::of(&game, &state, Viewer::Seat(0));
    let mut found = [[0.0; 50]; 3];
    for _ in 0..44 * 100 {
        let value = dict(&game.complete(&view, &mut rng), Viewer::Everything);
        let cards = [
            &value["phase"]["chosen"][1][0],
            &value["phase"]["chosen"][1][1],
            &value["players"][1]["hand"][0],
        ];
        for (counts, card) in found.iter_mut().zip(cards) {
            counts[card.as_u64().expect("a plant") as usize] += 1.0;
        }
    }
    for counts in found {
        let possible: Vec<f64> = counts.into_iter().filter(|count| *count > 0.0).collect();
        assert_eq!(possible.len(), 44);
        let chi = possible.iter().map(|count| (count - 100.0).powi(2) / 100.0).sum();
        assert!(deviations(chi, 44) < 5.0, "{counts:?}");
    }
}

//! Genotype draws a card when it is needed. That must come to the same as decks that are shuffled and
//! dealt from, and its dice to the same as dice with six faces: both are compared with just that, with
//! fixed seeds.

use std::collections::HashMap;

use boardwright::game::{Actor, Event, Scratch, Viewer};
use boardwright::genotype::{Genotype, State};
use boardwright::{Game, Rng, View};
use serde_json::{Value, json};

/// First ids of chance: tools, assistants, faces of dice, automa cards, seats.
const TOOL: u16 = 50;
const ASSISTANT: u16 = 61;
const FACE: u16 = 71;
const AUTOMA: u16 = 76;
const SEAT: u16 = 85;
const FUNNEL: u16 = TOOL + 1;
/// How many there are of each tool (T13).
const TOOLS: [u16; 11] = [3, 3, 2, 2, 2, 2, 2, 2, 2, 2, 3];

/// A question about a series of cards or dice: the answer is a cell to count.
type Question = (&'static str, fn(&[u16]) -> Vec<u16>);

/// By how many standard deviations chi-square is larger than expected (its cube root is nearly normal:
/// Wilson and Hilferty).
fn deviations(chi: f64, cells: usize) -> f64 {
    let free = cells.max(2) as f64 - 1.0;
    let spread = 2.0 / (9.0 * free);
    ((chi / free).cbrt() - (1.0 - spread)) / spread.sqrt()
}

/// Whether two ways to make a series come to the same, as far as the questions can tell.
fn compare(times: usize, questions: &[Question], mut ways: [&mut dyn FnMut() -> Vec<u16>; 2]) {
    let mut cells: Vec<HashMap<Vec<u16>, [f64; 2]>> = vec![HashMap::new(); questions.len()];
    for _ in 0..times {
        for (way, make) in ways.iter_mut().enumerate() {
            let series = make();
            for ((_, question), counts) in questions.iter().zip(&mut cells) {
                counts.entry(question(&series)).or_default()[way] += 1.0;
            }
        }
    }
    for ((name, _), counts) in questions.iter().zip(&cells) {
        assert!(counts.len() > 1, "{name}: it always comes to the same");
        // Cells that are too rare are counted as one.
        let (mut chi, mut used, mut rest) = (0.0, 0, [0.0; 2]);
        let mut add = |[one, other]: [f64; 2]| {
            chi += (one - other).powi(2) / (one + other);
            used += 1;
        };
        for pair in counts.values() {
            if pair[0] + pair[1] < 10.0 {
                rest = [rest[0] + pair[0], rest[1] + pair[1]];
            } else {
                add(*pair);
            }
        }
        if rest[0] + rest[1] > 0.0 {
            add(rest);
        }
        let off = deviations(chi, used);
        assert!(off < 4.5, "{name}: {off:.1} deviations too different over {used} cells");
    }
}

/// Whether all cells come up equally often.
fn is_even(name: &str, cells: usize, counts: &HashMap<Vec<u16>, usize>) {
    assert_eq!(counts.len(), cells, "{name}");
    let all: usize = counts.values().sum();
    let each = all as f64 / cells as f64;
    let chi = counts.values().map(|count| (*count as f64 - each).powi(2) / each).sum();
    let off = deviations(chi, cells);
    assert!(off < 4.5, "{name}: {off:.1} deviations too uneven");
}

fn game(options: &Value) -> Genotype {
    Genotype::new(options).expect("possible options")
}

fn dict(game: &Genotype, state: &State) -> Value {
    game.to_json(&View::of(game, state, Viewer::Everything))
}

fn phase(value: &Value) -> &str {
    value["phase"]["name"].as_str().unwrap_or_default()
}

/// Outcomes of chance from a state on, until a player is to act or `most` have come.
fn outcomes(game: &Genotype, state: &State, most: usize, rng: &mut Rng) -> Vec<u16> {
    let (mut state, mut series, mut scratch) = (*state, Vec::new(), Vec::new());
    // Half of them by the game's own way to draw, half by the weights that it tells.
    let quick = rng.below(2) == 0;
    while game.actor(&state) == Actor::Chance && series.len() < most {
        let id = if quick {
            game.sample_outcome(&state, rng, &mut scratch)
        } else {
            scratch.clear();
            game.outcomes(&state, &mut scratch);
            scratch[rng.weighted(scratch.iter().map(|(_, weight)| *weight))].0
        };
        series.push(id);
        game.step(&mut state, Event::Chance(id));
    }
    series
}

/// The first states of random games at which a condition holds, one a game.
fn find(game: &Genotype, many: usize, seed: u64, wanted: impl Fn(&Value) -> bool) -> Vec<State> {
    let (mut rng, mut scratch, mut found) = (Rng::new(seed), Scratch::default(), Vec::new());
    for _ in 0..3000 {
        let mut state = game.start();
        while game.step_randomly(&mut state, &mut rng, &mut scratch) {
            if game.actor(&state) == Actor::Chance && wanted(&dict(game, &state)) {
                found.push(state);
                break;
            }
        }
        if found.len() == many {
            return found;
        }
    }
    panic!("only {} of {many} found", found.len());
}

/// A deck that is shuffled and dealt from, and made again from its discards when a card is needed.
struct Deck {
    cards: Vec<u16>,
    discards: Vec<u16>,
}

impl Deck {
    fn of(mut cards: Vec<u16>, discards: Vec<u16>, rng: &mut Rng) -> Self {
        rng.shuffle(&mut cards);
        Deck { cards, discards }
    }

    fn draw(&mut self, rng: &mut Rng) -> u16 {
        if self.cards.is_empty() {
            self.cards = std::mem::take(&mut self.discards);
            rng.shuffle(&mut self.cards);
        }
        self.cards.pop().expect("a card")
    }
}

fn all_tools() -> Vec<u16> {
    (TOOL..).zip(TOOLS).flat_map(|(tool, count)| std::iter::repeat_n(tool, usize::from(count))).collect()
}

/// The set-up of two players from shuffled decks: the display, then three plants and a tool each (T10).
fn shuffled_deal(rng: &mut Rng) -> Vec<u16> {
    let mut plants = Deck::of((0..TOOL).collect(), Vec::new(), rng);
    let mut tools = Deck::of(all_tools(), Vec::new(), rng);
    let mut assistants = Deck::of((ASSISTANT..FACE).collect(), Vec::new(), rng);
    let mut series = Vec::new();
    for deck in [&mut plants, &mut tools, &mut assistants] {
        series.extend((0..3).map(|_| deck.draw(rng)));
    }
    for _ in 0..2 {
        series.extend((0..3).map(|_| plants.draw(rng)));
        series.push(tools.draw(rng));
    }
    series
}

#[test]
fn a_deal_is_that_of_shuffled_decks() {
    let game = game(&json!({}));
    let (mut rng, mut other) = (Rng::new(1), Rng::new(2));
    let questions: [Question; 17] = [
        ("plant in the first slot", |deal| vec![deal[0]]),
        ("plant in the last slot", |deal| vec![deal[2]]),
        ("first plant of seat 0", |deal| vec![deal[9]]),
        ("last plant of seat 1", |deal| vec![deal[15]]),
        ("first two plants", |deal| vec![deal[0], deal[1]]),
        ("first and last plant", |deal| vec![deal[0], deal[15]]),
        ("a plant of each seat", |deal| vec![deal[10], deal[14]]),
        ("the order of a hand", |deal| {
            vec![(deal[9] > deal[10]).into(), (deal[9] > deal[11]).into(), (deal[10] > deal[11]).into()]
        }),
        ("tool in the first slot", |deal| vec![deal[3]]),
        ("tool of seat 0", |deal| vec![deal[12]]),
        ("tool of seat 1", |deal| vec![deal[16]]),
        ("first two tools", |deal| vec![deal[3], deal[4]]),
        ("tools of both seats", |deal| vec![deal[12], deal[16]]),
        ("tools in order", |deal| {
            let mut tools = [deal[3], deal[4], deal[5], deal[12], deal[16]];
            tools.sort_unstable();
            tools.to_vec()
        }),
        ("how many Watering Funnels are where", |deal| {
            let funnels = |tools: &[u16]| tools.iter().filter(|tool| **tool == FUNNEL).count() as u16;
            vec![funnels(&deal[3..6]), funnels(&[deal[12], deal[16]])]
        }),
        ("assistants", |deal| deal[6..9].to_vec()),
        ("the last plant and assistant of the display", |deal| vec![deal[2], deal[8]]),
    ];
    let start = game.start();
    compare(
        60_000,
        &questions,
        [&mut || outcomes(&game, &start, usize::MAX, &mut rng), &mut || shuffled_deal(&mut other)],
    );
}

/// Members of a list of numbers, or of names.
fn members(list: &Value, id: impl Fn(&Value) -> u16) -> Vec<u16> {
    list.as_array().into_iter().flatten().filter(|member| !member.is_null()).map(id).collect()
}

/// The plants in their deck: all that are nowhere else.
fn plant_deck(value: &Value) -> Vec<u16> {
    let number = |plant: &Value| plant.as_u64().expect("a known plant") as u16;
    let mut elsewhere = members(&value["discards"]["plants"], number);
    elsewhere.extend(members(&value["display"]["plants"], number));
    for player in value["players"].as_array().into_iter().flatten() {
        elsewhere.extend(members(&player["hand"], number));
        elsewhere.extend(members(&player["harvested"], number));
        elsewhere.extend(members(&player["plots"], |plot| number(&plot["plant"])));
    }
    (0..TOOL).filter(|plant| !elsewhere.contains(plant)).collect()
}

fn tool_id(game: &Genotype, tool: &Value) -> u16 {
    let state = game.start();
    let ids = TOOL..ASSISTANT;
    let named = |id: &u16| game.event_to_json(&state, Event::Chance(*id))["tool"] == *tool;
    ids.clone().find(named).expect("a tool")
}

/// The tools in their deck.
fn tool_deck(game: &Genotype, value: &Value) -> Vec<u16> {
    let id = |tool: &Value| tool_id(game, tool);
    let mut elsewhere = members(&value["discards"]["tools"], id);
    elsewhere.extend(members(&value["display"]["tools"], id));
    for player in value["players"].as_array().into_iter().flatten() {
        elsewhere.extend(members(&player["tools"], id));
        elsewhere.extend((0..player["pots"].as_u64().unwrap_or(0)).map(|_| TOOL + 3));
    }
    let mut deck = all_tools();
    for tool in elsewhere {
        let place = deck.iter().position(|other| *other == tool).expect("no more than there are");
        deck.remove(place);
    }
    deck
}

#[test]
fn a_deck_made_again_is_that_of_its_shuffled_discards() {
    let game = game(&json!({"players": 5}));
    let is_deal = |value: &Value, deck: &str| {
        let display = value["display"][deck].as_array().map_or(&[][..], Vec::as_slice);
        phase(value) == "card" && value["phase"]["to"] == "display" && display.iter().all(Value::is_null)
    };
    let questions: [Question; 4] = [
        ("first two cards", |deal| deal[..2].to_vec()),
        ("second and third card", |deal| deal[1..3].to_vec()),
        ("third and last card", |deal| vec![deal[2], deal[4]]),
        ("the last card", |deal| deal[4..].to_vec()),
    ];
    // The end of a round: one to three plants are left in the deck, and five are dealt.
    let wanted = |value: &Value| is_deal(value, "plants") && (1..4).contains(&plant_deck(value).len());
    for state in find(&game, 3, 3, wanted) {
        let value = dict(&game, &state);
        let discards = members(&value["discards"]["plants"], |plant| plant.as_u64().unwrap_or(0) as u16);
        let cards = plant_deck(&value);
        assert!(discards.len() > 8);
        let (mut rng, mut other) = (Rng::new(4), Rng::new(5));
        let mut shuffled = || {
            let mut deck = Deck::of(cards.clone(), discards.clone(), &mut other);
            (0..5).map(|_| deck.draw(&mut other)).collect()
        };
        compare(40_000, &questions, [&mut || outcomes(&game, &state, 5, &mut rng), &mut shuffled]);
    }
    // The same for tools, of which there are several of a kind.
    let wanted = |value: &Value| {
        let filled = value["display"]["plants"].as_array().is_some_and(|slots| !slots.contains(&Value::Null));
        filled && is_deal(value, "tools") && (1..4).contains(&tool_deck(&game, value).len())
    };
    for state in find(&game, 3, 6, wanted) {
        let value = dict(&game, &state);
        let discards = members(&value["discards"]["tools"], |tool| tool_id(&game, tool));
        let cards = tool_deck(&game, &value);
        let (mut rng, mut other) = (Rng::new(7), Rng::new(8));
        let mut shuffled = || {
            let mut deck = Deck::of(cards.clone(), discards.clone(), &mut other);
            (0..5).map(|_| deck.draw(&mut other)).collect()
        };
        compare(40_000, &questions, [&mut || outcomes(&game, &state, 5, &mut rng), &mut shuffled]);
    }
}

/// A die with six faces, of which two are mutations, rolled once again at the first mutation (T3).
fn roll(rng: &mut Rng) -> u16 {
    let mut face = rng.below(6);
    if face >= 4 {
        face = rng.below(6);
    }
    FACE + face.min(4) as u16
}

#[test]
fn dice_fall_like_dice_with_two_mutations_that_are_rolled_again() {
    let game = game(&json!({"players": 3}));
    let state = find(&game, 1, 9, |value| phase(value) == "die")[0];
    let questions: [Question; 5] = [
        ("the first die", |dice| vec![dice[0]]),
        ("the first two dice", |dice| dice[..2].to_vec()),
        ("the last two dice", |dice| dice[18..].to_vec()),
        ("five dice", |dice| {
            (FACE..AUTOMA).map(|face| dice[5..10].iter().filter(|die| **die == face).count() as u16).collect()
        }),
        ("De Novo dice", |dice| vec![dice.iter().filter(|die| **die == FACE + 4).count() as u16]),
    ];
    let (mut rng, mut other) = (Rng::new(10), Rng::new(11));
    compare(
        40_000,
        &questions,
        [&mut || outcomes(&game, &state, 20, &mut rng), &mut || (0..20).map(|_| roll(&mut other)).collect()],
    );
}

#[test]
fn omaris_dice_never_show_a_mutation() {
    let game = game(&json!({"players": 1, "difficulty": "hard", "johann": "omari"}));
    let state = find(&game, 1, 12, |value| phase(value) == "roll")[0];
    let mut rng = Rng::new(13);
    let mut counts = HashMap::new();
    for _ in 0..60_000 {
        *counts.entry(outcomes(&game, &state, 4, &mut rng)).or_default() += 1;
    }
    is_even("four dice", 256, &counts);
}

#[test]
fn automa_cards_are_those_of_a_shuffled_deck() {
    let game = game(&json!({"players": 1}));
    // Johann's first turn: whether a card is valid or not, the next one is one of the others.
    let is_first = |value: &Value| phase(value) == "automa" && value["johann"]["out"] == json!([]);
    let state = find(&game, 1, 14, |value| is_first(value) && value["johann"]["placed"] == 0)[0];
    let mut rng = Rng::new(15);
    let mut counts = HashMap::new();
    for _ in 0..40_000 {
        *counts.entry(outcomes(&game, &state, 2, &mut rng)).or_default() += 1;
    }
    is_even("two cards", 72, &counts);

    // Three research shifts, the player's picks between them: no card comes twice.
    let state = find(&game, 1, 16, |value| phase(value) == "die" && value["round"] == 2)[0];
    let mut counts: HashMap<Vec<u16>, usize> = HashMap::new();
    let mut scratch = Scratch::default();
    for _ in 0..60_000 {
        let (mut state, mut cards) = (state, Vec::new());
        while cards.len() < 3 {
            let draws = game.actor(&state) == Actor::Chance;
            let event = if draws {
                Event::Chance(game.sample_outcome(&state, &mut rng, &mut scratch.outcomes))
            } else {
                Event::Act(game.sample_action(&state, &mut rng, &mut scratch.actions))
            };
            if draws && (AUTOMA..SEAT).contains(&event.id()) {
                cards.push(event.id());
            }
            game.step(&mut state, event);
        }
        *counts.entry(cards).or_default() += 1;
    }
    is_even("three shifts", 9 * 8 * 7, &counts);
}

#[test]
fn first_seats_and_johanns_assistants_are_equally_likely() {
    let random = game(&json!({"players": 5, "first_seat": "random"}));
    let hard = game(&json!({"players": 1, "difficulty": "hard"}));
    for (game, cells) in [(random, 5), (hard, 6)] {
        let mut rng = Rng::new(17);
        let mut counts = HashMap::new();
        for _ in 0..20_000 {
            *counts.entry(outcomes(&game, &game.start(), 1, &mut rng)).or_default() += 1;
        }
        is_even("the first outcome", cells, &counts);
    }
}

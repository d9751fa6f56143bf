//! Options of Genotype: any number of players, Johann in all strengths, data files of one's own that bring up what is
//! rare.

use boardwright::Rng;
use boardwright::genotype::pieces::{COLOURS, GENOTYPES, GOALS, TOOLS, UPGRADES};
use serde_json::{Map, Value, json};

/// Assistants with a special rule of the hard game.
const SPECIAL: [&str; 6] = ["elisabeth", "omari", "franz", "maria", "leopold", "may"];
const ACTIONS: [&str; 9] = [
    "treasury",
    "university",
    "nursery",
    "tool-shed",
    "genes-top",
    "genes-left",
    "first",
    "goal",
    "gardening",
];

fn any<'a>(list: &[&'a str], rng: &mut Rng) -> &'a str {
    list[rng.below(list.len() as u64) as usize]
}

/// Tools of a few kinds only.
fn tools(rng: &mut Rng) -> Value {
    let mut kinds: Vec<usize> = (0..TOOLS.len()).collect();
    rng.shuffle(&mut kinds);
    kinds.truncate(2 + rng.below(5) as usize);
    let mut counts = [0; TOOLS.len()];
    let mut left = 25;
    while left > 0 {
        let kind = kinds[rng.below(kinds.len() as u64) as usize];
        if counts[kind] < 15 {
            counts[kind] += 1;
            left -= 1;
        }
    }
    let counts: Map<String, Value> =
        TOOLS.iter().zip(counts).map(|(tool, count)| ((*tool).to_owned(), json!(count))).collect();
    json!({"format": 1, "status": "own", "counts": counts})
}

/// Upgrades that can be paid for soon.
fn prices(rng: &mut Rng) -> Value {
    let range = |rng: &mut Rng| {
        let mut range = [0; 3].map(|_: i32| rng.below(4));
        range.sort_unstable();
        range[2] = range[2].max(1); // three noughts are a template that nobody has filled in
        json!(range)
    };
    let prices: Map<String, Value> =
        UPGRADES.iter().map(|upgrade| ((*upgrade).to_owned(), range(rng))).collect();
    json!({"format": 1, "status": "own", "prices": prices})
}

/// Plants that are alike: copies are many, and they are completed soon.
fn plants(rng: &mut Rng) -> Value {
    let few: Vec<u64> = COLOURS.iter().map(|_| rng.below(3)).collect();
    let card = |rng: &mut Rng| {
        let mut colours: Vec<usize> = (0..4).collect();
        rng.shuffle(&mut colours);
        colours.truncate(2 + rng.below(5).saturating_sub(2) as usize);
        colours.sort_unstable();
        let kind = |rng: &mut Rng, colour: usize| if rng.below(3) == 0 { rng.below(3) } else { few[colour] };
        let traits: Vec<&str> =
            colours.into_iter().map(|colour| GENOTYPES[3 * colour + kind(rng, colour) as usize]).collect();
        json!({"traits": traits, "points": 1 + rng.below(12)})
    };
    json!({"format": 1, "status": "own", "cards": (0..50).map(|_| card(rng)).collect::<Vec<_>>()})
}

/// An automa deck with letters in any order, any pips and arrows.
fn automa(rng: &mut Rng) -> Value {
    let mut doubles: Vec<&str> = COLOURS.to_vec();
    doubles.extend((0..5).map(|_| any(&COLOURS, rng)));
    rng.shuffle(&mut doubles);
    let mut letters: Vec<&str> = GOALS.into_iter().chain(["mutation"]).collect();
    rng.shuffle(&mut letters);
    let card = |(index, action): (usize, &&str)| {
        let others: Vec<&str> = COLOURS.into_iter().filter(|colour| *colour != doubles[index]).collect();
        let mut card = json!({
            "action": action, "letter": letters[index], "pips": 1 + rng.below(3),
            "single": any(&others, rng), "double": doubles[index],
        });
        if rng.below(2) == 0 {
            card["new"] = json!(any(&COLOURS, rng));
        }
        card
    };
    json!({"format": 1, "status": "own", "cards": ACTIONS.iter().enumerate().map(card).collect::<Vec<_>>()})
}

/// The options of a number.
pub(crate) fn options(number: u64) -> Value {
    let mut rng = Rng::new(number);
    let players = 1 + number % 5;
    let mut options = json!({"players": players});
    if players > 1 {
        options["first_seat"] = if rng.below(2) == 0 { json!("random") } else { json!(rng.below(players)) };
    } else {
        let difficulty = any(&["easy", "standard", "hard", "hard"], &mut rng);
        options["difficulty"] = json!(difficulty);
        if difficulty == "hard" && rng.below(4) > 0 {
            options["johann"] = json!(any(&SPECIAL, &mut rng));
        }
    }
    for (name, made) in [
        ("tools", tools as fn(&mut Rng) -> Value),
        ("prices", prices),
        ("plants", plants),
        ("automa", automa),
    ] {
        if rng.below(2) == 0 {
            options[name] = made(&mut rng);
        }
    }
    options
}

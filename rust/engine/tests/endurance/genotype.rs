//! Any number of players, Johann in all strengths, own data files of Genotype.

use std::collections::HashSet;
use std::time::Instant;

use boardwright::Rng;
use boardwright::data;
use boardwright::game::{Actions, Actor, Event, Game, Outcomes, View, Viewer};
use boardwright::genotype::actions::ACTIONS;
use boardwright::genotype::pieces::{ASSISTANTS, COLOURS, GENOTYPES, PLANTS, TOOLS};
use boardwright::genotype::{Genotype, State};
use serde_json::Value;

use crate::made_up::genotype as made_up;

/// Every so many plies the dict forms of all views are written and read, and every id is asked for.
const FULL_EVERY: u64 = 211;
/// Games with each set of options.
const GAMES: u64 = 3;

/// What the data files say.
struct Data {
    /// Of each plant its traits as genotypes, and its points.
    plants: Vec<(Vec<usize>, i64)>,
    tools: Vec<usize>,
    prices: Vec<[i64; 2]>,
}

impl Data {
    fn of(game: &Genotype) -> Data {
        let option = |name: &str, shipped: &str| match &game.options()[name] {
            Value::String(_) => data::parse(shipped).expect("it is shipped"),
            own => own.clone(),
        };
        let plants = option("plants", include_str!("../../data/genotype/plants.toml"));
        let tools = option("tools", include_str!("../../data/genotype/tools.toml"));
        let prices = option("prices", include_str!("../../data/genotype/prices.toml"));
        let plant = |card: &Value| {
            let traits = items(&card["traits"]).iter().map(|name| place(&GENOTYPES, name)).collect();
            (traits, number(&card["points"]))
        };
        let range = |upgrade| {
            let range = &prices["prices"][upgrade];
            [number(&range[0]), number(&range[2])]
        };
        Data {
            plants: items(&plants["cards"]).iter().map(plant).collect(),
            tools: TOOLS.iter().map(|tool| number(&tools["counts"][*tool]) as usize).collect(),
            prices: ["plot", "slot", "marker", "hire"].map(range).to_vec(),
        }
    }

    /// T52: the points of a player, or Johann, that a dict form comes to.
    fn points(&self, dict: &Value, seat: u64) -> i64 {
        let own = if seat == 1 && !dict["johann"].is_null() {
            &dict["johann"]
        } else {
            &dict["players"][seat as usize]
        };
        let mut complete: Vec<usize> =
            items(&own["harvested"]).iter().map(|plant| number(plant) as usize).collect();
        let mut points = number(&own["coins"]);
        for plot in items(&own["plots"]).iter().chain(items(&own["garden"])) {
            let (plant, covered) = (number(&plot["plant"]) as usize, items(&plot["covered"]).len());
            if covered == self.plants[plant].0.len() {
                complete.push(plant);
            } else {
                points += covered as i64;
            }
        }
        for plant in complete {
            let (traits, worth) = &self.plants[plant];
            points += worth;
            for (goal, owner) in items(&dict["goals"]).iter().enumerate().filter(|(_, owner)| **owner == seat)
            {
                assert!(owner.is_u64());
                let (colour, recessive) = (goal / 2, goal % 2 == 1);
                let fits = traits.iter().any(|name| name / 3 == colour && (name % 3 == 2) == recessive);
                points += if fits { if recessive { 3 } else { 2 } } else { 0 };
            }
        }
        points
    }
}

fn items(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn number(value: &Value) -> i64 {
    value.as_i64().unwrap_or_else(|| panic!("{value} is no number"))
}

fn place(names: &[&str], name: &Value) -> usize {
    let found = names.iter().position(|known| name == known);
    found.unwrap_or_else(|| panic!("{name} is none of {names:?}"))
}

/// Notes plants, each of which is in one place.
fn note(plants: &Value, seen: &mut HashSet<i64>) {
    for plant in items(plants).iter().filter(|plant| !plant.is_null()) {
        let plant = number(plant);
        assert!((0..PLANTS as i64).contains(&plant) && seen.insert(plant), "plant {plant} is there twice");
    }
}

/// What must hold of one state.
fn hold(data: &Data, dict: &Value) {
    let mut plants = HashSet::new();
    let mut tools = vec![0; TOOLS.len()];
    let mut assistants = vec![0; ASSISTANTS.len()];
    let mut markers = 0;
    let (mut plots, mut slots, mut dice) = (0, 0, 0);
    let johann = &dict["johann"];
    for (seat, own) in items(&dict["players"]).iter().enumerate() {
        note(&own["hand"], &mut plants);
        note(&own["harvested"], &mut plants);
        for plot in items(&own["plots"]) {
            note(&Value::from(vec![plot["plant"].clone()]), &mut plants);
            let (at, traits) = (number(&plot["plot"]), &data.plants[number(&plot["plant"]) as usize].0);
            let room = match at {
                0..=6 => at < 2 + number(&own["new_plots"]),
                7 => items(&own["assistants"]).contains(&Value::from("eduard")),
                _ => number(&own["pots"]) > 0,
            };
            assert!(room, "plot {at} is not there");
            let has = |colour: &Value| traits.iter().any(|name| name / 3 == place(&COLOURS, colour));
            assert!(items(&plot["covered"]).iter().all(has), "a Trait Marker without a trait");
        }
        for tool in items(&own["tools"]) {
            tools[place(&TOOLS, tool)] += 1;
        }
        tools[place(&TOOLS, &Value::from("flower-pot"))] += number(&own["pots"]) as usize;
        for assistant in items(&own["assistants"]) {
            assistants[place(&ASSISTANTS, assistant)] += 1;
        }
        let placed = number(&own["placed"]);
        assert!((3..=5).contains(&number(&own["markers"])) && placed <= number(&own["markers"]));
        markers += placed;
        plots += number(&own["new_plots"]);
        slots += number(&own["new_slots"]);
        dice += number(&own["dice"]);
        let franz = items(&own["used"]).contains(&Value::from("franz"));
        let temporary = own["temporary"] == true;
        let most = 3 + number(&own["new_slots"]) + i64::from(temporary) + 2 * i64::from(franz);
        assert!(number(&own["dice"]) <= most, "more dice than slots");
        assert!((0..=200).contains(&number(&own["coins"])));
        let goals = items(&dict["goals"]).iter().filter(|owner| **owner == seat).count();
        assert!(goals <= 3, "three research markers");
    }
    if !johann.is_null() {
        note(&johann["harvested"], &mut plants);
        let garden = items(&johann["garden"]);
        assert!(garden.len() <= 4);
        for plot in garden {
            note(&Value::from(vec![plot["plant"].clone()]), &mut plants);
        }
        for assistant in items(&johann["assistants"]) {
            assistants[place(&ASSISTANTS, assistant)] += 1;
        }
        markers += number(&johann["placed"]);
        plots += number(&johann["new_plots"]);
        slots += number(&johann["new_slots"]);
        let lying = items(&johann["beside"]).iter().chain(items(&johann["out"])).chain([&johann["action"]]);
        let lying: Vec<i64> = lying.filter(|card| !card.is_null()).map(number).collect();
        assert_eq!(lying.iter().collect::<HashSet<_>>().len(), lying.len(), "an automa card is there twice");
    }
    for part in ["display", "discards"] {
        note(&dict[part]["plants"], &mut plants);
        for tool in items(&dict[part]["tools"]).iter().filter(|tool| !tool.is_null()) {
            tools[place(&TOOLS, tool)] += 1;
        }
        for id in items(&dict[part]["assistants"]).iter().filter(|id| !id.is_null()) {
            assistants[place(&ASSISTANTS, id)] += 1;
        }
    }
    for chosen in items(&dict["phase"]["chosen"]) {
        note(chosen, &mut plants);
    }
    assert!(tools.iter().zip(&data.tools).all(|(found, all)| found <= all), "{tools:?} tools");
    assert!(assistants.iter().all(|count| *count <= 1), "an assistant is there twice");
    let shared = dict["spaces"].as_object().expect("an object").values();
    let own = items(&dict["own_spaces"]).iter();
    let found: usize = shared.chain(own).map(|seats| items(seats).len()).sum();
    assert_eq!(found as i64, markers, "all markers placed lie on spaces");
    let stock = &dict["stock"];
    assert_eq!([number(&stock["plots"]) + plots, number(&stock["slots"]) + slots], [5, 8]);
    let pools: i64 = items(&dict["dice"]).iter().flat_map(items).map(number).sum();
    assert!(pools + dice <= 20, "twenty dice");
    for (price, [low, high]) in items(&dict["prices"]).iter().zip(&data.prices) {
        assert!((*low..=*high).contains(&number(price)));
    }
}

/// What may change within one event.
fn compare(before: &Value, now: &Value) {
    assert!(number(&now["turn"]) - number(&before["turn"]) <= 1);
    assert!((0..=1).contains(&(number(&now["round"]) - number(&before["round"]))));
    for seat in 0..items(&now["players"]).len() {
        let (was, is) = (&before["players"][seat], &now["players"][seat]);
        let more = number(&is["coins"]) - number(&was["coins"]);
        assert!((-30..=2).contains(&more), "{more} coins in one event");
        let (was_done, done) = (items(&was["harvested"]), items(&is["harvested"]));
        assert!(was_done.iter().all(|plant| done.contains(plant)), "what is harvested stays so");
        let hired = items(&was["assistants"]).iter().all(|id| items(&is["assistants"]).contains(id));
        assert!(hired && number(&is["new_plots"]) >= number(&was["new_plots"]), "upgrades stay");
        for plot in items(&was["plots"]) {
            let same = items(&is["plots"]).iter().find(|now| now["plot"] == plot["plot"]);
            match same.filter(|now| now["plant"] == plot["plant"]) {
                Some(now) => {
                    let covered = items(&now["covered"]);
                    assert!(items(&plot["covered"]).iter().all(|colour| covered.contains(colour)));
                }
                None => assert!(done.contains(&plot["plant"]), "a plant leaves its plot by a harvest"),
            }
        }
    }
}

/// Everything that the dict forms tell, and that they give state and views back; and every id.
fn full_check(game: &Genotype, state: &State, rng: &mut Rng) {
    let seats = (0..game.spec().seats).map(Viewer::Seat);
    for viewer in seats.chain([Viewer::Everything, Viewer::Spectator]) {
        let view = View::of(game, state, viewer);
        let dict = game.to_json(&view);
        assert_eq!(game.from_json(&dict).as_ref(), Ok(view.state()), "{dict}");
        let full = game.complete(&view, rng);
        assert_eq!(View::of(game, &full, viewer), view, "a deal that fits {dict}");
        let whole = game.to_json(&View::of(game, &full, Viewer::Everything));
        assert_eq!(game.from_json(&whole).as_ref(), Ok(&full), "{whole}");
        assert!(!game.describe(&view).is_empty() && game.layout(&view).is_object());
    }
    let (mut actions, mut outcomes) = (Actions::new(), Outcomes::new());
    game.actions(state, &mut actions);
    game.outcomes(state, &mut outcomes);
    for id in 0..ACTIONS {
        let event = Event::Act(id);
        let legal = actions.binary_search(&id).is_ok();
        assert_eq!(game.check(state, event).is_ok(), legal, "{event:?}");
        // What is not possible is refused in words, and by dicts, too.
        let read = game.event_from_json(state, &game.event_to_json(state, event));
        assert!(if legal { read == Ok(event) } else { read.is_err() }, "{event:?}: {read:?}");
    }
    for (id, _) in outcomes {
        let event = Event::Chance(id);
        let text = game.event_text(state, event);
        assert_eq!(game.parse_event(state, &text), Ok((event, text.len())));
        assert_eq!(game.event_from_json(state, &game.event_to_json(state, event)), Ok(event));
    }
}

/// Plays one game to its end or until `budget` is used up; gives the numbers of plies and full checks.
fn play(game: &Genotype, data: &Data, rng: &mut Rng, first: u64, budget: u64) -> (u64, u64) {
    let spec = game.spec();
    let mut state = game.start();
    let whole = |state: &State| game.to_json(&View::of(game, state, Viewer::Everything));
    let mut now = whole(&state);
    let watched = [Viewer::Seat(0), Viewer::Seat(spec.seats - 1), Viewer::Spectator];
    let mut views = watched.map(|viewer| View::of(game, &state, viewer));
    let (mut actions, mut outcomes) = (Actions::new(), Outcomes::new());
    let (mut plies, mut full) = (0, 0);
    while plies < budget {
        let actor = game.actor(&state);
        let before = std::mem::replace(&mut now, whole(&state));
        hold(data, &now);
        compare(&before, &now);
        if (first + plies).is_multiple_of(FULL_EVERY) || actor == Actor::Over {
            full_check(game, &state, rng);
            full += 1;
            for seat in 0..spec.seats {
                let points = data.points(&now, u64::from(seat));
                assert_eq!(i64::from(game.score(&state, seat)), points, "points of seat {seat}");
            }
        }
        let event = match actor {
            Actor::Over => {
                assert_eq!(now["round"], 5);
                check_result(game, data, &state, &now);
                return (plies, full);
            }
            Actor::Chance => Event::Chance(game.sample_outcome(&state, rng, &mut outcomes)),
            Actor::Seat(seat) => {
                assert!(seat < spec.seats);
                Event::Act(game.sample_action(&state, rng, &mut actions))
            }
        };
        assert_eq!(game.check(&state, event), Ok(()), "what is drawn is possible");
        let turn = game.turn(&state);
        for view in &mut views {
            let seen = game.seen(&state, event, view.viewer());
            assert_eq!(game.check(view.state(), seen), Ok(()), "who sees it takes it");
            view.step(game, seen);
        }
        game.step(&mut state, event);
        for view in &views {
            assert_eq!(
                *view,
                View::of(game, &state, view.viewer()),
                "who watches knows as much as who looks"
            );
        }
        assert!(game.turn(&state) - turn <= 1, "an event ends one turn at most");
        plies += 1;
        assert!(plies <= spec.max_events);
    }
    (plies, full)
}

/// T52: most points win, then most completed plants; else it is shared.
fn check_result(game: &Genotype, data: &Data, state: &State, dict: &Value) {
    let rank = |seat: u64, own: &Value| (data.points(dict, seat), items(&own["harvested"]).len());
    let returns = game.returns(state);
    if dict["johann"].is_object() {
        let (own, his) = (rank(0, &dict["players"][0]), rank(1, &dict["johann"]));
        let wanted = f64::from(i8::from(own > his) - i8::from(own < his));
        assert!((returns[0] - wanted).abs() < 1e-9, "{own:?} against {his:?}");
        return;
    }
    let ranks: Vec<_> =
        items(&dict["players"]).iter().enumerate().map(|(seat, own)| rank(seat as u64, own)).collect();
    let best = ranks.iter().max();
    let winners =
        (0..ranks.len()).filter(|seat| Some(&ranks[*seat]) == best).map(|seat| 1_u8 << seat).sum::<u8>();
    assert_eq!(game.winners(state), winners, "{ranks:?}");
    assert!(returns.iter().sum::<f64>().abs() < 1e-9, "what one wins another loses");
}

#[test]
fn long_random_play_of_genotype_keeps_everything_in_bounds() {
    // A position of Genotype is far larger than one of the other games, and is looked at in full.
    let wanted = crate::wanted() / 5;
    let root = Rng::new(2026);
    let begin = Instant::now();
    let (mut plies, mut games, mut full, mut kinds) = (0, 0, 0, 0);
    let mut made = None;
    while plies < wanted {
        if games % GAMES == 0 {
            let options = made_up::options(kinds);
            let game = Genotype::new(&options).unwrap_or_else(|error| panic!("{error}: {options}"));
            let data = Data::of(&game);
            made = Some((game, data));
            kinds += 1;
        }
        let (game, data) = made.as_ref().expect("made for the first game");
        let (played, checked) = play(game, data, &mut root.split(games), plies, wanted - plies);
        plies += played;
        full += checked;
        games += 1;
    }
    let seconds = begin.elapsed().as_secs_f64();
    println!(
        "endurance of Genotype: {plies} plies, {games} games, {kinds} kinds of game, {full} full checks, {seconds:.1} s"
    );
    assert_eq!(plies, wanted);
}

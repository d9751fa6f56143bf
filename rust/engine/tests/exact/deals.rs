//! Where something is unknown: averages over deals, and secrets that do not matter.

use boardwright::fixture::Fixture;
use boardwright::game::{Actor, Scratch, Viewer, never};
use boardwright::genotype::Genotype;
use boardwright::gridopolis::Gridopolis;
use boardwright::microworld::Microworld;
use boardwright::search::exact::{Settings, solve};
use boardwright::search::greedy::greedy_turn;
use boardwright::search::report::Report;
use boardwright::{Game, Rng, View};
use serde_json::{Value, json};

use crate::tiny::ladder;
use crate::{check_lines, close, unlimited, view_of, walk, walk_actions};

/// The average over all deals of a view, each listed by `list` as a dict with its weight.
fn average<G: Game>(game: &G, deals: &[(Value, f64)], walks: u64) -> Option<Vec<(u16, Vec<f64>)>> {
    let all: f64 = deals.iter().map(|(_, weight)| weight).sum();
    let mut sums: Vec<(u16, Vec<f64>)> = Vec::new();
    for (deal, weight) in deals {
        let state = game.from_json(deal).unwrap_or_else(|error| panic!("{error}: {deal}"));
        let values = walk_actions(game, &state, &mut walks.clone())?;
        if sums.is_empty() {
            sums.extend(values.iter().map(|(id, values)| (*id, vec![0.0; values.len()])));
        }
        for ((id, sum), (other, values)) in sums.iter_mut().zip(values) {
            assert_eq!(*id, other);
            sum.iter_mut().zip(values).for_each(|(sum, value)| *sum += value * weight / all);
        }
    }
    Some(sums)
}

/// All ways of giving the unknown genes of a view, as dicts.
fn gene_deals(view: &Value) -> Vec<(Value, f64)> {
    let genes = ["flip", "anywhere", "double", "opponent", "block", "occupied", "move", "radiation", "copy"];
    for seat in 0..2 {
        let hand = view["hands"][seat].as_array().expect("a list");
        if let Some(place) = hand.iter().position(|gene| gene == "?") {
            let taken = |gene: &str| {
                ["hands", "used"].iter().any(|list| {
                    (0..2).any(|seat| {
                        view[*list][seat].as_array().expect("a list").iter().any(|other| other == gene)
                    })
                })
            };
            // Each hand once: later unknown ones have higher numbers.
            let number = |gene: &Value| genes.iter().position(|other| gene == other);
            let before = if place > 0 && view["filled"] == seat { number(&hand[place - 1]) } else { None };
            let free = genes
                .iter()
                .enumerate()
                .filter(|(id, gene)| !taken(gene) && before.is_none_or(|before| *id > before));
            return free
                .flat_map(|(_, gene)| {
                    let mut next = view.clone();
                    next["hands"][seat][place] = json!(gene);
                    next["filled"] = json!(seat);
                    gene_deals(&next)
                })
                .collect();
        }
    }
    let mut deal = view.clone();
    let map = deal.as_object_mut().expect("an object");
    map.shift_remove("filled");
    map.shift_remove("viewer");
    for hand in deal["hands"].as_array_mut().expect("a list") {
        let order = |gene: &Value| genes.iter().position(|other| gene == other);
        hand.as_array_mut().expect("a list").sort_by_key(order);
    }
    vec![(deal, 1.0)]
}

#[test]
fn an_estimate_is_the_average_over_all_hands_that_fit() {
    let mut checked = 0;
    let mut most = 0;
    for (seed, rules) in ["", "A", "AD", "EF"].iter().enumerate() {
        let game =
            Microworld::new(&json!({"rules": rules, "board": "2a 3a 4b 1b"})).expect("possible options");
        for number in 0..60 {
            let mut rng = Rng::new(1000 * seed as u64 + number);
            let mut state = game.start();
            while game.actor(&state) != Actor::Over {
                if game.turn(&state) >= 25
                    && let Actor::Seat(_) = game.actor(&state)
                {
                    let view = view_of(&game, &state);
                    let deals = gene_deals(&game.to_json(&view));
                    if game.has_unknowns(&game.essence(view.state()))
                        && let Some(expected) = average(&game, &deals, 20_000)
                    {
                        let context = game.to_json(&view);
                        let report = solve(&game, &view, &unlimited(), Settings::default(), 1, &mut never)
                            .expect("small");
                        check_lines(&report, &expected, &context);
                        assert!(report.estimate && !report.exact, "{context}");
                        assert!(report.deals as usize <= deals.len() && report.deals > 1, "{context}");
                        most = most.max(report.deals);
                        checked += 1;
                    }
                }
                game.step_randomly(&mut state, &mut rng, &mut Scratch::default());
            }
        }
    }
    assert!(checked > 100 && most > 20, "{checked} {most}");
}

#[test]
fn an_estimate_of_the_fixture_is_the_average_over_tokens() {
    let game = Fixture::new(&json!({"players": 2})).expect("possible options");
    let mut checked = 0;
    for seed in 0..40 {
        let mut rng = Rng::new(seed);
        let mut state = game.start();
        while game.actor(&state) != Actor::Over {
            if game.turn(&state) == 2
                && let Actor::Seat(_) = game.actor(&state)
            {
                let view = view_of(&game, &state);
                // 8 stands for what is hidden.
                let mut deals = vec![game.to_json(&view)];
                while let Some(place) = deals.iter().position(|deal| deal.to_string().contains('8')) {
                    let text = deals.swap_remove(place).to_string();
                    let fill =
                        |value: &str| serde_json::from_str(&text.replacen('8', value, 1)).expect("JSON");
                    deals.extend(["0", "1", "2"].map(fill));
                }
                let deals: Vec<(Value, f64)> = deals.into_iter().map(|deal| (deal, 1.0)).collect();
                let expected = average(&game, &deals, 1_000_000).expect("small");
                let report =
                    solve(&game, &view, &unlimited(), Settings::default(), 1, &mut never).expect("small");
                check_lines(&report, &expected, &game.to_json(&view));
                assert_eq!(report.deals as usize, deals.len());
                assert_eq!(report.estimate, deals.len() > 1 || !report.exact);
                checked += 1;
            }
            game.step_randomly(&mut state, &mut rng, &mut Scratch::default());
        }
    }
    assert!(checked > 100, "{checked}");
}

#[test]
fn more_deals_than_asked_for_are_drawn() {
    let game = Fixture::new(&json!({"players": 5})).expect("possible options");
    let mut rng = Rng::new(3);
    let mut state = game.start();
    while game.turn(&state) < 2 || !matches!(game.actor(&state), Actor::Seat(_)) {
        game.step_randomly(&mut state, &mut rng, &mut Scratch::default());
    }
    // The last player chooses, the other four have: 3^8 deals.
    for _ in 0..4 {
        game.step_randomly(&mut state, &mut rng, &mut Scratch::default());
    }
    let view = view_of(&game, &state);
    let run = |samples, seed| {
        let settings = Settings { samples, ..Settings::default() };
        solve(&game, &view, &unlimited(), settings, seed, &mut never).expect("small")
    };
    let all = run(10_000, 1);
    assert_eq!((all.deals, all.estimate), (6561, true));
    let some = run(400, 1);
    assert_eq!((some.deals, some.estimate), (400, true));
    let same = |one: &Report, other: &Report| one.lines == other.lines;
    assert!(same(&some, &run(400, 1)) && !same(&some, &run(400, 2)));
    for line in &some.lines {
        let true_one = all.lines.iter().find(|other| other.events == line.events).expect("an action");
        // Five standard errors of values within -0.25 and 1.
        assert!((line.values[4] - true_one.values[4]).abs() < 5.0 * 1.25 / 20.0);
    }
}

#[test]
fn secrets_that_nobody_can_use_do_not_matter() {
    // The last pawn is to be placed; whoever placed all pawns still holds a gene, which only counts as one (M31).
    let game = Microworld::new(&json!({"board": "1a 2a 3a 4a"})).expect("possible options");
    let mut found = [0, 0];
    for seed in 0..200 {
        let mut rng = Rng::new(seed);
        let mut state = game.start();
        while game.turn(&state) < 27 || !matches!(game.actor(&state), Actor::Seat(_)) {
            if !game.step_randomly(&mut state, &mut rng, &mut Scratch::default()) {
                break;
            }
        }
        if game.actor(&state) != Actor::Seat(1) {
            continue;
        }
        let view = view_of(&game, &state);
        let value = game.to_json(&view);
        if !game.has_unknowns(view.state()) {
            continue;
        }
        let token_left = value["genes"].as_array().is_some_and(|cells| !cells.is_empty());
        let open = game.has_unknowns(&game.essence(view.state()));
        let blocked = value["this_turn"]["blocked"] == true;
        assert_eq!(open, token_left && !blocked, "{value}");
        found[usize::from(open)] += 1;
        if !open {
            let report =
                solve(&game, &view, &unlimited(), Settings::default(), 1, &mut never).expect("small");
            assert!(report.exact && !report.estimate && report.deals == 1);
            // Whatever is in that hand, it is the same.
            for (deal, _) in gene_deals(&value) {
                let state = game.from_json(&deal).expect("a position");
                let expected = walk_actions(&game, &state, &mut 1_000_000).expect("small");
                check_lines(&report, &expected, &deal);
            }
        }
    }
    assert!(found[0] > 5 && found[1] > 5, "{found:?}");
}

/// Of two states with the same essence every action is worth the same, however it is played on.
fn check_essence<G: Game>(game: &G, one: &G::State, other: &G::State) -> bool {
    if one == other || game.essence(one) != game.essence(other) {
        return false;
    }
    let (Some(one), Some(other)) = (walk(game, one, &mut 20_000), walk(game, other, &mut 20_000)) else {
        return false;
    };
    assert!(one.iter().zip(&other).all(|(one, other)| close(*one, *other)), "{one:?} {other:?}");
    true
}

#[test]
fn dice_that_nobody_can_use_make_no_difference() {
    for players in [1, 2, 3] {
        let game = Genotype::new(&json!({"players": players})).expect("possible options");
        let mut checked = 0;
        for seed in 0..12 {
            let mut rng = Rng::new(seed);
            let mut state = game.start();
            while game.actor(&state) != Actor::Over {
                let value = game.to_json(&View::of(&game, &state, Viewer::Everything));
                let rolled = value["dice"].as_array().expect("a list").iter().filter_map(Value::as_array);
                let many: i64 = rolled.flatten().filter_map(Value::as_i64).sum();
                if value["round"] == 5 && matches!(game.actor(&state), Actor::Seat(_)) && many > 0 {
                    // A die of each kind becomes one of each other kind of its colour.
                    for (colour, from, to) in
                        (0..4).flat_map(|c| (0..4).flat_map(move |a| (0..4).map(move |b| (c, a, b))))
                    {
                        let mut changed = value.clone();
                        let pool = changed["dice"][colour].as_array_mut().expect("a list");
                        if pool[from] != 0 {
                            pool[from] = json!(pool[from].as_i64().map(|count| count - 1));
                            pool[to] = json!(pool[to].as_i64().map(|count| count + 1));
                            let Ok(other) = game.from_json(&changed) else { continue };
                            checked += usize::from(check_essence(&game, &state, &other));
                        }
                    }
                }
                let turn = if rng.below(2) == 0 {
                    greedy_turn(&game, &state, &mut rng, &mut never)
                } else {
                    Ok(None)
                };
                match turn.expect("never stopped") {
                    Some(turn) => state = turn.end,
                    None => {
                        game.step_randomly(&mut state, &mut rng, &mut Scratch::default());
                    }
                }
            }
        }
        // Of dice that Johann may take none is too many.
        assert!(checked > if players == 1 { 20 } else { 200 }, "{players} {checked}");
    }
}

#[test]
fn how_long_a_game_has_lasted_makes_no_difference_unless_it_is_capped() {
    let game = |cap: u32| {
        let options = json!({"blueprint": ladder(), "reserves": 0, "quiet_limit": 1, "turn_cap": cap});
        Gridopolis::new(&options).expect("possible options")
    };
    let (long, short) = (game(10_000), game(12));
    let mut checked = 0;
    for seed in 0..40 {
        let mut rng = Rng::new(seed);
        let mut state = long.start();
        while long.actor(&state) != Actor::Over {
            let mut later = long.to_json(&View::of(&long, &state, Viewer::Everything));
            later["turn"] = json!(later["turn"].as_i64().map(|turn| turn + 2));
            later["round"] = json!(later["round"].as_i64().map(|round| round + 1));
            later["captured"][0]["pawns"] = json!(2);
            if let Ok(later) = long.from_json(&later) {
                checked += usize::from(check_essence(&long, &state, &later));
                assert_ne!(short.essence(&state), short.essence(&later));
            }
            long.step_randomly(&mut state, &mut rng, &mut Scratch::default());
        }
    }
    assert!(checked > 50, "{checked}");
}

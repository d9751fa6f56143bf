//! Many games at once: how they end, and what they come back from.

use std::sync::Arc;

use boardwright::batch::{BadActions, Batch, Choices, NOBODY, Out, Rules};
use boardwright::fixture::Fixture;
use boardwright::game::{Scratch, Viewer};
use boardwright::gridopolis::Gridopolis;
use boardwright::{Game, Rng, View};
use serde_json::{Value, json};

/// What a step shows of all games.
#[derive(Debug, Default, PartialEq)]
struct Shown {
    observations: Vec<f32>,
    masks: Vec<u8>,
    seats: Vec<i8>,
    rewards: Vec<f32>,
    terminated: Vec<u8>,
    truncated: Vec<u8>,
}

impl Shown {
    fn of<G: Game>(batch: &Batch<G>) -> Self {
        let (n, spec) = (batch.len(), batch.game().spec());
        Shown {
            observations: vec![9.0; n * spec.tensor_len()],
            masks: vec![9; n * usize::from(spec.actions)],
            seats: vec![9; n],
            rewards: vec![9.0; n * usize::from(spec.seats)],
            terminated: vec![9; n],
            truncated: vec![9; n],
        }
    }

    fn out(&mut self) -> Out<'_> {
        Out {
            observations: &mut self.observations,
            masks: &mut self.masks,
            seats: &mut self.seats,
            rewards: &mut self.rewards,
            terminated: &mut self.terminated,
            truncated: &mut self.truncated,
        }
    }
}

fn step<G: Game>(batch: &mut Batch<G>, choices: Choices<'_>) -> Result<Shown, BadActions> {
    let mut shown = Shown::of(batch);
    batch.step(choices, &mut shown.out())?;
    Ok(shown)
}

const ALL: Rules = Rules { max_steps: 1000, own: None };

/// One pawn each, next to each other: the first turn may end the game.
fn duel() -> Arc<Gridopolis> {
    let section =
        |y: i8, forward: &str| json!({"forward": forward, "home_row": [[0, y, 1]], "markers": [[0, y, 1]]});
    let blueprint = json!({
        "format": 1, "name": "duel", "title": "Duel",
        "pads": [{"x": [0, 0], "y": [0, 3], "level": [1, 1]}],
        "reserve": {"pads": 0, "links": 0, "posts": 0, "blockers": 0},
        "players": {"2": ["South", "North"]},
        "sections": {"South": section(1, "+y"), "North": section(2, "-y")},
    });
    Arc::new(Gridopolis::new(&json!({"blueprint": blueprint})).expect("options"))
}

#[test]
fn games_that_end_before_the_own_seat_is_asked_tell_it_at_the_step_after() {
    let mut batch = Batch::new(duel(), 3, 1, Rules { max_steps: 9, own: Some(1) }, 1).expect("rules");
    let mut begun = Shown::of(&batch);
    batch.observe(&mut begun.out());
    for choices in [Choices::Random, Choices::Given(&[-1, 0, 70_000])] {
        assert_eq!(begun.seats, [NOBODY; 3], "seat 0 must capture");
        assert!(begun.masks.iter().all(|mask| *mask == 0));
        assert!(begun.rewards.iter().all(|reward| *reward == 0.0));
        assert_eq!((&begun.terminated[..], &begun.truncated[..]), (&[0; 3][..], &[0; 3][..]));
        batch.restore(&batch.to_json()).expect("it was written so");
        let shown = step(&mut batch, choices).expect("no action is looked at");
        assert_eq!((&shown.terminated[..], &shown.truncated[..]), (&[1; 3][..], &[0; 3][..]));
        assert_eq!(shown.rewards, [1.0, -1.0].repeat(3));
        assert_eq!(shown.seats, [NOBODY; 3]);
        begun = step(&mut batch, choices).expect("no action is looked at");
    }
}

#[test]
fn at_the_end_the_own_seat_sees_through_its_own_eyes() {
    let game = Arc::new(Fixture::new(&json!({"players": 3})).expect("options"));
    let mut ends = 0;
    for own in 0..3 {
        let mut batch =
            Batch::new(game.clone(), 4, 7, Rules { max_steps: 1000, own: Some(own) }, 1).expect("rules");
        for _ in 0..40 {
            let shown = step(&mut batch, Choices::Random).expect("random actions are legal");
            for (number, row) in shown.observations.chunks(game.spec().tensor_len()).enumerate() {
                let view = View::of(&*game, batch.state(number).expect("a game"), Viewer::Seat(own));
                let mut expected = vec![0.0; row.len()];
                game.encode(&view, own, &mut expected);
                assert_eq!(row, expected);
                ends += u32::from(shown.terminated[number]);
            }
        }
    }
    assert!(ends > 10, "{ends}");
}

#[test]
fn threads_change_nothing() {
    let game = Arc::new(Fixture::new(&json!({"players": 3})).expect("options"));
    for own in [None, Some(1)] {
        let rules = Rules { max_steps: 5, own };
        let mut batches =
            [1, 2, 5].map(|threads| Batch::new(game.clone(), 50, 7, rules, threads).expect("rules"));
        for _ in 0..60 {
            let [one, two, five] = batches.each_mut().map(|batch| step(batch, Choices::Random));
            assert_eq!(one, two);
            assert_eq!(one, five);
        }
    }
}

#[test]
fn wrong_actions_change_nothing() {
    let game = Arc::new(Fixture::new(&json!({})).expect("options"));
    let mut batch = Batch::new(game, 20, 7, ALL, 3).expect("rules");
    let before = batch.to_json();
    let mut actions = [0; 20];
    assert_eq!(step(&mut batch, Choices::Given(&actions[1..])), Err(BadActions::Count(19)));
    for (game, action) in [(17, 3), (4, -1), (3, 1 << 16)] {
        actions[game] = action;
        assert_eq!(step(&mut batch, Choices::Given(&actions)), Err(BadActions::Illegal { game, action }));
    }
    assert_eq!(batch.to_json(), before);
}

#[test]
fn a_batch_goes_on_from_what_it_wrote() {
    let game = Arc::new(Fixture::new(&json!({"players": 2})).expect("options"));
    let rules = Rules { max_steps: 4, own: Some(0) };
    let mut batch = Batch::new(game.clone(), 5, 7, rules, 1).expect("rules");
    let mut other = Batch::new(game, 5, 8, ALL, 1).expect("rules");
    for _ in 0..30 {
        other.restore(&batch.to_json()).expect("it was written so");
        assert_eq!(batch.to_json_text(), batch.to_json().to_string());
        assert_eq!(step(&mut other, Choices::Random), step(&mut batch, Choices::Random));
    }
}

#[test]
fn what_no_batch_wrote_is_refused() {
    let game = Arc::new(Fixture::new(&json!({"players": 2})).expect("options"));
    let batch = Batch::new(game.clone(), 2, 7, Rules { max_steps: 8, own: Some(0) }, 1).expect("rules");
    let whole = batch.to_json();
    let refused = |change: &dyn Fn(&mut Value), path: &str| {
        let mut spoilt = whole.clone();
        change(&mut spoilt);
        let mut batch = batch.clone();
        let error = batch.restore(&spoilt).expect_err(path);
        assert_eq!(error.problems[0].path, path, "{error}");
        assert_eq!(batch.to_json(), whole);
    };
    refused(&|value| value["own"] = json!(256), "own");
    refused(&|value| value["own"] = json!("0"), "own");
    // Seat 0 is to act.
    refused(&|value| value["own"] = json!(1), "games[0].state");
    refused(&|value| value["max_steps"] = json!(-1), "max_steps");
    refused(&|value| value["games"] = json!([]), "games");
    refused(&|value| value["games"][1]["ended"] = Value::Null, "games[1].ended");
    refused(&|value| value["games"][1]["steps"] = json!(8), "games[1].steps");
    let mut state = game.start();
    let mut rng = Rng::new(1);
    while game.step_randomly(&mut state, &mut rng, &mut Scratch::default()) {}
    let view = View::of(&*game, &state, Viewer::Everything);
    let over = game.to_json(&view);
    // Nobody acts at the end; only before the own seat was asked may others have come to it.
    let over = json!({"state": over, "steps": 1});
    let over = |value: &mut Value| {
        for (key, part) in over.as_object().expect("an object") {
            value["games"][1][key] = part.clone();
        }
    };
    refused(&over, "games[1].state");
    let chance = View::of(&*game, &game.start(), Viewer::Everything);
    let chance = game.to_json(&chance);
    refused(&|value| value["games"][1]["state"] = chance.clone(), "games[1].state");
}

#[test]
fn rules_that_can_not_be_are_refused() {
    for (rules, fault) in [
        (Rules { max_steps: 9, own: Some(2) }, "own: there is no seat 2, only 0 to 1"),
        (Rules { max_steps: 0, own: None }, "max_steps: must be at least 1"),
    ] {
        let error = Batch::new(duel(), 3, 1, rules, 1).expect_err("wrong rules");
        assert_eq!(error.to_string(), fault);
        let start = boardwright::erased::erase(Fixture::new(&json!({})).expect("options"));
        let error = start.batch(3, 1, rules, 1).map(|_| ()).expect_err("wrong rules");
        assert_eq!(error.to_string(), fault);
    }
}

#[test]
fn arrays_that_do_not_fit_are_refused_before_anything_happens() {
    let mut batch = Batch::new(duel(), 3, 1, ALL, 1).expect("rules");
    let before = batch.to_json();
    for part in 0..6 {
        let mut shown = Shown::of(&batch);
        match part {
            0 => drop(shown.observations.pop()),
            1 => shown.masks.push(0),
            2 => shown.seats.clear(),
            3 => drop(shown.rewards.pop()),
            4 => shown.terminated.push(0),
            _ => drop(shown.truncated.pop()),
        }
        let stepped = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            batch.step(Choices::Random, &mut shown.out()).is_ok()
        }));
        assert!(stepped.is_err(), "part {part}");
        assert_eq!(batch.to_json(), before);
    }
    // What is not wanted has no length.
    let mut seats = [9; 3];
    let mut none = Shown::default();
    batch
        .step(Choices::Random, &mut Out { seats: &mut seats, ..none.out() })
        .expect("random actions are legal");
    assert!(seats.iter().all(|seat| *seat < 2));
}

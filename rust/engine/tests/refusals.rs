//! What is handed in from outside and can't be is refused, not a panic.

use std::time::Duration;

use boardwright::Game;
use boardwright::erased::start;
use boardwright::fixture::Fixture;
use boardwright::game::{View, Viewer, never};
use boardwright::genotype::genetics::question::parse;
use boardwright::gridopolis::Gridopolis;
use boardwright::record::Record;
use boardwright::search::budget::Budget;
use boardwright::search::request::{METHODS, Request, keys};
use boardwright::search::search;
use serde_json::json;

#[test]
fn a_method_that_is_not_there_has_no_keys() {
    assert!((0..METHODS.len()).all(|method| keys(Some(method)).contains(&"memory")));
    assert!(keys(Some(METHODS.len())).is_empty());
    assert!(keys(None).contains(&"samples"));
}

#[test]
fn a_question_about_no_colour_is_refused() {
    let error = parse("RR at least twice", Some(4)).expect_err("four colours");
    assert_eq!(error.to_string(), "there is no colour 4, only 0 to 3");
    assert!(parse("RR at least twice", Some(0)).is_ok());
}

#[test]
fn a_record_has_each_tag_once() {
    let new = |keys: &[&str]| {
        let tags: Vec<_> = keys.iter().map(|key| ((*key).to_owned(), "x".to_owned())).collect();
        Record::new(start("fixture", &json!({})).expect("options"), &[], None, &tags)
    };
    let error = new(&["Place", "Event", "Place"]).expect_err("twice");
    assert_eq!(error.to_string(), "tags.\"Place\": stands there twice");
    let record = new(&["Place", "Event"]).expect("two tags");
    assert!(Record::parse(&record.to_text()).expect("a record").same(&record));
}

#[test]
fn no_state_is_that_of_a_seat_that_is_not_there() {
    for game in ["gridopolis", "microworld", "genotype", "fixture"] {
        let state = start(game, &json!({})).expect("the usual options");
        let error = state.with_json(&state.to_json(), Viewer::Seat(9)).expect_err("two seats");
        assert_eq!(error.to_string(), "viewer: there is no seat 9");
        assert!(state.view(Viewer::Seat(9)).is_err());
    }
}

#[test]
fn a_search_in_no_thread_takes_one() {
    let game = Gridopolis::new(&json!({})).expect("the usual options");
    let view = View::of(&game, &game.start(), Viewer::Seat(0));
    let budget = Budget { time: Some(Duration::from_millis(20)), ..Budget::default() };
    let request =
        Request { threads: 0, budget, ..Request::from_json::<Fixture>(&json!({})).expect("a request") };
    assert!(search(&game, &view, &request, &mut never).expect("a seat is to act").simulations > 0);
}

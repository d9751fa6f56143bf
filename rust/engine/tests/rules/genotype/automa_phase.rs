//! T60, T67: Johann's automa phase.

use serde_json::json;

use super::support::{Setup, hard, solo};

/// The player's last marker is still to be placed, all of Johann's are: then comes the automa phase.
fn last(difficulty: &str, garden: &str) -> Setup {
    let setup = solo(difficulty).garden(garden).player(0, "markers", 4);
    setup.markers("second:0 second:0 second:0 first-R:1 treasury:1 first-G:1")
}

#[test]
fn t60_automa_phase_moves_first_shifts_to_the_back_of_the_second() {
    let table = last("easy", "6").table();
    assert_eq!(table.at("spaces/second"), "[0,0,0]");
    let next = table.play("second");
    assert_eq!(next.at("spaces"), "{second:[0,0,0,0,1,1],treasury:[1]}");
    assert!(
        table.why("second").ends_with(
            "; then the automa phase; his 1st Shifts of R and G go to the 2nd Shift; draws a plant [T60]"
        ),
        "{}",
        table.why("second")
    );
    let one = solo("easy").garden("6").player(0, "markers", 4);
    let one = one.markers("second:0 second:0 second:0 first-T:1 treasury:1 nursery:1").table();
    assert!(
        one.why("second").contains("; his 1st Shift of T goes to the 2nd Shift;"),
        "{}",
        one.why("second")
    );
}

#[test]
fn t60_automa_phase_a_trait_for_each_assistant_then_plants_then_coins() {
    let setup = last("standard", "3R 6").johann(json!({"assistants": ["alipius", "eduard"], "new_plots": 2}));
    let table = setup.table().play("second");
    assert_eq!(
        (table.turn(), table.garden(), table.at("johann/harvested")),
        (("card".to_owned(), None), "6T".to_owned(), "[3]".to_owned())
    );
    // One plant, and one for each New Plot.
    let one = table.play("+p20");
    assert_eq!((one.phase(), one.at("johann/coins")), ("card".to_owned(), "1".to_owned()));
    let done = one.play("+p21 +p22");
    assert_eq!(
        (done.garden(), done.at("johann/coins"), done.phase()),
        ("6T 20 21 22".to_owned(), "4".to_owned(), "die".to_owned())
    );
    // With a full garden traits in the place of plants.
    let full = last("standard", "6 3 8").johann(json!({"new_plots": 2})).table().play("second +p20");
    assert_eq!((full.garden(), full.phase()), ("6FT 3 8 20".to_owned(), "die".to_owned()));
}

#[test]
fn t60_three_coins_but_not_in_the_easy_game() {
    for (difficulty, coins) in [("easy", "1"), ("standard", "4"), ("hard", "4")] {
        let setup = if difficulty == "hard" { hard("maria") } else { solo(difficulty) };
        let setup = setup
            .garden("6")
            .player(0, "markers", 4)
            .markers("second:0 second:0 second:0 gardening:1 treasury:1 genes-R:1")
            .johann(json!({"coins": 1}));
        let done = setup.table().play("second +p20");
        assert_eq!(
            (done.at("johann/coins"), done.phase()),
            (coins.to_owned(), "die".to_owned()),
            "{difficulty}"
        );
    }
}

#[test]
fn t60_t67_all_cards_are_shuffled_before_breeding() {
    let table = last("easy", "6").johann(json!({"out": [0, 1, 2, 3]})).table();
    assert_eq!(table.at("johann/out"), "[0,1,2,3]");
    assert_eq!(table.play("second +p20").at("johann/out"), "[]");
}

//! T51 and T52: the end of a round, and of the game.

use boardwright::Game;
use serde_json::json;

use super::support::{Table, peas};

/// A round that is about to end: the last player passes.
fn last_pass() -> Table {
    let setup = peas(2).coins(0, 9).coins(1, 9).plots(0, "0:6R").hand(0, &[3]).tools(0, "rake");
    let setup = setup.display("40 - 42", "rake grant -", "may - franz").entry("prices", json!([3, 2, 6, 1]));
    let setup = setup.entry("tiles", json!({"R": ["dominant", null]})).assistants(1, "anna").plots(1, "0:0R");
    let setup = setup.player(1, "used", json!(["anna"])).player(0, "new_slots", 1);
    let faces = ["IV"; 20].join(" ");
    let mut table = setup.breeding().table().play(&faces);
    while table.phase() == "pick" {
        table = table.play("pass");
    }
    table.play("pass")
}

#[test]
fn t51_the_display_is_discarded_and_dealt_again() {
    let table = last_pass().play("pass");
    assert_eq!((table.turn(), table.at("round")), (("card".to_owned(), None), "2".to_owned()));
    // Discarded first: what was on the display can't come from the deck.
    assert_eq!(
        (table.at("discards/plants"), table.at("discards/tools"), table.at("discards/assistants")),
        ("[40,42]".to_owned(), "[rake,grant]".to_owned(), "[franz,may]".to_owned())
    );
    table.forbids("+p40", "T51");
    let done = table.play("+p20 +p21 +p22 +hand-lens +grant +grant +leopold +omari +anton");
    let of = |deck: &str| done.at(&format!("display/{deck}"));
    assert_eq!((of("plants"), of("tools")), ("[20,21,22]".to_owned(), "[hand-lens,grant,grant]".to_owned()));
    assert_eq!(of("assistants"), "[leopold,omari,anton]");
    assert_eq!(done.phase(), "work");
}

/// The next round, with any new display.
fn next_round() -> Table {
    last_pass().play("pass +p20 +p21 +p22 +grant +grant +seed-bag +leopold +omari +anton")
}

#[test]
fn t51_first_player_marker_prices_and_coins() {
    let table = next_round();
    assert_eq!(
        (table.at("round"), table.at("first"), table.seat()),
        ("2".to_owned(), "1".to_owned(), Some(1))
    );
    // Prices fall by 1, not below the lowest: 2, 2, 3, 1.
    assert_eq!(table.at("prices"), "[2,2,5,1]");
    assert_eq!(table.at("coins"), "[true,true,true,true]");
}

#[test]
fn t51_markers_and_dice_come_back() {
    let table = next_round();
    assert_eq!(
        (table.at("spaces"), table.at("own_spaces"), table.at("dice/0")),
        ("{}".to_owned(), "[[],[]]".to_owned(), "[0,0,0,0]".to_owned())
    );
    for seat in 0..2 {
        let of = |key: &str| table.at(&format!("players/{seat}/{key}"));
        assert_eq!(
            (of("placed"), of("dice"), of("passed"), of("used")),
            ("0".into(), "0".into(), "false".into(), "[]".into())
        );
    }
    // Seat 1 used Anna up in round 1.
    assert!(table.lists("treasury") && table.lists("gardening") && table.lists("anna"));
}

#[test]
fn t51_tiles_plants_and_upgrades_stay() {
    let table = next_round();
    assert_eq!(
        (table.at("tiles/R"), table.plots(0), table.plots(1)),
        ("[dominant,null]".to_owned(), "0:6R".to_owned(), "0:0R".to_owned())
    );
    assert_eq!(
        (table.at("players/0/new_slots"), table.at("players/1/assistants"), table.at("players/0/hand")),
        ("1".to_owned(), "[anna]".to_owned(), "[3]".to_owned())
    );
}

#[test]
fn t51_an_empty_deck_is_reshuffled_for_the_display() {
    // One plant is left in the deck; the others are in a hand or on the display.
    let hand: Vec<u8> = (0..46).collect();
    let setup = peas(2).hand(1, &hand).coins(0, 9).coins(1, 0).display(
        "46 47 48",
        "rake grant grant",
        "may anna franz",
    );
    let table = setup.upgrades().play("pass");
    assert_eq!(table.chances(), "+p49");
    assert_eq!(table.play("+p49").chances(), "+p46 +p47 +p48");
    // With fewer cards than slots some stay empty.
    let hand: Vec<u8> = (0..48).collect();
    let few = peas(2).hand(1, &hand).coins(0, 9).coins(1, 0).display(
        "48 - -",
        "rake grant grant",
        "may anna franz",
    );
    let few = few.upgrades().play("pass +p49 +p48");
    assert_eq!(
        (few.at("display/plants"), few.at("phase/of")),
        ("[49,48,null]".to_owned(), "tools".to_owned())
    );
}

#[test]
fn t52_five_rounds_and_no_upgrades_in_the_last() {
    let table = peas(2).entry("round", 5).coins(0, 20).coins(1, 20).breeding().table().roll("");
    assert_eq!((table.phase(), table.seat()), ("over".to_owned(), None));
    assert_eq!(table.forbids("buy-plot", "T52"), "the game is over: five rounds have been played");
    assert_eq!(peas(2).entry("round", 4).coins(0, 20).breeding().table().roll("").phase(), "upgrade");
    let ending = table.game.ending(&table.state).expect("an ending");
    assert_eq!(ending, "five rounds are over: 20 and 20 points [T52]");
    let table = peas(3).entry("round", 5).coins(1, 20).breeding().table().roll("");
    let ending = table.game.ending(&table.state).expect("an ending");
    assert_eq!(ending, "five rounds are over: 1, 20 and 1 points [T52]");
}

#[test]
fn t52_points() {
    // Harvested 4; complete 2 on a plot; unfinished 6 with 3 markers; goals G (plants 2: Gg, 4: GG) and t; 7 coins.
    let goals = json!([null, null, 0, null, null, null, null, 0]);
    let setup =
        peas(2).entry("round", 5).player(0, "harvested", json!([4])).plots(0, "0:2RG 1:6RGF").coins(0, 7);
    let table = setup.entry("goals", goals).breeding().table().roll("");
    assert_eq!(table.phase(), "over");
    assert_eq!(table.points(0), 4 + 2 + 2 * 2 + 3 + 7);
    assert_eq!((table.points(1), table.winners()), (1, vec![0]));
}

#[test]
fn t52_a_tie_goes_to_more_harvested_plants() {
    // Seat 0: plant 4, and 1 coin; seat 1: plants 1 and 3, and 1 coin.
    let setup = |second: serde_json::Value, coins| {
        let setup =
            peas(3).entry("round", 5).player(0, "harvested", json!([4])).player(1, "harvested", second);
        setup.coins(1, coins).coins(2, 0).breeding().table().roll("")
    };
    let table = setup(json!([1, 3]), 1);
    assert_eq!((table.points(0), table.points(1), table.winners()), (5, 5, vec![1]));
    // Still a tie: the win is shared.
    let shared = setup(json!([3]), 2);
    assert_eq!((shared.points(0), shared.points(1), shared.winners()), (5, 5, vec![0, 1]));
    let returns = shared.game.returns(&shared.state);
    assert_eq!((returns[0], returns[1], returns[2]), (0.25, 0.25, -0.5));
    // Plants that are complete in the end count among the harvested ones.
    let late = peas(2).entry("round", 5).player(0, "harvested", json!([4])).plots(1, "0:1RG 1:3RF");
    assert_eq!(late.breeding().table().roll("").winners(), [1]);
}

#[test]
fn t52_coins_and_trait_markers_have_no_limit() {
    // More coins than the 20 and more markers than the 34 of the box.
    let covered = |plot: usize, plant: usize| {
        let letters = ["GF", "RT", "FT", "GT"][plant % 4];
        format!("{plot}:{plant}{letters} ")
    };
    let own: String =
        [0, 1, 2, 3, 4, 5, 8, 9].into_iter().enumerate().map(|(at, plot)| covered(plot, 16 + at)).collect();
    let setup = peas(5)
        .coins(0, 100)
        .player(0, "new_plots", 5)
        .player(0, "pots", 2)
        .plots(0, &format!("{own}6:6RGF"));
    let setup = (1..5).fold(setup, |setup, seat| {
        let plants: String = (0..2).map(|plot| covered(plot, 22 + 2 * seat + plot)).collect();
        setup.plots(seat, &plants)
    });
    let table = setup.table();
    assert_eq!(table.play("treasury").coins(0), 102);
    assert!(table.play("university-1 @6T").plots(0).contains("6:6RGFT"));
}

//! T50: upgrades, Leopold, Grants.

use serde_json::json;

use super::support::{Table, peas};

/// The upgrade phase of two players with so many coins. Seat 1 buys first.
fn shop(coins: [u8; 2]) -> Table {
    let setup = peas(2).coins(0, coins[0]).coins(1, coins[1]);
    setup.display("40 41 42", "rake grant grant", "may anna franz").upgrades()
}

#[test]
fn t50_reverse_order_one_purchase_a_turn_until_all_pass() {
    let setup = peas(3).entry("first", 1).option("first_seat", 1);
    let setup = (0..3).fold(setup, |setup, seat| setup.coins(seat, 20));
    let mut table = setup.upgrades();
    let mut seats = Vec::new();
    // To the right of seat 1 is seat 0; then 2, then 1.
    for word in ["buy-plot", "buy-slot", "pass", "buy-plot", "buy-plot", "pass", "buy-slot", "pass"] {
        seats.push(table.seat().expect("a seat"));
        table = table.play(word);
    }
    assert_eq!(seats, [0, 2, 1, 0, 2, 0, 2, 2]);
    assert_eq!(table.at("round"), "2");
}

#[test]
fn t50_what_upgrades_do() {
    let table = shop([0, 20]);
    assert_eq!(
        (table.turn(), table.listed()),
        (("upgrade".to_owned(), Some(1)), "anna franz may buy-plot buy-slot buy-marker pass".to_owned())
    );
    let bought = table.play("buy-plot buy-slot buy-marker anna");
    let of = |key: &str| bought.at(&format!("players/1/{key}"));
    assert_eq!(
        (of("new_plots"), of("new_slots"), of("markers"), of("assistants")),
        ("1".into(), "1".into(), "4".into(), "[anna]".into())
    );
    assert_eq!((bought.coins(1), bought.at("stock")), (20 - 3 - 3 - 4 - 2, "{plots:4,slots:7}".to_owned()));
    assert_eq!(table.why("buy-slot"), "buys a Dice Slot for 3 coins; the price becomes 4 [T50]");
    assert_eq!(
        table.why("may"),
        "hires Sister May for 2 coins; the price becomes 3 [T50]: every copy of a trait that is validated [T42]"
    );
}

#[test]
fn t50_every_purchase_raises_its_price_up_to_the_highest() {
    let table = shop([0, 60]);
    let mut prices = Vec::new();
    let mut next = table;
    for _ in 0..4 {
        next = next.play("buy-plot");
        prices.push((next.at("prices"), next.coins(1)));
    }
    assert_eq!(prices[0], ("[4,3,4,2]".to_owned(), 57));
    assert_eq!(prices[1], ("[5,3,4,2]".to_owned(), 53));
    assert_eq!(prices[2], ("[5,3,4,2]".to_owned(), 48));
    assert_eq!(prices[3], ("[5,3,4,2]".to_owned(), 43));
}

#[test]
fn t50_an_assistant_costs_2_then_3() {
    let table = shop([0, 20]).play("may");
    assert_eq!(
        (table.coins(1), table.at("prices/3"), table.at("display/assistants")),
        (18, "3".to_owned(), "[null,anna,franz]".to_owned())
    );
    assert_eq!(table.play("anna").coins(1), 15);
    assert_eq!(table.forbids("may", "T50"), "Sister May works for you already");
    assert_eq!(table.forbids("leopold", "T50"), "Brother Leopold is not face up");
    // They are not refilled within the phase.
    let none = table.play("anna franz");
    assert_eq!(
        (none.at("display/assistants"), none.listed()),
        ("[null,null,null]".to_owned(), "buy-plot buy-slot buy-marker pass".to_owned())
    );
}

#[test]
fn t50_not_without_the_coins() {
    let table = shop([0, 3]);
    assert_eq!(table.forbids("buy-marker", "T50"), "the price of an Action Marker is 4, you have 3 coins");
    assert_eq!(shop([3, 1]).seat(), Some(0), "who can buy nothing is passed over");
    let poor = peas(2)
        .coins(1, 3)
        .entry("prices", json!([3, 3, 4, 4]))
        .display("- - -", "- - -", "may anna franz")
        .upgrades();
    assert_eq!(poor.forbids("may", "T50"), "an assistant costs 4 coins; you have 3");
}

#[test]
fn t50_what_is_not_for_sale() {
    let setup =
        peas(2).coins(1, 20).player(0, "new_plots", 5).player(0, "new_slots", 8).player(1, "markers", 5);
    let table = setup.display("- - -", "- - -", "may - -").upgrades();
    assert_eq!(table.listed(), "may pass");
    assert_eq!(table.forbids("buy-plot", "T50"), "a New Plot is not for sale: none is left in stock");
    assert_eq!(table.forbids("buy-slot", "T50"), "a Dice Slot is not for sale: none is left in stock");
    assert_eq!(
        table.forbids("buy-marker", "T50"),
        "an Action Marker is not for sale: you have all five Action Markers"
    );
}

#[test]
fn t50_who_passes_buys_nothing_more_in_this_round() {
    let table = shop([9, 9]).play("pass");
    assert_eq!((table.seat(), table.at("players/1/passed")), (Some(0), "true".to_owned()));
    assert_eq!(table.play("buy-plot").seat(), Some(0));
    assert_eq!(table.why("pass"), "buys nothing more in this round [T50]");
}

#[test]
fn t50_one_purchase_ends_the_turn() {
    let state = boardwright::erased::from_json(&shop([9, 9]).dict()).expect("a state");
    let told = state.explain("buy-plot buy-slot");
    assert_eq!((told.legal, told.rule), (false, Some("T50")));
    assert!(told.message.contains("one purchase a turn"), "{}", told.message);
}

#[test]
fn t50_grant_takes_two_coins_off() {
    let setup = peas(2).coins(0, 9).coins(1, 1).tools(1, "grant").display("- - -", "- - -", "may - -");
    let table = setup.upgrades();
    assert_eq!(table.listed(), "grant pass");
    let granted = table.play("grant");
    assert_eq!(
        (granted.listed(), granted.at("phase/discount")),
        ("may buy-plot buy-slot".to_owned(), "2".to_owned())
    );
    assert_eq!(granted.forbids("pass", "T50"), "a Grant was played: it must be used for a purchase");
    let bought = granted.play("buy-plot");
    assert_eq!(
        (bought.coins(1), bought.at("players/1/new_plots"), bought.at("prices/0")),
        (0, "1".to_owned(), "4".to_owned())
    );
    assert_eq!(granted.play("may").coins(1), 1, "for nothing");
}

#[test]
fn t50_several_grants_and_not_below_0() {
    let setup = peas(2).coins(1, 0).tools(1, "grant grant grant").display("- - -", "- - -", "may - -");
    let table = setup.upgrades().play("grant grant");
    assert_eq!(table.listed(), "may buy-plot buy-slot buy-marker");
    assert_eq!(
        table.forbids("grant", "T32"),
        "every upgrade is free already: another Grant would have no effect"
    );
    let bought = table.play("buy-marker");
    assert_eq!((bought.coins(1), bought.at("players/1/tools")), (0, "[grant]".to_owned()));
}

#[test]
fn t50_grant_only_where_it_leads_to_a_purchase() {
    // The lowest price is 3; one Grant makes it 1, and there are no coins.
    let table = peas(2).coins(1, 0).tools(1, "grant rake").upgrades();
    assert_eq!((table.seat(), table.listed()), (Some(1), "pass".to_owned()));
    assert_eq!(
        table.forbids("grant", "T32"),
        "all Grants in hand are too few: the lowest price is 3, you have 0"
    );
    let message = peas(2).tools(0, "grant").table().forbids("grant", "T50");
    assert!(message.starts_with("Grant is played when an upgrade is bought"), "{message}");
}

#[test]
fn t50_leopold_lowers_every_cost_but_not_below_1() {
    let table =
        peas(2).assistants(0, "leopold anna").coins(0, 3).plots(0, "0:6").tools(0, "dissertation").table();
    assert_eq!(table.play("goal-2").coins(0), 2);
    assert_eq!(table.play("goal-3").coins(0), 1);
    assert_eq!(table.play("university-2").coins(0), 2);
    assert_eq!(table.play("university-1").coins(0), 2, "1 is the least");
    assert_eq!(table.play("anna").coins(0), 2);
    assert_eq!(table.play("dissertation").coins(0), 2);
    assert_eq!(table.why("goal-3"), "places a marker on goal-3: a research goal for 2 coins [T24]");
    let poor = peas(2).assistants(0, "leopold").coins(0, 1).plots(0, "0:6").table();
    assert_eq!(poor.forbids("goal-3", "T24"), "goal-3 costs 2 coins with Brother Leopold; you have 1");
    assert_eq!(poor.forbids("leopold", "T50"), "Brother Leopold works by himself");
    // Upgrades too, and Franz.
    let shop = peas(2).assistants(1, "leopold").coins(1, 9).display("- - -", "- - -", "may - -").upgrades();
    assert_eq!((shop.play("buy-marker").coins(1), shop.play("may").coins(1)), (6, 8));
    let franz = peas(2).assistants(0, "leopold franz").plots(0, "0:6").breeding().table().roll("Rr Gg Ff Tt");
    assert_eq!(franz.play("=Rr =Gg =Ff pay").coins(0), 0);
}

#[test]
fn t50_leopold_and_grant_together() {
    // The price of a marker, 4, is 3 by Leopold, and 1 by a Grant; of a plot, 3, it is 0.
    let table = peas(2).assistants(1, "leopold").coins(1, 1).tools(1, "grant grant").upgrades().play("grant");
    assert_eq!(table.listed(), "grant buy-plot buy-slot buy-marker");
    assert_eq!((table.play("buy-marker").coins(1), table.play("buy-plot").coins(1)), (0, 1));
    // Leopold stops at 1, and a Grant still goes to 0.
    let cheap = peas(2).assistants(1, "leopold").coins(1, 0).tools(1, "grant");
    let cheap = cheap.entry("prices", json!([2, 2, 3, 1])).display("- - -", "- - -", "may - -").upgrades();
    assert_eq!(cheap.play("grant may").coins(1), 0);
}

//! T60, T65, T81, T82: what Johann buys, and his cards.

use serde_json::{Value, json};

use super::support::{Setup, Table, peas, solo, words};

// Double arrows: card 0 T, 1 F, 2 R, 3 G, 4 T, 5 R, 6 F, 7 G, 8 T. Pips: 1 2 3 1 2 3 1 2 3.

/// The upgrade phase, Johann first, with so many coins; the player has none.
fn shop(difficulty: &str, coins: u8) -> Setup {
    solo(difficulty).johann(json!({"coins": coins})).coins(0, 0).display(
        "40 41 42",
        "rake grant grant",
        "may anna franz",
    )
}

fn open(setup: Setup) -> Table {
    setup.breeding().table().roll("").play("automa0 automa1 automa2")
}

#[test]
fn t82_the_double_arrow_says_what_he_buys() {
    let table = open(shop("standard", 20));
    assert_eq!(
        (table.phase(), table.at("phase/for"), table.at("johann/out")),
        ("automa".to_owned(), "upgrade".to_owned(), "[]".to_owned())
    );
    let of = |word: &str, key: &str| table.play(word).at(&format!("johann/{key}"));
    assert_eq!((of("automa2", "new_plots"), of("automa5", "new_plots")), ("1".to_owned(), "1".to_owned()));
    assert_eq!((of("automa3", "new_slots"), of("automa7", "new_slots")), ("1".to_owned(), "1".to_owned()));
    assert_eq!((of("automa1", "markers"), of("automa6", "markers")), ("4".to_owned(), "4".to_owned()));
    for card in ["automa0", "automa4", "automa8"] {
        let hire = table.play(card);
        assert_eq!(
            (hire.at("phase/for"), hire.at("johann/action")),
            ("hire".to_owned(), card[6..].to_owned())
        );
    }
    assert_eq!(
        table.why("automa1"),
        "automa card, double arrow F: Action Marker, which he buys for 4 coins [T65, T82]"
    );
}

#[test]
fn t60_he_pays_and_the_price_rises() {
    let table = open(shop("standard", 20)).play("automa2");
    assert_eq!(
        (table.at("johann/coins"), table.at("prices"), table.at("stock")),
        ("17".to_owned(), "[4,3,4,2]".to_owned(), "{plots:4,slots:8}".to_owned())
    );
    assert_eq!(table.play("automa5").at("johann/coins"), "13");
}

#[test]
fn t60_one_purchase_in_the_easy_game_else_two() {
    let easy = open(shop("easy", 20)).play("automa2");
    assert_eq!(easy.at("round"), "2", "the player can buy nothing");
    let standard = open(shop("standard", 20)).play("automa2");
    assert_eq!(standard.at("phase/for"), "upgrade");
    assert_eq!(standard.play("automa3").at("round"), "2");
}

#[test]
fn t65_purchases_alternate_and_johann_is_first() {
    let table = open(shop("standard", 20).coins(0, 20)).play("automa2");
    assert_eq!(table.turn(), ("upgrade".to_owned(), Some(0)));
    let second = table.play("buy-plot");
    assert_eq!(second.at("phase/for"), "upgrade");
    let then = second.play("automa3");
    assert_eq!(then.seat(), Some(0));
    assert_eq!(then.play("buy-slot").seat(), Some(0), "Johann has bought his two");
}

#[test]
fn t60_what_he_cant_pay_is_drawn_again() {
    // 3 coins: no marker.
    let table = open(shop("standard", 3));
    assert_eq!(
        table.why("automa1"),
        "automa card, double arrow F: Action Marker, not valid, it costs 4, he has 3 coins [T65, T82]"
    );
    let again = table.play("automa1");
    assert_eq!(
        (again.at("phase/for"), again.at("johann/out"), again.at("johann/bought")),
        ("upgrade".to_owned(), "[1]".to_owned(), "0".to_owned())
    );
    again.forbids("automa1", "T62");
    // What is not for sale likewise.
    let full = open(shop("standard", 20).johann(json!({"markers": 5})));
    assert_eq!(
        full.why("automa1"),
        "automa card, double arrow F: Action Marker, not valid, it is not for sale [T65, T82]"
    );
}

#[test]
fn t65_he_passes_when_nothing_can_be_bought() {
    let table = open(shop("standard", 1).coins(0, 9));
    assert_eq!((table.seat(), table.at("johann/bought")), (Some(0), "0".to_owned()));
    // After the player's purchase it may be so, too.
    let spent = open(shop("standard", 4).coins(0, 9)).play("automa2");
    assert_eq!(spent.play("buy-slot").seat(), Some(0));
}

#[test]
fn t65_hiring_by_the_pips_and_to_the_right() {
    let table = open(shop("standard", 20)).play("automa0");
    assert_eq!(table.at("prices/3"), "3");
    // Pips 2 by card 1: the second. Both cards are out then.
    assert_eq!(table.why("automa1"), "support card, pips 2: hires Sister Anna, the second assistant [T65]");
    let hired = table.play("automa1");
    assert_eq!(
        (
            hired.at("johann/assistants"),
            hired.at("display/assistants"),
            hired.at("johann/out"),
            hired.at("johann/action")
        ),
        ("[anna]".to_owned(), "[may,null,franz]".to_owned(), "[0,1]".to_owned(), "null".to_owned())
    );
    let wrap =
        open(shop("standard", 20).display("40 41 42", "rake grant grant", "may - -")).play("automa0 automa5");
    assert_eq!(wrap.at("johann/assistants"), "[may]");
    let right = open(shop("standard", 20).display("40 41 42", "rake grant grant", "- - franz"))
        .play("automa0 automa3");
    assert_eq!(right.at("johann/assistants"), "[franz]");
}

#[test]
fn t67_the_card_that_chose_to_hire_lies_in_use() {
    // The other eight are out: they are shuffled, and it stays.
    let table = open(shop("standard", 20).johann(json!({"coins": 20}))).play("automa0");
    assert!(!words(&table.chances()).contains(&"automa0"));
    table.forbids("automa0", "T62");
}

#[test]
fn t60_his_upgrades_do_only_what_is_said() {
    // Leopold and Franz that he hires change neither costs nor shifts; Omari is no space.
    let setup = shop("standard", 20).johann(json!({"assistants": ["leopold", "franz", "omari", "maria"]}));
    let table = open(setup.display("40 41 42", "rake grant grant", "may anna eduard")).play("automa2");
    assert_eq!(table.at("johann/coins"), "17");
    // A New Plot is no place in his garden, a Dice Slot no limit to his dice: see T60 of his phases.
    assert_eq!(table.at("johann/new_plots"), "1");
}

#[test]
fn t65_all_cards_are_shuffled_before() {
    let table = open(shop("standard", 20));
    assert_eq!(words(&table.chances()).len(), 9);
}

/// The automa cards, as they are shipped.
fn automa() -> Value {
    boardwright::data::parse(include_str!("../../../data/genotype/automa.toml")).expect("a sound file")
}

#[test]
fn t81_what_is_known_of_the_cards() {
    let file = automa();
    let cards = file["cards"].as_array().expect("a list");
    let all = |key: &str| cards.iter().map(|card| card[key].as_str().unwrap_or("-")).collect::<Vec<_>>();
    let mut actions = all("action");
    actions.sort_unstable();
    actions.dedup();
    assert_eq!(actions.len(), 9);
    let mut letters = all("letter");
    letters.sort_unstable();
    assert_eq!(letters.join(" "), "F G R T f g mutation r t");
    let find = |wanted: &[(&str, &str)]| {
        cards.iter().any(|card| wanted.iter().all(|(key, value)| card[*key] == *value))
    };
    assert!(find(&[("action", "goal"), ("letter", "R")]));
    assert!(find(&[("single", "F"), ("double", "T")]));
    assert!(find(&[("single", "G"), ("double", "F"), ("new", "R")]));
}

#[test]
fn t81_t82_own_cards_are_checked() {
    let faults = |change: &dyn Fn(&mut Value)| {
        let mut file = automa();
        change(&mut file);
        peas(1).option("automa", file).faults()
    };
    assert_eq!(
        faults(&|file| {
            file["cards"].as_array_mut().expect("a list").pop();
        }),
        ["T81"]
    );
    assert_eq!(faults(&|file| file["cards"][0]["action"] = json!("goal")), ["T81"]);
    assert_eq!(faults(&|file| file["cards"][0]["single"] = json!("T")), ["T81"]);
    // Without a double arrow to a row its upgrade could not be bought.
    let no_slots = |file: &mut Value| {
        for card in [3, 7] {
            file["cards"][card]["double"] = json!("F");
        }
    };
    assert_eq!(faults(&no_slots), ["T82"]);
}

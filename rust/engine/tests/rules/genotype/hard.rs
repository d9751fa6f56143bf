//! T66, T67: Johann's assistants of the hard game.

use serde_json::json;

use super::support::{Table, hard, solo, words};

#[test]
fn t66_the_assistant_is_chosen_or_drawn_and_out_of_the_ten() {
    let drawn = solo("hard").start();
    assert_eq!(
        (drawn.turn(), drawn.chances()),
        (("johann".to_owned(), None), "+elisabeth +omari +franz +maria +leopold +may".to_owned())
    );
    drawn.forbids_all("+anna +alipius +anton +eduard", "T66");
    let franz = drawn.play("+franz");
    assert_eq!(
        (franz.at("johann/special"), franz.at("johann/assistants")),
        ("franz".to_owned(), "[franz]".to_owned())
    );
    // He can't be dealt to the display.
    let dealt = franz.play("+p40 +p41 +p42 +rake +grant +grant");
    assert_eq!(words(&dealt.chances()).len(), 9);
    dealt.forbids("+franz", "T10");
    let chosen = solo("hard").option("johann", "may").start();
    assert_eq!((chosen.phase(), chosen.at("johann/special")), ("card".to_owned(), "may".to_owned()));
    assert_eq!(solo("standard").option("johann", "may").faults(), ["T66"]);
}

#[test]
fn t66_it_counts_among_his_assistants() {
    // Gardening validates a trait for Maria, and one for Eduard that he has hired.
    let setup = hard("maria")
        .garden("6")
        .johann(json!({"assistants": ["maria", "eduard"]}))
        .johanns_turn()
        .markers("second:0");
    assert_eq!(setup.table().play("automa8 automa0 +p20").garden(), "6FT 20");
}

#[test]
fn t66_elisabeth_starts_with_a_goal() {
    let table = solo("hard").option("johann", "elisabeth").start();
    let table =
        table.play("+p40 +p41 +p42 +rake +grant +grant +may +anna +franz +p3 +p4 +p5 +seed-bag +p0 +p6");
    assert_eq!((table.turn(), table.at("phase/for")), (("automa".to_owned(), None), "elisabeth".to_owned()));
    // The letter of card 3 is r; the mutation symbol of card 6 says nothing.
    assert_eq!(
        table.why("automa6"),
        "Johann's goal: the mutation symbol says none, another card is drawn [T62]"
    );
    let again = table.play("automa6");
    assert_eq!(
        (again.at("phase/for"), again.at("goals")),
        ("elisabeth".to_owned(), "[null,null,null,null,null,null,null,null]".to_owned())
    );
    let set = again.play("automa3");
    assert_eq!(
        (set.at("goals/1"), set.turn(), set.at("johann/coins")),
        ("1".to_owned(), ("plant".to_owned(), Some(0)), "1".to_owned())
    );
}

#[test]
fn t66_t67_elisabeth_validates_one_trait_of_any_goal_in_the_automa_phase() {
    // Goals R and t. Garden: 6 (Rr Gg Ff Tt), 13 (rr gg ff tt).
    let goals = json!([1, null, null, null, null, null, null, 1]);
    let setup = hard("elisabeth")
        .garden("13 6")
        .entry("goals", goals)
        .player(0, "markers", 4)
        .markers("second:0 second:0 second:0 treasury:1 nursery:1 tool-shed:1");
    let table = setup.table();
    // The assistant's trait: tt of 13. Then the bottom-most that matches R or t: Rr of 6, one in all.
    assert!(
        table.why("second").contains("for Sister Elisabeth validates Rr of plant 6 [T66]"),
        "{}",
        table.why("second")
    );
    assert_eq!(table.play("second").garden(), "13T 6R");
    // Without goals nothing more.
    let none = hard("elisabeth")
        .garden("13 6")
        .player(0, "markers", 4)
        .markers("second:0 second:0 second:0 treasury:1 nursery:1 tool-shed:1")
        .table();
    assert_eq!(none.play("second").garden(), "13T 6");
}

/// Johann has one marker left; it is his turn.
fn last_marker(garden: &str) -> Table {
    hard("omari").garden(garden).markers("second:0 second:0 treasury:1 gardening:1").table().play("second")
}

#[test]
fn t66_t67_omari_rolls_four_dice_for_the_last_marker() {
    let table = last_marker("5 6");
    assert_eq!((table.turn(), table.at("phase/colour")), (("roll".to_owned(), None), "R".to_owned()));
    // Rr: the bottom-most is of plant 5. GG: none. Ff: of plant 5. Tt: of plant 6.
    let three = table.play("II I III");
    assert_eq!(three.garden(), "5 6");
    let why = three.why("II");
    let told = "validates Rr of plant 5; validates Ff of plant 5; validates Tt of plant 6 [T66]";
    assert!(why.starts_with(&format!("Father Omari's die of T shows II: Tt [T29]; {told}")), "{why}");
    // The automa phase follows at once: a trait for Omari completes plant 5.
    let done = three.play("II");
    assert_eq!((done.garden(), done.at("johann/harvested")), ("6T".to_owned(), "[5]".to_owned()));
    assert_eq!(done.at("johann/placed"), "3");
    // His other markers go by cards.
    assert_eq!(hard("omari").garden("6").table().play("second").at("phase/for"), "action");
}

#[test]
fn t66_franz_is_one_coin_for_two_more_shifts() {
    let table = hard("franz").garden("6").breeding().table().roll("");
    assert_eq!((table.at("phase/for"), table.at("johann/coins")), ("shift".to_owned(), "0".to_owned()));
    let five = table.play("automa0 automa1 automa2 automa3");
    assert_eq!(five.at("phase/for"), "shift");
    assert_eq!(five.play("automa4").at("johann/shifts"), "5");
    // Only if he has it.
    let poor = hard("franz").garden("6").johann(json!({"coins": 0})).breeding().table().roll("");
    assert!(poor.play("automa0 automa1 automa2").is_past_breeding());
}

#[test]
fn t66_maria_needs_no_die() {
    // Card 0: single F, double T; plant 8 is Ff Tt, and one Tt die is there.
    let table = hard("maria").garden("8").breeding().table().roll("Tt");
    let done = table.play("automa0");
    assert_eq!((done.at("johann/harvested"), done.at("dice/3")), ("[8]".to_owned(), "[0,0,4,0]".to_owned()));
    assert!(
        table
            .why("automa0")
            .contains("single arrow F: validates Ff of plant 8, without a die, by Sister Maria"),
        "{}",
        table.why("automa0")
    );
    // Only where a trait is, and not in the De Novo section: card 3 has R, G and the section F.
    let none = hard("maria").garden("8").breeding().table().roll("").play("automa3");
    assert_eq!(none.garden(), "8");
}

#[test]
fn t66_leopold_lowers_costs_and_buys_three() {
    let setup =
        hard("leopold").garden("6").johann(json!({"coins": 1})).johanns_turn().markers("second:0").table();
    // A goal for 2 costs him 1, the University 1.
    assert_eq!(setup.play("automa7 automa0").at("johann/coins"), "0");
    assert_eq!(setup.play("automa1 automa0").at("johann/coins"), "0");
    let shop = hard("leopold").johann(json!({"coins": 20})).coins(0, 0).display(
        "40 41 42",
        "rake grant grant",
        "may anna franz",
    );
    let shop = shop.breeding().table().roll("").play("automa0 automa1 automa2");
    let bought = shop.play("automa2 automa3 automa1");
    // 3, 3 and 4, each 1 less.
    assert_eq!((bought.at("johann/coins"), bought.at("round")), ("13".to_owned(), "2".to_owned()));
}

#[test]
fn t66_may_validates_every_copy() {
    // Tool Shed: Tt of plant 8 and of plant 10, and of 6; plant 10 lacked it only.
    let setup = hard("may")
        .garden("8 10G 6")
        .display("40 41 42", "rake grant grant", "franz anna eduard")
        .johanns_turn()
        .markers("second:0");
    let table = setup.table().play("automa3");
    assert!(
        table.why("automa0").contains(
            "validates Tt of plant 8, with Sister May also of plants 10 and 6, and harvests plant 10"
        ),
        "{}",
        table.why("automa0")
    );
    let done = table.play("automa0");
    assert_eq!((done.garden(), done.at("johann/harvested")), ("8T 6T".to_owned(), "[10]".to_owned()));
    // By dice as well: one is enough for all copies.
    let dice = hard("may").garden("8 6").breeding().table().roll("Ff").play("automa0");
    assert_eq!((dice.garden(), dice.at("dice/2")), ("8F 6F".to_owned(), "[0,0,4,0]".to_owned()));
}

#[test]
fn t66_assistants_hired_later_have_no_special_rule() {
    let setup = hard("franz").johann(json!({"assistants": ["franz", "may", "maria"]})).garden("8 6");
    let table = setup.breeding().table().roll("Ff").play("automa0");
    // No copies by May, and no trait without a die by Maria.
    assert_eq!(table.garden(), "8 6F");
}

#[test]
fn t66_a_tie_with_johann_goes_to_more_harvested_plants_and_is_shared_then() {
    let end = |own: serde_json::Value, johann: serde_json::Value| {
        let setup = solo("easy").entry("round", 5).player(0, "harvested", own).coins(0, 0);
        let setup = setup.johann(json!({"harvested": johann, "coins": 0}));
        setup.breeding().table().roll("").play("automa7 automa2 automa4")
    };
    let returns = |table: &Table| boardwright::Game::returns(&table.game, &table.state);
    // 5 points each: one plant against two.
    let more = end(json!([1, 4]), json!([5]));
    assert_eq!((more.winners(), returns(&more)), (vec![0], vec![1.0]));
    let less = end(json!([5]), json!([1, 4]));
    assert_eq!((less.winners(), returns(&less)), (vec![], vec![-1.0]));
    let tie = end(json!([1, 4]), json!([2, 3]));
    assert_eq!((tie.winners(), returns(&tie)), (vec![0], vec![0.0]));
}

//! T60 to T63, T67: Brother Johann's set-up, working phase and automa phase.

use serde_json::json;

use super::support::{Setup, Table, peas, solo, words};

// The automa cards: action, letter, pips.
// 0 treasury f 1, 1 university G 2, 2 nursery t 3, 3 tool-shed r 1, 4 genes-top F 2, 5 genes-left T 3,
// 6 first (mutation) 1, 7 goal R 2, 8 gardening g 3.

/// Johann's turn in a standard game, with this garden from the bottom to the top.
fn turn(garden: &str) -> Setup {
    solo("standard")
        .garden(garden)
        .display("40 41 42", "rake grant hand-lens", "may anna franz")
        .johanns_turn()
        .markers("second:0")
}

#[test]
fn t60_set_up_as_for_two_players() {
    let table = solo("standard").start();
    let dealt =
        table.play("+p40 +p41 +p42 +rake +grant +grant +may +anna +franz +p3 +p4 +p5 +seed-bag +p0 +p6");
    // The player's cards, then Johann's plants; then the player chooses.
    assert_eq!((dealt.turn(), dealt.garden()), (("plant".to_owned(), Some(0)), "0 6".to_owned()));
    let of = |key: &str| dealt.at(&format!("johann/{key}"));
    assert_eq!(
        (of("coins"), of("markers"), of("assistants"), of("special")),
        ("1".into(), "3".into(), "[]".into(), "null".into())
    );
    let done = dealt.play("p3 p4 shown=p3 shown=p5");
    assert_eq!((done.turn(), done.at("players/0/hand")), (("work".to_owned(), Some(0)), "[4]".to_owned()));
}

#[test]
fn t60_the_player_starts_every_round() {
    for round in 1..=5 {
        assert_eq!(solo("easy").entry("round", round).table().turn(), ("work".to_owned(), Some(0)));
    }
    let table = solo("easy").upgrades_of_two("automa0 automa1 automa2");
    assert_eq!((table.at("round"), table.at("first")), ("2".to_owned(), "0".to_owned()));
    let dealt = table.play("+p20 +p21 +p22 +rake +grant +grant +may +anna +franz");
    assert_eq!(dealt.turn(), ("work".to_owned(), Some(0)));
}

#[test]
fn t60_turns_alternate_until_both_have_placed_all() {
    let mut table = solo("standard").player(0, "markers", 5).table();
    let mut acts = String::new();
    while table.at("players/0/placed") != "5" {
        if table.phase() == "work" {
            acts.push('p');
            table = table.play("second");
        } else {
            assert_eq!(table.at("phase/for"), "action");
            acts.push('j');
            let cards = ["automa0 automa1", "automa4 automa5", "automa8 automa2"];
            table = table.play(cards[acts.matches('j').count() - 1]);
            if table.phase() == "card" {
                table = table.play("+p20");
            }
        }
    }
    assert_eq!(acts, "pjpjpjpp");
}

#[test]
fn t60_an_action_card_and_a_support_card() {
    let table = turn("6").table();
    assert_eq!((table.turn(), table.at("phase/for")), (("automa".to_owned(), None), "action".to_owned()));
    assert_eq!(words(&table.chances()).len(), 9);
    let support = table.play("automa0");
    assert_eq!(
        (support.at("phase/for"), support.at("johann/action")),
        ("support".to_owned(), "0".to_owned())
    );
    assert_eq!(words(&support.chances()).len(), 8);
    support.forbids("automa0", "T62");
    let done = support.play("automa1");
    assert_eq!(
        (done.at("johann/out"), done.at("johann/action"), done.at("johann/placed")),
        ("[0,1]".to_owned(), "null".to_owned(), "1".to_owned())
    );
    assert_eq!(done.turn(), ("work".to_owned(), Some(0)));
    assert_eq!(table.why("automa0"), "action card: treasury; a support card decides the rest [T60]");
}

#[test]
fn t60_treasury() {
    let done = turn("6").table().play("automa0 automa1");
    assert_eq!((done.at("johann/coins"), done.at("spaces/treasury")), ("3".to_owned(), "[1]".to_owned()));
    done.forbids("treasury", "T20");
}

#[test]
fn t60_university_cheapest_space_bottom_most_trait() {
    let table = turn("6 3").johann(json!({"coins": 3})).table();
    let done = table.play("automa1 automa0");
    assert_eq!(
        (done.garden(), done.at("johann/coins"), done.at("spaces/university-1")),
        ("6T 3".to_owned(), "2".to_owned(), "[1]".to_owned())
    );
    let second = turn("6 3")
        .johann(json!({"coins": 3}))
        .markers("university-1:0 second:1")
        .table()
        .play("automa1 automa0");
    assert_eq!(
        (second.garden(), second.at("johann/coins"), second.at("spaces/university-2")),
        ("6T 3".to_owned(), "1".to_owned(), "[1]".to_owned())
    );
    assert_eq!(
        table.play("automa1").why("automa0"),
        "support card: pays 1 coin on university-1, validates Tt of plant 6 [T60, T61]"
    );
}

#[test]
fn t60_nursery_takes_one_by_the_pips_and_discards_the_next() {
    // Pips 3, 2, 1 by cards 5, 1, 0.
    for (card, taken, discarded, left) in
        [(5, 42, 40, "[null,41,null]"), (1, 41, 42, "[40,null,null]"), (0, 40, 41, "[null,null,42]")]
    {
        let done = turn("6").table().play(&format!("automa2 automa{card}"));
        assert_eq!(
            (done.garden(), done.at("discards/plants")),
            (format!("6 {taken}"), format!("[{discarded}]"))
        );
        assert_eq!(done.at("display/plants"), left);
    }
    let table = turn("6").table().play("automa2");
    assert_eq!(
        table.why("automa5"),
        "support card, pips 3: takes the third plant, plant 42 (FF tt), and discards plant 40 (GG ff) [T60, T63]"
    );
}

#[test]
fn t60_nursery_goes_on_to_the_right_and_round() {
    let table = |display: &str, card| {
        let setup = turn("6").display(display, "rake grant hand-lens", "may anna franz");
        setup.table().play(&format!("automa2 automa{card}"))
    };
    // The second is not there: the third, then round to the first.
    let done = table("40 - 42", 1);
    assert_eq!((done.garden(), done.at("discards/plants")), ("6 42".to_owned(), "[40]".to_owned()));
    // The third is not there: round to the first; nothing else is left.
    let done = table("40 - -", 5);
    assert_eq!((done.garden(), done.at("discards/plants")), ("6 40".to_owned(), "[]".to_owned()));
}

#[test]
fn t60_t63_nursery_from_the_deck_when_the_display_is_empty() {
    let table =
        turn("6").display("- - -", "rake grant hand-lens", "may anna franz").table().play("automa2 automa1");
    assert_eq!((table.turn(), table.at("phase/to")), (("card".to_owned(), None), "garden".to_owned()));
    let done = table.play("+p20");
    assert_eq!(
        (done.garden(), done.at("discards/plants"), done.turn()),
        ("6 20".to_owned(), "[]".to_owned(), ("work".to_owned(), Some(0)))
    );
}

#[test]
fn t60_tool_shed_discards_by_the_pips_and_validates() {
    let done = turn("6").table().play("automa3 automa1");
    assert_eq!(
        (done.at("display/tools"), done.at("discards/tools"), done.garden()),
        ("[rake,null,hand-lens]".to_owned(), "[grant]".to_owned(), "6T".to_owned())
    );
    // Round to the first.
    let wrap = turn("6").display("40 41 42", "rake - -", "may anna franz").table().play("automa3 automa5");
    assert_eq!((wrap.at("discards/tools"), wrap.garden()), ("[rake]".to_owned(), "6T".to_owned()));
}

#[test]
fn t63_tool_shed_validates_without_a_tool() {
    let done = turn("6").display("40 41 42", "- - -", "may anna franz").table().play("automa3 automa5");
    assert_eq!((done.at("discards/tools"), done.garden()), ("[]".to_owned(), "6T".to_owned()));
}

#[test]
fn t60_gene_tiles_by_the_letter() {
    // Card 4 is Top, 5 is Left. The letter of card 0 is f, of 2 t, of 1 G, of 7 R.
    let top = turn("6").table().play("automa4 automa0");
    assert_eq!(
        (top.at("tiles/F"), top.at("spaces/genes-F"), top.at("johann/coins")),
        ("[null,recessive]".to_owned(), "[1]".to_owned(), "2".to_owned())
    );
    let left = turn("6").table().play("automa5 automa1");
    assert_eq!(
        (left.at("tiles/G"), left.at("coins")),
        ("[dominant,null]".to_owned(), "[true,false,true,true]".to_owned())
    );
    // A tile that lies there is removed, whatever the letter.
    let tiles = json!({"R": ["recessive", "dominant"]});
    let removed = turn("6").entry("tiles", tiles.clone()).table().play("automa5 automa7");
    assert_eq!(removed.at("tiles/R"), "[null,dominant]");
    assert_eq!(
        turn("6").entry("tiles", tiles).table().play("automa4 automa3").at("tiles/R"),
        "[recessive,null]"
    );
    // Without a coin at the square he gets none.
    let none = turn("6").markers("first-G:0 second:1").table().play("automa5 automa1");
    assert_eq!(none.at("johann/coins"), "1");
}

#[test]
fn t60_first_shift_by_the_letter() {
    let done = turn("6").table().play("automa6 automa8");
    assert_eq!(
        (done.at("spaces/first-G"), done.at("johann/coins"), done.at("coins")),
        ("[1]".to_owned(), "2".to_owned(), "[true,false,true,true]".to_owned())
    );
    done.forbids("first-G", "T20");
}

#[test]
fn t60_research_goal_by_the_letter() {
    let table = turn("6").johann(json!({"coins": 5})).table();
    // A capital is the dominant phenotype, a small letter the recessive one.
    let small = table.play("automa7 automa0");
    assert_eq!(
        (small.at("goals"), small.at("johann/coins"), small.at("spaces/goal-2")),
        ("[null,null,null,null,null,1,null,null]".to_owned(), "3".to_owned(), "[1]".to_owned())
    );
    assert_eq!(table.play("automa7 automa4").at("goals/4"), "1");
    let dear =
        turn("6").johann(json!({"coins": 5})).markers("goal-2:0 second:1").table().play("automa7 automa0");
    assert_eq!((dear.at("johann/coins"), dear.at("spaces/goal-3")), ("2".to_owned(), "[1]".to_owned()));
}

#[test]
fn t60_the_mutation_symbol_has_the_letter_of_the_action_card() {
    let table = turn("6").johann(json!({"coins": 5})).table().play("automa7");
    assert_eq!(
        table.why("automa6"),
        "support card, the mutation symbol for R: pays 2 coins on goal-2 and sets the goal R [T24, T60]"
    );
    assert_eq!(table.play("automa6").at("goals/0"), "1");
    assert_eq!(turn("6").table().play("automa4 automa6").at("tiles/F"), "[null,dominant]");
}

#[test]
fn t60_gardening_validates_for_each_assistant_and_takes_a_plant() {
    let table =
        turn("6 3").johann(json!({"assistants": ["alipius", "eduard"]})).table().play("automa8 automa0");
    assert_eq!((table.turn(), table.garden()), (("card".to_owned(), None), "6FT 3".to_owned()));
    let done = table.play("+p20");
    assert_eq!(
        (done.garden(), done.at("own_spaces"), done.turn()),
        ("6FT 3 20".to_owned(), "[[],[gardening]]".to_owned(), ("work".to_owned(), Some(0)))
    );
    // Without assistants a plant is all.
    assert_eq!(turn("6").table().play("automa8 automa0 +p20").garden(), "6 20");
}

#[test]
fn t60_invalid_cards_are_drawn_again() {
    // He can't pay for a goal.
    let table = turn("6").table();
    assert_eq!(table.why("automa7"), "action card: goal, not valid, he has 1 coin and can't pay [T62]");
    let again = table.play("automa7");
    assert_eq!((again.at("phase/for"), again.at("johann/out")), ("action".to_owned(), "[7]".to_owned()));
    again.forbids("automa7", "T62");
    // A space that is taken.
    let taken = turn("6").markers("treasury:0 second:1").table();
    assert_eq!(taken.why("automa0"), "action card: treasury, not valid, the space is taken [T62]");
    assert_eq!(taken.play("automa0").at("phase/for"), "action");
    // A goal that is occupied: another support card, the action card stays.
    let goals = json!([0, null, null, null, null, null, null, null]);
    let goal = turn("6").johann(json!({"coins": 2})).entry("goals", goals).table().play("automa7");
    assert_eq!(
        goal.why("automa6"),
        "support card, the mutation symbol for R: not valid, the goal R is occupied [T62]"
    );
    let other = goal.play("automa6");
    assert_eq!(
        (other.at("phase/for"), other.at("johann/action"), other.at("johann/out")),
        ("support".to_owned(), "7".to_owned(), "[6]".to_owned())
    );
    assert_eq!(other.play("automa3").at("goals"), "[0,1,null,null,null,null,null,null]");
    // And of the gene spaces.
    let genes = turn("6").markers("genes-F:0 second:1").table().play("automa5");
    assert_eq!(genes.why("automa0"), "support card f: not valid, genes-F is taken [T62]");
}

#[test]
fn t61_bottom_most_is_the_last_row_of_the_lowest_plant() {
    // Plant 6 has R, G, F, T from the top; plant 3 R, F.
    let mut table = turn("6 3").johann(json!({"assistants": ["alipius"]})).table();
    table = table.play("automa3 automa0");
    assert_eq!(table.garden(), "6T 3");
    // Rows that are covered already are passed over.
    let next = turn("6FT 3").table().play("automa3 automa0");
    assert_eq!(next.garden(), "6GFT 3");
    let up = turn("3RF".replace("RF", "R").as_str()).table().play("automa3 automa0");
    assert_eq!((up.garden(), up.at("johann/harvested")), (String::new(), "[3]".to_owned()));
}

#[test]
fn t61_nothing_to_validate() {
    // His garden is empty: Tool Shed does nothing more, the University is not valid.
    let table = turn("").table();
    assert_eq!(
        table.why("automa1"),
        "action card: university, not valid, his garden has no uncovered trait [T61, T62]"
    );
    assert_eq!(table.play("automa1").at("phase/for"), "action");
    let shed = table.play("automa3 automa0");
    assert_eq!((shed.garden(), shed.at("discards/tools")), (String::new(), "[rake]".to_owned()));
}

#[test]
fn t61_his_second_starting_plant_lies_above_the_first() {
    let table = solo("easy")
        .start()
        .play("+p40 +p41 +p42 +rake +grant +grant +may +anna +franz +p3 +p4 +p5 +seed-bag +p8 +p0");
    assert_eq!(table.garden(), "8 0");
    assert_eq!(table.why("p3"), "plants plant 3 (Rr Ff) [T16]");
}

#[test]
fn t60_new_plants_on_top_and_complete_ones_harvested_at_once() {
    // Two assistants complete plant 3; the others slide down, the new one comes on top.
    let table =
        turn("3R 6 8").johann(json!({"assistants": ["alipius", "eduard"]})).table().play("automa8 automa0");
    assert_eq!((table.garden(), table.at("johann/harvested")), ("6T 8".to_owned(), "[3]".to_owned()));
    assert_eq!(table.play("+p20").garden(), "6T 8 20");
}

#[test]
fn t60_a_trait_in_the_place_of_a_fifth_plant() {
    let four = "6 3 8 10";
    let gardening = turn(four).table().play("automa8 automa0");
    assert_eq!(
        (gardening.garden(), gardening.turn()),
        ("6T 3 8 10".to_owned(), ("work".to_owned(), Some(0)))
    );
    // If an assistant makes room first, a plant comes.
    let room = turn("3R 6 8 10").johann(json!({"assistants": ["may"]})).display(
        "40 41 42",
        "rake grant hand-lens",
        "eduard anna franz",
    );
    assert_eq!(room.table().play("automa8 automa0 +p20").garden(), "6 8 10 20");
}

#[test]
fn t63_nursery_with_four_plants() {
    // Pips 2: plant 41 stays, 42 is discarded, a trait is validated.
    let done = turn("6 3 8 10").table().play("automa2 automa1");
    assert_eq!(
        (done.garden(), done.at("display/plants"), done.at("discards/plants")),
        ("6T 3 8 10".to_owned(), "[40,41,null]".to_owned(), "[42]".to_owned())
    );
    // With one card, and with none, nothing is discarded.
    for display in ["40 - -", "- - -"] {
        let setup = turn("6 3 8 10").display(display, "rake grant hand-lens", "may anna franz");
        let done = setup.table().play("automa2 automa1");
        assert_eq!(
            (done.garden(), done.at("discards/plants")),
            ("6T 3 8 10".to_owned(), "[]".to_owned()),
            "{display}"
        );
    }
}

#[test]
fn t62_an_empty_deck_is_shuffled_without_the_cards_in_use() {
    // All but two cards are out; one of the two becomes the action card, the other is not valid.
    let goals = json!([0, null, null, null, null, null, null, null]);
    let setup = turn("6").entry("goals", goals).johann(json!({"coins": 2, "out": [0, 1, 2, 3, 4, 5, 8]}));
    let table = setup.table().play("automa7 automa6");
    assert_eq!(table.chances(), "automa0 automa1 automa2 automa3 automa4 automa5 automa6 automa8");
    assert_eq!(table.at("johann/out"), "[]");
}

#[test]
fn t62_an_action_for_which_no_card_could_choose() {
    // All goals whose letters are on the other eight cards are occupied: f G t r F T g, and R for the symbol.
    let goals = json!([0, 0, 0, 1, 1, null, null, null]);
    let setup = solo("standard").entry("goals", goals).johann(json!({"coins": 5})).garden("6");
    // Letters left: f, T, t: there are cards with them, so the card is valid.
    let table = setup.johanns_turn().markers("second:0").table();
    assert_eq!(table.play("automa7").at("phase/for"), "support");
    // Every 1st Shift is taken: no support card could choose.
    let first = turn("6").player(0, "markers", 5).markers("first-R:0 first-G:0 first-F:0 first-T:0");
    let first =
        first.johann(json!({"markers": 5})).markers("gardening:1 treasury:1 nursery:1 tool-shed:1").table();
    assert_eq!(
        first.why("automa6"),
        "action card: first, not valid, no support card could choose for it [T62]"
    );
    assert_eq!(first.play("automa6").at("phase/for"), "action");
}

#[test]
fn t62_gardening_once_a_round_and_three_goals() {
    let table = turn("6").markers("second:0 gardening:1").table();
    assert_eq!(
        table.why("automa8"),
        "action card: gardening, not valid, he has taken it in this round [T62]"
    );
    assert_eq!(table.play("automa8").at("phase/for"), "action");
    // He has no other goal space either when both are taken, and no fourth research marker.
    let goals = json!([1, 1, 1, null, null, null, null, null]);
    let goal = turn("6").entry("goals", goals).johann(json!({"coins": 5})).table();
    assert_eq!(
        goal.why("automa7"),
        "action card: goal, not valid, his three research markers are placed [T62]"
    );
}

#[test]
fn t67_all_cards_are_shuffled_before_the_next_round() {
    let table = solo("easy").coins(0, 0).upgrades_of_two("automa0 automa1 automa2");
    let next = table.play("+p20 +p21 +p22 +rake +grant +grant +may +anna +franz second");
    assert_eq!(words(&next.chances()).len(), 9);
}

#[test]
fn t67_nursery_and_gardening_stay_valid_without_plants() {
    let hand: Vec<u8> = (0..50).filter(|plant| *plant != 6).collect();
    let setup = solo("standard").garden("6").hand(0, &hand).johanns_turn().markers("second:0").table();
    let nursery = setup.play("automa2 automa0");
    assert_eq!(
        (nursery.garden(), nursery.at("spaces/nursery"), nursery.turn()),
        ("6".to_owned(), "[1]".to_owned(), ("work".to_owned(), Some(0)))
    );
    let gardening = setup.play("automa8 automa0");
    assert_eq!((gardening.garden(), gardening.turn()), ("6".to_owned(), ("work".to_owned(), Some(0))));
}

#[test]
fn t60_what_he_does_is_seen_by_all() {
    // Nothing of his is secret: the player's view of his turn is the whole.
    let table = turn("6").table();
    let view =
        Table { game: table.game.clone(), state: *table.view(boardwright::game::Viewer::Seat(0)).state() };
    assert_eq!(view.play("automa2 automa5").garden(), "6 42");
    assert_eq!(peas(2).johann(json!({})).faults(), ["T60"]);
}

impl Setup {
    /// The upgrade phase of a solo game: Johann's three shifts draw these cards, and nobody takes a die.
    fn upgrades_of_two(self, cards: &str) -> Table {
        self.breeding().table().roll("").play(cards)
    }
}

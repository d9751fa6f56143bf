//! T60, T64: Johann's research shifts.

use serde_json::json;

use super::support::{Setup, Table, peas, solo};

// The automa cards: single arrow, double arrow, De Novo section.
// 0 F T, 1 G F R, 2 T R, 3 R G F, 4 G T, 5 F R G, 6 R F T, 7 T G, 8 R T.

/// Johann's first research shift, in the 2nd Shift, where all of his markers lie; the player has no plants.
fn shift(garden: &str, dice: &str) -> Table {
    let setup = solo("standard").garden(garden).markers("second:1 second:1 second:1");
    setup.breeding().table().roll(dice)
}

#[test]
fn t60_three_shifts_and_one_for_each_dice_slot() {
    let table = shift("", "").play("automa0 automa1 automa2");
    assert_eq!(table.at("johann/shifts"), "3");
    assert!(table.is_past_breeding());
    let more = solo("standard").johann(json!({"new_slots": 2})).breeding().table().roll("");
    let four = more.play("automa0 automa1 automa2 automa3");
    assert_eq!((four.phase(), four.at("phase/for")), ("automa".to_owned(), "shift".to_owned()));
    assert_eq!(four.play("automa4").at("johann/shifts"), "5");
}

#[test]
fn t60_arrows_validate_and_remove_dice() {
    // Plant 8 is Ff Tt. Card 0: single F, double T.
    let table = shift("8", "Ff Ff Tt Tt Tt");
    assert_eq!(
        table.why("automa0"),
        "research shift 1 of 3, beside plant 8; single arrow F: validates Ff of plant 8, removes 1 die; \
         double arrow T: validates Tt of plant 8, and harvests plant 8, removes 2 dice [T60, T64]"
    );
    let done = table.play("automa0");
    assert_eq!((done.at("johann/harvested"), done.garden()), ("[8]".to_owned(), String::new()));
    assert_eq!((done.at("dice/2"), done.at("dice/3")), ("[0,1,3,0]".to_owned(), "[0,1,2,0]".to_owned()));
}

#[test]
fn t60_an_arrow_without_a_die_or_a_trait_does_nothing() {
    // Card 2: single T, double R. Plant 8 has no R, and no Tt die is there.
    let table = shift("8", "Ff Rr Rr");
    assert_eq!(
        table.why("automa2"),
        "research shift 1 of 3, beside plant 8; single arrow T: no Tt die; double arrow R: no trait [T60, T64]"
    );
    let done = table.play("automa2");
    assert_eq!((done.garden(), done.at("dice/0")), ("8".to_owned(), "[0,2,3,0]".to_owned()));
    // Nor at a covered one.
    let covered = shift("8T", "Tt Tt").play("automa2");
    assert_eq!((covered.garden(), covered.at("dice/3")), ("8T".to_owned(), "[0,2,3,0]".to_owned()));
}

#[test]
fn t64_a_double_arrow_removes_up_to_two_dice_for_one_trait() {
    // Card 4: single G, double T.
    let one = shift("8", "Tt").play("automa4");
    assert_eq!((one.garden(), one.at("dice/3")), ("8T".to_owned(), "[0,0,4,0]".to_owned()));
    let three = shift("8", "Tt Tt Tt").play("automa4");
    assert_eq!((three.garden(), three.at("dice/3")), ("8T".to_owned(), "[0,1,2,0]".to_owned()));
}

#[test]
fn t60_the_card_lies_beside_the_top_most_plant_without_one() {
    let setup = solo("standard").garden("10 6 3 8").johann(json!({"new_slots": 1}));
    let table = setup.breeding().table().roll("");
    let beside: Vec<String> = ["automa0", "automa0 automa1", "automa0 automa1 automa2"]
        .iter()
        .map(|cards| table.play(cards).at("johann/beside"))
        .collect();
    assert_eq!(beside, ["[null,null,null,0]", "[null,null,1,0]", "[null,2,1,0]"]);
    // The next-lowest plant's traits count for the second card: plant 3 is Rr Ff; card 8 is single R, double T.
    let next = shift("6 3 8", "Rr").play("automa0 automa8");
    assert_eq!(next.garden(), "6 3R 8");
}

#[test]
fn t60_when_every_plant_has_a_card_it_starts_again_at_the_top() {
    let table = shift("3 8", "").play("automa0 automa1");
    // Both have one: they go out, and it goes on at the top.
    assert_eq!(
        (table.at("johann/beside"), table.at("johann/out")),
        ("[null,null]".to_owned(), "[0,1]".to_owned())
    );
    assert!(table.play("automa2").is_past_breeding());
    let more = solo("standard").garden("3 8").johann(json!({"new_slots": 1})).breeding().table().roll("");
    let third = more.play("automa0 automa1 automa2");
    assert_eq!(
        (third.at("johann/beside"), third.at("johann/out")),
        ("[null,2]".to_owned(), "[0,1]".to_owned())
    );
}

#[test]
fn t64_the_card_of_a_harvested_plant_is_discarded() {
    // Plant 8 lacks T only and is harvested by its card; then comes the next lower plant.
    let table = shift("6 3 8F", "Tt Rr").play("automa0");
    assert_eq!(
        (table.garden(), table.at("johann/beside"), table.at("johann/out")),
        ("6 3".to_owned(), "[null,null]".to_owned(), "[0]".to_owned())
    );
    let next = table.play("automa8");
    assert_eq!((next.garden(), next.at("johann/beside")), ("6 3R".to_owned(), "[null,8]".to_owned()));
}

#[test]
fn t60_de_novo_section_validates_the_bottom_most_trait_of_its_colour() {
    // Card 1 has the section R. The arrows are beside plant 8 (no R); the lowest plant with R is 3.
    let table = shift("10 3 6 8", "R* R*");
    let done = table.play("automa1");
    assert_eq!((done.garden(), done.at("dice/0")), ("10 3R 6 8".to_owned(), "[0,0,3,1]".to_owned()));
    // Its arrows don't matter: card 6 has the section T, and Tt is taken from the lowest plant, 10.
    let low = shift("10 3 6 8", "T*").play("automa6");
    assert_eq!(low.garden(), "10T 3 6 8");
}

#[test]
fn t60_de_novo_section_gives_a_coin_without_a_trait() {
    let table = shift("10 8", "R*");
    let done = table.play("automa1");
    assert_eq!(
        (done.garden(), done.at("johann/coins"), done.at("dice/0")),
        ("10 8".to_owned(), "2".to_owned(), "[0,0,4,0]".to_owned())
    );
    // Without a die there is no coin.
    assert_eq!(shift("10 8", "").play("automa1").at("johann/coins"), "1");
    assert_eq!(shift("10 8", "G*").play("automa1").at("johann/coins"), "1");
}

#[test]
fn t60_none_to_three_traits_in_a_shift() {
    // Card 3: single R, double G, section F. Plant 5 is Rr Gg Ff.
    let done = shift("5", "Rr Gg F*").play("automa3");
    assert_eq!((done.at("johann/harvested"), done.garden()), ("[5]".to_owned(), String::new()));
    assert_eq!(shift("5", "").play("automa3").garden(), "5");
}

#[test]
fn t64_de_novo_dice_are_for_the_section_only() {
    // Card 2 has none.
    let done = shift("8", "T* T* R*").play("automa2");
    assert_eq!((done.garden(), done.at("dice/3")), ("8".to_owned(), "[0,0,3,2]".to_owned()));
}

#[test]
fn t64_an_empty_garden_leaves_the_section() {
    let done = shift("", "R* Gg").play("automa1");
    assert_eq!(
        (done.at("johann/coins"), done.at("johann/out"), done.at("dice")),
        ("2".to_owned(), "[1]".to_owned(), "[[0,0,4,0],[0,1,4,0],[0,0,5,0],[0,0,5,0]]".to_owned())
    );
}

#[test]
fn t64_his_second_shift_picks_count_among_his_shifts() {
    let setup = solo("standard").garden("10").plots(0, "0:6").markers("second:1 second:0 second:1");
    let table = setup.breeding().table().roll("Rr Rr Gg Gg Ff Ff");
    // His, the player's, his; then the player and he in turn.
    assert_eq!((table.phase(), table.at("phase/for")), ("automa".to_owned(), "shift".to_owned()));
    let one = table.play("automa0");
    assert_eq!((one.seat(), one.at("phase/kind")), (Some(0), "second".to_owned()));
    let two = one.play("=Rr");
    assert_eq!((two.seat(), two.at("johann/shifts")), (None, "1".to_owned()));
    let turns = two.play("automa4");
    assert_eq!((turns.seat(), turns.at("phase/kind")), (Some(0), "turn".to_owned()));
    let third = turns.play("=Gg");
    assert_eq!(third.at("johann/shifts"), "2");
    // After the third he has passed, and the player goes on.
    let done = third.play("automa2");
    assert_eq!((done.seat(), done.at("johann/shifts")), (Some(0), "3".to_owned()));
}

#[test]
fn t64_he_goes_on_alone_after_the_player_has_passed() {
    let table = solo("standard").garden("6").breeding().table().roll("");
    assert_eq!(table.at("players/0/passed"), "true");
    assert_eq!(table.play("automa0 automa1").at("phase/for"), "shift");
}

#[test]
fn t40_t60_the_players_first_shift_comes_before_his_moved_ones() {
    let setup = solo("standard").garden("10").plots(0, "0:6").markers("first-R:0 second:1");
    let table = setup.breeding().table().roll("Rr Gg Gg");
    assert_eq!((table.seat(), table.at("phase/kind")), (Some(0), "first".to_owned()));
    assert_eq!(table.play("=Rr").at("phase/for"), "shift");
}

#[test]
fn t60_dice_that_he_removes_are_out_for_the_round() {
    let table = shift("8", "Tt Tt").play("automa4 automa0 automa1");
    assert_eq!((table.at("dice/3"), table.is_past_breeding()), ("[0,0,3,0]".to_owned(), true));
    let dealt = table.play("+p20 +p21 +p22 +rake +grant +grant +may +anna +franz");
    assert_eq!(
        (dealt.at("dice/3"), dealt.at("johann/shifts"), dealt.at("johann/beside")),
        ("[0,0,0,0]".to_owned(), "0".to_owned(), "[null]".to_owned())
    );
}

#[test]
fn t60_the_end_is_scored_as_ever() {
    let goals = json!([1, null, null, null, null, null, null, null]);
    let setup = |coins: u8| -> Setup {
        let johann = json!({"harvested": [3, 4], "coins": 2});
        peas(1)
            .option("difficulty", "easy")
            .entry("round", 5)
            .garden("6FT")
            .johann(johann)
            .entry("goals", goals.clone())
            .coins(0, coins)
    };
    // Johann: 3 and 4, 2 each for R, 2 markers, 2 coins: 15.
    let over = |coins| setup(coins).breeding().table().roll("").play("automa7 automa2 automa4");
    let ending = |table: &Table| boardwright::Game::ending(&table.game, &table.state).expect("an ending");
    let (lost, won) = (over(14), over(16));
    assert_eq!(ending(&lost), "five rounds are over: 14 points to 15 of Brother Johann [T52]");
    assert_eq!((lost.winners(), won.winners()), (vec![], vec![0]));
}

//! T20 to T28: markers, spaces, gardening, drawing.

use boardwright::game::Viewer;
use serde_json::json;

use super::support::{peas, words};

#[test]
fn t20_one_marker_at_a_time_until_all_are_placed() {
    let table = peas(3).player(1, "markers", 4).coins(1, 0).table();
    assert_eq!(table.turn(), ("work".to_owned(), Some(0)));
    let mut seats = Vec::new();
    let mut next = table;
    while next.phase() == "work" {
        seats.push(next.seat().expect("a seat"));
        next = next.play("second");
    }
    // Seat 1 has a fourth marker, and goes on alone.
    assert_eq!(seats, [0, 1, 2, 0, 1, 2, 0, 1, 2, 1]);
    assert_eq!(
        (next.phase(), next.at("spaces/second")),
        ("die".to_owned(), "[0,1,2,0,1,2,0,1,2,1]".to_owned())
    );
}

#[test]
fn t20_a_player_with_a_marker_must_place_it() {
    let table = peas(2).table();
    assert_eq!(table.forbids("pass", "T20"), "a player with a marker left must place it");
    assert_eq!(table.forbids("done", "T20"), "a player with a marker left must place it");
}

#[test]
fn t20_the_spaces_of_two_players() {
    let table = peas(2).coins(0, 3).plots(0, "0:0").table();
    let shared = "genes-R genes-G genes-F genes-T first-R first-G first-F first-T second goal-2 goal-3 treasury \
                  university-1 university-2 nursery tool-shed";
    assert_eq!(table.listed(), format!("{shared} gardening slot"));
    table.forbids("omari", "T29");
}

#[test]
fn t20_a_space_holds_one_marker() {
    let table = peas(3).coins(1, 5).plots(1, "0:0").hand(1, &[1]).table();
    for word in words("genes-R first-R goal-2 treasury nursery tool-shed") {
        let space = word;
        let setup = peas(3).coins(1, 5).plots(1, "0:0").markers(&format!("{space}:0")).table();
        assert_eq!(setup.seat(), Some(1));
        assert_eq!(setup.forbids(space, "T20"), format!("{space} is taken, by Scientist 1"));
    }
    // Another space for the same action is open, and the 2nd Shift always.
    let next = table.play("treasury");
    next.forbids("treasury", "T20");
    assert!(next.lists("university-2") && next.lists("second"));
    let next = peas(3).coins(1, 5).plots(1, "0:0").markers("university-1:0").table();
    assert_eq!(next.forbids("university-1", "T20"), "university-1 is taken, by Scientist 1");
    assert!(next.lists("university-2") && next.lists("second"));
}

#[test]
fn t20_a_second_place_with_four_and_five_players() {
    for (players, second) in [(3, false), (4, true), (5, true)] {
        for space in ["treasury", "nursery", "tool-shed"] {
            let table = peas(players).markers(&format!("{space}:0")).table();
            assert_eq!(table.lists(space), second, "{players} {space}");
        }
        let table = peas(players).markers("genes-R:0 first-R:1").table();
        table.forbids_all("genes-R first-R", "T20");
    }
    let full = peas(4).markers("treasury:0 treasury:1").table();
    assert_eq!(full.forbids("treasury", "T20"), "treasury is taken, by Scientist 1 and Scientist 2");
}

#[test]
fn t20_own_spaces_once_a_round() {
    let table = peas(2).markers("gardening:0 slot:0 second:1 second:1").table();
    assert_eq!(table.seat(), Some(0));
    table.forbids_all("gardening slot", "T20");
}

#[test]
fn t20_one_marker_a_turn() {
    // The tool keeps the turn open.
    let table = peas(2).tools(0, "rake").table().play("treasury");
    assert_eq!(table.turn(), ("rest".to_owned(), Some(0)));
    let message = table.forbids("second", "T20");
    assert!(message.starts_with("the marker of this turn lies on treasury"), "{message}");
    let message = peas(2).coins(1, 9).upgrades().forbids("second", "T20");
    assert!(message.starts_with("markers are placed in the working phase"), "{message}");
}

#[test]
fn t20_a_turn_that_ends_by_itself_says_so() {
    // Without a tool nothing can follow; the next word belongs to nobody.
    let table = peas(2).table();
    let after = |text: &str| {
        let state = boardwright::erased::from_json(&table.dict()).expect("a state");
        let told = state.explain(text);
        (told.rule, told.message)
    };
    assert_eq!(after("treasury done").0, Some("T31"));
    assert_eq!(after("treasury rake").0, Some("T31"));
    assert_eq!(after("treasury second").0, Some("T20"));
    // Of several words the one that is not possible is named; alone it needs no name.
    assert_eq!(after("treasury rake").1, "\"rake\": Rake is not in hand [T31]");
    assert_eq!(after("genes-R left-dominant left-recessive").1.split(':').next(), Some("\"left-recessive\""));
    assert_eq!(after("rake").1, "Rake is not in hand [T31]");
}

#[test]
fn t21_gardening_draws_harvests_and_sows_in_this_order() {
    // Plant 0 is complete, plant 3 is not.
    let table = peas(2)
        .plots(0, "0:0RG 1:3R")
        .hand(0, &[8, 9])
        .display("40 41 42", "rake grant grant", "may anna franz")
        .table();
    let draw = table.play("gardening");
    assert_eq!(
        (draw.phase(), draw.listed()),
        ("draw".to_owned(), "<plants0 <plants1 <plants2 <plants <tools0 <tools1 <tools2 <tools".to_owned())
    );
    draw.forbids("done", "T27");
    draw.forbids("p8", "T21");
    // Without one the harvest comes by itself, and is told with what leads to it.
    assert_eq!(draw.why("<plants1"), "takes plant 41 (RR tt) from the display [T27]; harvests plant 0 [T21]");
    assert_eq!(draw.why("<plants"), "draws a plant from the deck [T27]");
    assert_eq!(
        draw.play("<plants").why("+p20"),
        "Scientist 1 draws plant 20 (GG ff) [T27]; harvests plant 0 [T21]"
    );
    assert_eq!(draw.why("<tools0"), "takes Rake from the display [T27]");
    let funnel = draw.play("<tools +watering-funnel");
    assert!(funnel.why("@1F").ends_with("; the plant is complete; harvests plants 0 and 3 [T21]"));
    // With a tool in hand there is a step before the harvest.
    let tool = draw.play("<tools0");
    assert_eq!((tool.phase(), tool.plots(0)), ("harvest".to_owned(), "0:0RG 1:3R".to_owned()));
    assert_eq!(tool.why("done"), "harvests plant 0 [T21]");
    tool.forbids("p8", "T21");
    let sow = tool.play("done");
    assert_eq!(
        (sow.phase(), sow.plots(0), sow.at("players/0/harvested")),
        ("sow".to_owned(), "1:3R".to_owned(), "[0]".to_owned())
    );
    assert_eq!(sow.listed(), "p8 p9 done");
    assert_eq!(sow.play("p9").plots(0), "0:9 1:3R");
    assert_eq!(sow.why("p9"), "sows plant 9 (rr gg) on plot 0 [T21]");
    // A plant that was drawn can be sown at once.
    assert_eq!(draw.play("<plants1 p41").plots(0), "0:41 1:3R");
    assert_eq!(draw.play("<plants +p20 p20").plots(0), "0:20 1:3R");
}

#[test]
fn t21_harvesting_is_compulsory_and_sowing_is_not() {
    let table = peas(2).plots(0, "0:0RG 1:2RG").hand(0, &[8, 9]).table().play("gardening <plants +p20");
    assert_eq!(
        (table.phase(), table.at("players/0/harvested"), table.plots(0)),
        ("sow".to_owned(), "[0,2]".to_owned(), String::new())
    );
    assert_eq!(table.play("done").plots(0), "");
    assert_eq!(table.play("p8 done").plots(0), "0:8");
    assert_eq!(table.play("p8 p20").plots(0), "0:8 1:20");
    // Where nothing can be sown, only cards are asked for.
    let full =
        peas(2).plots(0, "0:6 1:3").tools(0, "grant").hand(0, &[8]).table().play("gardening <plants +p20");
    let sow = full.play("done");
    assert_eq!((sow.phase(), sow.listed()), ("sow".to_owned(), "done".to_owned()));
    assert!(sow.forbids("@0R", "T21").ends_with("Scientist 1 plays cards, or is done"));
    assert!(table.forbids("@0R", "T21").ends_with("Scientist 1 sows plants, or is done"));
    assert_eq!(table.forbids("p40", "T21"), "plant 40 is not in hand");
}

#[test]
fn t21_what_is_validated_while_sowing_waits() {
    // Anna validates the last trait of plant 3 after the harvest.
    let table =
        peas(2).plots(0, "0:3R").assistants(0, "anna").coins(0, 1).table().play("gardening <plants +p20");
    let sow = table.play("done");
    assert_eq!(sow.phase(), "sow");
    let late = sow.play("anna @0F");
    assert_eq!(late.why("done"), "sows no more [T21]");
    assert_eq!((late.plots(0), late.at("players/0/harvested")), ("0:3RF".to_owned(), "[]".to_owned()));
    // Before the harvest it counts.
    let early = table.play("anna @0F");
    assert_eq!(early.at("players/0/harvested"), "[3]");
    assert_eq!(early.phase(), "sow");
}

#[test]
fn t21_alipius_draws_another_card() {
    let table = peas(2).assistants(0, "alipius").hand(0, &[8]).table().play("gardening");
    assert_eq!(table.at("phase/left"), "2");
    let one = table.play("<plants +p20");
    assert_eq!((one.phase(), one.at("phase/left")), ("draw".to_owned(), "1".to_owned()));
    one.forbids("done", "T27");
    one.forbids("p8", "T21");
    let two = one.play("<tools +rake");
    assert_eq!(
        (two.phase(), two.at("players/0/hand"), two.at("players/0/tools")),
        ("harvest".to_owned(), "[8,20]".to_owned(), "[rake]".to_owned())
    );
    // Nursery and Tool Shed are no gardening.
    assert_eq!(peas(2).assistants(0, "alipius").table().play("tool-shed <tools +rake").phase(), "rest");
    assert_eq!(
        peas(2).assistants(0, "alipius").table().forbids("alipius", "T21"),
        "Brother Alipius works by himself"
    );
}

#[test]
fn t22_the_first_marker_at_a_square_takes_its_coin() {
    let table = peas(2).table();
    let genes = table.play("genes-R leave");
    assert_eq!((genes.coins(0), genes.at("coins")), (2, "[false,true,true,true]".to_owned()));
    assert_eq!(genes.why("first-R"), "places a marker on first-R: a first pick of the dice of R [T22]");
    assert_eq!(genes.play("first-R").coins(1), 1, "taken already");
    let first = table.play("first-T");
    assert_eq!((first.coins(0), first.at("coins")), (2, "[true,true,true,false]".to_owned()));
    assert_eq!(
        table.why("first-T"),
        "places a marker on first-T: a first pick of the dice of T [T22]; takes the coin at the square [T22]"
    );
    assert_eq!(first.play("genes-T leave").coins(1), 1);
    assert_eq!(first.play("genes-G leave").coins(1), 2);
    assert_eq!(table.play("second").coins(0), 1);
}

#[test]
fn t23_the_second_shift_keeps_its_order() {
    let table = peas(3).table().play("second treasury second slot");
    assert_eq!(table.at("spaces/second"), "[0,2]");
    assert_eq!(table.why("second"), "places a marker on second: an early pick of any die, as number 3 [T23]");
    assert_eq!(table.play("second").at("spaces/second"), "[0,2,1]");
}

#[test]
fn t24_a_goal_costs_coins_and_takes_a_marker() {
    let table = peas(2).coins(0, 3).table();
    let two = table.play("goal-2");
    assert_eq!(
        (two.coins(0), two.turn(), two.listed()),
        (
            1,
            ("goal".to_owned(), Some(0)),
            "goal=R goal=r goal=G goal=g goal=F goal=f goal=T goal=t".to_owned()
        )
    );
    let set = two.play("goal=f");
    assert_eq!(
        (set.at("goals"), set.turn()),
        ("[null,null,null,null,null,0,null,null]".to_owned(), ("work".to_owned(), Some(1)))
    );
    assert_eq!(table.play("goal-3").coins(0), 0);
    assert_eq!(table.why("goal-3"), "places a marker on goal-3: a research goal for 3 coins [T24]");
}

#[test]
fn t24_not_without_coins_a_marker_or_a_goal() {
    let poor = peas(2).coins(0, 2).table();
    assert_eq!(poor.forbids("goal-3", "T24"), "goal-3 costs 3 coins; you have 2");
    assert!(poor.lists("goal-2"));
    let goals = json!([0, 0, 0, null, null, null, null, null]);
    assert_eq!(
        peas(2).coins(0, 5).entry("goals", goals).table().forbids("goal-2", "T24"),
        "your three research markers are placed"
    );
    let goals = json!([0, 0, 1, 1, 1, 2, 2, 2]);
    assert_eq!(
        peas(3).coins(0, 5).entry("goals", goals).table().forbids("goal-2", "T24"),
        "all eight research goals are occupied"
    );
    let goals = json!([1, null, 0, null, null, null, null, null]);
    let table = peas(2).coins(0, 5).entry("goals", goals).table().play("goal-2");
    assert_eq!(table.forbids("goal=R", "T24"), "the goal R is occupied, by Scientist 2");
    assert_eq!(table.forbids("goal=G", "T24"), "the goal G is occupied, by Scientist 1");
    table.forbids("done", "T24");
}

#[test]
fn t25_treasury_gives_two_coins() {
    let table = peas(2).table();
    assert_eq!(table.why("treasury"), "places a marker on treasury: 2 coins [T25]");
    assert_eq!(table.play("treasury").coins(0), 3);
}

#[test]
fn t26_university_validates_any_trait_for_coins() {
    let table = peas(2).coins(0, 2).plots(0, "0:3R 1:8").table();
    let one = table.play("university-1");
    assert_eq!(
        (one.coins(0), one.turn(), one.listed()),
        (1, ("validate".to_owned(), Some(0)), "@0F @1F @1T".to_owned())
    );
    assert_eq!(table.play("university-2").coins(0), 0);
    assert_eq!(
        one.why("@0F"),
        "validates the trait Ff of plant 3 on plot 0 at the University [T26]; the plant is complete"
    );
    // A complete plant stays until the harvest.
    assert_eq!(one.play("@0F").plots(0), "0:3RF 1:8");
    one.forbids("done", "T26");
}

#[test]
fn t26_university_needs_coins_and_an_uncovered_trait() {
    assert_eq!(
        peas(2).coins(0, 1).plots(0, "0:0").table().forbids("university-2", "T26"),
        "university-2 costs 2 coins; you have 1"
    );
    let table = peas(2).coins(0, 9).plots(0, "0:0RG").hand(0, &[3]).table();
    assert_eq!(
        table.forbids("university-1", "T26"),
        "no trait of your plants is uncovered: there is nothing to validate"
    );
}

#[test]
fn t27_nursery_draws_two_plants_and_tool_shed_a_tool() {
    let table = peas(2).display("40 41 42", "rake grant seed-bag", "may anna franz").table();
    let nursery = table.play("nursery");
    assert_eq!(nursery.listed(), "<plants0 <plants1 <plants2 <plants");
    assert_eq!(nursery.forbids("<tools0", "T27"), "the Nursery gives plants, no tools");
    // Each card from where one likes, the second after the first was seen.
    let both = nursery.play("<plants1 <plants +p20");
    assert_eq!(
        (both.at("players/0/hand"), both.at("display/plants"), both.seat()),
        ("[20,41]".to_owned(), "[40,null,42]".to_owned(), Some(1))
    );
    let shed = table.play("tool-shed");
    assert_eq!(shed.listed(), "<tools0 <tools1 <tools2 <tools");
    assert_eq!(shed.forbids("<plants0", "T27"), "the Tool Shed gives tools, no plants");
    assert_eq!(shed.play("<tools0").at("players/0/tools"), "[rake]");
    assert_eq!(shed.play("<tools +rake").at("players/0/tools"), "[rake]");
}

#[test]
fn t27_the_display_is_not_refilled_when_cards_are_taken() {
    let table = peas(2).display("40 41 42", "rake grant seed-bag", "may anna franz").table();
    let next = table.play("nursery <plants0 <plants1 tool-shed");
    assert_eq!(next.at("display/plants"), "[null,null,42]");
    let later = peas(2).display("- - 42", "- grant -", "may anna franz").table().play("nursery");
    assert_eq!(
        later.forbids("<plants0", "T27"),
        "slot 0 of the plants is empty; it is refilled at the end of the round"
    );
    assert_eq!(later.listed(), "<plants2 <plants");
}

#[test]
fn t27_an_empty_deck_is_made_again_from_its_discards() {
    // All plants but 3 and 9 are in seat 1's hand.
    let hand: Vec<u8> = (0..50).filter(|plant| ![3, 9].contains(plant)).collect();
    let table = peas(2).hand(1, &hand).entry("discards", json!({"plants": [3, 9]})).table().play("nursery");
    assert_eq!(table.listed(), "<plants");
    assert_eq!(
        table.why("<plants"),
        "draws a plant from the deck, which is made again from its discards [T27]"
    );
    let drawn = table.play("<plants");
    assert_eq!((drawn.chances(), drawn.at("discards/plants")), ("+p3 +p9".to_owned(), "[]".to_owned()));
    // Cards in the deck come first.
    let hand: Vec<u8> = (0..50).filter(|plant| ![3, 9].contains(plant)).collect();
    let table =
        peas(2).hand(1, &hand).entry("discards", json!({"plants": [3]})).table().play("nursery <plants");
    assert_eq!((table.chances(), table.at("discards/plants")), ("+p9".to_owned(), "[3]".to_owned()));
    assert_eq!(table.play("+p9 <plants").chances(), "+p3");
}

#[test]
fn t27_with_nothing_left_the_draw_is_skipped() {
    let hand: Vec<u8> = (0..49).collect();
    let table = peas(2).hand(1, &hand).table();
    // One plant is left: the second draw is skipped.
    let next = table.play("nursery <plants +p49");
    assert_eq!((next.at("players/0/hand"), next.turn()), ("[49]".to_owned(), ("work".to_owned(), Some(1))));
    let hand: Vec<u8> = (0..50).collect();
    let none = peas(2).hand(1, &hand).table().play("nursery");
    assert_eq!(none.turn(), ("work".to_owned(), Some(1)));
    let shown = peas(2)
        .hand(1, &(1..50).collect::<Vec<u8>>())
        .display("0 - -", "rake - -", "may anna franz")
        .table()
        .play("nursery");
    assert_eq!(shown.listed(), "<plants0");
    assert_eq!(shown.forbids("<plants", "T27"), "no plant is left, neither in the deck nor in its discards");
}

#[test]
fn t27_a_watering_funnel_is_used_at_once() {
    let table =
        peas(2).plots(0, "0:3").display("40 41 42", "rake watering-funnel grant", "may anna franz").table();
    for text in ["tool-shed <tools1", "tool-shed <tools +watering-funnel"] {
        let funnel = table.play(text);
        assert_eq!(
            (funnel.turn(), funnel.listed()),
            (("funnel".to_owned(), Some(0)), "@0R @0F".to_owned()),
            "{text}"
        );
        let done = funnel.play("@0R");
        assert_eq!(
            (done.plots(0), done.at("discards/tools"), done.at("players/0/tools")),
            ("0:3R".to_owned(), "[watering-funnel]".to_owned(), "[]".to_owned())
        );
        assert_eq!(done.turn(), ("work".to_owned(), Some(1)));
    }
    assert_eq!(
        table.forbids("watering-funnel", "T27"),
        "a Watering Funnel is used as soon as it is drawn: it is in no hand"
    );
    // Before the next draw.
    let twice =
        peas(2).plots(0, "0:3").assistants(0, "alipius").table().play("gardening <tools +watering-funnel");
    assert_eq!(twice.phase(), "funnel");
    assert_eq!(twice.play("@0R").turn(), ("draw".to_owned(), Some(0)));
}

#[test]
fn t27_seed_bag_draws_five_and_keeps_two() {
    let table = peas(2)
        .tools(0, "seed-bag")
        .hand(0, &[3])
        .display("40 41 42", "rake grant grant", "may anna franz")
        .table();
    let bag = table.play("seed-bag");
    assert_eq!(bag.turn(), ("card".to_owned(), None));
    assert!(!words(&bag.chances()).contains(&"+p40"), "not from the display");
    let drawn = bag.play("+p20 +p21 +p22 +p23 +p24");
    assert_eq!(drawn.why("p20"), "discards plant 20 (GG ff) from the Seed Bag [T27]");
    assert!(drawn.forbids("second", "T27").ends_with("Scientist 1 discards 3 plants from the Seed Bag"));
    assert!(drawn.play("p20 p21").forbids("second", "T27").ends_with("discards 1 plant from the Seed Bag"));
    // Only cards that the bag drew are discarded.
    assert_eq!(
        (drawn.turn(), drawn.listed()),
        (("discard".to_owned(), Some(0)), "p20 p21 p22 p23 p24".to_owned())
    );
    assert_eq!(drawn.forbids("p3", "T27"), "of the Seed Bag's plants are left 20, 21, 22, 23 and 24: not 3");
    drawn.forbids("done", "T27");
    let done = drawn.play("p21 p24 p20");
    assert_eq!(
        (done.at("players/0/hand"), done.at("discards/plants")),
        ("[3,22,23]".to_owned(), "[20,21,24]".to_owned())
    );
    // It was no action: the marker is still to be placed.
    assert_eq!(
        (done.turn(), done.at("discards/tools")),
        (("work".to_owned(), Some(0)), "[seed-bag]".to_owned())
    );
}

#[test]
fn t27_seed_bag_with_few_cards() {
    for (left, discards, kept) in [(1, 0, 1), (2, 0, 2), (3, 1, 2), (4, 2, 2)] {
        let hand: Vec<u8> = (left..50).collect();
        let mut table = peas(2).tools(0, "seed-bag").hand(1, &hand).table().play("seed-bag");
        for plant in 0..left {
            table = table.play(&format!("+p{plant}"));
        }
        for plant in 0..discards {
            table = table.play(&format!("p{plant}"));
        }
        assert_eq!(table.turn(), ("work".to_owned(), Some(0)), "{left}");
        assert_eq!(table.dict()["players"][0]["hand"].as_array().map(Vec::len), Some(kept));
    }
    // From the discards when the deck runs out.
    let hand: Vec<u8> = (4..50).collect();
    let table =
        peas(2).tools(0, "seed-bag").hand(1, &hand).entry("discards", json!({"plants": [2, 3]})).table();
    let table = table.play("seed-bag +p0 +p1");
    assert_eq!(table.chances(), "+p2 +p3");
    assert_eq!(table.play("+p2 +p3").listed(), "p0 p1 p2 p3");
}

#[test]
fn t27_hands_have_no_limit_and_are_secret() {
    let hand: Vec<u8> = (0..40).collect();
    let table = peas(2).hand(0, &hand).tools(0, "rake rake grant grant grant seed-bag seed-bag").table();
    let more = table.play("nursery <plants +p40 <plants +p41");
    assert_eq!(more.dict()["players"][0]["hand"].as_array().map(Vec::len), Some(42));
    let other = Viewer::Seat(1);
    assert_eq!(more.seen("players/0/tools", other), "[?,?,?,?,?,?,?]");
    assert!(more.seen("players/0/hand", other).starts_with("[?,?,?"));
}

#[test]
fn t27_a_card_from_the_display_is_known_to_all() {
    let table = peas(2).display("40 41 42", "rake grant grant", "may anna franz").table();
    let next = table.play("nursery <plants1 <plants +p20");
    for viewer in [Viewer::Seat(1), Viewer::Spectator] {
        assert_eq!(next.seen("players/0/hand", viewer), "[41,?]");
    }
    assert_eq!(next.seen("players/0/hand", Viewer::Seat(0)), "[20,41]");
    let tool = table.play("tool-shed <tools0");
    assert_eq!(tool.seen("players/0/tools", Viewer::Seat(1)), "[rake]");
}

#[test]
fn t28_a_temporary_slot_holds_one_more_die_in_this_round() {
    let setup =
        |markers: &str| peas(2).plots(0, "0:6").markers(markers).breeding().table().roll("Rr Gg Ff Tt");
    let more = setup("slot:0").play("=Rr =Gg =Ff =Tt");
    assert_eq!((more.at("players/0/dice"), more.plots(0)), ("4".to_owned(), "0:6RGFT".to_owned()));
    assert!(setup("").play("=Rr =Gg =Ff").is_past_breeding());
    let table = peas(2).table();
    assert_eq!(table.why("slot"), "places a marker on slot: one more dice slot in this round [T28]");
    assert_eq!(table.play("slot").at("players/0/temporary"), "true");
}

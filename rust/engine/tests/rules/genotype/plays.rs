//! T29 to T33: Omari, Flower Pot, Eduard, and what is played when.

use serde_json::json;

use super::support::{Setup, peas, words};

#[test]
fn t29_omari_rolls_a_die_of_each_colour() {
    let table = peas(2).assistants(0, "omari").plots(0, "0:6 1:8").table();
    assert_eq!(table.why("omari"), "places a marker on omari: a die of each colour is rolled [T29]");
    let rolled = table.play("omari");
    assert_eq!((rolled.turn(), rolled.chances()), (("roll".to_owned(), None), "I II III IV".to_owned()));
    assert_eq!(rolled.forbids("new", "T29"), "a mutation is rolled again until it is none");
    // Rr, GG, ff, Tt: G and F match nothing, and nothing else could be done with them.
    let dice = rolled.play("II I IV III");
    assert_eq!(
        (dice.phase(), dice.at("phase/colour"), dice.listed()),
        ("omari".to_owned(), "R".to_owned(), "@0R done".to_owned())
    );
    let next = dice.play("@0R");
    assert_eq!((next.at("phase/colour"), next.listed()), ("T".to_owned(), "@0T @1T done".to_owned()));
    let done = next.play("@1T");
    assert_eq!((done.plots(0), done.turn()), ("0:6R 1:8T".to_owned(), ("work".to_owned(), Some(1))));
    // The dice need no slots and go back at once.
    assert_eq!((done.at("players/0/dice"), done.at("dice/0")), ("0".to_owned(), "[0,0,0,0]".to_owned()));
    assert_eq!(done.at("own_spaces"), "[[omari],[]]");
}

#[test]
fn t29_omari_goes_by_the_gene_tiles() {
    let tiles = json!({"R": ["dominant", "dominant"], "T": ["recessive", null]});
    let table = peas(2).assistants(0, "omari").plots(0, "0:12 1:14").entry("tiles", tiles).table();
    let dice = table.play("omari IV IV IV I");
    assert_eq!(dice.listed(), "@0R done", "RR");
    assert_eq!(dice.play("@0R").listed(), "@1T done", "Tt");
    assert_eq!(dice.forbids("@1R", "T29"), "Father Omari's die shows RR; it does not validate Rr");
}

#[test]
fn t29_only_the_own_omari_once_a_round_with_an_uncovered_trait() {
    let table = peas(2).assistants(1, "omari").plots(0, "0:6").plots(1, "0:3").table();
    assert_eq!(table.forbids("omari", "T29"), "you have not hired Father Omari");
    let next = table.play("second");
    assert!(next.lists("omari"));
    let twice = peas(2).assistants(0, "omari").plots(0, "0:6").markers("omari:0 second:1").table();
    assert_eq!(twice.forbids("omari", "T20"), "your marker lies on omari already in this round");
    let bare = peas(2).assistants(0, "omari").plots(0, "0:3RF").hand(0, &[6]).table();
    assert_eq!(
        bare.forbids("omari", "T33"),
        "no trait of your plants is uncovered: Father Omari's dice would be of no use"
    );
}

#[test]
fn t29_rake_works_with_omari() {
    // The die of R shows rr, which matches nothing; Rake makes it any trait of R.
    let table =
        peas(2).assistants(0, "omari").tools(0, "rake").plots(0, "0:6 1:2").table().play("omari IV IV IV IV");
    assert_eq!((table.at("phase/colour"), table.listed()), ("R".to_owned(), "rake done".to_owned()));
    let raked = table.play("rake");
    assert_eq!((raked.phase(), raked.listed()), ("any".to_owned(), "@0R @1R".to_owned()));
    raked.forbids("@0G", "T42");
    let done = raked.play("@1R");
    assert_eq!(
        (done.plots(0), done.turn()),
        ("0:6 1:2R".to_owned(), ("work".to_owned(), Some(1))),
        "no tool is left"
    );
    // Kept for another die.
    assert_eq!(table.play("done done done rake").listed(), "@0T");
}

#[test]
fn t29_pollen_brush_works_with_omari() {
    let table = peas(2)
        .assistants(0, "omari")
        .tools(0, "pollen-brush")
        .plots(0, "0:6 1:0")
        .table()
        .play("omari II IV IV IV");
    let copies = table.play("@0R");
    assert_eq!((copies.phase(), copies.listed()), ("copies".to_owned(), "pollen-brush done".to_owned()));
    assert_eq!(copies.why("pollen-brush"), "Pollen Brush: validates every other copy of Rr, on plot 1 [T42]");
    assert_eq!(copies.play("pollen-brush").plots(0), "0:6R 1:0R");
    assert_eq!(copies.play("done").plots(0), "0:6R 1:0");
}

#[test]
fn t29_may_works_with_omari() {
    let table = peas(2).assistants(0, "omari may").plots(0, "0:6 1:0").table().play("omari II IV IV IV @0R");
    assert_eq!((table.phase(), table.listed()), ("copies".to_owned(), "may done".to_owned()));
    assert_eq!(table.play("may").plots(0), "0:6R 1:0R");
}

#[test]
fn t29_maria_works_with_omari_as_her_use_of_the_round() {
    let table = peas(2).assistants(0, "omari maria").plots(0, "0:6").table().play("omari IV IV IV IV");
    assert_eq!((table.at("phase/colour"), table.listed()), ("R".to_owned(), "maria done".to_owned()));
    let used = table.play("maria @0R");
    // The other dice match nothing, and she is used up.
    assert_eq!(
        (used.plots(0), used.at("players/0/used"), used.seat()),
        ("0:6R".to_owned(), "[maria]".to_owned(), Some(1))
    );
    // Used up in the breeding phase, too.
    let later = peas(2).assistants(0, "omari maria").plots(0, "0:6R").player(0, "used", json!(["maria"]));
    assert!(later.markers("omari:0").breeding().table().roll("").is_past_breeding());
}

#[test]
fn t29_graft_knife_does_not_work_with_omari() {
    let table = peas(2)
        .assistants(0, "omari")
        .tools(0, "graft-knife")
        .plots(0, "0:6")
        .table()
        .play("omari II IV IV IV");
    assert_eq!(table.forbids("graft-knife", "T29"), "Graft Knife does not work with Father Omari's dice");
}

#[test]
fn t29_free_plays_between_the_dice() {
    // Watering a new plant between the dice: Anna validates one of the copies first.
    let table =
        peas(2).assistants(0, "omari anna").coins(0, 1).plots(0, "0:6 1:0").table().play("omari II IV IV II");
    assert_eq!(table.listed(), "anna @0R @1R done");
    let between = table.play("@0R");
    assert_eq!((between.at("phase/colour"), between.listed()), ("G".to_owned(), "anna done".to_owned()));
    // Then nothing matches any more, and nothing could be played.
    assert_eq!(between.play("anna @0T").turn(), ("work".to_owned(), Some(1)));
}

#[test]
fn t30_flower_pot_is_a_plot_with_a_plant_at_once() {
    let table =
        peas(2).tools(0, "flower-pot").display("40 41 3", "rake grant grant", "may anna franz").table();
    let source = table.play("flower-pot");
    assert_eq!(
        (source.turn(), source.listed()),
        (("source".to_owned(), Some(0)), "<plants0 <plants1 <plants2 <plants".to_owned())
    );
    source.forbids("<tools0", "T30");
    assert_eq!(source.why("<plants2"), "takes plant 3 (Rr Ff) from the display for the Flower Pot [T30]");
    let pot = source.play("<plants2");
    assert_eq!(
        (pot.plots(0), pot.at("players/0/pots"), pot.turn()),
        ("8:3".to_owned(), "1".to_owned(), ("work".to_owned(), Some(0)))
    );
    assert_eq!(source.play("<plants +p20").plots(0), "8:20");
    // It lies in play, and is in no discard pile.
    assert_eq!(pot.at("discards/tools"), "[]");
    // Its plant is validated like any other.
    assert_eq!(pot.play("university-1 @8R").plots(0), "8:3R");
}

#[test]
fn t30_flower_pot_is_discarded_when_its_plant_is_harvested() {
    let table = peas(2).plots(0, "0:0 8:3RF 9:1").player(0, "pots", 2).table().play("gardening <plants +p20");
    assert_eq!(
        (table.plots(0), table.at("players/0/pots"), table.at("discards/tools")),
        ("0:0 9:1".to_owned(), "1".to_owned(), "[flower-pot]".to_owned())
    );
    assert_eq!(table.at("players/0/harvested"), "[3]");
    // A second pot takes the lowest free number.
    let both = peas(2).plots(0, "9:1").player(0, "pots", 1).tools(0, "flower-pot").table();
    assert_eq!(both.play("flower-pot <plants +p20").plots(0), "8:20 9:1");
    // It is never sown on.
    let sow = peas(2)
        .plots(0, "0:0 1:2 8:3RF")
        .player(0, "pots", 1)
        .hand(0, &[5])
        .table()
        .play("gardening <plants +p20");
    assert_eq!((sow.plots(0), sow.turn()), ("0:0 1:2".to_owned(), ("work".to_owned(), Some(1))));
}

#[test]
fn t30_two_flower_pots_at_most() {
    // With tools of one's own there may be more of them.
    let own = json!({"format": 1, "status": "own", "counts": {"seed-bag": 3, "watering-funnel": 3, "dissertation": 2,
        "flower-pot": 4, "graft-knife": 2, "rake": 2, "pollen-brush": 2, "hand-lens": 2, "pocket-watch": 2,
        "garden-line": 2, "grant": 1}});
    let table =
        peas(2).option("tools", own).player(0, "pots", 2).plots(0, "8:3 9:1").tools(0, "flower-pot").table();
    assert_eq!(
        table.forbids("flower-pot", "T30"),
        "two Flower Pots lie in play already, each with its plant"
    );
}

#[test]
fn t30_eduard_has_a_plant_at_once() {
    let table = peas(2).coins(1, 5).display("40 41 42", "rake grant grant", "may eduard franz").upgrades();
    let hired = table.play("eduard");
    assert_eq!(
        (hired.turn(), hired.listed()),
        (("source".to_owned(), Some(1)), "<plants0 <plants1 <plants2 <plants".to_owned())
    );
    assert_eq!(hired.why("<plants1"), "takes plant 41 (RR tt) from the display for Brother Eduard [T30]");
    assert_eq!(
        hired.forbids("buy-plot", "T50"),
        "one purchase a turn; now: Scientist 2 takes a plant for Brother Eduard"
    );
    let placed = hired.play("<plants1");
    assert_eq!((placed.plots(1), placed.phase()), ("7:41".to_owned(), "upgrade".to_owned()));
    assert_eq!(hired.play("<plants +p20").plots(1), "7:20");
}

#[test]
fn t30_eduard_is_refilled_at_once_when_his_plant_is_harvested() {
    let table =
        peas(2).assistants(0, "eduard").plots(0, "0:3RF 7:0RG").table().play("gardening <plants +p20");
    assert_eq!(
        (table.turn(), table.at("players/0/harvested")),
        (("source".to_owned(), Some(0)), "[0,3]".to_owned())
    );
    let sow = table.play("<plants +p21");
    assert_eq!((sow.plots(0), sow.phase()), ("7:21".to_owned(), "sow".to_owned()));
    assert_eq!(sow.play("p20").plots(0), "0:20 7:21");
}

#[test]
fn t30_eduard_waits_for_a_plant() {
    // No plant is anywhere: he is passed over, until the next turn with one.
    let all: Vec<u8> = (1..50).collect();
    let table = peas(2).assistants(0, "eduard").plots(0, "7:0RG").hand(1, &all).table();
    let none = table.play("gardening <tools +rake done");
    assert_eq!((none.plots(0), none.turn()), (String::new(), ("sow".to_owned(), Some(0))));
    let back = peas(2).assistants(0, "eduard").hand(1, &(2..50).collect::<Vec<u8>>());
    let back = back.entry("discards", json!({"plants": [1]})).player(0, "harvested", json!([0]));
    let back = back.markers("second:0 second:1 second:0").table();
    let turn = back.play("second");
    assert_eq!((turn.seat(), turn.phase()), (Some(0), "source".to_owned()));
    assert_eq!(turn.play("<plants +p1").plots(0), "7:1");
}

#[test]
fn t30_eduard_is_not_refilled_in_the_last_harvest() {
    let table =
        peas(2).entry("round", 5).assistants(0, "eduard").plots(0, "7:3RF").breeding().table().roll("");
    assert_eq!(
        (table.phase(), table.plots(0), table.at("players/0/harvested")),
        ("over".to_owned(), String::new(), "[3]".to_owned())
    );
}

/// Seat 0 with all that can be played freely, and nothing on the display.
fn rich() -> Setup {
    let setup = peas(2).tools(0, "seed-bag seed-bag dissertation flower-pot").assistants(0, "elisabeth anna");
    let goals = json!([0, null, null, null, null, null, null, null]);
    setup.coins(0, 9).plots(0, "0:6 1:9").entry("goals", goals)
}

#[test]
fn t31_free_plays_before_and_after_the_action() {
    let plays = "seed-bag dissertation flower-pot elisabeth anna";
    let table = rich().table();
    assert!(table.listed().ends_with(plays), "{}", table.listed());
    let after = table.play("treasury");
    assert_eq!((after.turn(), after.listed()), (("rest".to_owned(), Some(0)), format!("{plays} done")));
    // As often as one likes, in any order, and then the marker.
    let many = table.play("anna @0G dissertation goal=t elisabeth @0R flower-pot <plants +p20");
    let many = many.play("seed-bag +p21 +p22 +p23 +p24 +p25 p21 p22 p23");
    assert_eq!((many.turn(), many.plots(0)), (("work".to_owned(), Some(0)), "0:6RG 1:9 8:20".to_owned()));
    assert!(many.lists("seed-bag") && many.lists("treasury"));
    assert_eq!(after.play("done").turn(), ("work".to_owned(), Some(1)));
}

#[test]
fn t31_free_plays_between_the_steps_of_an_action() {
    let plays = "seed-bag dissertation flower-pot elisabeth anna";
    for (text, phase) in [
        ("nursery", "draw"),
        ("nursery <plants +p20", "draw"),
        ("tool-shed", "draw"),
        ("gardening", "draw"),
        ("gardening <plants +p20", "harvest"),
        ("gardening <plants +p20 done", "sow"),
    ] {
        let table = rich().table().play(text);
        assert_eq!(table.phase(), phase, "{text}");
        assert!(table.listed().contains(plays), "{text}: {}", table.listed());
    }
}

#[test]
fn t31_a_tool_drawn_while_gardening_is_played_in_it() {
    // A Seed Bag from the deck, played at once, gives a plant to sow.
    let table = peas(2).table().play("gardening <tools +seed-bag");
    assert_eq!(table.phase(), "harvest");
    let bag = table.play("seed-bag +p20 +p21 +p22 +p23 +p24 p22 p23 p24");
    assert_eq!((bag.phase(), bag.listed()), ("sow".to_owned(), "p20 p21 done".to_owned()));
    assert_eq!(bag.play("p21 p20").plots(0), "0:21 1:20");
}

#[test]
fn t31_abilities_once_a_round() {
    let table = rich().table();
    let used = table.play("anna @0G elisabeth @0R");
    assert_eq!(used.at("players/0/used"), "[elisabeth,anna]");
    assert_eq!(used.forbids("anna", "T26"), "Sister Anna is used already in this round");
    assert_eq!(used.forbids("elisabeth", "T31"), "Sister Elisabeth is used already in this round");
    let later = used.play("second done second");
    later.forbids("anna", "T26");
}

#[test]
fn t31_elisabeth_validates_what_matches_a_research_goal() {
    // The goal r: plants 9 and 13 have rr, plant 0 has Rr.
    let goals = json!([null, 0, null, null, null, null, 1, null]);
    let table = peas(2).assistants(0, "elisabeth").plots(0, "0:13 1:0").entry("goals", goals.clone()).table();
    let chosen = table.play("elisabeth");
    assert_eq!((chosen.turn(), chosen.listed()), (("validate".to_owned(), Some(0)), "@0R".to_owned()));
    assert_eq!(chosen.forbids("@1R", "T31"), "Rr matches none of your research goals");
    chosen.forbids("@0T", "T31");
    assert_eq!(chosen.play("@0R").plots(0), "0:13R 1:0");
    assert_eq!(table.coins(0), chosen.coins(0), "for nothing");
    // The goal R: both dominant and mixed.
    let goals = json!([0, null, null, null, null, null, null, null]);
    let both = peas(2).assistants(0, "elisabeth").plots(0, "0:2 1:0").entry("goals", goals).table();
    assert_eq!(both.play("elisabeth").listed(), "@0R @1R");
    let none = peas(2)
        .assistants(0, "elisabeth")
        .plots(0, "0:13R")
        .entry("goals", json!([0, null, null, null, null, null, null, null]))
        .table();
    assert_eq!(
        none.forbids("elisabeth", "T32"),
        "none of your uncovered traits matches one of your research goals"
    );
    assert_eq!(table.play("second done").forbids("elisabeth", "T31"), "you have not hired Sister Elisabeth");
}

#[test]
fn t26_t31_anna_validates_any_trait_for_a_coin() {
    let table = peas(2).assistants(0, "anna").coins(0, 1).plots(0, "0:3").table();
    let paid = table.play("anna");
    assert_eq!((paid.coins(0), paid.listed()), (0, "@0R @0F".to_owned()));
    assert_eq!(paid.why("@0F"), "validates the trait Ff of plant 3 on plot 0 with Sister Anna [T26]");
    assert_eq!(paid.play("@0F").turn(), ("work".to_owned(), Some(0)));
    assert_eq!(
        peas(2).assistants(0, "anna").coins(0, 0).plots(0, "0:3").table().forbids("anna", "T26"),
        "Sister Anna's ability costs 1 coin; you have 0"
    );
    let bare = peas(2).assistants(0, "anna").plots(0, "0:3RF").table();
    assert_eq!(
        bare.forbids("anna", "T26"),
        "no trait of your plants is uncovered: there is nothing to validate"
    );
}

#[test]
fn t31_two_coins_with_the_action() {
    for (tool, spaces, rest) in [
        ("hand-lens", "genes-R genes-T", "first-R second treasury slot"),
        ("pocket-watch", "first-R first-T", "genes-R second treasury slot"),
        ("garden-line", "second", "genes-R first-R treasury slot"),
    ] {
        let table = peas(2).tools(0, tool).table();
        table.forbids(tool, "T31");
        for space in words(spaces) {
            let leave = if space.starts_with("genes") { "leave" } else { "" };
            let placed = table.play(&format!("{space} {leave}"));
            assert_eq!(placed.listed(), format!("{tool} done"));
            let coins = placed.coins(0);
            let played = placed.play(tool);
            assert_eq!((played.coins(0), played.seat()), (coins + 2, Some(1)));
            assert_eq!(played.at("discards/tools"), format!("[{tool}]"));
        }
        for space in words(rest) {
            let leave = if space.starts_with("genes") { "leave" } else { "" };
            let placed = table.play(&format!("{space} {leave}"));
            assert_eq!(
                (placed.phase(), placed.listed()),
                ("rest".to_owned(), "done".to_owned()),
                "{tool} {space}"
            );
            placed.forbids(tool, "T31");
        }
    }
}

#[test]
fn t31_a_player_without_markers_has_no_turn() {
    let table = rich().player(1, "markers", 5).markers("second:0 second:1 second:0 second:1").table();
    let last = table.play("second done second");
    assert_eq!(
        last.turn(),
        ("work".to_owned(), Some(1)),
        "seat 0 has placed all, and plays no tool any more"
    );
}

#[test]
fn t31_tools_that_are_not_in_hand() {
    let table = peas(2).tools(1, "seed-bag rake").table();
    assert_eq!(table.forbids("rake", "T31"), "Rake is not in hand");
    table.forbids_all(
        "seed-bag dissertation flower-pot graft-knife pollen-brush hand-lens pocket-watch garden-line grant",
        "T31",
    );
    let message = peas(2).tools(0, "seed-bag").table().play("genes-R").forbids("seed-bag", "T31");
    assert!(message.starts_with("Seed Bag is played in one's own working turn"), "{message}");
}

#[test]
fn t24_dissertation_is_a_goal_for_a_coin() {
    let table = peas(2).tools(0, "dissertation").coins(0, 1).table();
    assert_eq!(table.why("dissertation"), "Dissertation: a research goal for 1 coin [T24]");
    let set = table.play("dissertation goal=T");
    assert_eq!(
        (set.coins(0), set.at("goals/6"), set.turn()),
        (0, "0".to_owned(), ("work".to_owned(), Some(0)))
    );
    assert_eq!(set.at("discards/tools"), "[dissertation]");
    assert_eq!(
        peas(2).tools(0, "dissertation").coins(0, 0).table().forbids("dissertation", "T24"),
        "Dissertation costs 1 coin; you have 0"
    );
    let goals = json!([0, 0, 0, null, null, null, null, null]);
    let full = peas(2).tools(0, "dissertation").coins(0, 3).entry("goals", goals).table();
    assert_eq!(full.forbids("dissertation", "T24"), "your three research markers are placed");
}

#[test]
fn t32_what_would_have_no_effect_is_not_played() {
    let all: Vec<u8> = (0..50).collect();
    let table = peas(2).tools(0, "seed-bag flower-pot").hand(1, &all).table();
    assert_eq!(table.forbids("seed-bag", "T32"), "Seed Bag would have no effect: no plant is left to take");
    table.forbids("flower-pot", "T32");
    // Plants on the display are for the pot, not for the bag.
    let shown = peas(2)
        .tools(0, "seed-bag flower-pot")
        .hand(1, &all[1..])
        .display("0 - -", "rake - -", "may anna franz")
        .table();
    shown.forbids("seed-bag", "T32");
    assert!(shown.lists("flower-pot"));
}

#[test]
fn t32_a_watering_funnel_without_a_trait_is_discarded() {
    let table = peas(2).plots(0, "0:3RF").table().play("tool-shed <tools +watering-funnel");
    assert_eq!(
        (table.turn(), table.at("discards/tools")),
        (("work".to_owned(), Some(1)), "[watering-funnel]".to_owned())
    );
}

#[test]
fn t33_no_free_plays_while_a_target_is_named() {
    for text in [
        "genes-R",
        "goal-2",
        "university-1",
        "dissertation",
        "anna",
        "flower-pot",
        "seed-bag +p20 +p21 +p22 +p23 +p24",
    ] {
        let table = rich().table().play(text);
        for word in ["dissertation", "elisabeth", "seed-bag"] {
            assert!(!table.lists(word), "{word} after {text}");
        }
    }
    // Nor in another player's turn.
    let table = rich().table().play("second done");
    assert!(!table.lists("anna") && !table.lists("seed-bag"));
}

#[test]
fn t33_nursery_and_tool_shed_without_cards() {
    let all: Vec<u8> = (0..50).collect();
    let table = peas(2).hand(1, &all).table();
    assert!(table.lists("nursery") && table.lists("gardening"));
    assert_eq!(table.play("nursery").turn(), ("work".to_owned(), Some(1)));
}

#[test]
fn t33_sowing_uses_the_lowest_free_ordinary_plot() {
    let setup = peas(2)
        .player(0, "new_plots", 1)
        .plots(0, "0:0 7:3 8:5")
        .player(0, "pots", 1)
        .assistants(0, "eduard");
    let table = setup.hand(0, &[8, 9, 10]).table().play("gardening <tools +rake done");
    assert_eq!(table.listed(), "p8 p9 p10 done");
    let full = table.play("p9 p10");
    assert_eq!(full.plots(0), "0:0 1:9 2:10 7:3 8:5");
    assert_eq!(
        full.forbids("p8", "T33"),
        "no plot is free: 3 of 3 have a plant, and no other plot is sown on"
    );
}

#[test]
fn t33_alipius_draws_before_the_harvest() {
    let table = peas(2).assistants(0, "alipius").plots(0, "0:0RG").table().play("gardening <plants +p20");
    assert_eq!((table.phase(), table.at("players/0/harvested")), ("draw".to_owned(), "[]".to_owned()));
    assert_eq!(table.play("<plants +p21").at("players/0/harvested"), "[0]");
}

#[test]
fn t33_omaris_dice_may_be_given_up() {
    let table =
        peas(2).assistants(0, "omari").plots(0, "0:6").table().play("omari II II II II done done done");
    assert_eq!(table.why("done"), "gives up Father Omari's die of T [T33]");
    assert_eq!((table.plots(0), table.play("done").turn()), ("0:6".to_owned(), ("work".to_owned(), Some(1))));
    // No match at all: the turn ends by itself.
    let none = peas(2).assistants(0, "omari").plots(0, "0:6").table().play("omari I I I I");
    assert_eq!(none.turn(), ("work".to_owned(), Some(1)));
}

#[test]
fn t33_the_last_harvest_takes_every_complete_plant() {
    let table =
        peas(2).entry("round", 5).plots(0, "0:0RG 1:3R").plots(1, "1:1RG").breeding().table().roll("");
    assert_eq!(
        (table.phase(), table.plots(0), table.plots(1)),
        ("over".to_owned(), "1:3R".to_owned(), String::new())
    );
}

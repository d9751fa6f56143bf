//! T10 to T16: set-up, and the data that a game is played with.

use boardwright::game::{Actions, Outcomes, Viewer};
use boardwright::{Event, Game};
use serde_json::{Value, json};

use super::support::{Table, peas, solo, words};

/// Plays the set-up: the first card, the first choice, each time.
fn set_up(mut table: Table) -> Table {
    while table.phase() != "work" {
        let (mut actions, mut outcomes) = (Actions::new(), Outcomes::new());
        table.game.actions(&table.state, &mut actions);
        table.game.outcomes(&table.state, &mut outcomes);
        let first = actions.first().map(|id| Event::Act(*id));
        let event = first.or_else(|| outcomes.first().map(|(id, _)| Event::Chance(*id))).expect("an event");
        table = table.play(&table.game.event_text(&table.state, event));
    }
    table
}

#[test]
fn t10_cards_for_the_number_of_players() {
    for (players, slots) in [(1, 3), (2, 3), (3, 4), (4, 5), (5, 5)] {
        let table = set_up(peas(players).start());
        let dict = table.dict();
        for deck in ["plants", "tools"] {
            let display = dict["display"][deck].as_array().expect("a list");
            assert_eq!(display.len(), slots, "{players} players");
            assert!(display.iter().all(|card| !card.is_null()));
        }
        assert_eq!(dict["display"]["assistants"].as_array().map(Vec::len), Some(3));
        if slots < 5 {
            let empty = peas(players).table().play("nursery");
            let message = empty.forbids(&format!("<plants{slots}"), "T10");
            assert_eq!(message, format!("the display has {slots} plants, in slots 0 to {}", slots - 1));
        }
    }
}

#[test]
fn t10_what_a_player_starts_with() {
    // The first plants are dealt to the display; seat 0 gets 3, 4 and 5.
    let table = peas(2).start().play("+p0 +p1 +p2 +grant +grant +grant +may +anna +franz");
    let dealt = table.play("+p3 +p4 +p5 +rake +p6 +p7 +p8 +seed-bag");
    assert_eq!((dealt.turn(), dealt.listed()), (("plant".to_owned(), Some(0)), "p3 p4 p5".to_owned()));
    let keep = dealt.play("p4");
    assert_eq!((keep.turn(), keep.listed()), (("keep".to_owned(), Some(0)), "p3 p5".to_owned()));
    let done = keep.play("p3 p7 p8 shown=p4 shown=p5 shown=p7 shown=p6");
    for (seat, plant, hand, tool) in [(0, "0:4", "[3]", "[rake]"), (1, "0:7", "[8]", "[seed-bag]")] {
        assert_eq!(done.plots(seat), plant);
        let of = |key: &str| done.at(&format!("players/{seat}/{key}"));
        assert_eq!(
            (of("hand"), of("tools"), of("coins"), of("markers")),
            (hand.into(), tool.into(), "1".into(), "3".into())
        );
    }
    assert_eq!(done.at("discards/plants"), "[5,6]");
    assert_eq!((done.at("coins"), done.at("round")), ("[true,true,true,true]".to_owned(), "1".to_owned()));
    assert_eq!(done.turn(), ("work".to_owned(), Some(0)));
    dealt.forbids("p9", "T16");
    keep.forbids("p4", "T16");
    table.forbids_all("p3 done genes-R", "T10");
}

#[test]
fn t10_three_research_markers() {
    let goals = json!([0, 0, 0, null, null, null, null, null]);
    let table = peas(2).entry("goals", goals).coins(0, 9).table();
    assert_eq!(table.forbids("goal-2", "T24"), "your three research markers are placed");
}

#[test]
fn t11_two_plots() {
    let table = peas(2).hand(0, &[0, 1, 2, 3]).table().play("gardening <plants +p20");
    let full = table.play("p0 p2");
    assert_eq!((full.plots(0), full.turn()), ("0:0 1:2".to_owned(), ("work".to_owned(), Some(1))));
}

#[test]
fn t11_three_dice_slots() {
    let table = peas(2).plots(0, "0:6").breeding().table().roll("Rr Gg Ff Tt").play("=Rr =Gg =Ff");
    // A fourth die would fit, but no slot is free: the phase is over.
    assert_eq!((table.at("players/0/dice"), table.plots(0)), ("3".to_owned(), "0:6RGF".to_owned()));
    assert!(table.is_past_breeding());
}

#[test]
fn t11_two_spaces_of_the_own_that_cost_nothing() {
    let table = peas(2).coins(0, 0).table();
    assert!(table.lists("gardening") && table.lists("slot"));
    // The other player's own spaces are others.
    let next = table.play("slot");
    assert!(next.lists("slot"));
    assert_eq!(next.play("slot").at("own_spaces"), "[[slot],[slot]]");
}

/// The data file of a kind, as it is shipped.
fn shipped(kind: &str) -> Value {
    let text = match kind {
        "plants" => include_str!("../../../data/genotype/plants.toml"),
        "tools" => include_str!("../../../data/genotype/tools.toml"),
        "prices" => include_str!("../../../data/genotype/prices.toml"),
        _ => include_str!("../../../data/genotype/automa.toml"),
    };
    boardwright::data::parse(text).expect("a sound file")
}

/// The rules that a data file offends after a change.
fn faults(kind: &str, change: impl Fn(&mut Value)) -> Vec<&'static str> {
    let mut file = shipped(kind);
    change(&mut file);
    peas(2).option(kind, file).faults()
}

#[test]
fn t12_fifty_plants_with_two_to_four_traits() {
    let file = shipped("plants");
    let cards = file["cards"].as_array().expect("a list");
    let size = |card: &Value| card["traits"].as_array().map_or(0, Vec::len);
    let counts = [2, 3, 4].map(|traits| cards.iter().filter(|card| size(card) == traits).count());
    assert_eq!((cards.len(), counts), (50, [14, 22, 14]));
    let mut seen = std::collections::BTreeMap::new();
    for card in cards {
        let traits: Vec<&str> =
            card["traits"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
        for name in &traits {
            *seen.entry((*name).to_owned()).or_insert(0) += 1;
        }
        // Equal genes are equal letters.
        let pure = traits.iter().filter(|name| name[..1] == name[1..]).count();
        assert_eq!(card["points"], json!([3, 5, 8][traits.len() - 2] + pure), "{traits:?}");
    }
    assert!(cards.iter().any(|card| card["traits"] == json!(["rr", "GG", "tt"])));
    let (mixed, pure): (Vec<_>, Vec<_>) = seen.iter().partition(|(name, _)| name[..1] != name[1..]);
    let spread = |list: &[(&String, &i32)]| {
        list.iter().map(|(_, count)| **count).max().zip(list.iter().map(|(_, count)| **count).min())
    };
    for list in [mixed, pure] {
        let (most, least) = spread(&list).expect("genotypes");
        assert!(most - least <= 1, "{list:?}");
    }
}

#[test]
fn t12_plants_of_ones_own_are_checked() {
    assert_eq!(
        faults("plants", |file| {
            file["cards"].as_array_mut().expect("a list").pop();
        }),
        ["T12"]
    );
    assert_eq!(faults("plants", |file| file["cards"][0]["traits"] = json!(["RR"])), ["T12"]);
    assert_eq!(faults("plants", |file| file["cards"][0]["traits"] = json!(["RR", "Rr"])), ["T12"]);
    assert_eq!(faults("plants", |file| file["cards"][0]["traits"] = json!(["RR", "Gr"])), ["T1"]);
}

#[test]
fn t13_twenty_five_tools_of_eleven_kinds() {
    let file = shipped("tools");
    let counts = file["counts"].as_object().expect("counts");
    let of = |name: &str| counts[name].as_i64().expect("a number");
    assert_eq!((counts.len(), counts.values().filter_map(Value::as_i64).sum::<i64>()), (11, 25));
    assert_eq!([of("watering-funnel"), of("seed-bag"), of("grant"), of("rake")], [3, 3, 3, 2]);
    assert_eq!(faults("tools", |file| file["counts"]["rake"] = json!(3)), ["T13"]);
    // Own counts are played with: 25 Rakes would be more than a state has room for, 15 are not.
    let mut own = shipped("tools");
    own["counts"] = json!({"rake": 15, "grant": 10, "seed-bag": 0, "watering-funnel": 0, "dissertation": 0,
        "flower-pot": 0, "graft-knife": 0, "pollen-brush": 0, "hand-lens": 0, "pocket-watch": 0, "garden-line": 0});
    let table = peas(2).option("tools", own).start().play("+p0 +p1 +p2");
    assert_eq!(table.chances(), "+rake:15 +grant:10");
}

#[test]
fn t14_prices_and_stock() {
    let table = peas(2).table();
    assert_eq!(
        (table.at("prices"), table.at("stock")),
        ("[3,3,4,2]".to_owned(), "{plots:5,slots:8}".to_owned())
    );
    let prices = json!({"plot": [1, 2, 3], "slot": [2, 2, 2], "marker": [0, 9, 30], "hire": [1, 1, 1]});
    let own = json!({"format": 1, "status": "own", "prices": prices});
    assert_eq!(peas(2).option("prices", own).table().at("prices"), "[2,2,9,1]");
    assert_eq!(faults("prices", |file| file["prices"]["plot"] = json!([3, 2, 5])), ["T14"]);
    assert_eq!(faults("prices", |file| file["prices"]["plot"] = json!([2, 3])), ["T14"]);
}

#[test]
fn t15_two_goals_a_colour() {
    // Seat 0 has the goals R and f, seat 1 has r. Plants 0, 2: Rr, RR; 9: rr; 16: GG ff; 13: rr gg ff tt.
    let goals = json!([0, 1, null, null, null, 0, null, null]);
    let table = peas(2).entry("goals", goals);
    let table =
        table.player(0, "harvested", json!([0, 2, 16])).player(1, "harvested", json!([9, 13])).table();
    // Points of the plants, and 1 coin; 2 each for Rr and RR, 3 for ff; 3 each for rr.
    assert_eq!(table.points(0), (1 + 2 + 16) + 1 + 2 * 2 + 3);
    assert_eq!(table.points(1), (9 + 13) + 1 + 2 * 3);
}

#[test]
fn t15_a_goal_that_is_set_counts_harvested_plants_only() {
    let table = peas(2).plots(0, "0:3R").coins(0, 2).table();
    assert_eq!(table.points(0), 3, "2 coins and 1 marker");
    let set = table.play("goal-2");
    assert_eq!(
        set.why("goal=R"),
        "sets the goal R [T24]: 2 points for each harvested plant with RR or Rr [T15]"
    );
    assert_eq!(set.why("goal=t"), "sets the goal t [T24]: 3 points for each harvested plant with tt [T15]");
    assert_eq!(set.play("goal=R").points(0), 1);
}

#[test]
fn t16_the_first_seat() {
    assert_eq!(set_up(peas(3).start()).seat(), Some(0));
    assert_eq!(set_up(peas(3).option("first_seat", 2).start()).seat(), Some(2));
    let random = peas(3).option("first_seat", "random").start();
    assert_eq!(
        (random.turn(), random.chances()),
        (("first".to_owned(), None), "seat0 seat1 seat2".to_owned())
    );
    assert_eq!(set_up(random.play("seat1")).seat(), Some(1));
    random.forbids("seat3", "T16");
    assert_eq!(random.why("seat1"), "Scientist 2 starts [T16]");
    assert_eq!(solo("easy").option("first_seat", "random").faults(), ["T60"]);
    assert_eq!(solo("easy").option("first_seat", 1).faults(), ["T60"]);
}

/// Two players after the deal: seat 0 has plants 3, 4, 5 and this tool, seat 1 6, 7, 8 and Grant.
fn dealt(tool: &str) -> Table {
    let table = peas(2).start().play("+p20 +p21 +p22 +rake +rake +seed-bag +may +anna +franz");
    table.play(&format!("+p3 +p4 +p5 +{tool} +p6 +p7 +p8 +grant"))
}

#[test]
fn t16_starting_plants_are_secret_until_all_have_chosen() {
    let table = dealt("grant");
    let other = Viewer::Seat(1);
    assert_eq!(table.seen("players/0/hand", other), "[?,?,?]");
    assert_eq!(table.seen("players/0/hand", Viewer::Seat(0)), "[3,4,5]");
    // Seat 1 sees that seat 0 has chosen, and not what.
    let chosen = table.play("p3 p4");
    assert_eq!((chosen.turn(), chosen.plots(0)), (("plant".to_owned(), Some(1)), String::new()));
    assert_eq!(chosen.seen("players/0/hand", other), "[?]");
    let (view, event) = (chosen.view(other), boardwright::game::UNKNOWN);
    assert!(chosen.game.check(table.view(other).state(), Event::Act(event)).is_ok());
    assert!(chosen.game.has_unknowns(view.state()));
    // Then each card is shown: in the full state there is one outcome, for seat 1 there are many.
    let shown = chosen.play("p6 p7");
    assert_eq!((shown.phase(), shown.chances()), ("shown".to_owned(), "shown=p3".to_owned()));
    let mut outcomes = Outcomes::new();
    shown.game.outcomes(shown.view(other).state(), &mut outcomes);
    assert!(outcomes.len() > 30, "{outcomes:?}");
    let done = shown.play("shown=p3 shown=p5 shown=p6 shown=p8");
    assert_eq!((done.plots(0), done.plots(1)), ("0:3".to_owned(), "0:6".to_owned()));
    assert_eq!(done.seen("discards/plants", other), "[5,8]");
    shown.forbids("shown=p4", "T16");
}

#[test]
fn t16_a_dealt_watering_funnel_is_used_on_the_starting_plant() {
    // Plant 3 is Rr Ff. Everybody knows of the funnel as soon as it is dealt.
    let table = dealt("watering-funnel");
    assert_eq!(table.seen("players/0/known_tools", Viewer::Seat(1)), "[watering-funnel]");
    let table = table.play("p3 p4 p6 p7 shown=p3 shown=p5 shown=p6 shown=p8");
    assert_eq!((table.turn(), table.listed()), (("funnel".to_owned(), Some(0)), "@0R @0F".to_owned()));
    table.forbids("done", "T16");
    assert_eq!(
        table.why("@0F"),
        "validates the trait Ff of plant 3 on plot 0 with the Watering Funnel [T16]"
    );
    let done = table.play("@0F");
    assert_eq!((done.plots(0), done.turn()), ("0:3F".to_owned(), ("work".to_owned(), Some(0))));
    assert_eq!(
        (done.at("players/0/tools"), done.at("discards/tools")),
        ("[]".to_owned(), "[watering-funnel]".to_owned())
    );
}

#[test]
fn t16_the_known_copy_of_a_tool_is_played_first() {
    // One Rake was taken from the display, one drawn unseen.
    let table =
        peas(2).tools(0, "hand-lens hand-lens").player(0, "known_tools", json!(["hand-lens"])).table();
    assert_eq!(table.seen("players/0/tools", Viewer::Seat(1)), "[hand-lens,?]");
    let played = table.play("genes-R leave hand-lens");
    assert_eq!(played.seen("players/0/tools", Viewer::Seat(1)), "[?]");
    assert_eq!(played.at("discards/tools"), "[hand-lens]");
}

#[test]
fn t16_discards_lie_face_up() {
    let table = peas(2)
        .entry("discards", json!({"plants": [3, 9], "tools": ["rake"], "assistants": ["may"]}))
        .table();
    for viewer in [Viewer::Seat(0), Viewer::Seat(1), Viewer::Spectator] {
        assert_eq!(table.seen("discards", viewer), table.at("discards"));
    }
    assert_eq!(table.at("discards/plants"), "[3,9]");
    assert!(!words(&table.play("nursery <plants").chances()).contains(&"+p9"), "not in the deck");
}

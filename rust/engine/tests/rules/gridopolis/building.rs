//! G60 to G63: adding pads, blocker-boxes.

use boardwright::Game;
use boardwright::game::Actions;
use serde_json::json;

use super::support::{Setup, Table, all_sites, matrix, on};

/// Two kings out of the way.
fn two() -> Setup {
    matrix().king(0, "1.1.1").king(1, "1.1.3")
}

#[test]
fn g60_a_horizontal_pad_costs_a_pad_and_a_link() {
    let table = two().table().play("+3.1.2");
    assert_eq!(table.dict()["built"], json!([[3, 1, 2]]));
    assert_eq!((table.reserve(0), table.reserve(1)), ([2, 2, 2, 2], [3, 3, 2, 2]));
    assert_eq!((table.seat(), table.number("quiet")), (Some(1), 0));
}

#[test]
fn g60_a_vertical_pad_costs_a_post_too() {
    let table = two().table();
    let built = table.play("+|0.0.4");
    assert_eq!(built.dict()["built"], json!([[0, 0, 4]]));
    assert_eq!(built.reserve(0), [2, 2, 1, 2]);
    // Above the back row of a section as well.
    table.play("+|0.-2.3");
}

#[test]
fn g60_a_pad_fits_beside_a_pad_or_directly_above_one() {
    let table = two().table();
    table.forbids_all("+3.3.3 +4.1.2 +3.-1.1 +-1.-1.1", "G60"); // only diagonal, or far away
    table.forbids_all("+1.1.2 +|1.1.2 +1.-1.2", "G60"); // already there
    table.forbids("+|1.1.5", "G60");
    let mut sites: Vec<String> = table.after("+").split(' ').map(str::to_owned).collect();
    sites.retain(|site| !site.starts_with('|'));
    // Beside the cube: 12 each on levels 1 and 3. On level 2: 3 west and 3 east of it, 2 on either
    // side of and 3 behind each section.
    assert_eq!(sites.len(), 12 + 12 + 6 + 7 + 7);
    let posts = table.after("+|");
    // Above the cube, and above the back rows; the front rows have a pad of level 3 beside.
    assert_eq!(posts.split(' ').count(), 9 + 6);
    assert!(posts.contains("1.-2.3") && !posts.contains("1.-1.3"));
}

#[test]
fn g60_a_site_that_allows_both_is_built_without_a_post() {
    // 1.-1.3 is above 1.-1.2 and beside 1.0.3.
    let table = two().table();
    table.forbids("+|1.-1.3", "G60");
    assert_eq!(table.play("+1.-1.3").reserve(0), [2, 2, 2, 2]);
    table.forbids("+0.0.4", "G60"); // beside no pad: it needs a post
    let dict = json!({"type": "build", "site": [1, -1, 3]});
    let event = table.game.event_from_json(&table.state, &dict).expect("legal");
    assert_eq!(table.game.event_text(&table.state, event), "+1.-1.3");
    // Once a pad stands on level 4, the ones beside it are horizontal.
    let built = two().built("0.0.4").table();
    built.forbids("+|1.0.4", "G60");
    built.play("+1.0.4");
    built.play("+|1.1.4");
}

#[test]
fn g60_a_site_has_one_action_and_its_anchor_is_the_lowest_pad() {
    // 3.1.2 lies between 3.0.2, 3.2.2 and 2.1.2; it is listed once.
    let table = two().built("3.0.2 3.2.2 4.1.2 4.0.2").table();
    let listed = table.texts().iter().filter(|text| *text == "+3.1.2").count();
    assert_eq!(listed, 1);
    let build = |anchor: &str, side: u16| 1728 + table.pad(anchor) * 5 + side;
    let mut actions = Actions::new();
    table.game.actions(&table.state, &mut actions);
    assert!(actions.contains(&build("2.1.2", 0)), "east of 2.1.2");
    assert!(table.pad("2.1.2") < table.pad("3.0.2"));
    for (anchor, side) in [("4.1.2", 1), ("3.0.2", 2), ("3.2.2", 3)] {
        assert_eq!(table.rule_against(build(anchor, side)), "G60", "from {anchor}");
    }
    assert_eq!(table.rule_against(build("2.1.1", 4)), "G60", "up, where a pad stands");
}

#[test]
fn g60_any_pad_can_be_built_onto() {
    let table = matrix().king(0, "2.1.2").pawn(1, "2.0.3").blocked("0.1.2 0.1.3").table();
    table.play("+3.1.2"); // beside an occupied pad
    table.play("+-1.1.2"); // beside a blocked pad
    table.play("+|2.0.4"); // above an occupied teleporter
    table.play("+|0.1.4"); // above a blocked pad
    table.play("+|0.-2.3"); // above a kingerizer
}

#[test]
fn g60_the_new_pad_is_an_ordinary_pad_at_once() {
    let table = matrix().king(0, "2.1.2").pawn(1, "1.4.2").pawn(1, "2.2.3").table();
    table.forbids("2.1.2>3.1.2", "G20");
    let built = table.play("+3.1.2").play("1.4.2>1.3.2");
    assert_eq!(built.play("2.1.2>3.1.2.").at("3.1.2"), "0k");
    built.play("+4.1.2");
    built.play("+3.1.3");
    built.play("#3.1.2");
    // A jump over it and onto it.
    let over = matrix().king(0, "2.1.2").pawn(1, "3.1.2").pawn(1, "1.4.2").built("3.1.2 4.1.2").table();
    assert_eq!(over.play("2.1.2x4.1.2.").captured(0), (1, 0));
}

#[test]
fn g60_equal_positions_are_equal_states_whatever_was_built_first() {
    let play = |first: &str, second: &str| -> Table {
        let table = two().pawn(0, "3.1.2").built("3.1.2").table();
        table.play(first).play("#0.1.1").play(second).play("#2.1.1")
    };
    let (one, two) = (play("+-1.1.2", "+|0.0.4"), play("+|0.0.4", "+-1.1.2"));
    assert_eq!(one.state, two.state);
    assert_eq!(one.at("3.1.2"), "0p", "markers on built pads keep their place");
    assert_eq!(one.dict()["built"], all_sites("-1.1.2 3.1.2 0.0.4"));
}

#[test]
fn g60_a_built_pad_of_a_position_must_join_another_pad() {
    assert_eq!(two().built("5.5.2").faults(), ["G60"]);
    assert_eq!(two().built("3.1.2 5.1.2").faults(), ["G60"]);
    assert_eq!(two().built("1.1.2").faults(), ["G60"], "there is one already");
    two().built("5.1.2 4.1.2 3.1.2").table();
}

#[test]
fn g61_a_blocker_box_goes_on_an_active_empty_pad_without_node() {
    let table = matrix().king(0, "1.1.1").pawn(1, "1.4.2").blocked("0.1.1").built("3.1.2").table();
    let blocked = table.play("#2.1.1");
    assert_eq!(blocked.dict()["blocked"], all_sites("0.1.1 2.1.1"));
    assert_eq!((blocked.reserve(0), blocked.seat()), ([3, 3, 2, 1], Some(1)));
    assert_eq!(blocked.number("quiet"), 0);
    table.play("#3.1.2"); // a built pad
    table.play("#1.-1.2"); // a pad of a section
    table.forbids("#1.1.1", "G61"); // occupied
    table.forbids("#0.1.1", "G61"); // already blocked
    table.forbids_all("#1.1.2 #0.0.1 #2.2.1 #2.0.3 #0.2.3", "G61"); // teleporters
    table.forbids_all("#1.-2.2 #0.4.2", "G61"); // kingerizers
    table.forbids("#4.1.2", "G61"); // no pad
    // 39 pads and a built one, without 5 teleporters, 6 kingerizers, a blocked and an occupied one.
    assert_eq!(table.after("#").split(' ').count(), 40 - 5 - 6 - 1 - 1);
}

#[test]
fn g61_nobody_lands_on_a_blocked_pad_ever_after() {
    let table = matrix()
        .king(0, "1.0.1")
        .pawn(0, "0.1.1")
        .pawn(0, "0.0.1")
        .pawn(1, "2.1.1")
        .pawn(1, "1.4.2")
        .blocked("1.1.1 0.2.1 1.2.1")
        .table();
    table.forbids("1.0.1>1.1.1", "G61");
    table.forbids("0.0.1^0.2.1", "G61");
    table.forbids("1.0.1^-1.2.1", "G26");
    // Nothing stands on it, so nothing jumps over it.
    table.forbids("1.0.1x1.2.1", "G30");
    table.forbids("1.0.1^1.2.1", "G26");
    let over = matrix().king(0, "1.0.1").blocked("1.1.1").pawn(1, "1.4.2").table();
    over.forbids("1.0.1x1.2.1", "G30");
    over.forbids("1.0.1^1.2.1", "G26");
    assert!(!over.after("1.0.1").contains("1.2.1"));
    let later = over.play("1.0.1>0.0.2.").play("1.4.2>1.3.2");
    assert_eq!(later.dict()["blocked"], all_sites("1.1.1"));
    later.forbids("0.0.2>1.1.1", "G61");
}

#[test]
fn g61_a_position_with_an_impossible_blocker_box_is_refused() {
    assert_eq!(two().blocked("1.1.2").faults(), ["G61"]);
    assert_eq!(two().blocked("1.4.2").faults(), ["G61"]);
    assert_eq!(two().blocked("1.1.1").faults(), ["G61"]);
    assert_eq!(two().blocked("9.9.2").faults(), ["G61"]);
    assert_eq!(two().blocked("0.1.1 0.1.1").faults(), ["G61"]);
}

#[test]
fn g62_supported_pads_need_a_pad_directly_below() {
    let free = two().table();
    let table = two().option("supported_pads", true).table();
    free.play("+3.1.2");
    table.forbids("+3.1.2", "G62");
    table.forbids_all("+3.1.1 +-1.1.1 +3.1.3", "G62");
    table.play("+|0.0.4");
    // Above a front row and beside the cube: supported, and still without a post.
    assert_eq!(table.play("+1.-1.3").reserve(0), [2, 2, 2, 2]);
    table.forbids("+|1.-1.3", "G60");
    table.forbids("+5.5.5", "G60");
    let horizontal = table.after("+");
    let horizontal: Vec<&str> = horizontal.split(' ').filter(|site| !site.starts_with('|')).collect();
    assert_eq!(horizontal, ["0.-1.3", "0.3.3", "1.-1.3", "1.3.3", "2.-1.3", "2.3.3"]);
}

#[test]
fn g62_a_supported_pad_supports_the_next_one() {
    let table = two().option("supported_pads", true).built("0.-1.3 0.0.4").table();
    table.play("+1.0.4"); // above 1.0.3, beside 0.0.4
    table.play("+0.-1.4"); // above the built 0.-1.3
    table.forbids("+-1.0.4", "G62");
    let below = two().option("supported_pads", true).built("0.0.4").table();
    below.forbids("+0.-1.4", "G62");
    below.play("+0.-1.3").play("+0.-1.4"); // beside 0.0.4, and now above a pad, too
    let free = two().built("0.0.4").table();
    free.play("+-1.0.4");
    assert_eq!(two().option("supported_pads", true).built("3.1.2").faults(), ["G60"]);
}

#[test]
fn g62_a_flat_grid_set_with_supported_pads_only_grows_upward() {
    let table = on("plaza").option("supported_pads", true).king(0, "2.2.1").pawn(1, "2.6.1").table();
    assert!(table.texts().iter().all(|text| !text.starts_with('+') || text.starts_with("+|")));
    table.forbids("+5.0.1", "G62");
    let next = table.play("+|2.2.2").play("+3.2.2");
    assert_eq!(next.reserve(1), [1, 1, 2, 2], "beside it, no post");
}

#[test]
fn g63_horizontal_pads_fit_on_any_level_that_exists() {
    let table = two().table();
    for site in ["3.0.1", "-1.1.3", "3.-2.2", "1.-3.2", "1.5.2", "1.3.1", "1.3.3"] {
        table.play(&format!("+{site}"));
    }
    table.forbids("+3.0.4", "G60");
    let higher = two().built("2.0.4").table();
    higher.play("+3.0.4");
}

#[test]
fn g63_nothing_is_built_below_the_lowest_level() {
    let table = two().table();
    table.forbids_all("+1.1.0 +|1.1.0 +0.0.0 +3.0.0", "G63");
    assert!(table.texts().iter().all(|text| !text.starts_with('+') || !text.ends_with(".0")));
    // Below a pad of a higher level there may be an empty site that joins nothing: no pad there.
    table.forbids("+1.-2.1", "G60");
    let raised = two().built("3.0.3").table();
    raised.play("+3.0.2"); // beside 2.0.2
    assert_eq!(two().built("1.1.0").faults(), ["G60"]);
}

#[test]
fn g63_a_new_pad_changes_kamikazes_and_captures_at_once() {
    let table =
        matrix().pawn(0, "1.0.2").pawn(0, "1.1.3").pawn(1, "2.0.2").pawn(1, "1.4.2").turn_of(1).table();
    let before = table.play("1.4.2>1.3.2");
    before.play("1.0.2!2.0.2");
    before.forbids("1.0.2x3.0.2", "G30");
    let after = table.play("+3.0.2");
    after.forbids("1.0.2!2.0.2", "G34");
    assert_eq!(after.play("1.0.2x3.0.2").captured(0), (1, 0));
}

//! Positions that no game can come to are refused, by the rule that they offend.

use serde_json::{Value, json};

use super::support::{SPACES, Setup, lawn};

/// Three pawns each; the Viruses are to place.
fn camp() -> Setup {
    lawn().pawns(&[9, 20, 30], &[21, 16, 14])
}

/// The same after the Viruses have placed in 15.
fn placed() -> Setup {
    lawn().pawns(&[9, 20, 30, 15], &[21, 16, 14])
}

fn turn(entries: Value) -> impl Fn(Setup) -> Setup {
    move |setup| setup.entry("this_turn", entries.clone())
}

fn phase(name: &str) -> impl Fn(Setup) -> Setup {
    let name = name.to_owned();
    move |setup| setup.entry("phase", json!({"name": name}))
}

#[test]
fn m10_players_must_have_taken_turns() {
    assert_eq!(lawn().pawns(&[20, 30], &[]).faults(), ["M10"]);
    assert_eq!(lawn().pawns(&[20], &[14, 8]).faults(), ["M10"]);
    assert_eq!(camp().entry("phase", json!({"name": "leftover", "seat": 0})).rules("A").faults(), ["M10"]);
}

#[test]
fn m10_there_are_nine_tokens_one_of_each() {
    assert_eq!(camp().hands("flip", "flip").faults(), ["M10"]);
    assert_eq!(camp().hands("flip", "").used("flip", "").faults(), ["M10"]);
    assert_eq!(camp().tokens(&[10]).faults(), ["M10"], "no gene space");
    // Six on the board, two left over and the first one: none can be in hand.
    let six = camp().tokens(&SPACES[..6]);
    assert!(six.clone().read().is_ok());
    assert_eq!(six.hands("?", "").faults(), ["M10"]);
}

#[test]
fn m11_the_first_pawn_has_taken_a_token_and_nobody_else_has() {
    assert_eq!(camp().tokens(&SPACES).faults(), ["M11"]);
    assert_eq!(lawn().faults(), ["M11"], "the first pawn needs one");
    assert_eq!(lawn().tokens(&SPACES).hands("flip", "").entry("leftovers", 1).faults(), ["M11"]);
    assert!(lawn().tokens(&SPACES).read().is_ok());
}

#[test]
fn m12_whose_turn_it_is_follows_from_the_pawns() {
    assert_eq!(camp().entry("seat", 1).faults(), ["M12"]);
    assert_eq!(camp().entry("turn", 5).faults(), ["M12"]);
    assert_eq!(placed().table().seat(), Some(1));
    assert_eq!(lawn().tokens(&SPACES).entry("this_turn", json!({"cell": 3})).faults(), ["M12"]);
}

#[test]
fn m14_m17_m20_m26_m63_phases_need_what_they_are_about() {
    for (name, rule) in [("token", "M14"), ("after", "M17"), ("flip", "M20"), ("mutate", "M42")] {
        assert!(phase(name)(camp()).faults().contains(&rule), "{name}");
    }
    // A gene was used in the turn, but it was double.
    let aimed = |used: &str| turn(json!({"uses": 1}))(phase("move")(camp())).used(used, "");
    assert_eq!(aimed("move double").faults(), ["M26"]);
    assert_eq!(aimed("double move").table().listed(), ">8 >13 >15");
    let steal = camp().hands("double", "").entry("phase", json!({"name": "steal", "gene": "double"}));
    assert_eq!(steal.faults(), ["M63"]);
    assert_eq!(camp().entry("phase", json!({"name": "ten", "seat": 0})).faults(), ["M43"]);
    assert_eq!(phase("over")(camp()).faults(), ["M18"]);
    let after = turn(json!({"cell": 15}))(phase("after")(placed()));
    assert_eq!(after.clone().faults(), ["M17"], "no gene, no mutation: nothing to ask");
    assert_eq!(after.hands("double", "").table().deeds(), "double end");
}

#[test]
fn m16_m17_m24_m45_m60_what_is_said_of_the_turn_must_fit() {
    assert_eq!(turn(json!({"powers": ["anywhere"]}))(camp()).used("anywhere", "").faults(), ["M16"]);
    assert_eq!(turn(json!({"powers": ["flip"], "uses": 1}))(camp()).used("flip", "").faults(), ["M17"]);
    assert_eq!(turn(json!({"powers": ["double"], "uses": 1}))(camp()).used("double", "").faults(), ["M17"]);
    assert_eq!(turn(json!({"gained": 3}))(camp()).points(3, 0).faults(), ["M17"]);
    assert_eq!(turn(json!({"blocked": true}))(camp()).faults(), ["M24"], "nobody has used block");
    assert!(turn(json!({"blocked": true}))(camp()).used("", "block").read().is_ok());
    assert_eq!(turn(json!({"filled": true}))(camp()).faults(), ["M45"]);
    assert_eq!(turn(json!({"bonus": true}))(camp()).faults(), ["M60"]);
    assert_eq!(turn(json!({"mutated": true}))(camp()).faults(), ["M42"]);
}

#[test]
fn m18_with_all_pawns_placed_the_game_is_over() {
    let all = lawn().pawns(
        &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13],
        &[20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33],
    );
    assert_eq!(all.clone().points(50, 50).table().phase(), "over");
    assert_eq!(phase("before")(all).faults(), ["M18"]);
    assert_eq!(lawn().pawns(&[0; 15], &[]).faults(), ["-"], "a player has 14 pawns");
}

#[test]
fn m20_m25_m27_marks_come_from_genes_used() {
    let flipped = || camp().entry("flipped", json!([[], [1]]));
    assert_eq!(flipped().faults(), ["M20"]);
    assert!(flipped().used("flip", "").read().is_ok());
    assert_eq!(
        camp().used("flip", "").entry("flipped", json!([[], [3]])).faults(),
        ["M20"],
        "there is no a3"
    );
    let two = || camp().entry("flipped", json!([[], [0, 1]]));
    assert_eq!(two().used("flip", "").faults(), ["M20"]);
    assert!(two().used("flip copy", "").read().is_ok());
    let radiation = || camp().entry("radiation", json!([[1], []]));
    assert_eq!(radiation().faults(), ["M27"]);
    assert!(radiation().used("radiation", "").read().is_ok());
    assert_eq!(camp().used("radiation", "").entry("radiation", json!([[4], []])).faults(), ["M27"]);
    let stack = || lawn().pawns(&[9, 14, 30], &[21, 16, 14]);
    assert_eq!(stack().faults(), ["M25"]);
    assert!(stack().used("occupied", "").read().is_ok());
    // Copy stands for one of them only.
    let both = stack().entry("flipped", json!([[], [1]]));
    assert_eq!(both.clone().used("occupied copy", "").faults(), ["M20"]);
    assert!(both.used("occupied flip", "").read().is_ok());
}

#[test]
fn m41_m43_rewards_need_their_rules() {
    assert_eq!(camp().entry("target", "bone-lover").faults(), ["M41"]);
    assert_eq!(camp().rules("B").faults(), ["M41"], "it is drawn before the first turn");
    let aim = || camp().rules("B").target("15-points");
    assert_eq!(aim().entry("target", "bone-lover").faults(), ["M41"]);
    assert_eq!(aim().entry("bones", json!([[13], []])).faults(), ["M41"]);
    assert!(aim().entry("target_by", 1).points(0, 5).read().is_ok());
    assert_eq!(camp().entry("ten_by", 1).points(0, 12).faults(), ["M43"]);
    let bones = || camp().rules("B").target("bone-lover");
    assert_eq!(bones().entry("bones", json!([[15], []])).faults(), ["M41"], "nervous");
    assert_eq!(bones().entry("bones", json!([[5, 7, 10, 11], []])).faults(), ["M41"], "three pawns");
}

#[test]
fn m42_mutations_need_rule_c_and_their_tokens() {
    assert_eq!(camp().entry("mutations", json!(["bonus", "steal"])).faults(), ["M42", "M42"]);
    assert_eq!(camp().rules("C").faults(), ["M42", "M42"], "both have one in play");
    let both = || camp().rules("C").mutations("shift", "steal");
    assert_eq!(both().entry("mutations", json!(["shift", "shift"])).faults(), ["M42"]);
    assert_eq!(
        both().entry("mutations", json!(["shift", "bonus"])).faults(),
        ["M42"],
        "not among the options"
    );
    assert_eq!(both().entry("mutation_tokens", json!([3, 1])).faults(), ["M42"]);
    assert_eq!(both().entry("tiles", json!([["bonus"], []])).faults(), ["M42"], "none was dealt");
    let dealt = camp().rules("C").entry("mutations", json!(["shift", "steal"]));
    assert!(dealt.clone().read().is_ok());
    assert_eq!(dealt.entry("tiles", json!([["steal"], []])).faults(), ["M42"]);
}

#[test]
fn m62_m63_what_lies_there_has_an_owner() {
    assert_eq!(camp().entry("barrier", 8).faults(), ["M62"]);
    let other = || camp().rules("C").mutations("bonus", "barrier").entry("barrier", 8);
    assert_eq!(
        other().entry("mutation_tokens", json!([0, 3])).faults(),
        ["M62"],
        "all three tokens are beside the board"
    );
    assert!(other().entry("mutation_tokens", json!([0, 2])).read().is_ok());
    let own = camp().rules("C").mutations("barrier", "bonus").entry("barrier", 8);
    assert_eq!(
        own.entry("mutation_tokens", json!([2, 0])).faults(),
        ["M62"],
        "it is discarded before the own turn"
    );
    assert_eq!(camp().hands("flip", "").entry("known", json!(["flip"])).faults(), ["M63"], "nobody steals");
    assert_eq!(camp().entry("known", json!(["flip"])).faults(), ["M63"], "it is in no hand");
    let thief =
        camp().rules("C").mutations("steal", "bonus").hands("flip", "").entry("known", json!(["flip"]));
    assert_eq!(
        thief.clone().entry("mutation_tokens", json!([1, 0])).faults(),
        ["M63"],
        "the token is not spent"
    );
    assert!(thief.entry("mutation_tokens", json!([0, 0])).read().is_ok());
}

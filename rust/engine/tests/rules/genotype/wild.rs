//! T42 and T43: Graft Knife, Rake, Pollen Brush, Maria, May and Franz in the breeding phase.

use boardwright::Game;
use boardwright::game::Viewer;
use serde_json::json;

use super::support::{Table, peas};

/// Seat 0 with tools and assistants and plants, after the roll; its first three picks are in the 2nd Shift.
fn picks(tools: &str, assistants: &str, plots: &str, dice: &str) -> Table {
    let setup = peas(2).tools(0, tools).assistants(0, assistants).plots(0, plots).player(0, "new_plots", 1);
    setup.markers("second:0 second:0 second:0").breeding().table().roll(dice)
}

#[test]
fn t42_graft_knife_takes_one_more_die_without_a_slot() {
    // Three slots are filled; the fourth die lies on the knife.
    let table = picks("graft-knife", "", "0:6", "Rr Gg Ff Tt").play("=Rr @0R done =Gg @0G done =Ff @0F");
    assert_eq!((table.phase(), table.listed()), ("knife".to_owned(), "graft-knife done".to_owned()));
    assert_eq!(table.why("graft-knife"), "Graft Knife: one more die, which must be taken [T42]");
    let knife = table.play("graft-knife");
    assert_eq!(
        (knife.turn(), knife.at("phase/knife"), knife.listed()),
        (("pick".to_owned(), Some(0)), "true".to_owned(), "=Tt".to_owned())
    );
    let done = knife.play("=Tt");
    assert_eq!(
        (done.plots(0), done.at("players/0/dice"), done.at("discards/tools")),
        ("0:6RGFT".to_owned(), "3".to_owned(), "[graft-knife]".to_owned())
    );
    assert!(table.play("done").is_past_breeding());
}

#[test]
fn t42_graft_knife_is_for_the_player_who_has_just_taken_a_die() {
    let setup = peas(2)
        .tools(0, "graft-knife")
        .plots(0, "0:6")
        .plots(1, "0:5")
        .breeding()
        .table()
        .roll("Rr Rr Gg Gg Ff Ff");
    let table = setup.play("=Rr @0R graft-knife =Gg");
    // Two dice in one turn, one slot filled; then it is seat 1's turn.
    assert_eq!((table.turn(), table.at("players/0/dice")), (("pick".to_owned(), Some(1)), "1".to_owned()));
    setup.forbids("graft-knife", "T42");
}

#[test]
fn t42_a_pick_that_ends_by_itself_says_so() {
    let state = boardwright::erased::from_json(&picks("", "", "0:6", "Rr Gg").dict()).expect("a state");
    let told = |text: &str| {
        let told = state.explain(text);
        (told.rule.unwrap_or_default().to_owned(), told.message)
    };
    assert_eq!(told("=Rr done").0, "T42");
    assert_eq!(
        told("=Rr graft-knife"),
        ("T31".to_owned(), "\"graft-knife\": Graft Knife is not in hand [T31]".to_owned())
    );
    let again = told("=Rr =Gg");
    assert_eq!(again.0, "T40");
    assert!(again.1.starts_with("\"=Gg\": a pick is of one die or pair"), "{}", again.1);
}

#[test]
fn t42_graft_knife_in_a_first_shift_is_for_the_same_colour() {
    let setup = peas(2).tools(0, "graft-knife").plots(0, "0:6 1:2").markers("first-R:0");
    let table = setup.breeding().table().roll("Rr RR Gg").play("=Rr @0R");
    assert_eq!(table.phase(), "knife");
    let knife = table.play("graft-knife");
    assert_eq!((knife.at("phase/kind"), knife.listed()), ("first".to_owned(), "=RR".to_owned()));
    assert_eq!(knife.forbids("=Gg", "T42"), "the pick is for dice of R only");
    // With no other die of that colour there is no use for it; in the turn there is.
    let alone = peas(2)
        .tools(0, "graft-knife")
        .plots(0, "0:6")
        .markers("first-R:0")
        .breeding()
        .table()
        .roll("Rr Gg Ff");
    let turn = alone.play("=Rr @0R");
    assert_eq!((turn.phase(), turn.at("phase/kind")), ("pick".to_owned(), "turn".to_owned()));
    assert_eq!(turn.play("=Gg @0G graft-knife").listed(), "=Ff");
}

#[test]
fn t42_graft_knife_in_a_second_shift_is_for_any_colour() {
    let setup = peas(2)
        .tools(0, "graft-knife")
        .plots(0, "0:6")
        .markers("second:0")
        .breeding()
        .table()
        .roll("Rr Gg Tt");
    assert_eq!(setup.play("=Rr @0R graft-knife").listed(), "=Gg =Tt");
}

#[test]
fn t42_graft_knife_holds_one_die_of_a_pair() {
    // One slot is free. After the pick of =Ff a pair is taken with one die on the knife.
    let table = picks("graft-knife", "", "0:5", "R* Gg Ff").play("=Gg @0G done =Ff @0F");
    // A pair needs a normal slot beside it: one is free.
    assert_eq!(table.play("graft-knife").listed(), "=R* *rr");
    let pair = table.play("graft-knife *rr @0R");
    assert_eq!((pair.plots(0), pair.at("players/0/dice")), ("0:5RGF".to_owned(), "3".to_owned()));
}

#[test]
fn t42_graft_knife_is_the_second_slot_of_the_pair_being_taken() {
    let table = picks("graft-knife", "", "0:5", "R* Gg Ff").play("=Gg @0G done =Ff @0F done");
    assert_eq!(table.listed(), "graft-knife =R*");
    assert_eq!(
        table.why("graft-knife"),
        "Graft Knife: the second slot for a pair, which must be taken [T42]"
    );
    let knife = table.play("graft-knife");
    assert_eq!(knife.listed(), "*rr");
    assert_eq!(knife.forbids("=R*", "T42"), "the Graft Knife was played for the second die of a pair");
    assert_eq!(
        knife.why("*rr"),
        "takes a De Novo die of R and an rr die onto the Graft Knife and a slot, for any trait of R [T42]"
    );
    let pair = knife.play("*rr @0R");
    assert_eq!(
        (pair.plots(0), pair.at("players/0/dice"), pair.is_past_breeding()),
        ("0:5RGF".to_owned(), "3".to_owned(), true)
    );
}

#[test]
fn t42_graft_knife_before_a_pick_only_for_a_pair() {
    let free = picks("graft-knife", "", "0:5", "R* Gg Ff");
    assert_eq!(
        free.forbids("graft-knife", "T42"),
        "before a pick a Graft Knife is the second slot of a pair, where one slot is free; you have 3"
    );
    let no_pair = picks("graft-knife", "", "0:6", "Rr Gg Ff Tt").play("=Gg @0G done =Ff @0F done");
    assert_eq!(
        no_pair.forbids("graft-knife", "T42"),
        "no pair is there for a Graft Knife; for one more die it is played after the pick"
    );
}

#[test]
fn t42_several_graft_knives_follow_each_other() {
    let table = picks("graft-knife graft-knife", "", "0:6", "Rr Gg Ff Tt");
    let all = table.play("=Rr @0R graft-knife =Gg @0G graft-knife =Ff");
    assert_eq!(
        (all.plots(0), all.at("players/0/dice"), all.listed()),
        ("0:6RGF".to_owned(), "1".to_owned(), "=Tt".to_owned())
    );
}

#[test]
fn t42_rake_makes_a_die_any_trait_of_its_colour() {
    // rr matches nothing; the traits of R are Rr and RR.
    let table = picks("rake", "", "0:0 1:2", "");
    assert_eq!(table.listed(), "=rr =gg pass");
    assert_eq!(
        table.forbids("=tt", "T41"),
        "no trait tt is uncovered on your plants, and a die must be used"
    );
    let taken = table.play("=rr");
    assert_eq!((taken.phase(), taken.listed()), ("use".to_owned(), "rake".to_owned()));
    let raked = taken.play("rake");
    assert_eq!((raked.phase(), raked.listed()), ("any".to_owned(), "@0R @1R".to_owned()));
    assert_eq!(raked.forbids("@0G", "T42"), "a trait of R is asked for; Gg is none");
    // In the breeding phase nothing is put off to it.
    for (word, rule, when) in [
        ("=gg", "T40", "a pick is of one die or pair; another one needs a Graft Knife"),
        ("pay", "T42", "Brother Franz is paid before a die is taken"),
    ] {
        let now = "now: Scientist 1 validates any trait of R";
        assert_eq!(raked.forbids(word, rule), format!("{when}; {now}"));
    }
    let knife = picks("graft-knife rake", "", "0:0 1:2", "").play("=rr rake");
    assert!(
        knife.forbids("graft-knife", "T42").starts_with("Graft Knife is played before a pick, or at its end")
    );
    let done = raked.play("@1R");
    assert_eq!(
        (done.plots(0), done.at("players/0/dice"), done.at("discards/tools")),
        ("0:0 1:2R".to_owned(), "1".to_owned(), "[rake]".to_owned())
    );
}

#[test]
fn t42_a_die_is_said_to_be_wild_only_with_a_card_that_is_there() {
    // A tool of another kind in hand makes no die wild.
    let coin = "takes a De Novo die of R into a slot for a coin";
    let told = |tools: &str, assistants: &str, word: &str| picks(tools, assistants, "0:0", "R* RR").why(word);
    assert_eq!(told("graft-knife", "", "=R*"), format!("{coin} [T41]"));
    assert_eq!(told("rake", "", "=R*"), format!("{coin}, or with Rake for any trait of R [T41]"));
    assert_eq!(
        told("graft-knife", "maria", "=R*"),
        format!("{coin}, or with Sister Maria for any trait of R [T41]")
    );
    assert_eq!(
        told("rake", "maria", "=RR"),
        "takes an RR die into a slot, which fits no trait, but with Rake or Sister Maria any of R [T41]"
    );
    // Who does not know the hand must reckon with a Rake.
    let table = picks("graft-knife", "", "0:0", "R* RR");
    let seen = table.view(Viewer::Seat(1));
    let event = table.game.parse_event(seen.state(), "=R*").expect("an event").0;
    assert_eq!(
        table.game.reason(seen.state(), event),
        format!("{coin}, or with Rake for any trait of R [T41]")
    );
}

#[test]
fn t42_rake_validates_what_no_die_can_show() {
    // Both parents are rr: Rr is impossible.
    let setup =
        peas(2).tools(0, "rake").plots(0, "0:0").entry("tiles", json!({"R": ["recessive", "recessive"]}));
    let faces = ["I"; 20].join(" ");
    let table = setup.breeding().table().play(&faces);
    assert_eq!(table.at("dice/0"), "[0,0,5,0]");
    assert_eq!(table.play("=rr rake @0R").plots(0), "0:0R");
}

#[test]
fn t42_rake_works_with_a_de_novo_die() {
    let table = picks("rake", "", "0:0", "R*");
    let taken = table.play("=R*");
    assert_eq!(taken.listed(), "rake done");
    assert_eq!(taken.why("done"), "the De Novo die gives a coin [T41]");
    assert_eq!(
        taken.forbids("@0R", "T41"),
        "a De Novo die alone gives a coin; with Rake or Sister Maria it validates any trait"
    );
    let raked = taken.play("rake @0R");
    assert_eq!(
        (raked.plots(0), raked.coins(0), raked.at("players/0/dice")),
        ("0:0R".to_owned(), 1, "1".to_owned())
    );
    assert_eq!(taken.play("done").coins(0), 2);
}

#[test]
fn t42_rake_and_pollen_brush_together() {
    // An FF die is made Ff by Rake; Pollen Brush covers all three Ff.
    let table = picks("rake pollen-brush", "", "0:3 1:5 2:8", "FF").play("=FF rake @1F");
    assert_eq!((table.phase(), table.listed()), ("copies".to_owned(), "pollen-brush done".to_owned()));
    let brushed = table.play("pollen-brush");
    assert_eq!(
        (brushed.plots(0), brushed.at("players/0/dice")),
        ("0:3F 1:5F 2:8F".to_owned(), "1".to_owned())
    );
    assert_eq!(brushed.at("discards/tools"), "[rake,pollen-brush]");
}

#[test]
fn t42_pollen_brush_covers_every_copy_of_the_genotype() {
    // Rr is on plots 0, 1 and 8; on plot 2 it is covered; plant 9 has rr.
    let setup = peas(2).tools(0, "pollen-brush").player(0, "new_plots", 2).player(0, "pots", 1);
    let table = setup.plots(0, "0:0 1:3 2:1R 3:9 8:6").hand(0, &[5]).breeding().table().roll("Rr");
    let copies = table.play("=Rr @1R");
    assert_eq!(
        copies.why("pollen-brush"),
        "Pollen Brush: validates every other copy of Rr, on plots 0 and 8 [T42]"
    );
    assert_eq!(copies.play("pollen-brush").plots(0), "0:0R 1:3R 2:1R 3:9 8:6R");
    assert_eq!(copies.play("done").plots(0), "0:0 1:3R 2:1R 3:9 8:6");
    // Without another copy it is not offered.
    assert_ne!(picks("pollen-brush", "", "0:0 1:9", "Rr").play("=Rr @0R").phase(), "copies");
}

#[test]
fn t42_pollen_brush_works_with_every_way_to_validate() {
    let setup =
        peas(2).tools(0, "pollen-brush").assistants(0, "anna elisabeth").coins(0, 3).plots(0, "0:0 1:3");
    let table = setup.entry("goals", json!([0, null, null, null, null, null, null, null])).table();
    for text in ["university-1 @0R", "anna @0R", "elisabeth @0R", "tool-shed <tools +watering-funnel @0R"] {
        let copies = table.play(text);
        assert_eq!(
            (copies.phase(), copies.listed()),
            ("copies".to_owned(), "pollen-brush done".to_owned()),
            "{text}"
        );
        assert_eq!(copies.play("pollen-brush").plots(0), "0:0R 1:3R");
    }
    // A pair, too.
    let pair = picks("pollen-brush", "", "0:0 1:3", "R*").play("*rr @0R pollen-brush");
    assert_eq!(pair.plots(0), "0:0R 1:3R");
    let message = table.forbids("pollen-brush", "T42");
    assert!(message.starts_with("Pollen Brush is played when a trait is validated"), "{message}");
}

#[test]
fn t42_may_covers_copies_each_time() {
    let table = picks("", "may", "0:0 1:3 2:6", "Rr Gg");
    let copies = table.play("=Rr @0R");
    assert_eq!((copies.phase(), copies.listed()), ("copies".to_owned(), "may done".to_owned()));
    let all = copies.play("may");
    assert_eq!(all.plots(0), "0:0R 1:3R 2:6R");
    // She is never used up, and she may be left.
    assert_eq!(all.play("=Gg @0G may").plots(0), "0:0RG 1:3R 2:6RG");
    assert_eq!(copies.play("done").plots(0), "0:0R 1:3 2:6");
    // In the working phase as well.
    let work = peas(2).assistants(0, "may").plots(0, "0:0 1:3").table();
    assert_eq!(work.play("university-1 @0R may").plots(0), "0:0R 1:3R");
}

#[test]
fn t42_maria_once_a_breeding_phase() {
    let table = picks("", "maria", "0:0 1:2", "");
    assert_eq!(table.listed(), "=rr =gg pass");
    let taken = table.play("=rr");
    assert_eq!(taken.listed(), "maria");
    let used = taken.play("maria @1R");
    assert_eq!(
        (used.plots(0), used.at("players/0/used"), used.is_past_breeding()),
        ("0:0 1:2R".to_owned(), "[maria]".to_owned(), true)
    );
    // A De Novo die, too.
    assert_eq!(picks("", "maria", "0:0", "R*").play("=R* maria @0R").plots(0), "0:0R");
    // Used up, she is of no more help; next round she is back.
    let again = picks("", "maria", "0:0 1:2", "Gg").play("=rr maria @1R");
    assert_eq!(again.listed(), "=Gg");
}

#[test]
fn t42_maria_and_rake_are_one_use_each() {
    let table = picks("rake", "maria", "0:0 1:2", "");
    let both = table.play("=rr rake @0R");
    // Her use is left for the next die.
    assert_eq!(both.listed(), "=rr =gg pass");
    assert_eq!(both.play("=rr maria @1R").plots(0), "0:0R 1:2R");
}

#[test]
fn t42_franz_opens_two_slots_for_a_coin() {
    let table = picks("", "franz", "0:6", "Rr Gg Ff Tt").play("=Rr =Gg =Ff");
    // The slots are full: paying is asked for, and not forced.
    assert_eq!((table.phase(), table.listed()), ("pick".to_owned(), "pay pass".to_owned()));
    assert_eq!(table.why("pay"), "pays 1 coin for Brother Franz's two dice slots in this round [T42]");
    let paid = table.play("pay");
    assert_eq!(
        (paid.coins(0), paid.listed(), paid.at("players/0/used")),
        (0, "=Tt".to_owned(), "[franz]".to_owned())
    );
    assert_eq!(paid.play("=Tt").at("players/0/dice"), "4");
    assert!(table.play("pass").is_past_breeding());
    let poor =
        peas(2).coins(0, 0).assistants(0, "franz").plots(0, "0:6").breeding().table().roll("Rr Gg Ff Tt");
    assert!(poor.play("=Rr =Gg =Ff").is_past_breeding());
}

#[test]
fn t42_franz_is_paid_once_for_both_slots() {
    let setup = peas(2).assistants(0, "franz").plots(0, "0:6 1:0 2:7").player(0, "new_plots", 1).breeding();
    let table = setup.table().roll("Rr Rr Gg Gg FF").play("=Rr @0R =Gg @0G =Rr pay =Gg");
    assert_eq!(
        (table.coins(0), table.at("players/0/dice"), table.listed()),
        (0, "4".to_owned(), "=FF".to_owned())
    );
    assert_eq!(table.forbids("pay", "T42"), "Brother Franz is paid already in this round");
    assert_eq!(table.play("=FF").at("players/0/dice"), "5");
}

#[test]
fn t42_franz_is_not_paid_with_the_coin_of_his_own_die() {
    // Three slots are full; a De Novo die would bring the coin that opens the slot for it.
    let setup =
        peas(2).coins(0, 0).assistants(0, "franz").plots(0, "0:6").markers("second:0 second:0 second:0");
    let setup = setup.breeding().table().roll("Rr Gg Ff T*");
    assert_eq!(setup.play("=Rr =Gg =Ff").seat(), Some(1));
    // In time it does: the coin first.
    assert_eq!(setup.play("=T* =Rr =Gg").listed(), "pay pass");
}

#[test]
fn t42_franz_is_paid_for_a_pair_with_a_graft_knife_too() {
    // All three slots are full; the Graft Knife is a place for one die, a pair needs another one.
    let table = picks("graft-knife", "franz", "0:6", "R* Gg Ff Tt");
    let knife = table.play("=Gg @0G done =Ff @0F done =Tt @0T graft-knife");
    assert_eq!(knife.listed(), "=R* pay");
    let paid = knife.play("pay");
    assert_eq!((paid.listed(), paid.coins(0)), ("=R* *rr".to_owned(), 0));
    assert_eq!(paid.play("*rr @0R").at("players/0/dice"), "4");
    // Not where it was played as the second slot of the pair.
    let pair = picks("graft-knife", "franz", "0:5", "R* Gg Ff").play("=Gg @0G done =Ff @0F done graft-knife");
    assert_eq!(pair.forbids("pay", "T43"), "the Graft Knife in play must take a pair first");
}

#[test]
fn t42_franz_where_he_is_of_no_use() {
    let table = picks("", "franz", "0:0", "Rr Gg");
    assert_eq!(table.forbids("pay", "T42"), "with two more slots there would be nothing more to take");
    assert_eq!(picks("rake", "", "0:0", "Rr").forbids("pay", "T42"), "you have not hired Brother Franz");
    let message = peas(2).assistants(0, "franz").table().forbids("pay", "T42");
    assert!(message.starts_with("Brother Franz is paid at a pick of the breeding phase"), "{message}");
    // For a pair he is of use with one free slot.
    let pair = picks("", "franz", "0:6", "R* Gg Ff").play("=Gg =Ff");
    assert_eq!(pair.listed(), "=R* pay");
}

#[test]
fn t43_a_pair_needs_a_slot_beside_the_knife() {
    // All three slots are full, two knives are in hand: no pair.
    let table =
        picks("graft-knife graft-knife", "", "0:6", "Gg Ff Tt R*").play("=Gg @0G done =Ff @0F done =Tt @0T");
    let knife = table.play("graft-knife");
    assert_eq!(knife.listed(), "=R*");
    assert_eq!(
        knife.forbids("*rr", "T43"),
        "a pair needs a slot beside the Graft Knife; no slot is free: 3 of 3 are filled"
    );
}

#[test]
fn t43_a_played_knife_must_take_something() {
    let table = picks("graft-knife", "", "0:6", "Rr Gg").play("=Rr @0R graft-knife");
    assert_eq!(table.listed(), "=Gg");
    assert_eq!(table.forbids("pass", "T43"), "the Graft Knife in play must take a die");
    table.forbids("done", "T41");
    let pair =
        picks("graft-knife graft-knife", "", "0:5", "R* Gg Ff").play("=Gg @0G done =Ff @0F done graft-knife");
    assert_eq!(pair.forbids("graft-knife", "T43"), "the Graft Knife in play must take a die first");
    pair.forbids("pass", "T43");
}

#[test]
fn t43_a_knife_after_antons_pick_has_any_colour() {
    let setup = peas(2)
        .assistants(0, "anton")
        .tools(0, "graft-knife")
        .plots(0, "0:6")
        .breeding()
        .table()
        .roll("Rr Gg Ff");
    let knife = setup.play("=Rr @0R graft-knife");
    assert_eq!((knife.at("phase/kind"), knife.listed()), ("anton".to_owned(), "=Gg =Ff".to_owned()));
    knife.forbids("pass", "T43");
}

#[test]
fn t43_rake_and_maria_where_the_die_would_do() {
    let table = picks("rake", "maria", "0:0 1:2", "Rr").play("=Rr");
    assert_eq!(table.listed(), "rake maria @0R");
    // Even for the genotype that the die shows.
    assert_eq!(table.play("rake").listed(), "@0R @1R");
    assert_eq!(table.play("maria @0R").plots(0), "0:0R 1:2");
    // Not with a pair.
    let pair = picks("rake", "maria", "0:0", "R*").play("*rr");
    assert_eq!(pair.listed(), "@0R");
    pair.forbids("rake", "T42");
    pair.forbids("maria", "T42");
}

#[test]
fn t43_rake_and_maria_force_nobody() {
    for (tools, assistants) in [("rake", ""), ("", "maria")] {
        let table = picks(tools, assistants, "0:0", "");
        assert_eq!((table.phase(), table.listed()), ("pick".to_owned(), "=rr =gg pass".to_owned()));
        assert_eq!(table.why("pass"), "passes for the rest of the breeding phase [T41]");
        assert!(table.play("pass").is_past_breeding());
    }
}

#[test]
fn t43_copies_are_offered_where_another_one_is() {
    let table = picks("rake", "may", "0:0 1:9", "Rr");
    assert_ne!(table.play("=Rr @0R").phase(), "copies", "no other Rr");
    // Any tool in hand asks the question, for it might be a Pollen Brush.
    let asked = picks("rake", "", "0:0 1:3", "Rr").play("=Rr @0R");
    assert_eq!((asked.phase(), asked.listed()), ("copies".to_owned(), "done".to_owned()));
}

//! T40 and T41: the order of the picks, and what may be taken.

use super::support::{peas, words};

#[test]
fn t40_first_shifts_then_second_shifts_then_turns() {
    // Seat 1 is first. 1st Shift: seats 0 (R) and 2 (G); 2nd Shift: 2, 0; then turns 1, 2, 0.
    let plants = "0:6 1:0";
    let setup = peas(3).option("first_seat", 1).entry("first", 1);
    let setup = setup.plots(0, plants).plots(1, "0:5 1:1").plots(2, "0:2 1:15");
    let setup = setup.markers("first-R:0 first-G:2 second:2 second:0");
    let table = setup.breeding().table().roll("Rr Rr Rr Rr Rr Gg Gg Gg Gg Gg Ff Ff Ff Ff Ff");
    let mut order = Vec::new();
    let mut next = table;
    while next.phase() == "pick" {
        order.push(format!("{} {}", next.at("phase/kind"), next.seat().expect("a seat")));
        let word = next.listed().split(' ').next().expect("a die").to_owned();
        next = next.play(&word);
        while next.phase() == "use" {
            let word = next.listed().split(' ').next().expect("a trait").to_owned();
            next = next.play(&word);
        }
    }
    assert_eq!(
        order[..7],
        ["first 2", "first 0", "second 2", "second 0", "turn 1", "turn 2", "turn 0"].map(String::from)[..]
    );
}

#[test]
fn t40_a_first_shift_is_for_its_colour() {
    let table = peas(2).plots(0, "0:6").markers("first-G:0").breeding().table().roll("Rr Gg Ff");
    assert_eq!((table.at("phase/kind"), table.listed()), ("first".to_owned(), "=Gg".to_owned()));
    assert_eq!(table.forbids("=Rr", "T40"), "the pick is for dice of G only");
    assert_eq!(table.forbids("*Rr", "T40"), "the pick is for dice of G only");
    // After it any colour, in turn.
    assert_eq!(table.play("=Gg").listed(), "=Rr =Ff");
}

#[test]
fn t40_several_first_shifts_of_a_player_come_one_after_the_other() {
    let setup = peas(2).plots(0, "0:6").plots(1, "0:5").markers("first-R:0 first-F:0 first-G:1");
    let table = setup.breeding().table().roll("Rr Rr Gg Gg Ff Ff");
    assert_eq!((table.seat(), table.listed()), (Some(0), "=Rr =Ff".to_owned()));
    assert_eq!(table.forbids("=Gg", "T40"), "the pick is for dice of R or F only");
    let one = table.play("=Ff");
    assert_eq!(
        (one.seat(), one.at("phase/kind"), one.listed()),
        (Some(0), "first".to_owned(), "=Rr".to_owned())
    );
    let two = one.play("=Rr");
    assert_eq!((two.seat(), two.listed()), (Some(1), "=Gg".to_owned()));
}

#[test]
fn t40_anton_picks_between_first_and_second_shift() {
    let setup = peas(2).plots(0, "0:6").plots(1, "0:5").assistants(1, "anton").markers("first-R:0 second:0");
    let table = setup.breeding().table().roll("Rr Rr Gg Gg Ff Ff");
    let anton = table.play("=Rr");
    assert_eq!(
        (anton.seat(), anton.at("phase/kind"), anton.listed()),
        (Some(1), "anton".to_owned(), "=Rr =Gg =Ff pass".to_owned())
    );
    let second = anton.play("=Gg");
    assert_eq!((second.seat(), second.at("phase/kind")), (Some(0), "second".to_owned()));
    // He needs no marker, and is asked once.
    assert_eq!(second.play("=Ff").at("phase/kind"), "turn");
}

#[test]
fn t41_antons_pick_may_be_passed() {
    let setup = peas(2).plots(1, "0:5").assistants(1, "anton").breeding().table().roll("Rr Gg Ff");
    let passed = setup.play("pass");
    assert_eq!(
        (passed.seat(), passed.at("phase/kind"), passed.at("players/1/passed")),
        (Some(1), "turn".to_owned(), "false".to_owned())
    );
    assert_eq!(setup.why("pass"), "passes Father Anton's pick [T41]");
}

#[test]
fn t40_turns_go_on_until_all_have_passed() {
    let setup = peas(2).plots(0, "0:0").plots(1, "0:6");
    let mut table = setup.breeding().table().roll("Rr Rr Gg Gg Ff Tt");
    let mut seats = Vec::new();
    for word in ["=Rr", "=Rr", "=Gg", "=Gg", "=Ff"] {
        seats.push(table.seat());
        table = table.play(word);
    }
    // Seat 0 has nothing to validate any more and is out; seat 1 has filled three slots.
    assert_eq!(seats, [Some(0), Some(1), Some(0), Some(1), Some(1)]);
    assert!(table.is_past_breeding());
}

#[test]
fn t41_a_die_validates_a_trait_of_its_genotype() {
    // Plants 6 and 0 have Rr, plant 2 has RR.
    let setup = peas(2).player(0, "new_plots", 1).plots(0, "0:6 1:0 2:2").breeding().table();
    let table = setup.roll("Rr RR");
    assert_eq!(table.listed(), "=RR =Rr");
    // One trait fits: it is validated at once. Two fit: which one?
    let one = table.play("=RR");
    assert_eq!((one.plots(0), one.at("players/0/dice")), ("0:6 1:0 2:2R".to_owned(), "1".to_owned()));
    assert_eq!(
        table.why("=RR"),
        "takes an RR die into a slot and validates the trait RR of plant 2 on plot 2 [T41]"
    );
    let two = table.play("=Rr");
    assert_eq!(table.why("=Rr"), "takes an Rr die into a slot for Rr of plant 6 or 0 [T41]");
    assert_eq!((two.turn(), two.listed()), (("use".to_owned(), Some(0)), "@0R @1R".to_owned()));
    assert_eq!(two.forbids("@2R", "T41"), "the Rr die does not validate RR");
    assert_eq!(two.forbids("@0G", "T41"), "the Rr die does not validate Gg");
    assert_eq!(two.forbids("done", "T41"), "a die is taken to be used: it must validate a trait");
    assert_eq!(two.play("@1R").plots(0), "0:6 1:0R 2:2");
    assert_eq!(table.play("=Rr @1R").at("dice/0"), "[1,0,3,0]");
}

#[test]
fn t41_no_die_for_no_effect() {
    let table = peas(2).plots(0, "0:6R").breeding().table().roll("Rr Gg RR");
    assert_eq!(table.listed(), "=Gg");
    assert_eq!(
        table.forbids("=Rr", "T41"),
        "no trait Rr is uncovered on your plants, and a die must be used"
    );
    assert_eq!(
        table.forbids("=rr", "T41"),
        "no trait rr is uncovered on your plants, and a die must be used"
    );
    assert_eq!(table.forbids("=GG", "T41"), "no GG die is left in the pool");
    // Plants in hand do not count.
    let hand = peas(2).plots(0, "0:0RG").hand(0, &[6]).breeding().table().roll("Rr");
    assert!(hand.is_past_breeding());
}

#[test]
fn t41_a_die_needs_a_free_slot() {
    // The tool keeps the pick open.
    let setup = peas(2).tools(0, "rake").plots(0, "0:6").player(0, "new_plots", 1);
    let table = setup.breeding().table().roll("Rr Gg Ff Tt").play("=Rr @0R done =Gg @0G done =Ff @0F");
    assert_eq!((table.at("players/0/dice"), table.phase()), ("3".to_owned(), "knife".to_owned()));
    assert!(table.play("done").is_past_breeding());
    let slots = peas(2).player(0, "new_slots", 1).plots(0, "0:6").breeding().table().roll("Rr Gg Ff Tt");
    assert_eq!(slots.play("=Rr =Gg =Ff =Tt").plots(0), "0:6RGFT");
}

#[test]
fn t41_who_can_take_a_die_must() {
    let table = peas(2).plots(0, "0:0").breeding().table().roll("Rr Gg");
    assert_eq!(table.forbids("pass", "T41"), "a player who can take a die must: =Rr, =Gg");
    table.forbids("done", "T41");
    // A De Novo coin or pair forces, too.
    let coin = peas(2).tools(0, "rake").breeding().table().roll("R*");
    assert_eq!(coin.forbids("pass", "T41"), "a player who can take a die must: =R*");
}

#[test]
fn t41_who_cant_take_a_die_is_out_of_the_phase() {
    // Seat 0 can't use any die in the 2nd Shift, and could none later.
    let setup = peas(2).plots(0, "0:0").plots(1, "0:5").markers("second:0 second:1 second:0");
    let table = setup.breeding().table().roll("Ff Ff");
    assert_eq!(
        (table.seat(), table.at("phase/kind"), table.at("players/0/passed")),
        (Some(1), "second".to_owned(), "true".to_owned())
    );
    // After seat 1's last die the phase is over: seat 0's second marker is passed over.
    assert!(table.play("=Ff").is_past_breeding());
}

#[test]
fn t41_a_first_shift_without_a_die_is_lost_by_itself() {
    // No die of R fits seat 0; its 2nd Shift and turns stay.
    let table = peas(2).plots(0, "0:0").markers("first-R:0 second:0").breeding().table().roll("RR Gg");
    assert_eq!((table.at("phase/kind"), table.listed()), ("second".to_owned(), "=Gg".to_owned()));
    // Of two, one is lost.
    let both = peas(2).plots(0, "0:0").markers("first-R:0 first-G:0").breeding().table().roll("RR Gg");
    assert_eq!((both.at("phase/kind"), both.listed()), ("first".to_owned(), "=Gg".to_owned()));
}

#[test]
fn t41_a_de_novo_die_gives_a_coin() {
    let table = peas(2).plots(0, "0:0").breeding().table().roll("T* Rr");
    assert_eq!(table.listed(), "=Rr =T*");
    assert_eq!(table.why("=T*"), "takes a De Novo die of T into a slot for a coin [T41]");
    let taken = table.play("=T*");
    assert_eq!(
        (taken.coins(0), taken.at("players/0/dice"), taken.at("dice/3")),
        (2, "1".to_owned(), "[0,0,4,0]".to_owned())
    );
    // In a 1st Shift of its colour, and in the 2nd Shift.
    let first = peas(2).markers("first-T:0").breeding().table().roll("T* R*");
    assert_eq!(first.listed(), "=T*");
    let second = peas(2).markers("second:1").breeding().table().roll("T* R*");
    assert_eq!((second.seat(), second.listed()), (Some(1), "=R* =T*".to_owned()));
}

#[test]
fn t41_a_pair_validates_any_trait_of_its_colour() {
    // Plant 0 is Rr, plant 2 is RR: no die of R matches.
    let table = peas(2).plots(0, "0:0 1:2").breeding().table().roll("R*");
    assert_eq!(table.listed(), "=R* *rr");
    assert_eq!(
        table.why("*rr"),
        "takes a De Novo die of R and an rr die into two slots, for any trait of R [T41]"
    );
    let pair = table.play("*rr");
    assert_eq!((pair.turn(), pair.listed()), (("pair".to_owned(), Some(0)), "@0R @1R".to_owned()));
    assert_eq!((pair.at("players/0/dice"), pair.at("dice/0")), ("2".to_owned(), "[0,0,3,0]".to_owned()));
    assert_eq!(pair.forbids("@0G", "T41"), "a trait of R is asked for; Gg is none");
    pair.forbids("done", "T41");
    assert_eq!(pair.play("@1R").plots(0), "0:0 1:2R");
}

#[test]
fn t41_a_pair_may_be_of_two_de_novo_dice() {
    let table = peas(2).plots(0, "0:0").breeding().table().roll("R* R*");
    assert_eq!(table.listed(), "=R* *rr *R*");
    let pair = table.play("*R*");
    assert_eq!((pair.at("dice/0"), pair.listed()), ("[0,0,3,0]".to_owned(), "@0R".to_owned()));
    let one = peas(2).plots(0, "0:0").breeding().table().roll("R*");
    assert_eq!(one.forbids("*R*", "T41"), "only one De Novo die of R is left in the pool");
    assert_eq!(one.forbids("*GG", "T41"), "no De Novo die of G is left in the pool");
    assert_eq!(one.forbids("*RR", "T41"), "no RR die is left in the pool");
}

#[test]
fn t41_a_pair_needs_two_slots_and_a_trait() {
    let setup = peas(2).plots(0, "0:5").markers("second:0 second:0 second:0");
    let table = setup.breeding().table().roll("R* G* G* Gg Ff").play("=Ff =R*");
    assert_eq!(table.listed(), "=Gg =G*");
    assert_eq!(table.forbids("*Gg", "T41"), "a pair needs two slots; one slot is free: 2 of 3 are filled");
    let bare = peas(2).plots(0, "0:5R").breeding().table().roll("R* Gg");
    assert_eq!(
        bare.forbids("*rr", "T41"),
        "no trait of R is uncovered on your plants, and a pair must be used"
    );
}

#[test]
fn t41_pairs_in_shifts() {
    let table = peas(2).plots(0, "0:0").markers("first-R:0").breeding().table().roll("R* G*");
    assert_eq!(table.listed(), "=R* *rr");
    assert_eq!(words(&table.play("*rr @0R").at("phase/kind")), ["turn"]);
}

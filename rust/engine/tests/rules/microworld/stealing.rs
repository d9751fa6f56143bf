//! M63: a gene that the opponent announces is stolen.

use boardwright::game::Viewer;
use boardwright::microworld::pieces::GENES;
use serde_json::json;

use super::support::{Setup, lawn};

/// The Anticorps can steal. Around 15 the Viruses have v0 in 9; the Anticorps have a0 in 21, a1 in 16, a2 in
/// 14; v1 is in 20, next to 14.
fn guard(rules: &str, hand: &str) -> Setup {
    lawn().rules(rules).mutations("majority", "steal").pawns(&[9, 20, 30], &[21, 16, 14]).hands(hand, "")
}

const BEFORE: [&str; 3] = ["anywhere", "occupied", "move"];

#[test]
fn m63_every_gene_can_be_stolen_before_it_works() {
    for gene in GENES {
        for copied in ["anywhere", "double", "flip", "move"] {
            if gene == copied || gene != "copy" && copied != "double" {
                continue;
            }
            // The arrow shows what copy would do.
            let table = guard("C", gene).used("", copied).table();
            let early = BEFORE.contains(&if gene == "copy" { copied } else { gene });
            let ready = if early { table.clone() } else { table.play("15") };
            let announced = ready.play(gene);
            assert_eq!((announced.phase(), announced.seat()), ("steal".to_owned(), Some(1)), "{gene}");
            assert_eq!(announced.listed(), "steal allow");
            assert_eq!(announced.dict()["phase"]["gene"], gene);
            announced.forbids_all("15 end a0 >8 flip", "M63");
            let stolen = announced.play("steal");
            assert_eq!(
                (stolen.entry("hands"), stolen.entry("known")),
                (format!("[[],[{gene}]]"), format!("[{gene}]"))
            );
            assert_eq!(stolen.entry("mutation_tokens"), "[0,0]", "{gene}");
            assert_eq!(
                (stolen.entry("arrow"), stolen.entry("used")),
                (copied.to_owned(), format!("[[],[{copied}]]"))
            );
            // No effect: 8, 13 and any other cells are as they were, and the turn scores 1 by v0.
            let over = if early {
                assert_eq!(
                    (stolen.phase(), stolen.places()),
                    ("before".to_owned(), vec![8, 13, 15]),
                    "{gene}"
                );
                assert_eq!((stolen.cell_of("a2"), stolen.this_turn("uses")), (14, "1".to_owned()));
                stolen.play("15")
            } else {
                stolen
            };
            assert_eq!((over.seat(), over.points()), (Some(1), (1, 0)), "{gene}");
            assert_eq!(over.this_turn("blocked"), "false", "{gene}");
            assert_eq!(
                (over.entry("flipped"), over.entry("radiation")),
                ("[[],[]]".into(), "[[],[]]".into())
            );
        }
    }
}

#[test]
fn m63_a_gene_that_is_allowed_works() {
    let table = guard("C", "double").table().play("15 double allow");
    assert_eq!((table.points(), table.entry("used")), ((2, 0), "[[double],[]]".to_owned()));
    assert_eq!(
        (table.entry("mutation_tokens"), table.entry("arrow")),
        ("[0,1]".to_owned(), "double".to_owned())
    );
    assert_eq!(table.entry("known"), "[]");
    assert_eq!(guard("C", "opponent").table().after("15 opponent allow"), (3, 0));
    assert_eq!(guard("C", "block").table().play("15 block allow").this_turn("blocked"), "true");
    assert_eq!(guard("C", "radiation").table().play("15 radiation allow").entry("radiation"), "[[3],[]]");
    assert_eq!(guard("C", "occupied").table().play("occupied allow").places(), [8, 13, 15, 20]);
    assert_eq!(guard("C", "anywhere").table().play("anywhere allow").places().len(), 30);
    let copy = guard("C", "copy").used("", "double").table();
    assert_eq!(copy.after("15 copy allow"), (2, 0));
}

#[test]
fn m63_targets_are_chosen_after_the_decision() {
    let flip = guard("C", "flip").table().play("15 flip");
    flip.forbids("a1", "M63");
    assert_eq!(flip.play("allow").listed(), "a0 a1 a2");
    let moved = guard("C", "move").table().play("move");
    moved.forbids(">8", "M63");
    assert_eq!(moved.play("allow").listed(), ">8 >13 >15");
}

#[test]
fn m63_the_thief_can_use_it_later() {
    let table = guard("C", "double").table().play("15 double steal");
    // 10 is next to a1 in 16.
    let placed = table.play("10");
    assert_eq!(placed.deeds(), "double end");
    assert_eq!(placed.after("double"), (1, 2));
    let used = placed.play("double");
    assert_eq!((used.entry("known"), used.entry("used")), ("[]".to_owned(), "[[],[double]]".to_owned()));
    assert_eq!(used.entry("arrow"), "double");
    // Or keep it.
    assert_eq!(placed.play("end").entry("hands"), "[[],[double]]");
    // A stolen before-placing gene in the very next turn.
    let far = guard("C", "anywhere").table().play("anywhere steal 15 anywhere");
    assert_eq!(far.places().len(), 29);
}

#[test]
fn m63_both_know_the_stolen_token_while_it_is_in_hand() {
    let table = guard("C", "double flip").table().play("15 double steal");
    for viewer in [Viewer::Seat(0), Viewer::Seat(1), Viewer::Spectator] {
        assert_eq!(table.seen("hands", viewer)[1], json!(["double"]), "{viewer:?}");
        assert_eq!(table.seen("known", viewer), json!(["double"]));
    }
    assert_eq!(
        table.seen("hands", Viewer::Seat(1))[0],
        json!(["?"]),
        "the rest of the hand is hidden as ever"
    );
    // Others in the thief's hand are not known.
    let more = guard("C", "double").hands("double", "block").table().play("15 double steal");
    assert_eq!(more.seen("hands", Viewer::Seat(0))[1], json!(["double", "?"]));
    // What is announced is known to both, whatever is decided.
    let announced = guard("C", "double flip").table().play("15 double");
    assert_eq!(announced.seen("hands", Viewer::Seat(1))[0], json!(["double", "?"]));
}

#[test]
fn m63_once_as_there_is_one_token() {
    let table = guard("AC", "double opponent").table().play("15 double steal");
    // The second use of the turn is asked for no more.
    assert_eq!(table.after("opponent"), (3, 0));
    let none = guard("C", "double").entry("mutation_tokens", json!([0, 0])).table();
    assert_eq!(none.after("15 double"), (2, 0));
}

#[test]
fn m63_a_stolen_gene_has_used_up_a_use() {
    // Without rule A there is no other use in this turn.
    let one = guard("C", "double opponent").table().play("15 double steal");
    assert_eq!((one.seat(), one.points()), (Some(1), (1, 0)));
    let early = guard("C", "anywhere move").table().play("anywhere steal");
    early.forbids("move", "M16");
    assert_eq!(early.play("15").seat(), Some(1));
    // With rule A there is one more.
    let two = guard("AC", "double opponent flip").table().play("15 double steal opponent");
    assert_eq!(two.seat(), Some(1), "and no third");
    let first = guard("AC", "anywhere occupied move").table().play("anywhere allow occupied steal");
    assert_eq!(first.places().len(), 30, "only the first one works");
    first.forbids("move", "M40");
}

#[test]
fn m63_it_does_not_count_for_four_genes() {
    let three =
        |hand: &str| guard("BC", hand).target("four-genes").used("opponent move anywhere", "").table();
    assert_eq!(three("double").play("15 double allow").points(), (2 + 5, 0));
    let stolen = three("double").play("15 double steal");
    assert_eq!((stolen.points(), stolen.entry("target_by")), ((1, 0), "null".to_owned()));
    // For the thief it counts when it is used.
    let thief = guard("BC", "double").target("four-genes").used("", "opponent move anywhere").table();
    let thief = thief.play("15 double steal");
    assert_eq!(thief.entry("target_by"), "null");
    assert_eq!(thief.play("10 double").points(), (1, 2 + 5));
}

#[test]
fn m63_the_arrow_does_not_move() {
    let table = guard("AC", "double copy").used("", "opponent").table().play("15 double steal");
    assert_eq!(table.entry("arrow"), "opponent");
    assert_eq!(table.after("copy"), (3, 0), "copy is still the opponent's pawns");
    // With no power used before there is nothing to copy after a theft.
    let none = guard("AC", "double copy").table().play("15 double steal");
    none.forbids("copy", "M28");
}

#[test]
fn m63_stays_usable_for_a_player_who_will_be_blocked() {
    let table = guard("AC", "block double").table().play("15 block allow double");
    assert_eq!(table.phase(), "steal");
    let stolen = table.play("steal");
    assert_eq!((stolen.points(), stolen.this_turn("blocked")), ((1, 0), "true".to_owned()));
    stolen.forbids("double", "M24"); // it is in hand, but the turn is blocked
    // A stolen block blocks nobody, and can be turned around.
    let back = guard("C", "block").hands("block", "").table().play("15 block steal").play("10 block");
    assert_eq!((back.seat(), back.this_turn("blocked")), (Some(0), "true".to_owned()));
}

#[test]
fn m63_works_on_the_first_turn_and_for_either_player() {
    let start =
        lawn().rules("AC").option("mutations", json!(["majority", "steal"])).start().play("+double +copy");
    let stolen = start.play("13 double steal");
    assert_eq!((stolen.entry("hands"), stolen.seat()), ("[[],[double,copy]]".to_owned(), Some(1)));
    let other =
        lawn().rules("C").mutations("steal", "bonus").pawns(&[9, 20], &[14]).hands("", "double").table();
    let other = other.play("19 double");
    assert_eq!((other.phase(), other.seat()), ("steal".to_owned(), Some(0)));
    assert_eq!(other.play("steal").entry("hands"), "[[double],[]]");
}

#[test]
fn m63_a_gene_without_target_is_not_even_announced() {
    let table = lawn()
        .rules("C")
        .mutations("majority", "steal")
        .pawns(&[1, 20], &[6, 0])
        .hands("move flip", "")
        .table();
    table.forbids("move", "M29");
    table.play("35").forbids("flip", "M29");
}

#[test]
fn m63_nothing_to_steal_otherwise() {
    let table = guard("C", "double").table();
    table.forbids_all("steal allow", "M63");
    table.play("15").forbids_all("steal allow", "M63");
    let own = lawn().rules("C").mutations("steal", "majority").pawns(&[9, 20, 30], &[21, 16, 14]);
    let own = own.hands("double", "").table();
    assert_eq!(own.after("15 double"), (2, 0), "the own genes are not stolen");
    let without = lawn().pawns(&[20], &[14]).table();
    without.forbids_all("steal allow", "M63");
}

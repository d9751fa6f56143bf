//! G40 and G41: becoming a king.

use super::support::{matrix, on};

#[test]
fn g40_a_pawn_that_lands_on_an_opponents_home_row_becomes_a_king() {
    for x in 0..=2 {
        let (front, back) = (format!("{x}.3.2"), format!("{x}.4.2"));
        let table = matrix().pawn(0, &front).pawn(1, "1.1.1").table();
        assert_eq!(table.play(&format!("{front}>{back}")).at(&back), "0k");
        let before = matrix().pawn(0, &format!("{x}.2.2")).pawn(1, "1.1.1").table();
        let still = before.play(&format!("{x}.2.2>{front}"));
        assert_eq!(still.at(&front), "0p", "the front row crowns nobody");
    }
    let north = matrix().pawn(1, "1.-1.2").pawn(0, "1.1.1").turn_of(1).table();
    assert_eq!(north.play("1.-1.2>0.-2.2").at("0.-2.2"), "1k");
}

#[test]
fn g40_by_hop_and_by_capture_too() {
    let hop = matrix().pawn(0, "1.2.2").pawn(0, "1.3.2").pawn(1, "1.1.1").table();
    assert_eq!(hop.play("1.2.2^1.4.2").at("1.4.2"), "0k");
    assert_eq!(hop.play("1.2.2^1.4.2").at("1.3.2"), "0p");
    let capture = matrix().pawn(0, "1.2.2").pawn(1, "1.3.2").pawn(1, "1.1.1").table();
    assert_eq!(capture.play("1.2.2x1.4.2").at("1.4.2"), "0k");
}

#[test]
fn g40_on_the_home_row_of_any_opponent_also_of_one_who_is_out() {
    let table =
        matrix().players(4).pawn(0, "-1.0.2").pawn(0, "3.0.2").pawn(2, "1.4.2").pawn(3, "4.2.2").table();
    assert_eq!(table.markers(1), 0, "West is out");
    assert_eq!(table.play("-1.0.2>-2.0.2").at("-2.0.2"), "0k");
    assert_eq!(table.play("-1.0.2>-2.1.2").at("-2.1.2"), "0k");
    assert_eq!(table.play("3.0.2>4.1.2").at("4.1.2"), "0k");
    let own = matrix().pawn(0, "1.-2.2").pawn(0, "0.-2.2").pawn(1, "1.4.2").table();
    assert_eq!(own.at("1.-2.2"), "0p", "the own home-row crowns nobody");
}

#[test]
fn g40_where_no_section_is_there_is_no_home_row() {
    let built = "-1.0.2 -2.0.2";
    let two = matrix().pawn(0, "-1.0.2").pawn(1, "1.4.2").built(built).table();
    assert_eq!(two.play("-1.0.2>-2.0.2").at("-2.0.2"), "0p");
}

#[test]
fn g40_the_own_home_row_crowns_nobody() {
    let table = on("airlock").pawn(0, "1.1.2").pawn(1, "0.3.1").table();
    let home = table.play("1.1.2>0.1.2~1.-2.1");
    assert_eq!((home.at("1.-2.1"), home.number("quiet")), ("0p".to_owned(), 1));
}

#[test]
fn g40_crowning_is_no_quiet_turn() {
    let setup = matrix().pawn(0, "1.3.2").pawn(1, "1.1.1").entry("quiet", 5).entry("turn", 9);
    let table = setup.table();
    assert_eq!(table.play("1.3.2>1.4.2").number("quiet"), 0);
    assert_eq!(table.play("1.3.2>0.3.2").number("quiet"), 6);
    let king = matrix().king(0, "1.3.2").pawn(1, "1.1.1").entry("quiet", 5).entry("turn", 9).table();
    assert_eq!(king.play("1.3.2>1.4.2.").number("quiet"), 6, "a king is not crowned again");
}

#[test]
fn g41_becoming_a_king_ends_the_turn() {
    let step = matrix().pawn(0, "1.3.2").pawn(1, "0.3.2").pawn(1, "1.1.1").table();
    assert_eq!(step.turn_texts("1.3.2>1.4.2"), ["1.3.2>1.4.2"]);
    let after = step.play("1.3.2>1.4.2");
    assert_eq!((after.phase(), after.seat()), ("turn".to_owned(), Some(1)));
    let later = after.play("1.1.1>1.0.1");
    assert_eq!(later.play("1.4.2>2.4.2>2.3.2").at("2.3.2"), "0k", "two moves from the next turn on");
    // A king that comes to the row has its second move.
    let king = matrix().king(0, "1.3.2").pawn(1, "1.1.1").table().play("1.3.2>1.4.2");
    assert_eq!(king.phase(), "second");
}

#[test]
fn g41_becoming_a_king_ends_a_chain() {
    let pawn = matrix().pawn(0, "1.2.2").pawn(1, "1.3.2").pawn(1, "0.4.2").pawn(1, "1.1.1").table();
    assert_eq!(pawn.turn_texts("1.2.2x1.4.2"), ["1.2.2x1.4.2"]);
    assert_eq!(pawn.play("1.2.2x1.4.2").seat(), Some(1), "not even a kamikaze");
    let king = matrix().king(0, "1.2.2").pawn(1, "1.3.2").pawn(1, "0.4.2").pawn(1, "1.1.1").table();
    assert_eq!(king.play("1.2.2x1.4.2").after(""), "!0.4.2 .");
}

#[test]
fn g41_becoming_a_king_ends_a_line_of_hops() {
    let table = on("plaza")
        .pawn(0, "2.4.1")
        .pawn(0, "2.5.1")
        .pawn(0, "2.7.1")
        .built("2.7.1 2.8.1")
        .pawn(1, "1.1.1")
        .table();
    let after = table.play("2.4.1^2.6.1");
    assert_eq!((after.at("2.6.1"), after.seat()), ("0k".to_owned(), Some(1)));
    let king = on("plaza").king(0, "2.4.1").pawn(0, "2.5.1").pawn(0, "2.7.1").built("2.7.1 2.8.1");
    assert_eq!(king.pawn(1, "1.1.1").table().play("2.4.1^2.6.1").after(""), ". ^2.8.1");
}

#[test]
fn g41_a_crown_in_the_middle_of_a_chain() {
    // A capture, then a second one that lands on the home-row: crowned, and the third is not made.
    let table = on("plaza")
        .pawn(0, "1.2.1")
        .pawn(1, "1.3.1")
        .pawn(1, "1.5.1")
        .pawn(1, "2.6.1")
        .pawn(1, "2.5.1")
        .pawn(1, "0.0.1")
        .table();
    let first = table.play("1.2.1x1.4.1");
    assert_eq!((first.phase(), first.at("1.4.1")), ("chain".to_owned(), "0p".to_owned()));
    let crowned = first.play("x1.6.1");
    assert_eq!((crowned.at("1.6.1"), crowned.seat()), ("0k".to_owned(), Some(1)));
    assert_eq!(crowned.markers(1), 3);
}

#[test]
fn g41_a_compulsory_teleport_is_still_made() {
    let setup = || on("airlock").pawn(1, "0.1.1").pawn(1, "0.3.1");
    let table = setup().pawn(0, "1.3.1").table().play("1.3.1>1.4.1");
    assert_eq!((table.phase(), table.at("1.4.1")), ("teleport".to_owned(), "0k".to_owned()));
    assert_eq!(table.dict()["phase"]["crowned"], true);
    assert_eq!(table.after(""), "~0.1.2 ~1.-2.1 ~2.1.2");
    table.forbids_all(". >0.4.1 x-1.2.1", "G50");
    let after = table.play("~0.1.2");
    assert_eq!((after.at("0.1.2"), after.seat()), ("0k".to_owned(), Some(1)));
    // The king captures no one from there in this turn.
    let capture = setup().pawn(0, "1.2.1").pawn(1, "1.3.1").pawn(1, "1.1.2").table();
    let after = capture.play("1.2.1x1.4.1~0.1.2");
    assert_eq!((after.seat(), after.captured(0)), (Some(1), (1, 0)));
}

#[test]
fn g41_arriving_by_teleport_on_a_home_row_crowns_and_ends_the_turn() {
    let table = on("airlock").pawn(0, "1.1.1").pawn(1, "0.3.1").pawn(1, "1.3.1").table();
    let after = table.play("1.1.1>2.1.2~1.4.1");
    assert_eq!((after.at("1.4.1"), after.seat(), after.number("quiet")), ("0k".into(), Some(1), 0));
    assert_eq!(after.phase(), "turn", "no further teleport");
    // In a chain, too: the capture that would go on from there is not made.
    let chain = on("airlock").pawn(0, "2.1.2").pawn(1, "1.1.2").pawn(1, "1.3.1").pawn(1, "0.4.1");
    let chain = chain.pawn(1, "0.3.1").table().play("2.1.2x0.1.2~1.4.1");
    assert_eq!((chain.at("1.4.1"), chain.seat(), chain.captured(0)), ("0k".into(), Some(1), (1, 0)));
}

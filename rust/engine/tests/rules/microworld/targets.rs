//! M41: the targets of rule B.

use serde_json::json;

use super::support::{Setup, lawn, on};

fn aim(target: &str) -> Setup {
    lawn().rules("B").target(target)
}

#[test]
fn m41_a_target_is_drawn_or_chosen() {
    let drawn = lawn().rules("B").start();
    assert_eq!((drawn.phase(), drawn.seat(), drawn.entry("target")), ("target".into(), None, "null".into()));
    assert_eq!(drawn.chances(), "target=bone-lover target=15-points target=chain-of-cells target=four-genes");
    drawn.forbids_all("13 end +flip keep=bonus", "M41");
    for target in ["bone-lover", "15-points", "chain-of-cells", "four-genes"] {
        let shown = drawn.play(&format!("target={target}"));
        assert_eq!((shown.phase(), shown.entry("target")), ("before".to_owned(), target.to_owned()));
        let chosen = lawn().rules("B").option("target", target).start();
        assert_eq!((chosen.phase(), chosen.entry("target")), ("before".to_owned(), target.to_owned()));
    }
    assert_eq!(lawn().option("target", "bone-lover").faults(), ["M41"], "it needs rule B");
    assert_eq!(lawn().start().entry("target"), "null");
}

#[test]
fn m41_bone_lover_is_four_osseous_cells() {
    // Osseous: 5, 7, 10, 11, 13, 16, 27, 30, 31, 33. They need not be adjacent.
    let table = aim("bone-lover").pawns(&[5, 7, 30, 20], &[0, 1, 35, 14]).table();
    assert_eq!(table.entry("bones"), "[[5,7,30],[]]");
    let third = table.play("8");
    assert_eq!(
        (third.points(), third.entry("target_by")),
        ((1, 0), "null".to_owned()),
        "8 is nervous; 7 is adjacent"
    );
    let fourth = table.play("13");
    assert_eq!((fourth.points(), fourth.entry("target_by")), ((6, 0), "0".to_owned()), "1 by 7, and 5");
    // The target is done: the Anticorps get nothing for their fourth, 30, but 1 by 31.
    let late = aim("bone-lover").pawns(&[5, 7, 13, 24], &[27, 33, 31]);
    assert_eq!(late.clone().table().after("30"), (0, 6));
    assert_eq!(late.entry("target_by", 0).table().after("30"), (0, 1));
}

#[test]
fn m41_bone_lover_asks_for_different_cells() {
    // A second pawn in 13 adds no cell; one on top of the opponent's pawn in 13 does.
    let own = aim("bone-lover").pawns(&[5, 7, 13, 20], &[0, 1, 35, 14]).hands("occupied", "").table();
    let again = own.play("occupied 13");
    assert_eq!((again.entry("bones"), again.entry("target_by")), ("[[5,7,13],[]]".into(), "null".into()));
    let other = aim("bone-lover").pawns(&[5, 7, 30, 20], &[0, 1, 13, 14]).hands("occupied", "").table();
    let on_top = other.play("occupied 13");
    assert_eq!((on_top.entry("bones"), on_top.entry("target_by")), ("[[5,7,13,30],[13]]".into(), "0".into()));
}

#[test]
fn m41_bone_lover_is_about_placing() {
    // What counts is that the pawn was placed there: v4 is shifted from 13 to 12, v2 was placed in 30 and is
    // elsewhere now.
    let table = lawn().rules("BC").target("bone-lover").mutations("shift", "exchange");
    let table = table.pawns(&[5, 7, 24, 20], &[0, 1, 35, 14]).entry("bones", json!([[5, 7, 30], []])).table();
    assert_eq!(table.play("13 shift >12").entry("target_by"), "0");
    // A pawn that is shifted into an osseous cell was not placed there.
    assert_eq!(table.play("8 shift >2").entry("bones"), "[[5,7,30],[]]");
    let into = table.play("15 shift >16");
    assert_eq!((into.entry("bones"), into.entry("target_by")), ("[[5,7,30],[]]".into(), "null".into()));
    // Nor was one that the gene moves.
    let moved = aim("bone-lover").pawns(&[20, 0], &[5, 14]).hands("move", "").table().play("move >13 12");
    assert_eq!(moved.entry("bones"), "[[],[5]]");
}

#[test]
fn m41_15_points_are_reached_or_passed() {
    // Two own pawns next to 15; with double 4 points.
    let pair =
        |points| aim("15-points").pawns(&[9, 21, 30], &[20, 16, 14]).points(points, 0).hands("double", "");
    assert_eq!(pair(12).table().after("15 end"), (14, 0));
    assert_eq!(pair(13).table().after("15 end"), (20, 0), "15 and 5");
    assert_eq!(pair(14).table().after("15 double"), (23, 0), "18 and 5");
    let done = pair(13).entry("target_by", 1).table();
    assert_eq!(done.after("15 end"), (15, 0));
}

/// The last pawn of the Anticorps is in 14; the Viruses have some pawns, and the Anticorps as many.
fn chain(links: &[u8]) -> Setup {
    let others: Vec<u8> = [0, 1, 5, 35, 34, 6, 11].into_iter().filter(|cell| !links.contains(cell)).collect();
    let mut others = others[..links.len() - 1].to_vec();
    others.push(14);
    aim("chain-of-cells").pawns(links, &others)
}

#[test]
fn m41_a_chain_links_the_rims_of_two_opposite_quarters() {
    // 3, 9, 15, 21, 20, 19, 18: upper right to lower left.
    let open = chain(&[3, 9, 21, 20, 19, 18]).table();
    let linked = open.play("15");
    assert_eq!(
        (linked.points(), linked.entry("target_by")),
        ((7, 0), "0".to_owned()),
        "2 by 9 and 21, and 5"
    );
    assert_eq!(open.play("8").entry("target_by"), "null");
    // 12, 13, ... 17 would go from the upper left to the upper right, which are no opposites.
    let sides =
        lawn().rules("B").target("chain-of-cells").pawns(&[12, 13, 14, 16, 17], &[0, 1, 5, 35, 9]).table();
    assert_eq!(sides.play("15").entry("target_by"), "null");
    // 2, 8, 14, 20, 21, 22, 23: upper left to lower right.
    let other =
        lawn().rules("B").target("chain-of-cells").pawns(&[2, 14, 20, 21, 22, 23], &[0, 1, 5, 35, 34, 9]);
    assert_eq!(other.table().play("8").entry("target_by"), "0");
}

#[test]
fn m41_neighbouring_quarters_are_no_opposites() {
    // Two rim cells next to each other: upper and lower right, lower right and left, left, upper; and in one quarter.
    for (own, last, cell) in [(17, 29, "23"), (33, 31, "32"), (18, 13, "12"), (2, 4, "3"), (3, 5, "4")] {
        let next = aim("chain-of-cells").pawns(&[own], &[last]).table().play(cell);
        assert_eq!((next.points(), next.entry("target_by")), ((1, 0), "null".to_owned()), "{own} and {cell}");
    }
}

#[test]
fn m41_a_chain_through_the_centre_of_the_elements() {
    // Board 1a 2a 3a 4a: rim 4, then 1 and the core 0 of the first quarter; the core 8 of the second; the core 16,
    // 17 and rim 20 of the third. The cores 0 and 16 lie opposite: without 8 there is no chain.
    let table = on("1a 2a 3a 4a").rules("B").target("chain-of-cells");
    let table = table.pawns(&[4, 1, 0, 16, 17, 20], &[5, 14, 22, 26, 31, 9]).table();
    let linked = table.play("8");
    assert_eq!(
        (linked.entry("target_by"), linked.points()),
        ("0".to_owned(), (8, 0)),
        "3 by 0, 16 and 17, and 5"
    );
    let beside = table.play("11");
    assert_eq!(beside.entry("target_by"), "null");
}

#[test]
fn m41_a_chain_has_no_corners_no_gaps_and_one_colour() {
    // Without 19: 20 and 13, 25 meet across corners only.
    let corner = chain(&[3, 9, 21, 20, 25, 18]).table();
    assert_eq!(corner.play("15").entry("target_by"), "null");
    // 18 is the rim; without it the chain ends at 19, inside.
    let inside = chain(&[3, 9, 21, 20, 19, 31]).table();
    assert_eq!(inside.play("15").entry("target_by"), "null");
    // One of the Anticorps stands in 19.
    let colour = aim("chain-of-cells").pawns(&[3, 9, 21, 20, 18], &[0, 1, 5, 19, 14]).table();
    assert_eq!(colour.play("15").entry("target_by"), "null");
}

#[test]
fn m41_flipped_pawns_and_stacks_are_part_of_a_chain() {
    let flipped = chain(&[3, 9, 21, 20, 19, 18]).used("", "flip").entry("flipped", json!([[1, 4], []]));
    let one = chain(&[3, 9, 21, 20, 19, 18]).used("", "flip").entry("flipped", json!([[4], []]));
    assert_eq!(flipped.faults(), ["M20"], "one gene flips one pawn");
    assert_eq!(one.table().play("15").entry("target_by"), "0");
    // The Viruses have a pawn on top of one of the Anticorps in 19.
    let stack = aim("chain-of-cells").pawns(&[3, 9, 21, 20, 19, 18], &[0, 1, 5, 34, 19, 14]);
    assert_eq!(stack.used("occupied", "").table().play("15").entry("target_by"), "0");
}

#[test]
fn m41_four_genes_used_wherever_the_tokens_are() {
    let table = aim("four-genes").pawns(&[9, 20, 30], &[21, 16, 14]);
    let table = table.used("radiation copy move", "flip").entry("radiation", json!([[0], []]));
    let table = table.hands("double", "opponent").points(1, 0).table();
    assert_eq!(table.play("15 end").entry("target_by"), "null");
    let fourth = table.play("15 double");
    assert_eq!((fourth.points(), fourth.entry("target_by")), ((8, 0), "0".to_owned()), "1 and 2 and 5");
    // Radiation itself may be the fourth: its token is on the board.
    let last = aim("four-genes").pawns(&[9, 20, 30], &[21, 16, 14]).used("move opponent double", "");
    assert_eq!(last.hands("radiation", "").table().after("15 radiation"), (6, 0));
    let copy = aim("four-genes").pawns(&[9, 20, 30], &[21, 16, 14]).used("move opponent double", "radiation");
    let copy = copy.hands("copy", "").entry("radiation", json!([[], [0]])).table();
    assert_eq!(copy.after("15 copy"), (6, 0));
    // Tokens in hand are not used, and what the opponent used is the opponent's.
    let hand = aim("four-genes").pawns(&[9, 20, 30], &[21, 16, 14]).used("move double", "flip block");
    assert_eq!(hand.hands("opponent radiation", "").table().after("15 opponent"), (3, 0));
}

#[test]
fn m41_final_points_reach_no_target() {
    // 14 points, and the tissues bring them far over 15.
    let viruses: Vec<u8> = (0..14).collect();
    let anticorps: Vec<u8> = (20..33).collect();
    let table = aim("15-points").pawns(&viruses, &anticorps).points(14, 0).table();
    let over = table.play("14");
    assert_eq!((over.phase(), over.entry("target_by")), ("over".to_owned(), "null".to_owned()));
    assert!(over.points().0 > 15);
}

//! M20 to M29: every gene alone, as a copy, and two of them in a turn (M40), in one position where each
//! shows: two genes must have both effects.

use super::support::{Setup, Table, lawn};

/// The powers that are used before placing, and those after it.
const BEFORE: [&str; 3] = ["anywhere", "occupied", "move"];
const AFTER: [&str; 5] = ["flip", "double", "opponent", "block", "radiation"];

/// The Viruses are to place their pawn number 11. The last pawn of the Anticorps, number 10, is in 14; of
/// its neighbours 8, 15 and 20 are occupied and 13 is free. If it moves there, 7, 12 and 19 are occupied
/// and 14 is free.
///
/// ```text
///  a  .  a  .  a  a
///  .  v  a  v  .  .
///  v  . (a) v  v  .
///  a  v  a  v  a  .
///  .  v  .  v  .  v
///  a  .  .  .  v  a
/// ```
fn knot(hand: &str) -> Setup {
    let viruses = [7, 12, 19, 15, 27, 29, 34, 9, 16, 21, 25];
    let anticorps = [0, 2, 4, 5, 30, 35, 8, 20, 22, 18, 14];
    lawn().pawns(&viruses, &anticorps).hands(hand, "")
}

/// All free cells but 13 and 14, of which one is free.
const FAR: [u8; 13] = [1, 3, 6, 10, 11, 17, 23, 24, 26, 28, 31, 32, 33];

fn has(powers: &[&str], power: &str) -> bool {
    powers.contains(&power)
}

/// The cells that can be placed in with these powers in effect (M12, M21, M25, M26).
fn places(powers: &[&str]) -> Vec<u8> {
    let moved = has(powers, "move");
    let mut cells = vec![if moved { 14 } else { 13 }];
    if has(powers, "anywhere") {
        cells.extend(FAR);
    }
    if has(powers, "occupied") {
        cells.extend(if moved { [7, 12, 19] } else { [8, 15, 20] });
    }
    cells.sort_unstable();
    cells
}

/// A cell to place in for which the last of these powers is needed, with the own and the opponent's pawns
/// around it.
///
/// 13: own 7, 12, 19; the opponent's 14. 14 after the move: own 15; the opponent's 8, 20 and 13.
/// 28: own 27, 29, 34; the opponent's 22. 15: own 9, 16, 21; the opponent's 14.
/// 19 after the move: own 25; the opponent's 18, 20 and 13.
fn spot(powers: &[&str]) -> (u8, i32, i32) {
    let last = powers.iter().rev().find(|power| **power == "anywhere" || **power == "occupied");
    match (last, has(powers, "move")) {
        (Some(&"anywhere"), _) => (28, 3, 1),
        (Some(_), false) => (15, 3, 1),
        (Some(_), true) => (19, 1, 3),
        (None, false) => (13, 3, 1),
        (None, true) => (14, 1, 3),
    }
}

/// Plays a turn with these genes, of which copy acts as `copied`, and asks for the effect of each.
fn show(table: &Table, genes: &[&str], copied: &str) {
    let power = |gene: &str| if gene == "copy" { copied.to_owned() } else { gene.to_owned() };
    let powers: Vec<String> = genes.iter().map(|gene| power(gene)).collect();
    let powers: Vec<&str> = powers.iter().map(String::as_str).collect();
    let mut now = table.clone();
    let (before, after): (Vec<usize>, Vec<usize>) =
        (0..genes.len()).partition(|at| BEFORE.contains(&powers[*at]));
    for at in &before {
        now = now.play(genes[*at]);
        if powers[*at] == "move" {
            assert_eq!(now.listed(), ">13");
            now = now.play(">13");
        }
        let so_far: Vec<&str> = before.iter().filter(|other| *other <= at).map(|at| powers[*at]).collect();
        assert_eq!(now.places(), places(&so_far), "{genes:?} as {powers:?}");
    }
    let early: Vec<&str> = before.iter().map(|at| powers[*at]).collect();
    let (cell, own, others) = spot(&early);
    now = now.play(&cell.to_string());
    let mut flipped = Vec::new();
    for at in &after {
        now = now.play(genes[*at]);
        if powers[*at] == "flip" {
            let target = now.listed().split(' ').next().expect("a pawn").to_owned();
            flipped.push(target.clone());
            now = now.play(&target);
        }
    }
    if now.phase() == "after" && now.seat() == Some(0) {
        now = now.play("end");
    }
    let context = format!("{genes:?} as {powers:?}");
    assert_eq!(now.entry("turn"), "23", "{context}");
    assert_eq!(now.cell_of("v11"), u64::from(cell), "{context}");
    assert_eq!(now.cell_of("a10"), if has(&powers, "move") { 13 } else { 14 }, "{context}");
    let counted = if has(&powers, "opponent") { others } else { own };
    let points = if has(&powers, "double") { 2 * counted } else { counted };
    assert_eq!(now.points(), (points, 0), "{context}");
    assert_eq!(now.this_turn("blocked"), has(&powers, "block").to_string(), "{context}");
    let marked = if has(&powers, "radiation") { "[[11],[]]" } else { "[[],[]]" };
    assert_eq!(now.entry("radiation"), marked, "{context}");
    let mut numbers: Vec<u8> = flipped.iter().map(|pawn| pawn[1..].parse().expect("a number")).collect();
    numbers.sort_unstable();
    let numbers: Vec<String> = numbers.iter().map(u8::to_string).collect();
    assert_eq!(now.entry("flipped"), format!("[[],[{}]]", numbers.join(",")), "{context}");
    assert_eq!(numbers.len(), powers.iter().filter(|power| **power == "flip").count(), "{context}");
}

#[test]
fn m20_m21_m22_m23_m24_m25_m26_m27_every_gene_alone() {
    show(&knot("").table(), &[], "");
    for gene in BEFORE.iter().chain(&AFTER) {
        show(&knot(gene).table(), &[gene], "");
    }
}

#[test]
fn m28_every_power_copied() {
    for power in BEFORE.iter().chain(&AFTER) {
        // The Anticorps have used the power last, or the Viruses have.
        show(&knot("copy").used("", power).table(), &["copy"], power);
        show(&knot("copy").used(power, "").table(), &["copy"], power);
    }
}

#[test]
fn m28_copy_has_the_timing_of_the_power_copied() {
    for (power, rule) in [("anywhere", "M21"), ("occupied", "M25"), ("move", "M26")] {
        let table = knot("copy double").used("", power).table();
        assert_eq!(table.deeds(), "copy");
        let placed = table.play("13");
        assert_eq!(placed.deeds(), "double end");
        placed.forbids("copy", rule);
    }
    for (power, rule) in
        [("flip", "M20"), ("double", "M22"), ("opponent", "M23"), ("block", "M24"), ("radiation", "M27")]
    {
        let table = knot("copy").used("", power).table();
        assert_eq!(table.deeds(), "");
        table.forbids("copy", rule);
        assert_eq!(table.play("13").deeds(), "copy end");
    }
}

#[test]
fn m20_m21_m22_m23_m24_m25_m26_m27_no_gene_at_the_wrong_time() {
    for (gene, rule) in [("anywhere", "M21"), ("occupied", "M25"), ("move", "M26")] {
        let table = knot(&format!("{gene} radiation")).table();
        assert_eq!(table.deeds(), gene);
        table.play("13").forbids(gene, rule);
    }
    for (gene, rule) in
        [("flip", "M20"), ("double", "M22"), ("opponent", "M23"), ("block", "M24"), ("radiation", "M27")]
    {
        let table = knot(gene).table();
        assert_eq!(table.deeds(), "");
        table.forbids(gene, rule);
    }
}

#[test]
fn m40_every_pair_of_genes_has_both_effects() {
    for early in BEFORE {
        for other in BEFORE.iter().filter(|other| **other != early) {
            show(&knot(&format!("{early} {other}")).rules("A").table(), &[early, other], "");
        }
        for late in AFTER {
            show(&knot(&format!("{early} {late}")).rules("A").table(), &[early, late], "");
        }
    }
    for late in AFTER {
        for other in AFTER.iter().filter(|other| **other != late) {
            show(&knot(&format!("{late} {other}")).rules("A").table(), &[late, other], "");
        }
    }
}

#[test]
fn m40_m28_every_pair_of_a_gene_and_a_copy_has_both_effects() {
    // The Anticorps used a power; the Viruses copy it and use another gene, in both orders. A gene that is used
    // first moves the arrow on, so that copy after it is a copy of that one.
    for power in BEFORE.iter().chain(&AFTER) {
        for gene in BEFORE.iter().chain(&AFTER).filter(|gene| *gene != power) {
            if BEFORE.contains(gene) && AFTER.contains(power) {
                continue; // before placing comes first: see below
            }
            let table = knot(&format!("{gene} copy")).rules("A").used("", power).table();
            show(&table, &["copy", gene], power);
        }
    }
}

#[test]
fn m40_m28_a_copy_of_the_gene_just_used() {
    for gene in AFTER {
        let table = knot(&format!("{gene} copy")).rules("A").used("", "anywhere").table();
        if gene == "flip" {
            // In 13 there is one pawn to flip, so nothing is left for the copy.
            let once = table.play("13 flip a10");
            once.forbids("copy", "M29");
            // In 14, after the move, there would be three; here copy and flip are the two uses of the turn.
            let twice = lawn().rules("A").pawns(&[9, 20, 30], &[21, 16, 14]).hands("flip copy", "").table();
            assert_eq!(twice.play("15 flip a1 copy a2").entry("flipped"), "[[],[1,2]]");
        } else {
            show(&table, &[gene, "copy"], gene);
        }
    }
    for gene in ["anywhere", "occupied"] {
        let table = knot(&format!("{gene} copy")).rules("A").used("", "double").table();
        show(&table, &[gene, "copy"], gene);
    }
    // The last pawn moves twice: from 14 to 13, and back.
    let table = knot("move copy").rules("A").table().play("move >13 copy");
    assert_eq!(table.listed(), ">14");
    assert_eq!(table.play(">14").places(), [13]);
    // Used before placing, it can't be copied after it.
    let placed = knot("anywhere copy").rules("A").table().play("anywhere 28");
    placed.forbids("copy", "M21");
}

#[test]
fn m40_two_genes_a_turn_and_no_third() {
    let before = knot("anywhere occupied move").rules("A").table().play("anywhere occupied");
    assert_eq!(before.deeds(), "");
    before.forbids("move", "M40");
    // After two uses before placing none is left after it.
    assert_eq!(before.play("28").seat(), Some(1));
    let mutant = knot("flip double opponent").rules("AC").mutations("barrier", "bonus").table();
    let after = mutant.play("13 double opponent");
    assert_eq!(after.deeds(), "barrier end");
    after.forbids("flip", "M40");
}

//! M1 to M5: the four elements and the boards that they make.

use std::collections::BTreeSet;

use boardwright::Rng;
use boardwright::microworld::pieces::KINDS;
use boardwright::microworld::{ELEMENTS, Microworld, random_board};
use serde_json::{Value, json};

use super::support::{TISSUES, lawn, on};

/// Every board: element and side in each quarter.
fn every_board() -> Vec<String> {
    let mut boards = Vec::new();
    for order in 0..256 {
        let order = [order / 64, order / 16 % 4, order / 4 % 4, order % 4];
        if (0..4).all(|element| order.contains(&element)) {
            for sides in 0..16 {
                let word = |quarter: usize| {
                    format!("{}{}", order[quarter] + 1, if sides >> quarter & 1 == 0 { 'a' } else { 'b' })
                };
                boards.push([0, 1, 2, 3].map(word).join(" "));
            }
        }
    }
    boards
}

fn board(text: &str) -> Value {
    Microworld::check_board(&json!(text)).expect("a board")
}

fn numbers(value: &Value) -> Vec<usize> {
    value
        .as_array()
        .expect("a list")
        .iter()
        .map(|number| number.as_u64().expect("a number") as usize)
        .collect()
}

fn cells(board: &Value) -> &Vec<Value> {
    board["cells"].as_array().expect("cells")
}

/// The neighbours of each cell.
fn neighbours(board: &Value) -> Vec<Vec<usize>> {
    cells(board).iter().map(|cell| numbers(&cell["adjacent"])).collect()
}

/// Which cell lies at each of 24 x 360 places: between two whole radii and two whole degrees.
fn raster(board: &Value) -> Vec<Vec<Option<usize>>> {
    let mut raster = vec![vec![None; 360]; 24];
    for (number, cell) in cells(board).iter().enumerate() {
        for part in cell["parts"].as_array().expect("parts") {
            let (radii, angles) = (numbers(&part["r"]), numbers(&part["angle"]));
            for ring in &mut raster[radii[0]..radii[1]] {
                for place in &mut ring[angles[0]..angles[1]] {
                    assert_eq!(*place, None, "cells {place:?} and {number} overlap");
                    *place = Some(number);
                }
            }
        }
    }
    raster
}

#[test]
fn m1_four_elements_make_384_boards() {
    let boards = every_board();
    assert_eq!(boards.len(), 384);
    for text in boards {
        let board = board(&text);
        let cells = cells(&board);
        assert_eq!(cells.len(), 32, "{text}");
        for quarter in 0..4 {
            assert_eq!(cells.iter().filter(|cell| cell["quarter"] == quarter).count(), 8, "{text}");
        }
        assert_eq!(cells.iter().filter(|cell| cell["gene"] == true).count(), 7, "{text}");
    }
}

#[test]
fn m1_a_turned_board_is_the_same_board() {
    // 4 x 3 x 2 orders and 2 x 2 x 2 x 2 sides; four of them at a time are turns of one another: 96.
    for text in every_board() {
        let words: Vec<&str> = text.split(' ').collect();
        let turned = board(&[words[1], words[2], words[3], words[0]].join(" "));
        let board = board(&text);
        let turn = |cell: usize| (cell + 24) % 32;
        for (number, near) in neighbours(&board).into_iter().enumerate() {
            let mut near: Vec<usize> = near.into_iter().map(turn).collect();
            near.sort_unstable();
            assert_eq!(near, numbers(&turned["cells"][turn(number)]["adjacent"]), "{text}, cell {number}");
            assert_eq!(cells(&board)[number]["kind"], turned["cells"][turn(number)]["kind"]);
        }
        assert_ne!(board["board"], turned["board"]);
    }
}

#[test]
fn m1_random_boards_reach_all_384() {
    let mut rng = Rng::new(5);
    let mut seen = BTreeSet::new();
    for _ in 0..20_000 {
        seen.insert(random_board(&mut rng));
    }
    assert!(seen.iter().eq(&every_board().into_iter().collect::<BTreeSet<_>>()));
}

#[test]
fn m1_each_element_is_there_once() {
    for text in [
        "1a 1b 2a 3a",
        "1a 2a 3a",
        "1a 2a 3a 4a 1a",
        "1a 2a 3a 5a",
        "1a 2a 3a 4c",
        "1 2 3 4",
        "",
        "1A 2A 3A 4A",
    ] {
        assert_eq!(on(text).faults(), ["M1"], "{text}");
    }
    // Four quarters, no more and no less.
    let board = json!({"format": 1, "quarters": [[], [], []]});
    assert!(on(board).faults().contains(&"M1"));
}

#[test]
fn m1_there_are_no_other_cells() {
    let start = on("1a 2a 3a 4a").start();
    start.forbids_all("32 40 63", "M1");
    let table = lawn().pawns(&[20], &[14]).hands("move", "").table().play("move");
    table.forbids_all(">36 >63", "M1");
    let shift = lawn().rules("C").mutations("shift", "bonus").pawns(&[20], &[14]).table().play("8 shift");
    shift.forbids(">36", "M1");
    assert_eq!(lawn().pawns(&[36], &[]).faults(), ["M1"]);
    assert_eq!(lawn().pawns(&[20], &[14]).tokens(&[60]).faults(), ["M1"]);
}

#[test]
fn m2_cells_fill_the_disc_exactly() {
    for text in every_board() {
        for (ring, places) in raster(&board(&text)).into_iter().enumerate() {
            for (degree, place) in places.into_iter().enumerate() {
                assert!(place.is_some(), "{text}: nothing at radius {ring}, {degree} degrees");
            }
        }
    }
}

#[test]
fn m2_one_cell_of_each_quarter_touches_the_centre() {
    for text in every_board() {
        let centre: Vec<Option<usize>> = raster(&board(&text))[0].clone();
        for quarter in 0..4 {
            let first = centre[90 * quarter];
            assert!(centre[90 * quarter..90 * quarter + 90].iter().all(|place| *place == first), "{text}");
            assert_eq!(first.map(|cell| cell / 8), Some(quarter), "{text}");
        }
    }
}

#[test]
fn m2_every_kind_is_on_every_side_and_both_sides_have_as_many_gene_spaces() {
    let mut spaces = Vec::new();
    for (name, text) in ELEMENTS {
        let element = Microworld::check_element(text).expect("an element");
        let side = |side: &str| {
            let cells = element["sides"][side]["cells"].as_array().expect("cells").clone();
            assert_eq!(cells.len(), 8, "{name}{side}");
            for kind in KINDS {
                assert!(cells.iter().any(|cell| cell["kind"] == kind), "{name}{side} has no {kind} cell");
            }
            cells.iter().filter(|cell| cell["gene"] == true).count()
        };
        assert_eq!(side("a"), side("b"), "{name}");
        spaces.push(side("a"));
    }
    spaces.sort_unstable();
    assert_eq!(spaces, [1, 2, 2, 2]);
}

#[test]
fn m3_cells_are_adjacent_where_they_share_a_border() {
    for text in every_board() {
        let board = board(&text);
        let raster = raster(&board);
        let mut expected = vec![BTreeSet::new(); 32];
        for (ring, places) in raster.iter().enumerate() {
            for (degree, place) in places.iter().enumerate() {
                // Outward, and clockwise; a slant would be a touch in a point.
                let outward = raster.get(ring + 1).and_then(|next| next[degree]);
                for other in [outward, places[(degree + 1) % 360]].into_iter().flatten() {
                    let here = place.expect("no gap");
                    if here != other {
                        expected[here].insert(other);
                        expected[other].insert(here);
                    }
                }
            }
        }
        for (number, near) in neighbours(&board).into_iter().enumerate() {
            assert_eq!(near, expected[number].iter().copied().collect::<Vec<_>>(), "{text}, cell {number}");
        }
    }
}

#[test]
fn m3_at_the_centre_neighbours_are_adjacent_and_opposites_are_not() {
    // The first cell of each side is the one at the centre.
    for text in every_board() {
        let near = neighbours(&board(&text));
        for quarter in 0..4 {
            let centre = |turned: usize| (quarter + turned) % 4 * 8;
            assert!(near[centre(0)].contains(&centre(1)), "{text}");
            assert!(near[centre(0)].contains(&centre(3)), "{text}");
            assert!(!near[centre(0)].contains(&centre(2)), "{text}");
        }
    }
}

#[test]
fn m3_what_meets_across_a_seam_depends_on_the_elements() {
    // The last edge of side 1a: cell 0 from radius 0 to 8, cell 3 to 15, cell 7 to 24. The first edge of
    // 2a: cell 0 to 12, cell 2 to 18, cell 4 to 24; of 2b: 0 to 9, 1 to 17, 4 to 24; of 4a: 0 to 8, 1 to
    // 16, 2 to 24, so there cells 0 and 1 of 4a end where cell 0 of 1a ends: they touch it in a point.
    let across = |text: &str| {
        let near = neighbours(&board(text));
        [0, 3, 7].map(|cell| {
            near[cell].iter().copied().filter(|other| (8..16).contains(other)).collect::<Vec<_>>()
        })
    };
    assert_eq!(across("1a 2a 3a 4a"), [vec![8], vec![8, 10], vec![10, 12]]);
    assert_eq!(across("1a 2b 3a 4a"), [vec![8], vec![8, 9], vec![9, 12]]);
    assert_eq!(across("1a 4a 2a 3a"), [vec![8], vec![9], vec![9, 10]]);
}

#[test]
fn m3_touching_in_a_point_is_no_adjacency() {
    // Two rings of three cells around a core: cells 1, 2 and 4, 5 meet in a point; so do 3, 6 of one
    // quarter and 1, 4 of the next.
    let kinds = ["mucous", "nervous", "osseous", "muscular"];
    let part = |r: [u8; 2], angle: [u8; 2]| json!([{"r": r, "angle": angle}]);
    let mut parts = vec![part([0, 8], [0, 90])];
    for r in [[8, 16], [16, 24]] {
        parts.extend([[0, 30], [30, 60], [60, 90]].map(|angle| part(r, angle)));
    }
    let cell = |(number, parts): (usize, &Value)| json!({"kind": kinds[number % 4], "gene": number == 1, "parts": parts});
    let side: Vec<Value> = parts.iter().enumerate().map(cell).collect();
    let board = json!({"format": 1, "quarters": [side, side, side, side]});
    let near = neighbours(&Microworld::check_board(&board).expect("a board"));
    assert_eq!(near[0], [1, 2, 3, 7, 21], "the core: its ring, and the cores beside it");
    assert_eq!(near[1], [0, 2, 4, 24], "not 5, and not 27 across the seam");
    assert_eq!(near[2], [0, 1, 3, 5], "not 4, not 6");
    assert_eq!(near[3], [0, 2, 6, 8], "not 5, and not 11 across the seam");
    assert_eq!(near[6], [3, 5, 11], "not 2, and not 8 across the seam");
}

#[test]
fn m3_the_white_line_is_all_that_counts() {
    // On the lawn a pawn in 14 has neighbours 8, 13, 15, 20; the corners 7, 9, 19, 21 are none.
    let table = lawn().pawns(&[14], &[]).table();
    assert_eq!(table.places(), [8, 13, 15, 20]);
    table.forbids_all("7 9 19 21", "M12");
}

#[test]
fn m4_a_tissue_is_all_that_hangs_together_of_a_kind() {
    let tissues = lawn().start().analysis("tissues");
    let tissues = tissues.as_array().expect("a list");
    assert_eq!(tissues.len(), TISSUES.len());
    for (found, (kind, cells)) in tissues.iter().zip(TISSUES) {
        assert_eq!((found["kind"].as_str(), &found["cells"]), (Some(kind), &json!(cells)));
        assert_eq!(found["worth"], json!([cells.len(), cells.len()]));
    }
}

#[test]
fn m4_tissues_go_across_seams_and_every_cell_is_in_one() {
    // Nervous: cell 3 of 1a; 8 and 9 of 2a; the cores 16 of 3a and 24 of 4a; 30 along the core of 4a.
    let first = board("1a 2a 3a 4a");
    let tissue = first["cells"][3]["tissue"].as_u64().expect("a tissue") as usize;
    assert_eq!(first["tissues"][tissue], json!({"kind": "nervous", "cells": [3, 8, 9, 16, 24, 30]}));
    for text in every_board() {
        let board = board(&text);
        let near = neighbours(&board);
        let of = |cell: usize| &board["cells"][cell]["tissue"];
        for cell in 0..32 {
            let kind = &board["cells"][cell]["kind"];
            let own = &board["tissues"][of(cell).as_u64().expect("a tissue") as usize];
            assert_eq!(&own["kind"], kind);
            assert!(numbers(&own["cells"]).contains(&cell), "{text}");
            for other in &near[cell] {
                let same = &board["cells"][*other]["kind"] == kind;
                assert_eq!(of(*other) == of(cell), same, "{text}: {cell} and {other}");
            }
        }
        // Nothing falls apart: from the lowest cell of a tissue all others are reached.
        for tissue in board["tissues"].as_array().expect("tissues") {
            let cells = numbers(&tissue["cells"]);
            let mut reached = vec![cells[0]];
            let mut at = 0;
            while at < reached.len() {
                let next =
                    near[reached[at]].iter().filter(|cell| cells.contains(cell) && !reached.contains(cell));
                let next: Vec<usize> = next.copied().collect();
                reached.extend(next);
                at += 1;
            }
            assert_eq!(reached.len(), cells.len(), "{text}");
        }
    }
}

#[test]
fn m5_external_cells_reach_the_rim() {
    let first = board("1a 2a 3a 4a");
    let rim = (0..32).filter(|cell| first["cells"][*cell]["rim"] == true);
    assert_eq!(rim.collect::<Vec<_>>(), [4, 5, 6, 7, 12, 13, 14, 15, 20, 21, 22, 23, 26, 29, 31]);
    for text in every_board() {
        let board = board(&text);
        let edge = raster(&board).pop().expect("a rim");
        for (number, cell) in cells(&board).iter().enumerate() {
            assert_eq!(cell["rim"] == true, edge.contains(&Some(number)), "{text}, cell {number}");
        }
    }
}

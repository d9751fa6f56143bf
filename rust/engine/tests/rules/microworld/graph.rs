//! M2: what is wrong with an element. M6: boards as graphs, and what is wrong with them.

use boardwright::microworld::{ELEMENTS, Microworld};
use serde_json::{Value, json};

use super::support::{LAWN, SPACES, lawn, on, rows};

/// Element 2 as data. Side a: cell 0 from radius 0 to 7 and, to 25 degrees, 12; cell 1 beside that; 2, 3
/// in a ring to 18; 4 to 7 on the rim.
fn element() -> Value {
    Microworld::check_element(ELEMENTS[1].1).expect("an element")
}

/// The faults of element 2 after a change of side a: paths and rules.
fn faults(change: impl Fn(&mut Vec<Value>)) -> Vec<String> {
    let mut element = element();
    change(element["sides"]["a"]["cells"].as_array_mut().expect("cells"));
    let error = Microworld::check_element(&element.to_string()).expect_err("a fault");
    error.problems.iter().map(|fault| format!("{} {}", fault.path, fault.rule.unwrap_or("-"))).collect()
}

#[test]
fn m2_an_element_without_fault_is_taken() {
    assert!(Microworld::check_element(&element().to_string()).is_ok());
}

#[test]
fn m2_cells_that_overlap_are_refused() {
    // Cell 1 from 20 degrees on lies over the arm of cell 0, which goes to 25.
    let wide = |cells: &mut Vec<Value>| cells[1]["parts"][0]["angle"] = json!([20, 90]);
    assert_eq!(faults(wide), ["sides.a.cells M2"]);
    // The same part twice in a cell lies over itself.
    let twice =
        |cells: &mut Vec<Value>| cells[1]["parts"] = json!([cells[1]["parts"][0], cells[1]["parts"][0]]);
    assert!(faults(twice).contains(&"sides.a.cells M2".to_owned()));
}

#[test]
fn m2_a_gap_is_refused() {
    let narrow = |cells: &mut Vec<Value>| cells[1]["parts"][0]["angle"] = json!([26, 90]);
    assert_eq!(faults(narrow), ["sides.a.cells M2"]);
    let short = |cells: &mut Vec<Value>| cells[6]["parts"][0]["r"] = json!([18, 23]);
    assert_eq!(faults(short), ["sides.a.cells M2"]);
}

#[test]
fn m2_two_cells_at_the_centre_are_refused() {
    // Cell 0 gives up the half from 45 degrees on to cell 1.
    let split = |cells: &mut Vec<Value>| {
        cells[0]["parts"][0]["angle"] = json!([0, 45]);
        let more = json!({"r": [0, 7], "angle": [45, 90]});
        cells[1]["parts"].as_array_mut().expect("parts").push(more);
    };
    assert_eq!(faults(split), ["sides.a.cells M2"]);
}

#[test]
fn m2_a_cell_in_two_pieces_is_refused() {
    // Cell 7 on the rim and cell 2 in the ring change a part: cell 2 is to be in the ring and on the rim,
    // where the two do not meet.
    let split = |cells: &mut Vec<Value>| {
        let rim = cells[7]["parts"][0].clone();
        cells[2]["parts"].as_array_mut().expect("parts").push(rim);
        cells.remove(7);
    };
    assert_eq!(faults(split), ["sides.a.cells[2] M2"]);
    // A touch in a point does not hold together either: 12 to 18 up to 40 degrees, 18 to 24 from 50 on.
    let slant = |cells: &mut Vec<Value>| {
        cells[2]["parts"][0]["angle"] = json!([0, 50]);
        cells[3]["parts"][0]["angle"] = json!([50, 90]);
        let rim = cells[6]["parts"][0].clone();
        cells[2]["parts"].as_array_mut().expect("parts").push(rim);
        cells.remove(6);
    };
    assert_eq!(faults(slant), ["sides.a.cells[2] M2"]);
}

#[test]
fn m2_unequal_gene_spaces_and_a_missing_kind_are_refused() {
    assert_eq!(faults(|cells| cells[0]["gene"] = json!(true)), ["sides M2"]);
    // Cell 6 is the only muscular one of side a.
    assert_eq!(faults(|cells| cells[6]["kind"] = json!("osseous")), ["sides.a M2"]);
    assert_eq!(faults(|cells| cells[6]["parts"] = json!([])), ["sides.a.cells[6].parts M2"]);
}

#[test]
fn m2_all_faults_are_reported_at_once() {
    let many = |cells: &mut Vec<Value>| {
        cells[0]["gene"] = json!(true);
        cells[1]["parts"][0]["angle"] = json!([20, 90]);
        cells[2]["parts"].as_array_mut().expect("parts").push(json!({"r": [23, 24], "angle": [89, 90]}));
    };
    assert_eq!(faults(many), ["sides.a.cells[2] M2", "sides.a.cells M2", "sides.a.cells M2", "sides M2"]);
}

/// A lawn after a change of its data.
fn changed(change: impl Fn(&mut Value)) -> Value {
    let mut board = rows(LAWN, &SPACES);
    change(&mut board);
    board
}

#[test]
fn m6_a_board_may_be_a_graph() {
    let board = Microworld::check_board(&rows(LAWN, &SPACES)).expect("a board");
    assert_eq!(board["cells"].as_array().expect("cells").len(), 36);
    let table = lawn().start();
    assert_eq!(table.places(), SPACES);
    assert_eq!(table.play("13").places(), [7, 12, 14, 19]);
}

#[test]
fn m6_a_board_has_28_cells_or_more() {
    // Rows of four, and one long row.
    let four = |rows: usize| vec!["mnou"; rows].join(" ");
    assert_eq!(on(rows(&four(6), &[0])).faults(), ["M6"], "24 cells");
    assert!(on(rows(&four(7), &[0])).is_playable(), "28 cells");
    assert_eq!(on(rows("mnoumnoumnoumnoumnoumnoumno", &[0])).faults(), ["M6"], "27 cells");
}

#[test]
fn m6_with_the_mutation_barrier_a_board_has_29_cells_or_more() {
    let board = |cells: usize| rows(&"mnou".repeat(8)[..cells], &[0]);
    let mutant = |cells: usize| on(board(cells)).rules("C");
    assert_eq!(mutant(28).faults(), ["M6"], "dealt");
    assert_eq!(mutant(28).option("mutations", json!(["bonus", "barrier"])).faults(), ["M6"]);
    assert!(
        Microworld::new(&json!({"board": board(28), "rules": "C", "mutations": ["bonus", "steal"]})).is_ok()
    );
    assert!(Microworld::new(&json!({"board": board(29), "rules": "C"})).is_ok());
    assert!(Microworld::new(&json!({"board": board(28), "rules": "ADEFGH"})).is_ok());
}

#[test]
fn m6_a_board_has_a_gene_space() {
    assert_eq!(on(rows(LAWN, &[])).faults(), ["M6"]);
    assert!(on(rows(LAWN, &[35])).is_playable());
}

#[test]
fn m6_adjacency_goes_both_ways() {
    let one_way = changed(|board| board["cells"][0]["adjacent"] = json!([1, 6, 20]));
    assert_eq!(on(one_way).faults(), ["M6"]);
    let to_itself = changed(|board| board["cells"][0]["adjacent"] = json!([0, 1, 6]));
    assert_eq!(on(to_itself).faults(), ["M6"]);
    let twice = changed(|board| board["cells"][0]["adjacent"] = json!([1, 6, 1]));
    assert_eq!(on(twice).faults(), ["M6"]);
    let both_ways = changed(|board| {
        board["cells"][0]["adjacent"] = json!([1, 6, 20]);
        board["cells"][20]["adjacent"] = json!([0, 14, 19, 21, 26]);
    });
    assert!(on(both_ways).is_playable());
}

#[test]
fn m6_a_chain_of_cells_needs_rims_in_opposite_quarters() {
    let chain = |board: Value| on(board).rules("B").target("chain-of-cells");
    assert!(chain(rows(LAWN, &SPACES)).is_playable());
    for key in ["rim", "quarter"] {
        let without = changed(|board| {
            for cell in board["cells"].as_array_mut().expect("cells") {
                cell.as_object_mut().expect("a cell").remove(key);
            }
        });
        assert_eq!(chain(without.clone()).faults(), ["M6"], "{key}");
        assert_eq!(on(without.clone()).rules("B").faults(), ["M6"], "it could be drawn");
        assert!(on(without.clone()).rules("B").target("bone-lover").is_playable(), "{key}");
        assert!(on(without).rules("ACDEFGH").start().phase() == "leftover", "{key}");
    }
    // Only quarters 0 and 1, which are no opposites.
    let half = changed(|board| {
        for cell in board["cells"].as_array_mut().expect("cells") {
            cell["quarter"] = json!(cell["quarter"].as_u64().expect("a quarter") % 2);
        }
    });
    assert_eq!(chain(half).faults(), ["M6"]);
}

#[test]
fn m6_a_board_has_cells_or_quarters_and_not_both() {
    assert_eq!(on(json!({"format": 1, "name": "none"})).faults(), ["M6"]);
    let both = changed(|board| board["quarters"] = json!([[], [], [], []]));
    assert_eq!(on(both).faults(), ["M6"]);
}

#[test]
fn m6_m10_a_graph_has_up_to_seven_gene_spaces() {
    let start = on(rows(LAWN, &[0, 35])).start();
    assert_eq!((start.places(), start.entry("leftovers")), (vec![0, 35], "7".to_owned()));
    assert_eq!(on(rows(LAWN, &[0, 1, 2, 3, 4, 5, 6, 7])).faults(), ["M10"]);
}

//! M21, M25, M26: gene powers that are used before placing.

use super::support::{Setup, Table, lawn};

/// All cells of the lawn but some.
fn all_but(cells: &[u8]) -> Vec<u8> {
    (0..36).filter(|cell| !cells.contains(cell)).collect()
}

/// The last pawn of the Anticorps is in 14; 8, 13 and 15 next to it are free, 20 is not.
fn duel(hand: &str) -> Table {
    lawn().pawns(&[20], &[14]).hands(hand, "").table()
}

#[test]
fn m21_place_anywhere_opens_every_free_cell() {
    let table = duel("anywhere");
    assert_eq!((table.places(), table.deeds()), (vec![8, 13, 15], "anywhere".to_owned()));
    let open = table.play("anywhere");
    assert_eq!((open.phase(), open.places()), ("before".to_owned(), all_but(&[14, 20])));
    open.forbids_all("14 20", "M12");
    let far = open.play("0");
    assert_eq!(
        (far.entry("pawns"), far.entry("used")),
        ("[[20,0],[14]]".to_owned(), "[[anywhere],[]]".to_owned())
    );
    assert_eq!(far.places(), [1, 6], "the next turn is as usual");
    assert_eq!(open.play("8").places(), [2, 7, 9], "nobody has to go far");
}

#[test]
fn m21_place_anywhere_is_used_before_placing() {
    let table = duel("anywhere double").play("8");
    assert_eq!(table.deeds(), "double end");
    table.forbids("anywhere", "M21");
    // It can be used where no free cell is adjacent, although every free cell is open then.
    let corner = lawn().pawns(&[1, 20], &[6, 0]).hands("anywhere", "").table();
    assert_eq!(corner.play("anywhere").places(), corner.places());
}

#[test]
fn m25_place_in_an_occupied_cell_next_to_the_last_pawn() {
    let table = lawn().pawns(&[20, 30], &[15, 14]).hands("occupied", "").table();
    assert_eq!(table.places(), [8, 13]);
    let open = table.play("occupied");
    assert_eq!(open.places(), [8, 13, 15, 20], "an own pawn or one of the opponent");
    open.forbids_all("14 30", "M25"); // the last pawn itself; not adjacent
    open.forbids("21", "M12"); // free, and not adjacent
    for cell in ["15", "20"] {
        let stacked = open.play(cell);
        assert_eq!(stacked.entry("pawns"), format!("[[20,30,{cell}],[15,14]]"));
        assert_eq!(stacked.seat(), Some(1));
    }
    assert_eq!(open.play("8").entry("pawns"), "[[20,30,8],[15,14]]", "a free cell will still do");
}

#[test]
fn m25_needs_the_gene_in_the_same_turn_and_before_placing() {
    duel("").forbids("20", "M12");
    let table = lawn().pawns(&[20, 30], &[15, 14]).used("occupied", "").table();
    table.forbids("20", "M12");
    duel("occupied double").play("8").forbids("occupied", "M25");
}

#[test]
fn m25_pawns_in_one_cell_are_not_adjacent_to_each_other() {
    // The own pawn in 20 is under the new one; 19 is next to both.
    let table = lawn().pawns(&[19, 20], &[31, 14]).hands("occupied", "").table();
    assert_eq!(table.after("occupied 20"), (1, 0));
    // The two in 20 are the neighbours of a pawn in 26.
    let next = lawn().pawns(&[19, 20, 20], &[31, 14, 32]).used("occupied", "").table();
    assert_eq!(next.after("26"), (2, 0));
}

#[test]
fn m25_all_pawns_of_a_cell_count_wherever_pawns_count() {
    // The tissue {7, 13}: one of each is a tie; a second pawn on top decides it.
    let table = lawn().pawns(&[7, 30], &[13, 14]).hands("occupied", "").table();
    assert_eq!(table.tissue(7), "-0");
    assert_eq!(table.play("occupied 13").tissue(7), "v2");
    // When placing scores: 14 holds two pawns of the Anticorps, next to 8 and to 13.
    let stack = lawn().pawns(&[20, 30, 31], &[14, 14, 2]).used("", "occupied").hands("opponent", "").table();
    assert_eq!(stack.after("8 opponent"), (3, 0), "2 and twice 14");
    let own = lawn().pawns(&[20, 30, 31, 7], &[14, 14, 2]).used("", "occupied").table();
    assert_eq!(own.after("13"), (0, 2));
}

#[test]
fn m25_a_gene_token_in_the_cell_is_taken() {
    // A token lies under the pawn in 21, as a moved pawn leaves it.
    let table = lawn().pawns(&[21, 30], &[0, 20]).tokens(&[21]).hands("occupied", "").table();
    let taken = table.play("occupied 21");
    assert_eq!((taken.phase(), taken.entry("genes")), ("token".to_owned(), "[]".to_owned()));
    assert_eq!(taken.play("+flip").entry("hands"), "[[flip],[]]");
}

#[test]
fn m25_adds_to_any_free_cell_where_none_is_adjacent() {
    let corner = lawn().pawns(&[1, 20], &[6, 0]).hands("occupied", "").table();
    assert_eq!(corner.play("occupied").places(), all_but(&[0, 20]), "1 and 6 are occupied and adjacent");
}

#[test]
fn m25_three_pawns_in_a_cell_with_copy_and_never_more() {
    let table = lawn().pawns(&[20, 20, 30], &[0, 31, 14]).used("occupied", "").hands("copy", "").table();
    let three = table.play("copy 20");
    assert_eq!(three.entry("pawns"), "[[20,20,30,20],[0,31,14]]");
    // For each pawn on top of another one a gene was used, and there are two.
    let four = lawn().pawns(&[20, 20, 20], &[20, 31, 14]).used("occupied copy", "");
    assert_eq!(four.faults(), ["M25"]);
    let unused = lawn().pawns(&[20, 20, 30], &[0, 31, 14]);
    assert_eq!(unused.faults(), ["M25"]);
}

#[test]
fn m21_m25_together_open_every_free_cell_and_the_occupied_ones_there() {
    let table = lawn().rules("A").pawns(&[20, 30], &[15, 14]).hands("anywhere occupied", "").table();
    for order in ["anywhere occupied", "occupied anywhere"] {
        let open = table.play(order);
        assert_eq!(open.places(), all_but(&[14, 30]));
        open.forbids("30", "M25");
    }
}

#[test]
fn m26_the_last_pawn_of_the_opponent_moves_to_a_free_neighbour() {
    let table = duel("move").play("move");
    assert_eq!(
        (table.phase(), table.seat(), table.listed()),
        ("move".to_owned(), Some(0), ">8 >13 >15".to_owned())
    );
    table.forbids_all(">20 >14", "M26"); // occupied
    table.forbids_all(">2 >19 >35", "M26"); // not adjacent
    table.forbids_all("8 end flip a0 keep=bonus", "M26"); // it moves first
    let moved = table.play(">13");
    assert_eq!((moved.cell_of("a0"), moved.phase()), (13, "before".to_owned()));
    assert_eq!(moved.places(), [7, 12, 14, 19], "14 is free now");
    assert_eq!(moved.play("14").entry("pawns"), "[[20,14],[13]]");
}

#[test]
fn m26_moves_no_other_pawn() {
    let table = lawn().pawns(&[20, 30], &[2, 14]).hands("move", "").table().play("move");
    assert_eq!(table.listed(), ">8 >13 >15");
    table.forbids_all(">1 >3 >21 >31", "M26");
    let moved = table.play(">8");
    assert_eq!(moved.entry("pawns"), "[[20,30],[2,8]]");
}

#[test]
fn m26_is_used_before_placing() {
    duel("move double").play("8").forbids("move", "M26");
}

#[test]
fn m26_a_token_where_the_pawn_moves_stays_there() {
    let table = lawn().pawns(&[20], &[14]).tokens(&[13, 34]).hands("move", "").table();
    let moved = table.play("move >13");
    assert_eq!((moved.phase(), moved.entry("genes")), ("before".to_owned(), "[13,34]".to_owned()));
    assert_eq!(moved.entry("hands"), "[[],[]]");
    assert_eq!(moved.play("12").entry("genes"), "[13,34]");
    // What the rulebook shows it for: the pawn gives way, so that a cell with a token is in reach.
    let way = lawn().pawns(&[20], &[14]).tokens(&[9]).hands("move", "").table();
    way.forbids("9", "M12");
    assert_eq!(way.play("move >8 9").phase(), "token");
}

#[test]
fn m26_a_pawn_leaves_its_stack_alone() {
    let stack = lawn().pawns(&[14, 20], &[30, 14]).used("", "occupied").hands("move", "").table();
    let moved = stack.play("move >13");
    assert_eq!(moved.entry("pawns"), "[[14,20],[30,13]]");
    assert_eq!(moved.places(), [7, 12, 19], "14 is still occupied");
}

#[test]
fn m26_flips_and_radiation_go_with_the_pawn() {
    // 14 is muscular, 13 osseous.
    let marked = |setup: Setup| setup.pawns(&[20, 30], &[31, 14]).hands("move", "").table();
    let radiation = marked(lawn().used("", "radiation").entry("radiation", serde_json::json!([[], [1]])));
    assert_eq!((radiation.tissue(14), radiation.tissue(13)), ("-0".to_owned(), "-0".to_owned()));
    let moved = radiation.play("move >13");
    assert_eq!((moved.tissue(14), moved.tissue(13)), ("v7".to_owned(), "a0".to_owned()));
    let flipped = marked(lawn().used("flip", "").entry("flipped", serde_json::json!([[], [1]])));
    let moved = flipped.play("move >13");
    assert_eq!((moved.tissue(14), moved.tissue(13)), ("v7".to_owned(), "-0".to_owned()));
}

#[test]
fn m26_the_moved_pawn_counts_where_it_stands() {
    let table = lawn().rules("A").pawns(&[20], &[14]).hands("opponent move", "").table();
    assert_eq!(table.after("move >15 21 opponent"), (1, 0), "15 is next to 21");
    assert_eq!(table.after("8 opponent end"), (1, 0), "14 is next to 8");
    assert_eq!(table.after("move >8 7 opponent"), (1, 0), "8 is next to 7");
}

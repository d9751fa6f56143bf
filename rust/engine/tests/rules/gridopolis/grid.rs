//! G1 to G8: the grid-set, what stands on it, and blueprints.

use boardwright::Game;
use boardwright::gridopolis::Gridopolis;
use boardwright::gridopolis::blueprint::BLUEPRINTS;
use serde_json::{Value, json};

use super::support::{Setup, all_sites, matrix, on};

const TELEPORTERS: [[i64; 3]; 5] = [[0, 0, 1], [2, 2, 1], [1, 1, 2], [2, 0, 3], [0, 2, 3]];

#[test]
fn g1_a_pad_inside_has_26_neighbours() {
    let table = matrix().king(0, "1.1.2").pawn(1, "1.4.2").table();
    let mut expected = Vec::new();
    for (x, y, level) in (0..27).map(|n| (n % 3, n / 3 % 3, n / 9 + 1)) {
        if (x, y, level) != (1, 1, 2) {
            expected.push(format!("{x}.{y}.{level}"));
        }
    }
    expected.sort();
    assert_eq!(expected.len(), 26);
    assert_eq!(table.after("1.1.2>"), expected.join(" "));
    table.forbids_all("1.1.2>1.1.2 1.1.2>1.3.2 1.1.2>1.-1.2 1.1.2>0.3.2", "G20");
}

#[test]
fn g1_a_pad_at_the_edge_has_fewer_neighbours() {
    let table = matrix().king(0, "1.-2.2").pawn(1, "1.4.2").table();
    assert_eq!(table.after("1.-2.2>"), "0.-1.2 0.-2.2 1.-1.2 2.-1.2 2.-2.2");
    table.forbids_all("1.-2.2>1.-3.2 1.-2.2>1.-2.3 1.-2.2>1.-1.1", "G20");
}

#[test]
fn g1_a_move_needs_no_link_under_it() {
    let table = matrix().king(0, "0.0.2").pawn(1, "1.4.2").table();
    for to in ["0.0.3", "1.1.1", "1.0.3", "1.-1.2"] {
        assert_eq!(table.play(&format!("0.0.2>{to}")).at(to), "0k");
    }
    // Listed links decide what is joined, not where a marker may go.
    let mut blueprint = shipped("plaza");
    let row = |y: i64| (0..4).map(move |x| json!([[x, y, 1], [x + 1, y, 1]]));
    let mut links: Vec<Value> = (0..5).flat_map(row).collect();
    links.extend((-2..6).map(|y| json!([[2, y, 1], [2, y + 1, 1]])));
    for y in [-2, -1, 5, 6] {
        links.extend([json!([[1, y, 1], [2, y, 1]]), json!([[2, y, 1], [3, y, 1]])]);
    }
    blueprint["links"] = Value::Array(links);
    blueprint["players"] = json!({"2": ["South", "North"]});
    let sparse = matrix().option("blueprint", blueprint).king(0, "1.1.1").pawn(1, "2.6.1").table();
    let full = on("plaza").king(0, "1.1.1").pawn(1, "2.6.1").table();
    assert_eq!(sparse.after("1.1.1"), full.after("1.1.1"));
    sparse.play("1.1.1>1.2.1");
}

#[test]
fn g1_moves_from_or_to_no_pad_are_illegal() {
    let table = matrix().king(0, "1.1.2").pawn(1, "1.4.2").table();
    table.forbids_all("5.5.2>5.4.2 3.1.2>2.1.2", "G1");
    assert_eq!(table.rule_against(63 * 26), "G1");
    assert_eq!(matrix().king(0, "3.1.2").pawn(1, "1.4.2").faults(), ["G1"]);
}

#[test]
fn g2_matrix_has_39_45_or_51_pads() {
    for (players, pads) in [(2, 39), (3, 45), (4, 51)] {
        let table = matrix().players(players).start();
        let mut expected: Vec<[i64; 3]> = Vec::new();
        for level in 1..=3 {
            for y in -2..=4 {
                for x in -2..=4 {
                    let core = (0..=2).contains(&x) && (0..=2).contains(&y);
                    let south_north = (0..=2).contains(&x) && !(0..=2).contains(&y);
                    let west = x < 0 && (0..=2).contains(&y) && players > 2;
                    let east = x > 2 && (0..=2).contains(&y) && players > 3;
                    if core || level == 2 && (south_north || west || east) {
                        expected.push([x, y, level]);
                    }
                }
            }
        }
        assert_eq!(expected.len(), pads);
        assert_eq!(table.layout("pads"), json!(expected), "{players} players");
    }
}

/// The faults of a game whose players each get these parts.
fn with_reserve(players: u8, reserve: [u8; 4]) -> Vec<&'static str> {
    let [pads, links, posts, blockers] = reserve;
    let each = json!({"pads": pads, "links": links, "posts": posts, "blockers": blockers});
    match Gridopolis::new(&json!({"players": players, "reserves": each})) {
        Ok(_) => Vec::new(),
        Err(error) => error.problems.iter().filter_map(|problem| problem.rule).collect(),
    }
}

#[test]
fn g2_with_the_reserves_of_four_players_the_box_is_empty() {
    assert_eq!(with_reserve(4, [3, 3, 2, 2]), [""; 0]);
    // 51 + 12 pads, 76 + 12 links, 8 + 8 posts and 8 blocker-boxes are all there are.
    assert_eq!(with_reserve(4, [4, 3, 2, 2]), ["G8"]);
    assert_eq!(with_reserve(4, [3, 4, 2, 2]), ["G8"]);
    assert_eq!(with_reserve(4, [3, 3, 3, 2]), ["G8"]);
    assert_eq!(with_reserve(4, [3, 3, 2, 3]), ["G8"]);
    assert_eq!(with_reserve(4, [4, 4, 3, 3]).len(), 4, "all faults at once");
    // 66 + 21 and 56 + 32 links fit, one more each does not.
    assert_eq!((with_reserve(3, [3, 7, 2, 2]).len(), with_reserve(3, [3, 8, 2, 2]).len()), (0, 1));
    assert_eq!((with_reserve(2, [8, 16, 4, 4]).len(), with_reserve(2, [8, 17, 4, 4]).len()), (0, 1));
}

#[test]
fn g2_four_posts_stand_in_each_gap() {
    let posts = shipped("matrix")["posts"].clone();
    let posts = posts.as_array().expect("posts");
    let on_level = |level: i64| posts.iter().filter(|post| post[0][2] == json!(level)).count();
    assert_eq!((posts.len(), on_level(1), on_level(2)), (8, 4, 4));
}

#[test]
fn g3_seats_go_clockwise_from_south() {
    let names = |players| matrix().players(players).start().game.spec().seat_names.clone();
    assert_eq!(names(2), ["South", "North"]);
    assert_eq!(names(3), ["South", "West", "North"]);
    assert_eq!(names(4), ["South", "West", "North", "East"]);
    let forward = matrix().players(4).start().layout("forward");
    assert_eq!(forward, json!(["+y", "+x", "-y", "-x"]));
}

#[test]
fn g3_turns_go_clockwise_from_the_first_seat() {
    let start = matrix().players(4).start();
    let one = start.play("#1.0.1");
    let two = one.play("#1.0.3");
    let three = two.play("#0.1.1");
    let four = three.play("#0.1.3");
    let seats = [&start, &one, &two, &three, &four].map(|table| table.seat().expect("a seat"));
    assert_eq!(seats, [0, 1, 2, 3, 0]);
    let late = matrix().players(3).option("first_seat", 2).start();
    let next = late.play("#1.0.1");
    assert_eq!((late.seat(), next.seat()), (Some(2), Some(0)));
    late.forbids("1.-1.2>1.0.2", "G10");
}

#[test]
fn g3_texts_have_signed_numbers_of_several_digits() {
    let line = "3.1.2 4.1.2 5.1.2 6.1.2 7.1.2 8.1.2 9.1.2 10.1.2 11.1.2 12.1.2 13.1.2 14.1.2";
    let setup = matrix().no_reserves().built(line).king(0, "13.1.2").pawn(1, "1.4.2");
    let table = setup.table().play("13.1.2>14.1.2>13.1.2");
    assert_eq!(table.at("13.1.2"), "0k");
    let line = "1.-3.2 1.-4.2 1.-5.2 1.-6.2 1.-7.2 1.-8.2 1.-9.2 1.-10.2 1.-11.2 1.-12.2";
    let setup = matrix().built(line).option("players", 3).option("reserves", 0);
    let setup = setup.king(0, "1.-11.2").pawn(1, "1.-10.2").pawn(2, "1.4.2");
    assert_eq!(setup.table().play("1.-11.2x1.-9.2>1.-10.2").at("1.-10.2"), "0k");
    let tower = "1.0.4 1.0.5 1.0.6 1.0.7 1.0.8 1.0.9 1.0.10";
    let posts = json!({"pads": 1, "links": 1, "posts": 1, "blockers": 1});
    let setup = matrix().built(tower).option("reserves", posts).king(0, "1.0.10");
    let table = setup.pawn(1, "1.4.2").table().play("+|1.0.11").play("1.4.2>1.3.2");
    assert_eq!(table.play("1.0.10>1.0.11.").at("1.0.11"), "0k");
}

#[test]
fn g4_the_home_row_is_the_back_row_of_the_section() {
    let rows = matrix().players(4).start().layout("home_rows");
    let expected = ["0.-2.2 1.-2.2 2.-2.2", "-2.0.2 -2.1.2 -2.2.2", "0.4.2 1.4.2 2.4.2", "4.0.2 4.1.2 4.2.2"];
    assert_eq!(rows, json!(expected.map(all_sites)));
    for row in expected {
        for pad in row.split(' ') {
            let table = matrix().players(4).king(0, "1.1.1").king(1, "1.1.3").table();
            table.forbids(&format!("#{pad}"), "G61");
        }
    }
    // The front row is no home-row.
    matrix().players(4).start().forbids("#1.-1.2", "G61"); // occupied
    matrix().king(0, "1.1.1").king(1, "1.1.3").table().play("#1.-1.2");
}

#[test]
fn g5_matrix_has_five_teleporters() {
    let table = matrix().start();
    assert_eq!(table.layout("teleporters"), json!(TELEPORTERS));
    // Landing on these pads, and on no others, leads to a teleport.
    let pads: Vec<[i64; 3]> = serde_json::from_value(table.layout("pads")).expect("pads");
    let text = |[x, y, level]: [i64; 3]| format!("{x}.{y}.{level}");
    for pad in &pads {
        let near = |other: &&[i64; 3]| (0..3).all(|axis| (other[axis] - pad[axis]).abs() <= 1);
        let from = pads.iter().find(|other| *other != pad && near(other)).expect("a neighbour");
        let far = pads.iter().find(|other| *other != pad && *other != from).expect("a third pad");
        let (from, to) = (text(*from), text(*pad));
        let table = matrix().king(0, &from).pawn(1, &text(*far)).table();
        let landed = table.play(&format!("{from}>{to}"));
        assert_eq!(landed.phase() == "teleport", TELEPORTERS.contains(pad), "{to}");
    }
}

#[test]
fn g5_the_layout_is_the_same_for_every_seat() {
    // A quarter turn about the middle with the levels flipped maps the five onto themselves.
    for [x, y, level] in TELEPORTERS {
        assert!(TELEPORTERS.contains(&[y, 2 - x, 4 - level]), "{x}.{y}.{level}");
    }
    // Building goes only upward, so of whole games only the half turn is a symmetry.
    let symmetries = |players| matrix().players(players).start().game.symmetries();
    assert_eq!([2, 3, 4].map(symmetries), [2, 1, 2]);
}

#[test]
fn g6_six_pawns_stand_on_the_own_section() {
    for players in 2..=4 {
        let table = matrix().players(players).start();
        let sections = [
            ("0.-2.2 1.-2.2 2.-2.2 0.-1.2 1.-1.2 2.-1.2", "South"),
            ("-2.0.2 -1.0.2 -2.1.2 -1.1.2 -2.2.2 -1.2.2", "West"),
            ("0.3.2 1.3.2 2.3.2 0.4.2 1.4.2 2.4.2", "North"),
            ("3.0.2 4.0.2 3.1.2 4.1.2 3.2.2 4.2.2", "East"),
        ];
        let names = table.game.spec().seat_names.clone();
        for (seat, name) in names.iter().enumerate() {
            let (pads, _) = sections.iter().find(|(_, section)| section == name).expect("a section");
            for pad in pads.split(' ') {
                assert_eq!(table.at(pad), format!("{seat}f"), "{pad}");
            }
            assert_eq!(table.markers(seat as u8), 6);
        }
    }
}

#[test]
fn g7_everybody_has_3_pads_3_links_2_posts_2_blocker_boxes() {
    let table = matrix().players(4).start();
    assert!((0..4).all(|seat| table.reserve(seat) == [3, 3, 2, 2]));
    let setup = || matrix().king(0, "1.1.1").king(1, "1.1.3").option("quiet_limit", 0);
    let turn = |table: &super::support::Table, deed: &str| {
        let reply = table.play(deed);
        let reply = if reply.at("1.1.3") == "1k" { "1.1.3>1.0.3." } else { "1.0.3>1.1.3." };
        table.play(deed).play(reply)
    };
    let mut pads = setup().table();
    for (deed, left) in [("+3.0.2", [2, 2, 2, 2]), ("+3.1.2", [1, 1, 2, 2]), ("+|0.0.4", [0, 0, 1, 2])] {
        pads = turn(&pads, deed);
        assert_eq!(pads.reserve(0), left, "{deed}");
    }
    pads.forbids_all("+3.2.2 +|1.1.4", "G7");
    assert!(pads.texts().iter().all(|text| !text.starts_with('+')));
    let mut blockers = setup().table();
    for (deed, left) in [("#0.1.1", [3, 3, 2, 1]), ("#2.1.1", [3, 3, 2, 0])] {
        blockers = turn(&blockers, deed);
        assert_eq!(blockers.reserve(0), left, "{deed}");
    }
    blockers.forbids("#1.2.1", "G7");
    assert!(blockers.texts().iter().all(|text| !text.starts_with('#')));
    let posts = turn(&turn(&setup().table(), "+|0.0.4"), "+|1.1.4");
    assert_eq!(posts.reserve(0), [1, 1, 0, 2]);
    posts.forbids("+|2.2.4", "G7");
    posts.play("+3.2.2");
    assert_eq!(posts.reserve(1), [3, 3, 2, 2], "the other reserve is untouched");
}

#[test]
fn g7_a_pad_needs_a_link_too() {
    let parts = |pads, links| json!({"pads": pads, "links": links, "posts": 2, "blockers": 0});
    for (pads, links, enough) in [(1, 0, false), (0, 1, false), (1, 1, true)] {
        let reserves = json!([parts(pads, links), parts(0, 0)]);
        let table = matrix().pawn(0, "1.1.1").pawn(1, "1.4.2").entry("reserves", reserves).table();
        if enough {
            assert_eq!(table.play("+3.1.2").reserve(0), [0, 0, 2, 0]);
            assert_eq!(table.play("+|1.1.4").reserve(0), [0, 0, 1, 0]);
        } else {
            table.forbids_all("+3.1.2 +|1.1.4", "G7");
        }
    }
}

/// A shipped blueprint as data.
fn shipped(name: &str) -> Value {
    let (_, text) = BLUEPRINTS.iter().find(|(known, _)| *known == name).expect("a blueprint");
    Gridopolis::check_blueprint(text).expect("sound")
}

/// The rules that a blueprint offends.
fn faults(blueprint: &Value) -> Vec<&'static str> {
    match Gridopolis::check_blueprint(&blueprint.to_string()) {
        Ok(_) => Vec::new(),
        Err(error) => error.problems.iter().filter_map(|problem| problem.rule).collect(),
    }
}

#[test]
fn g8_every_shipped_blueprint_is_playable_for_all_its_players() {
    let mut games = 0;
    for (name, _) in BLUEPRINTS {
        let blueprint = shipped(name);
        for players in blueprint["players"].as_object().expect("players").keys() {
            let table = on(name).players(players.parse().expect("a number")).start();
            assert!(!table.texts().is_empty() && table.seat() == Some(0), "{name}, {players}");
            games += 1;
        }
    }
    assert_eq!(games, 9);
    assert_eq!(on("spire").players(3).faults(), ["G8"], "seats two only");
}

#[test]
fn g8_a_blueprint_is_data() {
    let mut own = shipped("plaza");
    own["name"] = json!("own");
    own["win"] = json!("points");
    own["teleporters"] = json!([[2, 2, 1], [0, 0, 1], [4, 4, 1]]);
    own["reserve"] = json!({"pads": 1, "links": 1, "posts": 0, "blockers": 2});
    own["sections"]["South"]["markers"] = json!([[1, -1, 1]]);
    own["sections"]["South"]["home_row"] = json!([[2, -2, 1]]);
    let table = Setup::default().option("blueprint", own).start();
    assert_eq!(table.layout("teleporters"), json!([[0, 0, 1], [2, 2, 1], [4, 4, 1]]));
    assert_eq!(table.layout("home_rows")[0], json!([[2, -2, 1]]));
    assert_eq!((table.markers(0), table.markers(1), table.reserve(0)), (1, 6, [1, 1, 0, 2]));
    assert_eq!(table.dict()["options"]["win"], json!("points"));
    table.play("#1.-2.1"); // no kingerizer there any more
}

#[test]
fn g8_every_kind_of_part_is_counted() {
    assert_eq!(faults(&shipped("plaza")), [""; 0]);
    let plaza = |key: &str, value: Value| {
        let mut blueprint = shipped("plaza");
        blueprint[key] = value;
        blueprint["players"] = json!({"2": ["South", "North"]});
        faults(&blueprint)
    };
    let reserve = |pads: u8, links: u8, posts: u8, blockers: u8| {
        let parts = [pads, links, posts, blockers];
        let names = ["pads", "links", "posts", "blockers"];
        names.into_iter().zip(parts).collect::<Value>()
    };
    assert_eq!(plaza("reserve", reserve(8, 8, 8, 4)), [""; 0]);
    assert_eq!(plaza("reserve", reserve(0, 0, 9, 0)), ["G8"], "18 posts");
    assert_eq!(plaza("reserve", reserve(0, 0, 0, 5)), ["G8"], "10 blocker-boxes");
    assert_eq!(plaza("reserve", reserve(0, 30, 0, 0)), ["G8"], "more than 88 links");
    let seven = "0.0.1 1.0.1 2.0.1 3.0.1 4.0.1 0.1.1 1.1.1";
    assert_eq!(plaza("teleporters", all_sites(seven)), ["G8"]);
    assert_eq!(plaza("teleporters", all_sites(&seven[..35])), [""; 0]);
    let mut full = shipped("matrix");
    assert_eq!(faults(&full), [""; 0], "51 + 12 pads");
    full["reserve"] = reserve(4, 3, 2, 2);
    assert_eq!(faults(&full), ["G8"], "51 + 16 pads");
    let mut crowd = shipped("plaza");
    crowd["players"] = json!({"2": ["South", "North"]});
    crowd["sections"]["South"]["markers"] = json!([{"x": [0, 4], "y": [0, 3], "level": 1}]);
    assert_eq!(faults(&crowd), ["G8"], "20 + 6 markers");
    let mut kings = shipped("plaza");
    kings["players"] = json!({"2": ["South", "North"]});
    kings["sections"]["South"]["home_row"] = json!([{"x": [0, 4], "y": [0, 1], "level": 1}]);
    assert_eq!(faults(&kings), ["G8"], "10 + 3 kingerizers");
}

#[test]
fn g8_all_faults_are_reported_at_once() {
    let mut bad = shipped("plaza");
    bad["players"] = json!({"2": ["South", "North"]});
    bad["teleporters"] = json!([[9, 9, 1]]); // no pad, and alone
    bad["reserve"] = json!({"pads": 0, "links": 0, "posts": 0, "blockers": 5});
    bad["posts"] = json!([[[0, 0, 1], [1, 0, 1]]]); // carries no link
    bad["sections"]["North"]["markers"] = json!([[1, -1, 1]]); // a marker of South's is there
    let found = faults(&bad);
    assert_eq!(found, ["G8"; 5]);
    let mut loose = shipped("plaza");
    loose["players"] = json!({"2": ["South", "North"]});
    loose["pads"] = json!([{"x": [0, 4], "y": [0, 4], "level": 1}, [8, 8, 1]]);
    assert_eq!(faults(&loose), ["G8"], "a pad that nothing joins");
}

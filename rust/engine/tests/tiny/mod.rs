//! Blueprints of Gridopolis so small that all can be looked at.

use serde_json::{Value, json};

/// Two seats of two pawns each that meet at once.
pub(crate) fn ladder() -> Value {
    let section = |y: i8, forward: &str| json!({"forward": forward, "home_row": [[0, y, 1], [1, y, 1]], "markers": [[0, y, 1], [1, y, 1]]});
    json!({
        "format": 1, "name": "ladder", "title": "Ladder",
        "pads": [{"x": [0, 1], "y": [0, 3], "level": [1, 1]}],
        "reserve": {"pads": 1, "links": 1, "posts": 0, "blockers": 1},
        "players": {"2": ["South", "North"]},
        "sections": {"South": section(0, "+y"), "North": section(3, "-y")},
    })
}

/// Three seats of one pawn each.
pub(crate) fn corner() -> Value {
    let section = |x: i8, y: i8, forward: &str| json!({"forward": forward, "home_row": [[x, y, 1]], "markers": [[x, y, 1]]});
    json!({
        "format": 1, "name": "corner", "title": "Corner",
        "pads": [{"x": [0, 3], "y": [0, 2], "level": [1, 1]}],
        "reserve": {"pads": 0, "links": 0, "posts": 0, "blockers": 0},
        "players": {"3": ["A", "B", "C"]},
        "sections": {"A": section(0, 0, "+y"), "B": section(1, 2, "-y"), "C": section(3, 1, "-x")},
    })
}

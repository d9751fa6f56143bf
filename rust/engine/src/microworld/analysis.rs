//! Figures for people who study a position: tissues, what placements score, where the game stands.

use serde_json::{Value, json};

use super::Microworld;
use super::actions::{END, PLACE};
use super::forms::count;
use super::pieces::{bit, members};
use super::state::{Phase, State};
use crate::game::UNKNOWN;

/// What can be asked for.
pub(super) const NAMES: [&str; 3] = ["tissues", "placements", "standing"];

impl Microworld {
    pub(super) fn analysis(&self, state: &State, what: &str) -> Option<Value> {
        match what {
            "tissues" => Some(self.tissues_json(state)),
            "placements" => Some(self.placements_json(state)),
            "standing" => Some(self.standing_json(state)),
            _ => None,
        }
    }

    /// Each tissue as it would score if the game ended now, with reasons to check it by hand, and what
    /// one more pawn there would change.
    pub(super) fn tissues_json(&self, state: &State) -> Value {
        let radiated = self.radiated(state);
        let each = self.breakdown(state).into_iter().map(|score| {
            let tissue = score.tissue;
            let worth = [0, 1].map(|seat| self.worth(state, &tissue, radiated, seat));
            // The lead of the Viruses over the Anticorps that the tissue gives.
            let lead = |viruses: u32, anticorps: u32| match viruses.cmp(&anticorps) {
                std::cmp::Ordering::Greater => i32::from(worth[0]),
                std::cmp::Ordering::Less => -i32::from(worth[1]),
                std::cmp::Ordering::Equal => 0,
            };
            let [viruses, anticorps] = score.pawns;
            let now = lead(viruses, anticorps);
            let swing = [lead(viruses + 1, anticorps) - now, now - lead(viruses, anticorps + 1)];
            json!({
                "kind": tissue.kind.name(),
                "cells": members(tissue.cells).collect::<Vec<_>>(),
                "free": (tissue.cells & self.free(state)).count_ones(),
                "pawns": score.pawns,
                "flipped": score.flipped,
                "radiation": score.radiation,
                "leader": score.leader,
                "winner": score.leader.filter(|_| score.points > 0),
                "points": score.points,
                "worth": worth,
                "swing": swing,
                "why": self.why_score(state, &score),
            })
        });
        each.collect()
    }

    /// Why a tissue scores what it scores, in words.
    fn why_score(&self, state: &State, score: &super::scoring::Score) -> String {
        let size = score.tissue.cells.count_ones();
        let Some(leader) = score.leader else {
            let [own, other] = score.pawns;
            return if own + other == 0 {
                "no pawns that count [M30]".to_owned()
            } else {
                format!("a tie of {own} to {other}: nobody scores [M30]")
            };
        };
        let name = &self.spec.seat_names[usize::from(leader)];
        let [most, least] = [leader, leader ^ 1].map(|seat| score.pawns[usize::from(seat)]);
        let majority = format!("{name} have more pawns, {most} to {least}");
        if score.radiation {
            return format!("{majority}, but radiation takes the points away [M27]");
        }
        if score.points == 0 {
            return format!("{majority}, but mucous tissues score nothing [M46]");
        }
        let mut text = format!("{majority}: {} [M30]", count(size, "cell"));
        let extra = u32::from(state.has_mutation(leader, super::pieces::mutation::MAJORITY));
        if u32::from(score.points) > size + extra {
            text.push_str(", doubled [M47]");
        }
        if extra > 0 {
            text.push_str(", 1 for the mutation majority [M61]");
        }
        text
    }

    /// What each legal placement would score if the turn ended right after it, for each seat; empty
    /// when no pawn is to be placed.
    fn placements_json(&self, state: &State) -> Value {
        if state.phase != Phase::Before {
            return json!([]);
        }
        let each = members(self.placements(state)).map(|cell| {
            let mut placed = *state;
            self.put(&mut placed, cell);
            let mut next = *state;
            self.act(&mut next, PLACE + u16::from(cell));
            // What is drawn does not change what the placing scores.
            while next.phase != Phase::Over && next.turns() == state.turns() {
                match next.phase {
                    Phase::After => self.act(&mut next, END),
                    _ => self.happen(&mut next, UNKNOWN),
                }
            }
            let mut gained = [0, 1].map(|seat| i32::from(next.points[seat]) - i32::from(state.points[seat]));
            if next.phase == Phase::Over {
                let last = self.final_points(&next);
                gained = [0, 1].map(|seat| gained[seat] - i32::from(last[seat]));
            }
            json!({
                "cell": cell,
                "points": gained[usize::from(state.seat & 1)],
                "opponent": gained[usize::from(state.seat & 1 ^ 1)],
                "adjacent": self.placing_points(&placed),
                "nervous": self.nervous_points(&placed),
                "filled": self.filled_points(&placed),
                "gene": state.genes & bit(cell) != 0 && !state.is_first_turn(),
            })
        });
        each.collect()
    }

    /// The score track, what the final scoring would add now, and their sum.
    fn standing_json(&self, state: &State) -> Value {
        let last = self.final_points(state).map(i32::from);
        let all = state.points.map(i32::from);
        let over = state.phase == Phase::Over;
        let track = [0, 1].map(|seat| if over { all[seat] - last[seat] } else { all[seat] });
        json!({
            "track": track,
            "tissues": last,
            "total": [track[0] + last[0], track[1] + last[1]],
            "unused_genes": [state.hand_size(0), state.hand_size(1)],
        })
    }
}

//! Who knows what: gene tokens in hands, mutation tiles, choices that are still secret.

use super::pieces::{HIDDEN, NONE, nth};
use super::state::{Phase, State};
use crate::game::{Event, Seat, UNKNOWN, Viewer};
use crate::rng::Rng;

/// `event` as `by` sees it happen: draws and choices of others are hidden.
pub(super) fn seen(state: &State, event: Event, by: Viewer) -> Event {
    let drawer = match (state.phase, event) {
        (Phase::Token, Event::Chance(_)) => state.seat, // M14
        (Phase::Leftover(seat) | Phase::Ten(seat) | Phase::Tile(seat), Event::Chance(_)) => seat,
        (Phase::Keep(seat), Event::Act(_)) => return hide(event, Event::Act(UNKNOWN), seat, by), // M42
        _ => return event,
    };
    hide(event, Event::Chance(UNKNOWN), drawer, by)
}

fn hide(event: Event, hidden: Event, owner: Seat, by: Viewer) -> Event {
    if by == Viewer::Everything || by == Viewer::Seat(owner) { event } else { hidden }
}

/// Overwrites what `by` does not know.
pub(super) fn redact(state: &mut State, by: Viewer) {
    if by == Viewer::Everything {
        return;
    }
    for seat in (0..2).filter(|seat| by != Viewer::Seat(*seat)) {
        let secret = state.is_secret(seat);
        let own = usize::from(seat);
        let unknown = state.hands[own] & !state.known;
        state.hidden[own] += unknown.count_ones() as u8;
        state.hands[own] &= state.known;
        state.tiles_hidden[own] += state.tiles[own].count_ones() as u8;
        state.tiles[own] = 0;
        if secret && state.mutations[own] != NONE {
            state.mutations[own] = HIDDEN;
        }
    }
}

/// A full state that fits, each equally likely: every unseen token and tile may be anywhere.
pub(super) fn complete(view: &State, rng: &mut Rng) -> State {
    let mut state = *view;
    for seat in 0..2 {
        for _ in 0..std::mem::take(&mut state.hidden[seat]) {
            let unseen = u64::from(state.unseen());
            state.hands[seat] |= 1 << draw(unseen, rng);
        }
    }
    for seat in 0..2 {
        if state.mutations[seat] == HIDDEN {
            state.mutations[seat] = draw(u64::from(state.unseen_tiles()), rng);
        }
        for _ in 0..std::mem::take(&mut state.tiles_hidden[seat]) {
            let unseen = u64::from(state.unseen_tiles());
            state.tiles[seat] |= 1 << draw(unseen, rng);
        }
    }
    state
}

fn draw(set: u64, rng: &mut Rng) -> u8 {
    debug_assert!(set != 0, "positions with more unknowns than there can be are refused");
    nth(set, rng.below(u64::from(set.count_ones().max(1))) as u32)
}

/// Whether anything is unknown.
pub(super) fn has_unknowns(state: &State) -> bool {
    state.hidden != [0, 0] || state.tiles_hidden != [0, 0] || state.mutations.contains(&HIDDEN)
}

/// Whether an event of unknown content can happen now.
pub(super) fn takes_unknown(state: &State, event: Event) -> bool {
    match event {
        // Where the tiles are known, so is the choice.
        Event::Act(_) => {
            matches!(state.phase, Phase::Keep(seat) if state.tiles_hidden[usize::from(seat)] > 0)
        }
        Event::Chance(_) => {
            matches!(state.phase, Phase::Token | Phase::Leftover(_) | Phase::Ten(_) | Phase::Tile(_))
        }
        Event::Referee(_) => false,
    }
}

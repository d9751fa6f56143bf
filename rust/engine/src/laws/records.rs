//! The laws of the erased face: records, dict forms and views of any game.

use super::{Breach, CheckError, Report};
use crate::erased::{self, AnyState};
use crate::error::Error;
use crate::game::{Event, Poll, Viewer, never};
use crate::record::Record;
use crate::rng::Rng;

/// Checks what only the erased face has, of a shipped game or of one of your own ([`erased::erase`]): records of random
/// games, whole and redacted, and states survive their text and JSON forms; views that are played along know no more than
/// those made from the state, and can't be widened.
///
/// # Errors
/// The first law that does not hold.
pub fn check_records(
    start: &dyn AnyState,
    games: u64,
    seed: u64,
    poll: &mut Poll,
) -> Result<Report, CheckError> {
    let root = Rng::new(seed);
    let mut report = Report::default();
    let by_name = erased::start(start.spec().name, start.options());
    let by_name = by_name.is_ok_and(|first| first.same(&*start.first()));
    for number in 0..games {
        let mut rng = root.split(number);
        let mut record = Record::new(start.boxed(), &[], Some(seed), &[])?;
        let viewers = || (0..start.spec().seats).map(Viewer::Seat).chain([Viewer::Spectator]);
        let mut views = Vec::new();
        for viewer in viewers() {
            views.push(record.state().view(viewer).map_err(CheckError::Start)?);
        }
        loop {
            let state = record.state();
            let referee = state.referee().first().copied().filter(|_| rng.below(40) == 0).map(Event::Referee);
            let event = referee.or_else(|| state.random_action(&mut rng)).or_else(|| state.draw(&mut rng));
            let Some(event) = event else { break };
            // Views that are played along, given the true event, know no more than those made from the state.
            for view in &mut views {
                *view = view.play(&[event]).map_err(Error::from)?;
            }
            record.push(&[event]).map_err(Error::from)?;
            report.events += 1;
            poll(report.events)?;
        }
        for (view, viewer) in views.iter().zip(viewers()) {
            let fresh = record.state().view(viewer).map_err(CheckError::Start)?;
            let alike = view.same(&*fresh)
                && view.last().map(|(_, event)| event) == fresh.last().map(|(_, event)| event);
            if !alike || view.view(Viewer::Everything).is_ok() {
                return Err(breach("views that are played along", format!("{viewer:?}"), number, &record));
            }
            let value = fresh.to_json();
            let back = if by_name {
                erased::from_json(&value)
            } else {
                erased::from_json_of(start, &value).map_err(Error::from)
            };
            if !back.as_ref().is_ok_and(|back| back.same(&*fresh)) {
                let detail = format!("{viewer:?}: {:?}", back.err());
                return Err(breach("dict round trip of erased states", detail, number, &record));
            }
        }
        for viewer in viewers().chain([Viewer::Everything]) {
            let redacted = record.redact(viewer).map_err(CheckError::Start)?;
            for text in [redacted.to_text(), redacted.to_json().to_string()] {
                let back = if by_name {
                    Record::parse_polled(&text, &mut never)
                } else {
                    Record::parse_of(start, &text, &mut never)
                };
                let same = back.as_ref().is_ok_and(|back| {
                    back.to_text() == redacted.to_text() && back.state().same(redacted.state())
                });
                if !same {
                    let detail = format!("{viewer:?}: {:?}", back.err());
                    return Err(breach("record round trip", detail, number, &record));
                }
            }
        }
        report.games += 1;
        report.positions += record.events().len() as u64;
    }
    Ok(report)
}

fn breach(law: &'static str, detail: String, game: u64, record: &Record) -> CheckError {
    let (events, state) = (record.events().len() as u64, record.state().to_json().to_string());
    Box::new(Breach { law, detail, game, events, state }).into()
}

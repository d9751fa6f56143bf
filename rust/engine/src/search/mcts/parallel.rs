//! Logical trees over threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::super::budget::Clock;
use super::super::request::Request;
use super::Forest;
use crate::error::Halt;
use crate::game::{Game, Poll, never};

/// How many simulations pass between two looks at clock and poll.
const POLL_SIMULATIONS: u64 = 16;

/// What threads tell each other.
struct Shared {
    done: AtomicU64,
    stop: AtomicBool,
}

/// Shares the simulations of a budget among trees, and these among threads.
///
/// # Errors
/// What the poll says; with `keep`, only if there was no simulation at all.
pub(super) fn grow<G: Game>(
    game: &G,
    forests: &mut [Forest<G>],
    request: &Request,
    clock: &Clock,
    poll: &mut Poll,
) -> Result<(), Halt> {
    // Before any thread has found something.
    poll(0)?;
    let trees = forests.len() as u64;
    let simulations = request.budget.nodes.unwrap_or(u64::MAX);
    let threads = request.threads.min(forests.len());
    let shared = Shared { done: AtomicU64::new(0), stop: AtomicBool::new(false) };
    let queue = Mutex::new(forests.iter_mut().zip(0_u64..));
    let next = || queue.lock().ok()?.next();
    let work = |poll: &mut Poll| -> Result<(), Halt> {
        while let Some((forest, number)) = next() {
            let own = simulations / trees + u64::from(number < simulations % trees);
            simulate(game, forest, own, clock, &shared, poll)?;
        }
        Ok(())
    };
    let halted = std::thread::scope(|scope| {
        // Where there are no more threads to be had, those that there are do all.
        let start = |_| std::thread::Builder::new().spawn_scoped(scope, || work(&mut never)).ok();
        let helpers: Vec<_> = (1..threads).filter_map(start).collect();
        let mut halted = work(poll).err();
        for helper in helpers {
            // The caller's poll goes on while others finish.
            while !helper.is_finished() {
                if halted.is_none()
                    && let Err(halt) = poll(shared.done.load(Ordering::Relaxed))
                {
                    shared.stop.store(true, Ordering::Relaxed);
                    halted = Some(halt);
                }
                std::thread::sleep(std::time::Duration::from_millis(1));
            }
        }
        halted
    });
    match halted {
        // Counted anew: what threads tell each other lags behind.
        Some(halt) if !request.keep || forests.iter().all(|forest| forest.simulations == 0) => Err(halt),
        _ => Ok(()),
    }
}

/// Simulations in one logical tree.
fn simulate<G: Game>(
    game: &G,
    forest: &mut Forest<G>,
    simulations: u64,
    clock: &Clock,
    shared: &Shared,
    poll: &mut Poll,
) -> Result<(), Halt> {
    for number in 0..simulations {
        if number.is_multiple_of(POLL_SIMULATIONS) {
            // Not after each one: threads would wait for each other.
            shared.done.fetch_add(number.min(POLL_SIMULATIONS), Ordering::Relaxed);
            if shared.stop.load(Ordering::Relaxed) || number > 0 && clock.is_up() {
                break;
            }
            if let Err(halt) = poll(shared.done.load(Ordering::Relaxed)) {
                shared.stop.store(true, Ordering::Relaxed);
                return Err(halt);
            }
        }
        if forest.solved {
            break;
        }
        let pending = forest.descend(game);
        let values = forest.judge(game, &pending);
        forest.finish(pending, &values, None);
    }
    Ok(())
}

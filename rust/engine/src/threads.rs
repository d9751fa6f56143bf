//! Work shared out to threads.

use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::{Builder, available_parallelism, scope};
use std::time::Instant;

/// So many nanoseconds of work are worth a thread, which takes a third of it to start.
const WORTH: u64 = 150_000;

/// Of so many threads those that the machine runs at the same time: more would only wait for each other.
pub(crate) fn at_once(threads: usize) -> usize {
    threads.min(available_parallelism().map_or(1, NonZero::get))
}

/// Does every job, in this thread and in as many others as were asked for and can be had; which thread does what is left to
/// chance.
pub(crate) fn share<T: Send>(jobs: Vec<T>, threads: usize, work: impl Fn(T) + Sync) {
    let others = threads.min(jobs.len()).saturating_sub(1);
    let queue = Mutex::new(jobs.into_iter());
    let next = || queue.lock().ok()?.next();
    let run = || {
        while let Some(job) = next() {
            work(job);
        }
    };
    scope(|scope| {
        for _ in 0..others {
            // Where there are no more threads to be had, those that there are do all.
            if Builder::new().spawn_scoped(scope, run).is_err() {
                break;
            }
        }
        run();
    });
}

/// Shares out work that comes again and again: to as many threads as were worth it the last time, at first to one.
#[derive(Debug)]
pub(crate) struct Crew {
    threads: usize,
    /// How long the last work took, in nanoseconds of all threads.
    last: u64,
}

impl Crew {
    /// At most so many threads.
    pub(crate) fn new(threads: usize) -> Self {
        Crew { threads: threads.max(1), last: 0 }
    }

    /// How many threads there are at most.
    pub(crate) fn threads(&self) -> usize {
        self.threads
    }

    /// Does every job, as [`share`] does.
    pub(crate) fn share<T: Send>(&mut self, jobs: Vec<T>, work: impl Fn(T) + Sync) {
        let threads = self.threads.min(1 + (self.last / WORTH) as usize);
        let taken = AtomicU64::new(0);
        share(jobs, threads, |job| {
            let start = Instant::now();
            work(job);
            taken.fetch_add(start.elapsed().as_nanos() as u64, Ordering::Relaxed);
        });
        self.last = taken.into_inner();
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::sync::{Barrier, Mutex};
    use std::thread;
    use std::time::Duration;

    use super::{Crew, WORTH, share};

    #[test]
    fn every_job_is_done_once() {
        for (jobs, threads) in [(0, 3), (1, 4), (7, 0), (7, 1), (100, 3), (2, 64)] {
            let done = AtomicU64::new(0);
            share((1..=jobs).collect(), threads, |job| {
                done.fetch_add(job, Ordering::Relaxed);
            });
            assert_eq!(done.into_inner(), jobs * (jobs + 1) / 2);
        }
    }

    #[test]
    fn little_work_is_done_alone() {
        let who = |crew: &mut Crew, together: usize| {
            let (seen, barrier) = (Mutex::new(HashSet::new()), Barrier::new(together));
            crew.share(vec![(); 2], |()| {
                seen.lock().expect("no job panics").insert(thread::current().id());
                // Jobs that wait for each other are not done by one thread.
                barrier.wait();
            });
            seen.into_inner().expect("no job panics").len()
        };
        let mut crew = Crew::new(4);
        assert_eq!(who(&mut crew, 1), 1, "nothing is known yet");
        crew.last = 10 * WORTH;
        assert_eq!(who(&mut crew, 2), 2);
        crew.last = WORTH - 1;
        assert_eq!(who(&mut crew, 1), 1);
        crew.share(vec![Duration::from_millis(2)], thread::sleep);
        assert!(crew.last >= 2_000_000, "what it took is remembered: {}", crew.last);
    }
}

//! Work shared out to threads.

use std::sync::Mutex;
use std::thread::{Builder, scope};

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

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::share;

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
}

//! Runs on all cores.

use crate::failure::{Failure, tell};
use std::io::{self, IsTerminal};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Runs every job and gives what came out in the order of the jobs. The first failure ends it; a run that panics has
/// failed. Progress goes to standard error, only on a terminal.
pub(crate) fn run_all<Job: Sync, Output: Send>(
    jobs: &[Job],
    run: impl Fn(&Job) -> Result<Output, Failure> + Sync,
) -> Result<Vec<Output>, Failure> {
    let outcomes: Vec<Mutex<Option<Result<Output, Failure>>>> = jobs.iter().map(|_| Mutex::new(None)).collect();
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let workers = thread::available_parallelism().map_or(1, usize::from).min(jobs.len());
    let shows_progress = io::stderr().is_terminal() && jobs.len() > 1;
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some((place, job)) = {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    jobs.get(place).map(|job| (place, job))
                } {
                    let outcome = catch_unwind(AssertUnwindSafe(|| run(job)))
                        .unwrap_or_else(|_| Err(Failure::Failed("a run ended without a result".into())));
                    if outcome.is_err() {
                        next.store(jobs.len(), Ordering::Relaxed);
                    }
                    if let Ok(mut slot) = outcomes[place].lock() {
                        *slot = Some(outcome);
                    }
                    let done = done.fetch_add(1, Ordering::Relaxed) + 1;
                    if shows_progress {
                        tell(&format!("\r{done} of {} runs", jobs.len()));
                    }
                }
            });
        }
    });
    if shows_progress {
        tell("\r\x1b[K");
    }
    // Jobs are begun in order, so the first that has no outcome comes after the one that failed.
    outcomes
        .into_iter()
        .map(|slot| match slot.into_inner() {
            Ok(Some(outcome)) => outcome,
            _ => Err(Failure::Failed("a run was not made".into())),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outputs_come_in_the_order_of_the_jobs() {
        let jobs: Vec<u32> = (0..100).collect();
        let outputs = run_all(&jobs, |job| Ok(job * 2));
        assert_eq!(outputs.ok(), Some((0..100).map(|job| job * 2).collect()));
        assert_eq!(run_all(&[0u32; 0], |job| Ok(*job)).ok(), Some(Vec::new()));
    }

    #[test]
    fn a_run_that_panics_or_fails_is_a_failure() {
        let jobs: Vec<u32> = (0..10).collect();
        let panics = |job: &u32| if *job == 3 { panic!("so it is meant") } else { Ok(*job) };
        assert!(matches!(run_all(&jobs, panics), Err(Failure::Failed(_))));
        let fails = |job: &u32| if *job == 3 { Err(Failure::wrong("three")) } else { Ok(*job) };
        assert!(matches!(run_all(&jobs, fails), Err(Failure::Wrong(_))));
    }
}

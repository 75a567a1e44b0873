//! Makes the runs of a sweep that are not there, on all cores.

use super::progress::Progress;
use super::results::{Results, in_words};
use crate::failure::Failure;
use chokepoint_sweep::{Key, Keys, Row, Runner};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

/// How soon a signal is heard while nothing comes.
const LISTENS_EVERY: Duration = Duration::from_millis(50);
/// Tasks that a worker takes at once where there are many: they share the scene of their point.
const MOST_AT_ONCE: usize = 8;

/// What workers share.
struct Work {
    tasks: Vec<u64>,
    next: AtomicUsize,
    at_once: usize,
    is_over: AtomicBool,
}

/// A run that was made, with its key; or that it ended without a result.
type Made = (Row, Option<Key>);

/// Makes every run that is missing, hands it to `keep` as it comes, and puts it into the results. A signal that asks to end, or
/// a run that fails, ends it early: what came is in the results.
pub(crate) fn make_missing(
    results: &mut Results,
    jobs: usize,
    mut keep: impl FnMut(&Key, &[f64]) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let tasks = results.missing();
    if tasks.is_empty() {
        return Ok(());
    }
    let signal = Arc::new(AtomicUsize::new(0));
    for number in [SIGINT, SIGTERM] {
        // Where it cannot be heard, the process ends at once, as processes do.
        let _ = flag::register_usize(number, Arc::clone(&signal), number as usize);
    }
    let mut progress = Progress::new(results.slots(), results.done());
    let jobs = jobs.min(tasks.len());
    let at_once = (tasks.len() / (jobs * 64)).clamp(1, MOST_AT_ONCE);
    let work = Arc::new(Work { tasks, next: AtomicUsize::new(0), at_once, is_over: AtomicBool::new(false) });
    let (sender, rows) = mpsc::channel();
    // Not joined: when a signal comes, a run that takes minutes is not waited for.
    for _ in 0..jobs {
        let (work, sweep, sender) = (Arc::clone(&work), Arc::clone(results.sweep()), sender.clone());
        thread::spawn(move || work_on(&work, &sweep, &sender));
    }
    drop(sender);
    let mut values = Vec::new();
    let ended = loop {
        let signal = signal.load(Ordering::Relaxed);
        if signal != 0 {
            break Err(Failure::Stopped(signal));
        }
        let (row, key) = match rows.recv_timeout(LISTENS_EVERY) {
            Ok(Ok(made)) => made,
            Ok(Err(run)) => break Err(Failure::Failed(format!("the run {run} ended without a result"))),
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => break Ok(()),
        };
        results.put(&row);
        if let (Ok(made), Some(key)) = (&row.values, key) {
            values.clear();
            values.extend(made.iter().map(|value| value.unwrap_or(f64::NAN)));
            if let Err(failure) = keep(&key, &values) {
                break Err(failure);
            }
        }
        progress.one_more();
    };
    work.is_over.store(true, Ordering::Relaxed);
    progress.end();
    ended
}

fn work_on(work: &Work, sweep: &chokepoint_sweep::Sweep, sender: &Sender<Result<Made, String>>) {
    let (mut runner, mut keys) = (Runner::new(sweep), Keys::new(sweep));
    loop {
        let first = work.next.fetch_add(work.at_once, Ordering::Relaxed);
        let Some(tasks) = work.tasks.get(first..).filter(|tasks| !tasks.is_empty()) else { return };
        for task in tasks.iter().take(work.at_once).filter_map(|&index| sweep.task(index)) {
            if work.is_over.load(Ordering::Relaxed) {
                return;
            }
            let made = catch_unwind(AssertUnwindSafe(|| (runner.run(task), keys.of(task))));
            let is_failed = made.is_err();
            // Where nobody receives, it is over.
            if sender.send(made.map_err(|_| in_words(sweep, task))).is_err() || is_failed {
                return;
            }
        }
    }
}

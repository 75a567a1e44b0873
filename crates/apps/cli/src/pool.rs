//! Runs jobs on all cores, with progress and a way to stop.

use crate::failure::{Failure, show_message};
use crate::progress::Progress;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Once};
use std::thread;
use std::time::Duration;

/// Interval between two checks for signals while no result arrives.
const LISTENS_EVERY: Duration = Duration::from_millis(50);
/// Largest number of consecutive jobs that a worker takes at once. Consecutive jobs can share a prepared scene.
const MOST_AT_ONCE: usize = 8;
/// Largest number of outputs waiting to be processed. At this limit the workers pause, for example if the disk cannot
/// keep up.
const MOST_WAITING: usize = 1_024;

pub(crate) struct Work<Job> {
    /// Jobs, in the order in which they are started.
    pub(crate) jobs: Vec<Job>,
    /// Number of runs already made by an earlier invocation.
    pub(crate) before: u64,
    pub(crate) workers: usize,
    /// Whether a worker takes several jobs at once.
    pub(crate) in_bundles: bool,
}

impl<Job> Work<Job> {
    /// The job queue that all cores share.
    pub(crate) fn new(jobs: Vec<Job>) -> Self {
        Self { jobs, before: 0, workers: cores(), in_bundles: false }
    }
}

/// Number of threads that can work at the same time.
pub(crate) fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// The jobs and the results that all workers share.
pub(crate) struct Desk<Job, Made> {
    jobs: Vec<Job>,
    next: AtomicUsize,
    at_once: usize,
    is_over: Arc<AtomicBool>,
    sender: SyncSender<(usize, Result<Made, Failure>)>,
}

impl<Job, Made> Desk<Job, Made> {
    /// Executes jobs until none is left. A job that panics counts as failed. `name` names a job in the message.
    pub(crate) fn each(&self, name: impl Fn(&Job) -> String, mut make: impl FnMut(&Job) -> Result<Made, Failure>) {
        loop {
            let first = self.next.fetch_add(self.at_once, Ordering::Relaxed);
            let Some(jobs) = self.jobs.get(first..).filter(|jobs| !jobs.is_empty()) else { return };
            for (place, job) in jobs.iter().take(self.at_once).enumerate() {
                if self.is_over.load(Ordering::Relaxed) {
                    return;
                }
                let made = catch_unwind(AssertUnwindSafe(|| make(job)))
                    .unwrap_or_else(|_| Err(Failure::Failed(format!("the run {} ended without a result", name(job)))));
                let is_failed = made.is_err();
                // If the command has already ended, the receiver is gone and the send fails.
                if self.sender.send((first + place, made)).is_err() || is_failed {
                    return;
                }
            }
        }
    }
}

/// Executes every job and passes on the results as they arrive, each with the index of its job. Stops early on a
/// termination signal, or if `take` fails.
pub(crate) fn make<Job, Made>(
    work: Work<Job>,
    worker: impl Fn(&Desk<Job, Made>) + Send + Sync + 'static,
    mut take: impl FnMut(&Progress, usize, Result<Made, Failure>) -> Result<(), Failure>,
) -> Result<(), Failure>
where
    Job: Send + Sync + 'static,
    Made: Send + 'static,
{
    let Work { jobs, before, workers, in_bundles } = work;
    if jobs.is_empty() {
        return Ok(());
    }
    let signals = Listening::new();
    let mut progress = Progress::new(before + jobs.len() as u64, before);
    let workers = workers.min(jobs.len());
    let at_once = if in_bundles { (jobs.len() / (workers * 64)).clamp(1, MOST_AT_ONCE) } else { 1 };
    let (sender, made) = mpsc::sync_channel(MOST_WAITING);
    let (mut left, is_over) = (jobs.len(), Arc::new(AtomicBool::new(false)));
    let desk = Desk { jobs, next: AtomicUsize::new(0), at_once, is_over: Arc::clone(&is_over), sender };
    let (desk, worker) = (Arc::new(desk), Arc::new(worker));
    // The threads are not joined: after a signal, the program must not wait for runs that may take minutes.
    for _ in 0..workers {
        let (desk, worker) = (Arc::clone(&desk), Arc::clone(&worker));
        thread::spawn(move || worker(&desk));
    }
    // The main thread drops its own sender, so the channel closes when the last worker ends.
    drop(desk);
    let mut ended = Ok(());
    while left > 0 && ended.is_ok() {
        ended = match (signals.heard(), made.recv_timeout(LISTENS_EVERY)) {
            (Some(signal), _) => Err(Failure::Stopped(signal)),
            (None, Ok((place, made))) => {
                left -= 1;
                progress.one_more();
                take(&progress, place, made)
            }
            (None, Err(RecvTimeoutError::Timeout)) => Ok(()),
            (None, Err(RecvTimeoutError::Disconnected)) => Err(Failure::Failed("a run was not executed".into())),
        };
    }
    is_over.store(true, Ordering::Relaxed);
    progress.end();
    ended
}

/// Executes every job and passes on the results in the order of the jobs. After a signal, the results still waiting for
/// an earlier one are passed on too.
pub(crate) fn make_in_order<Job, Made>(
    jobs: Vec<Job>,
    name: impl Fn(&Job) -> String + Send + Sync + 'static,
    run: impl Fn(&Job) -> Result<Made, Failure> + Send + Sync + 'static,
    mut take: impl FnMut(&Progress, usize, Made) -> Result<(), Failure>,
) -> Result<(), Failure>
where
    Job: Send + Sync + 'static,
    Made: Send + 'static,
{
    let total = jobs.len();
    let (mut next, mut waiting) = (0, BTreeMap::new());
    let ended = make(
        Work::new(jobs),
        move |desk| desk.each(&name, &run),
        |progress, place, made| {
            waiting.insert(place, made);
            while let Some(made) = waiting.remove(&next) {
                take(progress, next, made?)?;
                next += 1;
            }
            Ok(())
        },
    );
    if let Err(Failure::Stopped(_)) = &ended {
        let nothing_more = Progress::none();
        for (place, made) in waiting {
            if let Ok(made) = made {
                take(&nothing_more, place, made)?;
                next += 1;
            }
        }
        show_message(&format!("{next} of {total} runs completed\n"));
    }
    ended
}

/// The results of all jobs, in their order; an error if a job fails.
pub(crate) fn run_all<Job, Made>(
    jobs: Vec<Job>,
    name: impl Fn(&Job) -> String + Send + Sync + 'static,
    run: impl Fn(&Job) -> Result<Made, Failure> + Send + Sync + 'static,
) -> Result<Vec<Made>, Failure>
where
    Job: Send + Sync + 'static,
    Made: Send + 'static,
{
    let mut all = Vec::with_capacity(jobs.len());
    make_in_order(jobs, name, run, |_, _, made| {
        all.push(made);
        Ok(())
    })?;
    Ok(all)
}

/// Number of the termination signal received; 0 before that.
static SIGNAL: AtomicUsize = AtomicUsize::new(0);
/// Whether the next signal kills the process, which is the default action.
static ENDS_AT_ONCE: AtomicBool = AtomicBool::new(false);
static REGISTERED: Once = Once::new();

/// Catches the first termination signal while this value lives. A second signal, or one after the value is dropped,
/// kills the process at once.
struct Listening;

impl Listening {
    fn new() -> Self {
        ENDS_AT_ONCE.store(false, Ordering::Relaxed);
        REGISTERED.call_once(|| {
            for signal in [SIGINT, SIGTERM] {
                // If the handler cannot be registered, signals keep their default action and kill the process.
                let _ = flag::register_conditional_default(signal, &ENDS_AT_ONCE);
                let _ = flag::register(signal, &ENDS_AT_ONCE);
                let _ = flag::register_usize(signal, &SIGNAL, signal as usize);
            }
        });
        Self
    }

    fn heard(&self) -> Option<usize> {
        let number = SIGNAL.load(Ordering::Relaxed);
        (number != 0).then_some(number)
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        ENDS_AT_ONCE.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all<Made: Send + 'static>(
        jobs: u32,
        run: impl Fn(&u32) -> Result<Made, Failure> + Send + Sync + 'static,
    ) -> Result<Vec<Made>, Failure> {
        run_all((0..jobs).collect(), ToString::to_string, run)
    }

    #[test]
    fn outputs_are_passed_on_in_the_order_of_the_jobs() {
        let slow_first = |job: &u32| {
            thread::sleep(Duration::from_millis(if job.is_multiple_of(10) { 5 } else { 0 }));
            Ok(job * 2)
        };
        assert_eq!(all(100, slow_first).ok(), Some((0..100).map(|job| job * 2).collect()));
        assert_eq!(all(0, |job| Ok(*job)).ok(), Some(Vec::new()));
    }

    #[test]
    fn a_run_that_panics_or_fails_is_a_failure() {
        let panics = |job: &u32| if *job == 3 { panic!("so it is meant") } else { Ok(*job) };
        assert!(matches!(all(10, panics), Err(Failure::Failed(it)) if it == "the run 3 ended without a result"));
        let fails = |job: &u32| if *job == 3 { Err(Failure::wrong("three")) } else { Ok(*job) };
        assert!(matches!(all(10, fails), Err(Failure::Wrong(_))));
    }

    #[test]
    fn outputs_before_a_failure_are_still_passed_on() {
        let mut seen = Vec::new();
        let run = |job: &u32| if *job == 7 { Err(Failure::wrong("seven")) } else { Ok(*job) };
        let ended = make_in_order((0..100).collect(), ToString::to_string, run, |_, place, made| {
            seen.push((place, made));
            Ok(())
        });
        assert!(matches!(ended, Err(Failure::Wrong(_))));
        assert_eq!(seen, (0..7).map(|job| (job as usize, job)).collect::<Vec<_>>());
    }
}

//! Stop requests, and waits that end on such a request.
//!
//! All waits of `run` and `demo` use [`Stop::wait_for`], so Ctrl-C ends them within a second.

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::flag;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// Polling interval during a wait.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// Why a command ends early.
#[derive(Debug, Eq, PartialEq)]
pub(crate) enum Ended {
    /// A stop was requested; there is nothing to report.
    Stopped,
    /// The command failed for these reasons, one per line.
    Failed(String),
}

impl From<String> for Ended {
    fn from(messages: String) -> Self {
        Self::Failed(messages)
    }
}

/// A request to stop the program, shared by all clones.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stop(Arc<AtomicBool>);

impl Stop {
    /// A request that signals set. A second signal ends the program at once, in case the first had no effect.
    pub(crate) fn by_signals() -> Result<Self, String> {
        let stop = Self::default();
        for signal in [SIGINT, SIGTERM, SIGHUP] {
            flag::register_conditional_shutdown(signal, 130, Arc::clone(&stop.0))
                .and_then(|_| flag::register(signal, Arc::clone(&stop.0)))
                .map_err(|error| format!("signal {signal}: {error}"))?;
        }
        Ok(stop)
    }

    /// The flag of the request, for a loop that checks several flags.
    pub(crate) fn flag(&self) -> &AtomicBool {
        &self.0
    }

    pub(crate) fn is_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// An error if a stop has been requested.
    pub(crate) fn check(&self) -> Result<(), Ended> {
        if self.is_asked() { Err(Ended::Stopped) } else { Ok(()) }
    }

    /// Calls `look` repeatedly until it returns a value, or until `patience` has elapsed, which gives `None`. Each call
    /// may block for at most the time that it receives as its argument.
    pub(crate) fn wait_for<T>(
        &self,
        patience: Duration,
        mut look: impl FnMut(Duration) -> Option<T>,
    ) -> Result<Option<T>, Ended> {
        let begin = Instant::now();
        loop {
            self.check()?;
            let left = patience.saturating_sub(begin.elapsed());
            match look(left.min(LOOK_EVERY)) {
                None if left.is_zero() => return Ok(None),
                None => {}
                found => return Ok(found),
            }
        }
    }

    /// The next message of a channel. `None` after `patience`, or if there is no sender left.
    pub(crate) fn receive<T>(&self, from: &Receiver<T>, patience: Duration) -> Result<Option<T>, Ended> {
        let received = self.wait_for(patience, |time| match from.recv_timeout(time) {
            Ok(it) => Some(Some(it)),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(None),
        });
        received.map(Option::flatten)
    }

    pub(crate) fn wait(&self) {
        while let Ok(None) = self.wait_for(Duration::MAX, |time| {
            thread::sleep(time);
            None::<()>
        }) {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    #[test]
    fn a_wait_ends_when_a_stop_is_requested() {
        let stop = Stop::default();
        let asking = thread::spawn({
            let stop = stop.clone();
            move || {
                thread::sleep(Duration::from_millis(100));
                stop.flag().store(true, Ordering::Relaxed);
            }
        });
        let (_sender, receiver) = channel::<()>();
        let begin = Instant::now();
        assert_eq!(stop.receive(&receiver, Duration::from_secs(60)), Err(Ended::Stopped));
        stop.wait();
        assert!(begin.elapsed() < Duration::from_secs(5));
        asking.join().unwrap();
    }

    #[test]
    fn a_message_is_received_and_a_wait_has_a_time_limit() {
        let stop = Stop::default();
        let (sender, receiver) = channel();
        sender.send(7).unwrap();
        assert_eq!(stop.receive(&receiver, Duration::ZERO), Ok(Some(7)));
        assert_eq!(stop.receive(&receiver, Duration::from_millis(20)), Ok(None));
        drop(sender);
        assert_eq!(stop.receive(&receiver, Duration::from_secs(60)), Ok(None));
    }
}

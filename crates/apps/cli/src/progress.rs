//! The progress of runs on standard error: a bar on a terminal, otherwise a line at intervals.

use crate::failure::show_message;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt;
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

const A_LINE_EVERY: Duration = Duration::from_secs(5);
const REDRAWS_A_SECOND: u8 = 10;

pub(crate) struct Progress {
    bar: Option<ProgressBar>,
    total: u64,
    /// Number of runs made by earlier invocations, excluded from the rate.
    before: u64,
    done: u64,
    began: Instant,
    shown_at: Instant,
}

impl Progress {
    pub(crate) fn new(total: u64, before: u64) -> Self {
        // A single run needs no progress display.
        let bar = (io::stderr().is_terminal() && total > 1).then(|| {
            let target = ProgressDrawTarget::stderr_with_hz(REDRAWS_A_SECOND);
            let bar = ProgressBar::with_draw_target(Some(total), target).with_position(before);
            let form = "{wide_bar} {human_pos} of {human_len} runs, {pace}";
            let style = ProgressStyle::with_template(form).unwrap_or_else(|_| ProgressStyle::default_bar());
            // The rate that the library of the progress bar computes would include the runs of earlier invocations.
            bar.set_style(style.with_key("pace", move |state: &ProgressState, out: &mut dyn fmt::Write| {
                let left = state.len().unwrap_or(total) - state.pos();
                // Writing into a string cannot fail.
                let _ = out.write_str(&pace(state.pos() - before, left, state.elapsed()));
            }));
            bar
        });
        let now = Instant::now();
        Self { bar, total, before, done: before, began: now, shown_at: now }
    }

    pub(crate) fn one_more(&mut self) {
        self.done += 1;
        match &self.bar {
            Some(bar) => bar.inc(1),
            None if self.shown_at.elapsed() >= A_LINE_EVERY => {
                self.shown_at = Instant::now();
                let pace = pace(self.done - self.before, self.total - self.done, self.began.elapsed());
                show_message(&format!("{} of {} runs, {pace}\n", self.done, self.total));
            }
            None => {}
        }
    }

    /// A display that shows nothing.
    pub(crate) fn none() -> Self {
        let now = Instant::now();
        Self { bar: None, total: 0, before: 0, done: 0, began: now, shown_at: now }
    }

    /// Writes to standard output. The bar is hidden during the write, since both may be on the same
    /// terminal.
    pub(crate) fn beside<T>(&self, write: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) if io::stdout().is_terminal() => bar.suspend(write),
            _ => write(),
        }
    }

    /// Clears the line of the bar.
    pub(crate) fn end(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }
}

/// Rate and remaining time, as in `72.3 a second, 2 s left`, computed from the number of runs since
/// the start of this call.
fn pace(made: u64, left: u64, since: Duration) -> String {
    let rate = made as f64 / since.as_secs_f64();
    if rate > 0.0 { format!("{rate:.1} a second, {} left", wait(left as f64 / rate)) } else { "…".into() }
}

/// A time in seconds, minutes or hours.
fn wait(seconds: f64) -> String {
    match seconds {
        ..120.0 => format!("{seconds:.0} s"),
        ..7_200.0 => format!("{:.0} min", seconds / 60.0),
        _ => format!("{:.1} h", seconds / 3_600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pace_counts_only_the_runs_of_this_call() {
        assert_eq!(pace(100, 50, Duration::from_secs(4)), "25.0 a second, 2 s left");
        assert_eq!(pace(10, 6_000, Duration::from_secs(1)), "10.0 a second, 10 min left");
        assert_eq!(pace(1, 9_000, Duration::from_secs(1)), "1.0 a second, 2.5 h left");
        assert_eq!(pace(0, 50, Duration::from_secs(4)), "…");
    }
}

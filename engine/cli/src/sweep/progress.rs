//! How far a sweep is: a bar on a terminal, else a line from time to time; both on standard error.

use crate::failure::tell;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt;
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

const A_LINE_EVERY: Duration = Duration::from_secs(5);
const REDRAWS_A_SECOND: u8 = 10;

/// Tells how far it is.
pub(crate) struct Progress {
    bar: Option<ProgressBar>,
    total: u64,
    /// How many there were at the beginning: what was made before says nothing of the rate.
    before: u64,
    done: u64,
    began: Instant,
    told: Instant,
}

impl Progress {
    pub(crate) fn new(total: u64, before: u64) -> Self {
        let bar = io::stderr().is_terminal().then(|| {
            let target = ProgressDrawTarget::stderr_with_hz(REDRAWS_A_SECOND);
            let bar = ProgressBar::with_draw_target(Some(total), target).with_position(before);
            let form = "{wide_bar} {human_pos} of {human_len} runs, {rate} a second, {eta} left";
            let style = ProgressStyle::with_template(form).unwrap_or_else(|_| ProgressStyle::default_bar());
            bar.set_style(style.with_key("rate", |state: &ProgressState, out: &mut dyn fmt::Write| {
                // Infallible: it writes into a text.
                let _ = write!(out, "{:.1}", state.per_sec());
            }));
            bar.reset_eta();
            bar
        });
        let now = Instant::now();
        Self { bar, total, before, done: before, began: now, told: now }
    }

    pub(crate) fn one_more(&mut self) {
        self.done += 1;
        match &self.bar {
            Some(bar) => bar.inc(1),
            None if self.told.elapsed() >= A_LINE_EVERY => {
                self.told = Instant::now();
                let rate = (self.done - self.before) as f64 / self.began.elapsed().as_secs_f64();
                let left = (self.total - self.done) as f64 / rate;
                tell(&format!("{} of {} runs, {rate:.1} a second, {left:.0} s left\n", self.done, self.total));
            }
            None => {}
        }
    }

    /// Leaves the line of the bar empty.
    pub(crate) fn end(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }
}

//! On/off traffic: bursts of packets at a constant rate, and silence between them.
//!
//! Rule: a burst has round(X) packets, at least 1, one packet time 8·size/rate apart; X has the mean on·rate/(8·size).
//! After the gap of its last packet comes an idle time with the mean `off`. Both are exponential or both Pareto; a Pareto
//! shape of at most 2 gives bursts of no finite variance, and many such sources together self-similar traffic with
//! H = (3 − shape)/2. The source begins with a gap and an idle time.
//! Sources: ns-2 2.35, expoo.cc and pareto.cc (all of the above); W. Willinger, M. S. Taqqu, R. Sherman, D. V. Wilson,
//! "Self-similarity through high-variability", IEEE/ACM Transactions on Networking 5(1), 1997.
//! Rounding to at least one packet lifts the mean rate a little above rate·on/(on + off): by 0.1 % with ns-2's defaults
//! (19 packets a burst), by more with shorter bursts.
//! A changed rate stretches the running gap; the burst keeps its packets and idle time stays as it is.

use super::pace::Pace;
use super::variate::{exponential, pareto, uniform};
use super::{OnOffLaw, Pattern, SourceAbout};
use crate::discipline::StateHash;
use crate::rng::Chance;
use crate::time::{SimTime, Span};

/// What the source tells about itself.
pub const ABOUT: SourceAbout = SourceAbout {
    id: "onoff",
    name: "On/off",
    idea: "bursts at a constant rate with silence between them, of exponential or Pareto length",
    is_responsive: false,
};

#[derive(Clone, Debug, PartialEq)]
pub(super) struct OnOff {
    pace: Pace,
    bytes: u32,
    on: Span,
    off: Span,
    law: OnOffLaw,
    /// Packets of the burst that have not left.
    left: u64,
}

impl OnOff {
    pub(super) fn new<C: Chance>(
        (rate_bps, bytes): (u64, u32),
        (on, off): (Span, Span),
        law: OnOffLaw,
        start: SimTime,
        chance: &mut C,
    ) -> Self {
        let mut source = Self { pace: Pace::new(rate_bps, bytes, start, 1.0), bytes, on, off, law, left: 0 };
        source.begin_burst(chance);
        source
    }

    /// Takes over what was changed at `now`. New lengths and laws count from the next burst on.
    pub(super) fn change(&mut self, rate_bps: u64, (on, off): (Span, Span), law: OnOffLaw, now: SimTime) {
        if rate_bps != self.pace.rate_bps() {
            self.pace.set_rate(rate_bps, now);
        }
        (self.on, self.off, self.law) = (on, off, law);
    }

    /// Mean rate, but for the rounding to whole packets.
    pub(super) fn rate_bps(&self) -> u64 {
        let (on, off) = (self.on.secs(), self.off.secs());
        let share = if on > 0.0 { on / (on + off) } else { 0.0 };
        (self.pace.rate_bps() as f64 * share) as u64
    }

    /// Draws the next burst and the idle time before it, in this order.
    fn begin_burst<C: Chance>(&mut self, chance: &mut C) {
        let packets_per_second = self.pace.rate_bps() as f64 / (8.0 * f64::from(self.bytes.max(1)));
        let burst = self.draw(self.on.secs() * packets_per_second, chance);
        self.left = ((burst + 0.5) as u64).max(1);
        let idle = self.draw(self.off.secs(), chance);
        self.pace.idle(Span::from_secs(idle));
    }

    fn draw<C: Chance>(&self, mean: f64, chance: &mut C) -> f64 {
        match self.law {
            OnOffLaw::Exponential => mean * exponential(uniform(chance)),
            OnOffLaw::Pareto { shape } => pareto(uniform(chance), mean, shape),
        }
    }
}

impl Pattern for OnOff {
    fn due(&self) -> Option<SimTime> {
        self.pace.due()
    }

    fn go_on<C: Chance>(&mut self, chance: &mut C) {
        self.pace.wait();
        self.left = self.left.saturating_sub(1);
        if self.left == 0 {
            self.begin_burst(chance);
        }
    }

    fn skip(&mut self, last: SimTime, limit: Option<u64>) -> u64 {
        // All but the last packet of the burst: after that one an idle time is drawn.
        let within = self.left.saturating_sub(1);
        let skipped = self.pace.skip(last, Some(limit.map_or(within, |limit| limit.min(within))));
        self.left -= skipped;
        skipped
    }

    fn fold(&self, hash: &mut StateHash) {
        self.pace.fold(hash);
        hash.fold(self.left);
        hash.fold(self.on.nanos());
        hash.fold(self.off.nanos());
        let shape = if let OnOffLaw::Pareto { shape } = self.law { shape } else { 0.0 };
        hash.fold_real(shape);
    }
}

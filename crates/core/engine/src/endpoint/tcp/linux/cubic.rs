//! CUBIC as in Linux: whole packets, and HyStart at the end of slow start.
//!
//! Rule: the window follows a cubic of the time since the last cut, or Reno's window if that is larger. The window
//! grows by one packet after a certain number of acknowledged packets, at least two. HyStart ends slow start early,
//! from a window of 16 packets on, in two cases. In the first case, the acknowledgements of a round arrive close
//! together, as a train, for longer than half the minimum round-trip time. In the second case, the minimum of eight
//! round-trip times exceeds the minimum since the last timeout by an eighth of the latter, clamped to 4 to 16 ms. After
//! HyStart has ended a slow start, it is inactive until the next timeout. Otherwise it would act in recovery, too, in
//! which the window is often below the threshold although slow start is not in progress.
//! Source: S. Ha et al., CUBIC, ACM SIGOPS OSR 42(5), 2008; S. Ha and I. Rhee, Taming the elephants: New TCP slow start,
//! Computer Networks 55(9), 2011; Linux 6.12 for the constants.

use super::law::Facts;
use super::window::Window;
use crate::base::hash::StateHash;
use crate::base::math;
use crate::base::time::{SimTime, Span};

/// The fraction of the window that remains after a cut, in parts of 1024.
const BETA: u32 = 717;
/// The steepness of the cubic \[packets/s³\]: 410 / 1024.
const C: f64 = 410.0 / 1024.0;
/// The minimum window at which HyStart acts \[packets\].
const HYSTART_LEAST_WINDOW: u32 = 16;
/// The longest gap between two acknowledgements of one train.
const TRAIN_GAP: Span = Span::from_millis(2);
/// The number of round-trip samples per round; HyStart uses their minimum.
const SAMPLES: u32 = 8;
/// The minimum time between two computations of the window.
const UPDATE_GAP: Span = Span::from_nanos(31_000_000);

#[derive(Clone, Debug, Default)]
pub(super) struct Cubic {
    /// The window at the last cut \[packets\]; 0 if there was no cut.
    plateau: u32,
    epoch: Option<Epoch>,
    /// The number of acknowledged packets after which the window grows by one packet.
    each: u32,
    last_cwnd: u32,
    last_update: SimTime,
    least_delay: Option<Span>,
    hystart: HyStart,
}

/// The current period of congestion avoidance, since the last cut.
#[derive(Clone, Copy, Debug)]
struct Epoch {
    began: SimTime,
    origin: u32,
    /// The time from the beginning of the period to the plateau of the curve \[s\].
    rise: f64,
    /// The window that Reno would have now \[packets\].
    reno: u32,
    acknowledged: u32,
}

/// The current round of slow start, for HyStart.
#[derive(Clone, Copy, Debug, Default)]
struct HyStart {
    /// The number whose acknowledgement ends the round.
    end: i64,
    began: SimTime,
    last_ack: SimTime,
    least: Option<Span>,
    samples: u32,
    /// Whether HyStart has ended slow start. No further round is examined until the next timeout [found].
    has_ended: bool,
}

impl Cubic {
    /// The threshold after a cut of `cwnd`.
    pub(super) fn cut(&mut self, cwnd: u32) -> u32 {
        self.epoch = None;
        // Fast convergence: if the window at a cut is below the last plateau, another flow has probably started. The
        // new plateau is then lower than the window before the cut, to leave room for that flow.
        self.plateau = if cwnd < self.plateau { cwnd * (1024 + BETA) / 2048 } else { cwnd };
        cwnd * BETA / 1024
    }

    /// Forgets the curve after a timeout.
    pub(super) fn start_over(&mut self, facts: Facts) {
        *self = Self { hystart: HyStart::begin(facts), ..Self::default() };
    }

    /// Shifts the curve by the length of an application pause, so that the pause does not count.
    pub(super) fn resume(&mut self, idle: Span, now: SimTime) {
        if let Some(epoch) = &mut self.epoch {
            epoch.began = (epoch.began + idle).min(now);
        }
    }

    pub(super) fn grow(&mut self, window: &mut Window, acknowledged: u32, now: SimTime) {
        let left = if window.is_in_slow_start() { window.slow_start(acknowledged) } else { acknowledged };
        if left == 0 {
            return;
        }
        self.update(window.cwnd, left, now);
        window.grow_each(self.each, left);
    }

    fn update(&mut self, cwnd: u32, acknowledged: u32, now: SimTime) {
        if let Some(epoch) = &mut self.epoch {
            epoch.acknowledged += acknowledged;
        }
        if self.last_cwnd == cwnd && now.since(self.last_update) <= UPDATE_GAP && self.each > 0 {
            return;
        }
        let plateau = self.plateau;
        let epoch = self.epoch.get_or_insert_with(|| {
            let (origin, rise) =
                if plateau <= cwnd { (cwnd, 0.0) } else { (plateau, math::cbrt(f64::from(plateau - cwnd) / C)) };
            Epoch { began: now, origin, rise, reno: cwnd, acknowledged }
        });
        (self.last_cwnd, self.last_update) = (cwnd, now);
        let t = (now.since(epoch.began) + self.least_delay.unwrap_or_default()).secs() - epoch.rise;
        let target = f64::from(epoch.origin) + (C * t * t * t).trunc();
        let ahead = target - f64::from(cwnd);
        let mut each = if ahead > 0.0 { f64::from(cwnd) / ahead } else { 100.0 * f64::from(cwnd) };
        if self.plateau == 0 {
            each = each.min(20.0);
        }
        // The window of a Reno sender that cuts to BETA instead of one half. It grows by one packet for every 15/8
        // windows of acknowledged packets.
        let per_packet = (cwnd * 15) >> 3;
        if epoch.acknowledged > per_packet && per_packet > 0 {
            let more = (epoch.acknowledged - 1) / per_packet;
            epoch.acknowledged -= more * per_packet;
            epoch.reno += more;
        }
        if epoch.reno > cwnd {
            each = each.min(f64::from(cwnd / (epoch.reno - cwnd)));
        }
        self.each = (each as u32).max(2);
    }

    /// Passes a round-trip time to HyStart, which may end slow start.
    pub(super) fn see_round_trip(&mut self, window: &mut Window, rtt: Span, facts: Facts) {
        // Round-trip times just after a cut are ignored, because they still include the queue that had built up before
        // the cut.
        if self.epoch.is_some_and(|epoch| facts.now.since(epoch.began) < Span::from_millis(1_000)) {
            return;
        }
        let least = self.least_delay.map_or(rtt, |least| least.min(rtt));
        self.least_delay = Some(least);
        if !self.hystart.has_ended
            && window.is_in_slow_start()
            && self.hystart.ends_slow_start(rtt, least, window.cwnd, facts)
        {
            self.hystart.has_ended = true;
            window.ssthresh = window.cwnd;
        }
    }

    pub(super) fn fold(&self, hash: &mut StateHash) {
        hash.fold(u64::from(self.plateau) << 32 | u64::from(self.each));
        hash.fold(u64::from(self.last_cwnd));
        hash.fold(self.last_update.nanos());
        if let Some(Epoch { began, origin, rise, reno, acknowledged }) = self.epoch {
            hash.fold(began.nanos());
            hash.fold_real(rise);
            hash.fold(u64::from(origin) << 32 | u64::from(reno));
            hash.fold(u64::from(acknowledged));
        }
        hash.fold(self.least_delay.map_or(u64::MAX, Span::nanos));
        let HyStart { end, began, last_ack, least, samples, has_ended } = self.hystart;
        hash.fold(end as u64);
        hash.fold(began.nanos());
        hash.fold(last_ack.nanos());
        hash.fold(least.map_or(u64::MAX, Span::nanos));
        hash.fold(u64::from(samples) << 1 | u64::from(has_ended));
    }
}

impl HyStart {
    fn begin(facts: Facts) -> Self {
        Self { end: facts.next, began: facts.now, last_ack: facts.now, ..Self::default() }
    }

    fn ends_slow_start(&mut self, rtt: Span, least_delay: Span, cwnd: u32, facts: Facts) -> bool {
        if facts.first_unacknowledged > self.end {
            *self = Self::begin(facts);
        }
        if cwnd < HYSTART_LEAST_WINDOW {
            return false;
        }
        if facts.now.since(self.last_ack) <= TRAIN_GAP {
            self.last_ack = facts.now;
            if facts.now.since(self.began).nanos() > least_delay.nanos() / 2 {
                return true;
            }
        }
        let least = self.least.map_or(rtt, |least| least.min(rtt));
        self.least = Some(least);
        if self.samples < SAMPLES {
            self.samples += 1;
            return false;
        }
        let more = (least_delay.nanos() / 8).clamp(4_000_000, 16_000_000);
        least.nanos() > least_delay.nanos() + more
    }
}

#[cfg(test)]
mod tests {
    use super::super::State;
    use super::super::window::NO_THRESHOLD;
    use super::*;

    /// One packet is acknowledged each millisecond. The next new packet has a number 99 higher than the first
    /// unacknowledged one. The packets of one round are therefore acknowledged in about 100 ms.
    fn facts(millis: u64) -> Facts {
        Facts {
            now: SimTime::from_nanos(millis * 1_000_000),
            first_unacknowledged: millis as i64 + 1,
            next: millis as i64 + 100,
            in_flight: 18,
            srtt: None,
            paced_until: SimTime::ZERO,
            state: State::Open,
            is_window_limited: true,
        }
    }

    /// Passes nine samples of the round-trip time to HyStart, 10 ms apart. HyStart may end slow start only at the last
    /// sample.
    fn round(cubic: &mut Cubic, window: &mut Window, from_ms: u64, rtt_ms: u64) {
        for sample in 0..9 {
            cubic.see_round_trip(window, Span::from_millis(rtt_ms), facts(from_ms + 10 * sample));
        }
    }

    #[test]
    fn hystart_ends_only_one_slow_start_before_a_timeout() {
        let mut cubic = Cubic::default();
        let mut window = Window { cwnd: 20, count: 0, ssthresh: NO_THRESHOLD };
        cubic.see_round_trip(&mut window, Span::from_millis(60), facts(0));
        round(&mut cubic, &mut window, 100, 70);
        assert_eq!(window.ssthresh, 20, "70 ms exceed the limit of 67.5 ms");
        // A recovery: a cut of a window of 40 sets the threshold to 28. Few packets are in flight, so the window is
        // even smaller.
        cubic.cut(40);
        (window.cwnd, window.ssthresh) = (18, 28);
        round(&mut cubic, &mut window, 300, 90);
        assert_eq!(window.ssthresh, 28, "HyStart has ended slow start once and is inactive until a timeout");
        cubic.start_over(facts(500));
        (window.cwnd, window.ssthresh) = (18, 28);
        cubic.see_round_trip(&mut window, Span::from_millis(60), facts(500));
        round(&mut cubic, &mut window, 600, 90);
        assert_eq!(window.ssthresh, 18, "after a timeout HyStart is active again");
    }
}

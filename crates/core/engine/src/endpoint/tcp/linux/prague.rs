//! TCP Prague: DCTCP for the Internet. Its window includes fractions of a packet, its packets are paced, and its throughput
//! depends less on the round-trip time.
//!
//! Rule: as in DCTCP, α is a moving average of the share of marked packets per round trip, and a mark cuts the window
//! by half of α, at most once per round trip. The window also grows while it is being cut, by one packet per window of
//! unmarked packets. Fractions of a packet left by cuts and growth carry over. The first mark of a connection ends slow
//! start. Packets are sent at the rate window / round-trip time, and at twice that rate in slow start. After 500 round
//! trips of congestion avoidance a sender with a round trip below 25 ms grows, cuts and averages as if the round trip
//! were 25 ms. A loss halves the window.
//! Source: K. De Schepper, O. Tilmans, B. Briscoe and V. Goel, Prague Congestion Control,
//! draft-briscoe-iccrg-prague-congestion-control, 2023; the Linux implementation, version 0.6, for constants and corner
//! cases. RFC 9331 has the requirements.
//! We differ: the receiver reports each mark exactly, as AccECN (draft-ietf-tcpm-accurate-ecn) does with counters. There is
//! no segmentation offload, so bursts need no bound. The detection of classic ECN at the bottleneck is off, as it is by
//! default.

use super::law::Facts;
use super::rate::RateSample;
use super::window::Window;
use crate::base::hash::StateHash;
use crate::base::texts::text;
use crate::base::time::{SimTime, Span};
use crate::endpoint::TransportAbout;

/// The description of Prague.
pub const ABOUT: TransportAbout = TransportAbout {
    id: "prague",
    name: "Prague",
    year: 2023,
    citation: text(
        "K. De Schepper et al., Prague Congestion Control, draft-briscoe-iccrg-prague-congestion-control-03, 2023; RFC 9331",
    ),
    idea: text(
        "DCTCP for the Internet: paces its packets, cuts the window by half the share of marked packets, and grows as if round trips lasted at least 25 ms",
    ),
};

/// The number of fractional bits in the stored window \[packets\] and in α.
const FRACTION_BITS: u32 = 20;
const ONE: i64 = 1 << FRACTION_BITS;
/// The weight of a round trip in the average, as a shift: 1/16.
const GAIN_SHIFT: u32 = 4;
/// The stored value for α = 1. The moving average has [`GAIN_SHIFT`] more bits of fraction than the window.
const MOST_ALPHA: u64 = 1 << (FRACTION_BITS + GAIN_SHIFT);
const LEAST_WINDOW: u32 = 2;
/// The round-trip time that replaces a shorter round-trip time in the sender's computations.
const TARGET: Span = Span::from_millis(25);
/// The number of round trips of congestion avoidance after which [`TARGET`] replaces a shorter round-trip time.
const TRANSITION: u32 = 500;

#[derive(Clone, Debug)]
pub(super) struct Prague {
    /// 16 α, in parts of 2^20.
    alpha: u64,
    /// The window minus its whole number of packets, in parts of 2^20 packets; may be negative.
    carry: i64,
    has_seen_mark: bool,
    /// Whether the window is being halved for a loss, during which it does not grow.
    is_after_loss: bool,
    /// The number from which on an acknowledgement ends the current round trip.
    round_end: i64,
    /// The number of round trips of congestion avoidance.
    rounds: u32,
    averaged_at: SimTime,
    cut_at: SimTime,
    /// The number of packets reported as delivered in this round trip, and the number reported as marked.
    delivered: u64,
    marked: u64,
    /// The window and its fraction before the last loss.
    before_loss: (u32, i64),
    /// The rate at which packets leave \[packets/s\].
    pacing_rate: f64,
}

impl Default for Prague {
    fn default() -> Self {
        Self {
            alpha: MOST_ALPHA,
            carry: 0,
            has_seen_mark: false,
            is_after_loss: false,
            round_end: 0,
            rounds: 0,
            averaged_at: SimTime::ZERO,
            cut_at: SimTime::ZERO,
            delivered: 0,
            marked: 0,
            before_loss: (0, 0),
            pacing_rate: 0.0,
        }
    }
}

impl Prague {
    /// Initializes the state when the connection opens, with a first round-trip time.
    pub(super) fn open(&mut self, window: &Window, facts: Facts) {
        self.averaged_at = facts.now;
        self.round_end = facts.next;
        self.pace(window, facts);
    }

    /// Updates α, window and pacing rate with an acknowledgement.
    pub(super) fn control(&mut self, window: &mut Window, sample: &RateSample, facts: Facts) {
        self.delivered += u64::from(sample.newly_delivered);
        self.marked += u64::from(sample.newly_marked);
        self.has_seen_mark |= sample.newly_marked > 0;
        self.grow(window, sample.newly_delivered - sample.newly_marked, facts);
        self.settle(window);
        let is_due = !self.is_independent(window) || facts.now.since(self.averaged_at) >= TARGET;
        if facts.first_unacknowledged >= self.round_end && is_due {
            self.end_round(window, facts);
        }
        self.pace(window, facts);
    }

    /// Begins a cut for a mark.
    pub(super) fn cut(&mut self, window: &Window, now: SimTime) {
        if self.is_independent(window) && now.since(self.cut_at) < TARGET {
            return;
        }
        self.cut_at = now;
        let window = u64::from(window.cwnd) << FRACTION_BITS;
        let alpha = self.alpha >> GAIN_SHIFT;
        self.carry -= ((alpha * window + (1 << FRACTION_BITS)) >> (FRACTION_BITS + 1)) as i64;
    }

    pub(super) fn lose(&mut self, window: &Window) {
        self.before_loss = (window.cwnd, self.carry);
        self.carry -= (i64::from(window.cwnd) << (FRACTION_BITS - 1)) + (self.carry >> 1);
        self.is_after_loss = true;
    }

    pub(super) fn recover(&mut self) {
        self.is_after_loss = false;
    }

    /// Undoes the cut for a loss that turned out to be spurious, and returns the window before the cut.
    pub(super) fn undo(&mut self) -> u32 {
        self.carry += self.carry - self.before_loss.1;
        self.before_loss.0
    }

    pub(super) fn pacing_rate(&self) -> f64 {
        self.pacing_rate
    }

    /// α, from 0 to 1.
    pub(super) fn alpha(&self) -> f64 {
        self.alpha as f64 / MOST_ALPHA as f64
    }

    fn grow(&mut self, window: &mut Window, unmarked: u32, facts: Facts) {
        if unmarked == 0 || self.is_after_loss || !facts.is_window_limited {
            return;
        }
        let left = if window.is_in_slow_start() { window.slow_start(unmarked) } else { unmarked };
        if left == 0 {
            return;
        }
        let cwnd = u64::from(window.cwnd.max(1));
        let increase = (u64::from(left) * self.growth(facts.srtt) + (cwnd >> 1)) / cwnd;
        self.carry += increase.max(u64::from(left)) as i64;
    }

    /// The growth for a window of unmarked packets, in units of 2^−20 packets: one packet, or less at short round
    /// trips.
    fn growth(&self, srtt: Option<Span>) -> u64 {
        let rtt_s = srtt.unwrap_or_default().secs();
        if self.rounds < TRANSITION || rtt_s <= 0.0 || rtt_s >= TARGET.secs() {
            return ONE as u64;
        }
        let share = rtt_s / TARGET.secs();
        (share * share * ONE as f64).round() as u64
    }

    /// Changes the window by one packet when the fraction reaches a whole packet.
    fn settle(&mut self, window: &mut Window) {
        if self.carry <= -ONE {
            self.carry += ONE;
            window.cwnd -= 1;
            if window.cwnd < LEAST_WINDOW {
                (window.cwnd, self.carry) = (LEAST_WINDOW, 0);
            }
            window.ssthresh = window.cwnd;
        } else if self.carry >= ONE {
            self.carry -= ONE;
            window.cwnd += 1;
        }
    }

    fn end_round(&mut self, window: &Window, facts: Facts) {
        if self.has_seen_mark {
            let share = (self.marked << FRACTION_BITS) / self.delivered.max(1);
            self.alpha = (self.alpha - (self.alpha >> GAIN_SHIFT) + share).min(MOST_ALPHA);
            self.averaged_at = facts.now;
        }
        (self.round_end, self.delivered, self.marked) = (facts.next, 0, 0);
        self.rounds += u32::from(!window.is_in_slow_start());
    }

    /// Whether the sender acts as if its round-trip time were at least 25 ms.
    fn is_independent(&self, window: &Window) -> bool {
        self.rounds >= TRANSITION && !window.is_in_slow_start()
    }

    fn pace(&mut self, window: &Window, facts: Facts) {
        let Some(srtt) = facts.srtt.filter(|srtt| srtt.nanos() > 0) else {
            return;
        };
        let gain = if window.cwnd < window.ssthresh / 2 { 2.0 } else { 1.0 };
        self.pacing_rate = gain * f64::from(window.cwnd.max(facts.in_flight)) / srtt.secs();
    }

    pub(super) fn fold(&self, hash: &mut StateHash) {
        for value in [self.alpha, self.carry as u64, self.round_end as u64, self.delivered, self.marked] {
            hash.fold(value);
        }
        hash.fold(u64::from(self.rounds) << 2 | u64::from(self.has_seen_mark) << 1 | u64::from(self.is_after_loss));
        hash.fold(self.averaged_at.nanos());
        hash.fold(self.cut_at.nanos());
        hash.fold(u64::from(self.before_loss.0));
        hash.fold(self.before_loss.1 as u64);
        hash.fold(self.pacing_rate.to_bits());
    }
}

#[cfg(test)]
mod tests {
    use super::super::State;
    use super::*;

    fn facts(at_ms: u64, next: i64) -> Facts {
        Facts {
            now: SimTime::ZERO + Span::from_millis(at_ms),
            first_unacknowledged: next,
            next,
            in_flight: 0,
            srtt: Some(Span::from_millis(50)),
            paced_until: SimTime::ZERO,
            state: State::Open,
            is_window_limited: true,
        }
    }

    fn sample(delivered: u32, marked: u32) -> RateSample {
        RateSample { newly_delivered: delivered, newly_marked: marked, ..RateSample::default() }
    }

    fn window(cwnd: u32, ssthresh: u32) -> Window {
        Window { cwnd, count: 0, ssthresh }
    }

    #[test]
    fn a_window_of_unmarked_packets_increases_the_window_by_one() {
        let (mut prague, mut window) = (Prague::default(), window(20, 20));
        prague.control(&mut window, &sample(10, 0), facts(0, 10));
        assert_eq!((window.cwnd, prague.carry), (20, ONE / 2));
        prague.control(&mut window, &sample(10, 0), facts(50, 20));
        assert_eq!((window.cwnd, prague.carry), (21, 0));
    }

    #[test]
    fn the_first_mark_halves_the_window_packet_by_packet_and_ends_slow_start() {
        let (mut prague, mut window) = (Prague::default(), window(40, super::super::window::NO_THRESHOLD));
        prague.cut(&window, SimTime::ZERO);
        assert_eq!(prague.carry, -20 * ONE);
        prague.control(&mut window, &sample(1, 1), facts(1, 1));
        assert_eq!((window.cwnd, window.ssthresh), (39, 39));
        for at in 2..=20 {
            prague.control(&mut window, &sample(1, 1), facts(at, 1));
        }
        assert_eq!((window.cwnd, prague.carry), (20, 0));
    }

    #[test]
    fn without_marks_alpha_and_cuts_fall_by_a_sixteenth_per_round_trip() {
        let (mut prague, mut window) = (Prague::default(), window(100, 100));
        prague.has_seen_mark = true;
        prague.end_round(&window, facts(0, 100));
        assert_eq!(prague.alpha(), 15.0 / 16.0);
        (prague.delivered, prague.marked) = (100, 50);
        prague.end_round(&window, facts(50, 200));
        assert_eq!(prague.alpha(), 15.0 / 16.0 * 15.0 / 16.0 + 0.5 / 16.0);
        prague.cut(&window, SimTime::ZERO);
        let cut = -prague.carry as f64 / ONE as f64;
        assert!((cut - 50.0 * prague.alpha()).abs() < 1e-4, "{cut}");
        prague.settle(&mut window);
        assert_eq!(window.cwnd, 99);
    }

    #[test]
    fn after_500_short_round_trips_growth_is_the_square_of_their_share_of_25_ms() {
        let mut prague = Prague::default();
        let ten = Some(Span::from_millis(10));
        assert_eq!(prague.growth(ten), ONE as u64);
        prague.rounds = TRANSITION;
        assert_eq!(prague.growth(ten), (0.16 * ONE as f64).round() as u64);
        assert_eq!(prague.growth(Some(TARGET)), ONE as u64);
        let window = window(100, 100);
        prague.cut(&window, SimTime::ZERO + Span::from_millis(100));
        let once = prague.carry;
        prague.cut(&window, SimTime::ZERO + Span::from_millis(124));
        assert_eq!(prague.carry, once);
        prague.cut(&window, SimTime::ZERO + Span::from_millis(125));
        assert_eq!(prague.carry, 2 * once);
    }

    #[test]
    fn a_loss_halves_the_window_which_does_not_grow_until_the_repair() {
        let (mut prague, mut window) = (Prague::default(), window(40, 40));
        prague.lose(&window);
        assert_eq!(prague.carry, -20 * ONE);
        for at in 0..25 {
            prague.control(&mut window, &sample(1, 0), facts(at, 1));
        }
        assert_eq!(window.cwnd, 20);
        prague.recover();
        prague.control(&mut window, &sample(10, 0), facts(60, 30));
        assert_eq!(prague.carry, ONE / 2);
    }

    #[test]
    fn packets_leave_at_window_over_round_trip_and_twice_as_fast_in_slow_start() {
        let mut prague = Prague::default();
        prague.open(&window(10, super::super::window::NO_THRESHOLD), facts(0, 1));
        assert_eq!(prague.pacing_rate(), 400.0);
        prague.control(&mut window(10, 10), &sample(1, 0), facts(0, 1));
        assert_eq!(prague.pacing_rate(), 200.0);
    }
}

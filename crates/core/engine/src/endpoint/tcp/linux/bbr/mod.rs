//! BBR, version 1: the sender models the path by its bandwidth and its minimum round-trip time, and paces its packets.
//!
//! Rule: the bandwidth is the maximum delivery rate of the last ten round trips. The round-trip time is the minimum of
//! the last ten seconds. Packets are sent at the bandwidth times a gain. The packets in the network are limited to the
//! product of bandwidth and round-trip time, times a gain. *Startup* doubles the rate each round, until the bandwidth
//! has grown by less than a quarter for three rounds. *Drain* empties the queue that Startup has built up. *ProbeBW*
//! cycles through the gains 5/4, 3/4 and six times 1, each for one minimum round-trip time. *ProbeRTT* sends four
//! packets per round trip for 200 ms, when no smaller round-trip time has been measured for ten seconds. A loss does
//! not cut the rate. After a loss the window is limited to the packets in the network for one round trip. Two periods
//! of 20 % losses at similar rates are attributed to a policer, whose rate is then used.
//! Source: N. Cardwell, Y. Cheng, C. S. Gunn, S. H. Yeganeh and V. Jacobson, BBR: Congestion-Based Congestion Control, ACM
//! Queue 14(5), 2016; draft-cardwell-iccrg-bbr-congestion-control-00, 2017; Linux 6.12 for constants and corner cases.

mod most;
mod policer;

use self::most::MostOf;
use self::policer::LongTerm;
use super::State;
use super::law::Facts;
use super::rate::{RateSample, RateSampler};
use super::window::Window;
use crate::base::hash::StateHash;
use crate::base::rng::{Chance, Stream};
use crate::base::texts::text;
use crate::base::time::{SimTime, Span};
use crate::endpoint::TransportAbout;

/// The description of BBR.
pub const ABOUT: TransportAbout = TransportAbout {
    id: "bbr",
    name: "BBR",
    year: 2016,
    citation: text(
        "N. Cardwell et al., BBR: Congestion-Based Congestion Control, ACM Queue 14(5), 2016; version 1 as in Linux 6.12",
    ),
    idea: text("estimates bandwidth and minimum round trip, and paces at that bandwidth; losses do not slow it down"),
};

/// The gain with which the rate doubles each round: 2 / ln 2.
const HIGH_GAIN: f64 = 739.0 / 256.0;
const DRAIN_GAIN: f64 = 88.0 / 256.0;
const CYCLE: [f64; 8] = [1.25, 0.75, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0];
const CWND_GAIN: f64 = 2.0;
const MIN_RTT_LASTS: Span = Span::from_millis(10_000);
const PROBE_RTT_LASTS: Span = Span::from_millis(200);
const LEAST_WINDOW: u32 = 4;
const FULL_GROWTH: f64 = 1.25;
const FULL_ROUNDS: u32 = 3;
/// Packets are sent 1 % below the estimated rate, so that rounding builds no queue.
const PACING_MARGIN: f64 = 0.99;
/// The window of a new connection \[packets\]. Until this number of packets has been delivered, the window grows with
/// every acknowledgement.
const INITIAL_WINDOW: u32 = 10;
/// The rate above which packets are sent in pairs \[packets/s\]: 1.2 Mbit/s with packets of 1,000 bytes.
const RATE_OF_PAIRS: f64 = 150.0;
/// The window has extra packets for bursts of acknowledgements: at most the packets that the estimated bandwidth
/// delivers in this time \[s\].
const MOST_AGGREGATED: f64 = 0.1;
/// Minimum number of round trips for which the window keeps the extra packets after a burst of acknowledgements; the
/// maximum is twice this number.
const AGGREGATION_ROUNDS: u32 = 5;
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Mode {
    Startup,
    Drain,
    ProbeBandwidth,
    ProbeRoundTrip,
}

/// The state of BBR. Bandwidths are in packets per second.
#[derive(Clone, Debug)]
pub(super) struct Bbr {
    chance: Stream,
    mode: Mode,
    bandwidth: MostOf,
    rounds: u64,
    /// The number of deliveries when the round began. The delivery of a packet that was sent since then ends the round.
    round_end: u64,
    is_round_start: bool,
    min_rtt: Option<Span>,
    min_rtt_at: SimTime,
    probe_done: Option<SimTime>,
    is_probe_round_done: bool,
    is_after_idle: bool,
    cycle_at: SimTime,
    cycle: usize,
    pacing_gain: f64,
    cwnd_gain: f64,
    pacing_rate: f64,
    has_seen_rtt: bool,
    full_bandwidth: f64,
    full_rounds: u32,
    is_full: bool,
    prior_cwnd: u32,
    prior_state: State,
    conserves_packets: bool,
    aggregation: Aggregation,
    long_term: LongTerm,
}

/// Measures bursts of acknowledgements: how many more packets are acknowledged than the estimated bandwidth would
/// deliver in the same time.
#[derive(Clone, Copy, Debug, Default)]
struct Aggregation {
    began: SimTime,
    acknowledged: u32,
    most: [u32; 2],
    place: usize,
    rounds: u32,
}

impl Bbr {
    /// The state of a new connection; `seed` determines the random phase at which the cycle of gains begins.
    pub(super) fn new(seed: u64) -> Self {
        Self {
            chance: Stream::named(seed, "bbr"),
            mode: Mode::Startup,
            bandwidth: MostOf::default(),
            rounds: 0,
            round_end: 0,
            is_round_start: false,
            min_rtt: None,
            min_rtt_at: SimTime::ZERO,
            probe_done: None,
            is_probe_round_done: false,
            is_after_idle: false,
            cycle_at: SimTime::ZERO,
            cycle: 0,
            pacing_gain: HIGH_GAIN,
            cwnd_gain: HIGH_GAIN,
            pacing_rate: 0.0,
            has_seen_rtt: false,
            full_bandwidth: 0.0,
            full_rounds: 0,
            is_full: false,
            prior_cwnd: 0,
            prior_state: State::Open,
            conserves_packets: false,
            aggregation: Aggregation::default(),
            long_term: LongTerm::default(),
        }
    }

    pub(super) fn open(&mut self, window: &Window, facts: Facts) {
        self.min_rtt = facts.srtt;
        self.min_rtt_at = facts.now;
        self.aggregation.began = facts.now;
        self.start_from_round_trip(window, facts);
    }

    fn start_from_round_trip(&mut self, window: &Window, facts: Facts) {
        let srtt = facts.srtt.unwrap_or(Span::from_millis(1));
        self.has_seen_rtt |= facts.srtt.is_some();
        self.pacing_rate = PACING_MARGIN * HIGH_GAIN * f64::from(window.cwnd) / srtt.secs().max(1e-6);
    }

    /// The pacing rate \[packets/s\].
    pub(super) fn pacing_rate(&self) -> f64 {
        self.pacing_rate
    }

    fn used_bandwidth(&self) -> f64 {
        if self.long_term.is_used { self.long_term.bandwidth } else { self.bandwidth.most() }
    }

    /// Updates the model with an acknowledgement, and sets rate and window.
    pub(super) fn control(&mut self, window: &mut Window, sample: &RateSample, rate: &mut RateSampler, facts: Facts) {
        self.update_bandwidth(sample, rate);
        self.update_aggregation(window, sample, rate);
        self.update_cycle(sample, rate, facts);
        self.look_for_full_pipe(sample);
        self.look_for_drained_pipe(window, rate, facts);
        self.update_min_rtt(window, sample, rate, facts);
        self.update_gains();
        self.set_pacing_rate(window, facts);
        self.set_window(window, sample, rate, facts);
    }

    fn update_bandwidth(&mut self, sample: &RateSample, rate: &RateSampler) {
        self.is_round_start = false;
        let (Some(delivered), Some(interval), Some(prior)) = (sample.delivered, sample.interval, sample.prior) else {
            return;
        };
        if prior.delivered >= self.round_end {
            self.round_end = rate.delivered;
            self.rounds += 1;
            self.is_round_start = true;
            self.conserves_packets = false;
        }
        self.sample_long_term(sample.losses, sample.is_app_limited, rate);
        let bandwidth = delivered as f64 / interval.secs().max(1e-6);
        if !sample.is_app_limited || bandwidth >= self.bandwidth.most() {
            self.bandwidth.take(self.rounds, bandwidth);
        }
    }

    fn update_aggregation(&mut self, window: &Window, sample: &RateSample, rate: &RateSampler) {
        if sample.newly_delivered == 0 || sample.delivered.is_none() || sample.interval.is_none() {
            return;
        }
        let bandwidth = self.used_bandwidth();
        let it = &mut self.aggregation;
        if self.is_round_start {
            it.rounds += 1;
            if it.rounds >= AGGREGATION_ROUNDS {
                it.rounds = 0;
                it.place = 1 - it.place;
                it.most[it.place] = 0;
            }
        }
        let mut expected = (bandwidth * rate.delivered_at().since(it.began).secs()) as u32;
        if it.acknowledged <= expected {
            (it.acknowledged, it.began, expected) = (0, rate.delivered_at(), 0);
        }
        it.acknowledged = it.acknowledged.saturating_add(sample.newly_delivered);
        let extra = (it.acknowledged - expected).min(window.cwnd);
        it.most[it.place] = it.most[it.place].max(extra);
    }

    fn update_cycle(&mut self, sample: &RateSample, rate: &RateSampler, facts: Facts) {
        if self.mode == Mode::ProbeBandwidth && self.ends_phase(sample, rate, facts) {
            self.next_phase(rate);
        }
    }

    fn ends_phase(&self, sample: &RateSample, rate: &RateSampler, facts: Facts) -> bool {
        let is_long = self.min_rtt.is_some_and(|least| rate.delivered_at().since(self.cycle_at) > least);
        if self.pacing_gain == 1.0 {
            return is_long;
        }
        let in_network = self.in_network_when_sent(sample.prior_in_flight, facts);
        if self.pacing_gain > 1.0 {
            return is_long && (sample.losses > 0 || in_network >= self.in_flight_for(self.pacing_gain));
        }
        is_long || in_network <= self.in_flight_for(1.0)
    }

    fn next_phase(&mut self, rate: &RateSampler) {
        self.cycle = (self.cycle + 1) % CYCLE.len();
        self.cycle_at = rate.delivered_at();
    }

    /// The number of packets that will be in the network when the pacer releases the next one.
    fn in_network_when_sent(&self, in_flight: u32, facts: Facts) -> u32 {
        let wait = facts.paced_until.max(facts.now).since(facts.now).secs();
        let delivered = (self.bandwidth.most() * wait) as u32;
        let more = if self.pacing_gain > 1.0 { self.burst() } else { 0 };
        (in_flight + more).saturating_sub(delivered)
    }

    /// The number of packets sent in one burst.
    fn burst(&self) -> u32 {
        let least = if self.pacing_rate < RATE_OF_PAIRS { 1 } else { 2 };
        ((self.pacing_rate / 1024.0) as u32).max(least).min(0x7f)
    }

    /// The product of the bandwidth and the minimum round-trip time \[packets\].
    fn product(&self, bandwidth: f64, gain: f64) -> u32 {
        let Some(min_rtt) = self.min_rtt else {
            return INITIAL_WINDOW;
        };
        let exact = bandwidth * min_rtt.secs() * gain;
        let whole = exact as u32;
        whole + u32::from(exact > f64::from(whole))
    }

    /// A window of `packets`, enlarged by room for bursts and for delayed acknowledgements \[packets\].
    fn with_room(&self, packets: u32) -> u32 {
        let even = (packets + 3 * self.burst() + 1) & !1;
        even + if self.mode == Mode::ProbeBandwidth && self.cycle == 0 { 2 } else { 0 }
    }

    fn in_flight_for(&self, gain: f64) -> u32 {
        self.with_room(self.product(self.bandwidth.most(), gain))
    }

    fn look_for_full_pipe(&mut self, sample: &RateSample) {
        if self.is_full || !self.is_round_start || sample.is_app_limited {
            return;
        }
        if self.bandwidth.most() >= FULL_GROWTH * self.full_bandwidth {
            (self.full_bandwidth, self.full_rounds) = (self.bandwidth.most(), 0);
            return;
        }
        self.full_rounds += 1;
        self.is_full = self.full_rounds >= FULL_ROUNDS;
    }

    fn look_for_drained_pipe(&mut self, window: &mut Window, rate: &RateSampler, facts: Facts) {
        if self.mode == Mode::Startup && self.is_full {
            self.mode = Mode::Drain;
            window.ssthresh = self.in_flight_for(1.0);
        }
        if self.mode == Mode::Drain && self.in_network_when_sent(facts.in_flight, facts) <= self.in_flight_for(1.0) {
            self.probe_bandwidth(rate);
        }
    }

    fn probe_bandwidth(&mut self, rate: &RateSampler) {
        self.mode = Mode::ProbeBandwidth;
        // The cycle begins in a random phase, but never in the phase with the gain 3/4, which drains the queue.
        self.cycle = CYCLE.len() - 1 - self.chance.pick(CYCLE.len() - 1);
        self.next_phase(rate);
    }

    fn update_min_rtt(&mut self, window: &mut Window, sample: &RateSample, rate: &mut RateSampler, facts: Facts) {
        let is_old = facts.now > self.min_rtt_at + MIN_RTT_LASTS;
        if let Some(rtt) = sample.rtt
            && (self.min_rtt.is_none_or(|least| rtt < least) || (is_old && !sample.may_be_delayed))
        {
            (self.min_rtt, self.min_rtt_at) = (Some(rtt), facts.now);
        }
        if is_old && !self.is_after_idle && self.mode != Mode::ProbeRoundTrip {
            self.mode = Mode::ProbeRoundTrip;
            self.save_window(window.cwnd);
            self.probe_done = None;
        }
        if self.mode == Mode::ProbeRoundTrip {
            rate.limit_by_application(facts.in_flight);
            match self.probe_done {
                None if facts.in_flight <= LEAST_WINDOW => {
                    self.probe_done = Some(facts.now + PROBE_RTT_LASTS);
                    self.is_probe_round_done = false;
                    self.round_end = rate.delivered;
                }
                None => {}
                Some(done) => {
                    self.is_probe_round_done |= self.is_round_start;
                    if self.is_probe_round_done && facts.now > done {
                        self.min_rtt_at = facts.now;
                        window.cwnd = window.cwnd.max(self.prior_cwnd);
                        if self.is_full {
                            self.probe_bandwidth(rate);
                        } else {
                            self.mode = Mode::Startup;
                        }
                    }
                }
            }
        }
        if sample.delivered.is_some_and(|delivered| delivered > 0) {
            self.is_after_idle = false;
        }
    }

    fn update_gains(&mut self) {
        (self.pacing_gain, self.cwnd_gain) = match self.mode {
            Mode::Startup => (HIGH_GAIN, HIGH_GAIN),
            Mode::Drain => (DRAIN_GAIN, HIGH_GAIN),
            Mode::ProbeBandwidth if self.long_term.is_used => (1.0, CWND_GAIN),
            Mode::ProbeBandwidth => (CYCLE[self.cycle], CWND_GAIN),
            Mode::ProbeRoundTrip => (1.0, 1.0),
        };
    }

    fn set_pacing_rate(&mut self, window: &Window, facts: Facts) {
        let rate = self.used_bandwidth() * self.pacing_gain * PACING_MARGIN;
        if !self.has_seen_rtt && facts.srtt.is_some() {
            self.start_from_round_trip(window, facts);
        }
        if self.is_full || rate > self.pacing_rate {
            self.pacing_rate = rate;
        }
    }

    fn set_window(&mut self, window: &mut Window, sample: &RateSample, rate: &RateSampler, facts: Facts) {
        let acknowledged = sample.newly_delivered;
        if acknowledged > 0 && !self.recovers(window, sample, rate, facts) {
            let bandwidth = self.used_bandwidth();
            let target = self.product(bandwidth, self.cwnd_gain) + self.room_for_aggregation(bandwidth);
            let target = self.with_room(target);
            if self.is_full {
                window.cwnd = (window.cwnd + acknowledged).min(target);
            } else if window.cwnd < target || rate.delivered < u64::from(INITIAL_WINDOW) {
                window.cwnd += acknowledged;
            }
            window.cwnd = window.cwnd.max(LEAST_WINDOW);
        }
        if self.mode == Mode::ProbeRoundTrip {
            window.cwnd = window.cwnd.min(LEAST_WINDOW);
        }
    }

    fn room_for_aggregation(&self, bandwidth: f64) -> u32 {
        if !self.is_full {
            return 0;
        }
        let most = (bandwidth * MOST_AGGREGATED) as u32;
        self.aggregation.most[0].max(self.aggregation.most[1]).min(most)
    }

    /// Adapts the window to the states of loss recovery. Returns whether the window is limited to the packets in the network.
    fn recovers(&mut self, window: &mut Window, sample: &RateSample, rate: &RateSampler, facts: Facts) -> bool {
        let (before, state) = (self.prior_state, facts.state);
        let mut cwnd = window.cwnd;
        if sample.losses > 0 {
            cwnd = cwnd.saturating_sub(sample.losses).max(1);
        }
        if state == State::Recovery && before != State::Recovery {
            self.conserves_packets = true;
            // For one round trip from now on, the window is limited to the packets in the network.
            self.round_end = rate.delivered;
            cwnd = facts.in_flight + sample.newly_delivered;
        } else if before.is_repairing() && !state.is_repairing() {
            cwnd = cwnd.max(self.prior_cwnd);
            self.conserves_packets = false;
        }
        self.prior_state = state;
        window.cwnd = cwnd;
        if self.conserves_packets {
            window.cwnd = cwnd.max(facts.in_flight + sample.newly_delivered);
        }
        self.conserves_packets
    }

    pub(super) fn save_window(&mut self, cwnd: u32) {
        let is_free = !self.prior_state.is_repairing() && self.mode != Mode::ProbeRoundTrip;
        self.prior_cwnd = if is_free { cwnd } else { self.prior_cwnd.max(cwnd) };
    }

    pub(super) fn lose(&mut self, rate: &RateSampler) {
        self.prior_state = State::Loss;
        self.full_bandwidth = 0.0;
        self.is_round_start = true;
        self.sample_long_term(1, false, rate);
    }

    pub(super) fn undo(&mut self) {
        (self.full_bandwidth, self.full_rounds) = (0.0, 0);
        self.long_term = LongTerm::default();
    }

    /// Records that the application sends again after a pause.
    pub(super) fn resume(&mut self) {
        self.is_after_idle = true;
        self.aggregation.acknowledged = 0;
        if self.mode == Mode::ProbeBandwidth {
            self.pacing_rate = self.used_bandwidth() * PACING_MARGIN;
        }
    }

    pub(super) fn fold(&self, hash: &mut StateHash) {
        self.chance.state().into_iter().for_each(|word| hash.fold(word));
        hash.fold(self.mode as u64 | (self.cycle as u64) << 8);
        for (round, value) in self.bandwidth.best {
            hash.fold(round);
            hash.fold_real(value);
        }
        for value in [self.rounds, self.round_end, self.min_rtt_at.nanos(), self.cycle_at.nanos()] {
            hash.fold(value);
        }
        hash.fold(self.min_rtt.map_or(u64::MAX, Span::nanos));
        hash.fold(self.probe_done.map_or(u64::MAX, SimTime::nanos));
        for real in [self.pacing_gain, self.cwnd_gain, self.pacing_rate, self.full_bandwidth, self.long_term.bandwidth]
        {
            hash.fold_real(real);
        }
        let bits = [
            self.is_round_start,
            self.is_probe_round_done,
            self.is_after_idle,
            self.has_seen_rtt,
            self.is_full,
            self.conserves_packets,
            self.long_term.is_sampling,
            self.long_term.is_used,
        ];
        hash.fold(bits.into_iter().fold(0, |all, bit| all << 1 | u64::from(bit)));
        hash.fold(u64::from(self.full_rounds) << 32 | u64::from(self.prior_cwnd));
        hash.fold(self.prior_state as u64);
        let Aggregation { began, acknowledged, most, place, rounds } = self.aggregation;
        hash.fold(began.nanos());
        hash.fold(u64::from(acknowledged) << 32 | u64::from(rounds));
        hash.fold(u64::from(most[0]) << 32 | u64::from(most[1]));
        hash.fold(place as u64);
        hash.fold(u64::from(self.long_term.rounds));
        for value in [self.long_term.since.nanos(), self.long_term.delivered, self.long_term.lost] {
            hash.fold(value);
        }
    }
}

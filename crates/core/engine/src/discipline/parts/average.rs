//! The exponentially weighted moving average of the queue, which also decays over idle time.
//!
//! Rule: on an arrival that sees n packets, avg ← (1 − w_q)·avg + w_q·n. Idle time begins when the link requests a
//! packet while the queue is empty. In idle time the average decays by a factor 1 − w_q for each packet that could have
//! been sent.
//! Source: Floyd and Jacobson, IEEE/ACM Transactions on Networking 1(4), 1993, Fig. 2; the automatic weights: ns-2.35.

use super::super::LinkFacts;
use super::super::about::ParamSpec;
use super::super::settings::Settings;
use super::declare::{choice, option, real, whole};
use crate::base::hash::StateHash;
use crate::base::math;
use crate::base::time::SimTime;

/// The weight of one sample, as a parameter.
pub const W_Q: ParamSpec = real(
    "w_q",
    "average weight",
    0.002,
    (1e-6, 1.0),
    "weight of one arrival in the average queue: small values smooth out bursts, and with 1 the average equals the queue",
)
.symbol("w_q")
.logarithmic();

/// Whether the weight is computed from the speed of the link, by one of three formulas of ns-2.
pub const W_Q_AUTO: ParamSpec = choice(
    "w_q_auto",
    "automatic weight",
    &[
        option("off", "use the weight above"),
        option("ten_rtt", "memory of ten assumed round trips (w_q_ -1 in ns-2)"),
        option("one_second", "memory of 1 s (w_q_ 0 in ns-2)"),
        option("tenth_second", "memory of 0.1 s (w_q_ -2 in ns-2)"),
    ],
    "computes the weight from the speed of the link, as ns-2 can",
)
.advanced();

/// The mean packet size, as a parameter: the assumed size of packets that an idle link could have sent, and the
/// reference size of the byte mode.
pub const MEAN_PKT_SIZE: ParamSpec = whole(
    "mean_pkt_size",
    "mean packet size",
    0,
    (0, 65_535),
    "the packet size that idle time and the byte mode assume; 0 means the size of the scene's data packets",
)
.unit("bytes")
.advanced();

/// The effect of idle time on the average, as a parameter.
pub const IDLE: ParamSpec = choice(
    "idle",
    "idle time",
    &[
        option("paper", "decay for the idle time only (Floyd and Jacobson 1993)"),
        option("ns2", "decay, then average the empty queue in as well (ns-2, ns-3)"),
    ],
    "how the first arrival after an empty queue changes the average",
)
.advanced();

/// The arithmetic of the average.
pub const AVERAGE_STEPS: ParamSpec = choice(
    "average_steps",
    "steps of the average",
    &[
        option("exact", "real numbers"),
        option("whole", "the queue is compared with the whole packets of the average, as in Linux where packets are counted"),
    ],
    "in whole steps the average is about half a packet above the queue, and a queue that is held at a threshold swings less",
)
.advanced();

/// The rule by which an average is updated.
#[derive(Clone, Debug)]
pub struct AverageRule {
    /// The weight w_q, in (0, 1].
    weight: f64,
    /// Whether the arrival that ends an idle period also counts as a sample. If not, the average only decays at this
    /// arrival.
    samples_after_idle: bool,
    /// Whether an update adds w_q·(n − ⌊avg⌋) to the average, as in Linux; otherwise w_q·(n − avg).
    is_whole: bool,
    /// Capacity of the link \[bit/s\].
    capacity_bps: u64,
    /// Mean packet size \[bytes\], at least 1.
    pub mean_bytes: u32,
}

impl AverageRule {
    /// The rule that these settings define.
    pub fn read(settings: &Settings, link: &LinkFacts) -> Self {
        let mean_bytes = mean_bytes(settings, link);
        let packets_per_second = packets_per_second(link, mean_bytes);
        let memory_in_packets = match settings.choice("w_q_auto") {
            "ten_rtt" => {
                let round_trip_s = (3.0 * (link.delay_s + 1.0 / packets_per_second)).max(0.1);
                Some(10.0 * round_trip_s * packets_per_second)
            }
            "one_second" => Some(packets_per_second),
            "tenth_second" => Some(packets_per_second / 10.0),
            _ => None,
        };
        Self {
            weight: memory_in_packets.map_or_else(|| settings.real("w_q"), |packets| 1.0 - math::exp(-1.0 / packets)),
            samples_after_idle: settings.choice("idle") == "ns2",
            is_whole: settings.choice("average_steps") == "whole",
            capacity_bps: link.capacity_bps,
            mean_bytes,
        }
    }

    /// The number of packets of mean size that the link could send in `nanos`, and the transmission time of these
    /// packets \[ns\].
    fn slots_in(&self, nanos: u64) -> (u64, u64) {
        let bit_nanos_per_slot = u128::from(self.mean_bytes) * 8 * 1_000_000_000;
        let slots = u128::from(nanos) * u128::from(self.capacity_bps) / bit_nanos_per_slot;
        let taken = slots * bit_nanos_per_slot / u128::from(self.capacity_bps.max(1));
        // Both results fit into a u64. `taken` is at most `nanos`. `slots` is below `nanos`, since every link here is
        // slower than 8 bit/ns: even a packet of one byte takes more than 1 ns.
        (u64::try_from(slots).unwrap_or(u64::MAX), u64::try_from(taken).unwrap_or(nanos))
    }
}

/// The mean packet size of these settings \[bytes\], at least 1.
pub fn mean_bytes(settings: &Settings, link: &LinkFacts) -> u32 {
    match settings.count("mean_pkt_size") {
        0 => link.packet_bytes.max(1),
        given => u32::try_from(given).unwrap_or(u32::MAX),
    }
}

/// The number of packets of `mean_bytes` that the link sends in a second; ns-2 calls this number the packet time
/// constant.
pub fn packets_per_second(link: &LinkFacts, mean_bytes: u32) -> f64 {
    link.capacity_bps as f64 / (8.0 * f64::from(mean_bytes))
}

/// A moving average of the queue \[packets\].
#[derive(Clone, Debug)]
pub struct MovingAverage {
    value: f64,
    /// While the link is idle: the time up to which the average has decayed.
    idle_since: Option<SimTime>,
    #[cfg(test)]
    forced: Option<f64>,
}

impl Default for MovingAverage {
    /// An average of 0 for a queue that has been empty since time 0.
    fn default() -> Self {
        Self {
            value: 0.0,
            idle_since: Some(SimTime::ZERO),
            #[cfg(test)]
            forced: None,
        }
    }
}

impl MovingAverage {
    /// The current average \[packets\].
    pub fn value(&self) -> f64 {
        self.value
    }

    /// Updates the average for an arrival that finds `waiting` packets. Returns the number of decay steps if the link
    /// was idle.
    #[inline]
    pub fn sample(&mut self, waiting: f64, now: SimTime, rule: &AverageRule) -> Option<u64> {
        #[cfg(test)]
        if let Some(forced) = self.forced.take() {
            self.value = forced;
            return None;
        }
        let Some(since) = self.idle_since else {
            if rule.is_whole {
                self.value += rule.weight * (waiting - self.value.floor());
                return None;
            }
            self.value = (1.0 - rule.weight) * self.value + rule.weight * waiting;
            return None;
        };
        Some(self.sample_after_idle(since, waiting, now, rule))
    }

    /// Updates the average after an idle time since `since`. Marked as cold for the compiler, since nearly all arrivals
    /// find a busy link.
    #[cold]
    fn sample_after_idle(&mut self, since: SimTime, waiting: f64, now: SimTime, rule: &AverageRule) -> u64 {
        let weight = rule.weight;
        let (slots, taken) = rule.slots_in(now.since(since).nanos());
        // If the arrival is dropped, the link remains idle. `idle_since` moves by whole packet times, so that the rest
        // of the idle time counts at the next arrival. If the rest were lost, arrivals less than a packet time apart
        // would never let the average decay, and an empty queue could drop every arrival forever.
        self.idle_since = Some(since + crate::base::time::Span::from_nanos(taken));
        if rule.samples_after_idle {
            let steps = slots.saturating_add(1);
            self.value = math::powi(1.0 - weight, steps) * self.value + weight * waiting;
            steps
        } else {
            self.value *= math::powi(1.0 - weight, slots);
            slots
        }
    }

    /// Ends the idle time after a packet has entered the queue.
    #[inline]
    pub fn end_idle(&mut self) {
        self.idle_since = None;
    }

    /// Begins the idle time after the link has requested a packet while the queue was empty.
    pub fn begin_idle(&mut self, now: SimTime) {
        self.idle_since.get_or_insert(now);
    }

    /// Folds all state that affects future behaviour into a hash.
    pub fn fold(&self, hash: &mut StateHash) {
        hash.fold_real(self.value);
        hash.fold(self.idle_since.map_or(u64::MAX, SimTime::nanos));
    }

    /// Sets the average for the next arrival, independently of the queue.
    #[cfg(test)]
    pub(crate) fn force(&mut self, value: f64) {
        self.forced = Some(value);
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::Hosts;
    use super::*;
    use crate::base::time::Span;

    const MEGABIT: LinkFacts =
        LinkFacts { capacity_bps: 1_000_000, delay_s: 0.01, packet_bytes: 1000, hash_salt: 0, hosts: Hosts::ONE };

    fn rule(weight: f64, samples_after_idle: bool) -> AverageRule {
        AverageRule { weight, samples_after_idle, is_whole: false, capacity_bps: 1_000_000, mean_bytes: 1000 }
    }

    fn busy(value: f64) -> MovingAverage {
        MovingAverage { value, idle_since: None, forced: None }
    }

    fn assert_close(measured: f64, expected: f64) {
        assert!((measured - expected).abs() <= 1e-6 * expected.abs().max(1e-3), "{measured} is not {expected}");
    }

    #[test]
    fn the_average_approaches_the_queue() {
        for (weight, expected) in [(0.002, [0.02, 0.03996, 1.814332]), (0.02, [0.2, 0.396, 8.673804])] {
            let mut average = busy(0.0);
            let after: Vec<f64> = (0..100)
                .map(|_| {
                    average.sample(10.0, SimTime::ZERO, &rule(weight, false));
                    average.value()
                })
                .collect();
            assert_close(after[0], expected[0]);
            assert_close(after[1], expected[1]);
            assert_close(after[99], expected[2]);
        }
    }

    #[test]
    fn the_average_lags_behind_a_growing_queue() {
        let mut average = busy(0.0);
        for (n, expected) in [0.0, 0.02, 0.0596, 0.118408, 0.19603984].into_iter().enumerate() {
            average.sample(n as f64, SimTime::ZERO, &rule(0.02, false));
            assert_close(average.value(), expected);
        }
    }

    #[test]
    fn in_whole_steps_the_average_can_stay_above_the_queue_but_not_below() {
        let whole = AverageRule { is_whole: true, ..rule(1.0 / 512.0, false) };
        for (start, expected) in [(40.75, 40.75), (41.0, 41.0 - 1.0 / 512.0), (39.75, 39.75 + 1.0 / 512.0)] {
            let mut average = busy(start);
            average.sample(40.0, SimTime::ZERO, &whole);
            assert_eq!(average.value(), expected);
        }
    }

    #[test]
    fn idle_time_counts_as_packets_that_could_have_been_sent() {
        for (start, weight, idle_ms, steps, paper, ns2) in
            [(20.0, 0.002, 1000, 125, 15.5721169, 15.5409727), (40.0, 0.02, 85, 10, 32.6829123, 32.0292540)]
        {
            for (samples_after_idle, steps, expected) in [(false, steps, paper), (true, steps + 1, ns2)] {
                let mut average = busy(start);
                average.begin_idle(SimTime::from_secs(3.0));
                let now = SimTime::from_secs(3.0) + Span::from_millis(idle_ms);
                let made = average.sample(0.0, now, &rule(weight, samples_after_idle));
                assert_eq!(made, Some(steps));
                assert_close(average.value(), expected);
            }
        }
    }

    #[test]
    fn the_link_is_idle_from_the_start() {
        let mut average = MovingAverage::default();
        assert_eq!(average.sample(0.0, SimTime::from_secs(0.024), &rule(0.02, false)), Some(3));
    }

    #[test]
    fn a_second_request_of_the_idle_link_does_not_shorten_the_idle_time() {
        let mut average = busy(1.0);
        average.begin_idle(SimTime::ZERO);
        average.begin_idle(SimTime::from_secs(0.016));
        assert_eq!(average.sample(0.0, SimTime::from_secs(0.024), &rule(0.02, false)), Some(3));
    }

    #[test]
    fn dropped_arrivals_do_not_stop_the_decay_of_an_idle_link() {
        // Fifty arrivals come half a packet time apart, and none is admitted. They must add up to 25 steps of decay,
        // one for each whole packet time.
        let mut average = busy(10.0);
        average.begin_idle(SimTime::ZERO);
        let steps: u64 = (1..=50)
            .filter_map(|k| average.sample(0.0, SimTime::ZERO + Span::from_millis(4 * k), &rule(0.02, false)))
            .sum();
        assert_eq!(steps, 25);
        assert_close(average.value(), 10.0 * math::powi(0.98, 25));
    }

    #[test]
    fn a_packet_in_the_queue_ends_the_idle_time() {
        let mut average = MovingAverage::default();
        average.end_idle();
        assert_eq!(average.sample(1.0, SimTime::from_secs(9.0), &rule(0.02, true)), None);
        assert_close(average.value(), 0.02);
    }

    #[test]
    fn the_automatic_weight_follows_from_the_link_as_in_ns2() {
        let weight = |link: LinkFacts, mean: i64, choice| {
            let settings = Settings::defaults(&crate::discipline::random_early::red::ABOUT)
                .with("w_q_auto", crate::discipline::about::ParamValue::Choice(choice))
                .with("mean_pkt_size", crate::discipline::about::ParamValue::Integer(mean));
            AverageRule::read(&settings, &link).weight
        };
        assert_close(weight(MEGABIT, 500, "ten_rtt"), 0.003992011);
        let quick =
            LinkFacts { capacity_bps: 10_000_000, delay_s: 0.1, packet_bytes: 1000, hash_salt: 0, hosts: Hosts::ONE };
        assert_close(weight(quick, 0, "ten_rtt"), 0.000264515);
        assert_close(weight(MEGABIT, 500, "one_second"), 1.0 - math::exp(-1.0 / 250.0));
        assert_close(weight(MEGABIT, 500, "tenth_second"), 1.0 - math::exp(-10.0 / 250.0));
        assert_close(weight(MEGABIT, 500, "off"), 0.002);
    }
}

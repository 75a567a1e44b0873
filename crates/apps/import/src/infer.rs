//! Infers the link rate, the buffer and the queue from the packets that entered and left.
//!
//! * **Rate.** A packet that entered before its predecessor left had to wait. The time between the two departures is
//!   then its transmission time. The rate is the sum of the bytes of such packets divided by the sum of these times.
//!   Each interval of up to [`WINDOW`] such packets also has a rate of its own. The quantiles of these rates, weighted
//!   by interval length, show whether the link's rate was steady. The rate is a mean and not a median, which would hide
//!   that a shaper with late timers is briefly slower.
//! * **Queue.** Packets that have entered, were not dropped, and have not left. If the captures come from separate
//!   machines, the smallest delay beyond the transmission time is path delay plus clock offset, and does not count as
//!   waiting.
//! * **Buffer.** The median length of the queue at drops, if at least nine drops in ten happened at a full queue;
//!   otherwise the longest queue, or one packet more if there were no drops. The queue counts as full from nine tenths
//!   of the 99th percentile of its length at arrivals. The maximum length would not do: a router that stalls just once
//!   briefly holds more packets. As in the engine, the packet in transmission does not count.

use crate::capture::{Capture, Packet};
use crate::matching::Matching;
use serde_json::{Value, json};

/// Largest number of packets in an interval from which one rate is computed.
const WINDOW: usize = 50;
/// Smallest number of packets from which the rate of an interval is computed.
const SHORTEST_WINDOW: usize = 10;

/// An interval is ignored if its rate exceeds the median by this factor: either the router released queued packets all
/// at once, or their timestamps were late.
const LET_GO: f64 = 2.0;
/// If the smallest delay exceeds this multiple of a transmission time (or of 1 ms, if longer), the queue was never
/// empty.
const NEVER_EMPTY: i64 = 2;

/// The values inferred from both captures; times in nanoseconds.
#[derive(Debug)]
pub(crate) struct Inferred {
    /// Rate of the link, if any packets had to wait.
    pub(crate) rate: Option<Rate>,
    pub(crate) queue: Queue,
    /// Whether the queue was never empty, since even the smallest packet delay is too long for an empty queue. Always
    /// false for captures from separate machines.
    pub(crate) never_empty: bool,
    /// Smallest time from entering to leaving, by the clocks of the captures. If these are different clocks, the time
    /// contains their offset and has no meaning on its own.
    pub(crate) least_delay: i64,
    /// Mean time from entering to leaving, without the path between the captures \[s\].
    pub(crate) mean_time_in_system_s: f64,
    /// Number of packets that entered ECN-capable and left marked.
    pub(crate) marks: u64,
    /// Bytes that left, and how many of them did not belong to TCP.
    pub(crate) left_bytes: u64,
    pub(crate) left_bytes_udp: u64,
}

/// Rate of the link, in bytes of IP packets \[bit/s\].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rate {
    /// Mean while packets were waiting.
    pub(crate) mean: f64,
    /// Median over time.
    pub(crate) median: f64,
    /// 10 % and 90 % quantiles over time.
    pub(crate) p10: f64,
    pub(crate) p90: f64,
    /// Time for which the link was certainly busy.
    pub(crate) busy_s: f64,
}

/// Lengths of the queue, without the packet in transmission.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Queue {
    /// Longest queue \[packets\].
    pub(crate) most: u64,
    /// Median length of the queue at the moments of drops \[packets\]; `None` without drops.
    pub(crate) at_drops: Option<u64>,
    /// Share of the drops that happened while the queue was full.
    pub(crate) full_at_drops: f64,
    /// Number of packets in the router when the captures began.
    pub(crate) at_start: u64,
}

impl Queue {
    /// Whether the captures suggest that a full buffer caused all drops.
    pub(crate) fn is_tail_dropped(&self) -> bool {
        self.full_at_drops >= 0.9
    }

    /// The buffer \[packets\]; a lower bound if there were no drops.
    pub(crate) fn buffer(&self) -> u64 {
        match self.at_drops {
            Some(at_drops) if self.is_tail_dropped() => at_drops.max(1),
            Some(_) => self.most.max(1),
            // Without drops the buffer is unknown. One packet more than the longest queue is used.
            None => self.most + 1,
        }
    }
}

impl Inferred {
    /// Infers the values; `rate_bps` is the link rate, if known.
    pub(crate) fn new(
        matching: &Matching,
        entering: &Capture,
        leaving: &Capture,
        apart: bool,
        rate_bps: Option<u64>,
    ) -> Option<Self> {
        let pairs = || {
            let packets = |&(enters, leaves): &(u32, u32)| {
                (&entering.packets[enters as usize], &leaving.packets[leaves as usize])
            };
            matching.pairs.iter().map(packets)
        };
        let (first, first_left) = pairs().min_by_key(|(enters, leaves)| leaves.at - enters.at)?;
        let least_delay = first_left.at - first.at;
        let rate = rate_of(matching, entering, leaving, least_delay);
        let known_bps = rate_bps.map(|rate| rate as f64).or(rate.map(|rate| rate.mean));
        let sending = known_bps.map_or(0.0, |bps| f64::from(first.bytes) * 8e9 / bps) as i64;
        let way = if apart { least_delay - sending } else { 0 };
        let marks = pairs().filter(|(enters, leaves)| is_marked(enters, leaves)).count() as u64;
        let sum_of = |is_counted: fn(&Packet) -> bool| -> u64 {
            pairs().filter(|(enters, _)| is_counted(enters)).map(|(enters, _)| u64::from(enters.bytes)).sum()
        };
        let delays = pairs().map(|(enters, leaves)| (leaves.at - enters.at - way) as f64 / 1e9);
        Some(Self {
            rate,
            queue: queue_of(matching, entering, leaving, way),
            never_empty: !apart && least_delay > NEVER_EMPTY * sending.max(1_000_000),
            least_delay,
            mean_time_in_system_s: delays.sum::<f64>() / matching.pairs.len() as f64,
            marks,
            left_bytes: sum_of(|_| true),
            left_bytes_udp: sum_of(|packet| packet.is_udp),
        })
    }

    /// The inferred values, for the recording and for reports.
    pub(crate) fn facts(&self, matching: &Matching) -> Value {
        let share = self.left_bytes_udp as f64 / self.left_bytes.max(1) as f64;
        json!({
            "rate_bps": self.rate.map(|rate| rate.mean.round()),
            "rate_median_bps": self.rate.map(|rate| rate.median.round()),
            "rate_p10_bps": self.rate.map(|rate| rate.p10.round()),
            "rate_p90_bps": self.rate.map(|rate| rate.p90.round()),
            "busy_s": self.rate.map(|rate| rate.busy_s),
            "buffer_packets": self.queue.buffer(),
            "most_waiting_packets": self.queue.most,
            "waiting_at_drops_packets": self.queue.at_drops,
            "full_at_drops": self.queue.at_drops.map(|_| self.queue.full_at_drops),
            "least_delay_s": self.least_delay as f64 / 1e9,
            "mean_time_in_system_s": self.mean_time_in_system_s,
            "passed_packets": matching.pairs.len(),
            "dropped_packets": matching.dropped.len(),
            "marked_packets": self.marks,
            "udp_share": share,
            "alike_packets": matching.alike,
            "appeared_packets": matching.appeared,
            "waiting_at_start_packets": self.queue.at_start,
        })
    }
}

fn is_marked(enters: &Packet, leaves: &Packet) -> bool {
    use chokepoint_engine::packet::Ecn;
    enters.ecn.is_capable() && enters.ecn != Ecn::Ce && leaves.ecn == Ecn::Ce
}

/// The link rate, from packets that left while the next one was already waiting.
fn rate_of(matching: &Matching, entering: &Capture, leaving: &Capture, least_delay: i64) -> Option<Rate> {
    // Packets that left without having entered, such as the router's own, also used the link, so their bytes count too.
    let mut bytes_until: Vec<u64> = Vec::with_capacity(leaving.packets.len());
    let mut sum = 0;
    for packet in &leaving.packets {
        sum += if matching.is_backward[packet.flow as usize] { 0 } else { u64::from(packet.bytes) };
        bytes_until.push(sum);
    }
    let mut windows: Vec<(f64, i64)> = Vec::new();
    let (mut gaps, mut bytes, mut time) = (0, 0, 0);
    let mut end_window = |gaps: &mut usize, bytes: &mut u64, time: &mut i64| {
        if *gaps >= SHORTEST_WINDOW && *time > 0 {
            windows.push((*bytes as f64 * 8e9 / *time as f64, *time));
        }
        (*gaps, *bytes, *time) = (0, 0, 0);
    };
    for pair in matching.pairs.windows(2) {
        let [(_, before), (enters, leaves)] = pair else { continue };
        let (left_before, left) = (leaving.packets[*before as usize].at, leaving.packets[*leaves as usize].at);
        if entering.packets[*enters as usize].at + least_delay > left_before {
            end_window(&mut gaps, &mut bytes, &mut time);
            continue;
        }
        gaps += 1;
        bytes += bytes_until[*leaves as usize] - bytes_until[*before as usize];
        time += left - left_before;
        if gaps == WINDOW {
            end_window(&mut gaps, &mut bytes, &mut time);
        }
    }
    end_window(&mut gaps, &mut bytes, &mut time);
    windows.sort_by(|one, other| one.0.total_cmp(&other.0));
    let busy: i64 = windows.iter().map(|(_, time)| time).sum();
    let quantile = |share: f64| {
        let mut until = 0;
        windows.iter().find(|(_, time)| {
            until += time;
            until as f64 >= share * busy as f64
        })
    };
    let value = |share| quantile(share).map(|(rate, _)| *rate);
    let median = value(0.5)?;
    let of_the_link = || windows.iter().filter(|(rate, _)| *rate <= LET_GO * median);
    let passed: f64 = of_the_link().map(|&(rate, time)| rate * time as f64).sum();
    let time: i64 = of_the_link().map(|(_, time)| time).sum();
    Some(Rate { mean: passed / time as f64, median, p10: value(0.1)?, p90: value(0.9)?, busy_s: busy as f64 / 1e9 })
}

/// The queue at the bottleneck. Packets take `way` nanoseconds on the path between the captures.
fn queue_of(matching: &Matching, entering: &Capture, leaving: &Capture, way: i64) -> Queue {
    let left_at = |leaves: u32| leaving.packets[leaves as usize].at - way;
    let passed = matching.pairs.iter().map(|&(enters, _)| (enters, false));
    let mut arrivals: Vec<_> = passed.chain(matching.dropped.iter().map(|&enters| (enters, true))).collect();
    arrivals.sort_unstable();
    let begin = arrivals.first().map_or(0, |&(enters, _)| entering.packets[enters as usize].at);
    let mut departures: Vec<i64> =
        matching.early.iter().map(|&leaves| left_at(leaves)).filter(|&left| left > begin).collect();
    let at_start = departures.len() as i64;
    departures.extend(matching.pairs.iter().map(|&(_, leaves)| left_at(leaves)));
    departures.sort_unstable();
    let mut departures = departures.into_iter().peekable();
    let (mut inside, mut most) = (at_start, at_start - 1);
    let (mut at_drops, mut at_arrivals) = (Vec::new(), Vec::new());
    for (enters, is_dropped) in arrivals {
        let now = entering.packets[enters as usize].at;
        while departures.next_if(|&left| left <= now).is_some() {
            inside -= 1;
        }
        at_arrivals.push(inside - 1);
        if is_dropped {
            at_drops.push(inside - 1);
        } else {
            inside += 1;
            most = most.max(inside - 1);
        }
    }
    let place = at_arrivals.len() * 99 / 100;
    let usual_most = if at_arrivals.is_empty() { 0 } else { *at_arrivals.select_nth_unstable(place).1 };
    let nearly_full = usual_most * 9 / 10;
    let full = at_drops.iter().filter(|&&waiting| waiting >= nearly_full).count();
    let full_at_drops = full as f64 / at_drops.len().max(1) as f64;
    let median = crate::matching::median(at_drops).map(|it| it.max(0) as u64);
    Queue { most: most.max(0) as u64, at_drops: median, full_at_drops, at_start: at_start as u64 }
}

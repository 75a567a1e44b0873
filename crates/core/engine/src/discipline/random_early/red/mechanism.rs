//! RED's mechanism: its state, and the decision on an arrival in two steps. A relative of CHOKe searches for matches
//! between the two steps.

use super::declare::*;
use crate::base::hash::StateHash;
use crate::base::packet::{Ecn, Packet};
use crate::base::rng::Chance;
use crate::base::time::SimTime;
use crate::discipline::about::LineId;
use crate::discipline::parts::average::{self, AverageRule, MovingAverage};
use crate::discipline::parts::drop_curve::{DropCurve, Spacing, Zone};
use crate::discipline::parts::fifo::Fifo;
use crate::discipline::reason::Reason;
use crate::discipline::settings::{Settings, SettingsProblem};
use crate::discipline::{Context, LinkFacts, Tracer, Viewer};

/// Parameters of RED.
#[derive(Clone, Debug)]
pub struct Params {
    /// The buffer B \[packets\], at least 1.
    pub limit: usize,
    /// Thresholds and drop probability.
    pub curve: DropCurve,
    spacing: Spacing,
    average: AverageRule,
    is_byte_mode: bool,
    /// The maximum number of waiting bytes; `None` if bytes are not limited.
    byte_limit: Option<u64>,
    size_counts: SizeCounts,
    is_spaced_above: bool,
    has_ecn: bool,
    has_harddrop: bool,
    mark_max_p: f64,
    has_ns2_guards: bool,
    overflow_resets_count: bool,
}

/// Where in the computation the size of a packet changes its drop probability: before or after drops are spaced, or
/// nowhere.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum SizeCounts {
    BeforeSpacing,
    /// As in ns-2: the size scales p_a, and the distance between drops is counted in bytes.
    AfterSpacing,
    Never,
}

impl Params {
    /// The packet size that idle time and the byte mode assume \[bytes\], at least 1.
    pub fn mean_bytes(&self) -> u32 {
        self.average.mean_bytes
    }

    /// The parameters that the settings define.
    pub fn read(settings: &Settings, link: &LinkFacts) -> Result<Self, SettingsProblem> {
        let average = AverageRule::read(settings, link);
        let packets_per_second = average::packets_per_second(link, average.mean_bytes);
        let limit = settings.count("limit");
        let is_byte_mode = settings.switch("byte_mode");
        let has_byte_buffer = is_byte_mode && settings.switch("byte_buffer");
        Ok(Self {
            limit,
            byte_limit: has_byte_buffer.then(|| limit as u64 * u64::from(average.mean_bytes)),
            curve: DropCurve::read(settings, packets_per_second)?,
            spacing: Spacing::read(settings),
            average,
            is_byte_mode,
            size_counts: match settings.choice("byte_scale") {
                _ if !is_byte_mode => SizeCounts::Never,
                "ns2" => SizeCounts::AfterSpacing,
                "none" => SizeCounts::Never,
                _ => SizeCounts::BeforeSpacing,
            },
            is_spaced_above: settings.choice("above_max") == "spaced",
            has_ecn: settings.switch("ecn"),
            has_harddrop: settings.switch("ecn_harddrop"),
            mark_max_p: settings.real("ecn_mark_max_p"),
            has_ns2_guards: settings.switch("ns2_guards"),
            overflow_resets_count: settings.switch("overflow_resets_count"),
        })
    }
}

/// The packets that `lose_all` dropped: they wait no longer, but the queue length still includes them.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Phantoms {
    /// The number of lost packets.
    pub packets: usize,
    /// The total size of the lost packets \[bytes\].
    pub bytes: u64,
}

/// RED's state: the queue, the average and the counts since the last drop.
#[derive(Clone, Debug)]
pub struct Core {
    /// The current parameters.
    pub params: Params,
    /// The waiting packets.
    pub queue: Fifo,
    /// Lost packets that the queue length still counts. Only the ring of Linux's CHOKe has such packets.
    pub phantoms: Phantoms,
    average: MovingAverage,
    /// Packets since the last drop; −1 while the average has not reached min_th.
    pub(super) count: i64,
    /// Bytes since the last drop, for ns-2's spacing in byte mode.
    count_bytes: u64,
    /// The largest count·p_b since the last drop, for Linux's spacing.
    reached: f64,
    /// Whether a packet has arrived since the average crossed min_th (ns-2 calls it `old`).
    has_crossed: bool,
}

impl Core {
    /// An empty queue at time 0.
    pub fn new(params: Params) -> Self {
        Self {
            params,
            queue: Fifo::default(),
            phantoms: Phantoms::default(),
            average: MovingAverage::default(),
            count: -1,
            count_bytes: 0,
            reached: 0.0,
            has_crossed: false,
        }
    }

    /// Applies new parameters, and keeps the queue, the average and the count.
    pub fn reconfigure<C: Chance, S: Tracer>(&mut self, params: Params, cx: &mut Context<'_, C, S>) {
        self.params = params;
        self.queue.shrink_to(self.params.limit, cx);
        if let Some(limit) = self.params.byte_limit {
            self.queue.shrink_to_bytes(limit, cx);
        }
    }

    /// The first step, [`HEAD`] of the pseudo-code. Updates the average with the current queue length, and returns the
    /// zone of the average.
    #[inline]
    pub fn meet<C: Chance, S: Tracer>(&mut self, cx: &mut Context<'_, C, S>) -> Zone {
        self.meet_at(LineId(0), cx)
    }

    /// Like [`Core::meet`], for a discipline whose pseudo-code has other lines before [`HEAD`]; `first` is the id of
    /// HEAD's first line.
    #[inline]
    pub fn meet_at<C: Chance, S: Tracer>(&mut self, first: LineId, cx: &mut Context<'_, C, S>) -> Zone {
        let rule = &self.params.average;
        let waiting = if self.params.is_byte_mode {
            self.bytes() as f64 / f64::from(rule.mean_bytes)
        } else {
            self.length() as f64
        };
        cx.tracer.value(WAITING, waiting);
        cx.tracer.value(AVERAGE_BEFORE, self.average.value());
        match self.average.sample(waiting, cx.now, rule) {
            Some(decays) => {
                cx.tracer.value(DECAYS, decays as f64);
                cx.tracer.test(AVERAGE_IDLE.after(first), true);
            }
            None => cx.tracer.line(AVERAGE_BUSY.after(first)),
        }
        let zone = self.params.curve.zone(self.average.value());
        cx.tracer.value(AVERAGE, self.average.value());
        cx.tracer.value(ZONE, f64::from(zone as u8));
        if cx.test(BELOW_TEST.after(first), zone == Zone::Below) {
            self.count = -1;
            self.has_crossed = false;
            cx.tracer.value(PACKETS_SINCE_DROP, -1.0);
            cx.tracer.line(BELOW.after(first));
        }
        zone
    }

    /// The length of the queue \[packets\] as the discipline counts it: the waiting packets and those that a fault of
    /// the ring has lost.
    #[inline]
    pub fn length(&self) -> usize {
        self.queue.len() + self.phantoms.packets
    }

    /// The bytes in the queue, lost packets included.
    #[inline]
    fn bytes(&self) -> u64 {
        self.queue.bytes() + self.phantoms.bytes
    }

    /// Drops all waiting packets, the newest first; the queue length still counts these packets.
    pub fn lose_all<C: Chance, S: Tracer>(&mut self, reason: Reason, cx: &mut Context<'_, C, S>) {
        self.phantoms = Phantoms { packets: self.length(), bytes: self.bytes() };
        for place in (0..self.queue.len()).rev() {
            self.queue.evict(place, reason, cx);
        }
    }

    /// The average after the last arrival's update \[packets\].
    pub fn average(&self) -> f64 {
        self.average.value()
    }

    /// The second step, [`STAGE`]: RED's decision at an average of min_th or more, then the buffer test.
    #[inline]
    pub fn decide<C: Chance, S: Tracer>(
        &mut self,
        packet: Packet,
        zone: Zone,
        first: LineId,
        cx: &mut Context<'_, C, S>,
    ) -> Option<Reason> {
        self.decide_weighted(packet, 1.0, zone, first, cx)
    }

    /// Does the same as [`Core::decide`], but multiplies the drop probability between the thresholds by `weight`.
    #[inline]
    pub fn decide_weighted<C: Chance, S: Tracer>(
        &mut self,
        mut packet: Packet,
        weight: f64,
        zone: Zone,
        first: LineId,
        cx: &mut Context<'_, C, S>,
    ) -> Option<Reason> {
        if self.params.has_ns2_guards && self.is_short() {
            cx.tracer.test(GUARD_SHORT.after(first), true);
            self.count = -1;
            self.has_crossed = false;
            return self.admit(packet, first, cx);
        }
        let is_above = cx.test(FORCED_TEST.after(first), zone == Zone::Above);
        if is_above && !self.params.is_spaced_above {
            self.restart_count(cx);
            if self.may_mark(&packet) && !self.params.has_harddrop {
                cx.tracer.line(FORCED_MARK.after(first));
                let marked = self.mark(&mut packet, Reason::MarkForced, cx);
                return self.admit(packet, first, cx).or(marked);
            }
            return self.discard(&packet, (FORCED_DROP, Reason::Forced), first, cx);
        }
        if self.params.has_ns2_guards && !self.has_crossed {
            cx.tracer.test(GUARD_CROSSED.after(first), true);
            self.has_crossed = true;
            self.count = 1;
            self.count_bytes = u64::from(packet.bytes);
            cx.tracer.value(PACKETS_SINCE_DROP, 1.0);
            return self.admit(packet, first, cx);
        }
        let (p_b, p_a) = self.probabilities(packet.bytes, weight, is_above, first, cx);
        if cx.test_by_chance(EARLY_TEST.after(first), p_a, UNIFORM) {
            self.restart_count(cx);
            // If the average is above the upper end of the curve, the average is recorded as the reason and not the
            // random draw.
            let (mark_line, drop_line, mark, drop) = if is_above {
                (FORCED_MARK, FORCED_DROP, Reason::MarkForced, Reason::Forced)
            } else {
                (EARLY_MARK, EARLY_DROP, Reason::MarkEarly, Reason::Early)
            };
            let is_spared = p_b <= self.params.mark_max_p && !(is_above && self.params.has_harddrop);
            if is_spared && self.may_mark(&packet) {
                cx.tracer.line(mark_line.after(first));
                let marked = self.mark(&mut packet, mark, cx);
                return self.admit(packet, first, cx).or(marked);
            }
            return self.discard(&packet, (drop_line, drop), first, cx);
        }
        self.admit(packet, first, cx)
    }

    /// Drops an arrival that RED's decision has rejected. As in ns-2, the recorded reason is overflow if the buffer is
    /// also full and `ns2_guards` is on.
    #[inline]
    fn discard<C: Chance, S: Tracer>(
        &mut self,
        packet: &Packet,
        (line, reason): (LineId, Reason),
        first: LineId,
        cx: &mut Context<'_, C, S>,
    ) -> Option<Reason> {
        if self.params.has_ns2_guards && self.is_full() {
            cx.tracer.test(self.overflow_line().after(first), true);
            return self.refuse(packet, cx);
        }
        cx.tracer.line(line.after(first));
        cx.tracer.drop(packet, reason, None);
        Some(reason)
    }

    /// The buffer test at the end of [`STAGE`]. Returns the reason of the drop, if there was one.
    #[inline]
    pub fn admit<C: Chance, S: Tracer>(
        &mut self,
        packet: Packet,
        first: LineId,
        cx: &mut Context<'_, C, S>,
    ) -> Option<Reason> {
        if self.is_full() {
            cx.tracer.test(self.overflow_line().after(first), true);
            return self.refuse(&packet, cx);
        }
        cx.tracer.line(ADMIT.after(first));
        self.average.end_idle();
        self.queue.admit(packet, cx);
        None
    }

    fn overflow_line(&self) -> LineId {
        if self.params.overflow_resets_count { OVERFLOW_COUNTS } else { OVERFLOW }
    }

    /// Whether the queue is too short for a drop in ns-2: at most one packet waits, or in byte mode at most one byte.
    fn is_short(&self) -> bool {
        if self.params.is_byte_mode { self.bytes() < 2 } else { self.length() < 2 }
    }

    /// Whether the buffer is full.
    pub fn is_full(&self) -> bool {
        self.length() >= self.params.limit || self.params.byte_limit.is_some_and(|limit| self.bytes() >= limit)
    }

    /// Drops the arrival because the buffer is full, and returns this reason.
    pub fn refuse<C: Chance, S: Tracer>(&mut self, packet: &Packet, cx: &mut Context<'_, C, S>) -> Option<Reason> {
        if self.params.overflow_resets_count {
            self.restart_count(cx);
        }
        cx.tracer.drop(packet, Reason::Overflow, None);
        Some(Reason::Overflow)
    }

    /// Takes the next packet for the link. If no packet waits, the link is idle from `now` on.
    #[inline]
    pub fn dequeue(&mut self, now: SimTime) -> Option<Packet> {
        let packet = self.queue.pop();
        if packet.is_none() {
            self.average.begin_idle(now);
        }
        packet
    }

    /// Shows the waiting packets and the gauges `avg`, `count` and `p_b`.
    pub fn view(&self, viewer: &mut dyn Viewer) {
        self.queue.view(viewer);
        viewer.gauge(self.average());
        viewer.gauge(self.count as f64);
        viewer.gauge(self.params.curve.probability(self.average()));
    }

    /// Folds all state that affects future behaviour into a hash.
    pub fn fold(&self, hash: &mut StateHash) {
        self.queue.fold(hash);
        self.average.fold(hash);
        hash.fold(self.count.cast_unsigned());
        hash.fold(self.count_bytes);
        hash.fold(u64::from(self.has_crossed));
        if self.phantoms != Phantoms::default() {
            hash.fold(self.phantoms.packets as u64);
            hash.fold(self.phantoms.bytes);
        }
        if self.params.spacing == Spacing::Drawn {
            hash.fold_real(self.reached);
        }
    }

    /// Counts this packet and returns p_b and p_a for the packet's size.
    #[inline]
    fn probabilities<C: Chance, S: Tracer>(
        &mut self,
        bytes: u16,
        weight: f64,
        is_above: bool,
        first: LineId,
        cx: &mut Context<'_, C, S>,
    ) -> (f64, f64) {
        self.count(bytes, cx);
        cx.tracer.line(COUNT_UP.after(first));
        let params = &self.params;

        let mean_bytes = f64::from(params.average.mean_bytes);
        let mut p_b = params.curve.probability(self.average.value());
        if params.size_counts == SizeCounts::BeforeSpacing {
            p_b = p_b * f64::from(bytes) / mean_bytes;
        }
        if !is_above {
            p_b *= weight;
        }
        p_b = p_b.min(1.0);
        cx.tracer.value(PROBABILITY, p_b);
        let is_on_ramp = params.curve.is_on_ramp(self.average.value());
        match (is_above, is_on_ramp) {
            (true, _) => cx.tracer.test(SPACED_ABOVE.after(first), true),
            (_, true) => cx.tracer.test(GENTLE_RAMP.after(first), true),
            _ => cx.tracer.line(RAMP.after(first)),
        }
        if params.size_counts == SizeCounts::BeforeSpacing {
            cx.tracer.line(SIZE_BEFORE.after(first));
        }

        let has_size_after = params.size_counts == SizeCounts::AfterSpacing;
        // ns-2 divides the bytes since the last drop by the mean packet size and rounds down. It does not scale a p_a
        // of 1 by the size, so that even a small packet is then dropped for certain.
        let count = if has_size_after {
            (self.count_bytes / u64::from(params.average.mean_bytes)) as f64
        } else {
            self.count as f64
        };
        let mut p_a = params.spacing.probability(p_b, count, self.reached);
        if has_size_after && p_a < 1.0 {
            p_a = p_a * f64::from(bytes) / mean_bytes;
        }
        p_a = p_a.min(1.0);
        cx.tracer.value(SPACED_PROBABILITY, p_a);
        let spaced = match params.spacing {
            Spacing::Count => SPACING_COUNT,
            Spacing::Wait => SPACING_WAIT,
            Spacing::Even => SPACING_NONE,
            Spacing::Drawn => SPACING_DRAWN,
        };
        cx.tracer.line(spaced.after(first));
        if has_size_after {
            cx.tracer.line(SIZE_AFTER.after(first));
        }
        if params.spacing == Spacing::Drawn {
            self.reached = self.reached.max(count * p_b);
        }
        (p_b, p_a)
    }

    /// Adds a packet to the number of packets since the last drop.
    pub fn count<C: Chance, S: Tracer>(&mut self, bytes: u16, cx: &mut Context<'_, C, S>) {
        self.count += 1;
        // The first packet after the average has reached min_th sets both counts to 0, that of packets and that of
        // bytes.
        if self.count == 0 {
            (self.count_bytes, self.reached) = (0, 0.0);
        } else {
            self.count_bytes += u64::from(bytes);
        }
        cx.tracer.value(PACKETS_SINCE_DROP, self.count as f64);
    }

    /// Resets the count, as after a drop.
    pub fn restart_count<C: Chance, S: Tracer>(&mut self, cx: &mut Context<'_, C, S>) {
        self.count = 0;
        (self.count_bytes, self.reached) = (0, 0.0);
        cx.tracer.value(PACKETS_SINCE_DROP, 0.0);
    }

    fn may_mark(&self, packet: &Packet) -> bool {
        self.params.has_ecn && packet.ecn.is_capable()
    }

    /// Marks the packet and returns the reason. If the buffer test will drop the packet, the packet is not marked.
    fn mark<C: Chance, S: Tracer>(
        &self,
        packet: &mut Packet,
        reason: Reason,
        cx: &mut Context<'_, C, S>,
    ) -> Option<Reason> {
        (!self.is_full()).then(|| {
            packet.ecn = Ecn::Ce;
            cx.tracer.mark(packet, reason);
            reason
        })
    }

    #[cfg(test)]
    pub(crate) fn force_average(&mut self, value: f64) {
        self.average.force(value);
    }
}

/// Decides at random like [`Context::happens`], and reports the drawn number as RED's quantity.
pub fn happens<C: Chance, S: Tracer>(probability: f64, cx: &mut Context<'_, C, S>) -> bool {
    cx.happens(probability, UNIFORM)
}

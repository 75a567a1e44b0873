//! RED-PD (RED with Preferential Dropping): RED with a filter in front of it for flows whose packets RED drops
//! repeatedly.
//!
//! Rule: RED's drops are listed by flow, one list for each interval, and the last M lists are kept. Consider a TCP
//! connection with the target round-trip time R, and the time in which it would lose one packet at the current drop
//! rate. An interval is K/M of this time, so the connection would lose K packets in M intervals. A flow that is in K of
//! the M lists has lost at least one packet in each of K intervals, and therefore counts as faster than the connection.
//! Such a flow is monitored: its arrivals are dropped with a per-flow probability p_f before they reach RED. While the
//! flow is in K of the lists, p_f rises. When the flow is in no list, p_f falls, and the flow is eventually released.
//! Source: Mahajan, Floyd and Wetherall, IEEE ICNP 2001; the numbers and the order of the steps: the authors' code for
//! ns-2.35.
//! We differ: flows are not tested for responsiveness; all are treated as responsive. Hence no flow is filtered while
//! the average is below min_th or fewer than two packets wait. An ECN mark counts as a drop. Times are counted in
//! intervals, whereas ns-2 adds up the lengths of intervals. When p_f falls, ns-2 includes the next interval by
//! mistake. A released flow is forgotten at once. The first interval begins with the run and has the maximum length; in
//! ns-2's example it begins 10 s after the start of the run.
//! Derived from: `red`.  View: fifo.

mod declare;
mod history;
#[cfg(test)]
mod tests;

use crate::base::footprint;
use crate::base::hash::StateHash;
use crate::base::packet::{FlowId, Packet};
use crate::base::rng::Chance;
use crate::base::time::{SimTime, Span};
use crate::discipline::about::About;
use crate::discipline::parts::drop_curve::{Spacing, Zone};
use crate::discipline::random_early::red::{self, Core};
use crate::discipline::reason::Reason;
use crate::discipline::settings::{Settings, SettingsProblem};
use crate::discipline::{Context, Discipline, LinkFacts, Tracer, Viewer, waits_in};
pub use declare::ABOUT;
use declare::{
    CHARGE, COUNT_F, DROP_RATE, HEAD, LOWER, MONITOR, MONITORED_TEST, NEW_LIST, P_AVG, P_F, P_FILTER, P_NOW, PASSED,
    PENALTY, PENALTY_TEST, RAISE, RAISE_ABOVE_ONE, RECORD, REGULAR, RELEASE, SPACING, STAGE, UNIFORM,
};
use history::{DropHistory, Suspect};

/// The number of intervals between two increases of a flow's probability.
const INTERVALS_BEFORE_RAISE: u32 = 4;
const INTERVALS_BEFORE_LOWERING: u32 = 3;
const LEAST_BETWEEN_STEPS: Span = Span::from_millis(400);
/// The largest probability p_f with which the filtering of a flow can begin.
const MOST_AT_FIRST: f64 = 0.5;

/// Parameters of RED-PD.
#[derive(Clone, Debug)]
pub struct Params {
    red: red::Params,
    rule: Rule,
}

#[derive(Clone, Debug)]
struct Rule {
    /// R, the target round trip \[s\].
    target_rtt_s: f64,
    /// M, the number of lists kept, at least 1.
    lists: usize,
    /// K, the number of lists that must contain a flow before it counts as regular, from 1 to M.
    regular: usize,
    max_drop_list: usize,
    max_p_step: f64,
    release_below: f64,
    min_drop_rate: f64,
    drop_rate_weight: f64,
}

impl Rule {
    /// The length of the next interval, for which a drop list is kept, at this drop rate.
    fn interval(&self, drop_rate: f64) -> Span {
        let (shortest_s, longest_s) = (2.0 * self.target_rtt_s, 10.0 * self.target_rtt_s);
        if drop_rate <= 0.0 {
            return Span::from_secs(longest_s);
        }
        // A connection that sends f packets a second and loses the fraction p of its packets has a loss every 1/(f·p)
        // seconds.
        let seconds_per_loss = 1.0 / (drop_rate * tcp_friendly_rate(self.target_rtt_s, drop_rate));
        let interval_s = self.regular as f64 / self.lists as f64 * seconds_per_loss;
        Span::from_secs(interval_s.clamp(shortest_s, longest_s))
    }

    fn longest_interval(&self) -> Span {
        self.interval(0.0)
    }

    /// p_f after one decrease.
    fn lowered(&self, p_f: f64) -> f64 {
        p_f - (p_f / 2.0).min(self.max_p_step)
    }
}

/// The sending rate \[packets/s\] of a TCP connection with this round trip \[s\] and this fraction of packets lost, by
/// the deterministic model.
fn tcp_friendly_rate(round_trip_s: f64, loss_rate: f64) -> f64 {
    1.5_f64.sqrt() / (round_trip_s * loss_rate.sqrt())
}

/// A flow that is filtered in front of the queue.
#[derive(Clone, Debug)]
struct Monitored {
    flow: FlowId,
    /// p_f, the drop probability in front of the queue, in (0, 1].
    p: f64,
    /// Packets since the last penalty.
    count: u32,
    /// The time at which p_f was last set, and the number of intervals that have ended since.
    set_at: SimTime,
    intervals: u32,
}

impl Monitored {
    fn may_step(&self, intervals: u32, now: SimTime) -> bool {
        self.intervals >= intervals && now.since(self.set_at) >= LEAST_BETWEEN_STEPS
    }

    fn set(&mut self, p: f64, now: SimTime) {
        (self.p, self.set_at, self.intervals) = (p, now, 0);
    }
}

/// A RED-PD queue.
#[derive(Clone, Debug)]
pub struct RedPd {
    core: Core,
    rule: Rule,
    history: DropHistory,
    /// The monitored flows, in order of flow numbers.
    monitored: Vec<Monitored>,
    /// Bytes that reached RED in this interval. The next field counts the bytes that RED dropped or marked.
    arrived_bytes: u64,
    dropped_bytes: u64,
    /// p̄, the averaged drop rate; `None` before the first interval has ended.
    drop_rate: Option<f64>,
    ends_at: SimTime,
}

impl RedPd {
    fn rank(&self, flow: FlowId) -> Result<usize, usize> {
        self.monitored.binary_search_by_key(&flow, |row| row.flow)
    }

    /// Whether the filter drops an arrival of a monitored flow.
    fn is_filtered<C: Chance, S: Tracer>(&mut self, rank: usize, cx: &mut Context<'_, C, S>) -> bool {
        let row = &mut self.monitored[rank];
        cx.tracer.value(P_F, row.p);
        let probability = Spacing::Count.probability(row.p, f64::from(row.count), 0.0).min(1.0);
        cx.tracer.value(P_FILTER, probability);
        cx.tracer.line(SPACING);
        let happens = cx.happens(probability, UNIFORM);
        // The average is that of the last arrival that reached RED; an arrival that the filter drops does not update
        // it.
        let is_congested = self.core.params.curve.zone(self.core.average()) != Zone::Below && self.core.queue.len() > 1;
        let is_dropped = cx.test(PENALTY_TEST, happens && is_congested);
        if is_dropped {
            row.count = 0;
            cx.tracer.line(PENALTY);
        } else {
            row.count = row.count.saturating_add(1);
            cx.tracer.value(COUNT_F, f64::from(row.count));
            cx.tracer.line(PASSED);
        }
        is_dropped
    }

    /// Raises the probabilities of the regular flows, or sets them for the first time.
    fn raise<C: Chance, S: Tracer>(
        &mut self,
        suspects: &[Suspect],
        lost_now: &[(FlowId, u64)],
        usable_rate: f64,
        cx: &mut Context<'_, C, S>,
    ) {
        let regular: Vec<_> = suspects.iter().filter(|suspect| suspect.lists >= self.rule.regular).collect();
        let mean = regular.iter().map(|suspect| suspect.bytes as f64).sum::<f64>() / regular.len().max(1) as f64;
        for suspect in regular {
            if lost_now.binary_search_by_key(&suspect.flow, |lost| lost.0).is_err() {
                continue;
            }
            let charge = usable_rate * suspect.bytes as f64 / mean;
            match self.rank(suspect.flow) {
                Err(rank) => {
                    let p = charge.min(2.0 * usable_rate).min(MOST_AT_FIRST);
                    report_charge(charge, p, MONITOR, cx);
                    let new = Monitored { flow: suspect.flow, p, count: 0, set_at: cx.now, intervals: 0 };
                    self.monitored.insert(rank, new);
                }
                Ok(rank) if self.monitored[rank].may_step(INTERVALS_BEFORE_RAISE, cx.now) => {
                    let before = self.monitored[rank].p;
                    let sum = before + charge.min(before);
                    let (p, line) = if sum > 1.0 { ((1.0 + before) / 2.0, RAISE_ABOVE_ONE) } else { (sum, RAISE) };
                    report_charge(charge, p, line, cx);
                    self.monitored[rank].set(p, cx.now);
                }
                Ok(_) => {}
            }
        }
    }

    /// Lowers the probabilities of the flows that are no longer in any list, and releases flows whose probability is
    /// near 0.
    fn lower<C: Chance, S: Tracer>(&mut self, suspects: &[Suspect], cx: &mut Context<'_, C, S>) {
        let rule = &self.rule;
        self.monitored.retain_mut(|row| {
            let is_listed = suspects.binary_search_by_key(&row.flow, |suspect| suspect.flow).is_ok();
            if is_listed || !row.may_step(INTERVALS_BEFORE_LOWERING, cx.now) {
                return true;
            }
            if cx.test(RELEASE, row.p <= rule.release_below) {
                return false;
            }
            row.set(rule.lowered(row.p), cx.now);
            cx.tracer.value(P_F, row.p);
            cx.tracer.line(LOWER);
            true
        });
    }
}

/// Reports the drop rate charged to a regular flow and the change of the flow's probability.
fn report_charge<C: Chance, S: Tracer>(
    charge: f64,
    p: f64,
    line: crate::discipline::LineId,
    cx: &mut Context<'_, C, S>,
) {
    cx.tracer.value(CHARGE, charge);
    cx.tracer.test(REGULAR, true);
    cx.tracer.value(P_F, p);
    cx.tracer.test(line, true);
}

impl Discipline for RedPd {
    const ABOUT: &'static About = &ABOUT;
    type Params = Params;

    fn params(settings: &Settings, link: &LinkFacts) -> Result<Params, SettingsProblem> {
        let rule = Rule {
            target_rtt_s: settings.real("target_rtt_s"),
            lists: settings.count("lists"),
            regular: settings.count("regular"),
            max_drop_list: settings.count("max_drop_list"),
            max_p_step: settings.real("max_p_step"),
            release_below: settings.real("release_below"),
            min_drop_rate: settings.real("min_drop_rate"),
            drop_rate_weight: settings.real("drop_rate_weight"),
        };
        if rule.regular > rule.lists {
            let problem = format!("{} is more than there are lists ({})", rule.regular, rule.lists);
            return Err(SettingsProblem::new("regular", problem));
        }
        Ok(Params { red: red::Params::read(settings, link)?, rule })
    }

    fn new(params: Params) -> Self {
        Self {
            core: Core::new(params.red),
            ends_at: SimTime::ZERO + params.rule.longest_interval(),
            rule: params.rule,
            history: DropHistory::default(),
            monitored: Vec::new(),
            arrived_bytes: 0,
            dropped_bytes: 0,
            drop_rate: None,
        }
    }

    fn reconfigure<C: Chance, S: Tracer>(&mut self, params: Params, cx: &mut Context<'_, C, S>) {
        self.core.reconfigure(params.red, cx);
        self.rule = params.rule;
        self.history.keep(self.rule.lists);
        self.ends_at = self.ends_at.min(cx.now + self.rule.longest_interval());
    }

    fn enqueue<C: Chance, S: Tracer>(&mut self, packet: Packet, cx: &mut Context<'_, C, S>) {
        let monitored = self.rank(packet.flow);
        cx.tracer.test(MONITORED_TEST, monitored.is_ok());
        if let Ok(rank) = monitored
            && self.is_filtered(rank, cx)
        {
            return cx.tracer.drop(&packet, Reason::Penalty, None);
        }
        let (flow, bytes) = (packet.flow, packet.bytes);
        self.arrived_bytes += u64::from(bytes);
        let outcome = match self.core.meet_at(HEAD, cx) {
            Zone::Below => self.core.admit(packet, STAGE, cx),
            zone => self.core.decide(packet, zone, STAGE, cx),
        };
        if outcome.is_some() {
            cx.tracer.test(RECORD, true);
            self.dropped_bytes += u64::from(bytes);
            self.history.record(flow, bytes);
        }
    }

    fn dequeue<C: Chance, S: Tracer>(&mut self, cx: &mut Context<'_, C, S>) -> Option<Packet> {
        self.core.dequeue(cx.now)
    }

    fn next_timer(&self) -> Option<SimTime> {
        Some(self.ends_at)
    }

    fn on_timer<C: Chance, S: Tracer>(&mut self, cx: &mut Context<'_, C, S>) {
        cx.tracer.line(NEW_LIST);
        let present = self.dropped_bytes as f64 / self.arrived_bytes.max(1) as f64;
        let weight = self.rule.drop_rate_weight;
        let average = self.drop_rate.map_or(present, |before| weight * present + (1.0 - weight) * before);
        cx.tracer.value(P_NOW, present);
        cx.tracer.value(P_AVG, average);
        cx.tracer.line(DROP_RATE);
        (self.arrived_bytes, self.dropped_bytes, self.drop_rate) = (0, 0, Some(average));

        let lost_now = self.history.close(self.rule.lists, self.rule.max_drop_list);
        let suspects = self.history.suspects();
        self.monitored.iter_mut().for_each(|row| row.intervals = row.intervals.saturating_add(1));
        if present > self.rule.min_drop_rate {
            self.raise(&suspects, &lost_now, present.min(average), cx);
        }
        self.lower(&suspects, cx);
        self.ends_at = cx.now + self.rule.interval(average);
    }

    waits_in!(core.queue, core.params.limit);

    fn average(&self) -> Option<f64> {
        Some(self.core.average())
    }

    fn heap_bytes(&self) -> usize {
        self.core.queue.heap_bytes() + self.history.heap_bytes() + footprint::list(&self.monitored)
    }

    fn view(&self, viewer: &mut dyn Viewer) {
        self.core.view(viewer);
        viewer.gauge(self.drop_rate.unwrap_or(0.0));
        viewer.gauge(self.monitored.len() as f64);
        let suspects = self.history.suspects();
        for suspect in &suspects {
            let p = self.rank(suspect.flow).map_or(0.0, |rank| self.monitored[rank].p);
            viewer.row(suspect.flow, &[p, suspect.lists as f64, suspect.bytes as f64]);
        }
        for row in &self.monitored {
            if suspects.binary_search_by_key(&row.flow, |suspect| suspect.flow).is_err() {
                viewer.row(row.flow, &[row.p, 0.0, 0.0]);
            }
        }
    }

    fn fold(&self, hash: &mut StateHash) {
        self.core.fold(hash);
        self.history.fold(hash);
        for row in &self.monitored {
            hash.fold(u64::from(row.flow.0) << 32 | u64::from(row.count));
            hash.fold_real(row.p);
            hash.fold(row.set_at.nanos());
            hash.fold(u64::from(row.intervals));
        }
        hash.fold(self.arrived_bytes);
        hash.fold(self.dropped_bytes);
        hash.fold_real(self.drop_rate.unwrap_or(-1.0));
        hash.fold(self.ends_at.nanos());
    }
}

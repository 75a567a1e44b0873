//! DualPI2: two queues and one controller. Scalable and classic senders share a link, and only packets of classic
//! senders wait long.
//!
//! Rule: packets with ECT(1) enter the L4S queue, all others the classic queue. A controller computes p' from the delay
//! of the classic queue. At dequeue classic packets are marked or dropped with probability p'². L4S packets are marked
//! with the larger of two probabilities: k·p', and a probability from a shallow threshold on the L4S queue.
//! Source: De Schepper, Briscoe and White, RFC 9332, 2023, appendix A; Linux, `sch_dualpi2.c`.
//! We differ: gains, step and scheduler are Linux's; the RFC's formulas give gains of 0.15 and 3.0 every 15 ms. The
//! RFC's ramp and its even spacing of signals are options; even spacing keeps one sum for each queue. One random number
//! compared with p'² replaces Linux's two random numbers compared with p'. The step is a queueing delay. On a link
//! whose packet time exceeds the step, nearly all L4S packets are marked; `step_s` should then be raised.
//! View: two queues.

mod declare;
#[cfg(test)]
mod tests;

use crate::base::hash::StateHash;
use crate::base::packet::{Ecn, Packet};
use crate::base::rng::Chance;
use crate::base::time::{SimTime, Span};
use crate::discipline::about::About;
use crate::discipline::parts::pi2_law::{Controller, Law};
use crate::discipline::parts::queues::{End, Queues};
use crate::discipline::parts::signal;
use crate::discipline::reason::Reason;
use crate::discipline::settings::{Settings, SettingsProblem};
use crate::discipline::{Context, Discipline, LinkFacts, QueueFacts, Tracer, Viewer, waits_in};
pub use declare::ABOUT;
use declare::{
    BY_CREDIT, BY_SHIFT, CLASSIC_SUM, CLASSIC_TEST, DROP, FULL_TEST, INTO_CLASSIC, INTO_L4S, L4S_SUM, L4S_TEST, MARK,
    MARK_ALL, MEASURED, OF_CLASSIC, OF_L4S, OVERFLOW, OVERLOAD_SUM, OVERLOAD_TEST, OWED, OWN, PROBABILITY, SEND, SMALL,
    UNIFORM, UPDATE, WAITING,
};

/// Numbers of the two queues.
const L4S: usize = 0;
const CLASSIC: usize = 1;

/// How the L4S queue marks on its own, independently of the controller.
#[derive(Clone, Copy, Debug)]
enum Native {
    /// Every packet that has waited longer than this is marked.
    Step(Span),
    /// The mark probability rises from 0 at a delay of `from_s` to 1 over the next `over_s` \[s\].
    Ramp { from_s: f64, over_s: f64 },
}

/// The service of the two queues.
#[derive(Clone, Copy, Debug)]
enum Scheduler {
    /// Weighted round robin, with the classic queue's share of the link \[%\].
    Weighted(i64),
    /// Time-shifted FIFO: the queue whose first packet is older is served, with this time added to the age of L4S
    /// packets.
    Shifted(Span),
}

/// Parameters of DualPI2.
#[derive(Clone, Debug)]
pub struct Params {
    /// The buffer B \[packets\], at least 1.
    limit: usize,
    law: Law,
    native: Native,
    scheduler: Scheduler,
    is_larger_delay: bool,
    is_spaced: bool,
    /// The usual packet size of the scene \[bytes\].
    packet_bytes: u64,
}

/// DualPI2's two queues.
#[derive(Clone, Debug)]
pub struct DualPi2 {
    params: Params,
    queues: Queues,
    controller: Controller,
    next_update: SimTime,
    /// The debt to the classic queue \[bytes · %\]: how far the scheduler has served the L4S queue beyond its share. A
    /// byte from the L4S queue raises the debt by the classic queue's share; a byte from the classic queue lowers it by
    /// the L4S queue's share.
    credit: i64,
    /// Sums of the probabilities since the last signal, one for each queue; used if signals are evenly spaced.
    sums: [f64; 2],
    /// Queueing delay of the last packet that left the L4S queue, for the view.
    l4s_sojourn: Span,
}

/// The random test of the packet being dequeued, and what follows from its outcomes.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Odds {
    probability: f64,
    /// What happens to the packet if the random test succeeds, and if it fails.
    hit: Fate,
    miss: Fate,
    /// The mark probability that the delay in the L4S queue alone gives.
    own: f64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Fate {
    Send,
    Mark(Reason),
    Drop(Reason),
}

impl Params {
    /// The mark probability of the L4S queue for this delay, without the probability coupled from the controller.
    /// `waiting` is the number of queued bytes, this packet included.
    fn native(&self, sojourn: Span, waiting: u64) -> f64 {
        match self.native {
            Native::Step(step) => f64::from(u8::from(sojourn > step)),
            Native::Ramp { .. } if waiting <= self.packet_bytes => 0.0,
            Native::Ramp { from_s, over_s } => ((sojourn.secs() - from_s) / over_s).clamp(0.0, 1.0),
        }
    }

    /// The value to which the debt to the classic queue is set when both queues are empty.
    fn credit_at_rest(&self) -> i64 {
        match self.scheduler {
            Scheduler::Weighted(share) => self.packet_bytes as i64 * (2 * share - 100),
            Scheduler::Shifted(_) => 0,
        }
    }
}

impl DualPi2 {
    /// How long the first packet of a queue has waited \[s\].
    fn waited_s(&self, queue: usize, now: SimTime) -> f64 {
        self.queues.front(queue).map_or(0.0, |(packet, ())| now.since(packet.arrived).secs())
    }

    /// The queue that is served next; none if both are empty.
    fn next(&self) -> Option<usize> {
        let (l4s, classic) = (self.queues.front(L4S), self.queues.front(CLASSIC));
        let (Some((l4s, ())), Some((classic, ()))) = (l4s, classic) else {
            return l4s.map(|_| L4S).or(classic.map(|_| CLASSIC));
        };
        let is_l4s = match self.params.scheduler {
            Scheduler::Weighted(_) => self.credit <= 0,
            Scheduler::Shifted(shift) => l4s.arrived <= classic.arrived + shift,
        };
        Some(if is_l4s { L4S } else { CLASSIC })
    }

    /// The random test of this packet, which has waited in its queue for `sojourn`: the probability and both outcomes.
    fn odds(&self, queue: usize, packet: &Packet, sojourn: Span) -> Odds {
        let is_small = self.is_small();
        let Self { controller, params: Params { law, .. }, .. } = self;
        let (squared, coupled) = if is_small { (0.0, 0.0) } else { (controller.squared(), controller.coupled(law)) };
        let is_overload = coupled >= 1.0;
        let own = if queue == L4S { self.params.native(sojourn, self.queues.bytes_of(L4S)) } else { 0.0 };
        let (probability, hit, miss) = match (queue, is_overload) {
            (CLASSIC, true) if packet.ecn.is_capable() => (squared, Fate::Drop(Reason::Overload), Fate::Send),
            (CLASSIC, false) if packet.ecn.is_capable() => (squared, Fate::Mark(Reason::MarkEarly), Fate::Send),
            (CLASSIC, _) => (squared, Fate::Drop(Reason::Early), Fate::Send),
            (_, true) => (squared, Fate::Drop(Reason::Overload), Fate::Mark(Reason::MarkEarly)),
            (_, false) if own > coupled => (own, Fate::Mark(Reason::MarkSojourn), Fate::Send),
            (_, false) => (coupled, Fate::Mark(Reason::MarkEarly), Fate::Send),
        };
        Odds { probability, hit, miss, own }
    }

    /// Whether the backlog is too small for the controller to act.
    fn is_small(&self) -> bool {
        self.queues.bytes() < 2 * self.params.packet_bytes
    }

    /// Decides what happens to the packet being dequeued, and reports the decision.
    fn judge<C: Chance, S: Tracer>(
        &mut self,
        queue: usize,
        packet: &Packet,
        sojourn: Span,
        cx: &mut Context<'_, C, S>,
    ) -> Fate {
        if self.is_small() {
            cx.tracer.test(SMALL, true);
        }
        let odds = self.odds(queue, packet, sojourn);
        let is_overload = queue == L4S && odds.miss != Fate::Send;
        let (by_chance, by_sum) = if queue == CLASSIC || is_overload {
            cx.tracer.value(OF_CLASSIC, odds.probability);
            if is_overload { (OVERLOAD_TEST, OVERLOAD_SUM) } else { (CLASSIC_TEST, CLASSIC_SUM) }
        } else {
            cx.tracer.value(OWN, odds.own);
            cx.tracer.value(OF_L4S, odds.probability);
            (L4S_TEST, L4S_SUM)
        };
        let is_hit = if self.params.is_spaced {
            let sum = &mut self.sums[queue];
            *sum += odds.probability;
            let is_due = *sum > 1.0;
            *sum -= f64::from(u8::from(is_due));
            cx.test(by_sum, is_due)
        } else {
            cx.test_by_chance(by_chance, odds.probability, UNIFORM)
        };
        match (is_hit, odds.hit) {
            (true, Fate::Drop(_)) => cx.tracer.line(DROP),
            (true, _) => cx.tracer.line(MARK),
            (false, _) if is_overload => cx.tracer.test(MARK_ALL, true),
            (false, _) => {}
        }
        if is_hit { odds.hit } else { odds.miss }
    }

    /// Updates the debt to the classic queue for a packet of `bytes` bytes sent from `queue`. If the queue that did not
    /// send is empty, the debt does not change.
    fn account(&mut self, queue: usize, bytes: u16) {
        let is_alone = self.queues.packets_of(1 - queue) == 0;
        if let (Scheduler::Weighted(share), false) = (self.params.scheduler, is_alone) {
            self.credit += i64::from(bytes) * if queue == L4S { share } else { share - 100 };
        }
    }
}

impl Discipline for DualPi2 {
    const ABOUT: &'static About = &ABOUT;
    type Params = Params;

    fn params(settings: &Settings, link: &LinkFacts) -> Result<Params, SettingsProblem> {
        Ok(Params {
            limit: settings.count("limit"),
            law: Law::read(settings),
            native: if settings.choice("l4s_marking") == "step" {
                Native::Step(Span::from_secs(settings.real("step_s")))
            } else {
                Native::Ramp { from_s: settings.real("ramp_from_s"), over_s: settings.real("ramp_over_s") }
            },
            scheduler: if settings.choice("scheduler") == "wrr" {
                Scheduler::Weighted(settings.integer("classic_share"))
            } else {
                Scheduler::Shifted(Span::from_secs(settings.real("shift_s")))
            },
            is_larger_delay: settings.choice("delay_of") == "larger",
            is_spaced: settings.switch("derandomize"),
            packet_bytes: u64::from(link.packet_bytes),
        })
    }

    fn new(params: Params) -> Self {
        Self {
            queues: Queues::default(),
            controller: Controller::default(),
            next_update: SimTime::ZERO + params.law.period,
            credit: params.credit_at_rest(),
            sums: [0.0; 2],
            l4s_sojourn: Span::ZERO,
            params,
        }
    }

    fn reconfigure<C: Chance, S: Tracer>(&mut self, params: Params, cx: &mut Context<'_, C, S>) {
        self.next_update = self.next_update.min(cx.now + params.law.period);
        self.params = params;
        while self.queues.len() > self.params.limit {
            let queue = if self.queues.packets_of(CLASSIC) > 0 { CLASSIC } else { L4S };
            self.queues.evict(queue, End::Rear, Reason::Overflow, cx);
        }
    }

    fn enqueue<C: Chance, S: Tracer>(&mut self, packet: Packet, cx: &mut Context<'_, C, S>) {
        cx.tracer.value(WAITING, self.queues.len() as f64);
        if cx.test(FULL_TEST, self.queues.len() >= self.params.limit) {
            cx.tracer.line(OVERFLOW);
            return cx.tracer.drop(&packet, Reason::Overflow, None);
        }
        let is_l4s = matches!(packet.ecn, Ecn::Ect1 | Ecn::Ce);
        if is_l4s {
            cx.tracer.test(INTO_L4S, true);
        } else {
            cx.tracer.line(INTO_CLASSIC);
        }
        self.queues.admit(if is_l4s { L4S } else { CLASSIC }, packet, (), cx);
    }

    fn dequeue<C: Chance, S: Tracer>(&mut self, cx: &mut Context<'_, C, S>) -> Option<Packet> {
        loop {
            let Some(queue) = self.next() else {
                self.credit = self.params.credit_at_rest();
                return None;
            };
            cx.tracer.value(OWED, self.credit as f64);
            cx.tracer.line(if matches!(self.params.scheduler, Scheduler::Weighted(_)) { BY_CREDIT } else { BY_SHIFT });
            let mut packet = *self.queues.front(queue)?.0;
            let sojourn = cx.now.since(packet.arrived);
            let fate = self.judge(queue, &packet, sojourn, cx);
            if let Fate::Drop(reason) = fate {
                self.queues.evict(queue, End::Front, reason, cx);
                continue;
            }
            self.queues.pop(queue)?;
            if let Fate::Mark(reason) = fate {
                signal::mark(&mut packet, true, reason, cx);
            }
            cx.tracer.line(SEND);
            self.account(queue, packet.bytes);
            if queue == L4S {
                self.l4s_sojourn = sojourn;
            }
            return Some(packet);
        }
    }

    fn next_timer(&self) -> Option<SimTime> {
        Some(self.next_update)
    }

    fn on_timer<C: Chance, S: Tracer>(&mut self, cx: &mut Context<'_, C, S>) {
        let l4s_s = if self.params.is_larger_delay { self.waited_s(L4S, cx.now) } else { 0.0 };
        let delay_s = self.waited_s(CLASSIC, cx.now).max(l4s_s);
        self.controller.update_reporting(&self.params.law, delay_s, (UPDATE, PROBABILITY, MEASURED), cx);
        self.next_update = cx.now + self.params.law.period;
    }

    waits_in!(queues, params.limit);

    fn heap_bytes(&self) -> usize {
        self.queues.heap_bytes()
    }

    fn state_bytes(&self) -> usize {
        // There are two queues, whatever the number of flows.
        0
    }

    fn view(&self, viewer: &mut dyn Viewer) {
        let next = self.next();
        for queue in [L4S, CLASSIC] {
            viewer.queue(QueueFacts { id: queue as u32, credit: f64::NAN, is_next: next == Some(queue) });
            self.queues.view(queue, viewer);
        }
        viewer.gauge(self.controller.probability);
        viewer.gauge(self.controller.squared());
        viewer.gauge(self.controller.coupled(&self.params.law).min(1.0));
        viewer.gauge(self.controller.delay_s);
        viewer.gauge(self.l4s_sojourn.secs());
    }

    fn fold(&self, hash: &mut StateHash) {
        for queue in [L4S, CLASSIC] {
            self.queues.fold(queue, hash);
            hash.fold_real(self.sums[queue]);
        }
        self.controller.fold(hash);
        hash.fold(self.credit as u64);
        hash.fold(self.next_update.nanos());
    }
}

//! COBALT's control law: CoDel whose count also falls, and BLUE for flows that do not respond to signals. The law works
//! with any kind of queue. Its inputs are the packet being dequeued, each overflow, and each report of an empty queue.
//!
//! Source: Hoeiland-Joergensen, Taht and Morton, Piece of CAKE, IEEE LANMAN 2018; the constants and details are those
//! of Linux, `sch_cake.c`. The square root is exact, where Linux approximates it. A queue whose count has never changed
//! sends its first signal at once, as in Linux: there a new queue has stored 0 for 1/√count, so its first interval is
//! 0.

use super::super::about::{LineId, ParamSpec, Quantity, QuantityId};
use super::super::reason::Reason;
use super::super::settings::Settings;
use super::super::{Context, LinkFacts, Tracer};
use super::codel_law::{INTERVAL_S, SLOW_LINK_TARGET, SOJOURN, TARGET, TARGET_S};
use super::declare::{code, quantities, quantity, real, rule};
use crate::base::hash::StateHash;
use crate::base::packet::Packet;
use crate::base::rng::Chance;
use crate::base::time::{SimTime, Span};

/// Parameters of the law.
pub const PARAMS: &[ParamSpec] = &[
    TARGET_S,
    INTERVAL_S,
    SLOW_LINK_TARGET,
    real(
        "blue_increment",
        "BLUE increment",
        1.0 / 256.0,
        (1e-5, 1.0),
        "increase of a queue's drop probability at an overflow in which the queue loses a packet",
    )
    .logarithmic()
    .advanced(),
    real(
        "blue_decrement",
        "BLUE decrement",
        1.0 / 4096.0,
        (1e-6, 1.0),
        "decrease of a queue's drop probability when the queue is found empty at its turn",
    )
    .logarithmic()
    .advanced(),
];

code! {
    /// The pseudo-code lines that run for the packet being dequeued.
    pub segment EXIT;
    LOOK: 0 "dequeue: d = {sojourn} s; p = {p}, count = {count}";
    OVER: 1 ? "d > TARGET, at least 4 packet times, = {target}: over";
    BEGIN: 2 ? "not before: next drop INTERVAL/√count = {gap} from now";
    DUE: 1 ? "over, and the next drop was due: count = {count}";
    MARK: 2 "mark the packet, if it is ECN-capable" if ecn(true);
    DROP: 2 "otherwise drop it";
    DECAY: 1 ? "drop due, but not over: lower count until not due: {count}";
    SPACE: 1 "next drop INTERVAL/√count = {gap} after the last";
    BLUE: 1 ? "with probability p = {p} (u = {u}): drop it";
    LAST: 1 ? "nothing waits behind it: it is not dropped after all";
}

code! {
    /// The pseudo-code lines that run at an overflow.
    pub segment FULL;
    RAISE: 1 ? "TARGET after the last change: p ← p + increment = {p}";
}

code! {
    /// The pseudo-code lines that run when a queue is found empty.
    pub segment EMPTY;
    LOWER: 1 ? "TARGET after the last change: p ← p − decrement = {p}";
    REST: 1 ? "count > 0, and a drop was due: count ← {count}";
}

rule! {
    /// The lines of the rule for [`EXIT`].
    pub segment RULE_EXIT;
    LOOK: 0 "dequeue: d ← the packet's time in the queue" shows "{sojourn} s";
    DUE: 1 ? "d > TARGET: mark or drop each INTERVAL/√count" shows "count = {count}";
    DECAY: 1 "else count goes down again, at the same gaps" shows "{gap} s";
    BLUE: 1 ? "and drop it with probability p, unless alone" shows "{p}";
}

/// The count that determines the interval between drops.
pub const COUNT: Quantity =
    quantity("count", "count", "packets", "number of CoDel's signals, minus later decreases; determines the gap");
/// BLUE's drop probability.
pub const DROP_P: Quantity = quantity("p", "p", "", "BLUE's drop probability of the queue");

quantities! {
    /// The quantities that the law reports.
    pub segment QUANTITIES;
    STAY: SOJOURN;
    GOAL: TARGET;
    COUNTED: COUNT;
    GAP: gap "gap" "s" "from one drop of CoDel to the next";
    PROBABILITY: DROP_P;
    UNIFORM: u "u" "" "random number for this packet, below 1";
}

/// A delay of at most this many packet times is never too long.
const LEAST_PACKET_TIMES: u64 = 4;

/// The checked parameters of the law.
#[derive(Clone, Copy, Debug)]
pub struct Law {
    /// The target of this link: 5 ms, or 1.5 packet times if that is more.
    pub target: Span,
    /// The interval of this link: 100 ms plus the amount by which the target was raised, and at least twice the target.
    pub interval: Span,
    /// The longest delay that is never too long: the target, or four packet times if that is more.
    pub bound: Span,
    /// The increase of BLUE's probability at an overflow, in (0, 1].
    increment: f64,
    /// The decrease of BLUE's probability at an empty queue, in (0, 1].
    decrement: f64,
    /// Whether ECN-capable packets are marked.
    pub has_ecn: bool,
}

impl Law {
    /// Reads the law from the settings, which must have the parameters [`PARAMS`] and [`super::signal::ECN`].
    pub fn read(settings: &Settings, link: &LinkFacts) -> Self {
        let is_rate_known = settings.switch("slow_link_target");
        let packet = if is_rate_known { Span::transmission(link.packet_bytes, link.capacity_bps) } else { Span::ZERO };
        let given = Span::from_secs(settings.real("target_s"));
        let target = given.max(Span::from_nanos(packet.nanos() * 3 / 2));
        let interval = Span::from_secs(settings.real("interval_s")) + (target - given);
        Self {
            target,
            interval: interval.max(target + target),
            bound: target.max(Span::from_nanos(packet.nanos() * LEAST_PACKET_TIMES)),
            increment: settings.real("blue_increment"),
            decrement: settings.real("blue_decrement"),
            has_ecn: settings.switch("ecn"),
        }
    }
}

/// The properties of the packet being dequeued that the law depends on.
#[derive(Clone, Copy, Debug)]
pub struct Head {
    /// The queueing delay of the packet.
    pub sojourn: Span,
    can_mark: bool,
    is_last: bool,
}

impl Head {
    /// The head of a queue of `waiting` packets, this packet included.
    pub fn of(packet: &Packet, waiting: usize, law: &Law, now: SimTime) -> Self {
        Self {
            sojourn: now.since(packet.arrived),
            can_mark: law.has_ecn && packet.ecn.is_capable(),
            is_last: waiting <= 1,
        }
    }
}

/// What happens to the packet being dequeued.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Decision {
    /// The packet is sent.
    Send,
    /// The packet is marked and sent.
    Mark,
    /// The packet is dropped, and the next packet is examined.
    Drop(Reason),
}

/// The state of the law for one queue.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Watch {
    /// Whether the queue's last packet examined had waited too long. An overflow also sets this field, until the next
    /// packet is examined.
    pub is_dropping: bool,
    /// The time of CoDel's next signal, or of the next decrease of `count`.
    pub next_drop: SimTime,
    /// The count that determines the interval between signals.
    pub count: u32,
    /// Whether `count` has ever changed.
    pub has_counted: bool,
    /// BLUE's drop probability.
    pub probability: f64,
    /// The time of the last change of `probability`.
    changed: Option<SimTime>,
}

impl Watch {
    /// Whether the state of an empty queue has fully decayed: BLUE's probability and the count are 0, and no wait is
    /// pending.
    pub fn is_at_rest(&self, now: SimTime) -> bool {
        self.probability == 0.0 && self.count == 0 && now >= self.next_drop
    }

    /// Decides what happens to the packet being dequeued; `ids` holds the first ids of the lines of [`EXIT`] and of the
    /// reported quantities.
    // Not inlined, for the reason given at `codel_law`.
    #[inline(never)]
    pub fn judge<C: Chance, S: Tracer>(
        &mut self,
        law: &Law,
        head: Head,
        ids: (LineId, QuantityId),
        cx: &mut Context<'_, C, S>,
    ) -> Decision {
        let (line, quantity) = ids;
        cx.tracer.value(STAY.after(quantity), head.sojourn.secs());
        cx.tracer.value(GOAL.after(quantity), law.bound.secs());
        cx.tracer.value(COUNTED.after(quantity), f64::from(self.count));
        cx.tracer.value(PROBABILITY.after(quantity), self.probability);
        cx.tracer.line(LOOK.after(line));
        let is_due = self.count > 0 && cx.now >= self.next_drop;
        // The scheduled time of the next signal. If it has passed and no packet is dropped, the end of `judge` sets
        // `next_drop` to now.
        let mut due_at = self.next_drop;
        if cx.test(OVER.after(line), head.sojourn > law.bound) {
            if !self.is_dropping {
                self.is_dropping = true;
                self.next_drop = cx.now + self.gap(law);
                cx.tracer.value(GAP.after(quantity), self.gap(law).secs());
                cx.tracer.test(BEGIN.after(line), true);
            }
            self.count = self.count.max(1);
        } else {
            self.is_dropping = false;
        }
        let is_marked = is_due && self.is_dropping && head.can_mark;
        let mut decision = Decision::Send;
        if is_due && self.is_dropping {
            self.count = self.count.saturating_add(1);
            self.space(law, ids, cx);
            due_at = self.next_drop;
            cx.tracer.test(DUE.after(line), true);
            if is_marked {
                decision = Decision::Mark;
                cx.tracer.line(MARK.after(line));
            } else {
                decision = Decision::Drop(Reason::Sojourn);
                cx.tracer.line(DROP.after(line));
            }
            cx.tracer.line(SPACE.after(line));
        } else if is_due {
            while self.count > 0 && cx.now >= self.next_drop {
                self.count -= 1;
                self.space(law, ids, cx);
            }
            due_at = self.next_drop;
            cx.tracer.test(DECAY.after(line), true);
            cx.tracer.line(SPACE.after(line));
        }
        if self.probability > 0.0 && !matches!(decision, Decision::Drop(_)) {
            cx.tracer.value(PROBABILITY.after(quantity), self.probability);
            if cx.test_by_chance(BLUE.after(line), self.probability, UNIFORM.after(quantity)) {
                decision = Decision::Drop(Reason::Early);
            }
        }
        let is_dropped = matches!(decision, Decision::Drop(_));
        if self.count == 0 {
            self.next_drop = cx.now + law.interval;
        } else if cx.now > due_at && !is_dropped {
            self.next_drop = cx.now;
        }
        if is_dropped && head.is_last {
            cx.tracer.test(LAST.after(line), true);
            decision = if is_marked { Decision::Mark } else { Decision::Send };
        }
        decision
    }

    /// Raises BLUE's probability after the queue has lost a packet by overflow.
    pub fn overflow<C: Chance, S: Tracer>(
        &mut self,
        law: &Law,
        (line, quantity): (LineId, QuantityId),
        cx: &mut Context<'_, C, S>,
    ) {
        if self.may_change(law, cx.now) {
            self.probability = (self.probability + law.increment).min(1.0);
            self.changed = Some(cx.now);
            cx.tracer.value(PROBABILITY.after(quantity), self.probability);
            cx.tracer.test(RAISE.after(line), true);
        }
        self.is_dropping = true;
        self.next_drop = cx.now;
        self.count = self.count.max(1);
    }

    /// Called when a queue is found empty. Lowers BLUE's probability, if it may change again, and the count, if
    /// `next_drop` has passed.
    pub fn found_empty<C: Chance, S: Tracer>(
        &mut self,
        law: &Law,
        (line, quantity): (LineId, QuantityId),
        cx: &mut Context<'_, C, S>,
    ) {
        if self.probability > 0.0 && self.may_change(law, cx.now) {
            self.probability = (self.probability - law.decrement).max(0.0);
            self.changed = Some(cx.now);
            cx.tracer.value(PROBABILITY.after(quantity), self.probability);
            cx.tracer.test(LOWER.after(line), true);
        }
        self.is_dropping = false;
        if self.count > 0 && cx.now >= self.next_drop {
            self.count -= 1;
            self.space(law, (line, quantity), cx);
            cx.tracer.test(REST.after(line), true);
        }
    }

    /// Whether BLUE's probability has been unchanged for longer than the target.
    fn may_change(&self, law: &Law, now: SimTime) -> bool {
        self.changed.is_none_or(|changed| now.since(changed) > law.target)
    }

    fn gap(&self, law: &Law) -> Span {
        if !self.has_counted {
            return Span::ZERO;
        }
        Span::from_secs(law.interval.secs() / f64::from(self.count.max(1)).sqrt())
    }

    /// Schedules the next signal interval/√count after the time at which the last signal was due; `count` has just
    /// changed.
    fn space<C: Chance, S: Tracer>(
        &mut self,
        law: &Law,
        (_, quantity): (LineId, QuantityId),
        cx: &mut Context<'_, C, S>,
    ) {
        self.has_counted = true;
        let gap = self.gap(law);
        self.next_drop += gap;
        cx.tracer.value(COUNTED.after(quantity), f64::from(self.count));
        cx.tracer.value(GAP.after(quantity), gap.secs());
    }

    /// Folds the state into a hash.
    pub fn fold(&self, hash: &mut StateHash) {
        hash.fold(u64::from(self.is_dropping) << 1 | u64::from(self.has_counted));
        hash.fold(self.next_drop.nanos());
        hash.fold(u64::from(self.count));
        hash.fold_real(self.probability);
        hash.fold(self.changed.map_or(u64::MAX, SimTime::nanos));
    }
}

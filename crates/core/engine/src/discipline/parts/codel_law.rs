//! CoDel's control law: measures for how long the queueing delay has been too long, and determines the time of the next
//! drop. The law works with any kind of queue: it receives the packet being dequeued and returns what happens to it.
//!
//! Source: Nichols, Jacobson, McGregor and Iyengar, RFC 8289, 2018; the iterative root: Linux, include/net/codel.h.

use super::super::about::{LineId, ParamSpec, Quantity, QuantityId};
use super::super::settings::Settings;
use super::super::{Context, LinkFacts, Tracer};
use super::declare::{choice, code, option, quantities, quantity, real, rule, switch};
use crate::base::hash::StateHash;
use crate::base::packet::Packet;
use crate::base::rng::Chance;
use crate::base::time::{SimTime, Span};

/// The longest acceptable queueing delay, as a parameter.
pub const TARGET_S: ParamSpec = real("target_s", "target", 0.005, (1e-4, 10.0), "largest acceptable queueing delay")
    .symbol("TARGET")
    .unit("s")
    .logarithmic();

/// The time for which the delay must be too long before a drop, as a parameter.
pub const INTERVAL_S: ParamSpec = real(
    "interval_s",
    "interval",
    0.1,
    (0.001, 100.0),
    "time for which the delay must be too long before a packet is dropped; about the longest round-trip time",
)
.symbol("INTERVAL")
.unit("s")
.logarithmic();

/// Whether the target is raised on a slow link.
pub const SLOW_LINK_TARGET: ParamSpec = switch(
    "slow_link_target",
    "spare slow links",
    true,
    "raises the target to the time in which the link sends one and a half packets",
)
.advanced();

/// The parameter that selects how 1/√count, the factor of the interval between drops, is computed.
pub const ROOT: ParamSpec = choice(
    "codel_root",
    "root of count",
    &[
        option("exact", "1/√count"),
        option("newton", "one step of Newton's method nearer to it at each change of count, in 16 bits, as in Linux"),
    ],
    "how the gap between drops is computed; after a jump of count the steps lag behind, and the gaps differ for a while",
)
.advanced();

/// Parameters of the law.
pub const PARAMS: &[ParamSpec] = &[TARGET_S, INTERVAL_S, SLOW_LINK_TARGET, ROOT];

code! {
    /// The lines of pseudo-code that the law reports.
    pub segment CODE;
    LOOK: 0 "dequeue: {sojourn} s in the queue, {behind} bytes behind";
    GOOD: 1 ? "if d < TARGET = {target} or at most a packet is behind: good";
    SINCE_NOW: 1 ? "if d ≥ TARGET for less than an INTERVAL: good";
    BAD: 1 ? "if d ≥ TARGET for a whole INTERVAL: bad";
    BEGIN: 0 ? "bad, not dropping: begin, count = {count}";
    STOP: 0 ? "dropping, and good: stop";
    DUE: 0 ? "dropping, and the next drop is due: count = {count}";
    MARK: 1 "mark the packet and send it, if it is ECN-capable" if ecn(true);
    DROP: 1 "otherwise drop it and look at the next";
    SPACE: 1 "next drop INTERVAL/√count = {gap} later";
}

rule! {
    /// The lines of the rule for the law.
    pub segment RULE;
    LOOK: 0 "when a packet leaves: d ← its time in the queue" shows "{sojourn} s";
    GOOD: 0 ? "if d < TARGET or at most a packet behind: good" shows "{target} s";
    SINCE_NOW: 0 "if d ≥ TARGET for a whole INTERVAL: bad" asks(BAD);
    BEGIN: 0 "if bad, begin to drop; if good, stop";
    DUE: 0 "mark or drop it: at the start, then when due" shows "count = {count}";
    SPACE: 0 "the next drop is due INTERVAL/√count later" shows "{gap} s";
}

rule! {
    /// The rule in fewer lines, for disciplines that contain CoDel.
    pub segment RULE_IN_SHORT;
    LOOK: 0 "CoDel: d ← how long b's first packet has waited" shows "{sojourn} s";
    GOOD: 1 "d ≥ TARGET for a whole INTERVAL: begin to drop" asks(BAD);
    DUE: 1 "mark or drop; next in INTERVAL/√count" shows "{gap} s";
}

/// The queueing delay of the packet being dequeued.
pub const SOJOURN: Quantity = quantity("sojourn", "d", "s", "how long the packet being dequeued has waited");
/// The target that applies on this link.
pub const TARGET: Quantity = quantity("target", "TARGET", "s", "the target that applies on this link");
/// The number of drops in a dropping phase.
pub const COUNT: Quantity =
    quantity("count", "count", "packets", "drops of the current dropping phase, which set the gap");

quantities! {
    /// The quantities that the law reports.
    pub segment QUANTITIES;
    STAY: SOJOURN;
    GOAL: TARGET;
    BEHIND: behind "b" "bytes" "bytes waiting behind the packet being dequeued";
    DROPS: COUNT;
    GAP: gap "gap" "s" "from this drop to the next";
}

/// The checked parameters of the law.
#[derive(Clone, Copy, Debug)]
pub struct Law {
    /// The target: 5 ms (RFC 8289), or 1.5 packet times of this link if that is more.
    pub target: Span,
    /// The interval, above 0. Default 100 ms (RFC 8289).
    pub interval: Span,
    /// With at most this many bytes waiting behind a packet, its delay never counts as too long \[bytes\].
    pub max_packet: u64,
    /// Whether ECN-capable packets are marked.
    pub has_ecn: bool,
    /// Whether 1/√count is approximated by steps of Newton's method.
    has_steps: bool,
}

impl Law {
    /// The law of these settings, which include [`PARAMS`] and [`super::signal::ECN`].
    pub fn read(settings: &Settings, link: &LinkFacts) -> Self {
        let packet_s = 8.0 * f64::from(link.packet_bytes) / link.capacity_bps as f64;
        let least_s = if settings.switch("slow_link_target") { 1.5 * packet_s } else { 0.0 };
        Self {
            target: Span::from_secs(settings.real("target_s").max(least_s)),
            interval: Span::from_secs(settings.real("interval_s")),
            max_packet: u64::from(link.packet_bytes),
            has_ecn: settings.switch("ecn"),
            has_steps: settings.choice("codel_root") == "newton",
        }
    }
}

/// The properties of the packet being dequeued that the law depends on.
#[derive(Clone, Copy, Debug)]
pub struct Head {
    /// The queueing delay of the packet.
    pub sojourn: Span,
    /// The bytes that wait behind the packet.
    behind: u64,
    can_mark: bool,
}

impl Head {
    /// The head `packet` of a queue that holds `bytes` bytes, the head included.
    pub fn of(packet: &Packet, bytes: u64, law: &Law, now: SimTime) -> Self {
        Self {
            sojourn: now.since(packet.arrived),
            behind: bytes - u64::from(packet.bytes),
            can_mark: law.has_ecn && packet.ecn.is_capable(),
        }
    }
}

/// What happens to the packet being dequeued.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Decision {
    /// The packet, if there is one, is sent.
    Send,
    /// The packet is marked and sent.
    Mark,
    /// The packet is dropped, and the next packet is examined.
    Drop(Dropped),
}

/// The kind of the previous drop.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Dropped {
    /// The first drop of a dropping phase.
    First,
    /// A further drop, which was due.
    Due,
}

/// The state of the law for one queue.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Watch {
    /// The time at which the delay will have been too long for a whole interval if it stays too long; `None` while the
    /// delay is not too long.
    pub bad_from: Option<SimTime>,
    /// Whether a dropping phase is in progress.
    pub is_dropping: bool,
    /// The time of the next drop. Between dropping phases, the time at which the previous phase would have made its
    /// next drop.
    pub next_drop: SimTime,
    /// The count in interval/√count. It rises by 1 at each further drop or mark of a dropping phase. Between phases it
    /// keeps the value that it had at the end of the previous phase.
    pub count: u32,
    /// The value of `count` at the start of the current dropping phase; between phases, at the start of the previous
    /// phase.
    pub last_count: u32,
    /// An approximation of 1/√count in units of 2^−16; 0 if the root is computed exactly.
    root: u16,
}

/// 1/√count for a count of 1: the largest value that 16 bits can store, just below 1.
const ROOT_OF_1: u16 = u16::MAX;

/// One step of Newton's method from `root` towards 1/√count, in the arithmetic of Linux: r ← r·(3 − count·r²)/2 with 32
/// fractional bits, of which 16 are kept. After a large increase of count, count·r² exceeds 3; the result is then
/// negative, and only its value modulo 1 is stored.
fn newton_step(root: u16, count: u32) -> u16 {
    let long = u64::from(root) << 16;
    let square = (long * long) >> 32;
    let rest = (3_u64 << 32).wrapping_sub(u64::from(count).wrapping_mul(square));
    // The difference is divided by 4 first, so that the product fits into 64 bits. The final shift removes 48
    // fractional bits. It is shorter by 2 because of the division by 4, and longer by 1 for the formula's division by
    // 2.
    ((rest >> 2).wrapping_mul(long) >> 47) as u16
}

impl Watch {
    /// Decides what happens to the packet being dequeued, if there is one. `before` is the previous drop within the
    /// same dequeue. `ids` holds the first ids of the reported lines and quantities.
    // Not inlined: two disciplines call this function, each with and without a tracer, and every copy would add to the
    // page's download.
    #[inline(never)]
    pub fn judge<C: Chance, S: Tracer>(
        &mut self,
        law: &Law,
        head: Option<Head>,
        before: Option<Dropped>,
        ids: (LineId, QuantityId),
        cx: &mut Context<'_, C, S>,
    ) -> Decision {
        let (line, quantity) = ids;
        let is_bad = head.is_some_and(|head| self.is_bad(law, &head, ids, cx));
        if head.is_none() {
            self.bad_from = None;
        }
        let dropped = match before {
            Some(Dropped::First) => {
                self.space(law, cx.now, ids, cx);
                return Decision::Send;
            }
            Some(Dropped::Due) if is_bad => {
                self.space(law, self.next_drop, ids, cx);
                Dropped::Due
            }
            _ if self.is_dropping => Dropped::Due,
            _ => Dropped::First,
        };
        if !is_bad {
            if self.is_dropping {
                cx.tracer.test(STOP.after(line), true);
                self.is_dropping = false;
            }
            return Decision::Send;
        }
        if dropped == Dropped::Due {
            if cx.now < self.next_drop {
                return Decision::Send;
            }
            self.count = self.count.saturating_add(1);
            self.step(law);
        } else {
            self.begin(law, cx.now);
        }
        cx.tracer.value(DROPS.after(quantity), f64::from(self.count));
        cx.tracer.test(if dropped == Dropped::Due { DUE } else { BEGIN }.after(line), true);
        if !head.is_some_and(|head| head.can_mark) {
            cx.tracer.line(DROP.after(line));
            return Decision::Drop(dropped);
        }
        cx.tracer.line(MARK.after(line));
        let from = if dropped == Dropped::Due { self.next_drop } else { cx.now };
        self.space(law, from, ids, cx);
        Decision::Mark
    }

    /// Whether the delay has been too long for a whole interval.
    fn is_bad<C: Chance, S: Tracer>(
        &mut self,
        law: &Law,
        head: &Head,
        (line, quantity): (LineId, QuantityId),
        cx: &mut Context<'_, C, S>,
    ) -> bool {
        cx.tracer.value(STAY.after(quantity), head.sojourn.secs());
        cx.tracer.value(BEHIND.after(quantity), head.behind as f64);
        cx.tracer.line(LOOK.after(line));
        cx.tracer.value(GOAL.after(quantity), law.target.secs());
        let is_good = head.sojourn < law.target || head.behind <= law.max_packet;
        if cx.test(GOOD.after(line), is_good) {
            self.bad_from = None;
            return false;
        }
        let bad_from = *self.bad_from.get_or_insert(cx.now + law.interval);
        let is_bad = cx.now >= bad_from;
        if !is_bad {
            cx.tracer.test(SINCE_NOW.after(line), true);
        }
        cx.test(BAD.after(line), is_bad)
    }

    fn begin(&mut self, law: &Law, now: SimTime) {
        self.is_dropping = true;
        // Soon after the previous dropping phase, the drop rate that ended that phase is a good first guess.
        let gained = self.count.saturating_sub(self.last_count);
        let is_soon = now.since(self.next_drop).nanos() < law.interval.nanos().saturating_mul(16);
        if gained > 1 && is_soon {
            self.count = gained;
            self.step(law);
        } else {
            self.count = 1;
            self.root = if law.has_steps { ROOT_OF_1 } else { 0 };
        }
        self.last_count = self.count;
    }

    fn step(&mut self, law: &Law) {
        let before = if self.root == 0 { ROOT_OF_1 } else { self.root };
        self.root = if law.has_steps { newton_step(before, self.count) } else { 0 };
    }

    fn space<C: Chance, S: Tracer>(
        &mut self,
        law: &Law,
        from: SimTime,
        (line, quantity): (LineId, QuantityId),
        cx: &mut Context<'_, C, S>,
    ) {
        let gap = if law.has_steps {
            Span::from_nanos(((u128::from(law.interval.nanos()) * u128::from(self.root)) >> 16) as u64)
        } else {
            Span::from_secs(law.interval.secs() / f64::from(self.count.max(1)).sqrt())
        };
        self.next_drop = from + gap;
        cx.tracer.value(GAP.after(quantity), gap.secs());
        cx.tracer.line(SPACE.after(line));
    }

    /// Folds the state into a hash.
    pub fn fold(&self, hash: &mut StateHash) {
        hash.fold(self.bad_from.map_or(u64::MAX, SimTime::nanos));
        hash.fold(self.next_drop.nanos());
        hash.fold(u64::from(self.count) << 32 | u64::from(self.last_count));
        hash.fold(u64::from(self.root) << 1 | u64::from(self.is_dropping));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The expected roots r are computed by hand with r ← r·(3 − count·r²)/2, from r = 1 on. For count 2, r is (3 −
    /// 2)/2 = 0.5; for count 3, 0.5·(3 − 0.75)/2 = 0.5625; for count 4, 0.5625·(3 − 4·0.3164)/2 = 0.488.
    #[test]
    fn one_newton_step_per_drop_approaches_the_root() {
        let mut root = ROOT_OF_1;
        for (count, expected) in [(2, 0.5), (3, 0.5625), (4, 0.487_793), (5, 0.441_524), (6, 0.404_073)] {
            root = newton_step(root, count);
            let near = f64::from(root) / 65_536.0;
            assert!((near - expected).abs() < 1e-4, "{count}: {near}");
        }
        for count in 7..40 {
            root = newton_step(root, count);
        }
        assert!((f64::from(root) / 65_536.0 - 1.0 / 39_f64.sqrt()).abs() < 1e-3);
    }

    /// If count falls from 30 to 2, one step from r = 1/√30 gives r = 0.18257·(3 − 2/30)/2 = 0.26777. The exact root is
    /// 1/√2 = 0.707, so drops are 2.6 times too frequent.
    #[test]
    fn after_a_fall_of_count_the_intervals_are_too_short_for_a_while() {
        let root = newton_step((65_536.0 / 30_f64.sqrt()) as u16, 2);
        assert!((f64::from(root) / 65_536.0 - 0.267_77).abs() < 1e-4);
    }

    /// The stored r approximates 1/√count by one step of Newton's method per drop. If count rises from 1 to 6, the step
    /// from r = 1 gives r = (3 − 6)/2 = −1.5, which is stored modulo 1 as 0.5. The exact value is 1/√6 = 0.408. If
    /// count rises from 1 to 50, the step gives r = −23.5, also stored as 0.5.
    #[test]
    fn after_a_large_rise_of_count_the_root_is_stored_modulo_1() {
        for count in [6, 50] {
            let near = f64::from(newton_step(ROOT_OF_1, count)) / 65_536.0;
            assert!((near - 0.5).abs() < 5e-3, "{count}: {near}");
        }
    }
}

//! CoDel: watch how long packets stay, and drop at the exit while even the shortest stay is too long.
//!
//! Rule: when every packet of a whole interval has stayed for target or longer, the one at the head is dropped, and further
//! ones at gaps of interval/√count, until a packet stays for less or at most one packet waits behind it.
//! Source: Nichols, Jacobson, McGregor and Iyengar, RFC 8289, 2018, with Linux's codel_impl.h beside it.
//! We differ: the square root is exact and "after an interval" includes the very end of it, where Linux has an approximation
//! and a strict comparison. On slow links target is raised to 1.5 packet times (`slow_link_target`): one packet of 1000 bytes
//! takes 8 ms at 1 Mb/s, and 5 ms could never be met.
//! View: fifo.

use super::about::{
    About, Bound, CodeLine, Confidence, LineId, Memory, ParamSpec, Quantity, QuantityId, View, code_line,
};
use super::parts::declare::{dial, marked_dial, real, switch};
use super::parts::fifo::{self, Fifo};
use super::parts::signal;
use super::reason::Reason;
use super::settings::{Settings, SettingsProblem};
use super::{Context, Discipline, LinkFacts, Sink, StateHash, Viewer};
use crate::packet::Packet;
use crate::rng::Chance;
use crate::time::{SimTime, Span};

/// What CoDel tells about itself.
pub const ABOUT: About = About {
    id: "codel",
    name: "CoDel",
    year: 2012,
    citation: "K. Nichols, V. Jacobson, A. McGregor and J. Iyengar, Controlled Delay Active Queue Management, RFC 8289, 2018; first in ACM Queue 10(5), 2012",
    idea: "A queue that drains now and then is good, one that never does is bad. Measure how long each packet stayed; when even the best of an interval is too long, drop at the exit, a little more often each time.",
    memory: Memory::Stateless,
    confidence: Confidence::High,
    confidence_note: "The RFC's pseudo-code. Raising the target on slow links follows the RFC's advice; by how much is our decision.",
    view: View::Fifo,
    params: &[&[fifo::LIMIT], PARAMS, &[signal::ECN]],
    defaults: &[],
    param_sets: &[],
    code: &[CODE],
    quantities: &[QUANTITIES],
    gauges: &[SOJOURN, TARGET, ABOVE, COUNT, NEXT],
    state: &[
        marked_dial("sojourn", Bound::Open, Bound::Gauge("target"), "target"),
        dial("above", Bound::Param("interval_s")),
        dial("next", Bound::Param("interval_s")),
        dial("count", Bound::Open),
    ],
    reasons: &[Reason::Overflow, Reason::Sojourn, Reason::MarkSojourn],
};

const PARAMS: &[ParamSpec] = &[
    real("target_s", "target", 0.005, (1e-4, 10.0), "a stay in the queue that is short enough")
        .symbol("TARGET")
        .unit("s")
        .logarithmic(),
    real(
        "interval_s",
        "interval",
        0.1,
        (0.001, 100.0),
        "how long stays must be too long before a packet is dropped; about the longest round trip",
    )
    .symbol("INTERVAL")
    .unit("s")
    .logarithmic(),
    switch(
        "slow_link_target",
        "spare slow links",
        true,
        "raises the target to the time in which the link sends one and a half packets",
    )
    .advanced(),
];

const CODE: &[CodeLine] = &[
    code_line(0, "arrival: if n = {n} packets wait and fill the buffer:"),
    code_line(1, "drop it (overflow)"),
    code_line(0, "otherwise admit it, stamped with the time"),
    code_line(0, "exit: {sojourn} s in the queue, {behind} bytes behind"),
    code_line(1, "below target, or at most a packet behind: good"),
    code_line(1, "too long, since now: good until INTERVAL has passed"),
    code_line(1, "too long for a whole INTERVAL: bad"),
    code_line(0, "bad, not dropping: begin, count = {count}"),
    code_line(0, "dropping, and good: stop"),
    code_line(0, "dropping, and the next drop is due: count = {count}"),
    code_line(1, "mark the packet and send it, if it is ECN-capable"),
    code_line(1, "otherwise drop it and look at the one behind"),
    code_line(1, "next drop INTERVAL/√count = {gap} s later"),
    code_line(0, "send the packet at the head"),
];
const FULL_TEST: LineId = LineId(0);
const OVERFLOW: LineId = LineId(1);
const ADMIT: LineId = LineId(2);
const LOOK: LineId = LineId(3);
const GOOD: LineId = LineId(4);
const SINCE_NOW: LineId = LineId(5);
const BAD: LineId = LineId(6);
const BEGIN: LineId = LineId(7);
const STOP: LineId = LineId(8);
const DUE: LineId = LineId(9);
const MARK: LineId = LineId(10);
const DROP: LineId = LineId(11);
const SPACE: LineId = LineId(12);
const SEND: LineId = LineId(13);

const SOJOURN: Quantity =
    Quantity { id: "sojourn", symbol: "d", unit: "s", meaning: "how long the packet at the exit has waited" };
const TARGET: Quantity =
    Quantity { id: "target", symbol: "TARGET", unit: "s", meaning: "the target in force on this link" };
const ABOVE: Quantity = Quantity {
    id: "above",
    symbol: "above",
    unit: "s",
    meaning: "for how long all packets have stayed too long, at the last exit",
};
const COUNT: Quantity =
    Quantity { id: "count", symbol: "count", unit: "packets", meaning: "drops of this bad time, which set the gap" };
const NEXT: Quantity =
    Quantity { id: "next", symbol: "next", unit: "s", meaning: "from the last exit to the next drop, while dropping" };
const QUANTITIES: &[Quantity] = &[
    Quantity { id: "n", symbol: "n", unit: "packets", meaning: "packets waiting before this arrival" },
    SOJOURN,
    Quantity { id: "behind", symbol: "b", unit: "bytes", meaning: "bytes waiting behind the packet at the exit" },
    COUNT,
    Quantity { id: "gap", symbol: "gap", unit: "s", meaning: "from this drop to the next" },
];
const WAITING: QuantityId = QuantityId(0);
const STAY: QuantityId = QuantityId(1);
const BEHIND: QuantityId = QuantityId(2);
const DROPS: QuantityId = QuantityId(3);
const GAP: QuantityId = QuantityId(4);

/// Parameters of CoDel.
#[derive(Clone, Debug)]
pub struct Params {
    /// B \[packets\], at least 1.
    limit: usize,
    /// 5 ms (RFC 8289), or 1.5 packet times of this link if that is more.
    target: Span,
    /// Above 0. Default 100 ms (RFC 8289).
    interval: Span,
    /// A backlog behind a packet that is no queue yet \[bytes\].
    max_packet: u64,
    has_ecn: bool,
}

/// A CoDel queue.
#[derive(Clone, Debug)]
pub struct CoDel {
    params: Params,
    queue: Fifo,
    /// When it will be an interval since all packets stay too long, if they do.
    bad_from: Option<SimTime>,
    is_dropping: bool,
    next_drop: SimTime,
    count: u32,
    last_count: u32,
    /// For the view: the last exit, and how long that packet had stayed.
    last_exit: SimTime,
    sojourn: Span,
}

impl CoDel {
    /// Judges the packet at the head, if there is one: whether it may be dropped.
    fn is_bad<C: Chance, S: Sink>(&mut self, cx: &mut Context<'_, C, S>) -> bool {
        let Some(head) = self.queue.iter().next() else {
            self.bad_from = None;
            return false;
        };
        self.sojourn = cx.now.since(head.arrived);
        let behind = self.queue.bytes() - u64::from(head.bytes);
        cx.sink.value(STAY, self.sojourn.secs());
        cx.sink.value(BEHIND, behind as f64);
        cx.sink.line(LOOK);
        if self.sojourn < self.params.target || behind <= self.params.max_packet {
            cx.sink.line(GOOD);
            self.bad_from = None;
            return false;
        }
        let bad_from = *self.bad_from.get_or_insert(cx.now + self.params.interval);
        let is_bad = cx.now >= bad_from;
        cx.sink.line(if is_bad { BAD } else { SINCE_NOW });
        is_bad
    }

    /// Drops the packet at the head, or tells that it is to be marked and sent.
    fn signal_head<C: Chance, S: Sink>(&mut self, cx: &mut Context<'_, C, S>) -> bool {
        let can_mark = self.params.has_ecn && self.queue.iter().next().is_some_and(|head| head.ecn.is_capable());
        if can_mark {
            cx.sink.line(MARK);
        } else {
            cx.sink.line(DROP);
            self.queue.evict(0, Reason::Sojourn, cx);
        }
        can_mark
    }

    fn space<C: Chance, S: Sink>(&mut self, from: SimTime, cx: &mut Context<'_, C, S>) {
        let gap = Span::from_secs(self.params.interval.secs() / f64::from(self.count.max(1)).sqrt());
        self.next_drop = from + gap;
        cx.sink.value(GAP, gap.secs());
        cx.sink.line(SPACE);
    }

    /// While dropping: drops what is due. Tells whether the packet at the head is to be marked.
    fn go_on<C: Chance, S: Sink>(&mut self, mut is_bad: bool, cx: &mut Context<'_, C, S>) -> bool {
        while is_bad && cx.now >= self.next_drop {
            self.count = self.count.saturating_add(1);
            cx.sink.value(DROPS, f64::from(self.count));
            cx.sink.line(DUE);
            if self.signal_head(cx) {
                self.space(self.next_drop, cx);
                return true;
            }
            is_bad = self.is_bad(cx);
            if is_bad {
                self.space(self.next_drop, cx);
            }
        }
        if !is_bad {
            cx.sink.line(STOP);
            self.is_dropping = false;
        }
        false
    }

    /// The first drop of a bad time. Tells whether the packet at the head is to be marked.
    fn begin<C: Chance, S: Sink>(&mut self, cx: &mut Context<'_, C, S>) -> bool {
        self.is_dropping = true;
        // Soon after the last bad time the rate that helped then is a good guess now.
        let gained = self.count.saturating_sub(self.last_count);
        let is_soon = cx.now.since(self.next_drop).nanos() < self.params.interval.nanos().saturating_mul(16);
        self.count = if gained > 1 && is_soon { gained } else { 1 };
        self.last_count = self.count;
        cx.sink.value(DROPS, f64::from(self.count));
        cx.sink.line(BEGIN);
        let is_marked = self.signal_head(cx);
        if !is_marked {
            self.is_bad(cx);
        }
        self.space(cx.now, cx);
        is_marked
    }
}

impl Discipline for CoDel {
    const ABOUT: &'static About = &ABOUT;
    type Params = Params;

    fn params(settings: &Settings, link: &LinkFacts) -> Result<Params, SettingsProblem> {
        let packet_s = 8.0 * f64::from(link.packet_bytes) / link.capacity_bps as f64;
        let least_s = if settings.switch("slow_link_target") { 1.5 * packet_s } else { 0.0 };
        Ok(Params {
            limit: settings.count("limit"),
            target: Span::from_secs(settings.real("target_s").max(least_s)),
            interval: Span::from_secs(settings.real("interval_s")),
            max_packet: u64::from(link.packet_bytes),
            has_ecn: settings.switch("ecn"),
        })
    }

    fn new(params: Params) -> Self {
        Self {
            params,
            queue: Fifo::default(),
            bad_from: None,
            is_dropping: false,
            next_drop: SimTime::ZERO,
            count: 0,
            last_count: 0,
            last_exit: SimTime::ZERO,
            sojourn: Span::ZERO,
        }
    }

    fn reconfigure<C: Chance, S: Sink>(&mut self, params: Params, cx: &mut Context<'_, C, S>) {
        self.params = params;
        self.queue.shrink_to(self.params.limit, cx);
    }

    #[inline]
    fn enqueue<C: Chance, S: Sink>(&mut self, packet: Packet, cx: &mut Context<'_, C, S>) {
        cx.sink.value(WAITING, self.queue.len() as f64);
        cx.sink.line(FULL_TEST);
        cx.sink.line(if self.queue.len() >= self.params.limit { OVERFLOW } else { ADMIT });
        self.queue.admit_or_overflow(packet, self.params.limit, cx);
    }

    fn dequeue<C: Chance, S: Sink>(&mut self, cx: &mut Context<'_, C, S>) -> Option<Packet> {
        self.last_exit = cx.now;
        let is_bad = self.is_bad(cx);
        let is_marked = match (self.is_dropping, is_bad) {
            (true, _) => self.go_on(is_bad, cx),
            (false, true) => self.begin(cx),
            (false, false) => false,
        };
        let mut packet = self.queue.pop()?;
        if is_marked {
            signal::mark(&mut packet, self.params.has_ecn, Reason::MarkSojourn, cx);
        }
        cx.sink.line(SEND);
        Some(packet)
    }

    fn packets(&self) -> usize {
        self.queue.len()
    }

    fn bytes(&self) -> u64 {
        self.queue.bytes()
    }

    fn limit(&self) -> usize {
        self.params.limit
    }

    fn view(&self, viewer: &mut dyn Viewer) {
        self.queue.view(viewer);
        viewer.gauge(self.sojourn.secs());
        viewer.gauge(self.params.target.secs());
        // Time is told as of the last exit, the only moments at which it matters.
        let left = self.bad_from.map(|bad_from| bad_from.since(self.last_exit).nanos());
        let above = left.map_or(0, |left| self.params.interval.nanos().saturating_sub(left));
        viewer.gauge(Span::from_nanos(above).secs());
        viewer.gauge(if self.is_dropping { f64::from(self.count) } else { 0.0 });
        let next = if self.is_dropping { self.next_drop.since(self.last_exit) } else { Span::ZERO };
        viewer.gauge(next.secs());
    }

    fn fold(&self, hash: &mut StateHash) {
        self.queue.fold(hash);
        hash.fold(self.bad_from.map_or(u64::MAX, SimTime::nanos));
        hash.fold(self.next_drop.nanos());
        hash.fold(u64::from(self.count) << 32 | u64::from(self.last_count));
        hash.fold(u64::from(self.is_dropping));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discipline::about::ParamValue::{Integer, Real, Switch};
    use crate::discipline::bench::{Bench, LINK, assert_everything_told};

    /// So many packets have waited since time 0, with the RFC's target on any link.
    fn waiting(packets: usize) -> Bench<CoDel> {
        Bench::new(&[("limit", Integer(10_000)), ("slow_link_target", Switch(false))]).holding(&"A".repeat(packets))
    }

    fn at(bench: &mut Bench<CoDel>, millis: f64) {
        bench.now = SimTime::from_secs(millis / 1000.0);
        bench.depart();
    }

    #[test]
    fn drops_come_closer_with_the_square_root_of_their_number() {
        let mut bench = waiting(6000);
        let mut drops: Vec<f64> = Vec::new();
        for tenths in 50..5500 {
            let before = bench.drops().len();
            at(&mut bench, f64::from(tenths) / 10.0);
            if bench.drops().len() > before {
                drops.push(f64::from(tenths) / 10.0);
            }
        }
        let first = drops[0];
        assert!(
            (first - 105.0).abs() < 0.11,
            "an interval after the first packet that had stayed for the target: {first}"
        );
        for (drop, expected) in drops.iter().zip([0.0, 100.0, 170.711, 228.446, 278.446, 323.167, 363.992, 401.788]) {
            // Asked each 0.1 ms, and the moments do not add up: the next is reckoned from when it was due.
            let late = drop - first - expected;
            assert!((-1e-9..0.1001).contains(&late), "{drop} is {late} late");
        }
        assert!(drops.len() >= 8);
    }

    #[test]
    fn one_short_stay_starts_the_watch_anew() {
        let mut bench = waiting(4);
        at(&mut bench, 6.0);
        bench.now = SimTime::from_secs(0.097);
        for _ in 0..3 {
            bench.arrive("B", []);
        }
        for millis in [98.0, 99.0, 100.9] {
            at(&mut bench, millis);
        }
        assert!((bench.gauges()[2] - 0.0949).abs() < 1e-9, "{:?}", bench.gauges());
        at(&mut bench, 101.0);
        assert_eq!((bench.drops(), bench.gauges()[2]), (vec![], 0.0));
        assert_eq!(bench.discipline.packets(), 2);
    }

    #[test]
    fn a_bad_time_soon_after_another_begins_where_that_one_helped() {
        let left = |later_ms: u64| {
            let mut bench = waiting(10);
            let it = &mut bench.discipline;
            (it.count, it.last_count) = (7, 3);
            it.next_drop = SimTime::from_secs(1.0);
            bench.now = it.next_drop + Span::from_millis(later_ms);
            it.bad_from = Some(bench.now);
            bench.depart();
            let it = &bench.discipline;
            (it.count, it.next_drop.since(bench.now))
        };
        assert_eq!(left(300), (4, Span::from_millis(50)));
        assert_eq!(left(2000), (1, Span::from_millis(100)));
    }

    #[test]
    fn with_a_packet_behind_nothing_is_dropped_however_old_it_is() {
        let mut bench = waiting(2);
        for second in 1..3 {
            at(&mut bench, 1000.0 * f64::from(second));
        }
        let mut bench_of_three = waiting(3);
        bench_of_three.discipline.bad_from = Some(SimTime::from_secs(1.0));
        at(&mut bench_of_three, 1000.0);
        assert_eq!((bench.drops().len(), bench_of_three.drops().len()), (0, 1));
    }

    #[test]
    fn a_mark_takes_the_place_of_a_drop_and_ends_the_round() {
        let mut bench = Bench::<CoDel>::new(&[("slow_link_target", Switch(false))]);
        for _ in 0..6 {
            bench.arrive_ect("A", []);
        }
        at(&mut bench, 10.0);
        at(&mut bench, 110.0);
        at(&mut bench, 1000.0);
        assert_eq!(bench.log.marks, [Reason::MarkSojourn; 2]);
        assert_eq!((bench.drops(), bench.discipline.packets()), (vec![], 3));
    }

    #[test]
    fn on_a_slow_link_the_target_is_one_and_a_half_packets() {
        let target = |slow, target_s| {
            let settings =
                Settings::defaults(&ABOUT).with("slow_link_target", Switch(slow)).with("target_s", Real(target_s));
            CoDel::params(&settings, &LINK).expect("consistent").target
        };
        assert_eq!(target(true, 0.005), Span::from_millis(12));
        assert_eq!(target(true, 0.02), Span::from_millis(20));
        assert_eq!(target(false, 0.005), Span::from_millis(5));
    }

    #[test]
    fn every_line_and_quantity_is_told() {
        let mut bench = Bench::<CoDel>::new(&[("limit", Integer(8)), ("slow_link_target", Switch(false))]);
        for _ in 0..5 {
            bench.arrive("A", []);
        }
        for _ in 0..4 {
            bench.arrive_ect("B", []);
        }
        for millis in [10.0, 110.0, 400.0, 600.0, 601.0] {
            at(&mut bench, millis);
        }
        assert_everything_told::<CoDel>(&[bench.log]);
    }
}

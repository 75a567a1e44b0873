//! HRC (hierarchical rate code): CHOKe's comparison, but only while packets arrive faster than the link sends and the
//! buffer is more than half full.
//!
//! Rule: the rate A of all arrivals is estimated. While A > C and more than q_trigger·B packets wait, an arrival is
//! compared with one waiting packet: a match drops both, and a miss drops the arrival alone. Otherwise the arrival is
//! admitted unless the buffer is full.
//! Source: Wang, ICCIS 2010, through one paragraph of S. Manzoor's MS thesis, GIK Institute 2015 (arXiv 1712.09726),
//! section 2.2.11. The estimate is that of Stoica, Shenker and Zhang, CSFQ, SIGCOMM 1998, with K = 0.1 s.
//! We differ: the thesis describes the trigger in one sentence: "If flow rate is greater than the output flow rate".
//! We read the flow rate as the rate A of all flows, since the output is the whole link. The rate of one flow would
//! exceed C only if that flow alone were faster than the link. We read the output rate as the capacity C, also while
//! the link is idle. The paper's rate labels in levels and its index queue are left out. Read literally, the source
//! drops every arrival under congestion, like drop-tail with half the buffer, and also drops matched packets. We keep
//! this behaviour.
//! Derived from: nothing.  View: fifo.

use crate::base::hash::StateHash;
use crate::base::math;
use crate::base::packet::Packet;
use crate::base::rng::Chance;
use crate::base::time::SimTime;
use crate::discipline::about::{About, Bound, Confidence, Memory, ParamSpec, Quantity, View};
use crate::discipline::parts::candidates::{Candidates, DrawMode};
use crate::discipline::parts::declare::{code, marked_dial, quantities, quantity, real, rule};
use crate::discipline::parts::fifo::{self, Fifo};
use crate::discipline::reason::Reason;
use crate::discipline::settings::{Settings, SettingsProblem};
use crate::discipline::{Context, Discipline, LinkFacts, Tracer, Viewer, waits_in};

/// The description of HRC.
pub const ABOUT: About = About {
    id: "hrc",
    name: "HRC",
    year: 2010,
    citation: "Y. Wang, A Fair Active Queue Management Algorithm Based on Hierarchical Rate Code, International Conference on Computational and Information Sciences (ICCIS), 2010",
    idea: "Acts only when the arrival rate exceeds the output rate and the buffer is more than half full. Then it compares as CHOKe does, and drops the arrival in any case: in effect tail-drop at half the buffer, with extra drops.",
    memory: Memory::Stateless,
    confidence: Confidence::Low,
    confidence_note: "A reconstruction from one paragraph. Certain: it acts when the \"flow rate\" exceeds the output's and the buffer is half full. We take this to be the rate of all flows together. The rate levels and the index queue of the paper are left out, and the estimate of the rate is CSFQ's.",
    view: View::Fifo,
    params: &[&[fifo::LIMIT], PARAMS],
    defaults: &[],
    param_sets: &[],
    code: CODE,
    rule: RULE,
    quantities: QUANTITIES,
    gauges: &[
        RATE,
        quantity("capacity", "C", "bit/s", "capacity of the link"),
        quantity("filling", "n/B", "", "share of the buffer that is in use"),
    ],
    state: &[
        marked_dial("rate", "arrival rate", Bound::Open, Bound::Gauge("capacity"), "link"),
        marked_dial("filling", "buffer in use", Bound::Value(1.0), Bound::Param("q_trigger"), "trigger"),
    ],
    reasons: &[Reason::Forced, Reason::Overflow, Reason::MatchArriving, Reason::MatchVictim],
    reasons_without_arrival: &[],
};

const PARAMS: &[ParamSpec] = &[
    real("rate_k_s", "averaging time", 0.1, (0.001, 10.0), "averaging time of the arrival rate")
        .symbol("K")
        .unit("s")
        .logarithmic(),
    real("q_trigger", "trigger", 0.5, (0.0, 1.0), "HRC acts only while more than this share of the buffer is in use"),
];

code! {
    RATE_AT_ONCE: 0 "first arrival: A = 0; T = 0: A ← A + bits/K = {rate}";
    RATE_AFTER_GAP: 0 "after T = {gap}: A ← (1 − e^(−T/K))·bits/T + e^(−T/K)·A";
    RATE_IS: 1 "= {rate}";
    TRIGGER_TEST: 0 ? "if A > C and n = {n} > q_trigger·B:";
    DRAW: 1 "draw one of the waiting packets";
    HIT_TEST: 1 ? "if it is of the arrival's flow ({hits}):";
    HIT: 2 "drop it and the arrival; done";
    FORCED: 1 "drop the arrival (forced); done";
    OVERFLOW: 0 ? "if B packets wait: drop the arrival (overflow)";
    ADMIT: 0 "else: admit it at the rear";
}

rule! {
    "Y. Wang, HRC, ICCIS 2010, from the CHOKeD thesis; the estimate of A is CSFQ's";
    RATE_AT_ONCE: 0 "A ← (1 − e^(−T/K))·bits/T + e^(−T/K)·A" shows "{rate}";
    TRIGGER_TEST: 0 ? "if A > C and q > B/2, draw one waiting packet";
    HIT_TEST: 1 ? "if it is of the arrival's flow, drop both";
    FORCED: 1 "else drop the arrival";
    OVERFLOW: 0 ? "if the buffer is full, drop it; else admit it";
}

const RATE: Quantity = quantity("rate", "A", "bit/s", "rate of all arrivals, estimated");

quantities! {
    GAP: gap "T" "s" "time since the previous arrival";
    RATE_NOW: RATE;
    WAITING: n "n" "packets" "packets waiting before this arrival";
    HITS: hits "hits" "packets" "drawn packets of the arrival's flow";
}

/// Parameters of HRC.
#[derive(Clone, Debug)]
pub struct Params {
    /// The buffer B \[packets\], at least 1.
    limit: usize,
    /// The averaging time K \[s\], above 0.
    memory_s: f64,
    /// The share of the buffer above which HRC acts, in 0..=1.
    trigger: f64,
    /// The capacity C of the link \[bit/s\].
    capacity_bps: f64,
}

/// An HRC queue.
#[derive(Clone, Debug)]
pub struct Hrc {
    params: Params,
    /// The estimated rate A of all arrivals \[bit/s\].
    rate_bps: f64,
    last_arrival: Option<SimTime>,
    candidates: Candidates,
    queue: Fifo,
}

impl Hrc {
    /// Updates the estimated rate with an arrival.
    fn measure<S: Tracer>(&mut self, packet: &Packet, now: SimTime, tracer: &mut S) {
        let bits = 8.0 * f64::from(packet.bytes);
        let memory_s = self.params.memory_s;
        match self.last_arrival.replace(now).map(|last| now.since(last).secs()) {
            // The first arrival gives no interval, so there is no rate yet.
            None => tracer.line(RATE_AT_ONCE),
            // Two arrivals at one instant, T = 0: the limit of the formula below for T → 0.
            Some(0.0) => {
                self.rate_bps += bits / memory_s;
                tracer.line(RATE_AT_ONCE);
            }
            Some(gap_s) => {
                let kept = math::exp(-gap_s / memory_s);
                self.rate_bps = (1.0 - kept) * bits / gap_s + kept * self.rate_bps;
                tracer.value(GAP, gap_s);
                tracer.line(RATE_AFTER_GAP);
                tracer.line(RATE_IS);
            }
        }
        tracer.value(RATE_NOW, self.rate_bps);
    }

    /// The number of waiting packets above which HRC acts.
    fn trigger(&self) -> f64 {
        self.params.trigger * self.params.limit as f64
    }
}

impl Discipline for Hrc {
    const ABOUT: &'static About = &ABOUT;
    type Params = Params;

    fn params(settings: &Settings, link: &LinkFacts) -> Result<Params, SettingsProblem> {
        Ok(Params {
            limit: settings.count("limit"),
            memory_s: settings.real("rate_k_s"),
            trigger: settings.real("q_trigger"),
            capacity_bps: link.capacity_bps as f64,
        })
    }

    fn new(params: Params) -> Self {
        Self { params, rate_bps: 0.0, last_arrival: None, candidates: Candidates::default(), queue: Fifo::default() }
    }

    fn reconfigure<C: Chance, S: Tracer>(&mut self, params: Params, cx: &mut Context<'_, C, S>) {
        self.params = params;
        self.queue.shrink_to(self.params.limit, cx);
    }

    fn enqueue<C: Chance, S: Tracer>(&mut self, packet: Packet, cx: &mut Context<'_, C, S>) {
        self.measure(&packet, cx.now, cx.tracer);
        let waiting = self.queue.len();
        cx.tracer.value(WAITING, waiting as f64);
        if cx.test(TRIGGER_TEST, self.rate_bps > self.params.capacity_bps && waiting as f64 > self.trigger()) {
            cx.tracer.line(DRAW);
            let hits = self.candidates.draw(DrawMode::Distinct, 1, 0..waiting, &self.queue, packet.flow, cx);
            cx.tracer.value(HITS, hits as f64);
            let (line, reason) =
                if cx.test(HIT_TEST, hits > 0) { (HIT, Reason::MatchArriving) } else { (FORCED, Reason::Forced) };
            cx.tracer.line(line);
            self.candidates.evict(&mut self.queue, cx);
            return cx.tracer.drop(&packet, reason, None);
        }
        self.queue.admit_or_overflow(packet, self.params.limit, (OVERFLOW, ADMIT), cx);
    }

    fn dequeue<C: Chance, S: Tracer>(&mut self, _cx: &mut Context<'_, C, S>) -> Option<Packet> {
        self.queue.pop()
    }

    waits_in!(queue, params.limit);

    fn view(&self, viewer: &mut dyn Viewer) {
        self.queue.view(viewer);
        viewer.gauge(self.rate_bps);
        viewer.gauge(self.params.capacity_bps);
        viewer.gauge(self.queue.len() as f64 / self.params.limit as f64);
    }

    fn fold(&self, hash: &mut StateHash) {
        self.queue.fold(hash);
        hash.fold_real(self.rate_bps);
        hash.fold(self.last_arrival.map_or(u64::MAX, SimTime::nanos));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Draw::Index;
    use crate::base::time::Span;
    use crate::discipline::about::ParamValue::Integer;
    use crate::discipline::bench::{Bench, flows};

    /// Returns the estimated rate after an arrival of 1000 bytes. Before it the estimate is `rate_bps`, and the
    /// previous arrival was 10 ms ago.
    fn rate_after(rate_bps: f64) -> f64 {
        let mut bench = Bench::<Hrc>::new(&[]).holding("A");
        bench.discipline.rate_bps = rate_bps;
        bench.now += Span::from_millis(10);
        bench.arrive("B", []);
        bench.gauges()[0]
    }

    /// A buffer of 100 packets that holds `packets` packets of flow A, with the estimated rate `rate_bps`. One more
    /// arrival lowers the estimate only slightly. An estimate well above the link's rate therefore remains above that
    /// rate.
    fn busy(packets: usize, rate_bps: f64) -> Bench<Hrc> {
        let mut bench = Bench::<Hrc>::new(&[]).holding(&"A".repeat(packets));
        bench.discipline.rate_bps = rate_bps;
        bench.now += Span::from_millis(10);
        bench
    }

    #[test]
    fn the_rate_is_averaged_over_its_memory() {
        assert!((rate_after(0.0) - 76_130.065_6).abs() < 1e-3, "{}", rate_after(0.0));
        assert!((rate_after(1e6) - 980_967.483_6).abs() < 1e-3, "{}", rate_after(1e6));
    }

    #[test]
    fn the_first_arrival_gives_no_rate_and_a_simultaneous_one_gives_the_limit() {
        let mut bench = Bench::<Hrc>::new(&[]);
        bench.arrive("A", []);
        assert_eq!(bench.gauges()[0], 0.0);
        bench.arrive("A", []);
        assert_eq!(bench.gauges()[0], 80_000.0);
    }

    #[test]
    fn at_exactly_half_a_buffer_every_arrival_is_admitted() {
        let mut bench = busy(50, 1.2e6);
        bench.arrive("B", []);
        assert_eq!((bench.drops(), bench.discipline.packets()), (vec![], 51));
    }

    #[test]
    fn above_half_a_miss_drops_the_arrival_and_a_match_drops_both() {
        let mut bench = busy(51, 1.2e6);
        bench.arrive("B", [Index(51, 7)]);
        assert_eq!((bench.drops(), bench.discipline.packets()), (vec![("B", Reason::Forced)], 51));
        let mut bench = busy(51, 1.2e6);
        bench.arrive("A", [Index(51, 7)]);
        let pair = vec![("A", Reason::MatchVictim), ("A", Reason::MatchArriving)];
        assert_eq!((bench.drops(), bench.discipline.packets()), (pair, 50));
    }

    #[test]
    fn without_overload_only_a_full_buffer_drops() {
        let mut bench = Bench::<Hrc>::new(&[("limit", Integer(3))]).holding("AAB");
        bench.now += Span::from_millis(10);
        bench.arrive("A", []);
        assert_eq!((flows(&bench), bench.drops()), ("AAB".into(), vec![("A", Reason::Overflow)]));
    }
}

//! SBT (Size Based Treatment): RED that spares small packets.
//!
//! Rule: as RED, but between the thresholds p_b is multiplied by (size/ref)^κ, capped at 1. The reference size is the
//! mean size of the waiting packets, or a fixed value. From max_th on (if gentle, from twice max_th on) every arrival of
//! any size is dropped.
//! Source: Dimitriou and Tsaoussidis, ICT 2008, of which only the abstract was available, and their later work on
//! size-oriented dropping, in which the size of a packet is compared with the sizes of the queued packets. Only the
//! principle is certain.
//! We differ: the formula is our own, the simplest formula that fits the principle. With an empty queue the reference
//! is RED's mean packet size. In byte mode RED's own treatment of sizes is off by default (`byte_scale`); otherwise
//! sizes would count twice.
//! Derived from: `red`.  View: fifo.

use crate::base::hash::StateHash;
use crate::base::math;
use crate::base::packet::Packet;
use crate::base::rng::Chance;
use crate::discipline::about::{About, Confidence, Memory, ParamSpec, ParamValue, Quantity, View};
use crate::discipline::parts::declare::{choice, code, option, quantities, quantity, real, rule, whole};
use crate::discipline::parts::drop_curve::Zone;
use crate::discipline::random_early::red::{self, Core};
use crate::discipline::settings::{Settings, SettingsProblem};
use crate::discipline::{Context, Discipline, LinkFacts, Tracer, Viewer, waits_in};

/// The description of SBT.
pub const ABOUT: About = About {
    id: "sbt",
    name: "SBT",
    year: 2008,
    citation: "S. Dimitriou and V. Tsaoussidis, A New Service Differentiation Scheme: Size Based Treatment, International Conference on Telecommunications (ICT), 2008",
    idea: "RED in which small packets, often voice or control, have a smaller drop probability than large ones; sizes are compared with those of the waiting packets.",
    memory: Memory::Stateless,
    confidence: Confidence::Low,
    confidence_note: "A reconstruction. Certain: smaller packets are dropped with lower probability, and size is compared with the queue. Ours: the formula and its exponent.",
    view: View::Fifo,
    params: &[red::PARAMS, PARAMS],
    defaults: &[
        ("min_th", ParamValue::Real(40.0)),
        ("max_th", ParamValue::Real(80.0)),
        ("w_q", ParamValue::Real(0.02)),
        ("max_p", ParamValue::Real(0.1)),
        ("byte_scale", ParamValue::Choice("none")),
    ],
    param_sets: &[red::CHOKED_THESIS],
    code: CODE,
    rule: RULE,
    quantities: QUANTITIES,
    gauges: &[red::AVG, red::COUNT, red::P_B, REFERENCE],
    state: &[],
    reasons: red::REASONS,
    reasons_without_arrival: &[],
};

const PARAMS: &[ParamSpec] = &[
    real(
        "sbt_exponent",
        "exponent",
        1.0,
        (0.0, 8.0),
        "effect of the size: with 0 none, as in RED; with 1, twice the size doubles the probability",
    )
    .symbol("κ"),
    choice(
        "sbt_ref",
        "reference",
        &[
            option("queue_mean", "the mean size of the waiting packets"),
            option("fixed", "the size given as the fixed reference"),
        ],
        "the packet size that has exactly RED's probability",
    )
    .advanced(),
    whole("sbt_ref_bytes", "fixed reference", 600, (1, 65_535), "the reference size where it is fixed")
        .unit("bytes")
        .advanced(),
];

code! {
    ..red::HEAD;
    REFER: 0 "ref ← bytes/packets waiting, or fixed, = {ref}";
    WEIGH: 0 "under max_th p_b below is ·(size/ref)^κ = {weight}";
    ..STAGE: red::STAGE;
}

rule! {
    "S. Dimitriou and V. Tsaoussidis, SBT, ICT 2008, from its abstract; the formula is ours, as is the buffer test";
    ..red::RULE_HEAD;
    REFER: 0 "ref ← mean size of the waiting packets" shows "{ref} bytes";
    WEIGH: 0 "p_b ← p_b·(size/ref)^κ, and p_a with it" shows "× {weight}";
    ..STAGE: red::RULE_STAGE;
}

const REFERENCE: Quantity = quantity("ref", "ref", "bytes", "the packet size that has exactly RED's probability");

quantities! {
    ..red::QUANTITIES;
    REF: REFERENCE;
    WEIGHT: weight "(size/ref)^κ" "" "factor of the drop probability";
}

/// Parameters of SBT.
#[derive(Clone, Debug)]
pub struct Params {
    red: red::Params,
    treatment: Treatment,
}

/// How the size of a packet changes the packet's drop probability.
#[derive(Clone, Debug)]
struct Treatment {
    /// κ, the exponent of size/ref, at least 0.
    exponent: f64,
    /// The fixed reference size \[bytes\], at least 1; `None` for the mean size of the waiting packets.
    fixed_reference: Option<f64>,
}

/// An SBT queue.
#[derive(Clone, Debug)]
pub struct Sbt {
    core: Core,
    treatment: Treatment,
}

impl Sbt {
    /// The packet size for which the drop probability is RED's \[bytes\].
    fn reference(&self) -> f64 {
        let queue = &self.core.queue;
        match self.treatment.fixed_reference {
            Some(bytes) => bytes,
            None if queue.is_empty() => f64::from(self.core.params.mean_bytes()),
            None => queue.bytes() as f64 / queue.len() as f64,
        }
    }
}

impl Discipline for Sbt {
    const ABOUT: &'static About = &ABOUT;
    type Params = Params;

    fn params(settings: &Settings, link: &LinkFacts) -> Result<Params, SettingsProblem> {
        let treatment = Treatment {
            exponent: settings.real("sbt_exponent"),
            fixed_reference: (settings.choice("sbt_ref") == "fixed").then(|| settings.real("sbt_ref_bytes")),
        };
        Ok(Params { red: red::Params::read(settings, link)?, treatment })
    }

    fn new(params: Params) -> Self {
        Self { core: Core::new(params.red), treatment: params.treatment }
    }

    fn reconfigure<C: Chance, S: Tracer>(&mut self, params: Params, cx: &mut Context<'_, C, S>) {
        self.core.reconfigure(params.red, cx);
        self.treatment = params.treatment;
    }

    fn enqueue<C: Chance, S: Tracer>(&mut self, packet: Packet, cx: &mut Context<'_, C, S>) {
        let zone = self.core.meet(cx);
        if zone == Zone::Below {
            self.core.admit(packet, STAGE, cx);
            return;
        }
        let reference = self.reference();
        let weight = math::pow(f64::from(packet.bytes) / reference, self.treatment.exponent);
        cx.tracer.value(REF, reference);
        cx.tracer.line(REFER);
        cx.tracer.value(WEIGHT, weight);
        cx.tracer.line(WEIGH);
        self.core.decide_weighted(packet, weight, zone, STAGE, cx);
    }

    fn dequeue<C: Chance, S: Tracer>(&mut self, cx: &mut Context<'_, C, S>) -> Option<Packet> {
        self.core.dequeue(cx.now)
    }

    waits_in!(core.queue, core.params.limit);

    fn average(&self) -> Option<f64> {
        Some(self.core.average())
    }

    fn view(&self, viewer: &mut dyn Viewer) {
        self.core.view(viewer);
        viewer.gauge(self.reference());
    }

    fn fold(&self, hash: &mut StateHash) {
        self.core.fold(hash);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Draw::Unit;
    use crate::discipline::QuantityId;
    use crate::discipline::about::ParamValue::{Choice, Integer, Real, Switch};
    use crate::discipline::bench::{Bench, ForceAverage, flows};
    use crate::discipline::reason::Reason;

    impl ForceAverage for Sbt {
        fn force_average(&mut self, value: f64) {
            self.core.force_average(value);
        }
    }

    /// A queue of two large and two small packets, 850 bytes on average. The average queue gives p_b = 0.02.
    fn mixed(values: &[(&'static str, ParamValue)]) -> Bench<Sbt> {
        let mut bench = Bench::<Sbt>::new(values);
        for (letter, bytes) in [("A", 1500), ("B", 1500), ("C", 200), ("D", 200)] {
            bench.force_avg(1.0).arrive_sized(letter, bytes, []);
        }
        bench.force_avg(48.0);
        bench
    }

    fn last_value(bench: &Bench<Sbt>, quantity: QuantityId) -> f64 {
        bench.log.values.iter().rev().find(|(id, _)| *id == quantity).map_or(f64::NAN, |(_, value)| *value)
    }

    /// p_b of the last arrival, as RED reports it.
    fn probability_of(bytes: u16, values: &[(&'static str, ParamValue)]) -> f64 {
        let place = red::QUANTITIES.iter().position(|quantity| quantity.id == "p_b").expect("RED reports it");
        let mut bench = mixed(values);
        bench.arrive_sized("X", bytes, [Unit(0.9)]);
        last_value(&bench, QuantityId(place as u8))
    }

    #[test]
    fn small_packets_have_a_smaller_drop_probability() {
        for (bytes, reference, expected) in [
            (200, None, 0.004_705_882),
            (1500, None, 0.035_294_118),
            (200, Some(600), 0.006_666_667),
            (1500, Some(600), 0.05),
        ] {
            let fixed = reference.map(|bytes| [("sbt_ref", Choice("fixed")), ("sbt_ref_bytes", Integer(bytes))]);
            let found = probability_of(bytes, fixed.as_ref().map_or(&[], |values| &values[..]));
            assert!((found - expected).abs() < 1e-9, "{bytes} bytes: {found}");
        }
        let square = probability_of(200, &[("sbt_exponent", Real(2.0))]);
        assert!((square - 0.02 * (200.0 / 850.0) * (200.0 / 850.0)).abs() < 1e-12, "{square}");
        assert_eq!(probability_of(200, &[("sbt_exponent", Real(0.0))]), 0.02);
    }

    #[test]
    fn a_probability_stops_at_one() {
        let steep = [("sbt_exponent", Real(8.0)), ("sbt_ref", Choice("fixed")), ("sbt_ref_bytes", Integer(100))];
        let mut bench = mixed(&steep);
        bench.arrive_sized("X", 1500, []);
        assert_eq!(bench.drops(), [("X", Reason::Early)]);
    }

    #[test]
    fn from_the_maximum_on_the_size_has_no_effect() {
        for spaced in ["forced", "spaced"] {
            let mut bench = mixed(&[("above_max", Choice(spaced))]);
            bench.force_avg(80.0).arrive_sized("X", 1, []);
            assert_eq!(bench.drops(), [("X", Reason::Forced)], "{spaced}");
        }
    }

    #[test]
    fn with_an_empty_queue_the_mean_packet_size_is_the_reference() {
        let mut bench = Bench::<Sbt>::new(&[("mean_pkt_size", Integer(500))]);
        bench.force_avg(48.0).arrive_sized("X", 250, [Unit(0.9)]);
        assert_eq!(last_value(&bench, WEIGHT), 0.5);
        assert_eq!((flows(&bench), bench.gauges()[3]), ("X".into(), 250.0));
    }

    #[test]
    fn a_mark_in_place_of_a_drop_has_the_same_probability() {
        let mut bench = mixed(&[("ecn", Switch(true))]);
        bench.arrive_ect("X", [Unit(0.02 * 1000.0 / 850.0 - 1e-9)]);
        assert_eq!(bench.log.marks, [Reason::MarkEarly]);
    }
}

//! RED (Random Early Detection): drops arrivals at random, with a probability that grows with the average queue.
//!
//! Rule: below min_th every arrival is admitted. Between the thresholds an arrival is dropped with a probability that
//! rises from 0 to max_p with the average, and grows with each packet since the last drop. From max_th on every arrival
//! is dropped. The buffer is tested last.
//! Source: Floyd and Jacobson, IEEE/ACM Transactions on Networking 1(4), 1993; gentle mode: Floyd, note of 2000; ECN:
//! RFC 3168, section 7; ns-2.35 and ns-3 for the options named after them.
//! We differ: in byte mode the average counts packets of the mean size. The buffer counts packets even in byte mode,
//! unless `byte_buffer` makes it count bytes as in ns-2; it never holds more than B packets of any size. A packet is
//! ECN-marked only if there is room for it, so no mark is lost. CHOKe's family, too, is built on [`Core`].
//! View: fifo.

mod declare;
mod mechanism;
#[cfg(test)]
mod tests;

pub use declare::{
    AGMRUN, AVG, CHOKED_THESIS, COUNT, GAUGES, HEAD, P_B, PARAMS, QUANTITIES, RULE_HEAD, RULE_STAGE, RULE_STAGE_GENTLE,
    RULE_STAGE_IN_SHORT, STAGE, TAI_2013, THESIS_DEFAULTS,
};
pub(in crate::discipline) use declare::{
    AGMRUN_VALUES, CHART_AVERAGE, RAMP_PLACE, REASONS, chart_below, chart_stage, red_values,
};
use declare::{LINUX, NS2_35, NS3, RED_1993, RULE_OF_HEAD, RULE_OF_STAGE};
pub use mechanism::{Core, Params, Phantoms, happens};

use crate::base::hash::StateHash;
use crate::base::packet::Packet;
use crate::base::rng::Chance;
use crate::discipline::about::{About, Chart, Confidence, Memory, Rule, View};
use crate::discipline::parts::declare::{code, rule};
use crate::discipline::parts::drop_curve::Zone;
use crate::discipline::settings::{Settings, SettingsProblem};
use crate::discipline::{Context, Discipline, LinkFacts, Tracer, Viewer, waits_in};

/// The description of RED.
pub const ABOUT: About = About {
    id: "red",
    name: "RED",
    year: 1993,
    citation: "S. Floyd and V. Jacobson, Random Early Detection Gateways for Congestion Avoidance, IEEE/ACM Transactions on Networking 1(4), 1993",
    idea: "Drop arrivals at random before the buffer is full, with a probability that grows with the average queue. RED keeps queues short but treats all flows alike: a flow that ignores drops keeps its share.",
    memory: Memory::Stateless,
    confidence: Confidence::High,
    confidence_note: "Checked against the paper and the code of ns-2, ns-3 and Linux; where these differ there is an option.",
    view: View::Fifo,
    params: &[PARAMS],
    defaults: &[],
    param_sets: &[RED_1993, NS2_35, NS3, LINUX, CHOKED_THESIS, TAI_2013],
    code: CODE,
    rule: Rule { chart: Some(&CHART), ..RULE },
    quantities: &[QUANTITIES],
    gauges: GAUGES,
    state: &[],
    reasons: REASONS,
    reasons_without_arrival: &[],
};

/// A RED queue.
#[derive(Clone, Debug)]
pub struct Red {
    core: Core,
}

code! {
    ..HEAD;
    ..STAGE_FIRST: STAGE;
}

rule! {
    "S. Floyd and V. Jacobson, RED, ToN 1(4), 1993, Fig. 2; the buffer test is ours";
    ..RULE_OF_HEAD;
    ..STAGE_FIRST: RULE_OF_STAGE;
}

const CHART: Chart = Chart {
    source: "A. bin Salleh, thesis, UPM 2015, Fig. 2.1; the buffer test is ours",
    boxes: &{
        let [forced, early, full] = chart_stage(STAGE_FIRST);
        [CHART_AVERAGE, chart_below(4), forced, early, full]
    },
};

impl Discipline for Red {
    const ABOUT: &'static About = &ABOUT;
    type Params = Params;

    fn params(settings: &Settings, link: &LinkFacts) -> Result<Params, SettingsProblem> {
        Params::read(settings, link)
    }

    fn new(params: Params) -> Self {
        Self { core: Core::new(params) }
    }

    fn reconfigure<C: Chance, S: Tracer>(&mut self, params: Params, cx: &mut Context<'_, C, S>) {
        self.core.reconfigure(params, cx);
    }

    fn enqueue<C: Chance, S: Tracer>(&mut self, packet: Packet, cx: &mut Context<'_, C, S>) {
        match self.core.meet(cx) {
            Zone::Below => self.core.admit(packet, STAGE_FIRST, cx),
            zone => self.core.decide(packet, zone, STAGE_FIRST, cx),
        };
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
    }

    fn fold(&self, hash: &mut StateHash) {
        self.core.fold(hash);
    }
}

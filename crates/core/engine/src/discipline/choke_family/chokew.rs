//! CHOKeW: CHOKe whose number of draws rises with congestion. Arrivals of high priority are compared with fewer
//! packets.
//!
//! Rule: at an arrival the drawing factor p₀ rises by p⁺ if more than L_th packets wait and falls by p⁻ otherwise. An
//! arrival of priority i is compared with at most p₀/w_i packets, which are drawn one at a time. At the first match
//! both packets are dropped.
//! Source: Wen, Fang and Sun, CHOKeW, MILCOM 2005, and IEEE Transactions on Parallel and Distributed Systems 20(1),
//! 2009, through an abstract and the description in S. Manzoor's MS thesis, GIK Institute 2015 (arXiv 1712.09726),
//! section 2.2.7.
//! We differ: in the thesis a value p₀/w_i below 1 always means one draw. Here it is the probability of one draw;
//! otherwise p₀ would have no effect below 1. The bound `p0_max`, the current queue length as the measure of congestion
//! and the two weights are our decisions. An L_th of 100 packets for a buffer of 500 is quoted from memory; the default
//! keeps this proportion in a buffer of 100.
//! Derived from: nothing; with `choker` through `weighted`.  View: fifo.

use crate::discipline::Tracer;
use crate::discipline::about::{About, Confidence, LineId, Memory, ParamSet, ParamValue, View};
use crate::discipline::choke_family::weighted::{self, Rise, Weighted};
use crate::discipline::parts::declare::{code, rule};
use crate::discipline::settings::Settings;

/// The description of CHOKeW.
pub const ABOUT: About = About {
    id: "chokew",
    name: "CHOKeW",
    year: 2005,
    citation: "S. Wen, Y. Fang and H. Sun, CHOKeW: Bandwidth Differentiation and TCP Protection in Core Networks, IEEE MILCOM 2005",
    idea: "CHOKe whose number of draws rises while congestion lasts; packets with priority are compared less often. There is no average and no early drop: apart from overflows, only matches drop packets.",
    memory: Memory::Stateless,
    confidence: Confidence::Medium,
    confidence_note: "The drawing factor, its rise and fall and the weights are certain. The numbers are recalled, not checked; the bound of the factor, the two weights and the queue itself as the measure of congestion are our decisions.",
    view: View::Fifo,
    params: &[weighted::PARAMS],
    defaults: &[],
    param_sets: &[CHOKEW_2005],
    code: CODE,
    rule: RULE,
    quantities: &[weighted::QUANTITIES],
    gauges: &[weighted::P_0],
    state: weighted::STATE,
    reasons: weighted::REASONS,
    reasons_without_arrival: &[],
};

/// The values of the paper, quoted from memory.
pub(in crate::discipline) const CHOKEW_2005: ParamSet = ParamSet {
    id: "chokew-2005",
    name: "CHOKeW paper, 2005",
    origin: "S. Wen, Y. Fang and H. Sun, CHOKeW, 2005, from memory: its text was not available",
    values: &[
        ("limit", ParamValue::Integer(500)),
        ("l_th", ParamValue::Integer(100)),
        ("p_plus", ParamValue::Real(0.002)),
        ("p_minus", ParamValue::Real(0.001)),
    ],
};

code! {
    ..weighted::TEST;
    RISE: 1 "p_0 ← p_0 + p⁺, at most p0_max = {p_0}";
    ..REST: weighted::REST;
}

rule! {
    "S. Wen, Y. Fang and H. Sun, CHOKeW, MILCOM 2005, from its abstract and the CHOKeD thesis";
    weighted::ABOVE_TEST: 0 ? "if q > L_th, p_0 ← p_0 + p⁺" shows "{p_0}";
    ..REST: weighted::RULE_REST;
}

/// A CHOKeW queue.
pub type ChokeW = Weighted<Rule>;

/// The rule by which CHOKeW raises its drawing factor: by one step.
#[derive(Clone, Debug)]
pub struct Rule;

impl Rise for Rule {
    const ABOUT: &'static About = &ABOUT;
    const RISE: &'static [LineId] = &[RISE];
    const REST: LineId = REST;

    fn read(_settings: &Settings) -> Self {
        Self
    }

    fn steps<S: Tracer>(&self, _waiting: usize, _threshold: usize, _limit: usize, _sink: &mut S) -> u32 {
        1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Stream;
    use crate::discipline::about::ParamValue::Integer;
    use crate::discipline::bench::Bench;

    #[test]
    fn the_factor_rises_by_a_step_for_every_arrival_that_finds_more_than_the_threshold() {
        let mut bench = Bench::<ChokeW>::new(&[("l_th", Integer(2)), ("limit", Integer(3))]).holding("ABC");
        let mut chance = Stream::named(1, "rise");
        for _ in 0..500 {
            bench.arrive_by_chance("Z", &mut chance);
        }
        assert!((bench.gauges()[0] - 1.0).abs() < 1e-9, "{:?}", bench.gauges());
    }

    #[test]
    fn a_queue_of_exactly_the_threshold_is_not_congested() {
        let mut bench = Bench::<ChokeW>::new(&[("l_th", Integer(2))]).holding("AB");
        bench.arrive("C", []);
        assert_eq!(bench.gauges(), [0.0]);
    }
}

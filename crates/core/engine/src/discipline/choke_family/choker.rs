//! CHOKeR: CHOKeW whose number of draws per arrival rises faster, the fuller the buffer.
//!
//! Rule: as CHOKeW, except for the increase of the drawing factor p₀. If an arrival finds n > L_th packets in the
//! queue, p₀ rises by j·p⁺, where j is the smaller of j_max (`steps`) and 1 + ⌊j_max·(n − L_th)/(B − L_th)⌋.
//! Source: Lu, Du and Liu, CHOKeR, IEEE Transactions on Industrial Informatics 10(1), 2014, of which only the abstract
//! was available. It mentions draws as in CHOKeW, a multi-step increase and single-step decrease of the drawing factor,
//! and priorities.
//! We differ: the rule for the number of steps is a reconstruction, and so is `steps` = 3.
//! Derived from: `chokew`, through `weighted`.  View: fifo.

use crate::discipline::Tracer;
use crate::discipline::about::{About, Confidence, LineId, Memory, ParamSpec, View};
use crate::discipline::choke_family::chokew;
use crate::discipline::choke_family::weighted::{self, Rise, Weighted};
use crate::discipline::parts::declare::{code, quantities, rule, whole};
use crate::discipline::settings::Settings;

/// The description of CHOKeR.
pub const ABOUT: About = About {
    id: "choker",
    name: "CHOKeR",
    year: 2014,
    citation: "L. Lu, H. Du and R. P. Liu, CHOKeR: A Novel AQM Algorithm With Proportional Bandwidth Allocation and TCP Protection, IEEE Transactions on Industrial Informatics 10(1), 2014",
    idea: "CHOKeW with a faster reaction: the fuller the buffer, the larger the steps in which the number of draws rises. The number falls in single steps.",
    memory: Memory::Stateless,
    confidence: Confidence::Low,
    confidence_note: "A reconstruction. Certain: the drawing factor rises by several steps at once and falls by one. Ours: the number of steps for each queue length. Everything else is CHOKeW's.",
    view: View::Fifo,
    params: &[weighted::PARAMS, PARAMS],
    defaults: &[],
    param_sets: &[chokew::CHOKEW_2005],
    code: CODE,
    rule: RULE,
    quantities: QUANTITIES,
    gauges: &[weighted::P_0],
    state: weighted::STATE,
    reasons: weighted::REASONS,
    reasons_without_arrival: &[],
};

const PARAMS: &[ParamSpec] = &[whole(
    "steps",
    "max steps",
    3,
    (1, 100),
    "number of steps by which the drawing factor rises at a full buffer; with 1 this is CHOKeW",
)
.symbol("j_max")];

code! {
    ..weighted::TEST;
    STEP: 1 "j ← 1 + ⌊j_max·(n − L_th)/(B − L_th)⌋, ≤ j_max = {j}";
    RISE: 1 "p_0 ← p_0 + j·p⁺, at most p0_max = {p_0}";
    ..REST: weighted::REST;
}

rule! {
    "L. Lu, H. Du and R. P. Liu, CHOKeR, 2014, from its abstract; the formula of j is ours";
    weighted::ABOVE_TEST: 0 ? "if q > L_th, j ← 1 + ⌊j_max·(q−L_th)/(B−L_th)⌋" shows "{j}";
    RISE: 1 "p_0 ← p_0 + j·p⁺, with j at most j_max" shows "{p_0}";
    ..REST: weighted::RULE_REST;
}

quantities! {
    ..weighted::QUANTITIES;
    STEPS: j "j" "" "steps by which the drawing factor rises";
}

/// A CHOKeR queue.
pub type ChokeR = Weighted<Rule>;

/// The rule by which CHOKeR raises its drawing factor.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The maximum number of steps j_max, at least 1.
    max_steps: u32,
}

impl Rise for Rule {
    const ABOUT: &'static About = &ABOUT;
    const RISE: &'static [LineId] = &[STEP, RISE];
    const REST: LineId = REST;

    fn read(settings: &Settings) -> Self {
        Self { max_steps: settings.count("steps") as u32 }
    }

    fn steps<S: Tracer>(&self, waiting: usize, threshold: usize, limit: usize, tracer: &mut S) -> u32 {
        // The division is safe: `waiting` is above the threshold and at most `limit`, so `room` is above 0.
        let (over, room) = (waiting - threshold, limit - threshold);
        let steps = (1 + self.max_steps as usize * over / room).min(self.max_steps as usize) as u32;
        tracer.value(STEPS, f64::from(steps));
        steps
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Stream;
    use crate::discipline::about::ParamValue::Integer;
    use crate::discipline::bench::Bench;

    #[test]
    fn the_number_of_steps_grows_with_the_buffers_fill() {
        let steps = |waiting| Rule { max_steps: 3 }.steps(waiting, 100, 400, &mut crate::discipline::Silent);
        assert_eq!([101, 199, 200, 299, 300, 400].map(steps), [1, 1, 2, 2, 3, 3]);
    }

    #[test]
    fn a_buffer_two_thirds_over_the_threshold_raises_the_factor_by_three_steps() {
        let limit = ("limit", Integer(400));
        let mut bench = Bench::<ChokeR>::new(&[limit, ("l_th", Integer(400))]).holding(&"A".repeat(300));
        bench.reconfigure(&[limit, ("l_th", Integer(100))]);
        bench.arrive_by_chance("B", &mut Stream::named(1, "rise"));
        assert!((bench.gauges()[0] - 0.006).abs() < 1e-12, "{:?}", bench.gauges());
    }
}

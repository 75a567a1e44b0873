//! CHOKe with APF (Average Per Flow): an arrival is compared only if its flow has more waiting packets than the average
//! flow. After misses more packets are drawn.
//!
//! Rule: n packets of N flows wait. An arrival whose flow has more than apf_factor·n/N of these is compared with one
//! drawn packet, and with up to `extra_draws` more as long as none matches. All other arrivals go straight to RED.
//! Source: A. bin Salleh, Master's thesis, UPM 2015. Two facts are known: the comparison has a parameter "Average Per
//! Flow", and the greedy flow's throughput is lower than under CHOKe, by 5.16 % of the link's capacity.
//! We differ: the thesis's rule is lost; this rule is a reconstruction. A rule that merely exempts small flows from
//! comparison would give the greedy flow the same throughput as CHOKe. The second fact says that the throughput is
//! lower. The reconstruction therefore has an extra draw; `extra_draws` = 0 removes it.
//! Derived from: `red`, through `family`.  View: fifo.

use crate::base::packet::Packet;
use crate::base::rng::Chance;
use crate::discipline::about::{About, Bound, Confidence, Mark, Memory, ParamSpec, Quantity, StateView, Table, View};
use crate::discipline::choke_family::family::{self, FULL_FIRST, Family, HIT_TEST, Relative, Search};
use crate::discipline::parts::candidates::{Candidates, DrawMode};
use crate::discipline::parts::declare::{code, quantities, quantity, real, rule, whole};
use crate::discipline::random_early::red::{self, Core};
use crate::discipline::settings::{Settings, SettingsProblem};
use crate::discipline::{Context, Tracer, Viewer};

/// The description of CHOKe with APF.
pub const ABOUT: About = About {
    id: "choke-apf",
    name: "CHOKe-APF",
    year: 2015,
    citation: "A. bin Salleh, Transient Behaviour of CHOKe, Master's thesis, Universiti Putra Malaysia, 2015",
    idea: "CHOKe that counts waiting packets by flow. An arrival of a flow with more packets than the average is compared, and compared again after a miss. RED decides on all other arrivals.",
    memory: Memory::Partial,
    confidence: Confidence::Low,
    confidence_note: "A reconstruction: only the parameter's name and one result are known. Our guess is that flows above the average are compared a second time; without this rule the known result could not appear.",
    view: View::Fifo,
    params: &[red::PARAMS, PARAMS, family::PARAMS],
    defaults: red::THESIS_DEFAULTS,
    param_sets: &[red::CHOKED_THESIS],
    code: CODE,
    rule: RULE,
    quantities: QUANTITIES,
    gauges: &[red::AVG, red::COUNT, red::P_B, APF],
    state: &[StateView::Table(Table {
        title: "Waiting packets by flow",
        meaning: "flows with packets in the queue; only arrivals of a flow above the average are compared",
        columns: &[OWN_COUNT],
        scale: Bound::Open,
        mark: Some(Mark { at: Bound::Gauge("apf"), name: "average" }),
    })],
    reasons: family::REASONS,
    reasons_without_arrival: &[],
};

const PARAMS: &[ParamSpec] = &[
    whole(
        "extra_draws",
        "extra draws",
        1,
        (0, 64),
        "number of additional comparisons for an arrival of a flow above the average, as long as no packet has matched",
    ),
    real(
        "apf_factor",
        "times the average",
        1.0,
        (0.0, 100.0),
        "arrivals of a flow with more waiting packets than this times the average per flow are compared; at 0 all arrivals are, as in CHOKe",
    )
    .advanced(),
];

code! {
    ..red::HEAD;
    ..family::TEST;
    AVERAGE: 1 "APF ← n/N, N flows waiting: {apf}";
    GREEDY_TEST: 1 ? "if its flow holds {own} > apf_factor·APF packets:";
    DRAW: 2 "draw one; after a miss up to extra_draws more";
    ..HIT: family::HIT;
    ..STAGE: red::STAGE;
}

rule! {
    "A. bin Salleh, thesis, UPM 2015: only APF is known, the rest of the rule is ours";
    ..red::RULE_HEAD;
    FULL_FIRST: 0 "APF ← q/N, N flows waiting" shows "{apf}";
    GREEDY_TEST: 0 ? "if more than APF packets of its flow wait," shows "{own}";
    DRAW: 1 "draw a waiting packet; after a miss one more";
    HIT + HIT_TEST: 0 ? "if one is of its flow, drop both";
    ..STAGE: red::RULE_STAGE_IN_SHORT;
}

const APF: Quantity = quantity("apf", "APF", "packets", "mean waiting packets per flow, over the flows in the queue");

quantities! {
    ..red::QUANTITIES;
    ..family::QUANTITIES;
    PER_FLOW: APF;
    OWN: own "n_f" "packets" "waiting packets of the arrival's flow";
}

const OWN_COUNT: Quantity = quantity("waiting", "n_f", "packets", "waiting packets of the flow");

/// A queue of CHOKe with APF.
pub type ChokeApf = Family<Rule>;

/// The search of CHOKe with APF.
#[derive(Clone, Debug)]
pub struct Rule {
    apf_factor: f64,
    extra_draws: usize,
}

/// The mean number of waiting packets per flow, over the flows that have any; 0 in an empty queue.
fn average_per_flow(core: &Core) -> f64 {
    core.queue.len() as f64 / core.queue.flows().max(1) as f64
}

impl Relative for Rule {
    const ABOUT: &'static About = &ABOUT;
    const LINES: family::Lines = family::Lines { hit: HIT, stage: STAGE };

    fn read(settings: &Settings, _red: &red::Params) -> Result<Self, SettingsProblem> {
        Ok(Self { apf_factor: settings.real("apf_factor"), extra_draws: settings.count("extra_draws") })
    }

    fn prepare(&self, core: &mut Core) {
        core.queue.count_flows();
    }

    #[inline]
    fn search<C: Chance, S: Tracer>(
        &mut self,
        arrival: &Packet,
        core: &mut Core,
        candidates: &mut Candidates,
        cx: &mut Context<'_, C, S>,
    ) -> Search {
        let average = average_per_flow(core);
        cx.tracer.value(PER_FLOW, average);
        cx.tracer.line(AVERAGE);
        let own = core.queue.packets_of(arrival.flow);
        cx.tracer.value(OWN, own as f64);
        let is_greedy = own as f64 > self.apf_factor * average || self.apf_factor <= 0.0;
        if !cx.test(GREEDY_TEST, is_greedy) {
            return Search::Hits(0);
        }
        cx.tracer.line(DRAW);
        let waiting = core.queue.len();
        candidates.begin();
        let has_match = (0..waiting.min(1 + self.extra_draws))
            .any(|_| candidates.draw_one(DrawMode::Distinct, &(0..waiting), &core.queue, arrival.flow, cx));
        Search::Hits(usize::from(has_match))
    }

    fn view(&self, core: &Core, viewer: &mut dyn Viewer) {
        viewer.gauge(average_per_flow(core));
        for (flow, waiting) in core.queue.counts() {
            viewer.row(flow, &[waiting as f64]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Draw::{Index, Unit};
    use crate::discipline::about::ParamValue::{Integer, Real};
    use crate::discipline::bench::{Bench, flows};
    use crate::discipline::reason::Reason;

    #[test]
    fn a_flow_above_the_average_is_compared() {
        let mut bench = Bench::<ChokeApf>::new(&[]).holding("UUUAB");
        bench.force_avg(50.0).arrive("U", [Index(5, 0)]);
        assert_eq!(flows(&bench), "UUAB");
        assert_eq!(bench.drops(), [("U", Reason::MatchVictim), ("U", Reason::MatchArriving)]);
    }

    #[test]
    fn a_flow_below_the_average_is_left_to_red() {
        for letter in ["A", "Z"] {
            let mut bench = Bench::<ChokeApf>::new(&[]).holding("UUUAB");
            bench.force_avg(50.0).arrive(letter, [Unit(0.9)]);
            assert_eq!(bench.log.draws, []);
        }
    }

    #[test]
    fn a_flow_of_exactly_the_average_is_spared() {
        let mut bench = Bench::<ChokeApf>::new(&[]).holding("UUAA");
        bench.force_avg(50.0).arrive("A", [Unit(0.9)]);
        assert_eq!(bench.log.draws, []);
    }

    #[test]
    fn after_a_miss_another_packet_is_drawn() {
        let mut bench = Bench::<ChokeApf>::new(&[]).holding("UUUAB");
        bench.force_avg(50.0).arrive("U", [Index(5, 3), Index(4, 1)]);
        assert_eq!(bench.log.draws, [(3, false), (1, true)]);
        assert_eq!(flows(&bench), "UUAB");

        let mut bench = Bench::<ChokeApf>::new(&[("extra_draws", Integer(0))]).holding("UUUAB");
        bench.force_avg(50.0).arrive("U", [Index(5, 3), Unit(0.9)]);
        assert_eq!(flows(&bench), "UUUABU");
    }

    #[test]
    fn at_most_as_many_packets_are_drawn_as_wait() {
        let mut bench = Bench::<ChokeApf>::new(&[("extra_draws", Integer(9)), ("apf_factor", Real(0.0))]).holding("AB");
        bench.force_avg(50.0).arrive("U", [Index(2, 1), Unit(0.9)]);
        assert_eq!(bench.log.draws, [(1, false), (0, false)]);
    }

    #[test]
    fn departed_packets_no_longer_count() {
        let mut bench = Bench::<ChokeApf>::new(&[]).holding("AUUB");
        assert_eq!(bench.gauges()[3], 4.0 / 3.0);
        bench.depart();
        assert_eq!(bench.gauges()[3], 3.0 / 2.0);
        bench.force_avg(50.0).arrive("U", [Index(3, 0)]);
        assert_eq!(bench.gauges()[3], 1.0);
        // Flow U has one waiting packet, which is not more than the average of one packet per flow: none is drawn.
        bench.force_avg(50.0).arrive("U", [Unit(0.9)]);
        assert_eq!(flows(&bench), "UBU");
    }
}

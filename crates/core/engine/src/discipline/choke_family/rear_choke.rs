//! Rear-only CHOKe: CHOKe whose single candidate is drawn from the rear of the queue, where packets of greedy flows are
//! most frequent.
//!
//! Rule: as CHOKe with one draw, but only the last ⌈rear_fraction·n⌉ of the n waiting packets can be drawn.
//! Source: S. Manzoor, MS thesis, GIK Institute 2015 (arXiv 1712.09726), section 3.1.1, an experiment that led to
//! CHOKeD.
//! We differ: in nothing that is known. No source gives the size of the rear; the default is that of CHOKeD, half of
//! the queue, rounded up.
//! Derived from: `red`, through `family`.  View: fifo with regions.

use crate::base::packet::Packet;
use crate::base::rng::Chance;
use crate::discipline::about::{About, Confidence, Memory, ParamSpec, View};
use crate::discipline::choke_family::family::{self, FULL_FIRST, Family, Relative, Search};
use crate::discipline::parts::candidates::{Candidates, DrawMode};
use crate::discipline::parts::declare::{code, quantities, real, rule};
use crate::discipline::random_early::red::{self, Core};
use crate::discipline::settings::{Settings, SettingsProblem};
use crate::discipline::{Context, Tracer};

/// The description of Rear-only CHOKe.
pub const ABOUT: About = About {
    id: "rear-choke",
    name: "Rear-only CHOKe",
    year: 2015,
    citation: "S. Manzoor, CHOKeD: Fair Active Queue Management, MS thesis, GIK Institute, 2015 (arXiv 1712.09726), section 3.1.1",
    idea: "CHOKe that draws its candidate only from the rear half of the queue. Packets of greedy flows are dropped so often while they wait that few of them reach the front.",
    memory: Memory::Stateless,
    confidence: Confidence::Medium,
    confidence_note: "The rule is complete except for the size of the rear. We take half of the queue, with an odd packet in the rear, as in CHOKeD.",
    view: View::FifoWithRegions,
    params: &[red::PARAMS, PARAMS, family::PARAMS],
    defaults: red::THESIS_DEFAULTS,
    param_sets: &[red::CHOKED_THESIS],
    code: CODE,
    rule: RULE,
    quantities: QUANTITIES,
    gauges: red::GAUGES,
    state: &[],
    reasons: family::REASONS,
    reasons_without_arrival: &[],
};

const PARAMS: &[ParamSpec] = &[real(
    "rear_fraction",
    "rear region",
    0.5,
    (0.01, 1.0),
    "part of the queue from which packets are drawn, counted from the rear and rounded up; with 1 this is CHOKe",
)];

code! {
    ..red::HEAD;
    ..family::TEST;
    DRAW: 1 "draw one of the last ⌈rear_fraction·n⌉ = {rear} packets";
    ..HIT: family::HIT;
    ..STAGE: red::STAGE;
}

rule! {
    "S. Manzoor, MS thesis, 2015, section 3.1.1, an experiment with CHOKe; the buffer test is ours";
    ..red::RULE_HEAD;
    FULL_FIRST: 0 "draw one packet of the rear half at random";
    ..HIT: family::RULE_HIT;
    ..STAGE: red::RULE_STAGE;
}

quantities! {
    ..red::QUANTITIES;
    ..family::QUANTITIES;
    REAR: rear "Q_r" "packets" "packets in the rear region";
}

/// A Rear-only CHOKe queue.
pub type RearChoke = Family<Rule>;

/// The search of Rear-only CHOKe.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The fraction of the queue that can be drawn, in (0, 1].
    rear_fraction: f64,
}

impl Rule {
    /// The number of packets in the rear region.
    fn rear(&self, waiting: usize) -> usize {
        ((self.rear_fraction * waiting as f64).ceil() as usize).min(waiting)
    }
}

impl Relative for Rule {
    const ABOUT: &'static About = &ABOUT;
    const LINES: family::Lines = family::Lines { hit: HIT, stage: STAGE };

    fn read(settings: &Settings, _red: &red::Params) -> Result<Self, SettingsProblem> {
        Ok(Self { rear_fraction: settings.real("rear_fraction") })
    }

    #[inline]
    fn search<C: Chance, S: Tracer>(
        &mut self,
        arrival: &Packet,
        core: &mut Core,
        candidates: &mut Candidates,
        cx: &mut Context<'_, C, S>,
    ) -> Search {
        let waiting = core.queue.len();
        let rear = self.rear(waiting);
        cx.tracer.value(REAR, rear as f64);
        cx.tracer.line(DRAW);
        Search::Hits(candidates.draw(DrawMode::Distinct, 1, waiting - rear..waiting, &core.queue, arrival.flow, cx))
    }

    fn front_region(&self, waiting: usize) -> Option<usize> {
        Some(waiting - self.rear(waiting))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Draw::{Index, Unit};
    use crate::discipline::Discipline;
    use crate::discipline::about::ParamValue::Real;
    use crate::discipline::bench::{Bench, flows};
    use crate::discipline::reason::Reason;

    #[test]
    fn only_the_rear_half_can_be_drawn() {
        let mut bench = Bench::<RearChoke>::new(&[]).holding("UUAB");
        bench.force_avg(50.0).arrive("U", [Index(2, 0), Unit(0.9)]);
        assert_eq!((bench.log.draws.as_slice(), bench.drops()), (&[(2, false)][..], vec![]));

        let mut bench = Bench::<RearChoke>::new(&[]).holding("UUAB");
        bench.force_avg(50.0).arrive("B", [Index(2, 1)]);
        assert_eq!(flows(&bench), "UUA");
        assert_eq!(bench.drops(), [("B", Reason::MatchVictim), ("B", Reason::MatchArriving)]);
    }

    #[test]
    fn an_odd_packet_belongs_to_the_rear() {
        let mut bench = Bench::<RearChoke>::new(&[]).holding("ABCDE");
        assert_eq!(bench.discipline.front_region(), Some(2));
        bench.force_avg(50.0).arrive("U", [Index(3, 0), Unit(0.9)]);
        assert_eq!(bench.log.draws, [(2, false)]);
    }

    #[test]
    fn a_single_packet_belongs_to_the_rear() {
        let mut bench = Bench::<RearChoke>::new(&[]).holding("U");
        bench.force_avg(50.0).arrive("U", []);
        assert_eq!(flows(&bench), "");
    }

    #[test]
    fn the_size_of_the_rear_can_be_chosen() {
        let front = |fraction| {
            let bench = Bench::<RearChoke>::new(&[("rear_fraction", Real(fraction))]).holding(&"A".repeat(30));
            bench.discipline.front_region()
        };
        assert_eq!([front(0.01), front(0.25), front(1.0)], [Some(29), Some(22), Some(0)]);
    }
}

//! CHOKeD (CHOKe Descendant): more draws the longer the queue, first in its rear half, then in its front half.
//!
//! Rule: while min_th ≤ avg < max_th, D_r = round(n·√B / ((max_th − min_th)·ln B)) packets are drawn from the rear half of
//! the n waiting ones. Only if none is of the arrival's flow, D_f = round(D_r / 2) are drawn from the front half. All that
//! match leave and the arrival is dropped; after a total miss RED decides. From max_th on every arrival is dropped.
//! Source: S. Manzoor, MS thesis, GIK Institute 2015 (arXiv 1712.09726), section 3.3, equations 3.2 and 3.4; Manzoor, Abbas
//! and Hussain, IEEE CIT/IUCC 2015.
//! We differ: nowhere from the thesis's text, but that contradicts Algorithm I of its appendix, which is the parameter set
//! `choked_algorithm_i`. Open in both and decided here: an odd packet belongs to the rear, drawn packets are not put back
//! within a batch, and a region smaller than its number of draws is searched completely.
//! Derived from: `red`, through `family`.  View: fifo with regions.

use super::about::{
    About, CodeLine, Confidence, LineId, Memory, ParamSet, ParamSpec, ParamValue, Quantity, QuantityId, View, code_line,
};
use super::family::{self, Family, Relative, Search};
use super::parts::candidates::{Candidates, DrawMode};
use super::parts::declare::{choice, option};
use super::parts::drop_curve::Zone;
use super::red::{self, Core, red_values};
use super::settings::{Settings, SettingsProblem};
use super::{Context, Sink, Viewer};
use crate::math;
use crate::packet::{FlowId, Packet};
use crate::rng::Chance;
use std::ops::Range;

/// What CHOKeD tells about itself.
pub const ABOUT: About = About {
    id: "choked",
    name: "CHOKeD",
    year: 2015,
    citation: "S. Manzoor, CHOKeD: Fair Active Queue Management, MS thesis, GIK Institute, 2015 (arXiv 1712.09726)",
    idea: "CHOKe with as many draws as the queue is long, made where greedy flows pile up: first in the rear half, then, if nobody matched there, half as many in the front half.",
    memory: Memory::Stateless,
    confidence: Confidence::High,
    confidence_note: "Follows the thesis's text. Its Algorithm I differs in several points and is a named set of parameters; max_p and the spacing of drops are nowhere stated and are inferred.",
    view: View::FifoWithRegions,
    params: &[red::PARAMS, PARAMS, family::PARAMS],
    defaults: DEFAULTS,
    param_sets: &[red::CHOKED_THESIS, ALGORITHM_I],
    code: &[red::HEAD, family::TEST, CODE, family::HIT, MISS, red::STAGE],
    quantities: &[red::QUANTITIES, family::QUANTITIES, QUANTITIES],
    gauges: &[red::AVG, red::COUNT, red::P_B, D_R, D_F],
    reasons: family::REASONS,
};

const PARAMS: &[ParamSpec] = &[
    choice(
        "choked_miss",
        "after a miss",
        &[
            option("red", "RED decides (text of the thesis)"),
            option("admit", "the arrival is admitted (Algorithm I); above max_th RED drops it all the same"),
            option("admit_always", "the arrival is admitted, above max_th too if matches are tried there"),
        ],
        "what becomes of an arrival that met nobody of its flow",
    )
    .advanced(),
    choice(
        "choked_region",
        "where to draw",
        &[
            option("halves", "the rear half, then the front half (text)"),
            option("whole_queue", "both times from the whole queue (Algorithm I)"),
        ],
        "which waiting packets can be drawn",
    )
    .advanced(),
    choice(
        "choked_front_stage",
        "second draws",
        &[
            option("on_rear_miss", "only if the first draws met nobody (text)"),
            option("always", "in any case (Algorithm I)"),
        ],
        "when the second draws are made",
    )
    .advanced(),
    choice(
        "choked_draw",
        "drawing",
        &[
            option("distinct", "no packet twice within a batch (text)"),
            option("independent", "each draw from the whole region"),
            option("sequential_remove", "each draw from the region as it is, matches leave at once (Algorithm I)"),
        ],
        "whether one arrival can draw the same packet twice",
    )
    .advanced(),
    choice(
        "choked_round",
        "rounding",
        &[
            option("half_up", "to the nearest, halves up"),
            option("half_even", "to the nearest, halves to the even number"),
            option("floor", "down"),
            option("ceil", "up"),
        ],
        "how the two numbers of draws become whole",
    )
    .advanced(),
];

const DEFAULTS: &[(&str, ParamValue)] = &[
    red::THESIS_DEFAULTS[0],
    red::THESIS_DEFAULTS[1],
    red::THESIS_DEFAULTS[2],
    red::THESIS_DEFAULTS[3],
    // The thesis drops at once above max_th, unlike CHOKe.
    ("match_above_max", ParamValue::Switch(false)),
];

const ALGORITHM_I: ParamSet = ParamSet {
    id: "choked_algorithm_i",
    name: "CHOKeD thesis, Algorithm I of its appendix",
    values: &red_values!(
        100, 40.0, 80.0, 0.02, 0.1, false, "count";
        ("choked_miss", ParamValue::Choice("admit")),
        ("choked_region", ParamValue::Choice("whole_queue")),
        ("choked_front_stage", ParamValue::Choice("always")),
        ("choked_draw", ParamValue::Choice("sequential_remove")),
    ),
};

const CODE: &[CodeLine] = &[
    code_line(1, "D_r ← round(n·√B/((max_th − min_th)·ln B)) = {d_r}"),
    code_line(1, "D_f ← round(D_r/2) = {d_f}"),
    code_line(1, "draw D_r packets of the rear ({front} stand in front)"),
    code_line(1, "if none matched (or always): draw D_f of the front"),
];
const REAR_FACTOR: LineId = family::line(0);
const FRONT_FACTOR: LineId = family::line(1);
const DRAW_REAR: LineId = family::line(2);
const DRAW_FRONT: LineId = family::line(3);

const MISS: &[CodeLine] = &[code_line(1, "choked_miss admits it: skip to the buffer test")];

const D_R: Quantity = Quantity {
    id: "d_r",
    symbol: "D_r",
    unit: "packets",
    meaning: "packets to be drawn from the rear half, or all of it if it has fewer",
};
const D_F: Quantity = Quantity {
    id: "d_f",
    symbol: "D_f",
    unit: "packets",
    meaning: "packets to be drawn from the front half after a miss, or all of it if it has fewer",
};
const QUANTITIES: &[Quantity] = &[
    D_R,
    D_F,
    Quantity {
        id: "front",
        symbol: "Q_f",
        unit: "packets",
        meaning: "packets in the front region: the place where the rear region begins",
    },
];
const DRAWS_REAR: QuantityId = family::quantity(0);
const DRAWS_FRONT: QuantityId = family::quantity(1);
const FRONT: QuantityId = family::quantity(2);

/// A CHOKeD queue.
pub type Choked = Family<Rule>;

/// How CHOKeD searches.
#[derive(Clone, Debug)]
pub struct Rule {
    factor: DrawingFactor,
    miss: Miss,
    has_regions: bool,
    always_draws_twice: bool,
    drawing: Drawing,
}

/// What becomes of an arrival that met nobody of its flow.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Miss {
    Red,
    Admit,
    AdmitAlways,
}

/// How packets are drawn.
#[derive(Clone, Copy, Debug)]
enum Drawing {
    /// A batch is drawn and compared, then the matches leave.
    Batch(DrawMode),
    /// One at a time; a match leaves before the next draw.
    Sequential,
}

/// The drawing factor, equations 3.2 and 3.4 of the thesis.
#[derive(Clone, Debug)]
struct DrawingFactor {
    /// √B.
    root: f64,
    /// (max_th − min_th)·ln B, above 0.
    divisor: f64,
    rounding: Rounding,
}

#[derive(Clone, Copy, Debug)]
enum Rounding {
    HalfUp,
    HalfEven,
    Floor,
    Ceil,
}

impl Rounding {
    fn round(self, value: f64) -> f64 {
        match self {
            Self::HalfUp => (value + 0.5).floor(),
            Self::HalfEven => value.round_ties_even(),
            Self::Floor => value.floor(),
            Self::Ceil => value.ceil(),
        }
    }
}

impl DrawingFactor {
    fn new(limit: usize, thresholds: Range<f64>, rounding: Rounding) -> Self {
        let buffer = limit as f64;
        Self { root: buffer.sqrt(), divisor: (thresholds.end - thresholds.start) * math::ln(buffer), rounding }
    }

    /// D_r and D_f for `waiting` packets. D_f comes from the rounded D_r.
    #[inline]
    fn draws(&self, waiting: usize) -> (usize, usize) {
        let rear = self.rounding.round(waiting as f64 * self.root / self.divisor);
        let front = self.rounding.round(rear / 2.0);
        (rear as usize, front as usize)
    }
}

impl Rule {
    /// Draws up to `count` packets of the region, at most as many as it has; tells how many matched.
    fn draw<C: Chance, S: Sink>(
        &self,
        count: usize,
        mut region: Range<usize>,
        flow: FlowId,
        core: &mut Core,
        candidates: &mut Candidates,
        cx: &mut Context<'_, C, S>,
    ) -> usize {
        let count = count.min(region.len());
        match self.drawing {
            Drawing::Batch(mode) => candidates.draw(mode, count, region, &core.queue, flow, cx),
            Drawing::Sequential => {
                let mut hits = 0;
                for _ in 0..count {
                    if region.is_empty() {
                        break;
                    }
                    if candidates.draw_one(DrawMode::Independent, &region, &core.queue, flow, cx) {
                        candidates.evict(&mut core.queue, cx);
                        region.end -= 1;
                        hits += 1;
                    }
                }
                hits
            }
        }
    }
}

impl Relative for Rule {
    const ABOUT: &'static About = &ABOUT;

    fn read(settings: &Settings, red: &red::Params) -> Result<Self, SettingsProblem> {
        if red.limit < 2 {
            return Err(SettingsProblem::new(
                "limit",
                format!(
                    "{} is too small: the drawing factor of CHOKeD needs a buffer of at least 2 packets",
                    red.limit
                ),
            ));
        }
        let rounding = match settings.choice("choked_round") {
            "half_even" => Rounding::HalfEven,
            "floor" => Rounding::Floor,
            "ceil" => Rounding::Ceil,
            _ => Rounding::HalfUp,
        };
        Ok(Self {
            factor: DrawingFactor::new(red.limit, red.curve.min_th..red.curve.max_th, rounding),
            miss: match settings.choice("choked_miss") {
                "admit" => Miss::Admit,
                "admit_always" => Miss::AdmitAlways,
                _ => Miss::Red,
            },
            has_regions: settings.choice("choked_region") == "halves",
            always_draws_twice: settings.choice("choked_front_stage") == "always",
            drawing: match settings.choice("choked_draw") {
                "sequential_remove" => Drawing::Sequential,
                mode => Drawing::Batch(DrawMode::read(mode)),
            },
        })
    }

    #[inline]
    fn search<C: Chance, S: Sink>(
        &mut self,
        arrival: &Packet,
        core: &mut Core,
        candidates: &mut Candidates,
        cx: &mut Context<'_, C, S>,
    ) -> Search {
        let waiting = core.queue.len();
        let (rear_draws, front_draws) = self.factor.draws(waiting);
        cx.sink.value(DRAWS_REAR, rear_draws as f64);
        cx.sink.line(REAR_FACTOR);
        cx.sink.value(DRAWS_FRONT, front_draws as f64);
        cx.sink.line(FRONT_FACTOR);
        let front = waiting / 2;
        cx.sink.value(FRONT, front as f64);

        let (rear_region, front_region) =
            if self.has_regions { (front..waiting, 0..front) } else { (0..waiting, 0..waiting) };
        cx.sink.line(DRAW_REAR);
        let mut hits = self.draw(rear_draws, rear_region, arrival.flow, core, candidates, cx);
        if hits == 0 || self.always_draws_twice {
            cx.sink.line(DRAW_FRONT);
            // Without regions the second draws can only reach what the first have left.
            let end = front_region.end.min(core.queue.len());
            hits += self.draw(front_draws, front_region.start..end, arrival.flow, core, candidates, cx);
        }
        Search::Hits(hits)
    }

    fn admits_misses(&self, zone: Zone) -> bool {
        match self.miss {
            Miss::Red => false,
            Miss::Admit => zone != Zone::Above,
            Miss::AdmitAlways => true,
        }
    }

    fn front_region(&self, waiting: usize) -> Option<usize> {
        self.has_regions.then_some(waiting / 2)
    }

    fn view(&self, core: &Core, viewer: &mut dyn Viewer) {
        let (rear, front) = self.factor.draws(core.queue.len());
        viewer.gauge(rear as f64);
        viewer.gauge(front as f64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discipline::Discipline;
    use crate::discipline::bench::{Bench, LINK, assert_everything_told, flows};
    use crate::discipline::family::tests::family_logs;
    use crate::discipline::reason::Reason;
    use crate::rng::Draw::{Index, Unit};
    use crate::rng::Stream;
    use ParamValue::{Choice, Integer, Real, Switch};

    fn choked(values: &[(&'static str, ParamValue)]) -> Bench<Choked> {
        Bench::new(values)
    }

    const NARROW: [(&str, ParamValue); 2] = [("min_th", Real(5.0)), ("max_th", Real(15.0))];

    /// The queue of the worked examples: five packets in front, five in the rear, D_r 2 and D_f 1.
    fn ten_waiting(more: &[(&'static str, ParamValue)]) -> Bench<Choked> {
        choked(&[&NARROW, more].concat()).holding("ABCUA BUCUA")
    }

    fn victims(bench: &Bench<Choked>) -> usize {
        bench.drops().iter().filter(|(_, reason)| *reason == Reason::MatchVictim).count()
    }

    #[test]
    fn the_drawing_factor_steps_up_with_the_queue() {
        let check = |buffer: usize, thresholds: Range<f64>, steps: &[(usize, (usize, usize))]| {
            let factor = DrawingFactor::new(buffer, thresholds, Rounding::HalfUp);
            for &(waiting, expected) in steps {
                assert_eq!(factor.draws(waiting), expected, "buffer {buffer}, {waiting} waiting");
            }
        };
        check(
            100,
            40.0..80.0,
            &[
                (0, (0, 0)),
                (9, (0, 0)),
                (10, (1, 1)),
                (11, (1, 1)),
                (27, (1, 1)),
                (28, (2, 1)),
                (46, (2, 1)),
                (47, (3, 2)),
                (64, (3, 2)),
                (65, (4, 2)),
                (82, (4, 2)),
                (83, (5, 3)),
                (100, (5, 3)),
            ],
        );
        check(300, 40.0..80.0, &[(150, (11, 6)), (300, (23, 12))]);
        check(500, 40.0..80.0, &[(250, (22, 11)), (500, (45, 23))]);
        check(50, 40.0..80.0, &[(20, (1, 1)), (50, (2, 1))]);
        check(100, 5.0..15.0, &[(1, (0, 0)), (3, (1, 1)), (7, (2, 1)), (10, (2, 1)), (20, (4, 2)), (25, (5, 3))]);
    }

    #[test]
    fn the_thesiss_own_example_draws_five_and_three() {
        let factor = DrawingFactor::new(100, 40.0..80.0, Rounding::HalfUp);
        let raw = 83.0 * factor.root / factor.divisor;
        assert!((raw - 4.505_805_2).abs() < 1e-7, "{raw}");
        assert_eq!(factor.draws(83), (5, 3));
    }

    #[test]
    fn the_rounding_is_a_choice() {
        let draws = |rounding| DrawingFactor::new(100, 40.0..80.0, rounding).draws(83);
        assert_eq!(draws(Rounding::HalfEven), (5, 2));
        assert_eq!(draws(Rounding::Floor), (4, 2));
        assert_eq!(draws(Rounding::Ceil), (5, 3));
    }

    #[test]
    fn a_rear_match_spares_the_front() {
        let mut bench = ten_waiting(&[]);
        bench.force_avg(10.0).arrive("U", [Index(5, 1), Index(4, 2)]);
        assert_eq!(bench.log.draws, [(6, true), (8, true)]);
        assert_eq!((victims(&bench), flows(&bench)), (2, "ABCUABCA".into()));
        assert_eq!(bench.drops().last(), Some(&("U", Reason::MatchArriving)));
    }

    #[test]
    fn after_a_rear_miss_the_front_is_searched() {
        let mut bench = ten_waiting(&[]);
        bench.force_avg(10.0).arrive("U", [Index(5, 0), Index(4, 1), Index(5, 3)]);
        assert_eq!(bench.log.draws, [(5, false), (7, false), (3, true)]);
        assert_eq!((victims(&bench), flows(&bench)), (1, "ABCABUCUA".into()));
    }

    #[test]
    fn after_a_total_miss_red_decides() {
        let misses = [Index(5, 0), Index(4, 0), Index(5, 0)];
        let mut bench = ten_waiting(&[]);
        bench.force_avg(10.0).arrive("Z", [misses[0], misses[1], misses[2], Unit(0.04)]);
        assert_eq!(bench.drops(), [("Z", Reason::Early)]);
        assert_eq!(bench.gauges()[1..3], [0.0, 0.1 * 5.0 / 10.0]);

        let mut bench = ten_waiting(&[("choked_miss", Choice("admit"))]);
        bench.force_avg(10.0).arrive("Z", misses);
        assert_eq!(flows(&bench), "ABCUABUCUAZ");
    }

    #[test]
    fn from_the_maximum_on_everybody_is_dropped_without_a_draw() {
        let mut bench = ten_waiting(&[]);
        bench.force_avg(16.0).arrive("U", []);
        assert_eq!(bench.drops(), [("U", Reason::Forced)]);
        assert_eq!(bench.log.draws, []);
    }

    #[test]
    fn matching_above_the_maximum_still_drops_who_missed() {
        let mut bench = ten_waiting(&[("match_above_max", Switch(true)), ("choked_miss", Choice("admit"))]);
        bench.force_avg(16.0).arrive("U", [Index(5, 1), Index(4, 0)]);
        assert_eq!(victims(&bench), 1);
        bench.force_avg(16.0).arrive("Z", [Index(5, 0), Index(4, 0), Index(4, 0)]);
        assert_eq!(bench.drops().last(), Some(&("Z", Reason::Forced)));
    }

    #[test]
    fn an_arrival_that_missed_may_be_admitted_even_above_the_maximum() {
        let mut bench = ten_waiting(&[("match_above_max", Switch(true)), ("choked_miss", Choice("admit_always"))]);
        bench.force_avg(16.0).arrive("Z", [Index(5, 0), Index(4, 0), Index(5, 0)]);
        assert_eq!(flows(&bench), "ABCUABUCUAZ");
    }

    #[test]
    fn a_short_queue_draws_nobody() {
        let mut bench = choked(&[]).holding("UUUUU");
        bench.force_avg(50.0).arrive("U", [Unit(0.9)]);
        assert_eq!(bench.log.draws, []);
    }

    #[test]
    fn a_region_smaller_than_its_draws_is_searched_completely() {
        // A gap of 0.2 packets between the thresholds asks for far more draws than there are packets.
        let mut bench = choked(&[("min_th", Real(10.0)), ("max_th", Real(10.2))]).holding("ABC");
        bench.force_avg(10.1).arrive("U", [Index(2, 0), Unit(0.9)]);
        assert_eq!(bench.log.draws, [(1, false), (2, false), (0, false)]);
    }

    #[test]
    fn an_odd_packet_belongs_to_the_rear() {
        let bench = choked(&[]).holding("ABCDE");
        assert_eq!(bench.discipline.front_region(), Some(2));
    }

    #[test]
    fn algorithm_i_draws_twice_from_the_whole_queue_and_removes_at_once() {
        let values: Vec<_> = ALGORITHM_I.values.iter().copied().filter(|(id, _)| !id.ends_with("_th")).collect();
        let mut bench = ten_waiting(&values);
        // U at 3 leaves, so the second draw is from nine; the second loop runs although something matched.
        bench.force_avg(10.0).arrive("U", [Index(10, 3), Index(9, 0), Index(9, 5)]);
        assert_eq!(bench.log.draws, [(3, true), (0, false), (5, true)]);
        assert_eq!(flows(&bench), "ABCABCUA");
        assert_eq!(bench.drops().last(), Some(&("U", Reason::MatchArriving)));
        assert_eq!(bench.discipline.front_region(), None);
    }

    #[test]
    fn independent_draws_may_meet_the_same_packet_again() {
        let mut bench = ten_waiting(&[("choked_draw", Choice("independent"))]);
        bench.force_avg(10.0).arrive("U", [Index(5, 1), Index(5, 1)]);
        assert_eq!((victims(&bench), flows(&bench)), (1, "ABCUABCUA".into()));
    }

    #[test]
    fn a_packet_met_by_both_batches_leaves_once() {
        let mut bench =
            ten_waiting(&[("choked_region", Choice("whole_queue")), ("choked_front_stage", Choice("always"))]);
        bench.force_avg(10.0).arrive("U", [Index(10, 3), Index(9, 0), Index(10, 3)]);
        assert_eq!((victims(&bench), flows(&bench)), (1, "ABCABUCUA".into()));
    }

    #[test]
    fn a_buffer_of_one_packet_is_refused() {
        let settings = Settings::defaults(&ABOUT).with("limit", Integer(1));
        assert_eq!(Choked::params(&settings, &LINK).expect_err("ln 1 is 0").param, "limit");
    }

    #[test]
    fn a_greedy_flow_is_hit_as_often_as_its_draws_promise() {
        // D_r 5 of 50 in the rear and D_f 3 of 50 in front, 15 of each half greedy. Wide thresholds for filling up.
        let frozen = choked(&[("min_th", Real(60.0)), ("max_th", Real(100.0))]).holding(&"UUUAAAAAAA".repeat(10));
        assert_eq!(frozen.gauges()[3..], [5.0, 3.0]);
        let mut chance = Stream::named(1, "hits");
        let mut bench = choked(&[]);
        let mut hits = 0;
        for _ in 0..10_000 {
            bench.discipline = frozen.discipline.clone();
            bench.force_avg(70.0).arrive_by_chance("U", &mut chance);
            hits += u32::from(bench.discipline.packets() < 100);
        }
        let miss: f64 = (0..5).chain(0..3).map(|j| (35.0 - f64::from(j)) / (50.0 - f64::from(j))).product();
        // Binomial, about 9,490 expected, standard deviation 22.
        assert!((f64::from(hits) - 10_000.0 * (1.0 - miss)).abs() < 66.0, "{hits}, {miss}");
    }

    #[test]
    fn the_gauges_tell_the_draws_for_the_present_queue() {
        let mut bench = ten_waiting(&[]);
        bench.force_avg(10.0).arrive("Z", [Index(5, 0), Index(4, 0), Index(5, 0), Unit(0.9)]);
        assert_eq!(bench.gauges(), [10.0, 0.0, 0.05, 2.0, 1.0]);
    }

    #[test]
    fn every_line_and_quantity_is_told() {
        let mut admitting = choked(&[("choked_miss", Choice("admit"))]).holding("AB");
        admitting.force_avg(50.0).arrive("C", []);
        let mut logs = family_logs::<Rule>();
        logs.push(admitting.log);
        assert_everything_told::<Choked>(&logs);
    }
}

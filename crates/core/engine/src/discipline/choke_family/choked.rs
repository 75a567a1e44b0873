//! CHOKeD (CHOKe Descendant): more draws the longer the queue, first in its rear half, then in its front half.
//!
//! Rule: while min_th ≤ avg < max_th, D_r = round(n·√B / ((max_th − min_th)·ln B)) packets are drawn from the rear half
//! of the n waiting packets. Only if none belongs to the arrival's flow, D_f = round(D_r / 2) packets are drawn from
//! the front half. All matched packets and the arrival are dropped. If no packet matches, RED decides. From max_th on
//! every arrival is dropped.
//! Source: S. Manzoor, MS thesis, GIK Institute 2015 (arXiv 1712.09726), section 3.3, equations 3.2 and 3.4; Manzoor,
//! Abbas and Hussain, IEEE CIT/IUCC 2015.
//! We differ: we follow the text of the thesis, which contradicts Algorithm I of its appendix; the parameter set
//! `algorithm-1` follows that algorithm. Text and algorithm leave three points open, which we settle as follows. If the
//! number of waiting packets is odd, the packet in the middle belongs to the rear half. A batch is drawn without
//! replacement. A region smaller than its number of draws is searched completely. Algorithm I still draws packets at an
//! average of exactly max_th. No value of `zone_edges` does this while also drawing at exactly min_th, so `algorithm-1`
//! drops the arrival at max_th.
//! Derived from: `red`, through `family`.  View: fifo with regions.

use crate::base::math;
use crate::base::packet::{FlowId, Packet};
use crate::base::rng::Chance;
use crate::discipline::about::{
    self, About, Bound, Chart, ChartBox, CodeLine, Confidence, LineId, Memory, ParamSet, ParamSpec, ParamValue,
    Quantity, To, View,
};
use crate::discipline::choke_family::family::{self, FULL_FIRST, Family, HIT_TEST, MATCH_TEST, Relative, Search};
use crate::discipline::parts::candidates::{Candidates, DrawMode};
use crate::discipline::parts::declare::{act, ask, choice, code, dial, only_if, option, quantities, quantity, rule};
use crate::discipline::parts::drop_curve::Zone;
use crate::discipline::random_early::red::{self, Core};
use crate::discipline::settings::{Settings, SettingsProblem};
use crate::discipline::{Context, Tracer, Viewer};
use std::ops::Range;

/// The description of CHOKeD.
pub const ABOUT: About = About {
    id: "choked",
    name: "CHOKeD",
    year: 2015,
    citation: "S. Manzoor, CHOKeD: Fair Active Queue Management, MS thesis, GIK Institute, 2015 (arXiv 1712.09726)",
    idea: "CHOKe whose number of draws grows with the queue. Packets are drawn first from the rear half, where packets of greedy flows are most frequent; after a miss, half as many are drawn from the front half.",
    memory: Memory::Stateless,
    confidence: Confidence::High,
    confidence_note: "Follows the thesis's text. Its Algorithm I differs in several points and is a named set of parameters; max_p and the spacing of drops are not stated and are inferred.",
    view: View::FifoWithRegions,
    params: &[red::PARAMS, PARAMS, family::PARAMS],
    defaults: DEFAULTS,
    param_sets: &[TEXT, ALGORITHM_I, red::CHOKED_THESIS],
    code: CODE,
    rule: about::Rule { chart: Some(&CHART), ..RULE },
    quantities: QUANTITIES,
    gauges: &[red::AVG, red::COUNT, red::P_B, D_R, D_F],
    state: &[dial("d_r", "drawing factor, rear", Bound::Open), dial("d_f", "drawing factor, front", Bound::Open)],
    reasons: family::REASONS,
    reasons_without_arrival: &[],
};

const PARAMS: &[ParamSpec] = &[
    choice(
        "choked_miss",
        "after a miss",
        &[
            option("red", "RED decides (the thesis's text)"),
            option("admit", "the arrival is admitted (Algorithm I); above max_th RED still drops it"),
            option("admit_always", "the arrival is admitted, even above max_th if arrivals are compared there"),
        ],
        "treatment of an arrival that matched no packet of its flow",
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
            option("on_rear_miss", "only if none of the first draws matched (text)"),
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
    // Above max_th the thesis drops every arrival without a comparison, unlike CHOKe.
    ("match_above_max", ParamValue::Switch(false)),
];

const TEXT: ParamSet = ParamSet {
    id: "text",
    name: "the thesis's text",
    origin: "S. Manzoor, MS thesis, GIK Institute 2015, section 3.3: the rear half, then, after a miss, the front half; then RED decides",
    values: &[
        ("choked_miss", ParamValue::Choice("red")),
        ("choked_region", ParamValue::Choice("halves")),
        ("choked_front_stage", ParamValue::Choice("on_rear_miss")),
        ("choked_draw", ParamValue::Choice("distinct")),
    ],
};

const ALGORITHM_I: ParamSet = ParamSet {
    id: "algorithm-1",
    name: "Algorithm I, as printed",
    origin: "S. Manzoor, MS thesis, GIK Institute 2015, appendix A: draws from the whole queue, twice, each match leaves at once, and an arrival without a match is admitted",
    values: &[
        ("choked_miss", ParamValue::Choice("admit")),
        ("choked_region", ParamValue::Choice("whole_queue")),
        ("choked_front_stage", ParamValue::Choice("always")),
        ("choked_draw", ParamValue::Choice("sequential_remove")),
    ],
};

code! {
    ..red::HEAD;
    ..family::TEST;
    REAR_FACTOR: 1 "D_r ← round(n·√B/((max_th − min_th)·ln B)) = {d_r}";
    FRONT_FACTOR: 1 "D_f ← round(D_r/2) = {d_f}";
    DRAW_REAR: 1 "draw D_r packets of the rear ({front} are in front)" if choked_region("halves");
    DRAW_ANYWHERE: 1 "draw D_r packets of the whole queue" if choked_region("whole_queue");
    AT_ONCE: 2 "a match leaves at once, before the next draw" if choked_draw("sequential_remove");
    AGAIN_TEST: 1 ? "if none matched:" if choked_front_stage("on_rear_miss");
    AGAIN: 1 "in any case:" if choked_front_stage("always");
    DRAW_FRONT: 2 "draw D_f packets of the front" if choked_region("halves");
    DRAW_AGAIN: 2 "draw D_f packets of the whole queue" if choked_region("whole_queue");
    ..HIT: family::HIT;
    ADMIT_MISS: 1 ? "choked_miss admits it: skip to the buffer test" if choked_miss("admit", "admit_always");
    ..STAGE: STAGE_LINES;
}

rule! {
    "S. Manzoor, CHOKeD, MS thesis, 2015, section 3.3, equations 3.1 to 3.4; the buffer test is ours";
    ..red::RULE_HEAD;
    FULL_FIRST: 0 "avg < max_th: D_r ← q·√B/((max_th−min_th)·ln B)" shows "{d_r}" asks(MATCH_TEST);
    DRAW_REAR: 1 "draw D_r packets (rounded) of the rear half";
    AGAIN_TEST: 1 ? "if none matches, draw D_f = D_r/2 of the front" shows "{d_f}";
    HIT + HIT_TEST: 1 ? "if any match, drop them and the arrival";
    ..STAGE: red::RULE_STAGE_IN_SHORT;
}

const CHART: Chart = Chart {
    source: "S. Manzoor, MS thesis, 2015, Fig. 3.5; the buffer test is ours",
    boxes: &{
        let [_, early, full] = red::chart_stage(STAGE);
        let above = ask("avg ≥ max_th?", MATCH_TEST, To::End("drop the arrival"), To::Next);
        [
            red::CHART_AVERAGE,
            red::chart_below(9),
            ChartBox { is_denied: true, ..above },
            act("D_r from q and B, D_f = D_r/2", To::Next),
            act("draw D_r of the rear half", To::Next),
            ask("none matches?", AGAIN_TEST, To::Next, To::Box(7)),
            act("draw D_f of the front half", To::Next),
            ask("does any match?", HIT_TEST.after(HIT), To::End("drop them all"), To::Next),
            early,
            full,
        ]
    },
};

/// The pseudo-code of RED's decision, with RED's ramp between min_th and max_th only under `choked_miss` = `red`. Under
/// its other values an arrival without a match is admitted there, so the ramp is never reached.
const STAGE_LINES: &[CodeLine] = &{
    let mut lines = [red::STAGE[0]; red::STAGE.len()];
    lines.copy_from_slice(red::STAGE);
    lines[red::RAMP_PLACE].only_if = only_if!(choked_miss("red"));
    lines
};

const D_R: Quantity =
    quantity("d_r", "D_r", "packets", "packets to be drawn from the rear half, or all of it if it has fewer");
const D_F: Quantity = quantity(
    "d_f",
    "D_f",
    "packets",
    "packets to be drawn from the front half after a miss, or all of it if it has fewer",
);

quantities! {
    ..red::QUANTITIES;
    ..family::QUANTITIES;
    DRAWS_REAR: D_R;
    DRAWS_FRONT: D_F;
    FRONT: front "Q_f" "packets" "packets in the front region; the rear region begins behind them";
}

/// A CHOKeD queue.
pub type Choked = Family<Rule>;

/// The search of CHOKeD.
#[derive(Clone, Debug)]
pub struct Rule {
    factor: DrawingFactor,
    miss: Miss,
    has_regions: bool,
    always_draws_twice: bool,
    drawing: Drawing,
}

/// What happens to an arrival that matched no packet of its flow.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Miss {
    Red,
    Admit,
    AdmitAlways,
}

/// How packets are drawn and matches removed.
#[derive(Clone, Copy, Debug)]
enum Drawing {
    /// All packets of a batch are drawn and compared before any match is removed.
    Batch(DrawMode),
    /// Packets are drawn one at a time; a match is removed before the next draw.
    Sequential,
}

/// The drawing factor, equations 3.2 and 3.4 of the thesis.
#[derive(Clone, Debug)]
struct DrawingFactor {
    /// √B, the root of the buffer in packets.
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

    /// D_r and D_f for `waiting` packets. D_f is half of the rounded D_r.
    #[inline]
    fn draws(&self, waiting: usize) -> (usize, usize) {
        let rear = self.rounding.round(waiting as f64 * self.root / self.divisor);
        let front = self.rounding.round(rear / 2.0);
        (rear as usize, front as usize)
    }
}

impl Rule {
    /// Draws `count` packets of the region, or all if it has fewer. Returns the number of matches.
    fn draw<C: Chance, S: Tracer>(
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
                        cx.tracer.line(AT_ONCE);
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
    const LINES: family::Lines = family::Lines { hit: HIT, stage: STAGE };

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
    fn search<C: Chance, S: Tracer>(
        &mut self,
        arrival: &Packet,
        core: &mut Core,
        candidates: &mut Candidates,
        cx: &mut Context<'_, C, S>,
    ) -> Search {
        let waiting = core.queue.len();
        let (rear_draws, front_draws) = self.factor.draws(waiting);
        cx.tracer.value(DRAWS_REAR, rear_draws as f64);
        cx.tracer.line(REAR_FACTOR);
        cx.tracer.value(DRAWS_FRONT, front_draws as f64);
        cx.tracer.line(FRONT_FACTOR);
        let front = waiting / 2;
        cx.tracer.value(FRONT, front as f64);

        let (rear_region, front_region) =
            if self.has_regions { (front..waiting, 0..front) } else { (0..waiting, 0..waiting) };
        let (first, second) = if self.has_regions { (DRAW_REAR, DRAW_FRONT) } else { (DRAW_ANYWHERE, DRAW_AGAIN) };
        cx.tracer.line(first);
        let mut hits = self.draw(rear_draws, rear_region, arrival.flow, core, candidates, cx);
        if self.always_draws_twice {
            cx.tracer.line(AGAIN);
        }
        if self.always_draws_twice || cx.test(AGAIN_TEST, hits == 0) {
            cx.tracer.line(second);
            // Without regions the first batch is drawn from the whole queue and may have removed packets of the front,
            // so the second batch is drawn from the packets that are left.
            let end = front_region.end.min(core.queue.len());
            hits += self.draw(front_draws, front_region.start..end, arrival.flow, core, candidates, cx);
        }
        Search::Hits(hits)
    }

    fn admits_misses(&self, zone: Zone) -> Option<LineId> {
        let admits = match self.miss {
            Miss::Red => false,
            Miss::Admit => zone != Zone::Above,
            Miss::AdmitAlways => true,
        };
        admits.then_some(ADMIT_MISS)
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
mod tests;

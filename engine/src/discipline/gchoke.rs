//! gCHOKe (geometric CHOKe): each match earns one more draw, so a greedy flow can lose several packets at once.
//!
//! Rule: as CHOKe, but draw one packet at a time: a match leaves the queue and earns another draw, up to `maxcomp` of
//! them; the first stranger ends it. If anything matched, the arrival is dropped too; otherwise RED decides.
//! Source: Eshete and Jiang, Computer Networks 57(1), 2013 (arXiv 1202.0789), through two independent descriptions.
//! We differ: nothing known. A match leaves before the next draw, so the places in the record of one arrival are those of
//! the queue at that moment, not of the untouched queue. `match_above_max` as in CHOKe.
//! Derived from: `red`.  View: fifo.

use super::about::{About, CodeLine, Confidence, LineId, Memory, ParamSpec, Quantity, QuantityId, View, code_line};
use super::parts::candidates;
use super::parts::declare::whole;
use super::parts::drop_curve::Zone;
use super::reason::Reason;
use super::red::{self, Core};
use super::settings::{Settings, SettingsProblem};
use super::{Context, Discipline, LinkFacts, Sink, StateHash, Viewer};
use crate::packet::{FlowId, Packet};
use crate::rng::Chance;

/// What gCHOKe tells about itself.
pub const ABOUT: About = About {
    id: "gchoke",
    name: "gCHOKe",
    year: 2013,
    citation: "A. Eshete and Y. Jiang, Generalizing the CHOKe Flow Protection, Computer Networks 57(1), 2013",
    idea: "CHOKe with a bonus: each packet of the arrival's own flow that is drawn leaves and earns one more draw, until a stranger is met. Greedy flows lose whole chains of packets, modest ones hardly any.",
    memory: Memory::Stateless,
    confidence: Confidence::Medium,
    confidence_note: "Two independent descriptions agree; the paper's text was not at hand. The default of 5 comparisons is ours for showing chains; 1, the default of the authors' Linux tool, is CHOKe.",
    view: View::Fifo,
    params: &[red::PARAMS, PARAMS],
    defaults: red::THESIS_DEFAULTS,
    param_sets: &[red::CHOKED_THESIS, red::TAI_2013],
    code: &[red::HEAD, CODE, red::STAGE],
    quantities: &[red::QUANTITIES, QUANTITIES],
    gauges: &[red::AVG, red::COUNT, red::P_B],
    reasons: candidates::REASONS,
};

const PARAMS: &[ParamSpec] = &[
    whole(
        "maxcomp",
        "comparisons at most",
        5,
        (1, 10_000),
        "how many waiting packets one arrival may be compared with while every comparison matches; 1 is CHOKe",
    )
    .symbol("maxcomp")
    .logarithmic(),
    candidates::MATCH_ABOVE_MAX,
    candidates::OVERFLOW_FIRST,
];

const CODE: &[CodeLine] = &[
    code_line(0, "overflow_first, B packets wait: drop (overflow); done"),
    code_line(0, "if avg < max_th or match_above_max:"),
    code_line(1, "while hits = {hits} < maxcomp and packets wait:"),
    code_line(2, "draw one of the waiting packets"),
    code_line(2, "of the arrival's flow: drop it, hits ← hits + 1"),
    code_line(2, "of another flow: stop drawing"),
    code_line(1, "if hits > 0: drop the arrival; done"),
];
const FIRST: u8 = red::HEAD.len() as u8;
const FULL_FIRST: LineId = LineId(FIRST);
const MATCH_TEST: LineId = LineId(FIRST + 1);
const WHILE: LineId = LineId(FIRST + 2);
const DRAW: LineId = LineId(FIRST + 3);
const DROP_VICTIM: LineId = LineId(FIRST + 4);
const STRANGER: LineId = LineId(FIRST + 5);
const DROP_ARRIVAL: LineId = LineId(FIRST + 6);
const STAGE: LineId = LineId(FIRST + CODE.len() as u8);

const QUANTITIES: &[Quantity] =
    &[Quantity { id: "hits", symbol: "hits", unit: "packets", meaning: "drawn packets of the arrival's flow, so far" }];
const HITS: QuantityId = QuantityId(red::QUANTITIES.len() as u8);

/// Parameters of gCHOKe.
#[derive(Clone, Debug)]
pub struct Params {
    red: red::Params,
    rule: Rule,
}

/// What gCHOKe adds to RED.
#[derive(Clone, Debug)]
struct Rule {
    /// Comparisons for one arrival at most, at least 1.
    maxcomp: usize,
    matches_above_max: bool,
    has_overflow_first: bool,
}

/// A gCHOKe queue.
#[derive(Clone, Debug)]
pub struct GChoke {
    core: Core,
    rule: Rule,
}

impl GChoke {
    /// Draws until a stranger is met; tells how many packets of `flow` left.
    #[inline]
    fn draw_chain<C: Chance, S: Sink>(&mut self, flow: FlowId, cx: &mut Context<'_, C, S>) -> usize {
        let queue = &mut self.core.queue;
        let mut hits = 0;
        cx.sink.value(HITS, 0.0);
        cx.sink.line(WHILE);
        while hits < self.rule.maxcomp && !queue.is_empty() {
            cx.sink.line(DRAW);
            let place = cx.chance.pick(queue.len());
            let candidate = queue.flow_at(place);
            cx.sink.draw(place, candidate, candidate == flow);
            if candidate != flow {
                cx.sink.line(STRANGER);
                break;
            }
            cx.sink.line(DROP_VICTIM);
            queue.evict(place, Reason::MatchVictim, cx);
            hits += 1;
            cx.sink.value(HITS, hits as f64);
        }
        hits
    }
}

impl Discipline for GChoke {
    const ABOUT: &'static About = &ABOUT;
    type Params = Params;

    fn params(settings: &Settings, link: &LinkFacts) -> Result<Params, SettingsProblem> {
        let rule = Rule {
            maxcomp: settings.count("maxcomp"),
            matches_above_max: settings.switch("match_above_max"),
            has_overflow_first: settings.switch("overflow_first"),
        };
        Ok(Params { red: red::Params::read(settings, link)?, rule })
    }

    fn new(params: Params) -> Self {
        Self { core: Core::new(params.red), rule: params.rule }
    }

    fn reconfigure<C: Chance, S: Sink>(&mut self, params: Params, cx: &mut Context<'_, C, S>) {
        self.core.reconfigure(params.red, cx);
        self.rule = params.rule;
    }

    fn enqueue<C: Chance, S: Sink>(&mut self, packet: Packet, cx: &mut Context<'_, C, S>) {
        let zone = self.core.meet(cx);
        if zone == Zone::Below {
            return self.core.admit(packet, STAGE, cx);
        }
        if self.rule.has_overflow_first && self.core.is_full() {
            cx.sink.line(FULL_FIRST);
            return self.core.refuse(&packet, cx);
        }
        cx.sink.line(MATCH_TEST);
        if (self.rule.matches_above_max || self.core.params.curve.is_under_max(self.core.average()))
            && self.draw_chain(packet.flow, cx) > 0
        {
            cx.sink.line(DROP_ARRIVAL);
            cx.sink.drop(&packet, Reason::MatchArriving, None);
            return;
        }
        self.core.decide(packet, zone, STAGE, cx);
    }

    fn dequeue<C: Chance, S: Sink>(&mut self, cx: &mut Context<'_, C, S>) -> Option<Packet> {
        self.core.dequeue(cx.now)
    }

    fn packets(&self) -> usize {
        self.core.queue.len()
    }

    fn bytes(&self) -> u64 {
        self.core.queue.bytes()
    }

    fn limit(&self) -> usize {
        self.core.params.limit
    }

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

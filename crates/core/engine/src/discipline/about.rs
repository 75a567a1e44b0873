//! The declarations of a discipline. Panels, command-line help, schema, URLs and documentation are derived from them.

use super::reason::Reason;
pub use crate::declare::{Choice, ParamKind, ParamSpec, ParamValue};
use serde::Serialize;
use ts_rs::TS;

/// The name of a script that declares no name of its own.
pub const UNNAMED_SCRIPT: &str = "Script";

/// The complete description of a discipline.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// Id in results, links and on the command line; never reused.
    pub id: &'static str,
    /// Name as the literature writes it.
    pub name: &'static str,
    /// Year of the publication.
    pub year: u16,
    /// Authors and publication.
    pub citation: &'static str,
    /// The idea in a few sentences.
    pub idea: &'static str,
    /// How much the discipline remembers about flows.
    pub memory: Memory,
    /// How certain it is that the code is the published discipline.
    pub confidence: Confidence,
    /// Which parts of the code are certain, and which are our decisions.
    pub confidence_note: &'static str,
    /// The way in which the page draws the queue.
    pub view: View,
    /// Parameters, in groups so that families can share groups.
    pub params: &'static [&'static [ParamSpec]],
    /// Defaults of this discipline that replace the defaults of a shared group.
    pub defaults: &'static [(&'static str, ParamValue)],
    /// Named sets of parameter values.
    pub param_sets: &'static [ParamSet],
    /// Pseudo-code, in segments so that families can share segments. The lines of all segments are numbered in order;
    /// the number of a line is its id.
    pub code: &'static [&'static [CodeLine]],
    /// The rule as its source gives it: a few lines that summarize the pseudo-code.
    pub rule: Rule,
    /// The quantities that decisions compute, also in segments. The number of a quantity over all segments is its id.
    pub quantities: &'static [&'static [Quantity]],
    /// Named numbers that describe the discipline's state at any time. [`super::Viewer::gauge`] gets their values in this
    /// order.
    pub gauges: &'static [Quantity],
    /// The parts of the state that the page shows beside the lane; empty if the state is the queue alone.
    pub state: &'static [StateView],
    /// The reasons that the discipline can give for drops and marks.
    pub reasons: &'static [Reason],
    /// The reasons for drops and marks that happen without an arrival: when a packet leaves or a timer runs out.
    pub reasons_without_arrival: &'static [Reason],
}

impl About {
    /// All parameters in order.
    pub fn params(&self) -> impl Iterator<Item = &'static ParamSpec> {
        self.params.iter().copied().flatten()
    }

    /// The named set with this id.
    pub fn param_set(&self, id: &str) -> Option<&'static ParamSet> {
        self.param_sets.iter().find(|set| set.id == id)
    }

    /// All lines of pseudo-code in order of their ids.
    pub fn code(&self) -> impl Iterator<Item = &'static CodeLine> {
        self.code.iter().copied().flatten()
    }

    /// All quantities in order of their ids.
    pub fn quantities(&self) -> impl Iterator<Item = &'static Quantity> {
        self.quantities.iter().copied().flatten()
    }

    /// The description for this build. A build without the feature `texts` leaves out the texts for people, which no
    /// run needs.
    pub(super) const fn of_this_build(self) -> Self {
        if cfg!(feature = "texts") {
            return self;
        }
        Self {
            citation: "",
            idea: "",
            confidence_note: "",
            param_sets: &[],
            code: &[],
            rule: Rule::NONE,
            quantities: &[],
            gauges: &[],
            state: &[],
            ..self
        }
    }

    /// The default of a parameter in this discipline.
    pub fn default_of(&self, spec: &ParamSpec) -> ParamValue {
        self.defaults.iter().find(|(id, _)| *id == spec.id).map_or(spec.default, |(_, value)| *value)
    }
}

/// A discipline's memory of flows.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum Memory {
    /// The discipline keeps no state about flows.
    Stateless,
    /// The discipline keeps state about a limited number of flows.
    Partial,
    /// The discipline keeps state about every flow.
    PerFlow,
}

/// How certain it is that the code is the published discipline.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum Confidence {
    /// Checked against running source code or the text of the paper.
    High,
    /// Consistent secondary accounts.
    Medium,
    /// A reconstruction from one paragraph of a source, with gaps filled by our decisions.
    Low,
}

/// The way in which the page draws the queue of a discipline.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(rename = "QueueView")]
pub enum View {
    /// One first-in first-out queue.
    Fifo,
    /// One first-in first-out queue, divided into a front and a rear region.
    FifoWithRegions,
    /// One first-in first-out queue beside a grid of bins that count packets, see [`super::Viewer::bin`].
    FifoWithBins,
    /// A queue for each flow, served in turn, see [`super::Viewer::queue`].
    FlowQueues,
    /// A fixed number of queues into which flows are hashed.
    BucketQueues,
    /// One queue for low-latency traffic, and one for all other traffic.
    TwoQueues,
}

/// A picture of a part of a discipline's state. All disciplines share the few kinds of pictures, so that users learn each
/// kind once.
#[derive(Clone, Copy, Debug)]
pub enum StateView {
    /// A gauge on a scale.
    Dial {
        /// Id of the gauge.
        gauge: &'static str,
        /// The quantity shown, in at most [`MAX_DIAL_NAME`] characters; the symbol appears beside it.
        name: &'static str,
        /// The start and the end of the scale.
        scale: (Bound, Bound),
        /// The value marked on the scale, if any.
        mark: Option<Mark>,
    },
    /// A list of flows with numbers that [`super::Viewer::row`] gives; the page shows the flows with the largest first
    /// numbers.
    Table(Table),
    /// A number that every waiting packet carries and that [`super::Viewer::label`] gives; the page writes it on the packets.
    Label(Quantity),
    /// The slots of the ring that holds the packets, which [`super::Viewer::slot`] gives.
    Slots(Slots),
}

/// A ring of slots.
#[derive(Clone, Copy, Debug)]
pub struct Slots {
    /// Heading of the picture.
    pub title: &'static str,
    /// One line of meaning.
    pub meaning: &'static str,
    /// Id of the gauge that gives the discipline's own count of packets in the ring.
    pub gauge: &'static str,
    /// The settings under which the discipline has a ring; all of them must be in force.
    pub only_if: &'static [OnlyIf],
}

/// An end of a scale, or a point on it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum Bound {
    /// A number.
    Value(f64),
    /// The value of the parameter with this id.
    Param(&'static str),
    /// The value of the gauge with this id.
    Gauge(&'static str),
    /// The upper end of a scale, which grows with the largest value shown so far. A point on a scale cannot have this
    /// form.
    #[serde(untagged)]
    Open,
}

/// A marked point on a scale.
#[derive(Clone, Copy, Debug, Serialize, TS)]
#[ts(rename = "ScaleMark")]
pub struct Mark {
    /// The marked value.
    pub at: Bound,
    /// The name of the point, in a word or two.
    pub name: &'static str,
}

/// A list of flows.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    /// Heading of the list.
    pub title: &'static str,
    /// The meaning of the list: which flows it contains.
    pub meaning: &'static str,
    /// The quantities of each flow; the first is shown as a bar.
    pub columns: &'static [Quantity],
    /// The end of the bars' scale.
    pub scale: Bound,
    /// The value marked on the scale, if any.
    pub mark: Option<Mark>,
}

/// Longest name of a dial \[characters\]: names of several dials share one column of a lane.
pub const MAX_DIAL_NAME: usize = 21;

/// Largest number of columns of a table.
pub const MAX_TABLE_COLUMNS: usize = 3;

/// A named set of parameter values. Choosing it sets these values; all others stay as they are.
#[derive(Clone, Copy, Debug)]
pub struct ParamSet {
    /// Id on the command line, in kebab-case; no two sets of a discipline share an id.
    pub id: &'static str,
    /// Name on the page.
    pub name: &'static str,
    /// The source of the values, and which of the values are inferred.
    pub origin: &'static str,
    /// The values, each for a different parameter.
    pub values: &'static [(&'static str, ParamValue)],
}

/// A line of pseudo-code.
#[derive(Clone, Copy, Debug, Serialize, TS)]
pub struct CodeLine {
    /// The depth of indentation of the line.
    pub indent: u8,
    /// The text, in words and the paper's symbols. `{x}` is replaced by the latest value of the quantity with the id `x`.
    pub text: &'static str,
    /// Whether the line is a test, whose outcome [`super::Tracer::test`] reports.
    pub is_test: bool,
    /// The settings under which the line is part of the rule. All must be in force; an empty list means always.
    #[ts(type = "ReadonlyArray<OnlyIf>")]
    pub only_if: &'static [OnlyIf],
    /// Wordings under other settings. The first wording whose settings are in force replaces `text`.
    #[ts(type = "ReadonlyArray<Wording>")]
    pub or: &'static [Wording],
}

/// The wording of a line of pseudo-code under some settings.
#[derive(Clone, Copy, Debug, Serialize, TS)]
pub struct Wording {
    /// The text that replaces [`CodeLine::text`].
    pub text: &'static str,
    /// The settings under which this wording holds; all of them must be in force.
    #[ts(type = "ReadonlyArray<OnlyIf>")]
    pub only_if: &'static [OnlyIf],
}

/// The rule of a discipline as its source gives it: a few lines, as a teacher writes them on a board.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// The publication with the section or figure, and the parts of the rule that are ours.
    pub source: &'static str,
    /// The lines, in segments so that families can share segments.
    pub lines: &'static [&'static [RuleLine]],
    /// The rule as a flow chart, if its source draws one.
    pub chart: Option<&'static Chart>,
}

impl Rule {
    /// The rule of a script, which has no source.
    pub const NONE: Self = Self { source: "", lines: &[], chart: None };

    /// All lines in order.
    pub fn lines(&self) -> impl Iterator<Item = &'static RuleLine> {
        self.lines.iter().copied().flatten()
    }
}

/// A line of the rule. It sums up the pseudo-code from `from` up to where the next line of the rule begins.
#[derive(Clone, Copy, Debug, Serialize, TS)]
pub struct RuleLine {
    /// The depth of indentation of the line.
    pub indent: u8,
    /// The text, in words and the paper's symbols; an underscore begins a subscript.
    pub text: &'static str,
    /// The text beside the line for one packet; may be empty. `{x}` is replaced by the latest value of the quantity with the id
    /// `x`.
    pub shows: &'static str,
    /// The first line of pseudo-code that this line sums up.
    #[ts(type = "number")]
    pub from: LineId,
    /// For a question, the line of pseudo-code whose outcome is the answer.
    #[ts(type = "number | null")]
    pub asks: Option<LineId>,
}

/// A flow chart, as a paper draws it. The outcomes of lines of pseudo-code answer its questions.
#[derive(Clone, Copy, Debug, Serialize, TS)]
pub struct Chart {
    /// The paper and the figure.
    pub source: &'static str,
    /// The boxes from top to bottom. The chart begins at the first.
    #[ts(type = "ReadonlyArray<ChartBox>")]
    pub boxes: &'static [ChartBox],
}

/// A box of a flow chart.
#[derive(Clone, Copy, Debug, Serialize, TS)]
pub struct ChartBox {
    /// The action or question, in the paper's symbols; an underscore begins a subscript.
    pub text: &'static str,
    /// The lines of pseudo-code that can answer the question. Under any settings only one of the two lines is in force,
    /// and its outcome is the answer. Both entries are `None` if the box asks no question. If a line runs several
    /// times, its last outcome counts. If a line is not reported, its outcome is false.
    #[ts(type = "readonly [number | null, number | null]")]
    pub asks: [Option<LineId>; 2],
    /// Whether the answer is the opposite of the outcome of the line.
    pub is_denied: bool,
    /// The next box; for a question, the next box after the answer yes.
    pub yes: To,
    /// The next box after the answer no.
    pub no: To,
}

/// The next step of a flow chart.
#[derive(Clone, Copy, Debug, Serialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum To {
    /// The box that follows in the list.
    Next,
    /// The box with this index, from 0.
    Box(u8),
    /// The end of the chart, with the fate of the packet.
    End(&'static str),
}

/// A setting under which a line of pseudo-code is part of the rule.
#[derive(Clone, Copy, Debug, Serialize, TS)]
pub struct OnlyIf {
    /// Id of a switch or of a choice of the discipline.
    pub param: &'static str,
    /// The line is part of the rule if the parameter has one of these values.
    #[ts(type = "ReadonlyArray<SettingValue>")]
    pub values: &'static [ParamValue],
}

/// A named number.
#[derive(Clone, Copy, Debug, Serialize, TS)]
#[ts(rename = "QuantityAbout")]
pub struct Quantity {
    /// Id, by which pseudo-code and texts refer to the number.
    pub id: &'static str,
    /// Symbol as the pseudo-code writes it.
    pub symbol: &'static str,
    /// Unit; empty for a pure number.
    pub unit: &'static str,
    /// One line of meaning.
    pub meaning: &'static str,
}

/// The place of a line of pseudo-code in [`About::code`].
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
pub struct LineId(pub u8);

impl LineId {
    /// The id of this line, if the first line of its segment has the id `first`.
    pub const fn after(self, first: Self) -> Self {
        Self(first.0 + self.0)
    }
}

/// The place of a quantity in [`About::quantities`].
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct QuantityId(pub u8);

impl QuantityId {
    /// The id of this quantity, if the first quantity of its segment has the id `first`.
    pub const fn after(self, first: Self) -> Self {
        Self(first.0 + self.0)
    }
}

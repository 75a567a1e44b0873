//! The declarations of a discipline. Panels, command-line help, schema, URLs and documentation are derived from them.

use super::reason::Reason;
pub use crate::declare::{Choice, ParamKind, ParamSpec, ParamValue};
use serde::Serialize;
use ts_rs::TS;

/// Display name of a script that does not declare one.
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
    /// How much per-flow state the discipline keeps.
    pub memory: Memory,
    /// How confident we are that the code matches the published discipline.
    pub confidence: Confidence,
    /// Which parts of the code follow a source for certain, and which are our own decisions.
    pub confidence_note: &'static str,
    /// How the page draws the queue.
    pub view: View,
    /// Parameters, in groups that a family can share.
    pub params: &'static [&'static [ParamSpec]],
    /// Defaults of this discipline that replace the defaults of a shared group.
    pub defaults: &'static [(&'static str, ParamValue)],
    /// Named sets of parameter values.
    pub param_sets: &'static [ParamSet],
    /// Pseudo-code, in segments that a family can share. The id of a line is its index across all segments.
    pub code: &'static [&'static [CodeLine]],
    /// The rule as its source gives it: a few lines that summarize the pseudo-code.
    pub rule: Rule,
    /// The quantities that decisions compute, in segments that a family can share. The id of a quantity is its index
    /// across all segments.
    pub quantities: &'static [&'static [Quantity]],
    /// Named numbers that describe the discipline's current state. Their values are passed to [`super::Viewer::gauge`]
    /// in this order.
    pub gauges: &'static [Quantity],
    /// The pictures of the discipline's state that the page shows beside the lane; empty for a discipline whose only
    /// state is its queue.
    pub state: &'static [StateView],
    /// The reasons that the discipline can give for drops and marks.
    pub reasons: &'static [Reason],
    /// The reasons for drops and marks that happen without an arrival: at dequeue, or when a timer fires.
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

    /// The description as compiled into this build. Without the feature `texts` it omits the human-readable texts,
    /// which no run needs.
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

/// How much per-flow state a discipline keeps.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum Memory {
    /// No per-flow state.
    Stateless,
    /// Per-flow state for a limited number of flows.
    Partial,
    /// Per-flow state for every flow.
    PerFlow,
}

/// How confident we are that the code matches the published discipline.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum Confidence {
    /// Checked against working source code or the text of the paper.
    High,
    /// Consistent secondary accounts.
    Medium,
    /// A reconstruction from one paragraph of a source, with gaps filled by our decisions.
    Low,
}

/// How the page draws a discipline's queue.
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

/// A picture of part of a discipline's state. All disciplines use the same few kinds, so a user learns each kind once.
#[derive(Clone, Copy, Debug)]
pub enum StateView {
    /// A gauge on a scale.
    Dial {
        /// Id of the gauge.
        gauge: &'static str,
        /// Name of the quantity, at most [`MAX_DIAL_NAME`] characters; its symbol appears beside the name.
        name: &'static str,
        /// The start and the end of the scale.
        scale: (Bound, Bound),
        /// The value marked on the scale, if any.
        mark: Option<Mark>,
    },
    /// A table of flows, one row for each flow, with the numbers from [`super::Viewer::row`]. The page shows only the
    /// flows with the largest numbers in the first column.
    Table(Table),
    /// A number for each waiting packet, from [`super::Viewer::label`]; the page writes it on the packet.
    Label(Quantity),
    /// The slots of the ring that holds the packets, from [`super::Viewer::slot`].
    Slots(Slots),
}

/// A ring of slots.
#[derive(Clone, Copy, Debug)]
pub struct Slots {
    /// Heading of the picture.
    pub title: &'static str,
    /// What it means, in one line.
    pub meaning: &'static str,
    /// Id of the gauge that gives the number of packets that the discipline believes to be in the ring. A fault of the
    /// ring can make this number too large.
    pub gauge: &'static str,
    /// The settings under which the discipline has a ring; all of them must apply.
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
    /// No fixed upper end: the scale grows with the largest value shown so far. Not allowed as the position of a
    /// [`Mark`].
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
    /// Which flows the list contains.
    pub meaning: &'static str,
    /// The quantities shown for each flow, the first as a bar.
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
    /// The values, at most one per parameter.
    pub values: &'static [(&'static str, ParamValue)],
}

/// A line of pseudo-code.
#[derive(Clone, Copy, Debug, Serialize, TS)]
pub struct CodeLine {
    /// The depth of indentation of the line.
    pub indent: u8,
    /// The text, in words and the paper's symbols. `{x}` is replaced by the latest value of the quantity with the id
    /// `x`.
    pub text: &'static str,
    /// Whether the line is a test, whose outcome [`super::Tracer::test`] reports.
    pub is_test: bool,
    /// The settings under which the line is part of the rule; all of them must apply. Empty if the line is always part
    /// of it.
    #[ts(type = "ReadonlyArray<OnlyIf>")]
    pub only_if: &'static [OnlyIf],
    /// Alternative wordings. The first one whose settings all apply replaces `text`.
    #[ts(type = "ReadonlyArray<Wording>")]
    pub or: &'static [Wording],
}

/// An alternative wording of a line of pseudo-code.
#[derive(Clone, Copy, Debug, Serialize, TS)]
pub struct Wording {
    /// The text that replaces [`CodeLine::text`].
    pub text: &'static str,
    /// The settings under which this wording is used; all of them must apply.
    #[ts(type = "ReadonlyArray<OnlyIf>")]
    pub only_if: &'static [OnlyIf],
}

/// The rule of a discipline as its source gives it: a few lines, as a lecturer would write them on the board.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// The publication with the section or figure, and the parts of the rule that are ours.
    pub source: &'static str,
    /// The lines, in segments that a family can share.
    pub lines: &'static [&'static [RuleLine]],
    /// The rule as a flow chart, if its source draws one.
    pub chart: Option<&'static Chart>,
}

impl Rule {
    /// The rule of a discipline that a user wrote as a script. It cites no publication.
    pub const NONE: Self = Self { source: "", lines: &[], chart: None };

    /// All lines in order.
    pub fn lines(&self) -> impl Iterator<Item = &'static RuleLine> {
        self.lines.iter().copied().flatten()
    }
}

/// A line of the rule. It summarizes the pseudo-code from `from` up to the start of the next line of the rule.
#[derive(Clone, Copy, Debug, Serialize, TS)]
pub struct RuleLine {
    /// The depth of indentation of the line.
    pub indent: u8,
    /// The text, in words and the paper's symbols; an underscore begins a subscript.
    pub text: &'static str,
    /// The text beside the line when the decision on one packet is displayed; may be empty. `{x}` is replaced by the
    /// latest value of the quantity with the id `x`.
    pub shows: &'static str,
    /// The first of the pseudo-code lines that this line of the rule summarizes.
    #[ts(type = "number")]
    pub from: LineId,
    /// For a question, the line of pseudo-code whose outcome is the answer.
    #[ts(type = "number | null")]
    pub asks: Option<LineId>,
}

/// A flow chart, as drawn in a paper. The outcomes of pseudo-code lines answer its questions.
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
    /// For a question, the pseudo-code line whose outcome is the answer. A second line is given if other settings of
    /// the discipline run that line instead. If the line runs several times for one packet, the last outcome counts. If
    /// it does not run, the outcome is false.
    #[ts(type = "readonly [number | null, number | null]")]
    pub asks: [Option<LineId>; 2],
    /// Whether the box asks the opposite of the line's condition: the answer is then yes if the outcome is false.
    pub is_denied: bool,
    /// The next box; for a question, the box after the answer yes.
    pub yes: To,
    /// The box after the answer no.
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

/// A condition under which a line of pseudo-code is part of the rule: a parameter with one of several values.
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
    /// Id by which pseudo-code and texts refer to the number.
    pub id: &'static str,
    /// Symbol as written in the pseudo-code.
    pub symbol: &'static str,
    /// Unit; empty for a dimensionless number.
    pub unit: &'static str,
    /// What it means, in one line.
    pub meaning: &'static str,
}

/// The index of a line of pseudo-code in [`About::code`].
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
pub struct LineId(pub u8);

impl LineId {
    /// The id of this line in a discipline's whole pseudo-code. `self` is the line's index within a shared segment, and
    /// `first` the id of the segment's first line.
    pub const fn after(self, first: Self) -> Self {
        Self(first.0 + self.0)
    }
}

/// The index of a quantity in [`About::quantities`].
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct QuantityId(pub u8);

impl QuantityId {
    /// The id of this quantity among all quantities of a discipline. `self` is the quantity's index within a shared
    /// segment of the list, and `first` the id of the segment's first quantity.
    pub const fn after(self, first: Self) -> Self {
        Self(first.0 + self.0)
    }
}

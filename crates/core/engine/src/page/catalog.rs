//! The declarations of all parts of the engine, as one JSON value.

use crate::discipline::about::{
    self, About, Bound, Chart, CodeLine, Confidence, Mark, Memory, OnlyIf, ParamKind, ParamSpec, Quantity, RuleLine,
    Slots, StateView, View,
};
use crate::discipline::reason::ReasonAbout;
use crate::discipline::{ABOUTS, Reason, decisions_of};
use crate::endpoint;
use crate::endpoint::source::{PairList, SOURCES};
use crate::scenario::fields::{self, Group, Written};
use crate::{NUMBERS, RUNS};
use serde::Serialize;
use serde_json::{Map, Value};
use ts_rs::TS;

/// The engine's description of itself.
#[derive(Debug, Serialize, TS)]
pub struct Catalog {
    /// Version of the engine.
    engine_version: &'static str,
    /// Version of the simulation. Under the same version every packet of a scene has the same fate.
    runs: u32,
    /// Version of the results. It increases whenever `runs` increases, and whenever a run is measured in another way.
    /// Under the same version, a scene gives the same numbers.
    numbers: u32,
    /// The queue disciplines.
    disciplines: Vec<DisciplineAbout>,
    /// The TCP variants.
    transports: Vec<TransportAbout>,
    /// The traffic sources.
    sources: Vec<SourceAbout>,
    /// The reasons for drops and marks. Reason numbers in frames are indices into this list.
    reasons: Vec<ReasonAbout>,
    /// Settings of a scene, without the parameters of disciplines.
    scene_settings: Vec<SceneSetting>,
}

/// The description of a discipline.
#[derive(Debug, Serialize, TS)]
pub struct DisciplineAbout {
    id: &'static str,
    name: &'static str,
    year: u16,
    citation: &'static str,
    idea: &'static str,
    /// How much the discipline remembers about flows.
    memory: Memory,
    /// How certain it is that the implementation matches the published discipline.
    confidence: Confidence,
    confidence_note: &'static str,
    /// Gaps and contradictions in the sources, each with the choice made here.
    decisions: &'static [&'static str],
    /// How the page draws the queue.
    view: View,
    params: Vec<SettingSpec>,
    param_sets: Vec<ParamSet>,
    /// Lines of pseudo-code; line ids are indices into this list. In the text of a line, the page replaces `{id}` by
    /// the latest value of the quantity with this id.
    code: Vec<CodeLine>,
    rule: RuleAbout,
    /// Quantities that the discipline computes for a decision; quantity ids are indices into this list.
    quantities: Vec<Quantity>,
    gauges: &'static [Quantity],
    /// The pictures of the discipline's state next to the lane; at most one picture is a table.
    #[ts(type = "ReadonlyArray<StateView>")]
    state: Vec<StateAbout>,
    /// Ids of the reasons for which the discipline can drop or mark packets.
    reasons: Vec<&'static str>,
}

/// The rule of a discipline as its source states it.
#[derive(Debug, Serialize, TS)]
pub struct RuleAbout {
    /// The publication with the section or figure, and the parts of the rule that this project has added or changed.
    source: &'static str,
    /// Lines of the rule. Each line sums up a range of pseudo-code, which ends just before the range of the next line.
    lines: Vec<RuleLine>,
    /// The rule as a flow chart, if the source draws one.
    chart: Option<Chart>,
}

/// A TCP variant.
#[derive(Debug, Serialize, TS)]
pub struct TransportAbout {
    id: &'static str,
    name: &'static str,
    year: u16,
    citation: &'static str,
    meaning: &'static str,
}

/// A traffic source.
#[derive(Debug, Serialize, TS)]
pub struct SourceAbout {
    id: &'static str,
    name: &'static str,
    meaning: &'static str,
    /// Whether a TCP connection carries the data.
    is_over_tcp: bool,
    /// The list of pairs of numbers that configures the source, if the source needs one.
    list: Option<ListAbout>,
}

/// A list of pairs of numbers that configures a source, such as the request times and the sizes of files.
#[derive(Debug, Serialize, TS)]
pub struct ListAbout {
    /// The field of the group of flows.
    id: &'static str,
    name: &'static str,
    meaning: &'static str,
    /// The units of the two numbers of a pair; empty for a pure number.
    units: [&'static str; 2],
}

/// The declaration of a setting, which is a parameter of a discipline or a property of a scene.
#[derive(Debug, Serialize, TS)]
pub struct SettingSpec {
    id: &'static str,
    name: &'static str,
    /// The paper's symbol; empty if there is none.
    symbol: &'static str,
    /// Unit; empty for a pure number.
    unit: &'static str,
    kind: ParamKind,
    #[ts(type = "SettingValue")]
    default: Value,
    meaning: &'static str,
    /// Whether the panel shows a logarithmic slider.
    is_logarithmic: bool,
    /// Whether the value is a queue length, which the page marks on the ruler under the queue.
    is_on_ruler: bool,
    /// Whether the panel shows the setting only after the user has unfolded the advanced settings.
    is_advanced: bool,
}

/// A setting of a scene that is not a parameter of a discipline.
#[derive(Debug, Serialize, TS)]
pub struct SceneSetting {
    #[serde(flatten)]
    spec: SettingSpec,
    /// Dotted path; `*` matches every group of flows.
    path: String,
    /// Heading of the panel under which the setting is listed.
    group: Group,
    /// Whether the setting can change while the scene runs; otherwise a change restarts the scene, and the new run
    /// catches up to the current time.
    is_live: bool,
    /// The flows that have the setting.
    applies_to: FlowsAbout,
    /// Whether a scene omits the setting when it has its default.
    is_optional: bool,
}

/// For a setting of flows: the ids of the transports and sources that have the setting; null means any.
#[derive(Debug, Serialize, TS)]
pub struct FlowsAbout {
    transports: Option<Vec<&'static str>>,
    sources: Option<Vec<&'static str>>,
}

/// A named set of parameter values; parameters outside the set keep their values.
#[derive(Debug, Serialize, TS)]
pub struct ParamSet {
    id: &'static str,
    name: &'static str,
    /// The source of the values.
    origin: &'static str,
    #[ts(type = "Readonly<Record<string, SettingValue>>")]
    values: Map<String, Value>,
}

/// A picture of a part of a discipline's state.
#[derive(Debug, Serialize, TS)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[ts(rename = "StateView")]
pub enum StateAbout {
    /// A gauge on a scale.
    Dial {
        /// Id of the gauge.
        gauge: &'static str,
        /// The quantity shown, in a few words.
        name: &'static str,
        /// The start of the scale.
        from: Bound,
        /// The end of the scale.
        to: Bound,
        /// The value marked on the scale, if any.
        mark: Option<Mark>,
    },
    /// A table of flows, whose numbers are the `rows` of a frame; the page draws the first column as a bar.
    Table {
        /// Heading of the list.
        title: &'static str,
        /// What it means for a flow to be listed.
        meaning: &'static str,
        /// The quantities of each flow.
        columns: &'static [Quantity],
        /// The end of the scale of the bars.
        to: Bound,
        /// The value marked on the scale, if any.
        mark: Option<Mark>,
    },
    /// A number that the page writes on every queued packet, from the column `label` of a queue.
    Label {
        /// The quantity of the label.
        label: Quantity,
    },
    /// A ring of slots that holds the packets: the `slots` of a frame.
    Slots {
        /// The name of the ring.
        title: &'static str,
        /// One line of meaning.
        meaning: &'static str,
        /// Id of the gauge that gives the number of packets that the discipline believes to be in the ring.
        gauge: &'static str,
        /// The conditions on settings for the ring to exist; all must hold.
        #[ts(type = "ReadonlyArray<OnlyIf>")]
        only_if: &'static [OnlyIf],
    },
}

/// The whole catalog: disciplines, transports, sources, reasons, settings of a scene.
pub fn catalog() -> Catalog {
    Catalog {
        engine_version: env!("CARGO_PKG_VERSION"),
        runs: RUNS,
        numbers: NUMBERS,
        disciplines: ABOUTS.iter().map(|about| discipline(about)).collect(),
        transports: transports(),
        sources: sources(),
        reasons: Reason::ALL.iter().map(|reason| reason.about()).collect(),
        scene_settings: fields::all()
            .map(|field| SceneSetting {
                spec: setting(&field.spec, field.spec.default.to_json()),
                path: field.path(),
                applies_to: FlowsAbout { transports: field.transports(), sources: field.sources() },
                is_optional: field.written == Written::IfSet,
                group: field.group,
                is_live: field.is_live,
            })
            .collect(),
    }
}

/// The description of a discipline.
pub fn discipline(about: &'static About) -> DisciplineAbout {
    DisciplineAbout {
        id: about.id,
        name: about.name,
        year: about.year,
        citation: about.citation,
        idea: about.idea,
        memory: about.memory,
        confidence: about.confidence,
        confidence_note: about.confidence_note,
        decisions: decisions_of(about.id),
        view: about.view,
        params: about.params().map(|spec| setting(spec, about.default_of(spec).to_json())).collect(),
        param_sets: param_sets(about),
        code: about.code().copied().collect(),
        rule: RuleAbout {
            source: about.rule.source,
            lines: about.rule.lines().copied().collect(),
            chart: about.rule.chart.copied(),
        },
        quantities: about.quantities().copied().collect(),
        gauges: about.gauges,
        state: about.state.iter().map(state_view).collect(),
        reasons: about.reasons.iter().map(|reason| reason.about().id).collect(),
    }
}

/// The named sets of parameter values that a discipline has.
pub fn param_sets(about: &About) -> Vec<ParamSet> {
    let values_of =
        |set: &about::ParamSet| set.values.iter().map(|(id, value)| ((*id).to_owned(), value.to_json())).collect();
    let sets = about.param_sets.iter();
    sets.map(|set| ParamSet { id: set.id, name: set.name, origin: set.origin, values: values_of(set) }).collect()
}

/// The transports.
pub fn transports() -> Vec<TransportAbout> {
    endpoint::transports()
        .map(|about| TransportAbout {
            id: about.id,
            name: about.name,
            year: about.year,
            citation: about.citation,
            meaning: about.idea,
        })
        .collect()
}

/// The sources.
pub fn sources() -> Vec<SourceAbout> {
    let list_of = |list: &PairList| ListAbout {
        id: list.id,
        name: list.name,
        meaning: list.meaning,
        units: [list.columns[0].unit, list.columns[1].unit],
    };
    SOURCES
        .iter()
        .map(|about| SourceAbout {
            id: about.id,
            name: about.name,
            meaning: about.idea,
            is_over_tcp: about.is_over_tcp(),
            list: about.list.map(list_of),
        })
        .collect()
}

fn state_view(view: &StateView) -> StateAbout {
    match *view {
        StateView::Dial { gauge, name, scale: (from, to), mark } => StateAbout::Dial { gauge, name, from, to, mark },
        StateView::Table(table) => StateAbout::Table {
            title: table.title,
            meaning: table.meaning,
            columns: table.columns,
            to: table.scale,
            mark: table.mark,
        },
        StateView::Label(label) => StateAbout::Label { label },
        StateView::Slots(Slots { title, meaning, gauge, only_if }) => {
            StateAbout::Slots { title, meaning, gauge, only_if }
        }
    }
}

fn setting(spec: &ParamSpec, default: Value) -> SettingSpec {
    SettingSpec {
        id: spec.id,
        name: spec.name,
        symbol: spec.symbol,
        unit: spec.unit,
        kind: spec.kind,
        default,
        meaning: spec.meaning,
        is_logarithmic: spec.is_logarithmic,
        is_on_ruler: spec.is_on_ruler,
        is_advanced: spec.is_advanced,
    }
}

//! Generates the TypeScript modules with the types of the data that the engine passes to the page. `npm run generate`
//! writes these modules, and a test fails if one of them is out of date.

use super::table::{BlockAbout, CodesAbout, TableAbout};
use crate::discipline::about::{
    Bound, Chart, ChartBox, Choice, CodeLine, Confidence, Mark, Memory, OnlyIf, ParamKind, ParamSpec, Quantity,
    RuleLine, To, View, Wording,
};
use crate::discipline::reason::{ReasonAbout, ReasonFamily};
use crate::endpoint::source::SOURCES;
use crate::experiment::{
    Agreement, Apart, ClaimCount, ClaimReport, Course, CourseOfLane, Courses, Document, FigureAxis, FigureCurves,
    FigureLane, FigurePoint, FigureReport, FigureValue, Job, METRICS, Missing, MissingOfPair, Normality, Origin, Ours,
    PLUG_IN, Paired, Printed, Report, Row, Seen, SeenAt, Settling, Summary, SweepCorrelation, TTest, Takes, Verdict,
};
use crate::measure::statistics::{Correlation, ShapiroWilk, SignedRank};
use crate::page::catalog::{
    Catalog, DisciplineAbout, FlowsAbout, ListAbout, ParamSet, RuleAbout, SceneSetting, SettingSpec, SourceAbout,
    StateAbout, TransportAbout,
};
use crate::page::divergence::{ComparedFacts, DivergenceFacts, TreatedFacts};
use crate::page::frame::{FRAME, HISTORY};
use crate::page::happening;
use crate::page::lab::{FlowFacts, OtherLink, SceneFacts};
use crate::page::recorder::{packet_flag, slot_flag, step};
use crate::page::timeline::Found;
use crate::page::windows::FOLLOWED_WINDOWS;
use crate::scenario::fields::{self, AppliesTo, Group, Written};
use crate::scenario::{OBSERVED, Offer, Problem, Remark, SCENARIO_SCHEMA};
use std::collections::BTreeSet;
use std::fmt::Write;
use ts_rs::{Config, TS};

/// The first lines of a generated module.
pub const HEAD: &str = "// Generated from the engine's declarations by `npm run generate`; do not edit.\n\n";

/// Generates the TypeScript module with the types of frames, facts and the catalog.
pub fn border_module() -> String {
    let mut text = String::from(HEAD);
    text.push_str("import type { Scenario, SettingValue } from './scenario.gen';\n\n");
    constant(
        &mut text,
        "Layout version of blocks; both sides must agree.",
        "BLOCK_VERSION",
        super::table::BLOCK_VERSION,
    );
    constant(
        &mut text,
        "Number of TCP flows that are followed: those with the lowest flow numbers.",
        "FOLLOWED_WINDOWS",
        FOLLOWED_WINDOWS,
    );
    let mut written = BTreeSet::new();
    for block in [FRAME, HISTORY] {
        block_types(&mut text, &block, &mut written);
    }
    for codes in [packet_flag::ABOUT, slot_flag::ABOUT, happening::kind::ABOUT, step::ABOUT] {
        codes_object(&mut text, &codes);
    }
    names_type(&mut text, "HappeningName", &happening::kind::ABOUT);
    text.push_str(
        &[
            json_type::<Catalog>(),
            json_type::<DisciplineAbout>(),
            json_type::<Memory>(),
            json_type::<Confidence>(),
            json_type::<View>(),
            json_type::<SettingSpec>(),
            json_type::<ParamKind>(),
            json_type::<Choice>(),
            json_type::<SceneSetting>(),
            json_type::<Group>(),
            json_type::<FlowsAbout>(),
            json_type::<ParamSet>(),
            json_type::<CodeLine>(),
            json_type::<OnlyIf>(),
            json_type::<Wording>(),
            json_type::<RuleAbout>(),
            json_type::<RuleLine>(),
            json_type::<Chart>(),
            json_type::<ChartBox>(),
            json_type::<To>(),
            json_type::<Quantity>(),
            json_type::<StateAbout>(),
            json_type::<Bound>(),
            json_type::<Mark>(),
            json_type::<ReasonAbout>(),
            json_type::<ReasonFamily>(),
            json_type::<TransportAbout>(),
            json_type::<ListAbout>(),
            json_type::<SourceAbout>(),
            json_type::<SceneFacts>(),
            json_type::<FlowFacts>(),
            json_type::<OtherLink>(),
            json_type::<Problem>(),
            json_type::<Remark>(),
            json_type::<Offer>(),
            json_type::<Found>(),
            json_type::<ComparedFacts>(),
            json_type::<DivergenceFacts>(),
            json_type::<TreatedFacts>(),
        ]
        .concat(),
    );
    text
}

/// Generates the TypeScript module with the types of the scenario, from the declarations that the parser reads.
pub fn scenario_module() -> String {
    let mut text = String::from(HEAD);
    text.push_str("export type SettingValue = number | string | boolean;\n\n");
    let params = "Readonly<Record<string, SettingValue>>";
    let _ = write!(
        text,
        "/** The scenario as files, presets and the engine write it. Only the engine decides whether a scenario is valid. */\n\
         export interface Scenario {{\n  readonly schema: {SCENARIO_SCHEMA};\n  readonly id: string;\n  readonly title: string;\n\
         {}  readonly bottleneck: {{\n{}  }};\n  readonly access: {{\n{}  }};\n\
         \x20 /** The reverse link of the acknowledgements. */\n  readonly reverse?: {{\n{}  }};\n\
         \x20 /** The second link, in a scene with two. */\n  readonly second?: {{\n{}  }};\n\
         \x20 /** Parameters for every discipline that declares them. */\n  readonly queue: {{ readonly params: {params} }};\n\
         \x20 readonly lanes: readonly Lane[];\n  readonly flows: readonly FlowGroup[];\n\
         \x20 readonly interventions: readonly Intervention[];\n}}\n\n",
        settings_in("", "  "),
        settings_in("bottleneck", "    "),
        settings_in("access", "    "),
        settings_in("reverse", "    "),
        settings_in("second", "    "),
    );
    let _ = write!(
        text,
        "export interface Lane {{\n  /** Id of the discipline. */\n  readonly aqm: string;\n\
         \x20 /** Parameters of this lane alone; they override `queue.params`. */\n  readonly params: {params};\n\
         \x20 /** The text of the script, if the discipline is a script. */\n  readonly script?: string;\n\
         \x20 /** The link that the lane observes; the first link if it is absent. */\n  readonly link?: {};\n}}\n\n\
         export interface FlowGroup {{\n{}\
         \x20 /** Each flow starts at a random time, uniform in this interval [s]. */\n  readonly start_s: readonly [number, number];\n\
         {}}}\n\n\
         /** A setting changed while the scene was running. */\n\
         export interface Intervention {{\n  readonly at_s: number;\n\
         \x20 /** Dotted path of the setting, e.g. `queue.params.max_th` or `flows.0.rate_bps`. */\n\
         \x20 readonly path: string;\n  readonly value: SettingValue;\n}}\n",
        value_type(&OBSERVED),
        settings_in("flows.*", "  "),
        lists_of_pairs(),
    );
    text
}

fn lists_of_pairs() -> String {
    SOURCES.iter().filter_map(|about| about.list).fold(String::new(), |mut text, list| {
        let meaning = list.meaning;
        let _ = writeln!(text, "  /** {meaning} */\n  readonly {}?: readonly (readonly [number, number])[];", list.id);
        text
    })
}

fn settings_in(parent: &str, indent: &str) -> String {
    let of_parent = fields::all().filter(|field| field.parent == parent);
    of_parent.fold(String::new(), |mut text, field| {
        let is_always_there = field.written == Written::Always && field.applies_to == AppliesTo::All;
        let optional = if is_always_there { "" } else { "?" };
        comment(&mut text, &described(&field.spec), indent);
        let _ = writeln!(text, "{indent}readonly {}{optional}: {};", field.spec.id, value_type(&field.spec));
        text
    })
}

fn described(spec: &ParamSpec) -> String {
    let unit = if spec.unit.is_empty() { String::new() } else { format!(" [{}]", spec.unit) };
    format!("{}{unit}.", spec.meaning)
}

fn value_type(spec: &ParamSpec) -> String {
    match spec.kind {
        ParamKind::Integer { .. } | ParamKind::Real { .. } => "number".into(),
        ParamKind::Switch => "boolean".into(),
        ParamKind::Choice { choices } => {
            choices.iter().map(|choice| format!("'{}'", choice.id)).collect::<Vec<_>>().join(" | ")
        }
    }
}

fn block_types(text: &mut String, block: &BlockAbout, written: &mut BTreeSet<&'static str>) {
    let tables = block.tables.iter().map(|(_, _, table)| table);
    for table in tables.filter(|table| written.insert(table.name)) {
        interface(text, table, array_of);
    }
    interface(text, &block.scalars, |_| "number");
    comment(text, block.meaning, "");
    let _ = writeln!(text, "export interface {} {{\n  readonly scalars: {};", block.name, block.scalars.name);
    for (field, meaning, table) in block.tables {
        comment(text, meaning, "  ");
        let _ = writeln!(text, "  readonly {field}: {};", table.name);
    }
    text.push_str("}\n\n");
    let _ = writeln!(
        text,
        "/** The columns of `{0}` in order. */\nexport const {1}_LAYOUT = {{\n  scalars: [{2}],\n  columns: [",
        block.name,
        block.name.to_uppercase(),
        block.scalars.columns.iter().map(|scalar| format!("'{}'", scalar.name)).collect::<Vec<_>>().join(", "),
    );
    for (group, column) in block.columns() {
        let _ = writeln!(text, "    ['{group}', '{}', {}],", column.name, array_of(column.element));
    }
    text.push_str("  ],\n} as const;\n\n");
}

fn interface(text: &mut String, table: &TableAbout, type_of: fn(&str) -> &'static str) {
    comment(text, table.meaning, "");
    let _ = writeln!(text, "export interface {} {{", table.name);
    for column in table.columns {
        comment(text, column.meaning, "  ");
        let _ = writeln!(text, "  readonly {}: {};", column.name, type_of(column.element));
    }
    text.push_str("}\n\n");
}

/// The type of the JavaScript array over a column.
fn array_of(element: &str) -> &'static str {
    match element {
        "u8" => "Uint8Array",
        "u32" => "Uint32Array",
        "i32" => "Int32Array",
        _ => "Float64Array",
    }
}

fn codes_object(text: &mut String, about: &CodesAbout) {
    comment(text, about.meaning, "");
    let _ = writeln!(text, "export const {} = {{", about.name);
    for (name, number, meaning) in about.codes {
        comment(text, meaning, "  ");
        let _ = writeln!(text, "  {}: {number},", camel_case(name));
    }
    text.push_str("} as const;\n\n");
}

fn names_type(text: &mut String, name: &str, about: &CodesAbout) {
    let names: Vec<_> = about.codes.iter().map(|(name, ..)| format!("'{name}'")).collect();
    let _ = writeln!(text, "export type {name} = {};\n", names.join(" | "));
}

fn camel_case(kebab: &str) -> String {
    let mut words = kebab.split('-');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |all, word| all + &word[..1].to_uppercase() + &word[1..])
}

/// Generates the TypeScript module with the types of an experiment's requests and responses.
pub fn report_module() -> String {
    let imports = "import type { SettingValue } from '../border/scenario.gen';\n\n";
    let types = [
        json_type::<Job>(),
        json_type::<Report>(),
        json_type::<Document>(),
        json_type::<Row>(),
        json_type::<Printed>(),
        json_type::<Seen>(),
        json_type::<Ours>(),
        json_type::<Agreement>(),
        json_type::<Apart>(),
        json_type::<Settling>(),
        json_type::<ClaimReport>(),
        json_type::<Origin>(),
        json_type::<Verdict>(),
        json_type::<SeenAt>(),
        json_type::<Summary>(),
        json_type::<ClaimCount>(),
        json_type::<Paired>(),
        json_type::<TTest>(),
        json_type::<MissingOfPair>(),
        json_type::<Missing>(),
        json_type::<Normality>(),
        json_type::<SweepCorrelation>(),
        json_type::<ShapiroWilk>(),
        json_type::<Correlation>(),
        json_type::<SignedRank>(),
        json_type::<Courses>(),
        json_type::<Course>(),
        json_type::<CourseOfLane>(),
        json_type::<FigureReport>(),
        json_type::<FigureAxis>(),
        json_type::<FigurePoint>(),
        json_type::<FigureCurves>(),
        json_type::<FigureLane>(),
        json_type::<FigureValue>(),
    ];
    format!("{HEAD}{imports}{}", types.concat())
}

/// Generates the TypeScript module with the explanations of verdicts in a report: how a value agrees, why a value is
/// counted separately, and who states a claim.
pub fn verdicts_module() -> String {
    let mut text = String::from(HEAD);
    let meanings = |text: &mut String, about: &str, name: &str, rows: &[(&str, &str)]| {
        comment(text, about, "");
        let _ = writeln!(text, "export const {name} = {{");
        for (id, meaning) in rows {
            let _ = writeln!(text, "  {id}: {meaning:?},");
        }
        text.push_str("} as const;\n\n");
    };
    let agreements = Agreement::ALL.map(|it| (it.id(), it.meaning()));
    meanings(&mut text, "How our value agrees with a published value.", "AGREEMENTS", &agreements);
    let words = Agreement::ALL.map(|it| (it.id(), it.word()));
    meanings(&mut text, "The same in a word.", "AGREEMENT_WORDS", &words);
    let apart = Apart::ALL.map(|it| (it.id(), it.meaning()));
    meanings(&mut text, "Why a reproduced value is counted separately.", "APART", &apart);
    let origins = Origin::ALL.map(|it| (it.id(), it.meaning()));
    meanings(&mut text, "Who states a claim.", "ORIGINS", &origins);
    comment(&mut text, "The meaning of ns-2 for a discipline that ns-2 itself does not contain.", "");
    let _ = writeln!(text, "export const PLUG_IN = {PLUG_IN:?};");
    text
}

/// Generates the TypeScript module with the metrics that every run has; metrics that need bins of time are left out.
pub fn metrics_module() -> String {
    let mut text = String::from(HEAD);
    comment(&mut text, "The argument after the colon of a metric.", "");
    text.push_str("export type MetricTakes = 'nothing' | 'flow' | 'group' | 'transport' | 'source' | 'reason';\n\n");
    comment(&mut text, "A metric of a run; in a name, `{}` is the place of the argument.", "");
    text.push_str("export interface MetricAbout {\n  readonly id: string;\n  readonly name: string;\n");
    text.push_str("  readonly unit: string;\n  readonly takes: MetricTakes;\n  readonly meaning: string;\n}\n\n");
    text.push_str("export const METRICS: readonly MetricAbout[] = [\n");
    for about in METRICS {
        let takes = match about.takes {
            Takes::Nothing => "nothing",
            Takes::Flow => "flow",
            Takes::Group => "group",
            Takes::Transport => "transport",
            Takes::Source => "source",
            Takes::Reason => "reason",
            Takes::Stretch => continue,
        };
        let (id, name, unit, meaning) = (about.id, about.name, about.unit.symbol(), about.meaning);
        let _ = writeln!(
            text,
            "  {{ id: {id:?}, name: {name:?}, unit: {unit:?}, takes: {takes:?}, meaning: {meaning:?} }},"
        );
    }
    text.push_str("];\n");
    text
}

fn constant(text: &mut String, meaning: &str, name: &str, value: impl std::fmt::Display) {
    comment(text, meaning, "");
    let _ = writeln!(text, "export const {name} = {value};\n");
}

/// The TypeScript declaration of a type that is passed as JSON. Each doc comment of the type becomes one line.
pub fn json_type<T: TS>() -> String {
    declaration_in_our_style(&T::decl(&Config::default()), &T::docs().unwrap_or_default())
}

/// Not generic: otherwise it would be compiled once for each declared type.
fn declaration_in_our_style(declaration: &str, docs: &str) -> String {
    let declaration = declaration
        .replace("Array<", "ReadonlyArray<")
        .replace("ReadonlyReadonly", "Readonly")
        .replace(": [", ": readonly [")
        .replace("Array<[", "Array<readonly [")
        .replace("/**\n * ", "/** ")
        .replace("\n * ", " ")
        .replace("\n */\n", " */ ")
        .replace("[`", "`")
        .replace("`]", "`")
        .replace('\\', "");
    let mut text = String::new();
    comment(&mut text, &docs.replace("/**", "").replace("*/", "").replace(" * ", " "), "");
    let _ = writeln!(text, "export {declaration}\n");
    text
}

/// Compares a generated file, given with its path from the root of the project, with the file in the repository. Used
/// by the tests of crates that generate files; `crate_dir` is the folder of the crate, three levels below the root.
/// Panics if the file differs.
#[track_caller]
pub fn assert_up_to_date(crate_dir: &str, (path, text): (&str, String)) {
    let committed = std::fs::read_to_string(format!("{crate_dir}/../../../{path}")).unwrap_or_default();
    assert!(committed == text, "{path} is stale; npm run generate writes it");
}

/// Adds a Rust doc comment as a TypeScript comment, without escapes and links.
fn comment(text: &mut String, meaning: &str, indent: &str) {
    let words = meaning.replace("\\[", "[").replace("\\]", "]").replace("[`", "`").replace("`]", "`");
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    if !words.is_empty() {
        let _ = writeln!(text, "{indent}/** {words} */");
    }
}

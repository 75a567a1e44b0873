//! `chokepoint list`.

use crate::failure::Failure;
use crate::help;
use chokepoint_engine::catalog;
use chokepoint_engine::discipline::{ABOUTS, Reason};
use chokepoint_engine::experiment::{METRICS, MetricAbout};
use chokepoint_engine::scenario::scenario_of;
use chokepoint_scenes::{figures, id_of, presets};
use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use std::io::{self, Write};

/// Options of the list.
#[derive(Args)]
pub(crate) struct Options {
    /// The list to print; by default, all
    what: Option<Kind>,
    /// Print JSON with all details
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Eq, PartialEq, ValueEnum)]
enum Kind {
    Aqms,
    Sets,
    Settings,
    Presets,
    Figures,
    Transports,
    Sources,
    Metrics,
    Reasons,
}

impl Kind {
    const ALL: [Self; 9] = [
        Self::Aqms,
        Self::Sets,
        Self::Settings,
        Self::Presets,
        Self::Figures,
        Self::Transports,
        Self::Sources,
        Self::Metrics,
        Self::Reasons,
    ];

    const fn name(self) -> &'static str {
        match self {
            Self::Aqms => "aqms",
            Self::Sets => "sets",
            Self::Settings => "settings",
            Self::Presets => "presets",
            Self::Figures => "figures",
            Self::Transports => "transports",
            Self::Sources => "sources",
            Self::Metrics => "metrics",
            Self::Reasons => "reasons",
        }
    }

    fn entries(self) -> Vec<Value> {
        match self {
            Self::Aqms => ABOUTS.iter().map(|about| json!(catalog::discipline(about))).collect(),
            Self::Sets => sets(),
            Self::Settings => help::settings(),
            Self::Presets => presets().iter().map(preset_entry).collect(),
            Self::Figures => figures(),
            Self::Transports => catalog::transports().into_iter().map(|about| json!(about)).collect(),
            Self::Sources => catalog::sources().into_iter().map(|about| json!(about)).collect(),
            Self::Metrics => metrics(),
            Self::Reasons => Reason::ALL.into_iter().map(reason_entry).collect(),
        }
    }
}

/// The metrics of published values, claims and lessons.
fn metrics() -> Vec<Value> {
    let entry = |metric: &MetricAbout| {
        json!({
            "id": metric.id,
            "unit": metric.unit.symbol(),
            "takes": metric.takes.example(),
            "meaning": metric.meaning,
        })
    };
    METRICS.iter().map(entry).collect()
}

/// A reason for drops or marks, with the disciplines that use it.
fn reason_entry(reason: Reason) -> Value {
    let about = reason.about();
    let given_by = ABOUTS.iter().filter(|about| about.reasons.contains(&reason)).map(|about| about.id);
    json!({ "id": about.id, "name": about.name, "meaning": about.meaning, "aqms": given_by.collect::<Vec<_>>() })
}

/// The named parameter sets of all disciplines, sorted by id. Each set names its discipline.
fn sets() -> Vec<Value> {
    let mut sets = Vec::new();
    for about in ABOUTS {
        for set in catalog::param_sets(about) {
            let mut entry = json!(set);
            entry["aqm"] = about.id.into();
            sets.push(entry);
        }
    }
    sets.sort_by_key(|set| set["id"].as_str().unwrap_or_default().to_owned());
    sets
}

fn preset_entry(preset: &Value) -> Value {
    json!({
        "id": id_of(preset),
        "title": scenario_of(preset)["title"],
        "document": preset["document"]["title"],
        "place": preset["document"]["place"],
        "lesson": preset["lesson"],
        "assumptions": preset["assumptions"],
        "capacity_bps": scenario_of(preset)["bottleneck"]["capacity_bps"],
        "flows": scenario_of(preset)["flows"],
    })
}

/// Prints the requested list, or all lists: one line for each entry, or one JSON value.
pub(crate) fn list(options: &Options) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let kinds = options.what.map_or(Kind::ALL.to_vec(), |kind| vec![kind]);
    if options.json {
        let listing = match options.what {
            Some(kind) => Value::Array(kind.entries()),
            None => kinds.iter().map(|kind| (kind.name().to_owned(), Value::Array(kind.entries()))).collect(),
        };
        writeln!(out, "{listing}")?;
        return Ok(());
    }
    for (place, kind) in kinds.iter().enumerate() {
        if kinds.len() > 1 {
            writeln!(out, "{}{}", if place > 0 { "\n" } else { "" }, kind.name())?;
        }
        for entry in kind.entries() {
            let text = |field: &str| entry[field].as_str().unwrap_or_default().to_owned();
            let line = match kind {
                Kind::Aqms => format!("{} ({}, {}): {}", text("name"), entry["year"], text("memory"), text("idea")),
                Kind::Sets => format!("{}: {} ({})", text("aqm"), text("name"), text("origin")),
                // The line of a parameter ends with the ids of the disciplines that have it.
                Kind::Settings => format!("{}; {}{}", text("meaning"), text("allowed"), owners(&entry)),
                Kind::Presets => format!("{}: {}", text("document"), text("title")),
                Kind::Figures => text("title"),
                Kind::Transports | Kind::Sources => format!("{}: {}", text("name"), text("meaning")),
                Kind::Metrics if text("unit").is_empty() => text("meaning"),
                Kind::Metrics => format!("[{}] {}", text("unit"), text("meaning")),
                Kind::Reasons => format!("{}{}", text("meaning"), owners(&entry)),
            };
            let id = format!("{}{}", text("id"), text("takes").split(' ').next().unwrap_or_default());
            writeln!(out, "{id:<14}  {line}")?;
        }
    }
    Ok(())
}

/// The ids of the disciplines that have a parameter or a reason, joined into one string. Empty if every discipline has
/// it.
fn owners(entry: &Value) -> String {
    let aqms: Vec<_> = entry["aqms"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    if aqms.is_empty() { String::new() } else { format!("; {}", aqms.join(", ")) }
}

//! `chokepoint screen`: finds out which settings of a lane matter.

use crate::failure::{Failure, show_message};
use crate::shown::Shown;
use crate::{ScenarioOptions, pool, scenario_source, table};
use chokepoint_script::RHAI;
use chokepoint_sweep::screening::{EffectOfSetting, MetricEffects, Varied, Way};
use chokepoint_sweep::{Screening, Task};
use clap::Args;
use serde_json::{Value, json};
use std::io::{self, Write};

/// Titles of the columns for settings that are numbers; they show elementary effects (Morris 1991).
const NUMBERS: [&str; 10] =
    ["setting", "varied over", "mu*", "95 % from", "to", "mu", "sigma", "chance", "effects", "left out"];
/// Titles of the columns for choices and switches, each of which is changed once while everything else stays the same.
const ONCE: [&str; 8] =
    ["choice or switch", "changed", "change", "95 % from", "to", "chance", "detectable", "left out"];

/// Options of the screening.
#[derive(Args)]
pub(crate) struct Options {
    #[command(flatten)]
    scenario: ScenarioOptions,
    /// Queue discipline whose parameters are varied; by default, that of the first lane
    #[arg(long, value_name = "ID")]
    aqm: Option<String>,
    /// Settings to vary: queue (parameters of the discipline), bottleneck or flows; repeatable
    #[arg(long, value_name = "WHAT", default_value = "queue")]
    vary: Vec<String>,
    /// Metric to measure; repeatable
    ///
    /// chokepoint list metrics prints all metrics.
    #[arg(long = "metric", value_name = "ID")]
    metrics: Vec<String>,
    /// Vary each number between its value divided by this factor and its value times this factor
    ///
    /// The range is cut at the limits that the setting declares.
    #[arg(long, default_value_t = 2.0)]
    factor: f64,
    /// Number of trajectories, in each of which every varied setting changes once
    #[arg(long, value_name = "N", default_value_t = 10)]
    trajectories: u64,
    /// Run every step with the seeds 1 to N
    #[arg(long, value_name = "N", default_value_t = 3)]
    seeds: u64,
    /// Print the varied settings and their effects as one JSON object
    #[arg(long)]
    json: bool,
}

/// Makes all runs on all cores, and prints the report.
pub(crate) fn screen(options: &Options) -> Result<(), Failure> {
    let aqms: Vec<String> = options.aqm.iter().cloned().collect();
    let scenario = scenario_source::load_changed(&options.scenario, &aqms)?;
    let mut definition = json!({
        "scene": scenario.to_json(),
        "vary": options.vary,
        "factor": options.factor,
        "trajectories": options.trajectories,
        "seeds": options.seeds,
    });
    if !options.metrics.is_empty() {
        definition["metrics"] = json!(options.metrics);
    }
    let mut screening = Screening::parse_in(&definition, RHAI)?;
    let tasks: Vec<_> = (0..screening.tasks()).filter_map(|index| screening.task(index)).collect();
    let of_workers = screening.clone();
    let name = |task: &Task| format!("{} with seed {}", task.point, task.seed);
    let rows = pool::run_all(tasks, name, move |task| Ok(of_workers.run(*task)))?;
    for row in &rows {
        screening.add(row);
    }
    let mut out = io::stdout().lock();
    if options.json {
        let facts = screening.facts();
        writeln!(out, "{}", json!({ "facts": facts, "report": screening.report_facts() }))?;
    } else {
        let out = &mut Shown(out);
        for (place, effects) in screening.report().iter().enumerate() {
            if place > 0 {
                writeln!(out)?;
            }
            write_effects(out, &screening, effects)?;
        }
        if options.seeds > 1 && !screening.can_exceed_chance() {
            show_message(
                "with so few trajectories and seeds, no effect of a numeric setting can exceed chance; increase both numbers\n",
            );
        }
        for left_out in screening.left_out() {
            writeln!(out, "{} {}", left_out.path, left_out.reason)?;
        }
    }
    Ok(())
}

fn write_effects(out: &mut impl Write, screening: &Screening, effects: &MetricEffects) -> io::Result<()> {
    let metric = &screening.metrics()[effects.metric];
    let unit = metric.unit();
    let shown = match unit.shown_symbol() {
        "" => String::new(),
        symbol => format!(" [{symbol}]"),
    };
    writeln!(out, "{}{shown}", metric.name())?;
    let number = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), |value| unit.number(value));
    let ends = |interval: Option<(f64, f64)>| [number(interval.map(|it| it.0)), number(interval.map(|it| it.1))];
    let (mut numbers, mut once) = (Vec::new(), Vec::new());
    for effect in &effects.settings {
        let EffectOfSetting { mu_star, mu, sigma, change, interval, chance, detectable, count, .. } = *effect;
        let setting = &screening.settings()[effect.setting];
        let path = setting.path.strip_prefix("lanes.0.params.").unwrap_or(&setting.path).to_owned();
        let [from, to] = ends(interval);
        let left_out = (effect.refused + effect.unmoved + effect.without_value).to_string();
        let chance = number(chance);
        let range = range_of(setting);
        match setting.way {
            Way::Levels(_) => {
                let [mu_star, mu, sigma] = [mu_star, mu, sigma].map(number);
                numbers.push(vec![path, range, mu_star, from, to, mu, sigma, chance, count.to_string(), left_out]);
            }
            Way::Once(_) => {
                once.push(vec![path, range, number(change), from, to, chance, number(detectable), left_out]);
            }
        }
    }
    if !numbers.is_empty() {
        table::write(out, &NUMBERS, &numbers)?;
    }
    if !numbers.is_empty() && !once.is_empty() {
        writeln!(out)?;
    }
    if !once.is_empty() {
        table::write(out, &ONCE, &once)?;
    }
    Ok(())
}

fn range_of(setting: &Varied) -> String {
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    match &setting.way {
        Way::Levels(levels) => match (levels.first(), levels.last()) {
            (Some(from), Some(to)) => format!("{}..{}", text(from), text(to)),
            _ => String::new(),
        },
        Way::Once(other) => format!("{} to {}", text(&setting.value), text(other)),
    }
}

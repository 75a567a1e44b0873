//! `chokepoint screen`: which settings of a lane matter.

use crate::failure::Failure;
use crate::shown::Shown;
use crate::{ScenarioOptions, pool, scenario_source, table};
use chokepoint_sweep::Screening;
use chokepoint_sweep::screening::{EffectOfSetting, MetricEffects, Varied, Way};
use clap::Args;
use serde_json::{Value, json};
use std::io::{self, Write};

/// What to screen.
#[derive(Args)]
pub(crate) struct Options {
    #[command(flatten)]
    scenario: ScenarioOptions,
    /// Queue discipline whose parameters are varied; without it, that of the first lane
    #[arg(long, value_name = "ID")]
    aqm: Option<String>,
    /// Vary these: queue (parameters of the discipline), bottleneck, flows; may be given several times
    #[arg(long, value_name = "WHAT", default_value = "queue")]
    vary: Vec<String>,
    /// What is measured (chokepoint list metrics names all); may be given several times
    #[arg(long = "metric", value_name = "ID")]
    metrics: Vec<String>,
    /// Vary each number from its value divided by this to its value times this, inside its declared range
    #[arg(long, default_value_t = 2.0)]
    factor: f64,
    /// Trajectories: every number moves once in each
    #[arg(long, value_name = "N", default_value_t = 10)]
    trajectories: u64,
    /// Run every step with the seeds 1 to N
    #[arg(long, value_name = "N", default_value_t = 3)]
    seeds: u64,
    /// One JSON object: what was varied, and the effects
    #[arg(long)]
    json: bool,
}

/// Makes all runs, on all cores, and reports.
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
    let mut screening = Screening::parse(&definition)?;
    let tasks: Vec<_> = (0..screening.tasks()).filter_map(|index| screening.task(index)).collect();
    let rows = pool::run_all(&tasks, |task| Ok(screening.run(*task)))?;
    for row in &rows {
        screening.add(row);
    }
    let mut out = io::stdout().lock();
    if options.json {
        let facts = screening.facts();
        writeln!(out, "{}", json!({ "facts": facts, "report": screening.report_json() }))?;
    } else {
        let out = &mut Shown(out);
        for (place, effects) in screening.report().iter().enumerate() {
            if place > 0 {
                writeln!(out)?;
            }
            write_effects(out, &screening, effects)?;
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
    let header = ["setting", "varied over", "mu*", "95 % from", "to", "mu", "sigma", "chance", "effects", "left out"];
    let number = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), |value| unit.number(value));
    let mut rows = Vec::with_capacity(effects.settings.len());
    for effect in &effects.settings {
        let EffectOfSetting { mu_star, mu, sigma, interval, chance, count, .. } = *effect;
        let setting = &screening.settings()[effect.setting];
        rows.push(vec![
            setting.path.strip_prefix("lanes.0.params.").unwrap_or(&setting.path).to_owned(),
            range_of(setting),
            number(mu_star),
            number(interval.map(|interval| interval.0)),
            number(interval.map(|interval| interval.1)),
            number(mu),
            number(sigma),
            number(chance),
            count.to_string(),
            (effect.refused + effect.unmoved + effect.without_value).to_string(),
        ]);
    }
    table::write(out, &header, &rows)
}

fn range_of(setting: &Varied) -> String {
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    match &setting.way {
        Way::Levels(levels) => match (levels.first(), levels.last()) {
            (Some(from), Some(to)) => format!("{}..{}", text(from), text(to)),
            _ => String::new(),
        },
        Way::Once(other) => text(other),
    }
}

//! `chokepoint export`: a scene for another simulator.

use crate::failure::{self, Failure};
use crate::{ScenarioOptions, scenario_source};
use chokepoint_export::{Target, export};
use clap::{Args, builder::PossibleValuesParser};
use std::io::{self, Write};
use std::{fs, path::PathBuf};

/// What to write.
#[derive(Args)]
pub(crate) struct Options {
    /// For which simulator: ns-2 (a script), ns-3 (a program) or tc (commands for Linux)
    #[arg(value_parser = PossibleValuesParser::new(Target::ALL.map(Target::id)))]
    target: String,
    #[command(flatten)]
    scenario: ScenarioOptions,
    /// Queue discipline; without it, the first of the scenario
    #[arg(long, value_name = "ID")]
    aqm: Option<String>,
    /// Seed of all chance
    #[arg(long)]
    seed: Option<u64>,
    /// Write into this file in place of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Writes one lane; what is lost goes to standard error first.
pub(crate) fn write(options: &Options) -> Result<(), Failure> {
    let aqms: Vec<String> = options.aqm.iter().cloned().collect();
    let mut scenario = scenario_source::load_changed(&options.scenario, &aqms)?;
    if let Some(seed) = options.seed {
        scenario = scenario.with("seed", seed.into())?;
    }
    let target = Target::of(&options.target).unwrap_or(Target::Ns2);
    let export = export(target, &scenario, 0)?;
    for loss in &export.losses {
        failure::tell(&format!("lost: {loss}\n"));
    }
    match &options.out {
        Some(path) => fs::write(path, &export.text)
            .map_err(|error| Failure::Failed(format!("{}: cannot be written: {error}", path.display())))?,
        None => io::stdout().lock().write_all(export.text.as_bytes())?,
    }
    Ok(())
}

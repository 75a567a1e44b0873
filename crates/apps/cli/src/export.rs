//! `chokepoint export`: writes a scene for another simulator, or a script as a discipline of that simulator.

use crate::failure::{self, Failure};
use crate::scenario_source::read_text;
use crate::{ScenarioOptions, scenario_source};
use chokepoint_engine::discipline::scripted::{MAX_SCRIPT_BYTES, ScriptProblem};
use chokepoint_export::{Target, export};
use chokepoint_scenes::files;
use chokepoint_script::Script;
use chokepoint_translate::{Simulator, translation};
use clap::{Args, builder::PossibleValuesParser};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Options of the export.
#[derive(Args)]
pub(crate) struct Options {
    /// Target: ns-2 (a Tcl script), ns-3 (a C++ program) or tc (tc and ip commands of Linux)
    ///
    /// For ns-2 and ns-3, the scenario can also be a script of a discipline (a .rhai file), which is translated into C++.
    #[arg(value_parser = PossibleValuesParser::new(Target::ALL.map(Target::id)))]
    target: String,
    #[command(flatten)]
    scenario: ScenarioOptions,
    /// Queue discipline; by default, that of the first lane
    #[arg(long, value_name = "ID")]
    aqm: Option<String>,
    /// Seed of all random numbers
    #[arg(long, allow_negative_numbers = true)]
    seed: Option<String>,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Replace the file of --out if it exists
    #[arg(long, requires = "out")]
    replace: bool,
}

/// Writes the scene with one lane. What the other simulator cannot express is listed on standard error.
pub(crate) fn write(options: &Options) -> Result<(), Failure> {
    if let Some(path) = script_of(options) {
        return write_script(options, path);
    }
    let aqms: Vec<String> = options.aqm.iter().cloned().collect();
    let mut scenario = scenario_source::load_changed(&options.scenario, &aqms)?;
    scenario = scenario_source::with_seed(scenario, options.seed.as_deref())?;
    let target = Target::of(&options.target).unwrap_or(Target::Ns2);
    let export = export(target, &scenario, 0)?;
    for loss in &export.losses {
        failure::show_message(&format!("lost: {loss}\n"));
    }
    put(options, &export.text)
}

/// Writes the text into the file, or on standard output.
fn put(options: &Options, text: &str) -> Result<(), Failure> {
    match &options.out {
        Some(path) => files::write_whole(path, options.replace, |out| out.write_all(text.as_bytes()))?,
        None => io::stdout().lock().write_all(text.as_bytes())?,
    }
    Ok(())
}

/// The script file, if one is given in place of a scene.
fn script_of(options: &Options) -> Option<&str> {
    let file = options.scenario.scenario.as_str();
    Path::new(file).extension().is_some_and(|ending| ending == "rhai").then_some(file)
}

/// Writes a script as a discipline of a simulator. Lines that cannot be translated are reported and make the command fail, but the
/// rest is written.
fn write_script(options: &Options, file: &str) -> Result<(), Failure> {
    let Some(simulator) = Simulator::of(&options.target) else {
        let target = &options.target;
        let possible = Simulator::ALL.map(Simulator::id).join(" and ");
        return Err(Failure::wrong(format!(
            "{file} is a script; scripts can be exported to {possible}, but only scenes to {target}"
        )));
    };
    let text = read_text(file, MAX_SCRIPT_BYTES as u64)?;
    let in_words = |it: &ScriptProblem, what: &str| format!("{file}:{}:{}: {what}{}", it.line, it.column, it.problem);
    let script = Script::read(&text).map_err(|it| Failure::wrong(in_words(&it, "")))?;
    let translation = translation(&script, simulator);
    put(options, &translation.text)?;
    if translation.refused.is_empty() {
        return Ok(());
    }
    Err(Failure::Wrong(translation.refused.iter().map(|it| in_words(it, "not translated: ")).collect()))
}

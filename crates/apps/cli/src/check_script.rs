//! `chokepoint check-script`.

use crate::failure::{Failure, show_message};
use crate::scenario_source::read_text;
use chokepoint_engine::discipline::scripted::MAX_SCRIPT_BYTES;
use chokepoint_script::check;
use clap::Args;
use std::io::{self, Write};

/// Options of the check.
#[derive(Args)]
pub(crate) struct Options {
    /// The script, a .rhai file
    file: String,
    /// Number of small scenes to try
    #[arg(long, value_name = "N", default_value_t = check::SCENES, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    scenes: u64,
    /// Print the outcome as a JSON object
    #[arg(long)]
    json: bool,
}

/// Exit status 0 if the script keeps every law, 1 if it breaks one, 2 if it cannot be read.
pub(crate) fn check_script(options: &Options) -> Result<(), Failure> {
    let Options { file, scenes, json } = options;
    let text = read_text(file, MAX_SCRIPT_BYTES as u64)?;
    let wrong = |line: u32, column: u32, problem: &str| Failure::wrong(format!("{file}:{line}:{column}: {problem}"));
    let checked = check::check(&text, *scenes).map_err(|it| wrong(it.line, it.column, &it.problem))?;
    let mut out = io::stdout().lock();
    if *json {
        let text = serde_json::to_string(&checked).map_err(|error| Failure::Failed(error.to_string()))?;
        writeln!(out, "{text}")?;
    }
    let Some(broken) = &checked.broken else {
        if !json {
            writeln!(out, "{file}: keeps every law in {} scenes, over {} packets", checked.scenes, checked.packets)?;
        }
        return Ok(());
    };
    show_message(&format!(
        "chokepoint: {file}: breaks the law {:?} in scene {}: {}\n",
        broken.law, checked.scenes, broken.problem
    ));
    if !json {
        let scene = serde_json::to_string_pretty(&broken.scene).map_err(|error| Failure::Failed(error.to_string()))?;
        writeln!(out, "{scene}")?;
        show_message(
            "chokepoint: standard output has the smallest scene that breaks the law; chokepoint run - repeats its run\n",
        );
    }
    Err(Failure::Different)
}

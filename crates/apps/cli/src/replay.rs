//! `chokepoint replay`: runs a recording of real packets again and compares the decisions.

use crate::failure::Failure;
use crate::run::{self, OfLane};
use crate::shown::{Shown, shown};
use chokepoint_recording::{Recording, Replay};
use chokepoint_scenes::files;
use chokepoint_script::RHAI;
use clap::Args;
use serde_json::{Value, json};
use std::fs::File;
use std::io::{self, Write};

/// Size limit for reading a recording \[bytes\]. Even a recording with the most packets allowed is smaller.
const MAX_RECORDING_BYTES: u64 = 256 * 1024 * 1024;

/// Options of the replay.
#[derive(Args)]
pub(crate) struct Options {
    /// A recording, which chokepoint-router or chokepoint import has written
    file: String,
    /// Print the result and the properties of the recording as one JSON object
    #[arg(long)]
    json: bool,
}

/// Exit status 0 unless the decisions differ from the recorded ones.
pub(crate) fn replay(options: &Options) -> Result<(), Failure> {
    let refused = |problem: String| Failure::wrong(format!("{}: {problem}", options.file));
    let file = File::open(&options.file).map_err(|error| refused(error.to_string()))?;
    let bytes = files::read_bytes(file, MAX_RECORDING_BYTES).map_err(refused)?;
    let recording = Recording::read(&bytes).map_err(|problem| refused(problem.to_string()))?;
    let Replay { run, decided_as_recorded, states } = recording.replay(RHAI)?;
    let mut result = run.result();
    result.profile = recording.header.profile();
    let mut out = io::stdout().lock();
    if options.json {
        let mut line = serde_json::to_value(&result).map_err(|error| Failure::Failed(error.to_string()))?;
        line["recording"] = json!({
            "origin": recording.header.origin,
            "facts": recording.header.facts,
            "end": recording.end,
            "decided_as_recorded": decided_as_recorded,
            "states_compared": states,
        });
        writeln!(out, "{line}")?;
    } else {
        let out = &mut Shown(out);
        let mut lane = OfLane::new(result.aqm.to_owned());
        lane.runs.push(result);
        run::report(out, &[lane], 1)?;
        facts(out, "recorded on", &recording.header.facts)?;
        match &recording.end {
            Some(end) => {
                facts(out, "at the end", end)?;
                let matters = end["matters"].as_array().into_iter().flatten().filter_map(Value::as_str);
                matters.into_iter().try_for_each(|sentence| writeln!(out, "{}", shown(sentence)))?;
            }
            None => {
                writeln!(out, "The recording breaks off: it is replayed up to {} s.", recording.known_until.secs())?
            }
        }
        let verdict = match decided_as_recorded {
            Some(true) => format!("All {states} recorded states were reproduced."),
            Some(false) => "The decisions differ from the recorded ones.".to_owned(),
            None => "The recording holds no decisions to compare with.".to_owned(),
        };
        writeln!(out, "{verdict}")?;
    }
    if decided_as_recorded == Some(false) { Err(Failure::Different) } else { Ok(()) }
}

/// Prints the scalar values of an object on one line.
fn facts(out: &mut impl Write, title: &str, facts: &Value) -> io::Result<()> {
    let mut words = Vec::new();
    for (name, value) in facts.as_object().into_iter().flatten() {
        match value {
            Value::String(text) => words.push(format!("{} {}", name.replace('_', " "), shown(text))),
            Value::Number(number) => words.push(format!("{} {number}", name.replace('_', " "))),
            _ => {}
        }
    }
    if words.is_empty() { Ok(()) } else { writeln!(out, "{title}: {}", words.join(", ")) }
}

//! The table of a sweep as files hold it, the same from the command line, the page and Python: one row per run.

mod cells;
mod csv;
pub(crate) mod json;
mod parquet;

use super::results::Results;
use crate::failure::Failure;
use chokepoint_engine::NUMBERS;
use chokepoint_engine::scenario::limits::MAX_FILE_BYTES;
use chokepoint_scenes::files::{self, Bounded, NewFile, WriteProblem};
use chokepoint_script::RHAI;
use chokepoint_sweep::Sweep;
use serde_json::{Map, Value, json};
use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::path::Path;

/// Goes up when a reader of the last version would misread a table of this one.
const VERSION: u32 = 1;
/// The longest line of a table or journal that is read \[bytes\]: that of its definition, which has a scene in it.
pub(super) const MAX_LINE_BYTES: u64 = 4 * MAX_FILE_BYTES;
/// The largest table that is read line by line \[bytes\]: the most runs of a sweep need less.
const MAX_TABLE_BYTES: u64 = 64 << 30;
/// The largest that is read in one piece, which takes a multiple of it as memory \[bytes\].
const MAX_JSON_BYTES: u64 = 1 << 30;

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Format {
    Parquet,
    Csv,
    Json,
}

impl Format {
    /// The format by the extension of a file name.
    pub(crate) fn of(file: &Path) -> Result<Self, Failure> {
        let wrong = |problem: &str| Failure::wrong(format!("{}: {problem}", file.display()));
        if file.is_dir() {
            return Err(wrong("is a folder, not the name of a file"));
        }
        match file.extension().and_then(|extension| extension.to_str()) {
            Some("parquet") => Ok(Self::Parquet),
            Some("csv") => Ok(Self::Csv),
            Some("json") => Ok(Self::Json),
            _ => Err(wrong("does not end in .parquet, .csv or .json, which are the tables that there are")),
        }
    }
}

/// Writes the runs that are there: whole, or not at all.
pub(crate) fn write(file: &Path, format: Format, results: &Results) -> Result<(), Failure> {
    // An existing file has been checked before: its runs are among these, or are to be replaced.
    files::write_whole(file, true, |out| write_as(format, results, out)).map_err(|problem| match problem {
        WriteProblem::Io(_, error) => Failure::Failed(format!("{}: cannot write the table: {error}", file.display())),
        other => other.into(),
    })
}

type AnyError = Box<dyn std::error::Error + Send + Sync>;

fn write_as(format: Format, results: &Results, out: &mut BufWriter<NewFile>) -> Result<(), AnyError> {
    match format {
        Format::Parquet => parquet::write(results, out)?,
        Format::Csv => csv::write(results, out)?,
        Format::Json => json::write(results, out)?,
    }
    out.flush()?;
    // The journal is removed once the table is there.
    out.get_ref().sync()?;
    Ok(())
}

/// Why a file gives no runs.
#[derive(Debug)]
enum Refusal {
    /// It is no table, or one of something else, or it is damaged.
    NoTable(String),
    /// It may well be one, but it is packed as this program cannot unpack.
    Packed(String),
}

impl From<String> for Refusal {
    fn from(problem: String) -> Self {
        Self::NoTable(problem)
    }
}

/// Reads a table with the sweep that it is of.
pub(crate) fn read(file: &Path) -> Result<Results, Failure> {
    let format = Format::of(file)?;
    let opened = File::open(file).map_err(|error| Failure::wrong(format!("{}: {error}", file.display())))?;
    let read = match format {
        Format::Parquet => parquet::read(opened),
        Format::Csv => {
            csv::read(BufReader::new(Bounded::new(opened, MAX_LINE_BYTES, MAX_TABLE_BYTES))).map_err(Refusal::from)
        }
        Format::Json => {
            json::read(BufReader::new(Bounded::new(opened, MAX_JSON_BYTES, MAX_JSON_BYTES))).map_err(Refusal::from)
        }
    };
    read.map_err(|refusal| {
        Failure::wrong(match refusal {
            Refusal::NoTable(problem) => format!("{}: is no table of a sweep: {problem}", file.display()),
            Refusal::Packed(problem) => format!("{}: {problem}", file.display()),
        })
    })
}

/// The origin of a table, as all formats give it.
fn provenance(sweep: &Sweep) -> Map<String, Value> {
    let told = json!({
        "chokepoint_sweep": VERSION,
        "engine_version": env!("CARGO_PKG_VERSION"),
        "numbers": NUMBERS,
        "tool": "chokepoint sweep",
        "definition": sweep.to_json(),
    });
    match told {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}

/// The sweep that a table says it is of.
fn sweep_of(provenance: &Map<String, Value>) -> Result<Sweep, String> {
    let told = |field: &str| provenance.get(field).cloned().unwrap_or_default();
    if told("chokepoint_sweep") != VERSION {
        return Err("it does not say which sweep it is of (chokepoint_sweep: 1 is missing)".into());
    }
    if told("numbers") != NUMBERS {
        return Err(format!(
            "it was made with version {} of the engine's numbers, here it is {NUMBERS}",
            told("numbers")
        ));
    }
    let definition = match told("definition") {
        Value::String(text) => Sweep::parse_text_in(&text, RHAI),
        definition => Sweep::parse_in(&definition, RHAI),
    };
    definition.map_err(|problems| {
        let first = problems.first().map(ToString::to_string);
        format!("its definition is wrong: {}", first.unwrap_or_default())
    })
}

//! The table of a sweep as files hold it, the same from the command line, the page and Python: a row a run.

mod cells;
mod csv;
pub(crate) mod json;
mod parquet;

use super::results::Results;
use crate::failure::Failure;
use chokepoint_engine::NUMBERS;
use chokepoint_sweep::Sweep;
use serde_json::{Map, Value, json};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{BufReader, BufWriter};
use std::path::{Path, PathBuf};

/// Goes up when a table of this version would be misread by those who read the last one.
const VERSION: u32 = 1;

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Format {
    Parquet,
    Csv,
    Json,
}

impl Format {
    /// By the ending of the name of a file.
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
    // What a link points at is written, not the link; a file that is not there yet has none.
    let place = fs::canonicalize(file).unwrap_or_else(|_| file.to_path_buf());
    let mut beside: OsString = place.clone().into();
    beside.push(".new");
    let beside = PathBuf::from(beside);
    let written = write_whole(&beside, format, results).and_then(|()| Ok(fs::rename(&beside, &place)?));
    written.map_err(|error| {
        // There may be none.
        let _ = fs::remove_file(&beside);
        Failure::Failed(format!("{}: cannot write the table: {error}", file.display()))
    })
}

type AnyError = Box<dyn std::error::Error + Send + Sync>;

fn write_whole(file: &Path, format: Format, results: &Results) -> Result<(), AnyError> {
    let mut out = BufWriter::new(File::create(file)?);
    match format {
        Format::Parquet => parquet::write(results, &mut out)?,
        Format::Csv => csv::write(results, &mut out)?,
        Format::Json => json::write(results, &mut out)?,
    }
    out.into_inner().map_err(|error| error.into_error())?.sync_all()?;
    Ok(())
}

/// Reads a table with the sweep that it is of.
pub(crate) fn read(file: &Path) -> Result<Results, Failure> {
    let format = Format::of(file)?;
    let opened = File::open(file).map_err(|error| Failure::wrong(format!("{}: {error}", file.display())))?;
    let read = match format {
        Format::Parquet => parquet::read(opened),
        Format::Csv => csv::read(BufReader::new(opened)),
        Format::Json => json::read(BufReader::new(opened)),
    };
    read.map_err(|problem| Failure::wrong(format!("{}: is no table of a sweep: {problem}", file.display())))
}

/// Where a table comes from, as all formats tell it.
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
        Value::String(text) => Sweep::parse_text(&text),
        definition => Sweep::parse(&definition),
    };
    definition.map_err(|problems| {
        let first = problems.first().map(ToString::to_string);
        format!("its definition is wrong: {}", first.unwrap_or_default())
    })
}

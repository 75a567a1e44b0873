//! Table files of a sweep, one row per run. The command line, the page and Python write the same table.

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

/// Version of the format. It increases when older versions would misread a new table.
const VERSION: u32 = 1;
/// Length limit of a line in a table or journal \[bytes\]. The longest line is the definition, which contains a scene.
pub(super) const MAX_LINE_BYTES: u64 = 4 * MAX_FILE_BYTES;
/// Size limit of a table that is read line by line \[bytes\]; the largest possible sweep needs less.
const MAX_TABLE_BYTES: u64 = 64 << 30;
/// Size limit of a table that is read in one piece \[bytes\]. Reading takes a multiple of this in memory.
const MAX_JSON_BYTES: u64 = 1 << 30;

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Format {
    Parquet,
    Csv,
    Json,
}

impl Format {
    /// The format, by file name extension.
    pub(crate) fn of(file: &Path) -> Result<Self, Failure> {
        let wrong = |problem: &str| Failure::wrong(format!("{}: {problem}", file.display()));
        if file.is_dir() {
            return Err(wrong("is a folder, not the name of a file"));
        }
        match file.extension().and_then(|extension| extension.to_str()) {
            Some("parquet") => Ok(Self::Parquet),
            Some("csv") => Ok(Self::Csv),
            Some("json") => Ok(Self::Json),
            _ => Err(wrong("does not end in .parquet, .csv or .json, the formats of a table")),
        }
    }
}

/// Writes the known runs. On failure, an existing file stays unchanged.
pub(crate) fn write(file: &Path, format: Format, results: &Results) -> Result<(), Failure> {
    // An existing file has been checked before: either `results` has all its runs, or the user allowed its replacement.
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
    // The table must be on disk before the journal is removed.
    out.get_ref().sync()?;
    Ok(())
}

/// Why a file cannot be read as a table.
#[derive(Debug)]
enum Refusal {
    /// The file is not a sweep table, or is damaged.
    NoTable(String),
    /// The file may be a table, but uses an unsupported compression.
    Packed(String),
}

impl From<String> for Refusal {
    fn from(problem: String) -> Self {
        Self::NoTable(problem)
    }
}

/// Reads a table with its sweep.
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
            Refusal::NoTable(problem) => format!("{}: is not a table of a sweep: {problem}", file.display()),
            Refusal::Packed(problem) => format!("{}: {problem}", file.display()),
        })
    })
}

/// The origin of a table: the versions of the format, the program and the engine's numbers, and the definition of the
/// sweep. All file formats store these fields.
fn provenance(sweep: &Sweep) -> Map<String, Value> {
    let fields = json!({
        "chokepoint_sweep": VERSION,
        "engine_version": env!("CARGO_PKG_VERSION"),
        "numbers": NUMBERS,
        "tool": "chokepoint sweep",
        "definition": sweep.to_json(),
    });
    match fields {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}

/// The sweep that a table's origin defines.
fn sweep_of(provenance: &Map<String, Value>) -> Result<Sweep, String> {
    let field_of = |field: &str| provenance.get(field).cloned().unwrap_or_default();
    if field_of("chokepoint_sweep") != VERSION {
        return Err("it does not name its sweep (chokepoint_sweep: 1 is missing)".into());
    }
    if field_of("numbers") != NUMBERS {
        return Err(format!(
            "it was made with version {} of the engine's numbers; this program has {NUMBERS}",
            field_of("numbers")
        ));
    }
    let definition = match field_of("definition") {
        Value::String(text) => Sweep::parse_text_in(&text, RHAI),
        definition => Sweep::parse_in(&definition, RHAI),
    };
    definition.map_err(|problems| {
        let first = problems.first().map(ToString::to_string);
        format!("its definition is wrong: {}", first.unwrap_or_default())
    })
}

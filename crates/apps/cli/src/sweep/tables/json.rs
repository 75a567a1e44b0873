//! The table as JSON. A file is one object, with the rows as lists. On standard output, each row is an object on a line
//! of its own.

use super::super::results::{Line, Results};
use super::cells::{Cell, Filling, titles};
use super::{AnyError, provenance};
use chokepoint_sweep::Sweep;
use serde_json::{Map, Value, json};
use std::io::{self, BufRead, Write};

fn cells<'a>(sweep: &'a Sweep, line: &'a Line<'_>) -> impl Iterator<Item = Value> + use<'a> {
    let values =
        (0..sweep.metrics().len()).map(|metric| json!(line.values.get(metric).filter(|value| !value.is_nan())));
    let settings = sweep.values_at(line.task.point).into_iter().cloned();
    let run = [json!(sweep.lanes()[line.task.lane]), json!(line.task.seed)];
    settings.chain(run).chain(values).chain([json!(line.problem)])
}

pub(super) fn write(results: &Results, out: &mut impl Write) -> Result<(), AnyError> {
    let sweep = results.sweep();
    writeln!(out, "{{")?;
    for (name, value) in provenance(sweep) {
        writeln!(out, "  {}: {value},", json!(name))?;
    }
    write!(out, "  \"columns\": {},\n  \"rows\": [", json!(titles(sweep)))?;
    for (place, line) in results.lines().enumerate() {
        let row: Vec<Value> = cells(sweep, &line).collect();
        write!(out, "{}\n    {}", if place == 0 { "" } else { "," }, Value::Array(row))?;
    }
    writeln!(out, "\n  ]\n}}")?;
    Ok(())
}

/// Writes each row as a JSON object on a line of its own. The column titles are its field names.
pub(crate) fn write_lines(results: &Results, out: &mut impl Write) -> io::Result<()> {
    let sweep = results.sweep();
    let titles = titles(sweep);
    for line in results.lines() {
        let row: Map<String, Value> = titles.iter().cloned().zip(cells(sweep, &line)).collect();
        writeln!(out, "{}", Value::Object(row))?;
    }
    Ok(())
}

pub(super) fn read(from: impl BufRead) -> Result<Results, String> {
    let fields: Map<String, Value> = serde_json::from_reader(from).map_err(|error| error.to_string())?;
    let list = |field: &str| {
        fields.get(field).and_then(Value::as_array).ok_or_else(|| format!("its field {field} is not a list"))
    };
    let titles: Vec<String> =
        list("columns")?.iter().map(|title| title.as_str().unwrap_or_default().to_owned()).collect();
    let mut filling = Filling::new(&fields, &titles)?;
    for row in list("rows")? {
        let row: Vec<Cell> = row.as_array().into_iter().flatten().map(Cell::from).collect();
        filling.put(&row)?;
    }
    Ok(filling.filled())
}

//! The table as comma-separated values, RFC 4180, with where it comes from in lines that begin with `# `.

use super::super::results::{Results, cell_text};
use super::cells::{Cell, Filling, titles};
use super::{AnyError, provenance};
use csv::{ReaderBuilder, StringRecord, WriterBuilder};
use serde_json::{Map, Value};
use std::io::{BufRead, Write};

const COMMENT: u8 = b'#';

pub(super) fn write(results: &Results, out: &mut impl Write) -> Result<(), AnyError> {
    let sweep = results.sweep();
    for (name, value) in provenance(sweep) {
        writeln!(out, "# {name}: {}", cell_text(&value))?;
    }
    // A cell that begins as a comment is put between quotes.
    let mut table = WriterBuilder::new().comment(Some(COMMENT)).from_writer(out);
    table.write_record(titles(sweep))?;
    let mut cells: Vec<String> = Vec::new();
    for line in results.lines() {
        cells.clear();
        cells.extend(sweep.values_at(line.task.point).into_iter().map(cell_text));
        cells.push(sweep.lanes()[line.task.lane].clone());
        cells.push(line.task.seed.to_string());
        cells.extend((0..sweep.metrics().len()).map(|metric| match line.values.get(metric) {
            Some(value) if !value.is_nan() => format!("{value:?}"),
            _ => String::new(),
        }));
        cells.push(line.problem.unwrap_or_default().to_owned());
        table.write_record(&cells)?;
    }
    table.flush()?;
    Ok(())
}

pub(super) fn read(mut from: impl BufRead) -> Result<Results, String> {
    let mut told = Map::new();
    let mut text = String::new();
    while from.fill_buf().map_err(|error| error.to_string())?.first() == Some(&COMMENT) {
        text.clear();
        from.read_line(&mut text).map_err(|error| error.to_string())?;
        if let Some((name, value)) = text.trim_start_matches(['#', ' ']).split_once(':') {
            let value = value.trim();
            let value = serde_json::from_str(value).unwrap_or_else(|_| Value::String(value.to_owned()));
            told.insert(name.to_owned(), value);
        }
    }
    let mut table = ReaderBuilder::new().comment(Some(COMMENT)).from_reader(from);
    let titles: Vec<String> = table.headers().map_err(|error| error.to_string())?.iter().map(str::to_owned).collect();
    let mut filling = Filling::new(&told, &titles)?;
    let mut record = StringRecord::new();
    while table.read_record(&mut record).map_err(|error| error.to_string())? {
        let row: Vec<Cell> = record.iter().map(|text| Cell::Text(text.to_owned())).collect();
        filling.put(&row)?;
    }
    Ok(filling.filled())
}

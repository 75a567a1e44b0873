//! The table as comma-separated values (RFC 4180), with its origin in lines that begin with `# `.
//!
//! A spreadsheet evaluates a cell that begins like a formula, and names in a table may be untrusted. The writer
//! prefixes such text with an apostrophe, as do the page and the Python package (`docs/formats.md`).

use super::super::results::{Results, cell_text};
use super::cells::{Cell, Filling, titles};
use super::{AnyError, MAX_LINE_BYTES, provenance};
use csv::{ReaderBuilder, StringRecord, WriterBuilder};
use serde_json::{Map, Value};
use std::io::{BufRead, Write};

const COMMENT: u8 = b'#';

pub(super) fn write(results: &Results, out: &mut impl Write) -> Result<(), AnyError> {
    let sweep = results.sweep();
    for (name, value) in provenance(sweep) {
        writeln!(out, "# {name}: {}", without_formulas(&cell_text(&value)))?;
    }
    // This setting quotes a cell that begins with `#`, so that a reader does not take its line for a comment.
    let mut table = WriterBuilder::new().comment(Some(COMMENT)).from_writer(out);
    table.write_record(titles(sweep).iter().map(|title| guarded(title)))?;
    let mut cells: Vec<String> = Vec::new();
    for line in results.lines() {
        cells.clear();
        cells.extend(sweep.values_at(line.task.point).into_iter().map(|value| match value {
            Value::String(text) => guarded(text),
            number => cell_text(number),
        }));
        cells.push(guarded(&sweep.lanes()[line.task.lane]));
        cells.push(line.task.seed.to_string());
        cells.extend((0..sweep.metrics().len()).map(|metric| match line.values.get(metric) {
            Some(value) if !value.is_nan() => format!("{value:?}"),
            _ => String::new(),
        }));
        cells.push(guarded(line.problem.unwrap_or_default()));
        table.write_record(&cells)?;
    }
    table.flush()?;
    Ok(())
}

pub(super) fn read(mut from: impl BufRead) -> Result<Results, String> {
    let mut provenance = Map::new();
    let (mut text, mut bytes) = (String::new(), 0);
    while from.fill_buf().map_err(|error| error.to_string())?.first() == Some(&COMMENT) {
        text.clear();
        bytes += from.read_line(&mut text).map_err(|error| error.to_string())? as u64;
        if bytes > MAX_LINE_BYTES {
            return Err(format!("its comment lines have more than {MAX_LINE_BYTES} bytes, the most that are read"));
        }
        if let Some((name, value)) = text.trim_start_matches(['#', ' ']).split_once(':') {
            let value = value.trim();
            let value = serde_json::from_str(value).unwrap_or_else(|_| Value::String(value.to_owned()));
            provenance.insert(name.to_owned(), value);
        }
    }
    let mut table = ReaderBuilder::new().comment(Some(COMMENT)).from_reader(from);
    let titles: Vec<String> = table.headers().map_err(|error| error.to_string())?.iter().map(unguarded).collect();
    let mut filling = Filling::new(&provenance, &titles)?;
    let mut record = StringRecord::new();
    while table.read_record(&mut record).map_err(|error| error.to_string())? {
        let row: Vec<Cell> = record.iter().map(|text| Cell::Text(unguarded(text))).collect();
        filling.put(&row)?;
    }
    Ok(filling.filled())
}

/// A text as a cell, prefixed with an apostrophe if a spreadsheet would evaluate it.
fn guarded(text: &str) -> String {
    if is_computed(text) { format!("'{text}") } else { text.to_owned() }
}

/// The original text of a cell, the inverse of [`guarded`].
fn unguarded(cell: &str) -> String {
    let behind = cell.strip_prefix('\'').filter(|behind| is_computed(behind));
    behind.unwrap_or(cell).to_owned()
}

/// Whether a spreadsheet would evaluate the text as a formula. Leading apostrophes are skipped, so that [`guarded`] is
/// reversible. Plain numbers are not formulas.
fn is_computed(text: &str) -> bool {
    let text = text.trim_start_matches('\'');
    if text.starts_with(['\t', '\r', '\n']) {
        return true;
    }
    begins_formula(text) && !text.parse::<f64>().is_ok_and(f64::is_finite)
}

fn begins_formula(text: &str) -> bool {
    text.trim_start().starts_with(['=', '+', '-', '@', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}'])
}

/// JSON for a comment line. A spreadsheet splits such a line at commas or semicolons, and would evaluate a part that
/// begins like a formula. The comma or semicolon before such a part is therefore replaced by the equivalent JSON
/// escape.
fn without_formulas(json: &str) -> String {
    let mut written = String::with_capacity(json.len());
    let (mut is_inside, mut is_escaped) = (false, false);
    for (place, character) in json.char_indices() {
        let rest = &json[place + character.len_utf8()..];
        if is_inside && matches!(character, ',' | ';') && begins_formula(rest) {
            written.push_str(if character == ',' { r"\u002c" } else { r"\u003b" });
        } else {
            written.push(character);
        }
        is_inside ^= character == '"' && !is_escaped;
        is_escaped = is_inside && character == '\\' && !is_escaped;
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_a_spreadsheet_would_evaluate_begins_with_an_apostrophe() {
        for text in [
            "=1+1",
            "+cmd|' /C calc'!A0",
            "-x",
            "@SUM(A1)",
            "\t=1",
            "\r=1",
            "\n=1",
            "  =1",
            "'=1",
            "''-x",
            "\u{ff1d}1",
            "-",
        ] {
            let cell = guarded(text);
            assert_eq!(cell, format!("'{text}"));
            assert_eq!(unguarded(&cell), text);
        }
    }

    #[test]
    fn other_texts_and_numbers_stay_as_they_are() {
        for text in ["", "CHOKe", "-3.2", "+1e-7", "1=1", "a-b", "'", "'quoted'", "\"=1\"", "# =1"] {
            assert_eq!((guarded(text).as_str(), unguarded(text).as_str()), (text, text));
        }
    }

    #[test]
    fn a_comment_line_has_no_formula_after_a_comma() {
        let json = r#"{"name":"a\",=1+1, -x;@y,b","values":[1,-3.2],"more":"=1"}"#;
        let written = without_formulas(json);
        assert_eq!(written, r#"{"name":"a\"\u002c=1+1\u002c -x\u003b@y,b","values":[1,-3.2],"more":"=1"}"#);
        assert_eq!(serde_json::from_str::<Value>(&written).unwrap(), serde_json::from_str::<Value>(json).unwrap());
    }
}

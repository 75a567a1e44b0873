//! Reports as tables.

use super::statistics::{NOTES, Table};
use crate::table;
use chokepoint_engine::experiment::{ClaimReport, Origin, Ours, PLUG_IN, Report, Row, Unit, Verdict};
use std::io::{self, Write};

/// Prints a report on a terminal.
pub(super) fn plain(out: &mut impl Write, report: &Report, is_brief: bool) -> io::Result<()> {
    writeln!(out, "{}: {}", report.preset, report.title)?;
    writeln!(out, "{}, {}", report.document.title, report.document.place)?;
    writeln!(out, "{}", how_it_was_run(report))?;
    let shown = shown(report, is_brief);
    if !shown.is_empty() {
        let header = ["", "paper", "ns-2", "ours", "verdict"];
        let mut rows = Vec::new();
        for (place, row) in shown.iter().enumerate() {
            if is_first_of_metric(&shown, place) {
                rows.push(vec![
                    heading(&row.name, row.unit),
                    String::new(),
                    String::new(),
                    String::new(),
                    String::new(),
                ]);
            }
            let name = format!("  {}{}", row.lane, at_point(report, row));
            rows.push(vec![name, printed(row), reference(row), ours(row), agreement(row)]);
        }
        writeln!(out)?;
        table::write(out, &header, &rows)?;
        for caution in cautions(report) {
            writeln!(out, "! {caution}")?;
        }
        for settling in settling(&shown, report) {
            writeln!(out, "~ {settling}")?;
        }
    }
    if !report.claims.is_empty() {
        writeln!(out)?;
    }
    for claim in &report.claims {
        writeln!(out, "{:<4} {}: {}", claim.id, verdict(claim), claim.text)?;
        for grounds in grounds(claim) {
            writeln!(out, "     {grounds}")?;
        }
    }
    writeln!(out, "\n{}", report.summary.in_words)
}

/// Prints a report as Markdown.
pub(super) fn markdown(out: &mut impl Write, report: &Report, is_brief: bool) -> io::Result<()> {
    writeln!(out, "### {}\n", escaped(&report.title))?;
    let source = format!("`{}`: {}, {}.", report.preset, report.document.title, report.document.place);
    writeln!(out, "{} {}\n", escaped(&source), capitalised(&how_it_was_run(report)))?;
    let shown = shown(report, is_brief);
    if !shown.is_empty() {
        writeln!(out, "| quantity | lane | paper | ns-2 | ours | verdict |")?;
        writeln!(out, "| --- | --- | ---: | ---: | ---: | --- |")?;
        for (place, row) in shown.iter().enumerate() {
            let quantity = if is_first_of_metric(&shown, place) { heading(&row.name, row.unit) } else { String::new() };
            let lane = format!("{}{}", row.lane, at_point(report, row));
            let cells = [quantity, lane, printed(row), reference(row), ours(row), agreement(row)];
            writeln!(out, "| {} |", cells.map(|cell| escaped(&cell)).join(" | "))?;
        }
        writeln!(out)?;
        let cautions: Vec<_> = cautions(report).into_iter().chain(settling(&shown, report)).collect();
        for caution in &cautions {
            writeln!(out, "- {}", escaped(caution))?;
        }
        if !cautions.is_empty() {
            writeln!(out)?;
        }
    }
    if !report.claims.is_empty() {
        writeln!(out, "| claim | statement | verdict | figures |")?;
        writeln!(out, "| --- | --- | --- | --- |")?;
        for claim in &report.claims {
            let cells = [claim.id.clone(), claim.text.clone(), verdict(claim), grounds(claim).join(". ")];
            writeln!(out, "| {} |", cells.map(|cell| escaped(&cell)).join(" | "))?;
        }
    }
    writeln!(out, "\n{}", report.summary.in_words)
}

/// Prints the tests over the seeds on a terminal.
pub(super) fn plain_statistics(out: &mut impl Write, tables: &[Table]) -> io::Result<()> {
    for Table { title, header, rows } in tables {
        writeln!(out, "\n{title}")?;
        table::write(out, header, rows)?;
    }
    if !tables.is_empty() {
        writeln!(out, "\n{}", NOTES.join("\n"))?;
    }
    Ok(())
}

/// Prints the tests over the seeds as Markdown.
pub(super) fn markdown_statistics(out: &mut impl Write, tables: &[Table]) -> io::Result<()> {
    for Table { title, header, rows } in tables {
        writeln!(out, "\n{}\n", escaped(title))?;
        writeln!(out, "| {} |", header.join(" | "))?;
        writeln!(out, "| --- |{}", " ---: |".repeat(header.len() - 1))?;
        for row in rows {
            writeln!(out, "| {} |", row.iter().map(|cell| escaped(cell.trim())).collect::<Vec<_>>().join(" | "))?;
        }
    }
    if !tables.is_empty() {
        writeln!(out, "\n{}", NOTES.join(" "))?;
    }
    Ok(())
}

fn how_it_was_run(report: &Report) -> String {
    let seeds = match (report.asked_seeds, report.seeds) {
        (1, _) => "seed 1".into(),
        (asked, made) if made < asked => format!("seeds 1 to {asked}, of which {made} were run in all lanes"),
        (asked, _) => format!("seeds 1 to {asked}"),
    };
    let Report { duration_s, measured_from_s, profile, .. } = report;
    format!(
        "{duration_s} s, measured from {measured_from_s} s, {seeds}, end hosts as {profile}; ± is half the 95 % interval"
    )
}

/// The rows of a table. The brief form has only quantities for which the document prints a value.
fn shown(report: &Report, is_brief: bool) -> Vec<&Row> {
    let is_printed = |row: &&Row| report.rows.iter().any(|it| it.metric == row.metric && !it.published.is_empty());
    report.rows.iter().filter(|row| !is_brief || is_printed(row)).collect()
}

/// Whether a row is the first row of its metric.
fn is_first_of_metric(rows: &[&Row], place: usize) -> bool {
    place == 0 || rows[place - 1].metric != rows[place].metric
}

/// Name and unit of a metric.
pub(super) fn heading(name: &str, unit: Unit) -> String {
    match unit.shown_symbol() {
        "" => name.into(),
        symbol => format!("{name}, {symbol}"),
    }
}

fn at_point(report: &Report, row: &Row) -> String {
    match (&row.point, &report.sweep) {
        (Some(point), Some(sweep)) => format!(", {sweep} {point}"),
        _ => String::new(),
    }
}

fn printed(row: &Row) -> String {
    let values = row.published.iter().map(|printed| {
        let caution = if printed.caution.is_empty() { "" } else { "!" };
        format!("{}{caution}", row.unit.number(printed.value))
    });
    values.collect::<Vec<_>>().join(" / ")
}

fn reference(row: &Row) -> String {
    row.reference.map_or_else(String::new, |seen| row.unit.number(seen.mean))
}

fn ours(row: &Row) -> String {
    let settling = if row.settling.is_some() { " ~" } else { "" };
    let mean = |ours: &Ours| row.unit.interval(ours.mean, ours.half_width) + settling;
    row.ours.as_ref().map_or_else(|| "–".into(), mean)
}

/// The quantities whose mean is still changing during the measured window, each with its value in both halves.
fn settling(rows: &[&Row], report: &Report) -> Vec<String> {
    let found = rows.iter().filter_map(|row| Some((row, row.settling.as_ref()?)));
    found.map(|(row, it)| format!("{}, {}{}: {}", row.name, row.lane, at_point(report, row), it.in_words)).collect()
}

fn agreement(row: &Row) -> String {
    match (row.verdict, row.apart) {
        (Some(verdict), None) => verdict.word().into(),
        (Some(verdict), Some(apart)) => format!("{}, {}", verdict.word(), apart.id()),
        (None, _) if row.published.is_empty() => String::new(),
        (None, _) => "undecided".into(),
    }
}

/// Cautions about printed values, each listed once.
fn cautions(report: &Report) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for row in &report.rows {
        for printed in row.published.iter().filter(|printed| !printed.caution.is_empty()) {
            let caution = format!("{}, {}: {}", row.name, row.lane, printed.caution);
            if !found.contains(&caution) {
                found.push(caution);
            }
        }
    }
    let mut references = report.rows.iter().filter_map(|row| row.reference);
    if references.any(|seen| seen.is_of_plug_in()) {
        found.push(PLUG_IN.into());
    }
    found
}

/// The verdict on a claim as text, followed by the verdict that the preset expects if it is a different one.
fn verdict(claim: &ClaimReport) -> String {
    let word = match claim.verdict {
        Verdict::Holds => "holds",
        Verdict::Fails => "does not hold",
        Verdict::Undecided if !claim.measured => "to be seen, not measured",
        Verdict::Undecided => "undecided",
    };
    let so_far = if claim.tentative && claim.verdict != Verdict::Undecided { " so far" } else { "" };
    let expected = match (claim.outlook, claim.verdict) {
        ("holds", Verdict::Fails) => " (expected to hold)",
        ("fails", Verdict::Holds) => " (expected to fail)",
        _ => "",
    };
    let origin = match claim.origin {
        Origin::Document => "",
        Origin::Theory => ", of theory",
        Origin::Ours => ", of ours",
    };
    format!("{word}{so_far}{expected}{origin}")
}

/// The grounds of the verdict on a claim: the compared values, the verdict over the second half of the measured window
/// if it is the opposite one, and the reason.
fn grounds(claim: &ClaimReport) -> Vec<&str> {
    let second_half = match claim.second_half {
        Some(Verdict::Holds) => "depends on the window: over its second half alone it holds",
        Some(Verdict::Fails) => "depends on the window: over its second half alone it does not hold",
        Some(Verdict::Undecided) | None => "",
    };
    let all = [claim.figures.as_str(), second_half, claim.reason.as_deref().unwrap_or_default()];
    all.into_iter().filter(|text| !text.is_empty()).collect()
}

fn escaped(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

fn capitalised(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}

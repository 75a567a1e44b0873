//! Figures: finds the presets that are the points of a figure, and prints tables of results along its axis.

use super::tables::heading;
use crate::failure::Failure;
use crate::table;
use chokepoint_engine::experiment::{Figure, FigureCurves, FigureLane, FigureReport, FigureValue, Report, Unit};
use chokepoint_scenes::figures;
use std::io::{self, Write};

/// The figure of this id.
pub(super) fn named(id: &str) -> Result<Figure, Failure> {
    let known: Vec<Figure> = all()?;
    let ids: Vec<String> = known.iter().map(|figure| figure.id.clone()).collect();
    known
        .into_iter()
        .find(|figure| figure.id == id)
        .ok_or_else(|| Failure::wrong(format!("--figure: {id:?} is not a figure; the figures are {}", ids.join(", "))))
}

fn all() -> Result<Vec<Figure>, Failure> {
    figures().iter().map(|figure| Figure::parse(figure).map_err(Failure::from)).collect()
}

/// The figures whose points all have a report.
pub(super) fn complete(reports: &[Report]) -> Result<Vec<FigureReport>, Failure> {
    let is_there =
        |figure: &Figure| figure.points.iter().all(|point| reports.iter().any(|report| report.preset == point.preset));
    let all = all()?;
    all.iter().filter(|figure| is_there(figure)).map(|figure| report(figure, reports)).collect()
}

pub(super) fn report(figure: &Figure, reports: &[Report]) -> Result<FigureReport, Failure> {
    figure.report(reports).map_err(|problem| Failure::from(vec![problem]))
}

/// Prints a figure on a terminal: for every quantity, a table with a row for each lane and a column for each point.
pub(super) fn plain(out: &mut impl Write, report: &FigureReport) -> io::Result<()> {
    head(out, "", report)?;
    for curves in &report.curves {
        writeln!(out, "\n{}", title(curves))?;
        let header: Vec<String> = header(report);
        let header: Vec<&str> = header.iter().map(String::as_str).collect();
        table::write(out, &header, &rows(curves))?;
    }
    Ok(())
}

/// Prints a figure as Markdown.
pub(super) fn markdown(out: &mut impl Write, report: &FigureReport) -> io::Result<()> {
    head(out, "### ", report)?;
    for curves in &report.curves {
        writeln!(out, "\n{}\n", title(curves))?;
        let header = header(report);
        writeln!(out, "| {} |\n|{}", header.join(" | "), " --- |".repeat(header.len()))?;
        for row in rows(curves) {
            writeln!(out, "| {} |", row.join(" | "))?;
        }
    }
    Ok(())
}

fn head(out: &mut impl Write, mark: &str, report: &FigureReport) -> io::Result<()> {
    let seeds = report.points.iter().map(|point| point.seeds).min().unwrap_or(0);
    let mut places: Vec<&str> = report.curves.iter().map(|curves| curves.place.as_str()).collect();
    places.dedup();
    writeln!(out, "{mark}{}: {}", report.id, report.title)?;
    let seeds = if seeds == 1 { "seed 1".into() } else { format!("seeds 1 to {seeds}") };
    writeln!(
        out,
        "{}{}, {}; {seeds}; ± is half the 95 % interval",
        if mark.is_empty() { "" } else { "\n" },
        report.document.title,
        places.join(", ")
    )
}

fn title(FigureCurves { place, name, unit, .. }: &FigureCurves) -> String {
    format!("{place}: {}", heading(name, *unit))
}

fn header(report: &FigureReport) -> Vec<String> {
    let axis = &report.axis;
    let name = if axis.unit.is_empty() { axis.name.clone() } else { format!("{}, {}", axis.name, axis.unit) };
    [name, String::new()].into_iter().chain(report.points.iter().map(|point| point.at.to_string())).collect()
}

/// Up to three rows for each lane: the values printed in the paper, the means of ns-2, and the means of our runs. A row
/// without any value is left out.
fn rows(curves: &FigureCurves) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    for FigureLane { lane, values } in &curves.lanes {
        let mut name = lane.clone();
        for (source, cell) in SOURCES {
            let cells: Vec<String> = values
                .iter()
                .map(|value| value.as_ref().map_or_else(String::new, |value| cell(value, curves.unit)))
                .collect();
            if cells.iter().any(|cell| !cell.is_empty()) {
                rows.push([std::mem::take(&mut name), source.to_owned()].into_iter().chain(cells).collect());
            }
        }
    }
    rows
}

type Cell = fn(&FigureValue, Unit) -> String;

const SOURCES: [(&str, Cell); 3] = [
    ("paper", |value, unit| {
        let printed = value.published.iter().map(|printed| unit.number(printed.value));
        printed.collect::<Vec<_>>().join(" / ")
    }),
    ("ns-2", |value, unit| value.reference.map_or_else(String::new, |seen| unit.number(seen.mean))),
    ("ours", |value, unit| {
        let half_width = value.interval.map_or(f64::NAN, |[low, high]| (high - low) / 2.0);
        value.mean.map_or_else(String::new, |mean| unit.interval(mean, half_width))
    }),
];

//! The table for people: a line a point and lane, means over the seeds with their 95 % intervals.

use super::results::{Line, Results, cell_text};
use crate::table;
use chokepoint_engine::measure::summary;
use std::io::{self, Write};

/// Digits of a mean that are shown.
const DIGITS: i32 = 4;

pub(crate) fn write(out: &mut impl Write, results: &Results) -> io::Result<()> {
    let sweep = results.sweep();
    let mut header: Vec<String> = sweep.axes().iter().map(|axis| axis.path.clone()).collect();
    header.push("lane".into());
    if sweep.seeds() > 1 {
        header.push("seeds".into());
    }
    header.extend(sweep.metrics().iter().map(|metric| {
        let unit = metric.unit();
        if unit.symbol().is_empty() { metric.to_string() } else { format!("{metric} [{}]", unit.symbol()) }
    }));
    let mut rows = Vec::new();
    let mut cell: Vec<Line<'_>> = Vec::new();
    let mut lines = results.lines().peekable();
    while let Some(line) = lines.next() {
        let place = (line.task.point, line.task.lane);
        cell.push(line);
        if lines.peek().is_none_or(|next| (next.task.point, next.task.lane) != place) {
            rows.push(row(results, &cell));
            cell.clear();
        }
    }
    let header: Vec<&str> = header.iter().map(String::as_str).collect();
    table::write(out, &header, &rows)
}

fn row(results: &Results, cell: &[Line<'_>]) -> Vec<String> {
    let (sweep, task) = (results.sweep(), cell[0].task);
    let mut cells: Vec<String> = sweep.values_at(task.point).into_iter().map(cell_text).collect();
    cells.push(sweep.lanes()[task.lane].clone());
    if sweep.seeds() > 1 {
        cells.push(cell.len().to_string());
    }
    for metric in 0..sweep.metrics().len() {
        let values: Vec<f64> =
            cell.iter().filter_map(|line| line.values.get(metric).copied()).filter(|value| !value.is_nan()).collect();
        cells.push(mean(&values, sweep.seeds() > 1));
    }
    cells
}

/// `0.2691 ± 0.0012`, with as many places as the mean needs.
fn mean(values: &[f64], with_interval: bool) -> String {
    if values.is_empty() {
        return "–".into();
    }
    let summary = summary(values);
    let size = summary.mean.abs().max(f64::MIN_POSITIVE).log10().floor() as i32;
    let digits = (DIGITS - 1 - size).clamp(0, 9) as usize;
    match (with_interval, values.len()) {
        (false, _) => format!("{:.digits$}", summary.mean),
        (true, 1) => format!("{:.digits$} ± –", summary.mean),
        (true, _) => format!("{:.digits$} ± {:.digits$}", summary.mean, summary.half_width),
    }
}

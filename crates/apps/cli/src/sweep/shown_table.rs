//! The printed table: one line per point and lane, with means over the seeds and 95 % intervals. Notes below the table
//! report what a mean hides: values that form two groups, and runs without a value.

use super::results::{Line, Results, cell_text};
use crate::table;
use chokepoint_engine::measure::{Described, Halves, Summary, described};
use chokepoint_sweep::Sweep;
use std::io::{self, Write};

/// Significant digits of a mean.
const DIGITS: i32 = 4;

pub(crate) fn write(out: &mut impl Write, results: &Results) -> io::Result<()> {
    let sweep = results.sweep();
    let header = header(sweep);
    let (mut rows, mut remarks) = (Vec::new(), Vec::new());
    let mut cell: Vec<Line<'_>> = Vec::new();
    let mut lines = results.lines().peekable();
    while let Some(line) = lines.next() {
        let place = (line.task.point, line.task.lane);
        cell.push(line);
        if lines.peek().is_none_or(|next| (next.task.point, next.task.lane) != place) {
            rows.push(row(results, &cell, &mut remarks));
            cell.clear();
        }
    }
    let header: Vec<&str> = header.iter().map(String::as_str).collect();
    table::write(out, &header, &rows)?;
    remarks.iter().try_for_each(|remark| writeln!(out, "{remark}"))
}

/// The titles of the columns: varied and derived settings, lane, seeds and metrics.
pub(super) fn header(sweep: &Sweep) -> Vec<String> {
    let mut header: Vec<String> = sweep.varied().map(|(path, _)| path.to_owned()).collect();
    header.extend(sweep.derived().map(|setting| setting.path));
    header.push("lane".into());
    if sweep.seeds() > 1 {
        header.push("seeds".into());
    }
    header.extend(sweep.metrics().iter().map(|metric| {
        let unit = metric.unit();
        if unit.symbol().is_empty() { metric.to_string() } else { format!("{metric} [{}]", unit.symbol()) }
    }));
    header
}

/// The cells of the varied and derived settings at a point.
pub(super) fn settings(sweep: &Sweep, point: usize) -> Vec<String> {
    let varied = sweep.values_at(point).into_iter().map(cell_text);
    let derived = sweep.derived_at(point);
    let derived = sweep.derived().enumerate().map(|(place, _)| match &derived {
        Some(values) => cell_text(&values[place]),
        None => "–".into(),
    });
    varied.chain(derived).collect()
}

fn row(results: &Results, cell: &[Line<'_>], remarks: &mut Vec<String>) -> Vec<String> {
    let (sweep, task) = (results.sweep(), cell[0].task);
    let mut cells = settings(sweep, task.point);
    cells.push(sweep.lanes()[task.lane].clone());
    let place = cells.join(", ");
    if sweep.seeds() > 1 {
        cells.push(cell.len().to_string());
    }
    for (column, metric) in sweep.metrics().iter().enumerate() {
        let (values, without): (Vec<f64>, Vec<f64>) =
            cell.iter().filter_map(|line| line.values.get(column).copied()).partition(|value| !value.is_nan());
        let found = described(&values, metric.is_share());
        cells.push(found.as_ref().map_or_else(|| "–".into(), |found| mean(found, sweep.seeds() > 1)));
        if let Some(Described { spread, .. }) = found.filter(|found| found.spread.two_states) {
            let number = |value: f64| metric.unit().number(value);
            remarks.push(format!(
                "{place}: {metric} has two groups of runs, and the mean describes neither: median {}, quartiles {} and {}",
                number(spread.median),
                number(spread.quartiles[0]),
                number(spread.quartiles[1]),
            ));
        }
        if let Some(Halves { means: [first, second], .. }) = results.halves(task, column).filter(|it| it.is_settling) {
            let [first, second] = [first, second].map(|mean| metric.unit().quantity(mean));
            remarks.push(format!(
                "{place}: {metric} is still settling: {first} in the first half of the measured window, {second} in the second; measure \
                 from later on (measured_from_s)"
            ));
        }
        if !without.is_empty() && !values.is_empty() {
            remarks.push(format!("{place}: {metric} has no value in {} of {} runs", without.len(), cell.len()));
        }
    }
    cells
}

/// A mean with its interval, `0.2691 ± 0.0012`. If the interval is asymmetric, as near 0 and 1, its ends are given
/// instead.
fn mean(found: &Described, with_interval: bool) -> String {
    let Summary { mean, half_width, .. } = found.summary;
    let digits = digits(mean.abs());
    match (with_interval, found.interval) {
        (false, _) => format!("{mean:.digits$}"),
        (true, None) => format!("{mean:.digits$} ± –"),
        (true, Some([low, high])) if is_bent(found, [low, high]) => {
            format!("{mean:.digits$} ({low:.digits$}..{high:.digits$})")
        }
        (true, Some(_)) => format!("{mean:.digits$} ± {half_width:.digits$}"),
    }
}

/// The number of decimals for a value of this magnitude.
pub(super) fn digits(size: f64) -> usize {
    let size = size.max(f64::MIN_POSITIVE).log10().floor() as i32;
    (DIGITS - 1 - size).clamp(0, 9) as usize
}

/// Whether an interval is too asymmetric to be shown as ±: its part below or above the mean differs from Student's
/// half-width by more than 5 % of it.
fn is_bent(found: &Described, [low, high]: [f64; 2]) -> bool {
    let Summary { mean, half_width, .. } = found.summary;
    [mean - low, high - mean].iter().any(|reach| (reach - half_width).abs() > half_width / 20.0)
}

//! Tables of the tests over the seeds: normality, correlation, pairs of lanes.

use chokepoint_engine::experiment::{Metric, Missing, Paired, Report};
use serde_json::Value;

/// A table with its title.
pub(super) struct Table {
    pub(super) title: String,
    pub(super) header: &'static [&'static str],
    pub(super) rows: Vec<Vec<String>>,
}

/// Notes for a reader of the tables.
pub(super) const NOTES: [&str; 3] = [
    "p is the probability of a result at least as strong by chance alone, if values are normal and there is no correlation or difference.",
    "No p value is corrected for the number of tests: of twenty tests without an effect, about one has p below 0.05.",
    "Use t; if the differences are not normal (p below 0.05), use the signed ranks.",
];

/// The tables that have rows.
pub(super) fn tables(report: &Report) -> Vec<Table> {
    [normality(report), correlations(report), pairs(report)]
        .into_iter()
        .filter(|table| !table.rows.is_empty())
        .collect()
}

fn normality(report: &Report) -> Table {
    let header = &["", "n", "W", "p"];
    let mut rows = Rows::new(header);
    for it in &report.normality {
        let cells = match it.shapiro_wilk {
            Some(found) => [it.count.to_string(), format!("{:.4}", found.w), p_value(found.p)],
            None => [it.count.to_string(), why(it.missing), String::new()],
        };
        rows.push(&it.metric, format!("{}{}", it.lane, at_point(report, it.point.as_ref())), cells);
    }
    Table { title: title(report, "4.1", "Are the values of a lane normal? Shapiro and Wilk"), header, rows: rows.all }
}

fn correlations(report: &Report) -> Table {
    let header = &["", "n", "r", "t", "p"];
    let mut rows = Rows::new(header);
    for it in &report.correlations {
        let setting = report.sweep.as_deref().unwrap_or_default();
        let name = format!("{} with {setting} from {} to {}", it.lane, it.between[0], it.between[1]);
        rows.push(&it.metric, name, correlation_cells(it.correlation, it.missing));
    }
    for it in &report.paired {
        let name =
            format!("{} with {} over the seeds{}", it.lanes[0], it.lanes[1], at_point(report, it.point.as_ref()));
        rows.push(&it.metric, name, correlation_cells(it.correlation, it.missing.correlation));
    }
    Table { title: title(report, "4.2", "Which values correlate? Pearson"), header, rows: rows.all }
}

fn correlation_cells(
    found: Option<chokepoint_engine::measure::statistics::Correlation>,
    missing: Option<Missing>,
) -> [String; 4] {
    match found {
        Some(it) => [it.count.to_string(), format!("{:.4}", it.r), format!("{:.2}", it.t), p_value(it.p)],
        None => [String::new(), why(missing), String::new(), String::new()],
    }
}

fn pairs(report: &Report) -> Table {
    let header = &["", "n", "difference", "95 % from", "to", "t", "df", "p", "normal, p", "ranks, p", "read"];
    let mut rows = Rows::new(header);
    for it in &report.paired {
        let name = format!("{} − {}{}", it.lanes[0], it.lanes[1], at_point(report, it.point.as_ref()));
        rows.push(&it.metric, name, pair_cells(it));
    }
    Table {
        title: title(report, "4.3", "Do two lanes differ, seed by seed? Student's paired t"),
        header,
        rows: rows.all,
    }
}

fn pair_cells(pair: &Paired) -> [String; 10] {
    let unit = pair.metric.unit();
    let [low, high, t, degrees, p] = match pair.t_test {
        Some(it) => {
            [unit.number(it.low), unit.number(it.high), format!("{:.3}", it.t), it.degrees.to_string(), p_value(it.p)]
        }
        None => ["–".into(), "–".into(), why(pair.missing.t_test), "–".into(), "–".into()],
    };
    let normal = pair.normality.map_or_else(|| why(pair.missing.normality), |it| p_value(it.p));
    let ranks = pair.signed_rank.map_or_else(|| why(pair.missing.signed_rank), |it| p_value(it.p));
    let read = match pair.test {
        Some("t_test") => "t",
        Some(_) => "ranks",
        None => "–",
    };
    [pair.count.to_string(), unit.number(pair.mean), low, high, t, degrees, p, normal, ranks, read.into()]
}

/// Collects the rows of a table. The rows of a metric follow a line with its name.
struct Rows {
    columns: usize,
    all: Vec<Vec<String>>,
    last: Option<String>,
}

impl Rows {
    fn new(header: &[&str]) -> Self {
        Self { columns: header.len(), all: Vec::new(), last: None }
    }

    fn push<const N: usize>(&mut self, metric: &Metric, name: String, cells: [String; N]) {
        let heading = super::tables::heading(&metric.name(), metric.unit());
        if self.last.as_ref() != Some(&heading) {
            let mut line = vec![String::new(); self.columns];
            line[0].clone_from(&heading);
            self.all.push(line);
            self.last = Some(heading);
        }
        self.all.push([format!("  {name}")].into_iter().chain(cells).collect());
    }
}

/// The title of a table of tests. If the paper has a table of the same test, the title cites the paper's table, whose
/// numbers we do not have.
fn title(report: &Report, table: &str, what: &str) -> String {
    if report.has_tests {
        format!("{what} (as Table {table} of the document, whose numbers are missing)")
    } else {
        what.into()
    }
}

fn at_point(report: &Report, point: Option<&Value>) -> String {
    match (point, &report.sweep) {
        (Some(point), Some(sweep)) => format!(", {sweep} {point}"),
        _ => String::new(),
    }
}

fn p_value(p: f64) -> String {
    if p < 1e-4 { "< 0.0001".into() } else { format!("{p:.4}") }
}

fn why(missing: Option<Missing>) -> String {
    match missing {
        Some(Missing::Seeds) => "too few seeds",
        Some(Missing::Variation) => "does not vary",
        None => "–",
    }
    .into()
}

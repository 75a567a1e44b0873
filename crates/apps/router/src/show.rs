//! Prints results and problems.

use crate::result::share_of;
use chokepoint_engine::scenario::Problem;
use serde_json::Value;
use std::io::{self, ErrorKind, Write};

pub(crate) fn problems(problems: &[Problem]) -> String {
    let lines: Vec<_> = problems.iter().map(ToString::to_string).collect();
    lines.join("\n")
}

/// One JSON object a line.
pub(crate) fn line(value: &Value) -> Result<(), String> {
    write(&format!("{value}\n"))
}

/// Prints a result as a table.
pub(crate) fn one(value: &Value) -> Result<(), String> {
    rows(&[("this machine", value)])
}

/// Prints a table with one row per result, followed by the remarks on each.
pub(crate) fn rows(results: &[(&str, &Value)]) -> Result<(), String> {
    let mut cells = vec![HEADER.map(str::to_owned).to_vec()];
    cells.extend(results.iter().map(|(where_from, value)| row(where_from, value)));
    write(&table(&cells))?;
    for (_, value) in results {
        for sentence in value["linux"]["matters"].as_array().into_iter().flatten() {
            write(&format!("  ! {}\n", sentence.as_str().unwrap_or_default()))?;
        }
    }
    Ok(())
}

const HEADER: [&str; 12] = [
    "discipline",
    "",
    "UDP Mb/s",
    "TCP Mb/s",
    "UDP %",
    "Jain",
    "queue pkts",
    "delay ms",
    "used %",
    "dropped",
    "late 99 % ms",
    "CPU %",
];

fn row(where_from: &str, value: &Value) -> Vec<String> {
    let rate = |class: &str| value["classes"][class]["throughput_bps"].as_f64().map(|rate| rate / 1e6);
    let bottleneck = &value["bottleneck"];
    let number =
        |value: Option<f64>, digits: usize| value.map_or_else(|| "–".to_owned(), |it| format!("{it:.digits$}"));
    let linux = &value["linux"];
    vec![
        value["aqm"].as_str().unwrap_or_default().to_owned(),
        where_from.to_owned(),
        number(rate("udp"), 3),
        number(rate("tcp"), 3),
        number(share_of(value, "udp").map(|it| it * 100.0), 1),
        number(value["jain_index"].as_f64(), 3),
        number(bottleneck["queue_packets"]["mean"].as_f64(), 1),
        number(bottleneck["queueing_delay_s"]["mean"].as_f64().map(|it| it * 1e3), 1),
        number(bottleneck["utilization"].as_f64().map(|it| it * 100.0), 1),
        number(bottleneck["dropped_packets"].as_f64(), 0),
        number(linux["verdict_lateness_s"]["p99"].as_f64().map(|it| it * 1e3), 2),
        number(linux["cpu_share"].as_f64().map(|it| it * 100.0), 0),
    ]
}

/// A table with columns as wide as needed; the first two are left-aligned.
pub(crate) fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<_> = (0..columns).map(width).collect();
    let mut out = String::new();
    for row in rows {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
            if column < 2 { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        });
        let cells: Vec<_> = cells.collect();
        out.push_str(cells.join("  ").trim_end());
        out.push('\n');
    }
    out
}

/// Writes to standard output; a closed output is not an error.
pub(crate) fn write(text: &str) -> Result<(), String> {
    match io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(format!("cannot write: {error}")),
        _ => Ok(()),
    }
}

//! Many demo runs as one table that shows how real hosts differ from the simulation.

use crate::result::share_of;
use crate::show;
use chokepoint_scenes::files;
use serde_json::Value;
use std::path::Path;

/// Largest results file that is read \[bytes\].
const MAX_BYTES: u64 = 256 * 1024 * 1024;

/// Prints the output of `demo --json` as a Markdown table, grouped by discipline.
pub(crate) fn compare(file: &Path) -> Result<(), String> {
    let problem = |error: &dyn std::fmt::Display| format!("{}: {error}", file.display());
    let text = files::read_text(file, MAX_BYTES).map_err(|error| problem(&error))?;
    let runs: Result<Vec<Value>, _> = text.lines().map(serde_json::from_str).collect();
    let runs = runs.map_err(|error| problem(&error))?;
    show::write(&table(&runs).ok_or_else(|| problem(&"holds no runs of a demo with their simulations"))?)
}

/// The runs under one discipline: the shares of UDP on real hosts and in the simulation \[%\].
#[derive(Debug, Default)]
struct Row {
    aqm: String,
    real: Vec<f64>,
    simulated: Vec<f64>,
    /// How late verdicts were: the largest 99th percentile of any run \[ms\].
    late: f64,
    /// Number of packets that the kernel lost.
    lost: u64,
}

fn table(runs: &[Value]) -> Option<String> {
    let mut rows: Vec<Row> = Vec::new();
    for run in runs {
        let aqm = run["aqm"].as_str()?;
        if !rows.iter().any(|row| row.aqm == aqm) {
            rows.push(Row { aqm: aqm.to_owned(), ..Row::default() });
        }
        let row = rows.iter_mut().find(|row| row.aqm == aqm)?;
        let share = share_of(run, "udp").map(|share| share * 100.0);
        if run["profile"] == "linux" {
            let linux = &run["linux"];
            row.real.extend(share);
            row.late = row.late.max(linux["verdict_lateness_s"]["p99"].as_f64().unwrap_or(0.0) * 1e3);
            let lost = &linux["lost_before_the_router_packets"];
            row.lost += lost["queue_full"].as_u64().unwrap_or(0) + lost["socket_full"].as_u64().unwrap_or(0);
        } else {
            row.simulated.extend(share);
        }
    }
    if rows.is_empty() || rows.iter().any(|row| row.real.is_empty() || row.simulated.is_empty()) {
        return None;
    }
    let mut text = "| discipline | this machine [%] | mean | simulation [%] | mean | difference [points] | 99 % of verdicts late by at most [ms] | lost by the kernel |\n| --- | --- | ---: | --- | ---: | ---: | ---: | ---: |\n".to_owned();
    for Row { aqm, real, simulated, late, lost } in &rows {
        let (mean, expected) = (average(real), average(simulated));
        let cells = [
            aqm.clone(),
            list(real),
            format!("{mean:.1}"),
            list(simulated),
            format!("{expected:.1}"),
            format!("{:+.1}", mean - expected),
            format!("{late:.2}"),
            lost.to_string(),
        ];
        text.push_str(&format!("| {} |\n", cells.join(" | ")));
    }
    Some(text)
}

fn list(shares: &[f64]) -> String {
    shares.iter().map(|share| format!("{share:.1}")).collect::<Vec<_>>().join(", ")
}

fn average(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn run(aqm: &str, profile: &str, udp: f64) -> Value {
        let rate = |share: f64| json!({ "throughput_bps": share });
        json!({ "aqm": aqm, "profile": profile, "classes": { "udp": rate(udp), "tcp": rate(100.0 - udp) } })
    }

    #[test]
    fn runs_become_a_row_for_each_discipline() {
        let runs = [
            run("red", "linux", 90.0),
            run("red", "ns2", 95.0),
            run("red", "linux", 92.0),
            run("red", "ns2", 97.0),
            run("choke", "linux", 30.0),
            run("choke", "ns2", 29.5),
        ];
        let table = table(&runs).unwrap();
        let rows: Vec<_> = table.lines().skip(2).collect();
        assert_eq!(rows[0], "| red | 90.0, 92.0 | 91.0 | 95.0, 97.0 | 96.0 | -5.0 | 0.00 | 0 |");
        assert_eq!(rows[1], "| choke | 30.0 | 30.0 | 29.5 | 29.5 | +0.5 | 0.00 | 0 |");
        assert_eq!(super::table(&runs[..1]), None, "without a simulation there is nothing to compare");
        assert_eq!(super::table(&[]), None);
    }
}

//! `chokepoint run --rates`: the rates of the groups of flows over time.

use crate::failure::Failure;
use crate::shown::Shown;
use crate::{pool, table};
use chokepoint_engine::Scenario;
use chokepoint_engine::experiment::group_rates;
use chokepoint_engine::measure::GroupRates;
use chokepoint_engine::time::{SimTime, Span};
use serde_json::{Map, Value, json};
use std::io::{self, BufWriter, Write};

/// Runs every lane with every seed, and prints the rates in intervals of `width_s`. Machine-readable rows have the
/// lane, the seed, the start of the interval \[s\] and one rate per group \[bit/s\].
pub(crate) fn print(
    scenario: &Scenario,
    lanes: &[String],
    seeds: &[u64],
    width_s: f64,
    json: bool,
) -> Result<(), Failure> {
    let jobs: Vec<(usize, u64)> =
        (0..lanes.len()).flat_map(|lane| seeds.iter().map(move |&seed| (lane, seed))).collect();
    let (of_workers, names, width) = (scenario.clone(), lanes.to_vec(), Span::from_secs(width_s));
    let mut out = BufWriter::new(io::stdout().lock());
    let mut rows = Vec::new();
    pool::make_in_order(
        jobs.clone(),
        move |&(lane, seed)| format!("lane {}, seed {seed}", names[lane]),
        move |&(lane, seed)| Ok(group_rates(&of_workers.with("seed", seed.into())?, lane, width)?),
        |progress, place, rates: GroupRates| {
            let (lane, seed) = jobs[place];
            for bin in 0..rates.rates_bps.first().map_or(0, Vec::len) {
                let from_s = SimTime::from_nanos(width.nanos() * bin as u64).secs();
                let of_groups = rates.rates_bps.iter().map(|bins| bins[bin]);
                if json {
                    let line = line(&lanes[lane], seed, from_s, of_groups);
                    progress.beside(|| writeln!(out, "{line}"))?;
                } else {
                    let mut row = vec![lanes[lane].clone(), seed.to_string(), from_s.to_string()];
                    row.extend(of_groups.map(|rate| format!("{:.4}", rate / 1e6)));
                    rows.push(row);
                }
            }
            Ok(())
        },
    )?;
    if !json {
        let groups = (0..scenario.flows.len()).map(|group| format!("group {group} Mb/s"));
        let header: Vec<String> =
            ["discipline", "seed", "from s"].map(str::to_owned).into_iter().chain(groups).collect();
        table::write(&mut Shown(&mut out), &header.iter().map(String::as_str).collect::<Vec<_>>(), &rows)?;
    }
    Ok(out.flush()?)
}

fn line(lane: &str, seed: u64, from_s: f64, rates_bps: impl Iterator<Item = f64>) -> Value {
    let place =
        [("lane".to_owned(), json!(lane)), ("seed".to_owned(), json!(seed)), ("from_s".to_owned(), json!(from_s))];
    let rates = rates_bps.enumerate().map(|(group, rate)| (format!("group_{group}_bps"), json!(rate)));
    Value::Object(place.into_iter().chain(rates).collect::<Map<String, Value>>())
}

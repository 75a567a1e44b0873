//! `chokepoint run`.

use crate::failure::{Failure, tell};
use crate::shown::Shown;
use crate::{ScenarioOptions, bundle, link, pool, scenario_source, table};
use chokepoint_engine::measure::{RunResult, summary};
use chokepoint_engine::probe::NoProbe;
use chokepoint_engine::{Scenario, Simulation};
use chokepoint_scenes::files;
use chokepoint_sweep::lane_names;
use clap::Args;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Instant;

/// What to run.
#[derive(Args)]
pub(crate) struct Options {
    #[command(flatten)]
    scenario: ScenarioOptions,
    /// Queue discipline, or a script: a file .rhai; several run the same offered traffic one after the other
    #[arg(long = "aqm", value_name = "ID")]
    aqms: Vec<String>,
    /// Seed of all chance
    #[arg(long, conflicts_with = "seeds", allow_negative_numbers = true)]
    seed: Option<String>,
    /// Run the seeds 1 to N and report mean, standard deviation and 95 % confidence half-width
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000))]
    seeds: Option<u64>,
    /// Print the link of what is run on standard error, behind the address of a page where one is given
    #[arg(long, value_name = "URL", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    #[arg(value_parser = link::page_address_or_none)]
    #[arg(conflicts_with = "seeds")]
    link: Option<String>,
    /// Write scene and results into this file, which chokepoint verify and the page read
    #[arg(long, value_name = "FILE", conflicts_with = "seeds")]
    bundle: Option<PathBuf>,
    /// Write over the file of --bundle where it is there already
    #[arg(long, requires = "bundle")]
    replace: bool,
    /// One JSON object a line, one line per discipline and seed
    #[arg(long)]
    json: bool,
}

/// Runs every discipline with every seed, on all cores; JSON comes as it comes, in order.
pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let mut scenario = scenario_source::load_changed(&options.scenario, &options.aqms)?;
    scenario = scenario_source::with_seed(scenario, options.seed.as_deref())?;
    // Before what may take long.
    if let Some(file) = &options.bundle {
        files::check_free(file, options.replace)?;
    }
    if let Some(base) = &options.link {
        tell(&format!("{}\n", link::link_of(&scenario, Some(base))?));
    }
    let seeds: Vec<u64> = options.seeds.map_or_else(|| vec![scenario.seed], |count| (1..=count).collect());
    let jobs: Vec<(usize, u64)> =
        (0..scenario.lanes.len()).flat_map(|lane| seeds.iter().map(move |&seed| (lane, seed))).collect();
    let mut out = io::stdout().lock();
    let lanes = scenario.to_json()["lanes"].as_array().map_or_else(Vec::new, |lanes| lane_names(lanes));
    let mut lanes: Vec<OfLane> = lanes.into_iter().map(|name| OfLane { name, runs: Vec::new() }).collect();
    let (of_workers, names) = (scenario.clone(), lanes.iter().map(|lane| lane.name.clone()).collect::<Vec<_>>());
    let mut stopped = None;
    let ended = pool::make_in_order(
        jobs.clone(),
        move |&(lane, seed)| format!("lane {}, seed {seed}", names[lane]),
        move |&(lane, seed)| run_one(&of_workers, lane, seed),
        |progress, place, result| {
            let stop = result.stopped.as_ref().map(|stop| (result.seed, stop.to_string()));
            stopped = stopped.take().or(stop);
            if options.json {
                let line = serde_json::to_string(&result).map_err(|error| Failure::Failed(error.to_string()))?;
                progress.beside(|| writeln!(out, "{line}"))?;
            }
            // A stream of a hundred thousand results is not kept.
            if !options.json || options.bundle.is_some() {
                lanes[jobs[place].0].runs.push(result);
            }
            Ok(())
        },
    );
    if !options.json && matches!(ended, Ok(()) | Err(Failure::Stopped(_))) {
        report(&mut Shown(&mut out), &lanes, seeds.len())?;
    }
    ended?;
    if let Some(file) = &options.bundle {
        // A scene may be too long for a link.
        let link = link::link_of(&scenario, options.link.as_deref()).ok();
        let results: Vec<RunResult> = lanes.into_iter().flat_map(|lane| lane.runs).collect();
        bundle::write(file, options.replace, &scenario, &results, link.as_deref())?;
    }
    match stopped {
        None => Ok(()),
        Some((seed, stop)) => Err(Failure::Failed(format!("the script stopped (seed {seed}): {stop}"))),
    }
}

pub(crate) fn run_one(scenario: &Scenario, lane: usize, seed: u64) -> Result<RunResult, Failure> {
    let started = Instant::now();
    let scenario = scenario.with("seed", seed.into())?;
    let mut simulation = Simulation::new(&scenario, lane)?;
    simulation.advance_to(simulation.end(), &mut NoProbe);
    let mut result = simulation.result();
    result.cost.wall_s = Some(started.elapsed().as_secs_f64());
    Ok(result)
}

/// A column of the table for people: title and value.
type Column = (&'static str, usize, fn(&RunResult) -> f64);

const COLUMNS: &[Column] = &[
    ("UDP Mb/s", 4, |result| class(result, "udp", |class| class.throughput_bps) / 1e6),
    ("TCP Mb/s", 4, |result| class(result, "tcp", |class| class.throughput_bps) / 1e6),
    ("TCP goodput", 4, |result| class(result, "tcp", |class| class.goodput_bps) / 1e6),
    ("Jain", 3, |result| result.jain_index),
    ("Jain TCP", 3, |result| class(result, "tcp", |class| class.jain_index)),
    ("queue pkts", 1, |result| result.bottleneck.queue_packets.mean),
    ("delay ms", 1, |result| result.bottleneck.queueing_delay_s.mean * 1e3),
    ("used %", 1, |result| result.bottleneck.utilization * 100.0),
    ("dropped", 0, |result| result.bottleneck.dropped_packets as f64),
];

fn class(result: &RunResult, name: &str, value: fn(&chokepoint_engine::measure::ClassResult) -> f64) -> f64 {
    result.classes.get(name).map_or(f64::NAN, value)
}

/// The runs of a lane, in the order of the seeds.
pub(crate) struct OfLane {
    pub(crate) name: String,
    pub(crate) runs: Vec<RunResult>,
}

/// The table of runs with so many seeds; a lane that has fewer of them, because a signal came, says how many.
pub(crate) fn report(out: &mut impl Write, lanes: &[OfLane], seeds: usize) -> io::Result<()> {
    let Some(first) = lanes.iter().find_map(|lane| lane.runs.first()) else {
        return Ok(());
    };
    let seed = if seeds == 1 { format!("seed {}", first.seed) } else { format!("seeds 1 to {seeds}") };
    writeln!(
        out,
        "{}: {} s, measured from {} s, {seed}, end hosts as {}",
        first.scenario, first.duration_s, first.measured_from_s, first.profile
    )?;
    let mut header = vec!["discipline"];
    let is_summary = seeds > 1;
    if is_summary {
        header.push("");
    }
    header.extend(COLUMNS.iter().map(|(title, ..)| title));
    let mut rows = Vec::new();
    for OfLane { name, runs } in lanes.iter().filter(|lane| !lane.runs.is_empty()) {
        let summaries: Vec<_> = COLUMNS
            .iter()
            .map(|(_, digits, value)| (*digits, summary(&runs.iter().map(value).collect::<Vec<_>>())))
            .collect();
        let mut row = |name: &str, label: &str, cell: fn(&chokepoint_engine::measure::Summary) -> f64| {
            let mut cells = vec![name.to_owned()];
            if is_summary {
                cells.push(label.to_owned());
            }
            let write = if label.starts_with("mean") { number } else { spread };
            cells.extend(summaries.iter().map(|(digits, summary)| write(cell(summary), *digits)));
            rows.push(cells);
        };
        let of_fewer = if runs.len() < seeds { format!("mean of {}", runs.len()) } else { "mean".to_owned() };
        row(name, &of_fewer, |summary| summary.mean);
        if is_summary {
            row("", "s.d.", |summary| summary.sd);
            row("", "95 % ±", |summary| summary.half_width);
        }
    }
    table::write(out, &header, &rows)
}

/// A standard deviation or a half-width: with as many decimals as its mean, and more where it would have less than two digits of
/// its own, since 0.000 would say that all runs agree.
fn spread(value: f64, digits: usize) -> String {
    if value == 0.0 || !value.is_finite() {
        return if value == 0.0 { "0".into() } else { number(value, digits) };
    }
    let magnitude = value.log10().floor() as i32;
    number(value, digits.max((1 - magnitude).clamp(0, 12) as usize))
}

fn number(value: f64, digits: usize) -> String {
    if value.is_nan() { "–".into() } else { format!("{value:.digits$}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spread_is_not_rounded_to_nothing() {
        let written = [(0.0004321, 3), (0.0321, 4), (12.3456, 1), (0.36, 0), (0.0, 3), (f64::NAN, 3)];
        assert_eq!(
            written.map(|(value, digits)| spread(value, digits)),
            ["0.00043", "0.0321", "12.3", "0.36", "0", "–"].map(str::to_owned)
        );
    }
}

//! `chokepoint sweep` and `chokepoint join`: put many runs into one table.

mod definition;
mod differences;
mod journal;
mod out;
mod results;
mod runs;
mod share;
mod shown_table;
pub(crate) mod tables;

use crate::failure::{Failure, show_message};
use crate::shown::{Shown, shown};
use crate::{ScenarioOptions, pool};
use chokepoint_engine::experiment::MAX_SEEDS;
use chokepoint_sweep::{Demand, Sweep, Task};
use clap::Args;
use differences::Differences;
use out::Out;
use results::Results;
use share::Share;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::sync::Arc;

/// Limit on concurrent runs; no machine has that many cores.
const MAX_JOBS: u64 = 1_024;
/// Largest number of points that are examined for remarks, which takes about a second.
const MOST_POINTS_LOOKED_AT: usize = 10_000;

/// How many of the points that reached the largest number of seeds a message lists by name.
const MOST_POINTS_NAMED: usize = 20;

/// Options of the sweep.
#[derive(Args)]
pub(crate) struct Options {
    #[command(flatten)]
    scenario: ScenarioOptions,
    /// Also run the sweep on this scene: a preset id, a link or a file; repeatable
    ///
    /// With several scenes, the table has a column scene.
    #[arg(long = "scene", value_name = "SCENE")]
    scenes: Vec<String>,
    /// Vary a setting, e.g. max_th=60..100:9 or limit=50,100; repeatable
    ///
    /// PATH=VALUE,VALUE lists the values, which may have units, as in rate_bps=1mbit,10mbit. PATH=FROM..TO:COUNT has COUNT values
    /// in equal steps, and PATH=FROM..TO:COUNTlog in equal factors. PATH,PATH=VALUE/VALUE,VALUE/VALUE changes several settings
    /// together. If the option is repeated, all combinations are run.
    #[arg(long = "over", value_name = "PATH=VALUES")]
    over: Vec<String>,
    /// Compute a setting from others at every point, e.g. min_th='0.4 * limit'; repeatable
    ///
    /// An expression contains settings of the scene, the bandwidth-delay product bdp in packets, + - * / ( ) and the functions
    /// min, max, round, floor, ceil and sqrt.
    #[arg(long = "derive", value_name = "PATH=EXPRESSION")]
    derive: Vec<String>,
    /// Run only the points at which a condition is true, e.g. 'min_th < max_th'; repeatable
    ///
    /// A condition consists of two expressions (see --derive) with < <= > >= == or != between them. If the option is repeated, all
    /// conditions must be true.
    #[arg(long = "where", value_name = "CONDITION")]
    conditions: Vec<String>,
    /// Queue discipline; repeatable; by default, the disciplines of the scene
    ///
    /// With several disciplines, each has a lane of its own. All lanes have the same offered traffic.
    #[arg(long = "aqm", value_name = "ID")]
    aqms: Vec<String>,
    /// Run the seeds 1 to N at every point; by default, N is 10
    ///
    /// With --until, N is the smallest number of seeds.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MAX_SEEDS))]
    seeds: Option<u64>,
    /// Add seeds to a point until the mean of a metric is precise enough, e.g. jain_index:2%
    ///
    /// Precise enough means: in every lane, half the width of the 95 % confidence interval is at most HALF_WIDTH. METRIC:2% gives
    /// it as a share of the mean, and METRIC:0.01 in the unit of the metric.
    #[arg(long, value_name = "METRIC:HALF_WIDTH")]
    until: Option<String>,
    /// With --until, the largest number of seeds per point; by default, 200
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MAX_SEEDS))]
    at_most: Option<u64>,
    /// Metric to measure; repeatable
    ///
    /// The metric of a range of flows is written as in flow_throughput_bps:1..34. chokepoint list metrics prints all metrics.
    #[arg(long = "metric", value_name = "ID")]
    metrics: Vec<String>,
    /// Compare every other lane with this one, seed by seed
    ///
    /// Prints the mean differences over the seeds, their 95 % intervals and tests.
    #[arg(long, value_name = "LANE")]
    against: Option<String>,
    /// Number of concurrent runs; by default, one per core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MAX_JOBS))]
    jobs: Option<u64>,
    /// Run only the K-th of N equal shares of the sweep, for chokepoint join
    #[arg(long, value_name = "K/N", default_value = "1/1", hide_default_value = true)]
    shard: Share,
    /// Write the table of all runs into this file: .parquet, .csv or .json
    ///
    /// Runs that the file already contains are not repeated.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Replace the file, even if it contains something other than runs of this sweep
    #[arg(long, requires = "out")]
    replace: bool,
    /// Print one JSON object per line, one line per run
    #[arg(long)]
    json: bool,
}

/// Options for combining tables.
#[derive(Args)]
pub(crate) struct JoinOptions {
    /// Tables of shares of the same sweep
    #[arg(required = true, value_name = "TABLE")]
    tables: Vec<PathBuf>,
    /// File of the combined table: .parquet, .csv or .json
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Replace the file, even if it contains something other than runs of this sweep
    #[arg(long)]
    replace: bool,
}

/// Makes the runs that the table does not contain yet.
pub(crate) fn sweep(options: &Options) -> Result<(), Failure> {
    let sweep = Arc::new(definition::read(options)?);
    let jobs = options.jobs.map_or_else(pool::cores, |jobs| jobs as usize);
    if sweep.until().is_some() && options.shard != Share::WHOLE {
        return Err(Failure::wrong(
            "--shard: cannot be combined with --until: the number of seeds of a point follows from all its runs; divide the values of \
             --over among the machines",
        ));
    }
    let mut results = Results::new(Arc::clone(&sweep), options.shard);
    let mut out = match &options.out {
        Some(file) => Some(Out::open(file, options.replace, &mut results)?),
        None => None,
    };
    show_left_out(&sweep);
    show_remarks(&sweep);
    let kept = results.done();
    let ended = runs::make_missing(&mut results, jobs, |key, values| match &mut out {
        Some(out) => out.keep(key, values),
        None => Ok(()),
    });
    results.look();
    let total = results.slots();
    match (ended, out) {
        (Ok(()), Some(out)) => {
            let file = out.finish(&results)?;
            let before = if kept > 0 { format!(", {kept} of them made before") } else { String::new() };
            show_message(&format!("{}: {total} runs{before}\n", shown(&file)));
        }
        (Ok(()), None) => {}
        (Err(failure), Some(out)) => {
            let journal = shown(&out.leave());
            let kept = match failure {
                Failure::Stopped(_) => format!("{} of {total} runs are kept in {journal}", results.done()),
                _ => format!("the runs written to {journal} are kept"),
            };
            show_message(&format!("{kept}; the same command continues from there\n"));
            return Err(failure);
        }
        (Err(failure), None) => {
            show_message(&format!("{} of {total} runs completed; with --out they would be kept\n", results.done()));
            print(options, &results)?;
            return Err(failure);
        }
    }
    show_problems(&results);
    show_at_most(&results);
    if sweep.against().is_some() && options.shard != Share::WHOLE {
        show_message(
            "lanes are compared once the runs of all shares are joined: chokepoint join prints the differences\n",
        );
    }
    if let ((settling @ 1.., all), Some(_)) = (results.settling(), &options.out) {
        show_message(&format!(
            "still settling: {settling} of {all} means differ between the first and the second half of the \
             measured window; start measuring later (measured_from_s)\n"
        ));
    }
    print(options, &results)
}

/// Prints machine-readable rows or, unless a file is written, a table of means. The differences between lanes follow.
fn print(options: &Options, results: &Results) -> Result<(), Failure> {
    let mut out = BufWriter::new(io::stdout().lock());
    let differences = Differences::of(results);
    if options.json {
        tables::json::write_lines(results, &mut out)?;
        differences.map_or(Ok(()), |differences| differences.write_lines(&mut out))?;
    } else {
        let out = &mut Shown(&mut out);
        if options.out.is_none() {
            shown_table::write(out, results)?;
        }
        differences.map_or(Ok(()), |differences| differences.write(out))?;
    }
    out.flush()?;
    Ok(())
}

/// Prints remarks on points where a setting lies outside a discipline's domain, or the flows cannot fill the link. Each
/// kind of remark is printed once, for the first such point.
fn show_remarks(sweep: &Sweep) {
    let mut kinds: Vec<(String, usize, String)> = Vec::new();
    for point in 0..sweep.points().min(MOST_POINTS_LOOKED_AT) {
        let Ok(scenario) = sweep.scenario_at(point) else { continue };
        for remark in scenario.remarks() {
            match kinds.iter_mut().find(|(path, ..)| *path == remark.path) {
                Some((_, count, _)) => *count += 1,
                None => kinds.push((remark.path.clone(), 1, remark.to_string())),
            }
        }
    }
    for (_, count, first) in kinds {
        let points = sweep.points() - sweep.left_out();
        show_message(&format!("remark at {count} of {points} points; the first: {}\n", shown(&first)));
    }
}

/// Prints how many points the conditions leave out.
fn show_left_out(sweep: &Sweep) {
    let conditions = sweep.conditions().collect::<Vec<_>>().join(", ");
    if !conditions.is_empty() {
        show_message(&format!(
            "left out: {} of {} points, by {}\n",
            sweep.left_out(),
            sweep.points(),
            shown(&conditions)
        ));
    }
}

/// Prints the points that reached the largest number of seeds, each with the lanes whose interval is still too wide.
fn show_at_most(results: &Results) {
    let sweep = results.sweep();
    let Some(until) = sweep.until() else { return };
    let points = sweep.points() - sweep.left_out();
    let demand = match until.demand {
        Demand::Absolute(half_width) => format!("± {}", until.metric.unit().quantity(half_width)),
        Demand::Relative(part) => format!("± {} % of the mean", decimals(part * 100.0)),
    };
    let reached = results.at_most().count();
    if reached == 0 {
        return;
    }
    show_message(&format!(
        "not within {demand} after {} seeds (--at-most), {}: {reached} of {points} points\n",
        until.at_most, until.metric
    ));
    for (point, look) in results.at_most().take(MOST_POINTS_NAMED) {
        for wide in &look.wide {
            let found = match (wide.half_width, until.demand) {
                (None, _) => format!("only one run of {} has a value", until.at_most),
                (Some(_), Demand::Relative(_)) if wide.mean == 0.0 => {
                    "the mean is 0, so that a percentage of it is 0".to_owned()
                }
                (Some(half_width), Demand::Relative(_)) => {
                    format!("± {} %", decimals(half_width / wide.mean.abs() * 100.0))
                }
                (Some(half_width), Demand::Absolute(_)) => format!("± {}", until.metric.unit().quantity(half_width)),
            };
            let task = Task { point, lane: wide.lane, seed: 1 };
            show_message(&format!("  {}: {found}\n", shown(&results::place_in_words(sweep, task))));
        }
    }
    if reached > MOST_POINTS_NAMED {
        show_message(&format!("  and {} more points\n", reached - MOST_POINTS_NAMED));
    }
}

/// A number with three significant digits.
fn decimals(number: f64) -> String {
    let digits = (2 - number.abs().max(f64::MIN_POSITIVE).log10().floor() as i32).clamp(0, 9) as usize;
    let text = format!("{number:.digits$}");
    if digits == 0 { text } else { text.trim_end_matches('0').trim_end_matches('.').to_owned() }
}

fn show_problems(results: &Results) {
    if let Some((count, first)) = results.problems() {
        show_message(&format!(
            "{count} runs were skipped, because their values contradict each other; the first: {}\n",
            shown(first)
        ));
    }
}

/// Combines the tables of one sweep.
pub(crate) fn join(options: &JoinOptions) -> Result<(), Failure> {
    let format = tables::Format::of(&options.out)?;
    let mut joined: Option<(Results, &PathBuf)> = None;
    for file in &options.tables {
        let table = tables::read(file)?;
        match &mut joined {
            None => joined = Some((table, file)),
            Some((joined, first)) => {
                if let Some(differing) = results::difference(joined.sweep(), table.sweep()) {
                    return Err(Failure::wrong(format!(
                        "{}: belongs to another sweep than {}: they differ in {differing}",
                        file.display(),
                        first.display()
                    )));
                }
                joined.merge(&table).map_err(|run| {
                    Failure::wrong(format!("{}: differs from the earlier tables in the run {run}", file.display()))
                })?;
            }
        }
    }
    let Some((joined, _)) = joined else { return Ok(()) };
    let is_given = options.tables.iter().any(|table| table == &options.out);
    if !is_given {
        out::check_replaceable(&options.out, options.replace, &joined)?;
    }
    tables::write(&options.out, format, &joined)?;
    let (done, total) = (joined.done(), joined.slots());
    let tables = match options.tables.len() {
        1 => "1 table".to_owned(),
        several => format!("{several} tables"),
    };
    show_message(&format!("{}: {done} runs of {tables}\n", shown(&options.out.display().to_string())));
    match joined.first_missing() {
        None => {
            let mut out = BufWriter::new(io::stdout().lock());
            Differences::of(&joined).map_or(Ok(()), |differences| differences.write(&mut Shown(&mut out)))?;
            Ok(out.flush()?)
        }
        Some(run) => Err(Failure::Failed(format!(
            "{} of {total} runs are missing, the first of them {run}; chokepoint sweep with this --out completes them",
            total - done
        ))),
    }
}

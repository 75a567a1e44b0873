//! `chokepoint run`.

use crate::differences::{counted, fields, name, notes, size};
use crate::failure::{Failure, show_message};
use crate::shown::Shown;
use crate::{ScenarioOptions, bundle, link, pool, rates, scenario_source, table, units};
use chokepoint_engine::measure::statistics::{FamilyTest, paired_family};
use chokepoint_engine::measure::{Described, HalfSums, Halves, RunResult, Spread, Summary, described};
use chokepoint_engine::{Scenario, Simulation};
use chokepoint_scenes::files;
use chokepoint_sweep::lane_names;
use clap::Args;
use serde_json::{Map, Value, json};
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Instant;

/// Options of a run.
#[derive(Args)]
pub(crate) struct Options {
    #[command(flatten)]
    scenario: ScenarioOptions,
    /// Queue discipline, or a script (a .rhai file); repeatable
    ///
    /// With several disciplines, each has a lane of its own. All lanes have the same offered traffic.
    #[arg(long = "aqm", value_name = "ID")]
    aqms: Vec<String>,
    /// Seed of all random numbers
    #[arg(long, conflicts_with = "seeds", allow_negative_numbers = true)]
    seed: Option<String>,
    /// Run the seeds 1 to N and print statistics over the seeds
    ///
    /// They are the mean, the standard deviation, and half the width of the 95 % confidence interval of the mean.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000))]
    seeds: Option<u64>,
    /// Compare every other discipline with this one, seed by seed
    ///
    /// Prints the mean differences over the seeds, their 95 % intervals and tests.
    #[arg(long, value_name = "LANE", requires = "seeds")]
    against: Option<String>,
    /// Print the rate at which each group's packets leave the bottleneck, in intervals of this length
    #[arg(long, value_name = "TIME", value_parser = units::time, conflicts_with_all = ["against", "bundle"])]
    rates: Option<f64>,
    /// Print a link that opens the run in the page, on standard error
    ///
    /// URL is the address of a page; the link is appended to it.
    #[arg(long, value_name = "URL", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    #[arg(value_parser = link::page_address_or_none)]
    #[arg(conflicts_with = "seeds")]
    link: Option<String>,
    /// Write the scene and its results into this file, for chokepoint verify and the page
    #[arg(long, value_name = "FILE", conflicts_with = "seeds")]
    bundle: Option<PathBuf>,
    /// Replace the file of --bundle if it exists
    #[arg(long, requires = "bundle")]
    replace: bool,
    /// Print one JSON object per line, one line per discipline and seed
    #[arg(long)]
    json: bool,
}

/// Runs every discipline with every seed, on all cores. JSON lines are printed as soon as possible, in the order of the
/// runs.
pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let mut scenario = scenario_source::load_changed(&options.scenario, &options.aqms)?;
    scenario = scenario_source::with_seed(scenario, options.seed.as_deref())?;
    // The output file is checked first, because the runs may take long.
    if let Some(file) = &options.bundle {
        files::check_free(file, options.replace)?;
    }
    if let Some(base) = &options.link {
        show_message(&format!("{}\n", link::link_of(&scenario, Some(base))?));
    }
    let seeds: Vec<u64> = options.seeds.map_or_else(|| vec![scenario.seed], |count| (1..=count).collect());
    let jobs: Vec<(usize, u64)> =
        (0..scenario.lanes.len()).flat_map(|lane| seeds.iter().map(move |&seed| (lane, seed))).collect();
    let lanes = lane_names(&scenario);
    if let Some(width_s) = options.rates {
        return rates::print(&scenario, &lanes, &seeds, width_s, options.json);
    }
    let mut out = io::stdout().lock();
    let against = options.against.as_ref().map(|lane| place_of(lane, &lanes, seeds.len())).transpose()?;
    let mut lanes: Vec<OfLane> = lanes.into_iter().map(OfLane::new).collect();
    let (of_workers, names) = (scenario.clone(), lanes.iter().map(|lane| lane.name.clone()).collect::<Vec<_>>());
    let mut stopped = None;
    let ended = pool::make_in_order(
        jobs.clone(),
        move |&(lane, seed)| format!("lane {}, seed {seed}", names[lane]),
        move |&(lane, seed)| run_with_halves(&of_workers, lane, seed),
        |progress, place, (result, halves)| {
            let stop = result.stopped.as_ref().map(|stop| (result.seed, stop.to_string()));
            stopped = stopped.take().or(stop);
            if options.json {
                let line = serde_json::to_string(&result).map_err(|error| Failure::Failed(error.to_string()))?;
                progress.beside(|| writeln!(out, "{line}"))?;
            }
            // Results that are only printed as JSON are not kept in memory: there may be a hundred thousand of them.
            if !options.json || options.bundle.is_some() || against.is_some() {
                let lane = &mut lanes[jobs[place].0];
                lane.runs.push(result);
                lane.add_halves(&halves);
            }
            Ok(())
        },
    );
    if !options.json && matches!(ended, Ok(()) | Err(Failure::Stopped(_))) {
        let out = &mut Shown(&mut out);
        report(out, &lanes, seeds.len())?;
        scenario.remarks().iter().try_for_each(|remark| writeln!(out, "remark: {remark}"))?;
    }
    ended?;
    if let Some(against) = against {
        let differences = Differences::of(&lanes, against);
        match options.json {
            true => differences.write_lines(&mut out)?,
            false => differences.write(&mut Shown(&mut out))?,
        }
    }
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
    Ok(run_with_halves(scenario, lane, seed)?.0)
}

/// Executes a run. Returns its result and the results of both halves of the measured window.
fn run_with_halves(scenario: &Scenario, lane: usize, seed: u64) -> Result<(RunResult, [RunResult; 2]), Failure> {
    let started = Instant::now();
    let scenario = scenario.with("seed", seed.into())?;
    let mut simulation = Simulation::new(&scenario, lane)?;
    simulation.advance_to(simulation.middle());
    let at_middle = simulation.counters();
    simulation.advance_to(simulation.end());
    let mut result = simulation.result();
    result.cost.wall_s = Some(started.elapsed().as_secs_f64());
    Ok((result, simulation.halves(&at_middle)))
}

struct Column {
    title: &'static str,
    digits: usize,
    /// The largest possible value of a column that holds shares or an index; `None` for other columns.
    whole: Option<f64>,
    /// The value of a run; `None` if the run has none.
    value: fn(&RunResult) -> Option<f64>,
}

const fn column(title: &'static str, digits: usize, value: fn(&RunResult) -> Option<f64>) -> Column {
    Column { title, digits, whole: None, value }
}

const fn share(title: &'static str, digits: usize, whole: f64, value: fn(&RunResult) -> Option<f64>) -> Column {
    Column { title, digits, whole: Some(whole), value }
}

const COLUMNS: &[Column] = &[
    column("UDP Mb/s", 4, |result| Some(result.classes.get("udp")?.throughput_bps / 1e6)),
    column("TCP Mb/s", 4, |result| Some(result.classes.get("tcp")?.throughput_bps / 1e6)),
    column("TCP goodput", 4, |result| Some(result.classes.get("tcp")?.goodput_bps / 1e6)),
    share("Jain", 3, 1.0, |result| result.jain_index),
    share("Jain TCP", 3, 1.0, |result| result.classes.get("tcp")?.jain_index),
    column("queue pkts", 1, |result| Some(result.bottleneck.queue_packets.mean)),
    column("delay ms", 1, |result| Some(result.bottleneck.queueing_delay_s.mean? * 1e3)),
    share("used %", 1, 100.0, |result| Some(result.bottleneck.utilization * 100.0)),
    column("dropped", 0, |result| Some(result.bottleneck.window.dropped_packets as f64)),
];

impl Column {
    /// The statistics over the runs, in the column's unit; `None` if no run has a value.
    fn described(&self, runs: &[RunResult]) -> Option<Described> {
        let whole = self.whole.unwrap_or(1.0);
        let values: Vec<f64> = runs.iter().filter_map(self.value).map(|value| value / whole).collect();
        let Described { summary: found, interval, spread } = described(&values, self.whole.is_some())?;
        let scale = |value: f64| value * whole;
        Some(Described {
            summary: Summary {
                count: found.count,
                mean: scale(found.mean),
                sd: scale(found.sd),
                half_width: scale(found.half_width),
            },
            interval: interval.map(|ends| ends.map(scale)),
            spread: Spread {
                median: scale(spread.median),
                quartiles: spread.quartiles.map(scale),
                two_states: spread.two_states,
            },
        })
    }
}

/// The runs of a lane, in the order of the seeds.
pub(crate) struct OfLane {
    pub(crate) name: String,
    pub(crate) runs: Vec<RunResult>,
    /// For each column, the values in the first and in the second half of the measured window, summed over the runs for
    /// which both are known.
    halves: [HalfSums; COLUMNS.len()],
}

impl OfLane {
    /// A lane without runs.
    pub(crate) fn new(name: String) -> Self {
        Self { name, runs: Vec::new(), halves: [HalfSums::default(); COLUMNS.len()] }
    }

    fn add_halves(&mut self, [first, second]: &[RunResult; 2]) {
        for (sums, column) in self.halves.iter_mut().zip(COLUMNS) {
            if let (Some(first), Some(second)) = ((column.value)(first), (column.value)(second)) {
                sums.add([first, second]);
            }
        }
    }
}

/// Prints the table of runs with `seeds` seeds. If a signal ended the runs early, a lane with fewer runs shows how many
/// it has.
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
    header.extend(COLUMNS.iter().map(|column| column.title));
    let (mut rows, mut remarks) = (Vec::new(), Vec::new());
    for OfLane { name, runs, halves } in lanes.iter().filter(|lane| !lane.runs.is_empty()) {
        let found: Vec<Option<Described>> = COLUMNS.iter().map(|column| column.described(runs)).collect();
        let mut row =
            |name: &str, label: &str, cell: fn(&Described) -> Option<f64>, write: fn(f64, usize) -> String| {
                let mut cells = vec![name.to_owned()];
                if is_summary {
                    cells.push(label.to_owned());
                }
                let values = found.iter().map(|found| found.as_ref().and_then(cell).unwrap_or(f64::NAN));
                cells.extend(values.zip(COLUMNS).map(|(value, column)| write(value, column.digits)));
                rows.push(cells);
            };
        let of_fewer = if runs.len() < seeds { format!("mean of {}", runs.len()) } else { "mean".to_owned() };
        row(name, &of_fewer, |it| Some(it.summary.mean), number);
        if is_summary {
            row("", "s.d.", |it| (it.summary.count > 1).then_some(it.summary.sd), spread);
            // No column has negative values, so a lower end below 0 is clamped to 0.
            row("", "95 % from", |it| Some(it.interval?[0].max(0.0)), number);
            row("", "95 % to", |it| Some(it.interval?[1]), number);
            row("", "median", |it| Some(it.spread.median), number);
        }
        for ((column, found), halves) in COLUMNS.iter().zip(&found).zip(halves) {
            remarks.extend(found.as_ref().and_then(|found| remark(name, column, found, runs.len())));
            remarks.extend(settling(name, column, halves));
        }
    }
    table::write(out, &header, &rows)?;
    remarks.iter().try_for_each(|remark| writeln!(out, "{remark}"))
}

/// A remark on how the values in a column are distributed, which their mean does not show.
fn remark(name: &str, column: &Column, found: &Described, runs: usize) -> Option<String> {
    let Column { title, digits, .. } = column;
    let Described { summary: Summary { count, .. }, spread: Spread { quartiles: [low, high], two_states, .. }, .. } =
        found;
    let mut said = Vec::new();
    if *two_states {
        let quartiles = format!("quartiles {} and {}", number(*low, *digits), number(*high, *digits));
        said.push(format!("the runs fall into two groups, and the mean describes neither ({quartiles})"));
    }
    if *count < runs {
        said.push(format!("{} of {runs} runs have no value", runs - count));
    }
    (!said.is_empty()).then(|| format!("{name}, {title}: {}", said.join("; ")))
}

/// A remark on a column whose mean differs between the two halves of the measured window.
fn settling(name: &str, Column { title, digits, .. }: &Column, halves: &HalfSums) -> Option<String> {
    let Halves { means: [first, second], .. } = halves.compared().filter(|it| it.is_settling)?;
    let [first, second] = [first, second].map(|mean| number(mean, *digits));
    Some(format!(
        "{name}, {title}: still settling, {first} in the first half of the measured window and {second} in the \
         second; start measuring later (measured_from_s)"
    ))
}

/// The index of the reference lane, against which the other lanes are compared.
fn place_of(lane: &str, lanes: &[String], seeds: usize) -> Result<usize, Failure> {
    let place = lanes.iter().position(|other| other == lane);
    match place {
        None => Err(Failure::wrong(format!(
            "--against {lane}: is not a lane of the run; its lanes are {}",
            lanes.join(", ")
        ))),
        Some(_) if lanes.len() < 2 => {
            Err(Failure::wrong(format!("--against {lane}: is the only lane; give another --aqm to compare")))
        }
        Some(_) if seeds < 2 => {
            Err(Failure::wrong(format!("--against {lane}: needs --seeds 2 or more: lanes are compared seed by seed")))
        }
        Some(place) => Ok(place),
    }
}

/// The differences between the reference lane and every other lane, column by column.
struct Differences<'a> {
    lanes: &'a [OfLane],
    against: usize,
    /// Indices of the lanes other than the reference lane.
    others: Vec<usize>,
    /// The tests against the reference lane: for each lane in `others`, one test per column.
    family: Vec<Option<FamilyTest>>,
}

impl<'a> Differences<'a> {
    fn of(lanes: &'a [OfLane], against: usize) -> Self {
        let others: Vec<usize> = (0..lanes.len()).filter(|&lane| lane != against).collect();
        let paired = |lane: usize, column: &Column| {
            let runs = lanes[lane].runs.iter().zip(&lanes[against].runs);
            runs.filter_map(|(a, b)| Some(((column.value)(a)?, (column.value)(b)?))).collect()
        };
        let pairs: Vec<Vec<(f64, f64)>> =
            others.iter().flat_map(|&lane| COLUMNS.iter().map(move |column| paired(lane, column))).collect();
        let family = paired_family(&pairs);
        Self { lanes, against, others, family }
    }

    fn of_others(&self) -> impl Iterator<Item = (&str, &[Option<FamilyTest>])> {
        let names = self.others.iter().map(|&lane| &self.lanes[lane].name[..]);
        names.zip(self.family.chunks(COLUMNS.len()))
    }

    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let against = &self.lanes[self.against].name;
        let mut header = vec!["", ""];
        header.extend(COLUMNS.iter().map(|column| column.title));
        let mut rows = Vec::new();
        for (lane, tests) in self.of_others() {
            let mut row = |name: String, label: &str, cell: &dyn Fn(&FamilyTest, usize) -> String| {
                let cells = tests
                    .iter()
                    .zip(COLUMNS)
                    .map(|(test, column)| test.as_ref().map_or_else(|| "–".into(), |test| cell(test, column.digits)));
                rows.push([name, label.to_owned()].into_iter().chain(cells).collect::<Vec<String>>());
            };
            row(name(lane, against), "difference", &|test, digits| number(test.test.difference.mean, digits));
            for (label, sign) in [("95 % from", -1.0), ("95 % to", 1.0)] {
                row(String::new(), label, &|test, digits| {
                    let Summary { mean, half_width, .. } = test.test.difference;
                    number(mean + sign * half_width, digits)
                });
            }
            row(String::new(), "", &|test, _| if test.differs { "*".into() } else { String::new() });
        }
        writeln!(out, "\ndifferences from {against} over the same seeds, with their 95 % intervals (Student)")?;
        table::write(out, &header, &rows)?;
        let parts = [counted(self.others.len(), "lane"), counted(COLUMNS.len(), "column")];
        notes(&self.family, &parts.join(", ")).iter().try_for_each(|note| writeln!(out, "{note}"))
    }

    fn write_lines(&self, out: &mut impl Write) -> io::Result<()> {
        let against = &self.lanes[self.against].name;
        let comparisons = size(&self.family);
        for (lane, tests) in self.of_others() {
            for (column, test) in COLUMNS.iter().zip(tests) {
                let place = [("lane", lane), ("against", against), ("quantity", column.title)];
                let place = place.map(|(field, text)| (field.to_owned(), json!(text)));
                let line: Map<String, Value> = place.into_iter().chain(fields(test.as_ref(), comparisons)).collect();
                writeln!(out, "{}", Value::Object(line))?;
            }
        }
        Ok(())
    }
}

/// Formats a standard deviation or half-width with as many decimals as its mean, or more if fewer than two significant
/// digits would be left: 0.000 would suggest that all runs agree.
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
    fn a_small_spread_is_not_rounded_to_zero() {
        let written = [(0.0004321, 3), (0.0321, 4), (12.3456, 1), (0.36, 0), (0.0, 3), (f64::NAN, 3)];
        assert_eq!(
            written.map(|(value, digits)| spread(value, digits)),
            ["0.00043", "0.0321", "12.3", "0.36", "0", "–"].map(str::to_owned)
        );
    }
}

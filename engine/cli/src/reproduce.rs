//! `chokepoint reproduce`: published experiments, run again.

mod selection;
mod statistics;
mod tables;

use crate::failure::Failure;
use crate::pool;
use crate::shown::Shown;
use chokepoint_engine::experiment::{Experiment, Job, Report};
use clap::Args;
use selection::Selected;
use std::io::{self, BufWriter, Write};

/// What to reproduce.
#[derive(Args)]
pub(crate) struct Options {
    /// Documents or presets: ids, the unique beginning of a document's id, or files; without any, everything
    #[arg(value_name = "DOCUMENT|PRESET")]
    names: Vec<String>,
    /// Run the seeds 1 to N in every lane; without it, as many as the preset says
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000))]
    seeds: Option<u64>,
    /// One JSON report a line, one line per preset
    #[arg(long, conflicts_with = "markdown")]
    json: bool,
    /// Tables for documents
    #[arg(long)]
    markdown: bool,
    /// Tests over the seeds as well: normality, correlation, every pair of lanes; always for a document that shows them
    #[arg(long, conflicts_with = "json")]
    statistics: bool,
}

/// Runs the experiments and reports. Verdicts are no failure, whatever they are.
pub(crate) fn reproduce(options: &Options) -> Result<(), Failure> {
    let mut selected = selection::select(&options.names)?;
    run_all(&mut selected, options.seeds)?;
    let experiments: Vec<&Experiment> = selected.iter().filter_map(Selected::experiment).collect();
    let mut out = BufWriter::new(io::stdout().lock());
    for (place, selected) in selected.iter().enumerate() {
        match selected {
            Selected::Experiment(experiment) => {
                write_report(&mut out, &experiment.report_among(&experiments), options, place)?;
            }
            // There is nothing to run, and so nothing to report.
            Selected::Curve { .. } if options.json => {}
            Selected::Curve { document, place: section } => {
                let out = &mut Shown(&mut out);
                writeln!(out, "{}{document}, {section}: a formula, with nothing to run", break_before(place))?;
            }
        }
    }
    out.flush()?;
    Ok(())
}

/// Runs every lane of every experiment with every seed, on all cores.
fn run_all(selected: &mut [Selected], seeds: Option<u64>) -> Result<(), Failure> {
    let mut jobs: Vec<(usize, Job)> = Vec::new();
    for (place, selected) in selected.iter_mut().enumerate() {
        if let Selected::Experiment(experiment) = selected {
            jobs.extend(experiment.jobs(seeds).into_iter().map(|job| (place, job)));
        }
    }
    let outputs = pool::run_all(&jobs, |&(place, job)| match &selected[place] {
        Selected::Experiment(experiment) => {
            experiment.run(job).map_err(|problems| Failure::Failed(format!("{}: {problems:?}", experiment.preset().id)))
        }
        Selected::Curve { .. } => unreachable!("only experiments have jobs"),
    })?;
    for ((place, job), output) in jobs.iter().zip(&outputs) {
        if let Selected::Experiment(experiment) = &mut selected[*place] {
            experiment.add(*job, output).map_err(|problem| Failure::Failed(problem.to_string()))?;
        }
    }
    Ok(())
}

fn write_report(out: &mut impl Write, report: &Report, options: &Options, place: usize) -> Result<(), Failure> {
    if options.json {
        let line = serde_json::to_string(report).map_err(|error| Failure::Failed(error.to_string()))?;
        writeln!(out, "{line}")?;
    } else {
        let out = &mut Shown(out);
        write!(out, "{}", break_before(place))?;
        let statistics = if options.statistics || report.has_tests { statistics::tables(report) } else { Vec::new() };
        if options.markdown {
            tables::markdown(out, report)?;
            tables::markdown_statistics(out, &statistics)?;
        } else {
            tables::plain(out, report)?;
            tables::plain_statistics(out, &statistics)?;
        }
    }
    Ok(())
}

fn break_before(place: usize) -> &'static str {
    if place > 0 { "\n" } else { "" }
}

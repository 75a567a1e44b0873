//! `chokepoint reproduce`: published experiments, run again.

mod selection;
mod statistics;
mod tables;

use crate::failure::Failure;
use crate::pool;
use crate::shown::Shown;
use chokepoint_engine::experiment::{
    Agreement, Apart, Document, Experiment, Job, PLUG_IN, REPORT_SCHEMA, Report, Summary,
};
use clap::Args;
use selection::Selected;
use serde_json::json;
use std::collections::BTreeMap;
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
    /// One JSON report a line, one line per preset, and of several presets one more with what they come to together
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
    let mut reports = Vec::new();
    for (place, selected) in selected.iter().enumerate() {
        match selected {
            Selected::Experiment(experiment) => {
                let report = experiment.report_among(&experiments);
                write_report(&mut out, &report, options, place)?;
                reports.push(report);
            }
            // There is nothing to run, and so nothing to report.
            Selected::Curve { .. } if options.json => {}
            Selected::Curve { document, place: section } => {
                let out = &mut Shown(&mut out);
                writeln!(out, "{}{document}, {section}: a formula, with nothing to run", break_before(place))?;
            }
        }
    }
    if reports.len() > 1 {
        write_totals(&mut out, &reports, options)?;
    }
    out.flush()?;
    Ok(())
}

/// What all reports together come to, and those of each document: the last line of `--json`.
fn write_totals(out: &mut impl Write, reports: &[Report], options: &Options) -> Result<(), Failure> {
    let all = Summary::of(reports);
    let mut documents: Vec<(&Document, Summary)> = Vec::new();
    for document in reports.iter().map(|report| &report.document) {
        if documents.iter().all(|(known, _)| known.id != document.id) {
            let of_document = reports.iter().filter(|report| report.document.id == document.id);
            documents.push((document, Summary::of(of_document)));
        }
    }
    if options.json {
        let agreements = Agreement::ALL.map(|it| (it.id(), it.meaning()));
        let meanings = agreements.into_iter().chain(Apart::ALL.map(|it| (it.id(), it.meaning())));
        let documents = documents
            .iter()
            .map(|(Document { id, title, .. }, summary)| json!({ "id": id, "title": title, "summary": summary }));
        let line = json!({
                "schema": REPORT_SCHEMA,
                "summary": all,
                    "documents": documents.collect::<Vec<_>>(),
                "meanings": meanings.chain([("ns-2", PLUG_IN)]).collect::<BTreeMap<_, _>>(),
        });
        writeln!(out, "{line}")?;
        return Ok(());
    }
    let out = &mut Shown(out);
    let head = if options.markdown { "### " } else { "" };
    writeln!(out, "\n{head}All together\n\n{}\n", all.in_words)?;
    for (Document { title, .. }, summary) in documents.iter().filter(|_| documents.len() > 1) {
        writeln!(out, "{head}{title}\n\n{}\n", summary.in_words)?;
    }
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

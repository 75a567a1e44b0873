//! `chokepoint reproduce`: runs published experiments again.

mod figures;
mod selection;
mod statistics;
mod tables;

use crate::failure::{Failure, show_message};
use crate::pool::{self, Work};
use crate::shown::Shown;
use chokepoint_engine::experiment::{
    Agreement, Apart, Document, Experiment, Figure, FigureReport, Job, PLUG_IN, REPORT_SCHEMA, Report, RunOutput,
    Summary,
};
use clap::Args;
use selection::Selected;
use serde_json::json;
use std::collections::BTreeMap;
use std::io::{self, BufWriter, StdoutLock, Write};

/// Options of the reproduction.
#[derive(Args)]
pub(crate) struct Options {
    /// Documents or presets, by id or file; by default, all documents
    ///
    /// The beginning of a document's id is enough if it is unique.
    #[arg(value_name = "DOCUMENT|PRESET")]
    names: Vec<String>,
    /// Run the scenes of a figure, and print its curves
    ///
    /// chokepoint list figures prints all figures.
    #[arg(long, value_name = "ID", conflicts_with_all = ["names", "brief", "statistics"])]
    figure: Option<String>,
    /// Run the seeds 1 to N in every lane; by default, the number in the preset
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000))]
    seeds: Option<u64>,
    /// Print one JSON report for each preset, one per line
    ///
    /// For several presets, a last line has their joint result.
    #[arg(long, conflicts_with = "markdown")]
    json: bool,
    /// Print tables in Markdown
    #[arg(long)]
    markdown: bool,
    /// Leave out quantities for which the document prints no value
    #[arg(long, conflicts_with = "json")]
    brief: bool,
    /// Also print statistical tests over the seeds
    ///
    /// They test normality, correlation, and the difference of every pair of lanes. They are always printed for a document that
    /// contains such tests.
    #[arg(long, conflicts_with = "json")]
    statistics: bool,
}

/// Runs the experiments. A preset is reported as soon as its runs are complete, and those of its companions: the other
/// presets that its claims name. The exit status is 0 regardless of the verdicts.
pub(crate) fn reproduce(options: &Options) -> Result<(), Failure> {
    let figure = options.figure.as_deref().map(figures::named).transpose()?;
    let names = figure.as_ref().map_or_else(|| options.names.clone(), Figure::presets);
    let mut selected = selection::select(&names)?;
    let mut jobs: Vec<(usize, Job)> = Vec::new();
    for (place, selected) in selected.iter_mut().enumerate() {
        if let Selected::Experiment(experiment) = selected {
            jobs.extend(experiment.jobs(options.seeds).into_iter().map(|job| (place, job)));
        }
    }
    let mut reporting = Reporting::new(selected, figure, &jobs, options);
    reporting.report_ready()?;
    let of_workers = reporting.selected.clone();
    let of_names = of_workers.clone();
    let total = jobs.len();
    let mut made = 0;
    let ended = pool::make(
        Work::new(jobs.clone()),
        move |desk| {
            let name = |&(place, job): &(usize, Job)| name_of(&of_names[place], job);
            desk.each(name, |&(place, job)| match &of_workers[place] {
                Selected::Experiment(experiment) => experiment
                    .run(job)
                    .map_err(|problems| Failure::Failed(format!("{}: {problems:?}", experiment.preset().id))),
                Selected::Curve { .. } => unreachable!("only experiments have jobs"),
            });
        },
        |progress, place, output| {
            let (preset, job) = jobs[place];
            reporting.add(preset, job, output?)?;
            made += 1;
            progress.beside(|| reporting.report_ready())
        },
    );
    if let Err(Failure::Stopped(_)) = &ended {
        show_message(&format!("{made} of {total} runs completed\n"));
        reporting.report_begun()?;
    }
    ended?;
    reporting.finish()
}

fn name_of(selected: &Selected, Job { lane, seed, .. }: Job) -> String {
    match selected {
        Selected::Experiment(experiment) => format!("of {}, lane {lane}, seed {seed}", experiment.preset().id),
        Selected::Curve { place, .. } => place.clone(),
    }
}

/// The selected presets, with the progress of runs and reports.
struct Reporting<'a> {
    selected: Vec<Selected>,
    /// The figure of `--figure`, which is printed in place of the reports.
    figure: Option<Figure>,
    /// Number of runs still incomplete, per preset.
    left: Vec<usize>,
    has_begun: Vec<bool>,
    options: &'a Options,
    out: BufWriter<StdoutLock<'static>>,
    /// Index of the next preset to report; all earlier presets have been reported.
    next: usize,
    reports: Vec<Report>,
}

impl<'a> Reporting<'a> {
    fn new(selected: Vec<Selected>, figure: Option<Figure>, jobs: &[(usize, Job)], options: &'a Options) -> Self {
        let left = (0..selected.len()).map(|place| jobs.iter().filter(|(of, _)| *of == place).count());
        Self {
            left: left.collect(),
            has_begun: vec![false; selected.len()],
            selected,
            figure,
            options,
            out: BufWriter::new(io::stdout().lock()),
            next: 0,
            reports: Vec::new(),
        }
    }

    fn add(&mut self, place: usize, job: Job, output: RunOutput) -> Result<(), Failure> {
        self.left[place] -= 1;
        self.has_begun[place] = true;
        match &mut self.selected[place] {
            Selected::Experiment(experiment) => {
                experiment.add(job, output).map_err(|problem| Failure::Failed(problem.to_string()))
            }
            Selected::Curve { .. } => Ok(()),
        }
    }

    /// Prints the completed reports, in order.
    fn report_ready(&mut self) -> Result<(), Failure> {
        while self.next < self.selected.len() && self.is_ready(self.next) {
            self.report(self.next)?;
            self.next += 1;
        }
        Ok(())
    }

    /// Whether all runs of a preset, and of the companions that its claims name, are complete.
    fn is_ready(&self, place: usize) -> bool {
        let companions = self.selected[place].experiment().map_or_else(Vec::new, |it| it.preset().companions());
        let is_companion =
            |other: &Selected| other.experiment().is_some_and(|it| companions.contains(&&*it.preset().id));
        let needed = self.selected.iter().enumerate().filter(|(other, it)| *other == place || is_companion(it));
        needed.into_iter().all(|(needed, _)| self.left[needed] == 0)
    }

    /// After an interruption, prints the reports still missing for presets with at least one complete run.
    fn report_begun(&mut self) -> Result<(), Failure> {
        let begun = (self.next..self.selected.len()).filter(|&place| self.has_begun[place]);
        begun.collect::<Vec<_>>().into_iter().try_for_each(|place| self.report(place))
    }

    fn report(&mut self, place: usize) -> Result<(), Failure> {
        let experiments: Vec<&Experiment> = self.selected.iter().filter_map(Selected::experiment).collect();
        match &self.selected[place] {
            Selected::Experiment(experiment) => {
                let report = experiment.report_among(&experiments);
                if self.figure.is_none() {
                    write_report(&mut self.out, &report, self.options, place)?;
                }
                self.reports.push(report);
            }
            // A preset without a scene has no runs to report.
            Selected::Curve { .. } if self.options.json => {}
            Selected::Curve { document, place: section } => {
                let out = &mut Shown(&mut self.out);
                writeln!(out, "{}{document}, {section}: a formula, with nothing to run", break_before(place))?;
            }
        }
        self.out.flush()?;
        Ok(())
    }

    /// Prints the joint result.
    fn finish(mut self) -> Result<(), Failure> {
        if let Some(figure) = &self.figure {
            write_figure(&mut self.out, &figures::report(figure, &self.reports)?, self.options)?;
        } else if self.reports.len() > 1 {
            write_totals(&mut self.out, &self.reports, self.options)?;
        }
        self.out.flush()?;
        Ok(())
    }
}

/// Prints the joint result of all reports and of each document; it is the last line of `--json`.
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
                "figures": figures::complete(reports)?,
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

fn write_figure(out: &mut impl Write, report: &FigureReport, options: &Options) -> Result<(), Failure> {
    if options.json {
        let line = serde_json::to_string(report).map_err(|error| Failure::Failed(error.to_string()))?;
        writeln!(out, "{line}")?;
    } else if options.markdown {
        figures::markdown(&mut Shown(out), report)?;
    } else {
        figures::plain(&mut Shown(out), report)?;
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
            tables::markdown(out, report, options.brief)?;
            tables::markdown_statistics(out, &statistics)?;
        } else {
            tables::plain(out, report, options.brief)?;
            tables::plain_statistics(out, &statistics)?;
        }
    }
    Ok(())
}

fn break_before(place: usize) -> &'static str {
    if place > 0 { "\n" } else { "" }
}

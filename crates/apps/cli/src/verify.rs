//! `chokepoint verify`: runs the scene of a bundle again and compares every number.

use crate::bundle::{self, Difference, ReadBundle};
use crate::failure::Failure;
use crate::shown::Shown;
use crate::{pool, run};
use chokepoint_engine::NUMBERS;
use chokepoint_scenes::{link_in, open_link};
use chokepoint_script::RHAI;
use clap::Args;
use serde_json::json;
use std::io::{self, Write};

/// Options of the verification.
#[derive(Args)]
pub(crate) struct Options {
    /// A bundle, which the page or chokepoint run --bundle has written
    file: String,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Largest number of differences printed for a lane; the rest are only counted.
const MOST_SHOWN: usize = 5;

/// The comparison of one lane: number of compared values, and the differences.
#[derive(serde::Serialize)]
struct LaneVerdict {
    aqm: String,
    compared: usize,
    differences: Vec<Difference>,
}

/// Exit status 0 if every number is the same, 1 if not.
pub(crate) fn verify(options: &Options) -> Result<(), Failure> {
    let bundle = bundle::read(&options.file)?;
    let places: Vec<usize> = (0..bundle.scenario.lanes.len()).collect();
    let scenario = bundle.scenario.clone();
    let name = |lane: &usize| format!("of lane {lane}");
    let results = pool::run_all(places, name, move |&lane| run::run_one(&scenario, lane, scenario.seed))?;
    let lanes: Vec<LaneVerdict> = results
        .iter()
        .enumerate()
        .map(|(place, result)| {
            let in_file = bundle.lanes.get(place).filter(|(aqm, _)| aqm == result.aqm).map(|(_, result)| result);
            let (compared, differences) = match in_file {
                Some(in_file) => bundle::compare(in_file, &bundle::timeless(result)),
                None => {
                    (1, vec![Difference { path: "result".into(), in_file: "missing".into(), here: "there".into() }])
                }
            };
            LaneVerdict { aqm: result.aqm.to_owned(), compared, differences }
        })
        .collect();
    let problems = problems_of(&bundle, results.len());
    let is_same = problems.is_empty() && lanes.iter().all(|lane| lane.differences.is_empty());
    let remarks = remarks_of(&bundle);
    let mut out = io::stdout().lock();
    if options.json {
        let verdict = if is_same { "same" } else { "different" };
        let line = json!({
            "verdict": verdict, "scenario": bundle.scenario.id, "seed": bundle.scenario.seed,
            "engine_version": bundle.engine_version, "numbers": bundle.numbers,
            "lanes": lanes, "problems": problems, "remarks": remarks,
        });
        writeln!(out, "{line}")?;
    } else {
        let out = &mut Shown(out);
        let ReadBundle { scenario, engine_version, numbers, .. } = &bundle;
        writeln!(out, "{}: seed {}, engine {engine_version}, numbers {numbers}", scenario.id, scenario.seed)?;
        for (place, lane) in lanes.iter().enumerate() {
            write_lane(out, place, lane)?;
        }
        for remark in problems.iter().chain(&remarks) {
            writeln!(out, "{remark}")?;
        }
        writeln!(out, "{}", if is_same { "Every number is the same." } else { "Not every number is the same." })?;
    }
    if is_same { Ok(()) } else { Err(Failure::Different) }
}

fn write_lane(out: &mut impl Write, place: usize, lane: &LaneVerdict) -> io::Result<()> {
    let LaneVerdict { aqm, compared, differences } = lane;
    let number = place + 1;
    if differences.is_empty() {
        return writeln!(out, "Lane {number}, {aqm}: the same, all {compared} values.");
    }
    writeln!(out, "Lane {number}, {aqm}: different in {} of {compared} values.", differences.len())?;
    for Difference { path, in_file, here } in differences.iter().take(MOST_SHOWN) {
        writeln!(out, "  {path} is {in_file} in the file, {here} here")?;
    }
    if differences.len() > MOST_SHOWN {
        writeln!(out, "  and {} more", differences.len() - MOST_SHOWN)?;
    }
    Ok(())
}

/// Inconsistencies within the bundle itself.
fn problems_of(bundle: &ReadBundle, lanes: usize) -> Vec<String> {
    let mut problems = Vec::new();
    if bundle.lanes.len() != lanes {
        let there = bundle.lanes.len();
        problems.push(format!("The file holds results of {there} lanes; its scene has {lanes}."));
    }
    let hash = bundle::hash_of(bundle.lanes.iter().map(|(_, result)| result));
    if bundle.results_hash.as_ref().is_some_and(|stated| *stated != hash) {
        problems
            .push("The hash in the file does not belong to the results in the file: the results were changed.".into());
    }
    match bundle.link.as_deref().map(|link| (link, link_in(link).map(|link| open_link(link, RHAI)))) {
        None => {}
        Some((link, None)) => problems.push(format!("The link in the file is not a link of Chokepoint: {link}")),
        Some((_, Some(Err(_)))) => problems.push("The link in the file cannot be opened.".into()),
        Some((_, Some(Ok(linked)))) if linked.scenario != bundle.scenario => {
            problems.push("The link in the file opens a scene that differs from the scene in the file.".into());
        }
        Some(_) => {}
    }
    problems
}

/// Remarks on why numbers may legitimately differ: the bundle was made with another version.
fn remarks_of(bundle: &ReadBundle) -> Vec<String> {
    let mut remarks = Vec::new();
    let (theirs, ours) = (bundle.numbers, u64::from(NUMBERS));
    if theirs != ours {
        remarks.push(format!(
            "The file was made with version {theirs} of the engine's numbers; this program has version {ours}."
        ));
    }
    let (theirs, ours) = (&bundle.engine_version, env!("CARGO_PKG_VERSION"));
    if theirs != ours {
        remarks.push(format!("The file was made with engine {theirs}; this program has engine {ours}."));
    }
    remarks
}

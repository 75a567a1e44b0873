//! Rules for every preset file.

use chokepoint_engine::experiment::{Check, Experiment, Figure, Limit, Origin, Preset, Report, TOLERANCE};
use serde_json::Value;
use std::path::Path;
use std::{fs, io};

fn texts() -> io::Result<Vec<String>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../presets");
    let files = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?.into_iter().map(|entry| entry.path());
    files.filter(|path| path.extension().is_some_and(|it| it == "json")).map(fs::read_to_string).collect()
}

fn presets() -> Vec<Preset> {
    let texts = texts().expect("the folder of presets");
    texts
        .iter()
        .map(|text| {
            Preset::parse(&serde_json::from_str(text).unwrap()).unwrap_or_else(|problems| panic!("{problems:?}"))
        })
        .collect()
}

fn bounds(check: &Check) -> Vec<&Check> {
    match check {
        Check::All(checks) => checks.iter().flat_map(bounds).collect(),
        check => vec![check],
    }
}

#[test]
fn a_printed_value_and_a_claim_about_it_are_checked_by_the_same_rule() {
    for preset in presets() {
        for claim in preset.claims.iter().filter(|claim| claim.origin == Origin::Document) {
            for check in claim.check.iter().flat_map(bounds) {
                let Check::Bound { metric, lanes, limits, point } = check else { continue };
                let (Some(Limit::Number(min)), Some(Limit::Number(max))) = (limits.min, limits.max) else { continue };
                let cells = preset.published.iter().filter(|it| {
                    let is_here = point.is_none_or(|point| point == it.cell.point) && lanes.contains(&it.cell.lane);
                    is_here && it.cell.metric == *metric && (min..=max).contains(&it.printed.value)
                });
                for printed in cells.map(|it| it.printed.value) {
                    let (low, high) = (printed * (1.0 - TOLERANCE), printed * (1.0 + TOLERANCE));
                    assert!(
                        (min - low).abs() < 1e-9 && (max - high).abs() < 1e-9,
                        "{}, {}: {printed} is printed, and judged from {min} to {max}; use a check of kind \"published\"",
                        preset.id,
                        claim.id
                    );
                }
            }
        }
    }
}

/// If two presets list the same number of a paper, the number counts once. The two presets must then be variants of one
/// scene: one of them is a companion, or both ids begin with the id of the same preset. If the test fails because the
/// paper prints two equal numbers, name the column of each number in its `place`.
#[test]
fn a_printed_number_that_two_presets_list_belongs_to_variants() {
    let presets = presets();
    let figures = presets.iter().flat_map(|preset| {
        preset.published.iter().map(move |it| {
            let lanes = preset.plan.as_ref().map(|plan| &plan.scenes[it.cell.point].scenario.lanes);
            let aqm = lanes.map(|lanes| lanes[it.cell.lane].aqm.clone());
            let figure =
                (&preset.document.id, &it.printed.place, it.cell.metric.to_string(), aqm, it.printed.value.to_bits());
            (&preset.id, figure)
        })
    });
    let figures: Vec<_> = figures.collect();
    let mut found = 0;
    for (place, (id, figure)) in figures.iter().enumerate() {
        for (other, same) in figures[..place].iter().filter(|(other, same)| other != id && same == figure) {
            let accompany_one =
                |id: &str, other: &str| presets.iter().any(|it| id.starts_with(&it.id) && other.starts_with(&it.id));
            let is_companion = |id: &str| presets.iter().any(|it| it.id == id && it.document.companion);
            let is_said = is_companion(id) || is_companion(other);
            assert!(is_said || accompany_one(id, other), "{id} and {other}: {same:?}");
            found += 1;
        }
    }
    assert!(found > 0, "Model 1 and its companion share figures");
}

/// No preset may suggest that ns-2 itself includes the CHOKe family, which our plug-in adds.
#[test]
fn no_preset_calls_the_plug_in_real_ns2() {
    for text in texts().expect("the folder of presets") {
        let text = text.to_lowercase();
        assert!(!text.contains("real ns-2"), "{}", &text[..text.len().min(300)]);
    }
}

/// The stored values of a figure must equal those that its presets give today; one cell of the figure is run again.
/// After changing the engine's results or a preset, run `node scripts/fidelity/documents.mjs`.
#[test]
fn a_stored_figure_agrees_with_its_presets() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../presets");
    let read = |path: &Path| -> Value { serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap() };
    let mut declared = 0;
    for entry in fs::read_dir(folder.join("figures")).unwrap().map(|entry| entry.unwrap().path()) {
        if entry.extension().is_none_or(|it| it != "json") {
            continue;
        }
        declared += 1;
        let figure =
            Figure::parse(&read(&entry)).unwrap_or_else(|problems| panic!("{}: {problems:?}", entry.display()));
        assert_eq!(entry.file_stem().unwrap().to_str(), Some(&*figure.id));
        let mut experiments: Vec<Experiment> = figure
            .presets()
            .iter()
            .map(|id| Experiment::new(Preset::parse(&read(&folder.join(format!("{id}.json")))).unwrap()).unwrap())
            .collect();
        let reports: Vec<Report> = experiments.iter_mut().map(|it| it.report()).collect();
        let document = &reports[0].document.id;
        assert!(reports.iter().all(|report| report.document.id == *document), "{}: several documents", figure.id);
        let mut stored = read(&folder.join(format!("figures/measured/{}.json", figure.id)));
        strip_runs(&mut stored);
        let mut unrun = serde_json::to_value(figure.report(&reports).unwrap()).unwrap();
        strip_runs(&mut unrun);
        assert_eq!(stored, unrun, "{}: the stored values do not come from its presets", figure.id);
    }
    assert!(declared >= 10);
}

fn strip_runs(figure: &mut Value) {
    figure["engine"].take();
    for point in figure["points"].as_array_mut().unwrap() {
        point["seeds"].take();
    }
    for curves in figure["curves"].as_array_mut().unwrap() {
        for lane in curves["lanes"].as_array_mut().unwrap() {
            for value in lane["values"].as_array_mut().unwrap().iter_mut().filter_map(Value::as_object_mut) {
                value.retain(|field, _| !["mean", "interval", "verdict"].contains(&&**field));
            }
        }
    }
    *figure = with_real_numbers(figure);
}

/// Turns integers into real numbers, so that `1` and `1.0` compare as equal.
fn with_real_numbers(value: &Value) -> Value {
    match value {
        Value::Number(number) => number.as_f64().into(),
        Value::Array(items) => items.iter().map(with_real_numbers).collect(),
        Value::Object(fields) => fields.iter().map(|(key, value)| (key.clone(), with_real_numbers(value))).collect(),
        other => other.clone(),
    }
}

#[test]
fn a_cell_of_a_stored_figure_is_reproduced() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../presets");
    let read = |file: &str| -> Value { serde_json::from_str(&fs::read_to_string(folder.join(file)).unwrap()).unwrap() };
    let stored = read("figures/measured/variants-geo.json");
    let curves = stored["curves"].as_array().unwrap().iter().find(|it| it["metric"] == "time_in_system_s").unwrap();
    let lane = &curves["lanes"][0];
    let mut experiment = Experiment::new(Preset::parse(&read("variants-geo-5.json")).unwrap()).unwrap();
    let place = experiment.plan().lane(lane["lane"].as_str().unwrap()).unwrap();
    for job in experiment.jobs(stored["points"][0]["seeds"].as_u64()).into_iter().filter(|job| job.lane == place) {
        let output = experiment.run(job).unwrap();
        experiment.add(job, output).unwrap();
    }
    let report = experiment.report();
    let row = report
        .rows
        .iter()
        .find(|row| row.metric.to_string() == "time_in_system_s" && Some(&*row.lane) == lane["lane"].as_str());
    // The figure stores values to six digits.
    let (stored, mean) = (lane["values"][0]["mean"].as_f64().unwrap(), row.unwrap().ours.as_ref().unwrap().mean);
    assert!((stored - mean).abs() < 1e-5 * mean, "{stored} is stored; the runs give {mean}");
}

#[test]
fn scenes_and_figures_of_the_coverage_document_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let text = fs::read_to_string(root.join("docs/coverage.md")).unwrap();
    let documents = ["choked-", "transient-", "variants-", "pernewque-", "linux-"];
    let is_there = |id: &str| {
        ["presets", "presets/figures"].iter().any(|folder| root.join(folder).join(format!("{id}.json")).exists())
    };
    // After splitting at backquotes, the quoted texts are at odd indices.
    let named: Vec<&str> =
        text.split('`').skip(1).step_by(2).filter(|id| documents.iter().any(|it| id.starts_with(it))).collect();
    assert!(named.len() > 40, "{} scenes and figures are named", named.len());
    let missing: Vec<_> = named.into_iter().filter(|id| !is_there(id)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

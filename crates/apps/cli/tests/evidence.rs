//! Runs the commands that documents show. A test fails if a command's figures differ from those printed in its
//! document.
//!
//! `crates/apps/cli/tests/evidence.json` contains every passage of the documents that states figures. For each figure
//! it gives the runs, the value taken from each run, a statistic over the runs, and the figure as printed. A figure is
//! confirmed if the statistic, rounded to the printed digits, equals the printed figure. `docs/fidelity.md` is rendered
//! from these texts; other documents must contain them word for word. Figures of real ns-2, of ns-3 or of a changed
//! engine cannot be repeated here; they are listed under `measured_once`. Every `console` block of the documents is run
//! too ([`console`]). `cargo test` makes the runs that take seconds; `CHOKEPOINT_THOROUGH=1` makes all.

#[allow(dead_code, reason = "the comparison with other simulators needs more of a case")]
#[path = "../../../core/engine/tests/reference/case.rs"]
mod case;
#[path = "evidence/console.rs"]
mod console;
#[path = "evidence/figure.rs"]
mod figure;
#[path = "../../../core/engine/tests/reference/scene.rs"]
mod scene;

use crate::support::{chokepoint, chokepoint_reading, lines};
use case::Case;
use chokepoint_engine::discipline::ABOUTS;
use figure::{Figure, Statistic};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Evidence {
    executed: Vec<Executed>,
    measured_once: Vec<MeasuredOnce>,
}

/// A passage whose figures come from our runs.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Executed {
    id: String,
    /// Path of the document that must contain the text. Without a path, the text is a part of `docs/fidelity.md`.
    place: Option<String>,
    /// The text. A name in braces stands for a figure, or for a command that gives figures.
    text: String,
    #[serde(default)]
    runs: BTreeMap<String, Runs>,
    figures: BTreeMap<String, Figure>,
}

/// A passage whose figures come from programs that the tests cannot run, such as a modified engine.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MeasuredOnce {
    id: String,
    place: Option<String>,
    text: String,
    /// Who measured the figures, and how.
    origin: String,
}

/// The runs from whose result objects a figure is computed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Runs {
    /// A `chokepoint` command that prints one result object per line.
    command: Option<String>,
    /// The id of a case, that is, a scene that another simulator has run. Our engine runs it as in the comparison with
    /// that simulator.
    case: Option<String>,
    /// Changes to the scene of `case`, by JSON pointer.
    #[serde(default)]
    changes: BTreeMap<String, Value>,
    /// For `case`: the scene is run with the seeds from 1 to this number.
    seeds: Option<u64>,
    /// Whether the runs take only seconds, so that they are part of every `cargo test`.
    #[serde(default)]
    is_quick: bool,
}

fn folder() -> PathBuf {
    root().join("crates/core/engine/tests/reference")
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

fn is_thorough() -> bool {
    std::env::var_os("CHOKEPOINT_THOROUGH").is_some()
}

fn evidence() -> Evidence {
    serde_json::from_str(include_str!("evidence.json")).unwrap_or_else(|error| panic!("evidence.json: {error}"))
}

#[test]
fn every_figure_of_a_document_equals_the_statistic_of_its_runs() {
    let cases = case::all();
    let (mut wrong, mut checked) = (Vec::new(), 0);
    for Executed { id, runs, figures, .. } in &evidence().executed {
        let is_wanted = |name: &str| is_thorough() || runs[name].is_quick;
        let objects: BTreeMap<&str, Vec<Value>> = runs
            .iter()
            .filter(|(name, _)| is_wanted(name))
            .map(|(name, runs)| (name.as_str(), objects_of(runs, &cases)))
            .collect();
        for (name, figure) in figures {
            let given = match &figure.reference {
                Some(reference) => Some(figure.of_reference(&cases, reference)),
                None => {
                    let run = figure.run.as_deref().unwrap_or_else(|| panic!("{id}: {name} names no run"));
                    assert!(runs.contains_key(run), "{id}: {name} is of {run}, which is none of its runs");
                    objects.get(run).map(|objects| figure.of(objects))
                }
            };
            let Some(given) = given else { continue };
            checked += 1;
            if !figure.is_stated_as(given) {
                wrong.push(format!("{id}: {name} is stated as {}, but the runs give {given}", figure.stated));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {checked} figures differ from the stated ones:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(checked >= 20, "only {checked} figures were checked");
}

fn objects_of(runs: &Runs, cases: &[Case]) -> Vec<Value> {
    match (&runs.command, &runs.case) {
        (Some(command), None) => {
            let words: Vec<&str> = command.split(' ').collect();
            let ["chokepoint", arguments @ ..] = words.as_slice() else { panic!("{command}: calls another program") };
            lines(&chokepoint(arguments))
        }
        (None, Some(id)) => {
            let case = cases.iter().find(|case| case.id == *id).unwrap_or_else(|| panic!("{id} is not a case"));
            let mut scene = scene::scenario_of(case).unwrap_or_else(|reason| panic!("{id}: {reason}"));
            for (place, value) in &runs.changes {
                let (parent, field) = place.rsplit_once('/').expect("a JSON pointer");
                scene.pointer_mut(parent).unwrap_or_else(|| panic!("{id} has no {parent}"))[field] = value.clone();
            }
            // In the scene of a case the id is the case's title. It is removed, because the id of a scene must name a
            // preset.
            scene.as_object_mut().expect("a scene").remove("id");
            let seeds = runs.seeds.unwrap_or_else(|| panic!("{id} has no seeds")).to_string();
            lines(&chokepoint_reading(&["run", "-", "--seeds", &seeds, "--json"], &scene.to_string()))
        }
        _ => panic!("runs are either a command or a case"),
    }
}

#[test]
fn every_text_is_in_the_document_it_names() {
    let Evidence { executed, measured_once } = evidence();
    let rendered =
        fs::read_to_string(root().join("crates/core/engine/tests/reference/reasons.json")).expect("a readable file");
    let mut ids: Vec<&str> = Vec::new();
    let executed = executed.iter().map(|it| (it.id.as_str(), &it.place, text_of(it)));
    let once = measured_once.iter().map(|it| (it.id.as_str(), &it.place, it.text.clone()));
    for (id, place, text) in executed.chain(once) {
        assert!(!ids.contains(&id), "two texts are called {id}");
        ids.push(id);
        match place {
            Some(place) => {
                let file = fs::read_to_string(root().join(place)).unwrap_or_else(|error| panic!("{place}: {error}"));
                assert!(one_line(&file).contains(&one_line(&text)), "{id}: {place} does not say: {text}");
            }
            None => assert!(rendered.contains(&format!("\"{id}\"")), "{id} is in no document"),
        }
    }
    let reasons: Vec<Value> = serde_json::from_str(&rendered).expect("JSON");
    for id in reasons.iter().flat_map(|reason| reason["evidence"].as_array().expect("ids of evidence")) {
        assert!(ids.contains(&id.as_str().expect("an id")), "reasons.json names {id}, which is not evidence");
    }
    for MeasuredOnce { id, origin, .. } in &measured_once {
        assert!(!origin.is_empty(), "{id} has no origin");
    }
}

/// Documents print figures beside a command that sets a number of seeds. The test checks that `evidence.json` contains
/// every such command, so that other tests can check the figures.
#[test]
fn every_documented_command_with_seeds_is_in_the_evidence() {
    let executed = evidence().executed;
    let known: Vec<&str> =
        executed.iter().flat_map(|it| it.runs.values()).filter_map(|it| it.command.as_deref()).collect();
    let mut seen = 0;
    for folder in ["docs", "docs/decisions"] {
        for entry in fs::read_dir(root().join(folder)).expect("a folder") {
            let path = entry.expect("a readable folder").path();
            // docs/fidelity.md is left out, because `npm run fidelity` takes its commands from evidence.json.
            if path.extension().is_none_or(|it| it != "md") || path.ends_with("fidelity.md") {
                continue;
            }
            let text = one_line(&fs::read_to_string(&path).expect("a readable file"));
            for command in text.split('`').filter(|it| it.starts_with("chokepoint ") && it.contains(" --seeds ")) {
                seen += 1;
                assert!(known.contains(&command), "{}: `{command}` is in no run of evidence.json", path.display());
            }
        }
    }
    assert!(seen >= 1, "no document has a command with seeds");
}

/// Checks that the README's counts match the engine, and its figures match `docs/fidelity.md`.
#[test]
fn the_counts_and_figures_of_the_readme_are_current() {
    let text_of = |path: &str| fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    let readme = one_line(&text_of("README.md"));
    let fidelity = text_of("docs/fidelity.md");
    // | simulator | pairs | beyond 4 | by chance | …
    let row = |simulator: &str| -> Vec<&str> {
        let begin = format!("| {simulator} |");
        let row = fidelity.lines().find(|line| line.starts_with(&begin)).expect("a row of the simulator");
        row.split('|').map(|cell| cell.split(" ±").next().unwrap_or_default().trim()).collect()
    };
    let (ns2, ns3, linux) = (row("ns-2"), row("ns-3"), row("all"));
    let lessons = fs::read_dir(root().join("presets/lessons")).expect("a folder");
    let lessons =
        lessons.filter(|file| file.as_ref().is_ok_and(|it| it.path().extension().is_some_and(|it| it == "md")));
    for stated in [
        format!("{} disciplines", ABOUTS.len()),
        format!("{} lessons", lessons.count()),
        format!("Of {} comparisons with real ns-2, {} differ by more than four standard errors", ns2[2], ns2[3]),
        format!("chance alone would give {}", ns2[4]),
        format!("Of the comparisons with ns-3, whose TCP differs, {} do", ns3[3]),
        format!("{} results were compared with Linux's kernel: {} of them agree", linux[2], linux[3]),
    ] {
        assert!(readme.contains(&stated), "README.md does not say: {stated}");
    }
}

/// Replaces names in braces by figures and commands. Braces that remain contain an unknown name.
fn text_of(executed: &Executed) -> String {
    let mut text = executed.text.clone();
    for (name, figure) in &executed.figures {
        let place = format!("{{{name}}}");
        assert!(text.contains(&place), "{}: its text has no {place}", executed.id);
        text = text.replace(&place, &figure.stated);
    }
    for (name, runs) in &executed.runs {
        if let Some(command) = &runs.command {
            text = text.replace(&format!("{{{name}}}"), &format!("`{command}`"));
        }
    }
    assert!(!text.contains('{'), "{}: a name in braces is neither a figure nor a command: {text}", executed.id);
    text
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_figure_is_compared_up_to_its_last_printed_digit() {
    let stated = Figure::as_stated;
    assert!(stated("0.97").is_stated_as(0.9749) && !stated("0.97").is_stated_as(0.9751));
    assert!(stated("5,446").is_stated_as(5446.4) && !stated("5,446").is_stated_as(5446.6));
    assert!(!stated("12").is_stated_as(f64::NAN) && !stated("0").is_stated_as(f64::NAN));
    let over = |statistic: &str| Statistic::parse(statistic).of(&[0.0, 0.05, 0.5, 1.0]);
    assert_eq!(over("count below 0.1"), 2.0);
    assert_eq!(over("share below 0.1"), 50.0);
    assert_eq!(over("share above 0.9"), 25.0);
    assert_eq!(over("share within 0.1..0.9"), 25.0);
    assert_eq!((over("min"), over("max"), over("mean")), (0.0, 1.0, 0.3875));
}

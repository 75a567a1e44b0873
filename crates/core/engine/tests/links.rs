//! A scene's URL keeps its meaning for ever: every URL of the corpus opens and gives the recorded results.
//!
//! `links/corpus.ndjson` has one line per URL: the case that it represents, and a hash over the scene's lanes for each
//! version of the simulation. If a hash changes within a version, results have changed unnoticed. Find the cause, or
//! raise `RUNS` and note the change under "Changed numbers". `npm run bless` adds URLs of new cases, and hashes under a
//! new version; it never changes an existing hash. `../../../../presets/archive.ndjson` keeps each former version of a
//! preset (`npm run generate`).

mod made;

use chokepoint_engine::hash::StateHash;
use chokepoint_engine::scenario::{Problem, scenario_of};
use chokepoint_engine::{RUNS, Scenario, Simulation};
use chokepoint_link::{self as link, Known, Linked, fingerprint};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs, thread};

/// Number of events for which each lane of a URL is run, enough for every flow to begin.
const EVENTS_A_LANE: u64 = 40_000;
/// Number of lanes that a page shows.
const LANES: usize = 4;
/// Largest URL length of a preset with four changed settings \[characters\].
const SHORT_CHARS: usize = 120;

#[derive(Clone, Debug, Deserialize, Serialize)]
struct Entry {
    kind: String,
    link: String,
    /// The hash of the results, per version of the simulation.
    runs: BTreeMap<u32, String>,
}

struct Presets {
    today: Vec<Value>,
    earlier: Vec<Value>,
}

impl Presets {
    fn read() -> Self {
        let files = fs::read_dir(folder("../../../presets")).expect("the folder of presets").flatten();
        let mut today: Vec<Value> = files
            .map(|file| file.path())
            .filter(|path| path.extension().is_some_and(|it| it == "json"))
            .map(|path| serde_json::from_str(&fs::read_to_string(path).expect("a preset")).expect("JSON"))
            .collect();
        today.sort_by_key(|preset| preset["order"].as_u64());
        Self { today, earlier: lines(&folder("../../../presets/archive.ndjson")) }
    }

    fn open(&self, text: &str) -> Result<Linked, Vec<Problem>> {
        link::decode(text, Known { today: &self.today, earlier: &self.earlier, ..Known::default() })
    }
}

fn folder(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn lines<T: for<'de> Deserialize<'de>>(file: &Path) -> Vec<T> {
    let text = fs::read_to_string(file).unwrap_or_default();
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"))).collect()
}

fn corpus_file() -> PathBuf {
    folder("tests/links/corpus.ndjson")
}

/// The hash over the results of a scene's lanes.
fn hash_of(scenario: &Scenario) -> String {
    let mut hash = StateHash::default();
    for lane in 0..scenario.lanes.len().min(LANES) {
        let mut run = Simulation::new(scenario, lane).expect("a right scene");
        run.advance_events(EVENTS_A_LANE, run.end());
        hash.fold(run.event_count());
        hash.fold(run.state_hash());
    }
    format!("{:016x}", hash.value())
}

#[test]
fn every_link_of_the_corpus_opens_and_runs_as_recorded() {
    let presets = Presets::read();
    let mut corpus: Vec<Entry> = lines(&corpus_file());
    let is_blessed = env::var("CHOKEPOINT_BLESS").is_ok_and(|part| part.is_empty() || "links".contains(&part));
    if is_blessed {
        corpus.extend(made::links_of_what_is_new(&presets, &corpus));
    }
    let runs = on_all_cores(&corpus, |entry| presets.open(&entry.link).map(|linked| hash_of(&linked.scenario)));
    let mut wrong = Vec::new();
    for (entry, run) in corpus.iter_mut().zip(runs) {
        match (run, entry.runs.get(&RUNS)) {
            (Err(problems), _) => wrong.push(format!("{} does not open: {}", entry.link, problems[0])),
            (Ok(run), Some(before)) if run != *before => wrong.push(format!(
                "{} ({}) ran to {before}, and now to {run}: its results changed, so RUNS must go up",
                entry.link, entry.kind
            )),
            (Ok(run), None) if is_blessed => drop(entry.runs.insert(RUNS, run)),
            (Ok(_), None) => {
                wrong.push(format!("{} has no hash under version {RUNS}: run `npm run bless`", entry.link))
            }
            (Ok(_), Some(_)) => {}
        }
        let scene = presets.open(&entry.link).map(|linked| linked.scenario).ok();
        wrong.extend(
            entry
                .runs
                .iter()
                .filter(|(version, hash)| {
                    scene.as_ref().is_some_and(|scene| scene.runs_as_in(**version))
                        && entry.runs.get(&RUNS) != Some(hash)
                })
                .map(|(version, _)| format!("{} does not run as in version {version}", entry.link)),
        );
    }
    if is_blessed {
        let text: Vec<_> = corpus.iter().map(|entry| serde_json::to_string(entry).expect("JSON") + "\n").collect();
        fs::write(corpus_file(), text.concat()).expect("a writable folder");
    }
    assert!(wrong.is_empty(), "{} of {} links:\n{}", wrong.len(), corpus.len(), wrong.join("\n"));
    assert!(corpus.len() >= 300, "{} links", corpus.len());
}

#[test]
fn every_version_of_a_preset_is_archived_and_in_the_corpus() {
    let presets = Presets::read();
    let corpus: Vec<Entry> = lines(&corpus_file());
    for preset in presets.today.iter().map(scenario_of) {
        let (id, print) = (preset["id"].as_str().expect("an id"), fingerprint(preset));
        let is_archived = presets.earlier.iter().any(|it| it["id"] == id && it["fingerprint"] == print.as_str());
        assert!(is_archived, "{id} has changed to {print}: run `npm run generate`, which archives the former scene");
    }
    for version in presets.earlier.iter().filter(|it| it.get("scenario").is_some()) {
        let (id, print) = (version["id"].as_str().expect("an id"), version["fingerprint"].as_str().expect("a text"));
        assert_eq!(fingerprint(&version["scenario"]), print, "{id}: an archived scene is never edited");
        let start = format!("2.{id}.{print}.");
        assert!(corpus.iter().any(|it| it.link.starts_with(&start)), "{start} is in no link: run `npm run bless`");
    }
}

#[test]
fn no_two_versions_of_a_preset_share_a_fingerprint() {
    let mut prints: Vec<_> =
        Presets::read().earlier.iter().map(|it| (it["id"].to_string(), it["fingerprint"].to_string())).collect();
    let count = prints.len();
    prints.sort();
    prints.dedup();
    assert_eq!(prints.len(), count);
}

#[test]
fn the_link_of_a_preset_with_four_changed_settings_is_short() {
    let presets = Presets::read();
    let mut longest = String::new();
    for preset in &presets.today {
        let scene = made::with_four_changes(&Scenario::parse(scenario_of(preset)).expect("a preset"));
        let link = link::encode(&scene, preset, &json!({})).expect("a link");
        assert_eq!(presets.open(&link).map(|linked| linked.scenario), Ok(scene));
        if link.len() > longest.len() {
            longest = link;
        }
    }
    println!("the longest: {longest} ({} characters)", longest.len());
    assert!(longest.len() <= SHORT_CHARS, "{} characters: {longest}", longest.len());
}

#[test]
fn no_parameter_has_the_name_of_a_setting_of_the_scene() {
    // A URL may name a setting without its path. The name then means a setting of the scene or, if the scene has no
    // such setting, a parameter. A new setting with the name of a parameter would thus change the meaning of old URLs.
    let scene = Presets::read().today.first().and_then(|preset| Scenario::parse(scenario_of(preset)).ok());
    let scene = scene.expect("a preset").to_json();
    let ids = chokepoint_engine::discipline::ABOUTS.iter().flat_map(|about| about.params()).map(|spec| spec.id);
    let both: Vec<_> = ids.filter(|id| scene.get(id).is_some() || *id == "aqm").collect();
    assert_eq!(both, [""; 0]);
}

#[test]
fn twenty_thousand_damaged_links_are_refused_with_a_message() {
    let presets = Presets::read();
    let corpus: Vec<Entry> = lines(&corpus_file());
    let mut state = 1_u64;
    let mut pick = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    for round in 0..20_000 {
        let link = &corpus[round % corpus.len()].link;
        let place = pick(link.len());
        let letter = char::from(b"0123456789abcdefghijklmnopqrstuvwxyz~=.:@,-_%!"[pick(46)]);
        let other = &corpus[pick(corpus.len())].link;
        let damaged = match round / corpus.len() % 6 {
            0 => link[..place].to_owned(),
            1 => format!("{}{letter}{}", &link[..place], &link[place + 1..]),
            2 => format!("{}{letter}{}", &link[..place], &link[place..]),
            3 => format!("{}{}", &link[..place], &link[place + 1..]),
            4 => format!("{}{}", &link[..place], &other[pick(other.len())..]),
            _ => format!("{link}{letter}"),
        };
        match presets.open(&damaged) {
            // A damaged URL may open in two cases: it happens to equal another URL of the corpus, or the damage has no
            // effect on the scene.
            Ok(_) if corpus.iter().any(|entry| entry.link == damaged) => {}
            Ok(linked) => assert!(presets.open(link).is_ok_and(|right| right.scenario == linked.scenario), "{damaged}"),
            Err(problems) => assert!(problems[0].path == "link" && problems[0].problem.len() > 20, "{}", problems[0]),
        }
    }
}

fn on_all_cores<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut own = Vec::new();
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(place) else { return own };
            own.push((place, work(item)));
        }
    };
    let mut done: Vec<(usize, R)> = thread::scope(|scope| {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("a test that does not panic")).collect()
    });
    done.sort_unstable_by_key(|(place, _)| *place);
    done.into_iter().map(|(_, result)| result).collect()
}

//! The cases of the reference, read from its files.
//!
//! A simulator is ns-2, ns-3, or the kernel of Linux in virtual time.

use serde_json::Value;
use std::fs;
use std::path::PathBuf;

/// The simulator that ran a case.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Simulator {
    Ns2,
    Ns3,
    Linux,
}

impl Simulator {
    pub(super) const ALL: [Self; 3] = [Self::Ns2, Self::Ns3, Self::Linux];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Ns2 => "ns-2",
            Self::Ns3 => "ns-3",
            Self::Linux => "Linux",
        }
    }
}

/// The kinds of cases, each with the file that holds it.
const FILES_OF_NS2: &[(&str, &str)] = &[
    ("m1", include_str!("ns2/m1.json")),
    ("m1x", include_str!("ns2/m1x.json")),
    ("m1opt", include_str!("ns2/m1opt.json")),
    ("m1fit", include_str!("ns2/m1fit.json")),
    ("m2", include_str!("ns2/m2.json")),
    ("mix", include_str!("ns2/mix.json")),
    ("rtt", include_str!("ns2/rtt.json")),
    ("buf", include_str!("ns2/buf.json")),
    ("web", include_str!("ns2/web.json")),
    ("step", include_str!("ns2/step.json")),
    ("pn", include_str!("ns2/pn.json")),
    ("other", include_str!("ns2/other.json")),
    ("ared", include_str!("ns2/ared.json")),
];

/// One scene that another simulator ran.
pub(super) struct Case {
    pub(super) simulator: Simulator,
    pub(super) kind: String,
    pub(super) id: String,
    pub(super) seeds: u64,
    pub(super) settings: Value,
    pub(super) windows: Vec<Window>,
    /// UDP's share before and after its changes of rate, if measured.
    pub(super) transient: Option<Value>,
    /// UDP's share of each tenth of the queue, from head to tail, if measured.
    pub(super) deciles: Option<Value>,
}

/// The measurements over one period of the runs: `full` is the whole run, `steady` the time after the warm-up, and `measured`
/// the only period with measurements.
pub(super) struct Window {
    pub(super) name: &'static str,
    /// Name, mean and standard deviation over the seeds.
    pub(super) values: Vec<(String, f64, f64)>,
}

pub(super) fn all() -> Vec<Case> {
    let ns2 = FILES_OF_NS2.iter().flat_map(|(kind, text)| read(Simulator::Ns2, kind, text));
    let ns3 = files_of("ns3").into_iter().flat_map(|(kind, text)| read(Simulator::Ns3, &kind, &text));
    // The cases of Linux come last, so that the seeds of the other cases do not depend on the cases of Linux.
    let linux = files_of("linux").into_iter().flat_map(|(kind, text)| read(Simulator::Linux, &kind, &text));
    ns2.chain(ns3).chain(linux).collect()
}

/// Every file of a folder; each file belongs to one discipline.
fn files_of(folder: &str) -> Vec<(String, String)> {
    let files = fs::read_dir(super::folder().join(folder)).expect("a folder");
    let files = files.map(|entry| entry.expect("a readable folder").path());
    let mut files: Vec<_> = files.filter(|path| path.extension().is_some_and(|it| it == "json")).collect();
    // This file contains measurements of chokepoint-router on real hosts, and no scenes.
    files.retain(|path| path.file_stem().is_none_or(|name| name != "shares"));
    files.sort();
    let read = |path: PathBuf| {
        let name = path.file_stem().expect("a name").to_string_lossy();
        (format!("{folder}/{name}"), fs::read_to_string(&path).expect("a readable file"))
    };
    files.into_iter().map(read).collect()
}

fn read(simulator: Simulator, kind: &str, text: &str) -> Vec<Case> {
    let file: Value = serde_json::from_str(text).unwrap_or_else(|error| panic!("{kind}: {error}"));
    let cases = file["cases"].as_array().expect("a list of cases");
    cases.iter().map(|case| read_case(simulator, kind, &file, case)).collect()
}

fn read_case(simulator: Simulator, kind: &str, file: &Value, case: &Value) -> Case {
    let mut settings = file["base"].clone();
    merge(&mut settings, &case["settings"]);
    let window = |name: &'static str| {
        let names = file["metrics"][name].as_array()?;
        let (means, sds) = (case[name]["mean"].as_array(), case[name]["sd"].as_array());
        let pairs = means.into_iter().flatten().zip(sds.into_iter().flatten());
        let values = names.iter().zip(pairs).filter_map(|(name, (mean, sd))| {
            Some((name.as_str()?.to_owned(), mean.as_f64()?, sd.as_f64().unwrap_or(0.0)))
        });
        Some(Window { name, values: values.collect() })
    };
    Case {
        simulator,
        kind: kind.to_owned(),
        id: case["id"].as_str().expect("an id").to_owned(),
        seeds: case["seeds"].as_u64().expect("a number of seeds"),
        settings,
        windows: ["full", "steady", "measured"].into_iter().filter_map(window).collect(),
        transient: case.get("transient").cloned(),
        deciles: case.get("udp_fraction_by_queue_decile_head_to_tail").cloned(),
    }
}

/// A JSON merge patch (RFC 7396).
fn merge(target: &mut Value, patch: &Value) {
    match (target, patch) {
        (Value::Object(fields), Value::Object(changes)) => {
            for (name, change) in changes {
                if change.is_null() {
                    fields.remove(name);
                } else {
                    merge(fields.entry(name).or_insert(Value::Null), change);
                }
            }
        }
        (target, patch) => *target = patch.clone(),
    }
}

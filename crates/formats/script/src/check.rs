//! Checks a script against the invariants of queue disciplines in small random scenes, and shrinks a scene in which one
//! is violated.

use crate::{RHAI, keep};
use chokepoint_engine::declare::{ParamKind, ParamSpec};
use chokepoint_engine::discipline::scripted::{Program, ScriptProblem};
use chokepoint_engine::discipline::{About, LineId, QuantityId, Reason};
use chokepoint_engine::packet::Packet;
use chokepoint_engine::probe::Probe;
use chokepoint_engine::rng::{Chance, Stream};
use chokepoint_engine::scenario::Problem;
use chokepoint_engine::time::SimTime;
use chokepoint_engine::{Scenario, Simulation};
use serde::Serialize;
use serde_json::{Map, Value, json};
use ts_rs::TS;

/// Default number of scenes that [`check`] tries.
pub const SCENES: u64 = 100;
/// Approximate number of packets that the link can send in a scene.
const PACKETS: f64 = 400.0;
/// Largest number of smaller scenes to try when shrinking.
const MAX_SMALLER: usize = 200;
/// Number of the script's operations after which a scene ends. An ordinary call takes fewer than a thousand.
const MAX_OPERATIONS: u64 = 4_000_000;
/// Limit on the script's operations in all shrunk scenes together.
const MAX_OPERATIONS_OF_SMALLER: u64 = 16_000_000;

/// The result of a check.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Checked {
    /// Number of scenes that were run.
    #[ts(type = "number")]
    pub scenes: u64,
    /// Number of packets that arrived at the script in these scenes.
    #[ts(type = "number")]
    pub packets: u64,
    /// The first violated invariant, if there is one.
    pub broken: Option<Broken>,
}

/// An invariant that a script violates.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(rename = "BrokenLaw")]
pub struct Broken {
    /// Id of the invariant, in kebab-case.
    pub law: &'static str,
    /// The problem in a sentence.
    pub problem: String,
    /// Time of the violation \[s\].
    pub at_s: f64,
    /// The smallest scene found in which the invariant is violated.
    #[ts(type = "Scenario")]
    pub scene: Value,
}

/// A check in progress, which runs the script in many scenes of growing size.
#[derive(Clone, Debug)]
pub struct Check {
    about: &'static About,
    text: String,
    scenes: u64,
    next: u64,
    packets: u64,
}

impl Check {
    /// A check of a script over `scenes` scenes.
    pub fn new(text: &str, scenes: u64) -> Result<Self, ScriptProblem> {
        let about = keep::kept(text)?.about();
        Ok(Self { about, text: text.to_owned(), scenes, next: 0, packets: 0 })
    }

    /// Checks the script in up to `scenes` further random scenes. Returns the result once the check is complete.
    pub fn go_on(&mut self, scenes: u64) -> Option<Checked> {
        let until = self.scenes.min(self.next.saturating_add(scenes));
        while self.next < until {
            let mut chance = Stream::named(self.next, "check-script");
            let size = self.next as f64 / self.scenes as f64;
            self.next += 1;
            let scene = random_scene(self.about, &self.text, size, &mut chance);
            match try_laws(&scene, &mut 0) {
                Ok(met) => self.packets += met,
                Err(broken) => return Some(self.over(Some(smallest(Broken { scene, ..broken })))),
            }
        }
        (self.next == self.scenes).then(|| self.over(None))
    }

    fn over(&self, broken: Option<Broken>) -> Checked {
        Checked { scenes: self.next, packets: self.packets, broken }
    }
}

/// Checks a script over `scenes` scenes.
pub fn check(text: &str, scenes: u64) -> Result<Checked, ScriptProblem> {
    let mut check = Check::new(text, scenes)?;
    let checked = check.go_on(scenes);
    Ok(checked.unwrap_or(Checked { scenes: 0, packets: 0, broken: None }))
}

/// Searches for the smallest scene that violates the same invariant.
fn smallest(mut broken: Broken) -> Broken {
    let (mut tries, mut operations) = (0, 0);
    'again: loop {
        for scene in smaller(&broken) {
            tries += 1;
            if tries > MAX_SMALLER || operations > MAX_OPERATIONS_OF_SMALLER {
                return broken;
            }
            if let Err(found) = try_laws(&scene, &mut operations)
                && found.law == broken.law
            {
                broken = Broken { scene, ..found };
                continue 'again;
            }
        }
        return broken;
    }
}

/// Scenes that are one step smaller than the current one.
fn smaller(broken: &Broken) -> Vec<Value> {
    let scene = &broken.scene;
    let mut smaller = Vec::new();
    let mut with = |change: &dyn Fn(&mut Value)| {
        let mut copy = scene.clone();
        change(&mut copy);
        if copy != *scene {
            smaller.push(copy);
        }
    };
    let list = |field: &str| scene[field].as_array().map_or(0, Vec::len);
    for place in 0..list("flows") {
        with(&|scene| drop(scene["flows"].as_array_mut().filter(|list| list.len() > 1).map(|list| list.remove(place))));
        with(&|scene| scene["flows"][place]["count"] = 1.into());
    }
    for place in 0..list("interventions") {
        with(&|scene| drop(scene["interventions"].as_array_mut().map(|list| list.remove(place))));
    }
    let params = scene["lanes"][0]["params"].as_object().map(|params| params.keys().cloned().collect::<Vec<_>>());
    for id in params.unwrap_or_default() {
        with(&|scene| drop(scene["lanes"][0]["params"].as_object_mut().map(|params| params.remove(&id))));
    }
    // Also tries a shorter scene. It must end slightly after the violation, so that the violation still occurs.
    let duration_s = scene["duration_s"].as_f64().unwrap_or(1.0);
    let needed_s = ((broken.at_s * 1.01 + 0.001) * 1e3).ceil() / 1e3;
    if needed_s < duration_s * 0.9 {
        with(&|scene| {
            scene["duration_s"] = needed_s.into();
            if let Some(list) = scene["interventions"].as_array_mut() {
                list.retain(|change| change["at_s"].as_f64().is_some_and(|at_s| at_s < needed_s));
            }
        });
    }
    smaller
}

/// A small scene whose lane is the script. `size`, from 0 to 1, determines how much is in it.
fn random_scene(about: &About, text: &str, size: f64, chance: &mut Stream) -> Value {
    let capacity_bps = [100_000, 1_000_000, 8_000_000][chance.pick(3)];
    let bytes = [1_000, 1_000, 300, 1_500][chance.pick(4)];
    let groups = 1 + (size * 3.0) as usize;
    let flows: Vec<Value> = (0..groups)
        .map(|_| {
            let ecn = chance.happens(0.5);
            let rate_bps = capacity_bps / [8, 2, 1][chance.pick(3)] * (1 + chance.pick(2));
            match chance.pick(3) {
                0 => json!({ "transport": "udp", "rate_bps": rate_bps, "packet_bytes": bytes, "ecn": ecn }),
                1 => json!({ "transport": "udp", "source": "poisson", "rate_bps": rate_bps, "count": 2, "ecn": ecn }),
                _ => {
                    let transport = ["newreno", "reno", "sack"][chance.pick(3)];
                    json!({ "transport": transport, "count": 1 + chance.pick(5), "packet_bytes": bytes, "ecn": ecn })
                }
            }
        })
        .collect();
    let duration_s = (PACKETS * (0.25 + size)) * 8_000.0 / capacity_bps as f64;
    let mut scene = json!({
        "seed": 1 + chance.pick(1_000_000),
        "duration_s": duration_s,
        "bottleneck": { "capacity_bps": capacity_bps, "delay_s": 0.01 * chance.pick(3) as f64 },
        "lanes": [{ "aqm": "script", "script": text, "params": random_params(about, chance) }],
        "flows": flows,
        "interventions": [],
    });
    if size > 0.3 && chance.happens(0.5) {
        let specs: Vec<_> = about.params().collect();
        let spec = specs[chance.pick(specs.len())];
        let changes = json!([
            { "at_s": 0.3 * duration_s, "path": format!("lanes.0.params.{}", spec.id), "value": random_value(spec, chance) },
            { "at_s": 0.6 * duration_s, "path": "bottleneck.capacity_bps", "value": capacity_bps / 2 },
        ]);
        let quiet = scene.clone();
        scene["interventions"] = changes;
        if Scenario::parse_in(&scene, RHAI).is_err() {
            scene = quiet;
        }
    }
    if Scenario::parse_in(&scene, RHAI).is_ok_and(|scenario| begins(&scenario)) {
        return scene;
    }
    scene["lanes"][0]["params"] = json!({});
    // If the script fails at the start even with its default parameters, the scene is used nevertheless: the check then
    // reports a violation of the first invariant.
    scene
}

fn begins(scenario: &Scenario) -> bool {
    Simulation::new(scenario, 0).is_ok_and(|run| run.stop().is_none())
}

fn random_params(about: &About, chance: &mut Stream) -> Map<String, Value> {
    let mut params = Map::new();
    for spec in about.params() {
        if chance.happens(0.3) {
            params.insert(spec.id.into(), random_value(spec, chance));
        }
    }
    // A small buffer, so that it fills up within the scene.
    if !params.contains_key("limit") && chance.happens(0.7) {
        params.insert("limit".into(), (2 + chance.pick(30)).into());
    }
    params
}

fn random_value(spec: &ParamSpec, chance: &mut Stream) -> Value {
    let mut between = |min: f64, max: f64| match chance.pick(6) {
        0 => min,
        1 => max,
        _ => min + (max - min) * chance.unit() / (1u64 << chance.pick(12)) as f64,
    };
    match spec.kind {
        ParamKind::Integer { min, max } => json!((between(min as f64, max as f64) as i64).clamp(min, max)),
        ParamKind::Real { min, max } => json!(between(min, max).clamp(min, max)),
        ParamKind::Switch => json!(chance.happens(0.5)),
        ParamKind::Choice { choices } => json!(choices[chance.pick(choices.len())].id),
    }
}

fn broken<T>(law: &'static str, problem: impl Into<String>, at: SimTime) -> Result<T, Broken> {
    Err(Broken { law, problem: problem.into(), at_s: at.secs(), scene: Value::Null })
}

/// Runs a scene and checks every invariant. Returns the number of arrivals, and adds the script's operations to
/// `operations`.
fn try_laws(scene: &Value, operations: &mut u64) -> Result<u64, Broken> {
    let first = |problems: Vec<Problem>| problems.first().map(ToString::to_string).unwrap_or_default();
    let scenario = match Scenario::parse_in(scene, RHAI) {
        Ok(scenario) => scenario,
        Err(problems) => return broken("begins", first(problems), SimTime::ZERO),
    };
    let open = || match Simulation::new(&scenario, 0) {
        Ok(simulation) => Ok(simulation),
        Err(problems) => broken("begins", first(problems), SimTime::ZERO),
    };
    let mut run = open()?;
    if let Some(stop) = run.stop() {
        return broken("begins", stop.to_string(), SimTime::ZERO);
    }
    let mut copy = None;
    let middle = SimTime::from_nanos(run.end().nanos() / 2);
    // `advance_to` would add a second compiled copy of the event loop to the page. `advance_events` uses the copy that
    // runs with a probe use.
    while !run.advance_events(1, run.end()) {
        if let Some(stop) = run.stop() {
            return broken("no-mistake", stop.to_string(), run.now());
        }
        let (waiting, limit, totals) = (run.discipline().packets(), run.discipline().limit(), run.totals());
        if totals.counts.arrived != totals.counts.departed + totals.counts.dropped() + waiting as u64 {
            let counts = format!(
                "{} arrived, {} left, {} dropped",
                totals.counts.arrived,
                totals.counts.departed,
                totals.counts.dropped()
            );
            return broken("conservation", format!("{counts}, but {waiting} wait"), run.now());
        }
        if waiting > limit {
            return broken("limit", format!("{waiting} packets wait, but the limit is {limit}"), run.now());
        }
        if waiting > 0 && run.sending().is_none() {
            return broken("busy-link", format!("the link is idle while {waiting} packets wait"), run.now());
        }
        if copy.is_none() && run.now() >= middle {
            copy = Some(run.clone());
        }
        if run.discipline().operations() > Some(MAX_OPERATIONS) {
            // The operations of a scene are used up, so the run ends now, after all events of this instant.
            run.advance_events(u64::MAX, run.now());
            break;
        }
    }
    *operations += run.discipline().operations().unwrap_or(0);
    if let Some(stop) = run.stop() {
        return broken("no-mistake", stop.to_string(), run.now());
    }
    let until = run.now();
    if let Some(mut copy) = copy {
        copy.advance_events(u64::MAX, until);
        if copy.state_hash() != run.state_hash() {
            return broken("clone", "a clone made during the run does not continue like the original", middle);
        }
    }
    let mut watched = open()?;
    let mut listener = Listener::default();
    watched.watch_events(u64::MAX, until, &mut listener);
    *operations += watched.discipline().operations().unwrap_or(0);
    if watched.state_hash() != run.state_hash() {
        return broken(
            "same-run",
            "a second run of the same scene, with its state read during the run, gave a different result",
            run.now(),
        );
    }
    Ok(run.totals().counts.arrived)
}

/// Receives and counts all reports.
#[derive(Default)]
struct Listener {
    sum: u64,
}

impl Probe for Listener {
    fn line(&mut self, line: LineId) {
        self.sum += u64::from(line.0);
    }

    fn value(&mut self, quantity: QuantityId, _value: f64) {
        self.sum += u64::from(quantity.0);
    }

    fn dropped(&mut self, _now: SimTime, _packet: &Packet, reason: Reason, _place: Option<usize>) {
        self.sum += reason.index() as u64;
    }
}

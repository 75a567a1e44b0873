//! The name of a task: the same for the same run, wherever and whenever it is made.

use crate::definition::{Sweep, Task};
use chokepoint_engine::{NUMBERS, Scenario};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::ops::Range;

/// Bytes of a key: so many that a billion tasks do not share one by chance.
const KEY_BYTES: usize = 16;

impl Sweep {
    /// The key of a task: a hash over the version of the engine's numbers, the scene with its values, the lane, the seed and
    /// what is measured; nothing for a point whose values contradict each other.
    pub fn key(&self, task: Task) -> Option<String> {
        let begun = begin(&self.scenario_at(task.point).ok()?, task.lane);
        let mut key = String::with_capacity(2 * KEY_BYTES);
        for byte in self.finish(begun, task.seed) {
            let _ = write!(key, "{byte:02x}");
        }
        Some(key)
    }

    /// The keys of tasks one after the other, as bytes. Those of one point and lane cost little more than one of them.
    pub fn keys(&self, tasks: Range<u64>) -> Vec<Option<[u8; KEY_BYTES]>> {
        let mut last: Option<((usize, usize), Option<Sha256>)> = None;
        let tasks = tasks.map_while(|index| self.task(index));
        tasks
            .map(|task| {
                let place = (task.point, task.lane);
                if last.as_ref().is_none_or(|(at, _)| *at != place) {
                    let begun = self.scenario_at(task.point).ok().map(|scenario| begin(&scenario, task.lane));
                    last = Some((place, begun));
                }
                let (_, begun) = last.as_ref()?;
                Some(self.finish(begun.as_ref()?.clone(), task.seed))
            })
            .collect()
    }

    fn finish(&self, mut begun: Sha256, seed: u64) -> [u8; KEY_BYTES] {
        let metrics: Vec<String> = self.metrics().iter().map(ToString::to_string).collect();
        begun.update(format!("{seed}\n{}", metrics.join(" ")));
        let mut key = [0; KEY_BYTES];
        key.copy_from_slice(&begun.finalize()[..KEY_BYTES]);
        key
    }
}

/// What all seeds share.
fn begin(scenario: &Scenario, mut lane: usize) -> Sha256 {
    let mut scene = scenario.to_json();
    // What may change without making it another run.
    for field in ["id", "title", "seed"] {
        scene.as_object_mut().map(|fields| fields.remove(field));
    }
    // Changes during the run may name lanes by their places; else the other lanes say nothing.
    let names_lanes = scenario.interventions.iter().any(|change| change.path.starts_with("lanes."));
    if !names_lanes {
        scene["lanes"] = Value::Array(vec![scene["lanes"][lane].take()]);
        lane = 0;
    }
    Sha256::new_with_prefix(format!("{NUMBERS}\n{scene}\n{lane}\n"))
}

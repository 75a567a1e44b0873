//! The name of a task: the same for the same run, wherever and whenever it is made.

use crate::definition::{Sweep, Task};
use chokepoint_engine::{NUMBERS, Scenario};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::fmt::Write;

/// Bytes of a key: so many that a billion tasks do not share one by chance.
const KEY_BYTES: usize = 16;

impl Sweep {
    /// The key of a task: a hash over the version of the engine's numbers, the scene with its values, the lane, the seed and
    /// what is measured; nothing for a point whose values contradict each other.
    pub fn key(&self, task: Task) -> Option<String> {
        Some(self.key_of(&self.scenario_at(task.point).ok()?, task))
    }

    pub(crate) fn key_of(&self, scenario: &Scenario, task: Task) -> String {
        let mut scene = scenario.to_json();
        // What may change without making it another run.
        for field in ["id", "title", "seed"] {
            scene.as_object_mut().map(|fields| fields.remove(field));
        }
        // Changes during the run may name lanes by their places; else the other lanes say nothing.
        let names_lanes = scenario.interventions.iter().any(|change| change.path.starts_with("lanes."));
        let mut lane = task.lane;
        if !names_lanes {
            scene["lanes"] = Value::Array(vec![scene["lanes"][lane].take()]);
            lane = 0;
        }
        let metrics: Vec<String> = self.metrics().iter().map(ToString::to_string).collect();
        let named = format!("{NUMBERS}\n{scene}\n{lane}\n{}\n{}", task.seed, metrics.join(" "));
        let mut key = String::with_capacity(2 * KEY_BYTES);
        for byte in &Sha256::digest(named.as_bytes())[..KEY_BYTES] {
            let _ = write!(key, "{byte:02x}");
        }
        key
    }
}

//! The key of a task. Equal runs have equal keys, on every machine and at any time.

use crate::definition::{Sweep, Task};
use chokepoint_engine::NUMBERS;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::fmt::Write;

/// Length of a key \[bytes\]. Even among a billion tasks, a collision is unlikely.
pub const KEY_BYTES: usize = 16;

/// A key as bytes; in texts, as hexadecimal digits.
pub type Key = [u8; KEY_BYTES];

impl Sweep {
    /// The key of a task: a hash of the version of the engine's results, the scene with its values, the lane, the seed
    /// and the metrics. `None` for a point whose settings contradict each other.
    pub fn key(&self, task: Task) -> Option<String> {
        Keys::new(self).of(task).map(|key| key_text(&key))
    }
}

/// A key as hexadecimal digits.
pub fn key_text(key: &Key) -> String {
    let mut text = String::with_capacity(2 * KEY_BYTES);
    for byte in key {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// Computes the keys of many tasks, fastest in order, because the hash of a point and lane is reused for all seeds.
#[derive(Debug)]
pub struct Keys<'a> {
    sweep: &'a Sweep,
    metrics: String,
    /// Point and lane of the last key, and the hash of everything before the seed.
    last: Option<(usize, usize, Option<Sha256>)>,
}

impl<'a> Keys<'a> {
    /// Keys of the tasks of a sweep.
    pub fn new(sweep: &'a Sweep) -> Self {
        let metrics: Vec<String> = sweep.metrics().iter().map(ToString::to_string).collect();
        Self { sweep, metrics: metrics.join(" "), last: None }
    }

    /// The key of a task, as in [`Sweep::key`].
    pub fn of(&mut self, task: Task) -> Option<Key> {
        if self.last.as_ref().is_none_or(|(point, lane, _)| (*point, *lane) != (task.point, task.lane)) {
            self.last = Some((task.point, task.lane, self.begun(task)));
        }
        let mut hash = self.last.as_ref()?.2.clone()?;
        hash.update(format!("{}\n{}", task.seed, self.metrics));
        let mut key = Key::default();
        key.copy_from_slice(&hash.finalize()[..KEY_BYTES]);
        Some(key)
    }

    fn begun(&self, task: Task) -> Option<Sha256> {
        let scenario = self.sweep.scenario_at(task.point).ok()?;
        let mut scene = scenario.to_json();
        // Changing these fields does not change the run.
        for field in ["id", "title", "seed"] {
            scene.as_object_mut().map(|fields| fields.remove(field));
        }
        // Interventions may name lanes by index. Without such interventions the other lanes do not matter, so they are
        // omitted.
        let names_lanes = scenario.interventions.iter().any(|change| change.path.starts_with("lanes."));
        let mut lane = task.lane;
        if !names_lanes {
            scene["lanes"] = Value::Array(vec![scene["lanes"][lane].take()]);
            lane = 0;
        }
        Some(Sha256::new_with_prefix(format!("{NUMBERS}\n{scene}\n{lane}\n")))
    }
}

//! The verdict on a script that a reader wrote.

use serde::Serialize;
use ts_rs::TS;

/// The verdict on a script.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[ts(rename = "ScriptVerdict")]
pub enum Verdict {
    /// The script decides like a reference of the task, if the task has references, and the task's conditions hold.
    Right {
        /// Seeds of the runs.
        seeds: Vec<u32>,
        /// Number of packets that the script decided on, in all runs together.
        #[ts(type = "number")]
        packets: u64,
        /// The reference that makes the same decisions as the script, if the task has references.
        like: Option<String>,
    },
    /// An error in the script stopped its lane.
    Stopped {
        /// Seed of the run.
        seed: u32,
        /// Time of the mistake \[s\].
        at_s: f64,
        /// Line of the script, from 1.
        line: u32,
        /// Column, from 1.
        column: u32,
        /// The problem and the allowed forms.
        problem: String,
        /// The values of variables and properties at the time of the error.
        values: Vec<(String, String)>,
    },
    /// The script decided differently from every reference.
    #[serde(rename = "parted")]
    Diverged {
        /// Seed of the run.
        seed: u32,
        /// Time of the difference \[s\].
        at_s: f64,
        /// Index of the nearest of the task's reference algorithms: its decisions were equal to the script's for the
        /// longest time.
        reference: usize,
        /// The action of the reference, such as "admits the arrival of flow 7".
        theirs: String,
        /// The action of the script.
        yours: String,
    },
    /// A condition does not hold.
    Missed {
        /// The conditions with their results.
        conditions: Vec<Held>,
    },
    /// The script cannot be run in the scene.
    Refused {
        /// The problem in words.
        problem: String,
    },
}

/// A condition with its result.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(rename = "HeldCondition")]
pub struct Held {
    /// The condition as written in the lesson.
    pub condition: String,
    /// Whether the condition holds.
    pub holds: bool,
    /// The values of the runs in words.
    pub figures: String,
}

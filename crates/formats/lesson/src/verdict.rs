//! What came of a script that a reader wrote.

use serde::Serialize;
use ts_rs::TS;

/// What came of a script.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[ts(rename = "ScriptVerdict")]
pub enum Verdict {
    /// It decides as it should, and its conditions hold.
    Right {
        /// Seeds of the runs.
        seeds: Vec<u32>,
        /// How many packets it decided over, in all of them.
        #[ts(type = "number")]
        packets: u64,
        /// What it never parted from, if that was asked for.
        like: Option<String>,
    },
    /// It made a mistake, and its lane stood still.
    Stopped {
        /// Seed of the run.
        seed: u32,
        /// When \[s\].
        at_s: f64,
        /// Line of the script, from 1.
        line: u32,
        /// Column, from 1.
        column: u32,
        /// What is wrong and what is allowed.
        problem: String,
        /// What variables and properties were then.
        values: Vec<(String, String)>,
    },
    /// It did something else.
    Parted {
        /// Seed of the run.
        seed: u32,
        /// When \[s\].
        at_s: f64,
        /// Place of what it was held against longest, among those named in the lesson.
        reference: usize,
        /// What that one did, "admits the arrival of flow 7".
        theirs: String,
        /// What the script did.
        yours: String,
    },
    /// A condition does not hold.
    Missed {
        /// Each condition with whether it holds, and the figures.
        conditions: Vec<Held>,
    },
    /// It cannot be run in the scene.
    Refused {
        /// Why.
        problem: String,
    },
}

/// A condition with what became of it.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(rename = "HeldCondition")]
pub struct Held {
    /// As the lesson words it.
    pub condition: String,
    /// Whether it holds.
    pub holds: bool,
    /// Of the runs.
    pub figures: String,
}

//! The verdict on a script that a reader wrote.

use serde::Serialize;
use ts_rs::TS;

/// The verdict on a script.
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
        /// The reference that it never differed from, if there is one.
        like: Option<String>,
    },
    /// The script made a mistake, and its lane stopped.
    Stopped {
        /// Seed of the run.
        seed: u32,
        /// When \[s\].
        at_s: f64,
        /// Line of the script, from 1.
        line: u32,
        /// Column, from 1.
        column: u32,
        /// The problem and the allowed forms.
        problem: String,
        /// The values of variables and properties at that moment.
        values: Vec<(String, String)>,
    },
    /// It did something else.
    Parted {
        /// Seed of the run.
        seed: u32,
        /// When \[s\].
        at_s: f64,
        /// Place of the reference that it followed longest, among those named in the lesson.
        reference: usize,
        /// The reference's action, "admits the arrival of flow 7".
        theirs: String,
        /// The script's action.
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

/// A condition with its result.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(rename = "HeldCondition")]
pub struct Held {
    /// The condition in the words of the lesson.
    pub condition: String,
    /// Whether the condition holds.
    pub holds: bool,
    /// Of the runs.
    pub figures: String,
}

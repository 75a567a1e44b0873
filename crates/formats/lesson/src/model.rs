//! The model of a lesson once it has been read. The page gets it as JSON (`web/src/core/lesson/lesson.ts`).

use crate::markdown::Block;
use chokepoint_engine::Scenario;
use chokepoint_engine::discipline::scripted::Language;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

/// The readers it is written for.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, Serialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Needs nothing but packets and TCP.
    #[default]
    First,
    /// Needs a lesson of the first level.
    Second,
    /// Reads papers.
    Advanced,
}

/// A lesson.
#[derive(Clone, Debug, Default, PartialEq, Serialize, TS)]
pub struct Lesson {
    /// Title.
    pub title: String,
    /// Id of a document, or words.
    pub document: String,
    /// How long it takes.
    #[ts(type = "number")]
    pub minutes: u64,
    /// The readers it is written for.
    pub level: Level,
    /// The abilities of a student at the end.
    pub learned: Vec<String>,
    /// The text before the first step.
    pub introduction: Vec<Block>,
    /// Scenes, in the order of the file.
    pub scenes: Vec<Scene>,
    /// Steps.
    pub steps: Vec<Step>,
    /// The statements of its text about runs.
    #[serde(skip)]
    pub statements: Vec<Statement>,
    /// The language of its scripts.
    #[serde(skip)]
    pub language: Language,
}

/// A scene that a step opens.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(rename = "LessonScene")]
pub struct Scene {
    /// Id of the preset that it came from.
    pub preset: Option<String>,
    /// The scene, written out.
    #[ts(type = "Scenario")]
    pub scenario: Value,
    /// Moment at which it opens \[s\].
    pub at_s: f64,
    /// Id of the pace at which it plays.
    #[ts(type = "LessonPace")]
    pub pace: &'static str,
    /// Whether the scene plays at once.
    pub plays: bool,
    /// Line of the lesson file in which the block of the scene begins.
    pub line: usize,
    /// The scene, checked.
    #[serde(skip)]
    pub checked: Scenario,
    /// The names of its lanes in the lesson: ids of disciplines, names of scripts.
    #[serde(skip)]
    pub lanes: Vec<String>,
    /// How the preset cuts its runs into bins.
    #[serde(skip)]
    pub bins: Option<Value>,
}

/// One heading and the parts below it.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Step {
    /// The heading.
    pub title: String,
    /// Its line.
    pub line: usize,
    /// Place of its scene.
    pub scene: usize,
    /// Whether the step opens the scene; otherwise an earlier step has.
    pub opens: bool,
    /// Text and blocks in their order.
    pub parts: Vec<Part>,
}

/// Text, or a block.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Part {
    Text { blocks: Vec<Block> },
    Look(Look),
    Predict(Predict),
    Run(Run),
    Reveal(Reveal),
    Why(Why),
    Do(Do),
    Write(Write),
}

/// The place to look at.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Look {
    /// Line of its block.
    pub line: usize,
    /// The moment to go to \[s\].
    pub at_s: Option<f64>,
    /// Place of the lane.
    pub lane: Option<usize>,
    /// The tab below the queue.
    #[ts(type = "LessonBelow | null")]
    pub show: Option<&'static str>,
    /// The elements that are pointed at.
    pub point: Vec<String>,
}

/// A question, answered before anything runs.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Predict {
    /// Line of its block.
    pub line: usize,
    /// By which it is revealed.
    pub id: String,
    /// The question.
    pub question: String,
    /// The form of the answer.
    pub answer: Answer,
    /// Text of the preset file whose experiment gives the truth.
    pub experiment: String,
    /// How many seeds it runs.
    #[ts(type = "number")]
    pub seeds: u64,
}

/// The form of an answer to a question.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Answer {
    /// A number.
    Slider {
        /// Id of the metric.
        metric: String,
        /// Its name.
        name_of_metric: String,
        /// Its unit.
        unit: &'static str,
        /// Name of the lane.
        lane: String,
        /// Least value.
        from: f64,
        /// Greatest value.
        to: f64,
    },
    /// One of several statements: claims `O1`, `O2`, … of the experiment.
    Choice {
        /// In their order.
        options: Vec<String>,
    },
    /// A value for every point of a sweep.
    Curve {
        /// Id of the metric.
        metric: String,
        /// Its name.
        name_of_metric: String,
        /// Its unit.
        unit: &'static str,
        /// Name of the lane.
        lane: String,
        /// Least value.
        from: f64,
        /// Greatest value.
        to: f64,
        /// Path of the swept setting.
        path: String,
        /// Its name.
        name: String,
        /// Its values.
        points: Vec<f64>,
    },
}

/// Plays to a moment.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Run {
    /// Line of its block.
    pub line: usize,
    /// The moment \[s\]; the end without one.
    pub until_s: Option<f64>,
    /// Id of the pace at which it plays; without one, the pace does not change.
    #[ts(type = "LessonPace | null")]
    pub pace: Option<&'static str>,
}

/// Prediction beside truth.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Reveal {
    /// Line of its block.
    pub line: usize,
    /// Of which question.
    pub id: String,
    /// A sentence to it.
    pub note: String,
}

/// The decision that shows why.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Why {
    /// Line of its block.
    pub line: usize,
    /// Place of the lane.
    pub lane: usize,
    /// Id of the reason of a drop or a mark.
    pub event: String,
    /// Class of the flow that loses.
    #[ts(type = "'udp' | 'tcp' | null")]
    pub flow: Option<&'static str>,
    /// From when on \[s\].
    pub after_s: f64,
    /// The observation to make there.
    pub say: String,
}

/// A task.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Do {
    /// Line of its block.
    pub line: usize,
    /// Its id.
    pub id: String,
    /// The task.
    pub task: String,
    /// Help on request.
    pub hint: String,
    /// Paths of the settings that it is about.
    pub settings: Vec<String>,
    /// How many seeds judge it.
    #[ts(type = "number")]
    pub seeds: u64,
    /// Disciplines that must be there.
    pub lanes: Vec<String>,
    /// The check of a claim, as JSON text.
    pub check: String,
    /// The same in the words of the file.
    pub conditions: Vec<String>,
    /// Changes that solve it.
    pub solution: Vec<Setting>,
    /// Place of its scene.
    #[serde(skip)]
    pub scene: usize,
}

/// A task that is solved by a script. The reader's lane comes after those of the scene.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, TS)]
pub struct Write {
    /// Line of its block.
    pub line: usize,
    /// Its id.
    pub id: String,
    /// The task.
    pub task: String,
    /// Help on request.
    pub hint: String,
    /// The text with which the editor opens; without one, the reader's text for the task before.
    pub start: Option<String>,
    /// A text that solves it.
    pub solution: String,
    /// The script has to decide as one of these.
    pub references: Vec<Reference>,
    /// How many seeds judge it.
    #[ts(type = "number")]
    pub seeds: u64,
    /// Lanes of the scene of which the conditions speak.
    pub lanes: Vec<Reference>,
    /// The checks of claims, as a JSON text: one for each condition.
    pub checks: String,
    /// The same in the words of the file.
    pub conditions: Vec<String>,
    /// Place of its scene.
    #[serde(skip)]
    pub scene: usize,
}

/// A lane beside that of the reader.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, TS)]
pub struct Reference {
    /// Its name.
    pub name: String,
    /// Its lane.
    #[ts(type = "Lane")]
    pub lane: Value,
}

/// The statements of a step's text about runs. The page does not show it; the check of a lesson runs it.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// Line of its block.
    pub line: usize,
    /// Text of the preset file whose claims are the conditions.
    pub experiment: String,
    /// The same in the words of the file.
    pub conditions: Vec<String>,
    /// Place of its step.
    pub step: usize,
}

/// A setting with its value.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Setting {
    /// Dotted path.
    pub path: String,
    /// Value.
    #[ts(type = "SettingValue")]
    pub value: Value,
}

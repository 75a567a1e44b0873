//! The model of a lesson. The page receives it as JSON (`web/src/core/lesson/lesson.ts`).

use crate::markdown::Block;
use chokepoint_engine::Scenario;
use chokepoint_engine::discipline::scripted::Language;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

/// The readers that a lesson is written for.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, Serialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Readers who know packets and TCP.
    #[default]
    First,
    /// Readers who have read a lesson of the level `first`.
    Second,
    /// Readers of papers.
    Advanced,
}

/// A lesson.
#[derive(Clone, Debug, Default, PartialEq, Serialize, TS)]
pub struct Lesson {
    /// Title.
    pub title: String,
    /// Id of the document, or its name.
    pub document: String,
    /// Duration \[minutes\].
    #[ts(type = "number")]
    pub minutes: u64,
    /// The readers that the lesson is written for.
    pub level: Level,
    /// The abilities of a student at the end.
    pub learned: Vec<String>,
    /// The text before the first step.
    pub introduction: Vec<Block>,
    /// Scenes, in the order of the file.
    pub scenes: Vec<Scene>,
    /// Steps.
    pub steps: Vec<Step>,
    /// The statements of the text about runs.
    #[serde(skip)]
    pub statements: Vec<Statement>,
    /// The language of the scripts.
    #[serde(skip)]
    pub language: Language,
}

/// A scene that a step opens.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(rename = "LessonScene")]
pub struct Scene {
    /// Id of the preset from which the scene was made.
    pub preset: Option<String>,
    /// The whole scenario as JSON.
    #[ts(type = "Scenario")]
    pub scenario: Value,
    /// Moment at which the scene opens \[s\].
    pub at_s: f64,
    /// Id of the playback speed.
    #[ts(type = "LessonPace")]
    pub pace: &'static str,
    /// Whether the scene plays as soon as it opens.
    pub plays: bool,
    /// Line of the lesson file in which the block of the scene begins.
    pub line: usize,
    /// The checked scenario.
    #[serde(skip)]
    pub checked: Scenario,
    /// The names of the lanes in the lesson: ids of disciplines, or names of scripts.
    #[serde(skip)]
    pub lanes: Vec<String>,
    /// The bins into which the preset divides runs, if it has any.
    #[serde(skip)]
    pub bins: Option<Value>,
}

/// A step: one heading with the parts below it.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Step {
    /// The heading.
    pub title: String,
    /// Line of the heading.
    pub line: usize,
    /// Index of the scene of the step.
    pub scene: usize,
    /// Whether this step opens the scene; otherwise an earlier step did.
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

/// A block that directs the reader's attention to a part of the page.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Look {
    /// Line of the block.
    pub line: usize,
    /// The moment to go to \[s\].
    pub at_s: Option<f64>,
    /// Index of the lane.
    pub lane: Option<usize>,
    /// The tab below the queue.
    #[ts(type = "LessonBelow | null")]
    pub show: Option<&'static str>,
    /// The elements of the page at which an arrow points.
    pub point: Vec<String>,
}

/// A question that the reader answers before the scene plays.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Predict {
    /// Line of the block.
    pub line: usize,
    /// Id by which a block `reveal` names the question.
    pub id: String,
    /// The question.
    pub question: String,
    /// The form of the answer.
    pub answer: Answer,
    /// Text of the preset file whose experiment gives the right answer.
    pub experiment: String,
    /// Number of seeds of that experiment.
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
        /// Name of the metric.
        name_of_metric: String,
        /// Unit of the metric.
        unit: &'static str,
        /// Name of the lane.
        lane: String,
        /// Least value.
        from: f64,
        /// Greatest value.
        to: f64,
    },
    /// A choice among statements, each of which is a claim of the experiment.
    Choice {
        /// The statements: the first is the claim `O1`, the second `O2`, and so on.
        options: Vec<String>,
    },
    /// A value for every point of a sweep.
    Curve {
        /// Id of the metric.
        metric: String,
        /// Name of the metric.
        name_of_metric: String,
        /// Unit of the metric.
        unit: &'static str,
        /// Name of the lane.
        lane: String,
        /// Least value.
        from: f64,
        /// Greatest value.
        to: f64,
        /// Path of the swept setting.
        path: String,
        /// Name of the setting.
        name: String,
        /// Values of the setting.
        points: Vec<f64>,
    },
}

/// A block that plays the scene up to a moment.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Run {
    /// Line of the block.
    pub line: usize,
    /// The simulated time at which playing stops \[s\]; without one, the end of the scene.
    pub until_s: Option<f64>,
    /// Id of the playback speed; without one, the speed does not change.
    #[ts(type = "LessonPace | null")]
    pub pace: Option<&'static str>,
}

/// A block that compares the prediction with the computed answer.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Reveal {
    /// Line of the block.
    pub line: usize,
    /// Id of the question.
    pub id: String,
    /// A sentence that explains the answer.
    pub note: String,
}

/// A block that moves the scene to a decision and shows the cause of the decision.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Why {
    /// Line of the block.
    pub line: usize,
    /// Index of the lane.
    pub lane: usize,
    /// Id of the reason of a drop or a mark.
    pub event: String,
    /// Class of the flow that loses the packet.
    #[ts(type = "'udp' | 'tcp' | null")]
    pub flow: Option<&'static str>,
    /// Start of the search for the decision \[s\].
    pub after_s: f64,
    /// The observation to make at the decision.
    pub say: String,
}

/// A task that is solved by settings.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Do {
    /// Line of the block.
    pub line: usize,
    /// Id of the task.
    pub id: String,
    /// The task.
    pub task: String,
    /// A hint, shown on request.
    pub hint: String,
    /// Paths of the settings that the task is about.
    pub settings: Vec<String>,
    /// Number of seeds that judge the task.
    #[ts(type = "number")]
    pub seeds: u64,
    /// Disciplines that the scene must have.
    pub lanes: Vec<String>,
    /// The check of a claim, as JSON text.
    pub check: String,
    /// The conditions as written in the lesson.
    pub conditions: Vec<String>,
    /// Changes of settings that solve the task.
    pub solution: Vec<Setting>,
    /// Index of the scene of the task.
    #[serde(skip)]
    pub scene: usize,
}

/// A task that is solved by a script. The reader's lane comes after the lanes of the scene.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, TS)]
pub struct Write {
    /// Line of the block.
    pub line: usize,
    /// Id of the task.
    pub id: String,
    /// The task.
    pub task: String,
    /// A hint, shown on request.
    pub hint: String,
    /// The text with which the editor opens; without one, the reader's text for the previous task.
    pub start: Option<String>,
    /// A script that solves the task.
    pub solution: String,
    /// The references; the script has to decide like one of them.
    pub references: Vec<Reference>,
    /// Number of seeds that judge the script.
    #[ts(type = "number")]
    pub seeds: u64,
    /// Lanes of the scene that the conditions name.
    pub lanes: Vec<Reference>,
    /// The checks of claims as JSON text, one for each condition.
    pub checks: String,
    /// The conditions as written in the lesson.
    pub conditions: Vec<String>,
    /// Index of the scene of the task.
    #[serde(skip)]
    pub scene: usize,
}

/// A lane beside the reader's own.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, TS)]
pub struct Reference {
    /// Name of the lane.
    pub name: String,
    /// The lane as JSON.
    #[ts(type = "Lane")]
    pub lane: Value,
}

/// The statements of a step about runs. The page does not show them; the check of a lesson evaluates them.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// Line of the block.
    pub line: usize,
    /// Text of the preset file whose claims are the conditions.
    pub experiment: String,
    /// The conditions as written in the lesson.
    pub conditions: Vec<String>,
    /// Index of the step.
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

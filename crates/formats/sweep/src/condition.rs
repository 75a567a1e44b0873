//! Conditions on settings, given as comparisons in a sweep's field `where`. A point is left out if any condition is
//! false.

use crate::axis::Axis;
use crate::derived::{Derived, Quantity, is_shared};
use crate::expression::Comparison;
use chokepoint_engine::discipline::scripted::Language;
use chokepoint_engine::scenario::Problem;
use serde_json::Value;

/// Largest number of conditions of a sweep.
pub const MAX_CONDITIONS: usize = 32;

/// A comparison that the settings of a point must satisfy.
#[derive(Clone, Debug)]
pub(crate) struct Condition {
    text: String,
    comparison: Comparison,
    /// One quantity for each name in the comparison.
    quantities: Vec<Quantity>,
    /// Whether the condition reads derived settings, and therefore has to be tested after them.
    pub(crate) reads_derived: bool,
}

impl PartialEq for Condition {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

/// Reads the field `where`.
pub(crate) fn read(
    given: Option<&Value>,
    axes: &[Axis],
    derived: &[Derived],
    scene: &Value,
    language: Language,
    problems: &mut Vec<Problem>,
) -> Vec<Condition> {
    let Some(given) = given else { return Vec::new() };
    let Some(given) = given.as_array() else {
        problems.push(Problem::new("where", "is not a list of conditions, e.g. [\"min_th < max_th\"]"));
        return Vec::new();
    };
    if given.len() > MAX_CONDITIONS {
        let problem = format!("has {} conditions; at most {MAX_CONDITIONS} are allowed", given.len());
        problems.push(Problem::new("where", problem));
        return Vec::new();
    }
    let mut conditions = Vec::with_capacity(given.len());
    for (place, given) in given.iter().enumerate() {
        match Condition::read(given, axes, derived, scene, language) {
            Ok(condition) => conditions.push(condition),
            Err(problem) => problems.push(Problem::new(format!("where.{place}"), problem)),
        }
    }
    conditions
}

impl Condition {
    fn read(
        given: &Value,
        axes: &[Axis],
        derived: &[Derived],
        scene: &Value,
        language: Language,
    ) -> Result<Self, String> {
        let text =
            given.as_str().ok_or_else(|| format!("{given} is not text with a condition, e.g. \"min_th < max_th\""))?;
        let comparison = Comparison::parse(text).map_err(|problem| format!("{text:?} {problem}"))?;
        let is_shared = is_shared(axes, derived.iter().map(|setting| setting.path.clone()).collect(), scene);
        let mut quantities = Vec::with_capacity(comparison.names().len());
        for (name, position) in comparison.names() {
            let quantity = Quantity::named(name, scene, language, &is_shared);
            quantities.push(quantity.map_err(|problem| format!("{text:?} at character {position}: {problem}"))?);
        }
        let reads_derived =
            quantities.iter().any(|quantity| derived.iter().any(|setting| quantity.follows(&setting.path)));
        Ok(Self { text: text.to_owned(), comparison, quantities, reads_derived })
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Whether a scene satisfies the condition. The error says why the condition has no value in this scene.
    pub(crate) fn holds(&self, scene: &Value, language: Language) -> Result<bool, Problem> {
        let wrong = |problem: String| Problem::new("where", format!("{}: {problem}", self.text));
        let numbers: Result<Vec<f64>, String> =
            self.quantities.iter().map(|quantity| quantity.value(scene, language)).collect();
        let holds = self.comparison.holds(&numbers.map_err(wrong)?);
        holds.ok_or_else(|| wrong("a side has no finite value".into()))
    }
}

//! A figure in a document, and the statistic that gives it.

use super::case::Case;
use chokepoint_engine::measure::summary;
use serde::Deserialize;
use serde_json::Value;

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Figure {
    pub(super) run: Option<String>,
    /// If set, the number comes from the results of another simulator that are stored for this case, not from runs of our
    /// engine. Mean and standard deviation over the runs of that simulator are stored.
    pub(super) reference: Option<String>,
    /// With `reference`, the measured window: the whole run, or the part after the warm-up.
    window: Option<String>,
    /// A JSON pointer into each result object, with `*` for every entry of a list. With `reference`, the name of the
    /// quantity.
    value: String,
    /// JSON pointers with values. Only result objects that have these values are included.
    #[serde(default)]
    only: Vec<(String, Value)>,
    /// Which value to take if `value` matches several in a result object: `min` or `max`.
    within: Option<String>,
    /// The statistic over the objects; see [`Statistic::parse`].
    statistic: String,
    /// A factor applied before printing.
    times: Option<f64>,
    /// The figure as the document prints it.
    pub(super) stated: String,
}

impl Figure {
    pub(super) fn of(&self, objects: &[Value]) -> f64 {
        let is_wanted = |object: &&Value| self.only.iter().all(|(place, value)| object.pointer(place) == Some(value));
        let values: Vec<f64> = objects.iter().filter(is_wanted).map(|object| self.value_of(object)).collect();
        assert!(!values.is_empty(), "{}: no object of the runs is the one wanted", self.value);
        Statistic::parse(&self.statistic).of(&values) * self.times.unwrap_or(1.0)
    }

    fn value_of(&self, object: &Value) -> f64 {
        let number =
            |value: &Value| value.as_f64().unwrap_or_else(|| panic!("{} is not a number: {value}", self.value));
        let Some((list, rest)) = self.value.split_once("/*") else {
            return number(object.pointer(&self.value).unwrap_or(&Value::Null));
        };
        let entries = object.pointer(list).and_then(Value::as_array).unwrap_or_else(|| panic!("{list} is not a list"));
        let values: Vec<f64> =
            entries.iter().map(|entry| number(entry.pointer(rest).unwrap_or(&Value::Null))).collect();
        Statistic::parse(self.within.as_deref().unwrap_or_else(|| panic!("{} is many values", self.value))).of(&values)
    }

    pub(super) fn of_reference(&self, cases: &[Case], id: &str) -> f64 {
        let case = cases.iter().find(|case| case.id == id).unwrap_or_else(|| panic!("{id} is not a case"));
        let window = self.window.as_deref().unwrap_or("full");
        let window = case.windows.iter().find(|it| it.name == window).expect("full or steady");
        let (_, mean, sd) = window
            .values
            .iter()
            .find(|(name, ..)| *name == self.value)
            .unwrap_or_else(|| panic!("{id}: {}", self.value));
        let value = match self.statistic.as_str() {
            "mean" => mean,
            "sd" => sd,
            other => panic!("{id} has no {other}"),
        };
        value * self.times.unwrap_or(1.0)
    }

    /// A figure with only its printed form, all that tests of number formats need.
    pub(super) fn as_stated(stated: &str) -> Self {
        Self { stated: stated.to_owned(), ..Self::default() }
    }

    /// Whether `value`, rounded to the printed digits, equals the printed figure.
    pub(super) fn is_stated_as(&self, value: f64) -> bool {
        let stated = self.stated.replace(',', "");
        let digits = stated.split_once('.').map_or(0, |(_, digits)| digits.len());
        format!("{value:.digits$}") == stated
    }
}

/// A statistic over the values of many runs.
pub(super) enum Statistic {
    Mean,
    Sd,
    Min,
    Max,
    /// Number of values between two limits, or their percentage if the last field is `true`.
    Within(f64, f64, bool),
}

impl Statistic {
    /// Parses a statistic. It is `mean`, `sd`, `min` or `max`, or the `count` or `share` (percent) of the values in a
    /// range: `below X`, `above X` or `within X..Y`.
    pub(super) fn parse(text: &str) -> Self {
        let number = |text: &str| text.parse().unwrap_or_else(|_| panic!("{text} is not a number"));
        match text.split(' ').collect::<Vec<_>>().as_slice() {
            ["mean"] => Self::Mean,
            ["sd"] => Self::Sd,
            ["min"] => Self::Min,
            ["max"] => Self::Max,
            [kind @ ("count" | "share"), range, bounds] => {
                let (least, most) = match (*range, bounds.split_once("..")) {
                    ("below", None) => (f64::NEG_INFINITY, number(bounds)),
                    ("above", None) => (number(bounds), f64::INFINITY),
                    ("within", Some((least, most))) => (number(least), number(most)),
                    _ => panic!("{text} is not a statistic"),
                };
                Self::Within(least, most, *kind == "share")
            }
            _ => panic!("{text} is not a statistic"),
        }
    }

    pub(super) fn of(&self, values: &[f64]) -> f64 {
        match *self {
            Self::Mean => summary(values).mean,
            Self::Sd => summary(values).sd,
            Self::Min => values.iter().copied().fold(f64::INFINITY, f64::min),
            Self::Max => values.iter().copied().fold(f64::NEG_INFINITY, f64::max),
            Self::Within(least, most, is_share) => {
                let count = values.iter().filter(|value| (least..=most).contains(*value)).count() as f64;
                if is_share { 100.0 * count / values.len() as f64 } else { count }
            }
        }
    }
}

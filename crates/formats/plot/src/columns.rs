//! The columns that can be axes of a figure: the varied and derived settings of a sweep, and the lane.

use crate::scale::short_number;
use chokepoint_engine::discipline::ABOUTS;
use chokepoint_engine::endpoint::transports;
use chokepoint_engine::scenario::Problem;
use chokepoint_sweep::Sweep;
use serde_json::Value;
use std::collections::BTreeMap;

/// Name of the lane as an axis.
pub(crate) const LANE: &str = "lane";

/// Where a column's values come from.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Source {
    /// A varied setting, by its index among those of the sweep.
    Varied(usize),
    /// A derived setting, by its index among those of the sweep.
    Derived(usize),
    /// The index of the flow or group that a metric is about. This column exists only if the vertical axis has a range
    /// of metrics.
    Number,
    /// The lane.
    Lane,
}

/// A column of the table.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Column {
    /// Full path, or `lane`.
    pub(crate) path: String,
    pub(crate) name: String,
    pub(crate) unit: &'static str,
    pub(crate) source: Source,
    /// Index of the axis in the sweep; `None` for the lane and for derived settings.
    pub(crate) axis: Option<usize>,
}

/// A value of a column.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Key {
    pub(crate) text: String,
    pub(crate) number: Option<f64>,
}

impl Key {
    pub(crate) fn of(value: &Value) -> Self {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        Self { number: value.as_f64(), text }
    }

    pub(crate) fn lane(name: &str) -> Self {
        Self { text: name.to_owned(), number: None }
    }

    /// Whether the key equals a value that the user gave. The string `"50"` and the number `50.0` both mean 50.
    pub(crate) fn is(&self, given: &Value) -> bool {
        let given = Self::of(given);
        let number = given.number.or_else(|| given.text.parse().ok());
        given.text == self.text || (number.is_some() && number == self.number)
    }
}

/// Path of the column with the flow or group index, for a range of metrics.
const NUMBER: &str = "number";

/// All columns of a sweep. If the vertical axis shows a metric of many flows or groups, `numbered` is `flow` or
/// `group`, and there is a column of their indices.
pub(crate) fn columns(sweep: &Sweep, numbered: Option<&'static str>) -> Vec<Column> {
    let mut columns = Vec::new();
    for (axis, about) in sweep.axes().iter().enumerate() {
        let first = (&about.path, about.name, about.unit);
        let coupled = about.coupled.iter().map(|setting| (&setting.path, setting.name, setting.unit));
        for (path, name, unit) in [first].into_iter().chain(coupled) {
            let source = Source::Varied(columns.len());
            let name = of_group(sweep, path).map_or_else(|| name.to_owned(), |group| format!("{name}, {group}"));
            columns.push(Column { path: path.clone(), name, unit, source, axis: Some(axis) });
        }
    }
    for (place, setting) in sweep.derived().enumerate() {
        let name = last_word(&setting.path).to_owned();
        columns.push(Column { path: setting.path, name, unit: "", source: Source::Derived(place), axis: None });
    }
    columns.extend(numbered.map(|name| Column {
        path: NUMBER.into(),
        name: name.into(),
        unit: "",
        source: Source::Number,
        axis: None,
    }));
    columns.push(Column { path: LANE.into(), name: LANE.into(), unit: "", source: Source::Lane, axis: None });
    columns
}

/// The name that distinguishes the flow group of a setting: its transport, such as `UDP`. `None` if the scene has a
/// single group, if the transport is varied, or if the setting belongs to no group.
fn of_group(sweep: &Sweep, path: &str) -> Option<&'static str> {
    let place: usize = path.strip_prefix("flows.")?.split('.').next()?.parse().ok()?;
    let scene = sweep.scenario().to_json();
    let groups = scene["flows"].as_array().filter(|groups| groups.len() > 1)?;
    let id = groups.get(place)?["transport"].as_str()?;
    let varies = sweep.varied().any(|(path, _)| path == format!("flows.{place}.transport"));
    let names = [("udp", "UDP")].into_iter().chain(transports().map(|about| (about.id, about.name)));
    names.filter(|_| !varies).find(|(own, _)| *own == id).map(|(_, name)| name)
}

/// The column with this path or, if there is none, the only column whose path ends with it.
pub(crate) fn find(columns: &[Column], given: &str, field: &str) -> Result<usize, Problem> {
    if let Some(place) = columns.iter().position(|column| column.path == given) {
        return Ok(place);
    }
    let ends = |column: &Column| column.path.strip_suffix(given).is_some_and(|before| before.ends_with('.'));
    let found: Vec<usize> = (0..columns.len()).filter(|place| ends(&columns[*place])).collect();
    match found.as_slice() {
        [place] => Ok(*place),
        several => {
            let problem = if several.is_empty() {
                format!("{given:?} is neither a setting of the sweep nor its lane")
            } else {
                format!("{given:?} names several settings")
            };
            let known: Vec<&str> = columns.iter().map(|column| column.path.as_str()).collect();
            Err(Problem::new(field, format!("{problem}; known are {}", known.join(", "))))
        }
    }
}

/// The last component of a path, as `max_th` in `queue.params.max_th`.
fn last_word(path: &str) -> &str {
    path.rsplit('.').next().unwrap_or(path)
}

/// Human-readable texts: the names that the figure gives, and values in suitably scaled units.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Words<'a>(pub(crate) &'a BTreeMap<String, String>);

impl Words<'_> {
    /// The name of a column without its unit.
    pub(crate) fn column(self, column: &Column) -> String {
        let given = self.0.get(&column.path).or_else(|| self.0.get(last_word(&column.path)));
        given.cloned().unwrap_or_else(|| upper_case_first(&column.name))
    }

    /// The name of a lane. If it is the id of a discipline, the discipline's name.
    pub(crate) fn lane(self, lane: &str) -> String {
        let about = ABOUTS.iter().find(|about| about.id == lane).map(|about| about.name);
        self.0.get(lane).cloned().unwrap_or_else(|| about.unwrap_or(lane).to_owned())
    }

    /// A value of a column without its unit.
    pub(crate) fn key(self, column: &Column, key: &Key, unit: Shown) -> String {
        if column.source == Source::Lane {
            return self.lane(&key.text);
        }
        self.0.get(&key.text).cloned().unwrap_or_else(|| match key.number {
            Some(number) => short_number(number * unit.factor),
            None => key.text.clone(),
        })
    }
}

/// The text with its first letter capitalized.
pub(crate) fn upper_case_first(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map_or_else(String::new, |first| first.to_uppercase().chain(rest).collect())
}

/// The unit in which values are displayed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Shown {
    /// Factor by which a stored value is multiplied.
    pub(crate) factor: f64,
    pub(crate) symbol: &'static str,
}

impl Shown {
    /// A suitably scaled unit for values in `unit`; `largest` is the largest of them.
    pub(crate) fn of(unit: &'static str, largest: f64) -> Self {
        let (factor, symbol) = match unit {
            "bit/s" if largest >= 1e9 => (1e-9, "Gb/s"),
            "bit/s" if largest >= 1e6 => (1e-6, "Mb/s"),
            "bit/s" if largest >= 1e3 => (1e-3, "kb/s"),
            "s" if largest < 1e-3 => (1e6, "µs"),
            "s" if largest < 1.0 => (1e3, "ms"),
            _ => (1.0, unit),
        };
        Self { factor, symbol }
    }

    /// A name followed by the unit, as in `Rate (Mb/s)`.
    pub(crate) fn with(self, name: &str) -> String {
        if self.symbol.is_empty() { name.to_owned() } else { format!("{name} ({})", self.symbol) }
    }
}

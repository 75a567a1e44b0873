//! An axis of a sweep: a varied setting with its values, and settings that change together with it.

use chokepoint_engine::declare::{ParamKind, ParamSpec};
use chokepoint_engine::discipline::scripted::Language;
use chokepoint_engine::math;
use chokepoint_engine::scenario::{Problem, about_of_lane, fields, full_path};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use ts_rs::TS;

/// Largest number of values of one axis.
pub const MAX_AXIS_VALUES: usize = 10_000;
/// Largest number of settings that one axis changes together.
pub const MAX_COUPLED: usize = 8;
/// Significant digits of the values between both ends. A rounded value such as `3.16228e6` is readable, and the same on
/// all machines.
const LINEAR_DIGITS: usize = 12;
const LOGARITHMIC_DIGITS: usize = 6;

/// A setting and its values, and the settings that are coupled to it.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(rename = "SweepAxis")]
pub struct Axis {
    /// Full dotted path of the setting.
    pub path: String,
    /// Name for people.
    pub name: &'static str,
    /// Unit of the values; empty for pure numbers and for texts.
    pub unit: &'static str,
    /// Whether the values are numbers; otherwise they are texts or Booleans.
    pub is_number: bool,
    /// Whether the values are spaced by equal factors.
    pub is_logarithmic: bool,
    /// Values, in the given order.
    #[ts(type = "ReadonlyArray<SettingValue>")]
    pub values: Vec<Value>,
    /// Settings that change together with this setting. Each has as many values as this setting.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, type = "ReadonlyArray<CoupledSetting>")]
    pub coupled: Vec<Coupled>,
}

/// A setting that changes together with the first setting of an axis.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(rename = "CoupledSetting")]
pub struct Coupled {
    /// Full dotted path of the setting.
    pub path: String,
    /// Name for people.
    pub name: &'static str,
    /// Unit of the values; empty for pure numbers and for texts.
    pub unit: &'static str,
    /// Whether the values are numbers; otherwise they are texts or Booleans.
    pub is_number: bool,
    /// Values, one for each value of the axis.
    #[ts(type = "ReadonlyArray<SettingValue>")]
    pub values: Vec<Value>,
}

impl Axis {
    /// Reads `{ path, values }`, `{ path, from, to, count, scale }` or `{ paths, values }`. `at` is the path of the
    /// axis in the sweep file, for messages; `scene` is the scene whose settings the axis changes.
    pub(crate) fn read(given: &Value, at: &str, scene: &Value, language: Language) -> Result<Self, Problem> {
        let wrong = |field: &str, problem: String| Problem::new(format!("{at}.{field}"), problem);
        let Some(fields) = given.as_object() else {
            return Err(Problem::new(at, format!("is {given}, not an object with a path")));
        };
        if let Some(paths) = fields.get("paths") {
            return Self::read_coupled(fields, paths, at, scene, language);
        }
        const KNOWN: [&str; 7] = ["path", "paths", "values", "from", "to", "count", "scale"];
        if let Some(other) = fields.keys().find(|field| !KNOWN.contains(&field.as_str())) {
            return Err(wrong(other, format!("is unknown; known are {}", KNOWN.join(", "))));
        }
        let Some(path) = fields.get("path").and_then(Value::as_str) else {
            return Err(wrong(
                "path",
                "is missing: the dotted path of a setting, e.g. flows.0.rate_bps or max_th".into(),
            ));
        };
        let path = full_path(path, scene, language);
        let spec = &variable(&path, scene, language).map_err(|problem| wrong("path", problem))?;
        let (values, is_logarithmic) = match fields.get("values") {
            Some(listed) => {
                if let Some(other) = fields.keys().find(|field| !["path", "values"].contains(&field.as_str())) {
                    return Err(wrong(other, "is given beside values; give one or the other".into()));
                }
                let listed = listed.as_array().filter(|values| !values.is_empty());
                let listed = listed.ok_or_else(|| wrong("values", "is not a list with at least one value".into()))?;
                (listed.clone(), false)
            }
            None => range(fields, spec, &wrong)?,
        };
        if values.len() > MAX_AXIS_VALUES {
            return Err(wrong("values", format!("are {}; at most {MAX_AXIS_VALUES} are allowed", values.len())));
        }
        let mut kept: Vec<Value> = Vec::with_capacity(values.len());
        let mut texts = BTreeSet::new();
        for (place, value) in values.into_iter().enumerate() {
            let value = whole_where_it_is(value);
            if let Err(found) = spec.parse(&value) {
                return Err(wrong(&format!("values.{place}"), found.problem));
            }
            // Values may coincide once rounded to integers. Duplicates are removed, because tables distinguish rows by
            // value.
            if texts.insert(value.to_string()) {
                kept.push(value);
            }
        }
        let is_number = is_number(spec);
        let coupled = Vec::new();
        Ok(Self { path, name: spec.name, unit: spec.unit, is_number, is_logarithmic, values: kept, coupled })
    }

    /// Parses `{ paths, values }`, where each value is a list with one entry per path.
    fn read_coupled(
        fields: &Map<String, Value>,
        paths: &Value,
        at: &str,
        scene: &Value,
        language: Language,
    ) -> Result<Self, Problem> {
        let wrong = |field: &str, problem: String| Problem::new(format!("{at}.{field}"), problem);
        if let Some(other) = fields.keys().find(|field| !["paths", "values"].contains(&field.as_str())) {
            return Err(wrong(other, "is given beside paths, which takes values alone".into()));
        }
        let paths = paths.as_array().filter(|paths| (2..=MAX_COUPLED).contains(&paths.len()));
        let paths = paths.ok_or_else(|| wrong("paths", format!("is not a list of 2 to {MAX_COUPLED} settings")))?;
        let mut settings: Vec<(String, ParamSpec)> = Vec::with_capacity(paths.len());
        for (place, path) in paths.iter().enumerate() {
            let wrong = |problem: String| wrong(&format!("paths.{place}"), problem);
            let path = path.as_str().ok_or_else(|| wrong(format!("{path} is not a path of a setting")))?;
            let path = full_path(path, scene, language);
            let spec = variable(&path, scene, language).map_err(wrong)?;
            if settings.iter().any(|(other, _)| *other == path) {
                return Err(wrong(format!("{path} is varied twice")));
            }
            settings.push((path, spec));
        }
        let rows = fields.get("values").and_then(Value::as_array).filter(|rows| !rows.is_empty());
        let rows = rows.ok_or_else(|| wrong("values", "is not a list with at least one list of values".into()))?;
        if rows.len() > MAX_AXIS_VALUES {
            return Err(wrong("values", format!("are {}; at most {MAX_AXIS_VALUES} are allowed", rows.len())));
        }
        let mut columns: Vec<Vec<Value>> = vec![Vec::with_capacity(rows.len()); settings.len()];
        let mut texts = BTreeSet::new();
        for (place, row) in rows.iter().enumerate() {
            let cells = row.as_array().filter(|row| row.len() == settings.len());
            let cells = cells.ok_or_else(|| {
                wrong(
                    &format!("values.{place}"),
                    format!("{row} is not a list of {} values, one for each path", settings.len()),
                )
            })?;
            let cells: Vec<Value> = cells.iter().cloned().map(whole_where_it_is).collect();
            for (column, (value, (_, spec))) in cells.iter().zip(&settings).enumerate() {
                spec.parse(value).map_err(|found| wrong(&format!("values.{place}.{column}"), found.problem))?;
            }
            if texts.insert(json!(cells).to_string()) {
                columns.iter_mut().zip(cells).for_each(|(column, value)| column.push(value));
            }
        }
        let mut settings = settings.into_iter().zip(columns).map(|((path, spec), values)| Coupled {
            path,
            name: spec.name,
            unit: spec.unit,
            is_number: is_number(&spec),
            values,
        });
        let first = settings.next().ok_or_else(|| wrong("paths", "is empty".into()))?;
        let Coupled { path, name, unit, is_number, values } = first;
        Ok(Self { path, name, unit, is_number, is_logarithmic: false, values, coupled: settings.collect() })
    }

    /// The paths of the settings that the axis changes, each with its values.
    pub fn settings(&self) -> impl Iterator<Item = (&str, &[Value])> {
        let coupled = self.coupled.iter().map(|setting| (&setting.path[..], &setting.values[..]));
        [(&self.path[..], &self.values[..])].into_iter().chain(coupled)
    }

    /// Whether the axis changes the setting with this full path.
    pub(crate) fn varies(&self, path: &str) -> bool {
        self.settings().any(|(own, _)| own == path)
    }

    /// The axis as JSON, with every value listed.
    pub fn to_json(&self) -> Value {
        if self.coupled.is_empty() {
            return json!({ "path": self.path, "values": self.values });
        }
        let paths: Vec<&str> = self.settings().map(|(path, _)| path).collect();
        let row = |place: usize| self.settings().map(|(_, values)| values[place].clone()).collect::<Value>();
        json!({ "paths": paths, "values": (0..self.values.len()).map(row).collect::<Value>() })
    }
}

fn is_number(spec: &ParamSpec) -> bool {
    matches!(spec.kind, ParamKind::Integer { .. } | ParamKind::Real { .. })
}

/// The declaration of a setting that may be varied.
fn variable(path: &str, scene: &Value, language: Language) -> Result<ParamSpec, String> {
    let spec = spec_at(path, scene, language)?;
    match path {
        "seed" => Err("the seed is not a setting to sweep over; seeds says how many there are".into()),
        _ => Ok(spec),
    }
}

type Range = (Vec<Value>, bool);

fn range(
    fields: &Map<String, Value>,
    spec: &ParamSpec,
    wrong: &impl Fn(&str, String) -> Problem,
) -> Result<Range, Problem> {
    let is_whole = matches!(spec.kind, ParamKind::Integer { .. });
    if !is_whole && !matches!(spec.kind, ParamKind::Real { .. }) {
        return Err(wrong("values", format!("is missing: {} has no range; it is {}", spec.id, spec.allowed())));
    }
    let number = |field: &str| match fields.get(field) {
        None => Err(wrong(field, "is missing: give values, or from, to and count".into())),
        Some(given) => given
            .as_f64()
            .filter(|number| number.is_finite())
            .ok_or_else(|| wrong(field, format!("{given} is not a number"))),
    };
    let (from, to) = (number("from")?, number("to")?);
    let count = fields.get("count").ok_or_else(|| wrong("count", "is missing: how many values".into()))?;
    let most = MAX_AXIS_VALUES as u64;
    let count = count
        .as_u64()
        .filter(|count| (1..=most).contains(count))
        .ok_or_else(|| wrong("count", format!("{count} is not a whole number from 1 to {most}")))?
        as usize;
    let is_logarithmic = match fields.get("scale").map(Value::as_str) {
        None | Some(Some("linear")) => false,
        Some(Some("log")) => true,
        Some(_) => return Err(wrong("scale", "is not one of \"linear\", \"log\"".into())),
    };
    if count > 1 && from == to {
        return Err(wrong("to", format!("{to} is equal to from: the range is empty")));
    }
    if is_logarithmic && (from <= 0.0 || to <= 0.0) {
        return Err(wrong("from", format!("{from} to {to} has no logarithm; both ends must be above 0")));
    }
    let at = |step: usize| match step {
        0 => from,
        step if step + 1 == count => to,
        step => {
            let part = step as f64 / (count - 1) as f64;
            if is_logarithmic {
                rounded(math::exp(math::ln(from) + (math::ln(to) - math::ln(from)) * part), LOGARITHMIC_DIGITS)
            } else {
                rounded(from + (to - from) * part, LINEAR_DIGITS)
            }
        }
    };
    let values = (0..count).map(|step| if is_whole { at(step).round() } else { at(step) });
    Ok((values.map(Value::from).collect(), is_logarithmic))
}

pub(crate) fn rounded(value: f64, digits: usize) -> f64 {
    format!("{value:.*e}", digits - 1).parse().unwrap_or(value)
}

/// Writes an integer without a decimal point, `80` in place of `80.0`, as in scenes.
pub(crate) fn whole_where_it_is(value: Value) -> Value {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    match value.as_f64() {
        Some(number) if !value.is_i64() && !value.is_u64() && number.fract() == 0.0 && number.abs() < EXACT => {
            Value::from(number as i64)
        }
        _ => value,
    }
}

/// The declaration of the setting with this full path. The error says why there is no such setting.
pub(crate) fn spec_at(path: &str, scene: &Value, language: Language) -> Result<ParamSpec, String> {
    let lanes = scene["lanes"].as_array().map_or(&[][..], Vec::as_slice);
    let (id, lanes) = if let Some(id) = path.strip_prefix("queue.params.") {
        (id, lanes)
    } else if let Some((place, id)) = path.strip_prefix("lanes.").and_then(|rest| rest.split_once(".params.")) {
        let place = place.parse().ok().filter(|&place: &usize| place < lanes.len());
        let place = place.ok_or_else(|| format!("{path} names no lane; there are {}, from 0", lanes.len()))?;
        (id, &lanes[place..=place])
    } else {
        let field = fields::at(path)
            .ok_or_else(|| format!("{path} is not a setting that is one value; chokepoint list settings names all"))?;
        return Ok(field.spec);
    };
    let aqms: Vec<&str> = lanes.iter().filter_map(|lane| lane["aqm"].as_str()).collect();
    let declared = lanes.iter().filter_map(|lane| about_of_lane(lane, language)).flat_map(|about| about.params());
    let found = declared.into_iter().find(|spec| spec.id == id).copied();
    found.ok_or_else(|| format!("{path}: no lane ({}) has a parameter {id}", aqms.join(", ")))
}

/// Parses an axis from text: `max_th=60..100:9`, `flows.0.rate_bps=1e5..1e7:21log`, `limit=50,100,200`,
/// `flows.0.transport=newreno,cubic`, `limit,min_th=50/20,100/40`.
pub fn axis_of_text(text: &str) -> Result<Value, Problem> {
    let wrong = |problem: &str| Problem::new(text, problem);
    let form = "is not of the form PATH=FROM..TO:COUNT, PATH=FROM..TO:COUNTlog, PATH=VALUE,VALUE or PATH,PATH=VALUE/VALUE,VALUE/VALUE";
    let (path, values) = text.split_once('=').ok_or_else(|| wrong(form))?;
    if path.contains(',') {
        let paths: Vec<&str> = path.split(',').map(str::trim).collect();
        let row = |row: &str| row.split('/').map(|it| value_of(it.trim())).collect::<Value>();
        return Ok(json!({ "paths": paths, "values": values.split(',').map(row).collect::<Value>() }));
    }
    let Some((from, rest)) = values.split_once("..") else {
        let values: Vec<Value> = values.split(',').map(|it| value_of(it.trim())).collect();
        return Ok(json!({ "path": path.trim(), "values": values }));
    };
    let (to, count) = rest.rsplit_once(':').ok_or_else(|| wrong(form))?;
    let (count, scale) = match count.strip_suffix("log") {
        Some(count) => (count, "log"),
        None => (count, "linear"),
    };
    Ok(json!({
        "path": path.trim(),
        "from": value_of(from.trim()),
        "to": value_of(to.trim()),
        "count": value_of(count.trim()),
        "scale": scale,
    }))
}

/// A value as typed: JSON if it parses as JSON, otherwise a string.
fn value_of(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(text: &str) -> Result<Axis, String> {
        let scene = json!({
            "lanes": [{ "aqm": "red" }],
            "flows": [{ "transport": "newreno" }],
            "bottleneck": {},
        });
        let given = axis_of_text(text).map_err(|problem| problem.to_string())?;
        Axis::read(&given, "over.0", &scene, Language::NONE).map_err(|problem| problem.to_string())
    }

    #[test]
    fn steps_are_equal_differences_or_equal_factors() {
        assert_eq!(axis("max_th=60..100:5").unwrap().values, [60, 70, 80, 90, 100].map(Value::from));
        assert_eq!(
            axis("flows.0.rate_bps=1e5..1e7:3log").unwrap().values,
            [100_000, 1_000_000, 10_000_000].map(Value::from)
        );
        assert_eq!(axis("flows.0.start_jitter=1").unwrap_err().split(':').next(), Some("over.0.path"));
        assert_eq!(axis("flows.0.transport=newreno,cubic").unwrap().values, ["newreno", "cubic"].map(Value::from));
        assert_eq!(axis("w_q=0.1..0.3:3").unwrap().values, [json!(0.1), json!(0.2), json!(0.3)]);
        assert_eq!(
            axis("flows.0.count=1..3:9").unwrap().values,
            [1, 2, 3].map(Value::from),
            "whole numbers, each once"
        );
    }

    #[test]
    fn coupled_settings_change_together() {
        let axis = axis("limit,min_th,gentle=50/20/true,100/40/false,50/20/true").unwrap();
        let settings: Vec<(&str, &[Value])> = axis.settings().collect();
        assert_eq!(
            settings,
            [
                ("queue.params.limit", &[json!(50), json!(100)][..]),
                ("queue.params.min_th", &[json!(20), json!(40)][..]),
                ("queue.params.gentle", &[json!(true), json!(false)][..]),
            ]
        );
        assert!(axis.is_number && !axis.coupled[1].is_number);
        let paths = ["queue.params.limit", "queue.params.min_th", "queue.params.gentle"];
        assert_eq!(axis.to_json(), json!({ "paths": paths, "values": [[50, 20, true], [100, 40, false]] }));
    }

    #[test]
    fn an_invalid_axis_is_reported_with_its_path() {
        for (text, said) in [
            ("limit,min_th=50/20,100", "over.0.values.1: [100] is not a list of 2 values, one for each path"),
            ("limit,min_th=50/20,100/x", "over.0.values.1.1: \"x\" is not a number"),
            ("limit,min_th=1..2:3", "over.0.values.0: [\"1..2:3\"] is not a list of 2 values"),
            ("limit,limit=50/20", "over.0.paths.1: queue.params.limit is varied twice"),
            ("limit,seed=50/20", "over.0.paths.1: the seed is not a setting to sweep over"),
            ("limit,wish=50/20", "over.0.paths.1: wish is not a setting"),
            ("limit,=50/20", "over.0.paths.1: "),
            ("max_th", "not of the form"),
            ("max_th=60..100", "not of the form"),
            ("max_th=60..60:3", "over.0.to: 60 is equal to from"),
            ("max_th=60..100:0", "over.0.count: 0 is not a whole number from 1"),
            ("max_th=60..100:1000000000", "over.0.count: 1000000000 is not a whole number from 1"),
            ("w_q=0..1:3log", "no logarithm"),
            ("w_q=0.1..7:3", "over.0.values.1: 3.55 is not"),
            ("flows.0.transport=tcp", "over.0.values.0: \"tcp\" is not one of"),
            ("flows.0.transport=1..2:2", "has no range"),
            ("seed=1..5:5", "not a setting to sweep over"),
            ("hash_buckets=1", "over.0.path: hash_buckets is not a setting"),
            ("weight_0=1", "no lane (red) has a parameter weight_0"),
            ("lanes.3.params.max_th=1", "names no lane"),
            ("lanes.0.aqm=red", "over.0.path: lanes.0.aqm is not a setting"),
        ] {
            let message = axis(text).unwrap_err();
            assert!(message.contains(said), "{text}: {message}");
        }
    }
}

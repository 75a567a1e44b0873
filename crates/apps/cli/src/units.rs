//! Reads rates and times as people type them, with units: `10mbit`, `50ms`.

use chokepoint_engine::discipline::ABOUTS;
use chokepoint_engine::scenario::{about_of_lane, fields, full_path};
use chokepoint_script::RHAI;
use serde_json::Value;

/// Units, with the power of ten that each stands for.
type Units = &'static [(&'static str, i32)];

const RATES: Units = &[("bit", 0), ("kbit", 3), ("mbit", 6), ("gbit", 9)];
const TIMES: Units = &[("s", 0), ("ms", -3), ("us", -6), ("ns", -9)];

/// Parses a rate in the notation of `tc` \[bit/s\].
pub(crate) fn rate(text: &str) -> Result<f64, String> {
    number(text, RATES).ok_or_else(|| {
        format!("{text} is not a rate; a rate is a number of bit/s, or a number with {}, e.g. 10mbit", names(RATES))
    })
}

pub(crate) fn time(text: &str) -> Result<f64, String> {
    number(text, TIMES).ok_or_else(|| {
        format!("{text} is not a time; a time is a number of seconds, or a number with {}, e.g. 50ms", names(TIMES))
    })
}

fn names(units: Units) -> String {
    let names: Vec<&str> = units.iter().map(|(name, _)| *name).collect();
    names.join(", ")
}

fn number(text: &str, units: Units) -> Option<f64> {
    let text = text.trim().to_ascii_lowercase();
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = text[digits.len()..].trim();
    let power = if unit.is_empty() { 0 } else { units.iter().find(|(name, _)| *name == unit)?.1 };
    let number: f64 = digits.trim_end().parse().ok()?;
    // Division gives 0.009 for 9ms; multiplication by 0.001 would give 0.009000000000000001.
    let factor = 10_f64.powi(power.abs());
    Some(if power < 0 { number / factor } else { number * factor }).filter(|it| it.is_finite())
}

/// Parses the value of a setting: as JSON, else as a rate or time if the setting has such a unit, else as a string.
pub(crate) fn value(text: &str, path: &str, scenario: &Value) -> Result<Value, String> {
    if let Ok(json) = serde_json::from_str(text) {
        return Ok(json);
    }
    let number = match unit_of(path, scenario) {
        Some("bit/s") => rate(text)?,
        Some("s") => time(text)?,
        _ => return Ok(Value::String(text.to_owned())),
    };
    Ok(number.into())
}

/// The declared unit of a setting of the scene, or of a parameter of any discipline.
fn unit_of(path: &str, scenario: &Value) -> Option<&'static str> {
    let path = full_path(path, scenario, RHAI);
    if let Some(field) = fields::at(&path) {
        return Some(field.spec.unit);
    }
    let id = path.rsplit('.').next().unwrap_or(&path);
    let own = scenario["lanes"].as_array().into_iter().flatten().filter_map(|lane| about_of_lane(lane, RHAI));
    own.chain(ABOUTS.iter().copied()).flat_map(|about| about.params()).find(|spec| spec.id == id).map(|spec| spec.unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_and_times_have_units() {
        assert_eq!(
            ["1000", "10mbit", "1.5 Mbit", "2gbit", "8kbit"].map(|text| rate(text).unwrap()),
            [1e3, 1e7, 1.5e6, 2e9, 8e3]
        );
        assert_eq!(["2", "50ms", "1.5s", "100us", "3NS"].map(|text| time(text).unwrap()), [2.0, 0.05, 1.5, 1e-4, 3e-9]);
        for wrong in ["", "mbit", "10mbyte", "10ms", "inf", "nan", "1e999"] {
            assert!(rate(wrong).unwrap_err().contains("is not a rate"), "{wrong}");
        }
        for wrong in ["", "ms", "10mbit", "10 h", "inf"] {
            assert!(time(wrong).unwrap_err().contains("is not a time"), "{wrong}");
        }
    }
}

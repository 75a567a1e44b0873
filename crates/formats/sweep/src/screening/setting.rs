//! The settings that a screening varies, with their values.

use crate::axis::rounded;
use chokepoint_engine::declare::{ParamKind, ParamSpec};
use chokepoint_engine::scenario::Problem;
use chokepoint_engine::scenario::fields::{self, Group};
use chokepoint_engine::{Scenario, math};
use serde::Serialize;
use serde_json::{Value, json};
use ts_rs::TS;

/// Number of significant digits to which the levels of a setting are rounded.
const LEVEL_DIGITS: usize = 6;

/// A kind of settings that can be varied.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum Vary {
    /// The parameters of the lane's discipline.
    Queue,
    /// The bottleneck and the links to it.
    Bottleneck,
    /// The groups of flows.
    Flows,
}

impl Vary {
    /// All kinds, with their ids.
    pub const ALL: [(&'static str, Self); 3] =
        [("queue", Self::Queue), ("bottleneck", Self::Bottleneck), ("flows", Self::Flows)];
}

/// How a setting is varied.
#[derive(Clone, Debug, PartialEq)]
pub enum Way {
    /// The setting takes levels spaced by equal factors, while the other settings vary too. This gives elementary
    /// effects.
    Levels(Vec<Value>),
    /// The setting takes one other value at a single point, where all other settings are unchanged. Choices and
    /// switches are varied in this way, because they have no levels.
    Once(Value),
}

/// A setting that is varied.
#[derive(Clone, Debug)]
pub struct Varied {
    /// Full dotted path.
    pub path: String,
    /// Declaration of the setting.
    pub spec: ParamSpec,
    /// Present value.
    pub value: Value,
    /// How the setting is varied.
    pub way: Way,
}

impl Varied {
    pub(super) fn facts(&self) -> VariedSetting {
        let (levels, other) = match &self.way {
            Way::Levels(levels) => (Some(levels.clone()), None),
            Way::Once(other) => (None, Some(other.clone())),
        };
        let Self { path, spec, value, .. } = self;
        VariedSetting {
            path: path.clone(),
            id: spec.id,
            name: spec.name,
            unit: spec.unit,
            value: value.clone(),
            levels,
            other,
            refused: None,
        }
    }
}

/// A varied setting in the form that the page receives. A number has levels; a choice or switch has another value.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct VariedSetting {
    /// Full dotted path.
    pub path: String,
    /// Id of the setting.
    pub id: &'static str,
    /// Name for people.
    pub name: &'static str,
    /// Unit of the values.
    pub unit: &'static str,
    /// Present value.
    #[ts(type = "SettingValue")]
    pub value: Value,
    /// The levels of a number.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "ReadonlyArray<number>")]
    pub levels: Option<Vec<Value>>,
    /// The other value of a choice or switch.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "SettingValue")]
    pub other: Option<Value>,
    /// Why the other value of a choice or switch gives no valid scene.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub refused: Option<String>,
}

/// A setting that is not varied, with the reason.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(rename = "LeftOutSetting")]
pub struct LeftOut {
    /// Full dotted path.
    pub path: String,
    /// The reason, worded to follow the path.
    pub reason: String,
}

/// The varied settings of a lane of a scene, and the settings that are not varied.
pub(super) fn settings_of(
    scenario: &Scenario,
    lane: usize,
    vary: &[Vary],
    (factor, levels): (f64, usize),
) -> Result<(Vec<Varied>, Vec<LeftOut>), Vec<Problem>> {
    let mut found = Found { varied: Vec::new(), left_out: Vec::new(), factor, levels };
    if vary.contains(&Vary::Queue) {
        let (about, settings, _) = scenario.lane_settings(lane)?;
        let values: Vec<_> = settings.iter().collect();
        for spec in about.params() {
            if let Some((_, value)) = values.iter().find(|(id, _)| *id == spec.id) {
                // A parameter is varied in this lane only, because its values may be invalid for the discipline of
                // another lane.
                found.add(format!("lanes.{lane}.params.{}", spec.id), *spec, &json!(value));
            }
        }
    }
    let scene = scenario.to_json();
    for field in fields::all() {
        let wanted = match field.group {
            Group::Bottleneck => Vary::Bottleneck,
            Group::Flows => Vary::Flows,
            // Seed and duration of a run are not settings of the simulated system.
            Group::Run => continue,
        };
        if !vary.contains(&wanted) {
            continue;
        }
        let pattern = field.path();
        // A scene contains only the settings in use, not those of other sources and transports.
        let Some((_, id)) = pattern.split_once("flows.*.") else {
            let pointer = format!("/{}", pattern.replace('.', "/"));
            if let Some(value) = scene.pointer(&pointer) {
                found.add(pattern, field.spec, value);
            }
            continue;
        };
        for (place, group) in scene["flows"].as_array().into_iter().flatten().enumerate() {
            if let Some(value) = group.get(id) {
                found.add(format!("flows.{place}.{id}"), field.spec, value);
            }
        }
    }
    Ok((found.varied, found.left_out))
}

struct Found {
    varied: Vec<Varied>,
    left_out: Vec<LeftOut>,
    factor: f64,
    levels: usize,
}

impl Found {
    fn add(&mut self, path: String, spec: ParamSpec, value: &Value) {
        let others: Vec<Value> = match spec.kind {
            ParamKind::Switch => vec![json!(*value != json!(true))],
            // Another kind of flow or link would make a different scene, so settings that select these kinds are not
            // varied.
            ParamKind::Choice { .. } if !path.starts_with("lanes.") => return,
            ParamKind::Choice { choices } => {
                choices.iter().map(|choice| json!(choice.id)).filter(|other| other != value).collect()
            }
            ParamKind::Integer { min, max } => return self.add_number(path, spec, value, (min as f64, max as f64)),
            ParamKind::Real { min, max } => return self.add_number(path, spec, value, (min, max)),
        };
        for other in others {
            self.varied.push(Varied { path: path.clone(), spec, value: value.clone(), way: Way::Once(other) });
        }
    }

    fn add_number(&mut self, path: String, spec: ParamSpec, value: &Value, (min, max): (f64, f64)) {
        let Some(number) = value.as_f64().filter(|&number| number > 0.0) else {
            let reason = format!("is {value}: no factor changes it");
            return self.left_out.push(LeftOut { path, reason });
        };
        let is_whole = matches!(spec.kind, ParamKind::Integer { .. });
        // The levels stay within the factor `self.factor` of the present value, because the declared range is often far
        // wider than useful. They also stay within the declared range.
        let (from, to) = ((number / self.factor).max(min), (number * self.factor).min(max));
        let (from_ln, to_ln) = (math::ln(from.max(f64::MIN_POSITIVE)), math::ln(to.max(f64::MIN_POSITIVE)));
        let mut levels: Vec<Value> = Vec::with_capacity(self.levels);
        for place in 0..self.levels {
            let part = place as f64 / (self.levels - 1) as f64;
            let level = rounded(math::exp(from_ln + (to_ln - from_ln) * part), LEVEL_DIGITS).clamp(from, to);
            levels.push(if is_whole { json!(level.round().clamp(min, max) as i64) } else { json!(level) });
        }
        if levels.first() == levels.last() {
            let reason = format!("has no other value within that factor of {value}; it is {}", spec.allowed());
            return self.left_out.push(LeftOut { path, reason });
        }
        self.varied.push(Varied { path, spec, value: value.clone(), way: Way::Levels(levels) });
    }
}

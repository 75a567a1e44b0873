//! Changes of settings while a scene runs.
//!
//! [`Scenario::with`] writes a scene and reads it again, which is slow for a large scene. A running scene may be
//! changed a thousand times, and has to wait for each change. The code here therefore checks only the parts that a
//! change affects, with the same result.

use super::check::UNDECLARED;
use super::field::Field;
use super::path::place_of;
use super::problem::{Problem, Problems};
use super::reader::NAMELESS;
use super::{Scenario, flow_fields, scene_fields};
use serde_json::Value;
use std::collections::BTreeMap;
use std::mem;

impl Scenario {
    /// Changes a setting, if [`super::fields::is_live`] allows it while the scene runs. A failure leaves the scenario unchanged.
    pub(crate) fn change(&mut self, path: &str, value: &Value) -> Result<(), Vec<Problem>> {
        let mut problems = Problems::default();
        if let Err(problem) = self.try_change(path, value, &mut problems) {
            problems.push(problem);
        }
        if problems.is_empty() { Ok(()) } else { Err(problems.into_reported()) }
    }

    fn try_change(&mut self, path: &str, value: &Value, problems: &mut Problems) -> Result<(), Problem> {
        let wrong = |problem: String| Problem::new(path, problem);
        if let Some(nameless) = path.strip_suffix('.') {
            return Err(Problem::new(nameless, NAMELESS));
        }
        if let Some(setting) = scene_fields::live_at(path) {
            let value = setting.field.spec.parse(value).map_err(|problem| wrong(problem.problem))?;
            let had_two_links = self.has_two_links();
            let before = setting.replace(self, value);
            if self.has_two_links() != had_two_links {
                problems.push(wrong("cannot add or remove the second link while the scene runs".into()));
            }
            (0..self.lanes.len()).for_each(|lane| drop(self.settle(lane, problems)));
            self.check_own_links(problems);
            self.check_senders(problems);
            self.check_service(problems);
            self.check_links(problems);
            if !problems.is_empty() {
                setting.replace(self, before);
            }
        } else if let Some((place, field)) = live_field_of_flows(path) {
            let place = place_of(place, self.flows.len(), path)?;
            let mut changed = self.flows[place].clone();
            changed.change(&field, value).map_err(wrong)?;
            let before = mem::replace(&mut self.flows[place], changed);
            self.flows[place].check(&format!("flows.{place}"), problems);
            if problems.is_empty() {
                self.check_own_link(place, problems);
            }
            if !problems.is_empty() {
                self.flows[place] = before;
            }
        } else if let Some(id) = path.strip_prefix("queue.params.") {
            let before = self.shared_params.insert(id.to_owned(), value.clone());
            for (lane, about) in self.lanes.iter().map(|lane| self.about_of(lane)).enumerate() {
                if about.is_some_and(|about| about.params().any(|spec| spec.id == id)) {
                    self.settle(lane, problems);
                }
            }
            if !self.declares(id) {
                problems.push(wrong(UNDECLARED.into()));
            }
            put_back(&mut self.shared_params, id, before, problems);
        } else if let Some((lane, id)) = path.strip_prefix("lanes.").and_then(|rest| rest.split_once(".params.")) {
            let lane = place_of(lane, self.lanes.len(), path)?;
            let before = self.lanes[lane].params.insert(id.to_owned(), value.clone());
            self.settle(lane, problems);
            put_back(&mut self.lanes[lane].params, id, before, problems);
        } else {
            return Err(wrong("cannot change while the scene runs".into()));
        }
        Ok(())
    }
}

/// The setting at `path` and the index of its group, if `path` names a setting of flows that may change while the scene runs.
fn live_field_of_flows(path: &str) -> Option<(&str, Field)> {
    let (place, id) = path.strip_prefix("flows.")?.split_once('.')?;
    let field = flow_fields::all().find(|field| field.is_live && field.spec.id == id)?;
    Some((place, field))
}

/// Restores the previous value after a failed change.
fn put_back(params: &mut BTreeMap<String, Value>, id: &str, before: Option<Value>, problems: &Problems) {
    if problems.is_empty() {
        return;
    }
    match before {
        Some(before) => params.insert(id.to_owned(), before),
        None => params.remove(id),
    };
}

#[cfg(test)]
mod tests {
    use super::super::fields;
    use super::*;
    use crate::discipline::ABOUTS;
    use serde_json::json;

    fn scene() -> Scenario {
        let own = json!({ "aqm": "red", "params": { "max_th": 70 } });
        let lanes: Vec<_> = std::iter::once(own).chain(ABOUTS.iter().map(|about| json!({ "aqm": about.id }))).collect();
        let scene = json!({
            "lanes": lanes,
            "bottleneck": { "service": "geometric", "service_slot_s": 0.004 },
            "access": { "rate_bps": 1_000_000 },
            "flows": [
                { "transport": "newreno", "count": 3 },
                { "transport": "udp", "source": "schedule", "count": 2, "steps": [[1, 5_000], [2, 0]] },
                { "transport": "udp", "source": "self-similar" },
                { "transport": "newreno", "source": "trace", "files": [[0, 3], [2.5, 40]] },
                { "transport": "newreno", "source": "size-table", "sizes": [[1, 0.5], [20, 1]] },
                { "transport": "udp", "source": "poisson" },
                { "transport": "udp", "stop_s": 7 },
            ],
        });
        Scenario::parse(&scene).unwrap()
    }

    #[test]
    fn a_change_gives_the_same_scene_as_reading_the_changed_scene() {
        let values = [
            json!(0),
            json!(1),
            json!(70.0),
            json!(5e5),
            json!(2_000_000),
            json!(40_000_000),
            json!(1e11),
            json!(-1),
            json!(1.5),
            json!(null),
            json!("yes"),
            json!(true),
            json!([]),
        ];
        let declared = ABOUTS.iter().flat_map(|about| about.params()).map(|spec| spec.id);
        let mut ids: Vec<_> = declared.chain(["", "unknown"]).collect();
        ids.sort_unstable();
        ids.dedup();
        let mut paths = vec!["bottleneck.capacity_bps".to_owned()];
        paths.extend(["0", "1", "2", "3", "4", "5", "x", "-1"].map(|place| format!("flows.{place}.rate_bps")));
        paths.extend(ids.iter().map(|id| format!("queue.params.{id}")));
        paths.extend(ids.iter().map(|id| format!("lanes.0.params.{id}")));
        paths.extend(["lanes.99.params.limit", "lanes.x.params.limit"].map(str::to_owned));
        let (mut taken, mut refused) = (0, 0);
        let mut changed = scene();
        for path in &paths {
            assert!(fields::is_live(path), "{path}");
            for value in &values {
                let before = changed.clone();
                let expected = before.with(path, value.clone());
                let outcome = changed.change(path, value);
                match expected {
                    Ok(expected) => {
                        taken += 1;
                        assert_eq!((outcome, &changed), (Ok(()), &expected), "{path} = {value}");
                    }
                    Err(expected) => {
                        refused += 1;
                        assert_eq!(outcome, Err(expected), "{path} = {value}");
                        assert_eq!(changed, before, "{path} = {value}");
                    }
                }
            }
        }
        assert!(taken > 200 && refused > 1_000, "{taken} taken, {refused} refused");
    }
}

//! Dotted paths into a scenario: `bottleneck.capacity_bps`, `flows.0.rate_bps`, `queue.params.max_th`.
//!
//! `--set`, interventions, URLs and panels all use these paths to name settings. JSON pointers (`/flows/0/rate_bps`)
//! are accepted too.

use super::limits::MAX_PATH_STEPS;
use super::problem::Problem;
use serde_json::{Map, Value};

fn steps(path: &str) -> Vec<String> {
    match path.strip_prefix('/') {
        Some(pointer) => pointer.split('/').map(|step| step.replace("~1", "/").replace("~0", "~")).collect(),
        None => path.split('.').map(str::to_owned).collect(),
    }
}

/// The dotted form of a path.
pub fn dotted(path: &str) -> String {
    steps(path).join(".")
}

/// Sets the value at `path`. Missing fields of objects are added, but missing items of lists are not.
pub fn set(root: &mut Value, path: &str, value: Value) -> Result<(), Problem> {
    let steps = steps(path);
    let Some((last, parents)) = steps.split_last() else {
        return Err(Problem::new(path, "is an empty path"));
    };
    if steps.len() > MAX_PATH_STEPS {
        return Err(Problem::new(
            path,
            format!("goes {} steps deep, of which at most {MAX_PATH_STEPS} are allowed", steps.len()),
        ));
    }
    let mut place = root;
    for step in parents {
        place = enter(place, step, path)?;
    }
    *enter(place, last, path)? = value;
    Ok(())
}

fn enter<'a>(place: &'a mut Value, step: &str, path: &str) -> Result<&'a mut Value, Problem> {
    match place {
        Value::Object(fields) => Ok(fields.entry(step).or_insert(Value::Object(Map::new()))),
        Value::Array(items) => {
            let index = place_of(step, items.len(), path)?;
            Ok(&mut items[index])
        }
        _ => Err(Problem::new(dotted(path), format!("has the step {step} after a setting that has no fields"))),
    }
}

/// Parses a step of a path as an index into a list of `count` items.
pub(super) fn place_of(step: &str, count: usize, path: &str) -> Result<usize, Problem> {
    step.parse().ok().filter(|&index| index < count).ok_or_else(|| {
        Problem::new(dotted(path), format!("has {step} where an index from 0 to {} is needed", count.max(1) - 1))
    })
}

/// The shortest list of (path, value) that turns `from` into `to`; the value `null` removes a field.
///
/// Objects are compared field by field, and lists of equal length item by item. Lists of different length are compared as a
/// whole.
pub fn differences(from: &Value, to: &Value) -> Vec<(String, Value)> {
    let mut found = Vec::new();
    compare(from, to, String::new(), &mut found);
    found
}

fn compare(from: &Value, to: &Value, path: String, found: &mut Vec<(String, Value)>) {
    let below = |step: &str| {
        if path.is_empty() { step.to_owned() } else { format!("{path}.{step}") }
    };
    match (from, to) {
        _ if from == to => {}
        (Value::Object(old), Value::Object(new)) => {
            for (key, value) in new {
                match old.get(key) {
                    Some(before) => compare(before, value, below(key), found),
                    None => found.push((below(key), value.clone())),
                }
            }
            for key in old.keys().filter(|key| !new.contains_key(*key)) {
                found.push((below(key), Value::Null));
            }
        }
        (Value::Array(old), Value::Array(new)) if old.len() == new.len() => {
            for (index, (before, after)) in old.iter().zip(new).enumerate() {
                compare(before, after, below(&index.to_string()), found);
            }
        }
        _ => found.push((path, to.clone())),
    }
}

/// Applies the changes that [`differences`] returns.
pub fn apply(root: &mut Value, changes: &[(String, Value)]) -> Result<(), Problem> {
    for (path, value) in changes {
        if value.is_null() {
            remove(root, path);
        } else {
            set(root, path, value.clone())?;
        }
    }
    Ok(())
}

fn remove(root: &mut Value, path: &str) {
    let steps = steps(path);
    let Some((last, parents)) = steps.split_last() else {
        return;
    };
    let mut place = root;
    for step in parents {
        let next = match place {
            Value::Object(fields) => fields.get_mut(step),
            Value::Array(items) => step.parse::<usize>().ok().and_then(|index| items.get_mut(index)),
            _ => None,
        };
        match next {
            Some(next) => place = next,
            None => return,
        }
    }
    if let Value::Object(fields) = place {
        fields.remove(last);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_setting_is_found_by_dots_and_by_pointer() {
        let mut scene = json!({ "flows": [{ "count": 1 }, { "count": 33 }] });
        set(&mut scene, "flows.1.count", json!(40)).unwrap();
        set(&mut scene, "/flows/0/count", json!(2)).unwrap();
        assert_eq!(scene, json!({ "flows": [{ "count": 2 }, { "count": 40 }] }));
    }

    #[test]
    fn an_index_beyond_a_list_is_reported() {
        let mut scene = json!({ "flows": [{}] });
        let problem = set(&mut scene, "flows.3.count", json!(1)).unwrap_err();
        assert_eq!(problem.to_string(), "flows.3.count: has 3 where an index from 0 to 0 is needed");
    }

    #[test]
    fn a_path_with_too_many_steps_is_refused() {
        let mut scene = json!({});
        let problem = set(&mut scene, &"a.".repeat(100_000), json!(1)).unwrap_err();
        assert!(problem.to_string().len() < 200, "{problem}");
        assert_eq!(scene, json!({}));
    }

    #[test]
    fn applying_the_differences_turns_one_scene_into_the_other() {
        let from = json!({ "a": 1, "b": { "c": [1, 2], "d": true }, "gone": 0 });
        let to = json!({ "a": 1, "b": { "c": [1, 3], "d": false, "e": "new" } });
        let changes = differences(&from, &to);
        assert_eq!(changes.len(), 4);
        let mut scene = from.clone();
        apply(&mut scene, &changes).unwrap();
        assert_eq!(scene, to);
    }
}

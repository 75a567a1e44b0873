//! Parses conditions such as `udp_throughput_bps of choke < 0.5 fair share` into checks of claims.

use crate::problem::{nearest, quoted};
use chokepoint_engine::experiment::{METRICS, Metric};
use serde_json::{Value, json};

/// A parsed condition.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Condition {
    /// The check of a claim.
    pub(crate) check: Value,
    /// The lanes that the condition names.
    pub(crate) lanes: Vec<String>,
}

/// Parses a condition, or several conditions joined by `and`. `lanes` are the names of the scene's lanes; if there is
/// only one lane, a condition may omit the lane's name. Metrics are checked later, when the check is parsed as a claim.
pub(crate) fn read(text: &str, lanes: &[String]) -> Result<Condition, String> {
    let mut words = Words { words: text.split_whitespace().collect(), at: 0, lanes };
    let mut checks = Vec::new();
    let mut named = Vec::new();
    loop {
        checks.push(words.clause(&mut named)?);
        match words.next() {
            None => break,
            Some("and") => {}
            Some("%") => return Err("“%” is not understood; shares and ratios are from 0 to 1, so 2 % is 0.02".into()),
            Some(odd) => {
                let known = "after a number, only “fair share” and “and” (which joins two conditions) are allowed";
                return Err(format!("{} is not understood; {known}", quoted(odd)));
            }
        }
    }
    let check = match checks.len() {
        1 => checks.swap_remove(0),
        _ => json!({ "kind": "all", "of": checks }),
    };
    Ok(Condition { check, lanes: named })
}

/// Parses a metric of a lane, as in `udp_utilization of choke`.
pub(crate) fn read_measure(text: &str, lanes: &[String]) -> Result<(String, String), String> {
    let mut words = Words { words: text.split_whitespace().collect(), at: 0, lanes };
    let (metric, lane) = words.measure()?;
    match words.next() {
        None => Ok((metric, lane)),
        Some(odd) => Err(format!("{} is not understood; it is written METRIC of LANE", quoted(odd))),
    }
}

/// The metric with this name.
pub(crate) fn metric_of(name: &str) -> Result<Metric, String> {
    let id = name.split(':').next().unwrap_or_default();
    if METRICS.iter().all(|about| about.id != id) {
        return Err(format!("{} is not a metric{}", quoted(id), nearest(id, METRICS.iter().map(|about| about.id))));
    }
    Metric::parse(name).map_err(|problem| format!("{} {problem}", quoted(name)))
}

struct Words<'a> {
    words: Vec<&'a str>,
    at: usize,
    lanes: &'a [String],
}

impl<'a> Words<'a> {
    fn next(&mut self) -> Option<&'a str> {
        let word = self.words.get(self.at).copied();
        self.at += 1;
        word
    }

    fn peek(&self) -> Option<&'a str> {
        self.words.get(self.at).copied()
    }

    fn measure(&mut self) -> Result<(String, String), String> {
        let metric = self.next().ok_or("is empty; it begins with a metric, as in udp_utilization of choke")?;
        let lane = if self.peek() == Some("of") {
            self.at += 1;
            self.next().ok_or("“of” needs a lane after it")?.to_owned()
        } else if let [only] = self.lanes {
            only.clone()
        } else {
            return Err(format!("names no lane; write {metric} of one of {}", self.lanes.join(", ")));
        };
        if !self.lanes.contains(&lane) {
            return Err(format!("{} is not a lane of the scene, which has {}", quoted(&lane), self.lanes.join(", ")));
        }
        Ok((metric.to_owned(), lane))
    }

    fn clause(&mut self, named: &mut Vec<String>) -> Result<Value, String> {
        let (metric, lane) = self.measure()?;
        metric_of(&metric)?;
        note(named, &lane);
        match self.next() {
            Some(sign @ (">=" | "≥" | "<=" | "≤")) => Err(format!(
                "write {} as {}: the limit itself always counts as met",
                quoted(sign),
                if sign.starts_with(['>', '≥']) { ">" } else { "<" }
            )),
            Some("rises") => {
                Ok(json!({ "kind": "trend", "metric": metric, "lanes": [lane], "direction": "rising", "sweep": true }))
            }
            Some("falls") => {
                Ok(json!({ "kind": "trend", "metric": metric, "lanes": [lane], "direction": "falling", "sweep": true }))
            }
            Some("between") => {
                let mut min = self.limit()?;
                if self.next() != Some("and") {
                    return Err("“between” is written “between A and B”".into());
                }
                let max = self.limit()?;
                // In “between 0.75 and 1.25 fair shares” the unit applies to both numbers.
                if max.is_object() && min.is_number() {
                    min = json!({ "fair_shares": min });
                }
                Ok(json!({ "kind": "bound", "metric": metric, "lanes": [lane], "min": min, "max": max }))
            }
            Some(sign @ ("<" | ">")) => {
                let is_number = self.peek().is_some_and(|word| word.parse::<f64>().is_ok());
                if is_number {
                    let side = if sign == "<" { "max" } else { "min" };
                    return Ok(json!({ "kind": "bound", "metric": metric, "lanes": [lane], side: self.limit()? }));
                }
                let (other, than) = self.measure()?;
                if other != metric {
                    return Err(format!(
                        "compares {metric} with {other}; {sign} needs a number, or the same metric of another lane"
                    ));
                }
                if than == lane {
                    return Err(format!("compares {lane} with itself"));
                }
                note(named, &than);
                let direction = if sign == "<" { "rising" } else { "falling" };
                Ok(json!({ "kind": "order", "metric": metric, "lanes": [lane, than], "direction": direction }))
            }
            other => Err(format!("{} is not one of <, >, between, rises, falls", quoted(other.unwrap_or("nothing")))),
        }
    }

    fn limit(&mut self) -> Result<Value, String> {
        let word = self.next().unwrap_or("nothing");
        let number = word.parse::<f64>().ok().filter(|it| it.is_finite());
        let number = number.ok_or_else(|| format!("{} is not a number", quoted(word)))?;
        if self.peek() == Some("fair") && matches!(self.words.get(self.at + 1), Some(&("share" | "shares"))) {
            self.at += 2;
            return Ok(json!({ "fair_shares": number }));
        }
        Ok(json!(number))
    }
}

fn note(named: &mut Vec<String>, lane: &str) {
    if !named.iter().any(|known| known == lane) {
        named.push(lane.to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lanes(names: &[&str]) -> Vec<String> {
        names.iter().map(|&name| name.to_owned()).collect()
    }

    #[test]
    fn conditions_become_checks_of_claims() {
        let two = lanes(&["red", "choke"]);
        let check = |text: &str| read(text, &two).unwrap().check;
        assert_eq!(
            check("udp_throughput_bps of choke < 0.5 fair share"),
            json!({ "kind": "bound", "metric": "udp_throughput_bps", "lanes": ["choke"], "max": { "fair_shares": 0.5 } })
        );
        assert_eq!(
            check("udp_loss_ratio of red between 0.1 and 0.2 and udp_loss_ratio of choke > udp_loss_ratio of red"),
            json!({ "kind": "all", "of": [
                { "kind": "bound", "metric": "udp_loss_ratio", "lanes": ["red"], "min": 0.1, "max": 0.2 },
                { "kind": "order", "metric": "udp_loss_ratio", "lanes": ["choke", "red"], "direction": "falling" },
            ] })
        );
        assert_eq!(
            check("udp_throughput_bps of red between 0.75 and 1.25 fair share"),
            json!({ "kind": "bound", "metric": "udp_throughput_bps", "lanes": ["red"],
                "min": { "fair_shares": 0.75 }, "max": { "fair_shares": 1.25 } })
        );
        assert_eq!(read("udp_loss_ratio of red > 1", &two).unwrap().lanes, ["red"]);
        assert_eq!(
            read("udp_loss_ratio falls", &lanes(&["red"])).unwrap().check,
            json!({ "kind": "trend", "metric": "udp_loss_ratio", "lanes": ["red"], "direction": "falling", "sweep": true })
        );
    }

    #[test]
    fn mistakes_in_conditions_are_reported() {
        let two = lanes(&["red", "choke"]);
        let wrong = |text: &str| read(text, &two).unwrap_err();
        assert_eq!(wrong("udp_loss_ratio > 1"), "names no lane; write udp_loss_ratio of one of red, choke");
        assert_eq!(wrong("udp_loss_ratio of blue > 1"), "“blue” is not a lane of the scene, which has red, choke");
        assert_eq!(wrong("udp_loss_ratio of red = 1"), "“=” is not one of <, >, between, rises, falls");
        assert_eq!(
            wrong("udp_loss_ratio of red > 1 or so"),
            "“or” is not understood; after a number, only “fair share” and “and” (which joins two conditions) are allowed"
        );
        assert_eq!(wrong("udp_loss_ratio of red > udp_loss_ratio of red"), "compares red with itself");
        assert_eq!(wrong("udp_loss_ratio of red between 1 to 2"), "“between” is written “between A and B”");
    }
}

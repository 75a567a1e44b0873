//! The metrics of a sweep: parses and describes them.

use chokepoint_engine::experiment::{METRICS, Metric, SceneFacts, Takes, Unit};
use chokepoint_engine::scenario::Problem;
use serde::Serialize;
use serde_json::Value;
use ts_rs::TS;

/// Metrics of a sweep that lists none. Those that the scene lacks are left out.
const USUAL_METRICS: [&str; 6] =
    ["udp_utilization", "tcp_utilization", "utilization", "jain_index", "queueing_delay_s", "drop_ratio"];

/// A metric of a sweep.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct SweepMetric {
    /// Id of the metric with its argument.
    pub id: String,
    /// Name for people.
    pub name: String,
    /// Unit of the values, as the catalog writes units.
    #[ts(type = "string")]
    pub unit: Unit,
    /// Meaning in words.
    pub meaning: &'static str,
    /// Whether the metric's values lie in \[0, 1\].
    pub is_share: bool,
}

/// The descriptions of metrics.
pub(crate) fn metrics_facts(metrics: &[Metric]) -> Vec<SweepMetric> {
    let facts = |metric: &Metric| SweepMetric {
        id: metric.to_string(),
        name: metric.name(),
        unit: metric.unit(),
        meaning: metric.about.meaning,
        is_share: metric.is_share(),
    };
    metrics.iter().map(facts).collect()
}

/// Parses a list of metrics. If no list is given, returns the usual metrics, without those of UDP or TCP if the scene
/// has no such flows.
pub(crate) fn read_metrics(given: Option<&Value>, facts: &SceneFacts, problems: &mut Vec<Problem>) -> Vec<Metric> {
    let Some(given) = given else {
        let has = |class: bool| facts.are_udp().contains(&class);
        let fits = |id: &&str| match id.split_once('_') {
            Some(("udp", _)) => has(true),
            Some(("tcp", _)) => has(false),
            _ => true,
        };
        return USUAL_METRICS.into_iter().filter(fits).filter_map(|id| Metric::parse(id).ok()).collect();
    };
    let Some(given) = given.as_array().filter(|metrics| !metrics.is_empty() && metrics.len() <= METRICS.len()) else {
        problems.push(Problem::new("metrics", format!("is not a list of 1 to {} metrics", METRICS.len())));
        return Vec::new();
    };
    let mut metrics: Vec<Metric> = Vec::with_capacity(given.len());
    for (place, given) in given.iter().enumerate() {
        let text = given.as_str().unwrap_or_default();
        let added = Metric::parse_each(text).and_then(|each| {
            for metric in each {
                metric.check(facts)?;
                match metric.about.takes {
                    Takes::Stretch => return Err("is read from bins of time, which a sweep does not keep".into()),
                    _ if metrics.contains(&metric) => return Err(format!("asks for {metric} twice")),
                    _ => metrics.push(metric),
                }
            }
            Ok(())
        });
        match added {
            Ok(()) => {}
            Err(problem) => problems.push(Problem::new(format!("metrics.{place}"), format!("{text:?} {problem}"))),
        }
    }
    metrics
}

//! The settings of a scene that are not discipline parameters. The parser, the panel, the schema and `--set` use this
//! list.

pub use super::field::{AppliesTo, Field, Group, Written};
use super::{flow_fields, scene_fields};

/// Every setting of a scene with a single value, in the order of the panel.
pub fn all() -> impl Iterator<Item = Field> {
    scene_fields::OF_THE_SCENE.iter().map(|setting| setting.field).chain(flow_fields::all())
}

/// The declaration of the setting at a dotted path.
pub fn at(path: &str) -> Option<Field> {
    all().find(|field| matches(&field.path(), path))
}

/// Whether the setting at a dotted path may change while the scene runs.
pub fn is_live(path: &str) -> bool {
    let is_discipline_parameter = path.starts_with("queue.params.")
        || path
            .strip_prefix("lanes.")
            .and_then(|rest| rest.split_once('.'))
            .is_some_and(|(_, rest)| rest.starts_with("params."));
    is_discipline_parameter || all().any(|field| field.is_live && matches(&field.path(), path))
}

fn matches(pattern: &str, path: &str) -> bool {
    let mut steps = path.split('.');
    pattern.split('.').all(|wanted| steps.next().is_some_and(|step| wanted == "*" || wanted == step))
        && steps.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_and_parameters_can_change_in_a_run_but_counts_cannot() {
        assert!(is_live("flows.12.rate_bps"));
        assert!(is_live("queue.params.max_th"));
        assert!(is_live("lanes.3.params.max_th"));
        assert!(is_live("bottleneck.capacity_bps"));
        assert!(!is_live("flows.0.count"));
        assert!(!is_live("lanes.0.aqm"));
        assert!(!is_live("flows.0.rate_bps.more"));
    }
}

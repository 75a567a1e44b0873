//! Setting changes during a run, classified by their effect.

use crate::lane::{Lane, rate_of};
use chokepoint_engine::declare::ParamValue;
use chokepoint_engine::scenario::{Problem, Scenario};
use chokepoint_engine::time::SimTime;

#[derive(Clone, Debug)]
pub(crate) struct Change {
    pub(crate) at: SimTime,
    pub(crate) path: String,
    pub(crate) what: What,
    /// The scene with the settings in effect after this change. Its list of timed changes is empty.
    pub(crate) after: Scenario,
}

/// The effect of the change.
#[derive(Clone, Debug)]
pub(crate) enum What {
    /// The bottleneck gets another rate \[bit/s\].
    Capacity(u64),
    /// The sources of the group at this index get another rate \[bit/s\].
    Rate(usize, u64),
    /// A parameter of the discipline gets another value.
    Param(&'static str, ParamValue),
    /// Any other setting of the scene.
    Other,
}

/// All changes that affect a lane, in order of time.
pub(crate) fn changes_of(lane: &Lane<'_>) -> Result<Vec<Change>, Vec<Problem>> {
    let mut scene = Scenario { interventions: Vec::new(), ..lane.scenario.clone() };
    let mut changes = Vec::new();
    for intervention in &lane.scenario.interventions {
        let next = scene.with(&intervention.path, intervention.value.clone())?;
        let mut whats = Vec::new();
        if next.capacity_bps != scene.capacity_bps {
            whats.push(What::Capacity(next.capacity_bps));
        }
        for (place, (before, after)) in scene.flows.iter().zip(&next.flows).enumerate() {
            let rates = [before, after].map(|group| group.udp_source().and_then(rate_of));
            match rates {
                [Some(before), Some(after)] if before != after => whats.push(What::Rate(place, after)),
                _ if before != after => whats.push(What::Other),
                _ => {}
            }
        }
        let settings = [&scene, &next].map(|scene| scene.lane_settings(lane.place).map(|(_, settings, _)| settings));
        if let [Ok(before), Ok(after)] = settings {
            let changed = before.iter().zip(after.iter()).filter(|(before, after)| before != after);
            whats.extend(changed.map(|(_, (id, value))| What::Param(id, value)));
        }
        let of_this = |what| Change { at: intervention.at, path: intervention.path.clone(), what, after: next.clone() };
        changes.extend(whats.into_iter().map(of_this));
        scene = next;
    }
    Ok(changes)
}

//! The rates of groups of flows over time: as a series, and as the time they take to converge after a change of the
//! scene.

use super::SceneFacts;
use crate::Simulation;
use crate::base::time::{SimTime, Span};
use crate::measure::{BinPlan, ExperimentProbe, GroupRates, MAX_BINS, RateProbe, converged_from};
use crate::scenario::{Problem, Scenario};

/// Largest deviation of a converged rate from its final mean, as a fraction of that mean.
const TOLERANCE: f64 = 0.2;
/// Longest bin used to measure convergence \[s\].
const LONGEST_BIN_S: f64 = 1.0;
/// Smallest number of bins used to measure convergence; in a short run, bins are shorter than [`LONGEST_BIN_S`].
const FEWEST_BINS: f64 = 20.0;

/// The rates of the groups of flows in a lane, from the start of the run to its end, in bins of length `width`. An
/// incomplete bin at the end is left out.
pub fn group_rates(scenario: &Scenario, lane: usize, width: Span) -> Result<GroupRates, Vec<Problem>> {
    let count = scenario.duration.nanos().checked_div(width.nanos()).unwrap_or(0);
    if !(1..=MAX_BINS).contains(&count) {
        let (width_s, duration_s) = (width.secs(), scenario.duration.secs());
        let problem = format!("{width_s} s does not cut {duration_s} s into 1 to {MAX_BINS} bins");
        return Err(vec![Problem::new("rates", problem)]);
    }
    let plan = BinPlan { from: SimTime::ZERO, width, count: count as usize };
    let mut simulation = Simulation::new(scenario, lane)?;
    let flows = scenario.flows.iter().map(|group| group.count as usize);
    let mut probe = ExperimentProbe { rates: Some(RateProbe::new(plan, flows)), ..ExperimentProbe::default() };
    simulation.count_to(simulation.end(), &mut probe);
    if let Some(stop) = simulation.stop() {
        return Err(vec![Problem::new(format!("lanes.{lane}.script"), format!("stopped: {stop}"))]);
    }
    Ok(probe.rates.map(RateProbe::finish).unwrap_or_default())
}

/// The probe for [`convergence_s`]: bins from the last change of the scene to the end of the run.
pub(super) fn probe(facts: &SceneFacts) -> Option<RateProbe> {
    let rest_s = facts.duration_s - facts.last_change_s;
    let width = Span::from_secs((rest_s / FEWEST_BINS).min(LONGEST_BIN_S));
    let count = Span::from_secs(rest_s.max(0.0)).nanos().checked_div(width.nanos())?;
    let plan = BinPlan { from: SimTime::from_secs(facts.last_change_s), width, count: count as usize };
    (count > 0).then(|| RateProbe::new(plan, facts.groups.iter().map(|group| group.flows.len())))
}

/// The time from the start of the first bin to the bin from which on a group's rate has converged \[s\].
pub(super) fn convergence_s(rates: &GroupRates, group: usize) -> Option<f64> {
    Some(converged_from(rates.rates_bps.get(group)?, TOLERANCE)? as f64 * rates.width_s)
}

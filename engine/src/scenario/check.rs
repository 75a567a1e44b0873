//! Checks of a scenario as a whole, once each of its parts has been read.

use super::problem::{Problem, Problems};
use super::{Lane, Scenario, ServiceLaw, fields};
use crate::discipline::{ABOUTS, About, AnyParams, Settings, about_of};
use crate::time::Span;

/// A discipline with its settings, and the parameters that it makes of them.
type Settled = (&'static About, Settings, AnyParams);

/// What is wrong with a parameter that nobody declares.
pub(super) const UNDECLARED: &str = "is a parameter of no queue discipline";

impl Scenario {
    /// The discipline of a lane with its settings: defaults, then what all lanes share, then the lane's own.
    pub fn lane_settings(&self, lane: usize) -> Result<Settled, Vec<Problem>> {
        let mut problems = Problems::default();
        self.settle(lane, &mut problems).ok_or_else(|| problems.into_told())
    }

    /// The same, with the problems beside those of other lanes: one of a parameter that they share is told once.
    pub(super) fn settle(&self, lane: usize, problems: &mut Problems) -> Option<Settled> {
        let Some(Lane { aqm, params }) = self.lanes.get(lane) else {
            problems.push(Problem::new("lanes", format!("has no place {lane}")));
            return None;
        };
        let Some(about) = about_of(aqm) else {
            let known: Vec<_> = ABOUTS.iter().map(|about| about.id).collect();
            let problem = format!("{aqm:?} is no queue discipline; known are {}", known.join(", "));
            problems.push(Problem::new(format!("lanes.{lane}.aqm"), problem));
            return None;
        };
        let mut settings = Settings::defaults(about);
        let mut is_right = true;
        for spec in about.params() {
            if let Some(value) = self.shared_params.get(spec.id)
                && let Err(problem) = settings.set(about, spec.id, value)
            {
                problems.push_once(Problem::new(format!("queue.params.{}", spec.id), problem.problem));
                is_right = false;
            }
        }
        for (id, value) in params {
            if let Err(problem) = settings.set(about, id, value) {
                problems.push(Problem::new(format!("lanes.{lane}.params.{id}"), problem.problem));
                is_right = false;
            }
        }
        if !is_right {
            return None;
        }
        match AnyParams::check(about, &settings, &self.link_facts()) {
            Ok(checked) => Some((about, settings, checked)),
            Err(problem) => {
                let place = if params.contains_key(&problem.param) { format!("lanes.{lane}") } else { "queue".into() };
                problems.push_once(Problem::new(format!("{place}.params.{}", problem.param), problem.problem));
                None
            }
        }
    }

    pub(super) fn check_lanes(&self, problems: &mut Problems) {
        if self.lanes.is_empty() {
            problems.push(Problem::new("lanes", "is empty; at least one queue discipline is needed"));
        }
        for lane in 0..self.lanes.len() {
            self.settle(lane, problems);
        }
        for id in self.shared_params.keys().filter(|id| !is_declared(id)) {
            problems.push(Problem::new(format!("queue.params.{id}"), UNDECLARED));
        }
    }

    /// A data packet that took less than a slot on average could not: the link would carry less than its capacity.
    pub(super) fn check_service(&self, problems: &mut Problems) {
        let smallest = self.flows.iter().map(|group| group.packet_bytes).min();
        let shortest = smallest.map_or(Span::ZERO, |bytes| Span::transmission(bytes, self.capacity_bps));
        if self.service == ServiceLaw::Geometric && self.service_slot > shortest {
            problems.push(Problem::new(
                "bottleneck.service_slot_s",
                format!(
                    "{} is above the {} s that the smallest data packet takes at {} bit/s; none takes less than a slot",
                    self.service_slot.secs(),
                    shortest.secs(),
                    self.capacity_bps
                ),
            ));
        }
    }

    pub(super) fn check_interventions(&self, problems: &mut Problems) {
        let mut scene = Self { interventions: Vec::new(), ..self.clone() };
        for (index, intervention) in self.interventions.iter().enumerate() {
            let place = format!("interventions.{index}");
            if index > 0 && intervention.at < self.interventions[index - 1].at {
                problems.push(Problem::new(format!("{place}.at_s"), "lies before the intervention ahead of it"));
            }
            if !fields::is_live(&intervention.path) {
                problems.push(Problem::new(
                    format!("{place}.path"),
                    format!("{:?} is no setting that can change while the scene runs", intervention.path),
                ));
                continue;
            }
            if let Err(found) = scene.change(&intervention.path, &intervention.value) {
                problems.extend(
                    found
                        .into_iter()
                        .map(|problem| Problem::new(place.clone(), format!("{}: {}", problem.path, problem.problem))),
                );
            }
        }
    }
}

/// Whether some discipline has a parameter of this name.
pub(super) fn is_declared(id: &str) -> bool {
    ABOUTS.iter().any(|about| about.params().any(|spec| spec.id == id))
}

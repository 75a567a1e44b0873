//! Interventions: settings that change while the simulation runs, now or at a scheduled time.

use super::Simulation;
use crate::discipline::AnyParams;
use crate::network::event::Event;
use crate::probe::{Probe, Watcher};
use crate::scenario::{Intervention, MAX_INTERVENTIONS, Problem};
use serde_json::Value;

impl Simulation {
    /// Changes a setting now. The change is stored in the scenario as a timed intervention, so that a new run repeats it.
    /// Other events of the same instant happen first.
    pub fn intervene(&mut self, path: &str, value: Value, probe: &mut dyn Probe) -> Result<(), Vec<Problem>> {
        let mut probe = Watcher(Some(probe));
        self.run_to(self.now, &mut probe);
        let path = crate::scenario::full_path(path, &self.scenario.to_json(), self.scenario.language);
        if !crate::scenario::fields::is_live(&path) {
            return Err(vec![Problem::new(path, "cannot change while the scene runs")]);
        }
        if self.next_intervention >= MAX_INTERVENTIONS {
            let most =
                format!("are {MAX_INTERVENTIONS} so far, the most that a scene can hold; restart it to make more");
            return Err(vec![Problem::new("interventions", most)]);
        }
        let intervention = Intervention { at: self.now, path, value };
        self.apply(&intervention, &mut probe)?;
        // The interventions that were scheduled for the future are removed, since this change replaces that future.
        self.events.forget_interventions();
        self.opened.interventions.truncate(self.next_intervention);
        self.opened.interventions.push(intervention);
        self.next_intervention += 1;
        self.event_count += 1;
        Ok(())
    }

    /// Number of interventions that have taken effect.
    pub fn interventions_made(&self) -> usize {
        self.next_intervention
    }

    /// A clone without the list of interventions, so that checkpoints of one run do not each store a copy.
    pub(crate) fn without_interventions(&mut self) -> Self {
        let interventions = std::mem::take(&mut self.opened.interventions);
        let copy = self.clone();
        self.opened.interventions = interventions;
        copy
    }

    /// Adopts the list of interventions from a later state of the same run, and schedules those still to come.
    pub(crate) fn foresee(&mut self, interventions: Vec<Intervention>) {
        self.events.forget_interventions();
        for (place, intervention) in interventions.iter().enumerate().skip(self.next_intervention) {
            self.events.schedule_last(intervention.at, 1 + place as u64, Event::Intervention(place as u32));
        }
        self.opened.interventions = interventions;
    }

    pub(super) fn on_intervention<P: Probe>(&mut self, place: usize, probe: &mut P) {
        self.next_intervention = place + 1;
        if let Some(intervention) = self.opened.interventions.get(place).cloned() {
            // This cannot fail: the scenario was checked together with all its interventions when it was read.
            let applied = self.apply(&intervention, probe);
            debug_assert!(applied.is_ok(), "{applied:?}");
        }
    }

    /// Applies a change of a setting to the scenario, the discipline, the link and the sources.
    fn apply<P: Probe>(&mut self, intervention: &Intervention, probe: &mut P) -> Result<(), Vec<Problem>> {
        let mut changed = self.scenario.clone();
        changed.change(&intervention.path, &intervention.value)?;
        let (_, settings, params) = changed.lane_settings(self.lane)?;
        // A discipline may use the capacity. RED, for example, counts the packets that could have been sent in an idle time.
        let is_other_rate = changed.link_facts_of(self.lane) != self.scenario.link_facts_of(self.lane);
        if is_other_rate || self.scenario.lane_settings(self.lane).is_ok_and(|(_, before, _)| before != settings) {
            self.reconfigure(params, probe);
        }
        self.change_other_link(&changed);
        let mut first = 0;
        for (before, group) in self.scenario.flows.iter().zip(&changed.flows) {
            let after = first + group.count as usize;
            if before != group {
                for flow in &mut self.flows[first..after] {
                    flow.change_source(group, self.now);
                }
            }
            first = after;
        }
        for index in 0..self.flows.len() {
            if self.flows[index].next_udp_arrival() != self.flows[index].udp_arrival_at() {
                self.schedule_udp_arrival(index);
            }
        }
        self.link.change_rate(changed.capacity_at(changed.place_of(self.lane)));
        self.scenario = changed;
        Ok(())
    }

    /// Gives the discipline new parameters.
    pub(super) fn reconfigure<P: Probe>(&mut self, params: AnyParams, probe: &mut P) {
        self.ask_discipline(probe, |discipline, cx| (discipline.reconfigure(params, cx), discipline.waiting()));
        self.schedule_discipline_timer();
    }
}

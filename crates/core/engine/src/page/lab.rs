//! One lane for the page: a simulation with a recorder, which runs to a requested time and returns a frame.

use crate::base::only::Only;
use crate::base::time::{SimTime, Span};
use crate::measure::{Distribution, FlowTotals, RunResult, jain_index};
use crate::network::sim::Simulation;
use crate::page::frame::{DistributionColumns, FlowColumns, Frame, HitColumns, Scalars};
use crate::page::recorder::{QueueSnapshot, Recorder, class_names};
use crate::scenario::{Problem, Remark, Scenario};
use serde::Serialize;
use serde_json::{Map, Value};
use ts_rs::TS;

/// Length of the interval before the requested time in which decisions are recorded step by step; the page shows no
/// earlier decisions.
const DETAILED_STRETCH: Span = Span::from_millis(60);

/// A lane of an open scene.
#[derive(Clone)]
pub struct Lab {
    pub(crate) simulation: Simulation,
    pub(crate) recorder: Recorder,
    queue: QueueSnapshot,
    facts_version: u32,
    /// Number of interventions that had taken effect when the facts last changed.
    interventions_reported: usize,
    /// Whether the latest facts report that an error has stopped the lane's script.
    is_stop_reported: bool,
}

/// Facts about a lane that change only when a setting changes.
#[derive(Clone, Debug, Serialize, TS)]
pub struct SceneFacts {
    /// Names of the classes, in the order of class numbers: responsive first.
    pub classes: Vec<&'static str>,
    /// The flows in the order of their rows.
    pub flows: Vec<FlowFacts>,
    /// Index of the lane in the scene.
    pub lane: usize,
    /// Id of the lane's discipline.
    pub aqm: &'static str,
    /// All parameters of the discipline, with their current values.
    #[ts(type = "Readonly<Record<string, SettingValue>>")]
    pub params: Map<String, Value>,
    /// Whether the lane's packets come from outside, from a recording or a router.
    pub is_driven: bool,
    /// Rate of the bottleneck now \[bit/s\].
    #[ts(type = "number")]
    pub capacity_bps: u64,
    /// Limit of the queue \[packets\].
    pub limit: usize,
    /// Capacity divided by the number of flows that cross the link \[bit/s\].
    pub fair_share_bps: f64,
    /// The link that the lane does not show, in a scene with two links.
    #[ts(type = "OtherLink | null")]
    pub other_link: Option<Only<OtherLink>>,
    /// Remarks on the current scene: settings that are valid but rarely intended.
    pub remarks: Vec<Remark>,
    /// The current scenario with its interventions, as a URL stores it.
    #[ts(type = "Scenario")]
    pub scenario: Value,
}

/// The link that a lane does not show, in a scene with two links.
#[derive(Clone, Copy, Debug, Serialize, TS)]
pub struct OtherLink {
    /// Id of the discipline.
    pub aqm: &'static str,
    /// Rate now \[bit/s\].
    #[ts(type = "number")]
    pub capacity_bps: u64,
    /// Limit of the queue \[packets\].
    pub limit: usize,
}

/// A flow.
#[derive(Clone, Copy, Debug, Serialize, TS)]
pub struct FlowFacts {
    /// Number, from 1.
    pub number: usize,
    /// Name of the flow's class.
    pub class: &'static str,
    /// Id of the flow's transport.
    pub transport: &'static str,
}

/// The position of the lane in its run, as a frame reports it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Progress {
    /// Whether the run jumped to the current time, so that the page replaces its lists instead of adding to them.
    pub(crate) is_seek: bool,
    /// Time up to which the run has been simulated.
    pub(crate) furthest: SimTime,
    /// Number of replayed states that differ from the original states. Any number other than 0 is an error of the
    /// engine.
    pub(crate) mismatches: u64,
    pub(crate) checkpoints: usize,
    pub(crate) checkpoint_bytes: usize,
}

impl Lab {
    /// Opens a lane of a scenario at time 0.
    pub fn new(scenario: &Scenario, lane: usize) -> Result<Self, Vec<Problem>> {
        Ok(Self::of(Simulation::new(scenario, lane)?, scenario))
    }

    /// Opens a lane whose arrivals are supplied from outside; see [`Simulation::driven`].
    pub fn driven(scenario: &Scenario, lane: usize) -> Result<Self, Vec<Problem>> {
        Ok(Self::of(Simulation::driven(scenario, lane)?, scenario))
    }

    fn of(simulation: Simulation, scenario: &Scenario) -> Self {
        Self {
            simulation,
            recorder: Recorder::new(scenario),
            queue: QueueSnapshot::default(),
            facts_version: 1,
            interventions_reported: 0,
            is_stop_reported: false,
        }
    }

    /// The time at which step-by-step recording of decisions begins, in a run that ends at `until`.
    pub(crate) fn detailed_from(until: SimTime) -> SimTime {
        SimTime::ZERO + until.since(SimTime::ZERO + DETAILED_STRETCH)
    }

    /// Runs until `until_s` \[s\], or over `max_events` events. Returns whether the time was reached.
    pub fn advance(&mut self, until_s: f64, max_events: u64) -> bool {
        let until = SimTime::from_secs(until_s).min(self.simulation.reach());
        let detailed_from = Self::detailed_from(until);
        let before = self.simulation.effort();
        if self.simulation.now() < detailed_from {
            self.recorder.is_detailed = false;
            let is_there = self.simulation.watch_events(max_events, detailed_from, &mut self.recorder);
            self.recorder.is_detailed = true;
            if !is_there {
                return false;
            }
        }
        let spent = self.simulation.effort() - before;
        self.simulation.watch_events(max_events.saturating_sub(spent).max(1), until, &mut self.recorder)
    }

    /// Runs to just after the next decision. Returns whether the run had another decision.
    pub fn step_decision(&mut self) -> bool {
        self.simulation.step_decision(&mut self.recorder)
    }

    /// Changes a setting now, as a timed intervention.
    pub fn change(&mut self, path: &str, value: Value) -> Result<(), Vec<Problem>> {
        self.simulation.intervene(path, value, &mut self.recorder)?;
        self.recorder.fork(self.simulation.now());
        self.facts_version += 1;
        self.interventions_reported = self.simulation.interventions_made();
        Ok(())
    }

    /// The simulation.
    pub fn simulation(&self) -> &Simulation {
        &self.simulation
    }

    /// The result object of the run so far.
    pub fn result(&self) -> RunResult {
        self.simulation.result()
    }

    /// The facts that change only when a setting changes.
    pub fn facts(&self) -> SceneFacts {
        let scenario = self.simulation.scenario();
        let settings = scenario.lane_settings(self.simulation.lane());
        let place = scenario.place_of(self.simulation.lane());
        let capacity_bps = scenario.capacity_at(place);
        let crossing = scenario.flows.iter().filter(|group| group.route().crosses(place)).map(|group| group.count);
        let flows: Vec<FlowFacts> = self
            .simulation
            .flow_kinds()
            .enumerate()
            .map(|(index, kind)| FlowFacts { number: index + 1, class: kind.class(), transport: kind.transport() })
            .collect();
        let mut params = Map::new();
        for (id, value) in settings.iter().flat_map(|(_, settings, _)| settings.iter()) {
            params.insert(id.to_owned(), value.to_json());
        }
        SceneFacts {
            classes: class_names(scenario),
            fair_share_bps: capacity_bps as f64 / f64::from(crossing.sum::<u32>().max(1)),
            flows,
            lane: self.simulation.lane(),
            aqm: self.simulation.discipline().about().id,
            params,
            is_driven: self.simulation.is_driven(),
            capacity_bps,
            limit: self.simulation.discipline().limit(),
            other_link: self.simulation.other_discipline().map(|discipline| {
                discipline.map(|discipline| OtherLink {
                    aqm: discipline.about().id,
                    capacity_bps: scenario.capacity_at(place.other()),
                    limit: discipline.limit(),
                })
            }),
            remarks: scenario.remarks(),
            scenario: self.simulation.replayable().to_json(),
        }
    }

    /// The events since the last frame, and the current state; see [`crate::frame`].
    pub fn frame(&mut self) -> Vec<u8> {
        self.frame_of(Progress { furthest: self.simulation.now(), ..Progress::default() })
    }

    pub(crate) fn frame_of(&mut self, progress: Progress) -> Vec<u8> {
        let now = self.simulation.now();
        self.recorder.settle(now);
        self.queue.take(self.simulation.discipline());
        if self.interventions_reported != self.simulation.interventions_made() {
            self.interventions_reported = self.simulation.interventions_made();
            self.facts_version += 1;
        }
        if self.is_stop_reported != self.simulation.stop().is_some() {
            self.is_stop_reported = !self.is_stop_reported;
            self.facts_version += 1;
        }
        let scalars = self.scalars(&progress);
        let tables = self.recorder.take_tables();
        let simulation = &self.simulation;
        let totals = simulation.totals();
        let of_flows = |value: fn(&FlowTotals) -> f64| totals.flows.iter().map(value).collect();
        let flows = FlowColumns {
            received_bytes: of_flows(|flow| flow.received_bytes as f64),
            recent_bps: self.recorder.recent_bps(now),
            arrived: simulation.arrivals().map(|arrived| arrived as f64).collect(),
            dropped: of_flows(|flow| flow.dropped as f64),
            congestion_window: (0..totals.flows.len())
                .map(|flow| simulation.congestion_window(flow).unwrap_or(f64::NAN))
                .collect(),
        };
        let distribution = |Distribution { edges, parts }| DistributionColumns { edges, parts };
        let hits = self.recorder.hits();
        Frame {
            scalars,
            queue: &self.queue.packets,
            before: self.recorder.before(),
            happenings: &tables.happenings,
            decisions: &tables.decisions,
            steps: &tables.steps,
            turns: &tables.turns,
            turn_steps: &tables.turn_steps,
            series: &tables.series,
            flows: &flows,
            gauges: &self.queue.gauges,
            queues: &self.queue.queues,
            bins: &self.queue.bins,
            slots: &self.queue.slots,
            rows: &self.queue.rows(),
            occupancy: &distribution(totals.occupancy_until(now).distribution()),
            waits: &distribution(totals.delays.distribution()),
            hits: &HitColumns { draws: hits.draws.clone(), matches: hits.matches.clone() },
            windows: &tables.windows,
        }
        .encode()
    }

    fn scalars(&self, progress: &Progress) -> Scalars {
        let simulation = &self.simulation;
        let totals = simulation.totals();
        let now = simulation.now();
        let sending = simulation.sending();
        let (happenings_left_out, decisions_left_out) = self.recorder.left_out();
        let window = now.since(totals.measured_from).secs();
        let busy =
            totals.busy + sending.map_or(Span::ZERO, |sending| now.since(sending.from.max(totals.measured_from)));
        let hash = simulation.state_hash();
        let shares = |class: Option<&str>| {
            let kinds = simulation.flow_kinds().zip(&totals.flows);
            let of_class = kinds.filter(|(kind, _)| class.is_none_or(|class| kind.class() == class));
            jain_index(of_class.map(|(_, flow)| flow.received_bytes as f64).collect::<Vec<_>>())
        };
        let flag = |holds: bool| f64::from(u8::from(holds));
        Scalars {
            now_s: now.secs(),
            is_finished: flag(simulation.is_finished()),
            facts_version: f64::from(self.facts_version),
            waiting: simulation.discipline().packets() as f64,
            arrived: totals.counts.arrived as f64,
            departed: totals.counts.departed as f64,
            dropped: totals.counts.dropped() as f64,
            marked: totals.counts.marked() as f64,
            events: simulation.event_count() as f64,
            decisions: f64::from(self.recorder.decisions()),
            decisions_left_out: decisions_left_out as f64,
            happenings_left_out: happenings_left_out as f64,
            average_queue: simulation.discipline().average().unwrap_or(f64::NAN),
            front_region: simulation.discipline().front_region().map_or(f64::NAN, |packets| packets as f64),
            sending_flow: sending.map_or(-1.0, |sending| f64::from(sending.packet.flow.0)),
            sending_packet: sending.map_or(-1.0, |sending| sending.packet.id as f64),
            sending_from_s: sending.map_or(f64::NAN, |sending| sending.from.secs()),
            sending_until_s: sending.map_or(f64::NAN, |sending| sending.until.secs()),
            utilization: if window > 0.0 { busy.secs() / window } else { 0.0 },
            jain_index: shares(None).unwrap_or(f64::NAN),
            jain_index_tcp: shares(Some("tcp")).unwrap_or(f64::NAN),
            mean_queue: totals.queue.moments(now).0,
            mean_queueing_delay_s: totals.delays.mean().unwrap_or(f64::NAN),
            state_hash_high: (hash >> 32) as f64,
            state_hash_low: (hash & 0xffff_ffff) as f64,
            is_seek: flag(progress.is_seek),
            furthest_s: progress.furthest.secs(),
            series_valid_until_s: self.recorder.series_valid_until().secs(),
            replay_mismatches: progress.mismatches as f64,
            checkpoints: progress.checkpoints as f64,
            checkpoint_bytes: progress.checkpoint_bytes as f64,
            row_count: self.queue.row_count() as f64,
            next_queue: self.queue.next_queue.map_or(-1.0, |place| place as f64),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::frame::FRAME;
    use serde_json::json;

    fn scene() -> Scenario {
        Scenario::parse(&json!({
            "duration_s": 20, "lanes": [{ "aqm": "drop-tail" }],
            "flows": [{ "transport": "udp" }, { "transport": "newreno", "count": 5 }],
        }))
        .unwrap()
    }

    fn scalar(frame: &[u8], name: &str) -> f64 {
        let place = FRAME.scalars.columns.iter().position(|scalar| scalar.name == name).unwrap();
        let start = u32::from_le_bytes(frame[8..12].try_into().unwrap()) as usize + 8 * place;
        f64::from_le_bytes(frame[start..start + 8].try_into().unwrap())
    }

    #[test]
    fn a_run_reported_in_many_frames_equals_the_run_in_one_frame() {
        let mut whole = Lab::new(&scene(), 0).unwrap();
        assert!(whole.advance(20.0, u64::MAX));
        let mut pieces = Lab::new(&scene(), 0).unwrap();
        for tenth in 1..=200 {
            while !pieces.advance(f64::from(tenth) / 10.0, 7) {
                pieces.frame();
            }
        }
        assert_eq!(pieces.result(), whole.result());
        let (pieces, whole) = (pieces.frame(), whole.frame());
        for name in ["now_s", "arrived", "state_hash_high", "state_hash_low", "jain_index", "decisions"] {
            assert_eq!(scalar(&pieces, name), scalar(&whole, name), "{name}");
        }
    }

    #[test]
    fn a_step_ends_just_after_one_decision() {
        let mut lab = Lab::new(&scene(), 0).unwrap();
        for decision in 1..=50 {
            assert!(lab.step_decision());
            assert_eq!(scalar(&lab.frame(), "decisions"), f64::from(decision));
        }
    }

    #[test]
    fn a_change_is_reported_in_the_facts_and_replays_exactly() {
        let mut lab = Lab::new(&scene(), 0).unwrap();
        lab.advance(5.0, u64::MAX);
        lab.change("flows.0.rate_bps", json!(500_000)).unwrap();
        lab.advance(9.0, u64::MAX);
        lab.change("queue.params.limit", json!(10)).unwrap();
        assert_eq!(lab.facts().limit, 10);
        assert!(lab.change("flows.0.count", json!(3)).is_err());
        lab.advance(20.0, u64::MAX);
        let replayable = Scenario::parse(&lab.facts().scenario).unwrap();
        let mut again = Lab::new(&replayable, 0).unwrap();
        again.advance(20.0, u64::MAX);
        assert_eq!(again.result(), lab.result());
        assert_eq!(again.simulation().state_hash(), lab.simulation().state_hash());
    }
}

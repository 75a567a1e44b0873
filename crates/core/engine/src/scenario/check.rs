//! Checks of a scenario as a whole, after each part has been read.

use super::limits::MAX_OVERLOAD;
use super::problem::{Problem, Problems};
use super::{Lane, Profile, Scenario, ServiceLaw, fields};
use crate::base::only::{LEFT_OUT, Only};
use crate::base::time::Span;
use crate::discipline::scripted::{Language, SCRIPT, Script};
use crate::discipline::{ABOUTS, About, AnyParams, Settings, about_of, is_full_only};
use crate::endpoint::tcp::Variant;

/// A discipline with its settings, and the parameters that follow from them.
pub(crate) type Settled = (&'static About, Settings, AnyParams);

/// The problem reported for a parameter that no discipline declares.
pub(super) const UNDECLARED: &str = "is a parameter of no queue discipline";

impl Scenario {
    /// The discipline of a lane with its settings: the defaults, overridden by the shared parameters, and then by the lane's
    /// own parameters.
    pub fn lane_settings(&self, lane: usize) -> Result<Settled, Vec<Problem>> {
        let mut problems = Problems::default();
        self.settle(lane, &mut problems).ok_or_else(|| problems.into_reported())
    }

    /// Like [`Self::lane_settings`], with one list of problems for all lanes. A problem with a shared parameter appears
    /// only once in this list.
    pub(super) fn settle(&self, lane: usize, problems: &mut Problems) -> Option<Settled> {
        let Some(written) = self.lanes.get(lane) else {
            problems.push(Problem::new("lanes", format!("has no place {lane}")));
            return None;
        };
        let Lane { aqm, params, .. } = written;
        let script = self.script_of(lane, written).map_err(|problem| problems.push(problem)).ok()?;
        let Some(about) = script.as_ref().map(Script::about).or_else(|| about_of(aqm)) else {
            let known: Vec<_> = ABOUTS.iter().map(|about| about.id).collect();
            let problem = format!("{aqm:?} is not a queue discipline; known are {}", known.join(", "));
            problems.push(Problem::new(format!("lanes.{lane}.aqm"), problem));
            return None;
        };
        let mut settings = script.map_or_else(|| Settings::defaults(about), Settings::of_script);
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
        if Only::MARK.is_none() && is_full_only(about.id) {
            problems.push(Problem::needs_full(format!("lanes.{lane}.aqm"), LEFT_OUT));
            return None;
        }
        match AnyParams::check(about, &settings, &self.link_facts_of(lane)) {
            Ok(checked) => Some((about, settings, checked)),
            Err(problem) => {
                let place = if params.contains_key(&problem.param) { format!("lanes.{lane}") } else { "queue".into() };
                problems.push_once(Problem::new(format!("{place}.params.{}", problem.param), problem.problem));
                None
            }
        }
    }

    /// The script of a lane whose discipline is a script.
    fn script_of(&self, lane: usize, Lane { aqm, script, .. }: &Lane) -> Result<Option<Script>, Problem> {
        if self.language.is_none() {
            return Ok(None);
        }
        let problem = match (aqm == SCRIPT, script.is_empty()) {
            (false, true) => return Ok(None),
            (false, false) => format!("is for \"{SCRIPT}\", not for {aqm:?}"),
            (true, true) => "is missing: the text of the script".into(),
            (true, false) => match self.language.compile(script) {
                Ok(script) => return Ok(Some(script)),
                Err(problem) => problem.to_string(),
            },
        };
        Err(Problem::new(format!("lanes.{lane}.script"), problem))
    }

    /// The description of a lane's discipline, if the id or the script is valid.
    pub(super) fn about_of(&self, lane: &Lane) -> Option<&'static About> {
        about_of_written(&lane.aqm, &lane.script, self.language)
    }

    pub(super) fn check_lanes(&self, problems: &mut Problems) {
        if self.lanes.is_empty() {
            problems.push(Problem::new("lanes", "is empty; at least one queue discipline is needed"));
        }
        for lane in 0..self.lanes.len() {
            self.settle(lane, problems);
        }
        for id in self.shared_params.keys().filter(|id| !self.declares(id)) {
            problems.push(Problem::new(format!("queue.params.{id}"), UNDECLARED));
        }
    }

    /// Whether any discipline of the lab, or a script of this scene, has a parameter of this name.
    pub(super) fn declares(&self, id: &str) -> bool {
        let abouts = self.lanes.iter().filter_map(|lane| self.about_of(lane));
        is_declared(id) || abouts.flat_map(About::params).any(|spec| spec.id == id)
    }

    /// Checks the senders and paths. Only the full build has the senders of Linux, paths that lose packets, a second
    /// link, and sources that require a list. The profile `linux` has no Tahoe.
    pub(super) fn check_senders(&self, problems: &mut Problems) {
        if Only::MARK.is_none()
            && (self.has_paths()
                || self.names_second_link()
                || self.flows.iter().any(|group| group.is_linux(self.profile) || group.needs_list()))
        {
            problems.push(Problem::needs_full("flows", LEFT_OUT));
        }
        for (index, group) in self.flows.iter().enumerate() {
            if self.profile == Profile::Linux && group.kind.variant == Some(Variant::Tahoe) {
                let problem = "\"tahoe\" cannot be combined with the profile \"linux\", which has reno, cubic, vegas, dctcp, bbr and prague";
                problems.push(Problem::new(format!("flows.{index}.transport"), problem));
            }
        }
    }

    /// Checks that the mean transmission time of the smallest data packet is at least one slot. As every packet takes
    /// at least one slot, the link would otherwise carry less than its capacity.
    pub(super) fn check_service(&self, problems: &mut Problems) {
        let smallest = self.flows.iter().map(|group| group.packet_bytes).min();
        let shortest = smallest.map_or(Span::ZERO, |bytes| Span::transmission(bytes, self.capacity_bps));
        if self.service == ServiceLaw::Geometric && self.service_slot > shortest {
            problems.push(Problem::new(
                "bottleneck.service_slot_s",
                format!(
                    "{} is above the {} s that the smallest data packet takes at {} bit/s; no packet takes less than a slot",
                    self.service_slot.secs(),
                    shortest.secs(),
                    self.capacity_bps
                ),
            ));
        }
    }

    /// Checks that random sources do not overload their own links. The packets of a random source are drawn one by one,
    /// only when they are needed. An overloaded link would leave packets undrawn at the end of the run, and drawing
    /// them for the result would take longer than the run itself.
    pub(super) fn check_own_links(&self, problems: &mut Problems) {
        (0..self.flows.len()).for_each(|group| self.check_own_link(group, problems));
    }

    /// Checks the own link of the group at `index`.
    pub(super) fn check_own_link(&self, index: usize, problems: &mut Problems) {
        let group = &self.flows[index];
        let Some(source) = group.udp_source() else {
            return;
        };
        let link_bps = self.access_of(group).rate_bps;
        let drawn_bps = source.drawn_bps(group.packet_bytes);
        if drawn_bps > f64::from(MAX_OVERLOAD) * link_bps as f64 {
            problems.push(Problem::new(
                format!("flows.{index}.access_rate_bps"),
                format!(
                    "{link_bps} bit/s is below 1/{MAX_OVERLOAD} of the {drawn_bps:.0} bit/s that the random source offers"
                ),
            ));
        }
    }

    pub(super) fn check_interventions(&self, problems: &mut Problems) {
        let mut scene = Self { interventions: Vec::new(), ..self.clone() };
        for (index, intervention) in self.interventions.iter().enumerate() {
            let place = format!("interventions.{index}");
            if index > 0 && intervention.at < self.interventions[index - 1].at {
                problems.push(Problem::new(format!("{place}.at_s"), "is earlier than the intervention before it"));
            }
            if !fields::is_live(&intervention.path) {
                problems.push(Problem::new(
                    format!("{place}.path"),
                    format!("{:?} is not a setting that can change while the scene runs", intervention.path),
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

/// The description of the discipline `aqm`, or of the script of a lane; `None` for an unknown discipline or an invalid
/// script.
pub(super) fn about_of_written(aqm: &str, script: &str, language: Language) -> Option<&'static About> {
    match aqm {
        SCRIPT if !language.is_none() => Some(language.compile(script).ok()?.about()),
        _ => about_of(aqm),
    }
}

/// Whether a built-in discipline has a parameter of this name.
pub(super) fn is_declared(id: &str) -> bool {
    ABOUTS.iter().any(|about| about.params().any(|spec| spec.id == id))
}

#[cfg(test)]
mod tests {
    use crate::Scenario;
    use serde_json::{Value, json};

    fn problems(flow: Value) -> Vec<String> {
        let scene = json!({
            "lanes": [{ "aqm": "drop-tail" }],
            "access": { "rate_bps": 1_000_000 },
            "flows": [flow],
        });
        Scenario::parse(&scene).err().unwrap_or_default().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn the_overload_of_an_own_link_by_a_random_source_is_limited() {
        let udp = |source: &str, rate_bps: u64| {
            problems(json!({ "transport": "udp", "source": source, "rate_bps": rate_bps, "count": 1 }))
        };
        assert_eq!(udp("poisson", 16_000_000), [""; 0]);
        assert_eq!(
            udp("poisson", 16_000_016),
            [
                "flows.0.access_rate_bps: 1000000 bit/s is below 1/16 of the 16000016 bit/s that the random source offers"
            ]
        );
        assert_eq!(udp("cbr", 100_000_000_000), [""; 0], "the packets of a regular source are computed in one step");
        let slotted = json!({ "transport": "udp", "source": "geometric", "slot_s": 1e-6, "count": 1 });
        assert_eq!(problems(slotted).len(), 1);
    }

    #[test]
    fn an_impossible_source_is_reported_at_its_field() {
        let flow = json!({ "transport": "udp", "source": "self-similar", "hurst": 0.51, "states": 3, "count": 1 });
        let problems = problems(flow);
        assert!(problems.len() == 1 && problems[0].starts_with("flows.0.hurst: "), "{problems:?}");
    }

    #[test]
    fn a_spread_is_shorter_than_a_slot() {
        let spread = |spread_s: f64| {
            problems(json!({ "transport": "udp", "source": "geometric", "spread_s": spread_s, "count": 1 }))
        };
        // Both spreads are shorter than a slot and thus allowed. Other problems of the scene are the same for both.
        assert_eq!(spread(0.000_001), spread(0.000_9));
        assert!(spread(0.001).iter().any(|it| it == "flows.0.spread_s: 0.001 s is not below a slot (0.001 s)"));
    }
}

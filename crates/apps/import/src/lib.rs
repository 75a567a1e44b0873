//! Makes a recording from captures on both sides of a router.
//!
//! A packet that entered a router and did not leave was dropped; a packet that has entered and not yet left is waiting.
//! Two captures, one of each side, thus show the packets of a bottleneck. The rate, the buffer and the drops are
//! inferred from them as far as possible; the module comments of `matching.rs` and `infer.rs` give the rules. Captures
//! do not reveal the queue discipline, so the recording is run under a chosen one. Its number of drops is reported next
//! to that of the captures.
//!
//! ```no_run
//! use chokepoint_import::{Options, import};
//! use std::fs::File;
//!
//! let [entering, leaving] = ["entering.pcapng", "leaving.pcapng"];
//! let (mut first, mut second) = (File::open(entering)?, File::open(leaving)?);
//! let imported = import((entering, &mut first), (leaving, &mut second), &Options::default())?;
//! imported.write(File::create("router.chokerec")?)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod blocks;
mod capture;
mod frames;
mod infer;
mod matching;
mod problem;
mod remarks;
mod scene;
#[cfg(test)]
mod tests;

pub use problem::ImportProblem;

use capture::{Capture, Flows, Side};
use chokepoint_engine::time::SimTime;
use chokepoint_engine::{Arrival, Scenario, Simulation};
use chokepoint_recording::{Header, Writer};
use infer::Inferred;
use matching::{Belief, Matching};
use scene::Places;
use serde_json::{Value, json};
use std::io::{self, Read, Write};

/// Largest number of arrivals of a recording.
const MOST_ARRIVALS: usize = 5_000_000;

/// Options of an import.
#[derive(Clone, Debug)]
pub struct Options {
    /// The discipline under which the recording is run; captures do not reveal the router's own.
    pub aqm: String,
    /// Link rate \[bit/s\] if known; otherwise it is inferred.
    pub rate_bps: Option<u64>,
    /// Buffer \[packets\] if known; otherwise it is inferred.
    pub buffer_packets: Option<u64>,
    /// Number of flows to distinguish, 3 to 20,000; if there are more, those with the fewest packets are merged.
    pub flows: usize,
    /// Seed of the random numbers of the discipline.
    pub seed: u64,
    /// Whether the captures come from machines with different clocks, or there is a path between the machines. If so,
    /// the least delay counts as a delay without queueing.
    pub apart: bool,
    /// Whether to trust the user on which capture is entering and which is leaving, even if more packets go the other
    /// way.
    pub as_given: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            aqm: "drop-tail".to_owned(),
            rate_bps: None,
            buffer_packets: None,
            flows: 1_000,
            seed: 1,
            apart: false,
            as_given: false,
        }
    }
}

/// The import of two captures.
#[derive(Clone, Debug)]
pub struct Imported {
    header: Header,
    arrivals: Vec<Arrival>,
    end: SimTime,
    facts_at_end: Value,
}

/// Imports two captures, each with its name: one of the packets that entered a router, one of the packets that left it.
pub fn import(
    entering: (&str, &mut dyn Read),
    leaving: (&str, &mut dyn Read),
    options: &Options,
) -> Result<Imported, ImportProblem> {
    let mut flows = Flows::default();
    let entering = Capture::read(entering.0, Side::Entering, entering.1, &mut flows)?;
    let leaving = Capture::read(leaving.0, Side::Leaving, leaving.1, &mut flows)?;
    let belief = Belief { apart: options.apart, as_given: options.as_given };
    let matching = Matching::new(&entering, &leaving, &flows, belief)?;
    let inferred = Inferred::new(&matching, &entering, &leaving, options.apart, options.rate_bps);
    let sides = |what: &str| ImportProblem::Sides { what: format!("{}, {}: {what}", entering.name, leaving.name) };
    let inferred =
        inferred.ok_or_else(|| sides("no packet was found on both sides within the delay of the other packets"))?;
    let rate = options.rate_bps.or(inferred.rate.map(|rate| rate.mean.round() as u64)).ok_or_else(|| {
        sides("never did ten packets in a row wait for each other, so the link's rate cannot be inferred; give --rate")
    })?;
    let buffer = options.buffer_packets.unwrap_or(inferred.queue.buffer());
    let count = matching.pairs.len() + matching.dropped.len();
    if count > MOST_ARRIVALS {
        return Err(sides(&format!("{count} packets reached the bottleneck; a recording has at most {MOST_ARRIVALS}")));
    }

    // The duration of the scene: slightly longer than its packets need, in whole milliseconds.
    let packets = scene::arriving(&matching);
    let at = |place: Option<&u32>| place.map_or(0, |&place| entering.packets[place as usize].at);
    let begin = at(packets.first());
    let milliseconds = (at(packets.last()) - begin) / 1_000_000 + 2;
    let duration_s = milliseconds as f64 / 1e3;
    let places = Places::new(&matching, &entering, &flows, options.flows, duration_s);
    let scenario = Scenario::parse(&places.scene(options, rate, buffer, duration_s)).map_err(ImportProblem::Scene)?;
    let arrivals = places.arrivals(&matching, &entering);

    let mut facts = inferred.facts(&matching);
    facts["flows"] = json!(flows_of(&packets, &entering));
    facts["sharing_flows"] = json!(places.shared);
    facts["other_direction_packets"] = json!(other_direction(&entering, &matching) + entering.other_way);
    facts["unmatched_flows_packets"] = json!(unmatched_flows(&entering, &matching));
    facts["not_ip_frames"] = json!(entering.not_ip);
    let header = Header {
        scenario: scenario.to_json(),
        lane: 0,
        origin: "pcapng".to_owned(),
        facts: json!({
            "unix_time_s": begin / 1_000_000_000,
            "inferred": facts,
            "given": { "rate_bps": options.rate_bps, "buffer_packets": options.buffer_packets, "aqm": options.aqm },
        }),
    };
    let recomputed = recomputed(&scenario, &arrivals)?;
    let said = remarks::Said { entering: &entering, leaving: &leaving, matching: &matching, inferred: &inferred };
    let matters = said.all(options, rate, buffer, &places, &recomputed);
    let facts_at_end = json!({ "recomputed": recomputed, "matters": matters });
    let end = SimTime::from_nanos(milliseconds as u64 * 1_000_000);
    Ok(Imported { header, arrivals, end, facts_at_end })
}

impl Imported {
    /// Writes the recording. It has no queue states, since captures do not contain any.
    pub fn write<W: Write>(&self, out: W) -> io::Result<W> {
        let mut writer = Writer::new(out, &self.header)?;
        writer.arrivals(&self.arrivals)?;
        writer.finish(self.end, &self.facts_at_end)
    }

    /// The arrivals at the bottleneck.
    pub fn arrivals(&self) -> &[Arrival] {
        &self.arrivals
    }

    /// The inferred values: the object `inferred` of the recording's facts, see `docs/recordings.md`.
    pub fn inferred(&self) -> &Value {
        &self.header.facts["inferred"]
    }

    /// The results of the chosen discipline on these packets: drops, marks, mean time in the system.
    pub fn recomputed(&self) -> &Value {
        &self.facts_at_end["recomputed"]
    }

    /// Remarks on how reliable the import is.
    pub fn remarks(&self) -> impl Iterator<Item = &str> {
        self.facts_at_end["matters"].as_array().into_iter().flatten().filter_map(Value::as_str)
    }

    /// The scene: link, discipline, flows.
    pub fn scenario(&self) -> &Value {
        &self.header.scenario
    }
}

/// Runs the scene with the arrivals.
fn recomputed(scenario: &Scenario, arrivals: &[Arrival]) -> Result<Value, ImportProblem> {
    let mut run = Simulation::driven(scenario, 0).map_err(ImportProblem::Scene)?;
    run.append(arrivals).map_err(|problem| ImportProblem::Sides { what: problem.to_string() })?;
    run.know_until(run.end());
    run.advance_events(u64::MAX, run.end());
    let result = run.result();
    let rate = |class: &str| result.classes.get(class).map_or(0.0, |class| class.throughput_bps);
    let all: f64 = result.classes.values().map(|class| class.throughput_bps).sum();
    Ok(json!({
        "dropped_packets": result.bottleneck.dropped_packets,
        "marked_packets": result.bottleneck.marked_packets,
        "mean_time_in_system_s": result.bottleneck.mean_time_in_system_s,
        "udp_share": if all > 0.0 { rate("udp") / all } else { 0.0 },
    }))
}

fn flows_of(packets: &[u32], entering: &Capture) -> usize {
    let mut flows: Vec<_> = packets.iter().map(|&place| entering.packets[place as usize].flow).collect();
    flows.sort_unstable();
    flows.dedup();
    flows.len()
}

fn other_direction(entering: &Capture, matching: &Matching) -> u64 {
    entering.packets.iter().filter(|packet| matching.is_backward[packet.flow as usize]).count() as u64
}

fn unmatched_flows(entering: &Capture, matching: &Matching) -> u64 {
    let is_of_none = |flow: usize| !matching.is_backward[flow] && !matching.is_forward[flow];
    entering.packets.iter().filter(|packet| is_of_none(packet.flow as usize)).count() as u64
}

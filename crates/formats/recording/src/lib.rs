//! A recording of real packets at a bottleneck, compact and versioned.
//!
//! A recording holds the time of each packet, its size, its flow, and the header fields that a queue discipline may
//! read. It contains no addresses, ports or payload. The discipline's decisions are not recorded: they follow from the
//! arrivals, the scene and the seed, as in [`chokepoint_engine::Simulation::driven`]. The recording also has hashes of
//! the router's state at some times. A replay whose state has the same hashes has made the same decisions as the
//! router.
//!
//! A recording can be read while a router writes it: the bytes written so far are always a valid recording of the
//! packets so far.
//!
//! ```
//! use chokepoint_engine::{Arrival, packet::{Ecn, FlowId}, time::SimTime};
//! use chokepoint_recording::{Header, Recording, Writer};
//! use serde_json::json;
//!
//! let scenario = json!({
//!     "duration_s": 1, "lanes": [{ "aqm": "choke" }], "flows": [{ "transport": "udp", "rate_bps": 1_000_000 }],
//! });
//! let mut file = Vec::new();
//! let mut writer = Writer::new(&mut file, &Header { scenario, lane: 0, origin: "linux".into(), facts: json!({}) })?;
//! writer.arrivals(&[Arrival {
//!     at: SimTime::from_secs(0.003), flow: FlowId(0), bytes: 1000, is_udp: true, ecn: Ecn::NotEct,
//!     is_syn: false, is_retransmission: false, cwr: false,
//! }])?;
//! writer.finish(SimTime::from_secs(1.0), &json!({ "kernel": "6.1" }))?;
//!
//! use chokepoint_engine::discipline::scripted::Language;
//! let recording = Recording::read(&file).expect("a whole recording");
//! assert_eq!(recording.arrivals.len(), 1);
//! assert_eq!(recording.replay(Language::NONE).expect("a right scene").run.totals().counts.arrived, 1);
//! # Ok::<(), std::io::Error>(())
//! ```

mod arrivals;
mod blocks;
mod reader;
mod replay;
#[cfg(test)]
mod tests;
mod varint;
mod writer;

pub use reader::{Item, Reader, Recording, RecordingProblem};
pub use replay::Replay;
pub use writer::Writer;

use serde_json::{Value, json};

/// The version that this code writes; older versions are read too.
pub const VERSION: u64 = 1;

/// The first bytes of every recording.
pub const MAGIC: &[u8; 8] = b"CHOKEREC";

/// The usual file name extension of recordings.
pub const FILE_ENDING: &str = "chokerec";

/// The header of a recording.
#[derive(Clone, Debug, PartialEq)]
pub struct Header {
    /// The scene: link, discipline, seed, and a group of flows for each observed kind of flow.
    pub scenario: Value,
    /// Index of the lane whose discipline made the decisions.
    pub lane: usize,
    /// Where the packets come from: `linux` for a router, `pcapng` for packets inferred from captures.
    pub origin: String,
    /// Other facts, such as kernel, date and congestion control, as an object.
    pub facts: Value,
}

impl Header {
    /// The value of the field `profile` in result objects, which says what kind of end hosts sent the packets.
    pub fn profile(&self) -> &'static str {
        match self.origin.as_str() {
            "linux" => "linux",
            "pcapng" => "pcapng",
            _ => "recorded",
        }
    }

    fn to_json(&self) -> Value {
        let Self { scenario, lane, origin, facts } = self;
        json!({ "version": VERSION, "origin": origin, "lane": lane, "scenario": scenario, "facts": facts })
    }

    fn of_json(mut value: Value) -> Result<Self, RecordingProblem> {
        let version = value["version"].as_u64().unwrap_or(0);
        if version == 0 || version > VERSION {
            return Err(RecordingProblem::OtherVersion { version });
        }
        let origin = value["origin"].as_str().ok_or(RecordingProblem::Damaged { what: "the origin in its head" })?;
        let lane = value["lane"].as_u64().ok_or(RecordingProblem::Damaged { what: "the lane in its head" })?;
        Ok(Self {
            origin: origin.to_owned(),
            lane: usize::try_from(lane).map_err(|_| RecordingProblem::Damaged { what: "the lane in its head" })?,
            scenario: value["scenario"].take(),
            facts: value["facts"].take(),
        })
    }
}

//! Chokepoint's engine: a packet-level simulation of active queue management.
//!
//! The core has no clock, no I/O, no threads and no user interface: the same code runs in the browser and natively,
//! with bit-identical results. A guided tour, from the ground up:
//!
//! 1. [`time`] counts whole nanoseconds; [`math`] is the only access to transcendental functions; [`rng`] has named
//!    random streams; [`hash`] hashes a state.
//! 2. [`packet`] and [`probe`]: packets and observers.
//! 3. [`discipline`]: which packets are queued and which are dropped. Read `drop_tail.rs` first.
//! 4. [`endpoint`]: senders and their response to loss. Disciplines and senders do not depend on each other.
//! 5. [`Simulation`]: wires flows, discipline and link, and advances them event by event.
//! 6. [`measure`] counts and measures; [`frame`] and [`Lab`] pass the page its data; [`catalog`] lists the disciplines
//!    and settings.
//! 7. [`experiment`]: the lanes of a published experiment over many seeds, beside the published numbers and statements.
//!
//! ```
//! use chokepoint_engine::{Scenario, Simulation};
//!
//! let scenario = Scenario::parse_text(
//!     r#"{
//!         "duration_s": 20,
//!         "lanes": [{ "aqm": "choke" }],
//!         "flows": [
//!             { "transport": "udp", "rate_bps": 2000000 },
//!             { "transport": "newreno", "count": 10 }
//!         ]
//!     }"#,
//! )
//! .expect("a right scenario");
//! let mut run = Simulation::new(&scenario, 0).expect("a lane");
//! run.advance_to(run.end());
//! let result = run.result();
//! let bottleneck = &result.bottleneck;
//! assert_eq!(
//!     bottleneck.arrived_packets,
//!     bottleneck.departed_packets + bottleneck.dropped_packets + bottleneck.queued_packets_at_end,
//! );
//! assert!(result.classes["udp"].throughput_bps < 500_000.0, "CHOKe holds the greedy flow down");
//! ```

mod base;
pub mod declare;
pub mod discipline;
pub mod endpoint;
pub mod experiment;
pub mod measure;
mod network;
mod page;
pub mod probe;
pub mod scenario;
pub mod schema;

/// Version of the simulation. It increases with every change of the engine that alters the fate of any packet in any
/// scene. The URL of a scene contains it, so that the program that opens the URL can tell whether it will reproduce the
/// same run. [`Scenario::runs_as_in`] recognizes the scenes that a new version does not change.
/// `crates/core/engine/tests/links.rs` guards the version and this function.
pub const RUNS: u32 = 2;

/// The version of the engine's numbers. It increases with [`RUNS`], and with every change in how a run is measured.
/// Tables, caches, bundles and citations carry this version: values of the same version may be combined.
pub const NUMBERS: u32 = 3;

pub use base::{hash, math, packet, rng, time};
pub use network::event;
pub use network::sim::{Sending, Simulation};
pub use network::trace::{Arrival, ArrivalProblem};
pub use page::divergence::{
    Compared, ComparedFacts, Comparison, Divergence, DivergenceFacts, Fate, Treated, TreatedFacts, divergence,
};
pub use page::history::{Filter, History};
pub use page::lab::{FlowFacts, Lab, SceneFacts};
pub use page::timeline::{CHECKPOINT_BUDGET, Direction, Found, Ran, Step, Timeline};
pub use page::{border, catalog, frame};
pub use scenario::Scenario;

//! Chokepoint's engine: a packet-level simulation of active queue management.
//!
//! The core has no clock, no input or output, no threads and no user interface: the same code runs in the browser and in
//! the native binary and gives the same bits. A guided tour, from the ground up:
//!
//! 1. [`time`], [`math`], [`rng`] and [`hash`]: whole nanoseconds, one door to transcendental functions, named random
//!    streams, the hash of a state.
//! 2. [`packet`] and [`probe`]: what travels, and who watches.
//! 3. [`discipline`]: who may wait, who must go. Read `drop_tail.rs` first. [`endpoint`]: who sends, and how senders answer
//!    loss. The two know nothing of each other.
//! 4. [`scenario`]: everything that defines a run, checked at the door; also the link that carries it.
//! 5. [`Simulation`]: wires flows, discipline and link, and advances them event by event.
//! 6. [`measure`] keeps score; [`frame`] and [`Lab`] tell a page what it needs; [`catalog`] tells what there is.
//! 7. [`experiment`]: the lanes of a published experiment over many seeds, beside the published numbers and statements.
//!
//! ```
//! use chokepoint_engine::{Scenario, Simulation, probe::NoProbe};
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
//! run.advance_to(run.end(), &mut NoProbe);
//! let result = run.result();
//! let bottleneck = &result.bottleneck;
//! assert_eq!(
//!     bottleneck.arrived_packets,
//!     bottleneck.departed_packets + bottleneck.dropped_packets + bottleneck.queued_packets_at_end,
//! );
//! assert!(result.classes["udp"].throughput_bps < 500_000.0, "CHOKe holds the greedy flow down");
//! ```

pub mod border;
pub mod catalog;
mod checkpoint;
pub mod declare;
pub mod discipline;
mod divergence;
pub mod endpoint;
pub mod event;
pub mod experiment;
mod flow;
mod footprint;
pub mod frame;
mod happening;
pub mod hash;
mod history;
mod lab;
mod linked_queues;
pub mod math;
pub mod measure;
pub mod packet;
pub mod probe;
mod recorder;
pub mod rng;
pub mod scenario;
pub mod schema;
mod series;
mod service;
mod sim;
mod texts;
pub mod time;
mod timeline;
mod web_session;
mod windows;

pub use divergence::{
    Compared, ComparedFacts, Comparison, Divergence, DivergenceFacts, Treated, TreatedFacts, Verdict, divergence,
};
pub use history::{Filter, History};
pub use lab::{FlowFacts, Lab, SceneFacts};
pub use scenario::Scenario;
pub use sim::{Sending, Simulation};
pub use timeline::{CHECKPOINT_BUDGET, Direction, Found, Step, Timeline};

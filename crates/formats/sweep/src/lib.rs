//! A sweep: the lanes of a scene over all combinations of the values of some settings, with many seeds each.
//!
//! Like the engine, this crate is pure. [`Sweep::parse`] checks a definition and counts its tasks. Any worker can
//! execute them, in any order ([`Runner`]). [`Sweep::key`] identifies a task, so that finished tasks need not be
//! repeated. The command line, the page and the Python package all use this crate and give the same numbers, bit for
//! bit.
//!
//! ```
//! use chokepoint_sweep::{Runner, Sweep};
//!
//! let sweep = Sweep::parse_text(
//!     r#"{
//!         "scene": { "duration_s": 5, "flows": [{ "transport": "udp", "rate_bps": 2e6 }, { "transport": "newreno" }] },
//!         "over": [{ "path": "flows.0.rate_bps", "from": 1e5, "to": 1e7, "count": 3, "scale": "log" }],
//!         "lanes": ["red", "choke"],
//!         "seeds": 2,
//!         "metrics": ["udp_utilization"]
//!     }"#,
//! )
//! .expect("a right sweep");
//! assert_eq!(sweep.tasks(), 3 * 2 * 2);
//! let mut runner = Runner::new(&sweep);
//! let row = runner.run(sweep.task(0).expect("the first one"));
//! assert_eq!(row.values.expect("a run").len(), 1);
//! ```

mod axis;
mod condition;
mod definition;
mod derived;
mod expression;
mod key;
mod lanes;
mod metrics;
mod run;
mod scenes;
mod schema;
pub mod screening;
pub mod typescript;
mod until;

pub use axis::{Axis, Coupled, MAX_AXIS_VALUES, MAX_COUPLED, axis_of_text};
pub use condition::MAX_CONDITIONS;
pub use definition::{
    DEFAULT_SEEDS, MAX_AXES, MAX_FIGURES, MAX_POINTS, MAX_TASKS, SWEEP_SCHEMA, Sweep, SweepFacts, Task,
};
pub use derived::{DerivedFacts, MAX_DERIVED, MAX_DERIVED_CHARACTERS};
pub use key::{KEY_BYTES, Key, Keys, key_text};
pub use lanes::lane_names;
pub use metrics::SweepMetric;
pub use run::{Row, Runner, SweepRow};
pub use scenes::MAX_SCENES;
pub use schema::sweep_schema;
pub use screening::Screening;
pub use until::{DEFAULT_AT_MOST, Demand, Known, Look, Stop, Until, UntilFacts, Wide, until_of_text};

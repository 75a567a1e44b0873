//! Queue disciplines written by users, in the language Rhai.
//!
//! A script begins with constants that declare its parameters, followed by its functions: `enqueue(packet)` admits or
//! drops an arrival; `dequeue()`, `on_timer()`, `init()` and `gauges()` are optional. `docs/scripts.md` is the
//! reference. Rhai only parses the text; this crate executes a tree of its own (docs/decisions/0067).
//!
//! ```
//! use chokepoint_engine::{Scenario, Simulation};
//!
//! let script = "fn enqueue(packet) { if queue.len() < params.limit { admit() } else { drop(\"overflow\") } }";
//! let scene = serde_json::json!({
//!     "duration_s": 5,
//!     "lanes": [{ "aqm": "script", "script": script, "params": { "limit": 20 } }],
//!     "flows": [{ "transport": "newreno", "count": 5 }],
//! });
//! let scenario = Scenario::parse_in(&scene, chokepoint_script::RHAI).expect("a right scenario");
//! let mut run = Simulation::new(&scenario, 0).expect("a lane");
//! run.advance_to(run.end());
//! assert_eq!(run.stop(), None);
//! assert_eq!(run.result().bottleneck.queue_packets.max, 20);
//! ```

mod chain;
pub mod check;
mod compute;
mod declare;
mod describe;
mod functions;
mod host;
mod keep;
mod lower;
mod machine;
mod operators;
mod place;
mod program;
pub mod reference;
mod run;
pub mod start;
mod state;
pub mod tree;
pub mod typescript;
mod value;

pub use describe::{ScriptFacts, ScriptReason, describe};
pub use functions::{CALLABLES, Callable, ENTRIES};
pub use machine::{MAX_CELLS, ScriptMachine};
pub use program::Script;
pub use run::{MAX_DEPTH, MAX_OPERATIONS};
pub use value::{MAX_ITEMS, MAX_NESTING, MAX_TEXT};

use chokepoint_engine::discipline::scripted::{Compiler, Language, Only, Program, ScriptProblem};
use std::sync::Arc;

/// The language of scripts. A scene parsed with this language may have scripts in its lanes.
pub const RHAI: Language = Language::of(Only::new(&Rhai));

struct Rhai;

impl Compiler for Rhai {
    fn compile(&self, text: &str) -> Result<Arc<dyn Program>, ScriptProblem> {
        Ok(keep::kept(text)?)
    }
}

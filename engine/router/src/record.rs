//! A recording of the run as a file, which the page, `chokepoint replay` and everybody else can run again.

use crate::bottleneck::Recorder;
use chokepoint_engine::time::SimTime;
use chokepoint_engine::{Arrival, Scenario, Simulation};
use chokepoint_recording::{Header, Writer};
use serde_json::{Value, json};
use std::fs::File;
use std::io::{self, BufWriter};
use std::path::Path;
use std::time::SystemTime;

/// Between two marks up to which everything is known \[ns\]: what is lost if this program is killed.
const MARKED_EVERY: u64 = 100_000_000;
/// Between two hashes, with which a replay is compared \[ns\].
const HASHED_EVERY: u64 = 1_000_000_000;

/// Writes arrivals into a file.
pub(crate) struct FileRecorder {
    writer: Writer<BufWriter<File>>,
    next_mark: u64,
    next_hash: u64,
    problem: Option<io::Error>,
}

impl FileRecorder {
    /// Begins a file, for this lane of a scene.
    pub(crate) fn new(path: &Path, scenario: &Scenario, lane: usize) -> Result<Self, String> {
        let header = Header {
            scenario: scenario.to_json(),
            lane,
            origin: "linux".to_owned(),
            facts: json!({ "kernel": kernel(), "unix_time_s": unix_time() }),
        };
        let problem = |error: io::Error| format!("{}: {error}", path.display());
        let file = File::create(path).map_err(problem)?;
        let writer = Writer::new(BufWriter::new(file), &header).map_err(problem)?;
        Ok(Self { writer, next_mark: 0, next_hash: HASHED_EVERY, problem: None })
    }

    /// A full disk ends the recording, not the router.
    fn note(&mut self, outcome: io::Result<()>) {
        if let Err(error) = outcome {
            self.problem.get_or_insert(error);
        }
    }
}

impl Recorder for FileRecorder {
    fn arrival(&mut self, arrival: &Arrival, _: &Simulation) {
        if self.problem.is_none() {
            let outcome = self.writer.arrivals(std::slice::from_ref(arrival));
            self.note(outcome);
        }
    }

    fn known_until(&mut self, at: SimTime, run: &Simulation) {
        if self.problem.is_some() || at.nanos() < self.next_mark {
            return;
        }
        self.next_mark = at.nanos() + MARKED_EVERY;
        let mut outcome = Ok(());
        if at.nanos() >= self.next_hash {
            self.next_hash = at.nanos() + HASHED_EVERY;
            outcome = self.writer.state(at, run.state_hash());
        }
        let outcome = outcome.and_then(|()| self.writer.known_until(at));
        self.note(outcome);
    }

    fn finish(self: Box<Self>, at: SimTime, facts: &Value) -> io::Result<()> {
        match self.problem {
            Some(error) => Err(error),
            None => self.writer.finish(at, facts).map(drop),
        }
    }
}

/// The version of the kernel.
pub(crate) fn kernel() -> String {
    std::fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default().trim().to_owned()
}

/// Seconds since 1970.
fn unix_time() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs()
}

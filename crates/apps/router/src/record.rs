//! Records the run: to a file that the page and `chokepoint replay` can run again, and to live pages.

use crate::bottleneck::Recorder;
use crate::live::Broadcast;
use chokepoint_engine::time::SimTime;
use chokepoint_engine::{Arrival, Scenario, Simulation};
use chokepoint_recording::{Header, Writer};
use chokepoint_scenes::files::{self, NewFile};
use serde_json::{Value, json};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Interval between time marks \[ns\]. A time mark states that the recording has all arrivals up to this time. At most
/// this much is lost if the program is killed, and a page lags by at most this much.
const MARKED_EVERY: u64 = 50_000_000;
/// Interval between state hashes in a recording \[ns\], against which a replay checks its own states.
const HASHED_EVERY: u64 = 1_000_000_000;

/// Where recordings go.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outlets {
    file: Option<PathBuf>,
    /// Whether an existing file may be overwritten.
    replace: bool,
    pub(crate) pages: Option<Broadcast>,
}

impl Outlets {
    /// A recording to a file, or none if `file` is `None`. Without `replace`, an existing file is an error.
    pub(crate) fn to_file(file: Option<&Path>, replace: bool) -> Result<Self, String> {
        if let Some(file) = file {
            files::check_free(file, replace).map_err(|problem| problem.to_string())?;
        }
        Ok(Self { file: file.map(Path::to_owned), replace, pages: None })
    }

    pub(crate) fn is_any(&self) -> bool {
        self.file.is_some() || self.pages.is_some()
    }

    /// Begins a recording of a lane of a scene.
    pub(crate) fn begin(&self, scenario: &Scenario, lane: usize) -> Result<Option<Box<dyn Recorder + Send>>, String> {
        if !self.is_any() {
            return Ok(None);
        }
        let header = Header {
            scenario: scenario.to_json(),
            lane,
            origin: "linux".to_owned(),
            facts: json!({ "kernel": kernel(), "unix_time_s": unix_time() }),
        };
        let name =
            || self.file.as_deref().map_or_else(|| "the recording".to_owned(), |path| path.display().to_string());
        let problem = |error: io::Error| format!("{}: {error}", name());
        let file = self.file.as_deref().map(|file| NewFile::create(file, self.replace)).transpose();
        let file = file.map_err(|problem| problem.to_string())?.map(BufWriter::new);
        let mut tee = Tee { file, placed: None, is_marked: false, pages: self.pages.clone() };
        if let (Some(file), Some(place)) = (&mut tee.file, &self.file) {
            file.get_mut().place().map_err(|problem| problem.to_string())?;
            tee.placed = Some(place.clone());
        }
        let writer = Writer::new(tee, &header).map_err(problem)?;
        Ok(Some(Box::new(Recording { writer, next_mark: 0, next_hash: HASHED_EVERY, problem: None })))
    }
}

/// Writes to the file, to the pages, or to both.
struct Tee {
    /// The file of the recording. It has its final name from the start, so that a killed run leaves a recording. A
    /// temporary name could not be changed at the end: the privilege to rename files is dropped before packets arrive.
    file: Option<BufWriter<NewFile>>,
    placed: Option<PathBuf>,
    /// Whether at least one time mark was written. Without one, the file contains only a header.
    is_marked: bool,
    pages: Option<Broadcast>,
}

impl Write for Tee {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Some(pages) = &mut self.pages {
            pages.write_all(bytes)?;
        }
        if let Some(file) = &mut self.file {
            file.write_all(bytes)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if let Some(pages) = &mut self.pages {
            pages.flush()?;
        }
        self.file.as_mut().map_or(Ok(()), Write::flush)?;
        self.is_marked = true;
        Ok(())
    }
}

impl Drop for Tee {
    fn drop(&mut self) {
        // A file that contains only a header is useless, so it is removed. It stays if the program no longer has the
        // privilege to remove it.
        if let Some(place) = self.placed.as_ref().filter(|place| !self.is_marked && place.is_file()) {
            let _ = std::fs::remove_file(place);
        }
        // However the recording ended, the pages get no more bytes.
        if let Some(pages) = &self.pages {
            pages.end();
        }
    }
}

/// Writes arrivals, and the state at intervals.
struct Recording {
    writer: Writer<Tee>,
    next_mark: u64,
    next_hash: u64,
    problem: Option<io::Error>,
}

impl Recording {
    /// Handles the result of a write: a full disk ends the recording, but not the router.
    fn note(&mut self, outcome: io::Result<()>) {
        if let Err(error) = outcome {
            self.problem.get_or_insert(error);
        }
    }
}

impl Recorder for Recording {
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

/// The kernel version without the distribution's suffix.
pub(crate) fn kernel() -> String {
    let release = std::fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    release.trim().split(['-', '+']).next().unwrap_or_default().to_owned()
}

fn unix_time() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs()
}

//! Parses a recording, whole or as it grows.

use crate::blocks::{self, Kind};
use crate::{Header, MAGIC, VERSION, arrivals, varint};
use chokepoint_engine::Arrival;
use chokepoint_engine::scenario::json_text;
use chokepoint_engine::time::SimTime;
use serde_json::Value;
use std::fmt;

/// Largest number of arrivals that are read: what a router receives in ten minutes at 100 Mb/s with full-size packets.
const MOST_ARRIVALS: usize = 5_000_000;
/// Largest sum of decompressed block sizes \[bytes\]. It suffices for the largest number of arrivals; without it,
/// compressed blocks could expand far more.
const MOST_UNPACKED: usize = 256 << 20;

/// Why a recording is refused.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum RecordingProblem {
    /// The file does not begin like a recording.
    NoRecording,
    /// The recording was written by a newer version of the lab.
    OtherVersion {
        /// Version of the recording.
        version: u64,
    },
    /// Some bytes have changed.
    Damaged {
        /// The name of the damaged part.
        what: &'static str,
    },
    /// The recording exceeds the limits.
    TooLong,
    /// The recording breaks off within its header.
    NoHeader,
}

impl fmt::Display for RecordingProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoRecording => f.write_str("this is not a recording: its first eight bytes are not CHOKEREC"),
            Self::OtherVersion { version } => {
                write!(f, "the recording is of version {version}; versions 1 to {VERSION} can be read here")
            }
            Self::Damaged { what } => write!(f, "the recording is damaged: {what} cannot be read"),
            Self::TooLong => write!(
                f,
                "the recording holds more than {MOST_ARRIVALS} packets or {MOST_UNPACKED} bytes, the most that are read"
            ),
            Self::NoHeader => f.write_str("the recording ends before its scene"),
        }
    }
}

impl std::error::Error for RecordingProblem {}

/// An item of a recording.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// The header, or one that replaces it.
    Header(Header),
    /// The next arrivals.
    Arrivals(Vec<Arrival>),
    /// All arrivals up to this time are known.
    KnownUntil(SimTime),
    /// The hash of the state of the recorded queue at this time.
    State(SimTime, u64),
    /// The end of the recording, with the facts that are known only then, such as reasons to doubt the run.
    End(Value),
}

/// Incremental parser of a recording.
#[derive(Clone, Debug, Default)]
pub struct Reader {
    /// The bytes of the last block, while it is incomplete.
    rest: Vec<u8>,
    is_begun: bool,
    is_ended: bool,
    read_until: SimTime,
    count: usize,
    unpacked: usize,
}

impl Reader {
    /// Adds bytes and returns the items that they complete.
    pub fn push(&mut self, bytes: &[u8]) -> Result<Vec<Item>, RecordingProblem> {
        self.rest.extend_from_slice(bytes);
        let mut place = 0;
        if !self.is_begun {
            let known = self.rest.len().min(MAGIC.len());
            if self.rest[..known] != MAGIC[..known] {
                return Err(RecordingProblem::NoRecording);
            }
            if known < MAGIC.len() {
                return Ok(Vec::new());
            }
            self.is_begun = true;
            place = MAGIC.len();
        }
        let mut items = Vec::new();
        while let Some((kind, content, length)) = blocks::read(&self.rest[place..])? {
            if self.is_ended {
                return Err(RecordingProblem::Damaged { what: "the data after its end" });
            }
            place += length;
            self.unpacked += content.len();
            if self.unpacked > MOST_UNPACKED {
                return Err(RecordingProblem::TooLong);
            }
            items.push(self.item(kind, &content)?);
        }
        self.rest.drain(..place);
        Ok(items)
    }

    /// Whether the end has been reached.
    pub fn is_ended(&self) -> bool {
        self.is_ended
    }

    fn item(&mut self, kind: Kind, content: &[u8]) -> Result<Item, RecordingProblem> {
        let damaged = |what| RecordingProblem::Damaged { what };
        // The engine's JSON parser is used because the page contains it anyway.
        let json = |what| {
            let text = std::str::from_utf8(content).map_err(|_| damaged(what))?;
            json_text::read(text).map_err(|_| damaged(what))
        };
        let time = |place: &mut usize| {
            let nanos = varint::take(content, place).ok_or(damaged("a time"))?;
            Ok::<_, RecordingProblem>(SimTime::from_nanos(nanos))
        };
        Ok(match kind {
            Kind::Header => Item::Header(Header::of_json(json("its head")?)?),
            Kind::Arrivals => {
                let arrivals = arrivals::read(content, self.read_until).ok_or(damaged("a block of packets"))?;
                self.count += arrivals.len();
                if self.count > MOST_ARRIVALS {
                    return Err(RecordingProblem::TooLong);
                }
                self.read_until = arrivals.last().map_or(self.read_until, |last| last.at);
                Item::Arrivals(arrivals)
            }
            Kind::KnownUntil => Item::KnownUntil(time(&mut 0)?),
            Kind::State => {
                let mut place = 0;
                let at = time(&mut place)?;
                let hash = content[place..].try_into().map_err(|_| damaged("the hash of a state"))?;
                Item::State(at, u64::from_le_bytes(hash))
            }
            Kind::End => {
                self.is_ended = true;
                Item::End(json("the facts at its end")?)
            }
        })
    }
}

/// The content of a recording; if it is truncated, up to its last whole block.
#[derive(Clone, Debug, PartialEq)]
pub struct Recording {
    /// The last header.
    pub header: Header,
    /// Arrivals, in order.
    pub arrivals: Vec<Arrival>,
    /// Time up to which all arrivals are known.
    pub known_until: SimTime,
    /// Hashes of the state, in time order.
    pub states: Vec<(SimTime, u64)>,
    /// The facts known only at the end; `None` if the recording was cut off.
    pub end: Option<Value>,
}

impl Recording {
    /// Parses a recording; if it is truncated, up to its last whole block.
    pub fn read(bytes: &[u8]) -> Result<Self, RecordingProblem> {
        let (mut header, mut arrivals, mut states, mut end) = (None, Vec::new(), Vec::new(), None);
        let mut known_until = SimTime::ZERO;
        for item in Reader::default().push(bytes)? {
            match item {
                Item::Header(it) => header = Some(it),
                Item::Arrivals(block) => {
                    known_until = block.last().map_or(known_until, |last| known_until.max(last.at));
                    arrivals.extend(block);
                }
                Item::KnownUntil(at) => known_until = known_until.max(at),
                Item::State(at, hash) => states.push((at, hash)),
                Item::End(facts) => end = Some(facts),
            }
        }
        let header = header.ok_or(RecordingProblem::NoHeader)?;
        Ok(Self { header, arrivals, known_until, states, end })
    }
}

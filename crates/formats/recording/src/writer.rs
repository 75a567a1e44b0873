//! Writes a recording as packets arrive.

use crate::arrivals::{self, MOST_IN_BLOCK};
use crate::blocks::{self, Kind};
use crate::{Header, MAGIC, varint};
use chokepoint_engine::Arrival;
use chokepoint_engine::time::SimTime;
use serde_json::Value;
use std::io::{self, Write};

/// Writes a recording. The bytes written so far are always a valid recording. Arrivals are buffered until
/// [`Writer::known_until`] is called or a block is full.
pub struct Writer<W: Write> {
    out: W,
    waiting: Vec<Arrival>,
    /// The time of the last arrival in the blocks written so far, to which the first time in the next block is
    /// relative.
    written_until: SimTime,
}

impl<W: Write> Writer<W> {
    /// Begins a recording.
    pub fn new(mut out: W, header: &Header) -> io::Result<Self> {
        out.write_all(MAGIC)?;
        let mut writer = Self { out, waiting: Vec::new(), written_until: SimTime::ZERO };
        writer.header(header)?;
        Ok(writer)
    }

    /// Replaces the header, because a flow has appeared that is not in the scene.
    pub fn header(&mut self, header: &Header) -> io::Result<()> {
        self.block(Kind::Header, header.to_json().to_string().as_bytes())
    }

    /// Adds arrivals, which must be in order.
    pub fn arrivals(&mut self, arrivals: &[Arrival]) -> io::Result<()> {
        for arrival in arrivals {
            self.waiting.push(*arrival);
            if self.waiting.len() == MOST_IN_BLOCK {
                self.write_waiting()?;
            }
        }
        Ok(())
    }

    /// Records that no further packet arrived up to and including `at`, so that a live reader can advance to it.
    pub fn known_until(&mut self, at: SimTime) -> io::Result<()> {
        self.write_waiting()?;
        let mut content = Vec::new();
        varint::put(&mut content, at.nanos());
        self.block(Kind::KnownUntil, &content)?;
        self.out.flush()
    }

    /// Records the hash of the router's state at `at`. The state must include exactly the packets added so far; see
    /// [`chokepoint_engine::Simulation::state_hash`].
    pub fn state(&mut self, at: SimTime, hash: u64) -> io::Result<()> {
        self.write_waiting()?;
        let mut content = Vec::new();
        varint::put(&mut content, at.nanos());
        content.extend(hash.to_le_bytes());
        self.block(Kind::State, &content)
    }

    /// Ends the recording at `at`, with facts known only at the end.
    pub fn finish(mut self, at: SimTime, facts: &Value) -> io::Result<W> {
        self.known_until(at)?;
        self.block(Kind::End, facts.to_string().as_bytes())?;
        self.out.flush()?;
        Ok(self.out)
    }

    fn write_waiting(&mut self) -> io::Result<()> {
        let Some(last) = self.waiting.last() else { return Ok(()) };
        let content = arrivals::write(&self.waiting, self.written_until);
        self.written_until = last.at;
        self.waiting.clear();
        self.block(Kind::Arrivals, &content)
    }

    fn block(&mut self, kind: Kind, content: &[u8]) -> io::Result<()> {
        self.out.write_all(&blocks::write(kind, content))
    }
}

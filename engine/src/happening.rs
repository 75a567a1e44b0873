//! What happens to packets, as columns for a page: since the last frame, and the last dead.

use crate::discipline::Reason;
use crate::footprint;
use crate::frame::FrameWriter;
use crate::packet::Packet;
use crate::time::SimTime;
use std::collections::VecDeque;

/// At most this many happenings in a frame: the latest ones.
const MAX_HAPPENINGS: usize = 2_048;
/// How many drops are remembered for whoever comes back to a moment.
const GRAVES: usize = 64;

/// Numbers of happenings, as the page knows them.
pub(crate) mod kind {
    pub(crate) const ADMITTED: u8 = 0;
    pub(crate) const DROPPED_ARRIVING: u8 = 1;
    pub(crate) const DROPPED_WAITING: u8 = 2;
    pub(crate) const SENT: u8 = 3;
    pub(crate) const MARKED: u8 = 4;
    /// Their names in questions about the past, in the order of their numbers.
    pub(crate) const NAMES: [&str; 5] = ["admitted", "dropped-arriving", "dropped-waiting", "sent", "marked"];
}

const NO_REASON: u8 = 255;

/// One thing that happened to a packet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Happening {
    time_s: f64,
    pub(crate) kind: u8,
    flow: u32,
    packet: u32,
    reason: u8,
    place: i32,
    /// Serial of the decision it belongs to, 0 if none.
    pub(crate) decision: u32,
}

impl Happening {
    pub(crate) fn new(
        now: SimTime,
        kind: u8,
        packet: &Packet,
        reason: Option<Reason>,
        place: Option<usize>,
        decision: u32,
    ) -> Self {
        Self {
            time_s: now.secs(),
            kind,
            flow: packet.flow.0,
            packet: packet.id as u32,
            reason: reason.map_or(NO_REASON, |reason| reason.index() as u8),
            place: place.map_or(-1, |place| place as i32),
            decision,
        }
    }

    pub(crate) fn is_drop(&self) -> bool {
        matches!(self.kind, kind::DROPPED_ARRIVING | kind::DROPPED_WAITING)
    }
}

/// The happenings that the next frame tells.
#[derive(Clone, Debug, Default)]
pub(crate) struct Happenings {
    rows: VecDeque<Happening>,
    pub(crate) left_out: u64,
}

impl Happenings {
    pub(crate) fn push(&mut self, happening: Happening) {
        if self.rows.len() >= MAX_HAPPENINGS {
            self.rows.pop_front();
            self.left_out += 1;
        }
        self.rows.push_back(happening);
    }

    /// Leaves only what happened from the decision `serial` on, and before it the last of the dead: the account of one
    /// moment, whatever led there.
    pub(crate) fn tell_moment(&mut self, serial: u32, graveyard: &Graveyard) {
        let first = self.rows.iter().position(|it| it.decision == serial).unwrap_or(self.rows.len());
        self.rows.drain(..first);
        let told = self.rows.iter().filter(|it| it.is_drop()).count();
        let older = graveyard.dead.len().saturating_sub(told);
        for &dead in graveyard.dead.iter().take(older).rev() {
            self.rows.push_front(dead);
        }
        self.left_out = 0;
    }

    /// Writes the columns of the group `happenings`.
    pub(crate) fn write(&self, frame: &mut FrameWriter) {
        let rows = &self.rows;
        frame.f64(&rows.iter().map(|it| it.time_s).collect::<Vec<_>>());
        frame.u8(&rows.iter().map(|it| it.kind).collect::<Vec<_>>());
        frame.u32(&rows.iter().map(|it| it.flow).collect::<Vec<_>>());
        frame.u32(&rows.iter().map(|it| it.packet).collect::<Vec<_>>());
        frame.u8(&rows.iter().map(|it| it.reason).collect::<Vec<_>>());
        frame.i32(&rows.iter().map(|it| it.place).collect::<Vec<_>>());
        frame.u32(&rows.iter().map(|it| it.decision).collect::<Vec<_>>());
    }
}

impl From<Vec<Happening>> for Happenings {
    fn from(rows: Vec<Happening>) -> Self {
        Self { rows: rows.into(), left_out: 0 }
    }
}

/// The last packets that were dropped.
#[derive(Clone, Debug, Default)]
pub(crate) struct Graveyard {
    dead: VecDeque<Happening>,
}

impl Graveyard {
    pub(crate) fn bury(&mut self, happening: Happening) {
        if self.dead.len() >= GRAVES {
            self.dead.pop_front();
        }
        self.dead.push_back(happening);
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        footprint::block::<Happening>(self.dead.len())
    }
}

//! Packet events in columns for the page: the events since the last frame, and the last drops.

use crate::base::footprint;
use crate::base::packet::Packet;
use crate::base::time::SimTime;
use crate::discipline::Reason;
use crate::page::border::table::{codes, columns};
use std::collections::VecDeque;

/// The largest number of events in a frame; earlier events are left out.
const MAX_HAPPENINGS: usize = 2_048;
/// The largest number of drops that are stored, the last ones of the run. After a jump to another time, the frame lists
/// these drops.
const MAX_RECENT_DROPS: usize = 64;

codes! {
    /// Kinds of event of a packet.
    pub(crate) mod kind as Happening {
        /// Entered the queue at `place`.
        ADMITTED = 0 "admitted",
        /// Dropped on arrival.
        DROPPED_ARRIVING = 1 "dropped-arriving",
        /// Dropped out of the queue from `place`.
        DROPPED_WAITING = 2 "dropped-waiting",
        /// Left the queue at the front, to be sent by the link.
        SENT = 3 "sent",
        /// ECN-marked.
        MARKED = 4 "marked",
    }
}

const NO_REASON: u8 = 255;

columns! {
    /// Events of packets, in order.
    pub(crate) struct HappeningColumns of
    /// An event of a packet.
    Happening {
        /// Time \[s\].
        time_s: f64,
        /// Kind, see `Happening`.
        kind: u8,
        /// Flow row (flow number minus 1).
        flow: u32,
        /// Number of the packet in this run.
        packet: u32,
        /// Reason number of a drop or mark, 255 if none.
        reason: u8,
        /// Position in the queue (0 = front) at the time of the event, -1 if none.
        place: i32,
        /// Serial of the decision to which the event belongs, 0 if none.
        decision: u32,
    }
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

/// The events that the next frame reports.
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

    /// Keeps only the events from the decision `serial` on, and puts the last drops before that decision in front of
    /// them, from `recent_drops`. The result is the same whether the run was played to this time or jumped to it.
    pub(crate) fn keep_moment(&mut self, serial: u32, recent_drops: &RecentDrops) {
        let first = self.rows.iter().position(|it| it.decision == serial).unwrap_or(self.rows.len());
        self.rows.drain(..first);
        let kept = self.rows.iter().filter(|it| it.is_drop()).count();
        let older = recent_drops.drops.len().saturating_sub(kept);
        for &drop in recent_drops.drops.iter().take(older).rev() {
            self.rows.push_front(drop);
        }
        self.left_out = 0;
    }

    pub(crate) fn columns(&self) -> HappeningColumns {
        self.rows.iter().copied().collect()
    }
}

/// The last packets that were dropped.
#[derive(Clone, Debug, Default)]
pub(crate) struct RecentDrops {
    drops: VecDeque<Happening>,
}

impl RecentDrops {
    pub(crate) fn push(&mut self, drop: Happening) {
        if self.drops.len() >= MAX_RECENT_DROPS {
            self.drops.pop_front();
        }
        self.drops.push_back(drop);
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        footprint::block::<Happening>(self.drops.len())
    }
}

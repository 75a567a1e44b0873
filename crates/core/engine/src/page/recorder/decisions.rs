//! The latest decisions with their steps, in the columns of a frame.

use crate::base::packet::Packet;
use crate::base::time::SimTime;
use crate::page::border::table::{codes, columns};

/// The largest number of decisions in a frame; earlier decisions are left out.
const MAX_DECISIONS: usize = 64;
/// The largest number of steps of one decision, enough for a draw of every packet of a long queue.
const MAX_STEPS: usize = 1_024;

codes! {
    /// A step of a decision. A decision without an arrival begins with `exit` or `timer`.
    pub(crate) mod step as Step {
        /// The line `id` of the pseudo-code ran. `value` is 1 if its test held, 0 if it did not, NaN if the line is not
        /// a test.
        LINE = 0 "line",
        /// The quantity `id` has the value `value`.
        VALUE = 1 "value",
        /// The packet of flow row `flow` at position `id` was drawn and did not match.
        MISS = 2 "miss",
        /// The packet of flow row `flow` at position `id` was drawn and matched.
        MATCH = 3 "match",
        /// A packet was admitted at place `id`.
        ADMIT = 4 "admit",
        /// A packet was dropped from position `id` (-1: the arrival). The column `flow` holds the number of the reason,
        /// not a flow.
        DROP = 5 "drop",
        /// A packet was marked. The column `flow` holds the number of the reason, not a flow.
        MARK = 6 "mark",
        /// The link requested a packet.
        EXIT = 7 "exit",
        /// The discipline's timer expired.
        TIMER = 8 "timer",
    }
}

columns! {
    /// The decisions, in order.
    pub(crate) struct DecisionColumns of
    /// A decision.
    DecisionRow {
        /// Serial of the decision, counted from 1.
        serial: u32,
        /// Time \[s\].
        time_s: f64,
        /// Flow row of the arrival; without an arrival, flow row of the first packet that is dropped or marked.
        flow: u32,
        /// Number of that packet.
        packet: u32,
        /// Packets queued before the decision.
        waiting: u32,
        /// Row of the first step.
        first_step: u32,
        /// Number of steps.
        step_count: u32,
    }
}

columns! {
    /// The steps of all decisions, one decision after another.
    pub(crate) struct StepColumns of
    /// A step of a decision.
    StepRow {
        /// Kind, see `Step`.
        kind: u8,
        /// Line, quantity, or place in the queue.
        id: i32,
        /// For a packet drawn at random, the row of its flow; for a drop or a mark, the number of the reason.
        flow: u32,
        /// Value of the quantity.
        value: f64,
    }
}

/// Decisions kept for the next frame.
#[derive(Clone, Debug, Default)]
pub(super) struct Decisions {
    pub(super) rows: DecisionColumns,
    pub(super) steps: StepColumns,
    pub(super) left_out: u64,
}

impl Decisions {
    /// Removes all decisions except the last.
    pub(super) fn keep_last(&mut self) {
        if self.rows.rows() > 1 {
            self.forget_first(self.rows.rows() - 1);
        }
        self.left_out = 0;
    }

    /// Removes the first `count` decisions; there must be more than `count`.
    fn forget_first(&mut self, count: usize) {
        let first_kept = self.rows.first_step[count];
        self.rows.remove_first(count);
        for first in &mut self.rows.first_step {
            *first -= first_kept;
        }
        self.steps.remove_first(first_kept as usize);
    }

    /// Begins a row for the decision `serial`. For a dequeue or an expired timer, `serial` is 0: this action becomes a
    /// decision when it drops or marks a packet. [`Self::confirm`] sets the final serial and the packet.
    pub(super) fn start(&mut self, serial: u32, now: SimTime, waiting: usize) {
        if self.rows.rows() >= MAX_DECISIONS {
            self.forget_first(MAX_DECISIONS / 2);
            self.left_out += (MAX_DECISIONS / 2) as u64;
        }
        self.rows.push(DecisionRow {
            serial,
            time_s: now.secs(),
            flow: 0,
            packet: 0,
            waiting: waiting as u32,
            first_step: self.steps.rows() as u32,
            step_count: 0,
        });
    }

    /// Makes a decision of the last row, an action that has dropped or marked a packet: sets its serial and its packet.
    pub(super) fn confirm(&mut self, serial: u32, packet: &Packet) {
        let rows = &mut self.rows;
        if let (Some(last), Some(flow), Some(id)) =
            (rows.serial.last_mut(), rows.flow.last_mut(), rows.packet.last_mut())
        {
            (*last, *flow, *id) = (serial, packet.flow.0, packet.id as u32);
        }
    }

    /// Removes the last row, an action that has not dropped or marked a packet and is therefore no decision.
    pub(super) fn withdraw(&mut self) {
        let Some(&first) = self.rows.first_step.last() else { return };
        self.rows.truncate(self.rows.rows() - 1);
        self.steps.truncate(first as usize);
    }

    /// Adds a step to the last row.
    pub(super) fn step(&mut self, kind: u8, id: i32, flow: u32, value: f64) {
        if let Some(count) = self.rows.step_count.last_mut().filter(|count| **count < MAX_STEPS as u32) {
            *count += 1;
            self.steps.push(StepRow { kind, id, flow, value });
        }
    }
}

/// The last departure and the last run of the timer, whether or not they were decisions.
#[derive(Clone, Debug, Default)]
pub(super) struct Turns {
    exit: Option<Turn>,
    timer: Option<Turn>,
    /// The last request of the link for a packet; the queue may have been empty.
    look: Option<Turn>,
}

/// An action without an arrival.
#[derive(Clone, Debug)]
struct Turn {
    row: DecisionRow,
    steps: Vec<StepRow>,
}

impl Turns {
    /// Copies the last row, which is an action without an arrival.
    pub(super) fn take(&mut self, Decisions { rows, steps, .. }: &Decisions) {
        let Some(last) = rows.rows().checked_sub(1) else { return };
        let row = rows.row(last);
        let steps: Vec<_> = (row.first_step as usize..steps.rows()).map(|at| steps.row(at)).collect();
        let is_timer = steps.first().is_some_and(|step| step.kind == step::TIMER);
        *(if is_timer { &mut self.timer } else { &mut self.look }) = Some(Turn { row, steps });
    }

    /// Records the packet that left at the last request of the link.
    pub(super) fn left(&mut self, packet: &Packet) {
        let Some(Turn { row, steps }) = self.look.take() else { return };
        self.exit = Some(Turn { row: DecisionRow { flow: packet.flow.0, packet: packet.id as u32, ..row }, steps });
    }

    /// The actions in the columns of a frame.
    pub(super) fn columns(self) -> (DecisionColumns, StepColumns) {
        let (mut rows, mut all) = (DecisionColumns::default(), StepColumns::default());
        for Turn { row, steps } in [self.exit, self.timer].into_iter().flatten() {
            rows.push(DecisionRow { first_step: all.rows() as u32, ..row });
            steps.into_iter().for_each(|step| all.push(step));
        }
        (rows, all)
    }
}

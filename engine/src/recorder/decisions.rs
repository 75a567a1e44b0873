//! The latest decisions, step by step, in the columns of a frame.

use crate::frame::FrameWriter;
use crate::packet::Packet;
use crate::time::SimTime;

/// At most this many decisions in a frame: the latest ones.
const MAX_DECISIONS: usize = 64;
/// At most this many steps in one decision; enough for a draw of every packet of a long queue.
const MAX_STEPS: usize = 1_024;

/// Numbers of steps, as the page knows them.
pub(super) mod step {
    /// Its value is 1 if what the line tests held, 0 if it did not, and not a number if the line tests nothing.
    pub(crate) const LINE: u8 = 0;
    pub(crate) const VALUE: u8 = 1;
    pub(crate) const MISS: u8 = 2;
    pub(crate) const MATCH: u8 = 3;
    pub(crate) const ADMIT: u8 = 4;
    pub(crate) const DROP: u8 = 5;
    pub(crate) const MARK: u8 = 6;
    /// First of a decision without an arrival: at an exit, or when a timer ran out.
    pub(crate) const EXIT: u8 = 7;
    pub(crate) const TIMER: u8 = 8;
}

/// Decisions that wait to be told.
#[derive(Clone, Debug, Default)]
pub(super) struct Decisions {
    pub(super) serial: Vec<u32>,
    time_s: Vec<f64>,
    flow: Vec<u32>,
    packet: Vec<u32>,
    waiting: Vec<u32>,
    first_step: Vec<u32>,
    step_count: Vec<u32>,
    pub(super) steps: Steps,
    pub(super) left_out: u64,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Steps {
    kind: Vec<u8>,
    id: Vec<i32>,
    flow: Vec<u32>,
    pub(super) value: Vec<f64>,
}

impl Decisions {
    /// Writes the columns of decisions and their steps.
    pub(super) fn write(&self, frame: &mut FrameWriter) {
        frame.u32(&self.serial);
        frame.f64(&self.time_s);
        frame.u32(&self.flow);
        frame.u32(&self.packet);
        frame.u32(&self.waiting);
        frame.u32(&self.first_step);
        frame.u32(&self.step_count);
        frame.u8(&self.steps.kind);
        frame.i32(&self.steps.id);
        frame.u32(&self.steps.flow);
        frame.f64(&self.steps.value);
    }

    /// Forgets all but the last one.
    pub(super) fn keep_last(&mut self) {
        if self.serial.len() > 1 {
            self.forget_first(self.serial.len() - 1);
        }
        self.left_out = 0;
    }

    /// Forgets the first `count`, of more than `count`.
    fn forget_first(&mut self, count: usize) {
        let first_kept = self.first_step[count];
        self.serial.drain(..count);
        self.time_s.drain(..count);
        self.flow.drain(..count);
        self.packet.drain(..count);
        self.waiting.drain(..count);
        self.first_step.drain(..count);
        self.step_count.drain(..count);
        for first in &mut self.first_step {
            *first -= first_kept;
        }
        let steps = first_kept as usize;
        self.steps.kind.drain(..steps);
        self.steps.id.drain(..steps);
        self.steps.flow.drain(..steps);
        self.steps.value.drain(..steps);
    }

    /// A decision may begin; which packet it is about is said when that is known.
    pub(super) fn start(&mut self, serial: u32, now: SimTime, waiting: usize) {
        if self.serial.len() >= MAX_DECISIONS {
            self.forget_first(MAX_DECISIONS / 2);
            self.left_out += (MAX_DECISIONS / 2) as u64;
        }
        self.serial.push(serial);
        self.time_s.push(now.secs());
        self.flow.push(0);
        self.packet.push(0);
        self.waiting.push(waiting as u32);
        self.first_step.push(self.steps.kind.len() as u32);
        self.step_count.push(0);
    }

    /// The last one has this number and is about this packet.
    pub(super) fn confirm(&mut self, serial: u32, packet: &Packet) {
        if let (Some(last), Some(flow), Some(id)) =
            (self.serial.last_mut(), self.flow.last_mut(), self.packet.last_mut())
        {
            (*last, *flow, *id) = (serial, packet.flow.0, packet.id as u32);
        }
    }

    /// The last one was none.
    pub(super) fn withdraw(&mut self) {
        let Some(first) = self.first_step.pop() else { return };
        self.serial.pop();
        self.time_s.pop();
        self.flow.pop();
        self.packet.pop();
        self.waiting.pop();
        self.step_count.pop();
        self.steps.truncate(first as usize);
    }

    /// One step of the last one.
    pub(super) fn step(&mut self, kind: u8, id: i32, flow: u32, value: f64) {
        if let Some(count) = self.step_count.last_mut().filter(|count| **count < MAX_STEPS as u32) {
            *count += 1;
            self.steps.kind.push(kind);
            self.steps.id.push(id);
            self.steps.flow.push(flow);
            self.steps.value.push(value);
        }
    }
}

impl Steps {
    fn truncate(&mut self, count: usize) {
        self.kind.truncate(count);
        self.id.truncate(count);
        self.flow.truncate(count);
        self.value.truncate(count);
    }
}

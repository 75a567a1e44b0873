//! What waits in a queue and what its discipline keeps, in the columns of a frame.

use crate::discipline::about::MAX_TABLE_COLUMNS;
use crate::discipline::{AnyDiscipline, QueueFacts, Viewer};
use crate::frame::FrameWriter;
use crate::packet::{Ecn, FlowId, Packet};

/// At most this many rows in a frame.
const MAX_ROWS: usize = 24;

/// Packets of a queue, front first.
#[derive(Clone, Debug, Default)]
pub(crate) struct QueueColumns {
    packet: Vec<u32>,
    flow: Vec<u32>,
    bytes: Vec<u32>,
    arrived_s: Vec<f64>,
    flags: Vec<u8>,
    /// What the packets carry, where the discipline declares that they do.
    label: Vec<f64>,
    pub(crate) gauges: Vec<f64>,
    pub(crate) rows: Rows,
    queues: SeveralQueues,
    /// The place among several queues of the one that is served next.
    pub(crate) next_queue: Option<usize>,
    bin_probability: Vec<f64>,
    bin_packets: Vec<f64>,
}

/// The queues of a discipline that has several: which packets are in which.
#[derive(Clone, Debug, Default)]
struct SeveralQueues {
    id: Vec<u32>,
    /// The place of its first packet among all that wait.
    first: Vec<u32>,
    credit: Vec<f64>,
}

/// The flows that a discipline lists, those with the largest first numbers first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rows {
    listed: Vec<(u32, [f64; MAX_TABLE_COLUMNS])>,
    columns: usize,
}

impl Rows {
    /// How many flows are listed, those that the frame leaves out included.
    pub(crate) fn count(&self) -> usize {
        self.listed.len()
    }

    fn sort(&mut self) {
        self.listed.sort_by(|(flow, a), (other, b)| b[0].total_cmp(&a[0]).then(flow.cmp(other)));
    }

    pub(crate) fn write(&self, frame: &mut FrameWriter) {
        let told = &self.listed[..self.count().min(MAX_ROWS)];
        frame.u32(&told.iter().map(|(flow, _)| *flow).collect::<Vec<_>>());
        frame.f64(&told.iter().flat_map(|(_, values)| &values[..self.columns]).copied().collect::<Vec<_>>());
    }
}

impl QueueColumns {
    /// Takes down what waits now.
    pub(crate) fn take(&mut self, discipline: &AnyDiscipline) {
        self.clear();
        discipline.view(self);
        self.rows.sort();
    }

    /// Forgets it all.
    pub(super) fn clear(&mut self) {
        self.packet.clear();
        self.flow.clear();
        self.bytes.clear();
        self.arrived_s.clear();
        self.flags.clear();
        self.label.clear();
        self.gauges.clear();
        self.rows.listed.clear();
        self.queues.id.clear();
        self.queues.first.clear();
        self.queues.credit.clear();
        self.next_queue = None;
        self.bin_probability.clear();
        self.bin_packets.clear();
    }

    /// Several queues and bins, where there are any.
    pub(crate) fn write_several(&self, frame: &mut FrameWriter) {
        frame.u32(&self.queues.id);
        frame.u32(&self.queues.first);
        frame.f64(&self.queues.credit);
        frame.f64(&self.bin_probability);
        frame.f64(&self.bin_packets);
    }

    /// The packets.
    pub(crate) fn write(&self, frame: &mut FrameWriter) {
        frame.u32(&self.packet);
        frame.u32(&self.flow);
        frame.u32(&self.bytes);
        frame.f64(&self.arrived_s);
        frame.u8(&self.flags);
        frame.f64(&self.label);
    }
}

impl Viewer for QueueColumns {
    fn waiting(&mut self, packet: &Packet) {
        self.packet.push(packet.id as u32);
        self.flow.push(packet.flow.0);
        self.bytes.push(packet.bytes.into());
        self.arrived_s.push(packet.arrived.secs());
        let flags = u8::from(packet.ecn.is_capable())
            | u8::from(packet.ecn == Ecn::Ce) << 1
            | u8::from(packet.is_retransmission) << 2
            | u8::from(packet.is_syn) << 3;
        self.flags.push(flags);
    }

    fn label(&mut self, value: f64) {
        self.label.push(value);
    }

    fn gauge(&mut self, value: f64) {
        self.gauges.push(value);
    }

    fn queue(&mut self, queue: QueueFacts) {
        if queue.is_next {
            self.next_queue = Some(self.queues.id.len());
        }
        self.queues.id.push(queue.id);
        self.queues.first.push(self.packet.len() as u32);
        self.queues.credit.push(queue.credit);
    }

    fn bin(&mut self, probability: f64, packets: f64) {
        self.bin_probability.push(probability);
        self.bin_packets.push(packets);
    }

    fn row(&mut self, flow: FlowId, values: &[f64]) {
        let columns = values.len().min(MAX_TABLE_COLUMNS);
        let mut row = [0.0; MAX_TABLE_COLUMNS];
        row[..columns].copy_from_slice(&values[..columns]);
        self.rows.columns = columns;
        self.rows.listed.push((flow.0, row));
    }
}

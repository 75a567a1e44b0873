//! The packets of a queue and its discipline's state, in the columns of a frame.

use crate::base::packet::{Ecn, FlowId, Packet};
use crate::discipline::about::MAX_TABLE_COLUMNS;
use crate::discipline::{AnyDiscipline, QueueFacts, SlotFacts, Viewer};
use crate::page::border::table::{codes, columns};

/// At most this many rows in a frame.
const MAX_ROWS: usize = 24;

codes! {
    /// Properties of a waiting packet: bits of the column `flags`.
    pub(crate) mod packet_flag as PacketFlag {
        /// Its sender heeds ECN marks.
        ECN_CAPABLE = 1 "ecn-capable",
        /// It is ECN-marked.
        MARKED = 2 "marked",
        /// It was sent before.
        RETRANSMISSION = 4 "retransmission",
        /// It opens a connection.
        SYN = 8 "syn",
    }
}

columns! {
    /// Packets of a queue, front first.
    pub(crate) struct QueueColumns {
        /// Number of the packet in this run.
        packet: u32,
        /// Flow row (flow number minus 1).
        flow: u32,
        /// Size \[bytes\].
        bytes: u32,
        /// When it arrived \[s\].
        arrived_s: f64,
        /// See `PacketFlag`.
        flags: u8,
        /// The number that each packet carries; empty where the discipline declares none.
        label: f64,
    }
}

columns! {
    /// One row a gauge, in the order in which the discipline declares them.
    pub(crate) struct GaugeColumns {
        /// Its value.
        value: f64,
    }
}

columns! {
    /// One row a queue; `next_queue` is the one that is served next.
    pub(crate) struct QueuesColumns {
        /// Flow row, number of the bucket, or of the class.
        id: u32,
        /// Place in `queue` of its first packet; the packets up to the next queue's first one are its own, front first.
        first: u32,
        /// Bytes that the queue may still send in its turn, or another number by which queues are served; NaN where there is none.
        credit: f64,
    }
}

codes! {
    /// Properties of a slot: bits of the column `flags`.
    pub(crate) mod slot_flag as SlotFlag {
        /// It holds a waiting packet.
        PACKET = 1 "packet",
        /// It holds a packet that was lost there.
        LOST = 2 "lost",
        /// It is empty, between packets.
        HOLE = 4 "hole",
        /// The next packet leaves from here.
        HEAD = 8 "head",
        /// The next arrival enters here.
        TAIL = 16 "tail",
    }
}

columns! {
    /// One row a slot of the ring that holds the packets.
    pub(crate) struct SlotColumns {
        /// See `SlotFlag`.
        flags: u8,
    }
}

columns! {
    /// One row a bin, level by level.
    pub(crate) struct BinColumns {
        /// Drop probability in force there.
        probability: f64,
        /// Packets counted there.
        packets: f64,
    }
}

columns! {
    /// The first two dozen rows of the table that a discipline declares; `row_count` says how many there are.
    pub(crate) struct RowColumns {
        /// Flow row.
        flow: u32,
        /// For each flow as many numbers as the table has columns.
        value: f64,
    }
}

/// The packets of a queue and its discipline's state at one moment.
#[derive(Clone, Debug, Default)]
pub(crate) struct QueueSnapshot {
    pub(crate) packets: QueueColumns,
    pub(crate) gauges: GaugeColumns,
    pub(crate) queues: QueuesColumns,
    pub(crate) bins: BinColumns,
    pub(crate) slots: SlotColumns,
    /// The place among several queues of the one that is served next.
    pub(crate) next_queue: Option<usize>,
    /// The flows that the discipline lists, those with the largest first numbers first.
    listed: Vec<(u32, [f64; MAX_TABLE_COLUMNS])>,
    listed_columns: usize,
}

impl QueueSnapshot {
    /// Records the present packets of the queue.
    pub(crate) fn take(&mut self, discipline: &AnyDiscipline) {
        self.clear();
        discipline.view(self);
        self.listed.sort_unstable_by(|(flow, a), (other, b)| b[0].total_cmp(&a[0]).then(flow.cmp(other)));
    }

    /// Forgets it all.
    pub(super) fn clear(&mut self) {
        self.packets.clear();
        self.gauges.clear();
        self.queues.clear();
        self.bins.clear();
        self.slots.clear();
        self.next_queue = None;
        self.listed.clear();
    }

    /// How many flows are listed, those that the frame leaves out included.
    pub(crate) fn row_count(&self) -> usize {
        self.listed.len()
    }

    /// The first of the flows that are listed.
    pub(crate) fn rows(&self) -> RowColumns {
        let told = &self.listed[..self.listed.len().min(MAX_ROWS)];
        RowColumns {
            flow: told.iter().map(|(flow, _)| *flow).collect(),
            value: told.iter().flat_map(|(_, values)| &values[..self.listed_columns]).copied().collect(),
        }
    }
}

impl Viewer for QueueSnapshot {
    fn waiting(&mut self, packet: &Packet) {
        let it = &mut self.packets;
        it.packet.push(packet.id as u32);
        it.flow.push(packet.flow.0);
        it.bytes.push(packet.bytes.into());
        it.arrived_s.push(packet.arrived.secs());
        let flags = [
            (packet.ecn.is_capable(), packet_flag::ECN_CAPABLE),
            (packet.ecn == Ecn::Ce, packet_flag::MARKED),
            (packet.is_retransmission, packet_flag::RETRANSMISSION),
            (packet.is_syn, packet_flag::SYN),
        ];
        it.flags.push(flags.into_iter().filter(|(holds, _)| *holds).fold(0, |all, (_, flag)| all | flag));
    }

    fn label(&mut self, value: f64) {
        self.packets.label.push(value);
    }

    fn gauge(&mut self, value: f64) {
        self.gauges.value.push(value);
    }

    fn queue(&mut self, queue: QueueFacts) {
        if queue.is_next {
            self.next_queue = Some(self.queues.rows());
        }
        self.queues.id.push(queue.id);
        self.queues.first.push(self.packets.rows() as u32);
        self.queues.credit.push(queue.credit);
    }

    fn bin(&mut self, probability: f64, packets: f64) {
        self.bins.probability.push(probability);
        self.bins.packets.push(packets);
    }

    fn slot(&mut self, slot: SlotFacts) {
        let flags = [
            (slot.is_packet, slot_flag::PACKET),
            (slot.is_lost, slot_flag::LOST),
            (slot.is_hole, slot_flag::HOLE),
            (slot.is_head, slot_flag::HEAD),
            (slot.is_tail, slot_flag::TAIL),
        ];
        self.slots.flags.push(flags.into_iter().filter(|(holds, _)| *holds).fold(0, |all, (_, flag)| all | flag));
    }

    fn row(&mut self, flow: FlowId, values: &[f64]) {
        let columns = values.len().min(MAX_TABLE_COLUMNS);
        let mut row = [0.0; MAX_TABLE_COLUMNS];
        row[..columns].copy_from_slice(&values[..columns]);
        self.listed_columns = columns;
        self.listed.push((flow.0, row));
    }
}

//! The packets of a queue and the state of its discipline, in the columns of a frame.

use crate::base::packet::{Ecn, FlowId, Packet};
use crate::discipline::about::MAX_TABLE_COLUMNS;
use crate::discipline::{AnyDiscipline, QueueFacts, SlotFacts, Viewer};
use crate::page::border::table::{codes, columns};

/// The largest number of rows of the table of flows in a frame.
const MAX_ROWS: usize = 24;

codes! {
    /// Properties of a queued packet: bits of the column `flags`.
    pub(crate) mod packet_flag as PacketFlag {
        /// The sender of the packet responds to ECN marks.
        ECN_CAPABLE = 1 "ecn-capable",
        /// The packet is ECN-marked.
        MARKED = 2 "marked",
        /// The packet is a retransmission.
        RETRANSMISSION = 4 "retransmission",
        /// The packet opens a connection.
        SYN = 8 "syn",
    }
}

columns! {
    /// Packets of a queue, from the front.
    pub(crate) struct QueueColumns {
        /// Number of the packet in this run.
        packet: u32,
        /// Flow row (flow number minus 1).
        flow: u32,
        /// Size \[bytes\].
        bytes: u32,
        /// Time of the arrival \[s\].
        arrived_s: f64,
        /// See `PacketFlag`.
        flags: u8,
        /// The number that the page writes on each packet. The column is empty if the discipline declares no such
        /// number.
        label: f64,
    }
}

columns! {
    /// One row for each gauge, in the order in which the discipline declares them.
    pub(crate) struct GaugeColumns {
        /// Value of the gauge.
        value: f64,
    }
}

columns! {
    /// One row for each queue; `next_queue` is the queue that is served next.
    pub(crate) struct QueuesColumns {
        /// The queue's number: its flow row, its bucket or its class, depending on the discipline.
        id: u32,
        /// Index in `queue` of the first packet of this queue. The other packets of this queue follow, up to the first
        /// packet of the next queue.
        first: u32,
        /// Bytes that the queue may still send in its turn, or another number that decides the order of service; NaN if
        /// none.
        credit: f64,
    }
}

codes! {
    /// Properties of a slot: bits of the column `flags`.
    pub(crate) mod slot_flag as SlotFlag {
        /// The slot holds a queued packet.
        PACKET = 1 "packet",
        /// The slot holds a packet that the discipline no longer finds, because of a fault of the ring.
        LOST = 2 "lost",
        /// The slot is empty and lies between packets.
        HOLE = 4 "hole",
        /// The next packet leaves from this slot.
        HEAD = 8 "head",
        /// The next arrival enters this slot.
        TAIL = 16 "tail",
    }
}

columns! {
    /// One row for each slot of the ring that holds the packets.
    pub(crate) struct SlotColumns {
        /// See `SlotFlag`.
        flags: u8,
    }
}

columns! {
    /// One row for each bin, level by level.
    pub(crate) struct BinColumns {
        /// Drop probability of the bin.
        probability: f64,
        /// Packets counted in the bin.
        packets: f64,
    }
}

columns! {
    /// The first 24 rows of the table that a discipline declares; `row_count` is the number of all rows.
    pub(crate) struct RowColumns {
        /// Flow row.
        flow: u32,
        /// Values of the flow, one for each column of the table.
        value: f64,
    }
}

/// The packets of a queue and the state of its discipline at one time.
#[derive(Clone, Debug, Default)]
pub(crate) struct QueueSnapshot {
    pub(crate) packets: QueueColumns,
    pub(crate) gauges: GaugeColumns,
    pub(crate) queues: QueuesColumns,
    pub(crate) bins: BinColumns,
    pub(crate) slots: SlotColumns,
    /// Index of the queue that is served next, if there are several queues.
    pub(crate) next_queue: Option<usize>,
    /// The table of flows that the discipline declares, sorted by its first column, largest first.
    listed: Vec<(u32, [f64; MAX_TABLE_COLUMNS])>,
    listed_columns: usize,
}

impl QueueSnapshot {
    /// Records the current packets of the queue.
    pub(crate) fn take(&mut self, discipline: &AnyDiscipline) {
        self.clear();
        discipline.view(self);
        self.listed.sort_unstable_by(|(flow, a), (other, b)| b[0].total_cmp(&a[0]).then(flow.cmp(other)));
    }

    pub(super) fn clear(&mut self) {
        self.packets.clear();
        self.gauges.clear();
        self.queues.clear();
        self.bins.clear();
        self.slots.clear();
        self.next_queue = None;
        self.listed.clear();
    }

    /// Number of flows in the table, including those that the frame leaves out.
    pub(crate) fn row_count(&self) -> usize {
        self.listed.len()
    }

    /// The first rows of the table.
    pub(crate) fn rows(&self) -> RowColumns {
        let shown = &self.listed[..self.listed.len().min(MAX_ROWS)];
        RowColumns {
            flow: shown.iter().map(|(flow, _)| *flow).collect(),
            value: shown.iter().flat_map(|(_, values)| &values[..self.listed_columns]).copied().collect(),
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

//! The frame: the data of one lane for the page, as columns of numbers in one block of bytes. This module also declares
//! the list of events in an interval of a run.

use crate::page::border::table::{BlockAbout, block, columns, scalars};
use crate::page::happening::HappeningColumns;
use crate::page::recorder::{
    BinColumns, DecisionColumns, GaugeColumns, QueueColumns, QueuesColumns, RowColumns, SlotColumns, StepColumns,
};
use crate::page::series::SeriesColumns;
use crate::page::windows::WindowColumns;

scalars! {
    /// The state of a lane.
    pub(crate) struct Scalars {
        /// Simulated time \[s\].
        now_s,
        /// 1 when the scene has reached its end.
        is_finished,
        /// A number that increases with every change of settings. When it has increased, the page requests the facts of
        /// the scene again.
        facts_version,
        /// Packets queued.
        waiting,
        /// Packets that have arrived at the bottleneck.
        arrived,
        /// Packets that have left the queue.
        departed,
        /// Packets dropped.
        dropped,
        /// Packets ECN-marked.
        marked,
        /// Events simulated.
        events,
        /// Number of decisions since the start. Serials count from 1, so this number is also the serial of the last
        /// decision.
        decisions,
        /// Number of decisions since the previous frame that are not reported step by step.
        decisions_left_out,
        /// Number of packet events since the previous frame that are not reported.
        happenings_left_out,
        /// The discipline's own moving average \[packets\], NaN if it keeps none.
        average_queue,
        /// Number of queued packets in the front region, NaN if the queue has no regions.
        front_region,
        /// Flow row of the packet being sent, -1 if the link is idle.
        sending_flow,
        /// Number of the packet being sent, -1 if the link is idle.
        sending_packet,
        /// Start of that transmission \[s\].
        sending_from_s,
        /// End of that transmission \[s\].
        sending_until_s,
        /// Share of the time for which the link was busy, since the start of the measured window.
        utilization,
        /// Jain's index over all flows, since the start of the measured window; NaN if no flow receives anything.
        jain_index,
        /// Jain's index over the TCP flows, since the start of the measured window; NaN if none of them receives
        /// anything.
        jain_index_tcp,
        /// Mean queue since the start of the measured window \[packets\].
        mean_queue,
        /// Mean waiting time of the packets that left the queue in the measured window \[s\]; NaN if no packet left.
        mean_queueing_delay_s,
        /// Upper half of the hash of the state.
        state_hash_high,
        /// Lower half of the hash of the state.
        state_hash_low,
        /// 1 when the page jumped to this time. The page then replaces its lists of events and decisions by the lists
        /// of this frame: the last decision, the events since that decision, and the last drops. Otherwise the page
        /// appends the lists of this frame to its own lists.
        is_seek,
        /// Time up to which the run has been simulated \[s\]; `now_s` may be earlier.
        furthest_s,
        /// End of the last valid bucket of the series in earlier frames \[s\]. After a change of settings, later
        /// buckets belong to a future that no longer exists, and the page removes them before it adds the buckets of
        /// this frame. A replay changes no buckets: the page keeps them, and no frame sends them again.
        series_valid_until_s,
        /// Number of checkpoints at which a replay had another state than the original run. Any number other than 0 is
        /// an error of the engine.
        replay_mismatches,
        /// Number of checkpoints.
        checkpoints,
        /// Approximate memory of the checkpoints \[bytes\].
        checkpoint_bytes,
        /// Number of flows in the table of the discipline; `rows` holds the first flows of the table.
        row_count,
        /// Index in `queues` of the queue that is served next, -1 if there is none.
        next_queue,
    }
}

columns! {
    /// One row for each flow, in the order of flow numbers (row 0 is flow 1).
    pub(crate) struct FlowColumns {
        /// Bytes received since the start of the measured window, as on the wire.
        received_bytes: f64,
        /// Mean rate at the output of the bottleneck over the last 10 s, or since the start \[bit/s\].
        recent_bps: f64,
        /// Packets that have arrived at the bottleneck.
        arrived: f64,
        /// Packets dropped at the bottleneck.
        dropped: f64,
        /// Current congestion window \[packets\], NaN for flows without a congestion window.
        congestion_window: f64,
    }
}

columns! {
    /// A distribution in at most 128 intervals of equal width; both columns are empty before the first count.
    pub(crate) struct DistributionColumns {
        /// Edges of the intervals; one more than there are intervals.
        edges: f64,
        /// Content of each interval.
        parts: f64,
    }
}

columns! {
    /// One row for each section of the queue: the rear (where packets enter) first, the front last.
    pub(crate) struct HitColumns {
        /// Packets drawn.
        draws: f64,
        /// Matches among the drawn packets.
        matches: f64,
    }
}

block! {
    /// The current state of one lane, and the events since the previous frame.
    pub(crate) struct Frame {
        scalars: Scalars,
        /// The queued packets, from the front (next to leave) to the rear.
        queue: QueueColumns,
        /// The queue just before the last decision in `decisions`; empty without a decision.
        before: QueueColumns,
        /// All packet events since the last frame, in order. Their number is limited; see `happenings_left_out`.
        happenings: HappeningColumns,
        /// The decisions since the last frame, in order. If there are too many decisions, only the latest are reported.
        decisions: DecisionColumns,
        /// The steps of all decisions, one decision after another.
        steps: StepColumns,
        /// A row for the last departure and a row for the last run of the discipline's timer, if they happened since
        /// the previous frame. `serial` is 0 unless the discipline dropped or marked a packet. The row of a departure
        /// names the packet that left.
        turns: DecisionColumns,
        /// The steps of `turns`.
        turn_steps: StepColumns,
        /// Completed buckets of the time series since the last frame.
        series: SeriesColumns,
        /// One row for each flow.
        flows: FlowColumns,
        /// A value for each gauge that the discipline declares.
        gauges: GaugeColumns,
        /// The division of `queue` among several queues; empty for a single queue.
        queues: QueuesColumns,
        /// The bins of a discipline with a grid of bins, level by level; empty for other disciplines.
        bins: BinColumns,
        /// The slots of a discipline with a ring, from the first slot; empty for other disciplines.
        slots: SlotColumns,
        /// The table of flows that the discipline declares, sorted by its first column, largest first.
        rows: RowColumns,
        /// Time for which the queue had each length, since the start of the measured window \[s\]; edges in packets.
        occupancy: DistributionColumns,
        /// Number of packets with each waiting time, since the start of the measured window; edges in seconds.
        waits: DistributionColumns,
        /// Positions of draws and matches in the queue, from the start of the run up to this time.
        hits: HitColumns,
        /// The congestion windows of the first TCP flows, for the buckets of `series`.
        windows: WindowColumns,
    }
}

scalars! {
    /// The progress of a search for events.
    pub(crate) struct HistoryScalars {
        /// Number of matching events found. A request may ask for this number without the events.
        count,
        /// 1 when the interval was searched to its end; otherwise request the next page after `last_event`.
        is_whole,
        /// Time up to which the search has advanced \[s\].
        ended_s,
        /// Number of the last event that was searched.
        last_event,
    }
}

columns! {
    /// The event of each happening.
    pub(crate) struct EventColumns {
        /// Number of the event; `Lab.seekEvent` moves to just after it.
        event: f64,
    }
}

block! {
    /// Filtered events in an interval of the run: the result of `Lab.history`.
    pub(crate) struct History {
        scalars: HistoryScalars,
        /// The events, oldest first.
        happenings: HappeningColumns,
        /// The event of each row of `happenings`.
        events: EventColumns,
    }
}

/// The declaration of the frame.
pub const FRAME: BlockAbout = Frame::ABOUT;
/// The declaration of the list of events; see [`crate::Timeline::history`].
pub const HISTORY: BlockAbout = History::ABOUT;

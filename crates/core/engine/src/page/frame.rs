//! The frame: the data of one lane for a page, as columns of numbers in one block of bytes; and the list of events in a stretch of
//! a run.

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
        /// The moment \[s\].
        now_s,
        /// 1 when the scene has reached its end.
        is_finished,
        /// Grows with every change of settings: ask for the facts of the scene again.
        facts_version,
        /// Packets waiting.
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
        /// Decisions taken since the start; the serial of the last one.
        decisions,
        /// Decisions since the previous frame that are not reported step by step.
        decisions_left_out,
        /// Happenings since the previous frame that are not reported.
        happenings_left_out,
        /// The discipline's own moving average \[packets\], NaN if it keeps none.
        average_queue,
        /// How many of the queued packets form the front region, NaN where there are no regions.
        front_region,
        /// Flow row of the packet being sent, -1 if the link is idle.
        sending_flow,
        /// Number of that packet, -1 if the link is idle.
        sending_packet,
        /// When its transmission began \[s\].
        sending_from_s,
        /// When it ends \[s\].
        sending_until_s,
        /// Share of the time for which the link was busy, since the start of the measured window.
        utilization,
        /// Jain's index over all flows, since the start of the measured window; NaN where none gets anything.
        jain_index,
        /// The same over the TCP flows.
        jain_index_tcp,
        /// Mean queue since the start of the measured window \[packets\].
        mean_queue,
        /// Mean time in the queue of the packets that left it in the measured window \[s\]; NaN if there are none.
        mean_queueing_delay_s,
        /// Upper half of the hash of the state.
        state_hash_high,
        /// Lower half of the hash of the state.
        state_hash_low,
        /// 1 when this moment was jumped to: replace the lists of happenings and decisions by this frame's (the last drops up to
        /// now and everything since the last decision; that decision) instead of adding to them.
        is_seek,
        /// How far the run has been simulated \[s\]; `now_s` may lie before.
        furthest_s,
        /// Buckets of the series from earlier frames are valid up to here \[s\]; drop those that end later before adding this
        /// frame's, since they belong to an abandoned future. The series of a replayed stretch is never sent again.
        series_valid_until_s,
        /// Replayed moments that did not equal the original ones: 0, or the engine is broken.
        replay_mismatches,
        /// Checkpoints kept.
        checkpoints,
        /// About how many bytes they take up.
        checkpoint_bytes,
        /// How many flows the discipline lists; `rows` has the first of them.
        row_count,
        /// Place in `queues` of the queue that is served next, -1 where there is none.
        next_queue,
    }
}

columns! {
    /// One row a flow, in the order of flow numbers (row 0 is flow 1).
    pub(crate) struct FlowColumns {
        /// Received since the start of the measured window \[bytes on the wire\].
        received_bytes: f64,
        /// Mean rate leaving the bottleneck over the last 10 s, or since the start \[bit/s\].
        recent_bps: f64,
        /// Packets that have arrived at the bottleneck.
        arrived: f64,
        /// Packets dropped there.
        dropped: f64,
        /// Congestion window \[packets\], NaN for flows without one.
        congestion_window: f64,
    }
}

columns! {
    /// A distribution in at most 128 parts of one width; both are empty before anything was counted.
    pub(crate) struct DistributionColumns {
        /// One more than there are parts.
        edges: f64,
        /// How much lies in each part.
        parts: f64,
    }
}

columns! {
    /// One row for each part of the queue, rear (where packets enter) first, front last.
    pub(crate) struct HitColumns {
        /// Packets drawn.
        draws: f64,
        /// Of these, packets of the arrival's flow.
        matches: f64,
    }
}

block! {
    /// The present state of one lane, and the events since the previous frame.
    pub(crate) struct Frame {
        scalars: Scalars,
        /// The waiting packets, front (next to leave) first.
        queue: QueueColumns,
        /// The queue just before the last decision in `decisions`; empty if there is none.
        before: QueueColumns,
        /// Everything that happened to packets since the last frame, in order; capped, see `happenings_left_out`.
        happenings: HappeningColumns,
        /// The decisions since the last frame, in order; the latest ones when there are too many.
        decisions: DecisionColumns,
        /// The steps of all decisions, one after the other.
        steps: StepColumns,
        /// The last departure and the last run of the discipline's timer, each with its steps, whether or not they were decisions;
        /// empty without one since the previous frame. `serial` is 0 unless it was a decision; an exit names the packet that left.
        turns: DecisionColumns,
        /// The steps of `turns`.
        turn_steps: StepColumns,
        /// Completed buckets of the time series since the last frame.
        series: SeriesColumns,
        /// One row a flow.
        flows: FlowColumns,
        /// A value for each gauge that the discipline declares.
        gauges: GaugeColumns,
        /// The division of `queue` among several queues. Empty where there is one queue.
        queues: QueuesColumns,
        /// A grid of bins, level by level; empty for disciplines that have none.
        bins: BinColumns,
        /// The ring that holds the packets, from its first slot; empty for disciplines without one.
        slots: SlotColumns,
        /// The flows that the discipline lists in the table that it declares, those with the largest first numbers first.
        rows: RowColumns,
        /// How long how many packets waited \[s\], since the start of the measured window; edges in packets.
        occupancy: DistributionColumns,
        /// How many packets waited how long, since the start of the measured window; edges in seconds.
        waits: DistributionColumns,
        /// Places of draws and matches in the queue, from the start up to this moment.
        hits: HitColumns,
        /// The windows of the first TCP flows, for the buckets of `series`.
        windows: WindowColumns,
    }
}

scalars! {
    /// How far a search for happenings got.
    pub(crate) struct HistoryScalars {
        /// Rows found, also when only their number was asked for.
        count,
        /// 1 when the stretch was searched to its end; otherwise ask for the next page after `last_event`.
        is_whole,
        /// How far the search got \[s\].
        ended_s,
        /// The last event that was looked at.
        last_event,
    }
}

columns! {
    /// The event of each happening.
    pub(crate) struct EventColumns {
        /// Number of the event: `Lab.seekEvent` leads to the moment just after it.
        event: f64,
    }
}

block! {
    /// Events in a stretch of the run, filtered: an answer of `Lab.history`.
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

//! The congestion windows of the first TCP flows at the end of each bucket of the series, and the causes of the
//! reductions within the bucket.

use crate::base::footprint;
use crate::base::packet::FlowId;
use crate::base::time::Span;
use crate::endpoint::tcp::TcpSender;
use crate::page::border::table::columns;

/// Number of flows whose congestion windows are recorded. More curves would be hard to tell apart in a plot, and every
/// bucket stores several numbers per flow.
pub(crate) const FOLLOWED_WINDOWS: usize = 4;

#[derive(Clone, Debug, Default)]
pub(crate) struct Windows {
    /// Index of each followed flow among all flows.
    flows: Vec<usize>,
    states: Vec<State>,
}

#[derive(Clone, Copy, Debug)]
struct State {
    congestion_window: f64,
    slow_start_threshold: f64,
    recovery_state: f64,
    reordering_window_s: f64,
    pacing_bps: f64,
    /// Reductions in this bucket: fast retransmits, timeouts, ECN.
    cuts: [u64; CUTS],
    /// Reductions of the same three kinds since the connection began, at the last record.
    counted: [u64; CUTS],
}

const CUTS: usize = 3;

columns! {
    /// A row for each followed flow in each closed bucket: `congestion_window[bucket * followed + flow]`.
    pub(crate) struct WindowColumns of
    /// A followed flow at the end of a bucket.
    WindowRow {
        /// Congestion window at the end of the bucket \[packets\], NaN before the flow starts.
        congestion_window: f64,
        /// Slow-start threshold at the end of the bucket \[packets\], NaN before the flow starts.
        slow_start_threshold: f64,
        /// State of a Linux sender: 0 open, 1 disorder, 2 CWR, 3 recovery, 4 loss; NaN for other senders.
        recovery_state: f64,
        /// Delay after which a Linux sender declares a packet lost \[s\]; NaN for other senders.
        reordering_window_s: f64,
        /// Pacing rate \[bit/s\]; NaN for senders that do not pace.
        pacing_bps: f64,
        /// Fast retransmits in the bucket.
        fast_retransmits: f64,
        /// Timeouts in the bucket.
        timeouts: f64,
        /// ECN reductions in the bucket.
        ecn_cuts: f64,
    }
}

impl Windows {
    /// Windows of the first TCP flows. `is_tcp` says for each flow of the scene whether it is a TCP flow.
    pub(crate) fn new(is_tcp: impl Iterator<Item = bool>) -> Self {
        let flows: Vec<usize> =
            is_tcp.enumerate().filter(|&(_, it)| it).map(|(flow, _)| flow).take(FOLLOWED_WINDOWS).collect();
        let unknown = State {
            congestion_window: f64::NAN,
            slow_start_threshold: f64::NAN,
            recovery_state: f64::NAN,
            reordering_window_s: f64::NAN,
            pacing_bps: f64::NAN,
            cuts: [0; CUTS],
            counted: [0; CUTS],
        };
        Self { states: vec![unknown; flows.len()], flows }
    }

    pub(crate) fn len(&self) -> usize {
        self.flows.len()
    }

    /// Index of a flow among the followed flows.
    #[inline]
    pub(crate) fn place(&self, flow: FlowId) -> Option<usize> {
        self.flows.iter().position(|&it| it == flow.index())
    }

    /// Records the state of a followed flow's sender after an action. The caller first completes all buckets that end
    /// before the action.
    pub(crate) fn record(&mut self, place: usize, sender: &TcpSender) {
        let counts = sender.counts();
        let state = &mut self.states[place];
        state.congestion_window = sender.cwnd();
        state.slow_start_threshold = sender.ssthresh();
        state.recovery_state = sender.recovery_state().map_or(f64::NAN, |state| f64::from(state as u8));
        state.reordering_window_s = sender.reordering_window().map_or(f64::NAN, Span::secs);
        state.pacing_bps = sender.pacing_bps().unwrap_or(f64::NAN);
        let counted = [counts.fast_retransmits, counts.timeouts, counts.ecn_cuts];
        for (cut, &count) in counted.iter().enumerate() {
            // A source that opens a new connection starts the counts at 0.
            let before = if count < state.counted[cut] { 0 } else { state.counted[cut] };
            state.cuts[cut] += count - before;
        }
        state.counted = counted;
    }

    /// Completes a bucket. The row of the bucket goes into `series`, or is dropped if the page already has it.
    pub(crate) fn close_bucket(&mut self, series: Option<&mut WindowColumns>) {
        if let Some(series) = series {
            for state in &self.states {
                let [fast_retransmits, timeouts, ecn_cuts] = state.cuts.map(|count| count as f64);
                series.push(WindowRow {
                    congestion_window: state.congestion_window,
                    slow_start_threshold: state.slow_start_threshold,
                    recovery_state: state.recovery_state,
                    reordering_window_s: state.reordering_window_s,
                    pacing_bps: state.pacing_bps,
                    fast_retransmits,
                    timeouts,
                    ecn_cuts,
                });
            }
        }
        for state in &mut self.states {
            state.cuts = [0; CUTS];
        }
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        footprint::list(&self.flows) + footprint::list(&self.states)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::time::{SimTime, Span};
    use crate::endpoint::tcp::{TcpConfig, Variant};

    fn followed() -> Windows {
        // One UDP flow and five TCP flows, one TCP flow more than [`FOLLOWED_WINDOWS`].
        Windows::new([false, true, true, true, true, true].into_iter())
    }

    #[test]
    fn the_first_four_flows_with_a_window_are_followed() {
        let places = [0, 1, 4, 5].map(|flow| followed().place(FlowId(flow)));
        assert_eq!(places, [None, Some(0), Some(3), None]);
    }

    #[test]
    fn a_bucket_has_the_windows_at_its_end_and_the_cuts_within_it() {
        let mut windows = followed();
        let mut series = WindowColumns::default();
        let mut sender = TcpSender::new(TcpConfig::ns2(Variant::NewReno), Span::ZERO);
        let mut out = Vec::new();
        sender.start(SimTime::ZERO, &mut out);
        windows.record(1, &sender);
        windows.close_bucket(Some(&mut series));
        let deadline = sender.deadline().expect("the first packet is timed");
        sender.on_timer(deadline, &mut out);
        windows.record(1, &sender);
        windows.close_bucket(Some(&mut series));
        windows.close_bucket(Some(&mut series));
        // The flow under test is the second followed flow. Only its rows are checked.
        let second: Vec<f64> = series.timeouts.iter().skip(1).step_by(4).copied().collect();
        assert_eq!(second, [0.0, 1.0, 0.0], "one timeout, reported once");
        assert_eq!(series.congestion_window[9], 1.0, "the window after a timeout stays until an event changes it");
        assert!(series.congestion_window[0].is_nan());
    }

    #[test]
    fn a_replayed_bucket_is_not_sent_again_and_its_cuts_do_not_count_later() {
        let mut windows = followed();
        let mut series = WindowColumns::default();
        windows.states[0].cuts = [3, 2, 1];
        windows.close_bucket(None);
        windows.close_bucket(Some(&mut series));
        assert_eq!(series.fast_retransmits, [0.0; 4]);
    }

    #[test]
    fn a_new_connection_of_the_same_flow_counts_from_zero() {
        let mut windows = followed();
        windows.states[0].counted = [5, 5, 5];
        let sender = TcpSender::new(TcpConfig::ns2(Variant::Reno), Span::ZERO);
        windows.record(0, &sender);
        assert_eq!((windows.states[0].cuts, windows.states[0].counted), ([0; 3], [0; 3]));
    }
}

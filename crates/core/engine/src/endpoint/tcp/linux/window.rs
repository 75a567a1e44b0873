//! The congestion window in whole packets, with slow start and the growth of Reno.
//!
//! Source: Linux 6.12, tcp_cong.c, for the details; RFC 5681 for the rule.

use crate::base::hash::StateHash;

/// The threshold before any cut \[packets\].
pub(super) const NO_THRESHOLD: u32 = i32::MAX as u32;

#[derive(Clone, Debug)]
pub(super) struct Window {
    /// Congestion window \[packets\].
    pub(super) cwnd: u32,
    /// Acknowledged packets for which the window has not grown yet.
    pub(super) count: u32,
    /// Slow-start threshold \[packets\].
    pub(super) ssthresh: u32,
}

impl Window {
    pub(super) fn is_in_slow_start(&self) -> bool {
        self.cwnd < self.ssthresh
    }

    /// Grows by one packet per acknowledged packet, up to the threshold. Returns how many acknowledged packets are left over.
    pub(super) fn slow_start(&mut self, acknowledged: u32) -> u32 {
        let grown = (self.cwnd + acknowledged).min(self.ssthresh);
        let left = acknowledged - (grown - self.cwnd);
        self.cwnd = grown;
        left
    }

    /// Enlarges the window by one packet for every `each` acknowledged packets.
    pub(super) fn grow_each(&mut self, each: u32, acknowledged: u32) {
        if self.count >= each {
            self.count = 0;
            self.cwnd += 1;
        }
        self.count += acknowledged;
        if self.count >= each {
            let more = self.count / each;
            self.count -= more * each;
            self.cwnd += more;
        }
    }

    /// Grows as in Reno: slow start, then one packet per window.
    pub(super) fn grow_as_reno(&mut self, acknowledged: u32) {
        let left = if self.is_in_slow_start() { self.slow_start(acknowledged) } else { acknowledged };
        if left > 0 {
            self.grow_each(self.cwnd, left);
        }
    }

    /// The threshold, or three quarters of the window if this is larger.
    pub(super) fn present_threshold(&self) -> u32 {
        self.ssthresh.max((self.cwnd >> 1) + (self.cwnd >> 2))
    }

    pub(super) fn fold(&self, hash: &mut StateHash) {
        hash.fold(u64::from(self.cwnd) << 32 | u64::from(self.count));
        hash.fold(u64::from(self.ssthresh));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_start_ends_at_the_threshold_and_left_over_packets_count_for_growth() {
        let mut window = Window { cwnd: 10, count: 0, ssthresh: 14 };
        window.grow_as_reno(6);
        assert_eq!((window.cwnd, window.count), (14, 2));
        window.grow_as_reno(12);
        assert_eq!((window.cwnd, window.count), (15, 0));
    }
}

//! Detection of a policer, that is, a device that drops packets above a rate. A policer is assumed after two periods at
//! similar rates, in each of which a fifth of the packets were lost. A period lasts at least four round trips.
//!
//! Rule: a period begins and ends with a loss, 4 to 16 round trips apart. If at least 50 of 256 packets were lost in a
//! period, its delivery rate is compared with the delivery rate of the previous period with such losses. Rates that
//! differ by at most an eighth, or by at most 4 kbit/s, are attributed to a policer, and their mean is used for 48
//! round trips.
//! Source: as in `mod.rs`.

use super::{Bbr, Mode};
use crate::base::time::SimTime;
use crate::endpoint::tcp::linux::rate::RateSampler;

const LOSS: f64 = 50.0 / 256.0;
const RATIO: f64 = 1.0 / 8.0;
/// The largest difference at which two rates count as similar \[packets/s\]: 4 kbit/s with packets of 1,000 bytes.
const DIFFERENCE: f64 = 0.5;
const LEAST_ROUNDS: u32 = 4;
const MOST_ROUNDS: u32 = 48;

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LongTerm {
    pub(super) is_sampling: bool,
    pub(super) is_used: bool,
    pub(super) rounds: u32,
    pub(super) bandwidth: f64,
    pub(super) since: SimTime,
    pub(super) delivered: u64,
    pub(super) lost: u64,
}

impl Bbr {
    /// Updates the detection with an acknowledgement that reports `losses` losses.
    pub(super) fn sample_long_term(&mut self, losses: u32, is_app_limited: bool, rate: &RateSampler) {
        let it = &mut self.long_term;
        it.lost += u64::from(losses);
        if it.is_used {
            if self.mode == Mode::ProbeBandwidth && self.is_round_start {
                it.rounds += 1;
                if it.rounds >= MOST_ROUNDS {
                    self.long_term = LongTerm::default();
                    self.probe_bandwidth(rate);
                }
            }
            return;
        }
        let begin = |it: &mut LongTerm| {
            *it = LongTerm {
                is_sampling: it.is_sampling,
                bandwidth: it.bandwidth,
                rounds: 0,
                is_used: it.is_used,
                since: rate.delivered_at(),
                delivered: rate.delivered,
                lost: 0,
            };
        };
        if !it.is_sampling {
            if losses == 0 {
                return;
            }
            begin(it);
            it.is_sampling = true;
        }
        if is_app_limited {
            self.long_term = LongTerm::default();
            return;
        }
        it.rounds += u32::from(self.is_round_start);
        if it.rounds < LEAST_ROUNDS {
            return;
        }
        if it.rounds > 4 * LEAST_ROUNDS {
            self.long_term = LongTerm::default();
            return;
        }
        if losses == 0 {
            return;
        }
        let delivered = rate.delivered - it.delivered;
        if delivered == 0 || (it.lost as f64) < LOSS * delivered as f64 {
            return;
        }
        let passed = rate.delivered_at().since(it.since).secs();
        if passed < 1e-3 {
            return;
        }
        let bandwidth = delivered as f64 / passed;
        if it.bandwidth > 0.0 {
            let difference = (bandwidth - it.bandwidth).abs();
            if difference <= RATIO * it.bandwidth || difference <= DIFFERENCE {
                it.bandwidth = f64::midpoint(bandwidth, it.bandwidth);
                it.is_used = true;
                it.rounds = 0;
                self.pacing_gain = 1.0;
                return;
            }
        }
        it.bandwidth = bandwidth;
        begin(it);
    }
}

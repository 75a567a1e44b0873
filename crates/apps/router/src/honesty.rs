//! Delays and errors caused by this program itself, which are reported because they may affect the results.

use crate::queue::Lost;
use hdrhistogram::Histogram;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Upper limit of recorded lateness \[ns\]; larger values are clamped.
const LONGEST: u64 = 60_000_000_000;

/// A distribution of lateness.
#[derive(Clone, Debug)]
pub(crate) struct Lateness(Histogram<u64>);

impl Default for Lateness {
    fn default() -> Self {
        // The histogram has three significant digits. Creating it with these bounds cannot fail, as the tests show.
        Self(Histogram::new_with_bounds(1, LONGEST, 3).unwrap_or_else(|_| unreachable!("valid bounds")))
    }
}

impl Lateness {
    /// Records one value of lateness \[ns\].
    pub(crate) fn record(&mut self, late: u64) {
        self.0.saturating_record(late.max(1));
    }

    pub(crate) fn with(mut self, other: Self) -> Self {
        self.0 += other.0;
        self
    }

    pub(crate) fn quantiles(&self) -> Quantiles {
        let quantile = |share: f64| self.0.value_at_quantile(share) as f64 / 1e9;
        let max = self.0.max() as f64 / 1e9;
        Quantiles { count: self.0.len(), p50: quantile(0.5), p99: quantile(0.99), p999: quantile(0.999), max }
    }
}

/// How late this program was since the start of the measured run, and the numbers of packets for which it could not
/// carry out a decision of the discipline.
#[derive(Default)]
pub(crate) struct Honesty {
    /// How late verdicts reached the kernel.
    pub(crate) verdicts: Lateness,
    /// How late the program handled timers.
    pub(crate) timers: Lateness,
    /// Number of packets that should have been marked but left unmarked.
    pub(crate) unmarked: u64,
    /// Number of queued packets that belong to no flow of the scene and therefore pass at once.
    pub(crate) strangers: u64,
    /// Number of packets longer than the scene's longest packet. Such a packet is several segments that the kernel did
    /// not split.
    pub(crate) oversized: u64,
}

/// Quantiles of a delay \[s\].
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Serialize)]
pub(crate) struct Quantiles {
    pub(crate) count: u64,
    pub(crate) p50: f64,
    pub(crate) p99: f64,
    pub(crate) p999: f64,
    pub(crate) max: f64,
}

/// The facts known at the end of a run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Measured {
    pub(crate) lost: Option<Lost>,
    /// CPU time of the deciding thread divided by the elapsed time.
    pub(crate) cpu_share: f64,
    /// Transmission time of the longest packet at the bottleneck \[s\].
    pub(crate) packet_s: f64,
    pub(crate) arrived: u64,
}

impl Honesty {
    /// The facts, for the result object.
    pub(crate) fn facts(&self, measured: &Measured) -> Value {
        let lost = measured.lost.map(|lost| json!({ "queue_full": lost.queue_full, "socket_full": lost.socket_full }));
        json!({
            "verdict_lateness_s": self.verdicts.quantiles(),
            "timer_lateness_s": self.timers.quantiles(),
            "lost_before_the_router_packets": lost,
            "unmarked_packets": self.unmarked,
            "foreign_packets": self.strangers,
            "oversized_packets": self.oversized,
            "cpu_share": measured.cpu_share,
            "matters": self.sentences(measured),
        })
    }

    /// Remarks on why the run may be unreliable, one for each value beyond its limit.
    pub(crate) fn sentences(&self, measured: &Measured) -> Vec<String> {
        let mut all = Vec::new();
        let lost = measured.lost.unwrap_or_default();
        let lost_in_all = lost.queue_full + lost.socket_full;
        if measured.lost.is_none() {
            all.push("The kernel's counters of lost packets could not be read.".to_owned());
        } else if lost_in_all > 0 {
            let share = 100.0 * lost_in_all as f64 / (measured.arrived + lost_in_all) as f64;
            all.push(format!(
                "The kernel dropped {lost_in_all} packets ({share:.2} %) before the discipline received them: {} because the kernel's queue was full, {} because this program read too slowly.",
                lost.queue_full, lost.socket_full
            ));
        }
        let verdicts = self.verdicts.quantiles();
        if verdicts.p99 > measured.packet_s {
            all.push(format!(
                "One verdict in a hundred was at least {:.2} ms late, more than the {:.2} ms that the link takes for a packet: packets left in larger bursts than on such a link.",
                verdicts.p99 * 1e3,
                measured.packet_s * 1e3
            ));
        }
        if measured.cpu_share > 0.8 {
            all.push(format!(
                "The router used {:.0} % of a core: it may have been the bottleneck itself.",
                measured.cpu_share * 100.0
            ));
        }
        if self.unmarked > 0 {
            all.push(format!(
                "{} packets should have been ECN-marked, which was not possible; they left unmarked.",
                self.unmarked
            ));
        }
        if self.oversized > 0 {
            all.push(format!(
                "{} packets were longer than the scene's longest: bundles that the kernel did not split.",
                self.oversized
            ));
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measured() -> Measured {
        Measured { lost: Some(Lost::default()), cpu_share: 0.1, packet_s: 0.001, arrived: 99 }
    }

    #[test]
    fn a_reliable_run_has_no_remark() {
        let mut honesty = Honesty::default();
        for late in 0..1_000 {
            honesty.verdicts.record(late);
        }
        assert_eq!(honesty.sentences(&measured()), [""; 0]);
        assert_eq!(honesty.facts(&measured())["verdict_lateness_s"]["count"], 1_000);
    }

    #[test]
    fn every_exceeded_limit_has_a_sentence() {
        let mut honesty = Honesty { unmarked: 1, oversized: 2, ..Honesty::default() };
        honesty.verdicts.record(2_000_000);
        honesty.timers.record(u64::MAX);
        let lost = Some(Lost { queue_full: 1, socket_full: 0 });
        let sentences = honesty.sentences(&Measured { lost, cpu_share: 0.9, ..measured() });
        assert_eq!(sentences.len(), 5, "{sentences:?}");
        assert!(sentences[0].contains("1 packets (1.00 %)"), "{}", sentences[0]);
        assert!(sentences[1].contains("2.00 ms"), "{}", sentences[1]);
        assert!(honesty.sentences(&Measured { lost: None, ..measured() })[0].contains("could not be read"));
    }

    #[test]
    fn quantiles_have_three_correct_digits() {
        let mut honesty = Honesty::default();
        for micros in 1..=1_000 {
            honesty.timers.record(micros * 1_000);
        }
        let Quantiles { count, p50, p99, p999, max } = honesty.timers.quantiles();
        assert_eq!(count, 1_000);
        for (value, exact) in [(p50, 500e-6), (p99, 990e-6), (p999, 999e-6), (max, 1e-3)] {
            assert!((value / exact - 1.0).abs() < 2e-3, "{value} is not {exact}");
        }
    }
}

//! Remarks on how reliable an import is.

use crate::Options;
use crate::capture::Capture;
use crate::infer::Inferred;
use crate::matching::Matching;
use crate::scene::Places;
use serde_json::Value;

/// A remark mentions pairs that could also have been formed with another packet if they are more than this share of all
/// pairs.
const SOME: f64 = 0.01;
/// Largest relative spread of the rates at which the link's rate counts as steady.
const STEADY: f64 = 0.05;

/// The data from which remarks are made.
pub(crate) struct Said<'a> {
    pub(crate) entering: &'a Capture,
    pub(crate) leaving: &'a Capture,
    pub(crate) matching: &'a Matching,
    pub(crate) inferred: &'a Inferred,
}

impl Said<'_> {
    /// All remarks.
    pub(crate) fn all(
        &self,
        options: &Options,
        rate_bps: u64,
        buffer: u64,
        places: &Places,
        recomputed: &Value,
    ) -> Vec<String> {
        let mut all = vec![self.first(options, rate_bps, buffer, recomputed)];
        all.extend(self.on_rate(options));
        all.extend(self.on_queue(options));
        all.extend(self.on_captures());
        all.extend(self.on_matching());
        if places.shared > 0 {
            let (shared, most) = (places.shared, options.flows);
            all.push(format!(
                "The {shared} flows with the fewest packets are merged, so that at most {most} remain (--flows)."
            ));
        }
        all
    }

    fn first(&self, options: &Options, rate_bps: u64, buffer: u64, recomputed: &Value) -> String {
        let source = |is_given: bool| if is_given { "given" } else { "inferred" };
        let (of_rate, of_buffer) = (source(options.rate_bps.is_some()), source(options.buffer_packets.is_some()));
        let (dropped, reached) = (self.matching.dropped.len(), self.matching.pairs.len() + self.matching.dropped.len());
        let (here, aqm) = (&recomputed["dropped_packets"], &options.aqm);
        format!(
            "The captures show {dropped} drops among {reached} packets. Queue and drops here are recomputed under {aqm}, on a link of {:.3} Mb/s ({of_rate}) with a buffer of {buffer} packets ({of_buffer}), which makes {here} drops.",
            rate_bps as f64 / 1e6
        )
    }

    fn on_rate(&self, options: &Options) -> Option<String> {
        let rate = self.inferred.rate.filter(|_| options.rate_bps.is_none())?;
        let is_steady = rate.p90 - rate.p10 <= STEADY * rate.mean;
        (!is_steady).then(|| {
            format!(
                "The link's rate was not steady: for a tenth of the busy time it was below {:.3} Mb/s, for another tenth above {:.3} Mb/s. Here it is constant: the mean over the busy time.",
                rate.p10 / 1e6,
                rate.p90 / 1e6
            )
        })
    }

    fn on_queue(&self, options: &Options) -> Vec<String> {
        let mut all = Vec::new();
        let queue = self.inferred.queue;
        if queue.at_drops.is_none() && options.buffer_packets.is_none() {
            all.push("Nothing was dropped, so the buffer here is only a lower bound.".to_owned());
        }
        if queue.at_drops.is_some() && !queue.is_tail_dropped() && options.aqm == "drop-tail" {
            all.push(format!(
                "Only {:.0} % of the drops happened while the queue was nearly full: other drops come from active queue management or a second bottleneck.",
                queue.full_at_drops * 100.0
            ));
        }
        if self.inferred.never_empty {
            all.push(format!(
                "No packet took less than {:.2} ms from one capture to the other: the queue was never empty, or a path lies between the captures (then give --apart).",
                self.inferred.least_delay as f64 / 1e6
            ));
        }
        if self.inferred.marks > 0 {
            all.push(format!(
                "{} packets were ECN-marked between both captures: the router used active queue management.",
                self.inferred.marks
            ));
        }
        all
    }

    fn on_captures(&self) -> Vec<String> {
        let mut all = Vec::new();
        let sides = [(self.entering, "appear only on leaving"), (self.leaving, "count as dropped")];
        for (capture, what) in sides {
            let name = &capture.name;
            if let Some((block, byte)) = capture.ending.cut {
                all.push(format!(
                    "{name} is cut off in block {block}, which begins at byte {byte}; only the packets before it are used."
                ));
            }
            if capture.ending.lost > 0 {
                let lost = capture.ending.lost;
                all.push(format!("The capture {name} lost {lost} packets itself: they {what}."));
            }
        }
        all
    }

    fn on_matching(&self) -> Vec<String> {
        let mut all = Vec::new();
        let Matching { pairs, alike, appeared, .. } = self.matching;
        let (alike, appeared, waiting) = (*alike, *appeared, self.inferred.queue.at_start);
        if alike as f64 > SOME * pairs.len() as f64 {
            all.push(format!(
                "{alike} packets could not be distinguished from others (no numbers, and the same content): which of them were dropped is a guess, and so is the buffer."
            ));
        }
        if waiting > 0 {
            all.push(format!("{waiting} packets were waiting when the captures began; here the queue starts empty."));
        }
        if appeared > 0 {
            all.push(format!(
                "{appeared} packets are only in the capture of the leaving side: the queue here lacks them."
            ));
        }
        let longest = self.leaving.packets.iter().map(|packet| packet.bytes).max().unwrap_or(0);
        let dropped = self.matching.dropped.iter().map(|&place| &self.entering.packets[place as usize]);
        let bundles = dropped.filter(|packet| packet.bytes > longest).count();
        if bundles > 0 {
            all.push(format!(
                "{bundles} of the packets that count as dropped are longer than all leaving packets: a network card had merged segments. Turn offloading off and capture again (ethtool -K DEVICE gro off gso off tso off)."
            ));
        }
        all
    }
}

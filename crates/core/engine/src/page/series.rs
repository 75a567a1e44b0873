//! The time series of a lane: means and counts over buckets of simulated time, so that their cost does not depend on
//! the playback speed.

use crate::base::footprint;
use crate::base::time::{SimTime, Span};
use crate::discipline::Reason;
use crate::page::border::table::columns;

columns! {
    /// Completed buckets of the time series. Columns with several values for each bucket are row-major:
    /// `class_bps[bucket * classes + class]`.
    pub(crate) struct SeriesColumns {
        /// End of the bucket \[s\].
        time_s: f64,
        /// Mean queue \[packets\].
        queue_mean: f64,
        /// Shortest queue \[packets\].
        queue_min: f64,
        /// Longest queue \[packets\].
        queue_max: f64,
        /// The discipline's average at the end of the bucket \[packets\], NaN if it keeps none.
        average_queue: f64,
        /// Mean queueing delay of the packets that left in the bucket \[s\], NaN if no packet left.
        delay_s: f64,
        /// Jain's index over all flows, since the start of the measured window; NaN if no flow receives anything.
        jain_index: f64,
        /// Jain's index over the TCP flows, since the start of the measured window; NaN if none of them receives
        /// anything.
        jain_index_tcp: f64,
        /// Rate at the output of the bottleneck in this bucket, by class in the order of the scene's facts \[bit/s\].
        class_bps: f64,
        /// Drops and marks in this bucket, by reason in the order of `Catalog.reasons`.
        reasons: f64,
    }
}

/// The bucket of the series that is being filled.
#[derive(Clone, Debug)]
pub(crate) struct Bucket {
    pub(crate) from: SimTime,
    pub(crate) changed: SimTime,
    pub(crate) waiting: usize,
    pub(crate) area: u128,
    pub(crate) min: usize,
    pub(crate) max: usize,
    pub(crate) average: f64,
    pub(crate) delay_nanos: u128,
    pub(crate) departed: u64,
    pub(crate) class_bytes: Vec<u64>,
    pub(crate) reasons: [u64; Reason::ALL.len()],
}

impl SeriesColumns {
    /// Adds the counts of a bucket; the caller adds the fairness indices at the end of the bucket.
    pub(crate) fn push(&mut self, until: SimTime, length: Span, bucket: &Bucket) {
        self.time_s.push(until.secs());
        self.queue_mean.push(bucket.area as f64 / length.nanos() as f64);
        self.queue_min.push(bucket.min as f64);
        self.queue_max.push(bucket.max as f64);
        self.average_queue.push(bucket.average);
        self.delay_s.push(if bucket.departed == 0 {
            f64::NAN
        } else {
            bucket.delay_nanos as f64 / bucket.departed as f64 / 1e9
        });
        self.class_bps.extend(bucket.class_bytes.iter().map(|&bytes| bytes as f64 * 8.0 / length.secs()));
        self.reasons.extend(bucket.reasons.iter().map(|&count| count as f64));
    }

    /// Keeps the buckets that end by `until_s`, and returns their number.
    pub(crate) fn keep_until(&mut self, until_s: f64) -> usize {
        self.truncate(self.time_s.partition_point(|&end_s| end_s <= until_s));
        self.rows()
    }
}

impl Bucket {
    pub(crate) fn heap_bytes(&self) -> usize {
        footprint::list(&self.class_bytes)
    }

    pub(crate) fn new(from: SimTime, waiting: usize, average: f64, classes: usize) -> Self {
        Self {
            from,
            changed: from,
            waiting,
            area: 0,
            min: waiting,
            max: waiting,
            average,
            delay_nanos: 0,
            departed: 0,
            class_bytes: vec![0; classes],
            reasons: [0; Reason::ALL.len()],
        }
    }

    pub(crate) fn settle(&mut self, now: SimTime) {
        self.area += self.waiting as u128 * u128::from(now.since(self.changed).nanos());
        self.changed = now;
    }

    pub(crate) fn change(&mut self, now: SimTime, waiting: usize) {
        self.settle(now);
        self.waiting = waiting;
        self.min = self.min.min(waiting);
        self.max = self.max.max(waiting);
    }
}

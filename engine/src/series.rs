//! The time series of a lane: means and counts over buckets of simulated time, so that they cost the same at any speed.

use crate::discipline::Reason;
use crate::footprint;
use crate::frame::FrameWriter;
use crate::time::{SimTime, Span};

/// Closed buckets, as columns.
#[derive(Clone, Debug, Default)]
pub(crate) struct Series {
    pub(crate) time_s: Vec<f64>,
    pub(crate) queue_mean: Vec<f64>,
    pub(crate) queue_min: Vec<f64>,
    pub(crate) queue_max: Vec<f64>,
    pub(crate) average_queue: Vec<f64>,
    pub(crate) delay_s: Vec<f64>,
    pub(crate) jain_index: Vec<f64>,
    pub(crate) jain_index_tcp: Vec<f64>,
    pub(crate) class_bps: Vec<f64>,
    pub(crate) reasons: Vec<f64>,
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

impl Series {
    /// Adds what a bucket counted; how even the flows stand at its end is added by who knows.
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

    /// Writes the columns of the group `series`.
    pub(crate) fn write(&self, frame: &mut FrameWriter) {
        for column in [
            &self.time_s,
            &self.queue_mean,
            &self.queue_min,
            &self.queue_max,
            &self.average_queue,
            &self.delay_s,
            &self.jain_index,
            &self.jain_index_tcp,
            &self.class_bps,
            &self.reasons,
        ] {
            frame.f64(column);
        }
    }

    /// Leaves the buckets that end by `until_s`; how many there are.
    pub(crate) fn keep_until(&mut self, until_s: f64, classes: usize) -> usize {
        let count = self.time_s.partition_point(|&end_s| end_s <= until_s);
        for column in [
            &mut self.time_s,
            &mut self.queue_mean,
            &mut self.queue_min,
            &mut self.queue_max,
            &mut self.average_queue,
            &mut self.delay_s,
            &mut self.jain_index,
            &mut self.jain_index_tcp,
        ] {
            column.truncate(count);
        }
        self.class_bps.truncate(count * classes);
        self.reasons.truncate(count * Reason::ALL.len());
        count
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

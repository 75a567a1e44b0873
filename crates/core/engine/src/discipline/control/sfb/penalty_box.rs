//! SFB's penalty box: a token bucket for each flow in it, or one for all, as in Linux.

use super::params::Params;
use crate::base::footprint;
use crate::base::hash::StateHash;
use crate::base::packet::FlowId;
use crate::base::time::SimTime;

/// The flow id of the bucket that all flows share.
const EVERYBODY: FlowId = FlowId(0);

/// Time that Linux counts for tokens at most \[s\].
const LONGEST_AGE_S: f64 = 10.0;

/// The flows whose buckets are not full, in order of their ids.
#[derive(Clone, Debug, Default)]
pub(super) struct PenaltyBox {
    buckets: Vec<Bucket>,
}

#[derive(Clone, Copy, Debug)]
struct Bucket {
    flow: FlowId,
    tokens: f64,
    until: SimTime,
}

impl PenaltyBox {
    /// Takes a token for a packet of the flow; returns whether there was one, and how many are left.
    pub(super) fn take(&mut self, flow: FlowId, now: SimTime, params: &Params) -> (bool, f64) {
        if params.refills_late {
            return self.take_as_in_linux(flow, now, params);
        }
        for bucket in &mut self.buckets {
            let gained = params.penalty_rate * now.since(bucket.until).secs();
            bucket.tokens = (bucket.tokens + gained).min(params.penalty_burst);
            bucket.until = now;
        }
        // A full bucket is as good as none: its flow is forgotten.
        self.buckets.retain(|bucket| bucket.tokens < params.penalty_burst);
        let bucket = self.bucket_of(flow, now, params);
        let has_token = bucket.tokens >= 1.0;
        if has_token {
            bucket.tokens -= 1.0;
        }
        (has_token, bucket.tokens)
    }

    /// The same with a bucket that is filled up only once it is empty, by whole tokens for the time since it was last filled up.
    fn take_as_in_linux(&mut self, flow: FlowId, now: SimTime, params: &Params) -> (bool, f64) {
        let bucket = self.bucket_of(flow, SimTime::ZERO, params);
        if bucket.tokens < 1.0 {
            let age_s = now.since(bucket.until).secs().min(LONGEST_AGE_S);
            bucket.tokens = (params.penalty_rate * age_s).floor().min(params.penalty_burst);
            bucket.until = now;
        }
        let has_token = bucket.tokens >= 1.0;
        if has_token {
            bucket.tokens -= 1.0;
        }
        (has_token, bucket.tokens)
    }

    /// The bucket of the flow; a new one is full since `since`.
    fn bucket_of(&mut self, flow: FlowId, since: SimTime, params: &Params) -> &mut Bucket {
        let flow = if params.shares_penalty { EVERYBODY } else { flow };
        let place = self.buckets.binary_search_by_key(&flow, |bucket| bucket.flow).unwrap_or_else(|place| {
            self.buckets.insert(place, Bucket { flow, tokens: params.penalty_burst, until: since });
            place
        });
        &mut self.buckets[place]
    }

    /// The flows in it with their tokens.
    pub(super) fn rows(&self) -> impl Iterator<Item = (FlowId, f64)> {
        self.buckets.iter().map(|bucket| (bucket.flow, bucket.tokens))
    }

    pub(super) fn fold(&self, hash: &mut StateHash) {
        for bucket in &self.buckets {
            hash.fold(u64::from(bucket.flow.0));
            hash.fold_real(bucket.tokens);
            hash.fold(bucket.until.nanos());
        }
    }

    pub(super) fn heap_bytes(&self) -> usize {
        footprint::list(&self.buckets)
    }
}

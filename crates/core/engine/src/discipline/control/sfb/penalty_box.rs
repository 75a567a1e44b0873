//! SFB's penalty box: a token bucket for each flow in the box, or one for all flows, as in Linux.

use super::params::Params;
use crate::base::footprint;
use crate::base::hash::StateHash;
use crate::base::packet::FlowId;
use crate::base::time::SimTime;

/// The flow id of the bucket that all flows share.
const EVERYBODY: FlowId = FlowId(0);

/// The longest period for which Linux counts new tokens \[s\].
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
    /// Takes a token for a packet of the flow. Returns whether a token was available, and how many tokens are left.
    pub(super) fn take(&mut self, flow: FlowId, now: SimTime, params: &Params) -> (bool, f64) {
        if params.refills_late {
            return self.take_as_in_linux(flow, now, params);
        }
        for bucket in &mut self.buckets {
            let gained = params.penalty_rate * now.since(bucket.until).secs();
            bucket.tokens = (bucket.tokens + gained).min(params.penalty_burst);
            bucket.until = now;
        }
        // A full bucket equals a new one, so its flow is forgotten.
        self.buckets.retain(|bucket| bucket.tokens < params.penalty_burst);
        let bucket = self.bucket_of(flow, now, params);
        let has_token = bucket.tokens >= 1.0;
        if has_token {
            bucket.tokens -= 1.0;
        }
        (has_token, bucket.tokens)
    }

    /// Takes a token as Linux does: only an empty bucket is refilled, with the whole tokens that the time since the
    /// last refill gives.
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

    /// The bucket of the flow; a new bucket is full and counts from `since`.
    fn bucket_of(&mut self, flow: FlowId, since: SimTime, params: &Params) -> &mut Bucket {
        let flow = if params.shares_penalty { EVERYBODY } else { flow };
        let place = self.buckets.binary_search_by_key(&flow, |bucket| bucket.flow).unwrap_or_else(|place| {
            self.buckets.insert(place, Bucket { flow, tokens: params.penalty_burst, until: since });
            place
        });
        &mut self.buckets[place]
    }

    /// The boxed flows with their tokens.
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

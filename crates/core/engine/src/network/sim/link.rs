//! A bottleneck link with its queue discipline, its counters, and the packet that it sends.

use super::Sending;
use crate::base::hash::StateHash;
use crate::base::rng::Stream;
use crate::base::time::{LinkRate, SimTime, Span};
use crate::discipline::{AnyDiscipline, AnyParams};
use crate::measure::Totals;
use crate::network::service::Service;
use crate::scenario::{Place, Scenario};

/// A bottleneck link.
#[derive(Clone)]
pub(super) struct Link {
    pub(super) discipline: AnyDiscipline,
    /// The random stream of the discipline.
    pub(super) chance: Stream,
    /// Time of the pending wake-up of the discipline. A wake-up event with another time is stale and ignored.
    pub(super) timer: Option<SimTime>,
    /// Transmission times of packets in the forward direction, and the rate for acknowledgements in the reverse
    /// direction.
    pub(super) forward: Service,
    pub(super) reverse: LinkRate,
    pub(super) delay: Span,
    pub(super) sending: Option<Sending>,
    pub(super) totals: Totals,
}

impl Link {
    /// The link at `place`, in its state at time 0.
    pub(super) fn new(scenario: &Scenario, place: Place, params: AnyParams, flows: usize) -> Self {
        let discipline = AnyDiscipline::new(params);
        Self {
            chance: Stream::named(scenario.seed, place.named("discipline", "discipline/second")),
            timer: None,
            forward: Service::new(scenario, place),
            reverse: LinkRate::new(scenario.capacity_at(place)),
            delay: scenario.delay_at(place),
            sending: None,
            totals: Totals::new(flows, scenario.measured_from, scenario.duration, discipline.average()),
            discipline,
        }
    }

    /// Changes the capacity, from the next packet on.
    pub(super) fn change_rate(&mut self, bits_per_second: u64) {
        self.forward.change_rate(bits_per_second);
        self.reverse = LinkRate::new(bits_per_second);
    }

    pub(super) fn heap_bytes(&self) -> usize {
        self.discipline.heap_bytes() + self.totals.heap_bytes()
    }

    /// Hashes all state that can affect the rest of the run.
    pub(super) fn fold(&self, hash: &mut StateHash) {
        self.discipline.fold(hash);
        for word in self.chance.state() {
            hash.fold(word);
        }
        self.forward.fold(hash);
        if let Some(sending) = &self.sending {
            hash.fold_packet(&sending.packet);
            hash.fold(sending.until.nanos());
        }
    }

    /// Adds the counts to a hash.
    pub(super) fn fold_counts(&self, hash: &mut StateHash) {
        hash.fold(self.totals.counts.arrived);
        hash.fold(self.totals.counts.departed);
    }
}

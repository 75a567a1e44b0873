//! The transmission time of a packet at the bottleneck: proportional to its size, or a random number of time slots.
//!
//! Rule of geometric service: slots begin at whole multiples of their length. In each slot the link completes its
//! packet at the end of the slot with the probability μ, independently of the past. A packet that finds the link idle
//! may be completed in the slot of its arrival. μ is not a setting: μ = slot ÷ (8·size/capacity), so that the mean
//! transmission time matches the capacity. Capacity, fair shares and utilization thus mean the same with either
//! service.
//! Source: the slotted queue of the CHOKe variants study, whose service rate is not printed. The reverse path has no slots.

use crate::base::hash::StateHash;
use crate::base::rng::{Chance, Stream};
use crate::base::time::{LinkRate, SimTime, Span};
use crate::endpoint::source::geometric_trials;
use crate::scenario::{Place, Scenario, ServiceLaw};

/// The transmission times of the bottleneck.
#[derive(Clone, Debug)]
pub(crate) struct Service {
    rate: LinkRate,
    slotted: Option<Slotted>,
}

#[derive(Clone, Debug)]
struct Slotted {
    slot: Span,
    chance: Stream,
}

impl Service {
    /// The transmission times of the link at `place`. Only the first link can be slotted.
    pub(crate) fn new(scenario: &Scenario, place: Place) -> Self {
        let slotted = match (scenario.service, place) {
            (ServiceLaw::Geometric, Place::First) => {
                Some(Slotted { slot: scenario.service_slot, chance: Stream::named(scenario.seed, "service") })
            }
            _ => None,
        };
        Self { rate: LinkRate::new(scenario.capacity_at(place)), slotted }
    }

    /// Changes the capacity, from the next packet on.
    pub(crate) fn change_rate(&mut self, bits_per_second: u64) {
        self.rate = LinkRate::new(bits_per_second);
    }

    /// The end of the transmission of a packet that the link takes at `now`.
    #[inline]
    pub(crate) fn ends(&mut self, now: SimTime, bytes: u32) -> SimTime {
        let mean = self.rate.transmission(bytes);
        match &mut self.slotted {
            None => now + mean,
            Some(slotted) => slotted.ends(now, mean),
        }
    }

    /// Hashes all state that can affect the rest of the run.
    pub(crate) fn fold(&self, hash: &mut StateHash) {
        if let Some(slotted) = &self.slotted {
            slotted.chance.state().into_iter().for_each(|word| hash.fold(word));
        }
    }
}

impl Slotted {
    fn ends(&mut self, now: SimTime, mean: Span) -> SimTime {
        let slot = self.slot.nanos().max(1);
        // A packet whose mean transmission time is below a slot takes one whole slot. Only packets without data are
        // that short, since a slot is at most the transmission time of the smallest data packet.
        let probability = slot as f64 / mean.nanos().max(1) as f64;
        let slots = if probability < 1.0 { geometric_trials(1.0 - self.chance.unit(), probability) } else { 1 };
        SimTime::from_nanos((now.nanos() / slot).saturating_add(slots).saturating_mul(slot))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const SLOT_NANOS: u64 = 1_000_000;

    /// Packets of 1000 bytes, slots of 1 ms and a link of 4.8 Mb/s: μ = 0.6.
    fn geometric() -> Service {
        let scene = json!({
            "bottleneck": { "capacity_bps": 4_800_000, "service": "geometric", "service_slot_s": 0.001 },
            "lanes": [{ "aqm": "drop-tail" }],
            "flows": [{ "transport": "udp" }],
        });
        Service::new(&Scenario::parse(&scene).unwrap(), Place::First)
    }

    #[test]
    fn the_number_of_slots_is_geometric_with_the_mean_of_the_capacity() {
        const PACKETS: usize = 100_000;
        let mut service = geometric();
        let mut by_slots = [0u32; 4];
        let mut total = 0;
        for _ in 0..PACKETS {
            let slots = service.ends(SimTime::ZERO, 1000).nanos() / SLOT_NANOS;
            total += slots;
            by_slots[(slots as usize).min(4) - 1] += 1;
        }
        // The mean is 1/0.6 and the standard deviation √0.4/0.6; the tolerance is five standard errors.
        assert!((total as f64 / PACKETS as f64 - 1.0 / 0.6).abs() < 0.0167, "{total}");
        for (found, expected) in by_slots.into_iter().zip([0.6, 0.24, 0.096, 0.064]) {
            let deviation = (PACKETS as f64 * expected * (1.0 - expected)).sqrt();
            assert!((f64::from(found) - PACKETS as f64 * expected).abs() < 5.0 * deviation, "{by_slots:?}");
        }
    }

    #[test]
    fn every_transmission_ends_at_the_end_of_a_slot() {
        let mut service = geometric();
        for nanos in [0, 1, 999_999, 1_000_000, 1_000_001, 123_456_789] {
            for _ in 0..50 {
                let now = SimTime::from_nanos(nanos);
                let end = service.ends(now, 1000);
                assert!(end > now && end.nanos().is_multiple_of(SLOT_NANOS), "{nanos}: {end:?}");
            }
        }
    }

    #[test]
    fn a_larger_packet_takes_more_slots_and_a_tiny_packet_takes_one() {
        let mut service = geometric();
        assert!((0..1_000).all(|_| service.ends(SimTime::ZERO, 40).nanos() == SLOT_NANOS));
        let mut slots =
            |bytes| (0..20_000).map(|_| service.ends(SimTime::ZERO, bytes).nanos() / SLOT_NANOS).sum::<u64>();
        let (small, large) = (slots(1000) as f64, slots(4000) as f64);
        assert!((large / small - 4.0).abs() < 0.2, "{}", large / small);
    }

    #[test]
    fn another_capacity_changes_the_probability() {
        let mut service = geometric();
        service.change_rate(1_200_000);
        let total: u64 = (0..20_000).map(|_| service.ends(SimTime::ZERO, 1000).nanos() / SLOT_NANOS).sum();
        // The mean is 1/0.15 and the standard deviation √0.85/0.15; the tolerance is five standard errors.
        assert!((total as f64 / 20_000.0 - 1.0 / 0.15).abs() < 0.22, "{total}");
    }
}

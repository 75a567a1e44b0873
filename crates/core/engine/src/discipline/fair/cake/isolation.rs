//! Isolation of hosts: hosts share the link equally, however many flows each of them has.
//!
//! Source: Hoeiland-Joergensen, Taht and Morton, Piece of CAKE, IEEE LANMAN 2018, section III; Linux 6.12,
//! `sch_cake.c`, `dual-dsthost` and `dsthost`.

use crate::base::footprint;
use crate::base::packet::{FlowId, Packet};
use crate::base::rng::Chance;
use crate::discipline::Hosts;
use crate::discipline::LinkFacts;
use crate::discipline::about::ParamSpec;
use crate::discipline::parts::classifier::{Key, Keys};
use crate::discipline::parts::declare::{choice, option};
use crate::discipline::settings::Settings;

/// The parameter that selects what shares the link equally: flows or hosts.
pub(super) const ISOLATION: ParamSpec = choice(
    "isolation",
    "isolation",
    &[
        option("flows", "the flows share the link equally"),
        option("dual", "the hosts share the link equally, and the flows of a host share its part; a host is a group"),
        option("hosts", "each host has one queue for all its flows; a host is a group"),
    ],
    "between whom the link is shared equally",
);

/// The value of the parameter [`ISOLATION`].
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Isolation {
    Flows,
    Dual(Hosts),
    Hosts(Hosts),
}

impl Isolation {
    pub(super) fn read(settings: &Settings, link: &LinkFacts) -> Self {
        match settings.choice("isolation") {
            "dual" => Self::Dual(link.hosts),
            "hosts" => Self::Hosts(link.hosts),
            _ => Self::Flows,
        }
    }

    pub(super) const fn is_dual(self) -> bool {
        matches!(self, Self::Dual(_))
    }

    /// The host at which the packet's flow ends; 0 if hosts are not distinguished.
    pub(super) fn host_of(self, packet: &Packet) -> u8 {
        match self {
            Self::Flows => 0,
            Self::Dual(hosts) | Self::Hosts(hosts) => hosts.of(packet.flow),
        }
    }

    /// The key for the hash of a packet: the packet's host if a host has one queue, otherwise the packet's flow.
    pub(super) fn key_of(self, packet: &Packet, keys: Keys) -> Key {
        match self {
            Self::Hosts(hosts) => FlowId(u32::from(hosts.of(packet.flow))).into(),
            Self::Flows | Self::Dual(_) => keys.of(packet),
        }
    }
}

/// The number of bulk queues of each host.
#[derive(Clone, Debug, Default)]
pub(super) struct Loads(Vec<u32>);

impl Loads {
    pub(super) fn of(&self, host: u8) -> u32 {
        self.0.get(usize::from(host)).copied().unwrap_or(0)
    }

    /// Updates the host's number of bulk queues after a change of one queue: `was_bulk` and `is_bulk` are the queue's
    /// state before and after the change.
    pub(super) fn change(&mut self, host: u8, was_bulk: bool, is_bulk: bool) {
        let host = usize::from(host);
        if host >= self.0.len() {
            self.0.resize(host + 1, 0);
        }
        self.0[host] = self.0[host] + u32::from(is_bulk) - u32::from(was_bulk);
    }

    pub(super) fn heap_bytes(&self) -> usize {
        footprint::list(&self.0)
    }
}

/// The quantum divided by the number of bulk queues, rounded up or down at random, so that the mean is exact.
pub(super) fn part_of(quantum: u32, load: u32, chance: &mut impl Chance) -> u32 {
    let (whole, rest) = (quantum / load, quantum % load);
    whole + u32::from(chance.happens(f64::from(rest) / f64::from(load)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Stream;

    #[test]
    fn a_divided_quantum_is_exact_in_the_mean() {
        let mut chance = Stream::named(1, "dither");
        let sum: u32 = (0..16_000).map(|_| part_of(300, 16, &mut chance)).sum();
        assert!((sum as f64 / 16_000.0 - 18.75).abs() < 0.02, "{sum}");
        assert_eq!(part_of(300, 3, &mut chance), 100);
    }
}

//! The hosts at which flows end. Each group of flows in a scene has one host.

use crate::base::packet::FlowId;

/// The largest number of groups of flows.
pub const MAX_GROUPS: usize = 64;

/// The hosts of all flows. The flows of one host have consecutive numbers.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Hosts {
    /// For each host, one more than the number of its last flow; [`u32::MAX`] from the host that takes all further
    /// flows on.
    ends: [u32; MAX_GROUPS],
}

impl Hosts {
    /// A single host, at which all flows end.
    pub const ONE: Self = Self { ends: [u32::MAX; MAX_GROUPS] };

    /// Hosts with these numbers of flows, plus one host for all further flows. If that would be more than
    /// [`MAX_GROUPS`] hosts, the last host takes the flows of all hosts beyond it.
    pub fn with_flows(counts: impl IntoIterator<Item = u32>) -> Self {
        let (mut hosts, mut end) = (Self::ONE, 0_u32);
        for (place, count) in hosts.ends.iter_mut().zip(counts) {
            end = end.saturating_add(count);
            *place = end;
        }
        hosts
    }

    /// The number of a flow's host, in `0..MAX_GROUPS`.
    pub fn of(&self, flow: FlowId) -> u8 {
        self.ends.partition_point(|&end| end <= flow.0).min(MAX_GROUPS - 1) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_flow_belongs_to_the_host_of_its_group() {
        let hosts = Hosts::with_flows([1, 16, 2]);
        assert_eq!([0, 1, 16, 17, 18, 19].map(|flow| hosts.of(FlowId(flow))), [0, 1, 1, 2, 2, 3]);
        assert_eq!(Hosts::ONE.of(FlowId(7)), 0);
        assert_eq!(usize::from(Hosts::with_flows([1; MAX_GROUPS]).of(FlowId(u32::MAX))), MAX_GROUPS - 1);
    }
}

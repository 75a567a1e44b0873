//! Arrivals that are supplied from outside instead of by senders: trace-driven simulation.

use crate::base::packet::{Ecn, FlowId};
use crate::base::time::SimTime;
use std::fmt;
use std::sync::Arc;

/// A packet from outside that reaches the bottleneck.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Arrival {
    /// Time of the arrival.
    pub at: SimTime,
    /// Flow of the packet, one of the scene's.
    pub flow: FlowId,
    /// Size on the wire \[bytes\], headers included; 1 or more.
    pub bytes: u16,
    /// Whether the transport ignores losses.
    pub is_udp: bool,
    /// ECN field.
    pub ecn: Ecn,
    /// Whether the packet opens a connection.
    pub is_syn: bool,
    /// Whether the sender has sent the same data before, where that is known.
    pub is_retransmission: bool,
    /// The TCP flag "congestion window reduced".
    pub cwr: bool,
}

/// Why all arrivals of a call are refused.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum ArrivalProblem {
    /// The run has senders of its own.
    NotDriven,
    /// An arrival is not later than a time up to which the caller has already supplied all arrivals.
    NotLater {
        /// Time of the arrival.
        at: SimTime,
        /// The time up to which all arrivals were already known.
        known_until: SimTime,
    },
    /// The scene has no such flow.
    NoSuchFlow {
        /// The flow.
        flow: FlowId,
        /// Number of flows in the scene.
        flows: usize,
    },
    /// A packet has no bytes.
    Empty {
        /// Time of the arrival.
        at: SimTime,
    },
}

impl fmt::Display for ArrivalProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotDriven => f.write_str("the run has its own senders and takes no arrivals"),
            Self::NotLater { at, known_until } => {
                let (at, known) = (at.nanos(), known_until.nanos());
                write!(f, "an arrival at {at} ns is not later than {known} ns, until when all arrivals were known")
            }
            Self::NoSuchFlow { flow, flows } => {
                // The number of the flow is computed in 64 bits: its index comes from the caller and may be `u32::MAX`.
                write!(f, "an arrival of flow {}, but the scene has flows 1 to {flows}", u64::from(flow.0) + 1)
            }
            Self::Empty { at } => write!(f, "the arrival at {} ns has 0 bytes; 1 to 65535 are allowed", at.nanos()),
        }
    }
}

impl std::error::Error for ArrivalProblem {}

/// The known arrivals and the position of the next arrival. Clones share the arrivals.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trace {
    /// The arrivals in order. `append` merges blocks until each is at most half as long as the previous one, so that
    /// there are few.
    blocks: Vec<Arc<Vec<Arrival>>>,
    /// Time up to which all arrivals are known.
    known_until: SimTime,
    /// The number of blocks whose arrivals are all consumed, and the number of arrivals consumed from the block after
    /// them.
    taken: (usize, usize),
    taken_in_all: u64,
    /// Number of arrivals that were consumed by the run and whose blocks `forget_taken` has freed.
    forgotten: u64,
    /// Whether an event for the next arrival is scheduled.
    pub(crate) is_scheduled: bool,
}

impl Trace {
    pub(crate) fn known_until(&self) -> SimTime {
        self.known_until
    }

    pub(crate) fn know_until(&mut self, at: SimTime) {
        self.known_until = self.known_until.max(at);
    }

    pub(crate) fn append(&mut self, arrivals: &[Arrival], flows: usize) -> Result<(), ArrivalProblem> {
        let mut known_until = self.known_until;
        for &Arrival { at, flow, bytes, .. } in arrivals {
            if at <= known_until {
                return Err(ArrivalProblem::NotLater { at, known_until });
            }
            if flow.index() >= flows {
                return Err(ArrivalProblem::NoSuchFlow { flow, flows });
            }
            if bytes == 0 {
                return Err(ArrivalProblem::Empty { at });
            }
            known_until = at;
        }
        if arrivals.is_empty() {
            return Ok(());
        }
        self.known_until = known_until;
        self.blocks.push(Arc::new(arrivals.to_vec()));
        while let [.., before, last] = &mut self.blocks[..]
            && before.len() < 2 * last.len()
        {
            Arc::make_mut(before).extend_from_slice(last);
            self.blocks.pop();
        }
        self.move_after(self.taken_in_all);
        Ok(())
    }

    /// Frees the consumed blocks. Existing clones keep them.
    pub(crate) fn forget_taken(&mut self) {
        let taken = self.blocks.drain(..self.taken.0);
        self.forgotten += taken.map(|block| block.len() as u64).sum::<u64>();
        self.taken.0 = 0;
    }

    /// Copies the supplied arrivals from `other`. `self` must be an earlier state of the same run.
    pub(crate) fn know_as(&mut self, other: &Self) {
        self.blocks.clone_from(&other.blocks);
        self.forgotten = other.forgotten;
        self.known_until = other.known_until;
        self.move_after(self.taken_in_all);
    }

    pub(crate) fn next(&self) -> Option<&Arrival> {
        self.blocks.get(self.taken.0)?.get(self.taken.1)
    }

    pub(crate) fn take(&mut self) -> Option<Arrival> {
        let arrival = *self.next()?;
        self.taken_in_all += 1;
        self.taken.1 += 1;
        if self.blocks[self.taken.0].len() == self.taken.1 {
            self.taken = (self.taken.0 + 1, 0);
        }
        Some(arrival)
    }

    fn move_after(&mut self, count: u64) {
        let mut left = count.saturating_sub(self.forgotten) as usize;
        let mut block = 0;
        while let Some(length) = self.blocks.get(block).map(|block| block.len())
            && length <= left
        {
            left -= length;
            block += 1;
        }
        self.taken = (block, left);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(crate) fn arrival(at: u64) -> Arrival {
        Arrival {
            at: SimTime::from_nanos(at),
            flow: FlowId(0),
            bytes: 100,
            is_udp: false,
            ecn: Ecn::NotEct,
            is_syn: false,
            is_retransmission: false,
            cwr: false,
        }
    }

    #[test]
    fn arrivals_are_taken_in_order_however_calls_divide_them() {
        let mut trace = Trace::default();
        let mut supplied = 0;
        let mut taken = Vec::new();
        for (length, take) in [(1, 1), (3, 0), (1, 2), (0, 0), (7, 9), (2, 1), (1, 1), (1, 0)] {
            let block: Vec<_> = (supplied + 1..=supplied + length).map(arrival).collect();
            supplied += length;
            trace.append(&block, 1).unwrap();
            taken.extend((0..take).map(|_| trace.take().unwrap().at.nanos()));
        }
        let earlier = trace.clone();
        trace.append(&[arrival(supplied + 5)], 1).unwrap();
        taken.extend(std::iter::from_fn(|| trace.take()).map(|it| it.at.nanos()));
        assert_eq!(taken, (1..=supplied).chain([supplied + 5]).collect::<Vec<_>>());

        let mut resumed = earlier;
        resumed.know_as(&trace);
        let rest: Vec<_> = std::iter::from_fn(|| resumed.take()).map(|it| it.at.nanos()).collect();
        assert_eq!(rest, [supplied - 1, supplied, supplied + 5]);
    }

    #[test]
    fn taken_arrivals_can_be_freed() {
        let mut trace = Trace::default();
        let mut expected = 1;
        for at in 1..=1_000 {
            trace.append(&[arrival(at)], 1).unwrap();
            // The test takes arrivals in three of seven steps only, so that arrivals accumulate in between.
            if at % 7 < 3 {
                while let Some(taken) = trace.take() {
                    assert_eq!(taken.at.nanos(), expected);
                    expected += 1;
                }
            }
            trace.forget_taken();
            let kept: usize = trace.blocks.iter().map(|block| block.len()).sum();
            assert!(kept < 12, "{kept} are kept");
        }
        assert_eq!((trace.taken_in_all, trace.next().map(|it| it.at.nanos())), (expected - 1, Some(expected)));
    }

    #[test]
    fn a_refusal_names_the_problem_and_no_arrival_is_taken() {
        let mut trace = Trace::default();
        trace.know_until(SimTime::from_nanos(4));
        let refused = trace.append(&[arrival(5), arrival(5)], 1).unwrap_err();
        assert_eq!(
            refused.to_string(),
            "an arrival at 5 ns is not later than 5 ns, until when all arrivals were known"
        );
        assert!(trace.append(&[arrival(4)], 1).is_err());
        let other = Arrival { flow: FlowId(1), ..arrival(5) };
        assert_eq!(
            trace.append(&[other], 1).unwrap_err().to_string(),
            "an arrival of flow 2, but the scene has flows 1 to 1"
        );
        assert!(trace.append(&[Arrival { bytes: 0, ..arrival(5) }], 1).is_err());
        assert!(trace.next().is_none());
        assert_eq!(trace.known_until(), SimTime::from_nanos(4));
    }
}

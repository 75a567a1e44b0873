//! The packet at the bottleneck.

use crate::base::time::SimTime;

/// A flow, numbered from 0 inside the engine and from 1 in everything that users see.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct FlowId(pub u32);

impl FlowId {
    /// The index of the flow in per-flow tables.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The flow number shown to users and in result files, from 1.
    pub const fn number(self) -> u32 {
        self.0 + 1
    }
}

/// The ECN field of RFC 3168.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
#[repr(u8)]
pub enum Ecn {
    /// Not ECN-capable: only a drop can signal congestion.
    #[default]
    NotEct,
    /// ECN-capable transport, ECT(0).
    Ect0,
    /// ECN-capable transport, ECT(1): L4S traffic.
    Ect1,
    /// Congestion experienced, the ECN mark.
    Ce,
}

impl Ecn {
    /// Whether a discipline may mark the packet instead of dropping it.
    pub const fn is_capable(self) -> bool {
        !matches!(self, Self::NotEct)
    }
}

/// TCP header fields other than the sequence number and the ECN field, in one byte, so that two packets fit into a
/// cache line.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct TcpNotes(u8);

impl TcpNotes {
    /// The bits that hold the number of rehashes.
    const HASHES: u8 = 0x7f;

    /// The header fields in one byte; only the lowest seven bits of `rehash` are kept.
    pub const fn new(cwr: bool, rehash: u8) -> Self {
        Self((cwr as u8) << 7 | rehash & Self::HASHES)
    }

    /// "Congestion window reduced": the sender has responded to an ECN echo.
    pub const fn cwr(self) -> bool {
        self.0 > Self::HASHES
    }

    /// Number of times that the sending host has rehashed the flow, modulo 128. Linux picks a new hash at each timeout.
    pub const fn rehash(self) -> u8 {
        self.0 & Self::HASHES
    }
}

/// A packet on its way.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Packet {
    /// The packet's id, unique within a run; ids increase in sending order.
    pub id: u64,
    /// The time at which the packet reached the bottleneck queue.
    pub arrived: SimTime,
    /// The packet's flow.
    pub flow: FlowId,
    /// The packet's number within the flow, from 0.
    pub sequence: u32,
    /// The packet's size on the wire \[bytes\], headers included.
    pub bytes: u16,
    /// The priority level that the host requests; 0 is the lowest. Only disciplines with classes of service use it.
    pub priority: u8,
    /// Whether the protocol number in the header belongs to a transport that does not respond to losses.
    pub is_udp: bool,
    /// ECN field.
    pub ecn: Ecn,
    /// Whether the packet opens a connection.
    pub is_syn: bool,
    /// Whether the sender has sent this sequence number before.
    pub is_retransmission: bool,
    /// Further header fields of TCP.
    pub tcp: TcpNotes,
}

impl Packet {
    /// A plain packet for worked examples and tests.
    #[inline]
    pub fn plain(id: u64, flow: u32, bytes: u16) -> Self {
        Self {
            id,
            arrived: SimTime::ZERO,
            flow: FlowId(flow),
            sequence: 0,
            bytes,
            priority: 0,
            is_udp: false,
            ecn: Ecn::NotEct,
            is_syn: false,
            is_retransmission: false,
            tcp: TcpNotes::new(false, 0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_packet_takes_half_a_cache_line() {
        assert_eq!(size_of::<Packet>(), 32);
    }

    #[test]
    fn cwr_and_the_number_of_rehashes_share_a_byte() {
        for (cwr, rehash, kept) in [(false, 0, 0), (true, 0, 0), (false, 127, 127), (true, 128 + 5, 5)] {
            let notes = TcpNotes::new(cwr, rehash);
            assert_eq!((notes.cwr(), notes.rehash()), (cwr, kept));
        }
    }
}

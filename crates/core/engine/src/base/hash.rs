//! The hash of a run's state. Tests and replays compare hashes to check that two runs are in the same state.

use crate::base::packet::Packet;

/// A hash of all state that can affect the rest of a run; equal states have equal hashes.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct StateHash(u64);

impl Default for StateHash {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl StateHash {
    /// Adds a number to the hash.
    pub fn fold(&mut self, value: u64) {
        // FNV-1a over 64-bit words with an extra shift: fast and portable, but not secure against deliberate
        // collisions.
        self.0 = (self.0 ^ value).wrapping_mul(0x0000_0100_0000_01b3);
        self.0 ^= self.0 >> 29;
    }

    /// Adds the bits of a floating-point number to the hash.
    pub fn fold_real(&mut self, value: f64) {
        self.fold(value.to_bits());
    }

    /// Adds a packet to the hash.
    pub fn fold_packet(&mut self, packet: &Packet) {
        self.fold(packet.id);
        self.fold(packet.arrived.nanos());
        self.fold(u64::from(packet.flow.0) << 32 | u64::from(packet.sequence));
        let flags = u64::from(packet.is_syn)
            | u64::from(packet.is_retransmission) << 1
            | (packet.ecn as u64) << 2
            | u64::from(packet.tcp.cwr()) << 4
            | u64::from(packet.is_udp) << 5
            | u64::from(packet.priority) << 6;
        self.fold(u64::from(packet.tcp.rehash()) << 32 | u64::from(packet.bytes) << 16 | flags);
    }

    /// The hash of everything added so far.
    pub const fn value(self) -> u64 {
        self.0
    }
}

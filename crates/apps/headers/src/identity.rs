//! Packet identity: what makes a packet recognizable on both sides of a router.

use crate::{TCP, UDP, datagram, u16_at};
use std::hash::{DefaultHasher, Hash, Hasher};

/// The data by which one packet is recognized on both sides of a router.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Identity<'a> {
    /// A hash of all header fields that a router does not change: addresses, protocol, length, identification, fragment
    /// offset, and ports; for TCP also sequence and acknowledgement numbers and flags. TTL, traffic class with ECN, and
    /// checksums are excluded.
    pub fields: u64,
    /// The captured bytes that identify the packet in addition to `fields`: the payload and the TCP options. A SYN's options
    /// are excluded, because middleboxes rewrite them.
    pub tail: &'a [u8],
    /// Length that `tail` would have if the packet were not truncated \[bytes\].
    pub tail_bytes: usize,
}

/// The identity of `packet`, which may be truncated. `None` if it is not an IP packet or lacks one of the fields.
pub fn identity(packet: &[u8]) -> Option<Identity<'_>> {
    let datagram = datagram(packet)?;
    let mut hasher = DefaultHasher::new();
    (datagram.source, datagram.destination, datagram.protocol).hash(&mut hasher);
    (datagram.bytes, datagram.number, datagram.fragment).hash(&mut hasher);
    let whole = usize::from(datagram.bytes);
    // A short frame may have padding after the end of the packet.
    let segment = packet.get(datagram.at..packet.len().min(whole)).unwrap_or_default();
    let segment_bytes = whole.saturating_sub(datagram.at);
    if segment.is_empty() && segment_bytes > 0 {
        return None;
    }
    let fixed = match datagram.protocol {
        _ if datagram.fragment.is_some() => 0,
        TCP if segment_bytes >= 20 => {
            let header = segment.get(..20)?;
            header[..14].hash(&mut hasher);
            let is_syn = header[13] & 2 != 0;
            if is_syn { segment_bytes } else { 20 }
        }
        UDP if segment_bytes >= 8 => {
            (u16_at(segment, 0)?, u16_at(segment, 2)?, u16_at(segment, 4)?).hash(&mut hasher);
            8
        }
        _ => 0,
    };
    Some(Identity {
        fields: hasher.finish(),
        tail: segment.get(fixed..).unwrap_or_default(),
        tail_bytes: segment_bytes - fixed,
    })
}

//! The header fields that a router reads: those of IPv4 or IPv6, the ports of TCP and UDP, and the flags of TCP.
//!
//! Parsing never panics. An unreadable IP header gives `None`; unreadable ports are 0.
//!
//! ```
//! let datagram = chokepoint_headers::made::udp(5000, 53, 100);
//! let packet = chokepoint_headers::made::v4(chokepoint_headers::UDP, 0, 0, &datagram);
//! let seen = chokepoint_headers::read(&packet).expect("an IP packet");
//! assert_eq!((seen.bytes, seen.key.destination_port), (120, 53));
//! ```
//!
//! Sources: RFC 791 (IPv4), RFC 8200 (IPv6), RFC 9293 (TCP), RFC 768 (UDP), RFC 3168 (ECN), RFC 1624 (checksums).

mod identity;
pub mod made;
#[cfg(test)]
mod tests;

pub use identity::{Identity, identity};

use chokepoint_engine::packet::Ecn;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Protocol number of TCP, whose ports are read.
pub const TCP: u8 = 6;
/// Protocol number of UDP, whose ports are read.
pub const UDP: u8 = 17;

/// Largest number of IPv6 extension headers that are parsed. A packet with more is treated as having no ports. More are
/// legal but do not occur in practice, and the limit bounds parsing time.
const MOST_EXTENSIONS: usize = 8;

/// Addresses, protocol and ports of a flow.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct FlowKey {
    /// Address of the sender.
    pub source: IpAddr,
    /// Address of the receiver.
    pub destination: IpAddr,
    /// Number of the protocol above IP, if it is TCP or UDP; otherwise 0. With 0, all other packets between two hosts
    /// form one flow.
    pub protocol: u8,
    /// Port of the sender. It is 0 for other protocols and for fragments: only the first fragment of a datagram has
    /// ports, so all fragments of a protocol between two hosts form one flow.
    pub source_port: u16,
    /// Port of the receiver; 0 for the same packets as the sender's port.
    pub destination_port: u16,
}

/// The fields read from a TCP header.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct TcpFacts {
    /// Sequence number of the first byte.
    pub sequence: u32,
    /// Length in the sequence space \[bytes\]; SYN and FIN count one each.
    pub length: u32,
    /// Whether the packet opens a connection.
    pub is_syn: bool,
    /// The flag "congestion window reduced".
    pub cwr: bool,
}

impl TcpFacts {
    /// Whether this segment is a retransmission, as far as an observer on the path can tell. `highest` is the largest
    /// sequence number seen so far, and is updated. Bytes up to `highest` count as sent before, even if packets were
    /// merely reordered.
    pub fn was_sent_before(&self, highest: &mut u32) -> bool {
        let end = self.sequence.wrapping_add(self.length);
        // Half of the sequence space counts as later, the other half as earlier (RFC 9293, 3.4).
        let is_ahead = (end.wrapping_sub(*highest) as i32) > 0;
        if is_ahead {
            *highest = end;
        }
        self.length > 0 && !is_ahead
    }
}

/// The header fields of a packet.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Seen {
    /// Flow of the packet.
    pub key: FlowKey,
    /// Length given in the IP header \[bytes\]: that of the whole packet, even if this copy is truncated.
    pub bytes: u16,
    /// ECN field.
    pub ecn: Ecn,
    /// Fields of TCP, if the header is complete.
    pub tcp: Option<TcpFacts>,
}

impl Seen {
    /// Whether the transport ignores losses, judged by protocol number: only TCP responds to them.
    pub fn is_udp(&self) -> bool {
        self.key.protocol != TCP
    }
}

/// Parses an IP packet, which may be truncated; `None` if the bytes are not an IP packet.
pub fn read(packet: &[u8]) -> Option<Seen> {
    let datagram = datagram(packet)?;
    let Datagram { source, destination, bytes, ecn, .. } = datagram;
    let protocol = if matches!(datagram.protocol, TCP | UDP) { datagram.protocol } else { 0 };
    let segment = if datagram.fragment.is_some() { &[][..] } else { packet.get(datagram.at..).unwrap_or_default() };
    let ports = if protocol == 0 { None } else { u16_at(segment, 0).zip(u16_at(segment, 2)) };
    let (source_port, destination_port) = ports.unwrap_or_default();
    let tcp = (protocol == TCP).then(|| tcp_facts(segment, usize::from(bytes).saturating_sub(datagram.at))).flatten();
    Some(Seen { key: FlowKey { source, destination, protocol, source_port, destination_port }, bytes, ecn, tcp })
}

/// The fields of the IP headers.
struct Datagram {
    source: IpAddr,
    destination: IpAddr,
    /// The protocol after the last header that was parsed.
    protocol: u8,
    /// Length of the whole packet \[bytes\].
    bytes: u16,
    ecn: Ecn,
    /// Identification field of an IPv4 packet or an IPv6 fragment; 0 for other packets.
    number: u32,
    /// Offset and "more fragments" flag, if the packet is a fragment.
    fragment: Option<u16>,
    /// Offset of the end of the IP headers, which in a truncated packet may lie beyond the end of the bytes.
    at: usize,
}

fn datagram(packet: &[u8]) -> Option<Datagram> {
    match packet.first()? >> 4 {
        4 => datagram_v4(packet),
        6 => datagram_v6(packet),
        _ => None,
    }
}

fn datagram_v4(packet: &[u8]) -> Option<Datagram> {
    let header = packet.get(..20)?;
    let at = usize::from(header[0] & 0xf) * 4;
    let bytes = u16_at(header, 2)?;
    if at < 20 || usize::from(bytes) < at {
        return None;
    }
    // The packet is a fragment if it has an offset or the "more fragments" flag.
    let fragment = Some(u16_at(header, 6)? & 0x3fff).filter(|&place| place != 0);
    Some(Datagram {
        source: IpAddr::V4(Ipv4Addr::from(<[u8; 4]>::try_from(&header[12..16]).ok()?)),
        destination: IpAddr::V4(Ipv4Addr::from(<[u8; 4]>::try_from(&header[16..20]).ok()?)),
        protocol: header[9],
        bytes,
        ecn: ecn_of(header[1]),
        number: u16_at(header, 4)?.into(),
        fragment,
        at,
    })
}

fn datagram_v6(packet: &[u8]) -> Option<Datagram> {
    let header = packet.get(..40)?;
    let mut datagram = Datagram {
        source: IpAddr::V6(Ipv6Addr::from(<[u8; 16]>::try_from(&header[8..24]).ok()?)),
        destination: IpAddr::V6(Ipv6Addr::from(<[u8; 16]>::try_from(&header[24..40]).ok()?)),
        protocol: header[6],
        // The field is 0 in a jumbogram, which needs no handling: jumbograms cannot pass through a kernel queue.
        bytes: u16_at(header, 4)?.saturating_add(40),
        ecn: ecn_of((header[0] << 4) | (header[1] >> 4)),
        number: 0,
        fragment: None,
        at: 40,
    };
    for _ in 0..MOST_EXTENSIONS {
        let Some(extension) = packet.get(datagram.at..datagram.at + 8) else { break };
        let length = match datagram.protocol {
            // Hop-by-hop options, routing, destination options, mobility, host identity and shim6.
            0 | 43 | 60 | 135 | 139 | 140 => (usize::from(extension[1]) + 1) * 8,
            // The authentication header counts in units of four bytes, minus two (RFC 4302).
            51 => (usize::from(extension[1]) + 2) * 4,
            44 => {
                datagram.number = u32::from_be_bytes(extension[4..8].try_into().ok()?);
                // Offset and "more fragments" flag. An "atomic" fragment is a whole datagram, so it has ports.
                datagram.fragment = datagram.fragment.or(Some(u16_at(extension, 2)? & 0xfff9).filter(|&it| it != 0));
                8
            }
            _ => break,
        };
        datagram.protocol = extension[0];
        datagram.at += length;
    }
    Some(datagram)
}

/// Parses a TCP header at the start of a segment of `length` bytes.
fn tcp_facts(segment: &[u8], length: usize) -> Option<TcpFacts> {
    let header = segment.get(..20)?;
    let header_bytes = usize::from(header[12] >> 4) * 4;
    let flags = header[13];
    let (is_fin, is_syn, cwr) = (flags & 1 != 0, flags & 2 != 0, flags & 0x80 != 0);
    let payload = length.checked_sub(header_bytes.max(20))?;
    Some(TcpFacts {
        sequence: u32::from_be_bytes(header[4..8].try_into().ok()?),
        length: payload as u32 + u32::from(is_syn) + u32::from(is_fin),
        is_syn,
        // On a SYN, the flag negotiates ECN and does not announce a reduced window (RFC 3168, 6.1.1).
        cwr: cwr && !is_syn,
    })
}

/// Sets "congestion experienced" in the IP header. Returns false if the packet is not ECN-capable.
pub fn mark_ce(packet: &mut [u8]) -> bool {
    let Some(before) = read(packet) else { return false };
    if !before.ecn.is_capable() {
        return false;
    }
    if packet[0] >> 4 == 6 {
        packet[1] |= 0x30;
        return true;
    }
    let old = u16::from_be_bytes([packet[0], packet[1]]);
    packet[1] |= 0x03;
    let new = u16::from_be_bytes([packet[0], packet[1]]);
    // RFC 1624, equation 3: HC' = ~(~HC + ~m + m').
    let sum = u32::from(!u16::from_be_bytes([packet[10], packet[11]])) + u32::from(!old) + u32::from(new);
    let sum = (sum & 0xffff) + (sum >> 16);
    let sum = (sum & 0xffff) + (sum >> 16);
    let checksum = !(sum as u16);
    packet[10..12].copy_from_slice(&checksum.to_be_bytes());
    true
}

/// The ECN field: the low two bits of the former type-of-service field.
fn ecn_of(traffic_class: u8) -> Ecn {
    match traffic_class & 3 {
        0 => Ecn::NotEct,
        1 => Ecn::Ect1,
        2 => Ecn::Ect0,
        _ => Ecn::Ce,
    }
}

fn u16_at(bytes: &[u8], place: usize) -> Option<u16> {
    Some(u16::from_be_bytes([*bytes.get(place)?, *bytes.get(place + 1)?]))
}

//! Synthetic packets for tests, with zero-filled payloads.

use std::net::Ipv6Addr;

/// The header checksum of RFC 1071; 0 if the header already contains the correct checksum.
pub fn checksum(header: &[u8]) -> u16 {
    let sum: u32 = header.chunks(2).map(|pair| u32::from(u16::from_be_bytes([pair[0], pair[1]]))).sum();
    let sum = (sum & 0xffff) + (sum >> 16);
    !(((sum & 0xffff) + (sum >> 16)) as u16)
}

/// An IPv4 packet from 10.0.0.1 to 10.0.0.2 with a valid checksum; `fragment` holds offset and flags.
pub fn v4(protocol: u8, traffic_class: u8, fragment: u16, segment: &[u8]) -> Vec<u8> {
    let mut packet = vec![0x45, traffic_class];
    packet.extend((20 + segment.len() as u16).to_be_bytes());
    packet.extend([0x12, 0x34]);
    packet.extend(fragment.to_be_bytes());
    packet.extend([64, protocol, 0, 0, 10, 0, 0, 1, 10, 0, 0, 2]);
    let sum = checksum(&packet);
    packet[10..12].copy_from_slice(&sum.to_be_bytes());
    packet.extend(segment);
    packet
}

/// An IPv6 packet from ::1 to 2001:db8::1; `first` is the IPv6 header's next-header field.
pub fn v6(first: u8, traffic_class: u8, rest: &[u8]) -> Vec<u8> {
    let mut packet = vec![0x60 | (traffic_class >> 4), traffic_class << 4, 0, 0];
    packet.extend((rest.len() as u16).to_be_bytes());
    packet.extend([first, 64]);
    packet.extend(Ipv6Addr::LOCALHOST.octets());
    packet.extend(Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1).octets());
    packet.extend(rest);
    packet
}

/// A UDP datagram of `bytes` bytes.
pub fn udp(source: u16, destination: u16, bytes: u16) -> Vec<u8> {
    let mut segment = Vec::new();
    for word in [source, destination, bytes, 0] {
        segment.extend(word.to_be_bytes());
    }
    segment.resize(usize::from(bytes), 0);
    segment
}

/// A TCP segment.
pub fn tcp(source: u16, destination: u16, sequence: u32, flags: u8, payload: usize) -> Vec<u8> {
    let mut segment = Vec::new();
    segment.extend(source.to_be_bytes());
    segment.extend(destination.to_be_bytes());
    segment.extend(sequence.to_be_bytes());
    segment.extend([0, 0, 0, 0, 0x50, flags, 0xff, 0xff, 0, 0, 0, 0]);
    segment.resize(20 + payload, 0);
    segment
}

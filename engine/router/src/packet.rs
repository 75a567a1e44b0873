//! A packet as it comes from the kernel: an IPv4 or IPv6 header, and of TCP and UDP the ports and flags.
//!
//! Whatever bytes arrive, reading never panics: what cannot be read is no packet of a flow, or one without ports.
//! Sources: RFC 791 (IPv4), RFC 8200 (IPv6), RFC 9293 (TCP), RFC 768 (UDP), RFC 3168 (ECN), RFC 1624 (checksums).

use chokepoint_engine::packet::Ecn;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Numbers of the protocols whose ports we know.
pub(crate) const TCP: u8 = 6;
pub(crate) const UDP: u8 = 17;

/// How many extension headers of IPv6 are followed; the rest is taken as a protocol without ports. More are legal, but nobody
/// sends them, and a packet must not decide how long it is looked at.
const MOST_EXTENSIONS: usize = 8;

/// Who talks with whom.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(crate) struct FlowKey {
    pub(crate) source: IpAddr,
    pub(crate) destination: IpAddr,
    /// Number of the protocol above IP; 0 for those that are neither TCP nor UDP, which are one flow between two hosts.
    pub(crate) protocol: u8,
    /// 0 where there are none: other protocols, and fragments, of which only the first carries them. All fragments between
    /// two hosts are one flow of their protocol, so that the pieces of a datagram stay together.
    pub(crate) source_port: u16,
    pub(crate) destination_port: u16,
}

/// What is read of a TCP header.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct TcpFacts {
    pub(crate) sequence: u32,
    /// How much of the stream it carries \[bytes\]; SYN and FIN count one each.
    pub(crate) length: u32,
    pub(crate) is_syn: bool,
    pub(crate) cwr: bool,
}

/// A packet that was understood.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Seen {
    pub(crate) key: FlowKey,
    /// As the IP header tells it: of a truncated copy the whole length.
    pub(crate) bytes: u16,
    pub(crate) ecn: Ecn,
    pub(crate) tcp: Option<TcpFacts>,
}

impl Seen {
    /// Whether its transport answers no losses, as far as the number of the protocol tells: only TCP does.
    pub(crate) fn is_udp(&self) -> bool {
        self.key.protocol != TCP
    }
}

/// Reads an IP packet, of which the end may be missing; nothing if it is none.
pub(crate) fn read(packet: &[u8]) -> Option<Seen> {
    match packet.first()? >> 4 {
        4 => read_v4(packet),
        6 => read_v6(packet),
        _ => None,
    }
}

fn read_v4(packet: &[u8]) -> Option<Seen> {
    let header = packet.get(..20)?;
    let header_bytes = usize::from(header[0] & 0xf) * 4;
    let bytes = u16_at(header, 2)?;
    if header_bytes < 20 || usize::from(bytes) < header_bytes {
        return None;
    }
    let source = IpAddr::V4(Ipv4Addr::from(<[u8; 4]>::try_from(&header[12..16]).ok()?));
    let destination = IpAddr::V4(Ipv4Addr::from(<[u8; 4]>::try_from(&header[16..20]).ok()?));
    // More fragments, or an offset: it is a fragment.
    let is_fragment = u16_at(header, 6)? & 0x3fff != 0;
    let segment = if is_fragment { &[][..] } else { packet.get(header_bytes..).unwrap_or_default() };
    Some(seen(source, destination, header[9], ecn_of(header[1]), bytes, header_bytes, segment))
}

fn read_v6(packet: &[u8]) -> Option<Seen> {
    let header = packet.get(..40)?;
    let source = IpAddr::V6(Ipv6Addr::from(<[u8; 16]>::try_from(&header[8..24]).ok()?));
    let destination = IpAddr::V6(Ipv6Addr::from(<[u8; 16]>::try_from(&header[24..40]).ok()?));
    // A jumbogram tells 0 here; such a packet cannot come through a queue of the kernel.
    let bytes = u16_at(header, 4)?.saturating_add(40);
    let ecn = ecn_of((header[0] << 4) | (header[1] >> 4));
    let mut protocol = header[6];
    let mut at = 40;
    let mut is_fragment = false;
    for _ in 0..MOST_EXTENSIONS {
        let Some(extension) = packet.get(at..at + 8) else { break };
        let length = match protocol {
            // Hop-by-hop options, routing, destination options, mobility, host identity, shim6.
            0 | 43 | 60 | 135 | 139 | 140 => (usize::from(extension[1]) + 1) * 8,
            // Authentication: counted in units of four bytes, less two (RFC 4302).
            51 => (usize::from(extension[1]) + 2) * 4,
            44 => {
                // Offset and "more"; a fragment that is the whole datagram ("atomic") has ports.
                is_fragment |= u16_at(extension, 2)? & 0xfff9 != 0;
                8
            }
            _ => break,
        };
        protocol = extension[0];
        at += length;
    }
    let segment = if is_fragment { &[][..] } else { packet.get(at..).unwrap_or_default() };
    Some(seen(source, destination, protocol, ecn, bytes, at, segment))
}

fn seen(
    source: IpAddr,
    destination: IpAddr,
    protocol: u8,
    ecn: Ecn,
    bytes: u16,
    header_bytes: usize,
    segment: &[u8],
) -> Seen {
    let protocol = if matches!(protocol, TCP | UDP) { protocol } else { 0 };
    let ports = if protocol == 0 { None } else { u16_at(segment, 0).zip(u16_at(segment, 2)) };
    let (source_port, destination_port) = ports.unwrap_or_default();
    let tcp = (protocol == TCP).then(|| tcp_facts(segment, usize::from(bytes).saturating_sub(header_bytes))).flatten();
    Seen { key: FlowKey { source, destination, protocol, source_port, destination_port }, bytes, ecn, tcp }
}

/// Reads a TCP header at the start of a segment that is `length` long in all.
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
        // With SYN the flag negotiates ECN, and says nothing of a window (RFC 3168, 6.1.1).
        cwr: cwr && !is_syn,
    })
}

/// Writes "congestion experienced" into the header; whether that could be done: it is an IP packet that is ECN-capable.
pub(crate) fn mark_ce(packet: &mut [u8]) -> bool {
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

/// The ECN field: the last two bits of what was once the type of service.
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

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The checksum of a header as RFC 1071 computes it from the start: 0 if the one inside is right.
    fn checksum(header: &[u8]) -> u16 {
        let sum: u32 = header.chunks(2).map(|pair| u32::from(u16::from_be_bytes([pair[0], pair[1]]))).sum();
        let sum = (sum & 0xffff) + (sum >> 16);
        !(((sum & 0xffff) + (sum >> 16)) as u16)
    }

    /// An IPv4 packet with a right checksum.
    pub(crate) fn v4(protocol: u8, traffic_class: u8, fragment: u16, segment: &[u8]) -> Vec<u8> {
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

    fn v6(first: u8, traffic_class: u8, rest: &[u8]) -> Vec<u8> {
        let mut packet = vec![0x60 | (traffic_class >> 4), traffic_class << 4, 0, 0];
        packet.extend((rest.len() as u16).to_be_bytes());
        packet.extend([first, 64]);
        packet.extend(Ipv6Addr::LOCALHOST.octets());
        packet.extend("2001:db8::1".parse::<Ipv6Addr>().unwrap().octets());
        packet.extend(rest);
        packet
    }

    /// A UDP datagram of so many bytes.
    pub(crate) fn udp(source: u16, destination: u16, bytes: u16) -> Vec<u8> {
        let mut segment = Vec::new();
        for word in [source, destination, bytes, 0] {
            segment.extend(word.to_be_bytes());
        }
        segment.resize(usize::from(bytes), 0);
        segment
    }

    /// A TCP segment.
    pub(crate) fn tcp(source: u16, destination: u16, sequence: u32, flags: u8, payload: usize) -> Vec<u8> {
        let mut segment = Vec::new();
        segment.extend(source.to_be_bytes());
        segment.extend(destination.to_be_bytes());
        segment.extend(sequence.to_be_bytes());
        segment.extend([0, 0, 0, 0, 0x50, flags, 0xff, 0xff, 0, 0, 0, 0]);
        segment.resize(20 + payload, 0);
        segment
    }

    fn ports(packet: &[u8]) -> (u16, u16) {
        let key = read(packet).expect("a packet").key;
        (key.source_port, key.destination_port)
    }

    #[test]
    fn a_udp_datagram_is_read() {
        let packet = v4(UDP, 0, 0, &udp(5000, 53, 100));
        let seen = read(&packet).unwrap();
        assert_eq!((seen.bytes, seen.is_udp(), seen.ecn, seen.tcp), (120, true, Ecn::NotEct, None));
        assert_eq!(seen.key.destination, "10.0.0.2".parse::<IpAddr>().unwrap());
        assert_eq!(ports(&packet), (5000, 53));
    }

    #[test]
    fn a_tcp_segment_tells_sequence_and_flags() {
        let facts = |flags| read(&v4(TCP, 2, 0, &tcp(1, 2, 77, flags, 10))).unwrap().tcp.unwrap();
        assert_eq!(facts(0x10), TcpFacts { sequence: 77, length: 10, is_syn: false, cwr: false });
        assert_eq!(facts(0x80), TcpFacts { sequence: 77, length: 10, is_syn: false, cwr: true });
        assert_eq!(facts(0x01).length, 11, "FIN takes a place in the stream");
        assert_eq!(
            facts(0xc2),
            TcpFacts { sequence: 77, length: 11, is_syn: true, cwr: false },
            "CWR of a SYN asks for ECN"
        );
    }

    #[test]
    fn a_copy_that_ends_early_tells_the_whole_length() {
        let packet = v4(TCP, 0, 0, &tcp(1, 2, 77, 0x10, 1000));
        let seen = read(&packet[..64]).unwrap();
        assert_eq!((seen.bytes, seen.tcp.unwrap().length), (1040, 1000));
    }

    #[test]
    fn the_fragments_of_two_hosts_are_one_flow() {
        let first = v4(UDP, 0, 0x2000, &udp(5000, 53, 100));
        let last = v4(UDP, 0, 0x0010, &[0xff; 40]);
        assert_eq!(ports(&first), (0, 0));
        assert_eq!(read(&first).unwrap().key, read(&last).unwrap().key);
        assert_eq!(ports(&v4(UDP, 0, 0x4000, &udp(5000, 53, 100))), (5000, 53), "don't fragment is no fragment");
    }

    #[test]
    fn other_protocols_are_one_flow_by_addresses() {
        let icmp = read(&v4(1, 0, 0, &[8, 0, 0, 0, 0, 1, 0, 1])).unwrap();
        let gre = read(&v4(47, 0, 0, &[0; 8])).unwrap();
        assert_eq!(icmp.key, gre.key);
        assert_eq!((icmp.key.protocol, icmp.is_udp()), (0, true));
    }

    #[test]
    fn extension_headers_are_followed() {
        let datagram = udp(7, 8, 20);
        assert_eq!(ports(&v6(UDP, 0, &datagram)), (7, 8));
        let options = [&[43, 0, 0, 0, 0, 0, 0, 0][..], &[UDP, 1], &[0; 14], &datagram].concat();
        assert_eq!(ports(&v6(0, 0, &options)), (7, 8), "hop-by-hop, then routing of 16 bytes");
        let authentication = [&[UDP, 4][..], &[0; 22], &datagram].concat();
        assert_eq!(ports(&v6(51, 0, &authentication)), (7, 8));
        let fragment = [&[UDP, 0, 0, 1, 0, 0, 0, 9][..], &datagram].concat();
        assert_eq!(ports(&v6(44, 0, &fragment)), (0, 0));
        let atomic = [&[UDP, 0, 0, 0, 0, 0, 0, 9][..], &datagram].concat();
        assert_eq!(ports(&v6(44, 0, &atomic)), (7, 8));
        let endless = [0u8; 8].repeat(100);
        assert_eq!(read(&v6(0, 0, &endless)).unwrap().key.protocol, 0);
    }

    #[test]
    fn what_is_no_ip_packet_is_none() {
        assert_eq!(read(&[]), None);
        assert_eq!(read(&[0x45; 19]), None);
        assert_eq!(read(&[0x15; 60]), None, "version 1");
        let mut short = v4(UDP, 0, 0, &udp(1, 2, 8));
        short[0] = 0x44;
        assert_eq!(read(&short), None, "a header of 16 bytes");
        short[0] = 0x45;
        short[2..4].copy_from_slice(&[0, 10]);
        assert_eq!(read(&short), None, "shorter than its header");
    }

    #[test]
    fn a_mark_keeps_the_checksum_right() {
        for traffic_class in 0..=255 {
            let mut packet = v4(UDP, traffic_class, 0, &udp(1, 2, 8));
            let before = packet.clone();
            let is_capable = traffic_class & 3 != 0;
            assert_eq!(mark_ce(&mut packet), is_capable);
            assert_eq!(checksum(&packet[..20]), 0);
            assert_eq!(packet[1], if is_capable { traffic_class | 3 } else { traffic_class });
            assert_eq!((&packet[2..10], &packet[12..]), (&before[2..10], &before[12..]));
        }
        let mut packet = v6(UDP, 0xfe, &udp(1, 2, 8));
        assert!(mark_ce(&mut packet));
        assert_eq!((read(&packet).unwrap().ecn, packet[0], packet[1]), (Ecn::Ce, 0x6f, 0xf0));
        assert!(!mark_ce(&mut v6(UDP, 0xfc, &udp(1, 2, 8))));
    }

    /// Bytes that look like a packet for a while, so that the deeper branches are reached, too.
    fn nearly_packets() -> impl Strategy<Value = Vec<u8>> {
        let noise = prop::collection::vec(any::<u8>(), 0..120);
        let next = prop::sample::select(vec![0u8, 6, 17, 43, 44, 51, 60, 135, 59]);
        (noise, any::<bool>(), next).prop_map(|(mut bytes, is_v6, next)| {
            if let Some(first) = bytes.first_mut() {
                *first = if is_v6 { 0x60 | (*first & 0xf) } else { 0x40 | (*first & 0xf) };
            }
            if let Some(protocol) = bytes.get_mut(if is_v6 { 6 } else { 9 }) {
                *protocol = next;
            }
            bytes
        })
    }

    fn inputs() -> u32 {
        if std::env::var_os("CHOKEPOINT_THOROUGH").is_some() { 1_000_000 } else { 20_000 }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(inputs()) })]

        /// No bytes panic; what is read does not change by marking but for the ECN field, and a mark changes no more
        /// than traffic class and checksum.
        #[test]
        fn any_bytes_are_read(bytes in prop_oneof![nearly_packets(), prop::collection::vec(any::<u8>(), 0..80)]) {
            let before = read(&bytes);
            let mut marked = bytes.clone();
            let is_marked = mark_ce(&mut marked);
            prop_assert_eq!(is_marked, before.is_some_and(|seen| seen.ecn.is_capable()));
            if is_marked {
                prop_assert_eq!(read(&marked), before.map(|seen| Seen { ecn: Ecn::Ce, ..seen }));
                let changed = bytes.iter().zip(&marked).enumerate().filter(|(_, (old, new))| old != new);
                for (place, _) in changed {
                    prop_assert!(matches!((bytes[0] >> 4, place), (4, 1 | 10 | 11) | (6, 1)), "byte {}", place);
                }
            } else {
                prop_assert_eq!(marked, bytes);
            }
        }
    }
}

//! Tests of parsing and marking packets, and of bytes that are not packets.

use crate::made::{checksum, tcp, udp, v4, v6};
use crate::*;
use proptest::prelude::*;

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
fn sequence_number_and_flags_of_a_tcp_segment_are_read() {
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
fn a_truncated_copy_has_the_whole_length() {
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
    assert_eq!(ports(&v4(UDP, 0, 0x4000, &udp(5000, 53, 100))), (5000, 53), "don't fragment is not a fragment");
}

#[test]
fn other_protocols_are_one_flow_by_addresses() {
    let icmp = read(&v4(1, 0, 0, &[8, 0, 0, 0, 0, 1, 0, 1])).unwrap();
    let gre = read(&v4(47, 0, 0, &[0; 8])).unwrap();
    assert_eq!(icmp.key, gre.key);
    assert_eq!((icmp.key.protocol, icmp.is_udp()), (0, true));
}

#[test]
fn extension_headers_are_skipped() {
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
fn bytes_that_are_no_ip_packet_give_none() {
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
fn a_mark_updates_the_checksum() {
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

/// Bytes that begin like a packet, so that the tests reach the parser's deeper branches.
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

    /// Random bytes never cause a panic. Marking changes nothing but the traffic class, which holds the ECN field, and
    /// the checksum.
    #[test]
    fn any_bytes_can_be_read_without_a_panic(bytes in prop_oneof![nearly_packets(), prop::collection::vec(any::<u8>(), 0..80)]) {
        let before = read(&bytes);
        prop_assert!(identity(&bytes).is_none_or(|known| known.tail.len() <= known.tail_bytes && before.is_some()));
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

#[test]
fn the_identity_ignores_the_fields_that_a_router_changes() {
    let packet = v4(TCP, 2, 0, &tcp(1, 2, 77, 0x10, 30));
    let known = identity(&packet).unwrap();
    assert_eq!((known.tail.len(), known.tail_bytes), (30, 30));
    let mut forwarded = packet.clone();
    // The positions of fields that a router changes: the traffic class with ECN, the TTL and both checksums.
    for place in [1, 8, 10, 11, 36, 37] {
        forwarded[place] ^= 0x03;
    }
    assert_eq!(identity(&forwarded), Some(known));
    let ends_early = identity(&packet[..44]).unwrap();
    assert_eq!((ends_early.fields, ends_early.tail.len(), ends_early.tail_bytes), (known.fields, 4, 30));
    let padded = [&packet[..], &[9; 20]].concat();
    assert_eq!(identity(&padded), Some(known), "the padding of a frame is not a part of it");
    assert_eq!(identity(&packet[..39]), None, "cut inside the header of TCP");
    assert_eq!(identity(&packet[..20]), None);
}

#[test]
fn the_identity_depends_on_every_other_field() {
    let packet = v4(TCP, 0, 0, &tcp(1, 2, 77, 0x10, 30));
    let fields = identity(&packet).unwrap().fields;
    // One byte of each field in the identity: identification, protocol, addresses, ports, sequence and acknowledgement
    // numbers, and flags.
    for place in [5, 9, 15, 19, 21, 23, 27, 31, 33] {
        let mut other = packet.clone();
        other[place] ^= 1;
        assert_ne!(identity(&other).unwrap().fields, fields, "byte {place}");
    }
    let fragments = [0x2000, 0x2001, 0x0001].map(|place| identity(&v4(UDP, 0, place, &[0; 40])).unwrap().fields);
    assert!(fragments[0] != fragments[1] && fragments[1] != fragments[2]);
    let numbered = [1, 2].map(|number| {
        let fragment = [&[UDP, 0, 0, 1, 0, 0, 0, number][..], &udp(7, 8, 20)].concat();
        identity(&v6(44, 0, &fragment)).unwrap().fields
    });
    assert_ne!(numbered[0], numbered[1]);
}

#[test]
fn the_identity_ignores_the_options_of_a_syn() {
    let syn = identity(&v4(TCP, 0, 0, &tcp(1, 2, 77, 0x02, 0))).map(|it| it.tail_bytes);
    assert_eq!(syn, Some(0));
}

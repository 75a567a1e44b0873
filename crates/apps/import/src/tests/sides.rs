//! Pairs of captures that must be refused, and differences between captures that are allowed.

use super::files::{Files, Format, Frame, Link};
use super::{drop_tail, imported};
use crate::{Imported, Options};
use chokepoint_headers::made::{udp, v4, v6};
use chokepoint_headers::{TCP, UDP};

fn refused(files: &Files) -> String {
    imported(files, &Options::default()).expect_err("refused").to_string()
}

/// Asserts that two imports are equal.
fn assert_same(one: &Imported, other: &Imported, what: &dyn std::fmt::Debug) {
    assert_eq!(one.arrivals(), other.arrivals(), "{what:?}");
    assert_eq!(one.inferred(), other.inferred(), "{what:?}");
}

#[test]
fn every_format_gives_the_same_import() {
    let router = drop_tail();
    let usual = imported(&router.files(), &Options::default()).unwrap();
    for is_pcapng in [true, false] {
        for is_big_endian in [true, false] {
            let format = Format { is_pcapng, is_big_endian, clock: 9 };
            let same = imported(&router.files_as(format, Link::Ethernet), &Options::default()).unwrap();
            assert_same(&same, &usual, &format);
        }
    }
    for link in [Link::Raw, Link::Tagged] {
        let same = imported(&router.files_as(Format::default(), link), &Options::default()).unwrap();
        assert_same(&same, &usual, &link);
    }
}

#[test]
fn coarse_clocks_are_enough() {
    let router = drop_tail();
    let usual = imported(&router.files(), &Options::default()).unwrap();
    // The resolutions are a microsecond in pcap and pcapng, and 2^-20 s in pcapng.
    for (is_pcapng, clock) in [(false, 6), (true, 6), (true, 0x80 | 20)] {
        let format = Format { is_pcapng, is_big_endian: false, clock };
        let it = imported(&router.files_as(format, Link::Ethernet), &Options::default()).unwrap();
        for fact in ["dropped_packets", "passed_packets", "buffer_packets", "flows"] {
            assert_eq!(it.inferred()[fact], usual.inferred()[fact], "{fact} with {format:?}");
        }
        let rate = it.inferred()["rate_bps"].as_f64().unwrap();
        assert!((rate / 2e6 - 1.0).abs() < 0.01, "{rate} with {format:?}");
    }
}

#[test]
fn one_capture_of_all_devices_serves_as_both_sides_if_it_names_devices() {
    let router = drop_tail();
    let usual = imported(&router.files(), &Options::default()).unwrap();
    let any = |link: fn(bool, u8) -> Link| {
        // Device 1 receives forward packets and device 2 sends them; packets in the opposite direction take the reverse
        // path.
        let frames = |packets: &[(u64, Vec<u8>)], device: u8| {
            let frame = |(at, packet): &(u64, Vec<u8>)| {
                let is_back = packet[19] == 1;
                Frame::new(*at, packet, 64, link((device == 2) != is_back, device))
            };
            packets.iter().map(frame).collect::<Vec<_>>()
        };
        let mut all = frames(&router.entered, 1);
        all.extend(frames(&router.left, 2));
        all.sort_by_key(|frame| frame.at);
        let file = Format::default().file(&all, link(false, 0));
        Files { entering: file.clone(), leaving: file }
    };
    let it = imported(&any(Link::Cooked2), &Options::default()).unwrap();
    assert_eq!(it.arrivals(), usual.arrivals());
    for fact in ["dropped_packets", "buffer_packets", "rate_bps"] {
        assert_eq!(it.inferred()[fact], usual.inferred()[fact], "{fact}");
    }
    let words = refused(&any(|is_sent, _| Link::Cooked(is_sent)));
    assert!(words.contains("captures cover several devices at once"), "{words}");
}

#[test]
fn the_path_between_captures_declared_apart_counts_as_no_waiting() {
    let router = super::Router::run("drop-tail", 25, 20_000_000);
    let unsaid = imported(&router.files(), &Options::default()).unwrap();
    assert!(unsaid.remarks().any(|it| it.contains("then give --apart")), "{:?}", unsaid.remarks().collect::<Vec<_>>());
    let it = imported(&router.files(), &Options { apart: true, ..Options::default() }).unwrap();
    assert_eq!(it.remarks().count(), 1);
    assert_eq!(it.inferred()["buffer_packets"], 25);
    assert_eq!(it.inferred()["dropped_packets"], router.known_drops());
    let times = [it.recomputed(), it.inferred()].map(|it| it["mean_time_in_system_s"].as_f64().unwrap());
    assert!((times[0] / times[1] - 1.0).abs() < 0.01, "{times:?}");
}

#[test]
fn captures_with_different_clocks_need_the_option_apart() {
    let usual = imported(&drop_tail().files(), &Options::default()).unwrap();
    for clock_ahead in [-3_600_000_000_000, 7_000_000_000] {
        let router = super::Router { clock_ahead, ..drop_tail() };
        let apart = Options { apart: true, ..Options::default() };
        let it = imported(&router.files(), &apart).unwrap();
        for fact in ["dropped_packets", "buffer_packets", "rate_bps", "other_direction_packets"] {
            assert_eq!(it.inferred()[fact], usual.inferred()[fact], "{fact}");
        }
    }
    let behind = super::Router { clock_ahead: -3_600_000_000_000, ..drop_tail() };
    let words = refused(&behind.files());
    assert!(words.contains("in out.pcapng before they are in in.pcapng") && words.contains("--apart"), "{words}");
}

#[test]
fn swapped_sides_are_noticed() {
    let Files { entering, leaving } = drop_tail().files();
    let words = refused(&Files { entering: leaving.clone(), leaving: entering.clone() });
    assert!(words.contains("the other way: the two seem to be swapped; if not, give --as-given"), "{words}");
    let words = refused(&Files { entering: entering.clone(), leaving: entering });
    assert!(words.contains("both were captured on the same side"), "{words}");
    // Only UDP packets remain. Without acknowledgements in the opposite direction, swapped captures look like captures
    // with different clocks.
    let mut one_way = drop_tail();
    one_way.entered.retain(|(_, packet)| packet[9] == UDP);
    one_way.left.retain(|(_, packet)| packet[9] == UDP);
    let Files { entering, leaving } = one_way.files();
    let words = refused(&Files { entering: leaving, leaving: entering });
    assert!(words.contains("the two seem to be swapped, or their clocks differ"), "{words}");
}

#[test]
fn unrelated_captures_and_translated_addresses_are_refused() {
    let router = drop_tail();
    let mut translated = router.clone();
    for (_, packet) in &mut translated.left {
        packet[12..16].copy_from_slice(&[192, 0, 2, 1]);
    }
    let words = refused(&translated.files());
    assert!(words.contains("none of the packets is in both captures") && words.contains("(NAT;"), "{words}");
    let mut later = translated;
    later.left.iter_mut().for_each(|(at, _)| *at += 3_600_000_000_000);
    assert!(refused(&later.files()).contains("they cover different times"), "{}", refused(&later.files()));
}

#[test]
fn only_the_common_time_of_both_captures_counts() {
    let mut router = drop_tail();
    let [from, until] = [5, 11].map(|s| 1_795_000_000_000_000_000 + s * 1_000_000_000);
    router.entered.retain(|(at, _)| *at >= from);
    router.left.retain(|(at, _)| *at < until);
    let it = imported(&router.files(), &Options::default()).unwrap();
    let whole = imported(&drop_tail().files(), &Options::default()).unwrap();
    let duration_s = it.scenario()["duration_s"].as_f64().unwrap();
    assert!((5.8..6.0).contains(&duration_s), "{duration_s}");
    let in_time = whole.inferred()["dropped_packets"].as_u64().unwrap();
    let drops = it.inferred()["dropped_packets"].as_u64().unwrap();
    assert!(drops > 30 && drops < in_time, "{drops} of {in_time}");
    assert_eq!(it.inferred()["buffer_packets"], 25);
    let waiting = it.inferred()["waiting_at_start_packets"].as_u64().unwrap();
    assert!((1..1_000).contains(&waiting), "{waiting}");
    assert!(it.remarks().any(|it| it.contains("were waiting when the captures began")));
}

#[test]
fn packets_lost_by_the_capture_itself_are_reported() {
    let mut router = drop_tail();
    router.entered.remove(700);
    let mut files = router.files();
    let format = Format::default();
    let counter = |code: u8, count: u8| [&[code, 0, 8, 0, count][..], &[0; 7]].concat();
    let statistics = [&[0; 12][..], &counter(5, 2), &counter(7, 3), &[0; 4]].concat();
    files.leaving.extend(format.block(5, &statistics));
    let it = imported(&files, &Options::default()).unwrap();
    let remarks: Vec<_> = it.remarks().collect();
    assert!(remarks.iter().any(|it| it.contains("The capture out.pcapng lost 5 packets")), "{remarks:?}");
    assert!(
        remarks.iter().any(|it| it.starts_with("1 packets are only in the capture of the leaving side")),
        "{remarks:?}"
    );
}

/// Bursts of thirty datagrams. Every third datagram is dropped, and the link takes 3 ms for each of the rest.
fn every_third(packet: impl Fn(u16) -> Vec<u8>) -> Files {
    let begin = 1_795_000_000_000_000_000;
    let packets = || (0..600u64).map(|number| (number, packet(number as u16)));
    let frame = |micros: u64, packet: &[u8]| Frame::new(begin + micros * 1_000, packet, 80, Link::Raw);
    let burst = |number: u64| number / 30 * 61_000;
    let entering: Vec<_> =
        packets().map(|(number, packet)| frame(burst(number) + number % 30 * 100, &packet)).collect();
    let left = packets().filter(|(number, _)| number % 3 != 2);
    let sent = |number: u64| number % 30 - number % 30 / 3 + 1;
    let leaving: Vec<_> = left.map(|(number, packet)| frame(burst(number) + sent(number) * 3_000, &packet)).collect();
    let format = Format::default();
    Files { entering: format.file(&entering, Link::Raw), leaving: format.file(&leaving, Link::Raw) }
}

#[test]
fn ipv6_packets_and_fragments_are_distinguished() {
    let v6_numbered = |number: u16| {
        let mut datagram = udp(7, 8, 375 - 40);
        datagram[8..10].copy_from_slice(&number.to_be_bytes());
        v6(UDP, 0, &datagram)
    };
    let fragment = |number: u16| {
        let mut packet = v4(UDP, 0, if number.is_multiple_of(2) { 0x2000 } else { 44 }, &[0; 355]);
        packet[4..6].copy_from_slice(&(number / 2).to_be_bytes());
        packet
    };
    for packet in [&v6_numbered as &dyn Fn(u16) -> Vec<u8>, &fragment] {
        let it = imported(&every_third(packet), &Options::default()).unwrap();
        let drops = it.inferred()["dropped_packets"].as_u64().unwrap();
        assert!((198..=199).contains(&drops), "{drops}");
        assert_eq!((&it.inferred()["rate_bps"], &it.inferred()["alike_packets"]), (&1_000_000.0.into(), &0.into()));
    }
}

#[test]
fn indistinguishable_packets_are_reported() {
    let it = imported(&every_third(|_| v4(UDP, 0, 0, &udp(7, 8, 355))), &Options::default()).unwrap();
    assert!(it.inferred()["dropped_packets"].as_u64().unwrap() <= 200);
    assert!(it.remarks().any(|it| it.contains("a guess")), "{:?}", it.remarks().collect::<Vec<_>>());
}

#[test]
fn merged_segments_are_reported() {
    let mut router = drop_tail();
    for place in (100..router.entered.len()).step_by(40) {
        let (_, packet) = &mut router.entered[place];
        if packet[9] == TCP {
            packet[2..4].copy_from_slice(&4_000_u16.to_be_bytes());
        }
    }
    let it = imported(&router.files(), &Options::default()).unwrap();
    assert!(
        it.remarks().any(|it| it.contains("merged segments") && it.contains("ethtool")),
        "{:?}",
        it.remarks().collect::<Vec<_>>()
    );
}

#[test]
fn marks_between_the_captures_are_counted() {
    let mut router = drop_tail();
    router.entered.iter_mut().chain(&mut router.left).for_each(|(_, packet)| packet[1] |= 2);
    router.left.iter_mut().step_by(10).for_each(|(_, packet)| packet[1] |= 3);
    let it = imported(&router.files(), &Options::default()).unwrap();
    assert!(it.inferred()["marked_packets"].as_u64().unwrap() > 100);
    assert!(it.remarks().any(|it| it.contains("ECN-marked")));
}

#[test]
fn a_link_without_a_waiting_packet_has_no_rate() {
    let packet = |number: u16| {
        let mut packet = v4(UDP, 0, 0, &udp(7, 8, 100));
        packet[4..6].copy_from_slice(&number.to_be_bytes());
        packet
    };
    let frame = |n: u64, later| Frame::new((1 << 60) + n * 1_000_000 + later, &packet(n as u16), 80, Link::Raw);
    let frames = |later| (0..100).map(|n| frame(n, later)).collect::<Vec<_>>();
    let file = |later| Format::default().file(&frames(later), Link::Raw);
    let files = Files { entering: file(0), leaving: file(1_000) };
    assert!(refused(&files).contains("give --rate"), "{}", refused(&files));
    let it = imported(&files, &Options { rate_bps: Some(1_000_000_000), ..Options::default() }).unwrap();
    assert_eq!((&it.inferred()["dropped_packets"], &it.recomputed()["dropped_packets"]), (&0.into(), &0.into()));
    assert!(it.remarks().any(|it| it.contains("is only a lower bound")));
}

//! Damaged captures, and files that are not captures.

use super::files::{Files, Format, Frame, Link};
use super::{drop_tail, imported};
use crate::Options;
use chokepoint_engine::discipline::scripted::Language;
use chokepoint_headers::UDP;
use chokepoint_headers::made::{udp, v4};
use proptest::prelude::*;
use std::sync::OnceLock;

fn refused(entering: &[u8]) -> String {
    let files = Files { entering: entering.to_vec(), leaving: drop_tail().files().leaving };
    imported(&files, &Options::default()).expect_err("refused").to_string()
}

/// A pcapng capture with one additional block.
fn with_block(kind: u32, content: &[u8]) -> Vec<u8> {
    let format = Format::default();
    [format.file(&[], Link::Raw), format.block(kind, content)].concat()
}

#[test]
fn a_file_that_is_no_capture_is_refused_with_the_allowed_formats() {
    let cases: [(&[u8], &str); 6] = [
        (b"", "in.pcapng: is empty"),
        (b"PK", "in.pcapng: has 2 bytes; a pcapng or pcap capture has at least 24"),
        (b"\x1f\x8b\x08\x00\x00\x00", "in.pcapng: is compressed; unpack it first (gunzip, unzstd)"),
        (b"CHOKEREC", "in.pcapng: is not a capture: it begins with 43 48 4f 4b; pcapng begins with 0a 0d 0d 0a"),
        (b"\xd4\xc3\xb2\xa1\x02\x00", "in.pcapng: ends in block 1, which begins at byte 0, before its first packet"),
        (
            b"\x0a\x0d\x0d\x0a\x1c\x00\x00\x00........",
            "in.pcapng: block 1, at byte 0: is damaged: the header of a section names no byte order",
        ),
    ];
    for (bytes, words) in cases {
        let message = refused(bytes);
        assert!(message.starts_with(words), "{message}");
    }
    assert_eq!(refused(&Format::default().file(&[], Link::Raw)), "in.pcapng: holds no packets");
}

#[test]
fn a_problem_is_reported_with_its_block() {
    let words = |kind, content: &[u8]| refused(&with_block(kind, content));
    let begin = Format::default().file(&[], Link::Raw).len();
    let at = format!("in.pcapng: block 4, at byte {begin}: ");
    assert!(words(3, &[0; 8]).starts_with(&format!("{at}a Simple Packet Block, which has no timestamp")));
    assert!(words(2, &[0; 20]).starts_with(&format!("{at}a Packet Block, which is obsolete in pcapng")));
    assert_eq!(words(6, &[9; 20]), format!("{at}is damaged: its packet is longer than the block"));
    let stranger = [&[7, 0, 0, 0][..], &[0; 16]].concat();
    assert_eq!(words(6, &stranger), format!("{at}is damaged: a packet of interface 7; interfaces described: 1"));
    let clock = [&[101, 0, 0, 0, 0, 0, 0, 0][..], &[9, 0, 1, 0, 30, 0, 0, 0]].concat();
    assert!(
        words(1, &clock).contains("a clock of 10^30 parts of a second; up to 10^19 and 2^63 are read"),
        "{}",
        words(1, &clock)
    );
    let mut long = with_block(99, b"12345678");
    let place = long.len() - 4;
    long[place] = 24;
    assert_eq!(refused(&long), format!("{at}is damaged: its length is 20 at its beginning and 24 at its end"));
    long[begin + 4] = 21;
    assert!(
        refused(&long).contains("a length of 21 bytes; multiples of 4 from 12 to 16777216 are read"),
        "{}",
        refused(&long)
    );
}

#[test]
fn unsupported_links_and_packets_are_named() {
    let packet = v4(UDP, 0, 0, &udp(1, 2, 100));
    let file = |kept: usize, link: Link| Format::default().file(&[Frame::new(1 << 60, &packet, kept, link)], link);
    let short = refused(&file(22, Link::Ethernet));
    assert!(
        short.contains("block 4, at byte")
            && short.contains("only 36 bytes of this packet were captured")
            && short.contains("128 bytes"),
        "{short}"
    );
    let mut wireless = file(64, Link::Raw);
    let place = wireless.windows(4).position(|it| it == [101, 0, 0, 0]).unwrap();
    wireless[place] = 105;
    let message = refused(&wireless);
    assert!(message.contains("a link of type 105; Ethernet (1), raw IP (101, 228, 229)"), "{message}");
    let mut arp = file(64, Link::Ethernet);
    let place = arp.windows(4).position(|it| it == [2, 2, 0x08, 0x00]).unwrap();
    arp[place + 3] = 0x06;
    assert_eq!(refused(&arp), "in.pcapng: holds no IP packet; 1 frames carry something else");
}

#[test]
fn a_truncated_capture_is_used_up_to_its_end() {
    let whole = drop_tail().files();
    let cut = whole.entering.len() * 2 / 3 + 1;
    for format in [Format::default(), Format { is_pcapng: false, ..Format::default() }] {
        let mut files = drop_tail().files_as(format, Link::Ethernet);
        files.entering.truncate(cut);
        let it = imported(&files, &Options::default()).unwrap();
        assert!(it.arrivals().len() > 1_000);
        let remarks: Vec<_> = it.remarks().collect();
        assert!(remarks.iter().any(|it| it.starts_with("in.pcapng is cut off in block ")), "{remarks:?}");
    }
}

/// Captures of a few packets, in several formats.
fn small() -> &'static [Files] {
    static ONCE: OnceLock<Vec<Files>> = OnceLock::new();
    ONCE.get_or_init(|| {
        let mut router = drop_tail();
        router.entered.truncate(60);
        router.left.truncate(60);
        let formats = [
            (true, false, 9, Link::Ethernet),
            (true, true, 6, Link::Tagged),
            (false, false, 6, Link::Cooked(false)),
            (false, true, 9, Link::Raw),
        ];
        let files =
            |(is_pcapng, is_big_endian, clock, link)| router.files_as(Format { is_pcapng, is_big_endian, clock }, link);
        formats.map(files).to_vec()
    })
}

fn inputs() -> u32 {
    if std::env::var_os("CHOKEPOINT_THOROUGH").is_some() { 1_000_000 } else { 3_000 }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(inputs()) })]

    /// However its bytes are changed, a capture is either refused with a message or gives a recording that can be run.
    #[test]
    fn changed_captures_are_imported_or_refused(
        which in 0..4usize,
        changes in prop::collection::vec((any::<bool>(), any::<prop::sample::Index>(), any::<u8>()), 0..6),
        cut in prop::option::of(any::<prop::sample::Index>()),
        rate_bps in prop::option::of(1_000..100_000_000_000u64),
        apart in any::<bool>(),
    ) {
        let mut files = small()[which].clone();
        for (is_entering, place, value) in changes {
            let bytes = if is_entering { &mut files.entering } else { &mut files.leaving };
            let place = place.index(bytes.len());
            bytes[place] = value;
        }
        if let Some(place) = cut {
            let place = place.index(files.leaving.len());
            files.leaving.truncate(place);
        }
        let options = Options { rate_bps, apart, as_given: true, ..Options::default() };
        match imported(&files, &options) {
            Ok(it) => {
                let recording = chokepoint_recording::Recording::read(&it.write(Vec::new()).unwrap()).unwrap();
                prop_assert_eq!(recording.run(Language::NONE).unwrap().known_until(), recording.known_until);
            }
            Err(problem) => prop_assert!(!problem.to_string().is_empty()),
        }
    }

    #[test]
    fn random_bytes_are_refused_with_a_message(which in 0..4usize, begin in 0..400usize, bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let Files { entering, leaving } = &small()[which];
        let entering = [&entering[..begin.min(entering.len())], &bytes].concat();
        if let Err(problem) = imported(&Files { entering, leaving: leaving.clone() }, &Options::default()) {
            prop_assert!(!problem.to_string().is_empty());
        }
    }
}

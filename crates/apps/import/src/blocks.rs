//! Reads capture files, pcapng and pcap, block by block.
//!
//! This module finds the block boundaries itself, so that messages can name the block and a damaged length cannot
//! exhaust memory. The crate `pcap-parser` parses the contents of blocks. Formats: draft-ietf-opsawg-pcapng,
//! draft-ietf-opsawg-pcap.

use crate::problem::ImportProblem;
use pcap_parser::pcap::{
    LegacyPcapBlock, parse_pcap_frame, parse_pcap_frame_be, parse_pcap_frame_modified, parse_pcap_header,
};
use pcap_parser::pcapng::{
    EnhancedPacketBlock, InterfaceDescriptionBlock, parse_enhancedpacketblock_be, parse_enhancedpacketblock_le,
    parse_interfacedescriptionblock_be, parse_interfacedescriptionblock_le, parse_interfacestatisticsblock_be,
    parse_interfacestatisticsblock_le,
};
use pcap_parser::traits::PcapNGPacketBlock;
use pcap_parser::{OptionCode, PcapHeader};
use std::io::{self, BufReader, Read};

/// Largest block \[bytes\]. No packet is that long, and a damaged length must not exhaust memory.
const MOST_BLOCK_BYTES: u32 = 16 << 20;

const SECTION_HEADER: u32 = 0x0A0D_0D0A;
const INTERFACE: u32 = 1;
const OBSOLETE_PACKET: u32 = 2;
const SIMPLE_PACKET: u32 = 3;
const INTERFACE_STATISTICS: u32 = 5;
const ENHANCED_PACKET: u32 = 6;

/// A captured packet.
pub(crate) struct Frame<'a> {
    /// Time of the capture \[ns since 1970\].
    pub(crate) at: i64,
    /// Link type, as numbered by tcpdump.org.
    pub(crate) link: i32,
    pub(crate) bytes: &'a [u8],
    /// Whether the end of the packet is missing from the capture.
    pub(crate) is_cut: bool,
}

/// The state at the end of a file.
#[derive(Debug, Default)]
pub(crate) struct Ending {
    /// If the file is truncated: number and start \[bytes\] of the block in which it breaks off.
    pub(crate) cut: Option<(u64, u64)>,
    /// Number of packets that the capturing host reports as dropped.
    pub(crate) lost: u64,
}

/// Reads a file and passes on its packets, ignoring an incomplete last block.
pub(crate) fn read(
    file: &str,
    reader: &mut dyn Read,
    take: &mut dyn FnMut(&Frame<'_>) -> Result<(), String>,
) -> Result<Ending, ImportProblem> {
    let mut blocks = Blocks { reader: BufReader::new(reader), bytes: Vec::new(), block: 1, begin: 0, end: 0 };
    match blocks.all(take) {
        Ok(lost) => Ok(Ending { cut: None, lost }),
        Err(Stop::Cut { lost }) => Ok(Ending { cut: Some((blocks.block, blocks.begin)), lost }),
        Err(Stop::Read(error)) => Err(ImportProblem::Unreadable { file: file.to_owned(), reason: error.to_string() }),
        Err(Stop::File(what)) => Err(ImportProblem::File { file: file.to_owned(), what }),
        Err(Stop::Block(what)) => {
            Err(ImportProblem::Block { file: file.to_owned(), block: blocks.block, byte: blocks.begin, what })
        }
    }
}

enum Stop {
    /// The file ends in the middle of a block.
    Cut {
        lost: u64,
    },
    Read(io::Error),
    File(String),
    Block(String),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Self::Read(error)
    }
}

struct Blocks<'a> {
    reader: BufReader<&'a mut dyn Read>,
    /// The bytes of the current block read so far.
    bytes: Vec<u8>,
    block: u64,
    /// Start of the block, and how far the file has been read \[bytes\].
    begin: u64,
    end: u64,
}

/// An interface in a section of a pcapng file.
struct Interface {
    link: i32,
    units_per_s: u64,
    offset_s: i64,
}

impl Blocks<'_> {
    /// Appends the next `count` bytes to the block. Returns false if the file ends first.
    fn fill(&mut self, count: usize) -> io::Result<bool> {
        let read = Read::take(&mut self.reader, count as u64).read_to_end(&mut self.bytes)?;
        self.end += read as u64;
        Ok(read == count)
    }

    /// Begins the next block by reading its first `count` bytes; `None` at the end of the file.
    fn begin(&mut self, count: usize, lost: u64) -> Result<Option<()>, Stop> {
        self.bytes.clear();
        self.begin = self.end;
        match self.fill(count)? {
            true => Ok(Some(())),
            false if self.bytes.is_empty() => Ok(None),
            false => Err(Stop::Cut { lost }),
        }
    }

    fn all(&mut self, take: &mut dyn FnMut(&Frame<'_>) -> Result<(), String>) -> Result<u64, Stop> {
        if !self.fill(4)? {
            return Err(match self.bytes.len() {
                0 => Stop::File("is empty".to_owned()),
                count => Stop::File(format!("has {count} bytes; a pcapng or pcap capture has at least 24")),
            });
        }
        match self.bytes[..4] {
            [0x0a, 0x0d, 0x0d, 0x0a] => self.pcapng(take),
            [0xa1, 0xb2, 0xc3, 0xd4] | [0xd4, 0xc3, 0xb2, 0xa1] => self.pcap(take),
            [0xa1, 0xb2, 0x3c, 0x4d] | [0x4d, 0x3c, 0xb2, 0xa1] | [0x34, 0xcd, 0xb2, 0xa1] => self.pcap(take),
            [0x1f, 0x8b, ..] | [0x28, 0xb5, 0x2f, 0xfd] => {
                Err(Stop::File("is compressed; unpack it first (gunzip, unzstd)".to_owned()))
            }
            [a, b, c, d] => Err(Stop::File(format!(
                "is not a capture: it begins with {a:02x} {b:02x} {c:02x} {d:02x}; pcapng begins with 0a 0d 0d 0a, pcap with a1 b2 c3 d4 or a1 b2 3c 4d, in this byte order or the reverse"
            ))),
            _ => Ok(0),
        }
    }

    fn pcap(&mut self, take: &mut dyn FnMut(&Frame<'_>) -> Result<(), String>) -> Result<u64, Stop> {
        if !self.fill(20)? {
            return Err(Stop::Cut { lost: 0 });
        }
        let Ok((_, header)) = parse_pcap_header(&self.bytes) else {
            return Err(Stop::File("its header cannot be read".to_owned()));
        };
        // The lower 16 bits of `network` are the link type. The upper bits say whether a checksum follows each packet.
        let link = header.network.0 & 0xffff;
        let nanos_per_unit = if header.is_nanosecond_precision() { 1 } else { 1_000 };
        let head = if header.is_modified_format() { 24 } else { 16 };
        let most_units = 1_000_000_000 / nanos_per_unit;
        while self.begin(head, 0)?.is_some() {
            let length = u32_at(&self.bytes, 8, header.is_bigendian());
            if length > MOST_BLOCK_BYTES {
                return Err(Stop::Block(format!(
                    "is damaged: a packet of {length} bytes; at most {MOST_BLOCK_BYTES} are read"
                )));
            }
            if !self.fill(length as usize)? {
                return Err(Stop::Cut { lost: 0 });
            }
            let packet = packet_of(&header, &self.bytes).ok_or_else(|| Stop::Block("is damaged".to_owned()))?;
            let units = i64::from(packet.ts_usec);
            if units >= most_units {
                return Err(Stop::Block(format!(
                    "is damaged: {units} parts of a second; fewer than {most_units} are allowed"
                )));
            }
            let at = i64::from(packet.ts_sec) * 1_000_000_000 + units * nanos_per_unit;
            let is_cut = packet.caplen < packet.origlen;
            take(&Frame { at, link, bytes: packet.data, is_cut }).map_err(Stop::Block)?;
            self.block += 1;
        }
        Ok(0)
    }

    fn pcapng(&mut self, take: &mut dyn FnMut(&Frame<'_>) -> Result<(), String>) -> Result<u64, Stop> {
        let mut interfaces: Vec<Interface> = Vec::new();
        let mut is_big_endian = false;
        let mut lost = 0;
        // The caller has already read the first four bytes of the file.
        let mut head = if self.fill(8)? { Some(()) } else { return Err(Stop::Cut { lost }) };
        while head.is_some() {
            let kind = u32_at(&self.bytes, 0, is_big_endian);
            if kind == SECTION_HEADER {
                is_big_endian = match self.bytes[8..12] {
                    [0x1a, 0x2b, 0x3c, 0x4d] => true,
                    [0x4d, 0x3c, 0x2b, 0x1a] => false,
                    _ => {
                        return Err(Stop::Block("is damaged: the header of a section names no byte order".to_owned()));
                    }
                };
                interfaces.clear();
            }
            let length = u32_at(&self.bytes, 4, is_big_endian);
            if !length.is_multiple_of(4) || !(12..=MOST_BLOCK_BYTES).contains(&length) {
                return Err(Stop::Block(format!(
                    "is damaged: a length of {length} bytes; multiples of 4 from 12 to {MOST_BLOCK_BYTES} are read"
                )));
            }
            if !self.fill(length as usize - 12)? {
                return Err(Stop::Cut { lost });
            }
            let repeated = u32_at(&self.bytes, length as usize - 4, is_big_endian);
            if repeated != length {
                return Err(Stop::Block(format!(
                    "is damaged: its length is {length} at its beginning and {repeated} at its end"
                )));
            }
            match kind {
                INTERFACE => interfaces.push(interface_of(&self.bytes, is_big_endian)?),
                ENHANCED_PACKET => {
                    let packet = enhanced_packet_of(&self.bytes, is_big_endian)?;
                    let interface = interfaces.get(packet.if_id as usize).ok_or_else(|| {
                        let (number, known) = (packet.if_id, interfaces.len());
                        Stop::Block(format!(
                            "is damaged: a packet of interface {number}; interfaces described: {known}"
                        ))
                    })?;
                    let at = time_of(interface, (u64::from(packet.ts_high) << 32) | u64::from(packet.ts_low))?;
                    let is_cut = packet.caplen < packet.origlen;
                    take(&Frame { at, link: interface.link, bytes: packet.packet_data(), is_cut })
                        .map_err(Stop::Block)?;
                }
                INTERFACE_STATISTICS => lost += lost_of(&self.bytes, is_big_endian),
                SIMPLE_PACKET => {
                    let what = "a Simple Packet Block, which has no timestamp; only Enhanced Packet Blocks are read";
                    return Err(Stop::Block(what.to_owned()));
                }
                OBSOLETE_PACKET => {
                    let what = "a Packet Block, which is obsolete in pcapng; only Enhanced Packet Blocks are read (editcap writes them)";
                    return Err(Stop::Block(what.to_owned()));
                }
                // Names, secrets, comments, and unknown extensions are skipped.
                _ => {}
            }
            self.block += 1;
            head = self.begin(12, lost)?;
        }
        Ok(lost)
    }
}

fn packet_of<'a>(header: &PcapHeader, bytes: &'a [u8]) -> Option<LegacyPcapBlock<'a>> {
    let parsed = match (header.is_modified_format(), header.is_bigendian()) {
        (true, _) => parse_pcap_frame_modified(bytes),
        (_, true) => parse_pcap_frame_be(bytes),
        (_, false) => parse_pcap_frame(bytes),
    };
    parsed.ok().map(|(_, packet)| packet)
}

fn enhanced_packet_of(bytes: &[u8], is_big_endian: bool) -> Result<EnhancedPacketBlock<'_>, Stop> {
    let parsed = if is_big_endian { parse_enhancedpacketblock_be(bytes) } else { parse_enhancedpacketblock_le(bytes) };
    parsed
        .map(|(_, packet)| packet)
        .map_err(|_| Stop::Block("is damaged: its packet is longer than the block".to_owned()))
}

fn interface_of(bytes: &[u8], is_big_endian: bool) -> Result<Interface, Stop> {
    let parsed = if is_big_endian {
        parse_interfacedescriptionblock_be(bytes)
    } else {
        parse_interfacedescriptionblock_le(bytes)
    };
    let damaged = |_| Stop::Block("is damaged: the description of an interface cannot be read".to_owned());
    let (_, InterfaceDescriptionBlock { linktype, if_tsresol, if_tsoffset, .. }) = parsed.map_err(damaged)?;
    // The resolution of the clock is 10^-n s, or 2^-n s if the highest bit is set.
    let exponent = u32::from(if_tsresol & 0x7f);
    let base: u64 = if if_tsresol & 0x80 == 0 { 10 } else { 2 };
    let units_per_s = base.checked_pow(exponent).ok_or_else(|| {
        Stop::Block(format!("a clock of {base}^{exponent} parts of a second; up to 10^19 and 2^63 are read"))
    })?;
    // `pcap-parser` reads the offset as little-endian even in a big-endian file.
    let offset_s = if is_big_endian { if_tsoffset.swap_bytes() } else { if_tsoffset };
    Ok(Interface { link: linktype.0, units_per_s, offset_s })
}

/// The time in nanoseconds since 1970.
fn time_of(interface: &Interface, units: u64) -> Result<i64, Stop> {
    let nanos = i128::from(units) * 1_000_000_000 / i128::from(interface.units_per_s);
    let at = nanos + i128::from(interface.offset_s) * 1_000_000_000;
    // Times after the year 2115 are refused, so that the difference of two times cannot overflow.
    i64::try_from(at).ok().filter(|at| (0..i64::MAX / 2).contains(at)).ok_or_else(|| {
        let seconds = at / 1_000_000_000;
        Stop::Block(format!("a packet at second {seconds} since 1970; times from 1970 to 2115 are read"))
    })
}

/// Number of packets that the capturing host reports as dropped (Interface Statistics Block).
fn lost_of(bytes: &[u8], is_big_endian: bool) -> u64 {
    let parsed =
        if is_big_endian { parse_interfacestatisticsblock_be(bytes) } else { parse_interfacestatisticsblock_le(bytes) };
    let Ok((_, statistics)) = parsed else { return 0 };
    let counters =
        statistics.options.iter().filter(|it| matches!(it.code, OptionCode::IsbIfDrop | OptionCode::IsbOsDrop));
    let value = |bytes: &[u8]| {
        let bytes = bytes.first_chunk::<8>().copied().unwrap_or_default();
        if is_big_endian { u64::from_be_bytes(bytes) } else { u64::from_le_bytes(bytes) }
    };
    counters.map(|it| value(it.value())).fold(0, u64::saturating_add)
}

fn u32_at(bytes: &[u8], place: usize, is_big_endian: bool) -> u32 {
    let bytes = bytes.get(place..).and_then(<[u8]>::first_chunk::<4>).copied().unwrap_or_default();
    if is_big_endian { u32::from_be_bytes(bytes) } else { u32::from_le_bytes(bytes) }
}

//! A capture as a list of packets with their times, flows and identities.

use crate::blocks::{self, Ending, Frame};
use crate::frames::{Way, ip_packet};
use crate::problem::ImportProblem;
use chokepoint_engine::packet::Ecn;
use chokepoint_headers::{FlowKey, TcpFacts, identity, read};
use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Read;

/// Largest number of packets in a capture, all of which are in memory at once.
pub(crate) const MOST_PACKETS: usize = 10_000_000;
/// Largest number of payload bytes that are compared. The sequence numbers of traffic generators and RTP are within
/// these bytes.
const TAIL: usize = 16;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Packet {
    /// Time on the clock of the capture \[ns since 1970\].
    pub(crate) at: i64,
    /// Number of the flow, the same in both captures.
    pub(crate) flow: u32,
    /// Length of the IP packet \[bytes\].
    pub(crate) bytes: u16,
    pub(crate) ecn: Ecn,
    /// Whether the transport ignores losses.
    pub(crate) is_udp: bool,
    pub(crate) tcp: Option<TcpFacts>,
    fields: u64,
    tail: [u8; TAIL],
    /// Number of bytes of `tail` that were captured.
    tail_there: u8,
    tail_whole: u8,
}

impl Packet {
    /// A hash that identifies the packet, over its header fields and at most `tail` captured bytes after them. The
    /// hashes of a packet in two captures are equal only if both captures have these bytes.
    pub(crate) fn identity(&self, tail: u8) -> u64 {
        let mut hasher = DefaultHasher::new();
        let tail = self.tail_there.min(tail);
        (self.fields, &self.tail[..usize::from(tail)]).hash(&mut hasher);
        hasher.finish()
    }
}

/// The flows of both captures, numbered in order of appearance.
#[derive(Debug, Default)]
pub(crate) struct Flows {
    numbers: HashMap<FlowKey, u32>,
    pub(crate) keys: Vec<FlowKey>,
}

impl Flows {
    fn number(&mut self, key: FlowKey) -> u32 {
        *self.numbers.entry(key).or_insert_with(|| {
            self.keys.push(key);
            self.keys.len() as u32 - 1
        })
    }

    /// The flow in the opposite direction, if it has been seen.
    pub(crate) fn reverse(&self, flow: u32) -> Option<u32> {
        let FlowKey { source, destination, protocol, source_port, destination_port } = *self.keys.get(flow as usize)?;
        let back = FlowKey {
            source: destination,
            destination: source,
            protocol,
            source_port: destination_port,
            destination_port: source_port,
        };
        self.numbers.get(&back).copied()
    }
}

/// The side of the router on which a capture was made.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Side {
    Entering,
    Leaving,
}

#[derive(Debug)]
pub(crate) struct Capture {
    pub(crate) name: String,
    pub(crate) packets: Vec<Packet>,
    /// Number of frames without an IP packet.
    pub(crate) not_ip: u64,
    /// Number of packets that a cooked capture marks as going in the opposite direction.
    pub(crate) other_way: u64,
    pub(crate) ending: Ending,
}

impl Capture {
    pub(crate) fn read(
        name: &str,
        side: Side,
        reader: &mut dyn Read,
        flows: &mut Flows,
    ) -> Result<Self, ImportProblem> {
        let mut packets: Vec<(Packet, Way)> = Vec::new();
        let mut not_ip = 0;
        let ending = blocks::read(name, reader, &mut |frame| {
            match packet_of(frame, flows)? {
                Some(_) if packets.len() == MOST_PACKETS => {
                    return Err(format!(
                        "this is packet {}; at most {MOST_PACKETS} of a capture are read (editcap -A and -B cut out a part)",
                        packets.len() + 1
                    ));
                }
                Some(packet) => packets.push(packet),
                None => not_ip += 1,
            }
            Ok(())
        })?;
        let file = |what: String| ImportProblem::File { file: name.to_owned(), what };
        if packets.is_empty() {
            return Err(file(match (ending.cut, not_ip) {
                (Some((block, byte)), 0) => {
                    format!("ends in block {block}, which begins at byte {byte}, before its first packet")
                }
                (_, 0) => "holds no packets".to_owned(),
                _ => format!("holds no IP packet; {not_ip} frames carry something else"),
            }));
        }
        let count = packets.len();
        keep_side(&mut packets, side);
        let other_way = (count - packets.len()) as u64;
        let mut packets: Vec<_> = packets.into_iter().map(|(packet, _)| packet).collect();
        // A network card with several queues may report packets out of order.
        packets.sort_by_key(|packet| packet.at);
        Ok(Self { name: name.to_owned(), packets, not_ip, other_way, ending })
    }

    /// Number of bytes after the headers that are available for every packet of the capture.
    pub(crate) fn common_tail(&self) -> u8 {
        let cut = self.packets.iter().filter(|packet| packet.tail_there < packet.tail_whole);
        cut.map(|packet| packet.tail_there).min().unwrap_or(TAIL as u8)
    }

    /// Times of the first and the last packet \[s since 1970\].
    pub(crate) fn seconds(&self) -> (f64, f64) {
        let at = |packet: Option<&Packet>| packet.map_or(0.0, |packet| packet.at as f64 / 1e9);
        (at(self.packets.first()), at(self.packets.last()))
    }
}

/// Keeps the packets of one side. A capture on all devices ("any") has each packet twice, as received and as sent. The
/// entering side keeps the received packets; the leaving side keeps those sent by the busiest device. A capture made on
/// another host may have only received or only sent packets, all of which are then kept.
fn keep_side(packets: &mut Vec<(Packet, Way)>, side: Side) {
    let mut sent: BTreeMap<u32, u64> = BTreeMap::new();
    for (packet, way) in packets.iter() {
        if let Way::Out(device) = way {
            *sent.entry(*device).or_default() += u64::from(packet.bytes);
        }
    }
    let is_received = packets.iter().any(|(_, way)| *way == Way::In);
    let busiest = sent.into_iter().max_by_key(|&(_, bytes)| bytes).map(|(device, _)| device);
    packets.retain(|(_, way)| match (side, way) {
        (_, Way::Unknown) => true,
        (Side::Entering, Way::In) => true,
        (Side::Entering, Way::Out(_)) => !is_received,
        (Side::Leaving, Way::In) => busiest.is_none(),
        (Side::Leaving, Way::Out(device)) => busiest == Some(*device),
    });
}

fn packet_of(frame: &Frame<'_>, flows: &mut Flows) -> Result<Option<(Packet, Way)>, String> {
    let Some((bytes, way)) = ip_packet(frame.link, frame.bytes)? else { return Ok(None) };
    let Some(seen) = read(bytes) else { return Ok(None) };
    let Some(known) = identity(bytes) else {
        if frame.is_cut {
            let kept = frame.bytes.len();
            return Err(format!(
                "only {kept} bytes of this packet were captured, too few for its headers; capture with a snap length of 128 bytes or more"
            ));
        }
        // The frame is whole, but shorter than its IP header states. It is not a valid packet.
        return Ok(None);
    };
    let mut tail = [0; TAIL];
    let there = known.tail.len().min(TAIL);
    tail[..there].copy_from_slice(&known.tail[..there]);
    let packet = Packet {
        at: frame.at,
        flow: flows.number(seen.key),
        bytes: seen.bytes.max(1),
        ecn: seen.ecn,
        is_udp: seen.is_udp(),
        tcp: seen.tcp,
        fields: known.fields,
        tail,
        tail_there: there as u8,
        tail_whole: known.tail_bytes.min(TAIL) as u8,
    };
    Ok(Some((packet, way)))
}

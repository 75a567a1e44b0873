//! The encoding of arrivals: time differences, and for each packet the number of its shape. A shape is the set of
//! properties that packets of one flow share; it is written out when it first occurs.

use crate::varint;
use chokepoint_engine::Arrival;
use chokepoint_engine::packet::{Ecn, FlowId};
use chokepoint_engine::time::SimTime;

/// Largest number of arrivals in a block. So many fit even if each arrival has a shape of its own.
pub(crate) const MOST_IN_BLOCK: usize = 1 << 14;

const UDP: u64 = 1 << 2;
const SYN: u64 = 1 << 3;
const RETRANSMISSION: u64 = 1 << 4;
const CWR: u64 = 1 << 5;
const ALL_FLAGS: u64 = (1 << 6) - 1;

fn flags(arrival: &Arrival) -> u64 {
    let flag = |holds: bool, flag: u64| if holds { flag } else { 0 };
    arrival.ecn as u64
        | flag(arrival.is_udp, UDP)
        | flag(arrival.is_syn, SYN)
        | flag(arrival.is_retransmission, RETRANSMISSION)
        | flag(arrival.cwr, CWR)
}

/// The properties that packets share: flow, size, flags.
type Shape = (u32, u16, u64);

/// Encodes arrivals as a block. The first time is stored relative to `before`.
pub(crate) fn write(arrivals: &[Arrival], before: SimTime) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(arrivals.len() * 5);
    varint::put(&mut bytes, arrivals.len() as u64);
    let mut last = before;
    for arrival in arrivals {
        varint::put(&mut bytes, arrival.at.since(last).nanos());
        last = arrival.at;
    }
    let mut shapes: Vec<Shape> = Vec::new();
    for arrival in arrivals {
        let shape = (arrival.flow.0, arrival.bytes, flags(arrival));
        // Only the first shapes are searched: a few flows send most packets, and their shapes occur early.
        let known = shapes.iter().take(64).position(|it| *it == shape);
        varint::put(&mut bytes, known.map_or(0, |place| place as u64 + 1));
        if known.is_none() {
            let (flow, size, flags) = shape;
            [flow.into(), size.into(), flags].into_iter().for_each(|number| varint::put(&mut bytes, number));
            shapes.push(shape);
        }
    }
    bytes
}

/// Decodes a block of arrivals; `None` if it is damaged.
pub(crate) fn read(bytes: &[u8], before: SimTime) -> Option<Vec<Arrival>> {
    let mut place = 0;
    let count = varint::take(bytes, &mut place)? as usize;
    if count > MOST_IN_BLOCK {
        return None;
    }
    let mut times = Vec::with_capacity(count);
    let mut last = before.nanos();
    for _ in 0..count {
        last = last.checked_add(varint::take(bytes, &mut place)?)?;
        times.push(last);
    }
    let mut shapes: Vec<Shape> = Vec::new();
    let mut arrivals = Vec::with_capacity(count);
    for at in times {
        let shape = match varint::take(bytes, &mut place)? {
            0 => {
                let flow = u32::try_from(varint::take(bytes, &mut place)?).ok()?;
                let size = u16::try_from(varint::take(bytes, &mut place)?).ok()?;
                let flags = varint::take(bytes, &mut place).filter(|flags| *flags <= ALL_FLAGS)?;
                shapes.push((flow, size, flags));
                (flow, size, flags)
            }
            known => *shapes.get(usize::try_from(known - 1).ok()?)?,
        };
        let (flow, bytes, flags) = shape;
        arrivals.push(Arrival {
            at: SimTime::from_nanos(at),
            flow: FlowId(flow),
            bytes,
            is_udp: flags & UDP != 0,
            ecn: [Ecn::NotEct, Ecn::Ect0, Ecn::Ect1, Ecn::Ce][(flags & 3) as usize],
            is_syn: flags & SYN != 0,
            is_retransmission: flags & RETRANSMISSION != 0,
            cwr: flags & CWR != 0,
        });
    }
    (place == bytes.len()).then_some(arrivals)
}

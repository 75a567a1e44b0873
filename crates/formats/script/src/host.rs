//! The functions of the queue, the packet, random numbers, time and the link that scripts call.

use crate::functions::Host;
use crate::run::{Call, Fate, Run, fault};
use crate::tree::{At, Node};
use crate::value::{TEXT_OPERATION, Value};
use chokepoint_engine::discipline::reason::Reason;
use chokepoint_engine::packet::Ecn;
use chokepoint_engine::time::SimTime;
use std::sync::Arc;

/// Largest queue number.
const MAX_QUEUE: i64 = 1_000_000;
/// Number of moved or searched packets that count as one operation.
const PACKETS_PER_OPERATION: usize = 4;
/// Shortest timer \[ns\]. With a timer of 0, simulated time would never advance.
const MIN_WAIT_NS: i64 = 1_000;

impl Call<'_, '_> {
    /// Calls a function of the queue, packet, random numbers, time or link. The most frequent functions come first.
    #[inline]
    pub(crate) fn host(&mut self, host: Host, args: &[Node], at: At) -> Run<Value> {
        match host {
            Host::QueueLen => Ok(Value::Int(self.state.queues.packets as i64)),
            Host::QueueIsEmpty => Ok(Value::Bool(self.state.queues.packets == 0)),
            Host::NowNs => Ok(Value::Int(self.outside.now.nanos().cast_signed())),
            _ => self.other_host(host, args, at),
        }
    }

    #[inline(never)]
    fn other_host(&mut self, host: Host, args: &[Node], at: At) -> Run<Value> {
        if !self.has_chance && matches!(host, Host::Chance | Host::Happens | Host::Pick) {
            return fault(
                at,
                "init() and gauges() cannot draw random numbers; draw in enqueue(packet), dequeue() or on_timer()",
            );
        }
        Ok(match host {
            Host::QueueLen => Value::Int(self.state.queues.packets as i64),
            Host::QueueBytes => Value::Int(self.state.queues.bytes.cast_signed()),
            Host::QueueIsEmpty => Value::Bool(self.state.queues.packets == 0),
            Host::Admit | Host::QueuePush => return self.admit(0, at),
            Host::QueuePushTo => {
                let number = self.queue_number(&args[0], at)?;
                return self.admit(number, at);
            }
            Host::Drop => return self.drop_arrival(&args[0], at),
            Host::Mark => return self.mark_arrival(&args[0], at),
            Host::Chance => Value::Real(self.outside.chance.unit()),
            Host::Happens => {
                let p = self.real(&args[0], at)?;
                if p.is_nan() {
                    return fault(at, "a probability is a number, not NaN");
                }
                Value::Bool(self.outside.chance.happens(p))
            }
            Host::Pick => {
                let count = self.whole(&args[0], at)?;
                match usize::try_from(count) {
                    Ok(count @ 1..=0xffff_ffff) => Value::Int(self.outside.chance.pick(count) as i64),
                    _ => return fault(at, format!("pick(n) needs an n of at least 1, not {count}")),
                }
            }
            Host::NowNs => Value::Int(self.outside.now.nanos().cast_signed()),
            Host::NowS => Value::Real(self.outside.now.secs()),
            Host::WakeAtNs => {
                let time = self.whole(&args[0], at)?;
                let earliest = self.outside.now.nanos().cast_signed().saturating_add(MIN_WAIT_NS);
                if time < earliest {
                    let now = self.outside.now.nanos();
                    return fault(at, format!("{time} ns is not at least {MIN_WAIT_NS} ns from now, {now} ns"));
                }
                self.state.timer = Some(SimTime::from_nanos(time.cast_unsigned()));
                Value::Unit
            }
            Host::Sleep => {
                self.state.timer = None;
                Value::Unit
            }
            Host::QueueAt => {
                let (number, place) = self.waiting_place(args, at)?;
                Value::Packet(Arc::new(self.state.queues.get(number).packets[place]))
            }
            Host::QueueDraw => return self.draw(args, at),
            Host::QueueDrop => return self.drop_waiting(args, at),
            Host::QueueMark => return self.mark_waiting(args, at),
            Host::QueueSend => return self.send(&args[0], at),
            Host::QueueNumbers => {
                self.count(self.state.queues.others.len(), at)?;
                Value::array(self.state.queues.iter().map(|(number, _)| Value::Int(number.into())).collect())
            }
            Host::OfLen => {
                let number = self.queue_number(&args[0], at)?;
                Value::Int(self.state.queues.get(number).packets.len() as i64)
            }
            Host::OfBytes => {
                let number = self.queue_number(&args[0], at)?;
                Value::Int(self.state.queues.get(number).bytes.cast_signed())
            }
            Host::OfIsEmpty => {
                let number = self.queue_number(&args[0], at)?;
                Value::Bool(self.state.queues.get(number).packets.is_empty())
            }
            Host::LinkCapacity => Value::Int(self.state.link.capacity_bps.cast_signed()),
            Host::LinkDelay => Value::Real(self.state.link.delay_s),
            Host::LinkPacketBytes => Value::Int(self.state.link.packet_bytes.into()),
            Host::LinkHashSalt => Value::Int(self.state.link.hash_salt.cast_signed()),
            Host::LinkPacketsIn => {
                let nanos = u128::from(self.whole(&args[0], at)?.max(0).cast_unsigned());
                let slots = nanos * u128::from(self.state.link.capacity_bps) / self.bit_nanos();
                Value::Int(i64::try_from(slots).unwrap_or(i64::MAX))
            }
            Host::LinkNsFor => {
                let packets = u128::from(self.whole(&args[0], at)?.max(0).cast_unsigned());
                let nanos = packets.saturating_mul(self.bit_nanos()) / u128::from(self.state.link.capacity_bps.max(1));
                Value::Int(i64::try_from(nanos).unwrap_or(i64::MAX))
            }
        })
    }

    /// The transmission time of a packet \[ns\] at a rate of 1 bit/s. Division by the rate of the link gives the
    /// transmission time on the link.
    fn bit_nanos(&self) -> u128 {
        u128::from(self.state.link.packet_bytes.max(1)) * 8 * 1_000_000_000
    }

    pub(crate) fn whole(&mut self, node: &Node, at: At) -> Run<i64> {
        match self.eval(node)? {
            Value::Int(value) => Ok(value),
            other => fault(at, format!("needs a whole number, not {}; int(x) makes one", other.in_words())),
        }
    }

    pub(crate) fn real(&mut self, node: &Node, at: At) -> Run<f64> {
        match self.eval(node)? {
            Value::Int(value) => Ok(value as f64),
            Value::Real(value) => Ok(value),
            other => fault(at, format!("needs a number, not {}", other.in_words())),
        }
    }

    fn reason(&mut self, node: &Node, is_mark: bool, at: At) -> Run<Reason> {
        match self.eval(node)? {
            Value::Text(name) => {
                let declared = &self.code.declared;
                self.count(name.len() * (1 + declared.reasons.len()) / TEXT_OPERATION, at)?;
                declared.reason(&name, is_mark).or_else(|problem| fault(at, problem))
            }
            other => fault(at, format!("a reason is a text, not {}", other.in_words())),
        }
    }

    fn queue_number(&mut self, node: &Node, at: At) -> Run<u32> {
        match self.eval(node)? {
            Value::Int(number @ 0..=MAX_QUEUE) => Ok(number as u32),
            other => fault(at, format!("a queue has a whole number from 0 to {MAX_QUEUE}, not {}", other.in_words())),
        }
    }

    /// The queue number and the position in that queue, from a function's first two arguments.
    pub(crate) fn waiting_place(&mut self, args: &[Node], at: At) -> Run<(u32, usize)> {
        let number = self.queue_number(&args[0], at)?;
        let place = self.whole(&args[1], at)?;
        Ok((number, self.place_in(number, place, at)?))
    }

    fn place_in(&self, number: u32, place: i64, at: At) -> Run<usize> {
        let len = self.state.queues.get(number).packets.len();
        match usize::try_from(place) {
            Ok(place) if place < len => Ok(place),
            _ if number == 0 => fault(at, format!("there is no position {place} in a queue of {len} packets")),
            _ => fault(at, format!("there is no position {place} in queue {number}, which has {len} packets")),
        }
    }

    fn undecided(&self, what: &str, at: At) -> Run<()> {
        match self.fate {
            Fate::Undecided => Ok(()),
            Fate::None => fault(at, format!("{what} acts on the arriving packet, so only enqueue(packet) can call it")),
            Fate::Admitted => fault(at, format!("{what}: the packet has already been admitted")),
            Fate::Dropped => fault(at, format!("{what}: the packet has already been dropped")),
        }
    }

    fn admit(&mut self, number: u32, at: At) -> Run<Value> {
        self.undecided("admit", at)?;
        if self.state.queues.packets >= self.state.limit {
            let limit = self.state.limit;
            return fault(
                at,
                format!("the buffer is full: {limit} packets wait, params.limit; test queue.len() first"),
            );
        }
        if number == 0 && self.code.declared.queues_are_flows {
            return fault(at, "view is \"flows\", so queues have the numbers of flows, from 1");
        }
        if let Some(packet) = self.arrival {
            self.fate = Fate::Admitted;
            self.outside.tracer.admit(&packet, self.state.queues.get(number).packets.len());
            self.state.queues.push(number, packet);
        }
        Ok(Value::Unit)
    }

    fn drop_arrival(&mut self, reason: &Node, at: At) -> Run<Value> {
        let reason = self.reason(reason, false, at)?;
        self.undecided("drop", at)?;
        if let Some(packet) = &self.arrival {
            self.fate = Fate::Dropped;
            self.outside.tracer.drop(packet, reason, None);
        }
        Ok(Value::Unit)
    }

    fn mark_arrival(&mut self, reason: &Node, at: At) -> Run<Value> {
        let reason = self.reason(reason, true, at)?;
        self.undecided("mark", at)?;
        if self.state.queues.packets >= self.state.limit {
            return fault(at, "a packet for which there is no room cannot be marked; test queue.len() first");
        }
        let Some(packet) = self.arrival.as_mut().filter(|packet| packet.ecn.is_capable()) else {
            return Ok(Value::Bool(false));
        };
        packet.ecn = Ecn::Ce;
        self.outside.tracer.mark(packet, reason);
        Ok(Value::Bool(true))
    }

    /// Draws positions without replacement. Each packet drawn is reported as compared with the arrival.
    fn draw(&mut self, args: &[Node], at: At) -> Run<Value> {
        let number = self.queue_number(&args[0], at)?;
        let count = self.whole(&args[1], at)?;
        let len = self.state.queues.get(number).packets.len();
        let mut bounds = [0, len as i64];
        for (bound, node) in bounds.iter_mut().zip(&args[2..]) {
            *bound = self.whole(node, at)?;
        }
        let [from, to] = bounds;
        if from < 0 || to > len as i64 {
            return fault(at, format!("{from} to {to} does not lie within a queue of {len} packets"));
        }
        let Some(flow) = self.arrival.map(|packet| packet.flow) else {
            return fault(at, "draw compares with the arriving packet, so only enqueue(packet) can call it");
        };
        let region = usize::try_from(to - from).unwrap_or(0);
        let count = usize::try_from(count).unwrap_or(0).min(region);
        self.count(count * (1 + count / 16), at)?;
        // The positions drawn are kept in ascending order, and each draw skips them, as in the native disciplines.
        let mut taken: Vec<usize> = Vec::with_capacity(count);
        let mut places = Vec::with_capacity(count);
        for _ in 0..count {
            let mut place = self.outside.chance.pick(region - taken.len());
            let mut rank = 0;
            while let Some(&other) = taken.get(rank)
                && other <= place
            {
                place += 1;
                rank += 1;
            }
            taken.insert(rank, place);
            let place = place + from as usize;
            let drawn = self.state.queues.get(number).packets[place].flow;
            self.outside.tracer.draw(place, drawn, drawn == flow);
            places.push(Value::Int(place as i64));
        }
        Ok(Value::array(places))
    }

    fn drop_waiting(&mut self, args: &[Node], at: At) -> Run<Value> {
        let number = self.queue_number(&args[0], at)?;
        let places = self.eval(&args[1])?;
        let reason = self.reason(&args[2], false, at)?;
        let mut found = Vec::new();
        match &places {
            Value::Int(place) => {
                let place = self.place_in(number, *place, at)?;
                // Operations for closing the gap: only the packets on the shorter side of the position are moved.
                let waiting = self.state.queues.get(number).packets.len();
                self.count(place.min(waiting - place) / PACKETS_PER_OPERATION, at)?;
                found.push(place);
            }
            Value::Array(items) => {
                // Operations for sorting the positions, and for one pass over the whole queue.
                let waiting = self.state.queues.get(number).packets.len();
                self.count(2 * items.len() + waiting / PACKETS_PER_OPERATION, at)?;
                for item in items.iter() {
                    match item {
                        Value::Int(place) => found.push(self.place_in(number, *place, at)?),
                        other => return fault(at, format!("a position is a whole number, not {}", other.in_words())),
                    }
                }
                found.sort_unstable();
                if let Some(twice) = found.windows(2).find(|pair| pair[0] == pair[1]) {
                    return fault(at, format!("the packet at position {} is dropped twice", twice[0]));
                }
            }
            other => return fault(at, format!("a position is a whole number, not {}", other.in_words())),
        }
        // Packets are removed from the rear first, so that the positions of those still to be removed stay valid.
        let taken = self.state.queues.take_all(number, &found);
        for (packet, place) in taken.iter().zip(found.iter().rev()) {
            self.outside.tracer.drop(packet, reason, Some(*place));
        }
        Ok(Value::Unit)
    }

    fn mark_waiting(&mut self, args: &[Node], at: At) -> Run<Value> {
        let number = self.queue_number(&args[0], at)?;
        let place = self.whole(&args[1], at)?;
        let reason = self.reason(&args[2], true, at)?;
        let place = self.place_in(number, place, at)?;
        let packet = self.state.queues.get_mut(number, place).filter(|packet| packet.ecn.is_capable());
        let Some(packet) = packet else { return Ok(Value::Bool(false)) };
        packet.ecn = Ecn::Ce;
        self.outside.tracer.mark(packet, reason);
        Ok(Value::Bool(true))
    }

    fn send(&mut self, number: &Node, at: At) -> Run<Value> {
        let number = self.queue_number(number, at)?;
        if !self.is_exit {
            return fault(at, "only dequeue() can call send, when the link asks for a packet");
        }
        if self.sent.is_some() {
            return fault(at, "the link takes one packet at a time, and one has already been sent");
        }
        self.place_in(number, 0, at)?;
        self.sent = self.state.queues.take(number, 0);
        Ok(Value::Unit)
    }
}

//! What scripts call: the queue, the packet, chance, time, mathematics, and what changes arrays and maps.

use crate::functions::{Change, Host, Inspect, Pure};
use crate::run::{Call, Fate, Run, fault, map_key};
use crate::tree::{At, Node, Place};
use crate::value::{MAX_ITEMS, Value};
use chokepoint_engine::discipline::reason::Reason;
use chokepoint_engine::math;
use chokepoint_engine::packet::Ecn;
use chokepoint_engine::time::{SimTime, Span};
use std::sync::Arc;

/// The largest number of a queue.
const MAX_QUEUE: i64 = 1_000_000;
/// A timer runs out so many nanoseconds from now at the earliest: one that never lets time pass would never end.
const MIN_WAIT_NS: i64 = 1_000;

impl Call<'_, '_> {
    /// A function of the world of a discipline; what most decisions ask is answered at once.
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
            return fault(at, "init() and gauges() have no chance; draw in enqueue(packet), dequeue() or on_timer()");
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
                    _ => return fault(at, format!("pick chooses among at least 1, not among {count}")),
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
                Value::Array(Arc::new(self.state.queues.iter().map(|(number, _)| Value::Int(number.into())).collect()))
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

    /// Bits of a packet times the nanoseconds of a second.
    fn bit_nanos(&self) -> u128 {
        u128::from(self.state.link.packet_bytes.max(1)) * 8 * 1_000_000_000
    }

    fn whole(&mut self, node: &Node, at: At) -> Run<i64> {
        match self.eval(node)? {
            Value::Int(value) => Ok(value),
            other => fault(at, format!("needs a whole number, not {}; int(x) makes one", other.told())),
        }
    }

    fn real(&mut self, node: &Node, at: At) -> Run<f64> {
        match self.eval(node)? {
            Value::Int(value) => Ok(value as f64),
            Value::Real(value) => Ok(value),
            other => fault(at, format!("needs a number, not {}", other.told())),
        }
    }

    fn reason(&mut self, node: &Node, is_mark: bool, at: At) -> Run<Reason> {
        match self.eval(node)? {
            Value::Text(name) => self.code.declared.reason(&name, is_mark).or_else(|problem| fault(at, problem)),
            other => fault(at, format!("a reason is a text, not {}", other.told())),
        }
    }

    fn queue_number(&mut self, node: &Node, at: At) -> Run<u32> {
        match self.eval(node)? {
            Value::Int(number @ 0..=MAX_QUEUE) => Ok(number as u32),
            other => fault(at, format!("a queue has a whole number from 0 to {MAX_QUEUE}, not {}", other.told())),
        }
    }

    /// The queue and the place that the arguments of a function of waiting packets begin with.
    pub(crate) fn waiting_place(&mut self, args: &[Node], at: At) -> Run<(u32, usize)> {
        let number = self.queue_number(&args[0], at)?;
        let place = self.whole(&args[1], at)?;
        Ok((number, self.place_in(number, place, at)?))
    }

    fn place_in(&self, number: u32, place: i64, at: At) -> Run<usize> {
        let len = self.state.queues.get(number).packets.len();
        match usize::try_from(place) {
            Ok(place) if place < len => Ok(place),
            _ if number == 0 => fault(at, format!("there is no place {place} in a queue of {len} packets")),
            _ => fault(at, format!("there is no place {place} in queue {number}, which has {len} packets")),
        }
    }

    fn undecided(&self, what: &str, at: At) -> Run<()> {
        match self.fate {
            Fate::Undecided => Ok(()),
            Fate::None => fault(at, format!("{what} is for the arriving packet, in enqueue(packet)")),
            Fate::Admitted => fault(at, format!("{what}: the packet was admitted already")),
            Fate::Dropped => fault(at, format!("{what}: the packet was dropped already")),
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

    /// Draws places, none twice; each is told as compared with the arriving packet.
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
            return fault(at, "draw compares with the arriving packet, in enqueue(packet)");
        };
        let region = usize::try_from(to - from).unwrap_or(0);
        let count = usize::try_from(count).unwrap_or(0).min(region);
        self.count(count * (1 + count / 16), at)?;
        // Step over the places already taken, which stand in ascending order, as native disciplines do.
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
        Ok(Value::Array(Arc::new(places)))
    }

    fn drop_waiting(&mut self, args: &[Node], at: At) -> Run<Value> {
        let number = self.queue_number(&args[0], at)?;
        let places = self.eval(&args[1])?;
        let reason = self.reason(&args[2], false, at)?;
        let mut found = Vec::new();
        match &places {
            Value::Int(place) => found.push(self.place_in(number, *place, at)?),
            Value::Array(items) => {
                self.count(items.len(), at)?;
                for item in items.iter() {
                    match item {
                        Value::Int(place) => found.push(self.place_in(number, *place, at)?),
                        other => return fault(at, format!("a place is a whole number, not {}", other.told())),
                    }
                }
                found.sort_unstable();
                if let Some(twice) = found.windows(2).find(|pair| pair[0] == pair[1]) {
                    return fault(at, format!("the packet at place {} is dropped twice", twice[0]));
                }
            }
            other => return fault(at, format!("a place is a whole number, not {}", other.told())),
        }
        // From the rear, so that no removal moves one that is still to leave.
        for place in found.into_iter().rev() {
            if let Some(packet) = self.state.queues.take(number, place) {
                self.outside.tracer.drop(&packet, reason, Some(place));
            }
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
            return fault(at, "send is for dequeue(), when the link asks for a packet");
        }
        if self.sent.is_some() {
            return fault(at, "the link takes one packet at a time, and one was sent already");
        }
        self.place_in(number, 0, at)?;
        self.sent = self.state.queues.take(number, 0);
        Ok(Value::Unit)
    }

    pub(crate) fn pure(&mut self, pure: Pure, args: &[Node], at: At) -> Run<Value> {
        let first = self.eval(&args[0])?;
        match pure {
            Pure::Min | Pure::Max => {
                let mut best = first;
                for arg in &args[1..] {
                    let other = self.eval(arg)?;
                    let (Some(a), Some(b)) = (number(&best), number(&other)) else {
                        return fault(at, format!("needs numbers, not {} and {}", best.told(), other.told()));
                    };
                    if (pure == Pure::Min && b < a) || (pure == Pure::Max && b > a) {
                        best = other;
                    }
                }
                return Ok(best);
            }
            Pure::Keys | Pure::Values => {
                let Value::Map(items) = &first else { return fault(at, format!("needs a map, not {}", first.told())) };
                self.count(items.len(), at)?;
                self.state.grown += items.len();
                let list = if pure == Pure::Keys {
                    items.keys().map(crate::value::Key::value).collect()
                } else {
                    items.values().cloned().collect()
                };
                return Ok(Value::Array(Arc::new(list)));
            }
            _ => {}
        }
        if let (Pure::Abs, Value::Int(value)) = (pure, &first) {
            return value
                .checked_abs()
                .map_or_else(|| fault(at, "is no whole number of 64 bits"), |it| Ok(Value::Int(it)));
        }
        if let (Pure::Int, Value::Int(_)) = (pure, &first) {
            return Ok(first);
        }
        if pure == Pure::Hash {
            let salt = self.whole(&args[1], at)?;
            let Value::Int(value) = first else {
                return fault(at, format!("needs a whole number, not {}", first.told()));
            };
            return Ok(Value::Int((mixed(value.cast_unsigned() ^ mixed(salt.cast_unsigned())) >> 1).cast_signed()));
        }
        let Some(x) = number(&first) else { return fault(at, format!("needs a number, not {}", first.told())) };
        Ok(Value::Real(match pure {
            Pure::Abs => x.abs(),
            Pure::Floor => x.floor(),
            Pure::Ceil => x.ceil(),
            Pure::Round => x.round(),
            Pure::Sqrt => x.sqrt(),
            Pure::Exp => math::exp(x),
            Pure::Ln => math::ln(x),
            Pure::Pow => math::pow(x, self.real(&args[1], at)?),
            Pure::Powi => {
                let exponent = self.whole(&args[1], at)?;
                match u64::try_from(exponent) {
                    Ok(exponent) => math::powi(x, exponent),
                    Err(_) => return fault(at, format!("needs a power of at least 0, not {exponent}; use pow(x, y)")),
                }
            }
            Pure::Ns => {
                // As the engine makes nanoseconds of its own settings.
                return Ok(Value::Int(i64::try_from(Span::from_secs(x).nanos()).unwrap_or(i64::MAX)));
            }
            Pure::Int => {
                // The bounds are exact: −2^63 and 2^63.
                if (-9_223_372_036_854_775_808.0..9_223_372_036_854_775_808.0).contains(&x) {
                    return Ok(Value::Int(x as i64));
                }
                return fault(at, format!("{x:?} is no whole number of 64 bits"));
            }
            _ => x,
        }))
    }

    pub(crate) fn inspect(&mut self, inspect: Inspect, place: &Place, args: &[Node], at: At) -> Run<Value> {
        let wanted = args.first().map(|arg| self.eval(arg)).transpose()?;
        let (answer, walked) = self.at_place(place, |value| {
            let len = match value {
                Value::Array(items) => Some(items.len()),
                Value::Map(items) => Some(items.len()),
                Value::Range(range) => Some(usize::try_from(range.1.saturating_sub(range.0)).unwrap_or(0)),
                Value::Text(text) => Some(text.len()),
                _ => None,
            };
            let Some(len) = len else { return (Err(value.told()), 0) };
            match (inspect, value, &wanted) {
                (Inspect::Len, ..) => (Ok(Value::Int(len as i64)), 0),
                (Inspect::IsEmpty, ..) => (Ok(Value::Bool(len == 0)), 0),
                (_, Value::Array(items), Some(wanted)) => {
                    // One that walks through arrays within arrays is charged for them, too.
                    let cells = if wanted.is_container() { value.size().cells } else { len };
                    (Ok(Value::Bool(items.iter().any(|item| item.equals(wanted)))), cells)
                }
                (_, Value::Map(items), Some(wanted)) => match map_key(wanted, at) {
                    Ok(key) => (Ok(Value::Bool(items.contains_key(&key))), 1),
                    Err(_) => (Err(wanted.told()), 0),
                },
                (_, Value::Range(range), Some(Value::Int(number))) => {
                    (Ok(Value::Bool((range.0..range.1).contains(number))), 0)
                }
                (_, Value::Text(text), Some(Value::Text(part))) => (Ok(Value::Bool(text.contains(part.as_str()))), 1),
                _ => (Err(value.told()), 0),
            }
        })?;
        self.count(walked, at)?;
        answer.or_else(|what| fault(at, format!("needs an array, a map or a range, not {what}")))
    }

    pub(crate) fn change(&mut self, change: Change, place: &Place, args: &[Node], at: At) -> Run<Value> {
        let mut given = Vec::with_capacity(args.len());
        for arg in args {
            given.push(self.eval(arg)?);
        }
        self.set_place(place, |it, value| {
            match value {
                Value::Array(items) => {
                    // What has to move, and a copy that a clone of the run may have left to make.
                    if matches!(change, Change::Insert | Change::Remove) {
                        it.count(items.len() / 8, at)?;
                    }
                    if matches!(change, Change::Push | Change::Insert) && items.len() >= MAX_ITEMS {
                        return fault(at, format!("an array may have {MAX_ITEMS} items at most"));
                    }
                    let items = Arc::make_mut(items);
                    let place_of = |key: &Value, most: usize| match key {
                        Value::Int(number) => usize::try_from(*number).ok().filter(|&place| place <= most),
                        _ => None,
                    };
                    match (change, &given[..]) {
                        (Change::Push, [item]) => {
                            it.check_item(item, at)?;
                            items.push(item.clone());
                        }
                        (Change::Pop, _) => return Ok(items.pop().unwrap_or_default()),
                        (Change::Insert, [key, item]) => {
                            it.check_item(item, at)?;
                            let Some(place) = place_of(key, items.len()) else {
                                let len = items.len();
                                return fault(at, format!("there is no place {key} in an array of {len} items"));
                            };
                            items.insert(place, item.clone());
                        }
                        (Change::Remove, [key]) => {
                            return match place_of(key, items.len()) {
                                Some(place) if place < items.len() => Ok(items.remove(place)),
                                _ => Ok(Value::Unit),
                            };
                        }
                        (Change::Clear, _) => items.clear(),
                        _ => {}
                    }
                    Ok(Value::Unit)
                }
                Value::Map(items) => match (change, &given[..]) {
                    (Change::Remove, [key]) => {
                        let key = map_key(key, at)?;
                        Ok(Arc::make_mut(items).remove(&key).unwrap_or_default())
                    }
                    (Change::Clear, _) => {
                        *items = Arc::default();
                        Ok(Value::Unit)
                    }
                    _ => fault(at, "a map is changed by map[key] = value, remove(key) and clear()"),
                },
                other => fault(at, format!("needs an array or a map, not {}", other.told())),
            }
        })
    }
}

fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Int(_) | Value::Real(_) => value.number(),
        _ => None,
    }
}

/// The finishing step of SplitMix64.
fn mixed(value: u64) -> u64 {
    let mut z = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

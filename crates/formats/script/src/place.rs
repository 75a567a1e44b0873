//! Reads and changes values inside a variable or property.

use crate::functions::PacketField;
use crate::run::{Call, Run, fault};
use crate::tree::{At, Field, Place, Root, Step};
use crate::value::{Key, MAX_ITEMS, Value};
use chokepoint_engine::packet::{Ecn, Packet};
use std::mem;
use std::sync::Arc;

impl Call<'_, '_> {
    /// A field of a packet or of a map.
    pub(crate) fn field(&self, whole: &Value, field: &Field, at: At) -> Run<Value> {
        let packet = match whole {
            Value::Map(items) => {
                self.count(field.key.price(items.len()), at)?;
                return Ok(items.get(&field.key).cloned().unwrap_or_default());
            }
            Value::Arrival => self.arrival.as_ref(),
            Value::Packet(packet) => Some(&**packet),
            _ => None,
        };
        match (packet, field.of_packet) {
            (Some(packet), Some(field)) => Ok(of_packet(packet, field)),
            (Some(_), None) => fault(at, format!("a packet has no {}", field.key)),
            (None, _) => fault(at, format!("{} has no {}; a packet or a map has", whole.in_words(), field.key)),
        }
    }

    /// Evaluates the keys of the whole path before the value is accessed.
    fn keys(&mut self, place: &Place) -> Run<Vec<Option<Value>>> {
        let mut keys = Vec::with_capacity(place.steps.len());
        for step in &place.steps {
            keys.push(match step {
                Step::Index(node) => Some(self.eval(node)?),
                Step::Field(_) => None,
            });
        }
        Ok(keys)
    }

    /// Calls `read` with the value at the end of the path.
    pub(crate) fn at_place<R>(&mut self, place: &Place, read: impl FnOnce(&Self, &Value) -> R) -> Run<R> {
        // Most paths have a single step, so this case is tried first.
        if let [Step::Field(field)] = &place.steps[..] {
            let whole = match place.root {
                Root::Local(slot) => self.local(slot),
                Root::This(slot) => self.property(slot, place.at)?,
            };
            if let Value::Map(items) = whole {
                self.count(field.key.price(items.len()), place.at)?;
                return Ok(read(self, items.get(&field.key).unwrap_or(&Value::Unit)));
            }
            return self.field(whole, field, place.at).map(|value| read(self, &value));
        }
        let keys = self.keys(place)?;
        let it = &*self;
        let mut value = match place.root {
            Root::Local(slot) => it.local(slot),
            Root::This(slot) => it.property(slot, place.at)?,
        };
        for (number, (step, key)) in place.steps.iter().zip(&keys).enumerate() {
            value = match (step, key) {
                (Step::Field(field), _) => match value {
                    Value::Map(items) => {
                        it.count(field.key.price(items.len()), place.at)?;
                        items.get(&field.key).unwrap_or(&Value::Unit)
                    }
                    _ if number + 1 == keys.len() => {
                        return it.field(value, field, place.at).map(|value| read(it, &value));
                    }
                    other => return fault(place.at, format!("{} has no {}", other.in_words(), field.key)),
                },
                (Step::Index(_), Some(key)) => it.item(value, key, place.at)?,
                (Step::Index(_), None) => value,
            };
        }
        Ok(read(it, value))
    }

    /// Calls a function that changes the value. A missing key is added to a map.
    pub(crate) fn set_place<R>(
        &mut self,
        place: &Place,
        change: impl FnOnce(&mut Self, &mut Value) -> Run<R>,
    ) -> Run<R> {
        let keys = self.keys(place)?;
        // While the function runs, the root value is taken out of the state, so that the function can use the rest of
        // the state.
        let mut whole = match place.root {
            Root::Local(slot) => mem::take(&mut self.stack[self.base + usize::from(slot)]),
            Root::This(slot) => {
                self.property(slot, place.at)?;
                self.state.this[usize::from(slot)].take().unwrap_or_default()
            }
        };
        let (mut change, mut answer) = (Some(change), None);
        let done = self.change_within(&mut whole, &place.steps, &keys, place.at, &mut |it, value| {
            answer = change.take().map(|change| change(it, value)).transpose()?;
            Ok(())
        });
        match place.root {
            Root::Local(slot) => self.set_local(slot, whole),
            Root::This(slot) => self.state.this[usize::from(slot)] = Some(whole),
        }
        match (done, answer) {
            (Ok(()), Some(answer)) => Ok(answer),
            (Err(fault), _) => Err(fault),
            (Ok(()), None) => fault(place.at, "cannot be changed"), // A step that succeeds has changed the value.
        }
    }

    /// Changes the value at the end of the steps inside `value`. This copies an array or map that other variables
    /// share. The operations for the copy were counted when the array or map got its second owner. They are not counted
    /// here, because a copy is also made if a clone of the whole run shares the array: cloning a run must not change
    /// its operations.
    fn change_within(
        &mut self,
        value: &mut Value,
        steps: &[Step],
        keys: &[Option<Value>],
        at: At,
        change: &mut dyn FnMut(&mut Self, &mut Value) -> Run<()>,
    ) -> Run<()> {
        let (Some((step, steps)), Some((key, keys))) = (steps.split_first(), keys.split_first()) else {
            return change(self, value);
        };
        let key = match step {
            Step::Field(field) => field.key.value(),
            Step::Index(_) => key.clone().unwrap_or_default(),
        };
        match value {
            Value::Array(items) => {
                let place_in = array_place(items.len(), &key, at)?;
                Arc::make_mut(items).change(place_in, |item| self.change_within(item, steps, keys, at, change))
            }
            Value::Map(items) => {
                let key = map_key(&key, at)?;
                self.count(key.price(items.len()), at)?;
                if items.len() >= MAX_ITEMS && !items.contains_key(&key) {
                    return fault(at, format!("a map may have {MAX_ITEMS} items at most"));
                }
                Arc::make_mut(items).change(key, |item| self.change_within(item, steps, keys, at, change))
            }
            Value::Arrival | Value::Packet(_) => fault(at, "a packet cannot be changed"),
            other => fault(at, format!("{} has no items that could be changed", other.in_words())),
        }
    }

    /// An item of an array or map; `()` if the map lacks the key.
    pub(crate) fn item<'v>(&self, whole: &'v Value, key: &Value, at: At) -> Run<&'v Value> {
        match whole {
            Value::Array(items) => Ok(&items[array_place(items.len(), key, at)?]),
            Value::Map(items) => {
                let key = map_key(key, at)?;
                self.count(key.price(items.len()), at)?;
                Ok(items.get(&key).unwrap_or(&Value::Unit))
            }
            other => fault(at, format!("{} has no items; an array or a map has", other.in_words())),
        }
    }
}

/// The index into an array. As in Rhai, −1 is the last item.
fn array_place(len: usize, key: &Value, at: At) -> Run<usize> {
    let Value::Int(number) = key else {
        return fault(at, format!("a position in an array is a whole number, not {}", key.in_words()));
    };
    let place = if *number < 0 { number.saturating_add_unsigned(len as u64) } else { *number };
    match usize::try_from(place) {
        Ok(place) if place < len => Ok(place),
        _ => fault(at, format!("there is no position {number} in an array of {len} items")),
    }
}

pub(crate) fn map_key(key: &Value, at: At) -> Run<Key> {
    match key {
        Value::Int(number) => Ok(Key::Int(*number)),
        Value::Text(text) => Ok(Key::Text(text.clone())),
        other => fault(at, format!("a key of a map is a whole number or a text, not {}", other.in_words())),
    }
}

/// A packet field, in the types of scripts.
pub(crate) fn of_packet(packet: &Packet, field: PacketField) -> Value {
    match field {
        PacketField::Id => Value::Int(packet.id.cast_signed()),
        PacketField::Flow => Value::Int(packet.flow.number().into()),
        PacketField::Bytes => Value::Int(packet.bytes.into()),
        PacketField::Sequence => Value::Int(packet.sequence.into()),
        PacketField::ArrivedNs => Value::Int(packet.arrived.nanos().cast_signed()),
        PacketField::Priority => Value::Int(packet.priority.into()),
        PacketField::IsUdp => Value::Bool(packet.is_udp),
        PacketField::IsSyn => Value::Bool(packet.is_syn),
        PacketField::IsRetransmission => Value::Bool(packet.is_retransmission),
        PacketField::IsEcnCapable => Value::Bool(packet.ecn.is_capable()),
        PacketField::IsMarked => Value::Bool(packet.ecn == Ecn::Ce),
    }
}

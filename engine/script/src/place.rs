//! What stands at a place within a variable or a property: read, and changed.

use crate::functions::PacketField;
use crate::run::{Call, Run, fault};
use crate::tree::{At, Field, Place, Root, Step};
use crate::value::{Key, MAX_ITEMS, Value};
use chokepoint_engine::packet::{Ecn, Packet};
use std::mem;
use std::sync::Arc;

impl Call<'_, '_> {
    /// A field of a packet or of a map.
    pub(crate) fn field(&mut self, whole: &Value, field: &Field, at: At) -> Run<Value> {
        let packet = match whole {
            Value::Map(items) => return Ok(items.get(&field.key).cloned().unwrap_or_default()),
            Value::Arrival => self.arrival.as_ref(),
            Value::Packet(packet) => Some(&**packet),
            _ => None,
        };
        match (packet, field.of_packet) {
            (Some(packet), Some(field)) => Ok(of_packet(packet, field)),
            (Some(_), None) => fault(at, format!("a packet has no {}", field.key)),
            (None, _) => fault(at, format!("{} has no {}; a packet or a map has", whole.told(), field.key)),
        }
    }

    /// The keys of the steps of a place, computed before anything is looked at.
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

    /// What stands at a place, which stays as it is.
    pub(crate) fn at_place<R>(&mut self, place: &Place, read: impl FnOnce(&Value) -> R) -> Run<R> {
        // Most places are one step away.
        if let [Step::Field(field)] = &place.steps[..] {
            let whole = match place.root {
                Root::Local(slot) => self.local(slot),
                Root::This(slot) => self.property(slot, place.at)?,
            };
            if let Value::Map(items) = whole {
                return Ok(read(items.get(&field.key).unwrap_or(&Value::Unit)));
            }
            let whole = whole.clone();
            return self.field(&whole, field, place.at).map(|value| read(&value));
        }
        let keys = self.keys(place)?;
        let mut value = match place.root {
            Root::Local(slot) => self.local(slot),
            Root::This(slot) => self.property(slot, place.at)?,
        };
        for (number, (step, key)) in place.steps.iter().zip(&keys).enumerate() {
            value = match (step, key) {
                (Step::Field(field), _) => match value {
                    Value::Map(items) => items.get(&field.key).unwrap_or(&Value::Unit),
                    _ if number + 1 == keys.len() => {
                        let whole = value.clone();
                        return self.field(&whole, field, place.at).map(|value| read(&value));
                    }
                    other => return fault(place.at, format!("{} has no {}", other.told(), field.key)),
                },
                (Step::Index(_), Some(key)) => item(value, key, place.at)?,
                (Step::Index(_), None) => value,
            };
        }
        Ok(read(value))
    }

    /// What stands at a place, to be changed. A map gets an entry for a key that it does not have.
    pub(crate) fn set_place<R>(
        &mut self,
        place: &Place,
        change: impl FnOnce(&mut Self, &mut Value) -> Run<R>,
    ) -> Run<R> {
        let keys = self.keys(place)?;
        // The whole is taken out meanwhile, so that it can be changed while the call goes on.
        let mut whole = match place.root {
            Root::Local(slot) => mem::take(&mut self.stack[self.base + usize::from(slot)]),
            Root::This(slot) => {
                self.property(slot, place.at)?;
                self.state.this[usize::from(slot)].take().unwrap_or_default()
            }
        };
        let done = self.change_within(&mut whole, place, &keys, change);
        match place.root {
            Root::Local(slot) => self.set_local(slot, whole),
            Root::This(slot) => self.state.this[usize::from(slot)] = Some(whole),
        }
        done
    }

    fn change_within<R>(
        &mut self,
        whole: &mut Value,
        place: &Place,
        keys: &[Option<Value>],
        change: impl FnOnce(&mut Self, &mut Value) -> Run<R>,
    ) -> Run<R> {
        let mut value = whole;
        for (step, key) in place.steps.iter().zip(keys) {
            let key = match step {
                Step::Field(field) => field.key.value(),
                Step::Index(_) => key.clone().unwrap_or_default(),
            };
            value = match value {
                Value::Array(items) => {
                    let place_in = array_place(items.len(), &key, place.at)?;
                    &mut Arc::make_mut(items)[place_in]
                }
                Value::Map(items) => {
                    let key = map_key(&key, place.at)?;
                    if items.len() >= MAX_ITEMS && !items.contains_key(&key) {
                        return fault(place.at, format!("a map may have {MAX_ITEMS} items at most"));
                    }
                    self.state.grown += 2;
                    Arc::make_mut(items).entry(key).or_default()
                }
                Value::Arrival | Value::Packet(_) => return fault(place.at, "a packet cannot be changed"),
                other => return fault(place.at, format!("{} has no items that could be changed", other.told())),
            };
        }
        change(self, value)
    }
}

/// An item of an array or a map; a map has () for a key that it does not have.
pub(crate) fn item<'v>(whole: &'v Value, key: &Value, at: At) -> Run<&'v Value> {
    match whole {
        Value::Array(items) => Ok(&items[array_place(items.len(), key, at)?]),
        Value::Map(items) => Ok(items.get(&map_key(key, at)?).unwrap_or(&Value::Unit)),
        other => fault(at, format!("{} has no items; an array or a map has", other.told())),
    }
}

/// A place of an array; −1 is the last one, as in Rhai.
fn array_place(len: usize, key: &Value, at: At) -> Run<usize> {
    let Value::Int(number) = key else {
        return fault(at, format!("a place of an array is a whole number, not {}", key.told()));
    };
    let place = if *number < 0 { number.saturating_add_unsigned(len as u64) } else { *number };
    match usize::try_from(place) {
        Ok(place) if place < len => Ok(place),
        _ => fault(at, format!("there is no place {number} in an array of {len} items")),
    }
}

pub(crate) fn map_key(key: &Value, at: At) -> Run<Key> {
    match key {
        Value::Int(number) => Ok(Key::Int(*number)),
        Value::Text(text) => Ok(Key::Text(text.clone())),
        other => fault(at, format!("a key of a map is a whole number or a text, not {}", other.told())),
    }
}

/// A field of a packet as scripts see it.
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

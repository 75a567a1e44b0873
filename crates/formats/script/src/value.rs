//! The values of a script: numbers, truth values, texts, arrays, maps, packets.
//!
//! As in Rhai, arrays and maps are copied on assignment. The copy is made only when one of the two changes (copy on
//! write), so cloning a run is cheap. No value contains itself and nesting is limited, so traversing a value always
//! ends. Each value stores its number of cells, contents included, so the cost of traversing or copying it is known in
//! advance.

use chokepoint_engine::hash::StateHash;
use chokepoint_engine::packet::Packet;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt::{self, Write};
use std::ops::Deref;
use std::sync::Arc;

/// Largest number of items of an array, or of entries of a map.
pub const MAX_ITEMS: usize = 65_536;
/// Length limit of a text \[bytes\].
pub const MAX_TEXT: usize = 1_000;
/// Largest nesting depth of arrays and maps.
pub const MAX_NESTING: usize = 8;

/// A value.
#[derive(Clone, Debug, Default)]
pub enum Value {
    /// Nothing: `()`.
    #[default]
    Unit,
    /// A truth value.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A real number.
    Real(f64),
    /// A text.
    Text(Arc<String>),
    /// An array.
    Array(Arc<List>),
    /// A map.
    Map(Arc<Table>),
    /// The arriving packet, in its current state.
    Arrival,
    /// A queued or former packet, as it was when the script requested it.
    Packet(Arc<Packet>),
    /// The integers from the first number up to, but not including, the second.
    Range(Arc<(i64, i64)>),
}

/// The items of an array or a map, and their number of cells. If two values share the items, both count all cells,
/// because changing one makes a copy.
#[derive(Clone, Debug, Default)]
pub struct Counted<C> {
    items: C,
    cells: usize,
}

/// The items of an array.
pub type List = Counted<Vec<Value>>;
/// The items of a map.
pub type Table = Counted<BTreeMap<Key, Value>>;

impl<C> Deref for Counted<C> {
    type Target = C;

    fn deref(&self) -> &C {
        &self.items
    }
}

/// Changes an item or its contents, and updates the cell count.
fn changed<R>(cells: &mut usize, item: &mut Value, change: impl FnOnce(&mut Value) -> R) -> R {
    let before = item.cells();
    let answer = change(item);
    *cells = *cells - before + item.cells();
    answer
}

impl List {
    pub(crate) fn push(&mut self, item: Value) {
        self.cells += item.cells();
        self.items.push(item);
    }

    pub(crate) fn pop(&mut self) -> Option<Value> {
        let item = self.items.pop()?;
        self.cells -= item.cells();
        Some(item)
    }

    /// Inserts an item before index `place`, which may be the end of the array.
    pub(crate) fn insert(&mut self, place: usize, item: Value) {
        self.cells += item.cells();
        self.items.insert(place, item);
    }

    /// Removes the item at index `place` and returns it.
    pub(crate) fn remove(&mut self, place: usize) -> Value {
        let item = self.items.remove(place);
        self.cells -= item.cells();
        item
    }

    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }

    pub(crate) fn change<R>(&mut self, place: usize, change: impl FnOnce(&mut Value) -> R) -> R {
        changed(&mut self.cells, &mut self.items[place], change)
    }
}

impl Table {
    pub(crate) fn remove(&mut self, key: &Key) -> Option<Value> {
        let item = self.items.remove(key)?;
        self.cells -= key.cells() + item.cells();
        Some(item)
    }

    /// Changes the value of a key; if the map lacks it, the old value is `()`.
    pub(crate) fn change<R>(&mut self, key: Key, change: impl FnOnce(&mut Value) -> R) -> R {
        let of_key = key.cells();
        let item = match self.items.entry(key) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => {
                let item = entry.insert(Value::Unit);
                self.cells += of_key + item.cells();
                item
            }
        };
        changed(&mut self.cells, item, change)
    }
}

/// A map key. Rhai has only texts as keys; scripts also use flow numbers.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Key {
    /// A whole number.
    Int(i64),
    /// A text.
    Text(Arc<String>),
}

impl Key {
    pub(crate) fn cells(&self) -> usize {
        match self {
            Self::Int(_) => 1,
            Self::Text(text) => cells_of(text),
        }
    }

    /// Number of additional operations for looking up this key in a map with `among` keys. Each comparison may visit
    /// the whole text.
    pub(crate) fn price(&self, among: usize) -> usize {
        let steps = among.checked_ilog2().unwrap_or(0) as usize;
        match self {
            Self::Int(_) => steps / 4,
            Self::Text(text) => steps / 4 + (1 + steps) * text.len() / TEXT_OPERATION,
        }
    }

    pub(crate) fn text(text: &str) -> Self {
        Self::Text(Arc::new(text.to_owned()))
    }

    pub(crate) fn value(&self) -> Value {
        match self {
            Self::Int(number) => Value::Int(*number),
            Self::Text(text) => Value::Text(text.clone()),
        }
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(number) => write!(f, "{number}"),
            Self::Text(text) => f.write_str(text),
        }
    }
}

impl Value {
    pub(crate) fn text(text: &str) -> Self {
        Self::Text(Arc::new(text.to_owned()))
    }

    /// The kind of the value, as named in messages.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Unit => "()",
            Self::Bool(_) => "a truth value",
            Self::Int(_) => "a whole number",
            Self::Real(_) => "a real number",
            Self::Text(_) => "a text",
            Self::Array(_) => "an array",
            Self::Map(_) => "a map",
            Self::Arrival | Self::Packet(_) => "a packet",
            Self::Range(_) => "a range",
        }
    }

    /// The value with its kind, as shown in messages.
    pub(crate) fn in_words(&self) -> String {
        match self {
            Self::Unit => "()".into(),
            _ => format!("{self}, {}", self.kind()),
        }
    }

    /// The value as a number; `None` for other kinds.
    pub(crate) fn number(&self) -> Option<f64> {
        match self {
            Self::Int(value) => Some(*value as f64),
            Self::Real(value) => Some(*value),
            Self::Bool(value) => Some(f64::from(u8::from(*value))),
            _ => None,
        }
    }

    /// Whether two values are equal. Integers and real numbers compare as numbers; otherwise, values of different kinds
    /// are never equal.
    pub(crate) fn equals(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Unit, Self::Unit) | (Self::Arrival, Self::Arrival) => true,
            (Self::Bool(a), Self::Bool(b)) => a == b,
            (Self::Int(a), Self::Int(b)) => a == b,
            (Self::Int(a), Self::Real(b)) | (Self::Real(b), Self::Int(a)) => *a as f64 == *b,
            (Self::Real(a), Self::Real(b)) => a == b,
            (Self::Text(a), Self::Text(b)) => a == b,
            (Self::Array(a), Self::Array(b)) => a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| a.equals(b)),
            (Self::Map(a), Self::Map(b)) => {
                a.len() == b.len() && a.iter().zip(b.iter()).all(|((k, a), (l, b))| k == l && a.equals(b))
            }
            (Self::Packet(a), Self::Packet(b)) => a.id == b.id,
            (Self::Range(a), Self::Range(b)) => a == b,
            _ => false,
        }
    }

    pub(crate) fn array(items: Vec<Self>) -> Self {
        let cells = items.iter().map(Self::cells).sum();
        Self::Array(Arc::new(Counted { items, cells }))
    }

    pub(crate) fn map(items: BTreeMap<Key, Self>) -> Self {
        let cells = items.iter().map(|(key, item)| key.cells() + item.cells()).sum();
        Self::Map(Arc::new(Counted { items, cells }))
    }

    /// Number of cells of the value, including its contents.
    #[inline]
    pub(crate) fn cells(&self) -> usize {
        match self {
            Self::Array(items) => 1 + items.cells,
            // Keys count as cells too.
            Self::Map(items) => 1 + items.cells,
            Self::Text(text) => cells_of(text),
            Self::Packet(_) => 3,
            _ => 1,
        }
    }

    /// Depth of nested arrays and maps. Computing it visits all cells.
    pub(crate) fn nesting(&self) -> usize {
        match self {
            Self::Array(items) => 1 + items.iter().map(Self::nesting).max().unwrap_or(0),
            Self::Map(items) => 1 + items.values().map(Self::nesting).max().unwrap_or(0),
            _ => 0,
        }
    }

    /// Whether the value can contain other values.
    pub(crate) fn is_container(&self) -> bool {
        matches!(self, Self::Array(_) | Self::Map(_))
    }

    pub(crate) fn fold(&self, hash: &mut StateHash) {
        match self {
            Self::Unit => hash.fold(0),
            Self::Bool(value) => hash.fold(1 + u64::from(*value)),
            Self::Int(value) => {
                hash.fold(3);
                hash.fold(value.cast_unsigned());
            }
            Self::Real(value) => {
                hash.fold(4);
                // The bits of a NaN differ between machines, so every NaN is hashed as the same one.
                hash.fold_real(if value.is_nan() { f64::NAN } else { *value });
            }
            Self::Text(text) => fold_text(text, hash),
            Self::Array(items) => {
                hash.fold(6);
                hash.fold(items.len() as u64);
                items.iter().for_each(|item| item.fold(hash));
            }
            Self::Map(items) => {
                hash.fold(7);
                hash.fold(items.len() as u64);
                for (key, value) in items.iter() {
                    match key {
                        Key::Int(number) => hash.fold(number.cast_unsigned()),
                        Key::Text(text) => fold_text(text, hash),
                    }
                    value.fold(hash);
                }
            }
            Self::Arrival => hash.fold(8),
            Self::Packet(packet) => hash.fold_packet(packet),
            Self::Range(range) => {
                hash.fold(9);
                hash.fold(range.0.cast_unsigned());
                hash.fold(range.1.cast_unsigned());
            }
        }
    }
}

fn fold_text(text: &str, hash: &mut StateHash) {
    hash.fold(5);
    hash.fold(text.len() as u64);
    text.bytes().for_each(|byte| hash.fold(byte.into()));
}

/// Number of text bytes that count as one additional cell.
const TEXT_CELL: usize = 16;
/// Number of text bytes whose comparison or copy counts as one operation.
pub(crate) const TEXT_OPERATION: usize = 64;

fn cells_of(text: &str) -> usize {
    1 + text.len() / TEXT_CELL
}

/// Largest number of characters of a value in a message.
const SHOWN: usize = 80;

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut start = Start { text: String::new(), left: SHOWN };
        if write_value(self, &mut start).is_err() {
            start.text.push('…');
        }
        f.write_str(&start.text)
    }
}

fn write_value(value: &Value, out: &mut Start) -> fmt::Result {
    match value {
        Value::Unit => out.write_str("()"),
        Value::Bool(value) => write!(out, "{value}"),
        Value::Int(value) => write!(out, "{value}"),
        Value::Real(value) => write!(out, "{value:?}"),
        Value::Text(text) => write!(out, "{text:?}"),
        Value::Array(items) => {
            out.write_str("[")?;
            for (place, item) in items.iter().enumerate() {
                out.write_str(if place > 0 { ", " } else { "" })?;
                write_value(item, out)?;
            }
            out.write_str("]")
        }
        Value::Map(items) => {
            out.write_str("#{")?;
            for (place, (key, item)) in items.iter().enumerate() {
                write!(out, "{}{key}: ", if place > 0 { ", " } else { "" })?;
                write_value(item, out)?;
            }
            out.write_str("}")
        }
        Value::Arrival => out.write_str("the arriving packet"),
        Value::Packet(packet) => write!(out, "packet {} of flow {}", packet.id, packet.flow.number()),
        Value::Range(range) => write!(out, "{}..{}", range.0, range.1),
    }
}

/// A writer that keeps the beginning of a text, and returns an error once the limit is exceeded.
struct Start {
    text: String,
    left: usize,
}

impl Write for Start {
    fn write_str(&mut self, piece: &str) -> fmt::Result {
        for character in piece.chars() {
            self.left = self.left.checked_sub(1).ok_or(fmt::Error)?;
            self.text.push(character);
        }
        Ok(())
    }
}

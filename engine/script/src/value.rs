//! The values of a script: numbers, truth values, texts, arrays, maps, packets.
//!
//! Arrays and maps are values as in Rhai: an assignment copies. They are copied when somebody changes one, so that a clone of
//! a run is cheap. Nothing contains itself, and nesting is bounded, so that walking through a value ends.

use chokepoint_engine::hash::StateHash;
use chokepoint_engine::packet::Packet;
use std::collections::BTreeMap;
use std::fmt::{self, Write};
use std::sync::Arc;

/// The most items of an array, and of a map.
pub const MAX_ITEMS: usize = 65_536;
/// The longest text \[bytes\].
pub const MAX_TEXT: usize = 1_000;
/// How deep arrays and maps may stand in each other.
pub const MAX_NESTING: usize = 8;

/// A value.
#[derive(Clone, Debug, Default)]
pub(crate) enum Value {
    /// Nothing: `()`.
    #[default]
    Unit,
    Bool(bool),
    Int(i64),
    Real(f64),
    Text(Arc<String>),
    Array(Arc<Vec<Self>>),
    Map(Arc<BTreeMap<Key, Self>>),
    /// The packet that arrives, as it is now.
    Arrival,
    /// A packet that waits or waited, as it was when it was asked for.
    Packet(Arc<Packet>),
    /// Whole numbers from the first to below the second.
    Range(Arc<(i64, i64)>),
}

/// A key of a map. Rhai has texts alone; flows are numbers.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(crate) enum Key {
    Int(i64),
    Text(Arc<String>),
}

impl Key {
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

    /// What kind of value it is, as a message says it.
    pub(crate) fn kind(&self) -> &'static str {
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

    /// The value and its kind, for a message.
    pub(crate) fn told(&self) -> String {
        match self {
            Self::Unit => "()".into(),
            _ => format!("{self}, {}", self.kind()),
        }
    }

    /// A number, if it is one.
    pub(crate) fn number(&self) -> Option<f64> {
        match self {
            Self::Int(value) => Some(*value as f64),
            Self::Real(value) => Some(*value),
            Self::Bool(value) => Some(f64::from(u8::from(*value))),
            _ => None,
        }
    }

    /// Whether two values are the same; numbers are compared as numbers, and values of different kinds differ.
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

    /// How many cells it takes, itself included, and how deep arrays and maps stand in each other.
    pub(crate) fn size(&self) -> Size {
        let inner = |items: &mut dyn Iterator<Item = &Self>| {
            let mut size = Size { cells: 1, nesting: 1 };
            for item in items {
                let item = item.size();
                size.cells += item.cells;
                size.nesting = size.nesting.max(1 + item.nesting);
            }
            size
        };
        match self {
            Self::Array(items) => inner(&mut items.iter()),
            // A key is a cell, too.
            Self::Map(items) => {
                let size = inner(&mut items.values());
                Size { cells: size.cells + items.len(), ..size }
            }
            Self::Text(text) => Size { cells: 1 + text.len() / 16, nesting: 0 },
            Self::Packet(_) => Size { cells: 3, nesting: 0 },
            _ => Size { cells: 1, nesting: 0 },
        }
    }

    /// Whether others can stand in it.
    pub(crate) fn is_container(&self) -> bool {
        matches!(self, Self::Array(_) | Self::Map(_))
    }

    /// Folds it into a hash.
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
                // What is not a number has bits of its own on every machine.
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

/// How large a value is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Size {
    pub(crate) cells: usize,
    pub(crate) nesting: usize,
}

/// The most characters of a value that a message shows.
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

/// The start of a text; an error once there is more.
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

//! The operators, with Rhai's rules. Two integers give an integer, and overflow is an error. An integer and a real
//! number give a real number. Values of different kinds are never equal, and only numbers and texts are ordered.

use crate::value::{MAX_ITEMS, MAX_TEXT, TEXT_OPERATION, Value};
use chokepoint_engine::math;
use std::sync::Arc;

/// An operator between two values.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[expect(missing_docs, reason = "SYNTAX has each as scripts write it")]
pub enum Binary {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Power,
    Equal,
    Unequal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    BitAnd,
    BitOr,
    BitXor,
    ShiftLeft,
    ShiftRight,
    Range,
    RangeInclusive,
}

const SYNTAX: [(&str, Binary); 19] = [
    ("+", Binary::Add),
    ("-", Binary::Subtract),
    ("*", Binary::Multiply),
    ("/", Binary::Divide),
    ("%", Binary::Remainder),
    ("**", Binary::Power),
    ("==", Binary::Equal),
    ("!=", Binary::Unequal),
    ("<", Binary::Less),
    ("<=", Binary::LessOrEqual),
    (">", Binary::Greater),
    (">=", Binary::GreaterOrEqual),
    ("&", Binary::BitAnd),
    ("|", Binary::BitOr),
    ("^", Binary::BitXor),
    ("<<", Binary::ShiftLeft),
    (">>", Binary::ShiftRight),
    ("..", Binary::Range),
    ("..=", Binary::RangeInclusive),
];

impl Binary {
    /// The operator with this symbol.
    pub(crate) fn of(syntax: &str) -> Option<Self> {
        SYNTAX.iter().find(|(written, _)| *written == syntax).map(|&(_, operator)| operator)
    }

    /// The operator's symbol in scripts.
    pub fn syntax(self) -> &'static str {
        SYNTAX.iter().find(|&&(_, operator)| operator == self).map_or("", |&(written, _)| written)
    }

    /// The result for two numbers, for the frequent operators. `None` for other values, and for operators that only
    /// [`Self::apply`] computes.
    #[inline]
    pub(crate) fn on_numbers(self, left: &Value, right: &Value) -> Option<Value> {
        match (left, right) {
            (&Value::Real(a), &Value::Real(b)) => self.quickly(a, b),
            (&Value::Int(a), &Value::Int(b)) => Some(match self {
                Self::Add => Value::Int(a.checked_add(b)?),
                Self::Subtract => Value::Int(a.checked_sub(b)?),
                Self::Multiply => Value::Int(a.checked_mul(b)?),
                Self::Equal => Value::Bool(a == b),
                Self::Unequal => Value::Bool(a != b),
                Self::Less => Value::Bool(a < b),
                Self::LessOrEqual => Value::Bool(a <= b),
                Self::Greater => Value::Bool(a > b),
                Self::GreaterOrEqual => Value::Bool(a >= b),
                _ => return None,
            }),
            (&Value::Int(a), &Value::Real(b)) => self.quickly(a as f64, b),
            (&Value::Real(a), &Value::Int(b)) => self.quickly(a, b as f64),
            _ => None,
        }
    }

    #[inline]
    fn quickly(self, a: f64, b: f64) -> Option<Value> {
        Some(match self {
            Self::Add => Value::Real(a + b),
            Self::Subtract => Value::Real(a - b),
            Self::Multiply => Value::Real(a * b),
            Self::Divide => Value::Real(a / b),
            Self::Less => Value::Bool(a < b),
            Self::LessOrEqual => Value::Bool(a <= b),
            Self::Greater => Value::Bool(a > b),
            Self::GreaterOrEqual => Value::Bool(a >= b),
            _ => return None,
        })
    }

    /// Number of additional operations for comparing or copying two values; 0 for numbers.
    pub(crate) fn price(self, left: &Value, right: &Value) -> usize {
        match (self, left, right) {
            (Self::Equal | Self::Unequal, Value::Text(a), Value::Text(b)) => a.len().min(b.len()) / TEXT_OPERATION,
            // The comparison ends at the first difference, so it visits at most as many cells as the smaller value has.
            (Self::Equal | Self::Unequal, ..) => left.cells().min(right.cells()) - 1,
            (Self::Add, Value::Array(a), Value::Array(b)) => a.len() + b.len(),
            (_, Value::Text(a), Value::Text(b)) => (a.len() + b.len()) / TEXT_OPERATION,
            _ => 0,
        }
    }

    /// The result for two values, or what is wrong with them.
    pub(crate) fn apply(self, left: &Value, right: &Value) -> Result<Value, String> {
        match (left, right) {
            (&Value::Int(a), &Value::Int(b)) => self.on_whole(a, b),
            (&Value::Real(a), &Value::Real(b)) => self.on_real(a, b),
            (&Value::Int(a), &Value::Real(b)) => self.on_real(a as f64, b),
            (&Value::Real(a), &Value::Int(b)) => self.on_real(a, b as f64),
            _ => self.on_others(left, right),
        }
    }

    fn on_whole(self, a: i64, b: i64) -> Result<Value, String> {
        let whole = |value: Option<i64>| {
            value.map(Value::Int).ok_or_else(|| {
                let beyond = format!("{a} {} {b} is not a whole number of 64 bits", self.syntax());
                if b == 0 { format!("{a} {} 0 is not defined", self.syntax()) } else { beyond }
            })
        };
        Ok(match self {
            Self::Add => return whole(a.checked_add(b)),
            Self::Subtract => return whole(a.checked_sub(b)),
            Self::Multiply => return whole(a.checked_mul(b)),
            Self::Divide => return whole(a.checked_div(b)),
            Self::Remainder => return whole(a.checked_rem(b)),
            Self::Power => return whole(u32::try_from(b).ok().and_then(|b| a.checked_pow(b))),
            Self::Equal => Value::Bool(a == b),
            Self::Unequal => Value::Bool(a != b),
            Self::Less => Value::Bool(a < b),
            Self::LessOrEqual => Value::Bool(a <= b),
            Self::Greater => Value::Bool(a > b),
            Self::GreaterOrEqual => Value::Bool(a >= b),
            Self::BitAnd => Value::Int(a & b),
            Self::BitOr => Value::Int(a | b),
            Self::BitXor => Value::Int(a ^ b),
            Self::ShiftLeft => return whole(u32::try_from(b).ok().and_then(|b| a.checked_shl(b))),
            Self::ShiftRight => return whole(u32::try_from(b).ok().and_then(|b| a.checked_shr(b))),
            Self::Range => Value::Range(Arc::new((a, b))),
            Self::RangeInclusive => Value::Range(Arc::new((a, b.saturating_add(1)))),
        })
    }

    fn on_real(self, a: f64, b: f64) -> Result<Value, String> {
        Ok(match self {
            Self::Add => Value::Real(a + b),
            Self::Subtract => Value::Real(a - b),
            Self::Multiply => Value::Real(a * b),
            Self::Divide => Value::Real(a / b),
            Self::Remainder => Value::Real(a % b),
            Self::Power => Value::Real(math::pow(a, b)),
            Self::Equal => Value::Bool(a == b),
            Self::Unequal => Value::Bool(a != b),
            Self::Less => Value::Bool(a < b),
            Self::LessOrEqual => Value::Bool(a <= b),
            Self::Greater => Value::Bool(a > b),
            Self::GreaterOrEqual => Value::Bool(a >= b),
            _ => return Err(format!("{a:?} {} {b:?} needs whole numbers", self.syntax())),
        })
    }

    #[cold]
    fn on_others(self, left: &Value, right: &Value) -> Result<Value, String> {
        match (self, left, right) {
            (Self::Equal, ..) => Ok(Value::Bool(left.equals(right))),
            (Self::Unequal, ..) => Ok(Value::Bool(!left.equals(right))),
            (Self::Add, Value::Text(a), Value::Text(b)) if a.len() + b.len() <= MAX_TEXT => {
                Ok(Value::Text(Arc::new(format!("{a}{b}"))))
            }
            (Self::Add, Value::Text(_), Value::Text(_)) => Err(format!("a text may have {MAX_TEXT} bytes at most")),
            (Self::Add, Value::Array(a), Value::Array(b)) if a.len() + b.len() <= MAX_ITEMS => {
                Ok(Value::array(a.iter().chain(b.iter()).cloned().collect()))
            }
            (Self::Add, Value::Array(_), Value::Array(_)) => {
                Err(format!("an array may have {MAX_ITEMS} items at most"))
            }
            (Self::BitAnd, Value::Bool(a), Value::Bool(b)) => Ok(Value::Bool(a & b)),
            (Self::BitOr, Value::Bool(a), Value::Bool(b)) => Ok(Value::Bool(a | b)),
            (Self::BitXor, Value::Bool(a), Value::Bool(b)) => Ok(Value::Bool(a ^ b)),
            (Self::Less, Value::Text(a), Value::Text(b)) => Ok(Value::Bool(a < b)),
            (Self::LessOrEqual, Value::Text(a), Value::Text(b)) => Ok(Value::Bool(a <= b)),
            (Self::Greater, Value::Text(a), Value::Text(b)) => Ok(Value::Bool(a > b)),
            (Self::GreaterOrEqual, Value::Text(a), Value::Text(b)) => Ok(Value::Bool(a >= b)),
            _ => Err(format!(
                "{} {} {} cannot be computed: {} and {}",
                left,
                self.syntax(),
                right,
                left.kind(),
                right.kind()
            )),
        }
    }
}

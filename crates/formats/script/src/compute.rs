//! Script functions that use only values: mathematics, and access to array and map items.

use crate::functions::{Change, Inspect, Pure};
use crate::place::map_key;
use crate::run::{Call, Run, fault};
use crate::tree::{At, Node, Place};
use crate::value::{Key, MAX_ITEMS, Value};
use chokepoint_engine::math;
use chokepoint_engine::time::Span;
use std::sync::Arc;

impl Call<'_, '_> {
    pub(crate) fn pure(&mut self, pure: Pure, args: &[Node], at: At) -> Run<Value> {
        let first = self.eval(&args[0])?;
        match pure {
            Pure::Min | Pure::Max => {
                let mut best = first;
                for arg in &args[1..] {
                    let other = self.eval(arg)?;
                    let (Some(a), Some(b)) = (number(&best), number(&other)) else {
                        return fault(at, format!("needs numbers, not {} and {}", best.in_words(), other.in_words()));
                    };
                    if (pure == Pure::Min && b < a) || (pure == Pure::Max && b > a) {
                        best = other;
                    }
                }
                return Ok(best);
            }
            Pure::Keys | Pure::Values => {
                let Value::Map(items) = &first else {
                    return fault(at, format!("needs a map, not {}", first.in_words()));
                };
                self.count(items.len(), at)?;
                return Ok(Value::array(if pure == Pure::Keys {
                    items.keys().map(Key::value).collect()
                } else {
                    items.values().cloned().collect()
                }));
            }
            _ => {}
        }
        if let (Pure::Abs, Value::Int(value)) = (pure, &first) {
            return value
                .checked_abs()
                .map_or_else(|| fault(at, "is not a whole number of 64 bits"), |it| Ok(Value::Int(it)));
        }
        if let (Pure::Int, Value::Int(_)) = (pure, &first) {
            return Ok(first);
        }
        if pure == Pure::Hash {
            let salt = self.whole(&args[1], at)?;
            let Value::Int(value) = first else {
                return fault(at, format!("needs a whole number, not {}", first.in_words()));
            };
            return Ok(Value::Int((mixed(value.cast_unsigned() ^ mixed(salt.cast_unsigned())) >> 1).cast_signed()));
        }
        let Some(x) = number(&first) else { return fault(at, format!("needs a number, not {}", first.in_words())) };
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
                // The same conversion as for times in settings, so that a script's times equal those of a native
                // discipline.
                return Ok(Value::Int(i64::try_from(Span::from_secs(x).nanos()).unwrap_or(i64::MAX)));
            }
            Pure::Int => {
                // A double represents the bounds −2^63 and 2^63 exactly.
                if (-9_223_372_036_854_775_808.0..9_223_372_036_854_775_808.0).contains(&x) {
                    return Ok(Value::Int(x as i64));
                }
                return fault(at, format!("{x:?} is not a whole number of 64 bits"));
            }
            _ => x,
        }))
    }

    pub(crate) fn inspect(&mut self, inspect: Inspect, place: &Place, args: &[Node], at: At) -> Run<Value> {
        let wanted = args.first().map(|arg| self.eval(arg)).transpose()?;
        self.at_place(place, |it, value| {
            let len = match value {
                Value::Array(items) => Some(items.len()),
                Value::Map(items) => Some(items.len()),
                Value::Range(range) => Some(usize::try_from(range.1.saturating_sub(range.0)).unwrap_or(0)),
                Value::Text(text) => Some(text.len()),
                _ => None,
            };
            let wrong = |what: &Value| fault(at, format!("needs an array, a map or a range, not {}", what.in_words()));
            let Some(len) = len else { return wrong(value) };
            Ok(match (inspect, value, &wanted) {
                (Inspect::Len, ..) => Value::Int(len as i64),
                (Inspect::IsEmpty, ..) => Value::Bool(len == 0),
                (_, Value::Array(items), Some(wanted)) => {
                    // A search may compare every cell of the array, so it costs as many operations as the array has
                    // cells.
                    it.count(value.cells() - 1, at)?;
                    Value::Bool(items.iter().any(|item| item.equals(wanted)))
                }
                (_, Value::Map(items), Some(wanted)) => match map_key(wanted, at) {
                    Ok(key) => {
                        it.count(1 + key.price(len), at)?;
                        Value::Bool(items.contains_key(&key))
                    }
                    Err(_) => return wrong(wanted),
                },
                (_, Value::Range(range), Some(Value::Int(number))) => Value::Bool((range.0..range.1).contains(number)),
                (_, Value::Text(text), Some(Value::Text(part))) => {
                    it.count(1 + (text.len() + part.len()) / 8, at)?;
                    Value::Bool(text.contains(part.as_str()))
                }
                _ => return wrong(value),
            })
        })?
    }

    pub(crate) fn change(&mut self, change: Change, place: &Place, args: &[Node], at: At) -> Run<Value> {
        let mut given = Vec::with_capacity(args.len());
        for arg in args {
            given.push(self.eval(arg)?);
        }
        self.set_place(place, |it, value| {
            match value {
                Value::Array(items) => {
                    // Inserting or removing an item may move all other items, and these moves count as operations. If
                    // other variables share the array, it is also copied. This copy was counted when the array got its
                    // second owner.
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
                                return fault(at, format!("there is no position {key} in an array of {len} items"));
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
                        it.count(key.price(items.len()), at)?;
                        Ok(Arc::make_mut(items).remove(&key).unwrap_or_default())
                    }
                    (Change::Clear, _) => {
                        *items = Arc::default();
                        Ok(Value::Unit)
                    }
                    _ => fault(at, "change a map with map[key] = value, remove(key) or clear()"),
                },
                other => fault(at, format!("needs an array or a map, not {}", other.in_words())),
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

/// The output function of SplitMix64.
fn mixed(value: u64) -> u64 {
    let mut z = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

//! Short forms for declaring parameters: the kind, the default and the meaning first, the rest added where it is needed.

use super::super::about::{Bound, Choice, Mark, ParamKind, ParamSpec, ParamValue, StateView};
use crate::texts::text;

/// A whole number within `bounds`, both included.
pub const fn whole(
    id: &'static str,
    name: &'static str,
    default: i64,
    bounds: (i64, i64),
    meaning: &'static str,
) -> ParamSpec {
    let (min, max) = bounds;
    spec(id, name, ParamKind::Integer { min, max }, ParamValue::Integer(default), meaning)
}

/// A real number within `bounds`, both included.
pub const fn real(
    id: &'static str,
    name: &'static str,
    default: f64,
    bounds: (f64, f64),
    meaning: &'static str,
) -> ParamSpec {
    let (min, max) = bounds;
    spec(id, name, ParamKind::Real { min, max }, ParamValue::Real(default), meaning)
}

/// A gauge on a scale from 0.
pub const fn dial(gauge: &'static str, to: Bound) -> StateView {
    StateView::Dial { gauge, scale: (Bound::Value(0.0), to), mark: None }
}

/// A gauge on a scale from 0 on which one point matters.
pub const fn marked_dial(gauge: &'static str, to: Bound, at: Bound, name: &'static str) -> StateView {
    StateView::Dial { gauge, scale: (Bound::Value(0.0), to), mark: Some(Mark { at, name }) }
}

/// On or off.
pub const fn switch(id: &'static str, name: &'static str, default: bool, meaning: &'static str) -> ParamSpec {
    spec(id, name, ParamKind::Switch, ParamValue::Switch(default), meaning)
}

/// One of `choices`; the first is the default.
pub const fn choice(
    id: &'static str,
    name: &'static str,
    choices: &'static [Choice],
    meaning: &'static str,
) -> ParamSpec {
    spec(id, name, ParamKind::Choice { choices }, ParamValue::Choice(choices[0].id), meaning)
}

/// One possible value of a choice.
pub const fn option(id: &'static str, meaning: &'static str) -> Choice {
    Choice { id, meaning: text(meaning) }
}

const fn spec(
    id: &'static str,
    name: &'static str,
    kind: ParamKind,
    default: ParamValue,
    meaning: &'static str,
) -> ParamSpec {
    ParamSpec {
        id,
        name: text(name),
        symbol: "",
        unit: "",
        kind,
        default,
        meaning: text(meaning),
        is_logarithmic: false,
        is_on_ruler: false,
        is_advanced: false,
    }
}

impl ParamSpec {
    /// With the paper's symbol.
    pub const fn symbol(mut self, symbol: &'static str) -> Self {
        self.symbol = text(symbol);
        self
    }

    /// With a unit.
    pub const fn unit(mut self, unit: &'static str) -> Self {
        self.unit = unit;
        self
    }

    /// With a logarithmic slider.
    pub const fn logarithmic(mut self) -> Self {
        self.is_logarithmic = true;
        self
    }

    /// Shown on the ruler under the queue.
    pub const fn on_ruler(mut self) -> Self {
        self.is_on_ruler = true;
        self
    }

    /// Folded away from newcomers.
    pub const fn advanced(mut self) -> Self {
        self.is_advanced = true;
        self
    }
}

//! The axes: their ends, ticks and titles.

use super::{Layout, MARGIN};
use crate::columns::Key;
use crate::data::{Data, Spot};
use crate::drawing::{Label, width_of};
use crate::figure::{AxisName, Figure, Interval, Kind, Shape};
use crate::scale::{Scale, Tick, around, has_equal_factors, short_number, to_ticks};
use chokepoint_engine::scenario::Problem;

/// The horizontal axis: a numeric scale, or a number of equidistant categories.
#[derive(Clone, Debug)]
pub(super) enum Across {
    Numbers(Scale),
    Words(usize),
}

impl Layout<'_> {
    /// The ticks of the vertical axis.
    pub(super) fn y_ticks(&self, height: f64) -> Vec<Tick> {
        let unit = self.y_unit.factor;
        let scale = Scale { ends: self.down.ends.map(|end| end * unit), is_log: self.down.is_log };
        let wanted = (height / (1.8 * self.font)) as usize;
        scale.ticks(wanted.clamp(2, 6)).into_iter().map(|tick| Tick { value: tick.value / unit, ..tick }).collect()
    }

    /// The ticks of the horizontal axis, each with its position from 0 to 1.
    pub(super) fn x_ticks(&self, width: f64) -> Vec<(f64, Tick)> {
        match &self.across {
            Across::Words(count) => (0..*count)
                .map(|place| {
                    let text = self.words.key(&self.data.x.column, &self.data.x.keys[place], self.x_unit);
                    let tick = Tick { value: place as f64, label: Some(Label::plain(text)) };
                    ((place as f64 + 0.5) / *count as f64, tick)
                })
                .collect(),
            Across::Numbers(scale) => {
                let unit = self.x_unit.factor;
                if let Some(ticks) = self.ticks_at_values(scale, width) {
                    return ticks;
                }
                let shown = Scale { ends: scale.ends.map(|end| end * unit), is_log: scale.is_log };
                let most = (width / (3.2 * self.font)) as usize;
                let mut ticks = Vec::new();
                for wanted in (2..=most.clamp(2, 9)).rev() {
                    ticks = shown.ticks(wanted).into_iter().map(|tick| (shown.place(tick.value), tick)).collect();
                    if !overlap(&ticks, width, self.font) {
                        break;
                    }
                }
                ticks
            }
        }
    }

    /// Ticks at the values of the varied setting. Used on a logarithmic axis with few values, if their labels are
    /// short.
    fn ticks_at_values(&self, scale: &Scale, width: f64) -> Option<Vec<(f64, Tick)>> {
        const MOST: usize = 8;
        const LONGEST: usize = 5;
        let keys = &self.data.x.keys;
        if !scale.is_log || keys.len() > MOST || self.figure.x_range.is_some() {
            return None;
        }
        let tick = |key: &Key| {
            let value = key.number?;
            let text = short_number(value * self.x_unit.factor);
            let is_short = text.chars().count() <= LONGEST;
            is_short.then(|| (scale.place(value), Tick { value, label: Some(Label::plain(text)) }))
        };
        let ticks = keys.iter().map(tick).collect::<Option<Vec<_>>>()?;
        (!overlap(&ticks, width, self.font)).then_some(ticks)
    }

    /// The position of a value on the horizontal axis, from 0 to 1.
    pub(super) fn x_place(&self, key: usize) -> f64 {
        match &self.across {
            Across::Numbers(scale) => scale.place(self.data.x.keys[key].number.unwrap_or(f64::NAN)),
            Across::Words(count) => (key as f64 + 0.5) / *count as f64,
        }
    }
}

/// The horizontal axis of a figure.
pub(super) fn across(figure: &Figure, data: &Data) -> Result<Across, Problem> {
    let given = figure.log.as_ref().map(|log| log.contains(&AxisName::X));
    if figure.kind == Kind::Box || !data.x.is_number() {
        if given == Some(true) {
            let why = if figure.kind == Kind::Box { "boxes are side by side" } else { "its values are words" };
            return Err(Problem::new("log", format!("x has no scale, since {why}")));
        }
        if figure.x_range.is_some() {
            return Err(Problem::new("x_range", "is given, but the horizontal axis has no numbers"));
        }
        return Ok(Across::Words(data.x.keys.len()));
    }
    let values: Vec<f64> = data.x.keys.iter().filter_map(|key| key.number).collect();
    let is_log = given.unwrap_or_else(|| has_equal_factors(&values));
    if let Some(value) = values.iter().find(|value| is_log && **value <= 0.0) {
        return Err(Problem::new(
            "log",
            format!("x has the value {value}; a logarithmic scale has values above 0 alone"),
        ));
    }
    let ends = figure.x_range.or_else(|| around(values, is_log, MARGIN)).unwrap_or([0.0, 1.0]);
    if is_log && ends[0] <= 0.0 {
        return Err(Problem::new("x_range", format!("{} is not above 0, as a logarithmic scale needs", ends[0])));
    }
    Ok(Across::Numbers(Scale { ends, is_log }))
}

/// The vertical axis of a figure.
pub(super) fn down(figure: &Figure, data: &Data) -> Result<Scale, Problem> {
    let is_log = figure.log.as_ref().is_some_and(|log| log.contains(&AxisName::Y));
    if is_log && figure.kind == Kind::Differences {
        return Err(Problem::new("log", "y has differences, which can be negative; a logarithmic scale has none"));
    }
    let spots = || data.panels.iter().flatten().flat_map(|series| &series.spots);
    let least = |spot: &Spot| if figure.kind == Kind::Box { reach(figure, spot)[0] } else { spot.middle };
    if let Some(spot) = spots().find(|spot| is_log && least(spot) <= 0.0) {
        let problem = format!("y has the value {}; a logarithmic scale has values above 0 alone", least(spot));
        return Err(Problem::new("log", problem));
    }
    let values = spots().flat_map(|spot| [spot.middle].into_iter().chain(reach(figure, spot)));
    let values = values.filter(|value| !is_log || *value > 0.0);
    let ends = figure.y_range.or_else(|| down_ends(figure, data, &values.collect::<Vec<_>>(), is_log));
    let ends = ends.unwrap_or([0.0, 1.0]);
    if is_log && ends[0] <= 0.0 {
        return Err(Problem::new("y_range", format!("{} is not above 0, as a logarithmic scale needs", ends[0])));
    }
    Ok(Scale { ends, is_log })
}

/// The ends of the vertical axis for these values. It starts at 0 if the values still fill most of its height. An axis
/// of differences includes 0.
fn down_ends(figure: &Figure, data: &Data, values: &[f64], is_log: bool) -> Option<[f64; 2]> {
    /// If the smallest value is below this fraction of the largest, the axis starts at 0.
    const FROM_ZERO: f64 = 0.4;
    let zero = (figure.kind == Kind::Differences).then_some(0.0);
    let [low, high] = around(values.iter().copied().chain(zero), is_log, MARGIN)?;
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let largest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let has_zero = !is_log && figure.kind != Kind::Differences && least >= 0.0 && least < FROM_ZERO * largest;
    let low = if has_zero { 0.0 } else { low };
    let [low, high] = if is_log { [low, high] } else { to_ticks([low, high]) };
    let is_share = data.metric.is_share() && figure.kind != Kind::Differences && !is_log;
    Some(if is_share { [low.max(0.0), high.min(1.0)] } else { [low, high] })
}

/// The largest absolute value on the vertical axis.
pub(super) fn largest(figure: &Figure, data: &Data) -> f64 {
    let spots = data.panels.iter().flatten().flat_map(|series| &series.spots);
    let values = spots.flat_map(|spot| reach(figure, spot)).chain(figure.y_range.into_iter().flatten());
    values.fold(0.0, |largest, value| largest.max(value.abs()))
}

/// The smallest and the largest value that the figure draws for a point.
fn reach(figure: &Figure, spot: &Spot) -> [f64; 2] {
    match (figure.kind, spot.ends) {
        (Kind::Box, _) => [spot.values[0], spot.values[spot.values.len() - 1]],
        (_, Some(ends)) => ends,
        (_, None) => [spot.middle; 2],
    }
}

/// How intervals are drawn.
pub(super) fn shape(figure: &Figure, has_lines: bool) -> Option<Shape> {
    let usual = if figure.kind == Kind::Curves && has_lines { Shape::Band } else { Shape::Bars };
    let shape = if has_lines { figure.shape.unwrap_or(usual) } else { Shape::Bars };
    (figure.interval != Interval::None).then_some(shape)
}

/// Whether labels overlap. Each has a position from 0 to 1 along `width`.
pub(super) fn overlap(ticks: &[(f64, Tick)], width: f64, font: f64) -> bool {
    let labels: Vec<(f64, f64)> =
        ticks.iter().filter_map(|(place, tick)| Some((place * width, width_of(tick.label.as_ref()?, font)))).collect();
    labels.windows(2).any(|pair| pair[1].0 - pair[0].0 < (pair[0].1 + pair[1].1) / 2.0 + 0.5 * font)
}

//! A panel: axes, and within them lines with their intervals, or boxes.

use super::axes::{Across, shape};
use super::{AXIS, BAND, BOX, GRID, GRID_COLOUR, LINE, Layout, SMALL_TICK, TICK, ZERO_COLOUR};
use crate::columns::{Key, Shown};
use crate::data::{Series, Spot};
use crate::drawing::{Anchor, BLACK, Colour, Item, Label, Point, Rectangle, Stroke, WHITE, width_of};
use crate::figure::{Kind, Legend, Shape};
use crate::scale::{Scale, Tick};
use crate::selection::{Used, is_lane};
use crate::style::{Look, draw_mark, mixed};
use chokepoint_engine::measure::statistics::spread;

/// Properties that all panels of a figure share.
pub(super) struct Shared {
    pub(super) y_ticks: Vec<Tick>,
    /// Whether the labels below the horizontal axis are rotated.
    pub(super) is_turned: bool,
}

impl Layout<'_> {
    /// Draws a panel's contents.
    pub(super) fn contents(&mut self, series: &[Series], frame: Rectangle, y_ticks: &[Tick]) {
        for tick in y_ticks.iter().filter(|tick| tick.label.is_some()) {
            let y = y_at(&self.down, tick.value, frame);
            self.drawing.line([[frame.left, y], [frame.right(), y]], Stroke::solid(GRID_COLOUR, GRID));
        }
        if self.figure.kind == Kind::Differences && self.down.contains(0.0) {
            let y = y_at(&self.down, 0.0, frame);
            self.drawing.line([[frame.left, y], [frame.right(), y]], Stroke::solid(ZERO_COLOUR, AXIS));
        }
        if self.figure.kind == Kind::Box {
            self.boxes(series, frame);
        } else {
            self.lines(series, frame);
        }
    }

    /// Draws a panel's axes on top of its lines. Only the outermost panels have labels.
    pub(super) fn axes(&mut self, frame: Rectangle, shared: &Shared, is_left: bool, is_lowest: bool) {
        let font = self.font;
        let axis = Stroke::solid(BLACK, AXIS);
        let corner = [frame.left, frame.bottom()];
        self.drawing.line([[frame.left, frame.top], corner, [frame.right(), frame.bottom()]], axis.clone());
        for tick in &shared.y_ticks {
            let y = y_at(&self.down, tick.value, frame);
            let size = if tick.label.is_some() { TICK } else { SMALL_TICK };
            self.drawing.line([[frame.left - size, y], [frame.left, y]], axis.clone());
            if let Some(label) = tick.label.clone().filter(|_| is_left) {
                self.drawing.text([frame.left - TICK - 0.25 * font, y + 0.35 * font], label, font, Anchor::End);
            }
        }
        for (place, tick) in self.x_ticks(frame.width) {
            let x = frame.left + place * frame.width;
            let size = if tick.label.is_some() { TICK } else { SMALL_TICK };
            self.drawing.line([[x, frame.bottom()], [x, frame.bottom() + size]], axis.clone());
            let Some(label) = tick.label.filter(|_| is_lowest) else { continue };
            if shared.is_turned {
                let at = [x + 0.35 * font, frame.bottom() + TICK + 0.2 * font];
                self.drawing.items.push(Item::Text { at, label, size: font, anchor: Anchor::End, is_upright: true });
            } else {
                // The last label is moved left if it would stick out of the paper.
                let x = x.min(self.drawing.size[0] - width_of(&label, font) / 2.0 - 0.5);
                self.drawing.text([x, frame.bottom() + TICK + font], label, font, Anchor::Middle);
            }
        }
    }

    /// The width of the widest heading \[pt\]; 0 without panels.
    pub(super) fn heading_width(&self) -> f64 {
        let headings =
            self.data.facet.iter().flat_map(|facet| facet.keys.iter().map(|key| self.named_value(facet, key)));
        headings.map(|heading| width_of(&Label::plain(heading), self.font)).fold(0.0, f64::max)
    }

    /// Writes a heading above a panel: the value that all its points share.
    pub(super) fn heading(&mut self, facet: &Used, place: usize, frame: Rectangle) {
        let name = self.named_value(facet, &facet.keys[place]);
        let at = [frame.left + frame.width / 2.0, frame.top - 0.45 * self.font];
        self.drawing.text(at, Label::plain(name), self.font, Anchor::Middle);
    }

    /// A column's name with a value, as in `Buffer = 50 packets`; for the column of lanes, only the name of the lane.
    fn named_value(&self, used: &Used, key: &Key) -> String {
        if is_lane(used) {
            return self.words.lane(&key.text);
        }
        let unit = Shown::of(used.column.unit, used.largest());
        let value = self.words.key(&used.column, key, unit);
        format!("{} = {value} {}", self.words.column(&used.column), unit.symbol).trim_end().to_owned()
    }

    /// Draws bands, then lines, error bars and marks.
    fn lines(&mut self, series: &[Series], frame: Rectangle) {
        let shape = shape(self.figure, self.has_lines());
        let radius = 0.25 * self.font;
        let has_lines = self.has_lines();
        let lines: Vec<Drawn<'_>> = series.iter().map(|series| self.drawn(series, frame)).collect();
        for Drawn { look, spots, .. } in lines.iter().filter(|_| shape == Some(Shape::Band)) {
            for run in runs(spots) {
                let ends = |which: usize| run.iter().filter_map(move |(at, spot)| Some((at[0], spot.ends?[which])));
                let edge = |which: usize| -> Vec<Point> {
                    ends(which).map(|(x, value)| [x, y_at(&self.down, value, frame)]).collect()
                };
                let around: Vec<Point> = edge(1).into_iter().chain(edge(0).into_iter().rev()).collect();
                let points = frame.cut_area(&around);
                if points.len() > 2 {
                    self.drawing.items.push(Item::Area { points, fill: Some((look.colour, BAND)), stroke: None });
                }
            }
        }
        for Drawn { look, spots, .. } in lines.iter().filter(|_| has_lines) {
            for run in runs(spots) {
                let points: Vec<Point> = run.iter().map(|(at, _)| *at).collect();
                for part in frame.cut_line(&points) {
                    self.drawing.line(part, look.line(LINE));
                }
            }
        }
        for Drawn { look, spots } in &lines {
            for (at, spot) in spots {
                if let (Some(Shape::Bars), Some(ends)) = (shape, spot.ends) {
                    let ends = ends.map(|end| y_at(&self.down, end, frame));
                    self.bar(at[0], ends, look.colour, frame);
                }
            }
            // If the points are dense, only every second or third is marked.
            let is_dense = has_lines && self.figure.kind == Kind::Curves;
            let stride = if is_dense { (3.2 * radius * spots.len() as f64 / frame.width).ceil().max(1.0) } else { 1.0 };
            for (at, spot) in spots.iter().step_by(stride as usize).filter(|(at, _)| frame.contains(*at)) {
                let fill = if self.figure.kind == Kind::Differences && !spot.differs { WHITE } else { look.fill };
                draw_mark(&mut self.drawing, look.mark, *at, radius, look.colour, fill);
            }
        }
        if self.figure.legend == Legend::Direct {
            self.direct(series, &lines, frame);
        }
    }

    /// A line's style, and the positions of its points.
    fn drawn<'s>(&self, series: &'s Series, frame: Rectangle) -> Drawn<'s> {
        // On a categorical axis, the points of different lines are shifted sideways, so that their error bars do not
        // overlap.
        let shift = match &self.across {
            Across::Numbers(_) => 0.0,
            Across::Words(count) => {
                let room = (0.7 * frame.width / (count * self.places()) as f64).min(2.0 * self.font);
                (self.place_of(series) as f64 - (self.places() - 1) as f64 / 2.0) * room
            }
        };
        let at = |spot: &Spot| {
            let x = frame.left + self.x_place(spot.x) * frame.width + shift;
            [x, y_at(&self.down, spot.middle, frame)]
        };
        Drawn { look: self.look(series), spots: series.spots.iter().map(|spot| (at(spot), spot)).collect() }
    }

    /// Draws an interval as an error bar with end caps.
    fn bar(&mut self, x: f64, [low, high]: [f64; 2], colour: Colour, frame: Rectangle) {
        let half = 0.22 * self.font;
        let stroke = Stroke::solid(colour, 0.8);
        let mut line = |points: &[Point]| {
            for part in frame.cut_line(points) {
                self.drawing.line(part, stroke.clone());
            }
        };
        line(&[[x, low], [x, high]]);
        for end in [low, high] {
            line(&[[x - half, end], [x + half, end]]);
        }
    }

    /// Draws box plots by Tukey's definition. A box shows the quartiles and the median. Whiskers reach to the last
    /// value within 1.5 box lengths; values beyond are drawn as circles. The mark is the mean.
    fn boxes(&mut self, series: &[Series], frame: Rectangle) {
        let Across::Words(count) = self.across else { return };
        let step = frame.width / count as f64;
        let room = (0.8 * step / self.places() as f64).min(3.2 * self.font);
        let half = 0.41 * room;
        for series in series {
            let place = self.place_of(series);
            let look = self.look(series);
            let stroke = Stroke::solid(look.colour, 0.7);
            for spot in &series.spots {
                let Some(found) = spread(&spot.values) else { continue };
                let centre = frame.left
                    + (spot.x as f64 + 0.5) * step
                    + (place as f64 - (self.places() - 1) as f64 / 2.0) * room;
                let [low, high] = found.quartiles;
                let [first, last] = whiskers(&spot.values, found.quartiles);
                let y = |value: f64| y_at(&self.down, value, frame);
                let corners = [
                    [centre - half, y(high)],
                    [centre + half, y(high)],
                    [centre + half, y(low)],
                    [centre - half, y(low)],
                ];
                let lines: Vec<Vec<Point>> = vec![
                    vec![[centre, y(first)], [centre, y(low)]],
                    vec![[centre, y(high)], [centre, y(last)]],
                    vec![[centre - half / 2.0, y(first)], [centre + half / 2.0, y(first)]],
                    vec![[centre - half / 2.0, y(last)], [centre + half / 2.0, y(last)]],
                ];
                let median = [[centre - half, y(found.median)], [centre + half, y(found.median)]];
                let mean = [centre, y(spot.values.iter().sum::<f64>() / spot.values.len() as f64)];
                let outer: Vec<Point> = spot
                    .values
                    .iter()
                    .filter(|value| **value < first || **value > last)
                    .map(|value| [centre, y(*value)])
                    .collect();
                let area = frame.cut_area(&corners);
                if area.len() > 2 {
                    let fill = mixed(look.fill, WHITE, BOX);
                    self.drawing.items.push(Item::Area {
                        points: area,
                        fill: Some((fill, 1.0)),
                        stroke: Some(stroke.clone()),
                    });
                }
                for line in lines {
                    for part in frame.cut_line(&line) {
                        self.drawing.line(part, stroke.clone());
                    }
                }
                for part in frame.cut_line(&median) {
                    self.drawing.line(part, Stroke::solid(look.colour, 1.3));
                }
                for centre in outer.into_iter().filter(|at| frame.contains(*at)) {
                    let stroke = Some(Stroke::solid(look.colour, 0.6));
                    self.drawing.items.push(Item::Circle {
                        centre,
                        radius: 0.13 * self.font,
                        fill: Some(WHITE),
                        stroke,
                    });
                }
                if frame.contains(mean) {
                    draw_mark(&mut self.drawing, look.mark, mean, 0.17 * self.font, look.colour, WHITE);
                }
            }
        }
    }

    /// Number of positions for boxes or points side by side in a category. All panels have the same number, even if
    /// some lack a line.
    fn places(&self) -> usize {
        self.data.by.iter().map(|used| used.keys.len()).product::<usize>().max(1)
    }

    /// Index of a line's position side by side in a category, the same in all panels.
    fn place_of(&self, series: &Series) -> usize {
        series.keys.iter().zip(&self.data.by).fold(0, |place, (key, used)| place * used.keys.len() + key)
    }
}

/// A line with the positions of its points.
pub(super) struct Drawn<'a> {
    pub(super) look: Look,
    pub(super) spots: Vec<(Point, &'a Spot)>,
}

fn y_at(down: &Scale, value: f64, frame: Rectangle) -> f64 {
    frame.bottom() - down.place(value) * frame.height
}

/// The segments of a line, which is interrupted at each value of the horizontal axis that has no point.
fn runs<'a, 's>(spots: &'a [(Point, &'s Spot)]) -> impl Iterator<Item = &'a [(Point, &'s Spot)]> {
    spots.chunk_by(|(_, one), (_, next)| next.x == one.x + 1)
}

/// The ends of the whiskers: the outermost values within 1.5 box lengths (Tukey's definition). `values` are in
/// ascending order.
fn whiskers(values: &[f64], [low, high]: [f64; 2]) -> [f64; 2] {
    let reach = 1.5 * (high - low);
    let first = values.iter().copied().find(|value| *value >= low - reach).unwrap_or(low);
    let last = values.iter().rev().copied().find(|value| *value <= high + reach).unwrap_or(high);
    [first.min(low), last.max(high)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whiskers_end_at_values() {
        assert_eq!(whiskers(&[0.0, 9.0, 10.0, 11.0, 12.0, 13.5, 30.0], [9.5, 12.75]), [9.0, 13.5]);
        assert_eq!(whiskers(&[2.0], [2.0, 2.0]), [2.0, 2.0]);
    }
}

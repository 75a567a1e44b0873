//! The elements of a figure: lines, areas, circles and texts. Positions are in points (1/72 inch) from the upper left
//! corner.

/// Red, green and blue.
pub(crate) type Colour = [u8; 3];
/// A position \[pt\]: x to the right, and y down.
pub(crate) type Point = [f64; 2];

pub(crate) const BLACK: Colour = [0, 0, 0];
pub(crate) const WHITE: Colour = [255, 255, 255];

/// A single-line text, optionally followed by an exponent.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Label {
    pub(crate) text: String,
    pub(crate) exponent: Option<i32>,
}

impl Label {
    pub(crate) fn plain(text: impl Into<String>) -> Self {
        Self { text: text.into(), exponent: None }
    }
}

/// The style of a line or outline.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Stroke {
    pub(crate) colour: Colour,
    /// Width \[pt\].
    pub(crate) width: f64,
    /// Lengths of dashes and gaps \[pt\]; empty for a solid line.
    pub(crate) dash: Vec<f64>,
}

impl Stroke {
    pub(crate) fn solid(colour: Colour, width: f64) -> Self {
        Self { colour, width, dash: Vec::new() }
    }
}

/// Which point of a text is at the given position: its start, middle or end.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// An element of a drawing.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Item {
    /// A line through points.
    Line { points: Vec<Point>, stroke: Stroke },
    /// A closed area.
    Area { points: Vec<Point>, fill: Option<(Colour, f64)>, stroke: Option<Stroke> },
    /// A circle.
    Circle { centre: Point, radius: f64, fill: Option<Colour>, stroke: Option<Stroke> },
    /// A text on its base line.
    Text { at: Point, label: Label, size: f64, anchor: Anchor, is_upright: bool },
}

/// A drawing. Its items are in drawing order: later items cover earlier ones.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Drawing {
    /// Width and height \[pt\].
    pub(crate) size: [f64; 2],
    pub(crate) items: Vec<Item>,
}

impl Drawing {
    pub(crate) fn line(&mut self, points: impl Into<Vec<Point>>, stroke: Stroke) {
        self.items.push(Item::Line { points: points.into(), stroke });
    }

    pub(crate) fn text(&mut self, at: Point, label: Label, size: f64, anchor: Anchor) {
        self.items.push(Item::Text { at, label, size, anchor, is_upright: false });
    }
}

/// Distance by which the computed box of a text may stick out of the paper \[pt\].
const OUTSIDE: f64 = 1.0;

impl Drawing {
    /// The first text that does not fit on the paper, and whether it is vertical.
    pub(crate) fn text_outside(&self) -> Option<(&str, bool)> {
        self.items.iter().find_map(|item| {
            let Item::Text { at: [x, y], label, size, anchor, is_upright } = item else { return None };
            let width = width_of(label, *size);
            // A vertical text runs from bottom to top.
            let (start, length) = if *is_upright { (self.size[1] - y, self.size[1]) } else { (*x, self.size[0]) };
            let start = match anchor {
                Anchor::Start => start,
                Anchor::Middle => start - width / 2.0,
                Anchor::End => start - width,
            };
            let is_outside = start < -OUTSIDE || start + width > length + OUTSIDE;
            is_outside.then_some((label.text.as_str(), *is_upright))
        })
    }
}

/// A rectangle \[pt\].
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rectangle {
    pub(crate) left: f64,
    pub(crate) top: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

impl Rectangle {
    pub(crate) fn right(&self) -> f64 {
        self.left + self.width
    }

    pub(crate) fn bottom(&self) -> f64 {
        self.top + self.height
    }

    pub(crate) fn contains(&self, [x, y]: Point) -> bool {
        const ROUNDING: f64 = 1e-6;
        (self.left - ROUNDING..=self.right() + ROUNDING).contains(&x)
            && (self.top - ROUNDING..=self.bottom() + ROUNDING).contains(&y)
    }

    /// The parts of a line that lie inside.
    pub(crate) fn cut_line(&self, points: &[Point]) -> Vec<Vec<Point>> {
        let mut parts: Vec<Vec<Point>> = Vec::new();
        for pair in points.windows(2) {
            let Some([from, to]) = self.cut_segment([pair[0], pair[1]]) else { continue };
            match parts.last_mut() {
                Some(part) if part.last() == Some(&from) => part.push(to),
                _ => parts.push(vec![from, to]),
            }
        }
        parts
    }

    /// Clips one segment by the Liang–Barsky algorithm.
    fn cut_segment(&self, [a, b]: [Point; 2]) -> Option<[Point; 2]> {
        let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
        let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
        for (change, room) in
            [(-dx, a[0] - self.left), (dx, self.right() - a[0]), (-dy, a[1] - self.top), (dy, self.bottom() - a[1])]
        {
            if change == 0.0 {
                if room < 0.0 {
                    return None;
                }
            } else if change < 0.0 {
                enter = enter.max(room / change);
            } else {
                leave = leave.min(room / change);
            }
        }
        let at = |part: f64| {
            if part == 0.0 {
                a
            } else if part == 1.0 {
                b
            } else {
                [a[0] + part * dx, a[1] + part * dy]
            }
        };
        (enter <= leave).then(|| [at(enter), at(leave)])
    }

    /// The part of an area that lies inside this box, by the Sutherland–Hodgman algorithm.
    pub(crate) fn cut_area(&self, points: &[Point]) -> Vec<Point> {
        let sides: [(usize, f64, f64); 4] =
            [(0, self.left, 1.0), (0, self.right(), -1.0), (1, self.top, 1.0), (1, self.bottom(), -1.0)];
        sides.into_iter().fold(points.to_vec(), |points, (axis, limit, sign)| {
            let depth = |point: Point| sign * (point[axis] - limit);
            let mut cut = Vec::with_capacity(points.len());
            for (place, &point) in points.iter().enumerate() {
                let before = points[(place + points.len() - 1) % points.len()];
                let (one, other) = (depth(before), depth(point));
                if (one < 0.0) != (other < 0.0) {
                    let part = one / (one - other);
                    cut.push([0, 1].map(|axis| before[axis] + part * (point[axis] - before[axis])));
                }
                if other >= 0.0 {
                    cut.push(point);
                }
            }
            cut
        })
    }
}

/// A length with at most two decimals and no trailing zeros. A hundredth of a point is 4 µm.
pub(crate) fn length(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.to_owned() }
}

/// Widths of the Helvetica characters from space to tilde, in thousandths of the font size (Adobe's font metrics,
/// version 002.000). Arial and Liberation Sans have the same widths.
const WIDTHS: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
    556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
    722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556,
    556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
    260, 334, 584,
];
/// Size of an exponent, and its height above the baseline, as fractions of the text size.
pub(crate) const EXPONENT: [f64; 2] = [0.72, 0.36];

/// The width of a text \[pt\]. Most characters outside ASCII count as wide as `n`; characters of East Asian scripts
/// count as wide as the font size.
pub(crate) fn width_of(label: &Label, size: f64) -> f64 {
    let of = |text: &str| text.chars().map(width_of_character).sum::<f64>() * size / 1_000.0;
    let exponent = label.exponent.map_or(0.0, |exponent| of(&exponent.to_string()) * EXPONENT[0]);
    of(&label.text) + exponent
}

fn width_of_character(character: char) -> f64 {
    let place = (character as usize).wrapping_sub(usize::from(b' '));
    match character {
        _ if place < WIDTHS.len() => f64::from(WIDTHS[place]),
        '−' | '±' | '×' => 584.0,
        '\u{1100}'.. => 1_000.0,
        _ => 556.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOX: Rectangle = Rectangle { left: 0.0, top: 0.0, width: 10.0, height: 10.0 };

    #[test]
    fn a_line_that_leaves_and_returns_has_two_parts() {
        let parts = BOX.cut_line(&[[1.0, 5.0], [5.0, 15.0], [9.0, 5.0]]);
        assert_eq!(parts, [vec![[1.0, 5.0], [3.0, 10.0]], vec![[7.0, 10.0], [9.0, 5.0]]]);
        assert_eq!(BOX.cut_line(&[[1.0, 1.0], [2.0, 2.0], [3.0, 1.0]]).len(), 1, "one line inside");
        assert_eq!(BOX.cut_line(&[[-5.0, -1.0], [20.0, -1.0]]), Vec::<Vec<Point>>::new());
    }

    #[test]
    fn an_area_ends_at_the_frame() {
        let cut = BOX.cut_area(&[[5.0, 5.0], [15.0, 5.0], [15.0, 8.0], [5.0, 8.0]]);
        assert_eq!(cut, [[5.0, 5.0], [10.0, 5.0], [10.0, 8.0], [5.0, 8.0]]);
        assert_eq!(BOX.cut_area(&[[11.0, 1.0], [12.0, 1.0], [12.0, 2.0]]), Vec::<Point>::new());
    }

    #[test]
    fn a_text_that_does_not_fit_is_found() {
        let mut drawing = Drawing { size: [30.0, 20.0], ..Drawing::default() };
        drawing.text([0.0, 9.0], Label::plain("0.5"), 10.0, Anchor::Start);
        drawing.text([29.0, 9.0], Label::plain("0.5"), 10.0, Anchor::End);
        assert_eq!(drawing.text_outside(), None);
        drawing.text([8.0, 9.0], Label::plain("CHOKe"), 10.0, Anchor::Middle);
        assert_eq!(drawing.text_outside(), Some(("CHOKe", false)));
        let at = [9.0, 20.0];
        let label = Label::plain("RED, 60");
        drawing.items = vec![Item::Text { at, label, size: 10.0, anchor: Anchor::Start, is_upright: true }];
        assert_eq!(drawing.text_outside(), Some(("RED, 60", true)));
    }

    #[test]
    fn lengths_have_two_decimals_at_most() {
        assert_eq!(["1.5", "0", "-0.25", "10"], [1.5, -0.001, -0.25, 10.0].map(length));
    }

    #[test]
    fn a_text_is_as_wide_as_in_helvetica() {
        let width = |text: &str| width_of(&Label::plain(text), 10.0);
        assert!(
            (width("0.5") - 13.9).abs() < 1e-9 && (width("CHOKe") - (7.22 * 2.0 + 7.78 + 6.67 + 5.56)).abs() < 1e-9
        );
    }
}

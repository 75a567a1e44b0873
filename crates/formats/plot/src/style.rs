//! Colours, dashes and marks that distinguish lines. Lines of different colours also differ in their marks or dashes,
//! so that a greyscale print is readable.

use crate::drawing::{Colour, Drawing, Item, Point, Stroke, WHITE};
use crate::figure::Palette;
use chokepoint_engine::math;

/// M. Okabe and K. Ito, "Color Universal Design", 2008; the darkest colours come first, since light colours are hard to
/// see in thin lines.
const OKABE_ITO: [Colour; 8] = [
    [0, 114, 178],
    [213, 94, 0],
    [0, 158, 115],
    [204, 121, 167],
    [0, 0, 0],
    [230, 159, 0],
    [86, 180, 233],
    [240, 228, 66],
];
/// Colours of Matplotlib's palette viridis at the positions 0, 1/9, … 7/9. The last two are omitted: they are too light
/// for a line.
const VIRIDIS: [Colour; 8] = [
    [68, 1, 84],
    [72, 40, 120],
    [62, 74, 137],
    [49, 104, 142],
    [38, 130, 142],
    [31, 158, 137],
    [53, 183, 121],
    [110, 206, 88],
];
/// The lightest grey for a line.
const LIGHTEST: f64 = 165.0;
/// Largest number of lines with a graded palette. There are 24 combinations of marks and dashes.
const MOST_GRADED: usize = 24;

impl Palette {
    /// Largest number of colours.
    pub(crate) const fn most(self) -> usize {
        match self {
            Self::OkabeIto => OKABE_ITO.len(),
            Self::Viridis | Self::Grey => MOST_GRADED,
        }
    }

    /// The colour with index `place` among `count` colours.
    pub(crate) fn colour(self, place: usize, count: usize) -> Colour {
        let part = if count > 1 { place as f64 / (count - 1) as f64 } else { 0.0 };
        match self {
            Self::OkabeIto => OKABE_ITO[place % OKABE_ITO.len()],
            Self::Viridis => {
                let at = part * (VIRIDIS.len() - 1) as f64;
                let low = (at as usize).min(VIRIDIS.len() - 2);
                mixed(VIRIDIS[low], VIRIDIS[low + 1], at - low as f64)
            }
            Self::Grey => [(part * LIGHTEST).round() as u8; 3],
        }
    }
}

/// A mixture of two colours.
pub(crate) fn mixed(one: Colour, other: Colour, part: f64) -> Colour {
    [0, 1, 2].map(|place| {
        let (one, other) = (f64::from(one[place]), f64::from(other[place]));
        (one + part * (other - one)).round() as u8
    })
}

/// Dash patterns for a line of 1 pt.
const DASHES: [&[f64]; 6] =
    [&[], &[4.0, 2.0], &[1.2, 1.6], &[6.0, 1.8, 1.2, 1.8], &[8.0, 2.5], &[5.0, 1.6, 1.2, 1.6, 1.2, 1.6]];

/// How a line looks.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Look {
    pub(crate) colour: Colour,
    pub(crate) dash: &'static [f64],
    pub(crate) mark: Mark,
    /// Colour inside marks.
    pub(crate) fill: Colour,
}

impl Look {
    /// The style of a line. `places` has, for each column that distinguishes lines, the index of the line's value and
    /// the number of values. The second entry determines the dashes or, if points are not connected, the lightness of
    /// the marks.
    pub(crate) fn of(palette: Palette, places: &[(usize, usize)], has_lines: bool) -> Self {
        let (first, count) = places.first().copied().unwrap_or((0, 1));
        let colour = palette.colour(first, count);
        let (dash, fill) = match places.get(1) {
            None => (first, colour),
            Some((second, _)) if has_lines => (*second, colour),
            Some((second, count)) => (0, mixed(colour, WHITE, *second as f64 / (count.max(&2) - 1) as f64)),
        };
        Self { colour, dash: DASHES[dash % DASHES.len()], mark: MARKS[first % MARKS.len()], fill }
    }

    pub(crate) fn line(&self, width: f64) -> Stroke {
        Stroke { colour: self.colour, width, dash: self.dash.iter().map(|length| length * width).collect() }
    }
}

/// The shape of a mark.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Mark {
    Circle,
    Square,
    Up,
    Diamond,
    Down,
    Star,
    Pentagon,
    Plus,
}

const MARKS: [Mark; 8] =
    [Mark::Circle, Mark::Square, Mark::Up, Mark::Diamond, Mark::Down, Mark::Star, Mark::Pentagon, Mark::Plus];

/// Draws a mark.
pub(crate) fn draw_mark(drawing: &mut Drawing, mark: Mark, centre: Point, radius: f64, colour: Colour, fill: Colour) {
    let stroke = Stroke::solid(colour, 0.35 * radius);
    if mark == Mark::Circle {
        drawing.items.push(Item::Circle { centre, radius, fill: Some(fill), stroke: Some(stroke) });
        return;
    }
    let points = outline(mark).into_iter().map(|[x, y]| [centre[0] + radius * x, centre[1] + radius * y]).collect();
    drawing.items.push(Item::Area { points, fill: Some((fill, 1.0)), stroke: Some(stroke) });
}

/// The outline of a mark that looks as large as a circle of radius 1.
fn outline(mark: Mark) -> Vec<Point> {
    let regular = |corners: usize, turn: f64, radii: &[f64]| -> Vec<Point> {
        let corner = |place: usize| {
            let angle = std::f64::consts::TAU * (place as f64 / corners as f64 + turn);
            let (sine, cosine) = math::sin_cos(angle);
            let radius = radii[place % radii.len()];
            [radius * sine, -radius * cosine]
        };
        (0..corners).map(corner).collect()
    };
    match mark {
        Mark::Circle => Vec::new(),
        Mark::Square => regular(4, 0.125, &[1.25]),
        Mark::Up => regular(3, 0.0, &[1.35]),
        Mark::Diamond => regular(4, 0.0, &[1.35]),
        Mark::Down => regular(3, 0.5, &[1.35]),
        Mark::Star => regular(10, 0.0, &[1.5, 0.65]),
        Mark::Pentagon => regular(5, 0.0, &[1.2]),
        Mark::Plus => {
            let (reach, half) = (1.3, 0.4);
            let quarter = [[-half, -reach], [half, -reach], [half, -half]];
            let turned = |turns: usize, point: Point| (0..turns).fold(point, |[x, y], _| [-y, x]);
            (0..4).flat_map(|turns| quarter.map(|point| turned(turns, point))).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Relative luminance, from 0 to 1.
    fn luminance([red, green, blue]: Colour) -> f64 {
        (0.2126 * f64::from(red) + 0.7152 * f64::from(green) + 0.0722 * f64::from(blue)) / 255.0
    }

    #[test]
    fn no_two_lines_differ_in_colour_alone() {
        for palette in [Palette::OkabeIto, Palette::Viridis, Palette::Grey] {
            let count = palette.most();
            let looks: Vec<Look> = (0..count).map(|place| Look::of(palette, &[(place, count)], true)).collect();
            let shapes: BTreeSet<String> =
                looks.iter().map(|look| format!("{:?} {:?}", look.mark, look.dash)).collect();
            assert_eq!(shapes.len(), count, "{palette:?}");
            let colours: BTreeSet<Colour> = looks.iter().map(|look| look.colour).collect();
            assert_eq!(colours.len(), count, "{palette:?}");
        }
    }

    #[test]
    fn graded_colours_become_lighter() {
        for palette in [Palette::Viridis, Palette::Grey] {
            let lightness = |place: usize| luminance(palette.colour(place, 12));
            assert!((1..12).all(|place| lightness(place) > lightness(place - 1)), "{palette:?}");
        }
    }
}

//! The names of the lines: a legend with a sample of each line, or a name at the end of each line.

use super::axes::Across;
use super::panel::Drawn;
use super::{AXIS, BOX, GRID_COLOUR, LINE, Layout};
use crate::columns::Shown;
use crate::data::Series;
use crate::drawing::{Anchor, Colour, Item, Label, Point, Rectangle, Stroke, WHITE, width_of};
use crate::figure::{Kind, Legend, Palette};
use crate::selection::is_lane;
use crate::style::{Look, draw_mark, mixed};
use chokepoint_engine::scenario::Problem;

/// Grey, for a sample in the legend that stands for lines of any colour.
const NEUTRAL: Colour = [70; 3];

/// One entry of the legend.
pub(super) struct Entry {
    name: String,
    /// The line sample; `None` for a title.
    sample: Option<Sample>,
}

/// The sample of a line in the legend.
struct Sample {
    look: Look,
    has_mark: bool,
}

impl Layout<'_> {
    /// The entries of the legend. If one column distinguishes the lines, each line has an entry. If two columns do,
    /// each value of either column has an entry.
    pub(super) fn entries(&self) -> Vec<Entry> {
        let has_line = self.has_lines();
        let mut entries = Vec::new();
        for (place, used) in self.data.by.iter().enumerate() {
            if used.keys.len() < 2 && self.data.by.len() < 2 {
                continue;
            }
            let unit = Shown::of(used.column.unit, used.largest());
            if !is_lane(used) {
                entries.push(Entry { name: format!("{}:", unit.with(&self.words.column(&used.column))), sample: None });
            }
            for (key, value) in used.keys.iter().enumerate() {
                let count = used.keys.len();
                let look = match (place, self.data.by.len()) {
                    (0, 1) => Look::of(self.figure.palette, &[(key, count)], has_line),
                    (0, _) => Look::of(self.figure.palette, &[(key, count), (0, 1)], has_line),
                    // Lines with this dash pattern or shade can have any colour, so their sample in the legend is grey.
                    _ => {
                        let look = Look::of(Palette::Grey, &[(0, 1), (key, count)], has_line);
                        Look { colour: NEUTRAL, fill: mixed(NEUTRAL, look.fill, 1.0), ..look }
                    }
                };
                let name = self.words.key(&used.column, value, unit);
                entries.push(Entry { name, sample: Some(Sample { look, has_mark: place == 0 || !has_line }) });
            }
        }
        entries
    }

    fn sample_width(&self, sample: &Sample) -> f64 {
        if sample.has_mark && !self.has_lines() { 1.1 * self.font } else { 2.3 * self.font }
    }

    pub(super) fn entry_width(&self, entry: &Entry) -> f64 {
        let name = width_of(&Label::plain(entry.name.clone()), self.font);
        entry.sample.as_ref().map_or(0.0, |sample| self.sample_width(sample) + 0.4 * self.font) + name
    }

    /// Breaks the entries into rows of this width, each a list of indices.
    pub(super) fn flow(&self, entries: &[Entry], width: f64) -> Vec<Vec<usize>> {
        let mut rows: Vec<Vec<usize>> = Vec::new();
        let mut room = 0.0;
        for (place, entry) in entries.iter().enumerate() {
            let needed = self.entry_width(entry) + self.font;
            // An entry without a sample is a title. It starts a new row, except at the beginning.
            let begins = entry.sample.is_none() && place > 0;
            match rows.last_mut() {
                Some(row) if needed <= room + self.font && !begins => row.push(place),
                _ => {
                    rows.push(vec![place]);
                    room = width;
                }
            }
            room -= needed;
        }
        rows
    }

    /// Draws the legend as rows above the panels, or as a column that starts at this point.
    pub(super) fn legend(&mut self, entries: &[Entry], rows: Vec<Vec<usize>>, [left, top]: Point) {
        let font = self.font;
        match self.figure.legend {
            Legend::Top => {
                for (line, row) in rows.into_iter().enumerate() {
                    let width: f64 =
                        row.iter().map(|place| self.entry_width(&entries[*place]) + font).sum::<f64>() - font;
                    let mut x = ((self.drawing.size[0] - width) / 2.0).max(0.0);
                    for place in row {
                        self.entry(&entries[place], [x, 1.25 * font + 1.4 * font * line as f64]);
                        x += self.entry_width(&entries[place]) + font;
                    }
                }
            }
            Legend::Right => {
                for (line, entry) in entries.iter().enumerate() {
                    self.entry(entry, [left, top + 0.9 * font + 1.4 * font * line as f64]);
                }
            }
            Legend::Direct | Legend::None => {}
        }
    }

    fn entry(&mut self, entry: &Entry, [x, y]: Point) {
        let font = self.font;
        let mut text_at = x;
        if let Some(sample) = &entry.sample {
            let width = self.sample_width(sample);
            let middle = y - 0.33 * font;
            let Sample { look, has_mark } = sample;
            if self.has_lines() {
                self.drawing.line([[x, middle], [x + width, middle]], look.line(LINE));
            }
            let centre = [x + width / 2.0, middle];
            if self.figure.kind == Kind::Box {
                let (right, upper, lower) = (x + width, middle - 0.4 * font, middle + 0.4 * font);
                let points = vec![[x, upper], [right, upper], [right, lower], [x, lower]];
                let fill = Some((mixed(look.fill, WHITE, BOX), 1.0));
                self.drawing.items.push(Item::Area { points, fill, stroke: Some(Stroke::solid(look.colour, 0.7)) });
                draw_mark(&mut self.drawing, look.mark, centre, 0.17 * font, look.colour, WHITE);
            } else if *has_mark {
                draw_mark(&mut self.drawing, look.mark, centre, 0.25 * font, look.colour, look.fill);
            }
            text_at += width + 0.4 * font;
        }
        self.drawing.text([text_at, y], Label::plain(entry.name.clone()), font, Anchor::Start);
    }

    /// The name of a line, composed of its values, as in `CHOKe, 50 packets`.
    fn name_of(&self, series: &Series) -> String {
        let names = series.keys.iter().zip(&self.data.by).map(|(place, used)| {
            let unit = Shown::of(used.column.unit, used.largest());
            let name = self.words.key(&used.column, &used.keys[*place], unit);
            if is_lane(used) { name } else { format!("{name} {}", unit.symbol).trim_end().to_owned() }
        });
        names.collect::<Vec<_>>().join(", ")
    }

    /// The width of the names at the ends of the lines \[pt\].
    pub(super) fn direct_width(&self) -> Result<f64, Problem> {
        let problem = match (&self.across, &self.data.facet) {
            (_, Some(_)) => "direct needs a figure with a single panel",
            (Across::Words(_), _) => "direct names lines at their ends, and this figure has no lines",
            _ => {
                let names = self.data.panels.iter().flatten().map(|series| Label::plain(self.name_of(series)));
                return Ok(names.map(|name| width_of(&name, self.font)).fold(0.0, f64::max) + 0.8 * self.font);
            }
        };
        Err(Problem::new("legend", problem))
    }

    /// Writes the name of each line beside its end. Names that would overlap are moved apart, and a thin line connects
    /// each to the end of its line.
    pub(super) fn direct(&mut self, series: &[Series], lines: &[Drawn<'_>], frame: Rectangle) {
        let font = self.font;
        let ends = lines.iter().map(|line| line.spots.iter().rev().map(|(at, _)| *at).find(|at| frame.contains(*at)));
        let mut names: Vec<(Point, f64, String)> = series
            .iter()
            .zip(ends)
            .filter_map(|(series, end)| end.map(|end| (end, end[1], self.name_of(series))))
            .collect();
        names.sort_by(|(one, ..), (other, ..)| one[1].total_cmp(&other[1]));
        let wished: Vec<f64> = names.iter().map(|(_, y, _)| *y).collect();
        for ((_, y, _), place) in names.iter_mut().zip(apart(&wished, 1.15 * font, [frame.top, frame.bottom()])) {
            *y = place;
        }
        for (end, y, name) in names {
            let x = frame.right() + 0.5 * font;
            if (y - end[1]).abs() > 0.2 * font || end[0] < frame.right() - 1.5 * font {
                let start = [end[0] + 0.45 * font, end[1]];
                self.drawing.line([start, [x - 0.2 * font, y]], Stroke::solid(GRID_COLOUR, AXIS));
            }
            self.drawing.text([x, y + 0.35 * font], Label::plain(name), font, Anchor::Start);
        }
    }
}

/// Positions of labels, at least `distance` apart and as near as possible to the positions `wished`, which are in
/// ascending order. The labels lie between `first` and `last` if there is room for all of them.
fn apart(wished: &[f64], distance: f64, [first, last]: [f64; 2]) -> Vec<f64> {
    // Groups of touching labels are merged, and centred on the mean of their wished positions.
    let mut groups: Vec<(f64, usize)> = Vec::new();
    for &place in wished {
        groups.push((place, 1));
        while let [.., (above, many), (below, more)] = groups.as_slice() {
            let needed = distance * (many + more) as f64 / 2.0;
            if below - above >= needed - 1e-9 {
                break;
            }
            let (many, more) = (*many, *more);
            let middle = (above * many as f64 + below * more as f64) / (many + more) as f64;
            groups.truncate(groups.len() - 2);
            groups.push((middle, many + more));
        }
    }
    let places = groups.into_iter().flat_map(|(middle, count)| {
        let half = distance * (count - 1) as f64 / 2.0;
        let middle = middle.min(last - half).max(first + half);
        (0..count).map(move |place| middle - half + distance * place as f64)
    });
    places.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_moved_apart_as_little_as_possible() {
        assert_eq!(apart(&[10.0, 30.0], 8.0, [0.0, 100.0]), [10.0, 30.0]);
        assert_eq!(apart(&[10.0, 12.0, 50.0], 8.0, [0.0, 100.0]), [7.0, 15.0, 50.0]);
        assert_eq!(apart(&[99.0, 100.0], 8.0, [0.0, 100.0]), [92.0, 100.0]);
    }
}

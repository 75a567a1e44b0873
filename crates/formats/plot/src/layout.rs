//! The layout: positions of panels, axes, lines, marks and names on the paper.

mod axes;
mod legend;
mod panel;

use crate::columns::{LANE, Shown, Source, Words, upper_case_first};
use crate::data::{Data, Series};
use crate::drawing::{Anchor, Colour, Drawing, Item, Label, Rectangle, length, width_of};
use crate::figure::{COLUMN_MM, Figure, Legend};
use crate::scale::Scale;
use crate::selection::is_lane;
use crate::style::Look;
use axes::Across;
use chokepoint_engine::scenario::Problem;
use chokepoint_sweep::Sweep;
use panel::Shared;

/// Points (1/72 inch) per millimetre.
pub(crate) const PT_PER_MM: f64 = 72.0 / 25.4;
/// Default text size \[pt\].
pub(crate) const FONT_PT: f64 = 8.0;
/// Widths \[pt\]: of data lines, of axes, and of grid lines.
const LINE: f64 = 1.1;
const AXIS: f64 = 0.6;
const GRID: f64 = 0.4;
const GRID_COLOUR: Colour = [224, 224, 224];
const ZERO_COLOUR: Colour = [110, 110, 110];
/// Opacity of a band, low enough to tell overlapping bands apart.
const BAND: f64 = 0.2;
/// Lightness of the inside of a box: 0 is the box's own colour, 1 is white.
const BOX: f64 = 0.7;
/// Lengths of ticks \[pt\]: labelled and unlabelled.
const TICK: f64 = 3.0;
const SMALL_TICK: f64 = 1.8;
/// Margin between the outermost values and the ends of an axis, as a fraction of its length.
const MARGIN: f64 = 0.04;
/// Limits for panels side by side: the smallest width \[mm\], and the largest number in a row.
const PANEL_MM: f64 = 38.0;
const MOST_IN_A_ROW: usize = 4;
/// Height of a panel as a fraction of its width: for a single panel, and for one of several.
const FLATNESS: [f64; 2] = [0.62, 0.72];
/// Smallest height and width of a panel \[pt\].
const LEAST_PANEL: f64 = 28.0;

/// A figure during its layout.
pub(crate) struct Layout<'a> {
    figure: &'a Figure,
    data: &'a Data,
    words: Words<'a>,
    font: f64,
    x_unit: Shown,
    y_unit: Shown,
    across: Across,
    down: Scale,
    x_title: String,
    y_title: String,
    drawing: Drawing,
}

impl<'a> Layout<'a> {
    pub(crate) fn new(sweep: &'a Sweep, figure: &'a Figure, data: &'a Data) -> Result<Self, Problem> {
        let words = Words(&figure.names);
        let font = figure.font_pt.unwrap_or(FONT_PT);
        let (across, down) = (axes::across(figure, data)?, axes::down(figure, data)?);
        let x_unit = Shown::of(data.x.column.unit, data.x.largest());
        let y_unit = Shown::of(data.metric.unit().symbol(), axes::largest(figure, data));
        let x_title = figure.x_label.clone().unwrap_or_else(|| {
            if is_lane(&data.x) {
                words.0.get(LANE).cloned().unwrap_or_default()
            } else {
                x_unit.with(&words.column(&data.x.column))
            }
        });
        let y_title = figure.y_label.clone().unwrap_or_else(|| {
            let metric = upper_case_first(&data.name);
            let Some(against) = data.against.map(|lane| words.lane(&sweep.lanes()[lane])) else {
                return y_unit.with(&metric);
            };
            match data.lanes.as_slice() {
                [lane] => y_unit.with(&format!("{metric}, {} − {against}", words.lane(lane))),
                _ => y_unit.with(&format!("{metric}, difference from {against}")),
            }
        });
        let drawing = Drawing::default();
        Ok(Self { figure, data, words, font, x_unit, y_unit, across, down, x_title, y_title, drawing })
    }

    /// Draws the figure.
    pub(crate) fn draw(mut self) -> Result<Drawing, Problem> {
        let width = self.figure.width_mm.unwrap_or(COLUMN_MM) * PT_PER_MM;
        let count = self.data.panels.len();
        // A panel is wider than its heading, so that headings of neighbouring panels do not touch.
        let least = (PANEL_MM * PT_PER_MM).max(self.heading_width() + self.font);
        let most = ((width / least) as usize).clamp(1, MOST_IN_A_ROW);
        let rows = count.div_ceil(most);
        let across = count.div_ceil(rows);
        let font = self.font;

        // The elements around the panels, from top to bottom.
        let entries = self.entries();
        let right = match self.figure.legend {
            Legend::Right if !entries.is_empty() => {
                1.2 * font + entries.iter().map(|it| self.entry_width(it)).fold(0.0, f64::max)
            }
            Legend::Direct => self.direct_width()?,
            _ => 0.4 * font,
        };
        let gap = 1.2 * font;
        let panel_width = |left: f64| (width - left - right - gap * (across - 1) as f64) / across as f64;
        let legend = if self.figure.legend == Legend::Top { self.flow(&entries, width - font) } else { Vec::new() };
        let top = 0.5 * font + 1.4 * font * legend.len() as f64 + if legend.is_empty() { 0.0 } else { 0.2 * font };
        let strip = if self.data.facet.is_some() { 1.5 * font } else { 0.0 };
        let guess = panel_width(4.0 * font);
        let x_labels = self.x_ticks(guess);
        let is_turned = matches!(self.across, Across::Words(_)) && axes::overlap(&x_labels, guess, font);
        let label_height = if is_turned {
            x_labels.iter().filter_map(|(_, tick)| tick.label.as_ref()).map(|it| width_of(it, font)).fold(0.0, f64::max)
                + 0.2 * font
        } else {
            1.05 * font
        };
        let bottom = TICK + 0.2 * font + label_height + if self.x_title.is_empty() { 0.2 * font } else { 1.6 * font };
        let row_gap = 0.7 * font;
        let around = |rows: usize| top + bottom + strip * rows as f64 + row_gap * (rows - 1) as f64;
        let panel_height = match self.figure.height_mm {
            Some(height) => (height * PT_PER_MM - around(rows)) / rows as f64,
            None => (guess * FLATNESS[usize::from(count > 1)]).max(LEAST_PANEL),
        };
        let height = around(rows) + panel_height * rows as f64;
        let y_ticks = self.y_ticks(panel_height);
        let y_title = in_lines(&self.y_title, height - font, font);
        let left_title = if self.y_title.is_empty() { 0.0 } else { (0.3 + 1.2 * y_title.len() as f64) * font };
        let labels = y_ticks.iter().filter_map(|tick| tick.label.as_ref());
        let left = left_title + labels.map(|label| width_of(label, font)).fold(0.0, f64::max) + TICK + 0.35 * font;
        let panel_width = panel_width(left);
        for (field, size) in [("width_mm", panel_width), ("height_mm", panel_height)] {
            if size < LEAST_PANEL {
                let problem = format!(
                    "leaves {} mm for a panel; at least {} mm are needed",
                    length(size / PT_PER_MM),
                    length(LEAST_PANEL / PT_PER_MM)
                );
                return Err(Problem::new(field, problem));
            }
        }
        self.drawing.size = [width, height];
        let shared = Shared { y_ticks, is_turned };
        for (place, series) in self.data.panels.iter().enumerate() {
            let (row, column) = (place / across, place % across);
            let frame = Rectangle {
                left: left + column as f64 * (panel_width + gap),
                top: top + strip + row as f64 * (panel_height + strip + row_gap),
                width: panel_width,
                height: panel_height,
            };
            self.contents(series, frame, &shared.y_ticks);
            self.axes(frame, &shared, column == 0, place + across >= count);
            if let Some(facet) = &self.data.facet {
                self.heading(facet, place, frame);
            }
        }
        let panels = Rectangle {
            left,
            top: top + strip,
            width: panel_width * across as f64 + gap * (across - 1) as f64,
            height: height - top - strip - bottom,
        };
        self.titles(&y_title, panels);
        self.legend(&entries, legend, [width - right + 0.8 * font, top + strip]);
        match self.drawing.text_outside() {
            Some((text, is_upright)) => {
                let field = if is_upright { "height_mm" } else { "width_mm" };
                let problem = format!("is too small for the text {text:?}; give a shorter one, or a smaller font_pt");
                Err(Problem::new(field, problem))
            }
            None => Ok(self.drawing),
        }
    }

    /// Whether lines connect the points. They do not in box plots, on a categorical axis, or over indices of flows or
    /// groups.
    fn has_lines(&self) -> bool {
        matches!(self.across, Across::Numbers(_)) && self.data.x.column.source != Source::Number
    }

    fn look(&self, series: &Series) -> Look {
        let places: Vec<(usize, usize)> =
            series.keys.iter().zip(&self.data.by).map(|(place, used)| (*place, used.keys.len())).collect();
        Look::of(self.figure.palette, &places, self.has_lines())
    }

    /// Writes the axis titles: one below all panels, and one beside them, on as many lines as needed.
    fn titles(&mut self, y_title: &[String], panels: Rectangle) {
        let [_, height] = self.drawing.size;
        let font = self.font;
        if !self.x_title.is_empty() {
            let at = [panels.left + panels.width / 2.0, height - 0.4 * font];
            self.drawing.text(at, Label::plain(self.x_title.clone()), font, Anchor::Middle);
        }
        for (line, text) in y_title.iter().enumerate() {
            // The title is centred on the panels, but never sticks out of the paper.
            let half = width_of(&Label::plain(text.clone()), font) / 2.0;
            let middle = (panels.top + panels.height / 2.0).min(height - half - 1.0).max(half + 1.0);
            let at = [(1.05 + 1.2 * line as f64) * font, middle];
            let label = Label::plain(text.clone());
            self.drawing.items.push(Item::Text { at, label, size: font, anchor: Anchor::Middle, is_upright: true });
        }
    }
}

/// The text on one line or, if that would be wider than `width`, broken at a space into two lines of similar width.
fn in_lines(text: &str, width: f64, font: f64) -> Vec<String> {
    let of = |text: &str| width_of(&Label::plain(text), font);
    let breaks = text.char_indices().filter(|(_, character)| *character == ' ').map(|(place, _)| place);
    let wider = |place: &usize| of(&text[..*place]).max(of(&text[place + 1..]));
    match breaks.min_by(|one, other| wider(one).total_cmp(&wider(other))).filter(|_| of(text) > width) {
        Some(place) => vec![text[..place].to_owned(), text[place + 1..].to_owned()],
        None => vec![text.to_owned()],
    }
}

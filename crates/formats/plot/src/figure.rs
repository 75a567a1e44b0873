//! The definition of a figure: which part of a table it draws, and in which style. The command line, Python and figure
//! files share this definition.

use chokepoint_engine::scenario::Problem;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use ts_rs::TS;

/// Version of the format. It increases when older versions would misread a new figure file.
pub const FIGURE_SCHEMA: u32 = 1;
/// Width of a figure that spans one column of a two-column page \[mm\].
pub const COLUMN_MM: f64 = 84.0;
/// Width of a figure that spans both columns of such a page \[mm\].
pub const PAGE_MM: f64 = 174.0;
/// Smallest and largest width or height of a figure \[mm\].
pub(crate) const SIZES_MM: [f64; 2] = [20.0, 1_000.0];
/// Largest absolute value that is drawn.
pub(crate) const LARGEST: f64 = 1e15;
/// Smallest and largest size of the text \[pt\].
pub(crate) const FONTS_PT: [f64; 2] = [4.0, 36.0];

/// A description of a figure: the drawn part of the table of a sweep, and the style. A field that is `None` has a
/// default that depends on the table.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize, TS)]
#[serde(default, deny_unknown_fields)]
#[ts(optional_fields, rename = "PlotFigure")]
pub struct Figure {
    /// Address of the schema, by which an editor finds the schema. This program ignores the field.
    #[serde(rename = "$schema", skip_serializing)]
    #[ts(skip)]
    pub editor: Option<String>,
    /// Version of the format; `None` counts as [`FIGURE_SCHEMA`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub schema: Option<u32>,
    /// Kind of the figure.
    pub kind: Kind,
    /// Setting of the horizontal axis, as a full path or its last word, or `lane`. Default: the first varied setting.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub x: Option<String>,
    /// Metric of the vertical axis. Default: the first metric of the sweep.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub y: Option<String>,
    /// The axes that distinguish lines, at most two: each value of such an axis has a line. Default: the lane, and the
    /// first varied setting that is neither `x` nor `facet`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<Vec<String>>,
    /// The axis that distinguishes panels: each value has a panel. Default, if `by` is not given: the first varied
    /// setting that is neither `x` nor used for lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub facet: Option<String>,
    /// The values that are drawn, by axis. An axis is named by its path, its last word, or `lane`. Default: all values.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[ts(type = "Readonly<Record<string, ReadonlyArray<SettingValue>>>")]
    pub only: BTreeMap<String, Vec<Value>>,
    /// Reference lane of the differences. Default: the reference lane of the sweep, or the first of two lanes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub against: Option<String>,
    /// The interval drawn around the mean or median of a point's runs.
    pub interval: Interval,
    /// How the interval is drawn. Default: a band for curves over numbers, and error bars otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shape: Option<Shape>,
    /// Axes with a logarithmic scale. Default: the horizontal axis, if each of its values is the same multiple of the
    /// value before it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub log: Option<Vec<AxisName>>,
    /// Ends of the horizontal axis, in the unit of the setting.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub x_range: Option<[f64; 2]>,
    /// Ends of the vertical axis, in the unit of the metric.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub y_range: Option<[f64; 2]>,
    /// Width \[mm\]; [`COLUMN_MM`] by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width_mm: Option<f64>,
    /// Height \[mm\]. Default: computed from the width and the number of panels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub height_mm: Option<f64>,
    /// Size of the text \[pt\]. Default: 8.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub font_pt: Option<f64>,
    /// Place of the names of the lines.
    pub legend: Legend,
    /// Colours.
    pub palette: Palette,
    /// Title of the horizontal axis.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub x_label: Option<String>,
    /// Title of the vertical axis.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub y_label: Option<String>,
    /// Display names of lanes, settings and text values; the keys are the names in the table.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[ts(type = "Readonly<Record<string, string>>")]
    pub names: BTreeMap<String, String>,
}

/// Kind of a figure.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize, TS)]
#[serde(rename_all = "lowercase")]
#[ts(rename = "FigureKind")]
pub enum Kind {
    /// A metric over a setting, with a line for each lane or value.
    #[default]
    Curves,
    /// The differences between each lane and a reference lane, over the same seeds.
    Differences,
    /// The distribution of the runs over the seeds, as box plots by Tukey's definition.
    Box,
}

/// The interval drawn around the mean or median of a point's runs.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize, TS)]
#[serde(rename_all = "lowercase")]
#[ts(rename = "FigureInterval")]
pub enum Interval {
    /// The mean with its 95 % interval by Student's t.
    #[default]
    Student,
    /// The median with the quartiles.
    Quartiles,
    /// The mean alone.
    None,
}

/// How an interval is drawn.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize, TS)]
#[serde(rename_all = "lowercase")]
#[ts(rename = "FigureShape")]
pub enum Shape {
    /// As an area along the line.
    Band,
    /// As a bar at each point.
    Bars,
}

/// An axis of a figure.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize, TS)]
#[serde(rename_all = "lowercase")]
#[ts(rename = "FigureAxis")]
pub enum AxisName {
    /// The horizontal axis.
    X,
    /// The vertical axis.
    Y,
}

/// Place of the names of the lines.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize, TS)]
#[serde(rename_all = "lowercase")]
#[ts(rename = "FigureLegend")]
pub enum Legend {
    /// Above the panels.
    #[default]
    Top,
    /// At the right.
    Right,
    /// Each name at the end of its line.
    Direct,
    /// Nowhere.
    None,
}

/// Colours of the lines.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(rename = "FigurePalette")]
pub enum Palette {
    /// Eight colours that people with a colour vision deficiency can tell apart (Okabe and Ito, 2008).
    #[default]
    OkabeIto,
    /// Colours from violet to green, in equal steps of lightness.
    Viridis,
    /// From black to light grey.
    Grey,
}

impl Figure {
    /// Reads a figure file.
    pub fn parse_text(text: &str) -> Result<Self, Vec<Problem>> {
        let figure: Self = serde_json::from_str(text)
            .map_err(|error| vec![Problem::new("figure", format!("cannot be read: {error}"))])?;
        figure.check()?;
        Ok(figure)
    }

    /// Reads a figure from JSON. A problem names the field.
    pub fn parse(given: &Value) -> Result<Self, Vec<Problem>> {
        let Some(fields) = given.as_object() else {
            return Err(vec![Problem::new("figure", "is not an object with the fields of a figure")]);
        };
        // Every field has a default, so that each can be parsed alone.
        let alone = |(field, value): (&String, &Value)| {
            let field_alone = Value::Object([(field.clone(), value.clone())].into_iter().collect());
            serde_json::from_value::<Self>(field_alone).err().map(|error| Problem::new(field, error.to_string()))
        };
        let problems: Vec<Problem> = fields.iter().filter_map(alone).collect();
        if !problems.is_empty() {
            return Err(problems);
        }
        let figure: Self =
            serde_json::from_value(given.clone()).map_err(|error| vec![Problem::new("figure", error.to_string())])?;
        figure.check()?;
        Ok(figure)
    }

    /// The figure as JSON, one field a line.
    pub fn to_text(&self) -> String {
        let written = Self { schema: Some(FIGURE_SCHEMA), ..self.clone() };
        // This cannot fail: strings and finite numbers have a JSON form.
        serde_json::to_string_pretty(&written).unwrap_or_default() + "\n"
    }

    /// Checks every field that can be checked without a table.
    pub fn check(&self) -> Result<(), Vec<Problem>> {
        let mut problems = Vec::new();
        let mut wrong = |field: &str, problem: String| problems.push(Problem::new(field, problem));
        if let Some(schema) = self.schema.filter(|schema| *schema != FIGURE_SCHEMA) {
            wrong("schema", format!("{schema} is not {FIGURE_SCHEMA}, the only version there is"));
        }
        for (field, value, [low, high], unit) in [
            ("width_mm", self.width_mm, SIZES_MM, "mm"),
            ("height_mm", self.height_mm, SIZES_MM, "mm"),
            ("font_pt", self.font_pt, FONTS_PT, "pt"),
        ] {
            if let Some(value) = value.filter(|value| !(low..=high).contains(value)) {
                wrong(field, format!("{value} {unit} is not from {low} to {high} {unit}"));
            }
        }
        for (field, range) in [("x_range", self.x_range), ("y_range", self.y_range)] {
            let is_range = |[low, high]: &[f64; 2]| low < high && low.abs().max(high.abs()) <= LARGEST;
            if let Some([low, high]) = range.filter(|range| !is_range(range)) {
                let problem =
                    format!("{low}..{high} is not a range of two numbers up to {LARGEST:e}, the smaller one first");
                wrong(field, problem);
            }
        }
        if let Some(by) = self.by.as_ref().filter(|by| by.len() > 2) {
            wrong("by", format!("has {} entries; at most two can distinguish lines", by.len()));
        }
        if self.against.is_some() && self.kind != Kind::Differences {
            wrong("against", "is for the kind differences alone".into());
        }
        if self.kind == Kind::Differences && self.interval == Interval::Quartiles {
            wrong("interval", "quartiles are for the kind curves; differences have student or none".into());
        }
        if problems.is_empty() { Ok(()) } else { Err(problems) }
    }
}

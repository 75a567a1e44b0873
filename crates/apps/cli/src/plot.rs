//! `chokepoint plot`: draws figures for papers from the table of a sweep.

use crate::failure::Failure;
use crate::shown::lines_shown;
use crate::sweep::tables;
use crate::units;
use chokepoint_plot::{COLUMN_MM, Figure, PAGE_MM, Plot};
use chokepoint_scenes::files::{self, read_text};
use chokepoint_sweep::Sweep;
use clap::Args;
use clap::builder::PossibleValuesParser;
use serde_json::{Map, Value, json};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Largest figure file \[bytes\].
const MAX_FIGURE_BYTES: u64 = 1 << 20;

/// Options of the figure.
#[derive(Args)]
pub(crate) struct Options {
    /// Table of a sweep: .parquet, .csv or .json
    #[arg(value_name = "RESULTS")]
    table: PathBuf,
    /// Write the figure into this file: .svg, .pdf, or .tex for LaTeX; repeatable
    #[arg(long, value_name = "FILE", required_unless_present = "write_figure")]
    out: Vec<PathBuf>,
    /// Replace files that exist
    #[arg(long)]
    replace: bool,
    /// Definition of the figure: a name from the sweep file, or a JSON file
    ///
    /// The other options take precedence.
    #[arg(long, value_name = "NAME|FILE")]
    figure: Option<PathBuf>,
    /// Write the definition of the figure into this file
    #[arg(long, value_name = "FILE")]
    write_figure: Option<PathBuf>,
    /// Kind of figure
    ///
    /// curves draws lines over a setting, differences compares lanes seed by seed, and box shows the distribution over the seeds.
    #[arg(long, value_parser = PossibleValuesParser::new(["curves", "differences", "box"]))]
    kind: Option<String>,
    /// Horizontal axis: a setting, or lane
    #[arg(long, value_name = "AXIS")]
    x: Option<String>,
    /// Vertical axis: a metric of the table
    #[arg(long, value_name = "METRIC")]
    y: Option<String>,
    /// Draw a line for each value of a setting, or for each lane (lane)
    ///
    /// Two axes are separated by a comma: colours and marks then show the first, and dashes show the second.
    #[arg(long, value_name = "AXIS", value_delimiter = ',')]
    by: Vec<String>,
    /// Draw a panel for each value of a setting, or for each lane (lane)
    #[arg(long, value_name = "AXIS")]
    facet: Option<String>,
    /// Draw only these values of a setting, or these lanes; repeatable
    #[arg(long, value_name = "AXIS=VALUE,VALUE")]
    only: Vec<String>,
    /// Reference lane of the differences
    #[arg(long, value_name = "LANE")]
    against: Option<String>,
    /// Statistics to draw
    ///
    /// student draws means with their 95 % intervals (Student), quartiles draws medians with quartiles, and none draws means alone.
    #[arg(long, value_parser = PossibleValuesParser::new(["student", "quartiles", "none"]))]
    interval: Option<String>,
    /// Draw intervals as a band along the line, or as error bars
    #[arg(long, value_parser = PossibleValuesParser::new(["band", "bars"]))]
    shape: Option<String>,
    /// Axes with a logarithmic scale
    #[arg(long, value_delimiter = ',', value_parser = PossibleValuesParser::new(["x", "y", "none"]))]
    log: Vec<String>,
    /// Ends of the horizontal axis, such as 1mbit..4mbit
    #[arg(long, value_name = "FROM..TO", allow_hyphen_values = true, value_parser = range)]
    x_range: Option<[f64; 2]>,
    /// Ends of the vertical axis, such as 0..1
    #[arg(long, value_name = "FROM..TO", allow_hyphen_values = true, value_parser = range)]
    y_range: Option<[f64; 2]>,
    /// Width: column (84mm), page (174mm), or a length with mm, cm, in or pt
    #[arg(long, value_name = "LENGTH", value_parser = length_mm)]
    width: Option<f64>,
    /// Height, a length as for --width; by default, it follows from the width
    #[arg(long, value_name = "LENGTH", value_parser = length_mm)]
    height: Option<f64>,
    /// Font size in points; by default, 8
    #[arg(long, value_name = "PT")]
    font: Option<f64>,
    /// Legend above the figure, at its right, or at the end of each line (direct)
    #[arg(long, value_parser = PossibleValuesParser::new(["top", "right", "direct", "none"]))]
    legend: Option<String>,
    /// Colours
    #[arg(long, value_parser = PossibleValuesParser::new(["okabe-ito", "viridis", "grey"]))]
    palette: Option<String>,
    /// Title of the horizontal axis
    #[arg(long, value_name = "TEXT")]
    x_label: Option<String>,
    /// Title of the vertical axis
    #[arg(long, value_name = "TEXT")]
    y_label: Option<String>,
    /// Print another text for a name in the figure, e.g. rate_bps='UDP rate'; repeatable
    #[arg(long = "name", value_name = "WORD=TEXT")]
    renamed: Vec<String>,
}

/// Draws the figure, writes it, and prints its caption.
pub(crate) fn plot(options: &Options) -> Result<(), Failure> {
    let formats = options.out.iter().map(|file| Format::of(file)).collect::<Result<Vec<_>, _>>()?;
    let results = tables::read(&options.table)?;
    let figure = figure(options, results.sweep())?;
    let runs = results.lines().map(|line| (line.task, line.values));
    let plot = Plot::new(results.sweep(), &figure, runs)?;
    for (file, format) in options.out.iter().zip(formats) {
        let bytes = match format {
            Format::Svg => plot.svg().into_bytes(),
            Format::Pdf => plot.pdf(),
            Format::Tex => plot.tikz().into_bytes(),
        };
        files::write_whole(file, options.replace, |out| out.write_all(&bytes))?;
        let missing: String = plot.missing_in_pdf().into_iter().collect();
        if matches!(format, Format::Pdf) && !missing.is_empty() {
            let missing = lines_shown(&missing);
            eprintln!(
                "{}: the typeface of the PDF lacks {missing}, shown as ?; .tex and .svg have them",
                file.display()
            );
        }
    }
    if let Some(file) = &options.write_figure {
        files::write_whole(file, options.replace, |out| out.write_all(figure.to_text().as_bytes()))?;
    }
    writeln!(io::stdout().lock(), "{}", lines_shown(plot.caption()))?;
    Ok(())
}

#[derive(Clone, Copy)]
enum Format {
    Svg,
    Pdf,
    Tex,
}

impl Format {
    /// The format by the extension of a file name.
    fn of(file: &Path) -> Result<Self, Failure> {
        match file.extension().and_then(|extension| extension.to_str()) {
            Some("svg") => Ok(Self::Svg),
            Some("tex") => Ok(Self::Tex),
            Some("pdf") => Ok(Self::Pdf),
            _ => Err(Failure::wrong(format!(
                "{}: does not end in .svg, .pdf or .tex, the formats of a figure",
                file.display()
            ))),
        }
    }
}

/// The definition that `--figure` names: a figure of the sweep, otherwise a file.
fn defined(given: &Path, sweep: &Sweep) -> Result<Map<String, Value>, Failure> {
    let name = given.display().to_string();
    // The definition is checked before other options override its fields, because they could hide a mistake in it.
    if let Some(figure) = chokepoint_plot::figure_of(sweep, &name) {
        figure?;
        return Ok(sweep.figures()[&name].as_object().cloned().unwrap_or_default());
    }
    let text = read_text(given, MAX_FIGURE_BYTES).map_err(|error| {
        let names: Vec<&str> = sweep.figures().keys().map(String::as_str).collect();
        let figures = match names.is_empty() {
            true => String::new(),
            false => format!("; the figures of the table are {}", names.join(", ")),
        };
        Failure::wrong(format!("{name}: {error}{figures}"))
    })?;
    Figure::parse_text(&text).map_err(|problems| Failure::from(problems).in_field(&name))?;
    serde_json::from_str(&text).map_err(|error| Failure::wrong(format!("{name}: {error}")))
}

/// The figure to draw: the definition of `--figure`, if any, with the fields that other options override.
fn figure(options: &Options, sweep: &Sweep) -> Result<Figure, Failure> {
    let mut fields = options.figure.as_ref().map_or_else(|| Ok(Map::new()), |given| defined(given, sweep))?;
    let list = |values: &[String]| (!values.is_empty()).then(|| json!(values));
    let logarithmic: Vec<String> = options.log.iter().filter(|axis| *axis != "none").cloned().collect();
    let given: [(&str, Option<Value>); 18] = [
        ("kind", options.kind.as_ref().map(|it| json!(it))),
        ("x", options.x.as_ref().map(|it| json!(it))),
        ("y", options.y.as_ref().map(|it| json!(it))),
        ("by", list(&options.by)),
        ("facet", options.facet.as_ref().map(|it| json!(it))),
        ("against", options.against.as_ref().map(|it| json!(it))),
        ("interval", options.interval.as_ref().map(|it| json!(it))),
        ("shape", options.shape.as_ref().map(|it| json!(it))),
        ("log", (!options.log.is_empty()).then(|| json!(logarithmic))),
        ("x_range", options.x_range.map(|it| json!(it))),
        ("y_range", options.y_range.map(|it| json!(it))),
        ("width_mm", options.width.map(|it| json!(it))),
        ("height_mm", options.height.map(|it| json!(it))),
        ("font_pt", options.font.map(|it| json!(it))),
        ("legend", options.legend.as_ref().map(|it| json!(it))),
        ("palette", options.palette.as_ref().map(|it| json!(it))),
        ("x_label", options.x_label.as_ref().map(|it| json!(it))),
        ("y_label", options.y_label.as_ref().map(|it| json!(it))),
    ];
    fields.extend(given.into_iter().filter_map(|(field, value)| Some((field.to_owned(), value?))));
    pairs(&mut fields, "only", &options.only, |values| values.split(',').map(word).collect())?;
    pairs(&mut fields, "names", &options.renamed, |text| json!(text))?;
    Ok(Figure::parse_text(&Value::Object(fields).to_string())?)
}

/// Puts pairs `NAME=VALUE` of an option into a field.
fn pairs(
    fields: &mut Map<String, Value>,
    field: &str,
    given: &[String],
    value: impl Fn(&str) -> Value,
) -> Result<(), Failure> {
    for text in given {
        let (name, after) = text.split_once('=').ok_or_else(|| {
            Failure::wrong(format!("--{}: {text:?} has no =", if field == "names" { "name" } else { field }))
        })?;
        let pairs = fields.entry(field).or_insert_with(|| json!({}));
        pairs[name] = value(after);
    }
    Ok(())
}

/// Parses an option's value: a number, a rate or time with its unit, or otherwise a word.
fn word(text: &str) -> Value {
    let whole = text.parse::<i64>().ok().map(Value::from);
    whole.unwrap_or_else(|| number(text).map_or_else(|| json!(text), |number| json!(number)))
}

fn number(text: &str) -> Option<f64> {
    let plain = text.parse().ok().filter(|number: &f64| number.is_finite());
    plain.or_else(|| units::rate(text).ok()).or_else(|| units::time(text).ok())
}

/// Reads two ends, `0..1`.
fn range(text: &str) -> Result<[f64; 2], String> {
    let ends = text.split_once("..").and_then(|(from, to)| Some([number(from)?, number(to)?]));
    ends.ok_or_else(|| format!("{text} is not a range of two numbers such as 0..1"))
}

/// Reads a length \[mm\].
fn length_mm(text: &str) -> Result<f64, String> {
    // A length is multiplied by the first factor of its unit and divided by the second. Both factors are integers, so
    // 3.5in gives exactly 88.9.
    const UNITS: [(&str, f64, f64); 4] =
        [("mm", 1.0, 1.0), ("cm", 10.0, 1.0), ("in", 254.0, 10.0), ("pt", 254.0, 720.0)];
    match text {
        "column" => return Ok(COLUMN_MM),
        "page" => return Ok(PAGE_MM),
        _ => {}
    }
    let found = UNITS.into_iter().find_map(|(unit, times, over)| {
        let number: f64 = text.strip_suffix(unit)?.trim().parse().ok()?;
        Some(number * times / over)
    });
    found.ok_or_else(|| format!("{text} is not a length; a length is column, page, or a number with mm, cm, in or pt"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_and_ranges_have_units() {
        assert_eq!(
            ["column", "84mm", "3.5 in", "72pt", "2cm"].map(|it| length_mm(it).unwrap()),
            [84.0, 84.0, 88.9, 25.4, 20.0]
        );
        assert!(length_mm("84").unwrap_err().contains("mm, cm, in or pt") && length_mm("wide").is_err());
        assert_eq!(range("1mbit..4e6"), Ok([1e6, 4e6]));
        assert_eq!(range("-1..0"), Ok([-1.0, 0.0]));
        assert!(range("3").unwrap_err().contains("such as 0..1"));
    }
}

//! Publication figures from the table of a sweep: curves with intervals, differences between lanes, and box plots, as
//! SVG, PDF and TikZ.
//!
//! Like the engine, this crate is pure. The command line, the Python package and the page pass it the runs of a table,
//! and all three get the same bytes. The bytes depend only on the sweep, the figure and the set of runs, not on the
//! order of the runs.
//!
//! ```
//! use chokepoint_plot::{Figure, Plot};
//! use chokepoint_sweep::{Runner, Sweep};
//!
//! let sweep = Sweep::parse_text(
//!     r#"{
//!         "scene": { "duration_s": 2, "flows": [{ "transport": "udp", "rate_bps": 2e6 }, { "transport": "newreno" }] },
//!         "over": [{ "path": "flows.0.rate_bps", "values": [1e6, 2e6, 4e6] }],
//!         "lanes": ["red", "choke"],
//!         "seeds": 2,
//!         "metrics": ["udp_utilization"]
//!     }"#,
//! )
//! .expect("a right sweep");
//! let mut runner = Runner::new(&sweep);
//! let rows: Vec<_> = (0..sweep.tasks()).filter_map(|index| sweep.task(index)).map(|task| runner.run(task)).collect();
//! let values: Vec<_> = rows
//!     .iter()
//!     .map(|row| (row.task, row.values.iter().flatten().map(|value| value.unwrap_or(f64::NAN)).collect::<Vec<_>>()))
//!     .collect();
//! let runs = values.iter().map(|(task, values)| (*task, values.as_slice()));
//! let plot = Plot::new(&sweep, &Figure::default(), runs).expect("a right figure");
//! assert!(plot.svg().starts_with("<svg") && plot.tikz().contains("tikzpicture"));
//! ```

mod caption;
mod columns;
mod data;
mod drawing;
mod figure;
mod layout;
mod pdf;
mod scale;
mod schema;
mod selection;
mod style;
mod svg;
mod tikz;
pub mod typescript;

pub use caption::definition_hash;
pub use figure::{AxisName, COLUMN_MM, FIGURE_SCHEMA, Figure, Interval, Kind, Legend, PAGE_MM, Palette, Shape};
pub use schema::{figure_schema, sweep_schema};

use base64ct::{Base64, Encoding};
use chokepoint_engine::NUMBERS;
use chokepoint_engine::scenario::Problem;
use chokepoint_sweep::{Sweep, Task};
use data::Data;
use drawing::Drawing;
use layout::{Layout, PT_PER_MM};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use ts_rs::TS;

/// Parses the figure with this name in a sweep's definition; `None` if there is none. A problem has its path in the
/// sweep file, such as `figures.load.kind`.
pub fn figure_of(sweep: &Sweep, name: &str) -> Option<Result<Figure, Vec<Problem>>> {
    let figure = Figure::parse(sweep.figures().get(name)?);
    Some(figure.map_err(|problems| problems.into_iter().map(|problem| of_figure(name, problem)).collect()))
}

/// Parses all figures in a sweep's definition, and checks that each can be drawn from the sweep's table. For paths, see
/// [`figure_of`].
pub fn figures_of(sweep: &Sweep) -> Result<BTreeMap<String, Figure>, Vec<Problem>> {
    let (mut figures, mut problems) = (BTreeMap::new(), Vec::new());
    for name in sweep.figures().keys() {
        let checked = figure_of(sweep, name).map(|figure| {
            let figure = figure?;
            data::check(sweep, &figure).map_err(|problem| vec![of_figure(name, problem)])?;
            Ok(figure)
        });
        match checked {
            Some(Ok(figure)) => _ = figures.insert(name.clone(), figure),
            Some(Err(found)) => problems.extend::<Vec<Problem>>(found),
            None => {}
        }
    }
    if problems.is_empty() { Ok(figures) } else { Err(problems) }
}

fn of_figure(name: &str, Problem { path, problem, .. }: Problem) -> Problem {
    Problem::new(format!("figures.{name}.{path}"), problem)
}

/// A figure in all formats.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct PlotTexts {
    /// The figure as SVG.
    pub svg: String,
    /// The figure as a document of LaTeX.
    pub tikz: String,
    /// The figure as a PDF, in Base64.
    pub pdf: String,
    /// The characters that the typeface of the PDF lacks. The PDF shows a question mark for each.
    pub missing_in_pdf: String,
    /// The caption, one sentence a line.
    pub caption: String,
}

/// A figure that is drawn.
#[derive(Clone, Debug)]
pub struct Plot {
    drawing: Drawing,
    title: String,
    caption: String,
    provenance: Value,
}

impl Plot {
    /// Draws a figure of a sweep. `runs` are the runs of the table in any order: each has one value per metric, NaN
    /// where the run has no value. A run without any values means that its point has no valid scene. The error names
    /// the figure's field.
    pub fn new<'a>(
        sweep: &Sweep,
        figure: &Figure,
        runs: impl IntoIterator<Item = (Task, &'a [f64])>,
    ) -> Result<Self, Vec<Problem>> {
        figure.check()?;
        let draw = || {
            let data = Data::new(sweep, figure, runs)?;
            let drawing = Layout::new(sweep, figure, &data)?.draw()?;
            Ok((drawing, caption::title(sweep, figure, &data), caption::caption(sweep, figure, &data)))
        };
        let (drawing, title, caption) = draw().map_err(|problem: Problem| vec![problem])?;
        let provenance = json!({
            "chokepoint_figure": FIGURE_SCHEMA,
            "engine_version": env!("CARGO_PKG_VERSION"),
            "numbers": NUMBERS,
            "definition_sha256": definition_hash(sweep),
            "figure": Figure { schema: None, ..figure.clone() },
        });
        Ok(Self { drawing, title, caption, provenance })
    }

    /// The figure as SVG. The element `<desc>` contains the caption, and `<metadata>` the provenance as JSON.
    pub fn svg(&self) -> String {
        svg::write(&self.drawing, &self.title, &self.caption, &self.provenance.to_string())
    }

    /// The figure as a PDF of one page, which contains its typeface. The document's information has the caption as its
    /// subject, and the provenance as JSON. A character of [`Self::missing_in_pdf`] becomes a question mark.
    pub fn pdf(&self) -> Vec<u8> {
        pdf::write(&self.drawing, &self.title, &self.caption, &self.provenance.to_string())
    }

    /// The characters of the figure that the typeface of the PDF lacks, each once.
    pub fn missing_in_pdf(&self) -> Vec<char> {
        pdf::missing(&self.drawing)
    }

    /// The figure as a LaTeX document, which needs the packages `standalone` and `tikz`. Caption and provenance are in
    /// its comments.
    pub fn tikz(&self) -> String {
        tikz::write(&self.drawing, &[&self.caption, &self.provenance.to_string()])
    }

    /// The caption, one sentence a line: the drawn quantity, the number of runs with their interval, the measured
    /// window, and the origin.
    pub fn caption(&self) -> &str {
        &self.caption
    }

    /// The figure in all formats, for the page.
    pub fn texts(&self) -> PlotTexts {
        PlotTexts {
            svg: self.svg(),
            tikz: self.tikz(),
            pdf: Base64::encode_string(&self.pdf()),
            missing_in_pdf: self.missing_in_pdf().into_iter().collect(),
            caption: self.caption.clone(),
        }
    }
}

//! A figure of a paper: curves over several presets. Each preset is one point of the curves, and its report gives the
//! values of the point. The figure names the axis and the quantities to draw.

use super::metric::Metric;
use super::preset::{Document, Printed, Seen, read_list};
use super::read::{required_number, required_text, text, texts};
use super::report::{Report, Row};
use super::unit::Unit;
use super::{Agreement, schema};
use crate::scenario::Problem;
use crate::scenario::problem::{Problems, quoted};
use crate::scenario::reader::Reader;
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use ts_rs::TS;

/// Version of the format. Increased when a field of [`FigureReport`] is renamed or changes its meaning.
pub const FIGURE_SCHEMA: u32 = 1;

/// A checked figure file.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// Id by which `chokepoint reproduce --figure` finds the figure.
    pub id: String,
    /// Title, as the page shows it.
    pub title: String,
    /// The quantity in which the points differ.
    pub axis: FigureAxis,
    /// The points, in order of their values on the axis.
    pub points: Vec<PointOfFigure>,
    /// Names of the lanes that the paper draws; if empty, all lanes of the presets.
    pub lanes: Vec<String>,
    /// The curves over the points.
    pub curves: Vec<CurvesOfFigure>,
}

/// The quantity in which the points of a figure differ.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct FigureAxis {
    /// Name of the quantity, as the page shows it.
    pub name: String,
    /// Unit of the quantity; empty for a count.
    pub unit: String,
}

/// One scene of a figure.
#[derive(Clone, Debug, PartialEq)]
pub struct PointOfFigure {
    /// Value of the point, in the unit of the axis.
    pub at: f64,
    /// Id of the preset.
    pub preset: String,
}

/// A quantity that a figure draws, with one curve for every lane.
#[derive(Clone, Debug, PartialEq)]
pub struct CurvesOfFigure {
    /// The figure or table of the paper.
    pub place: String,
    /// The quantity.
    pub metric: Metric,
}

impl Figure {
    /// Reads and checks a figure file. The error lists every problem.
    pub fn parse(value: &Value) -> Result<Self, Vec<Problem>> {
        let mut problems = Problems::default();
        let figure = read(value, &mut problems);
        if problems.is_empty() { Ok(figure) } else { Err(problems.into_reported()) }
    }

    /// The ids of the presets, in order of the points.
    pub fn presets(&self) -> Vec<String> {
        self.points.iter().map(|point| point.preset.clone()).collect()
    }

    /// The results of all presets of the figure. The error names the first preset that has no report, or whose report
    /// lacks a drawn quantity.
    pub fn report(&self, reports: &[Report]) -> Result<FigureReport, Problem> {
        let of_points: Vec<&Report> =
            self.points.iter().map(|it| self.report_of(it, reports)).collect::<Result<_, _>>()?;
        let first = of_points[0];
        let curves = self.curves.iter().map(|curves| self.curves(curves, &of_points)).collect::<Result<_, _>>()?;
        let seen = self.points.iter().zip(&of_points);
        Ok(FigureReport {
            schema: FIGURE_SCHEMA,
            engine: first.engine,
            id: self.id.clone(),
            title: self.title.clone(),
            document: first.document.clone(),
            axis: self.axis.clone(),
            points: seen
                .map(|(PointOfFigure { at, preset }, report)| FigurePoint {
                    at: *at,
                    preset: preset.clone(),
                    title: report.title.clone(),
                    seeds: report.seeds,
                })
                .collect(),
            curves,
        })
    }

    fn report_of<'a>(&self, point: &PointOfFigure, reports: &'a [Report]) -> Result<&'a Report, Problem> {
        reports.iter().find(|report| report.preset == point.preset).ok_or_else(|| {
            let problem = format!("has the point {}, for which there is no report", quoted(&json!(point.preset)));
            Problem::new(format!("figure {}", self.id), problem)
        })
    }

    fn curves(&self, curves: &CurvesOfFigure, reports: &[&Report]) -> Result<FigureCurves, Problem> {
        let rows = |report: &&Report| -> Vec<Row> {
            report.rows.iter().filter(|row| row.metric == curves.metric && row.point.is_none()).cloned().collect()
        };
        let by_point: Vec<Vec<Row>> = reports.iter().map(rows).collect();
        if let Some(place) = by_point.iter().position(Vec::is_empty) {
            let problem = format!("draws {}, which {} does not report", curves.metric, self.points[place].preset);
            return Err(Problem::new(format!("figure {}", self.id), problem));
        }
        let mut lanes: Vec<&str> = Vec::new();
        for row in by_point.iter().flatten() {
            let is_drawn = self.lanes.is_empty() || self.lanes.contains(&row.lane);
            if is_drawn && !lanes.contains(&&*row.lane) {
                lanes.push(&row.lane);
            }
        }
        if let Some(unknown) = self.lanes.iter().find(|lane| !lanes.contains(&&***lane)) {
            let problem = format!("has the lane {unknown:?}, which none of its presets has");
            return Err(Problem::new(format!("figure {}", self.id), problem));
        }
        let values = |lane: &str| {
            let of_lane = |rows: &Vec<Row>| rows.iter().find(|row| row.lane == lane).map(FigureValue::of);
            by_point.iter().map(of_lane).collect()
        };
        Ok(FigureCurves {
            place: curves.place.clone(),
            metric: curves.metric.clone(),
            name: curves.metric.name(),
            unit: curves.metric.unit(),
            lanes: lanes.iter().map(|lane| FigureLane { lane: (*lane).to_owned(), values: values(lane) }).collect(),
        })
    }
}

/// The results of the presets of a figure.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[allow(missing_docs)]
pub struct FigureReport {
    pub schema: u32,
    pub engine: &'static str,
    pub id: String,
    pub title: String,
    /// The paper that the figure is from. It is taken from the preset of the first point.
    pub document: Document,
    pub axis: FigureAxis,
    pub points: Vec<FigurePoint>,
    pub curves: Vec<FigureCurves>,
}

/// A scene of a figure.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[allow(missing_docs)]
pub struct FigurePoint {
    /// Value of the point on the axis.
    pub at: f64,
    /// Id of the preset.
    pub preset: String,
    pub title: String,
    /// Seeds that were run in every lane.
    #[ts(type = "number")]
    pub seeds: u64,
}

/// A quantity over the points of a figure.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[allow(missing_docs)]
pub struct FigureCurves {
    /// The figure or table of the paper.
    pub place: String,
    #[ts(type = "string")]
    pub metric: Metric,
    pub name: String,
    #[ts(type = "string")]
    pub unit: Unit,
    pub lanes: Vec<FigureLane>,
}

/// A lane over the points of a figure.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[allow(missing_docs)]
pub struct FigureLane {
    pub lane: String,
    /// Values in order of the points; `None` if the preset of a point has no such lane.
    pub values: Vec<Option<FigureValue>>,
}

/// One lane at one point of a figure.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[allow(missing_docs)]
pub struct FigureValue {
    pub published: Vec<Printed>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub reference: Option<Seen>,
    /// Mean over the seeds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub mean: Option<f64>,
    /// 95 % interval of the mean; `None` if there is only one seed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "readonly [number, number]")]
    pub interval: Option<[f64; 2]>,
    /// Agreement of the mean with the published value; `None` if no value is published, or if the values of the runs
    /// vary too much for a decision.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub verdict: Option<Agreement>,
}

impl FigureValue {
    fn of(row: &Row) -> Self {
        Self {
            published: row.published.clone(),
            reference: row.reference,
            mean: row.ours.as_ref().map(|ours| ours.mean),
            interval: row.ours.as_ref().and_then(|ours| ours.interval),
            verdict: row.verdict,
        }
    }
}

fn read(value: &Value, problems: &mut Problems) -> Figure {
    let mut root = Reader::new(value, "", problems);
    root.raw("$schema");
    let [id, title] = ["id", "title"].map(|field| required_text(&mut root, field, problems));
    let nothing = json!({});
    let mut axis = Reader::new(root.raw("axis").unwrap_or(&nothing), "axis", problems);
    let name = required_text(&mut axis, "name", problems);
    let unit = text(&mut axis, "unit", problems);
    axis.finish(problems);
    let points = read_list(&mut root, "points", true, problems, |entry, problems| {
        let at = required_number(entry, "at", problems);
        Some(PointOfFigure { at, preset: required_text(entry, "preset", problems) })
    });
    let lanes = texts(&mut root, "lanes", problems);
    let curves = read_list(&mut root, "curves", true, problems, |entry, problems| {
        let place = required_text(entry, "place", problems);
        let given = required_text(entry, "metric", problems);
        let problem = |problem: String| Problem::new(entry.path_of("metric"), format!("{given:?} {problem}"));
        match Metric::parse(&given) {
            Ok(metric) => Some(CurvesOfFigure { place, metric }),
            Err(wrong) => {
                problems.push(problem(wrong));
                None
            }
        }
    });
    root.finish(problems);
    if points.len() < 2 {
        problems.push(Problem::new("points", format!("has {}; a curve needs at least 2", points.len())));
    }
    if !points.is_sorted_by(|one, next| one.at < next.at) {
        problems.push(Problem::new("points", "is not in rising order of at"));
    }
    if points.iter().map(|point| &point.preset).collect::<BTreeSet<_>>().len() < points.len() {
        problems.push(Problem::new("points", "names a preset twice"));
    }
    if curves.is_empty() {
        problems.push(Problem::new("curves", "is empty; name at least one quantity"));
    }
    Figure { id, title, axis: FigureAxis { name, unit }, points, lanes, curves }
}

pub(crate) fn figure_properties() -> Value {
    let text = |description: &str| json!({ "type": "string", "description": description });
    let number = |description: &str| json!({ "type": "number", "description": description });
    json!({
        "$schema": { "type": "string" },
        "id": text("id of the figure, for `chokepoint reproduce --figure`"),
        "title": text("title of the figure"),
        "axis": schema::closed(
            json!({ "name": text("name of the quantity"), "unit": text("its unit; absent for a count") }),
            &["name"],
            "the quantity in which the points differ",
        ),
        "points": schema::list(
            json!({ "at": number("place on the axis"), "preset": text("id of a preset") }),
            &["at", "preset"],
            "the points, in rising order of their places on the axis",
        ),
        "lanes": {
            "type": "array",
            "items": { "type": "string" },
            "description": "names of the lanes that the document draws; absent: all that the presets compare",
        },
        "curves": schema::list(
            json!({ "place": text("where the document draws or prints it"), "metric": { "$ref": "#/$defs/metric" } }),
            &["place", "metric"],
            "the quantities that are drawn, each as a curve of every lane",
        ),
    })
}

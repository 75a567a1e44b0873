//! The native half of the Python package `chokepoint`; it receives and returns texts. The interface for users is
//! written in Python, in `python/chokepoint/`.

// No Rust code uses this module; its doc comments are the docstrings in Python.
#![allow(missing_docs)]

use chokepoint_engine::experiment::{Metric, group_rates};
use chokepoint_engine::measure::statistics::paired_family;
use chokepoint_engine::measure::{Described, GroupRates, described};
use chokepoint_engine::scenario::{Problem, json_text, scenario_of};
use chokepoint_engine::{NUMBERS, Scenario, Simulation};
use chokepoint_plot::{Figure, Plot, figures_of};
use chokepoint_script::RHAI;
use chokepoint_sweep::{Keys, Known, Look, Runner, Stop, Sweep, Task, until_of_text};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde_json::{Value, json};
use std::time::Instant;

pyo3::create_exception!(
    _chokepoint,
    ChokepointError,
    PyValueError,
    "The input is wrong. `problems` lists it field by field, as pairs of path and problem."
);

/// Number of runs between two checks for Ctrl-C.
const TASKS_BETWEEN_SIGNALS: usize = 16;
/// Simulated seconds between two checks for Ctrl-C.
const SECONDS_BETWEEN_SIGNALS: f64 = 20.0;

fn wrong(py: Python<'_>, problems: &[Problem]) -> PyErr {
    let text = problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
    let error = ChokepointError::new_err(text);
    let pairs: Vec<(&str, &str)> = problems.iter().map(|it| (it.path.as_str(), it.problem.as_str())).collect();
    match error.value(py).setattr("problems", pairs) {
        Ok(()) => error,
        Err(other) => other,
    }
}

fn checked<T>(py: Python<'_>, result: Result<T, Vec<Problem>>) -> PyResult<T> {
    result.map_err(|problems| wrong(py, &problems))
}

/// The preset files: scenario, lesson, published values and claims, each as JSON text, in the order of the page's list
/// of scenes.
#[pyfunction]
fn presets() -> Vec<String> {
    chokepoint_scenes::presets().iter().map(ToString::to_string).collect()
}

/// The checked scenario as JSON text. The source is a preset's id, a link, a file's name or a JSON text.
#[pyfunction]
fn load(py: Python<'_>, source: &str) -> PyResult<String> {
    let value = if source.trim_start().starts_with(['{', '[']) {
        json_text::read(source)
    } else {
        chokepoint_scenes::load_whole(source, "chokepoint.presets()", RHAI)
    };
    let scenario = value.and_then(|value| Scenario::parse_in(scenario_of(&value), RHAI));
    checked(py, scenario).map(|scenario| scenario.to_json().to_string())
}

/// The scenario with settings changed in order; each change is a path and a JSON text.
#[pyfunction]
#[pyo3(signature = (scene, changes))]
fn with_settings(py: Python<'_>, scene: &str, changes: Vec<(String, String)>) -> PyResult<String> {
    let scenario = checked(py, Scenario::parse_text_in(scene, RHAI))?;
    let mut values = Vec::with_capacity(changes.len());
    for (path, text) in &changes {
        let value: Value = serde_json::from_str(text)
            .map_err(|error| wrong(py, &[Problem::new(path, format!("is no JSON: {error}"))]))?;
        values.push((path.as_str(), value));
    }
    checked(py, scenario.with_all(values)).map(|scenario| scenario.to_json().to_string())
}

/// The link of a scene, without the address of a page.
#[pyfunction]
fn link(py: Python<'_>, scene: &str) -> PyResult<String> {
    let scenario = checked(py, Scenario::parse_text_in(scene, RHAI))?;
    checked(py, chokepoint_scenes::link_of(&scenario))
}

/// The result object of one lane under a seed, as JSON text. Other Python threads can run during the simulation.
#[pyfunction]
fn run(py: Python<'_>, scene: &str, lane: usize, seed: u64) -> PyResult<String> {
    let started = Instant::now();
    let scenario = Scenario::parse_text_in(scene, RHAI).and_then(|scenario| scenario.with("seed", json!(seed)));
    let scenario = checked(py, scenario)?;
    if lane >= scenario.lanes.len() {
        let problem = format!("{lane} is not a lane of the scene, which has {}", scenario.lanes.len());
        return Err(wrong(py, &[Problem::new("lane", problem)]));
    }
    let mut simulation = checked(py, Simulation::new(&scenario, lane))?;
    loop {
        let is_over = py.detach(|| {
            let next = simulation.now() + chokepoint_engine::time::Span::from_secs(SECONDS_BETWEEN_SIGNALS);
            simulation.advance_to(next.min(simulation.end()));
            simulation.now() >= simulation.end()
        });
        if is_over {
            break;
        }
        py.check_signals()?;
    }
    let mut result = simulation.result();
    result.cost.wall_s = Some(started.elapsed().as_secs_f64());
    serde_json::to_string(&result).map_err(|error| PyValueError::new_err(error.to_string()))
}

/// The rates at which the packets of each group of flows leave the bottleneck in a run: the length of an interval
/// \[s\], and for each group its rate in every interval \[bit/s\]. Other Python threads run meanwhile.
#[pyfunction]
fn rates(py: Python<'_>, scene: &str, lane: usize, seed: u64, every_s: f64) -> PyResult<(f64, Vec<Vec<f64>>)> {
    let scenario = Scenario::parse_text_in(scene, RHAI).and_then(|scenario| scenario.with("seed", json!(seed)));
    let scenario = checked(py, scenario)?;
    let width = chokepoint_engine::time::Span::from_secs(every_s);
    let GroupRates { width_s, rates_bps, .. } = checked(py, py.detach(|| group_rates(&scenario, lane, width)))?;
    Ok((width_s, rates_bps))
}

/// Statistics of a list of values; None for an empty list. The first numbers are the count, the mean, the standard
/// deviation, and two half-widths of 95 % intervals by Student's t: of the mean, and of one further run. The ends of
/// the interval of the mean follow; for shares they are within \[0, 1\]. The last values are the median, the quartiles,
/// and whether the values form two groups.
#[pyfunction]
fn describe(values: Vec<f64>, metric: &str) -> Option<(usize, [f64; 9], bool)> {
    let is_share = Metric::parse(metric).is_ok_and(|metric| metric.is_share());
    let Described { summary, interval, spread } = described(&values, is_share)?;
    let [low, high] = interval.unwrap_or([f64::NAN; 2]);
    let [lower, upper] = spread.quartiles;
    let prediction = summary.prediction_half_width();
    let numbers = [summary.mean, summary.sd, summary.half_width, prediction, low, high, spread.median, lower, upper];
    Some((summary.count, numbers, spread.two_states))
}

/// One comparison: number of pairs, statistics, and whether the difference from 0 is significant.
type Compared = (usize, [f64; 5], bool);

/// Paired comparisons as one family. A comparison with fewer than two pairs is None. A comparison gives the number of
/// pairs, the mean difference, and the ends of its 95 % interval by Student's t. It also gives the p of Student's
/// paired test, the p after Holm's correction, and whether the difference is significant.
#[pyfunction]
fn compare(py: Python<'_>, comparisons: Vec<Vec<(f64, f64)>>) -> Vec<Option<Compared>> {
    let family = py.detach(|| paired_family(&comparisons));
    let written = family.into_iter().map(|found| {
        let found = found?;
        let difference = found.test.difference;
        let [low, high] = [-1.0, 1.0].map(|sign| difference.mean + sign * difference.half_width);
        Some((difference.count, [difference.mean, low, high, found.test.p, found.p], found.differs))
    });
    written.collect()
}

/// The rule given by a text such as `udp_utilization:2%`, as JSON text in the form of a sweep file.
#[pyfunction]
fn read_until(py: Python<'_>, text: &str) -> PyResult<String> {
    let rule = until_of_text(text).map_err(|problem| {
        let shown = format!("{text:?} {}", problem.problem);
        wrong(py, &[Problem::new("until", shown)])
    })?;
    Ok(rule.to_string())
}

/// A lane whose interval is too wide: its index, number of values, mean, and half-width if there is one.
type WideLane = (usize, usize, f64, Option<f64>);

/// A point: its number of seeds, its state (`open`, `done` or `at_most`), and in the state `at_most` the lanes whose
/// interval is too wide.
type PointLook = (u64, &'static str, Vec<WideLane>);

/// A figure: SVG, LaTeX, PDF, the characters that the PDF's typeface lacks, and the caption.
type Drawn = (String, String, Vec<u8>, String, String);

/// Draws a figure of the runs of a sweep. `figure` is the text of a figure file. `metrics` has, for each metric, the
/// values of all tasks as native doubles of eight bytes. `done` has one byte for each task: 0 if the run is not known,
/// 1 if it is, 2 if the settings contradict each other and there is no run.
#[pyfunction]
fn draw(py: Python<'_>, definition: &str, figure: &str, metrics: Vec<Vec<u8>>, done: Vec<u8>) -> PyResult<Drawn> {
    let sweep = checked(py, Sweep::parse_text_in(definition, RHAI))?;
    let figure = checked(py, Figure::parse_text(figure))?;
    let drawn = py.detach(|| {
        let value = |metric: &[u8], task: usize| {
            let bytes = metric.get(8 * task..8 * task + 8).and_then(|bytes| bytes.try_into().ok());
            bytes.map_or(f64::NAN, f64::from_ne_bytes)
        };
        let known = (0..done.len()).filter(|task| done[*task] != 0);
        let rows: Vec<(Task, Vec<f64>)> = known
            .filter_map(|index| {
                let values = if done[index] == 1 { metrics.as_slice() } else { &[] };
                Some((sweep.task(index as u64)?, values.iter().map(|metric| value(metric, index)).collect()))
            })
            .collect();
        Plot::new(&sweep, &figure, rows.iter().map(|(task, values)| (*task, values.as_slice())))
    });
    let plot = checked(py, drawn)?;
    let missing = plot.missing_in_pdf().into_iter().collect();
    Ok((plot.svg(), plot.tikz(), plot.pdf(), missing, plot.caption().to_owned()))
}

#[pyclass(frozen, module = "chokepoint._chokepoint")]
struct SweepPlan {
    sweep: Sweep,
}

impl SweepPlan {
    fn task(&self, index: u64) -> PyResult<Task> {
        self.sweep.task(index).ok_or_else(|| {
            PyIndexError::new_err(format!("task {index} is not one of the {} of the sweep", self.sweep.tasks()))
        })
    }
}

#[pymethods]
impl SweepPlan {
    /// Reads a sweep in the form of a sweep file.
    #[new]
    fn new(py: Python<'_>, definition: &str) -> PyResult<Self> {
        checked(py, Sweep::parse_text_in(definition, RHAI)).map(|sweep| Self { sweep })
    }

    /// Axes, lanes, seeds, points, tasks and metrics, as JSON text.
    fn facts(&self) -> String {
        json!(self.sweep.facts()).to_string()
    }

    /// The sweep with every value listed, as JSON text.
    fn definition(&self) -> String {
        self.sweep.to_json().to_string()
    }

    /// Checks that each figure of the definition can be drawn from the sweep's table.
    fn check_figures(&self, py: Python<'_>) -> PyResult<()> {
        checked(py, figures_of(&self.sweep)).map(|_| ())
    }

    /// The key of a task, equal on all machines: 32 hexadecimal digits. None for a task without a valid scene.
    fn key(&self, task: u64) -> PyResult<Option<String>> {
        Ok(self.sweep.key(self.task(task)?))
    }

    /// The keys of the tasks from `start` to before `stop`, 16 bytes each. Zeros stand for a task without a valid
    /// scene.
    fn keys<'py>(&self, py: Python<'py>, start: u64, stop: u64) -> Bound<'py, PyBytes> {
        let bytes: Vec<u8> = py.detach(|| {
            let mut keys = Keys::new(&self.sweep);
            let tasks = (start..stop).map_while(|index| self.sweep.task(index));
            tasks.flat_map(|task| keys.of(task).unwrap_or_default()).collect()
        });
        PyBytes::new(py, &bytes)
    }

    /// The number of seeds that each of the given points needs. Each point comes with the number that it needed by the
    /// last call, or 0 before the first. `done` has one byte for each task, 1 if its run is known. `values` has, for
    /// each task, the value of the metric of `until` as a native double.
    fn look(&self, py: Python<'_>, points: Vec<(usize, u64)>, done: &[u8], values: &[u8]) -> PyResult<Vec<PointLook>> {
        let (sweep, (values, _)) = (&self.sweep, values.as_chunks::<8>());
        let known = |task: Task| {
            let index = sweep.index_of(task) as usize;
            match (done.get(index), values.get(index)) {
                (Some(1), Some(value)) => Known::Value(f64::from_ne_bytes(*value)),
                (Some(1), None) => Known::Value(f64::NAN),
                _ => Known::Missing,
            }
        };
        if let Some((point, _)) = points.iter().find(|(point, _)| *point >= sweep.points()) {
            return Err(PyIndexError::new_err(format!("point {point} is not one of the {}", sweep.points())));
        }
        let looks = py.detach(|| points.into_iter().map(|(point, from)| sweep.look(point, from, known)).collect());
        let written = |Look { seeds, stop, wide }: Look| {
            let stop = match stop {
                Stop::Open => "open",
                Stop::Done => "done",
                Stop::AtMost => "at_most",
            };
            (seeds, stop, wide.iter().map(|it| (it.lane, it.count, it.mean, it.half_width)).collect())
        };
        let looks: Vec<Look> = looks;
        Ok(looks.into_iter().map(written).collect())
    }

    /// Executes tasks, and returns a list of rows as JSON text. Other threads run meanwhile.
    fn run(&self, py: Python<'_>, tasks: Vec<u64>) -> PyResult<String> {
        let tasks = tasks.into_iter().map(|index| self.task(index)).collect::<PyResult<Vec<Task>>>()?;
        let mut runner = Runner::new(&self.sweep);
        let mut rows = Vec::with_capacity(tasks.len());
        for some in tasks.chunks(TASKS_BETWEEN_SIGNALS) {
            rows.extend(py.detach(|| some.iter().map(|task| runner.run(*task).to_json()).collect::<Vec<_>>()));
            py.check_signals()?;
        }
        Ok(Value::from(rows).to_string())
    }

    fn __len__(&self) -> usize {
        self.sweep.tasks() as usize
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> (Py<PyAny>, (String,)) {
        (slf.get_type().into_any().unbind(), (slf.get().definition(),))
    }
}

#[pymodule]
fn _chokepoint(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("NUMBERS", NUMBERS)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("ChokepointError", module.py().get_type::<ChokepointError>())?;
    module.add_class::<SweepPlan>()?;
    module.add_function(wrap_pyfunction!(presets, module)?)?;
    module.add_function(wrap_pyfunction!(load, module)?)?;
    module.add_function(wrap_pyfunction!(with_settings, module)?)?;
    module.add_function(wrap_pyfunction!(link, module)?)?;
    module.add_function(wrap_pyfunction!(run, module)?)?;
    module.add_function(wrap_pyfunction!(rates, module)?)?;
    module.add_function(wrap_pyfunction!(read_until, module)?)?;
    module.add_function(wrap_pyfunction!(describe, module)?)?;
    module.add_function(wrap_pyfunction!(compare, module)?)?;
    module.add_function(wrap_pyfunction!(draw, module)?)?;
    Ok(())
}

//! Figures of a small study with made-up values, which do not change with the engine.

use chokepoint_engine::measure::statistics::paired_family;
use chokepoint_plot::{Figure, Plot, definition_hash, figure_of, figures_of};
use chokepoint_sweep::{Sweep, Task};
use serde_json::{Value, json};
use std::path::Path;
use std::{env, fs};

const SEEDS: u64 = 6;

/// The study and its figures. The WebAssembly package's tests use the same file and goldens.
fn study() -> Value {
    serde_json::from_str(include_str!("golden/study.json")).expect("JSON")
}

fn sweep_over(over: Value) -> Sweep {
    let mut definition = study()["sweep"].take();
    definition["over"] = over;
    Sweep::parse(&definition).expect("a right sweep")
}

/// A sweep of two lanes over four rates and two buffers.
fn sweep() -> Sweep {
    sweep_over(study()["sweep"]["over"].take())
}

/// Made-up values, different for every run.
fn values(task: Task) -> Vec<f64> {
    let (point, lane) = (task.point as f64, task.lane as f64);
    let noise = ((task.point as u64 * 7 + task.lane as u64 * 3 + task.seed * 5) % 11) as f64 / 200.0;
    vec![0.3 + 0.08 * point - 0.25 * lane * (1.0 - point / 6.5) + noise, 0.05 + 0.02 * lane + noise]
}

fn runs(sweep: &Sweep) -> Vec<(Task, Vec<f64>)> {
    (0..sweep.tasks()).filter_map(|index| sweep.task(index)).map(|task| (task, values(task))).collect()
}

fn plot(sweep: &Sweep, figure: &Value, runs: &[(Task, Vec<f64>)]) -> Result<Plot, String> {
    let in_words = |problems: Vec<chokepoint_engine::scenario::Problem>| {
        problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    };
    let figure = Figure::parse_text(&figure.to_string()).map_err(in_words)?;
    Plot::new(sweep, &figure, runs.iter().map(|(task, values)| (*task, values.as_slice()))).map_err(in_words)
}

fn drawn(figure: &Value) -> Plot {
    let sweep = sweep();
    plot(&sweep, figure, &runs(&sweep)).unwrap_or_else(|problem| panic!("{figure}: {problem}"))
}

/// Figures of every kind.
fn figures() -> Vec<(String, Value)> {
    let mut study = study();
    let figures = study["figures"].as_object_mut().map(std::mem::take).expect("figures by name");
    figures.into_iter().collect()
}

/// The text of a figure, with placeholders in place of the hash and the version.
fn without_version(text: &str) -> String {
    let hash = definition_hash(&sweep());
    let numbers = chokepoint_engine::NUMBERS;
    text.replace(&hash, "HASH")
        .replace(&hash[..12], "HASH")
        .replace(
            &format!("Chokepoint {}, numbers {numbers},", env!("CARGO_PKG_VERSION")),
            "Chokepoint VERSION, numbers N,",
        )
        .replace(
            &format!("engine_version&quot;:&quot;{}", env!("CARGO_PKG_VERSION")),
            "engine_version&quot;:&quot;VERSION",
        )
        .replace(&format!("engine_version\":\"{}", env!("CARGO_PKG_VERSION")), "engine_version\":\"VERSION")
        .replace(&format!("numbers&quot;:{numbers}"), "numbers&quot;:N")
        .replace(&format!("numbers\":{numbers}"), "numbers\":N")
}

mod golden {
    use super::*;

    /// `npm run bless` writes the goldens. Look at the figures before you commit them.
    #[test]
    fn figures_are_those_that_were_looked_at() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
        for (name, figure) in figures() {
            let plot = drawn(&figure);
            for (ending, text) in [("svg", plot.svg()), ("tex", plot.tikz())] {
                let (file, text) = (folder.join(format!("{name}.{ending}")), without_version(&text));
                if env::var_os("CHOKEPOINT_BLESS").is_some() {
                    fs::create_dir_all(&folder).and_then(|()| fs::write(&file, &text)).expect("a writable folder");
                }
                let golden = fs::read_to_string(&file).expect("a golden");
                assert!(golden == text, "{} differs; `npm run bless` writes it", file.display());
            }
        }
    }
}

#[test]
fn the_order_of_the_rows_does_not_matter() {
    let sweep = sweep();
    let rows = runs(&sweep);
    let backwards: Vec<(Task, Vec<f64>)> = rows.iter().rev().cloned().collect();
    for (name, figure) in figures() {
        let [one, again, other] = [&rows, &rows, &backwards].map(|rows| plot(&sweep, &figure, rows).unwrap());
        assert_eq!(one.svg(), again.svg(), "{name}");
        assert_eq!((one.svg(), one.tikz()), (other.svg(), other.tikz()), "{name}");
        assert!(one.pdf() == other.pdf() && one.pdf().starts_with(b"%PDF-1.7"), "{name}");
        assert_eq!(one.missing_in_pdf(), [], "{name}");
    }
}

/// All coordinates of the lines and areas of an SVG.
fn coordinates(svg: &str) -> Vec<[f64; 2]> {
    let paths = svg.split(" d=\"").skip(1).filter_map(|rest| rest.split('"').next());
    let points = paths.flat_map(|path| path.split(['M', 'L', 'Z'])).filter(|point| !point.is_empty());
    let number = |text: Option<&str>| text.and_then(|text| text.parse().ok()).expect("a number");
    points
        .map(|point| point.split_once(' ').map(|(x, y)| [number(Some(x)), number(Some(y))]).expect("two numbers"))
        .collect()
}

/// Asserts that all points of lines and areas lie inside the figure, and returns how many there are.
#[track_caller]
fn on_paper(figure: &Value, svg: &str) -> usize {
    let size = svg.split("viewBox=\"0 0 ").nth(1).and_then(|rest| rest.split('"').next()).expect("a size");
    let size: Vec<f64> = size.split(' ').map(|it| it.parse().expect("a number")).collect();
    let points = coordinates(svg);
    for [x, y] in &points {
        assert!((0.0..=size[0]).contains(x) && (0.0..=size[1]).contains(y), "{figure}: {x} {y} of {size:?}");
    }
    points.len()
}

#[test]
fn everything_is_on_the_paper() {
    for (_, figure) in figures() {
        assert!(on_paper(&figure, &drawn(&figure).svg()) > 20, "{figure}");
    }
}

#[test]
fn any_figure_is_drawn_on_the_paper_or_refused() {
    let choices = [
        ("kind", json!(["curves", "differences", "box"])),
        ("x", json!(["lane", "limit", "rate_bps", "max_th"])),
        ("y", json!(["udp_utilization", "queueing_delay_s"])),
        ("by", json!([[], ["lane"], ["limit"], ["lane", "limit"], ["rate_bps", "lane"]])),
        ("facet", json!(["lane", "limit", "rate_bps"])),
        ("only", json!([{ "limit": [50] }, { "lane": ["choke"] }, { "rate_bps": [1e6, "4000000"] }])),
        ("interval", json!(["student", "quartiles", "none"])),
        ("shape", json!(["band", "bars"])),
        ("log", json!([["x"], ["y"], ["x", "y"], []])),
        ("x_range", json!([[0, 4e6], [1e6, 1.1e6], [1e-9, 1e15], [-5, -4]])),
        ("y_range", json!([[0, 1], [0.4, 0.41], [-1e15, 1e15], [1e-12, 1], [5, 6]])),
        ("width_mm", json!([20, 60, 174, 1000])),
        ("height_mm", json!([20, 50, 1000])),
        ("font_pt", json!([4, 8, 36])),
        ("legend", json!(["top", "right", "direct", "none"])),
        ("palette", json!(["okabe-ito", "viridis", "grey"])),
        (
            "names",
            json!([{ "red": "a name that is much longer than the figure is wide, as it may happen" }, { "lane": "" }]),
        ),
        ("y_label", json!(["", "a title that is much longer than the figure is high, as it may happen to a user"])),
    ];
    let sweep = sweep();
    let rows = runs(&sweep);
    // The generator from Numerical Recipes; its upper bits are random enough.
    let mut state = 1_u32;
    let mut below = |count: usize| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 16) as usize % count
    };
    let mut drawn = 0;
    for _ in 0..3_000 {
        let mut figure = json!({});
        for (field, values) in &choices {
            if below(4) == 0 {
                let values = values.as_array().expect("a list");
                figure[field] = values[below(values.len())].clone();
            }
        }
        if let Ok(plot) = plot(&sweep, &figure, &rows) {
            on_paper(&figure, &plot.svg());
            let texts = [plot.svg(), plot.tikz()];
            assert!(
                texts.iter().all(|text| !text.contains("NaN") && !text.contains("inf,") && !text.contains("inf\"")),
                "{figure}"
            );
            drawn += 1;
        }
    }
    assert!(drawn > 300, "{drawn} are drawn");
}

#[test]
fn what_is_wrong_names_the_field_and_what_is_allowed() {
    let sweep = sweep();
    let rows = runs(&sweep);
    for (figure, said) in [
        (
            json!({ "y": "jain_index" }),
            "y: \"jain_index\" is not in the table; known are udp_utilization, queueing_delay_s",
        ),
        (
            json!({ "x": "max_th" }),
            "x: \"max_th\" is neither a setting of the sweep nor its lane; known are flows.0.rate_bps, queue.params.limit, lane",
        ),
        (json!({ "by": ["lanes"] }), "by: \"lanes\" is neither a setting"),
        (json!({ "facet": "buffer" }), "facet: \"buffer\" is neither a setting"),
        (json!({ "by": ["lane"] }), "by: queue.params.limit varies, too, and is neither x nor by nor facet"),
        (json!({ "by": ["lane", "lane"] }), "by: lane is used twice"),
        (json!({ "by": ["lane", "limit", "rate_bps"] }), "by: has 3 entries; at most two can distinguish lines"),
        (
            json!({ "only": { "limit": [75] } }),
            "only.limit: 75 is not a value of queue.params.limit in the table; known are 50, 100",
        ),
        (
            json!({ "only": { "lane": ["rod"] } }),
            "only.lane: \"rod\" is not a value of lane in the table; known are red, choke",
        ),
        (
            json!({ "kind": "differences", "against": "rod" }),
            "against: \"rod\" is not a lane of the table; known are red, choke",
        ),
        (json!({ "against": "red" }), "against: is for the kind differences alone"),
        (json!({ "kind": "differences", "only": { "lane": ["choke"] } }), "only.lane: leaves out red"),
        (json!({ "kind": "differences", "log": ["y"] }), "log: y has differences"),
        (json!({ "kind": "box", "log": ["x"] }), "log: x has no scale, since boxes are side by side"),
        (json!({ "x": "lane", "by": ["limit"], "facet": "rate_bps", "x_range": [0, 1] }), "x_range: is given, but"),
        (json!({ "x_range": [0, 5e6] }), "x_range: 0 is not above 0"),
        (json!({ "y_range": [1, 0] }), "y_range: 1..0 is not a range"),
        (json!({ "width_mm": 5 }), "width_mm: 5 mm is not from 20 to 1000 mm"),
        (json!({ "height_mm": 20, "font_pt": 12 }), "height_mm: leaves"),
        (
            json!({ "names": { "red": "a name that is longer than the column of a paper, since it tells what it should not" } }),
            "width_mm: is too small for the text \"a name that",
        ),
        (json!({ "font_pt": 100 }), "font_pt: 100 pt is not from 4 to 36 pt"),
        (json!({ "legend": "direct", "facet": "limit" }), "legend: direct needs a figure with a single panel"),
        (json!({ "schema": 2 }), "schema: 2 is not 1"),
        (
            json!({ "colour": "red" }),
            "figure: cannot be read: unknown field `colour`, expected one of `$schema`, `schema`, `kind`",
        ),
        (json!({ "kind": "pie" }), "unknown variant `pie`, expected one of `curves`, `differences`, `box`"),
    ] {
        let message = plot(&sweep, &figure, &rows).err().unwrap_or_else(|| panic!("{figure} is drawn"));
        assert!(message.contains(said), "{figure}: {message}");
    }
}

#[test]
fn more_lines_than_can_be_distinguished_are_refused() {
    let rates: Vec<u32> = (1..=9).map(|place| place * 500_000).collect();
    let sweep = sweep_over(json!([
        { "path": "limit", "values": [50, 100, 200] }, { "path": "flows.0.rate_bps", "values": rates },
    ]));
    let figure = json!({ "x": "limit", "by": ["rate_bps"], "only": { "lane": ["red"] } });
    let message = plot(&sweep, &figure, &runs(&sweep)).unwrap_err();
    assert!(message.contains("flows.0.rate_bps has 9 values, but there are 8 colours"), "{message}");
    let figure = json!({ "x": "limit", "by": ["rate_bps"], "only": { "lane": ["red"] }, "palette": "viridis" });
    plot(&sweep, &figure, &runs(&sweep)).unwrap();
}

#[test]
fn a_value_that_cannot_be_drawn_is_named() {
    let sweep = sweep();
    let mut rows = runs(&sweep);
    rows[5].1[0] = -1e300;
    let message = plot(&sweep, &json!({}), &rows).unwrap_err();
    assert_eq!(message, "y: has the value -1e300; the largest that is drawn is 1e15");
    plot(&sweep, &json!({ "y": "queueing_delay_s" }), &rows).unwrap();
}

/// The data lines in an SVG, identified by stroke width. Returns the number of points of each.
fn data_lines(svg: &str) -> Vec<usize> {
    let lines = svg.lines().filter(|line| line.starts_with("<path") && line.contains("stroke-width=\"1.1\""));
    // Legend samples have two points.
    lines.map(|line| line.matches('L').count() + 1).filter(|points| *points > 2).collect()
}

#[test]
fn a_point_without_a_value_is_a_gap_and_is_counted() {
    let rates: Vec<u32> = (1..=7).map(|place| place * 500_000).collect();
    let sweep = sweep_over(json!([{ "path": "flows.0.rate_bps", "values": rates }]));
    let figure = json!({ "only": { "lane": ["red"] } });
    let mut rows = runs(&sweep);
    assert_eq!(data_lines(&plot(&sweep, &figure, &rows).unwrap().svg()), [7]);
    // The runs are changed so that the fourth point has no value and the first point lacks one run.
    for (task, values) in &mut rows {
        if task.point == 3 {
            values[0] = f64::NAN;
        }
    }
    rows.retain(|(task, _)| (task.point, task.lane, task.seed) != (0, 0, 2));
    let plot = plot(&sweep, &figure, &rows).unwrap();
    assert_eq!(data_lines(&plot.svg()), [3, 3]);
    for said in ["Means of 5 to 6 seeds", "6 runs have no value and are left out.", "1 runs are missing in the table."]
    {
        assert!(plot.caption().contains(said), "{}", plot.caption());
    }
}

#[test]
fn differences_are_those_of_the_paired_tests() {
    let sweep = sweep();
    let rows = runs(&sweep);
    let value = |point, lane, seed| values(Task { point, lane, seed })[0];
    let pairs: Vec<Vec<(f64, f64)>> = (0..sweep.points())
        .map(|point| (1..=SEEDS).map(|seed| (value(point, 1, seed), value(point, 0, seed))).collect())
        .collect();
    let differs = paired_family(&pairs).iter().flatten().filter(|found| found.differs).count();
    assert!(differs > 0 && differs < pairs.len(), "some differ, others do not: {differs}");
    let plot = plot(&sweep, &json!({ "kind": "differences", "by": ["limit"], "legend": "none" }), &rows).unwrap();
    let svg = plot.svg();
    let marks = svg.lines().filter(|line| line.contains("stroke-width=\"0.7\""));
    let hollow = marks.clone().filter(|line| line.contains("fill=\"#ffffff\"")).count();
    assert_eq!((marks.count(), hollow), (pairs.len(), pairs.len() - differs), "a mark for each difference");
    assert!(plot.caption().contains("over 8 comparisons"), "{}", plot.caption());
}

#[test]
fn a_figure_file_is_written_as_it_was_read() {
    for (_, figure) in figures() {
        let read = Figure::parse_text(&figure.to_string()).unwrap();
        let again = Figure::parse_text(&read.to_text()).unwrap();
        assert_eq!(Figure { schema: None, ..again }, read);
    }
}

/// The sweep, with figures in its definition.
fn with_figures(figures: Value) -> Sweep {
    let mut definition = sweep().to_json();
    definition["figures"] = figures;
    Sweep::parse(&definition).expect("a right sweep")
}

#[test]
fn the_figures_of_a_sweep_can_be_drawn_of_its_table() {
    let study = with_figures(study()["figures"].take());
    let figures = figures_of(&study).unwrap();
    assert_eq!(figures.len(), self::figures().len());
    for (name, figure) in figures {
        assert_eq!(figure_of(&study, &name), Some(Ok(figure)));
    }
    assert_eq!(figure_of(&study, "none"), None);
    assert_eq!(definition_hash(&study), definition_hash(&sweep()), "figures do not change the table");
}

#[test]
fn a_mistake_in_a_figure_of_a_sweep_is_reported_with_its_path() {
    let figures = json!({
        "a": { "kind": "pie", "colour": 1 },
        "b": { "width_mm": 1 },
        "c": { "y": "jain_index" },
        "d": { "kind": "box" },
    });
    let problems: Vec<String> =
        figures_of(&with_figures(figures)).unwrap_err().iter().map(ToString::to_string).collect();
    let expected = [
        "figures.a.colour: unknown field `colour`",
        "figures.a.kind: unknown variant `pie`",
        "figures.b.width_mm: 1 mm is not from 20 to 1000 mm",
        "figures.c.y: \"jain_index\" is not in the table",
    ];
    assert_eq!(problems.len(), expected.len(), "{problems:?}");
    assert!(problems.iter().zip(expected).all(|(problem, start)| problem.starts_with(start)), "{problems:?}");
}

#[test]
fn the_caption_says_where_the_figure_comes_from() {
    let plot = drawn(&json!({ "only": { "limit": [100] } }));
    let hash = &definition_hash(&sweep())[..12];
    for said in [
        "Means of 6 seeds with their 95 % intervals (Student).",
        "Only queue.params.limit = 100.",
        "Scene small, measured from 5 s to 20 s.",
        hash,
    ] {
        assert!(plot.caption().contains(said), "{said}: {}", plot.caption());
        assert!(plot.svg().contains(said) && plot.tikz().contains(said), "{said}");
    }
}

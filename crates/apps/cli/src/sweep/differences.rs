//! The differences between one lane of a sweep and the other lanes, over the same seeds.

use super::results::{Line, Results};
use super::shown_table;
use crate::differences::{counted, fields, name, notes, size};
use crate::table;
use chokepoint_engine::measure::Summary;
use chokepoint_engine::measure::statistics::{FamilyTest, paired_family};
use chokepoint_sweep::Sweep;
use serde_json::{Map, Value, json};
use std::io::{self, Write};

/// The comparisons of a lane at a point, one per metric.
struct Compared {
    point: usize,
    lane: usize,
    tests: Vec<Option<FamilyTest>>,
}

/// All comparisons of a sweep, as one family of tests.
pub(super) struct Differences<'a> {
    sweep: &'a Sweep,
    against: usize,
    all: Vec<Compared>,
    /// The same tests, one after the other.
    family: Vec<Option<FamilyTest>>,
}

impl<'a> Differences<'a> {
    /// Compares the lanes with the reference lane `against`. `None` if the sweep names none, or lacks a run.
    pub(super) fn of(results: &'a Results) -> Option<Self> {
        let sweep = results.sweep();
        let against = sweep.against().filter(|_| results.is_whole())?;
        let (mut places, mut pairs) = (Vec::new(), Vec::new());
        let lines: Vec<Line<'_>> = results.lines().collect();
        for lines in lines.chunk_by(|one, next| one.task.point == next.task.point) {
            for lane in (0..sweep.lanes().len()).filter(|&lane| lane != against) {
                places.push((lines[0].task.point, lane));
                pairs.extend((0..sweep.metrics().len()).map(|metric| paired(lines, [lane, against], metric)));
            }
        }
        let family = paired_family(&pairs);
        let tests = family.chunks(sweep.metrics().len()).map(<[_]>::to_vec);
        let all = places.into_iter().zip(tests).map(|((point, lane), tests)| Compared { point, lane, tests });
        Some(Self { sweep, against, all: all.collect(), family })
    }

    /// Writes the table, one line per point and lane, and notes about the family of comparisons.
    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let Self { sweep, against, all, family } = self;
        let against = &sweep.lanes()[*against];
        let rows: Vec<Vec<String>> = all
            .iter()
            .map(|Compared { point, lane, tests }| {
                let mut cells = shown_table::settings(sweep, *point);
                cells.push(name(&sweep.lanes()[*lane], against));
                let counts = tests.iter().flatten().map(|found| found.test.difference.count);
                cells.push(counts.max().unwrap_or(0).to_string());
                cells.extend(tests.iter().map(|found| found.as_ref().map_or_else(|| "–".into(), cell)));
                cells
            })
            .collect();
        writeln!(out, "\ndifferences from {against} over the same seeds, with their 95 % intervals (Student)")?;
        let header = shown_table::header(sweep);
        table::write(out, &header.iter().map(String::as_str).collect::<Vec<_>>(), &rows)?;
        let parts = [
            counted(sweep.points() - sweep.left_out(), "point"),
            counted(sweep.lanes().len() - 1, "lane"),
            counted(sweep.metrics().len(), "metric"),
        ];
        notes(family, &parts.join(", ")).iter().try_for_each(|note| writeln!(out, "{note}"))
    }

    /// Writes one JSON object per line, for each point, lane and metric.
    pub(super) fn write_lines(&self, out: &mut impl Write) -> io::Result<()> {
        let Self { sweep, against, all, family } = self;
        let comparisons = size(family);
        for Compared { point, lane, tests } in all {
            let values = sweep.values_at(*point).into_iter().cloned();
            let settings = sweep.varied().map(|(path, _)| path.to_owned()).zip(values);
            let lanes = [("lane", *lane), ("against", *against)];
            let lanes = lanes.map(|(field, lane)| (field.to_owned(), json!(sweep.lanes()[lane])));
            let place: Map<String, Value> = settings.chain(lanes).collect();
            for (metric, found) in sweep.metrics().iter().zip(tests) {
                let mut line = place.clone();
                line.insert("metric".into(), json!(metric));
                line.extend(fields(found.as_ref(), comparisons));
                writeln!(out, "{}", Value::Object(line))?;
            }
        }
        Ok(())
    }
}

/// The pairs of values of a metric in two lanes under the same seed, for the seeds with a value in both lanes. `lines`
/// holds the runs of one point in seed order.
fn paired(lines: &[Line<'_>], lanes: [usize; 2], metric: usize) -> Vec<(f64, f64)> {
    let [values, others] = lanes.map(|lane| {
        let of_lane = lines.iter().filter(move |line| line.task.lane == lane);
        of_lane.map(|line| line.values.get(metric).copied().unwrap_or(f64::NAN))
    });
    values.zip(others).filter(|(a, b)| (a - b).is_finite()).collect()
}

/// A difference, as in `-0.0312 ± 0.0012 *`. The star marks a difference significantly different from 0.
fn cell(found: &FamilyTest) -> String {
    let Summary { mean, half_width, .. } = found.test.difference;
    let digits = shown_table::digits(mean.abs().max(half_width));
    format!("{mean:.digits$} ± {half_width:.digits$} {}", if found.differs { "*" } else { " " })
}

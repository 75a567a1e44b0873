//! The runs of a table, sorted into panels, lines and points, with statistics. A line is one data series.

use crate::columns::{Column, Key, columns, find};
use crate::figure::{Figure, Interval, Kind, LARGEST};
use crate::selection::{Cell, Numbered, Used, cells, check_counts, check_places, roles, used};
use chokepoint_engine::experiment::{Metric, Takes};
use chokepoint_engine::measure::statistics::paired_family;
use chokepoint_engine::measure::{Described, described};
use chokepoint_engine::scenario::Problem;
use chokepoint_sweep::{Sweep, Task};
use std::collections::BTreeMap;

/// A point of a figure, which summarizes the runs under all seeds.
#[derive(Clone, Debug)]
pub(crate) struct Spot {
    /// Index of the point's value on the horizontal axis.
    pub(crate) x: usize,
    /// Mean, median or mean difference.
    pub(crate) middle: f64,
    /// Ends of the interval.
    pub(crate) ends: Option<[f64; 2]>,
    /// In a figure of differences, whether the difference is significant after correcting for the number of tests; in
    /// other figures, always true.
    pub(crate) differs: bool,
    /// Values of the runs, in ascending order.
    pub(crate) values: Vec<f64>,
}

/// A line, or the boxes of one colour.
#[derive(Clone, Debug)]
pub(crate) struct Series {
    /// For each column in [`Data::by`], the index of the line's value among the column's `keys`.
    pub(crate) keys: Vec<usize>,
    /// The points of the line, in ascending order of `x`.
    pub(crate) spots: Vec<Spot>,
}

/// The data that the figure shows.
#[derive(Clone, Debug)]
pub(crate) struct Data {
    /// The metric, or the first metric of a range.
    pub(crate) metric: Metric,
    /// Name of the metric. For a range such as `flow_throughput_bps:1..34`, it contains “each flow” in place of an
    /// index.
    pub(crate) name: String,
    pub(crate) x: Used,
    pub(crate) by: Vec<Used>,
    pub(crate) facet: Option<Used>,
    /// Index of the reference lane, from which the other lanes' differences are shown.
    pub(crate) against: Option<usize>,
    /// Names of the drawn lanes. A figure of differences leaves out the reference lane.
    pub(crate) lanes: Vec<String>,
    /// The lines of each panel.
    pub(crate) panels: Vec<Vec<Series>>,
    /// Smallest and largest number of runs that a point summarizes. In a figure of differences, the numbers of pairs of
    /// runs.
    pub(crate) counts: [usize; 2],
    /// Number of drawn runs in which the metric has no value.
    pub(crate) without: usize,
    /// Number of runs that belong in the figure but have no result, because their settings contradict each other.
    pub(crate) refused: u64,
    /// Number of runs that belong in the figure but are missing from the table.
    pub(crate) missing: u64,
    /// Number of comparisons in the family of tests.
    pub(crate) comparisons: usize,
    /// Columns that the figure restricts to some values (by [`Figure::only`]), each with the values that are drawn.
    pub(crate) fixed: Vec<(Column, Vec<Key>)>,
}

/// The drawn metrics: a single metric, or all metrics of a range such as `flow_throughput_bps:1..34`.
fn metrics_of(sweep: &Sweep, figure: &Figure) -> Result<Vec<Numbered>, Problem> {
    let Some(given) = &figure.y else { return Ok(vec![(0, 0)]) };
    let place = |name: &str| sweep.metrics().iter().position(|metric| metric.to_string() == *name);
    if let Some(place) = place(given) {
        return Ok(vec![(place, 0)]);
    }
    let unknown = |name: &str| {
        let known: Vec<String> = sweep.metrics().iter().map(ToString::to_string).collect();
        Problem::new("y", format!("{name:?} is not in the table; known are {}", known.join(", ")))
    };
    let range = Metric::parse_each(given).map_err(|_| unknown(given))?;
    let numbered = |metric: &Metric| {
        let name = metric.to_string();
        let number = name.rsplit(':').next().and_then(|number| number.parse().ok());
        Ok((place(&name).ok_or_else(|| unknown(&name))?, number.unwrap_or(0)))
    };
    range.iter().map(numbered).collect()
}

/// The reference lane of the differences.
fn lane_against(sweep: &Sweep, figure: &Figure) -> Result<Option<usize>, Problem> {
    if figure.kind != Kind::Differences {
        return Ok(None);
    }
    let lanes = sweep.lanes();
    let known = lanes.join(", ");
    if lanes.len() < 2 {
        return Err(Problem::new("kind", format!("differences need two lanes; the table has {known}")));
    }
    match &figure.against {
        Some(given) => match lanes.iter().position(|lane| lane == given) {
            Some(lane) => Ok(Some(lane)),
            None => Err(Problem::new("against", format!("{given:?} is not a lane of the table; known are {known}"))),
        },
        None => match sweep.against().or((lanes.len() == 2).then_some(0)) {
            Some(lane) => Ok(Some(lane)),
            None => Err(Problem::new(
                "against",
                format!("is missing: the lane that is compared with the others; known are {known}"),
            )),
        },
    }
}

/// The part of a sweep that a figure draws, without its runs.
struct Chosen {
    metric: Metric,
    /// `flow` or `group`, if the figure shows a metric of many flows or groups, such as `flow_throughput_bps:1..34`.
    numbered: Option<&'static str>,
    against: Option<usize>,
    columns: Vec<Column>,
    cells: Vec<Cell>,
}

impl Chosen {
    fn new(sweep: &Sweep, figure: &Figure) -> Result<Self, Problem> {
        let metrics = metrics_of(sweep, figure)?;
        let metric = sweep.metrics()[metrics[0].0].clone();
        let numbered = (metrics.len() > 1).then(|| if metric.about.takes == Takes::Flow { "flow" } else { "group" });
        let against = lane_against(sweep, figure)?;
        let columns = columns(sweep, numbered);
        let cells = cells(sweep, figure, &columns, &metrics)?;
        if let Some(against) = against.filter(|lane| !cells.iter().any(|cell| cell.lane == *lane)) {
            let problem =
                format!("leaves out {}, but the figure shows differences from this lane", sweep.lanes()[against]);
            return Err(Problem::new("only.lane", problem));
        }
        Ok(Self { metric, numbered, against, columns, cells })
    }

    /// Assigns the cells to panels, lines and the horizontal axis.
    fn placed(&self, figure: &Figure) -> Result<Placed<'_>, Problem> {
        let columns = &self.columns;
        let drawn: Vec<&Cell> = self.cells.iter().filter(|cell| Some(cell.lane) != self.against).collect();
        if drawn.is_empty() {
            return Err(Problem::new("only", "leaves nothing to draw"));
        }
        let roles = roles(figure, columns, &drawn)?;
        let facet = roles.facet.map(|place| used(columns, place, &drawn));
        let by: Vec<Used> = roles.by.iter().map(|&place| used(columns, place, &drawn)).collect();
        let x = used(columns, roles.x, &drawn);
        let order: Vec<(usize, &Used)> = facet
            .iter()
            .map(|it| (roles.facet.unwrap_or(0), it))
            .chain(roles.by.iter().copied().zip(&by))
            .chain([(roles.x, &x)])
            .collect();
        let place_of = |cell: &&Cell| -> Vec<usize> {
            let place = |(column, used): &(usize, &Used)| used.keys.iter().position(|key| *key == cell.keys[*column]);
            order.iter().map(|it| place(it).unwrap_or(0)).collect()
        };
        let places: Vec<Vec<usize>> = drawn.iter().map(place_of).collect();
        check_places(columns, &drawn, &places)?;
        check_counts(figure, &x, &by, facet.as_ref())?;
        Ok(Placed { drawn, x, by, facet, places })
    }
}

/// The drawn cells with their indices: panel, values of the line, position on the horizontal axis.
struct Placed<'a> {
    drawn: Vec<&'a Cell>,
    x: Used,
    by: Vec<Used>,
    facet: Option<Used>,
    places: Vec<Vec<usize>>,
}

/// Checks that a figure fits a sweep; needs no runs.
pub(crate) fn check(sweep: &Sweep, figure: &Figure) -> Result<(), Problem> {
    Chosen::new(sweep, figure)?.placed(figure).map(|_| ())
}

impl Data {
    /// Sorts the runs of a table, which may come in any order, into cells.
    pub(crate) fn new<'a>(
        sweep: &Sweep,
        figure: &Figure,
        runs: impl IntoIterator<Item = (Task, &'a [f64])>,
    ) -> Result<Self, Problem> {
        let mut chosen = Chosen::new(sweep, figure)?;
        collect(&mut chosen.cells, sweep.lanes().len(), runs)?;
        let Placed { drawn, x, by, facet, places } = chosen.placed(figure)?;
        let Chosen { metric, numbered, against, columns, cells: all } = &chosen;
        let (numbered, against) = (*numbered, *against);
        let (spots, facts) = spots(figure, metric.is_share(), &drawn, all, against);
        let panels = panels(&places, spots, facet.as_ref());
        if panels.iter().all(Vec::is_empty) {
            let problem = format!("no drawn run has a value of {metric}");
            return Err(Problem::new("y", problem));
        }
        let fixed = figure.only.keys().filter_map(|given| find(columns, given, "").ok());
        let fixed = fixed.map(|place| (columns[place].clone(), used(columns, place, &drawn).keys)).collect();
        let refused: u64 = all.iter().map(|cell| cell.refused).sum();
        let known: u64 = all.iter().map(|cell| cell.runs.len() as u64).sum();
        // With sequential stopping, the number of runs that a point needs is not known in advance. So missing runs
        // cannot be counted, and none is reported.
        let wanted = if sweep.until().is_some() { 0 } else { all.len() as u64 * sweep.seeds() };
        let missing = wanted.saturating_sub(known + refused);
        let name = match numbered {
            Some(thing) => metric.about.name.replace(&format!("{thing} {{}}"), &format!("each {thing}")),
            None => metric.name(),
        };
        let lanes = used(columns, columns.len() - 1, &drawn).keys.into_iter().map(|key| key.text).collect();
        let Facts { counts, without, comparisons } = facts;
        Ok(Self {
            metric: metric.clone(),
            name,
            x,
            by,
            facet,
            against,
            lanes,
            panels,
            counts,
            without,
            refused,
            missing,
            comparisons,
            fixed,
        })
    }
}

/// Puts the runs of a table into their cells, in seed order.
fn collect<'a>(
    cells: &mut [Cell],
    lanes: usize,
    runs: impl IntoIterator<Item = (Task, &'a [f64])>,
) -> Result<(), Problem> {
    let mut slots: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (place, cell) in cells.iter().enumerate() {
        slots.entry(cell.point * lanes + cell.lane).or_default().push(place);
    }
    for (task, values) in runs {
        let Some(places) = slots.get(&(task.point * lanes + task.lane)) else { continue };
        for &place in places {
            let cell = &mut cells[place];
            match values.get(cell.metric) {
                Some(value) if value.abs() > LARGEST => {
                    return Err(Problem::new(
                        "y",
                        format!("has the value {value:e}; the largest that is drawn is {LARGEST:e}"),
                    ));
                }
                Some(value) => cell.runs.push((task.seed, *value)),
                None => cell.refused += 1,
            }
        }
    }
    for cell in cells {
        cell.runs.sort_by_key(|(seed, _)| *seed);
        cell.runs.dedup_by_key(|(seed, _)| *seed);
    }
    Ok(())
}

/// The lines of each panel. `places` has, for each point, the index of the panel, the indices of the line's values, and
/// the index on the horizontal axis.
fn panels(places: &[Vec<usize>], spots: Vec<Option<Spot>>, facet: Option<&Used>) -> Vec<Vec<Series>> {
    let mut panels: BTreeMap<usize, BTreeMap<Vec<usize>, Vec<Spot>>> = BTreeMap::new();
    for (place, spot) in places.iter().zip(spots) {
        let Some(mut spot) = spot else { continue };
        let (panel, rest) = if facet.is_some() { (place[0], &place[1..]) } else { (0, &place[..]) };
        spot.x = rest[rest.len() - 1];
        panels.entry(panel).or_default().entry(rest[..rest.len() - 1].to_vec()).or_default().push(spot);
    }
    let count = facet.map_or(1, |facet| facet.keys.len());
    (0..count)
        .map(|panel| {
            let series = panels.remove(&panel).unwrap_or_default().into_iter();
            let sorted = |(keys, mut spots): (Vec<usize>, Vec<Spot>)| {
                spots.sort_by_key(|spot| spot.x);
                Series { keys, spots }
            };
            series.map(sorted).collect()
        })
        .collect()
}

/// Counts for the caption, as described in [`Data`].
struct Facts {
    counts: [usize; 2],
    without: usize,
    comparisons: usize,
}

/// The statistics of every drawn cell; `None` where no run has a value.
fn spots(
    figure: &Figure,
    is_share: bool,
    drawn: &[&Cell],
    all: &[Cell],
    against: Option<usize>,
) -> (Vec<Option<Spot>>, Facts) {
    let found = match against {
        Some(against) => differences(figure, drawn, all, against),
        None => drawn.iter().map(|cell| spot(figure, is_share, &cell.runs)).collect(),
    };
    let counts = found.iter().flatten().map(|spot| spot.values.len());
    let without = drawn.iter().flat_map(|cell| &cell.runs).filter(|(_, value)| value.is_nan()).count();
    let comparisons =
        if against.is_some() { found.iter().flatten().filter(|spot| spot.values.len() > 1).count() } else { 0 };
    let counts = [counts.clone().min().unwrap_or(0), counts.max().unwrap_or(0)];
    let facts = Facts { counts, without, comparisons };
    (found, facts)
}

fn spot(figure: &Figure, is_share: bool, runs: &[(u64, f64)]) -> Option<Spot> {
    let mut values: Vec<f64> = runs.iter().map(|(_, value)| *value).filter(|value| value.is_finite()).collect();
    let Described { summary, interval, spread } = described(&values, is_share)?;
    values.sort_by(f64::total_cmp);
    let (middle, ends) = match figure.interval {
        Interval::Student => (summary.mean, interval),
        Interval::Quartiles => (spread.median, Some(spread.quartiles)),
        Interval::None => (summary.mean, None),
    };
    Some(Spot { x: 0, middle, ends, differs: true, values })
}

/// The differences of each lane from the reference lane, seed by seed. All are tested as one family.
fn differences(figure: &Figure, drawn: &[&Cell], all: &[Cell], against: usize) -> Vec<Option<Spot>> {
    let others: BTreeMap<(usize, usize), &Cell> =
        all.iter().filter(|cell| cell.lane == against).map(|cell| ((cell.point, cell.metric), cell)).collect();
    let pairs = |cell: &&Cell| -> Vec<(f64, f64)> {
        let other: BTreeMap<u64, f64> =
            others.get(&(cell.point, cell.metric)).into_iter().flat_map(|cell| cell.runs.iter().copied()).collect();
        let of_seed = |&(seed, value): &(u64, f64)| Some((value, *other.get(&seed)?));
        cell.runs.iter().filter_map(of_seed).filter(|(a, b)| (a - b).is_finite()).collect()
    };
    let pairs: Vec<Vec<(f64, f64)>> = drawn.iter().map(pairs).collect();
    let tests = paired_family(&pairs);
    let spots = pairs.iter().zip(tests).map(|(pairs, found)| {
        let mut values: Vec<f64> = pairs.iter().map(|(a, b)| a - b).collect();
        values.sort_by(f64::total_cmp);
        match found {
            Some(found) => {
                let difference = found.test.difference;
                let ends = [-1.0, 1.0].map(|sign| difference.mean + sign * difference.half_width);
                let ends = (figure.interval != Interval::None).then_some(ends);
                Some(Spot { x: 0, middle: difference.mean, ends, differs: found.differs, values })
            }
            None => {
                values.first().map(|&middle| Spot { x: 0, middle, ends: None, differs: false, values: vec![middle] })
            }
        }
    });
    spots.collect()
}

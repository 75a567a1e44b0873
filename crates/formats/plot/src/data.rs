//! The runs of a table, sorted into panels, lines and points, with their statistics.

use crate::columns::{Column, Key, LANE, Source, columns, find};
use crate::figure::{Figure, Interval, Kind};
use chokepoint_engine::experiment::Metric;
use chokepoint_engine::measure::statistics::paired_family;
use chokepoint_engine::measure::{Described, described};
use chokepoint_engine::scenario::Problem;
use chokepoint_sweep::{Sweep, Task};
use std::collections::BTreeMap;

/// Most combinations of a point and a lane that are drawn.
const MOST_CELLS: usize = 20_000;
/// Most values of the second thing that tells lines apart, each with dashes of its own.
const MOST_DASHES: usize = 6;
/// Most values of the second thing that tells marks or boxes apart, each with a shade of its own.
const MOST_FILLS: usize = 3;
/// Most panels.
const MOST_PANELS: usize = 36;
/// Most values that a message lists.
const MOST_LISTED: usize = 12;

/// A column in use, with its values in the order in which they are drawn.
#[derive(Clone, Debug)]
pub(crate) struct Used {
    pub(crate) column: Column,
    pub(crate) keys: Vec<Key>,
}

impl Used {
    pub(crate) fn is_number(&self) -> bool {
        self.keys.iter().all(|key| key.number.is_some())
    }

    /// The greatest absolute value; 0 for words.
    pub(crate) fn largest(&self) -> f64 {
        self.keys.iter().filter_map(|key| key.number).fold(0.0, |largest, it| largest.max(it.abs()))
    }
}

/// The runs with all seeds at one place of a figure.
#[derive(Clone, Debug)]
pub(crate) struct Spot {
    /// Place of the value on the horizontal axis among its keys.
    pub(crate) x: usize,
    /// Mean, median or mean difference.
    pub(crate) middle: f64,
    /// Ends of the interval.
    pub(crate) ends: Option<[f64; 2]>,
    /// Whether a difference is another than 0 after the correction.
    pub(crate) differs: bool,
    /// Values of the runs, in rising order.
    pub(crate) values: Vec<f64>,
}

/// A line, or the boxes of one colour.
#[derive(Clone, Debug)]
pub(crate) struct Series {
    /// For each column that tells lines apart, the place of the line's value.
    pub(crate) keys: Vec<usize>,
    /// In rising order of `x`.
    pub(crate) spots: Vec<Spot>,
}

/// What is drawn.
#[derive(Clone, Debug)]
pub(crate) struct Data {
    pub(crate) metric: Metric,
    pub(crate) x: Used,
    pub(crate) by: Vec<Used>,
    pub(crate) facet: Option<Used>,
    /// Index of the lane from which the differences are.
    pub(crate) against: Option<usize>,
    /// Names of the drawn lanes; of differences, those that are compared.
    pub(crate) lanes: Vec<String>,
    /// The lines of each panel.
    pub(crate) panels: Vec<Vec<Series>>,
    /// Least and greatest number of runs, or pairs, at one place.
    pub(crate) counts: [usize; 2],
    /// Number of runs without a value of the metric.
    pub(crate) without: usize,
    /// Number of drawn runs whose values contradict each other, so that they are no scene.
    pub(crate) refused: u64,
    /// Number of drawn runs that the table does not have.
    pub(crate) missing: u64,
    /// Number of comparisons for which the tests are corrected.
    pub(crate) comparisons: usize,
    /// Columns with one value, where others are left out.
    pub(crate) fixed: Vec<(Column, Vec<Key>)>,
}

/// A point of the sweep in a lane, as long as runs are collected.
struct Cell {
    point: usize,
    lane: usize,
    /// For each column, its value.
    keys: Vec<Key>,
    /// Seeds with values; NaN where a run has none.
    runs: Vec<(u64, f64)>,
    /// Number of rows that say why there is no run.
    refused: u64,
}

fn metric_of(sweep: &Sweep, figure: &Figure) -> Result<usize, Problem> {
    let Some(given) = &figure.y else { return Ok(0) };
    sweep.metrics().iter().position(|metric| metric.to_string() == *given).ok_or_else(|| {
        let known: Vec<String> = sweep.metrics().iter().map(ToString::to_string).collect();
        Problem::new("y", format!("{given:?} is not in the table; known are {}", known.join(", ")))
    })
}

/// The lane from which the differences are.
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
            None => Err(Problem::new("against", format!("{given:?} is no lane of the table; known are {known}"))),
        },
        None => match sweep.against().or((lanes.len() == 2).then_some(0)) {
            Some(lane) => Ok(Some(lane)),
            None => Err(Problem::new(
                "against",
                format!("is missing: the lane from which the differences are; known are {known}"),
            )),
        },
    }
}

/// The cells that `only` leaves.
fn cells(sweep: &Sweep, figure: &Figure, columns: &[Column]) -> Result<Vec<Cell>, Problem> {
    let mut only = Vec::new();
    for (given, values) in &figure.only {
        let field = format!("only.{given}");
        only.push((find(columns, given, &field)?, field, values));
    }
    let named = [&figure.x, &figure.facet].into_iter().flatten().chain(figure.by.iter().flatten());
    let named = named.filter_map(|given| find(columns, given, "").ok());
    let needs_derived = named.chain(only.iter().map(|(column, ..)| *column));
    let needs_derived = needs_derived.into_iter().any(|it| matches!(columns[it].source, Source::Derived(_)));
    let mut cells = Vec::new();
    let mut seen: Vec<Vec<Key>> = vec![Vec::new(); only.len()];
    for point in 0..sweep.points() {
        let values = sweep.values_at(point);
        let derived = if needs_derived { sweep.derived_at(point) } else { None };
        for lane in 0..sweep.lanes().len() {
            let key = |column: &Column| match column.source {
                Source::Varied(place) => Key::of(values[place]),
                Source::Derived(place) => match &derived {
                    Some(values) => Key::of(&values[place]),
                    None => Key { text: String::new(), number: None },
                },
                Source::Lane => Key::lane(&sweep.lanes()[lane]),
            };
            let mut is_drawn = true;
            for ((column, _, values), seen) in only.iter().zip(&mut seen) {
                let key = key(&columns[*column]);
                is_drawn &= values.iter().any(|value| key.is(value));
                if seen.len() < MOST_LISTED && !seen.contains(&key) {
                    seen.push(key);
                }
            }
            if is_drawn {
                if cells.len() == MOST_CELLS {
                    let problem =
                        format!("leaves more than {MOST_CELLS} points, the most that are drawn; choose fewer values");
                    return Err(Problem::new("only", problem));
                }
                cells.push(Cell { point, lane, keys: columns.iter().map(key).collect(), runs: Vec::new(), refused: 0 });
            }
        }
    }
    // A value that no cell has is a mistake, even if other values of the list are there.
    for ((column, field, values), seen) in only.iter().zip(&seen) {
        if let Some(value) = values.iter().find(|value| !cells.iter().any(|cell| cell.keys[*column].is(value))) {
            let known: Vec<&str> = seen.iter().map(|key| key.text.as_str()).collect();
            let problem = format!(
                "{value} is no value of {} in the table; known are {}",
                columns[*column].path,
                known.join(", ")
            );
            return Err(Problem::new(field, problem));
        }
        if values.is_empty() {
            return Err(Problem::new(field, "has no value"));
        }
    }
    Ok(cells)
}

/// The distinct values of a column, numbers in rising order, words as the sweep lists them.
fn used(columns: &[Column], place: usize, cells: &[&Cell]) -> Used {
    let mut keys: Vec<Key> = Vec::new();
    for cell in cells {
        let key = &cell.keys[place];
        if !keys.contains(key) {
            keys.push(key.clone());
        }
    }
    if keys.iter().all(|key| key.number.is_some()) {
        keys.sort_by(|one, other| one.number.partial_cmp(&other.number).unwrap_or(std::cmp::Ordering::Equal));
    }
    Used { column: columns[place].clone(), keys }
}

/// The places of the columns that the figure is drawn over.
struct Roles {
    x: usize,
    by: Vec<usize>,
    facet: Option<usize>,
}

fn roles(figure: &Figure, columns: &[Column], cells: &[&Cell]) -> Result<Roles, Problem> {
    let lane = columns.len() - 1;
    let varies = |place: usize| cells.iter().any(|cell| cell.keys[place] != cells[0].keys[place]);
    // The first setting of each axis stands for those that change together with it.
    let is_first = |place: usize| place == 0 || columns[place].axis != columns[place - 1].axis;
    let axes: Vec<usize> =
        (0..lane).filter(|&place| columns[place].axis.is_some() && is_first(place) && varies(place)).collect();
    let given = |name: &Option<String>, field: &str| name.as_ref().map(|name| find(columns, name, field)).transpose();
    let facet = given(&figure.facet, "facet")?;
    let by: Option<Vec<usize>> = match &figure.by {
        Some(by) => Some(by.iter().map(|name| find(columns, name, "by")).collect::<Result<_, _>>()?),
        None => None,
    };
    let is_taken = |place: usize, more: &[usize]| {
        let same = |other: usize| {
            other == place || columns[place].axis.is_some() && columns[place].axis == columns[other].axis
        };
        facet.is_some_and(same) || by.iter().flatten().copied().any(same) || more.iter().copied().any(same)
    };
    let x = match given(&figure.x, "x")? {
        Some(x) => x,
        None => axes.iter().copied().find(|&place| !is_taken(place, &[])).unwrap_or(lane),
    };
    let Some(by) = by.clone() else {
        let mut rest = axes.iter().copied().filter(|&place| !is_taken(place, &[x])).collect::<Vec<_>>().into_iter();
        let mut by = Vec::new();
        if x != lane && !is_taken(lane, &[x]) && varies(lane) {
            by.push(lane);
        }
        by.extend(rest.next());
        return Ok(Roles { x, by, facet: facet.or_else(|| rest.next()) });
    };
    let all = [x].into_iter().chain(facet).chain(by.iter().copied()).collect::<Vec<_>>();
    if let Some(twice) = all.iter().enumerate().find(|(at, place)| all[..*at].contains(place)) {
        return Err(Problem::new("by", format!("{} is used twice: as x, by or facet", columns[*twice.1].path)));
    }
    Ok(Roles { x, by, facet })
}

/// A problem if two points of the sweep fall on one place of the figure.
fn check_places(columns: &[Column], cells: &[&Cell], places: &[Vec<usize>]) -> Result<(), Problem> {
    let mut first: BTreeMap<&[usize], usize> = BTreeMap::new();
    for (at, place) in places.iter().enumerate() {
        let Some(&other) = first.get(place.as_slice()) else {
            first.insert(place, at);
            continue;
        };
        let differing: Vec<&str> = (0..columns.len())
            .filter(|&column| cells[at].keys[column] != cells[other].keys[column])
            .map(|column| columns[column].path.as_str())
            .collect();
        let problem = format!(
            "{} varies, too, and is neither x nor by nor facet; give it to by or facet, or choose one value with only",
            differing.join(" and ")
        );
        return Err(Problem::new("by", problem));
    }
    Ok(())
}

impl Data {
    /// Sorts the runs of a table, which may come in any order.
    pub(crate) fn new<'a>(
        sweep: &Sweep,
        figure: &Figure,
        runs: impl IntoIterator<Item = (Task, &'a [f64])>,
    ) -> Result<Self, Problem> {
        let metric = metric_of(sweep, figure)?;
        let against = lane_against(sweep, figure)?;
        let columns = columns(sweep);
        let mut all = cells(sweep, figure, &columns)?;
        if let Some(against) = against.filter(|lane| !all.iter().any(|cell| cell.lane == *lane)) {
            let problem = format!("leaves out {}, from which the differences are", sweep.lanes()[against]);
            return Err(Problem::new("only.lane", problem));
        }
        let lanes = sweep.lanes().len();
        let slot: BTreeMap<usize, usize> =
            all.iter().enumerate().map(|(place, cell)| (cell.point * lanes + cell.lane, place)).collect();
        for (task, values) in runs {
            let Some(&place) = slot.get(&(task.point * lanes + task.lane)) else { continue };
            match values.get(metric) {
                Some(value) => all[place].runs.push((task.seed, *value)),
                None => all[place].refused += 1,
            }
        }
        for cell in &mut all {
            cell.runs.sort_by_key(|(seed, _)| *seed);
            cell.runs.dedup_by_key(|(seed, _)| *seed);
        }
        let drawn: Vec<&Cell> = all.iter().filter(|cell| Some(cell.lane) != against).collect();
        if drawn.is_empty() {
            return Err(Problem::new("only", "leaves nothing to draw"));
        }
        let roles = roles(figure, &columns, &drawn)?;
        let facet = roles.facet.map(|place| used(&columns, place, &drawn));
        let by: Vec<Used> = roles.by.iter().map(|&place| used(&columns, place, &drawn)).collect();
        let x = used(&columns, roles.x, &drawn);
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
        check_places(&columns, &drawn, &places)?;
        check_counts(figure, &x, &by, facet.as_ref())?;
        let (spots, facts) = spots(figure, sweep.metrics()[metric].is_share(), &drawn, &all, against);
        let mut panels: BTreeMap<usize, BTreeMap<Vec<usize>, Vec<Spot>>> = BTreeMap::new();
        for (place, spot) in places.iter().zip(spots) {
            let Some(mut spot) = spot else { continue };
            let (panel, rest) = if facet.is_some() { (place[0], &place[1..]) } else { (0, &place[..]) };
            spot.x = rest[rest.len() - 1];
            panels.entry(panel).or_default().entry(rest[..rest.len() - 1].to_vec()).or_default().push(spot);
        }
        let count = facet.as_ref().map_or(1, |facet| facet.keys.len());
        let panels: Vec<Vec<Series>> = (0..count)
            .map(|panel| {
                let series = panels.remove(&panel).unwrap_or_default().into_iter();
                let sorted = |(keys, mut spots): (Vec<usize>, Vec<Spot>)| {
                    spots.sort_by_key(|spot| spot.x);
                    Series { keys, spots }
                };
                series.map(sorted).collect()
            })
            .collect();
        if panels.iter().all(Vec::is_empty) {
            let problem = format!("no drawn run has a value of {}", sweep.metrics()[metric]);
            return Err(Problem::new("y", problem));
        }
        let fixed = figure.only.keys().filter_map(|given| find(&columns, given, "").ok());
        let fixed = fixed.map(|place| (columns[place].clone(), used(&columns, place, &drawn).keys)).collect();
        let refused: u64 = all.iter().map(|cell| cell.refused).sum();
        let known: u64 = all.iter().map(|cell| cell.runs.len() as u64).sum();
        let missing = (all.len() as u64 * sweep.seeds()).saturating_sub(known + refused);
        let metric = sweep.metrics()[metric].clone();
        let lanes = used(&columns, columns.len() - 1, &drawn).keys.into_iter().map(|key| key.text).collect();
        let Facts { counts, without, comparisons } = facts;
        Ok(Self { metric, x, by, facet, against, lanes, panels, counts, without, refused, missing, comparisons, fixed })
    }
}

/// A problem if there are more lines or panels than can be told apart.
fn check_counts(figure: &Figure, x: &Used, by: &[Used], facet: Option<&Used>) -> Result<(), Problem> {
    let hint = "choose some with only, or give it to x or facet";
    let has_lines = figure.kind != Kind::Box && x.is_number();
    let (second, cue) = if has_lines { (MOST_DASHES, "dashes") } else { (MOST_FILLS, "shades") };
    for (used, (most, cue)) in by.iter().zip([(figure.palette.most(), "colours"), (second, cue)]) {
        if used.keys.len() > most {
            let problem =
                format!("{} has {} values, but there are {most} {cue}; {hint}", used.column.path, used.keys.len());
            return Err(Problem::new("by", problem));
        }
    }
    match facet.filter(|facet| facet.keys.len() > MOST_PANELS) {
        Some(facet) => {
            let problem = format!(
                "{} has {} values; at most {MOST_PANELS} panels are drawn",
                facet.column.path,
                facet.keys.len()
            );
            Err(Problem::new("facet", problem))
        }
        None => Ok(()),
    }
}

/// Numbers for the caption, as [`Data`] has them.
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

/// Differences from a lane over the same seeds, tested as one family.
fn differences(figure: &Figure, drawn: &[&Cell], all: &[Cell], against: usize) -> Vec<Option<Spot>> {
    let others: BTreeMap<usize, &Cell> =
        all.iter().filter(|cell| cell.lane == against).map(|cell| (cell.point, cell)).collect();
    let pairs = |cell: &&Cell| -> Vec<(f64, f64)> {
        let other: BTreeMap<u64, f64> =
            others.get(&cell.point).into_iter().flat_map(|cell| cell.runs.iter().copied()).collect();
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

/// Whether a column is the lane.
pub(crate) fn is_lane(used: &Used) -> bool {
    used.column.path == LANE
}

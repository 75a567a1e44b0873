//! Selects the points of a sweep that a figure shows, and which settings distinguish axis positions, lines and panels.

use crate::columns::{Column, Key, LANE, Source, find};
use crate::figure::{Figure, Kind};
use chokepoint_engine::scenario::Problem;
use chokepoint_sweep::Sweep;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// Largest number of drawn point–lane combinations.
const MOST_CELLS: usize = 20_000;
/// Largest number of values of the second axis in [`Figure::by`] if the figure draws lines: each value has its own dash
/// pattern.
const MOST_DASHES: usize = 6;
/// Largest number of values of the second axis in [`Figure::by`] if the figure draws marks or boxes: each value has its
/// own shade.
const MOST_FILLS: usize = 3;
/// Largest number of panels.
const MOST_PANELS: usize = 36;
/// Largest number of values listed in a message.
const MOST_LISTED: usize = 12;

/// A column that the figure uses, with its values in drawing order.
#[derive(Clone, Debug)]
pub(crate) struct Used {
    pub(crate) column: Column,
    pub(crate) keys: Vec<Key>,
}

impl Used {
    pub(crate) fn is_number(&self) -> bool {
        self.keys.iter().all(|key| key.number.is_some())
    }

    /// The largest absolute value; 0 for texts.
    pub(crate) fn largest(&self) -> f64 {
        self.keys.iter().filter_map(|key| key.number).fold(0.0, |largest, it| largest.max(it.abs()))
    }
}

/// A drawn metric: its index in the sweep, and the index of its flow or group, which is 0 for a metric outside a range.
pub(crate) type Numbered = (usize, u64);

/// A metric at one point of the sweep in one lane, with the runs collected so far.
pub(crate) struct Cell {
    pub(crate) point: usize,
    pub(crate) lane: usize,
    /// Index of the metric.
    pub(crate) metric: usize,
    /// Its value in each column.
    pub(crate) keys: Vec<Key>,
    /// Pairs of seed and value; the value is NaN if the run lacks the metric.
    pub(crate) runs: Vec<(u64, f64)>,
    /// Number of tasks without a run because their settings contradict each other.
    pub(crate) refused: u64,
}

/// The cells selected by the figure's field `only`, for each metric.
pub(crate) fn cells(
    sweep: &Sweep,
    figure: &Figure,
    columns: &[Column],
    metrics: &[Numbered],
) -> Result<Vec<Cell>, Problem> {
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
    for point in (0..sweep.points()).filter(|point| !sweep.is_left_out(*point)) {
        let values = sweep.values_at(point);
        let derived = if needs_derived { sweep.derived_at(point) } else { Some(Vec::new()) };
        // A point without a valid scene has no derived settings, and therefore no position in the figure.
        let Some(derived) = derived else { continue };
        let each = (0..sweep.lanes().len()).flat_map(|lane| metrics.iter().map(move |metric| (lane, *metric)));
        for (lane, (metric, number)) in each {
            let key = |column: &Column| match column.source {
                Source::Varied(place) => Key::of(values[place]),
                Source::Derived(place) => match derived.get(place) {
                    Some(value) => Key::of(value),
                    None => Key { text: String::new(), number: None },
                },
                Source::Number => Key { text: number.to_string(), number: Some(number as f64) },
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
                let keys = columns.iter().map(key).collect();
                cells.push(Cell { point, lane, metric, keys, runs: Vec::new(), refused: 0 });
            }
        }
    }
    // A listed value that selects no cell is a mistake, even if other values in the list do select cells.
    for ((column, field, values), seen) in only.iter().zip(&seen) {
        if let Some(value) = values.iter().find(|value| !cells.iter().any(|cell| cell.keys[*column].is(value))) {
            let known: Vec<&str> = seen.iter().map(|key| key.text.as_str()).collect();
            let problem = format!(
                "{value} is not a value of {} in the table; known are {}",
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

/// The distinct values of a column: numbers in ascending order, texts in the order of the sweep.
pub(crate) fn used(columns: &[Column], place: usize, cells: &[&Cell]) -> Used {
    let mut keys: Vec<Key> = Vec::new();
    for cell in cells {
        let key = &cell.keys[place];
        if !keys.contains(key) {
            keys.push(key.clone());
        }
    }
    if keys.iter().all(|key| key.number.is_some()) {
        keys.sort_by(|one, other| one.number.partial_cmp(&other.number).unwrap_or(Ordering::Equal));
    }
    Used { column: columns[place].clone(), keys }
}

/// Indices of the columns that the figure uses, by purpose.
pub(crate) struct Roles {
    pub(crate) x: usize,
    pub(crate) by: Vec<usize>,
    pub(crate) facet: Option<usize>,
}

pub(crate) fn roles(figure: &Figure, columns: &[Column], cells: &[&Cell]) -> Result<Roles, Problem> {
    let lane = columns.len() - 1;
    let varies = |place: usize| cells.iter().any(|cell| cell.keys[place] != cells[0].keys[place]);
    // If an axis changes several settings together, its first setting represents it in the figure.
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
        None => {
            let number = columns.iter().position(|column| column.source == Source::Number);
            let free = number.into_iter().chain(axes.iter().copied()).find(|&place| !is_taken(place, &[]));
            free.unwrap_or(lane)
        }
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

/// A problem if two points of the sweep would share a position in the figure.
pub(crate) fn check_places(columns: &[Column], cells: &[&Cell], places: &[Vec<usize>]) -> Result<(), Problem> {
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

/// A problem if there are too many lines or panels to tell apart.
pub(crate) fn check_counts(figure: &Figure, x: &Used, by: &[Used], facet: Option<&Used>) -> Result<(), Problem> {
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

/// Whether a column is the lane.
pub(crate) fn is_lane(used: &Used) -> bool {
    used.column.path == LANE
}

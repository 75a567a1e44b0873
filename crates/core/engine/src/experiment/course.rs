//! Quantities over time: for each bin, the mean over the seeds with its 95 % interval.

use super::View;
use super::parts::{Measured, Part};
use super::unit::Unit;
use crate::measure::{Bins, described};
use serde::Serialize;
use std::ops::Range;
use ts_rs::TS;

/// The largest number of bins in a time series; a plot could not resolve more. If there are more, neighbouring bins are
/// merged.
const MOST_BINS: usize = 400;

/// Quantities over time.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Courses {
    /// Start of the first bin \[s\].
    pub from_s: f64,
    /// Length of a bin \[s\]: the bin length of the experiment, or a multiple of it if bins were merged.
    pub width_s: f64,
    /// The time series, one for each quantity.
    pub quantities: Vec<Course>,
}

/// A quantity over time.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Course {
    /// Name in files and reports.
    pub id: &'static str,
    /// Name for people.
    pub name: &'static str,
    /// Unit of the values.
    #[ts(type = "string")]
    pub unit: Unit,
    /// The lanes that have runs.
    pub lanes: Vec<CourseOfLane>,
}

/// A quantity over time in one lane.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[allow(missing_docs)]
pub struct CourseOfLane {
    pub lane: String,
    /// Number of runs.
    pub count: usize,
    /// Mean over the runs, bin by bin; `None` in a bin in which no run has a value.
    pub mean: Vec<Option<f64>>,
    /// 95 % interval of the mean; `None` if there is only one run.
    #[ts(type = "ReadonlyArray<readonly [number, number] | null>")]
    pub interval: Vec<Option<[f64; 2]>>,
}

/// A quantity that can be computed for a bin.
struct Quantity {
    id: &'static str,
    name: &'static str,
    unit: Unit,
    /// Whether the values lie in \[0, 1\].
    is_share: bool,
    /// Computes the quantity from the bins of time in the given range; the last argument is the capacity of the link
    /// \[bit/s\].
    value: fn(&Bins, Range<usize>, f64) -> Option<f64>,
}

const QUANTITIES: [Quantity; 4] = [
    Quantity {
        id: "utilization",
        name: "utilization of the link",
        unit: Unit::Plain,
        is_share: true,
        value: |bins, stretch, capacity_bps| {
            let length_s = bins.width_s * stretch.len() as f64;
            Some(bins.bytes[stretch].iter().sum::<u64>() as f64 * 8.0 / length_s / capacity_bps)
        },
    },
    Quantity {
        id: "udp_share",
        name: "UDP's share of what leaves",
        unit: Unit::Plain,
        is_share: true,
        value: |bins, stretch, _| bins.udp_share(stretch),
    },
    Quantity {
        id: "udp_queue_share",
        name: "UDP's share of the queue",
        unit: Unit::Plain,
        is_share: true,
        value: |bins, stretch, _| bins.udp_queue_share(stretch),
    },
    Quantity {
        id: "queue",
        name: "waiting packets",
        unit: Unit::Packets,
        is_share: false,
        value: |bins, stretch, _| Some(bins.packets[stretch.clone()].iter().sum::<f64>() / stretch.len() as f64),
    },
];

/// The time series of an experiment with bins. In a sweep, only the first point has time series.
pub(super) fn courses(view: View<'_>) -> Option<Courses> {
    let plan = view.plan.bins?;
    let joined = plan.count.div_ceil(MOST_BINS);
    let stretches: Vec<Range<usize>> =
        (0..plan.count).step_by(joined).map(|from| from..(from + joined).min(plan.count)).collect();
    let capacity_bps = view.plan.scenes[0].facts.capacity_bps;
    let runs: Vec<Vec<&Bins>> = (0..view.plan.lanes.len()).map(|lane| bins_of(view, lane)).collect();
    let of_lane = |quantity: &Quantity, lane: usize| {
        let in_stretch = |stretch: &Range<usize>| {
            let values: Vec<f64> =
                runs[lane].iter().filter_map(|bins| (quantity.value)(bins, stretch.clone(), capacity_bps)).collect();
            described(&values, quantity.is_share)
        };
        let found: Vec<_> = stretches.iter().map(in_stretch).collect();
        CourseOfLane {
            lane: view.plan.lanes[lane].clone(),
            count: runs[lane].len(),
            mean: found.iter().map(|it| it.as_ref().map(|it| it.summary.mean)).collect(),
            interval: found.iter().map(|it| it.as_ref().and_then(|it| it.interval)).collect(),
        }
    };
    let quantities = QUANTITIES.iter().map(|quantity| Course {
        id: quantity.id,
        name: quantity.name,
        unit: quantity.unit,
        lanes: (0..runs.len()).filter(|&lane| !runs[lane].is_empty()).map(|lane| of_lane(quantity, lane)).collect(),
    });
    Some(Courses {
        from_s: plan.from.secs(),
        width_s: plan.width.secs() * joined as f64,
        quantities: quantities.collect(),
    })
}

/// The bins of a lane's runs, except for runs that lack some of the planned bins.
fn bins_of(view: View<'_>, lane: usize) -> Vec<&Bins> {
    let runs = view.experiment.runs.iter().filter(|(job, _)| job.lane == lane && job.point == 0);
    let bins = runs.filter_map(|(_, parts)| match parts.of_part(Part::Whole) {
        Some(Measured { bins, .. }) => bins,
        None => None,
    });
    let count = view.plan.bins.map_or(0, |plan| plan.count);
    bins.filter(|bins| bins.bytes.len() == count).collect()
}

//! A trace: each flow opens one TCP connection and sends one file, whose start and size come from a recorded list.
//!
//! Rule: flow i of the group takes the i-th pair of the list. Its connection opens at the start of the flow plus the
//! time of the pair. The start of the flow is drawn from the interval of the group; times and sizes of the list are
//! used as they are.

use super::about::{Output, SourceAbout, Values};
use super::application::{Application, Demand};
use super::declare::{real, whole};
use super::pairs::PairList;
use super::settings::MAX_TRACE_FILES;
use crate::base::only::Only;
use crate::base::texts::text;

/// The files of a trace: the time of each request, counted from the start of the flow, and the size of the file.
const FILES: PairList = PairList {
    id: "files",
    name: "Files",
    meaning: text("one file per flow: the time of its request after the start of the flow [s], and its size [packets]"),
    columns: [
        real("time", "time", 0.0, (0.0, 100_000.0), "time of the request after the start of the flow").unit("s"),
        whole("size", "size", 10, (1, 10_000_000), "size of the file").unit("packets"),
    ],
    most: MAX_TRACE_FILES,
    has_starts: true,
    initial: |flows| (0..flows).map(|flow| (flow as f64 / 10.0, 10.0)).collect(),
    check: |_| Ok(()),
};

/// The files of a trace, one a flow.
#[derive(Clone, Copy, Debug)]
pub struct Trace;

impl Application for Trace {
    const ABOUT: SourceAbout = SourceAbout::new(
        "trace",
        "Trace",
        text("one file per flow, with times and sizes from a list"),
        Output::Sessions,
        &[],
    )
    .with_list(&FILES);

    fn demand(values: &Values) -> Demand {
        Only::MARK.map_or(Demand::File(None), |mark| Demand::Trace(mark.map(|()| values.pairs.clone())))
    }
}

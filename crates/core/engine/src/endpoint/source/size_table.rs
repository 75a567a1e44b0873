//! Transfers with sizes from a table: as [`super::transfer`], but the distribution of the sizes is given as points.
//!
//! Rule: the table gives points (s, F) of the distribution function: a share F of the files has at most s packets. With
//! U uniform, the size is the smallest s with F ≥ U, interpolated linearly between two points and rounded up. Where U
//! is at most the share F of the first point, the size is exactly the first size.
//! Source: ns-2 2.35, `RandomVariable/Empirical` with `interpolation_` 2, the form in which workloads of data centres
//! are published.

use super::about::{Output, SourceAbout, Values};
use super::application::{Application, Demand};
use super::declare::{real, whole};
use super::pairs::PairList;
use super::settings::MAX_SIZE_POINTS;
use super::transfer::one_file;
use super::web::{SizeLaw, WebConfig};
use crate::base::only::Only;
use crate::base::texts::text;

/// The distribution function of the sizes.
const SIZES: PairList = PairList {
    id: "sizes",
    name: "Sizes",
    meaning: text("points of the distribution of sizes: a size [packets], and the share of files that are not larger"),
    columns: [
        whole("size", "size", 10, (1, 10_000_000), "size of a file").unit("packets"),
        real("share", "share", 1.0, (0.0, 1.0), "share of the files that are not larger"),
    ],
    most: MAX_SIZE_POINTS,
    has_starts: false,
    // The default table has many small files, but most of its packets belong to large files, as in real traffic.
    initial: |_| vec![(1.0, 0.0), (10.0, 0.5), (100.0, 0.9), (1_000.0, 1.0)],
    check: |points| {
        let falls = |pair: &[(f64, f64)]| pair[1].0 < pair[0].0 || pair[1].1 < pair[0].1;
        if let Some(place) = points.windows(2).position(falls) {
            return Err((place + 1, "is below the point ahead of it"));
        }
        match points.last() {
            Some(&(_, share)) if share < 1.0 => Err((points.len() - 1, "is the last point, whose share must be 1")),
            _ => Ok(()),
        }
    },
};

/// Transfers with sizes from a table.
#[derive(Clone, Copy, Debug)]
pub struct SizeTable;

impl Application for SizeTable {
    const ABOUT: SourceAbout = SourceAbout::new(
        "size-table",
        "Size table",
        text("one file per flow, of a random size from a table"),
        Output::Sessions,
        &[],
    )
    .with_list(&SIZES);

    fn demand(values: &Values) -> Demand {
        let size_law = Only::MARK.map(|mark| SizeLaw::Table(mark.map(|()| values.pairs.clone())));
        Demand::Sessions(WebConfig { size_law: size_law.unwrap_or(SizeLaw::Constant), ..one_file(u32::MAX) })
    }
}

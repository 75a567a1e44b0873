//! Transfers: each flow opens one TCP connection at its start, sends one file, and ends.
//!
//! Rule: the size of the file is S packets, S = ⌈X⌉, at least 1 and at most the cap, where X follows the distribution
//! of sizes. The start of each flow is uniform in the interval of its group. Given their number, the arrivals of a
//! Poisson process are distributed in the same way (Kingman, Poisson Processes, 1993, section 2.4). A group of n flows
//! over T seconds therefore has Poisson arrivals at the rate n ÷ T. Sources: RFC 7928, section 3.2 (short transfers);
//! ns-2's `web` source for Pareto's law.
//! We differ: the number of flows in the interval is fixed, whereas in a Poisson process this number is random.

use super::about::{Output, SourceAbout, SourceSetting, Values};
use super::application::{Application, Demand};
use super::declare::{choice, option};
use super::web::{OBJECT_CAP, OBJECT_PACKETS, OBJECT_SHAPE, PageLaw, SizeLaw, WebConfig};
use crate::base::texts::text;
use crate::base::time::Span;

const SIZE_LAW: SourceSetting = SourceSetting::if_set(
    choice(
        "size_law",
        "sizes",
        &[
            option("pareto", "Pareto, with a heavy tail"),
            option("exponential", "exponential"),
            option("constant", "every file has the mean size"),
        ],
        "how the sizes of files are drawn",
    )
    .advanced(),
);

/// The configuration of transfers, in which each flow sends one file.
#[derive(Clone, Copy, Debug)]
pub struct Transfer;

impl Application for Transfer {
    const ABOUT: SourceAbout = SourceAbout::new(
        "transfer",
        "Transfer",
        text("one file per flow, of a random size"),
        Output::Sessions,
        &[OBJECT_PACKETS, SIZE_LAW, OBJECT_SHAPE, OBJECT_CAP],
    );

    fn demand(values: &Values) -> Demand {
        Demand::Sessions(WebConfig {
            object_packets: values.real(&OBJECT_PACKETS.spec),
            object_shape: values.real(&OBJECT_SHAPE.spec),
            size_law: match values.choice(&SIZE_LAW.spec) {
                "exponential" => SizeLaw::Exponential,
                "constant" => SizeLaw::Constant,
                _ => SizeLaw::Pareto,
            },
            ..one_file(values.whole(&OBJECT_CAP.spec) as u32)
        })
    }
}

/// A session that requests one file of at most `cap` packets, and ends. The caller sets the distribution of the size.
pub(crate) const fn one_file(cap: u32) -> WebConfig {
    WebConfig {
        think: Span::ZERO,
        object_packets: 1.0,
        object_shape: 1.2,
        object_cap: cap,
        objects_per_page: 1.0,
        page_law: PageLaw::Constant,
        object_gap: Span::ZERO,
        is_persistent: false,
        size_law: SizeLaw::Constant,
        is_single: true,
    }
}

//! FTP: endless data, or one file of a given size.

use super::about::{Output, SourceAbout, SourceSetting, Values};
use super::application::{Application, Demand};
use super::declare::whole;
use crate::base::texts::text;

const DATA_PACKETS: SourceSetting = SourceSetting::if_set(
    whole("data_packets", "file size", 0, (0, 1_000_000_000), "total number of data packets to send; 0: without end")
        .unit("packets")
        .advanced(),
);

/// The transfer of a file.
#[derive(Clone, Copy, Debug)]
pub struct Ftp;

impl Application for Ftp {
    const ABOUT: SourceAbout = SourceAbout::new(
        "ftp",
        "FTP",
        text("always has data to send, or one file of a given size"),
        Output::Data,
        &[DATA_PACKETS],
    );

    fn demand(values: &Values) -> Demand {
        Demand::File(Some(values.whole(&DATA_PACKETS.spec) as u32).filter(|&packets| packets > 0))
    }
}

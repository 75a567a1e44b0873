//! Applications over TCP, which supply the data for TCP connections.

use super::about::{SourceAbout, Values};
use super::pairs::Pairs;
use super::web::WebConfig;
use crate::base::only::Only;

/// A source whose data is carried by a TCP connection.
pub trait Application {
    /// The declaration of the source.
    const ABOUT: SourceAbout;

    /// Derives the data for the TCP connections of a group of flows from the settings of the group.
    fn demand(values: &Values) -> Demand;
}

/// The data that an application gives its TCP connections to send.
#[derive(Clone, Debug, PartialEq)]
pub enum Demand {
    /// One file of this number of packets; `None` for endless data.
    File(Option<u32>),
    /// Objects that sessions request.
    Sessions(WebConfig),
    /// One file per flow: the time of its request after the start of the flow \[s\], and its size \[packets\].
    Trace(Only<Pairs>),
}

//! Applications over TCP: what they give a connection to send.

use super::about::{SourceAbout, Values};
use super::web::WebConfig;

/// A source whose data a TCP connection carries.
pub trait Application {
    /// What it declares about itself.
    const ABOUT: SourceAbout;

    /// What it gives its connections to send, from the values of a group of flows.
    fn demand(values: &Values) -> Demand;
}

/// What an application gives its TCP connections to send.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Demand {
    /// One file of so many packets, or data without end.
    File(Option<u32>),
    /// Objects that sessions ask for.
    Sessions(WebConfig),
}

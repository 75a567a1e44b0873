//! Traffic sources: the times and amounts of data to send.
//!
//! A [`DatagramSource`] sends regardless of the fate of its packets, in one of many patterns: constant, scheduled, random or
//! bursty. An [`Application`] hands data to TCP connections: a file, or the objects of web sessions ([`WebSource`]). Each
//! source has its own random stream. A clone of a source therefore makes the same draws, and no source affects the draws of
//! another source.
//!
//! Each source has one file, which declares it, and a row in `registry.rs`. Shared settings are in `settings.rs`. `pace.rs` is
//! the clock of sources with a rate, `slots.rs` the clock of sources with time slots.

mod about;
mod application;
#[cfg(test)]
mod bench;
pub mod cbr;
mod datagram;
mod declare;
pub mod ftp;
pub mod geometric;
mod markov;
pub mod onoff;
mod pace;
mod pairs;
pub mod poisson;
mod registry;
pub mod schedule;
pub mod self_similar;
pub mod settings;
pub mod size_table;
mod slots;
pub mod trace;
pub mod transfer;
mod variate;
pub mod web;

pub use about::{Output, SourceAbout, SourceSetting, Values, Written};
pub use application::{Application, Demand};
pub use datagram::{DatagramSource, Pattern, SourceProblem};
pub use onoff::OnOffLaw;
pub use pairs::{PairCheck, PairList, Pairs, pairs_of_text};
pub use registry::{SOURCE_CHOICES, SOURCES, SourceConfig, UdpSource, about_of};
pub use schedule::{RateChange, Steps};
pub use self_similar::LongMemory;
pub use slots::Slotting;
pub(crate) use transfer::one_file;
pub(crate) use variate::geometric as geometric_trials;
pub use web::{PageLaw, SizeLaw, WebConfig, WebSource};

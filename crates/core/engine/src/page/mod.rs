//! The data of a run for the page, and navigation to any time of the run.

pub mod border;
pub mod catalog;
pub(crate) mod checkpoint;
pub(crate) mod divergence;
pub mod frame;
pub(crate) mod happening;
pub(crate) mod history;
pub(crate) mod lab;
pub(crate) mod recorder;
pub(crate) mod series;
pub(crate) mod timeline;
pub(crate) mod windows;

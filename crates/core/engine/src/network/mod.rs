//! The simulated network: flows, the bottleneck, and the events between them.

pub mod event;
pub(crate) mod flow;
pub(crate) mod linked_queues;
pub(crate) mod path;
pub(crate) mod service;
pub(crate) mod sim;
pub(crate) mod trace;
pub(crate) mod web_session;

//! Chokepoint's engine.

pub mod catalog;
pub mod discipline;
pub mod endpoint;
pub mod event;
mod flow;
pub mod frame;
mod lab;
pub mod math;
pub mod measure;
pub mod packet;
pub mod probe;
mod recorder;
pub mod rng;
pub mod scenario;
mod sim;
pub mod time;

pub use lab::Lab;
pub use scenario::Scenario;
pub use sim::{Sending, Simulation};

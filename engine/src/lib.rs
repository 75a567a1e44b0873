//! Chokepoint's engine.

pub mod discipline;
pub mod math;
pub mod packet;
pub mod rng;
pub mod scenario;
pub mod time;

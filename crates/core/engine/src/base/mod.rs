//! The foundation of the engine: time, mathematics, random numbers, hashes, packets.

pub(crate) mod footprint;
pub mod hash;
pub(crate) mod map;
pub mod math;
pub(crate) mod only;
pub mod packet;
pub mod rng;
pub(crate) mod texts;
pub mod time;

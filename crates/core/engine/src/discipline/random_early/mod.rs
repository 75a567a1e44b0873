//! RED and its relatives: arrivals are dropped at random before the buffer is full.

pub mod adaptive_red;
pub mod fred;
pub mod red;
pub mod red_pd;
pub mod sbt;
pub mod sred;

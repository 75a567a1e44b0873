//! Controllers: a drop probability follows the load, the queue or the delay.

pub mod blue;
pub mod cobalt;
pub mod codel;
pub mod dualpi2;
pub mod newque;
pub mod pi2;
pub mod pie;
pub mod rem;
pub mod sfb;

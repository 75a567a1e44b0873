//! Scripts from outside: their decisions, their limits, and the laws of every discipline, which they keep.

mod documented;
mod fuzz;
mod halts;
mod laws;
mod mistakes;
mod scene;
mod slices;
mod told;
mod twins;

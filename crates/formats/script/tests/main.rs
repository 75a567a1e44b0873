//! Tests of scripts through the public interface: their decisions, their limits, and the invariants of
//! disciplines.

mod documented;
mod fuzz;
mod halts;
mod laws;
mod mistakes;
mod reports;
mod scene;
mod slices;
mod twins;

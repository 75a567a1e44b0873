//! Scripts from outside: what they decide, what they may not do, and that they keep the laws of every discipline.

mod documented;
mod fuzz;
mod halts;
mod laws;
mod mistakes;
mod scene;
mod slices;
mod told;
mod twins;

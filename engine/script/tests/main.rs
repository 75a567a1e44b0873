//! Scripts from outside: what they decide, what they may not do, and that they keep the laws of every discipline.

mod laws;
mod mistakes;
mod scene;
mod twins;
mod told;

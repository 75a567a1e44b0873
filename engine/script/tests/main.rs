//! Scripts from outside: what they decide, what they may not do, and that they keep the laws of every discipline.

mod scene;
mod twins;

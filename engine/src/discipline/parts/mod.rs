//! Mechanism without policy, shared by the disciplines.

pub mod fifo;

//! Tests of the program on this machine: in network namespaces, with real kernel packets.
//!
//! Where the machine does not allow these tests, each prints that it was skipped, and why.
#![cfg(target_os = "linux")]

mod demo;
mod left_behind;
mod run;
mod support;

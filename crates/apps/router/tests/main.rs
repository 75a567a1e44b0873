//! Tests of the program on this machine: in network namespaces, with packets of the real kernel.
//!
//! If the machine does not allow these tests, each test prints that it was skipped, and why.
#![cfg(target_os = "linux")]

mod demo;
mod left_behind;
mod run;
mod support;

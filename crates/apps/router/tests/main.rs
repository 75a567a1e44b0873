//! The program on this machine: in network namespaces, with packets of the real kernel.
//!
//! Where a machine does not allow that, each test reports that it was left out, and why.
#![cfg(target_os = "linux")]

mod demo;
mod left_behind;
mod run;
mod support;

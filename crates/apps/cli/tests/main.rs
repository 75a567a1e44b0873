//! All tests of the command line, in one binary.

mod contract;
mod evidence;
mod files;
mod fuzz;
mod import;
mod plot;
mod reproduce;
mod screen;
mod script;
mod shell;
mod study;
mod support;
mod sweep;

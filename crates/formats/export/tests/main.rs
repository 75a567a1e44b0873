//! Exports from outside.

mod agreement;
mod documented;
mod in_ns3;
mod ns2;
mod ns3;
mod plug_in;
mod support;
mod tc;

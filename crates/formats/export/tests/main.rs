//! Tests of exports through the public interface.

mod agreement;
mod documented;
mod in_ns3;
mod ns2;
mod ns3;
mod plug_in;
mod support;
mod tc;

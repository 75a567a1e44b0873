//! Translations from outside: they decide as the scripts do, and measure the same in the simulators themselves.

#[path = "../../../../engine/export/tests/agreement.rs"]
mod agreement;
mod decisions;
#[path = "../../../../engine/export/tests/in_ns3.rs"]
mod in_ns3;
mod ns2;
mod ns3;
#[path = "../../../../engine/export/tests/support.rs"]
mod support;

//! Tests of translations: they make the decisions of the scripts, and give the same measurements in the simulators
//! themselves.

#[path = "../../../formats/export/tests/agreement.rs"]
mod agreement;
mod decisions;
#[path = "../../../formats/export/tests/in_ns3.rs"]
mod in_ns3;
mod ns2;
mod ns3;
#[path = "../../../formats/export/tests/support.rs"]
mod support;

//! Tests of translations: each decides like its script, and gives the same measurements in the real simulator.

#[path = "../../../formats/export/tests/agreement.rs"]
mod agreement;
mod decisions;
#[path = "../../../formats/export/tests/in_ns3.rs"]
mod in_ns3;
mod ns2;
mod ns3;
#[path = "../../../formats/export/tests/support.rs"]
mod support;

//! Tests of translations. A translation makes the same decisions as its script, and gives the same measurements in the
//! simulator itself.

#[path = "../../../formats/export/tests/agreement.rs"]
mod agreement;
mod decisions;
#[path = "../../../formats/export/tests/in_ns3.rs"]
mod in_ns3;
mod ns2;
mod ns3;
#[path = "../../../formats/export/tests/support.rs"]
mod support;

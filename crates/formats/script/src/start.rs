//! Start scripts: well-known disciplines in a few lines. Each decides like its native twin, packet by packet.

/// A script to start from.
#[derive(Clone, Copy, Debug)]
pub struct Start {
    /// Id in kebab-case.
    pub id: &'static str,
    /// Id of the native discipline with the same decisions, if there is one.
    pub twin: Option<&'static str>,
    /// Parameters with which the native discipline makes the same decisions, as JSON. Parameters at their defaults are
    /// omitted.
    pub twin_params: &'static str,
    /// The text.
    pub text: &'static str,
}

macro_rules! start {
    ($id:literal, $twin:expr, $params:literal) => {
        Start { id: $id, twin: $twin, twin_params: $params, text: include_str!(concat!("../start/", $id, ".rhai")) }
    };
}

/// All scripts to start from, the simplest first.
pub const STARTS: &[Start] = &[
    start!("drop-tail", Some("drop-tail"), "{}"),
    start!("random-drop", None, "{}"),
    start!("red", Some("red"), "{}"),
    start!("choke", Some("choke"), "{}"),
    start!("gchoke", Some("gchoke"), "{}"),
    start!(
        "choked",
        Some("choked"),
        r#"{ "choked_miss": "admit", "choked_region": "whole_queue", "choked_front_stage": "always", "choked_draw": "sequential_remove" }"#
    ),
    start!("blue", Some("blue"), "{}"),
    start!("codel", Some("codel"), "{}"),
    start!("drr", Some("drr"), "{}"),
    start!(
        "pernewque",
        Some("pernewque"),
        r#"{ "overload_drop": "always", "rise": "rate_or_full", "rate_unit": "packets" }"#
    ),
];

/// The script with this id.
pub fn start(id: &str) -> Option<&'static Start> {
    STARTS.iter().find(|start| start.id == id)
}

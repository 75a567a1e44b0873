//! The mapping of the lab's disciplines to ns-2, one row for each. A discipline without a row is not in ns-2.

use super::plug_in;
use crate::lane::{Lane, shown};
use crate::plug_in::SCRIPT;
use crate::script::{Script, real};
use chokepoint_engine::declare::ParamValue;

pub(crate) struct Row {
    pub(crate) ours: &'static str,
    pub(crate) theirs: &'static str,
    /// The ns-2 class of the discipline's queue.
    pub(super) class: &'static str,
    /// Writes the discipline's parameters, and `queue_limit`.
    pub(super) write: fn(&Lane<'_>, &mut Script),
    /// Parameters that ns-2 lets change during a run.
    pub(super) live: &'static [Live],
}

/// A parameter that may change during a run.
pub(super) struct Live {
    pub(super) ours: &'static str,
    pub(super) theirs: &'static str,
    pub(super) value: fn(&Lane<'_>, ParamValue) -> String,
}

/// Every discipline that ns-2 has, in the order of the catalog.
pub(crate) const DISCIPLINES: &[Row] = &[
    Row { ours: "drop-tail", theirs: "DropTail", class: "DropTail", write: drop_tail, live: &[ONE_MORE] },
    Row { ours: "red", theirs: "RED", class: "RED", write: red, live: RED_LIVE },
    Row { ours: "rem", theirs: "REM", class: "REM", write: rem, live: &[ONE_MORE] },
    Row { ours: "sfq", theirs: "SFQ", class: "SFQ", write: sfq, live: &[] },
    Row { ours: "drr", theirs: "DRR", class: "DRR", write: drr, live: DRR_LIVE },
    Row { ours: "adaptive-red", theirs: "RED with adaptive_", class: "RED", write: adaptive_red, live: RED_LIVE },
    Row { ours: SCRIPT, theirs: "a plug-in", class: "", write: plug_in::write, live: &[] },
];

const RED_LIVE: &[Live] = &[
    Live { ours: "limit", theirs: "limit_", value: |_, value| shown(value) },
    Live { ours: "w_q", theirs: "q_weight_", value: |_, value| shown(value) },
];

const DRR_LIVE: &[Live] = &[
    Live { ours: "limit", theirs: "blimit_", value: in_bytes },
    Live { ours: "quantum", theirs: "quantum_", value: |_, value| shown(value) },
];

/// The limit of DropTail and REM, which must be one more than ours: ns-2 refuses the packet that would fill the last
/// slot (drop-tail.cc: length + 1 >= limit).
const ONE_MORE: Live = Live {
    ours: "limit",
    theirs: "limit_",
    value: |_, value| match value {
        ParamValue::Integer(packets) => (packets + 1).to_string(),
        other => shown(other),
    },
};

fn in_bytes(lane: &Lane<'_>, value: ParamValue) -> String {
    match value {
        ParamValue::Integer(packets) => (packets * i64::from(lane.packet_bytes())).to_string(),
        other => shown(other),
    }
}

/// The row of a lane's discipline. There is always one, because a [`Lane`] is created only for a discipline that the
/// target has.
pub(super) fn row_of(lane: &Lane<'_>) -> &'static Row {
    let row = DISCIPLINES.iter().find(|row| row.ours == lane.about.id);
    row.unwrap_or_else(|| unreachable!("{} is not in ns-2, and the lane was refused", lane.about.id))
}

/// A switch as `1` or `0`.
pub(super) fn flag(is_on: bool) -> u8 {
    u8::from(is_on)
}

fn one_more(lane: &Lane<'_>, script: &mut Script) {
    script.say("This queue refuses the packet that would fill it, so its limit is one place larger than the buffer.");
    script.put(format!("set queue_limit {}", lane.params.count("limit") + 1));
}

fn drop_tail(lane: &Lane<'_>, script: &mut Script) {
    one_more(lane, script);
    script.put(format!("Queue/DropTail set drop_front_ {}", flag(lane.params.switch("drop_front"))));
}

fn red(lane: &Lane<'_>, script: &mut Script) {
    let params = &lane.params;
    script.put(format!("set queue_limit {}", params.count("limit")));
    let mut set = |name: &str, value: String| script.put(format!("Queue/RED set {name} {value}"));
    set("mean_pktsize_", lane.mean_packet_bytes().to_string());
    set("idle_pktsize_", lane.mean_packet_bytes().to_string());
    if params.switch("thresholds_auto") {
        // If both thresholds are 0, ns-2 derives them from the rate of the link.
        set("thresh_", "0".into());
        set("maxthresh_", "0".into());
        params.ignore(&["min_th", "max_th"]);
    } else {
        set("thresh_", real(params.real("min_th")));
        set("maxthresh_", real(params.real("max_th")));
    }
    let weight = match params.choice("w_q_auto") {
        "ten_rtt" => "-1.0".into(),
        "one_second" => "0.0".into(),
        "tenth_second" => "-2.0".into(),
        _ => real(params.real("w_q")),
    };
    params.ignore(&["w_q"]);
    set("q_weight_", weight);
    set("linterm_", real(1.0 / params.real("max_p")));
    set("gentle_", flag(params.switch("gentle")).to_string());
    set("wait_", flag(params.choice("uniformize") == "wait").to_string());
    set("setbit_", flag(params.switch("ecn")).to_string());
    set("mark_p_", real(params.real("ecn_mark_max_p")));
    set("use_mark_p_", flag(params.choice("above_max") == "spaced").to_string());
    let is_in_bytes = params.switch("byte_mode");
    let scale = params.choice("byte_scale");
    set("queue_in_bytes_", flag(is_in_bytes).to_string());
    set("bytes_", flag(is_in_bytes && scale != "none").to_string());
    set("summarystats_", "0".into());
    if params.choice("uniformize") == "none" {
        script.lose(format!("{}: none; RED in ns-2 always spaces drops, as count does", lane.path_of("uniformize")));
    }
    if is_in_bytes && scale == "paper" {
        script.lose(format!("{}: paper; ns-2 lets the size count after drops are spaced", lane.path_of("byte_scale")));
    }
    if is_in_bytes && !params.switch("byte_buffer") {
        script.lose(format!(
            "{}: false; in byte mode ns-2 measures the buffer in bytes, too",
            lane.path_of("byte_buffer")
        ));
    }
    params.ignore(&["byte_buffer"]);
    if params.switch("ecn") && !params.switch("ecn_harddrop") {
        script.lose(format!("{}: false; ns-2 drops above max_th, ECN or not", lane.path_of("ecn_harddrop")));
    }
    params.ignore(&["ecn_harddrop"]);
    if params.choice("idle") == "paper" {
        script.lose(format!(
            "{}: paper; after an idle time ns-2 includes the empty queue once more in the average",
            lane.path_of("idle")
        ));
    }
    if !params.switch("ns2_guards") {
        script.lose(format!(
            "{}: false; ns-2 drops nothing while fewer than 2 packets wait, and lets the first arrival pass after the average crosses min_th",
            lane.path_of("ns2_guards")
        ));
    }
    if !params.switch("overflow_resets_count") {
        script.lose(format!(
            "{}: false; in ns-2 an overflow drop counts when the next drops are spaced",
            lane.path_of("overflow_resets_count")
        ));
    }
}

fn adaptive_red(lane: &Lane<'_>, script: &mut Script) {
    red(lane, script);
    let params = &lane.params;
    script.put("Queue/RED set adaptive_ 1");
    for (theirs, ours) in [
        ("alpha_", "adapt_increment"),
        ("beta_", "adapt_factor"),
        ("interval_", "adapt_interval_s"),
        ("top_", "adapt_top"),
    ] {
        script.put(format!("Queue/RED set {theirs} {}", real(params.real(ours))));
    }
    // If `bottom_` is 0, ns-2 chooses the lower bound of max_p itself: 0.01, or less for a fast link.
    let bottom = params.real("adapt_bottom");
    let is_by_link = params.switch("adapt_bottom_auto");
    script.put(format!("Queue/RED set bottom_ {}", if is_by_link { "0.0".into() } else { real(bottom) }));
    if params.switch("gentle") && params.choice("adapt_ramp") == "present" {
        script.lose(format!(
            "{}: present; the gentle ramp in ns-2 starts from the initial max_p",
            lane.path_of("adapt_ramp")
        ));
    }
    params.ignore(&["adapt_ramp"]);
}

fn rem(lane: &Lane<'_>, script: &mut Script) {
    one_more(lane, script);
    let params = &lane.params;
    for (theirs, ours) in
        [("gamma_", "gamma"), ("phi_", "phi"), ("inw_", "w_in"), ("pbo_", "target_q"), ("pupdtime_", "update_s")]
    {
        script.put(format!("Queue/REM set {theirs} {}", real(params.real(ours))));
    }
    script.put(format!("Queue/REM set mean_pktsize_ {}", lane.mean_packet_bytes()));
    script.put(format!("Queue/REM set qib_ {}", flag(params.switch("byte_mode"))));
    if params.real("alpha") != 0.1 {
        script.lose(format!("{}: {}; REM in ns-2 has 0.1 built in", lane.path_of("alpha"), params.real("alpha")));
    }
}

fn sfq(lane: &Lane<'_>, script: &mut Script) {
    let params = &lane.params;
    let (limit, buckets) = (params.count("limit"), params.count("buckets"));
    script.put(format!("set queue_limit {limit}"));
    script.put(format!("Queue/SFQ set maxqueue_ {limit}"));
    script.put(format!("Queue/SFQ set buckets_ {buckets}"));
    if params.choice("admission") != "ns2_threshold" {
        script.lose(format!(
            "{}: {}; SFQ in ns-2 drops an arrival whose bucket holds half of the free space or more than limit/buckets",
            lane.path_of("admission"),
            params.choice("admission")
        ));
        params.ignore(&["drop_from"]);
    }
    if params.choice("classifier") != "ns2" {
        script.lose(format!(
            "{}: {}; SFQ in ns-2 hashes the addresses of the two hosts, so other flows share a bucket",
            lane.path_of("classifier"),
            params.choice("classifier")
        ));
        params.ignore(&["salt"]);
    }
    if params.choice("classifier") == "hashed" && params.real("perturb_s") > 0.0 {
        script.lose(format!(
            "{}: {}; the hash in ns-2 never changes",
            lane.path_of("perturb_s"),
            params.real("perturb_s")
        ));
    }
    params.ignore(&["perturb_s", "salt"]);
}

fn drr(lane: &Lane<'_>, script: &mut Script) {
    let params = &lane.params;
    let flows = lane.scenario.flow_count();
    let bytes = lane.packet_bytes();
    script.say("DRR in ns-2 has a limit in bytes, and hashes on the sender's address: with so many buckets no two flows share one.");
    script.put(format!("set queue_limit {}", params.count("limit")));
    script.put(format!("Queue/DRR set blimit_ {}", params.count("limit") as u64 * u64::from(bytes)));
    script.put(format!("Queue/DRR set buckets_ {}", 2 * flows + 10));
    script.put(format!("Queue/DRR set quantum_ {}", params.count("quantum")));
    script.put("Queue/DRR set mask_ 0");
    if lane.scenario.flows.iter().any(|group| group.count > 0 && group.packet_bytes != bytes) {
        script.lose(format!(
            "{}: {} packets; DRR in ns-2 limits bytes, here to as many packets of {bytes} bytes",
            lane.path_of("limit"),
            params.count("limit")
        ));
    }
    if params.choice("drop_from") != "front" {
        script.lose(format!(
            "{}: {}; DRR in ns-2 drops the oldest packet of the longest queue",
            lane.path_of("drop_from"),
            params.choice("drop_from")
        ));
    }
    if params.choice("classifier") != "perfect" {
        script.lose(format!(
            "{}: {}; here no two flows share a queue",
            lane.path_of("classifier"),
            params.choice("classifier")
        ));
    }
    params.ignore(&["buckets", "salt"]);
}

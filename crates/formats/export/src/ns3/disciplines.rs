//! The mapping of the lab's disciplines to ns-3.37, one row for each. A discipline without a row is
//! not in ns-3.37.

use crate::lane::Lane;
use crate::plug_in::{SCRIPT, attribute, class, library};
use crate::script::{Script, real};
use chokepoint_engine::declare::ParamValue;

pub(crate) struct Row {
    pub(crate) ours: &'static str,
    /// The ns-3 class of the queue discipline.
    pub(crate) theirs: &'static str,
    /// Writes the discipline's attributes, without the limit, which all disciplines have.
    pub(super) write: fn(&Lane<'_>, &mut Script),
    /// Whether the discipline serves its queues in turns of one quantum.
    pub(super) has_quantum: bool,
}

/// Every discipline that ns-3 has, in the order of the catalog.
pub(crate) const DISCIPLINES: &[Row] = &[
    Row { ours: "drop-tail", theirs: "FifoQueueDisc", write: |_, _| {}, has_quantum: false },
    Row { ours: "red", theirs: "RedQueueDisc", write: red, has_quantum: false },
    Row { ours: "codel", theirs: "CoDelQueueDisc", write: codel, has_quantum: false },
    Row { ours: "pie", theirs: "PieQueueDisc", write: pie, has_quantum: false },
    Row { ours: "fq-codel", theirs: "FqCoDelQueueDisc", write: fq_codel, has_quantum: true },
    Row { ours: "fq-pie", theirs: "FqPieQueueDisc", write: fq_pie, has_quantum: true },
    Row { ours: "adaptive-red", theirs: "RedQueueDisc", write: adaptive_red, has_quantum: false },
    Row { ours: SCRIPT, theirs: "a class of its own", write: script_of, has_quantum: false },
];

/// The row of a lane's discipline. There is always one, because a [`Lane`] is created only for a discipline that the
/// target has.
pub(super) fn row_of(lane: &Lane<'_>) -> &'static Row {
    let row = DISCIPLINES.iter().find(|row| row.ours == lane.about.id);
    row.unwrap_or_else(|| unreachable!("{} is not in ns-3, and the lane was refused", lane.about.id))
}

/// The ns-3 class of a lane's queue discipline.
pub(super) fn class_of(lane: &Lane<'_>) -> String {
    if lane.about.id == SCRIPT { class(lane.about.name) } else { row_of(lane).theirs.to_owned() }
}

/// Writes the parameters of a script, and the capacity, delay and packet size of the link, which a script may read.
fn script_of(lane: &Lane<'_>, script: &mut Script) {
    let (class, library) = (class(lane.about.name), library(lane.about.name));
    script
        .say(format!("Compile {library}.cc along with this file: `chokepoint export ns-3` writes it from the script."));
    let value = |value: ParamValue| match value {
        ParamValue::Integer(value) => format!("IntegerValue({value})"),
        ParamValue::Real(value) => double(value),
        ParamValue::Switch(value) => boolean(value),
        ParamValue::Choice(value) => format!("StringValue(\"{value}\")"),
    };
    let params: Vec<_> = lane.params.all().into_iter().map(|(id, it)| (id, value(it))).collect();
    let named = params.iter().filter(|(id, _)| *id != "limit").map(|(id, value)| (attribute(id), value.clone()));
    let link = [
        ("LinkCapacity".to_owned(), format!("DataRateValue(DataRate(uint64_t({})))", lane.scenario.capacity_bps)),
        ("LinkDelay".to_owned(), time(lane.scenario.delay.secs())),
        ("LinkPacketBytes".to_owned(), whole(lane.packet_bytes().into())),
    ];
    let all: Vec<_> = named.chain(link).collect();
    let all: Vec<_> = all.iter().map(|(name, value)| (name.as_str(), value.clone())).collect();
    set(script, &class, &all);
}

/// Writes attributes of a class.
fn set(script: &mut Script, class: &str, attributes: &[(&str, String)]) {
    for (name, value) in attributes {
        script.put(format!("Config::SetDefault(\"ns3::{class}::{name}\", {value});"));
    }
}

fn double(value: f64) -> String {
    format!("DoubleValue({})", real(value))
}

fn whole(value: u64) -> String {
    format!("UintegerValue({value})")
}

fn boolean(value: bool) -> String {
    format!("BooleanValue({value})")
}

fn time(secs: f64) -> String {
    format!("TimeValue(Seconds({}))", real(secs))
}

/// A time as a string, which some classes require.
fn time_text(secs: f64) -> String {
    format!("StringValue(\"{}s\")", real(secs))
}

fn red(lane: &Lane<'_>, script: &mut Script) {
    let params = &lane.params;
    let is_by_link = params.switch("thresholds_auto");
    let threshold = |id: &'static str| if is_by_link { 0.0 } else { params.real(id) };
    let weight = match params.choice("w_q_auto") {
        "ten_rtt" => -1.0,
        "one_second" => 0.0,
        "tenth_second" => -2.0,
        _ => params.real("w_q"),
    };
    params.ignore(&["w_q", "min_th", "max_th", "zone_edges"]);
    let spacing = params.choice("uniformize");
    set(
        script,
        "RedQueueDisc",
        &[
            ("MeanPktSize", whole(lane.mean_packet_bytes().into())),
            ("IdlePktSize", whole(lane.mean_packet_bytes().into())),
            ("MinTh", double(threshold("min_th"))),
            ("MaxTh", double(threshold("max_th"))),
            ("QW", double(weight)),
            ("LInterm", double(1.0 / params.real("max_p"))),
            ("Gentle", boolean(params.switch("gentle"))),
            ("Wait", boolean(spacing == "wait")),
            ("UseEcn", boolean(params.switch("ecn"))),
            ("UseHardDrop", boolean(params.switch("ecn_harddrop"))),
            ("LinkBandwidth", "DataRateValue(DataRate(uint64_t(CAPACITY_BPS)))".into()),
            ("LinkDelay", "TimeValue(Seconds(BOTTLENECK_DELAY_S))".into()),
        ],
    );
    if spacing == "none" {
        script.lose(format!("{}: none; RED in ns-3 always spaces drops, as count does", lane.path_of("uniformize")));
    }
    if params.switch("byte_mode") {
        script.lose(format!("{}: true; here queue and thresholds are counted in packets", lane.path_of("byte_mode")));
        params.ignore(&["byte_scale", "byte_buffer"]);
    }
    if params.choice("idle") == "paper" {
        script.lose(format!(
            "{}: paper; after an idle time ns-3 also counts the empty queue as one more sample of the average",
            lane.path_of("idle")
        ));
    }
    if !params.switch("ns2_guards") {
        script.lose(format!(
            "{}: false; ns-3 drops nothing while fewer than 2 packets wait, and lets the first arrival pass after the average crosses min_th",
            lane.path_of("ns2_guards")
        ));
    }
}

fn adaptive_red(lane: &Lane<'_>, script: &mut Script) {
    red(lane, script);
    let params = &lane.params;
    set(
        script,
        "RedQueueDisc",
        &[
            ("AdaptMaxP", boolean(true)),
            ("Alpha", double(params.real("adapt_increment"))),
            ("Beta", double(params.real("adapt_factor"))),
            ("Top", double(params.real("adapt_top"))),
            ("Bottom", double(if params.switch("adapt_bottom_auto") { 0.0 } else { params.real("adapt_bottom") })),
            ("Interval", time(params.real("adapt_interval_s"))),
        ],
    );
    params.ignore(&["adapt_bottom"]);
    if params.switch("gentle") && params.choice("adapt_ramp") == "present" {
        script.lose(format!(
            "{}: present; the gentle ramp in ns-3 starts from the initial max_p",
            lane.path_of("adapt_ramp")
        ));
    }
    params.ignore(&["adapt_ramp"]);
}

/// CoDel's target \[s\]. With `slow_link_target` on, it is raised on a slow link to the transmission time of 1.5
/// packets.
fn codel_target_s(lane: &Lane<'_>) -> f64 {
    let target_s = lane.params.real("target_s");
    if lane.params.switch("slow_link_target") { target_s.max(1.5 * lane.packet_s()) } else { target_s }
}

fn codel(lane: &Lane<'_>, script: &mut Script) {
    let params = &lane.params;
    script.say("A queue of at most one packet behind the first counts as short, in place of less than one packet.");
    set(
        script,
        "CoDelQueueDisc",
        &[
            ("Target", time_text(codel_target_s(lane))),
            ("Interval", time_text(params.real("interval_s"))),
            ("MinBytes", whole(u64::from(lane.packet_bytes()) + 1)),
            ("UseEcn", boolean(params.switch("ecn"))),
        ],
    );
}

fn pie_with(lane: &Lane<'_>, script: &mut Script, class: &str) {
    let params = &lane.params;
    set(
        script,
        class,
        &[
            ("QueueDelayReference", time(params.real("target_s"))),
            ("Tupdate", time(params.real("update_s"))),
            ("A", double(params.real("alpha"))),
            ("B", double(params.real("beta"))),
            ("MaxBurstAllowance", time(params.real("max_burst_s"))),
            ("MarkEcnThreshold", double(params.real("mark_limit"))),
            ("UseDerandomization", boolean(params.switch("derandomize"))),
            ("UseEcn", boolean(params.switch("ecn"))),
            ("MeanPktSize", whole(lane.packet_bytes().into())),
        ],
    );
    if params.choice("pie_variant") != "rfc" {
        script.lose(format!("{}: linux; PIE in ns-3 follows RFC 8033", lane.path_of("pie_variant")));
    }
}

fn pie(lane: &Lane<'_>, script: &mut Script) {
    pie_with(lane, script, "PieQueueDisc");
    let is_estimated = lane.params.choice("delay_from") == "backlog";
    set(script, "PieQueueDisc", &[("UseDequeueRateEstimator", boolean(is_estimated))]);
}

/// Writes the number of queues.
fn queues(lane: &Lane<'_>, script: &mut Script, class: &str) {
    let params = &lane.params;
    params.ignore(&["salt"]);
    if params.choice("classifier") == "perfect" {
        script.say("So many queues that no two flows share one.");
        set(script, class, &[("Flows", whole(1 << 24))]);
        params.ignore(&["buckets"]);
    } else {
        script.lose(format!(
            "{}: {}; the hash in ns-3 lets other flows share a queue",
            lane.path_of("classifier"),
            params.choice("classifier")
        ));
        set(script, class, &[("Flows", whole(params.count("buckets") as u64))]);
    }
}

fn fq_codel(lane: &Lane<'_>, script: &mut Script) {
    let params = &lane.params;
    set(
        script,
        "FqCoDelQueueDisc",
        &[
            ("Target", time_text(codel_target_s(lane))),
            ("Interval", time_text(params.real("interval_s"))),
            ("DropBatchSize", whole(params.count("drop_batch") as u64)),
            ("UseEcn", boolean(params.switch("ecn"))),
        ],
    );
    set(script, "CoDelQueueDisc", &[("MinBytes", whole(u64::from(lane.packet_bytes()) + 1))]);
    queues(lane, script, "FqCoDelQueueDisc");
}

fn fq_pie(lane: &Lane<'_>, script: &mut Script) {
    pie_with(lane, script, "FqPieQueueDisc");
    queues(lane, script, "FqPieQueueDisc");
}

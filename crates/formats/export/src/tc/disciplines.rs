//! The mapping of the lab's disciplines to Linux, one row for each. A discipline without a row is not in
//! Linux.

use super::red;
use crate::lane::Lane;
use crate::script::Script;
use chokepoint_engine::scenario::Problem;

pub(crate) struct Row {
    pub(crate) ours: &'static str,
    pub(crate) theirs: &'static str,
    /// Kind and options, as arguments to `tc`.
    pub(super) arguments: fn(&Lane<'_>, &mut Script) -> Result<String, Problem>,
    /// Writes the discipline's classes, if it needs any.
    pub(super) classes: fn(&Lane<'_>, &mut Script),
    /// Whether `tc qdisc change` can change the options.
    pub(super) can_change: bool,
}

const fn row(
    ours: &'static str,
    theirs: &'static str,
    arguments: fn(&Lane<'_>, &mut Script) -> Result<String, Problem>,
) -> Row {
    Row { ours, theirs, arguments, classes: |_, _| {}, can_change: true }
}

/// Every discipline that Linux has, in the order of the catalog.
pub(crate) const DISCIPLINES: &[Row] = &[
    row("drop-tail", "pfifo, bfifo, pfifo_head_drop", drop_tail),
    row("red", "red", red),
    row("choke", "choke", choke),
    row("codel", "codel", codel),
    row("pie", "pie", pie),
    row("sfb", "sfb", sfb),
    row("sfq", "sfq", sfq),
    Row { ours: "drr", theirs: "drr", arguments: drr, classes: drr_classes, can_change: false },
    row("fq-codel", "fq_codel", fq_codel),
    row("fq-pie", "fq_pie", fq_pie),
    row("dualpi2", "dualpi2", dualpi2),
    row("adaptive-red", "red adaptive", adaptive_red),
];

/// The row of a lane's discipline. There is always one, because a [`Lane`] is created only for a discipline that the
/// target has.
pub(super) fn row_of(lane: &Lane<'_>) -> &'static Row {
    let row = DISCIPLINES.iter().find(|row| row.ours == lane.about.id);
    row.unwrap_or_else(|| unreachable!("{} is not in Linux, and the lane was refused", lane.about.id))
}

/// A time \[s\] in tc's notation.
fn time(secs: f64) -> String {
    format!("{}us", (secs * 1e6 + 0.5) as u64)
}

/// A scheduler's quantum \[bytes\]: that of the lane or, if it is 0, the size of the largest packet of the scene.
fn quantum(lane: &Lane<'_>) -> u64 {
    match lane.params.count("quantum") {
        0 => u64::from(lane.packet_bytes()),
        given => given as u64,
    }
}

fn drop_tail(lane: &Lane<'_>, script: &mut Script) -> Result<String, Problem> {
    let params = &lane.params;
    let (packets, bytes) = (params.count("limit"), params.count("limit_bytes"));
    let is_front = params.switch("drop_front");
    if bytes > 0 && (is_front || packets as u64 * u64::from(lane.packet_bytes()) < bytes as u64) {
        script.lose(format!(
            "{}: {bytes}; a FIFO in Linux has one limit, here that in packets",
            lane.path_of("limit_bytes")
        ));
    } else if bytes > 0 {
        script.lose(format!("{}: {packets}; a FIFO in Linux has one limit, here that in bytes", lane.path_of("limit")));
        return Ok(format!("bfifo limit {bytes}"));
    }
    Ok(format!("{} limit {packets}", if is_front { "pfifo_head_drop" } else { "pfifo" }))
}

fn red_with(lane: &Lane<'_>, script: &mut Script, adaptive: &str) -> Result<String, Problem> {
    let unit = lane.mean_packet_bytes();
    let it = red::read(lane, script, unit)?;
    let params = &lane.params;
    let bytes = |packets: f64| (packets * f64::from(unit) + 0.5) as u64;
    let is_mixed = lane.scenario.flows.iter().any(|group| group.count > 0 && group.packet_bytes != unit);
    if is_mixed && !(params.switch("byte_mode") && params.switch("byte_buffer")) {
        script.lose(format!(
            "{}: {} packets; red in Linux counts bytes, here as many packets of {unit} bytes",
            lane.path_of("limit"),
            params.count("limit")
        ));
    }
    if params.switch("byte_mode") && params.choice("byte_scale") != "none" {
        script.lose(format!(
            "{}: {}; in Linux the size of a packet does not count in its probability",
            lane.path_of("byte_scale"),
            params.choice("byte_scale")
        ));
    }
    params.ignore(&["byte_mode", "byte_buffer", "byte_scale"]);
    script.say("red counts bytes; tc derives the weight from the burst.");
    Ok(format!(
        "red limit {} min {} max {} avpkt {unit} burst {} bandwidth {}bit probability {}{adaptive}{}",
        bytes(params.count("limit") as f64),
        bytes(it.min_th),
        bytes(it.max_th),
        it.burst,
        lane.scenario.capacity_bps,
        it.max_p,
        it.flags
    ))
}

fn red(lane: &Lane<'_>, script: &mut Script) -> Result<String, Problem> {
    red_with(lane, script, "")
}

fn adaptive_red(lane: &Lane<'_>, script: &mut Script) -> Result<String, Problem> {
    lane.params.ignore(&["adapt_bottom_auto", "adapt_ramp"]);
    red_with(lane, script, " adaptive")
}

fn choke(lane: &Lane<'_>, script: &mut Script) -> Result<String, Problem> {
    let it = red::read(lane, script, 1)?;
    let params = &lane.params;
    let limit = params.count("limit");
    if params.choice("schedule") != "fixed" || params.count("m") != 1 {
        script.lose(format!("{}: choke in Linux compares each arrival with one packet", lane.path_of("m")));
    }
    params.ignore(&["schedule", "m", "int_th", "m_low", "m_high", "regions_k", "regions_a", "draw_mode", "ring"]);
    if !params.switch("match_above_max") {
        script.lose(format!("{}: false; choke in Linux compares above max_th, too", lane.path_of("match_above_max")));
    }
    script.say("choke counts packets; tc derives the weight from the burst.");
    Ok(format!(
        "choke limit {limit} min {} max {} avpkt {} burst {} bandwidth {}bit probability {}{}",
        whole(lane, script, "min_th", it.min_th),
        whole(lane, script, "max_th", it.max_th),
        it.mean_bytes,
        it.burst,
        lane.scenario.capacity_bps,
        it.max_p,
        if it.flags.is_empty() { "" } else { " ecn" }
    ))
}

/// A threshold rounded to whole packets.
fn whole(lane: &Lane<'_>, script: &mut Script, id: &'static str, packets: f64) -> u64 {
    let rounded = (packets + 0.5) as u64;
    if rounded as f64 != packets {
        script.lose(format!("{}: {packets}; choke in Linux has whole packets, here {rounded}", lane.path_of(id)));
    }
    rounded
}

/// CoDel's target \[s\]. With `slow_link_target` on, it is raised on a slow link to the transmission time of 1.5
/// packets.
fn codel_target_s(lane: &Lane<'_>) -> f64 {
    let target_s = lane.params.real("target_s");
    if lane.params.switch("slow_link_target") { target_s.max(1.5 * lane.packet_s()) } else { target_s }
}

fn codel_options(lane: &Lane<'_>) -> String {
    format!(
        "target {} interval {} {}",
        time(codel_target_s(lane)),
        time(lane.params.real("interval_s")),
        if lane.params.switch("ecn") { "ecn" } else { "noecn" }
    )
}

fn codel(lane: &Lane<'_>, _script: &mut Script) -> Result<String, Problem> {
    Ok(format!("codel limit {} {}", lane.params.count("limit"), codel_options(lane)))
}

/// The number of queues to request. Linux hashes flows to queues. If each flow of the scene has its own queue, the
/// difference is reported.
fn buckets(lane: &Lane<'_>, script: &mut Script) -> usize {
    let params = &lane.params;
    params.ignore(&["salt"]);
    match params.choice("classifier") {
        "perfect" => {
            script.lose(format!(
                "{}: perfect; Linux hashes flows, here into as many queues as it can have",
                lane.path_of("classifier")
            ));
            params.ignore(&["buckets"]);
            65_536
        }
        kind => {
            script.lose(format!(
                "{}: {kind}; the hash in Linux lets other flows share a queue",
                lane.path_of("classifier")
            ));
            params.count("buckets")
        }
    }
}

fn fq_codel(lane: &Lane<'_>, script: &mut Script) -> Result<String, Problem> {
    let params = &lane.params;
    if params.choice("small_backlog") != "all" {
        script.lose(format!(
            "{}: queue; fq_codel in Linux spares all packets while all queues hold at most one packet more",
            lane.path_of("small_backlog")
        ));
    }
    Ok(format!(
        "fq_codel limit {} flows {} quantum {} drop_batch {} {}",
        params.count("limit"),
        buckets(lane, script),
        quantum(lane),
        params.count("drop_batch"),
        codel_options(lane)
    ))
}

/// PIE's α or β in sixteenths, the unit of tc.
fn sixteenths(lane: &Lane<'_>, script: &mut Script, id: &'static str) -> u64 {
    let value = lane.params.real(id);
    let rounded = ((16.0 * value + 0.5) as u64).min(32);
    if rounded as f64 != 16.0 * value {
        script.lose(format!(
            "{}: {value}; tc has sixteenths up to 2, here {}",
            lane.path_of(id),
            rounded as f64 / 16.0
        ));
    }
    rounded
}

fn pie_options(lane: &Lane<'_>, script: &mut Script) -> String {
    let params = &lane.params;
    if params.choice("pie_variant") != "linux" {
        script.lose(format!(
            "{}: rfc; Linux drops harder beyond 250 ms, and its probability falls more slowly",
            lane.path_of("pie_variant")
        ));
    }
    if params.real("max_burst_s") != 0.15 {
        script.lose(format!(
            "{}: {}; Linux has 0.15 s built in",
            lane.path_of("max_burst_s"),
            params.real("max_burst_s")
        ));
    }
    if !params.switch("derandomize") {
        script.lose(format!("{}: false; Linux always spaces drops", lane.path_of("derandomize")));
    }
    let (alpha, beta) = (sixteenths(lane, script, "alpha"), sixteenths(lane, script, "beta"));
    format!(
        "target {} tupdate {} alpha {alpha} beta {beta} {}",
        time(params.real("target_s")),
        time(params.real("update_s")),
        if params.switch("ecn") { "ecn" } else { "noecn" }
    )
}

fn pie(lane: &Lane<'_>, script: &mut Script) -> Result<String, Problem> {
    let params = &lane.params;
    if params.switch("ecn") && params.real("mark_limit") != 0.1 {
        script.lose(format!(
            "{}: {}; pie in Linux has 0.1 built in",
            lane.path_of("mark_limit"),
            params.real("mark_limit")
        ));
    }
    params.ignore(&["mark_limit"]);
    let estimator = if params.choice("delay_from") == "backlog" { "dq_rate_estimator" } else { "no_dq_rate_estimator" };
    Ok(format!("pie limit {} {} {estimator}", params.count("limit"), pie_options(lane, script)))
}

fn fq_pie(lane: &Lane<'_>, script: &mut Script) -> Result<String, Problem> {
    let params = &lane.params;
    Ok(format!(
        "fq_pie limit {} flows {} quantum {} ecn_prob {} {}",
        params.count("limit"),
        buckets(lane, script),
        quantum(lane),
        (100.0 * params.real("mark_limit") + 0.5) as u64,
        pie_options(lane, script)
    ))
}

fn sfb(lane: &Lane<'_>, script: &mut Script) -> Result<String, Problem> {
    let params = &lane.params;
    let limit = params.count("limit");
    let (levels, bins) = (params.count("levels"), params.count("bins"));
    if (levels, bins) != (8, 16) {
        script.lose(format!("{}: {levels} levels of {bins} bins; Linux has 8 of 16 built in", lane.path_of("levels")));
    }
    let given = |id: &'static str, otherwise: f64| match params.count(id) {
        0 => (otherwise + 0.5) as usize,
        given => given,
    };
    let size = given("bin_size", 1.5 * limit as f64 / bins as f64).max(1);
    let most = given("bin_max", 1.25 * size as f64).max(size);
    // Three settings that are always on in Linux's sfb. If the lane has one of them off, the difference is reported.
    for (id, as_in_linux, otherwise) in [
        ("bin_inclusive", params.switch("bin_inclusive"), "in Linux a bin counts as too full when it reaches its size"),
        ("drop_excess", params.switch("drop_excess"), "Linux drops for the part of a probability above one half"),
        ("penalty_shared", params.switch("penalty_shared"), "in Linux all unresponsive flows share one penalty rate"),
    ] {
        if !as_in_linux {
            script.lose(format!("{}: false; {otherwise}", lane.path_of(id)));
        }
    }
    if params.choice("bin_drop") != "min_level" {
        script.lose(format!("{}: any_level; Linux drops if all bins have reached max", lane.path_of("bin_drop")));
    }
    if !params.switch("ecn") {
        script.lose(format!("{}: false; sfb in Linux marks what can be marked", lane.path_of("ecn")));
    }
    if params.real("freeze_s") > 0.0 {
        script.lose(format!(
            "{}: {}; Linux changes a bin at every packet",
            lane.path_of("freeze_s"),
            params.real("freeze_s")
        ));
    }
    params.ignore(&["salt"]);
    let millis = |secs: f64| (1e3 * secs + 0.5) as u64;
    let rehash_s = params.real("hash_interval_s");
    Ok(format!(
        "sfb limit {limit} target {size} max {most} increment {} decrement {} rehash {} db {} penalty_rate {} penalty_burst {}",
        params.real("delta1"),
        params.real("delta2"),
        millis(rehash_s),
        millis(rehash_s * params.real("warmup")),
        (params.real("penalty_rate") + 0.5) as u64,
        (params.real("penalty_burst") + 0.5) as u64
    ))
}

fn sfq(lane: &Lane<'_>, script: &mut Script) -> Result<String, Problem> {
    let params = &lane.params;
    if params.choice("admission") != "longest_queue_drop" {
        script.lose(format!("{}: ns2_threshold; sfq in Linux drops from the longest queue", lane.path_of("admission")));
    }
    let limit = params.count("limit");
    let wanted = buckets(lane, script).min(65_536);
    // Linux needs a power of two as the number of hash buckets.
    let divisor = wanted.next_power_of_two();
    if params.choice("classifier") != "perfect" && divisor != wanted {
        script.lose(format!("{}: {wanted}; sfq in Linux has a power of two, here {divisor}", lane.path_of("buckets")));
    }
    let depth = match params.count("bucket_limit") {
        0 => limit.min(127),
        given => given.min(127),
    };
    if depth < limit && params.count("bucket_limit") != depth {
        script.lose(format!("{}: a queue of sfq in Linux holds at most {depth} packets", lane.path_of("bucket_limit")));
    }
    let flows = wanted.min(65_408);
    let front = if params.choice("drop_from") == "front" { " headdrop" } else { "" };
    let perturb_s = params.real("perturb_s");
    let perturb = (perturb_s + 0.5) as u64;
    if perturb as f64 != perturb_s {
        script.lose(format!("{}: {perturb_s}; tc has whole seconds, here {perturb}", lane.path_of("perturb_s")));
    }
    Ok(format!(
        "sfq limit {limit} quantum {} depth {depth} flows {flows} divisor {divisor} perturb {perturb}{front}",
        lane.packet_bytes()
    ))
}

/// Largest number of classes that are created for drr.
const MOST_CLASSES: usize = 1_024;

fn drr(lane: &Lane<'_>, script: &mut Script) -> Result<String, Problem> {
    let params = &lane.params;
    script.lose(format!(
        "{}: {}; in Linux this is the limit of each queue of drr, and a full queue drops the arrival",
        lane.path_of("limit"),
        params.count("limit")
    ));
    params.ignore(&["drop_from"]);
    Ok("drr".into())
}

fn drr_classes(lane: &Lane<'_>, script: &mut Script) {
    let params = &lane.params;
    let queues = match params.choice("classifier") {
        "perfect" => 4 * lane.scenario.flow_count(),
        _ => params.count("buckets"),
    };
    let queues = queues.clamp(1, MOST_CLASSES);
    params.ignore(&["buckets", "salt"]);
    script.lose(format!(
        "{}: {}; Linux hashes flows into {queues} queues, which some may share",
        lane.path_of("classifier"),
        params.choice("classifier")
    ));
    script.put(format!("for number in $(seq {queues}); do"));
    script.put("    class=10:$(printf %x \"$number\")");
    script.put(format!(
        "    tc -n \"$NET-near\" class add dev bottle parent 10: classid \"$class\" drr quantum {}",
        params.count("quantum")
    ));
    script.put(format!(
        "    tc -n \"$NET-near\" qdisc add dev bottle parent \"$class\" pfifo limit {}",
        params.count("limit")
    ));
    script.put("done");
    script.put(format!(
        "tc -n \"$NET-near\" filter add dev bottle parent 10: protocol ip prio 1 handle 1 flow hash keys src,dst,proto,proto-src,proto-dst divisor {queues} baseclass 10:1"
    ));
}

fn dualpi2(lane: &Lane<'_>, script: &mut Script) -> Result<String, Problem> {
    let params = &lane.params;
    script.say("Needs Linux 6.17 and a tc that knows dualpi2.");
    if params.choice("l4s_marking") != "step" {
        script.lose(format!("{}: ramp; dualpi2 in Linux marks by a step", lane.path_of("l4s_marking")));
        params.ignore(&["ramp_from_s", "ramp_over_s"]);
    }
    if params.choice("scheduler") != "wrr" {
        script.lose(format!("{}: time_shifted; dualpi2 in Linux has weighted round robin", lane.path_of("scheduler")));
        params.ignore(&["shift_s"]);
    }
    if params.choice("delay_of") != "larger" {
        script.lose(format!("{}: classic; Linux steers the larger of both delays", lane.path_of("delay_of")));
    }
    params.ignore(&["derandomize"]);
    Ok(format!(
        "dualpi2 limit {} target {} tupdate {} alpha {} beta {} coupling_factor {} step_thresh {} classic_protection {}%",
        params.count("limit"),
        time(params.real("target_s")),
        time(params.real("update_s")),
        params.real("alpha"),
        params.real("beta"),
        (params.real("coupling") + 0.5) as u64,
        time(params.real("step_s")),
        params.count("classic_share")
    ))
}

//! The flows of a scene in ns-3.

use crate::lane::{Group, Lane, rate_of, refuse_source, refuse_transport};
use crate::script::{Script, real};
use chokepoint_engine::endpoint::source::{OnOffLaw, RateChange, UdpSource};
use chokepoint_engine::endpoint::tcp::{TcpConfig, Variant};
use chokepoint_engine::scenario::Problem;

const KNOWN_SOURCES: &str = "ftp, cbr, schedule, poisson, onoff";
const KNOWN_TRANSPORTS: &str = "reno, newreno, sack, vegas, cubic, dctcp, bbr, udp";

pub(super) fn write(lane: &Lane<'_>, script: &mut Script) -> Result<(), Vec<Problem>> {
    let mut problems = Vec::new();
    script.put("");
    script.put("std::vector<Group> Groups() {");
    script.put("    std::vector<Group> groups;");
    for group in lane.groups() {
        script.indented(4, |script| {
            script.say(format!("{}.", group.title()));
            script.put("{");
            script.indented(4, |script| {
                script.put("Group it;");
                of_every_group(lane, &group, script);
                let written = match (group.group.kind.variant, group.group.udp_source()) {
                    (Some(variant), _) => tcp(lane, &group, variant, script),
                    (None, Some(source)) => datagrams(lane, &group, source, script),
                    (None, None) => Ok(()),
                };
                problems.extend(written.err());
                script.put("groups.push_back(it);");
            });
            script.put("}");
        });
    }
    script.put("    return groups;");
    script.put("}");
    if problems.is_empty() { Ok(()) } else { Err(problems) }
}

fn of_every_group(lane: &Lane<'_>, group: &Group<'_>, script: &mut Script) {
    let access = lane.scenario.access_of(group.group);
    script.put(format!("it.wireBytes = {};", group.group.packet_bytes));
    script.put(format!("it.accessBps = {};", real(access.rate_bps as f64)));
    script.put(format!("it.accessDelayS = {};", real(access.delay.secs())));
    script.say("Start times of the flows, drawn with the seed of the scene.");
    script.put("it.startsS = {");
    let starts: Vec<_> = group.starts.iter().map(|start| real(start.secs())).collect();
    for line in starts.chunks(8) {
        script.put(format!("    {},", line.join(", ")));
    }
    script.put("};");
    if let Some(stop) = group.group.stop() {
        script.put(format!("it.stopS = {};", real(stop.secs())));
    }
}

fn tcp(lane: &Lane<'_>, group: &Group<'_>, variant: Variant, script: &mut Script) -> Result<(), Problem> {
    let config = group.group.tcp_config(lane.scenario.profile);
    let Some(config) = config.filter(|_| !group.group.kind.has_sessions()) else {
        return Err(refuse_source(lane.target, group, KNOWN_SOURCES));
    };
    let class = match variant {
        Variant::Reno | Variant::NewReno | Variant::Sack => "TcpNewReno",
        Variant::Vegas => "TcpVegas",
        Variant::Cubic => "TcpCubic",
        Variant::Dctcp => "TcpDctcp",
        Variant::Bbr => "TcpBbr",
        Variant::Tahoe | Variant::Prague => {
            return Err(refuse_transport(lane.target, group, variant, KNOWN_TRANSPORTS));
        }
    };
    lose_of_tcp(lane, group, &config, script);
    script.put("it.isTcp = true;");
    script.put(format!("it.congestionControl = \"ns3::{class}\";"));
    script.put(format!("it.window = {};", config.window));
    script.put(format!("it.initialWindow = {};", config.initial_window));
    script.put(format!("it.minRtoS = {};", real(config.rto.minimum.secs())));
    script.put(format!("it.firstRtoS = {};", real(config.rto.initial.secs())));
    script.put(format!("it.limitedTransmit = {};", config.limited_transmit));
    script.put(format!("it.ecn = {};", config.ecn));
    if let Some(longest) = group.group.sink_config(lane.scenario.profile).delayed_ack {
        script.put(format!("it.ackDelayS = {};", real(longest.secs())));
    }
    if let Some(packets) = config.data_packets {
        script.put(format!("it.packets = {packets};"));
    }
    if variant == Variant::Vegas {
        for (name, value) in [("Alpha", config.vegas.alpha), ("Beta", config.vegas.beta), ("Gamma", config.vegas.gamma)]
        {
            script.put(format!("Config::SetDefault(\"ns3::TcpVegas::{name}\", UintegerValue({value}));"));
        }
    }
    Ok(())
}

fn lose_of_tcp(lane: &Lane<'_>, group: &Group<'_>, config: &TcpConfig, script: &mut Script) {
    let id = config.variant.about().id;
    script.lose(format!(
        "{}: {id}; losses are repaired by SACK and proportional rate reduction, the default of ns-3, and connections end their handshake with an acknowledgement",
        group.path_of("transport")
    ));
    script.lose(format!(
        "profile: {}; ns-3 averages round trips in milliseconds, as RFC 6298 has it",
        lane.scenario.profile.id()
    ));
    if group.group.overhead().nanos() > 0 {
        script.lose(format!(
            "{}: {}; senders in ns-3 do not wait at random",
            group.path_of("overhead_s"),
            group.group.overhead().secs()
        ));
    }
    let others: Vec<_> =
        lane.groups().iter().filter_map(|it| it.group.tcp_config(lane.scenario.profile)).map(|it| it.vegas).collect();
    if config.variant == Variant::Vegas && others.iter().any(|vegas| *vegas != config.vegas) {
        script
            .lose(format!("{}: the thresholds of the last group of Vegas hold for all", group.path_of("vegas_alpha")));
    }
}

fn datagrams(lane: &Lane<'_>, group: &Group<'_>, source: &UdpSource, script: &mut Script) -> Result<(), Problem> {
    let Some(rate_bps) = rate_of(source) else {
        return Err(refuse_source(lane.target, group, KNOWN_SOURCES));
    };
    let kind = group.group.kind.source;
    let mut is_random = true;
    match source {
        UdpSource::Cbr(it) => {
            is_random = it.is_jittered;
            script.put(format!("it.isJittered = {};", it.is_jittered));
        }
        UdpSource::Schedule(it) => {
            is_random = it.is_jittered;
            script.put(format!("it.isJittered = {};", it.is_jittered));
            let steps: Vec<_> = it.steps.iter().map(|(at, bps)| format!("{{{}, {bps}.0}}", real(at.secs()))).collect();
            script.put(format!("it.steps = {{{}}};", steps.join(", ")));
            if it.rate_change == RateChange::AtOnce {
                script.lose(format!(
                    "{}: at_once; here a step of the rate takes effect at the next packet",
                    group.path_of("rate_change")
                ));
            }
        }
        UdpSource::Poisson(_) => script.put("it.pattern = Pattern::Poisson;"),
        UdpSource::OnOff(it) => {
            script.put("it.pattern = Pattern::OnOff;");
            script.put(format!("it.onS = {};", real(it.on.secs())));
            script.put(format!("it.offS = {};", real(it.off.secs())));
            if let OnOffLaw::Pareto { shape } = it.law {
                script.put(format!("it.shape = {};", real(shape)));
            }
        }
        UdpSource::Geometric(_) | UdpSource::SelfSimilar(_) => {}
    }
    if is_random {
        script.lose(format!(
            "{}: {kind}; its random times are drawn by ns-3, so they differ from those of the lab",
            group.path_of("source")
        ));
    }
    script.put(format!("it.bps = {}.0;", rate_bps));
    if let Some(packets) = group.group.max_packets() {
        script.put(format!("it.packets = {packets};"));
    }
    if lane.marks() && group.group.ecn() {
        script.lose(format!("{}: true; UDP packets are sent here as not markable", group.path_of("ecn")));
    }
    Ok(())
}

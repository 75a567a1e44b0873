//! The flows of a scene in ns-2: agents and sources.

use crate::lane::{Group, Lane, rate_of, refuse_source, refuse_transport};
use crate::script::{Script, real};
use chokepoint_engine::endpoint::source::{OnOffLaw, RateChange, UdpSource};
use chokepoint_engine::endpoint::tcp::{RtoRule, TcpConfig, Variant};
use chokepoint_engine::scenario::Problem;

const KNOWN_SOURCES: &str = "ftp, cbr, schedule, poisson, onoff";
const KNOWN_TRANSPORTS: &str = "tahoe, reno, newreno, sack, vegas, udp";
/// Header bytes that ns-2's TCP adds to the configured packet size.
const HEADER_BYTES: u32 = 40;

pub(super) fn write(lane: &Lane<'_>, script: &mut Script) -> Result<(), Vec<Problem>> {
    let mut problems = Vec::new();
    for group in lane.groups() {
        script.put("");
        script.say(format!("{}.", group.title()));
        let written = match (group.group.kind.variant, group.group.udp_source()) {
            (Some(variant), _) => tcp(lane, &group, variant, script),
            (None, Some(source)) => datagrams(lane, &group, source, script),
            (None, None) => Ok(()),
        };
        problems.extend(written.err());
    }
    if problems.is_empty() { Ok(()) } else { Err(problems) }
}

/// Writes the loop over a group's start times, which creates the two hosts of each flow.
fn for_each_flow(lane: &Lane<'_>, group: &Group<'_>, script: &mut Script, body: impl FnOnce(&mut Script)) {
    let access = lane.scenario.access_of(group.group);
    script.say("Start times of the flows, drawn with the seed of the scene.");
    let starts: Vec<_> = group.starts.iter().map(|start| start.secs().to_string()).collect();
    script.put("foreach start {");
    for line in starts.chunks(8) {
        script.put(format!("    {}", line.join(" ")));
    }
    script.put("} {");
    script.indented(4, |script| {
        body(script);
        script.put(format!(
            "join $sender $receiver {} {} {}",
            group.group.kind.class(),
            access.rate_bps,
            access.delay.secs()
        ));
        script.put("$source attach-agent $sender");
    });
}

fn tcp(lane: &Lane<'_>, group: &Group<'_>, variant: Variant, script: &mut Script) -> Result<(), Problem> {
    let config = group.group.tcp_config(lane.scenario.profile);
    let Some(config) = config.filter(|_| !group.group.kind.has_sessions()) else {
        return Err(refuse_source(lane.target, group, KNOWN_SOURCES));
    };
    let agent = match variant {
        Variant::Tahoe => "Agent/TCP",
        Variant::Reno => "Agent/TCP/Reno",
        Variant::NewReno => "Agent/TCP/Newreno",
        Variant::Sack => "Agent/TCP/Sack1",
        Variant::Vegas => "Agent/TCP/Vegas",
        Variant::Cubic | Variant::Dctcp | Variant::Bbr | Variant::Prague => {
            return Err(refuse_transport(lane.target, group, variant, KNOWN_TRANSPORTS));
        }
    };
    lose_of_tcp(lane, group, &config, script);
    for_each_flow(lane, group, script, |script| {
        script.put(format!("set sender [new {agent}]"));
        for (name, value) in settings_of(group, &config) {
            script.put(format!("$sender set {name} {value}"));
        }
        let sink = match (variant, group.group.sink_config(lane.scenario.profile).delayed_ack) {
            (Variant::Sack, None) => "Agent/TCPSink/Sack1",
            (Variant::Sack, Some(_)) => "Agent/TCPSink/Sack1/DelAck",
            (_, None) => "Agent/TCPSink",
            (_, Some(_)) => "Agent/TCPSink/DelAck",
        };
        script.put(format!("set receiver [new {sink}]"));
        if let Some(longest) = group.group.sink_config(lane.scenario.profile).delayed_ack {
            script.put(format!("$receiver set interval_ {}s", real(longest.secs())));
        }
        script.put("set source [new Application/FTP]");
    });
    script.indented(4, |script| {
        match config.data_packets {
            // In ns-2 the packet that opens the connection counts as one of the packets to send.
            Some(packets) => script.put(format!("$ns at $start \"$source produce {}\"", u64::from(packets) + 1)),
            None => script.put("$ns at $start \"$source start\""),
        }
        if let Some(stop) = group.group.stop() {
            script.put(format!("$ns at {} \"$sender advance 0\"", stop.secs()));
        }
    });
    script.put("}");
    Ok(())
}

fn settings_of(group: &Group<'_>, config: &TcpConfig) -> Vec<(&'static str, String)> {
    // Vegas sends packets of the configured size; other variants add 40 bytes.
    let headers = if config.variant == Variant::Vegas { 0 } else { HEADER_BYTES };
    let mut settings = vec![
        ("packetSize_", (config.segment_bytes.saturating_sub(headers)).to_string()),
        ("window_", config.window.to_string()),
        ("windowInit_", config.initial_window.to_string()),
        ("singledup_", u8::from(config.limited_transmit).to_string()),
        ("ecn_", u8::from(config.ecn).to_string()),
        ("tcpTick_", real(config.rto.tick.secs())),
        ("minrto_", real(config.rto.minimum.secs())),
        ("maxrto_", real(config.rto.maximum.secs())),
        ("rtxcur_init_", real(config.rto.initial.secs())),
    ];
    if group.group.overhead().nanos() > 0 {
        settings.push(("overhead_", real(group.group.overhead().secs())));
    }
    match config.variant {
        Variant::NewReno => settings.push(("exit_recovery_fix_", u8::from(config.exit_fix).to_string())),
        Variant::Vegas => settings.extend([
            ("v_alpha_", config.vegas.alpha.to_string()),
            ("v_beta_", config.vegas.beta.to_string()),
            ("v_gamma_", config.vegas.gamma.to_string()),
        ]),
        _ => {}
    }
    settings
}

fn lose_of_tcp(lane: &Lane<'_>, group: &Group<'_>, config: &TcpConfig, script: &mut Script) {
    if config.linux.is_some() {
        script.lose(
            "profile: linux; ns-2 has neither RACK-TLP nor proportional rate reduction, and its receivers have no quick acknowledgements",
        );
    } else if config.rto.rule == RtoRule::Seconds {
        script.lose(
            "profile: rfc6298; ns-2 averages round trips in whole clock ticks, here of 1 ms or as the scene sets them",
        );
    }
    if lane.marks() && config.ecn && !config.ect_on_retransmit {
        script.lose(format!(
            "{}: false; in ns-2 packets that are sent again can be marked, too",
            group.path_of("ect_on_retransmit")
        ));
    }
    if config.variant == Variant::Sack {
        script.lose(format!(
            "{}: sack; Sack1 in ns-2 finds losses by a rule of its own, ours by RFC 6675",
            group.path_of("transport")
        ));
    }
}

fn datagrams(lane: &Lane<'_>, group: &Group<'_>, source: &UdpSource, script: &mut Script) -> Result<(), Problem> {
    let Some(rate_bps) = rate_of(source) else {
        return Err(refuse_source(lane.target, group, KNOWN_SOURCES));
    };
    let bytes = group.group.packet_bytes;
    // Tcl lines that configure the source. Settings that ns-2 cannot express are reported as missing in the export.
    let mut setup: Vec<String> = Vec::new();
    let mut has_constant_gaps = true;
    let jitter = |is_jittered: bool| format!("$source set random_ {}", u8::from(is_jittered));
    let class = match source {
        UdpSource::Cbr(it) => {
            setup.push(jitter(it.is_jittered));
            "CBR"
        }
        UdpSource::Schedule(it) => {
            setup.push(jitter(it.is_jittered));
            if it.rate_change == RateChange::AtOnce {
                script.lose(format!(
                    "{}: at_once; in ns-2 a step of the rate takes effect at the next packet",
                    group.path_of("rate_change")
                ));
            }
            "CBR"
        }
        UdpSource::Poisson(_) => {
            has_constant_gaps = false;
            script.say("A burst of no length is one packet: exponential silences between them make a Poisson process.");
            setup.push("$source set burst_time_ 0".into());
            let gap_s = 8.0 * f64::from(bytes) / rate_bps.max(1) as f64;
            setup.push(format!("$source set idle_time_ {}s", real(gap_s)));
            setup.push(format!("set poisson_bits($source) {}", 8 * bytes));
            "Exponential"
        }
        UdpSource::OnOff(it) => {
            has_constant_gaps = false;
            setup.push(format!("$source set burst_time_ {}s", real(it.on.secs())));
            setup.push(format!("$source set idle_time_ {}s", real(it.off.secs())));
            match it.law {
                OnOffLaw::Exponential => "Exponential",
                OnOffLaw::Pareto { shape } => {
                    setup.push(format!("$source set shape_ {}", real(shape)));
                    "Pareto"
                }
            }
        }
        UdpSource::Geometric(_) | UdpSource::SelfSimilar(_) => {
            return Err(refuse_source(lane.target, group, KNOWN_SOURCES));
        }
    };
    if !has_constant_gaps {
        script.lose(format!(
            "{}: {}; its random times are drawn by ns-2, so they differ from those of the lab",
            group.path_of("source"),
            group.group.kind.source
        ));
    }
    if let Some(packets) = group.group.max_packets() {
        if has_constant_gaps {
            setup.push(format!("$source set maxpkts_ {packets}"));
        } else {
            script.lose(format!("{}: {packets}; only CBR in ns-2 ends after so many", group.path_of("max_packets")));
        }
    }
    if lane.marks() && group.group.ecn() {
        script.lose(format!("{}: true; UDP packets in ns-2 cannot be marked", group.path_of("ecn")));
    }
    // For ns-2, a Poisson source is an on-off source whose bursts have one packet. This packet is sent at `rate_`, the
    // rate of the access link. The mean silence between bursts determines the mean rate.
    let is_poisson = matches!(source, UdpSource::Poisson(_));
    script.put(format!("set sources({}) {{}}", group.place));
    for_each_flow(lane, group, script, |script| {
        script.put("set sender [new Agent/UDP]");
        script.put(format!("$sender set packetSize_ {bytes}"));
        script.put("set receiver [new Agent/Null]");
        script.put(format!("set source [new Application/Traffic/{class}]"));
        script.put(format!("$source set packetSize_ {bytes}"));
        let bps = if is_poisson { lane.scenario.access_of(group.group).rate_bps * 1_000 } else { rate_bps };
        if bps > 0 {
            script.put(format!("$source set rate_ {bps}"));
        }
        script.put(format!("set rate($source) {rate_bps}"));
        script.put("set has_begun($source) 0");
        script.put(format!("lappend sources({}) $source", group.place));
        for line in setup {
            script.put(line);
        }
    });
    script.indented(4, |script| {
        script.put("$ns at $start \"begin $source\"");
        if let UdpSource::Schedule(it) = source {
            for (at, bps) in it.steps.iter() {
                script.put(format!("$ns at {} \"set_rate $source {bps}\"", at.secs()));
            }
        }
        if let Some(stop) = group.group.stop() {
            script.put(format!("$ns at {} \"end $source\"", stop.secs()));
        }
    });
    script.put("}");
    Ok(())
}

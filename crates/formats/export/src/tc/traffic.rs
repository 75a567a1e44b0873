//! The traffic of a group, as iperf3 commands.

use crate::lane::{Group, Lane};
use crate::script::Script;
use chokepoint_engine::endpoint::source::UdpSource;
use chokepoint_engine::endpoint::tcp::Variant;
use chokepoint_engine::time::SimTime;

/// Size of IPv4 and UDP headers, and of IPv4 and TCP headers \[bytes\].
const UDP_HEADERS: u32 = 28;
const TCP_HEADERS: u32 = 40;
/// First port of a group; each sending period has its own port.
const FIRST_PORT: usize = 5_201;

pub(super) fn write(lane: &Lane<'_>, number: usize, group: &Group<'_>, script: &mut Script) {
    script.say(format!("{}.", group.title()));
    match (group.group.kind.variant, group.group.udp_source()) {
        (Some(variant), _) => tcp(lane, number, group, variant, script),
        (None, Some(source)) => udp(lane, number, group, source, script),
        (None, None) => {}
    }
}

fn end_of(lane: &Lane<'_>, group: &Group<'_>) -> SimTime {
    group.group.stop().unwrap_or(SimTime::MAX).min(lane.scenario.duration)
}

/// A period during which a flow sends.
struct Sending {
    from: SimTime,
    until: SimTime,
    options: String,
}

/// Writes the traffic of a group, with a separate port for each period.
fn send(number: usize, sendings: &[Sending], script: &mut Script) {
    for (place, Sending { from, until, options }) in sendings.iter().enumerate() {
        let length_s = until.since(*from).secs();
        script.put(format!("send {number} {} {} {length_s} {options}", FIRST_PORT + place, from.secs()));
    }
}

fn tcp(lane: &Lane<'_>, number: usize, group: &Group<'_>, variant: Variant, script: &mut Script) {
    let config = group.group.tcp_config(lane.scenario.profile);
    let Some(config) = config.filter(|config| !group.group.kind.has_sessions() && config.data_packets.is_none()) else {
        script.lose(format!("{}: {}; iperf3 only sends without end", group.path_of("source"), group.group.kind.source));
        return;
    };
    let control = match variant {
        Variant::Reno | Variant::NewReno | Variant::Sack => "reno",
        Variant::Vegas => "vegas",
        Variant::Cubic => "cubic",
        Variant::Dctcp => "dctcp",
        Variant::Bbr => "bbr",
        // Only kernels with the L4S module offer Prague.
        Variant::Prague => "prague",
        Variant::Tahoe => {
            script.lose(format!("{}: tahoe; Linux has no such TCP", group.path_of("transport")));
            return;
        }
    };
    script.lose(format!(
        "{}: {}; the senders and receivers are those of Linux, with its timers, its delayed acknowledgements and its recovery",
        group.path_of("transport"),
        variant.about().id
    ));
    let bytes = u64::from(config.window) * u64::from(group.group.packet_bytes.saturating_sub(TCP_HEADERS));
    script.lose(format!(
        "{}: {}; a socket buffer of {bytes} bytes, which Linux doubles, limits it only approximately",
        group.path_of("window_packets"),
        config.window
    ));
    if config.ecn {
        script.put(format!("ip netns exec \"$NET-sender-{number}\" sysctl -qw net.ipv4.tcp_ecn=1"));
        script.put(format!("ip netns exec \"$NET-receiver-{number}\" sysctl -qw net.ipv4.tcp_ecn=1"));
    }
    let end = end_of(lane, group);
    let starts = group.starts.iter().filter(|start| **start < end);
    let sendings = starts.map(|&from| Sending { from, until: end, options: format!("-C {control} -w {bytes}") });
    send(number, &sendings.collect::<Vec<_>>(), script);
}

fn udp(lane: &Lane<'_>, number: usize, group: &Group<'_>, source: &UdpSource, script: &mut Script) {
    let (rate_bps, steps, is_jittered) = match source {
        UdpSource::Cbr(it) => (it.rate_bps, &[][..], it.is_jittered),
        UdpSource::Schedule(it) => (it.rate_bps, &it.steps[..], it.is_jittered),
        _ => {
            let source = group.group.kind.source;
            script.lose(format!("{}: {source}; iperf3 sends at a constant rate only", group.path_of("source")));
            return;
        }
    };
    if is_jittered {
        script.lose(format!("{}: true; iperf3 does not vary its gaps", group.path_of("jitter")));
    }
    if let Some(packets) = group.group.max_packets() {
        script.lose(format!("{}: {packets}; it sends until the end", group.path_of("max_packets")));
    }
    if lane.marks() && group.group.ecn() {
        script.lose(format!("{}: true; UDP packets from iperf3 cannot be marked", group.path_of("ecn")));
    }
    let payload = group.group.packet_bytes.saturating_sub(UDP_HEADERS).max(16);
    if payload + UDP_HEADERS != group.group.packet_bytes {
        script.lose(format!(
            "{}: {}; iperf3 sends at least 16 bytes",
            group.path_of("packet_bytes"),
            group.group.packet_bytes
        ));
    }
    let end = end_of(lane, group);
    let edges: Vec<_> = std::iter::once((SimTime::ZERO, rate_bps)).chain(steps.iter().copied()).collect();
    let mut sendings = Vec::new();
    for &start in &group.starts {
        for (step, &(from, bps)) in edges.iter().enumerate() {
            let until = edges.get(step + 1).map_or(end, |next| next.0).min(end);
            let from = from.max(start);
            if bps > 0 && from < until {
                // iperf3 counts payload; the scene counts bytes on the wire.
                let rate = u128::from(bps) * u128::from(payload) / u128::from(payload + UDP_HEADERS);
                sendings.push(Sending { from, until, options: format!("-u -b {rate} -l {payload}") });
            }
        }
    }
    send(number, &sendings, script);
}

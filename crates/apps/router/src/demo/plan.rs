//! The plan by which the hosts of the demo generate the scene's traffic.
//!
//! Datagrams are sent at the times at which they reach the bottleneck in the simulation. UDP sources do not respond to
//! the network, so simulated times hold for real hosts too. TCP is the kernel's own, in the variant that the scene
//! selects.

use crate::show;
use crate::stop::{Ended, Stop};
use chokepoint_engine::discipline::AnyDiscipline;
use chokepoint_engine::endpoint::tcp::Variant;
use chokepoint_engine::measure::RunResult;
use chokepoint_engine::packet::{FlowId, Packet};
use chokepoint_engine::probe::Probe;
use chokepoint_engine::scenario::{FlowGroup, Problem};
use chokepoint_engine::time::SimTime;
use chokepoint_engine::{Scenario, Simulation};
use serde::{Deserialize, Serialize};
use std::fmt::Write;

/// Port of the first flow; the others follow consecutively.
pub(super) const FIRST_PORT: u16 = 20_000;
/// Largest number of flows: each has a thread at either end.
const MOST_FLOWS: usize = 200;
/// Number of simulated events between two checks for a request to stop.
const EVENTS_AT_ONCE: u64 = 100_000;
/// Size of IPv4 and UDP headers \[bytes\].
const UDP_HEADERS: u32 = 28;
/// Size of IPv4 and TCP headers with timestamps \[bytes\].
const TCP_HEADERS: u32 = 52;
/// Smallest packet size of the kernel's TCP with all its options, rounded up \[bytes\].
const LEAST_TCP: u32 = 120;

/// The traffic of a run.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Plan {
    pub(super) groups: Vec<Group>,
    pub(super) flows: Vec<Flow>,
    /// MTU of the cables \[bytes\].
    pub(super) mtu: u32,
    /// Whether the kernel's TCP uses selective acknowledgements.
    pub(super) sack: bool,
    /// Start of the receivers' measurement, and end of all traffic \[ns\].
    pub(super) measured_from: u64,
    pub(super) end: u64,
}

/// A group of flows. Each group has its own addresses, since the kernel stores connection settings in routes.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Group {
    pub(super) number: usize,
    packet_bytes: u32,
    tcp: Option<GroupTcp>,
}

#[derive(Clone, Debug, Deserialize, Serialize)]
struct GroupTcp {
    initial_window: u32,
    /// Largest window \[bytes\].
    window: u64,
    min_rto_ms: u64,
    ecn: bool,
    delayed_ack: bool,
}

#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Flow {
    /// Index of the flow's group.
    pub(super) group: usize,
    /// Start, and end if the flow has one \[ns\].
    pub(super) start: u64,
    pub(super) stop: Option<u64>,
    pub(super) kind: Kind,
}

#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) enum Kind {
    Tcp {
        /// Name of the congestion control in the kernel.
        congestion: String,
        /// Number of bytes to send; `None` for an endless transfer.
        bytes: Option<u64>,
    },
    Udp {
        /// Payload of a datagram \[bytes\].
        bytes: u32,
        ecn: bool,
        /// Gaps between consecutive datagrams \[ns\]. The first is the time of the first datagram.
        gaps: Vec<u64>,
    },
}

impl Plan {
    /// The plan for a lane of a scene, and the result of its simulation.
    pub(super) fn new(
        scenario: &Scenario,
        lane: usize,
        congestion: Option<&str>,
        stop: &Stop,
    ) -> Result<(Self, RunResult), Ended> {
        let in_words = |problems: Vec<Problem>| Ended::Failed(show::problems(&problems));
        check(scenario, congestion).map_err(in_words)?;
        let mut run = Simulation::new(scenario, lane).map_err(in_words)?;
        let flows = scenario.flow_count();
        let mut datagrams = Datagrams { last: vec![0; flows], gaps: vec![Vec::new(); flows] };
        // A long scene takes long to simulate, so the simulation runs in steps and checks for a stop request in
        // between.
        while !run.watch_events(EVENTS_AT_ONCE, run.end(), &mut datagrams) {
            stop.check()?;
        }
        let mut flows = Vec::new();
        let mut groups = Vec::new();
        let mut sack = false;
        for (number, group) in scenario.flows.iter().enumerate() {
            let tcp = group.tcp_config(scenario.profile);
            sack |= tcp.as_ref().is_some_and(|tcp| tcp.linux.is_some())
                || matches!(group.kind.variant, Some(Variant::Sack | Variant::Cubic));
            groups.push(Group {
                number,
                packet_bytes: group.packet_bytes,
                tcp: tcp.as_ref().map(|tcp| GroupTcp {
                    initial_window: tcp.initial_window,
                    window: u64::from(tcp.window) * u64::from(tcp.segment_bytes),
                    min_rto_ms: tcp.rto.minimum.nanos().div_ceil(1_000_000).max(1),
                    ecn: tcp.ecn,
                    delayed_ack: group.sink_config(scenario.profile).delayed_ack.is_some(),
                }),
            });
            for _ in 0..group.count {
                let id = FlowId(flows.len() as u32);
                let kind = match &tcp {
                    Some(tcp) => Kind::Tcp {
                        congestion: congestion.or(kernel_name(tcp.variant)).unwrap_or("reno").to_owned(),
                        bytes: tcp.data_packets.map(|packets| {
                            u64::from(packets) * u64::from(tcp.segment_bytes.saturating_sub(TCP_HEADERS))
                        }),
                    },
                    None => Kind::Udp {
                        bytes: group.packet_bytes - UDP_HEADERS,
                        ecn: group.ecn(),
                        gaps: std::mem::take(&mut datagrams.gaps[id.index()]),
                    },
                };
                let stop = group.stop().map(SimTime::nanos);
                flows.push(Flow { group: number, start: scenario.start_of(id, group).nanos(), stop, kind });
            }
        }
        let mtu = scenario.flows.iter().map(|group| group.packet_bytes).max().unwrap_or(1_500).max(1_500);
        let (measured_from, end) = (scenario.measured_from.nanos(), scenario.duration.nanos());
        Ok((Self { groups, flows, mtu, sack, measured_from, end }, run.result()))
    }
}

/// For each TCP flow, the base round-trip time \[ns\], all of which the router adds after the bottleneck. 0 for UDP,
/// which has no acknowledgements.
pub(super) fn round_trips(scenario: &Scenario) -> Vec<u64> {
    let of_group = |group: &FlowGroup| {
        if group.kind.variant.is_none() {
            return 0;
        }
        let access = scenario.access_of(group);
        let sending = f64::from(group.packet_bytes) * 8e9 / access.rate_bps as f64;
        2 * (scenario.delay.nanos() + 2 * access.delay.nanos()) + 2 * sending.round() as u64
    };
    let groups = scenario.flows.iter();
    groups.flat_map(|group| std::iter::repeat_n(of_group(group), group.count as usize)).collect()
}

/// The kernel's name for a congestion control.
const fn kernel_name(variant: Variant) -> Option<&'static str> {
    match variant {
        Variant::Reno | Variant::NewReno | Variant::Sack => Some("reno"),
        Variant::Cubic => Some("cubic"),
        Variant::Tahoe | Variant::Vegas | Variant::Dctcp | Variant::Bbr | Variant::Prague => None,
    }
}

/// Refuses settings that real hosts cannot reproduce.
fn check(scenario: &Scenario, congestion: Option<&str>) -> Result<(), Vec<Problem>> {
    let mut problems = Vec::new();
    let mut complain = |path: String, text: String| problems.push(Problem::new(path, text));
    if scenario.flow_count() > MOST_FLOWS {
        complain("flows".into(), format!("{} flows; the demo runs at most {MOST_FLOWS}", scenario.flow_count()));
    }
    for (place, group) in scenario.flows.iter().enumerate().filter(|(_, group)| group.count > 0) {
        let path = |field: &str| format!("flows.{place}.{field}");
        let bytes = group.packet_bytes;
        let Some(variant) = group.kind.variant else {
            if bytes <= UDP_HEADERS {
                let text = format!("{bytes} is not above the {UDP_HEADERS} bytes of the headers");
                complain(path("packet_bytes"), text);
            }
            continue;
        };
        if kernel_name(variant).is_none() && congestion.is_none() {
            let id = variant.about().id;
            let text =
                format!("{id}: the demo runs reno, newreno, sack and cubic; --congestion takes what this kernel has");
            complain(path("transport"), text);
        }
        if group.kind.has_sessions() {
            let text = format!("{}: the demo runs TCP flows that send a file or without end", group.kind.source);
            complain(path("source"), text);
        }
        if bytes < LEAST_TCP {
            let text = format!("{bytes} is below {LEAST_TCP}, the least that the demo's TCP sends");
            complain(path("packet_bytes"), text);
        }
    }
    for (place, change) in scenario.interventions.iter().enumerate() {
        let group = change.path.strip_prefix("flows.").and_then(|rest| rest.split('.').next()?.parse::<usize>().ok());
        let group = group.and_then(|group| scenario.flows.get(group));
        let is_tcp = group.is_some_and(|group| group.kind.variant.is_some());
        if is_tcp || change.path.starts_with("access.") || change.path.ends_with("delay_s") {
            let text = format!("{}: real hosts do not change this during a run", change.path);
            complain(format!("interventions.{place}.path"), text);
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(problems) }
}

impl Group {
    /// Attributes of the route from senders to receivers.
    pub(super) fn sender_route(&self) -> String {
        let Some(tcp) = &self.tcp else { return String::new() };
        let (bytes, initial, rto) = (self.packet_bytes, tcp.initial_window, tcp.min_rto_ms);
        let mut words = format!("mtu lock {bytes} initcwnd {initial} rto_min {rto}ms");
        if tcp.ecn {
            words.push_str(" features ecn");
        }
        words
    }

    /// Attributes of the route from receivers to senders.
    pub(super) fn receiver_route(&self) -> String {
        let Some(tcp) = &self.tcp else { return String::new() };
        let mut words = format!("window {}", tcp.window.min(1 << 30));
        if !tcp.delayed_ack {
            let _ = write!(words, " quickack 1");
        }
        words
    }
}

/// Collects the times at which datagrams reach the bottleneck.
struct Datagrams {
    last: Vec<u64>,
    gaps: Vec<Vec<u64>>,
}

impl Probe for Datagrams {
    fn decision_starts(&mut self, now: SimTime, packet: &Packet, _: &AnyDiscipline) {
        if packet.is_udp {
            let flow = packet.flow.index();
            self.gaps[flow].push(now.nanos() - self.last[flow]);
            self.last[flow] = now.nanos();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::tests::demo;

    #[test]
    fn datagrams_are_sent_when_they_reach_the_simulated_bottleneck() {
        let scene = demo("--tcp 2 --udp 1 --rate 1mbit --udp-rate 1.2mbit --packet-bytes 1500 --seconds 3").unwrap();
        let (plan, simulated) = Plan::new(&scene, 0, None, &Stop::default()).unwrap();
        let Kind::Udp { bytes, gaps, .. } = &plan.flows[0].kind else { panic!("the first flow is UDP") };
        assert_eq!((*bytes, gaps[5]), (1_472, 10_000_000), "1500 bytes at 1.2 Mb/s take 10 ms");
        assert!(
            simulated.flows[0].sent_packets.abs_diff(gaps.len() as u64) <= 1,
            "the last datagram may not have arrived yet"
        );
        assert!(gaps.iter().sum::<u64>() <= 3_000_000_000);
        assert!(matches!(&plan.flows[1].kind, Kind::Tcp { congestion, bytes: None } if congestion == "reno"));
        assert!(!plan.sack);
    }

    #[test]
    fn every_source_of_datagrams_can_be_sent() {
        for source in ["poisson", "onoff"] {
            let line = format!("--tcp 0 --udp 2 --seconds 2 --set flows.0.source={source}");
            let (plan, simulated) = Plan::new(&demo(&line).unwrap(), 0, None, &Stop::default()).unwrap();
            let datagrams = plan.flows.iter().map(|flow| match &flow.kind {
                Kind::Udp { gaps, .. } => gaps.len(),
                Kind::Tcp { .. } => panic!("there is no TCP"),
            });
            assert_eq!(datagrams.sum::<usize>() as u64, simulated.bottleneck.arrived_packets, "{source}");
            assert!(simulated.bottleneck.arrived_packets > 100, "{source}");
        }
    }

    #[test]
    fn the_round_trip_equals_that_of_the_scene() {
        let scene = demo("--tcp 1 --udp 1 --rtt 40").unwrap();
        // On top of the 40 ms, a 1500-byte packet takes 12 µs on each of its two 1 Gb/s access links.
        assert_eq!(round_trips(&scene), [0, 40_024_000]);
    }

    #[test]
    fn settings_that_real_hosts_lack_are_refused() {
        let plan = |line: &str, congestion| Plan::new(&demo(line).unwrap(), 0, congestion, &Stop::default());
        let refused = |line: &str| match plan(line, None) {
            Err(Ended::Failed(problems)) => problems,
            other => panic!("{line}: {:?}", other.err()),
        };
        assert!(refused("--transport vegas").starts_with("flows.1.transport: vegas"));
        assert!(plan("--tcp 0 --packet-bytes 64 --seconds 1", None).is_ok());
        assert!(refused("--packet-bytes 64").starts_with("flows.1.packet_bytes: 64"));
        assert!(refused("--tcp 500").starts_with("flows: 501 flows"));
        assert!(plan("--transport vegas --seconds 1", Some("bbr")).is_ok());
    }

    #[test]
    fn routes_carry_the_settings_of_the_kernel() {
        let scene = demo("--tcp 1 --packet-bytes 1000 --seconds 1 --set flows.1.ecn=true").unwrap();
        let (plan, _) = Plan::new(&scene, 0, None, &Stop::default()).unwrap();
        assert_eq!(plan.groups[0].sender_route(), "");
        assert_eq!(plan.groups[1].sender_route(), "mtu lock 1000 initcwnd 10 rto_min 200ms features ecn");
        assert_eq!(plan.groups[1].receiver_route(), "window 1000000 quickack 1");
    }
}

//! A group of identical flows: their kind, their traffic, and their own links.

pub(super) mod json;

use super::field::{Field, UDP};
use super::flow_fields as field;
use super::problem::{Problem, Problems};
use super::{Place, Profile, Route};
use crate::base::only::Only;
use crate::base::packet::Ecn;
use crate::base::time::{SimTime, Span};
use crate::declare::ParamSpec;
use crate::endpoint::source::{Demand, SourceConfig, UdpSource, Values, WebConfig, about_of, one_file};
use crate::endpoint::tcp::sink::{EcnEcho, SinkConfig};
use crate::endpoint::tcp::{TcpConfig, Variant, VegasConfig};
use serde_json::Value;

/// Flows of one kind.
#[derive(Clone, Debug, PartialEq)]
pub struct FlowGroup {
    /// The kind of the flows.
    pub kind: FlowKind,
    /// Number of flows.
    pub count: u32,
    /// Size of a data packet on the wire \[bytes\].
    pub packet_bytes: u32,
    /// Interval from which start times are drawn uniformly.
    pub start: (SimTime, SimTime),
    /// Values of the other settings.
    values: Values,
    /// The configuration of the source. It is computed once for all flows of the group, since it is expensive for some
    /// sources.
    source: SourceConfig,
}

/// The kind of a flow.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct FlowKind {
    /// The TCP variant; `None` for UDP.
    pub variant: Option<Variant>,
    /// Id of the source.
    pub source: &'static str,
}

impl FlowKind {
    /// `tcp` or `udp`.
    pub const fn class(self) -> &'static str {
        if self.variant.is_some() { "tcp" } else { UDP }
    }

    /// The transport's name in result objects: the TCP variant, or the source of a UDP flow.
    pub const fn transport(self) -> &'static str {
        match self.variant {
            Some(variant) => variant.about().id,
            None => self.source,
        }
    }

    /// Whether the flow is a session that requests one object after another.
    pub fn has_sessions(self) -> bool {
        about_of(self.source).is_some_and(|about| about.has_sessions())
    }

    /// The transport as scenarios name it: a TCP variant, or UDP.
    pub(super) const fn transport_id(self) -> &'static str {
        match self.variant {
            Some(variant) => variant.about().id,
            None => UDP,
        }
    }
}

impl FlowGroup {
    /// The time after which the flows send no new data, if any.
    pub fn stop(&self) -> Option<SimTime> {
        self.values.get(&field::STOP).map(|_| SimTime::from_secs(self.values.real(&field::STOP)))
    }

    /// Rate of the flows' own links, if it differs from the scene's \[bit/s\].
    pub fn access_rate_bps(&self) -> Option<u64> {
        self.values.get(&field::ACCESS_RATE).map(|_| self.values.whole(&field::ACCESS_RATE))
    }

    /// Delay of the flows' own links, if it differs from the scene's.
    pub fn access_delay(&self) -> Option<Span> {
        self.values.get(&field::ACCESS_DELAY).map(|_| self.values.span(&field::ACCESS_DELAY))
    }

    /// Whether routers may mark the packets. By default only DCTCP and Prague allow marks, since they depend on them.
    pub fn ecn(&self) -> bool {
        match self.values.get(&field::ECN) {
            Some(_) => self.values.switch(&field::ECN),
            None => self.kind.variant.is_some_and(Variant::is_scalable),
        }
    }

    /// The ECN field of packets that routers may mark; ECT(1) requests the low-latency queue of L4S.
    pub fn ect(&self) -> Ecn {
        let is_l4s = match self.values.get(&field::L4S) {
            Some(_) => self.values.switch(&field::L4S),
            None => self.kind.variant.is_some_and(Variant::is_scalable),
        };
        if is_l4s { Ecn::Ect1 } else { Ecn::Ect0 }
    }

    /// The priority of the packets.
    pub fn priority(&self) -> u8 {
        self.values.whole(&field::PRIORITY) as u8
    }

    /// The configuration of the TCP receivers.
    pub fn sink_config(&self, profile: Profile) -> SinkConfig {
        let is_linux = self.is_linux(profile);
        let delays = self.values.get(&field::DELAYED_ACK).map_or(is_linux, |_| self.values.switch(&field::DELAYED_ACK));
        SinkConfig {
            delayed_ack: delays.then(|| self.values.span(&field::ACK_DELAY)),
            linux: if is_linux { Only::MARK } else { None },
            echo: self.kind.variant.map_or(EcnEcho::default(), Variant::echo),
        }
    }

    /// Whether the end hosts run Linux: by the profile, or because only Linux has the variant (BBR, Prague).
    pub(super) fn is_linux(&self, profile: Profile) -> bool {
        self.kind.variant.is_some_and(|variant| profile == Profile::Linux || variant.is_always_linux())
    }

    /// Largest random delay before a packet is sent.
    pub fn overhead(&self) -> Span {
        self.values.span(&field::OVERHEAD)
    }

    /// Probability that a packet is lost between bottleneck and receiver.
    pub fn random_loss(&self) -> f64 {
        self.values.real(&field::RANDOM_LOSS)
    }

    /// Probability that an acknowledgement is lost.
    pub fn ack_loss(&self) -> f64 {
        self.values.real(&field::ACK_LOSS)
    }

    /// Largest random delay between bottleneck and receiver.
    pub fn jitter(&self) -> Span {
        self.values.span(&field::JITTER)
    }

    /// Whether the flows' packets are lost or delayed between bottleneck and receiver, or their acknowledgements lost.
    pub fn has_path(&self) -> bool {
        self.random_loss() > 0.0 || self.ack_loss() > 0.0 || self.jitter() > Span::ZERO
    }

    /// The links that the packets cross in a scene with two links.
    pub fn route(&self) -> Route {
        if Only::MARK.is_none() {
            return Route::Both;
        }
        let route = self.values.choice(&field::ROUTE);
        let place = [Place::First, Place::Second].into_iter().find(|place| place.id() == route);
        place.map_or(Route::Both, Route::One)
    }

    /// Whether the source requires a list of pairs.
    pub(super) fn needs_list(&self) -> bool {
        about_of(self.kind.source).and_then(|about| about.list).is_some_and(|list| !list.is_optional())
    }

    /// Number of packets that a UDP flow sends; `None` means endless.
    pub fn max_packets(&self) -> Option<u64> {
        Some(self.values.whole(&field::MAX_PACKETS)).filter(|&packets| packets > 0)
    }

    /// The configuration of the TCP senders; `None` for UDP.
    pub fn tcp_config(&self, profile: Profile) -> Option<TcpConfig> {
        let variant = self.kind.variant?;
        let base = match profile {
            Profile::Ns2 => TcpConfig::ns2(variant),
            Profile::Rfc6298 => TcpConfig::rfc(variant, Span::from_millis(1_000)),
            Profile::Linux => TcpConfig::linux(variant),
        };
        let base = if self.is_linux(profile) { TcpConfig::linux(variant) } else { base };
        let whole =
            |spec: &ParamSpec, default: u32| self.values.get(spec).map_or(default, |_| self.values.whole(spec) as u32);
        let span = |spec: &ParamSpec, default: Span| match self.values.get(spec) {
            Some(_) => self.values.span(spec),
            None => default,
        };
        let switch =
            |spec: &ParamSpec, default: bool| self.values.get(spec).map_or(default, |_| self.values.switch(spec));
        let rto = crate::endpoint::tcp::RtoProfile {
            minimum: span(&field::MIN_RTO, base.rto.minimum),
            initial: span(&field::INITIAL_RTO, base.rto.initial),
            tick: span(&field::TICK, base.rto.tick),
            ..base.rto
        };
        let data_packets = match self.source {
            // Each request adds data to a persistent connection, so the connection starts without data.
            SourceConfig::Tcp(Demand::Sessions(_) | Demand::Trace(_)) => Some(0),
            SourceConfig::Tcp(Demand::File(packets)) => packets,
            SourceConfig::Udp(_) => None,
        };
        Some(TcpConfig {
            window: self.values.whole(&field::WINDOW) as u32,
            initial_window: whole(&field::INITIAL_WINDOW, base.initial_window),
            segment_bytes: self.packet_bytes,
            data_packets,
            rto,
            limited_transmit: self.values.switch(&field::LIMITED_TRANSMIT),
            exit_fix: switch(&field::EXIT_FIX, base.exit_fix),
            ecn: self.ecn(),
            ect: self.ect(),
            ect_on_retransmit: switch(&field::ECT_ON_RETRANSMIT, base.ect_on_retransmit),
            vegas: VegasConfig {
                alpha: whole(&field::VEGAS_ALPHA, base.vegas.alpha),
                beta: whole(&field::VEGAS_BETA, base.vegas.beta),
                gamma: whole(&field::VEGAS_GAMMA, base.vegas.gamma),
            },
            ..base
        })
    }

    /// The configuration of the web session or file transfer of one flow; `None` for other sources. `place` is the
    /// index of the flow in the group.
    pub(crate) fn session_config(&self, place: usize) -> Option<WebConfig> {
        match &self.source {
            SourceConfig::Tcp(Demand::Sessions(sessions)) => Some(sessions.clone()),
            SourceConfig::Tcp(Demand::Trace(files)) => {
                Some(WebConfig { object_packets: files[place].1, ..one_file(u32::MAX) })
            }
            _ => None,
        }
    }

    /// The request time of one flow's file, after the start of the flow, if the source is a list of files; 0 for other
    /// sources. `place` is the index of the flow in the group.
    pub(super) fn listed_delay(&self, place: usize) -> Span {
        match &self.source {
            SourceConfig::Tcp(Demand::Trace(files)) => Span::from_secs(files[place].0),
            _ => Span::ZERO,
        }
    }

    /// The configuration of the UDP source; `None` for TCP.
    pub fn udp_source(&self) -> Option<&UdpSource> {
        match &self.source {
            SourceConfig::Udp(source) => Some(source),
            SourceConfig::Tcp(_) => None,
        }
    }

    /// Changes the value of a setting; the error describes the problem.
    pub(super) fn change(&mut self, field: &Field, value: &Value) -> Result<(), String> {
        if !field.covers(self.kind.transport_id(), self.kind.source) {
            return Err(does_not_apply(self.kind.transport_id(), self.kind.source));
        }
        self.values.put(field.spec.id, field.spec.parse(value).map_err(|problem| problem.problem)?);
        self.source = SourceConfig::of(self.kind.source, &self.values);
        Ok(())
    }

    /// Checks that the settings of the group are consistent with each other.
    pub(super) fn check(&self, place: &str, problems: &mut Problems) {
        if let Some(stop) = self.stop()
            && stop <= self.start.1
        {
            let latest = self.start.1.secs();
            problems.push(Problem::new(
                format!("{place}.stop_s"),
                format!("{} is not after the latest start ({latest} s)", stop.secs()),
            ));
        }
        if self.kind.transport() == "vegas"
            && self.values.whole(&field::VEGAS_ALPHA) > self.values.whole(&field::VEGAS_BETA)
        {
            problems.push(Problem::new(format!("{place}.vegas_alpha"), "is above vegas_beta"));
        }
        if let Some(Err((setting, problem))) = self.udp_source().map(UdpSource::check) {
            problems.push(Problem::new(format!("{place}.{setting}"), problem));
        }
    }

    pub(super) fn heap_bytes(&self) -> usize {
        self.values.heap_bytes()
    }
}

/// The problem of a setting that does not exist for this transport and source.
fn does_not_apply(transport: &str, source: &str) -> String {
    format!("does not apply to flows of {transport} with the source {source}")
}

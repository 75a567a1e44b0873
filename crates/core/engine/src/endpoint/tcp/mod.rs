//! TCP in one direction and in whole packets, as ns-2 models it.
//!
//! Packet 0 is the SYN; packets 1, 2, 3 … are data. An acknowledgement carries the number of the last packet received
//! in order. The sender keeps a deadline instead of a timer, since the deadline moves with every acknowledgement. The
//! owner of the clock calls [`TcpSender::on_timer`] once the deadline has passed, possibly later but never earlier.
//!
//! `connection.rs` holds the parts that all variants share. Each variant has a file with its own rules for detecting and
//! repairing losses. `control.rs` calls a variant's rules for the growth and the cuts of the window.

#[cfg(test)]
mod bench;
mod connection;
mod control;
pub mod cubic;
pub mod dctcp;
pub mod linux;
#[cfg(test)]
mod lossy_loop;
pub mod newreno;
#[cfg(test)]
mod ns2_runs;
pub mod reno;
pub mod rto;
pub mod sack;
mod sequence_set;
pub mod sink;
pub mod tahoe;
#[cfg(test)]
mod tests;
pub mod vegas;

pub use rto::{RtoProfile, RtoRule};
pub use sink::{ACK_BYTES, ACK_DELAY, EcnEcho, Receipt, SinkConfig, TcpSink};
pub use vegas::VegasConfig;

use self::connection::Connection;
use self::linux::Linux;
use self::newreno::NewReno;
use self::sack::Sack;
use self::vegas::Vegas;
use super::TransportAbout;
use crate::base::footprint;
use crate::base::hash::StateHash;
use crate::base::only::Only;
use crate::base::packet::Ecn;
use crate::base::time::{SimTime, Span};
use std::sync::Arc;

/// How a sender reacts to loss.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Variant {
    /// Slow start after every loss (Jacobson 1988).
    Tahoe,
    /// Fast recovery (Jacobson 1990).
    Reno,
    /// Fast recovery until all data outstanding at the loss is acknowledged (RFC 6582).
    NewReno,
    /// Recovery with selective acknowledgements (RFC 6675).
    Sack,
    /// A window that follows the round-trip time (Brakmo and Peterson 1994).
    Vegas,
    /// A window that is a cubic function of the time since the last cut (RFC 9438).
    Cubic,
    /// Cuts in proportion to the share of marked packets (RFC 8257).
    Dctcp,
    /// BBR (Cardwell et al. 2016); every end-host profile uses Linux's sender for it.
    Bbr,
    /// TCP Prague (De Schepper et al. 2023); every end-host profile uses Linux's sender for it.
    Prague,
}

impl Variant {
    /// Every variant, in the order of the catalog.
    pub const ALL: [Self; 9] = [
        Self::Tahoe,
        Self::Reno,
        Self::NewReno,
        Self::Sack,
        Self::Vegas,
        Self::Cubic,
        Self::Dctcp,
        Self::Bbr,
        Self::Prague,
    ];

    /// The description of the variant.
    pub const fn about(self) -> &'static TransportAbout {
        match self {
            Self::Tahoe => &tahoe::ABOUT,
            Self::Reno => &reno::ABOUT,
            Self::NewReno => &newreno::ABOUT,
            Self::Sack => &sack::ABOUT,
            Self::Vegas => &vegas::ABOUT,
            Self::Cubic => &cubic::ABOUT,
            Self::Dctcp => &dctcp::ABOUT,
            Self::Bbr => &linux::bbr::ABOUT,
            Self::Prague => &linux::prague::ABOUT,
        }
    }

    /// How the receiver of this variant echoes marks.
    pub const fn echo(self) -> EcnEcho {
        match self {
            Self::Dctcp | Self::Prague => EcnEcho::EachMark,
            _ => EcnEcho::UntilAnswered,
        }
    }

    /// Whether the variant uses Linux's sender under every end-host profile, since ns-2 does not implement the variant.
    pub const fn is_always_linux(self) -> bool {
        matches!(self, Self::Bbr | Self::Prague)
    }

    /// Whether the variant is scalable: it expects marks in proportion to the queue and uses the L4S queue.
    pub const fn is_scalable(self) -> bool {
        matches!(self, Self::Dctcp | Self::Prague)
    }

    /// The variant with this id.
    pub fn of(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|variant| variant.about().id == id)
    }
}

/// The configuration of a sender.
// The fields that every packet needs are first in memory, see `flow::Flow`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct TcpConfig {
    /// `Some` if the sender is Linux's, see `linux/mod.rs`.
    pub linux: Option<Only<()>>,
    /// The variant, which determines the reaction to loss.
    pub variant: Variant,
    /// Whether each of the first two duplicate acknowledgements sends a new packet (RFC 3042).
    pub limited_transmit: bool,
    /// Whether NewReno leaves recovery without a burst (RFC 6582); ns-2 does not.
    pub exit_fix: bool,
    /// Whether data packets are ECN-capable and the sender responds to echoes. If not, DCTCP behaves as NewReno.
    pub ecn: bool,
    /// The ECN field of ECN-capable packets: ECT(0), or ECT(1) for the queue of L4S.
    pub ect: Ecn,
    /// Whether retransmissions are ECN-capable too, as in ns-2; RFC 3168 forbids this.
    pub ect_on_retransmit: bool,
    /// The maximum number of packets in flight, and the initial slow-start threshold \[packets\].
    pub window: u32,
    /// Size of a data packet on the wire \[bytes\].
    pub segment_bytes: u32,
    /// The upper bound of the congestion window \[packets\], if any.
    pub max_cwnd: Option<u32>,
    /// The number of data packets to send; `None` for endless data. [`TcpSender::add_data`] adds to it.
    pub data_packets: Option<u32>,
    /// The window after the SYN is acknowledged \[packets\].
    pub initial_window: u32,
    /// Size of the SYN on the wire \[bytes\].
    pub syn_bytes: u32,
    /// The thresholds of Vegas; other variants ignore these.
    pub vegas: VegasConfig,
    /// Constants of the retransmission timer.
    pub rto: RtoProfile,
}

impl TcpConfig {
    /// ns-2 2.35's defaults, except for 1000 bytes on the wire, as in all our scenes (ns-2 would send 1040).
    pub const fn ns2(variant: Variant) -> Self {
        Self {
            linux: None,
            variant,
            window: 20,
            initial_window: 2,
            max_cwnd: None,
            segment_bytes: 1000,
            syn_bytes: 40,
            data_packets: None,
            rto: RtoProfile::ns2(),
            limited_transmit: true,
            exit_fix: false,
            ecn: variant.is_scalable(),
            ect: Ecn::Ect0,
            ect_on_retransmit: true,
            vegas: VegasConfig::ns2(),
        }
    }

    /// A sender as the RFCs define it: RFC 6298 timer with the given minimum timeout, exit from recovery by RFC 6582,
    /// marks by RFC 3168.
    pub const fn rfc(variant: Variant, min_rto: Span) -> Self {
        Self { rto: RtoProfile::rfc6298(min_rto), exit_fix: true, ect_on_retransmit: false, ..Self::ns2(variant) }
    }

    /// The sender of Linux 6.12, with SACK and timestamps.
    pub const fn linux(variant: Variant) -> Self {
        Self {
            linux: Only::MARK,
            window: 10_000,
            initial_window: 10,
            rto: RtoProfile::linux(),
            exit_fix: true,
            ect_on_retransmit: variant.is_scalable(),
            vegas: VegasConfig { alpha: 2, beta: 4, gamma: 1 },
            ..Self::ns2(variant)
        }
    }
}

/// A packet that a sender hands to the network.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Segment {
    /// The packet's number; 0 is the SYN.
    pub sequence: u32,
    /// The packet's size on the wire \[bytes\].
    pub bytes: u32,
    /// Whether the packet opens the connection.
    pub is_syn: bool,
    /// Whether this number was sent before.
    pub is_retransmission: bool,
    /// ECN field.
    pub ecn: Ecn,
    /// "Congestion window reduced": the response to the receiver's ECN echo.
    pub cwr: bool,
    /// Number of times that the sender has chosen a new hash for the flow; Linux does so at each timeout.
    pub rehash: u8,
}

/// An acknowledgement.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Ack {
    /// The lowest number that has not arrived; all packets below this number are acknowledged.
    pub next_expected: u32,
    /// The packet whose arrival caused this acknowledgement; it is used instead of SACK blocks.
    pub arrived: u32,
    /// Whether packet `arrived` has arrived for the first time.
    pub is_first_arrival: bool,
    /// Whether the copy of the packet that arrived was a retransmission. Senders use this field instead of timestamps.
    pub is_of_retransmission: bool,
    /// Whether the acknowledgement echoes an ECN mark.
    pub ece: bool,
}

impl Ack {
    /// The acknowledgement number as the papers and ns-2 define it: the last packet received in order, or -1.
    pub const fn highest_in_order(self) -> i64 {
        self.next_expected as i64 - 1
    }
}

/// Where a sender's packets go.
pub trait Outbox {
    /// Takes a packet for the network.
    fn send(&mut self, segment: Segment);
}

impl Outbox for Vec<Segment> {
    fn send(&mut self, segment: Segment) {
        self.push(segment);
    }
}

/// Counts of a sender's actions so far.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Counts {
    /// Packets sent, retransmissions included.
    pub sent: u64,
    /// Packets sent again.
    pub retransmitted: u64,
    /// Retransmissions started by duplicate acknowledgements.
    pub fast_retransmits: u64,
    /// Expiries of the retransmission timer with packets in flight.
    pub timeouts: u64,
    /// Windows cut for an ECN echo.
    pub ecn_cuts: u64,
}

impl Counts {
    /// The number of window reductions so far. [`TcpSender::last_event`] returns the cause of the last of them.
    pub const fn window_events(&self) -> u64 {
        self.fast_retransmits + self.timeouts + self.ecn_cuts
    }
}

/// The cause of a window's decrease.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum WindowEvent {
    /// Acknowledgements signalled a loss.
    FastRetransmit,
    /// The retransmission timer expired.
    Timeout,
    /// The receiver echoed a mark.
    EcnCut,
}

/// The sending end of a connection.
#[derive(Clone, Debug)]
#[repr(C)]
pub struct TcpSender {
    recovery: Recovery,
    connection: Connection,
}

/// The state of one variant.
#[derive(Clone, Debug)]
enum Recovery {
    Tahoe,
    Reno,
    NewReno(NewReno),
    Sack(Sack),
    /// Vegas, boxed since its state is three times as large as that of the other variants.
    Vegas(Box<Vegas>),
    /// Any variant, as Linux implements it.
    Linux(Only<Box<Linux>>),
}

impl TcpSender {
    /// A sender that has sent nothing yet. `tick_phase` is the phase of the clock tick in which its host began (ns-2's
    /// `boot_time_`, uniform over a tick); only [`RtoRule::Ticks`] uses it.
    pub fn new(config: impl Into<Arc<TcpConfig>>, tick_phase: Span) -> Self {
        let config = config.into();
        let linux = config.linux.map(|only| only.map(|()| Box::new(Linux::new(&config, tick_phase.nanos()))));
        Self {
            recovery: match (linux, config.variant) {
                (Some(linux), _) => Recovery::Linux(linux),
                (None, Variant::Tahoe) => Recovery::Tahoe,
                (None, Variant::Reno) => Recovery::Reno,
                (None, Variant::NewReno | Variant::Dctcp) => Recovery::NewReno(NewReno::default()),
                (None, Variant::Sack | Variant::Cubic | Variant::Bbr | Variant::Prague) => {
                    Recovery::Sack(Sack::default())
                }
                (None, Variant::Vegas) => Recovery::Vegas(Box::default()),
            },
            connection: Connection::new(config, tick_phase),
        }
    }

    /// Opens the connection.
    pub fn start<O: Outbox>(&mut self, now: SimTime, out: &mut O) {
        self.send_much(now, out);
    }

    /// Adds `packets` data packets to send, and sends what the window allows. The first data opens the connection.
    /// Endless data stays endless.
    pub fn add_data<O: Outbox>(&mut self, packets: u32, now: SimTime, out: &mut O) {
        self.connection.add_data(packets, now);
        self.send_much(now, out);
    }

    /// Processes an acknowledgement.
    pub fn on_ack<O: Outbox>(&mut self, ack: Ack, now: SimTime, out: &mut O) {
        let c = &mut self.connection;
        if let Recovery::Linux(linux) = &mut self.recovery {
            linux.on_ack(c, ack, now, out);
            return;
        }
        let is_cut = c.heed_marks(ack);
        match &mut self.recovery {
            Recovery::Tahoe => tahoe::on_ack(c, ack, now, out),
            Recovery::Reno => reno::on_ack(c, ack, now, out),
            Recovery::NewReno(newreno) => newreno.on_ack(c, ack, now, out),
            Recovery::Sack(sack) => sack.on_ack(c, ack, now, out),
            Recovery::Vegas(vegas) => {
                if is_cut {
                    vegas.note_cut(now);
                }
                vegas.on_ack(c, ack, now, out);
            }
            Recovery::Linux(_) => {}
        }
    }

    /// Records that the receiver holds a packet out of order, as the next acknowledgement reports. Senders without selective
    /// acknowledgements ignore such reports.
    pub fn note_held(&mut self, number: u32) {
        match &mut self.recovery {
            Recovery::Sack(sack) => sack.note_held(&self.connection, number),
            Recovery::Linux(linux) => linux.note_held(number),
            Recovery::Tahoe | Recovery::Reno | Recovery::NewReno(_) | Recovery::Vegas(_) => {}
        }
    }

    /// Handles an expired deadline; a call before the deadline does nothing.
    pub fn on_timer<O: Outbox>(&mut self, now: SimTime, out: &mut O) {
        let c = &mut self.connection;
        if c.deadline().is_none_or(|deadline| deadline > now) {
            return;
        }
        match &mut self.recovery {
            Recovery::Tahoe => tahoe::on_timeout(c, now, out),
            Recovery::Reno | Recovery::NewReno(_) => reno::on_timeout(c, now, out),
            Recovery::Sack(sack) => sack.on_timeout(c, now, out),
            Recovery::Vegas(vegas) => vegas.on_timeout(c, now, out),
            Recovery::Linux(linux) => linux.on_timer(c, now, out),
        }
    }

    /// The time at which the retransmission timer expires, if the timer runs.
    pub fn deadline(&self) -> Option<SimTime> {
        self.connection.deadline()
    }

    /// Ends the data: no new packets are sent, but those already sent are still delivered reliably.
    pub fn stop(&mut self) {
        let c = &mut self.connection;
        c.data_packets = Some(c.highest_sent.max(0) as u32);
    }

    /// One more than the largest number sent.
    pub fn next_new(&self) -> u32 {
        (self.connection.highest_sent + 1) as u32
    }

    /// The configuration of the sender.
    pub fn config(&self) -> &TcpConfig {
        &self.connection.config
    }

    /// The congestion window \[packets\]. It may fall below 1; no packet is sent then until the timer expires.
    pub fn cwnd(&self) -> f64 {
        self.connection.cwnd
    }

    /// Slow-start threshold \[packets\].
    pub fn ssthresh(&self) -> f64 {
        self.connection.ssthresh
    }

    /// The number of packets that may be outstanding \[packets\]; fast recovery increases it.
    pub fn usable_window(&self) -> u32 {
        self.connection.window().max(0) as u32
    }

    /// The number of packets sent and not yet acknowledged.
    pub fn outstanding(&self) -> u32 {
        (self.connection.highest_sent - self.connection.highest_ack) as u32
    }

    /// The lowest number that is not acknowledged.
    pub fn first_unacknowledged(&self) -> u32 {
        (self.connection.highest_ack + 1) as u32
    }

    /// Whether all the data that the sender will ever have is acknowledged.
    pub fn is_done(&self) -> bool {
        self.connection.highest_ack + 1 >= self.connection.end_of_data()
    }

    /// The smoothed round-trip time; `None` before the first sample.
    pub fn srtt(&self) -> Option<Span> {
        match &self.recovery {
            Recovery::Linux(linux) => linux.srtt(),
            _ => self.connection.srtt(),
        }
    }

    /// The current timeout, with back-off.
    pub fn rto(&self) -> Span {
        match &self.recovery {
            Recovery::Linux(linux) => linux.timeout(&self.connection),
            _ => self.connection.timeout(),
        }
    }

    /// The factor by which back-off has multiplied the timeout.
    pub fn backoff(&self) -> u32 {
        match &self.recovery {
            Recovery::Linux(linux) => linux.backoff(),
            _ => self.connection.backoff(),
        }
    }

    /// Vegas' estimate of the number of its packets in the queues \[packets\]; `None` before the end of a round trip.
    pub fn queued_by_own_estimate(&self) -> Option<f64> {
        match &self.recovery {
            Recovery::Vegas(vegas) => vegas.diff(),
            Recovery::Linux(linux) => linux.queued(),
            Recovery::Tahoe | Recovery::Reno | Recovery::NewReno(_) | Recovery::Sack(_) => None,
        }
    }

    /// The average share of marked packets in DCTCP and Prague \[1\], α in the papers.
    pub fn marked_share(&self) -> Option<f64> {
        match &self.recovery {
            Recovery::Linux(linux) => linux.marked_share(),
            _ => self.connection.control().marked_share(),
        }
    }

    /// The state of loss recovery in Linux's sender.
    pub fn recovery_state(&self) -> Option<linux::State> {
        self.linux().map(Linux::state)
    }

    /// The delay after which a packet counts as lost in Linux's sender.
    pub fn reordering_window(&self) -> Option<Span> {
        self.linux().map(Linux::reordering_window)
    }

    /// The rate at which BBR or Prague sends packets \[bit/s\].
    pub fn pacing_bps(&self) -> Option<f64> {
        let packets = self.linux()?.pacing_rate()?;
        Some(8.0 * f64::from(self.connection.config.segment_bytes) * packets)
    }

    fn linux(&self) -> Option<&Linux> {
        match &self.recovery {
            Recovery::Linux(linux) => Some(linux),
            _ => None,
        }
    }

    /// The cause of the last window reduction; [`Counts::window_events`] counts such events.
    pub fn last_event(&self) -> Option<WindowEvent> {
        self.connection.last_event
    }

    /// Counts of the sender's actions so far.
    pub fn counts(&self) -> Counts {
        self.connection.counts
    }

    /// Approximate heap memory of a clone \[bytes\].
    pub(crate) fn heap_bytes(&self) -> usize {
        match &self.recovery {
            Recovery::Sack(sack) => sack.heap_bytes(),
            Recovery::Vegas(vegas) => footprint::block::<Vegas>(1) + vegas.heap_bytes(),
            Recovery::Linux(linux) => footprint::block::<Linux>(1) + linux.heap_bytes(),
            Recovery::Tahoe | Recovery::Reno | Recovery::NewReno(_) => 0,
        }
    }

    /// Hashes all state that can affect the rest of the run.
    pub fn fold(&self, hash: &mut StateHash) {
        self.connection.fold(hash);
        match &self.recovery {
            Recovery::Tahoe | Recovery::Reno => {}
            Recovery::NewReno(newreno) => newreno.fold(hash),
            Recovery::Sack(sack) => sack.fold(hash),
            Recovery::Vegas(vegas) => vegas.fold(hash),
            Recovery::Linux(linux) => linux.fold(hash),
        }
    }

    /// Sends the packets that may be sent.
    fn send_much<O: Outbox>(&mut self, now: SimTime, out: &mut O) {
        let c = &mut self.connection;
        match &mut self.recovery {
            Recovery::Tahoe | Recovery::Reno | Recovery::NewReno(_) => c.send_much(u32::MAX, now, out),
            Recovery::Sack(sack) => sack.send(c, now, out),
            Recovery::Vegas(vegas) => vegas.send_much(c, now, out),
            Recovery::Linux(linux) => linux.send(c, now, out),
        }
    }
}

//! A web session at work: which connection is open, how its packets are numbered, how long objects took.
//!
//! A flow is a session. Its fresh connections follow one another, each with packet numbers above all earlier ones, so
//! that a late packet or acknowledgement of a closed connection is known by its number and ignored.

use crate::base::hash::StateHash;
use crate::base::rng::Stream;
use crate::base::time::{SimTime, Span};
use crate::endpoint::source::{WebConfig, WebSource};
use crate::endpoint::tcp::{Ack, Segment, TcpConfig, TcpSender, TcpSink};

/// A web session.
#[derive(Clone, Debug)]
pub(crate) struct WebSession {
    source: WebSource,
    /// Number of the open connection's first packet within the flow.
    base: u32,
    /// Packets that closed connections sent, and of these retransmissions.
    earlier: (u64, u64),
    /// When the object under way was asked for, if one is.
    asked_at: Option<SimTime>,
    completed: u64,
    completion: Span,
    /// When the pending request event is due, if there is one.
    pub(crate) request_at: Option<SimTime>,
}

impl WebSession {
    /// A session that has asked for nothing yet.
    pub(crate) fn new(config: WebConfig, start: SimTime, stop: Option<SimTime>, chance: Stream) -> Self {
        Self {
            source: WebSource::new(config, start, stop, chance),
            base: 0,
            earlier: (0, 0),
            asked_at: None,
            completed: 0,
            completion: Span::ZERO,
            request_at: None,
        }
    }

    /// When the next object is asked for.
    pub(crate) fn due(&self) -> Option<SimTime> {
        self.source.due()
    }

    /// Asks for the object that is due: on a connection of its own, or as more data for the one there is.
    pub(crate) fn request(
        &mut self,
        now: SimTime,
        tick_phase: Span,
        sender: &mut TcpSender,
        sink: &mut TcpSink,
        out: &mut Vec<Segment>,
    ) {
        let packets = self.source.request(now);
        if self.source.is_persistent() {
            // The first data opens the connection.
            sender.add_data(packets, now, out);
        } else {
            let counts = sender.counts();
            self.base += sender.next_new();
            self.earlier = (self.earlier.0 + counts.sent, self.earlier.1 + counts.retransmitted);
            *sender = TcpSender::new(TcpConfig { data_packets: Some(packets), ..*sender.config() }, tick_phase);
            *sink = sink.reopened();
            self.asked_at = Some(now);
            sender.start(now, out);
        }
    }

    /// Notices that an object is through, after an acknowledgement.
    pub(crate) fn look_at(&mut self, sender: &TcpSender, now: SimTime) {
        if let Some(asked_at) = self.asked_at
            && sender.is_done()
        {
            self.asked_at = None;
            self.completed += 1;
            self.completion = self.completion + now.since(asked_at);
            self.source.object_done(now);
        }
    }

    /// Number of the open connection's first packet within the flow.
    pub(crate) fn base(&self) -> u32 {
        self.base
    }

    /// An acknowledgement as the open connection numbers it; nothing if it is for a closed one.
    pub(crate) fn own(&self, ack: Ack) -> Option<Ack> {
        (ack.arrived >= self.base).then(|| Ack {
            next_expected: ack.next_expected - self.base,
            arrived: ack.arrived - self.base,
            ..ack
        })
    }

    /// Packets that closed connections sent, and of these retransmissions.
    pub(crate) fn earlier_counts(&self) -> (u64, u64) {
        self.earlier
    }

    /// How many objects are through, and how long they took in all.
    pub(crate) fn completions(&self) -> (u64, Span) {
        (self.completed, self.completion)
    }

    /// Folds everything that can influence the future into a hash.
    pub(crate) fn fold(&self, hash: &mut StateHash) {
        self.source.fold(hash);
        hash.fold(u64::from(self.base));
        hash.fold(self.asked_at.map_or(u64::MAX, SimTime::nanos));
    }
}

//! The state of a web session: its open connection, the numbers of its packets, and the times of its objects.
//!
//! Each flow is one session. The connections of a session follow one another, and the packet numbers of each are above those
//! of all earlier connections. A late packet or acknowledgement of a closed connection is recognized by its number and
//! ignored.

use crate::base::hash::StateHash;
use crate::base::rng::Stream;
use crate::base::time::{SimTime, Span};
use crate::endpoint::source::{WebConfig, WebSource};
use crate::endpoint::tcp::{Ack, Segment, TcpConfig, TcpSender, TcpSink};

#[derive(Clone, Debug)]
pub(crate) struct WebSession {
    source: WebSource,
    /// Number of the open connection's first packet within the flow.
    base: u32,
    /// The number of packets that closed connections have sent, and the number of retransmissions among them.
    earlier: (u64, u64),
    /// Time at which the current object was requested, if one is in transfer.
    asked_at: Option<SimTime>,
    completed: u64,
    completion: Span,
    /// Number of completed pages, their total time, and the request of the current page.
    pages: u64,
    page_time: Span,
    page_began: Option<SimTime>,
    /// The first object: the time of its request, and its size \[packets\].
    first: Option<(SimTime, u32)>,
    /// Time of the pending request event, if there is one.
    pub(crate) request_at: Option<SimTime>,
}

impl WebSession {
    /// A session before its first request.
    pub(crate) fn new(config: WebConfig, start: SimTime, stop: Option<SimTime>, chance: Stream) -> Self {
        Self {
            source: WebSource::new(config, start, stop, chance),
            base: 0,
            earlier: (0, 0),
            asked_at: None,
            completed: 0,
            completion: Span::ZERO,
            pages: 0,
            page_time: Span::ZERO,
            page_began: None,
            first: None,
            request_at: None,
        }
    }

    pub(crate) fn due(&self) -> Option<SimTime> {
        self.source.due()
    }

    /// Requests the object that is due, on a new connection or on the open connection.
    pub(crate) fn request(
        &mut self,
        now: SimTime,
        tick_phase: Span,
        sender: &mut TcpSender,
        sink: &mut TcpSink,
        out: &mut Vec<Segment>,
    ) {
        let packets = self.source.request(now);
        self.first.get_or_insert((now, packets));
        self.page_began.get_or_insert(now);
        if self.source.is_persistent() {
            // A new connection opens with its first data.
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

    /// After an acknowledgement, records whether the current object is complete.
    pub(crate) fn look_at(&mut self, sender: &TcpSender, now: SimTime) {
        if let Some(asked_at) = self.asked_at
            && sender.is_done()
        {
            self.asked_at = None;
            self.completed += 1;
            self.completion = self.completion + now.since(asked_at);
            self.source.object_done(now);
            if !self.source.is_within_page()
                && let Some(began) = self.page_began.take()
            {
                self.pages += 1;
                self.page_time = self.page_time + now.since(began);
            }
        }
    }

    /// Number of the open connection's first packet within the flow.
    pub(crate) fn base(&self) -> u32 {
        self.base
    }

    /// The acknowledgement in the packet numbers of the open connection; `None` if it belongs to a closed one.
    pub(crate) fn own(&self, ack: Ack) -> Option<Ack> {
        (ack.arrived >= self.base).then(|| Ack {
            next_expected: ack.next_expected - self.base,
            arrived: ack.arrived - self.base,
            ..ack
        })
    }

    /// The number of packets that closed connections have sent, and the number of retransmissions among them.
    pub(crate) fn earlier_counts(&self) -> (u64, u64) {
        self.earlier
    }

    /// Number of completed objects, and their total time.
    pub(crate) fn completions(&self) -> (u64, Span) {
        (self.completed, self.completion)
    }

    /// Number of completed pages, and their total time. `None` if every page is one object: [`Self::completions`] then
    /// counts the pages.
    pub(crate) fn pages(&self) -> Option<(u64, Span)> {
        self.source.has_pages().then_some((self.pages, self.page_time))
    }

    /// For a session with a single object, once the object was requested: the time of the request, and the size \[packets\].
    pub(crate) fn transfer(&self) -> Option<(SimTime, u32)> {
        self.first.filter(|_| self.source.is_single())
    }

    /// Hashes all state that can affect the rest of the run.
    pub(crate) fn fold(&self, hash: &mut StateHash) {
        self.source.fold(hash);
        hash.fold(u64::from(self.base));
        hash.fold(self.asked_at.map_or(u64::MAX, SimTime::nanos));
    }
}

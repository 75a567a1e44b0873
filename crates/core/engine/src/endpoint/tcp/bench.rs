//! A test bench for one sender: a test passes in acknowledgements and gets the packets that the sender sends in
//! response.

use super::connection::Connection;
use super::{Ack, Recovery, Segment, TcpConfig, TcpSender, Variant};
use crate::base::time::{SimTime, Span};

pub(super) const NOTHING: [u32; 0] = [];

pub(super) struct Bench {
    sender: TcpSender,
    now: SimTime,
    /// The segments that the last call sent.
    sent: Vec<Segment>,
    /// The number of the out-of-order packet that the last duplicate acknowledgement reported. Unless the test gives a
    /// number, each duplicate acknowledgement reports a higher one.
    next_arrival: u32,
}

impl Bench {
    /// A sender that has just sent its SYN.
    pub(super) fn at_start(variant: Variant) -> Self {
        let mut bench = Self {
            sender: TcpSender::new(TcpConfig::ns2(variant), Span::ZERO),
            now: SimTime::ZERO,
            sent: Vec::new(),
            next_arrival: 0,
        };
        bench.sender.start(bench.now, &mut bench.sent);
        bench
    }

    /// The state at the start of the worked examples: a window of 8, packets 10 to 17 in flight, all earlier packets
    /// acknowledged.
    pub(super) fn mid_flight(variant: Variant) -> Self {
        let mut bench = Self::at_start(variant);
        let c = &mut bench.sender.connection;
        c.advance_to(9);
        c.finish_timing_unused();
        c.next = 18;
        c.highest_sent = 17;
        c.cwnd = 8.0;
        if let Recovery::Vegas(vegas) = &mut bench.sender.recovery {
            bench.now += Span::from_millis(1_000);
            vegas.be_mid_flight(10..18, bench.now);
        }
        bench.with_cwnd(8.0, 20.0)
    }

    pub(super) fn with_cwnd(mut self, cwnd: f64, ssthresh: f64) -> Self {
        self.connection_mut().cwnd = cwnd;
        self.connection_mut().ssthresh = ssthresh;
        self
    }

    pub(super) fn with_ecn(mut self) -> Self {
        std::sync::Arc::make_mut(&mut self.connection_mut().config).ecn = true;
        self
    }

    pub(super) fn with_data(mut self, last: u32) -> Self {
        self.connection_mut().data_packets = Some(last);
        self
    }

    pub(super) fn with_exit_fix(mut self) -> Self {
        std::sync::Arc::make_mut(&mut self.connection_mut().config).exit_fix = true;
        self
    }

    /// Acknowledges everything up to `highest` and returns the numbers of the packets sent in response.
    pub(super) fn ack(&mut self, highest: u32) -> Vec<u32> {
        let is_new = i64::from(highest) > self.connection().highest_ack;
        let arrived = if is_new {
            highest
        } else {
            self.next_arrival = self.next_arrival.max(highest + 1) + 1;
            self.next_arrival
        };
        self.ack_for(highest, arrived)
    }

    /// Acknowledges everything up to `highest` because packet `arrived` arrived for the first time.
    pub(super) fn ack_for(&mut self, highest: u32, arrived: u32) -> Vec<u32> {
        self.deliver(highest, arrived, true, false)
    }

    /// Acknowledges again because a packet arrived that had arrived before.
    pub(super) fn repeat_ack(&mut self, highest: u32) -> Vec<u32> {
        self.deliver(highest, highest, false, false)
    }

    pub(super) fn ack_with_echo(&mut self, highest: u32) -> Vec<u32> {
        self.deliver(highest, highest, true, true)
    }

    pub(super) fn add_data(&mut self, packets: u32) -> Vec<u32> {
        self.sent.clear();
        self.sender.add_data(packets, self.now, &mut self.sent);
        self.numbers()
    }

    /// Makes the retransmission timer expire and returns the packets sent in response.
    pub(super) fn time_out(&mut self) -> Vec<u32> {
        self.sent.clear();
        self.now = self.sender.deadline().expect("the timer runs");
        self.sender.on_timer(self.now, &mut self.sent);
        self.numbers()
    }

    pub(super) fn call_timer_early(&mut self) {
        self.sender.on_timer(self.now, &mut self.sent);
    }

    pub(super) fn wait_millis(&mut self, millis: u64) {
        self.now += Span::from_millis(millis);
    }

    pub(super) fn now(&self) -> SimTime {
        self.now
    }

    pub(super) fn sender(&self) -> &TcpSender {
        &self.sender
    }

    pub(super) fn connection(&self) -> &Connection {
        &self.sender.connection
    }

    pub(super) fn connection_mut(&mut self) -> &mut Connection {
        &mut self.sender.connection
    }

    pub(super) fn segments(&self) -> &[Segment] {
        &self.sent
    }

    pub(super) fn cwnd(&self) -> f64 {
        self.sender.cwnd()
    }

    pub(super) fn ssthresh(&self) -> f64 {
        self.sender.ssthresh()
    }

    pub(super) fn inflation_and_window(&self) -> (u32, u32) {
        (self.connection().inflation, self.sender.usable_window())
    }

    pub(super) fn deadline(&self) -> Option<SimTime> {
        self.sender.deadline()
    }

    fn deliver(&mut self, highest: u32, arrived: u32, is_first_arrival: bool, ece: bool) -> Vec<u32> {
        self.sent.clear();
        let ack = Ack { next_expected: highest + 1, arrived, is_first_arrival, is_of_retransmission: false, ece };
        self.sender.on_ack(ack, self.now, &mut self.sent);
        self.numbers()
    }

    fn numbers(&self) -> Vec<u32> {
        self.sent.iter().map(|segment| segment.sequence).collect()
    }
}

//! A test bench for one discipline. Tests name flows by letters and give the random numbers that the discipline draws.
//! A log records every report of the discipline.

use super::about::ParamValue::{self};
use super::{Context, Discipline, Hosts, LineId, LinkFacts, QuantityId, QueueFacts, Reason, Settings, Tracer, Viewer};
use crate::base::packet::{Ecn, FlowId, Packet};
use crate::base::rng::{Draw, Script, Stream};
use crate::base::time::SimTime;

/// The link of the worked examples: 1 Mb/s, 10 ms, packets of 1000 bytes.
pub(crate) const LINK: LinkFacts =
    LinkFacts { capacity_bps: 1_000_000, delay_s: 0.01, packet_bytes: 1000, hash_salt: 0, hosts: Hosts::ONE };

/// A discipline under test, with its clock and the log of its reports.
pub(crate) struct Bench<D: Discipline> {
    pub(crate) discipline: D,
    pub(crate) now: SimTime,
    pub(crate) log: Log,
    next_id: u64,
}

/// The reports of the discipline.
#[derive(Default)]
pub(crate) struct Log {
    pub(crate) lines: Vec<LineId>,
    pub(crate) values: Vec<(QuantityId, f64)>,
    /// The position of each drawn packet in the queue, and whether the packet belongs to the arrival's flow.
    pub(crate) draws: Vec<(usize, bool)>,
    drops: Vec<(FlowId, Reason, Option<usize>)>,
    pub(crate) marks: Vec<Reason>,
    pub(crate) admitted: usize,
}

impl Log {
    /// The queue positions of the dropped packets, in the order of their drops; `None` for an arrival.
    pub(crate) fn places(&self) -> Vec<Option<usize>> {
        self.drops.iter().map(|&(_, _, place)| place).collect()
    }
}

impl Tracer for Log {
    fn line(&mut self, line: LineId) {
        self.lines.push(line);
    }
    fn value(&mut self, quantity: QuantityId, value: f64) {
        self.values.push((quantity, value));
    }
    fn draw(&mut self, place: usize, _flow: FlowId, is_match: bool) {
        self.draws.push((place, is_match));
    }
    fn admit(&mut self, _packet: &Packet, _place: usize) {
        self.admitted += 1;
    }
    fn drop(&mut self, packet: &Packet, reason: Reason, place: Option<usize>) {
        self.drops.push((packet.flow, reason, place));
    }
    fn mark(&mut self, _packet: &Packet, reason: Reason) {
        self.marks.push(reason);
    }
}

impl<D: Discipline> Bench<D> {
    /// An empty queue with these parameter values; all other parameters have their defaults.
    pub(crate) fn new(values: &[(&'static str, ParamValue)]) -> Self {
        Self { discipline: D::new(params_of::<D>(values)), now: SimTime::ZERO, log: Log::default(), next_id: 0 }
    }

    /// Fills the queue from front to rear with one packet of 1000 bytes per letter, and clears the log. Fails if the
    /// discipline has dropped a packet.
    pub(crate) fn holding(mut self, letters: &str) -> Self {
        let mut chance = Stream::named(0, "unused");
        for letter in letters.chars().filter(|letter| letter.is_ascii_alphabetic()) {
            let packet = self.packet(letter, 1000);
            let mut cx = Context { now: self.now, chance: &mut chance, tracer: &mut self.log };
            self.discipline.enqueue(packet, &mut cx);
        }
        assert!(self.log.drops.is_empty(), "a packet was dropped while the queue was filled");
        self.log = Log::default();
        self
    }

    /// Enqueues a 1000-byte packet of the flow `letter`. Fails unless every scripted draw is used.
    pub(crate) fn arrive<const N: usize>(&mut self, letter: &str, script: [Draw; N]) {
        self.arrive_sized(letter, 1000, script);
    }

    /// Like [`Bench::arrive`], with a packet of this size \[bytes\].
    pub(crate) fn arrive_sized<const N: usize>(&mut self, letter: &str, bytes: u16, script: [Draw; N]) {
        let packet = self.packet(letter.chars().next().expect("a letter"), bytes);
        self.arrive_packet(packet, script);
    }

    /// Like [`Bench::arrive`], with an ECN-capable packet.
    pub(crate) fn arrive_ect<const N: usize>(&mut self, letter: &str, script: [Draw; N]) {
        let packet = Packet { ecn: Ecn::Ect0, ..self.packet(letter.chars().next().expect("a letter"), 1000) };
        self.arrive_packet(packet, script);
    }

    /// Like [`Bench::arrive`], with a UDP packet, whose sender ignores losses.
    pub(crate) fn arrive_udp<const N: usize>(&mut self, letter: &str, script: [Draw; N]) {
        let packet = Packet { is_udp: true, ..self.packet(letter.chars().next().expect("a letter"), 1000) };
        self.arrive_packet(packet, script);
    }

    /// Like [`Bench::arrive`], with a packet of this priority.
    pub(crate) fn arrive_prior<const N: usize>(&mut self, letter: &str, priority: u8, script: [Draw; N]) {
        let packet = Packet { priority, ..self.packet(letter.chars().next().expect("a letter"), 1000) };
        self.arrive_packet(packet, script);
    }

    /// Like [`Bench::arrive_sized`], with this ECN field.
    pub(crate) fn arrive_with<const N: usize>(&mut self, letter: &str, bytes: u16, ecn: Ecn, script: [Draw; N]) {
        let packet = Packet { ecn, ..self.packet(letter.chars().next().expect("a letter"), bytes) };
        self.arrive_packet(packet, script);
    }

    fn arrive_packet<const N: usize>(&mut self, packet: Packet, script: [Draw; N]) {
        let mut chance = Script::new(script);
        let mut cx = Context { now: self.now, chance: &mut chance, tracer: &mut self.log };
        self.discipline.enqueue(packet, &mut cx);
        assert!(chance.is_used_up(), "the script holds more draws than were made");
    }

    /// Dequeues the next packet and returns the letter of its flow.
    pub(crate) fn depart(&mut self) -> Option<String> {
        self.depart_drawing([])
    }

    /// Like [`Bench::depart`], with scripted draws; fails unless every draw is used.
    pub(crate) fn depart_drawing(&mut self, script: impl IntoIterator<Item = Draw>) -> Option<String> {
        let mut chance = Script::new(script);
        let mut cx = Context { now: self.now, chance: &mut chance, tracer: &mut self.log };
        let packet = self.discipline.dequeue(&mut cx);
        assert!(chance.is_used_up(), "the script holds more draws than were made");
        packet.map(|packet| letter_of(packet.flow))
    }

    /// Enqueues a 1000-byte packet of the flow with this number; the discipline must not draw a random number.
    pub(crate) fn arrive_numbered(&mut self, flow: u32) {
        let packet = Packet { flow: FlowId(flow), ..self.packet('A', 1000) };
        self.arrive_packet(packet, []);
    }

    /// Calls the discipline's timer.
    pub(crate) fn wake(&mut self) {
        let (chance, tracer) = (&mut Script::default(), &mut self.log);
        self.discipline.on_timer(&mut Context { now: self.now, chance, tracer });
    }

    /// Sets these parameters and resets all others to their defaults.
    pub(crate) fn reconfigure(&mut self, values: &[(&'static str, ParamValue)]) {
        let mut cx = Context { now: self.now, chance: &mut Script::default(), tracer: &mut self.log };
        self.discipline.reconfigure(params_of::<D>(values), &mut cx);
    }

    /// The drops so far, in order, as (flow, reason).
    pub(crate) fn drops(&self) -> Vec<(&'static str, Reason)> {
        self.log.drops.iter().map(|(flow, reason, _)| (static_letter_of(*flow), *reason)).collect()
    }

    /// Like [`Bench::arrive`], with draws from a random stream instead of a script.
    pub(crate) fn arrive_by_chance(&mut self, letter: &str, chance: &mut Stream) {
        let packet = self.packet(letter.chars().next().expect("a letter"), 1000);
        let mut cx = Context { now: self.now, chance, tracer: &mut self.log };
        self.discipline.enqueue(packet, &mut cx);
    }

    /// The gauges, in the order of their declaration.
    pub(crate) fn gauges(&self) -> Vec<f64> {
        struct Gauges(Vec<f64>);
        impl Viewer for Gauges {
            fn waiting(&mut self, _packet: &Packet) {}
            fn gauge(&mut self, value: f64) {
                self.0.push(value);
            }
        }
        let mut gauges = Gauges(Vec::new());
        self.discipline.view(&mut gauges);
        gauges.0
    }

    fn packet(&mut self, letter: char, bytes: u16) -> Packet {
        self.next_id += 1;
        Packet { arrived: self.now, ..Packet::plain(self.next_id, letter as u32, bytes) }
    }
}

fn params_of<D: Discipline>(values: &[(&'static str, ParamValue)]) -> D::Params {
    let settings = values.iter().fold(Settings::defaults(D::ABOUT), |settings, &(id, value)| settings.with(id, value));
    D::params(&settings, &LINK).expect("consistent parameters")
}

/// A discipline whose moving average a test can set.
pub(crate) trait ForceAverage {
    /// Sets the average for the next arrival, independently of the queue.
    fn force_average(&mut self, value: f64);
}

impl<D: Discipline + ForceAverage> Bench<D> {
    /// Sets the average for the next arrival, independently of the queue.
    pub(crate) fn force_avg(&mut self, value: f64) -> &mut Self {
        self.discipline.force_average(value);
        self
    }
}

/// The flows of the waiting packets from front to rear, as letters.
pub(crate) fn flows<D: Discipline>(bench: &Bench<D>) -> String {
    struct Letters(String);
    impl Viewer for Letters {
        fn waiting(&mut self, packet: &Packet) {
            self.0.push_str(&letter_of(packet.flow));
        }
        fn gauge(&mut self, _value: f64) {}
    }
    let mut letters = Letters(String::new());
    bench.discipline.view(&mut letters);
    letters.0
}

/// Like [`flows`], with one string for each queue that the discipline shows.
pub(crate) fn queues_of<D: Discipline>(bench: &Bench<D>) -> Vec<String> {
    struct Queues(Vec<String>);
    impl Viewer for Queues {
        fn waiting(&mut self, packet: &Packet) {
            self.0.last_mut().expect("a queue must be reported before its packets").push_str(&letter_of(packet.flow));
        }
        fn queue(&mut self, _queue: QueueFacts) {
            self.0.push(String::new());
        }
        fn gauge(&mut self, _value: f64) {}
    }
    let mut queues = Queues(Vec::new());
    bench.discipline.view(&mut queues);
    queues.0
}

fn letter_of(flow: FlowId) -> String {
    static_letter_of(flow).to_owned()
}

fn static_letter_of(flow: FlowId) -> &'static str {
    const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    let place = flow.index() - 'A' as usize;
    &LETTERS[place..=place]
}

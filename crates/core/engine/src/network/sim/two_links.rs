//! Two bottlenecks in series, each with its own discipline: the "parking lot" topology of the literature.
//!
//! Rule: the first link passes a packet on to the second link, whose queue the packet reaches after the propagation
//! delay of the first link. Flows cross both links, the first link alone or the second link alone. Acknowledgements
//! return over the links that their flow crosses, and do not queue behind packets of other flows.
//! Source: the parking-lot topology of studies of fairness between flows that cross several bottlenecks. The tests compare it
//! with the same network in ns-2.
//!
//! A lane observes one of the two links. The other link is simulated in the same way, without an observer. Two lanes that
//! observe the two links of the same network therefore hold the same states, and each of them shows one queue.

use super::link::Link;
use super::{Sending, Simulation};
use crate::base::footprint;
use crate::base::hash::StateHash;
use crate::base::only::Only;
use crate::base::packet::{FlowId, Packet};
use crate::base::time::{SimTime, Span};
use crate::discipline::AnyDiscipline;
use crate::discipline::scripted::Stop;
use crate::endpoint::tcp::ACK_BYTES;
use crate::network::event::Event;
use crate::probe::{Probe, Watcher};
use crate::scenario::{Place, Problem, Route, Scenario};
use std::collections::VecDeque;

/// The additional state of a network of two links.
#[derive(Clone)]
pub(super) struct TwoLinks {
    /// The link that the lane does not observe. Only while `is_exchanged` is true does this field hold the observed
    /// link.
    pub(super) other: Link,
    /// The link that the lane observes.
    pub(super) observed: Place,
    /// Whether `other` and `Simulation::link` are swapped, while the simulation handles an event of the link that the
    /// lane does not observe.
    pub(super) is_exchanged: bool,
    /// The routes of the flows.
    routes: Vec<Route>,
    /// Packets in flight from the first link to the second, oldest first, each with the time at which it reaches the
    /// second.
    crossing: VecDeque<Packet>,
    /// Number of arrivals of each flow, at the observed link and at the other link.
    arrived: [Vec<u64>; 2],
}

impl TwoLinks {
    /// The state of the link that the lane does not observe, at time 0; `None` for a scene with one link.
    pub(super) fn of(scenario: &Scenario, lane: usize) -> Result<Option<Only<Box<Self>>>, Vec<Problem>> {
        let Some(mark) = Only::MARK.filter(|_| scenario.has_two_links()) else {
            return Ok(None);
        };
        let (_, _, params) = scenario.other_settings(lane)?;
        let observed = scenario.place_of(lane);
        let routes: Vec<_> =
            scenario.flows.iter().flat_map(|group| std::iter::repeat_n(group.route(), group.count as usize)).collect();
        let none = vec![0; routes.len()];
        Ok(Some(mark.map(|()| {
            Box::new(Self {
                other: Link::new(scenario, observed.other(), params, routes.len()),
                observed,
                is_exchanged: false,
                routes,
                crossing: VecDeque::new(),
                arrived: [none.clone(), none],
            })
        })))
    }

    /// The discipline of the other link.
    pub(super) fn discipline(&self) -> &AnyDiscipline {
        &self.other.discipline
    }

    /// The error that stopped the script at the other link, if there is one.
    pub(super) fn stop(&self) -> Option<Only<&Stop>> {
        self.other.discipline.stop()
    }

    /// The route of a flow.
    pub(super) fn route(&self, flow: usize) -> Route {
        self.routes[flow]
    }

    /// Whether the packets of a flow enter the network at the link that the lane does not observe.
    pub(super) fn enters_at_other(&self, flow: usize) -> bool {
        self.route(flow).entry() != self.observed
    }

    /// Whether the simulation now handles an event of the first or of the second link.
    pub(super) fn present(&self) -> Place {
        if self.is_exchanged { self.observed.other() } else { self.observed }
    }

    /// Puts a packet in flight to the second link.
    fn send_on(&mut self, packet: Packet) {
        self.crossing.push_back(packet);
    }

    /// The packet that reaches the second link now.
    pub(super) fn crossed(&mut self) -> Option<Packet> {
        self.crossing.pop_front()
    }

    /// Counts an arrival at the link whose event the simulation handles.
    pub(super) fn count_arrival(&mut self, flow: usize) {
        self.arrived[usize::from(self.is_exchanged)][flow] += 1;
    }

    /// Number of packets of a flow that have reached the link whose event the simulation handles.
    pub(super) fn arrived(&self, flow: usize) -> u64 {
        self.arrived[usize::from(self.is_exchanged)][flow]
    }

    pub(super) fn heap_bytes(&self) -> usize {
        footprint::block::<Self>(1)
            + self.other.heap_bytes()
            + footprint::block::<Route>(self.routes.len())
            + footprint::block::<Packet>(self.crossing.capacity())
            + 2 * footprint::block::<u64>(self.routes.len())
    }

    /// Adds the packets between the links to a hash.
    pub(super) fn fold(&self, hash: &mut StateHash) {
        self.crossing.iter().for_each(|packet| hash.fold_packet(packet));
    }
}

impl Simulation {
    /// Handles an event of the link that the lane does not observe; no probe sees the event. Returns the packet that
    /// this link has passed on to the observed link, or `None` if the event passes none on.
    #[cold]
    #[inline(never)]
    pub(super) fn at_other_link(&mut self, event: Event) -> Option<Packet> {
        let before = self.two_links.as_ref()?.crossing.len();
        self.exchange_links();
        match event {
            Event::OtherDeparture => self.on_departure(&mut Watcher(None)),
            Event::OtherTimer => self.on_discipline_timer(&mut Watcher(None)),
            _ => {}
        }
        self.exchange_links();
        let crossing = &self.two_links.as_ref()?.crossing;
        (crossing.len() > before).then(|| crossing.back().copied())?
    }

    /// Takes a packet that reaches the link that the lane does not observe.
    #[cold]
    #[inline(never)]
    pub(super) fn reach_other_link(&mut self, packet: Packet) {
        if self.two_links.is_none() {
            return;
        }
        self.exchange_links();
        self.reach_link(packet, &mut Watcher(None));
        self.exchange_links();
    }

    /// Takes the packet that reaches the second link now.
    #[cold]
    #[inline(never)]
    pub(super) fn on_crossing<P: Probe>(&mut self, probe: &mut P) {
        let Some(links) = &mut self.two_links else { return };
        let is_observed = links.observed == Place::Second;
        match links.crossed() {
            Some(packet) if is_observed => self.reach_link(packet, probe),
            Some(packet) => self.reach_other_link(packet),
            None => {}
        }
    }

    /// Passes a transmitted packet on to the second link, if its flow crosses both links and the packet has left the first.
    /// Returns the time at which the packet reaches the second link.
    #[cold]
    #[inline(never)]
    pub(super) fn pass_on(&mut self, sent: &Sending) -> Option<SimTime> {
        let links = self.two_links.as_mut()?;
        if links.present() != Place::First || links.route(sent.packet.flow.index()) != Route::Both {
            return None;
        }
        let arrived = sent.until + self.link.delay;
        links.send_on(Packet { arrived, ..sent.packet });
        self.events.schedule(arrived, Event::Crossing);
        Some(arrived)
    }

    /// Swaps `Simulation::link` and `TwoLinks::other`. The code that handles events of `Simulation::link` then handles
    /// an event of the unobserved link. A second call swaps the links back.
    pub(super) fn exchange_links(&mut self) {
        if let Some(links) = &mut self.two_links {
            std::mem::swap(&mut self.link, &mut links.other);
            links.is_exchanged = !links.is_exchanged;
        }
    }

    /// Counts an arrival at a link of a network with two links.
    pub(super) fn count_at_link(&mut self, flow: FlowId) {
        if let Some(links) = &mut self.two_links {
            links.count_arrival(flow.index());
        }
    }

    /// The time that an acknowledgement needs to return over the links that its flow crosses.
    #[cold]
    #[inline(never)]
    pub(super) fn way_back(&mut self, flow: usize) -> Span {
        let Some(links) = &mut self.two_links else { return Span::ZERO };
        let (present, route) = (links.present(), links.route(flow));
        let mut way = Span::ZERO;
        for (place, link) in [(present, &mut self.link), (present.other(), &mut links.other)] {
            if route.crosses(place) {
                way = way + link.reverse.transmission(ACK_BYTES) + link.delay;
            }
        }
        way
    }

    /// Applies a change of settings to the link that the lane does not observe.
    pub(super) fn change_other_link(&mut self, changed: &Scenario) {
        if self.two_links.is_none() {
            return;
        }
        let lane = self.lane;
        let facts = |scene: &Scenario| scene.link_facts_at(scene.place_of(lane).other());
        let is_other_rate = facts(changed) != facts(&self.scenario);
        let settings = |scene: &Scenario| scene.other_settings(lane).ok();
        let before = settings(&self.scenario).map(|(_, settings, _)| settings);
        self.exchange_links();
        if let Some((_, settings, params)) = settings(changed)
            && (is_other_rate || before.is_some_and(|before| before != settings))
        {
            self.reconfigure(params, &mut Watcher(None));
        }
        self.link.change_rate(changed.capacity_at(changed.place_of(lane).other()));
        self.exchange_links();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    /// Two links of 5 and 4 Mb/s, a discipline each, and flows of all routes.
    fn scene() -> Value {
        json!({
            "duration_s": 20,
            "bottleneck": { "capacity_bps": 5_000_000, "delay_s": 0.005 },
            "second": { "second_capacity_bps": 4_000_000, "second_delay_s": 0.02 },
            "lanes": [
                { "aqm": "choke", "params": { "min_th": 10, "max_th": 40 } },
                { "aqm": "codel", "link": "second" },
            ],
            "flows": [
                { "transport": "newreno", "count": 3 },
                { "transport": "sack", "count": 2, "route": "first", "ecn": true },
                { "transport": "cubic", "count": 2, "route": "second" },
                { "transport": "udp", "rate_bps": 1_000_000 },
                { "transport": "udp", "source": "poisson", "rate_bps": 500_000, "route": "second" },
            ],
        })
    }

    fn open(scene: &Value, lane: usize) -> Simulation {
        Simulation::new(&Scenario::parse(scene).unwrap(), lane).unwrap()
    }

    #[test]
    fn the_lanes_of_both_links_hold_the_same_network_at_every_time() {
        let scene = scene();
        let [mut first, mut second] = [0, 1].map(|lane| open(&scene, lane));
        for millis in (0..20_000).step_by(97) {
            let at = SimTime::ZERO + Span::from_millis(millis);
            first.advance_to(at);
            second.advance_to(at);
            assert_eq!(first.state_hash(), second.state_hash(), "{at:?}");
        }
        let throughputs =
            |run: &Simulation| run.result().flows.iter().map(|flow| flow.throughput_bps).collect::<Vec<_>>();
        assert_eq!(throughputs(&first), throughputs(&second));
        assert_eq!((first.discipline().about().id, second.discipline().about().id), ("choke", "codel"));
    }

    #[test]
    fn a_change_of_either_link_reaches_both_lanes() {
        let mut scene = scene();
        scene["interventions"] = json!([
            { "at_s": 3, "path": "second.second_capacity_bps", "value": 2_000_000 },
            { "at_s": 5, "path": "lanes.0.params.max_th", "value": 60 },
            { "at_s": 7, "path": "lanes.1.params.target_s", "value": 0.02 },
            { "at_s": 9, "path": "bottleneck.capacity_bps", "value": 1_000_000 },
        ]);
        let [mut first, mut second] = [0, 1].map(|lane| open(&scene, lane));
        for at in [4, 6, 8, 12, 20].map(|at| SimTime::ZERO + Span::from_millis(1_000 * at)) {
            first.advance_to(at);
            second.advance_to(at);
            assert_eq!(first.state_hash(), second.state_hash(), "{at:?}");
        }
        assert_eq!(first.result().bottleneck.capacity_bps, 1_000_000);
        assert_eq!(second.result().bottleneck.capacity_bps, 2_000_000);
        second = open(&scene, 1);
        second.advance_to(SimTime::ZERO + Span::from_millis(2_000));
        assert_eq!(second.result().bottleneck.capacity_bps, 4_000_000);
    }

    #[test]
    fn flows_reach_the_links_of_their_route_and_no_other() {
        let arrived = |lane| {
            let mut run = open(&scene(), lane);
            run.advance_to(run.end());
            run.arrivals().collect::<Vec<_>>()
        };
        let (first, second) = (arrived(0), arrived(1));
        for (flow, (&first, &second)) in first.iter().zip(&second).enumerate() {
            match flow {
                0..3 | 7 => assert!(0 < second && second <= first, "flow {flow} crosses both: {first}, {second}"),
                3..5 => assert!(first > 0 && second == 0, "flow {flow} crosses the first: {first}, {second}"),
                _ => assert!(first == 0 && second > 0, "flow {flow} crosses the second: {first}, {second}"),
            }
        }
    }

    #[test]
    fn a_packet_alone_needs_the_times_of_both_links_there_and_back() {
        // With a window of one packet, one packet is sent per round trip. Sending 1000 bytes takes 0.8 ms on each own
        // link of 10 Mb/s, and 1.6 ms and 2 ms on the two bottlenecks. Sending 40 bytes takes 32 µs on each own link,
        // and 64 µs and 80 µs on the two bottlenecks.
        let mut scene = scene();
        scene["duration_s"] = 100.into();
        scene["access"] = json!({ "rate_bps": 10_000_000, "delay_s": 0.001 });
        scene["flows"] = json!([{ "transport": "newreno", "window_packets": 1, "initial_window": 1, "start_s": 0 }]);
        let mut run = open(&scene, 0);
        run.advance_to(run.end());
        let there = 0.0008 + 0.001 + 0.0016 + 0.005 + 0.002 + 0.02 + 0.0008 + 0.001;
        let back = 0.000_032 + 0.001 + 0.000_064 + 0.005 + 0.000_08 + 0.02 + 0.000_032 + 0.001;
        let rate_bps = run.result().flows[0].throughput_bps;
        assert!((rate_bps / (8_000.0 / (there + back)) - 1.0).abs() < 1e-3, "{rate_bps}");
    }

    #[test]
    fn without_a_lane_of_its_own_the_other_link_has_drop_tail() {
        let mut alone = scene();
        alone["lanes"].as_array_mut().unwrap().truncate(1);
        let mut paired = scene();
        paired["lanes"][1] = json!({ "aqm": "drop-tail", "link": "second" });
        let hash = |scene: &Value| {
            let mut run = open(scene, 0);
            run.advance_to(run.end());
            run.state_hash()
        };
        assert_eq!(hash(&alone), hash(&paired));
    }

    #[test]
    fn a_running_scene_neither_gains_nor_loses_its_second_link() {
        let refused = |second: Value, capacity_bps: u64| {
            let mut scene = scene();
            scene["second"] = second;
            scene["lanes"].as_array_mut().unwrap().truncate(1);
            let mut run = open(&scene, 0);
            run.advance_to(SimTime::ZERO + Span::from_millis(1_000));
            let path = "second.second_capacity_bps";
            let problems = run.intervene(path, capacity_bps.into(), &mut crate::probe::NoProbe).unwrap_err();
            run.advance_to(run.end());
            problems.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        let problem = ["second.second_capacity_bps: cannot add or remove the second link while the scene runs"];
        assert_eq!(refused(json!({ "second_capacity_bps": 4_000_000 }), 0), problem);
        assert_eq!(refused(json!({}), 4_000_000), problem);
    }

    #[test]
    fn a_second_link_that_does_not_go_with_the_scene_is_refused() {
        let problems = |change: fn(&mut Value)| {
            let mut scene = scene();
            change(&mut scene);
            Scenario::parse(&scene).err().unwrap_or_default().iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(
            problems(|scene| scene["second"] = json!({})),
            ["lanes.1.link: \"second\" needs a second link: second.second_capacity_bps"]
        );
        assert_eq!(
            problems(|scene| scene["second"]["second_capacity_bps"] = 10.into()),
            ["second.second_capacity_bps: 10 is neither 0 (no second link) nor at least 1000 bit/s"]
        );
        assert_eq!(
            problems(|scene| scene["reverse"] = json!({ "ack_rate_bps": 100_000 })),
            [
                "reverse.ack_rate_bps: cannot be combined with a second link: acknowledgements then wait for no other flow"
            ]
        );
        assert_eq!(problems(|scene| scene["lanes"][1]["link"] = "third".into()).len(), 1);
        assert_eq!(problems(|scene| scene["flows"][0]["route"] = "none".into()).len(), 1);
    }
}

//! Invariants of whole runs, tested under every registered discipline on random small scenes.
//!
//! `discipline_laws.rs` tests disciplines in isolation; the tests here include links, senders, timed changes and the
//! result. If an invariant fails, the test prints the scene, which can be saved and run with `chokepoint run`.

use crate::random_scene::{quiet_scene, random_change, random_scene};
use chokepoint_engine::discipline::about::Memory;
use chokepoint_engine::discipline::{ABOUTS, About, AnyDiscipline, Reason};
use chokepoint_engine::measure::{Bottleneck, RunResult};
use chokepoint_engine::packet::Packet;
use chokepoint_engine::probe::{NoProbe, Probe};
use chokepoint_engine::rng::{Chance, Stream};
use chokepoint_engine::scenario::{Place, Route, ServiceLaw};
use chokepoint_engine::time::SimTime;
use chokepoint_engine::{Lab, Scenario, Simulation};
use chokepoint_link::{self as link, Known};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Number of scenes per invariant and discipline; thorough runs use more.
const SCENES: u64 = 15;
const MANY_SCENES: u64 = 60;
/// Tolerance for shares that are 1 in exact arithmetic.
const ROUNDING: f64 = 1e-9;

// ---- Nothing is lost -------------------------------------------------------------------------------------------------

#[test]
fn packets_are_conserved_in_every_result() {
    on_random_scenes("conservation", |scene, _, chance| {
        let mut run = open(scene);
        for _ in 0..4 {
            run.advance_to(random_moment(scene, chance));
            check_conservation(&run.result());
        }
        run.advance_to(run.end());
        check_conservation(&run.result());
    });
}

#[test]
fn the_queue_keeps_its_limit_the_link_never_idles_and_flows_keep_their_order() {
    on_random_scenes("each event", |scene, _, _| {
        let mut run = open(scene);
        let written = scene.to_json().to_string();
        let parts_hashes = written.contains(r#""socket_hash":true"#);
        let has_jitter = written.contains("jitter_s");
        let mut order = Order { last: BTreeMap::new(), parts_hashes, has_jitter };
        while !run.watch_events(1, run.end(), &mut order) {
            let waiting = run.discipline().packets();
            let totals = run.totals();
            assert!(waiting <= run.discipline().limit(), "{waiting} wait at {:?}", run.now());
            assert!(waiting == 0 || run.sending().is_some(), "the link idles with a backlog at {:?}", run.now());
            assert!(run.sending().is_none_or(|sending| sending.from <= run.now() && run.now() <= sending.until));
            assert_eq!(
                totals.counts.arrived,
                totals.counts.departed + totals.counts.dropped() + waiting as u64,
                "at {:?}",
                run.now()
            );
        }
    });
}

#[test]
fn shares_rates_and_times_are_within_their_bounds() {
    on_random_scenes("bounds", |scene, _, _| {
        let result = finished(scene);
        let Value::Object(fields) = serde_json::to_value(&result).unwrap() else { unreachable!("a struct") };
        let read: RunResult = serde_json::from_value(Value::Object(fields.clone())).unwrap();
        assert_eq!(read, result, "a result is unchanged by writing and reading");
        check_numbers("result", &Value::Object(fields), &result);

        let flows = result.flows.len() as f64;
        let is_index = |index: f64, count: f64| (1.0 / count - ROUNDING..=1.0 + ROUNDING).contains(&index);
        assert!(result.jain_index.is_none_or(|index| is_index(index, flows)), "fairness {:?}", result.jain_index);
        let got_something = result.flows.iter().any(|flow| flow.throughput_bps > 0.0);
        assert_eq!(
            result.jain_index.is_some(),
            got_something,
            "a fairness index exists exactly if a flow received something"
        );
        for (name, class) in &result.classes {
            let index = class.jain_index;
            assert!(index.is_none_or(|index| is_index(index, class.flows as f64)), "fairness of {name} {index:?}");
            assert_eq!(
                index.is_some(),
                class.throughput_bps > 0.0,
                "a fairness index of {name} exists exactly if a flow received something"
            );
            assert!(class.goodput_bps <= class.throughput_bps * (1.0 + ROUNDING), "goodput of {name}");
            // A packet that was queued before the window may be dropped within the window, so drops can exceed
            // arrivals.
            let most = if scene.measured_from == SimTime::ZERO { 1.0 } else { f64::INFINITY };
            assert!(class.loss_ratio.is_none_or(|loss| (0.0..=most).contains(&loss)), "loss of {name}");
        }
        let bottleneck = &result.bottleneck;
        assert!((0.0..=1.0 + ROUNDING).contains(&bottleneck.utilization), "utilization {}", bottleneck.utilization);
        let delays = &bottleneck.queueing_delay_s;
        let most = delays.max.map(|max| max * (1.0 + ROUNDING));
        assert!(delays.p50 <= delays.p95 && delays.p95 <= delays.p99 && delays.p99 <= most && delays.mean <= most);
        check_window(scene, bottleneck);
        assert!(bottleneck.queue_packets.mean <= bottleneck.queue_packets.max as f64 * (1.0 + ROUNDING));

        // The throughput is at most the capacity, with three exceptions: packets in flight at the start of the window
        // arrive within it if the window starts later than the run; the capacity may change; a slotted link may by
        // chance be faster than its mean rate.
        let changes_capacity = scene.interventions.iter().any(|change| change.path == "bottleneck.capacity_bps");
        let is_steady = scene.service == ServiceLaw::Constant && !changes_capacity;
        if scene.measured_from == SimTime::ZERO && is_steady {
            for (link, capacity_bps) in [(Place::First, scene.capacity_bps), (Place::Second, scene.second.capacity_bps)]
            {
                let crosses = |group: usize| match scene.flows[group].route() {
                    Route::Both => true,
                    Route::One(place) => place == link,
                };
                let flows = result.flows.iter().filter(|flow| crosses(flow.group));
                let throughput: f64 = flows.map(|flow| flow.throughput_bps).sum();
                // A scene with one link has no second capacity.
                let is_within = capacity_bps == 0 || throughput <= capacity_bps as f64 * (1.0 + 1e-6);
                assert!(is_within, "throughput {throughput} bit/s over a link of {capacity_bps} bit/s");
            }
        }
    });
}

/// The counts of the window are at most those of the whole run, and equal if the window is the whole run.
fn check_window(scene: &Scenario, bottleneck: &Bottleneck) {
    let window = &bottleneck.window;
    let counts = [
        (window.arrived_packets, bottleneck.arrived_packets),
        (window.departed_packets, bottleneck.departed_packets),
        (window.dropped_packets, bottleneck.dropped_packets),
        (window.marked_packets, bottleneck.marked_packets),
    ];
    for (within, all) in counts {
        assert!(within <= all && (scene.measured_from > SimTime::ZERO || within == all), "{window:?}");
    }
    assert_eq!(window.dropped_packets, window.drops.values().sum::<u64>());
    assert_eq!(window.marked_packets, window.marks.values().sum::<u64>());
    let delay = bottleneck.queueing_delay_s.mean;
    assert_eq!(delay.is_some(), window.departed_packets > 0, "a delay of no packets");
}

// ---- Repeated runs ---------------------------------------------------------------------------------------------------

#[test]
fn the_same_seed_gives_the_same_run() {
    on_random_scenes("seed", |scene, _, _| {
        let mut again = open(scene);
        again.advance_to(again.end());
        assert_same(&again, &played(scene));
    });
}

#[test]
fn another_seed_gives_another_run() {
    let scene = json!({ "lanes": [{ "aqm": "drop-tail" }], "flows": [{ "count": 5 }], "duration_s": 20 });
    let scene = Scenario::parse(&scene).unwrap();
    let other = scene.with("seed", json!(2)).unwrap();
    assert_ne!(played(&scene).state_hash(), played(&other).state_hash());
}

#[test]
fn a_clone_behaves_like_the_original() {
    on_random_scenes("clone", |scene, _, chance| {
        let mut original = open(scene);
        original.advance_to(random_moment(scene, chance));
        let mut copy = original.clone();
        let before = copy.state_hash();
        original.advance_to(original.end());
        assert_eq!(copy.state_hash(), before, "advancing the original must not change its clone");
        copy.advance_to(copy.end());
        assert_same(&copy, &original);
        assert_same(&original, &played(scene));
    });
}

#[test]
fn many_small_advances_equal_one_large_advance() {
    on_random_scenes("pieces", |scene, _, chance| {
        let mut pieces = open(scene);
        while !pieces.is_finished() {
            let until = pieces.now() + random_moment(scene, chance).since(pieces.now());
            match chance.pick(3) {
                0 => pieces.advance_to(until),
                1 => drop(pieces.step_decision(&mut NoProbe)),
                _ => drop(pieces.advance_events(chance.pick(300) as u64, pieces.end())),
            }
        }
        pieces.advance_to(pieces.end());
        assert_same(&pieces, &played(scene));
    });
}

#[test]
fn a_run_with_a_probe_equals_the_run_without() {
    on_random_scenes("probe", |scene, _, chance| {
        let mut watched = Lab::new(scene, 0).unwrap();
        while !watched.advance(scene.duration.secs(), 1 + chance.pick(500) as u64) {
            watched.frame();
        }
        assert_same(watched.simulation(), &played(scene));
    });
}

#[test]
fn the_measured_window_affects_no_packet() {
    on_random_scenes("window", |scene, _, chance| {
        let ends = [random_moment(scene, chance), random_moment(scene, chance)];
        let (from, until) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
        if from == until {
            return;
        }
        let mut windowed = scene.clone();
        (windowed.measured_from, windowed.duration) = (from, until);
        let packets = |scene: &Scenario| {
            let mut packets = Packets::default();
            open(scene).watch_to(until, &mut packets);
            packets
        };
        assert_eq!(packets(&windowed), packets(scene));
    });
}

#[test]
fn a_scene_is_unchanged_by_writing_and_reading() {
    on_random_scenes("json", |scene, _, _| {
        let text = serde_json::to_string_pretty(&scene.to_json()).unwrap();
        let read = Scenario::parse_text(&text).unwrap();
        assert_eq!(&read, scene);
        assert_same(&played(&read), &played(scene));
    });
}

#[test]
fn interventions_replay_exactly() {
    on_random_scenes("changes", |scene, about, chance| {
        let mut live = open(scene);
        let mut taken = 0;
        for _ in 0..1 + chance.pick(6) {
            match chance.pick(3) {
                0 => {} // Two changes at the same instant.
                1 => drop(live.advance_events(chance.pick(2_000) as u64, live.end())),
                _ => live.advance_to(random_moment(scene, chance)),
            }
            let (path, value) = random_change(about, live.scenario(), chance);
            let before = live.replayable().clone();
            match live.intervene(&path, value, &mut NoProbe) {
                Ok(()) => taken += 1,
                Err(problems) => {
                    assert!(!problems.is_empty());
                    assert_eq!(live.replayable(), &before, "a refused change must not change the scene");
                }
            }
        }
        live.advance_to(live.end());
        let replayable = Scenario::parse(&live.replayable().to_json()).unwrap();
        assert!(replayable.interventions.len() >= taken);
        assert_same(&played(&replayable), &live);
        check_conservation(&live.result());
    });
}

#[test]
fn a_scene_can_be_changed_as_often_as_it_can_be_stored() {
    let scene = json!({ "lanes": [{ "aqm": "drop-tail" }], "flows": [{ "transport": "udp" }], "duration_s": 2 });
    let mut live = open(&Scenario::parse(&scene).unwrap());
    let mut last = Ok(());
    for change in 0..1_100u64 {
        last = live.intervene("flows.0.rate_bps", json!(1_000_000 + change), &mut NoProbe);
    }
    assert_eq!(last.unwrap_err()[0].path, "interventions");
    live.advance_to(live.end());
    let replayable = Scenario::parse(&live.replayable().to_json()).unwrap();
    assert_same(&played(&replayable), &live);
}

#[test]
fn a_link_opens_the_scene_from_which_it_was_made() {
    on_random_scenes("link", |scene, about, chance| {
        let mut preset = quiet_scene(about, chance).to_json();
        preset["id"] = "preset".into();
        let panels = if chance.unit() < 0.5 { json!(["queue", null]) } else { json!("queue") };
        let view = json!({ "at_s": chance.unit(), "panels": panels });
        let text = link::encode(scene, &preset, &view).unwrap();
        let linked =
            link::decode(&text, Known { today: std::slice::from_ref(&preset), earlier: &[], ..Known::default() })
                .unwrap();
        assert_eq!(&linked.scenario, scene);
        assert_eq!(linked.view, view);
        assert_eq!(Ok(text), link::encode(&linked.scenario, &preset, &view), "the same scene has one link");
    });
}

// ---- The ends of the declared ranges ---------------------------------------------------------------------------------

#[test]
fn a_source_far_above_its_own_link_costs_only_its_arrivals() {
    let scene = json!({
        "duration_s": 100_000,
        "access": { "rate_bps": 1_000 },
        "lanes": [{ "aqm": "drop-tail" }],
        "flows": [{ "transport": "udp", "rate_bps": 100_000_000_000_u64, "packet_bytes": 9_000, "start_s": 0 }],
    });
    let mut run = open(&Scenario::parse(&scene).unwrap());
    // A 9,000-byte packet takes 72 s on the flow's own link. After an hour, the source has ended but its link is still
    // busy.
    run.advance_to(SimTime::from_secs(3_600.0));
    run.intervene("flows.0.rate_bps", json!(0), &mut NoProbe).unwrap();
    run.advance_to(run.end());
    let result = run.result();
    assert_eq!(result.bottleneck.arrived_packets, 100_000 / 72);
    assert_eq!(result.flows[0].sent_packets, 3_600_000_000_000 / 720 + 1);
}

#[test]
fn the_fastest_link_overflows_no_counter() {
    const RATE_BPS: u64 = 100_000_000_000;
    let scene = json!({
        "duration_s": 0.45,
        "bottleneck": { "capacity_bps": RATE_BPS },
        "access": { "rate_bps": RATE_BPS },
        "lanes": [{ "aqm": "drop-tail" }],
        "flows": [{ "transport": "udp", "rate_bps": RATE_BPS, "packet_bytes": 9_000, "start_s": 0 }],
    });
    let mut lab = Lab::new(&Scenario::parse(&scene).unwrap(), 0).unwrap();
    while !lab.advance(1.0, 1_000_000) {}
    lab.frame();
    check_conservation(&lab.result());
    assert!(lab.result().bottleneck.utilization > 0.9);
}

/// The measured `state_bytes` must agree with the memory that a discipline declares.
#[test]
fn the_measured_state_agrees_with_the_declared_memory() {
    let greedy = json!({ "transport": "udp", "source": "cbr", "rate_bps": 1_500_000 });
    for about in ABOUTS {
        let state_bytes = |flows: u64| {
            let polite = json!({ "transport": "newreno", "source": "ftp", "count": flows, "start_s": [0, 1] });
            let scene = json!({ "duration_s": 5, "lanes": [{ "aqm": about.id }], "flows": [greedy, polite] });
            finished(&Scenario::parse(&scene).unwrap()).cost.state_bytes
        };
        let [few, many] = [state_bytes(20), state_bytes(200)];
        match about.memory {
            Memory::Stateless => assert_eq!([few, many], [0, 0], "{}", about.id),
            Memory::Partial => assert!(few > 0, "{}", about.id),
            Memory::PerFlow => assert!(many > few && few > 0, "{}: {few} bytes, then {many}", about.id),
        }
    }
}

// ---- Test helpers ---------------------------------------------------------------------------------------------------

/// Checks an invariant on random scenes under every discipline.
fn on_random_scenes(law: &str, check: impl Fn(&Scenario, &'static About, &mut Stream)) {
    let scenes = if crate::is_thorough() { MANY_SCENES } else { SCENES };
    for about in ABOUTS {
        for number in 0..scenes {
            let mut chance = Stream::named(number, &format!("{law}/{}", about.id));
            let scene = random_scene(about, &mut chance);
            let reported_if_broken = Broken { law, number, scene: &scene };
            check(&scene, about, &mut chance);
            drop(reported_if_broken);
        }
    }
}

/// The scene under test, printed if a check fails.
struct Broken<'a> {
    law: &'a str,
    number: u64,
    scene: &'a Scenario,
}

impl Drop for Broken<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("invariant {:?} is violated in its scene {}:\n{}", self.law, self.number, self.scene.to_json());
        }
    }
}

/// A probe that checks packet order: a flow's packets leave and are received in the order in which they were sent. With
/// `socket_hash`, a flow that had a timeout may have packets in two queues, which may overtake each other; packets with
/// the same hash stay in order.
struct Order {
    /// The number and reception time of the last packet of each flow or, if packets are queued by hash, of each hash of
    /// a flow.
    last: BTreeMap<(usize, u8), (u64, SimTime)>,
    parts_hashes: bool,
    /// Whether the path has jitter. A packet may then be delayed until an earlier packet of its flow arrives, so that
    /// both arrive at the same time.
    has_jitter: bool,
}

impl Probe for Order {
    fn decision_ends(&mut self, now: SimTime, discipline: &AnyDiscipline) {
        assert!(discipline.packets() <= discipline.limit(), "the queue exceeds its limit during the event at {now:?}");
    }

    fn departed(&mut self, now: SimTime, packet: &Packet, received_at: SimTime) {
        let hash = if self.parts_hashes { packet.tcp.rehash() } else { 0 };
        if received_at == SimTime::MAX {
            return; // The packet is lost behind the link.
        }
        let before = self.last.insert((packet.flow.index(), hash), (packet.id, received_at));
        let is_in_order = |at| if self.has_jitter { at <= received_at } else { at < received_at };
        assert!(before.is_none_or(|(id, at)| id < packet.id && is_in_order(at)), "{packet:?} overtakes at {now:?}");
    }
}

/// Every packet that leaves the queue or is dropped, with its time.
#[derive(Debug, Default, PartialEq)]
struct Packets {
    departed: Vec<(SimTime, usize, u64, SimTime)>,
    dropped: Vec<(SimTime, usize, u64, Reason)>,
}

impl Probe for Packets {
    fn departed(&mut self, now: SimTime, packet: &Packet, received_at: SimTime) {
        self.departed.push((now, packet.flow.index(), packet.id, received_at));
    }

    fn dropped(&mut self, now: SimTime, packet: &Packet, reason: Reason, _: Option<usize>) {
        self.dropped.push((now, packet.flow.index(), packet.id, reason));
    }
}

fn open(scene: &Scenario) -> Simulation {
    Simulation::new(scene, 0).unwrap()
}

fn played(scene: &Scenario) -> Simulation {
    let mut run = open(scene);
    run.advance_to(run.end());
    run
}

fn finished(scene: &Scenario) -> RunResult {
    played(scene).result()
}

fn random_moment(scene: &Scenario, chance: &mut Stream) -> SimTime {
    SimTime::from_secs(scene.duration.secs() * chance.unit())
}

fn assert_same(one: &Simulation, other: &Simulation) {
    assert_eq!(one.result(), other.result());
    assert_eq!(one.state_hash(), other.state_hash());
}

fn check_conservation(result: &RunResult) {
    let it = &result.bottleneck;
    assert_eq!(it.arrived_packets, it.departed_packets + it.dropped_packets + it.queued_packets_at_end);
    assert_eq!(it.dropped_packets, it.drops.values().sum::<u64>());
    assert_eq!(it.marked_packets, it.marks.values().sum::<u64>());
    let over_flows =
        |count: fn(&chokepoint_engine::measure::FlowResult) -> u64| result.flows.iter().map(count).sum::<u64>();
    assert_eq!(it.dropped_packets, over_flows(|flow| flow.dropped_packets));
    assert_eq!(it.marked_packets, over_flows(|flow| flow.marked_packets));
    assert!(it.arrived_packets <= over_flows(|flow| flow.sent_packets), "more packets arrived than were sent");
    assert!(result.flows.iter().all(|flow| flow.retransmitted_packets <= flow.sent_packets));
    assert_eq!(result.flows.len(), result.classes.values().map(|class| class.flows).sum::<usize>());
    for (name, class) in &result.classes {
        let members = result.flows.iter().filter(|flow| flow.class == *name);
        let (throughput, goodput) =
            members.fold((0.0, 0.0), |sum, flow| (sum.0 + flow.throughput_bps, sum.1 + flow.goodput_bps));
        assert!((throughput - class.throughput_bps).abs() <= ROUNDING * throughput, "throughput of {name}");
        assert!((goodput - class.goodput_bps).abs() <= ROUNDING * goodput, "goodput of {name}");
    }
}

/// Fields that may be absent, either because computing them would divide by zero or because only some runs have them.
const MAY_BE_ABSENT: &[&str] = &[
    "wall_s",
    "avg_queue_packets",
    "jain_index",
    "loss_ratio",
    "retransmitted_ratio",
    "mean_queueing_delay_s",
    "mean_time_in_system_s",
    "completion_s",
    "mean_load_s",
];

/// Checks that every number is present and non-negative. Only the goodput as the CHOKeD thesis defines it may be
/// negative.
fn check_numbers(path: &str, value: &Value, result: &RunResult) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                let has_no_packets =
                    path.ends_with("queueing_delay_s") && result.bottleneck.window.departed_packets == 0;
                let may_be_absent = MAY_BE_ABSENT.contains(&name.as_str()) || has_no_packets;
                assert!(!value.is_null() || may_be_absent, "{path}.{name} is not a number in {result:?}");
                if name != "goodput_eq41_bps" {
                    check_numbers(&format!("{path}.{name}"), value, result);
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| check_numbers(path, item, result)),
        Value::Number(number) => assert!(number.as_f64().is_some_and(|it| it >= 0.0), "{path} is {number}"),
        _ => {}
    }
}

//! Tests of moving to other times in a run: after any sequence of moves, the state equals that of a fresh run at the
//! same time.

use chokepoint_engine::discipline::{ABOUTS, AnyDiscipline, Reason};
use chokepoint_engine::frame::FRAME;
use chokepoint_engine::packet::{FlowId, Packet};
use chokepoint_engine::probe::{NoProbe, Probe, Trigger};
use chokepoint_engine::time::SimTime;
use chokepoint_engine::{
    CHECKPOINT_BUDGET, Comparison, Direction, Fate, Filter, Found, Lab, Scenario, Simulation, Step, Timeline,
    divergence,
};
use proptest::prelude::*;
use serde_json::{Value, json};

#[path = "timeline/block.rs"]
mod block;
use block::Block;

fn scene(aqm: &str, seed: u64, duration_s: f64) -> Scenario {
    Scenario::parse(&json!({
        "seed": seed,
        "duration_s": duration_s,
        "queue": { "params": { "limit": 30, "min_th": 5, "max_th": 15, "w_q": 0.02, "max_p": 0.1 } },
        "lanes": [{ "aqm": aqm }],
        "flows": [
            { "transport": "udp", "rate_bps": 700_000, "start_s": [0, 1] },
            { "transport": "newreno", "count": 3, "start_s": [0, 1] },
            { "transport": "sack", "count": 2, "start_s": [0, 1] },
        ],
    }))
    .expect("a right scene")
}

/// A fresh run, advanced to the current time of `timeline`.
fn fresh(timeline: &Timeline) -> Lab {
    let there = timeline.simulation();
    let mut lab = Lab::new(there.replayable(), there.lane()).expect("a replayable scene");
    while lab.simulation().event_count() < there.event_count() {
        lab.advance(there.now().secs(), 1);
    }
    if lab.simulation().now() < there.now() {
        lab.advance(there.now().secs(), u64::MAX);
    }
    lab
}

/// The time series as a page assembles it from the frames that it receives.
#[derive(Default)]
struct Page {
    series: Vec<Vec<u64>>,
}

impl Page {
    fn take(&mut self, frame: &Block) {
        let valid_until_s = frame.scalar("series_valid_until_s");
        let times = frame.reals("series", "time_s");
        self.series.retain(|row| f64::from_bits(row[0]) <= valid_until_s);
        for (place, _) in times.iter().enumerate() {
            let mut row = Vec::new();
            for (group, column) in FRAME.columns().filter(|(group, _)| *group == "series") {
                let column = frame.reals(group, column.name);
                let width = column.len() / times.len();
                row.extend(column[place * width..][..width].iter().map(|value| value.to_bits()));
            }
            self.series.push(row);
        }
    }
}

/// Scalars of a frame that depend on how the run reached its current time, such as the number of checkpoints.
const OF_THE_WAY: &[&str] = &[
    "facts_version",
    "decisions_left_out",
    "happenings_left_out",
    "is_seek",
    "furthest_s",
    "series_valid_until_s",
    "replay_mismatches",
    "checkpoints",
    "checkpoint_bytes",
];

fn assert_same_moment(frame: &Block, expected: &Block, what: &str) {
    for scalar in FRAME.scalars.columns.iter().map(|scalar| scalar.name).filter(|name| !OF_THE_WAY.contains(name)) {
        let (got, expected) = (frame.scalar(scalar), expected.scalar(scalar));
        assert_eq!(got.to_bits(), expected.to_bits(), "{scalar} is {got} in place of {expected} after {what}");
    }
    for (group, column) in FRAME.columns().filter(|(group, _)| ["queue", "flows", "gauges", "hits"].contains(group)) {
        let name = column.name;
        assert_eq!(frame.bytes(group, name), expected.bytes(group, name), "{group}.{name} after {what}");
    }
}

#[derive(Clone, Debug)]
enum Move {
    Advance(f64, u64),
    Seek(f64),
    SeekDecision(f64),
    Step(Step, Direction),
    Change(u64),
    Frame,
}

fn a_step() -> impl Strategy<Value = Move> {
    let step = prop_oneof![
        Just(Step::Decision),
        (0..7u32).prop_map(|row| Step::Arrival(FlowId(row))),
        (0..=Reason::ALL.len()).prop_map(|number| Step::Drop(Reason::ALL.get(number).copied())),
        Just(Step::Match),
        Just(Step::Second),
    ];
    (step, any::<bool>())
        .prop_map(|(step, is_back)| Move::Step(step, if is_back { Direction::Back } else { Direction::Forward }))
}

fn a_move() -> impl Strategy<Value = Move> {
    prop_oneof![
        3 => (0.0..4.0, prop_oneof![Just(u64::MAX), 1..900u64]).prop_map(|(by, events)| Move::Advance(by, events)),
        3 => (0.0..1.1).prop_map(Move::Seek),
        2 => (0.0..1.0).prop_map(Move::SeekDecision),
        4 => a_step(),
        1 => (2..60u64).prop_map(Move::Change),
        2 => Just(Move::Frame),
    ]
}

fn make(timeline: &mut Timeline, step: &Move) {
    let end_s = timeline.simulation().end().secs();
    match *step {
        Move::Advance(by_s, events) => {
            timeline.advance(timeline.simulation().now().secs() + by_s, events);
        }
        Move::Seek(part) => timeline.seek(part * timeline.furthest_s().max(0.2 * end_s)),
        Move::SeekDecision(part) => {
            timeline.seek_decision((part * 5_000.0) as u64);
        }
        Move::Step(step, direction) => {
            let before = (timeline.simulation().now(), timeline.simulation().event_count());
            let found = timeline.step(step, direction);
            let after = (timeline.simulation().now(), timeline.simulation().event_count());
            match (found, direction) {
                (Found::Found, Direction::Forward) => assert!(after > before),
                (Found::Found, Direction::Back) => assert!(after < before),
                (Found::None | Found::NotWithinReach, _) => assert_eq!(after, before, "{step:?}"),
            }
        }
        Move::Change(limit) => {
            let (path, value) = if limit % 2 == 0 {
                ("queue.params.limit", json!(limit))
            } else {
                ("flows.0.rate_bps", json!(limit * 20_000))
            };
            timeline.change(path, value).expect("a change that is allowed");
            assert_eq!(timeline.furthest_s(), timeline.simulation().now().secs());
        }
        Move::Frame => {}
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_sequence_of_moves_gives_the_state_of_a_new_run(
        moves in prop::collection::vec(a_move(), 1..25),
        seed in 0..1_000u64,
        budget in prop_oneof![Just(CHECKPOINT_BUDGET), Just(150_000), Just(0)],
        quarter in 0..4_usize,
    ) {
        // Each case tests a quarter of the disciplines, a case of a thorough run all of them.
        let (first, every) = if crate::is_thorough() { (0, 1) } else { (quarter, 4) };
        for about in ABOUTS.iter().skip(first).step_by(every) {
            let mut timeline = Timeline::new(&scene(about.id, seed, 20.0), 0, budget).expect("a right scene");
            let mut page = Page::default();
            let mut is_shown = true;
            for step in &moves {
                make(&mut timeline, step);
                is_shown = false;
                if matches!(step, Move::Frame) {
                    let frame = Block::of_frame(timeline.frame());
                    page.take(&frame);
                    is_shown = true;
                    let mut fresh = fresh(&timeline);
                    assert_same_moment(&frame, &Block::of_frame(fresh.frame()), &format!("{moves:?}"));
                    assert_eq!(timeline.result(), fresh.result());
                }
                assert!(timeline.checkpoints().1 <= budget);
            }
            timeline.seek(timeline.furthest_s());
            if !is_shown || timeline.furthest_s() > 0.0 {
                page.take(&Block::of_frame(timeline.frame()));
            }
            let mut straight = Lab::new(timeline.simulation().replayable(), 0).expect("a replayable scene");
            straight.advance(timeline.furthest_s(), u64::MAX);
            prop_assert_eq!(straight.simulation().state_hash(), timeline.simulation().state_hash());
            let mut at_once = Page::default();
            at_once.take(&Block::of_frame(straight.frame()));
            prop_assert_eq!(&page.series, &at_once.series, "every bucket is sent exactly once");
            prop_assert_eq!(timeline.replay_mismatches(), 0);
        }
    }
}

#[test]
fn a_frame_after_a_move_has_the_last_decision_and_the_drops_before_it() {
    for about in ABOUTS {
        let mut timeline = Timeline::new(&scene(about.id, 5, 20.0), 0, CHECKPOINT_BUDGET).expect("a right scene");
        timeline.advance(20.0, u64::MAX);
        for serial in [1, 2, 700, 1_501, 63, 64] {
            assert!(timeline.seek_decision(serial));
            let frame = Block::of_frame(timeline.frame());
            let mut lab = Lab::new(timeline.simulation().replayable(), 0).expect("a right scene");
            let mut dropped = Vec::new();
            let mut last = Vec::new();
            for _ in 0..serial {
                lab.step_decision();
                last = lab.frame();
                let last = Block::of_frame(last.clone());
                let kinds = last.bytes("happenings", "kind");
                let packets = last.words("happenings", "packet");
                dropped
                    .extend(packets.into_iter().zip(kinds).filter(|(_, kind)| matches!(kind, 1 | 2)).map(|(id, _)| id));
            }
            let last = Block::of_frame(last);
            assert_same_moment(&frame, &last, &format!("decision {serial} of {}", about.id));
            for (group, column) in FRAME.columns().filter(|(group, _)| ["before", "decisions", "steps"].contains(group))
            {
                let name = column.name;
                assert_eq!(frame.bytes(group, name), last.bytes(group, name), "{group}.{name}");
            }
            let kinds = frame.bytes("happenings", "kind");
            let packets = frame.words("happenings", "packet").into_iter().zip(kinds);
            let reported: Vec<_> =
                packets.filter(|(_, kind)| matches!(kind, 1 | 2)).map(|(packet, _)| packet).collect();
            assert_eq!(reported, dropped[dropped.len().saturating_sub(64)..]);
            assert_eq!((frame.scalar("is_seek"), frame.scalar("decisions")), (1.0, serial as f64));
            assert_eq!(Block::of_frame(timeline.frame()).scalar("is_seek"), 0.0);
        }
    }
}

#[test]
fn the_last_decision_is_reported_even_seconds_later() {
    let silent = scene("red", 1, 60.0).with("flows.0.rate_bps", json!(0)).expect("a right scene");
    let quiet = Scenario::parse(&json!({ "duration_s": 60, "lanes": [{ "aqm": "red" }],
        "flows": [{ "transport": "udp", "rate_bps": 1_000 }] }))
    .expect("a right scene");
    for scenario in [silent, quiet] {
        let mut timeline = Timeline::new(&scenario, 0, CHECKPOINT_BUDGET).expect("a right scene");
        timeline.advance(60.0, u64::MAX);
        for at_s in [31.0, 30.5, 3.0, 59.0] {
            timeline.seek(at_s);
            let frame = Block::of_frame(timeline.frame());
            assert_eq!(frame.scalar("now_s"), at_s);
            assert_eq!(frame.words("decisions", "serial"), [frame.scalar("decisions") as u32]);
            assert_same_moment(&frame, &Block::of_frame(fresh(&timeline).frame()), "a seek");
        }
    }
}

#[test]
fn a_step_back_and_a_step_forward_cancel() {
    for about in ABOUTS {
        let mut timeline = Timeline::new(&scene(about.id, 3, 20.0), 0, CHECKPOINT_BUDGET).expect("a right scene");
        timeline.advance(20.0, u64::MAX);
        let reasons = Reason::ALL.map(|reason| Step::Drop(Some(reason)));
        for step in [Step::Decision, Step::Arrival(FlowId(2)), Step::Match].into_iter().chain(reasons) {
            timeline.seek(12.3);
            if timeline.step(step, Direction::Back) != Found::Found {
                continue;
            }
            let here = timeline.simulation().state_hash();
            if timeline.step(step, Direction::Back) == Found::Found {
                assert_ne!(timeline.simulation().state_hash(), here);
                assert_eq!(timeline.step(step, Direction::Forward), Found::Found);
                assert_eq!(timeline.simulation().state_hash(), here, "{step:?} under {}", about.id);
            }
        }
    }
}

/// A probe that records whether an event of some kind happens.
struct Met(Step, bool);

impl Probe for Met {
    fn decision_starts(&mut self, _: SimTime, packet: &Packet, _: &AnyDiscipline) {
        self.1 |= self.0 == Step::Decision || self.0 == Step::Arrival(packet.flow);
    }
    fn trigger_ends(&mut self, _: SimTime, struck: bool, _: &AnyDiscipline) {
        self.1 |= struck && self.0 == Step::Decision;
    }
    fn draw(&mut self, _: usize, _: FlowId, is_match: bool) {
        self.1 |= is_match && self.0 == Step::Match;
    }
    fn dropped(&mut self, _: SimTime, _: &Packet, reason: Reason, _: Option<usize>) {
        self.1 |= self.0 == Step::Drop(None) || self.0 == Step::Drop(Some(reason));
    }
}

#[test]
fn a_step_finds_the_nearest_event_of_its_kind() {
    let reasons = [Reason::Early, Reason::Forced, Reason::Overflow, Reason::MatchVictim].map(|it| Step::Drop(Some(it)));
    let kinds = [Step::Decision, Step::Arrival(FlowId(3)), Step::Drop(None), Step::Match].into_iter().chain(reasons);
    for (about, step) in ABOUTS.iter().flat_map(|about| kinds.clone().map(move |step| (about, step))) {
        let scenario = scene(about.id, 12, 60.0);
        let mut simulation = Simulation::new(&scenario, 0).expect("a right scene");
        let mut met = Vec::new();
        loop {
            let mut probe = Met(step, false);
            if simulation.watch_events(1, simulation.end(), &mut probe) {
                break;
            }
            if probe.1 {
                met.push((simulation.event_count(), simulation.now()));
            }
        }
        let mut timeline = Timeline::new(&scenario, 0, CHECKPOINT_BUDGET).expect("a right scene");
        timeline.advance(60.0, u64::MAX);
        for at_s in [0.0, 0.8, 1.5, 20.0, 20.001, 41.7, 59.99, 60.0] {
            timeline.seek(at_s);
            let here = (timeline.simulation().event_count(), timeline.simulation().now());
            let back = met.iter().rev().find(|moment| **moment < here);
            let forward = met.iter().find(|moment| moment.0 > here.0);
            for (direction, expected) in [(Direction::Back, back), (Direction::Forward, forward)] {
                timeline.seek(at_s);
                let found = timeline.step(step, direction);
                let there = (timeline.simulation().event_count(), timeline.simulation().now());
                let what = format!("{step:?} {direction:?} from {at_s} s under {}", about.id);
                assert_eq!(found == Found::Found, expected.is_some(), "{what}");
                assert_eq!(there, *expected.unwrap_or(&here), "{what}");
            }
        }
    }
}

#[test]
fn no_event_is_found_before_the_first_or_after_the_last() {
    let mut timeline = Timeline::new(&scene("choke", 3, 5.0), 0, CHECKPOINT_BUDGET).expect("a right scene");
    assert_eq!(timeline.step(Step::Decision, Direction::Back), Found::None);
    assert_eq!(timeline.step(Step::Second, Direction::Back), Found::None);
    timeline.advance(5.0, u64::MAX);
    assert_eq!(timeline.step(Step::Match, Direction::Forward), Found::None);
    assert_eq!(timeline.step(Step::Second, Direction::Forward), Found::None);
    assert_eq!(timeline.step(Step::Arrival(FlowId(99)), Direction::Back), Found::None);
    assert!(!timeline.seek_decision(1_000_000));
    assert!(timeline.simulation().is_finished());
    assert!(timeline.seek_decision(0));
    assert_eq!(timeline.simulation().event_count(), 0);
}

#[test]
fn the_search_for_a_rare_event_is_limited() {
    let scenario =
        scene("red", 3, 100_000.0).with("bottleneck.capacity_bps", json!(100_000_000)).expect("a right scene");
    let mut timeline = Timeline::new(&scenario, 0, CHECKPOINT_BUDGET).expect("a right scene");
    timeline.advance(100_000.0, 600_000);
    let here = timeline.simulation().event_count();
    assert_eq!(timeline.step(Step::Match, Direction::Forward), Found::NotWithinReach);
    assert_eq!(timeline.simulation().event_count(), here);
    assert_eq!(timeline.step(Step::Match, Direction::Back), Found::None, "no packet was drawn before");
    timeline.step_decision();
    timeline.seek_event(1_000);
    let flow = Step::Arrival(FlowId(1));
    assert_eq!(timeline.step(flow, Direction::Back), Found::Found);
    assert_eq!(
        timeline.step(Step::Match, Direction::Forward),
        Found::NotWithinReach,
        "the target is beyond the simulated part"
    );
}

#[test]
fn checkpoints_stay_within_their_budget_in_short_and_long_scenes() {
    for (duration_s, budget) in [(200.0, CHECKPOINT_BUDGET), (5_000.0, 1 << 20)] {
        let mut timeline = Timeline::new(&scene("choked", 3, duration_s), 0, budget).expect("a right scene");
        let mut least = usize::MAX;
        for part in 1..=200 {
            timeline.advance(duration_s * f64::from(part) / 200.0, u64::MAX);
            let (count, bytes) = timeline.checkpoints();
            assert!(bytes <= budget, "{bytes} bytes");
            if part > 50 {
                least = least.min(count);
            }
        }
        assert!(least >= 8, "{least} checkpoints over {duration_s} s");
        timeline.seek(duration_s / 3.0);
        assert_eq!(timeline.simulation().state_hash(), fresh_hash(&timeline));
        assert_eq!(timeline.replay_mismatches(), 0);
    }
}

fn fresh_hash(timeline: &Timeline) -> u64 {
    let there = timeline.simulation();
    let mut simulation = Simulation::new(there.replayable(), there.lane()).expect("a replayable scene");
    simulation.advance_to(there.now());
    simulation.state_hash()
}

#[test]
fn a_change_in_the_past_starts_another_future_that_replays() {
    for about in ABOUTS {
        let mut timeline = Timeline::new(&scene(about.id, 9, 20.0), 0, CHECKPOINT_BUDGET).expect("a right scene");
        timeline.advance(15.0, u64::MAX);
        timeline.change("flows.0.rate_bps", json!(100_000)).expect("a live setting");
        timeline.advance(20.0, u64::MAX);
        timeline.frame();
        let old = timeline.simulation().state_hash();
        timeline.seek(6.25);
        let facts_version = Block::of_frame(timeline.frame()).scalar("facts_version");
        timeline.change("queue.params.limit", json!(12)).expect("a live setting");
        let frame = Block::of_frame(timeline.frame());
        assert_eq!(frame.scalar("furthest_s"), 6.25);
        assert!((frame.scalar("series_valid_until_s") - 6.2).abs() < 1e-9, "the bucket of the change is sent again");
        assert!(frame.scalar("facts_version") > facts_version);
        assert_eq!(
            timeline.simulation().replayable().interventions.len(),
            1,
            "the change at 15 s belongs to the future that was replaced"
        );
        timeline.advance(20.0, u64::MAX);
        assert_ne!(timeline.simulation().state_hash(), old);
        let replayable = Scenario::parse(&timeline.facts().scenario).expect("a replayable scene");
        let mut again = Simulation::new(&replayable, 0).expect("a replayable scene");
        again.advance_to(again.end());
        assert_eq!(again.state_hash(), timeline.simulation().state_hash());
        assert_eq!(again.result(), timeline.result());
    }
}

#[test]
fn a_refused_change_in_the_past_keeps_the_future() {
    let mut timeline = Timeline::new(&scene("red", 9, 20.0), 0, CHECKPOINT_BUDGET).expect("a right scene");
    timeline.advance(20.0, u64::MAX);
    timeline.seek(5.0);
    assert!(timeline.change("flows.0.count", json!(7)).is_err());
    assert!(timeline.change("queue.params.limit", json!(-1)).is_err());
    assert_eq!(timeline.furthest_s(), 20.0);
}

#[test]
fn facts_follow_the_settings_in_force_at_the_time_shown() {
    let mut timeline = Timeline::new(&scene("red", 9, 20.0), 0, CHECKPOINT_BUDGET).expect("a right scene");
    timeline.advance(8.0, u64::MAX);
    timeline.change("queue.params.limit", json!(12)).expect("a live setting");
    timeline.advance(20.0, u64::MAX);
    let version = |timeline: &mut Timeline| Block::of_frame(timeline.frame()).scalar("facts_version");
    let after = version(&mut timeline);
    timeline.seek(7.0);
    assert!(version(&mut timeline) > after);
    assert_eq!(timeline.facts().limit, 30);
    assert_eq!(
        timeline.facts().scenario["interventions"].as_array().map(Vec::len),
        Some(1),
        "at this time the change has not happened yet"
    );
    timeline.advance(8.0, u64::MAX);
    assert_eq!(timeline.facts().limit, 12);
}

#[test]
fn every_lane_has_its_own_settings() {
    let lanes: Vec<Value> = ABOUTS.iter().take(4).map(|about| json!({ "aqm": about.id })).collect();
    let mut json = scene("red", 4, 10.0).to_json();
    json["lanes"] = json!(lanes);
    let scenario = Scenario::parse(&json).expect("a right scene");
    for (lane, about) in ABOUTS.iter().take(4).enumerate() {
        let mut timeline = Timeline::new(&scenario, lane, CHECKPOINT_BUDGET).expect("a right scene");
        timeline.advance(4.0, u64::MAX);
        for changed in 0..lanes.len() {
            timeline.change(&format!("lanes.{changed}.params.limit"), json!(10 + changed)).expect("a live setting");
            timeline.advance(5.0 + changed as f64, u64::MAX);
        }
        assert_eq!(timeline.facts().lane, lane);
        assert_eq!(timeline.facts().aqm, about.id);
        assert_eq!(timeline.facts().limit, 10 + lane);
        timeline.seek(4.5 + lane as f64);
        assert_eq!(timeline.simulation().state_hash(), fresh_hash(&timeline));
    }
}

#[derive(Default)]
struct Diary {
    rows: Vec<(f64, u8, u32, u32, u8, u32)>,
    /// For each row, how many decisions had been finished at the time of the event.
    before: Vec<u32>,
    decisions: u32,
    is_deciding: bool,
    is_triggered: bool,
}

impl Diary {
    fn note(&mut self, now: SimTime, kind: u8, packet: &Packet, reason: Option<Reason>) {
        let decision = if self.is_deciding { self.decisions } else { 0 };
        // A drop or mark without an arrival is a decision of its own.
        let decision = if self.is_triggered { self.decisions + 1 } else { decision };
        let reason = reason.map_or(255, |reason| reason.index() as u8);
        self.rows.push((now.secs(), kind, packet.flow.0, packet.id as u32, reason, decision));
        self.before.push(self.decisions - u32::from(self.is_deciding));
    }
}

impl Probe for Diary {
    fn decision_starts(&mut self, _: SimTime, _: &Packet, _: &AnyDiscipline) {
        self.decisions += 1;
        self.is_deciding = true;
    }
    fn decision_ends(&mut self, _: SimTime, _: &AnyDiscipline) {
        self.is_deciding = false;
    }
    fn trigger_starts(&mut self, _: SimTime, _: Trigger, _: &AnyDiscipline) {
        self.is_triggered = true;
    }
    fn trigger_ends(&mut self, _: SimTime, struck: bool, _: &AnyDiscipline) {
        self.is_triggered = false;
        self.decisions += u32::from(struck);
    }
    fn admitted(&mut self, now: SimTime, packet: &Packet, _: usize) {
        self.note(now, 0, packet, None);
    }
    fn dropped(&mut self, now: SimTime, packet: &Packet, reason: Reason, place: Option<usize>) {
        self.note(now, 1 + u8::from(place.is_some()), packet, Some(reason));
    }
    fn dequeued(&mut self, now: SimTime, packet: &Packet, _: &AnyDiscipline) {
        self.note(now, 3, packet, None);
    }
    fn marked(&mut self, now: SimTime, packet: &Packet, reason: Reason) {
        self.note(now, 4, packet, Some(reason));
    }
}

#[test]
fn the_list_of_events_equals_the_record_of_an_uninterrupted_run() {
    for about in ABOUTS {
        let scenario = scene(about.id, 8, 20.0);
        let mut diary = Diary::default();
        let mut simulation = Simulation::new(&scenario, 0).expect("a right scene");
        simulation.watch_to(simulation.end(), &mut diary);
        let mut timeline = Timeline::new(&scenario, 0, CHECKPOINT_BUDGET).expect("a right scene");
        timeline.advance(20.0, u64::MAX);
        timeline.seek(2.0);
        let filters = [
            json!({}),
            json!({ "kinds": ["admitted", "dropped-arriving", "dropped-waiting", "sent", "marked"] }),
            json!({ "kinds": ["sent"], "flow": 2 }),
            json!({ "class": "udp" }),
            json!({ "reason": "overflow", "class": "tcp" }),
        ];
        for filter in filters {
            let parsed = Filter::parse(&filter, &timeline).expect("a right filter");
            let kinds = filter["kinds"].as_array().map(|names| {
                let known = ["admitted", "dropped-arriving", "dropped-waiting", "sent", "marked"];
                names.iter().filter_map(|name| known.iter().position(|it| Some(*it) == name.as_str())).collect()
            });
            let kinds: Vec<usize> = kinds.unwrap_or_else(|| vec![1, 2, 4]);
            let expected: Vec<_> = diary
                .rows
                .iter()
                .filter(|(at_s, kind, flow, _, reason, _)| {
                    (3.0..=17.0).contains(at_s)
                        && kinds.contains(&usize::from(*kind))
                        && filter["flow"].as_u64().is_none_or(|row| row == u64::from(*flow))
                        && filter["class"].as_str().is_none_or(|class| (class == "udp") == (*flow == 0))
                        && filter["reason"].as_str().is_none_or(|id| {
                            Reason::ALL.get(usize::from(*reason)).is_some_and(|reason| reason.about().id == id)
                        })
                })
                .copied()
                .collect();
            let whole = Block::of_history(timeline.history(3.0, 17.0, &parsed, 100_000));
            assert_eq!(whole.rows(), expected, "{filter} under {}", about.id);
            assert_eq!((whole.scalar("count"), whole.scalar("is_whole")), (expected.len() as f64, 1.0));
            let count = Block::of_history(timeline.history(3.0, 17.0, &parsed, 0));
            assert_eq!((count.scalar("count"), count.rows().len()), (expected.len() as f64, 0));
            let mut pages = Vec::new();
            let mut page_filter = filter.clone();
            loop {
                let parsed = Filter::parse(&page_filter, &timeline).expect("a right filter");
                let page = Block::of_history(timeline.history(3.0, 17.0, &parsed, 100));
                pages.extend(page.rows());
                if page.scalar("is_whole") == 1.0 {
                    break;
                }
                page_filter["after_event"] = json!(page.scalar("last_event"));
            }
            assert_eq!(pages, expected, "page by page, {filter}");
        }
        assert!(Filter::parse(&json!({ "reason": "bad luck" }), &timeline).is_err());
        assert!(Filter::parse(&json!({ "color": "red" }), &timeline).is_err());
    }
}

#[test]
fn a_row_of_the_list_of_events_leads_to_the_time_of_its_event() {
    let mut timeline = Timeline::new(&scene("choked", 8, 20.0), 0, CHECKPOINT_BUDGET).expect("a right scene");
    timeline.advance(20.0, u64::MAX);
    let list = Block::of_history(timeline.history(0.0, 20.0, &Filter::parse(&json!({}), &timeline).unwrap(), 1_000));
    let (events, rows) = (list.reals("events", "event"), list.rows());
    assert!(rows.len() > 20);
    for place in (0..rows.len()).step_by(rows.len() / 20) {
        let (at_s, kind, flow, packet, reason, decision) = rows[place];
        assert!(timeline.seek_event(events[place] as u64));
        let frame = Block::of_frame(timeline.frame());
        let by_event = timeline.simulation().state_hash();
        assert_eq!(frame.scalar("now_s"), at_s);
        let shown = frame.rows();
        assert!(
            shown.iter().rev().take(9).any(|row| *row == (at_s, kind, flow, packet, reason, decision)),
            "{shown:?} without {:?}",
            rows[place]
        );
        assert!(timeline.seek_decision(u64::from(decision)));
        assert_eq!(timeline.simulation().state_hash(), by_event);
    }
}

#[test]
fn the_divergence_equals_the_result_of_a_plain_comparison() {
    // Every discipline is compared with four others: one that decides on arrivals (CHOKe), one that decides when
    // packets leave (CoDel), one with another order of service (DRR), and the next one in the registry.
    let ids = |id: &str| ABOUTS.iter().position(|about| about.id == id).expect("a discipline");
    let touchstones = [ids("choke"), ids("codel"), ids("drr")];
    let neighbours = (0..ABOUTS.len()).map(|place| (place, (place + 1) % ABOUTS.len()));
    let pairs = (0..ABOUTS.len()).flat_map(|first| touchstones.map(|second| (first, second))).chain(neighbours);
    let (mut over_arrivals, mut elsewhere) = (0, 0);
    for (first, second) in pairs {
        let mut json = scene("red", 6, 20.0).to_json();
        json["lanes"] = json!([{ "aqm": ABOUTS[first].id }, { "aqm": ABOUTS[second].id }]);
        let scenario = Scenario::parse(&json).expect("a right scene");
        let until = SimTime::from_secs(20.0);
        let divergence = divergence(&scenario, 0, 1, until).expect("two lanes").divergence;
        let diaries = [0, 1].map(|lane| {
            let mut diary = Diary::default();
            Simulation::new(&scenario, lane).expect("a right scene").watch_to(until, &mut diary);
            diary
        });
        let place = diaries[0].rows.iter().zip(&diaries[1].rows).position(|(first, second)| first != second);
        assert_eq!(divergence.is_some(), place.is_some(), "{} and {}", ABOUTS[first].id, ABOUTS[second].id);
        if let (Some(divergence), Some(place)) = (divergence, place) {
            let rows = diaries.each_ref().map(|diary| diary.rows[place]);
            assert_eq!(divergence.at.secs(), rows[0].0.min(rows[1].0));
            let Some(arrival) = divergence.arrival else {
                // If no arrival is involved, the lanes differ in a packet that leaves or is dropped at dequeue. The
                // serial is that of the previous decision, which is the same in both lanes.
                assert_eq!(divergence.decision, u64::from(diaries[0].before[place].min(diaries[1].before[place])));
                elsewhere += 1;
                continue;
            };
            over_arrivals += 1;
            // The lanes diverge at the earlier of the decisions of the two rows. The decisions may differ: a lane that
            // reports fewer events for the first one has a row of a later decision at this place.
            assert_eq!(divergence.decision, u64::from(diaries[0].before[place].min(diaries[1].before[place])) + 1);
            for (lane, done) in divergence.done.iter().enumerate() {
                let mut simulation = Simulation::new(&scenario, lane).expect("a right scene");
                for _ in 0..divergence.decision {
                    simulation.step_decision(&mut NoProbe);
                }
                assert_eq!(simulation.now(), divergence.at);
                let arrived = done.iter().find(|treated| treated.is_arrival).expect("the arrival has a fate");
                assert_eq!(arrived.packet, arrival);
                assert!(matches!(arrived.fate, Fate::Admitted | Fate::Dropped(_)));
            }
        }
    }
    assert!(
        over_arrivals > 50 && elsewhere > 10,
        "{over_arrivals} divergences at arrivals, {elsewhere} at other times"
    );
}

#[test]
fn a_drop_at_the_exit_is_a_separate_decision() {
    /// Numbers of steps.
    const LINE: u8 = 0;
    const VALUE: u8 = 1;
    const ADMIT: u8 = 4;
    const DROP: u8 = 5;
    const MARK: u8 = 6;
    const EXIT: u8 = 7;
    let mut timeline = Timeline::new(&scene("codel", 8, 20.0), 0, CHECKPOINT_BUDGET).expect("a right scene");
    timeline.advance(20.0, u64::MAX);
    let totals = timeline.simulation().totals();
    let (arrived, decisions) = (totals.counts.arrived, totals.decisions());
    assert!(decisions > arrived, "no packet stayed too long");
    // Every decision can be reached and is reported. The number of decisions at dequeue agrees with the totals.
    let mut exits = 0;
    for serial in 1..=decisions {
        assert!(timeline.seek_decision(serial));
        let moment = Block::of_frame(timeline.frame());
        assert_eq!(moment.words("decisions", "serial"), [serial as u32]);
        let kinds = moment.bytes("steps", "kind");
        let ends = |kind: u8| kinds.contains(&kind);
        if kinds[0] == EXIT {
            exits += 1;
            assert!(!ends(ADMIT) && (ends(DROP) || ends(MARK)), "decision {serial}: {kinds:?}");
            assert!(kinds.contains(&LINE) && kinds.contains(&VALUE));
            assert!(moment.words("happenings", "decision").contains(&(serial as u32)));
            // The queue before the decision, including the packet that is dropped.
            assert!(moment.words("before", "packet").contains(&moment.words("decisions", "packet")[0]));
        } else {
            assert!(ends(ADMIT) || ends(DROP));
        }
    }
    assert_eq!(exits, decisions - arrived);
}

#[test]
fn the_last_reported_departure_is_the_packet_on_the_link_with_its_steps() {
    const EXIT: u8 = 7;
    for aqm in ["drr", "codel", "pie", "choke"] {
        let mut timeline = Timeline::new(&scene(aqm, 9, 20.0), 0, CHECKPOINT_BUDGET).expect("a right scene");
        timeline.advance(20.0, u64::MAX);
        let mut departures = 0;
        for moment in 1..200 {
            timeline.seek(f64::from(moment) * 0.0973);
            let frame = Block::of_frame(timeline.frame());
            let kinds = frame.bytes("turn_steps", "kind");
            let firsts = frame.words("turns", "first_step");
            let Some(row) = firsts.iter().position(|&first| kinds[first as usize] == EXIT) else { continue };
            departures += 1;
            if frame.scalar("sending_packet") >= 0.0 {
                assert_eq!(f64::from(frame.words("turns", "packet")[row]), frame.scalar("sending_packet"), "{aqm}");
                assert_eq!(frame.reals("turns", "time_s")[row], frame.scalar("sending_from_s"), "{aqm}");
            }
        }
        assert_eq!(departures, 199, "{aqm}");
    }
}

#[test]
fn in_words_several_lanes_are_compared_with_the_first_lane() {
    let mut json = scene("red", 6, 20.0).to_json();
    json["lanes"] = json!([{ "aqm": "choke" }, { "aqm": "choked" }, { "aqm": "choke" }]);
    let scenario = Scenario::parse(&json).expect("a right scene");
    let compared = |lane| {
        divergence(&scenario, 0, lane, SimTime::from_secs(20.0))
            .map(|compared| serde_json::to_value(compared.facts()).expect("JSON"))
    };
    let found = compared(1).expect("two lanes");
    assert_eq!(found["lanes"], json!([0, 1]));
    assert!(found["divergence"]["decision"].as_u64() > Some(0));
    let words = found["divergence"]["in_words"].as_array().expect("both lanes");
    let of_choke = words[0].as_str().expect("words");
    assert!(
        of_choke.contains("flow") && of_choke.matches("drops").count() <= 1,
        "a match must be mentioned once: {of_choke}"
    );
    assert!(
        words.iter().any(|words| words.as_str().is_some_and(|words| words.ends_with("which the arrival matched"))),
        "{words:?}"
    );
    let none = compared(2).expect("two lanes");
    assert_eq!(none["divergence"], Value::Null, "the same discipline with the same seed");
    assert_eq!(none["compared_until_s"], json!(20.0));
    assert!(compared(7).is_err());
}

#[test]
fn work_in_pieces_gives_the_same_result_as_work_at_once() {
    type Begin = Box<dyn Fn(&mut Timeline)>;
    let seek = |at_s: f64| -> Begin { Box::new(move |it| it.begin_seek(at_s)) };
    let decision = |serial: u64| -> Begin { Box::new(move |it| it.begin_seek_decision(serial)) };
    let event = |number: u64| -> Begin { Box::new(move |it| it.begin_seek_event(number)) };
    let step = |step: Step, direction: Direction| -> Begin { Box::new(move |it| it.begin_step(step, direction)) };
    let moves = [
        seek(12.0),
        seek(3.25),
        decision(40),
        decision(0),
        event(5_000),
        step(Step::Decision, Direction::Back),
        step(Step::Drop(None), Direction::Forward),
        step(Step::Match, Direction::Back),
        step(Step::Arrival(FlowId(3)), Direction::Forward),
        step(Step::Second, Direction::Forward),
        step(Step::Second, Direction::Back),
        Box::new(Timeline::begin_step_decision),
        decision(1_000_000),
        event(10_000_000),
        step(Step::Drop(None), Direction::Back),
        seek(20.0),
    ];
    for (aqm, piece) in [("choke", 1), ("codel", 7), ("choked", 300)] {
        let scenario = scene(aqm, 4, 20.0);
        let [mut whole, mut pieces] =
            [(); 2].map(|()| Timeline::new(&scenario, 0, CHECKPOINT_BUDGET).expect("a scene"));
        for (place, begin) in moves.iter().enumerate() {
            begin(&mut whole);
            let found = whole.go_on(u64::MAX).expect("a whole move");
            begin(&mut pieces);
            let (mut count, mut found_in_pieces) = (0, None);
            while found_in_pieces.is_none() {
                found_in_pieces = pieces.go_on(piece);
                count += 1;
                let events = pieces.simulation().event_count();
                assert!(count < 1_000_000, "{aqm}: move {place} makes no progress after {events} events");
            }
            assert_eq!(found_in_pieces, Some(found), "{aqm}: move {place}");
            assert_eq!(pieces.frame(), whole.frame(), "{aqm}: move {place}");
        }
        let filter = Filter::parse(&json!({}), &whole).expect("a filter");
        let mut history = pieces.begin_history(2.0, 19.0, &filter, 500);
        let block = (0..).find_map(|_| history.go_on(piece)).expect("an end");
        assert_eq!(block, whole.history(2.0, 19.0, &filter, 500));
    }
    let mut json = scene("red", 6, 20.0).to_json();
    json["lanes"] = json!([{ "aqm": "choke" }, { "aqm": "codel" }]);
    let scenario = Scenario::parse(&json).expect("a right scene");
    let until = SimTime::from_secs(20.0);
    let mut comparison = Comparison::new(&scenario, 0, 1, until).expect("two lanes");
    let compared = (0..).find_map(|_| comparison.go_on(3)).expect("an end");
    assert_eq!(Ok(compared), divergence(&scenario, 0, 1, until));
}

#[test]
fn after_an_abandoned_move_the_state_is_consistent() {
    let scenario = scene("choked", 9, 20.0);
    let mut timeline = Timeline::new(&scenario, 0, 0).expect("a scene");
    timeline.advance(20.0, u64::MAX);
    for (at_s, events) in [(15.0, 3_000), (2.0, 100), (19.0, 1_000), (0.5, 10)] {
        timeline.begin_seek(at_s);
        assert_eq!(timeline.go_on(events), None, "without checkpoints, {at_s} s is far away");
        timeline.stop();
        let frame = Block::of_frame(timeline.frame());
        assert_eq!(frame.scalar("is_seek"), 1.0);
        assert!(frame.scalar("now_s") < at_s);
        assert_eq!(frame.scalar("furthest_s"), 20.0);
        let mut plain = Simulation::new(&scenario, 0).expect("a scene");
        plain.advance_events(timeline.simulation().event_count(), plain.end());
        assert_eq!(timeline.simulation().event_count(), plain.event_count());
        assert_eq!(frame.scalar("arrived"), plain.totals().counts.arrived as f64);
        assert_eq!(frame.words("queue", "packet").len(), plain.discipline().packets());
    }
    // An abandoned search has no effect.
    timeline.seek(10.0);
    timeline.frame();
    let before = timeline.simulation().state_hash();
    timeline.begin_step(Step::Drop(Some(Reason::of("penalty").expect("a reason"))), Direction::Forward);
    assert_eq!(timeline.go_on(10), None);
    timeline.stop();
    assert_eq!(timeline.simulation().state_hash(), before);
    assert_eq!(Block::of_frame(timeline.frame()).scalar("is_seek"), 0.0);
}

#[test]
fn draws_and_matches_are_counted_by_their_place() {
    for (aqm, draws) in [("choke", true), ("choked", true), ("red", false)] {
        let mut timeline = Timeline::new(&scene(aqm, 2, 20.0), 0, CHECKPOINT_BUDGET).expect("a right scene");
        timeline.advance(20.0, u64::MAX);
        let frame = Block::of_frame(timeline.frame());
        let sum = |name: &str| frame.reals("hits", name).iter().sum::<f64>();
        assert_eq!(sum("draws"), timeline.simulation().totals().counts.comparisons as f64);
        assert_eq!(sum("draws") > 0.0, draws);
        assert!(sum("matches") <= sum("draws"));
        timeline.seek(10.0);
        let earlier = Block::of_frame(timeline.frame());
        assert_eq!(
            earlier.reals("hits", "draws").iter().sum::<f64>(),
            timeline.simulation().totals().counts.comparisons as f64
        );
    }
}

//! The probe of the page, which collects the data of the next frame in bounded memory.

mod decisions;
mod queue_columns;
mod recent;

pub(crate) use self::decisions::{DecisionColumns, StepColumns, step};
pub(crate) use self::queue_columns::{
    BinColumns, GaugeColumns, QueueColumns, QueueSnapshot, QueuesColumns, RowColumns, SlotColumns, packet_flag,
    slot_flag,
};

use self::decisions::{Decisions, Turns};
use self::recent::Recent;
use crate::base::footprint;
use crate::base::packet::{FlowId, Packet};
use crate::base::time::{SimTime, Span};
use crate::discipline::{AnyDiscipline, LineId, QuantityId, Reason};
use crate::endpoint::tcp::TcpSender;
use crate::measure::{DrawHits, jain_index};
use crate::page::happening::{Happening, HappeningColumns, Happenings, RecentDrops, kind};
use crate::page::series::{Bucket, SeriesColumns};
use crate::page::windows::{WindowColumns, Windows};
use crate::probe::{Probe, Trigger};
use crate::scenario::Scenario;

/// Usual length of a bucket of the time series. A very short scene has shorter buckets, so that there are at least a
/// hundred; a very long scene has longer ones, so that all fit in a frame.
const BUCKET: Span = Span::from_millis(100);
const LEAST_BUCKETS: u64 = 100;
const MOST_BUCKETS: u64 = 20_000;

/// The data kept for the next frame.
#[derive(Clone, Debug)]
pub(crate) struct Recorder {
    counted: Counted,
    next_frame: NextFrame,
    /// Whether decisions are recorded step by step. Drops and time series are always recorded.
    pub(crate) is_detailed: bool,
    /// End of the last bucket that the page has received or receives with the next frame.
    series_until: SimTime,
    /// End of the last valid bucket in earlier frames; later buckets belong to a future that a change of settings has
    /// replaced.
    series_valid_until: SimTime,
}

/// The counts since the start of the run, which checkpoints store.
#[derive(Clone, Debug)]
struct Counted {
    measured_from: SimTime,
    /// Class number of every flow.
    classes: Vec<usize>,
    class_count: usize,
    tcp_class: Option<usize>,
    decisions: u32,
    bucket: Bucket,
    bucket_length: Span,
    windows: Windows,
    recent: Recent,
    /// Bytes that left the queue since the start of the measured window, by flow.
    measured_bytes: Vec<f64>,
    /// Number of packets that were queued before the current decision. The decision draws from these packets.
    waiting: usize,
    hits: DrawHits,
    recent_drops: RecentDrops,
}

/// The events since the previous frame; checkpoints leave them out.
#[derive(Clone, Debug, Default)]
struct NextFrame {
    is_deciding: bool,
    /// The cause of an action that no arrival triggered: a free link or a timer. If the action drops or marks a packet,
    /// the page counts it as a decision.
    trigger: Option<Trigger>,
    before: QueueSnapshot,
    before_trigger: QueueSnapshot,
    happenings: Happenings,
    decisions: Decisions,
    turns: Turns,
    series: SeriesColumns,
    windows: WindowColumns,
}

/// The tables of a frame that report the events since the previous frame.
pub(crate) struct FrameTables {
    pub(crate) happenings: HappeningColumns,
    pub(crate) decisions: DecisionColumns,
    pub(crate) steps: StepColumns,
    pub(crate) turns: DecisionColumns,
    pub(crate) turn_steps: StepColumns,
    pub(crate) series: SeriesColumns,
    pub(crate) windows: WindowColumns,
}

impl Recorder {
    pub(crate) fn new(scenario: &Scenario) -> Self {
        let names = class_names(scenario);
        let classes: Vec<usize> = scenario
            .flows
            .iter()
            .flat_map(|group| {
                let class = names.iter().position(|&name| name == group.kind.class()).unwrap_or(0);
                (0..group.count).map(move |_| class)
            })
            .collect();
        let flows = classes.len();
        let tcp_class = names.iter().position(|&name| name == "tcp");
        let windows = Windows::new(classes.iter().map(|&class| Some(class) == tcp_class));
        let duration = scenario.duration.nanos();
        let longest = Span::from_nanos((duration / LEAST_BUCKETS).max(1));
        let shortest = Span::from_nanos(duration / MOST_BUCKETS);
        let counted = Counted {
            measured_from: scenario.measured_from,
            class_count: names.len(),
            tcp_class,
            classes,
            decisions: 0,
            bucket: Bucket::new(SimTime::ZERO, 0, f64::NAN, names.len()),
            bucket_length: BUCKET.max(shortest).min(longest),
            windows,
            recent: Recent::new(flows),
            measured_bytes: vec![0.0; flows],
            waiting: 0,
            hits: DrawHits::default(),
            recent_drops: RecentDrops::default(),
        };
        Self::of(counted, true)
    }

    fn of(counted: Counted, is_detailed: bool) -> Self {
        let zero = SimTime::ZERO;
        Self { counted, next_frame: NextFrame::default(), is_detailed, series_until: zero, series_valid_until: zero }
    }

    /// A copy for a checkpoint: the counts, without the data of the next frame.
    pub(crate) fn counted(&self) -> Self {
        Self::of(self.counted.clone(), self.is_detailed)
    }

    /// Approximate heap memory of a copy that [`Self::counted`] makes \[bytes\].
    pub(crate) fn heap_bytes(&self) -> usize {
        footprint::list(&self.counted.classes)
            + self.counted.bucket.heap_bytes()
            + self.counted.windows.heap_bytes()
            + self.counted.recent.heap_bytes()
            + footprint::list(&self.counted.measured_bytes)
            + self.counted.hits.heap_bytes()
            + self.counted.recent_drops.heap_bytes()
    }

    /// Prepares this recorder to take the place of `other`, a recorder at another time of the same run. Takes the
    /// buckets that `other` has collected for the next frame, and the time up to which `other` has collected. Buckets
    /// before this time are not collected a second time.
    pub(crate) fn take_over(&mut self, other: &mut Self) {
        self.next_frame.series = std::mem::take(&mut other.next_frame.series);
        self.next_frame.windows = std::mem::take(&mut other.next_frame.windows);
        self.series_until = other.series_until;
        self.series_valid_until = other.series_valid_until;
    }

    /// Discards the events and decisions collected for the next frame.
    pub(crate) fn discard_events(&mut self) {
        self.next_frame.happenings = Happenings::default();
        self.next_frame.decisions = Decisions::default();
        self.next_frame.turns = Turns::default();
        self.next_frame.before = QueueSnapshot::default();
    }

    /// Whether the next frame reports the last decision step by step.
    pub(crate) fn has_last_decision(&self) -> bool {
        self.next_frame.decisions.rows.serial.last() == Some(&self.counted.decisions)
    }

    /// Reduces the data of the next frame to the last decision, the events since that decision, and the last drops.
    pub(crate) fn keep_moment(&mut self) {
        self.next_frame.decisions.keep_last();
        self.next_frame.happenings.keep_moment(self.counted.decisions, &self.counted.recent_drops);
    }

    /// Prepares for a change of settings at `now`. Buckets of the series that end later become invalid, since the
    /// change replaces the future that was already simulated.
    pub(crate) fn fork(&mut self, now: SimTime) {
        self.settle(now);
        let until = self.counted.bucket.from;
        let buckets = self.next_frame.series.keep_until(until.secs());
        self.next_frame.windows.truncate(buckets * self.counted.windows.len());
        self.series_until = self.series_until.min(until);
        self.series_valid_until = self.series_valid_until.min(until);
    }

    /// The time up to which the buckets of earlier frames are valid.
    pub(crate) fn series_valid_until(&self) -> SimTime {
        self.series_valid_until
    }

    /// The positions of draws and matches in the queue.
    pub(crate) fn hits(&self) -> &DrawHits {
        &self.counted.hits
    }

    pub(crate) fn decisions(&self) -> u32 {
        self.counted.decisions
    }

    /// The numbers of events and of decisions that the next frame leaves out, because they are too many or were not
    /// recorded.
    pub(crate) fn left_out(&self) -> (u64, u64) {
        (self.next_frame.happenings.left_out, self.next_frame.decisions.left_out)
    }

    /// Completes the buckets that end by `now`.
    pub(crate) fn settle(&mut self, now: SimTime) {
        while self.counted.bucket.from + self.counted.bucket_length <= now {
            self.close_bucket();
        }
        self.counted.recent.settle(now);
    }

    /// The queue just before the last decision that was recorded step by step, even if an earlier frame reported this
    /// decision.
    pub(crate) fn before(&self) -> &QueueColumns {
        &self.next_frame.before.packets
    }

    /// Takes the events since the last call.
    pub(crate) fn take_tables(&mut self) -> FrameTables {
        self.series_valid_until = self.series_until;
        let NextFrame { happenings, decisions, turns, series, windows, .. } = &mut self.next_frame;
        let Decisions { rows, steps, .. } = std::mem::take(decisions);
        let (turns, turn_steps) = std::mem::take(turns).columns();
        FrameTables {
            happenings: std::mem::take(happenings).columns(),
            decisions: rows,
            steps,
            turns,
            turn_steps,
            series: std::mem::take(series),
            windows: std::mem::take(windows),
        }
    }

    /// Mean rate of every flow over the last 10 s, or since the start \[bit/s\].
    pub(crate) fn recent_bps(&self, now: SimTime) -> Vec<f64> {
        self.counted.recent.rates_bps(now)
    }

    fn close_bucket(&mut self) {
        let until = self.counted.bucket.from + self.counted.bucket_length;
        self.counted.bucket.settle(until);
        let next =
            Bucket::new(until, self.counted.bucket.waiting, self.counted.bucket.average, self.counted.class_count);
        let it = std::mem::replace(&mut self.counted.bucket, next);
        if until <= self.series_until {
            self.counted.windows.close_bucket(None);
            return; // The page already has the bucket, so this is a replay.
        }
        self.counted.windows.close_bucket(Some(&mut self.next_frame.windows));
        self.series_until = until;
        self.next_frame.series.push(until, self.counted.bucket_length, &it);
        let tcp = self.counted.measured_bytes.iter().zip(&self.counted.classes);
        let tcp = tcp.filter(|(_, class)| Some(**class) == self.counted.tcp_class).map(|(bytes, _)| *bytes);
        self.next_frame.series.jain_index_tcp.push(jain_index(tcp).unwrap_or(f64::NAN));
        let all = self.counted.measured_bytes.iter().copied();
        self.next_frame.series.jain_index.push(jain_index(all).unwrap_or(f64::NAN));
    }

    fn queue_is(&mut self, now: SimTime, discipline: &AnyDiscipline) {
        self.counted.bucket.change(now, discipline.packets());
        if let Some(average) = discipline.average() {
            self.counted.bucket.average = average;
        }
    }

    fn happened(&mut self, now: SimTime, kind: u8, packet: &Packet, reason: Option<Reason>, place: Option<usize>) {
        let decision = if self.next_frame.is_deciding { self.counted.decisions } else { 0 };
        let happening = Happening::new(now, kind, packet, reason, place, decision);
        self.next_frame.happenings.push(happening);
        if happening.is_drop() {
            self.counted.recent_drops.push(happening);
        }
    }

    /// Records a drop or a mark. If a dequeue or an expired timer caused it, this action of the discipline now counts
    /// as a decision.
    fn strikes(&mut self, packet: &Packet) {
        if self.next_frame.trigger.take().is_none() {
            return;
        }
        self.counted.decisions = self.counted.decisions.wrapping_add(1);
        self.next_frame.is_deciding = true;
        if self.is_detailed {
            std::mem::swap(&mut self.next_frame.before, &mut self.next_frame.before_trigger);
            self.next_frame.decisions.confirm(self.counted.decisions, packet);
        } else {
            self.next_frame.decisions.left_out += 1;
        }
    }

    #[inline]
    fn step(&mut self, kind: u8, id: i32, flow: u32, value: f64) {
        if self.is_detailed && (self.next_frame.is_deciding || self.next_frame.trigger.is_some()) {
            self.next_frame.decisions.step(kind, id, flow, value);
        }
    }
}

impl Probe for Recorder {
    fn decision_starts(&mut self, now: SimTime, packet: &Packet, discipline: &AnyDiscipline) {
        self.settle(now);
        self.counted.decisions = self.counted.decisions.wrapping_add(1);
        self.next_frame.is_deciding = true;
        self.counted.waiting = discipline.packets();
        if self.is_detailed {
            self.next_frame.before.take(discipline);
            self.next_frame.decisions.start(self.counted.decisions, now, discipline.packets());
            self.next_frame.decisions.confirm(self.counted.decisions, packet);
        } else {
            self.next_frame.decisions.left_out += 1;
        }
    }

    #[inline]
    fn line(&mut self, line: LineId) {
        self.step(step::LINE, i32::from(line.0), 0, f64::NAN);
    }

    #[inline]
    fn test(&mut self, line: LineId, held: bool) {
        self.step(step::LINE, i32::from(line.0), 0, f64::from(u8::from(held)));
    }

    #[inline]
    fn value(&mut self, quantity: QuantityId, value: f64) {
        self.step(step::VALUE, i32::from(quantity.0), 0, value);
    }

    #[inline]
    fn draw(&mut self, place: usize, flow: FlowId, is_match: bool) {
        if self.next_frame.is_deciding {
            self.counted.hits.add(place, self.counted.waiting, is_match);
        }
        self.step(if is_match { step::MATCH } else { step::MISS }, place as i32, flow.0, 0.0);
    }

    fn admitted(&mut self, now: SimTime, packet: &Packet, place: usize) {
        self.step(step::ADMIT, place as i32, 0, 0.0);
        if self.is_detailed {
            self.happened(now, kind::ADMITTED, packet, None, Some(place));
        }
    }

    fn dropped(&mut self, now: SimTime, packet: &Packet, reason: Reason, place: Option<usize>) {
        self.settle(now);
        self.strikes(packet);
        self.counted.waiting -= usize::from(place.is_some() && self.counted.waiting > 0);
        self.step(step::DROP, place.map_or(-1, |place| place as i32), reason.index() as u32, 0.0);
        let kind = if place.is_some() { kind::DROPPED_WAITING } else { kind::DROPPED_ARRIVING };
        self.happened(now, kind, packet, Some(reason), place);
        self.counted.bucket.reasons[reason.index()] += 1;
    }

    fn marked(&mut self, now: SimTime, packet: &Packet, reason: Reason) {
        self.settle(now);
        self.strikes(packet);
        self.step(step::MARK, -1, reason.index() as u32, 0.0);
        self.happened(now, kind::MARKED, packet, Some(reason), None);
        self.counted.bucket.reasons[reason.index()] += 1;
    }

    fn decision_ends(&mut self, now: SimTime, discipline: &AnyDiscipline) {
        self.next_frame.is_deciding = false;
        self.queue_is(now, discipline);
    }

    fn trigger_starts(&mut self, now: SimTime, trigger: Trigger, discipline: &AnyDiscipline) {
        self.counted.waiting = discipline.packets();
        self.next_frame.trigger = Some(trigger);
        if self.is_detailed {
            // Copying many queues takes time, so the queues are copied only if the discipline may drop or mark without
            // an arrival.
            if discipline.about().reasons_without_arrival.is_empty() {
                self.next_frame.before_trigger.clear();
            } else {
                self.next_frame.before_trigger.take(discipline);
            }
            self.next_frame.decisions.start(0, now, discipline.packets());
            self.next_frame.decisions.step(if trigger == Trigger::Exit { step::EXIT } else { step::TIMER }, 0, 0, 0.0);
        }
    }

    fn trigger_ends(&mut self, now: SimTime, struck: bool, discipline: &AnyDiscipline) {
        self.next_frame.trigger = None;
        if self.is_detailed {
            self.next_frame.turns.take(&self.next_frame.decisions);
        }
        if struck {
            self.next_frame.is_deciding = false;
            self.settle(now);
            self.queue_is(now, discipline);
        } else if self.is_detailed {
            self.next_frame.decisions.withdraw();
        }
    }

    fn dequeued(&mut self, now: SimTime, packet: &Packet, discipline: &AnyDiscipline) {
        self.settle(now);
        self.queue_is(now, discipline);
        self.counted.bucket.departed += 1;
        self.counted.bucket.delay_nanos += u128::from(now.since(packet.arrived).nanos());
        let flow = packet.flow.index();
        self.counted.bucket.class_bytes[self.counted.classes[flow]] += u64::from(packet.bytes);
        self.counted.recent.add(flow, packet.bytes.into());
        if now >= self.counted.measured_from {
            self.counted.measured_bytes[flow] += f64::from(packet.bytes);
        }
        if self.is_detailed {
            self.next_frame.turns.left(packet);
            self.happened(now, kind::SENT, packet, None, Some(0));
        }
    }

    fn sender_acted(&mut self, now: SimTime, flow: FlowId, sender: &TcpSender) {
        if let Some(place) = self.counted.windows.place(flow) {
            self.settle(now);
            self.counted.windows.record(place, sender);
        }
    }
}

/// The classes of a scene in the order of class numbers in frames: responsive first.
pub(crate) fn class_names(scenario: &Scenario) -> Vec<&'static str> {
    ["tcp", "udp"]
        .into_iter()
        .filter(|&name| scenario.flows.iter().any(|group| group.count > 0 && group.kind.class() == name))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Simulation;
    use crate::base::rng::Stream;
    use crate::discipline::about::ParamValue::Integer;
    use crate::discipline::{AnyParams, Context, Hosts, LinkFacts, Settings, Silent, Tracer, about_of};
    use serde_json::json;

    /// Passes the drops of a discipline on to a recorder, as events at the given time, and ignores everything else.
    struct Drops<'a>(SimTime, &'a mut Recorder);

    impl Tracer for Drops<'_> {
        fn drop(&mut self, packet: &Packet, reason: Reason, place: Option<usize>) {
            assert_eq!(reason, Reason::Rehash);
            self.1.dropped(self.0, packet, reason, place);
        }
    }

    #[test]
    fn a_line_that_is_a_test_carries_its_outcome() {
        let scene = json!({ "duration_s": 100, "lanes": [{ "aqm": "drop-tail" }], "flows": [{ "transport": "udp" }] });
        let scenario = Scenario::parse(&scene).expect("a right scene");
        let (mut run, mut recorder) = (Simulation::new(&scenario, 0).expect("a lane"), Recorder::new(&scenario));
        while recorder.decisions() == 0 {
            run.watch_to(run.now() + Span::from_millis(1), &mut recorder);
        }
        let [waiting, has_room, admit, place] = recorder.next_frame.decisions.steps.value[..] else {
            panic!("not four steps")
        };
        assert_eq!([waiting, has_room, place], [0.0, 1.0, 0.0]);
        assert!(admit.is_nan(), "a line without a test has no outcome");
    }

    #[test]
    fn a_loss_in_a_rehash_shows_the_queue_before_the_rehash() {
        let scene =
            json!({ "duration_s": 100, "lanes": [{ "aqm": "sfq" }], "flows": [{ "transport": "udp", "count": 9 }] });
        let mut recorder = Recorder::new(&Scenario::parse(&scene).expect("a right scene"));
        let about = about_of("sfq").expect("SFQ is registered");
        let settings = Settings::defaults(about).with("buckets", Integer(5)).with("bucket_limit", Integer(2));
        let link =
            LinkFacts { capacity_bps: 1_000_000, delay_s: 0.01, packet_bytes: 1000, hash_salt: 0, hosts: Hosts::ONE };
        let mut sfq = AnyDiscipline::new(AnyParams::check(about, &settings, &link).expect("consistent"));
        let mut chance = Stream::named(0, "unused");
        while recorder.decisions() == 0 {
            for flow in 0..9 {
                let mut cx = Context { now: SimTime::ZERO, chance: &mut chance, tracer: &mut Silent };
                sfq.enqueue(Packet::plain(flow.into(), flow, 1000), &mut cx);
            }
            let now = sfq.next_timer().expect("the salt changes");
            recorder.trigger_starts(now, Trigger::Timer, &sfq);
            sfq.on_timer(&mut Context { now, chance: &mut chance, tracer: &mut Drops(now, &mut recorder) });
        }
        assert_eq!(recorder.next_frame.before.gauges.value.len(), about.gauges.len());
    }
}

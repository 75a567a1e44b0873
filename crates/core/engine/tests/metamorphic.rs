//! Pairs of disciplines that coincide for special parameter values: with the same arrivals and random numbers, both
//! report the same, packet by packet.
//!
//! The tests set w_q = 1. RED's average then equals the queue length, so that a short sequence of events reaches every
//! zone: below, between and above the thresholds.

use crate::ask::ask;
use chokepoint_engine::discipline::about::ParamValue::{self, Choice, Integer, Real, Switch};
use chokepoint_engine::discipline::random_early::red;
use chokepoint_engine::discipline::{
    ABOUTS, About, AnyDiscipline, AnyParams, Hosts, LinkFacts, Reason, Settings, Tracer, about_of,
};
use chokepoint_engine::packet::{Ecn, FlowId, Packet};
use chokepoint_engine::rng::{Chance, Stream};
use chokepoint_engine::time::{SimTime, Span};

const LINK: LinkFacts =
    LinkFacts { capacity_bps: 1_000_000, delay_s: 0.01, packet_bytes: 1000, hash_salt: 0, hosts: Hosts::ONE };
const SCRIPTS: u64 = 150;
const STEPS: usize = 250;

type Values = &'static [(&'static str, ParamValue)];
type Scheme = (&'static str, Values);

/// Thresholds at 6 and 18 packets of a buffer of 24, so that short sequences reach every zone; random drops are
/// frequent.
const SHORT: Values =
    &[("limit", Integer(24)), ("min_th", Real(6.0)), ("max_th", Real(18.0)), ("w_q", Real(1.0)), ("max_p", Real(0.2))];
/// Thresholds as in [`SHORT`], but with min_th below one packet: a queue below min_th is then empty, and no packet can
/// be drawn.
const NO_BELOW: Values =
    &[("limit", Integer(24)), ("min_th", Real(0.5)), ("max_th", Real(18.0)), ("w_q", Real(1.0)), ("max_p", Real(0.2))];
/// Parameters of CHOKeR and CHOKeW under which a short sequence of events leads to several draws per arrival.
const DRAWING: Values = &[("limit", Integer(24)), ("l_th", Integer(6)), ("p_plus", Real(0.05))];

/// Parameters under which Adaptive RED equals RED: max_p does not change, and gentle mode is off.
fn at_rest(about: &About) -> Values {
    if about.id == "adaptive-red" { &[("gentle", Switch(false)), ("adapt_interval_s", Real(60.0))] } else { &[] }
}

#[test]
fn with_special_parameters_one_discipline_equals_another() {
    #[rustfmt::skip]
    let pairs: &[(Values, Scheme, Scheme)] = &[
        (SHORT, ("gchoke", &[("maxcomp", Integer(1))]), ("choke", &[])),
        (SHORT, ("choke", &[("schedule", Choice("two_region")), ("int_th", Real(12.0)), ("m_high", Integer(1))]), ("choke", &[])),
        (SHORT, ("choke", &[("schedule", Choice("regions")), ("regions_k", Integer(1)), ("regions_a", Integer(3))]), ("choke", &[("m", Integer(3))])),
        (SHORT, ("choke", &[("draw_mode", Choice("independent"))]), ("choke", &[])),
        (SHORT, ("xchoke", &[("table_capacity", Integer(0))]), ("choke", &[])),
        (SHORT, ("punsi", &[("theta", Integer(24))]), ("choke", &[])),
        (SHORT, ("punsi", &[("theta", Integer(1))]), ("back-choke", &[])),
        (SHORT, ("choke-apf", &[("apf_factor", Real(0.0)), ("extra_draws", Integer(0))]), ("choke", &[])),
        (SHORT, ("rear-choke", &[("rear_fraction", Real(1.0))]), ("choke", &[])),
        (NO_BELOW, ("sac", &[("k_max", Integer(1))]), ("choke", &[])),
        (SHORT, ("sbt", &[]), ("red", &[])),
        (DRAWING, ("choker", &[("steps", Integer(1))]), ("chokew", &[])),
        (SHORT, ("sbt", &[("sbt_exponent", Real(0.0)), ("sbt_ref", Choice("fixed"))]), ("red", &[])),
    ];
    for &(common, (one, one_values), (other, other_values)) in pairs {
        for seed in 0..SCRIPTS {
            let mut left = Run::new(about(one), &[common, one_values], Stream::named(seed, "chance"));
            let mut right = Run::new(about(other), &[common, other_values], Stream::named(seed, "chance"));
            let mut script = Stream::named(seed, "script");
            for step in 0..STEPS {
                let step_kind = Step::random(&mut script);
                left.take(step_kind, 1000);
                right.take(step_kind, 1000);
                assert_eq!(left.diary, right.diary, "{one} {one_values:?} and {other}, seed {seed}, step {step}");
            }
            assert!(left.diary.len() > STEPS / 2, "the random events led to too few reports");
        }
    }
}

/// Rear-only CHOKe draws from a part of the queue that grows with the queue, PUNSI from a window of fixed length. The
/// test sets the window of PUNSI to half of a given queue length, so that both draw from the same packets.
#[test]
fn a_window_of_the_rear_half_is_rear_only_choke() {
    for waiting in 1..=20_u32 {
        let window = [("theta", Integer(i64::from(waiting.div_ceil(2))))];
        let below = [("limit", Integer(30)), ("min_th", Real(25.0)), ("max_th", Real(26.0)), ("w_q", Real(1.0))];
        let between = [("limit", Integer(30)), ("min_th", Real(0.5)), ("max_th", Real(26.0)), ("w_q", Real(1.0))];
        for seed in 0..40 {
            let run = |id, own: &[(&'static str, ParamValue)]| {
                let mut run = Run::new(about(id), &[&below, own], Stream::named(seed, "chance"));
                for flow in 0..waiting {
                    run.arrive(flow % 3, 1000);
                }
                run.reconfigure(&[&between, own]);
                run.arrive(seed as u32 % 3, 1000);
                run.diary
            };
            assert_eq!(run("punsi", &window), run("rear-choke", &[]), "{waiting} waiting, seed {seed}");
        }
    }
}

#[test]
fn below_the_minimum_every_discipline_based_on_red_is_tail_drop() {
    let common: Values = &[("limit", Integer(8)), ("min_th", Real(9.0)), ("max_th", Real(20.0))];
    for_all_on_red(|about| {
        for seed in 0..SCRIPTS {
            let mut relative = Run::new(about, &[common], TwoStreams::new(seed));
            let mut tail = Run::new(about_of("drop-tail").expect("registered"), &[&common[..1]], TwoStreams::new(seed));
            let mut script = Stream::named(seed, "script");
            for _ in 0..STEPS {
                let step = Step::random(&mut script);
                relative.take(step, 1000);
                tail.take(step, 1000);
            }
            assert_eq!(relative.fates(), tail.fates(), "{}, seed {seed}", about.id);
            assert!(tail.fates().iter().any(|report| matches!(report, Report::Drop(..))));
        }
    });
}

#[test]
fn without_matches_every_discipline_based_on_red_decides_as_red() {
    for_all_on_red(|about| {
        for seed in 0..SCRIPTS {
            let mut relative = Run::new(about, &[SHORT, at_rest(about)], TwoStreams::new(seed));
            let mut red = Run::new(about_of("red").expect("registered"), &[SHORT], TwoStreams::new(seed));
            let mut script = Stream::named(seed, "script");
            for flow in 0..STEPS as u32 {
                let step = match Step::random(&mut script) {
                    Step::Arrive { is_ect, .. } => Step::Arrive { flow, is_ect },
                    step => step,
                };
                relative.take(step, 1000);
                red.take(step, 1000);
            }
            assert_eq!(relative.fates(), red.fates(), "{}, seed {seed}", about.id);
        }
    });
}

#[test]
fn a_match_drops_as_many_packets_as_its_discipline_declares() {
    // True if a match drops exactly one queued packet, and false if it may drop more.
    #[rustfmt::skip]
    let schemes: &[(&str, Values, bool)] = &[
        ("choke", &[], true), ("rear-choke", &[], true), ("front-choke", &[], true), ("back-choke", &[], true),
        ("xchoke", &[], true), ("choke-apf", &[], true), ("punsi", &[("theta", Integer(3))], true),
        ("chokew", DRAWING, true), ("choker", DRAWING, true),
        ("choke", &[("m", Integer(4))], false), ("gchoke", &[], false), ("choked", &[], false), ("sac", &[], false),
    ];
    for &(id, values, is_exact) in schemes {
        let (mut victims, mut arrivals) = (0, 0);
        for seed in 0..SCRIPTS {
            let mut run = Run::new(about(id), &[SHORT, values], Stream::named(seed, "chance"));
            let mut script = Stream::named(seed, "script");
            for _ in 0..STEPS {
                run.take(Step::random(&mut script), 1000);
            }
            let given = |reason| {
                run.diary
                    .iter()
                    .filter(|report| matches!(report, Report::Drop(_, given, _) if *given == reason))
                    .count()
            };
            victims += given(Reason::MatchVictim);
            arrivals += given(Reason::MatchArriving);
        }
        assert!(arrivals > 0, "{id} matched nothing");
        assert!(if is_exact { victims == arrivals } else { victims > arrivals }, "{id}: {victims} with {arrivals}");
    }
}

// ---- Recorded runs ---------------------------------------------------------------------------------------------------

fn about(id: &str) -> &'static About {
    about_of(id).unwrap_or_else(|| panic!("no discipline {id}"))
}

/// Runs a check on every registered discipline that has RED's parameters, except RED itself.
fn for_all_on_red(check: impl Fn(&'static About)) {
    let ids_of = |about: &About| about.params.first().map(|group| group.iter().map(|spec| spec.id).collect::<Vec<_>>());
    let reds: Vec<_> = red::PARAMS.iter().map(|spec| spec.id).collect();
    let on_red: Vec<_> =
        ABOUTS.iter().filter(|about| about.id != "red" && ids_of(about).as_ref() == Some(&reds)).collect();
    assert!(on_red.len() >= 11, "the family is larger than {}", on_red.len());
    on_red.into_iter().for_each(|about| check(about));
}

#[derive(Clone, Copy)]
enum Step {
    Arrive { flow: u32, is_ect: bool },
    Depart,
    Wait(u64),
}

impl Step {
    /// A random event. Arrivals outnumber departures by 12 to 7, so that queues fill up.
    fn random(script: &mut Stream) -> Self {
        match script.pick(20) {
            0..=11 => Self::Arrive { flow: [0, 0, 0, 1, 2, 3][script.pick(6)], is_ect: script.happens(0.3) },
            12..=18 => Self::Depart,
            _ => Self::Wait(script.pick(40) as u64),
        }
    }
}

/// A run of a discipline, with its reports on packets and draws. Reported lines of pseudo-code and quantities are left
/// out, since equivalent disciplines may report different ones.
struct Run<C> {
    about: &'static About,
    discipline: AnyDiscipline,
    chance: C,
    now: SimTime,
    sent: u64,
    diary: Vec<Report>,
}

impl<C: Chance> Run<C> {
    fn new(about: &'static About, values: &[&[(&'static str, ParamValue)]], chance: C) -> Self {
        let discipline = AnyDiscipline::new(params(about, values));
        Self { about, discipline, chance, now: SimTime::ZERO, sent: 0, diary: Vec::new() }
    }

    fn reconfigure(&mut self, values: &[&[(&'static str, ParamValue)]]) {
        let mut diary = Diary(&mut self.diary);
        let params = params(self.about, values);
        ask(self.now, &mut self.chance, &mut diary, |cx| self.discipline.reconfigure(params, cx));
    }

    fn arrive(&mut self, flow: u32, bytes: u16) {
        self.take(Step::Arrive { flow, is_ect: false }, bytes);
    }

    fn take(&mut self, step: Step, bytes: u16) {
        let mut diary = Diary(&mut self.diary);
        match step {
            Step::Arrive { flow, is_ect } => {
                self.sent += 1;
                let ecn = if is_ect { Ecn::Ect0 } else { Ecn::NotEct };
                let packet =
                    Packet { arrived: self.now, ecn, is_udp: flow == 0, ..Packet::plain(self.sent, flow, bytes) };
                ask(self.now, &mut self.chance, &mut diary, |cx| self.discipline.enqueue(packet, cx));
            }
            Step::Depart => {
                let sent = ask(self.now, &mut self.chance, &mut diary, |cx| self.discipline.dequeue(cx));
                let id = sent.map(|packet| packet.id);
                self.diary.push(Report::Depart(id));
            }
            Step::Wait(millis) => self.now += Span::from_millis(millis),
        }
    }

    /// The reports of what happened to each packet, without those of drawn packets.
    fn fates(&self) -> Vec<Report> {
        self.diary.iter().copied().filter(|report| !matches!(report, Report::Draw(..))).collect()
    }
}

fn params(about: &'static About, values: &[&[(&'static str, ParamValue)]]) -> AnyParams {
    let settings = values
        .iter()
        .copied()
        .flatten()
        .fold(Settings::defaults(about), |settings, &(id, value)| settings.with(id, value));
    AnyParams::check(about, &settings, &LINK).unwrap_or_else(|problem| panic!("{}: {problem:?}", about.id))
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Report {
    Draw(usize, FlowId, bool),
    Admit(u64, usize),
    Drop(u64, Reason, Option<usize>),
    Mark(u64, Reason),
    Depart(Option<u64>),
}

struct Diary<'a>(&'a mut Vec<Report>);

impl Tracer for Diary<'_> {
    fn draw(&mut self, place: usize, flow: FlowId, is_match: bool) {
        self.0.push(Report::Draw(place, flow, is_match));
    }
    fn admit(&mut self, packet: &Packet, place: usize) {
        self.0.push(Report::Admit(packet.id, place));
    }
    fn drop(&mut self, packet: &Packet, reason: Reason, place: Option<usize>) {
        self.0.push(Report::Drop(packet.id, reason, place));
    }
    fn mark(&mut self, packet: &Packet, reason: Reason) {
        self.0.push(Report::Mark(packet.id, reason));
    }
}

/// Random numbers from two streams: one for the positions of drawn packets, and one for RED's random drops. RED thus
/// gets the same numbers in disciplines that draw packets and in disciplines that draw none.
struct TwoStreams {
    places: Stream,
    numbers: Stream,
}

impl TwoStreams {
    fn new(seed: u64) -> Self {
        Self { places: Stream::named(seed, "places"), numbers: Stream::named(seed, "numbers") }
    }
}

impl Chance for TwoStreams {
    fn unit(&mut self) -> f64 {
        self.numbers.unit()
    }
    fn index(&mut self, count: usize) -> usize {
        self.places.index(count)
    }
}

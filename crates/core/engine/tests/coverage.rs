//! A coverage test: every discipline reports exactly the lines, quantities and reasons that it declares.
//!
//! Each discipline is driven with random traffic and random parameters until it has reported every item that it
//! declares. An item that stays missing means unreachable pseudo-code, or code that does not report what it does. The
//! test covers every value of every switch and choice: a line that the page shows under a value must be reported under
//! that value, and a hidden line must not. With default settings, each line of the discipline's rule must be reported,
//! and each line that is a yes/no question must be reported with an answer. A new discipline is tested as soon as it
//! has a row in the registry.

use crate::ask::ask;
use crate::discipline_laws::rule_of;
use chokepoint_engine::discipline::about::ParamValue::{self, Choice, Integer, Real, Switch};
use chokepoint_engine::discipline::about::{CodeLine, ParamKind, ParamSpec, Rule};
use chokepoint_engine::discipline::{
    ABOUTS, About, AnyDiscipline, AnyParams, Hosts, LineId, LinkFacts, QuantityId, Reason, Settings, Tracer,
};
use chokepoint_engine::packet::{Ecn, Packet};
use chokepoint_engine::rng::{Chance, Stream};
use chokepoint_engine::time::{SimTime, Span};
use std::collections::{BTreeMap, BTreeSet};

const CAPACITY_BPS: u64 = 1_000_000;

/// A link to two hosts: three of the four flows end at the first, and one at the second.
fn link() -> LinkFacts {
    let hosts = Hosts::with_flows([3, 1]);
    LinkFacts { capacity_bps: CAPACITY_BPS, delay_s: 0.01, packet_bytes: 1000, hash_salt: 0, hosts }
}

/// Number of random parameter sets after which a line that was never reported counts as unreachable.
const MOST_TRIES: u64 = 4_000;

const STEPS: usize = 150;

/// By discipline, parameters that are set in every second try, to reach lines that random parameters reach too rarely.
const HINTS: &[(&str, &[(&str, ParamValue)])] = &[
    // One line of PIE runs only once a sum of probabilities has grown for a long time. Any drop or overflow resets the
    // sum.
    ("pie", &[("derandomize", Switch(true)), ("limit", Integer(10_000))]),
    ("fq-pie", &[("derandomize", Switch(true)), ("limit", Integer(10_000))]),
];

#[test]
fn exactly_the_declared_items_are_reported() {
    let mut missing = Vec::new();
    for about in ABOUTS {
        let mut reported = Reported::of(about);
        let covered = (0..MOST_TRIES).any(|seed| {
            try_out(about, (seed, Modes::All), &mut reported);
            reported.is_complete()
        });
        if !covered || !reported.hidden.is_empty() {
            missing.extend(reported.missing().into_iter().map(|what| format!("{}, {what}", about.id)));
        }
    }
    assert!(
        missing.is_empty(),
        "never reported in {MOST_TRIES} tries, or reported although the page does not show it:\n{}",
        missing.join("\n")
    );
}

#[test]
fn by_default_every_line_of_a_rule_is_reported_and_every_question_answered() {
    let mut missing = Vec::new();
    for about in ABOUTS {
        let mut reported = Reported::of(about);
        let covered = (0..MOST_TRIES).any(|seed| {
            try_out(about, (seed, Modes::Default), &mut reported);
            reported.dark_lines_of_the_rule().is_empty()
        });
        if !covered {
            missing.extend(reported.dark_lines_of_the_rule().into_iter().map(|what| format!("{}, {what}", about.id)));
        }
    }
    assert!(missing.is_empty(), "never reported in {MOST_TRIES} tries:\n{}", missing.join("\n"));
}

#[test]
fn a_line_of_a_rule_that_is_never_reported_is_found() {
    let choke = ABOUTS.iter().find(|about| about.id == "choke").expect("a discipline");
    let mut lines: Vec<_> = choke.rule.lines().copied().collect();
    // First fault: the rule's line "drop both" stands for two lines of pseudo-code that never run with default
    // settings. The line "drop both" is therefore never reported.
    lines[5].from = LineId(lines[4].from.0 + 2);
    lines[5].asks = None;
    // Second fault: the yes or no of the rule's last line comes from a line of pseudo-code that tests a guard of ns-2.
    // With default settings that line never runs, so the answer is never reported.
    lines[6].asks = Some(lines[6].from);
    let rule = Rule { lines: Vec::leak(vec![&*Vec::leak(lines)]), ..choke.rule };
    let about: &About = Box::leak(Box::new(About { rule, ..**choke }));
    let mut reported = Reported::of(about);
    (0..100).for_each(|seed| try_out(about, (seed, Modes::Default), &mut reported));
    let expected = ["line of the rule: drop both", "answer of the rule: drop it with probability p_a"];
    assert_eq!(reported.dark_lines_of_the_rule(), expected);
}

#[test]
fn conditions_of_lines_name_switches_and_choices_with_some_of_their_values() {
    for about in ABOUTS {
        for line in about.code() {
            for only_if in line.only_if.iter().chain(line.or.iter().flat_map(|wording| wording.only_if)) {
                let all = values_of(about, only_if.param);
                let some = only_if.values;
                assert!(some.iter().all(|value| all.contains(value)), "{}: {}: {only_if:?}", about.id, line.text);
                assert!(!some.is_empty() && some.len() < all.len(), "{}: {}: {only_if:?}", about.id, line.text);
            }
        }
    }
}

#[test]
fn a_line_with_a_condition_is_declared_as_a_test() {
    for about in ABOUTS {
        for line in about.code() {
            let mut clauses = line.text.split([':', ';']).map(str::trim_start);
            let is_condition = clauses.any(|clause| {
                let clause = clause.strip_prefix("else ").unwrap_or(clause);
                clause.starts_with("if ") || clause.starts_with("while ")
            });
            assert!(line.is_test || !is_condition, "{}: no test: {}", about.id, line.text);
        }
    }
}

/// The switches and choices that may differ from their defaults.
#[derive(Clone, Copy, Eq, PartialEq)]
enum Modes {
    All,
    Default,
}

/// Drives a queue with random traffic, under parameters derived from the seed.
fn try_out(about: &'static About, (seed, modes): (u64, Modes), reported: &mut Reported) {
    let mut traffic = Stream::named(seed, "traffic");
    let mut luck = Luck { stream: Stream::named(seed, "discipline"), kind: traffic.pick(4) };
    let (settings, params) = random_params(about, (seed, modes), &mut traffic);
    reported.comes_under(&settings);
    let mut discipline = AnyDiscipline::new(params);
    let mut now = SimTime::ZERO;
    let mut packets = 0;
    for _ in 0..STEPS {
        let step = traffic.pick(20);
        match step {
            // A burst arrives, mostly from one flow.
            0..10 => {
                let flow = [0, 0, 0, 1, 2, 3][traffic.pick(6)];
                let (bytes, is_ect) = ([1000, 1000, 40, 1500][traffic.pick(4)], traffic.happens(0.5));
                for _ in 0..1 + traffic.pick(5) {
                    packets += 1;
                    let packet = Packet {
                        arrived: now,
                        ecn: if !is_ect { Ecn::NotEct } else { [Ecn::Ect0, Ecn::Ect1][(flow % 2) as usize] },
                        is_udp: flow == 0,
                        priority: (flow % 2) as u8,
                        ..Packet::plain(packets, flow, bytes)
                    };
                    reported.is_arrival = true;
                    ask(now, &mut luck, reported, |cx| discipline.enqueue(packet, cx));
                    reported.is_arrival = false;
                }
            }
            // The link sends packets, and time passes for their transmission.
            10..15 => {
                for _ in 0..1 + traffic.pick(4) {
                    let sent = ask(now, &mut luck, reported, |cx| discipline.dequeue(cx));
                    let bits = sent.map_or(0, |packet| 8 * u64::from(packet.bytes));
                    now += Span::from_nanos(bits * 1_000_000_000 / CAPACITY_BPS);
                }
            }
            // Time passes, sometimes on an idle link. A timer runs when it is due.
            15..19 => {
                let until = now + Span::from_millis([1, 20, 300, 5_000][traffic.pick(4)]);
                if traffic.happens(0.3) {
                    while ask(now, &mut luck, reported, |cx| discipline.dequeue(cx)).is_some() {}
                }
                for _ in 0..20 {
                    let Some(due) = discipline.next_timer().filter(|&due| due <= until) else { break };
                    ask(due.max(now), &mut luck, reported, |cx| discipline.on_timer(cx));
                }
                now = until;
            }
            _ => {
                let (settings, params) = random_params(about, (seed, modes), &mut traffic);
                reported.comes_under(&settings);
                reported.is_arrival = true;
                ask(now, &mut luck, reported, |cx| discipline.reconfigure(params, cx));
                reported.is_arrival = false;
            }
        }
    }
}

/// The random numbers for a discipline. They are not always uniform, since improbable outcomes must occur too.
struct Luck {
    stream: Stream,
    kind: usize,
}

impl Chance for Luck {
    fn unit(&mut self) -> f64 {
        let u = self.stream.unit();
        match self.kind {
            0 => u / 1024.0,
            1 => 1.0 - (1.0 - u) / 1024.0,
            _ => u,
        }
    }

    fn index(&mut self, count: usize) -> usize {
        self.stream.index(count)
    }
}

/// Random, mutually consistent parameters. With `Modes::All`, every odd `seed` also sets the values in `HINTS` for the
/// discipline.
fn random_params(about: &About, (seed, modes): (u64, Modes), chance: &mut Stream) -> (Settings, AnyParams) {
    let has_hints = modes == Modes::All && seed % 2 == 1;
    let hints = HINTS.iter().filter(|(id, _)| has_hints && *id == about.id).flat_map(|(_, values)| *values);
    for _ in 0..20 {
        let mut settings = Settings::defaults(about);
        let is_free = |spec: &&ParamSpec| modes == Modes::All || values_of(about, spec.id).is_empty();
        for spec in about.params().filter(is_free) {
            settings = settings.with(spec.id, random_value(spec, about.default_of(spec), chance));
        }
        settings = hints.clone().fold(settings, |settings, &(id, value)| settings.with(id, value));
        if let Ok(params) = AnyParams::check(about, &settings, &link()) {
            return (settings, params);
        }
    }
    let settings = Settings::defaults(about);
    let Ok(params) = AnyParams::check(about, &settings, &link()) else {
        panic!("the defaults of {} contradict each other", about.id)
    };
    (settings, params)
}

/// The values of a switch or choice; empty for other parameters and undeclared ones.
fn values_of(about: &About, id: &str) -> Vec<ParamValue> {
    match about.params().find(|spec| spec.id == id).map(|spec| spec.kind) {
        Some(ParamKind::Switch) => vec![Switch(false), Switch(true)],
        Some(ParamKind::Choice { choices }) => choices.iter().map(|choice| Choice(choice.id)).collect(),
        _ => Vec::new(),
    }
}

/// A random value: the default, a bound of the declared range, or a number in between. Small limits are more frequent
/// than large ones.
fn random_value(spec: &ParamSpec, default: ParamValue, chance: &mut Stream) -> ParamValue {
    let mut number = |min: f64, max: f64, default: f64| match chance.pick(8) {
        0 | 1 => default,
        2 => min,
        3 => max,
        4 => (min + chance.unit() * 16.0).min(max),
        5 => (default * [0.1, 0.25, 0.5, 2.0, 4.0, 10.0][chance.pick(6)]).clamp(min, max),
        // A division by a random power of two makes every order of magnitude equally likely.
        _ => min + (max - min) * chance.unit() / (1u64 << chance.pick(16)) as f64,
    };
    match (spec.kind, default) {
        (ParamKind::Integer { .. }, _) if spec.id == "limit" => Integer(1 + chance.pick(40) as i64),
        (ParamKind::Integer { min, max }, Integer(default)) => {
            Integer((number(min as f64, max as f64, default as f64) as i64).clamp(min, max))
        }
        (ParamKind::Real { min, max }, Real(default)) => Real(number(min, max, default).clamp(min, max)),
        (ParamKind::Switch, _) => Switch(chance.happens(0.5)),
        (ParamKind::Choice { choices }, _) => Choice(choices[chance.pick(choices.len())].id),
        _ => default,
    }
}

/// A value of a switch or choice, with what was reported while it was set.
struct Setting {
    param: &'static str,
    value: ParamValue,
    /// Whether the parameter currently has this value.
    is_in_force: bool,
    /// For each line of pseudo-code, whether the page shows the line if the parameter has this value, and whether a run with
    /// this value has reported the line.
    lines: Vec<(bool, bool)>,
}

/// Which of the items that a discipline declares have been reported so far.
struct Reported {
    about: &'static About,
    lines: Vec<&'static CodeLine>,
    has_line: Vec<bool>,
    settings: Vec<Setting>,
    /// Lines that were reported although the page hides them under the parameters of the run.
    hidden: BTreeSet<String>,
    has_quantity: Vec<bool>,
    reasons: BTreeSet<Reason>,
    reasons_without_arrival: BTreeSet<Reason>,
    /// Whether an arrival or a parameter change is in progress. At any other time, a drop or mark must have one of the
    /// reasons that the discipline declares for packets without an arrival.
    is_arrival: bool,
}

impl Reported {
    fn of(about: &'static About) -> Self {
        let lines: Vec<_> = about.code().collect();
        let settings =
            about.params().flat_map(|spec| values_of(about, spec.id).into_iter().map(|value| (spec.id, value)));
        let shown_under = |param: &str, value: &ParamValue, line: &CodeLine| {
            line.only_if.iter().all(|only_if| only_if.param != param || only_if.values.contains(value))
        };
        Self {
            about,
            settings: settings
                .map(|(param, value)| Setting {
                    param,
                    value,
                    is_in_force: false,
                    lines: lines.iter().map(|line| (shown_under(param, &value, line), false)).collect(),
                })
                .collect(),
            has_line: vec![false; lines.len()],
            hidden: BTreeSet::new(),
            lines,
            has_quantity: vec![false; about.quantities().count()],
            reasons: BTreeSet::new(),
            reasons_without_arrival: BTreeSet::new(),
            is_arrival: false,
        }
    }

    /// Makes these settings current.
    fn comes_under(&mut self, settings: &Settings) {
        let in_force: BTreeMap<_, _> = settings.iter().collect();
        for setting in &mut self.settings {
            setting.is_in_force = in_force[setting.param] == setting.value;
        }
    }

    fn is_complete(&self) -> bool {
        self.has_line.iter().chain(&self.has_quantity).all(|&has| has)
            && self.settings.iter().all(|setting| setting.lines.iter().all(|&(is_shown, has)| has || !is_shown))
            && self.reasons.len() == self.about.reasons.len()
            && self.reasons_without_arrival.len() == self.about.reasons_without_arrival.len()
    }

    fn missing(&self) -> Vec<String> {
        let quantities = self.about.quantities().zip(&self.has_quantity).filter(|(_, has)| !**has);
        let lines = self.lines.iter().zip(&self.has_line).filter(|(_, has)| !**has);
        let of = |declared: &[Reason], given: &BTreeSet<Reason>, what: &str| -> Vec<String> {
            let missing = declared.iter().filter(|reason| !given.contains(reason));
            missing.map(|reason| format!("{what} {reason:?}")).collect()
        };
        let under = self.settings.iter().flat_map(|setting| {
            let lines = setting.lines.iter().zip(&self.has_line).zip(&self.lines);
            // Lines that were reported under another value of a parameter, but not under this one. Lines that were
            // never reported are already in `lines`.
            let missing = lines.filter(|((shown, came), _)| shown.0 && !shown.1 && **came);
            missing.map(|(_, line)| format!("under {} = {:?}, line: {}", setting.param, setting.value, line.text))
        });
        lines
            .map(|(line, _)| format!("line: {}", line.text))
            .chain(under)
            .chain(self.hidden.iter().cloned())
            .chain(quantities.map(|(quantity, _)| format!("quantity: {}", quantity.id)))
            .chain(of(self.about.reasons, &self.reasons, "reason"))
            .chain(of(self.about.reasons_without_arrival, &self.reasons_without_arrival, "without an arrival"))
            .collect()
    }

    /// The rule's lines that were never reported, and the questions of the rule (`asks`) whose line of pseudo-code was
    /// never reported.
    fn dark_lines_of_the_rule(&self) -> Vec<String> {
        let mut dark = Vec::new();
        for (line, range) in rule_of(self.about) {
            if !self.has_line[range].contains(&true) {
                dark.push(format!("line of the rule: {}", line.text));
            }
            if line.asks.is_some_and(|LineId(asks)| !self.has_line[usize::from(asks)]) {
                dark.push(format!("answer of the rule: {}", line.text));
            }
        }
        dark
    }

    fn record_line(&mut self, LineId(line): LineId, is_test: bool) {
        let (id, line) = (self.about.id, usize::from(line));
        assert!(line < self.lines.len(), "{id} reports line {line}, which it does not declare");
        let CodeLine { text, is_test: is_declared_test, .. } = self.lines[line];
        assert_eq!(is_test, *is_declared_test, "{id} reports a test as a line or a line as a test: {text}");
        self.has_line[line] = true;
        for setting in self.settings.iter_mut().filter(|setting| setting.is_in_force) {
            let (is_shown, has) = &mut setting.lines[line];
            if !*is_shown {
                self.hidden
                    .insert(format!("{} = {:?} runs a line that is not shown: {text}", setting.param, setting.value));
            }
            *has = true;
        }
    }

    fn give(&mut self, reason: Reason) {
        let id = self.about.id;
        assert!(self.about.reasons.contains(&reason), "{id} gives {reason:?}, which it does not declare");
        self.reasons.insert(reason);
        if !self.is_arrival {
            let is_declared = self.about.reasons_without_arrival.contains(&reason);
            assert!(is_declared, "{id} gives {reason:?} without an arrival, but does not declare this");
            self.reasons_without_arrival.insert(reason);
        }
    }
}

impl Tracer for Reported {
    fn line(&mut self, line: LineId) {
        self.record_line(line, false);
    }

    fn test(&mut self, line: LineId, _held: bool) {
        self.record_line(line, true);
    }

    fn value(&mut self, QuantityId(quantity): QuantityId, _value: f64) {
        let quantity = usize::from(quantity);
        assert!(
            quantity < self.has_quantity.len(),
            "{} reports quantity {quantity}, which it does not declare",
            self.about.id
        );
        self.has_quantity[quantity] = true;
    }

    fn drop(&mut self, _packet: &Packet, reason: Reason, _place: Option<usize>) {
        self.give(reason);
    }

    fn mark(&mut self, _packet: &Packet, reason: Reason) {
        self.give(reason);
    }
}

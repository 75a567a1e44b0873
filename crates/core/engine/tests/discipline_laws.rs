//! Invariants that every registered discipline obeys under all parameters, checked on random traffic.
//!
//! A new discipline is tested as soon as it has a row in the registry.

use crate::ask::ask;
use chokepoint_engine::Scenario;
use chokepoint_engine::discipline::about::{
    Bound, CodeLine, MAX_DIAL_NAME, MAX_TABLE_COLUMNS, ParamKind, ParamSet, ParamSpec, ParamValue, Rule, RuleLine,
    StateView, View,
};
use chokepoint_engine::discipline::{
    ABOUTS, About, AnyDiscipline, AnyParams, Hosts, LineId, LinkFacts, QuantityId, QueueFacts, Reason, Settings,
    SlotFacts, Tracer, Viewer, about_of,
};
use chokepoint_engine::hash::StateHash;
use chokepoint_engine::packet::{Ecn, FlowId, Packet};
use chokepoint_engine::rng::{Chance, Stream};
use chokepoint_engine::time::{SimTime, Span};
use proptest::prelude::*;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::Range;
use std::path::Path;

const LINK: LinkFacts =
    LinkFacts { capacity_bps: 1_000_000, delay_s: 0.01, packet_bytes: 1000, hash_salt: 0, hosts: Hosts::ONE };

// ---- Invariants on random traffic ------------------------------------------------------------------------------------

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    #[test]
    fn packets_are_conserved_and_keep_their_order(seed: u64, steps in steps()) {
        for about in ABOUTS {
            let mut run = Run::new(about, seed);
            for &step in &steps {
                run.take(step);
                run.check_conservation();
            }
            run.drain();
        }
    }

    #[test]
    fn a_clone_behaves_like_the_original(seed: u64, steps in steps(), after in steps()) {
        for about in ABOUTS {
            let mut original = Run::new(about, seed);
            for &step in &steps {
                original.take(step);
            }
            let mut copy = original.clone();
            prop_assert_eq!(original.hash(), copy.hash());
            for &step in &after {
                original.take(step);
                copy.take(step);
                prop_assert_eq!(original.hash(), copy.hash(), "{} after {:?}", about.id, step);
            }
            prop_assert_eq!(original.diary.reports, copy.diary.reports);
        }
    }

    #[test]
    fn a_listening_tracer_changes_nothing(seed: u64, steps in steps()) {
        for about in ABOUTS {
            let mut heard = Run::new(about, seed);
            let mut silent = heard.clone();
            for &step in &steps {
                let left = heard.take(step);
                let left_silently = silent.take_silently(step);
                prop_assert_eq!(left, left_silently, "{} at {:?}", about.id, step);
                prop_assert_eq!(heard.hash(), silent.hash(), "{} at {:?}", about.id, step);
            }
        }
    }
}

// ---- Invariants of declarations --------------------------------------------------------------------------------------

#[test]
fn every_declared_parameter_can_be_read_with_its_default() {
    for about in ABOUTS {
        let settings = Settings::defaults(about);
        for spec in about.params() {
            match spec.kind {
                ParamKind::Integer { .. } => drop(settings.integer(spec.id)),
                ParamKind::Real { .. } => drop(settings.real(spec.id)),
                ParamKind::Switch => drop(settings.switch(spec.id)),
                ParamKind::Choice { .. } => drop(settings.choice(spec.id)),
            }
            let value = about.default_of(spec);
            assert_eq!(spec.parse(&value.to_json()), Ok(value), "default of {} in {}", spec.id, about.id);
            assert!(!spec.meaning.is_empty() && !spec.name.is_empty(), "{} in {}", spec.id, about.id);
        }
        assert_eq!(settings.iter().count(), about.params().count(), "{} declares a parameter twice", about.id);
        assert!(
            AnyParams::check(about, &settings, &LINK).is_ok(),
            "the defaults of {} contradict each other",
            about.id
        );
    }
}

#[test]
fn defaults_fit_the_declared_ranges() {
    for about in ABOUTS {
        let spec_of = |id: &str| {
            about.params().find(|spec| spec.id == id).unwrap_or_else(|| panic!("{} has no parameter {id}", about.id))
        };
        for (id, value) in about.defaults {
            assert_eq!(spec_of(id).parse(&value.to_json()), Ok(*value), "{id} in {}", about.id);
        }
    }
}

#[test]
fn a_named_set_has_a_unique_id_an_origin_and_gives_a_valid_scene() {
    let is_kebab = |id: &str| {
        let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
        id.split('-').all(|word| !word.is_empty() && word.chars().all(is_plain))
    };
    for about in ABOUTS {
        let ids: BTreeSet<_> = about.param_sets.iter().map(|set| set.id).collect();
        assert_eq!(ids.len(), about.param_sets.len(), "{} has two named sets of one id", about.id);
        for set in about.param_sets {
            let place = format!("{} of {}", set.id, about.id);
            assert!(is_kebab(set.id) && !set.name.is_empty() && !set.origin.is_empty(), "{place}");
            assert_eq!(about.param_set(set.id).map(|found| found.name), Some(set.name), "{place}");
            let params: Map<_, _> = set.values.iter().map(|(id, value)| ((*id).to_owned(), value.to_json())).collect();
            assert_eq!(params.len(), set.values.len(), "{place} names a parameter twice");
            let scene =
                json!({ "lanes": [{ "aqm": about.id, "params": params }], "flows": [{ "transport": "newreno" }] });
            let scene = Scenario::parse(&scene).unwrap_or_else(|problems| panic!("{place}: {problems:?}"));
            let (_, settings, _) = scene.lane_settings(0).unwrap_or_else(|problems| panic!("{place}: {problems:?}"));
            let in_force: BTreeMap<_, _> = settings.iter().collect();
            assert!(set.values.iter().all(|(id, value)| in_force[id] == *value), "{place}");
        }
    }
}

/// The meaning of RED's thresholds depends on its modes, which are switches and choices. A user may apply one named
/// parameter set after another, and a mode that the later set does not name keeps its value. Therefore, if one set with
/// thresholds changes a mode, every other set with thresholds must name this mode.
#[test]
fn sets_with_thresholds_overwrite_every_mode_of_another_set() {
    let is_mode = |value: &ParamValue| matches!(value, ParamValue::Switch(_) | ParamValue::Choice(_));
    let with_thresholds = |set: &&ParamSet| set.values.iter().any(|(id, _)| *id == "min_th");
    for about in ABOUTS {
        for set in about.param_sets.iter().filter(with_thresholds) {
            for other in about.param_sets.iter().filter(with_thresholds) {
                for (id, value) in other.values.iter().filter(|(_, value)| is_mode(value)) {
                    let spec = about.params().find(|spec| spec.id == *id).expect("declared");
                    let is_named = set.values.iter().any(|(named, _)| named == id);
                    // A set need not name byte modes and ECN modes, since these have no effect by default: `byte_mode`
                    // and ECN are off.
                    let is_of_bytes = id.starts_with("byte_") && *id != "byte_mode";
                    let is_idle = is_of_bytes || id.starts_with("ecn") || *value == about.default_of(spec);
                    assert!(is_named || is_idle, "{}: after {}, {} leaves {id}", about.id, other.id, set.id);
                }
            }
        }
    }
}

/// A lane named like "choked as algorithm-1" has exactly the values of that parameter set.
#[test]
fn lanes_named_after_a_named_set_have_its_values() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../presets");
    let mut seen = BTreeSet::new();
    for entry in fs::read_dir(folder).expect("the folder of presets").flatten() {
        if entry.path().extension().is_none_or(|it| it != "json") {
            continue;
        }
        let text = fs::read_to_string(entry.path()).expect("a preset");
        let preset: Value = serde_json::from_str(&text).expect("a JSON file");
        let id = preset["scenario"]["id"].as_str().unwrap_or_default().to_owned();
        for lane in preset["experiment"]["lanes"].as_array().into_iter().flatten() {
            let Some((aqm, set)) = lane["name"].as_str().and_then(|name| name.split_once(" as ")) else { continue };
            let set =
                about_of(aqm).and_then(|about| about.param_set(set)).unwrap_or_else(|| panic!("{id}: {aqm}, {set}"));
            let values: Map<_, _> = set.values.iter().map(|(id, value)| ((*id).to_owned(), value.to_json())).collect();
            let numbers_alike = |given: &Value| {
                let given = given.as_object().into_iter().flatten();
                given
                    .map(|(id, value)| (id.clone(), value.as_f64().map_or(value.clone(), Value::from)))
                    .collect::<Map<_, _>>()
            };
            assert_eq!(lane["aqm"], aqm, "{id}");
            assert_eq!(
                numbers_alike(&lane["params"]),
                numbers_alike(&Value::Object(values)),
                "{id}: {aqm} as {}",
                set.id
            );
            seen.insert((id.clone(), set.id));
        }
    }
    assert!(seen.contains(&("choked-algorithm-1".into(), "algorithm-1")), "{seen:?}");
    assert!(seen.contains(&("pernewque-fig-1".into(), "fig-1")), "{seen:?}");
}

#[test]
fn pseudo_code_names_only_declared_quantities_and_fits_its_panel() {
    const WIDTH: usize = 60;
    for about in ABOUTS {
        let quantities: Vec<_> = about.quantities().map(|quantity| quantity.id).collect();
        let distinct: BTreeSet<_> = quantities.iter().collect();
        assert_eq!(distinct.len(), quantities.len(), "{} declares a quantity twice", about.id);
        let texts = about.code().flat_map(|line| [line.text].into_iter().chain(line.or.iter().map(|it| it.text)));
        for text in texts {
            assert!(text.chars().count() <= WIDTH, "{}: {text}", about.id);
            for placeholder in text.split('{').skip(1) {
                let id = placeholder.split('}').next().unwrap_or_default();
                assert!(quantities.contains(&id), "{}: no quantity {id} in {text}", about.id);
            }
        }
    }
}

/// Each line of a rule, with the range of pseudo-code lines that it summarizes.
pub(crate) fn rule_of(about: &About) -> Vec<(&'static RuleLine, Range<usize>)> {
    let begins = || about.rule.lines().map(|line| usize::from(line.from.0));
    let ends = begins().skip(1).chain([about.code().count()]);
    about.rule.lines().zip(begins().zip(ends)).map(|(line, (from, to))| (line, from..to)).collect()
}

fn faults_of_the_rule(about: &About) -> Vec<String> {
    const LEAST_LINES: usize = 4;
    const MOST_LINES: usize = 8;
    const MOST_INDENT: u8 = 2;
    const WIDTH: usize = 48;
    const WIDTH_BESIDE: usize = 16;
    const TYPICAL: &str = "0.00012";
    let code: Vec<_> = about.code().collect();
    // Whether the page shows a line of pseudo-code while all switches and choices have their defaults.
    let is_in_force = |line: &CodeLine| {
        line.only_if.iter().all(|only_if| {
            let spec = about.params().find(|spec| spec.id == only_if.param);
            spec.is_some_and(|spec| only_if.values.contains(&about.default_of(spec)))
        })
    };
    let rule = rule_of(about);
    let mut faults = Vec::new();
    let mut hold = |is_right: bool, fault: String| {
        if !is_right {
            faults.push(format!("{}: {fault}", about.id));
        }
    };
    // A rule has at least `LEAST_LINES` lines. If the pseudo-code is even shorter, as for DropTail, the rule has at
    // least as many lines as the pseudo-code.
    let least = code.iter().filter(|line| is_in_force(line)).count().min(LEAST_LINES);
    hold((least..=MOST_LINES).contains(&rule.len()), format!("{} lines", rule.len()));
    hold(!about.rule.source.is_empty(), "no source".into());
    hold(rule.first().is_none_or(|(_, range)| range.start == 0), "begins after the pseudo-code".into());
    let mut texts = BTreeSet::new();
    let mut indent = 0;
    for (line, range) in rule {
        let text = line.text;
        let width = text.chars().count();
        hold((1..=WIDTH).contains(&width), format!("{width} characters: {text}"));
        hold(!text.contains(['{', '}']), format!("a value in the text: {text}"));
        hold(texts.insert(text), format!("twice: {text}"));
        hold(line.indent <= MOST_INDENT.min(indent + 1), format!("indented too far: {text}"));
        indent = line.indent;

        let quantities = about.quantities().map(|quantity| format!("{{{}}}", quantity.id));
        let beside = quantities.fold(line.shows.to_owned(), |beside, id| beside.replace(&id, TYPICAL));
        hold(!beside.contains(['{', '}']), format!("no such quantity: {}", line.shows));
        hold(beside.chars().count() <= WIDTH_BESIDE, format!("too long beside a line: {}", line.shows));

        let summed_up = code.get(range.clone()).unwrap_or_default();
        hold(!summed_up.is_empty(), format!("this line sums up no pseudo-code: {text}"));
        hold(
            summed_up.iter().any(|line| is_in_force(line)),
            format!("this line sums up no pseudo-code by default: {text}"),
        );
        if let Some(LineId(asks)) = line.asks {
            let asked = code.get(usize::from(asks)).filter(|_| range.contains(&usize::from(asks)));
            hold(asked.is_some(), format!("the answer comes from a line outside the pseudo-code of this line: {text}"));
            hold(asked.is_none_or(|line| line.is_test), format!("the answering line is not a test: {text}"));
            hold(
                asked.is_none_or(|line| is_in_force(line)),
                format!("the answering line is not in force by default: {text}"),
            );
        }
    }
    faults
}

#[test]
fn a_rule_is_short_and_covers_the_pseudo_code() {
    let faults: Vec<_> = ABOUTS.iter().flat_map(|about| faults_of_the_rule(about)).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn errors_in_a_rule_are_found() {
    let choke = about_of("choke").expect("a discipline");
    let place = |text: &str| {
        let found = choke.code().position(|line| line.text.starts_with(text));
        LineId(found.expect("a line") as u8)
    };
    let (conditional, plain) = (place("count ← count + 1 = {count}"), place("draw m = {m}"));
    let of = |source, lines: Vec<RuleLine>| {
        let rule = Rule { source, lines: Vec::leak(vec![&*Vec::leak(lines)]), chart: None };
        faults_of_the_rule(&About { rule, ..*choke }).join("\n")
    };
    let lines: Vec<RuleLine> = choke.rule.lines().copied().collect();
    assert_eq!(of(choke.rule.source, lines.clone()), "");
    assert_eq!(of("", lines.clone()), "choke: no source");
    assert_eq!(of("a source", lines[..1].to_vec()), "choke: 1 lines");
    let nine = lines.iter().chain(&lines[..1]).copied().collect();
    assert!(of("a source", nine).starts_with("choke: 9 lines"));

    let change = |at: usize, change: &dyn Fn(&mut RuleLine)| {
        let mut lines = lines.clone();
        change(&mut lines[at]);
        of("a source", lines)
    };
    let next = |at: usize| lines[at + 1].from;
    let last = LineId(choke.code().count() as u8);
    let fault = |found: String, expected: &str| assert!(found.contains(expected), "{expected} is not in: {found}");
    fault(change(0, &|line| line.text = "a line with one character more than there is room"), "49 characters");
    fault(change(0, &|line| line.text = ""), "0 characters");
    fault(change(0, &|line| line.text = "avg is {avg}"), "a value in the text");
    fault(change(0, &|line| line.text = lines[1].text), "twice");
    fault(change(4, &|line| line.indent = 2), "indented too far");
    fault(change(0, &|line| line.shows = "{average}"), "no such quantity");
    fault(change(0, &|line| line.shows = "avg of now {avg}"), "too long beside");
    fault(change(0, &|line| line.from = LineId(1)), "begins after");
    fault(change(3, &|line| line.from = next(3)), "sums up no pseudo-code");
    fault(change(7, &|line| line.from = last), "sums up no pseudo-code");
    // Here the line "drop both" of the changed rule stands for two lines of pseudo-code that never run with default
    // settings.
    fault(
        change(5, &|line| (line.from, line.asks) = (LineId(conditional.0 + 2), None)),
        "this line sums up no pseudo-code by default: drop both",
    );
    fault(change(0, &|line| line.asks = Some(next(0))), "the answer comes from a line outside");
    fault(change(2, &|line| line.asks = Some(plain)), "the answering line is not a test");
    fault(change(2, &|line| line.asks = Some(line.from)), "the answering line is not in force by default");
}

#[test]
fn ids_are_unique_and_found_again() {
    let ids: BTreeSet<_> = ABOUTS.iter().map(|about| about.id).collect();
    assert_eq!(ids.len(), ABOUTS.len());
    for about in ABOUTS {
        assert_eq!(about_of(about.id).map(|found| found.name), Some(about.name));
    }
}

#[test]
fn views_of_the_state_refer_to_declared_items() {
    for about in ABOUTS {
        let is_gauge = |id: &str| about.gauges.iter().any(|gauge| gauge.id == id);
        let is_known = |bound: Bound| match bound {
            Bound::Param(id) => about.params().any(|spec| spec.id == id),
            Bound::Gauge(id) => is_gauge(id),
            Bound::Value(_) | Bound::Open => true,
        };
        let mut tables = 0;
        for view in about.state {
            let (scale, mark) = match view {
                StateView::Dial { gauge, name, scale, mark } => {
                    assert!(is_gauge(gauge), "{}: a dial for {gauge}", about.id);
                    assert!((1..=MAX_DIAL_NAME).contains(&name.chars().count()), "{}: {name}", about.id);
                    (*scale, mark)
                }
                StateView::Table(table) => {
                    tables += 1;
                    assert!((1..=MAX_TABLE_COLUMNS).contains(&table.columns.len()), "{}: {}", about.id, table.title);
                    ((Bound::Value(0.0), table.scale), &table.mark)
                }
                StateView::Slots(slots) => {
                    assert!(is_gauge(slots.gauge), "{}: slots with {}", about.id, slots.gauge);
                    continue;
                }
                StateView::Label(_) => continue,
            };
            let bounds = [scale.0, scale.1, mark.as_ref().map_or(Bound::Open, |mark| mark.at)];
            assert!(bounds.into_iter().all(is_known), "{}: {bounds:?}", about.id);
        }
        assert!(tables <= 1, "{}: rows belong to one table", about.id);
    }
}

#[test]
fn the_view_gives_every_waiting_packet_and_every_gauge() {
    #[derive(Default)]
    struct Counter(usize, usize, BTreeSet<FlowId>, Option<usize>, BTreeSet<u32>, usize, usize, usize, Vec<SlotFacts>);
    impl Viewer for Counter {
        fn waiting(&mut self, _packet: &Packet) {
            self.0 += 1;
        }
        fn label(&mut self, value: f64) {
            assert!(value.is_finite());
            self.7 += 1;
        }
        fn gauge(&mut self, value: f64) {
            assert!(value.is_finite());
            self.1 += 1;
        }
        fn queue(&mut self, queue: QueueFacts) {
            assert!(self.4.insert(queue.id), "queue {} is shown twice", queue.id);
            self.5 += usize::from(queue.is_next);
        }
        fn bin(&mut self, probability: f64, packets: f64) {
            assert!((0.0..=1.0).contains(&probability) && packets >= 0.0);
            self.6 += 1;
        }
        fn slot(&mut self, slot: SlotFacts) {
            self.8.push(slot);
        }
        fn row(&mut self, flow: FlowId, values: &[f64]) {
            assert!(values.iter().all(|value| value.is_finite()), "{flow:?}: {values:?}");
            assert!(self.2.insert(flow), "{flow:?} is listed twice");
            self.3 = Some(values.len());
        }
    }
    for about in ABOUTS {
        let columns = about.state.iter().find_map(|view| match view {
            StateView::Table(table) => Some(table.columns.len()),
            StateView::Dial { .. } | StateView::Label(_) | StateView::Slots(_) => None,
        });
        let has_labels = about.state.iter().any(|view| matches!(view, StateView::Label(_)));
        for seed in 0..50 {
            let mut run = Run::new(about, seed);
            let mut chance = Stream::named(seed, "steps");
            for _ in 0..60 {
                run.take(random_step(&mut chance));
                let mut counter = Counter::default();
                run.discipline.view(&mut counter);
                assert_eq!(counter.7, if has_labels { counter.0 } else { 0 }, "{}: labels", about.id);
                assert_eq!((counter.0, counter.1), (run.discipline.packets(), about.gauges.len()), "{}", about.id);
                assert!(
                    counter.3.is_none() || counter.3 == columns,
                    "{} gives rows that it does not declare",
                    about.id
                );
                let has_queues = matches!(about.view, View::FlowQueues | View::BucketQueues | View::TwoQueues);
                assert!(counter.5 <= 1 && (has_queues || counter.4.is_empty()), "{}: queues", about.id);
                check_slots(about, &counter.8, counter.0);
                assert_eq!(counter.6 > 0, about.view == View::FifoWithBins, "{}: bins", about.id);
                assert!(run.discipline.front_region().is_none_or(|front| front <= counter.0), "{}", about.id);
                assert!(run.discipline.average().is_none_or(|average| average.is_finite() && average >= 0.0));
            }
        }
    }
}

/// Checks that a ring has one head and one tail, and as many occupied slots as there are waiting packets.
fn check_slots(about: &About, slots: &[SlotFacts], waiting: usize) {
    if slots.is_empty() {
        return;
    }
    assert!(about.state.iter().any(|view| matches!(view, StateView::Slots(_))), "{} shows slots", about.id);
    let count = |is: fn(&SlotFacts) -> bool| slots.iter().filter(|slot| is(slot)).count();
    assert_eq!(count(|slot| slot.is_packet), waiting, "{}", about.id);
    assert_eq!((count(|slot| slot.is_head), count(|slot| slot.is_tail)), (1, 1), "{}", about.id);
    assert!(slots.iter().all(|slot| u8::from(slot.is_packet) + u8::from(slot.is_lost) + u8::from(slot.is_hole) <= 1));
}

// ---- Random traffic --------------------------------------------------------------------------------------------------

#[derive(Clone, Copy, Debug)]
enum Step {
    /// Several packets of one flow arrive at once.
    Arrive { flow: u32, burst: u8, bytes: u16, is_ect: bool },
    /// The link requests this number of packets.
    Depart(u8),
    /// Time passes.
    Wait { millis: u16 },
    /// The parameters change.
    Reconfigure,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        8 => (0..4u32, 1..6u8, prop_oneof![Just(1000u16), Just(40), 1..1500u16], any::<bool>())
            .prop_map(|(flow, burst, bytes, is_ect)| Step::Arrive { flow, burst, bytes, is_ect }),
        4 => (1..4u8).prop_map(Step::Depart),
        3 => prop_oneof![0..20u16, 0..5000u16].prop_map(|millis| Step::Wait { millis }),
        1 => Just(Step::Reconfigure),
    ];
    prop::collection::vec(step, 0..80)
}

/// A random step with the distribution of `steps`, but drawn from a random stream. For tests that do not shrink failing
/// cases.
fn random_step(chance: &mut Stream) -> Step {
    match chance.pick(16) {
        0..8 => Step::Arrive {
            flow: chance.pick(4) as u32,
            burst: 1 + chance.pick(5) as u8,
            bytes: [1000, 1000, 40, 1500][chance.pick(4)],
            is_ect: chance.happens(0.5),
        },
        8..12 => Step::Depart(1 + chance.pick(3) as u8),
        12..15 => Step::Wait { millis: chance.pick(20) as u16 },
        _ => Step::Reconfigure,
    }
}

/// Random, mutually consistent parameters. A random half of the values are defaults.
fn random_params(about: &About, chance: &mut Stream) -> AnyParams {
    for _ in 0..20 {
        let mut settings = Settings::defaults(about);
        for spec in about.params() {
            if chance.happens(0.5) {
                settings = settings.with(spec.id, random_value(spec, chance));
            }
        }
        if let Ok(params) = AnyParams::check(about, &settings, &LINK) {
            return params;
        }
    }
    match AnyParams::check(about, &Settings::defaults(about), &LINK) {
        Ok(params) => params,
        Err(problem) => panic!("the defaults of {} contradict each other: {problem:?}", about.id),
    }
}

/// A random value of the declared range. Numbers cover all orders of magnitude, and both bounds are frequent.
fn random_value(spec: &ParamSpec, chance: &mut Stream) -> ParamValue {
    // A division by a random power of two makes every order of magnitude equally likely, without a logarithm.
    let mut spread = |min: f64, max: f64| match chance.pick(8) {
        0 => min,
        1 => max,
        _ => min + (max - min) * chance.unit() / (1u64 << chance.pick(16)) as f64,
    };
    match spec.kind {
        ParamKind::Integer { min, max } => ParamValue::Integer((spread(min as f64, max as f64) as i64).clamp(min, max)),
        ParamKind::Real { min, max } => ParamValue::Real(spread(min, max).clamp(min, max)),
        ParamKind::Switch => ParamValue::Switch(chance.happens(0.5)),
        ParamKind::Choice { choices } => ParamValue::Choice(choices[chance.pick(choices.len())].id),
    }
}

/// A discipline under random traffic, and everything that it reports.
#[derive(Clone)]
struct Run {
    about: &'static About,
    discipline: AnyDiscipline,
    now: SimTime,
    chance: Stream,
    knobs: Stream,
    diary: Diary,
    sent: u64,
    dequeued: u64,
    /// For each flow, the last packet passed to the link.
    last_of_flow: BTreeMap<FlowId, u64>,
}

impl Run {
    fn new(about: &'static About, seed: u64) -> Self {
        let mut knobs = Stream::named(seed, "knobs");
        Self {
            about,
            discipline: AnyDiscipline::new(random_params(about, &mut knobs)),
            now: SimTime::ZERO,
            chance: Stream::named(seed, "discipline"),
            knobs,
            diary: Diary::default(),
            sent: 0,
            dequeued: 0,
            last_of_flow: BTreeMap::new(),
        }
    }

    fn hash(&self) -> StateHash {
        let mut hash = StateHash::default();
        self.discipline.fold(&mut hash);
        hash
    }

    /// Executes a step, and returns the packets passed to the link.
    fn take(&mut self, step: Step) -> Vec<Packet> {
        let mut diary = std::mem::take(&mut self.diary);
        let left = self.take_with(step, &mut diary);
        self.diary = diary;
        left
    }

    fn take_silently(&mut self, step: Step) -> Vec<Packet> {
        self.take_with(step, &mut chokepoint_engine::discipline::Silent)
    }

    fn take_with(&mut self, step: Step, tracer: &mut dyn Tracer) -> Vec<Packet> {
        match step {
            Step::Arrive { flow, burst, bytes, is_ect } => {
                for _ in 0..burst {
                    self.sent += 1;
                    let packet = Packet {
                        arrived: self.now,
                        ecn: match (flow, is_ect) {
                            (3, _) => Ecn::Ect1,
                            (_, true) => Ecn::Ect0,
                            (_, false) => Ecn::NotEct,
                        },
                        is_udp: flow == 0,
                        priority: (flow % 2) as u8,
                        ..Packet::plain(self.sent, flow, bytes)
                    };
                    ask(self.now, &mut self.chance, tracer, |cx| self.discipline.enqueue(packet, cx));
                }
                Vec::new()
            }
            Step::Depart(count) => (0..count).filter_map(|_| self.depart(tracer)).collect(),
            Step::Wait { millis } => {
                self.now += Span::from_millis(u64::from(millis));
                if self.discipline.next_timer().is_some_and(|due| due <= self.now) {
                    ask(self.now, &mut self.chance, tracer, |cx| self.discipline.on_timer(cx));
                    assert!(
                        self.discipline.next_timer().is_none_or(|due| due > self.now),
                        "the timer of {} does not advance",
                        self.about.id
                    );
                }
                Vec::new()
            }
            Step::Reconfigure => {
                let params = random_params(self.about, &mut self.knobs);
                ask(self.now, &mut self.chance, tracer, |cx| self.discipline.reconfigure(params, cx));
                Vec::new()
            }
        }
    }

    fn depart(&mut self, tracer: &mut dyn Tracer) -> Option<Packet> {
        let did_wait = self.discipline.packets() > 0;
        let packet = ask(self.now, &mut self.chance, tracer, |cx| self.discipline.dequeue(cx));
        // A discipline may drop packets when the link requests one, but must not let the link idle while packets wait.
        assert!(
            packet.is_some() || self.discipline.packets() == 0,
            "{}: the link idles although packets wait",
            self.about.id
        );
        assert!(packet.is_none() || did_wait, "{} sends a packet that was not waiting", self.about.id);
        if let Some(packet) = packet {
            self.dequeued += 1;
            let before = self.last_of_flow.insert(packet.flow, packet.id);
            assert!(before < Some(packet.id), "{} changes the order of a flow's packets", self.about.id);
        }
        packet
    }

    fn check_conservation(&self) {
        let id = self.about.id;
        let waiting = self.discipline.packets() as u64;
        let Diary { admitted, refused, evicted, .. } = self.diary;
        assert_eq!(
            self.sent,
            admitted + refused,
            "{id}: some arrivals were neither admitted nor dropped, or were both"
        );
        assert_eq!(
            admitted,
            self.dequeued + evicted + waiting,
            "{id}: packets disappeared from the queue without a report"
        );
        assert!(self.discipline.packets() <= self.discipline.limit(), "{id} holds more than its limit");

        struct Bytes(u64);
        impl Viewer for Bytes {
            fn waiting(&mut self, packet: &Packet) {
                self.0 += u64::from(packet.bytes);
            }
            fn gauge(&mut self, _value: f64) {}
        }
        let mut bytes = Bytes(0);
        self.discipline.view(&mut bytes);
        assert_eq!(bytes.0, self.discipline.bytes(), "{id}: bytes");
    }

    fn drain(&mut self) {
        while self.discipline.packets() > 0 {
            self.take(Step::Depart(1));
            self.check_conservation();
        }
        assert!(self.take(Step::Depart(1)).is_empty());
    }
}

#[derive(Clone, Debug, Default)]
struct Diary {
    reports: Vec<Report>,
    admitted: u64,
    refused: u64,
    evicted: u64,
    reasons: BTreeSet<Reason>,
}

#[derive(Clone, Debug, PartialEq)]
enum Report {
    Line(LineId),
    Value(QuantityId, f64),
    Draw(usize, FlowId, bool),
    Admit(u64, usize),
    Drop(u64, Reason, Option<usize>),
    Mark(u64, Reason),
}

impl Tracer for Diary {
    fn line(&mut self, line: LineId) {
        self.reports.push(Report::Line(line));
    }
    fn value(&mut self, quantity: QuantityId, value: f64) {
        assert!(!value.is_nan(), "{quantity:?} is not a number");
        self.reports.push(Report::Value(quantity, value));
    }
    fn draw(&mut self, place: usize, flow: FlowId, is_match: bool) {
        self.reports.push(Report::Draw(place, flow, is_match));
    }
    fn admit(&mut self, packet: &Packet, place: usize) {
        self.admitted += 1;
        self.reports.push(Report::Admit(packet.id, place));
    }
    fn drop(&mut self, packet: &Packet, reason: Reason, place: Option<usize>) {
        assert!(!reason.about().is_mark);
        self.reasons.insert(reason);
        *if place.is_some() { &mut self.evicted } else { &mut self.refused } += 1;
        self.reports.push(Report::Drop(packet.id, reason, place));
    }
    fn mark(&mut self, packet: &Packet, reason: Reason) {
        assert!(reason.about().is_mark && packet.ecn == Ecn::Ce);
        self.reasons.insert(reason);
        self.reports.push(Report::Mark(packet.id, reason));
    }
}

//! The verdicts for each pair and in total, with the list of known reasons for differences.

use super::case::{self, Case, Simulator};
use super::held_against;
use super::mean_and_error;
use super::metric::{self, METRICS};
use super::scene;
use super::sensitivity::Wrong;
use super::sharpness::Sharpness;
use chokepoint_engine::measure::statistics::student::two_sided_p;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The largest relative difference at which a pair holds.
const RELATIVE: f64 = 0.07;
/// The largest difference at which a pair holds, in standard errors.
const ERRORS: f64 = 2.0;
/// The relative difference beyond which a pair needs a listed reason. As a second condition, chance alone must give such a
/// difference with less than this probability. Some means of the reference come from only three seeds, so the probability is
/// computed with Student's t distribution.
const FAR: f64 = 0.15;
const FAR_PROBABILITY: f64 = 1e-4;

/// Above this relative standard error a value of the reference is too uncertain for a comparison.
const VAGUE: f64 = 0.25;

/// A metric in one case and one window, with the engine's value and the reference's value.
pub(super) struct Pair {
    pub(super) simulator: Simulator,
    pub(super) kind: String,
    pub(super) case: String,
    pub(super) window: &'static str,
    pub(super) metric: &'static str,
    pub(super) is_headline: bool,
    pub(super) ours: (f64, f64),
    pub(super) theirs: (f64, f64),
    negligible: f64,
    /// The numbers of runs of the engine and of the reference.
    runs: (usize, u64),
    /// The degrees of freedom of the difference's standard error (Welch).
    degrees: f64,
}

impl Pair {
    pub(super) fn new(
        case: &Case,
        window: &'static str,
        metric: &'static str,
        is_headline: bool,
        negligible: f64,
        ours: &[f64],
        (mean, sd): (f64, f64),
    ) -> Self {
        let (mine, theirs) = (mean_and_error(ours), (mean, sd / (case.seeds as f64).sqrt()));
        let part = |error: f64, count: f64| (error * error) * (error * error) / (count - 1.0).max(1.0);
        let squares = part(mine.1, ours.len() as f64) + part(theirs.1, case.seeds as f64);
        let sum = mine.1 * mine.1 + theirs.1 * theirs.1;
        Self {
            degrees: if squares > 0.0 { sum * sum / squares } else { 1.0 },
            simulator: case.simulator,
            kind: case.kind.clone(),
            case: case.id.clone(),
            window,
            metric,
            is_headline,
            ours: mine,
            theirs,
            negligible,
            runs: (ours.len(), case.seeds),
        }
    }

    /// Standard error of the difference.
    fn error(&self) -> f64 {
        (self.ours.1 * self.ours.1 + self.theirs.1 * self.theirs.1).sqrt()
    }

    fn difference(&self) -> f64 {
        self.ours.0 - self.theirs.0
    }

    fn is_within(&self, relative: f64, errors: f64) -> bool {
        let allowed = (relative * self.theirs.0.abs()).max(errors * self.error()).max(self.negligible);
        self.difference().abs() <= allowed
    }

    /// Whether the two values agree.
    pub(super) fn holds(&self) -> bool {
        self.is_within(RELATIVE, ERRORS)
    }

    /// Whether the difference is larger than a small inaccuracy of the model or chance can explain.
    pub(super) fn is_far(&self) -> bool {
        let chance = two_sided_p(self.difference() / self.error(), self.degrees);
        !self.holds() && !self.is_within(FAR, 0.0) && (self.error() == 0.0 || chance < FAR_PROBABILITY)
    }

    /// Whether the pair holds only because its difference is negligible.
    pub(super) fn is_negligible(&self) -> bool {
        let is_close = self.is_within(RELATIVE, ERRORS);
        is_close && self.difference().abs() > (RELATIVE * self.theirs.0.abs()).max(ERRORS * self.error())
    }

    /// Whether the reference's value is too uncertain for a comparison.
    pub(super) fn is_vague(&self) -> bool {
        self.theirs.1 > VAGUE * self.theirs.0.abs()
    }

    /// The difference in standard errors, and their degrees of freedom; `None` if neither side varies or the difference is
    /// negligible.
    pub(super) fn in_errors(&self) -> Option<(f64, f64)> {
        let is_clear = self.error() > 0.0 && self.difference().abs() > self.negligible;
        (self.error() > 0.0).then(|| (if is_clear { self.difference() / self.error() } else { 0.0 }, self.degrees))
    }

    /// Mean and standard deviation of the reference and of the engine, and the difference in standard errors.
    pub(super) fn line_in_deviations(&self) -> String {
        let sd = |(_, error): (f64, f64), runs: f64| error * runs.sqrt();
        format!(
            "{:<30} {:<20} {:>11.5} ± {:<10.5} {:>11.5} ± {:<10.5} {:>8.1}",
            self.case,
            self.metric,
            self.theirs.0,
            sd(self.theirs, self.runs.1 as f64),
            self.ours.0,
            sd(self.ours, self.runs.0 as f64),
            self.difference() / self.error(),
        )
    }

    /// Whether both pairs compare the same quantity over the same period of the same case.
    pub(super) fn is_of_the_same(&self, other: &Self) -> bool {
        self.case == other.case && self.window == other.window && self.metric == other.metric
    }

    pub(super) fn line(&self) -> String {
        let percent = if self.theirs.0 == 0.0 { f64::NAN } else { 100.0 * self.difference() / self.theirs.0 };
        format!(
            "{:<34} {:<9} {:<32} {:>12.5} {:>12.5} {:>8.1} {:>7.1}  {}",
            self.case,
            self.window,
            self.metric,
            self.ours.0,
            self.theirs.0,
            percent,
            self.difference() / self.error(),
            if self.holds() { "" } else { "OUTSIDE" },
        )
    }
}

/// A cause of differences, with patterns for the pairs that the cause explains.
struct Reason {
    cases: Vec<String>,
    metrics: Vec<String>,
}

impl Reason {
    fn explains(&self, pair: &Pair) -> bool {
        self.cases.iter().any(|pattern| matches(pattern, &pair.case))
            && self.metrics.iter().any(|pattern| matches(pattern, pair.metric))
    }
}

fn reasons() -> Vec<Reason> {
    let text = std::fs::read_to_string(super::folder().join("reasons.json")).expect("a readable file");
    let list: Value = serde_json::from_str(&text).expect("a JSON file");
    let texts = |value: &Value| -> Vec<String> {
        value.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
    };
    list.as_array()
        .into_iter()
        .flatten()
        .map(|it| Reason { cases: texts(&it["cases"]), metrics: texts(&it["metrics"]) })
        .collect()
}

/// Whether a text matches a pattern in which `*` means any characters.
fn matches(pattern: &str, text: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == text,
        Some((start, rest)) => text.strip_prefix(start).is_some_and(|tail| {
            (0..=tail.len()).filter(|&at| tail.is_char_boundary(at)).any(|at| matches(rest, &tail[at..]))
        }),
    }
}

/// All pairs, and the cases that were left out.
#[derive(Default)]
pub(super) struct Report {
    pub(super) pairs: Vec<Pair>,
    /// Cases that the engine cannot express, with the reason.
    pub(super) left_out: Vec<(String, String)>,
}

impl Report {
    /// The pairs with a large difference that have no listed reason.
    pub(super) fn unexplained(&self) -> impl Iterator<Item = &Pair> {
        let reasons = reasons();
        let far = self.pairs.iter().filter(|pair| pair.is_far());
        far.filter(move |pair| !reasons.iter().any(|reason| reason.explains(pair)))
    }

    pub(super) fn print(&self, is_full: bool) {
        println!("{:<34} {:<9} {:<32} {:>12} {:>12} {:>8} {:>7}", "", "", "", "ours", "theirs", "diff %", "in s.e.");
        for pair in self.pairs.iter().filter(|pair| is_full || !pair.holds()) {
            println!("{}", pair.line());
        }
        let left_out: BTreeMap<&str, usize> = self.left_out.iter().fold(BTreeMap::new(), |mut counts, (_, reason)| {
            *counts.entry(reason.as_str()).or_default() += 1;
            counts
        });
        for (reason, count) in left_out {
            println!("left out: {count} cases: {reason}");
        }
        for (name, table) in [("kind", self.by(|pair| &pair.kind)), ("metric", self.by(|pair| pair.metric))] {
            println!("\n{name:<34} {:>8} {:>8}", "pairs", "hold %");
            for (name, (pairs, share)) in table {
                println!("{name:<34} {pairs:>8} {:>8.1}", 100.0 * share);
            }
        }
        for simulator in Simulator::ALL {
            let pairs: Vec<&Pair> = self.pairs.iter().filter(|pair| pair.simulator == simulator).collect();
            let headlines: Vec<&Pair> = pairs.iter().copied().filter(|pair| pair.is_headline).collect();
            println!(
                "\n{}: of {} pairs {:.1} % hold; of the {} headline pairs {:.1} %; {} hold as negligible, {} are vague\n{}",
                simulator.name(),
                pairs.len(),
                100.0 * share(&pairs),
                headlines.len(),
                100.0 * share(&headlines),
                pairs.iter().filter(|pair| pair.is_negligible()).count(),
                pairs.iter().filter(|pair| pair.is_vague()).count(),
                Sharpness::of(&pairs).line(),
            );
        }
    }

    /// Prints how many pairs with Linux hold, by discipline and by congestion control, and lists the pairs that do not hold.
    pub(super) fn print_linux(&self, cases: &[Case]) {
        let pairs: Vec<&Pair> = self.pairs.iter().filter(|pair| pair.simulator == Simulator::Linux).collect();
        if pairs.is_empty() || pairs.len() < self.pairs.len() {
            return;
        }
        let control_of = |pair: &Pair| {
            let case = cases.iter().find(|case| case.id == pair.case).expect("the pair's case");
            let controls: Vec<&str> = scene::tcp_in_linux(&case.settings).iter().map(|(control, _)| *control).collect();
            controls.join("+")
        };
        println!(
            "\n{:<30} {:>14} {:>8} {:>10}   of all, {:>14} {:>8} {:>10}",
            "Linux", "headline pairs", "hold %", "> 4 s.e. %", "pairs", "hold %", "> 4 s.e. %"
        );
        let print = |title: &str, key: &dyn Fn(&Pair) -> String| {
            let mut groups: BTreeMap<String, Vec<&Pair>> = BTreeMap::new();
            for &pair in &pairs {
                groups.entry(key(pair)).or_default().push(pair);
            }
            println!("{title}");
            for (name, pairs) in groups {
                let headlines: Vec<&Pair> = pairs.iter().copied().filter(|pair| pair.is_headline).collect();
                let row = |pairs: &[&Pair]| {
                    format!("{:>14} {:>8.1} {:>10.1}", pairs.len(), 100.0 * share(pairs), 100.0 * beyond_four(pairs))
                };
                println!("  {name:<28} {}           {}", row(&headlines), row(&pairs));
            }
        };
        print("all", &|_| String::new());
        print("by discipline", &|pair| pair.kind.clone());
        print("by congestion control", &control_of);
        print("by metric", &|pair| pair.metric.to_owned());
        println!(
            "\n{:<51} {:>24} {:>24} {:>8}",
            "headline pairs that do not hold", "Linux ± sd", "ours ± sd", "in s.e."
        );
        for pair in pairs.iter().filter(|pair| pair.is_headline && !pair.holds()) {
            println!("{}", pair.line_in_deviations());
        }
    }

    fn by(&self, key: fn(&Pair) -> &str) -> BTreeMap<&str, (usize, f64)> {
        let mut groups: BTreeMap<&str, Vec<&Pair>> = BTreeMap::new();
        for pair in &self.pairs {
            groups.entry(key(pair)).or_default().push(pair);
        }
        groups.into_iter().map(|(key, pairs)| (key, (pairs.len(), share(&pairs)))).collect()
    }

    /// The report as data, from which a document is generated.
    pub(super) fn to_json(&self, wrong: &[Wrong]) -> Value {
        let pairs = self.pairs.iter().map(|pair| {
            json!({
                "simulator": pair.simulator.name(), "kind": pair.kind, "case": pair.case, "window": pair.window,
                "metric": pair.metric, "headline": pair.is_headline, "ours": pair.ours, "theirs": pair.theirs,
                "holds": pair.holds(), "negligible": pair.is_negligible(), "vague": pair.is_vague(),
                "errors": pair.in_errors().map(|(score, _)| score),
            })
        });
        let sharpness = Simulator::ALL.map(|simulator| {
            let pairs: Vec<&Pair> = self.pairs.iter().filter(|pair| pair.simulator == simulator).collect();
            (simulator.name().to_owned(), Sharpness::of(&pairs).to_json())
        });
        json!({
            "pairs": pairs.collect::<Vec<_>>(),
            "sharpness": sharpness.into_iter().collect::<serde_json::Map<_, _>>(),
            "not_judged": not_judged(),
            "held_against": held_against::all(),
            "wrong": wrong.iter().map(Wrong::to_json).collect::<Vec<_>>(),
            "left_out": self.left_out.iter().map(|(case, reason)| json!([case, reason])).collect::<Vec<_>>(),
        })
    }
}

/// The quantities of the reference that the engine does not measure, each with the number of cases that have it.
fn not_judged() -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for case in case::all() {
        for window in &case.windows {
            for (name, ..) in &window.values {
                if !is_judged(name, &case) {
                    *counts.entry(format!("{name}, {}", window.name)).or_default() += 1;
                }
            }
        }
        let of_transients = case.transient.iter().flat_map(|it| it.as_object().into_iter().flatten());
        for (name, _) in of_transients.filter(|(name, _)| !name.contains("_2") && !name.starts_with("bin")) {
            *counts.entry(format!("{name}, transient")).or_default() += 1;
        }
    }
    counts
}

fn is_judged(name: &str, case: &Case) -> bool {
    METRICS.iter().any(|metric| metric.name == name) && metric::means_the_same(name, case)
}

/// The share of the pairs whose difference is not negligible and exceeds four standard errors.
fn beyond_four(pairs: &[&Pair]) -> f64 {
    let beyond = pairs.iter().filter(|pair| {
        let is_clear = pair.difference().abs() > pair.negligible;
        is_clear && pair.difference().abs() > 4.0 * pair.error()
    });
    beyond.count() as f64 / pairs.len().max(1) as f64
}

pub(super) fn share(pairs: &[&Pair]) -> f64 {
    if pairs.is_empty() {
        return 1.0;
    }
    pairs.iter().filter(|pair| pair.holds()).count() as f64 / pairs.len() as f64
}

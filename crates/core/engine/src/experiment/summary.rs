//! The combined result of several experiments: counts of printed facts and of claims. A fact that is printed several
//! times counts once. Facts that most disciplines reproduce are counted separately, and claims are counted by origin.

use super::agree::{Agreement, Apart};
use super::judge::Verdict;
use super::preset::Origin;
use super::report::{ClaimReport, Report, Row};
use crate::measure::FEWEST_FOR_HALVES;
use serde::Serialize;
use ts_rs::TS;

/// Counts of printed facts and claims. A fact is a paper's statement of one quantity of one discipline in one scene. A
/// fact may be printed twice, listed by two presets, or given both as a loss and as a throughput. Such a fact counts
/// once, with the worst of its verdicts.
#[derive(Clone, Debug, Default, PartialEq, Serialize, TS)]
pub struct Summary {
    /// Printed values of the scenes that have been run.
    pub printed: usize,
    /// Number of facts that the printed values state. Each fact is in exactly one of the next six counts.
    pub facts: usize,
    /// Facts whose printed value our runs reproduce, while most other disciplines of the same scene do not.
    pub number: usize,
    /// Facts for which only the ranking of the lanes is the same.
    pub order: usize,
    /// Facts that our runs do not reproduce.
    pub neither: usize,
    /// Facts for which our runs vary too much to decide whether they reproduce the printed value.
    pub undecided: usize,
    /// Facts whose printed value our runs reproduce, but which at least half of the other disciplines of the same scene
    /// reproduce too.
    pub common: usize,
    /// Facts whose printed value our runs reproduce, but to which a parameter of ours was fitted.
    pub fitted: usize,
    /// Claims by origin; origins without a claim are left out.
    pub claims: Vec<ClaimCount>,
    /// Number of comparisons of means on which the verdicts on claims are based.
    pub comparisons: usize,
    /// Expected number of false positives among these comparisons, in either direction, if no difference existed.
    pub by_chance: f64,
    /// Printed values outside the 95 % prediction interval of one run of ours.
    pub outside: usize,
    /// Printed values for which there is a prediction interval.
    pub predicted: usize,
    /// Quantities that have not settled within the measured window.
    pub settling: usize,
    /// Quantities with enough runs to compare the two halves of the measured window.
    pub halved: usize,
    /// Number of verdicts, on values and on claims, that would be different if only the second half of the measured
    /// window counted.
    pub unsettled_verdicts: usize,
    /// The whole summary in sentences, one per line.
    pub in_words: String,
}

/// Claims of one origin.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, TS)]
#[allow(missing_docs)]
pub struct ClaimCount {
    pub origin: Origin,
    pub holds: usize,
    pub fails: usize,
    pub undecided: usize,
    /// Claims that no number checks.
    pub to_be_seen: usize,
}

/// The classes in which facts are counted, the worst first.
#[derive(Clone, Copy, Eq, Ord, PartialEq, PartialOrd)]
enum Counted {
    Fitted,
    Neither,
    Order,
    Undecided,
    Common,
    Number,
}

impl Counted {
    fn of(row: &Row) -> Self {
        match (row.verdict, row.apart) {
            (_, Some(Apart::Fitted)) => Self::Fitted,
            (_, Some(Apart::Common)) => Self::Common,
            (Some(Agreement::Number), None) => Self::Number,
            (Some(Agreement::Order), None) => Self::Order,
            (Some(Agreement::Neither), None) => Self::Neither,
            (None, None) => Self::Undecided,
        }
    }
}

struct Fact<'a> {
    names: Vec<&'a str>,
    counted: Counted,
    /// Whether the fact comes only from presets that are variants of the paper's own scene.
    is_of_companion: bool,
}

impl<'a> Fact<'a> {
    /// Merges `other`, the same fact from another preset, into this fact. If only one of the two comes from a preset
    /// with the paper's own scene, its class counts. Otherwise the worse of the two classes counts.
    fn take_in(&mut self, other: &Self) {
        self.names.extend(&other.names);
        self.counted = match (self.is_of_companion, other.is_of_companion) {
            (true, false) => other.counted,
            (false, true) => self.counted,
            _ => self.counted.min(other.counted),
        };
        self.is_of_companion &= other.is_of_companion;
    }
}

impl Summary {
    /// The summary of some reports.
    pub fn of<'a>(reports: impl IntoIterator<Item = &'a Report>) -> Self {
        let mut summary = Self::default();
        let mut facts: Vec<Fact<'_>> = Vec::new();
        let mut claims: Vec<&ClaimReport> = Vec::new();
        for report in reports {
            claims.extend(&report.claims);
            let is_known = |row: &&Row| row.ours.as_ref().is_some_and(|it| it.count >= FEWEST_FOR_HALVES as usize);
            for row in report.rows.iter().filter(|row| row.metric.is_of_window()).filter(is_known) {
                summary.halved += 1;
                summary.settling += usize::from(row.settling.is_some());
                let other = row.settling.as_ref().and_then(|settling| settling.second_half);
                summary.unsettled_verdicts += usize::from(other.is_some());
            }
            summary.unsettled_verdicts += report.claims.iter().filter(|claim| claim.second_half.is_some()).count();
            for row in report.rows.iter().filter(|row| !row.published.is_empty() && row.ours.is_some()) {
                summary.printed += row.published.len();
                for printed in &row.published {
                    let ours = row.ours.as_ref().filter(|ours| ours.prediction_half_width.is_finite());
                    if let Some(ours) = ours {
                        summary.predicted += 1;
                        let off = (ours.mean - printed.value).abs();
                        summary.outside += usize::from(off > ours.prediction_half_width);
                    }
                }
                let mut fact = Fact {
                    names: row.facts.iter().map(String::as_str).collect(),
                    counted: Counted::of(row),
                    is_of_companion: report.document.companion,
                };
                facts.retain(|other| {
                    let is_same = other.names.iter().any(|name| fact.names.contains(name));
                    if is_same {
                        fact.take_in(other);
                    }
                    !is_same
                });
                facts.push(fact);
            }
        }
        summary.comparisons = claims.iter().map(|claim| claim.comparisons).sum();
        summary.by_chance = claims.iter().map(|claim| claim.by_chance).sum();
        summary.facts = facts.len();
        for Fact { counted, .. } in facts {
            *match counted {
                Counted::Fitted => &mut summary.fitted,
                Counted::Neither => &mut summary.neither,
                Counted::Order => &mut summary.order,
                Counted::Undecided => &mut summary.undecided,
                Counted::Common => &mut summary.common,
                Counted::Number => &mut summary.number,
            } += 1;
        }
        for origin in Origin::ALL {
            let count = |verdict: Verdict, measured: bool| {
                let alike = |it: &&&ClaimReport| (it.origin, it.verdict, it.measured) == (origin, verdict, measured);
                claims.iter().filter(alike).count()
            };
            let [holds, fails, undecided] =
                [Verdict::Holds, Verdict::Fails, Verdict::Undecided].map(|verdict| count(verdict, true));
            let to_be_seen = count(Verdict::Undecided, false);
            if holds + fails + undecided + to_be_seen > 0 {
                summary.claims.push(ClaimCount { origin, holds, fails, undecided, to_be_seen });
            }
        }
        summary.in_words = summary.sentences().join("\n");
        summary
    }

    /// Number of facts that distinguish disciplines.
    pub fn distinguishing(&self) -> usize {
        self.facts - self.common - self.fitted
    }

    /// The summary in sentences. Counts of 0 are left out, except the count of "the same value", which readers expect
    /// to see.
    fn sentences(&self) -> Vec<String> {
        let Self { printed, facts, number, order, neither, undecided, common, fitted, .. } = self;
        let mut sentences = Vec::new();
        if *printed > 0 {
            let distinguishing = self.distinguishing();
            let outcome = listed(&[(*order, "have the same ranking only"), (*neither, "have neither")]);
            let open = if *undecided > 0 { format!("; of {undecided} our runs cannot decide") } else { String::new() };
            let of_facts = if distinguishing == 1 { "fact that distinguishes" } else { "facts that distinguish" };
            sentences.push(format!(
                "Of {distinguishing} independent printed {of_facts} disciplines, {number} {} the same value here{}{outcome}{open}.",
                if *number == 1 { "has" } else { "have" },
                if outcome.is_empty() { "" } else { ", " },
            ));
            let apart = listed(&[
                (*common, "that at least half of the other disciplines give too"),
                (*fitted, "to which a parameter was fitted"),
            ]);
            if !apart.is_empty() {
                sentences.push(format!("Counted separately: {apart}."));
            }
            if facts != printed {
                sentences.push(format!("The {facts} facts are printed as {printed} values."));
            }
            if self.predicted > 0 {
                let Self { predicted, outside, .. } = self;
                let by_chance = 0.05 * *predicted as f64;
                sentences.push(format!(
                    "Of the {predicted} values, {outside} lie outside the 95 % prediction interval of one of \
                     our runs; if all were our runs, about {} would.",
                    rounded(by_chance)
                ));
            }
        }
        if self.settling > 0 {
            let Self { settling, halved, unsettled_verdicts, .. } = self;
            let verdicts = match unsettled_verdicts {
                0 => "no verdict changes".into(),
                1 => "one verdict changes".into(),
                many => format!("{many} verdicts change"),
            };
            sentences.push(format!(
                "Of {halved} measured quantities, {settling} are still settling: they differ between the first \
                 and the second half of the measured window. With the second half alone, {verdicts}."
            ));
        }
        for ClaimCount { origin, holds, fails, undecided, to_be_seen } in &self.claims {
            let whose = match origin {
                Origin::Document => "Statements of documents",
                Origin::Theory => "Statements of theory",
                Origin::Ours => "Our own statements",
            };
            let outcome = listed(&[
                (*holds, "hold"),
                (*fails, "fail"),
                (*undecided, "undecided"),
                (*to_be_seen, "to be seen on the page"),
            ]);
            sentences.push(format!("{whose}: {outcome}."));
        }
        if self.comparisons > 0 {
            sentences.push(format!(
                "The statements rest on {} of means, each at two standard errors and not corrected for multiple testing; if no difference existed, chance alone would decide about {}.",
                if self.comparisons == 1 { "1 comparison".into() } else { format!("{} comparisons", self.comparisons) },
                rounded(self.by_chance)
            ));
        }
        sentences
    }
}

/// The non-zero counts, each followed by its label.
fn listed(counts: &[(usize, &str)]) -> String {
    let parts = counts.iter().filter(|(count, _)| *count > 0).map(|(count, word)| format!("{count} {word}"));
    parts.collect::<Vec<_>>().join(", ")
}

/// An expected count as text: with one decimal below ten, without decimals from ten on.
fn rounded(count: f64) -> String {
    if count < 10.0 { format!("{count:.1}") } else { format!("{count:.0}") }
}

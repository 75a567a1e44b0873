//! When a printed value comes out, and when that says something about the scheme: the one place that decides it.

use super::metric::Metric;
use super::samples::Samples;
use serde::Serialize;

/// How far our mean may be from a printed value, as a part of the printed value. No document says how precise its values
/// are; one in ten is what can be read off a figure.
pub const TOLERANCE: f64 = 0.1;

/// How our value agrees with a published one.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Agreement {
    /// The number itself comes out.
    Number,
    /// The number does not, but the published ranking of the lanes does.
    Order,
    /// Not even the ranking, or there is none.
    Neither,
}

impl Agreement {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Number, Self::Order, Self::Neither];

    /// Name in reports.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Number => "number",
            Self::Order => "order",
            Self::Neither => "neither",
        }
    }

    /// The rule, for people.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Number => {
                "Our mean lies within 10 % of the printed value; of a loss above one half, what is delivered does."
            }
            Self::Order => "The number does not come out, but the schemes rank as printed.",
            Self::Neither => "Neither the number nor the ranking comes out, or there is nothing to rank.",
        }
    }
}

/// Why a printed value is counted apart although it comes out in number.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Apart {
    /// At least half of the other schemes of the scene come to it as well, or there is no other.
    Common,
    /// A parameter of ours was fitted to it.
    Fitted,
}

impl Apart {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Common, Self::Fitted];

    /// Name in reports.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Common => "common",
            Self::Fitted => "fitted",
        }
    }

    /// The rule, for people.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Common => "At least half of the other schemes of the scene come to the printed value as well.",
            Self::Fitted => "A parameter of ours was fitted to the printed value.",
        }
    }
}

/// Whether our value is the printed one.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Closeness {
    Met,
    Missed,
    /// Our interval is wider than the tolerance and reaches the printed value, or there is no run.
    Unclear,
}

fn closeness(metric: &Metric, printed: f64, ours: &Samples) -> Closeness {
    let Some(ours) = ours.summary() else { return Closeness::Unclear };
    let judged = |value: f64| if metric.is_loss() && printed > 0.5 { 1.0 - value } else { value };
    let (off, allowed) = ((judged(ours.mean) - judged(printed)).abs(), TOLERANCE * judged(printed).abs());
    // Of a single run the half-width is not a number, which is no maximum and above nothing.
    if off > allowed.max(ours.half_width) {
        Closeness::Missed
    } else if ours.half_width > allowed {
        Closeness::Unclear
    } else {
        Closeness::Met
    }
}

/// The same for several values that were printed of one quantity: one of them is enough.
pub(super) fn nearest(metric: &Metric, printed: &[f64], ours: &Samples) -> Closeness {
    let all: Vec<_> = printed.iter().map(|value| closeness(metric, *value, ours)).collect();
    let best = [Closeness::Met, Closeness::Unclear].into_iter().find(|it| all.contains(it));
    best.unwrap_or(Closeness::Missed)
}

/// Disciplines that ns-2 2.35 brings along.
const OF_NS2: &[&str] = &["drop-tail", "red", "sfq", "drr", "rem"];

pub(super) const NS2_WITH_PLUG_IN: &str = "ns-2 with a plug-in written from the paper";

/// What ns-2 is where it is named beside a discipline.
pub(super) fn simulator(aqm: &str) -> &'static str {
    if OF_NS2.contains(&aqm) { "ns-2" } else { NS2_WITH_PLUG_IN }
}

/// The same at length.
pub const PLUG_IN: &str = "Of CHOKe, its relatives and PerNEWQUE, \"ns-2\" is ns-2 with a plug-in written from the paper: link, TCP and \
                           RED are ns-2's own, the discipline is a second reading of the paper and not the authors' code.";

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(metric: &str, printed: f64, ours: &[f64]) -> Closeness {
        let ours =
            Samples { by_seed: (1..).zip(ours.iter().copied()).collect(), has_unfinished: false, ..Samples::default() };
        closeness(&Metric::parse(metric).unwrap(), printed, &ours)
    }

    #[test]
    fn a_tenth_of_the_printed_value_is_allowed_and_not_of_ours() {
        assert_eq!(judged("jain_index", 0.8, &[0.87, 0.87]), Closeness::Met);
        assert_eq!(judged("jain_index", 0.8, &[0.885, 0.885]), Closeness::Missed, "within a tenth of ours alone");
        assert!(Agreement::Number.meaning().contains(&format!("{} % of the printed value", TOLERANCE * 100.0)));
    }

    #[test]
    fn a_loss_above_one_half_is_judged_by_what_is_delivered() {
        assert_eq!(judged("udp_loss_ratio", 0.96, &[0.98, 0.98]), Closeness::Missed, "half of it is delivered");
        assert_eq!(judged("udp_loss_ratio", 0.96, &[0.962, 0.962]), Closeness::Met);
        assert_eq!(judged("udp_loss_ratio", 0.4, &[0.42, 0.42]), Closeness::Met);
        assert_eq!(judged("jain_index", 0.96, &[0.98, 0.98]), Closeness::Met, "no loss");
    }

    #[test]
    fn an_interval_wider_than_the_tolerance_says_nothing() {
        // Mean 0.14, half-width 0.127: both 0.12 and 0.14 lie in it, and it is wider than a tenth of either.
        assert_eq!(judged("jain_index", 0.12, &[0.13, 0.15]), Closeness::Unclear);
        assert_eq!(judged("jain_index", 0.14, &[0.13, 0.15]), Closeness::Unclear);
        assert_eq!(judged("jain_index", 0.5, &[0.13, 0.15]), Closeness::Missed);
        assert_eq!(judged("jain_index", 0.14, &[0.14]), Closeness::Met, "one run has no interval");
        assert_eq!(judged("jain_index", 0.14, &[]), Closeness::Unclear);
    }

    #[test]
    fn a_printed_zero_is_met_by_nothing_else() {
        assert_eq!(judged("drop_ratio", 0.0, &[0.0, 0.0]), Closeness::Met);
        assert_eq!(judged("drop_ratio", 0.0, &[0.001, 0.001]), Closeness::Missed);
    }
}

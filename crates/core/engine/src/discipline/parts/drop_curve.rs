//! RED's drop curve: the zones that two thresholds form, the drop probability in each zone, and the spacing of drops.
//!
//! Source: Floyd and Jacobson, IEEE/ACM Transactions on Networking 1(4), 1993, section IV; the gentle ramp: Floyd,
//! 2000; the spacing `wait`: ns-2.35. In the paper, in ns-2 and in Linux's RED, an average equal to a threshold counts
//! as above the threshold. In Linux's CHOKe such an average counts as below the threshold, which is the other option of
//! `zone_edges`.

use super::super::about::ParamSpec;
use super::super::settings::{Settings, SettingsProblem};
use super::declare::{choice, option, real, switch};

/// The average below which no packet is dropped.
pub const MIN_TH: ParamSpec = real(
    "min_th",
    "minimum threshold",
    5.0,
    (0.1, 10_000.0),
    "while the average queue is below this, every packet is admitted",
)
.symbol("min_th")
.unit("packets")
.logarithmic()
.on_ruler();

/// The average from which on every packet is dropped.
pub const MAX_TH: ParamSpec = real(
    "max_th",
    "maximum threshold",
    15.0,
    (0.2, 10_000.0),
    "while the average queue is at or above this, every arrival is dropped; rule of thumb: at least twice min_th",
)
.symbol("max_th")
.unit("packets")
.logarithmic()
.on_ruler();

/// Whether both thresholds are computed from the link, as in ns-2.
pub const THRESHOLDS_AUTO: ParamSpec = switch(
    "thresholds_auto",
    "automatic thresholds",
    false,
    "computes both thresholds from the link, as ns-2 can: min_th is the number of packets sent in 2.5 ms but at least 5, and max_th is three times min_th",
)
.advanced();

/// The drop probability at the maximum threshold.
pub const MAX_P: ParamSpec =
    real("max_p", "maximum probability", 0.02, (1e-4, 1.0), "the drop probability when the average reaches max_th")
        .symbol("max_p")
        .logarithmic();

/// Whether the drop probability rises gradually from max_p to 1 above max_th.
pub const GENTLE: ParamSpec = switch(
    "gentle",
    "gentle",
    false,
    "above max_th the drop probability rises gradually to 1 at twice max_th; off: it jumps to 1 at max_th",
);

/// How drops are spaced, as a parameter.
pub const UNIFORMIZE: ParamSpec = choice(
    "uniformize",
    "spacing of drops",
    &[
        option("count", "the gap between drops is uniform up to 1/p_b (RED 1993)"),
        option("wait", "as count, but at least 1/p_b apart (ns-2, ns-3)"),
        option("none", "every packet has the same drop probability"),
        option(
            "drawn",
            "as count, but the end of a gap is drawn at its start: a drop comes when count·p_b reaches it, \
             later if p_b falls (Linux)",
        ),
    ],
    "how the number of packets since the last drop changes the drop probability, so that drops do not cluster",
)
.advanced();

/// Which zone an average equal to a threshold belongs to.
pub const ZONE_EDGES: ParamSpec = choice(
    "zone_edges",
    "at a threshold",
    &[
        option("red", "an average equal to a threshold counts as above it"),
        option("linux_choke", "it counts as below it"),
    ],
    "how an average equal to a threshold counts",
)
.advanced();

/// The position of an average relative to the thresholds.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[repr(u8)]
pub enum Zone {
    /// Nothing is dropped.
    Below,
    /// Arrivals are dropped by chance.
    Between,
    /// Every arrival is dropped.
    Above,
}

/// The drop probability as a function of the average queue.
#[derive(Clone, Debug)]
pub struct DropCurve {
    /// The lower threshold min_th \[packets\].
    pub min_th: f64,
    /// The upper threshold max_th \[packets\], above min_th.
    pub max_th: f64,
    /// The drop probability max_p at max_th, in (0, 1]; Adaptive RED changes max_p.
    pub max_p: f64,
    /// The probability at max_th from which the gentle ramp rises. This is max_p, except with ns-2's Adaptive RED,
    /// which changes only max_p and leaves this value unchanged.
    pub ramp_from: f64,
    is_gentle: bool,
    is_edge_below: bool,
}

impl DropCurve {
    /// The curve of these settings; `packets_per_second` is the capacity of the link.
    pub fn read(settings: &Settings, packets_per_second: f64) -> Result<Self, SettingsProblem> {
        Ok(Self {
            max_p: settings.real("max_p"),
            ramp_from: settings.real("max_p"),
            is_gentle: settings.switch("gentle"),
            ..Self::thresholds(settings, packets_per_second)?
        })
    }

    /// Only the thresholds, for a discipline that computes its drop probability differently.
    pub fn thresholds(settings: &Settings, packets_per_second: f64) -> Result<Self, SettingsProblem> {
        let (min_th, max_th) = if settings.switch("thresholds_auto") {
            const TARGET_DELAY_S: f64 = 0.005;
            let min_th = (TARGET_DELAY_S * packets_per_second / 2.0).max(5.0);
            (min_th, 3.0 * min_th)
        } else {
            (settings.real("min_th"), settings.real("max_th"))
        };
        if max_th <= min_th {
            return Err(SettingsProblem::new("max_th", format!("{max_th} is not above min_th ({min_th})")));
        }
        Ok(Self {
            min_th,
            max_th,
            max_p: 0.0,
            ramp_from: 0.0,
            is_gentle: false,
            is_edge_below: settings.choice("zone_edges") == "linux_choke",
        })
    }

    /// The zone of an average.
    #[inline]
    pub fn zone(&self, average: f64) -> Zone {
        if self.is_under(average, self.min_th) {
            Zone::Below
        } else if self.is_under(average, self.ceiling()) {
            Zone::Between
        } else {
            Zone::Above
        }
    }

    /// Whether an average is below max_th, with or without the gentle ramp.
    #[inline]
    pub fn is_under_max(&self, average: f64) -> bool {
        self.is_under(average, self.max_th)
    }

    /// Whether an average lies on the gentle ramp above max_th.
    #[inline]
    pub fn is_on_ramp(&self, average: f64) -> bool {
        self.is_gentle && !self.is_under_max(average)
    }

    /// p_b: the drop probability before drops are spaced.
    #[inline]
    pub fn probability(&self, average: f64) -> f64 {
        if self.is_under(average, self.min_th) {
            0.0
        } else if self.is_under_max(average) {
            self.max_p * (average - self.min_th) / (self.max_th - self.min_th)
        } else if self.is_gentle {
            (self.ramp_from + (1.0 - self.ramp_from) * (average - self.max_th) / self.max_th).min(1.0)
        } else {
            1.0
        }
    }

    /// The average from which on every arrival is dropped \[packets\].
    #[inline]
    fn ceiling(&self) -> f64 {
        if self.is_gentle { 2.0 * self.max_th } else { self.max_th }
    }

    #[inline]
    fn is_under(&self, average: f64, threshold: f64) -> bool {
        if self.is_edge_below { average <= threshold } else { average < threshold }
    }
}

/// The spacing of drops.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Spacing {
    /// The probability is p_b / (1 − count·p_b).
    Count,
    /// The probability is 0 while count·p_b is below 1, then p_b / (2 − count·p_b).
    Wait,
    /// The probability is p_b for every packet.
    Even,
    /// A packet is dropped once count·p_b reaches a number that was drawn uniformly between 0 and 1 after the last
    /// drop.
    Drawn,
}

impl Spacing {
    /// The spacing of these settings.
    pub fn read(settings: &Settings) -> Self {
        match settings.choice("uniformize") {
            "wait" => Self::Wait,
            "none" => Self::Even,
            "drawn" => Self::Drawn,
            _ => Self::Count,
        }
    }

    /// p_a: the drop probability of this packet, `count` packets after the last drop. `reached` is the largest
    /// count·p_b since the last drop. Only [`Spacing::Drawn`] uses `reached`: since no packet has been dropped yet, the
    /// drawn number is above `reached`, and uniform up to 1.
    #[inline]
    pub fn probability(self, p_b: f64, count: f64, reached: f64) -> f64 {
        let progress = count * p_b;
        match self {
            Self::Drawn if progress <= reached => 0.0,
            Self::Drawn if progress < 1.0 => (progress - reached) / (1.0 - reached),
            Self::Drawn => 1.0,
            Self::Count if progress < 1.0 => p_b / (1.0 - progress),
            Self::Wait if progress < 1.0 => 0.0,
            Self::Wait if progress < 2.0 => p_b / (2.0 - progress),
            Self::Count | Self::Wait => 1.0,
            Self::Even => p_b,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn curve(min_th: f64, max_th: f64, max_p: f64, is_gentle: bool) -> DropCurve {
        DropCurve { min_th, max_th, max_p, ramp_from: max_p, is_gentle, is_edge_below: false }
    }

    fn assert_close(measured: f64, expected: f64) {
        assert!((measured - expected).abs() < 1e-6, "{measured} is not {expected}");
    }

    #[test]
    fn the_probability_grows_between_the_thresholds() {
        let plain = curve(5.0, 15.0, 0.02, false);
        for (average, expected) in [(4.9, 0.0), (5.0, 0.0), (7.5, 0.005), (10.0, 0.01), (15.0, 1.0)] {
            assert_close(plain.probability(average), expected);
        }
        let thesis = curve(40.0, 80.0, 0.1, false);
        for (average, expected) in [(50.0, 0.025), (60.0, 0.05), (79.0, 0.0975)] {
            assert_close(thesis.probability(average), expected);
        }
    }

    #[test]
    fn the_gentle_ramp_reaches_one_at_twice_the_maximum() {
        let gentle = curve(5.0, 15.0, 0.02, true);
        for (average, expected) in [(15.0, 0.02), (20.0, 0.346667), (22.5, 0.51), (30.0, 1.0), (90.0, 1.0)] {
            assert_close(gentle.probability(average), expected);
        }
        assert_close(curve(40.0, 80.0, 0.1, true).probability(120.0), 0.55);
    }

    #[test]
    fn an_average_of_exactly_a_threshold_counts_as_above() {
        let plain = curve(40.0, 80.0, 0.1, false);
        assert_eq!(plain.zone(39.999), Zone::Below);
        assert_eq!(plain.zone(40.0), Zone::Between);
        assert_eq!(plain.zone(79.999), Zone::Between);
        assert_eq!(plain.zone(80.0), Zone::Above);
        let gentle = curve(40.0, 80.0, 0.1, true);
        assert_eq!(gentle.zone(159.999), Zone::Between);
        assert_eq!(gentle.zone(160.0), Zone::Above);
        assert!(gentle.is_on_ramp(80.0) && !gentle.is_on_ramp(79.999));
    }

    #[test]
    fn in_linux_choke_an_average_of_exactly_a_threshold_counts_as_below() {
        let linux = DropCurve { is_edge_below: true, ..curve(40.0, 80.0, 0.1, false) };
        assert_eq!(linux.zone(40.0), Zone::Below);
        assert_eq!(linux.zone(80.0), Zone::Between);
        assert_close(linux.probability(80.0), 0.1);
        assert_eq!(linux.zone(80.001), Zone::Above);
    }

    #[test]
    fn the_drop_probability_grows_with_the_packets_since_the_last_drop() {
        for (count, expected) in [(0.0, 0.05), (1.0, 0.0526316), (10.0, 0.1), (20.0, 1.0), (21.0, 1.0)] {
            assert_close(Spacing::Count.probability(0.05, count, 0.0), expected);
        }
        // Exact comparisons use p_b = 1/16, whose multiples are exact in binary; 19 · 0.05 is not.
        assert_eq!(Spacing::Count.probability(0.0625, 15.0, 0.0), 1.0);
        assert_eq!(Spacing::Count.probability(0.0625, 14.0, 0.0), 0.5);
        assert_close(Spacing::Count.probability(0.05, 19.0, 0.0), 1.0);
    }

    #[test]
    fn wait_leaves_a_gap_after_each_drop() {
        for (count, expected) in [(19.0, 0.0), (20.0, 0.05), (30.0, 0.1), (40.0, 1.0), (50.0, 1.0)] {
            assert_close(Spacing::Wait.probability(0.05, count, 0.0), expected);
        }
    }

    #[test]
    fn without_spacing_every_packet_has_the_same_drop_probability() {
        assert_eq!(Spacing::Even.probability(0.05, 1000.0, 0.0), 0.05);
    }

    /// With p_b = 1/4, count·p_b reaches the drawn number at one of the first four packets, each with probability 1/4.
    #[test]
    fn a_drawn_gap_is_uniform_and_ends_only_when_count_times_p_b_rises() {
        let drawn = |p_b: f64, count: f64, reached: f64| Spacing::Drawn.probability(p_b, count, reached);
        for (count, expected) in [(0.0, 0.0), (1.0, 0.25), (2.0, 1.0 / 3.0), (3.0, 0.5), (4.0, 1.0)] {
            assert_close(drawn(0.25, count, 0.25 * f64::max(count - 1.0, 0.0)), expected);
        }
        // No packet has been dropped up to count·p_b = 0.75, so the drawn number is above 0.75. Then p_b falls. With
        // p_b = 0.1 the fourth packet has count·p_b = 0.4 and cannot be dropped. With p_b = 0.15 the sixth packet has
        // count·p_b = 0.9 and can be dropped.
        assert_eq!(drawn(0.1, 4.0, 0.75), 0.0);
        assert_close(drawn(0.15, 6.0, 0.75), 0.15 / 0.25);
    }
}

//! Units of metrics, and the formatting of numbers for display.

use serde::{Serialize, Serializer};

/// Unit of a metric.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Unit {
    /// bit/s, shown in Mb/s.
    BitRate,
    /// Seconds, shown in milliseconds.
    Seconds,
    /// Throughput divided by a delay: bit/s², shown in Mb/s².
    Power,
    /// Packets.
    Packets,
    /// Bytes.
    Bytes,
    /// No unit: a share, an index, or a count per packet.
    Plain,
}

impl Unit {
    /// The unit in which values are stored.
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::BitRate => "bit/s",
            Self::Seconds => "s",
            Self::Power => "bit/s²",
            Self::Packets => "packets",
            Self::Bytes => "bytes",
            Self::Plain => "",
        }
    }

    /// The unit in which values are shown.
    pub const fn shown_symbol(self) -> &'static str {
        match self {
            Self::BitRate => "Mb/s",
            Self::Seconds => "ms",
            Self::Power => "Mb/s²",
            Self::Packets => "packets",
            Self::Bytes => "bytes",
            Self::Plain => "",
        }
    }

    /// A value in the display unit, to three significant digits, without the unit.
    pub fn number(self, value: f64) -> String {
        significant(self.shown(value))
    }

    /// A mean with its half-width, `0.9830 ± 0.0018`, both to the same number of decimals. The half-width has two
    /// significant digits, or fewer where the mean would otherwise have more than five. Digits before the decimal point
    /// are never rounded. Without a half-width only the mean is written.
    pub fn interval(self, mean: f64, half_width: f64) -> String {
        const DIGITS_OF_MEAN: i32 = 5;
        let (mean, half_width) = (self.shown(mean), self.shown(half_width));
        if !half_width.is_finite() {
            return significant(mean);
        }
        // A half-width below a billionth of the mean is only rounding error, so the mean is shown as exact.
        let is_certain = half_width < 1e-9 * mean.abs() || half_width == 0.0;
        let (Some(of_half_width), false) = (magnitude(half_width), is_certain) else {
            return format!("{} ± 0", significant(mean));
        };
        let most = magnitude(mean).map_or(i32::MAX, |of_mean| DIGITS_OF_MEAN - 1 - of_mean);
        let decimals = (1 - of_half_width).min(most);
        format!("{} ± {}", fixed(mean, decimals), fixed(half_width, decimals))
    }

    const fn shown(self, value: f64) -> f64 {
        match self {
            Self::BitRate | Self::Power => value / 1e6,
            Self::Seconds => value * 1e3,
            Self::Packets | Self::Bytes | Self::Plain => value,
        }
    }

    /// A value with its unit.
    pub fn quantity(self, value: f64) -> String {
        format!("{} {}", self.number(value), self.shown_symbol()).trim_end().to_owned()
    }
}

/// Serializes as the symbol of the stored unit.
impl Serialize for Unit {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.symbol())
    }
}

/// A number to three significant digits; digits before the decimal point are never rounded. NaN is shown as a dash.
fn significant(value: f64) -> String {
    const DIGITS: i32 = 3;
    match magnitude(value) {
        Some(magnitude) => fixed(value, DIGITS - 1 - magnitude),
        None if value == 0.0 => "0".into(),
        None => "–".into(),
    }
}

/// The decimal exponent of a number rounded to three significant digits; `None` for 0 and NaN.
fn magnitude(value: f64) -> Option<i32> {
    if value == 0.0 || !value.is_finite() {
        return None;
    }
    // The formatted number contains the exponent. A logarithm could round to the wrong side of a power of ten.
    format!("{value:.2e}").split_once('e').and_then(|(_, exponent)| exponent.parse().ok())
}

fn fixed(value: f64, decimals: i32) -> String {
    format!("{value:.*}", decimals.clamp(0, 12) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_digits_distinguish_a_small_rate_from_0() {
        assert_eq!(Unit::BitRate.quantity(5_412.0), "0.00541 Mb/s");
        assert_eq!(Unit::BitRate.quantity(993_870.0), "0.994 Mb/s");
        assert_eq!(Unit::Seconds.quantity(0.467_2), "467 ms");
        assert_eq!(Unit::Seconds.quantity(3.1384), "3138 ms");
        assert_eq!(Unit::Packets.quantity(49.96), "50.0 packets");
        assert_eq!(Unit::Power.quantity(2_450_980.0), "2.45 Mb/s²");
        assert_eq!(Unit::Plain.quantity(0.999_6), "1.00");
        assert_eq!(Unit::Plain.quantity(0.0), "0");
        assert_eq!(Unit::Plain.quantity(f64::NAN), "–");
    }

    #[test]
    fn a_mean_has_as_many_decimals_as_its_half_width() {
        assert_eq!(Unit::BitRate.interval(983_012.0, 1_790.0), "0.9830 ± 0.0018");
        assert_eq!(Unit::BitRate.interval(5_561.0, 1_310.0), "0.0056 ± 0.0013");
        assert_eq!(Unit::Seconds.interval(0.467_21, 0.002_59), "467.2 ± 2.6");
        assert_eq!(Unit::Packets.interval(49.96, 37.4), "50 ± 37");
        assert_eq!(Unit::Plain.interval(0.75, 0.0), "0.750 ± 0");
        assert_eq!(Unit::Plain.interval(0.75, 1e-16), "0.750 ± 0");
        assert_eq!(Unit::Plain.interval(0.75, 1e-7), "0.75000 ± 0.00000", "insignificant digits are left out");
        assert_eq!(Unit::Plain.interval(0.75, f64::NAN), "0.750");
        assert_eq!(Unit::Plain.interval(0.0, 0.012), "0.000 ± 0.012");
    }
}

//! Units of metrics, and numbers as people read them.

/// Unit of a metric.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Unit {
    /// bit/s, shown in Mb/s.
    BitRate,
    /// Seconds, shown in milliseconds.
    Seconds,
    /// Packets.
    Packets,
    /// A part of a whole, an index, a count per packet: no unit.
    Plain,
}

impl Unit {
    /// The unit of the values themselves.
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::BitRate => "bit/s",
            Self::Seconds => "s",
            Self::Packets => "packets",
            Self::Plain => "",
        }
    }

    /// The unit in which people read it.
    pub const fn shown_symbol(self) -> &'static str {
        match self {
            Self::BitRate => "Mb/s",
            Self::Seconds => "ms",
            Self::Packets => "packets",
            Self::Plain => "",
        }
    }

    /// A value in the unit in which people read it, to three significant digits, without the unit.
    pub fn number(self, value: f64) -> String {
        significant(match self {
            Self::BitRate => value / 1e6,
            Self::Seconds => value * 1e3,
            Self::Packets | Self::Plain => value,
        })
    }

    /// A value with its unit.
    pub fn quantity(self, value: f64) -> String {
        format!("{} {}", self.number(value), self.shown_symbol()).trim_end().to_owned()
    }
}

/// A number to three significant digits; a whole part is never rounded. A dash for what is no number.
fn significant(value: f64) -> String {
    const DIGITS: i32 = 3;
    if !value.is_finite() {
        return "–".into();
    }
    // The exponent after rounding, as the standard library prints it: exact, and without a logarithm.
    let scientific = format!("{value:.2e}");
    let exponent: i32 = scientific.split_once('e').and_then(|(_, exponent)| exponent.parse().ok()).unwrap_or(0);
    let decimals = if value == 0.0 { 0 } else { (DIGITS - 1 - exponent).clamp(0, 12) };
    format!("{value:.*}", decimals as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_digits_tell_a_small_rate_from_none() {
        assert_eq!(Unit::BitRate.quantity(5_412.0), "0.00541 Mb/s");
        assert_eq!(Unit::BitRate.quantity(993_870.0), "0.994 Mb/s");
        assert_eq!(Unit::Seconds.quantity(0.467_2), "467 ms");
        assert_eq!(Unit::Seconds.quantity(3.1384), "3138 ms");
        assert_eq!(Unit::Packets.quantity(49.96), "50.0 packets");
        assert_eq!(Unit::Plain.quantity(0.999_6), "1.00");
        assert_eq!(Unit::Plain.quantity(0.0), "0");
        assert_eq!(Unit::Plain.quantity(f64::NAN), "–");
    }
}

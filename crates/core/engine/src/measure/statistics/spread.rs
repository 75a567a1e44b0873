//! The spread of the values of independent runs: median, quartiles, and a test for two groups. Also the confidence
//! interval of the mean of a share, which is between 0 and 1.

use super::{Summary, sorted, student};

/// The spread of values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// Median.
    pub median: f64,
    /// First and third quartile, interpolated by the definition of type 7 of Hyndman and Fan.
    pub quartiles: [f64; 2],
    /// Whether the values form two groups, so that their mean is typical of no run.
    pub two_states: bool,
}

/// The search for two groups needs at least this number of values.
const FEWEST_FOR_STATES: usize = 10;
/// Values form two groups only if the smaller group has at least this share of the values, and at least two values.
const SMALLER_GROUP: f64 = 0.1;
/// Values form two groups only if the difference between the groups explains at least this fraction of the variance.
const BETWEEN: f64 = 0.92;
/// Values form two groups only if the means of the groups differ by at least this fraction of the larger mean. Ten runs
/// with the value 60 and ten with the value 61 are therefore not two groups.
const APART: f64 = 0.1;

/// A limit on the confidence interval of a share: each end is at most this many half-widths of Student's interval from
/// the mean.
const MOST_EXTRAPOLATED: f64 = 3.0;

/// The description of one quantity in independent runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Described {
    /// Mean and deviation.
    pub summary: Summary,
    /// The 95 % confidence interval of the mean; `None` for a single value.
    pub interval: Option<[f64; 2]>,
    /// Quartiles and groups.
    pub spread: Spread,
}

/// Describes the values of independent runs; `None` if there are no values. `is_share` says whether the values are shares or
/// indices in \[0, 1\].
pub fn described(values: &[f64], is_share: bool) -> Option<Described> {
    let summary = super::summary(values);
    let interval = if is_share {
        interval_of_share(&summary)
    } else {
        (summary.count > 1).then_some([summary.mean - summary.half_width, summary.mean + summary.half_width])
    };
    Some(Described { summary, interval, spread: spread(values)? })
}

/// The spread of values of independent runs; `None` if there are no values.
pub fn spread(values: &[f64]) -> Option<Spread> {
    let sorted = sorted(values);
    let at = |share: f64| {
        let place = share * (sorted.len() - 1) as f64;
        let low = sorted[place as usize];
        let high = sorted[(place as usize + 1).min(sorted.len() - 1)];
        low + (high - low) * place.fract()
    };
    (!sorted.is_empty()).then(|| Spread {
        median: at(0.5),
        quartiles: [at(0.25), at(0.75)],
        two_states: has_two_states(&sorted),
    })
}

/// Whether sorted values form two groups: the best cut leaves almost none of their variance inside the groups.
fn has_two_states(sorted: &[f64]) -> bool {
    let count = sorted.len() as f64;
    if sorted.len() < FEWEST_FOR_STATES {
        return false;
    }
    let sum: f64 = sorted.iter().sum();
    let mean = sum / count;
    let variance: f64 = sorted.iter().map(|value| (value - mean) * (value - mean)).sum();
    let fewest = (SMALLER_GROUP * count).max(2.0);
    let (mut below, mut found) = (0.0, false);
    for (place, value) in sorted.iter().enumerate() {
        below += value;
        let (lower, upper) = ((place + 1) as f64, count - (place + 1) as f64);
        if lower.min(upper) < fewest {
            continue;
        }
        let (low, high) = (below / lower, (sum - below) / upper);
        let between = lower * upper / count * (high - low) * (high - low);
        let is_apart = high - low >= APART * low.abs().max(high.abs());
        found |= is_apart && between >= BETWEEN * variance;
    }
    found
}

/// The 95 % confidence interval of the mean of a share or an index; `None` for a single value. If the mean is in \[0, 1\], so
/// is the interval.
///
/// This is a score interval. At each end it uses the standard error that a mean at that end would have, whereas
/// Student's interval uses the measured standard error. The error at an end is assumed to be proportional to μ(1 − μ),
/// as for proportions with dispersion (Wedderburn, 1974), and at most three times the measured error. For means near
/// one half the interval is nearly Student's. In simulations with ten values it contains the true mean in 95 % of
/// normal, skewed and two-state cases.
pub fn interval_of_share(summary: &Summary) -> Option<[f64; 2]> {
    let Summary { count, mean, sd, half_width } = *summary;
    if count < 2 {
        return None;
    }
    let scale = mean * (1.0 - mean);
    if sd == 0.0 || scale <= 0.0 {
        return Some([mean - half_width, mean + half_width]);
    }
    let bend = student::quantile(0.975, (count - 1) as f64) * sd / (scale * (count as f64).sqrt());
    let low = ((1.0 + bend) - ((1.0 + bend) * (1.0 + bend) - 4.0 * bend * mean).sqrt()) / (2.0 * bend);
    let high = (((1.0 - bend) * (1.0 - bend) + 4.0 * bend * mean).sqrt() - (1.0 - bend)) / (2.0 * bend);
    // If almost all values are 0 or 1, the deviation comes from a few values, and says little about means far from the
    // measured mean. Each end of the interval is therefore at most `reach` from the mean.
    let reach = MOST_EXTRAPOLATED * half_width;
    Some([low.max(0.0).max(mean - reach), high.min(1.0).min(mean + reach)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::math;
    use crate::base::rng::{Chance, Stream};
    use crate::measure::statistics::draws::normal;
    use crate::measure::summary;

    #[test]
    fn quartiles_of_one_to_five_are_as_computed_by_hand() {
        let it = spread(&[5.0, 3.0, 1.0, 2.0, 4.0]).unwrap();
        assert_eq!((it.median, it.quartiles), (3.0, [2.0, 4.0]));
        assert_eq!(spread(&[1.0, 2.0]).unwrap().median, 1.5);
        assert_eq!(spread(&[]), None);
    }

    #[test]
    fn the_ends_of_an_interval_follow_from_the_deviation_at_the_ends() {
        let values = summary(&[1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
        let ends = interval_of_share(&values).unwrap();
        for end in ends {
            let off = (values.mean - end).abs() / (end * (1.0 - end));
            assert!((off - values.half_width / (0.3 * 0.7)).abs() < 1e-9, "{ends:?}");
        }
        assert!(0.0 < ends[0] && ends[0] < 0.3 && 0.3 < ends[1] && ends[1] < 1.0);
        // With little spread the interval equals Student's.
        let close = summary(&[0.5, 0.501, 0.502]);
        let [low, high] = interval_of_share(&close).unwrap();
        assert!(
            (low - (close.mean - close.half_width)).abs() < 1e-5 && (high - low - 2.0 * close.half_width).abs() < 1e-5
        );
        assert_eq!(interval_of_share(&summary(&[1.0, 1.0])), Some([1.0, 1.0]));
        // Nine values are 1 and one value is 0.9995. The lower end of the interval is not far below 0.9995.
        let [low, high] = interval_of_share(&summary(&[1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.9995])).unwrap();
        assert!(0.999 < low && high < 1.0, "{low} to {high}");
        assert_eq!(interval_of_share(&summary(&[0.4])), None);
    }

    /// A function that draws a random number.
    type Draw = fn(&mut Stream) -> f64;

    fn two_states(chance: &mut Stream) -> f64 {
        if chance.happens(0.3) { 0.97 + 0.005 * normal(chance) } else { 0.03 + 0.005 * normal(chance) }
    }

    fn skewed(chance: &mut Stream) -> f64 {
        (-0.05 * math::ln(1.0 - chance.unit())).min(1.0)
    }

    fn groups(count: usize, draw: Draw, name: &str) -> Vec<Vec<f64>> {
        let chance = &mut Stream::named(1, name);
        (0..4_000).map(|_| (0..count).map(|_| draw(chance)).collect()).collect()
    }

    #[test]
    fn intervals_of_shares_contain_the_mean_often_enough_and_are_within_bounds() {
        let cases: [(&str, Draw, f64); 3] = [
            ("normal", |chance| 0.5 + 0.05 * normal(chance), 0.5),
            ("skewed", skewed, 0.05),
            ("two states", two_states, 0.3 * 0.97 + 0.7 * 0.03),
        ];
        for (name, draw, mean) in cases {
            let groups = groups(10, draw, name);
            let mut hits = 0;
            for values in &groups {
                let [low, high] = interval_of_share(&summary(values)).unwrap();
                assert!(0.0 <= low && high <= 1.0, "{name}: {low} to {high}");
                hits += u32::from(low <= mean && mean <= high);
            }
            let coverage = f64::from(hits) / groups.len() as f64;
            println!("{name}: {coverage}");
            assert!(coverage >= 0.93, "{name}: {coverage}");
        }
    }

    #[test]
    fn two_states_are_detected_and_one_state_is_seldom_mistaken_for_two() {
        let cases: [(&str, Draw, f64, f64); 4] = [
            ("normal", normal, 0.0, 0.02),
            ("uniform", |chance| chance.unit(), 0.0, 0.05),
            ("skewed", skewed, 0.0, 0.05),
            ("two states", two_states, 0.8, 1.0),
        ];
        for (name, draw, least, most) in cases {
            for count in [10, 20, 30] {
                let groups = groups(count, draw, name);
                let seen = groups.iter().filter(|values| spread(values).unwrap().two_states).count();
                let rate = seen as f64 / groups.len() as f64;
                println!("{name}, {count} values: {rate}");
                assert!((least..=most).contains(&rate), "{name}, {count} values: {rate}");
            }
        }
    }

    #[test]
    fn the_runs_of_a_decay_form_two_states() {
        // Rounded results of our simulation of Model 1 of the CHOKeD thesis under CHOKeD with gentle RED, seeds 1 to
        // 20.
        let mut values = vec![0.03; 12];
        values.extend([0.041, 0.193, 0.644, 0.966, 0.969, 0.971, 0.972, 0.973]);
        assert!(spread(&values).unwrap().two_states);
        let counts: Vec<f64> = (0..20).map(|run| 60.0 + f64::from(run % 2)).collect();
        assert!(!spread(&counts).unwrap().two_states);
    }
}

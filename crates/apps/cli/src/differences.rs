//! Differences between lanes over the same seeds, as `run` and `sweep` print them.

use chokepoint_engine::measure::Summary;
use chokepoint_engine::measure::statistics::{FAMILY_ERROR, FamilyTest};
use serde_json::{Map, Value, json};

/// If the test of normality gives a p below this limit, differences are reported as not normal.
const NORMAL_FROM: f64 = 0.05;

/// The name of a difference.
pub(crate) fn name(lane: &str, against: &str) -> String {
    format!("{lane} − {against}")
}

/// Number of comparisons in a family.
pub(crate) fn size(family: &[Option<FamilyTest>]) -> usize {
    family.iter().flatten().count()
}

/// Notes below a table of differences. The first gives the number of comparisons in the family of tests, and the
/// correction for this number. The second gives the number of comparisons whose differences are not normally
/// distributed. `parts` describes the family, as in `9 points, 1 lane, 2 metrics`.
pub(crate) fn notes(family: &[Option<FamilyTest>], parts: &str) -> Vec<String> {
    let size = size(family);
    let mut notes = vec![format!(
        "* differs from 0: p below {FAMILY_ERROR} after Holm's correction over {size} comparisons ({parts}), by Student's paired test"
    )];
    let of_normality = family.iter().flatten().filter_map(|found| found.normality);
    let other = of_normality.filter(|found| found.p < NORMAL_FROM).count();
    // Even if all differences are normal, the test of normality rejects one comparison in twenty by chance. The second
    // note is therefore written only if the test rejects more than one in ten.
    if other * 10 > size {
        notes.push(format!(
            "in {other} of {size} comparisons the differences are not normal (Shapiro-Wilk, p below \
             {NORMAL_FROM}); with few seeds, read their intervals and tests with care"
        ));
    }
    notes
}

/// A number with its noun, as in `1 lane` or `2 lanes`.
pub(crate) fn counted(number: usize, part: &str) -> String {
    format!("{number} {part}{}", if number == 1 { "" } else { "s" })
}

/// The fields of a comparison in JSON. The statistics are `null` if fewer than two seeds have a value in both lanes.
pub(crate) fn fields(found: Option<&FamilyTest>, comparisons: usize) -> Map<String, Value> {
    let difference = found.map(|found| found.test.difference);
    let end = |sign: f64| difference.map(|Summary { mean, half_width, .. }| mean + sign * half_width);
    let fields = json!({
        "n": difference.map_or(0, |difference| difference.count),
        "difference": difference.map(|difference| difference.mean),
        "low": end(-1.0),
        "high": end(1.0),
        "p": found.map(|found| found.test.p),
        "p_holm": found.map(|found| found.p),
        "differs": found.map(|found| found.differs),
        "comparisons": comparisons,
    });
    match fields {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chokepoint_engine::measure::statistics::paired_family;

    #[test]
    fn a_family_is_named_and_differences_that_are_not_normal_are_counted() {
        let outlier = |run: u32| if run == 0 { 100.0 } else { f64::from(run) / 100.0 };
        let family = paired_family(&[
            (0..10).map(|run| (outlier(run), 0.0)).collect(),
            (0..10).map(|run| (f64::from(run), 0.0)).collect(),
            vec![(1.0, 0.0)],
        ]);
        let notes = notes(&family, "1 lane, 3 metrics");
        assert!(notes[0].contains("over 2 comparisons (1 lane, 3 metrics)"), "{notes:?}");
        assert!(notes[1].starts_with("in 1 of 2 comparisons the differences are not normal"), "{notes:?}");
        assert_eq!(fields(family[2].as_ref(), 2)["difference"], Value::Null);
        assert_eq!(fields(family[1].as_ref(), 2)["difference"], 4.5);
    }
}

//! A stricter test than the 7 % rule: all differences, in standard errors, are compared with the distribution that chance
//! alone would give.

use super::report::Pair;
use chokepoint_engine::measure::statistics::student::{quantile, two_sided_p};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// For some numbers of standard errors, the share of the pairs with a larger difference. If both simulators had the same
/// distribution, these shares would be those of Student's t, for the few seeds of some of the reference's means.
pub(super) struct Sharpness {
    /// The number of pairs in which both simulators vary and the reference's value is certain enough.
    pub(super) pairs: usize,
    rows: [Beyond; 2],
}

/// The share of the pairs whose difference exceeds `errors` standard errors.
struct Beyond {
    errors: f64,
    share: f64,
    /// Half the width of the 95 % interval of the share. Pairs of one scene depend on each other: two periods of one run, a
    /// class and the total, or a mean and its deviation. Therefore the interval treats scenes, and not pairs, as independent.
    half_width: f64,
    by_chance: f64,
}

impl Sharpness {
    pub(super) fn of(pairs: &[&Pair]) -> Self {
        let scores: Vec<(&str, f64, f64)> = pairs
            .iter()
            .filter(|pair| !pair.is_vague())
            .filter_map(|pair| pair.in_errors().map(|(score, degrees)| (pair.case.as_str(), score, degrees)))
            .collect();
        let count = scores.len().max(1) as f64;
        let beyond = |errors: f64| {
            let expected: f64 = scores.iter().map(|&(.., degrees)| two_sided_p(errors, degrees)).sum();
            let (share, half_width) =
                share_over_scenes(scores.iter().map(|(case, score, _)| (*case, score.abs() > errors)));
            Beyond { errors, share, half_width, by_chance: expected / count }
        };
        Self { pairs: scores.len(), rows: [beyond(2.0), beyond(4.0)] }
    }

    /// The share of the pairs whose difference exceeds four standard errors.
    pub(super) fn beyond_four(&self) -> f64 {
        self.rows[1].share
    }

    pub(super) fn line(&self) -> String {
        let part = |it: &Beyond| {
            let [share, half_width, by_chance] = [it.share, it.half_width, it.by_chance].map(|part| 100.0 * part);
            format!("{share:.1} ± {half_width:.1} % beyond {} standard errors (chance: {by_chance:.1} %)", it.errors)
        };
        format!("of {} pairs {}", self.pairs, self.rows.iter().map(part).collect::<Vec<_>>().join(", "))
    }

    pub(super) fn to_json(&self) -> Value {
        let row = |it: &Beyond| json!({ "errors": it.errors, "share": it.share, "half_width": it.half_width, "by_chance": it.by_chance });
        json!({ "pairs": self.pairs, "beyond": self.rows.iter().map(row).collect::<Vec<_>>() })
    }
}

/// The share of the pairs with a property, and the half-width of its 95 % interval. The share is a ratio of two sums over
/// scenes; a scene contributes all its pairs.
fn share_over_scenes<'a>(pairs: impl Iterator<Item = (&'a str, bool)>) -> (f64, f64) {
    let mut scenes: BTreeMap<&str, (f64, f64)> = BTreeMap::new();
    for (scene, is_true) in pairs {
        let (so, all) = scenes.entry(scene).or_default();
        *so += f64::from(u8::from(is_true));
        *all += 1.0;
    }
    let (so, all) = scenes.values().fold((0.0, 0.0), |sums, it| (sums.0 + it.0, sums.1 + it.1));
    let (share, count) = (so / f64::max(all, 1.0), scenes.len() as f64);
    let squares: f64 = scenes.values().map(|(so, all)| (so - share * all) * (so - share * all)).sum();
    let error = (count / (count - 1.0) * squares).sqrt() / all;
    (share, if count > 1.0 { quantile(0.975, count - 1.0) * error } else { f64::NAN })
}

#[test]
fn pairs_of_one_scene_count_as_one_observation() {
    let alone: Vec<(String, bool)> = (0..40).map(|scene| (scene.to_string(), scene < 10)).collect();
    let (share, half_width) = share_over_scenes(alone.iter().map(|(scene, is_true)| (scene.as_str(), *is_true)));
    assert!((share - 0.25).abs() < 1e-12);
    // For independent pairs the result is the interval of the binomial distribution, with n − 1.
    assert!((half_width - 2.0227 * (0.25 * 0.75 / 39.0_f64).sqrt()).abs() < 1e-4, "{half_width}");
    let ten_times = alone.iter().flat_map(|(scene, is_true)| std::iter::repeat_n((scene.as_str(), *is_true), 10));
    let (same_share, same) = share_over_scenes(ten_times);
    assert!(
        (same_share - share).abs() < 1e-12 && (same - half_width).abs() < 1e-12,
        "ten equal pairs of a scene give no more information than one"
    );
}

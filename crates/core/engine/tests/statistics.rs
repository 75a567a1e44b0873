//! The statistics of paired runs, compared with SciPy. `reference/scipy/make.py` produced the expected values and shows
//! the calls to SciPy.

use chokepoint_engine::measure::statistics::{paired_test, pearson, shapiro_wilk, signed_rank_test};
use chokepoint_engine::measure::{HalfSums, described};
use serde_json::Value;

const REFERENCE: &str = include_str!("reference/scipy/values.json");
const SPREAD: &str = include_str!("reference/scipy/spread.json");

/// Two samples a and b, their differences, and SciPy's results.
struct Case(Value);

impl Case {
    fn all() -> Vec<Self> {
        let mut reference: Value = serde_json::from_str(REFERENCE).expect("JSON");
        let Value::Array(cases) = reference["cases"].take() else { panic!("no cases") };
        cases.into_iter().map(Self).collect()
    }

    fn values(&self, of: &str) -> Vec<f64> {
        self.0[of].as_array().expect("values").iter().map(|value| value.as_f64().expect("a number")).collect()
    }

    fn pairs(&self) -> Vec<(f64, f64)> {
        self.values("a").into_iter().zip(self.values("b")).collect()
    }

    /// Compares two values up to rounding, and up to the approximations in Royston's algorithm, which both programs
    /// use.
    #[track_caller]
    fn assert(&self, pointer: &str, ours: f64, relative: f64) {
        let theirs = self.0.pointer(pointer).and_then(Value::as_f64).expect(pointer);
        let is_near = (ours - theirs).abs() <= relative * theirs.abs();
        assert!(is_near, "{}: {pointer} is {ours}, in SciPy {theirs}", self.0["name"]);
    }
}

#[test]
fn shapiro_wilk_agrees_with_scipy() {
    for case in Case::all() {
        let found = shapiro_wilk(&case.values("differences")).expect("values that vary");
        case.assert("/shapiro/w", found.w, 1e-7);
        case.assert("/shapiro/p", found.p, 1e-7);
    }
}

#[test]
fn the_paired_t_test_agrees_with_scipy() {
    for case in Case::all() {
        let found = paired_test(&case.pairs()).expect("pairs");
        let (mean, half_width) = (found.difference.mean, found.difference.half_width);
        case.assert("/ttest_1samp/t", found.t, 1e-9);
        case.assert("/ttest_1samp/degrees", (found.difference.count - 1) as f64, 0.0);
        case.assert("/ttest_1samp/p", found.p, 1e-9);
        case.assert("/ttest_1samp/low", mean - half_width, 1e-9);
        case.assert("/ttest_1samp/high", mean + half_width, 1e-9);
    }
}

#[test]
fn the_signed_rank_test_agrees_with_scipy() {
    let mut counts = Vec::new();
    for case in Case::all() {
        let found = signed_rank_test(&case.values("differences")).expect("differences");
        case.assert("/wilcoxon/count", found.count as f64, 0.0);
        case.assert("/wilcoxon/statistic", found.positive.min(found.negative), 0.0);
        case.assert("/wilcoxon/p", found.p, 1e-12);
        counts.push(found.count);
    }
    assert!(
        counts.contains(&50) && counts.contains(&60),
        "the numbers of differences must lie on both sides of the limit of the exact distribution: {counts:?}"
    );
}

#[test]
fn pearsons_correlation_agrees_with_scipy() {
    for case in Case::all() {
        match (pearson(&case.pairs()), case.0.get("pearsonr")) {
            (Some(found), Some(_)) => {
                case.assert("/pearsonr/r", found.r, 1e-9);
                case.assert("/pearsonr/p", found.p, 1e-9);
            }
            (None, None) => {}
            (found, theirs) => panic!("{}: {found:?}, in SciPy {theirs:?}", case.0["name"]),
        }
    }
}

#[test]
fn the_spread_of_shares_agrees_with_scipy() {
    let mut reference: Value = serde_json::from_str(SPREAD).expect("JSON");
    let Value::Array(cases) = reference["cases"].take() else { panic!("no cases") };
    for case in cases.into_iter().map(Case) {
        let (whole, first, second) = (case.values("whole"), case.values("first"), case.values("second"));
        let found = described(&whole, true).expect("values");
        case.assert("/median", found.spread.median, 1e-12);
        case.assert("/quartiles/0", found.spread.quartiles[0], 1e-12);
        case.assert("/quartiles/1", found.spread.quartiles[1], 1e-12);
        let [low, high] = found.interval.expect("several runs");
        case.assert("/interval/0", low, 1e-9);
        case.assert("/interval/1", high, 1e-9);
        assert_eq!(found.spread.two_states, case.0["two_states"], "{}", case.0["name"]);
        let mut sums = HalfSums::default();
        first.into_iter().zip(second).for_each(|(first, second)| sums.add([first, second]));
        let is_settling = sums.compared().is_some_and(|it| it.is_settling);
        assert_eq!(is_settling, case.0["settling"], "{}", case.0["name"]);
    }
}

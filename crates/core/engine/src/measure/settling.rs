//! The time that a quantity takes to settle after a step of the load.

/// The index of the bin at which a quantity has settled: this bin and all later bins are within `tolerance` of the mean
/// of the last quarter. `tolerance` is a fraction of that mean, such as 0.05.
///
/// The `bins` are values of the quantity in consecutive intervals of time; the first interval begins when the load
/// jumps. The values should be means over many runs, since a single run is too noisy to remain within 5 %. `None` if
/// there are no bins, or the last bin is not within `tolerance`.
pub fn settled_from(bins: &[f64], tolerance: f64) -> Option<usize> {
    let quarter = bins.len().div_ceil(4);
    let last = &bins[bins.len() - quarter..];
    let target = last.iter().sum::<f64>() / quarter as f64;
    let is_out = |bin: &f64| (bin - target).abs() > tolerance * target.abs();
    let settled = bins.iter().rposition(is_out).map_or(0, |out| out + 1);
    (settled < bins.len()).then_some(settled)
}

/// Like [`settled_from`], for a single run. `None` if a bin of the last quarter is not within `tolerance` of the mean
/// of the last quarter. Also `None` if all bins of the last quarter are 0, for example because the flows have ended.
pub fn converged_from(bins: &[f64], tolerance: f64) -> Option<usize> {
    let before_last = bins.len() - bins.len().div_ceil(4);
    let is_active = bins[before_last..].iter().any(|bin| *bin != 0.0);
    settled_from(bins, tolerance).filter(|settled| is_active && *settled <= before_last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_single_run_has_converged_if_its_last_quarter_is_within_bounds() {
        // The last quarter has the mean 10, so the bounds are 8 and 12. The run converges after its last bin outside
        // these bounds.
        assert_eq!(converged_from(&[0.0, 4.0, 13.0, 9.0, 12.0, 8.0, 11.0, 9.0], 0.2), Some(3));
        assert_eq!(converged_from(&[0.0, 4.0, 8.0, 9.0, 12.0, 13.0, 11.0, 9.0], 0.2), Some(6));
        assert_eq!(converged_from(&[10.0; 8], 0.2), Some(0));
        // Not converged: the last quarter has the mean 10, but its bins 7 and 13 are outside the bounds 8 and 12.
        assert_eq!(converged_from(&[10.0, 10.0, 10.0, 10.0, 10.0, 10.0, 7.0, 13.0], 0.2), None);
        // The last quarter has the mean 9.7, and its first bin is below the lower bound 7.7. The run is settled after
        // this bin, but it has not converged, because this bin is in the last quarter.
        let late = [10.0, 10.0, 10.0, 10.0, 10.0, 10.0, 10.0, 10.0, 10.0, 7.0, 10.5, 11.5];
        assert_eq!((settled_from(&late, 0.2), converged_from(&late, 0.2)), (Some(10), None));
        assert_eq!(converged_from(&[5.0, 0.0, 0.0, 0.0], 0.2), None, "the group has ended");
        assert_eq!(converged_from(&[], 0.2), None);
    }

    #[test]
    fn a_quantity_is_settled_after_the_last_bin_out_of_bounds() {
        // The last quarter has the mean 10, so the bounds are 9.5 and 10.5.
        assert_eq!(settled_from(&[30.0, 12.0, 10.2, 9.0, 9.6, 10.4, 10.1, 9.9], 0.05), Some(4));
        assert_eq!(settled_from(&[30.0, 12.0, 10.2, 9.0, 9.6, 10.4, 10.1, 9.9], 0.15), Some(2));
    }

    #[test]
    fn values_at_the_bounds_are_settled() {
        assert_eq!(settled_from(&[10.5, 9.5, 10.0, 10.0], 0.05), Some(0));
    }

    #[test]
    fn a_quantity_that_never_settles_gives_none() {
        assert_eq!(settled_from(&[1.0, 2.0, 4.0, 8.0, 16.0], 0.05), None);
        assert_eq!(settled_from(&[], 0.05), None);
    }

    #[test]
    fn with_a_mean_of_0_only_bins_of_0_are_settled() {
        assert_eq!(settled_from(&[0.1, 0.0, 0.0, 0.0], 0.05), Some(1));
    }
}

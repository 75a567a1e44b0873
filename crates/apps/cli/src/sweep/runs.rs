//! Makes the missing runs of a sweep, on all cores.

use super::results::{Results, in_words};
use crate::failure::Failure;
use crate::pool::{self, Work};
use chokepoint_sweep::{Key, Keys, Runner};
use std::sync::Arc;

/// Makes every missing run, passes each finished run to `keep`, and adds it to the results. A rule that adds seeds
/// takes several rounds. A signal or a failed run ends the loop early; finished runs stay in the results.
pub(crate) fn make_missing(
    results: &mut Results,
    jobs: usize,
    mut keep: impl FnMut(&Key, &[f64]) -> Result<(), Failure>,
) -> Result<(), Failure> {
    loop {
        let missing = results.missing();
        if missing.is_empty() {
            return Ok(());
        }
        make(results, missing, jobs, &mut keep)?;
        if results.sweep().until().is_none() {
            return Ok(());
        }
        results.look();
    }
}

/// Makes these runs.
fn make(
    results: &mut Results,
    missing: Vec<u64>,
    jobs: usize,
    keep: &mut impl FnMut(&Key, &[f64]) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let sweep = Arc::clone(results.sweep());
    let work = Work { jobs: missing, before: results.done(), workers: jobs, in_bundles: true };
    let mut values = Vec::new();
    pool::make(
        work,
        move |desk| {
            let (mut runner, mut keys) = (Runner::new(&sweep), Keys::new(&sweep));
            let name = |&index: &u64| sweep.task(index).map_or_else(String::new, |task| in_words(&sweep, task));
            desk.each(name, |&index| {
                let task = sweep.task(index).ok_or_else(|| Failure::Failed(format!("there is no run {index}")))?;
                Ok((runner.run(task), keys.of(task)))
            });
        },
        |_, _, made| {
            let (row, key) = made?;
            results.put(&row);
            if let (Ok(made), Some(key)) = (&row.values, key) {
                values.clear();
                values.extend(made.iter().map(|value| value.unwrap_or(f64::NAN)));
                keep(&key, &values)?;
            }
            Ok(())
        },
    )
}

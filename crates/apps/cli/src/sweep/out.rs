//! The output file of a sweep: reads the runs it already has, journals new ones, and writes the table at the end.

use super::journal::Journal;
use super::results::{ByKey, Results};
use super::tables::{self, Format};
use crate::failure::Failure;
use chokepoint_sweep::{Key, Keys};
use std::fs;
use std::path::{Path, PathBuf};

/// The table while the sweep runs: its file and its journal.
#[derive(Debug)]
pub(crate) struct Out {
    file: PathBuf,
    format: Format,
    journal: Journal,
    replace: bool,
}

impl Out {
    /// Loads the runs of the table and its journal into `results`. Unless `replace` is set, runs of another sweep are
    /// an error.
    pub(crate) fn open(file: &Path, replace: bool, results: &mut Results) -> Result<Self, Failure> {
        let format = Format::of(file)?;
        let journal = Journal::path_for(file);
        let mut by_key = None;
        if file.exists() {
            let by_key = by_key.get_or_insert_with(|| ByKey::new(results));
            take_over(file, replace, by_key, results)?;
        }
        // The keys of the runs are needed only to find them in an existing file. A sweep may have a million runs, so
        // without such a file no keys are computed.
        if journal.exists() {
            by_key.get_or_insert_with(|| ByKey::new(results));
        }
        let sweep = results.sweep().clone();
        let mut others = 0_u64;
        let journal = Journal::open(journal, &sweep, |key, values| {
            if values.len() != sweep.metrics().len() {
                return Err(Failure::wrong(format!(
                    "{}: a line has {} values instead of {}; remove the file to start again",
                    Journal::path_for(file).display(),
                    values.len(),
                    sweep.metrics().len()
                )));
            }
            if !put(key, values, by_key.as_ref(), results) {
                others += 1;
            }
            Ok(())
        })?;
        if others > 0 && !replace {
            return Err(would_be_lost(journal.path(), others));
        }
        results.look();
        let out = Self { file: file.to_owned(), format, journal, replace };
        out.check_surplus(results)?;
        Ok(out)
    }

    /// Stores a finished run.
    pub(crate) fn keep(&mut self, key: &Key, values: &[f64]) -> Result<(), Failure> {
        self.journal.keep(key, values)
    }

    /// Refuses to discard runs of an earlier sweep that gave a point more seeds than this one needs.
    fn check_surplus(&self, results: &Results) -> Result<(), Failure> {
        match results.surplus() {
            1.. if self.replace => Ok(()),
            surplus @ 1.. => Err(Failure::wrong(format!(
                "{}: holds {surplus} runs with more seeds than their points need for a narrow enough interval, \
                 and they would be lost; give another --out, more --seeds, or --replace to keep only the runs \
                 of this sweep",
                self.file.display()
            ))),
            0 => Ok(()),
        }
    }

    /// Writes the table and removes the journal. If the table cannot be written, the journal stays.
    pub(crate) fn finish(mut self, results: &Results) -> Result<String, Failure> {
        if let Err(failure) = self.check_surplus(results) {
            self.journal.flush()?;
            return Err(failure);
        }
        if let Err(failure) = tables::write(&self.file, self.format, results) {
            self.journal.flush()?;
            let journal = self.journal.path().display();
            return Err(failure
                .with_hint(&format!("the runs are kept in {journal}, and the same command continues from there")));
        }
        self.journal.remove()?;
        Ok(self.file.display().to_string())
    }

    /// Keeps the journal for the next invocation, and returns its path.
    pub(crate) fn leave(mut self) -> String {
        // A full disk has already been reported, so an error is ignored here.
        let _ = self.journal.flush();
        self.journal.path().display().to_string()
    }
}

fn put(key: Key, values: &[f64], by_key: Option<&ByKey>, results: &mut Results) -> bool {
    let sweep = results.sweep().clone();
    let mut is_ours = false;
    for task in by_key.into_iter().flat_map(|by_key| by_key.tasks(key)).filter_map(|index| sweep.task(index)) {
        is_ours |= results.put_values(task, values);
    }
    is_ours
}

/// Copies those runs of an existing table that belong to this sweep into the results.
fn take_over(file: &Path, replace: bool, by_key: &ByKey, results: &mut Results) -> Result<(), Failure> {
    let before = match tables::read(file) {
        Err(_) if replace => return Ok(()),
        Err(failure) => return Err(failure.with_hint("the file is not overwritten; give another --out, or --replace")),
        Ok(before) => before,
    };
    let mut keys = Keys::new(before.sweep());
    let mut others = 0_u64;
    for line in before.lines().filter(|line| line.problem.is_none()) {
        let is_ours = keys.of(line.task).is_some_and(|key| put(key, line.values, Some(by_key), results));
        others += u64::from(!is_ours);
    }
    if others > 0 && !replace {
        return Err(would_be_lost(file, others));
    }
    Ok(())
}

fn would_be_lost(file: &Path, others: u64) -> Failure {
    Failure::wrong(format!(
        "{}: holds {others} runs that do not belong to this sweep and would be lost; give another --out, or --replace to keep only \
         those of this sweep",
        file.display()
    ))
}

/// Checks that the joined table loses no data of an existing file: unless `replace` is set, all runs of the file must
/// be among the joined runs.
pub(crate) fn check_replaceable(file: &Path, replace: bool, joined: &Results) -> Result<(), Failure> {
    if replace || !fs::exists(file).unwrap_or(false) {
        return Ok(());
    }
    let hint = "the file is not overwritten; give another --out, or --replace";
    let before = tables::read(file).map_err(|failure| failure.with_hint(hint))?;
    let mut all = Results::new(joined.sweep().clone(), super::share::Share::WHOLE);
    let is_part = super::results::difference(joined.sweep(), before.sweep()).is_none()
        && all.merge(joined).and_then(|()| all.merge(&before)).is_ok()
        && all.done() == joined.done();
    if is_part { Ok(()) } else { Err(would_be_lost(file, before.done())) }
}

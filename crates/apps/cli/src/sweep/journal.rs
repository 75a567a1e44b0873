//! The journal of a sweep: a file beside the table, with one line per finished run: its key and its values. No run is
//! lost if the process ends before the table is written.

use super::tables::MAX_LINE_BYTES;
use crate::failure::Failure;
use chokepoint_engine::NUMBERS;
use chokepoint_scenes::files::Bounded;
use chokepoint_sweep::{KEY_BYTES, Key, Sweep, key_text};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Version of the format. It increases when older versions would misread a new journal.
const VERSION: u32 = 1;
/// Longest time before a line is flushed to disk.
const FLUSH_AFTER: Duration = Duration::from_millis(100);
/// The text that stands for a missing value.
const NO_VALUE: &str = "-";

#[derive(Debug)]
pub(crate) struct Journal {
    path: PathBuf,
    file: BufWriter<File>,
    flushed: Instant,
}

impl Journal {
    pub(crate) fn path_for(table: &Path) -> PathBuf {
        let mut name = table.as_os_str().to_owned();
        name.push(".part");
        name.into()
    }

    /// Opens or creates the journal, passes on its runs, and truncates an incomplete last line.
    pub(crate) fn open(
        path: PathBuf,
        sweep: &Sweep,
        mut each: impl FnMut(Key, &[f64]) -> Result<(), Failure>,
    ) -> Result<Self, Failure> {
        let io_failed = |error| Failure::Failed(format!("{}: cannot write: {error}", path.display()));
        if fs::metadata(&path).is_ok_and(|about| !about.is_file()) {
            return Err(Failure::wrong(format!("{}: is not a file, so the runs cannot be kept there", path.display())));
        }
        let file = OpenOptions::new().read(true).append(true).create(true).open(&path).map_err(io_failed)?;
        match file.try_lock() {
            // On a file system without locks, a second process writing to this journal cannot be detected.
            Ok(()) | Err(TryLockError::Error(_)) => {}
            Err(TryLockError::WouldBlock) => {
                let message = format!("{}: another process is writing to it; give another --out", path.display());
                return Err(Failure::Failed(message));
            }
        }
        let whole = read(&path, &file, sweep, &mut each)?;
        file.set_len(whole).map_err(io_failed)?;
        let mut journal = Self { path, file: BufWriter::new(file), flushed: Instant::now() };
        if whole == 0 {
            let header = json!({
                "chokepoint_sweep_journal": VERSION,
                "numbers": NUMBERS,
                "metrics": sweep.metrics(),
                "definition": sweep.to_json(),
            });
            if let Err(failure) = journal.line(&format!("{header}\n")).and_then(|()| journal.flush()) {
                // The header of the new journal could not be written, so the file is removed.
                let _ = fs::remove_file(&journal.path);
                return Err(failure);
            }
        }
        Ok(journal)
    }

    pub(crate) fn keep(&mut self, key: &Key, values: &[f64]) -> Result<(), Failure> {
        let mut line = key_text(key);
        for value in values {
            // `{value:?}` is the shortest decimal that parses back to the same number. Writing into a string cannot fail.
            let _ = if value.is_nan() { write!(line, " {NO_VALUE}") } else { write!(line, " {value:?}") };
        }
        line.push('\n');
        self.line(&line)?;
        if self.flushed.elapsed() >= FLUSH_AFTER {
            self.flush()?;
        }
        Ok(())
    }

    /// Flushes everything to disk.
    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        self.flushed = Instant::now();
        self.file.flush().map_err(|error| self.failed(&error))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Removes the journal once the table has been written.
    pub(crate) fn remove(self) -> Result<(), Failure> {
        let failed = |error| Failure::Failed(format!("{}: {error}", self.path.display()));
        // Buffered lines need not reach the disk: the table already holds their runs.
        drop(self.file.into_parts());
        fs::remove_file(&self.path).map_err(failed)
    }

    fn line(&mut self, line: &str) -> Result<(), Failure> {
        self.file.write_all(line.as_bytes()).map_err(|error| self.failed(&error))
    }

    fn failed(&self, error: &std::io::Error) -> Failure {
        Failure::Failed(format!("{}: cannot write: {error}", self.path.display()))
    }
}

/// Passes the run of each complete line to `each`. Returns the total length of these lines \[bytes\].
fn read(
    path: &Path,
    file: &File,
    sweep: &Sweep,
    each: &mut impl FnMut(Key, &[f64]) -> Result<(), Failure>,
) -> Result<u64, Failure> {
    let failed = |error: std::io::Error| Failure::Failed(format!("{}: {error}", path.display()));
    let wrong = |line: usize, problem: &str| {
        Failure::wrong(format!("{}: line {line} {problem}; remove the file to start again", path.display()))
    };
    let mut from = file;
    from.seek(SeekFrom::Start(0)).map_err(failed)?;
    let mut reader = BufReader::new(Bounded::new(from, MAX_LINE_BYTES, u64::MAX));
    let (mut whole, mut number, mut bytes, mut values) = (0, 0, Vec::new(), Vec::new());
    loop {
        bytes.clear();
        let read = reader.read_until(b'\n', &mut bytes).map_err(failed)?;
        number += 1;
        let is_header = number == 1;
        let starts_as_ours = |line: &[u8]| br#"{"chokepoint_sweep_journal""#.starts_with(&line[..line.len().min(27)]);
        let Some(line) = bytes.strip_suffix(b"\n") else {
            // End of file, or an incomplete last line because the process ended while writing it.
            if is_header && !starts_as_ours(&bytes) {
                return Err(wrong(1, "is not from a journal of chokepoint sweep"));
            }
            return Ok(whole);
        };
        let line = std::str::from_utf8(line).map_err(|_| wrong(number, "is not text"))?;
        if is_header {
            check_header(line, sweep).map_err(|problem| wrong(1, &problem))?;
        } else {
            let key = run_of(line, &mut values)
                .ok_or_else(|| wrong(number, "does not hold the key of a run and its values"))?;
            each(key, &values)?;
        }
        whole += read as u64;
    }
}

fn check_header(line: &str, sweep: &Sweep) -> Result<(), String> {
    let header: Value = serde_json::from_str(line).unwrap_or_default();
    if header["chokepoint_sweep_journal"] != VERSION {
        return Err("is not from a journal of chokepoint sweep".into());
    }
    if header["numbers"] != NUMBERS {
        return Err(format!("has version {} of the engine's numbers; this program has {NUMBERS}", header["numbers"]));
    }
    let metrics = json!(sweep.metrics());
    if header["metrics"] != metrics {
        return Err(format!("has the metrics {}, not {metrics}", header["metrics"]));
    }
    Ok(())
}

fn run_of(line: &str, values: &mut Vec<f64>) -> Option<Key> {
    let mut words = line.split(' ');
    let digits = words.next().filter(|digits| digits.len() == 2 * KEY_BYTES && digits.is_ascii())?;
    let mut key = Key::default();
    for (place, byte) in key.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&digits[2 * place..2 * place + 2], 16).ok()?;
    }
    values.clear();
    for word in words {
        values.push(if word == NO_VALUE { f64::NAN } else { word.parse().ok()? });
    }
    Some(key)
}

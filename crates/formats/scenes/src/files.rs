//! File access for the native programs: input size is limited, and existing files are overwritten only on request.
//!
//! A new file is written under a temporary name in the same folder, and renamed once complete. If the disk is full or
//! the program ends early, no partial file is left under the requested name.

use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};

/// The option that allows overwriting a file, shared by all commands that write one.
pub const REPLACE: &str = "--replace";

/// Reads text of at most `most` bytes to its end.
pub fn read_all(from: impl Read, most: u64, into: &mut String) -> Result<(), String> {
    let bytes = read_bytes(from, most)?;
    into.push_str(std::str::from_utf8(&bytes).map_err(|error| {
        format!("is not text: its byte {} is not UTF-8; is it the right file?", error.valid_up_to() + 1)
    })?);
    Ok(())
}

/// Reads input of at most `most` bytes to its end.
pub fn read_bytes(from: impl Read, most: u64) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    from.take(most + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    if bytes.len() as u64 > most { Err(too_large(most)) } else { Ok(bytes) }
}

/// The text of a file of at most `most` bytes.
pub fn read_text(file: &Path, most: u64) -> Result<String, String> {
    let mut text = String::new();
    read_all(File::open(file).map_err(|error| error.to_string())?, most, &mut text)?;
    Ok(text)
}

fn too_large(most: u64) -> String {
    format!("is larger than {most} bytes, the most that are read")
}

/// A reader that reports an error once a line, or the whole input, is too long.
#[derive(Debug)]
pub struct Bounded<R> {
    from: R,
    most_of_line: u64,
    most: u64,
    in_line: u64,
    in_all: u64,
}

impl<R> Bounded<R> {
    /// A reader for lines of at most `most_of_line` bytes and input of at most `most` bytes.
    pub const fn new(from: R, most_of_line: u64, most: u64) -> Self {
        Self { from, most_of_line, most, in_line: 0, in_all: 0 }
    }

    fn count(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.in_all += bytes.len() as u64;
        if self.in_all > self.most {
            return Err(io::Error::other(too_large(self.most)));
        }
        for line in bytes.split_inclusive(|&byte| byte == b'\n') {
            self.in_line += line.len() as u64;
            if self.in_line > self.most_of_line {
                let most = self.most_of_line;
                return Err(io::Error::other(format!("has a line of more than {most} bytes, the most that are read")));
            }
            if line.ends_with(b"\n") {
                self.in_line = 0;
            }
        }
        Ok(())
    }
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.from.read(into)?;
        self.count(&into[..count])?;
        Ok(count)
    }
}

/// Why a file is not written.
#[derive(Debug)]
pub enum WriteProblem {
    /// A file of this name exists.
    Taken(PathBuf),
    /// The name is that of a folder.
    Folder(PathBuf),
    /// The system reports an error.
    Io(PathBuf, io::Error),
}

impl fmt::Display for WriteProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Taken(place) => {
                write!(f, "{}: exists and is not overwritten; give another name, or {REPLACE}", place.display())
            }
            Self::Folder(place) => write!(f, "{}: is a folder, not the name of a file", place.display()),
            Self::Io(place, error) => write!(f, "{}: cannot be written: {error}", place.display()),
        }
    }
}

impl std::error::Error for WriteProblem {}

/// Refuses the name of an existing file, unless it may be replaced. Devices and pipes are always allowed.
///
/// A command with a long computation calls this function first, so that it fails early. [`NewFile`] checks again,
/// because the file may have been created meanwhile.
pub fn check_free(place: &Path, replace: bool) -> Result<(), WriteProblem> {
    // `metadata` follows symbolic links and fails if the target is missing. `symlink_metadata` then describes the link
    // itself.
    let there = fs::metadata(place).or_else(|_| fs::symlink_metadata(place));
    match there {
        Ok(about) if about.is_dir() => Err(WriteProblem::Folder(place.to_owned())),
        Ok(about) if (about.is_file() || about.is_symlink()) && !replace => Err(WriteProblem::Taken(place.to_owned())),
        _ => Ok(()),
    }
}

/// Writes a file completely, or not at all.
pub fn write_whole<E: From<io::Error> + fmt::Display>(
    place: &Path,
    replace: bool,
    write: impl FnOnce(&mut BufWriter<NewFile>) -> Result<(), E>,
) -> Result<(), WriteProblem> {
    let failed = |error: &dyn fmt::Display| WriteProblem::Io(place.to_owned(), io::Error::other(error.to_string()));
    let mut out = BufWriter::new(NewFile::create(place, replace)?);
    let written = write(&mut out).and_then(|()| Ok(out.flush()?));
    // After an error, `into_parts` discards the buffered bytes; dropping the writer would flush them.
    let (mut file, _) = out.into_parts();
    written.map_err(|error| failed(&error))?;
    file.place()
}

/// A file under a temporary name. [`NewFile::place`] gives it its final name; dropping the value before that removes
/// the file.
#[derive(Debug)]
pub struct NewFile {
    file: File,
    place: PathBuf,
    /// The temporary path, before [`NewFile::place`]. `None` for a device or pipe, which is written to directly.
    beside: Option<PathBuf>,
    replace: bool,
}

impl NewFile {
    /// Creates a file for the name `place`.
    pub fn create(place: &Path, replace: bool) -> Result<Self, WriteProblem> {
        let failed = |error| WriteProblem::Io(place.to_owned(), error);
        check_free(place, replace)?;
        if fs::metadata(place).is_ok_and(|about| !about.is_file()) {
            let file = OpenOptions::new().write(true).open(place).map_err(failed)?;
            return Ok(Self { file, place: place.to_owned(), beside: None, replace });
        }
        // If the name is a symbolic link, the file that it leads to is replaced and the link stays. `canonicalize`
        // fails if the file does not exist yet; the name is then used as given.
        let place = fs::canonicalize(place).unwrap_or_else(|_| place.to_owned());
        let (file, beside) = Self::create_beside(&place).map_err(failed)?;
        Ok(Self { file, place, beside: Some(beside), replace })
    }

    /// Creates a file with an unused name in the same folder, so that it can be renamed into place.
    fn create_beside(place: &Path) -> io::Result<(File, PathBuf)> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        loop {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let beside = place.with_file_name(format!(".chokepoint-{}-{number}.new", process::id()));
            match OpenOptions::new().write(true).create_new(true).open(&beside) {
                Ok(file) => return Ok((file, beside)),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Gives the file its final name. Later writes extend the file.
    pub fn place(&mut self) -> Result<(), WriteProblem> {
        let Some(beside) = &self.beside else { return Ok(()) };
        check_free(&self.place, self.replace)?;
        fs::rename(beside, &self.place).map_err(|error| WriteProblem::Io(self.place.clone(), error))?;
        self.beside = None;
        Ok(())
    }

    /// Flushes all bytes to disk.
    pub fn sync(&self) -> io::Result<()> {
        self.file.sync_all()
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if let Some(beside) = &self.beside {
            // A failure cannot be reported here.
            let _ = fs::remove_file(beside);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::env;

    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let folder = env::temp_dir().join(format!("chokepoint-files-{}-{name}", process::id()));
            fs::create_dir_all(&folder).unwrap();
            Self(folder)
        }

        fn names(&self) -> Vec<String> {
            let entries = fs::read_dir(&self.0).unwrap().flatten();
            let mut names: Vec<_> = entries.map(|entry| entry.file_name().into_string().unwrap()).collect();
            names.sort();
            names
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn put(place: &Path, replace: bool, text: &str) -> Result<(), String> {
        write_whole::<io::Error>(place, replace, |out| out.write_all(text.as_bytes())).map_err(|it| it.to_string())
    }

    #[test]
    fn an_existing_file_is_replaced_only_on_request() {
        let folder = Folder::new("there");
        let place = folder.0.join("a.txt");
        put(&place, false, "one").unwrap();
        let message = put(&place, false, "two").unwrap_err();
        assert!(
            message.ends_with("a.txt: exists and is not overwritten; give another name, or --replace"),
            "{message}"
        );
        assert_eq!(fs::read_to_string(&place).unwrap(), "one");
        put(&place, true, "two").unwrap();
        assert_eq!((fs::read_to_string(&place).unwrap().as_str(), folder.names().len()), ("two", 1));
        assert!(put(&folder.0, true, "").unwrap_err().ends_with("is a folder, not the name of a file"));
        assert!(put(&folder.0.join("none/b"), false, "").unwrap_err().contains("none/b: cannot be written: "));
    }

    #[test]
    fn an_incompletely_written_file_is_removed() {
        let folder = Folder::new("end");
        let place = folder.0.join("a.txt");
        let fails = |replace| {
            write_whole::<io::Error>(&place, replace, |out| {
                out.write_all(&[0; 100_000])?;
                Err(io::Error::other("the disk is full"))
            })
        };
        assert!(fails(false).unwrap_err().to_string().ends_with("a.txt: cannot be written: the disk is full"));
        assert!(folder.names().is_empty());
        put(&place, false, "old").unwrap();
        fails(true).unwrap_err();
        assert_eq!((fs::read_to_string(&place).unwrap().as_str(), folder.names()), ("old", vec!["a.txt".to_owned()]));
        drop(NewFile::create(&place, true).unwrap());
        assert_eq!(folder.names(), ["a.txt"]);
    }

    #[test]
    fn a_growing_file_has_its_name_once_it_is_placed() {
        let folder = Folder::new("grows");
        let place = folder.0.join("a.txt");
        let mut file = NewFile::create(&place, false).unwrap();
        file.write_all(b"one").unwrap();
        assert!(!place.exists());
        file.place().unwrap();
        file.write_all(b"two").unwrap();
        drop(file);
        assert_eq!(fs::read_to_string(&place).unwrap(), "onetwo");
        // `place` does not overwrite a file that has appeared under the same name after `create`.
        let other = folder.0.join("b.txt");
        let mut file = NewFile::create(&other, false).unwrap();
        fs::write(&other, "theirs").unwrap();
        assert!(matches!(file.place(), Err(WriteProblem::Taken(_))));
        drop(file);
        assert_eq!((fs::read_to_string(&other).unwrap().as_str(), folder.names().len()), ("theirs", 2));
    }

    #[test]
    #[cfg(unix)]
    fn symbolic_links_stay_and_devices_are_written_directly() {
        let folder = Folder::new("links");
        let (place, link, dangling) = (folder.0.join("a.txt"), folder.0.join("link"), folder.0.join("dangling"));
        put(&place, false, "one").unwrap();
        std::os::unix::fs::symlink(&place, &link).unwrap();
        std::os::unix::fs::symlink(folder.0.join("none"), &dangling).unwrap();
        assert!(put(&link, false, "two").is_err() && put(&dangling, false, "two").is_err());
        put(&link, true, "two").unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read_to_string(&place).unwrap(), "two");
        put(Path::new("/dev/null"), false, "gone").unwrap();
    }

    #[test]
    fn reading_stops_at_the_size_limit() {
        assert_eq!(read_bytes(&b"12345"[..], 5), Ok(b"12345".to_vec()));
        assert_eq!(read_bytes(io::repeat(0), 5), Err("is larger than 5 bytes, the most that are read".to_owned()));
        let mut text = String::new();
        assert_eq!(
            read_all(&b"ab\xff"[..], 5, &mut text),
            Err("is not text: its byte 3 is not UTF-8; is it the right file?".to_owned())
        );
        let read = |text: &str, line, most| {
            let mut bytes = Vec::new();
            io::BufReader::new(Bounded::new(text.as_bytes(), line, most))
                .read_to_end(&mut bytes)
                .map_err(|it| it.to_string())
        };
        assert_eq!(read("12\n345\n", 4, 7), Ok(7));
        assert!(read("12\n345\n", 3, 7).unwrap_err().contains("a line of more than 3 bytes"));
        assert!(read("12\n345\n", 4, 6).unwrap_err().contains("larger than 6 bytes"));
    }
}

//! Calls the binary the way a script does.

use serde_json::Value;
use std::io::Write;
#[cfg(unix)]
use std::io::{BufRead, BufReader, Read};
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::{env, fs};

/// The output of the binary for these arguments.
pub(crate) fn chokepoint(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_chokepoint")).args(args).output().expect("the binary starts")
}

/// The output of the binary for these arguments and this standard input.
pub(crate) fn chokepoint_reading(args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_chokepoint"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("it reads");
    child.wait_with_output().expect("it ends")
}

/// Asserts exit status 0, and returns the printed JSON objects, one per line.
pub(crate) fn lines(output: &Output) -> Vec<Value> {
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout.clone()).expect("UTF-8");
    text.lines().map(|line| serde_json::from_str(line).expect("a JSON object a line")).collect()
}

/// Asserts exit status 2, a message on standard error, and no standard output.
#[track_caller]
pub(crate) fn assert_refused(args: &[&str], message: &str) {
    let output = chokepoint(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {output:?}");
    assert!(output.stdout.is_empty(), "{args:?}");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.contains(message), "{args:?}: {error}");
}

/// A folder that is removed after the test.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let folder = env::temp_dir().join(format!("chokepoint-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).expect("a writable folder");
        Self(folder)
    }

    /// The path of a file in the folder; for an empty name, of the folder itself.
    pub(crate) fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("UTF-8").to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Starts the binary with piped output.
pub(crate) fn begun(args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_chokepoint"))
        .args(args)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts")
}

/// Starts the binary, waits for a line on its standard output, and sends it SIGINT, as Ctrl-C does. Asserts exit status
/// 130, and returns standard output and messages.
#[cfg(unix)]
#[track_caller]
pub(crate) fn interrupted(args: &[&str]) -> (String, String) {
    let mut child = begun(args);
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut printed = String::new();
    out.read_line(&mut printed).expect("a line");
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill").success());
    out.read_to_string(&mut printed).expect("UTF-8");
    let said = std::io::read_to_string(child.stderr.take().expect("a pipe")).expect("UTF-8");
    assert_eq!(child.wait().expect("it ends").code(), Some(130), "{args:?}: {said}");
    (printed, said)
}

//! Cleans up after the program. A second process waits until the program ends, however that happens, and removes the
//! rules and namespaces that it created.
//!
//! The names of rules and network namespaces contain the id of the process that created them, so no list is needed. The
//! watchdog reads from a pipe to which nothing is written. The kernel closes the pipe when the process ends, even by
//! `kill -9`.

use crate::{demo, rules};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use std::io::{self, Read};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::{env, fs, process};

/// The hidden command that runs the watchdog.
pub(crate) const COMMAND: &str = "watchdog";

/// The watchdog process. Dropping this handle makes it clean up, and waits until it has.
pub(crate) struct Watchdog(Child);

impl Watchdog {
    /// Starts the watchdog; must be called before anything is created.
    pub(crate) fn start() -> io::Result<Self> {
        let mut command = Command::new(env::current_exe()?);
        command.args([COMMAND, &process::id().to_string()]);
        // The watchdog gets its own process group, because Ctrl-C in a terminal goes to a whole group.
        command.process_group(0).stdin(Stdio::piped()).stdout(Stdio::null());
        Ok(Self(command.spawn()?))
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        // Closing the pipe starts the cleanup.
        drop(self.0.stdin.take());
        // If the watchdog itself was killed, the command `clean` finds the leftovers.
        let _ = self.0.wait();
    }
}

/// The watchdog's command: waits until process `of` ends, and removes its leftovers.
pub(crate) fn watch(of: u32) -> Result<(), String> {
    // Signals sent to all programs of this name, or to a service, must not end the watchdog before it has cleaned up.
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        signal_hook::flag::register(signal, Arc::default()).map_err(|error| format!("signal {signal}: {error}"))?;
    }
    // Reading ends when the router ends and the kernel closes the pipe.
    let mut nothing = Vec::new();
    io::stdin().lock().read_to_end(&mut nothing).map_err(|error| format!("the pipe cannot be read: {error}"))?;
    let problems = remove_all_of(of);
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n")) }
}

/// Removes the leftovers of ended processes, and returns their ids.
pub(crate) fn clean() -> Result<Vec<u32>, String> {
    let mut owners = rules::owners();
    owners.extend(demo::owners());
    owners.sort_unstable();
    owners.dedup();
    owners.retain(|&process| !is_alive(process));
    let problems: Vec<_> = owners.iter().flat_map(|&process| remove_all_of(process)).collect();
    if problems.is_empty() { Ok(owners) } else { Err(problems.join("\n")) }
}

fn remove_all_of(process: u32) -> Vec<String> {
    let mut problems = rules::remove_all_of(process);
    problems.extend(demo::remove_all_of(process));
    problems
}

/// Whether a process with this id exists and may be a router. The process is one if its first argument is `run` or
/// `demo`. The id alone may have been reused, and the program file may have been renamed.
fn is_alive(process: u32) -> bool {
    let words = fs::read(format!("/proc/{process}/cmdline")).unwrap_or_default();
    let command = words.split(|&byte| byte == 0).nth(1);
    matches!(command, Some(b"run" | b"demo"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_number_of_another_program_is_not_alive() {
        assert!(!is_alive(u32::MAX));
        assert!(!is_alive(process::id()), "a test program is not a router");
    }
}

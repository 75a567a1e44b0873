//! Nothing is left behind: a second process waits for the end of this one, however it ends, and removes what it made.
//!
//! Rules and network namespaces carry the number of the process that made them, so no list is needed. The watchdog reads a pipe
//! that is never written to: the kernel closes it when the process ends, also by `kill -9`.

use crate::{demo, rules};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use std::io::{self, Read};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::{env, fs, process};

/// The hidden command that the watchdog is.
pub(crate) const COMMAND: &str = "watchdog";

/// The watchdog process. Dropping this handle makes it clean up, and waits for it.
pub(crate) struct Watchdog(Child);

impl Watchdog {
    /// Starts it, before there is anything to remove.
    pub(crate) fn start() -> io::Result<Self> {
        let mut command = Command::new(env::current_exe()?);
        command.args([COMMAND, &process::id().to_string()]);
        // A group of its own: Ctrl-C in a terminal goes to all of a group.
        command.process_group(0).stdin(Stdio::piped()).stdout(Stdio::null());
        Ok(Self(command.spawn()?))
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        // Closes the pipe.
        drop(self.0.stdin.take());
        // If it was killed, `clean` finds the leftovers.
        let _ = self.0.wait();
    }
}

/// The work of the watchdog: waits, then removes.
pub(crate) fn watch(of: u32) -> Result<(), String> {
    // A signal to all programs of this name, or of a service, ends the router, and the watchdog must still tidy up after it.
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        signal_hook::flag::register(signal, Arc::default()).map_err(|error| format!("signal {signal}: {error}"))?;
    }
    // The pipe ends with the router.
    let mut nothing = Vec::new();
    io::stdin().lock().read_to_end(&mut nothing).map_err(|error| format!("the pipe cannot be read: {error}"))?;
    let problems = remove_all_of(of);
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n")) }
}

/// Removes the leftovers of dead processes; whose they were.
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

/// Whether a process with this number exists and may be a router: numbers are reused, and program files may be renamed.
fn is_alive(process: u32) -> bool {
    let words = fs::read(format!("/proc/{process}/cmdline")).unwrap_or_default();
    let command = words.split(|&byte| byte == 0).nth(1);
    matches!(command, Some(b"run" | b"demo"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_that_another_program_has_is_not_alive() {
        assert!(!is_alive(u32::MAX));
        assert!(!is_alive(process::id()), "nor is a test");
    }
}

//! Runs other programs: `ip`, `nft`, `iptables`.

use crate::stop::{Ended, Stop};
use rustix::process::{Pid, Signal, kill_process};
use std::io::{ErrorKind, Write};
use std::os::unix::process::CommandExt;
use std::process::{Command, Output, Stdio};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

/// Runs a program to completion. Returns its output, or its error message.
pub(crate) fn run(program: &str, arguments: &[&str]) -> Result<String, String> {
    match run_unless(&Stop::default(), program, arguments, "") {
        Ok(printed) => Ok(printed),
        Err(Ended::Failed(complaint)) => Err(complaint),
        Err(Ended::Stopped) => Err(format!("{program}: stopped")),
    }
}

/// Runs a program with `input` on standard input. A stop request ends that program too.
pub(crate) fn run_unless(stop: &Stop, program: &str, arguments: &[&str], input: &str) -> Result<String, Ended> {
    stop.check()?;
    let printed = |output: Output| {
        if output.status.success() {
            Ok(String::from_utf8_lossy(&output.stdout).into_owned())
        } else {
            let complaint = String::from_utf8_lossy(&output.stderr);
            Err(Ended::Failed(format!("{program} {}: {}", arguments.join(" "), complaint.trim())))
        }
    };
    let child = Command::new(program)
        // The child gets its own process group, so that Ctrl-C reaches only this program, which then ends the child.
        .process_group(0)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = child.map_err(|error| match error.kind() {
        ErrorKind::NotFound => {
            format!("{program}: there is no such program (Debian has it in the package {})", package(program))
        }
        _ => format!("{program}: {error}"),
    })?;
    let process = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    let (sender, ended) = channel();
    let input = input.to_owned();
    let waiting = thread::spawn(move || {
        if let Some(mut pipe) = child.stdin.take() {
            // A child that does not read its input closes the pipe; only its exit status matters then.
            let _ = pipe.write_all(input.as_bytes());
        }
        // After a stop there is no receiver.
        let _ = sender.send(child.wait_with_output());
    });
    let output = stop.receive(&ended, Duration::MAX);
    if output.is_err()
        && let Some(process) = process
    {
        // The child may already have ended. Its process id is not reused before this process has waited for it.
        let _ = kill_process(process, Signal::KILL);
        let _ = waiting.join();
    }
    match output? {
        Some(Ok(output)) => printed(output),
        Some(Err(error)) => Err(Ended::Failed(format!("{program}: {error}"))),
        None => Err(Ended::Failed(format!("{program}: the thread that waits for its end has panicked"))),
    }
}

fn package(program: &str) -> &str {
    match program {
        "ip" | "tc" => "iproute2",
        "nft" => "nftables",
        "ip6tables" => "iptables",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn output_and_error_messages_are_returned() {
        assert_eq!(run_unless(&Stop::default(), "cat", &[], "hello"), Ok("hello".to_owned()));
        assert_eq!(run("sh", &["-c", "echo bad >&2; exit 3"]), Err("sh -c echo bad >&2; exit 3: bad".to_owned()));
        assert!(run("no-such-program-anywhere", &[]).unwrap_err().contains("there is no such program"));
    }
    #[test]
    fn a_stop_ends_the_started_program() {
        let stop = Stop::default();
        let asking = thread::spawn({
            let stop = stop.clone();
            move || {
                thread::sleep(Duration::from_millis(100));
                stop.flag().store(true, std::sync::atomic::Ordering::Relaxed);
            }
        });
        let begin = std::time::Instant::now();
        assert_eq!(run_unless(&stop, "sleep", &["60"], ""), Err(Ended::Stopped));
        assert_eq!(run_unless(&stop, "sleep", &["60"], ""), Err(Ended::Stopped), "after a stop no program is started");
        assert!(begin.elapsed() < Duration::from_secs(5));
        asking.join().unwrap();
    }
}

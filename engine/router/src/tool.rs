//! Other programs: `ip`, `nft`, `iptables`.

use std::io::{ErrorKind, Write};
use std::process::{Command, Output, Stdio};

/// Runs a program to its end; what it printed, or what it complained of.
pub(crate) fn run(program: &str, arguments: &[&str]) -> Result<String, String> {
    run_with_input(program, arguments, "")
}

/// The same with something on its standard input.
pub(crate) fn run_with_input(program: &str, arguments: &[&str], input: &str) -> Result<String, String> {
    let told = |output: Output| {
        if output.status.success() {
            Ok(String::from_utf8_lossy(&output.stdout).into_owned())
        } else {
            let complaint = String::from_utf8_lossy(&output.stderr);
            Err(format!("{program} {}: {}", arguments.join(" "), complaint.trim()))
        }
    };
    let child = Command::new(program)
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
    if let Some(mut pipe) = child.stdin.take() {
        // A program that reads nothing has closed it; its exit status says what counts.
        let _ = pipe.write_all(input.as_bytes());
    }
    child.wait_with_output().map_err(|error| format!("{program}: {error}")).and_then(told)
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
    fn output_and_complaints_are_told() {
        assert_eq!(run_with_input("cat", &[], "hello"), Ok("hello".to_owned()));
        assert_eq!(run("sh", &["-c", "echo bad >&2; exit 3"]), Err("sh -c echo bad >&2; exit 3: bad".to_owned()));
        assert!(run("no-such-program-anywhere", &[]).unwrap_err().contains("there is no such program"));
    }
}

//! A Linux router that lets Chokepoint's disciplines decide on real packets.
//!
//! Packets come out of a queue of the kernel (NFQUEUE). A driven [`chokepoint_engine::Simulation`] is told when each of them
//! came, and what it decides becomes the kernel's verdict: the disciplines are the lab's own, unchanged, and their clock is the
//! machine's. Read `bottleneck.rs` first, then `serve.rs`.
#![cfg(target_os = "linux")]

mod bottleneck;
mod clock;
mod compare;
mod delay;
mod demo;
mod flows;
mod honesty;
mod live;
mod options;
mod privilege;
mod queue;
mod record;
mod result;
mod rules;
mod run;
mod scene;
mod serve;
mod show;
mod tool;
mod watch;

use clap::Parser;
use options::{Command, CommandLine};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The program.
pub fn main() -> ExitCode {
    let outcome = match CommandLine::parse().command {
        Command::Run(options) => stopped_by_signals().and_then(|stop| run::run(&options, &stop)),
        Command::Demo(options) => stopped_by_signals().and_then(|stop| demo::demo(&options, &stop)),
        Command::Compare { file } => compare::compare(&file),
        Command::Clean => watch::clean().and_then(|owners| show::write(&cleaned(&owners))),
        Command::Watchdog { of } => watch::watch(of),
        Command::Traffic { role, parent, namespace } => demo::traffic(role, parent, &namespace),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(messages) => {
            for message in messages.lines() {
                eprintln!("chokepoint-router: {message}");
            }
            ExitCode::FAILURE
        }
    }
}

/// What the signals that ask a program to end set; whoever works looks at it.
fn stopped_by_signals() -> Result<Arc<AtomicBool>, String> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        // The second one ends the program at once, if the first is not heard.
        signal_hook::flag::register_conditional_shutdown(signal, 130, Arc::clone(&stop))
            .and_then(|_| signal_hook::flag::register(signal, Arc::clone(&stop)))
            .map_err(|error| format!("signal {signal}: {error}"))?;
    }
    Ok(stop)
}

fn cleaned(owners: &[u32]) -> String {
    match owners {
        [] => "Nothing was left behind.\n".to_owned(),
        owners => owners.iter().map(|owner| format!("Removed what process {owner} left behind.\n")).collect(),
    }
}

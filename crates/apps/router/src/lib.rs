//! A Linux router whose queue disciplines are Chokepoint's, applied to real packets.
//!
//! Packets come from a kernel queue (NFQUEUE). Each packet is added to a [`chokepoint_engine::Simulation`] when it
//! arrives, and the decisions of the simulation become the kernel's verdicts. The disciplines are those of the lab,
//! unchanged, but run on the machine's clock. Read `bottleneck.rs` first, then `serve.rs`.
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
mod stop;
mod tool;
mod watch;

use clap::Parser;
use options::{Command, CommandLine};
use std::process::ExitCode;
use stop::{Ended, Stop};

/// The program.
pub fn main() -> ExitCode {
    match obey(CommandLine::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Ended::Stopped) => {
            eprintln!("Stopped before the first decision; nothing is left behind.");
            ExitCode::SUCCESS
        }
        Err(Ended::Failed(messages)) => {
            for message in messages.lines() {
                eprintln!("chokepoint-router: {message}");
            }
            ExitCode::FAILURE
        }
    }
}

fn obey(command: Command) -> Result<(), Ended> {
    match command {
        Command::Run(options) => run::run(&options, &Stop::by_signals()?)?,
        Command::Demo(options) => demo::demo(&options, &Stop::by_signals()?)?,
        Command::Compare { file } => compare::compare(&file)?,
        Command::Clean => watch::clean().and_then(|owners| show::write(&cleaned(&owners)))?,
        Command::Watchdog { of } => watch::watch(of)?,
        Command::Traffic { role, parent, namespace } => demo::traffic(role, parent, &namespace)?,
    }
    Ok(())
}

fn cleaned(owners: &[u32]) -> String {
    match owners {
        [] => "Nothing was left behind.\n".to_owned(),
        owners => owners.iter().map(|owner| format!("Removed what process {owner} left behind.\n")).collect(),
    }
}

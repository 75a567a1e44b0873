//! `chokepoint`: runs scenarios natively. The commands, their output and exit codes are a public contract: see
//! `docs/formats.md`.

mod failure;
mod help;
mod list;
mod pool;
mod reproduce;
mod run;
mod scenario_source;
mod shown;
mod table;
mod trace;
mod validate;

use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use std::process::ExitCode;

/// Packet-level simulation of active queue management.
#[derive(Parser)]
#[command(name = "chokepoint", version, about, arg_required_else_help = true)]
struct CommandLine {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run a scenario to its end and print the result
    Run(run::Options),
    /// Run published experiments and set what comes out beside what was printed
    Reproduce(reproduce::Options),
    /// List queue disciplines, their named sets of parameters, presets, transports, sources, metrics or reasons of drops
    List(list::Options),
    /// Check a scenario, a whole preset or a lesson (a file .md, whose questions and tasks are run); print every problem found,
    /// one a line
    Validate {
        /// A preset id, a link of the page, a file, or - for standard input
        scenario: String,
    },
    /// Print the packet event stream of a run
    Trace(trace::Options),
}

/// Which scenario, and how it is changed.
#[derive(Args)]
struct ScenarioOptions {
    /// A preset id, a link of the page, a file, or - for standard input
    scenario: String,
    /// Put a named set of parameters in force in every lane whose discipline has it, e.g. algorithm-1 (chokepoint list sets
    /// shows them); may be given several times. What --set says wins
    #[arg(long = "as", value_name = "ID")]
    sets: Vec<String>,
    /// Change a setting, e.g. bottleneck.capacity_bps=2000000, flows.0.rate_bps=4e6 or max_th=60 (a parameter of the
    /// disciplines that have it); may be given several times
    #[arg(long = "set", value_name = "PATH=VALUE")]
    changes: Vec<String>,
    /// Simulated seconds to run
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    duration: Option<f64>,
}

fn main() -> ExitCode {
    let grammar = CommandLine::command()
        .mut_subcommand("run", |run| run.after_long_help(help::settings()))
        .mut_subcommand("trace", |trace| trace.after_long_help(help::settings()));
    let command_line = match grammar.try_get_matches().and_then(|matches| CommandLine::from_arg_matches(&matches)) {
        Ok(command_line) => command_line,
        Err(error) if error.use_stderr() => {
            failure::tell(&shown::lines_shown(&error.render().to_string()));
            return ExitCode::from(2);
        }
        // Help and version are our own texts.
        Err(help) => help.exit(),
    };
    let outcome = match command_line.command {
        Command::Run(options) => run::run(&options),
        Command::Reproduce(options) => reproduce::reproduce(&options),
        Command::List(options) => list::list(&options),
        Command::Validate { scenario } => validate::validate(&scenario),
        Command::Trace(options) => trace::trace(&options),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

//! `chokepoint`: runs scenarios natively. The commands, their output and exit codes are a public contract: see
//! `docs/formats.md`.

mod bundle;
mod check_script;
mod differences;
mod export;
mod failure;
mod help;
mod import;
mod link;
mod list;
mod nearest;
mod plot;
mod pool;
mod progress;
mod rates;
mod replay;
mod reproduce;
mod run;
mod scenario_source;
mod schema;
mod screen;
mod shell;
mod shown;
mod sweep;
mod table;
mod trace;
mod units;
mod validate;
mod verify;

use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use clap_complete::Shell;
use std::path::PathBuf;
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
    /// Run published experiments and compare their results with the printed ones
    Reproduce(reproduce::Options),
    /// List queue disciplines, their named sets of parameters, settings, presets, transports, sources, metrics or reasons of drops
    List(list::Options),
    /// Check scenarios, presets or lessons (.md files); print ok for each, or its problems, one per line. The questions and tasks of
    /// lessons are run, and the function init() of scripts
    Validate {
        /// Preset ids, links of the page, files, or - for standard input
        #[arg(required = true, value_name = "SCENARIO")]
        scenarios: Vec<String>,
    },
    /// Run a scene or a sweep file at all combinations of some values, with many seeds, into one table
    Sweep(sweep::Options),
    /// Combine the tables of the shares of a sweep: exit status 1 if runs are missing
    Join(sweep::JoinOptions),
    /// Draw a figure for a paper from the table of a sweep: curves, differences between lanes or box plots, as SVG, PDF or for LaTeX. Its
    /// caption is printed
    Plot(Box<plot::Options>),
    /// Print the packet event stream of a run
    Trace(trace::Options),
    /// Check a script (a .rhai file) against the laws of queue disciplines. If it breaks one, print the smallest scene found
    /// that shows this, and end with exit status 1
    CheckScript(check_script::Options),
    /// Write a scene for another simulator: a script for ns-2, a program for ns-3, tc and ip commands for Linux
    Export(export::Options),
    /// Print the link of a scene; for a link alone, print its contents
    Link(link::Options),
    /// Run the scene of a bundle again and compare every number: exit status 0 if all are the same, 1 if not
    Verify(verify::Options),
    /// Run a recording of real packets again and compare the decisions: exit status 0 if they are the same, 1 if not
    Replay(replay::Options),
    /// Make a recording from captures of the entering and leaving packets of a router: link, buffer, queue and drops are inferred
    #[command(after_help = import::EXAMPLES)]
    Import(import::Options),
    /// Find out which settings of a queue discipline matter: Morris' elementary effects
    Screen(screen::Options),
    /// Print the JSON schema of a format
    Schema {
        /// Format
        #[arg(default_value = "scenario")]
        format: schema::Format,
    },
    /// Print the completions of this program for a shell, e.g. chokepoint completions bash > chokepoint.bash
    Completions {
        /// Shell
        shell: Shell,
    },
    /// Print a manual page, e.g. chokepoint man run | man -l -
    Man {
        /// Command whose manual page is printed; by default, the page of the program
        #[arg(conflicts_with = "out")]
        command: Option<String>,
        /// Write the pages of all commands into this folder
        #[arg(long, value_name = "FOLDER")]
        out: Option<PathBuf>,
        /// Replace pages that exist
        #[arg(long, requires = "out")]
        replace: bool,
    },
}

/// The scenario, and the requested changes.
#[derive(Args)]
struct ScenarioOptions {
    /// A preset id, a link of the page, a file, or - for standard input
    scenario: String,
    /// Apply a named set of parameters to every lane whose discipline has it, e.g. algorithm-1 (chokepoint list sets prints all);
    /// may be given several times. --set takes precedence
    #[arg(long = "as", value_name = "ID")]
    sets: Vec<String>,
    /// Change a setting, e.g. bottleneck.capacity_bps=2000000, flows.0.rate_bps=4mbit, delay_s=50ms or max_th=60 (a parameter
    /// of the disciplines that have it); @FILE reads a list of pairs, as in flows.0.files=@arrivals.csv; may be given several times
    #[arg(long = "set", value_name = "PATH=VALUE")]
    changes: Vec<String>,
    /// Simulated seconds to run
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = units::time)]
    duration: Option<f64>,
}

/// The grammar of the command line.
fn grammar() -> clap::Command {
    let with_settings = |command: clap::Command| command.after_help(help::ON_SETTINGS);
    CommandLine::command()
        .mut_subcommand("run", with_settings)
        .mut_subcommand("trace", with_settings)
        .mut_subcommand("link", with_settings)
        .mut_subcommand("sweep", |command| command.after_help(sweep::EXAMPLES))
        .mut_subcommand("plot", |command| command.after_help(plot::EXAMPLES))
        .mut_subcommand("screen", |command| command.after_help(screen::EXAMPLES))
}

fn main() -> ExitCode {
    let command_line = match grammar().try_get_matches().and_then(|matches| CommandLine::from_arg_matches(&matches)) {
        Ok(command_line) => command_line,
        Err(error) if error.use_stderr() => {
            failure::show_message(&shown::lines_shown(&error.render().to_string()));
            return ExitCode::from(2);
        }
        // clap returns a request for the help or the version as an error too. Its text is printed with exit status 0.
        Err(help) => help.exit(),
    };
    let outcome = match command_line.command {
        Command::Run(options) => run::run(&options),
        Command::Reproduce(options) => reproduce::reproduce(&options),
        Command::List(options) => list::list(&options),
        Command::Validate { scenarios } => validate::validate_all(&scenarios),
        Command::Sweep(options) => sweep::sweep(&options),
        Command::Join(options) => sweep::join(&options),
        Command::Plot(options) => plot::plot(&options),
        Command::Trace(options) => trace::trace(&options),
        Command::CheckScript(options) => check_script::check_script(&options),
        Command::Export(options) => export::write(&options),
        Command::Link(options) => link::link(&options),
        Command::Verify(options) => verify::verify(&options),
        Command::Replay(options) => replay::replay(&options),
        Command::Import(options) => import::import(&options),
        Command::Screen(options) => screen::screen(&options),
        Command::Schema { format } => schema::print(format),
        Command::Completions { shell } => shell::completions(shell, grammar()),
        Command::Man { command, out, replace } => shell::manual(command.as_deref(), out.as_deref(), replace, grammar()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

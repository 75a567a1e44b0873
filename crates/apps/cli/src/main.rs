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

/// Packet-level simulation of active queue management
#[derive(Parser)]
#[command(name = "chokepoint", version, arg_required_else_help = true)]
struct CommandLine {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run a scenario to its end and print the result
    Run(run::Options),
    /// Run published experiments and compare their results with the printed values
    Reproduce(reproduce::Options),
    /// List disciplines, settings, presets, metrics and other ids
    ///
    /// An id of these lists is a value or a setting of the other commands. Without an argument, all lists are printed.
    List(list::Options),
    /// Check scenarios, presets and lessons
    ///
    /// Prints ok for each file, or its problems, one per line. The check of a lesson (a .md file) runs its questions and tasks,
    /// and the check of a script calls its function init().
    Validate {
        /// Preset ids, links of the page, files, or - for standard input
        #[arg(required = true, value_name = "SCENARIO")]
        scenarios: Vec<String>,
    },
    /// Run a scene with many values of its settings and many seeds
    ///
    /// The scenario can also be a sweep file. All runs go into one table, which chokepoint plot and the page read.
    Sweep(sweep::Options),
    /// Combine the tables of a sweep that was run in shares
    ///
    /// The exit status is 1 if runs of the sweep are missing.
    Join(sweep::JoinOptions),
    /// Draw a figure for a paper from the table of a sweep
    ///
    /// The figure shows curves, differences between lanes or box plots, and is written as SVG, PDF or for LaTeX. Its caption is
    /// printed.
    Plot(Box<plot::Options>),
    /// Print the packet events of a run
    Trace(trace::Options),
    /// Check a script against the laws of queue disciplines
    ///
    /// If the script breaks a law, the smallest scene found in which it does so is printed, and the exit status is 1.
    CheckScript(check_script::Options),
    /// Write a scene for ns-2, ns-3 or Linux
    ///
    /// The settings that the export leaves out are printed on standard error.
    Export(export::Options),
    /// Print the link of a scene, or the contents of a link
    Link(link::Options),
    /// Run the scene of a bundle again and compare every number
    ///
    /// The exit status is 0 if all numbers are the same, and 1 if not.
    Verify(verify::Options),
    /// Run a recording of real packets again and compare the decisions
    ///
    /// The exit status is 0 if all decisions are the same, and 1 if not.
    Replay(replay::Options),
    /// Make a recording from captures on both sides of a router
    ///
    /// One capture has the packets that enter the router, the other those that leave it. The link, the buffer, the queue and the
    /// drops are inferred.
    #[command(after_help = help::OF_IMPORT)]
    Import(import::Options),
    /// Find out which settings of a queue discipline matter
    ///
    /// The method is Morris' elementary effects.
    Screen(screen::Options),
    /// Print the JSON schema of a format
    Schema {
        /// Format
        #[arg(default_value = "scenario")]
        format: schema::Format,
    },
    /// Print the completions of this program for a shell
    ///
    /// Example: chokepoint completions bash > chokepoint.bash
    Completions {
        /// Shell
        shell: Shell,
    },
    /// Print a manual page
    ///
    /// Example: chokepoint man run | man -l -
    Man {
        /// Command whose manual page is printed; by default, the program's own page
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
    /// Apply a named set of parameters, e.g. algorithm-1; repeatable
    ///
    /// The set applies to every lane whose discipline has it. --set takes precedence. chokepoint list sets prints all sets.
    #[arg(long = "as", value_name = "ID")]
    sets: Vec<String>,
    /// Change a setting, e.g. flows.0.rate_bps=4mbit; repeatable
    ///
    /// PATH is a setting of the scene, such as bottleneck.capacity_bps, or a parameter, such as max_th, which then changes in
    /// every lane whose discipline has it. VALUE may have a unit, as in delay_s=50ms. @FILE reads a list of pairs from a file, as
    /// in flows.0.files=@arrivals.csv.
    #[arg(long = "set", value_name = "PATH=VALUE")]
    changes: Vec<String>,
    /// Duration of the run in simulated seconds
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
        .mut_subcommand("sweep", |command| command.after_help(help::OF_SWEEP))
        .mut_subcommand("plot", |command| command.after_help(help::OF_PLOT))
        .mut_subcommand("screen", |command| command.after_help(help::OF_SCREEN))
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

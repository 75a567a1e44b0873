//! `chokepoint completions` and `chokepoint man`: completions and manual pages, generated from the grammar of the command line.

use crate::failure::Failure;
use chokepoint_engine::discipline::ABOUTS;
use chokepoint_scenes::{files, id_of, presets};
use clap::Command;
use clap::builder::PossibleValuesParser;
use clap_complete::Shell;
use clap_mangen::Man;
use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

const PROGRAM: &str = "chokepoint";

/// Prints the completions for a shell: commands and options, and the ids of presets, disciplines and named sets.
pub(crate) fn completions(shell: Shell, grammar: Command) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut with_known_values(grammar), PROGRAM, &mut script);
    io::stdout().lock().write_all(&script)?;
    Ok(())
}

/// The grammar, with the known ids as possible argument values. They are only for completion, since files and links are
/// also allowed.
fn with_known_values(grammar: Command) -> Command {
    let presets = presets();
    let ids: BTreeSet<String> = presets.iter().map(|preset| id_of(preset).to_owned()).collect();
    let documents = presets.iter().filter_map(|preset| preset["document"]["id"].as_str());
    let names: BTreeSet<String> = ids.iter().cloned().chain(documents.map(str::to_owned)).collect();
    let aqms: BTreeSet<String> = ABOUTS.iter().map(|about| about.id.to_owned()).collect();
    let sets: BTreeSet<String> =
        ABOUTS.iter().flat_map(|about| about.param_sets).map(|set| set.id.to_owned()).collect();
    let known = |argument: &str| match argument {
        "scenario" => Some(&ids),
        "names" => Some(&names),
        "aqm" | "aqms" => Some(&aqms),
        "sets" => Some(&sets),
        _ => None,
    };
    grammar.mut_subcommands(|command| {
        command.mut_args(|argument| match known(argument.get_id().as_str()) {
            Some(values) => argument.value_parser(PossibleValuesParser::new(values)),
            None => argument,
        })
    })
}

/// Prints the manual page of a command, or of the program. With a folder, writes all pages there.
pub(crate) fn manual(
    command: Option<&str>,
    folder: Option<&Path>,
    replace: bool,
    mut grammar: Command,
) -> Result<(), Failure> {
    if let Some(folder) = folder {
        return write_manual(folder, replace, grammar);
    }
    // Gives every command the full name under which it is called.
    grammar.build();
    let page = match command {
        None => grammar,
        Some(name) => match grammar.find_subcommand(name) {
            Some(named) => named.clone(),
            None => return Err(Failure::wrong(format!("{name}: is not a command; chokepoint --help names all"))),
        },
    };
    let mut text = Vec::new();
    Man::new(page).render(&mut text)?;
    io::stdout().lock().write_all(&text)?;
    Ok(())
}

/// Writes the pages of all commands, or none if a page would overwrite a file.
fn write_manual(folder: &Path, replace: bool, grammar: Command) -> Result<(), Failure> {
    let failed = |error: io::Error| Failure::Failed(format!("{}: cannot be written: {error}", folder.display()));
    let mut grammar = grammar.disable_help_subcommand(true);
    grammar.build();
    let pages: Vec<(PathBuf, Man)> = commands_of(&grammar)
        .into_iter()
        .map(|command| {
            let page = Man::new(command);
            (folder.join(page.get_filename()), page)
        })
        .collect();
    for (file, _) in &pages {
        files::check_free(file, replace)?;
    }
    fs::create_dir_all(folder).map_err(failed)?;
    for (file, page) in pages {
        files::write_whole(&file, replace, |out| page.render(out))?;
    }
    Ok(())
}

/// The program and its commands, without hidden ones.
fn commands_of(command: &Command) -> Vec<Command> {
    let below = command.get_subcommands().filter(|below| !below.is_hide_set());
    let mut all: Vec<Command> = below.flat_map(commands_of).collect();
    all.push(command.clone());
    all
}

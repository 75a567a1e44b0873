//! Completions for shells, manual pages, and schemas for editors.

use crate::support::{assert_refused, chokepoint, chokepoint_reading};
use serde_json::Value;
use std::io::ErrorKind;
use std::path::Path;
use std::process::{Command, Stdio};
use std::{env, fs};

/// Standard output of a successful call.
fn printed(args: &[&str]) -> String {
    let output = chokepoint(args);
    assert!(output.status.success() && output.stderr.is_empty(), "{args:?}: {output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Runs a program with this text on standard input. Returns the output and whether it succeeded; `None` if it is not
/// installed.
fn filtered(program: &str, args: &[&str], input: &str) -> Option<(bool, String)> {
    let started =
        Command::new(program).args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = match started {
        Ok(child) => child,
        Err(error) if error.kind() == ErrorKind::NotFound => return None,
        Err(error) => panic!("{program}: {error}"),
    };
    std::io::Write::write_all(&mut child.stdin.take().expect("a pipe"), input.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    Some((output.status.success(), text))
}

#[test]
fn bash_completes_commands_presets_disciplines_and_sets() {
    let script = printed(&["completions", "bash"]);
    let completed = |words: &str| {
        let last = words.rsplit(' ').next().expect("a word");
        let before = words.rsplit(' ').nth(1).expect("a word before");
        let ask = format!(
            "{script}\nCOMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))\n\
             _chokepoint chokepoint {last} {before}; echo \"${{COMPREPLY[@]}}\"\n"
        );
        filtered("bash", &[], &ask)
    };
    for (words, wanted) in [
        ("chokepoint rep", "reproduce"),
        ("chokepoint run choked-mod", "choked-model1"),
        ("chokepoint run choked-model1 --aqm gch", "gchoke"),
        ("chokepoint run choked-model1 --as algor", "algorithm-1"),
        ("chokepoint list met", "metrics"),
    ] {
        let Some((is_fine, text)) = completed(words) else { return };
        assert!(is_fine && text.split_whitespace().any(|word| word == wanted), "{words}: {text}");
    }
}

#[test]
fn the_completions_of_every_shell_name_every_command() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = printed(&["completions", shell]);
        for word in ["reproduce", "validate"] {
            assert!(script.contains(word), "{shell} lacks {word}");
        }
        // Only bash and zsh complete preset ids: the generators for other shells do not complete positional arguments.
        assert_eq!(script.contains("choked-model1"), ["bash", "zsh"].contains(&shell), "{shell}");
    }
    assert_refused(&["completions", "cmd"], "powershell");
}

#[test]
fn every_command_has_a_manual_page_that_man_can_render() {
    let folder = env::temp_dir().join(format!("chokepoint-manual-{}", std::process::id()));
    printed(&["man", "--out", folder.to_str().expect("UTF-8")]);
    let pages: Vec<_> = fs::read_dir(&folder).expect("the folder").map(|entry| entry.unwrap().path()).collect();
    let commands = commands();
    assert_eq!(pages.len(), commands.len() + 1, "one a command, and one of the program: {pages:?}");
    for name in commands {
        let page = fs::read_to_string(folder.join(format!("chokepoint-{name}.1"))).expect("a page");
        assert_eq!(printed(&["man", &name]), page);
        if let Some((is_fine, warnings)) = filtered("groff", &["-man", "-ww", "-z"], &page) {
            assert!(is_fine && warnings.is_empty(), "{name}: {warnings}");
        }
    }
    fs::remove_dir_all(folder).expect("the test made the folder");
    assert_refused(&["man", "frobnicate"], "frobnicate");
}

/// The commands in the order of the help.
fn commands() -> Vec<String> {
    printed(&["--help"])
        .split("Commands:\n")
        .nth(1)
        .and_then(|rest| rest.split("\n\n").next())
        .expect("a list of commands")
        .lines()
        .filter_map(|line| line.strip_prefix("  ")?.split(' ').next())
        .filter(|name| !matches!(*name, "" | "help"))
        .map(str::to_owned)
        .collect()
}

/// Checks that the documentation page equals the help that the program prints. `npm run bless` writes it.
#[test]
fn the_help_of_every_command_is_in_the_documentation() {
    let block = |help: &str| {
        let lines: Vec<&str> = help.trim_end().lines().map(str::trim_end).collect();
        format!("```text\n{}\n```\n", lines.join("\n"))
    };
    let mut page = format!(
        "# Command line\n\n<!-- Written by `npm run bless`; do not edit. -->\n\nThe help of the program, command by command.\n\n{}",
        block(&printed(&["help"]))
    );
    for name in commands() {
        page += &format!("\n## {name}\n\n{}", block(&printed(&["help", &name])));
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/reference/command-line.md");
    if env::var_os("CHOKEPOINT_BLESS").is_some() {
        fs::write(&file, &page).expect("a writable file");
    }
    let documented = fs::read_to_string(&file).expect("a file");
    assert!(documented == page, "{} is old: `npm run bless` writes it", file.display());
}

#[test]
fn printed_schemas_equal_those_of_the_declarations() {
    let schema = |format: &str| -> Value { serde_json::from_str(&printed(&["schema", format])).expect("JSON") };
    let preset = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../presets/schema/preset.schema.json");
    let preset: Value = serde_json::from_str(&fs::read_to_string(preset).expect("a file")).expect("JSON");
    assert_eq!(schema("preset"), preset);
    let scenario = schema("scenario");
    assert_eq!(scenario["properties"], preset["properties"]["scenario"]["properties"]);
    assert_eq!(schema("bundle")["properties"]["scenario"]["properties"], scenario["properties"]);
    assert_eq!(schema("sweep")["properties"]["scene"]["anyOf"][1]["properties"], scenario["properties"]);
    assert_eq!(printed(&["schema"]), printed(&["schema", "scenario"]));
    assert_refused(&["schema", "wish"], "scenario, preset, bundle, sweep");
}

#[test]
fn a_mistyped_preset_is_answered_with_the_nearest() {
    assert_refused(&["run", "choked-modell"], "the nearest is choked-model1");
    assert_eq!(chokepoint_reading(&["run"], "").status.code(), Some(2));
}

//! Runs every `console` block of the documents in document order, in one folder per document, as a reader would.

use super::{is_thorough, root};
use crate::support::Folder;
use std::fs;
use std::process::Command;

/// A code block of a document, and the number of its line.
struct Block<'a> {
    line: usize,
    text: &'a str,
}

#[test]
fn every_console_block_prints_the_shown_output() {
    let mut commands = 0;
    let documents = fs::read_dir(root().join("docs")).expect("a folder");
    let documents = documents.map(|entry| entry.expect("a readable folder").path());
    for path in documents.chain([root().join("README.md")]) {
        if path.extension().is_none_or(|it| it != "md") {
            continue;
        }
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let document = fs::read_to_string(&path).expect("a readable file");
        let folder = Folder::new(&format!("console-{name}"));
        // The commands use the sweep file that the document shows.
        for Block { text, .. } in blocks(&document, "json").filter(|block| block.text.contains("\"over\"")) {
            fs::write(folder.file("sweep.json"), text).expect("a writable folder");
        }
        for (place, block) in blocks(&document, "console").enumerate() {
            if place == 0 || is_thorough() {
                commands += run(&name, &block, &folder);
            }
        }
    }
    assert!(commands >= 1, "no document shows a command");
}

fn run(document: &str, block: &Block, folder: &Folder) -> usize {
    let calls: Vec<&str> = block.text.split("$ ").filter(|call| !call.is_empty()).collect();
    assert!(block.text.starts_with("$ "), "{document}:{}: begins with no command", block.line);
    for call in &calls {
        let (command, shown) = call.split_once('\n').expect("a line");
        let words = words(command);
        let [program, arguments @ ..] = words.as_slice() else { panic!("{document}:{}: no command", block.line) };
        let "chokepoint" = program.as_str() else {
            panic!("{document}:{}: {command} calls another program", block.line);
        };
        let output = Command::new(env!("CARGO_BIN_EXE_chokepoint"))
            .args(arguments)
            .current_dir(folder.file(""))
            .output()
            .expect("the binary starts");
        let printed = [output.stdout, output.stderr].map(|it| String::from_utf8(it).expect("UTF-8")).concat();
        assert!(
            is_shown(&printed, shown),
            "{document}:{}: {command}\nshown:\n{shown}\nprinted:\n{printed}",
            block.line
        );
    }
    calls.len()
}

/// Splits a command into words as a shell does: spaces in single quotes belong to a word.
fn words(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut is_quoted = false;
    for letter in command.chars() {
        match letter {
            '\'' => is_quoted = !is_quoted,
            ' ' if !is_quoted => words.push(String::new()),
            letter => words.last_mut().expect("a word").push(letter),
        }
    }
    assert!(!is_quoted, "{command}: a quotation mark is open");
    words
}

/// Whether the printed lines match those shown; `…` matches any number of lines.
fn is_shown(printed: &str, shown: &str) -> bool {
    // Progress lines are skipped. They appear only if a command takes long, as on a busy machine.
    let is_progress = |line: &str| line.contains(" runs, ") && line.ends_with(" left");
    let mut printed = printed.lines().map(str::trim_end).filter(|line| !line.is_empty() && !is_progress(line));
    let mut leaves_out = false;
    for line in shown.lines().map(str::trim_end).filter(|line| !line.is_empty()) {
        if line == "…" {
            leaves_out = true;
        } else if leaves_out {
            leaves_out = false;
            if !printed.any(|other| other == line) {
                return false;
            }
        } else if printed.next() != Some(line) {
            return false;
        }
    }
    leaves_out || printed.next().is_none()
}

fn blocks<'a>(document: &'a str, language: &'a str) -> impl Iterator<Item = Block<'a>> {
    let fence = format!("```{language}\n");
    let mut at = 0;
    std::iter::from_fn(move || {
        let begin = at + document[at..].find(&fence)? + fence.len();
        let end = begin + document[begin..].find("```").expect("a block ends");
        at = end;
        Some(Block { line: document[..begin].matches('\n').count(), text: &document[begin..end] })
    })
}

#[test]
fn quoted_spaces_belong_to_a_word() {
    assert_eq!(
        words("chokepoint sweep --where 'a < b' --over=x='1 2'"),
        ["chokepoint", "sweep", "--where", "a < b", "--over=x=1 2"]
    );
}

#[test]
fn ellipses_stand_for_any_lines_and_all_other_lines_must_match() {
    assert!(is_shown("a\nb\nc\n", "a\n…\n") && is_shown("a\n\nb\n", "a\nb") && is_shown("a\nb\nc\nd", "a\n…\nc\n…"));
    assert!(!is_shown("a\nb\n", "a\n") && !is_shown("a\n", "a\nb\n") && !is_shown("a\nb\n", "…\nc\n"));
}

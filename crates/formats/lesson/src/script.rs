//! The block `script NAME`: the text of a script. The block may be anywhere in the file and is not shown; scenes and
//! tasks name it.

use crate::markdown::Top;
use crate::problem::{Problems, nearest, quoted};
use chokepoint_engine::discipline::about_of;
use chokepoint_engine::discipline::scripted::Language;
use serde_json::{Value, json};

/// The discipline id of every script in a scene.
pub(crate) const SCRIPT: &str = "script";
/// The name of the lane that runs the reader's script.
pub(crate) const MINE: &str = "mine";

const LONGEST_NAME: usize = 40;

#[derive(Debug)]
pub(crate) struct Script {
    pub(crate) name: String,
    pub(crate) text: String,
}

#[derive(Debug)]
pub(crate) struct Scripts {
    list: Vec<Script>,
    pub(crate) language: Language,
}

impl Scripts {
    /// Collects the scripts of the file.
    pub(crate) fn of(tops: &[Top], language: Language, problems: &mut Problems) -> Self {
        let mut found: Vec<(Script, usize)> = Vec::new();
        for top in tops {
            let Top::Fence { line, info, body } = top else { continue };
            let Some(name) = name_in(info) else { continue };
            if let Some(problem) = problem_of_name(name) {
                problems.push(*line, problem);
            } else if let Some((_, before)) = found.iter().find(|(script, _)| script.name == name) {
                problems
                    .push(*line, format!("{} is the name of two scripts; the first is in line {before}", quoted(name)));
            }
            check_text(*line, body, language, problems);
            found.push((Script { name: name.to_owned(), text: body.clone() }, *line));
        }
        Self { list: found.into_iter().map(|(script, _)| script).collect(), language }
    }

    /// Looks up a script's text by name.
    pub(crate) fn text(&self, name: &str) -> Result<&str, String> {
        let known = self.list.iter().find(|script| script.name == name);
        known.map(|script| script.text.as_str()).ok_or_else(|| {
            let nearest = nearest(name, self.list.iter().map(|script| script.name.as_str()));
            format!("{} is not a script of the lesson, a block ```script {name}{nearest}", quoted(name))
        })
    }

    /// The lane of a script, named `script:NAME`; `None` for other names.
    pub(crate) fn lane(&self, named: &str) -> Option<Result<(String, Value), String>> {
        let name = named.strip_prefix(SCRIPT)?.strip_prefix(':')?;
        Some(self.text(name).map(|text| (name.to_owned(), lane_of(text))))
    }
}

/// A lane with this script as its discipline.
pub(crate) fn lane_of(text: &str) -> Value {
    json!({ "aqm": SCRIPT, "params": {}, "script": text })
}

/// The name after `script` in the first line of a block; `None` for other blocks.
pub(crate) fn name_in(info: &str) -> Option<&str> {
    let (kind, name) = info.split_once(char::is_whitespace).unwrap_or((info, ""));
    (kind == SCRIPT).then(|| name.trim())
}

fn problem_of_name(name: &str) -> Option<String> {
    let is_right = !name.is_empty()
        && name.len() <= LONGEST_NAME
        && name.chars().all(|it| it.is_ascii_lowercase() || it.is_ascii_digit() || it == '-');
    if !is_right {
        return Some(format!(
            "needs a name after its kind, as in ```script my-first: lower-case letters, digits and -, at most {LONGEST_NAME}"
        ));
    }
    let is_taken = name == MINE || name == SCRIPT || about_of(name).is_some();
    is_taken
        .then(|| format!("{} is a reserved name or the id of a discipline; give the script another name", quoted(name)))
}

/// Compiles a script; `line` is the line of the fence that opens it.
fn check_text(line: usize, text: &str, language: Language, problems: &mut Problems) {
    if language.is_none() {
        problems.push_needing("scripts", line, "this build cannot read scripts, so it cannot read this lesson");
    } else if let Err(problem) = language.compile(text) {
        problems.push(line + problem.line as usize, format!("column {}: {}", problem.column, problem.problem));
    }
}

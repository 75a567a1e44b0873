//! The text of an export while it is written, and the list of settings that are missing or approximated in it.

use crate::Export;
use crate::lane::Lane;

/// Largest length of a comment line \[characters\].
const WIDTH: usize = 100;

/// A script or program that is being written.
pub(crate) struct Script {
    text: String,
    losses: Vec<String>,
    comment: &'static str,
    indent: usize,
}

impl Script {
    /// An empty script whose comments begin with `comment`.
    pub(crate) fn new(comment: &'static str) -> Self {
        Self { text: String::new(), losses: Vec::new(), comment, indent: 0 }
    }

    pub(crate) fn put(&mut self, lines: impl AsRef<str>) {
        for line in lines.as_ref().trim_end_matches('\n').split('\n') {
            if !line.is_empty() {
                self.text.extend(std::iter::repeat_n(' ', self.indent));
                self.text.push_str(line);
            }
            self.text.push('\n');
        }
    }

    /// Indents the lines that `write` appends.
    pub(crate) fn indented<T>(&mut self, by: usize, write: impl FnOnce(&mut Self) -> T) -> T {
        self.indent += by;
        let made = write(self);
        self.indent -= by;
        made
    }

    /// Appends a comment, wrapped to several lines.
    pub(crate) fn say(&mut self, words: impl AsRef<str>) {
        let mut line = String::new();
        // The text is split at whitespace, since a title may contain a line break that would end the comment.
        for word in words.as_ref().split_whitespace() {
            if !line.is_empty() && line.chars().count() + word.chars().count() >= WIDTH {
                self.put(format!("{}{line}", self.comment));
                line.clear();
            }
            line.push(' ');
            line.push_str(word);
        }
        // A backslash at the end of a comment would continue it on the next line.
        let line = line.trim_end_matches('\\');
        self.put(format!("{}{line}", self.comment));
    }

    /// Adds a sentence about a setting that is missing or approximated: to the list, and as a comment at this position.
    pub(crate) fn lose(&mut self, loss: impl Into<String>) {
        let loss = loss.into();
        self.say(format!("Lost: {loss}."));
        if !self.losses.contains(&loss) {
            self.losses.push(loss);
        }
    }

    pub(crate) fn into_export(self, lane: &Lane<'_>) -> Export {
        let scene = if lane.scenario.id.is_empty() { "scene" } else { &lane.scenario.id };
        // A scene's id may contain any character, a file name may not.
        let file: String = scene.chars().map(|it| if it.is_ascii_alphanumeric() { it } else { '-' }).take(60).collect();
        let mut head = Self::new(self.comment);
        head.say(format!("{scene}: {}", lane.scenario.title));
        head.say(format!(
            "Discipline: {} ({}). Seed {}. Written by Chokepoint {} for {}.",
            lane.about.id,
            lane.target.name_of(lane.about.id).unwrap_or_default(),
            lane.scenario.seed,
            env!("CARGO_PKG_VERSION"),
            lane.target.id()
        ));
        if self.losses.is_empty() {
            head.say("The export contains the whole scene.");
        } else {
            head.say("Settings that are missing or approximate; each is repeated where it belongs:");
            for loss in &self.losses {
                head.say(format!("- {loss}."));
            }
        }
        let file_name = format!("{file}-{}.{}", lane.about.id, lane.target.ending());
        // The `#!` line of a shell script must come first, so the header follows it.
        let text = match self.text.strip_prefix("#!") {
            Some(rest) => {
                let (first, rest) = rest.split_once('\n').unwrap_or((rest, ""));
                format!("#!{first}\n{}{rest}", head.text)
            }
            None => format!("{}{}", head.text, self.text),
        };
        Export { text, losses: self.losses, file_name }
    }
}

/// A number in a notation that all targets accept: no exponent, and a decimal point.
pub(crate) fn real(value: f64) -> String {
    let text = value.to_string();
    if text.contains('.') { text } else { format!("{text}.0") }
}

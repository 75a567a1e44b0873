//! Parses lines `key: value` of the front matter and of blocks. A value may continue on indented lines, or be a list of
//! lines `- item`. The format is a subset of YAML that all YAML parsers read alike: no types have to be guessed, and
//! every value has a line number.

use crate::limits::MAX_VALUE;
use crate::problem::{Problems, quoted};

/// A text with its line number.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Line {
    pub(crate) line: usize,
    pub(crate) text: String,
}

#[derive(Debug)]
struct Entry {
    key: String,
    line: usize,
    text: String,
    items: Vec<Line>,
    is_taken: bool,
}

/// The fields of a block, or of the front matter.
#[derive(Debug)]
pub(crate) struct Fields {
    /// Name of the block or front matter to which the fields belong, for messages.
    of: String,
    /// Line in which the block begins.
    pub(crate) line: usize,
    entries: Vec<Entry>,
    known: Vec<&'static str>,
}

impl Fields {
    /// Parses the lines of `text`. `first` is the number of its first line, `line` that of the line in which the block
    /// begins.
    pub(crate) fn read(of: &str, line: usize, text: &str, first: usize, problems: &mut Problems) -> Self {
        let mut entries: Vec<Entry> = Vec::new();
        for (place, whole) in text.lines().enumerate() {
            let at = first + place;
            let given = without_comment(whole);
            let trimmed = given.trim();
            if trimmed.is_empty() {
                continue;
            }
            if trimmed.chars().count() > MAX_VALUE {
                problems.push(
                    at,
                    format!("has {} characters, of which at most {MAX_VALUE} are read", trimmed.chars().count()),
                );
                continue;
            }
            let is_indented = given.starts_with([' ', '\t']);
            if let Some(item) = trimmed.strip_prefix("- ").or((trimmed == "-").then_some("")) {
                match entries.last_mut() {
                    Some(entry) if entry.text.is_empty() => {
                        entry.items.push(Line { line: at, text: unquoted(item.trim()).to_owned() });
                    }
                    _ => problems.push(
                        at,
                        format!("{} is an item without a list: a list begins with a line “key:”", quoted(trimmed)),
                    ),
                }
            } else if is_indented && !entries.is_empty() {
                // An indented line continues the value.
                if let Some(entry) = entries.last_mut() {
                    let longer = entry.items.last_mut().map_or(&mut entry.text, |item| &mut item.text);
                    if !longer.is_empty() {
                        longer.push(' ');
                    }
                    longer.push_str(trimmed);
                }
            } else if let Some((key, value)) = trimmed.split_once(':')
                && is_key(key.trim_end())
            {
                let key = key.trim_end();
                if let Some(before) = entries.iter().find(|entry| entry.key == key) {
                    problems.push(at, format!("{key} is given twice; first in line {}", before.line));
                }
                entries.push(Entry {
                    key: key.to_owned(),
                    line: at,
                    text: unquoted(value.trim()).to_owned(),
                    items: Vec::new(),
                    is_taken: false,
                });
            } else {
                problems.push(at, format!("{} is not of the form “key: value”", quoted(trimmed)));
            }
        }
        Self { of: of.to_owned(), line, entries, known: Vec::new() }
    }

    /// Reads a single-line value.
    pub(crate) fn text(&mut self, key: &'static str, problems: &mut Problems) -> Option<Line> {
        let entry = self.take(key)?;
        let (line, text) = (entry.line, entry.text.clone());
        if !entry.items.is_empty() {
            problems.push(line, format!("{key} is a list; it takes one value"));
            return None;
        }
        if text.is_empty() {
            problems.push(line, format!("{key} is empty"));
            return None;
        }
        Some(Line { line, text })
    }

    /// Reads a required single-line value.
    pub(crate) fn required(&mut self, key: &'static str, problems: &mut Problems) -> Option<Line> {
        if !self.has(key) {
            problems.push(self.line, format!("{} needs a line “{key}: …”", self.of));
            self.known.push(key);
            return None;
        }
        self.text(key, problems)
    }

    /// Reads a list of lines. A single line counts as a list with one entry.
    pub(crate) fn items(&mut self, key: &'static str) -> Vec<Line> {
        match self.take(key) {
            Some(entry) if entry.items.is_empty() && entry.text.is_empty() => Vec::new(),
            Some(entry) if entry.items.is_empty() => vec![Line { line: entry.line, text: entry.text.clone() }],
            Some(entry) => entry.items.clone(),
            None => Vec::new(),
        }
    }

    /// Reads the words of a list, given on separate lines or separated by commas.
    pub(crate) fn words(&mut self, key: &'static str) -> Vec<Line> {
        let lines = self.items(key);
        lines
            .into_iter()
            .flat_map(|Line { line, text }| {
                let words: Vec<_> =
                    text.split(',').map(str::trim).filter(|it| !it.is_empty()).map(str::to_owned).collect();
                words.into_iter().map(move |text| Line { line, text })
            })
            .collect()
    }

    /// Reads a finite number within the given limits.
    pub(crate) fn number(&mut self, key: &'static str, least: f64, most: f64, problems: &mut Problems) -> Option<f64> {
        let given = self.text(key, problems)?;
        match number_of(&given.text) {
            Some(number) if (least..=most).contains(&number) => Some(number),
            Some(number) => {
                problems.push(given.line, format!("{key} is {number}; it must be from {least} to {most}"));
                None
            }
            None => {
                problems.push(given.line, format!("{key} is {}, which is not a number", quoted(&given.text)));
                None
            }
        }
    }

    pub(crate) fn count(&mut self, key: &'static str, most: u64, problems: &mut Problems) -> Option<u64> {
        let given = self.text(key, problems)?;
        let count = given.text.parse::<u64>().ok().filter(|count| (1..=most).contains(count));
        if count.is_none() {
            problems.push(
                given.line,
                format!("{key} is {}; it must be a whole number from 1 to {most}", quoted(&given.text)),
            );
        }
        count
    }

    /// Reads a value that must be one of `words`.
    pub(crate) fn one_of(
        &mut self,
        key: &'static str,
        words: &[&'static str],
        problems: &mut Problems,
    ) -> Option<&'static str> {
        let given = self.text(key, problems)?;
        let found = words.iter().copied().find(|word| *word == given.text);
        if found.is_none() {
            problems
                .push(given.line, format!("{key} is {}; it must be one of {}", quoted(&given.text), words.join(", ")));
        }
        found
    }

    /// Whether the key is present.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.entries.iter().any(|entry| entry.key == key)
    }

    /// The line of a key. If the key is absent, the line in which the block begins.
    pub(crate) fn line_of(&self, key: &str) -> usize {
        self.entries.iter().find(|entry| entry.key == key).map_or(self.line, |entry| entry.line)
    }

    /// Reports every field that was not read.
    pub(crate) fn finish(self, problems: &mut Problems) {
        for entry in self.entries.iter().filter(|entry| !entry.is_taken) {
            problems.push(
                entry.line,
                format!("{} has no {}; it takes {}", self.of, quoted(&entry.key), self.known.join(", ")),
            );
        }
    }

    fn take(&mut self, key: &'static str) -> Option<&Entry> {
        if !self.known.contains(&key) {
            self.known.push(key);
        }
        // A repeated key has already been reported.
        let mut first = None;
        for (place, entry) in self.entries.iter_mut().enumerate().filter(|(_, entry)| entry.key == key) {
            entry.is_taken = true;
            first = first.or(Some(place));
        }
        first.map(|place| &self.entries[place])
    }
}

/// A finite number in ordinary notation.
pub(crate) fn number_of(text: &str) -> Option<f64> {
    text.parse::<f64>().ok().filter(|number| number.is_finite())
}

fn is_key(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|it| it.is_ascii_alphanumeric() || it == '_' || it == '-')
}

/// The text before a comment, which is `# ` at the start of a line or after a space.
fn without_comment(line: &str) -> &str {
    if line.trim_start().starts_with('#') {
        return "";
    }
    line.split(" # ").next().unwrap_or_default()
}

fn unquoted(text: &str) -> &str {
    let inner = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    inner.unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Fields, Problems) {
        let mut problems = Problems::default();
        let fields = Fields::read("a block", 1, text, 2, &mut problems);
        (fields, problems)
    }

    #[test]
    fn values_lists_and_continued_lines_are_read() {
        let text = "title: One\nlearned:\n  - first thing\n    goes on\n  - second # not read\n# a comment\nlong: begins\n  and ends\nset: a = 1";
        let (mut fields, mut problems) = read(text);
        assert_eq!(fields.text("title", &mut problems).map(|it| (it.line, it.text)), Some((2, "One".into())));
        let learned: Vec<_> = fields.items("learned").into_iter().map(|it| (it.line, it.text)).collect();
        assert_eq!(learned, [(4, "first thing goes on".into()), (6, "second".into())]);
        assert_eq!(fields.text("long", &mut problems).map(|it| it.text), Some("begins and ends".into()));
        assert_eq!(fields.items("set").len(), 1);
        fields.finish(&mut problems);
        assert_eq!(problems.into_reported(), []);
    }

    #[test]
    fn problems_are_reported_with_their_lines() {
        let (mut fields, mut problems) = read("seeds: many\nno sense\n- item\nseeds: 3\nodd: 1");
        assert_eq!(fields.count("seeds", 30, &mut problems), None);
        fields.finish(&mut problems);
        let reported: Vec<String> = problems.into_reported().iter().map(ToString::to_string).collect();
        assert_eq!(
            reported,
            [
                "line 2: seeds is “many”; it must be a whole number from 1 to 30",
                "line 3: “no sense” is not of the form “key: value”",
                "line 4: “- item” is an item without a list: a list begins with a line “key:”",
                "line 5: seeds is given twice; first in line 2",
                "line 6: a block has no “odd”; it takes seeds",
            ]
        );
    }
}

//! Makes untrusted text safe to print on a terminal. Ids, titles and arguments can contain control sequences that a
//! terminal would execute.

use std::io::{self, Write};

/// The text on one line, with control characters escaped.
pub(crate) fn shown(text: &str) -> String {
    escaped(text, |_| false)
}

fn escaped(text: &str, is_kept: fn(char) -> bool) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        if is_obeyed(character) && !is_kept(character) {
            safe.extend(character.escape_default());
        } else {
            safe.push(character);
        }
    }
    safe
}

/// Whether a terminal would act on a character instead of showing it: control characters, and characters that change
/// the text direction or break the line.
fn is_obeyed(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// The text with its line breaks kept and other control characters escaped.
pub(crate) fn lines_shown(text: &str) -> String {
    escaped(text, |character| character == '\n')
}

/// A writer that passes all text through [`lines_shown`].
pub(crate) struct Shown<W>(pub(crate) W);

impl<W: Write> Write for Shown<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // The formatting macros pass whole strings, so no character is split.
        self.0.write_all(lines_shown(&String::from_utf8_lossy(bytes)).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_that_a_terminal_acts_on_are_escaped() {
        assert_eq!(shown("a\u{1b}[31m\u{9b}2J\u{7}\r\n\tb"), r"a\u{1b}[31m\u{9b}2J\u{7}\r\n\tb");
        assert_eq!(shown("\u{202e}cba\u{feff}"), r"\u{202e}cba\u{feff}");
        assert_eq!(shown("95 % ± – déjà 🦀 \\"), "95 % ± – déjà 🦀 \\");
    }

    #[test]
    fn line_breaks_are_kept() {
        let mut out = Shown(Vec::new());
        let (id, title) = ("a\u{1b}c", "é");
        writeln!(out, "{id}: {title}").unwrap();
        assert_eq!(String::from_utf8(out.0).unwrap(), "a\\u{1b}c: é\n");
    }
}

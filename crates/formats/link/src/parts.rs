//! The parts of a link, separated by `~`, and their check characters: `HEAD~PART~…~CHECK`.
//!
//! The check characters begin with four characters for the whole link. One character for each part follows, in order;
//! it shows whether this part is damaged.

use crate::fingerprint::{DIGITS, Fnv, push_digits};
use crate::plain::BETWEEN;

const WHOLE_CHARS: usize = 4;
/// Longest excerpt of a part in a message \[bytes\].
const QUOTED: usize = 60;

/// The contents of a link whose check characters match.
pub(crate) struct Parts<'a> {
    pub(crate) preset: &'a str,
    pub(crate) fingerprint: &'a str,
    pub(crate) numbers: u32,
    pub(crate) parts: Vec<&'a str>,
}

/// Appends the check characters to a head and its parts.
pub(crate) fn with_check(mut text: String) -> String {
    let check = check_of(&text);
    text.push(BETWEEN);
    text.push_str(&check);
    text
}

/// Splits a link into its parts. The error names the damaged part.
pub(crate) fn read(text: &str) -> Result<Parts<'_>, String> {
    let Some((body, check)) = text.rsplit_once(BETWEEN) else { return Err(cut(text)) };
    if check.len() < WHOLE_CHARS || !check.bytes().all(|it| DIGITS.contains(&it)) {
        return Err(cut(text));
    }
    let right = check_of(body);
    if check != right {
        return Err(where_it_breaks(text, body, check, &right));
    }
    let mut parts = body.split(BETWEEN);
    let first = parts.next().unwrap_or_default();
    let mut head = first.split('.').skip(1);
    if let (Some(preset), Some(fingerprint), Some(Ok(numbers))) =
        (head.next(), head.next(), head.next().map(str::parse))
    {
        return Ok(Parts { preset, fingerprint, numbers, parts: parts.collect() });
    }
    Err(["begins with “", shortened(first), "”, which names no preset"].concat())
}

fn check_of(body: &str) -> String {
    let mut whole = Fnv::default();
    let mut each = String::new();
    for (place, part) in body.split(BETWEEN).enumerate() {
        whole.text(part);
        let mut alone = Fnv::default();
        // The hash of a part includes its position, so that swapped parts are detected.
        alone.byte(place as u8);
        alone.text(part);
        push_digits(&mut each, alone.mixed(), 1);
    }
    let mut check = String::new();
    push_digits(&mut check, whole.mixed(), WHOLE_CHARS);
    check.push_str(&each);
    check
}

fn where_it_breaks(text: &str, body: &str, check: &str, right: &str) -> String {
    if check.len() < right.len() && right.starts_with(check) {
        let missing = right.len() - check.len();
        return format!("is damaged: its last {missing} characters are missing");
    }
    if check.len() != right.len() {
        return cut(text);
    }
    let mut from = 1;
    for (place, part) in body.split(BETWEEN).enumerate() {
        let length = part.chars().count();
        if check.as_bytes()[WHOLE_CHARS + place] != right.as_bytes()[WHOLE_CHARS + place] {
            let (part, until) = (shortened(part), from + length - 1);
            return format!(
                "is damaged in “{part}” (characters {from} to {until}), or in its check characters at the end"
            );
        }
        from += length + 1;
    }
    "is damaged: something in it or one of its last characters was changed".into()
}

fn cut(text: &str) -> String {
    let last = shortened(text.rsplit(BETWEEN).next().unwrap_or_default());
    format!("is damaged: it breaks off after “{last}” (character {}), its end is missing", text.chars().count())
}

fn shortened(part: &str) -> &str {
    let mut end = part.len().min(QUOTED);
    while !part.is_char_boundary(end) {
        end -= 1;
    }
    &part[..end]
}

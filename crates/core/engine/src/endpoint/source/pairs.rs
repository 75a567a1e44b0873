//! Lists of pairs of numbers among the settings of a source: the steps of a rate, the files of a trace, a table of sizes.

use super::declare::ParamSpec;
use crate::declare::{ParamKind, quoted};
use serde_json::{Value, json};
use std::sync::Arc;

/// The result of a check of a list. An error is the index of the first invalid pair, and the problem.
pub type PairCheck = Result<(), (usize, &'static str)>;
/// A list of pairs; the flows of a group share one list.
pub type Pairs = Arc<[(f64, f64)]>;

/// The declaration of a list of pairs. A source has at most one.
#[derive(Clone, Copy, Debug)]
pub struct PairList {
    /// Id in scenarios, in `snake_case`.
    pub id: &'static str,
    /// Name on the page.
    pub name: &'static str,
    /// The meaning, in one line.
    pub meaning: &'static str,
    /// The two numbers of a pair.
    pub columns: [ParamSpec; 2],
    /// Maximum number of pairs.
    pub most: usize,
    /// Whether the first number of a pair is the time of a request. Flows with such a list start at 0 s by default, and
    /// not within the first second as other flows do.
    pub has_starts: bool,
    /// The list that a group of this many flows gets when a user chooses this source. It is empty if a group may omit
    /// the list.
    pub initial: fn(usize) -> Vec<(f64, f64)>,
    /// Finds the first invalid pair.
    pub check: fn(&[(f64, f64)]) -> PairCheck,
}

impl PairList {
    /// Whether a group may omit the list.
    pub fn is_optional(&self) -> bool {
        (self.initial)(1).is_empty()
    }

    /// Parses one pair; the error gives the allowed values.
    pub fn parse(&self, given: &Value) -> Result<(f64, f64), String> {
        let read = |column: &ParamSpec, value: &Value| column.parse(value).ok().and_then(|_| value.as_f64());
        let [first, second] = &self.columns;
        let pair = match given.as_array().map(Vec::as_slice) {
            Some([left, right]) => read(first, left).zip(read(second, right)),
            _ => None,
        };
        pair.ok_or_else(|| format!("{} is not a pair {}", quoted(given), self.pair()))
    }

    /// The numbers of a pair and their allowed values, for a message.
    pub fn pair(&self) -> String {
        let [first, second] = self.columns.map(|column| format!("{}: {}", column.name, column.allowed()));
        format!("[{first}; {second}]")
    }

    /// The list as JSON; columns of whole numbers have no decimal point.
    pub fn to_json(&self, pairs: &[(f64, f64)]) -> Value {
        let written = |column: &ParamSpec, number: f64| match column.kind {
            ParamKind::Integer { .. } => json!(number as i64),
            _ => json!(number),
        };
        let [first, second] = &self.columns;
        pairs.iter().map(|&(left, right)| json!([written(first, left), written(second, right)])).collect()
    }
}

/// Reads a list of pairs from the text of a file: a JSON list, or one pair a line.
///
/// A comma, a semicolon, a tab or spaces separate the two numbers of a line. Empty lines, comments that begin with `#`, and a
/// first line without numbers are skipped. The error names the line. Ranges are not checked.
pub fn pairs_of_text(text: &str) -> Result<Value, String> {
    let text = text.trim_start_matches('\u{feff}');
    if text.trim_start().starts_with('[') {
        return serde_json::from_str(text).map_err(|problem| format!("is not a JSON list: {problem}"));
    }
    let mut pairs = Vec::new();
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.trim().starts_with('#'));
    for (place, (line, content)) in lines.enumerate() {
        let parts = content.split([',', ';', '\t', ' ']).map(str::trim).filter(|part| !part.is_empty());
        let numbers: Vec<Option<f64>> =
            parts.map(|part| part.parse().ok().filter(|number: &f64| number.is_finite())).collect();
        match numbers[..] {
            [Some(first), Some(second)] => pairs.push((first, second)),
            // Names of the columns, such as "time (s), size (packets)".
            _ if place == 0 && numbers.iter().all(Option::is_none) => {}
            _ => {
                let content = quoted(&Value::from(content.trim()));
                return Err(format!("line {}: {content} is not a pair of numbers, such as 0.5, 12", line + 1));
            }
        }
    }
    if pairs.is_empty() { Err("has no pairs of numbers".into()) } else { Ok(json!(pairs)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_a_pair_a_line() {
        let expected = json!([[0.0, 12.0], [0.5, 3.0]]);
        for text in [
            "time,size\n0,12\n\n0.5,3\n",
            "\u{feff}# a trace\r\n0; 12\r\n.5; 3\r\n",
            "time (s), size (packets)\n0\t12\n  5e-1   3",
            "[[0.0, 12.0], [0.5, 3.0]]",
        ] {
            assert_eq!(pairs_of_text(text), Ok(expected.clone()), "{text}");
        }
    }

    #[test]
    fn the_first_wrong_line_is_named() {
        let problem = |text| pairs_of_text(text).unwrap_err();
        assert_eq!(problem("0,1\n1,2,3"), "line 2: \"1,2,3\" is not a pair of numbers, such as 0.5, 12");
        assert!(problem("0,1\n\ntime,size").starts_with("line 3: "));
        assert!(problem("0,inf").starts_with("line 1: "));
        assert_eq!(problem("# nothing\n"), "has no pairs of numbers");
        assert!(problem("[[0, 1]").starts_with("is not a JSON list: "));
    }
}

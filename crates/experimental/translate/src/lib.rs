//! Translates a script to C++ for other simulators: its functions line by line, and around them a library and the
//! interface of the simulator.
//!
//! A construct is translated only if its meaning is exactly preserved. This covers arithmetic, branches, loops, the
//! queue, arrays, and maps with numbers as keys. Anything else is reported with its line, and replaced by an `#error`
//! in the text. `exp`, `ln` and `pow` are those of the C library, whose last bit may differ from the engine's.

mod calls;
mod effect;
mod expression;
mod kinds;
mod literal;
mod names;
mod ns2;
mod ns3;
mod statements;

use chokepoint_engine::discipline::scripted::ScriptProblem;
use chokepoint_export::plug_in::class;
use chokepoint_script::Script;
use chokepoint_script::tree::{Code, Function, Param, ParamKind, entry};
use kinds::{Kind, Kinds};
use serde::Serialize;
use std::fmt::Write;

/// The functions that a script calls, in C++.
const CALLS: &str = include_str!("calls.cc");

/// A script for another simulator.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct Translation {
    /// The text in C++.
    pub text: String,
    /// The constructs that were not translated, each with its line in the script. In the text, an `#error` replaces
    /// each.
    pub refused: Vec<ScriptProblem>,
    /// A name for the file.
    pub file_name: String,
}

/// A simulator to which scripts can be translated.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Simulator {
    /// ns-2 2.35: a plug-in.
    Ns2,
    /// ns-3.37: a queue disc.
    Ns3,
}

impl Simulator {
    /// Every simulator.
    pub const ALL: [Self; 2] = [Self::Ns2, Self::Ns3];

    /// Id on the command line.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Ns2 => "ns-2",
            Self::Ns3 => "ns-3",
        }
    }

    /// The simulator with this id.
    pub fn of(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|simulator| simulator.id() == id)
    }
}

/// Translates a script for a simulator.
pub fn translation(script: &Script, simulator: Simulator) -> Translation {
    match simulator {
        Simulator::Ns2 => ns2::write(script),
        Simulator::Ns3 => ns3::write(script),
    }
}

/// The functions of a script, translated.
struct Functions {
    text: String,
    /// Names and kinds of the properties of `this`.
    this: Vec<(String, Kind)>,
    refused: Vec<ScriptProblem>,
}

/// Translates every function, except the entry functions for which `is_left_out` is true.
fn functions(script: &Script, is_left_out: impl Fn(usize) -> bool) -> Functions {
    let code = script.code();
    let source: Vec<&str> = script.text().lines().collect();
    let is_entry = |number: usize| code.entries.iter().position(|place| *place == Some(number));
    let kinds = Kinds::of(code, is_entry);
    let this = names::distinct(code.this.iter().map(|name| names::free(name)));
    // A function that the simulator calls must keep its name.
    let own = |(number, function): (usize, &Function)| match is_entry(number) {
        Some(_) => function.name.clone(),
        None if code.this.contains(&function.name) => format!("{}_of", names::free(&function.name)),
        None => names::free(&function.name),
    };
    let names = names::distinct(code.functions.iter().enumerate().map(own));
    let mut it = Functions { text: String::new(), this: Vec::new(), refused: Vec::new() };
    for (number, function) in code.functions.iter().enumerate() {
        if is_entry(number).is_some_and(&is_left_out) {
            continue;
        }
        let written = statements::function(&kinds, number, &names, &this, &source);
        it.text.push('\n');
        for comment in comments_above(&source, function) {
            let _ = writeln!(it.text, "    {comment}");
        }
        it.text.push_str(&written.text);
        it.refused.extend(written.refused);
    }
    it.this = this.into_iter().zip(kinds.this).collect();
    it
}

/// The discipline alone in C++, without the interface to a simulator: the library, and a class with the script's
/// functions.
pub fn discipline(script: &Script) -> Translation {
    let class = class(script.name());
    let it = functions(script, |entry| matches!(entry, entry::GAUGES | entry::ON_CHANGE));
    let mut text = format!("{CALLS}\n// ---- The script.\n\nclass {class} : public Calls {{\npublic:\n");
    text.push_str(&params(script.code()));
    text.push_str(&it.text);
    if !it.this.is_empty() {
        text.push_str("\nprivate:\n");
    }
    for (name, kind) in &it.this {
        let _ = writeln!(text, "    {} {name}{{}};", kind.cpp());
    }
    text.push_str("};\n");
    Translation { text, refused: it.refused, file_name: format!("{class}.cc") }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").trim_end_matches('\\').to_owned()
}

/// Notes on script functions that are missing from the translation.
fn left_out(code: &Code) -> Vec<String> {
    [
        (entry::GAUGES, "gauges(); they are never read"),
        (entry::ON_CHANGE, "on_change(); it is not called when a parameter or the link changes"),
    ]
    .into_iter()
    .filter(|(entry, _)| code.entries[*entry].is_some())
    .map(|(_, what)| format!("Left out: {what}."))
    .collect()
}

/// The lines as comments.
fn comments(lines: &[String]) -> String {
    lines.iter().map(|line| format!("// {line}\n")).collect()
}

/// A parameter's meaning and unit, on one line.
fn meaning(param: &Param) -> String {
    let unit = if param.unit.is_empty() { String::new() } else { format!(" [{}]", one_line(&param.unit)) };
    format!("{}{unit}", one_line(&param.meaning))
}

/// The parameters as struct members, with their defaults.
fn params(code: &Code) -> String {
    let mut out = String::from("    struct {\n");
    let line = |param: &Param| {
        let (kind, value) = match &param.kind {
            ParamKind::Integer(_, value) => ("int64_t", value.to_string()),
            ParamKind::Real(_, value) => ("double", format!("{value:?}")),
            ParamKind::Switch(value) => ("bool", value.to_string()),
            ParamKind::Choice(choices, place) => ("std::string", literal::quoted(&choices[*place].0)),
        };
        let meaning = meaning(param);
        let comment = if meaning.is_empty() { String::new() } else { format!("  // {}", meaning.trim_start()) };
        format!("        {kind} {} = {value};{comment}\n", names::member(&param.id))
    };
    out.extend(code.declared.params.iter().map(line));
    out.push_str("    } params;\n");
    out
}

/// The comment lines directly above a script function.
fn comments_above<'s>(source: &[&'s str], function: &Function) -> Vec<&'s str> {
    let head = format!("fn {}(", function.name);
    let Some(place) = source.iter().position(|line| line.trim_start().starts_with(&head)) else { return Vec::new() };
    let mut lines: Vec<&str> =
        source[..place].iter().rev().take_while(|line| line.starts_with("//")).copied().collect();
    lines.reverse();
    lines.retain(|line| !line.ends_with('\\'));
    lines
}

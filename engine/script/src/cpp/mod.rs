//! A script as C++ for other simulators: its functions line by line, around them what it calls and what the simulator wants.
//!
//! Translated is what means exactly the same: arithmetic, branches, loops, arrays, maps with numbers as keys, the queue. What
//! does not is refused with its line, and stands in the text as an `#error` where it would be. `exp`, `ln` and `pow` are the C
//! library's, whose last bit may differ from the engine's.

mod effect;
mod expression;
mod kinds;
mod literal;
mod names;
mod statements;

use crate::declare::{Kind as ParamKind, Param};
use crate::program::{Code, Script, entry};
use chokepoint_engine::discipline::scripted::ScriptProblem;
use chokepoint_export::ns2::plug_in::{class, library};
use kinds::Kinds;
use std::fmt::Write;

/// What a script calls, in C++.
const CALLS: &str = include_str!("calls.cc");
/// A queue of ns-2 around it.
const NS2: &str = include_str!("ns2.cc");

/// A script for another simulator.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Translation {
    /// The text in C++.
    pub text: String,
    /// What could not be translated, each with its line in the script; at its place in the text there is an `#error`.
    pub refused: Vec<ScriptProblem>,
    /// A name for the file.
    pub file_name: String,
}

/// The discipline alone: what it calls, and a class with the script's functions, without a simulator around it.
pub fn discipline(script: &Script) -> Translation {
    let code = &*script.code;
    let source: Vec<&str> = script.text.lines().collect();
    let is_entry = |number: usize| code.entries.iter().position(|place| *place == Some(number));
    let kinds = Kinds::of(code, is_entry);
    let this = names::distinct(code.this.iter().map(|name| names::free(name)));
    // What is called from outside keeps its name.
    let own = |(number, function): (usize, &crate::tree::Function)| match is_entry(number) {
        Some(_) => function.name.clone(),
        None if code.this.contains(&function.name) => format!("{}_of", names::free(&function.name)),
        None => names::free(&function.name),
    };
    let functions = names::distinct(code.functions.iter().enumerate().map(own));
    let class = class(&code.declared.name);
    let mut text = format!("{CALLS}\n// ---- The script.\n\nclass {class} : public Calls {{\npublic:\n");
    text.push_str(&params(code));
    let mut refused = Vec::new();
    for (number, function) in code.functions.iter().enumerate() {
        if is_entry(number) == Some(entry::GAUGES) || is_entry(number) == Some(entry::ON_CHANGE) {
            continue;
        }
        let (written, problems) = statements::function(&kinds, number, &functions, &this, &source);
        let _ = writeln!(text);
        for comment in comments_above(&source, function) {
            let _ = writeln!(text, "    {comment}");
        }
        text.push_str(&written);
        refused.extend(problems);
    }
    if !this.is_empty() {
        text.push_str("\nprivate:\n");
    }
    for (name, kind) in this.iter().zip(&kinds.this) {
        let _ = writeln!(text, "    {} {name}{{}};", kind.cpp());
    }
    text.push_str("};\n");
    Translation { text, refused, file_name: format!("{class}.cc") }
}

/// A plug-in for ns-2 2.35.
pub fn ns2(script: &Script) -> Translation {
    let it = discipline(script);
    let declared = &script.code.declared;
    let class = class(&declared.name);
    let (mut binds, mut bound, mut settle, mut defaults) = (String::new(), String::new(), String::new(), String::new());
    for param in &declared.params {
        let own = names::member(&param.id);
        let id = &param.id;
        if id == "limit" {
            continue;
        }
        match &param.kind {
            ParamKind::Integer(_, value) => {
                let _ = writeln!(bound, "    int {id}_;");
                let _ = writeln!(binds, "        bind(\"{id}_\", &{id}_);");
                let _ = writeln!(settle, "        params.{own} = {id}_;");
                let _ = writeln!(defaults, "    tcl.eval(\"Queue/{class} set {id}_ {value}\");");
            }
            ParamKind::Real(_, value) => {
                let _ = writeln!(binds, "        bind(\"{id}_\", &params.{own});");
                let _ = writeln!(defaults, "    tcl.eval(\"Queue/{class} set {id}_ {value:?}\");");
            }
            ParamKind::Switch(value) => {
                let _ = writeln!(bound, "    int {id}_;");
                let _ = writeln!(binds, "        bind_bool(\"{id}_\", &{id}_);");
                let _ = writeln!(settle, "        params.{own} = {id}_ != 0;");
                let _ = writeln!(defaults, "    tcl.eval(\"Queue/{class} set {id}_ {}\");", u8::from(*value));
            }
            // ns-2 binds no texts: the choice is the one that stands in the class.
            ParamKind::Choice(..) => {}
        }
    }
    let left_out = left_out(&script.code);
    // The library of a plug-in is asked for by its name with a capital and no more.
    let library = library(&declared.name);
    let mut initial = library.clone();
    if let Some(first) = initial.get_mut(0..1) {
        first.make_ascii_uppercase();
    }
    let text = NS2
        .replace("{{title}}", &one_line(&declared.name))
        .replace("{{left out}}", &left_out)
        .replace("{{class}}", &class)
        .replace("{{library}}", &library)
        .replace("{{Library}}", &initial)
        .replace("        {{binds}}\n", &binds)
        .replace("    {{bound}}\n", &bound)
        .replace("        {{settle}}\n", &settle)
        .replace("    {{defaults}}\n", &defaults)
        .replace("{{discipline}}\n", &it.text);
    Translation { text, refused: it.refused, file_name: format!("{library}.cc") }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").trim_end_matches('\\').to_owned()
}

/// What of the script is not in the text, as comments.
fn left_out(code: &Code) -> String {
    let mut out = String::new();
    for (entry, name, why) in [
        (entry::GAUGES, "gauges()", "nobody looks"),
        (entry::ON_CHANGE, "on_change()", "nobody is told when a parameter or the link changes"),
    ] {
        if code.entries[entry].is_some() {
            let _ = writeln!(out, "// Left out: {name}; {why}.");
        }
    }
    out
}

/// The parameters as members of a structure, each at its default.
fn params(code: &Code) -> String {
    let mut out = String::from("    struct {\n");
    let line = |param: &Param| {
        let (kind, value) = match &param.kind {
            ParamKind::Integer(_, value) => ("int64_t", value.to_string()),
            ParamKind::Real(_, value) => ("double", format!("{value:?}")),
            ParamKind::Switch(value) => ("bool", value.to_string()),
            ParamKind::Choice(choices, place) => ("std::string", literal::quoted(&choices[*place].0)),
        };
        let unit = if param.unit.is_empty() { String::new() } else { format!(" [{}]", one_line(&param.unit)) };
        let meaning = one_line(&param.meaning);
        let comment =
            if meaning.is_empty() && unit.is_empty() { String::new() } else { format!("  // {meaning}{unit}") };
        format!("        {kind} {} = {value};{comment}\n", names::member(&param.id))
    };
    out.extend(code.declared.params.iter().map(line));
    out.push_str("    } params;\n");
    out
}

/// The comment lines that stand right above a function of the script.
fn comments_above<'s>(source: &[&'s str], function: &crate::tree::Function) -> Vec<&'s str> {
    let head = format!("fn {}(", function.name);
    let Some(place) = source.iter().position(|line| line.trim_start().starts_with(&head)) else { return Vec::new() };
    let mut lines: Vec<&str> =
        source[..place].iter().rev().take_while(|line| line.starts_with("//")).copied().collect();
    lines.reverse();
    lines.retain(|line| !line.ends_with('\\'));
    lines
}

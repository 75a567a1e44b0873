//! A qdisc for Linux, as a module in C.

use super::literal;
use super::{Dialect, Functions, Kind, Translation, comments, functions, left_out, meaning, one_line};
use crate::declare::Kind as ParamKind;
use crate::program::{Script, entry};
use std::fmt::Write;

/// A qdisc around the functions of a script.
const LINUX: &str = include_str!("linux.c");
/// Names of qdiscs have at most 15 letters.
const LONGEST_ID: usize = 15;

/// The module.
pub(super) fn write(script: &Script) -> Translation {
    let code = &*script.code;
    let it = functions(script, Dialect::Kernel, |number| {
        matches!(number, entry::GAUGES | entry::ON_CHANGE | entry::ON_TIMER)
    });
    let id = id(&code.declared.name);
    let (mut params, mut left) = (String::new(), left_out(code));
    if code.entries[entry::ON_TIMER].is_some() {
        left.push("Left out: on_timer(); the qdisc has no timer.".into());
    }
    for param in &code.declared.params {
        let (c, module, value) = match &param.kind {
            ParamKind::Integer(_, value) => ("long", "long", value.to_string()),
            ParamKind::Switch(value) => ("bool", "bool", value.to_string()),
            ParamKind::Real(..) | ParamKind::Choice(..) => {
                left.push(format!("Left out: the parameter {}; it is no whole number.", param.id));
                continue;
            }
        };
        let name = &param.id;
        let _ = writeln!(params, "static {c} param_{name} = {value};");
        let _ = writeln!(params, "module_param_named({name}, param_{name}, {module}, 0644);");
        let _ = writeln!(params, "MODULE_PARM_DESC({name}, {});", literal::quoted(meaning(param).trim_start()));
    }
    let has = |entry: usize| code.entries[entry].is_some();
    let text = LINUX
        .replace("{{title}}", &one_line(&code.declared.name))
        .replace(
            "{{description}}",
            &literal::quoted(&format!("{}, written by Chokepoint from a script", one_line(&code.declared.name))),
        )
        .replace("{{left out}}\n", &comments(&left))
        .replace("{{id}}", &id)
        .replace("{{params}}\n", &params)
        .replace("\t\t{{own}}\n", &own(&it))
        .replace("{{functions}}\n", &with_heads(&it))
        .replace("{{init}}", if has(entry::INIT) { "script_init(q);" } else { "(void)q;" })
        .replace(
            "{{dequeue}}",
            if has(entry::DEQUEUE) { "script_dequeue(q);" } else { "if (!queue_is_empty(q)) queue_send(q);" },
        );
    Translation { text, refused: it.refused, file_name: format!("sch_{id}.c") }
}

/// What the qdisc is called; `my_` keeps it apart from those that Linux has.
fn id(name: &str) -> String {
    let mut out = String::from("my");
    for word in name.split(|it: char| !it.is_ascii_alphanumeric()).filter(|word| !word.is_empty()) {
        out.push('_');
        out.push_str(&word.to_ascii_lowercase());
    }
    out.truncate(LONGEST_ID);
    out.trim_end_matches('_').to_owned()
}

/// What stands in `this`, as far as the kernel can hold it: lines that use the rest were refused.
fn own(it: &Functions) -> String {
    let mut out = String::new();
    for (name, kind) in &it.this {
        if matches!(kind, Kind::Int | Kind::Bool | Kind::Unknown) {
            let _ = writeln!(out, "\t\t{} {name};", kind.cpp());
        }
    }
    out
}

/// The functions behind their heads: a script may call what stands further down.
fn with_heads(it: &Functions) -> String {
    let mut out = String::new();
    for head in &it.heads {
        let _ = writeln!(out, "{head};");
    }
    out.push_str(&it.text.replace("    ", "\t"));
    out
}

//! Writes a plug-in for ns-2 2.35.

use super::names;
use super::{Translation, comments, discipline, left_out, one_line};
use chokepoint_export::plug_in::{class, library, variable};
use chokepoint_script::Script;
use chokepoint_script::tree::ParamKind;
use std::fmt::Write;

/// C++ code of a queue of ns-2 that calls the discipline.
const NS2: &str = include_str!("ns2.cc");

pub(super) fn write(script: &Script) -> Translation {
    let it = discipline(script);
    let declared = &script.code().declared;
    let class = class(&declared.name);
    let (mut binds, mut bound, mut settle, mut defaults) = (String::new(), String::new(), String::new(), String::new());
    for param in &declared.params {
        let own = names::member(&param.id);
        if param.id == "limit" {
            continue;
        }
        let variable = variable(&param.id);
        match &param.kind {
            ParamKind::Integer(_, value) => {
                let _ = writeln!(bound, "    int {variable};");
                let _ = writeln!(binds, "        bind(\"{variable}\", &{variable});");
                let _ = writeln!(settle, "        params.{own} = {variable};");
                let _ = writeln!(defaults, "    tcl.eval(\"Queue/{class} set {variable} {value}\");");
            }
            ParamKind::Real(_, value) => {
                let _ = writeln!(binds, "        bind(\"{variable}\", &params.{own});");
                let _ = writeln!(defaults, "    tcl.eval(\"Queue/{class} set {variable} {value:?}\");");
            }
            ParamKind::Switch(value) => {
                let _ = writeln!(bound, "    int {variable};");
                let _ = writeln!(binds, "        bind_bool(\"{variable}\", &{variable});");
                let _ = writeln!(settle, "        params.{own} = {variable} != 0;");
                let _ = writeln!(defaults, "    tcl.eval(\"Queue/{class} set {variable} {}\");", u8::from(*value));
            }
            // ns-2 cannot bind strings, so the value of a choice becomes a constant of the class.
            ParamKind::Choice(..) => {}
        }
    }
    let left_out = comments(&left_out(script.code()));
    // ns-2 looks up a library by its name with only the first letter in upper case.
    let library = library(&declared.name);
    let mut initial = library.clone();
    if let Some(first) = initial.get_mut(0..1) {
        first.make_ascii_uppercase();
    }
    let text = NS2
        .replace("{{title}}", &one_line(&declared.name))
        .replace("{{left out}}\n", &left_out)
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

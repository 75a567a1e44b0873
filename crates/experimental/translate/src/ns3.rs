//! Writes a queue disc for ns-3.37.

use super::{Translation, comments, discipline, left_out, meaning, one_line};
use super::{literal, names};
use chokepoint_export::plug_in::{attribute, class, library};
use chokepoint_script::Script;
use chokepoint_script::tree::ParamKind;
use std::fmt::Write;

/// C++ code of a queue disc of ns-3 that calls the discipline.
const NS3: &str = include_str!("ns3.cc");

pub(super) fn write(script: &Script) -> Translation {
    let it = discipline(script);
    let declared = &script.code().declared;
    let class = class(&declared.name);
    let (mut attributes, mut values, mut settle) = (String::new(), String::new(), String::new());
    for param in declared.params.iter().filter(|param| param.id != "limit") {
        let own = names::member(&param.id);
        let (name, meaning) = (attribute(&param.id), literal::quoted(&meaning(param)));
        let member = format!("m_{}", param.id);
        let (kind, value, accessor, checker) = match &param.kind {
            ParamKind::Integer((least, most), value) => {
                let kind = ("int64_t", value.to_string());
                (
                    kind.0,
                    format!("IntegerValue({})", kind.1),
                    "Integer",
                    format!("Integer{}", ranged("int64_t", least, most)),
                )
            }
            ParamKind::Real((least, most), value) => {
                let (least, most) = (format!("{least:?}"), format!("{most:?}"));
                (
                    "double",
                    format!("DoubleValue({value:?})"),
                    "Double",
                    format!("Double{}", ranged("double", least, most)),
                )
            }
            ParamKind::Switch(value) => {
                ("bool", format!("BooleanValue({value})"), "Boolean", "BooleanChecker()".into())
            }
            ParamKind::Choice(choices, place) => {
                let value = literal::quoted(&choices[*place].0);
                ("std::string", format!("StringValue({value})"), "String", "StringChecker()".into())
            }
        };
        let _ = writeln!(
            attributes,
            "            .AddAttribute(\"{name}\", {meaning}, {value}, Make{accessor}Accessor(&{class}::{member}), Make{checker})"
        );
        let _ = writeln!(values, "    {kind} {member};");
        let _ = writeln!(settle, "        params.{own} = {member};");
    }
    let library = library(&declared.name);
    let text = NS3
        .replace("{{title}}", &one_line(&declared.name))
        .replace("{{left out}}\n", &comments(&left_out(script.code())))
        .replace("{{class}}", &class)
        .replace("{{library}}", &library)
        .replace("            {{attributes}}\n", &attributes)
        .replace("    {{values}}\n", &values)
        .replace("        {{settle}}\n", &settle)
        .replace("{{discipline}}\n", &it.text);
    Translation { text, refused: it.refused, file_name: format!("{library}.cc") }
}

/// The C++ code of an attribute checker with limits.
fn ranged(kind: &str, least: impl std::fmt::Display, most: impl std::fmt::Display) -> String {
    format!("Checker<{kind}>({least}, {most})")
}

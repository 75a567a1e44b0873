//! A script in ns-2: a plug-in, which `chokepoint export ns-2 FILE.rhai` writes, and what a scene tells it.

use super::disciplines::flag;
use crate::lane::Lane;
use crate::script::{Script, real};
use chokepoint_engine::declare::ParamValue;

/// The id of every discipline that is a script, as scenes write it.
pub(crate) const SCRIPT: &str = "script";

/// The class of a script of this name, without `Queue/`: letters and digits alone, the words run together.
pub fn class(name: &str) -> String {
    let mut out = String::from("Script");
    let words = name.split(|it: char| !it.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    for word in words {
        let mut letters = word.chars();
        out.extend(letters.next().map(|it| it.to_ascii_uppercase()));
        out.push_str(letters.as_str());
    }
    out.truncate(60);
    out
}

/// The name of its library: the file is `lib….so`, the source `….cc`.
pub fn library(name: &str) -> String {
    class(name).to_lowercase()
}

/// Loads the plug-in and sets its variables.
pub(super) fn write(lane: &Lane<'_>, script: &mut Script) {
    let (class, library) = (class(lane.about.name), library(lane.about.name));
    script.say(format!("Its source is {library}.cc, as `chokepoint export ns-2` writes it of the script; its head says how it is compiled."));
    script.put(format!("load ./lib{library}.so"));
    script.put(format!("set queue_limit {}", lane.params.count("limit")));
    for (id, value) in lane.params.all() {
        match (id, value) {
            ("limit", _) => {}
            (id, ParamValue::Choice(value)) if Some(ParamValue::Choice(value)) != lane.params.default_of(id) => {
                script.lose(format!("{}: {value}; ns-2 sets no texts, write it into {library}.cc", lane.path_of(id)));
            }
            (_, ParamValue::Choice(_)) => {}
            (id, value) => script.put(format!("Queue/{class} set {id}_ {}", shown(value))),
        }
    }
    script.put(format!("Queue/{class} set capacity_bps_ {}", lane.scenario.capacity_bps));
    script.put(format!("Queue/{class} set delay_s_ {}", lane.scenario.delay.secs()));
    script.put(format!("Queue/{class} set packet_bytes_ {}", lane.packet_bytes()));
}

/// A parameter that changes during a run, as Tcl sets it; nothing for one that ns-2 cannot set.
pub(super) fn live(id: &str, value: ParamValue) -> Option<String> {
    (!matches!(value, ParamValue::Choice(_))).then(|| format!("{id}_ {}", shown(value)))
}

fn shown(value: ParamValue) -> String {
    match value {
        ParamValue::Integer(value) => value.to_string(),
        ParamValue::Real(value) => real(value),
        ParamValue::Switch(value) => flag(value).to_string(),
        ParamValue::Choice(value) => value.to_owned(),
    }
}

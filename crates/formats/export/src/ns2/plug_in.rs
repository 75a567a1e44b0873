//! How an exported ns-2 scene uses a script. The plug-in itself is written by `chokepoint export ns-2 FILE.rhai`.

use super::disciplines::flag;
use crate::lane::Lane;
use crate::plug_in::{class, library, variable};
use crate::script::{Script, real};
use chokepoint_engine::declare::ParamValue;

/// Writes the lines that load the plug-in and set its variables.
pub(super) fn write(lane: &Lane<'_>, script: &mut Script) {
    let (class, library) = (class(lane.about.name), library(lane.about.name));
    script.say(format!("Its source is {library}.cc, as `chokepoint export ns-2` writes it from the script; its head says how it is compiled."));
    script.put(format!("load ./lib{library}.so"));
    script.put(format!("set queue_limit {}", lane.params.count("limit")));
    for (id, value) in lane.params.all() {
        match (id, value) {
            ("limit", _) => {}
            (id, ParamValue::Choice(value)) if Some(ParamValue::Choice(value)) != lane.params.default_of(id) => {
                script.lose(format!("{}: {value}; ns-2 cannot set text; write it into {library}.cc", lane.path_of(id)));
            }
            (_, ParamValue::Choice(_)) => {}
            (id, value) => script.put(format!("Queue/{class} set {} {}", variable(id), shown(value))),
        }
    }
    script.put(format!("Queue/{class} set capacity_bps_ {}", lane.scenario.capacity_bps));
    script.put(format!("Queue/{class} set delay_s_ {}", lane.scenario.delay.secs()));
    script.put(format!("Queue/{class} set packet_bytes_ {}", lane.packet_bytes()));
}

/// The Tcl assignment for a parameter that changes during a run. `None` if ns-2 cannot set it.
pub(super) fn live(id: &str, value: ParamValue) -> Option<String> {
    (!matches!(value, ParamValue::Choice(_))).then(|| format!("{} {}", variable(id), shown(value)))
}

fn shown(value: ParamValue) -> String {
    match value {
        ParamValue::Integer(value) => value.to_string(),
        ParamValue::Real(value) => real(value),
        ParamValue::Switch(value) => flag(value).to_string(),
        ParamValue::Choice(value) => value.to_owned(),
    }
}

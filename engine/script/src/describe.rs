//! What a script declares, as JSON: for the panel of a page, an editor and whoever lists it.

use crate::keep;
use crate::program::Script;
use chokepoint_engine::declare::ParamSpec;
use chokepoint_engine::discipline::Reason;
use chokepoint_engine::discipline::scripted::{Program, ScriptProblem};
use serde_json::{Value, json};

/// The declarations of a script: `name`, `idea`, `view`, `params`, `code` (with the `line` of the text on which each line of
/// pseudo-code stands), `quantities`, `gauges` and `reasons`, each with the family whose colour and sign it has.
pub fn describe(text: &str) -> Result<Value, ScriptProblem> {
    let kept = keep::kept(text)?;
    let about = kept.about();
    let code: Vec<Value> = about
        .code()
        .zip(&kept.script.code.lines)
        .map(|(line, (number, _))| {
            json!({ "line": number, "text": line.text, "indent": line.indent, "is_test": line.is_test })
        })
        .collect();
    Ok(json!({
        "id": about.id,
        "name": about.name,
        "idea": about.idea,
        "view": about.view,
        "params": about.params().map(param).collect::<Vec<_>>(),
        "code": code,
        "quantities": about.quantities().collect::<Vec<_>>(),
        "gauges": about.gauges,
        "reasons": about.reasons.iter().map(|&reason| of_reason(&kept.script, reason)).collect::<Vec<_>>(),
    }))
}

fn param(spec: &ParamSpec) -> Value {
    json!({
        "id": spec.id,
        "name": spec.name,
        "symbol": spec.symbol,
        "unit": spec.unit,
        "kind": spec.kind,
        "default": spec.default,
        "meaning": spec.meaning,
        "is_logarithmic": spec.is_logarithmic,
        "is_on_ruler": spec.is_on_ruler,
        "is_advanced": spec.is_advanced,
    })
}

/// A reason under the name that the script gives it.
fn of_reason(script: &Script, reason: Reason) -> Value {
    let about = reason.about();
    let own = script.code.declared.reasons.iter().find(|own| own.like == reason);
    let (name, meaning) = own.map_or((about.name, about.meaning), |own| (&own.name, &own.meaning));
    json!({
        "id": own.map_or(about.id, |own| &own.id),
        "name": name,
        "meaning": meaning,
        "counts_as": about.id,
        "family": about.family,
        "is_mark": about.is_mark,
    })
}

//! What a script declares, as JSON: for the panel of a page, an editor and whoever lists it.

use crate::keep;
use crate::program::Script;
use chokepoint_engine::catalog;
use chokepoint_engine::discipline::Reason;
use chokepoint_engine::discipline::scripted::{Program, ScriptProblem};
use serde_json::{Value, json};

/// The declarations of a script: `about` as the catalog has those of every discipline, `lines` with the number in the text
/// of each line of pseudo-code, and `reasons` by the names that the script gives them, each with the family whose colour and
/// sign it has.
pub fn describe(text: &str) -> Result<Value, ScriptProblem> {
    let kept = keep::kept(text)?;
    let about = kept.about();
    Ok(json!({
        "about": catalog::discipline(about),
        "lines": kept.script.code.lines.iter().map(|&(number, _)| number).collect::<Vec<_>>(),
        "reasons": about.reasons.iter().map(|&reason| of_reason(&kept.script, reason)).collect::<Vec<_>>(),
    }))
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

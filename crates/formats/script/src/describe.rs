//! The declarations of a script for panels, editors and listings.

use crate::keep;
use crate::program::Script;
use chokepoint_engine::catalog::{self, DisciplineAbout};
use chokepoint_engine::discipline::Reason;
use chokepoint_engine::discipline::reason::ReasonFamily;
use chokepoint_engine::discipline::scripted::{Program, ScriptProblem};
use serde::Serialize;
use ts_rs::TS;

/// The declarations of a script.
#[derive(Debug, Serialize, TS)]
pub struct ScriptFacts {
    /// The declarations in the form of the catalog.
    pub about: DisciplineAbout,
    /// For each line of pseudo-code, its line number in the text, from 1.
    pub lines: Vec<u16>,
    /// The reasons for which the script drops or marks packets.
    pub reasons: Vec<ScriptReason>,
}

/// A reason for which a script drops or marks packets.
#[derive(Clone, Debug, Serialize, TS)]
pub struct ScriptReason {
    /// Id in the script.
    pub id: String,
    /// Name on the page.
    pub name: String,
    /// One line of meaning.
    pub meaning: String,
    /// Id of a built-in reason. Results count drops or marks with the script's reason under the built-in reason.
    pub counts_as: &'static str,
    /// Family of the reason, which determines its colour and symbol.
    pub family: ReasonFamily,
    /// Whether it is a reason for marks.
    pub is_mark: bool,
}

/// The declarations of a script.
pub fn describe(text: &str) -> Result<ScriptFacts, ScriptProblem> {
    let kept = keep::kept(text)?;
    let about = kept.about();
    Ok(ScriptFacts {
        about: catalog::discipline(about),
        lines: kept.script.code.lines.iter().map(|&(number, _)| number).collect(),
        reasons: about.reasons.iter().map(|&reason| of_reason(&kept.script, reason)).collect(),
    })
}

/// A built-in reason with the id, name and meaning of the script's reason that results count under it. If the script
/// declares no such reason, the built-in texts are used.
fn of_reason(script: &Script, reason: Reason) -> ScriptReason {
    let about = reason.about();
    let own = script.code.declared.reasons.iter().find(|own| own.like == reason);
    let [id, name, meaning] =
        own.map_or([about.id, about.name, about.meaning], |own| [&own.id, &own.name, &own.meaning]);
    ScriptReason {
        id: id.to_owned(),
        name: name.to_owned(),
        meaning: meaning.to_owned(),
        counts_as: about.id,
        family: about.family,
        is_mark: about.is_mark,
    }
}

//! `chokepoint validate`.

use crate::failure::Failure;
use crate::scenario_source::load_whole;
use chokepoint_engine::Scenario;
use chokepoint_engine::experiment::Preset;

/// Exit status 0 for a right scenario, or a right preset with its paper part, else every problem found.
pub(crate) fn validate(source: &str) -> Result<(), Failure> {
    let given = load_whole(source)?;
    // A bare scenario has lanes at its top; whatever has none is meant to be a preset.
    if given.get("scenario").is_some() || given.get("document").is_some() {
        Preset::parse(&given)?;
    } else {
        Scenario::parse(&given)?;
    }
    Ok(())
}

//! `chokepoint validate`.

use crate::failure::Failure;
use crate::scenario_source::load;
use chokepoint_engine::Scenario;

/// Exit status 0 for a right scenario, else every problem found.
pub(crate) fn validate(source: &str) -> Result<(), Failure> {
    Scenario::parse(&load(source)?)?;
    Ok(())
}

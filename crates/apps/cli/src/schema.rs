//! `chokepoint schema`.

use crate::failure::Failure;
use chokepoint_engine::schema;
use clap::ValueEnum;
use std::io::{self, Write};

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Format {
    /// A scene, as the page saves it
    Scenario,
    /// A scene with its published values
    Preset,
    /// A scene with its results
    Bundle,
    /// A sweep: the runs of a scene that chokepoint sweep makes
    Sweep,
    /// A figure of a sweep, which chokepoint plot draws
    Plot,
}

/// Prints the JSON schema of a format, built from the engine's declarations.
pub(crate) fn print(format: Format) -> Result<(), Failure> {
    let schema = match format {
        Format::Scenario => schema::scenario_schema(),
        Format::Preset => schema::preset_schema(),
        Format::Bundle => schema::bundle_schema(),
        Format::Sweep => chokepoint_plot::sweep_schema(),
        Format::Plot => chokepoint_plot::figure_schema(),
    };
    writeln!(io::stdout().lock(), "{schema:#}")?;
    Ok(())
}

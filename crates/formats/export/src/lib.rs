//! Exports a lane of a scene for other simulators: as an ns-2 script, an ns-3 program, or `tc` and `ip` commands.
//!
//! An export reads only the scenario and the declarations of disciplines; it simulates nothing. A setting that the
//! target cannot express becomes a comment at its position and an entry in [`Export::losses`]. If too little of the
//! scene would remain, the export is refused. Any discipline parameter that a mapping does not read is reported as a
//! loss (`lane::Params`), so none is lost silently.

mod changes;
mod lane;
pub mod ns2;
pub mod ns3;
pub mod plug_in;
mod script;
pub mod tc;

use chokepoint_engine::Scenario;
use chokepoint_engine::scenario::Problem;
use serde::Serialize;

/// A scene in another simulator's form.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct Export {
    /// The script or program.
    pub text: String,
    /// Settings of the scene that are missing or approximated, one sentence each, naming the setting. The text has the
    /// same sentences as comments.
    pub losses: Vec<String>,
    /// A file name with the extension that the target expects.
    pub file_name: String,
}

/// Another simulator, or Linux.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Target {
    /// ns-2 2.35: a script in OTcl.
    Ns2,
    /// ns-3.37: a program in C++.
    Ns3,
    /// Linux: a shell script of `ip` and `tc` commands.
    Tc,
}

impl Target {
    /// Every target.
    pub const ALL: [Self; 3] = [Self::Ns2, Self::Ns3, Self::Tc];

    /// The target's id on the command line.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Ns2 => "ns-2",
            Self::Ns3 => "ns-3",
            Self::Tc => "tc",
        }
    }

    /// The target's name in sentences.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Tc => "Linux",
            other => other.id(),
        }
    }

    /// The target that has this id.
    pub fn of(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|target| target.id() == id)
    }

    const fn ending(self) -> &'static str {
        match self {
            Self::Ns2 => "tcl",
            Self::Ns3 => "cc",
            Self::Tc => "sh",
        }
    }

    /// The target's name for a discipline, if the target has the discipline.
    pub fn name_of(self, aqm: &str) -> Option<&'static str> {
        match self {
            Self::Ns2 => ns2::DISCIPLINES.iter().find(|row| row.ours == aqm).map(|row| row.theirs),
            Self::Ns3 => ns3::DISCIPLINES.iter().find(|row| row.ours == aqm).map(|row| row.theirs),
            Self::Tc => tc::DISCIPLINES.iter().find(|row| row.ours == aqm).map(|row| row.theirs),
        }
    }

    /// The ids of the lab's disciplines that the target has. Scripts are not in this list.
    pub fn disciplines(self) -> impl Iterator<Item = &'static str> {
        let ids: Vec<_> = match self {
            Self::Ns2 => ns2::DISCIPLINES.iter().map(|row| row.ours).collect(),
            Self::Ns3 => ns3::DISCIPLINES.iter().map(|row| row.ours).collect(),
            Self::Tc => tc::DISCIPLINES.iter().map(|row| row.ours).collect(),
        };
        ids.into_iter().filter(|id| *id != plug_in::SCRIPT)
    }
}

/// Exports a lane of a scene. Fails if too little of the scene would remain.
pub fn export(target: Target, scenario: &Scenario, lane: usize) -> Result<Export, Vec<Problem>> {
    let lane = lane::Lane::new(target, scenario, lane)?;
    let script = match target {
        Target::Ns2 => ns2::write(&lane)?,
        Target::Ns3 => ns3::write(&lane)?,
        Target::Tc => tc::write(&lane)?,
    };
    Ok(script.into_export(&lane))
}

//! Reasons to refuse captures.

use chokepoint_engine::scenario::Problem;
use std::fmt;

/// Why captures are refused.
#[derive(Clone, Debug, PartialEq)]
pub enum ImportProblem {
    /// A file cannot be read.
    Unreadable {
        /// Name of the file.
        file: String,
        /// The system's message.
        reason: String,
    },
    /// A block of a file is damaged or of an unsupported kind.
    Block {
        /// Name of the file.
        file: String,
        /// Number of the block in pcapng, or of the packet in pcap, from 1.
        block: u64,
        /// Position of the damage \[bytes\].
        byte: u64,
        /// The problem.
        what: String,
    },
    /// A file as a whole cannot be used.
    File {
        /// Name of the file.
        file: String,
        /// The reason.
        what: String,
    },
    /// The two captures do not belong together.
    Sides {
        /// The reason.
        what: String,
    },
    /// The captures do not yield a valid scene.
    Scene(Vec<Problem>),
}

impl fmt::Display for ImportProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable { file, reason } => write!(f, "{file}: {reason}"),
            Self::Block { file, block, byte, what } => write!(f, "{file}: block {block}, at byte {byte}: {what}"),
            Self::File { file, what } => write!(f, "{file}: {what}"),
            Self::Sides { what } => f.write_str(what),
            Self::Scene(problems) => {
                let texts: Vec<_> = problems.iter().map(ToString::to_string).collect();
                f.write_str(&texts.join("; "))
            }
        }
    }
}

impl std::error::Error for ImportProblem {}

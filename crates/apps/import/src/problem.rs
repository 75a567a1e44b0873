//! Why captures are refused.

use chokepoint_engine::scenario::Problem;
use std::fmt;

/// Why captures are refused.
#[derive(Clone, Debug, PartialEq)]
pub enum ImportProblem {
    /// A file cannot be read.
    Unreadable {
        /// Its name.
        file: String,
        /// The system's message.
        reason: String,
    },
    /// A block of a file is damaged, or of a kind that is not read.
    Block {
        /// The file's name.
        file: String,
        /// Its place among the blocks of pcapng, or the packets of pcap, from 1.
        block: u64,
        /// The start of the damage \[bytes\].
        byte: u64,
        /// The problem.
        what: String,
    },
    /// A file as a whole is of no use.
    File {
        /// Its name.
        file: String,
        /// Why.
        what: String,
    },
    /// The two do not belong together.
    Sides {
        /// Why.
        what: String,
    },
    /// The scene that would come of it is none.
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

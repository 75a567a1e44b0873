//! The forms in which a source declares its settings, which are those for the parameters of a discipline.

pub(super) use crate::declare::{Choice, ParamSpec, ParamValue, choice, option, real, switch, whole};

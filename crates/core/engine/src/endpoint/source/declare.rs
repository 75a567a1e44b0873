//! The vocabulary in which a source declares its settings: the one in which a discipline declares its parameters.

pub(super) use crate::declare::{Choice, ParamSpec, ParamValue, choice, option, real, switch, whole};

//! The vocabulary in which a source declares its settings: the one in which a discipline declares its parameters.

pub(super) use crate::discipline::about::{Choice, ParamSpec, ParamValue};
pub(super) use crate::discipline::parts::declare::{choice, option, real, switch, whole};

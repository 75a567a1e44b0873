//! The constructors with which sources declare their settings, the same as for parameters of disciplines.

pub(super) use crate::declare::{Choice, ParamSpec, ParamValue, choice, option, real, switch, whole};

//! The forms in which a source declares its settings; the parameters of a discipline have the same forms.

pub(super) use crate::declare::{Choice, ParamSpec, ParamValue, choice, option, real, switch, whole};

//! A setting of a scene that is not a discipline parameter: its meaning, its path in the scene, and the flows to which
//! it applies.

use crate::declare::ParamSpec;
pub use crate::endpoint::source::Written;
use crate::endpoint::source::{SOURCES, about_of};
use crate::endpoint::transports;
use serde::Serialize;
use ts_rs::TS;

/// A setting with its path in the scene.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Dotted path of the object that contains the setting, empty for the scene itself; `*` matches every index of a list.
    pub parent: &'static str,
    /// Heading of the panel that shows the setting.
    pub group: Group,
    /// Whether the setting may change while the scene runs.
    pub is_live: bool,
    /// The flows that have the setting, if it is a setting of flows.
    pub applies_to: AppliesTo,
    /// Whether a scene always contains the setting.
    pub written: Written,
    /// The declaration of the setting. The id in the declaration is the last part of the dotted path of the setting.
    pub spec: ParamSpec,
}

impl Field {
    pub(super) const fn new(parent: &'static str, group: Group, spec: ParamSpec) -> Self {
        Self { parent, group, is_live: false, applies_to: AppliesTo::All, written: Written::Always, spec }
    }

    /// Declares that a scene may omit the setting.
    pub(super) const fn optional(mut self) -> Self {
        self.written = Written::IfSet;
        self
    }

    /// Declares that the setting may change while the scene runs.
    pub(super) const fn live(mut self) -> Self {
        self.is_live = true;
        self
    }

    /// Restricts the setting to certain flows.
    pub(super) const fn only_for(mut self, applies_to: AppliesTo) -> Self {
        self.applies_to = applies_to;
        self
    }

    /// Dotted path; `*` matches every index of a list.
    pub fn path(&self) -> String {
        if self.parent.is_empty() { self.spec.id.to_owned() } else { format!("{}.{}", self.parent, self.spec.id) }
    }

    /// Whether flows of this transport and source have the setting.
    pub fn covers(&self, transport: &str, source: &str) -> bool {
        match self.applies_to {
            AppliesTo::All => true,
            AppliesTo::Tcp => transport != UDP,
            AppliesTo::Transports(ids) => ids.contains(&transport),
            AppliesTo::Source => about_of(source).is_some_and(|about| about.has_setting(self.spec.id)),
        }
    }

    /// Ids of the transports that have the setting; `None` means all.
    pub fn transports(&self) -> Option<Vec<&'static str>> {
        match self.applies_to {
            AppliesTo::All | AppliesTo::Source => None,
            AppliesTo::Tcp => Some(transports().map(|about| about.id).collect()),
            AppliesTo::Transports(ids) => Some(ids.to_vec()),
        }
    }

    /// Ids of the sources that have the setting; `None` means all.
    pub fn sources(&self) -> Option<Vec<&'static str>> {
        let declaring =
            || SOURCES.iter().filter(|about| about.has_setting(self.spec.id)).map(|about| about.id).collect();
        matches!(self.applies_to, AppliesTo::Source).then(declaring)
    }
}

/// Heading of a panel.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(rename = "SettingGroup")]
pub enum Group {
    /// The bottleneck link.
    Bottleneck,
    /// The flows.
    Flows,
    /// Seed, duration, end-host profile.
    Run,
}

/// The flows that have a setting.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum AppliesTo {
    /// Every flow.
    All,
    /// Flows of every TCP variant.
    Tcp,
    /// Flows of these transports.
    Transports(&'static [&'static str]),
    /// Flows whose source declares the setting.
    Source,
}

/// Id of UDP in the list of TCP variants: datagrams without retransmission.
pub(super) const UDP: &str = "udp";

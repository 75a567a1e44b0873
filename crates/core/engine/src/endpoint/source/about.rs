//! The declaration of a traffic source, and the values that a group of flows has for its settings.

use super::declare::{ParamSpec, ParamValue};
use super::pairs::{PairList, Pairs};
use crate::base::time::Span;

/// Everything that a traffic source declares about itself.
#[derive(Clone, Copy, Debug)]
pub struct SourceAbout {
    /// Id in scenario files, results and URLs; never reused.
    pub id: &'static str,
    /// Name as the literature writes it.
    pub name: &'static str,
    /// The traffic that the source sends, in one line.
    pub idea: &'static str,
    /// The kind of output, which determines whether TCP or UDP carries it.
    pub output: Output,
    /// The settings, in the order of a panel.
    pub settings: &'static [SourceSetting],
    /// The list of pairs of numbers that configures the source, such as times and rates; `None` if the source has no
    /// list.
    pub list: Option<&'static PairList>,
}

impl SourceAbout {
    /// The declaration of a source without a list of pairs.
    pub const fn new(
        id: &'static str,
        name: &'static str,
        idea: &'static str,
        output: Output,
        settings: &'static [SourceSetting],
    ) -> Self {
        Self { id, name, idea, output, settings, list: None }
    }

    /// Adds the list of pairs of numbers that configures the source.
    pub const fn with_list(mut self, list: &'static PairList) -> Self {
        self.list = Some(list);
        self
    }

    /// Whether a TCP connection carries the data of the source.
    pub const fn is_over_tcp(&self) -> bool {
        !matches!(self.output, Output::Datagrams)
    }

    /// Whether the flows are sessions that request one object after another.
    pub const fn has_sessions(&self) -> bool {
        matches!(self.output, Output::Sessions)
    }

    /// Whether the source declares the setting with this id.
    pub fn has_setting(&self, id: &str) -> bool {
        self.settings.iter().any(|setting| setting.spec.id == id)
    }
}

/// The output of a source.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Output {
    /// Data for one TCP connection.
    Data,
    /// Requests for objects, each of which is data for a TCP connection.
    Sessions,
    /// Datagrams, sent once, without retransmission.
    Datagrams,
}

/// A setting of a source, and how scenarios name the setting.
#[derive(Clone, Copy, Debug)]
pub struct SourceSetting {
    /// The declaration of the setting.
    pub spec: ParamSpec,
    /// When a scenario names the setting.
    pub written: Written,
    /// Whether the setting can change while the scene runs. The running source then adopts the change, see
    /// [`super::Pattern::change`].
    pub is_live: bool,
}

/// When a scenario contains a value for a setting.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Written {
    /// Always, even if the value is the default, since readers need the value to understand the traffic.
    Always,
    /// Only if a user has set the value. The default often depends on the end-host profile or the scene.
    IfSet,
}

impl SourceSetting {
    /// A setting whose value is written in every scenario with this source.
    pub const fn always(spec: ParamSpec) -> Self {
        Self { spec, written: Written::Always, is_live: false }
    }

    /// A setting for which a scenario contains a value only if a user has set one.
    pub const fn if_set(spec: ParamSpec) -> Self {
        Self { spec, written: Written::IfSet, is_live: false }
    }

    /// Makes the setting changeable while the scene runs.
    pub const fn live(mut self) -> Self {
        self.is_live = true;
        self
    }
}

/// The values of a group's settings; a setting without a value has its default.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Values {
    /// The values that were set, in the order of the ids.
    set: Vec<(&'static str, ParamValue)>,
    /// The list of pairs of the source.
    pub pairs: Pairs,
}

impl Values {
    /// Sets a value, replacing any earlier one.
    pub fn put(&mut self, id: &'static str, value: ParamValue) {
        match self.set.binary_search_by_key(&id, |(set, _)| set) {
            Ok(place) => self.set[place].1 = value,
            Err(place) => self.set.insert(place, (id, value)),
        }
    }

    /// Every value that was set, in the order of the ids.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, ParamValue)> {
        self.set.iter().copied()
    }

    /// The value that was set, if any.
    pub fn get(&self, spec: &ParamSpec) -> Option<ParamValue> {
        self.set.iter().find(|(id, _)| *id == spec.id).map(|(_, value)| *value)
    }

    /// The value of a whole-number setting. It is never negative, since no declared range includes negative numbers.
    pub fn whole(&self, spec: &ParamSpec) -> u64 {
        match self.value(spec) {
            ParamValue::Integer(value) => u64::try_from(value).unwrap_or(0),
            other => unreachable!("{} is declared as {other:?}", spec.id),
        }
    }

    /// The value of a real number.
    pub fn real(&self, spec: &ParamSpec) -> f64 {
        match self.value(spec) {
            ParamValue::Real(value) => value,
            other => unreachable!("{} is declared as {other:?}", spec.id),
        }
    }

    /// The value of a setting that is a time in seconds.
    pub fn span(&self, spec: &ParamSpec) -> Span {
        Span::from_secs(self.real(spec))
    }

    /// The value of a switch.
    pub fn switch(&self, spec: &ParamSpec) -> bool {
        match self.value(spec) {
            ParamValue::Switch(value) => value,
            other => unreachable!("{} is declared as {other:?}", spec.id),
        }
    }

    /// The id of the value of a choice.
    pub fn choice(&self, spec: &ParamSpec) -> &'static str {
        match self.value(spec) {
            ParamValue::Choice(id) => id,
            other => unreachable!("{} is declared as {other:?}", spec.id),
        }
    }

    /// Approximate heap memory of a clone \[bytes\].
    pub fn heap_bytes(&self) -> usize {
        crate::base::footprint::block::<(f64, f64)>(self.pairs.len())
            + crate::base::footprint::block::<(&str, ParamValue)>(self.set.len())
    }

    fn value(&self, spec: &ParamSpec) -> ParamValue {
        self.get(spec).unwrap_or(spec.default)
    }
}

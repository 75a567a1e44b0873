//! The list of traffic sources: one row for each.

use super::about::{SourceAbout, Values};
use super::application::{Application, Demand};
use super::datagram::{Pattern, SourceProblem};
use super::declare::Choice;
use crate::base::hash::StateHash;
use crate::base::rng::Chance;
use crate::base::time::SimTime;

/// Generates the enums over all sources, with methods that dispatch to the source, and the list of declarations.
///
/// The sources are variants of enums rather than trait objects. Their methods can therefore be generic over the
/// generator of random numbers, and a clone is a plain copy.
macro_rules! sources {
    (
        over_tcp { $($application:ty),+ $(,)? }
        datagrams { $($name:ident => $pattern:ty),+ $(,)? }
    ) => {
        /// The declarations of all registered sources, in the order of the catalog.
        pub const SOURCES: &[&SourceAbout] =
            &[$(&<$application as Application>::ABOUT,)+ $(&<$pattern as Pattern>::ABOUT,)+];

        /// Every registered source as an option of the setting that chooses the source.
        pub const SOURCE_CHOICES: &[Choice] =
            &[$(choice_of!(<$application as Application>::ABOUT),)+ $(choice_of!(<$pattern as Pattern>::ABOUT),)+];

        /// The configuration of any source of datagrams.
        #[derive(Clone, Debug, PartialEq)]
        #[allow(missing_docs)]
        pub enum UdpSource { $($name(<$pattern as Pattern>::Config)),+ }

        $(impl From<<$pattern as Pattern>::Config> for UdpSource {
            fn from(config: <$pattern as Pattern>::Config) -> Self {
                Self::$name(config)
            }
        })+

        impl UdpSource {
            /// The declaration of the source.
            pub fn about(&self) -> &'static SourceAbout {
                match self { $(Self::$name(_) => &<$pattern as Pattern>::ABOUT),+ }
            }

            /// See [`Pattern::check`].
            pub fn check(&self) -> Result<(), SourceProblem> {
                match self { $(Self::$name(config) => <$pattern>::check(config)),+ }
            }

            /// See [`Pattern::drawn_bps`].
            pub fn drawn_bps(&self, bytes: u32) -> f64 {
                match self { $(Self::$name(config) => <$pattern>::drawn_bps(config, bytes)),+ }
            }
        }

        /// The configuration of any source.
        #[derive(Clone, Debug, PartialEq)]
        pub enum SourceConfig {
            /// The configuration of a source whose data a TCP connection carries.
            Tcp(Demand),
            /// The configuration of a source of datagrams.
            Udp(UdpSource),
        }

        impl SourceConfig {
            /// Reads the configuration of the source with this id from the values of a group of flows.
            pub fn of(id: &str, values: &Values) -> Self {
                $(if id == <$application as Application>::ABOUT.id {
                    return Self::Tcp(<$application>::demand(values));
                })+
                $(if id == <$pattern as Pattern>::ABOUT.id {
                    return Self::Udp(UdpSource::$name(<$pattern>::config(values)));
                })+
                unreachable!("{id} is not a registered source")
            }
        }

        /// The pattern of any source of datagrams.
        // `repr(u8)` puts the discriminant first in memory; otherwise the compiler would choose its position.
        #[derive(Clone, Debug, PartialEq)]
        #[repr(u8)]
        pub(super) enum AnyPattern { $($name($pattern)),+ }

        impl AnyPattern {
            pub(super) fn new<C: Chance>(config: UdpSource, bytes: u32, start: SimTime, chance: &mut C) -> Self {
                match config { $(UdpSource::$name(config) => Self::$name(<$pattern>::new(config, bytes, start, chance))),+ }
            }

            /// See [`Pattern::change`]. A configuration for another kind of source is rejected.
            pub(super) fn change(&mut self, config: &UdpSource, now: SimTime) -> bool {
                match (self, config) {
                    $((Self::$name(it), UdpSource::$name(config)) => it.change(config, now),)+
                    _ => false,
                }
            }

            #[inline]
            pub(super) fn due(&self) -> Option<SimTime> {
                match self { $(Self::$name(it) => it.due()),+ }
            }

            /// See [`Pattern::go_on`]; returns the next due time.
            #[inline(never)]
            pub(super) fn go_on<C: Chance>(&mut self, chance: &mut C) -> Option<SimTime> {
                match self {
                    $(Self::$name(it) => {
                        it.go_on(chance);
                        it.due()
                    }),+
                }
            }

            pub(super) fn skip(&mut self, last: SimTime, limit: u64) -> u64 {
                match self { $(Self::$name(it) => it.skip(last, limit)),+ }
            }

            pub(super) fn rate_bps(&self, bytes: u32) -> u64 {
                match self { $(Self::$name(it) => it.rate_bps(bytes)),+ }
            }

            pub(super) fn heap_bytes(&self) -> usize {
                match self { $(Self::$name(it) => it.heap_bytes()),+ }
            }

            pub(super) fn fold(&self, hash: &mut StateHash) {
                match self { $(Self::$name(it) => it.fold(hash)),+ }
            }
        }
    };
}

/// A source as an option of the setting that chooses the source. The option is described by the one-line description of
/// the source, with the transport in brackets.
macro_rules! choice_of {
    ($about:expr) => {{
        const IDEA: &str = $about.idea;
        const CARRIER: &str = if IDEA.is_empty() {
            "" // a build without texts
        } else if $about.is_over_tcp() {
            " (TCP)"
        } else {
            " (UDP)"
        };
        const BYTES: [u8; IDEA.len() + CARRIER.len()] = joined(IDEA, CARRIER);
        Choice { id: $about.id, meaning: as_text(&BYTES) }
    }};
}

sources! {
    over_tcp {
        super::ftp::Ftp,
        super::web::Web,
        super::transfer::Transfer,
        super::size_table::SizeTable,
        super::trace::Trace,
    }
    datagrams {
        Cbr => super::cbr::Cbr,
        Schedule => super::schedule::Schedule,
        Poisson => super::poisson::Poisson,
        Geometric => super::geometric::Geometric,
        OnOff => super::onoff::OnOff,
        SelfSimilar => super::self_similar::SelfSimilar,
    }
}

/// The declaration of the source with this id.
pub fn about_of(id: &str) -> Option<&'static SourceAbout> {
    SOURCES.iter().copied().find(|about| about.id == id)
}

/// Two texts joined, of `N` bytes in all.
const fn joined<const N: usize>(first: &str, second: &str) -> [u8; N] {
    let (mut bytes, mut place) = ([0; N], 0);
    while place < N {
        bytes[place] =
            if place < first.len() { first.as_bytes()[place] } else { second.as_bytes()[place - first.len()] };
        place += 1;
    }
    bytes
}

const fn as_text(bytes: &'static [u8]) -> &'static str {
    match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(_) => panic!("a concatenation of two UTF-8 texts is valid UTF-8"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn no_two_sources_have_the_same_id() {
        for about in SOURCES {
            assert_eq!(SOURCES.iter().filter(|other| other.id == about.id).count(), 1, "{}", about.id);
            assert_eq!(about_of(about.id).map(|about| about.name), Some(about.name));
        }
    }

    #[test]
    fn settings_with_the_same_id_have_the_same_declaration() {
        let mut declared = BTreeMap::new();
        for about in SOURCES {
            for setting in about.settings {
                let first = declared.entry(setting.spec.id).or_insert(setting);
                assert_eq!(format!("{first:?}"), format!("{setting:?}"), "{}", about.id);
            }
        }
    }

    #[test]
    fn an_option_shows_idea_and_transport() {
        let meaning = |id: &str| SOURCE_CHOICES.iter().find(|choice| choice.id == id).map(|choice| choice.meaning);
        assert_eq!(meaning("web"), Some("pages of small files, with pauses between pages (TCP)"));
        assert_eq!(meaning("cbr"), Some("constant bit rate (UDP)"));
    }

    #[test]
    fn every_configuration_belongs_to_the_declared_source() {
        for about in SOURCES {
            match SourceConfig::of(about.id, &Values::default()) {
                SourceConfig::Tcp(demand) => {
                    assert!(about.is_over_tcp());
                    assert_eq!(about.has_sessions(), !matches!(demand, Demand::File(_)), "{}", about.id);
                }
                SourceConfig::Udp(source) => {
                    assert!(!about.is_over_tcp());
                    assert_eq!((source.about().id, source.check()), (about.id, Ok(())));
                }
            }
        }
    }
}

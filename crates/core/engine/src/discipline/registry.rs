//! The list of disciplines: one row for each.

use super::about::About;
use super::scripted::{Only, Stop};
use super::settings::{Settings, SettingsProblem};
use super::{Context, Discipline, LinkFacts, Tracer, Viewer};
use crate::base::hash::StateHash;
use crate::base::packet::Packet;
use crate::base::rng::Chance;
use crate::base::time::SimTime;

/// The length of a discipline's queue, and the discipline's moving average of this length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Waiting {
    /// See [`Discipline::packets`].
    pub packets: usize,
    /// See [`Discipline::average`].
    pub average: Option<f64>,
}

/// Generates the catalog of the engine's own disciplines, and the enum over these disciplines and users' scripts.
macro_rules! disciplines {
    (of users: $other:ident => $other_type:ty; of the engine: $($name:ident => $type:ty),+ $(,)?) => {
        /// The descriptions of the engine's disciplines, in the order of the catalog.
        pub const ABOUTS: &[&About] = &[$(&<$type as Discipline>::ABOUT.of_this_build()),+];

        /// The questions that a discipline's sources leave open, with the decisions made here.
        pub fn decisions_of(id: &str) -> &'static [&'static str] {
            $(if id == <$type as Discipline>::ABOUT.id {
                return <$type as Discipline>::DECISIONS;
            })+
            &[]
        }

        pub(crate) fn is_full_only(id: &str) -> bool {
            false $(|| id == <$type as Discipline>::ABOUT.id && <$type as Discipline>::IS_FULL_ONLY)+
        }

        any_discipline! { $($name => $type,)+ $other => $other_type, }
    };
}

/// Generates the enum over all disciplines, and its methods, which delegate to the discipline.
///
/// The type is an enum and not a trait object, so that calls are generic over the tracer. Reports then cost nothing if
/// the tracer ignores them.
macro_rules! any_discipline {
    ($($name:ident => $type:ty,)+) => {
        /// Any of the registered disciplines.
        #[derive(Clone)]
        #[allow(missing_docs)]
        pub enum AnyDiscipline {
            $($name($type),)+
        }

        /// Checked parameters of any of the registered disciplines.
        #[derive(Clone)]
        #[allow(missing_docs)]
        pub enum AnyParams {
            $($name(<$type as Discipline>::Params),)+
        }

        impl AnyParams {
            /// Checks the settings of the discipline that `about` describes.
            pub fn check(about: &About, settings: &Settings, link: &LinkFacts) -> Result<Self, SettingsProblem> {
                $(if about.id == <$type as Discipline>::ABOUT.id {
                    return <$type as Discipline>::params(settings, link).map(Self::$name);
                })+
                unreachable!("{} describes no registered discipline", about.id)
            }
        }

        impl AnyDiscipline {
            /// An empty queue.
            pub fn new(params: AnyParams) -> Self {
                match params {
                    $(AnyParams::$name(params) => Self::$name(<$type as Discipline>::new(params)),)+
                }
            }

            /// See [`Discipline::about`].
            pub fn about(&self) -> &'static About {
                match self {
                    $(Self::$name(it) => it.about(),)+
                }
            }

            /// See [`Discipline::reconfigure`]; parameters of another discipline change nothing.
            pub fn reconfigure<C: Chance, S: Tracer>(&mut self, params: AnyParams, cx: &mut Context<'_, C, S>) {
                match (self, params) {
                    $((Self::$name(it), AnyParams::$name(params)) => it.reconfigure(params, cx),)+
                    #[allow(unreachable_patterns)]
                    _ => {}
                }
            }

            /// See [`Discipline::enqueue`].
            #[inline]
            pub fn enqueue<C: Chance, S: Tracer>(&mut self, packet: Packet, cx: &mut Context<'_, C, S>) {
                match self {
                    $(Self::$name(it) => it.enqueue(packet, cx),)+
                }
            }

            /// See [`Discipline::dequeue`].
            #[inline]
            pub fn dequeue<C: Chance, S: Tracer>(&mut self, cx: &mut Context<'_, C, S>) -> Option<Packet> {
                match self {
                    $(Self::$name(it) => it.dequeue(cx),)+
                }
            }

            /// Takes an arrival and returns the length and the average of the queue. Three separate calls would each
            /// branch on the kind of discipline, and processors predict this branch badly. This function branches once
            /// per arrival.
            #[inline]
            pub fn take_arrival<C: Chance, S: Tracer>(&mut self, packet: Packet, cx: &mut Context<'_, C, S>) -> Waiting {
                match self {
                    $(Self::$name(it) => {
                        it.enqueue(packet, cx);
                        Waiting { packets: it.packets(), average: it.average() }
                    },)+
                }
            }

            /// Takes the next packet for the link, like [`AnyDiscipline::take_arrival`].
            #[inline]
            pub fn give_next<C: Chance, S: Tracer>(&mut self, cx: &mut Context<'_, C, S>) -> (Option<Packet>, Waiting) {
                match self {
                    $(Self::$name(it) => {
                        let packet = it.dequeue(cx);
                        (packet, Waiting { packets: it.packets(), average: it.average() })
                    },)+
                }
            }

            /// The length of the queue and the discipline's average of it.
            pub fn waiting(&self) -> Waiting {
                Waiting { packets: self.packets(), average: self.average() }
            }

            /// See [`Discipline::next_timer`].
            pub fn next_timer(&self) -> Option<SimTime> {
                match self {
                    $(Self::$name(it) => it.next_timer(),)+
                }
            }

            /// See [`Discipline::on_timer`].
            pub fn on_timer<C: Chance, S: Tracer>(&mut self, cx: &mut Context<'_, C, S>) {
                match self {
                    $(Self::$name(it) => it.on_timer(cx),)+
                }
            }

            /// See [`Discipline::packets`].
            #[inline]
            pub fn packets(&self) -> usize {
                match self {
                    $(Self::$name(it) => it.packets(),)+
                }
            }

            /// See [`Discipline::bytes`].
            pub fn bytes(&self) -> u64 {
                match self {
                    $(Self::$name(it) => it.bytes(),)+
                }
            }

            /// See [`Discipline::limit`].
            pub fn limit(&self) -> usize {
                match self {
                    $(Self::$name(it) => it.limit(),)+
                }
            }

            /// See [`Discipline::average`].
            #[inline]
            pub fn average(&self) -> Option<f64> {
                match self {
                    $(Self::$name(it) => it.average(),)+
                }
            }

            /// See [`Discipline::front_region`].
            pub fn front_region(&self) -> Option<usize> {
                match self {
                    $(Self::$name(it) => it.front_region(),)+
                }
            }

            /// See [`Discipline::heap_bytes`].
            pub fn heap_bytes(&self) -> usize {
                match self {
                    $(Self::$name(it) => it.heap_bytes(),)+
                }
            }

            /// See [`Discipline::state_bytes`].
            pub fn state_bytes(&self) -> usize {
                match self {
                    $(Self::$name(it) => it.state_bytes(),)+
                }
            }

            /// See [`Discipline::view`].
            pub fn view(&self, viewer: &mut dyn Viewer) {
                match self {
                    $(Self::$name(it) => it.view(viewer),)+
                }
            }

            /// See [`Discipline::stop`].
            pub fn stop(&self) -> Option<Only<&Stop>> {
                match self {
                    $(Self::$name(it) => it.stop(),)+
                }
            }

            /// See [`Discipline::operations`].
            pub fn operations(&self) -> Option<u64> {
                match self {
                    $(Self::$name(it) => it.operations(),)+
                }
            }

            /// See [`Discipline::fold`].
            pub fn fold(&self, hash: &mut StateHash) {
                match self {
                    $(Self::$name(it) => it.fold(hash),)+
                }
            }
        }
    };
}

disciplines! {
    of users:
    Script => super::scripted::Scripted;
    of the engine:
    DropTail => super::drop_tail::DropTail,
    Red => super::random_early::red::Red,
    Choke => super::choke_family::choke::Choke,
    RearChoke => super::choke_family::rear_choke::RearChoke,
    FrontChoke => super::choke_family::front_choke::FrontChoke,
    BackChoke => super::choke_family::back_choke::BackChoke,
    GChoke => super::choke_family::gchoke::GChoke,
    Choked => super::choke_family::choked::Choked,
    XChoke => super::choke_family::xchoke::XChoke,
    ChokeApf => super::choke_family::choke_apf::ChokeApf,
    Sac => super::choke_family::sac::Sac,
    Punsi => super::choke_family::punsi::Punsi,
    Ward => super::choke_family::ward::Ward,
    Sbt => super::random_early::sbt::Sbt,
    Blue => super::control::blue::Blue,
    NewQue => super::control::newque::NewQue,
    CoDel => super::control::codel::CoDel,
    Pie => super::control::pie::Pie,
    ReChoke => super::choke_family::rechoke::ReChoke,
    Sred => super::random_early::sred::Sred,
    Schoke => super::choke_family::schoke::Schoke,
    RedPd => super::random_early::red_pd::RedPd,
    Rem => super::control::rem::Rem,
    Echoke => super::choke_family::echoke::Echoke,
    ChokeW => super::choke_family::chokew::ChokeW,
    ChokeR => super::choke_family::choker::ChokeR,
    Hrc => super::choke_family::hrc::Hrc,
    Sfb => super::control::sfb::Sfb,
    Sfq => super::fair::sfq::Sfq,
    Drr => super::fair::drr::Drr,
    PerNewQue => super::fair::pernewque::PerNewQue,
    Scfq => super::fair::scfq::Scfq,
    Stfq => super::fair::stfq::Stfq,
    Fred => super::random_early::fred::Fred,
    Csfq => super::fair::csfq::Csfq,
    FqCoDel => super::fair::fq_codel::FqCoDel,
    FqPie => super::fair::fq_pie::FqPie,
    DualPi2 => super::control::dualpi2::DualPi2,
    Cake => Only<super::fair::cake::Cake>,
    Cobalt => Only<super::control::cobalt::Cobalt>,
    Pi2 => Only<super::control::pi2::Pi2>,
    AdaptiveRed => super::random_early::adaptive_red::AdaptiveRed,
}

/// The description of the discipline with this id.
pub fn about_of(id: &str) -> Option<&'static About> {
    ABOUTS.iter().copied().find(|about| about.id == id)
}

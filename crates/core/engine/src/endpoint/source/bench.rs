//! Helpers shared by the tests of the sources.

use super::{
    DatagramSource, LongMemory, OnOffLaw, RateChange, SOURCES, Slotting, SourceConfig, UdpSource, Values, cbr,
    geometric, onoff, schedule, self_similar,
};
use crate::base::rng::Stream;
use crate::base::time::{SimTime, Span};
use std::sync::Arc;

/// Configurations for tests: the defaults of every registered source, and further sources of about 100 packets a
/// second, each of 1000 bytes.
pub(super) fn kinds() -> Vec<UdpSource> {
    let by_default = SOURCES.iter().filter_map(|about| match SourceConfig::of(about.id, &Values::default()) {
        SourceConfig::Udp(source) => Some(source),
        SourceConfig::Tcp(_) => None,
    });
    let (rate_bps, is_jittered) = (800_000, false);
    let slots = Slotting::new(Span::from_millis(1));
    let spread = Slotting { spread: Span::from_nanos(400_000), ..slots };
    let steps: Arc<[_]> =
        [(at_ms(300.0), 0), (at_ms(305.0), 2_000_000), (at_ms(1_000.0), 100_000), (at_ms(1_001.0), 800_000)].into();
    let (on, off) = (Span::from_millis(100), Span::from_millis(60));
    let further: [UdpSource; 11] = [
        cbr::Config { rate_bps, is_jittered }.into(),
        cbr::Config { rate_bps, is_jittered: true }.into(),
        schedule::Config { rate_bps, is_jittered, steps: steps.clone(), rate_change: RateChange::AtOnce }.into(),
        schedule::Config { rate_bps, is_jittered, steps: steps.clone(), rate_change: RateChange::NextPacket }.into(),
        schedule::Config { rate_bps, is_jittered: true, steps, rate_change: RateChange::AtOnce }.into(),
        geometric::Config { intensity: 0.1, slots }.into(),
        geometric::Config { intensity: 0.1, slots: spread }.into(),
        onoff::Config { rate_bps, on, off, law: OnOffLaw::Exponential }.into(),
        onoff::Config { rate_bps, on, off, law: OnOffLaw::Pareto { shape: 3.0 } }.into(),
        self_similar::Config { slots, memory: LongMemory::new(0.1, 0.8, 5) }.into(),
        self_similar::Config { slots: spread, memory: LongMemory::new(0.1, 0.8, 5) }.into(),
    ];
    by_default.chain(further).collect()
}

pub(super) fn at_ms(millis: f64) -> SimTime {
    SimTime::from_secs(millis / 1000.0)
}

pub(super) fn stream() -> Stream {
    Stream::named(1, "source/1")
}

/// A source that sends packets of 1000 bytes from time 0 on.
pub(super) fn source(config: impl Into<UdpSource>) -> DatagramSource {
    DatagramSource::new(config, 1000, SimTime::ZERO, None, None, stream())
}

pub(super) fn cbr(rate_bps: u64) -> DatagramSource {
    source(cbr::Config { rate_bps, is_jittered: false })
}

/// The departure times of the next `count` packets \[ms\].
pub(super) fn times_ms(source: &mut DatagramSource, count: usize) -> Vec<f64> {
    (0..count)
        .map_while(|_| {
            let due = source.due()?;
            source.send();
            Some(due.nanos() as f64 / 1e6)
        })
        .collect()
}

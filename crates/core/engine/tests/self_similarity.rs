//! Generated traffic is as self-similar as declared: three estimates of H from packet counts, over several seeds.
//!
//! The sources are only *pseudo* self-similar, so each estimate has its own bias. For H = 0.8 the tests require 0.8 ±
//! 0.03 from the variance-time line, 0.82 ± 0.05 from the rescaled range and 0.84 ± 0.05 from the local Whittle
//! estimate.

use chokepoint_engine::endpoint::source::{
    DatagramSource, LongMemory, OnOffLaw, Slotting, UdpSource, geometric, onoff, self_similar,
};
use chokepoint_engine::measure::hurst::{local_whittle, rescaled_range, variance_time};
use chokepoint_engine::rng::Stream;
use chokepoint_engine::time::{SimTime, Span};
use std::ops::RangeInclusive;

const SLOT: Span = Span::from_millis(1);
const SLOTS: usize = 1_310_720;
/// Slots per bin, for estimates that would take too long on single slots.
const BIN_SLOTS: usize = 20;

const VARIANCE_TIME: RangeInclusive<f64> = 0.77..=0.83;
const RESCALED_RANGE: RangeInclusive<f64> = 0.77..=0.87;
const LOCAL_WHITTLE: RangeInclusive<f64> = 0.79..=0.89;

/// Packets of all sources together, per bin.
fn counts(mut sources: Vec<DatagramSource>, from: SimTime, bin: Span, bins: usize) -> Vec<f64> {
    let mut sent_before = |end: SimTime| -> u64 {
        let last = SimTime::from_nanos(end.nanos().saturating_sub(1));
        sources.iter_mut().for_each(|source| source.send_until(last));
        sources.iter().map(DatagramSource::sent).sum()
    };
    let mut end = from;
    let mut before = if from > SimTime::ZERO { sent_before(from) } else { 0 };
    (0..bins)
        .map(|_| {
            end += bin;
            let sent = sent_before(end);
            (sent - std::mem::replace(&mut before, sent)) as f64
        })
        .collect()
}

fn source(config: &UdpSource, seed: u64, number: u64) -> DatagramSource {
    let chance = Stream::named(seed, &format!("source/{number}"));
    DatagramSource::new(config.clone(), 1000, SimTime::ZERO, None, None, chance)
}

/// Packets of a slotted source, per slot and per bin.
fn slotted(config: &UdpSource, seed: u64) -> (Vec<f64>, Vec<f64>) {
    let slots = counts(vec![source(config, seed, 1)], SimTime::ZERO, SLOT, SLOTS);
    let bins = slots.chunks(BIN_SLOTS).map(|bin| bin.iter().sum()).collect();
    (slots, bins)
}

fn mean(values: impl IntoIterator<Item = f64>) -> f64 {
    let values: Vec<_> = values.into_iter().collect();
    values.iter().sum::<f64>() / values.len() as f64
}

#[track_caller]
fn assert_within(found: f64, bounds: RangeInclusive<f64>) {
    assert!(bounds.contains(&found), "{found:.3} is not within {bounds:?}");
}

#[test]
fn the_markov_source_has_its_mean_and_its_hurst_parameter() {
    let config = self_similar::Config { slots: Slotting::new(SLOT), memory: LongMemory::new(0.1, 0.8, 5) }.into();
    for seed in 1..=6 {
        let (slots, bins) = slotted(&config, seed);
        // The mean converges slowly: by the chain's spectrum, its standard deviation is still 0.0059. The tolerance is
        // three standard deviations.
        assert_within(mean(slots.iter().copied()), 0.083..=0.117);
        // The variance-time line is fitted to means over 10 to 10,000 slots. `LongMemory` chooses the Markov chain so
        // that H is 0.8 over this range.
        assert_within(variance_time(&slots).unwrap().hurst, VARIANCE_TIME);
        assert_within(rescaled_range(&bins).unwrap().hurst, RESCALED_RANGE);
        assert_within(local_whittle(&bins).unwrap().hurst, LOCAL_WHITTLE);
    }
}

#[test]
fn the_markov_source_has_a_smaller_h_beyond_its_range() {
    // For means over 200 to 10,000 slots, the exact variances of the Markov chain give H = 0.771 and not 0.8. The H of
    // the simulated counts must be within 0.015 of 0.771.
    let config = self_similar::Config { slots: Slotting::new(SLOT), memory: LongMemory::new(0.1, 0.8, 5) }.into();
    let found = mean((1..=6).map(|seed| variance_time(&slotted(&config, seed).1).unwrap().hurst));
    assert_within(found, 0.756..=0.786);
}

#[test]
fn the_geometric_source_of_the_same_mean_has_no_memory() {
    let config = geometric::Config { intensity: 0.1, slots: Slotting::new(SLOT) }.into();
    for seed in 1..=3 {
        let (slots, bins) = slotted(&config, seed);
        // The number of packets is binomial; the tolerance is five standard deviations.
        assert_within(mean(slots.iter().copied()), 0.0987..=0.1013);
        assert_within(variance_time(&slots).unwrap().hurst, 0.47..=0.53);
        // For memoryless traffic, the rescaled range gives H = 0.54.
        assert_within(rescaled_range(&bins).unwrap().hurst, 0.51..=0.57);
        assert_within(local_whittle(&bins).unwrap().hurst, 0.45..=0.55);
    }
}

#[test]
fn fifty_pareto_sources_together_are_self_similar() {
    // The expected H is (3 − shape)/2.
    let law = OnOffLaw::Pareto { shape: 1.4 };
    let (on, off) = (Span::from_millis(200), Span::from_millis(800));
    let config = onoff::Config { rate_bps: 800_000, on, off, law }.into();
    let series: Vec<_> = (1..=6)
        .map(|seed| {
            let sources = (1..=50).map(|number| source(&config, seed, number)).collect();
            // All sources begin with a silence. The first 3,000 s are discarded, because the effect of this start
            // decays slowly: the lengths of bursts and silences have infinite variance.
            counts(sources, SimTime::from_secs(3_000.0), Span::from_millis(100), 32_768)
        })
        .collect();
    // The test uses means over six runs, since estimates from single runs scatter by 0.02. Estimates from an
    // independently written fluid model scatter as much.
    assert_within(mean(series.iter().map(|counts| variance_time(counts).unwrap().hurst)), VARIANCE_TIME);
    assert_within(mean(series.iter().map(|counts| rescaled_range(counts).unwrap().hurst)), RESCALED_RANGE);
    assert_within(mean(series.iter().map(|counts| local_whittle(counts).unwrap().hurst)), LOCAL_WHITTLE);
}

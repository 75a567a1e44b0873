//! Geometric traffic: in each time slot a packet is sent with the same probability, independent of the past.
//!
//! Rule: P(k slots to the next packet) = α(1 − α)^(k − 1). Slots begin at whole multiples of their length, so that
//! sources with slots of equal length are synchronous. The first slot of a source is the first slot that begins at or
//! after its start. After a change of a setting the source draws the time of the next packet again, from the next slot
//! on. This is exact, since the geometric distribution is memoryless.
//! Source: the slotted arrivals of the CHOKe variants study (ITA 2015), called geometric sources there.

use super::about::{Output, SourceAbout, Values};
use super::datagram::{Pattern, SourceProblem};
use super::settings::{INTENSITY, SLOT, SPREAD};
use super::slots::{Slots, Slotting};
use super::variate::{geometric, uniform};
use crate::base::hash::StateHash;
use crate::base::rng::Chance;
use crate::base::texts::text;
use crate::base::time::SimTime;

/// The configuration of geometric traffic.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Config {
    /// Mean number of packets in a slot.
    pub intensity: f64,
    /// The length of the slots, and the random spread of departures within a slot.
    pub slots: Slotting,
}

/// Geometric traffic.
#[derive(Clone, Debug, PartialEq)]
pub struct Geometric {
    intensity: f64,
    slots: Slots,
}

impl Pattern for Geometric {
    const ABOUT: SourceAbout = SourceAbout::new(
        "geometric",
        "Geometric",
        text("a packet in each time slot with the same probability"),
        Output::Datagrams,
        &[INTENSITY, SLOT, SPREAD],
    );

    type Config = Config;

    fn config(values: &Values) -> Config {
        Config { intensity: values.real(&INTENSITY.spec), slots: Slotting::of(values) }
    }

    fn check(config: &Config) -> Result<(), SourceProblem> {
        config.slots.check()
    }

    fn drawn_bps(config: &Config, bytes: u32) -> f64 {
        config.slots.mean_bps(config.intensity, bytes)
    }

    fn new<C: Chance>(config: Config, _bytes: u32, start: SimTime, chance: &mut C) -> Self {
        let Config { intensity, slots } = config;
        let mut slots = Slots::new(slots, start);
        // The drawn number is at least 1, but the first packet may be in the first slot, 0 slots away, so 1 is
        // subtracted.
        slots.go_on(geometric(uniform(chance), intensity) - 1);
        slots.place(chance);
        Self { intensity, slots }
    }

    fn change(&mut self, config: &Config, _now: SimTime) -> bool {
        *config == Config { intensity: self.intensity, slots: self.slots.slotting() }
    }

    fn rate_bps(&self, bytes: u32) -> u64 {
        self.slots.slotting().mean_bps(self.intensity, bytes) as u64
    }

    fn due(&self) -> Option<SimTime> {
        Some(self.slots.due())
    }

    fn go_on<C: Chance>(&mut self, chance: &mut C) {
        self.slots.go_on(geometric(uniform(chance), self.intensity));
        self.slots.place(chance);
    }

    fn fold(&self, hash: &mut StateHash) {
        self.slots.fold(hash);
        hash.fold_real(self.intensity);
    }
}

#[cfg(test)]
mod tests {
    use super::super::bench::{source, stream};
    use super::super::{DatagramSource, Slotting};
    use super::Config;
    use crate::base::rng::Stream;
    use crate::base::time::{SimTime, Span};

    fn geometric(intensity: f64, slot_us: u64) -> Config {
        Config { intensity, slots: Slotting::new(Span::from_nanos(slot_us * 1_000)) }
    }

    #[test]
    fn gaps_have_the_mean_of_one_over_the_intensity() {
        const PACKETS: u32 = 100_000;
        for intensity in [0.1, 0.5] {
            let mut source = source(geometric(intensity, 1_000));
            let first = source.due().expect("a packet");
            for _ in 0..PACKETS {
                source.send();
            }
            let mean_slots = source.due().expect("a packet").since(first).secs() / 1e-3 / f64::from(PACKETS);
            // A gap has the standard deviation √(1 − α)/α; the tolerance is five standard errors.
            let tolerance = 5.0 * (1.0 - intensity).sqrt() / intensity / f64::from(PACKETS).sqrt();
            assert!((mean_slots - 1.0 / intensity).abs() < tolerance, "{mean_slots}");
        }
    }

    #[test]
    fn sources_are_synchronous_whatever_their_start() {
        for start_us in [0, 1, 999, 1_000, 12_345] {
            let start = SimTime::from_nanos(start_us * 1_000);
            let mut source = DatagramSource::new(geometric(0.3, 1_000), 1000, start, None, None, stream());
            for _ in 0..100 {
                let due = source.due().expect("a packet");
                assert!(due >= start && due.nanos().is_multiple_of(1_000_000), "{due:?}");
                source.send();
            }
        }
    }

    #[test]
    fn a_spread_makes_the_order_of_synchronous_sources_random() {
        let slots = Slotting { length: Span::from_millis(1), spread: Span::from_nanos(1_000) };
        let config = Config { intensity: 0.95, slots };
        let mut sources = [1, 2].map(|number| {
            let chance = Stream::named(number, "source");
            DatagramSource::new(config, 1000, SimTime::ZERO, None, None, chance)
        });
        let (mut together, mut first) = (0u32, 0u32);
        for slot in 0..10_000u64 {
            let until = SimTime::from_nanos(slot * 1_000_000 + 999_999);
            let due = sources.each_ref().map(|source| source.due().filter(|&due| due <= until));
            if let [Some(one), Some(other)] = due {
                together += 1;
                first += u32::from(one < other);
            }
            for (source, due) in sources.iter_mut().zip(due) {
                if let Some(due) = due {
                    assert!(due.nanos() % 1_000_000 < 1_000, "{due:?}");
                    source.send();
                }
            }
        }
        // In about 9,025 slots both sources send. Each of the two sources is expected to send first in half of these
        // slots, with a standard deviation of 47.5 slots.
        assert!(together > 8_800 && first.abs_diff(together / 2) < 240, "{first} of {together}");
    }

    #[test]
    fn the_first_slot_has_a_packet_with_the_same_probability() {
        const SOURCES: u64 = 20_000;
        let in_first = (0..SOURCES)
            .filter(|&seed| {
                let chance = Stream::named(seed, "source/1");
                let source = DatagramSource::new(geometric(0.1, 1_000), 1000, SimTime::ZERO, None, None, chance);
                source.due() == Some(SimTime::ZERO)
            })
            .count();
        // The number of sources that send in the first slot is binomial, with a mean of 2,000 and a standard deviation
        // of 42. The tolerance is five standard deviations.
        assert!(in_first.abs_diff(2_000) < 212, "{in_first}");
    }

    #[test]
    fn a_changed_intensity_counts_from_the_next_slot_on() {
        let mut source = source(geometric(0.001, 1_000));
        source.send();
        let now = SimTime::from_secs(source.due().expect("a packet").secs() - 0.0103);
        source.set_config(geometric(0.999_999, 1_000), now);
        assert_eq!(source.due().map(|due| due.since(now).nanos() < 1_000_000), Some(true));
    }
}

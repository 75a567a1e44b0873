//! What a datagram source is asked to send.

use super::self_similar::LongMemory;
use super::slots::Slotting;
use crate::time::{SimTime, Span};
use std::sync::Arc;

/// What a datagram source sends.
#[derive(Clone, Debug, PartialEq)]
pub enum UdpSource {
    /// Constant bit rate.
    Cbr {
        /// Rate \[bit/s\]; 0 pauses.
        rate_bps: u64,
        /// Whether every gap is drawn from between half and one and a half times the regular one.
        is_jittered: bool,
    },
    /// Constant bit rate, with other rates from given times on.
    Schedule {
        /// Rate at the start \[bit/s\].
        rate_bps: u64,
        /// As for CBR.
        is_jittered: bool,
        /// From when on the rate is how much \[bit/s\], in the order of time.
        steps: Arc<[(SimTime, u64)]>,
        /// When a step counts.
        rate_change: RateChange,
    },
    /// Exponential gaps.
    Poisson {
        /// Mean rate \[bit/s\]; 0 pauses.
        rate_bps: u64,
    },
    /// A packet in each slot with the same probability.
    Geometric {
        /// Mean packets a slot.
        intensity: f64,
        /// Its slots.
        slots: Slotting,
    },
    /// Bursts and silence.
    OnOff {
        /// Rate within a burst \[bit/s\]; 0 pauses.
        rate_bps: u64,
        /// Mean length of a burst.
        on: Span,
        /// Mean length of a silence.
        off: Span,
        /// How the lengths are distributed.
        law: OnOffLaw,
    },
    /// A Markov chain with long memory.
    SelfSimilar {
        /// Its slots.
        slots: Slotting,
        /// The chain.
        memory: LongMemory,
    },
}

/// When a step of a schedule counts.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum RateChange {
    /// At once: the part of the running gap that has passed keeps its share.
    AtOnce,
    /// From the next packet on, as in ns-2.
    NextPacket,
}

/// How lengths of bursts and silences are distributed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum OnOffLaw {
    /// Exponential.
    Exponential,
    /// Pareto, type I.
    Pareto {
        /// Shape, above 1.
        shape: f64,
    },
}

impl UdpSource {
    /// Whether there can be such a source; otherwise which field is wrong, and how.
    pub fn check(&self) -> Result<(), (&'static str, String)> {
        match self {
            Self::Schedule { steps, .. } => match steps.windows(2).find(|pair| pair[0].0 >= pair[1].0) {
                Some(pair) => {
                    Err(("steps", format!("{} s does not come after {} s", pair[1].0.secs(), pair[0].0.secs())))
                }
                None => Ok(()),
            },
            Self::OnOff { law: OnOffLaw::Pareto { shape }, .. } if *shape <= 1.0 || shape.is_nan() => {
                Err(("shape", format!("{shape} is not above 1, so there is no mean")))
            }
            Self::Geometric { slots, .. } | Self::SelfSimilar { slots, .. } if slots.spread >= slots.length => {
                Err(("spread_s", format!("{} s is not below a slot ({} s)", slots.spread.secs(), slots.length.secs())))
            }
            Self::SelfSimilar { memory, .. } => memory.check().map_err(|problem| ("hurst", problem)),
            _ => Ok(()),
        }
    }

    /// What it offers on average \[bit/s\] with packets that are drawn one by one; 0 if many are reckoned in one go.
    ///
    /// Work that whoever admits a source has to bound: a link of its own that carries less lets them pile up.
    pub fn drawn_bps(&self, bytes: u32) -> f64 {
        match self {
            Self::Cbr { rate_bps, is_jittered: true } | Self::Poisson { rate_bps } => *rate_bps as f64,
            Self::Schedule { rate_bps, is_jittered: true, steps, .. } => {
                steps.iter().map(|step| step.1).fold(*rate_bps, u64::max) as f64
            }
            Self::OnOff { rate_bps, on, off, .. } => {
                // A burst has at least one packet.
                let (rate, packet) = (*rate_bps as f64, 8.0 * f64::from(bytes));
                let burst = (rate * on.secs()).max(packet);
                rate * burst / (burst + rate * off.secs())
            }
            Self::Geometric { intensity, slots } => slotted_bps(*intensity, slots, bytes),
            Self::SelfSimilar { memory, slots } => slotted_bps(memory.intensity(), slots, bytes),
            Self::Cbr { .. } | Self::Schedule { .. } => 0.0,
        }
    }
}

fn slotted_bps(intensity: f64, slots: &Slotting, bytes: u32) -> f64 {
    intensity * 8.0 * f64::from(bytes) / slots.length.secs()
}

#[cfg(test)]
mod tests {
    use super::super::bench::{at_ms, kinds};
    use super::*;

    #[test]
    fn impossible_sources_are_named() {
        let shape =
            UdpSource::OnOff { rate_bps: 1, on: Span::ZERO, off: Span::ZERO, law: OnOffLaw::Pareto { shape: 1.0 } };
        assert_eq!(shape.check().unwrap_err().0, "shape");
        let slots = Slotting::new(Span::from_millis(1));
        let hurst = UdpSource::SelfSimilar { slots, memory: LongMemory::new(0.1, 0.4, 3) };
        assert_eq!(hurst.check().unwrap_err().0, "hurst");
        let steps = UdpSource::Schedule {
            rate_bps: 1,
            is_jittered: false,
            steps: [(at_ms(2.0), 1), (at_ms(1.0), 2)].into(),
            rate_change: RateChange::AtOnce,
        };
        assert_eq!(steps.check().unwrap_err().0, "steps");
        assert!(kinds().iter().all(|config| config.check().is_ok()));
    }

    #[test]
    fn only_what_is_drawn_packet_by_packet_has_to_be_bounded() {
        let is_jittered = true;
        let steps = [(at_ms(1.0), 7), (at_ms(2.0), 3)].into();
        let rate_change = RateChange::AtOnce;
        let drawn = |source: UdpSource| source.drawn_bps(1000);
        assert_eq!(drawn(UdpSource::Cbr { rate_bps: 5, is_jittered: false }), 0.0);
        assert_eq!(drawn(UdpSource::Cbr { rate_bps: 5, is_jittered }), 5.0);
        assert_eq!(drawn(UdpSource::Schedule { rate_bps: 5, is_jittered, steps, rate_change }), 7.0);
        assert_eq!(
            drawn(UdpSource::Geometric { intensity: 0.5, slots: Slotting::new(Span::from_millis(2)) }),
            2_000_000.0
        );
        let (on, off, law) = (Span::from_millis(500), Span::from_millis(1_500), OnOffLaw::Exponential);
        assert_eq!(drawn(UdpSource::OnOff { rate_bps: 1_000_000, on, off, law }), 250_000.0);
    }
}

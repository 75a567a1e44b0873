//! On/off traffic: bursts of packets at a constant rate, and silence between them.
//!
//! Rule: a burst has round(X) packets, at least 1, where X has the mean on·rate/(8·size). The packets leave one packet time,
//! 8·size/rate, apart. One packet time after the last packet an idle time with the mean `off` begins. The distributions of X
//! and of the idle time are both exponential or both Pareto. With a Pareto shape of at most 2 the variance of the bursts is
//! infinite. Many such sources together give self-similar traffic with H = (3 − shape)/2. The source begins with one packet
//! time and an idle time.
//! Sources: ns-2 2.35, expoo.cc and pareto.cc (all of the above); W. Willinger, M. S. Taqqu, R. Sherman, D. V. Wilson,
//! "Self-similarity through high-variability", IEEE/ACM Transactions on Networking 5(1), 1997. Rounding to at least one
//! packet raises the mean rate a little above rate·on/(on + off): by 0.1 % with ns-2's defaults (19 packets a burst), and by
//! more with shorter bursts. A change of the rate stretches or shortens the running packet time; the number of packets in the
//! burst and the idle time do not change.

use super::about::{Output, SourceAbout, SourceSetting, Values};
use super::datagram::{Pattern, SourceProblem};
use super::declare::{choice, option, real};
use super::pace::Pace;
use super::settings::RATE;
use super::variate::{exponential, pareto, uniform};
use crate::base::hash::StateHash;
use crate::base::rng::Chance;
use crate::base::texts::text;
use crate::base::time::{SimTime, Span};

const ON: SourceSetting = SourceSetting::always(
    real("on_s", "mean burst", 0.5, (0.000_1, 1_000.0), "mean length of a burst").unit("s").logarithmic(),
);

const OFF: SourceSetting = SourceSetting::always(
    real("off_s", "mean silence", 0.5, (0.000_1, 1_000.0), "mean length of a silence").unit("s").logarithmic(),
);

const LAW: SourceSetting = SourceSetting::always(choice(
    "law",
    "distribution",
    &[option("exponential", "bursts and silences are exponential"), option("pareto", "they have heavy tails")],
    "how bursts and silences are drawn",
));

const SHAPE: SourceSetting = SourceSetting::if_set(
    real(
        "shape",
        "tail index",
        1.5,
        (1.01, 10.0),
        "shape of the Pareto distribution: the nearer to 1, the heavier the tail",
    )
    .advanced(),
);

/// The configuration of on/off traffic.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Config {
    /// Rate within a burst \[bit/s\]; 0 pauses the source.
    pub rate_bps: u64,
    /// Mean length of a burst.
    pub on: Span,
    /// Mean length of a silence.
    pub off: Span,
    /// The distribution of the lengths.
    pub law: OnOffLaw,
}

/// The distribution of burst lengths and of idle times.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum OnOffLaw {
    /// Exponential lengths.
    Exponential,
    /// Lengths by a Pareto law of type I.
    Pareto {
        /// The shape of the Pareto distribution, above 1.
        shape: f64,
    },
}

/// On/off traffic.
#[derive(Clone, Debug, PartialEq)]
pub struct OnOff {
    pace: Pace,
    bytes: u32,
    on: Span,
    off: Span,
    law: OnOffLaw,
    /// Packets of the current burst that have not left yet.
    left: u64,
}

impl OnOff {
    /// Draws the idle time before the next burst, and then the burst. Returns the idle time.
    fn begin_burst<C: Chance>(&mut self, chance: &mut C) -> Span {
        let packets_per_second = self.pace.rate_bps() as f64 / (8.0 * f64::from(self.bytes.max(1)));
        let burst = self.draw(self.on.secs() * packets_per_second, chance);
        self.left = ((burst + 0.5) as u64).max(1);
        Span::from_secs(self.draw(self.off.secs(), chance))
    }

    fn draw<C: Chance>(&self, mean: f64, chance: &mut C) -> f64 {
        match self.law {
            OnOffLaw::Exponential => mean * exponential(uniform(chance)),
            OnOffLaw::Pareto { shape } => pareto(uniform(chance), mean, shape),
        }
    }
}

impl Pattern for OnOff {
    const ABOUT: SourceAbout = SourceAbout::new(
        "onoff",
        "On/off",
        text("bursts and silences of random length"),
        Output::Datagrams,
        &[RATE, ON, OFF, LAW, SHAPE],
    );

    type Config = Config;

    fn config(values: &Values) -> Config {
        Config {
            rate_bps: values.whole(&RATE.spec),
            on: values.span(&ON.spec),
            off: values.span(&OFF.spec),
            law: match values.choice(&LAW.spec) {
                "pareto" => OnOffLaw::Pareto { shape: values.real(&SHAPE.spec) },
                _ => OnOffLaw::Exponential,
            },
        }
    }

    fn check(config: &Config) -> Result<(), SourceProblem> {
        match config.law {
            OnOffLaw::Pareto { shape } if shape <= 1.0 || shape.is_nan() => {
                Err(("shape", format!("{shape} is not above 1, so the mean does not exist")))
            }
            _ => Ok(()),
        }
    }

    fn drawn_bps(config: &Config, bytes: u32) -> f64 {
        let Config { rate_bps, on, off, .. } = *config;
        // A burst has at least one packet, so it lasts at least one packet time.
        let (rate, packet) = (rate_bps as f64, 8.0 * f64::from(bytes));
        let burst = (rate * on.secs()).max(packet);
        rate * burst / (burst + rate * off.secs())
    }

    fn new<C: Chance>(config: Config, bytes: u32, start: SimTime, chance: &mut C) -> Self {
        let Config { rate_bps, on, off, law } = config;
        let mut source = Self { pace: Pace::new(rate_bps, bytes, start, 1.0), bytes, on, off, law, left: 0 };
        let idle = source.begin_burst(chance);
        source.pace.end_with_idle(idle);
        source
    }

    /// Applies a changed rate at once, and changed mean lengths and distributions from the next burst on.
    fn change(&mut self, config: &Config, now: SimTime) -> bool {
        if config.rate_bps != self.pace.rate_bps() {
            self.pace.set_rate(config.rate_bps, now);
        }
        (self.on, self.off, self.law) = (config.on, config.off, config.law);
        true
    }

    /// The mean rate, without the small increase that rounding to whole packets causes.
    fn rate_bps(&self, _bytes: u32) -> u64 {
        let (on, off) = (self.on.secs(), self.off.secs());
        let share = if on > 0.0 { on / (on + off) } else { 0.0 };
        (self.pace.rate_bps() as f64 * share) as u64
    }

    fn due(&self) -> Option<SimTime> {
        self.pace.due()
    }

    fn go_on<C: Chance>(&mut self, chance: &mut C) {
        self.left = self.left.saturating_sub(1);
        let idle = if self.left == 0 { self.begin_burst(chance) } else { Span::ZERO };
        self.pace.wait();
        self.pace.end_with_idle(idle);
    }

    fn skip(&mut self, last: SimTime, limit: u64) -> u64 {
        // The last packet of the burst is not skipped, since an idle time has to be drawn after it.
        let within = self.left.saturating_sub(1);
        let skipped = self.pace.skip(last, limit.min(within));
        if skipped > 0 {
            self.left -= skipped;
            self.pace.end_with_idle(Span::ZERO);
        }
        skipped
    }

    fn fold(&self, hash: &mut StateHash) {
        self.pace.fold(hash);
        hash.fold(self.left);
        hash.fold(self.on.nanos());
        hash.fold(self.off.nanos());
        let shape = if let OnOffLaw::Pareto { shape } = self.law { shape } else { 0.0 };
        hash.fold_real(shape);
    }
}

#[cfg(test)]
mod tests {
    use super::super::bench::{at_ms, source, times_ms};
    use super::*;
    use crate::base::rng::{Draw, Script};

    /// The uniform random number that gives an exponential variate of `share` times its mean.
    fn exponential_of(share: f64) -> Draw {
        Draw::Unit(1.0 - crate::base::math::exp(-share))
    }

    /// Packets of 1000 bytes, one every 10 ms within a burst.
    const RATE: u64 = 800_000;

    /// Mean bursts of 30 ms and mean idle times of 100 ms.
    fn exponential_at(rate_bps: u64) -> Config {
        Config { rate_bps, on: Span::from_millis(30), off: Span::from_millis(100), law: OnOffLaw::Exponential }
    }

    fn worked_example() -> (OnOff, Script) {
        // Bursts of 3, 1 (drawn: 0.3) and 2 packets. The idle times before these bursts are 100, 50 and 200 ms.
        let shares = [1.0, 1.0, 0.1, 0.5, 2.0 / 3.0, 2.0];
        let mut chance = Script::new(shares.map(exponential_of));
        (OnOff::new(exponential_at(RATE), 1000, at_ms(0.0), &mut chance), chance)
    }

    fn rounded_ms(time: SimTime) -> f64 {
        (time.nanos() as f64 / 1e3).round() / 1e3
    }

    #[test]
    fn the_first_burst_follows_a_packet_time_and_an_idle_time_as_in_ns2() {
        let (mut source, mut chance) = worked_example();
        let mut times = Vec::new();
        for _ in 0..5 {
            times.push(rounded_ms(source.due().expect("a packet")));
            source.go_on(&mut chance);
        }
        assert_eq!(times, [110.0, 120.0, 130.0, 190.0, 400.0]);
        assert!(chance.is_used_up());
    }

    #[test]
    fn a_changed_rate_stretches_the_packet_time_but_not_the_idle_time() {
        let (mut source, _) = worked_example();
        assert!(source.change(&exponential_at(2 * RATE), at_ms(4.0))); // 6 ms of the packet time are left
        assert_eq!(source.due().map(rounded_ms), Some(107.0));
        assert!(source.change(&exponential_at(RATE), at_ms(57.0))); // only idle time is left
        assert_eq!(source.due().map(rounded_ms), Some(107.0));
        assert!(source.change(&exponential_at(0), at_ms(67.0)));
        assert_eq!(source.due(), None);
        assert!(source.change(&exponential_at(RATE), at_ms(567.0)));
        assert_eq!(source.due().map(rounded_ms), Some(607.0));
    }

    #[test]
    fn the_mean_rate_follows_from_bursts_and_silences() {
        // ns-2's defaults, except for the packet size: a mean burst of 19 packets lasts 500 ms, and a mean silence
        // lasts 500 ms, too.
        let lengths = (Span::from_millis(500), Span::from_millis(500));
        for law in [OnOffLaw::Exponential, OnOffLaw::Pareto { shape: 3.0 }] {
            let (on, off) = lengths;
            let mut source = source(Config { rate_bps: 304_000, on, off, law });
            source.send_until(SimTime::from_secs(20_000.0));
            let rate = source.sent() as f64 * 8_000.0 / 20_000.0;
            // There are 20,000 cycles, each of a burst and a silence. The standard deviation of the length of a cycle
            // is at most 0.71 of its mean, so the standard error of the mean is about 0.5 %.
            assert!((rate / 152_000.0 - 1.0).abs() < 0.02, "{law:?}: {rate}");
        }
    }

    #[test]
    fn within_a_burst_packets_are_one_packet_time_apart() {
        let (on, off) = (Span::from_millis(300), Span::from_millis(100));
        let mut source = source(Config { rate_bps: RATE, on, off, law: OnOffLaw::Pareto { shape: 1.5 } });
        let times = times_ms(&mut source, 2_000);
        let gaps: Vec<_> = times.windows(2).map(|pair| pair[1] - pair[0]).collect();
        let regular = gaps.iter().filter(|gap| (**gap - 10.0).abs() < 1e-5).count();
        // The Pareto law has a smallest value: every idle time is at least 100·0.5/1.5 ms, and every burst has at least 10
        // packets.
        assert!(gaps.iter().all(|gap| (gap - 10.0).abs() < 1e-5 || *gap >= 10.0 + 33.3), "{gaps:?}");
        assert!(regular >= 1_780, "{regular}");
    }
}

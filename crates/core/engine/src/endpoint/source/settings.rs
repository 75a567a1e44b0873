//! The settings that several traffic sources share, declared once. Each source lists the settings that it uses.

use super::about::{SourceSetting, Values};
use super::declare::{real, switch, whole};
use super::slots::Slotting;

/// The highest rate of a source or of a link \[bit/s\].
pub const MAX_RATE_BPS: i64 = 100_000_000_000;
/// The most steps of a schedule.
pub const MAX_SCHEDULE_STEPS: usize = 1_000;
/// The most files of a trace.
pub const MAX_TRACE_FILES: usize = 10_000;
/// The most points of a table of sizes.
pub const MAX_SIZE_POINTS: usize = 1_000;

/// The rate of a datagram source.
pub const RATE: SourceSetting = SourceSetting::always(
    whole(
        "rate_bps",
        "rate",
        2_000_000,
        (0, MAX_RATE_BPS),
        "rate at which each of these flows sends (while it is on), regardless of losses; 0: no packets",
    )
    .unit("bit/s")
    .logarithmic(),
)
.live();

/// The jitter of a constant bit rate.
pub const JITTER: SourceSetting = SourceSetting::if_set(
    switch(
        "jitter",
        "jitter",
        false,
        "each gap is random, between half and one and a half times the regular gap (ns-2's random_)",
    )
    .advanced(),
);

/// The intensity of a slotted source.
pub const INTENSITY: SourceSetting =
    SourceSetting::always(real("intensity", "intensity", 0.1, (0.001, 0.95), "mean packets per time slot").symbol("α"));

/// The length of a time slot.
pub const SLOT: SourceSetting = SourceSetting::always(
    real("slot_s", "time slot", 0.001, (0.000_001, 10.0), "length of a time slot; slots begin at time 0")
        .unit("s")
        .logarithmic(),
);

/// The spread of departures within a slot.
pub const SPREAD: SourceSetting = SourceSetting::if_set(
    real(
        "spread_s",
        "spread in the slot",
        0.0,
        (0.0, 10.0),
        "longest random delay of a packet after its slot begins; even a tiny delay puts the packets of synchronous sources into random order",
    )
    .unit("s")
    .advanced(),
);

impl Slotting {
    /// The time slots with the length [`SLOT`] and the spread [`SPREAD`] of these values.
    pub(super) fn of(values: &Values) -> Self {
        Self { length: values.span(&SLOT.spec), spread: values.span(&SPREAD.spec) }
    }
}

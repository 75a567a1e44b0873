//! SFB's parameters.

use crate::base::time::Span;
use crate::discipline::LinkFacts;
use crate::discipline::about::ParamValue::{Choice, Integer, Real, Switch};
use crate::discipline::about::{ParamSet, ParamSpec};
use crate::discipline::parts::classifier;
use crate::discipline::parts::declare::{choice, option, real, switch, whole};
use crate::discipline::settings::{Settings, SettingsProblem};

/// The parameters of SFB besides the buffer.
pub(super) const SPECS: &[ParamSpec] = &[
    whole("levels", "levels", 2, (1, 8), "how many bins every flow has, one on each level").symbol("L"),
    whole("bins", "bins", 23, (2, 256), "how many bins a level has").symbol("N").logarithmic(),
    whole(
        "bin_size",
        "bin size",
        0,
        (0, 10_000),
        "how many packets a bin holds before its probability rises; 0 means 1.5·B/N",
    )
    .unit("packets"),
    whole(
        "bin_max",
        "bin limit",
        0,
        (0, 10_000),
        "with min_level: how many packets a flow may have in all of its bins; 0 means 1.25·bin size",
    )
    .unit("packets")
    .advanced(),
    choice(
        "bin_drop",
        "full bins",
        &[
            option("any_level", "an arrival is dropped if any of its bins is too full (paper)"),
            option("min_level", "an arrival is dropped if all of its bins have reached the bin limit (Linux)"),
        ],
        "which arrivals are dropped because of full bins",
    ),
    real("delta1", "increment", 0.005, (1e-6, 1.0), "increase of a bin's probability when the bin is too full")
        .symbol("δ1")
        .logarithmic(),
    real("delta2", "decrement", 0.001, (1e-6, 1.0), "decrease of a bin's probability when the bin is empty; at most δ1")
        .symbol("δ2")
        .logarithmic(),
    real("freeze_s", "freeze time", 0.1, (0.0, 10.0), "shortest time between two changes of one bin's probability").unit("s"),
    real("hash_interval_s", "new hashes every", 20.0, (0.0, 3_600.0), "how often bins and salts change; 0 means never")
        .unit("s"),
    real(
        "warmup",
        "warm-up",
        0.1,
        (0.0, 1.0),
        "part of this time in which the next set of bins warms up; 0: no warm-up",
    )
    .advanced(),
    real(
        "penalty_rate",
        "penalty rate",
        10.0,
        (0.0, 10_000.0),
        "how many packets a second an unresponsive flow may send",
    )
    .unit("packets/s"),
    real("penalty_burst", "penalty burst", 20.0, (0.0, 10_000.0), "how many packets an unresponsive flow may send at once")
        .unit("packets")
        .advanced(),
    switch("penalty_shared", "one penalty rate", false, "all unresponsive flows share one rate, as in Linux")
        .advanced(),
    choice(
        "penalty_refill",
        "refill",
        &[
            option("steady", "tokens are added continuously"),
            option(
                "linux",
                "only an empty bucket is refilled, with the whole tokens for the time since the last refill; a refill without a token restarts this time, so that a flow that sends faster than the rate gets nothing",
            ),
        ],
        "how the token buckets of the penalty box are refilled",
    )
    .advanced(),
    switch("ecn", "ECN", true, "marks ECN-capable packets where others are dropped at random"),
    switch(
        "drop_excess",
        "drop excess",
        false,
        "the part of a probability above one half drops instead of marking, as in Linux",
    )
    .advanced(),
    switch("bin_inclusive", "full at bin size", false, "a bin counts as too full when it has reached its size, as in Linux").advanced(),
    classifier::SALT,
];

/// Named sets.
pub(super) const SETS: &[ParamSet] = &[ParamSet {
    id: "linux",
    name: "Linux",
    origin: "Linux, sch_sfb.c and iproute2's q_sfb.c: what tc sets without options; its limit is the device's. The module alone has an increment of 0.001 and a decrement of 1/6000",
    values: &[
        ("levels", Integer(8)),
        ("bins", Integer(16)),
        ("bin_size", Integer(20)),
        ("bin_max", Integer(25)),
        ("bin_drop", Choice("min_level")),
        ("delta1", Real(33.0 / 65_535.0)),
        ("delta2", Real(3.0 / 65_535.0)),
        ("freeze_s", Real(0.0)),
        ("hash_interval_s", Real(600.0)),
        ("warmup", Real(0.1)),
        ("penalty_rate", Real(10.0)),
        ("penalty_burst", Real(20.0)),
        ("penalty_shared", Switch(true)),
        ("penalty_refill", Choice("linux")),
        ("ecn", Switch(true)),
        ("drop_excess", Switch(true)),
        ("bin_inclusive", Switch(true)),
    ],
}];

/// Parameters of SFB.
#[derive(Clone, Debug)]
pub struct Params {
    /// The buffer B \[packets\].
    pub(super) limit: usize,
    pub(super) levels: usize,
    pub(super) bins_per_level: usize,
    /// The number of packets in a bin above which the bin's probability rises.
    pub(super) bin_size: u32,
    /// With `min_level`, the number of packets that every bin of a flow must hold for the flow's arrivals to be
    /// refused.
    pub(super) bin_max: u32,
    pub(super) is_min_level: bool,
    /// δ1, the increment of a bin's probability.
    pub(super) raise: f64,
    /// δ2, the decrement of a bin's probability.
    pub(super) lower: f64,
    pub(super) freeze: Span,
    pub(super) hash_interval: Option<Span>,
    pub(super) warmup: Span,
    /// Packets per second that the penalty box lets through.
    pub(super) penalty_rate: f64,
    /// Packets that a flow in the penalty box may send at once.
    pub(super) penalty_burst: f64,
    pub(super) shares_penalty: bool,
    /// Whether new tokens are counted only when the bucket is empty, as in Linux.
    pub(super) refills_late: bool,
    pub(super) has_ecn: bool,
    pub(super) drops_excess: bool,
    pub(super) is_inclusive: bool,
    pub(super) salt: u64,
}

impl Params {
    /// Reads the parameters; the decrement must not exceed the increment, and the size of a bin must not
    /// exceed its limit.
    pub(super) fn read(settings: &Settings, link: &LinkFacts) -> Result<Self, SettingsProblem> {
        let (limit, bins_per_level) = (settings.count("limit"), settings.count("bins"));
        let (raise, lower) = (settings.real("delta1"), settings.real("delta2"));
        if lower > raise {
            return Err(SettingsProblem::new("delta2", format!("is {lower}, more than δ1 = {raise}")));
        }
        let given = |id: &str| Some(settings.count(id) as u32).filter(|&count| count > 0);
        let automatic = (3 * limit).div_ceil(2 * bins_per_level) as u32;
        let bin_size = given("bin_size").unwrap_or(automatic);
        let bin_max = given("bin_max").unwrap_or((5 * bin_size).div_ceil(4));
        if bin_max < bin_size {
            return Err(SettingsProblem::new("bin_max", format!("is {bin_max}, less than the bin size, {bin_size}")));
        }
        let interval_s = settings.real("hash_interval_s");
        Ok(Self {
            limit,
            levels: settings.count("levels"),
            bins_per_level,
            bin_size,
            bin_max,
            is_min_level: settings.choice("bin_drop") == "min_level",
            raise,
            lower,
            freeze: Span::from_secs(settings.real("freeze_s")),
            hash_interval: Some(Span::from_secs(interval_s)).filter(|&interval| interval > Span::ZERO),
            warmup: Span::from_secs(interval_s * settings.real("warmup")),
            penalty_rate: settings.real("penalty_rate"),
            penalty_burst: settings.real("penalty_burst"),
            shares_penalty: settings.switch("penalty_shared"),
            refills_late: settings.choice("penalty_refill") == "linux",
            has_ecn: settings.switch("ecn"),
            drops_excess: settings.switch("drop_excess"),
            is_inclusive: settings.switch("bin_inclusive"),
            salt: classifier::salt(settings, link),
        })
    }
}

//! The settings of the scene itself, each declared once with the field of [`Scenario`] that stores its value.

use super::field::{Field, Group, Written};
use super::limits::MAX_RATE_BPS;
use super::problem::Problems;
use super::reader::Reader;
use super::{Profile, Scenario, ServiceLaw};
use crate::base::time::{SimTime, Span};
use crate::declare::{ParamSpec, ParamValue};
use crate::declare::{choice, option, real, whole};
use serde_json::Value;

/// A setting of the scene itself, with the field of [`Scenario`] that stores its value.
#[derive(Clone, Copy, Debug)]
pub(super) struct SceneField {
    pub(super) field: Field,
    value: fn(&Scenario) -> ParamValue,
    set: fn(&mut Scenario, ParamValue),
}

/// A row of the list: a field of [`Scenario`], and the setting that it stores.
macro_rules! kept {
    ($($place:ident).+, $field:expr) => {
        SceneField {
            field: $field,
            value: |scene| Kept::value(scene.$($place).+),
            set: |scene, value| scene.$($place).+ = Kept::of(value),
        }
    };
}

/// The settings of the scene itself, in the order of the panel.
pub(super) const OF_THE_SCENE: &[SceneField] = &[
    kept!(
        capacity_bps,
        bottleneck(
            whole("capacity_bps", "capacity", 1_000_000, (1_000, MAX_RATE_BPS), "rate of the bottleneck link")
                .symbol("C")
                .unit("bit/s")
                .logarithmic()
        )
        .live()
    ),
    kept!(
        delay,
        bottleneck(
            real("delay_s", "one-way delay", 0.01, (0.0, 10.0), "propagation delay of the bottleneck link, each way")
                .unit("s")
        )
    ),
    kept!(
        service,
        bottleneck(
            choice(
                "service",
                "service",
                &[
                    option("constant", "the transmission time is the packet's size divided by the capacity"),
                    option("geometric", "a random number of time slots, whose mean is the packet's size divided by the capacity"),
                ],
                "distribution of the transmission time of a packet at the bottleneck",
            )
            .advanced()
        )
        .optional()
    ),
    kept!(
        service_slot,
        bottleneck(
            real(
                "service_slot_s",
                "service slot",
                0.001,
                (0.000_001, 10.0),
                "for geometric service: length of a time slot; the transmission of a packet ends at the end of each slot with the probability slot ÷ (8·size/capacity)",
            )
            .unit("s")
            .logarithmic()
            .advanced()
        )
        .optional()
    ),
    kept!(access.rate_bps, Field::new("access", Group::Bottleneck, access_rate("rate_bps"))),
    kept!(access.delay, Field::new("access", Group::Bottleneck, access_delay("delay_s"))),
    kept!(
        reverse.rate_bps,
        reverse(
            whole(
                "ack_rate_bps",
                "rate for acknowledgements",
                0,
                (0, MAX_RATE_BPS),
                "rate of the reverse link, which the acknowledgements of all flows share; 0: acknowledgements wait for no other flow",
            )
            .unit("bit/s")
        )
    ),
    kept!(
        reverse.limit,
        reverse(
            whole(
                "ack_limit",
                "buffer for acknowledgements",
                50,
                (1, 10_000),
                "for a reverse link with a rate: largest number of acknowledgements in its queue; further acknowledgements are lost",
            )
            .unit("packets")
        )
    ),
    kept!(
        second.capacity_bps,
        second(
            whole(
                "second_capacity_bps",
                "capacity of a second link",
                0,
                (0, MAX_RATE_BPS),
                "rate of a second bottleneck behind the first, with its own queue; 0: none",
            )
            .unit("bit/s")
        )
        .live()
    ),
    kept!(
        second.delay,
        second(
            real(
                "second_delay_s",
                "its one-way delay",
                0.01,
                (0.0, 10.0),
                "propagation delay of the second link, each way",
            )
            .unit("s")
        )
    ),
    kept!(
        seed,
        run(whole(
            "seed",
            "seed",
            1,
            (0, MAX_SEED),
            "seed of all random numbers: the same seed gives the same run, packet by packet",
        ))
    ),
    kept!(
        duration,
        run(real("duration_s", "duration", 200.0, (0.001, 100_000.0), "simulated time at which the run ends")
            .unit("s")
            .logarithmic())
    ),
    kept!(
        measured_from,
        run(real(
            "measured_from_s",
            "measured from",
            0.0,
            (0.0, 100_000.0),
            "start of the measured window; throughput, fairness, queue and delay exclude the time before",
        )
        .unit("s")
        .advanced())
    ),
    kept!(
        profile,
        run(choice(
            "profile",
            "end-host profile",
            &[
                option("ns2", "timers of ns-2: 10 ms tick, minimum 0.2 s, initial 3 s"),
                option("rfc6298", "timers of RFC 6298: minimum 1 s, initial 1 s"),
                option("linux", "senders and receivers of Linux 6.12: RACK-TLP, PRR, initial window 10, delayed ACKs"),
            ],
            "how the TCP senders set their timers and detect losses",
        )
        .advanced())
    ),
];

/// The objects of a scene that hold settings, in the order of the panel.
pub(crate) const OBJECTS: [&str; 4] = ["bottleneck", "access", "reverse", "second"];

/// Largest seed. JSON numbers represent every whole number up to this one exactly.
const MAX_SEED: i64 = (1 << 53) - 1;

const fn bottleneck(spec: ParamSpec) -> Field {
    Field::new("bottleneck", Group::Bottleneck, spec)
}

const fn reverse(spec: ParamSpec) -> Field {
    Field::new("reverse", Group::Bottleneck, spec.advanced()).optional()
}

const fn second(spec: ParamSpec) -> Field {
    Field::new("second", Group::Bottleneck, spec.advanced()).optional()
}

const fn run(spec: ParamSpec) -> Field {
    Field::new("", Group::Run, spec)
}

/// Rate of the flows' own links.
pub(super) const fn access_rate(id: &'static str) -> ParamSpec {
    whole(
        id,
        "access rate",
        10_000_000,
        (1_000, MAX_RATE_BPS),
        "rate of each flow's own links to and from the bottleneck",
    )
    .unit("bit/s")
    .logarithmic()
    .advanced()
}

/// Delay of the flows' own links.
pub(super) const fn access_delay(id: &'static str) -> ParamSpec {
    real(
        id,
        "access delay",
        0.01,
        (0.0, 10.0),
        "propagation delay of each flow's own links, on each side of the bottleneck and in each direction",
    )
    .unit("s")
    .advanced()
}

impl SceneField {
    /// Replaces the value in a scene, and returns the old value.
    pub(super) fn replace(&self, scene: &mut Scenario, value: ParamValue) -> ParamValue {
        let before = (self.value)(scene);
        (self.set)(scene, value);
        before
    }

    /// Whether the value in a scene differs from the default.
    fn is_changed(&self, scene: &Scenario) -> bool {
        (self.value)(scene) != self.field.spec.default
    }
}

/// The scene-wide setting with this path, if it may change during a run. Settings of flows are not included.
pub(super) fn live_at(path: &str) -> Option<&'static SceneField> {
    OF_THE_SCENE.iter().find(|setting| setting.field.is_live && setting.field.path() == path)
}

/// Reads the settings of the object at a dotted path.
pub(super) fn read(object: &str, from: &mut Reader<'_>, scene: &mut Scenario, problems: &mut Problems) {
    for setting in of_object(object) {
        (setting.set)(scene, from.setting(&setting.field.spec, problems));
    }
}

/// Writes the settings of every JSON object of a scene, such as `bottleneck`. If one optional setting of an object
/// differs from its default, all optional settings of the object are written.
pub(super) fn write(scene: &Scenario, json: &mut Value) {
    for SceneField { field, value, .. } in OF_THE_SCENE {
        let is_optional = |setting: &&SceneField| setting.field.written == Written::IfSet;
        if field.written == Written::Always
            || of_object(field.parent).filter(is_optional).any(|setting| setting.is_changed(scene))
        {
            let object = if field.parent.is_empty() { &mut *json } else { &mut json[field.parent] };
            object[field.spec.id] = value(scene).to_json();
        }
    }
}

fn of_object(object: &str) -> impl Iterator<Item = &'static SceneField> {
    OF_THE_SCENE.iter().filter(move |setting| setting.field.parent == object)
}

/// A type in which [`Scenario`] stores the value of a setting.
trait Kept: Sized {
    /// The value in the type in which [`Scenario`] stores it.
    fn of(value: ParamValue) -> Self;

    /// The value in the type that the declaration of the setting uses.
    fn value(self) -> ParamValue;
}

impl Kept for u64 {
    fn of(value: ParamValue) -> Self {
        match value {
            ParamValue::Integer(value) => Self::try_from(value).unwrap_or(0),
            other => unreachable!("{other:?} is not a whole number"),
        }
    }

    fn value(self) -> ParamValue {
        ParamValue::Integer(i64::try_from(self).unwrap_or(i64::MAX))
    }
}

impl Kept for f64 {
    fn of(value: ParamValue) -> Self {
        match value {
            ParamValue::Real(value) => value,
            other => unreachable!("{other:?} is not a number"),
        }
    }

    fn value(self) -> ParamValue {
        ParamValue::Real(self)
    }
}

impl Kept for SimTime {
    fn of(value: ParamValue) -> Self {
        Self::from_secs(Kept::of(value))
    }

    fn value(self) -> ParamValue {
        ParamValue::Real(self.secs())
    }
}

impl Kept for Span {
    fn of(value: ParamValue) -> Self {
        Self::from_secs(Kept::of(value))
    }

    fn value(self) -> ParamValue {
        ParamValue::Real(self.secs())
    }
}

impl Kept for Profile {
    fn of(value: ParamValue) -> Self {
        Self::ALL.into_iter().find(|profile| value == profile.value()).unwrap_or_default()
    }

    fn value(self) -> ParamValue {
        ParamValue::Choice(self.id())
    }
}

impl Kept for ServiceLaw {
    fn of(value: ParamValue) -> Self {
        if value == Self::Geometric.value() { Self::Geometric } else { Self::Constant }
    }

    fn value(self) -> ParamValue {
        ParamValue::Choice(self.id())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::declare::ParamKind;
    use serde_json::json;

    #[test]
    fn every_setting_is_stored_as_given() {
        let lanes_and_flows = json!({ "lanes": [{ "aqm": "drop-tail" }], "flows": [{ "count": 1 }] });
        let scene = Scenario::parse(&lanes_and_flows).unwrap();
        for setting in OF_THE_SCENE {
            let spec = setting.field.spec;
            assert_eq!((setting.value)(&scene), spec.default, "{}", spec.id);
            let extremes = match spec.kind {
                ParamKind::Integer { min, max } => [min, max].map(ParamValue::Integer).to_vec(),
                ParamKind::Real { min, max } => [min, max].map(ParamValue::Real).to_vec(),
                _ => match spec.parse(&json!("geometric")).or_else(|_| spec.parse(&json!("rfc6298"))) {
                    Ok(other) => vec![other],
                    Err(problem) => panic!("{problem:?}"),
                },
            };
            for value in extremes {
                let mut changed = scene.clone();
                assert_eq!(setting.replace(&mut changed, value), spec.default);
                assert_eq!((setting.value)(&changed), value, "{}", spec.id);
                let is_omitted = setting.field.written == Written::IfSet && value == spec.default;
                let written = (!is_omitted).then(|| value.to_json());
                assert_eq!(changed.to_json().pointer(&pointer(&setting.field)), written.as_ref());
            }
        }
    }

    fn pointer(field: &Field) -> String {
        format!("/{}", field.path().replace('.', "/"))
    }

    #[test]
    fn optional_settings_of_an_object_are_written_together() {
        let scene = |bottleneck: Value| {
            let scene =
                json!({ "bottleneck": bottleneck, "lanes": [{ "aqm": "drop-tail" }], "flows": [{ "count": 1 }] });
            Scenario::parse(&scene).unwrap().to_json()["bottleneck"].clone()
        };
        assert_eq!(scene(json!({})), json!({ "capacity_bps": 1_000_000, "delay_s": 0.01 }));
        assert_eq!(
            scene(json!({ "service": "geometric" })),
            json!({ "capacity_bps": 1_000_000, "delay_s": 0.01, "service": "geometric", "service_slot_s": 0.001 })
        );
    }
}

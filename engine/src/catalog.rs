//! Everything that the parts of the engine declare about themselves, as one JSON value.

use crate::discipline::about::{About, Bound, Mark, ParamKind, ParamSpec, Quantity, StateView};
use crate::discipline::{ABOUTS, Reason, decisions_of};
use crate::endpoint::{SOURCES, TRANSPORTS};
use crate::scenario::fields;
use crate::scenario::flow_fields::{AppliesTo, Written};
use serde_json::{Map, Value, json};

/// The whole catalog: disciplines, transports, sources, reasons, settings of a scene.
pub fn catalog() -> Value {
    json!({
        "engine_version": env!("CARGO_PKG_VERSION"),
        "disciplines": ABOUTS.iter().map(|about| discipline(about)).collect::<Vec<_>>(),
        "transports": transports(),
        "sources": sources(),
        "reasons": Reason::ALL.iter().map(|reason| {
            let about = reason.about();
            json!({
                "id": about.id,
                "name": about.name,
                "meaning": about.meaning,
                "family": about.family.id(),
                "is_mark": about.is_mark,
            })
        }).collect::<Vec<_>>(),
        "scene_settings": fields::all().map(|field| {
            let mut setting = setting(&field.spec, field.spec.default.to_json());
            setting.insert("path".into(), field.path().into());
            setting.insert("applies_to".into(), applies_to(field.applies_to));
            setting.insert("is_optional".into(), (field.written == Written::IfSet).into());
            setting.insert("group".into(), field.group.id().into());
            setting.insert("is_live".into(), field.is_live.into());
            Value::Object(setting)
        }).collect::<Vec<_>>(),
    })
}

/// What a discipline tells about itself.
pub fn discipline(about: &About) -> Value {
    json!({
        "id": about.id,
        "name": about.name,
        "year": about.year,
        "citation": about.citation,
        "idea": about.idea,
        "memory": about.memory.id(),
        "confidence": about.confidence.id(),
        "confidence_note": about.confidence_note,
        "decisions": decisions_of(about.id),
        "view": about.view.id(),
        "params": about.params().map(|spec| Value::Object(setting(spec, about.default_of(spec).to_json()))).collect::<Vec<_>>(),
        "param_sets": about.param_sets.iter().map(|set| json!({
            "id": set.id,
            "name": set.name,
            "values": set.values.iter().map(|(id, value)| ((*id).to_owned(), value.to_json())).collect::<Map<_, _>>(),
        })).collect::<Vec<_>>(),
        "code": about.code().map(|line| json!({ "indent": line.indent, "text": line.text })).collect::<Vec<_>>(),
        "quantities": about.quantities().map(quantity).collect::<Vec<_>>(),
        "gauges": about.gauges.iter().map(quantity).collect::<Vec<_>>(),
        "state": about.state.iter().map(state_view).collect::<Vec<_>>(),
        "reasons": about.reasons.iter().map(|reason| reason.about().id).collect::<Vec<_>>(),
    })
}

fn state_view(view: &StateView) -> Value {
    match view {
        StateView::Dial { gauge, scale: (from, to), mark } => json!({
            "kind": "dial", "gauge": gauge, "from": bound(*from), "to": bound(*to), "mark": mark.as_ref().map(marked),
        }),
        StateView::Table(table) => json!({
            "kind": "table",
            "title": table.title,
            "meaning": table.meaning,
            "columns": table.columns.iter().map(quantity).collect::<Vec<_>>(),
            "to": bound(table.scale),
            "mark": table.mark.as_ref().map(marked),
        }),
        StateView::Label(label) => json!({ "kind": "label", "label": quantity(label) }),
    }
}

fn marked(mark: &Mark) -> Value {
    json!({ "at": bound(mark.at), "name": mark.name })
}

/// A number, a parameter or a gauge; null is open.
fn bound(bound: Bound) -> Value {
    match bound {
        Bound::Value(value) => json!({ "value": value }),
        Bound::Param(id) => json!({ "param": id }),
        Bound::Gauge(id) => json!({ "gauge": id }),
        Bound::Open => Value::Null,
    }
}

/// The transports.
pub fn transports() -> Vec<Value> {
    TRANSPORTS
        .iter()
        .map(|about| {
            json!({
                "id": about.id, "name": about.name, "year": about.year,
                "citation": about.citation, "meaning": about.idea,
            })
        })
        .collect()
}

/// The sources.
pub fn sources() -> Vec<Value> {
    SOURCES.iter().map(|about| json!({ "id": about.id, "name": about.name, "meaning": about.idea })).collect()
}

/// Ids of the transports or sources that a setting is for; null is any.
fn applies_to(applies_to: AppliesTo) -> Value {
    let tcp = || TRANSPORTS.iter().map(|about| about.id).collect::<Vec<_>>();
    match applies_to {
        AppliesTo::All => json!({ "transports": null, "sources": null }),
        AppliesTo::Tcp => json!({ "transports": tcp(), "sources": null }),
        AppliesTo::Transports(ids) => json!({ "transports": ids, "sources": null }),
        AppliesTo::Sources(ids) => json!({ "transports": null, "sources": ids }),
    }
}

fn setting(spec: &ParamSpec, default: Value) -> Map<String, Value> {
    let kind = match spec.kind {
        ParamKind::Integer { min, max } => json!({ "kind": "integer", "min": min, "max": max }),
        ParamKind::Real { min, max } => json!({ "kind": "real", "min": min, "max": max }),
        ParamKind::Switch => json!({ "kind": "switch" }),
        ParamKind::Choice(choices) => json!({
            "kind": "choice",
            "choices": choices.iter().map(|choice| json!({ "id": choice.id, "meaning": choice.meaning })).collect::<Vec<_>>(),
        }),
    };
    let fields = [
        ("id", spec.id.into()),
        ("name", spec.name.into()),
        ("symbol", spec.symbol.into()),
        ("unit", spec.unit.into()),
        ("kind", kind),
        ("default", default),
        ("meaning", spec.meaning.into()),
        ("is_logarithmic", spec.is_logarithmic.into()),
        ("is_on_ruler", spec.is_on_ruler.into()),
        ("is_advanced", spec.is_advanced.into()),
    ];
    fields.into_iter().map(|(name, value): (&str, Value)| (name.to_owned(), value)).collect()
}

fn quantity(quantity: &Quantity) -> Value {
    json!({
        "id": quantity.id, "symbol": quantity.symbol, "unit": quantity.unit, "meaning": quantity.meaning,
    })
}

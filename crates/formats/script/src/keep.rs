//! Stores the declarations of scripts in the engine's types.
//!
//! The engine's types require static declarations, so a script's declarations must live as long as the program. They
//! are stored once per text, up to a limit beyond which the page asks the user to reload. The store belongs to the
//! process rather than to a scene, because stored declarations are never freed. No result depends on it.

use crate::declare::{Declared, Kind, Param, Quantity};
use crate::program::{Kept, Script};
use crate::value::Value;
use chokepoint_engine::declare::{Choice, ParamKind, ParamSpec, ParamValue};
use chokepoint_engine::discipline::about::{
    About, CodeLine, Confidence, Memory, Quantity as QuantityAbout, Rule, View,
};
use chokepoint_engine::discipline::scripted::{SCRIPT, ScriptProblem};
use chokepoint_engine::discipline::{Reason, Settings};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Limit on the size of all stored declarations \[bytes\].
const MAX_KEPT: usize = 32 * 1024 * 1024;
/// Limit on the size of all stored texts of refused scripts \[bytes\].
const MAX_REFUSED: usize = 1024 * 1024;
/// Size of a cell of a constant \[bytes\].
const CELL_BYTES: usize = 16;

#[derive(Default)]
struct Shelf {
    scripts: BTreeMap<Arc<str>, Arc<Kept>>,
    bytes: usize,
    /// Recently refused scripts with their problems. They are stored because a scene parses its scripts several times.
    refused: BTreeMap<Arc<str>, ScriptProblem>,
    refused_bytes: usize,
}

impl Shelf {
    fn refuse(&mut self, text: &str, problem: &ScriptProblem) {
        let bytes = text.len() + problem.problem.len() + 256;
        if self.refused_bytes + bytes > MAX_REFUSED {
            self.refused.clear();
            self.refused_bytes = 0;
        }
        self.refused_bytes += bytes;
        self.refused.insert(text.into(), problem.clone());
    }
}

static SHELF: Mutex<Option<Shelf>> = Mutex::new(None);

/// The script with this text, compiled only once.
pub(crate) fn kept(text: &str) -> Result<Arc<Kept>, ScriptProblem> {
    let mut guard = SHELF.lock().unwrap_or_else(PoisonError::into_inner);
    let shelf = guard.get_or_insert_default();
    if let Some(kept) = shelf.scripts.get(text) {
        return Ok(kept.clone());
    }
    if let Some(problem) = shelf.refused.get(text) {
        return Err(problem.clone());
    }
    let script = match Script::read(text) {
        Ok(script) => script,
        Err(problem) => {
            shelf.refuse(text, &problem);
            return Err(problem);
        }
    };
    // A script's tree takes about forty times as many bytes as its text; the factor 48 leaves some margin.
    let bytes = 48 * text.len() + 4_096 + CELL_BYTES * script.code.declared.computed;
    if shelf.bytes + bytes > MAX_KEPT {
        let full =
            "this program has read so many different scripts that its memory for them is full; restart the program";
        let problem = ScriptProblem { line: 1, column: 1, problem: full.into() };
        shelf.refuse(text, &problem);
        return Err(problem);
    }
    shelf.bytes += bytes;
    let about = Box::leak(Box::new(about(&script)));
    let kept = Arc::new(Kept { about, script });
    shelf.scripts.insert(text.into(), kept.clone());
    Ok(kept)
}

fn leak(text: &str) -> &'static str {
    String::leak(text.to_owned())
}

fn list<T>(items: Vec<T>) -> &'static [T] {
    Vec::leak(items)
}

fn about(script: &Script) -> About {
    let code = &script.code;
    let declared = &code.declared;
    let mut reasons: Vec<Reason> = code.reasons.iter().flatten().copied().collect();
    reasons.sort_unstable();
    reasons.dedup();
    let without: Vec<Reason> = code.reasons[1].iter().filter(|it| !code.reasons[0].contains(it)).copied().collect();
    About {
        id: SCRIPT,
        name: leak(&declared.name),
        year: 0,
        citation: "",
        idea: leak(&declared.idea),
        memory: if code.has_queues { Memory::PerFlow } else { Memory::Partial },
        confidence: Confidence::Low,
        confidence_note: "A script of a user.",
        view: match (code.has_queues, declared.queues_are_flows) {
            (false, _) => View::Fifo,
            (true, true) => View::FlowQueues,
            (true, false) => View::BucketQueues,
        },
        params: list(vec![list(declared.params.iter().map(spec).collect())]),
        defaults: &[],
        param_sets: &[],
        code: list(vec![list(lines(script))]),
        rule: Rule::NONE,
        quantities: list(vec![list(declared.quantities.iter().map(quantity).collect())]),
        gauges: list(declared.gauges.iter().map(quantity).collect()),
        state: &[],
        reasons: list(reasons),
        reasons_without_arrival: list(without),
    }
}

fn quantity(quantity: &Quantity) -> QuantityAbout {
    QuantityAbout {
        id: leak(&quantity.id),
        symbol: leak(&quantity.symbol),
        unit: leak(&quantity.unit),
        meaning: leak(&quantity.meaning),
    }
}

fn spec(param: &Param) -> ParamSpec {
    let (kind, default) = match &param.kind {
        Kind::Integer((min, max), default) => {
            (ParamKind::Integer { min: *min, max: *max }, ParamValue::Integer(*default))
        }
        Kind::Real((min, max), default) => (ParamKind::Real { min: *min, max: *max }, ParamValue::Real(*default)),
        Kind::Switch(default) => (ParamKind::Switch, ParamValue::Switch(*default)),
        Kind::Choice(choices, default) => {
            let choices: Vec<Choice> =
                choices.iter().map(|(id, meaning)| Choice { id: leak(id), meaning: leak(meaning) }).collect();
            let default = ParamValue::Choice(choices[*default].id);
            (ParamKind::Choice { choices: list(choices) }, default)
        }
    };
    ParamSpec {
        id: leak(&param.id),
        name: leak(&param.name),
        symbol: leak(&param.symbol),
        unit: leak(&param.unit),
        kind,
        default,
        meaning: leak(&param.meaning),
        is_logarithmic: param.is_logarithmic,
        is_on_ruler: param.is_on_ruler,
        is_advanced: param.is_advanced,
    }
}

/// The lines of a script that contain statements, as pseudo-code.
fn lines(script: &Script) -> Vec<CodeLine> {
    let text: Vec<&str> = script.text.lines().collect();
    let line = |&(number, is_test): &(u16, bool)| {
        let line = text.get(usize::from(number).saturating_sub(1)).copied().unwrap_or_default();
        let indent = line.chars().take_while(|it| it.is_whitespace()).map(|it| if it == '\t' { 4 } else { 1 });
        let indent = u8::try_from(indent.sum::<usize>() / 4).unwrap_or(u8::MAX);
        CodeLine { indent, text: leak(line.trim()), is_test, only_if: &[], or: &[] }
    };
    script.code.lines.iter().map(line).collect()
}

/// The values of all parameters, in the types of scripts.
pub(crate) fn values(declared: &Declared, settings: &Settings) -> Vec<Value> {
    let value = |param: &Param| match &param.kind {
        Kind::Integer(..) => Value::Int(settings.integer(&param.id)),
        Kind::Real(..) => Value::Real(settings.real(&param.id)),
        Kind::Switch(_) => Value::Bool(settings.switch(&param.id)),
        Kind::Choice(..) => Value::text(settings.choice(&param.id)),
    };
    declared.params.iter().map(value).collect()
}

pub(crate) fn defaults(declared: &Declared) -> Vec<Value> {
    let value = |param: &Param| match &param.kind {
        Kind::Integer(_, value) => Value::Int(*value),
        Kind::Real(_, value) => Value::Real(*value),
        Kind::Switch(value) => Value::Bool(*value),
        Kind::Choice(choices, place) => Value::text(&choices[*place].0),
    };
    declared.params.iter().map(value).collect()
}

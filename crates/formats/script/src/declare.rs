//! The declarations at the head of a script: `name`, `params`, `reasons`, `quantities`, `gauges`, and other constants.

use crate::lower::{Lowered, at, wrong};
use crate::operators::Binary;
use crate::tree::At;
use crate::value::{Key, MAX_ITEMS, MAX_NESTING, Value};
use chokepoint_engine::declare::{ParamKind, ParamSpec, ParamValue};
use chokepoint_engine::discipline::about::UNNAMED_SCRIPT;
use chokepoint_engine::discipline::parts::fifo;
use chokepoint_engine::discipline::reason::Reason;
use rhai::{ASTFlags, Expr, Stmt};
use std::collections::BTreeMap;

/// Largest number of parameters of a script, and likewise of its reasons and of its gauges.
const MAX_DECLARED: usize = 40;
/// Limit on the cells that evaluating all constants may create; a number or an item of an array is one cell.
const MAX_COMPUTED: usize = 4 * MAX_ITEMS;
/// Length limit of a text in a declaration \[characters\].
const MAX_DECLARED_TEXT: usize = 300;

/// A number that the script reports under this name: a quantity or a gauge.
#[derive(Clone, Debug, Default)]
pub(crate) struct Quantity {
    pub(crate) id: String,
    pub(crate) symbol: String,
    pub(crate) unit: String,
    pub(crate) meaning: String,
}

/// A reason that the script declares.
#[derive(Clone, Debug)]
pub(crate) struct OwnReason {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) meaning: String,
    /// The built-in reason under which results count drops or marks with this reason. The page uses its colour and
    /// symbol.
    pub(crate) like: Reason,
}

/// The declarations of a script.
#[derive(Clone, Debug, Default)]
pub struct Declared {
    /// Name of the script.
    pub name: String,
    pub(crate) idea: String,
    /// Parameters; one of them is always the buffer size `limit`.
    pub params: Vec<Param>,
    pub(crate) reasons: Vec<OwnReason>,
    pub(crate) quantities: Vec<Quantity>,
    pub(crate) gauges: Vec<Quantity>,
    /// Whether queues are numbered by flow.
    pub(crate) queues_are_flows: bool,
    /// Other constants of the script.
    pub(crate) constants: BTreeMap<String, Value>,
    /// Number of cells created by evaluating all constants.
    pub(crate) computed: usize,
}

/// A parameter with its descriptive texts.
#[derive(Clone, Debug)]
pub struct Param {
    /// Id in scripts and scenes.
    pub id: String,
    pub(crate) name: String,
    pub(crate) symbol: String,
    /// Unit; empty if dimensionless.
    pub unit: String,
    /// Meaning in a sentence.
    pub meaning: String,
    /// The kind of its values.
    pub kind: Kind,
    pub(crate) is_logarithmic: bool,
    pub(crate) is_on_ruler: bool,
    pub(crate) is_advanced: bool,
}

/// The kind of a parameter, with its allowed values and default.
#[derive(Clone, Debug)]
pub enum Kind {
    /// A whole number: least and greatest value, and default.
    Integer((i64, i64), i64),
    /// A real number: least and greatest value, and default.
    Real((f64, f64), f64),
    /// A switch with its default.
    Switch(bool),
    /// A choice: ids with their meanings, and the index of the default.
    Choice(Vec<(String, String)>, usize),
}

impl Declared {
    pub(crate) fn read(statements: &[Stmt]) -> Lowered<Self> {
        let mut declared = Self { name: UNNAMED_SCRIPT.into(), ..Self::default() };
        for statement in statements {
            let place = at(statement.position());
            let (name, expr) = match statement {
                Stmt::Noop(_) => continue,
                Stmt::Var(parts, flags, _) if flags.contains(ASTFlags::CONSTANT) => (parts.0.name.as_str(), &parts.1),
                Stmt::Var(parts, ..) => {
                    let name = parts.0.name.as_str();
                    let hint = format!("write const {name} = …, or this.{name} = … in init() for a value that changes");
                    return wrong(place, format!("outside of functions only constants are allowed; {hint}"));
                }
                _ => return wrong(place, "outside of functions only constants are allowed: const name = …"),
            };
            declared.constant(name, expr, place)?;
        }
        if !declared.params.iter().any(|param| param.id == "limit") {
            declared.params.insert(0, limit());
        }
        Ok(declared)
    }

    fn constant(&mut self, name: &str, expr: &Expr, place: At) -> Lowered<()> {
        match name {
            "name" => self.name = text(&literal(expr, &self.constants, &mut self.computed)?, "name", place)?,
            "idea" => self.idea = text(&literal(expr, &self.constants, &mut self.computed)?, "idea", place)?,
            "view" => {
                self.queues_are_flows =
                    match text(&literal(expr, &self.constants, &mut self.computed)?, "view", place)?.as_str() {
                        "flows" => true,
                        "buckets" => false,
                        other => return wrong(place, format!("view: {other:?} is neither \"flows\" nor \"buckets\"")),
                    }
            }
            "params" => {
                for (id, value) in entries(expr, "params", place)? {
                    let value = literal(value, &self.constants, &mut self.computed)?;
                    self.params.push(param(id, &value, place)?);
                }
            }
            "reasons" => {
                for (id, value) in entries(expr, "reasons", place)? {
                    let value = literal(value, &self.constants, &mut self.computed)?;
                    let reason = own_reason(id, &value, place)?;
                    if let Some(other) = self.reasons.iter().find(|other| other.like == reason.like) {
                        let problem = format!(
                            "{id} and {} are both like {:?}, so results could not distinguish them",
                            other.id,
                            reason.like.about().id
                        );
                        return wrong(place, problem);
                    }
                    self.reasons.push(reason);
                }
            }
            "quantities" | "gauges" => {
                let mut list = Vec::new();
                for (id, value) in entries(expr, name, place)? {
                    let value = literal(value, &self.constants, &mut self.computed)?;
                    list.push(quantity(id, &value, name, place)?);
                }
                if name == "gauges" { self.gauges = list } else { self.quantities = list }
            }
            "queue" | "link" | "this" | "packet" => return wrong(place, format!("{name} is declared already")),
            _ => {
                let value = literal(expr, &self.constants, &mut self.computed)?;
                self.constants.insert(name.to_owned(), value);
            }
        }
        Ok(())
    }

    /// The built-in reason for a name, which is the id of a built-in reason or of a reason declared by the script. Each
    /// declared reason states the built-in reason under which results count it.
    pub(crate) fn reason(&self, name: &str, is_mark: bool) -> Result<Reason, String> {
        let own = self.reasons.iter().find(|reason| reason.id == name).map(|reason| reason.like);
        let reason = own.or_else(|| Reason::of(name)).ok_or_else(|| {
            let own = self.reasons.iter().map(|reason| reason.id.as_str());
            let known = own.chain(Reason::ALL.iter().map(|reason| reason.about().id));
            format!("{name:?} is not a reason; the reasons are {}", known.collect::<Vec<_>>().join(", "))
        })?;
        match (is_mark, reason.about().is_mark) {
            (true, false) => Err(format!("{name:?} is a reason of drops; marks have mark_early, mark_forced, …")),
            (false, true) => Err(format!("{name:?} is a reason of marks, not of drops")),
            _ => Ok(reason),
        }
    }
}

/// Evaluates a constant expression of numbers, texts, arrays, maps and operators. Adds the number of cells created to
/// `computed`.
pub(crate) fn literal(expr: &Expr, constants: &BTreeMap<String, Value>, computed: &mut usize) -> Lowered<Value> {
    let place = at(expr.position());
    let value = match expr {
        Expr::Unit(_) => Value::Unit,
        Expr::BoolConstant(value, _) => Value::Bool(*value),
        Expr::IntegerConstant(value, _) => Value::Int(*value),
        Expr::FloatConstant(value, _) => Value::Real(**value),
        Expr::StringConstant(value, _) => Value::text(value.as_str()),
        Expr::Variable(name, ..) => match constants.get(name.1.as_str()) {
            Some(value) => return Ok(value.clone()),
            None => return wrong(place, format!("{} is not a constant declared above", name.1)),
        },
        Expr::Array(items, _) => {
            let items = items.iter().map(|item| literal(item, constants, computed)).collect::<Lowered<Vec<_>>>()?;
            Value::array(items)
        }
        Expr::Map(items, _) => {
            let items = items
                .0
                .iter()
                .map(|(name, item)| Ok((Key::text(name.name.as_str()), literal(item, constants, computed)?)));
            Value::map(items.collect::<Lowered<_>>()?)
        }
        Expr::FnCall(call, _) => match (call.name.as_str(), &call.args[..]) {
            ("-", [value]) => match literal(value, constants, computed)? {
                Value::Int(value) if value != i64::MIN => Value::Int(-value),
                Value::Real(value) => Value::Real(-value),
                other => return wrong(place, format!("−{other} is not defined")),
            },
            (operator, [left, right]) => {
                let Some(operator) = Binary::of(operator) else {
                    return wrong(place, "a constant is made of numbers, texts, arrays and maps, without calls");
                };
                let (left, right) = (literal(left, constants, computed)?, literal(right, constants, computed)?);
                compute(operator.price(&left, &right), computed, place)?;
                let value = operator.apply(&left, &right);
                value.or_else(|problem| wrong(place, problem))?
            }
            _ => return wrong(place, "a constant is made of numbers, texts, arrays and maps, without calls"),
        },
        _ => return wrong(place, "a constant is made of numbers, texts, arrays and maps"),
    };
    // Constants take memory, so their size is limited.
    if value.cells() > MAX_ITEMS {
        return wrong(place, format!("a constant may have {MAX_ITEMS} items at most"));
    }
    if value.is_container() {
        compute(value.cells(), computed, place)?;
        if value.nesting() > MAX_NESTING {
            return wrong(place, format!("arrays and maps are nested more than {MAX_NESTING} deep"));
        }
    }
    Ok(value)
}

/// Adds the cells (numbers and items) of a constant to `computed`, their number in all constants so far. Returns a
/// problem if the limit is exceeded.
fn compute(cells: usize, computed: &mut usize, at: At) -> Lowered<()> {
    *computed = computed.saturating_add(cells);
    if *computed > MAX_COMPUTED {
        return wrong(at, format!("all constants together may have {MAX_COMPUTED} numbers and items at most"));
    }
    Ok(())
}

/// The entries of a map literal, in source order.
fn entries<'e>(expr: &'e Expr, what: &str, place: At) -> Lowered<Vec<(&'e str, &'e Expr)>> {
    let Expr::Map(items, _) = expr else {
        return wrong(place, format!("{what} is not a literal map: const {what} = #{{ … }}"));
    };
    if items.0.len() > MAX_DECLARED {
        return wrong(
            place,
            format!("{what} has {} entries, of which at most {MAX_DECLARED} are allowed", items.0.len()),
        );
    }
    Ok(items.0.iter().map(|(name, value)| (name.name.as_str(), value)).collect())
}

fn text(value: &Value, what: &str, place: At) -> Lowered<String> {
    match value {
        Value::Text(text) if text.chars().count() <= MAX_DECLARED_TEXT => Ok(text.to_string()),
        other => wrong(
            place,
            format!("{what}: {} is not a text of at most {MAX_DECLARED_TEXT} characters", other.in_words()),
        ),
    }
}

/// The fields of a declaration.
struct Fields<'v> {
    path: String,
    fields: &'v BTreeMap<Key, Value>,
    at: At,
}

impl<'v> Fields<'v> {
    fn new(path: String, value: &'v Value, known: &[&str], at: At) -> Lowered<Self> {
        let Value::Map(fields) = value else {
            return wrong(at, format!("{path}: {} is not a map: #{{ … }}", value.in_words()));
        };
        if let Some(other) = fields.keys().find(|key| !known.contains(&key.to_string().as_str())) {
            return wrong(at, format!("{path}.{other} is not known; known are {}", known.join(", ")));
        }
        Ok(Self { path, fields, at })
    }

    fn get(&self, name: &str) -> Option<&'v Value> {
        self.fields.get(&Key::text(name))
    }

    fn text(&self, name: &str) -> Lowered<String> {
        self.get(name).map_or(Ok(String::new()), |value| text(value, &format!("{}.{name}", self.path), self.at))
    }

    fn switch(&self, name: &str) -> Lowered<bool> {
        match self.get(name) {
            None => Ok(false),
            Some(Value::Bool(value)) => Ok(*value),
            Some(other) => self.wrong(name, &format!("{} is not true or false", other.in_words())),
        }
    }

    fn wrong<T>(&self, name: &str, problem: &str) -> Lowered<T> {
        wrong(self.at, format!("{}.{name}: {problem}", self.path))
    }
}

fn param(id: &str, value: &Value, place: At) -> Lowered<Param> {
    const KNOWN: &[&str] =
        &["name", "symbol", "unit", "range", "value", "meaning", "choices", "logarithmic", "ruler", "advanced"];
    let fields = Fields::new(format!("params.{id}"), value, KNOWN, place)?;
    let kind = kind(&fields)?;
    if id == "limit" && !matches!(kind, Kind::Integer((1.., ..=10_000), _)) {
        return fields.wrong("range", "the buffer is a whole number of packets within [1, 10000]");
    }
    let name = fields.text("name")?;
    Ok(Param {
        id: id.to_owned(),
        name: if name.is_empty() { id.replace('_', " ") } else { name },
        symbol: fields.text("symbol")?,
        unit: fields.text("unit")?,
        meaning: fields.text("meaning")?,
        kind,
        is_logarithmic: fields.switch("logarithmic")?,
        is_on_ruler: fields.switch("ruler")?,
        is_advanced: fields.switch("advanced")?,
    })
}

fn kind(fields: &Fields<'_>) -> Lowered<Kind> {
    let range = match fields.get("range") {
        None => None,
        Some(Value::Array(ends)) if ends.len() == 2 => Some((&ends[0], &ends[1])),
        Some(other) => return fields.wrong("range", &format!("{} is not [least, greatest]", other.in_words())),
    };
    let no_range = "is missing: [least, greatest]";
    Ok(match fields.get("value") {
        None => return fields.wrong("value", "is missing"),
        Some(Value::Bool(value)) => Kind::Switch(*value),
        Some(Value::Text(value)) => {
            let choices: Vec<(String, String)> = match fields.get("choices") {
                Some(Value::Map(choices)) => {
                    let choices = choices.iter().map(|(id, it)| Ok((id.to_string(), text(it, "choices", fields.at)?)));
                    choices.collect::<Lowered<_>>()?
                }
                Some(Value::Array(choices)) => {
                    let ids = choices.iter().map(|it| text(it, "choices", fields.at));
                    ids.map(|id| id.map(|id| (id, String::new()))).collect::<Lowered<_>>()?
                }
                _ => return fields.wrong("choices", "is missing: #{ id: \"meaning\", … }"),
            };
            match choices.iter().position(|(id, _)| *id == **value) {
                Some(place) => Kind::Choice(choices, place),
                None => return fields.wrong("value", &format!("{value:?} is none of the choices")),
            }
        }
        Some(&Value::Int(value)) => match range {
            None => return fields.wrong("range", no_range),
            Some((&Value::Int(min), &Value::Int(max))) if (min..=max).contains(&value) => {
                Kind::Integer((min, max), value)
            }
            // If either bound is a real number, an integer default is converted to real.
            Some((min, max)) => real(fields, min, max, value as f64)?,
        },
        Some(&Value::Real(value)) => match range {
            None => return fields.wrong("range", no_range),
            Some((min, max)) => real(fields, min, max, value)?,
        },
        Some(other) => {
            return fields.wrong("value", &format!("{} is not a number, text or truth value", other.in_words()));
        }
    })
}

fn real(fields: &Fields<'_>, min: &Value, max: &Value, value: f64) -> Lowered<Kind> {
    match (min, max) {
        (Value::Int(_) | Value::Real(_), Value::Int(_) | Value::Real(_)) => {}
        _ => return fields.wrong("range", "is not two numbers"),
    }
    let (min, max) = (min.number().unwrap_or(f64::NAN), max.number().unwrap_or(f64::NAN));
    if !(min.is_finite() && max.is_finite() && (min..=max).contains(&value)) {
        return fields.wrong("value", &format!("{value:?} is not within [{min:?}, {max:?}]"));
    }
    Ok(Kind::Real((min, max), value))
}

fn own_reason(id: &str, value: &Value, place: At) -> Lowered<OwnReason> {
    let fields = Fields::new(format!("reasons.{id}"), value, &["name", "meaning", "like"], place)?;
    if Reason::of(id).is_some() {
        return wrong(place, format!("reasons.{id}: {id} is declared already"));
    }
    let like = fields.text("like")?;
    let Some(reason) = Reason::of(&like) else {
        let known: Vec<_> = Reason::ALL.iter().map(|reason| reason.about().id).collect();
        return fields.wrong("like", &format!("{like:?} is none of {}", known.join(", ")));
    };
    let name = fields.text("name")?;
    Ok(OwnReason {
        id: id.to_owned(),
        name: if name.is_empty() { id.replace('_', " ") } else { name },
        meaning: fields.text("meaning")?,
        like: reason,
    })
}

fn quantity(id: &str, value: &Value, what: &str, place: At) -> Lowered<Quantity> {
    if let Value::Text(meaning) = value {
        let meaning = text(&Value::Text(meaning.clone()), id, place)?;
        return Ok(Quantity { id: id.to_owned(), symbol: id.to_owned(), unit: String::new(), meaning });
    }
    let fields = Fields::new(format!("{what}.{id}"), value, &["symbol", "unit", "meaning"], place)?;
    let symbol = fields.text("symbol")?;
    let symbol = if symbol.is_empty() { id.to_owned() } else { symbol };
    Ok(Quantity { id: id.to_owned(), symbol, unit: fields.text("unit")?, meaning: fields.text("meaning")? })
}

/// The parameter `limit`, the buffer size, which every discipline has.
fn limit() -> Param {
    let ParamSpec { id, name, symbol, unit, meaning, kind, default, .. } = fifo::LIMIT;
    let kind = match (kind, default) {
        (ParamKind::Integer { min, max }, ParamValue::Integer(default)) => Kind::Integer((min, max), default),
        _ => Kind::Integer((1, 10_000), 100),
    };
    Param {
        id: id.into(),
        name: name.into(),
        symbol: symbol.into(),
        unit: unit.into(),
        meaning: meaning.into(),
        kind,
        is_logarithmic: true,
        is_on_ruler: false,
        is_advanced: false,
    }
}

//! Executes one function call of a script, within limits.

use crate::functions::Host;
use crate::operators::Binary;
use crate::place::of_packet;
use crate::program::Code;
use crate::state::State;
use crate::tree::{At, Block, For, Line, Node, ReportedAs, Stmt};
use crate::value::{MAX_NESTING, Value};
use chokepoint_engine::discipline::scripted::Outside;
use chokepoint_engine::discipline::{LineId, QuantityId};
use chokepoint_engine::packet::Packet;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::mem;

/// Limit on the operations of a call. Evaluated expressions, loop iterations, and visited or copied items count as
/// operations. `docs/scripts.md` lists the cost of each function. No operation takes longer than some tens of
/// nanoseconds.
pub const MAX_OPERATIONS: u32 = 200_000;
/// Number of cells that count as one operation when an array or map gets a second owner. They are counted then, because
/// a later change may copy them.
const CELLS_PER_OPERATION: usize = 8;
/// Number of variables that count as one operation when a function is called, because the call creates them.
const VARIABLES_PER_OPERATION: usize = 8;
/// Largest depth of nested function calls.
pub const MAX_DEPTH: u32 = 16;

/// An error of a script, with its line and column.
#[derive(Clone, Debug)]
pub(crate) struct Fault {
    pub(crate) at: At,
    pub(crate) problem: String,
}

pub(crate) type Run<T> = Result<T, Box<Fault>>;

#[cold]
#[inline(never)]
pub(crate) fn fault<T>(at: At, problem: impl Into<String>) -> Run<T> {
    Err(Box::new(Fault { at, problem: problem.into() }))
}

/// The decision on the arrival, so far.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Fate {
    /// This call involves no arrival.
    None,
    Undecided,
    Admitted,
    Dropped,
}

/// How a statement ends.
enum Flow {
    Next,
    /// The statement was the last of its block, and its value is the value of the block.
    Tail(Value),
    Break,
    Continue,
    Return(Value),
}

/// A call of a script's function by the engine.
pub(crate) struct Call<'c, 'o> {
    pub(crate) code: &'c Code,
    pub(crate) state: &'c mut State,
    pub(crate) outside: &'c mut Outside<'o>,
    /// Whether the tracer receives lines and values.
    listens: bool,
    pub(crate) arrival: Option<Packet>,
    pub(crate) fate: Fate,
    /// Whether the link requests a packet in this call.
    pub(crate) is_exit: bool,
    pub(crate) sent: Option<Packet>,
    /// Whether the call may draw random numbers. Calls of init() and gauges() may not.
    pub(crate) has_chance: bool,
    /// Number of operations so far, in a `Cell` so that calls which only read values can count too.
    operations: Cell<u32>,
    depth: u32,
    pub(crate) stack: Vec<Value>,
    pub(crate) base: usize,
    function: usize,
    /// Position of the statement being executed, or the last one executed.
    here: At,
}

impl<'c, 'o> Call<'c, 'o> {
    pub(crate) fn new(code: &'c Code, state: &'c mut State, outside: &'c mut Outside<'o>) -> Self {
        let listens = outside.tracer.listens();
        let stack = mem::take(&mut state.stack);
        Self {
            code,
            state,
            outside,
            listens,
            arrival: None,
            fate: Fate::None,
            is_exit: false,
            sent: None,
            has_chance: true,
            operations: Cell::new(0),
            depth: 0,
            stack,
            base: 0,
            function: 0,
            here: At::default(),
        }
    }

    /// Ends the call, and keeps its allocations for the next one. Returns the number of operations.
    pub(crate) fn finish(mut self) -> u64 {
        self.stack.clear();
        self.state.stack = self.stack;
        self.operations.get().into()
    }

    /// The visible variables that have a value, and the properties of `this`.
    pub(crate) fn values(&self) -> Vec<(String, String)> {
        let mut values = Vec::new();
        let locals = self.code.functions.get(self.function).map_or(&[][..], |it| &it.locals[..]);
        let frame = self.stack.get(self.base..).unwrap_or_default();
        for (name, value) in locals.iter().zip(frame) {
            if !name.is_empty() && !matches!(value, Value::Unit) {
                values.push((name.clone(), value.to_string()));
            }
        }
        for (name, value) in self.code.this.iter().zip(&self.state.this) {
            if let Some(value) = value {
                values.push((format!("this.{name}"), value.to_string()));
            }
        }
        values
    }

    /// Calls a function of the script for the engine.
    pub(crate) fn enter(&mut self, function: usize, arrival: bool) -> Run<Value> {
        if arrival {
            self.stack.push(Value::Arrival);
        }
        self.call(function)
    }

    #[inline]
    pub(crate) fn count(&self, operations: usize, at: At) -> Run<()> {
        let operations = u32::try_from(operations).unwrap_or(u32::MAX);
        let operations = self.operations.get().saturating_add(operations);
        self.operations.set(operations);
        if operations > MAX_OPERATIONS {
            return fault(
                at,
                format!("takes more than {MAX_OPERATIONS} operations in one call; is there an endless loop?"),
            );
        }
        Ok(())
    }

    /// Executes a function whose arguments are on the stack. After an error, the frame is kept so that the values of
    /// variables can be reported.
    fn call(&mut self, function: usize) -> Run<Value> {
        let code = self.code;
        let callee = &code.functions[function];
        let place = callee.body.lines.first().map_or(At::default(), |line| line.at);
        self.count(callee.locals.len() / VARIABLES_PER_OPERATION, place)?;
        let outer = (self.base, self.function);
        self.base = self.stack.len() - callee.params;
        self.function = function;
        self.stack.resize(self.base + callee.locals.len(), Value::Unit);
        let flow = self.block(&callee.body)?;
        self.stack.truncate(self.base);
        (self.base, self.function) = outer;
        Ok(match flow {
            Flow::Tail(value) | Flow::Return(value) => value,
            _ => Value::Unit,
        })
    }

    fn block(&mut self, block: &Block) -> Run<Flow> {
        for line in &block.lines {
            match self.line(line)? {
                Flow::Next => {}
                other => return Ok(other),
            }
        }
        Ok(Flow::Next)
    }

    #[inline]
    fn report_line(&mut self, line: &Line) {
        if self.listens && line.code != u8::MAX {
            self.outside.tracer.line(LineId(line.code));
        }
    }

    #[inline]
    fn report_test(&mut self, line: &Line, held: bool) {
        if self.listens && line.code != u8::MAX {
            self.outside.tracer.test(LineId(line.code), held);
        }
    }

    #[inline]
    fn report_value(&mut self, reported_as: ReportedAs, value: &Value) {
        if self.listens
            && let Some(quantity) = reported_as
            && let Some(number) = value.number()
        {
            self.outside.tracer.value(QuantityId(quantity), number);
        }
    }

    fn line(&mut self, line: &Line) -> Run<Flow> {
        self.here = line.at;
        self.count(1, line.at)?;
        match &line.stmt {
            Stmt::Expr(node) => {
                self.report_line(line);
                self.eval(node)?;
            }
            Stmt::Tail(node) => {
                self.report_line(line);
                return self.eval(node).map(Flow::Tail);
            }
            Stmt::Let(slot, node, reported_as) => {
                self.report_line(line);
                let value = self.eval(node)?;
                self.report_value(*reported_as, &value);
                self.set_local(*slot, value);
            }
            Stmt::SetLocal(slot, operator, node, reported_as) => {
                self.report_line(line);
                let mut value = self.eval(node)?;
                if let Some(operator) = operator {
                    value = self.applied(*operator, self.local(*slot), &value, line.at)?;
                }
                self.report_value(*reported_as, &value);
                self.set_local(*slot, value);
            }
            Stmt::SetThis(slot, operator, node, reported_as) => {
                self.report_line(line);
                let mut value = self.eval(node)?;
                if let Some(operator) = operator {
                    value = self.applied(*operator, self.property(*slot, line.at)?, &value, line.at)?;
                }
                self.report_value(*reported_as, &value);
                self.state.this[usize::from(*slot)] = Some(value);
            }
            Stmt::SetPlace(place, operator, node) => {
                self.report_line(line);
                let value = self.eval(node)?;
                self.set_place(place, |it, before| {
                    let value = match operator {
                        Some(operator) => it.applied(*operator, before, &value, line.at)?,
                        None => value,
                    };
                    it.check_item(&value, line.at)?;
                    *before = value;
                    Ok(())
                })?;
            }
            Stmt::If(parts) => {
                let (condition, body, otherwise) = &**parts;
                let held = self.condition(condition, line.at)?;
                self.report_test(line, held);
                return self.block(if held { body } else { otherwise });
            }
            Stmt::While(parts) => {
                let (condition, body) = &**parts;
                loop {
                    self.count(1, line.at)?;
                    let held = self.condition(condition, line.at)?;
                    self.report_test(line, held);
                    if !held {
                        break;
                    }
                    match self.block(body)? {
                        Flow::Break => break,
                        Flow::Return(value) => return Ok(Flow::Return(value)),
                        Flow::Next | Flow::Tail(_) | Flow::Continue => {}
                    }
                }
            }
            Stmt::Do(parts, while_it) => {
                let (body, condition) = &**parts;
                loop {
                    self.count(1, line.at)?;
                    match self.block(body)? {
                        Flow::Break => break,
                        Flow::Return(value) => return Ok(Flow::Return(value)),
                        Flow::Next | Flow::Tail(_) | Flow::Continue => {}
                    }
                    let held = self.condition(condition, line.at)? == *while_it;
                    self.report_test(line, held);
                    if !held {
                        break;
                    }
                }
            }
            Stmt::For(parts) => return self.for_each(parts, line),
            Stmt::Break => {
                self.report_line(line);
                return Ok(Flow::Break);
            }
            Stmt::Continue => {
                self.report_line(line);
                return Ok(Flow::Continue);
            }
            Stmt::Return(node) => {
                self.report_line(line);
                return self.eval(node).map(Flow::Return);
            }
            Stmt::Block(block) => return self.block(block),
        }
        Ok(Flow::Next)
    }

    fn for_each(&mut self, parts: &For, line: &Line) -> Run<Flow> {
        let over = self.eval(&parts.over)?;
        let mut place = 0;
        loop {
            self.count(1, line.at)?;
            let item = match &over {
                Value::Range(range) => range.0.checked_add(place).filter(|&it| it < range.1).map(Value::Int),
                Value::Array(items) => usize::try_from(place).ok().and_then(|place| items.get(place)).cloned(),
                other => {
                    return fault(line.at, format!("for iterates over a range or an array, not {}", other.in_words()));
                }
            };
            self.report_test(line, item.is_some());
            let Some(item) = item else { return Ok(Flow::Next) };
            self.set_local(parts.variable, item);
            if let Some(counter) = parts.counter {
                self.set_local(counter, Value::Int(place));
            }
            match self.block(&parts.body)? {
                Flow::Break => return Ok(Flow::Next),
                Flow::Return(value) => return Ok(Flow::Return(value)),
                Flow::Next | Flow::Tail(_) | Flow::Continue => place += 1,
            }
        }
    }

    #[inline]
    fn condition(&mut self, node: &Node, at: At) -> Run<bool> {
        match self.eval(node)? {
            Value::Bool(held) => Ok(held),
            other => fault(at, format!("a condition is true or false, not {}", other.in_words())),
        }
    }

    #[inline]
    pub(crate) fn local(&self, slot: u16) -> &Value {
        &self.stack[self.base + usize::from(slot)]
    }

    #[inline]
    pub(crate) fn set_local(&mut self, slot: u16, value: Value) {
        self.stack[self.base + usize::from(slot)] = value;
    }

    #[inline]
    pub(crate) fn property(&self, slot: u16, at: At) -> Run<&Value> {
        match &self.state.this[usize::from(slot)] {
            Some(value) => Ok(value),
            None => {
                let name = &self.code.this[usize::from(slot)];
                fault(at, format!("this.{name} has no value yet; give it one in init()"))
            }
        }
    }

    /// Counts the operations for a copy when an array or map gets a second owner: the first change by either owner may
    /// copy all contents. The copy itself is not counted when it is made, because clones of the run cause copies, too.
    #[inline]
    fn given_on(&self, value: Value, at: At) -> Run<Value> {
        if value.is_container() {
            self.count(value.cells() / CELLS_PER_OPERATION, at)?;
        }
        Ok(value)
    }

    /// The value of an operand that is a number and needs no evaluation, as most operands are.
    #[inline]
    fn number_at(&self, node: &Node) -> Option<Value> {
        let value = match node {
            Node::Const(value) => value,
            Node::Local(slot) => self.local(*slot),
            Node::Param(slot) => &self.state.params[usize::from(*slot)],
            Node::This(slot, _) => self.state.this[usize::from(*slot)].as_ref()?,
            _ => return None,
        };
        match *value {
            Value::Int(number) => Some(Value::Int(number)),
            Value::Real(number) => Some(Value::Real(number)),
            _ => None,
        }
    }

    /// The value of an expression. Rare and slow cases are in separate functions, to keep this one's stack frame small.
    pub(crate) fn eval(&mut self, node: &Node) -> Run<Value> {
        self.operations.set(self.operations.get() + 1);
        match node {
            Node::Const(value) => self.given_on(value.clone(), self.here),
            Node::Local(slot) => self.given_on(self.local(*slot).clone(), self.here),
            Node::This(slot, at) => self.given_on(self.property(*slot, *at)?.clone(), *at),
            Node::Param(slot) => Ok(self.state.params[usize::from(*slot)].clone()),
            Node::Binary(operator, sides, at) => {
                let left = match self.number_at(&sides.0) {
                    Some(number) => number,
                    None => self.eval(&sides.0)?,
                };
                let right = match self.number_at(&sides.1) {
                    Some(number) => number,
                    None => self.eval(&sides.1)?,
                };
                match operator.on_numbers(&left, &right) {
                    Some(value) => Ok(value),
                    None => self.applied(*operator, &left, &right, *at),
                }
            }
            Node::And(parts, at) => {
                for part in parts {
                    if !self.condition(part, *at)? {
                        return Ok(Value::Bool(false));
                    }
                }
                Ok(Value::Bool(true))
            }
            Node::Or(parts, at) => {
                for part in parts {
                    if self.condition(part, *at)? {
                        return Ok(Value::Bool(true));
                    }
                }
                Ok(Value::Bool(false))
            }
            Node::Not(inner, at) => self.condition(inner, *at).map(|held| Value::Bool(!held)),
            Node::Host(function, args, at) => self.host(*function, args, *at),
            Node::Pure(function, args, at) => self.pure(*function, args, *at),
            Node::Call(function, args, at) => self.call_with(usize::from(*function), args, *at),
            _ => self.eval_rest(node),
        }
    }

    /// Applies an operator to two values and counts its price in operations.
    #[inline(never)]
    fn applied(&self, operator: Binary, left: &Value, right: &Value, at: At) -> Run<Value> {
        self.count(operator.price(left, right), at)?;
        operator.apply(left, right).or_else(|problem| fault(at, problem))
    }

    fn call_with(&mut self, function: usize, args: &[Node], at: At) -> Run<Value> {
        self.count(1, at)?;
        if self.depth >= MAX_DEPTH {
            return fault(at, format!("function calls are nested more than {MAX_DEPTH} deep"));
        }
        for arg in args {
            let value = self.eval(arg)?;
            self.stack.push(value);
        }
        self.depth += 1;
        let value = self.call(function)?;
        self.depth -= 1;
        Ok(value)
    }

    #[inline(never)]
    fn eval_rest(&mut self, node: &Node) -> Run<Value> {
        match node {
            Node::Negative(inner, at) => match self.eval(inner)? {
                Value::Int(value) if value != i64::MIN => Ok(Value::Int(-value)),
                Value::Real(value) => Ok(Value::Real(-value)),
                other => fault(*at, format!("a minus sign is for numbers, not for {}", other.in_words())),
            },
            Node::Read(place) => {
                let value = self.at_place(place, |_, value| value.clone())?;
                self.given_on(value, place.at)
            }
            Node::Index(parts, at) => {
                let (whole, key) = (&parts.0, &parts.1);
                // Only the item is copied, not the whole constant array or map.
                if let Node::Const(whole) = whole {
                    let key = self.eval(key)?;
                    return self.given_on(self.item(whole, &key, *at)?.clone(), *at);
                }
                let whole = self.eval(whole)?;
                let key = self.eval(key)?;
                self.item(&whole, &key, *at).cloned()
            }
            Node::Field(inner, field, at) => {
                // A field of a queued packet is read in place, without copying the packet.
                if let (Node::Host(Host::QueueAt, args, at), Some(of)) = (&**inner, field.of_packet) {
                    let (number, place) = self.waiting_place(args, *at)?;
                    return Ok(of_packet(&self.state.queues.get(number).packets[place], of));
                }
                let whole = self.eval(inner)?;
                self.field(&whole, field, *at)
            }
            Node::Inspect(function, place, args, at) => self.inspect(*function, place, args, *at),
            Node::Change(function, place, args, at) => self.change(*function, place, args, *at),
            Node::Block(block) => match self.block(block)? {
                Flow::Tail(value) => Ok(value),
                Flow::Next => Ok(Value::Unit),
                _ => fault(
                    block.lines.first().map_or(At::default(), |line| line.at),
                    "break, continue and return are not allowed within an expression",
                ),
            },
            Node::Array(items, at) => {
                let mut values = Vec::with_capacity(items.len());
                for item in items {
                    let value = self.eval(item)?;
                    self.check_item(&value, *at)?;
                    values.push(value);
                }
                Ok(Value::array(values))
            }
            Node::Map(items, at) => {
                let mut values = BTreeMap::new();
                for (key, item) in items {
                    let value = self.eval(item)?;
                    self.check_item(&value, *at)?;
                    values.insert(key.clone(), value);
                }
                Ok(Value::map(values))
            }
            // The function `eval` handles the other expressions.
            _ => Ok(Value::Unit),
        }
    }

    /// Checks whether a value may become an item of an array or a map, and counts its cells as operations.
    pub(crate) fn check_item(&self, value: &Value, at: At) -> Run<()> {
        if matches!(value, Value::Arrival) {
            return fault(at, "the arriving packet cannot be kept; keep what you need of it, such as packet.flow");
        }
        if !value.is_container() {
            return Ok(());
        }
        self.count(value.cells(), at)?;
        if value.nesting() >= MAX_NESTING {
            return fault(at, format!("arrays and maps are nested more than {MAX_NESTING} deep"));
        }
        Ok(())
    }
}

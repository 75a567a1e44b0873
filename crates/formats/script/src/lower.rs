//! Compiles Rhai's syntax tree into the tree that is executed, resolving every name. Constructs that a discipline does
//! not need are refused, with line and column.

use crate::declare::{Declared, literal};
use crate::functions::{self, Before, Callable, ENTRIES, Host, Meaning};
use crate::operators::Binary;
use crate::tree::{At, Block, For, Function, Line, Node, Place, ReportedAs, Root, Stmt};
use crate::value::{Key, Value};
use chokepoint_engine::discipline::reason::Reason;
use chokepoint_engine::discipline::scripted::ScriptProblem;
use rhai::{ASTFlags, BinaryExpr, Expr, FnCallExpr, OpAssignment, Position};
use std::collections::BTreeMap;

/// The compiled form, or a problem with its line and column.
pub type Lowered<T> = Result<T, ScriptProblem>;

/// Largest number of lines with statements: the page's limit for pseudo-code.
const MAX_CODE: usize = 250;
const MAX_QUANTITIES: usize = 250;
/// Largest number of variables per function, and of properties of `this`.
const MAX_NAMES: usize = 200;

/// Line and column of a syntax node.
pub(crate) fn at(position: Position) -> At {
    let number = |it: Option<usize>| u16::try_from(it.unwrap_or(1)).unwrap_or(u16::MAX);
    At { line: number(position.line()), column: number(position.position()) }
}

/// A problem at a line and column.
pub fn wrong<T>(at: At, problem: impl Into<String>) -> Lowered<T> {
    Err(ScriptProblem { line: at.line.into(), column: at.column.into(), problem: problem.into() })
}

/// A function of the script, as parsed.
pub(crate) struct Source {
    pub(crate) name: String,
    pub(crate) params: Vec<String>,
    pub(crate) statements: Vec<rhai::Stmt>,
    pub(crate) at: At,
}

/// Data collected over all functions.
pub(crate) struct Lowering<'a> {
    pub(crate) declared: &'a mut Declared,
    /// The functions of the script by name and number of arguments.
    numbers: BTreeMap<(&'a str, usize), u16>,
    /// The names of the properties of `this`, by index.
    pub(crate) this: Vec<String>,
    /// The lines of pseudo-code: line number in the text, and whether the line contains a test.
    pub(crate) code: Vec<(u16, bool)>,
    /// The reasons that the script gives for decisions on arrivals, and those for decisions on other packets.
    pub(crate) reasons: [Vec<Reason>; 2],
    /// Whether the script uses numbered queues.
    pub(crate) has_queues: bool,
    // State of the function being compiled.
    is_entry: Option<&'static str>,
    locals: Vec<String>,
    scope: Vec<(String, u16, bool)>,
}

/// Compiles all functions; a function's number is its index in the result.
pub(crate) fn lower<'a>(declared: &'a mut Declared, sources: &'a [Source]) -> Lowered<(Vec<Function>, Lowering<'a>)> {
    let mut numbers = BTreeMap::new();
    for (number, source) in sources.iter().enumerate() {
        numbers.insert((source.name.as_str(), source.params.len()), number as u16);
    }
    let mut it = Lowering {
        declared,
        numbers,
        this: Vec::new(),
        code: Vec::new(),
        reasons: [Vec::new(), Vec::new()],
        has_queues: false,
        is_entry: None,
        locals: Vec::new(),
        scope: Vec::new(),
    };
    let functions = sources.iter().map(|source| it.function(source)).collect::<Lowered<Vec<_>>>()?;
    Ok((functions, it))
}

impl Lowering<'_> {
    fn function(&mut self, source: &Source) -> Lowered<Function> {
        let place = source.at;
        let name = source.name.as_str();
        self.is_entry = None;
        if let Some(&(entry, count, ..)) = ENTRIES.iter().find(|(entry, ..)| *entry == name) {
            if source.params.len() != count {
                let takes = if count == 0 { "no argument".to_owned() } else { format!("{count} argument, the packet") };
                return wrong(place, format!("{name} takes {takes}, not {}", source.params.len()));
            }
            self.is_entry = Some(entry);
        } else if functions::find(name, |before| before == Before::Nothing).is_some() {
            return wrong(place, format!("{name}(…) exists already; give the function another name"));
        }
        self.locals = source.params.clone();
        self.scope = self.locals.iter().enumerate().map(|(place, name)| (name.clone(), place as u16, false)).collect();
        let body = self.block(&source.statements, true)?;
        let (params, locals) = (source.params.len(), std::mem::take(&mut self.locals));
        Ok(Function { name: name.to_owned(), params, locals, body })
    }

    /// Compiles statements in a scope of their own. If `has_value` is true and the last statement is an expression, its
    /// value is the value of the block.
    fn block(&mut self, statements: &[rhai::Stmt], has_value: bool) -> Lowered<Block> {
        let outer = self.scope.len();
        let mut lines = Vec::with_capacity(statements.len());
        for (place, statement) in statements.iter().enumerate() {
            let is_last = place + 1 == statements.len();
            if let Some(line) = self.statement(statement, has_value && is_last)? {
                lines.push(line);
            }
        }
        self.scope.truncate(outer);
        Ok(Block { lines })
    }

    fn statement(&mut self, statement: &rhai::Stmt, is_value: bool) -> Lowered<Option<Line>> {
        use rhai::Stmt as Source;
        let place = at(statement.position());
        let mut is_test = false;
        // A statement's line is registered before the lines inside the statement.
        let code = |it: &mut Self, is_test: bool| it.code_line(place, is_test);
        let (stmt, code) = match statement {
            Source::Noop(_) => return Ok(None),
            Source::If(flow, _) => {
                is_test = true;
                let code = code(self, is_test)?;
                let condition = self.expr(&flow.expr)?;
                let body = self.block(flow.body.statements(), is_value)?;
                let otherwise = self.block(flow.branch.statements(), is_value)?;
                (Stmt::If(Box::new((condition, body, otherwise))), code)
            }
            Source::While(flow, _) => {
                is_test = true;
                let code = code(self, is_test)?;
                let condition = match &flow.expr {
                    Expr::Unit(_) => Node::Const(Value::Bool(true)),
                    condition => self.expr(condition)?,
                };
                (Stmt::While(Box::new((condition, self.block(flow.body.statements(), false)?))), code)
            }
            Source::Do(flow, flags, _) => {
                is_test = true;
                let code = code(self, is_test)?;
                let body = self.block(flow.body.statements(), false)?;
                (Stmt::Do(Box::new((body, self.expr(&flow.expr)?)), !flags.contains(ASTFlags::NEGATED)), code)
            }
            Source::For(parts, _) => {
                is_test = true;
                let code = code(self, is_test)?;
                let (variable, counter, flow) = &**parts;
                let over = self.expr(&flow.expr)?;
                let outer = self.scope.len();
                let counter =
                    counter.as_ref().map(|name| self.declare(name.name.as_str(), false, place)).transpose()?;
                let variable = self.declare(variable.name.as_str(), false, place)?;
                let body = self.block(flow.body.statements(), false)?;
                self.scope.truncate(outer);
                (Stmt::For(Box::new(For { variable, counter, over, body })), code)
            }
            Source::Var(parts, flags, _) => {
                let code = code(self, is_test)?;
                let (name, value, _) = &**parts;
                let value = self.expr(value)?;
                let variable = self.declare(name.name.as_str(), flags.contains(ASTFlags::CONSTANT), place)?;
                let reported_as = self.reported_as(name.name.as_str(), place)?;
                (Stmt::Let(variable, value, reported_as), code)
            }
            Source::Assignment(parts) => {
                let code = code(self, is_test)?;
                (self.assignment(&parts.0, &parts.1)?, code)
            }
            Source::FnCall(call, position) => {
                let code = code(self, is_test)?;
                let node = self.call(call, at(*position))?;
                (if is_value { Stmt::Tail(node) } else { Stmt::Expr(node) }, code)
            }
            Source::Block(block) => return self.nested(block.statements(), is_value, place).map(Some),
            Source::Expr(expr) => {
                if let Expr::Stmt(block) = &**expr {
                    return self.nested(block.statements(), is_value, place).map(Some);
                }
                let code = code(self, is_test)?;
                let node = self.expr(expr)?;
                (if is_value { Stmt::Tail(node) } else { Stmt::Expr(node) }, code)
            }
            Source::BreakLoop(Some(_), ..) => return wrong(place, "break takes no value here"),
            Source::BreakLoop(None, flags, _) => {
                let code = code(self, is_test)?;
                (if flags.contains(ASTFlags::BREAK) { Stmt::Break } else { Stmt::Continue }, code)
            }
            Source::Return(_, flags, _) if flags.contains(ASTFlags::BREAK) => {
                return wrong(place, "throw is not available here; a discipline admits or drops");
            }
            Source::Return(value, ..) => {
                let code = code(self, is_test)?;
                let value = value.as_ref().map_or(Ok(Node::Const(Value::Unit)), |value| self.expr(value))?;
                (Stmt::Return(value), code)
            }
            Source::Switch(..) => return wrong(place, "switch is not available here; write if … else if …"),
            Source::TryCatch(..) => return wrong(place, "try is not available here: an error stops the lane"),
            _ => return wrong(place, "this statement is not available here"),
        };
        Ok(Some(Line { stmt, code, at: place }))
    }

    fn nested(&mut self, statements: &[rhai::Stmt], is_value: bool, at: At) -> Lowered<Line> {
        // A block has no line of pseudo-code of its own; its first statement has one.
        Ok(Line { stmt: Stmt::Block(self.block(statements, is_value)?), code: u8::MAX, at })
    }

    /// The id of the pseudo-code line that holds a statement.
    fn code_line(&mut self, at: At, is_test: bool) -> Lowered<u8> {
        if let Some(place) = self.code.iter().position(|&(line, _)| line == at.line) {
            self.code[place].1 |= is_test;
            return Ok(place as u8);
        }
        if self.code.len() >= MAX_CODE {
            return wrong(at, format!("has statements on more than {MAX_CODE} lines"));
        }
        self.code.push((at.line, is_test));
        Ok((self.code.len() - 1) as u8)
    }

    fn declare(&mut self, name: &str, is_constant: bool, at: At) -> Lowered<u16> {
        if matches!(name, "queue" | "link" | "params" | "this") {
            return wrong(at, format!("{name} exists already; give the variable another name"));
        }
        if self.locals.len() >= MAX_NAMES {
            return wrong(at, format!("a function may have {MAX_NAMES} variables at most"));
        }
        let place = self.locals.len() as u16;
        self.locals.push(name.to_owned());
        self.scope.push((name.to_owned(), place, is_constant));
        Ok(place)
    }

    /// The quantity under which the value of a variable or property is reported, created if none has been declared for
    /// the name.
    fn reported_as(&mut self, name: &str, at: At) -> Lowered<ReportedAs> {
        if self.is_entry == Some("init") {
            return Ok(None);
        }
        let quantities = &mut self.declared.quantities;
        if let Some(place) = quantities.iter().position(|quantity| quantity.id == name) {
            return Ok(Some(place as u8));
        }
        if quantities.len() >= MAX_QUANTITIES {
            return wrong(at, format!("has more than {MAX_QUANTITIES} names of variables and properties"));
        }
        quantities.push(crate::declare::Quantity {
            id: name.to_owned(),
            symbol: name.to_owned(),
            ..Default::default()
        });
        Ok(Some((quantities.len() - 1) as u8))
    }

    fn assignment(&mut self, operator: &OpAssignment, sides: &BinaryExpr) -> Lowered<Stmt> {
        let operator = match operator.get_op_assignment_info() {
            None => None,
            Some((.., syntax)) => match Binary::of(syntax) {
                Some(operator) => Some(operator),
                None => return wrong(at(operator.position()), format!("{syntax}= is not available here")),
            },
        };
        let value = self.expr(&sides.rhs)?;
        let Some(place) = self.place(&sides.lhs)? else {
            let place = at(sides.lhs.position());
            return wrong(place, "only variables, properties of this, and their parts can be assigned to");
        };
        self.refuse_constant(&place)?;
        if !place.steps.is_empty() {
            return Ok(Stmt::SetPlace(Box::new(place), operator, value));
        }
        Ok(match place.root {
            Root::Local(slot) => {
                let name = self.locals[usize::from(slot)].clone();
                Stmt::SetLocal(slot, operator, value, self.reported_as(&name, place.at)?)
            }
            Root::This(slot) => {
                let name = self.this[usize::from(slot)].clone();
                Stmt::SetThis(slot, operator, value, self.reported_as(&name, place.at)?)
            }
        })
    }

    /// Whether a variable or a constant of the script has this name.
    pub(crate) fn knows(&self, name: &str) -> bool {
        self.slot(name).is_some() || self.declared.constants.contains_key(name)
    }

    /// The index of a variable in the stack frame.
    pub(crate) fn slot(&self, name: &str) -> Option<u16> {
        self.scope.iter().rev().find(|(known, ..)| known == name).map(|&(_, slot, _)| slot)
    }

    /// The index of a new, unnamed variable.
    pub(crate) fn hidden(&mut self, at: At) -> Lowered<u16> {
        if self.locals.len() >= MAX_NAMES {
            return wrong(at, format!("a function may have {MAX_NAMES} variables at most"));
        }
        self.locals.push(String::new());
        Ok((self.locals.len() - 1) as u16)
    }

    /// A problem if the statement would change a constant.
    pub(crate) fn refuse_constant(&self, place: &Place) -> Lowered<()> {
        match place.root {
            Root::Local(slot) => match self.scope.iter().rev().find(|(_, it, _)| *it == slot) {
                Some((name, _, true)) => wrong(place.at, format!("{name} is a constant")),
                _ => Ok(()),
            },
            Root::This(_) => Ok(()),
        }
    }

    pub(crate) fn property(&mut self, name: &str, at: At) -> Lowered<u16> {
        if let Some(place) = self.this.iter().position(|known| known == name) {
            return Ok(place as u16);
        }
        if self.this.len() >= MAX_NAMES {
            return wrong(at, format!("this may have {MAX_NAMES} properties at most"));
        }
        self.this.push(name.to_owned());
        Ok((self.this.len() - 1) as u16)
    }

    fn exprs<'e>(&mut self, exprs: impl IntoIterator<Item = &'e Expr>) -> Lowered<Vec<Node>> {
        exprs.into_iter().map(|expr| self.expr(expr)).collect()
    }

    pub(crate) fn expr(&mut self, expr: &Expr) -> Lowered<Node> {
        let place = at(expr.position());
        Ok(match expr {
            Expr::Unit(_)
            | Expr::BoolConstant(..)
            | Expr::IntegerConstant(..)
            | Expr::FloatConstant(..)
            | Expr::StringConstant(..) => {
                Node::Const(literal(expr, &self.declared.constants, &mut self.declared.computed)?)
            }
            Expr::Variable(name, ..) => self.variable(name.1.as_str(), place)?,
            Expr::ThisPtr(_) => return wrong(place, "this needs the name of a property: this.name"),
            Expr::And(parts, _) => Node::And(self.exprs(parts.iter())?, place),
            Expr::Or(parts, _) => Node::Or(self.exprs(parts.iter())?, place),
            Expr::Array(items, _) => Node::Array(self.exprs(items.iter())?, place),
            Expr::Map(items, _) => {
                let items = items.0.iter().map(|(name, value)| Ok((Key::text(name.name.as_str()), self.expr(value)?)));
                Node::Map(items.collect::<Lowered<_>>()?, place)
            }
            Expr::FnCall(call, position) => self.call(call, at(*position))?,
            Expr::Dot(..) | Expr::Index(..) => self.chain(expr)?,
            Expr::Stmt(block) => Node::Block(Box::new(self.block(block.statements(), true)?)),
            Expr::CharConstant(..) => return wrong(place, "a single character is not available here; write a text"),
            Expr::InterpolatedString(..) => return wrong(place, "a text with values in it is not available here"),
            Expr::Coalesce(..) => return wrong(place, "?? is not available here; compare with ()"),
            _ => return wrong(place, "this expression is not available here"),
        })
    }

    fn variable(&mut self, name: &str, at: At) -> Lowered<Node> {
        if let Some(&(_, slot, _)) = self.scope.iter().rev().find(|(known, ..)| known == name) {
            return Ok(Node::Local(slot));
        }
        if let Some(value) = self.declared.constants.get(name) {
            return Ok(Node::Const(value.clone()));
        }
        match name {
            "params" => wrong(at, "params needs the name of a parameter: params.limit"),
            "queue" | "link" => wrong(at, format!("{name} needs the name of a function or value: {name}.…")),
            "packet" => wrong(at, "packet is available only in enqueue(packet); pass it as an argument"),
            _ => wrong(
                at,
                format!("{name} is not a variable here; a value that lasts is a property of this: this.{name}"),
            ),
        }
    }

    fn call(&mut self, call: &FnCallExpr, at: At) -> Lowered<Node> {
        let name = call.name.as_str();
        if call.capture_parent_scope {
            return wrong(at, "a call with ! is not available here");
        }
        match (name, &call.args[..]) {
            ("-", [value]) => return Ok(Node::Negative(Box::new(self.expr(value)?), at)),
            ("+", [value]) => return self.expr(value),
            ("!", [value]) => return Ok(Node::Not(Box::new(self.expr(value)?), at)),
            // Rhai represents `x in y` as a call of `contains`.
            ("contains", [whole, part]) => return self.method(whole, "contains", std::slice::from_ref(part), at),
            _ => {}
        }
        if let (Some(operator), [left, right]) = (Binary::of(name), &call.args[..]) {
            return Ok(Node::Binary(operator, Box::new((self.expr(left)?, self.expr(right)?)), at));
        }
        if let Some(&number) = self.numbers.get(&(name, call.args.len())) {
            return Ok(Node::Call(number, self.exprs(&call.args)?, at));
        }
        if let Some(row) = functions::find(name, |before| before == Before::Nothing) {
            let args = self.exprs(&call.args)?;
            return self.known(row, args, at);
        }
        let of_a_value = functions::find(name, |before| before == Before::Value);
        match (of_a_value, call.args.split_first()) {
            (Some(_), Some((value, args))) => self.method(value, name, args, at),
            _ => wrong(at, self.no_function(name, call.args.len())),
        }
    }

    fn no_function(&self, name: &str, count: usize) -> String {
        let others: Vec<_> = self.numbers.keys().filter(|(known, _)| *known == name).collect();
        if let Some((_, takes)) = others.first() {
            return format!("{name} takes {takes} arguments, not {count}");
        }
        match functions::find(name, |_| true) {
            Some(Callable { before: Before::Queue | Before::AnyQueue, .. }) => {
                format!("{name} is called as queue.{name}(…)")
            }
            Some(Callable { before: Before::OneQueue, .. }) => format!("{name} is called as queue.of(k).{name}(…)"),
            Some(Callable { before: Before::Link, .. }) => format!("{name} is called as link.{name}"),
            _ => format!("unknown function: {name}"),
        }
    }

    /// A call of a function from the table.
    pub(crate) fn known(&mut self, row: &Callable, args: Vec<Node>, at: At) -> Lowered<Node> {
        let (least, most) = row.count;
        if !(least..=most).contains(&args.len()) {
            if most == 0 {
                return wrong(at, format!("{} takes no arguments, not {}", row.name, args.len()));
            }
            let count = if least == most { least.to_string() } else { format!("{least} to {most}") };
            return wrong(at, format!("{} takes {count} arguments ({}), not {}", row.name, row.arguments, args.len()));
        }
        let host = match row.what {
            Meaning::Pure(pure) => return Ok(Node::Pure(pure, args, at)),
            Meaning::Host(host) => host,
            _ => return wrong(at, format!("call {} on a value: x.{}(…)", row.name, row.name)),
        };
        self.note_reason(host, &args, at)?;
        self.has_queues |= host == Host::QueuePushTo;
        Ok(Node::Host(host, args, at))
    }

    /// Records the reason that a call names. Returns a problem if the reason is unknown.
    fn note_reason(&mut self, host: Host, args: &[Node], at: At) -> Lowered<()> {
        let (is_mark, is_arrival) = match host {
            Host::Drop => (false, true),
            Host::Mark => (true, true),
            Host::QueueDrop => (false, self.is_entry == Some("enqueue")),
            Host::QueueMark => (true, self.is_entry == Some("enqueue")),
            _ => return Ok(()),
        };
        let Some(Node::Const(Value::Text(name))) = args.last() else { return Ok(()) };
        match self.declared.reason(name, is_mark) {
            Ok(reason) => {
                let list = &mut self.reasons[usize::from(!is_arrival)];
                if !list.contains(&reason) {
                    list.push(reason);
                }
                Ok(())
            }
            Err(problem) => wrong(at, problem),
        }
    }
}

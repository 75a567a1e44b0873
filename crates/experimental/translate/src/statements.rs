//! Translates the functions of a script to C++, line by line. At a construct without an exact translation, an `#error` with the
//! line of the script stops the C++ compiler.

use super::effect::{Effect, effect};
use super::expression::{Expressions, mixed};
use super::kinds::{Kind, Kinds};
use super::literal::quoted;
use super::names;
use chokepoint_engine::discipline::scripted::ScriptProblem;
use chokepoint_script::tree::{At, Binary, Block, For, Line, Lowered, Node, Place, Root, Stmt, Value, wrong};

/// Translates one function.
pub(super) struct Writer<'k, 'c> {
    expressions: Expressions<'k, 'c>,
    /// The lines of the script.
    source: &'k [&'k str],
    out: String,
    indent: usize,
    pub(super) refused: Vec<ScriptProblem>,
}

/// A function of the script as a member function, and the constructs that were refused.
pub(super) fn function(
    kinds: &Kinds<'_>,
    number: usize,
    functions: &[String],
    this: &[String],
    source: &[&str],
) -> Written {
    let function = kinds.function(number);
    let is_hidden = |name: &String| if name.is_empty() { "hidden".to_owned() } else { names::free(name) };
    let names = names::distinct(function.locals.iter().map(is_hidden));
    let kind_of = |slot: usize| &kinds.locals[number][slot];
    let params = (0..function.params).map(|slot| match kind_of(slot) {
        Kind::Packet => format!("{PACKET} {}", names[slot]),
        kind => format!("{} {}", kind.cpp(), names[slot]),
    });
    let returns = if kinds.is_used[number] { kinds.returns[number].clone() } else { Kind::Unit };
    let params: Vec<String> = params.collect();
    let mut writer = Writer {
        expressions: Expressions { at: At::default(), kinds, function: number, names: names.clone(), functions, this },
        source,
        out: String::new(),
        indent: 1,
        refused: Vec::new(),
    };
    writer.put(&format!("{} {}({}) {{", returns.cpp(), functions[number], params.join(", ")));
    writer.indented(|it| it.block(&function.body, true));
    writer.put("}");
    Written { text: writer.out, refused: writer.refused }
}

pub(super) struct Written {
    pub(super) text: String,
    pub(super) refused: Vec<ScriptProblem>,
}

/// The C++ type of a variable that holds a packet.
const PACKET: &str = "const Seen&";

impl Writer<'_, '_> {
    fn put(&mut self, line: &str) {
        self.out.extend(std::iter::repeat_n("    ", self.indent));
        self.out.push_str(line);
        self.out.push('\n');
    }

    fn indented(&mut self, write: impl FnOnce(&mut Self)) {
        self.indent += 1;
        write(self);
        self.indent -= 1;
    }

    /// Translates a block. `is_end` tells whether the last statement's value is the function's result.
    fn block(&mut self, block: &Block, is_end: bool) {
        for line in &block.lines {
            let (out, indent) = (self.out.len(), self.indent);
            if let Err(problem) = self.line(line, is_end) {
                // The statement cannot be translated, so what has been written of it is removed.
                self.out.truncate(out);
                self.indent = indent;
                self.refuse(problem);
            }
        }
    }

    fn refuse(&mut self, problem: ScriptProblem) {
        let line = problem.line;
        self.out.push_str(&format!("#error {}\n", quoted(&format!("line {line}: {}", problem.problem))));
        let source = usize::try_from(line).ok().and_then(|line| self.source.get(line.saturating_sub(1)));
        if let Some(source) = source {
            // A backslash at the end of a comment would continue it on the next line.
            let source = source.trim().trim_end_matches('\\').to_owned();
            self.put(&format!("// {source}"));
        }
        self.refused.push(problem);
    }

    /// The trailing comment of a script line.
    fn comment(&self, at: At) -> String {
        let line = self.source.get(usize::from(at.line).saturating_sub(1)).copied().unwrap_or_default();
        match line.rsplit_once("//") {
            Some((before, comment)) if !comment.contains('"') && !before.trim().is_empty() => {
                format!("  // {}", comment.trim().trim_end_matches('\\'))
            }
            _ => String::new(),
        }
    }

    /// Writes a statement, followed by its line's comment.
    fn statement(&mut self, text: &str, at: At) {
        let comment = self.comment(at);
        self.put(&format!("{text};{comment}"));
    }

    fn line(&mut self, line: &Line, is_end: bool) -> Lowered<()> {
        let at = line.at;
        self.expressions.at = at;
        match &line.stmt {
            Stmt::Tail(node) if is_end => self.give(node, at, true)?,
            Stmt::Expr(node) | Stmt::Tail(node) => self.alone(node, at)?,
            Stmt::Return(node) => self.give(node, at, false)?,
            Stmt::Let(slot, node, _) => {
                let kind = self.expressions.kinds.locals[self.expressions.function][usize::from(*slot)].clone();
                let name = self.expressions.names[usize::from(*slot)].clone();
                let value = self.valued(node, &kind, at)?;
                let kind = if kind == Kind::Packet { PACKET.into() } else { kind.cpp() };
                self.statement(&format!("{kind} {name} = {value}"), at);
            }
            Stmt::SetLocal(slot, operator, node, _) => {
                let place = Place { root: Root::Local(*slot), steps: Vec::new(), at };
                self.set(&place, *operator, node, at)?;
            }
            Stmt::SetThis(slot, operator, node, _) => {
                let place = Place { root: Root::This(*slot), steps: Vec::new(), at };
                self.set(&place, *operator, node, at)?;
            }
            Stmt::SetPlace(place, operator, node) => self.set(place, *operator, node, at)?,
            Stmt::If(parts) => self.condition(&parts.0, &parts.1, &parts.2, is_end, at)?,
            Stmt::While(parts) => {
                let condition = self.expressions.truth_text(&parts.0, at)?;
                self.put(&format!("while ({condition}) {{"));
                self.indented(|it| it.block(&parts.1, false));
                self.put("}");
            }
            Stmt::Do(parts, while_it) => {
                let condition = self.expressions.truth_text(&parts.1, at)?;
                self.put("do {");
                self.indented(|it| it.block(&parts.0, false));
                let condition = if *while_it { condition } else { format!("!({condition})") };
                self.put(&format!("}} while ({condition});"));
            }
            Stmt::For(parts) => self.for_each(parts, at)?,
            Stmt::Break => self.put("break;"),
            Stmt::Continue => self.put("continue;"),
            Stmt::Block(block) => {
                self.put("{");
                self.indented(|it| it.block(block, is_end));
                self.put("}");
            }
        }
        Ok(())
    }

    fn condition(&mut self, condition: &Node, body: &Block, otherwise: &Block, is_end: bool, at: At) -> Lowered<()> {
        let condition = self.expressions.truth_text(condition, at)?;
        self.put(&format!("if ({condition}) {{"));
        self.indented(|it| it.block(body, is_end));
        match &otherwise.lines[..] {
            [] => self.put("}"),
            [Line { stmt: Stmt::If(parts), at, .. }] => {
                // The inner `if` becomes an `else if`, unless its condition cannot be translated.
                match self.expressions.truth_text(&parts.0, *at) {
                    Ok(_) => {
                        let start = self.out.len();
                        self.condition(&parts.0, &parts.1, &parts.2, is_end, *at)?;
                        let inner = self.out.split_off(start);
                        self.out.extend(std::iter::repeat_n("    ", self.indent));
                        self.out.push_str("} else ");
                        self.out.push_str(inner.trim_start());
                    }
                    Err(problem) => {
                        self.put("} else {");
                        self.indented(|it| it.refuse(problem));
                        self.put("}");
                    }
                }
            }
            _ => {
                self.put("} else {");
                self.indented(|it| it.block(otherwise, is_end));
                self.put("}");
            }
        }
        Ok(())
    }

    fn for_each(&mut self, parts: &For, at: At) -> Lowered<()> {
        let names = &self.expressions.names;
        let variable = names[usize::from(parts.variable)].clone();
        let counter = parts.counter.map(|counter| names[usize::from(counter)].clone());
        let is_range = matches!(&parts.over, Node::Binary(Binary::Range | Binary::RangeInclusive, ..));
        if let (Node::Binary(operator, ends, _), true) = (&parts.over, is_range) {
            if sets(&parts.body, parts.variable) || counter.is_some() {
                return wrong(at, "a loop over a range that has a counter beside, or whose variable is changed within");
            }
            if effect(&ends.0) == Effect::Changes || effect(&ends.1) == Effect::Changes {
                return wrong(
                    at,
                    "a range whose ends change something when they are computed; give them to variables before",
                );
            }
            let first = self.expressions.wanted(&ends.0, &Kind::Int, at)?;
            let last = self.expressions.wanted(&ends.1, &Kind::Int, at)?;
            let sign = if *operator == Binary::Range { "<" } else { "<=" };
            // The end of the range is evaluated once.
            self.put(&format!(
                "for (int64_t {variable} = {first}, end_of_{variable} = {last}; {variable} {sign} end_of_{variable}; ++{variable}) {{"
            ));
            self.indented(|it| it.block(&parts.body, false));
            self.put("}");
            return Ok(());
        }
        let kind = self.expressions.kind(&parts.over);
        let Kind::Array(item) = &kind else {
            return wrong(at, format!("for walks through ranges and arrays, and this is {}", kind.in_words()));
        };
        let over = self.expressions.wanted(&parts.over, &kind, at)?;
        // In a script, a loop over an array iterates over a copy made when the loop begins.
        let over = if effect(&parts.over) == Effect::Changes { over } else { format!("{}({over})", kind.cpp()) };
        if let Some(counter) = &counter {
            self.put(&format!("int64_t {counter} = -1;"));
        }
        self.put(&format!("for ({} {variable} : {over}) {{", item.cpp()));
        self.indented(|it| {
            if let Some(counter) = &counter {
                it.put(&format!("++{counter};"));
            }
            it.block(&parts.body, false);
        });
        self.put("}");
        Ok(())
    }

    /// The value of a complete expression, which must be of the given kind.
    fn valued(&self, node: &Node, kind: &Kind, at: At) -> Lowered<String> {
        if *kind == Kind::Unit || self.expressions.kind(node) == Kind::Unit {
            return wrong(at, "() as a value");
        }
        self.expressions.wanted(node, kind, at)
    }

    fn set(&mut self, place: &Place, operator: Option<Binary>, node: &Node, at: At) -> Lowered<()> {
        let kind = self.expressions.kinds.at(self.expressions.function, place);
        if kind == Kind::Packet {
            return wrong(at, "a variable that holds different packets in turn");
        }
        let Some(operator) = operator else {
            let target =
                if place.steps.is_empty() { self.expressions.place(place)? } else { self.expressions.target(place)? };
            let value = self.valued(node, &kind, at)?;
            self.statement(&format!("{target} = {value}"), at);
            return Ok(());
        };
        // An operator such as `+=` reads the old value, so a map must already have the key.
        let target = self.expressions.place(place)?;
        let found = self.expressions.kind(node);
        let is_number = kind.is_number() && found.is_number();
        let fits = match operator {
            Binary::Add | Binary::Subtract | Binary::Multiply | Binary::Divide => {
                is_number || (operator == Binary::Add && kind == Kind::Text && found == Kind::Text)
            }
            Binary::Remainder
            | Binary::BitAnd
            | Binary::BitOr
            | Binary::BitXor
            | Binary::ShiftLeft
            | Binary::ShiftRight => kind == Kind::Int && found == Kind::Int,
            _ => false,
        };
        if !fits {
            return wrong(at, format!("{}= with {} and {}", operator.syntax(), kind.in_words(), found.in_words()));
        }
        if kind == Kind::Int && found == Kind::Real {
            return wrong(at, mixed(&kind, &Kind::Real));
        }
        let value = self.expressions.text(node)?;
        if effect(node) == Effect::Changes && matches!(place.root, Root::This(_)) {
            // A script evaluates the right side before the target. In C++, a variable for the value ensures this order.
            self.put("{");
            self.indented(|it| {
                it.put(&format!("const {} value = {value};", found.cpp()));
                it.statement(&format!("{target} {}= value", operator.syntax()), at);
            });
            self.put("}");
        } else {
            self.statement(&format!("{target} {}= {value}", operator.syntax()), at);
        }
        Ok(())
    }

    /// Translates an expression whose value is not used.
    fn alone(&mut self, node: &Node, at: At) -> Lowered<()> {
        let text = match node {
            Node::Const(Value::Unit) => return Ok(()),
            Node::Call(callee, args, at) => self.expressions.call(usize::from(*callee), args, *at)?.to_string(),
            Node::Change(change, place, args, at) => {
                self.expressions.change(*change, place, args, *at, false)?.to_string()
            }
            Node::Block(block) => {
                self.block(block, false);
                return Ok(());
            }
            _ if effect(node) == Effect::Changes => self.expressions.text(node)?,
            // The expression has no effect.
            _ => return Ok(()),
        };
        self.statement(&text, at);
        Ok(())
    }

    /// Returns a value from a function. `is_last` tells whether the function ends with this statement.
    fn give(&mut self, node: &Node, at: At, is_last: bool) -> Lowered<()> {
        let function = self.expressions.function;
        let returns = &self.expressions.kinds.returns[function];
        if self.expressions.kinds.is_used[function] && *returns != Kind::Unit {
            let value = self.valued(node, &returns.clone(), at)?;
            self.statement(&format!("return {value}"), at);
            return Ok(());
        }
        self.alone(node, at)?;
        if !is_last {
            self.put("return;");
        }
        Ok(())
    }
}

fn sets(block: &Block, slot: u16) -> bool {
    block.lines.iter().any(|line| match &line.stmt {
        Stmt::SetLocal(other, ..) => *other == slot,
        Stmt::If(parts) => sets(&parts.1, slot) || sets(&parts.2, slot),
        Stmt::While(parts) => sets(&parts.1, slot),
        Stmt::Do(parts, _) => sets(&parts.0, slot),
        Stmt::For(parts) => sets(&parts.body, slot),
        Stmt::Block(block) => sets(block, slot),
        _ => false,
    })
}

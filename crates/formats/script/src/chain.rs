//! Chains of fields and indices: `this.table[flow].bytes`, `queue.of(2).at(0).flow`, `params.limit`.

use crate::functions::{self, Before, Callable, Meaning};
use crate::lower::{Lowered, Lowering, at, wrong};
use crate::tree::{At, Field, Node, Place, Root, Step};
use crate::value::{Key, Value};
use rhai::{ASTFlags, Expr};

enum Part<'e> {
    Index(&'e Expr),
    Name(&'e str, At),
    Method(&'e str, &'e [Expr], At),
}

impl Lowering<'_> {
    /// Compiles a chain that is read as a value.
    pub(crate) fn chain(&mut self, expr: &Expr) -> Lowered<Node> {
        let mut parts = Vec::new();
        let root = split(expr, &mut parts)?;
        self.parts(root, &parts)
    }

    fn parts(&mut self, root: &Expr, parts: &[Part<'_>]) -> Lowered<Node> {
        let here = at(root.position());
        if let Expr::Variable(name, ..) = root
            && !self.knows(name.1.as_str())
        {
            match (name.1.as_str(), parts) {
                ("queue", parts) => return self.queue(parts, here),
                ("link", [Part::Name(name, at), rest @ ..]) => return self.of_link(name, &[], *at, rest),
                ("link", [Part::Method(name, args, at), rest @ ..]) => return self.of_link(name, args, *at, rest),
                ("params", [Part::Name(name, at), rest @ ..]) => {
                    let Some(slot) = self.declared.params.iter().position(|param| param.id == *name) else {
                        let known: Vec<_> = self.declared.params.iter().map(|param| param.id.as_str()).collect();
                        return wrong(
                            *at,
                            format!("unknown parameter: {name}; the script declares {}", known.join(", ")),
                        );
                    };
                    return self.behind(Node::Param(slot as u16), rest);
                }
                _ => {}
            }
        }
        // In `x.a[i].f(…)`, everything before the first call is a location in a variable, which can be assigned to.
        // Everything from the first call on is an operation on the value at that location.
        let is_step = |part: &&Part<'_>| !matches!(part, Part::Method(..));
        let count = parts.iter().take_while(is_step).count();
        let (steps, rest) = parts.split_at(count);
        let Some(place) = self.place_of(root, steps)? else {
            let node = self.expr(root)?;
            return self.behind(node, parts);
        };
        match rest {
            [Part::Method(name, args, at), rest @ ..] if let Some(row) = of_a_value(name) => {
                let node = self.at_place(place, row, args, *at)?;
                self.behind(node, rest)
            }
            _ => self.behind(read(place), rest),
        }
    }

    /// Appends operations on a temporary value.
    fn behind(&mut self, mut node: Node, parts: &[Part<'_>]) -> Lowered<Node> {
        for part in parts {
            node = match part {
                Part::Index(index) => Node::Index(Box::new((node, self.expr(index)?)), at(index.position())),
                Part::Name(name, at) => Node::Field(Box::new(node), field(name), *at),
                Part::Method(name, args, at) => {
                    if let Some(row) = of_a_value(name) {
                        return self.of_temporary(node, row, args, *at);
                    }
                    let mut all = vec![node];
                    for arg in *args {
                        all.push(self.expr(arg)?);
                    }
                    self.function_of(name, all, *at)?
                }
            };
        }
        Ok(node)
    }

    /// A call of a built-in function whose first argument precedes the dot.
    fn function_of(&mut self, name: &str, args: Vec<Node>, at: At) -> Lowered<Node> {
        match functions::find(name, |before| before == Before::Nothing) {
            Some(row) if matches!(row.what, Meaning::Pure(_)) => self.known(row, args, at),
            _ => wrong(at, format!("unknown function: {name}")),
        }
    }

    /// A call `x.name(…)`, also written `name(x, …)`.
    pub(crate) fn method(&mut self, value: &Expr, name: &str, args: &[Expr], at: At) -> Lowered<Node> {
        let Some(row) = of_a_value(name) else { return wrong(at, format!("unknown function: {name}")) };
        match self.place(value)? {
            Some(place) => self.at_place(place, row, args, at),
            None => {
                let node = self.expr(value)?;
                self.of_temporary(node, row, args, at)
            }
        }
    }

    fn at_place(&mut self, place: Place, row: &Callable, args: &[Expr], at: At) -> Lowered<Node> {
        let args = self.counted(row, args, at)?;
        Ok(match row.what {
            Meaning::Inspect(inspect) => Node::Inspect(inspect, Box::new(place), args, at),
            Meaning::Change(change) => {
                self.refuse_constant(&place)?;
                Node::Change(change, Box::new(place), args, at)
            }
            _ => return wrong(at, format!("{} cannot be called on a value", row.name)),
        })
    }

    fn of_temporary(&mut self, node: Node, row: &Callable, args: &[Expr], at: At) -> Lowered<Node> {
        let Meaning::Inspect(inspect) = row.what else {
            let problem = format!("{} changes a temporary value; assign the value to a variable first", row.name);
            return wrong(at, problem);
        };
        // The value is stored in a hidden variable, because the function needs a variable to operate on.
        let slot = self.hidden(at)?;
        let args = self.counted(row, args, at)?;
        let place = Place { root: Root::Local(slot), steps: Vec::new(), at };
        Ok(Node::Block(Box::new(crate::tree::Block {
            lines: vec![
                quiet(crate::tree::Stmt::Let(slot, node, None), at),
                quiet(crate::tree::Stmt::Tail(Node::Inspect(inspect, Box::new(place), args, at)), at),
            ],
        })))
    }

    fn counted(&mut self, row: &Callable, args: &[Expr], at: At) -> Lowered<Vec<Node>> {
        let (least, _) = row.count;
        if args.len() != least {
            return wrong(at, format!("{} takes {least} arguments ({}), not {}", row.name, row.arguments, args.len()));
        }
        args.iter().map(|arg| self.expr(arg)).collect()
    }

    /// Compiles a chain that begins with `queue`.
    fn queue(&mut self, parts: &[Part<'_>], here: At) -> Lowered<Node> {
        let (number, parts) = match parts {
            [Part::Method("of", [number], _), rest @ ..] => (Some(self.expr(number)?), rest),
            [Part::Method("of", _, at), ..] => return wrong(*at, "of takes the number of a queue: queue.of(k)"),
            parts => (None, parts),
        };
        let Some((Part::Method(name, args, at), rest)) = parts.split_first() else {
            return wrong(here, "queue needs a function: queue.len(), queue.at(0), …");
        };
        let is_one = number.is_some();
        let fits = |before| match before {
            Before::Queue => !is_one,
            Before::AnyQueue => true,
            Before::OneQueue => is_one,
            _ => false,
        };
        let Some(row) = functions::find(name, fits) else {
            let of = if is_one { "queue.of(k)" } else { "queue" };
            let known: Vec<_> =
                functions::CALLABLES.iter().filter(|row| fits(row.before)).map(|row| row.name).collect();
            return wrong(*at, format!("{of} has no {name}; it has {}", known.join(", ")));
        };
        let Meaning::Host(host) = row.what else { return wrong(*at, format!("{name} cannot be called on the queue")) };
        let given: Vec<_> = args.iter().map(|arg| self.expr(arg)).collect::<Lowered<_>>()?;
        // Checks the number of arguments, and records the reason of a drop or mark.
        self.known(row, given.clone(), *at)?;
        // A function of one queue is compiled with the queue's number as its first argument; `queue.name(…)` means
        // queue 0.
        let args = match (row.before, number) {
            (Before::AnyQueue | Before::OneQueue, number) => {
                let number = number.unwrap_or(Node::Const(Value::Int(0)));
                std::iter::once(number).chain(given).collect()
            }
            _ => given,
        };
        self.behind(Node::Host(host, args, *at), rest)
    }

    /// Compiles a chain that begins with `link`.
    fn of_link(&mut self, name: &str, args: &[Expr], at: At, rest: &[Part<'_>]) -> Lowered<Node> {
        let Some(row) = functions::find(name, |before| before == Before::Link) else {
            let known: Vec<_> =
                functions::CALLABLES.iter().filter(|row| row.before == Before::Link).map(|row| row.name).collect();
            return wrong(at, format!("link has no {name}; it has {}", known.join(", ")));
        };
        let args = args.iter().map(|arg| self.expr(arg)).collect::<Lowered<_>>()?;
        let node = self.known(row, args, at)?;
        self.behind(node, rest)
    }

    /// The location in a variable or property that an expression denotes, if any.
    pub(crate) fn place(&mut self, expr: &Expr) -> Lowered<Option<Place>> {
        match expr {
            Expr::Variable(..) | Expr::ThisPtr(..) => self.place_of(expr, &[]),
            Expr::Dot(..) | Expr::Index(..) => {
                let mut parts = Vec::new();
                let root = split(expr, &mut parts)?;
                if parts.iter().any(|part| matches!(part, Part::Method(..))) {
                    return Ok(None);
                }
                self.place_of(root, &parts)
            }
            _ => Ok(None),
        }
    }

    fn place_of(&mut self, root: &Expr, parts: &[Part<'_>]) -> Lowered<Option<Place>> {
        let here = at(root.position());
        let (root, parts) = match root {
            Expr::Variable(name, ..) => match self.slot(name.1.as_str()) {
                Some(slot) => (Root::Local(slot), parts),
                None => return Ok(None),
            },
            Expr::ThisPtr(_) => match parts.split_first() {
                Some((Part::Name(name, at), rest)) => (Root::This(self.property(name, *at)?), rest),
                _ => return wrong(here, "this needs the name of a property: this.name"),
            },
            _ => return Ok(None),
        };
        let mut steps = Vec::with_capacity(parts.len());
        for part in parts {
            steps.push(match part {
                Part::Index(index) => Step::Index(self.expr(index)?),
                Part::Name(name, _) => Step::Field(field(name)),
                Part::Method(..) => return Ok(None),
            });
        }
        Ok(Some(Place { root, steps, at: here }))
    }
}

/// A statement that the compiler adds. It has no line of pseudo-code to report.
fn quiet(stmt: crate::tree::Stmt, at: At) -> crate::tree::Line {
    crate::tree::Line { stmt, code: u8::MAX, at }
}

fn read(place: Place) -> Node {
    match (place.root, place.steps.is_empty()) {
        (Root::Local(slot), true) => Node::Local(slot),
        (Root::This(slot), true) => Node::This(slot, place.at),
        _ => Node::Read(Box::new(place)),
    }
}

fn field(name: &str) -> Field {
    Field { key: Key::text(name), of_packet: functions::packet_field(name) }
}

fn of_a_value(name: &str) -> Option<&'static Callable> {
    functions::find(name, |before| before == Before::Value)
}

/// Splits a chain such as `a.b[c].d`. Returns the root, here `a`, and appends the steps to `parts` in order.
fn split<'e>(expr: &'e Expr, parts: &mut Vec<Part<'e>>) -> Lowered<&'e Expr> {
    let (sides, flags) = match expr {
        Expr::Dot(sides, flags, _) | Expr::Index(sides, flags, _) => (sides, *flags),
        _ => return Ok(expr),
    };
    // The root may itself be a chain in parentheses.
    let root = split(&sides.lhs, parts)?;
    if matches!(expr, Expr::Dot(..)) {
        behind_dot(&sides.rhs, flags, parts)
    } else {
        in_brackets(&sides.rhs, flags, parts)
    }?;
    Ok(root)
}

fn refuse_optional(flags: ASTFlags, here: At) -> Lowered<()> {
    if flags.contains(ASTFlags::NEGATED) {
        wrong(here, "?. and ?[ are not available here; compare with ()")
    } else {
        Ok(())
    }
}

fn behind_dot<'e>(expr: &'e Expr, flags: ASTFlags, parts: &mut Vec<Part<'e>>) -> Lowered<()> {
    let here = at(expr.position());
    refuse_optional(flags, here)?;
    match expr {
        Expr::Property(name, _) => parts.push(Part::Name(name.2.as_str(), here)),
        Expr::MethodCall(call, position) => parts.push(Part::Method(call.name.as_str(), &call.args, at(*position))),
        Expr::Dot(sides, flags, _) => {
            behind_dot(&sides.lhs, ASTFlags::empty(), parts)?;
            behind_dot(&sides.rhs, *flags, parts)?;
        }
        Expr::Index(sides, flags, _) => {
            behind_dot(&sides.lhs, ASTFlags::empty(), parts)?;
            in_brackets(&sides.rhs, *flags, parts)?;
        }
        _ => return wrong(here, "this expression is not available after a dot"),
    }
    Ok(())
}

fn in_brackets<'e>(expr: &'e Expr, flags: ASTFlags, parts: &mut Vec<Part<'e>>) -> Lowered<()> {
    refuse_optional(flags, at(expr.position()))?;
    match expr {
        // The chain continues after the bracket.
        Expr::Dot(sides, inner, _) if !flags.contains(ASTFlags::BREAK) => {
            parts.push(Part::Index(&sides.lhs));
            behind_dot(&sides.rhs, *inner, parts)
        }
        Expr::Index(sides, inner, _) if !flags.contains(ASTFlags::BREAK) => {
            parts.push(Part::Index(&sides.lhs));
            in_brackets(&sides.rhs, *inner, parts)
        }
        _ => {
            parts.push(Part::Index(expr));
            Ok(())
        }
    }
}

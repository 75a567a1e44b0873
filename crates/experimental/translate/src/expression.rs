//! Translates expressions of a script to C++.

use super::calls::of_packet;
use super::effect::{Effect, effect};
use super::kinds::{Kind, Kinds};
use super::literal::constant;
use chokepoint_script::tree::{At, Binary, Block, Inspect, Lowered, Node, Place, Root, Step, Stmt, Value, wrong};

/// C++ operator precedence, lowest first.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(super) enum Tightness {
    Choice,
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Equality,
    Order,
    Shift,
    Sum,
    Product,
    Prefix,
    Whole,
}

pub(super) struct Piece {
    pub(super) text: String,
    pub(super) tightness: Tightness,
    /// Whether the expression consists only of small literals. C++ would compute it with 32 bits, a script with 64.
    pub(super) is_literal: bool,
}

impl Piece {
    pub(super) fn whole(text: impl Into<String>) -> Self {
        Self { text: text.into(), tightness: Tightness::Whole, is_literal: false }
    }

    pub(super) fn of(text: String, tightness: Tightness) -> Self {
        Self { text, tightness, is_literal: false }
    }

    /// The text of an operand. It gets parentheses if its operator has a lower precedence than `tightness`, the lowest
    /// that the surrounding expression allows.
    pub(super) fn held(self, tightness: Tightness) -> String {
        if self.tightness >= tightness { self.text } else { format!("({})", self.text) }
    }
}

/// Translates the expressions of one function.
pub(super) struct Expressions<'k, 'c> {
    /// Position of the current statement in the script.
    pub(super) at: At,
    pub(super) kinds: &'k Kinds<'c>,
    pub(super) function: usize,
    /// Names of the variables, by index.
    pub(super) names: Vec<String>,
    pub(super) functions: &'k [String],
    pub(super) this: &'k [String],
}

impl Expressions<'_, '_> {
    pub(super) fn kind(&self, node: &Node) -> Kind {
        self.kinds.kind(self.function, node)
    }

    /// An expression that must be of the given kind.
    pub(super) fn wanted(&self, node: &Node, kind: &Kind, at: At) -> Lowered<String> {
        let found = self.kind(node);
        if !kind.takes(&found) {
            return wrong(at, mixed(kind, &found));
        }
        match (node, kind) {
            // The item kind of an empty array is unknown.
            (Node::Array(items, _), kind) if items.is_empty() => Ok(format!("{}()", kind.cpp())),
            (Node::Map(items, _), kind) if items.is_empty() => Ok(format!("{}()", kind.cpp())),
            _ => self.text(node),
        }
    }

    /// An expression that must be a number.
    pub(super) fn number(&self, node: &Node, at: At) -> Lowered<Piece> {
        match self.kind(node) {
            Kind::Int | Kind::Real => self.piece(node),
            kind => wrong(at, format!("a number is required, but this is {}", kind.in_words())),
        }
    }

    pub(super) fn text(&self, node: &Node) -> Lowered<String> {
        Ok(self.piece(node)?.text)
    }

    pub(super) fn piece(&self, node: &Node) -> Lowered<Piece> {
        Ok(match node {
            Node::Const(value) => constant(value, self.at)?,
            Node::Local(slot) => Piece::whole(&self.names[usize::from(*slot)]),
            Node::This(slot, _) => Piece::whole(self.own(*slot)),
            Node::Param(slot) => {
                let id = &self.kinds.code.declared.params[usize::from(*slot)].id;
                Piece::whole(format!("params.{}", super::names::member(id)))
            }
            Node::Negative(part, at) => {
                let part = self.number(part, *at)?;
                let is_literal = part.is_literal;
                let text = part.held(Tightness::Whole);
                Piece { text: format!("-{text}"), tightness: Tightness::Prefix, is_literal }
            }
            Node::Not(part, at) => {
                let part = self.truth(part, *at)?;
                Piece::of(format!("!{}", part.held(Tightness::Prefix)), Tightness::Prefix)
            }
            Node::And(parts, at) => self.joined(parts, " && ", Tightness::And, *at)?,
            Node::Or(parts, at) => self.joined(parts, " || ", Tightness::Or, *at)?,
            Node::Binary(operator, sides, at) => self.binary(*operator, &sides.0, &sides.1, *at)?,
            Node::Array(items, at) => {
                self.in_order(items, *at)?;
                let kind = self.kind(node);
                let Kind::Array(item) = &kind else {
                    return wrong(*at, "the items of this array are of no known kind");
                };
                let items = items.iter().map(|part| self.wanted(part, item, *at)).collect::<Lowered<Vec<_>>>()?;
                Piece::whole(format!("{}{{{}}}", kind.cpp(), items.join(", ")))
            }
            Node::Map(items, at) if items.is_empty() => {
                let _ = at;
                Piece::whole(format!("{}()", self.kind(node).cpp()))
            }
            Node::Map(_, at) => {
                return wrong(*at, "a map with texts as keys; maps with numbers as keys are translated");
            }
            Node::Read(place) => Piece::whole(self.place(place)?),
            Node::Index(sides, at) => self.index(&sides.0, &sides.1, *at)?,
            Node::Field(whole, field, at) => {
                let piece = self.piece(whole)?;
                match self.kind(whole) {
                    Kind::Packet => {
                        Piece::whole(format!("{}.{}", piece.held(Tightness::Whole), of_packet(field, *at)?))
                    }
                    kind => return wrong(*at, format!("a field of {}; packets have fields here", kind.in_words())),
                }
            }
            Node::Call(callee, args, at) => self.call(usize::from(*callee), args, *at)?,
            Node::Pure(pure, args, at) => self.pure(*pure, args, *at)?,
            Node::Inspect(inspect, place, args, at) => self.inspect(*inspect, place, args, *at)?,
            Node::Change(change, place, args, at) => self.change(*change, place, args, *at, true)?,
            Node::Host(host, args, at) => self.host(*host, args, *at)?,
            Node::Block(block) => self.block(block)?,
        })
    }

    /// A property of `this`, by its index.
    fn own(&self, slot: u16) -> String {
        format!("this->{}", self.this[usize::from(slot)])
    }

    pub(super) fn truth_text(&self, node: &Node, at: At) -> Lowered<String> {
        Ok(self.truth(node, at)?.text)
    }

    fn truth(&self, node: &Node, at: At) -> Lowered<Piece> {
        match self.kind(node) {
            Kind::Bool => self.piece(node),
            kind => wrong(at, format!("a condition is true or false, and this is {}", kind.in_words())),
        }
    }

    fn joined(&self, parts: &[Node], sign: &str, tightness: Tightness, at: At) -> Lowered<Piece> {
        let parts = parts.iter().map(|part| Ok(self.truth(part, at)?.held(Tightness::BitOr)));
        Ok(Piece::of(parts.collect::<Lowered<Vec<_>>>()?.join(sign), tightness))
    }

    fn binary(&self, operator: Binary, left: &Node, right: &Node, at: At) -> Lowered<Piece> {
        if let Some(piece) = self.is_there(operator, left, right)? {
            return Ok(piece);
        }
        self.in_order([left, right], at)?;
        let (a, b) = (self.kind(left), self.kind(right));
        let is_numbers = a.is_number() && b.is_number();
        let is_whole = a == Kind::Int && b == Kind::Int;
        let tightness = match operator {
            Binary::Multiply | Binary::Divide | Binary::Remainder => Tightness::Product,
            Binary::Add | Binary::Subtract => Tightness::Sum,
            Binary::Less | Binary::LessOrEqual | Binary::Greater | Binary::GreaterOrEqual => Tightness::Order,
            Binary::Equal | Binary::Unequal => Tightness::Equality,
            Binary::BitAnd => Tightness::BitAnd,
            Binary::BitXor => Tightness::BitXor,
            Binary::BitOr => Tightness::BitOr,
            Binary::ShiftLeft | Binary::ShiftRight => Tightness::Shift,
            Binary::Power => {
                let function = match (&a, &b) {
                    (Kind::Int, Kind::Int) => "power",
                    _ if is_numbers => "std::pow",
                    _ => return wrong(at, "a power of what is not a number"),
                };
                let (left, right) = (self.text(left)?, self.text(right)?);
                return Ok(Piece::whole(format!("{function}({left}, {right})")));
            }
            Binary::Range | Binary::RangeInclusive => {
                return wrong(at, "a range, which can be translated only after `for … in`");
            }
        };
        let fits = match operator {
            Binary::Equal | Binary::Unequal => {
                is_numbers || (a == b && matches!(a, Kind::Bool | Kind::Text | Kind::Array(_)))
            }
            Binary::BitAnd | Binary::BitOr | Binary::BitXor => is_whole || (a == Kind::Bool && b == Kind::Bool),
            Binary::ShiftLeft | Binary::ShiftRight => is_whole,
            Binary::Add if a == Kind::Text && b == Kind::Text => true,
            _ => is_numbers,
        };
        if !fits {
            return wrong(at, format!("{} with {} and {}", operator.syntax(), a.in_words(), b.in_words()));
        }
        let (left, right) = (self.piece(left)?, self.piece(right)?);
        if operator == Binary::Remainder && !is_whole {
            return Ok(Piece::whole(format!("std::fmod({}, {})", left.text, right.text)));
        }
        let is_literal = left.is_literal && right.is_literal;
        // C++ would evaluate literals in 32 bits.
        let left = if is_literal && is_whole { format!("int64_t{{{}}}", left.text) } else { left.held(tightness) };
        let right = right.held(next(tightness));
        Ok(Piece::of(format!("{left} {} {right}", operator.syntax()), tightness))
    }

    /// Translates `map[key] == ()` and `map[key] != ()`, which test whether a map has a key.
    fn is_there(&self, operator: Binary, left: &Node, right: &Node) -> Lowered<Option<Piece>> {
        let (Node::Read(place), Node::Const(Value::Unit)) = (left, right) else { return Ok(None) };
        let Some((Step::Index(key), _)) = place.steps.split_last() else { return Ok(None) };
        let count = place.steps.len() - 1;
        if !matches!(self.kinds.within(self.function, place, count), Kind::Map(_)) {
            return Ok(None);
        }
        let whole = self.steps(place, count)?;
        let has = format!("contains({whole}, {})", self.wanted(key, &Kind::Int, place.at)?);
        Ok(match operator {
            Binary::Equal => Some(Piece::of(format!("!{has}"), Tightness::Prefix)),
            Binary::Unequal => Some(Piece::whole(has)),
            _ => None,
        })
    }

    fn index(&self, whole: &Node, key: &Node, at: At) -> Lowered<Piece> {
        self.in_order([whole, key], at)?;
        let key = self.wanted(key, &Kind::Int, at)?;
        match self.kind(whole) {
            Kind::Array(_) => Ok(Piece::whole(format!("{}.at({key})", self.piece(whole)?.held(Tightness::Whole)))),
            kind => wrong(at, format!("an item of {}", kind.in_words())),
        }
    }

    /// The C++ expression for the value at the end of a path such as `this.table[3]`. It can be both read and assigned
    /// to.
    pub(super) fn place(&self, place: &Place) -> Lowered<String> {
        self.steps(place, place.steps.len())
    }

    fn steps(&self, place: &Place, count: usize) -> Lowered<String> {
        let mut text = match place.root {
            Root::Local(slot) => self.names[usize::from(slot)].clone(),
            Root::This(slot) => self.own(slot),
        };
        for (number, step) in place.steps.iter().take(count).enumerate() {
            text = match (self.kinds.within(self.function, place, number), step) {
                (Kind::Packet, Step::Field(field)) => format!("{text}.{}", of_packet(field, place.at)?),
                (Kind::Array(_), Step::Index(key)) => {
                    format!("item({text}, {})", self.wanted(key, &Kind::Int, place.at)?)
                }
                (Kind::Map(_), Step::Index(key)) => format!("{text}.at({})", self.wanted(key, &Kind::Int, place.at)?),
                (_, Step::Field(_)) => {
                    return wrong(place.at, "a map with names as keys; maps with numbers as keys are translated");
                }
                (kind, Step::Index(_)) => return wrong(place.at, format!("an item of {}", kind.in_words())),
            };
        }
        Ok(text)
    }

    /// The C++ text for the entry of an array or a map to which a value is assigned. Assigning to a new key adds the
    /// key to the map.
    pub(super) fn target(&self, place: &Place) -> Lowered<String> {
        let Some((Step::Index(key), _)) = place.steps.split_last() else {
            return wrong(place.at, "a packet or a map with names as keys is changed");
        };
        let count = place.steps.len() - 1;
        let whole = self.steps(place, count)?;
        let key = self.wanted(key, &Kind::Int, place.at)?;
        Ok(match self.kinds.within(self.function, place, count) {
            Kind::Map(_) => format!("{whole}[{key}]"),
            _ => format!("item({whole}, {key})"),
        })
    }

    /// A block used as a value.
    fn block(&self, block: &Block) -> Lowered<Piece> {
        let [line] = &block.lines[..] else { return self.of_temporary(block) };
        match &line.stmt {
            Stmt::Tail(node) => self.piece(node),
            Stmt::Block(block) => self.block(block),
            Stmt::If(parts) => {
                let (condition, body, otherwise) = &**parts;
                let (a, b) = (
                    self.kind(&Node::Block(Box::new(body.clone()))),
                    self.kind(&Node::Block(Box::new(otherwise.clone()))),
                );
                if !a.takes(&b) {
                    return wrong(line.at, mixed(&a, &b));
                }
                let condition = self.truth(condition, line.at)?.held(Tightness::Or);
                let body = self.block(body)?.held(Tightness::Or);
                let otherwise = self.block(otherwise)?.text;
                Ok(Piece::of(format!("{condition} ? {body} : {otherwise}"), Tightness::Choice))
            }
            _ => wrong(line.at, "a block of several lines as a value; assign the value to a variable in each branch"),
        }
    }

    /// A function applied to a temporary value, such as `queue.numbers().len()`.
    fn of_temporary(&self, block: &Block) -> Lowered<Piece> {
        let at = block.lines.first().map_or(At::default(), |line| line.at);
        if let [first, second] = &block.lines[..]
            && let (Stmt::Let(slot, node, _), Stmt::Tail(Node::Inspect(inspect, place, args, _))) =
                (&first.stmt, &second.stmt)
            && matches!(place.root, Root::Local(root) if root == *slot)
        {
            let whole = self.piece(node)?.held(Tightness::Whole);
            return Ok(Piece::whole(match (inspect, self.kind(node)) {
                (Inspect::Len, Kind::Array(_) | Kind::Map(_)) => format!("int64_t({whole}.size())"),
                (Inspect::IsEmpty, Kind::Array(_) | Kind::Map(_)) => format!("{whole}.empty()"),
                (Inspect::Contains, Kind::Array(item)) => {
                    format!("contains({whole}, {})", self.wanted(&args[0], &item, at)?)
                }
                (_, kind) => return wrong(at, format!("this is asked of {}", kind.in_words())),
            }));
        }
        wrong(at, "a block of several lines as a value; assign the value to a variable in each branch")
    }

    /// Refuses an expression if one operand may change a value that another reads. A script evaluates operands from
    /// left to right, C++ in any order.
    pub(super) fn in_order<'n>(&self, parts: impl IntoIterator<Item = &'n Node>, at: At) -> Lowered<()> {
        let effects: Vec<Effect> = parts.into_iter().map(effect).collect();
        let changing = effects.iter().filter(|effect| **effect == Effect::Changes).count();
        let reading = effects.iter().filter(|effect| **effect == Effect::Reads).count();
        if changing > 1 || (changing == 1 && reading > 0) {
            return wrong(
                at,
                "C++ does not define which of these parts is computed first, and one of them changes a value; assign it to a variable in an earlier line",
            );
        }
        Ok(())
    }
}

impl std::fmt::Display for Piece {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}

/// The problem if a value is not of the required kind.
pub(super) fn mixed(wanted: &Kind, found: &Kind) -> String {
    let hint = match (wanted, found) {
        (Kind::Real, Kind::Int) => "; write 0.0 for 0, or real(x)",
        (Kind::Int, Kind::Real) => "; write int(x), or make both real ones",
        _ => "",
    };
    format!(
        "this was {} before, and is {} here{hint}; in C++ both need the same type",
        wanted.in_words(),
        found.in_words()
    )
}

fn next(tightness: Tightness) -> Tightness {
    match tightness {
        Tightness::Product => Tightness::Prefix,
        Tightness::Sum => Tightness::Product,
        Tightness::Shift => Tightness::Sum,
        Tightness::Order => Tightness::Shift,
        Tightness::Equality => Tightness::Order,
        Tightness::BitAnd => Tightness::Equality,
        Tightness::BitXor => Tightness::BitAnd,
        Tightness::BitOr => Tightness::BitXor,
        _ => Tightness::Whole,
    }
}

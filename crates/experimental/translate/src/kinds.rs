//! The kinds of a script's values. C++ requires a type for every variable, but scripts declare no
//! types.
//!
//! The first value assigned to a name determines its kind. A later value of another kind is refused, with its line.

use chokepoint_script::tree::{
    Binary, Block, Change, Code, Field, Function, Host, Inspect, Node, PacketField, ParamKind, Place, Pure, Root, Step,
    Stmt, Value,
};

#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) enum Kind {
    /// A kind that is not yet known.
    Unknown,
    Unit,
    Bool,
    Int,
    Real,
    Text,
    Packet,
    Array(Box<Self>),
    Map(Box<Self>),
    Range,
}

impl Kind {
    /// The type in C++.
    pub(super) fn cpp(&self) -> String {
        match self {
            Self::Unit => "void".into(),
            Self::Bool => "bool".into(),
            // The kind of the items is unknown only if an array or a map stays empty. Any C++ type will then do.
            Self::Int | Self::Unknown | Self::Range => "int64_t".into(),
            Self::Real => "double".into(),
            Self::Text => "std::string".into(),
            Self::Packet => "Seen".into(),
            Self::Array(item) => format!("std::vector<{}>", item.cpp()),
            Self::Map(item) => format!("std::map<int64_t, {}>", item.cpp()),
        }
    }

    /// The name of the kind, as messages show it.
    pub(super) fn in_words(&self) -> String {
        match self {
            Self::Unknown => "of a kind that is not known".into(),
            Self::Unit => "()".into(),
            Self::Bool => "a truth value".into(),
            Self::Int => "a whole number".into(),
            Self::Real => "a real number".into(),
            Self::Text => "a text".into(),
            Self::Packet => "a packet".into(),
            Self::Range => "a range".into(),
            Self::Array(item) if **item == Self::Unknown => "an array".into(),
            Self::Array(item) => format!("an array whose items are each {}", item.in_words()),
            Self::Map(item) if **item == Self::Unknown => "a map".into(),
            Self::Map(item) => format!("a map whose values are each {}", item.in_words()),
        }
    }

    /// Whether a value of kind `other` is allowed where this kind is required.
    pub(super) fn takes(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Array(a), Self::Array(b)) | (Self::Map(a), Self::Map(b)) => a.takes(b),
            (Self::Unknown, _) | (_, Self::Unknown) => true,
            _ => self == other,
        }
    }

    /// Merges the kind of another value into this one. Returns whether this kind changed.
    fn learn(&mut self, other: &Self) -> bool {
        match (&mut *self, other) {
            (_, Self::Unknown) => false,
            (Self::Unknown, other) => {
                *self = other.clone();
                true
            }
            (Self::Array(a), Self::Array(b)) | (Self::Map(a), Self::Map(b)) => a.learn(b),
            _ => false,
        }
    }

    pub(super) fn is_number(&self) -> bool {
        matches!(self, Self::Int | Self::Real)
    }
}

/// The kinds of all variables, properties and functions.
pub(super) struct Kinds<'c> {
    pub(super) code: &'c Code,
    pub(super) this: Vec<Kind>,
    /// Kinds of the variables, by function.
    pub(super) locals: Vec<Vec<Kind>>,
    /// Kinds of the results, by function.
    pub(super) returns: Vec<Kind>,
    /// Whether the result of each function is used anywhere.
    pub(super) is_used: Vec<bool>,
    has_learnt: bool,
}

impl<'c> Kinds<'c> {
    /// Examines all functions repeatedly, until the kinds no longer change.
    pub(super) fn of(code: &'c Code, is_entry: impl Fn(usize) -> Option<usize>) -> Self {
        let mut it = Self {
            code,
            this: vec![Kind::Unknown; code.this.len()],
            locals: code.functions.iter().map(|function| vec![Kind::Unknown; function.locals.len()]).collect(),
            returns: vec![Kind::Unknown; code.functions.len()],
            is_used: vec![false; code.functions.len()],
            has_learnt: true,
        };
        // init() is examined first, wherever it is in the text, because its assignments determine the kinds of the
        // properties.
        let mut order: Vec<usize> = (0..code.functions.len()).collect();
        order.sort_by_key(|&function| is_entry(function).unwrap_or(usize::MAX));
        for &function in &order {
            if is_entry(function).is_some() && code.functions[function].params == 1 {
                it.locals[function][0] = Kind::Packet;
            }
        }
        while std::mem::take(&mut it.has_learnt) {
            for &function in &order {
                it.block(function, &code.functions[function].body, true);
            }
        }
        it
    }

    pub(super) fn function(&self, number: usize) -> &'c Function {
        &self.code.functions[number]
    }

    fn give(&mut self, slot: Slot, kind: &Kind) {
        let known = match slot {
            Slot::This(slot) => &mut self.this[slot],
            Slot::Local(function, slot) => &mut self.locals[function][slot],
            Slot::Return(function) => &mut self.returns[function],
        };
        self.has_learnt |= known.learn(kind);
    }

    /// Infers kinds from a block. `is_end` tells whether the last statement's value is the function's result.
    fn block(&mut self, f: usize, block: &Block, is_end: bool) {
        for line in &block.lines {
            match &line.stmt {
                Stmt::Expr(node) => self.unused(f, node),
                Stmt::Tail(node) if is_end => self.given(f, node),
                Stmt::Tail(node) => self.unused(f, node),
                Stmt::Return(node) => self.given(f, node),
                Stmt::Let(slot, node, _) => self.set(f, Slot::Local(f, usize::from(*slot)), None, node),
                Stmt::SetLocal(slot, operator, node, _) => {
                    self.set(f, Slot::Local(f, usize::from(*slot)), *operator, node);
                }
                Stmt::SetThis(slot, operator, node, _) => {
                    self.set(f, Slot::This(usize::from(*slot)), *operator, node);
                }
                Stmt::SetPlace(place, operator, node) => {
                    self.steps(f, place);
                    let kind = self.used(f, node);
                    if operator.is_none() {
                        self.give_within(f, place, &kind);
                    }
                }
                Stmt::If(parts) => {
                    self.used(f, &parts.0);
                    self.block(f, &parts.1, is_end);
                    self.block(f, &parts.2, is_end);
                }
                Stmt::While(parts) => {
                    self.used(f, &parts.0);
                    self.block(f, &parts.1, false);
                }
                Stmt::Do(parts, _) => {
                    self.block(f, &parts.0, false);
                    self.used(f, &parts.1);
                }
                Stmt::For(parts) => {
                    let item = match self.used(f, &parts.over) {
                        Kind::Range => Kind::Int,
                        Kind::Array(item) => *item,
                        _ => Kind::Unknown,
                    };
                    self.give(Slot::Local(f, usize::from(parts.variable)), &item);
                    if let Some(counter) = parts.counter {
                        self.give(Slot::Local(f, usize::from(counter)), &Kind::Int);
                    }
                    self.block(f, &parts.body, false);
                }
                Stmt::Break | Stmt::Continue => {}
                Stmt::Block(block) => self.block(f, block, is_end),
            }
        }
    }

    fn set(&mut self, f: usize, slot: Slot, operator: Option<Binary>, node: &Node) {
        let kind = self.used(f, node);
        if operator.is_none() {
            self.give(slot, &kind);
        }
    }

    /// Infers the kind of a function's result.
    fn given(&mut self, f: usize, node: &Node) {
        if self.is_used[f] {
            let kind = self.used(f, node);
            self.give(Slot::Return(f), &kind);
        } else {
            self.unused(f, node);
        }
    }

    /// Infers kinds from an expression whose value is not used.
    fn unused(&mut self, f: usize, node: &Node) {
        match node {
            Node::Call(callee, args, _) => self.call(f, usize::from(*callee), args),
            _ => {
                self.used(f, node);
            }
        }
    }

    fn call(&mut self, f: usize, callee: usize, args: &[Node]) {
        for (slot, arg) in args.iter().enumerate() {
            let kind = self.used(f, arg);
            self.give(Slot::Local(callee, slot), &kind);
        }
    }

    /// Infers kinds from an expression whose value is used, and returns the kind of this value.
    fn used(&mut self, f: usize, node: &Node) -> Kind {
        match node {
            Node::Call(callee, args, _) => {
                let callee = usize::from(*callee);
                self.has_learnt |= !std::mem::replace(&mut self.is_used[callee], true);
                self.call(f, callee, args);
            }
            Node::Negative(part, _) | Node::Not(part, _) | Node::Field(part, ..) => {
                self.used(f, part);
            }
            Node::Binary(_, sides, _) | Node::Index(sides, _) => {
                self.used(f, &sides.0);
                self.used(f, &sides.1);
            }
            Node::And(parts, _) | Node::Or(parts, _) | Node::Array(parts, _) => {
                parts.iter().for_each(|part| {
                    self.used(f, part);
                });
            }
            Node::Map(parts, _) => parts.iter().for_each(|(_, part)| {
                self.used(f, part);
            }),
            Node::Pure(_, args, _) | Node::Host(_, args, _) => args.iter().for_each(|arg| {
                self.used(f, arg);
            }),
            Node::Read(place) => self.steps(f, place),
            Node::Inspect(_, place, args, _) => {
                self.steps(f, place);
                args.iter().for_each(|arg| {
                    self.used(f, arg);
                });
            }
            Node::Change(change, place, args, _) => {
                self.steps(f, place);
                let kinds: Vec<Kind> = args.iter().map(|arg| self.used(f, arg)).collect();
                let item = match (change, &kinds[..]) {
                    (Change::Push, [item]) | (Change::Insert, [_, item]) => item.clone(),
                    _ => Kind::Unknown,
                };
                self.give_within(f, place, &Kind::Array(Box::new(item)));
            }
            Node::Block(block) => self.value_block(f, block),
            Node::Const(_) | Node::Local(_) | Node::This(..) | Node::Param(_) => {}
        }
        self.kind(f, node)
    }

    /// Infers kinds from a block used as a value, such as `if … { a } else { b }`.
    fn value_block(&mut self, f: usize, block: &Block) {
        for line in &block.lines {
            match &line.stmt {
                Stmt::Tail(node) => {
                    self.used(f, node);
                }
                Stmt::If(parts) => {
                    self.used(f, &parts.0);
                    self.value_block(f, &parts.1);
                    self.value_block(f, &parts.2);
                }
                Stmt::Block(block) => self.value_block(f, block),
                _ => self.block(f, &Block { lines: vec![line.clone()] }, false),
            }
        }
    }

    fn steps(&mut self, f: usize, place: &Place) {
        for step in &place.steps {
            if let Step::Index(node) = step {
                self.used(f, node);
            }
        }
    }

    /// Infers the kinds of the arrays and maps in a path such as `this.table[3]` from the kind of the value at its end.
    fn give_within(&mut self, f: usize, place: &Place, kind: &Kind) {
        let mut wholes = vec![self.root(f, place.root)];
        for step in &place.steps {
            let last = wholes.last().cloned().unwrap_or(Kind::Unknown);
            wholes.push(self.behind(&last, step));
        }
        let mut kind = kind.clone();
        for whole in wholes.iter().take(place.steps.len()).rev() {
            kind = match whole {
                Kind::Array(_) => Kind::Array(Box::new(kind)),
                Kind::Map(_) => Kind::Map(Box::new(kind)),
                _ => return,
            };
        }
        let slot = match place.root {
            Root::Local(slot) => Slot::Local(f, usize::from(slot)),
            Root::This(slot) => Slot::This(usize::from(slot)),
        };
        self.give(slot, &kind);
    }

    fn root(&self, f: usize, root: Root) -> Kind {
        match root {
            Root::Local(slot) => self.locals[f][usize::from(slot)].clone(),
            Root::This(slot) => self.this[usize::from(slot)].clone(),
        }
    }

    fn behind(&self, whole: &Kind, step: &Step) -> Kind {
        match (whole, step) {
            (Kind::Array(item) | Kind::Map(item), Step::Index(_)) => (**item).clone(),
            (Kind::Packet, Step::Field(field)) => of_field(field),
            _ => Kind::Unknown,
        }
    }

    pub(super) fn at(&self, f: usize, place: &Place) -> Kind {
        place.steps.iter().fold(self.root(f, place.root), |whole, step| self.behind(&whole, step))
    }

    /// The kind of the value that the first `steps` steps of a path reach.
    pub(super) fn within(&self, f: usize, place: &Place, steps: usize) -> Kind {
        place.steps.iter().take(steps).fold(self.root(f, place.root), |whole, step| self.behind(&whole, step))
    }

    /// The kind of an expression, as far as it is known.
    pub(super) fn kind(&self, f: usize, node: &Node) -> Kind {
        match node {
            Node::Const(value) => of_value(value),
            Node::Local(slot) => self.locals[f][usize::from(*slot)].clone(),
            Node::This(slot, _) => self.this[usize::from(*slot)].clone(),
            Node::Param(slot) => match self.code.declared.params[usize::from(*slot)].kind {
                ParamKind::Integer(..) => Kind::Int,
                ParamKind::Real(..) => Kind::Real,
                ParamKind::Switch(_) => Kind::Bool,
                ParamKind::Choice(..) => Kind::Text,
            },
            Node::Negative(part, _) => self.kind(f, part),
            Node::Not(..) | Node::And(..) | Node::Or(..) => Kind::Bool,
            Node::Binary(operator, sides, _) => {
                self.of_binary(*operator, self.kind(f, &sides.0), self.kind(f, &sides.1))
            }
            Node::Array(items, _) => {
                let known = items.iter().map(|item| self.kind(f, item)).find(|kind| *kind != Kind::Unknown);
                Kind::Array(Box::new(known.unwrap_or(Kind::Unknown)))
            }
            Node::Map(items, _) => {
                let known = items.iter().map(|(_, item)| self.kind(f, item)).find(|kind| *kind != Kind::Unknown);
                Kind::Map(Box::new(known.unwrap_or(Kind::Unknown)))
            }
            Node::Read(place) => self.at(f, place),
            Node::Index(sides, _) => match self.kind(f, &sides.0) {
                Kind::Array(item) | Kind::Map(item) => *item,
                _ => Kind::Unknown,
            },
            Node::Field(whole, field, _) => match self.kind(f, whole) {
                Kind::Packet => of_field(field),
                _ => Kind::Unknown,
            },
            Node::Call(callee, ..) => self.returns[usize::from(*callee)].clone(),
            Node::Pure(pure, args, _) => self.of_pure(f, *pure, args),
            Node::Inspect(Inspect::Len, ..) => Kind::Int,
            Node::Inspect(..) => Kind::Bool,
            Node::Change(Change::Pop | Change::Remove, place, ..) => match self.at(f, place) {
                Kind::Array(item) => *item,
                _ => Kind::Unknown,
            },
            Node::Change(..) => Kind::Unit,
            Node::Host(host, ..) => of_host(*host),
            Node::Block(block) => self.of_block(f, block),
        }
    }

    fn of_binary(&self, operator: Binary, left: Kind, right: Kind) -> Kind {
        match operator {
            Binary::Equal
            | Binary::Unequal
            | Binary::Less
            | Binary::LessOrEqual
            | Binary::Greater
            | Binary::GreaterOrEqual => Kind::Bool,
            Binary::Range | Binary::RangeInclusive => Kind::Range,
            _ if left == Kind::Real || right == Kind::Real => Kind::Real,
            _ if left == Kind::Unknown => right,
            _ => left,
        }
    }

    fn of_pure(&self, f: usize, pure: Pure, args: &[Node]) -> Kind {
        match pure {
            Pure::Abs => self.kind(f, &args[0]),
            Pure::Min | Pure::Max => {
                let known = args.iter().map(|arg| self.kind(f, arg)).find(|kind| *kind != Kind::Unknown);
                known.unwrap_or(Kind::Unknown)
            }
            Pure::Int | Pure::Ns | Pure::Hash => Kind::Int,
            Pure::Keys => Kind::Array(Box::new(Kind::Int)),
            Pure::Values => match self.kind(f, &args[0]) {
                Kind::Map(item) => Kind::Array(item),
                _ => Kind::Unknown,
            },
            _ => Kind::Real,
        }
    }

    fn of_block(&self, f: usize, block: &Block) -> Kind {
        match block.lines.last().map(|line| &line.stmt) {
            Some(Stmt::Tail(node)) => self.kind(f, node),
            Some(Stmt::If(parts)) => match self.of_block(f, &parts.1) {
                Kind::Unknown => self.of_block(f, &parts.2),
                kind => kind,
            },
            Some(Stmt::Block(block)) => self.of_block(f, block),
            _ => Kind::Unit,
        }
    }
}

#[derive(Clone, Copy)]
enum Slot {
    This(usize),
    Local(usize, usize),
    Return(usize),
}

fn of_value(value: &Value) -> Kind {
    match value {
        Value::Unit => Kind::Unit,
        Value::Bool(_) => Kind::Bool,
        Value::Int(_) => Kind::Int,
        Value::Real(_) => Kind::Real,
        Value::Text(_) => Kind::Text,
        Value::Array(items) => Kind::Array(Box::new(items.first().map_or(Kind::Unknown, of_value))),
        Value::Map(items) => Kind::Map(Box::new(items.values().next().map_or(Kind::Unknown, of_value))),
        Value::Arrival | Value::Packet(_) => Kind::Packet,
        Value::Range(_) => Kind::Range,
    }
}

fn of_field(field: &Field) -> Kind {
    match field.of_packet {
        Some(
            PacketField::IsUdp
            | PacketField::IsSyn
            | PacketField::IsRetransmission
            | PacketField::IsEcnCapable
            | PacketField::IsMarked,
        ) => Kind::Bool,
        Some(_) => Kind::Int,
        None => Kind::Unknown,
    }
}

fn of_host(host: Host) -> Kind {
    match host {
        Host::Mark | Host::Happens | Host::QueueIsEmpty | Host::OfIsEmpty | Host::QueueMark => Kind::Bool,
        Host::Chance | Host::NowS | Host::LinkDelay => Kind::Real,
        Host::QueueAt => Kind::Packet,
        Host::QueueDraw | Host::QueueNumbers => Kind::Array(Box::new(Kind::Int)),
        Host::Admit
        | Host::Drop
        | Host::WakeAtNs
        | Host::Sleep
        | Host::QueueDrop
        | Host::QueueSend
        | Host::QueuePush
        | Host::QueuePushTo => Kind::Unit,
        Host::Pick
        | Host::NowNs
        | Host::QueueLen
        | Host::QueueBytes
        | Host::OfLen
        | Host::OfBytes
        | Host::LinkCapacity
        | Host::LinkPacketBytes
        | Host::LinkHashSalt
        | Host::LinkPacketsIn
        | Host::LinkNsFor => Kind::Int,
    }
}

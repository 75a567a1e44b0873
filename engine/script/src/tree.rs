//! A script as it is run: names are resolved to places, calls to what they call.
//!
//! Rhai's own interpreter looks every name and function up again at every call, which costs a hundred times what a native
//! discipline does (docs/decisions/0067); what stands here is walked directly.

use crate::functions::{Change, Host, Inspect, PacketField, Pure};
use crate::operators::Binary;
use crate::value::{Key, Value};

/// Where in the text something stands: line and column, from 1.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(crate) struct At {
    pub(crate) line: u16,
    pub(crate) column: u16,
}

/// An expression.
#[derive(Clone, Debug)]
pub(crate) enum Node {
    Const(Value),
    /// A variable, by its place in the frame.
    Local(u16),
    /// A property of `this`, by its place in the state.
    This(u16, At),
    /// A parameter of the discipline.
    Param(u16),
    Negative(Box<Self>, At),
    Not(Box<Self>, At),
    Binary(Binary, Box<(Self, Self)>, At),
    And(Vec<Self>, At),
    Or(Vec<Self>, At),
    Array(Vec<Self>, At),
    Map(Vec<(Key, Self)>, At),
    /// What stands at a place within a variable or property.
    Read(Box<Place>),
    /// An item of a value that stands nowhere.
    Index(Box<(Self, Self)>, At),
    /// A field of a packet or of a map that stands nowhere.
    Field(Box<Self>, Field, At),
    /// A function of the script.
    Call(u16, Vec<Self>, At),
    /// A function of values.
    Pure(Pure, Vec<Self>, At),
    /// A function of what stands at a place, which stays as it is.
    Inspect(Inspect, Box<Place>, Vec<Self>, At),
    /// A function that changes what stands at a place.
    Change(Change, Box<Place>, Vec<Self>, At),
    /// A function of the queue, of the packet, of chance or of time.
    Host(Host, Vec<Self>, At),
    Block(Box<Block>),
}

/// The name behind a dot.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub(crate) key: Key,
    /// What it means of a packet.
    pub(crate) of_packet: Option<PacketField>,
}

/// A place within a variable or a property.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub(crate) root: Root,
    pub(crate) steps: Vec<Step>,
    pub(crate) at: At,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Root {
    Local(u16),
    This(u16),
}

#[derive(Clone, Debug)]
pub(crate) enum Step {
    Index(Node),
    Field(Field),
}

/// A statement.
#[derive(Clone, Debug)]
pub(crate) enum Stmt {
    Expr(Node),
    /// The value of the block that it ends.
    Tail(Node),
    /// Gives a variable a value, which is told as that quantity.
    Let(u16, Node, Told),
    SetLocal(u16, Option<Binary>, Node, Told),
    SetThis(u16, Option<Binary>, Node, Told),
    SetPlace(Box<Place>, Option<Binary>, Node),
    If(Box<(Node, Block, Block)>),
    While(Box<(Node, Block)>),
    /// Repeats while the condition gives this truth value.
    Do(Box<(Block, Node)>, bool),
    For(Box<For>),
    Break,
    Continue,
    Return(Node),
    Block(Block),
}

/// The quantity that a value is told as.
pub(crate) type Told = Option<u8>;

#[derive(Clone, Debug)]
pub(crate) struct For {
    pub(crate) variable: u16,
    pub(crate) counter: Option<u16>,
    pub(crate) over: Node,
    pub(crate) body: Block,
}

/// A statement with the line of pseudo-code that it stands on.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) stmt: Stmt,
    pub(crate) code: u8,
    pub(crate) at: At,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Block {
    pub(crate) lines: Vec<Line>,
}

/// A function of the script.
#[derive(Clone, Debug)]
pub(crate) struct Function {
    pub(crate) name: String,
    pub(crate) params: usize,
    /// The names of its variables, by their places in the frame; the parameters first.
    pub(crate) locals: Vec<String>,
    pub(crate) body: Block,
}

//! A script in the form that is run: names are resolved to places, calls to their targets. Other readers of a script walk this
//! tree, too.
//!
//! Rhai's own interpreter looks every name and function up again at every call, which costs a hundred times what a native
//! discipline does (docs/decisions/0067); this tree is walked directly.

pub use crate::declare::{Declared, Kind as ParamKind, Param};
pub use crate::functions::{Change, Host, Inspect, PacketField, Pure};
pub use crate::lower::{Lowered, wrong};
pub use crate::operators::Binary;
pub use crate::program::{Code, entry};
pub use crate::value::{Counted, Key, List, Table, Value};

/// A place in the text: line and column, from 1.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct At {
    /// The line.
    pub line: u16,
    /// The column.
    pub column: u16,
}

/// An expression.
#[derive(Clone, Debug)]
pub enum Node {
    /// A constant.
    Const(Value),
    /// A variable, by its place in the frame.
    Local(u16),
    /// A property of `this`, by its place in the state.
    This(u16, At),
    /// A parameter of the discipline.
    Param(u16),
    /// The number with the other sign.
    Negative(Box<Self>, At),
    /// The other truth value.
    Not(Box<Self>, At),
    /// The result of an operator on two values.
    Binary(Binary, Box<(Self, Self)>, At),
    /// Whether all are true; behind the first that is not, none is computed.
    And(Vec<Self>, At),
    /// Whether one is true; behind the first that is, none is computed.
    Or(Vec<Self>, At),
    /// An array of items.
    Array(Vec<Self>, At),
    /// A map of items at their keys.
    Map(Vec<(Key, Self)>, At),
    /// The value at a place within a variable or property.
    Read(Box<Place>),
    /// An item of a temporary value.
    Index(Box<(Self, Self)>, At),
    /// A field of a packet or of a map that is a temporary value.
    Field(Box<Self>, Field, At),
    /// A function of the script.
    Call(u16, Vec<Self>, At),
    /// A function of values.
    Pure(Pure, Vec<Self>, At),
    /// A function of the value at a place, which it does not change.
    Inspect(Inspect, Box<Place>, Vec<Self>, At),
    /// A function that changes the value at a place.
    Change(Change, Box<Place>, Vec<Self>, At),
    /// A function of the queue, of the packet, of chance or of time.
    Host(Host, Vec<Self>, At),
    /// A block that is a value.
    Block(Box<Block>),
}

/// The name behind a dot.
#[derive(Clone, Debug)]
pub struct Field {
    /// The name as the key of a map.
    pub key: Key,
    /// The packet field with this name, if there is one.
    pub of_packet: Option<PacketField>,
}

/// A place within a variable or a property.
#[derive(Clone, Debug)]
pub struct Place {
    /// The start of the way to it.
    pub root: Root,
    /// The way from there.
    pub steps: Vec<Step>,
    /// Its place in the text.
    pub at: At,
}

/// The start of the way to a place.
#[derive(Clone, Copy, Debug)]
pub enum Root {
    /// A variable, by its place in the frame.
    Local(u16),
    /// A property of `this`, by its place in the state.
    This(u16),
}

/// A step on the way to a place.
#[derive(Clone, Debug)]
pub enum Step {
    /// Access to an item of an array or a map.
    Index(Node),
    /// Access to the field behind a dot.
    Field(Field),
}

/// A statement.
#[derive(Clone, Debug)]
pub enum Stmt {
    /// An expression whose value nothing uses.
    Expr(Node),
    /// The value of the block that it ends.
    Tail(Node),
    /// Assigns a variable; the value is reported as that quantity.
    Let(u16, Node, Told),
    /// Gives a variable a new value; with an operator, its result on the old value and this one.
    SetLocal(u16, Option<Binary>, Node, Told),
    /// The same for a property of `this`.
    SetThis(u16, Option<Binary>, Node, Told),
    /// The same for a place within a variable or a property.
    SetPlace(Box<Place>, Option<Binary>, Node),
    /// A test, its block where it holds, and its block where it does not.
    If(Box<(Node, Block, Block)>),
    /// Repeats while the condition holds, which is tested first.
    While(Box<(Node, Block)>),
    /// Repeats while the condition gives this truth value.
    Do(Box<(Block, Node)>, bool),
    /// Walks through a range or an array.
    For(Box<For>),
    /// Ends the loop.
    Break,
    /// Goes on with the next round of the loop.
    Continue,
    /// Ends the function with this value.
    Return(Node),
    /// Statements with variables of their own.
    Block(Block),
}

/// The quantity as which a value is reported.
pub type Told = Option<u8>;

/// A loop over a range or an array.
#[derive(Clone, Debug)]
pub struct For {
    /// The variable that takes one item after the other, by its place in the frame.
    pub variable: u16,
    /// The variable that counts them from 0.
    pub counter: Option<u16>,
    /// The value that is walked through.
    pub over: Node,
    /// The block that is run for each.
    pub body: Block,
}

/// A statement with its line of pseudo-code.
#[derive(Clone, Debug)]
pub struct Line {
    /// The statement.
    pub stmt: Stmt,
    /// The line of pseudo-code, by its place among them.
    pub code: u8,
    /// Its place in the text.
    pub at: At,
}

/// Statements one after the other.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// The statements.
    pub lines: Vec<Line>,
}

/// A function of the script.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// How many parameters it has.
    pub params: usize,
    /// The names of its variables, by their places in the frame; the parameters first.
    pub locals: Vec<String>,
    /// Its statements.
    pub body: Block,
}

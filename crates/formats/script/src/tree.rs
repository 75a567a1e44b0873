//! The executable tree of a script. All names are resolved: variables to indices, calls to functions. The translation
//! to C++ uses this tree too.
//!
//! This tree is executed directly. Rhai's own interpreter looks up every name and function at every call, which takes a
//! hundred times as long as a native discipline (docs/decisions/0067).

pub use crate::declare::{Declared, Kind as ParamKind, Param};
pub use crate::functions::{Change, Host, Inspect, PacketField, Pure};
pub use crate::lower::{Lowered, wrong};
pub use crate::operators::Binary;
pub use crate::program::{Code, entry};
pub use crate::value::{Counted, Key, List, Table, Value};

/// A position in the text: line and column, from 1.
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
    /// A variable, by its index in the stack frame.
    Local(u16),
    /// A property of `this`, by its index in the state.
    This(u16, At),
    /// A parameter of the discipline, by its index.
    Param(u16),
    /// The negative of a number.
    Negative(Box<Self>, At),
    /// The negation of a Boolean value.
    Not(Box<Self>, At),
    /// An operator applied to two values.
    Binary(Binary, Box<(Self, Self)>, At),
    /// Whether all operands are true. Evaluation ends at the first false operand.
    And(Vec<Self>, At),
    /// Whether any operand is true. Evaluation ends at the first true operand.
    Or(Vec<Self>, At),
    /// An array with its items.
    Array(Vec<Self>, At),
    /// A map with its keys and items.
    Map(Vec<(Key, Self)>, At),
    /// A value inside a variable or property.
    Read(Box<Place>),
    /// An item of a temporary value.
    Index(Box<(Self, Self)>, At),
    /// A field of a temporary value, which is a packet or a map.
    Field(Box<Self>, Field, At),
    /// A call of a function of the script.
    Call(u16, Vec<Self>, At),
    /// A call of a function of values alone.
    Pure(Pure, Vec<Self>, At),
    /// A call of a function that reads a value in place, in a variable or property, without copying it.
    Inspect(Inspect, Box<Place>, Vec<Self>, At),
    /// A call of a function that changes a value in place, in a variable or property.
    Change(Change, Box<Place>, Vec<Self>, At),
    /// A call of a function of the queue, the packet, random numbers, time or the link.
    Host(Host, Vec<Self>, At),
    /// A block whose last statement is its value.
    Block(Box<Block>),
}

/// The name after a dot.
#[derive(Clone, Debug)]
pub struct Field {
    /// The name, as a map key.
    pub key: Key,
    /// The packet field of this name, if there is one.
    pub of_packet: Option<PacketField>,
}

/// The path to a value inside a variable or property.
#[derive(Clone, Debug)]
pub struct Place {
    /// The variable or property at the start of the path.
    pub root: Root,
    /// The steps of the path.
    pub steps: Vec<Step>,
    /// Position of the expression in the text.
    pub at: At,
}

/// The variable or property at the start of a path.
#[derive(Clone, Copy, Debug)]
pub enum Root {
    /// A variable, by its index in the stack frame.
    Local(u16),
    /// A property of `this`, by its index in the state.
    This(u16),
}

/// A step of a path.
#[derive(Clone, Debug)]
pub enum Step {
    /// An item of an array or a map.
    Index(Node),
    /// The field after a dot.
    Field(Field),
}

/// A statement.
#[derive(Clone, Debug)]
pub enum Stmt {
    /// An expression whose value is not used.
    Expr(Node),
    /// An expression as the last statement of a block. Its value is the value of the block.
    Tail(Node),
    /// Creates a variable; its value is reported under the given quantity.
    Let(u16, Node, ReportedAs),
    /// Assigns to a variable. With an operator, assigns the result of applying it to the old and the given value.
    SetLocal(u16, Option<Binary>, Node, ReportedAs),
    /// Assigns to a property of `this`, optionally with an operator.
    SetThis(u16, Option<Binary>, Node, ReportedAs),
    /// Assigns to a value inside a variable or property, optionally with an operator.
    SetPlace(Box<Place>, Option<Binary>, Node),
    /// A test, with a block for true and a block for false.
    If(Box<(Node, Block, Block)>),
    /// Repeats a block while the condition holds, testing it before each iteration.
    While(Box<(Node, Block)>),
    /// Repeats a block while the condition has the given Boolean value, as in `do … while` and `do … until`, testing it
    /// after each iteration.
    Do(Box<(Block, Node)>, bool),
    /// Repeats a block for each item of a range or an array.
    For(Box<For>),
    /// Ends the loop.
    Break,
    /// Continues with the next iteration of the loop.
    Continue,
    /// Ends the function with a value.
    Return(Node),
    /// Statements in a scope of their own.
    Block(Block),
}

/// The quantity under which a value is reported, if there is one.
pub type ReportedAs = Option<u8>;

/// A loop over a range or an array.
#[derive(Clone, Debug)]
pub struct For {
    /// The variable for the items, by its index in the stack frame.
    pub variable: u16,
    /// The variable that counts the items from 0, if there is one.
    pub counter: Option<u16>,
    /// The range or array.
    pub over: Node,
    /// The block that is repeated.
    pub body: Block,
}

/// A statement, with its line of pseudo-code.
#[derive(Clone, Debug)]
pub struct Line {
    /// The statement.
    pub stmt: Stmt,
    /// The line of pseudo-code, by its index.
    pub code: u8,
    /// Position of the statement in the text.
    pub at: At,
}

/// Statements executed in order.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// The statements.
    pub lines: Vec<Line>,
}

/// A function of the script.
#[derive(Clone, Debug)]
pub struct Function {
    /// Name of the function.
    pub name: String,
    /// Number of parameters.
    pub params: usize,
    /// Variable names by index in the stack frame, parameters first.
    pub locals: Vec<String>,
    /// Statements of the function.
    pub body: Block,
}

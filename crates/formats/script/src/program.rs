//! A compiled script: declarations, functions, and lines.

use crate::declare::Declared;
use crate::functions::ENTRIES;
use crate::keep;
use crate::lower::{Lowered, Source, at, lower, wrong};
use crate::machine::{self, ScriptMachine};
use crate::tree::{At, Function};
use chokepoint_engine::discipline::reason::Reason;
use chokepoint_engine::discipline::scripted::{MAX_SCRIPT_BYTES, Machine, Program, ScriptProblem};
use chokepoint_engine::discipline::{About, LinkFacts, Settings};
use rhai::{ASTNode, Engine};
use std::sync::Arc;

const MAX_FUNCTIONS: usize = 60;
/// Largest nesting depth of expressions and blocks; each level needs stack memory during execution.
const MAX_EXPRESSION_DEPTH: usize = 24;

/// The executable part of a script.
#[derive(Debug)]
pub struct Code {
    /// Declarations of the script.
    pub declared: Declared,
    /// Functions, in source order.
    pub functions: Vec<Function>,
    /// Indices of the functions that the engine calls, in the order of [`ENTRIES`].
    pub entries: [Option<usize>; 6],
    /// The names of the properties of `this`, by index.
    pub this: Vec<String>,
    /// The lines of pseudo-code: line number in the text, and whether the line contains a test.
    pub(crate) lines: Vec<(u16, bool)>,
    /// The reasons that the script gives for decisions on arrivals, and those for other decisions.
    pub(crate) reasons: [Vec<Reason>; 2],
    pub(crate) has_queues: bool,
    /// Index of the property `avg`, which plots draw as the average queue. `None` unless the script has both this
    /// property and a gauge `avg`.
    pub(crate) average: Option<usize>,
    /// Index of the property behind each gauge, in a script without gauges().
    pub(crate) gauges: Vec<Option<usize>>,
}

/// Indices of the functions in [`ENTRIES`].
pub mod entry {
    /// `init()`.
    pub const INIT: usize = 0;
    /// `enqueue(packet)`.
    pub const ENQUEUE: usize = 1;
    /// `dequeue()`.
    pub const DEQUEUE: usize = 2;
    /// `on_timer()`.
    pub const ON_TIMER: usize = 3;
    /// `on_change()`.
    pub const ON_CHANGE: usize = 4;
    /// `gauges()`.
    pub const GAUGES: usize = 5;
}

/// A valid script.
#[derive(Clone, Debug)]
pub struct Script {
    pub(crate) code: Arc<Code>,
    pub(crate) text: Arc<str>,
}

/// Rhai's parser, with all sizes limited and without features that a discipline does not need.
fn parser() -> Engine {
    let mut engine = Engine::new_raw();
    engine.set_max_expr_depths(MAX_EXPRESSION_DEPTH, MAX_EXPRESSION_DEPTH);
    engine.set_max_functions(MAX_FUNCTIONS);
    engine.set_max_string_size(crate::value::MAX_TEXT);
    engine.set_max_array_size(1_000);
    engine.set_max_map_size(1_000);
    engine.set_allow_anonymous_fn(false);
    for symbol in ["eval", "Fn", "call", "curry", "is_shared", "print", "debug", "type_of", "try", "throw", "switch"] {
        // Rhai's parser is left to allow `try`, `throw` and `switch`, because our compiler refuses them with a clearer
        // message.
        if !matches!(symbol, "try" | "throw" | "switch") {
            engine.disable_symbol(symbol);
        }
    }
    engine
}

impl Script {
    /// Reads a script.
    pub fn read(text: &str) -> Result<Self, ScriptProblem> {
        if text.len() > MAX_SCRIPT_BYTES {
            let problem = format!("has {} bytes, of which at most {MAX_SCRIPT_BYTES} are allowed", text.len());
            return wrong(At { line: 1, column: 1 }, problem);
        }
        let ast = match parser().compile(text) {
            Ok(ast) => ast,
            Err(error) => return wrong(at(error.position()), sentence(&error.err_type().to_string())),
        };
        let mut declared = Declared::read(ast.statements())?;
        let sources = functions(&ast);
        let (functions, lowering) = lower(&mut declared, &sources)?;
        let (this, lines, reasons) = (lowering.this, lowering.code, lowering.reasons);
        let has_queues = lowering.has_queues;
        let entries = ENTRIES.iter().map(|(name, count, ..)| {
            functions.iter().position(|function| function.name == *name && function.params == *count)
        });
        let entries: Vec<_> = entries.collect();
        let property = |id: &str| this.iter().position(|name| name == id);
        let code = Code {
            entries: entries.try_into().unwrap_or_default(),
            average: declared.gauges.iter().find(|gauge| gauge.id == "avg").and_then(|_| property("avg")),
            gauges: declared.gauges.iter().map(|gauge| property(&gauge.id)).collect(),
            declared,
            functions,
            this,
            lines,
            reasons,
            has_queues,
        };
        code.check()?;
        Ok(Self { code: Arc::new(code), text: text.into() })
    }

    /// The text of the script.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The executable part.
    pub fn code(&self) -> &Code {
        &self.code
    }

    /// The declared name.
    pub fn name(&self) -> &str {
        &self.code.declared.name
    }
}

impl Code {
    fn check(&self) -> Lowered<()> {
        let head = At { line: 1, column: 1 };
        if self.entries[entry::ENQUEUE].is_none() {
            return wrong(head, "there is no function enqueue(packet), which admits or drops the arriving packet");
        }
        if self.has_queues && self.entries[entry::DEQUEUE].is_none() {
            return wrong(
                head,
                "push_to(k) fills several queues, so a function dequeue() must choose the one that is served",
            );
        }
        let has_gauges = self.entries[entry::GAUGES].is_some();
        for (gauge, property) in self.declared.gauges.iter().zip(&self.gauges) {
            if property.is_none() && !has_gauges {
                let id = &gauge.id;
                return wrong(
                    head,
                    format!("gauges.{id} is neither a property this.{id} nor given by a function gauges()"),
                );
            }
        }
        Ok(())
    }
}

/// The script's functions, in source order.
fn functions(ast: &rhai::AST) -> Vec<Source> {
    let mut sources: Vec<Source> = Vec::new();
    let mut spans = Vec::new();
    for (_, _, _, _, function) in ast.shared_lib().iter_script_fn_info() {
        let (start, end) = (at(function.body.start_position()), at(function.body.end_position()));
        spans.push(((start.line, start.column), (end.line, end.column)));
        sources.push(Source {
            name: function.name.to_string(),
            params: function.params.iter().map(ToString::to_string).collect(),
            statements: Vec::new(),
            at: start,
        });
    }
    // The walk visits the statements of all function bodies, but does not say to which function a statement belongs.
    // This follows from the position: a statement belongs to the function whose braces enclose it.
    ast.walk(&mut |path: &[ASTNode<'_>]| {
        if let [ASTNode::Stmt(statement)] = path {
            let place = at(statement.position());
            let place = (place.line, place.column);
            if let Some(number) = spans.iter().position(|(start, end)| *start <= place && place <= *end) {
                sources[number].statements.push((*statement).clone());
            }
        }
        true
    });
    sources.sort_by_key(|source| (source.at.line, source.at.column));
    sources
}

/// Converts a parser message to our own format.
fn sentence(message: &str) -> String {
    let mut message = message.trim_end_matches('.').to_owned();
    if message.len() > 400 {
        let end = (0..=400).rev().find(|&end| message.is_char_boundary(end)).unwrap_or(0);
        message.truncate(end);
        message.push('…');
    }
    message
}

/// A script whose declarations are stored permanently, as a scene's lanes require.
pub(crate) struct Kept {
    pub(crate) script: Script,
    pub(crate) about: &'static About,
}

impl Program for Kept {
    fn about(&self) -> &'static About {
        self.about
    }

    fn machine(&self, settings: &Settings, link: &LinkFacts) -> Box<dyn Machine> {
        Box::new(machine::start(&self.script, keep::values(&self.script.code.declared, settings), link))
    }
}

impl ScriptMachine {
    /// A running script with default parameters, outside any scene.
    pub fn of_defaults(script: &Script, link: &LinkFacts) -> Self {
        machine::start(script, keep::defaults(&script.code.declared), link)
    }
}

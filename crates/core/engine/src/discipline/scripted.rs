//! Disciplines outside the engine: user-written scripts.
//!
//! The engine itself contains no script language. The caller that opens a scene supplies the [`Language`] of its
//! scripts; a lane may then be `{ "aqm": "script", "script": "…" }`. A compiled script has the same declarations as any
//! discipline, and the engine holds it to the same contract. If a script fails while it runs, its lane stops there (see
//! [`Machine::stop`]), and all earlier results remain valid.
//!
//! Parsing a scene compiles its scripts but never runs them: a script first runs when its lane is created. An error at
//! that point is reported like any later error, with the time 0 s.

pub use crate::base::only::Only;

use super::about::{About, Confidence, Memory, Rule, UNNAMED_SCRIPT, View};
use super::settings::{Settings, SettingsProblem};
use super::{Context, Discipline, LinkFacts, Tracer, Viewer};
use crate::base::hash::StateHash;
use crate::base::packet::Packet;
use crate::base::rng::Chance;
use crate::base::time::SimTime;
use serde::Serialize;
use std::fmt;
use std::sync::Arc;
use ts_rs::TS;

/// The one id that all disciplines written as scripts share.
pub const SCRIPT: &str = "script";

/// The longest script that is accepted \[bytes\].
pub const MAX_SCRIPT_BYTES: usize = 32 * 1024;

/// The compiler for the language of the scene's scripts. Without a compiler, scenes with scripts are refused.
#[derive(Clone, Copy, Default)]
pub struct Language(Option<Only<&'static dyn Compiler>>);

impl Language {
    /// No language: a lane that is a script is rejected.
    pub const NONE: Self = Self(None);

    /// The language that this compiler accepts.
    pub const fn of(compiler: Only<&'static dyn Compiler>) -> Self {
        Self(Some(compiler))
    }

    /// Whether there is no compiler, so that scripts are refused.
    pub const fn is_none(self) -> bool {
        self.0.is_none()
    }

    /// The result of compiling a script.
    pub fn compile(self, text: &str) -> Result<Script, ScriptProblem> {
        let problem = match self.0 {
            Some(_) if text.len() > MAX_SCRIPT_BYTES => {
                format!("has {} bytes, of which at most {MAX_SCRIPT_BYTES} are allowed", text.len())
            }
            Some(compiler) => return compiler.try_map(|compiler| compiler.compile(text)).map(Script),
            None => UNREAD.into(),
        };
        Err(ScriptProblem { line: 1, column: 1, problem })
    }
}

/// The error message for a script if no language is known.
pub(crate) const UNREAD: &str = "is a script, which this build of the engine does not read";

impl fmt::Debug for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_none() { "Language::NONE" } else { "Language" })
    }
}

/// Any two languages are equal, so that the equality of scenes does not depend on the compiler of their scripts.
impl PartialEq for Language {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// A compiler of scripts.
pub trait Compiler: Sync {
    /// Compiles a text into a discipline. The same text always gives the same discipline.
    fn compile(&self, text: &str) -> Result<Arc<dyn Program>, ScriptProblem>;
}

/// A compiled script, as a lane holds it.
#[derive(Clone)]
pub struct Script(Only<Arc<dyn Program>>);

impl Script {
    /// The declarations of the script.
    pub fn about(&self) -> &'static About {
        self.0.about()
    }
}

impl fmt::Debug for Script {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.about().name)
    }
}

/// Scripts are equal if they share their declarations, which are stored once for each text.
impl PartialEq for Script {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.about(), other.about())
    }
}

/// An error in a script, with its position in the text.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, TS)]
pub struct ScriptProblem {
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1.
    pub column: u32,
    /// The problem and the allowed forms, as a sentence.
    pub problem: String,
}

impl fmt::Display for ScriptProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.problem)
    }
}

/// A compiled script without errors.
pub trait Program: Send + Sync {
    /// The declarations of the script.
    fn about(&self) -> &'static About;

    /// Makes an empty queue at time 0. Code of the script runs here for the first time.
    fn machine(&self, settings: &Settings, link: &LinkFacts) -> Box<dyn Machine>;
}

/// A running discipline, like [`super::Discipline`] without type parameters.
pub trait Machine: Send + Sync {
    /// A copy that continues independently from the same state.
    fn copy(&self) -> Box<dyn Machine>;

    /// See [`super::Discipline::reconfigure`].
    fn reconfigure(&mut self, settings: &Settings, link: &LinkFacts, cx: &mut Outside<'_>);

    /// See [`super::Discipline::enqueue`].
    fn enqueue(&mut self, packet: Packet, cx: &mut Outside<'_>);

    /// See [`super::Discipline::dequeue`].
    fn dequeue(&mut self, cx: &mut Outside<'_>) -> Option<Packet>;

    /// See [`super::Discipline::next_timer`].
    fn next_timer(&self) -> Option<SimTime>;

    /// See [`super::Discipline::on_timer`].
    fn on_timer(&mut self, cx: &mut Outside<'_>);

    /// See [`super::Discipline::packets`].
    fn packets(&self) -> usize;

    /// See [`super::Discipline::bytes`].
    fn bytes(&self) -> u64;

    /// See [`super::Discipline::limit`].
    fn limit(&self) -> usize;

    /// See [`super::Discipline::average`].
    fn average(&self) -> Option<f64>;

    /// See [`super::Discipline::heap_bytes`].
    fn heap_bytes(&self) -> usize;

    /// See [`super::Discipline::state_bytes`].
    fn state_bytes(&self) -> usize;

    /// See [`super::Discipline::view`].
    fn view(&self, viewer: &mut dyn Viewer);

    /// See [`super::Discipline::fold`].
    fn fold(&self, hash: &mut StateHash);

    /// The error at which the script stopped, if any. After an error every call does nothing. If the script had neither
    /// admitted nor dropped the current packet, the packet was reported as dropped, so that the counts are consistent.
    fn stop(&self) -> Option<&Stop>;

    /// The number of operations so far, in the script's own units. A clone continues the count; no result depends on
    /// it.
    fn operations(&self) -> u64;
}

/// The context passed to each call of a discipline, without type parameters; see [`Context`].
pub struct Outside<'a> {
    /// The current simulation time.
    pub now: SimTime,
    /// The discipline's own random stream.
    pub chance: &'a mut dyn Chance,
    /// The receiver of all reports, in order.
    pub tracer: &'a mut dyn Tracer,
}

/// A runtime error of a script.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(rename = "ScriptMistake")]
pub struct Stop {
    /// The simulated time of the error \[s\].
    pub at_s: f64,
    /// Line of the script, from 1.
    pub line: u32,
    /// Column, from 1.
    pub column: u32,
    /// The problem and the allowed forms, as a sentence.
    pub problem: String,
    /// The packet whose arrival caused the error, if an arrival did.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, as = "Option<f64>")]
    pub packet: Option<u64>,
    /// The values of the variables in scope and of the properties of `this`, as the script writes values.
    pub values: Vec<(String, String)>,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}, at {} s: {}", self.line, self.column, self.at_s, self.problem)?;
        if !self.values.is_empty() {
            let values: Vec<_> = self.values.iter().map(|(name, value)| format!("{name} = {value}")).collect();
            write!(f, " ({})", values.join(", "))?;
        }
        Ok(())
    }
}

/// Checked parameters of a script.
#[derive(Clone)]
pub struct Params {
    script: Script,
    settings: Settings,
    link: LinkFacts,
}

/// A running script.
pub struct Scripted(Only<Work>);

struct Work {
    about: &'static About,
    machine: Box<dyn Machine>,
}

impl Clone for Scripted {
    fn clone(&self) -> Self {
        Self(self.0.as_ref().map(|work| Work { about: work.about, machine: work.machine.copy() }))
    }
}

impl Discipline for Scripted {
    /// The description common to all scripts; [`Discipline::about`] returns the description of one script.
    const ABOUT: &'static About = &About {
        id: SCRIPT,
        name: UNNAMED_SCRIPT,
        year: 0,
        citation: "",
        idea: "",
        memory: Memory::Partial,
        confidence: Confidence::Low,
        confidence_note: "",
        view: View::Fifo,
        params: &[],
        defaults: &[],
        param_sets: &[],
        code: &[],
        rule: Rule::NONE,
        quantities: &[],
        gauges: &[],
        state: &[],
        reasons: &[],
        reasons_without_arrival: &[],
    };

    type Params = Params;

    fn params(settings: &Settings, link: &LinkFacts) -> Result<Params, SettingsProblem> {
        match settings.script() {
            Some(script) => Ok(Params { script: script.clone(), settings: settings.clone(), link: *link }),
            None => Err(SettingsProblem::new(SCRIPT, "is missing: the text of the script")),
        }
    }

    fn new(Params { script, settings, link }: Params) -> Self {
        Self(script.0.map(|program| Work { about: program.about(), machine: program.machine(&settings, &link) }))
    }

    fn about(&self) -> &'static About {
        self.0.about
    }

    fn reconfigure<C: Chance, S: Tracer>(&mut self, params: Params, cx: &mut Context<'_, C, S>) {
        self.0.machine.reconfigure(&params.settings, &params.link, &mut outside(cx));
    }

    fn enqueue<C: Chance, S: Tracer>(&mut self, packet: Packet, cx: &mut Context<'_, C, S>) {
        self.0.machine.enqueue(packet, &mut outside(cx));
    }

    fn dequeue<C: Chance, S: Tracer>(&mut self, cx: &mut Context<'_, C, S>) -> Option<Packet> {
        self.0.machine.dequeue(&mut outside(cx))
    }

    fn next_timer(&self) -> Option<SimTime> {
        self.0.machine.next_timer()
    }

    fn on_timer<C: Chance, S: Tracer>(&mut self, cx: &mut Context<'_, C, S>) {
        self.0.machine.on_timer(&mut outside(cx));
    }

    fn packets(&self) -> usize {
        self.0.machine.packets()
    }

    fn bytes(&self) -> u64 {
        self.0.machine.bytes()
    }

    fn limit(&self) -> usize {
        self.0.machine.limit()
    }

    fn average(&self) -> Option<f64> {
        self.0.machine.average()
    }

    fn heap_bytes(&self) -> usize {
        self.0.machine.heap_bytes()
    }

    fn state_bytes(&self) -> usize {
        self.0.machine.state_bytes()
    }

    fn view(&self, viewer: &mut dyn Viewer) {
        self.0.machine.view(viewer);
    }

    fn fold(&self, hash: &mut StateHash) {
        self.0.machine.fold(hash);
    }

    fn stop(&self) -> Option<Only<&Stop>> {
        self.0.as_ref().filter_map(|work| work.machine.stop())
    }

    fn operations(&self) -> Option<u64> {
        Some(self.0.machine.operations())
    }
}

fn outside<'a, C: Chance, S: Tracer>(cx: &'a mut Context<'_, C, S>) -> Outside<'a> {
    Outside { now: cx.now, chance: cx.chance, tracer: cx.tracer }
}

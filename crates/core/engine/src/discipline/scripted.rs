//! Disciplines that are no part of the engine: scripts that users write.
//!
//! The engine knows no language. A crate that does installs a [`Compiler`], once; from then on a lane may say
//! `{ "aqm": "script", "script": "…" }`. What the compiler makes of a text declares itself as every discipline does, and is
//! held by the engine to the same contract. A script may fail while it runs; then its lane stops there (see
//! [`Machine::stop`]) and all that came before stays true.
//!
//! To read a scene is to read its scripts and never to run them: nothing of a script runs before a lane is made of it. What
//! goes wrong as it begins is a mistake at 0 s like any other.

use super::about::About;
use super::settings::Settings;
use super::{Context, LinkFacts, Tracer, Viewer};
use crate::base::hash::StateHash;
use crate::base::packet::Packet;
use crate::base::rng::Chance;
use crate::base::time::SimTime;
use serde::Serialize;
use std::fmt;
use std::sync::{Arc, OnceLock};

/// The id of every discipline that is a script.
pub const SCRIPT: &str = "script";

/// The longest script that is read \[bytes\].
pub const MAX_SCRIPT_BYTES: usize = 32 * 1024;

static COMPILER: OnceLock<&'static dyn Compiler> = OnceLock::new();

/// Lets scenes have lanes that are scripts, from now on. The first compiler stays.
pub fn install(compiler: &'static dyn Compiler) {
    COMPILER.get_or_init(|| compiler);
}

/// What the installed compiler makes of a script.
pub fn compile(text: &str) -> Result<Arc<dyn Program>, ScriptProblem> {
    if text.len() > MAX_SCRIPT_BYTES {
        let problem = format!("has {} bytes, of which at most {MAX_SCRIPT_BYTES} are allowed", text.len());
        return Err(ScriptProblem { line: 1, column: 1, problem });
    }
    match COMPILER.get() {
        Some(compiler) => compiler.compile(text),
        None => Err(ScriptProblem { line: 1, column: 1, problem: "this program reads no scripts".into() }),
    }
}

/// Reads scripts.
pub trait Compiler: Sync {
    /// The discipline that a text describes. The same text gives the same discipline, however often it is read.
    fn compile(&self, text: &str) -> Result<Arc<dyn Program>, ScriptProblem>;
}

/// What is wrong with a script, and where.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct ScriptProblem {
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1.
    pub column: u32,
    /// What is wrong and what is allowed, as a sentence.
    pub problem: String,
}

impl fmt::Display for ScriptProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.problem)
    }
}

/// A script that was read and found right.
pub trait Program: Send + Sync {
    /// What it declares.
    fn about(&self) -> &'static About;

    /// An empty queue at time 0, and the first moment at which something of the script runs.
    fn machine(&self, settings: &Settings, link: &LinkFacts) -> Box<dyn Machine>;
}

/// A discipline at work, as [`super::Discipline`] without type parameters.
pub trait Machine: Send + Sync {
    /// A copy that goes on as this one does.
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

    /// The mistake at which it stopped, if any. From then on it does nothing, whatever it is asked; the packet over which it
    /// happened was told as dropped if it had been neither admitted nor dropped, so that the accounts hold.
    fn stop(&self) -> Option<&Stop>;

    /// How many operations it has taken so far, in its own counting. A clone goes on counting; no result depends on it.
    fn operations(&self) -> u64;
}

/// What a discipline is given at each call, without type parameters; see [`Context`].
pub struct Outside<'a> {
    /// Now.
    pub now: SimTime,
    /// The discipline's own random stream.
    pub chance: &'a mut dyn Chance,
    /// Who is told everything that happens, in order.
    pub tracer: &'a mut dyn Tracer,
}

/// A mistake that a script made while it ran.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Stop {
    /// When \[s\].
    pub at_s: f64,
    /// Line of the script, from 1.
    pub line: u32,
    /// Column, from 1.
    pub column: u32,
    /// What is wrong and what is allowed, as a sentence.
    pub problem: String,
    /// The packet over which it happened, if it was one that arrived.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub packet: Option<u64>,
    /// What the variables in reach and the properties of `this` were then, as the script writes values.
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
    program: Arc<dyn Program>,
    settings: Settings,
    link: LinkFacts,
}

impl Params {
    /// The parameters that the settings describe.
    pub fn new(program: Arc<dyn Program>, settings: &Settings, link: &LinkFacts) -> Self {
        Self { program, settings: settings.clone(), link: *link }
    }
}

/// A script at work.
pub struct Scripted {
    about: &'static About,
    machine: Box<dyn Machine>,
}

impl Clone for Scripted {
    fn clone(&self) -> Self {
        Self { about: self.about, machine: self.machine.copy() }
    }
}

impl Scripted {
    pub(super) fn new(params: &Params) -> Self {
        Self { about: params.program.about(), machine: params.program.machine(&params.settings, &params.link) }
    }

    pub(super) fn about(&self) -> &'static About {
        self.about
    }

    pub(super) fn machine(&self) -> &dyn Machine {
        &*self.machine
    }

    pub(super) fn reconfigure<C: Chance, S: Tracer>(&mut self, params: &Params, cx: &mut Context<'_, C, S>) {
        self.machine.reconfigure(&params.settings, &params.link, &mut outside(cx));
    }

    pub(super) fn enqueue<C: Chance, S: Tracer>(&mut self, packet: Packet, cx: &mut Context<'_, C, S>) {
        self.machine.enqueue(packet, &mut outside(cx));
    }

    pub(super) fn dequeue<C: Chance, S: Tracer>(&mut self, cx: &mut Context<'_, C, S>) -> Option<Packet> {
        self.machine.dequeue(&mut outside(cx))
    }

    pub(super) fn on_timer<C: Chance, S: Tracer>(&mut self, cx: &mut Context<'_, C, S>) {
        self.machine.on_timer(&mut outside(cx));
    }
}

fn outside<'a, C: Chance, S: Tracer>(cx: &'a mut Context<'_, C, S>) -> Outside<'a> {
    Outside { now: cx.now, chance: cx.chance, tracer: cx.tracer }
}

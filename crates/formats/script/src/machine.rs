//! A running script, as one of the engine's queue disciplines.

use crate::keep;
use crate::program::{Code, Script, entry};
use crate::run::{Call, Fate, Fault, Run, fault};
use crate::state::{Queues, State};
use crate::tree::At;
use crate::value::{Key, Value};
use chokepoint_engine::discipline::reason::Reason;
use chokepoint_engine::discipline::scripted::{Machine, Outside, Stop};
use chokepoint_engine::discipline::{LinkFacts, QueueFacts, Settings, Silent, Viewer};
use chokepoint_engine::hash::StateHash;
use chokepoint_engine::packet::{FlowId, Packet};
use chokepoint_engine::rng::Chance;
use chokepoint_engine::time::SimTime;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Limit on the cells in the properties of `this`. A number is one cell, an item of an array is one cell, and an entry
/// of a map is two cells. A text, also as a key, takes one more cell for every 16 bytes.
pub const MAX_CELLS: usize = 200_000;
/// Nominal memory of a cell \[bytes\], the same on all machines.
const CELL_BYTES: usize = 16;

/// A running script.
#[derive(Debug)]
pub struct ScriptMachine {
    code: Arc<Code>,
    state: State,
    /// Number of operations so far. The counter is atomic because gauges(), which is called through a shared reference,
    /// counts too.
    operations: AtomicU64,
}

impl Clone for ScriptMachine {
    fn clone(&self) -> Self {
        let operations = self.operations.load(Ordering::Relaxed).into();
        Self { code: self.code.clone(), state: self.state.clone(), operations }
    }
}

/// A stand-in for the random numbers in calls that must not draw any, such as init() and gauges().
struct NoChance;

impl Chance for NoChance {
    fn unit(&mut self) -> f64 {
        0.0
    }

    fn index(&mut self, _count: usize) -> usize {
        0
    }
}

/// A script with these parameters, after its init(). If init() failed, the script has stopped.
pub(crate) fn start(script: &Script, params: Vec<Value>, link: &LinkFacts) -> ScriptMachine {
    let code = script.code.clone();
    let state = State {
        this: vec![None; code.this.len()],
        limit: limit(&code, &params),
        params,
        link: *link,
        queues: Queues::default(),
        timer: None,
        stop: None,
        stack: Vec::new(),
    };
    let mut machine = ScriptMachine { code, state, operations: AtomicU64::new(0) };
    let mut outside = Outside { now: SimTime::ZERO, chance: &mut NoChance, tracer: &mut Silent };
    machine.call(entry::INIT, None, &mut outside, |call| {
        call.has_chance = false;
        Ok(())
    });
    machine
}

fn limit(code: &Code, params: &[Value]) -> usize {
    let place = code.declared.params.iter().position(|param| param.id == "limit");
    match place.and_then(|place| params.get(place)) {
        Some(Value::Int(limit)) => usize::try_from(*limit).unwrap_or(1),
        _ => 1,
    }
}

impl ScriptMachine {
    /// Calls a function of the script if it is defined. Returns the packet that it sent, if any.
    fn call(
        &mut self,
        entry: usize,
        arrival: Option<Packet>,
        outside: &mut Outside<'_>,
        prepare: impl FnOnce(&mut Call<'_, '_>) -> Run<()>,
    ) -> Option<Packet> {
        let function = self.code.entries[entry]?;
        if self.state.stop.is_some() {
            return None;
        }
        let code = self.code.clone();
        let place = code.functions[function].body.lines.first().map_or(At { line: 1, column: 1 }, |line| line.at);
        let mut call = Call::new(&code, &mut self.state, outside);
        call.arrival = arrival;
        call.fate = if arrival.is_some() { Fate::Undecided } else { Fate::None };
        let done = prepare(&mut call)
            .and_then(|()| call.enter(function, arrival.is_some()))
            .and_then(|_| call.is_complete(place));
        let sent = call.sent;
        if let Err(fault) = done {
            let values = call.values();
            let (now, fate, packet) = (call.outside.now, call.fate, call.arrival);
            if let (Fate::Undecided, Some(packet)) = (fate, packet) {
                // The script failed before it decided on this arrival. The arrival counts as dropped, because every
                // arrival must end up sent, dropped or queued.
                call.outside.tracer.drop(&packet, Reason::Forced, None);
            }
            let operations = call.finish();
            self.worked(operations);
            self.halt(&fault, now, arrival, values);
        } else {
            let operations = call.finish();
            self.worked(operations);
        }
        sent
    }

    fn worked(&self, operations: u64) {
        self.operations.fetch_add(operations, Ordering::Relaxed);
    }

    fn halt(&mut self, fault: &Fault, now: SimTime, packet: Option<Packet>, values: Vec<(String, String)>) {
        let Fault { at: At { line, column }, problem } = fault;
        self.state.timer = None;
        self.state.stop = Some(Stop {
            at_s: now.secs(),
            line: (*line).max(1).into(),
            column: (*column).max(1).into(),
            problem: problem.clone(),
            packet: packet.map(|packet| packet.id),
            values,
        });
    }
}

impl Call<'_, '_> {
    /// Checks what must hold at the end of every call.
    fn is_complete(&mut self, at: At) -> Run<()> {
        if self.fate == Fate::Undecided {
            return fault(at, "enqueue has ended, and the packet was neither admitted nor dropped");
        }
        let waiting = self.state.queues.packets;
        if self.is_exit && self.sent.is_none() && waiting > 0 {
            return fault(at, format!("dequeue has ended without send() although {waiting} packets wait"));
        }
        let cells = self.state.cells();
        if cells > MAX_CELLS {
            return fault(at, format!("this holds {cells} numbers and items, of which {MAX_CELLS} are allowed"));
        }
        Ok(())
    }
}

impl Machine for ScriptMachine {
    fn copy(&self) -> Box<dyn Machine> {
        Box::new(self.clone())
    }

    fn reconfigure(&mut self, settings: &Settings, link: &LinkFacts, cx: &mut Outside<'_>) {
        self.state.params = keep::values(&self.code.declared, settings);
        self.state.link = *link;
        self.state.limit = limit(&self.code, &self.state.params);
        self.call(entry::ON_CHANGE, None, cx, |_| Ok(()));
        self.state.queues.shrink_to(self.state.limit, cx);
    }

    fn enqueue(&mut self, packet: Packet, cx: &mut Outside<'_>) {
        if self.state.stop.is_some() {
            cx.tracer.drop(&packet, Reason::Forced, None);
            return;
        }
        self.call(entry::ENQUEUE, Some(packet), cx, |_| Ok(()));
    }

    fn dequeue(&mut self, cx: &mut Outside<'_>) -> Option<Packet> {
        if self.state.stop.is_some() {
            return None;
        }
        if self.code.entries[entry::DEQUEUE].is_none() {
            return self.state.queues.take(0, 0);
        }
        self.call(entry::DEQUEUE, None, cx, |call| {
            call.is_exit = true;
            Ok(())
        })
    }

    fn next_timer(&self) -> Option<SimTime> {
        self.state.timer
    }

    fn on_timer(&mut self, cx: &mut Outside<'_>) {
        // A cancelled timer still fires, but the script is not called.
        if self.state.timer.is_none_or(|due| due > cx.now) {
            return;
        }
        self.state.timer = None;
        self.call(entry::ON_TIMER, None, cx, |_| Ok(()));
    }

    fn packets(&self) -> usize {
        self.state.queues.packets
    }

    fn bytes(&self) -> u64 {
        self.state.queues.bytes
    }

    fn limit(&self) -> usize {
        self.state.limit
    }

    #[inline]
    fn average(&self) -> Option<f64> {
        self.state.this[self.code.average?].as_ref()?.number()
    }

    fn heap_bytes(&self) -> usize {
        self.state.queues.packets * size_of::<Packet>() + self.state_bytes()
    }

    fn state_bytes(&self) -> usize {
        self.state.cells() * CELL_BYTES
    }

    fn view(&self, viewer: &mut dyn Viewer) {
        for (number, queue) in self.state.queues.iter() {
            if self.code.has_queues {
                let id = if self.code.declared.queues_are_flows { number.saturating_sub(1) } else { number };
                viewer.queue(QueueFacts { id, credit: f64::NAN, is_next: false });
            }
            queue.packets.iter().for_each(|packet| viewer.waiting(packet));
        }
        self.gauges().into_iter().for_each(|value| viewer.gauge(value));
    }

    fn fold(&self, hash: &mut StateHash) {
        self.state.fold(hash);
    }

    fn stop(&self) -> Option<&Stop> {
        self.state.stop.as_ref()
    }

    fn operations(&self) -> u64 {
        self.operations.load(Ordering::Relaxed)
    }
}

impl ScriptMachine {
    /// The values of all declared gauges; NaN for a gauge without a value.
    fn gauges(&self) -> Vec<f64> {
        let declared = &self.code.declared.gauges;
        let Some(function) = self.code.entries[entry::GAUGES].filter(|_| self.state.stop.is_none()) else {
            let property = |place: &Option<usize>| self.state.this[(*place)?].as_ref()?.number();
            return self.code.gauges.iter().map(|place| property(place).unwrap_or(f64::NAN)).collect();
        };
        // gauges() must not change the state, so it works on a copy.
        let mut state = self.state.clone();
        let mut outside = Outside { now: SimTime::ZERO, chance: &mut NoChance, tracer: &mut Silent };
        let mut call = Call::new(&self.code, &mut state, &mut outside);
        call.has_chance = false;
        let value = call.enter(function, false);
        self.worked(call.finish());
        let Ok(Value::Map(values)) = value else { return vec![f64::NAN; declared.len()] };
        let value = |id: &str| values.get(&Key::text(id)).and_then(Value::number).unwrap_or(f64::NAN);
        declared.iter().map(|gauge| value(&gauge.id)).collect()
    }

    /// The flow numbers of the queued packets, for tests.
    #[doc(hidden)]
    pub fn flows(&self) -> Vec<FlowId> {
        self.state.queues.iter().flat_map(|(_, queue)| queue.packets.iter().map(|packet| packet.flow)).collect()
    }
}

//! Functions for the page and the worker of a lane.

use crate::told::{DecodedLink, ToldRecording};
use crate::{LANGUAGE, json_text, parse, refusal};
use chokepoint_engine::discipline::scripted::SCRIPT;
use chokepoint_engine::scenario::Problem;
use chokepoint_engine::time::SimTime;
use chokepoint_engine::{CHECKPOINT_BUDGET, Direction, Filter, Found, Ran, Scenario, Simulation, Step, Timeline};
use chokepoint_link::{self as link, Known, Linked, Origin};
use chokepoint_recording::{Item, Reader, Recording};
use std::fmt::Display;
use wasm_bindgen::prelude::*;

/// One lane of an open scene.
#[wasm_bindgen]
pub struct Lab {
    timeline: Timeline,
    /// Of the recording that drives it, where one does.
    reader: Reader,
}

#[wasm_bindgen]
impl Lab {
    /// Opens a lane of a scenario (or of the scenario inside a preset) at time 0. Its checkpoints take up at most
    /// `budget_bytes`, 16 MiB unless that is given.
    #[wasm_bindgen(constructor)]
    pub fn new(scenario: &str, lane: usize, budget_bytes: Option<f64>) -> Result<Lab, JsValue> {
        let scenario = Scenario::parse_text_in(scenario, LANGUAGE).map_err(refusal)?;
        let budget = budget_bytes.map_or(CHECKPOINT_BUDGET, |bytes| bytes as usize);
        Timeline::new(&scenario, lane, budget).map(Self::of).map_err(refusal)
    }

    /// Opens a lane whose packets come from a recording, at time 0; [`Lab::push`] supplies them.
    pub fn driven(scenario: &str, lane: usize) -> Result<Lab, JsValue> {
        let scenario = Scenario::parse_text_in(scenario, LANGUAGE).map_err(refusal)?;
        Timeline::driven(&scenario, lane, CHECKPOINT_BUDGET).map(Self::of).map_err(refusal)
    }

    fn of(timeline: Timeline) -> Self {
        Self { timeline, reader: Reader::default() }
    }

    /// Takes the next bytes of the recording: up to when all packets are known then \[s\].
    pub fn push(&mut self, bytes: &[u8]) -> Result<f64, JsValue> {
        for item in self.reader.push(bytes).map_err(of_recording)? {
            match item {
                Item::Arrivals(arrivals) => self.timeline.append(&arrivals).map_err(of_recording)?,
                Item::KnownUntil(at) => self.timeline.know_until(at),
                Item::Header(_) | Item::State(..) | Item::End(_) => {}
            }
        }
        Ok(self.timeline.simulation().reach().secs())
    }

    /// Runs until `until_s` \[s\] or until `max_events` have happened; whether the moment was reached.
    pub fn advance(&mut self, until_s: f64, max_events: f64) -> bool {
        self.timeline.advance(until_s, max_events as u64)
    }

    /// Like [`Lab::advance`], but no further than the mistake at which the lane's script stops. Returns whether the run went as far
    /// as it goes.
    pub fn play(&mut self, until_s: f64, max_events: f64) -> bool {
        self.timeline.play(until_s, max_events as u64) != Ran::Counted
    }

    /// Begins a move to just after the next decision; [`Lab::go_on`] carries it out.
    #[wasm_bindgen(js_name = stepDecision)]
    pub fn step_decision(&mut self) {
        self.timeline.begin_step_decision();
    }

    /// Begins a move to a moment \[s\], in the past or ahead; the frame after it is the account of it.
    pub fn seek(&mut self, at_s: f64) {
        self.timeline.begin_seek(at_s);
    }

    /// Begins a move to just after a decision.
    #[wasm_bindgen(js_name = seekDecision)]
    pub fn seek_decision(&mut self, serial: f64) {
        self.timeline.begin_seek_decision(serial as u64);
    }

    /// Begins a move to just after an event, as a history numbers them.
    #[wasm_bindgen(js_name = seekEvent)]
    pub fn seek_event(&mut self, number: f64) {
        self.timeline.begin_seek_event(number as u64);
    }

    /// Begins a move to the next or last moment of a kind (JSON text `{ kind, flow, reason }`).
    pub fn step(&mut self, step: &str, is_back: bool) -> Result<(), JsValue> {
        let step = Step::parse(&parse(step)?).map_err(refusal)?;
        self.timeline.begin_step(step, if is_back { Direction::Back } else { Direction::Forward });
        Ok(())
    }

    /// Begins to look for the next moment of a kind, as [`Lab::step`] writes it; the run does not move. [`Lab::go_on`] carries it
    /// out, [`Lab::found_at`] returns its place.
    pub fn find(&mut self, step: &str) -> Result<(), JsValue> {
        self.timeline.begin_find(Step::parse(&parse(step)?).map_err(refusal)?);
        Ok(())
    }

    /// Time \[s\] and number of the event that was looked for; where none lies in the stretch that is searched, the end of that.
    #[wasm_bindgen(js_name = foundAt)]
    pub fn found_at(&self) -> Option<Vec<f64>> {
        self.timeline.found_at().map(|(event, at_s)| vec![at_s, event as f64])
    }

    /// The mistake at which the script of the lane stopped, as JSON text; nothing while it runs.
    #[cfg(feature = "full")]
    pub fn stopped(&self) -> Option<String> {
        self.timeline.simulation().stop().map(json_text)
    }

    /// Continues a move over about `max_events` events. Returns nothing while the move is in progress, then `found` if the run is
    /// there now, `none` if there is no such moment, `not-within-reach` if the searched stretch has none.
    #[wasm_bindgen(js_name = goOn)]
    pub fn go_on(&mut self, max_events: f64) -> Option<String> {
        self.timeline.go_on(max_events as u64).map(|found: Found| found.id().to_owned())
    }

    /// Gives up a move in progress: the run stays where it is.
    pub fn stop(&mut self) {
        self.timeline.stop();
    }

    /// The present time of the run \[s\], also in the middle of a move.
    pub fn now(&self) -> f64 {
        self.timeline.simulation().now().secs()
    }

    /// Begins a list of the events in a stretch of time \[s\], with a filter as JSON text: the first `max` rows as columns, or only
    /// their number.
    pub fn history(&self, from_s: f64, until_s: f64, filter: &str, max: usize) -> Result<History, JsValue> {
        let filter = Filter::parse(&parse(filter)?, &self.timeline).map_err(refusal)?;
        Ok(History(self.timeline.begin_history(from_s, until_s, &filter, max)))
    }

    /// Changes a setting now; the value is JSON text. In the past that starts another future.
    pub fn change(&mut self, path: &str, value: &str) -> Result<(), JsValue> {
        let value = parse(value)?;
        self.timeline.change(path, value).map_err(refusal)
    }

    /// The facts that change only when a setting does, as JSON text.
    pub fn facts(&self) -> String {
        json_text(&self.timeline.facts())
    }

    /// The result object of the run up to the moment shown, as JSON text.
    pub fn result(&self) -> Result<String, JsValue> {
        serde_json::to_string(&self.timeline.result()).map_err(|error| JsValue::from_str(&error.to_string()))
    }

    /// Everything since the last frame.
    pub fn frame(&mut self) -> Vec<u8> {
        self.timeline.frame()
    }
}

/// The scene in a text, as the engine writes it, if it takes it: JSON text. No lane is made, so nothing of a script runs.
#[wasm_bindgen(js_name = readScene)]
pub fn read_scene(text: &str) -> Result<String, JsValue> {
    Ok(Scenario::parse_text_in(text, LANGUAGE).map_err(refusal)?.to_json().to_string())
}

/// Runs a lane of a scenario to its end, unwatched: the result object as JSON text.
#[wasm_bindgen]
pub fn run(scenario: &str, lane: usize) -> Result<String, JsValue> {
    let scenario = Scenario::parse_text_in(scenario, LANGUAGE).map_err(refusal)?;
    let mut simulation = Simulation::new(&scenario, lane).map_err(refusal)?;
    // The same function as for the page, so that the package holds one copy of the engine and not two.
    simulation.advance_events(u64::MAX, simulation.end());
    serde_json::to_string(&simulation.result()).map_err(|error| JsValue::from_str(&error.to_string()))
}

/// More packets than this are not run again when a recording is opened: that would take seconds.
const MOST_REPLAYED: usize = 500_000;

/// The contents of a recording as JSON text: its header, number of packets, the time up to which they are known \[s\], its final
/// facts, and whether a replay reached the recorded states. A long one and one of a script are not replayed.
#[wasm_bindgen(js_name = readRecording)]
pub fn read_recording(bytes: &[u8]) -> Result<String, JsValue> {
    let recording = Recording::read(bytes).map_err(of_recording)?;
    let scenario = Scenario::parse_in(&recording.header.scenario, LANGUAGE).map_err(refusal)?;
    let is_script = scenario.lanes.get(recording.header.lane).is_some_and(|lane| lane.aqm == SCRIPT);
    // The user was not asked yet whether the script of another author may run.
    let is_replayed = recording.arrivals.len() <= MOST_REPLAYED && !is_script;
    let replay = if is_replayed { Some(recording.replay(LANGUAGE).map_err(refusal)?) } else { None };
    let Recording { header, arrivals, known_until, end, .. } = recording;
    Ok(json_text(&ToldRecording {
        scenario: scenario.to_json(),
        lane: header.lane,
        origin: header.origin,
        facts: header.facts,
        end,
        packets: arrivals.len(),
        known_until_s: known_until.secs(),
        decided_as_recorded: replay.and_then(|replay| replay.decided_as_recorded),
    }))
}

fn of_recording(problem: impl Display) -> JsValue {
    refusal(vec![Problem::new("recording", problem.to_string())])
}

/// A list of events in the making.
#[wasm_bindgen]
pub struct History(chokepoint_engine::History);

#[wasm_bindgen]
impl History {
    /// Goes on over about `max_events` events: the block of columns, or nothing while it is under way.
    #[wasm_bindgen(js_name = goOn)]
    pub fn go_on(&mut self, max_events: f64) -> Option<Vec<u8>> {
        self.0.go_on(max_events as u64)
    }
}

/// A search for the divergence of two lanes of a scenario.
#[wasm_bindgen]
pub struct Comparison(chokepoint_engine::Comparison);

#[wasm_bindgen]
impl Comparison {
    /// A comparison of two lanes, given by their places, until a moment \[s\].
    #[wasm_bindgen(constructor)]
    pub fn new(scenario: &str, first: usize, second: usize, until_s: f64) -> Result<Comparison, JsValue> {
        let scenario = Scenario::parse_text_in(scenario, LANGUAGE).map_err(refusal)?;
        let until = SimTime::from_secs(until_s);
        chokepoint_engine::Comparison::new(&scenario, first, second, until).map(Comparison).map_err(refusal)
    }

    /// Continues over about `max_events` events; returns the result as JSON text, or nothing while it is in progress.
    #[wasm_bindgen(js_name = goOn)]
    pub fn go_on(&mut self, max_events: f64) -> Option<String> {
        self.0.go_on(max_events as u64).map(|compared| json_text(&compared.facts()))
    }
}

/// The link of a scene as its differences from a preset; all three are JSON texts, the preset as its file writes it. Refused
/// if it came out too long to be read again.
#[wasm_bindgen(js_name = encodeLink)]
pub fn encode_link(scenario: &str, preset: &str, view: &str) -> Result<String, JsValue> {
    let scenario = Scenario::parse_text_in(scenario, LANGUAGE).map_err(refusal)?;
    link::encode(&scenario, &parse(preset)?, &parse(view)?).map_err(refusal)
}

/// Reads a link, given a JSON list of the presets as they are today and the archive of those that were before, as text:
/// `{ scenario, view, preset, earlier, numbers }` as JSON text; nothing if it cannot be read without the archive and none was
/// given.
#[wasm_bindgen(js_name = decodeLink)]
pub fn decode_link(text: &str, presets: &str, archive: Option<String>) -> Result<Option<String>, JsValue> {
    let presets = parse(presets)?;
    let mut earlier = Vec::new();
    for line in archive.as_deref().unwrap_or_default().lines() {
        earlier.push(parse(line)?);
    }
    let today = presets.as_array().map_or(&[][..], Vec::as_slice);
    let decoded = link::decode(text, Known { today, earlier: &earlier, language: LANGUAGE });
    // Version 1 has no fingerprint: only the archive knows its preset.
    if archive.is_none() && (decoded.is_err() || text.starts_with("1.")) {
        return Ok(None);
    }
    let Linked { scenario, view, origin: Origin { preset, earlier, numbers } } = decoded.map_err(refusal)?;
    Ok(Some(json_text(&DecodedLink { scenario: scenario.to_json(), view, preset, earlier, numbers })))
}

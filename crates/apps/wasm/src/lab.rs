//! Functions for the page and the worker of a lane.

use crate::answers::{DecodedLink, RecordingContents};
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
    /// The parser of the recording, if the lane's packets come from one.
    reader: Reader,
}

#[wasm_bindgen]
impl Lab {
    /// Opens a lane of a scenario, or of the scenario in a preset, at time 0. Its checkpoints take at most
    /// `budget_bytes`, 16 MiB by default.
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

    /// Adds the next bytes of the recording. Returns the time up to which all packets are known \[s\].
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

    /// Runs until `until_s` \[s\], but over at most `max_events` events. Returns whether that time was reached.
    pub fn advance(&mut self, until_s: f64, max_events: f64) -> bool {
        self.timeline.advance(until_s, max_events as u64)
    }

    /// Like [`Lab::advance`], but stops just after the event at which the lane's script fails. Returns whether the run
    /// reached the requested limit.
    pub fn play(&mut self, until_s: f64, max_events: f64) -> bool {
        self.timeline.play(until_s, max_events as u64) != Ran::Counted
    }

    /// Begins a move to the time just after the next decision; [`Lab::go_on`] carries it out.
    #[wasm_bindgen(js_name = stepDecision)]
    pub fn step_decision(&mut self) {
        self.timeline.begin_step_decision();
    }

    /// Begins a move to an earlier or later time \[s\]. The next frame shows the state at that time.
    pub fn seek(&mut self, at_s: f64) {
        self.timeline.begin_seek(at_s);
    }

    /// Begins a move to the time just after a decision.
    #[wasm_bindgen(js_name = seekDecision)]
    pub fn seek_decision(&mut self, serial: f64) {
        self.timeline.begin_seek_decision(serial as u64);
    }

    /// Begins a move to the time just after an event, given by its number in a history.
    #[wasm_bindgen(js_name = seekEvent)]
    pub fn seek_event(&mut self, number: f64) {
        self.timeline.begin_seek_event(number as u64);
    }

    /// Begins a move to the next or previous event of a kind, given as JSON text `{ kind, flow, reason }`.
    pub fn step(&mut self, step: &str, is_back: bool) -> Result<(), JsValue> {
        let step = Step::parse(&parse(step)?).map_err(refusal)?;
        self.timeline.begin_step(step, if is_back { Direction::Back } else { Direction::Forward });
        Ok(())
    }

    /// Begins a search for the next event of a kind, given as for [`Lab::step`]. The run does not move. [`Lab::go_on`]
    /// carries out the search, and [`Lab::found_at`] returns the event found.
    pub fn find(&mut self, step: &str) -> Result<(), JsValue> {
        self.timeline.begin_find(Step::parse(&parse(step)?).map_err(refusal)?);
        Ok(())
    }

    /// Time \[s\] and number of the event found by the last search or, if none was found, the end of the searched
    /// interval.
    #[wasm_bindgen(js_name = foundAt)]
    pub fn found_at(&self) -> Option<Vec<f64>> {
        self.timeline.found_at().map(|(event, at_s)| vec![at_s, event as f64])
    }

    /// The error that stopped the lane's script, as JSON text. Undefined while the script runs.
    #[cfg(feature = "full")]
    pub fn stopped(&self) -> Option<String> {
        self.timeline.simulation().stop().map(json_text)
    }

    /// Continues the last move or search that was begun, over about `max_events` events. Returns undefined until it
    /// ends. Then returns `found` if the run or search reached the requested place. Returns `none` if no such event
    /// lies in the searched direction, and `not-within-reach` if the search gave up after a limited number of events.
    #[wasm_bindgen(js_name = goOn)]
    pub fn go_on(&mut self, max_events: f64) -> Option<String> {
        self.timeline.go_on(max_events as u64).map(|found: Found| found.id().to_owned())
    }

    /// Cancels a move in progress: the run stays at its current time.
    pub fn stop(&mut self) {
        self.timeline.stop();
    }

    /// The time that the run has reached \[s\]. Each call of [`Lab::go_on`] can change it, also before a move ends.
    pub fn now(&self) -> f64 {
        self.timeline.simulation().now().secs()
    }

    /// Begins listing the events in a time interval \[s\] that pass a filter, given as JSON text. The list has the
    /// first `max` rows, as columns; if `max` is 0, it has only the number of rows.
    pub fn history(&self, from_s: f64, until_s: f64, filter: &str, max: usize) -> Result<History, JsValue> {
        let filter = Filter::parse(&parse(filter)?, &self.timeline).map_err(refusal)?;
        Ok(History(self.timeline.begin_history(from_s, until_s, &filter, max)))
    }

    /// Changes a setting at the current time; the value is JSON text. If the run has been simulated beyond this time,
    /// the later part is discarded and simulated again.
    pub fn change(&mut self, path: &str, value: &str) -> Result<(), JsValue> {
        let value = parse(value)?;
        self.timeline.change(path, value).map_err(refusal)
    }

    /// The facts about the lane that change only if a setting is changed, as JSON text.
    pub fn facts(&self) -> String {
        json_text(&self.timeline.facts())
    }

    /// The result object of the run up to the shown time, as JSON text.
    pub fn result(&self) -> Result<String, JsValue> {
        serde_json::to_string(&self.timeline.result()).map_err(|error| JsValue::from_str(&error.to_string()))
    }

    /// The events since the last frame, and the current state.
    pub fn frame(&mut self) -> Vec<u8> {
        self.timeline.frame()
    }
}

/// Checks the scene in `text`. Returns it as the engine writes it, as JSON text. No lane is created, so no script runs.
#[wasm_bindgen(js_name = readScene)]
pub fn read_scene(text: &str) -> Result<String, JsValue> {
    Ok(Scenario::parse_text_in(text, LANGUAGE).map_err(refusal)?.to_json().to_string())
}

/// Runs a lane of a scenario to its end, without frames. Returns the result object as JSON text.
#[wasm_bindgen]
pub fn run(scenario: &str, lane: usize) -> Result<String, JsValue> {
    let scenario = Scenario::parse_text_in(scenario, LANGUAGE).map_err(refusal)?;
    let mut simulation = Simulation::new(&scenario, lane).map_err(refusal)?;
    // Replays of recordings also use `advance_events`. `advance_to` would put a second copy of the event loop into the
    // package.
    simulation.advance_events(u64::MAX, simulation.end());
    serde_json::to_string(&simulation.result()).map_err(|error| JsValue::from_str(&error.to_string()))
}

/// Largest number of packets for which a recording is replayed when opened. A longer replay would take seconds.
const MOST_REPLAYED: usize = 500_000;

/// The contents of a recording as JSON text: header, number of packets, time up to which the recording has all
/// packets \[s\], final facts, and whether a replay reached the recorded states. Long recordings, and recordings of
/// scripts, are not replayed.
#[wasm_bindgen(js_name = readRecording)]
pub fn read_recording(bytes: &[u8]) -> Result<String, JsValue> {
    let recording = Recording::read(bytes).map_err(of_recording)?;
    let scenario = Scenario::parse_in(&recording.header.scenario, LANGUAGE).map_err(refusal)?;
    let is_script = scenario.lanes.get(recording.header.lane).is_some_and(|lane| lane.aqm == SCRIPT);
    // A replay would run the recorded script, which the user has not yet agreed to.
    let is_replayed = recording.arrivals.len() <= MOST_REPLAYED && !is_script;
    let replay = if is_replayed { Some(recording.replay(LANGUAGE).map_err(refusal)?) } else { None };
    let Recording { header, arrivals, known_until, end, .. } = recording;
    Ok(json_text(&RecordingContents {
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

/// An event listing in progress.
#[wasm_bindgen]
pub struct History(chokepoint_engine::History);

#[wasm_bindgen]
impl History {
    /// Continues over about `max_events` events. Returns the block of columns, or undefined while the list is
    /// incomplete.
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
    /// Compares two lanes, given by their indices, up to a time \[s\].
    #[wasm_bindgen(constructor)]
    pub fn new(scenario: &str, first: usize, second: usize, until_s: f64) -> Result<Comparison, JsValue> {
        let scenario = Scenario::parse_text_in(scenario, LANGUAGE).map_err(refusal)?;
        let until = SimTime::from_secs(until_s);
        chokepoint_engine::Comparison::new(&scenario, first, second, until).map(Comparison).map_err(refusal)
    }

    /// Continues over about `max_events` events. Returns the result as JSON text, or undefined while the search
    /// continues.
    #[wasm_bindgen(js_name = goOn)]
    pub fn go_on(&mut self, max_events: f64) -> Option<String> {
        self.0.go_on(max_events as u64).map(|compared| json_text(&compared.facts()))
    }
}

/// The link of a scene, written as differences from a preset. All arguments are JSON texts; the preset is the content
/// of its file. Fails if the link would be longer than links that can be read.
#[wasm_bindgen(js_name = encodeLink)]
pub fn encode_link(scenario: &str, preset: &str, view: &str) -> Result<String, JsValue> {
    let scenario = Scenario::parse_text_in(scenario, LANGUAGE).map_err(refusal)?;
    link::encode(&scenario, &parse(preset)?, &parse(view)?).map_err(refusal)
}

/// Reads a link. `presets` is a JSON list of the current presets, `archive` the text of their earlier versions. Returns
/// `{ scenario, view, preset, earlier, numbers }` as JSON text. Undefined if the link needs the archive but none was
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
    // A link of version 1 has no fingerprint of its preset, so only the archive shows which version of the preset it
    // refers to.
    if archive.is_none() && (decoded.is_err() || text.starts_with("1.")) {
        return Ok(None);
    }
    let Linked { scenario, view, origin: Origin { preset, earlier, numbers } } = decoded.map_err(refusal)?;
    let numbers = numbers.filter(|&version| !scenario.runs_as_in(version));
    Ok(Some(json_text(&DecodedLink { scenario: scenario.to_json(), view, preset, earlier, numbers })))
}

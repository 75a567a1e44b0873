//! The link: a URL fragment that holds a scene as a short text and opens in any browser. A scene has the same link
//! everywhere.
//!
//! Version 2 is `2.PRESET.FINGERPRINT.RUNS~SETTING=VALUE~…~CHECK`. It holds the name and the fingerprint of a preset,
//! the version of the engine's runs, the differences from the preset, and a check character for each part. Short
//! differences are in plain text; long ones are compressed. Version 1 is `1.` and the compressed JSON array `[preset
//! id, [[path, value], …], view]`. It is still read but no longer written. Old versions stay readable for ever; see
//! `docs/formats.md`.
//!
//! ```
//! use chokepoint_engine::Scenario;
//! use chokepoint_link::{Known, decode, encode};
//! use serde_json::{Value, json};
//!
//! let preset = json!({
//!     "id": "greedy", "lanes": [{ "aqm": "choke" }], "flows": [{ "transport": "udp" }, { "transport": "newreno", "count": 10 }],
//! });
//! let mut changed = preset.clone();
//! changed["duration_s"] = json!(20);
//! let scene = Scenario::parse(&changed).expect("a right scene");
//! let link = encode(&scene, &preset, &Value::Null).expect("a short link");
//! assert!(link.starts_with("2.greedy."), "{link}");
//! let known = Known { today: &[preset], ..Known::default() };
//! assert_eq!(decode(&link, known).expect("a whole link").scenario, scene);
//! ```
//!
//! This is a separate crate because it is compiled for size: it need not be fast, and every visitor of the page loads
//! it.

mod fingerprint;
mod packed;
mod parts;
mod plain;
mod version_1;

pub use fingerprint::fingerprint;

use chokepoint_engine::discipline::scripted::Language;
use chokepoint_engine::scenario::limits::{MAX_LINK_BYTES, MAX_LINK_CHARS};
use chokepoint_engine::scenario::{Problem, json_text, path, scenario_of};
use chokepoint_engine::{RUNS, Scenario};
use parts::Parts;
use serde_json::Value;

/// Length up to which a link stays plain text \[characters\]: readable, and short enough for a QR code.
const PLAIN_CHARS: usize = 120;
const NO_LINK: &str = "is not a link of Chokepoint: it does not start with a version";
const DAMAGED: &str = "is damaged: a part is missing or was changed";

/// The contents of a link.
#[derive(Clone, Debug, PartialEq)]
pub struct Linked {
    /// The scene.
    pub scenario: Scenario,
    /// The page's view, which the engine does not interpret.
    pub view: Value,
    /// The preset that the link's scene is based on.
    pub origin: Origin,
}

/// The preset that the scene of a link is based on.
#[derive(Clone, Debug, PartialEq)]
pub struct Origin {
    /// The current id of the preset; the link may contain an earlier id.
    pub preset: String,
    /// The earlier version of the preset that the link means, if the preset has changed since.
    pub earlier: Option<Value>,
    /// The version of the engine's runs with which the link was made; unknown for version 1.
    pub numbers: Option<u32>,
}

/// The scenes that a link may refer to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Known<'a> {
    /// Preset files or scenarios in their current versions.
    pub today: &'a [Value],
    /// Earlier presets, oldest first, as in `presets/archive.ndjson`: `{ id, fingerprint, scenario }` for an earlier
    /// version, `{ id, renamed_to }` for an earlier name.
    pub earlier: &'a [Value],
    /// The language of the scripts in the presets and in the link.
    pub language: Language,
}

/// The link of a scene, written as differences from the scenario of a preset file. Fails if the link could not be read
/// back.
pub fn encode(scenario: &Scenario, preset: &Value, view: &Value) -> Result<String, Vec<Problem>> {
    let preset = scenario_of(preset);
    let base = Scenario::parse_in(preset, scenario.language)?.to_json();
    let scene = scenario.to_json();
    let head = head_of(preset)?;
    let plain = plain::write(&base, &scene, view).filter(|parts| says(parts, &base, (&scene, scenario.language), view));
    let plain = plain.map(|parts| parts::with_check([&head, parts.as_str()].concat()));
    if let Some(link) = plain.as_ref().filter(|link| link.len() <= PLAIN_CHARS) {
        return Ok(link.clone());
    }
    // A scene that the plain text cannot express is written as a compressed list of paths with their values.
    let mut changes = Vec::new();
    for (path, value) in path::differences(&base, &scene) {
        changes.push(Value::Array(vec![path.into(), value]));
    }
    let content = Value::Array(vec![Value::Array(changes), view.clone()]).to_string();
    if content.len() > MAX_LINK_BYTES {
        return Err(too_long("would expand to", content.len(), "bytes", MAX_LINK_BYTES, CHANGE_LESS));
    }
    let packed = parts::with_check([&head, "~=", &packed::pack(content.as_bytes())].concat());
    let link = plain.filter(|plain| plain.len() <= packed.len()).unwrap_or(packed);
    if link.len() > MAX_LINK_CHARS {
        return Err(too_long("would have", link.len(), "characters", MAX_LINK_CHARS, CHANGE_LESS));
    }
    Ok(link)
}

const CHANGE_LESS: &str = "; change less during the run, or start it again";

/// The part of a link before the settings.
fn head_of(preset: &Value) -> Result<String, Vec<Problem>> {
    let id = id_of(preset);
    if id.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'-') {
        return Ok(["2.", id, ".", &fingerprint(preset), ".", &RUNS.to_string()].concat());
    }
    Err(wrong(format!("cannot name the preset {id:?}: a link can hold only letters, digits and hyphens")))
}

/// Whether the plain-text parts give back exactly this scene and view.
fn says(parts: &str, base: &Value, (scene, language): (&Value, Language), view: &Value) -> bool {
    let parts: Vec<&str> = parts.split(plain::BETWEEN).skip(1).collect();
    let Ok((read, look)) = plain::read(&parts, base) else { return false };
    (look == *view || view.is_null()) && Scenario::parse_in(&read, language).is_ok_and(|read| read.to_json() == *scene)
}

/// Reads a link.
pub fn decode(text: &str, known: Known<'_>) -> Result<Linked, Vec<Problem>> {
    if text.len() > MAX_LINK_CHARS {
        return Err(too_long("has", text.len(), "characters", MAX_LINK_CHARS, ""));
    }
    let (version, body) = text.split_once('.').unwrap_or_default();
    match version.parse::<u32>() {
        Ok(1) => version_1::decode(body, known),
        Ok(2) => decode_2(text, known),
        Ok(newer) if newer > 2 => Err(wrong(format!(
            "was made by a newer version (format {newer}; this version reads up to 2): update this one, or reload the page"
        ))),
        _ => Err(wrong(NO_LINK)),
    }
}

fn decode_2(text: &str, known: Known<'_>) -> Result<Linked, Vec<Problem>> {
    let Parts { preset, fingerprint, numbers, parts } = parts::read(text).map_err(wrong)?;
    let (origin, preset) = find(preset, Some(fingerprint), Some(numbers), known)?;
    let base = Scenario::parse_in(preset, known.language)?.to_json();
    if let [part] = parts[..]
        && let Some(packed) = part.strip_prefix('=')
    {
        let content = packed_content(&packed::unpack(packed).map_err(wrong)?)?;
        return match content.as_array().map(Vec::as_slice) {
            Some([changes, view]) => changed(base, changes, view, origin, known.language),
            _ => Err(wrong(DAMAGED)),
        };
    }
    match plain::read(&parts, &base) {
        Ok((scene, view)) => Ok(Linked { scenario: Scenario::parse_in(&scene, known.language)?, view, origin }),
        Err(part) => Err(wrong(format!("has “{part}”, which is neither a setting nor a value"))),
    }
}

/// The JSON text, compressed.
fn packed_content(bytes: &[u8]) -> Result<Value, Vec<Problem>> {
    let text = std::str::from_utf8(bytes).map_err(|_| wrong(DAMAGED))?;
    json_text::read(text).map_err(|_| wrong(DAMAGED))
}

/// Applies a list of `[path, value]` to the scene.
fn changed(
    mut scene: Value,
    changes: &Value,
    view: &Value,
    origin: Origin,
    language: Language,
) -> Result<Linked, Vec<Problem>> {
    let mut pairs = Vec::new();
    for change in changes.as_array().ok_or_else(|| wrong(DAMAGED))? {
        match change.as_array().map(Vec::as_slice) {
            Some([Value::String(path), value]) => pairs.push((path.clone(), value.clone())),
            _ => return Err(wrong(DAMAGED)),
        }
    }
    path::apply(&mut scene, &pairs).map_err(|problem| vec![problem])?;
    Ok(Linked { scenario: Scenario::parse_in(&scene, language)?, view: view.clone(), origin })
}

/// The scene of the preset that a link names: the version with this fingerprint or, without one, the oldest archived
/// version.
fn find<'a>(
    id: &str,
    print: Option<&str>,
    numbers: Option<u32>,
    Known { today, earlier, .. }: Known<'a>,
) -> Result<(Origin, &'a Value), Vec<Problem>> {
    let mut name = id;
    let mut archived = None;
    for entry in earlier {
        // `earlier` is in order of time, so one pass follows all renamings to the current name. A preset is never
        // renamed back to an earlier name.
        match entry["renamed_to"].as_str() {
            Some(later) if id_of(entry) == name => name = later,
            _ => {}
        }
        let is_it = id_of(entry) == id && print.is_none_or(|print| entry["fingerprint"] == print);
        if is_it && archived.is_none() {
            archived = entry.get("scenario");
        }
    }
    let present = today.iter().map(scenario_of).find(|preset| id_of(preset) == name);
    let todays_print = present.map(fingerprint);
    let is_todays = print.is_some() && todays_print.as_deref() == print;
    let found = if is_todays { present } else { archived.or_else(|| present.filter(|_| print.is_none())) };
    let Some(found) = found else {
        let what = match present {
            Some(_) => {
                "names a version of the preset that this version of Chokepoint does not have: it was made by another version, most likely a newer one: "
            }
            None => "names a preset that this version does not have: ",
        };
        return Err(wrong([what, id].concat()));
    };
    let is_other = todays_print != Some(fingerprint(found));
    let preset = if present.is_some() { name } else { id };
    Ok((Origin { preset: preset.into(), earlier: is_other.then(|| found.clone()), numbers }, found))
}

fn id_of(scenario: &Value) -> &str {
    scenario["id"].as_str().unwrap_or_default()
}

fn wrong(what: impl Into<String>) -> Vec<Problem> {
    vec![Problem::new("link", what)]
}

fn too_long(has: &str, given: usize, unit: &str, most: usize, what_to_do: &str) -> Vec<Problem> {
    wrong(format!("{has} {given} {unit}, of which at most {most} are read{what_to_do}"))
}

#[cfg(test)]
mod tests;

//! The link: a scene as a short text that any browser opens, the same text for the same scene everywhere.
//!
//! Version 1 is `1.` and the base64url of the raw deflate of a JSON array
//! `[preset id, [[path, value], …], view, check]`: the settings in which the scene differs from the preset, how it is
//! looked at, and a check number. Old versions stay readable for ever; see `docs/formats.md`.

use super::limits::{MAX_LINK_BYTES, MAX_LINK_CHARS};
use super::problem::Problem;
use super::{Scenario, json_text, path, scenario_of};
use base64ct::{Base64UrlUnpadded, Encoding};
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};
use serde_json::{Value, json};

const BEST_COMPRESSION: u8 = 9;

/// What a link says.
#[derive(Clone, Debug, PartialEq)]
pub struct Linked {
    /// The scene.
    pub scenario: Scenario,
    /// How it is looked at; opaque to the engine.
    pub view: Value,
}

/// The link of a scene, as its differences from the scenario of a preset; refused if nobody could read it again.
pub fn encode(scenario: &Scenario, preset: &Scenario, view: &Value) -> Result<String, Vec<Problem>> {
    let changes: Vec<Value> = path::differences(&preset.to_json(), &scenario.to_json())
        .into_iter()
        .map(|(path, value)| json!([path, value]))
        .collect();
    let content = json!([preset.id, changes, view]).to_string();
    let check = check_number(content.as_bytes());
    let framed = [content.as_bytes(), &check.to_be_bytes()].concat();
    let what_to_do = "; change less during the run, or start it again";
    if framed.len() > MAX_LINK_BYTES {
        return Err(too_long("would unfold to", framed.len(), "bytes", MAX_LINK_BYTES, what_to_do));
    }
    let link = format!("1.{}", Base64UrlUnpadded::encode_string(&compress_to_vec(&framed, BEST_COMPRESSION)));
    if link.len() > MAX_LINK_CHARS {
        return Err(too_long("would have", link.len(), "characters", MAX_LINK_CHARS, what_to_do));
    }
    Ok(link)
}

fn too_long(has: &str, given: usize, unit: &str, most: usize, what_to_do: &str) -> Vec<Problem> {
    vec![Problem::new("link", format!("{has} {given} {unit}, of which at most {most} are read{what_to_do}"))]
}

/// Reads a link; `presets` are preset files or scenarios to which it may refer.
pub fn decode(text: &str, presets: &[Value]) -> Result<Linked, Vec<Problem>> {
    let wrong = |what: String| vec![Problem::new("link", what)];
    if text.len() > MAX_LINK_CHARS {
        return Err(too_long("has", text.len(), "characters", MAX_LINK_CHARS, ""));
    }
    let (version, body) = text
        .split_once('.')
        .ok_or_else(|| wrong("is no link of Chokepoint: it does not start with a version".into()))?;
    match version.parse::<u32>() {
        Ok(1) => {}
        Ok(newer) if newer > 1 => {
            return Err(wrong(format!("was made by a newer version (format {newer}; this version reads up to 1)")));
        }
        _ => return Err(wrong("is no link of Chokepoint: it does not start with a version".into())),
    }
    let damaged = || wrong("is damaged: a part is missing or was changed".into());
    let packed = Base64UrlUnpadded::decode_vec(body).map_err(|_| damaged())?;
    let framed = decompress_to_vec_with_limit(&packed, MAX_LINK_BYTES).map_err(|error| match error.status {
        TINFLStatus::HasMoreOutput => {
            wrong(format!("unfolds to more than {MAX_LINK_BYTES} bytes, the most that are read"))
        }
        _ => damaged(),
    })?;
    let (content, check) = framed.split_last_chunk::<4>().ok_or_else(damaged)?;
    if check_number(content) != u32::from_be_bytes(*check) {
        return Err(damaged());
    }
    let content = std::str::from_utf8(content).map_err(|_| damaged())?;
    let content = json_text::read(content).map_err(|_| damaged())?;
    let [Value::String(id), Value::Array(changes), view] = content.as_array().map_or(&[][..], Vec::as_slice) else {
        return Err(damaged());
    };
    let preset = presets
        .iter()
        .map(scenario_of)
        .find(|preset| preset.get("id").and_then(Value::as_str) == Some(id))
        .ok_or_else(|| wrong(format!("names the preset {id:?}, which this version does not have")))?;
    let mut scene = Scenario::parse(preset)?.to_json();
    let changes: Vec<(String, Value)> = changes
        .iter()
        .map(|change| match change.as_array().map(Vec::as_slice) {
            Some([Value::String(path), value]) => Ok((path.clone(), value.clone())),
            _ => Err(damaged()),
        })
        .collect::<Result<_, _>>()?;
    path::apply(&mut scene, &changes).map_err(|problem| vec![problem])?;
    Ok(Linked { scenario: Scenario::parse(&scene)?, view: view.clone() })
}

/// FNV-1a over bytes: finds slips of copying, not forgers; a forged link is checked like any other scene.
fn check_number(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |hash, &byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn preset() -> Value {
        json!({ "scenario": {
            "id": "tiny", "lanes": [{ "aqm": "drop-tail" }],
            "flows": [{ "transport": "udp" }, { "transport": "reno", "count": 3 }],
        }})
    }

    fn parsed() -> Scenario {
        Scenario::parse(scenario_of(&preset())).unwrap()
    }

    #[test]
    fn a_link_opens_the_same_scene() {
        let scene = parsed().with("limit", json!(42)).unwrap().with("seed", json!(7)).unwrap();
        let view = json!({ "at_s": 12.5 });
        let link = encode(&scene, &parsed(), &view).unwrap();
        assert!(link.len() < 120, "{link}");
        assert_eq!(decode(&link, &[preset()]), Ok(Linked { scenario: scene, view }));
    }

    #[test]
    fn old_links_still_open() {
        // Stored links of earlier versions; a decoder that no longer reads one breaks somebody's lecture notes.
        let stored = [(
            "1.AUEAvv9bInRpbnkiLFtbInF1ZXVlLnBhcmFtcy5saW1pdCIsNDJdLFsic2VlZCIsN11dLHsiYXRfcyI6MTIuNX1dhoKF8A",
            7,
            42,
        )];
        for (link, seed, limit) in stored {
            let opened = decode(link, &[preset()]).unwrap_or_else(|problems| panic!("{link}: {problems:?}"));
            assert_eq!(opened.scenario.seed, seed);
            assert_eq!(opened.scenario.shared_params["limit"], json!(limit));
            assert_eq!(opened.view, json!({ "at_s": 12.5 }));
        }
    }

    #[test]
    fn every_damage_is_told_and_none_panics() {
        let link = encode(&parsed().with("seed", json!(7)).unwrap(), &parsed(), &Value::Null).unwrap();
        for place in 0..link.len() {
            let mut damaged = link.clone().into_bytes();
            damaged[place] = if damaged[place] == b'x' { b'y' } else { b'x' };
            let damaged = String::from_utf8(damaged).unwrap();
            assert!(decode(&damaged, &[preset()]).is_err(), "{damaged}");
            assert!(decode(&link[..place], &[preset()]).is_err(), "cut at {place}");
        }
    }

    #[test]
    fn newer_and_oversized_and_foreign_links_are_named_as_such() {
        let told = |link: &str| decode(link, &[preset()]).unwrap_err()[0].problem.clone();
        assert!(told("7.abc").contains("newer version (format 7"));
        assert!(told(&"1".repeat(20_000)).contains("20000 characters"));
        assert!(told("hello").contains("no link of Chokepoint"));
        let other = json!({ "id": "other", "lanes": [{ "aqm": "drop-tail" }], "flows": [{}] });
        let other = Scenario::parse(&other).unwrap();
        assert!(told(&encode(&other, &other, &Value::Null).unwrap()).contains("\"other\""));
    }

    #[test]
    fn a_link_cannot_unfold_without_end() {
        let bomb = compress_to_vec(&vec![b'['; 10_000_000], BEST_COMPRESSION);
        let link = format!("1.{}", Base64UrlUnpadded::encode_string(&bomb));
        assert!(link.len() < MAX_LINK_CHARS);
        let told = decode(&link, &[preset()]).unwrap_err()[0].to_string();
        assert_eq!(told, "link: unfolds to more than 262144 bytes, the most that are read");
    }

    #[test]
    fn what_is_written_can_be_read_and_what_cannot_is_refused() {
        // A view of so many characters: ones, which fold well, or figures without a pattern, which do not.
        let written = |view: String| encode(&parsed(), &parsed(), &view.into());
        let mut state = 1u32;
        let figures: String = std::iter::repeat_with(|| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            char::from(b' ' + 10 + (state >> 24) as u8 % 80).to_ascii_uppercase()
        })
        .filter(|it| *it != '\\' && *it != '"')
        .take(20_000)
        .collect();
        let (mut longest, mut refused) = (0, 0);
        for length in (12_000..20_000).step_by(100) {
            match written(figures[..length].into()) {
                Ok(link) => {
                    assert!(decode(&link, &[preset()]).is_ok(), "{length}");
                    longest = longest.max(link.len());
                }
                Err(problems) => {
                    assert!(problems[0].problem.contains("characters, of which at most 16000 are read; change less"));
                    refused += 1;
                }
            }
        }
        assert!(longest > MAX_LINK_CHARS - 200 && refused > 0, "{longest}, {refused}");
        let around = |bytes: usize| written("1".repeat(bytes - r#"["tiny",[],""]"#.len() - 4));
        assert!(decode(&around(MAX_LINK_BYTES).unwrap(), &[preset()]).is_ok());
        let told = around(MAX_LINK_BYTES + 1).unwrap_err()[0].to_string();
        assert!(told.starts_with("link: would unfold to 262145 bytes, of which at most 262144 are read"), "{told}");
    }
}

//! Links of version 1: the name of a preset, and everything else compressed. They are still read but no longer written.

use crate::{DAMAGED, Known, Linked, changed, find, packed, packed_content, wrong};
use chokepoint_engine::Scenario;
use chokepoint_engine::scenario::Problem;
use serde_json::Value;

pub(crate) fn decode(body: &str, known: Known<'_>) -> Result<Linked, Vec<Problem>> {
    let framed = packed::unpack(body).map_err(wrong)?;
    let Some((content, check)) = framed.split_last_chunk::<4>() else { return Err(wrong(DAMAGED)) };
    if check_number(content) != u32::from_be_bytes(*check) {
        return Err(wrong(DAMAGED));
    }
    let content = packed_content(content)?;
    let Some([Value::String(id), changes, view]) = content.as_array().map(Vec::as_slice) else {
        return Err(wrong(DAMAGED));
    };
    let (origin, preset) = find(id, None, None, known)?;
    changed(Scenario::parse_in(preset, known.language)?.to_json(), changes, view, origin, known.language)
}

/// The 32-bit FNV-1a hash.
fn check_number(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |hash, &byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

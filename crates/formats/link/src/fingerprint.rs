//! Fingerprints, by which a scene's URL identifies the version of its preset.

use serde_json::Value;

/// The digits of check characters and fingerprints: Crockford's base32, whose letters cannot be mistaken for digits.
pub(crate) const DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
/// Length of a fingerprint. With 25 bits, two versions of a preset are unlikely to have the same fingerprint.
const FINGERPRINT_CHARS: usize = 5;

/// The fingerprint of a scene. It depends on every setting, but not on names, field order or number notation.
pub fn fingerprint(scenario: &Value) -> String {
    let mut hash = Fnv::default();
    // `serde_json` sorts fields by name.
    for (name, value) in scenario.as_object().into_iter().flatten() {
        // Changing these fields does not change the scene.
        if name != "id" && name != "title" && name != "schema" {
            hash.text(name);
            hash.value(value);
        }
    }
    let mut text = String::new();
    push_digits(&mut text, hash.mixed(), FINGERPRINT_CHARS);
    text
}

/// Appends `count` digits of a number.
pub(crate) fn push_digits(text: &mut String, number: u64, count: usize) {
    for place in (0..count).rev() {
        text.push(char::from(DIGITS[(number >> (5 * place)) as usize % 32]));
    }
}

/// The 64-bit FNV-1a hash. It detects copying errors but not forgeries: a forged link is checked like any other scene.
pub(crate) struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    pub(crate) fn byte(&mut self, byte: u8) {
        self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }

    fn bytes(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.byte(byte);
        }
    }

    /// Adds a text with a terminator, so that two texts hash differently from their concatenation.
    pub(crate) fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
        self.byte(0xff);
    }

    fn value(&mut self, value: &Value) {
        match value {
            Value::Null => self.byte(b'n'),
            Value::Bool(holds) => self.byte(if *holds { b't' } else { b'f' }),
            // To the page, 1e6, 1000000 and 1000000.0 are the same number, so they hash alike.
            Value::Number(number) => {
                self.byte(b'#');
                self.bytes(&number.as_f64().unwrap_or(f64::NAN).to_bits().to_be_bytes());
            }
            Value::String(text) => {
                self.byte(b'"');
                self.text(text);
            }
            Value::Array(items) => {
                self.byte(b'[');
                for item in items {
                    self.value(item);
                }
                self.byte(b']');
            }
            Value::Object(fields) => {
                self.byte(b'{');
                for (name, value) in fields {
                    self.text(name);
                    self.value(value);
                }
                self.byte(b'}');
            }
        }
    }

    /// The finalized hash, whose low bits depend on the input as much as the high bits.
    pub(crate) const fn mixed(&self) -> u64 {
        let hash = (self.0 ^ (self.0 >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
        hash ^ (hash >> 33)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_fingerprint_depends_on_settings_and_not_on_their_notation() {
        let print = |text: &str| fingerprint(&serde_json::from_str(text).unwrap());
        let first =
            print(r#"{ "id": "a", "title": "A", "seed": 1, "bottleneck": { "capacity_bps": 1e6, "delay_s": 0 } }"#);
        assert_eq!(
            first,
            print(r#"{ "bottleneck": { "delay_s": 0.0, "capacity_bps": 1000000 }, "seed": 1, "id": "b" }"#)
        );
        assert_ne!(first, print(r#"{ "seed": 2, "bottleneck": { "capacity_bps": 1e6, "delay_s": 0 } }"#));
        assert_eq!(first.len(), FINGERPRINT_CHARS);
    }

    #[test]
    fn the_fingerprint_depends_on_the_path_of_a_value() {
        let all = [
            json!({ "lanes": ["ab", "c"] }),
            json!({ "lanes": ["a", "bc"] }),
            json!({ "lanes": [["a"], "bc"] }),
            json!({ "lanes": { "a": "bc" } }),
            json!({ "lanes": [] }),
            json!({ "lanes": null }),
            json!({}),
        ];
        let prints: std::collections::BTreeSet<_> = all.iter().map(fingerprint).collect();
        assert_eq!(prints.len(), all.len());
    }
}

//! Compressed text in a link: raw deflate in base64url.

use base64ct::{Base64UrlUnpadded, Encoding};
use chokepoint_engine::scenario::limits::MAX_LINK_BYTES;
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};

const BEST_COMPRESSION: u8 = 9;
/// Longest quotation in an error message: the readable text before the damage in a link \[bytes\].
const QUOTED: usize = 80;

pub(crate) fn pack(bytes: &[u8]) -> String {
    Base64UrlUnpadded::encode_string(&compress_to_vec(bytes, BEST_COMPRESSION))
}

/// The decompressed bytes. The error describes what is wrong.
pub(crate) fn unpack(text: &str) -> Result<Vec<u8>, String> {
    let is_digit = |it: char| it.is_ascii_alphanumeric() || it == '-' || it == '_';
    if let Some(place) = text.find(|it| !is_digit(it)) {
        return Err(format!("is damaged: character {} of its packed part is not valid", place + 1));
    }
    // A truncated text may break off within a byte. The whole bytes before it can still be decompressed, and the
    // message quotes the last readable part.
    let whole = Base64UrlUnpadded::decode_vec(text);
    let Ok(packed) = whole.or_else(|_| Base64UrlUnpadded::decode_vec(&text[..text.len() / 4 * 4])) else {
        return Err("is damaged: its end is missing".into());
    };
    decompress_to_vec_with_limit(&packed, MAX_LINK_BYTES).map_err(|error| match error.status {
        TINFLStatus::HasMoreOutput => format!("expands to more than {MAX_LINK_BYTES} bytes, the most that are read"),
        TINFLStatus::NeedsMoreInput | TINFLStatus::FailedCannotMakeProgress => {
            format!("is damaged: its end is missing{}", behind(&error.output))
        }
        _ => format!("is damaged: a part was changed{}", behind(&error.output)),
    })
}

/// An excerpt of the readable text before the damage.
fn behind(read: &[u8]) -> String {
    let whole = std::str::from_utf8(read).map_or_else(|error| error.valid_up_to(), str::len);
    let Ok(text) = std::str::from_utf8(&read[..whole]) else { return String::new() };
    let mut from = whole.saturating_sub(QUOTED);
    while !text.is_char_boundary(from) {
        from += 1;
    }
    if text.is_empty() || text.contains(char::is_control) {
        return String::new();
    }
    [", behind “", &text[from..], "”"].concat()
}

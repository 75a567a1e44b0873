//! Damage to files: bytes that are flipped, cut off, left out, repeated, or mixed with those of another file.

use chokepoint_engine::rng::{Chance, Stream};

/// Numbers, as bytes, that are critical as lengths and counts.
const NUMBERS: [&[u8]; 8] = [
    &[0],
    &[0xff],
    &[0x80],
    &[0x7f],
    &[0, 0, 0, 0],
    &[0xff, 0xff, 0xff, 0xff],
    &[0xff, 0xff, 0xff, 0x7f],
    &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01],
];

/// Damages a file in one or a few places; parts of `other` may be inserted.
pub(super) fn damage(bytes: &mut Vec<u8>, other: &[u8], chance: &mut Stream) {
    for _ in 0..[1, 1, 1, 2, 4][chance.pick(5)] {
        if bytes.is_empty() {
            return;
        }
        let at = chance.pick(bytes.len());
        match chance.pick(8) {
            0 | 1 => bytes[at] ^= 1 << chance.pick(8),
            2 => bytes[at] = chance.pick(256) as u8,
            3 => bytes.truncate(at),
            4 => drop(bytes.drain(at..end_of_piece(at, bytes.len(), chance))),
            5 => {
                let piece = bytes[at..end_of_piece(at, bytes.len(), chance)].to_vec();
                let times = [1, 1, 2, 40][chance.pick(4)];
                drop(bytes.splice(at..at, piece.repeat(times)));
            }
            6 if !other.is_empty() => {
                let from = chance.pick(other.len());
                let piece = &other[from..end_of_piece(from, other.len(), chance)];
                let end = end_of_piece(at, bytes.len(), chance);
                drop(bytes.splice(at..end, piece.iter().copied()));
            }
            _ => {
                let number = NUMBERS[chance.pick(NUMBERS.len())];
                let end = (at + number.len()).min(bytes.len());
                drop(bytes.splice(at..end, number.iter().copied()));
            }
        }
    }
}

/// The end of a chunk of a file that begins at `at`. The random length of the chunk may have any order of magnitude.
fn end_of_piece(at: usize, length: usize, chance: &mut Stream) -> usize {
    let octave = chance.pick(14);
    (at + 1 + chance.pick(1 << octave)).min(length)
}

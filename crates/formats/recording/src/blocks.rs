//! Blocks of a recording: a letter for the kind, the length, and the contents, compressed and checksummed (zlib).

use crate::reader::RecordingProblem;
use crate::varint;
use adler2::adler32_slice;
use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;

/// Size limit of a block \[bytes\], compressed or not. Larger blocks are refused, so that untrusted input cannot
/// exhaust memory.
const MOST_BYTES: usize = 1 << 20;
/// Compression level. A higher level costs the router time and saves about one percent.
const LEVEL: u8 = 6;

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[repr(u8)]
pub(crate) enum Kind {
    /// A header, replacing any earlier one.
    Header = b'H',
    /// Arrivals.
    Arrivals = b'A',
    /// The time up to which all arrivals are known.
    KnownUntil = b'K',
    /// The hash of the state at some time.
    State = b'S',
    /// The end, with facts known only then.
    End = b'E',
}

impl Kind {
    const ALL: [Self; 5] = [Self::Header, Self::Arrivals, Self::KnownUntil, Self::State, Self::End];
}

pub(crate) fn write(kind: Kind, content: &[u8]) -> Vec<u8> {
    let packed = compress_to_vec_zlib(content, LEVEL);
    let mut block = vec![kind as u8];
    varint::put(&mut block, packed.len() as u64);
    block.extend(packed);
    block
}

/// The block at the start of `bytes`, and its encoded length. `None` if more bytes are needed.
pub(crate) fn read(bytes: &[u8]) -> Result<Option<(Kind, Vec<u8>, usize)>, RecordingProblem> {
    let damaged = |what| Err(RecordingProblem::Damaged { what });
    let Some(letter) = bytes.first() else { return Ok(None) };
    let Some(kind) = Kind::ALL.into_iter().find(|&kind| kind as u8 == *letter) else {
        return damaged("the kind of a block");
    };
    let mut place = 1;
    let Some(length) = varint::take(bytes, &mut place) else {
        return if bytes.len() > 10 { damaged("the length of a block") } else { Ok(None) };
    };
    if length > MOST_BYTES as u64 {
        return damaged("the length of a block");
    }
    let Some(packed) = bytes.get(place..place + length as usize) else { return Ok(None) };
    match decompress_to_vec_zlib_with_limit(packed, MOST_BYTES) {
        // Decompression ignores bytes after the end of the compressed stream. A block with such bytes is damaged, so
        // the stream's checksum must be at the end of the block.
        Ok(content) if packed.ends_with(&adler32_slice(&content).to_be_bytes()) => {
            Ok(Some((kind, content, place + length as usize)))
        }
        _ => damaged("the bytes of a block"),
    }
}

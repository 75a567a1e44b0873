//! The frame: what a page is told about one lane, as columns of numbers in one block of bytes.
//!
//! Layout, little-endian: the version, the number of columns, then for every column its offset in bytes and its length in
//! elements (all `u32`); then the columns, each at a multiple of 8 bytes. Names, order and element types stand in
//! [`COLUMNS`], from which the page's decoder is generated, so the two sides cannot drift apart.

/// Goes up when the layout or the meaning of a column changes.
pub const FRAME_VERSION: u32 = 5;

/// What the elements of a column are.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Element {
    /// Eight bytes, IEEE 754.
    F64,
    /// Four bytes, unsigned.
    U32,
    /// Four bytes, signed.
    I32,
    /// One byte, unsigned.
    U8,
}

impl Element {
    /// The JavaScript array that views such a column.
    pub const fn array(self) -> &'static str {
        match self {
            Self::F64 => "Float64Array",
            Self::U32 => "Uint32Array",
            Self::I32 => "Int32Array",
            Self::U8 => "Uint8Array",
        }
    }
}

/// The scalars of a frame, in the order of the first column.
pub const SCALARS: &[&str] = &[
    "now_s",
    "is_finished",
    "facts_version",
    "waiting",
    "arrived",
    "departed",
    "dropped",
    "marked",
    "events",
    "decisions",
    "decisions_left_out",
    "happenings_left_out",
    "average_queue",
    "front_region",
    "sending_flow",
    "sending_packet",
    "sending_from_s",
    "sending_until_s",
    "utilization",
    "jain_index",
    "jain_index_tcp",
    "mean_queue",
    "mean_queueing_delay_s",
    "state_hash_high",
    "state_hash_low",
    "is_seek",
    "furthest_s",
    "series_valid_until_s",
    "replay_mismatches",
    "checkpoints",
    "checkpoint_bytes",
    "row_count",
    "next_queue",
];

/// A column: group, name within the group, element type.
pub type Column = (&'static str, &'static str, Element);

/// The columns after the scalars, in the order of their numbers.
pub const COLUMNS: &[Column] = {
    use Element::{F64, I32, U8, U32};
    &[
        ("queue", "packet", U32),
        ("queue", "flow", U32),
        ("queue", "bytes", U32),
        ("queue", "arrived_s", F64),
        ("queue", "flags", U8),
        ("queue", "label", F64),
        ("before", "packet", U32),
        ("before", "flow", U32),
        ("before", "bytes", U32),
        ("before", "arrived_s", F64),
        ("before", "flags", U8),
        ("before", "label", F64),
        ("happenings", "time_s", F64),
        ("happenings", "kind", U8),
        ("happenings", "flow", U32),
        ("happenings", "packet", U32),
        ("happenings", "reason", U8),
        ("happenings", "place", I32),
        ("happenings", "decision", U32),
        ("decisions", "serial", U32),
        ("decisions", "time_s", F64),
        ("decisions", "flow", U32),
        ("decisions", "packet", U32),
        ("decisions", "waiting", U32),
        ("decisions", "first_step", U32),
        ("decisions", "step_count", U32),
        ("steps", "kind", U8),
        ("steps", "id", I32),
        ("steps", "flow", U32),
        ("steps", "value", F64),
        ("series", "time_s", F64),
        ("series", "queue_mean", F64),
        ("series", "queue_min", F64),
        ("series", "queue_max", F64),
        ("series", "average_queue", F64),
        ("series", "delay_s", F64),
        ("series", "jain_index", F64),
        ("series", "jain_index_tcp", F64),
        ("series", "class_bps", F64),
        ("series", "reasons", F64),
        ("flows", "received_bytes", F64),
        ("flows", "recent_bps", F64),
        ("flows", "arrived", F64),
        ("flows", "dropped", F64),
        ("flows", "congestion_window", F64),
        ("gauges", "value", F64),
        ("queues", "id", U32),
        ("queues", "first", U32),
        ("queues", "credit", F64),
        ("bins", "probability", F64),
        ("bins", "packets", F64),
        ("rows", "flow", U32),
        ("rows", "value", F64),
        ("occupancy", "edges", F64),
        ("occupancy", "parts", F64),
        ("waits", "edges", F64),
        ("waits", "parts", F64),
        ("hits", "draws", F64),
        ("hits", "matches", F64),
        ("windows", "congestion_window", F64),
        ("windows", "slow_start_threshold", F64),
        ("windows", "fast_retransmits", F64),
        ("windows", "timeouts", F64),
        ("windows", "ecn_cuts", F64),
    ]
};

/// The scalars of an account of what happened, in the order of the first column; see [`crate::Timeline::history`].
pub const HISTORY_SCALARS: &[&str] = &["count", "is_whole", "ended_s", "last_event"];

/// The columns of an account of what happened, after its scalars: one row for each happening.
pub const HISTORY_COLUMNS: &[Column] = {
    use Element::{F64, I32, U8, U32};
    &[
        ("happenings", "time_s", F64),
        ("happenings", "kind", U8),
        ("happenings", "flow", U32),
        ("happenings", "packet", U32),
        ("happenings", "reason", U8),
        ("happenings", "place", I32),
        ("happenings", "decision", U32),
        ("happenings", "event", F64),
    ]
};

/// Writes columns one after the other, in the order in which they are declared.
#[derive(Debug)]
pub(crate) struct FrameWriter {
    columns: &'static [Column],
    bytes: Vec<u8>,
    next: usize,
}

/// Bytes per entry of the table of columns: offset and length.
const ENTRY: usize = 8;
const HEADER: usize = 8;
const ALIGNMENT: usize = 8;

impl FrameWriter {
    /// A frame that starts with these scalars.
    pub(crate) fn new(scalars: &[f64]) -> Self {
        debug_assert_eq!(scalars.len(), SCALARS.len());
        Self::of(COLUMNS, scalars)
    }

    /// A block of these columns that starts with these scalars.
    pub(crate) fn of(columns: &'static [Column], scalars: &[f64]) -> Self {
        let count = columns.len() + 1;
        let mut bytes = vec![0; HEADER + count * ENTRY];
        bytes[..4].copy_from_slice(&FRAME_VERSION.to_le_bytes());
        bytes[4..8].copy_from_slice(&(count as u32).to_le_bytes());
        let mut writer = Self { columns, bytes, next: 0 };
        writer.column(scalars.len(), scalars.iter().flat_map(|value| value.to_le_bytes()));
        writer
    }

    pub(crate) fn f64(&mut self, values: &[f64]) {
        self.expect(Element::F64);
        self.column(values.len(), values.iter().flat_map(|value| value.to_le_bytes()));
    }

    pub(crate) fn u32(&mut self, values: &[u32]) {
        self.expect(Element::U32);
        self.column(values.len(), values.iter().flat_map(|value| value.to_le_bytes()));
    }

    pub(crate) fn i32(&mut self, values: &[i32]) {
        self.expect(Element::I32);
        self.column(values.len(), values.iter().flat_map(|value| value.to_le_bytes()));
    }

    pub(crate) fn u8(&mut self, values: &[u8]) {
        self.expect(Element::U8);
        self.column(values.len(), values.iter().copied());
    }

    /// The whole frame.
    pub(crate) fn finish(self) -> Vec<u8> {
        debug_assert_eq!(self.next, self.columns.len() + 1, "every column is written");
        self.bytes
    }

    fn expect(&self, element: Element) {
        debug_assert_eq!(self.columns[self.next - 1].2, element, "column {:?}", self.columns[self.next - 1]);
    }

    fn column(&mut self, length: usize, content: impl Iterator<Item = u8>) {
        let start = self.bytes.len().next_multiple_of(ALIGNMENT);
        self.bytes.resize(start, 0);
        let entry = HEADER + self.next * ENTRY;
        self.bytes[entry..entry + 4].copy_from_slice(&(start as u32).to_le_bytes());
        self.bytes[entry + 4..entry + 8].copy_from_slice(&(length as u32).to_le_bytes());
        self.bytes.extend(content);
        self.next += 1;
    }
}

/// The TypeScript module that names scalars and columns for the page's decoder.
pub fn decoder_module() -> String {
    let mut text = String::from(
        "// Generated from engine/src/frame.rs by `npm run generate`; do not edit.\n\n\
         /** Layout version; both sides must agree. */\n",
    );
    text.push_str(&format!("export const FRAME_VERSION = {FRAME_VERSION};\n\n"));
    let blocks = [("", "", SCALARS, COLUMNS), (" of a history", "HISTORY_", HISTORY_SCALARS, HISTORY_COLUMNS)];
    for (place, (what, prefix, scalars, columns)) in blocks.into_iter().enumerate() {
        if place > 0 {
            text.push('\n');
        }
        text.push_str(&format!("/** Names of the scalars{what}, in order. */\nexport const {prefix}SCALARS = ["));
        if what.is_empty() {
            text.push('\n');
            for scalar in scalars {
                text.push_str(&format!("  '{scalar}',\n"));
            }
        } else {
            // On one line, where the formatter wants what fits.
            text.push_str(&scalars.iter().map(|scalar| format!("'{scalar}'")).collect::<Vec<_>>().join(", "));
        }
        text.push_str(&format!(
            "] as const;\n\n/** Columns{what} after the scalars: group, name, how to view them. */\n\
             export const {prefix}COLUMNS = [\n"
        ));
        for (group, name, element) in columns {
            text.push_str(&format!("  ['{group}', '{name}', {}],\n", element.array()));
        }
        text.push_str("] as const;\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_found_where_the_header_says() {
        let mut writer = FrameWriter::new(&vec![1.5; SCALARS.len()]);
        for &(_, _, element) in COLUMNS {
            match element {
                Element::F64 => writer.f64(&[2.5, 3.5]),
                Element::U32 => writer.u32(&[7, 8, 9]),
                Element::I32 => writer.i32(&[-1]),
                Element::U8 => writer.u8(&[4, 5, 6]),
            }
        }
        let bytes = writer.finish();
        let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
        assert_eq!((word(0), word(4)), (FRAME_VERSION as usize, COLUMNS.len() + 1));
        let second = HEADER + ENTRY;
        assert_eq!(word(second) % ALIGNMENT, 0);
        assert_eq!(word(second + 4), 3);
        assert_eq!(word(word(second) + 4), 8);
    }
}

//! A parser for the blocks of columns that the engine writes for a page.

use chokepoint_engine::border::table::{BlockAbout, Column};
use chokepoint_engine::frame::{FRAME, HISTORY};

/// A block of columns, with its description.
pub(crate) struct Block {
    bytes: Vec<u8>,
    about: BlockAbout,
}

impl Block {
    pub(crate) fn of_frame(bytes: Vec<u8>) -> Self {
        Self { bytes, about: FRAME }
    }

    pub(crate) fn of_history(bytes: Vec<u8>) -> Self {
        Self { bytes, about: HISTORY }
    }

    pub(crate) fn scalar(&self, name: &str) -> f64 {
        let place =
            self.about.scalars.columns.iter().position(|scalar| scalar.name == name).expect("a declared scalar");
        let start = self.word(8) + 8 * place;
        f64::from_le_bytes(self.bytes[start..start + 8].try_into().expect("eight bytes"))
    }

    pub(crate) fn bytes(&self, group: &str, name: &str) -> &[u8] {
        let mut columns = self.about.columns().enumerate();
        let is_wanted = |(_, (of, column)): &(usize, (&str, &Column))| *of == group && column.name == name;
        let (place, (_, column)) = columns.find(is_wanted).expect("a declared column");
        let entry = 8 + 8 * (place + 1);
        &self.bytes[self.word(entry)..][..self.word(entry + 4) * column.bytes]
    }

    pub(crate) fn reals(&self, group: &str, name: &str) -> Vec<f64> {
        let bytes = self.bytes(group, name).chunks_exact(8);
        bytes.map(|it| f64::from_le_bytes(it.try_into().expect("eight bytes"))).collect()
    }

    pub(crate) fn words(&self, group: &str, name: &str) -> Vec<u32> {
        let bytes = self.bytes(group, name).chunks_exact(4);
        bytes.map(|it| u32::from_le_bytes(it.try_into().expect("four bytes"))).collect()
    }

    /// The events, as time, kind, flow, packet, reason and decision.
    pub(crate) fn rows(&self) -> Vec<(f64, u8, u32, u32, u8, u32)> {
        let times = self.reals("happenings", "time_s");
        let (kinds, reasons) = (self.bytes("happenings", "kind"), self.bytes("happenings", "reason"));
        let [flows, packets, decisions] = ["flow", "packet", "decision"].map(|name| self.words("happenings", name));
        (0..times.len())
            .map(|row| (times[row], kinds[row], flows[row], packets[row], reasons[row], decisions[row]))
            .collect()
    }

    fn word(&self, at: usize) -> usize {
        u32::from_le_bytes(self.bytes[at..at + 4].try_into().expect("four bytes")) as usize
    }
}

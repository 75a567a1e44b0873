//! Writes captures.

#[derive(Clone)]
pub(super) struct Files {
    pub(super) entering: Vec<u8>,
    pub(super) leaving: Vec<u8>,
}

/// The link header around each packet.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Link {
    Raw,
    Ethernet,
    /// Ethernet with two VLAN tags.
    Tagged,
    /// Linux cooked capture of received packets, or of sent packets if `true`.
    Cooked(bool),
    /// Linux cooked capture of version 2, with the number of the device.
    Cooked2(bool, u8),
}

impl Link {
    fn number(self) -> u16 {
        match self {
            Self::Raw => 101,
            Self::Ethernet | Self::Tagged => 1,
            Self::Cooked(_) => 113,
            Self::Cooked2(..) => 276,
        }
    }

    fn header(self, packet: &[u8]) -> Vec<u8> {
        let kind: [u8; 2] = if packet[0] >> 4 == 6 { [0x86, 0xdd] } else { [0x08, 0x00] };
        match self {
            Self::Raw => Vec::new(),
            Self::Ethernet => [&[2; 12][..], &kind].concat(),
            Self::Tagged => [&[2; 12][..], &[0x88, 0xa8, 0, 7, 0x81, 0, 0, 9], &kind].concat(),
            Self::Cooked(is_sent) => {
                [&[0, if is_sent { 4 } else { 0 }, 0, 1, 0, 6, 2, 2, 2, 2, 2, 2, 0, 0][..], &kind].concat()
            }
            Self::Cooked2(is_sent, device) => {
                [&kind[..], &[0, 0, 0, 0, 0, device, 0, 1, if is_sent { 4 } else { 0 }, 6, 2, 2, 2, 2, 2, 2, 0, 0]]
                    .concat()
            }
        }
    }
}

/// A captured packet with its link header.
#[derive(Clone)]
pub(super) struct Frame {
    pub(super) at: u64,
    pub(super) bytes: Vec<u8>,
    pub(super) whole: usize,
}

impl Frame {
    /// A frame that contains only the first `kept` bytes of the packet.
    pub(super) fn new(at: u64, packet: &[u8], kept: usize, link: Link) -> Self {
        let header = link.header(packet);
        let whole = header.len() + packet.len();
        Self { at, bytes: [&header[..], &packet[..packet.len().min(kept)]].concat(), whole }
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Format {
    pub(super) is_pcapng: bool,
    pub(super) is_big_endian: bool,
    /// Time resolution, encoded as in pcapng: a negative exponent of 10, or of 2 if the highest bit is set. pcap allows
    /// only 6 and 9.
    pub(super) clock: u8,
}

impl Default for Format {
    fn default() -> Self {
        Self { is_pcapng: true, is_big_endian: false, clock: 9 }
    }
}

impl Format {
    fn u16(self, number: u16) -> [u8; 2] {
        if self.is_big_endian { number.to_be_bytes() } else { number.to_le_bytes() }
    }

    fn u32(self, number: u32) -> [u8; 4] {
        if self.is_big_endian { number.to_be_bytes() } else { number.to_le_bytes() }
    }

    pub(super) fn block(self, kind: u32, content: &[u8]) -> Vec<u8> {
        let mut content = content.to_vec();
        content.resize(content.len().next_multiple_of(4), 0);
        let length = self.u32(content.len() as u32 + 12);
        [&self.u32(kind)[..], &length, &content, &length].concat()
    }

    pub(super) fn file(self, frames: &[Frame], link: Link) -> Vec<u8> {
        if self.is_pcapng { self.pcapng(frames, link) } else { self.pcap(frames, link) }
    }

    fn pcapng(self, frames: &[Frame], link: Link) -> Vec<u8> {
        let head = [&self.u32(0x1a2b_3c4d)[..], &self.u16(1), &self.u16(0), &[0xff; 8]].concat();
        let mut file = self.block(0x0a0d_0d0a, &head);
        let option = |code: u16, value: &[u8]| {
            let mut option = [&self.u16(code)[..], &self.u16(value.len() as u16), value].concat();
            option.resize(option.len().next_multiple_of(4), 0);
            option
        };
        let offset = if self.is_big_endian { 1_000_i64.to_be_bytes() } else { 1_000_i64.to_le_bytes() };
        let options = [option(9, &[self.clock]), option(14, &offset), option(0, &[])].concat();
        file.extend(self.block(1, &[&self.u16(link.number())[..], &[0, 0], &self.u32(262_144), &options].concat()));
        // Readers must skip a block of an unknown kind.
        file.extend(self.block(0x0bad, b"passed over"));
        for frame in frames {
            let base: u128 = if self.clock & 0x80 == 0 { 10 } else { 2 };
            let units_per_s = base.pow(u32::from(self.clock & 0x7f));
            let units = (u128::from(frame.at) - 1_000_000_000_000) * units_per_s / 1_000_000_000;
            let mut content = Vec::new();
            for number in [0, (units >> 32) as u32, units as u32, frame.bytes.len() as u32, frame.whole as u32] {
                content.extend(self.u32(number));
            }
            content.extend(&frame.bytes);
            file.extend(self.block(6, &content));
        }
        file
    }

    fn pcap(self, frames: &[Frame], link: Link) -> Vec<u8> {
        let (magic, nanos_per_unit) = if self.clock == 9 { (0xa1b2_3c4d, 1) } else { (0xa1b2_c3d4, 1_000) };
        let mut file = [&self.u32(magic)[..], &self.u16(2), &self.u16(4), &[0; 8]].concat();
        file.extend(self.u32(262_144));
        file.extend(self.u32(link.number().into()));
        for frame in frames {
            let (seconds, nanos) = (frame.at / 1_000_000_000, frame.at % 1_000_000_000);
            for number in [seconds, nanos / nanos_per_unit, frame.bytes.len() as u64, frame.whole as u64] {
                file.extend(self.u32(number as u32));
            }
            file.extend(&frame.bytes);
        }
        file
    }
}

//! The link header around an IP packet.
//!
//! Link types and their headers: <https://www.tcpdump.org/linktypes.html>.

/// The direction of a captured packet, if it is known.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Way {
    In,
    /// Sent by the device with this number; 0 if the number is not recorded.
    Out(u32),
    Unknown,
}

const ETHERNET: i32 = 1;
const RAW: i32 = 101;
const LINUX_COOKED: i32 = 113;
const IPV4: i32 = 228;
const IPV6: i32 = 229;
const LINUX_COOKED_2: i32 = 276;

/// Largest number of VLAN and provider-bridge tags that are skipped.
const MOST_TAGS: usize = 4;

/// The IP packet in a frame, if it has one; an unsupported link type is an error.
pub(crate) fn ip_packet(link: i32, frame: &[u8]) -> Result<Option<(&[u8], Way)>, String> {
    let found = match link {
        // 12 is an older number of the link type "raw IP".
        RAW | IPV4 | IPV6 | 12 => Some((frame, Way::Unknown)),
        ETHERNET => behind_type(frame, 12).map(|packet| (packet, Way::Unknown)),
        LINUX_COOKED => behind_type(frame, 14).map(|packet| (packet, way(u16_at(frame, 0), 0))),
        LINUX_COOKED_2 => match u16_at(frame, 0) {
            Some(0x0800 | 0x86dd) => {
                let device = frame.get(4..8).and_then(|it| it.try_into().ok()).map_or(0, u32::from_be_bytes);
                let way = way(frame.get(10).map(|&kind| kind.into()), device);
                frame.get(20..).map(|packet| (packet, way))
            }
            _ => None,
        },
        other => {
            return Err(format!(
                "a link of type {other}; Ethernet ({ETHERNET}), raw IP ({RAW}, {IPV4}, {IPV6}) and Linux cooked capture ({LINUX_COOKED}, {LINUX_COOKED_2}) are read"
            ));
        }
    };
    Ok(found)
}

/// The packet after the type field at offset `place`, skipping VLAN tags in between.
fn behind_type(frame: &[u8], mut place: usize) -> Option<&[u8]> {
    for _ in 0..=MOST_TAGS {
        match u16_at(frame, place)? {
            0x0800 | 0x86dd => return frame.get(place + 2..),
            0x8100 | 0x88a8 | 0x9100 => place += 4,
            _ => return None,
        }
    }
    None
}

/// The direction in a cooked capture: 4 means sent by the capturing host, lower numbers mean received.
fn way(kind: Option<u16>, device: u32) -> Way {
    match kind {
        Some(4) => Way::Out(device),
        Some(0..=3) => Way::In,
        _ => Way::Unknown,
    }
}

fn u16_at(bytes: &[u8], place: usize) -> Option<u16> {
    Some(u16::from_be_bytes([*bytes.get(place)?, *bytes.get(place + 1)?]))
}

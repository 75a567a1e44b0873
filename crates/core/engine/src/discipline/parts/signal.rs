//! A congestion signal to a sender: an ECN mark if the packet can carry one, otherwise a drop.
//!
//! Source: RFC 3168, section 5. A packet that already carries a mark counts as marked again and is not dropped.

use super::super::about::ParamSpec;
use super::super::reason::Reason;
use super::super::{Context, Tracer};
use super::declare::switch;
use crate::base::packet::{Ecn, Packet};
use crate::base::rng::Chance;

/// Whether ECN-capable packets are marked.
pub const ECN: ParamSpec = switch(
    "ecn",
    "ECN",
    true,
    "marks ECN-capable packets where other packets would be dropped as a signal; off: all are dropped",
);

/// Marks the packet and reports the mark. Returns `false` if the packet cannot be marked; the caller must then drop it.
pub fn mark<C: Chance, S: Tracer>(
    packet: &mut Packet,
    has_ecn: bool,
    reason: Reason,
    cx: &mut Context<'_, C, S>,
) -> bool {
    let can = has_ecn && packet.ecn.is_capable();
    if can {
        packet.ecn = Ecn::Ce;
        cx.tracer.mark(packet, reason);
    }
    can
}

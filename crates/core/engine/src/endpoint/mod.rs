//! End points: traffic sources, senders and receivers.
//!
//! End points are pure state machines: they know no network, clock or event queue. Their inputs are time,
//! acknowledgements and random numbers; their outputs are packets. A *source* decides when there is data to send; a
//! *transport* decides how the data is sent. The unit is the packet, and data flows in one direction, as in ns-2: there
//! is no tear-down, and the receive window is constant.

pub mod source;
pub mod tcp;

/// The description of a transport.
#[derive(Clone, Copy, Debug)]
pub struct TransportAbout {
    /// Id in scenario files, results and URLs; never reused.
    pub id: &'static str,
    /// Name as the literature writes it.
    pub name: &'static str,
    /// Year of the publication.
    pub year: u16,
    /// Authors and publication.
    pub citation: &'static str,
    /// The mechanism in one line.
    pub idea: &'static str,
}

/// The declarations of all TCP variants, in the order of the catalog.
pub fn transports() -> impl Iterator<Item = &'static TransportAbout> {
    tcp::Variant::ALL.into_iter().map(tcp::Variant::about)
}

#[cfg(test)]
mod tests {
    use super::tcp::Variant;
    use super::*;

    #[test]
    fn every_transport_is_found_by_its_id() {
        for about in transports() {
            let variant = Variant::of(about.id).expect(about.id);
            assert_eq!(variant.about().id, about.id);
        }
        assert_eq!(Variant::of("carrier-pigeon"), None);
    }
}

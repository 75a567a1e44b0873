//! End points: senders, and their reaction to acknowledgements.
//!
//! End points are state machines without network, clock or event queue: time, acknowledgements and chance come in, packets go
//! out. A *source* decides when there is data to send, a *transport* how it is sent. The unit is the packet, and data flows one
//! way, as in ns-2: no tear-down and no dynamics of a receive window.

pub mod source;
pub mod tcp;

/// The description of a transport.
#[derive(Clone, Copy, Debug)]
pub struct TransportAbout {
    /// Id in scenarios, results and links; never reused.
    pub id: &'static str,
    /// Name as the field writes it.
    pub name: &'static str,
    /// Year of the publication.
    pub year: u16,
    /// Authors and publication.
    pub citation: &'static str,
    /// The mechanism in one line.
    pub idea: &'static str,
}

/// Every transport, in the order of the catalog. [`tcp::Variant`] names its rows.
pub const TRANSPORTS: &[TransportAbout] = &[
    tcp::tahoe::ABOUT,
    tcp::reno::ABOUT,
    tcp::newreno::ABOUT,
    tcp::sack::ABOUT,
    tcp::vegas::ABOUT,
    tcp::cubic::ABOUT,
    tcp::dctcp::ABOUT,
    tcp::linux::bbr::ABOUT,
];

#[cfg(test)]
mod tests {
    use super::tcp::Variant;
    use super::*;

    #[test]
    fn every_transport_is_found_by_the_id_it_shows() {
        for about in TRANSPORTS {
            let variant = Variant::of(about.id).expect(about.id);
            assert_eq!(variant.about().id, about.id);
        }
        assert_eq!(Variant::of("carrier-pigeon"), None);
    }
}

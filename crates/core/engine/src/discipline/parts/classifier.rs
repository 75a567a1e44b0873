//! Maps a packet to a queue: its flow's own queue, or one of a fixed number of queues into which flows are hashed.

use super::super::LinkFacts;
use super::super::about::ParamSpec;
use super::super::settings::Settings;
use super::declare::{choice, option, switch, whole};
use crate::base::packet::{FlowId, Packet};

/// Parameters of every discipline that distinguishes flows.
pub const PARAMS: &[ParamSpec] = &[
    choice(
        "classifier",
        "queues",
        &[
            option("perfect", "a queue for each flow: no two flows ever share one"),
            option("hashed", "a fixed number of queues; flows whose hashes agree share one"),
            option("ns2", "the same with ns-2's hash of addresses, which leaves many queues empty"),
        ],
        "how flows are distinguished",
    ),
    BUCKETS,
    SALT,
];

/// The number of queues into which flows are hashed.
pub const BUCKETS: ParamSpec =
    whole("buckets", "buckets", 1024, (1, 4_096), "how many queues there are when flows are hashed")
        .symbol("N")
        .logarithmic();

/// The largest salt that a scene can name.
const MAX_SALT: i64 = 1_000_000;

/// The salt mixed into every hash of a flow.
pub const SALT: ParamSpec = whole(
    "salt",
    "salt",
    0,
    (0, MAX_SALT),
    "a number mixed into every hash: another salt causes other collisions; 0: a salt derived from the seed",
)
.advanced();

/// Whether a packet carries the hash that its sending host drew for the connection.
///
/// Source: Linux 6.12. A connection has a random number, and its packets carry the number (sk_txhash,
/// skb_set_hash_from_sk). Each timeout replaces the number (tcp_write_timeout, sk_rethink_txhash). FQ-CoDel, FQ-PIE and
/// CAKE with `flows` use this number as the packet's hash (skb_get_hash). The number is lost when the packet leaves the
/// host. SFQ, SFB and CHOKe hash the addresses.
pub const SOCKET_HASH: ParamSpec = switch(
    "socket_hash",
    "hash of the socket",
    false,
    "if flows are hashed, each timeout moves the flow of a Linux sender to another queue, as on the sending host itself; off: as on a router, where the hash never changes",
)
.advanced();

/// The salt for flow hashes: the value of [`SALT`], or the link's salt if that value is 0. The settings must include
/// [`SALT`].
pub fn salt(settings: &Settings, link: &LinkFacts) -> u64 {
    match settings.count("salt") as u64 {
        0 => link.hash_salt,
        given => given,
    }
}

/// The salt derived from a scene's seed, at least 1. The result is in the range of salts that a scene can name.
pub fn salt_of(seed: u64) -> u64 {
    1 + mix(seed) % MAX_SALT as u64
}

/// The key that is hashed: the flow, and how often the flow's sender has rehashed it so far.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Key {
    flow: FlowId,
    rehash: u8,
}

impl From<FlowId> for Key {
    fn from(flow: FlowId) -> Self {
        Self { flow, rehash: 0 }
    }
}

impl Key {
    /// The key as a number above 0. For a flow that its sender has not rehashed, this is the flow's number plus 1.
    pub fn number(self) -> u64 {
        1 + (u64::from(self.rehash) << 32 | u64::from(self.flow.0))
    }
}

/// Which key a packet has.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Keys {
    is_of_socket: bool,
}

impl Keys {
    /// Reads from the settings whether packets carry the hash of their socket. The settings must include
    /// [`SOCKET_HASH`].
    pub fn read(settings: &Settings) -> Self {
        Self { is_of_socket: settings.switch("socket_hash") }
    }

    /// The key of a packet.
    #[inline]
    pub fn of(self, packet: &Packet) -> Key {
        Key { flow: packet.flow, rehash: if self.is_of_socket { packet.tcp.rehash() } else { 0 } }
    }
}

/// How packets are assigned to queues.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Classifier {
    /// A queue for each flow, numbered like the flow.
    Perfect,
    /// A fixed number of queues, chosen by a salted hash of the packet's [`Key`].
    Hashed {
        /// The number of queues.
        buckets: usize,
        /// The salt of the hash.
        salt: u64,
    },
    /// A fixed number of queues, chosen by ns-2's hash of the addresses.
    Ns2 {
        /// The number of queues.
        buckets: usize,
    },
}

impl Classifier {
    /// The classifier of these settings.
    pub fn read(settings: &Settings, link: &LinkFacts) -> Self {
        let buckets = settings.count("buckets");
        match settings.choice("classifier") {
            "perfect" => Self::Perfect,
            "ns2" => Self::Ns2 { buckets },
            _ => Self::Hashed { buckets, salt: salt(settings, link) },
        }
    }

    /// The number of the queue for a key.
    #[inline]
    pub fn queue_of(self, key: impl Into<Key>) -> usize {
        let key = key.into();
        match self {
            Self::Perfect => key.flow.index(),
            Self::Hashed { buckets, salt } => bucket(key, salt, buckets),
            Self::Ns2 { buckets } => ns2_bucket(key.flow, buckets),
        }
    }
}

/// The bucket of a key among `buckets` under a salt.
pub fn bucket(key: impl Into<Key>, salt: u64, buckets: usize) -> usize {
    (hash(key, salt) % buckets.max(1) as u64) as usize
}

/// The hash of a key under a salt.
pub fn hash(key: impl Into<Key>, salt: u64) -> u64 {
    mix((key.into().number() - 1) ^ mix(salt))
}

/// The bucket that ns-2.35 (`queue/sfq.cc`) gives a flow: a hash of the sum of its two addresses. In ns-2's networks
/// two routers have the first addresses, and each flow has two hosts with the following addresses. The sums of
/// successive flows differ by 4, so flows use little more than a quarter of 128 buckets.
pub fn ns2_bucket(flow: FlowId, buckets: usize) -> usize {
    let (source, destination) = (2 + 2 * u64::from(flow.0), 3 + 2 * u64::from(flow.0));
    let sum = source + destination;
    ((sum + (sum >> 8) - (sum >> 4) - 1) % buckets.max(1) as u64) as usize
}

/// SplitMix64's step from a counter to a number (Steele, Lea and Flood, OOPSLA 2014).
pub fn mix(x: u64) -> u64 {
    let z = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::packet::TcpNotes;

    #[test]
    fn the_mix_gives_its_published_numbers() {
        for (x, mixed) in [(0, 0xe220_a839_7b1d_cdaf), (1, 0x910a_2dec_8902_5cc1), (12_345, 0x2211_8258_a9d1_11a0)] {
            assert_eq!(mix(x), mixed);
        }
    }

    #[test]
    fn flows_have_known_buckets_and_another_salt_separates_colliding_flows() {
        let buckets = |count, salt| [0, 1, 2, 3, 4, 5, 6, 7].map(|flow| bucket(FlowId(flow), salt, count));
        assert_eq!(buckets(16, 0), [15, 14, 9, 1, 13, 12, 15, 7]);
        assert_eq!(buckets(16, 1), [14, 14, 11, 3, 3, 7, 2, 2]);
        assert_eq!(buckets(23, 0), [13, 16, 12, 17, 15, 21, 7, 2]);
    }

    #[test]
    fn with_socket_hashes_a_timeout_moves_a_flow_to_another_bucket() {
        let buckets = |keys: Keys| {
            [0, 1, 2, 3].map(|timeouts| {
                let packet = Packet { tcp: TcpNotes::new(false, timeouts), ..Packet::plain(0, 1, 1000) };
                bucket(keys.of(&packet), 0, 16)
            })
        };
        assert_eq!(buckets(Keys::default()), [14; 4], "the flow's hash stays");
        assert_eq!(buckets(Keys { is_of_socket: true }), [14, 2, 3, 3]);
    }

    #[test]
    fn the_hash_of_ns2_leaves_many_of_128_buckets_empty() {
        let used = |bucket_of: fn(FlowId) -> usize| {
            (0..200).map(|flow| bucket_of(FlowId(flow))).collect::<std::collections::BTreeSet<_>>().len()
        };
        assert_eq!(used(|flow| ns2_bucket(flow, 16)), 16);
        let (ours, ns2) = (used(|flow| bucket(flow, 0, 128)), used(|flow| ns2_bucket(flow, 128)));
        assert!(ns2 < 80 && ours > 95, "{ns2} and {ours}");
    }
}

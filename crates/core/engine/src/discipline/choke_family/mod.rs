//! CHOKe and its relatives, which compare an arrival with waiting packets.

pub mod back_choke;
pub mod choke;
pub mod choke_apf;
pub mod choked;
pub mod choker;
pub mod chokew;
pub mod echoke;
pub mod family;
pub mod front_choke;
pub mod gchoke;
pub mod hrc;
pub mod linux_ring;
pub mod punsi;
pub mod rear_choke;
pub mod rechoke;
pub mod sac;
pub mod schoke;
pub mod ward;
pub mod weighted;
pub mod xchoke;

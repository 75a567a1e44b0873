//! Fair queueing: flows are served in turn, or their rates are compared with each other.

pub mod cake;
pub mod csfq;
pub mod drr;
pub mod fq_codel;
pub mod fq_pie;
pub mod pernewque;
pub mod scfq;
pub mod sfq;
pub mod stfq;
pub mod virtual_time;

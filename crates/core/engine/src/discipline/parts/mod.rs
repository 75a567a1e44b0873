//! Mechanisms that several disciplines share.

pub mod average;
pub mod candidates;
pub mod classifier;
pub mod cobalt_law;
pub mod codel_law;
pub mod declare;
pub mod deficit;
pub mod drop_curve;
pub mod fifo;
pub mod flow_counts;
pub mod flow_lists;
pub mod hit_estimate;
pub mod hit_table;
pub mod pi2_law;
pub mod pie_law;
pub mod price;
pub mod push_out;
pub mod queues;
pub mod rate_meter;
pub mod signal;

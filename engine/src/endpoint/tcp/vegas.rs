//! Vegas: the window follows the round-trip time instead of waiting for losses.

/// How many packets of its own a Vegas sender wants to find in the queues on the way.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct VegasConfig {
    /// Fewer than these: the window grows \[packets\].
    pub alpha: u32,
    /// More than these: the window shrinks \[packets\].
    pub beta: u32,
    /// More than these: slow start ends \[packets\].
    pub gamma: u32,
}

impl VegasConfig {
    /// ns-2 2.35: `v_alpha_` 1, `v_beta_` 3, `v_gamma_` 1.
    pub const fn ns2() -> Self {
        Self { alpha: 1, beta: 3, gamma: 1 }
    }
}

//! The only place from which the engine calls transcendental functions.
//!
//! The last bits of std's functions differ between native code and WebAssembly. `libm` is plain Rust and gives the same
//! bits everywhere. A single different bit can change a rounding, and with it every later number. `clippy.toml` bans
//! std's functions.

/// e to the power `x`.
pub fn exp(x: f64) -> f64 {
    libm::exp(x)
}

/// The natural logarithm of `x`.
pub fn ln(x: f64) -> f64 {
    libm::log(x)
}

/// `base` to the power `exponent`.
pub fn pow(base: f64, exponent: f64) -> f64 {
    libm::pow(base, exponent)
}

/// The cube root of `x`.
pub fn cbrt(x: f64) -> f64 {
    libm::cbrt(x)
}

/// The natural logarithm of the gamma function at `x` > 0.
pub fn ln_gamma(x: f64) -> f64 {
    libm::lgamma(x)
}

/// The complementary error function of `x`.
pub fn erfc(x: f64) -> f64 {
    libm::erfc(x)
}

/// The angle from −π/2 to π/2 whose sine is `x`.
pub fn asin(x: f64) -> f64 {
    libm::asin(x)
}

/// Sine and cosine of the angle `x`.
pub fn sin_cos(x: f64) -> (f64, f64) {
    libm::sincos(x)
}

/// `base` raised to a whole power by repeated squaring, which gives the same bits on every machine.
pub fn powi(base: f64, exponent: u64) -> f64 {
    let (mut result, mut square, mut rest) = (1.0, base, exponent);
    while rest > 0 {
        if rest & 1 == 1 {
            result *= square;
        }
        square *= square;
        rest >>= 1;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_powers_are_products() {
        assert_eq!(powi(0.5, 3), 0.125);
        assert_eq!(powi(7.0, 0), 1.0);
        assert_eq!(powi(0.0, u64::MAX), 0.0);
    }
}

//! Numbered inputs, each with its own random stream. They are the same on every machine, and each can be tried alone.

use chokepoint_engine::rng::Stream;
use std::cell::RefCell;
use std::env;

/// The factor by which a thorough run multiplies the number of inputs of each kind. A thorough run tries a million
/// scenes and URLs together.
const THOROUGH: u64 = 42;

/// Tries the requested number of inputs of a kind. `check` returns whether the input was accepted. The test fails if
/// nearly all inputs are refused, since the code behind the check was then hardly exercised.
pub(super) fn on_inputs(kind: &'static str, by_default: u64, check: impl Fn(&mut Stream, &Input) -> bool) {
    let seed = asked("CHOKEPOINT_FUZZ_SEED").unwrap_or(1);
    let numbers = match asked("CHOKEPOINT_FUZZ_ONLY") {
        Some(only) => only..only + 1,
        None => {
            let times = if asked("CHOKEPOINT_THOROUGH") == Some(1) { THOROUGH } else { 1 };
            0..asked("CHOKEPOINT_FUZZ_INPUTS").unwrap_or(times * by_default)
        }
    };
    let tried = numbers.end - numbers.start;
    let mut accepted = 0;
    for number in numbers {
        let input = Input { kind, seed, number, text: RefCell::default() };
        accepted += u64::from(check(&mut Stream::named(seed, &format!("{kind}/{number}")), &input));
    }
    println!("{kind}: {accepted} of {tried} inputs were accepted");
    assert!(tried < 1_000 || accepted * 10 > tried, "only {accepted} of {tried} inputs of kind {kind:?} were accepted");
}

fn asked(name: &str) -> Option<u64> {
    let value = env::var(name).ok()?;
    Some(value.parse().unwrap_or_else(|_| panic!("{name} is {value:?}, not a whole number")))
}

/// The input being tried. If a test fails on it, the program prints how to repeat the test.
pub(super) struct Input {
    kind: &'static str,
    seed: u64,
    number: u64,
    text: RefCell<String>,
}

impl Input {
    pub(super) fn is(&self, text: &str) {
        self.text.replace(text.to_owned());
    }
}

impl Drop for Input {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let Self { kind, seed, number, .. } = self;
            let text: String = self.text.borrow().chars().take(20_000).collect();
            eprintln!("input {number} of kind {kind:?} under seed {seed}:\n{text}");
            eprintln!("again: CHOKEPOINT_FUZZ_SEED={seed} CHOKEPOINT_FUZZ_ONLY={number} npm run test:fuzz");
        }
    }
}

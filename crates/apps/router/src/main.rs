//! The binary `chokepoint-router`; its code is in `lib.rs`.

use std::process::ExitCode;

#[cfg(target_os = "linux")]
fn main() -> ExitCode {
    chokepoint_router::main()
}

#[cfg(not(target_os = "linux"))]
fn main() -> ExitCode {
    eprintln!("chokepoint-router needs Linux: it decides on packets of the kernel's NFQUEUE.");
    ExitCode::FAILURE
}

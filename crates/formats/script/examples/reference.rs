//! Prints the tables of `docs/scripts.md`.
//!
//! Usage: `cargo run -p chokepoint-script --example reference`

fn main() {
    print!("{}", chokepoint_script::reference::tables());
}

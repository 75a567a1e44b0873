//! Prints the engine's catalog of disciplines, traffic sources and settings as JSON. The page loads it as a separate
//! file.

use chokepoint_engine::catalog::catalog;

fn main() {
    println!("{}", serde_json::to_string(&catalog()).expect("JSON"));
}

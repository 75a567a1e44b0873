//! Prints the engine's description of itself as JSON: the page loads it as a file of its own.

use chokepoint_engine::catalog::catalog;

fn main() {
    println!("{}", serde_json::to_string(&catalog()).expect("JSON"));
}

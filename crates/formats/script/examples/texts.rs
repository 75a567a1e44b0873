//! Prints the knowledge of a script editor before it reads a script, as JSON: the page loads it as a file of its own.

fn main() {
    println!("{}", serde_json::json!(chokepoint_script::reference::texts()));
}

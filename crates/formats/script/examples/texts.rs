//! Prints what a script editor knows before it reads a script, as JSON. The page loads it as a file of its own.

fn main() {
    println!("{}", serde_json::json!(chokepoint_script::reference::texts()));
}

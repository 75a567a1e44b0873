//! Prints what an editor of scripts knows before it reads one, as JSON: the page loads it as a file of its own.

fn main() {
    println!("{}", serde_json::json!(chokepoint_script::reference::texts()));
}

//! Prints, as JSON, the script editor's data that do not depend on a script. The page loads them from a separate file.

fn main() {
    println!("{}", serde_json::json!(chokepoint_script::reference::texts()));
}

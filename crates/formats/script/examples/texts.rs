//! Prints the data of a script editor that do not depend on a script, as JSON. The page loads them as a file of
//! its own.

fn main() {
    println!("{}", serde_json::json!(chokepoint_script::reference::texts()));
}

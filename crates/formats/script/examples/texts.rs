//! Prints the data of the script editor that do not depend on a script, as JSON. The page loads them from a
//! separate file.

fn main() {
    println!("{}", serde_json::json!(chokepoint_script::reference::texts()));
}

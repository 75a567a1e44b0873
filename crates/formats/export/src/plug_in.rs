//! The names that a script has in other simulators: scenes for them call it by these, and `chokepoint-translate` writes it with
//! them.

/// The id of every discipline that is a script, as scenes write it.
pub(crate) const SCRIPT: &str = "script";

/// The class of a script of this name: letters and digits alone, the words run together.
pub fn class(name: &str) -> String {
    let mut out = String::from("Script");
    let words = name.split(|it: char| !it.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    for word in words {
        let mut letters = word.chars();
        out.extend(letters.next().map(|it| it.to_ascii_uppercase()));
        out.push_str(letters.as_str());
    }
    out.truncate(60);
    out
}

/// The name of its source without the ending, and of its library behind `lib`.
pub fn library(name: &str) -> String {
    class(name).to_lowercase()
}

/// Names of the variables of every queue of ns-2 and of the plug-in itself.
const TAKEN: [&str; 8] =
    ["blocked", "capacity_bps", "debug", "delay_s", "limit", "packet_bytes", "unblock_on_resume", "util_weight"];

/// The variable of a parameter in ns-2.
pub fn variable(id: &str) -> String {
    if TAKEN.contains(&id) { format!("its_{id}_") } else { format!("{id}_") }
}

/// The attribute of a parameter in ns-3: its words with capitals, run together.
pub fn attribute(id: &str) -> String {
    let mut out = String::new();
    for word in id.split('_').filter(|word| !word.is_empty()) {
        let mut letters = word.chars();
        out.extend(letters.next().map(|it| it.to_ascii_uppercase()));
        out.push_str(letters.as_str());
    }
    let is_taken = ["LinkCapacity", "LinkDelay", "LinkPacketBytes", "MaxSize", "Quota"].contains(&out.as_str());
    if is_taken { format!("Its{out}") } else { out }
}

//! The names that a script has in other simulators. Exported scenes refer to it by these names, and
//! `chokepoint-translate` uses them in the code that it generates.

/// The discipline id of a lane that runs a script.
pub(crate) const SCRIPT: &str = "script";

/// The class name of a script: only its letters and digits are kept.
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

/// The file name of a script's C++ source, without extension. The library is named `lib` plus this name.
pub fn library(name: &str) -> String {
    class(name).to_lowercase()
}

/// Variable names already taken by every queue of ns-2, or by the plug-in.
const TAKEN: [&str; 8] =
    ["blocked", "capacity_bps", "debug", "delay_s", "limit", "packet_bytes", "unblock_on_resume", "util_weight"];

/// The name of a parameter's ns-2 variable.
pub fn variable(id: &str) -> String {
    if TAKEN.contains(&id) { format!("its_{id}_") } else { format!("{id}_") }
}

/// The name of a parameter's ns-3 attribute: capitalized words without spaces.
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

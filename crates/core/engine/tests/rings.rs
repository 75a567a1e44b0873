//! The ring rule: each folder under `crates/` is a ring, and a crate depends only on crates of its own ring or inner
//! ones.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The rings from the inside out, each with the other rings that its crates may depend on.
const RINGS: &[(&str, &[&str])] = &[
    ("core", &[]),
    ("formats", &["core"]),
    ("experimental", &["core", "formats"]),
    ("apps", &["core", "formats", "experimental"]),
];

/// A crate of this workspace, as described by its manifest.
struct Crate {
    ring: String,
    manifest: String,
}

fn crates() -> BTreeMap<String, Crate> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut found = BTreeMap::new();
    for ring in fs::read_dir(root).expect("the folder of the rings").flatten().filter(|entry| entry.path().is_dir()) {
        let name_of_ring = ring.file_name().into_string().expect("a readable name");
        for entry in fs::read_dir(ring.path()).expect("a ring").flatten() {
            let Ok(manifest) = fs::read_to_string(entry.path().join("Cargo.toml")) else { continue };
            let name = manifest.lines().find_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'));
            let name = name.expect("the name of a crate").to_owned();
            found.insert(name, Crate { ring: name_of_ring.clone(), manifest });
        }
    }
    found
}

/// The workspace crates that a manifest names, and whether only the tests need each.
fn dependencies(manifest: &str) -> Vec<(&str, bool)> {
    let mut found = Vec::new();
    let mut section = "";
    for line in manifest.lines() {
        if let Some(head) = line.strip_prefix('[') {
            section = head.trim_end_matches(']');
        } else if section.ends_with("dependencies") && line.starts_with("chokepoint-") {
            let name = line.split(|it: char| !(it.is_ascii_alphanumeric() || it == '-')).next().unwrap_or_default();
            found.push((name, section.ends_with("dev-dependencies")));
        }
    }
    found
}

#[test]
fn no_crate_depends_on_an_outer_ring() {
    let crates = crates();
    assert!(crates.len() >= 15, "the crates are found");
    let mut wrong = Vec::new();
    for (name, it) in &crates {
        let within = RINGS.iter().find(|(ring, _)| *ring == it.ring).map(|(_, within)| *within);
        let within = within.unwrap_or_else(|| panic!("{name} is in {}, which is not a ring: add it to RINGS", it.ring));
        for (needed, is_for_tests) in dependencies(&it.manifest) {
            let ring = crates.get(needed).unwrap_or_else(|| panic!("{name} needs {needed}, which is not a crate here"));
            let ring = ring.ring.as_str();
            // Tests may use the next outer ring, but no crate may depend on an experimental one.
            let is_allowed = ring == it.ring
                || within.contains(&ring)
                || is_for_tests && (it.ring.as_str(), ring) == ("core", "formats");
            if !is_allowed {
                wrong.push(format!("{} ({}) needs {needed} ({ring})", name, it.ring));
            }
        }
    }
    assert!(wrong.is_empty(), "crates that depend on an outer ring:\n{}", wrong.join("\n"));
}

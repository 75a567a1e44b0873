//! The layering rule of `ARCHITECTURE.md`: an engine module imports only modules of lower layers, called floors here,
//! and modules on one floor are independent.

use std::fs;
use std::path::{Path, PathBuf};

/// The modules, from the lowest floor up. Modules on one floor must not import each other.
const FLOORS: &[&[&str]] = &[
    &["base"],
    &["declare"],
    &["discipline", "endpoint"],
    &["probe", "scenario"],
    &["measure"],
    &["network"],
    &["experiment"],
    &["schema"],
    &["page"],
];

fn floor_of(module: &str) -> usize {
    let found = FLOORS.iter().position(|floor| floor.contains(&module));
    found.unwrap_or_else(|| panic!("{module} is on no floor: add it to FLOORS"))
}

#[test]
fn no_module_imports_from_its_own_or_a_higher_floor() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut wrong = Vec::new();
    let files = rust_files(&root);
    assert!(files.len() > 100, "the engine's sources are found");
    for file in files {
        let path = file.strip_prefix(&root).expect("inside src").to_owned();
        let module = path.iter().next().and_then(|name| name.to_str()).unwrap_or_default().trim_end_matches(".rs");
        if module == "lib" {
            continue;
        }
        let text = fs::read_to_string(&file).expect("a readable file");
        // The rule does not apply to test modules, so the text is cut off where the file's tests begin.
        let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
        let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
        for line in lines {
            for (at, _) in line.match_indices("crate::") {
                let rest = &line[at + "crate::".len()..];
                let name: String = rest.chars().take_while(|it| it.is_alphanumeric() || *it == '_').collect();
                if name.starts_with(char::is_lowercase) && name != module && floor_of(&name) >= floor_of(module) {
                    wrong.push(format!("{}: {}", path.display(), line.trim()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "imports from a higher floor or the same floor:\n{}", wrong.join("\n"));
}

/// The source files, except those that contain only tests.
fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a readable folder").flatten() {
        let path = entry.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if path.is_dir() {
            if name != "tests" {
                found.extend(rust_files(&path));
            }
        } else if name.ends_with(".rs") && !matches!(name, "tests.rs" | "bench.rs" | "lossy_loop.rs" | "ns2_runs.rs") {
            found.push(path);
        }
    }
    found
}

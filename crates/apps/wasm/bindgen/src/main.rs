//! Writes JavaScript and types for a compiled package: `chokepoint-bindgen INPUT.wasm OUTPUT_FOLDER NAME`.
//!
//! Replaces the `wasm-bindgen` program, which would have to be installed in exactly the right version.

use std::env::args;
use std::process::ExitCode;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let [_, input, folder, name] = &args().collect::<Vec<_>>()[..] else {
        eprintln!("chokepoint-bindgen INPUT.wasm OUTPUT_FOLDER NAME");
        return ExitCode::from(2);
    };
    let mut bindgen = Bindgen::new();
    let made = bindgen.input_path(input).out_name(name).typescript(true).web(true).and_then(|web| web.generate(folder));
    match made {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{input}: {problem:?}");
            ExitCode::FAILURE
        }
    }
}

//! Generates the TypeScript module with the page's types for scripts. `npm run generate` writes the module, and a test
//! fails if it is out of date.

use crate::check::{Broken, Checked};
use crate::describe::{ScriptFacts, ScriptReason};
use crate::functions::{Before, Callable};
use crate::reference::{ScriptEntry, ScriptStart, ScriptTexts};
use chokepoint_engine::border::typescript::{HEAD, json_type};
use chokepoint_engine::discipline::scripted::{ScriptProblem, Stop};

/// The generated file: its path from the root of the project, with its text.
pub fn generated_file() -> (&'static str, String) {
    let types = [
        json_type::<ScriptProblem>(),
        json_type::<ScriptFacts>(),
        json_type::<ScriptReason>(),
        json_type::<Stop>(),
        json_type::<Checked>(),
        json_type::<Broken>(),
        json_type::<ScriptTexts>(),
        json_type::<Callable>(),
        json_type::<Before>(),
        json_type::<ScriptEntry>(),
        json_type::<ScriptStart>(),
    ];
    let imports = "import type { Scenario } from './scenario.gen';\n\
                   import type { DisciplineAbout, ReasonFamily } from './border.gen';\n\n";
    ("web/src/core/border/script.gen.ts", format!("{HEAD}{imports}{}", types.concat()))
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_generated_types_are_up_to_date() {
        chokepoint_engine::border::typescript::assert_up_to_date(env!("CARGO_MANIFEST_DIR"), super::generated_file());
    }
}

//! Generates the TypeScript module with the page's types for lessons. `npm run generate` writes the module, and a test
//! fails if it is out of date.

use crate::blocks::BELOW;
use crate::scene::PACES;
use crate::{
    Answer, Block, Do, Held, Inline, Lesson, LessonProblem, Level, Look, Part, Predict, Reference, Reveal, Run, Scene,
    Setting, Step, Verdict, Why, Word, Write,
};
use chokepoint_engine::border::typescript::{HEAD, json_type};

/// The generated file: its path from the root of the project, with its text.
pub fn generated_file() -> (&'static str, String) {
    let types = [
        json_type::<Lesson>(),
        json_type::<Level>(),
        word_type("LessonPace", "Id of a pace, as a lesson writes it.", PACES),
        word_type("LessonBelow", "A panel that a lesson can show below the queue.", BELOW),
        json_type::<Scene>(),
        json_type::<Step>(),
        json_type::<Part>(),
        json_type::<Look>(),
        json_type::<Predict>(),
        json_type::<Answer>(),
        json_type::<Run>(),
        json_type::<Reveal>(),
        json_type::<Why>(),
        json_type::<Do>(),
        json_type::<Write>(),
        json_type::<Reference>(),
        json_type::<Verdict>(),
        json_type::<Held>(),
        json_type::<Setting>(),
        json_type::<Block>(),
        json_type::<Inline>(),
        json_type::<Word>(),
        json_type::<LessonProblem>(),
    ];
    let imports = "import type { Lane, Scenario, SettingValue } from '../border/scenario.gen';\n\n";
    ("web/src/core/lesson/lesson.gen.ts", format!("{HEAD}{imports}{}", types.concat()))
}

/// A union type of the given words.
fn word_type(name: &str, meaning: &str, words: &[&str]) -> String {
    let words: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
    format!("/** {meaning} */\nexport type {name} = {};\n\n", words.join(" | "))
}

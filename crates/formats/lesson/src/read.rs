//! Parses a lesson (front matter, steps and blocks), and checks that it is consistent.

use crate::blocks::{self, Around};
use crate::fields::{Fields, Line};
use crate::limits::{MAX_LESSON_BYTES, MAX_PARTS, MAX_STEPS};
use crate::markdown::{self, Block, Top};
use crate::model::{Lesson, Level, Part, Statement, Step};
use crate::problem::{LessonProblem, Problems, nearest, quoted};
use crate::scene;
use crate::script::{self, Scripts};
use crate::write;
use chokepoint_engine::discipline::scripted::Language;
use chokepoint_engine::discipline::{ABOUTS, about_of};
use serde_json::Value;

const KINDS: &[&str] = &["scene", "look", "predict", "run", "reveal", "why", "do", "write", "script", "holds"];
const LONGEST_ID: usize = 40;

impl Lesson {
    /// Parses and checks a lesson whose scripts are in `language`, without running anything. `presets` are the preset
    /// files or scenarios that the lesson may name. The error lists every problem.
    pub fn read(text: &str, presets: &[Value], language: Language) -> Result<Self, Vec<LessonProblem>> {
        let mut problems = Problems::default();
        let lesson = read(text, presets, language, &mut problems);
        if problems.len() == 0 { Ok(lesson) } else { Err(problems.into_reported()) }
    }
}

fn read(text: &str, presets: &[Value], language: Language, problems: &mut Problems) -> Lesson {
    if text.len() > MAX_LESSON_BYTES {
        problems.push(1, format!("the file has {} bytes, of which at most {MAX_LESSON_BYTES} are read", text.len()));
        return Lesson::default();
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let Some((mut lesson, body, first)) = front_matter(text, problems) else { return Lesson::default() };
    lesson.language = language;
    let tops = markdown::read(body, first, problems);
    let before = problems.len();
    let scripts = Scripts::of(&tops, language, problems);
    if problems.len() > before {
        // Parsing ends here, because every scene and task that names a faulty script would report the script's problems
        // again.
        return lesson;
    }
    let mut steps = Steps { lesson: &mut lesson, presets, scripts, scene: None, predicted: Vec::new(), problems };
    for top in tops {
        steps.take(top);
    }
    steps.finish();
    lesson
}

/// Reads the front matter between the first two lines `---`. Returns the rest of the text with its first line number.
fn front_matter<'a>(text: &'a str, problems: &mut Problems) -> Option<(Lesson, &'a str, usize)> {
    let mut lines = text.split_inclusive('\n');
    if lines.next().map(str::trim_end) != Some("---") {
        problems.push(1, "a lesson begins with a line ---, then “title: …” and so on, then another line ---");
        return None;
    }
    let mut matter = String::new();
    let mut count = 1;
    let mut is_closed = false;
    for line in lines.by_ref() {
        count += 1;
        if line.trim_end() == "---" {
            is_closed = true;
            break;
        }
        matter.push_str(line);
    }
    if !is_closed {
        problems.push(1, "the front matter is never closed: a line --- ends it");
        return None;
    }
    let consumed: usize = text.split_inclusive('\n').take(count).map(str::len).sum();
    let mut fields = Fields::read("the front matter", 1, &matter, 2, problems);
    let mut text_of =
        |key, problems: &mut Problems| fields.required(key, problems).map(|it| it.text).unwrap_or_default();
    let title = text_of("title", problems);
    let document = text_of("document", problems);
    if !fields.has("minutes") {
        problems.push(1, "the front matter needs a line “minutes: …”");
    }
    let minutes = fields.count("minutes", 240, problems).unwrap_or(1);
    let level = match fields.one_of("level", &["first", "second", "advanced"], problems) {
        Some("second") => Level::Second,
        Some("advanced") => Level::Advanced,
        _ => Level::First,
    };
    let learned: Vec<String> = fields.items("learned").into_iter().map(|Line { text, .. }| text).collect();
    if learned.is_empty() {
        problems.push(1, "the front matter needs a list “learned:” of what a student can do at the end");
    }
    fields.finish(problems);
    let lesson = Lesson { title, document, minutes, level, learned, ..Lesson::default() };
    Some((lesson, &text[consumed..], count + 1))
}

struct Steps<'a> {
    lesson: &'a mut Lesson,
    presets: &'a [Value],
    scripts: Scripts,
    /// Index of the current scene.
    scene: Option<usize>,
    /// The questions so far: id, line, and whether the answer has been revealed.
    predicted: Vec<(String, usize, bool)>,
    problems: &'a mut Problems,
}

impl Steps<'_> {
    fn take(&mut self, top: Top) {
        match top {
            Top::Step { line, title } => self.begin(line, title),
            Top::Text(block) => self.text(block),
            Top::Fence { line, info, body } => {
                let (kind, id) = info.split_once(char::is_whitespace).unwrap_or((&info, ""));
                if kind == script::SCRIPT {
                    // Scripts were parsed before all other blocks, and are not shown.
                } else if KINDS.contains(&kind) {
                    self.block(kind, id.trim(), line, &body);
                } else if !kind.is_empty() && KINDS.iter().any(|known| strsim::levenshtein(known, kind) <= 1) {
                    self.problems
                        .push(line, format!("{} is not a block{}", quoted(kind), nearest(kind, KINDS.iter().copied())));
                } else {
                    self.text(Block::Code { text: body });
                }
            }
        }
    }

    fn begin(&mut self, line: usize, title: String) {
        if self.lesson.steps.len() == MAX_STEPS {
            self.problems.push(line, format!("has more than {MAX_STEPS} steps"));
        }
        if self.lesson.steps.len() < MAX_STEPS {
            if title.is_empty() {
                self.problems.push(line, "a step needs a title after ##");
            }
            self.lesson.steps.push(Step {
                title,
                line,
                scene: self.scene.unwrap_or(0),
                opens: false,
                parts: Vec::new(),
            });
        }
    }

    fn text(&mut self, block: Block) {
        let Some(step) = self.lesson.steps.last_mut() else {
            self.lesson.introduction.push(block);
            return;
        };
        if let Some(Part::Text { blocks }) = step.parts.last_mut() {
            blocks.push(block);
        } else {
            let line = step.line;
            self.part(Part::Text { blocks: vec![block] }, line);
        }
    }

    fn part(&mut self, part: Part, line: usize) {
        let Some(step) = self.lesson.steps.last_mut() else { return };
        if step.parts.len() == MAX_PARTS {
            self.problems.push(line, format!("the step has more than {MAX_PARTS} parts; begin another with ##"));
        } else {
            step.parts.push(part);
        }
    }

    fn block(&mut self, kind: &str, id: &str, line: usize, body: &str) {
        let fields = Fields::read(kind, line, body, line + 1, self.problems);
        if self.lesson.steps.is_empty() {
            self.problems.push(line, format!("{kind} is before the first step, which begins with ##"));
            return;
        }
        if kind == "scene" {
            self.open(fields, line);
            return;
        }
        let Some(place) = self.scene else {
            // A scene block with problems gives no scene. Its problems have been reported, and a message about a
            // missing scene would mislead.
            if self.problems.len() == 0 {
                self.problems.push(line, format!("{kind} needs a scene: a block ```scene before it"));
            }
            return;
        };
        let title = self.lesson.title.clone();
        let scene = self.lesson.scenes[place].clone();
        let around = Around { lesson: &title, scene: &scene, place };
        let part = match kind {
            "look" => Some(Part::Look(blocks::look(fields, &around, self.problems))),
            "run" => Some(Part::Run(blocks::run(fields, &around, self.problems))),
            "why" => blocks::why(fields, &around, self.problems).map(Part::Why),
            "holds" => {
                let step = self.lesson.steps.len() - 1;
                let found = blocks::holds(fields, &around, self.problems);
                self.lesson.statements.extend(found.map(|it| Statement { step, ..it }));
                None
            }
            "reveal" => self.reveal(id, fields),
            "predict" => {
                self.name(id, line);
                let found = blocks::predict(id, fields, &around, self.problems).map(Part::Predict);
                self.predicted.push((id.to_owned(), line, false));
                found
            }
            "write" => {
                let id = self.id_of_task(id, line);
                let mut parts = self.lesson.steps.iter().flat_map(|step| &step.parts);
                let before = parts.any(|part| matches!(part, Part::Write(_)));
                let known = (self.presets, &self.scripts);
                write::read(&id, fields, &around, known, before, self.problems).map(Part::Write)
            }
            _ => {
                let id = self.id_of_task(id, line);
                blocks::task(&id, fields, &around, self.problems).map(Part::Do)
            }
        };
        if let Some(part) = part {
            self.part(part, line);
        }
    }

    /// The id of a task: as given, or derived from the task's position.
    fn id_of_task(&mut self, id: &str, line: usize) -> String {
        let number = self.lesson.steps.len();
        let id = if id.is_empty() { format!("task-{number}-{line}") } else { id.to_owned() };
        self.name(&id, line);
        id
    }

    fn open(&mut self, fields: Fields, line: usize) {
        let has_one = self.lesson.steps.last().is_some_and(|step| step.opens);
        if has_one {
            self.problems.push(line, "the step has two scenes; begin another with ##");
        }
        let Some(scene) = scene::read(fields, (self.presets, &self.scripts), self.problems) else { return };
        self.lesson.scenes.push(scene);
        let place = self.lesson.scenes.len() - 1;
        self.scene = Some(place);
        if let Some(step) = self.lesson.steps.last_mut() {
            if step.parts.iter().any(|part| !matches!(part, Part::Text { .. })) {
                self.problems.push(line, "the scene of a step comes before its other blocks");
            }
            (step.scene, step.opens) = (place, true);
        }
    }

    fn reveal(&mut self, id: &str, fields: Fields) -> Option<Part> {
        let line = fields.line;
        let reveal = blocks::reveal(id, fields, self.problems);
        match self.predicted.iter_mut().find(|(known, ..)| known == id) {
            Some((.., is_revealed)) => *is_revealed = true,
            None => {
                let known = self.predicted.iter().map(|(known, ..)| known.as_str());
                self.problems.push(
                    line,
                    format!("reveals {}, but no question before it has this id{}", quoted(id), nearest(id, known)),
                );
            }
        }
        Some(Part::Reveal(reveal))
    }

    /// Checks the id of a question or task, under which the browser stores answers.
    fn name(&mut self, id: &str, line: usize) {
        let is_right = !id.is_empty()
            && id.len() <= LONGEST_ID
            && id.chars().all(|it| it.is_ascii_lowercase() || it.is_ascii_digit() || it == '-');
        if !is_right {
            let problem = format!(
                "needs an id after its kind, as in ```predict udp-share: lower-case letters, digits and -, at most {LONGEST_ID}"
            );
            self.problems.push(line, problem);
        } else if let Some((_, before, _)) = self.predicted.iter().find(|(known, ..)| known == id) {
            self.problems
                .push(line, format!("{} is the id of two questions; the first is in line {before}", quoted(id)));
        }
    }

    fn finish(self) {
        for (id, line, is_revealed) in &self.predicted {
            if !is_revealed {
                self.problems.push(
                    *line,
                    format!("{} is asked but never revealed: a block ```reveal {id} is missing", quoted(id)),
                );
            }
        }
        if self.lesson.steps.is_empty() {
            self.problems.push(1, "has no step; a line ## TITLE begins one");
        } else if !self.lesson.steps[0].opens && self.problems.len() == 0 {
            self.problems.push(self.lesson.steps[0].line, "the first step needs a scene: a block ```scene");
        }
        check_words(self.lesson, self.problems);
    }
}

/// Checks that every object named in the text exists.
fn check_words(lesson: &Lesson, problems: &mut Problems) {
    for step in &lesson.steps {
        let Some(scene) = lesson.scenes.get(step.scene) else { continue };
        let around = Around { lesson: &lesson.title, scene, place: step.scene };
        let mut words = Vec::new();
        for part in &step.parts {
            if let Part::Text { blocks } = part {
                markdown::words(blocks, &mut words);
            }
        }
        for word in words {
            let name = word.name.as_str();
            let problem = match word.of {
                "flow" => around.problem_of_flow(name),
                "aqm" if about_of(name).is_none() => Some(format!(
                    "{} is not a discipline{}",
                    quoted(name),
                    nearest(name, ABOUTS.iter().map(|about| about.id))
                )),
                "reason" => blocks::problem_of_reason(name),
                "setting" => scene::problem_of_setting(name, &scene.scenario, around.language()),
                _ => None,
            };
            if let Some(problem) = problem {
                problems.push(word.line, problem);
            }
        }
    }
}

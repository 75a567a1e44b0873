//! The text of a lesson as a tree. It has no HTML, no pictures, and only `https:` links, so that an untrusted lesson is
//! safe to show. Words with a symbol and a colour are links with special schemes, as in `[UDP](flow:udp)`.

use crate::limits::MAX_DEPTH;
use crate::problem::{Problems, quoted};
use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use serde::Serialize;
use std::ops::Range;
use ts_rs::TS;

/// A paragraph, a list, a table.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Block {
    Paragraph { inlines: Vec<Inline> },
    Heading { level: u8, inlines: Vec<Inline> },
    List { ordered: bool, items: Vec<Vec<Self>> },
    Quote { blocks: Vec<Self> },
    Code { text: String },
    Table { head: Vec<Vec<Inline>>, rows: Vec<Vec<Vec<Inline>>> },
    Rule,
}

/// Text, emphasis, a link, or another part of a line.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Inline {
    Text { text: String },
    Strong { inlines: Vec<Self> },
    Emphasis { inlines: Vec<Self> },
    Code { text: String },
    Link { url: String, inlines: Vec<Self> },
    Break,
    Word(Word),
}

/// A word shown with the glyph and the colour of the object that it names.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Word {
    /// Kind of the object: `flow`, `aqm`, `reason`, `term` or `setting`.
    #[ts(type = "'flow' | 'aqm' | 'reason' | 'term' | 'setting'")]
    pub of: &'static str,
    /// Name of the object, unique within its kind.
    pub name: String,
    /// Text of the word in the sentence.
    pub text: String,
    /// Line in the file.
    #[serde(skip)]
    pub line: usize,
}

/// A top-level part of the file.
#[derive(Debug, PartialEq)]
pub(crate) enum Top {
    /// A heading, which begins a step.
    Step {
        line: usize,
        title: String,
    },
    Text(Block),
    /// A fenced block: the line of the fence, its info string, and the lines inside, which start on the next line.
    Fence {
        line: usize,
        info: String,
        body: String,
    },
}

const SCHEMES: &[&str] = &["flow", "aqm", "reason", "term", "setting"];

/// Parses the text after the front matter; `first` is the line number at which it starts.
pub(crate) fn read(text: &str, first: usize, problems: &mut Problems) -> Vec<Top> {
    let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
    let events = Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter();
    let mut reader = Reader { events, text, lines: Lines { starts, first }, problems };
    reader.tops()
}

struct Lines {
    starts: Vec<usize>,
    first: usize,
}

impl Lines {
    fn of(&self, at: usize) -> usize {
        self.first + self.starts.partition_point(|start| *start <= at) - 1
    }
}

struct Reader<'a, 'p, Events> {
    events: Events,
    text: &'a str,
    lines: Lines,
    problems: &'p mut Problems,
}

impl<'a, Events: Iterator<Item = (Event<'a>, Range<usize>)>> Reader<'a, '_, Events> {
    fn tops(&mut self) -> Vec<Top> {
        let mut tops = Vec::new();
        while let Some((event, range)) = self.events.next() {
            let line = self.lines.of(range.start);
            match event {
                Event::Start(Tag::Heading { level: HeadingLevel::H2, .. }) => {
                    let inlines = self.inlines(TagEnd::Heading(HeadingLevel::H2), 0);
                    tops.push(Top::Step { line, title: plain(&inlines) });
                }
                Event::Start(Tag::Heading { level: HeadingLevel::H1, .. }) => {
                    self.skip(TagEnd::Heading(HeadingLevel::H1));
                    self.problems.push(
                        line,
                        "a heading with one # is a title, which belongs in the front matter; a step begins with ##",
                    );
                }
                Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                    let body = self.code();
                    tops.push(Top::Fence { line, info: info.trim().to_owned(), body });
                    self.check_closed(&range, line);
                }
                event => tops.extend(self.block(event, line, 0).map(Top::Text)),
            }
        }
        tops
    }

    /// Reports a fence that is never closed, since it hides the rest of the file.
    fn check_closed(&mut self, range: &Range<usize>, line: usize) {
        let last = self.text[range.clone()].trim_end().lines().last().unwrap_or_default().trim();
        let is_closed = last.len() >= 3 && (last.bytes().all(|it| it == b'`') || last.bytes().all(|it| it == b'~'));
        if !is_closed {
            self.problems.push(line, "this block is never closed: a line ``` ends it");
        }
    }

    /// The block that begins with this parser event.
    fn block(&mut self, event: Event<'a>, line: usize, depth: usize) -> Option<Block> {
        match event {
            Event::Start(tag) if depth > MAX_DEPTH => {
                self.problems.push(line, format!("is nested more than {MAX_DEPTH} deep in lists and quotes"));
                self.skip(tag.to_end());
                None
            }
            Event::Start(Tag::Paragraph) => Some(Block::Paragraph { inlines: self.inlines(TagEnd::Paragraph, depth) }),
            Event::Start(Tag::Heading { level, .. }) => {
                Some(Block::Heading { level: level as u8, inlines: self.inlines(TagEnd::Heading(level), depth) })
            }
            Event::Start(Tag::BlockQuote(kind)) => {
                Some(Block::Quote { blocks: self.blocks(TagEnd::BlockQuote(kind), depth + 1) })
            }
            Event::Start(Tag::CodeBlock(_)) => Some(Block::Code { text: self.code() }),
            Event::Start(Tag::List(start)) => {
                let mut items = Vec::new();
                while let Some((event, _)) = self.events.next() {
                    match event {
                        Event::Start(Tag::Item) => items.push(self.blocks(TagEnd::Item, depth + 1)),
                        _ => break,
                    }
                }
                Some(Block::List { ordered: start.is_some(), items })
            }
            Event::Start(Tag::Table(_)) => Some(self.table(depth)),
            Event::Start(Tag::HtmlBlock) => {
                self.skip(TagEnd::HtmlBlock);
                self.problems.push(line, "HTML is not supported; write Markdown");
                None
            }
            Event::Start(tag) => {
                self.problems.push(line, "is Markdown that lessons do not support");
                self.skip(tag.to_end());
                None
            }
            Event::Rule => Some(Block::Rule),
            Event::End(_) => None,
            other => {
                // In a tight list, the parser emits text without a surrounding paragraph.
                let mut inlines = Vec::new();
                inlines.extend(self.inline(other, line, depth));
                Some(Block::Paragraph { inlines })
            }
        }
    }

    fn blocks(&mut self, end: TagEnd, depth: usize) -> Vec<Block> {
        let mut blocks: Vec<Block> = Vec::new();
        let mut is_open = false;
        while let Some((event, range)) = self.events.next() {
            if event == Event::End(end) {
                break;
            }
            let line = self.lines.of(range.start);
            if is_inline(&event) {
                let inline = self.inline(event, line, depth);
                match blocks.last_mut() {
                    Some(Block::Paragraph { inlines }) if is_open => inlines.extend(inline),
                    _ => blocks.push(Block::Paragraph { inlines: inline.into_iter().collect() }),
                }
                is_open = true;
            } else {
                is_open = false;
                blocks.extend(self.block(event, line, depth));
            }
        }
        blocks
    }

    fn table(&mut self, depth: usize) -> Block {
        let (mut head, mut rows, mut row) = (Vec::new(), Vec::new(), Vec::new());
        while let Some((event, _)) = self.events.next() {
            match event {
                Event::Start(Tag::TableCell) => row.push(self.inlines(TagEnd::TableCell, depth)),
                Event::End(TagEnd::TableHead) => head = std::mem::take(&mut row),
                Event::End(TagEnd::TableRow) => rows.push(std::mem::take(&mut row)),
                Event::End(TagEnd::Table) => break,
                _ => {}
            }
        }
        Block::Table { head, rows }
    }

    fn inlines(&mut self, end: TagEnd, depth: usize) -> Vec<Inline> {
        let mut inlines = Vec::new();
        while let Some((event, range)) = self.events.next() {
            if event == Event::End(end) {
                break;
            }
            let line = self.lines.of(range.start);
            inlines.extend(self.inline(event, line, depth));
        }
        joined(inlines)
    }

    fn inline(&mut self, event: Event<'a>, line: usize, depth: usize) -> Option<Inline> {
        match event {
            Event::Text(text) => Some(Inline::Text { text: text.into_string() }),
            Event::Code(text) => Some(Inline::Code { text: text.into_string() }),
            Event::SoftBreak => Some(Inline::Text { text: " ".into() }),
            Event::HardBreak => Some(Inline::Break),
            Event::Start(tag) if depth > MAX_DEPTH => {
                self.problems.push(line, format!("is nested more than {MAX_DEPTH} deep in emphasis"));
                self.skip(tag.to_end());
                None
            }
            Event::Start(Tag::Strong) => Some(Inline::Strong { inlines: self.inlines(TagEnd::Strong, depth + 1) }),
            Event::Start(Tag::Emphasis) => {
                Some(Inline::Emphasis { inlines: self.inlines(TagEnd::Emphasis, depth + 1) })
            }
            Event::Start(Tag::Link { dest_url, .. }) => {
                let inlines = self.inlines(TagEnd::Link, depth + 1);
                self.link(&dest_url, inlines, line)
            }
            Event::Start(Tag::Image { .. }) => {
                self.skip(TagEnd::Image);
                self.problems.push(line, "pictures are not supported; show a scene");
                None
            }
            Event::Html(_) | Event::InlineHtml(_) => {
                self.problems.push(line, "HTML is not supported; write Markdown");
                None
            }
            Event::Start(tag) => {
                self.problems.push(line, "is Markdown that lessons do not support");
                self.skip(tag.to_end());
                None
            }
            _ => None,
        }
    }

    fn link(&mut self, url: &str, inlines: Vec<Inline>, line: usize) -> Option<Inline> {
        if let Some((scheme, name)) = url.split_once(':')
            && let Some(of) = SCHEMES.iter().copied().find(|known| *known == scheme)
        {
            return Some(Inline::Word(Word { of, name: name.to_owned(), text: plain(&inlines), line }));
        }
        if !url.starts_with("https://") {
            let problem = format!(
                "{} is not a link that a lesson may have: use https://, or a word such as flow:udp",
                quoted(url)
            );
            self.problems.push(line, problem);
            return None;
        }
        Some(Inline::Link { url: url.to_owned(), inlines })
    }

    fn code(&mut self) -> String {
        let mut text = String::new();
        for (event, _) in self.events.by_ref() {
            match event {
                Event::Text(more) => text.push_str(&more),
                _ => break,
            }
        }
        text
    }

    /// Skips the current element, which may contain elements of its own kind.
    fn skip(&mut self, end: TagEnd) {
        let mut depth = 0;
        for (event, _) in self.events.by_ref() {
            match event {
                Event::Start(tag) if tag.to_end() == end => depth += 1,
                Event::End(found) if found == end && depth == 0 => break,
                Event::End(found) if found == end => depth -= 1,
                _ => {}
            }
        }
    }
}

fn is_inline(event: &Event<'_>) -> bool {
    match event {
        Event::Start(tag) => matches!(tag, Tag::Strong | Tag::Emphasis | Tag::Link { .. } | Tag::Image { .. }),
        Event::End(_) | Event::Rule => false,
        _ => true,
    }
}

/// Joins neighbouring texts.
fn joined(inlines: Vec<Inline>) -> Vec<Inline> {
    let mut found: Vec<Inline> = Vec::new();
    for inline in inlines {
        match (found.last_mut(), inline) {
            (Some(Inline::Text { text }), Inline::Text { text: more }) => text.push_str(&more),
            (_, inline) => found.push(inline),
        }
    }
    found
}

/// The text without formatting.
fn plain(inlines: &[Inline]) -> String {
    inlines
        .iter()
        .map(|inline| match inline {
            Inline::Text { text } | Inline::Code { text } => text.clone(),
            Inline::Strong { inlines } | Inline::Emphasis { inlines } | Inline::Link { inlines, .. } => plain(inlines),
            Inline::Word(word) => word.text.clone(),
            Inline::Break => " ".into(),
        })
        .collect()
}

/// Collects every word in the text that names an object.
pub(crate) fn words<'a>(blocks: &'a [Block], found: &mut Vec<&'a Word>) {
    for block in blocks {
        match block {
            Block::Paragraph { inlines } | Block::Heading { inlines, .. } => words_in(inlines, found),
            Block::List { items, .. } => items.iter().for_each(|item| words(item, found)),
            Block::Quote { blocks } => words(blocks, found),
            Block::Table { head, rows } => {
                head.iter().chain(rows.iter().flatten()).for_each(|cell| words_in(cell, found));
            }
            Block::Code { .. } | Block::Rule => {}
        }
    }
}

fn words_in<'a>(inlines: &'a [Inline], found: &mut Vec<&'a Word>) {
    for inline in inlines {
        match inline {
            Inline::Word(word) => found.push(word),
            Inline::Strong { inlines } | Inline::Emphasis { inlines } | Inline::Link { inlines, .. } => {
                words_in(inlines, found)
            }
            _ => {}
        }
    }
}

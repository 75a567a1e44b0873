//! A drawing as a PDF of one page, which has the size of the figure and contains its typeface.

use crate::drawing::{Anchor, Colour, Drawing, EXPONENT, Item, Label, Point, Stroke};
use crate::scale::number;
use miniz_oxide::deflate::compress_to_vec_zlib;
use pdf_writer::types::{CidFontType, FontFlags, LineJoinStyle, SystemInfo, UnicodeCmap};
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, Str, TextStr};
use std::collections::BTreeMap;
use std::num::NonZeroU16;
use ttf_parser::{GlyphId, RawFace, Tag, cmap, head, hhea, hmtx};

/// Arimo 1.341 (SIL Open Font License 1.1, see `typeface/OFL.txt`), with the widths of Helvetica. `pyftsubset
/// --no-hinting --layout-features=''` has reduced the file to the characters that figures need: the Latin letters of
/// Europe, Greek letters, digits and signs.
const TYPEFACE: &[u8] = include_bytes!("typeface/arimo.ttf");
/// Height of the capital letters, in thousandths of the font size.
const CAP_HEIGHT: f32 = 688.0;
const NAME_OF_FONT: Name<'_> = Name(b"Arimo");
/// PDF requires six capital letters and a plus sign before the name of a font of which only some characters are
/// embedded.
const BASE_FONT: Name<'_> = Name(b"CHOKEP+Arimo");
/// Level of the zlib compression, the usual default.
const LEVEL: u8 = 6;

const CATALOG: Ref = Ref::new(1);
const PAGES: Ref = Ref::new(2);
const PAGE: Ref = Ref::new(3);
const CONTENT: Ref = Ref::new(4);
const FONT: Ref = Ref::new(5);
const CID_FONT: Ref = Ref::new(6);
const DESCRIPTOR: Ref = Ref::new(7);
const FONT_FILE: Ref = Ref::new(8);
const TO_UNICODE: Ref = Ref::new(9);
const INFO: Ref = Ref::new(10);
/// Number of the first PDF object that sets an opacity; each opacity of the drawing has one object.
const FIRST_STATE: i32 = 11;

/// Character numbers in the PDF are the glyph numbers of the font file.
const IDENTITY: SystemInfo<'_> = SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };

/// Writes a drawing with its title, its description, and metadata for programs. A character that the typeface lacks
/// becomes a question mark.
pub(crate) fn write(drawing: &Drawing, title: &str, description: &str, metadata: &str) -> Vec<u8> {
    let typeface = Typeface::new();
    let mut page = Page::new(&typeface, drawing.size[1]);
    drawing.items.iter().for_each(|item| page.draw(item));
    let Page { content, used, opacities, .. } = page;

    let mut pdf = Pdf::new();
    pdf.catalog(CATALOG).pages(PAGES);
    pdf.pages(PAGES).kids([PAGE]).count(1);
    let mut written = pdf.page(PAGE);
    let [width, height] = drawing.size.map(rounded);
    written.parent(PAGES).media_box(Rect::new(0.0, 0.0, width, height)).contents(CONTENT);
    let mut resources = written.resources();
    resources.fonts().pair(NAME_OF_FONT, FONT);
    let mut states = resources.ext_g_states();
    for place in 0..opacities.len() {
        states.pair(Name(name_of_state(place).as_bytes()), state(place));
    }
    states.finish();
    resources.finish();
    written.finish();
    for (place, opacity) in opacities.iter().enumerate() {
        pdf.ext_graphics(state(place)).non_stroking_alpha(rounded(*opacity));
    }
    let content = compress_to_vec_zlib(content.finish().as_slice(), LEVEL);
    pdf.stream(CONTENT, &content).filter(Filter::FlateDecode);
    typeface.write(&mut pdf, &used);
    let mut info = pdf.document_info(INFO);
    info.title(TextStr(title)).subject(TextStr(description)).creator(TextStr("Chokepoint"));
    info.insert(Name(b"Chokepoint")).primitive(TextStr(metadata));
    info.finish();
    pdf.finish()
}

/// The characters of the drawing's texts that the typeface lacks, each once.
pub(crate) fn missing(drawing: &Drawing) -> Vec<char> {
    let typeface = Typeface::new();
    let texts = drawing.items.iter().filter_map(|item| match item {
        Item::Text { label, .. } => Some(label.text.as_str()),
        _ => None,
    });
    let mut missing: Vec<char> = texts.flat_map(str::chars).filter(|&it| typeface.glyph_of(it).is_none()).collect();
    missing.sort_unstable();
    missing.dedup();
    missing
}

/// A length with at most two decimals, as in the other formats.
fn rounded(value: f64) -> f32 {
    ((value * 100.0).round() / 100.0) as f32
}

fn state(place: usize) -> Ref {
    Ref::new(FIRST_STATE + place as i32)
}

fn name_of_state(place: usize) -> String {
    format!("Opacity{place}")
}

/// The typeface of all texts. Only four tables of the font file are parsed, because a whole `Face` would add 40 KiB to
/// the package of the page.
struct Typeface {
    head: head::Table,
    hhea: hhea::Table,
    widths: hmtx::Table<'static>,
    characters: cmap::Table<'static>,
}

impl Typeface {
    fn new() -> Self {
        Self::read().expect("the typeface is part of the program")
    }

    fn read() -> Option<Self> {
        let file = RawFace::parse(TYPEFACE, 0).ok()?;
        let table = |name: &[u8; 4]| file.table(Tag::from_bytes(name));
        let hhea = hhea::Table::parse(table(b"hhea")?)?;
        // The table `maxp` begins with its version, in four bytes; the number of glyphs follows.
        let glyphs = table(b"maxp")?.get(4..6).map(|bytes| u16::from_be_bytes([bytes[0], bytes[1]]))?;
        Some(Self {
            head: head::Table::parse(table(b"head")?)?,
            widths: hmtx::Table::parse(hhea.number_of_metrics, NonZeroU16::new(glyphs)?, table(b"hmtx")?)?,
            characters: cmap::Table::parse(table(b"cmap")?)?,
            hhea,
        })
    }

    fn glyph_of(&self, character: char) -> Option<GlyphId> {
        let tables = self.characters.subtables.into_iter().filter(cmap::Subtable::is_unicode);
        tables.into_iter().find_map(|table| table.glyph_index(character.into())).filter(|glyph| glyph.0 > 0)
    }

    fn glyph(&self, character: char) -> GlyphId {
        self.glyph_of(character).or_else(|| self.glyph_of('?')).unwrap_or(GlyphId(0))
    }

    /// A length of the font file, in thousandths of the font size.
    fn thousandths(&self, length: f64) -> f32 {
        rounded(length * 1_000.0 / f64::from(self.head.units_per_em))
    }

    fn advance(&self, glyph: GlyphId) -> f32 {
        self.thousandths(f64::from(self.widths.advance(glyph).unwrap_or(0)))
    }

    fn width(&self, text: &str, size: f64) -> f64 {
        text.chars().map(|character| f64::from(self.advance(self.glyph(character)))).sum::<f64>() * size / 1_000.0
    }

    /// Writes the font with the widths of the glyphs that are used.
    fn write(&self, pdf: &mut Pdf, used: &BTreeMap<GlyphId, char>) {
        pdf.type0_font(FONT)
            .base_font(BASE_FONT)
            .encoding_predefined(Name(b"Identity-H"))
            .descendant_font(CID_FONT)
            .to_unicode(TO_UNICODE);
        let mut font = pdf.cid_font(CID_FONT);
        font.subtype(CidFontType::Type2)
            .base_font(BASE_FONT)
            .system_info(IDENTITY)
            .font_descriptor(DESCRIPTOR)
            .default_width(0.0)
            .cid_to_gid_map_predefined(Name(b"Identity"));
        let mut widths = font.widths();
        for &glyph in used.keys() {
            widths.consecutive(glyph.0, [self.advance(glyph)]);
        }
        widths.finish();
        font.finish();
        let bounds = self.head.global_bbox;
        let [left, bottom, right, top] =
            [bounds.x_min, bounds.y_min, bounds.x_max, bounds.y_max].map(|it| self.thousandths(f64::from(it)));
        let height = |length: i16| self.thousandths(f64::from(length));
        pdf.font_descriptor(DESCRIPTOR)
            .name(BASE_FONT)
            .flags(FontFlags::NON_SYMBOLIC)
            .bbox(Rect::new(left, bottom, right, top))
            .italic_angle(0.0)
            .ascent(height(self.hhea.ascender))
            .descent(height(self.hhea.descender))
            .cap_height(CAP_HEIGHT)
            // PDF requires the stem width; programs ignore it for an embedded font.
            .stem_v(80.0)
            .font_file2(FONT_FILE);
        let file = compress_to_vec_zlib(TYPEFACE, LEVEL);
        pdf.stream(FONT_FILE, &file).filter(Filter::FlateDecode).pair(Name(b"Length1"), TYPEFACE.len() as i32);
        let mut characters = UnicodeCmap::new(Name(b"Characters"), IDENTITY);
        for (glyph, character) in used {
            characters.pair(glyph.0, *character);
        }
        pdf.cmap(TO_UNICODE, characters.finish().as_slice());
    }
}

/// The drawing commands of the page.
struct Page<'a> {
    typeface: &'a Typeface,
    /// Height of the page \[pt\]. In a PDF, y points up.
    height: f64,
    content: Content,
    /// The glyphs of the texts, with their characters.
    used: BTreeMap<GlyphId, char>,
    /// The opacities of areas, each once.
    opacities: Vec<f64>,
}

impl<'a> Page<'a> {
    fn new(typeface: &'a Typeface, height: f64) -> Self {
        let mut content = Content::new();
        content.set_line_join(LineJoinStyle::RoundJoin);
        Self { typeface, height, content, used: BTreeMap::new(), opacities: Vec::new() }
    }

    fn draw(&mut self, item: &Item) {
        match item {
            Item::Line { points, stroke } => {
                self.set_stroke(stroke);
                self.path(points);
                self.content.stroke();
            }
            Item::Area { points, fill, stroke } => {
                self.content.save_state();
                if let Some((_, opacity)) = fill.filter(|(_, opacity)| *opacity < 1.0) {
                    let place = self.opacities.iter().position(|it| it.to_bits() == opacity.to_bits());
                    let place = place.unwrap_or_else(|| {
                        self.opacities.push(opacity);
                        self.opacities.len() - 1
                    });
                    self.content.set_parameters(Name(name_of_state(place).as_bytes()));
                }
                let fill = fill.map(|(colour, _)| colour);
                self.set_colours(fill, stroke.as_ref());
                self.path(points);
                self.content.close_path();
                self.paint(fill, stroke.as_ref());
                self.content.restore_state();
            }
            Item::Circle { centre, radius, fill, stroke } => {
                self.set_colours(*fill, stroke.as_ref());
                self.circle(*centre, *radius);
                self.paint(*fill, stroke.as_ref());
            }
            Item::Text { at, label, size, anchor, is_upright } => self.text(*at, label, *size, *anchor, *is_upright),
        }
    }

    fn set_colours(&mut self, fill: Option<Colour>, stroke: Option<&Stroke>) {
        if let Some(fill) = fill {
            let [red, green, blue] = parts(fill);
            self.content.set_fill_rgb(red, green, blue);
        }
        if let Some(stroke) = stroke {
            self.set_stroke(stroke);
        }
    }

    fn set_stroke(&mut self, Stroke { colour, width, dash }: &Stroke) {
        let [red, green, blue] = parts(*colour);
        self.content
            .set_stroke_rgb(red, green, blue)
            .set_line_width(rounded(*width))
            .set_dash_pattern(dash.iter().map(|it| rounded(*it)), 0.0);
    }

    fn paint(&mut self, fill: Option<Colour>, stroke: Option<&Stroke>) {
        match (fill, stroke) {
            (Some(_), Some(_)) => self.content.fill_nonzero_and_stroke(),
            (Some(_), None) => self.content.fill_nonzero(),
            (None, Some(_)) => self.content.stroke(),
            (None, None) => self.content.end_path(),
        };
    }

    fn place(&self, [x, y]: Point) -> [f32; 2] {
        [rounded(x), rounded(self.height - y)]
    }

    fn path(&mut self, points: &[Point]) {
        for (place, &point) in points.iter().enumerate() {
            let [x, y] = self.place(point);
            if place == 0 {
                self.content.move_to(x, y);
            } else {
                self.content.line_to(x, y);
            }
        }
    }

    /// A circle of four cubic Bézier curves.
    fn circle(&mut self, [x, y]: Point, radius: f64) {
        // Distance of the control points that makes a cubic Bézier curve fit a quarter of a circle: 4 ÷ 3 · (√2 − 1)
        // radii.
        let handle = 0.552_284_75 * radius;
        let at = |page: &Self, dx: f64, dy: f64| page.place([x + dx, y + dy]);
        let [from_x, from_y] = at(self, radius, 0.0);
        self.content.move_to(from_x, from_y);
        for [[dx1, dy1], [dx2, dy2], [dx, dy]] in [
            [[radius, handle], [handle, radius], [0.0, radius]],
            [[-handle, radius], [-radius, handle], [-radius, 0.0]],
            [[-radius, -handle], [-handle, -radius], [0.0, -radius]],
            [[handle, -radius], [radius, -handle], [radius, 0.0]],
        ] {
            let ([x1, y1], [x2, y2], [x3, y3]) = (at(self, dx1, dy1), at(self, dx2, dy2), at(self, dx, dy));
            self.content.cubic_to(x1, y1, x2, y2, x3, y3);
        }
        self.content.close_path();
    }

    fn text(&mut self, at: Point, Label { text, exponent }: &Label, size: f64, anchor: Anchor, is_upright: bool) {
        let raised = exponent.map(|exponent| number(f64::from(exponent), 0));
        let [part, rise] = EXPONENT;
        let exponent_width = raised.as_ref().map_or(0.0, |digits| self.typeface.width(digits, part * size));
        let base_width = self.typeface.width(text, size);
        let start = match anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => -(base_width + exponent_width) / 2.0,
            Anchor::End => -(base_width + exponent_width),
        };
        self.content.set_fill_rgb(0.0, 0.0, 0.0);
        self.line(at, [start, 0.0], text, size, is_upright);
        if let Some(digits) = raised {
            self.line(at, [start + base_width, rise * size], &digits, part * size, is_upright);
        }
    }

    /// Writes a text on one line. Its start is displaced from (x, y) by `along` in the direction of the text and by
    /// `above` perpendicular to it.
    fn line(&mut self, [x, y]: Point, [along, above]: [f64; 2], text: &str, size: f64, is_upright: bool) {
        let matrix = if is_upright {
            let [x, y] = self.place([x - above, y - along]);
            [0.0, 1.0, -1.0, 0.0, x, y]
        } else {
            let [x, y] = self.place([x + along, y - above]);
            [1.0, 0.0, 0.0, 1.0, x, y]
        };
        let mut glyphs = Vec::with_capacity(2 * text.len());
        for character in text.chars() {
            let glyph = self.typeface.glyph(character);
            self.used.entry(glyph).or_insert(character);
            glyphs.extend(glyph.0.to_be_bytes());
        }
        self.content
            .begin_text()
            .set_font(NAME_OF_FONT, rounded(size))
            .set_text_matrix(matrix)
            .show(Str(&glyphs))
            .end_text();
    }
}

fn parts(colour: Colour) -> [f32; 3] {
    // Three decimals suffice for 256 levels.
    colour.map(|level| (f32::from(level) / 255.0 * 1_000.0).round() / 1_000.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::width_of;

    #[test]
    fn the_typeface_has_the_widths_by_which_figures_are_laid_out() {
        let typeface = Typeface::new();
        for character in ' '..='~' {
            let (ours, laid_out) =
                (typeface.width(&character.to_string(), 10.0), width_of(&Label::plain(character), 10.0));
            assert!((ours - laid_out).abs() < 0.01, "{character}: {ours}, {laid_out}");
        }
    }

    /// The drawing commands of a page.
    fn commands(pdf: &[u8]) -> String {
        let find = |from: usize, part: &[u8]| {
            let place = pdf[from..].windows(part.len()).position(|it| it == part);
            from + place.expect("a stream")
        };
        let head = find(0, b"4 0 obj");
        let start = find(head, b"stream\n") + b"stream\n".len();
        let content = miniz_oxide::inflate::decompress_to_vec_zlib(&pdf[start..find(start, b"\nendstream")]);
        String::from_utf8_lossy(&content.expect("deflated")).into_owned()
    }

    #[test]
    fn y_points_up_and_a_vertical_text_runs_up() {
        let mut drawing = Drawing { size: [100.0, 50.0], ..Drawing::default() };
        drawing.line([[0.0, 0.0], [10.0, 20.0]], Stroke { colour: [255, 0, 0], width: 0.5, dash: vec![2.0, 1.0] });
        let fill = Some(([0, 0, 255], 0.25));
        let points = vec![[1.0, 1.0], [2.0, 1.0], [2.0, 3.0]];
        drawing.items.push(Item::Area { points, fill, stroke: None });
        let text = |text: &str, anchor, is_upright| {
            let label = Label { text: text.into(), exponent: Some(2) };
            Item::Text { at: [10.0, 20.0], label, size: 10.0, anchor, is_upright }
        };
        drawing.items.extend([text("0", Anchor::End, false), text("0", Anchor::Start, true)]);
        let commands = commands(&write(&drawing, "", "", ""));
        for expected in [
            "1 0 0 RG\n0.5 w\n[2 1] 0 d\n0 50 m\n10 30 l\nS",
            "/Opacity0 gs\n0 0 1 rg\n1 49 m\n2 49 l\n2 47 l\nh\nf",
            // The text ends, with its exponent, at x = 10. Together they are 9.57 pt wide, so the text starts at 0.43.
            "/Arimo 10 Tf\n1 0 0 1 0.43 30 Tm",
            "/Arimo 7.2 Tf\n1 0 0 1 6 33.6 Tm",
            "/Arimo 10 Tf\n0 1 -1 0 10 30 Tm",
            "/Arimo 7.2 Tf\n0 1 -1 0 6.4 35.56 Tm",
        ] {
            assert!(commands.contains(expected), "{expected} in {commands}");
        }
    }

    #[test]
    fn characters_that_the_typeface_lacks_are_found() {
        let mut drawing = Drawing { size: [99.0, 20.0], ..Drawing::default() };
        drawing.text([0.0, 9.0], Label::plain("µ ≤ 3 × α — Łódź"), 10.0, Anchor::Start);
        assert_eq!(missing(&drawing), []);
        drawing.text([0.0, 19.0], Label::plain("延迟 延"), 10.0, Anchor::Start);
        assert_eq!(missing(&drawing), ['延', '迟']);
    }
}

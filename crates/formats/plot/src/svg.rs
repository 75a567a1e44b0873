//! A drawing as SVG. One unit is one point, so that texts have their true size on paper.

use crate::drawing::{Anchor, Colour, Drawing, EXPONENT, Item, Label, Point, Stroke, length};
use std::fmt::Write;

/// Typefaces with the same character widths; the first that is installed is used.
const TYPEFACES: &str = "Helvetica, Arial, 'Liberation Sans', sans-serif";

/// Writes a drawing with its title, its description, and metadata for programs.
pub(crate) fn write(drawing: &Drawing, title: &str, description: &str, metadata: &str) -> String {
    let [width, height] = drawing.size;
    let mut out = String::new();
    // Writing to a string never fails.
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}mm\" height=\"{}mm\" viewBox=\"0 0 {} {}\" role=\"img\" \
         font-family=\"{TYPEFACES}\">",
        length(width / crate::PT_PER_MM),
        length(height / crate::PT_PER_MM),
        length(width),
        length(height)
    );
    let _ = writeln!(out, "<title>{}</title>", escaped(title));
    let _ = writeln!(out, "<desc>{}</desc>", escaped(description));
    let _ = writeln!(out, "<metadata>{}</metadata>", escaped(metadata));
    let _ = writeln!(out, "<rect width=\"{}\" height=\"{}\" fill=\"#fff\"/>", length(width), length(height));
    for item in &drawing.items {
        let _ = writeln!(out, "{}", element(item));
    }
    out.push_str("</svg>\n");
    out
}

fn element(item: &Item) -> String {
    match item {
        Item::Line { points, stroke } => {
            format!("<path d=\"{}\" fill=\"none\"{}/>", path(points), stroked(Some(stroke)))
        }
        Item::Area { points, fill, stroke } => {
            let opacity = match fill {
                Some((_, opacity)) if *opacity < 1.0 => format!(" fill-opacity=\"{}\"", length(*opacity)),
                _ => String::new(),
            };
            let fill = filled(fill.map(|(colour, _)| colour));
            format!("<path d=\"{}Z\"{fill}{opacity}{}/>", path(points), stroked(stroke.as_ref()))
        }
        Item::Circle { centre: [x, y], radius, fill, stroke } => format!(
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\"{}{}/>",
            length(*x),
            length(*y),
            length(*radius),
            filled(*fill),
            stroked(stroke.as_ref())
        ),
        Item::Text { at: [x, y], label, size, anchor, is_upright } => {
            let anchor = match anchor {
                Anchor::Start => "",
                Anchor::Middle => " text-anchor=\"middle\"",
                Anchor::End => " text-anchor=\"end\"",
            };
            let (x, y) = (length(*x), length(*y));
            let place = if *is_upright {
                format!("transform=\"translate({x} {y}) rotate(-90)\"")
            } else {
                format!("x=\"{x}\" y=\"{y}\"")
            };
            format!("<text {place} font-size=\"{}\"{anchor}>{}</text>", length(*size), spans(label, *size))
        }
    }
}

fn spans(Label { text, exponent }: &Label, size: f64) -> String {
    let raised = exponent.map(|exponent| {
        let digits = crate::scale::number(f64::from(exponent), 0);
        let [part, rise] = EXPONENT.map(|part| length(part * size));
        format!("<tspan dy=\"-{rise}\" font-size=\"{part}\">{digits}</tspan>")
    });
    escaped(text) + &raised.unwrap_or_default()
}

fn path(points: &[Point]) -> String {
    let mut path = String::new();
    for (place, [x, y]) in points.iter().enumerate() {
        let _ = write!(path, "{}{} {}", if place == 0 { "M" } else { "L" }, length(*x), length(*y));
    }
    path
}

fn filled(colour: Option<Colour>) -> String {
    format!(" fill=\"{}\"", colour.map_or("none".to_owned(), hexadecimal))
}

fn stroked(stroke: Option<&Stroke>) -> String {
    let Some(Stroke { colour, width, dash }) = stroke else { return String::new() };
    let dashes = if dash.is_empty() {
        String::new()
    } else {
        let lengths: Vec<String> = dash.iter().map(|it| length(*it)).collect();
        format!(" stroke-dasharray=\"{}\"", lengths.join(" "))
    };
    format!(
        " stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\"{dashes}",
        hexadecimal(*colour),
        length(*width)
    )
}

fn hexadecimal([red, green, blue]: Colour) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// A text in XML, without characters that XML does not allow.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\t' | '\n' => escaped.push(character),
            '\u{0}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => {}
            other => escaped.push(other),
        }
    }
    escaped
}

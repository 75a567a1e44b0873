//! A drawing as a LaTeX document with one TikZ picture, which compiles to a page of the figure's size. A paper that
//! includes the file with the package `standalone` gives the texts its own typeface.

use crate::drawing::{Anchor, Colour, Drawing, Item, Label, Point, Stroke, length};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Comment lines before the picture that explain how to use it.
const HEAD: &str = "\
% Alone: pdflatex, lualatex or xelatex of this file.
% In a paper: \\usepackage{standalone}, \\usepackage{tikz} in its preamble, and \\input of this file in a figure.
";

/// Writes a drawing after these comment lines.
pub(crate) fn write(drawing: &Drawing, comments: &[&str]) -> String {
    let mut out = String::new();
    for line in comments.iter().flat_map(|text| text.lines()) {
        // Writing to a string never fails.
        let _ = writeln!(out, "% {line}");
    }
    out.push_str(HEAD);
    out.push_str("\\documentclass[border=0pt]{standalone}\n\\usepackage{tikz}\n\\begin{document}%\n");
    out.push_str("\\begin{tikzpicture}[x=1bp,y=-1bp,line join=round,inner sep=0pt,outer sep=0pt]\n");
    for colour in colours(drawing) {
        let _ = writeln!(out, "\\definecolor{{{}}}{{HTML}}{{{}}}", name(colour), hexadecimal(colour));
    }
    let [width, height] = drawing.size.map(length);
    let _ = writeln!(out, "\\useasboundingbox (0,0) rectangle ({width},{height});");
    for item in &drawing.items {
        let _ = writeln!(out, "{}", command(item));
    }
    out.push_str("\\end{tikzpicture}%\n\\end{document}\n");
    out
}

fn colours(drawing: &Drawing) -> BTreeSet<Colour> {
    let of_stroke = |stroke: &Option<Stroke>| stroke.as_ref().map(|stroke| stroke.colour);
    let of_item = |item: &Item| match item {
        Item::Line { stroke, .. } => [Some(stroke.colour), None],
        Item::Area { fill, stroke, .. } => [fill.map(|(colour, _)| colour), of_stroke(stroke)],
        Item::Circle { fill, stroke, .. } => [*fill, of_stroke(stroke)],
        Item::Text { .. } => [None; 2],
    };
    drawing.items.iter().flat_map(of_item).flatten().collect()
}

fn command(item: &Item) -> String {
    match item {
        Item::Line { points, stroke } => format!("\\draw[{}] {};", stroked(stroke), path(points)),
        Item::Area { points, fill, stroke } => {
            let opacity = fill.filter(|(_, opacity)| *opacity < 1.0);
            let opacity = opacity.map(|(_, opacity)| format!("fill opacity={}", length(opacity)));
            let fill = fill.map(|(colour, _)| format!("fill={}", name(colour)));
            let stroke = stroke.as_ref().map(stroked);
            let options: Vec<String> = [fill, opacity, stroke].into_iter().flatten().collect();
            format!("\\path[{}] {} -- cycle;", options.join(","), path(points))
        }
        Item::Circle { centre, radius, fill, stroke } => {
            let fill = fill.map(|colour| format!("fill={}", name(colour)));
            let stroke = stroke.as_ref().map(stroked);
            let options: Vec<String> = [fill, stroke].into_iter().flatten().collect();
            format!("\\path[{}] {} circle[radius={}bp];", options.join(","), place(*centre), length(*radius))
        }
        Item::Text { at, label, size, anchor, is_upright } => {
            let anchor = match anchor {
                Anchor::Start => "base west",
                Anchor::Middle => "base",
                Anchor::End => "base east",
            };
            let turn = if *is_upright { ",rotate=90" } else { "" };
            let font = format!("\\fontsize{{{}bp}}{{{}bp}}\\selectfont", length(*size), length(1.2 * size));
            format!("\\node[anchor={anchor}{turn},font={{{font}}}] at {} {{{}}};", place(*at), text(label))
        }
    }
}

fn place([x, y]: Point) -> String {
    format!("({},{})", length(x), length(y))
}

fn path(points: &[Point]) -> String {
    points.iter().map(|point| place(*point)).collect::<Vec<_>>().join(" -- ")
}

fn stroked(Stroke { colour, width, dash }: &Stroke) -> String {
    let mut options = format!("draw={},line width={}bp", name(*colour), length(*width));
    if !dash.is_empty() {
        let lengths = dash.iter().enumerate();
        let lengths =
            lengths.map(|(place, it)| format!("{} {}bp", if place % 2 == 0 { "on" } else { "off" }, length(*it)));
        let _ = write!(options, ",dash pattern={}", lengths.collect::<Vec<_>>().join(" "));
    }
    options
}

fn hexadecimal([red, green, blue]: Colour) -> String {
    format!("{red:02X}{green:02X}{blue:02X}")
}

fn name(colour: Colour) -> String {
    format!("cp{}", hexadecimal(colour))
}

/// A text in LaTeX.
fn text(Label { text, exponent }: &Label) -> String {
    let mut written = String::new();
    for character in text.chars() {
        match character {
            '\\' => written.push_str("\\textbackslash{}"),
            '~' => written.push_str("\\textasciitilde{}"),
            '^' => written.push_str("\\textasciicircum{}"),
            '{' | '}' | '$' | '&' | '#' | '%' | '_' => {
                written.push('\\');
                written.push(character);
            }
            '<' => written.push_str("$<$"),
            '>' => written.push_str("$>$"),
            '|' => written.push_str("$|$"),
            '−' => written.push_str("$-$"),
            '±' => written.push_str("$\\pm$"),
            '×' => written.push_str("$\\times$"),
            '≤' => written.push_str("$\\le$"),
            '≥' => written.push_str("$\\ge$"),
            'µ' | 'μ' => written.push_str("$\\mu$"),
            '\u{0}'..='\u{1f}' => written.push(' '),
            other => written.push(other),
        }
    }
    if let Some(exponent) = exponent {
        let _ = write!(written, "$^{{{exponent}}}$");
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_with_a_meaning_in_latex_are_written_as_texts() {
        assert_eq!(text(&Label::plain("50 % of a_b − {x} ± 3 µs")), "50 \\% of a\\_b $-$ \\{x\\} $\\pm$ 3 $\\mu$s");
        assert_eq!(text(&Label { text: "10".into(), exponent: Some(-3) }), "10$^{-3}$");
    }
}
